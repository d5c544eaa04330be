"""Changes every clause of the rules a little and asks which changes the comparison with the library would notice.

    make clause-mutants                     # all of them; writes spec/proofs/mutants.md
    python -m tests.spec.clause_mutants --start 200 --stop 300

Four kinds of change: another comparison (`<` for `<=`), one more or less (`N+1` for `N`, `-` for `+`), a dropped
literal, and a variable in the head replaced by another one of the same sort. A mutant is noticed if the changed rules
give another answer in some position of a sample: other legal moves, another successor, view, score or setup. As the
library agrees with the rules on these positions, a comparison with it would notice the change too.

The positions that notice mutants which the standard sample does not are kept in tests/spec/steered.txt, in position
notation. `make test` compares library and rules on all of them.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random

from attrs import frozen
from clingo import Number
from clingo.ast import AST, BinaryOperator, ComparisonOperator, Transformer
from clingo.symbol import SymbolType

from spec.tools import facts
from spec.tools.logic import SPEC, LogicError, depending, heads
from spec.tools.oracle import Oracle
from spec.tools.sorts import variables_of
from tests.spec.agreement import sample
from tests.spec.audit import Numbered, clauses, declarations, fired
from toledo_rules import State, new_game
from toledo_rules.notation import format_position, parse_position

TABLE = SPEC / "proofs" / "mutants.md"
STEERED = Path(__file__).parent / "steered.txt"
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
BATCHES = 16
"""As many batches as `make test` compares."""

_OTHER = {
    ComparisonOperator.LessThan: ComparisonOperator.LessEqual,
    ComparisonOperator.LessEqual: ComparisonOperator.LessThan,
    ComparisonOperator.GreaterThan: ComparisonOperator.GreaterEqual,
    ComparisonOperator.GreaterEqual: ComparisonOperator.GreaterThan,
    ComparisonOperator.NotEqual: ComparisonOperator.Equal,
}


@frozen(eq=False)
class ClauseMutant:
    """A clause, and a changed one in its place."""

    clause: Numbered
    kind: str
    node: AST

    def __str__(self) -> str:
        return f"{self.clause.rule}: {self.node}"


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

    def visit_Guard(self, node: AST) -> AST:  # noqa: N802  # the names are clingo's
        if node.comparison in _OTHER and self._here("comparison"):
            return node.update(comparison=int(_OTHER[ComparisonOperator(node.comparison)]))
        return node.update(**self.visit_children(node))

    def visit_SymbolicTerm(self, node: AST) -> AST:  # noqa: N802
        if node.symbol.type == SymbolType.Number and self._here("one more"):
            return node.update(symbol=Number(node.symbol.number + 1))
        return node

    def visit_BinaryOperation(self, node: AST) -> AST:  # noqa: N802
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

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802
        self.seen += 1
        return node.update(name=self.new) if self.seen - 1 == self.place else node


class _Names(Transformer):
    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802
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


@cache
def mutants() -> tuple[ClauseMutant, ...]:
    """Every mutant of every clause, the two frame clauses left out, which the oracle does as set operations."""
    found = []
    for clause in clauses():
        if heads(clause.node) == [("next", 1)]:
            continue
        texts = {str(clause.node)}
        for kind, node in changes(clause.node):
            if str(node) not in texts:
                texts.add(str(node))
                found.append(ClauseMutant(clause, kind, node))
    return tuple(found)


OUTPUTS = {
    "successors": (("legal", 2), ("gone", 1), ("new", 1)),
    "views": (("sees", 2),),
    "results": (("points", 3), ("goal", 2), ("rank", 2), ("winner", 1)),
    "setup": (("init", 1),),
}


@cache
def concerns(clause: int) -> tuple[str, ...]:
    """The questions whose answers depend on a clause."""
    program = [c.node for c in clauses()]
    derived = depending(program, heads(clauses()[clause].node))
    return tuple(name for name, outputs in OUTPUTS.items() if derived.intersection(outputs))


def answers(oracle: Oracle, question: str, states: Sequence[State]) -> object:
    """What some rules say about positions of one table."""
    edition = facts.edition(states[0].edition, len(states[0].players))
    if question == "setup":
        state = new_game(3, Random(1))
        dealt = [facts.call("first", 2)] + [
            facts.call("dealt", seat, facts.card(card), player.hand.count(card))
            for seat, player in enumerate(state.players)
            for card in dict.fromkeys(player.hand)
        ]
        return oracle.setup(facts.edition(state.edition, 3), dealt)
    positions = [facts.position(state) for state in states]
    return getattr(oracle, question)(edition, positions)


@cache
def _right() -> Oracle:
    return Oracle()


class _Expected:
    """The right answers, each asked once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], object] = {}

    def __call__(self, question: str, states: Sequence[State], key: int) -> object:
        if (question, key) not in self._known:
            self._known[question, key] = answers(_right(), question, states)
        return self._known[question, key]


@frozen
class Group:
    """Positions of one table that are asked about at once."""

    key: int
    states: tuple[State, ...]


def groups(states: Sequence[State], first: int, size: int = 10) -> list[Group]:
    """Positions sorted into groups by edition and number of players."""
    tables: dict[tuple[str, int], list[State]] = {}
    for state in states:
        tables.setdefault((state.edition.name, len(state.players)), []).append(state)
    parts = [some[i : i + size] for some in tables.values() for i in range(0, len(some), size)]
    return [Group(first + number, tuple(part)) for number, part in enumerate(parts)]


class Hunt:
    """The sample, and which of its groups notice what."""

    def __init__(self, batches: int = BATCHES) -> None:
        self.expected = _Expected()
        self.groups: list[Group] = []
        self.fires: list[set[int]] = []
        for number in range(batches):
            self.add(sample(number))
        self.standard = len(self.groups)
        self.add(steered())

    def add(self, states: Sequence[State]) -> None:
        """More positions."""
        for group in groups(states, len(self.groups)):
            self.groups.append(group)
            self.fires.append(set[int]().union(*fired(group.states)))

    def noticed(self, mutant: ClauseMutant, look: int) -> Group | str | None:
        """The first group in which the mutant gives another answer; a word if it is no program."""
        rest = [c.node for c in clauses() if c is not mutant.clause]
        try:
            oracle = Oracle([*declarations(), *rest, mutant.node])
            questions = concerns(mutant.clause.number)
            if not questions:
                return None
            number = mutant.clause.number
            order = sorted(
                range(len(self.groups)),
                key=lambda i: (number not in self.fires[i], i < self.standard, i),
            )
            if questions == ("setup",):
                order = order[:1]
            for i in order[:look]:
                group = self.groups[i]
                for question in questions:
                    right = self.expected(question, group.states, group.key)
                    try:
                        if answers(oracle, question, group.states) != right:
                            return group
                    except KeyError:  # a view or a number that is not there any more
                        return group
        except LogicError as error:
            return "undefined" if "undefined" in str(error) else "no program"
        except RuntimeError:
            return "no program"
        return None


def steered() -> list[State]:
    """The positions of tests/spec/steered.txt."""
    lines = STEERED.read_text("utf-8").splitlines() if STEERED.exists() else []
    return [parse_position(line) for line in lines if line and not line.startswith("#")]


def reasons() -> dict[str, str]:
    """For mutants that are equivalent, why no position can notice them."""
    if not EQUIVALENT.exists():
        return {}
    entries = tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutant"]
    return {f"{entry['rule']}: {entry['clause']}": entry["reason"] for entry in entries}


@frozen
class Finding:
    """What became of a mutant."""

    mutant: ClauseMutant
    how: str
    """standard, steered, undefined, no program, equivalent or NOT NOTICED."""

    @property
    def row(self) -> str:
        """Its line in the table."""
        text = str(self.mutant.node).replace("|", "\\|")
        return f"| {self.mutant.clause.rule} | {self.mutant.kind} | `{text}` | {self.how} |"


def find(hunt: Hunt, mutant: ClauseMutant, look: int) -> Finding:
    """Ask whether a mutant is noticed."""
    group = hunt.noticed(mutant, look)
    if isinstance(group, str):
        return Finding(mutant, group)
    if group is not None:
        return Finding(mutant, "standard" if group.key < hunt.standard else "steered")
    return Finding(mutant, "equivalent" if str(mutant) in reasons() else "NOT NOTICED")


def steer(mutant: ClauseMutant, more: Sequence[int]) -> State | None:
    """A position outside the sample that notices a mutant."""
    rest = [c.node for c in clauses() if c is not mutant.clause]
    oracle = Oracle([*declarations(), *rest, mutant.node])
    for number in more:
        for group in groups(sample(number), 0):
            for question in concerns(mutant.clause.number):
                right = answers(_right(), question, group.states)
                if answers(oracle, question, group.states) != right:
                    return next(
                        state
                        for state in group.states
                        if answers(oracle, question, [state])
                        != answers(_right(), question, [state])
                    )
    return None


def write(findings: Sequence[Finding], seconds: float) -> None:
    """The committed table."""
    counted = Counter(finding.how for finding in findings)
    programs = [f for f in findings if f.how not in ("no program", "undefined")]
    different = [f for f in programs if f.how != "equivalent"]
    noticed = sum(f.how in ("standard", "steered") for f in different)
    known = reasons()
    today = datetime.now(tz=UTC).date().isoformat()
    text = f"""# Mutants of the clauses

Written by `make clause-mutants` on {today}, in {seconds:.0f} seconds of processor time. Each clause is changed a
little, and the rules with the change are asked about the positions that `make test` compares.

| what became of them | mutants |
|---|---|
| noticed in the standard sample ({BATCHES} batches) | {counted["standard"]} |
| noticed in the steered positions | {counted["steered"]} |
| noticed at once: something is no longer defined, or arithmetic fails | {counted["undefined"]} |
| no program: a variable is unsafe | {counted["no program"]} |
| equivalent, with a reason | {counted["equivalent"]} |
| not noticed, and not shown to be equivalent | {counted["NOT NOTICED"]} |

Of {len(different)} mutants that are programs and not known to be equivalent, {noticed} are noticed
({noticed / max(1, len(different)):.1%}).
"""
    for title, how in (("Not noticed", "NOT NOTICED"), ("Equivalent", "equivalent")):
        rows = [f for f in findings if f.how == how]
        text += f"\n## {title}\n\n| rule | change | clause | reason |\n|---|---|---|---|\n"
        for f in rows:
            reason = known.get(str(f.mutant), "open")
            text += f"{f.row.rsplit('|', 2)[0]}| {reason} |\n"
    TABLE.write_text(text, encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Change every clause a little.")
    parser.add_argument("--start", type=int, default=0, help="the first mutant (0)")
    parser.add_argument("--stop", type=int, help="stop before this one")
    parser.add_argument("--look", type=int, default=70, help="groups of positions to ask (70)")
    parser.add_argument("--steer", type=int, default=0, help="batches to search for more positions")
    options = parser.parse_args(argv)
    began = time.process_time()
    hunt = Hunt()
    findings = []
    for number, mutant in enumerate(mutants()[options.start : options.stop], options.start):
        finding = find(hunt, mutant, options.look)
        if finding.how == "NOT NOTICED" and options.steer:
            state = steer(mutant, range(BATCHES, BATCHES + options.steer))
            if state is not None:
                with STEERED.open("a", encoding="utf-8") as file:
                    file.write(f"{format_position(state)}\n")
                hunt.add([state])
                finding = Finding(mutant, "steered")
        findings.append(finding)
        print(number, finding.how, mutant, flush=True)
    if options.start == 0 and options.stop is None:
        write(findings, time.process_time() - began)
    return 1 if any(f.how == "NOT NOTICED" for f in findings) else 0


if __name__ == "__main__":
    sys.exit(main())
