"""The strategies of `toledo_rules.testing.strategies` over all our editions, the tiny ones of the specification too.

What shrinks: the edition towards the first in `EDITIONS`, and all that those strategies promise.
"""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from attrs import fields
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

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
    ShopTile,
    State,
    Sword,
    UseSpace,
    shipped_edition,
)
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.testing import Leg
from toledo_rules.testing import strategies as kit
from toledo_rules.testing.strategies import kept_game, known_actions, seats, seeds, viewers

__all__ = [
    "EDITIONS",
    "TINY",
    "WITH_TAVERNS",
    "Ply",
    "built_positions",
    "chance_positions",
    "decisions",
    "fewer",
    "journeys",
    "kept_game",
    "known_actions",
    "openings",
    "played_positions",
    "plies",
    "positions",
    "seats",
    "seeds",
    "strange_actions",
    "tables",
    "viewers",
]

TINY: tuple[Edition, ...] = tuple(map(shipped_edition, SHIPPED_EDITIONS[1:]))
"""The tiny editions of the specification."""

EDITIONS: tuple[Edition, ...] = (*TINY, KOSMOS_2008)
"""All editions: the tiny ones first."""

WITH_TAVERNS: SearchStrategy[Edition] = st.sampled_from(
    [edition for edition in EDITIONS if any(space.kind == "tavern" for space in edition.road)]
)
"""The editions with a tavern on their road."""

ANY: SearchStrategy[Edition] = st.sampled_from(EDITIONS) | st.just(KOSMOS_2008)
"""Any edition: the full one in half of the cases, since most is possible there."""

Ply: TypeAlias = Leg
"""Laws about every move call a leg of a journey a ply."""

positions = partial(kit.positions, edition=ANY)
decisions = partial(kit.decisions, edition=ANY)
chance_positions = partial(kit.chance_positions, edition=ANY)
openings = partial(kit.openings, edition=ANY)
played_positions = partial(kit.played_positions, edition=ANY)
built_positions = partial(kit.built_positions, edition=ANY)
journeys = partial(kit.journeys, edition=ANY)
plies = partial(kit.legs, edition=ANY)
tables = partial(kit.tables, edition=ANY)


def fewer(part: int = 5) -> settings:
    """Fewer examples than usual, for tests whose single example is dear."""
    return settings(max_examples=max(5, settings().max_examples // part))


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
