"""Plans for a turn: sequences of actions up to its end, or up to the next draw, found by search on positions."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from toledo_lab._library import NO_CHANCE, Actions, is_delivery
from toledo_lab.bots._appraisal import Appraisal
from toledo_rules import apply, duel_ended, duel_odds, legal_actions, score
from toledo_rules.actions import (
    Action,
    Challenge,
    EndTurn,
    PlaceShop,
    PlayCard,
    TakeCards,
    UseSpace,
)
from toledo_rules.edition import Seat, ShopTile, Step, Sword, Tile
from toledo_rules.state import Arrived, State, Transit, view

DuelKey: TypeAlias = tuple[tuple[Tile, ...], tuple[Tile, ...]]
"""The master tiles of attacker and defender."""


class PlannedTurn(NamedTuple):
    """Actions for the rest of a turn, up to its end or up to the next draw."""

    chance: float
    """Chance to win that it is expected to lead to."""
    actions: Actions


class Breadth(NamedTuple):
    """Bounds of the search through a turn."""

    positions: int
    """Positions whose actions are tried, the most promising first."""
    sites: int = 1
    """Sites that are tried for each kind of shop and number of circles."""
    fees: int = 2
    """Values of cards that are tried as a fee, the lowest first."""


class TurnSearch:
    """A search through turns, with the odds of duels kept from one to the next."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        self._odds: dict[DuelKey, float] = {}

    def best(self, state: State, breadth: Breadth) -> PlannedTurn:
        """Return the best plan of the active player."""
        return max(self.plans(state, breadth), key=_chance)

    def plans(self, state: State, breadth: Breadth) -> list[PlannedTurn]:
        """Return plans of the active player. Of what is hidden, only their own hand is used."""
        me, value = state.active, self.appraisal
        found: list[PlannedTurn] = []
        seen: set[tuple[object, ...]] = set()
        waiting: list[tuple[float, int, State, Actions]] = [
            (-value.chance_if_ended(state, me), 0, state, ())
        ]
        looked_at = 0
        # A turn cannot end with a figure in transit, so the search goes on until there is a plan.
        while waiting and (looked_at < breadth.positions or not found):
            looked_at += 1
            minus_now, _, position, before = heappop(waiting)
            for action in self.promising(position, breadth):
                actions = (*before, action)
                kind = type(action)
                if kind is EndTurn:
                    found.append(PlannedTurn(-minus_now, actions))
                elif kind is TakeCards:
                    more = state.edition.cards_taken
                    found.append(PlannedTurn(value.chance_with_cards(position, more), actions))
                elif isinstance(action, UseSpace) and _is_tavern(position):
                    more = state.edition.tavern_cards - (action.pay is not None)
                    found.append(PlannedTurn(value.chance_with_cards(position, more), actions))
                elif isinstance(action, PlaceShop):
                    chance = value.chance_with_shop(position, action.shop, action.step)
                    found.append(PlannedTurn(chance, actions))
                elif isinstance(action, Challenge):
                    found.append(PlannedTurn(self._duel(position, action.rival, me), actions))
                else:
                    after = apply(position, action, NO_CHANCE)
                    if after.over or after.active != me:
                        found.append(PlannedTurn(value.chance(after, me), actions))
                        continue
                    key = (after.players[me], after.phase, after.front, after.tile_value)
                    if key in seen:
                        continue
                    seen.add(key)
                    in_transit = type(after.phase) is Transit
                    minus = minus_now if in_transit else -value.chance_if_ended(after, me)
                    heappush(waiting, (minus, len(seen), after, actions))
        return found

    def lead(self, state: State, actions: Actions) -> int:
        """Return the points by which the active player leads after a plan, or lags behind. Draws bring no points."""
        me = state.active
        for action in actions:
            if isinstance(action, TakeCards | Challenge) or (
                isinstance(action, UseSpace) and _is_tavern(state)
            ):
                break
            state = apply(state, action, NO_CHANCE)
        return lead(state, me)

    def _duel(self, state: State, rival: Seat, me: Seat) -> float:
        """Return the worth of a duel by its odds: winning it with the best use of the space, or losing it."""
        key = state.players[me].tiles, state.players[rival].tiles
        likely = self._odds.get(key)
        if likely is None:
            likely = self._odds[key] = float(duel_odds(view(state, me), rival).attacker_wins)
        won = duel_ended(state, rival, attacker_wins=True)
        lost = duel_ended(state, rival, attacker_wins=False)
        best = self.appraisal.chance_if_ended(won, me)
        if not _is_tavern(won):
            for action in legal_actions(won):
                if isinstance(action, UseSpace):
                    after = self.appraisal.chance_if_ended(apply(won, action, NO_CHANCE), me)
                    best = max(best, after)
        return likely * best + (1 - likely) * self.appraisal.chance_if_ended(lost, me)

    def promising(self, state: State, breadth: Breadth) -> Iterator[Action]:
        """Yield the legal actions without those that can hardly be better than another one.

        Of cards of the same value it keeps one, of fees the lowest, of sites for a shop the best, of the swords to
        deliver the best.
        """
        plays: set[tuple[int, Step, bool]] = set()
        fees: dict[tuple[Sword | Tile | None, Tile | None], set[int]] = {}
        places: list[PlaceShop] = []
        delivery: Action | None = None  # the last one listed: swords come in order
        for action in legal_actions(state):
            if isinstance(action, PlaceShop):
                places.append(action)
            elif isinstance(action, PlayCard):
                play = (action.card.value, action.origin, action.with_tile)
                if play not in plays:
                    plays.add(play)
                    yield action
            elif isinstance(action, UseSpace) and action.pay is not None:
                values = fees.setdefault((action.take, action.give_back), set())
                if action.pay.value not in values and len(values) < breadth.fees:
                    values.add(action.pay.value)
                    yield action
            elif is_delivery(action):
                delivery = action
            else:  # of these, none makes another one superfluous
                yield action
        if places:
            yield from self._sites(state, places, breadth.sites)
        if delivery is not None:
            yield delivery

    def _sites(self, state: State, places: list[PlaceShop], sites: int) -> Iterator[PlaceShop]:
        """Yield the best places for each shop tile: where shops pay, and where the bot's figures can go at once."""
        me = state.players[state.active]
        within: dict[Step, int] = {}
        for origin in set(me.figures):
            for card in {card.value for card in me.hand}:
                within[origin + card] = within.get(origin + card, 0) + 1
        by_tile: dict[ShopTile, list[PlaceShop]] = {}
        for place in places:
            by_tile.setdefault(place.shop, []).append(place)
        for tile, some in by_tile.items():
            worths = self.appraisal.sites(state, tile, [place.step for place in some])
            ranked = [
                (-worth - _WITHIN * min(3, within.get(place.step, 0)), place.step, place)
                for worth, place in zip(worths, some, strict=True)
            ]
            ranked.sort()
            yield from [place for _, _, place in ranked[:sites]]


_WITHIN = 0.1
"""Worth in points of a way to go to a new shop at once, to choose among sites."""


def lead(state: State, seat: Seat) -> int:
    """Return the points by which a player is ahead of the best of the others; below 0 if behind."""
    points = [score(state, one).total for one in range(len(state.players))]
    mine = points.pop(seat)
    return mine - max(points)


def _chance(plan: PlannedTurn) -> float:
    return plan.chance


def _is_tavern(state: State) -> bool:
    assert isinstance(state.phase, Arrived)
    return state.edition.road[state.phase.step].kind == "tavern"
