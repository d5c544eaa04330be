"""The clauses of the specification, one by one: those that take part in a position, and those that are about play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from attrs import frozen
from clingo.ast import AST

from spec.compiler.build import loaded
from spec.tools import facts
from spec.tools.logic import Part, Signature, Term, heads, is_clause, needed, parse, parts
from spec.tools.oracle import Oracle
from toledo_rules import Edition, State

T = TypeVar("T")


@frozen(eq=False)
class Numbered:
    """A clause, and the rule it stands under."""

    number: int
    rule: str
    node: AST

    def __str__(self) -> str:
        return f"{self.rule}: {self.node}"


@cache
def clauses() -> tuple[Numbered, ...]:
    """Every clause of the specification."""
    nodes = [(part.id, node) for part in parts() for node in parse(part.text) if is_clause(node)]
    return tuple(Numbered(number, rule, node) for number, (rule, node) in enumerate(nodes))


@cache
def declarations() -> tuple[AST, ...]:
    """Return the declarations, which are not clauses."""
    return tuple(node for part in parts() for node in parse(part.text) if not is_clause(node))


# Which of them have a say


@cache
def _noting() -> ModuleType:
    """The rules, compiled so that they note which clauses answer; a clause stands under its number."""
    sections = [Part(str(clause.number), str(clause.node)) for clause in clauses()]
    return loaded(sections, keys=False, trace=True)


def traced(ask: Callable[[], T]) -> tuple[T, set[int]]:
    """The answer to a question, and the numbers of the clauses that had a say in it.

    What was asked of a position before is remembered with it, so its clauses are not named again.
    """
    noted: set[tuple[str, str]] = _noting().FIRED
    noted.clear()
    answer = ask()
    return answer, {int(number) for number, _ in noted if number.isdigit()}


@cache
def can_fire() -> frozenset[int]:
    """The clauses that can be traced: all but words for a part of the position and the frame (see test_compiler.py)."""
    text = Path(str(_noting().__file__)).read_text("utf-8")
    return frozenset(map(int, re.findall(r"FIRED\.add\(\('(\d+)'", text)))


def noting(edition: Iterable[Term]) -> tuple[Oracle, set[int]]:
    """Rules that can be traced, and the clauses that have a say about what is given alone."""
    return traced(lambda: Oracle(edition, _noting()))


@cache
def noting_for(edition: Edition, players: int) -> tuple[Oracle, set[int]]:
    """The same for an edition."""
    return noting(facts.edition(edition, players))


def fired(state: State) -> set[int]:
    """The clauses that had a say in a position, or in one of its moves."""
    oracle, always = noting_for(state.edition, len(state.players))

    def ask() -> None:
        now = oracle.of(state)
        oracle.consequences(now)
        oracle.weights(now)
        oracle.views(now)
        oracle.results(now)

    return {*always, *traced(ask)[1]}


def fired_in(state: State) -> list[str]:
    """The rules whose clauses had a say in a position."""
    return rules_of(fired(state))


def rules_of(numbers: Iterable[int]) -> list[str]:
    """The rules of some clauses, in the order of the specification."""
    return list(dict.fromkeys(clauses()[number].rule for number in sorted(numbers)))


OF_PLAY = (
    ("legal", 2),
    ("weight", 2),
    ("next", 1),
    ("told", 3),
    ("reveals", 0),
    ("sees", 2),
    ("points", 3),
    ("winner", 1),
)
"""The questions about a position."""


@cache
def asked_elsewhere() -> frozenset[Numbered]:
    """The clauses about editions, deal, first position, knowledge and refusals; tests of their own drop each."""
    played = {*map(str, needed([clause.node for clause in clauses()], OF_PLAY))}
    return frozenset(clause for clause in clauses() if str(clause.node) not in played)


def needed_only_by(*outputs: Signature) -> list[Numbered]:
    """The clauses that these depend on, and no question about play."""
    cone = {*map(str, needed([clause.node for clause in clauses()], outputs))}
    return [c for c in clauses() if c in asked_elsewhere() and str(c.node) in cone]


def is_frame(clause: Numbered) -> bool:
    """One of the two clauses that carry a position on: the oracle does them as set operations, and a test compares."""
    return heads(clause.node) == [("next", 1)]
