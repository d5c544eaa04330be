"""Strategies for hypothesis: editions, positions, moves and games of Toledo, for tests of anything built on the rules.

    @given(positions())
    def test_something_of_every_position(state): ...

Positions come from three sources, because each alone leaves corners unvisited: a few arbitrary moves from the start
(these shrink move by move), games of the policies in `policies` (deep, and cheap since games are played once and kept),
and positions laid out at random (`layouts`: short piles, crowded roads, the middle of a turn).

What shrinks: the edition towards the first in `EDITIONS`, players and moves towards few, actions towards the first
legal one, laid-out positions towards an empty board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from attrs import fields
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

from exploration import moves
from layouts import CHANCES, DECISIONS, MOMENTS, Moment, lay_out
from policies import FIGHTING, POLICIES, Journey, Ply, Policy, play_through
from toledo_rules import (
    KOSMOS_2008,
    Action,
    Card,
    Challenge,
    Deliver,
    Edition,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Seat,
    ShopTile,
    State,
    Sword,
    UseSpace,
    new_game,
    shipped_edition,
    step,
    universe,
)
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.state import Drawing, Duel

TINY: tuple[Edition, ...] = tuple(map(shipped_edition, SHIPPED_EDITIONS[1:]))
"""The tiny editions of the specification."""

EDITIONS: tuple[Edition, ...] = (*TINY, KOSMOS_2008)
"""All editions: the tiny ones first."""

WITH_TAVERNS: tuple[Edition, ...] = tuple(
    edition for edition in EDITIONS if any(space.kind == "tavern" for space in edition.road)
)
"""The editions with a tavern on their road."""

LONGEST = 800
"""A kept game is cut off after so many moves."""

GAMES = 5
"""So many games are kept for each edition, number of players and policy."""


def fewer(part: int = 5) -> settings:
    """Fewer examples than usual, for tests whose single example is dear."""
    return settings(max_examples=max(5, settings().max_examples // part))


def editions() -> SearchStrategy[Edition]:
    """Any edition: the full one in half of the cases, since most is possible there."""
    return st.sampled_from(EDITIONS) | st.just(KOSMOS_2008)


@st.composite
def tables(draw: DrawFn, of: Sequence[Edition] = EDITIONS) -> tuple[Edition, int]:
    """An edition and a number of players for it."""
    edition = draw(editions() if of is EDITIONS else st.sampled_from(of))
    return edition, draw(st.integers(edition.least_players, edition.most_players))


def seeds() -> SearchStrategy[int]:
    """Seeds for a `random.Random`."""
    return st.integers(0, 2**32 - 1)


@st.composite
def openings(draw: DrawFn, of: Sequence[Edition] = EDITIONS) -> State:
    """The start of a game."""
    edition, players = draw(tables(of))
    first = draw(st.integers(0, players - 1))
    return new_game(players, Random(draw(seeds())), edition=edition, first=first)


@st.composite
def early_positions(draw: DrawFn, of: Sequence[Edition] = EDITIONS) -> State:
    """A few arbitrary moves after the start; each move shrinks by itself."""
    state = draw(openings(of))
    for _ in range(draw(st.integers(0, 12))):
        if state.over:
            break
        state = step(state, draw(st.sampled_from(moves(state)))).state
    return state


@cache
def kept_game(edition: Edition, players: int, policy: Policy, number: int) -> Journey:
    """A game of a policy against itself, played once and kept: the same number gives the same game."""
    rng = Random(number)
    start = new_game(players, rng, edition=edition, first=number % players)
    return play_through(start, policy, rng, most=LONGEST)


@st.composite
def journeys(
    draw: DrawFn, of: Sequence[Edition] = EDITIONS, by: Sequence[Policy] = POLICIES
) -> Journey:
    """A whole game, move by move, up to its end or to `LONGEST` moves."""
    edition, players = draw(tables(of))
    policy = draw(st.sampled_from(by))
    return kept_game(edition, players, policy, draw(st.integers(0, GAMES - 1)))


@st.composite
def played_plies(
    draw: DrawFn, of: Sequence[Edition] = EDITIONS, by: Sequence[Policy] = POLICIES
) -> Ply:
    """A move in a game of a policy."""
    journey = draw(journeys(of, by))
    return journey[draw(st.integers(0, len(journey) - 1))]


@st.composite
def played_positions(
    draw: DrawFn, of: Sequence[Edition] = EDITIONS, by: Sequence[Policy] = POLICIES
) -> State:
    """A position in a game of a policy, its end included."""
    journey = draw(journeys(of, by))
    place = draw(st.integers(0, len(journey)))
    return journey[-1].what.state if place == len(journey) else journey[place].before


@st.composite
def built_positions(
    draw: DrawFn, of: Sequence[Edition] = EDITIONS, moments: Sequence[Moment] = MOMENTS
) -> State:
    """A position laid out at random, at one of these moments if that is possible."""
    edition, players = draw(tables(of))
    moment = draw(st.sampled_from(moments))
    return lay_out(edition, players, draw(st.randoms(use_true_random=False)), moment)


def positions(of: Sequence[Edition] = EDITIONS) -> SearchStrategy[State]:
    """Any position, at a decision, at a chance step or over."""
    return early_positions(of) | played_positions(of) | built_positions(of)


def decisions(of: Sequence[Edition] = EDITIONS) -> SearchStrategy[State]:
    """A position in which a player decides."""
    sources = early_positions(of) | played_positions(of) | built_positions(of, DECISIONS)
    return sources.filter(lambda state: not state.over and not state.chance)


def chance_positions(
    of: Sequence[Edition] = EDITIONS, moments: Sequence[Moment] = CHANCES
) -> SearchStrategy[State]:
    """A position in which chance is next: a draw, or a round of a duel, as the moments say."""
    sources = _chances_in_games(of, moments) | built_positions(of, moments)
    return sources.filter(lambda state: state.chance)


@st.composite
def _chances_in_games(draw: DrawFn, of: Sequence[Edition], moments: Sequence[Moment]) -> State:
    kinds = {Duel if moment == "duel" else Drawing for moment in moments}
    journey = draw(journeys(of, FIGHTING if kinds == {Duel} else POLICIES))
    found = [ply.before for ply in journey if type(ply.before.phase) in kinds]
    return draw(st.sampled_from(found or [ply.before for ply in journey]))


@st.composite
def plies(draw: DrawFn, of: Sequence[Edition] = EDITIONS) -> Ply:
    """Any position that is not over, any move of it, and what comes of it."""
    state = draw(positions(of).filter(lambda state: not state.over))
    move = draw(st.sampled_from(moves(state)))
    return Ply(state, move, step(state, move))


def seats(state: State) -> SearchStrategy[Seat]:
    """A seat at the table."""
    return st.integers(0, len(state.players) - 1)


def viewers(state: State) -> SearchStrategy[Seat | None]:
    """Somebody who looks on: a seat, or a spectator."""
    return st.none() | seats(state)


def known_actions(edition: Edition) -> SearchStrategy[Action]:
    """Any action that an edition can ever offer."""
    return st.sampled_from(universe(edition).actions)


def strange_actions(edition: Edition) -> SearchStrategy[Action]:
    """Actions that no edition offers: off the road, with cards, swords, tiles and rivals that do not exist.

    Some parts of them are as they should be, so that every check comes to its turn.
    """
    last = edition.last_step
    steps = st.sampled_from((0, 1, last, last + 1, -1, -last, 10**9)) | st.integers()
    known_cards = st.sampled_from(edition.cards)
    cards = known_cards | st.builds(
        Card,
        st.integers(0, 99),
        st.sampled_from((*edition.duel_colours, "neutral", "pink", "")),
        st.sampled_from(("attacker", "defender")),
    )
    swords = st.builds(Sword, st.integers(0, 20), st.integers(0, 5), st.integers(0, 5))
    shop_tiles = st.builds(
        ShopTile, st.sampled_from(("metal", "gem", "smith", "fencing")), st.integers(0, 9)
    )
    tiles = st.sampled_from((*edition.duel_colours, "movement", "neutral", "pink", ""))
    return st.one_of(
        st.builds(
            PlaceShop, st.sampled_from(edition.shops) if edition.shops else shop_tiles, steps
        ),
        st.builds(PlaceShop, shop_tiles, steps),
        st.builds(ReturnFigure, steps),
        st.builds(PlayCard, cards, steps, st.booleans()),
        st.builds(Challenge, st.integers(-9, 9)),
        st.builds(UseSpace, st.none() | cards, st.none() | swords | tiles, st.none() | tiles),
        st.builds(Deliver, swords),
    )


# How hypothesis prints a failing example: an edition by its name, a position one part to a line.


def _print_edition(edition: Edition, printer: RepresentationPrinter, _: bool) -> None:
    printer.text(edition.name)


def _print_state(state: State, printer: RepresentationPrinter, _: bool) -> None:
    with printer.group(4, "State(", ")"):
        for field in fields(State):
            value = getattr(state, field.name)
            for part in value if field.name == "players" else (value,):
                printer.break_()
                printer.text(f"{field.name}: {part!r}")


for_type_by_name(Edition.__module__, Edition.__name__, _print_edition)
for_type_by_name(State.__module__, State.__name__, _print_state)
