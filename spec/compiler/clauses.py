"""Reads the clauses: from the text of the specification to clauses over plain values, with fluents stored by kind."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from attrs import evolve, frozen
from clingo import SymbolType
from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, ComparisonOperator, Sign

from spec.tools.logic import (
    SPEC,
    LogicError,
    Part,
    Signature,
    bodies,
    heads,
    is_clause,
    parse,
    parts,
)
from spec.tools.sorts import Shapes, Sorts, split, vocabulary


@frozen
class Var:
    """A variable. Each `_` has a name of its own."""

    name: str


@frozen
class Num:
    """A number."""

    value: int


@frozen
class Name:
    """A constant."""

    name: str


@frozen
class Compound:
    """A function with its arguments: ``hand(P)``."""

    functor: str
    args: tuple[Term, ...]


@frozen
class Op:
    """Arithmetic."""

    op: str
    left: Term
    right: Term


Term: TypeAlias = Var | Num | Name | Compound | Op


@frozen
class Atom:
    """A predicate, or its negation."""

    pred: str
    args: tuple[Term, ...]
    positive: bool = True


@frozen
class Compare:
    """A comparison of two terms."""

    op: str
    left: Term
    right: Term


@frozen
class OneOf:
    """A term is one of several: ``T = (metal;gem)``."""

    term: Term
    options: tuple[Term, ...]


@frozen
class Between:
    """A variable is a number between two others."""

    var: Var
    low: Term
    high: Term


@frozen
class Total:
    """A sum or a count, compared with a term. Each element has its terms and its condition."""

    counts: bool
    op: str
    bound: Term
    elements: tuple[tuple[tuple[Term, ...], tuple[Literal, ...]], ...]


Literal: TypeAlias = Atom | Compare | OneOf | Between | Total


@frozen
class Clause:
    """A clause, with the rule under which it stands."""

    rule: str
    text: str
    head: Atom
    body: tuple[Literal, ...]


@frozen
class Words:
    """The vocabulary of the predicates: sorts, keys, and what a position is."""

    sorts: Sorts
    keys: Mapping[str, int]
    """The number of leading arguments that determine the others."""
    always: frozenset[str]
    """The fluents of which every position has one."""
    fluents: Mapping[str, tuple[Shapes, ...]]
    """The kinds of fluents, with the sorts of their arguments."""

    def shapes(self, pred: str) -> tuple[Shapes, ...]:
        """What each argument of a predicate may be."""
        stem, _, kind = pred.partition(".")
        variants = [
            variant
            for (name, arity), several in self.sorts.predicates.items()
            if name == stem and (name, arity) in _compiled()
            for variant in several
        ]
        whole = tuple(frozenset[str]().union(*column) for column in zip(*variants, strict=True))
        if not kind:
            return whole
        (fields,) = (
            args
            for (name, arity), args in self.sorts.functions.items()
            if name == kind and f"{name}/{arity}" in whole[-1]
        )
        return whole[:-1] + fields


# Reading


_COMPARISONS = {
    ComparisonOperator.Equal: "==",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_ARITHMETIC = {
    BinaryOperator.Plus: "+",
    BinaryOperator.Minus: "-",
    BinaryOperator.Multiplication: "*",
    BinaryOperator.Division: "/",
    BinaryOperator.Modulo: "%",
}


class _Reader:
    """Reads one clause."""

    def __init__(self) -> None:
        self._fresh = itertools.count(1)
        self._spans: list[Between] = []

    def clause(self, rule: str, text: str, node: AST) -> Clause:
        head = self._atom(node.head.atom.symbol)
        body = (*map(self._literal, node.body), *self._spans)
        shared = {*used(head)}.union(
            *(variables(one.bound) if isinstance(one, Total) else used(one) for one in body)
        )
        own = tuple(self._own_variables(one, shared) for one in body)
        often = Counter(name for one in (head, *own) for name in used(one))
        return Clause(rule, text, head, tuple(self._without_sums(one, often) for one in own))

    def _own_variables(self, literal: Literal, shared: set[str]) -> Literal:
        """Give names of their own to the variables that occur only inside a sum."""
        if not isinstance(literal, Total):
            return literal
        number = next(self._fresh)
        inside = {*used(literal)} - shared
        return replaced(literal, {name: Var(f"{name}_{number}") for name in inside})

    def _without_sums(self, literal: Literal, often: Mapping[str, int]) -> Literal:
        """``printed(S+1,K)`` is ``printed(_,K)`` if S stands nowhere else: every number is one more than another."""

        def any_number(term: Term) -> bool:
            match term:
                case Op("+" | "-", Var(name), Num()):
                    return often[name] == 1
                case _:
                    return False

        if not isinstance(literal, Atom) or not literal.positive:
            return literal
        args = tuple(self._variable() if any_number(arg) else arg for arg in literal.args)
        return evolve(literal, args=args)

    def _variable(self) -> Var:
        return Var(f"_{next(self._fresh)}")

    def _term(self, node: AST) -> Term:
        match node.ast_type:
            case ASTType.Variable:
                return self._variable() if node.name == "_" else Var(node.name)
            case ASTType.SymbolicTerm if node.symbol.type == SymbolType.Number:
                return Num(node.symbol.number)
            case ASTType.SymbolicTerm:
                return Name(node.symbol.name)
            case ASTType.Function:
                return Compound(node.name, tuple(map(self._term, node.arguments)))
            case ASTType.UnaryOperation:
                return Op("-", Num(0), self._term(node.argument))
            case ASTType.BinaryOperation:
                operator = _ARITHMETIC[node.operator_type]
                return Op(operator, self._term(node.left), self._term(node.right))
            case ASTType.Interval:
                var = self._variable()
                self._spans.append(Between(var, self._term(node.left), self._term(node.right)))
                return var
            case other:
                raise LogicError(f"{node}: {other} cannot be compiled")

    def _atom(self, symbol: AST, *, positive: bool = True) -> Atom:
        return Atom(symbol.name, tuple(map(self._term, symbol.arguments)), positive)

    def _literal(self, node: AST) -> Literal:
        atom = node.atom
        match atom.ast_type:
            case ASTType.SymbolicAtom:
                return self._atom(atom.symbol, positive=node.sign == Sign.NoSign)
            case ASTType.Comparison if len(atom.guards) == 1:
                (guard,) = atom.guards
                if guard.term.ast_type == ASTType.Pool:
                    options = tuple(map(self._term, guard.term.arguments))
                    return OneOf(self._term(atom.term), options)
                operator = _COMPARISONS[guard.comparison]
                return Compare(operator, self._term(atom.term), self._term(guard.term))
            case ASTType.BodyAggregate if (atom.left_guard is None) != (atom.right_guard is None):
                elements = tuple(
                    (tuple(map(self._term, e.terms)), tuple(map(self._literal, e.condition)))
                    for e in atom.elements
                )
                counts = atom.function == AggregateFunction.Count
                guard = atom.right_guard or atom.left_guard
                operator = _COMPARISONS[guard.comparison]
                operator = operator if atom.left_guard is None else MIRRORED[operator]
                return Total(counts, operator, self._term(guard.term), elements)
            case other:
                raise LogicError(f"{node}: {other} cannot be compiled")


def read(sections: Iterable[Part]) -> list[Clause]:
    """The clauses of some sections, as they stand there."""
    found = []
    for part in sections:
        lines = part.text.split("\n")
        for node in filter(is_clause, parse(part.text)):
            begin, end = node.location.begin, node.location.end
            written = "\n".join(lines[begin.line - 1 : end.line])[begin.column - 1 :]
            text = re.sub(r"\s+", " ", re.sub(r"%.*", "", written)).strip()
            found.append(_Reader().clause(part.id, text, node))
    return found


@cache
def stated_invariants() -> tuple[Part, ...]:
    """The invariants of a position; those of its history need more than a position."""
    found = []
    for file in sorted((SPEC / "invariants").glob("*.lp")):
        if file.stem != "history":
            blocks = re.split(r"^%% ", file.read_text("utf-8"), flags=re.MULTILINE)
            found.append(Part("invariants", blocks[0]))
            found += [Part(block.split(maxsplit=1)[0], f"% {block}") for block in blocks[1:]]
    return tuple(found)


@cache
def _compiled() -> frozenset[Signature]:
    """The predicates of rules and invariants; the proofs have words of their own, some with the same names."""
    return frozenset(
        signature
        for part in (*parts(), *stated_invariants())
        for clause in filter(is_clause, parse(part.text))
        for signature in (*heads(clause), *(asked for asked, _ in bodies(clause)))
    )


@cache
def words() -> Words:
    """The vocabulary."""
    sorts, keys, always = vocabulary(), dict[str, int](), set[str]()
    text = (SPEC / "vocabulary.md").read_text("utf-8")
    for block in re.findall(r"```keys\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines():
            marked = line.startswith("always ")
            for word in split(line.removeprefix("always ")):
                found = re.fullmatch(r"(\w+)(?:\(([\w,]+)\))?", word)
                if found is None:
                    raise LogicError(f"expected a key such as size(spot), not {word!r}")
                keys[found[1]] = len(split(found[2] or ""))
                if marked:
                    always.add(found[1])
    kinds = sorts.predicates["true", 1][0][0]
    fluents = {
        name: sorts.functions[name, int(arity)]
        for name, arity in (kind.split("/") for kind in sorted(kinds))
    }
    return Words(sorts, keys, frozenset(always), fluents)


# Walking through clauses


def parts_of(term: Term) -> Iterator[Term]:
    """A term and everything in it."""
    yield term
    match term:
        case Compound(_, args):
            for arg in args:
                yield from parts_of(arg)
        case Op(_, left, right):
            yield from (*parts_of(left), *parts_of(right))
        case Var() | Num() | Name():
            pass


def terms_of(literal: Literal) -> Iterator[Term]:
    """Every term of a literal, and everything in it."""
    whole: Iterable[Term]
    inner: Iterable[Literal] = ()
    match literal:
        case Atom(_, args):
            whole = args
        case Compare(_, left, right):
            whole = (left, right)
        case OneOf(term, options):
            whole = (term, *options)
        case Between(var, low, high):
            whole = (var, low, high)
        case Total(_, _, bound, elements):
            whole = (bound, *(term for terms, _ in elements for term in terms))
            inner = (one for _, body in elements for one in body)
    for term in whole:
        yield from parts_of(term)
    for one in inner:
        yield from terms_of(one)


def variables(term: Term) -> Iterator[str]:
    """The variables of a term."""
    return (part.name for part in parts_of(term) if isinstance(part, Var))


def used(literal: Literal) -> Iterator[str]:
    """The variables of a literal."""
    return (term.name for term in terms_of(literal) if isinstance(term, Var))


def atoms(body: Iterable[Literal], *, denied: bool = False) -> Iterator[tuple[str, bool]]:
    """The predicates that a body asks for, and whether it depends on what does not hold."""
    for literal in body:
        match literal:
            case Atom(pred, _, positive):
                yield pred, denied or not positive
            case Total(_, _, _, elements):
                for _, inner in elements:
                    yield from atoms(inner, denied=True)
            case Compare() | OneOf() | Between():
                pass


def renamed(term: Term, by: Mapping[str, Term]) -> Term:
    """A term with some variables replaced."""
    match term:
        case Var(name):
            return by.get(name, term)
        case Compound(functor, args):
            return Compound(functor, tuple(renamed(arg, by) for arg in args))
        case Op(op, left, right):
            return Op(op, renamed(left, by), renamed(right, by))
        case _:
            return term


def replaced(literal: Literal, by: Mapping[str, Term]) -> Literal:
    """A literal with some variables replaced."""
    match literal:
        case Atom(pred, args, positive):
            return Atom(pred, tuple(renamed(arg, by) for arg in args), positive)
        case Compare(op, left, right):
            return Compare(op, renamed(left, by), renamed(right, by))
        case OneOf(term, options):
            return OneOf(renamed(term, by), tuple(renamed(option, by) for option in options))
        case Between(var, low, high):
            return Between(var, renamed(low, by), renamed(high, by))
        case Total(counts, op, bound, elements):
            inner = tuple(
                (tuple(renamed(t, by) for t in terms), tuple(replaced(one, by) for one in body))
                for terms, body in elements
            )
            return Total(counts, op, renamed(bound, by), inner)


def changed(literal: Literal, change: Callable[[Atom], Atom]) -> Literal:
    """A literal with its atoms changed."""
    match literal:
        case Atom():
            return change(literal)
        case Total(elements=elements):
            inner = tuple(
                (terms, tuple(changed(one, change) for one in body)) for terms, body in elements
            )
            return evolve(literal, elements=inner)
        case _:
            return literal


# Fluents by kind


def _about_fluents(sorts: Sorts) -> frozenset[str]:
    """The predicates whose last argument is a fluent."""
    kinds = sorts.predicates["true", 1][0][0]
    return frozenset(
        name
        for (name, arity), variants in sorts.predicates.items()
        if arity and kinds <= variants[0][-1]
    )


def by_kind(clauses: Iterable[Clause], known: Words) -> Iterator[Clause]:
    """Split what is said of fluents: ``gone(at(X,T,N))`` becomes ``gone.at(X,T,N)``.

    A clause about any fluent becomes one for each kind.
    """
    about = _about_fluents(known.sorts)

    def apart(atom: Atom) -> Atom:
        if atom.pred not in about:
            return atom
        match atom.args[-1]:
            case Compound(kind, args):
                return Atom(f"{atom.pred}.{kind}", (*atom.args[:-1], *args), atom.positive)
            case other:
                raise LogicError(f"{atom.pred}: expected a kind of fluent, found {other}")

    for clause in clauses:
        mentioned = [clause.head, *(one for one in clause.body if isinstance(one, Atom))]
        whole = {
            arg.name
            for atom in mentioned
            if atom.pred in about
            for arg in atom.args[-1:]
            if isinstance(arg, Var)
        }
        for kind, sorts in known.fluents.items() if whole else [("", ())]:
            fields = tuple(Var(f"{kind}_{number}") for number in range(len(sorts)))
            by = {name: Compound(kind, fields) for name in whole}
            head = Atom(clause.head.pred, tuple(renamed(arg, by) for arg in clause.head.args))
            body = tuple(changed(replaced(one, by), apart) for one in clause.body)
            yield evolve(clause, head=apart(head), body=body)


def plain(clauses: Iterable[Clause]) -> list[Clause]:
    """Leave out words that stand for others: ``active(P) :- true(active(P))``."""
    found = list(clauses)
    heads: dict[str, list[Clause]] = {}
    for clause in found:
        heads.setdefault(clause.head.pred, []).append(clause)
    same: dict[str, str] = {}
    for pred, several in heads.items():
        match several:
            case [Clause(head=Atom(_, args), body=(Atom(of, inner, True),))] if (
                args == inner
                and len({*args}) == len(args)
                and all(isinstance(arg, Var) for arg in args)
                and of.startswith("true.")
            ):
                same[pred] = of

    def meant(atom: Atom) -> Atom:
        return evolve(atom, pred=same.get(atom.pred, atom.pred))

    return [
        evolve(clause, body=tuple(changed(one, meant) for one in clause.body))
        for clause in found
        if clause.head.pred not in same
    ]


def without_empty(clauses: Iterable[Clause]) -> list[Clause]:
    """Leave out what is said of fluents that nothing makes true, such as ``hidden.active``."""
    found = list(clauses)
    heads = {clause.head.pred for clause in found}

    def empty(literal: Literal) -> bool:
        return (
            isinstance(literal, Atom)
            and "." in literal.pred
            and not literal.pred.startswith("true.")
            and literal.pred not in heads
        )

    return [
        evolve(clause, body=tuple(one for one in clause.body if not empty(one)))
        for clause in found
        if not any(empty(one) and isinstance(one, Atom) and one.positive for one in clause.body)
    ]


def program(sections: Iterable[Part] | None = None) -> list[Clause]:
    """The whole specification and its invariants, ready to be planned."""
    text = [*(parts() if sections is None else sections), *stated_invariants()]
    return without_empty(plain(by_kind(read(text), words())))
