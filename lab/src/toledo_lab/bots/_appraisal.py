"""A value of positions that was fitted to games: the lead to expect at the end, and the chance to win.

The worth of a player is a sum of features times weights, with other weights at each stage of the game. A feature
follows from one group of possessions alone, such as figures and swords. So the worth of each group is worked out once
and looked up from then on: inside a search, a position is valued by a few look-ups.

The first features are the parts of a `Judgement`, made by hand. The others correct it. Their weights are in
``weights.json``, fitted to games that bots played against themselves: see ``lab/studies/strength/fit.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources
from math import exp
from typing import Final, NamedTuple, TypeAlias

from toledo_lab._library import gem_points, gem_worth
from toledo_rules import ranking, score, turn_ended
from toledo_rules.bots import Judgement
from toledo_rules.edition import MOVEMENT, Edition, Seat, ShopKind, ShopTile, Step, Sword, Tile
from toledo_rules.state import Shop, State, Transit

Feature: TypeAlias = tuple[str, float]
"""A name and an amount. Amounts of the same name add up."""

STAGES: Final = 4
"""The beginning, the first figure in the Alcazar, just before the last round, and the last round."""

_MOST_KEPT: Final = 200_000
_MOST_BOARDS: Final = 2_000
"""Worths that are kept, and boards with worths of their own; all are forgotten when there are more."""

JUDGED: Final = Judgement()

_FOREMOST: Final = 3
"""Figures, and swords, that have features of their own: no more are needed to end a game."""


class Moment(NamedTuple):
    """A moment of the game, as far as weights depend on it."""

    stage: int
    time: float
    """Share of the game that is left."""


@lru_cache(maxsize=256)
def moment(inside: int, enough: int) -> Moment:
    """Return the moment when a player has a number of figures in the Alcazar; `enough` of them start the last round."""
    if inside >= enough:
        return Moment(STAGES - 1, JUDGED.last_turn)
    return Moment(min(STAGES - 2, (STAGES - 1) * inside // enough), (enough - inside) / enough)


def moment_of(state: State) -> Moment:
    """Return the moment of a position: the player with most figures in the Alcazar decides."""
    enough = state.edition.last_round_at
    if state.trigger is not None:
        return moment(enough, enough)
    return moment(max([player.inside for player in state.players]), enough)


# The features of each group. They are the same for every edition: steps are shares of the road.


def figure_features(
    edition: Edition,
    now: Moment,
    figures: tuple[Step, ...],
    inside: int,
    swords: tuple[Sword, ...],
) -> list[Feature]:
    """Return the features of figures, and of swords, the best one with the foremost figure."""
    last, foremost, near = edition.last_step, figures[::-1], 0
    longest = edition.cards[-1].value if edition.cards else 0
    found: list[Feature] = [
        ("judged figures", JUDGED.step * sum(figures) * now.time),
        ("inside", inside),
        ("almost", inside >= edition.last_round_at - 1),
    ]
    for rank, step in enumerate(foremost):
        found.append(("way", step / last))
        if rank < _FOREMOST:
            found.append((f"way of figure {rank + 1}", step / last))
        near += step >= last - longest
    found += [
        ("at the cathedral", foremost.count(0)),
        ("near", near),
        ("near with sword", min(near, len(swords))),
    ]
    divisor = edition.sword_divisor
    for rank, sword in enumerate(swords[::-1]):
        sure = sword.value // divisor
        judged = sword.value / divisor
        if rank < len(foremost):
            way = foremost[rank] / last
            likely = min(JUDGED.early * now.time + JUDGED.near * way, JUDGED.surest)
            judged += (sword.value - judged) * likely
            name, rest = f"sword {min(rank + 1, _FOREMOST)}", sword.value - sure
            found += [(name, rest), (f"{name} on its way", rest * way)]
        found += [("points", sure), ("judged swords", judged)]
    return found


def material_features(
    edition: Edition, now: Moment, metal: int, gems: int, swords: tuple[Sword, ...]
) -> list[Feature]:
    """Return the features of metal and gems, with the swords on the board."""
    judged = 0.0
    if swords:
        best = swords[-1]
        judged = JUDGED.metal * min(metal, best.metal) + JUDGED.gem * min(gems, best.gems)
        judged *= now.time if now.time <= JUDGED.last_turn else 0.8 + 0.2 * now.time
    found: list[Feature] = [
        ("judged material", judged + gem_worth(gems, edition)),
        ("points", gem_points(gems, edition)),
        ("pairs", min(metal, gems)),
    ]
    found += [(f"metal {number + 1}", 1.0) for number in range(min(metal, 5))]
    found += [(f"gem {number + 1}", 1.0) for number in range(min(gems, 5))]
    for missing in range(3):
        within = [
            sword.value
            for sword in swords
            if max(0, sword.metal - metal) + max(0, sword.gems - gems) <= missing
        ]
        found.append((f"best sword but {missing}", max(within, default=0)))
    return found


def tile_features(edition: Edition, now: Moment, tiles: tuple[Tile, ...]) -> list[Feature]:
    """Return the features of master tiles."""
    movement = MOVEMENT in tiles
    duel, penalty = len(tiles) - movement, edition.movement_penalty * movement
    judged = now.time * (JUDGED.movement_tile * movement + JUDGED.duel_tile * duel)
    return [
        ("judged tiles", judged - penalty),
        ("points", -penalty),
        ("movement tile", movement),
        ("duel tiles", duel),
        ("more duel tiles", duel > 1),
    ]


def card_features(now: Moment, cards: int) -> list[Feature]:
    """Return the features of a number of cards in hand."""
    return [
        ("judged cards", JUDGED.cards(cards) * now.time),
        ("cards", cards),
        ("cards from 5", max(0, cards - 4)),
        ("cards from 9", max(0, cards - 8)),
        ("no card", cards == 0),
    ]


_THIRDS = ("low", "middle", "high")


OwnShop: TypeAlias = tuple[Step, ShopKind, int]
"""Step, kind and circles of a shop on the board."""


def own_shops(shops: tuple[Shop | None, ...], seat: Seat) -> tuple[OwnShop, ...]:
    """Return the shops that a player has on the board."""
    return tuple(
        [
            (step, shop.kind, shop.circles)
            for step, shop in enumerate(shops)
            if shop is not None and shop.owner == seat
        ]
    )


def shop_features(now: Moment, shops: Sequence[OwnShop], last: Step) -> list[Feature]:
    """Return the features of the shops of one player, from the cathedral to the last step of the road."""
    found: list[Feature] = []
    kinds: set[ShopKind] = set()
    for step, kind, circles in shops:
        again = kind in kinds
        place = "second" if again else _THIRDS[min(2, 3 * step // last)]
        judged = JUDGED.shop(kind, step, last) * now.time
        found += [
            ("judged shops", judged * (JUDGED.second if again else 1.0)),
            (f"{kind} {place}", 1.0),
            ("more circles", circles - 1),
            ("shops", 1.0),
        ]
        kinds.add(kind)
    return found


def score_features(points: float) -> list[Feature]:
    """Return the features of points that nobody can lose: delivered swords and paintings."""
    return [("judged score", points), ("points", points)]


def wait_features(turns: float) -> list[Feature]:
    """Return the features of the turns to wait, as a share of a round."""
    return [("wait", turns)]


GROUPS: Final = ("score", "figures", "material", "tiles", "cards", "shops", "wait")
"""Groups of features: sure points, figures with swords, metal and gems, master tiles, cards, shops, turns to wait."""


def feature_groups(state: State, seat: Seat) -> list[tuple[str, list[Feature]]]:
    """Return all features of a player at the start of a turn, by the `GROUPS`."""
    player, edition, now = state.players[seat], state.edition, moment_of(state)
    players = len(state.players)
    points = sum(sword.value for sword in player.delivered) + sum(player.paintings)
    groups = (
        score_features(points),
        figure_features(edition, now, player.figures, player.inside, player.swords),
        material_features(edition, now, player.metal, player.gems, state.swords),
        tile_features(edition, now, player.tiles),
        card_features(now, len(player.hand)),
        shop_features(now, own_shops(state.shops, seat), edition.last_step),
        wait_features((seat - state.active) % players / players),
    )
    return list(zip(GROUPS, groups, strict=True))


def features(state: State, seat: Seat) -> list[Feature]:
    """Return all features of a player at the start of a turn."""
    return [one for _, some in feature_groups(state, seat) for one in some]


class Weights(NamedTuple):
    """Weights of the features at each stage, and the steepness of the chance to win."""

    weights: tuple[dict[str, float], ...]
    """Weights by stage and name. A feature without one counts 1 if it is a judged one, else nothing."""
    steepness: tuple[float, ...]
    """By stage: the larger, the surer is whoever leads."""


@lru_cache(maxsize=1)
def fitted_weights() -> Weights:
    """Return the weights that come with the library."""
    text = resources.files("toledo_lab.bots").joinpath("weights.json").read_text("utf-8")
    said = json.loads(text)
    return Weights(tuple(said["weights"]), tuple(said["steepness"]))


class Appraisal:
    """The value of positions of an edition, by weights."""

    def __init__(self, edition: Edition, weights: Weights | None = None) -> None:
        weights = fitted_weights() if weights is None else weights
        self.edition = edition
        self.steepness = weights.steepness
        self._weights = weights.weights
        self._kept: dict[tuple[object, ...], float] = {}
        self._last: tuple[State | None, Seat, list[float]] = (None, 0, [])
        # The swords and shops on the board are the same for most positions of a search.
        self._swords: tuple[Sword, ...] | None = None
        self._materials: dict[tuple[object, ...], float] = {}
        self._by_swords: dict[tuple[Sword, ...], dict[tuple[object, ...], float]] = {}
        self._shops: tuple[Shop | None, ...] | None = None
        self._owned: dict[tuple[object, ...], float] = {}
        self._own: dict[Seat, tuple[OwnShop, ...]] = {}
        self._by_shops: dict[
            tuple[Shop | None, ...],
            tuple[dict[tuple[object, ...], float], dict[Seat, tuple[OwnShop, ...]]],
        ] = {}

    def chance(self, state: State, seat: Seat) -> float:
        """Return the chance of a seat to win, in a position at the start of a turn or after the end."""
        if state.over:
            return _final(state, seat)
        now = moment_of(state)
        return self._share(self._worths(state, now, state.active), now, seat)

    def chances(self, state: State) -> tuple[float, ...]:
        """Return the chance of each seat to win, in a position at the start of a turn or after the end."""
        return tuple([self.chance(state, seat) for seat in range(len(state.players))])

    def worths(self, state: State, mover: Seat | None = None) -> tuple[float, ...]:
        """Return the worth of each seat in points. Only the differences mean something.

        `mover` is the player who begins a turn in this position; by default, the active one.
        """
        return tuple(
            self._worths(state, moment_of(state), state.active if mover is None else mover)
        )

    def parts(self, state: State, seat: Seat) -> dict[str, float]:
        """Return the worth of a player in points by groups of possessions, at the start of a turn."""
        groups: dict[str, float] = {}
        now = moment_of(state)
        for group, some in feature_groups(state, seat):
            groups[group] = groups.get(group, 0.0) + self._sum(now, some)
        return groups

    def chance_if_ended(self, state: State, seat: Seat) -> float:
        """Return the chance of a seat to win if the turn ends now.

        With a figure in transit a turn cannot end (A-41): then that figure is left out.
        """
        if state.over:
            return _final(state, seat)
        now = moment_of(state)
        if now.stage == STAGES - 1 and type(state.phase) is not Transit:
            return self.chance(turn_ended(state), seat)
        mover = (state.active + 1) % len(state.players)
        return self._share(self._worths(state, now, mover), now, seat)

    def chance_with_cards(self, state: State, more: int) -> float:
        """Return the chance of the active player to win if the turn ends now, with more cards in hand."""
        now, seat = moment_of(state), state.active
        if now.stage == STAGES - 1:  # no use for them
            return self.chance_if_ended(state, seat)
        worths = self._worths(state, now, (seat + 1) % len(state.players))
        have = len(state.players[seat].hand)
        worths[seat] += self._card_worth(now, have + more) - self._card_worth(now, have)
        return self._share(worths, now, seat)

    def chance_with_shop(self, state: State, tile: ShopTile, step: Step) -> float:
        """Return the chance of the active player to win if they place a shop on a step, which ends the turn."""
        now, seat = moment_of(state), state.active
        if now.stage == STAGES - 1:  # a shop brings nothing any more
            return self.chance_if_ended(state, seat)
        worths = self._worths(state, now, (seat + 1) % len(state.players))
        worths[seat] += self.sites(state, tile, (step,))[0]
        return self._share(worths, now, seat)

    def sites(self, state: State, tile: ShopTile, steps: Iterable[Step]) -> list[float]:
        """Return the worth in points that a shop adds for the active player, on each of these steps."""
        now, seat, kept = moment_of(state), state.active, self._kept
        if state.shops is not self._shops:
            self._see_shops(state.shops)
        mine = self._shops_of(seat)
        worths: list[float] = []
        for step in steps:
            key = (now, mine, tile, step)
            worth = kept.get(key)
            if worth is None:
                placed = sorted((*mine, (step, tile.kind, tile.circles)))
                last = len(state.shops) - 1
                before = self._sum(now, shop_features(now, mine, last))
                worth = self._sum(now, shop_features(now, placed, last)) - before
                self._store(key, worth)
            worths.append(worth)
        return worths

    def _share(self, worths: Sequence[float], now: Moment, seat: Seat) -> float:
        steepness, mine = self.steepness[now.stage], worths[seat]
        return 1 / sum([exp(min(steepness * (worth - mine), 99.0)) for worth in worths])

    def _worths(self, state: State, now: Moment, mover: Seat) -> list[float]:
        """Return the worth of each seat if `mover` begins a turn now. The list is the caller's own."""
        if (
            self._last[0] is state and self._last[1] == mover
        ):  # many actions begin at the same position
            return self._last[2].copy()
        players = len(state.players)
        if state.swords is not self._swords:
            self._see_swords(state.swords)
        if state.shops is not self._shops:
            self._see_shops(state.shops)
        turns_left = players if state.trigger is None else (state.trigger - mover) % players
        wait = self._wait(now) / players
        worths: list[float] = []
        for seat in range(players):
            turns = (seat - mover) % players
            if turns < turns_left:
                worths.append(self._worth(state, seat, now) + wait * turns)
            else:  # nothing changes for this player any more
                worths.append(float(score(state, seat).total))
        self._last = state, mover, worths
        return worths.copy()

    def _worth(self, state: State, seat: Seat, now: Moment) -> float:
        player, kept = state.players[seat], self._kept
        figures_key = (now, player.figures, player.inside, player.swords)
        figures = kept.get(figures_key)
        if figures is None:
            some = figure_features(self.edition, now, player.figures, player.inside, player.swords)
            figures = self._keep(figures_key, now, some)
        tiles_key = (now, player.tiles)
        tiles = kept.get(tiles_key)
        if tiles is None:
            tiles = self._keep(tiles_key, now, tile_features(self.edition, now, player.tiles))
        material_key = (now, player.metal, player.gems)
        material = self._materials.get(material_key)
        if material is None:
            some = material_features(self.edition, now, player.metal, player.gems, state.swords)
            self._materials[material_key] = material = self._sum(now, some)
        owned = self._owned.get((now, seat))
        if owned is None:
            some = shop_features(now, self._shops_of(seat), self.edition.last_step)
            self._owned[now, seat] = owned = self._sum(now, some)
        worth = figures + tiles + material + owned + self._card_worth(now, len(player.hand))
        if player.delivered or player.paintings:
            points = sum([sword.value for sword in player.delivered]) + sum(player.paintings)
            score_key = (now, "score", points)
            known = kept.get(score_key)
            worth += self._keep(score_key, now, score_features(points)) if known is None else known
        return worth

    def _card_worth(self, now: Moment, cards: int) -> float:
        key = (now, cards)
        known = self._kept.get(key)
        return self._keep(key, now, card_features(now, cards)) if known is None else known

    def _wait(self, now: Moment) -> float:
        key = (now, "wait")
        known = self._kept.get(key)
        return self._keep(key, now, wait_features(1.0)) if known is None else known

    def _shops_of(self, seat: Seat) -> tuple[OwnShop, ...]:
        """Return the shops of a player on the board that was seen last."""
        assert self._shops is not None
        known = self._own.get(seat)
        if known is None:
            self._own[seat] = known = own_shops(self._shops, seat)
        return known

    def _see_swords(self, swords: tuple[Sword, ...]) -> None:
        if len(self._by_swords) >= _MOST_BOARDS:
            self._by_swords.clear()
        self._swords, self._materials = swords, self._by_swords.setdefault(swords, {})

    def _see_shops(self, shops: tuple[Shop | None, ...]) -> None:
        if len(self._by_shops) >= _MOST_BOARDS:
            self._by_shops.clear()
        self._shops = shops
        self._owned, self._own = self._by_shops.setdefault(shops, ({}, {}))

    def _sum(self, now: Moment, some: Sequence[Feature]) -> float:
        weights = self._weights[now.stage]
        return sum(
            [weights.get(name, float(name[:6] == "judged")) * amount for name, amount in some]
        )

    def _keep(self, key: tuple[object, ...], now: Moment, some: Sequence[Feature]) -> float:
        return self._store(key, self._sum(now, some))

    def _store(self, key: tuple[object, ...], worth: float) -> float:
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[key] = worth
        return worth


def _final(state: State, seat: Seat) -> float:
    """Return the share in the win when the game is over."""
    winners = [standing.seat for standing in ranking(state) if standing.place == 1]
    return 1 / len(winners) if seat in winners else 0.0
