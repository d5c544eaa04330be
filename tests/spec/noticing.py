"""Editions and positions that notice certain mistakes, each at least three times; what the suite asks is chosen by it.

The mistakes are mutants of the clauses about editions and about knowledge, and numbers of an edition that are written
as literals. `tests.spec.mutant_hunt` does the same for the clauses of play, which takes longer.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from spec.tools import facts
from spec.tools.logic import heads
from spec.tools.oracle import oracle_of
from tests.spec import test_before_play as before_play
from tests.spec.clause_mutants import ClauseMutant, answers, differs, mistaken, mutants
from tests.spec.clauses import clauses, needed_only_by
from tests.spec.test_knowledge import CASES
from toledo_rules import KOSMOS_2008, Edition, State, shipped_edition
from toledo_rules.codec import dump
from toledo_rules.notation import format_card
from toledo_rules.testing import Table

Json: TypeAlias = Any
T = TypeVar("T", bound=Hashable)

TRIED = 40
"""Positions from which those that ask about knowledge are chosen."""
MANY = 6
"""Positions that notice a mutant of the clauses about knowledge, which a few positions would do."""
ENOUGH = 3
"""Cases that must notice a mutant, different from each other also after renaming seats."""


def covering(noticed: Mapping[T, Iterable[int]], enough: int = ENOUGH) -> list[T]:
    """Few things that together notice every number so many times, or as often as all of them do."""
    left = {one: {*numbers} for one, numbers in noticed.items()}
    needed = Counter(number for numbers in left.values() for number in numbers)
    needed = Counter({number: min(enough, times) for number, times in needed.items()})
    chosen: list[T] = []
    while +needed:
        best = max(left, key=lambda one: sum(needed[number] > 0 for number in left[one]))
        needed -= Counter(left.pop(best))
        chosen.append(best)
    return chosen


# Cases that are the same but for the names of seats


def renamed(position: Json, seats: tuple[int, ...]) -> Json:
    """A position in which seat s is called seats[s]."""
    called = dict(zip(seats, position["players"], strict=True))
    found = {**position, "players": [called[seat] for seat in range(len(seats))]}
    for key in ("active", "trigger"):
        if position[key] is not None:
            found[key] = seats[position[key]]
    found["shops"] = [
        shop and {**shop, "owner": seats[shop["owner"]]} for shop in position["shops"]
    ]
    if "rival" in position["phase"]:
        found["phase"] = {**position["phase"], "rival": seats[position["phase"]["rival"]]}
    return found


def anonymous(state: State) -> str:
    """The same text for positions that differ in the names of seats alone."""
    position: Json = dump(state)
    every = permutations(range(len(state.players)))
    return min(json.dumps(renamed(position, seats), sort_keys=True) for seats in every)


# Editions


def variant(edition: Edition) -> Json:
    """An edition by what is another in it than in the shipped one of its name."""
    shipped: Json = dump(shipped_edition(edition.name))
    usual: Json = {**shipped, "provenance": []}
    changed: Json = {**json.loads(json.dumps(dump(edition))), "provenance": []}
    changes = {f"/{key}": value for key, value in changed.items() if usual.get(key) != value}
    road = changed["road"]
    if "/road" in changes and len(road) == len(usual["road"]):  # one space is another
        del changes["/road"]
        spaces = enumerate(zip(road, usual["road"], strict=True))
        changes |= {f"/road/{step}": one for step, (one, other) in spaces if one != other}
    return {"of": edition.name, "changes": changes}


@cache
def noticed_by_editions() -> dict[int, set[int]]:
    """For each edition of tests/spec/test_before_play.py, by its place, the mutants by which it is judged otherwise.

    An edition is refused if it does not keep one of the clauses. So one module, in which every clause and every mutant
    says by its number which editions do not keep it, answers for all of them.
    """
    tried = {
        m.number: m for m in mutants() if m.well_sorted and heads(m.clause.node) == before_play.FORM
    }
    first = len(clauses())
    more = {first + number: m.node for number, m in tried.items() if m.node is not None}
    found: dict[int, set[int]] = {}
    for place, unkept in enumerate(before_play.unkept(before_play.editions(), more)):
        broken = {number for number in unkept if number < first}
        found[place] = {
            number
            for number, mutant in tried.items()
            if (bool(broken - {mutant.clause.number}) or first + number in unkept) != bool(broken)
        }
    _add_helpers(found)
    return found


def _add_helpers(found: dict[int, set[int]]) -> None:
    """Ask the mutants of what clauses about editions are made of, one by one, about the editions made by hand."""
    helpers = {c for c in needed_only_by(("ill_formed", 1)) if heads(c.node) != before_play.FORM}
    tried = [m for m in mutants() if m.well_sorted and m.clause in helpers]
    for place, edition in enumerate(before_play.editions()):
        if place >= before_play.BY_CHANCE:
            right = bool(mistaken(facts.box(edition), None).ill_formed())
            found[place] |= {
                m.number
                for m in tried
                if bool(mistaken(facts.box(edition), m).ill_formed()) != right
            }


@cache
def chosen_editions() -> list[int]:
    """Editions that notice every mutant of the clauses about editions, by their places."""
    return sorted(covering(noticed_by_editions()))


def variants() -> list[Json]:
    """The same editions, as the suite has them."""
    every = before_play.editions()
    return [variant(every[place]) for place in chosen_editions()]


# Numbers of an edition


def numbers(edition: Edition) -> dict[str, int]:
    """The numbers that play by an edition depends on."""
    found: Json = dump(edition)
    return {
        name: number
        for name, number in found.items()
        if type(number) is int and not name.endswith("_players")
    }


def with_literals(edition: Edition) -> dict[str, Edition]:
    """The edition as it is played by an engine that has a number of kosmos-2008 hard-coded."""
    usual = numbers(KOSMOS_2008)
    changed: dict[str, Any] = {name: {name: usual[name]} for name in numbers(edition)}
    return {
        name: evolve(edition, **change)
        for name, change in changed.items()
        if numbers(edition)[name] != usual[name]
    }


def odd_ones(states: Sequence[State]) -> list[State]:
    """Positions of the odd edition that notice every number that is written as a literal, if a position can."""

    def asked(edition: Edition, state: State) -> Iterator[object]:
        oracle = oracle_of(edition, len(state.players))
        yield from answers(oracle, oracle.of(state))

    noticed: dict[State, set[int]] = {}
    for state in states:
        right, wrong = [*asked(state.edition, state)], with_literals(state.edition).values()
        noticed[state] = {
            place for place, edition in enumerate(wrong) if differs(right, asked(edition, state))
        }
    return covering(noticed)


# Knowledge


@cache
def tables() -> tuple[State, ...]:
    """Positions in which nearly all cards are in sight: the others lie on the discard pile."""
    rng, found = Random(130), [*CASES.values()]
    kinds = [*dict.fromkeys(KOSMOS_2008.cards)]
    while len(found) < TRIED:
        few = rng.sample(kinds, 4)  # so that copies occur
        deck = [format_card(card, KOSMOS_2008) for card in KOSMOS_2008.cards if card in few]
        rng.shuffle(deck)

        def some(most: int, deck: list[str] = deck) -> list[str]:
            return [deck.pop() for _ in range(min(len(deck), rng.randrange(most)))]

        players = rng.choice((2, 3, 3, 4))
        laid = Table(players).pile(" ".join(some(3)))
        for seat in range(players):
            hand = some(4)
            known = hand[: rng.randrange(len(hand) + 1)]
            laid.hand(seat, " ".join(hand), known=" ".join(known))
        found.append(laid.lay())
    return tuple(found)


def sure_with(mutant: ClauseMutant | None, state: State) -> object:
    """What is certain in a position, by the rules with a mistake or as they are."""
    oracle = mistaken(facts.edition(state.edition, len(state.players)), mutant)
    return oracle.sure(oracle.of(state))


@cache
def noticed_by_knowledge() -> dict[State, set[int]]:
    """For each of some positions the mutants of the clauses about knowledge by which something else is sure."""
    about = {*needed_only_by(("sure", 4))}
    tried = [m for m in mutants() if m.well_sorted and m.clause in about]
    found: dict[State, set[int]] = {}
    seen: set[str] = set()
    for state in tables():
        if (key := anonymous(state)) in seen:
            continue
        seen.add(key)
        right = sure_with(None, state)
        found[state] = {
            m.number for m in tried if differs([right], iter(sure_with(m, state) for _ in (0,)))
        }
    return found


@cache
def knowing() -> list[State]:
    """Positions that notice every mutant of the clauses about knowledge."""
    return covering(noticed_by_knowledge(), MANY)
