"""The common part of TypeScript and Rust: expressions as in C, and statements in braces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, assert_never

from spec.compiler import ir
from spec.compiler.printer import Printer, together


class Braces(Printer):
    """Prints values, tests and statements. What the languages do differently is left to them."""

    conjunction = " && "
    indent: ClassVar[str]

    # Tests

    def _asked_of(self, test: ir.AnyOf | ir.IsA | ir.IsNumber | ir.Found | ir.Bare) -> str:
        match test:
            case ir.AnyOf(ir.Const() as constant, options):
                return str(constant in options).lower()
            case ir.AnyOf(one_of, options):
                one, equals = self.value(one_of), self.signs.get("==", "==")
                tests = (f"{one} {equals} {self.value(option)}" for option in options)
                return f"({' || '.join(tests)})"
            case _:
                return self._asked_of_one(test)

    @abstractmethod
    def _asked_of_one(self, test: ir.IsA | ir.IsNumber | ir.Found | ir.Bare) -> str: ...

    def _denied(self, test: ir.Condition) -> str:
        return f"!({self.test(test)})"

    # Statements

    def statement(self, statement: ir.Statement, pad: str) -> Iterator[str]:
        """A statement."""
        inner = pad + self.indent
        match statement:
            case ir.Stated(clause, body):
                yield f"{pad}// {clause.rule}: {clause.text}"
                yield from self.block(body, pad)
            case ir.Cases(cases):
                for number, (test, body) in enumerate(cases):
                    yield f"{pad}{'} else ' if number else ''}{self._if(self.test(test))}"
                    yield from self.block(body, inner)
                yield f"{pad}}}"
            case ir.If():
                tests, body = together(statement)
                yield f"{pad}{self._if(self._all(tests))}"
                yield from self.block(body, inner)
                yield f"{pad}}}"
            case ir.Let(local, value):
                yield f"{pad}{self._let(local.name, value)}"
            case ir.For(columns, source, body):
                yield from self._loop([column.name for column in columns], source, body, pad)
            case ir.Add(total, value, None):
                yield f"{pad}{total.name} += {self.value(value)};"
            case ir.Zero() | ir.Add() | ir.Derive():
                yield from (pad + line for line in self._effect(statement))
            case ir.Emit(values, new):
                yield pad + self._emit(list(map(self.value, values)), new=new)
            case _:
                assert_never(statement)

    @abstractmethod
    def _if(self, test: str) -> str: ...

    @abstractmethod
    def _let(self, name: str, value: ir.Value) -> str: ...

    @abstractmethod
    def _loop(
        self, columns: list[str], source: ir.Source, body: tuple[ir.Statement, ...], pad: str
    ) -> Iterator[str]: ...

    @abstractmethod
    def _effect(self, statement: ir.Zero | ir.Add | ir.Derive) -> Iterator[str]: ...

    @abstractmethod
    def _emit(self, values: list[str], *, new: bool) -> str: ...
