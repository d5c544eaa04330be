"""The target Python: one module, which needs the standard library only. Terms are tuples, so nothing is encoded."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import assert_never

from spec.compiler import ir
from spec.compiler.clauses import Clause, Words
from spec.compiler.plan import MOVES
from spec.compiler.printer import OWNER, Printer, together
from spec.compiler.strata import EDITION, MOVE, POSITION
from spec.tools.logic import Signature

HERE = Path(__file__).parent
DIVISIONS = {"/": "quotient", "%": "remainder"}


def tuple_of(values: Iterable[str]) -> str:
    """Several values as one, or the only one of them."""
    several = list(values)
    return several[0] if len(several) == 1 else f"({', '.join(several)})"


class Python(Printer):
    """Prints a plan."""

    conjunction = " and "

    def __init__(
        self, plan: ir.Plan, words: Words, *, checks: bool = False, trace: bool = False
    ) -> None:
        """With `checks` the keys are not relied on: all rows are found, and two where one is promised are an error.

        With `trace` the set `FIRED` of the module has every clause that answered something, as rule and text.
        """
        self._plan, self._words, self._checks, self._trace = plan, words, checks, trace
        self._clause: Clause | None = None
        self._slots = [kind for kind in words.fluents if kind != "at"]
        self._used: set[str] = set()
        self._function: ir.Function | None = None
        self._hashed = False
        """The rows of the function are kept in a dictionary, since its first clause may give one twice."""
        self._at_hand: set[ir.Index] = set()
        """The indexes that a loop has at hand."""
        self._solved = {p for t in plan.tables if isinstance(t, ir.Solution) for p in t.preds}
        self._depth = 0
        """How many loops there are around."""

    # Values and tests

    def _const(self, name: str) -> str:
        return repr(name)

    def _make(self, functor: Signature, args: tuple[ir.Value, ...]) -> str:
        return f"({', '.join([repr(functor[0]), *map(self.value, args)])})"

    def _arg(self, number: int, of: str, _functor: Signature) -> str:
        return f"{of}[{number + 1}]"

    def _calculated(self, op: str, left: str, right: str) -> str:
        if op in DIVISIONS:
            return f"{DIVISIONS[op]}({left}, {right})"
        return super()._calculated(op, left, right)

    def _looked_up(self, value: ir.Slot | ir.Held | ir.Column | ir.Ask | ir.Look) -> str:
        match value:
            case ir.Slot(name):
                self._used.add(name)
                return name
            case ir.Held(place, piece):
                self._used.add("at")
                return f"at.get({self.value(place)}, NOTHING).get({self.value(piece)})"
            case ir.Column(number, row):
                return f"{row.name}[{number}]"
            case ir.Ask(function, args):
                given = [*self._owner(function.stage), *map(self.value, args)]
                return f"{function.name}({', '.join(given)})"
            case ir.Look(index, args):
                return self._look(index, args)
            case _:
                assert_never(value)

    def _owner(self, stage: int) -> list[str]:
        """The position or the move that a question is about."""
        if stage == POSITION:
            self._used.add("s")
        return [OWNER[stage]] if stage else []

    def _table(self, one: ir.Function | ir.Index | ir.Solution) -> str:
        """An index or a solution: of the edition, of the position or of the move."""
        owner = self._owner(one.stage)
        if not owner:
            return one.name
        return f"t_{one.name}" if one in self._at_hand else f"{one.name}({owner[0]})"

    def _look(self, index: ir.Index, args: tuple[ir.Value, ...]) -> str:
        table = self._table(index)
        if not args:
            return table
        key = tuple_of(map(self.value, args))
        match index.kind:
            case ir.TEST:
                return f"{key} in {table}"
            case ir.ONE:
                return f"{table}.get({key})"
            case _:
                return f"{table}.get({key}, ())"

    def _asked_of(self, test: ir.AnyOf | ir.IsA | ir.IsNumber | ir.Found | ir.Bare) -> str:
        match test:
            case ir.IsA(of, functor, maybe_number):
                term = self.value(of)
                guard = f"{term}.__class__ is tuple and " if maybe_number else ""
                return f"{guard}{term}[0] == {functor!r}"
            case ir.IsNumber(of):
                return f"{self.value(of)}.__class__ is int"
            case ir.Found(value):
                return f"{self.value(value)} is not None"
            case ir.Bare(place):
                self._used.add("at")
                return f"{self.value(place)} not in at"
            case ir.AnyOf(value, options):
                return f"{self.value(value)} in ({', '.join(map(self.value, options))},)"
            case _:
                assert_never(test)

    def _denied(self, test: ir.Condition) -> str:
        match test:
            case ir.Found(value):
                return f"{self.value(value)} is None"
            case ir.Bare(place):
                self._used.add("at")
                return f"{self.value(place)} in at"
            case _:
                return f"not ({self.test(test)})"

    # Statements

    def statement(self, statement: ir.Statement, pad: str) -> Iterator[str]:
        """A statement."""
        match statement:
            case ir.Stated(clause, body):
                yield f"{pad}# {clause.rule}: {clause.text}"
                self._clause = clause
                again = not all(emit.new for emit in emits(body))
                if self._function is not None and again and not self._hashed:
                    yield f"{pad}seen = None"
                yield from self.block(body, pad)
            case ir.Cases(cases):
                for number, (test, body) in enumerate(cases):
                    yield f"{pad}{'el' if number else ''}if {self.test(test)}:"
                    yield from self.block(body, f"{pad}    ")
            case ir.Let(local, value):
                yield f"{pad}{local.name} = {self.value(value)}"
            case ir.If():
                tests, body = together(statement)
                yield f"{pad}if {self._all(tests)}:"
                yield from self.block(body, f"{pad}    ")
            case ir.For(columns, source, body):
                names = ", ".join(column.name for column in columns)
                rows, before = self._source(source), self._at_hand
                found = {i for i in ir.indexes(body) if self._depth or i.pred not in self._solved}
                for index in sorted(found - before, key=lambda index: index.name):
                    yield f"{pad}t_{index.name} = {self._table(index)}"
                self._at_hand = before | found
                self._depth += 1
                yield f"{pad}for {names} in {rows}:"
                yield from self.block(body, f"{pad}    ")
                self._at_hand = before
                self._depth -= 1
            case _:
                yield from self._effect(statement, pad)

    def _effect(self, statement: ir.Zero | ir.Add | ir.Derive | ir.Emit, pad: str) -> Iterator[str]:
        if self._trace and self._clause and isinstance(statement, (ir.Derive, ir.Emit)):
            yield f"{pad}FIRED.add({(self._clause.rule, self._clause.text)!r})"
        match statement:
            case ir.Zero(total, seen):
                yield f"{pad}{total.name} = 0"
                if seen:
                    yield f"{pad}seen_{total.name} = set()"
            case ir.Add(total, value, None):
                yield f"{pad}{total.name} += {self.value(value)}"
            case ir.Add(total, value, key):
                table, row = f"seen_{total.name}", tuple_of(map(self.value, key or ()))
                yield f"{pad}if {row} not in {table}:"
                yield f"{pad}    {table}.add({row})"
                yield f"{pad}    {total.name} += {self.value(value)}"
            case ir.Derive(pred, values):
                table, row = f"rows_{ir.name_of(pred)}", tuple_of(map(self.value, values))
                yield f"{pad}row = {row}"
                yield f"{pad}if row not in {table}:"
                yield f"{pad}    {table}[row] = None"
                yield f"{pad}    todo.append(({pred!r}, row))"
            case ir.Emit(values, new):
                yield pad + self._emit(tuple_of(map(self.value, values)), new=new)
            case _:
                assert_never(statement)

    def _source(self, source: ir.Source) -> str:
        match source:
            case ir.Rows(question):
                return self.value(question)
            case ir.Pieces(place):
                self._used.add("at")
                return f"at.get({self.value(place)}, NOTHING).items()"
            case ir.Places():
                self._used.add("at")
                return "at"
            case ir.Options(values):
                return f"({', '.join(map(self.value, values))},)"
            case ir.Span(low, high):
                return f"range({self.value(low)}, {self.value(high)} + 1)"
            case ir.Growing(pred):
                return f"list(rows_{ir.name_of(pred)})"
            case _:
                assert_never(source)

    def _emit(self, row: str, *, new: bool) -> str:
        assert self._function is not None
        match self._function.kind:
            case ir.TEST:
                return self._answer("True")
            case ir.ONE if not self._checks:
                return self._answer(row)
            case _:
                if self._hashed:
                    return f"out[{row}] = None"
                if new:
                    return f"out.append({row})"
                return f"seen = add(out, seen, {row})"

    # Functions

    def _begin(
        self, name: str, stage: int, params: Iterable[str] = (), *, kept: bool = False
    ) -> Iterator[str]:
        """The head of a function, and the parts of the position and the move that it uses."""
        yield f"def {name}({', '.join([*([OWNER[stage]] if stage else []), *params])}):"
        if kept:
            yield f"    r = {OWNER[stage]}.{name}"
            yield "    if r is not UNSET: return r"
        parts = sorted(self._used - {"s"})
        if stage == MOVE and (self._used - {"who", "act"}):
            yield "    s = m.s"
        yield from (f"    {x} = {'m' if x in MOVES['does'] else 's'}.{x}" for x in parts)

    def function(self, function: ir.Function) -> Iterator[str]:
        """A question and how it is answered."""
        self._function, self._used = function, set()
        self._hashed = any(not emit.new for emit in itertools.islice(emits(function.body), 1))
        body = list(self.block(function.body, "    "))
        rows = function.kind == ir.ROWS or (function.kind == ir.ONE and self._checks)
        yield from self._begin(function.name, function.stage, function.params, kept=function.kept)
        if rows:
            yield "    out = {}" if self._hashed else "    out = []"
        yield from body
        if function.kind == ir.ROWS:
            yield f"    {self._answer('list(out)' if self._hashed else 'out')}"
        elif rows:
            yield f"    {self._answer(f'sole({function.name!r}, list(out))')}"
        else:
            yield f"    {self._answer('False' if function.kind == ir.TEST else 'None')}"

    def _answer(self, value: str) -> str:
        function = self._function
        assert function is not None
        if not function.kept:
            return f"return {value}"
        return f"r = {OWNER[function.stage]}.{function.name} = {value}; return r"

    def solution(self, solution: ir.Solution) -> Iterator[str]:
        """Tables that depend on themselves."""
        self._function, self._used = None, set()
        start = list(self.block(solution.start, "    "))
        steps: list[str] = []
        for pred, (columns, body) in solution.steps.items():
            if not body:
                continue
            steps.append(f"        {'el' if steps else ''}if which == {pred!r}:")
            names = ", ".join(column.name for column in columns)
            steps.append(f"            {names} = row")
            steps += self.block(body, "            ")
        yield from self._begin(solution.name, solution.stage, kept=solution.stage != EDITION)
        yield "    todo = []"
        yield from (f"    rows_{ir.name_of(pred)} = {{}}" for pred in solution.preds)
        yield from start
        if steps:
            yield "    for which, row in todo:"
            yield from steps
        pairs = ", ".join(f"{pred!r}: rows_{ir.name_of(pred)}" for pred in solution.preds)
        keep = f"r = {OWNER[solution.stage]}.{solution.name} = " if solution.stage else "r = "
        yield f"    {keep}{{{pairs}}}; return r"

    def _index(self, index: ir.Index, solved: dict[str, ir.Solution]) -> Iterator[str]:
        """An index of what a position or a move brings about."""
        self._used = set()
        if index.pred in solved:
            rows = f"{self._table(solved[index.pred])}[{index.pred!r}]"
        else:
            rows = f"{ir.name_of(index.pred)}_{'f' * len(index.mode)}({OWNER[index.stage]})"
        columns = [f"c{place}" for place in range(len(index.mode))]
        key, row = (
            tuple_of(c for c, m in zip(columns, index.mode, strict=True) if m == w) for w in "bf"
        )
        loop, some = f"for {', '.join(columns)} in {rows}", "b" in index.mode
        match index.kind:
            case ir.TEST:
                table = f"{{{key} {loop}}}" if some else f"bool({rows})"
            case ir.ONE:
                table = f"{{{key}: {row} {loop}}}" if some else f"next(iter({rows}), None)"
            case _:
                table = "{}" if some else f"list(dict.fromkeys([{row} {loop}]))"
        yield from self._begin(index.name, index.stage, kept=True)
        yield f"    r = {OWNER[index.stage]}.{index.name} = {table}"
        if index.kind == ir.ROWS and some:
            add = f"[{row}] = None" if "x" in index.mode else f".append({row})"
            yield f"    {loop}: r.setdefault({key}, {'{}' if 'x' in index.mode else '[]'}){add}"
        yield "    return r"

    # The module

    def module(self, digest: str) -> str:
        """The whole module."""
        runtime = (HERE / "runtime.py").read_text("utf-8")
        runtime = re.sub(r'^""".*?"""\n', "", runtime, count=1, flags=re.DOTALL)
        words = f"The rules of Toledo, generated from the clauses {digest} of the specification."
        head = f'"""{words} Not to be changed by hand."""\n'
        fired = ["FIRED = set()", ""] if self._trace else []
        lines = [head, runtime, "", *fired, "def game(facts):"]
        lines.append('    """The questions about an edition, given by its facts."""')
        lines += (f"    {line}" if line else "" for line in self._game())
        return "\n".join(lines) + "\n"

    def _classes(self, kept: dict[int, list[str]]) -> Iterator[str]:
        slots, always = self._ordered_slots(), self._words.always
        params = [slot if slot in always else f"{slot}=None" for slot in slots]
        yield "class Position:"
        yield '    """A position, and what was asked of it."""'
        yield from (f"    {name} = UNSET" for name in kept[POSITION])
        yield f"    def __init__(self, at, {', '.join(params)}):"
        yield from (f"        self.{slot} = {slot}" for slot in ("at", *slots))
        yield "    def fluents(self):"
        yield '        """Everything that holds."""'
        yield "        found = [('at', x, t, n) for x, here in self.at.items() for t, n in here.items()]"
        for slot in self._slots:
            yield f"        if self.{slot} is not None: found.append(({slot!r}, self.{slot}))"
        yield "        return found"
        yield ""
        yield "class Move:"
        yield '    """A move in a position, and what was asked of it."""'
        yield f"    __slots__ = {('s', *MOVES['does'], *kept[MOVE])!r}"
        yield "    def __init__(self, s, who, act):"
        yield "        self.s = s"
        yield "        self.who = who"
        yield "        self.act = act"
        yield "        " + " = ".join([*(f"self.{name}" for name in kept[MOVE]), "UNSET"])

    def _game(self) -> Iterator[str]:
        plan = self._plan
        yield f"given = relations(facts, {plan.given!r})"
        tables = {pred: f"given[{pred!r}]" for pred in plan.given}
        yield from self._indexes_of(plan.given, tables)
        solved: dict[str, ir.Solution] = {}
        kept: dict[int, list[str]] = {POSITION: [], MOVE: []}
        for table in plan.tables:
            if isinstance(table, ir.Solution):
                yield from self.solution(table)
                solved |= dict.fromkeys(table.preds, table)
                if table.stage:
                    kept[table.stage].append(table.name)
                    continue
                yield f"{table.name}_all = {table.name}()"
                tables |= {pred: f"{table.name}_all[{pred!r}]" for pred in table.preds}
                yield from self._indexes_of(table.preds, tables)
            else:
                yield from self.function(table)
                if table.kind != ir.TEST:
                    tables[table.pred] = f"{table.name}_rows"
                    yield f"{table.name}_rows = {table.name}()"
                    yield from self._indexes_of([table.pred], tables)
            yield ""
        for index in plan.indexes:
            if index.stage != EDITION:
                kept[index.stage].append(index.name)
                yield from self._index(index, solved)
                yield ""
        for function in plan.functions:
            if function.kept:
                kept[function.stage].append(function.name)
            yield from self.function(function)
            yield ""
        yield from self._classes(kept)
        yield ""
        yield from self._after()
        yield ""
        yield from self._first()
        yield ""
        answers = [f"{name}={self._asked(name)}" for name in plan.outputs]
        yield f"return Game({', '.join(['Position', 'Move', 'after=after', 'first=first', *answers])})"

    def _indexes_of(self, preds: Iterable[str], tables: dict[str, str]) -> Iterator[str]:
        for pred in preds:
            for index in self._plan.indexes:
                if index.pred == pred and index.stage == EDITION:
                    rows = tables[pred]
                    yield f"{index.name} = index({rows}, {index.mode!r}, {index.kind!r})"

    def _asked(self, name: str) -> str:
        output = self._plan.outputs[name]
        if not output.stage:
            return f"lambda: {output.name}"
        if isinstance(output, ir.Index) and "b" in output.mode:
            given = [f"x{place}" for place, letter in enumerate(output.mode) if letter == "b"]
            locals_ = tuple(map(ir.Local, given))
            owner = OWNER[output.stage]
            return f"lambda {', '.join([owner, *given])}: {self._look(output, locals_)}"
        if output.kind != ir.ROWS or name not in self._plan.single:
            return output.name
        return f"lambda *given: only({output.name}(*given))"

    def _first(self) -> Iterator[str]:
        """The first position, as fluents."""
        yield "def first():"
        yield '    """What holds at the start."""'
        yield f"    found = [('at', x, t, n) for x, t, n in {self._plan.outputs['init_at'].name}]"
        for slot in self._slots:
            rows = self._plan.outputs[f"init_{slot}"]
            several = f"[{rows.name}]" if rows.kind == ir.ONE else rows.name
            yield f"    found += [({slot!r}, x) for x in {several} if x is not None]"
        yield "    return found"

    def _after(self) -> Iterator[str]:
        """The position after a move: the clauses of `next`."""
        outputs = self._plan.outputs
        yield "def after(m):"
        yield '    """What holds goes on to hold unless it is gone, and what is new holds too."""'
        yield "    s = m.s"
        moves = f"{outputs['moves'].name}(m)" if self._plan.books else "()"
        changes = [moves, *(f"{outputs[name].name}(m)" for name in ("gone_at", "new_at"))]
        for slot in self._slots:
            ends, comes = outputs[f"gone_{slot}"], outputs[f"new_{slot}"]
            yield f"    {slot} = s.{slot}"
            if isinstance(ends, ir.Function) and ends.body:
                sign = "==" if ends.kind == ir.ONE else "in"
                yield f"    if {slot} {sign} {ends.name}(m): {slot} = None"
            fresh = f"{comes.name}(m)" if comes.kind == ir.ONE else f"only({comes.name}(m))"
            yield f"    new = {fresh}"
            yield f"    if new is not None: {slot} = new if {slot} is None else same({slot}, new)"
        parts = ", ".join(self._ordered_slots())
        yield from (f"    # {clause.rule}: {clause.text}" for clause in self._plan.books)
        yield f"    at = carried(s.at, {', '.join(changes)})"
        yield f"    return Position(at, {parts})"

    def _ordered_slots(self) -> list[str]:
        """The parts of a position, those first that are always there."""
        return sorted(self._slots, key=lambda slot: slot not in self._words.always)


def emits(body: Iterable[ir.Statement]) -> Iterator[ir.Emit]:
    """Every answer inside some statements."""
    for statement in body:
        match statement:
            case ir.Emit():
                yield statement
            case ir.If(_, inner) | ir.For(_, _, inner) | ir.Stated(_, inner):
                yield from emits(inner)
            case ir.Cases(cases):
                for _, inner in cases:
                    yield from emits(inner)
            case _:
                pass
