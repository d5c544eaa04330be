"""The plan of a program: loops, tests and questions, without a language. A target prints it.

A function answers a question about one predicate. Its *mode* says for each argument whether it is given (``b``), wanted
(``f``) or neither (``x``). Values are numbers, names and compound terms; how a target holds them is its own affair.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, evolve, field, fields, frozen, has

from spec.compiler.clauses import Clause, Term
from spec.tools.logic import Signature

# Values


@frozen
class Local:
    """A local variable or a parameter."""

    name: str


@frozen
class Int:
    """A number."""

    value: int


@frozen
class Const:
    """A name."""

    name: str


@frozen
class Make:
    """A compound term."""

    functor: str
    args: tuple[Value, ...]


@frozen
class Arg:
    """An argument of a compound term, from 0."""

    number: int
    of: Value
    functor: Signature
    """The functor of the term, with its number of arguments."""


@frozen
class Calc:
    """Arithmetic."""

    op: str
    left: Value
    right: Value


@frozen
class Slot:
    """A part of the position or of the move: ``phase``, ``act``."""

    name: str


@frozen
class Held:
    """The number of pieces of a kind at a place, or nothing."""

    place: Value
    piece: Value


@frozen
class Ask:
    """The answer of a function."""

    function: Function
    args: tuple[Value, ...]


@frozen
class Look:
    """The entry of an index of a table under a key."""

    index: Index
    args: tuple[Value, ...]


@frozen
class Column:
    """One of several wanted values of a row."""

    number: int
    row: Local


Value: TypeAlias = Local | Int | Const | Make | Arg | Calc | Slot | Held | Ask | Look | Column

# Tests


@frozen
class Test:
    """A comparison."""

    op: str
    left: Value
    right: Value


@frozen
class IsA:
    """A term has this functor."""

    of: Value
    functor: str
    maybe_number: bool
    """It could also be a number."""
    arity: int


@frozen
class IsNumber:
    """A value is a number, where it could also be a name."""

    of: Value


@frozen
class Found:
    """There is such a value."""

    value: Value


@frozen
class Bare:
    """Nothing lies at a place."""

    place: Value


@frozen
class AnyOf:
    """A value is one of several."""

    value: Value
    options: tuple[Value, ...]


@frozen
class Holds:
    """A question without wanted values."""

    question: Ask | Look


@frozen
class Not:
    """The opposite."""

    test: Condition


@frozen
class All:
    """Several tests, in this order."""

    tests: tuple[Condition, ...]


Condition: TypeAlias = Test | IsA | IsNumber | Found | Bare | AnyOf | Holds | Not | All

# Where loops run


@frozen
class Rows:
    """The rows of an answer."""

    of: Ask | Look


@frozen
class Pieces:
    """The kinds of pieces at a place, with their numbers."""

    place: Value


@frozen
class Places:
    """All places where something lies."""


@frozen
class Options:
    """Several values."""

    values: tuple[Value, ...]


@frozen
class Span:
    """The numbers from one to another."""

    low: Value
    high: Value


@frozen
class Growing:
    """The rows so far of a table that depends on itself."""

    pred: str


Source: TypeAlias = Rows | Pieces | Places | Options | Span | Growing

# Statements


@frozen
class Let:
    """A name for a value."""

    local: Local
    value: Value


@frozen
class If:
    """Only if a test holds."""

    test: Condition
    body: tuple[Statement, ...]


@frozen
class For:
    """For each row of a source."""

    locals: tuple[Local, ...]
    source: Source
    body: tuple[Statement, ...]


@frozen
class Zero:
    """Begin a sum; `seen` if it must remember what it has added."""

    total: Local
    seen: bool


@frozen
class Add:
    """Add to a sum; once for each `key`, if there is one."""

    total: Local
    value: Value
    key: tuple[Value, ...] | None


@frozen
class Emit:
    """An answer of the function. `new` if no row before it can be the same."""

    values: tuple[Value, ...]
    new: bool


@frozen
class Derive:
    """A row of a table that depends on itself."""

    pred: str
    values: tuple[Value, ...]


@frozen
class Stated:
    """The statements of a clause."""

    clause: Clause
    body: tuple[Statement, ...]


@frozen
class Cases:
    """Tests that exclude each other."""

    cases: tuple[tuple[Condition, tuple[Statement, ...]], ...]


Statement: TypeAlias = Let | If | For | Zero | Add | Emit | Derive | Stated | Cases


def within(node: object) -> Iterator[tuple[object, bool]]:
    """All parts of some statements, each with whether it stands in a loop."""
    if isinstance(node, tuple):
        for one in node:
            yield from within(one)
    elif isinstance(node, For):
        yield from ((part, True) for part, _ in within(node.body))
        yield from within(node.source)
    elif (kind := type(node)) and has(kind) and not isinstance(node, Clause | Function | Index):
        yield node, False
        for attribute in fields(kind):
            yield from within(getattr(node, attribute.name))


def names(node: object) -> set[str]:
    """The local variables that something uses."""
    return {part.name for part, _ in within(node) if isinstance(part, Local)}


def questions(node: object) -> Iterator[tuple[Function, bool]]:
    """The functions that something asks, and whether it asks them in a loop."""
    return ((part.function, often) for part, often in within(node) if isinstance(part, Ask))


def indexes(node: object) -> set[Index]:
    """The indexes of a position or a move that something looks into."""
    looks = (part.index for part, _ in within(node) if isinstance(part, Look))
    return {index for index in looks if index.stage}


def pruned(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The same statements, without names for values that nobody uses."""
    found: list[Statement] = []
    live: set[str] = set()
    for statement in reversed(body):
        match statement:
            case Let(Local(name)) if name not in live:
                continue
            case If(body=inner) | For(body=inner) | Stated(body=inner):
                kept: Statement = evolve(statement, body=pruned(inner))
            case Cases(cases):
                kept = Cases(tuple((test, pruned(inner)) for test, inner in cases))
            case _:
                kept = statement
        found.append(kept)
        live |= names(kept)
    return tuple(reversed(found))


# Functions and tables

TEST, ONE, ROWS = "test", "one", "rows"
"""The kind of answer: yes or no, at most one row, or any number of rows."""


@define(eq=False)
class Function:
    """A question and how it is answered."""

    name: str
    pred: str
    stage: int
    params: tuple[str, ...]
    kind: str
    width: int
    """The number of wanted values."""
    body: tuple[Statement, ...] = ()
    kept: bool = False
    """The answer is remembered with the position or the move."""
    given: dict[int, Term] = field(factory=dict)
    """The arguments that are constants."""


@define(eq=False)
class Index:
    """A table by some of its columns."""

    name: str
    pred: str
    stage: int
    mode: str
    kind: str


@define(eq=False)
class Solution:
    """Tables that depend on themselves: what they begin with, and what follows from each new row."""

    name: str
    preds: tuple[str, ...]
    stage: int
    start: tuple[Statement, ...] = ()
    steps: dict[str, tuple[tuple[Local, ...], tuple[Statement, ...]]] = field(factory=dict)


@frozen
class Plan:
    """A whole program."""

    functions: tuple[Function, ...]
    tables: tuple[Function | Solution, ...]
    """What depends on the edition alone, in the order in which it is computed; and all solutions."""
    given: tuple[str, ...]
    """The facts of the edition."""
    indexes: tuple[Index, ...]
    outputs: dict[str, Function | Index]
    single: frozenset[str]
    """The outputs that have one answer at most, by their keys."""
    books: tuple[Clause, ...] = ()
    """The clauses that the runtime does: it adds up what moves from place to place."""


def name_of(pred: str) -> str:
    """A predicate as part of a name."""
    return pred.replace(".", "_")
