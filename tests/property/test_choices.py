"""Choices: every part can be used or has a reason, and every promise of a move is kept when it is played."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import decisions, fewer, positions, seeds
from toledo_rules import (
    RULES,
    Challenge,
    PlayCard,
    Seat,
    State,
    UseSpace,
    View,
    determinize,
    duel_odds,
    legal_actions,
    score,
    transition,
    view,
)
from toledo_rules._multiset import minus, multiset
from toledo_rules.choices import Bundle, Choices, Offer, choices
from toledo_rules.describe import render
from toledo_rules.events import AlcazarEntered, FigureMoved, SpaceFull
from toledo_rules.state import Player

NOTHING = Bundle()


def viewer(data: st.DataObject, state: State) -> Seat | None:
    """Any seat, or a spectator."""
    seat: Seat | None = data.draw(st.sampled_from((None, *range(len(state.players)))))
    return seat


def mine(state: State) -> tuple[View, Choices]:
    """The view of the player on turn, with its choices."""
    seen = view(state, state.active)
    return seen, choices(seen)


@given(st.data(), positions())
def test_no_part_is_silent(data: st.DataObject, state: State) -> None:
    """Each part stands for a move or has a reason with a rule, never both, whoever looks at whatever position."""
    seen = view(state, viewer(data, state))
    found = choices(seen)
    parts = [part.id for part in found.parts]
    usable = {part for move in found.moves for part in move.parts}
    assert len(parts) == len(set(parts))
    assert usable | found.reasons.keys() == set(parts)
    assert usable & found.reasons.keys() == set()
    assert all(reason.rule in RULES for reason in found.reasons.values())
    assert tuple(move.action for move in found.moves) == legal_actions(seen)


@fewer(4)
@given(st.data(), positions())
def test_off_turn_nothing_can_be_done_and_everything_says_so(
    data: st.DataObject, state: State
) -> None:
    """TRN-02, A-136, END-03: it is somebody's turn, or a card is about to come, or the game is over."""
    seat = viewer(data, state)
    found = choices(view(state, seat))
    keys = {reason.message.key for reason in found.reasons.values()}
    if state.over:
        assert keys == {"illegal.game_over"}
    elif state.chance:
        assert keys == {"illegal.chance_is_next"}
    elif seat != state.active:
        assert keys == {"refused.not_on_turn"}
    else:
        assert found.moves
        return
    assert not found.moves
    assert not found.menu


@fewer(4)
@given(st.data(), positions(), seeds())
def test_equal_views_give_equal_choices(data: st.DataObject, state: State, seed: int) -> None:
    """Law 7: whatever the others hold and however the pile lies, the choices are the same."""
    seat = viewer(data, state)
    seen = view(state, seat)
    other = determinize(seen, Random(seed))
    assert choices(view(other, seat)) == choices(seen)
    assert hash(choices(view(other, seat))) == hash(choices(seen))


@fewer(4)
@given(decisions())
def test_the_menu_has_every_move_once(state: State) -> None:
    """Whoever chooses from the menu can do all that is legal; options of one entry differ in their part."""
    _, found = mine(state)
    places = [option.move for entry in found.menu for option in entry.options]
    assert sorted(places) == list(range(len(found.moves)))
    for entry in found.menu:
        parts = [option.part for option in entry.options]
        assert len(parts) == len(set(parts))
        for option in entry.options:
            assert option.part is None or option.part in found.moves[option.move].parts


@fewer(4)
@given(decisions())
def test_pointing_narrows_the_moves_down(state: State) -> None:
    """A move is among those that its parts stand for; beside it there is at most one with more parts: with the tile."""
    _, found = mine(state)
    for move in found.moves:
        left = found.through(*move.parts)
        assert move in left
        assert all(set(move.parts) <= set(other.parts) for other in left)
        assert len(left) == 1 or all(
            isinstance(other.action, PlayCard | UseSpace) for other in left
        )


@given(st.data(), decisions(), seeds())
def test_a_move_does_what_it_promises(data: st.DataObject, state: State, seed: int) -> None:
    """Landing, cost, gain, points and whether it can be taken back are those of the transition."""
    _, found = mine(state)
    offer = data.draw(st.sampled_from(found.moves))
    what = transition(state, offer.action, Random(seed))
    assert offer.reveals == what.reveals
    assert_landing(offer, state, tuple(what.events))
    if what.draws:
        assert len(what.draws) == (offer.gain or NOTHING).drawn or offer.duels
        return
    seat = state.active
    assert_exchange(offer, state.players[seat], what.state.players[seat])
    assert offer.points == score(what.state, seat).total - score(state, seat).total


def assert_landing(offer: Offer, state: State, events: tuple[object, ...]) -> None:
    """The landing is where the events say."""
    moved = [event for event in events if isinstance(event, FigureMoved)]
    assert (offer.landing is not None) == bool(moved)
    if offer.landing is not None:
        waits = {"full": SpaceFull, "alcazar": AlcazarEntered}.get(offer.landing.waits)
        assert offer.landing.step == moved[0].step
        assert waits is None or any(isinstance(event, waits) for event in events)
        assert offer.landing.owner == state.owner(offer.landing.step)


def assert_exchange(offer: Offer, before: Player, after: Player) -> None:
    """What a player has afterwards is what they had, less the cost, with the gain."""
    cost, gain = offer.cost or NOTHING, offer.gain or NOTHING
    assert after.hand == minus(before.hand, cost.cards)
    assert after.shops == minus(before.shops, cost.shops)
    assert after.metal == before.metal - cost.metal + gain.metal
    assert after.gems == before.gems - cost.gems + gain.gems
    assert after.swords == multiset((*minus(before.swords, cost.swords), *gain.swords))
    assert after.tiles == multiset((*minus(before.tiles, cost.tiles), *gain.tiles))
    assert after.paintings == multiset((*before.paintings, *gain.paintings))


@fewer(4)
@given(decisions(), seeds())
def test_a_landing_knows_its_price_and_the_rivals(state: State, seed: int) -> None:
    """USE-03, USE-05, OCC-01: what can be paid and who can be challenged after landing is what was foretold."""
    _, found = mine(state)
    for offer in found.moves:
        if offer.landing is None:
            continue
        after = transition(state, offer.action, Random(seed)).state
        uses = [use for use in legal_actions(after) if isinstance(use, UseSpace)]
        assert all((use.pay.value if use.pay else 0) >= offer.landing.price for use in uses)
        assert all((use.pay is None) == (offer.landing.price == 0) for use in uses)
        rivals = [one.rival for one in legal_actions(after) if isinstance(one, Challenge)]
        assert [*offer.landing.rivals] == rivals


@fewer(4)
@given(decisions())
def test_the_chances_are_those_of_the_duel(state: State) -> None:
    """The odds of a challenge now, and those of the duels that a card may lead to, once it is played."""
    seen, found = mine(state)
    for offer in found.moves:
        at = seen
        if isinstance(offer.action, PlayCard) and offer.duels:
            at = view(transition(state, offer.action, Random(0)).state, state.active)
        for duel in offer.duels:
            assert duel.wins == duel_odds(at, duel.rival).attacker_wins
        if isinstance(offer.action, Challenge):
            assert [duel.rival for duel in offer.duels] == [offer.action.rival]


@fewer()
@given(st.data(), positions())
def test_everything_has_words(data: st.DataObject, state: State) -> None:
    """Labels, sentences and reasons can be put into words, with names and without."""
    seat = viewer(data, state)
    names = data.draw(st.sampled_from(((), ("Ana", "Ben", "Carla", "Dora", "Eli", "Fay"))))
    found = choices(view(state, seat), names=names)
    said = [found.prompt, *(part.label for part in found.parts)]
    said += [reason.message for reason in found.reasons.values()]
    said += [message for move in found.moves for message in (move.message,)]
    said += [entry.message for entry in found.menu]
    assert all(render(message, "de") for message in dict.fromkeys(said))
