"""Toledo as an environment of PettingZoo (AEC): all seats, one at a time.

>>> made = env(players=3)
>>> made.reset(seed=7)
>>> for agent in made.agent_iter(max_iter=4):
...     observation, reward, termination, truncation, info = made.last()
...     made.step(int(observation["action_mask"].argmax()))
>>> made.agent_selection
'player_1'

The agents are ``player_0``, ``player_1`` and so on, by their seats. An agent may have several steps in a row: a turn is
made of several actions. The draws of chance are part of a step. Actions are the integers of
`toledo_lab.adapters.numbering`.

``reset(seed=7)`` begins game 0 of that seed, and each reset without a seed the next one. Chance in game g is
``Stream(7, game=g)``, as in `toledo_lab.simulate`.

An observation is a dictionary: ``observation`` is what the seat sees (`toledo_lab.adapters.observe`), and
``action_mask`` has a 1 for each legal action, and is all 0 when another seat decides.

All rewards are 0 until the game is over. Then every seat stakes 1 and the winners share the stakes, or with
``reward="margin"`` gets the points by which it is ahead (`toledo_lab.adapters.payoffs`), so they sum to 0. No rule
ends a game (A-117): with `most_moves`, a game is truncated after that many actions, and the ranking counts.

With `skip_forced`, an agent is not asked if it has one legal action only. With `relative`, challenges name seats
counted from the agent's own, and no observation shows which seat that is.

An illegal action ends the game: whoever chose it gets -1, the others 0 (PettingZoo's `TerminateIllegalWrapper`).

Render modes are ``ansi`` (text), ``svg`` (a picture) and ``human`` (a page in a file, whose address is printed once). A
person who watches sees the whole position, with all hands.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from toledo_lab._library import check_players
from toledo_lab.adapters import (
    LOSS,
    MODES,
    Reward,
    Screen,
    check_reward,
    missing,
    numbering,
    payoffs,
)
from toledo_rules import apply, legal_actions, new_game
from toledo_rules.chance import Stream
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.state import State, view

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing(__name__, "pettingzoo", error) from error

from toledo_lab.adapters._observation import layout, mask, observe
from toledo_lab.adapters._policies import turned, turned_mask

AgentObservation: TypeAlias = dict[str, NDArray[np.float32] | NDArray[np.int8]]
"""Input of an agent: ``observation`` and ``action_mask``."""

AgentAction: TypeAlias = np.int64 | int | None
"""Output of an agent: the number of an action, or None when its game is over."""


def env(players: int = 2, **options: Any) -> AECEnv[str, AgentObservation, AgentAction]:
    """Return the environment for general use, with the checks that PettingZoo offers; for its options see `raw_env`."""
    made = raw_env(players, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.TerminateIllegalWrapper(made, illegal_reward=LOSS)
    )


class raw_env(AECEnv[str, AgentObservation, AgentAction]):  # noqa: N801  the name that PettingZoo's environments have
    """The environment without wrappers: an illegal action raises `toledo_rules.IllegalActionError`."""

    metadata = {  # noqa: RUF012  PettingZoo's way to say this
        "name": "toledo_v0",
        "render_modes": list(MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(  # noqa: PLR0913  # all but the first are options, by name
        self,
        players: int = 2,
        *,
        edition: Edition = KOSMOS_2008,
        most_moves: int | None = None,
        reward: Reward = "win",
        skip_forced: bool = False,
        relative: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set the table.

        Args:
            players: Number of players.
            edition: The components to play with.
            most_moves: Actions after which a game is broken off.
            reward: The worth of a game, see `toledo_lab.adapters.payoffs`.
            skip_forced: Carry out decisions with one legal action without asking.
            relative: Count seats from the agent's own.
            render_mode: The way to show the game.
        """
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo gives it no types
        check_players(edition, players, 0)
        self.edition = edition
        self.most_moves = most_moves
        self.reward = check_reward(reward)
        self.skip_forced = skip_forced
        self.relative = relative
        self.render_mode = render_mode
        self.screen = Screen(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        size, actions = layout(edition, players).size, len(numbering(edition))
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(0.0, 1.0, (size,), np.float32),
                action_mask=spaces.MultiBinary(actions),
            )
            for agent in self.possible_agents
        }
        self.position: State
        """Position, with all secrets; from the first reset on."""
        self.moves = 0
        self._seed = seeding.np_random()[1]  # as good as any, until one is given
        self._game = -1
        self._chance: Stream

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: with a seed its first one, without a seed the next. There are no options."""
        del options
        if seed is not None:
            self._seed, self._game = seed, -1
        self._game += 1
        self._chance = Stream(self._seed, game=self._game)
        self.position = new_game(len(self.possible_agents), self._chance, edition=self.edition)
        self.moves = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()
        self.agent_selection = self._agent(self.position.active)
        self._show()

    def observe(self, agent: str) -> AgentObservation:
        """Return what an agent sees."""
        seat = self.possible_agents.index(agent)
        mine = seat == self.position.active
        legal = mask(self.edition, legal_actions(self.position) if mine else ())
        if self.relative:
            legal = turned_mask(self.edition, legal, seat, len(self.possible_agents))
        return {
            "observation": observe(view(self.position, seat), relative=self.relative),
            "action_mask": legal,
        }

    def step(self, action: AgentAction) -> None:
        """Carry out the action of the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(
                f"{agent} must choose an action: None is for an agent whose game is over"
            )
        numbers = numbering(self.edition)
        chosen = numbers.action(action)
        if self.relative:
            seat, players = self.position.active, len(self.possible_agents)
            chosen = numbers.actions[turned(self.edition, int(action), seat, players, back=True)]
        self.position = apply(self.position, chosen, self._chance)
        self.moves += 1
        self._go_on()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.agent_selection = self._agent(self.position.active)
        if self.position.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.moves == self.most_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.position.over or self.moves == self.most_moves:
            worth = payoffs(self.position, self.reward)
            self.rewards = dict(zip(self.agents, worth, strict=True))
        self._accumulate_rewards()
        self._deads_step_first()
        self._show()

    def render(self) -> str | None:
        """Show the position by the render mode."""
        return self.screen.show(self.position)

    def close(self) -> None:
        """Remove the page of the render mode ``human``."""
        self.screen.close()

    def _go_on(self) -> None:
        """Carry out forced decisions, if nobody wants to be asked about them."""
        while self.skip_forced and not self.position.over and self.moves != self.most_moves:
            legal = legal_actions(self.position)
            if len(legal) > 1:
                return
            self.position = apply(self.position, legal[0], self._chance)
            self.moves += 1

    def _agent(self, seat: Seat) -> str:
        return self.possible_agents[seat]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
