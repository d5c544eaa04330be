"""The table of all conditions that an action has to meet.

There are two kinds. A *source* is a collection to choose from: `legal_actions` goes through it, `explain` asks whether
something is in it. A *predicate* gives the reason against one thing as a `Code`, or None: `legal_actions` asks it once
for each value of its dimension, `explain` for the one value of an action. Each code belongs to exactly one condition,
so `legal_actions` and `explain` are made of the same rules.

The decorators only list a function, they do not wrap it, so calling it costs nothing extra. Its callers find it in its
module each time: that is how a test can replace it and see who notices.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Literal, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from toledo_rules.rulebook import Code

P = ParamSpec("P")
T = TypeVar("T")
Source = TypeVar("Source", bound=Callable[..., Collection[object]])
Predicate = TypeVar("Predicate", bound=Callable[..., Code | None])


class Condition(NamedTuple):
    """A source or a predicate: its place in the code, and the codes that it decides."""

    kind: Literal["source", "predicate"]
    module: str
    name: str
    codes: tuple[Code, ...]


class KeptAnswers(Protocol):
    """Answers of conditions that are kept."""

    def cache_clear(self) -> None:
        """Forget the answers."""


CONDITIONS: list[Condition] = []
"""Every condition of every action."""

MEMOS: list[KeptAnswers] = []
"""Every memo of what conditions answered: a test that replaces a condition clears them."""


def source(*codes: Code) -> Callable[[Source], Source]:
    """Declare a collection to choose from; anything else is refused with one of these codes."""

    def declare(function: Source) -> Source:
        CONDITIONS.append(Condition("source", function.__module__, function.__name__, codes))
        return function

    return declare


def predicate(*codes: Code) -> Callable[[Predicate], Predicate]:
    """Declare a reason against something: one of these codes, or None."""

    def declare(function: Predicate) -> Predicate:
        CONDITIONS.append(Condition("predicate", function.__module__, function.__name__, codes))
        return function

    return declare


def memo(function: Callable[P, T]) -> Callable[P, T]:
    """Keep the answers of a function that asks conditions, one for each argument."""
    kept = lru_cache(maxsize=1024)(function)
    MEMOS.append(kept)

    return cast("Callable[P, T]", kept)
