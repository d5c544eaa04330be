"""The worked examples of spec/examples.toml: each position is there, and here is what happens in it."""

import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from attrs import field, frozen

from toledo_rules import KOSMOS_2008, Move, parse_position
from toledo_rules.notation import parse_action, parse_turn
from website.positions import Scene, scene

FILE = Path(__file__).parents[2] / "spec" / "examples.toml"


@frozen
class Course:
    """The course of an example, in notation."""

    line: str = ""
    """The moves, with the cards that chance turns up."""
    refused: str = field(default="", kw_only=True)
    """An action that is not legal after the moves."""
    counted: bool = field(default=False, kw_only=True)
    """The fame of everybody is counted, rule by rule."""

    def scene(self, position: str) -> Scene:
        """The scene that begins with a position."""
        refused = parse_action(self.refused, KOSMOS_2008) if self.refused else None
        return Scene(parse_position(position), tuple(self.moves()), refused, self.counted)

    def moves(self) -> Iterator[Move]:
        """Actions and draws in order."""
        for action, draws in parse_turn(self.line, KOSMOS_2008) if self.line else ():
            yield action
            yield from draws


COURSES = {
    # Red attacks Green on Blue's gem dealer
    "EX-1": Course("3va@1, vs green = 1va 2bd 3nd"),
    "EX-1b": Course("4vd@0"),
    "EX-1c": Course("3va@1"),
    "EX-1d": Course("3va@1, vs green = 1va 2vd"),
    # The movement tile
    "EX-2": Course("4va@0, use, 4vd@4, use +m, +2va@3, use 1nd = 4nd 2vd 6na, 4nd@1, end"),
    "EX-3": Course("+2va@0, 3va@0, 3vd@2", refused="2nd@3"),
    # Counting
    "EX-4": Course(counted=True),
    # Using spaces
    "EX-5": Course("4va@5", refused="use 2nd"),
    "EX-5b": Course("3va@0, use 5nd"),
    "EX-5c": Course("4va@5", refused="use 2bd"),
    "EX-5d": Course("2va@12", refused="use 4nd"),
    "EX-6": Course("4nd@10"),
    "EX-7": Course("2va@10, use 3nd = 4ta 6bd 1nd"),
    "EX-8": Course("2va@4"),
    # The fencing master
    "EX-9": Course("use +t -m"),
    "EX-9b": Course("use +b"),
    # Returning a figure
    "EX-10": Course("return 17"),
    # An arrival on a gem dealer of Green
    "EX-11a": Course("3va@0"),
    "EX-11b": Course("3va@0"),
    "EX-11c": Course("3va@0", refused="end"),
    "EX-11d": Course(refused="3va@0"),
    "EX-11e": Course("3va@0", refused="vs blue"),
    "EX-11f": Course("3va@0"),
    "EX-11g": Course("3va@0"),
    "EX-11h": Course("3va@0", refused="vs red"),
    "EX-11i": Course("3va@0"),
    "EX-11k": Course("3va@0"),
}

for id, example in tomllib.loads(FILE.read_text(encoding="utf-8")).items():
    scene(id)(partial(COURSES[id].scene, example["position"]))
