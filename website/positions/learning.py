"""The pictures of the handbook: a first round, a duel and a delivery, played by the rules; each marks what changed.

A picture shows the part of the board of which the text tells, so that it can be large.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

from attrs import field, frozen

from toledo_rules import (
    END_TURN,
    MOVEMENT,
    Challenge,
    Deliver,
    PlaceShop,
    PlayCard,
    State,
    UseSpace,
)
from toledo_rules.actions import Move
from toledo_rules.describe import Language
from toledo_rules.edition import ShopTile
from toledo_rules.render import Highlights, PageLayout, svg
from toledo_rules.rulebook import SOURCE
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, story, sword

FIRST_ROUND = (
    ("place-metal", (PlaceShop(ShopTile("metal", 2), 3),)),
    ("place-smith", (PlaceShop(ShopTile("smith", 2), 6),)),
    ("first-card", (PlayCard(card("3va"), 0), UseSpace())),
    ("first-sword", (PlayCard(card("3nd"), 3), UseSpace(pay=card("1ba"), take=sword(2)))),
    ("turn-ends", (END_TURN,)),
)
"""The moves of the first round, by the picture that follows them."""

DUEL = (
    ("duel-begins", (PlayCard(card("3va"), 6),)),
    ("duel-won", (Challenge(BLUE), "1vd 2bd 6na", UseSpace())),
)
DELIVERY = (
    ("delivery", (PlayCard(card("3va"), 17), Deliver(sword(7)))),
    ("last-round", (END_TURN,)),
)

WHOLE = {"table"}
"""Pictures that show the whole table, with words on it; the others show the board, or a part of it."""

PARTS = {
    **dict.fromkeys(("place-metal", "place-smith", "first-card"), "row"),
    **dict.fromkeys(("duel-begins", "duel-won"), "rows"),
    "full": "shops",
    "first-sword": "smith",
    "delivery": "gate",
}
"""What a picture shows of the board, if not all."""

BANDS: Mapping[PageLayout, Mapping[str, tuple[int, int]]] = {
    "tablet": {
        "row": (404, 655),
        "rows": (270, 655),
        "shops": (270, 545),
        "smith": (404, 767),
        "gate": (0, 283),
    },
    "phone": {
        "row": (277, 445),
        "rows": (188, 445),
        "shops": (188, 365),
        "smith": (277, 706),
        "gate": (0, 193),
    },
}
"""Where these parts begin and end: lowest row and cathedral, with the row above or with the supply; the two rows
alone; the top row."""

NAMES = ("Ana", "Ben", "Carla")

_SIZE = re.compile(r'viewBox="0 0 (\d+) \d+" width="\d+" height="\d+"')


@frozen
class Drawn:
    """A picture: a position, and marks on what changed in it since the picture before."""

    state: State
    marks: Highlights = field(factory=Highlights)


@cache
def learning() -> dict[str, Drawn]:
    """Return the pictures of the handbook by their names."""
    start = Table(2).hand(RED, "1ba 2vd 3va 3nd 4td").hand(BLUE, "1nd 2ba 4va 5td 6bd").lay()
    found = {"setup": Drawn(start), "table": Drawn(start), "full": Drawn(_full())}
    found |= _played(start, FIRST_ROUND)
    found |= _played(_before_the_duel(), DUEL)
    found |= _played(_before_the_delivery(), DELIVERY)
    return found


def drawing(
    name: str, layout: PageLayout, theme: Literal["light", "auto"], language: Language = SOURCE
) -> str:
    """Return the picture of this name as SVG."""
    drawn = learning()[name]
    whole = svg(
        drawn.state,
        seat=drawn.state.active,
        highlights=drawn.marks,
        theme=theme,
        layout=layout,
        extent="table" if name in WHOLE else "board",
        language=language,
        names=NAMES[: len(drawn.state.players)],
    )
    if name not in PARTS:
        return whole
    top, bottom = BANDS[layout][PARTS[name]]
    return _SIZE.sub(
        rf'viewBox="0 {top} \1 {bottom - top}" width="\1" height="{bottom - top}"', whole, count=1
    )


def _played(
    state: State, parts: tuple[tuple[str, tuple[Move | str, ...]], ...]
) -> Iterator[tuple[str, Drawn]]:
    for name, moves in parts:
        told = story(state, *moves)
        state = told.state
        yield name, Drawn(state, Highlights.after(told.seen_by(None)))


def _full() -> State:
    """Both circles of a shop are taken by opponents, and a figure can reach it."""
    table = Table(3).shop(2, RED, "metal", 2).shop(6, GREEN, "gem", 2).shop(8, BLUE, "smith", 2)
    table.figures(RED, 2).figures(BLUE, 6).figures(GREEN, 6).tiles(RED, "violet").tiles(
        BLUE, "brown"
    )
    return table.hand(RED, "2nd 4va 4bd").hand(BLUE, "1va 5nd").hand(GREEN, "3td 3ba").lay()


def _before_the_duel() -> State:
    """Some turns later: Ben stands in the only circle of Ana's gem dealer, and Ana has a duel tile."""
    table = Table(2).shop(3, RED, "metal", 2).shop(6, BLUE, "smith", 2).shop(9, RED, "gem")
    table.figures(RED, 6).figures(BLUE, 9).tiles(RED, "violet").swords(RED, sword(2))
    return table.hand(RED, "3va 4td 5nd").hand(BLUE, "1ba 2ba 6bd 1nd").lay()


def _before_the_delivery() -> State:
    """Near the end: two of Ana's figures are in the Alcazar, and a third is three steps before it."""
    table = Table(2).shop(3, RED, "metal", 2).shop(6, BLUE, "smith", 2).shop(9, RED, "gem")
    table.shop(17, RED, "fencing").figures(RED, 17).figures(BLUE, 6, 6)
    table.alcazar(RED, 2, sword(8), sword(4)).swords(RED, sword(7), sword(2))
    table.paintings(BLUE, 3).paintings(RED, 2).material(RED, gems=3).tiles(RED, "violet", MOVEMENT)
    return table.hand(RED, "3va 1nd").hand(BLUE, "1ba 2ba 6bd").lay()
