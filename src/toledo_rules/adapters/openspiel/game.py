"""The game and its states, as OpenSpiel wants them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pyspiel
from attrs import frozen

from toledo_rules.actions import Draw
from toledo_rules.adapters.numbering import numbering
from toledo_rules.adapters.openspiel.course import Course, coding
from toledo_rules.adapters.openspiel.observer import ToledoObserver, most_draws
from toledo_rules.adapters.openspiel.resampling import resampled
from toledo_rules.adapters.payoffs import LOSS, payoffs
from toledo_rules.chance import Rng
from toledo_rules.edition import Edition
from toledo_rules.editions import KOSMOS_2008, load_edition, shipped_edition
from toledo_rules.engine import legal_actions
from toledo_rules.notation import format_move
from toledo_rules.setup import check_players
from toledo_rules.state import Seat

SHORT_NAME = "python_toledo"
"""The name of the game in OpenSpiel."""

HORIZON = 2000
"""How many moves a game may take if nobody says otherwise; random play seldom takes more."""

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Toledo",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    min_num_players=KOSMOS_2008.least_players,
    max_num_players=KOSMOS_2008.most_players,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"players": 2, "edition": KOSMOS_2008.name, "horizon": HORIZON},
)


def register() -> None:
    """Tell OpenSpiel of the game, once."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, ToledoGame)


@lru_cache(maxsize=64)
def named_edition(name: str) -> Edition:
    """An edition by its name, or by the path of its file if it ends in ``.toml``."""
    return load_edition(name) if name.endswith(".toml") else shipped_edition(name)


class ToledoGame(pyspiel.Game):
    """A game of Toledo: an edition, a number of players, and a horizon."""

    def __init__(self, params: dict[str, Any]) -> None:
        self.edition = named_edition(params["edition"])
        self.players: int = params["players"]
        self.horizon: int = params["horizon"]
        check_players(self.edition, self.players, 0)
        if self.horizon < 1:
            raise ValueError(f"the horizon is at least 1 move, not {self.horizon}")
        info = pyspiel.GameInfo(
            num_distinct_actions=len(numbering(self.edition)),
            max_chance_outcomes=len(coding(self.edition).cards),
            num_players=self.players,
            min_utility=LOSS,
            max_utility=self.players + LOSS,
            utility_sum=0.0,
            max_game_length=self.horizon,
        )
        super().__init__(GAME_TYPE, info, params)

    def __reduce__(self) -> tuple[Callable[..., ToledoGame], tuple[str, dict[str, Any]]]:
        """Pickles name the game: OpenSpiel's own way leaves out what is written in Python."""
        return pyspiel.load_game, (SHORT_NAME, self.get_parameters())

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and draws up to the horizon and those that the last action leads to."""
        return self.players * self.edition.hand + self.horizon + most_draws(self.edition)

    def new_initial_state(self) -> ToledoState:
        """Before the first card is dealt."""
        return ToledoState(self, Course.begin(self.edition, self.players), self.horizon)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, object] | None = None
    ) -> ToledoObserver:
        """What can be seen and remembered; without a type, what a seat sees now."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return ToledoObserver(self.edition, self.players, self.horizon, kind, params)


class ToledoState(pyspiel.State):
    """A moment of a game of Toledo, with all that led to it: `course.state` is the position."""

    def __init__(self, game: ToledoGame, course: Course, horizon: int) -> None:
        super().__init__(game)
        self.course = course
        self.horizon = horizon

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody any more."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.course.chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.course.state.active

    def is_terminal(self) -> bool:
        """The game is over, or has reached the horizon at a decision."""
        course = self.course
        return course.state.over or (len(course.entries) >= self.horizon and not course.chance)

    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing while it goes on."""
        if self.is_terminal():
            return list(payoffs(self.course.state))
        return [0.0] * self.course.players

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that can come, by their numbers, with probabilities."""
        cards = coding(self.course.edition).cards
        return [(cards.index(card), chance) for card, chance in self.course.outcomes()]

    def resample_from_infostate(
        self, player_id: Seat, probability_sampler: Callable[[], float]
    ) -> ToledoState:
        """Another state that the player cannot tell from this one."""
        return self.resampled(player_id, SamplerRng(probability_sampler))

    def resampled(self, seat: Seat, rng: Rng) -> ToledoState:
        """The same, with a source of chance of the library's kind."""
        course = resampled(self.course, seat, rng)
        other: ToledoState = (
            self.get_game().new_initial_state()
        )  # OpenSpiel writes down the history of each state
        cards = coding(course.edition).cards
        numbers = numbering(course.edition).numbers
        for card in course.dealt:
            other.apply_action(cards.index(card))
        for entry in course.entries:
            move = entry.move
            other.apply_action(cards.index(move.card) if isinstance(move, Draw) else numbers[move])
        return other

    def _legal_actions(self, _player: Seat) -> list[int]:
        numbers = numbering(self.course.edition).numbers
        return [numbers[action] for action in legal_actions(self.course.state)]

    def _apply_action(self, action: int) -> None:
        course = self.course
        if course.chance:
            self.course = course.after(Draw(coding(course.edition).cards[action]))
        else:
            self.course = course.after(numbering(course.edition).actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        edition = self.course.edition
        if player == pyspiel.PlayerId.CHANCE:
            return format_move(Draw(coding(edition).cards[action]), edition)
        return numbering(edition).names[action]

    def __str__(self) -> str:
        return str(self.course)


@frozen
class SamplerRng:
    """A source of chance made of OpenSpiel's: a function that gives numbers from 0 up to 1."""

    sampler: Callable[[], float]

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to `stop` - 1, each equally likely."""
        return min(int(self.sampler() * stop), stop - 1)


def resampler(rng: Rng) -> Callable[[ToledoState, Seat], ToledoState]:
    """What ``ISMCTSBot.set_resampler`` wants, with a source of chance of your own, so that a search can be repeated.

    >>> from random import Random
    >>> state = pyspiel.load_game(SHORT_NAME).new_initial_state()
    >>> for card in range(10):
    ...     state.apply_action(card)
    >>> other = resampler(Random(1))(state, 0)
    >>> other.information_state_string(0) == state.information_state_string(0) == "red has 1ba 1bd 1na 1nd 1ta"
    True
    >>> other.information_state_string(1) == state.information_state_string(1)
    False
    """

    def resample(state: ToledoState, player: Seat) -> ToledoState:
        return state.resampled(player, rng)

    return resample
