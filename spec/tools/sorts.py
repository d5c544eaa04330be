"""Checks the sorts of every clause: seats, steps, heights and counts are numbers, and none is taken for another.

    python -m spec.tools.sorts

The `sorts` blocks of spec/vocabulary.md give a signature to every predicate and function. A sort is a set of *shapes*:
a kind of number, a constant, or a function with its number of arguments; no sort holds two kinds of numbers. A clause
is well sorted if every variable has a sort that all its places allow, whatever the clause derives fits the signature of
the head, and all arithmetic is in the table. Seats are in no arithmetic, and no number is a seat.

The same blocks say what each question is given. No clause may make an answer depend on a word that its question leaves
undefined: it would never fire there, and whatever is proved about it would be proved about nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import clingo
from attrs import frozen
from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign, UnaryOperator

from spec.tools.induction import clauses_of, invariants, text_of_proofs
from spec.tools.logic import (
    SPEC,
    LogicError,
    Signature,
    Term,
    bodies,
    depending,
    heads,
    is_clause,
    needed,
    parts,
)

Shapes: TypeAlias = frozenset[str]
"""`seat` or another kind of number, `pile` or another constant, `card/3` or another function."""

SEAT = "seat"
ANY_NAME = "a name"
"""The shape of every constant that is nowhere else."""

_OPERATORS = {
    BinaryOperator.Plus: "+",
    BinaryOperator.Minus: "-",
    BinaryOperator.Multiplication: "*",
    BinaryOperator.Division: "/",
    BinaryOperator.Modulo: "\\",
}


@frozen
class Question:
    """The questions that are asked of the clauses, and the facts given for them besides the edition."""

    asks: frozenset[Signature]
    given: frozenset[Signature]


@frozen
class Sorts:
    """The signatures of the vocabulary."""

    numbers: Shapes
    functions: Mapping[Signature, tuple[Shapes, ...]]
    predicates: Mapping[Signature, tuple[tuple[Shapes, ...], ...]]
    """One signature for each predicate, or several alternatives."""
    constants: Shapes
    """The constants that belong to a sort."""
    written: Mapping[Signature, str]
    """Each predicate with the names of its sorts."""
    arithmetic: frozenset[tuple[str, str, str, str]]
    """Left, operator, right and result; the left side of a sign is empty."""
    calculates: frozenset[Signature]
    """The predicates whose clauses may calculate with seats."""
    begins: frozenset[Signature]
    """The predicates whose clauses may name a seat, because only the first position depends on them."""
    questions: tuple[Question, ...]


@frozen
class Fault:
    """A clause that is not well sorted."""

    clause: str
    reason: str

    def __str__(self) -> str:
        return f"{self.clause}\n    {self.reason}"


def split(arguments: str) -> list[str]:
    """The parts of a list, separated by commas outside brackets."""
    return [part.strip() for part in re.split(r",(?![^(]*\))", arguments) if part.strip()]


class _Reader:
    """Collects the declarations of `sorts` blocks, line by line."""

    def __init__(self) -> None:
        self.numbers: set[str] = set()
        self.shapes: dict[str, set[str]] = {}
        self.unions: dict[str, list[str]] = {}
        self.functions: dict[Signature, list[str]] = {}
        self.predicates: dict[Signature, list[list[str]]] = {}
        self.marked: dict[str, set[Signature]] = {"calculates": set(), "begins": set()}
        self.arithmetic: set[tuple[str, str, str, str]] = set()
        self.questions: list[Question] = []

    def read(self, line: str) -> None:
        """One declaration."""
        keyword, _, rest = line.partition(" ")
        operation = re.fullmatch(r"(\w*) ?([-+*/]) (\w+) = (\w+)", line)
        if operation:
            self.arithmetic.add((operation[1], operation[2], operation[3], operation[4]))
        elif keyword == "question":
            asks, _, given = rest.partition(" : ")
            self.questions.append(Question(_words(asks), _words(given)))
        elif keyword == "number":
            self.numbers.update(split(rest))
            self.shapes.update((name, {name}) for name in split(rest))
        elif keyword == "name":
            self.shapes.update((name, {ANY_NAME}) for name in split(rest))
        elif " = " in line:
            name, _, members = line.partition(" = ")
            self.unions[name] = members.split(" | ")
        elif " : " in line:
            terms, _, sort = line.rpartition(" : ")
            for term in split(terms):
                self._term(*_signature(term), sort)
        else:
            for word in split(rest if keyword in self.marked else line):
                name, sorts = _signature(word)
                self.predicates.setdefault((name, len(sorts)), []).append(sorts)
                if keyword in self.marked:
                    self.marked[keyword].add((name, len(sorts)))

    def _term(self, name: str, arguments: list[str], sort: str) -> None:
        if arguments:
            self.functions[name, len(arguments)] = arguments
        self.shapes.setdefault(sort, set()).add(_shape(name, len(arguments)))

    def resolve(self, sort: str) -> Shapes:
        """The shapes of a sort."""
        if sort in self.unions:
            found = frozenset[str]().union(*map(self.resolve, self.unions[sort]))
        elif sort in self.shapes:
            found = frozenset(self.shapes[sort])
        else:
            raise LogicError(f"unknown sort {sort!r}; expected one that the vocabulary declares")
        if len(found & self.numbers) > 1:
            raise LogicError(f"the sort {sort} holds two kinds of numbers: {_listed(found)}")
        return found


def read_sorts(text: str) -> Sorts:
    """The signatures in all `sorts` blocks of a text.

    Raises:
        LogicError: if a line cannot be read, or a sort is unknown or holds two kinds of numbers.
    """
    reader = _Reader()
    for block in re.findall(r"```sorts\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines():
            if declared := line.split("%")[0].strip():
                reader.read(declared)
    for sort in reader.unions:
        reader.resolve(sort)
    for question in reader.questions:
        for word in sorted((question.asks | question.given) - reader.predicates.keys()):
            raise LogicError(f"{_named(word)} has no signature, but stands in a question")
    return Sorts(
        numbers=frozenset(reader.numbers),
        functions={w: tuple(map(reader.resolve, s)) for w, s in reader.functions.items()},
        predicates={
            word: tuple(tuple(map(reader.resolve, sorts)) for sorts in variants)
            for word, variants in reader.predicates.items()
        },
        constants=frozenset().union(*reader.shapes.values()) - reader.numbers,
        written={
            (name, arity): " or ".join(
                f"{name}({','.join(sorts)})" if sorts else name for sorts in variants
            )
            for (name, arity), variants in reader.predicates.items()
        },
        arithmetic=frozenset(reader.arithmetic),
        calculates=frozenset(reader.marked["calculates"]),
        begins=frozenset(reader.marked["begins"]),
        questions=tuple(reader.questions),
    )


def _signature(term: str) -> tuple[str, list[str]]:
    found = re.fullmatch(r"(\w+)(?:\(([\w,]+)\))?", term)
    if found is None:
        raise LogicError(f"expected a signature such as at(place,piece,count), not {term!r}")
    return found[1], split(found[2] or "")


def _words(listed: str) -> frozenset[Signature]:
    """Words as `at/3` names them."""
    found = set()
    for word in split(listed):
        name, _, arity = word.partition("/")
        if not arity.isdecimal():
            raise LogicError(f"expected a word such as at/3, not {word!r}")
        found.add((name, int(arity)))
    return frozenset(found)


def _named(word: Signature) -> str:
    return f"{word[0]}/{word[1]}"


def _shape(name: str, arity: int) -> str:
    return f"{name}/{arity}" if arity else name


def _is_name(term: AST) -> bool:
    return bool(
        term.ast_type == ASTType.SymbolicTerm and term.symbol.type == clingo.SymbolType.Function
    )


def _listed(shapes: Iterable[str]) -> str:
    return " or ".join(sorted(shapes)) or "nothing"


class _SortError(Exception):
    """Not well sorted; the message says why."""


class _Clause:
    """One clause: first the sorts of its variables are narrowed down, then every place is checked."""

    def __init__(self, sorts: Sorts, clause: AST) -> None:
        self._sorts = sorts
        self._clause = clause
        derived = set(heads(clause))
        self._may_calculate = bool(derived & sorts.calculates)
        self._may_name = self._may_calculate or bool(derived & sorts.begins)
        self.variables: dict[str, Shapes] = {}
        self._checking = False

    def check(self) -> None:
        """Raise `_SortError` unless the clause is well sorted."""
        before: dict[str, Shapes] | None = None
        while before != self.variables:
            before = dict(self.variables)
            self._visit(self._clause)
        for name, shapes in self.variables.items():
            if len(shapes & self._sorts.numbers) > 1:
                raise _SortError(f"{name} is {_listed(shapes)}")
        self._checking = True
        self._visit(self._clause)

    def _visit(self, clause: AST) -> None:
        for literal in clause.body:
            self._literal(literal)
        head = clause.head
        if head.ast_type == ASTType.Literal:
            if head.atom.ast_type == ASTType.SymbolicAtom:
                self._atom(head.atom.symbol, derived=True)
        else:
            for element in head.elements:
                for condition in element.condition:
                    self._literal(condition)
                self._atom(element.literal.atom.symbol, derived=True)

    def _literal(self, literal: AST) -> None:
        if literal.ast_type == ASTType.ConditionalLiteral:
            for condition in literal.condition:
                self._literal(condition)
            self._literal(literal.literal)
            return
        atom, positive = literal.atom, literal.sign == Sign.NoSign
        if atom.ast_type == ASTType.SymbolicAtom:
            self._atom(atom.symbol, narrows=positive)
        elif atom.ast_type == ASTType.Comparison:
            self._comparison(atom)
        elif atom.ast_type == ASTType.BodyAggregate:
            self._aggregate(atom)

    def _atom(self, symbol: AST, *, narrows: bool = False, derived: bool = False) -> None:
        word = symbol.name, len(symbol.arguments)
        if word not in self._sorts.predicates:
            raise _SortError(f"{_named(word)} has no signature")
        variants = [
            variant
            for variant in self._sorts.predicates[word]
            if all(map(self._may_stand, symbol.arguments, variant))
        ] or self._sorts.predicates[word][:1]
        for argument, *places in zip(symbol.arguments, *variants, strict=True):
            allowed = frozenset[str]().union(*places)
            self._place(argument, allowed, narrows=narrows, derived=derived)

    def _may_stand(self, term: AST, allowed: Shapes) -> bool:
        """Return True if a variant of a signature fits a term, from outside."""
        if term.ast_type == ASTType.Function:
            return _shape(term.name, len(term.arguments)) in allowed
        shapes = self._shapes(term)
        return shapes is None or bool(shapes & allowed)

    def _place(self, term: AST, allowed: Shapes, *, narrows: bool, derived: bool = False) -> None:
        """A term stands where only some shapes are allowed."""
        if term.ast_type == ASTType.Variable:
            if term.name != "_":
                self._variable(term.name, allowed, narrows=narrows, derived=derived)
        elif term.ast_type == ASTType.Pool:
            for alternative in term.arguments:
                self._place(alternative, allowed, narrows=narrows, derived=derived)
        elif term.ast_type == ASTType.Function:
            word = term.name, len(term.arguments)
            if _shape(*word) not in allowed or word not in self._sorts.functions:
                raise _SortError(f"{term}; expected {_listed(allowed)}")
            for argument, inner in zip(term.arguments, self._sorts.functions[word], strict=True):
                self._place(argument, inner, narrows=narrows, derived=derived)
        else:
            found = self._shapes(term)
            if found is not None and not found & allowed:
                raise _SortError(f"{term} is {_listed(found)}; expected {_listed(allowed)}")

    def _variable(self, name: str, allowed: Shapes, *, narrows: bool, derived: bool) -> None:
        known = self.variables.get(name)
        if narrows:
            self._narrow(name, allowed)
        elif self._checking and known is not None:
            if derived and not known <= allowed:
                raise _SortError(
                    f"{name} is {_listed(known)}; expected {_listed(allowed)} in the head"
                )
            if not known & allowed:
                raise _SortError(f"{name} is {_listed(known)}, not {_listed(allowed)}")
        self._one_kind_of_number(name, allowed)

    def _narrow(self, name: str, allowed: Shapes) -> None:
        known = self.variables.get(name)
        narrowed = allowed if known is None else known & allowed
        if not narrowed:
            raise _SortError(f"{name} is {_listed(known or ())} and {_listed(allowed)}")
        self.variables[name] = narrowed

    def _one_kind_of_number(self, variable: str, allowed: Shapes) -> None:
        """A number that a variable stands for is of the same kind at every place."""
        kinds = self.variables.get(variable, frozenset()) & self._sorts.numbers
        if kinds and allowed & self._sorts.numbers and not kinds & allowed:
            raise _SortError(f"{variable} is {_listed(kinds)} and {_listed(allowed)}")

    def _shapes(self, term: AST) -> Shapes | None:
        """What a term may be; None as long as that is not known."""
        match term.ast_type:
            case ASTType.Variable:
                return None if term.name == "_" else self.variables.get(term.name)
            case ASTType.SymbolicTerm:
                if term.symbol.type == clingo.SymbolType.Number:
                    return self._sorts.numbers - (set() if self._may_name else {SEAT})
                if term.symbol.type != clingo.SymbolType.Function:
                    raise _SortError(f"{term} has no sort")
                name = term.symbol.name
                return frozenset({name if name in self._sorts.constants else ANY_NAME})
            case ASTType.Function:
                word = term.name, len(term.arguments)
                self._place(term, frozenset({_shape(*word)}), narrows=False)
                return frozenset({_shape(*word)})
            case ASTType.Pool:
                return self._union(term.arguments)
            case ASTType.Interval | ASTType.BinaryOperation if self._may_calculate:
                return self._sorts.numbers
            case ASTType.Interval:
                return self._common(self._shapes(term.left), self._shapes(term.right))
            case ASTType.UnaryOperation if term.operator_type == UnaryOperator.Minus:
                return self._result(frozenset({""}), "-", self._shapes(term.argument), term)
            case ASTType.BinaryOperation:
                left, right = self._shapes(term.left), self._shapes(term.right)
                operator = _OPERATORS.get(term.operator_type, str(term.operator_type))
                return self._result(left, operator, right, term)
            case _:  # strings, absolute values, bits: the clauses have none
                raise _SortError(f"{term} has no sort")

    def _union(self, terms: Iterable[AST]) -> Shapes | None:
        found = [self._shapes(term) for term in terms]
        if None in found:
            return None
        return frozenset[str]().union(*(shapes for shapes in found if shapes is not None))

    @staticmethod
    def _common(left: Shapes | None, right: Shapes | None) -> Shapes | None:
        return right if left is None else left if right is None else left & right

    def _result(
        self, left: Shapes | None, operator: str, right: Shapes | None, term: AST
    ) -> Shapes | None:
        if left is None or right is None:
            return None
        found = frozenset(
            result
            for a, op, b, result in self._sorts.arithmetic
            if op == operator and a in left and b in right
        )
        if not found:
            raise _SortError(f"{term} calculates with {_listed(left - {''} | right)}")
        return found

    def _comparison(self, atom: AST) -> None:
        left = atom.term
        for guard in atom.guards:
            self._compared(left, guard.comparison, guard.term)
            left = guard.term

    def _compared(self, left: AST, operator: int, right: AST) -> None:
        for term, other in ((left, right), (right, left)):
            if term.ast_type == ASTType.Variable and term.name != "_":
                self._narrowed_by(term.name, operator, other)
        mine, others = self._shapes(left), self._shapes(right)
        if mine is None or others is None:
            return
        kinds = self._sorts.numbers
        if mine & kinds and others & kinds and not mine & others & kinds:
            raise _SortError(f"{left} is {_listed(mine)}, and {right} is {_listed(others)}")
        if operator not in (ComparisonOperator.Equal, ComparisonOperator.NotEqual):
            self._ordered(left, mine)
            self._ordered(right, others)

    def _ordered(self, term: AST, shapes: Shapes) -> None:
        """Only numbers other than seats can be put in order, or added up."""
        if not shapes <= self._sorts.numbers or shapes == {SEAT}:
            raise _SortError(f"{term} is {_listed(shapes)}, which has no order")

    def _narrowed_by(self, variable: str, operator: int, other: AST) -> None:
        known = self.variables.get(variable)
        if operator == ComparisonOperator.Equal:
            if other.ast_type == ASTType.Function:  # it binds the variables inside too
                shape = _shape(other.name, len(other.arguments))
                self._place(other, frozenset({shape}), narrows=True)
            shapes = self._shapes(other)
            if shapes is not None:
                self._narrow(variable, shapes)
        elif operator == ComparisonOperator.NotEqual and known is not None and _is_name(other):
            self.variables[variable] = known - {other.symbol.name}

    def _aggregate(self, atom: AST) -> None:
        weights: list[Shapes | None] = []
        for element in atom.elements:
            for condition in element.condition:
                self._literal(condition)
            weights.append(self._shapes(element.terms[0]))
        counts = atom.function == clingo.ast.AggregateFunction.Count
        total = frozenset({"count"}) if counts else None
        if not counts and None not in weights:
            total = frozenset.intersection(*(w for w in weights if w is not None))
            self._ordered(atom, total)
            if len(total) > 1:  # nothing but numbers is added up
                total &= {"count"}
        for guard in filter(None, (atom.left_guard, atom.right_guard)):
            if total is None:
                continue
            if guard.term.ast_type == ASTType.Variable and guard.comparison == (
                ComparisonOperator.Equal
            ):
                known = self.variables.get(guard.term.name)
                self.variables[guard.term.name] = total if known is None else known & total
            shapes = self._shapes(guard.term)
            if shapes is not None and not shapes & total:
                raise _SortError(f"{guard.term} is {_listed(shapes)}, the sum {_listed(total)}")


@cache
def vocabulary() -> Sorts:
    """The signatures of spec/vocabulary.md."""
    return read_sorts((SPEC / "vocabulary.md").read_text("utf-8"))


def faults(clauses: Iterable[AST], sorts: Sorts | None = None) -> Iterator[Fault]:
    """Every clause that is not well sorted, with the reason."""
    for clause in filter(is_clause, clauses):
        try:
            _Clause(sorts or vocabulary(), clause).check()
        except _SortError as error:
            yield Fault(str(clause), str(error))


def undefined(clauses: Sequence[AST], sorts: Sorts | None = None) -> Iterator[Fault]:
    """Every clause that asks for a word which a question that depends on the clause is not given."""
    questions = (sorts or vocabulary()).questions
    inputs = frozenset[Signature]().union(*(question.given for question in questions))
    for question in questions:
        for asked in sorted(question.asks):
            for clause in filter(is_clause, needed(clauses, [asked])):
                for word in sorted({s for s, _ in bodies(clause)} & inputs - question.given):
                    here = f"{_named(asked)} depends on {_named(word)}"
                    reason = f"{here}, which is not given when {_named(asked)} is asked for"
                    yield Fault(str(clause), reason)


def turned(term: Term, by: int, players: int) -> Term:
    """A fluent or move as it is if every seat is some seats further on; the signatures say where seats are."""
    functions = vocabulary().functions

    def turn(part: Term, allowed: Shapes) -> Term:
        match part:
            case int():
                return (part + by) % players if SEAT in allowed else part
            case str():
                return part
            case _:
                name, *arguments = part
                return (name, *map(turn, arguments, functions[name, len(arguments)]))

    return turn(term, frozenset())


def variables_of(clause: AST) -> dict[str, Shapes]:
    """The sort of every variable of a well-sorted clause."""
    checked = _Clause(vocabulary(), clause)
    checked.check()
    return dict(checked.variables)


def every_fault() -> list[Fault]:
    """Faults in the clauses of the rules, the invariants and the proofs, and words that are signed but never used."""
    sorts = vocabulary()
    rules = clauses_of(parts())
    clauses = [*rules, *invariants(), *text_of_proofs()]
    found = [*faults(clauses, sorts), *undefined([*rules, *invariants()], sorts)]
    for word in sorts.begins:
        later = depending(rules, [word]) - sorts.begins - {("init", 1)}
        if later:
            reason = f"more than the first position depends on it: {sorted(later)}"
            found.append(Fault(sorts.written[word], reason))
    return found


def main() -> int:
    """The command."""
    found = every_fault()
    for fault in found:
        print(fault)
    print(f"{len(found)} clauses are not well sorted" if found else "every clause is well sorted")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
