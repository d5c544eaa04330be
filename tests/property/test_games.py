"""Law 11: play that prefers progress ends; scores stay in their bounds; the ranking is a total preorder."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import (
    built_positions,
    fewer,
    journeys,
    openings,
    played_positions,
    positions,
    seeds,
)
from toledo_rules import MOVEMENT, State, apply, legal_actions, new_game, outcome, ranking, score
from toledo_rules.testing import PROGRESS, Journey, play_through


class TestProgress:
    """Games end if players want them to (A-117: no rule makes them)."""

    @fewer(2)
    @given(openings(), seeds())
    def test_play_that_prefers_progress_ends(self, state: State, seed: int) -> None:
        """Law 11: from every start, with every number of players, in every edition."""
        journey = play_through(state, PROGRESS, Random(seed))
        assert journey[-1].what.state.over

    @fewer(2)
    @given(built_positions(), seeds())
    def test_it_ends_from_anywhere(self, state: State, seed: int) -> None:
        """Law 11: also from a position that nobody would get into."""
        journey = play_through(state, PROGRESS, Random(seed))
        assert not journey or journey[-1].what.state.over

    @fewer()
    @given(journeys(by=[PROGRESS]))
    def test_somebody_got_enough_figures_home(self, journey: Journey) -> None:
        """I-22: at the end at least one player has enough figures in the Alcazar, and so had the trigger."""
        last = journey[-1].what.state
        assert last.over
        assert last.trigger is not None
        assert last.players[last.trigger].inside >= last.edition.last_round_at

    def test_random_play_through_apply_ends(self) -> None:
        """Law 11, I-40: plain random play with `apply`, as a user would write it, comes to an end and repeats."""

        def play(seed: int) -> State:
            rng = Random(seed)
            state = new_game(2 + seed % 3, rng)
            while not state.over:
                state = apply(state, rng.choice(legal_actions(state)), rng)
            return state

        for seed in range(6):
            assert play(seed) == play(seed)


class TestScores:
    """I-37: what can be reached at all."""

    @given(positions())
    def test_bounds_for_one_player(self, state: State) -> None:
        """A-124: never less than the penalty of the movement tile, never more than all there is."""
        edition = state.edition
        most = (
            sum(sword.value for sword in edition.swords)
            + sum(edition.paintings)
            + edition.gems // 2
        )
        for seat in range(len(state.players)):
            assert -edition.movement_penalty <= score(state, seat).total <= most

    @given(positions())
    def test_bounds_for_all_together(self, state: State) -> None:
        """I-02, I-05, I-37: nothing scores twice."""
        edition = state.edition
        together = sum(score(state, seat).total for seat in range(len(state.players)))
        assert together <= (
            sum(sword.value for sword in edition.swords)
            + sum(edition.paintings)
            + edition.gems // 2
        )
        assert together >= -edition.movement_penalty * edition.tiles.count(MOVEMENT)

    @given(positions())
    def test_every_line_names_what_it_counts(self, state: State) -> None:
        """SCO-01 to SCO-06: one line for each sword and painting, one for the gems, one for the tile; no others."""
        for seat, player in enumerate(state.players):
            lines = Counter(line.kind for line in score(state, seat).lines)
            assert lines == Counter(
                delivered_sword=len(player.delivered),
                sword_in_front=len(player.swords),
                painting=len(player.paintings),
                gems=int(player.gems > 0),
                movement_tile=int(MOVEMENT in player.tiles),
            )


class TestRanking:
    """TIE-01 to TIE-04, I-38."""

    @given(positions())
    def test_everybody_has_a_place(self, state: State) -> None:
        """Law 11: the ranking is total: each player once, from the first place on."""
        places = ranking(state)
        assert sorted(place.seat for place in places) == list(range(len(state.players)))
        assert places[0].place == 1
        assert all(earlier.place <= later.place for earlier, later in pairwise(places))

    @given(positions())
    def test_it_is_a_total_preorder(self, state: State) -> None:
        """Law 11: any two players can be compared; sharing a place means to be equal in everything that counts."""
        merits = [(p.place, (p.points, p.cards, p.card_sum or 0)) for p in ranking(state)]
        for place, merit in merits:
            assert place == 1 + sum(other > merit for _, other in merits), "so many are better"
            for other_place, other in merits:
                assert (place < other_place) == (merit > other)
                assert (place == other_place) == (merit == other)

    @given(st.one_of(played_positions(), built_positions(moments=("over",))))
    def test_outcome(self, state: State) -> None:
        """I-38, END-03, A-126: nobody wins before the end; then all who share the first place win."""
        result = outcome(state)
        assert (result is not None) == state.over
        if result is not None:
            assert result.winners
            assert result.winners == {p.seat for p in ranking(state) if p.place == 1}
            assert result.ranking == ranking(state)
            assert result.sheets == tuple(score(state, seat) for seat in range(len(state.players)))
