"""Names and descriptions of everything that has a form in JSON."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise

from toledo_rules._shapes import RecordOf, Shape
from toledo_rules.actions import Action, Move
from toledo_rules.cards import Stance
from toledo_rules.choices import Topic, Waits
from toledo_rules.codec._kit import MESSAGE_VALUE, PART_ID
from toledo_rules.describe import PlaceKind
from toledo_rules.edition import Level, ShopKind, SpaceKind
from toledo_rules.events import Event
from toledo_rules.parts import PartKind
from toledo_rules.phases import DrawSource, Phase
from toledo_rules.protocol import SHAPES, ClientMessage, FailureCode, ServerMessage
from toledo_rules.rulebook import Code
from toledo_rules.scoring import ScoreKind

NAMED: dict[Shape, tuple[str, str]] = {
    SHAPES.of(Stance): ("Stance", "The side that is highlighted in a card's duel picture."),
    SHAPES.of(ShopKind): ("ShopKind", "Metal dealer, gem dealer, smith, fencing master."),
    SHAPES.of(SpaceKind): ("SpaceKind", "Kind of space on a step of the road."),
    SHAPES.of(PlaceKind): (
        "PlaceKind",
        "The kind of shop on a step, else of the space printed there.",
    ),
    SHAPES.of(DrawSource): ("DrawSource", "Reason for a draw."),
    SHAPES.of(ScoreKind): ("ScoreKind", "Subject of a line of a score sheet."),
    SHAPES.of(Level): ("Level", "Confidence in a datum, strongest first."),
    SHAPES.of(Code): ("Code", "Reason why an action is not legal."),
    SHAPES.of(Phase): ("Phase", "The pending decision or draw."),
    SHAPES.of(Action): ("Action", "A player's action."),
    SHAPES.of(Move): ("Move", "A player's action, or a draw of chance."),
    SHAPES.of(Event): ("Event", "Something that happened in the game."),
    SHAPES.of(PartKind): ("PartKind", "The kind of a part of the table."),
    PART_ID: ("PartId", "The id of a part of the table, such as space:8."),
    SHAPES.of(Topic): ("Topic", "The subject of an entry of a menu."),
    SHAPES.of(Waits): ("Waits", "What waits for a figure where it lands."),
    SHAPES.of(FailureCode): (
        "FailureCode",
        "Reason why a request is not understood or not served.",
    ),
    SHAPES.of(ServerMessage): ("ServerMessage", "Anything that a table sends."),
    SHAPES.of(ClientMessage): ("ClientMessage", "Anything that a client sends."),
    MESSAGE_VALUE: ("MessageValue", "A thing that a sentence names."),
}
"""Shapes that have a name but no class to take it from."""


def record_name(shape: RecordOf) -> str:
    """Return the name of the definition of a class; a thing in a message has a tag, and a name of its own."""
    plain = SHAPES.record(shape.cls).tag
    return shape.cls.__name__ if shape.tag == plain else f"Named{shape.cls.__name__}"


def document_name(kind: str) -> str:
    """Return the name of the definition of a kind of document."""
    return f"{kind.title().replace('_', '')}Document"


def summary(cls: type) -> str:
    """Return the first paragraph of the docstring of a class."""
    return first_paragraph(inspect.getdoc(cls) or "")


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a docstring on one line, in the words of JSON."""
    line = " ".join(inspect.cleandoc(text).partition("\n\n")[0].split())
    return line.replace("``", "`").replace("None", "null")


def field_docs(cls: type) -> dict[str, str]:
    """Return the docstrings under the fields of a class and of its base classes; only the sources have them."""
    docs = {}
    for home in reversed(cls.__mro__):
        if not home.__module__.startswith("toledo_rules"):
            continue
        (definition,) = ast.parse(inspect.getsource(home)).body
        assert isinstance(definition, ast.ClassDef)
        for before, after in pairwise(definition.body):
            match before, after:
                case (
                    ast.AnnAssign(target=ast.Name(name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    docs[name] = first_paragraph(text)
                case _:
                    pass
    return docs
