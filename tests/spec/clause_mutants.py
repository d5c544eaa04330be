"""Every clause of the rules with a small mistake: the mutants, and what each of them says, many at once.

Six kinds of change: the clause is dropped; or it has another comparison (`<` for `<=`), one more (`2` for `1`), `-` for
`+`, a literal less, or in the head another variable of the same sort.

All of them are compiled together (`spec.compiler`), each behind a switch: a clause is left out where its switch is
given with the facts of an edition, and a changed clause is there only where its own is. So one module has the rules
with any of the mistakes, and every question can be put to each.

A change that makes a clause ill sorted is no question of play: `python -m spec.tools.sorts` refuses it. Without sorts a
clause could derive what there is not, such as a mover in the alcazar, of which clingo would see the consequences and
the compiled rules, which rely on sorts, would not.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import FrameType, ModuleType
from typing import TypeVar

import clingo
from attrs import field, frozen
from clingo import Number
from clingo.ast import AST, BinaryOperator, ComparisonOperator, Transformer
from clingo.symbol import SymbolType

from spec.compiler.build import loaded
from spec.tools import facts
from spec.tools.logic import Part, Term
from spec.tools.oracle import Now, Oracle
from spec.tools.sorts import faults, variables_of
from tests.spec.agreement import Rules
from tests.spec.clauses import Numbered, clauses, declarations
from toledo_rules import Edition, State

_OTHER = {
    ComparisonOperator.LessThan: ComparisonOperator.LessEqual,
    ComparisonOperator.LessEqual: ComparisonOperator.LessThan,
    ComparisonOperator.GreaterThan: ComparisonOperator.GreaterEqual,
    ComparisonOperator.GreaterEqual: ComparisonOperator.GreaterThan,
    ComparisonOperator.NotEqual: ComparisonOperator.Equal,
}


@frozen(eq=False)
class ClauseMutant:
    """A clause, and what stands in its place: a changed one, or nothing."""

    number: int
    clause: Numbered
    kind: str
    node: AST | None
    name: str = field()

    @name.default
    def _named(self) -> str:
        return f"{self.clause.rule}: {self.text}"

    @property
    def text(self) -> str:
        """The changed clause."""
        return f"without {self.clause.node}" if self.node is None else str(self.node)

    @property
    def well_sorted(self) -> bool:
        """It is a clause of the vocabulary."""
        return self.node is None or not any(faults([self.node]))

    @property
    def switches(self) -> tuple[Term, ...]:
        """The facts by which `switched` has this mistake."""
        return (f"without_{self.clause.number}",), (f"mutant_{self.number}",)

    def __str__(self) -> str:
        return self.name


class _Change(Transformer):
    """Makes one change, at the place with this number; counts the places on the way."""

    def __init__(self, place: int) -> None:
        self.place, self.seen, self.kind = place, 0, ""

    def _here(self, kind: str) -> bool:
        self.seen += 1
        if self.seen - 1 != self.place:
            return False
        self.kind = kind
        return True

    def visit_Guard(self, node: AST) -> AST:
        if node.comparison in _OTHER and self._here("comparison"):
            return node.update(comparison=int(_OTHER[ComparisonOperator(node.comparison)]))
        return node.update(**self.visit_children(node))

    def visit_SymbolicTerm(self, node: AST) -> AST:
        if node.symbol.type == SymbolType.Number and self._here("one more"):
            return node.update(symbol=Number(node.symbol.number + 1))
        return node

    def visit_BinaryOperation(self, node: AST) -> AST:
        swap = {
            BinaryOperator.Plus: BinaryOperator.Minus,
            BinaryOperator.Minus: BinaryOperator.Plus,
        }
        if node.operator_type in swap and self._here("plus and minus"):
            return node.update(operator_type=int(swap[BinaryOperator(node.operator_type)]))
        return node.update(**self.visit_children(node))


class _Swap(Transformer):
    """Replaces one occurrence of a variable."""

    def __init__(self, place: int, new: str) -> None:
        self.place, self.new, self.seen = place, new, 0

    def visit_Variable(self, node: AST) -> AST:
        self.seen += 1
        return node.update(name=self.new) if self.seen - 1 == self.place else node


class _Names(Transformer):
    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Variable(self, node: AST) -> AST:
        self.found.append(node.name)
        return node


def changes(node: AST) -> Iterator[tuple[str, AST]]:
    """Every changed clause that comes of one."""
    place = 0
    while True:
        change = _Change(place)
        changed = change.visit(node)
        if not change.kind:
            break
        yield change.kind, changed
        place += 1
    for index in range(len(node.body)):
        rest = [literal for number, literal in enumerate(node.body) if number != index]
        yield "dropped literal", node.update(body=rest)
    sorts = variables_of(node)
    names = _Names()
    names.visit(node.head)
    for place, name in enumerate(names.found):
        for other in sorted(sorts):
            if name != other and name in sorts and sorts[name] == sorts[other]:
                yield "swapped variable", node.update(head=_Swap(place, other).visit(node.head))


def is_safe(node: AST) -> bool:
    """Every variable of the clause is bound; otherwise it is no program, and clingo refuses it."""
    quiet = clingo.Control(logger=lambda _code, _text: None)
    try:
        quiet.add("base", [], str(node))
        quiet.ground([("base", [])])
    except RuntimeError:
        return False
    return True


@cache
def mutants() -> tuple[ClauseMutant, ...]:
    """Every mutant of every clause that is a program."""
    found: list[ClauseMutant] = []
    for clause in clauses():
        found.append(ClauseMutant(len(found), clause, "dropped clause", None))
        texts = {str(clause.node)}
        for kind, node in changes(clause.node):
            if str(node) not in texts:
                texts.add(str(node))
                if is_safe(node):
                    found.append(ClauseMutant(len(found), clause, kind, node))
    return tuple(found)


# The rules with a mistake


def _guarded(text: str, literal: str) -> str:
    return f"{text[:-1]}{';' if ':-' in text else ' :-'} {literal}.\n"


@cache
def switched() -> ModuleType:
    """The rules and all their mutants, compiled together."""
    changed: dict[int, list[ClauseMutant]] = {}
    for mutant in mutants():
        if mutant.well_sorted:
            changed.setdefault(mutant.clause.number, []).append(mutant)
    sections = [Part("vocabulary", "".join(f"{node}\n" for node in declarations()))]
    for clause in clauses():
        text = _guarded(str(clause.node), f"not without_{clause.number}")
        for mutant in changed.get(clause.number, ()):
            if mutant.node is not None:
                text += _guarded(str(mutant.node), f"mutant_{mutant.number}")
        sections.append(Part(clause.rule, text))
    return loaded(sections, keys=False)


def mistaken(edition: Iterable[Term], mutant: ClauseMutant | None) -> Oracle:
    """The rules with a mistake, or as they are, for an edition."""
    return Oracle([*edition, *(mutant.switches if mutant else ())], switched())


@cache
def rules_with(mutant: ClauseMutant | None) -> Rules:
    """The rules with a mistake, or as they are."""

    @cache
    def rules(edition: Edition, players: int) -> Oracle:
        return mistaken(facts.edition(edition, players), mutant)

    return rules


def without(clause: Numbered) -> ClauseMutant:
    """The rules without a clause."""
    return next(m for m in mutants() if m.clause is clause and m.node is None)


# Whether a question notices it

T = TypeVar("T")
LIMIT = 3.0
"""Seconds of processor time for the answers of a mutant, after which it is endless."""


class EndlessError(Exception):
    """A question that a mutant does not answer in time."""


def limited(ask: Callable[[], T], seconds: float = LIMIT) -> T:
    """The answer.

    The garbage collector waits: in a process that holds all mutants it takes seconds, which are not the answer's.

    Raises:
        EndlessError: if it takes more than so many seconds of processor time.
    """

    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGVTALRM, give_up)
    gc.disable()
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        return ask()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        gc.enable()
        signal.signal(signal.SIGVTALRM, before)


def answers(oracle: Oracle, now: Now) -> Iterator[object]:
    """All that `tests.spec.agreement` and the conformance suite ask about a position, from the cheapest."""
    yield {*oracle.legal(now)}
    yield oracle.weights(now)
    result = oracle.results(now)
    yield {item: points for item, points in result.points.items() if points}
    yield result.goal, result.rank, result.winners
    for act, move in sorted(oracle.moves(now), key=lambda pair: str(pair[0])):
        after = oracle.game.after(move)
        yield act, after.at, [getattr(after, slot) for slot in ("active", "phase")]
        yield after.tile_card, after.trigger, oracle.game.reveals(move), oracle.told(move)
    for viewer in oracle.viewers:
        yield oracle.seen(now, viewer)


def differs(right: Iterable[object], wrong: Iterator[object]) -> bool:
    """The answers are not the same, or there are none: something would be two things at once."""
    try:
        return any(one != other for one, other in zip(right, wrong, strict=True))
    except ValueError:
        return True


@cache
def _right(state: State) -> tuple[object, ...]:
    oracle = _as_it_is(state.edition, len(state.players))
    return tuple(answers(oracle, oracle.of(state)))


@cache
def _as_it_is(edition: Edition, players: int) -> Oracle:
    return mistaken(facts.edition(edition, players), None)


def notices(state: State, mutant: ClauseMutant, rules: Rules | None = None) -> bool:
    """The changed rules say something else of a position."""
    wrong = (rules or rules_with(mutant))(state.edition, len(state.players))
    return differs(_right(state), answers(wrong, wrong.of(state)))
