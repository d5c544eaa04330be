"""Induction over positions: no position that keeps the invariants has a move to one that breaks one of them.

An arbitrary position is a choice, an arbitrary legal move another. The words of an invariant are written once, for the
present; the copy that speaks of the next position is made here, by priming every word that depends on the position.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import clingo
from attrs import field, frozen
from clingo import ast
from clingo.ast import AST, ASTType, ProgramBuilder, Transformer
from clingo.symbol import Function, Symbol

from spec.tools.logic import (
    LogicError,
    Signature,
    bodies,
    depending,
    heads,
    is_clause,
    needed,
    parse,
)
from spec.tools.oracle import program

OPTS: list[str] = []
FOLDER = Path(__file__).parent.parent / "invariants"

ANY_POSITION = """
true(active(0)).
1 { true(phase(X)) : possible(X) } 1.
{ true(trigger(P)) : role(P) } 1.
{ true(tile_card(V)) : value(V) } 1.
{ true(at(X,T,K)) : K = 1..N } 1 :- home(T,X), total(T,N).
{ true(at(X,T,K)) : K = 1..N } 1 :- note(T,X), total(T,N).
"""
"""Any facts at all about pieces that there are, at places where they may lie. Seats turn round, so seat 0 is on turn."""

ANY_MOVE = """
1 { case(K) : case(_,_,K) } 1.
1 { does(P,A) : legal(P,A), case(P,A,K) } 1 :- case(K).

case(P,take_cards,take_cards)                :- legal(P,take_cards).
case(P,end_turn,end_turn)                    :- legal(P,end_turn).
case(P,pass,pass)                            :- legal(P,pass).
case(P,place_shop(T,S),place_shop(S))        :- legal(P,place_shop(T,S)).
case(P,return_figure(S),return_figure)       :- legal(P,return_figure(S)).
case(P,challenge(Q),challenge)               :- legal(P,challenge(Q)).
case(P,deliver(T),deliver)                   :- legal(P,deliver(T)).
case(P,use_space(C,T,B),use_space(K))        :- legal(P,use_space(C,T,B)), here(K).
case(P,play_card(C,S,M),play_card(S+V))      :- legal(P,play_card(C,S,M)), C = card(V,_,_).
case(P,draw(C),draw(W))                      :- legal(P,draw(C)), phase(drawing(_,W)).
case(P,draw(C),reveal(S))                    :- legal(P,draw(C)), phase(duel(S,_,_,_)).
"""
"""A move is looked for case by case: by its kind, by where it leads, by what is used."""

KEPT = ":- broken({})."
"""An invariant that is assumed of the position."""



@frozen
class Invariant:
    """One invariant of the catalogue, as far as clauses state it."""

    id: str
    """Such as ``I-11``, or ``form``."""
    says: tuple[str, ...]
    """In words: of a position, of a move, or of both."""

    @property
    def name(self) -> str:
        """Its name in the clauses."""
        return self.id.lower().replace("-", "")


@cache
def _texts() -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(FOLDER.glob("*.lp")))


@cache
def invariants() -> dict[str, Invariant]:
    """All invariants by their names in the clauses."""
    found: dict[str, Invariant] = {}
    for match in re.finditer(r"^%% (\S+)  (.*(?:\n%  .*)*)", _texts(), re.MULTILINE):
        says = re.sub(r"\n%\s+", " ", match[2])
        new = Invariant(match[1], (says,))
        old = found.get(new.name)
        found[new.name] = Invariant(new.id, (*old.says, says)) if old else new
    return found


def clauses() -> list[AST]:
    """The clauses of all invariants."""
    return parse(_texts())


def _concerns(node: AST, names: Iterable[str]) -> bool:
    """Is it a clause about one of these invariants, or one that they share?"""
    if not is_clause(node) or heads(node)[0] not in (("broken", 1), ("breaks", 1)):
        return True
    return str(node.head.atom.symbol.arguments[0]) in names


class _Prime(Transformer):
    def __init__(self, affected: set[Signature]) -> None:
        self._affected = affected

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802
        term = node.symbol
        if (term.name, len(term.arguments)) not in self._affected:
            return node
        name = "next" if term.name == "true" else term.name + "'"
        return ast.SymbolicAtom(ast.Function(term.location, name, term.arguments, 0))


def primed(text: Sequence[AST], outputs: Iterable[Signature]) -> list[AST]:
    """The clauses that the outputs need, said of the next position."""
    part = needed(text, outputs)
    affected = depending(part, [("true", 1)])
    if moved := affected & depending(part, [("does", 2)]):
        raise LogicError(f"{moved} speak of a move, and cannot be said of the next position")
    prime = _Prime(affected)
    return [prime.visit(c) for c in part if is_clause(c) and affected.intersection(heads(c))]


def primes(text: Iterable[AST]) -> set[Signature]:
    """The words that clauses use of the next position, without their primes."""
    asked = {signature for clause in filter(is_clause, text) for signature, _ in bodies(clause)}
    return {(name.rstrip("'"), arity) for name, arity in asked if name.endswith("'")}


class Question:
    """A grounded program: any position that keeps some invariants, any legal move, and what may come of it."""

    def __init__(
        self,
        facts: Iterable[Symbol],
        assumed: Iterable[str],
        goals: Iterable[str],
        *,
        rules: Sequence[AST] | None = None,
        extra: str = "",
    ) -> None:
        rules = program() if rules is None else rules
        assumed, goals = list(assumed), list(goals)
        stated = clauses()
        now = [c for c in stated if _concerns(c, assumed) and ("breaks", 1) not in _heads(c)]
        step = [c for c in stated if _concerns(c, goals) and ("breaks", 1) in _heads(c)]
        then = [c for c in stated if _concerns(c, goals) and ("breaks", 1) not in _heads(c)]
        setting = parse(ANY_POSITION + ANY_MOVE + extra)
        wanted = {s for c in filter(is_clause, setting) for s in (*heads(c), *dict(bodies(c)))}
        present = needed(
            [*rules, *now, *step], [*wanted, ("next", 1), ("breaks", 1), ("broken", 1)]
        )
        future = primed([*rules, *then], [("broken", 1), *primes(present)])
        kept = parse("".join(KEPT.format(name) for name in assumed) + "#defined broken/1.")
        self.seconds = 0.0
        began = time.perf_counter()
        self.control = _control([*present, *future, *setting, *kept], facts)
        self.grounding = time.perf_counter() - began

    def ask(self, *wanted: Symbol, limit: float = 60.0) -> list[Symbol] | bool | None:
        """A position and move for which all that is wanted holds; False if there is none, None if it gave up."""
        literals = []
        for symbol in wanted:
            atom = self.control.symbolic_atoms[symbol]
            if atom is None:
                return False
            literals.append(atom.literal)
        began = time.perf_counter()
        found: list[list[Symbol]] = []
        with self.control.solve(
            assumptions=literals,
            on_model=lambda m: found.append(m.symbols(atoms=True)),
            async_=True,
        ) as handle:
            done = handle.wait(limit)
            if not done:
                handle.cancel()
            result = handle.get()
        self.seconds = time.perf_counter() - began
        if not done:
            return None
        return found[0] if result.satisfiable else False


def _heads(node: AST) -> list[Signature]:
    return heads(node) if is_clause(node) else []


def _control(text: Iterable[AST], facts: Iterable[Symbol]) -> clingo.Control:
    complaints: list[str] = []
    control = clingo.Control(["--warn=all",*OPTS], lambda _, text: complaints.append(text))
    with ProgramBuilder(control) as builder:
        for node in text:
            builder.add(node)
    with control.backend() as backend:
        for fact in facts:
            backend.add_rule([backend.add_atom(fact)])
    control.ground([("base", [])])
    if complaints:
        raise LogicError("\n".join(complaints))
    return control
