"""Counterexamples: tried again in the whole rules, and written so that one can read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve
from clingo import Function
from clingo.ast import AST, ASTType
from clingo.symbol import Symbol

from spec.tools.facts import Position
from spec.tools.induction import Counterexample, invariants, logic_of
from spec.tools.logic import ground, needed, read

LIKE_IT = 40
"""Moves that are tried in place of one that the whole rules do not allow."""


def holds(
    rules: Sequence[AST], edition: Iterable[Symbol], found: Counterexample, verdict: str
) -> bool:
    """Return True if the move is legal by the whole rules, nothing sliced away or weakened, and does the damage.

    Args:
        rules: all rules, with the mistake that the counterexample shows.
        edition: the components, as facts.
        found: what the solver has found.
        verdict: ``broken(i11)`` or ``breaks(i17)``; any invariant of the position if it is empty.
    """
    edition = tuple(edition)
    program = [*rules, *invariants()]
    if found.move is None:
        program += logic_of("beginning")
        return _is_told(verdict, _told(program, edition, found.position, "broken"))
    who, move = found.move.arguments
    if (who, move) not in legal_moves(program, edition, found.position):
        return False
    after = successor(program, edition, found)
    program += logic_of("beginning")
    told = _told(program, edition, found.position, "breaks", found.move, history=found.history)
    lived = [node for node in logic_of("history") if node.head.ast_type == ASTType.Literal]
    now = _told(
        [*program, *lived], edition, found.position, "then_was", found.move, history=found.history
    )
    later = frozenset(Function("was", atom.arguments) for atom in now)
    return _is_told(verdict, [*told, *_told(program, edition, after, "broken", history=later)])


def borne_out(
    rules: Sequence[AST], edition: Iterable[Symbol], found: Counterexample, verdict: str
) -> Counterexample | None:
    """The counterexample if it holds by the whole rules, or one with another move of its kind in its position."""
    edition = tuple(edition)
    if holds(rules, edition, found, verdict):
        return found
    if found.move is None:
        return None
    kind = found.move.arguments[1].name
    for who, move in sorted(legal_moves([*rules, *invariants()], edition, found.position))[
        :LIKE_IT
    ]:
        like = evolve(found, move=Function("does", [who, move]))
        if move.name == kind and holds(rules, edition, like, verdict):
            return like
    return None


def _is_told(verdict: str, told: Sequence[Symbol]) -> bool:
    return verdict in map(str, told) if verdict else bool(told)


def legal_moves(
    program: Sequence[AST], edition: Sequence[Symbol], position: Position
) -> set[tuple[Symbol, Symbol]]:
    """Who may do what."""
    atoms = _told(program, edition, position, "legal", arity=2)
    return {(atom.arguments[0], atom.arguments[1]) for atom in atoms}


def successor(program: Sequence[AST], edition: Sequence[Symbol], found: Counterexample) -> Position:
    """The position after the move."""
    return frozenset(
        atom.arguments[0] for atom in _told(program, edition, found.position, "next", found.move)
    )


def _told(
    program: Sequence[AST],
    edition: Sequence[Symbol],
    position: Position,
    name: str,
    move: Symbol | None = None,
    arity: int = 1,
    history: frozenset[Symbol] = frozenset(),
) -> list[Symbol]:
    """What the rules and invariants derive of a position, and of a move if there is one."""
    facts = [*edition, *(Function("true", [fluent]) for fluent in position), *history]
    part = needed(program, [(name, arity)])
    control = ground(part, facts if move is None else [*facts, move])
    return list(read(control, name, arity))


def written(found: Counterexample, after: Position | None = None) -> str:
    """The move, what it changes, and what else there is of the pieces that it touches."""
    lines = []
    if found.move is not None and after is not None:
        gone, new = found.position - after, after - found.position
        lines.append(f"{_who(found.move.arguments[0])} does {found.move.arguments[1]}")
        lines += [f"  no longer  {fact}" for fact in _sorted(gone)]
        lines += [f"  now        {fact}" for fact in _sorted(new)]
        pieces = {fact.arguments[1] for fact in gone | new if fact.name == "at"}
        rest = [f for f in found.position & after if f.name != "at" or f.arguments[1] in pieces]
    else:
        rest = list(found.position)
    lines += [f"  before     {fact}" for fact in _sorted(rest)]
    return "\n".join(lines)


def _who(seat: Symbol) -> str:
    return "chance" if str(seat) == "chance" else f"seat {seat}"


def _sorted(facts: Iterable[Symbol]) -> list[str]:
    return sorted(map(str, facts))
