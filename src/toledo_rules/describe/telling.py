"""What an action brought about, in as few sentences as tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from toledo_rules.describe.messages import Message
from toledo_rules.describe.moves import of_event
from toledo_rules.describe.rendering import Language, render
from toledo_rules.describe.scene import Context, Scene
from toledo_rules.events import (
    CardDrawn,
    CircleTaken,
    DrawingBegan,
    Event,
    FrontCardDiscarded,
    TurnBegan,
    TurnEnded,
)

_UNDERSTOOD = (DrawingBegan, CircleTaken, FrontCardDiscarded, TurnEnded, TurnBegan)
"""What goes without saying, when the events around it are told."""


def tell(
    events: Iterable[Event],
    context: Context,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
) -> tuple[str, ...]:
    """What happened, as sentences. Hidden draws are counted, not told one by one.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game, redact, transition
    >>> state = new_game(2, Random(1))
    >>> what = transition(state, TAKE_CARDS, Random(2))
    >>> tell(what.events, what.state)
    ('Red draws the turquoise 1 (attacker).', 'Red draws the violet 1 (defender).')
    >>> tell((redact(event, 1) for event in what.events), what.state, language="it")
    ('Rosso pesca 2 carte.',)

    Args:
        events: in the order in which they happened; redacted, if somebody else is told (`toledo_rules.redact`).
        context: the position after them, or before: it tells who is who and what is where.
        language: one of `toledo_rules.describe.LANGUAGES`.
        names: the players' names by seat. Who has none is called by the colour.
    """
    return tuple(render(said, language) for said in _messages(events, Scene(context, names)))


def _messages(events: Iterable[Event], scene: Scene) -> Iterator[Message]:
    worth_telling = (event for event in events if not isinstance(event, _UNDERSTOOD))
    for drawer, run in groupby(worth_telling, key=_unseen_drawer):
        if drawer is None:
            yield from (of_event(event, scene) for event in run)
        else:
            cards = ("cards", len(list(run)))
            yield Message("event.cards_drawn", (("seat", scene.who(drawer)), cards))


def _unseen_drawer(event: Event) -> int | None:
    """Who drew a card that the others do not see."""
    return event.seat if isinstance(event, CardDrawn) and event.card is None else None
