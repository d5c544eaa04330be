"""A bot that tries its plans in positions that it could be in: information-set Monte-Carlo search."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from operator import attrgetter
from random import Random
from time import monotonic

from attrs import define, field, frozen
from attrs.validators import ge, instance_of, optional

from toledo_rules.actions import Action
from toledo_rules.bots.planner import Plan, best_plan, plans
from toledo_rules.bots.prospects import Judgement
from toledo_rules.chance import Rng
from toledo_rules.engine import apply
from toledo_rules.hidden import determinize, plain_position
from toledo_rules.state import State, TurnStart
from toledo_rules.views import View

_a_size = [instance_of(int), ge(1)]


@frozen
class IsmctsBot:
    """Lets its best plans race in positions that it could be in, and begins the winner.

    For each thing that it could do first there is a plan for the turn. In each iteration it makes up a position that
    agrees with what it sees (`determinize`), and all plans still in the race are tried in it: chance draws, with the
    same luck for all of them; the others play a turn as a planner would; the best plan after that is judged. The
    race starts with the plans that look best, and the worse half drops out from time to time. So the tree that it
    searches is a turn deep, its branches are plans, and its nodes are what a player knows, not positions. Within a turn
    it goes on as a planner: that is what the plan was raced with.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> IsmctsBot(iterations=1).choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 2), 11)
    """

    iterations: int = field(default=2, validator=_a_size)
    """So many positions are made up for a decision."""
    seconds: float | None = field(default=None, validator=optional(instance_of((int, float))))
    """If given, a decision takes about so long instead, however many positions that makes, but at least one."""
    arms: int = field(default=4, validator=_a_size)
    """Plans in the race at its start."""
    margin: float = field(default=3.0, validator=instance_of((int, float)))
    """Plans that look worse than the best one by so much do not take part."""
    width: int = field(default=24, validator=_a_size)
    """Positions that are looked at to find the plans."""
    sketch: int = field(default=8, validator=_a_size)
    """Positions that are looked at for each turn that is played on in a made-up position."""
    judgement: Judgement = field(factory=Judgement, validator=instance_of(Judgement), repr=False)
    clock: Callable[[], float] = field(default=monotonic, repr=False, eq=False)
    """Tells the time in seconds; asked only if `seconds` is given."""

    def choose(self, view: View, rng: Rng) -> Action:
        """The beginning of the plan that wins the race."""
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
            raise ValueError(f"a decision takes more than {seconds} seconds")

    def _now(self) -> float:
        return 0.0 if self.seconds is None else self.clock()

    def _spent(self, iterations: int, begin: float) -> float:
        """How much of the race is over: 1 is all of it."""
        if self.seconds is None:
            return iterations / self.iterations
        return min((self._now() - begin) / self.seconds, 1.0)

    def _candidates(self, state: State) -> list[_Arm]:
        """The best plan for each first action, the most promising of them first."""
        best: dict[Action, Plan] = {}
        for plan in plans(state, self.judgement, self.width):
            rival = best.get(plan.actions[0])
            if rival is None or plan.worth > rival.worth:
                best[plan.actions[0]] = plan
        ranked = sorted(best.values(), key=attrgetter("worth"), reverse=True)
        least = ranked[0].worth - self.margin
        return [_Arm(plan, plan.worth) for plan in ranked[: self.arms] if plan.worth >= least]

    def _outcome(self, state: State, plan: Plan, chance: Rng) -> float:
        """What a plan leads to in a position: the others play a turn each, then the best plan is worth so much."""
        me, players = state.active, len(state.players)
        for action in plan.actions:
            state = apply(state, action, chance)
        for turn in range(players):
            state = self._played_turn(state, (me + turn) % players, chance)
        if state.over:
            return self.judgement.advantage(state, me)
        return best_plan(state, self.judgement, self.sketch).worth

    def _played_turn(self, state: State, seat: int, chance: Rng) -> State:
        """The position after the turn of a seat, or after what is left of it."""
        while not state.over and state.active == seat:
            for action in best_plan(state, self.judgement, self.sketch).actions:
                state = apply(state, action, chance)
        return state


@define
class _Arm:
    """A plan in the race."""

    plan: Plan
    total: float
    """What it has led to, all tries together. What it looked like at first counts as a try."""
    tries: int = 1

    @property
    def mean(self) -> float:
        return self.total / self.tries
