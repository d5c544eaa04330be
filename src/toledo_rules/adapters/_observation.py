"""Views as arrays of numbers between 0 and 1, and legal actions as masks.

An observation is made of a `View`, which cannot hold a secret, and of nothing else: equal views give equal
observations. The way back is unique too: different views of a game give different observations.

Every number is a count divided by the largest count there can be; a choice is a row of such counts of which at most one
is 1. `ObservationLayout.slices` has the place of each. Players are listed clockwise from the seat that looks, which
comes first; a spectator looks from seat 0. Sizes are those of the edition, where *cards*, *swords*, *shops*, *tiles*
and *paintings* are the kinds of them, in order:

| slice | size | counts |
|---|---|---|
| seat | players | the seat that looks, by its number; nothing for a spectator |
| active | players | whose turn it is |
| phase | 8 | turn start, moving, arrived, entered, transit, drawing, duel, over |
| step | steps | where the figure is that has arrived, is in transit, or fights |
| drawing | 2 | cards that are still to be drawn: by taking, at a tavern |
| rival | players | who is challenged |
| rounds | 2 | rounds won in the duel: by the attacker, by the defender |
| hand | cards | the own hand; nothing for a spectator |
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

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar, assert_never, get_args

from attrs import frozen

from toledo_rules.actions import Action
from toledo_rules.adapters import missing, numbering
from toledo_rules.cards import Card
from toledo_rules.edition import Edition, Seat, ShopTile, Step, Sword, Tile
from toledo_rules.multiset import distinct
from toledo_rules.phases import (
    Arrived,
    Drawing,
    DrawSource,
    Duel,
    Entered,
    Moving,
    Over,
    Phase,
    Transit,
    TurnStart,
)
from toledo_rules.setup import check_players
from toledo_rules.views import PlayerView, View

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("toledo_rules.adapters.observe", "gymnasium", error) from error

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
    starts: dict[str, int]
    """First place of each slice."""
    player_starts: tuple[dict[str, int], ...]
    """First place of each slice of a player, by name without the player."""

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
        starts={name: part.start for name, part in slices.items()},
        player_starts=tuple(
            {name: slices[f"player_{number}.{name}"].start for name in each_player}
            for number in range(players)
        ),
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


def observe(view: View) -> Observation:
    """Return the observation of a view.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> seen = layout(mine.edition, 2).counts(observe(mine))
    >>> seen["pile"], sum(seen["hand"]), seen["player_1.cards"], seen["phase"]
    ([74], 5, [5], [1, 0, 0, 0, 0, 0, 0, 0])
    """
    writer = _ObservationWriter(layout(view.edition, len(view.players)), view.seat or 0)
    _write_moment(writer, view)
    _write_board(writer, view)
    for seat, player in enumerate(view.players):
        _write_player(writer, writer.layout.player_starts[writer.place(seat)], player)
    return np.frombuffer(writer.counts, np.float32) / writer.layout.bounds


class _ObservationWriter:
    """An observation under construction."""

    def __init__(self, layout: ObservationLayout, first: Seat) -> None:
        self.layout = layout
        self.counts = array(
            "f", bytes(4 * layout.size)
        )  # single numbers are set faster than in numpy
        self.first = first

    def place(self, seat: Seat) -> int:
        """Return the place of a seat, counted clockwise from the one that looks."""
        return (seat - self.first) % self.layout.players

    def add(self, name: str, place: int = 0, count: int = 1) -> None:
        """Count something at a place of a slice."""
        self.counts[self.layout.starts[name] + place] += count

    def tally(self, start: int, places: Mapping[T, int], items: Iterable[T]) -> None:
        """Count each of these items in the slice that begins at `start`."""
        counts = self.counts
        for item in items:
            counts[start + places[item]] += 1


def _write_moment(w: _ObservationWriter, view: View) -> None:
    """Write whose turn it is and what is pending."""
    if view.seat is not None:
        w.add("seat", view.seat)
    w.add("active", w.place(view.active))
    w.add("phase", PHASES.index(type(view.phase)))
    for name, place, count in pending(view.phase):
        w.add(name, w.place(place) if name == "rival" else place, count)
    if view.front is not None:
        w.add("front", w.layout.cards[view.front])
    if view.tile_value is not None:
        w.add("tile_value", w.layout.values[view.tile_value])
    if view.trigger is not None:
        w.add("trigger", w.place(view.trigger))


def pending(phase: Phase) -> tuple[tuple[str, int, int], ...]:
    """Return the counts for what a phase carries: slice, place (of a rival: the seat) and count."""
    match phase:
        case Arrived(step) | Transit(step):
            return (("step", step, 1),)
        case Drawing(left, source):
            return (("drawing", get_args(DrawSource).index(source), left),)
        case Duel(step, rival, attacker, defender):
            rounds = (("rounds", 0, attacker), ("rounds", 1, defender))
            return (("step", step, 1), ("rival", rival, 1), *rounds)
        case TurnStart() | Moving() | Entered() | Over():
            return ()
    assert_never(phase)


def _write_board(w: _ObservationWriter, view: View) -> None:
    """Write the own hand, the piles, the shops and the supply."""
    where, starts = w.layout, w.layout.starts
    w.tally(starts["hand"], where.cards, view.hand)
    w.add("pile", 0, view.pile)
    w.tally(starts["discards"], where.cards, view.discards)
    for step, site in where.sites.items():
        shop = view.shops[step]
        if shop is not None:
            w.add("owners", site * where.players + w.place(shop.owner))
            tile = ShopTile(shop.kind, shop.circles)
            w.add("placed", site * len(where.shops) + where.shops[tile])
    w.add("metal", 0, view.metal)
    w.add("gems", 0, view.gems)
    w.tally(starts["swords"], where.swords, view.swords)
    w.tally(starts["tiles"], where.tiles, view.tiles)
    w.tally(starts["paintings"], where.paintings, view.paintings)


def _write_player(w: _ObservationWriter, starts: Mapping[str, int], player: PlayerView) -> None:
    """Write the slices of a player, which begin at `starts`."""
    where, counts = w.layout, w.counts
    counts[starts["cards"]] = player.cards
    counts[starts["inside"]] = player.inside
    counts[starts["metal"]] = player.metal
    counts[starts["gems"]] = player.gems
    figures = starts["figures"]
    for step in player.figures:
        counts[figures + step] += 1
    w.tally(starts["known"], where.cards, player.known)
    w.tally(starts["delivered"], where.swords, player.delivered)
    w.tally(starts["shops"], where.shops, player.shops)
    w.tally(starts["swords"], where.swords, player.swords)
    w.tally(starts["tiles"], where.tiles, player.tiles)
    w.tally(starts["paintings"], where.paintings, player.paintings)
