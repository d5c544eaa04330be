"""Looks for cases of the conformance suite that notice each mutant of the clauses, and writes what it found.

    python -m tests.spec.mutant_hunt            # choose the positions again, some ten minutes
    python -m tests.spec.mutant_hunt --kept     # count only, with the positions chosen before
    python -m tests.spec.mutant_hunt --seldom   # only refusals that were noticed too seldom the last time, a minute

A mutant is noticed by a case if the changed rules give another answer: other legal moves, another successor, weight,
view or score, something else that is told; or another set-up, another judgement of an edition, other knowledge, another
reason of a refusal. As the library agrees with the rules there, `make test` would notice an engine that makes this
mistake.

Every mutant is to be noticed by three cases of the small part that differ from each other also after renaming seats.
What its other cases do not notice so often is looked for near the cases that do, in the large part and beyond; the
positions that are found are kept in tests/spec/steered.txt and become a part of the small one. The command fails if a
mutant is noticed more seldom, or if the small part has more bytes than `MOST_BYTES`. The result is
tests/spec/mutants.json.gz, with a page in spec/proofs/mutants.md.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from attrs import evolve

from spec.conformance import runner, terms, write
from spec.conformance.refusals import few, many
from spec.conformance.write import BATCHES, REFUSED, STEERED, large
from spec.tools import facts
from spec.tools.logic import SPEC, Signature, Term, ground, needed, read, symbol
from spec.tools.versions import clauses_digest
from tests.spec.agreement import sample
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
    Numbered,
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
from tests.spec.noticing import (
    ENOUGH,
    anonymous,
    chosen_editions,
    knowing,
    noticed_by_editions,
    noticed_by_knowledge,
)
from tests.spec.test_knowledge import CASES
from toledo_rules import Draw, Move, Player, State, invariants
from toledo_rules._multiset import added, minus, removed
from toledo_rules.codec import load
from toledo_rules.editions import shipped_name
from toledo_rules.notation import format_position, parse_position

HERE = Path(__file__).parent
EQUIVALENT = HERE / "equivalent.toml"
RESULT = HERE / "mutants.json.gz"
PAGE = SPEC / "proofs" / "mutants.md"
SUITE = SPEC / "conformance"

Json: TypeAlias = Any
T = TypeVar("T")

NOT_NOTICED, EQUAL, ENDLESS, SORTS = "NOT NOTICED", "equivalent", "endless", "sorts"
HIDDEN = "not askable"


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
def cases() -> dict[str, Json]:
    """The cases of the small part, but for the positions that are chosen here."""
    found = {case["id"]: case for case in runner.suite("small")}
    here = ("small/steered", "small/reasons")
    return {name: case for name, case in found.items() if not name.startswith(here)}


@cache
def state_of(name: str) -> State:
    """The position of a case."""
    position = cases()[name]["position"]
    full = {box["reference"]["digest"]: box for box in runner.editions("odd")}
    box = full.get(position["edition"].get("digest"))
    if box is not None:
        box = {key: part for key, part in box.items() if key != "reference"}
        position = {**position, "edition": box}
    return load(position, State)


MORE = 10
"""Samples that are looked at beyond those of the large part."""


def candidates() -> Iterator[tuple[str, State]]:
    """Positions that may be chosen: those of the large part by chance, then others of the same sort."""
    some = [*large()]
    Random(1).shuffle(some)
    yield from some
    for number in range(BATCHES, BATCHES + MORE):
        for place, state in enumerate(sample(number)):
            yield f"sample/{number}/{place}", state


class Hunt:
    """Which positions notice which mutants of play."""

    def __init__(self) -> None:
        self.wanted = [
            m
            for m in mutants()
            if m.well_sorted and not is_frame(m.clause) and m.clause not in asked_elsewhere()
        ]
        self.found: dict[int, dict[str, str]] = {m.number: {} for m in self.wanted}
        """For each mutant the cases that notice it, by what is the same after renaming seats."""
        self.endless: set[int] = set()
        """The mutants that give no answer in time."""
        self.kept: dict[str, State] = {}
        """The positions that are chosen here."""

    @property
    def left(self) -> list[ClauseMutant]:
        """The mutants that too few cases have noticed yet."""
        return [m for m in self.wanted if len(self.found[m.number]) < ENOUGH]

    def ask(self, name: str, state: State, *, keep: bool, about: Sequence[ClauseMutant]) -> None:
        """Note the mutants that a position notices, and keep it if it is of use."""
        noticed = [m.number for m in about if self._notices(m, state)]
        key = anonymous(state) if noticed else ""
        new = [number for number in noticed if key not in self.found[number]]
        for number in new:
            self.found[number][key] = name
        if new and keep:
            self.kept[name] = state

    def _notices(self, mutant: ClauseMutant, state: State) -> bool:
        try:
            return limited(lambda: notices(state, mutant))
        except EndlessError:
            self.endless.add(mutant.number)
            return True

    def search(self, wanted: Sequence[ClauseMutant]) -> None:
        """Look for positions that notice some mutants, first near those that do."""
        for mutant in wanted:
            for name in [*self.found[mutant.number].values()]:
                state = self.kept.get(name) or state_of(name)
                for number, other in enumerate(nearby(state, Random(name))):
                    if len(self.found[mutant.number]) >= ENOUGH:
                        break
                    if self._notices(mutant, other):
                        self.ask(f"near {name}/{number}", other, keep=True, about=self.left)
        show(f"{len(self.left)} left, {len(self.kept)} positions")
        for name, state in candidates():
            lacking = [m for m in wanted if len(self.found[m.number]) < ENOUGH]
            if not lacking:
                return
            if any(self._notices(m, state) for m in lacking):
                self.ask(name, state, keep=True, about=self.left)
                show(f"{len(lacking)} mutants looked for, {len(self.kept)} positions")


NEAR = 40
"""Positions that are tried near one that notices a mutant."""


def nearby(state: State, rng: Random) -> Iterator[State]:
    """Positions in which some cards and goods are elsewhere, and nothing else."""
    for _ in range(NEAR):
        found = state
        for _ in range(rng.randrange(1, 4)):
            found = rng.choice((_card_drawn, _card_lost, _metal_won, _gem_won))(found, rng)
        if found != state and not any(invariants(found)):
            yield found


def _of(state: State, seat: int, **changes: Any) -> tuple[Player, ...]:
    players = [*state.players]
    players[seat] = evolve(players[seat], **changes)
    return tuple(players)


def _card_drawn(state: State, rng: Random) -> State:
    if not state.pile:
        return state
    card, seat = rng.choice(state.pile), rng.randrange(len(state.players))
    players = _of(state, seat, hand=added(state.players[seat].hand, card))
    return evolve(state, pile=removed(state.pile, card), players=players)


def _card_lost(state: State, rng: Random) -> State:
    seat = rng.randrange(len(state.players))
    hand = minus(state.players[seat].hand, state.players[seat].known)
    if not hand:
        return state
    card = rng.choice(hand)
    players = _of(state, seat, hand=removed(state.players[seat].hand, card))
    return evolve(state, discards=added(state.discards, card), players=players)


def _metal_won(state: State, rng: Random) -> State:
    seat = rng.randrange(len(state.players))
    players = _of(state, seat, metal=state.players[seat].metal + 1)
    return evolve(state, metal=state.metal - 1, players=players)


def _gem_won(state: State, rng: Random) -> State:
    seat = rng.randrange(len(state.players))
    players = _of(state, seat, gems=state.players[seat].gems + 1)
    return evolve(state, gems=state.gems - 1, players=players)


# What is asked elsewhere than in a position

Setup: TypeAlias = tuple[Term, ...]
"""The facts of an edition, what has been dealt, and the player named to begin."""


def _while_dealing(hands: Sequence[Sequence[T]]) -> Iterator[list[tuple[T, ...]]]:
    """The hands after each card of the deal."""
    full = [*map(tuple, hands)]
    for seat, hand in enumerate(full):
        for size in range(len(hand)):
            yield [*full[:seat], hand[:size], *[()] * (len(hands) - seat - 1)]


def setups_of_suite() -> Iterator[tuple[str, Setup]]:
    """The set-ups of the conformance suite, by their names."""
    boxes = {box["name"]: box for box in runner.editions() if "readings" not in box["reference"]}
    for case in runner.setups():
        known = terms.edition(boxes[case["edition"]["name"]], case["players"])
        named = [] if case["first"] is None else [("named", case["first"])]
        so_far = [*_while_dealing(case["hands"])]
        for hands in (*so_far[:2], so_far[-1]):
            yield case["id"], (*known, *terms.dealt([*map(list, hands)]))
        yield case["id"], (*known, *terms.dealt(case["hands"]), *named)


Noticed: TypeAlias = Mapping[int, Sequence[str]]
"""For each mutant, by its number, the cases that notice it, or as many of them as are enough."""


def by_setups(tried: Iterable[ClauseMutant]) -> Noticed:
    """Deals and first positions of the suite."""
    some = [*setups_of_suite()]

    def answers(given: Setup, mutant: ClauseMutant | None) -> Iterator[object]:
        oracle = mistaken(given, mutant)
        yield oracle.deal()
        yield oracle.first()

    right = [(name, given, [*answers(given, None)]) for name, given in some]
    found: dict[int, list[str]] = {}
    for mutant in tried:
        names: dict[str, None] = {}
        for name, given, expected in right:
            if name not in names and differs(expected, answers(given, mutant)):
                names[name] = None
            if len(names) == ENOUGH:
                break
        found[mutant.number] = [*names]
    return found


def by_editions() -> Noticed:
    """Editions that the suite wants accepted or refused."""
    names: dict[int, list[str]] = {}
    for number, place in enumerate(chosen_editions()):
        for mutant in noticed_by_editions()[place]:
            names.setdefault(mutant, []).append(f"small/editions/{number}")
    return names


def by_knowledge() -> Noticed:
    """Positions of the suite in which it is asked what is sure."""
    names: dict[int, list[str]] = {}
    for number, state in enumerate(knowing()):
        for mutant in noticed_by_knowledge()[state]:
            names.setdefault(mutant, []).append(f"small/sure/{number}")
    return names


class Refused(NamedTuple):
    """The moves of a case of which the reasons are asked, and the rules by which they are refused."""

    name: str
    state: State
    asked: tuple[tuple[Term, Term], ...]
    laws: frozenset[str]


def refused(some: Iterable[tuple[str, State, Iterable[Json]]]) -> Iterator[Refused]:
    """Positions with the moves of which the reasons are asked, as the suite has them."""
    for name, state, refusals in some:
        asked = []
        for one in refusals:
            seat, move = one.get("seat", state.active), load(one["move"], Move)
            who = "chance" if isinstance(move, Draw) else seat
            asked.append((who, facts.move(move, seat)))
        laws = frozenset(_law(rule) for one in refusals for _, rule, _ in one["reasons"])
        yield Refused(name, state, tuple(asked), laws)


def _law(rule: str) -> str:
    return rule.replace("-", "").lower()


def ask_refusals(mutant: ClauseMutant | None, about: Refused) -> Iterator[object]:
    """All reasons against the moves of a case, in order, and the one that is told."""
    oracle = rules_with(mutant)(about.state.edition, len(about.state.players))
    now = oracle.of(about.state)
    for who, act in about.asked:
        move = oracle.game.move(now, who, act)
        reasons: dict[int, set[Term]] = {}
        for number, *reason in oracle.game.reasons(move):
            reasons.setdefault(number, set()).add(tuple(reason))
        yield [reasons[number] for number in sorted(reasons)]
        yield oracle.game.why_not(move)


class Reasons:
    """The reasons that the suite asks for."""

    def __init__(self, about: Iterable[Refused], kept: Mapping[str, State]) -> None:
        self.about = [(one, anonymous(one.state), [*ask_refusals(None, one)]) for one in about]
        self.kept = dict(kept)
        """The positions that are chosen for them."""
        self._searched: dict[int, dict[str, str]] = {}

    def search(self, wanted: Iterable[ClauseMutant]) -> dict[str, State]:
        """Look for positions that notice some mutants near those that do, and ask for their reasons as well."""
        for mutant in wanted:
            self._searched[mutant.number] = found = self.noticing(mutant)
            for name, state in self._candidates(found):
                if len(found) >= ENOUGH:
                    break
                (one,) = refused([(name, state, many(state))])
                key, right = anonymous(state), [*ask_refusals(None, one)]
                if key not in found and differs(right, ask_refusals(mutant, one)):
                    self.about.append((one, key, right))
                    found[key], self.kept[name] = name, state
                    show(f"{len(found)} cases, {len(self.kept)} positions: {mutant}")
        return self.kept

    def _candidates(self, found: Mapping[str, str]) -> Iterator[tuple[str, State]]:
        """Positions near those that notice something, then those of other cases, asked for more."""
        names = [*found.values()]
        for one in [one for one, _, _ in self.about if one.name in names]:
            for number, state in enumerate(nearby(one.state, Random(one.name))):
                yield f"{REFUSED}{one.name}/{number}", state
        yield from ((f"{REFUSED}{name}", state_of(name)) for name in cases())

    def noticing(
        self, mutant: ClauseMutant, known: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """The cases that notice a mutant, beside those that are known to, until there are enough."""
        if mutant.number in self._searched:
            return self._searched[mutant.number]
        law, found = _law(mutant.clause.rule), dict(known or {})
        ordered = sorted(self.about, key=lambda entry: law not in entry[0].laws)
        for one, key, right in ordered:
            if len(found) >= ENOUGH:
                break
            if key not in found and differs(right, ask_refusals(mutant, one)):
                found[key] = one.name
        return found


FRAMED = ("a known card", "an empty pile", "one card in the pile")


def ask_frame(mutant: ClauseMutant | None, case: str) -> Iterator[object]:
    """The position after a move by `next` itself, which is compiled to set operations: clingo is asked."""
    state = CASES[case]
    given = [*facts.edition(state.edition, len(state.players))]
    given += [("true", fluent) for fluent in facts.position(state)]
    given.append(("does", state.active, "take_cards"))
    rules = [c.node if mutant is None or c is not mutant.clause else mutant.node for c in clauses()]
    program = needed([*declarations(), *filter(None, rules)], [("next", 1)])
    yield {str(atom) for atom in read(ground(program, map(symbol, given)), "next", 1)}


def by_frame(mutant: ClauseMutant) -> list[str]:
    """Any move shows whether what is not moved stays where it is."""
    right = {case: [*ask_frame(None, case)] for case in FRAMED}
    return [case for case in FRAMED if differs(right[case], ask_frame(mutant, case))]


@cache
def cone(*outputs: Signature) -> frozenset[str]:
    """The clauses that some answers depend on."""
    return frozenset(map(str, needed([clause.node for clause in clauses()], outputs)))


# The result

MOST_BYTES = 400_000
"""The part *small* is to be no larger than that, compressed."""


def small_bytes() -> int:
    """The size of the part *small*, compressed."""
    manifest = json.loads((SUITE / "suite.json").read_text("utf-8"))
    return sum(file["bytes"] for name, file in manifest["files"].items() if name.endswith(".gz"))


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
    for state in (*steered().values(), *map(state_of, cases())):
        silent -= fired(state)
        if not silent:
            break
    of_setup = {c.number for c in needed_only_by(("init", 1), ("deal", 3))}
    for _, setup in setups_of_suite():
        oracle, always = noting(setup)
        of_setup -= always | traced(lambda o=oracle: (o.first(), o.deal()))[1]  # type: ignore[misc]  # as above
    return [str(clauses()[number]) for number in sorted(silent | of_setup)]


def findings(hunt: Hunt, reasons: Reasons) -> Iterator[Json]:
    """What became of each mutant: by which questions it is noticed, and by which cases of the small part."""
    known, hidden = equivalents(), equivalents(in_suite=True)
    setups = by_setups(m for m in mutants() if m.well_sorted and m.clause in _of_setup())
    editions, knowledge = by_editions(), by_knowledge()
    for mutant in mutants():
        how, names = _noticed(mutant, hunt, reasons, setups, editions, knowledge)
        if not names and how != SORTS:
            how = (
                EQUAL if mutant.name in known else HIDDEN if mutant.name in hidden else NOT_NOTICED
            )
        if how == NOT_NOTICED or 0 < len(names) < ENOUGH:
            show(f"{len(names)} cases: {how}: {mutant}")
        yield {
            "rule": mutant.clause.rule,
            "kind": mutant.kind,
            "clause": mutant.text,
            "noticed": how,
            "cases": [*names][:ENOUGH],
        }


@cache
def _of_setup() -> frozenset[Numbered]:
    return frozenset(needed_only_by(("init", 1), ("deal", 3)))


def _noticed(
    mutant: ClauseMutant, hunt: Hunt, reasons: Reasons, *others: Noticed
) -> tuple[str, Sequence[str]]:
    """By which questions a mutant is noticed, and the cases."""
    if not mutant.well_sorted:
        return SORTS, ()
    if is_frame(mutant.clause):
        return "frame", by_frame(mutant)
    if mutant.number in hunt.endless:
        return ENDLESS, [*hunt.found[mutant.number].values()]
    for how, noticed in zip(("set-up", "editions", "knowledge"), others, strict=True):
        if noticed.get(mutant.number):
            return how, noticed[mutant.number]
    by_play = hunt.found.get(mutant.number, {})
    if len(by_play) >= ENOUGH or str(mutant.clause.node) not in cone(("reason", 3), ("why_not", 2)):
        return "play", [*by_play.values()]
    return "play" if by_play else "refusals", [*reasons.noticing(mutant, by_play).values()]


def result() -> Json:
    """The committed result."""
    return json.loads(gzip.decompress(RESULT.read_bytes()))


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
    text = json.dumps({**head, "mutants": found})
    RESULT.write_bytes(gzip.compress(text.encode(), mtime=0))
    PAGE.write_text(page(result(), equivalents()), encoding="utf-8")


def page(found: Json, reasons: Mapping[str, str]) -> str:
    """The result for people."""
    every = found["mutants"]
    counted = Counter(one["noticed"] for one in every)
    different = [one for one in every if one["noticed"] not in (EQUAL, SORTS, HIDDEN)]
    noticed_ = [one for one in different if one["noticed"] != NOT_NOTICED]
    times = Counter(len(one["cases"]) for one in different)
    text = f"""# Mutants of the clauses

Written by `python -m tests.spec.mutant_hunt` on {found["date"]}, in {found["seconds"]} seconds of processor time. Every
clause is dropped, and changed a little: another comparison, one more, minus for plus, a literal less, another variable.
A mutant is *noticed* by a case of the part *small* of [the conformance suite](../conformance/README.md) if the changed
rules give another answer to something that is asked there. `make test` asks the library the same.

| noticed in | mutants |
|---|---|
| a position: legal moves, what follows, what is told, views, points | {counted["play"]} |
| the deal or the first position | {counted["set-up"]} |
| the judgement of an edition | {counted["editions"]} |
| what is sure of a hand | {counted["knowledge"]} |
| a reason of a refusal | {counted["refusals"]} |
| the frame | {counted["frame"]} |
| a question that has no end | {counted[ENDLESS]} |
| nothing: the clause is not well sorted, and so no clause | {counted[SORTS]} |
| nothing that the suite can ask, with a reason; `make test` notices it | {counted[HIDDEN]} |
| nothing: equivalent, with a reason | {counted[EQUAL]} |
| nothing, and not shown to be equivalent | {counted[NOT_NOTICED]} |

{found["positions"]} positions were looked for (`tests/spec/steered.txt`). {len(noticed_)} of {len(different)} mutants
are noticed ({len(noticed_) / len(different):.1%}), by so many cases that differ also after renaming seats:

| cases of *small* | mutants |
|---|---|
| {ENOUGH} or more | {times[ENOUGH]} |
"""
    text += "".join(f"| {number} | {times[number]} |\n" for number in range(ENOUGH - 1, -1, -1))
    text += f"\n{len(found['silent in the suite'])} clauses fire in none of its cases.\n"
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
        "--kept", action="store_true", help="ask count only, with the positions kept"
    )
    parser.add_argument(
        "--seldom", action="store_true", help="only refusals noticed too seldom the last time"
    )
    options = parser.parse_args(argv)
    began = time.process_time()
    if options.seldom:
        began -= result()["seconds"]
        found, silent = seldom(), result()["silent in the suite"]
    else:
        hunt = Hunt()
        for name in sorted(cases(), key=_group):
            hunt.ask(name, state_of(name), keep=False, about=hunt.left)
        show(f"{len(hunt.left)} mutants are noticed too seldom by the other cases")
        for name, state in steered().items():
            if not name.startswith(REFUSED):
                hunt.ask(name, state, keep=True, about=hunt.left)
        show(f"{len(hunt.left)} of them also by the {len(hunt.kept)} positions kept")
        reasons = reasons_of_suite(hunt.kept)
        if not options.kept:
            lacking = [m for m in hunt.left if m.name not in equivalents()]
            hunt.search([m for m in lacking if _wanted(m, hunt, reasons)])
            keep({**hunt.kept, **reasons.search(filter(_askable, mutants()))})
            write.main([])  # the positions that are kept are a part of the suite
        found = [*findings(hunt, reasons)]
        silent = silent_in_suite()
    save(found, time.process_time() - began, silent)
    print(page(result(), equivalents()).split("\n## ")[0])
    few_cases = [one for one in found if 0 < len(one["cases"]) < ENOUGH]
    lost = [one for one in found if one["noticed"] == NOT_NOTICED]
    return 1 if lost or few_cases or silent or small_bytes() > MOST_BYTES else 0


def reasons_of_suite(kept: Mapping[str, State]) -> Reasons:
    """The reasons that the suite asks for, with these positions of play."""
    asked = [(n, state_of(n), case["refusals"]) for n, case in cases().items()]
    asked += [(name, state, few(state)) for name, state in kept.items()]
    chosen = {name: state for name, state in steered().items() if name.startswith(REFUSED)}
    asked += [(name, state, many(state)) for name, state in chosen.items()]
    return Reasons(refused(asked), chosen)


def seldom() -> list[Json]:
    """The last result, after a search for the refusals that it noticed too seldom."""
    found: list[Json] = result()["mutants"]
    of_play = {name: state for name, state in steered().items() if not name.startswith(REFUSED)}
    reasons = reasons_of_suite(of_play)
    pairs = [*zip(mutants(), found, strict=True)]
    wanted = [m for m, one in pairs if _askable(m) and len(one["cases"]) < ENOUGH]
    keep({**of_play, **reasons.search(wanted)})
    write.main([])
    for mutant, one in pairs:
        if mutant in wanted:
            one["cases"] = [*reasons.noticing(mutant).values()][:ENOUGH]
            one["noticed"] = "refusals" if one["cases"] else NOT_NOTICED
    return found


def _group(name: str) -> tuple[bool, str, int]:
    """Cases of one edition and number of players together, kosmos-2008 first: mutants are made ready for each once."""
    state = state_of(name)
    return state.edition.name != "kosmos-2008", shipped_name(state.edition), len(state.players)


def _wanted(mutant: ClauseMutant, hunt: Hunt, reasons: Reasons) -> bool:
    """More positions are to be looked for: neither those of play nor the reasons of refusals are enough."""
    known = hunt.found[mutant.number]
    if str(mutant.clause.node) not in cone(("reason", 3), ("why_not", 2)):
        return True
    return len(reasons.noticing(mutant, known)) < ENOUGH


def of_refusals(clause: Numbered) -> bool:
    """Only the reasons of refusals depend on it."""
    return clause in asked_elsewhere() and str(clause.node) in cone(("reason", 3), ("why_not", 2))


def _askable(mutant: ClauseMutant) -> bool:
    """A reason of a refusal must show it."""
    known = {*equivalents(), *equivalents(in_suite=True)}
    return mutant.well_sorted and of_refusals(mutant.clause) and mutant.name not in known


if __name__ == "__main__":
    sys.exit(main())
