"""Names and descriptions of everything that has a form in JSON."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise
from typing import Any, TypeAlias

from toledo_rules import ScoreKind
from toledo_rules._json import Json
from toledo_rules.actions import Action, Move
from toledo_rules.choices import Topic, Waits
from toledo_rules.describe import MessageValue, PlaceKind
from toledo_rules.edition import Level, ShopKind, SpaceKind, Stance
from toledo_rules.events import Event
from toledo_rules.protocol import MESSAGES, ClientMessage, FailureCode, ServerMessage
from toledo_rules.render import PartId, PartKind
from toledo_rules.rulebook import Code
from toledo_rules.state import DrawSource, Phase

Schema: TypeAlias = dict[str, Json]
"""A JSON Schema."""

NAMED: dict[Any, tuple[str, str]] = {
    Stance: ("Stance", "The side that is highlighted in a card's duel picture."),
    ShopKind: ("ShopKind", "Metal dealer, gem dealer, smith, fencing master."),
    SpaceKind: ("SpaceKind", "Kind of space on a step of the road."),
    PlaceKind: ("PlaceKind", "The kind of shop on a step, else of the space printed there."),
    DrawSource: ("DrawSource", "Reason for a draw."),
    ScoreKind: ("ScoreKind", "Subject of a line of a score sheet."),
    Level: ("Level", "Confidence in a datum, strongest first."),
    Code: ("Code", "Reason why something is refused."),
    Phase: ("Phase", "The pending decision or draw."),
    Action: ("Action", "A player's action."),
    Move: ("Move", "A player's action, or a draw of chance."),
    Event: ("Event", "Something that happened in the game."),
    PartKind: ("PartKind", "The kind of a part of the table."),
    PartId: ("PartId", "The id of a part of the table, such as space:8."),
    Topic: ("Topic", "The subject of an entry of a menu."),
    Waits: ("Waits", "What waits for a figure where it lands."),
    FailureCode: ("FailureCode", "Reason why a request is not understood or not served."),
    ServerMessage: ("ServerMessage", "Anything that a table sends."),
    ClientMessage: ("ClientMessage", "Anything that a client sends."),
    MessageValue: ("MessageValue", "A thing that a sentence names."),
}
"""Types that have a name but no class to take it from."""


def record_name(cls: type, tagged: bool) -> str:
    """Return the name of the definition of a class; a thing in a message has a tag, and a name of its own."""
    return cls.__name__ if tagged == (cls in MESSAGES.tagged) else f"Named{cls.__name__}"


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
