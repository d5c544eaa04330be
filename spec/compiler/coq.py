"""The Coq target: for each relation of the clauses a function that lists its rows, with the proof that they agree.

None of this need be trusted: `Compiled.v` is checked by Coq. `Plan` chooses the order in which the literals of a clause
are asked, and writes for each a step of the function and a step of both proofs: that every row it lists satisfies the
clause, and that it lists them all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet

from attrs import frozen

from spec.compiler.clauses import (
    Atom,
    Between,
    Compare,
    Compound,
    Literal,
    OneOf,
    Op,
    Term,
    Total,
    Var,
    atoms,
    used,
    variables,
)
from spec.compiler.relations import (
    AND,
    ASKED,
    Relations,
    Statement,
    listed,
    local,
    spaced,
    variable,
)
from spec.compiler.strata import EDITION, MOVE, POSITION, recursive
from spec.tools.logic import LogicError, Part

FUEL = 60
"""The number of times that rows of recursive predicates are extended before the function gives up."""


@frozen
class Step:
    """A step of a function, and what it takes to go through it in both proofs."""

    code: str
    sound: str
    complete: str


@frozen
class Helper:
    """A list of tuples, written as a function of its own: its name, the rows it needs, and its arguments."""

    name: str
    preds: Sequence[str]
    args: Sequence[str]

    @property
    def call(self) -> str:
        """The list."""
        return spaced(self.name, *(f"d_{pred}" for pred in self.preds), *self.args)

    @property
    def right(self) -> str:
        """The proof that it holds what it should."""
        rows, proofs = (f"d_{pred}" for pred in self.preds), (f"o_{pred}" for pred in self.preds)
        return spaced(f"{self.name}_ok", *rows, *proofs, *self.args)


class Plan:
    """The order in which literals are asked, with the code and both proofs.

    Names in the proofs: `d_p` are the rows of p, `o_p` says that they are exactly those of the relation, `s_p` that all
    of them are; `h3` is the third literal as it is given, `k3` as it is found; `it` is what is being taken apart.
    """

    def __init__(
        self,
        statement: Statement,
        literals: Sequence[Literal],
        bound: Iterable[str],
        both: AbstractSet[str],
        helper: Callable[[Sequence[Term], Sequence[Literal], Sequence[str]], Helper],
        *,
        relations: bool,
    ) -> None:
        self._c, self._bound, self._both, self._helper = statement, set(bound), both, helper
        self._relations = relations
        self._binder = itertools.count(1)
        self._steps: list[Step] = []
        self.proofs: dict[int, str] = {}
        todo = dict(enumerate(literals))
        while todo:
            number = next((n for n, one in todo.items() if self._ready(one)), None)
            if number is None:
                found = [n for n, one in todo.items() if self._can_match(one)]
                if not found:
                    raise LogicError(f"{statement.text}: a variable is bound by nothing")
                number = max(found, key=lambda n: self._score(todo[n]))
            self._ask(number, todo.pop(number))

    def code(self, row: str) -> str:
        """The function that lists a row for each way through the steps."""
        return "".join(step.code for step in self._steps) + row + ")" * len(self._steps)

    @property
    def sound(self) -> list[str]:
        """The proof that a row which is listed satisfies the literals."""
        return [step.sound for step in self._steps]

    @property
    def complete(self) -> list[str]:
        """The proof that every row which satisfies them is listed."""
        return [step.complete for step in self._steps]

    def binds(self, terms: Iterable[Term]) -> bool:
        """Return True if every variable of some terms has a value at the end."""
        return all(map(self._known, terms))

    # The order

    def _known(self, term: Term) -> bool:
        return self._bound.issuperset(variables(term))

    def _matches(self, term: Term) -> bool:
        match term:
            case Op():
                return self._known(term)
            case Compound(_, args):
                return all(map(self._matches, args))
            case _:
                return True

    def _can_match(self, literal: Literal) -> bool:
        return (
            isinstance(literal, Atom) and literal.positive and all(map(self._matches, literal.args))
        )

    def _score(self, literal: Literal) -> tuple[bool, bool, int, int]:
        assert isinstance(literal, Atom)
        known = sum(map(self._known, literal.args))
        return known == len(literal.args), literal.pred == "does", known, -len(literal.args)

    def _ready(self, literal: Literal) -> bool:
        match literal:
            case Atom(_, _, True):
                return False
            case Atom():
                return self._bound.issuperset({*used(literal)} - {*local(literal)})
            case Between(_, low, high):
                return self._known(low) and self._known(high)
            case Total(_, _, bound):
                own = {*used(literal)} - self._c.shared | {*variables(bound)}
                return self._bound.issuperset({*used(literal)} - own)
            case OneOf(term):
                return self._known(term) or isinstance(term, Var)
            case Compare("==", left, right):
                return (
                    self._known(left) and (self._known(right) or isinstance(right, Compound))
                ) or (self._known(right) and isinstance(left, Var))
            case Compare(_, left, right):
                return self._known(left) and self._known(right)

    # The steps

    def _step(self, code: str, sound: str, complete: str) -> None:
        self._steps.append(Step(code, sound, complete))

    def _given(self, number: int, atom: Atom) -> str:
        if not self._relations:
            return f"h{number}"
        return f"(proj2 (o_{atom.pred} {self._c.row(atom.args)}) h{number})"

    def _test(self, number: int, code: str, lemma: str, given: str | None = None) -> None:
        """A condition, and the lemma that says what it means."""
        found = f"k{number}"
        self.proofs.setdefault(number, found)
        self._step(
            f"when ({code}) (",
            f"apply in_when in it; destruct it as ({found} & it); apply {lemma} in {found}.",
            f"apply in_when; split; [apply {lemma}; exact {given or f'h{number}'}|].",
        )

    def _binders(self, args: Iterable[Term]) -> list[str]:
        """A new variable of a term is its own binder."""
        found: list[str] = []
        for arg in args:
            new = isinstance(arg, Var) and arg.name not in self._bound | self._c.numbers
            own = variable(arg.name) if isinstance(arg, Var) else ""
            found.append(own if new and own not in found else f"b{next(self._binder)}")
        return found

    def _match_all(self, binders: Sequence[str], args: Sequence[Term]) -> None:
        pairs = list(zip(binders, args, strict=True))
        own = [(b, arg) for b, arg in pairs if isinstance(arg, Var) and b == variable(arg.name)]
        self._bound |= {arg.name for _, arg in own if isinstance(arg, Var)}
        for binder, arg in pairs:
            if (binder, arg) not in own:
                self._match(binder, arg)

    def _match(self, binder: str, term: Term) -> None:
        """What stands for the binder must be the term."""
        c = self._c
        if self._known(term):
            self._step(
                f"when (term_eqb {binder} {c.term(term)}) (",
                f"apply in_when in it; destruct it as (eq & it); apply term_eqb_eq in eq; subst {binder}.",
                "apply in_when; split; [apply term_eqb_refl|].",
            )
            return
        match term:
            case Var(name):
                self._bound.add(name)
                new = variable(name)
                self._step(
                    f"isNum {binder} (fun {new} => ",
                    f"apply in_isNum in it; destruct it as ({new} & eq & it); subst {binder}.",
                    f"apply in_isNum; exists {new}; split; [reflexivity|].",
                )
            case Compound():
                self._take_apart(binder, term, "reflexivity", f"subst {binder}.", "eq")
            case _:
                raise AssertionError(term)

    def _take_apart(self, of: str, term: Compound, why: str, then: str, found: str) -> None:
        n, bs = len(term.args), self._binders(term.args)
        self._step(
            f"is{n} n_{term.functor} {of} (fun {spaced(*bs)} => ",
            f"apply in_is{n} in it; destruct it as ({' & '.join(bs)} & {found} & it). {then}",
            f"apply in_is{n}; exists {', '.join(map(self._c.term, term.args))}; split; [{why}|].",
        )
        self._match_all(bs, term.args)

    def _ask(self, number: int, literal: Literal) -> None:
        match literal:
            case Atom(_, _, True):
                self._find(number, literal)
            case Atom():
                self._deny(number, literal)
            case Compare():
                self._compare(number, literal)
            case OneOf():
                self._choose(number, literal)
            case Between():
                self._count_up(number, literal)
            case Total():
                self._add_up(number, literal)

    def _find(self, number: int, atom: Atom) -> None:
        c, pred, found = self._c, atom.pred, f"k{number}"
        self.proofs[number] = (
            f"({f'proj1 (o_{pred} _)' if pred in self._both else f's_{pred} _'} {found})"
        )
        given = self._given(number, atom)
        if all(map(self._known, atom.args)):
            self._test(number, f"mem {c.row(atom.args)} d_{pred}", "mem_in", given)
            return
        n, bs = len(atom.args), self._binders(atom.args)
        self._step(
            f"each{n} d_{pred} (fun {spaced(*bs)} => ",
            f"apply in_each{n} in it; destruct it as ({' & '.join(bs)} & {found} & it).",
            f"apply in_each{n}; exists {', '.join(map(c.term, atom.args))}; split; [exact {given}|].",
        )
        self._match_all(bs, atom.args)

    def _deny(self, number: int, atom: Atom) -> None:
        c, pred, found = self._c, atom.pred, f"k{number}"
        anything = local(atom)
        if not anything:
            same = f"o_{pred} {c.row(atom.args)}"
            self.proofs[number] = f"(fun x => {found} (proj2 ({same}) x))"
            given = f"(fun x => h{number} (proj1 ({same}) x))"
            self._test(number, f"negb (mem {c.row(atom.args)} d_{pred})", "not_mem", given)
            return
        helper = self._helper((), (Atom(pred, atom.args),), anything)
        names = [variable(name) for name in anything]
        pattern, made = "y", "(conj y eq_refl)"
        for name in reversed(names):
            pattern, made = f"(ex_intro _ {name} {pattern})", f"(ex_intro _ {name} {made})"
        self.proofs[number] = (
            f"(fun x => match x with {pattern} => {found} (ex_intro _ [] (proj2 ({helper.right} []) {made})) end)"
        )
        self._step(
            f"when (empty ({helper.call})) (",
            f"apply in_when in it; destruct it as ({found} & it); apply empty_none in {found}.",
            f"apply in_when; split; [apply empty_none; intros (t & i); apply ({helper.right}) in i; "
            f"destruct i as ({' & '.join(names)} & i & _); apply h{number}; exists {', '.join(names)}; exact i|].",
        )

    def _compare(self, number: int, literal: Compare) -> None:
        c, op, left, right = self._c, literal.op, literal.left, literal.right
        found = f"k{number}"
        match op:
            case "==" if self._known(left) and self._known(right):
                self._test(number, f"term_eqb {c.term(left)} {c.term(right)}", "term_eqb_eq")
            case "==" if self._known(left) and isinstance(right, Compound):
                self.proofs[number] = found
                self._take_apart(c.term(left), right, f"exact h{number}", "", found)
            case "==" if isinstance(left, Var) and left.name not in c.numbers:
                self._bound.add(left.name)
                self.proofs[number] = found
                new = variable(left.name)
                self._step(
                    f"eachT [{c.term(right)}] (fun {new} => ",
                    f"apply in_eachT in it; destruct it as ({new} & {found} & it); "
                    f"destruct {found} as [{found}|[]]; symmetry in {found}.",
                    f"apply in_eachT; exists {new}; split; [left; symmetry; exact h{number}|].",
                )
            case "!=":
                self._test(number, f"negb (term_eqb {c.term(left)} {c.term(right)})", "term_neqb")
            case "<" | "<=" | ">" | ">=":
                code, lemma = {
                    "<": ("Z.ltb", "Z.ltb_lt"),
                    "<=": ("Z.leb", "Z.leb_le"),
                    ">": ("Z.gtb", "gtb_gt"),
                    ">=": ("Z.geb", "geb_ge"),
                }[op]
                self._test(number, f"{code} {c.number(left)} {c.number(right)}", lemma)
            case _:
                raise LogicError(f"{c.text}: {op} cannot be asked here")

    def _choose(self, number: int, literal: OneOf) -> None:
        c, options = self._c, self._c.row(literal.options)
        if self._known(literal.term):
            self._test(number, f"memt {c.term(literal.term)} {options}", "memt_in")
            return
        assert isinstance(literal.term, Var)
        new, found = variable(literal.term.name), f"k{number}"
        self._bound.add(literal.term.name)
        self.proofs[number] = found
        self._step(
            f"eachT {options} (fun {new} => ",
            f"apply in_eachT in it; destruct it as ({new} & {found} & it).",
            f"apply in_eachT; exists {new}; split; [exact h{number}|].",
        )

    def _count_up(self, number: int, literal: Between) -> None:
        c, new, found = self._c, variable(literal.var.name), f"k{number}"
        self._bound.add(literal.var.name)
        self.proofs[number] = found
        self._step(
            f"eachZ (range {c.number(literal.low)} {c.number(literal.high)}) (fun {new} => ",
            f"apply in_eachZ in it; destruct it as ({new} & {found} & it); apply in_range in {found}.",
            f"apply in_eachZ; exists {new}; split; [apply in_range; exact h{number}|].",
        )

    def _add_up(self, number: int, total: Total) -> None:
        c, found, kind = self._c, f"k{number}", self._c.aggregate(total)
        assert isinstance(total.bound, Var)
        new = variable(total.bound.name)
        self._bound.add(total.bound.name)
        self.proofs[number] = found
        helpers = [self._helper(terms, body, c.own(terms, body)) for terms, body in total.elements]
        rows, same = helpers[-1].call, f"({helpers[-1].right})"
        for helper in reversed(helpers[:-1]):
            same = f"(either_in ({helper.call}) ({rows}) _ _ ({helper.right}) {same})"
            rows = f"{helper.call} ++ {rows}"
        said = c.tuples(total, applied=True)
        self._step(
            f"eachZ [{kind}_rows ({rows})] (fun {new} => ",
            f"apply in_eachZ in it; destruct it as ({new} & {found} & it); "
            f"destruct {found} as [{found}|[]]; subst {new}; "
            f"assert ({found} := {kind}_ok ({said}) ({rows}) {same}); set ({new} := {kind}_rows ({rows})) in *.",
            f"apply in_eachZ; exists {new}; split; "
            f"[left; apply ({kind}_one ({said})); [exact ({kind}_ok _ _ {same})|exact h{number}]|].",
        )


class Coq(Relations):
    """The relations, and the functions for them."""

    def __init__(self, sections: Iterable[Part]) -> None:
        super().__init__(sections)
        self._recursive = recursive(self._program)
        self._out: list[str] = []
        self._finite = set(self.inputs)
        self._helpers: dict[str, Iterable[int]] = {}

    def compiled(self, digest: str) -> str:
        """The functions, and the proofs that they list what the relations say."""
        self._out = out = [
            f"(* Written from the clauses {digest}: the rows of each relation of Clauses.v, with the proofs. *)",
            "From Coq Require Import List ZArith Bool.",
            "Import ListNotations.",
            "From Toledo Require Import Terms Clauses.",
            "Open Scope Z_scope.",
            f"Definition fuel : nat := {FUEL}.",
            "Section Compiled.",
            "Variable Ed : edition.",
            "Variables St Do : rows.",
        ]
        for pred in self.inputs:
            rows = self._rows_of(pred)
            out += [
                f"Definition row_{pred} (r : row) : Prop := In r {rows}.",
                f"Lemma ok_{pred}_given : ok row_{pred} {rows}. Proof. intro. unfold row_{pred}. tauto. Qed.",
                f"Lemma fin_{pred} : exists l, ok row_{pred} l. Proof. exists {rows}. exact ok_{pred}_given. Qed.",
            ]
        for stage in (EDITION, POSITION, MOVE):
            for group in self._in(stage):
                self._group(group)
            self._model(stage)
        return "\n".join([*out, "End Compiled.", ""])

    def _group(self, group: Sequence[str]) -> None:
        for pred in group:
            xs = self._xs(pred)
            holds = spaced(f"p_{pred}", self._scope[pred], *xs)
            self._out.append(
                f"Definition row_{pred} (r : row) : Prop := match r with {listed(xs)} => {holds} | _ => False end."
            )
        for pred in group:
            for statement in self.statements[pred]:
                self._clause(statement)
            calls = [spaced(f"rows_{c.name}", *self._data(c)) for c in self.statements[pred]]
            data = spaced(*(f"(d_{d} : rows)" for d in self._asked(pred)))
            self._out.append(
                f"Definition rows_{pred} {data} : rows := once ({' ++ '.join([*calls, '[]'])})."
            )
        if group[0] in self._recursive:
            _Recursion(self, self._out, group).write()
        else:
            self._right(group[0])

    def _data(self, statement: Statement) -> list[str]:
        return [f"d_{pred}" for pred in self._needs(statement)]

    def _needs(self, statement: Statement) -> list[str]:
        return sorted({pred for pred, _ in atoms(statement.body)})

    def _both(self, statement: Statement) -> set[str]:
        """Return the predicates that are denied or added up, all of whose rows must be known."""
        return {pred for pred, denied in atoms(statement.body) if denied}

    def _asked(self, pred: str) -> list[str]:
        return sorted({other for c in self.statements[pred] for other in self._needs(c)})

    def _helper(
        self, c: Statement, terms: Sequence[Term], body: Sequence[Literal], own: Sequence[str]
    ) -> Helper:
        numbers = self._helpers.setdefault(c.name, itertools.count(1))
        name = f"part_{c.name}_{next(iter(numbers))}"
        preds = sorted({pred for pred, _ in atoms(body)})
        inside = {v for term in terms for v in variables(term)}.union(*map(used, body))
        denied = {
            v for one in body if isinstance(one, Atom) and not one.positive for v in local(one)
        }
        outer = sorted(inside - {*own} - denied, key=variable)
        helper = Helper(name, preds, [variable(v) for v in outer])
        plan = Plan(
            c, body, outer, {*preds}, lambda *parts: self._helper(c, *parts), relations=True
        )
        data = spaced(*(f"(d_{pred} : rows)" for pred in preds))
        oks = spaced(*(f"(o_{pred} : ok row_{pred} d_{pred})" for pred in preds))
        holds = c.some(own, terms, body, applied=True)
        names = [variable(v) for v in own]
        proofs = "".join(f"(conj {plan.proofs[n]} " for n in range(len(body)))
        self._out += [
            f"Definition {name} {data} {c.binders(outer)} : rows := {plan.code(f'[{c.row(terms)}]')}.",
            f"Lemma {name}_ok : {c.forall(data, oks, c.binders(outer), '(t : row)')}In t ({helper.call}) <-> {holds}.",
            f"Proof. intros {spaced(*(f'd_{p}' for p in preds), *(f'o_{p}' for p in preds), *helper.args)} t.",
            f"unfold {name}. split; intro it.",
            *plan.sound,
            "destruct it as [it|[]]. symmetry in it.",
            f"exists {', '.join(names)}." if names else "",
            f"exact {proofs}it{')' * len(body)}.",
            f"destruct it as ({' & '.join([*names, *(f'h{n}' for n in range(len(body))), '->'])}).",
            *plan.complete,
            "left. reflexivity. Qed.",
        ]
        return helper

    def _clause(self, c: Statement) -> None:
        needs, both = self._needs(c), self._both(c)
        plan = Plan(c, c.body, (), both, lambda *parts: self._helper(c, *parts), relations=False)
        if not plan.binds(c.args):
            raise LogicError(f"{c.text}: a variable is bound by nothing")
        name = f"rows_{c.name}"
        data = spaced(*(f"(d_{d} : rows)" for d in needs))
        call = spaced(name, *self._data(c))
        hyps = [
            f"(o_{d} : ok row_{d} d_{d})" if d in both else f"(s_{d} : sub row_{d} d_{d})"
            for d in needs
        ]
        names = [variable(v) for v in c.vars]
        given = [
            f"In {c.row(one.args)} d_{one.pred}"
            if isinstance(one, Atom) and one.positive
            else c.says(one, applied=True)
            for one in c.body
        ]
        oks = [f"(o_{d} : ok row_{d} d_{d})" for d in needs if d in both]
        made = [c.name, self._scope[c.pred], *names, *(plan.proofs[n] for n in range(len(c.body)))]
        self._out += [
            f"(* {c.text} *)",
            f"Definition {name} {data} : rows := {plan.code(f'[{c.row(c.args)}]')}.",
            f"Lemma {name}_sound : {c.forall(data, *hyps, '(r : row)')}In r ({call}) -> row_{c.pred} r.",
            f"Proof. intros {spaced(*self._data(c), *(('o_' if d in both else 's_') + d for d in needs))} r it.",
            f"unfold {name} in it.",
            *plan.sound,
            "destruct it as [it|[]]. subst r.",
            f"exact ({spaced(*made)}). Qed.",
            f"Lemma {name}_complete : {c.forall(data, *oks, c.binders(c.vars))}",
            f"{' -> '.join([*given, f'In {c.row(c.args)} ({call})'])}.",
            f"Proof. intros {spaced(*self._data(c), *(f'o_{d}' for d in needs if d in both), *names)}.",
            f"intros {spaced(*(f'h{n}' for n in range(len(c.body))))}. unfold {name}.",
            *plan.complete,
            "left. reflexivity. Qed.",
        ]

    def sound_by_clauses(self, pred: str, held: Callable[[str, bool], str]) -> list[str]:
        """From a row of a predicate to what it says; `held` names what is known of the rows of others."""
        lines = [f"unfold rows_{pred} in it. apply (proj1 (once_in _ _)) in it."]
        for c in self.statements[pred]:
            known = [held(d, d in self._both(c)) for d in self._needs(c)]
            lines += [
                "apply in_app_or in it. destruct it as [it|it].",
                f"{{ exact ({spaced(f'rows_{c.name}_sound', *self._data(c), *known, 'r', 'it')}). }}",
            ]
        return [*lines, "destruct it."]

    def complete_by_clause(self, pred: str, number: int, given: Iterable[str]) -> str:
        """From the literals of a clause to its row."""
        c = self.statements[pred][number]
        oks = (f"o_{d}" for d in self._needs(c) if d in self._both(c))
        names = map(variable, c.vars)
        there = spaced(f"rows_{c.name}_complete", *self._data(c), *oks, *names, *given)
        skip = "apply in_or_app; right. " * number
        return f"unfold rows_{pred}. apply (proj2 (once_in _ _)). {skip}apply in_or_app; left. exact ({there})."

    def given(self, c: Statement, among: Iterable[str] = ()) -> list[str]:
        """The literals of a clause, as its function needs them."""
        return [
            f"(proj2 (o_{one.pred} {c.row(one.args)}) h{n})"
            if isinstance(one, Atom) and one.positive and one.pred not in among
            else (f"ih{n}" if isinstance(one, Atom) and one.pred in among else f"h{n}")
            for n, one in enumerate(c.body)
        ]

    def _right(self, pred: str) -> None:
        asked = self._asked(pred)
        data = spaced(*(f"(d_{d} : rows)" for d in asked))
        oks = spaced(*(f"(o_{d} : ok row_{d} d_{d})" for d in asked))
        names, proofs = [f"d_{d}" for d in asked], [f"o_{d}" for d in asked]
        quantified = f"forall {data} {oks}, " if asked else ""
        cases = " | ".join(
            spaced(*map(variable, c.vars), *(f"h{n}" for n in range(len(c.body))))
            for c in self.statements[pred]
        )
        shape = "".join(f"destruct r as [|{x} r]; [destruct it|]. " for x in self._xs(pred))
        self._out += [
            f"Lemma rows_{pred}_ok : {quantified}ok row_{pred} ({spaced(f'rows_{pred}', *names)}).",
            f"Proof. intros {spaced(*names, *proofs)} r. split; intro it.",
            "{",
            *self.sound_by_clauses(
                pred, lambda d, both: f"o_{d}" if both else f"(ok_sub _ _ o_{d})"
            ),
            "}",
            f"{shape}destruct r as [|? r]; [|destruct it]. unfold row_{pred} in it. destruct it as [{cases}].",
            *(
                f"{{ {self.complete_by_clause(pred, number, self.given(c))} }}"
                for number, c in enumerate(self.statements[pred])
            ),
            "Qed.",
        ]
        if self._finite.issuperset(asked):
            self._finite.add(pred)
            self._out += [
                f"Lemma fin_{pred} : exists l, ok row_{pred} l. Proof.",
                *(f"destruct fin_{d} as [d_{d} o_{d}]." for d in asked),
                f"exists ({spaced(f'rows_{pred}', *names)}).",
                f"exact ({spaced(f'rows_{pred}_ok', *names, *proofs)}). Qed.",
            ]

    def _model(self, stage: int) -> None:
        """All rows of a stage, each with the proof that it is right; computed once, by `let`."""
        preds = [pred for group in self._in(stage) for pred in group]
        fields = "; ".join(f"r_{pred} : rows; ok_{pred} : ok row_{pred} r_{pred}" for pred in preds)
        before = spaced(*(f"(m{earlier} : model{earlier})" for earlier in range(stage)))
        self._out += [
            f"Record model{stage} := mk{stage} {{ {fields} }}.",
            f"Definition run{stage} {before} : option model{stage} :=",
        ]
        closing = ""
        for group in self._in(stage):
            if group[0] in self._recursive:
                opening, closed = _Recursion(self, self._out, group).run(stage)
                self._out += opening
                closing = closed + closing
                continue
            (pred,) = group
            asked = [self.computed(d, stage) for d in self._asked(pred)]
            rows, proofs = [rows for rows, _ in asked], [proof for _, proof in asked]
            self._out += [
                f"  let r_{pred}_ := {spaced(f'rows_{pred}', *rows)} in",
                f"  let ok_{pred}_ : ok row_{pred} r_{pred}_ := {spaced(f'rows_{pred}_ok', *rows, *proofs)} in",
            ]
        all_rows = spaced(*(f"r_{pred}_ ok_{pred}_" for pred in preds))
        self._out.append(f"  Some (mk{stage} {all_rows}){closing}.")

    def words(self) -> str:
        """For the extracted program: the words by number, and editions and answers by the names of predicates."""
        names = "; ".join(f'"{name}"' for name in self.names.arities)
        fields = "; ".join(f'e_{pred} = rows "{pred}"' for pred in self.edition)
        lines = [
            "open Model",
            f"let names = [{names}]",
            f"let edition rows = {{ {fields} }}",
        ]
        for stage in (EDITION, POSITION, MOVE):
            answers = (pred for pred in ASKED if self.stage[pred] == stage)
            rows = "; ".join(f'"{pred}", m.r_{pred}' for pred in answers)
            lines.append(f"let rows{stage} (m : model{stage}) = [{rows}]")
        return "\n".join([*lines, ""])

    def computed(self, pred: str, stage: int) -> tuple[str, str]:
        """The rows of a predicate while a stage is computed, and their proof."""
        if pred in self.inputs:
            return self._rows_of(pred), f"ok_{pred}_given"
        if self.stage[pred] < stage:
            model = f"m{self.stage[pred]}"
            return f"(r_{pred} {model})", f"(ok_{pred} {model})"
        return f"r_{pred}_", f"ok_{pred}_"

    def outside(self, group: Sequence[str]) -> list[str]:
        """Return what mutually recursive predicates need from elsewhere."""
        return sorted({d for pred in group for d in self._asked(pred)} - {*group})

    def call(self, pred: str) -> str:
        """The rows of a predicate, made of those that it asks for."""
        return spaced(f"rows_{pred}", *(f"d_{d}" for d in self._asked(pred)))

    def places(self, pred: str) -> list[str]:
        """A variable for each argument of a predicate."""
        return self._xs(pred)

    def scope(self, pred: str) -> str:
        """Return what a relation depends on."""
        return self._scope[pred]


class _Recursion:
    """Predicates that depend on themselves: their rows are extended until nothing is left to add.

    A check at the end says whether anything could be added. If so there is no answer; so none is ever wrong.
    """

    def __init__(self, coq: Coq, out: list[str], group: Sequence[str]) -> None:
        self._coq, self._out, self._group = coq, out, group
        self._tag = "_".join(group)
        self._outside = coq.outside(group)
        self._passed = spaced(*(f"d_{d}" for d in self._outside))
        self._mine = spaced(*(f"d_{pred}" for pred in group))
        self._oks = spaced(*(f"o_{d}" for d in self._outside))
        self._subs = spaced(*(f"s_{pred}" for pred in group))
        self._data = spaced(*(f"(d_{d} : rows)" for d in self._outside))
        self._data_mine = spaced(*(f"(d_{pred} : rows)" for pred in group))
        self._are_ok = spaced(*(f"(o_{d} : ok row_{d} d_{d})" for d in self._outside))
        self._are_sub = spaced(*(f"(s_{pred} : sub row_{pred} d_{pred})" for pred in group))

    def _together(self, prefix: str, suffix: str = "") -> str:
        several = ", ".join(f"{prefix}{pred}{suffix}" for pred in self._group)
        return f"({several})" if len(self._group) > 1 else several

    def write(self) -> None:
        """The iteration, and the proof that what it ends with is right if it is closed."""
        coq, group, tag = self._coq, self._group, self._tag
        calls = {pred: coq.call(pred) for pred in group}
        new = spaced(*(f"n_{pred}" for pred in group))
        done = " && ".join(f"within n_{pred} d_{pred}" for pred in group)
        closed = " && ".join(f"within ({calls[pred]}) d_{pred}" for pred in group)
        all_sub = AND.join(f"sub row_{pred} y_{pred}" for pred in group)
        everything = f"{self._data} {self._are_ok} {self._data_mine} {self._are_sub}"
        names = f"{self._passed} {self._oks} {self._mine} {self._subs}"
        self._out += [
            f"Fixpoint more_{tag} (n : nat) {self._data} {self._data_mine} : {' * '.join(['rows'] * len(group))} :=",
            f"match n with O => {self._together('d_')} | S n =>",
            *(f"let n_{pred} := {calls[pred]} in" for pred in group),
            f"if {done} then {self._together('d_')} else more_{tag} n {self._passed} {new} end.",
            f"Definition closed_{tag} {self._data} {self._data_mine} : bool := {closed}.",
        ]
        for pred in group:
            self._out += [
                f"Lemma rows_{pred}_sound : forall {everything}, sub row_{pred} ({calls[pred]}).",
                f"Proof. intros {names} r it.",
                *coq.sound_by_clauses(pred, self._held),
                "Qed.",
            ]
        steps = "; ".join(f"try exact (rows_{pred}_sound {names})" for pred in group)
        self._out += [
            f"Lemma more_{tag}_sound : forall n {everything},",
            f"match more_{tag} n {self._passed} {self._mine} with {self._together('y_')} => {all_sub} end.",
            f"Proof. induction n as [|n IH]; intros {names}; simpl; [repeat split; assumption|].",
            "match goal with |- context [if ?b then _ else _] => destruct b end; [repeat split; assumption|].",
            f"apply IH; try assumption; {steps}. Qed.",
        ]
        self._complete()

    def _held(self, pred: str, both: bool) -> str:
        if pred in self._group:
            return f"s_{pred}"
        return f"o_{pred}" if both else f"(ok_sub _ _ o_{pred})"

    def _complete(self) -> None:
        coq, group, tag = self._coq, self._group, self._tag
        if len(group) > 1:
            schemes = " with ".join(f"{p}_min := Minimality for p_{p} Sort Prop" for p in group)
            self._out += [
                f"Scheme {schemes}.",
                f"Combined Scheme ind_{tag} from {', '.join(f'{pred}_min' for pred in group)}.",
            ]
        scope = coq.scope(group[0])
        there = {p: f"In {listed(coq.places(p))} d_{p}" for p in group}
        claims = AND.join(
            f"(forall {spaced(*coq.places(p))}, {spaced(f'p_{p}', scope, *coq.places(p))} -> {there[p]})"
            for p in group
        )
        motives = spaced(*(f"(fun {spaced(*coq.places(p))} => {there[p]})" for p in group))
        principle = f"ind_{tag}" if len(group) > 1 else f"p_{group[0]}_ind"
        self._out += [
            f"Lemma closed_{tag}_complete : forall {self._data} {self._are_ok} {self._data_mine},",
            f"closed_{tag} {self._passed} {self._mine} = true -> {claims}.",
            f"Proof. intros {self._passed} {self._oks} {self._mine} cl. unfold closed_{tag} in cl.",
            *(f"apply andb_prop in cl. destruct cl as [cl cl_{p}]." for p in reversed(group[1:])),
            f"rename cl into cl_{group[0]}.",
            f"apply ({principle} {scope} {motives}).",
        ]
        for pred in group:
            for number, c in enumerate(coq.statements[pred]):
                intro = [variable(v) for v in c.vars]
                for n, one in enumerate(c.body):
                    intro.append(f"h{n}")
                    if isinstance(one, Atom) and one.pred in group:
                        intro.append(f"ih{n}")
                step = coq.complete_by_clause(pred, number, coq.given(c, group))
                self._out.append(
                    f"{{ intros {spaced(*intro)}. apply (within_in _ _ cl_{pred}). {step} }}"
                )
        self._out.append("Qed.")

    def run(self, stage: int) -> tuple[list[str], str]:
        """The lines that open the computation of the rows, and what closes it at the end."""
        coq, group, tag = self._coq, self._group, self._tag
        outside = [coq.computed(d, stage) for d in self._outside]
        rows, oks = spaced(*(rows for rows, _ in outside)), spaced(*(ok for _, ok in outside))
        empty = spaced(*(["[]"] * len(group)))
        found, each = self._together("r_", "_"), spaced(*(f"r_{p}_" for p in group))
        subs = AND.join(f"sub row_{p} r_{p}_" for p in group)
        lines = [
            f"  match more_{tag} fuel {rows} {empty} as y",
            f"  return (match y with {found} => {subs} end -> option model{stage})",
            f"  with {found} => fun sd =>",
            f"  match bool_dec (closed_{tag} {rows} {each}) true with right _ => None | left cl =>",
        ]
        for number, p in enumerate(group):
            complete = self._part(number, f"(closed_{tag}_complete {rows} {oks} {each} cl)")
            xs = coq.places(p)
            lines.append(
                f"  let ok_{p}_ : ok row_{p} r_{p}_ := fun r => conj ({self._part(number, 'sd')} r) "
                f"(match r as r return (row_{p} r -> In r r_{p}_) with {listed(xs)} => {complete} {spaced(*xs)} "
                "| _ => fun x => match x with end end) in"
            )
        nothing = spaced(*(["(fun r (x : In r []) => match x with end)"] * len(group)))
        return lines, f" end end (more_{tag}_sound fuel {rows} {oks} {empty} {nothing})"

    def _part(self, number: int, proof: str) -> str:
        """One part of a conjunction."""
        for _ in range(number):
            proof = f"(proj2 {proof})"
        return proof if number == len(self._group) - 1 else f"(proj1 {proof})"
