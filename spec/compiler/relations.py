"""The clauses as relations of Coq: what has to be trusted of the theorems, beside the clauses themselves.

`Clauses.v` is for reading: a relation for each predicate, a constructor for each clause, named after its rule.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from spec.compiler.clauses import (
    Atom,
    Between,
    Clause,
    Compare,
    Compound,
    Literal,
    Name,
    Num,
    OneOf,
    Op,
    Term,
    Total,
    Var,
    atoms,
    parts_of,
    read,
    terms_of,
    used,
    variables,
)
from spec.compiler.strata import EDITION, MOVE, POSITION, check_stratified, groups, needed
from spec.tools.logic import LogicError, Part

ASKED = (
    *("init", "deal", "ill_formed"),
    *("legal", "weight", "points", "goal", "rank", "winner", "sees", "sure"),
    *("next", "told", "reveals"),
    *("reason", "why_not"),
)
"""The predicates that answer questions; what they do not depend on is left out."""

SCOPES = ("Ed", "St", "Do")
"""The edition, the facts that are true now, and the move: what a relation may depend on."""

WIDTH = 120
ARROW = " ->\n    "
AND, OR = " /\\ ", " \\/ "


def spaced(*words: str) -> str:
    return " ".join(filter(None, words))


def listed(words: Iterable[str]) -> str:
    return "[" + "; ".join(words) + "]"


def variable(name: str) -> str:
    return f"w{name[1:]}" if name.startswith("_") else name


def local(atom: Atom) -> list[str]:
    """The variables of a denied atom that stand for anything."""
    return sorted({name for name in used(atom) if name.startswith("_")})


@frozen
class Names:
    """The words of the terms: constants `k_board`, functions `f_area`, or `f_shop2` where there are several."""

    arities: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, clauses: Iterable[Clause]) -> Names:
        """The words of some clauses."""
        found: dict[str, set[int]] = {}
        for clause in clauses:
            for term in itertools.chain.from_iterable(map(terms_of, (clause.head, *clause.body))):
                match term:
                    case Name(name):
                        found.setdefault(name, set()).add(0)
                    case Compound(name, args):
                        found.setdefault(name, set()).add(len(args))
                    case _:
                        pass
        return cls({name: sorted(arities) for name, arities in sorted(found.items())})

    def function(self, name: str, arity: int) -> str:
        """The short name of a function."""
        several = sum(map(bool, self.arities[name])) > 1
        return f"f_{name}{arity}" if several else f"f_{name}"

    def written(self) -> list[str]:
        """The notations."""
        lines = []
        for number, (name, arities) in enumerate(self.arities.items(), 1):
            lines.append(f"Notation n_{name} := ({number}%positive).")
            for arity in arities:
                short = self.function(name, arity) if arity else f"k_{name}"
                made = f"F{arity}" if arity else "Name"
                lines.append(f"Notation {short} := ({made} n_{name}).")
        return lines


class Statement:
    """A clause as Coq states it: which variables are numbers, and how each literal is written."""

    def __init__(self, clause: Clause, name: str, names: Names, scope: Mapping[str, str]) -> None:
        self.name, self.pred, self.text = name, clause.head.pred, clause.text
        self.args, self._names, self._scope = clause.head.args, names, scope
        self._fresh = itertools.count(1)
        self.body = tuple(self._plain(clause))
        self.numbers: set[str] = set()
        for term in self.args:
            self._find_numbers(parts_of(term))
        for literal in self.body:
            self._find_numbers_of(literal)
        self.shared = {*used(clause.head)}.union(
            *(variables(one.bound) if isinstance(one, Total) else used(one) for one in self.body)
        ) - {
            name
            for one in self.body
            if isinstance(one, Atom) and not one.positive
            for name in local(one)
        }
        self.vars = sorted(self.shared, key=variable)

    def _plain(self, clause: Clause) -> Iterable[Literal]:
        """The body, where a total is always that of a new variable, and no divisor is 0."""
        given = {
            name for one in clause.body if isinstance(one, Atom | Between) for name in used(one)
        }
        compared = list[Literal](self._divisors(clause.head.args))
        for literal in clause.body:
            match literal:
                case Total(counts, op, bound, elements):
                    elements = tuple(
                        (terms, (*body, *self._divisors(terms))) for terms, body in elements
                    )
                    if op != "==" or not isinstance(bound, Var) or bound.name in given:
                        total = Var(f"_t{next(self._fresh)}")
                        compared.append(Compare(op, total, bound))
                        bound = total
                    yield Total(counts, "==", bound, elements)
                case Compare(_, left, right):
                    compared += self._divisors((left, right))
                    yield literal
                case _:
                    yield literal
        yield from compared

    def _divisors(self, terms: Iterable[Term]) -> list[Literal]:
        return [
            Compare("!=", part.right, Num(0))
            for term in terms
            for part in parts_of(term)
            if isinstance(part, Op) and part.op in ("/", "%")
        ]

    def _find_numbers(self, terms: Iterable[Term]) -> None:
        """What is reckoned with is a number."""
        for part in terms:
            if isinstance(part, Op):
                self.numbers |= {*variables(part)}

    def _find_numbers_of(self, literal: Literal) -> None:
        """So is what is compared by size, counted up to, or a total."""
        self._find_numbers(terms_of(literal))
        match literal:
            case Compare(op, left, right) if op not in ("==", "!="):
                self.numbers |= {*variables(left), *variables(right)}
            case Between():
                self.numbers |= {*used(literal)}
            case Total(_, _, bound, elements):
                self.numbers |= {*variables(bound)}
                for _, body in elements:
                    for inner in body:
                        self._find_numbers_of(inner)
            case _:
                pass

    # Terms

    def number(self, term: Term) -> str:
        """A term that is a number, as one of Z."""
        match term:
            case Var(name) if name in self.numbers:
                return variable(name)
            case Num(value):
                return f"({value})" if value < 0 else str(value)
            case Op(op, left, right):
                first, second = self.number(left), self.number(right)
                division = {"/": "Z.quot", "%": "Z.rem"}
                return (
                    f"({division[op]} {first} {second})"
                    if op in division
                    else f"({first} {op} {second})"
                )
            case _:
                raise LogicError(f"{self.text}: expected a number, not {term}")

    def term(self, term: Term) -> str:
        """A term."""
        match term:
            case Var(name) if name not in self.numbers:
                return variable(name)
            case Var() | Num() | Op():
                return f"(Num {self.number(term)})"
            case Name(name):
                return f"k_{name}"
            case Compound(functor, args):
                return (
                    f"({spaced(self._names.function(functor, len(args)), *map(self.term, args))})"
                )

    def row(self, args: Iterable[Term]) -> str:
        """Some terms, as a row."""
        return listed(map(self.term, args))

    def binders(self, names: Iterable[str]) -> str:
        """Some variables with their types."""
        kinds = itertools.groupby(names, lambda name: "Z" if name in self.numbers else "term")
        return " ".join(f"({spaced(*map(variable, some))} : {kind})" for kind, some in kinds)

    def forall(self, *binders: str) -> str:
        """For all of these, if there are any."""
        bound = spaced(*binders)
        return f"forall {bound}, " if bound else ""

    # What a literal says. In Compiled.v a relation is applied to what it depends on.

    def holds(self, pred: str, args: Iterable[Term], *, applied: bool) -> str:
        """That a predicate holds."""
        return spaced(f"p_{pred}", self._scope[pred] if applied else "", *map(self.term, args))

    def says(self, literal: Literal, *, applied: bool) -> str:
        """What a literal says."""
        match literal:
            case Atom(pred, args, positive):
                holds = self.holds(pred, args, applied=applied)
                if positive:
                    return holds
                some = self.binders(local(literal))
                return f"~ (exists {some}, {holds})" if some else f"~ {holds}"
            case Compare(op, left, right) if op in ("==", "!="):
                return f"{self.term(left)} {'=' if op == '==' else '<>'} {self.term(right)}"
            case Compare(op, left, right):
                return f"{self.number(left)} {op} {self.number(right)}"
            case OneOf(term, options):
                return f"In {self.term(term)} {self.row(options)}"
            case Between(var, low, high):
                return f"{self.number(low)} <= {variable(var.name)} <= {self.number(high)}"
            case Total(bound=bound):
                return f"{self.aggregate(literal)}_is ({self.tuples(literal, applied=applied)}) {self.number(bound)}"

    def aggregate(self, total: Total) -> str:
        """Return how the tuples of a total are combined: counted or added up."""
        return "count" if total.counts else "sum"

    def tuples(self, total: Total, *, applied: bool) -> str:
        """Which tuples a total is about."""
        each = (self.element(terms, body, applied=applied) for terms, body in total.elements)
        return "fun t => " + OR.join(each)

    def own(self, terms: Iterable[Term], body: Iterable[Literal]) -> list[str]:
        """The variables that stand only inside an element of a total."""
        inside = {name for term in terms for name in variables(term)}.union(*map(used, body))
        hidden = {
            n for one in body if isinstance(one, Atom) and not one.positive for n in local(one)
        }
        return sorted(inside - self.shared - hidden, key=variable)

    def element(self, terms: Sequence[Term], body: Sequence[Literal], *, applied: bool) -> str:
        """What an element of a total says of a tuple t."""
        return self.some(self.own(terms, body), terms, body, applied=applied)

    def some(
        self, own: Iterable[str], terms: Sequence[Term], body: Sequence[Literal], *, applied: bool
    ) -> str:
        """That a tuple t is the one of these terms, where the body holds, for some of the variables."""
        said = [*(self.says(one, applied=applied) for one in body), f"t = {self.row(terms)}"]
        some = self.binders(own)
        return f"({f'exists {some}, ' if some else ''}{AND.join(said)})"

    def constructor(self) -> str:
        """The clause as a constructor of a relation: the part of this target that has to be trusted."""
        said = [*(self.says(one, applied=False) for one in self.body)]
        head = self.holds(self.pred, self.args, applied=False)
        given = f"| {self.name} : {self.forall(self.binders(self.vars))}".rstrip()
        whole = f"{given} {' -> '.join([*said, head])}"
        return whole if len(whole) <= WIDTH else f"{given}\n    {ARROW.join([*said, head])}"


class Relations:
    """The relations for some sections of the specification."""

    def __init__(self, sections: Iterable[Part]) -> None:
        self._program = needed(read(sections), ASKED)
        check_stratified(self._program)
        self.arity = self._arities()
        self._groups = groups(self._program)
        derived = {clause.head.pred for clause in self._program}
        self.inputs = sorted(pred for pred in self.arity if pred not in derived)
        self.edition = [pred for pred in self.inputs if pred not in ("true", "does")]
        self._scope = self._scopes()
        self.names = Names.of(self._program)
        self.statements = self._statements()

    def _arities(self) -> dict[str, int]:
        found: dict[str, int] = {}

        def visit(clause: Clause, literal: Literal) -> None:
            match literal:
                case Atom(pred, args):
                    if found.setdefault(pred, len(args)) != len(args):
                        raise LogicError(
                            f"{clause.text}: {pred} has another number of arguments elsewhere"
                        )
                case Total(elements=elements):
                    for _, body in elements:
                        for inner in body:
                            visit(clause, inner)
                case _:
                    pass

        for clause in self._program:
            for literal in (clause.head, *clause.body):
                visit(clause, literal)
        return found

    def _scopes(self) -> dict[str, str]:
        """What each relation depends on, in the order of `SCOPES`."""
        own = {"true": {POSITION}, "does": {MOVE}}
        found = {pred: own.get(pred, {EDITION}) for pred in self.inputs}
        for group in self._groups:
            if group[0] in found:
                continue
            asked = {
                pred for c in self._program if c.head.pred in group for pred, _ in atoms(c.body)
            }
            needs = {scope for pred in asked if pred in found for scope in found[pred]}
            found |= dict.fromkeys(group, needs)
        self.stage = {pred: max(needs, default=EDITION) for pred, needs in found.items()}
        return {
            pred: spaced(*(SCOPES[scope] for scope in sorted(needs)))
            for pred, needs in found.items()
        }

    def _statements(self) -> dict[str, list[Statement]]:
        found: dict[str, list[Statement]] = {}
        count: dict[str, int] = {}
        for clause in self._program:
            name = f"{clause.head.pred}_{clause.rule.replace('-', '')}"
            count[name] = number = count.get(name, 0) + 1
            name = name if number == 1 else f"{name}_{number}"
            statement = Statement(clause, name, self.names, self._scope)
            found.setdefault(clause.head.pred, []).append(statement)
        return found

    @cached_property
    def order(self) -> list[list[str]]:
        """Predicates that depend on each other, by what they depend on."""
        derived = (group for group in self._groups if group[0] in self.statements)
        return sorted(derived, key=lambda group: self.stage[group[0]])

    def _in(self, stage: int) -> list[list[str]]:
        return [group for group in self.order if self.stage[group[0]] == stage]

    # Clauses.v

    def clauses(self, digest: str) -> str:
        """The relations."""
        lines = [
            f"(* The rules of Toledo as relations, written by python -m spec.compiler from the clauses {digest}.",
            "   Every constructor is a clause, which stands above it, and is named after its rule. *)",
            "From Coq Require Import List ZArith.",
            "Import ListNotations.",
            "From Toledo Require Import Terms.",
            "Open Scope Z_scope.",
            "",
            "(* The words of the clauses: k_board is the constant board, f_area P is area(P). *)",
            *self.names.written(),
            "",
            "(* An edition with its players, and what was dealt: the rows of each predicate that no clause derives. *)",
            f"Record edition := {{ {'; '.join(f'e_{pred} : rows' for pred in self.edition)} }}.",
            "",
            "(* The edition, the facts that are true in a position, and the move. *)",
            "Section Clauses.",
            "Variable Ed : edition.",
            "Variables St Do : rows.",
        ]
        for pred in self.inputs:
            xs = self._xs(pred)
            given = spaced(*(f"({x} : term)" for x in xs))
            rows = self._rows_of(pred)
            lines.append(f"Definition p_{pred} {given} : Prop := In {listed(xs)} {rows}.")
        headings = ("What follows from the edition", "from the position", "from the move")
        for stage, heading in enumerate(headings):
            lines += ["", f"(* ---- {heading} ---- *)"]
            for group in self._in(stage):
                lines.append("")
                for number, pred in enumerate(group):
                    types = " -> ".join(["term"] * self.arity[pred] + ["Prop"])
                    lines.append(f"{'with' if number else 'Inductive'} p_{pred} : {types} :=")
                    for statement in self.statements[pred]:
                        lines += [f"(* {statement.text} *)", statement.constructor()]
                lines[-1] += "."
        return "\n".join([*lines, "", "End Clauses.", ""])

    def _xs(self, pred: str) -> list[str]:
        return [f"x{number}" for number in range(self.arity[pred])]

    def _rows_of(self, pred: str) -> str:
        return {"true": "St", "does": "Do"}.get(pred, f"(e_{pred} Ed)")
