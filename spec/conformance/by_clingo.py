"""The clauses as clingo reads them, as an engine that answers the questions of the conformance suite.

    python spec/conformance/runner.py small --only legal,after -- python -m spec.conformance.by_clingo

Each question is grounded by itself, without what `spec.tools.referee` does to ask about many positions at once. That
takes some milliseconds, and nothing of ours stands between the clauses and their answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from clingo.ast import AST
from clingo.symbol import Symbol

from spec.compiler.engine import Engine, answer_lines
from spec.tools.logic import (
    Signature,
    bodies,
    ground,
    is_clause,
    needed,
    program,
    read,
    symbol,
    term,
)

Term: TypeAlias = Any
Fluents: TypeAlias = tuple[Term, ...]


class Move(NamedTuple):
    """A move in a position."""

    position: Fluents
    who: Term
    act: Term


class After(NamedTuple):
    """A position after a move."""

    holds: list[Term]

    def fluents(self) -> list[Term]:
        """Everything that holds."""
        return self.holds


class Game:
    """An edition and a number of players; the questions are those of a compiled game."""

    def __init__(self, facts: Iterable[Term]) -> None:
        self._facts = [symbol(fact) for fact in facts]
        self._asked: tuple[Any, dict[Signature, list[Term]]] = (None, {})

    def position(self, fluents: Iterable[Term]) -> Fluents:
        """A position."""
        return tuple(fluents)

    def move(self, position: Fluents, who: Term, act: Term) -> Move:
        """A move."""
        return Move(position, who, act)

    def legal(self, position: Fluents) -> list[Term]:
        """The legal moves: who, and what."""
        return self._rows(position, "legal", 2)

    def weights(self, position: Fluents) -> list[Term]:
        """The moves of chance, each with its weight."""
        return self._rows(position, "weight", 2)

    def after(self, move: Move) -> After:
        """What holds after a move."""
        return After([fluent for (fluent,) in self._rows(move, "next", 1)])

    def told(self, move: Move) -> list[Term]:
        """What everybody is told of a move."""
        return self._rows(move, "told", 3)

    def reveals(self, move: Move) -> bool:
        """Return True if nothing may be taken back after it."""
        return bool(self._rows(move, "reveals", 0))

    def reasons(self, move: Move) -> list[Term]:
        """What speaks against a move."""
        return self._rows(move, "reason", 3)

    def points(self, position: Fluents) -> list[Term]:
        """Points by seat and item."""
        return self._rows(position, "points", 3)

    def goal(self, position: Fluents, seat: int) -> int:
        """The points of a seat."""
        return int(dict(self._rows(position, "goal", 2))[seat])

    def rank(self, position: Fluents, seat: int) -> int:
        """The place of a seat."""
        return int(dict(self._rows(position, "rank", 2))[seat])

    def winners(self, position: Fluents) -> list[int]:
        """The seats that have won."""
        return [seat for (seat,) in self._rows(position, "winner", 1)]

    def sure(self, position: Fluents, watcher: Term) -> list[Term]:
        """The cards of each seat that somebody can be sure of, with a number of them."""
        return [row[1:] for row in self._rows(position, "sure", 4) if row[0] == watcher]

    def ill_formed(self) -> list[Term]:
        """The rules that an edition does not keep."""
        return [rule for (rule,) in self._rows((), "ill_formed", 1)]

    def deal(self) -> list[Term]:
        """The next card of the deal."""
        return self._rows((), "deal", 3)

    def first(self) -> list[Term]:
        """What holds at the start."""
        return [fluent for (fluent,) in self._rows((), "init", 1)]

    def __getattr__(self, name: str) -> Any:
        """`sees_at(position, watcher)` and its like: what somebody sees of one kind."""
        if not name.startswith("sees_"):
            raise AttributeError(name)
        kind = name.removeprefix("sees_")

        def sees(position: Fluents, watcher: Term) -> Any:
            seen = [f for who, f in self._rows(position, "sees", 2) if who == watcher]
            rows = [fluent[1:] for fluent in seen if fluent[0] == kind]
            if kind in ("at", "size"):
                return rows
            return rows[0][0] if rows else None

        return sees

    def _rows(self, about: Fluents | Move, name: str, arity: int) -> list[Term]:
        """The arguments of every atom of a predicate. What was asked last is kept."""
        if self._asked[0] != about:
            self._asked = about, {}
        answers = self._asked[1]
        if (name, arity) not in answers:
            answers |= self._grounded(about, _together((name, arity)))
        return answers[name, arity]

    def _grounded(
        self, about: Fluents | Move, outputs: Sequence[Signature]
    ) -> dict[Signature, list[Term]]:
        clauses, inputs = _part(outputs)
        known = [fact for fact in self._facts if (fact.name, len(fact.arguments)) in inputs]
        control = ground(clauses, [*known, *_given(about)])
        return {
            (name, arity): [tuple(map(term, atom.arguments)) for atom in read(control, name, arity)]
            for name, arity in outputs
        }


TOGETHER: tuple[tuple[Signature, ...], ...] = (
    (("next", 1), ("told", 3), ("reveals", 0)),
    (("points", 3), ("goal", 2), ("rank", 2), ("winner", 1)),
    (("legal", 2), ("weight", 2)),
)
"""Predicates that one question of the suite asks for."""


def _together(asked: Signature) -> tuple[Signature, ...]:
    return next((several for several in TOGETHER if asked in several), (asked,))


@cache
def _part(outputs: Sequence[Signature]) -> tuple[list[AST], set[Signature]]:
    """The clauses that some predicates need, and what these ask for."""
    clauses = needed(_program(), outputs)
    return clauses, {s for clause in filter(is_clause, clauses) for s, _ in bodies(clause)}


@cache
def _program() -> list[AST]:
    return program()


def _given(about: Fluents | Move) -> Iterator[Symbol]:
    """The facts of a position, and of a move."""
    if isinstance(about, Move):
        yield symbol(("does", about.who, about.act))
        about = about.position
    yield from (symbol(("true", fluent)) for fluent in about)


def main() -> None:
    """The command."""
    answer_lines(Engine("clingo", Game))


if __name__ == "__main__":
    main()
