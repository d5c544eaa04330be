"""Laws 7 and 8: nobody learns what they may not know, and what they may know is enough to imagine the rest.

I-39: what a player is shown does not depend on the pile or on the other hands, but for public events.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import sqrt
from random import Random

import pytest
from attrs import astuple, evolve, fields
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.exploration import Chances, every_way
from tests.strategies import (
    Ply,
    chance_positions,
    decisions,
    known_actions,
    plies,
    positions,
    seats,
    seeds,
    viewers,
)
from toledo_rules import (
    Cards,
    Event,
    PlayerView,
    Seat,
    State,
    Transition,
    View,
    chance_outcomes,
    determinize,
    explain,
    follow,
    invariants,
    legal_actions,
    ranking,
    score,
    shipped_edition,
    step,
    view,
)
from toledo_rules._multiset import multiset, removed
from toledo_rules.events import HandShown
from toledo_rules.state import Drawing, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table

FORGOTTEN = shipped_edition("kosmos-2008 a130=forgotten")


def shown(seen: View) -> tuple[object, ...]:
    """Everything in a view, also what its equality might leave out."""
    return astuple(seen, recurse=False), repr(seen)


def told(what: Transition, seat: Seat | None) -> list[Event]:
    """The events as a seat sees them, but for the cards of hands that are shown: these were hidden before (A-128)."""
    seen = what.seen_by(seat)
    return [evolve(event, cards=()) if isinstance(event, HandShown) else event for event in seen]


def public(state: State, seat: Seat | None) -> View:
    """What a seat sees, but for hands that are shown at the end."""
    if not state.over:
        return view(state, seat)
    players = tuple(evolve(player, known=()) for player in state.players)
    return view(evolve(state, players=players), seat)


class TestNothingLeaks:
    """Law 7: equal views give equal legal actions, equal explanations and equal events."""

    @given(st.data(), decisions(), seeds())
    def test_to_the_active_player(self, data: st.DataObject, state: State, seed: int) -> None:
        """Law 7: whoever decides sees the same choices, and the same reasons, whatever the hidden cards are."""
        me = state.active
        other = determinize(view(state, me), Random(seed))
        assert legal_actions(other) == legal_actions(state)
        action = data.draw(known_actions(state.edition))
        assert explain(other, action) == explain(state, action)
        action = data.draw(st.sampled_from(legal_actions(state)))
        here, there = step(state, action), step(other, action)
        assert told(there, me) == told(here, me)
        assert there.reveals == here.reveals
        assert public(there.state, me) == public(here.state, me)

    @given(st.data(), decisions(), seeds())
    def test_to_onlookers(self, data: st.DataObject, state: State, seed: int) -> None:
        """Law 7: the others are told the same of the same action, whatever they cannot see."""
        seat = data.draw(viewers(state))
        other = determinize(view(state, seat), Random(seed))
        common = [a for a in legal_actions(state) if explain(other, a) is None]
        assume(common)
        action = data.draw(st.sampled_from(common))
        here, there = step(state, action), step(other, action)
        assert told(there, seat) == told(here, seat)
        assert there.reveals == here.reveals
        assert shown(public(there.state, seat)) == shown(public(here.state, seat))

    @given(chance_positions(moments=("taking", "drinking")))
    def test_a_drawn_card_is_hidden(self, state: State) -> None:
        """Law 7, A-131: to the others, whatever card was drawn, the same thing happened."""
        assume(isinstance(state.phase, Drawing))
        drawer = state.active
        for seat in (None, *range(len(state.players))):
            heard = set()
            for draw, _ in chance_outcomes(state):
                what = step(state, draw)
                heard.add((tuple(told(what, seat)), public(what.state, seat)))
            assert len(heard) == (len(chance_outcomes(state)) if seat == drawer else 1)

    @given(st.data(), chance_positions(), seeds())
    def test_of_chance(self, data: st.DataObject, state: State, seed: int) -> None:
        """Law 7: the same draw tells the same to whoever has the same view."""
        seat = data.draw(viewers(state))
        other = determinize(view(state, seat), Random(seed))
        draws = dict(chance_outcomes(other))
        common = [draw for draw, _ in chance_outcomes(state) if draw in draws]
        assume(common)
        draw = data.draw(st.sampled_from(common))
        here, there = step(state, draw), step(other, draw)
        assert told(there, seat) == told(here, seat)
        assert shown(public(there.state, seat)) == shown(public(here.state, seat))

    @given(st.data(), positions(), seeds())
    def test_scores_are_public(self, data: st.DataObject, state: State, seed: int) -> None:
        """A-129: points follow from what lies open; only the tie-break looks into hands (A-128)."""
        other = determinize(view(state, data.draw(viewers(state))), Random(seed))
        for seat in range(len(state.players)):
            assert score(other, seat) == score(state, seat)
        by_seat = {place.seat: (place.points, place.cards) for place in ranking(state)}
        assert {place.seat: (place.points, place.cards) for place in ranking(other)} == by_seat

    @given(positions())
    def test_a_view_has_no_place_for_secrets(self, state: State) -> None:
        """I-39, A-128: of other hands a view has the number and the known part, of the pile the number."""
        assert {field.name for field in fields(PlayerView)}.isdisjoint(
            {"hand", "secret", "cards_in_hand"}
        )
        for seat in (None, *range(len(state.players))):
            seen = view(state, seat)
            assert seen.hand == (() if seat is None else state.players[seat].hand)
            assert seen.pile == len(state.pile)
            for player, public in zip(state.players, seen.players, strict=True):
                assert public.cards == len(player.hand)
                assert public.known == player.known
            assert shown(view(shuffled(state, seat), seat)) == shown(seen)


def shuffled(state: State, seat: int | None) -> State:
    """The position with the pile and the unknown cards of all hands but one in reverse: as unlike it as can be."""
    hidden = list(state.pile)
    for other, player in enumerate(state.players):
        if other != seat:
            hidden += minus_known(player.hand, player.known)
    hidden.sort(reverse=True)
    players = list(state.players)
    for other, player in enumerate(state.players):
        if other != seat:
            unknown = len(player.hand) - len(player.known)
            dealt, hidden = hidden[:unknown], hidden[unknown:]
            players[other] = evolve(player, hand=multiset((*player.known, *dealt)))
    return evolve(state, players=tuple(players), pile=multiset(hidden))


def minus_known(hand: Cards, known: Cards) -> Cards:
    """The cards of a hand that only its player knows."""
    for card in known:
        hand = removed(hand, card)
    return hand


class TestImagination:
    """Law 8: a position that agrees with a view looks exactly like it, and could be real."""

    @given(st.data(), positions(), seeds())
    def test_view_of_an_imagined_position(
        self, data: st.DataObject, state: State, seed: int
    ) -> None:
        """Law 8: `view(determinize(view(s, p), rng), p) == view(s, p)`, for seats and spectators."""
        seat = data.draw(viewers(state))
        seen = view(state, seat)
        assert shown(view(determinize(seen, Random(seed)), seat)) == shown(seen)

    @given(st.data(), positions(), seeds())
    def test_imagined_positions_are_sound(
        self, data: st.DataObject, state: State, seed: int
    ) -> None:
        """Law 1, law 8: every invariant holds there, so one can play on."""
        seat = data.draw(viewers(state))
        assert list(invariants(determinize(view(state, seat), Random(seed)))) == []

    @given(st.data(), positions(), seeds())
    def test_known_cards_stay(self, data: st.DataObject, state: State, seed: int) -> None:
        """Law 8, A-130: publicly known cards are part of the position: every imagined hand has them."""
        seat = data.draw(viewers(state))
        imagined = determinize(view(state, seat), Random(seed))
        for player, real in zip(imagined.players, state.players, strict=True):
            assert player.known == real.known
            minus_known(player.hand, real.known)  # raises if one is missing

    @given(st.data(), positions(), seeds())
    def test_the_same_seed_imagines_the_same(
        self, data: st.DataObject, state: State, seed: int
    ) -> None:
        """I-40: the generator is the only source of chance."""
        seen = view(state, data.draw(seats(state)))
        assert determinize(seen, Random(seed)) == determinize(seen, Random(seed))

    @given(plies())
    def test_known_cards_only_come_by_payment(self, ply: Ply) -> None:
        """A-60, A-130: what is known of a hand grows by a payment and shrinks when such a card leaves it."""
        before, after = ply.before, ply.what.state
        for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
            paid_in = seat != before.active and len(now.hand) > len(was.hand)
            assert (len(now.known) > len(was.known)) == paid_in
            if seat != before.active and not paid_in:
                assert now.known == was.known

    @given(st.data(), plies(edition=FORGOTTEN), seeds())
    def test_nothing_is_known_if_it_is_forgotten(
        self, data: st.DataObject, ply: Ply, seed: int
    ) -> None:
        """Law 8, law 10, A-130, A-128: until hands are shown, for those who follow and for those who imagine too."""
        before, after = ply.before, ply.what.state
        seat = data.draw(viewers(before))
        assert follow(view(before, seat), ply.what.seen_by(seat)) == view(after, seat)
        for state in (before, determinize(view(before, seat), Random(seed))):
            assert list(invariants(state)) == []
            assert state.over or not any(player.known for player in state.players)
        shown = {event.seat for event in ply.what.events if isinstance(event, HandShown)}
        if not before.over:
            assert {place for place, one in enumerate(after.players) if one.known} == shown


# Uniformity, on views so small that every arrangement of the hidden cards can be listed.


def arrangements(state: State, seat: Seat) -> Chances[State]:
    """Every position that looks the same to a seat, and how likely it is: all orders of the hidden cards are dealt."""

    def dealt(cards: Cards) -> State:
        players = list(state.players)
        for other, player in enumerate(state.players):
            if other != seat:
                unknown = len(player.hand) - len(player.known)
                players[other] = evolve(player, hand=multiset((*player.known, *cards[:unknown])))
                cards = cards[unknown:]
        return evolve(state, players=tuple(players), pile=multiset(cards))

    everything = (dealt(order) for order in permutations(hidden(state, seat)))
    counts = Counter(s for s in everything if not isinstance(s.phase, Transit) or legal_actions(s))
    return {same: Fraction(count, counts.total()) for same, count in counts.items()}


def chi_square(seen: View, expected: Chances[State], samples: int) -> float:
    """How far a sample of imagined positions is from what is expected."""
    rng, counts = Random(1541), dict.fromkeys(expected, 0)
    for _ in range(samples):
        counts[determinize(seen, rng)] += 1  # a position that does not agree is an error at once
    return sum(
        float(counts[state] - samples * chance) ** 2 / float(samples * chance)
        for state, chance in expected.items()
    )


def critical(degrees: int) -> float:
    """The value that chi-square exceeds once in a thousand times (Wilson and Hilferty)."""
    spread = 2 / (9 * degrees)
    return degrees * (1 - spread + 3.09 * sqrt(spread)) ** 3


def hidden(state: State, seat: int) -> Cards:
    """The cards that a seat cannot place."""
    others = [p for other, p in enumerate(state.players) if other != seat]
    return multiset((*state.pile, *(c for p in others for c in minus_known(p.hand, p.known))))


def quiet_table() -> State:
    """Of six hidden cards two are Blue's (a third is known), one is Green's, three are the pile; some are alike."""
    table = Table(players=3)
    table.hand(RED, "4va 5bd").hand(BLUE, "1va 1bd 2nd", known="2nd").hand(GREEN, "3bd")
    table.pile("1va 1bd 3bd")
    return table.lay()


def crowded_table() -> State:
    """Green's figure is over a shop that only Green's own figure fills: Green must hold a card to move on with."""
    table = Table(players=3, active=GREEN)
    table.shop(4, GREEN, "gem", circles=1)
    table.shop(7, RED, "metal", circles=2)
    table.figures(GREEN, 4, transit=4)
    table.hand(RED, "4va 5bd").hand(BLUE, "3va").hand(GREEN, "3bd 1va")
    table.pile("1bd 1va 6nd")
    table.moving("3nd")
    return table.lay(Transit(4))


def values(state: State, seat: Seat) -> set[int]:
    """The values of the cards in a hand."""
    return {card.value for card in state.players[seat].hand}


class TestUniform:
    """Law 8: every arrangement of the hidden cards that a view allows is equally likely."""

    @pytest.mark.parametrize("state", [quiet_table(), crowded_table()], ids=["quiet", "crowded"])
    def test_samples_against_every_arrangement(self, state: State) -> None:
        """Law 8: imagined positions against the exact distribution; the seed is fixed, so this never flickers."""
        expected = arrangements(state, RED)
        assert state in expected
        statistic = chi_square(view(state, RED), expected, samples=40 * len(expected))
        assert statistic < critical(len(expected) - 1)

    def test_exactly(self) -> None:
        """Law 8: the same without samples, over everything that a generator could say."""
        state = quiet_table()
        seen = view(state, RED)
        assert every_way(lambda rng: determinize(seen, rng)) == arrangements(state, RED)

    def test_the_card_to_move_on_is_certain(self) -> None:
        """A-43: Green holds a 3, the only value that leads on, in every arrangement; Blue need not."""
        expected = arrangements(crowded_table(), RED)
        assert all(3 in values(same, GREEN) for same in expected)
        assert any(3 not in values(same, BLUE) for same in expected)

    def test_a_needle_in_a_haystack(self) -> None:
        """A-43, A-44: two links with the last two 6s there are; guessing hands would take thousands of tries."""
        sixes = "6va 6va 6vd 6vd 6ba 6ba 6bd 6bd 6ta 6ta 6td"
        table = Table(players=2, active=BLUE)
        table.shop(6, BLUE, "gem", circles=1)
        table.shop(18, BLUE, "metal", circles=1)
        table.figures(BLUE, 6, 12, 12, transit=6)
        table.hand(BLUE, "6na 6nd")
        table.discards(sixes)
        table.moving("6td")
        state = table.lay(Transit(6))
        seen = view(state, RED)
        assert determinize(seen, Random(3)).players[BLUE].hand == state.players[BLUE].hand
