"""Toledo as a game of OpenSpiel, with explicit chance.

Importing this module registers the game under the name ``python_toledo``. Parameters: ``players``; ``edition``, the
name of an edition that comes with the library or the path of an edition file; ``horizon`` and ``reward``, see below.

>>> import pyspiel
>>> game = pyspiel.load_game("python_toledo(players=3)")
>>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
(3, 3457, 48)

Players' actions have the numbers of `toledo_lab.adapters.numbering`. Chance's numbers are the kinds of cards, in
order. It deals the hands first, card by card; then it draws cards and turns them up in duels.

No rule ends a game (A-117), but OpenSpiel requires games to end. So after ``horizon`` moves, including draws, the game
is truncated at the next decision, and the ranking counts. Every seat stakes 1 and the winners share the stakes, or with
``reward=margin`` gets the points by which it is ahead (`toledo_lab.adapters.payoffs`): a zero-sum game.

The information state of a seat is all that it saw, in notation: the cards it was dealt, and all moves since, where a
card that another seat drew is ``=?``. So there is perfect recall. The tensor is the same, see `ToledoObserver`. The
observation is what the seat sees now (`toledo_lab.adapters.observe`).

``resample_from_infostate`` gives another course of the game that the seat cannot distinguish from the real one.
OpenSpiel's own samplers are seeded by the clock; `resampler` makes one for `ISMCTSBot.set_resampler` that is seeded by
you. The search algorithms that are written in C++ cannot resample a game that is written in Python: use those of
``open_spiel.python.algorithms``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from attrs import frozen

from toledo_lab._library import check_players
from toledo_lab.adapters import LOSS, check_reward, largest_margin, missing, numbering, payoffs
from toledo_lab.adapters._trajectories import Trajectory, coding, resampled
from toledo_rules import legal_actions
from toledo_rules.actions import Draw
from toledo_rules.chance import Rng
from toledo_rules.edition import Cards, Edition, Seat
from toledo_rules.editions import KOSMOS_2008, load_edition, shipped_edition
from toledo_rules.notation import format_cards, format_move
from toledo_rules.state import view

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(__name__, "openspiel", error) from error

from toledo_lab.adapters._observation import layout, observe

__all__ = ["SHORT_NAME", "ToledoGame", "ToledoObserver", "ToledoState", "register", "resampler"]

SHORT_NAME = "python_toledo"
"""The name of the game in OpenSpiel."""

HORIZON = 2000
"""Default limit of moves in a game; random play seldom takes more."""

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
    parameter_specification={
        "players": 2,
        "edition": KOSMOS_2008.name,
        "horizon": HORIZON,
        "reward": "win",
    },
)


def register() -> None:
    """Register the game with OpenSpiel, once."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, ToledoGame)


@lru_cache(maxsize=64)
def named_edition(name: str) -> Edition:
    """Return an edition by its name, or by the path of its file if it ends in ``.toml``."""
    return load_edition(name) if name.endswith(".toml") else shipped_edition(name)


class ToledoGame(pyspiel.Game):
    """A game of Toledo: an edition, a number of players, and a horizon."""

    def __init__(self, params: dict[str, Any]) -> None:
        self.edition = named_edition(params["edition"])
        self.players: int = params["players"]
        self.horizon: int = params["horizon"]
        self.reward = check_reward(params["reward"])
        check_players(self.edition, self.players, 0)
        if self.horizon < 1:
            raise ValueError(f"the horizon must be at least 1 move, not {self.horizon}")
        info = pyspiel.GameInfo(
            num_distinct_actions=len(numbering(self.edition)),
            max_chance_outcomes=len(coding(self.edition).cards),
            num_players=self.players,
            min_utility=-self._most() if self.reward == "margin" else LOSS,
            max_utility=self._most(),
            utility_sum=0.0,
            max_game_length=self.horizon,
        )
        super().__init__(GAME_TYPE, info, params)

    def _most(self) -> float:
        """Return the most that a game can be worth."""
        return float(
            largest_margin(self.edition) if self.reward == "margin" else self.players + LOSS
        )

    def __reduce__(self) -> tuple[Callable[..., ToledoGame], tuple[str, dict[str, Any]]]:
        """Return the game's name for pickles: OpenSpiel's own way leaves out what is written in Python."""
        return pyspiel.load_game, (SHORT_NAME, self.get_parameters())

    def max_chance_nodes_in_history(self) -> int:
        """Return the most draws of chance: the deal, and those up to the horizon and after the last action."""
        return self.players * self.edition.hand + self.horizon + most_draws(self.edition)

    def new_initial_state(self) -> ToledoState:
        """Return the state before the first card is dealt."""
        return ToledoState(self, Trajectory.begin(self.edition, self.players), self.horizon)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, object] | None = None
    ) -> ToledoObserver:
        """Return an observer of what can be seen and remembered; without a type, of what a seat sees now."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return ToledoObserver(self.edition, self.players, self.horizon, kind, params)


class ToledoState(pyspiel.State):
    """A moment of a game of Toledo, with all that led to it: `trajectory.state` is the position."""

    def __init__(self, game: ToledoGame, trajectory: Trajectory, horizon: int) -> None:
        super().__init__(game)
        self.trajectory = trajectory
        self.horizon = horizon
        self.reward = game.reward
        self._silent = False
        """True if OpenSpiel has no record of what came before, because the state was resampled."""
        self._teller: int | None = None
        """Player of the next action while actions are only written down, because the position is known."""

    def current_player(self) -> int:
        """Return the player to move: a seat, chance, or none at the end."""
        if self._teller is not None:
            return self._teller
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.trajectory.chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.trajectory.state.active

    def is_terminal(self) -> bool:
        """Return True if the game is over, or has reached the horizon at a decision."""
        trajectory = self.trajectory
        return trajectory.state.over or (
            trajectory.length >= self.horizon and not trajectory.chance
        )

    def returns(self) -> list[float]:
        """Return the payoff of each seat; 0 while the game goes on."""
        if self.is_terminal():
            return list(payoffs(self.trajectory.state, self.reward))
        return [0.0] * self.trajectory.players

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can come, by their numbers, with probabilities."""
        cards = coding(self.trajectory.edition).cards
        return [(cards.index(card), chance) for card, chance in self.trajectory.outcomes()]

    def resample_from_infostate(
        self, player_id: Seat, probability_sampler: Callable[[], float]
    ) -> ToledoState:
        """Return another state that the player cannot distinguish from this one."""
        return self.resampled(player_id, SamplerRng(probability_sampler))

    def resampled(self, seat: Seat, rng: Rng) -> ToledoState:
        """Return the same, with a source of chance as the library uses them."""
        other = ToledoState(self.get_game(), resampled(self.trajectory, seat, rng), self.horizon)
        other._silent = True
        return other

    def told(self) -> ToledoState:
        """Return this state with its whole history in OpenSpiel's own record, without replaying anything."""
        if not self._silent:
            return self
        trajectory = self.trajectory
        other = ToledoState(self.get_game(), trajectory, self.horizon)
        cards, numbers = coding(trajectory.edition).places, numbering(trajectory.edition).numbers
        other._teller = int(pyspiel.PlayerId.CHANCE)
        for card in trajectory.dealt:
            other.apply_action(cards[card])
        for played in trajectory.moves:
            move = played.move
            if isinstance(move, Draw):
                other._teller = int(pyspiel.PlayerId.CHANCE)
                other.apply_action(cards[move.card])
            else:
                other._teller = played.seat
                other.apply_action(numbers[move])
        other._teller = None
        return other

    # OpenSpiel's own record of a state that was resampled has only what came after that. It is told when asked for.

    def history(self) -> list[int]:
        """Return the numbers of all moves."""
        found: list[int] = super(ToledoState, self.told()).history()
        return found

    def full_history(self) -> list[Any]:
        """Return all moves with their players."""
        found: list[Any] = super(ToledoState, self.told()).full_history()
        return found

    def history_str(self) -> str:
        """Return the numbers of all moves as text."""
        found: str = super(ToledoState, self.told()).history_str()
        return found

    def serialize(self) -> str:
        """Return the state as text that OpenSpiel reads."""
        found: str = super(ToledoState, self.told()).serialize()
        return found

    def __getstate__(self) -> Any:
        return super(ToledoState, self.told()).__getstate__()

    def move_number(self) -> int:
        """Return the number of moves, the cards that were dealt among them."""
        return self.trajectory.past.cards + self.trajectory.length

    def is_initial_state(self) -> bool:
        """Return True before the first card is dealt."""
        return self.move_number() == 0

    def is_initial_non_chance_state(self) -> bool:
        """Return True at the first decision."""
        return self.trajectory.length == 0 and not self.trajectory.chance

    def _legal_actions(self, _player: Seat) -> list[int]:
        numbers = numbering(self.trajectory.edition).numbers
        return [numbers[action] for action in legal_actions(self.trajectory.state)]

    def _apply_action(self, action: int) -> None:
        if self._teller is not None:
            return
        trajectory = self.trajectory
        if trajectory.chance:
            self.trajectory = trajectory.after(Draw(coding(trajectory.edition).cards[action]))
        else:
            self.trajectory = trajectory.after(numbering(trajectory.edition).actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        edition = self.trajectory.edition
        if player == pyspiel.PlayerId.CHANCE:
            return format_move(Draw(coding(edition).cards[action]), edition)
        return numbering(edition).names[action]

    def __str__(self) -> str:
        return str(self.trajectory)


@frozen
class SamplerRng:
    """A source of chance made from OpenSpiel's: a function that gives numbers from 0 up to 1."""

    sampler: Callable[[], float]

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 up to `stop` - 1, each equally likely."""
        return min(int(self.sampler() * stop), stop - 1)


def resampler(rng: Rng) -> Callable[[ToledoState, Seat], ToledoState]:
    """Return a function for ``ISMCTSBot.set_resampler`` with your own source of chance: the search can be repeated.

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


def most_draws(edition: Edition) -> int:
    """Return the most draws that can follow an action: by taking, at a tavern, in a duel (DUE-03)."""
    return max(edition.cards_taken, edition.tavern_cards, 2 * edition.rounds_to_win - 1)


@lru_cache(maxsize=64)
def binary(edition: Edition) -> NDArray[np.float32]:
    """Return the codes of an edition's moves in binary, a row for each code."""
    codes = np.arange(len(coding(edition).names))
    bits = np.arange(int(codes[-1]).bit_length())
    return (codes[:, None] >> bits & 1).astype(np.float32)


class HasTrajectory(Protocol):
    """A state of the game, as far as an observer needs it."""

    trajectory: Trajectory


class ToledoObserver:
    """An observer in OpenSpiel's sense; its `tensor` and `dict` show what was last set.

    Without recall, the tensor is an observation (`toledo_lab.adapters.observe`) under the name ``observation``. With
    perfect recall it has three parts:

    | name | shape | contents |
    |---|---|---|
    | player | players | the seat, by its number |
    | dealt | kinds of cards | the cards that the seat was dealt, as counts divided by the copies there are |
    | moves | horizon + 3, bits | a row for each move since the deal: its code in binary, lowest bit first |

    A row of zeros is no move. Code 1 is a card that another seat drew; then come the draws of chance by their numbers,
    then the actions by theirs. There are as many bits as the codes need, and three rows more than the horizon because
    the last action may lead to draws.
    """

    def __init__(
        self,
        edition: Edition,
        players: int,
        horizon: int,
        kind: Any,  # a pyspiel.IIGObservationType: pyspiel has no types
        params: dict[str, object] | None,
    ) -> None:
        if params:
            raise ValueError(f"observations take no parameters, but found {params}")
        self.recall: bool = kind.perfect_recall
        self.public: bool = kind.public_info
        self.private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observer sees the cards of all players: ask for one player")
        if not (self.public or (self.private and not self.recall)):
            raise ValueError(
                "observers show public information, with or without a player's own, "
                "or the player's own alone without perfect recall"
            )
        self.layout = layout(edition, players)
        cards = len(self.layout.cards)
        shapes: dict[str, tuple[int, ...]]
        if self.recall:
            rows = horizon + most_draws(edition)
            shapes = {
                "player": (players,),
                "dealt": (cards,),
                "moves": (rows, binary(edition).shape[1]),
            }
        elif self.public:
            shapes = {"observation": (self.layout.size,)}
        else:
            shapes = {"player": (players,), "hand": (cards,)}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: HasTrajectory, player: Seat) -> None:
        """Set the tensor to what a player sees of a state."""
        trajectory = state.trajectory
        self.tensor.fill(0)
        seat = player if self.private else None
        if self.recall:
            codes = trajectory.codes(seat)
            self.dict["moves"][: len(codes)] = binary(trajectory.edition)[codes]
            if seat is not None:
                self.dict["player"][seat] = 1
                self._count("dealt", trajectory.hand_dealt(seat))
        elif self.public:
            self.tensor[:] = observe(view(trajectory.state, seat))
        else:
            self.dict["player"][player] = 1
            self._count("hand", trajectory.state.players[player].hand)

    def string_from(self, state: HasTrajectory, player: Seat) -> str:
        """Return what a player sees of a state, as text."""
        trajectory = state.trajectory
        seat = player if self.private else None
        if self.recall:
            return trajectory.information(seat)
        if self.public:
            return repr(view(trajectory.state, seat))
        return format_cards(trajectory.state.players[player].hand, trajectory.edition)

    def _count(self, name: str, hand: Cards) -> None:
        copies = self.layout.bounds[self.layout.slices["hand"]]
        for card in hand:
            place = self.layout.cards[card]
            self.dict[name][place] += 1 / copies[place]


register()
