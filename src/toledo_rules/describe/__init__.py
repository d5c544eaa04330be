"""What happens at the table in words: English, German, French, Italian, Dutch, Spanish.

>>> from random import Random
>>> from toledo_rules import END_TURN, TAKE_CARDS, explain, new_game, redact, transition
>>> from toledo_rules.describe import describe
>>> state = new_game(2, Random(1))
>>> print(describe(state))
It is Red's turn: take cards, place a shop, or move or return a figure.
>>> print(describe(state, language="es", names=("Ana", "Bruno")))
Le toca a Ana: robar cartas, colocar un negocio, mover o devolver una figura.
>>> print(describe(TAKE_CARDS, state))
Take 2 cards.
>>> why = explain(state, END_TURN)
>>> print(describe(why, state, language="de"))
Du kannst den Zug nicht beenden, bevor du etwas getan hast.
>>> for event in transition(state, TAKE_CARDS, Random(2)).events:
...     print(describe(redact(event, 1), state, language="nl"))
Rood gaat 2 kaarten trekken.
Rood trekt een kaart.
Rood trekt een kaart.
Rood beëindigt de beurt.
Blauw is aan de beurt.

One function describes everything, since its result is always a sentence: the second argument is the position (or view,
or edition) that tells who is who and what is where; a position needs none besides itself, and is described by the
decision that is pending in it. Events are told in the third person, actions as what to do, reasons to the player who
asks. Describe what a seat sees by redacting the event first (`toledo_rules.redact`).

Everything is a sentence with a full stop, but a `ScoreLine`, which is an entry in a list.

`message` gives the key and the parameters instead, for front ends that have their own words or pictures, and `render`
makes the sentence of it. `name` is for labels: what one thing is called. `tell` makes a few sentences of
all that an action brought about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, overload

from toledo_rules.actions import ACTION_TYPES, Action, Draw
from toledo_rules.describe import moves, results
from toledo_rules.describe.messages import Message, Place, PlaceKind, Value, Who, Word
from toledo_rules.describe.rendering import LANGUAGES, Language, Named, label, name, render
from toledo_rules.describe.scene import Context, Scene
from toledo_rules.describe.telling import tell
from toledo_rules.events import EVENT_TYPES, Event
from toledo_rules.game import UndoRefusal
from toledo_rules.rulebook import Illegality
from toledo_rules.scoring import Outcome, ScoreLine, ScoreSheet, Standing
from toledo_rules.state import State
from toledo_rules.views import View

__all__ = [
    "LANGUAGES",
    "Context",
    "Describable",
    "Language",
    "Message",
    "Named",
    "Place",
    "PlaceKind",
    "Value",
    "Who",
    "Word",
    "describe",
    "label",
    "message",
    "name",
    "render",
    "tell",
]

Describable: TypeAlias = (
    Action | Draw | Event | Illegality | UndoRefusal | ScoreLine | ScoreSheet | Standing | Outcome
)
"""What can be described, besides a position."""


@overload
def describe(
    thing: State | View, *, language: Language = ..., names: Sequence[str] = ...
) -> str: ...
@overload
def describe(
    thing: Describable, context: Context, *, language: Language = ..., names: Sequence[str] = ...
) -> str: ...
def describe(
    thing: Describable | State | View,
    context: Context | None = None,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
) -> str:
    """A short sentence about something.

    Args:
        thing: a position, for the decision that is pending in it, or anything `Describable`.
        context: the position it is about, or just the edition. With a position, spaces are told with the shop on them,
            and a use of a space with what it is used for.
        language: one of `LANGUAGES`.
        names: the players' names by seat. Who has none is called by the colour.
    """
    return render(_message(thing, context, names), language)


@overload
def message(thing: State | View, *, names: Sequence[str] = ...) -> Message: ...
@overload
def message(thing: Describable, context: Context, *, names: Sequence[str] = ...) -> Message: ...
def message(
    thing: Describable | State | View,
    context: Context | None = None,
    *,
    names: Sequence[str] = (),
) -> Message:
    """The same as `describe`, as a key and parameters in place of the sentence.

    >>> from toledo_rules import KOSMOS_2008, Challenge
    >>> message(Challenge(2), KOSMOS_2008)
    Message(key='action.challenge', parameters=(('rival', Who(seat=2, colour='green', name=None)),))
    """
    return _message(thing, context, names)


def _message(
    thing: Describable | State | View, context: Context | None, names: Sequence[str]
) -> Message:
    if isinstance(thing, State | View):
        return moves.of_position(thing, Scene(thing, names))
    if context is None:
        raise TypeError(f"to describe {type(thing).__name__}, a position or an edition is needed")
    scene = Scene(context, names)
    match thing:
        case Illegality():
            return moves.of_illegality(thing, scene)
        case UndoRefusal():
            return moves.of_undo_refusal(thing)
        case Draw():
            return moves.of_draw(thing)
        case ScoreLine():
            return results.of_line(thing, scene)
        case ScoreSheet():
            return results.of_sheet(thing, scene)
        case Standing():
            return results.of_standing(thing, scene)
        case Outcome():
            return results.of_outcome(thing, scene)
        case _ if isinstance(thing, ACTION_TYPES):
            return moves.of_action(thing, scene)
        case _ if isinstance(thing, EVENT_TYPES):
            return moves.of_event(thing, scene)
        case _:
            raise TypeError(f"there are no words for {thing!r}")
