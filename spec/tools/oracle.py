"""What the specification says of many positions at once.

All positions of a batch go into one grounding: every predicate that depends on the position gets one more argument,
the number of the case, and every predicate that depends on the move gets one for the move. So the fixed price of a
grounding is paid once for many positions, and all legal moves of a position are answered together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import clingo
from attrs import field, frozen
from clingo import Function, Number
from clingo.ast import AST
from clingo.symbol import Symbol

from spec.tools.facts import Position
from spec.tools.logic import (
    Signature,
    bodies,
    depending,
    ground,
    is_clause,
    needed,
    parse,
    parts,
    read,
    with_argument,
)

EVERY_MOVE = parse("does(A,P,A) :- legal(P,A).   move(A) :- legal(_,A).")


@frozen
class Result:
    """Scores and winners of a position, as the specification counts them."""

    points: dict[tuple[int, str], int] = field(factory=dict)
    goal: dict[int, int] = field(factory=dict)
    rank: dict[int, int] = field(factory=dict)
    winners: set[int] = field(factory=set)


def program() -> list[AST]:
    """The whole specification."""
    return [node for part in parts() for node in parse(part.text)]


class Batch:
    """A part of the specification, rewritten for many positions."""

    def __init__(
        self, clauses: Sequence[AST], outputs: Sequence[Signature], *, every_move: bool = False
    ) -> None:
        part = needed(clauses, outputs)
        if every_move:
            part = with_argument(part, depending(clauses, [("does", 2)]), "Move", "move")
            part += EVERY_MOVE
        self._clauses = with_argument(part, depending(part, [("true", 1)]), "Case", "case")
        self._inputs = {
            signature
            for clause in filter(is_clause, self._clauses)
            for signature, _ in bodies(clause)
        }

    def answer(self, edition: Iterable[Symbol], positions: Sequence[Position]) -> clingo.Control:
        """Everything that follows, for each position by its number in the batch."""
        facts = [fact for fact in edition if (fact.name, len(fact.arguments)) in self._inputs]
        for number, position in enumerate(positions):
            case = Number(number)
            facts.append(Function("case", [case]))
            facts += [Function("true", [case, fluent]) for fluent in position]
        return ground(self._clauses, facts)


class Oracle:
    """Answers by the specification. All positions of a question belong to one edition and number of players."""

    def __init__(self, clauses: Sequence[AST] | None = None) -> None:
        self._clauses = program() if clauses is None else clauses

    # Each part is rewritten when it is first asked: who drops a clause to see it missed asks but one of them.

    @cached_property
    def _legal(self) -> Batch:
        return Batch(self._clauses, [("legal", 2)])

    @cached_property
    def _steps(self) -> Batch:
        return Batch(self._clauses, [("legal", 2), ("gone", 1), ("new", 1)], every_move=True)

    @cached_property
    def _sees(self) -> Batch:
        return Batch(self._clauses, [("sees", 2)])

    @cached_property
    def _results(self) -> Batch:
        outputs = [("points", 3), ("goal", 2), ("rank", 2), ("winner", 1)]
        return Batch(self._clauses, outputs)

    @cached_property
    def _init(self) -> list[AST]:
        return needed(self._clauses, [("init", 1)])

    def setup(self, edition: Iterable[Symbol], deal: Iterable[Symbol]) -> Position:
        """The first position, given `first(P)` and `dealt(P,C,N)`."""
        inputs = {s for clause in filter(is_clause, self._init) for s, _ in bodies(clause)}
        facts = [fact for fact in edition if (fact.name, len(fact.arguments)) in inputs]
        return frozenset(
            a.arguments[0] for a in read(ground(self._init, [*facts, *deal]), "init", 1)
        )

    def legal(self, edition: Iterable[Symbol], positions: Sequence[Position]) -> list[set[Symbol]]:
        """The legal moves of each position."""
        answers: list[set[Symbol]] = [set() for _ in positions]
        control = self._legal.answer(edition, positions)  # it must live while its atoms are read
        for atom in read(control, "legal", 3):
            case, _, move = atom.arguments
            answers[case.number].add(move)
        return answers

    def successors(
        self, edition: Iterable[Symbol], positions: Sequence[Position]
    ) -> list[dict[Symbol, Position]]:
        """For each position: every legal move, and the position after it.

        The two frame clauses, next(F) :- true(F), not gone(F) and next(F) :- new(F), are done here as set operations; a
        test compares the outcome with `next` itself.
        """
        control = self._steps.answer(edition, positions)
        gone: list[dict[Symbol, set[Symbol]]] = [{} for _ in positions]
        new: list[dict[Symbol, set[Symbol]]] = [{} for _ in positions]
        for atom in read(control, "legal", 3):
            case, _, move = atom.arguments
            gone[case.number][move], new[case.number][move] = set(), set()
        for name, table in (("gone", gone), ("new", new)):
            for atom in read(control, name, 3):
                case, move, fluent = atom.arguments
                table[case.number][move].add(fluent)
        return [
            {move: frozenset((position - goes[move]) | comes[move]) for move in goes}
            for position, goes, comes in zip(positions, gone, new, strict=True)
        ]

    def views(
        self, edition: Iterable[Symbol], positions: Sequence[Position]
    ) -> list[dict[int | None, Position]]:
        """What each seat sees of each position, and the spectator (None)."""
        found: list[dict[int | None, set[Symbol]]] = [{} for _ in positions]
        control = self._sees.answer(edition, positions)
        for atom in read(control, "sees", 3):
            case, viewer, fluent = atom.arguments
            seat = viewer.number if viewer.type == clingo.SymbolType.Number else None
            found[case.number].setdefault(seat, set()).add(fluent)
        return [{seat: frozenset(seen) for seat, seen in views.items()} for views in found]

    def results(self, edition: Iterable[Symbol], positions: Sequence[Position]) -> list[Result]:
        """Points by item, totals, places and winners."""
        control = self._results.answer(edition, positions)
        answers = [Result() for _ in positions]
        for atom in read(control, "points", 4):
            case, seat, item, points = atom.arguments
            answers[case.number].points[seat.number, item.name] = points.number
        for atom in read(control, "goal", 3):
            case, seat, total = atom.arguments
            answers[case.number].goal[seat.number] = total.number
        for atom in read(control, "rank", 3):
            case, seat, place = atom.arguments
            answers[case.number].rank[seat.number] = place.number
        for atom in read(control, "winner", 2):
            case, seat = atom.arguments
            answers[case.number].winners.add(seat.number)
        return answers
