"""The common part of all targets that print a plan: values, tests, and the order of statements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from spec.compiler import ir
from spec.compiler.strata import MOVE, POSITION
from spec.tools.logic import Signature

OWNER = {POSITION: "s", MOVE: "m"}
"""With what an answer is remembered."""
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
"""The opposites of comparisons."""


class Printer(ABC):
    """Prints values and tests. What the languages do differently is left to them."""

    signs: ClassVar[Mapping[str, str]] = {}
    """The comparisons that are written in another way."""
    conjunction: ClassVar[str]
    """The operator between two tests that both have to hold."""

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
                return self._calculated(op, self.value(left), self.value(right))
            case _:
                return self._looked_up(value)

    @abstractmethod
    def _const(self, name: str) -> str: ...

    @abstractmethod
    def _make(self, functor: Signature, args: tuple[ir.Value, ...]) -> str: ...

    @abstractmethod
    def _arg(self, number: int, of: str, functor: Signature) -> str: ...

    def _calculated(self, op: str, left: str, right: str) -> str:
        return f"({left} {op} {right})"

    @abstractmethod
    def _looked_up(self, value: ir.Slot | ir.Held | ir.Column | ir.Ask | ir.Look) -> str: ...

    # Tests

    def test(self, test: ir.Condition) -> str:
        """A test, as an expression."""
        match test:
            case ir.Test(op, left, right):
                return f"{self.value(left)} {self.signs.get(op, op)} {self.value(right)}"
            case ir.Holds(question):
                return self.value(question)
            case ir.All(tests):
                return self._all(tests)
            case ir.Not(ir.Test(op, left, right)):
                return self.test(ir.Test(OPPOSITE[op], left, right))
            case ir.Not(ir.Not(inner)):
                return self.test(inner)
            case ir.Not(inner):
                return self._denied(inner)
            case _:
                return self._asked_of(test)

    def _all(self, tests: Iterable[ir.Condition]) -> str:
        return self.conjunction.join(map(self.test, tests))

    @abstractmethod
    def _asked_of(self, test: ir.AnyOf | ir.IsA | ir.IsNumber | ir.Found | ir.Bare) -> str: ...

    @abstractmethod
    def _denied(self, test: ir.Condition) -> str: ...

    # Statements

    def block(self, body: Iterable[ir.Statement], pad: str) -> Iterator[str]:
        """Several statements."""
        for statement in body:
            yield from self.statement(statement, pad)

    @abstractmethod
    def statement(self, statement: ir.Statement, pad: str) -> Iterator[str]:
        """A statement."""


def together(statement: ir.If) -> tuple[list[ir.Condition], tuple[ir.Statement, ...]]:
    """Tests that stand directly inside each other."""
    tests = [statement.test]
    while len(statement.body) == 1 and isinstance(statement.body[0], ir.If):
        statement = statement.body[0]
        tests.append(statement.test)
    return tests, statement.body
