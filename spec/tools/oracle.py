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
    heads,
    is_clause,
    needed,
    parse,
    parts,
    read,
    with_argument,
)

EVERY_MOVE = parse("does(A,P,A) :- legal(P,A).   move(A) :- legal(_,A).")


@frozen
class Consequence:
    """What a move leads to."""

    after: Position
    told: dict[int | None, list[frozenset[Symbol]]]
    """What each seat is told of it, and the spectator (None): events in order, each as a set of terms."""
    reveals: bool
    """Nothing may be taken back after it."""


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


def _seat(viewer: Symbol) -> int | None:
    """A seat, or None for the spectator."""
    return viewer.number if viewer.type == clingo.SymbolType.Number else None


def _answered(clauses: Sequence[AST], facts: Iterable[Symbol]) -> clingo.Control:
    """Everything that follows from those of the facts that the clauses ask for."""
    inputs = {s for clause in filter(is_clause, clauses) for s, _ in bodies(clause)}
    return ground(clauses, [fact for fact in facts if (fact.name, len(fact.arguments)) in inputs])


def _afters(control: clingo.Control, positions: Sequence[Position]) -> list[dict[Symbol, Position]]:
    """For each position: every legal move, and the position after it."""
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
    def _sure(self) -> Batch:
        return Batch(self._clauses, [("sure", 4)])

    @cached_property
    def _results(self) -> Batch:
        outputs = [("points", 3), ("goal", 2), ("rank", 2), ("winner", 1)]
        return Batch(self._clauses, outputs)

    @cached_property
    def _weights(self) -> Batch:
        return Batch(self._clauses, [("weight", 2)])

    @cached_property
    def _consequences(self) -> Batch:
        outputs = [("legal", 2), ("gone", 1), ("new", 1), ("told", 3), ("reveals", 0)]
        return Batch(self._clauses, outputs, every_move=True)

    @cached_property
    def _init(self) -> list[AST]:
        return needed(self._clauses, [("init", 1)])

    @cached_property
    def _deal(self) -> list[AST]:
        return needed(self._clauses, [("deal", 3)])

    def setup(self, edition: Iterable[Symbol], deal: Iterable[Symbol]) -> Position:
        """The first position, given `dealt(P,C,N)`, and `named(P)` if somebody is named to begin."""
        control = _answered(self._init, [*edition, *deal])
        return frozenset(a.arguments[0] for a in read(control, "init", 1))

    def deal(
        self, edition: Iterable[Symbol], deal: Iterable[Symbol]
    ) -> dict[tuple[int, Symbol], int]:
        """The next card of the deal: each seat and card that may come, and its weight; none when all are dealt."""
        control = _answered(self._deal, [*edition, *deal])
        found = (atom.arguments for atom in read(control, "deal", 3))
        return {(seat.number, card): weight.number for seat, card, weight in found}

    def ill_formed(self, boxes: Sequence[Iterable[Symbol]]) -> list[set[Symbol]]:
        """The rules that each edition does not keep."""
        clauses = needed(self._clauses, [("ill_formed", 1)])
        asked = {
            s for c in clauses if is_clause(c) for s in (*heads(c), *(b for b, _ in bodies(c)))
        }
        facts = [Function("case", [Number(number)]) for number in range(len(boxes))]
        for number, box in enumerate(boxes):
            facts += [
                Function(fact.name, [Number(number), *fact.arguments])
                for fact in box
                if (fact.name, len(fact.arguments)) in asked
            ]
        control = ground(with_argument(clauses, asked, "Case", "case"), facts)
        found: list[set[Symbol]] = [set() for _ in boxes]
        for atom in read(control, "ill_formed", 2):
            found[atom.arguments[0].number].add(atom.arguments[1])
        return found

    def weights(
        self, edition: Iterable[Symbol], positions: Sequence[Position]
    ) -> list[dict[Symbol, int]]:
        """The weight of each move of chance in each position."""
        answers: list[dict[Symbol, int]] = [{} for _ in positions]
        control = self._weights.answer(edition, positions)
        for atom in read(control, "weight", 3):
            case, move, weight = atom.arguments
            answers[case.number][move] = weight.number
        return answers

    def consequences(
        self, edition: Iterable[Symbol], positions: Sequence[Position]
    ) -> list[dict[Symbol, Consequence]]:
        """For each position: every legal move, the position after it, what is told of it, and if it can be undone."""
        control = self._consequences.answer(edition, positions)
        revealing = {tuple(atom.arguments) for atom in read(control, "reveals", 2)}
        heard: dict[tuple[Symbol, Symbol], dict[int | None, dict[int, set[Symbol]]]] = {}
        for atom in read(control, "told", 5):
            case, move, viewer, order, event = atom.arguments
            by_viewer = heard.setdefault((case, move), {})
            by_viewer.setdefault(_seat(viewer), {}).setdefault(order.number, set()).add(event)
        answers: list[dict[Symbol, Consequence]] = []
        for number, afters in enumerate(_afters(control, positions)):
            found: dict[Symbol, Consequence] = {}
            for move, after in afters.items():
                key = Number(number), move
                told = {
                    seat: [frozenset(events[order]) for order in sorted(events)]
                    for seat, events in heard.get(key, {}).items()
                }
                found[move] = Consequence(after, told, key in revealing)
            answers.append(found)
        return answers

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

        The two frame clauses, next(F) :- true(F), not gone(F) and next(F) :- new(F), are done as set operations; a
        test compares the outcome with `next` itself.
        """
        return _afters(self._steps.answer(edition, positions), positions)

    def views(
        self, edition: Iterable[Symbol], positions: Sequence[Position]
    ) -> list[dict[int | None, Position]]:
        """What each seat sees of each position, and the spectator (None)."""
        found: list[dict[int | None, set[Symbol]]] = [{} for _ in positions]
        control = self._sees.answer(edition, positions)
        for atom in read(control, "sees", 3):
            case, viewer, fluent = atom.arguments
            found[case.number].setdefault(_seat(viewer), set()).add(fluent)
        return [{seat: frozenset(seen) for seat, seen in views.items()} for views in found]

    def sure(
        self, edition: Iterable[Symbol], positions: Sequence[Position]
    ) -> list[dict[tuple[int | None, int, Symbol], int]]:
        """The least number of each card that a viewer can be sure of in another hand, by viewer, seat and card."""
        found: list[dict[tuple[int | None, int, Symbol], int]] = [{} for _ in positions]
        control = self._sure.answer(edition, positions)
        for atom in read(control, "sure", 5):
            case, viewer, seat, card, number = atom.arguments
            key = _seat(viewer), seat.number, card
            found[case.number][key] = max(number.number, found[case.number].get(key, 0))
        return found

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
