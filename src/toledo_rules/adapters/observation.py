"""What a seat sees, as an array of numbers between 0 and 1.

An observation is made of a `View`, which cannot hold a secret, and of nothing else: equal views give equal
observations. The way back is unique too: different views of a game give different observations.

Every number is a count divided by the largest count there can be; a choice is a row of such counts of which at most one
is 1. `Layout.slices` says where everything is. Players are listed clockwise from the seat that looks, which comes
first; a spectator looks from seat 0. Sizes are those of the edition, where *cards*, *swords*, *shops*, *tiles*
and *paintings* are the kinds of them, in order:

| slice | size | what it counts |
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

| slice | size | what it counts |
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

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from attrs import frozen

from toledo_rules.adapters.extras import missing
from toledo_rules.cards import Card
from toledo_rules.edition import Edition, ShopTile, Step, Sword, Tile
from toledo_rules.multiset import distinct
from toledo_rules.setup import check_players
from toledo_rules.state import (
    Arrived,
    Drawing,
    Duel,
    Entered,
    Moving,
    Over,
    Phase,
    Seat,
    Transit,
    TurnStart,
)
from toledo_rules.views import PlayerView, View

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(__name__, "gymnasium", error) from error

Observation: TypeAlias = NDArray[np.float32]

T = TypeVar("T")

PHASES: tuple[type[Phase], ...] = (
    TurnStart,
    Moving,
    Arrived,
    Entered,
    Transit,
    Drawing,
    Duel,
    Over,
)


@frozen(eq=False)
class Layout:
    """Where everything is in the observations of a game."""

    edition: Edition
    players: int
    slices: dict[str, slice]
    """The part of an observation for each name, in order and without gaps."""
    bounds: NDArray[np.float32]
    """The largest count at each place; at least 1."""
    cards: dict[Card, int]
    swords: dict[Sword, int]
    shops: dict[ShopTile, int]
    tiles: dict[Tile, int]
    values: dict[int, int]
    """The values of cards."""
    paintings: dict[int, int]
    """The values of paintings."""
    sites: dict[Step, int]

    @property
    def size(self) -> int:
        """The length of an observation."""
        return len(self.bounds)

    def counts(self, observation: Observation) -> dict[str, list[int]]:
        """An observation in whole numbers, by name: for people, and for tests."""
        whole = np.rint(observation * self.bounds).astype(int)
        return {name: whole[part].tolist() for name, part in self.slices.items()}


@lru_cache(maxsize=64)
def layout(edition: Edition, players: int) -> Layout:
    """The layout of observations of a game.

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
    return Layout(
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


def observe(view: View) -> Observation:
    """The observation of what a seat sees.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> seen = layout(mine.edition, 2).counts(observe(mine))
    >>> seen["pile"], sum(seen["hand"]), seen["player_1.cards"], seen["phase"]
    ([74], 5, [5], [1, 0, 0, 0, 0, 0, 0, 0])
    """
    writer = _Writer(layout(view.edition, len(view.players)), view.seat or 0)
    _write_moment(writer, view)
    _write_board(writer, view)
    for seat, player in enumerate(view.players):
        _write_player(writer, f"player_{writer.place(seat)}", player)
    return np.array(writer.counts, np.float32) / writer.layout.bounds


class _Writer:
    """An observation under construction."""

    def __init__(self, layout: Layout, first: Seat) -> None:
        self.layout = layout
        self.counts = [0] * layout.size  # faster than an array where single numbers are set
        self.first = first

    def place(self, seat: Seat) -> int:
        """The place of a seat, counted clockwise from the one that looks."""
        return (seat - self.first) % self.layout.players

    def add(self, name: str, place: int = 0, count: int = 1) -> None:
        """Count something at a place of a slice."""
        self.counts[self.layout.slices[name].start + place] += count

    def tally(self, name: str, places: dict[T, int], items: Iterable[T]) -> None:
        """Count each of these."""
        start = self.layout.slices[name].start
        for item in items:
            self.counts[start + places[item]] += 1


def _write_moment(w: _Writer, view: View) -> None:
    """Whose turn it is, and what is pending."""
    if view.seat is not None:
        w.add("seat", view.seat)
    w.add("active", w.place(view.active))
    w.add("phase", PHASES.index(type(view.phase)))
    match view.phase:
        case Arrived(step) | Transit(step):
            w.add("step", step)
        case Drawing(left, source):
            w.add("drawing", 0 if source == "take" else 1, left)
        case Duel(step, rival, attacker_wins, defender_wins):
            w.add("step", step)
            w.add("rival", w.place(rival))
            w.add("rounds", 0, attacker_wins)
            w.add("rounds", 1, defender_wins)
        case _:  # the other phases have nothing to add
            pass
    if view.front is not None:
        w.add("front", w.layout.cards[view.front])
    if view.tile_value is not None:
        w.add("tile_value", w.layout.values[view.tile_value])
    if view.trigger is not None:
        w.add("trigger", w.place(view.trigger))


def _write_board(w: _Writer, view: View) -> None:
    """The own hand, the piles, the shops, and what can be had."""
    where = w.layout
    w.tally("hand", where.cards, view.hand)
    w.add("pile", 0, view.pile)
    w.tally("discards", where.cards, view.discards)
    for step, site in where.sites.items():
        shop = view.shops[step]
        if shop is not None:
            w.add("owners", site * where.players + w.place(shop.owner))
            tile = ShopTile(shop.kind, shop.circles)
            w.add("placed", site * len(where.shops) + where.shops[tile])
    w.add("metal", 0, view.metal)
    w.add("gems", 0, view.gems)
    w.tally("swords", where.swords, view.swords)
    w.tally("tiles", where.tiles, view.tiles)
    w.tally("paintings", where.paintings, view.paintings)


def _write_player(w: _Writer, name: str, player: PlayerView) -> None:
    where = w.layout
    w.add(f"{name}.cards", 0, player.cards)
    w.tally(f"{name}.known", where.cards, player.known)
    for step in player.figures:
        w.add(f"{name}.figures", step)
    w.add(f"{name}.inside", 0, player.inside)
    w.tally(f"{name}.delivered", where.swords, player.delivered)
    w.tally(f"{name}.shops", where.shops, player.shops)
    w.add(f"{name}.metal", 0, player.metal)
    w.add(f"{name}.gems", 0, player.gems)
    w.tally(f"{name}.swords", where.swords, player.swords)
    w.tally(f"{name}.tiles", where.tiles, player.tiles)
    w.tally(f"{name}.paintings", where.paintings, player.paintings)
