"""The bot that searches: plans for its turn, raced in positions that it could be in, over the turns of the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, exp, inf, log, sqrt
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from attrs import define, field, frozen
from attrs.validators import ge, instance_of, le, optional

from toledo_lab._library import NO_CHANCE, Actions, plain_position
from toledo_lab.bots._appraisal import Appraisal
from toledo_lab.bots._turns import Breadth, PlannedTurn, TurnSearch, lead
from toledo_rules import apply, determinize
from toledo_rules.actions import Action
from toledo_rules.bots import Bot
from toledo_rules.chance import Rng, Stream
from toledo_rules.edition import Edition, Seat
from toledo_rules.state import State, View

DEFAULT_LEVEL: Final = 7


class Dial(NamedTuple):
    """The meaning of a level."""

    noise: float
    """Mistakes: how far the chances of plans are blurred before the best is chosen."""
    units: float
    """Time for the race, in units of the time that the `racer` takes; 0 for no race."""
    all_plans: bool = False
    """The choice is among all plans that were found, not the few that look best."""


LEVELS: Final = (
    Dial(0.03, 0.0, all_plans=True),
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


Rank: TypeAlias = tuple[float, float, float]
"""What plans are chosen by: the chance to win, then the lead in points, then the chance to the last digit."""
_DECIDED: Final = 0.005
"""A chance that is no further than this from 0 or 1 is taken for the same as 0 or 1."""


def rank_of(chance: float, lead: Callable[[], float]) -> Rank:
    """Return the rank of a plan. Where the game is lost or won anyway, points are what is left to play for."""
    if chance < _DECIDED:
        return 0.0, lead(), chance
    if chance > 1 - _DECIDED:
        return 1.0, lead(), chance
    return chance, 0.0, chance


@define(eq=False)
class _Branch:
    """A turn that somebody may play after the turns before it."""

    following: _Node
    total: float = 0.0
    """Sum of the chances of whoever plays it, over all tries."""


@define(eq=False)
class _Node:
    """A sequence of turns in a race, and what was tried after it."""

    visits: int = 0
    choices: dict[Actions, _Branch] = field(factory=dict)

    def after(self, actions: Actions) -> _Branch:
        """Return the choice of a turn; there is one from now on."""
        choice = self.choices.get(actions)
        if choice is None:
            choice = self.choices[actions] = _Branch(_Node())
        return choice


@define(eq=False)
class _Runner:
    """A plan in the race."""

    actions: Actions
    total: float
    """Sum of the chances over all tries; the first impression counts as one."""
    lead: float
    """Sum of the points ahead of the others over all tries, and of the first impression."""
    tries: int = 0
    node: _Node = field(factory=_Node)

    @property
    def mean(self) -> float:
        return self.total / (self.tries + 1)

    @property
    def rank(self) -> Rank:
        return rank_of(self.mean, lambda: self.lead / (self.tries + 1))


@frozen
class SearchBot:
    """Searches whole turns, its own and those of the others, in positions that it could be in.

    It lists plans for its turn: where to place a shop, which cards to play, which fee to pay, to fight a duel or to
    walk on. The best plans race. In each heat a position is made up that agrees with the view (`determinize`), and
    all plans still in the race are played in it with the same luck. Then the others play the turn that is best for
    them, and what counts is the chance to win of the best turn after that, by a value that was fitted to games (see
    `Appraisal`). From time to time the worse half of the plans drops out. After a draw or a duel it searches again.

    Where a plan has been tried often, the turns after it are chosen by what became of them, as in a Monte Carlo tree
    search with sampled hands (ISMCTS), and the tries go further. So more time makes it stronger.

    In a game (`for_game`) it remembers the plan of its turn. Asked for a single choice, it searches each time.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> SearchBot(level=5).choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 1), 11)
    """

    level: int = field(default=DEFAULT_LEVEL, validator=[instance_of(int), ge(1), le(len(LEVELS))])
    """Strength, from 1, a beginner, to 10; each level from 6 on takes four times as long as the one before."""
    units: float | None = field(default=None, validator=optional(instance_of((int, float))))
    """Time in place of that of the level, in units of the CPU time of the `racer`: it sets the number of tries."""
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
        effort = Effort.of(self._units, len(view.players))
        if LEVELS[self.level - 1].all_plans and not self._races:
            effort = effort._replace(arms=_ALL, margin=inf)
        turns = TurnSearch(appraisal_of(view.edition))
        root = plain_position(view)
        race = [
            _Runner(plan.actions, plan.chance, turns.lead(root, plan.actions))
            for plan in candidates(turns, root, effort)
        ]
        out: list[_Runner] = []
        if self._races:
            arms, tries, spent, begin = len(race), 0, 0.0, self._now()
            halvings = (arms - 1).bit_length()
            while len(race) > 1 and spent < 1:
                position, luck = determinize(view, rng), Stream(rng.randrange(1 << 62))
                for arm in race:
                    luck.index = 0  # the same luck for all
                    chance, ahead = _outcome(turns, arm, position, luck, effort)
                    arm.total += chance
                    arm.lead += ahead
                    arm.tries += 1
                tries += len(race)
                spent = self._spent(tries, begin, effort)
                race.sort(key=_rank, reverse=True)
                stay = ceil(arms / 2 ** int(spent * halvings))
                out[:0] = race[stay:]
                del race[stay:]
        return tuple([RankedPlan(arm.actions, arm.mean, arm.tries) for arm in (*race, *out)])

    @property
    def _units(self) -> float:
        return LEVELS[self.level - 1].units if self.units is None else self.units

    @property
    def _races(self) -> bool:
        return self._units > 0 or self.seconds is not None

    def _now(self) -> float:
        return 0.0 if self.seconds is None else self.clock()

    def _spent(self, tries: int, begin: float, effort: Effort) -> float:
        """Return the share of the race that is over, 1 at its end."""
        if self.seconds is None:
            return tries / effort.tries
        return min((self._now() - begin) / self.seconds, 1.0)


_SAME_BEGINNING = 2
"""Plans with the same first action in a race."""
_ALL: Final = 1_000_000
"""More plans than a turn can have."""


class Effort(NamedTuple):
    """Sizes of a search."""

    arms: int
    """Plans in the race at its start."""
    tries: int
    """Plans that are played in a position, over all heats: nearly all of the time goes there."""
    margin: float
    """Plans that look worse than the best one by more than this chance do not take part."""
    root: Breadth
    """Search for the plans."""
    reply: Breadth
    """Search for the turns of the others, and for the next own one."""

    @classmethod
    def of(cls, units: float, players: int) -> Effort:
        """Return the sizes for a time: more of everything, so that the time grows as the units do.

        The `racer` takes longer at larger tables, but not as much as a try does.
        """
        return cls(
            arms=max(2, round(5 * units**0.4)),
            tries=max(2, round((8 + players) * units)),
            margin=0.1 * max(1.0, units) ** 0.3,
            root=Breadth(
                max(16, round(20 * units**0.3)), sites=max(2, round(2 * units**0.3)), fees=3
            ),
            reply=Breadth(max(4, round(4 * units**0.25))),
        )


def candidates(turns: TurnSearch, root: State, effort: Effort) -> list[PlannedTurn]:
    """Return the most promising plans, the best first, and not too many of a sort."""
    plans = turns.plans(root, effort.root)
    ranks = [rank_of(plan.chance, partial(turns.lead, root, plan.actions)) for plan in plans]
    order = sorted(range(len(plans)), key=ranks.__getitem__, reverse=True)
    plans = [plans[place] for place in order]
    first: dict[Action, int] = {}
    found: list[PlannedTurn] = []
    for plan in plans:
        if len(found) == effort.arms:
            break
        action = plan.actions[0]
        if first.get(action, 0) == _SAME_BEGINNING:
            continue
        first[action] = first.get(action, 0) + 1
        found.append(plan)
    least = max([plan.chance for plan in found]) - effort.margin
    return [plan for plan in found if plan.chance >= least]


_FAMILIAR: Final = 8
"""Tries from which on a sequence of turns is known well enough to choose the next turn by them."""
_CURIOSITY: Final = 0.15
_SHARPNESS: Final = 20.0
"""How much more often turns are tried that look better (`_CURIOSITY`: how often turns that were worse so far)."""


def _chosen(turns: TurnSearch, node: _Node, state: State, breadth: Breadth) -> PlannedTurn:
    """Return the next turn in a try: the one that looks best, and in familiar ground the one that did best."""
    if node.visits < _FAMILIAR:
        return turns.best(state, breadth)
    plans = turns.plans(state, breadth)
    best = max(plans, key=_chance).chance
    likely = [exp(_SHARPNESS * (plan.chance - best)) for plan in plans]
    curiosity = _CURIOSITY * sqrt(node.visits) / sum(likely)
    chosen, highest = plans[0], -inf
    for plan, share in zip(plans, likely, strict=True):
        choice = node.choices.get(plan.actions)
        tries = 0 if choice is None else choice.following.visits
        total = plan.chance if choice is None else plan.chance + choice.total
        worth = total / (tries + 1) + curiosity * share / (tries + 1)
        if worth > highest:
            chosen, highest = plan, worth
    return chosen


def _outcome(
    turns: TurnSearch, arm: _Runner, state: State, chance: Rng, effort: Effort
) -> tuple[float, int]:
    """Return chance and lead after a plan and a turn of each of the others; the chance is that of the best turn then.

    The turns that follow the plan are searched as a tree, by what became of them in earlier tries. In familiar ground
    it goes on for another round. So with more time it looks further ahead, and in the end it finds the best play.
    """
    me, players = state.active, len(state.players)
    path: list[tuple[Seat, _Branch]] = [(me, _Branch(arm.node))]
    for action in arm.actions:
        state = apply(state, action, chance)
    while True:
        for turn in range(players):
            seat = (me + turn) % players
            while state.active == seat and not state.over:
                chosen = _chosen(turns, path[-1][1].following, state, effort.reply)
                path.append((seat, path[-1][1].following.after(chosen.actions)))
                for action in chosen.actions:
                    state = apply(state, action, chance)
        if state.over or path[-1][1].following.visits < _FAMILIAR:
            break
    chances = _leaf(turns, state, me, effort)
    for seat, choice in path:
        choice.following.visits += 1
        choice.total += chances[seat]
    return chances[me], lead(state, me)


def _leaf(turns: TurnSearch, state: State, me: Seat, effort: Effort) -> tuple[float, ...]:
    """Return the chances of all players at the end of a try. The others share what the player leaves them."""
    chances = turns.appraisal.chances(state)
    if state.over:
        return chances
    mine = turns.best(state, effort.reply).chance
    rest = max(1 - chances[me], 1e-9)
    shares = [(1 - mine) * chance / rest for chance in chances]
    return (*shares[:me], mine, *shares[me + 1 :])


def _chance(plan: PlannedTurn) -> float:
    return plan.chance


def _rank(arm: _Runner) -> Rank:
    return arm.rank


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
