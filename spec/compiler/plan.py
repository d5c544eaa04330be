"""Plans a program: each question about a predicate becomes a function of loops and tests.

The literals of a clause are put into an order by what is known at each point. What depends on the edition alone becomes
tables that are filled once; so do predicates that depend on themselves, for each position. Everything else is asked
when it is needed, and what has no arguments is remembered.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from spec.compiler import ir
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
    Words,
    renamed,
    replaced,
    used,
    variables,
)
from spec.compiler.scope import Body, Fact, Scope
from spec.compiler.strata import (
    EDITION,
    MOVE,
    POSITION,
    check_stratified,
    groups,
    needed,
    recursive,
    stages,
)
from spec.compiler.when import When
from spec.tools.logic import LogicError

PIECES = "true.at"
"""The fluent that is stored by place and piece."""
MOVES = {"does": ("who", "act")}
"""What is stored in a move."""
Assumed: TypeAlias = tuple[tuple[str, tuple[int | None, ...]], ...]
"""Facts about the given arguments of a question: predicates, and which of those each argument is."""
MANY = 4
"""A predicate with more clauses is answered as a whole, so that they are printed once."""


@frozen
class Question:
    """A predicate, its mode, and what it depends on at least."""

    pred: str
    mode: str
    stage: int


class Planner:
    """Plans the clauses that some questions need."""

    def __init__(
        self,
        clauses: Sequence[Clause],
        words: Words,
        outputs: Mapping[str, Question],
        *,
        keys: bool,
        recursive_calls: bool,
    ) -> None:
        """With `keys` the keys of the vocabulary are relied on; without them any program is answered rightly.

        With `recursive_calls` predicates of a position that depend on themselves are functions like any other, and
        what their caller knows is not asked again. That ends if every chain of questions does: each leg of a run
        leads on along the road.
        """
        clauses = needed(clauses, [question.pred for question in outputs.values()])
        check_stratified(clauses)
        self._words, self._keys = words, True
        self._promised = frozenset(n for n, q in outputs.items() if self._single(q.pred, q.mode))
        self._keys = keys
        self._listed = {
            q.pred for q in outputs.values() if {*q.mode} == {"f"} and q.stage == POSITION
        }
        self._clauses: dict[str, list[Clause]] = {}
        for clause in clauses:
            self._clauses.setdefault(clause.head.pred, []).append(clause)
        self._stage = stages(clauses, {q.pred: q.stage for q in outputs.values()})
        themselves = recursive(clauses)
        self._called = {p for p in themselves if recursive_calls and self._stage[p] != EDITION}
        self._group = {p: group for p, group in themselves.items() if p not in self._called}
        self._when = When(clauses)
        self._functions: dict[tuple[str, str], ir.Function] = {}
        self._indexes: dict[tuple[str, str], ir.Index] = {}
        self._tables: dict[str, ir.Function | ir.Solution] = {}
        for group in groups(clauses):
            for pred in group if self._stage[group[0]] == EDITION else ():
                self._table(pred)
        self._outputs = {
            name: self._answering(question.pred, question.mode)
            for name, question in outputs.items()
        }
        self._keep()

    def plan(self) -> ir.Plan:
        """All functions and tables."""
        given = [p for p, s in self._stage.items() if s == EDITION and p not in self._clauses]
        return ir.Plan(
            functions=tuple(f for f in self._functions.values() if f.stage != EDITION),
            tables=tuple(dict.fromkeys(self._tables.values())),
            given=tuple(sorted(given)),
            indexes=tuple(self._indexes.values()),
            outputs=self._outputs,
            single=self._promised,
        )

    def _keep(self) -> None:
        """Decide which answers are remembered: those without arguments that may be asked for more than once."""
        asked: Counter[ir.Function] = Counter()
        asker: dict[ir.Function, ir.Function] = {}
        for function in self._functions.values():
            for question, often in ir.questions(function.body):
                asked[question] += 1 + often
                asker[question] = function
        for table in self._tables.values():
            if isinstance(table, ir.Solution):
                for question, _ in ir.questions((table.start, *table.steps.values())):
                    asked[question] += 2
        for index in self._indexes.values():
            if index.stage != EDITION and index.pred not in self._group:
                asked[self._function(index.pred, "f" * len(index.mode), {})] += 1
        outputs = {*self._outputs.values()}
        for function in self._functions.values():
            if function.params or function.stage == EDITION:
                continue
            other = asker.get(function)
            by_one = other is not None and other.stage == function.stage and not other.params
            function.kept = asked[function] > 1 or (
                function.stage == POSITION and (function in outputs or not by_one)
            )

    # What is known of predicates

    def _key(self, pred: str) -> int | None:
        """Return the number of leading arguments that determine the others; None if it is not known."""
        stem, _, kind = pred.partition(".")
        if pred in MOVES:
            return 0
        if not self._keys and stem != "true":
            return None
        key = self._words.keys.get(kind or pred)
        if not kind or key is None or kind not in self._words.fluents:
            return None if kind else key
        return len(self._words.shapes(pred)) - len(self._words.fluents[kind]) + key

    def _single(self, pred: str, mode: str) -> bool:
        """Return True if there is at most one row for what is given."""
        key = self._key(pred)
        return key is not None and mode[:key] == "b" * key

    def _slots(self, pred: str) -> tuple[str, ...] | None:
        """The parts of the position or of the move that hold a predicate."""
        stem, _, kind = pred.partition(".")
        return MOVES.get(pred) or ((kind,) if stem == "true" and pred != PIECES else None)

    def _is_stored(self, pred: str) -> bool:
        """A table of the edition, or one that depends on itself."""
        return self._stage[pred] == EDITION or pred in self._group

    def _is_whole(self, pred: str) -> bool:
        """Return True if all rows are found at once: a move does little, and long code is printed only once."""
        many = self._stage[pred] == MOVE or len(self._clauses.get(pred, ())) > MANY
        many = many or pred in self._listed
        return not self._is_stored(pred) and (self._key(pred) == 0 or many)

    def _is_indexed(self, pred: str, mode: str) -> bool:
        """Return True if a question is answered by an index of all rows."""
        some = mode != "" and ("b" in mode or "f" not in mode)
        return self._is_stored(pred) or (some and self._is_whole(pred))

    # The order of the literals

    def _cost(self, literal: Literal, scope: Scope) -> float | None:
        """A rough cost of going on with a literal; None if it cannot be asked yet."""
        match literal:
            case Compare(op, left, right):
                if scope.knows(left, right):
                    return 0
                binds = (scope.knows(left) and scope.fits(right)) or (
                    scope.knows(right) and scope.fits(left)
                )
                return 0.1 if op == "==" and binds else None
            case OneOf(term, options):
                return None if not scope.knows(*options) else 0.2 if scope.knows(term) else 6
            case Between(var, low, high):
                return None if not scope.knows(low, high) else 0.2 if scope.knows(var) else 6
            case Total(_, op, bound, _):
                result = {bound.name} if op == "==" and isinstance(bound, Var) else set()
                outer = {*used(literal)} & scope.wanted - result
                return 7 if outer <= {*scope.vars} else None
            case Atom(pred, _, positive=False):
                if not {*used(literal)} & scope.wanted <= {*scope.vars}:
                    return None
                return 1 if self._slots(pred) else 2 if pred == PIECES else 4
            case Atom(pred, args):
                return self._cost_of_atom(pred, args, scope)

    def _cost_of_atom(self, pred: str, args: tuple[Term, ...], scope: Scope) -> float | None:
        if not all(map(scope.fits, args)):
            return None
        mode = "".join("b" if scope.knows(arg) else "f" for arg in args)
        bound, tests, single = mode.count("b"), "f" not in mode, self._single(pred, mode)
        if self._slots(pred):
            return 0.3 if pred in MOVES else 0.5
        if pred == PIECES:
            return 1.2 if single else 20 if mode[0] == "b" else 90 if mode[1] == "b" else 200
        if self._stage[pred] == EDITION:
            return 1 if single or tests else 12 - 3 * bound
        if pred in self._called:  # a question leads on from what is given first
            return None if mode[0] != "b" else 4 if tests else 20 - bound
        if pred in self._group:
            whole = 8 if scope.solving else 25  # a solution begins with the rows that there are
            return 4 if tests else whole - 6 * bound
        if tests or single:
            return 3 if tests else 3.5
        return 18 if not bound or self._is_whole(pred) else 40 - 3 * bound

    def _solve(
        self,
        literals: Sequence[Literal],
        scope: Scope,
        need: set[str],
        done: Callable[[Scope], Body],
    ) -> Body:
        """Run through all solutions of some literals, and do something for each."""
        if not literals:
            return done(scope)
        costs = []
        for place, literal in enumerate(literals):
            rest = [*literals[:place], *literals[place + 1 :]]
            inner = scope.deeper(need.union(*map(used, rest)))
            cost = self._cost(literal, inner)
            if cost is not None:
                costs.append((cost, place, literal, rest, inner))
        if not costs:
            raise LogicError(f"there is no order in which these can be asked: {literals}")
        _, _, literal, rest, inner = min(costs, key=lambda found: found[:2])
        inner.wanted |= _repeated(literal)
        before = self._go_on(literal, inner)
        return before + inner.around(self._solve(rest, inner, need, done))

    def _go_on(self, literal: Literal, scope: Scope) -> Body:
        """Ask one literal. Returns what has to be done before its steps."""
        match literal:
            case Compare(op, left, right) if scope.knows(left, right):
                scope.require(ir.Test(op, scope.value(left), scope.value(right)))
            case Compare(_, left, right):
                known, other = (left, right) if scope.knows(left) else (right, left)
                scope.match(other, scope.value(known), scope.shapes(known))
            case OneOf(term, options) if scope.knows(term):
                scope.require(ir.AnyOf(scope.value(term), scope.values(options)))
            case OneOf(term, options):
                scope.loop((term,), (frozenset(),), ir.Options(scope.values(options)))
            case Between(var, low, high) if scope.knows(var):
                scope.require(ir.Test(">=", scope.value(var), scope.value(low)))
                scope.require(ir.Test("<=", scope.value(var), scope.value(high)))
            case Between(var, low, high):
                span = ir.Span(scope.value(low), scope.value(high))
                scope.loop((var,), (frozenset(),), span)
            case Total():
                return self._total(literal, scope)
            case Atom(positive=False):
                scope.require(ir.Not(self._test(literal, scope)))
            case Atom():
                self._ask(literal, scope)
                scope.holds(literal)
        return ()

    # Atoms

    def _ask(self, atom: Atom, scope: Scope) -> None:
        """Go through all rows of an atom; if nothing is wanted of them it is a test."""
        pred, args, shapes = atom.pred, atom.args, self._words.shapes(atom.pred)
        if slots := self._slots(pred):
            for slot, arg, sort in zip(slots, args, shapes, strict=True):
                if pred not in MOVES and slot not in self._words.always:
                    scope.require(ir.Found(ir.Slot(slot)))
                scope.match(arg, ir.Slot(slot), sort)
            return
        if pred == PIECES:
            self._ask_pieces(args, scope)
            return
        mode = "".join(
            "b" if scope.knows(arg) else "x" if scope.is_free(arg) else "f" for arg in args
        )
        whole = args and self._is_whole(pred)
        if whole and (self._key(pred) == 0 or ("f" in mode and "b" not in mode)):
            mode = "f" * len(args)
        elif "f" not in mode:
            scope.require(self._test(atom, scope))
            return
        for test in self._narrowed(pred, args, scope):
            scope.require(test)
        question = self._question(pred, mode, args, scope)
        terms, sorts = zip(
            *((arg, sort) for arg, sort, m in zip(args, shapes, mode, strict=True) if m == "f"),
            strict=True,
        )
        if not self._single(pred, mode):
            scope.loop(terms, sorts, ir.Rows(question))
        elif len(terms) > 1:
            row = scope.found(pred[0], question)
            for number, (term, sort) in enumerate(zip(terms, sorts, strict=True)):
                scope.match(term, ir.Column(number, row), sort)
        elif scope.knows(terms[0]):
            scope.require(ir.Test("==", question, scope.value(terms[0])))
        else:
            scope.match(terms[0], scope.found(pred[0], question), sorts[0])

    def _narrowed(self, pred: str, args: tuple[Term, ...], scope: Scope) -> Iterator[ir.Condition]:
        """Tests that what is given to a predicate is of its sorts."""
        for arg, sort in zip(args, self._words.shapes(pred), strict=True):
            if scope.knows(arg) and (test := scope.narrow(arg, sort)):
                yield test

    def _ask_pieces(self, args: tuple[Term, ...], scope: Scope) -> None:
        place, piece, number = args
        shapes = self._words.shapes(PIECES)
        if scope.knows(place):
            here = scope.value(place)
        else:
            here = scope.local("place")
            scope.steps.append(ir.For((here,), ir.Places(), ()))
            scope.match(place, here, shapes[0])
        if not scope.knows(piece):
            if scope.is_free(piece) and scope.is_free(number):
                scope.require(ir.Not(ir.Bare(here)))
            else:
                scope.loop(args[1:], shapes[1:], ir.Pieces(here))
        elif scope.is_free(number):
            scope.require(ir.Found(ir.Held(here, scope.value(piece))))
        else:
            count = scope.found("n", ir.Held(here, scope.value(piece)))
            scope.match(number, count, shapes[2])

    def _test(self, atom: Atom, scope: Scope) -> ir.Condition:
        """Return True if an atom holds, whatever the variables that are not known stand for."""
        pred, args, slots = atom.pred, atom.args, self._slots(atom.pred)
        mode = "".join(
            "b" if scope.knows(arg) else "x" if isinstance(arg, Var) else "f" for arg in args
        )
        if "f" in mode or len({*args}) < len(args) or pred in MOVES:
            return self._some(atom, scope)
        if slots:
            slot = ir.Slot(slots[0])
            return ir.Found(slot) if mode == "x" else ir.Test("==", slot, scope.value(args[0]))
        if pred == PIECES:
            if mode == "bbx":
                return ir.Found(ir.Held(*scope.values(args[:2])))
            bare = ir.Not(ir.Bare(scope.value(args[0]))) if mode == "bxx" else None
            return bare or self._some(atom, scope)
        if self._key(pred) == 0 and self._is_whole(pred) and args:
            if "b" not in mode:
                return ir.Found(self._question(pred, "f" * len(args), args, scope))
            if len(args) > 1:
                return self._some(atom, scope)
            answer = self._question(pred, "f", args, scope)
            return ir.Test("==", answer, scope.value(args[0]))
        tests = tuple(self._narrowed(pred, args, scope.deeper(set())))
        holds = self._guarded(pred, ir.Holds(self._question(pred, mode, args, scope)))
        return ir.All((*tests, holds)) if tests else holds

    def _some(self, atom: Atom, scope: Scope) -> ir.Condition:
        """A pattern becomes a function of its own."""
        names = list(dict.fromkeys(name for name in used(atom) if name in scope.vars))
        shapes = tuple(scope.vars[name][1] for name in names)
        key = (atom.pred, f"{atom.args}{shapes}")
        if key not in self._functions:
            stem = f"some_{ir.name_of(atom.pred).removeprefix('true_')}"
            number = sum(f.name.startswith(stem) for f in self._functions.values())
            params = tuple(f"p{place}" for place in range(len(names)))
            stage = self._stage[atom.pred]
            function = ir.Function(
                f"{stem}{number or ''}", atom.pred, stage, params, ir.TEST, width=0
            )
            self._functions[key] = function
            if stage == EDITION:
                self._tables[function.name] = function
            inner = Scope(self._words, wanted=_repeated(atom))
            for name, param, sort in zip(names, params, shapes, strict=True):
                inner.vars[name] = ir.Local(param), sort
            self._ask(atom, inner)
            function.body = ir.pruned(inner.around((ir.Emit((), new=True),)))
        given = tuple(scope.vars[name][0] for name in names)
        return self._guarded(atom.pred, ir.Holds(ir.Ask(self._functions[key], given)))

    def _guarded(self, pred: str, test: ir.Condition) -> ir.Condition:
        """A test of a move with what it needs asked first: the kinds of move and of phase."""
        if self._stage[pred] != MOVE:
            return test
        tests: list[ir.Condition] = []
        for part, (name, arity) in self._when.only_kinds(pred):
            slot = ir.Slot(part)
            of_kind = ir.IsA(slot, name, maybe_number=False, arity=arity)
            tests.append(of_kind if arity else ir.Test("==", slot, ir.Const(name)))
        return ir.All((*tests, test)) if tests else test

    # Sums and counts

    def _total(self, total: Total, scope: Scope) -> Body:
        bound = total.bound
        result = bound if total.op == "==" and isinstance(bound, Var) else None
        if result is not None and scope.is_free(result):
            return ()  # nobody asks for it
        count = scope.local("count" if total.counts else "sum")
        body: Body = ()
        once = False
        for terms, literals in total.elements:
            others = [other for other, _ in total.elements if other is not terms]
            unique = self._unique(terms, literals, scope) and all(
                _differ(terms, other) for other in others
            )
            once = once or not unique
            value = Num(1) if total.counts else terms[0]
            add = _adding(count, value, None if unique else terms)
            need = {*itertools.chain(*map(variables, terms))}
            body += self._solve(literals, scope, need, add)
        if result is not None and result.name not in scope.vars:
            scope.vars[result.name] = count, frozenset({"count"})
        else:
            scope.require(ir.Test(total.op, count, scope.value(bound)))
        return (ir.Zero(count, once), *body)

    def _unique(self, terms: Sequence[Term], literals: Sequence[Literal], scope: Scope) -> bool:
        """Return True if these terms differ for any two solutions of the literals."""
        known = {*scope.vars}.union(*map(_told_by, terms))
        every = set[str]().union(*(used(one) for one in literals if _has_solutions(one)))
        size = -1
        while size != len(known):
            size = len(known)
            for literal in literals:
                known |= self._determined(literal, known)
        return every <= known

    def _determined(self, literal: Literal, known: set[str]) -> set[str]:
        """The variables of a literal that others determine."""
        match literal:
            case Atom(pred, args, True):
                key = self._key(pred)
                given = args if key is None else args[:key]
                inside = itertools.chain(*map(variables, given))
                return {*used(literal)} if key is not None and known.issuperset(inside) else set()
            case Compare("==", left, right):
                both = ((left, right), (right, left))
                sides = [_told_by(b) for a, b in both if known.issuperset(variables(a))]
                return {*itertools.chain(*sides)}
            case Total(_, "==", bound, _):
                return {*variables(bound)}
            case _:
                return set()

    # Questions

    def _question(
        self, pred: str, mode: str, args: tuple[Term, ...], scope: Scope
    ) -> ir.Ask | ir.Look:
        given = {
            place: arg for place, (arg, m) in enumerate(zip(args, mode, strict=True)) if m == "b"
        }
        values = tuple(map(scope.value, given.values()))
        if self._is_indexed(pred, mode):
            return ir.Look(self._index(pred, mode), values)
        if pred in self._called:
            return ir.Ask(self._function(pred, mode, {}, _about(values, scope.facts)), values)
        constants = {p: arg for p, arg in given.items() if _is_constant(arg)}
        if len(constants) < len(given):  # a function for some constants would be asked too seldom
            return ir.Ask(self._function(pred, mode, {}), values)
        return ir.Ask(self._function(pred, mode, constants), ())

    def _answering(self, pred: str, mode: str) -> ir.Function | ir.Index:
        if self._is_indexed(pred, mode):
            return self._index(pred, mode)
        return self._function(pred, mode, {})

    def _kind(self, pred: str, mode: str) -> str:
        return ir.TEST if "f" not in mode else ir.ONE if self._single(pred, mode) else ir.ROWS

    def _index(self, pred: str, mode: str) -> ir.Index:
        key = (pred, mode)
        if key not in self._indexes:
            self._table(pred)
            name, kind = f"{ir.name_of(pred)}_{mode}", self._kind(pred, mode)
            self._indexes[key] = ir.Index(name, pred, self._stage[pred], mode, kind)
        return self._indexes[key]

    def _table(self, pred: str) -> None:
        """Make all rows of a predicate available."""
        mode = "f" * len(self._words.shapes(pred))
        if pred in self._tables or pred not in self._clauses:
            return
        if pred in self._group:
            self._solution(self._group[pred])
        elif self._stage[pred] != EDITION:
            self._function(pred, mode, {})
        else:
            name = f"all_{ir.name_of(pred)}"
            function = ir.Function(name, pred, EDITION, (), ir.ROWS, len(mode))
            function.body = self._clauses_of(function, mode)
            self._tables[pred] = function

    def _function(
        self, pred: str, mode: str, constants: dict[int, Term], known: Assumed = ()
    ) -> ir.Function:
        """The function for a question. `known` is what its caller knows of the given arguments."""
        parts = [ir.name_of(pred), mode, *(str(_fixed(term)) for term in constants.values())]
        name = "_".join(filter(None, parts)).replace("-", "minus")
        key = (pred, f"{name}{known or ''}")
        if key not in self._functions:
            variants = sum(f.name.startswith(name) for f in self._functions.values() if known)
            name = f"{name}{variants or ''}"
            places = [p for p, m in enumerate(mode) if m == "b" and p not in constants]
            params = tuple(self._param(pred, place) for place in places)
            kind, stage = self._kind(pred, mode), self._stage[pred]
            function = ir.Function(name, pred, stage, params, kind, mode.count("f"))
            function.given = constants
            self._functions[key] = function
            function.body = self._clauses_of(function, mode, known)
        return self._functions[key]

    def _param(self, pred: str, place: int) -> str:
        """A parameter is named by its sort, if that is a kind of number."""
        kinds = sorted(self._words.shapes(pred)[place] & self._words.sorts.numbers)
        return f"{kinds[0] if len(kinds) == 1 else 'term'}{place}"

    # Clauses

    def _clauses_of(self, function: ir.Function, mode: str, known: Assumed = ()) -> Body:
        """What the clauses of a predicate say, those together that need the same kind of move or phase."""
        clauses = [
            way
            for clause in self._clauses.get(function.pred, [])
            if all(
                _fixed(clause.head.args[p]) in (None, _fixed(t)) for p, t in function.given.items()
            )
            for way in self._ways(clause)
        ]
        numbers = itertools.count(1)
        found = _by_case(
            [ir.Stated(one, self._clause(function, one, mode, numbers, known)) for one in clauses]
        )
        before: list[Clause] = []

        def marked(statement: ir.Statement) -> ir.Statement:
            """Rows may be the same as those of a clause that stands before."""
            if isinstance(statement, ir.Cases):
                cases = ((test, tuple(map(marked, body))) for test, body in statement.cases)
                return ir.Cases(tuple(cases))
            assert isinstance(statement, ir.Stated)
            clause = statement.clause
            apart = all(self._apart(clause, other, mode) for other in before)
            before.append(clause)
            return statement if apart else _perhaps_again(statement)

        return ir.pruned(tuple(map(marked, found)))

    def _clause(
        self,
        function: ir.Function,
        clause: Clause,
        mode: str,
        numbers: Iterator[int],
        known: Assumed,
    ) -> Body:
        head, shapes = clause.head.args, self._words.shapes(function.pred)
        literals: list[Literal] = [*self._unfolded(clause.body), *self._when.implied(clause)]
        out = [arg for arg, m in zip(head, mode, strict=True) if m == "f"]
        need = {*itertools.chain(*map(variables, out))}
        scope = Scope(self._words, numbers=numbers)
        scope.wanted = need.union(*map(used, literals), *map(variables, head))
        for place, (arg, m, sort) in enumerate(zip(head, mode, shapes, strict=True)):
            if m != "b":
                continue
            constant = function.given.get(place)
            param = ir.Local(self._param(function.pred, place))
            value = param if constant is None else scope.value(constant)
            if scope.fits(arg):
                scope.match(arg, value, sort)
            else:  # S+V can be compared when S and V are known
                scope.vars[f"={place}"] = value, sort
                literals.append(Compare("==", Var(f"={place}"), arg))
        scope.facts = tuple(
            (pred, tuple(None if p is None else ir.Local(function.params[p]) for p in places))
            for pred, places in known
        )
        literals = [one for one in literals if not self._is_known(one, literals, head, scope)]
        unique = function.kind != ir.ROWS or self._unique(out, literals, scope)

        def emit(inner: Scope) -> Body:
            return (ir.Emit(inner.values(out), unique),)

        return scope.around(self._solve(literals, scope, need, emit))

    # What the caller knows

    def _unfolded(self, body: Iterable[Literal]) -> Iterator[Literal]:
        """The literals, those of a predicate that is called and has one clause replaced by what it says."""
        for number, literal in enumerate(body):
            match literal:
                case Atom(pred, args, True) if (
                    pred in self._called and len(self._clauses[pred]) == 1
                ):
                    yield from _said(self._clauses[pred][0], args, f"{pred}{number}")
                case _:
                    yield literal

    def _ways(self, clause: Clause) -> Iterator[Clause]:
        """A clause that asks a list about a constant, with what each clause of the list says of it; else as it is.

        So `weight(draw(C),N)` needs no list of all legal moves.
        """
        for number, literal in enumerate(clause.body):
            match literal:
                case Atom(pred, args, True) if pred in self._listed and any(
                    map(_is_constant, args)
                ):
                    rest = (*clause.body[:number], *clause.body[number + 1 :])
                    for one in self._clauses[pred]:
                        said = [*_said(one, args, f"{pred}{number}")]
                        if not _differ(args, one.head.args) and all(map(self._may_hold, said)):
                            body = [two for two in said if not any(_says(a, two) for a in rest)]
                            yield from self._ways(evolve(clause, body=(*body, *rest)))
                    return
                case _:
                    pass
        yield clause

    def _may_hold(self, literal: Literal) -> bool:
        """Return True if some clause concludes what a literal asks for, as far as its terms tell."""
        if not isinstance(literal, Atom) or not literal.positive:
            return True
        clauses = self._clauses.get(literal.pred)
        return clauses is None or not all(_differ(literal.args, c.head.args) for c in clauses)

    def _is_known(
        self, literal: Literal, literals: Sequence[Literal], head: Sequence[Term], scope: Scope
    ) -> bool:
        """Return True if the caller knows that an atom holds: it is a fact, or a clause concludes it from one."""
        if not isinstance(literal, Atom) or not literal.positive or not scope.facts:
            return False
        others = [one for one in literals if one is not literal]
        elsewhere = {*itertools.chain(*map(used, others), *map(variables, head))}
        if not all(scope.knows(a) or elsewhere.isdisjoint(variables(a)) for a in literal.args):
            return False
        wanted = tuple(scope.value(arg) if scope.knows(arg) else None for arg in literal.args)
        if _is_told(literal.pred, wanted, scope.facts):
            return True
        for clause in self._clauses.get(literal.pred, ()):
            match clause.body:
                case (Atom(pred, args, True),):
                    values = dict(zip(clause.head.args, wanted, strict=True))
                    if _is_told(pred, tuple(values.get(arg) for arg in args), scope.facts):
                        return True
                case _:
                    pass
        return False

    def _apart(self, one: Clause, other: Clause, mode: str) -> bool:
        """Return True if two clauses cannot give the same row."""
        mine, theirs = (
            [arg for arg, m in zip(clause.head.args, mode, strict=True) if m != "x"]
            for clause in (one, other)
        )
        return (
            self._when.exclude(one, other)
            or _differ(mine, theirs)
            or any(
                _denies(denied, said, *heads)
                for denying, saying, heads in (
                    (one.body, other.body, (mine, theirs)),
                    (other.body, one.body, (theirs, mine)),
                )
                for denied in denying
                for said in saying
            )
        )

    # Tables that depend on themselves

    def _solution(self, preds: tuple[str, ...]) -> None:
        solution = ir.Solution(f"solve_{ir.name_of(preds[-1])}", preds, self._stage[preds[0]])
        self._tables.update(dict.fromkeys(preds, solution))
        clauses = [clause for pred in preds for clause in self._clauses[pred]]
        start = Scope(self._words, solving=True)
        steps: dict[str, Body] = dict.fromkeys(preds, ())
        rows = {pred: tuple(start.local("y") for _ in self._words.shapes(pred)) for pred in preds}
        for clause in clauses:
            need, derive = {*used(clause.head)}, _deriving(clause.head)
            inside = [one for one in clause.body if isinstance(one, Atom) and one.pred in preds]
            if not inside:
                body = self._solve(clause.body, start, need, derive)
                solution.start += ir.pruned((ir.Stated(clause, body),))
            for atom in inside:  # what follows from a new row, taken for this atom
                scope = evolve(start, vars={}, terms={}, steps=[])
                scope.wanted = need.union(*map(used, clause.body))
                sorts = self._words.shapes(atom.pred)
                for arg, column, sort in zip(atom.args, rows[atom.pred], sorts, strict=True):
                    scope.match(arg, column, sort)
                for other in inside:
                    if other is not atom:
                        source = ir.Growing(other.pred)
                        scope.loop(other.args, self._words.shapes(other.pred), source)
                rest = [one for one in clause.body if one not in inside]
                body = scope.around(self._solve(rest, scope, need, derive))
                steps[atom.pred] += ir.pruned((ir.Stated(clause, body),))
        solution.steps = {pred: (rows[pred], steps[pred]) for pred in preds}


def _about(given: Sequence[ir.Value], facts: Sequence[Fact]) -> Assumed:
    """The facts about what is given, with the places of the given values."""
    found = {
        (pred, tuple(given.index(value) if value in given else None for value in values))
        for pred, values in facts
        if pred not in MOVES and not pred.startswith("true.")
    }
    return tuple(sorted((one for one in found if any(p is not None for p in one[1])), key=str))


def _is_told(pred: str, wanted: Sequence[ir.Value | None], facts: Sequence[Fact]) -> bool:
    """Return True if there is a fact for what is wanted; None stands for anything."""
    return any(
        name == pred and all(a is None or a == b for a, b in zip(wanted, values, strict=True))
        for name, values in facts
    )


def _said(clause: Clause, args: tuple[Term, ...], where: str) -> Iterator[Literal]:
    """What a clause says of the arguments of a question. Its other variables get names of their own."""
    names = {*used(clause.head)}.union(*map(used, clause.body))
    terms: dict[str, Term] = {name: Var(f"{name}_{where}") for name in names}
    pairs, unlike = [*zip(clause.head.args, args, strict=True)], list[tuple[Term, Term]]()
    while pairs:
        match pairs.pop(0):
            case Var(name), arg if terms[name] == Var(f"{name}_{where}"):
                terms[name] = arg
            case Compound(functor, inner), Compound(other, given) if functor == other:
                pairs = [*zip(inner, given, strict=True), *pairs]
            case pair if pair[0] != pair[1]:
                unlike.append(pair)
            case _:
                pass
    for term, arg in unlike:
        yield Compare("==", arg, renamed(term, terms))
    for literal in clause.body:
        yield replaced(literal, terms)


def _says(one: Literal, other: Literal) -> bool:
    """Return True if an atom says all that another one does, which asks only whether there is something."""
    match one, other:
        case Atom(pred, args, True), Atom(same, others, True) if pred == same:
            pairs = zip(args, others, strict=True)
            return all(a == b or (isinstance(b, Var) and b.name.startswith("_")) for a, b in pairs)
        case _:
            return False


def _adding(count: ir.Local, value: Term, key: tuple[Term, ...] | None) -> Callable[[Scope], Body]:
    return lambda scope: (
        ir.Add(count, scope.value(value), None if key is None else scope.values(key)),
    )


def _deriving(head: Atom) -> Callable[[Scope], Body]:
    return lambda scope: (ir.Derive(head.pred, scope.values(head.args)),)


def _is_constant(term: Term) -> bool:
    return isinstance(term, Name | Num)


def _repeated(literal: Literal) -> set[str]:
    """The variables that a literal has more than once."""
    names = list(used(literal))
    return {name for name in names if names.count(name) > 1}


def _told_by(term: Term) -> set[str]:
    """The variables of a term that its value tells: not those inside arithmetic, but for a constant."""
    match term:
        case Var(name):
            return {name}
        case Compound(_, args):
            return set().union(*map(_told_by, args))
        case Op("-", Num(), inner) | Op("+" | "-", inner, Num()):
            return _told_by(inner)
        case _:
            return set()


def _has_solutions(literal: Literal) -> bool:
    """Return True if a literal can give several solutions."""
    return isinstance(literal, OneOf | Between) or (isinstance(literal, Atom) and literal.positive)


def _fixed(term: Term) -> str | None:
    """Return what is the same in every value of a term."""
    match term:
        case Name(name):
            return name
        case Num(number):
            return str(number)
        case Compound(functor, _):
            return f"{functor}("
        case _:
            return None


def _differ(some: Sequence[Term], others: Sequence[Term]) -> bool:
    """Return True if two rows differ, whatever their variables stand for."""
    if len(some) != len(others):
        return True
    fixed = ((_fixed(one), _fixed(other)) for one, other in zip(some, others, strict=True))
    return any(one and other and one != other for one, other in fixed)


def _denies(denied: Literal, said: Literal, mine: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Return True if one clause denies what the other says, given that their heads are the same."""

    def covers(one: Term, other: Term) -> bool:
        if isinstance(one, Var):
            same = one in mine and theirs[mine.index(one)] == other
            return one.name.startswith("_") or same
        return isinstance(one, Name | Num) and one == other

    match denied, said:
        case Atom(pred, args, False), Atom(other, others, True) if pred == other:
            return all(map(covers, args, others))
        case _:
            return False


def _perhaps_again(statement: ir.Stated) -> ir.Stated:
    """The same, with rows that others may have given before."""

    def changed(one: ir.Statement) -> ir.Statement:
        match one:
            case ir.Emit():
                return evolve(one, new=False)
            case ir.If(body=body) | ir.For(body=body):
                return evolve(one, body=tuple(map(changed, body)))
            case _:
                return one

    return evolve(statement, body=tuple(map(changed, statement.body)))


def _by_case(clauses: Sequence[ir.Stated]) -> Body:
    """Clauses that begin with the same test of the move or the phase stand together behind it."""
    cases: dict[ir.Slot, dict[ir.Condition, list[ir.Statement]]] = {}
    others: list[ir.Statement] = []
    for stated in clauses:
        match stated.body:
            case (
                ir.If(
                    test=ir.IsA(of=ir.Slot() as slot) | ir.Test("==", ir.Slot() as slot, ir.Const())
                ) as first,
            ):
                inside = evolve(stated, body=first.body)
                cases.setdefault(slot, {}).setdefault(first.test, []).append(inside)
            case _:
                others.append(stated)
    found = [
        ir.Cases(tuple((test, tuple(body)) for test, body in by_test.items()))
        for by_test in cases.values()
    ]
    return (*found, *others)


def planned(
    clauses: Sequence[Clause],
    words: Words,
    outputs: Mapping[str, Question],
    *,
    keys: bool = True,
    recursive_calls: bool = False,
) -> ir.Plan:
    """The plan for some questions."""
    return Planner(clauses, words, outputs, keys=keys, recursive_calls=recursive_calls).plan()
