"""Looks for a position that notices each mutant of the clauses, and writes what it found.

    python -m tests.spec.mutant_hunt

A mutant is noticed if the changed rules give another answer: other legal moves, another successor, weight, view or
score, something else that is told; or another set-up, another judgement of an edition, other knowledge, another reason
of a refusal. As the library
agrees with the rules on these positions, `make test` would notice an engine that makes this mistake.

The positions come from the conformance suite, so an engine that is compared with the suite is noticed too. A small set
of them, chosen greedily, is kept in tests/spec/steered.txt: `make test` compares library and rules on each. They are
asked first, and whatever they notice needs no search: after a change of a clause the command takes a minute or two, and
what it has found is saved as it goes. The result is tests/spec/mutants.json, with a page in spec/proofs/mutants.md.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import pickle
import resource
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, TypeVar

from clingo import Number, ast
from clingo.ast import AST, Sign
from clingo.symbol import Symbol

from spec.conformance import terms
from spec.conformance.write import CHOSEN, box, chosen, symbol
from spec.tools import facts
from spec.tools.logic import (
    SPEC,
    LogicError,
    Signature,
    bodies,
    depending,
    ground,
    heads,
    is_clause,
    needed,
    parse,
    read,
)
from spec.tools.oracle import Oracle
from spec.tools.versions import clauses_digest
from tests.spec import test_before_play as before_play
from tests.spec.agreement import sample
from tests.spec.clause_mutants import (
    PLAY,
    ClauseMutant,
    Difference,
    concerns,
    mutants,
    noticed,
    prepare,
    table_of,
)
from tests.spec.clauses import (
    Numbered,
    asked_elsewhere,
    clauses,
    declarations,
    fired,
    is_frame,
    needed_only_by,
)
from tests.spec.refusals import Clingo, asked_in_suite
from tests.spec.refusals import by_table as refused_by_table
from tests.spec.test_knowledge import CASES
from tests.strategies import EDITIONS
from toledo_rules import State, new_game, shipped_edition
from toledo_rules.codec import load
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.notation import format_position, parse_position
from toledo_rules.testing import moves

HERE = Path(__file__).parent
STEERED = HERE / "steered.txt"
EQUIVALENT = HERE / "equivalent.toml"
RESULT = HERE / "mutants.json"
PAGE = SPEC / "proofs" / "mutants.md"
SUITE = SPEC / "conformance"

Json: TypeAlias = Any
T = TypeVar("T")

NOT_NOTICED, EQUAL, ENDLESS = "NOT NOTICED", "equivalent", "endless"


# Positions


def steered() -> dict[str, State]:
    """The positions of tests/spec/steered.txt, by the id of the case of the suite."""
    lines = STEERED.read_text("utf-8").splitlines() if STEERED.exists() else []
    entries = [line.split("\t") for line in lines if not line.startswith("#")]
    return {name: parse_position(notation) for name, notation in entries}


def keep(positions: Mapping[str, State]) -> None:
    """Write tests/spec/steered.txt."""
    text = "# Positions that notice mutants of clauses: the case of the conformance suite, and its notation.\n"
    text += "# Written by `python -m tests.spec.mutant_hunt`.\n"
    text += "".join(f"{name}\t{format_position(state)}\n" for name, state in positions.items())
    STEERED.write_text(text, encoding="utf-8")


def chosen_cases() -> dict[str, State]:
    """The positions of the suite that were chosen by hand."""
    return {f"{CHOSEN}/{number}": state for number, state in enumerate(chosen())}


def shards() -> Iterator[dict[str, State]]:
    """The positions of the conformance suite: the large part by shards, then the small part."""
    for path in sorted((SUITE / "large").glob("[0-9]*.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield {case["id"]: load(case["position"], State) for case in map(json.loads, lines)}
    yield {
        case["id"]: load(case["position"], State)
        for name in SHIPPED_EDITIONS[1:]
        for case in json.loads((SUITE / "small" / f"{name}.json").read_text("utf-8"))
    }


def by_table(positions: Mapping[str, State], size: int = 40) -> Iterator[list[str]]:
    """The ids of positions that can be asked about together."""
    tables: dict[tuple[str, int], list[str]] = {}
    for name, state in positions.items():
        tables.setdefault(table_of(state), []).append(name)
    for names in tables.values():
        for start in range(0, len(names), size):
            yield names[start : start + size]


# A mutant may never come to an end


def limited(ask: Callable[[], T], seconds: int) -> T | None:
    """The answer, or None if it takes more than some seconds of processor time or more than three gigabytes."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
            answer = pickle.dumps(ask())
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(answer)
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(answer) if answer else None  # our own child has written it


class Hunt:
    """Which positions notice which mutants of play."""

    def __init__(self) -> None:
        self.wanted = {
            m.number: m for m in mutants() if not is_frame(m.clause) and concerns(m.clause, PLAY)
        }
        self.found: dict[int, str] = {}
        """For each mutant that was noticed the position, by its id, or *endless*."""
        self.tries: Counter[int] = Counter()
        self.known: dict[str, State] = {}
        """The positions that notice something."""
        self.unasked = steered()
        """Positions of the last time, as long as they may still be needed."""

    @property
    def left(self) -> list[ClauseMutant]:
        """The mutants that nothing has noticed yet."""
        return [m for number, m in self.wanted.items() if number not in self.found]

    def ask(self, name: str, state: State, numbers: Iterable[int]) -> int:
        """Try mutants in a position; the number of those that it notices."""
        tried = [n for n in numbers if n in self.wanted and n not in self.found]
        self.tries.update(tried)
        noticing = limited(lambda: _numbers(state, [self.wanted[n] for n in tried]), 40)
        if noticing is None:
            noticing = set()
            for number in tried:
                alone = limited(lambda n=number: _numbers(state, [self.wanted[n]]), 4)  # type: ignore[misc]  # mypy wants no default here
                if alone is None:
                    self.found[number] = ENDLESS
                else:
                    noticing |= alone
        self.found.update((number, name) for number in noticing)
        return len(noticing)

    def screen(self, state: State) -> None:
        """Find mutants without an end: those of clauses that a recursion depends on are asked one by one."""
        prepare(self.wanted.values(), PLAY)  # once, and not in every child
        whole = [clause.node for clause in clauses()]
        circles = [
            c.node
            for c in clauses()
            if {*heads(c.node)} & depending(whole, [s for s, _ in bodies(c.node)])
        ]
        behind = {str(n) for n in needed(whole, [h for node in circles for h in heads(node)])}
        within = {*map(str, circles)}
        before = {f"{one['rule']}: {one['clause']}": one["noticed"] for one in known()}
        self.found.update((m.number, ENDLESS) for m in self.left if before.get(m.name) == ENDLESS)
        for mutant in self.left:
            text = str(mutant.clause.node)
            counts = mutant.kind in ("one more", "plus and minus") and text in behind
            if mutant.name not in before and mutant.node is not None and (counts or text in within):
                numbers = limited(lambda m=mutant: _numbers(state, [m]), 4)  # type: ignore[misc]  # as above
                if numbers is None:
                    self.found[mutant.number] = ENDLESS
                    show(f"endless: {mutant}")

    def look(self, positions: Mapping[str, State], most: int) -> None:
        """Add positions that notice mutants which nothing has noticed yet, the most useful ones first."""
        left = self.left
        difference = Difference(left, PLAY)
        differing: dict[str, set[int]] = {}
        for names in by_table(positions):
            found = difference([positions[name] for name in names])
            differing.update(zip(names, found, strict=True))
        while True:
            open_ = {m.number for m in self.left if self.tries[m.number] < most}
            score = {
                name: len(some & open_) / cost(positions[name]) for name, some in differing.items()
            }
            best = max(score, key=score.__getitem__, default="")
            if not best or not score[best]:
                return
            numbers = differing.pop(best) & open_
            if self.ask(best, positions[best], numbers):
                self.known[best] = positions[best]
                keep({**self.known, **self.unasked})
            show(f"{len(self.left)} left, {len(self.known)} positions")


def _numbers(state: State, tried: Sequence[ClauseMutant]) -> set[int]:
    return {mutant.number for _, mutant in noticed([(state, mutant) for mutant in tried])}


def cost(state: State) -> int:
    """How dear it is to compare a position: each move is followed."""
    return 20 + len(moves(state))


# What is asked elsewhere than in a position

Setup: TypeAlias = tuple[tuple[Symbol, ...], list[Symbol], list[Symbol]]
"""An edition, what has been dealt, and whoever is named to begin."""


def setups_of_tests() -> Iterator[Setup]:
    """The set-ups that tests/spec/test_before_play.py compares: the deal from card to card, and the first position."""
    for edition in EDITIONS:
        for players in range(edition.least_players, edition.most_players + 1):
            known = facts.edition(edition, players)
            hands = before_play.hands(new_game(players, Random(players), edition=edition))
            for first in range(players):
                yield known, facts.dealt(hands), [facts.call("named", first)]
            yield known, facts.dealt(hands), []
            yield from ((known, facts.dealt(part), []) for part in _while_dealing(hands))
    yield from ((known, facts.dealt(dealt), []) for known, dealt in before_play.begun())


def _while_dealing(hands: Sequence[Sequence[T]]) -> Iterator[list[tuple[T, ...]]]:
    """The hands after each card of the deal."""
    full = [*map(tuple, hands)]
    for seat, hand in enumerate(full):
        for size in range(len(hand)):
            yield [*full[:seat], hand[:size], *[()] * (len(hands) - seat - 1)]


def setups_of_suite() -> Iterator[Setup]:
    """The set-ups of the conformance suite."""
    boxes = {name: box(shipped_edition(name)) for name in SHIPPED_EDITIONS}
    for case in json.loads((SUITE / "small" / "setup.json").read_text("utf-8")):
        known = [symbol(f) for f in terms.edition(boxes[case["edition"]["name"]], case["players"])]
        named = [] if case["first"] is None else [facts.call("named", case["first"])]
        so_far = [*_while_dealing(case["hands"])]
        for hands in (*so_far[:2], so_far[-1]):
            yield tuple(known), [symbol(fact) for fact in terms.dealt([*map(list, hands)])], []
        yield tuple(known), [symbol(fact) for fact in terms.dealt(case["hands"])], named


Rules: TypeAlias = Sequence[AST]
Ask: TypeAlias = Callable[[Rules], Iterator[object]]
"""Questions to some rules, whose answers come one by one."""


def asking_setups(setups: Iterable[Setup]) -> Ask:
    """Deals and first positions."""
    some = [*setups]

    def ask(rules: Rules) -> Iterator[object]:
        oracle = Oracle(rules)
        for edition, dealt, named in some:
            yield oracle.deal(edition, dealt)
            yield oracle.setup(edition, [*dealt, *named])

    return ask


def ask_editions(rules: Rules) -> Iterator[object]:
    """Which of the editions of tests/spec/test_before_play.py are well formed."""
    boxes = [facts.box(edition) for edition in before_play.editions()]
    yield [bool(broken) for broken in Oracle(rules).ill_formed(boxes)]


@cache
def noticed_by_editions() -> set[int]:
    """The mutants of clauses about editions by which some edition is judged otherwise.

    An edition is refused if it does not keep one of the clauses. So one grounding, in which every clause and every
    mutant says by its number which editions do not keep it, answers for all of them.
    """
    tried = {m.number: m for m in mutants() if heads(m.clause.node) == before_play.FORM}
    first = len(clauses())
    more = {first + number: m.node for number, m in tried.items() if m.node is not None}
    found = set()
    for unkept in before_play.unkept(before_play.editions(), more):
        broken = {number for number in unkept if number < first}
        for number, mutant in tried.items():
            wrong = bool(broken - {mutant.clause.number}) or first + number in unkept
            if wrong != bool(broken):
                found.add(number)
    return found


def ask_knowledge(rules: Rules) -> Iterator[object]:
    """What is certain in the positions of tests/spec/test_knowledge.py."""
    oracle = Oracle(rules)
    for state in CASES.values():
        known = facts.edition(state.edition, len(state.players))
        yield oracle.sure(known, [facts.position(state)])


REFUSE = {("against", 3), ("untimely", 2)}
"""What clauses derive that refuse a move."""


@cache
def noticed_by_refusals() -> set[int]:
    """The mutants of clauses that refuse by which the suite has another reason for some move.

    All that such a clause derives is a reason. So one grounding, in which every clause and every mutant says by its
    number what it derives, answers for all of them.
    """
    tried = [m for m in mutants() if REFUSE.issuperset(heads(m.clause.node))]
    stated = {c.number: c.node for c in clauses() if REFUSE.issuperset(heads(c.node))}
    first = len(clauses())
    changed = {first + m.number: m.node for m in tried if m.node is not None}
    marked = [_marked(number, node) for number, node in (stated | changed).items()]
    rules = [*declarations(), *(clause.node for clause in clauses()), *marked]
    asked = Clingo(rules, [(f"said_{name}", arity + 1) for name, arity in REFUSE])
    found: set[int] = set()
    for several in refused_by_table(asked_in_suite()):
        control = asked.ground(several)
        said: dict[int, set[tuple[object, ...]]] = {}
        for name, arity in REFUSE:
            for atom in read(control, f"said_{name}", arity + 3):
                case, move, number, *rest = atom.arguments
                said.setdefault(number.number, set()).add((name, case, move, *rest))
        right = Counter(chain.from_iterable(said.get(number, ()) for number in stated))
        for mutant in tried:
            before = said.get(mutant.clause.number, set())
            now = said.get(first + mutant.number, set())
            if any(right[one] == 1 for one in before - now) or any(not right[x] for x in now):
                found.add(mutant.number)
    return found


def _marked(number: int, node: AST) -> AST:
    """A clause that says by its number what it derives."""
    where, symbol_ = node.location, node.head.atom.symbol
    arguments = [ast.SymbolicTerm(where, Number(number)), *symbol_.arguments]
    said = ast.Function(where, f"said_{symbol_.name}", arguments, 0)
    return node.update(head=ast.Literal(where, Sign.NoSign, ast.SymbolicAtom(said)))


def ask_refusals(rules: Rules) -> Iterator[object]:
    """All reasons against the moves of the suite that are refused, in order, and the one that is told."""
    asked = Clingo(rules, [("reason", 3), ("why_not", 2)])
    for several in refused_by_table(asked_in_suite()):
        control = asked.ground(several)
        found: dict[object, dict[int, set[object]]] = {}
        for atom in read(control, "reason", 5):
            case, move, number, *reason = atom.arguments
            of_move = found.setdefault((case, move), {})
            of_move.setdefault(number.number, set()).add(tuple(reason))
        yield {key: [by[number] for number in sorted(by)] for key, by in found.items()}
        yield {tuple(atom.arguments) for atom in read(control, "why_not", 4)}


def ask_frame(rules: Rules) -> Iterator[object]:
    """The position after a move by `next` itself."""
    state = CASES["a known card"]
    given = [*facts.edition(state.edition, len(state.players))]
    given += [facts.call("true", fluent) for fluent in facts.position(state)]
    given.append(facts.call("does", state.active, "take_cards"))
    yield {str(atom) for atom in read(ground(needed(rules, [("next", 1)]), given), "next", 1)}


class Elsewhere:
    """Questions that are not about play."""

    def __init__(self, ask: Ask, *outputs: Signature) -> None:
        self._ask, self._outputs = ask, frozenset(outputs)
        self._right = [*ask([*declarations(), *(clause.node for clause in clauses())])]

    def concerns(self, clause: Numbered) -> bool:
        """An answer may depend on the clause."""
        return bool(concerns(clause, self._outputs))

    def notices(self, mutant: ClauseMutant) -> bool:
        """The mutant gives another answer, or none."""
        changed = [mutant.node if c is mutant.clause else c.node for c in clauses()]
        defined = parse(
            "".join(f"#defined {n}/{arity}. " for n, arity in heads(mutant.clause.node))
        )
        wrong = self._ask([*declarations(), *defined, *(node for node in changed if node)])
        try:
            return any(one != other for one, other in zip(wrong, self._right, strict=True))
        except LogicError:  # an operation that is not defined
            return True


def elsewhere() -> dict[str, Elsewhere]:
    """The questions of `make test` that are not about play."""
    return {
        "set-up": Elsewhere(asking_setups(setups_of_tests()), ("init", 1), ("deal", 3)),
        "editions": Elsewhere(ask_editions, ("ill_formed", 1)),
        "knowledge": Elsewhere(ask_knowledge, ("sure", 4)),
        "refusals": Elsewhere(ask_refusals, ("reason", 3), ("why_not", 2)),
        "frame": Elsewhere(ask_frame, ("next", 1)),
    }


def noticed_elsewhere(mutant: ClauseMutant, questions: Mapping[str, Elsewhere]) -> str:
    """The question that is not about play and notices a mutant; nothing if none does."""
    if heads(mutant.clause.node) == before_play.FORM:
        return "editions" if mutant.number in noticed_by_editions() else ""
    if REFUSE.issuperset(heads(mutant.clause.node)):
        return "refusals" if mutant.number in noticed_by_refusals() else ""
    for name, question in questions.items():
        if question.concerns(mutant.clause) and (name != "frame" or is_frame(mutant.clause)):
            found = limited(lambda q=question: q.notices(mutant), 60)  # type: ignore[misc]  # as above
            if found is not False:
                return ENDLESS if found is None else name
    return ""


# The result


def equivalents(*, in_suite: bool = False) -> dict[str, str]:
    """For mutants that say the same as the rules, everywhere or in all that the suite can ask, the reason."""
    text = EQUIVALENT.read_text("utf-8") if EQUIVALENT.exists() else ""
    return {
        f"{entry['rule']}: {entry['clause']}": entry["reason"]
        for entry in tomllib.loads(text).get("mutant", ())
        if entry.get("in_suite", False) == in_suite
    }


def suite_digest() -> str:
    """Changes with the cases of the conformance suite."""
    files = json.loads((SUITE / "suite.json").read_text("utf-8"))["files"]
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]


def silent_in_suite() -> list[str]:
    """Clauses that fire in no case of the suite. The positions that are kept are looked at first."""
    silent = {clause.number for clause in clauses() if clause not in asked_elsewhere()}
    for positions in chain([steered()], shards()):
        for some in by_table(positions):
            silent -= set().union(*fired([positions[name] for name in some]))
        if not silent:
            break
    of_setup = needed_only_by(("init", 1), ("deal", 3))
    setups = [*setups_of_suite()]
    silent |= {c.number for c in of_setup if not any(_fires(c, setup) for setup in setups)}
    return [str(clauses()[number]) for number in sorted(silent)]


def _fires(clause: Numbered, setup: Setup) -> bool:
    """A clause has a say in a set-up."""
    edition, dealt, named = setup
    where = clause.node.location
    fires = ast.Literal(where, Sign.NoSign, ast.SymbolicAtom(ast.Function(where, "fires", [], 0)))
    program = [*declarations(), *(c.node for c in clauses()), clause.node.update(head=fires)]
    part = needed(program, [("fires", 0)])
    inputs = {s for node in part if is_clause(node) for s, _ in bodies(node)}
    given = [f for f in (*edition, *dealt, *named) if (f.name, len(f.arguments)) in inputs]
    return bool(read(ground(part, given), "fires", 0))


def findings(hunt: Hunt) -> Iterator[Json]:
    """What became of each mutant."""
    known, questions = equivalents(), elsewhere()
    suite = Elsewhere(asking_setups(setups_of_suite()), ("init", 1), ("deal", 3))
    for mutant in mutants():
        how = hunt.found.get(mutant.number, "") or noticed_elsewhere(mutant, questions)
        in_suite: bool | None = how not in questions and how != ""
        if how == "set-up":
            in_suite = suite.notices(mutant) or (
                None if mutant.name in equivalents(in_suite=True) else False
            )
        elif how == "refusals":
            in_suite = True  # they are those of the suite
        elif how in questions:
            in_suite = None  # the suite does not ask about it
        how = how or (EQUAL if mutant.name in known else NOT_NOTICED)
        if how in (EQUAL, NOT_NOTICED):
            in_suite = None
        if how == NOT_NOTICED:
            show(f"not noticed: {mutant}")
        yield {
            "rule": mutant.clause.rule,
            "kind": mutant.kind,
            "clause": mutant.text,
            "noticed": how,
            "suite": in_suite,
        }


def result() -> Json:
    """The committed result."""
    return json.loads(RESULT.read_text("utf-8"))


def known() -> list[Json]:
    """What became of each mutant the last time."""
    return list(result()["mutants"]) if RESULT.exists() else []


def save(found: Sequence[Json], seconds: float, silent: Sequence[str]) -> None:
    """Write the result and its page."""
    head = {
        "date": datetime.now(tz=UTC).date().isoformat(),
        "seconds": round(seconds),
        "clauses": clauses_digest(),
        "suite": suite_digest(),
        "positions": len(steered()),
        "silent in the suite": list(silent),
    }
    lines = ",\n".join(json.dumps(one) for one in found)
    text = json.dumps(head, indent=1)[:-2] + f',\n "mutants": [\n{lines}\n]\n}}\n'
    RESULT.write_text(text, encoding="utf-8")
    PAGE.write_text(page(result(), equivalents()), encoding="utf-8")


def page(found: Json, reasons: Mapping[str, str]) -> str:
    """The result for people."""
    every = found["mutants"]
    counted = Counter("positions" if "/" in one["noticed"] else one["noticed"] for one in every)
    different = len(every) - counted[EQUAL]
    noticed_ = different - counted[NOT_NOTICED]
    in_suite = [one["suite"] for one in every if one["suite"] is not None]
    text = f"""# Mutants of the clauses

Written by `python -m tests.spec.mutant_hunt` on {found["date"]}, in {found["seconds"]} seconds of processor time. Every
clause is dropped, and changed a little: another comparison, one more, minus for plus, a literal less, another variable.
A mutant is *noticed* if the changed rules give another answer to something that `make test` compares with the library.

| what became of them | mutants |
|---|---|
| noticed in one of the {found["positions"]} positions of `tests/spec/steered.txt` | {counted["positions"]} |
| noticed in the deal or the first position | {counted["set-up"]} |
| noticed in the judgement of an edition | {counted["editions"]} |
| noticed in what is known of a hand | {counted["knowledge"]} |
| noticed in a reason of a refusal | {counted["refusals"]} |
| noticed in the frame | {counted["frame"]} |
| noticed because the question has no end | {counted[ENDLESS]} |
| equivalent, with a reason | {counted[EQUAL]} |
| not noticed, and not shown to be equivalent | {counted[NOT_NOTICED]} |

{noticed_} of {different} mutants that are not equivalent are noticed ({noticed_ / different:.1%}).

The positions are cases of the conformance suite. Of the {len(in_suite)} mutants of clauses that the suite asks about
(all but those about editions and knowledge, and the frame), {sum(in_suite)} are noticed there.
{len(found["silent in the suite"])} clauses fire in none of its cases.
"""
    for title, how in (("Not noticed", NOT_NOTICED), ("Equivalent", EQUAL)):
        rows = [one for one in every if one["noticed"] == how]
        if rows:
            text += f"\n## {title}\n\n| rule | change | clause | reason |\n|---|---|---|---|\n"
        for one in rows:
            reason = reasons.get(f"{one['rule']}: {one['clause']}", "open")
            clause = one["clause"].replace("|", "\\|")
            text += f"| {one['rule']} | {one['kind']} | `{clause}` | {reason} |\n"
    return text


def show(text: str) -> None:
    """Progress."""
    print(text, file=sys.stderr, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Look for a position that notices each mutant.")
    parser.add_argument(
        "--tries", type=int, default=10, help="positions of each file to try for a mutant (10)"
    )
    parser.add_argument("--kept", action="store_true", help="ask the positions kept, and no others")
    options = parser.parse_args(argv)
    began = time.process_time()
    hunt = Hunt()
    hunt.screen(sorted(sample(0), key=cost)[-8])
    hunt.look(hunt.unasked, len(mutants()))
    hunt.unasked = {}
    hunt.tries.clear()
    hunt.look(chosen_cases(), len(mutants()))
    for positions in shards():
        if options.kept or all(mutant.name in equivalents() for mutant in hunt.left):
            break
        hunt.tries.clear()
        hunt.look(positions, options.tries)
    keep(hunt.known)
    found = [*findings(hunt)]
    silent = silent_in_suite()
    used = time.process_time() - began + resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    save(found, used, silent)
    print(page(result(), equivalents()).split("\n## ")[0])
    lost = [one for one in found if one["noticed"] == NOT_NOTICED or one["suite"] is False]
    return 1 if lost or silent else 0


if __name__ == "__main__":
    sys.exit(main())
