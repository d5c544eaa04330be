"""Every clause of the rules with a small mistake: the mutants, and what each of them says, many at once.

Six kinds of change: the clause is dropped; or it has another comparison (`<` for `<=`), one more (`2` for `1`), `-` for
`+`, a literal less, or in the head another variable of the same sort.

A grounding already answers for many positions, because every predicate that depends on the position has one more
argument, the case. Here a case is a position *and* a mutant. The clause that the mutant changes asks that the case has
no mutant of it, and the changed clause asks that the case has this one. So hundreds of mutants are tried at the price
of as many positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import clingo
from attrs import field, frozen
from clingo import Function, Number
from clingo.ast import AST, BinaryOperator, ComparisonOperator, Transformer
from clingo.symbol import Symbol, SymbolType

from spec.tools import facts
from spec.tools.facts import Position
from spec.tools.logic import Signature, bodies, depending, heads, needed, with_argument
from spec.tools.oracle import EVERY_MOVE
from spec.tools.sorts import variables_of
from tests.spec.clauses import Numbered, clauses, declarations
from toledo_rules import State
from toledo_rules.editions import edition_digest

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


# Answers

PLAY = frozenset(
    {
        *(("legal", 2), ("weight", 2), ("gone", 1), ("new", 1), ("told", 3), ("reveals", 0)),
        *(("sees", 2), ("points", 3), ("goal", 2), ("rank", 2), ("winner", 1)),
    }
)
"""All that `tests.spec.agreement` and the conformance suite ask about a position."""

Answers: TypeAlias = frozenset[tuple[object, ...]]


@cache
def _whole() -> tuple[AST, ...]:
    return (*declarations(), *(clause.node for clause in clauses()))


@cache
def concerns(clause: Numbered, outputs: frozenset[Signature]) -> frozenset[Signature]:
    """Those of the outputs that depend on a clause."""
    found = outputs & depending(_whole(), heads(clause.node))
    # What is chosen, counted or told depends on which moves there are.
    of_moves = {("gone", 1), ("new", 1), ("told", 3), ("reveals", 0), ("weight", 2)}
    if ("legal", 2) in found:
        found |= outputs & of_moves
    return found | (outputs & {("legal", 2)} if found & of_moves else frozenset())


class _Rewritten:
    """Every clause and every mutant as a text, in which all that is derived has a case, and a move if need be."""

    def __init__(self) -> None:
        derived = {head for clause in clauses() for head in heads(clause.node)}
        self._of_moves = depending(_whole(), [("does", 2)])
        self._of_cases = {*derived, ("true", 1)}
        self.declared = "#defined mutant/2. #defined changed/2. #defined true/2.\n"
        self.declared += "".join(f"{node}\n" for node in declarations())
        self.clauses = [self(clause.node) for clause in clauses()]
        self.every_move = "".join(map(str, with_argument(EVERY_MOVE, self._added(), *_CASE)))

    def _added(self) -> set[Signature]:
        moves = {(name, arity + 1) for name, arity in self._of_moves}
        return {*self._of_cases, *moves, ("move", 1)}

    def __call__(self, node: AST) -> str:
        (moved,) = with_argument([node], self._of_moves, "Move", "move")
        (cased,) = with_argument([moved], self._added(), *_CASE)
        return str(cased)


_CASE = ("Case", "case")


@cache
def _rewritten() -> _Rewritten:
    return _Rewritten()


@cache
def _changed(mutant: ClauseMutant) -> str:
    return _rewritten()(mutant.node) if mutant.node is not None else ""


@cache
def _needed(outputs: frozenset[Signature]) -> tuple[Numbered, ...]:
    """The clauses that the outputs depend on."""
    texts = {str(node) for node in needed(_whole(), outputs)}
    return tuple(clause for clause in clauses() if str(clause.node) in texts)


@cache
def _inputs(outputs: frozenset[Signature]) -> set[Signature]:
    """What the edition has to say about it."""
    return {signature for clause in _needed(outputs) for signature, _ in bodies(clause.node)}


def _guarded(text: str, literal: str) -> str:
    return f"{text[:-1]}{';' if ':-' in text else ' :-'} {literal}.\n"


def _program(outputs: frozenset[Signature], changed: Iterable[int] = ()) -> str:
    """The part of the rules that is needed; these clauses only for cases without a mutant of them."""
    rewritten, guarded = _rewritten(), {*changed}
    text = rewritten.declared
    if ("legal", 2) in outputs:
        text += rewritten.every_move
    for clause in _needed(outputs):
        number = clause.number
        line = rewritten.clauses[number]
        text += _guarded(line, f"not changed(Case,{number})") if number in guarded else f"{line}\n"
    return text


class SideBySide:
    """The rules and some mutants of them in one program."""

    def __init__(self, tried: Iterable[ClauseMutant], outputs: frozenset[Signature]) -> None:
        self.outputs = outputs
        tried = list(tried)
        self._text = _program(outputs, {mutant.clause.number for mutant in tried})
        for mutant in tried:
            if mutant.node is not None:
                self._text += _guarded(_changed(mutant), f"mutant(Case,{mutant.number})")

    def answers(
        self,
        edition: Iterable[Symbol],
        cases: Sequence[tuple[Position, ClauseMutant | None]],
    ) -> list[Answers]:
        """What the rules of each case say about its position."""
        given = _relevant(edition, self.outputs)
        for number, (position, mutant) in enumerate(cases):
            case = Number(number)
            given.append(Function("case", [case]))
            given += [Function("true", [case, fluent]) for fluent in position]
            if mutant is not None:
                given.append(Function("mutant", [case, Number(mutant.number)]))
                given.append(Function("changed", [case, Number(mutant.clause.number)]))
        control = _ground(self._text, given)
        return [
            frozenset(_told_in_order(_after(found, position)))
            for (position, _), found in zip(cases, self._read(control, len(cases)), strict=True)
        ]

    def _read(self, control: clingo.Control, size: int) -> list[set[tuple[object, ...]]]:
        found: list[set[tuple[object, ...]]] = [set() for _ in range(size)]
        of_moves = depending(_whole(), [("does", 2)])
        for name, arity in self.outputs:
            extra = 1 + ((name, arity) in of_moves)
            for atom in control.symbolic_atoms.by_signature(name, arity + extra):
                case, *rest = atom.symbol.arguments
                if name == "legal":  # whose move it is, nobody asks: one player is on turn
                    rest = rest[-1:]
                if name == "points" and rest[-1] == Number(0):  # nothing is no line of a score
                    continue
                found[case.number].add((name, *rest))
        return found


def _after(found: set[tuple[object, ...]], position: Position) -> set[tuple[object, ...]]:
    """The two frame clauses as set operations: what is gone or new matters only as far as it makes a difference."""
    new = {(move, fluent) for name, move, *rest in found if name == "new" for fluent in rest}
    kept = set()
    for atom in found:
        if atom[0] == "gone" and (atom[2] not in position or atom[1:] in new):
            continue
        if atom[0] == "new" and atom[2] in position:
            continue
        kept.add(atom)
    return kept


def _told_in_order(found: set[tuple[object, ...]]) -> Iterator[tuple[object, ...]]:
    """The numbers of events give their order, and nothing else."""
    heard: dict[tuple[object, object], dict[int, set[object]]] = {}
    for atom in found:
        if atom[0] == "told":
            _, move, viewer, number, event = atom
            assert isinstance(number, Symbol)
            heard.setdefault((move, viewer), {}).setdefault(number.number, set()).add(event)
        else:
            yield atom
    for key, events in heard.items():
        yield ("told", *key, tuple(frozenset(events[number]) for number in sorted(events)))


def _ground(text: str, given: Iterable[Symbol]) -> clingo.Control:
    """Derive what follows. An operation that is undefined in a mutant derives nothing."""
    control = clingo.Control(logger=lambda _code, _text: None)
    control.add("base", [], text)
    with control.backend() as backend:
        for fact in given:
            backend.add_rule([backend.add_atom(fact)])
    control.ground([("base", [])])
    return control


def prepare(tried: Iterable[ClauseMutant], outputs: frozenset[Signature]) -> None:
    """Rewrite what a question about these mutants needs, so that a child process need not."""
    for mutant in tried:
        _changed(mutant)
        asked = concerns(mutant.clause, outputs)
        _needed(asked), _inputs(asked)


def table_of(state: State) -> tuple[str, int]:
    """Positions of one edition and number of players can be asked about together."""
    return edition_digest(state.edition), len(state.players)


def noticed(
    pairs: Iterable[tuple[State, ClauseMutant]], outputs: frozenset[Signature] = PLAY
) -> set[tuple[State, ClauseMutant]]:
    """The positions and mutants for which the changed rules say something else."""
    groups: dict[object, list[tuple[State, ClauseMutant]]] = {}
    for state, mutant in pairs:
        asked = concerns(mutant.clause, outputs)
        if asked:
            groups.setdefault((table_of(state), asked), []).append((state, mutant))
    found = set()
    for key, some in groups.items():
        found |= _noticed_in_a_table(some, concerns(some[0][1].clause, outputs))
        del key
    return found


def _noticed_in_a_table(
    pairs: Sequence[tuple[State, ClauseMutant]], outputs: frozenset[Signature]
) -> set[tuple[State, ClauseMutant]]:
    states = list(dict.fromkeys(state for state, _ in pairs))
    positions = {state: facts.position(state) for state in states}
    edition = facts.edition(states[0].edition, len(states[0].players))
    rules = SideBySide(dict.fromkeys(mutant for _, mutant in pairs), outputs)
    cases = [(positions[state], None) for state in states]
    answers = rules.answers(edition, [*cases, *((positions[s], m) for s, m in pairs)])
    right: Mapping[State, Answers] = dict(zip(states, answers, strict=False))
    return {
        pair
        for pair, answer in zip(pairs, answers[len(states) :], strict=True)
        if answer != right[pair[0]]
    }


def _relevant(edition: Iterable[Symbol], outputs: frozenset[Signature]) -> list[Symbol]:
    return [fact for fact in edition if (fact.name, len(fact.arguments)) in _inputs(outputs)]


# Where a mutant could make a difference


def _marked(name: str, clause: str) -> str:
    """A clause that says under another name what it derives."""
    head, colon, body = clause[:-1].partition(" :- ")
    return f"{name},Case,{head}){colon}{body}."


class Difference:
    """Where a changed clause derives something else than the clause itself, whatever becomes of it then.

    Where it does not, the mutant cannot be noticed. One grounding says so of all mutants in many positions.
    """

    def __init__(self, tried: Sequence[ClauseMutant], outputs: frozenset[Signature]) -> None:
        self._outputs = outputs
        there = {clause.number for clause in _needed(outputs)}
        tried = [mutant for mutant in tried if mutant.clause.number in there]
        marked = [_program(outputs)]
        marked += [
            _marked(f"right({number}", _rewritten().clauses[number])
            for number in {mutant.clause.number for mutant in tried}
        ]
        for mutant in tried:
            if mutant.node is not None:
                marked.append(_marked(f"changed({mutant.number}", _changed(mutant)))
            marked.append(f"of({mutant.number},{mutant.clause.number}).")
        marked.append("different(C,M) :- changed(M,C,A), of(M,K), not right(K,C,A).")
        marked.append("different(C,M) :- right(K,C,A), of(M,K), not changed(M,C,A).")
        marked.append("#defined changed/3. #defined right/3. #defined of/2.")
        self._text = "\n".join(marked)

    def __call__(self, states: Sequence[State]) -> list[set[int]]:
        """For each position of a table, the numbers of the mutants that differ."""
        edition = facts.edition(states[0].edition, len(states[0].players))
        given = _relevant(edition, self._outputs)
        for number, state in enumerate(states):
            given.append(Function("case", [Number(number)]))
            given += [Function("true", [Number(number), f]) for f in facts.position(state)]
        control = _ground(self._text, given)
        found: list[set[int]] = [set() for _ in states]
        for atom in control.symbolic_atoms.by_signature("different", 2):
            case, mutant = atom.symbol.arguments
            found[case.number].add(mutant.number)
        return found
