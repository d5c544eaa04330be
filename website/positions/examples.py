"""The worked examples of spec/examples.toml, as the package ships them."""

from collections.abc import Iterator
from functools import partial

from toledo_rules import KOSMOS_2008, Move, parse_position
from toledo_rules.notation import parse_action, parse_turn
from toledo_rules.rulebook import EXAMPLES, Example
from website.positions import Scene, scene


def example_scene(example: Example) -> Scene:
    """The scene of an example. Where nothing is played or refused, the fame of everybody is counted."""
    refused = parse_action(example.refused, KOSMOS_2008) if example.refused else None
    counted = not (example.line or example.refused)
    return Scene(parse_position(example.position), tuple(moves(example.line)), refused, counted)


def moves(line: str) -> Iterator[Move]:
    """Actions and draws in order."""
    for action, draws in parse_turn(line, KOSMOS_2008) if line else ():
        yield action
        yield from draws


for example in EXAMPLES.values():
    scene(example.id)(partial(example_scene, example))
