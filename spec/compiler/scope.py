"""The knowledge at a point of a plan, and the steps that lead there."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import define, evolve, field

from spec.compiler import ir
from spec.compiler.clauses import Atom, Compound, Name, Num, Op, Term, Var, Words, variables
from spec.tools.sorts import Shapes

Body: TypeAlias = tuple[ir.Statement, ...]
Fact: TypeAlias = tuple[str, tuple[ir.Value | None, ...]]
"""A predicate that holds for these arguments, and for some where there is none."""


@define
class Scope:
    """The variables that are known, each with what it may be, and the steps of the last literal."""

    words: Words
    solving: bool = False
    """Tables that depend on themselves are being filled."""
    vars: dict[str, tuple[ir.Value, Shapes]] = field(factory=dict)
    terms: dict[Term, ir.Value] = field(factory=dict)
    wanted: set[str] = field(factory=set)
    """The variables that are needed elsewhere."""
    steps: list[ir.Let | ir.If | ir.For] = field(factory=list)
    numbers: Iterator[int] = field(factory=lambda: itertools.count(1))
    facts: tuple[Fact, ...] = ()
    """The atoms that hold here, because they were asked or the caller knows them."""

    def deeper(self, wanted: set[str]) -> Scope:
        """The scope of the next literal."""
        return evolve(self, vars=dict(self.vars), terms=dict(self.terms), wanted=wanted, steps=[])

    def holds(self, atom: Atom) -> None:
        """Remember that an atom holds, for the arguments that are known."""
        values = tuple(self.value(arg) if self.knows(arg) else None for arg in atom.args)
        self.facts = (*self.facts, (atom.pred, values))

    def around(self, body: Body) -> Body:
        """The steps, each inside those before it, and the body in the middle."""
        for step in reversed(self.steps):
            body = (step, *body) if isinstance(step, ir.Let) else (evolve(step, body=body),)
        return body

    # Terms

    def knows(self, *terms: Term) -> bool:
        """Return True if all variables of some terms are known, and those to calculate with are numbers."""
        return all(map(self._knows, terms))

    def _knows(self, term: Term) -> bool:
        match term:
            case Op():
                known = [self.vars.get(name) for name in variables(term)]
                return all(one and one[1] <= self.words.sorts.numbers for one in known)
            case Compound(_, args):
                return self.knows(*args)
            case _:
                return all(name in self.vars for name in variables(term))

    def narrow(self, term: Term, shapes: Shapes) -> ir.Condition | None:
        """The test that a term of several kinds is a number, where nothing else is meant."""
        numbers = self.words.sorts.numbers
        if not isinstance(term, Var) or not shapes <= numbers or self.shapes(term) <= numbers:
            return None
        value = self.value(term)
        self.vars[term.name] = value, shapes
        return ir.IsNumber(value)

    def fits(self, term: Term) -> bool:
        """Return True if a value can be compared with the term, part by part."""
        match term:
            case Op():
                return self.knows(term)
            case Compound(_, args):
                return all(map(self.fits, args))
            case _:
                return True

    def is_free(self, term: Term) -> bool:
        """A variable that stands for anything and is not needed elsewhere."""
        return isinstance(term, Var) and term.name not in self.vars | dict.fromkeys(self.wanted)

    def value(self, term: Term) -> ir.Value:
        """The value of a term whose variables are known."""
        match term:
            case Var(name):
                return self.vars[name][0]
            case Num(number):
                return ir.Int(number)
            case Name(name):
                return ir.Const(name)
            case Op(op, left, right):
                return ir.Calc(op, self.value(left), self.value(right))
            case Compound(functor, args):
                return self.terms.get(term) or ir.Make(functor, self.values(args))

    def values(self, terms: Sequence[Term]) -> tuple[ir.Value, ...]:
        """The values of several terms."""
        return tuple(map(self.value, terms))

    def shapes(self, term: Term) -> Shapes:
        """What a term may be."""
        match term:
            case Var(name):
                return self.vars[name][1]
            case Compound(functor, args):
                return frozenset({f"{functor}/{len(args)}"})
            case Name(name):
                return frozenset({name})
            case _:
                return self.words.sorts.numbers

    # Steps

    def local(self, stem: str) -> ir.Local:
        """A new local variable."""
        letters = re.sub(r"[^a-z].*", "", stem.lower()) or "x"
        return ir.Local(f"{letters}{next(self.numbers)}")

    def require(self, test: ir.Condition) -> None:
        """Go on only if a test holds."""
        self.steps.append(ir.If(test, ()))

    def let(self, stem: str, value: ir.Value) -> ir.Local:
        """A name for a value."""
        local = self.local(stem)
        self.steps.append(ir.Let(local, value))
        return local

    def found(self, stem: str, value: ir.Value) -> ir.Local:
        """A name for a value that may be missing; go on only if it is there."""
        local = self.let(stem, value)
        self.require(ir.Found(local))
        return local

    def _handy(self, value: ir.Value, stem: str) -> ir.Value:
        """A value that is cheap to use again."""
        cheap = isinstance(value, ir.Local | ir.Int | ir.Const | ir.Slot)
        return value if cheap else self.let(stem, value)

    def match(self, term: Term, value: ir.Value, shapes: Shapes) -> None:
        """Compare a value with a term, and learn the variables in it."""
        if self.is_free(term):
            return
        if isinstance(term, Var) and term.name not in self.vars:
            self.vars[term.name] = self._handy(value, term.name), shapes
        elif self.knows(term):
            if self.value(term) != value:
                self.require(ir.Test("==", value, self.value(term)))
        else:
            assert isinstance(term, Compound)
            functor = term.functor, len(term.args)
            inner = self.words.sorts.functions[functor]
            if not all(map(self.is_free, term.args)):
                value = self._handy(value, term.functor[0])
            if shapes != {f"{term.functor}/{len(term.args)}"}:
                maybe_number = bool(shapes & self.words.sorts.numbers)
                self.require(ir.IsA(value, term.functor, maybe_number, len(term.args)))
            for number, (arg, sort) in enumerate(zip(term.args, inner, strict=True)):
                self.match(arg, ir.Arg(number, value, functor), sort)
            if self.knows(term):
                self.terms[term] = value

    def loop(self, terms: Sequence[Term], shapes: Sequence[Shapes], source: ir.Source) -> None:
        """Run through rows, and match each of their columns."""
        columns = tuple(self.local(t.name if isinstance(t, Var) else "y") for t in terms)
        self.steps.append(ir.For(columns, source, ()))
        for term, column, sort in zip(terms, columns, shapes, strict=True):
            self.match(term, column, sort)
