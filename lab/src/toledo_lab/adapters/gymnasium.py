"""Toledo as an environment of Gymnasium: one seat, against bots.

Importing this module registers the environment as ``toledo_rules/Toledo-v0``. A name with the module in front does
both:

>>> import gymnasium
>>> env = gymnasium.make(
...     "toledo_lab.adapters.gymnasium:toledo_rules/Toledo-v0", opponents=["greedy", "random"]
... )
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
>>> reward, terminated, info["seat"]
(0.0, False, 0)

Actions are the integers of `toledo_lab.adapters.numbering`. ``info["action_mask"]`` has a 1 for each legal one, and
`ToledoEnv.action_masks` gives the same to libraries that ask for it. An observation is what the seat sees
(`toledo_lab.adapters.observe`). A step is the seat's action, its draws, and everything that the others do until the
seat has to decide again.

``reset(seed=7)`` begins game 0 of that seed, and each reset without a seed the next one. Chance in game g is
``Stream(7, game=g)``, and the bots have streams of their own: as in `toledo_lab.simulate`.

The reward is 0 until the game is over. Then every seat stakes 1 and the winners share the stakes, or with
``reward="margin"`` it is the number of points by which the seat is ahead (`toledo_lab.adapters.payoffs`). An illegal
action loses the game at once: the reward is that of a loss (-1, or the largest margin), and ``info["illegal"]`` names
the rule against it. No rule ends a game (A-117): with `most_steps`, a game is truncated after that many steps, and the
ranking counts. (The ``max_episode_steps`` of ``gymnasium.make`` ends it from outside, without a reward.)

With `skip_forced`, the seat is not asked if it has one legal action only. With `relative`, challenges name seats
counted from the agent's own, and no observation shows which seat that is.

``gymnasium.make_vec(NAME, num_envs=8)`` plays several games at once, with arrays for all of them, masks too. A game
that is over is followed by the next one in the same step, so that there is always something to decide; the end is in
``final_obs`` and ``final_info``. With ``vectorization_mode="sync"`` or ``"async"`` (in other processes), Gymnasium
resets in the step after, unless ``vector_kwargs`` say otherwise. Then no action counts after the end of a game, and so
that samplers can go on, the mask allows all of them.

Render modes are ``ansi`` (text), ``svg`` (a picture) and ``human`` (a page in a file, whose address is printed once).
They show what the seat may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from toledo_lab._library import check_players
from toledo_lab.adapters import (
    LOSS,
    MODES,
    Reward,
    Screen,
    check_reward,
    largest_margin,
    missing,
    numbering,
    payoffs,
)
from toledo_rules import apply, explain, legal_actions, new_game
from toledo_rules.bots import Bot, bot_streams, for_game, make_bot
from toledo_rules.chance import Stream
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.state import State, check_seat, view

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(__name__, "gymnasium", error) from error

from toledo_lab.adapters._observation import Observation, layout, mask, observe
from toledo_lab.adapters._policies import turned, turned_mask

NAME = "toledo_rules/Toledo-v0"
"""Name of the environment in Gymnasium."""


class ToledoEnv(gymnasium.Env[Observation, np.int64]):
    """One seat at a table of bots."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  Gymnasium's way to say this

    def __init__(  # noqa: PLR0913  # all but the first are options, by name
        self,
        opponents: Sequence[str | Bot] = ("random",),
        *,
        seat: Seat | None = 0,
        edition: Edition = KOSMOS_2008,
        most_steps: int | None = None,
        reward: Reward = "win",
        skip_forced: bool = False,
        relative: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set the table.

        Args:
            opponents: The others, clockwise from the agent's seat: bots, or their specifications for `make_bot`.
            seat: The own seat, where seat 0 starts; None for one at random in each game.
            edition: The components to play with.
            most_steps: Steps after which a game is broken off.
            reward: The worth of a game, see `toledo_lab.adapters.payoffs`.
            skip_forced: Carry out decisions with one legal action without asking.
            relative: Count seats from the agent's own.
            render_mode: The way to show the game.
        """
        players = len(opponents) + 1
        check_players(edition, players, 0)
        if seat is not None:
            check_seat(seat, players)
        self.edition = edition
        self.players = players
        self.most_steps = most_steps
        self.reward = check_reward(reward)
        self.skip_forced = skip_forced
        self.relative = relative
        self.steps = 0
        """Steps of the game so far."""
        self.render_mode = render_mode
        self.screen = Screen(render_mode)
        self.action_space = spaces.Discrete(len(numbering(edition)))
        self.observation_space = spaces.Box(0.0, 1.0, (layout(edition, players).size,), np.float32)
        self.position: State
        """Position, with all secrets; from the first reset on."""
        self.seat: Seat = seat or 0
        self._any_seat = seat is None
        self._opponents = [make_bot(bot) if isinstance(bot, str) else bot for bot in opponents]
        self._game = -1
        self._seated: list[Bot] = []
        self._chance: Stream
        self._bot_rngs: tuple[Stream, ...]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game: with a seed its first one, without a seed the next. There are no options."""
        super().reset(seed=seed, options=options)
        self._game = self._game + 1 if seed is None else 0
        root = self.np_random_seed  # the last seed given, or one that Gymnasium made up
        self._chance = Stream(root, game=self._game)
        self._bot_rngs = bot_streams(root, self.players, game=self._game)
        if self._any_seat:
            self.seat = Stream(f"{root} seat", game=self._game).randrange(self.players)
        self.position = new_game(self.players, self._chance, edition=self.edition)
        self._seated = [for_game(bot) for bot in self._opponents]
        self.steps = 0
        self._others_play()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and everything until the seat has to decide again."""
        chosen = numbering(self.edition).action(action)
        if self.relative:
            number = turned(self.edition, int(action), self.seat, self.players, back=True)
            chosen = numbering(self.edition).actions[number]
        self.steps += 1
        if refusal := explain(self.position, chosen):
            lost = LOSS if self.reward == "win" else -float(largest_margin(self.edition))
            return self._seen(), lost, True, False, {**self._info(), "illegal": str(refusal)}
        self.position = apply(self.position, chosen, self._chance)
        self._others_play()
        over = self.position.over
        truncated = not over and self.steps == self.most_steps
        worth = payoffs(self.position, self.reward)[self.seat] if over or truncated else 0.0
        return self._seen(), worth, over, truncated, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """Return an array with a 1 for each legal action; all ones after the end, where no action counts."""
        if self.position.over:
            return np.ones(len(numbering(self.edition)), np.int8)
        legal = mask(self.edition, legal_actions(self.position))
        if self.relative:
            return turned_mask(self.edition, legal, self.seat, self.players)
        return legal

    def _seen(self) -> Observation:
        return observe(view(self.position, self.seat), relative=self.relative)

    def render(self) -> str | None:
        """Show the game by the render mode."""
        return self.screen.show(view(self.position, self.seat))

    def close(self) -> None:
        """Remove the page of the render mode ``human``."""
        self.screen.close()

    def _others_play(self) -> None:
        """Let the bots play until the seat has to decide, or the game is over."""
        while not self.position.over:
            active = self.position.active
            if active != self.seat:
                bot = self._seated[(active - self.seat - 1) % self.players]
                action = bot.choose(view(self.position, active), self._bot_rngs[active])
            else:
                legal = legal_actions(self.position) if self.skip_forced else ()
                if len(legal) != 1:
                    break
                action = legal[0]
            self.position = apply(self.position, action, self._chance)
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}


def _several(num_envs: int = 1, **options: Any) -> gymnasium.vector.SyncVectorEnv:
    """Return several tables at once, for ``gymnasium.make_vec``. Where a game ends, the next one is dealt at once."""
    return gymnasium.vector.SyncVectorEnv(
        [partial(gymnasium.make, NAME, **options)] * num_envs,
        autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
    )


if NAME not in gymnasium.registry:
    gymnasium.register(
        NAME,
        f"{__name__}:{ToledoEnv.__name__}",
        vector_entry_point=f"{__name__}:{_several.__name__}",
    )
