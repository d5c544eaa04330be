"""The referee: answers of the specification by clingo, about many positions at once.

Whoever has a question asks `spec.tools.oracle`, where the clauses run as compiled. This is the other way from the same
clauses to an answer, and tests compare the two on a sample. It answers for any clauses, too: for those of a proof, or
with a mistake.

All positions of a batch go into one grounding: every predicate that depends on the position gets one more argument,
the number of the case, and every predicate that depends on the move gets one for the move. So the fixed price of a
grounding is paid once for many positions, and all legal moves of a position are answered together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

import clingo
from clingo.ast import AST

from spec.tools.facts import Position
from spec.tools.logic import (
    Signature,
    Term,
    bodies,
    depending,
    ground,
    heads,
    is_clause,
    needed,
    parse,
    program,
    read,
    symbol,
    term,
    with_argument,
)
from spec.tools.oracle import Consequence, Result

EVERY_MOVE = parse("does(A,P,A) :- legal(P,A).   move(A) :- legal(_,A).")


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

    def answer(self, edition: Iterable[Term], positions: Sequence[Position]) -> clingo.Control:
        """Everything that follows, for each position by its number in the batch."""
        facts = [fact for fact in edition if (fact[0], len(fact) - 1) in self._inputs]
        for number, position in enumerate(positions):
            facts.append(("case", number))
            facts += [("true", number, fluent) for fluent in position]
        return ground(self._clauses, map(symbol, facts))


def rows(control: clingo.Control, name: str, arity: int) -> Iterator[Sequence[Term]]:
    """The arguments of all atoms of a predicate, as plain terms."""
    for atom in read(control, name, arity):
        yield [term(argument) for argument in atom.arguments]


def _seat(viewer: Term) -> int | None:
    """A seat, or None for the spectator."""
    return None if viewer == "spectator" else viewer


def _answered(clauses: Sequence[AST], facts: Iterable[Term]) -> clingo.Control:
    """Everything that follows from those of the facts that the clauses ask for."""
    inputs = {s for clause in filter(is_clause, clauses) for s, _ in bodies(clause)}
    given = (fact for fact in facts if (fact[0], len(fact) - 1) in inputs)
    return ground(clauses, map(symbol, given))


def _afters(control: clingo.Control, positions: Sequence[Position]) -> list[dict[Term, Position]]:
    """For each position: every legal move, and the position after it."""
    gone: list[dict[Term, set[Term]]] = [{} for _ in positions]
    new: list[dict[Term, set[Term]]] = [{} for _ in positions]
    for case, _, move in rows(control, "legal", 3):
        gone[case][move], new[case][move] = set(), set()
    for name, table in (("gone", gone), ("new", new)):
        for case, move, fluent in rows(control, name, 3):
            table[case][move].add(fluent)
    return [
        {move: frozenset((position - goes[move]) | comes[move]) for move in goes}
        for position, goes, comes in zip(positions, gone, new, strict=True)
    ]


class Referee:
    """Answers by clingo. All positions of a question belong to one edition and number of players."""

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

    def setup(self, edition: Iterable[Term], deal: Iterable[Term]) -> Position:
        """The first position, given `dealt(P,C,N)`, and `named(P)` if somebody is named to begin."""
        control = _answered(self._init, [*edition, *deal])
        return frozenset(fluent for (fluent,) in rows(control, "init", 1))

    def deal(self, edition: Iterable[Term], deal: Iterable[Term]) -> dict[tuple[int, Term], int]:
        """The next card of the deal: each seat and card that may come, and its weight; none when all are dealt."""
        control = _answered(self._deal, [*edition, *deal])
        return {(seat, card): weight for seat, card, weight in rows(control, "deal", 3)}

    def ill_formed(self, boxes: Sequence[Iterable[Term]]) -> list[set[Term]]:
        """The rules that each edition does not keep."""
        clauses = needed(self._clauses, [("ill_formed", 1)])
        asked = {
            s for c in clauses if is_clause(c) for s in (*heads(c), *(b for b, _ in bodies(c)))
        }
        facts: list[Term] = [("case", number) for number in range(len(boxes))]
        for number, box in enumerate(boxes):
            facts += [
                (name, number, *arguments)
                for name, *arguments in box
                if (name, len(arguments)) in asked
            ]
        control = ground(with_argument(clauses, asked, "Case", "case"), map(symbol, facts))
        found: list[set[Term]] = [set() for _ in boxes]
        for case, rule in rows(control, "ill_formed", 2):
            found[case].add(rule)
        return found

    def weights(
        self, edition: Iterable[Term], positions: Sequence[Position]
    ) -> list[dict[Term, int]]:
        """The weight of each move of chance in each position."""
        answers: list[dict[Term, int]] = [{} for _ in positions]
        for case, move, weight in rows(self._weights.answer(edition, positions), "weight", 3):
            answers[case][move] = weight
        return answers

    def consequences(
        self, edition: Iterable[Term], positions: Sequence[Position]
    ) -> list[dict[Term, Consequence]]:
        """For each position: every legal move, the position after it, what is told of it, and if it can be undone."""
        control = self._consequences.answer(edition, positions)
        revealing = {*map(tuple, rows(control, "reveals", 2))}
        heard: dict[tuple[int, Term], dict[int | None, dict[int, set[Term]]]] = {}
        for case, move, viewer, order, event in rows(control, "told", 5):
            by_viewer = heard.setdefault((case, move), {})
            by_viewer.setdefault(_seat(viewer), {}).setdefault(order, set()).add(event)
        answers: list[dict[Term, Consequence]] = []
        for case, afters in enumerate(_afters(control, positions)):
            found: dict[Term, Consequence] = {}
            for move, after in afters.items():
                told = {
                    seat: [frozenset(events[order]) for order in sorted(events)]
                    for seat, events in heard.get((case, move), {}).items()
                }
                found[move] = Consequence(after, told, (case, move) in revealing)
            answers.append(found)
        return answers

    def legal(self, edition: Iterable[Term], positions: Sequence[Position]) -> list[set[Term]]:
        """The legal moves of each position."""
        answers: list[set[Term]] = [set() for _ in positions]
        for case, _, move in rows(self._legal.answer(edition, positions), "legal", 3):
            answers[case].add(move)
        return answers

    def successors(
        self, edition: Iterable[Term], positions: Sequence[Position]
    ) -> list[dict[Term, Position]]:
        """For each position: every legal move, and the position after it.

        The two frame clauses, next(F) :- true(F), not gone(F) and next(F) :- new(F), are done as set operations; a
        test compares the outcome with `next` itself.
        """
        return _afters(self._steps.answer(edition, positions), positions)

    def views(
        self, edition: Iterable[Term], positions: Sequence[Position]
    ) -> list[dict[int | None, Position]]:
        """What each seat sees of each position, and the spectator (None)."""
        found: list[dict[int | None, set[Term]]] = [{} for _ in positions]
        for case, viewer, fluent in rows(self._sees.answer(edition, positions), "sees", 3):
            found[case].setdefault(_seat(viewer), set()).add(fluent)
        return [{seat: frozenset(seen) for seat, seen in views.items()} for views in found]

    def sure(
        self, edition: Iterable[Term], positions: Sequence[Position]
    ) -> list[dict[tuple[int | None, int, Term], int]]:
        """The least number of each card that a viewer can be sure of in another hand, by viewer, seat and card."""
        found: list[dict[tuple[int | None, int, Term], int]] = [{} for _ in positions]
        answer = self._sure.answer(edition, positions)
        for case, viewer, seat, card, number in rows(answer, "sure", 5):
            key = _seat(viewer), seat, card
            found[case][key] = max(number, found[case].get(key, 0))
        return found

    def results(self, edition: Iterable[Term], positions: Sequence[Position]) -> list[Result]:
        """Points by item, totals, places and winners."""
        control = self._results.answer(edition, positions)
        answers = [Result() for _ in positions]
        for case, seat, item, points in rows(control, "points", 4):
            answers[case].points[seat, item] = points
        for case, seat, total in rows(control, "goal", 3):
            answers[case].goal[seat] = total
        for case, seat, place in rows(control, "rank", 3):
            answers[case].rank[seat] = place
        for case, seat in rows(control, "winner", 2):
            answers[case].winners.add(seat)
        return answers


@cache
def the_referee() -> Referee:
    """The specification as it is, read once in each process."""
    return Referee()
