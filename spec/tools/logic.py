"""The rules as a logic program: reads the `asp` blocks, rewrites them, and lets clingo derive what they say.

The clauses speak of one position and one move. They are rewritten mechanically, by giving predicates one more
argument, so that one grounding answers for many positions, or for all legal moves of each: one text serves every
question, and nobody has to keep two versions of a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import clingo
from attrs import frozen
from clingo import Function, Number, SymbolType, ast
from clingo.ast import AST, ASTType, ProgramBuilder, Sign, Transformer
from clingo.symbol import Symbol

from spec.tools.rules import read_book

SPEC = Path(__file__).parent.parent

Term: TypeAlias = Any
"""A number, a name, or a tuple of a name and arguments: ``("hand", 0)`` is ``hand(0)``."""

Signature: TypeAlias = tuple[str, int]
"""The name of a predicate and the number of its arguments."""


class LogicError(Exception):
    """The program contains something it should not: an undefined predicate, or something that is not a fact."""


@frozen
class Part:
    """The clauses of one section of the specification."""

    id: str
    """The number of the rule, or ``vocabulary``."""
    text: str


def parts() -> tuple[Part, ...]:
    """All clauses of the specification: the vocabulary's first, then by topic and rule."""
    blocks = re.findall(r"```asp\n(.*?)```", (SPEC / "vocabulary.md").read_text("utf-8"), re.DOTALL)
    found = [Part("vocabulary", block) for block in blocks]
    for topic in read_book(SPEC.parent).topics:
        for section in topic.sections:
            found += [Part(section.id, clause.text) for clause in section.logic]
    return tuple(found)


def program() -> list[AST]:
    """The whole specification."""
    return [node for part in parts() for node in parse(part.text)]


@cache
def symbol(term: Term) -> Symbol:
    """A term as clingo has it. The same terms recur, and making one is expensive, so they are cached."""
    match term:
        case int():
            return Number(term)
        case str():
            return Function(term)
        case (str() as name, *arguments):
            return Function(name, [*map(symbol, arguments)])
        case _:  # a pair
            return Function("", [*map(symbol, term)])


@cache
def term(symbol: Symbol) -> Term:
    """Return a term of clingo as a plain one."""
    if symbol.type == SymbolType.Number:
        return symbol.number
    arguments = tuple(map(term, symbol.arguments))
    return (symbol.name, *arguments) if arguments else symbol.name


def parse(text: str) -> list[AST]:
    """The clauses and declarations of a program."""
    found: list[AST] = []

    def keep(node: AST) -> None:
        if node.ast_type not in (ASTType.Program, ASTType.Comment):
            found.append(node)

    ast.parse_string(text, keep)
    return found


def is_clause(node: AST) -> bool:
    """Not a declaration."""
    return bool(node.ast_type == ASTType.Rule)


class _Atoms(Transformer):
    """Collects the predicates in a clause, and whether they can bind a variable there."""

    def __init__(self) -> None:
        self.found: list[tuple[Signature, bool]] = []
        self._binds = True

    def visit_Literal(self, node: AST) -> AST:
        return self._visit_inside(node, binds=node.sign == Sign.NoSign)

    def visit_BodyAggregate(self, node: AST) -> AST:
        return self._visit_inside(node, binds=False)

    def visit_SymbolicAtom(self, node: AST) -> AST:
        self.found.append(((node.symbol.name, len(node.symbol.arguments)), self._binds))
        return node

    def _visit_inside(self, node: AST, *, binds: bool) -> AST:
        before = self._binds
        self._binds = before and binds
        self.visit_children(node)
        self._binds = before
        return node


# To walk through a clause is dear, and the same ones are asked again and again. Equal texts are equal clauses.
_HEADS: dict[str, tuple[Signature, ...]] = {}
_BODIES: dict[str, tuple[tuple[Signature, bool], ...]] = {}


def heads(clause: AST) -> list[Signature]:
    """Return what a clause derives."""
    text = str(clause)
    if text not in _HEADS:
        atoms = _Atoms()
        atoms.visit(clause.head)
        _HEADS[text] = tuple(signature for signature, _ in atoms.found)
    return list(_HEADS[text])


def bodies(clause: AST) -> list[tuple[Signature, bool]]:
    """Yield what a clause asks for, each with whether it binds variables."""
    text = str(clause)
    if text not in _BODIES:
        atoms = _Atoms()
        for literal in clause.body:
            atoms.visit(literal)
        _BODIES[text] = tuple(atoms.found)
    return list(_BODIES[text])


def needed(program: Sequence[AST], outputs: Iterable[Signature]) -> list[AST]:
    """The part of a program that its outputs depend on."""
    by_head: dict[Signature, list[AST]] = {}
    for clause in filter(is_clause, program):
        for head in heads(clause):
            by_head.setdefault(head, []).append(clause)
    wanted = set(outputs)
    asked = list(wanted)
    while asked:
        for clause in by_head.get(asked.pop(), ()):
            fresh = {signature for signature, _ in bodies(clause)} - wanted
            wanted |= fresh
            asked += fresh
    return [node for node in program if not is_clause(node) or wanted.intersection(heads(node))]


def depending(program: Sequence[AST], roots: Iterable[Signature]) -> set[Signature]:
    """Every predicate that depends on one of the roots, these included."""
    found = set(roots)
    clauses = [(set(heads(c)), {s for s, _ in bodies(c)}) for c in program if is_clause(c)]
    while fresh := {h for head, body in clauses if body & found for h in head} - found:
        found |= fresh
    return found


def check_stratified(program: Sequence[AST]) -> None:
    """No predicate depends on its own negation, so grounding alone gives the answer, as facts."""
    denied: dict[Signature, set[Signature]] = {}
    for clause in filter(is_clause, program):
        for head in heads(clause):
            denied.setdefault(head, set()).update(
                s for s, positive in bodies(clause) if not positive
            )
    for head, signatures in denied.items():
        if loop := signatures and signatures & depending(program, [head]):
            raise LogicError(f"{head} depends on its own negation, through {loop}")


class _AddArgument(Transformer):
    def __init__(self, affected: set[Signature], variable: str) -> None:
        self._affected, self._variable = affected, variable

    def visit_SymbolicAtom(self, node: AST) -> AST:
        term = node.symbol
        if (term.name, len(term.arguments)) not in self._affected:
            return node
        extra = ast.Variable(term.location, self._variable)
        return ast.SymbolicAtom(ast.Function(term.location, term.name, [extra, *term.arguments], 0))


def with_argument(
    program: Sequence[AST], affected: set[Signature], variable: str, domain: str
) -> list[AST]:
    """Give every affected predicate one more argument; `domain` binds it where nothing else does."""
    add = _AddArgument(affected, variable)
    rewritten: list[AST] = []
    for node in program:
        if not is_clause(node):
            if node.ast_type == ASTType.Defined and (node.name, node.arity) in affected:
                rewritten.append(
                    ast.Defined(node.location, node.name, node.arity + 1, node.positive)
                )
            else:
                rewritten.append(node)
        elif affected.intersection(heads(node)):
            clause = add.visit(node)
            if not any(binds and signature in affected for signature, binds in bodies(node)):
                where = node.location
                atom = ast.Function(where, domain, [ast.Variable(where, variable)], 0)
                literal = ast.Literal(where, Sign.NoSign, ast.SymbolicAtom(atom))
                clause = clause.update(body=[literal, *clause.body])
            rewritten.append(clause)
        else:
            rewritten.append(node)
    return rewritten


def ground(program: Iterable[AST], facts: Iterable[Symbol]) -> clingo.Control:
    """Derive everything that follows from the facts. What clingo would only warn of is an error here."""
    complaints: list[str] = []
    control = clingo.Control(["--warn=all"], lambda _, text: complaints.append(text))
    with ProgramBuilder(control) as builder:
        for node in program:
            builder.add(node)
    with control.backend() as backend:
        for fact in facts:
            backend.add_rule([backend.add_atom(fact)])
    control.ground([("base", [])])
    if complaints:
        raise LogicError("\n".join(complaints))
    return control


def read(control: clingo.Control, name: str, arity: int) -> list[Symbol]:
    """All atoms of a predicate, every one of them a fact."""
    found = []
    for atom in control.symbolic_atoms.by_signature(name, arity):
        if not atom.is_fact:
            raise LogicError(f"{atom.symbol} is no fact")
        found.append(atom.symbol)
    return found
