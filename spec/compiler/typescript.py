"""The target TypeScript: one module without dependencies. Terms are numbers, and rows lie flat in arrays."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar, assert_never

from spec.compiler import ir
from spec.compiler.braces import Braces
from spec.compiler.clauses import Words
from spec.compiler.plan import MOVES
from spec.compiler.printer import OWNER
from spec.compiler.strata import EDITION, MOVE, POSITION
from spec.tools.logic import LogicError, Signature

HERE = Path(__file__).parent
SELDOM = ("broken",)
"""The questions about positions that are not asked in play."""


class TypeScript(Braces):
    """Prints a plan."""

    signs: ClassVar = {"==": "===", "!=": "!=="}
    indent = "  "

    def __init__(self, plan: ir.Plan, words: Words) -> None:
        _check_numbers(words)
        self._plan = plan
        slots = [kind for kind in words.fluents if kind != "at"]
        self._slots = sorted(slots, key=lambda slot: slot not in words.always)
        self._always = words.always
        self._names: dict[str, None] = {}
        self._functors: dict[str, None] = {}
        self._used: set[str] = set()
        self._numbers = itertools.count(1)
        self._function: ir.Function | None = None
        self._block = ""
        self._asked: dict[str, set[str]] = {}
        """The functions and indexes that each block of code asks."""
        self._late: frozenset[str] = frozenset()
        """The indexes of tables that play does not need: they are made when they are asked for."""

    # Values and tests

    def _const(self, name: str) -> str:
        self._names[name] = None
        return f"c_{name}"

    def _functor(self, name: str) -> str:
        self._functors[name] = None
        return f"f_{name}"

    def _make(self, functor: Signature, args: tuple[ir.Value, ...]) -> str:
        name, arity = functor
        return f"make({', '.join([self._functor(name), str(arity), *map(self.value, args)])})"

    def _arg(self, number: int, of: str, _functor: Signature) -> str:
        return f"A{number}[~{of}]!"

    def _calculated(self, op: str, left: str, right: str) -> str:
        result = super()._calculated(op, left, right)
        return f"Math.trunc{result}" if op == "/" else result

    def _looked_up(self, value: ir.Slot | ir.Held | ir.Column | ir.Ask | ir.Look) -> str:
        match value:
            case ir.Slot(name):
                self._used.add(name)
                return name
            case ir.Held(place, piece):
                self._used.add("at")
                return f"held(at, {self.value(place)}, {self.value(piece)})"
            case ir.Column(number, row):
                return f"{row.name}[{number}]!"
            case ir.Ask(function, args):
                self._asked.setdefault(self._block, set()).add(function.name)
                given = [*self._owner(function.stage), *map(self.value, args)]
                return f"{function.name}({', '.join(given)})"
            case ir.Look(index, args):
                return self._look(index, args)
            case _:
                assert_never(value)

    def _owner(self, stage: int) -> list[str]:
        if stage == POSITION:
            self._used.add("s")
        return [OWNER[stage]] if stage else []

    def _look(self, index: ir.Index, args: tuple[ir.Value, ...]) -> str:
        self._asked.setdefault(self._block, set()).add(index.name)
        owner = self._owner(index.stage)
        table = f"{index.name}({owner[0]})" if owner else index.name
        if index.name in self._late:
            table = f"{index.name}()"
        if not args:
            return table
        given = list(map(self.value, args))
        key = given[0] if len(given) == 1 else f"pair({', '.join(given)})"
        if len(given) > 2:
            key = f"[{', '.join(given)}].join()"
        match index.kind:
            case ir.TEST:
                return f"{table}.has({key})"
            case ir.ONE:
                return f"({table}.get({key}) ?? null)"
            case _:
                return f"({table}.get({key}) ?? NONE)"

    def _asked_of_one(self, test: ir.IsA | ir.IsNumber | ir.Found | ir.Bare) -> str:
        match test:
            case ir.IsA(of, functor, maybe_number):
                term = self.value(of)
                guard = f"{term} < 0 && " if maybe_number else ""
                return f"{guard}F[~{term}] === {self._functor(functor)}"
            case ir.IsNumber(of):
                return f"{self.value(of)} >= 0"
            case ir.Found(found):
                return f"{self.value(found)} !== null"
            case ir.Bare(place):
                self._used.add("at")
                return f"!at.has({self.value(place)})"
            case _:
                assert_never(test)

    def _denied(self, test: ir.Condition) -> str:
        match test:
            case ir.Found(value):
                return f"{self.value(value)} === null"
            case ir.Holds():
                return f"!{self.test(test)}"
            case _:
                return super()._denied(test)

    # Statements

    def _if(self, test: str) -> str:
        return f"if ({test}) {{"

    def _let(self, name: str, value: ir.Value) -> str:
        return f"const {name} = {self.value(value)};"

    def _effect(self, statement: ir.Zero | ir.Add | ir.Derive) -> Iterator[str]:
        match statement:
            case ir.Zero(total, seen):
                yield f"let {total.name} = 0;"
                if seen:
                    yield f"const seen_{total.name}: number[] = [];"
            case ir.Add(total, value, key):
                row = ", ".join([f"seen_{total.name}", *map(self.value, key or ())])
                yield f"if (add({row})) {total.name} += {self.value(value)};"
            case ir.Derive(pred, values):
                row = ", ".join(map(self.value, values))
                yield f"if (add(rows_{ir.name_of(pred)}, {row})) todo.push(t_{ir.name_of(pred)}, {row});"
            case _:
                assert_never(statement)

    def _loop(
        self, columns: list[str], source: ir.Source, body: tuple[ir.Statement, ...], pad: str
    ) -> Iterator[str]:
        used = ir.names(body)
        yield from self._head([name if name in used else "" for name in columns], source, pad)
        yield from self.block(body, pad + self.indent)
        yield f"{pad}}}"

    def _head(self, columns: list[str], source: ir.Source, pad: str) -> Iterator[str]:
        """The head of a loop; a column that nothing asks about has no name."""
        number = next(self._numbers)
        i, r, first = f"_i{number}", f"_r{number}", columns[0] or f"_i{number}"
        match source:
            case ir.Rows() | ir.Pieces() | ir.Growing():
                rows = self._rows(source)
                yield f"{pad}for (let {r} = {rows}, {i} = 0; {i} < {r}.length; {i} += {len(columns)}) {{"
                cells = [
                    f"{column} = {r}[{i}{f' + {place}' if place else ''}]!"
                    for place, column in enumerate(columns)
                    if column
                ]
                if cells:
                    yield f"{pad}  const {', '.join(cells)};"
            case ir.Places():
                self._used.add("at")
                yield f"{pad}for (const {columns[0] or i} of at.keys()) {{"
            case ir.Options(values):
                yield f"{pad}for (const {first} of [{', '.join(map(self.value, values))}]) {{"
            case ir.Span(low, high):
                low_, high_ = self.value(low), self.value(high)
                yield f"{pad}for (let {first} = {low_}; {first} <= {high_}; {first}++) {{"
            case _:
                assert_never(source)

    def _rows(self, source: ir.Rows | ir.Pieces | ir.Growing) -> str:
        match source:
            case ir.Rows(question):
                return self.value(question)
            case ir.Pieces(place):
                self._used.add("at")
                return f"at.get({self.value(place)}) ?? NONE"
            case ir.Growing(pred):
                return f"rows_{ir.name_of(pred)}"

    def _emit(self, values: list[str], *, new: bool) -> str:
        assert self._function is not None
        match self._function.kind:
            case ir.TEST:
                return self._answer("true")
            case ir.ONE:
                return self._answer(values[0] if len(values) == 1 else f"[{', '.join(values)}]")
            case _:
                return (
                    f"out.push({', '.join(values)});" if new else f"add(out, {', '.join(values)});"
                )

    # Functions

    def _type(self, one: ir.Function | ir.Index) -> str:
        wide = (one.mode.count("f") if isinstance(one, ir.Index) else one.width) > 1
        plain = {ir.TEST: "boolean", ir.ONE: "number[] | null" if wide else "number | null"}
        if not isinstance(one, ir.Index) or "b" not in one.mode:
            return plain.get(one.kind, "readonly number[]")
        held = {ir.TEST: "Set<Key>", ir.ONE: "Map<Key, number[]>" if wide else "Map<Key, number>"}
        return held.get(one.kind, "Map<Key, number[]>")

    def _answer(self, value: str) -> str:
        function = self._function
        assert function is not None
        kept = f"({OWNER[function.stage]}.{function.name} = {value})" if function.kept else value
        return f"return {kept};"

    def _begin(
        self,
        name: str,
        stage: int,
        params: Iterable[str],
        kind: str,
        body: list[str],
        *,
        kept: bool,
    ) -> Iterator[str]:
        """The head of a function, and the parts of the position and the move that it uses."""
        owner = OWNER.get(stage, "")
        words = {*re.findall(r"\w+", "\n".join(body))}
        mark = "" if kept or self._used or owner in words else "_"
        given = [f"{mark}{owner}: {'Move' if stage == MOVE else 'Position'}"] if owner else []
        given += [f"{'' if param in words else '_'}{param}: number" for param in params]
        yield f"function {name}({', '.join(given)}): {kind} {{"
        if kept:
            yield f"  if ({owner}.{name} !== undefined) return {owner}.{name};"
        parts = sorted(self._used - {"s"})
        if stage == MOVE and self._used - {*MOVES["does"]}:
            yield "  const s = m.s;"
        yield from (f"  const {x} = {'m' if x in MOVES['does'] else 's'}.{x};" for x in parts)

    def function(self, function: ir.Function) -> Iterator[str]:
        """A question and how it is answered."""
        self._function, self._used, self._numbers = function, set(), itertools.count(1)
        body = list(self.block(function.body, "  "))
        kind = self._type(function)
        yield from self._begin(
            function.name, function.stage, function.params, kind, body, kept=function.kept
        )
        if function.kind == ir.ROWS:
            yield "  const out: number[] = [];"
        yield from body
        nothing = {ir.TEST: "false", ir.ONE: "null", ir.ROWS: "out"}[function.kind]
        yield f"  {self._answer(nothing)}"
        yield "}"

    def solution(self, solution: ir.Solution) -> Iterator[str]:
        """Tables that depend on themselves."""
        self._function, self._used, self._numbers = None, set(), itertools.count(1)
        body = [f"  const rows_{ir.name_of(pred)}: number[] = [];" for pred in solution.preds]
        tags = [f"t_{ir.name_of(pred)} = {n}" for n, pred in enumerate(solution.preds)]
        body += [f"  const todo: number[] = [], {', '.join(tags)};"]
        body += self.block(solution.start, "  ")
        body += ["  for (let next = 0; next < todo.length; ) {", "    switch (todo[next++]) {"]
        for pred, (columns, steps) in solution.steps.items():
            body.append(f"      case t_{ir.name_of(pred)}: {{")
            used = ir.names(steps)
            cells = [
                f"{column.name} = todo[next + {place}]!"
                for place, column in enumerate(columns)
                if column.name in used
            ]
            body += [f"        const {', '.join(cells)};"] if cells else []
            body.append(f"        next += {len(columns)};")
            body += self.block(steps, "        ")
            body += ["        break;", "      }"]
        body += ["    }", "  }"]
        kind = (
            f"Readonly<Record<{' | '.join(json.dumps(pred) for pred in solution.preds)}, number[]>>"
        )
        kept = solution.stage != EDITION
        yield from self._begin(solution.name, solution.stage, (), kind, body, kept=kept)
        yield from body
        pairs = ", ".join(f"{json.dumps(pred)}: rows_{ir.name_of(pred)}" for pred in solution.preds)
        keep = f"{OWNER[solution.stage]}.{solution.name} = " if kept else ""
        yield f"  return {keep}{{ {pairs} }};"
        yield "}"

    def _index(self, index: ir.Index, rows: str) -> str:
        """An index of some rows."""
        mode = json.dumps(index.mode)
        if "b" in index.mode:
            if index.kind != ir.ONE:
                return f"{'tests' if index.kind == ir.TEST else 'several'}({rows}, {mode})"
            wanted = "row" if index.mode.count("f") > 1 else "row[0]!"
            return f"ones({rows}, {mode}, (row) => {wanted})"
        if index.kind == ir.TEST:
            return f"{rows}.length > 0"
        if index.kind == ir.ROWS:
            return f"columns({rows}, {mode})"
        if index.mode.count("f") > 1:
            return f"{rows}.length > 0 ? {rows}.slice(0, {len(index.mode)}) : null"
        return f"{rows}[0] ?? null"

    def _kept_index(self, index: ir.Index, solved: dict[str, str]) -> Iterator[str]:
        owner = OWNER[index.stage]
        if index.pred in solved:
            rows = f"{solved[index.pred]}({owner})[{json.dumps(index.pred)}]"
        else:
            rows = f"{ir.name_of(index.pred)}_{'f' * len(index.mode)}({owner})"
        kind = self._type(index)
        yield f"function {index.name}({owner}: {'Move' if index.stage == MOVE else 'Position'}): {kind} {{"
        yield f"  return ({owner}.{index.name} ??= {self._index(index, rows)});"
        yield "}"

    # The module

    def module(self, digest: str) -> str:
        """The whole module."""
        for _ in self._game():  # only to see what asks what
            pass
        self._late = self._needed_late()
        inner = [f"  {line}" if line else "" for line in self._game()]
        words = f"The rules of Toledo, generated from the clauses {digest} of the specification."
        head = f"// {words} Not to be changed by hand.\n"
        names = list(self._names)
        lines = [head, (HERE / "runtime.ts").read_text("utf-8")]
        lines += [f"const c_{name} = {-number};" for number, name in enumerate(names, start=1)]
        lines += [f"const f_{name} = {n};" for n, name in enumerate(self._functors, start=1)]
        lines.append(f"const NAMES = {json.dumps(names)};")
        lines.append(f"const FUNCTORS = {json.dumps(list(self._functors))};\n")
        lines += [*self._classes(), ""]
        lines.append("/** The questions about an edition, given by its facts. */")
        lines.append("export function game(facts: readonly Term[]) {")
        return (
            "\n".join([*lines, *inner, "}\n", "export type Game = ReturnType<typeof game>;"]) + "\n"
        )

    def _classes(self) -> Iterator[str]:
        for stage, name in ((POSITION, "Position"), (MOVE, "Move")):
            kept = [
                (f.name, self._type(f)) for f in self._plan.functions if f.kept and f.stage == stage
            ]
            kept += [(i.name, self._type(i)) for i in self._plan.indexes if i.stage == stage]
            for table in self._plan.tables:
                if isinstance(table, ir.Solution) and table.stage == stage:
                    preds = " | ".join(json.dumps(pred) for pred in table.preds)
                    kept.append((table.name, f"Readonly<Record<{preds}, number[]>>"))
            parts = [
                f"readonly {slot}: number{'' if slot in self._always else ' | null'}"
                for slot in self._slots
            ]
            if stage == POSITION:
                parts = ["readonly at: Pieces", *parts]
                yield "/** A position, and what was asked of it. */"
            else:
                parts = ["readonly s: Position", "readonly who: number", "readonly act: number"]
                yield "/** A move in a position, and what was asked of it. */"
            yield f"export class {name} {{"
            yield from (f"  {field}: {kind} | undefined = undefined;" for field, kind in kept)
            yield f"  constructor({', '.join(parts)}) {{}}"
            yield "}"

    def _game(self) -> Iterator[str]:
        plan = self._plan
        yield "const { F, A0, A1, A2, A3, A4, make, encode, decode } = table(NAMES, FUNCTORS);"
        yield f"const given = relations(facts, {json.dumps(plan.given)}, encode);"
        tables = {pred: f"given[{number}]!" for number, pred in enumerate(plan.given)}
        yield from self._indexes_of(tables, tables)
        solved: dict[str, str] = {}
        for table in plan.tables:
            self._block = table.name
            if isinstance(table, ir.Solution):
                yield from self.solution(table)
                solved |= dict.fromkeys(table.preds, table.name)
                if table.stage == EDITION:
                    of = [index.name for index in plan.indexes if index.pred in table.preds]
                    late = self._late.issuperset(of)
                    yield f"const {table.name}_all = {_once(f'{table.name}()', late=late)};"
                    called = f"{table.name}_all{'()' if late else ''}"
                    tables |= {p: f"{called}[{json.dumps(p)}]" for p in table.preds}
                    yield from self._indexes_of(table.preds, tables)
            else:
                yield from self.function(table)
                if table.kind != ir.TEST:
                    of = [index.name for index in plan.indexes if index.pred == table.pred]
                    late = self._late.issuperset(of)
                    tables[table.pred] = f"{table.name}_rows{'()' if late else ''}"
                    if of:
                        yield f"const {table.name}_rows = {_once(f'{table.name}()', late=late)};"
                    yield from self._indexes_of([table.pred], tables)
            yield ""
        for index in plan.indexes:
            if index.stage != EDITION:
                yield from self._kept_index(index, solved)
                yield ""
        for function in plan.functions:
            self._block = function.name
            yield from self.function(function)
            yield ""
        yield from self._after()
        yield from self._position()
        answers = ", ".join(
            f"get {name}() {{ return {output.name}(); }}"
            if output.name in self._late
            else f"{name}: {output.name}"
            for name, output in plan.outputs.items()
        )
        yield f"return {{ encode, decode, position, fluents, after, {answers} }};"

    def _needed_late(self) -> frozenset[str]:
        """The indexes that play does not need, found by what was printed."""
        plan = self._plan
        blocks = {
            pred: table.name
            for table in plan.tables
            for pred in (table.preds if isinstance(table, ir.Solution) else (table.pred,))
        }
        made_by = {
            index.name: blocks.get(index.pred, f"{ir.name_of(index.pred)}_{'f' * len(index.mode)}")
            for index in plan.indexes
        }
        todo = [
            output.name
            for name, output in plan.outputs.items()
            if output.stage != EDITION and name not in SELDOM
        ]
        needed = set(todo)
        while todo:
            name = todo.pop()
            found = {made_by[name]} if name in made_by else self._asked.get(name, set())
            todo += found - needed
            needed |= found
        given = set(plan.given)
        return frozenset(
            index.name
            for index in plan.indexes
            if index.stage == EDITION and index.pred not in given and index.name not in needed
        )

    def _indexes_of(self, preds: Iterable[str], tables: dict[str, str]) -> Iterator[str]:
        for pred in preds:
            for index in self._plan.indexes:
                if index.pred == pred and index.stage == EDITION:
                    made = self._index(index, tables[pred])
                    yield f"const {index.name} = {_once(made, late=index.name in self._late)};"

    def _after(self) -> Iterator[str]:
        """The position after a move: the clauses of `next`."""
        outputs = self._plan.outputs
        yield "/** What holds goes on to hold unless it is gone, and what is new holds too. */"
        yield "function after(m: Move): Position {"
        yield from (f"  // {clause.rule}: {clause.text}" for clause in self._plan.books)
        yield "  return new Position("
        more = "NONE"
        if self._plan.books:
            more = f"addedUp({outputs['moves'].name}(m), {self._const('nowhere')})"
        changes = [more, *(f"{outputs[name].name}(m)" for name in ("gone_at", "new_at"))]
        yield f"    carried(m.s.at, {', '.join(changes)}),"
        for slot in self._slots:
            gone, new = outputs[f"gone_{slot}"].name, outputs[f"new_{slot}"].name
            yield f"    next(m.s.{slot}, {gone}(m), {new}(m)){'!' if slot in self._always else ''},"
        yield "  );"
        yield "}"

    def _position(self) -> Iterator[str]:
        yield "/** A position, from its fluents. The numbers of equal pieces at a place are added up. */"
        yield "function position(fluents: Iterable<readonly Term[]>): Position {"
        yield "  const [at, parts] = takenIn(fluents, encode);"
        parts = [
            f"always(parts, {json.dumps(slot)})"
            if slot in self._always
            else f"parts.get({json.dumps(slot)}) ?? null"
            for slot in self._slots
        ]
        yield f"  return new Position(at, {', '.join(parts)});"
        yield "}"
        parts = [f"{slot}: s.{slot}" for slot in self._slots]
        yield "/** Everything that holds in a position. */"
        yield f"const fluents = (s: Position) => laidOut(s.at, {{ {', '.join(parts)} }}, decode);"


def _once(made: str, *, late: bool) -> str:
    """Something that is made now, or when it is first asked for."""
    return f"once(() => {made})" if late else made


def _check_numbers(words: Words) -> None:
    """Negative numbers are terms, so no sort with names may have a kind of number that can become negative."""
    sorts = words.sorts
    places = [*sorts.functions.values(), *itertools.chain(*sorts.predicates.values())]
    mixed = [shapes for place in places for shapes in place if not shapes <= sorts.numbers]
    negative = {result for _, operator, _, result in sorts.arithmetic if operator == "-"}
    if found := negative & set[str]().union(*mixed):
        raise LogicError(f"{', '.join(sorted(found))} can be negative, and stands beside names")
