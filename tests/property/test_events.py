"""Law 10: every difference between two public views is named by an event.

In its strongest form: whoever has a view and hears the events as a player is told them knows the next view exactly.
"""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import Ply, decisions, fewer, journeys, plies, seeds
from toledo_rules import State, follow, legal_actions, ranking, step, transition, view
from toledo_rules.events import (
    EVENT_TYPES,
    HIDDEN,
    CardDrawn,
    FeePaid,
    GameEnded,
    HandShown,
    LastRoundBegan,
    PileReshuffled,
    RoundFought,
    SecretCardDrawn,
    SecretEvent,
    TurnBegan,
    TurnEnded,
)
from toledo_rules.testing import Journey


def everybody(state: State) -> list[int | None]:
    """Each seat, and a spectator."""
    return [None, *range(len(state.players))]


@given(plies())
def test_events_lead_from_a_view_to_the_next(ply: Ply) -> None:
    """Law 10, A-128 to A-131: for every seat and for a spectator, after every move of players and of chance."""
    for seat in everybody(ply.before):
        told = [*ply.what.seen_by(seat)]
        assert follow(view(ply.before, seat), told) == view(ply.what.state, seat)


@fewer()
@given(journeys())
def test_events_alone_follow_a_whole_game(journey: Journey) -> None:
    """Law 10: the interpreter sees the deal and then only events; it never gets out of step."""
    seen = view(journey[0].before, None)
    for ply in journey:
        seen = follow(seen, ply.what.seen_by(None))
        assert seen == view(ply.what.state, None)


@given(plies())
def test_no_event_is_idle(ply: Ply) -> None:
    """Law 10, the other way round: an event tells of a change, or of a fact that a log wants.

    Passing and a duel's end change nothing that can be seen by themselves; a turn ends without a trace if its tile was
    not used; a figure that moves on from a full space stood nowhere; and a hand that is shown may be known already.
    """
    quiet = {"Passed", "DuelEnded", "TurnEnded", "FigureMoved", "HandShown"}
    seen = view(ply.before, ply.before.active)
    for event in ply.what.seen_by(ply.before.active):
        following = follow(seen, [event])
        assert following != seen or type(event).__name__ in quiet
        seen = following


@given(plies())
def test_only_drawn_cards_are_hidden(ply: Ply) -> None:
    """A-131: everything that happens is public but which card was drawn, and that its player sees."""
    for seat in everybody(ply.before):
        for event, told in zip(ply.what.events, ply.what.seen_by(seat), strict=True):
            if isinstance(event, SecretCardDrawn):
                assert told == CardDrawn(event.seat, event.card if event.seat == seat else HIDDEN)
            else:
                assert told is event


@given(plies())
def test_every_event_is_of_a_known_kind(ply: Ply) -> None:
    """Every event is one of the union, so that an exhaustive match is exhaustive."""
    assert ply.what.events
    assert all(type(event) in EVENT_TYPES for event in ply.what.seen_by(None))


@given(plies())
def test_reveals_says_when_undo_stops(ply: Ply) -> None:
    """A-132: a move can be taken back unless there was a draw, a duel round, a reshuffle, a payment or a hand shown."""
    revealing = (SecretCardDrawn, RoundFought, PileReshuffled, FeePaid, HandShown)
    assert ply.what.reveals == any(isinstance(event, revealing) for event in ply.what.events)


@given(plies())
def test_the_end_of_a_turn_is_told_in_order(ply: Ply) -> None:
    """A-136, END-01, END-03: turn ended, last round, then either the next turn or the end, perhaps with hands shown."""
    kinds = [type(event) for event in ply.what.events if not isinstance(event, HandShown)]
    closing = (TurnEnded, LastRoundBegan, TurnBegan, GameEnded)
    told = [kind for kind in kinds if kind in closing]
    if told:
        assert told in (
            [TurnEnded, TurnBegan],
            [TurnEnded, GameEnded],
            [TurnEnded, LastRoundBegan, TurnBegan],
        )
        assert kinds[-len(told) :] == told, "nothing happens after the end of a turn"
        assert ply.what.state.over == (told[-1] is GameEnded)


@fewer(2)
@given(journeys())
def test_hands_are_shown_exactly_when_their_sum_decides(journey: Journey) -> None:
    """A-128, TIE-03: by those who are tied for first place in points and cards, just before the end, clockwise."""
    for ply in journey:
        shown = [event for event in ply.what.events if isinstance(event, HandShown)]
        if not ply.what.state.over:
            assert not shown
            continue
        places = ranking(ply.what.state)
        best = max((place.points, place.cards) for place in places)
        tied = {place.seat for place in places if (place.points, place.cards) == best}
        level = tied if len(tied) > 1 and places[0].cards else set()
        trigger, players = ply.what.state.trigger, len(ply.what.state.players)
        assert trigger is not None
        order = [(trigger + place) % players for place in range(players)]
        assert [event.seat for event in shown] == [seat for seat in order if seat in level]
        assert ply.what.events[-1 - len(shown) :] == (*shown, GameEnded())
        for event in shown:
            player = ply.what.state.players[event.seat]
            assert event.cards == player.hand == player.known


@given(st.data(), decisions(), seeds())
def test_transition_tells_what_its_steps_tell(data: st.DataObject, state: State, seed: int) -> None:
    """Law 5, law 10: a transition's events are those of the action and of each draw, one after the other."""
    action = data.draw(st.sampled_from(legal_actions(state)))
    whole = transition(state, action, Random(seed))
    events: list[SecretEvent] = []
    here = state
    for move in (action, *whole.draws):
        what = step(here, move)
        events += what.events
        here = what.state
    assert tuple(events) == whole.events
    assert here == whole.state
