"""The positions of the worked examples: what spec/examples.toml writes down is what its given lines ask for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toledo_rules import MOVEMENT, Challenge, PlayCard, Seat, State, format_position, parse_position
from toledo_rules.edition import Step, Tile
from toledo_rules.rulebook import EXAMPLES
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, play, sword

WRITTEN = {id: example.position for id, example in EXAMPLES.items()}


def gem_dealer(*figures: Step, hand: str) -> State:
    """EX-1: Blue and Green fill Blue's gem dealer on 4."""
    table = Table(3).shop(1, RED, "metal").shop(2, RED, "smith").shop(4, BLUE, "gem", 2)
    table.figures(RED, *figures).figures(BLUE, 4).figures(GREEN, 4)
    return table.tiles(RED, "violet").tiles(BLUE, "brown").hand(RED, hand).lay()


def revenge() -> State:
    first = (PlayCard(card("4va"), 0), Challenge(GREEN), "1va 2bd 3nd")
    return play(gem_dealer(hand="4va 4vd"), *first)


def tile_gained() -> State:
    table = Table().shop(1, RED, "smith").shop(3, RED, "gem").shop(4, RED, "metal")
    table.shop(8, RED, "fencing").figures(RED, 1, 3)
    return table.hand(RED, "4va 4vd 2va 1nd").lay()


def tile_first() -> State:
    table = Table().shop(2, RED, "metal").shop(3, RED, "gem").shop(6, RED, "smith", 2)
    return table.hand(RED, "2va 3va 3vd 2nd").tiles(RED, MOVEMENT).lay()


def counting() -> State:
    table = Table(3).alcazar(RED, 1, sword(12)).swords(RED, sword(7)).paintings(RED, 2, 2)
    return table.material(RED, gems=3).tiles(RED, MOVEMENT).paintings(BLUE, 3).lay()


def at_the_master(*tiles: Tile) -> State:
    """EX-9: Red has just arrived at Red's own fencing master."""
    table = Table().shop(3, RED, "fencing").tiles(RED, *tiles).hand(RED, "3va")
    return play(table.lay(), PlayCard(card("3va"), 0))


def returning() -> State:
    table = Table().shop(17, BLUE, "smith").figures(RED, 10, 12, 17).figures(BLUE, 12)
    return table.hand(RED, "3va 3vd").lay()


def full(circles: int, *standing: Seat, hand: str = "3va 3vd") -> State:
    """EX-11: the gem dealer on 3, these figures on it, and Red's metal dealer with a free circle on 6."""
    table = Table(3).shop(3, GREEN, "gem", circles).shop(6, RED, "metal").hand(RED, hand)
    for seat in (RED, BLUE, GREEN):
        table.figures(seat, *[3] * standing.count(seat))
    return table.lay()


LAID: dict[str, Callable[[], State]] = {
    "EX-1": lambda: gem_dealer(1, 2, hand="3va 3vd 4nd"),
    "EX-1b": revenge,
    "EX-1c": lambda: gem_dealer(1, 2, hand="3va 4nd"),
    "EX-1d": lambda: gem_dealer(1, 2, hand="3va 1nd"),
    "EX-2": tile_gained,
    "EX-3": tile_first,
    "EX-4": counting,
    "EX-5": lambda: Table().shop(9, BLUE, "gem").figures(RED, 5).hand(RED, "4va 2nd 3bd 6ta").lay(),
    "EX-5b": lambda: Table().shop(3, BLUE, "gem").hand(RED, "3va 5nd").lay(),
    "EX-5c": lambda: Table().shop(9, BLUE, "gem").figures(RED, 5).hand(RED, "4va 1nd 2bd").lay(),
    "EX-5d": lambda: Table().shop(14, BLUE, "gem").figures(RED, 12).hand(RED, "2va 4nd").lay(),
    "EX-6": lambda: Table().shop(14, BLUE, "smith").figures(RED, 10).hand(RED, "4nd 2va").lay(),
    "EX-7": lambda: Table().figures(RED, 10).hand(RED, "2va 3nd 1bd").lay(),
    "EX-8": lambda: (
        Table().shop(4, RED, "gem").shop(6, RED, "metal").figures(RED, 4).hand(RED, "2va 5nd").lay()
    ),
    "EX-9": lambda: at_the_master(MOVEMENT, "violet", "brown"),
    "EX-9b": lambda: at_the_master(MOVEMENT, "violet"),
    "EX-10": returning,
    "EX-11a": lambda: full(1, BLUE),
    "EX-11b": lambda: full(1, BLUE, hand="3va 4nd"),
    "EX-11c": lambda: full(1, RED),
    "EX-11d": lambda: full(1, RED, hand="3va 4nd"),
    "EX-11e": lambda: full(2, BLUE),
    "EX-11f": lambda: full(2, RED),
    "EX-11g": lambda: full(2, BLUE, GREEN),
    "EX-11h": lambda: full(2, RED, BLUE),
    "EX-11i": lambda: full(2, BLUE, BLUE),
    "EX-11k": lambda: full(2, RED, RED),
}


def test_every_example_is_laid_out() -> None:
    assert list(WRITTEN) == list(LAID)


@pytest.mark.parametrize("id", LAID)
def test_what_is_written_is_what_was_laid_out(id: str) -> None:
    assert parse_position(WRITTEN[id]) == LAID[id]()
    assert format_position(LAID[id]()) == WRITTEN[id]
