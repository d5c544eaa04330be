"""What a record holds: how a game began, and everything that was done and drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from attrs import Attribute, asdict, evolve, field, frozen

from toledo_rules.actions import Action, Draw, EndTurn, Pass, PlaceShop, ReturnFigure, TakeCards
from toledo_rules.cards import Cards
from toledo_rules.edition import Edition
from toledo_rules.multiset import multiset
from toledo_rules.state import Seat

FORMAT = 1
"""The number of the form in which records are written. It grows when a reader of the old form could not read the
new one."""

RULES_REVISION = 1
"""The number of the rules. It grows when a rule or a ruling changes so that the same actions and draws could lead to
another position, or are no longer legal. A record says for which rules it was made, and is never replayed by others
unawares."""

_TURN_ENDS = (EndTurn, TakeCards, PlaceShop, ReturnFigure, Pass)
_TAG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@frozen
class Entry:
    """An action and what chance decided on it."""

    action: Action
    draws: tuple[Draw, ...] = ()
    """The cards that were drawn or turned up, in order."""

    @property
    def ends_turn(self) -> bool:
        """The next entry is another player's (TRN-03, MOV-12)."""
        return isinstance(self.action, _TURN_ENDS)


def _sorted_hands(hands: tuple[Cards, ...]) -> tuple[Cards, ...]:
    return tuple(multiset(hand) for hand in hands)


def _or_nothing(names: tuple[str, ...]) -> tuple[str, ...]:
    return names if any(names) else ()


def _check_names(record: Record, _attribute: Attribute[tuple[str, ...]], names: object) -> None:
    if len(record.names) not in (0, len(record.hands)):
        raise ValueError(f"a name for each of {len(record.hands)} players, or none, not {names!r}")
    for name in record.names:
        plain_text(name)


def _check_tags(record: Record, _attribute: object, tags: object) -> None:
    names = [name for name, _ in record.tags]
    if len(set(names)) < len(names):
        raise ValueError(f"each tag once, not {tags!r}")
    for name, text in record.tags:
        plain_tag(name, text)


def plain_tag(name: str, text: str) -> tuple[str, str]:
    """A tag, if it is one."""
    if not _TAG.fullmatch(name):
        raise ValueError(f"a tag is of small letters, digits and dashes, not {name!r}")
    return name, plain_text(text)


def plain_text(text: str) -> str:
    """A text, if it can stand at the end of a line."""
    if not text.isprintable() or text != text.strip():
        raise ValueError(f"a text is printable and has no blanks around it, unlike {text!r}")
    return text


@frozen(kw_only=True)
class Record:
    """A game as it was played: how it began, and what was done and drawn.

    Chance is stored by its outcomes, never by a seed, so that a record depends on no source of chance.
    """

    edition: Edition
    hands: tuple[Cards, ...] = field(converter=_sorted_hands)
    """The cards dealt to each seat."""
    first: Seat = 0
    """Who began (TRN-01)."""
    entries: tuple[Entry, ...] = ()
    """What was done, in order."""
    names: tuple[str, ...] = field(default=(), converter=_or_nothing, validator=_check_names)
    """The players' names by seat; an empty text for a player without a name, and nothing if nobody has one."""
    tags: tuple[tuple[str, str], ...] = field(default=(), validator=_check_tags)
    """Anything else that somebody wants to keep with a game, such as ``("date", "2008-10-23")``."""
    scores: tuple[int, ...] | None = None
    """The players' points at the end; None for a game that is not over, or if nobody wrote them down."""
    rules: int = RULES_REVISION
    """The number of the rules that it was played by."""

    def until(self, entries: int) -> Record:
        """The record of the first so many entries."""
        if entries >= len(self.entries):
            return self
        return evolve(self, entries=self.entries[:entries], scores=None)

    def turns(self) -> Iterator[tuple[int, Seat, tuple[Entry, ...]]]:
        """The entries turn by turn, each with its number, from 1 on, and its seat."""
        number, seat, start = 1, self.first, 0
        for end, entry in enumerate(self.entries, start=1):
            if entry.ends_turn or end == len(self.entries):
                yield number, seat, self.entries[start:end]
                number, seat, start = number + 1, (seat + 1) % len(self.hands), end


@lru_cache(maxsize=64)
def edition_digest(edition: Edition) -> str:
    """A short hash of all that matters in an edition, the same on every machine.

    Editions that differ in their titles or in where their data come from have the same digest.

    >>> from toledo_rules import KOSMOS_2008
    >>> edition_digest(KOSMOS_2008) == edition_digest(evolve(KOSMOS_2008, title="Toledo"))
    True
    """
    data = asdict(edition, filter=_matters)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]


def _matters(attribute: Attribute[object], _value: object) -> bool:
    return attribute.name not in ("title", "provenance", "expression")
