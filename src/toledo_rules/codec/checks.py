"""Whether the parts of a loaded value fit together: with the edition, with each other, with the invariants.

What the shapes cannot say is asked here. First whether all that is named exists: the later questions rely on it, the
invariants above all, so each is asked only if the earlier ones found nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache, singledispatch
from itertools import islice
from json import dumps
from typing import Any, NamedTuple, TypeAlias, cast

from attrs import AttrsInstance, evolve, fields

from toledo_rules._invariants import invariants
from toledo_rules.codec.converter import unstructure
from toledo_rules.codec.problems import Problem, inside
from toledo_rules.edition import CATHEDRAL, Edition, ShopTile
from toledo_rules.editions import EditionError, edition_to_toml
from toledo_rules.engine import Transition
from toledo_rules.events import RoundFought
from toledo_rules.hidden import unseen_cards
from toledo_rules.multiset import multiset
from toledo_rules.scoring import Outcome, ScoreSheet, Standing
from toledo_rules.state import Arrived, Drawing, Duel, Entered, Over, Player, State, Transit
from toledo_rules.views import PlayerView, View

All: TypeAlias = tuple[Collection[object], str]
"""All that there is of something, and what to call one of it."""

_BAGS: dict[type, tuple[str, ...]] = {
    State: ("pile", "discards", "swords", "tiles"),
    View: ("hand", "discards", "swords", "tiles"),
    Player: ("hand", "known", "figures", "delivered", "shops", "swords", "tiles", "paintings"),
    PlayerView: ("known", "figures", "delivered", "shops", "swords", "tiles", "paintings"),
    Edition: ("cards", "swords", "tiles", "shops"),
}
"""The fields that are multisets."""


@singledispatch
def check(_value: object, _path: str) -> Iterator[Problem]:
    """What does not fit in a value: nothing, for one of which all is said by its shape."""
    return iter(())


@check.register
def _state(state: State, path: str) -> Iterator[Problem]:
    found = _position(state, path)
    yield from found
    if not found:
        for violation in invariants(state):
            yield _broken(path, violation.number, violation.says)


@check.register
def _view(view: View, path: str) -> Iterator[Problem]:
    found = _position(view, path) or [*_hands(view, path)]
    yield from found
    if found:
        return
    try:
        state = _some_position(view)
    except ValueError as error:
        yield Problem(path, f"something impossible ({error})", "a view of a position")
        return
    for violation in invariants(state):
        # Whether a figure in transit can move on may depend on hidden cards.
        if violation.number != "I-24" or view.seat == view.active:
            yield _broken(path, violation.number, violation.says)


def _broken(path: str, number: str, says: str) -> Problem:
    return Problem(path, f"a position that breaks {number}", f"one in which {says}")


@check.register
def _transition(transition: Transition, path: str) -> Iterator[Problem]:
    found = [*_state(transition.state, inside(path, "state"))]
    yield from found
    if not found:
        edition = transition.state.edition
        box = _box(edition, len(transition.state.players))
        for name in ("events", "draws"):
            for place, thing in enumerate(getattr(transition, name)):
                at = inside(inside(path, name), place)
                yield from _names(thing, box, at)
                if isinstance(thing, RoundFought):
                    yield from _rounds(thing, edition, at)


def _rounds(fought: RoundFought, edition: Edition, path: str) -> Iterator[Problem]:
    """DUE-09: nobody wins more rounds than decide a duel."""
    for name in ("attacker_wins", "defender_wins"):
        won = getattr(fought, name)
        if won > edition.rounds_to_win:
            yield Problem(inside(path, name), str(won), f"at most {edition.rounds_to_win}")


@check.register
def _sheet(sheet: ScoreSheet, path: str) -> Iterator[Problem]:
    total = sum(line.points for line in sheet.lines)
    if sheet.total != total:
        yield Problem(inside(path, "total"), str(sheet.total), f"{total}, the sum of the lines")


@check.register
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


@check.register
def _edition(edition: Edition, path: str) -> Iterator[Problem]:
    for misfit in _misfits(edition):
        yield evolve(misfit, path=path + misfit.path.removeprefix("$"))


@lru_cache(maxsize=64)
def _misfits(edition: Edition) -> tuple[Problem, ...]:
    """What is wrong with an edition by itself. Its provenance plays no part."""
    found = [*_sorted(edition, "$")]
    for step, space in enumerate(edition.road):
        if (space.kind == "cathedral") != (step == CATHEDRAL):
            expected = "the cathedral at step 0, and only there"
            found.append(Problem(f"$.road[{step}].kind", f'"{space.kind}"', expected))
    return tuple(found) or _refusals(edition)


def _refusals(edition: Edition) -> tuple[Problem, ...]:
    """What an edition file with this edition would be refused for."""
    try:
        edition_to_toml(evolve(edition, provenance=()))
    except EditionError as error:
        return tuple(Problem("$", f"{p.found} as {p.where}", p.expected) for p in error.problems)
    except ValueError:
        found = "an edition that no edition file can express"
        return (Problem("$", found, "one that a file can express"),)
    return ()


# Positions and views


def _position(position: State | View, path: str) -> list[Problem]:
    """What is wrong with a position before the invariants can be asked."""
    edition, players = position.edition, len(position.players)
    found = [*_edition(edition, inside(path, "edition"))]
    if found:
        return found
    box = _box(edition, players)
    least, most = edition.least_players, edition.most_players
    if not least <= players <= most:
        expected = f"from {least} to {most} players"
        found.append(Problem(inside(path, "players"), f"a list of {players}", expected))
    steps = len(edition.road)
    if len(position.shops) != steps:
        expected = f"an entry for each of the {steps} steps of the road"
        found.append(Problem(inside(path, "shops"), f"a list of {len(position.shops)}", expected))
    found += _names(position, box, path)
    found += _names(position.phase, box, inside(path, "phase"))
    found += _bags(position, box, path)
    for step, shop in enumerate(position.shops):
        if shop is not None:
            at = inside(inside(path, "shops"), step)
            found += _names(cast("AttrsInstance", shop), box, at)
            known, expected = box.fields["shop"]
            if ShopTile(shop.kind, shop.circles) not in known:
                found.append(Problem(at, _words(shop), expected))
    for seat, player in enumerate(position.players):
        found += _bags(player, box, inside(inside(path, "players"), seat))
    return found or [*_turn(position, path)]


class _Box(NamedTuple):
    """What there is in an edition, by the names of the fields that can hold it."""

    fields: dict[str, All]
    bags: dict[str, All]


@lru_cache(maxsize=256)
def _box(edition: Edition, players: int) -> _Box:
    """What there is in an edition for so many players."""
    name = edition.name
    cards: All = frozenset(edition.cards), f"a card of {name}"
    swords: All = frozenset(edition.swords), f"a sword of {name}"
    tiles: All = frozenset(edition.tiles), f"a master tile of {name}"
    shops: All = frozenset(edition.shops), f"a shop tile of {name}"
    paintings: All = frozenset(edition.paintings), f"a painting of {name}"
    values: All = frozenset(card.value for card in edition.cards), f"the value of a card of {name}"
    seats: All = range(players), f"a seat from 0 to {players - 1}"
    steps: All = range(len(edition.road)), f"a step from 0 to {edition.last_step}"
    before = _first_entrance(edition)
    outside: All = range(before), f"a step before the entrances, from 0 to {before - 1}"
    return _Box(
        fields={
            **dict.fromkeys(("active", "trigger", "seat", "owner", "rival"), seats),
            **dict.fromkeys(("attacker", "defender", "winner", "loser"), seats),
            **dict.fromkeys(("step", "origin"), steps),
            **dict.fromkeys(("front", "card"), cards),
            "tile_value": values,
            "sword": swords,
            "tile": tiles,
            "shop": shops,
        },
        bags={
            **dict.fromkeys(("hand", "known", "pile", "discards"), cards),
            **dict.fromkeys(("swords", "delivered"), swords),
            "tiles": tiles,
            "shops": shops,
            "paintings": paintings,
            "figures": outside,
        },
    )


def _first_entrance(edition: Edition) -> int:
    return [space.kind for space in edition.road].index("entrance")


def _names(thing: AttrsInstance, box: _Box, path: str) -> Iterator[Problem]:
    """Whether there is what the fields of a thing name."""
    for part in fields(type(thing)):
        if part.name in box.fields:
            item = getattr(thing, part.name)
            known, expected = box.fields[part.name]
            if item is not None and item not in known:
                yield Problem(inside(path, part.name), _words(item), expected)


def _bags(thing: object, box: _Box, path: str) -> Iterator[Problem]:
    """Whether there is what the multisets of a thing hold, and they are sorted."""
    for name in _BAGS[type(thing)]:
        known, expected = box.bags[name]
        for place, item in enumerate(getattr(thing, name)):
            if item not in known:
                yield Problem(inside(inside(path, name), place), _words(item), expected)
    yield from _sorted(thing, path)


def _sorted(thing: object, path: str) -> Iterator[Problem]:
    for name in _BAGS[type(thing)]:
        items = getattr(thing, name)
        if items != multiset(items):
            place = next(n for n in range(1, len(items)) if items[n] < items[n - 1])
            found = f"{_words(items[place])} after {_words(items[place - 1])}"
            yield Problem(inside(inside(path, name), place), found, "a sorted list")


def _turn(position: State | View, path: str) -> Iterator[Problem]:
    """Whether the phase fits with the rest, as far as no invariant asks."""
    edition, phase = position.edition, position.phase
    me = position.players[position.active]
    at = inside(path, "phase")
    match phase:
        case Arrived(step):
            if step == CATHEDRAL or step not in me.figures:
                expected = f"a space with a figure of seat {position.active}"
                yield Problem(inside(at, "step"), str(step), expected)
        case Transit(step) | Duel(step):
            if not CATHEDRAL < step < _first_entrance(edition):
                yield Problem(inside(at, "step"), str(step), "a space before the entrances")
        case Entered():
            if not me.inside:
                expected = f"a figure of seat {position.active} in the Alcazar"
                yield Problem(at, "a figure that has just entered it", expected)
        case Drawing(left, source):
            most = edition.cards_taken if source == "take" else edition.tavern_cards
            if left > most:
                yield Problem(inside(at, "left"), str(left), f"at most {most}")
        case Over():
            following = (position.active + 1) % len(position.players)
            if position.trigger != following:  # END-02
                expected = f"{following}, the seat after the last turn"
                yield Problem(inside(path, "trigger"), dumps(position.trigger), expected)
        case _:
            pass
    if position.front and position.front.value == position.tile_value:
        expected = "another value than that of the front card"
        yield Problem(inside(path, "tile_value"), str(position.tile_value), expected)


def _hands(view: View, path: str) -> Iterator[Problem]:
    """Whether the numbers of cards fit with the cards that are seen."""
    for seat, player in enumerate(view.players):
        at = inside(inside(inside(path, "players"), seat), "cards")
        if seat == view.seat and player.cards != len(view.hand):
            yield Problem(at, str(player.cards), f"{len(view.hand)}, the cards of the hand")
        elif player.cards < len(player.known):
            yield Problem(at, str(player.cards), f"at least the {len(player.known)} known cards")
    if view.seat is None and view.hand:
        found = f"a list of {len(view.hand)}"
        yield Problem(inside(path, "hand"), found, "no cards, because a spectator has none")


def _some_position(view: View) -> State:
    """A position that agrees with a view: the unseen cards are dealt as they come."""
    unseen = iter(unseen_cards(view))
    players = []
    for seat, player in enumerate(view.players):
        hidden = player.cards - len(player.known)
        hand = (
            view.hand if seat == view.seat else multiset([*player.known, *islice(unseen, hidden)])
        )
        players.append(Player(hand=hand, **_shared(player, Player, "hand")))
    shared = _shared(view, State, "players", "pile")
    return State(players=tuple(players), pile=multiset(unseen), **shared)


def _shared(thing: object, cls: type, *without: str) -> dict[str, Any]:
    """The fields that a thing has in common with a class."""
    names = (part.name for part in fields(cls) if part.name not in without)
    return {name: getattr(thing, name) for name in names}


def _words(item: object) -> str:
    return dumps(unstructure(item))
