"""The target Rust: methods of one structure, without dependencies. Positions are packed, and a term has 64 bits.

Numbers below `SMALL` stand for themselves, then come places, names and pieces; other terms are packed, each argument
in as many bits as its sort needs. The pieces at a place are numbers in a row, and `home` tells how long it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from json import loads
from typing import assert_never

from spec.compiler import ir
from spec.compiler.braces import Braces
from spec.compiler.clauses import Words
from spec.compiler.plan import MOVES, Question
from spec.compiler.printer import OWNER
from spec.compiler.questions import questions
from spec.compiler.strata import EDITION, MOVE, POSITION
from spec.tools.logic import SPEC, LogicError, Signature
from spec.tools.sorts import Shapes

SMALL, NAMES, PIECES, END = 2048, 4096, 4608, 8192
"""The first number of places, names and pieces, and the end of the range."""
SEATS = 16
FAMILIES = {"seat": SEATS, "height": 1024}
"""The number of codes reserved for the places `hand(P)`, `stack(H)`, and the pieces `figure(P)`."""
WIDTHS = {"seat": 5, "step": 8, "height": 11, "value": 11, "count": 11, "points": 11}
"""The bits of a number in a packed term; those of any other argument are 13."""
TAG = 56
"""From this bit on stands the functor of a packed term."""
LIFE = "<'a>"
UNASKED = (
    *("sure", "broken", "ill_formed", "happens"),
    *("leads", "card_sum", "round", "reasons", "why_not"),
)
"""Questions that only others ask."""


def asked(words: Words) -> dict[str, Question]:
    """The questions that the engine answers, and where each piece can be: the form of its positions."""
    found = {name: one for name, one in questions(words).items() if name not in UNASKED}
    homes = {name: Question(name, "ff", EDITION) for name in ("home", "note")}
    return {**found, **homes}


def _tag(functor: Signature) -> str:
    return f"F_{functor[0].upper()}{functor[1]}"


class Rust(Braces):
    """Prints a plan."""

    indent = "    "

    def __init__(self, plan: ir.Plan, words: Words) -> None:
        if not plan.books:
            raise LogicError("the clauses that keep the books have changed")
        if any(isinstance(table, ir.Solution) and table.stage for table in plan.tables):
            raise LogicError("a plan for Rust has recursive calls")
        self._plan, self._words = plan, words
        self._slots = [kind for kind in words.fluents if kind != "at"]
        places, pieces, _ = words.fluents["at"]
        self._spots = sorted(shape for shape in places - words.sorts.numbers if "/" not in shape)
        self._materials = sorted(shape for shape in pieces if "/" not in shape)
        self._bases = dict(self._families(places, SMALL + 16))
        self._bases |= self._families(pieces, PIECES)
        self._stored = [s for s in map(_signature, sorted(pieces)) if s and s not in self._bases]
        first = PIECES + 64  # each kind of piece begins a word of its own
        self._fixed = {name: SMALL + n for n, name in enumerate(self._spots)}
        self._fixed |= {name: first + n for n, name in enumerate(self._materials)}
        wholes = {
            f"{ir.name_of(i.pred)}_{'f' * len(i.mode)}" for i in plan.indexes if i.stage != EDITION
        }
        self._kept = {f for f in plan.functions if f.kept or f.name in wholes}
        self._by_step = {f for f in plan.functions if _is_by_step(f)}
        self._names: dict[str, None] = {}
        self._steps: dict[str, None] = {}
        self._packed: dict[Signature, None] = {}
        self._hoisted: dict[str, str] = {}
        self._by: dict[Signature, None] = {}
        self._wide: set[str] = set()
        self._numbers = itertools.count(1)
        self._function: ir.Function | None = None
        self._counts = False
        """True if it matters how often a row comes."""

    def _families(self, shapes: Shapes, first: int) -> Iterator[tuple[Signature, tuple[int, int]]]:
        """Terms with a number as their argument, and how many there are: they are found without a table."""
        for functor in sorted(
            filter(None, map(_signature, shapes)), key=lambda f: (f[0] == "stack", f)
        ):
            (kind, *others), *more = self._words.sorts.functions[functor]
            if not more and not others and kind in FAMILIES:
                yield functor, (first, FAMILIES[kind])
                first += FAMILIES[kind]

    def layout(self, functor: Signature) -> list[tuple[int, int]]:
        """The first bit and the number of bits of each argument of a packed term."""
        found, bit = [], 0
        for shapes in self._words.sorts.functions[functor]:
            width = WIDTHS[next(iter(shapes))] if shapes <= {*WIDTHS} else 13
            found.append((bit, width))
            bit += width
        if bit > TAG:
            raise LogicError(f"{functor[0]}/{functor[1]} needs {bit} bits, and there are {TAG}")
        return found

    # Values and tests

    def _const(self, name: str) -> str:
        if name not in self._fixed:
            self._names[name] = None
        return f"C_{name.upper()}"

    def _looked_up(self, value: ir.Slot | ir.Held | ir.Column | ir.Ask | ir.Look) -> str:
        match value:
            case ir.Slot(name):
                return f"{'m' if name in MOVES['does'] else 's'}.{name}"
            case ir.Held(place, piece):
                return f"self.kit.held(s, {self.value(place)}, {self.value(piece)})"
            case ir.Column(number, row):
                return f"{row.name}[{number}]"
            case ir.Ask(function, args):
                given = [*_owners(function.stage), *map(self.value, args)]
                return f"self.{function.name}({', '.join(given)})"
            case ir.Look(index, args):
                return self._look(index, list(map(self.value, args)))
            case _:
                assert_never(value)

    def _make(self, functor: Signature, args: tuple[ir.Value, ...]) -> str:
        given = list(map(self.value, args))
        if functor in self._bases:
            return f"(T_{functor[0].upper()} + {given[0]})"
        if functor in self._stored:
            found = (
                f"self.kit.piece({_tag(functor)}, [{', '.join(given + ['0'] * (3 - len(given)))}])"
            )
            if not all(isinstance(arg, ir.Const | ir.Int) for arg in args):
                return found
            name = "_".join(["k", functor[0], *given]).lower()
            self._hoisted[name] = found
            return f"self.{name}"
        self._packed[functor] = None
        bits = (
            f"({x}) << {bit}" if bit else x
            for x, (bit, _) in zip(given, self.layout(functor), strict=True)
        )
        return f"({' | '.join([f'{_tag(functor)} << {TAG}', *bits])})"

    def _arg(self, number: int, of: str, functor: Signature) -> str:
        if functor in self._bases:
            return f"({of} - T_{functor[0].upper()})"
        if functor in self._stored:
            return f"self.kit.arg({number}, {of})"
        self._packed[functor] = None
        bit, width = self.layout(functor)[number]
        shifted = f"({of} >> {bit})" if bit else of
        return f"({shifted} & {2**width - 1})"

    def _look(self, index: ir.Index, given: list[str]) -> str:
        """What an index has under a key: a table of the edition by its first key, or all rows, gone through."""
        wanted = index.mode.count("f")
        if index.stage == EDITION:
            if not given:
                return f"self.{index.name}"
            if self._type(index) != "Table":
                found = f"self.{index.name}.get({given[0]})"
                return found if len(given) == 1 else f"{found} == {given[1]}"
            rows, keys, width = (
                f"self.{index.name}.rows({given[0]})",
                given[1:],
                len(given) + wanted - 1,
            )
            places = list(range(len(given) - 1, width))
            tests = [f"r[{n}] == {key}" for n, key in enumerate(keys)]
        else:
            rows, width = self._rows(index), len(index.mode)
            places = [n for n, mode in enumerate(index.mode) if mode == "f"]
            keyed = (n for n, mode in enumerate(index.mode) if mode == "b")
            tests = [f"r[{n}] == {key}" for n, key in zip(keyed, given, strict=True)]
        if index.kind == ir.TEST:
            return (
                f"{rows}.chunks_exact({width}).any(|r| {' && '.join(tests)})"
                if tests
                else f"!{rows}.is_empty()"
            )
        assert index.kind == ir.ONE
        cells = ", ".join(f"r[{place}]" for place in places)
        found = f"[{cells}]" if wanted > 1 else cells
        nothing = f"[NO; {wanted}]" if wanted > 1 else "NO"
        which = f"find(|r| {' && '.join(tests)})" if tests else "next()"
        return f"{rows}.chunks_exact({width}).{which}.map_or({nothing}, |r| {found})"

    def _rows(self, index: ir.Index) -> str:
        """All rows of a predicate of a position or a move."""
        owners = ", ".join(_owners(index.stage))
        return f"self.{ir.name_of(index.pred)}_{'f' * len(index.mode)}({owners})"

    def _asked_of_one(self, test: ir.IsA | ir.IsNumber | ir.Found | ir.Bare) -> str:
        match test:
            case ir.IsA(of, functor, _, arity):
                return self._is_a(self.value(of), (functor, arity))
            case ir.IsNumber(of):
                return f"{self.value(of)} < {SMALL}"
            case ir.Found(ir.Held(place, piece)):
                return f"self.kit.has(s, {self.value(place)}, {self.value(piece)})"
            case ir.Found(found):
                return f"{self.value(found)}{self._head(found)} != NO"
            case ir.Bare(place):
                return f"self.kit.total(s, {self.value(place)}) == 0"
            case _:
                assert_never(test)

    def _is_a(self, of: str, functor: Signature) -> str:
        if functor in self._bases:
            base = f"T_{functor[0].upper()}"
            return f"({base}..{base} + {self._bases[functor][1]}).contains(&({of}))"
        if functor in self._stored:
            return f"self.kit.is_a({_tag(functor)}, {of})"
        self._packed[functor] = None
        return f"{of} >> {TAG} == {_tag(functor)}"

    def _head(self, value: ir.Value) -> str:
        """The first cell of a row, by which one knows that there is one."""
        match value:
            case ir.Local(name):
                return "[0]" if name in self._wide else ""
            case ir.Ask(function):
                return "[0]" if function.width > 1 else ""
            case ir.Look(index):
                return "[0]" if index.mode.count("f") > 1 else ""
            case _:
                return ""

    def _denied(self, test: ir.Condition) -> str:
        match test:
            case ir.Found(value) if not isinstance(value, ir.Held):
                return f"{self.value(value)}{self._head(value)} == NO"
            case ir.Bare(place):
                return f"self.kit.total(s, {self.value(place)}) != 0"
            case _:
                return super()._denied(test)

    # Statements

    def block(self, body: Iterable[ir.Statement], pad: str) -> Iterator[str]:
        """Several statements. The number of all pieces at a place is kept with the place."""
        statements = list(body)
        for number, statement in enumerate(statements):
            match statement, statements[number + 1 : number + 2]:
                case (
                    ir.Zero(total, False),
                    [ir.For((_, many), ir.Pieces(place), (ir.Add(_, value, None),))],
                ) if value == many:
                    yield f"{pad}let {total.name} = self.kit.total(s, {self.value(place)});"
                    statements[number + 1] = ir.Stated(None, ())  # type: ignore[arg-type]
                case ir.Stated(clause=None), _:
                    pass
                case _:
                    yield from self.statement(statement, pad)

    def _if(self, test: str) -> str:
        return f"if {test} {{"

    def _let(self, name: str, value: ir.Value) -> str:
        if self._head(value):
            self._wide.add(name)
        return f"let {name} = {self.value(value)};"

    def _effect(self, statement: ir.Zero | ir.Add | ir.Derive) -> Iterator[str]:
        match statement:
            case ir.Zero(total, seen):
                yield f"let mut {total.name}: V = 0;"
                if seen:
                    yield f"let mut seen_{total.name} = Rows::new();"
            case ir.Add(total, value, key):
                row = ", ".join(map(self.value, key or ()))
                yield f"if seen_{total.name}.add([{row}]) {{"
                yield f"    {total.name} += {self.value(value)};"
                yield "}"
            case ir.Derive(pred, values):
                row = ", ".join(map(self.value, values))
                yield f"rows_{ir.name_of(pred)}.add([{row}]);"
            case _:
                assert_never(statement)

    def _loop(
        self, columns: list[str], source: ir.Source, body: tuple[ir.Statement, ...], pad: str
    ) -> Iterator[str]:
        used, inner, first = ir.names(body), f"{pad}    ", columns[0]
        match source, body:
            case (
                ir.Rows(ir.Look(ir.Index(stage=0) as index, ())),
                (ir.If(ir.Found(ir.Held(ir.Local(name), ir.Make("figure") as piece)), inside),),
            ) if columns == [name] and name not in ir.names(piece):
                self._steps[index.name] = None
                yield f"{pad}for {first} in self.kit.steps_of(s, {self.value(piece)}, self.steps_{index.name}) {{"
                yield from self.block(inside, inner)
                yield f"{pad}}}"
                return
        match source:
            case ir.Rows(question):
                yield from self._through(question, [c if c in used else "" for c in columns], pad)
            case ir.Growing(pred):
                yield f"{pad}for r in rows_{ir.name_of(pred)}.clone().chunks_exact({len(columns)}) {{"
                yield f"{inner}let [{', '.join(columns)}] = cells(r);"
            case ir.Pieces(place):
                here = self.value(place)
                kinds, body = self._kinds(first, here, body)
                used = ir.names(body)
                if not self._counts and used.isdisjoint(columns):
                    yield f"{pad}if self.kit.any(s, {here}, {kinds}) {{"
                elif columns[1] in used:
                    yield f"{pad}for ({', '.join(columns)}) in self.kit.amounts(s, {here}, {kinds}) {{"
                else:
                    yield f"{pad}for {first} in self.kit.pieces(s, {here}, {kinds}) {{"
            case ir.Places():
                yield f"{pad}for {first} in self.kit.places(s) {{"
            case ir.Options(values):
                yield f"{pad}for {first} in [{', '.join(map(self.value, values))}] {{"
            case ir.Span(low, high):
                yield f"{pad}for {first} in {self.value(low)}..={self.value(high)} {{"
            case _:
                assert_never(source)
        yield from self.block(body, inner)
        yield f"{pad}}}"

    def _through(self, question: ir.Ask | ir.Look, columns: list[str], pad: str) -> Iterator[str]:
        """The head of a loop through the rows of an answer."""
        number, tests, places = next(self._numbers), list[str](), list(range(len(columns)))
        width, row = len(columns), f"row_{number}"
        match question:
            case ir.Ask(function, args):
                given = [*_owners(function.stage), *map(self.value, args)]
                rows = f"self.{function.name}({', '.join(given)})"
                if function not in self._kept:
                    yield f"{pad}let mut got_{number} = Rows::new();"
                    yield f"{pad}self.{function.name}({', '.join([*given, f'&mut got_{number}'])});"
                    rows = f"got_{number}"
            case ir.Look(index, args):
                keys = list(map(self.value, args))
                if index.stage == EDITION:
                    rows, width = f"self.{index.name}", max(len(keys) - 1, 0) + len(columns)
                    if keys:
                        rows = f"{rows}.rows({keys[0]})"
                    tests = [f"{row}[{n}] == {key}" for n, key in enumerate(keys[1:])]
                    places = list(range(width - len(columns), width))
                else:
                    rows, width = self._rows(index), len(index.mode)
                    places = [n for n, mode in enumerate(index.mode) if mode == "f"]
                    keyed = (n for n, mode in enumerate(index.mode) if mode == "b")
                    tests = [f"{row}[{n}] == {key}" for n, key in zip(keyed, keys, strict=True)]
                    if "x" in index.mode and self._counts:  # the same row may come again
                        found = ", ".join(f"{row}[{place}]" for place in places)
                        yield f"{pad}let mut got_{number} = Rows::new();"
                        yield f"{pad}for {row} in {rows}.chunks_exact({width}) {{"
                        yield f"{pad}    if {' && '.join(tests) or 'true'} {{"
                        yield f"{pad}        got_{number}.add([{found}]);"
                        yield f"{pad}    }}"
                        yield f"{pad}}}"
                        rows, width, tests = f"got_{number}", len(columns), []
                        places = list(range(width))
        yield f"{pad}for {row} in {rows}.chunks_exact({width}) {{"
        if tests:
            yield f"{pad}    if !({' && '.join(tests)}) {{"
            yield f"{pad}        continue;"
            yield f"{pad}    }}"
        for place, column in zip(places, columns, strict=True):
            if column:
                yield f"{pad}    let {column} = {row}[{place}];"

    def _kinds(
        self, piece: str, here: str, body: tuple[ir.Statement, ...]
    ) -> tuple[str, tuple[ir.Statement, ...]]:
        """Which pieces a loop goes through, and what is left to do: kinds and first arguments are ranges."""
        match body:
            case (ir.If(ir.IsA(ir.Local(name), functor, _, arity), inside),) if name == piece:
                signature = functor, arity
                if signature in self._bases:
                    return "FIGURES", inside
                match _first(inside, piece):
                    case (other, rest) if signature in self._stored:
                        self._by[signature] = None
                        return f"self.kit.by[BY_{_tag(signature)}].get({self.value(other)})", rest
                    case _:
                        return f"self.kit.kinds[{_tag(signature)} as usize]", inside
            case _:
                return f"self.kit.all({here})", body

    def _emit(self, values: list[str], *, new: bool) -> str:
        assert self._function is not None
        match self._function.kind:
            case ir.TEST:
                return self._answer("true")
            case ir.ONE:
                return self._answer(values[0] if len(values) == 1 else f"[{', '.join(values)}]")
            case _:
                new = new or self._function.stage == EDITION  # tables are sorted at their end
                return f"out.{'push' if new else 'add'}([{', '.join(values)}]);"

    # Functions

    def _type(self, one: ir.Function | ir.Index) -> str:
        """What an answer is; of an index of the edition, how it is held."""
        wide = one.mode.count("f") if isinstance(one, ir.Index) else one.width
        if isinstance(one, ir.Index) and one.mode == "bb" and self._words.keys.get(one.pred) == 1:
            return "Ones"  # the key tells the other
        if isinstance(one, ir.Index) and "b" in one.mode:
            if one.mode.count("b") > 1 or one.kind == ir.ROWS or wide > 1:
                return "Table"
            return "Tests" if one.kind == ir.TEST else "Ones"
        value = "V" if wide == 1 else f"[V; {wide}]"
        return {ir.TEST: "bool", ir.ONE: value}.get(
            one.kind, "Flat" if isinstance(one, ir.Index) else "&'a [V]"
        )

    def _answer(self, value: str) -> str:
        function = self._function
        assert function is not None
        owner = OWNER.get(function.stage, "")
        if function in self._by_step:
            return f"return s.{function.name}.keep({function.params[0]}, {value});"
        return (
            f"return {owner}.{function.name}.keep({owner}.now, {value});"
            if function in self._kept
            else f"return {value};"
        )

    def function(self, function: ir.Function) -> Iterator[str]:
        """A question and how it is answered."""
        self._function, self._wide, self._numbers = function, set(), itertools.count(1)
        self._counts = any(
            isinstance(part, ir.Add) or (isinstance(part, ir.Emit) and function.kind == ir.ROWS)
            for part, _ in ir.within(function.body)
        )
        body = list(self.block(function.body, "        "))
        rows = function.kind == ir.ROWS
        owner = OWNER.get(function.stage, "")
        kept = function in self._kept
        lives = kept and rows
        given = [
            "&self",
            *(
                f"{x}: &{chr(39) + 'a ' if lives and x == owner else ''}{_TYPES[x]}"
                for x in _owners(function.stage)
            ),
        ]
        given += [f"{param}: V" for param in function.params]
        given += ["out: &mut Rows"] if rows and not kept and owner else []
        result = f" -> {self._type(function)}" if not rows or kept else ""
        if rows and not owner:
            result = " -> Flat"
        yield f"    pub fn {function.name}{LIFE if lives else ''}({', '.join(given)}){result} {{"
        if kept:
            yield f"        if let Some(kept) = {owner}.{function.name}.get({owner}.now) {{"
            yield "            return kept;"
            yield "        }"
        if function in self._by_step:
            yield f"        if let Some(kept) = s.{function.name}.get(s.now, {function.params[0]}) {{"
            yield "            return kept;"
            yield "        }"
        if rows and (kept or not owner):
            room = f"out = {owner}.{function.name}.begin()" if kept else "mut out = Flat::new()"
            yield f"        let {room};"
        yield from body
        if rows and not owner:
            yield f"        out.sorted({function.width})"
        elif rows and kept:
            yield f"        {owner}.{function.name}.keep({owner}.now)"
        elif not rows:
            nothing = {ir.TEST: "false"}.get(
                function.kind, f"[NO; {function.width}]" if function.width > 1 else "NO"
            )
            yield f"        {self._answer(nothing)[7:-1]}"
        yield "    }"
        yield ""

    def solution(self, solution: ir.Solution) -> Iterator[str]:
        """Tables of the edition that depend on themselves: each new row is followed until nothing new comes."""
        self._function, self._wide, self._numbers = None, set(), itertools.count(1)
        names = [ir.name_of(pred) for pred in solution.preds]
        yield f"    pub fn {solution.name}(&self) -> [Flat; {len(names)}] {{"
        for name in names:
            yield f"        let (mut rows_{name}, mut next_{name}) = (Flat::new(), 0);"
        yield from self.block(solution.start, "        ")
        yield "        loop {"
        for pred, (columns, steps) in solution.steps.items():
            name, cells = ir.name_of(pred), ", ".join(column.name for column in columns)
            yield f"            if next_{name} < rows_{name}.len() {{"
            yield f"                let [{cells}] = cells(&rows_{name}[next_{name}..]);"
            yield f"                next_{name} += {len(columns)};"
            yield from self.block(steps, "                ")
            yield "                continue;"
            yield "            }"
        yield "            break;"
        yield "        }"
        yield f"        [{', '.join(f'rows_{name}' for name in names)}]"
        yield "    }"
        yield ""

    # The module

    def module(self, digest: str) -> str:
        """The whole module."""
        plan = self._plan
        inner = [
            line
            for table in plan.tables
            for line in (
                self.solution(table) if isinstance(table, ir.Solution) else self.function(table)
            )
        ]
        inner += [line for function in plan.functions for line in self.function(function)]
        inner += self._after()
        new = list(self._new())
        head = [
            f"//! The rules of Toledo, generated from the clauses {digest} of the specification.",
            "//! Not to be changed by hand.",
            "",
        ]
        head += [
            "#![allow(clippy::all, unreachable_code, unused_mut, unused_parens, unused_variables)]",
            "",
            "use crate::runtime::*;",
            "",
        ]
        lines = [
            *head,
            *self._constants(),
            "",
            *self._structures(),
            *self._fields(),
            "",
            "impl Game {",
            *new,
            *inner[:-1],
            "}",
            "",
            *self._answers(),
        ]
        return "\n".join(lines) + "\n"

    def _constants(self) -> Iterator[str]:
        yield f"pub const SMALL: V = {SMALL};"
        yield f"pub const NAMES: V = {NAMES};"
        yield f"pub const PIECES: V = {PIECES};"
        yield f"pub const END: V = {END};"
        yield f"pub const FIRST: V = {PIECES + 128};"
        yield f"pub const TAG: u32 = {TAG};"
        yield f"pub const SEATS: V = {SEATS};"
        yield from (f"pub const C_{name.upper()}: V = {at};" for name, at in self._fixed.items())
        yield from (
            f"pub const C_{name.upper()}: V = {NAMES + n};" for n, name in enumerate(self._names)
        )
        yield from (
            f"pub const T_{f.upper()}: V = {base};" for (f, _), (base, _) in self._bases.items()
        )
        functors = [*self._stored, *self._packed]
        yield from (
            f"pub const {_tag(functor)}: V = {n};" for n, functor in enumerate(functors, start=1)
        )
        yield from (f"const BY_{_tag(functor)}: usize = {n};" for n, functor in enumerate(self._by))
        yield "/// Kinds of pieces whose first argument is asked for."
        yield f"pub const BY: [V; {len(self._by)}] = [{', '.join(map(_tag, self._by))}];"
        names = {**self._fixed, **{name: NAMES + n for n, name in enumerate(self._names)}}
        yield "/// Names, and the numbers that stand for them."
        yield f"pub const WORDS: [(&str, V); {len(names)}] = ["
        yield from (f'    ("{name}", {at}),' for name, at in names.items())
        yield "];"
        yield "/// Terms that are found by their argument: the functor, the first number, and how many there are."
        yield f"pub const FAMILIES: [(&str, V, V); {len(self._bases)}] = ["
        yield from (f'    ("{f}", {base}, {size}),' for (f, _), (base, size) in self._bases.items())
        yield "];"
        yield "/// Kinds of pieces, with their numbers of arguments."
        yield f"pub const STORED: [(&str, usize); {len(self._stored)}] = ["
        yield from (f'    ("{f}", {arity}),' for f, arity in self._stored)
        yield "];"
        yield "/// Packed terms, with the first bit and the number of bits of each argument."
        yield f"pub const PACKED: [(&str, &[(u32, u32)]); {len(self._packed)}] = ["
        yield from (
            f'    ("{f}", &[{", ".join(map(str, self.layout((f, n))))}]),' for f, n in self._packed
        )
        yield "];"
        events = loads((SPEC / "conformance" / "registry.json").read_bytes())["events"]
        yield "/// Events, with the keys of their parts in JSON."
        yield f"pub const EVENTS: [(&str, &[&str]); {len(events)}] = ["
        yield from (
            f'    ("{e["name"]}", &[{", ".join(_quoted(key) for key in e["parts"])}]),'
            for e in events
        )
        yield "];"
        given = self._plan.given
        yield "/// The facts of an edition, with their numbers of arguments."
        yield f"pub const GIVEN: [(&str, usize); {len(given)}] = ["
        yield from (f'    ("{pred}", {len(self._words.shapes(pred))}),' for pred in given)
        yield "];"

    def _structures(self) -> Iterator[str]:
        """Yield the structures of what is cached with a position and with a move."""
        for stage, name in ((POSITION, "Position"), (MOVE, "Move")):
            slots = [f"{slot}: V" for slot in (self._slots if stage == POSITION else MOVES["does"])]
            kept = []
            for function in self._plan.functions:
                if function in self._kept and function.stage == stage:
                    kind = (
                        "KeptRows" if function.kind == ir.ROWS else f"Kept<{self._type(function)}>"
                    )
                    kept.append(f"{function.name}: {kind}")
                elif function in self._by_step and stage == POSITION:
                    kept.append(f"{function.name}: KeptSteps")
            yield f"/// A {name.lower()}, and what was asked of it."
            yield "#[derive(Default)]"
            yield f"pub struct {name} {{"
            yield from (f"    pub {slot}," for slot in slots)
            yield from ["    pub at: At,"] if stage == POSITION else []
            yield "    /// Which answers are those of this one."
            yield "    now: u64,"
            yield from (f"    {one}," for one in kept)
            yield "}"
            yield ""
        yield _MADE.strip()
        slots_ = "".join(f" {slot}: self.{slot}," for slot in self._slots)
        yield f"        Position {{{slots_} at: self.at.clone(), now: 1, ..Position::default() }}"
        yield from ["    }", "}", ""]

    def _tables(self) -> Iterator[tuple[str, str]]:
        """The fields of a game."""
        yield "kit", "Kit"
        for index in self._plan.indexes:
            if index.stage == EDITION:
                yield index.name, self._type(index)
        yield from ((f"steps_{name}", "Steps") for name in self._steps)
        yield from ((name, "V") for name in self._hoisted)

    def _fields(self) -> Iterator[str]:
        yield "/// The rules, for an edition and a number of players."
        yield "#[derive(Default)]"
        yield "pub struct Game {"
        yield from (f"    pub {name}: {kind}," for name, kind in self._tables())
        yield "}"

    def _new(self) -> Iterator[str]:
        """Fills the tables of the edition, each from those before it."""
        plan = self._plan
        yield "    /// The rules for an edition, given by its pieces and by its facts in the order of `GIVEN`."
        yield "    pub fn new(kit: Kit, given: &[Flat]) -> Game {"
        yield "        let mut g = Game { kit, ..Game::default() };"
        for name, found in self._hoisted.items():
            yield f"        g.{name} = {found.replace('self.', 'g.')};"
        for number, pred in enumerate(plan.given):
            yield from self._filled(pred, f"given[{number}]")
        for table in plan.tables:
            if isinstance(table, ir.Solution):
                yield f"        let rows = g.{table.name}();"
                for number, pred in enumerate(table.preds):
                    yield from self._filled(pred, f"rows[{number}]")
            elif table.kind != ir.TEST and any(index.pred == table.pred for index in plan.indexes):
                yield f"        let rows = g.{table.name}();"
                yield from self._filled(table.pred, "rows")
        yield from (f"        g.steps_{name} = steps(&g.{name});" for name in self._steps)
        yield "        let homes: Vec<&[V]> = g.home_ff.chunks_exact(2).chain(g.note_ff.chunks_exact(2)).collect();"
        yield "        g.kit.lay_out(&homes);"
        yield "        g"
        yield "    }"
        yield ""

    def _filled(self, pred: str, rows: str) -> Iterator[str]:
        for index in self._plan.indexes:
            if index.pred != pred or index.stage != EDITION:
                continue
            kind, mode = self._type(index), f'"{index.mode}"'
            if kind == "Ones":
                mode = mode.replace("bb", "bf")
            wanted = [str(n) for n, m in enumerate(index.mode) if m == "f"]
            if kind == "bool":
                made = f"!{rows}.is_empty()"
            elif kind == "V":
                made = f"{rows}.get({wanted[0]}).copied().unwrap_or(NO)"
            elif kind.startswith("[V"):
                cells = ", ".join(f"{rows}[{n}]" for n in wanted)
                made = f"if {rows}.is_empty() {{ [NO; {len(wanted)}] }} else {{ [{cells}] }}"
            else:
                made = f"{'columns' if kind == 'Flat' else kind + '::new'}(&{rows}, {mode})"
            yield f"        g.{index.name} = {made};"

    def _after(self) -> Iterator[str]:
        """The position after a move: the clauses of `next`."""
        outputs = self._plan.outputs
        yield "    /// The position becomes the one after a move; everything is asked before anything changes."
        yield "    pub fn apply(&self, s: &mut Position, m: &Move) {"
        yield from (f"        // {clause.rule}: {clause.text}" for clause in self._plan.books)
        for name, output in (
            ("moves", outputs["moves"]),
            ("gone", outputs["gone_at"]),
            ("fresh", outputs["new_at"]),
        ):
            assert isinstance(output, ir.Function)
            if output in self._kept:
                yield f"        let {name} = self.{output.name}(s, m);"
            else:
                yield f"        let mut {name} = Rows::new();"
                yield f"        self.{output.name}(s, m, &mut {name});"
        for slot in self._slots:
            gone, new = (f"self.{outputs[f'{word}_{slot}'].name}(s, m)" for word in ("gone", "new"))
            yield f"        let {slot} = next(s.{slot}, {gone}, {new});"
        yield "        self.kit.carry(&mut s.at, &moves, &gone, &fresh);"
        yield from (f"        s.{slot} = {slot};" for slot in self._slots)
        yield "        s.now += 1;"
        yield "    }"
        yield ""

    def _answers(self) -> Iterator[str]:
        """The questions by their names, for those who ask."""
        yield "impl Game {"
        for name, output in self._plan.outputs.items():
            if not name.startswith(("new_", "gone_")) and name not in ("moves", "home", "note"):
                yield from self._answer_to(name, output)
        yield "}"

    def _answer_to(self, name: str, output: ir.Function | ir.Index) -> Iterator[str]:
        indexed = isinstance(output, ir.Index)
        keys = output.mode.count("b") if isinstance(output, ir.Index) else len(output.params)
        width = output.mode.count("f") if isinstance(output, ir.Index) else output.width
        owners = _owners(output.stage)
        params = ["&self", *(f"{x}: &{_TYPES[x]}" for x in owners), *["key: V"] * keys]
        value = "V" if width == 1 else f"[V; {width}]"
        result = {ir.TEST: "bool", ir.ONE: value, ir.ROWS: "Flat"}[output.kind]
        yield f"    pub fn ask_{name}({', '.join(params)}) -> {result} {{"
        call = f"self.{output.name}({', '.join([*owners, *['key'] * keys])})"
        if isinstance(output, ir.Index) and output.stage == EDITION:
            yield f"        self.{output.name}{'.clone()' if output.kind == ir.ROWS else ''}"
        elif output.kind != ir.ROWS:
            yield f"        {self._look(output, ['key'] * keys) if isinstance(output, ir.Index) else call}"
        elif output in self._kept:
            yield f"        Flat({call}.to_vec())"
        else:
            assert not indexed, name
            yield "        let mut out = Rows::new();"
            yield f"        {call[:-1]}, &mut out);"
            yield "        Flat(out.to_vec())"
        yield "    }"
        yield ""


def _quoted(text: str) -> str:
    return f'"{text}"'


_MADE = """
impl Move {
    pub fn new(who: V, act: V) -> Move {
        Move { who, act, now: 1, ..Move::default() }
    }
    /// Becomes another move, of the position as it is now.
    pub fn set(&mut self, who: V, act: V) {
        self.who = who;
        self.act = act;
        self.now += 1
    }
}

impl Position {
    /// To be called after a change.
    pub fn forget(&mut self) {
        self.now += 1
    }
    pub fn copy(&self) -> Position {
"""
_TYPES = {"s": "Position", "m": "Move"}


def _owners(stage: int) -> tuple[str, ...]:
    return ("s", "m")[:stage]


def _signature(shape: str) -> Signature | None:
    name, _, arity = shape.partition("/")
    return (name, int(arity)) if arity else None


def _is_by_step(function: ir.Function) -> bool:
    """Return True if the answers are kept for each step: yes or no about a position, by a sum, which takes long."""
    steps = len(function.params) == 1 and function.params[0].startswith("step")
    sums = any(isinstance(node, ir.Zero) for node, _ in ir.within(function.body))
    return steps and sums and function.kind == ir.TEST and function.stage == POSITION


def _first(
    body: tuple[ir.Statement, ...], piece: str
) -> tuple[ir.Value, tuple[ir.Statement, ...]] | None:
    """The value that the first argument of a piece must have, and what is left to do."""
    match body:
        case (ir.If(ir.Test("==", ir.Arg(0, ir.Local(name)), other), rest),) if name == piece:
            return None if piece in ir.names(other) else (other, rest)
        case _:
            return None
