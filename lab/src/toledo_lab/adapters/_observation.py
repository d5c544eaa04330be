"""Views as arrays of numbers between 0 and 1, and legal actions as masks.

An observation is made of a `View`, which cannot hold a secret, and of nothing else: equal views give equal
observations. The way back is unique too: different views of a game give different observations.

Every number is a count divided by the largest count there can be; a choice is a row of such counts of which at most one
is 1. `ObservationLayout.slices` gives the range of each. Players are listed clockwise from the viewer's seat, which
comes first; a spectator views from seat 0. Sizes are those of the edition, where *cards*, *swords*, *shops*, *tiles*
and *paintings* are the kinds of them, in order:

| slice | size | counts |
|---|---|---|
| seat | players | the seat that looks, by its number (always 0 if it is `relative`); nothing for a spectator |
| active | players | whose turn it is |
| phase | 8 | turn start, moving, arrived, entered, transit, drawing, duel, over |
| step | steps | where the figure is that has arrived, is in transit, or fights |
| drawing | 2 | cards that are still to be drawn: by taking, at a tavern |
| rival | players | who is challenged |
| rounds | 2 | rounds won in the duel: by the attacker, by the defender |
| hand | cards | one's own hand; nothing for a spectator |
| front | cards | the first card of the turn |
| tile_value | values | the value of the card that the movement tile was used for |
| trigger | players | who started the last round |
| pile | 1 | cards in the pile |
| discards | cards | the discard pile |
| owners | sites x players | whose shop stands on each site |
| placed | sites x shops | which shop stands on each site |
| metal, gems | 1 | the supply |
| swords, tiles, paintings | kinds | on the board |

and for each player, as ``player_0.cards`` and so on, where player_0 is the seat that looks:

| slice | size | counts |
|---|---|---|
| cards | 1 | cards in hand |
| known | cards | cards in hand that everybody knows |
| figures | steps | figures by where they stand |
| inside | 1 | figures in the Alcazar |
| delivered | swords | swords under them |
| shops | shops | shops that are not placed yet |
| metal, gems | 1 | |
| swords, tiles, paintings | kinds | in front of the player |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Generic, TypeAlias, TypeVar, assert_never, get_args

from attrs import frozen

from toledo_lab._library import check_players, distinct
from toledo_lab.adapters import missing, numbering
from toledo_rules.actions import Action
from toledo_rules.edition import Card, Edition, Seat, ShopTile, Step, Sword, Tile
from toledo_rules.state import (
    Arrived,
    Drawing,
    Duel,
    Entered,
    Moving,
    Over,
    Phase,
    Transit,
    TurnStart,
    View,
)

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("toledo_lab.adapters.observe", "gymnasium", error) from error

Observation: TypeAlias = NDArray[np.float32]

T = TypeVar("T")

PHASES: tuple[type[Phase], ...] = get_args(Phase)
"""All phases, in the order of the slice ``phase``."""


@frozen(eq=False)
class ObservationLayout:
    """The places of everything in the observations of a game."""

    edition: Edition
    players: int
    slices: dict[str, slice]
    """Part of an observation for each name, in order and without gaps."""
    bounds: NDArray[np.float32]
    """Largest count at each place; at least 1."""
    cards: dict[Card, int]
    swords: dict[Sword, int]
    shops: dict[ShopTile, int]
    tiles: dict[Tile, int]
    values: dict[int, int]
    """Values of cards."""
    paintings: dict[int, int]
    """Values of paintings."""
    sites: dict[Step, int]

    @property
    def size(self) -> int:
        """Length of an observation."""
        return len(self.bounds)

    def counts(self, observation: Observation) -> dict[str, list[int]]:
        """Return an observation in whole numbers, by name: for people, and for tests."""
        whole = np.rint(observation * self.bounds).astype(int)
        return {name: whole[part].tolist() for name, part in self.slices.items()}


@lru_cache(maxsize=64)
def layout(edition: Edition, players: int) -> ObservationLayout:
    """Return the layout of observations of a game.

    >>> from toledo_rules import KOSMOS_2008
    >>> made = layout(KOSMOS_2008, 2)
    >>> made.size, made.slices["hand"], made.slices["player_1.metal"]
    (595, slice(40, 88, None), slice(575, 576, None))
    """
    check_players(edition, players, 0)
    cards, swords, shops = (
        distinct(edition.cards),
        distinct(edition.swords),
        distinct(edition.shops),
    )
    tiles, paintings = distinct(edition.tiles), distinct(edition.paintings)
    values = tuple(dict.fromkeys(card.value for card in cards))
    sites = [step for step, space in enumerate(edition.road) if space.kind == "site"]
    steps = len(edition.road)

    def copies(kinds: Sequence[T], items: Sequence[T]) -> list[int]:
        return [items.count(kind) for kind in kinds]

    on_board = {
        "metal": [edition.metal],
        "gems": [edition.gems],
        "swords": copies(swords, edition.swords),
        "tiles": copies(tiles, edition.tiles),
        "paintings": copies(paintings, edition.paintings),
    }
    each_player = {
        "cards": [len(edition.cards)],
        "known": copies(cards, edition.cards),
        "figures": [edition.figures] * steps,
        "inside": [edition.figures],
        "delivered": copies(swords, edition.swords),
        "shops": copies(shops, edition.shops),
        **on_board,
    }
    bounds = {
        "seat": [1] * players,
        "active": [1] * players,
        "phase": [1] * len(PHASES),
        "step": [1] * steps,
        "drawing": [edition.cards_taken, edition.tavern_cards],
        "rival": [1] * players,
        "rounds": [edition.rounds_to_win] * 2,
        "hand": copies(cards, edition.cards),
        "front": [1] * len(cards),
        "tile_value": [1] * len(values),
        "trigger": [1] * players,
        "pile": [len(edition.cards)],
        "discards": copies(cards, edition.cards),
        "owners": [1] * (len(sites) * players),
        "placed": [1] * (len(sites) * len(shops)),
        **on_board,
    }
    for number in range(players):
        bounds |= {f"player_{number}.{name}": each for name, each in each_player.items()}
    slices: dict[str, slice] = {}
    end = 0
    for name, each in bounds.items():
        slices[name] = slice(end, end + len(each))
        end += len(each)
    return ObservationLayout(
        edition=edition,
        players=players,
        slices=slices,
        bounds=np.array([max(1, bound) for each in bounds.values() for bound in each], np.float32),
        cards=_numbered(cards),
        swords=_numbered(swords),
        shops=_numbered(shops),
        tiles=_numbered(tiles),
        values=_numbered(values),
        paintings=_numbered(paintings),
        sites=_numbered(sites),
    )


def _numbered(kinds: Iterable[T]) -> dict[T, int]:
    return {kind: number for number, kind in enumerate(kinds)}


def mask(edition: Edition, actions: Iterable[Action]) -> NDArray[np.int8]:
    """Return an array with a 1 for the number of each of these actions.

    >>> from toledo_rules import END_TURN, KOSMOS_2008, PASS
    >>> made = mask(KOSMOS_2008, [END_TURN, PASS])
    >>> made[:3], made.sum() == 2
    (array([1, 0, 0], dtype=int8), np.True_)
    """
    made = numbering(edition)
    legal = np.zeros(len(made), np.int8)
    legal[[made.numbers[action] for action in actions]] = 1
    return legal


def observe(view: View, *, relative: bool = False) -> Observation:
    """Return the observation of a view. If it is to be `relative`, the slice ``seat`` is the same for all seats.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> seen = layout(mine.edition, 2).counts(observe(mine))
    >>> seen["pile"], sum(seen["hand"]), seen["player_1.cards"], seen["phase"]
    ([74], 5, [5], [1, 0, 0, 0, 0, 0, 0, 0])
    """
    encoder = _encoder(view.edition, len(view.players))
    return np.frombuffer(encoder.encoded(view, relative=relative), np.float32)


# An observation is assembled from pieces of bytes, in the order of the layout. Most parts of a position are the same
# objects after a move as before it, so most pieces are cached.


def _piece(counts: Sequence[float], bounds: NDArray[np.float32]) -> bytes:
    """Return the bytes of a slice: counts divided by the largest ones there can be."""
    return (np.array(counts, np.float32) / bounds).tobytes()


class Pieces(Generic[T]):
    """The slices of collections, cached for each object seen lately."""

    most = 4096
    """The number of cached objects."""

    def __init__(self, places: Mapping[T, int], bounds: NDArray[np.float32]) -> None:
        self._places = places
        self._bounds = bounds
        self._known: dict[int, tuple[object, bytes]] = {}
        """By identity, which costs nothing; a cached object stays alive, so its id is not reused."""

    def __call__(self, items: tuple[T, ...]) -> bytes:
        """Return the bytes of the slice for these items."""
        known = self._known.get(id(items))
        if known is not None:
            return known[1]
        counts = [0] * len(self._bounds)
        for item in items:
            counts[self._places[item]] += 1
        if len(self._known) >= self.most:
            self._known.clear()
        made = _piece(counts, self._bounds)
        self._known[id(items)] = items, made
        return made


def _row(size: int) -> tuple[bytes, ...]:
    """Return the slices of a choice among some things, by place; the last one is no choice."""
    return tuple(
        np.eye(size + 1, size, dtype=np.float32)[place].tobytes() for place in range(size + 1)
    )


def _numbers(bound: int) -> tuple[bytes, ...]:
    """Return the slices of a single count, by its number."""
    return tuple(
        _piece([count], np.array([max(1, bound)], np.float32)) for count in range(bound + 1)
    )


class Encoder:
    """Observations of the games of an edition, for a number of players."""

    def __init__(self, layout: ObservationLayout) -> None:
        edition, players = layout.edition, layout.players
        self._layout = layout
        self._seats, self._steps = _row(players), _row(len(edition.road))
        self._phases, self._fronts = _row(len(PHASES)), _row(len(layout.cards))
        self._values = _row(len(layout.values))
        self._drawn = _numbers(edition.cards_taken), _numbers(edition.tavern_cards)
        self._rounds = _numbers(edition.rounds_to_win)
        self._cards, self._inside = _numbers(len(edition.cards)), _numbers(edition.figures)
        self._metal, self._gems = _numbers(edition.metal), _numbers(edition.gems)

        def pieces(places: Mapping[T, int], name: str) -> Pieces[T]:
            return Pieces(places, layout.bounds[layout.slices[name]])

        steps = {step: step for step in range(len(edition.road))}
        self._kinds = pieces(layout.cards, "hand")
        self._figures = pieces(steps, "player_0.figures")
        self._swords = pieces(layout.swords, "swords")
        self._shops = pieces(layout.shops, "player_0.shops")
        self._tiles = pieces(layout.tiles, "tiles")
        self._paintings = pieces(layout.paintings, "paintings")
        self._sites: dict[tuple[int, Seat], tuple[object, bytes]] = {}

    def encoded(self, view: View, *, relative: bool) -> bytearray:
        """Return the bytes of an observation."""
        first, players = view.seat or 0, self._layout.players
        own = -1 if view.seat is None else 0 if relative else view.seat
        pieces = [self._seats[own], *self._moment(view, first)]
        pieces += (
            self._kinds(view.hand),
            self._fronts[-1 if view.front is None else self._layout.cards[view.front]],
            self._values[-1 if view.tile_value is None else self._layout.values[view.tile_value]],
            self._seats[-1 if view.trigger is None else (view.trigger - first) % players],
            self._cards[view.pile],
            self._kinds(view.discards),
            self._placed(view, first),
            self._metal[view.metal],
            self._gems[view.gems],
            self._swords(view.swords),
            self._tiles(view.tiles),
            self._paintings(view.paintings),
        )
        for player in (*view.players[first:], *view.players[:first]):
            pieces += (
                self._cards[player.cards],
                self._kinds(player.known),
                self._figures(player.figures),
                self._inside[player.inside],
                self._swords(player.delivered),
                self._shops(player.shops),
                self._metal[player.metal],
                self._gems[player.gems],
                self._swords(player.swords),
                self._tiles(player.tiles),
                self._paintings(player.paintings),
            )
        return bytearray().join(pieces)

    def _moment(self, view: View, first: Seat) -> list[bytes]:
        """Return the slices of whose turn it is and what is pending."""
        players, phase = self._layout.players, view.phase
        step, rival, rounds, drawn = -1, -1, (0, 0), (0, 0)
        match phase:
            case Arrived(step) | Transit(step):
                pass
            case Drawing(left, source):
                drawn = (left, 0) if source == "take" else (0, left)
            case Duel(step, opponent, attacker, defender):
                rival, rounds = (opponent - first) % players, (attacker, defender)
            case TurnStart() | Moving() | Entered() | Over():
                pass
            case unknown:
                assert_never(unknown)
        return [
            self._seats[(view.active - first) % players],
            self._phases[PHASES.index(type(phase))],
            self._steps[step],
            *[table[count] for table, count in zip(self._drawn, drawn, strict=True)],
            self._seats[rival],
            *[self._rounds[count] for count in rounds],
        ]

    def _placed(self, view: View, first: Seat) -> bytes:
        """Return the slices of owners and shops on the sites."""
        key = id(view.shops), first
        known = self._sites.get(key)
        if known is not None:
            return known[1]
        where = self._layout
        owners = [0] * (len(where.sites) * where.players)
        placed = [0] * (len(where.sites) * len(where.shops))
        for step, site in where.sites.items():
            shop = view.shops[step]
            if shop is not None:
                owners[site * where.players + (shop.owner - first) % where.players] = 1
                tile = ShopTile(shop.kind, shop.circles)
                placed[site * len(where.shops) + where.shops[tile]] = 1
        if len(self._sites) >= Pieces.most:
            self._sites.clear()
        made = np.array([*owners, *placed], np.float32).tobytes()
        self._sites[key] = view.shops, made
        return made


@lru_cache(maxsize=64)
def _encoder(edition: Edition, players: int) -> Encoder:
    return Encoder(layout(edition, players))
