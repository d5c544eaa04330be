"""The order of the predicates: which depend on which, and on what: the edition, the position or the move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from spec.compiler.clauses import Clause, atoms
from spec.tools.logic import LogicError

EDITION, POSITION, MOVE = range(3)
"""The stages: what an answer depends on."""


def groups(clauses: Sequence[Clause]) -> list[list[str]]:
    """Predicates that depend on each other, those first that others depend on (Tarjan)."""
    asked: dict[str, dict[str, None]] = {}
    for clause in clauses:
        asked.setdefault(clause.head.pred, {}).update(
            dict.fromkeys(p for p, _ in atoms(clause.body))
        )
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(pred: str) -> None:
        number[pred] = low[pred] = len(number)
        stack.append(pred)
        for other in asked.get(pred, ()):
            if other not in number:
                visit(other)
            if other in stack:
                low[pred] = min(low[pred], low[other])
        if low[pred] == number[pred]:
            place = stack.index(pred)
            found.append(stack[place:])
            del stack[place:]

    for pred in asked:
        if pred not in number:
            visit(pred)
    return found


def needed(clauses: Sequence[Clause], outputs: Iterable[str]) -> list[Clause]:
    """The clauses that some predicates depend on."""
    wanted, todo = set[str](), list(outputs)
    while todo:
        pred = todo.pop()
        if pred not in wanted:
            wanted.add(pred)
            todo += [p for c in clauses if c.head.pred == pred for p, _ in atoms(c.body)]
    return [clause for clause in clauses if clause.head.pred in wanted]


def check_stratified(clauses: Sequence[Clause]) -> None:
    """Refuse a program in which something depends on its own negation, or on a sum over itself.

    Raises:
        LogicError: with the clause.
    """
    group_of = {pred: n for n, group in enumerate(groups(clauses)) for pred in group}
    for clause in clauses:
        for pred, denied in atoms(clause.body):
            if denied and group_of[pred] == group_of[clause.head.pred]:
                where = f"{clause.rule}: {clause.text}"
                raise LogicError(f"{clause.head.pred} depends on its own negation\n{where}")


def recursive(clauses: Sequence[Clause]) -> dict[str, tuple[str, ...]]:
    """The groups of predicates that depend on themselves, by each of their members."""
    itself = {c.head.pred for c in clauses if c.head.pred in {p for p, _ in atoms(c.body)}}
    return {
        pred: tuple(group)
        for group in groups(clauses)
        for pred in group
        if len(group) > 1 or pred in itself
    }


def stages(clauses: Sequence[Clause], least: Mapping[str, int]) -> dict[str, int]:
    """What each predicate depends on; some depend on something even if no clause says so."""
    found = dict(least)
    for group in groups(clauses):
        stage = EDITION
        for pred in group:
            stage = max(stage, least.get(pred, EDITION))
            if pred == "does":
                stage = MOVE
            elif pred.startswith("true."):
                stage = max(stage, POSITION)
            for clause in clauses:
                if clause.head.pred == pred:
                    stage = max([stage, *(found.get(p, EDITION) for p, _ in atoms(clause.body))])
        found.update(dict.fromkeys(group, stage))
    return found
