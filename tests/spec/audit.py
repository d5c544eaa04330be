"""Which clauses of the specification have a say, and which of them would be missed.

    make audit

A clause that never fires is dead or untested. A clause whose loss nothing notices is redundant or untested. Both are
listed; there should be none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import cache

from attrs import frozen
from clingo import Number, ast
from clingo.ast import AST, Sign

from spec.tools import facts
from spec.tools.logic import (
    LogicError,
    Signature,
    bodies,
    depending,
    heads,
    is_clause,
    needed,
    parse,
    parts,
    read,
)
from spec.tools.oracle import Batch, Oracle
from tests.spec.agreement import disagreements, sample
from toledo_rules import State


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
    """What is not a clause."""
    return tuple(node for part in parts() for node in parse(part.text) if not is_clause(node))


@cache
def _instrumented() -> Batch:
    """The specification, and for each clause another one with the same body that says that it fired."""
    played = [clause for clause in clauses() if clause not in asked_elsewhere()]
    of_moves = depending([clause.node for clause in played], [("does", 2)])
    marked: list[AST] = [*declarations(), *(clause.node for clause in played)]
    for clause in played:
        where = clause.node.location
        name = "then" if of_moves & {asked for asked, _ in bodies(clause.node)} else "now"
        number = ast.SymbolicTerm(where, Number(clause.number))
        fires = ast.SymbolicAtom(ast.Function(where, f"fires_{name}", [number], 0))
        marked.append(clause.node.update(head=ast.Literal(where, Sign.NoSign, fires)))
    outputs = [("fires_now", 1), ("fires_then", 1), ("legal", 2)]
    return Batch(marked, outputs, every_move=True)


def fired(states: Sequence[State]) -> list[set[int]]:
    """The clauses that had a say in each position, or in one of its moves."""
    edition = facts.edition(states[0].edition, len(states[0].players))
    control = _instrumented().answer(edition, [facts.position(state) for state in states])
    found: list[set[int]] = [set() for _ in states]
    for atom in read(control, "fires_now", 2) + read(control, "fires_then", 3):
        found[atom.arguments[0].number].add(atom.arguments[-1].number)
    return found


def fired_in(state: State) -> list[str]:
    """The rules whose clauses had a say in a position."""
    (numbers,) = fired([state])
    return list(dict.fromkeys(clauses()[number].rule for number in sorted(numbers)))


@frozen
class Audit:
    """What the audit found."""

    clauses: int
    positions: int
    silent: tuple[str, ...]
    """Clauses that never fired."""
    unmissed: tuple[str, ...]
    """Clauses whose loss nothing noticed."""


def witnesses(batches: int) -> tuple[int, dict[int, list[State]]]:
    """For each clause the positions in which it fired."""
    found: dict[int, list[State]] = {clause.number: [] for clause in clauses()}
    looked = 0
    for number in range(batches):
        states = sample(number)
        looked += len(states)
        for state, numbers in zip(states, fired(states), strict=True):
            for clause in numbers:
                found[clause].append(state)
        show(f"looking for positions in which each clause fires: {number + 1} of {batches}")
    return looked, found


def is_missed(clause: Numbered, states: Sequence[State], at_once: int) -> bool:
    """The specification without a clause says something else, or falls silent, or breaks.

    A few positions show that of nearly every clause, so they are asked some at a time, and all only if need be.
    """
    try:
        rest = Oracle([*declarations(), *(c.node for c in clauses() if c is not clause)])
        return any(
            any(disagreements(same, rest))
            for start in range(0, len(states), at_once)
            for same in _by_table(states[start : start + at_once])
        )
    except (
        LogicError,
        KeyError,
    ):  # a predicate that nobody defines any more; a view that is not there
        return True


def _by_table(states: Sequence[State]) -> Iterator[list[State]]:
    tables: dict[tuple[str, int], list[State]] = {}
    for state in states:
        tables.setdefault((state.edition.name, len(state.players)), []).append(state)
    yield from tables.values()


def audit(batches: int = 40, at_once: int = 12, start: int = 0, stop: int | None = None) -> Audit:
    """Look at every clause, or at those of these numbers."""
    positions, found = witnesses(batches)
    silent, unmissed = [], []
    for clause in clauses()[start:stop]:
        states = found[clause.number]
        if clause in asked_elsewhere() or is_frame(clause):
            continue
        if not states:
            silent.append(str(clause))
        elif not is_missed(clause, states, at_once):
            unmissed.append(str(clause))
        show(f"dropping each clause in turn: {clause.number + 1} of {len(clauses())}")
    return Audit(len(clauses()), positions, tuple(silent), tuple(unmissed))


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
"""What is asked of a position."""


@cache
def asked_elsewhere() -> frozenset[Numbered]:
    """The clauses about editions, the deal, the first position and knowledge; tests of their own drop each of them."""
    played = {*map(str, needed([clause.node for clause in clauses()], OF_PLAY))}
    return frozenset(clause for clause in clauses() if str(clause.node) not in played)


def needed_only_by(*outputs: Signature) -> list[Numbered]:
    """The clauses that these depend on, and no question about play."""
    cone = {*map(str, needed([clause.node for clause in clauses()], outputs))}
    return [c for c in clauses() if c in asked_elsewhere() and str(c.node) in cone]


def is_frame(clause: Numbered) -> bool:
    """One of the two clauses that carry a position on: the oracle does them as set operations, and a test compares."""
    return heads(clause.node) == [("next", 1)]


def show(text: str) -> None:
    """Progress, in one line on a terminal, or line by line into a file."""
    if sys.stderr.isatty():
        print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--batches", type=int, default=40, help="batches of positions (40)")
    parser.add_argument("--at-once", type=int, default=12, help="positions to ask at a time (12)")
    parser.add_argument("--start", type=int, default=0, help="begin with the clause of this number")
    parser.add_argument("--stop", type=int, help="stop before the clause of this number")
    options = parser.parse_args()
    result = audit(options.batches, options.at_once, options.start, options.stop)
    print(f"{result.clauses} clauses, looked for in {result.positions:,} positions")
    elsewhere = sum(c in asked_elsewhere() or is_frame(c) for c in clauses())
    print(
        f"{elsewhere} of them are dropped by tests instead: what is not about play, and the frame"
    )
    for title, lines in (("never fired", result.silent), ("not missed", result.unmissed)):
        print(f"{title}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    return 1 if result.silent or result.unmissed else 0


if __name__ == "__main__":
    sys.exit(main())
