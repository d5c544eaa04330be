"""The bot that searches: it tries plans for its turn in possible positions, over the turns of the others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import inf
from time import monotonic
from typing import Final, NamedTuple

from attrs import define, field, frozen
from attrs.validators import ge, instance_of, le, optional

from toledo_lab._library import NO_CHANCE, Actions, plain_position
from toledo_lab.engine import SearchedPlan, search
from toledo_rules import apply, determinize
from toledo_rules.actions import Action
from toledo_rules.bots import Bot
from toledo_rules.chance import Rng
from toledo_rules.state import State, View


class Level(NamedTuple):
    """The meaning of a level."""

    name: str
    nodes: int
    """About how many positions a decision evaluates; 0 to look no further than its own turn."""
    blur: float = 0.0
    """How much the chances of plans are blurred before the best is chosen, which makes mistakes."""


LEVELS: Final = (
    Level("beginner", 0, 0.045),
    Level("learner", 0, 0.028),
    Level("amateur", 0, 0.016),
    Level("club", 0),
    Level("expert", 1_000),
    Level("master", 25_000),
)
"""The levels, from 1."""
DEFAULT_LEVEL: Final = 5
_FIRST_NODES: Final = 1_000
"""Of a decision that is limited by the clock: they show how fast the machine is."""


RankedPlan = SearchedPlan


@frozen
class SearchBot:
    """Searches whole turns, its own and those of the others, in positions that it could be in.

    It lists plans for its turn: where to place a shop, which cards to play, which fee to pay, to fight a duel or to
    walk on. The best plans race. In each heat a position is made up that agrees with the view, and all plans still in
    the race are played in it. Then the others play the turn that is best for them, and what counts is the chance of
    winning of the best turn after that, by a network that was trained on games of the bot against itself. From time to
    time the worse half of the plans drops out. The last turn of a game is searched to its end. After a draw or a duel
    it searches again. All of this happens in the engine.

    In a game (`for_game`) it remembers the plan of its turn. Asked for a single choice, it searches each time.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> SearchBot(level=4).choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('metal', 1), 8)
    """

    level: int = field(default=DEFAULT_LEVEL, validator=[instance_of(int), ge(1), le(len(LEVELS))])
    """Strength, from 1, a beginner, to 6, a master."""
    nodes: int | None = field(default=None, validator=optional([instance_of(int), ge(0)]))
    """The number of positions that a decision evaluates, instead of that of the level."""
    seconds: float | None = field(default=None, validator=optional(instance_of((int, float))))
    """The time for a decision, used instead of `nodes`. Choices then depend on the machine."""
    clock: Callable[[], float] = field(default=monotonic, repr=False, eq=False)
    """A clock that returns seconds; used only if `seconds` is given."""

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
        return self.rank(view, rng, most=1)[0].actions

    def rank(self, view: View, rng: Rng, *, most: int = 20) -> tuple[RankedPlan, ...]:
        """Return plans for the rest of the turn, the best first.

        Raises:
            EngineError: if the edition is beyond the bounds of the engine.
        """
        state, seed = determinize(view, rng), rng.randrange(1 << 53)
        level = LEVELS[self.level - 1]
        if self.seconds is None:
            nodes = level.nodes if self.nodes is None else self.nodes
        else:
            begun = self.clock()
            search(state, nodes=_FIRST_NODES, seed=seed)
            spent = max(self.clock() - begun, 1e-6)
            nodes = int(_FIRST_NODES * max(self.seconds - spent, 0.0) / spent)
        return search(state, nodes=nodes, blur=level.blur, plans=most, seed=seed)


@define(eq=False)
class _Player:
    """A bot in a game, with the rest of its plan."""

    bot: SearchBot
    _expected: list[tuple[State, Action]] = field(factory=list, init=False)
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
