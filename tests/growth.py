"""Growth: how the work of readers and rules grows with what they are given, counted in calls.

``python -m tests.growth --write`` counts, and writes `growth.json` and the table in ``docs/reference/limits.md``. Calls
do not depend on how busy the machine is. `test_limits.py` holds the ratios against their bounds.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from attrs import evolve

from tests.editions.test_bounds import colourful
from tests.readers import READERS, OutsideReader
from toledo_rules import (
    KOSMOS_2008,
    Card,
    Edition,
    Seat,
    Space,
    State,
    Stream,
    determinize,
    explain,
    legal_actions,
    new_game,
    universe,
    view,
)
from toledo_rules._multiset import multiset
from toledo_rules.edition import NEUTRAL, STANCES
from toledo_rules.errors import ToledoError
from toledo_rules.state import Arrived, Shop, Transit
from toledo_rules.testing import Table

RESULTS = Path(__file__).parent / "growth.json"
PAGE = Path(__file__).parent.parent / "docs" / "reference" / "limits.md"
HEADING = "## Growth\n"


def steps(run: Callable[[], object]) -> int:
    """Return the number of calls in a run, of Python functions and of built-in ones."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return calls


HEAD = "toledo-record 1\nedition: kosmos-2008\nhand red: 1va 2bd 3nd 4ta 6vd\nhand blue: 1nd 2va 5bd 5ta 6na\n"
REPEATED: dict[str, tuple[str, str, str, str]] = {
    "tags of a record": ("record.read_record", HEAD, "tag t#: x\n", "moves:\n"),
    "one tag": ("record.read_record", HEAD, "tag t: x\n", "moves:\n"),
    "names": ("record.read_record", HEAD, "name n#: x\n", "moves:\n"),
    "hands": ("record.read_record", HEAD, "hand h#: 1va\n", "moves:\n"),
    "lines that are none": ("record.read_record", HEAD, "nonsense\n", "moves:\n"),
    "empty lines": ("record.read_record", HEAD, "\n", "moves:\n"),
    "bars": ("record.read_record", HEAD, "| a#.b = 1\n", "moves:\n"),
    "moves": ("record.read_record", HEAD + "moves:\n", "take\n", ""),
    "moves on a line": ("notation.parse_turn", "", "take, ", "take"),
    "cards": ("notation.parse_cards", "", "1va ", ""),
    "blanks": ("notation.parse_turn", "", " ", "take"),
    "sections": ("notation.parse_position", "toledo1 red ", "/ red ", ""),
    "blanks in a position": ("notation.parse_position", "toledo1", " ", " red / red / blue"),
    "brackets": ("codec.parse_json", "[", "[],", "[]]"),
    "nested brackets": ("codec.parse_json", "", "[", ""),
    "keys": ("codec.parse_json", "{", '"k#": 1, ', '"k": 1}'),
    "keys of a document": ("codec.loads", "{", '"k#": 1, ', '"format": 1}'),
    "keys twice": ("codec.loads", "{", '"format": 1, ', '"kind": "state"}'),
    "cards in a document": (
        "codec.loads",
        '{"format": 1, "kind": "move", "value": {"type": "draw", "card": [',
        "{}, ",
        "{}]}}",
    ),
    "parameters": (
        "codec.loads",
        '{"format": 1, "kind": "illegality", "value": {"code": "c", "rule": "A-1", "parameters": {',
        '"k#": [], ',
        '"k": 1}}}',
    ),
    "keys of an edition": ("editions.parse_edition", "", "k# = 1\n", ""),
    "tables of an edition": ("editions.parse_edition", "", "[t#]\n", ""),
    "swords of an edition": ("editions.parse_edition", "", "[[swords]]\nvalue = 1\n", ""),
    "options of a bot": ("bots.make_bot", "racer:", "a#=1,", "b=1"),
}
"""Texts that grow: the reader, the beginning, the part that is repeated (with its number for a #), the end."""


def grown(shape: tuple[str, str, str, str], times: int) -> tuple[OutsideReader, str]:
    name, begin, part, end = shape
    middle = "".join(part.replace("#", str(number)) for number in range(times))
    return READERS[name], begin + middle + end


def reading(name: str) -> tuple[int, int]:
    """Return the steps for a text, and for one in which its part is there four times as often."""

    def run(times: int) -> int:
        reader, text = grown(REPEATED[name], times)
        assert len(text) <= reader.limit

        def read() -> None:
            with suppress(ToledoError):
                reader.read(text)

        return steps(read)

    once = 30 if REPEATED[name][0] == "bots.make_bot" else 150
    run(once)
    return run(once), run(4 * once)


def long_road(spaces: int) -> Edition:
    """An edition with a long road of taverns, on which a hand of ones can go on and on."""
    tavern = Space("tavern", row="lower", price=1, circles=1)
    road = (KOSMOS_2008.road[0], *[tavern] * spaces, *KOSMOS_2008.road[-2:])
    cards = multiset([Card(1, NEUTRAL, stance) for stance in STANCES] * 20)
    return evolve(
        KOSMOS_2008,
        name="long",
        road=road,
        cards=cards,
        figures=60,
        most_players=2,
        hand=9,
        duel_colours=(),
        tiles=(),
    )


def crowded(spaces: int) -> State:
    """A position in which every tavern up to half of the road is full of the player's own figures."""
    state = new_game(2, Stream(1), edition=long_road(spaces))
    mover = state.players[state.active]
    half = min(spaces // 2, 40)
    figures = (*[0] * (60 - half), *range(1, half + 1))
    players = [*state.players]
    players[state.active] = evolve(mover, figures=figures)
    return evolve(state, players=tuple(players))


SPACES, COLOURS, HIDDEN, IN_TRANSIT = (20, 40, 80), (2, 4, 8), (3, 7, 14), (10, 20, 40)


def by_spaces(function: Literal["legal_actions", "explain"]) -> list[int]:
    """Return the steps for roads of 20, 40 and 80 spaces; of `explain`, those for the worst action."""
    counts = []
    for spaces in SPACES:
        state = crowded(spaces)
        actions = universe(state.edition).actions
        legal_actions(state)
        if function == "legal_actions":
            counts.append(steps(partial(legal_actions, state)))
        else:
            counts.append(max(steps(partial(explain, state, one)) for one in actions))
    return counts


def at_a_fencing_master(colours: int) -> State:
    """A position with a fee to choose and tiles to change: all cards in one hand, as many tiles as it may have."""
    edition = colourful(colours)
    state = new_game(2, Stream(1), edition=edition)
    step = next(step for step, space in enumerate(edition.road) if space.kind == "site")
    shops = [*state.shops]
    shops[step] = Shop(1 - state.active, "fencing", 1)
    tiles = edition.tiles[: edition.tile_limit]
    player = evolve(state.players[state.active], hand=edition.cards, tiles=tiles)
    players = tuple(
        player if seat == state.active else one for seat, one in enumerate(state.players)
    )
    left = edition.tiles[edition.tile_limit :]
    return evolve(
        state, players=players, pile=(), tiles=left, shops=tuple(shops), phase=Arrived(step)
    )


def by_kinds() -> list[int]:
    """Return the steps of `legal_actions` at a fencing master for 2, 4 and 8 colours of cards and tiles."""
    counts = []
    for colours in COLOURS:
        state = at_a_fencing_master(colours)
        legal_actions(state)
        counts.append(steps(partial(legal_actions, state)))
    return counts


def with_more(state: State, seat: Seat, cards: int) -> State:
    """A position in which a player holds more cards, from the top of the pile."""
    player, pile = state.players[seat], [*state.pile]
    more = [pile.pop() for _ in range(cards)]
    players = [*state.players]
    players[seat] = evolve(player, hand=multiset([*player.hand, *more]))
    return evolve(state, players=tuple(players), pile=multiset(pile))


def by_hidden_cards() -> list[int]:
    """Return the steps of `determinize` for hands of 3, 7 and 14 cards more."""
    counts = []
    for cards in HIDDEN:
        state = new_game(4, Stream(1))
        for seat in range(4):
            state = with_more(state, seat, cards)
        counts.append(drawing(state))
    return counts


def by_hidden_ways_on() -> list[int]:
    """Return the steps of `determinize` where the hidden hand must hold a way on over four full shops (A-43)."""
    table = Table(2, active=1).shop(1, 1, "metal").shop(2, 1, "gem").shop(3, 1, "smith")
    table.shop(4, 1, "fencing").figures(1, 1, 2, 3, 4, transit=1).moving("1nd")
    state = table.hand(1, "1ba 1ba 1va 1va").lay(Transit(1))
    return [drawing(with_more(state, 1, cards)) for cards in IN_TRANSIT]


def drawing(state: State) -> int:
    seen = view(state, 0)
    determinize(seen, Stream(1))
    return steps(partial(determinize, seen, Stream(2)))


# The table


def measured() -> dict[str, Any]:
    """Count everything."""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "python": ".".join(map(str, sys.version_info[:2])),
        "readers": {name: reading(name) for name in REPEATED},
        "rules": {
            "`legal_actions`: 20, 40, 80 spaces full of one's own figures": by_spaces(
                "legal_actions"
            ),
            "`explain`: the same, worst action": by_spaces("explain"),
            "`legal_actions`: at a fencing master, with all cards of 2, 4, 8 colours": by_kinds(),
            "`determinize`: hands with 3, 7, 14 hidden cards more": by_hidden_cards(),
            "`determinize`: a figure in transit (A-43), 10, 20, 40 hidden cards more": by_hidden_ways_on(),
        },
    }


def results() -> dict[str, Any]:
    """Return what was counted last."""
    document: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return document


def table(found: dict[str, Any]) -> str:
    """Return the table of the page."""
    lines = [
        f"Counted in calls on {found['date']} with Python {found['python']} (`python -m tests.growth`):",
        "",
        "| reader | what is repeated | calls | four times as often | ratio |",
        "|---|---|---|---|---|",
    ]
    for name, (few, many) in found["readers"].items():
        reader = REPEATED[name][0]
        lines.append(f"| `{reader}` | {name} | {few:,} | {many:,} | {many / few:.1f} |")
    lines += ["", "| function and position | calls | ratios |", "|---|---|---|"]
    for name, (few, some, many) in found["rules"].items():
        ratios = f"{some / few:.1f}, {many / some:.1f}"
        lines.append(f"| {name} | {few:,}, {some:,}, {many:,} | {ratios} |")
    return "\n".join([*lines, ""])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.growth", description="Count calls.")
    parser.add_argument("--write", action="store_true", help="write growth.json and the page")
    options = parser.parse_args(arguments)
    found = measured()
    print(table(found))
    if options.write:
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        page = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
        PAGE.write_text(f"{page}{HEADING}\n{table(found)}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
