"""The clauses of the specification, one by one: which of them have a say in a position, and which are about play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from attrs import frozen
from clingo import Number, ast
from clingo.ast import AST, Sign

from spec.tools import facts
from spec.tools.logic import (
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
from spec.tools.oracle import Batch
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
    """Clauses about editions, the deal, the first position, knowledge and refusals; tests of their own drop each."""
    played = {*map(str, needed([clause.node for clause in clauses()], OF_PLAY))}
    return frozenset(clause for clause in clauses() if str(clause.node) not in played)


def needed_only_by(*outputs: Signature) -> list[Numbered]:
    """The clauses that these depend on, and no question about play."""
    cone = {*map(str, needed([clause.node for clause in clauses()], outputs))}
    return [c for c in clauses() if c in asked_elsewhere() and str(c.node) in cone]


def is_frame(clause: Numbered) -> bool:
    """One of the two clauses that carry a position on: the oracle does them as set operations, and a test compares."""
    return heads(clause.node) == [("next", 1)]
