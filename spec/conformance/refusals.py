"""Moves of a position that are refused, for the cases of the suite, with all that speaks against them.

Moves are chosen with the library; the reasons are those of the compiled clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from spec.conformance import terms
from spec.conformance.terms import Json
from spec.tools import facts
from spec.tools.oracle import oracle_of
from toledo_rules import (
    Draw,
    Move,
    PlaceShop,
    ReturnFigure,
    Seat,
    State,
    UseSpace,
    universe,
)
from toledo_rules.codec import dump, load

FEW = 3


def few(state: State) -> list[Json]:
    """A few refused actions, each for other reasons."""
    rng = Random(len(state.pile))
    drawn = rng.choices(universe(state.edition).actions, k=50 * FEW)
    found = _by_reasons(one for one in _answered(state, drawn) if one["reasons"])
    return [several[0] for several in found[:FEW]]


def many(state: State) -> list[Json]:
    """Two moves for every combination of reasons, and for none; and the same by a player who is not on turn."""
    found = [
        one
        for several in _by_reasons(_answered(state, _every(state)))
        for one in (several[:1] if len(several) == 1 else (several[0], several[-1]))
    ]
    next_seat = (state.active + 1) % len(state.players)
    others = [load(one["move"], Move) for one in found if one["move"]["type"] != "draw"]
    return [*found, *_answered(state, others, next_seat)]


def _answered(state: State, moves: Iterable[Move], seat: Seat | None = None) -> Iterator[Json]:
    """Moves with the reasons against them; with a seat, if it is not the one on turn."""
    oracle = oracle_of(state.edition, len(state.players))
    now = oracle.of(state)
    doer, by = (state.active, {}) if seat is None else (seat, {"seat": seat})
    for move in moves:
        who = "chance" if isinstance(move, Draw) else doer
        reasons = oracle.reasons(now, who, facts.move(move, doer))
        told = [[*terms.refusal_json(*reason).values()] for reason in reasons]
        yield {"move": dump(move), **by, "reasons": told}


def _by_reasons(answers: Iterable[Json]) -> list[list[Json]]:
    """Those together that are of one kind and have the same reasons, but for numbers and pieces in them."""
    found: dict[object, list[Json]] = {}
    for one in answers:
        reasons = [
            (code, rule, *(x for x in parameters.values() if type(x) is str))
            for code, rule, parameters in one["reasons"]
        ]
        found.setdefault((one["move"]["type"], *reasons), []).append(one)
    return list(found.values())


def _every(state: State) -> Iterator[Move]:
    """The universe of actions, every draw, and what makes sense in itself but not on this board."""
    of = state.edition
    steps, tiles = range(of.last_step + 2), (None, *dict.fromkeys(of.tiles))
    fees = (None, *dict.fromkeys(state.players[state.active].hand))
    goods = (*tiles, *dict.fromkeys(of.swords))
    yield from universe(of).actions
    yield from (PlaceShop(shop, step) for shop in dict.fromkeys(of.shops) for step in steps)
    yield from map(ReturnFigure, steps)
    yield from (UseSpace(fee, take, back) for fee in fees for take in goods for back in tiles)
    yield from map(Draw, dict.fromkeys(of.cards))
