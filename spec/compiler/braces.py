"""What TypeScript and Rust have in common: expressions of C, and statements in braces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, assert_never

from spec.compiler import ir
from spec.compiler.python import OPPOSITE, together
from spec.tools.logic import Signature


class Braces(ABC):
    """Prints values, tests and statements. What the languages do differently is left to them."""

    signs: ClassVar[Mapping[str, str]] = {}
    """The comparisons that are written in another way."""
    indent: ClassVar[str]

    # Values

    def value(self, value: ir.Value) -> str:
        """A value, as an expression."""
        match value:
            case ir.Local(name):
                return name
            case ir.Int(number):
                return str(number)
            case ir.Const(name):
                return self._const(name)
            case ir.Make(functor, args):
                return self._make((functor, len(args)), args)
            case ir.Arg(number, of, functor):
                return self._arg(number, self.value(of), functor)
            case ir.Calc("-", ir.Int(0), right):
                return f"-{self.value(right)}"
            case ir.Calc(op, left, right):
                return self._calculated(op, f"({self.value(left)} {op} {self.value(right)})")
            case _:
                return self._looked_up(value)

    @abstractmethod
    def _const(self, name: str) -> str: ...

    @abstractmethod
    def _make(self, functor: Signature, args: tuple[ir.Value, ...]) -> str: ...

    @abstractmethod
    def _arg(self, number: int, of: str, functor: Signature) -> str: ...

    def _calculated(self, _op: str, result: str) -> str:
        return result

    @abstractmethod
    def _looked_up(self, value: ir.Slot | ir.Held | ir.Column | ir.Ask | ir.Look) -> str: ...

    # Tests

    def test(self, test: ir.Condition) -> str:
        """A test, as an expression."""
        match test:
            case ir.Test(op, left, right):
                return f"{self.value(left)} {self.signs.get(op, op)} {self.value(right)}"
            case ir.AnyOf(ir.Const() as constant, options):
                return str(constant in options).lower()
            case ir.AnyOf(one_of, options):
                one, equals = self.value(one_of), self.signs.get("==", "==")
                tests = (f"{one} {equals} {self.value(option)}" for option in options)
                return f"({' || '.join(tests)})"
            case ir.Holds(question):
                return self.value(question)
            case ir.All(tests):
                return self._all(tests)
            case ir.Not(inner):
                return self._opposite(inner)
            case _:
                return self._asked_of(test)

    def _all(self, tests: Iterable[ir.Condition]) -> str:
        return " && ".join(map(self.test, tests))

    @abstractmethod
    def _asked_of(self, test: ir.IsA | ir.IsNumber | ir.Found | ir.Bare) -> str: ...

    def _opposite(self, test: ir.Condition) -> str:
        match test:
            case ir.Test(op, left, right):
                return self.test(ir.Test(OPPOSITE[op], left, right))
            case ir.Not(inner):
                return self.test(inner)
            case _:
                return f"!({self.test(test)})"

    # Statements

    def block(self, body: Iterable[ir.Statement], pad: str) -> Iterator[str]:
        """Several statements."""
        for statement in body:
            yield from self.statement(statement, pad)

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
