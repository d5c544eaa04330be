"""Checks of loaded values: whether their parts fit with each other, with the edition and with the invariants."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from json import dumps
from typing import Any, TypeAlias

from attrs import evolve, fields

from toledo_rules._edition_form import edition_problems
from toledo_rules._invariants import OF_POSITIONS, violations
from toledo_rules._shapes import inside
from toledo_rules.actions import Draw
from toledo_rules.codec._forms import KIND_OF, SHAPES
from toledo_rules.edition import Edition
from toledo_rules.engine import Transition
from toledo_rules.errors import Problem
from toledo_rules.events import Event, RoundFought
from toledo_rules.hidden import plain_position
from toledo_rules.multiset import multiset
from toledo_rules.scoring import Outcome, ScoreSheet, Standing
from toledo_rules.state import State
from toledo_rules.views import View


def check(value: object, path: str) -> Iterator[Problem]:
    """Yield the problems that concern more than one part of a value of the right shape."""
    return _CHECKS.get(type(value), _nothing)(value, path)


def _nothing(_value: object, _path: str) -> Iterator[Problem]:
    return iter(())


def _at(path: str, where: str) -> str:
    return f"{path}.{where}" if where else path


# Positions, views and editions


def _state(state: State, path: str) -> Iterator[Problem]:
    for broken in violations(state, OF_POSITIONS):
        yield Problem(_at(path, broken.where), broken.found, _law(broken.number, broken.says))


def _law(number: str, says: str) -> str:
    return f"a position in which {says} ({number})"


def _edition(edition: Edition, path: str) -> Iterator[Problem]:
    for problem in edition_problems(edition):
        yield evolve(problem, where=_at(path, problem.where))


def _view(view: View, path: str) -> Iterator[Problem]:
    found = [*_edition(view.edition, inside(path, "edition"))] or [*_hands(view, path)]
    yield from found
    if found:
        return
    try:
        state = plain_position(view)
    except ValueError as error:
        yield Problem(path, f"something impossible ({error})", "a view of a position")
        return
    for broken in violations(state, OF_POSITIONS):
        # whether a figure in transit can move on may depend on hidden cards.
        if broken.number != "I-24" or view.seat == view.active:
            where = broken.where.replace(f"players[{view.seat}].hand", "hand")
            yield Problem(_at(path, where), broken.found, _law(broken.number, broken.says))


def _hands(view: View, path: str) -> Iterator[Problem]:
    """Numbers of cards that do not fit with the cards that are seen."""
    players = len(view.players)
    if view.seat is not None and view.seat >= players:
        yield Problem(inside(path, "seat"), str(view.seat), f"a seat from 0 to {players - 1}")
    if view.seat is None and view.hand:
        found = f"a list of {len(view.hand)}"
        yield Problem(inside(path, "hand"), found, "no cards, because a spectator has none")
    for seat, player in enumerate(view.players):
        at = _at(path, f"players[{seat}].cards")
        if seat == view.seat and player.cards != len(view.hand):
            yield Problem(at, str(player.cards), f"{len(view.hand)}, the cards of the hand")
        elif player.cards < len(player.known):
            yield Problem(at, str(player.cards), f"at least the {len(player.known)} known cards")


# Transitions

_Named: TypeAlias = tuple[Collection[object], str]
"""The things that exist, and the words for one of them."""


def _transition(transition: Transition, path: str) -> Iterator[Problem]:
    found = [*_state(transition.state, inside(path, "state"))]
    yield from found
    if found:
        return
    named = _named(transition.state.edition, len(transition.state.players))
    happened: dict[str, tuple[Event | Draw, ...]] = {
        "events": transition.events,
        "draws": transition.draws,
    }
    for name, things in happened.items():
        for place, thing in enumerate(things):
            at = inside(inside(path, name), place)
            yield from _unnamed(thing, named, at)
            if isinstance(thing, RoundFought):
                yield from _rounds(thing, transition.state.edition, at)


def _rounds(fought: RoundFought, edition: Edition, path: str) -> Iterator[Problem]:
    """DUE-09: nobody wins more rounds than decide a duel."""
    for name in ("attacker_wins", "defender_wins"):
        won = getattr(fought, name)
        if won > edition.rounds_to_win:
            yield Problem(inside(path, name), str(won), f"at most {edition.rounds_to_win}")


def _unnamed(thing: Event | Draw, named: Mapping[str, _Named], path: str) -> Iterator[Problem]:
    """Whatever a thing names that does not exist."""
    for part in fields(type(thing)):
        if part.name in named:
            item = getattr(thing, part.name)
            known, expected = named[part.name]
            if item is not None and item not in known:
                words = dumps(SHAPES.of(type(item)).dump(item))
                yield Problem(inside(path, part.name), words, expected)


@lru_cache(maxsize=256)
def _named(edition: Edition, players: int) -> Mapping[str, _Named]:
    """Return what fields of events can name, by the names of the fields."""
    name = edition.name
    seats: _Named = range(players), f"a seat from 0 to {players - 1}"
    steps: _Named = range(len(edition.road)), f"a step from 0 to {edition.last_step}"
    return {
        **dict.fromkeys(("seat", "owner", "rival"), seats),
        **dict.fromkeys(("attacker", "defender", "winner", "loser"), seats),
        **dict.fromkeys(("step", "origin"), steps),
        "card": (frozenset(edition.cards), f"a card of {name}"),
        "sword": (frozenset(edition.swords), f"a sword of {name}"),
        "tile": (frozenset(edition.tiles), f"a master tile of {name}"),
        "shop": (frozenset(edition.shops), f"a shop tile of {name}"),
    }


# Scores


def _sheet(sheet: ScoreSheet, path: str) -> Iterator[Problem]:
    total = sum(line.points for line in sheet.lines)
    if sheet.total != total:
        yield Problem(inside(path, "total"), str(sheet.total), f"{total}, the sum of the lines")


def _outcome(outcome: Outcome, path: str) -> Iterator[Problem]:
    at = inside(path, "sheets")
    for seat, sheet in enumerate(outcome.sheets):
        yield from _sheet(sheet, inside(at, seat))
        if sheet.seat != seat:
            yield Problem(inside(inside(at, seat), "seat"), str(sheet.seat), str(seat))
    yield from _ranking(outcome, inside(path, "ranking"))
    winners = {standing.seat for standing in outcome.ranking if standing.place == 1}
    if outcome.winners != winners:
        found, expected = dumps(sorted(outcome.winners)), dumps(sorted(winners))
        yield Problem(inside(path, "winners"), found, f"{expected}, as in the ranking")


def _ranking(outcome: Outcome, path: str) -> Iterator[Problem]:
    """TIE-01 to TIE-03: by points, then cards, then their sum; equals share a place (A-126)."""
    ranked = multiset((standing.seat, standing.points) for standing in outcome.ranking)
    if ranked != multiset((sheet.seat, sheet.total) for sheet in outcome.sheets):
        yield Problem(path, "other seats or points", "the seats and points of the sheets")
    places: dict[tuple[int, int, int], int] = {}
    for number, merit in enumerate(sorted(map(_merit, outcome.ranking), reverse=True), start=1):
        places.setdefault(merit, number)
    for number, standing in enumerate(outcome.ranking):
        place = places[_merit(standing)]
        if standing.place != place:
            expected = f"{place}, by points, cards and their sum"
            yield Problem(inside(inside(path, number), "place"), str(standing.place), expected)
    if [*outcome.ranking] != sorted(outcome.ranking, key=lambda one: (one.place, one.seat)):
        yield Problem(path, "another order", "the players by place, then by seat")


def _merit(standing: Standing) -> tuple[int, int, int]:
    return standing.points, standing.cards, standing.card_sum


_CHECK_OF_KIND: Mapping[str, Callable[[Any, str], Iterator[Problem]]] = {
    "state": _state,
    "view": _view,
    "move": _nothing,
    "event": _nothing,
    "illegality": _nothing,
    "transition": _transition,
    "outcome": _outcome,
    "score_sheet": _sheet,
    "edition": _edition,
}
_CHECKS = {cls: _CHECK_OF_KIND[kind] for cls, kind in KIND_OF.items()}
"""The check of each class that can be a document. The parts of documents have none of their own."""
