"""The comparison of the reasons of library and specification against every action, even nonsense.

    python -m tests.spec.refusals --positions 2000                  # the whole universe of each
    python -m tests.spec.refusals --exhaust tiny-agreement          # in every position of a tiny edition

All reasons are compared: code, rule, parameters and order; and an action is legal exactly if there is none. The
specification is asked through the compiled clauses, which `tests/spec/test_refusals.py` compares with clingo.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any, TypeAlias

import clingo
from attrs import frozen
from clingo.ast import AST

from spec.conformance import runner, terms
from spec.tools import facts
from spec.tools.logic import (
    Signature,
    Term,
    bodies,
    depending,
    ground,
    is_clause,
    needed,
    parse,
    symbol,
    with_argument,
)
from spec.tools.oracle import oracle_of
from spec.tools.referee import rows
from tests.exploration import explore
from toledo_rules import (
    Action,
    Challenge,
    Code,
    Deliver,
    Draw,
    Edition,
    Move,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Seat,
    State,
    UseSpace,
    explain_all,
    shipped_edition,
    universe,
)
from toledo_rules.codec import dump, load
from toledo_rules.edition import Card, ShopTile, Sword
from toledo_rules.editions import edition_digest
from toledo_rules.testing import moves

Json: TypeAlias = Any

OUTPUTS: tuple[Signature, ...] = (("reason", 3),)
_ASKED = parse("does((P,A),P,A) :- asked(P,A).   move((P,A)) :- asked(P,A).")
_CASE = ("Case", "case")

DRAWN = 30
"""Actions that are drawn for each position where not all are asked about."""


@frozen
class Difference:
    """An action for which the two give different reasons."""

    state: State
    move: Move
    seat: Seat | None
    library: Json
    specification: Json

    def __str__(self) -> str:
        return (
            f"{self.move} by {self.seat}\n  library:       {self.library}\n"
            f"  specification: {self.specification}\n  position:      {self.state}"
        )


@cache
def nonsense(edition: Edition) -> tuple[Action, ...]:
    """Actions outside the universe: off the road, off the table, with pieces that are not in the box."""
    odd = Card(max(card.value for card in edition.cards) + 1, "violet", "attacker")
    cards = (edition.cards[0], edition.cards[-1], odd)
    shops = (*edition.shops[:1], *edition.shops[-1:], ShopTile("smith", 9))
    swords = (*edition.swords[:1], *edition.swords[-1:], Sword(99, 1, 1))
    tiles = (None, *dict.fromkeys(edition.tiles), "pink")
    steps = range(-2, edition.last_step + 4)
    return (
        *(PlaceShop(shop, step) for shop in shops for step in steps),
        *map(ReturnFigure, steps),
        *(PlayCard(c, step, tile) for c in cards for step in steps for tile in (False, True)),
        *map(Challenge, range(edition.most_players + 2)),
        *(
            UseSpace(pay, take, back)
            for pay in (None, *cards)
            for take in (*tiles, *swords)
            for back in tiles
        ),
        *map(Deliver, swords),
    )


@cache
def every_move(edition: Edition) -> tuple[Move, ...]:
    """The universe of actions, nonsense, and every draw."""
    draws = map(Draw, dict.fromkeys(edition.cards))
    return tuple(dict.fromkeys((*universe(edition).actions, *nonsense(edition), *draws)))


def differences(
    state: State, asked: Iterable[Move], seats: Iterable[Seat | None] = (None,)
) -> Iterator[Difference]:
    """The moves for which the two do not give the same reasons."""
    oracle = oracle_of(state.edition, len(state.players))
    now = oracle.of(state)
    legal, several = {*moves(state)}, [*seats]
    for move in asked:
        for seat in several:
            doer = state.active if seat is None else seat
            who = "chance" if isinstance(move, Draw) else doer
            reasons = oracle.reasons(now, who, facts.move(move, doer))
            theirs = [terms.refusal_json(*reason) for reason in reasons]
            ours = [dump(why) for why in explain_all(state, move, seat=seat)]
            may = move in legal and (isinstance(move, Draw) or doer == state.active)
            if ours != theirs or may != (not theirs):
                yield Difference(state, move, seat, ours or "legal", theirs or "legal")


def drawn(state: State, rng: Random) -> list[Move]:
    """Some moves, one in ten of them nonsense."""
    every, odd = universe(state.edition).actions, nonsense(state.edition)
    return [rng.choice(every if rng.random() < 0.9 else odd) for _ in range(DRAWN)]


# Through clingo

Asked: TypeAlias = tuple[State, tuple[tuple[Term, Term], ...]]
"""A position, and who does what there."""


def asked_in_suite() -> Iterator[Asked]:
    """The moves of the conformance suite that are refused in the positions of refused.toml."""
    for case in runner.suite("small/refusals"):
        state = load(case["position"], State)
        moves_ = []
        for refused in case["refusals"]:
            seat, move = refused.get("seat", state.active), load(refused["move"], Move)
            who = "chance" if isinstance(move, Draw) else seat
            moves_.append((who, facts.move(move, seat)))
        yield state, tuple(moves_)


class Clingo:
    """The clauses that refuse, or other clauses, for many moves of many positions at once."""

    def __init__(self, clauses: Sequence[AST], outputs: Iterable[Signature] = OUTPUTS) -> None:
        part = needed(clauses, outputs)
        of_moves = depending(clauses, [("does", 2)])
        part = [*with_argument(part, of_moves, "Move", "move"), *_ASKED]
        self._clauses = with_argument(part, depending(part, [("true", 1), ("asked", 2)]), *_CASE)
        bodies_ = (bodies(clause) for clause in filter(is_clause, self._clauses))
        self._inputs = {signature for body in bodies_ for signature, _ in body}

    def ground(self, several: Sequence[Asked]) -> clingo.Control:
        """All that follows, in positions of one edition and number of players."""
        state = several[0][0]
        edition = facts.edition(state.edition, len(state.players))
        given = [fact for fact in edition if (fact[0], len(fact) - 1) in self._inputs]
        for number, (position, asked) in enumerate(several):
            given.append(("case", number))
            given += [("true", number, fluent) for fluent in facts.position(position)]
            given += [("asked", number, *one) for one in asked]
        return ground(self._clauses, map(symbol, given))

    def reasons(self, several: Sequence[Asked]) -> list[dict[Term, list[tuple[str, Term]]]]:
        """For each position who does what that is refused, with the law and the reason, in order."""
        found: list[dict[Term, list[tuple[str, Term]]]] = [{} for _ in several]
        control = self.ground(several)
        for case, move, _, law, reason in sorted(
            rows(control, "reason", 5), key=lambda row: row[2]
        ):
            found[case].setdefault(move[1:], []).append((law, reason))
        return found


def by_table(several: Iterable[Asked]) -> list[list[Asked]]:
    """Those that can be asked together."""
    tables: dict[tuple[str, int], list[Asked]] = {}
    for state, asked in several:
        key = edition_digest(state.edition), len(state.players)
        tables.setdefault(key, []).append((state, asked))
    return list(tables.values())


# The command


def main() -> int:
    """The command."""
    from tests.spec.agreement import sample  # noqa: PLC0415  # which asks `differences`

    parser = argparse.ArgumentParser(description="Compare all reasons of refusals.")
    parser.add_argument("--positions", type=int, default=2_000, metavar="N", help="how many (2000)")
    parser.add_argument("--exhaust", metavar="EDITION", help="every position of it instead")
    options = parser.parse_args()
    if options.exhaust:
        states: list[State] = []
        explore(shipped_edition(options.exhaust), 2, lambda state, _: states.append(state))
    else:
        batches = chain.from_iterable(map(sample, range(1 + options.positions // 40)))
        states = [state for state, _ in zip(batches, range(options.positions), strict=False)]
    began, asked = time.process_time(), 0
    told: Counter[Code] = Counter()
    for number, state in enumerate(states, start=1):
        every = every_move(state.edition)
        seats, some = range(len(state.players)), every[number % 50 :: 50]
        for difference in chain(differences(state, every), differences(state, some, seats)):
            print(difference)
            return 1
        asked += len(every) + len(some) * len(seats)
        told.update(why.code for move in every for why in explain_all(state, move)[:1])
        if number % 1000 == 0 or number == len(states):
            spent = time.process_time() - began
            print(f"{number:,} of {len(states):,} positions, {spent:.0f} s", file=sys.stderr)
    print(f"The two agree on {asked:,} questions about {len(states):,} positions.")
    print(", ".join(f"{code} {number:,}" for code, number in told.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
