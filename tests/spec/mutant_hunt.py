"""Looks for cases that notice each mutant of the clauses, and writes what it found.

    python -m tests.spec.mutant_hunt

A mutant is noticed by a case if the changed rules give another answer: other legal moves, another successor, weight,
view or score, something else that is told; or another set-up, another judgement of an edition, other knowledge, another
reason of a refusal. As the library agrees with the rules there, `make test` would notice an engine that makes this
mistake.

The positions come from the conformance suite, so an engine that is compared with the suite is noticed too. A small set
of them is kept in tests/spec/steered.txt, so that `make test` compares library and rules on each. The cases of the last
time are asked first: after a change of a clause the command takes a minute or two. The result is
tests/spec/mutants.json, with a page in spec/proofs/mutants.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from spec.conformance import runner, terms, write
from spec.conformance.write import STEERED, box, large
from spec.tools import facts
from spec.tools.logic import SPEC, Signature, Term, ground, heads, needed, read, symbol
from spec.tools.oracle import oracle_of
from spec.tools.versions import clauses_digest
from tests.spec import test_before_play as before_play
from tests.spec.clause_mutants import (
    ClauseMutant,
    EndlessError,
    differs,
    limited,
    mistaken,
    mutants,
    notices,
    rules_with,
)
from tests.spec.clauses import (
    asked_elsewhere,
    can_fire,
    clauses,
    declarations,
    fired,
    is_frame,
    needed_only_by,
    noting,
    traced,
)
from tests.spec.refusals import asked_in_suite
from tests.spec.test_knowledge import CASES
from tests.strategies import EDITIONS
from toledo_rules import State, new_game, shipped_edition
from toledo_rules.codec import load
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.notation import format_position, parse_position

HERE = Path(__file__).parent
EQUIVALENT = HERE / "equivalent.toml"
RESULT = HERE / "mutants.json"
PAGE = SPEC / "proofs" / "mutants.md"
SUITE = SPEC / "conformance"

Json: TypeAlias = Any
T = TypeVar("T")

NOT_NOTICED, EQUAL, ENDLESS, SORTS = "NOT NOTICED", "equivalent", "endless", "sorts"


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


@cache
def suite() -> dict[str, State]:
    """The positions of the suite by the id of their case: those of tiny editions first, the others by chance."""
    found = {case["id"]: load(case["position"], State) for case in runner.suite("small")}
    rest = [*large()]
    Random(1).shuffle(rest)
    return found | dict(rest)


class Hunt:
    """Which positions notice which mutants of play."""

    def __init__(self) -> None:
        self.wanted = [
            m
            for m in mutants()
            if m.well_sorted and not is_frame(m.clause) and m.clause not in asked_elsewhere()
        ]
        self.found: dict[int, str] = {}
        """For each mutant that was noticed the position, by its id, or *endless*."""
        self.kept: dict[str, State] = {}
        """The positions that notice something."""

    @property
    def left(self) -> list[ClauseMutant]:
        """The mutants that nothing has noticed yet."""
        return [m for m in self.wanted if m.number not in self.found]

    def ask(self, name: str, state: State) -> None:
        """Keep a position if it notices mutants that nothing has noticed yet."""
        noticed = [m.number for m in self.left if self._notices(m, state)]
        if noticed:
            self.found.update(dict.fromkeys(noticed, name))
            self.kept[name] = state

    def _notices(self, mutant: ClauseMutant, state: State) -> bool:
        try:
            return limited(lambda: notices(state, mutant))
        except EndlessError:
            self.found[mutant.number] = ENDLESS
            return False

    def search(self, mutant: ClauseMutant) -> None:
        """Look for a position that notices a mutant; whatever else it notices is found too."""
        rules = rules_with(mutant)
        for name, state in suite().items():
            if notices(state, mutant, rules):
                self.ask(name, state)
                return


# What is asked elsewhere than in a position

Setup: TypeAlias = tuple[Term, ...]
"""The facts of an edition, what has been dealt, and whoever is named to begin."""


def setups_of_tests() -> Iterator[Setup]:
    """The set-ups that tests/spec/test_before_play.py compares: the deal from card to card, and the first position."""
    for edition in EDITIONS:
        for players in range(edition.least_players, edition.most_players + 1):
            known = facts.edition(edition, players)
            hands = before_play.hands(new_game(players, Random(players), edition=edition))
            for first in range(players):
                yield (*known, *facts.dealt(hands), ("named", first))
            yield (*known, *facts.dealt(hands))
            yield from ((*known, *facts.dealt(part)) for part in _while_dealing(hands))
    yield from ((*known, *facts.dealt(dealt)) for known, dealt in before_play.begun())


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
        known = terms.edition(boxes[case["edition"]["name"]], case["players"])
        named = [] if case["first"] is None else [("named", case["first"])]
        so_far = [*_while_dealing(case["hands"])]
        for hands in (*so_far[:2], so_far[-1]):
            yield (*known, *terms.dealt([*map(list, hands)]))
        yield (*known, *terms.dealt(case["hands"]), *named)


Ask: TypeAlias = Callable[[ClauseMutant | None], Iterator[object]]
"""Questions to the rules with a mistake, or as they are, whose answers come one by one."""


def asking_setups(setups: Iterable[Setup]) -> Ask:
    """Deals and first positions."""
    some = [*setups]

    def ask(mutant: ClauseMutant | None) -> Iterator[object]:
        for given in some:
            oracle = mistaken(given, mutant)
            yield oracle.deal()
            yield oracle.first()

    return ask


def ask_editions(mutant: ClauseMutant | None) -> Iterator[object]:
    """Which of the editions of tests/spec/test_before_play.py are well formed."""
    for edition in before_play.editions():
        yield bool(mistaken(facts.box(edition), mutant).ill_formed())


@cache
def noticed_by_editions() -> set[int]:
    """The mutants of clauses about editions by which some edition is judged otherwise.

    An edition is refused if it does not keep one of the clauses. So one module, in which every clause and every mutant
    says by its number which editions do not keep it, answers for all of them.
    """
    tried = {
        m.number: m for m in mutants() if m.well_sorted and heads(m.clause.node) == before_play.FORM
    }
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


def ask_knowledge(mutant: ClauseMutant | None) -> Iterator[object]:
    """What is certain in the positions of tests/spec/test_knowledge.py."""
    for state in CASES.values():
        oracle = mistaken(facts.edition(state.edition, len(state.players)), mutant)
        yield oracle.sure(oracle.of(state))


class Refused(NamedTuple):
    """A move of the suite that is refused, and the rules by which."""

    state: State
    who: Term
    act: Term
    laws: frozenset[str]


@cache
def refused() -> tuple[Refused, ...]:
    """The moves of the suite that are refused."""
    found = []
    for state, asked in asked_in_suite():
        oracle = oracle_of(state.edition, len(state.players))
        now = oracle.of(state)
        for who, act in asked:
            laws = frozenset(law for law, _ in oracle.reasons(now, who, act))
            found.append(Refused(state, who, act, laws))
    return tuple(found)


def ask_refusals(mutant: ClauseMutant | None, about: Iterable[Refused]) -> Iterator[object]:
    """All reasons against some moves of the suite, in order, and the one that is told."""
    rules = rules_with(mutant)
    last: State | None = None
    for state, who, act, _ in about:
        if state is not last:
            oracle, last = rules(state.edition, len(state.players)), state
            now = oracle.of(state)
        move = oracle.game.move(now, who, act)
        reasons: dict[int, set[Term]] = {}
        for number, *reason in oracle.game.reasons(move):
            reasons.setdefault(number, set()).add(tuple(reason))
        yield [reasons[number] for number in sorted(reasons)]
        yield oracle.game.why_not(move)


@cache
def _right_refusals(law: str) -> tuple[tuple[Refused, ...], tuple[object, ...]]:
    """The moves that a rule speaks against, every fifth of the others, and then all; with the answers."""
    some = [one for one in refused() if law in one.laws]
    about = (*some, *refused()[::5], *refused())
    return about, tuple(ask_refusals(None, about))


def noticed_by_refusals(mutant: ClauseMutant) -> bool:
    """A reason differs somewhere in the suite."""
    law = mutant.clause.rule.replace("-", "").lower()
    about, right = _right_refusals(law)
    return differs(right, ask_refusals(mutant, about))


def ask_frame(mutant: ClauseMutant | None) -> Iterator[object]:
    """The position after a move by `next` itself, which is compiled to set operations: clingo is asked."""
    state = CASES["a known card"]
    given = [*facts.edition(state.edition, len(state.players))]
    given += [("true", fluent) for fluent in facts.position(state)]
    given.append(("does", state.active, "take_cards"))
    rules = [c.node if mutant is None or c is not mutant.clause else mutant.node for c in clauses()]
    program = needed([*declarations(), *filter(None, rules)], [("next", 1)])
    yield {str(atom) for atom in read(ground(program, map(symbol, given)), "next", 1)}


def asked_by(ask: Ask) -> Callable[[ClauseMutant], bool]:
    """Whether a mutant gives another answer, or none."""
    right = [*ask(None)]
    return lambda mutant: differs(right, ask(mutant))


@cache
def cone(*outputs: Signature) -> frozenset[str]:
    """The clauses that some answers depend on."""
    return frozenset(map(str, needed([clause.node for clause in clauses()], outputs)))


class Elsewhere(NamedTuple):
    """A question that is not about play."""

    name: str
    outputs: tuple[Signature, ...]
    notices: Callable[[ClauseMutant], bool]

    def concerns(self, mutant: ClauseMutant) -> bool:
        """An answer may depend on the clause."""
        return str(mutant.clause.node) in cone(*self.outputs)


def elsewhere() -> tuple[Elsewhere, ...]:
    """The questions of `make test` that are not about play, the quick ones first."""
    return (
        Elsewhere("knowledge", (("sure", 4),), asked_by(ask_knowledge)),
        Elsewhere("refusals", (("reason", 3), ("why_not", 2)), noticed_by_refusals),
        Elsewhere("set-up", (("init", 1), ("deal", 3)), asked_by(asking_setups(setups_of_tests()))),
        Elsewhere("editions", (("ill_formed", 1),), asked_by(ask_editions)),
    )


def noticed_elsewhere(mutant: ClauseMutant, questions: Iterable[Elsewhere]) -> str:
    """The question that is not about play and notices a mutant; nothing if none does."""
    if heads(mutant.clause.node) == before_play.FORM:
        return "editions" if mutant.number in noticed_by_editions() else ""
    if is_frame(mutant.clause):
        return "frame" if asked_by(ask_frame)(mutant) else ""
    for question in questions:
        try:
            if question.concerns(mutant) and limited(lambda: question.notices(mutant), 60):  # noqa: B023  # asked at once
                return question.name
        except EndlessError:
            return ENDLESS
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
    """Changes with what the small part of the conformance suite asks."""
    asked = [
        (case["notation"], [(r["move"], r.get("seat")) for r in case["refusals"]])
        for case in runner.suite("small")
    ]
    setups = [(s["edition"], s["players"], s["first"], s["hands"]) for s in runner.setups()]
    return hashlib.sha256(json.dumps([asked, setups]).encode()).hexdigest()[:16]


def silent_in_suite() -> list[str]:
    """Clauses that fire in no case of the suite. The positions that are kept are looked at first."""
    silent = {c.number for c in clauses() if c not in asked_elsewhere()} & can_fire()
    for state in (*steered().values(), *suite().values()):
        silent -= fired(state)
        if not silent:
            break
    of_setup = {c.number for c in needed_only_by(("init", 1), ("deal", 3))}
    for setup in setups_of_suite():
        oracle, always = noting(setup)
        of_setup -= always | traced(lambda o=oracle: (o.first(), o.deal()))[1]  # type: ignore[misc]  # as above
    return [str(clauses()[number]) for number in sorted(silent | of_setup)]


def findings(hunt: Hunt, questions: Iterable[Elsewhere]) -> Iterator[Json]:
    """What became of each mutant."""
    known_ = equivalents()
    by_suite = asked_by(asking_setups(setups_of_suite()))
    for mutant in mutants():
        how = hunt.found.get(mutant.number, "") if mutant.well_sorted else SORTS
        how = how or noticed_elsewhere(mutant, questions)
        in_suite: bool | None = "/" in how
        if how == "set-up":
            in_suite = by_suite(mutant) or (
                None if mutant.name in equivalents(in_suite=True) else False
            )
        elif how == "refusals":
            in_suite = True  # they are those of the suite
        elif "/" not in how:
            in_suite = None  # the suite does not ask about it
        how = how or (EQUAL if mutant.name in known_ else NOT_NOTICED)
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
| noticed because the clause is not well sorted | {counted[SORTS]} |
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
    parser.add_argument("--kept", action="store_true", help="ask the positions kept, and no others")
    options = parser.parse_args(argv)
    began = time.process_time()
    hunt = Hunt()
    for name, state in steered().items():
        hunt.ask(name, state)
    show(f"{len(hunt.left)} mutants are not noticed by the {len(hunt.kept)} positions kept")
    questions = elsewhere()
    for mutant in hunt.left if not options.kept else ():
        if mutant.number in hunt.found or mutant.name in equivalents():
            continue
        if not noticed_elsewhere(mutant, questions):
            hunt.search(mutant)
            show(f"{len(hunt.left)} left, {len(hunt.kept)} positions")
    keep(hunt.kept)
    write.main([])  # the positions that are kept are a part of the suite
    found = [*findings(hunt, questions)]
    silent = silent_in_suite()
    save(found, time.process_time() - began, silent)
    print(page(result(), equivalents()).split("\n## ")[0])
    lost = [one for one in found if one["noticed"] == NOT_NOTICED or one["suite"] is False]
    return 1 if lost or silent else 0


if __name__ == "__main__":
    sys.exit(main())
