"""Strategies for hypothesis: positions, moves and games of Toledo, for tests of anything built on the rules.

    from hypothesis import given
    from toledo_rules.testing.strategies import positions

    @given(positions())
    def test_something_of_every_position(state): ...

Needs the extra ``testing``.

Positions come from three sources, because each alone leaves corners unvisited: a few arbitrary moves from the start
(these shrink move by move), games of the policies in `toledo_rules.testing` (deep, and cheap because games are played
once and cached), and positions laid out at random (short piles, crowded roads, the middle of a turn).

All take an edition, or a strategy for editions, and a number of players; without one, any number that the edition
allows. Numbers of players and moves shrink towards the smallest, actions towards the first legal one, laid-out
positions towards an empty board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

try:
    from hypothesis import strategies as st
    from hypothesis.strategies import DrawFn, SearchStrategy
except ImportError as _error:
    raise ImportError(
        f"{__name__} needs {_error.name}: pip install '.[testing]' in a checkout of toledo-rules",
        name=_error.name,
    ) from _error

from toledo_rules._engine import legal_actions, step
from toledo_rules._setup import new_game
from toledo_rules.actions import Action, Move, universe
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import KOSMOS_2008, edition_of
from toledo_rules.state import Drawing, Duel, State
from toledo_rules.testing import moves
from toledo_rules.testing._games import (
    CHANCES,
    DECISIONS,
    FIGHTING,
    MOMENTS,
    POLICIES,
    Journey,
    Leg,
    Moment,
    Policy,
    lay_out,
    play_through,
)

__all__ = [
    "actions",
    "built_positions",
    "chance_positions",
    "decisions",
    "early_positions",
    "journeys",
    "kept_game",
    "known_actions",
    "legs",
    "openings",
    "played_positions",
    "positions",
    "possible_moves",
    "seats",
    "seeds",
    "tables",
    "viewers",
]

Editions: TypeAlias = Edition | str | SearchStrategy[Edition]
"""One edition, or a strategy for editions."""

TableSetting: TypeAlias = tuple[Edition, int]
"""An edition and a number of players for it."""

LONGEST = 800
"""The maximum number of moves of a cached game."""

GAMES = 5
"""The number of cached games for each edition, number of players and policy."""


# Positions.


def positions(
    *, edition: Editions = KOSMOS_2008, players: int | None = None
) -> SearchStrategy[State]:
    """Any position: at a decision, at a chance step, or at the end of a game.

    >>> from hypothesis import find, settings
    >>> once = settings(derandomize=True, database=None)
    >>> find(positions(players=3), lambda state: state.active == 2, settings=once).active
    2
    """
    return (
        early_positions(edition=edition, players=players)
        | played_positions(edition=edition, players=players)
        | built_positions(edition=edition, players=players)
    )


def decisions(
    *, edition: Editions = KOSMOS_2008, players: int | None = None
) -> SearchStrategy[State]:
    """Positions in which a player decides."""
    sources = (
        early_positions(edition=edition, players=players)
        | played_positions(edition=edition, players=players)
        | built_positions(edition=edition, players=players, moments=DECISIONS)
    )
    return sources.filter(lambda state: not state.over and not state.chance)


def chance_positions(
    *,
    edition: Editions = KOSMOS_2008,
    players: int | None = None,
    moments: Sequence[Moment] = CHANCES,
) -> SearchStrategy[State]:
    """Positions in which chance is next: a draw, or a round of a duel, depending on the moments."""
    sources = _chances_in_games(tables(edition, players), moments) | built_positions(
        edition=edition, players=players, moments=moments
    )
    return sources.filter(lambda state: state.chance)


def openings(
    *, edition: Editions = KOSMOS_2008, players: int | None = None
) -> SearchStrategy[State]:
    """Positions at the start of a game."""
    return _openings(tables(edition, players))


def early_positions(
    *, edition: Editions = KOSMOS_2008, players: int | None = None
) -> SearchStrategy[State]:
    """Positions a few arbitrary moves after the start; each move shrinks by itself."""
    return _early_positions(tables(edition, players))


def played_positions(
    *,
    edition: Editions = KOSMOS_2008,
    players: int | None = None,
    by: Sequence[Policy] = POLICIES,
) -> SearchStrategy[State]:
    """Positions in games of these policies, the end included."""
    return journeys(edition=edition, players=players, by=by).flatmap(
        lambda journey: st.integers(0, len(journey)).map(
            lambda place: journey[place].before if place < len(journey) else journey[-1].what.state
        )
    )


def built_positions(
    *,
    edition: Editions = KOSMOS_2008,
    players: int | None = None,
    moments: Sequence[Moment] = MOMENTS,
) -> SearchStrategy[State]:
    """Positions laid out at random, at one of these moments where the board allows it."""
    return _built_positions(tables(edition, players), moments)


# Games and moves.


def journeys(
    *,
    edition: Editions = KOSMOS_2008,
    players: int | None = None,
    by: Sequence[Policy] = POLICIES,
) -> SearchStrategy[Journey]:
    """Whole games of one of these policies, move by move, to the end or to `LONGEST` moves."""
    return st.builds(
        lambda table, policy, number: kept_game(*table, policy, number),
        tables(edition, players),
        st.sampled_from(by),
        st.integers(0, GAMES - 1),
    )


def legs(*, edition: Editions = KOSMOS_2008, players: int | None = None) -> SearchStrategy[Leg]:
    """Any position that is not over, any move in it, and the transition."""
    return _legs(positions(edition=edition, players=players))


def actions(state: State) -> SearchStrategy[Action]:
    """Legal actions of a position in which a player decides.

    >>> from hypothesis import find
    >>> from toledo_rules.testing import Table
    >>> find(actions(Table(2).lay()), lambda action: True)
    TakeCards()
    """
    return st.sampled_from(legal_actions(state))


def possible_moves(state: State) -> SearchStrategy[Move]:
    """Everything that can happen next in a position that is not over: legal actions, or draws of chance."""
    return st.sampled_from(moves(state))


def known_actions(edition: Edition | str = KOSMOS_2008) -> SearchStrategy[Action]:
    """Any action that an edition can ever offer, legal or not."""
    return st.sampled_from(universe(edition).actions)


# Tables.


def tables(
    edition: Editions = KOSMOS_2008, players: int | None = None
) -> SearchStrategy[TableSetting]:
    """An edition and a number of players for it."""
    editions = st.just(edition_of(edition)) if isinstance(edition, Edition | str) else edition
    return editions.flatmap(
        lambda one: st.tuples(
            st.just(one),
            st.integers(one.least_players, one.most_players)
            if players is None
            else st.just(players),
        )
    )


def seeds() -> SearchStrategy[int]:
    """Seeds for a `random.Random`."""
    return st.integers(0, 2**32 - 1)


def seats(state: State) -> SearchStrategy[Seat]:
    """Seats at the table."""
    return st.integers(0, len(state.players) - 1)


def viewers(state: State) -> SearchStrategy[Seat | None]:
    """A viewer of a position: a seat, or a spectator."""
    return st.none() | seats(state)


@lru_cache(maxsize=512)
def kept_game(edition: Edition, players: int, policy: Policy, number: int) -> Journey:
    """Return a game of a policy against itself, played once and cached: the same number gives the same game."""
    rng = Random(number)
    start = new_game(players, rng, edition=edition, first=number % players)
    return play_through(start, policy, rng, most=LONGEST)


@st.composite
def _openings(draw: DrawFn, table: SearchStrategy[TableSetting]) -> State:
    edition, players = draw(table)
    first = draw(st.integers(0, players - 1))
    return new_game(players, Random(draw(seeds())), edition=edition, first=first)


@st.composite
def _early_positions(draw: DrawFn, table: SearchStrategy[TableSetting]) -> State:
    state = draw(_openings(table))
    for _ in range(draw(st.integers(0, 12))):
        if state.over:
            break
        state = step(state, draw(possible_moves(state))).state
    return state


@st.composite
def _built_positions(
    draw: DrawFn, table: SearchStrategy[TableSetting], moments: Sequence[Moment]
) -> State:
    edition, players = draw(table)
    moment = draw(st.sampled_from(moments))
    return lay_out(edition, players, draw(st.randoms(use_true_random=False)), moment)


@st.composite
def _chances_in_games(
    draw: DrawFn, table: SearchStrategy[TableSetting], moments: Sequence[Moment]
) -> State:
    kinds = {Duel if moment == "duel" else Drawing for moment in moments}
    edition, players = draw(table)
    by = FIGHTING if kinds == {Duel} else POLICIES
    journey = draw(journeys(edition=edition, players=players, by=by))
    found = [leg.before for leg in journey if type(leg.before.phase) in kinds]
    return draw(st.sampled_from(found or [leg.before for leg in journey]))


@st.composite
def _legs(draw: DrawFn, states: SearchStrategy[State]) -> Leg:
    state = draw(states.filter(lambda state: not state.over))
    move = draw(possible_moves(state))
    return Leg(state, move, step(state, move))
