"""The JSON of every class: read off the class, with details where its types say too little; and checks of values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from json import dumps
from types import NoneType, UnionType
from typing import Any, TypeAlias, get_args

from attrs import evolve, fields, frozen

from toledo_rules._edition_form import EDITION_SHAPES, edition_problems
from toledo_rules._invariants import OF_POSITIONS, violations
from toledo_rules._shapes import (
    LARGEST,
    LINE,
    AtLeast,
    Details,
    Json,
    Leaf,
    ListOf,
    Null,
    Number,
    OneOf,
    RecordOf,
    SetOf,
    Shape,
    ShapeError,
    TableOf,
    Text,
    inside,
    plain_text,
    shown,
)
from toledo_rules._values import snake
from toledo_rules.actions import Draw, Move
from toledo_rules.cards import Card
from toledo_rules.edition import Datum, Edition, ShopTile, Space, Sword
from toledo_rules.editions import edition_digest, former_edition, shipped_edition
from toledo_rules.engine import Transition
from toledo_rules.errors import Problem
from toledo_rules.events import (
    EVENT_TYPES,
    DrawingBegan,
    Event,
    PaintingTaken,
    PileReshuffled,
    RoundFought,
)
from toledo_rules.hidden import plain_position
from toledo_rules.multiset import multiset
from toledo_rules.phases import Drawing, Phase
from toledo_rules.rulebook import Illegality, Parameter
from toledo_rules.scoring import Outcome, ScoreLine, ScoreSheet, Standing
from toledo_rules.state import Player, Shop, State
from toledo_rules.views import PlayerView, View

Value: TypeAlias = (
    State | View | Move | Event | Illegality | Transition | Outcome | ScoreSheet | Edition
)
"""Anything that a document can hold."""

Fragment: TypeAlias = (
    Card | Sword | ShopTile | Shop | Space | Phase | Player | PlayerView | ScoreLine | Standing
)
"""Anything else that has a form in JSON."""

KINDS: Mapping[str, type | UnionType] = {
    "state": State,
    "view": View,
    "move": Move,
    "event": Event,
    "illegality": Illegality,
    "transition": Transition,
    "outcome": Outcome,
    "score_sheet": ScoreSheet,
    "edition": Edition,
}
"""The values that a document can hold, by the name of their kind."""

KIND_OF: Mapping[type, str] = {
    cls: name for name, kind in KINDS.items() for cls in get_args(kind) or (kind,)
}
"""The kind of document for each class."""


# Editions, which positions name if they come with the library


@frozen
class EditionReference:
    """An edition that comes with the library, by its name. The digest proves that the same edition is meant."""

    name: str
    digest: str


_DIGEST = Text("^[0-9a-f]{16}$", "sixteen hexadecimal digits")
_REFERENCE = EDITION_SHAPES.extended({EditionReference: {"digest": _DIGEST}}, {}).record(
    EditionReference
)
_EDITION = EDITION_SHAPES.record(Edition)


@frozen
class EditionInPosition(OneOf):
    """The edition of a position: a reference, or the whole of it."""

    def load(self, value: object) -> Edition:
        loaded = super().load(value)
        if isinstance(loaded, Edition):
            return _shared(loaded, loaded.provenance)
        assert isinstance(loaded, EditionReference)
        if former := former_edition(loaded.name, loaded.digest):
            return former
        edition = _shipped(loaded.name)
        if edition is None or edition_digest(edition) != loaded.digest:
            raise ShapeError
        return edition

    def dump(self, value: Any) -> Json:
        if value == _shipped(value.name):
            return super().dump(EditionReference(value.name, edition_digest(value)))
        return super().dump(value)

    def text(self, value: Any) -> str:
        return plain_text(self.dump(value))

    def entries(self, value: Any, /) -> int:
        return super().entries(_NAMED if value is _shipped(value.name) else value)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        faults = [*super().faults(value, path)]
        yield from faults
        if not faults and isinstance(value, dict) and value.keys() == {*_REFERENCE.keys}:
            yield from self._unknown(value["name"], value["digest"], path)

    def _unknown(self, name: str, digest: str, path: str) -> Iterator[Problem]:
        edition = former_edition(name, digest) or _shipped(name)
        if edition is None:
            expected = "an edition that comes with the library; another one must be there in full"
            yield Problem(inside(path, "name"), shown(name), expected)
        elif digest != edition_digest(edition):
            expected = f'"{edition_digest(edition)}": the library has another edition of this name'
            yield Problem(inside(path, "digest"), shown(digest), expected)


_NAMED = EditionReference("", "")
"""Any reference, for counting."""


@lru_cache(maxsize=64)
def _shared(edition: Edition, _provenance: tuple[Datum, ...]) -> Edition:
    """Return one object for equal editions, so that what is known about an edition is found by identity."""
    return edition


def _shipped(name: str) -> Edition | None:
    try:
        return shipped_edition(name)
    except ValueError:
        return None


# Shapes

_ANY = Number(least=-LARGEST)
_ONE = Number(least=1)
_VALUES = ListOf(_ONE)
RULE = Text("^[A-Z]{1,3}-[0-9]{2,3}$", "the number of a rule, such as MOV-05")
_PARAMETERS: dict[object, Leaf | RecordOf] = {
    int: _ANY,
    str: LINE,
    NoneType: Null(),
    **{cls: EDITION_SHAPES.record(cls) for cls in (Card, Sword, ShopTile)},
}
_TABLE: Mapping[str, Shape | AtLeast] = {
    "edition": EditionInPosition((_REFERENCE, _EDITION)),
    "players": AtLeast(1),
    "tile_value": OneOf((_ONE, Null())),
    "paintings": _VALUES,
}
"""Details that positions and views have in common."""

_DETAILS: Details = {
    Shop: {"circles": _ONE},
    Player: {"paintings": _VALUES},
    PlayerView: {"paintings": _VALUES},
    State: _TABLE,
    View: _TABLE,
    Drawing: {"left": _ONE},
    DrawingBegan: {"cards": _ONE},
    PileReshuffled: {"cards": _ONE},
    PaintingTaken: {"value": _ONE},
    Illegality: {
        "rule": RULE,
        "parameters": TableOf(OneOf(tuple(_PARAMETERS[kind] for kind in get_args(Parameter)))),
    },
    ScoreLine: {"rule": RULE, "points": _ANY},
    ScoreSheet: {"total": _ANY},
    Standing: {"place": _ONE, "points": _ANY},
    Outcome: {"winners": SetOf(Number()), "ranking": AtLeast(1), "sheets": AtLeast(1)},
}


TAGS: Mapping[type, str] = {
    cls: snake(cls) for cls in (*get_args(Phase), *get_args(Move), *EVENT_TYPES)
}
"""The names of the classes of unions in JSON."""

SHAPES = EDITION_SHAPES.extended(_DETAILS, TAGS)
"""The shapes of all classes."""


# Checks of loaded values: whether their parts fit with each other, with the edition and with the invariants


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
    for place, (before, card) in enumerate(pairwise(view.hand), start=1):
        if card < before:
            found = f"{card!r} after {before!r}"
            yield Problem(inside(inside(path, "hand"), place), found, "the cards in order")
            break
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
