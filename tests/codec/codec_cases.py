"""What the tests of the codec share."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toledo_rules import State
from toledo_rules.codec import dump, load, loads
from toledo_rules.errors import CodecError
from toledo_rules.state import OVER, Transit
from toledo_rules.testing import BLUE, RED, Table, sword

FOUR = {"value": 4, "colour": "violet", "stance": "attacker"}
TWO = {"value": 2, "metal": 1, "gems": 0}


def problems(value: object, kind: type) -> list[str]:
    """What is wrong with a document, a line for each problem."""
    with pytest.raises(CodecError) as failure:
        load(value, kind)
    lines = [str(problem) for problem in failure.value.problems]
    assert lines == str(failure.value).splitlines()
    return lines


def text_problems(text: str, *kind: type) -> list[str]:
    """What is wrong with the text of a document."""
    with pytest.raises(CodecError) as failure:
        loads(text, *kind)
    return [str(problem) for problem in failure.value.problems]


def changed(value: Any, *path: str | int, to: object) -> Any:
    """The JSON of a value, with one thing in it replaced."""
    document = json.loads(json.dumps(dump(value)))
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = to
    return document


def a_position() -> State:
    """A position with something of everything: a figure has just arrived on a full space."""
    table = Table(players=3, active=RED)
    table.alcazar(BLUE, 1, sword(4))
    table.shop(4, BLUE, "gem", circles=1).shop(1, RED, "metal", circles=2)
    table.figures(RED, 1, transit=4).figures(BLUE, 4)
    table.hand(RED, "1va 2bd 6nd").hand(BLUE, "3ta 3ta", known="3ta").discards("5vd 6va")
    table.tiles(RED, "brown", "movement").swords(RED, sword(2)).material(RED, metal=2, gems=1)
    table.paintings(BLUE, 3).moving("4va", tile_value=2)
    return table.lay(Transit(4))


def finished() -> State:
    """A game that is over, with a tie for the second place."""
    table = Table(players=3, active=2)
    table.trigger = RED
    table.alcazar(RED, 3, sword(4), sword(2))
    return table.lay(OVER)
