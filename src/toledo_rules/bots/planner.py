"""A bot that plans its whole turn."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from operator import attrgetter
from typing import TypeAlias

from attrs import field, frozen
from attrs.validators import ge, instance_of

from toledo_rules._draft import Draft
from toledo_rules.actions import (
    Action,
    Challenge,
    Deliver,
    EndTurn,
    PlaceShop,
    PlayCard,
    TakeCards,
    UseSpace,
)
from toledo_rules.bots.prospects import Judgement
from toledo_rules.chance import Rng
from toledo_rules.edition import ShopKind, Step, Sword, Tile
from toledo_rules.effects import duel, visit
from toledo_rules.engine import apply, legal_actions
from toledo_rules.odds import duel_odds
from toledo_rules.state import Arrived, Duel, Seat, State, Transit
from toledo_rules.views import View, plain_position, view

Actions: TypeAlias = tuple[Action, ...]

FEES = 2
"""So many values of cards are tried as a fee, the lowest first."""


@frozen
class PlannerBot:
    """Plans its whole turn by search over its own cards, and does the first thing of the best plan.

    A plan goes up to the end of the turn or up to the next draw. Draws are judged by what they bring on average, duels
    by their odds; what the others will do is not looked at. It leaves nothing to chance.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> PlannerBot().choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 2), 11)
    """

    width: int = field(default=16, validator=[instance_of(int), ge(1)])
    """So many positions of a turn are looked at, the most promising first."""
    judgement: Judgement = field(factory=Judgement, validator=instance_of(Judgement), repr=False)

    def choose(self, view: View, rng: Rng) -> Action:
        """The beginning of the best plan."""
        del rng  # nothing is left to chance
        return best_plan(plain_position(view), self.judgement, self.width).actions[0]


@frozen
class Plan:
    """What to do in the rest of a turn, up to its end or to the next draw."""

    actions: Actions
    worth: float
    """The advantage that it is expected to lead to."""


def best_plan(state: State, judgement: Judgement, width: int) -> Plan:
    """The best plan of the active player."""
    return max(plans(state, judgement, width), key=attrgetter("worth"))


def plans(state: State, judgement: Judgement, width: int) -> list[Plan]:
    """Plans of the active player. Of what is hidden, only his own hand is looked at."""
    return _Search(state, judgement).run(width)


class _Search:
    """A search through a turn, the most promising positions first."""

    def __init__(self, state: State, judgement: Judgement) -> None:
        self.start = state
        self.me = state.active
        self.judgement = judgement
        self.found: list[Plan] = []
        self.seen: set[tuple[object, ...]] = set()
        self.waiting: list[tuple[float, int, State, Actions]] = []
        self.odds: dict[tuple[Seat, tuple[Tile, ...]], float] = {}

    def run(self, width: int) -> list[Plan]:
        """All plans through so many positions."""
        self.expand(self.start, (), self.judgement.advantage(self.start, self.me))
        looked_at = 1
        # A turn does not end with a figure in transit, so at least one plan has to be found.
        while self.waiting and (looked_at < width or not self.found):
            looked_at += 1
            worth, _, state, actions = heappop(self.waiting)
            self.expand(state, actions, -worth)
        return self.found

    def expand(self, state: State, before: Actions, now: float) -> None:
        """Try everything in a position which is worth so much if the turn ends now."""
        for action in promising(state, self.judgement):
            actions = (*before, action)
            match action:
                case EndTurn():
                    self.found.append(Plan(actions, now))
                case TakeCards():
                    more = self.more_cards(state, state.edition.cards_taken)
                    self.found.append(Plan(actions, now + more))
                case UseSpace(pay) if _is_tavern(state):
                    more = self.more_cards(state, state.edition.tavern_cards - (pay is not None))
                    self.found.append(Plan(actions, now + more))
                case Challenge(rival):
                    self.found.append(Plan(actions, self.duel(state, rival)))
                case _:
                    self.reach(apply(state, action, NO_CHANCE), actions, now)

    def reach(self, state: State, actions: Actions, before: float) -> None:
        """A position of the turn, to be looked at later; or the end of the turn."""
        if state.over or state.active != self.me:
            self.found.append(Plan(actions, self.judgement.advantage(state, self.me)))
            return
        key = (state.players[self.me], state.phase, state.front, state.tile_value)
        if key not in self.seen:
            self.seen.add(key)
            in_transit = isinstance(state.phase, Transit)
            worth = before if in_transit else self.judgement.advantage(state, self.me)
            heappush(self.waiting, (-worth, len(self.seen), state, actions))

    def more_cards(self, state: State, cards: int) -> float:
        """What drawing so many cards brings."""
        have = len(state.players[self.me].hand)
        more = self.judgement.cards(have + cards) - self.judgement.cards(have)
        return more * self.judgement.time_left(state, self.me)

    def duel(self, state: State, rival: Seat) -> float:
        """What a duel is worth by its odds: winning it with the best use of the space, or losing it."""
        assert isinstance(state.phase, Transit)
        key = (rival, state.players[self.me].tiles)
        if key not in self.odds:
            self.odds[key] = float(duel_odds(view(state, self.me), rival).attacker_wins)
        enough = state.edition.rounds_to_win
        won, lost = (_settled(state, rival, rounds) for rounds in ((enough, 0), (0, enough)))
        after = [won, *(apply(won, use, NO_CHANCE) for use in _uses(won))]
        best = max(self.judgement.advantage(position, self.me) for position in after)
        likely = self.odds[key]
        return likely * best + (1 - likely) * self.judgement.advantage(lost, self.me)


def _settled(state: State, rival: Seat, rounds: tuple[int, int]) -> State:
    """The position after a duel that ended so."""
    assert isinstance(state.phase, Transit)
    d = Draft(state)
    duel.settle(d, Duel(state.phase.step, rival, *rounds))
    return d.freeze()


def _uses(state: State) -> list[UseSpace]:
    """How a space can be used without a draw."""
    assert isinstance(state.phase, Arrived)
    return [] if _is_tavern(state) else visit.options(state, state.phase.step)


class _NoChance:
    """For actions in which chance has no part."""

    def randrange(self, stop: int, /) -> int:
        raise AssertionError(stop)


NO_CHANCE = _NoChance()


def _is_tavern(state: State) -> bool:
    assert isinstance(state.phase, Arrived)
    return visit.trade(state, state.phase.step) == "tavern"


def promising(state: State, judgement: Judgement) -> Iterator[Action]:
    """The legal actions, without those that can hardly be better than another one.

    Of cards of the same value it plays one, of fees it tries low ones, of the sites for a kind of shop the best, of
    the swords to deliver the best.
    """
    plays: set[tuple[int, Step, bool]] = set()
    fees: dict[tuple[Sword | Tile | None, Tile | None], set[int]] = {}
    places: dict[ShopKind, tuple[float, PlaceShop]] = {}
    deliver: Deliver | None = None
    for action in legal_actions(state):
        match action:
            case PlayCard(card, origin, with_tile):
                play = (card.value, origin, with_tile)
                if play not in plays:
                    plays.add(play)
                    yield action
            case UseSpace(pay, take, back) if pay is not None:
                values = fees.setdefault((take, back), set())
                if pay.value not in values and len(values) < FEES:
                    values.add(pay.value)
                    yield action
            case PlaceShop(tile, at):
                worth = judgement.shop(tile.kind, at, state.edition.last_step)
                if tile.kind not in places or worth >= places[tile.kind][0]:
                    places[tile.kind] = worth, action
            case Deliver():
                deliver = action
            case _:
                yield action
    yield from (place for _, place in places.values())
    if deliver is not None:
        yield deliver
