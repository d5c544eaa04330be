"""Law 5: chance is explicit. Its probabilities are exact and sum to 1, and `apply` draws only what is listed.

Also here: why a pile without an order is as good as a shuffled one (decision 2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import TypeVar

from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.exploration import Chances, every_way
from tests.strategies import (
    WITH_TAVERNS,
    Ply,
    built_positions,
    chance_positions,
    decisions,
    fewer,
    journeys,
    plies,
    positions,
    seeds,
)
from toledo_rules import (
    TAKE_CARDS,
    Cards,
    Draw,
    State,
    apply,
    chance_outcomes,
    legal_actions,
    step,
    transition,
)
from toledo_rules._multiset import multiset
from toledo_rules.state import Drawing, Duel
from toledo_rules.testing import Journey

T = TypeVar("T")

FEW = 4
"""So many cards in the piles can be followed through every order."""


def with_few_cards(state: State) -> State:
    """The position with a few cards in the piles; the next player has got the others."""
    pile, discards = state.pile[:2], state.discards[: FEW - 2]
    others = (*state.pile[len(pile) :], *state.discards[len(discards) :])
    seat = (state.active + 1) % len(state.players)
    players = list(state.players)
    players[seat] = evolve(players[seat], hand=multiset((*players[seat].hand, *others)))
    return evolve(state, players=tuple(players), pile=pile, discards=discards)


class TestProbabilities:
    """Exact probabilities."""

    @given(chance_positions())
    def test_probabilities_are_those_of_the_cards(self, state: State) -> None:
        """Law 5: each kind of card in the pile once, as likely as it is frequent."""
        copies = Counter(state.pile)
        outcomes = chance_outcomes(state)
        assert dict(outcomes) == {
            Draw(card): Fraction(count, len(state.pile)) for card, count in copies.items()
        }
        assert len(outcomes) == len(copies)
        assert [draw.card for draw, _ in outcomes] == sorted(copies)

    @given(chance_positions())
    def test_probabilities_sum_to_one(self, state: State) -> None:
        """Law 5: exactly, as fractions."""
        probabilities = [probability for _, probability in chance_outcomes(state)]
        assert all(isinstance(probability, Fraction) for probability in probabilities)
        assert all(0 < probability <= 1 for probability in probabilities)
        assert sum(probabilities) == 1

    @given(positions())
    def test_chance_has_outcomes_only_when_it_is_next(self, state: State) -> None:
        """Law 5, law 4: either a player decides, or chance, or the game is over."""
        assert bool(chance_outcomes(state)) == state.chance
        assert state.chance == isinstance(state.phase, (Drawing, Duel))
        assert not (state.chance and legal_actions(state))

    @given(chance_positions())
    def test_every_outcome_can_happen(self, state: State) -> None:
        """Law 5: each listed card can be drawn, and leaves the pile."""
        for draw, _ in chance_outcomes(state):
            what = step(state, draw)
            assert what.draws == (draw,)
            if not any(type(event).__name__ == "PileReshuffled" for event in what.events):
                assert Counter(state.pile) - Counter(what.state.pile) == Counter([draw.card])


class TestReplay:
    """A record of actions and draws is enough."""

    @given(st.data(), decisions(), seeds())
    def test_folding_steps_over_the_draws(
        self, data: st.DataObject, state: State, seed: int
    ) -> None:
        """Law 5: the action and its draws, taken step by step, lead to the same position."""
        action = data.draw(st.sampled_from(legal_actions(state)))
        what = transition(state, action, Random(seed))
        here = step(state, action).state
        for draw in what.draws:
            listed = dict(chance_outcomes(here))
            assert draw in listed, "`apply` draws only listed outcomes"
            here = step(here, draw).state
        assert here == what.state == apply(state, action, Random(seed))
        assert not here.chance

    @given(plies())
    def test_only_draws_are_drawn(self, ply: Ply) -> None:
        """Law 5: a step has a draw exactly if it was chance's."""
        assert ply.what.draws == ((ply.move,) if isinstance(ply.move, Draw) else ())

    @fewer(10)
    @given(journeys())
    def test_a_game_replays_without_a_generator(self, journey: Journey) -> None:
        """I-40: the same deal and the same moves give the same game."""
        state = journey[0].before
        for ply in journey:
            state = step(state, ply.move).state
            assert state == ply.what.state


def by_steps(state: State, probability: Fraction = Fraction(1)) -> Iterator[tuple[State, Fraction]]:
    """Where the chance steps from here lead, and how likely each way is."""
    if not state.chance:
        yield state, probability
    for draw, chance in chance_outcomes(state):
        yield from by_steps(step(state, draw).state, probability * chance)


def summed(ways: Iterator[tuple[T, Fraction]]) -> Chances[T]:
    """The ways to the same thing taken together."""
    chances: Chances[T] = {}
    for thing, probability in ways:
        chances[thing] = chances.get(thing, Fraction(0)) + probability
    return chances


class TestDistributions:
    """Exact distributions, not samples of them."""

    @fewer(2)
    @given(
        st.data(),
        built_positions(edition=WITH_TAVERNS, moments=("start", "at a tavern", "transit")),
    )
    def test_apply_draws_with_these_probabilities(self, data: st.DataObject, state: State) -> None:
        """Law 5: over everything that a generator can say, `apply` is distributed as `chance_outcomes` says."""
        state = with_few_cards(state)
        starting = [a for a in legal_actions(state) if step(state, a).state.chance]
        assume(starting)
        action = data.draw(st.sampled_from(starting))
        assert every_way(lambda rng: apply(state, action, rng)) == summed(
            by_steps(step(state, action).state)
        )

    @fewer(2)
    @given(built_positions(moments=("start",)))
    def test_a_pile_needs_no_order(self, state: State) -> None:
        """Decision 2, A-22, A-23: taking from a multiset is taking the top cards of a shuffled pile.

        Here every order of the pile, and of the discard pile for the reshuffle, is laid out and drawn from its top.
        """
        state = with_few_cards(state)
        assume(state.drawable)
        me = state.active
        hand, needed = state.players[me].hand, state.edition.cards_taken

        def top_cards() -> Iterator[tuple[Cards, Fraction]]:
            for pile in permutations(state.pile):
                for rest in permutations(state.discards):
                    yield multiset((*hand, *(*pile, *rest)[:needed])), Fraction(1)

        shuffled = summed(top_cards())
        ways = sum(shuffled.values())
        drawn = summed(
            (after.players[me].hand, probability)
            for after, probability in by_steps(step(state, TAKE_CARDS).state)
        )
        assert drawn == {cards: count / ways for cards, count in shuffled.items()}
