"""The bot that searches: plans for its turn, raced in positions that it could be in, over the turns of the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import ceil, inf, log
from time import monotonic
from typing import Final, NamedTuple

from attrs import define, field, frozen
from attrs.validators import ge, instance_of, le, optional

from toledo_rules.actions import Action
from toledo_rules.bots._appraisal import Appraisal
from toledo_rules.bots._players import NO_CHANCE, Actions, Bot
from toledo_rules.bots._turns import Breadth, PlannedTurn, TurnSearch
from toledo_rules.chance import Rng, Stream
from toledo_rules.edition import Edition
from toledo_rules.engine import apply
from toledo_rules.hidden import determinize, plain_position
from toledo_rules.state import State
from toledo_rules.views import View

DEFAULT_LEVEL: Final = 7


class Dial(NamedTuple):
    """The meaning of a level."""

    noise: float
    """Mistakes: how far the chances of plans are blurred before the best is chosen."""
    units: float
    """Time for the race, in units of the time that the `racer` takes; 0 for no race."""


LEVELS: Final = (
    Dial(0.4, 0.0),
    Dial(0.15, 0.0),
    Dial(0.06, 0.0),
    Dial(0.02, 0.0),
    Dial(0.0, 0.0),
    Dial(0.0, 0.25),
    Dial(0.0, 1.0),
    Dial(0.0, 4.0),
    Dial(0.0, 16.0),
    Dial(0.0, 64.0),
)
"""The levels from 1, a beginner, to 10, the strongest."""


@lru_cache(maxsize=8)
def appraisal_of(edition: Edition) -> Appraisal:
    """Return the fitted value of positions of an edition."""
    return Appraisal(edition)


class RankedPlan(NamedTuple):
    """A plan for the rest of the turn, and what became of it in the race."""

    actions: Actions
    """Actions up to the end of the turn, or up to the next draw."""
    chance: float
    """Chance to win: mean over all tries."""
    tries: int
    """Positions in which it was tried; 0 if it was judged by its first impression only."""


@define(eq=False)
class _Runner:
    """A plan in the race."""

    actions: Actions
    total: float
    """Sum of the chances over all tries; the first impression counts as one."""
    tries: int = 0

    @property
    def mean(self) -> float:
        return self.total / (self.tries + 1)


@frozen
class SearchBot:
    """Searches whole turns, its own and those of the others, in positions that it could be in.

    It lists plans for its turn: where to place a shop, which cards to play, which fee to pay, to fight a duel or to
    walk on. The best plans race. In each heat a position is made up that agrees with the view (`determinize`), and
    all plans still in the race are played in it with the same luck. Then the others play the turn that is best for
    them, and what counts is the chance to win of the best turn after that, by a value that was fitted to games (see
    `Appraisal`). From time to time the worse half of the plans drops out. After a draw or a duel it searches again.

    In a game (`for_game`) it remembers the plan of its turn. Asked for a single choice, it searches each time.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> SearchBot(level=5).choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 1), 11)
    """

    level: int = field(default=DEFAULT_LEVEL, validator=[instance_of(int), ge(1), le(len(LEVELS))])
    """Strength, from 1, a beginner, to 10; each level from 6 on takes four times as long as the one before."""
    units: float | None = field(default=None, validator=optional(instance_of((int, float))))
    """Time for a decision in place of that of the level, in units of what the `racer` takes: a number of tries."""
    seconds: float | None = field(default=None, validator=optional(instance_of((int, float))))
    """Time for a decision by the clock, used in place of `units`. Its choices then depend on the machine."""
    clock: Callable[[], float] = field(default=monotonic, repr=False, eq=False)
    """Clock that gives seconds; used only if `seconds` is given."""

    @units.validator
    def _no_less(self, _attribute: object, units: float | None) -> None:
        if units is not None and not 0 <= units < inf:
            raise ValueError(f"the units for a decision must be 0 or more, not {units}")

    @seconds.validator
    def _some_time(self, _attribute: object, seconds: float | None) -> None:
        if seconds is not None and not 0 < seconds < inf:
            raise ValueError(f"the seconds for a decision must be more than 0, not {seconds}")

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the first action of the best plan."""
        return self.plan(view, rng)[0]

    def for_game(self) -> Bot:
        """Return a player for one game, which remembers its plan."""
        return _Player(self)

    def plan(self, view: View, rng: Rng) -> Actions:
        """Return the best plan, with the mistakes of the level."""
        ranked = self.rank(view, rng)
        noise = LEVELS[self.level - 1].noise
        if not noise:
            return ranked[0].actions
        blurred = [(plan.chance + noise * _blur(rng), -place) for place, plan in enumerate(ranked)]
        return ranked[-max(blurred)[1]].actions

    def rank(self, view: View, rng: Rng) -> tuple[RankedPlan, ...]:
        """Return the plans for the rest of the turn, the best first."""
        effort = Effort.of(self._units)
        turns = TurnSearch(appraisal_of(view.edition))
        root = plain_position(view)
        race = self._candidates(turns, root, effort)
        out: list[_Runner] = []
        if self._units or self.seconds is not None:
            arms, heat, spent, begin = len(race), 0, 0.0, self._now()
            halvings = (arms - 1).bit_length()
            while len(race) > 1 and spent < 1:
                position, luck = determinize(view, rng), Stream(rng.randrange(1 << 62))
                for arm in race:
                    luck.index = 0  # the same luck for all
                    arm.total += _outcome(turns, position, arm.actions, luck, effort)
                    arm.tries += 1
                heat += 1
                spent = self._spent(heat, begin, effort)
                race.sort(key=_mean, reverse=True)
                stay = ceil(arms / 2 ** int(spent * halvings))
                out[:0] = race[stay:]
                del race[stay:]
        return tuple([RankedPlan(arm.actions, arm.mean, arm.tries) for arm in (*race, *out)])

    @property
    def _units(self) -> float:
        return LEVELS[self.level - 1].units if self.units is None else self.units

    def _now(self) -> float:
        return 0.0 if self.seconds is None else self.clock()

    def _spent(self, heats: int, begin: float, effort: Effort) -> float:
        """Return the share of the race that is over, 1 at its end."""
        if self.seconds is None:
            return heats / effort.heats
        return min((self._now() - begin) / self.seconds, 1.0)

    def _candidates(self, turns: TurnSearch, root: State, effort: Effort) -> list[_Runner]:
        """Return the most promising plans, the best first, and not too many of a sort."""
        plans = sorted(turns.plans(root, effort.root), key=_chance, reverse=True)
        first: dict[Action, int] = {}
        race: list[_Runner] = []
        for plan in plans:
            if len(race) == effort.arms:
                break
            action = plan.actions[0]
            if first.get(action, 0) == _SAME_BEGINNING:
                continue
            first[action] = first.get(action, 0) + 1
            race.append(_Runner(plan.actions, plan.chance))
        least = race[0].total - effort.margin
        return [arm for arm in race if arm.total >= least]


_SAME_BEGINNING = 2
"""Plans with the same first action in a race."""


class Effort(NamedTuple):
    """Sizes of a search."""

    arms: int
    """Plans in the race at its start."""
    heats: int
    margin: float
    """Plans that look worse than the best one by more than this chance do not take part."""
    root: Breadth
    """Search for the plans."""
    reply: Breadth
    """Search for the turns of the others, and for the next own one."""

    @classmethod
    def of(cls, units: float) -> Effort:
        """Return the sizes for a time: more of everything, so that the time grows as the units do."""
        return cls(
            arms=max(2, round(5 * units**0.4)),
            heats=max(1, round(3 * units**0.6)),
            margin=0.1 * max(1.0, units) ** 0.3,
            root=Breadth(
                max(16, round(20 * units**0.3)), sites=max(2, round(2 * units**0.3)), fees=3
            ),
            reply=Breadth(4),
        )


def _outcome(turns: TurnSearch, state: State, plan: Actions, chance: Rng, effort: Effort) -> float:
    """Return the chance to win after a plan and a turn of each of the others, with the best turn after that."""
    me, players = state.active, len(state.players)
    for action in plan:
        state = apply(state, action, chance)
    for turn in range(players):
        seat = (me + turn) % players
        while state.active == seat and not state.over:
            for action in turns.best(state, effort.reply).actions:
                state = apply(state, action, chance)
    if state.over:
        return turns.appraisal.chance(state, me)
    return turns.best(state, effort.reply).chance


def _chance(plan: PlannedTurn) -> float:
    return plan.chance


def _mean(arm: _Runner) -> float:
    return arm.mean


def _blur(rng: Rng) -> float:
    """Return a random number that is 0 on average and seldom large."""
    share = (rng.randrange(1 << 30) + 0.5) / (1 << 30)
    return -log(-log(share)) - 0.5772156649015329


@define
class _Player:
    """A `SearchBot` in a game: it goes on with the plan of its turn as long as nothing unforeseen happens."""

    bot: SearchBot
    _expected: list[tuple[State, Action]] = field(factory=list, repr=False)
    """The actions to come, each with the position in which it is due."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the next action of the plan, or the first of another one."""
        here = plain_position(view)
        if self._expected:
            foreseen, action = self._expected.pop(0)
            if foreseen == here:
                return action
        plan = self.bot.plan(view, rng)
        self._expected = []
        for done, following in pairwise(plan):
            here = apply(here, done, NO_CHANCE)
            self._expected.append((here, following))
        return plan[0]
