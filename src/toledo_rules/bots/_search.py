"""The bots that search: one plans its turn, one races its plans in positions that it could be in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from math import ceil
from operator import attrgetter
from random import Random
from time import monotonic
from typing import TypeAlias, assert_never

from attrs import define, field, frozen
from attrs.validators import ge, instance_of, optional

from toledo_rules.actions import (
    Action,
    Challenge,
    Deliver,
    EndTurn,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.bots._judgement import Judgement
from toledo_rules.chance import Rng
from toledo_rules.edition import Seat, ShopKind, Step, Sword, Tile
from toledo_rules.engine import apply, duel_ended, legal_actions
from toledo_rules.hidden import determinize, plain_position
from toledo_rules.odds import duel_odds
from toledo_rules.phases import Arrived, Transit, TurnStart
from toledo_rules.state import State
from toledo_rules.views import View, view

Actions: TypeAlias = tuple[Action, ...]

FEES = 2
"""Number of card values that are tried as a fee, the lowest first."""

_at_least_one = [instance_of(int), ge(1)]


@frozen
class PlannerBot:
    """Plans its whole turn by search over its own cards, and plays the first action of the best plan.

    A plan goes up to the end of the turn or up to the next draw. Draws are judged by what they bring on average, duels
    by their odds; the turns of the others are not considered. It draws no random numbers.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> PlannerBot().choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 2), 11)
    """

    width: int = field(default=16, validator=_at_least_one)
    """Positions searched per turn, the most promising first."""
    judgement: Judgement = field(factory=Judgement, validator=instance_of(Judgement), repr=False)

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the first action of the best plan."""
        del rng  # no random numbers are needed
        return best_plan(plain_position(view), self.judgement, self.width).actions[0]


@frozen
class TurnPlan:
    """Actions for the rest of a turn, up to its end or to the next draw."""

    actions: Actions
    worth: float
    """Advantage that it is expected to lead to."""


def best_plan(state: State, judgement: Judgement, width: int) -> TurnPlan:
    """Return the best plan of the active player."""
    return max(plans(state, judgement, width), key=attrgetter("worth"))


def plans(state: State, judgement: Judgement, width: int) -> list[TurnPlan]:
    """Return plans of the active player. Of what is hidden, only their own hand is used."""
    return Search(state, judgement).run(width)


class Search:
    """A search through a turn, the most promising positions first."""

    def __init__(self, state: State, judgement: Judgement) -> None:
        self.start = state
        self.me = state.active
        self.judgement = judgement
        self.found: list[TurnPlan] = []
        self.seen: set[tuple[object, ...]] = set()
        self.waiting: list[tuple[float, int, State, Actions]] = []
        self.odds: dict[tuple[Seat, tuple[Tile, ...]], float] = {}

    def run(self, width: int) -> list[TurnPlan]:
        """Return all plans found within `width` positions."""
        self.expand(self.start, (), self.judgement.advantage(self.start, self.me))
        looked_at = 1
        # A turn cannot end with a figure in transit, so the search goes on until there is a plan.
        while self.waiting and (looked_at < width or not self.found):
            looked_at += 1
            worth, _, state, actions = heappop(self.waiting)
            self.expand(state, actions, -worth)
        return self.found

    def expand(self, state: State, before: Actions, now: float) -> None:
        """Try every promising action in a position; `now` is its worth if the turn ends here."""
        for action in promising(state, self.judgement):
            actions = (*before, action)
            worth = self.ending(state, action, now)
            if worth is None:
                self.reach(apply(state, action, NO_CHANCE), actions, now)
            else:
                self.found.append(TurnPlan(actions, worth))

    def ending(self, state: State, action: Action, now: float) -> float | None:
        """Return the worth of a plan that ends with an action; None if the plan goes on after it."""
        match action:
            case EndTurn():
                return now
            case TakeCards():
                return now + self.more_cards(state, state.edition.cards_taken)
            case UseSpace(pay) if _is_tavern(state):
                cards = state.edition.tavern_cards - (pay is not None)
                return now + self.more_cards(state, cards)
            case Challenge(rival):
                return self.duel(state, rival)
            case PlayCard() | UseSpace() | Deliver() | PlaceShop() | ReturnFigure() | Pass():
                return None
        assert_never(action)

    def reach(self, state: State, actions: Actions, before: float) -> None:
        """Add a position of the turn to those that wait, or a plan if the turn is over."""
        if state.over or state.active != self.me:
            self.found.append(TurnPlan(actions, self.judgement.advantage(state, self.me)))
            return
        key = (state.players[self.me], state.phase, state.front, state.tile_value)
        if key not in self.seen:
            self.seen.add(key)
            in_transit = isinstance(state.phase, Transit)
            worth = before if in_transit else self.judgement.advantage(state, self.me)
            heappush(self.waiting, (-worth, len(self.seen), state, actions))

    def more_cards(self, state: State, cards: int) -> float:
        """Return the worth of drawing a number of cards."""
        have = len(state.players[self.me].hand)
        more = self.judgement.cards(have + cards) - self.judgement.cards(have)
        return more * self.judgement.time_left(state, self.me)

    def duel(self, state: State, rival: Seat) -> float:
        """Return the worth of a duel by its odds: winning it with the best use of the space, or losing it."""
        key = (rival, state.players[self.me].tiles)
        if key not in self.odds:
            self.odds[key] = float(duel_odds(view(state, self.me), rival).attacker_wins)
        won = duel_ended(state, rival, attacker_wins=True)
        lost = duel_ended(state, rival, attacker_wins=False)
        after = [won, *(apply(won, use, NO_CHANCE) for use in _uses(won))]
        best = max(self.judgement.advantage(position, self.me) for position in after)
        likely = self.odds[key]
        return likely * best + (1 - likely) * self.judgement.advantage(lost, self.me)


def _uses(state: State) -> list[Action]:
    """Return the ways to use a space without a draw."""
    if _is_tavern(state):
        return []
    return [action for action in legal_actions(state) if isinstance(action, UseSpace)]


def _is_tavern(state: State) -> bool:
    assert isinstance(state.phase, Arrived)
    return state.edition.road[state.phase.step].kind == "tavern"


class _NoChance:
    """A source of chance for actions that draw no card."""

    def randrange(self, stop: int, /) -> int:
        raise AssertionError(stop)


NO_CHANCE = _NoChance()


def promising(state: State, judgement: Judgement) -> Iterator[Action]:
    """Yield the legal actions without those that can hardly be better than another one.

    Of cards of the same value it keeps one, of fees the lowest, of the sites for a kind of shop the best, of the
    swords to deliver the best.
    """
    plays: set[tuple[int, Step, bool]] = set()
    fees: dict[tuple[Sword | Tile | None, Tile | None], set[int]] = {}
    places: dict[ShopKind, tuple[float, PlaceShop]] = {}
    best_delivery: Deliver | None = None  # the last one listed: swords come in order
    for action in legal_actions(state):
        if isinstance(action, PlayCard):
            play = (action.card.value, action.origin, action.with_tile)
            if play not in plays:
                plays.add(play)
                yield action
        elif isinstance(action, UseSpace) and action.pay is not None:
            values = fees.setdefault((action.take, action.give_back), set())
            if action.pay.value not in values and len(values) < FEES:
                values.add(action.pay.value)
                yield action
        elif isinstance(action, PlaceShop):
            kind = action.shop.kind
            worth = judgement.shop(kind, action.step, state.edition.last_step)
            if kind not in places or worth >= places[kind][0]:
                places[kind] = worth, action
        elif isinstance(action, Deliver):
            best_delivery = action
        else:  # of these, none makes another one superfluous
            yield action
    yield from (place for _, place in places.values())
    if best_delivery is not None:
        yield best_delivery


@frozen
class IsmctsBot:
    """Races its best plans in positions that it could be in, and begins the winner: information-set Monte Carlo search.

    There is a plan for the turn for each first action. In each iteration it makes up a position that agrees with its
    view (`determinize`) and tries all plans still in the race in it: chance draws, with the same luck for all of
    them; the others play a turn as a planner would; the best plan after that is judged. The race starts with the
    plans that look best, and the worse half drops out from time to time. So the tree that it searches is a turn deep,
    its branches are plans, and its nodes are what a player knows, not positions. Within a turn it goes on as a
    planner: that is what the plan was raced with.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> IsmctsBot(iterations=1).choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 2), 11)
    """

    iterations: int = field(default=2, validator=_at_least_one)
    """Positions made up for a decision."""
    seconds: float | None = field(default=None, validator=optional(instance_of((int, float))))
    """Time for a decision, used in place of `iterations`; at least one position is made up."""
    arms: int = field(default=4, validator=_at_least_one)
    """Plans in the race at its start."""
    margin: float = field(default=3.0, validator=instance_of((int, float)))
    """Plans that look worse than the best one by more than this do not take part."""
    width: int = field(default=24, validator=_at_least_one)
    """Positions searched to find the plans."""
    sketch: int = field(default=8, validator=_at_least_one)
    """Positions searched for each turn that is played on in a made-up position."""
    judgement: Judgement = field(factory=Judgement, validator=instance_of(Judgement), repr=False)
    clock: Callable[[], float] = field(default=monotonic, repr=False, eq=False)
    """Clock that gives seconds; used only if `seconds` is given."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the first action of the plan that wins the race."""
        race = self._candidates(plain_position(view))
        if not isinstance(view.phase, TurnStart):
            race = race[:1]
        halvings = (len(race) - 1).bit_length()
        arms, begin, number, spent = len(race), self._now(), 0, 0.0
        while len(race) > 1 and spent < 1:
            position, luck = determinize(view, rng), rng.randrange(2**32)
            for arm in race:
                arm.total += self._outcome(position, arm.plan, Random(luck))
                arm.tries += 1
            number += 1
            spent = self._spent(number, begin)
            race.sort(key=attrgetter("mean"), reverse=True)
            race = race[: ceil(arms / 2 ** int(spent * halvings))]
        return race[0].plan.actions[0]

    @seconds.validator
    def _some_time(self, _attribute: object, seconds: float | None) -> None:
        if seconds is not None and seconds <= 0:
            raise ValueError(f"the seconds for a decision must be more than 0, not {seconds}")

    def _now(self) -> float:
        return 0.0 if self.seconds is None else self.clock()

    def _spent(self, iterations: int, begin: float) -> float:
        """Return the share of the race that is over, 1 at its end."""
        if self.seconds is None:
            return iterations / self.iterations
        return min((self._now() - begin) / self.seconds, 1.0)

    def _candidates(self, state: State) -> list[_Arm]:
        """Return the best plan for each first action, the most promising of them first."""
        best: dict[Action, TurnPlan] = {}
        for plan in plans(state, self.judgement, self.width):
            rival = best.get(plan.actions[0])
            if rival is None or plan.worth > rival.worth:
                best[plan.actions[0]] = plan
        ranked = sorted(best.values(), key=attrgetter("worth"), reverse=True)
        least = ranked[0].worth - self.margin
        return [_Arm(plan, plan.worth) for plan in ranked[: self.arms] if plan.worth >= least]

    def _outcome(self, state: State, plan: TurnPlan, chance: Rng) -> float:
        """Return the worth of a plan in a position: that of the best next plan after the others played a turn each."""
        me, players = state.active, len(state.players)
        for action in plan.actions:
            state = apply(state, action, chance)
        for turn in range(players):
            state = self._played_turn(state, (me + turn) % players, chance)
        if state.over:
            return self.judgement.advantage(state, me)
        return best_plan(state, self.judgement, self.sketch).worth

    def _played_turn(self, state: State, seat: int, chance: Rng) -> State:
        """Return the position after the turn of a seat, or after the rest of it."""
        while not state.over and state.active == seat:
            for action in best_plan(state, self.judgement, self.sketch).actions:
                state = apply(state, action, chance)
        return state


@define
class _Arm:
    """A plan in the race."""

    plan: TurnPlan
    total: float
    """Sum of the worths over all tries; the first impression counts as one."""
    tries: int = 1

    @property
    def mean(self) -> float:
        return self.total / self.tries
