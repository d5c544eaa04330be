"""Actions in factors and features, and bots that play by a policy."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from operator import index
from typing import TypeAlias, cast

import numpy as np
from attrs import field, fields, frozen
from attrs.validators import ge, instance_of
from numpy.typing import NDArray

from toledo_lab._library import distinct
from toledo_lab.adapters import numbering
from toledo_lab.adapters._observation import Observation, mask, observe
from toledo_rules import legal_actions
from toledo_rules.actions import ACTION_TYPES, Action, Challenge
from toledo_rules.chance import Rng
from toledo_rules.edition import Card, Edition, Seat
from toledo_rules.state import View

FACTORS = ("kind", "step", "value", "with_tile", "shop", "take", "give_back", "rival")
"""Names of the factors of an action: its kind, the step of the figure or site, the value of the card that is played or
paid, whether it is the extra card, the shop tile, the sword or tile that is taken or delivered, the tile that is given
back, the seat that is challenged."""


@frozen(eq=False)
class ActionFactors:
    """The actions of an edition by their components, in addition to their numbers."""

    sizes: dict[str, int]
    """The number of choices of each factor; choice 0 means none."""
    table: NDArray[np.int16]
    """Choice of each factor, a row for each action."""
    features: NDArray[np.float32]
    """The same one-hot encoded, a row for each action: multiplied by weights, it scores all actions at once."""
    groups: NDArray[np.int32]
    """Number of the group of each action. Actions of a group have the same factors: they differ only in which of
    several cards of the same value is played or paid."""

    @property
    def group_count(self) -> int:
        """The number of groups."""
        return int(self.groups.max()) + 1

    def group_mask(self, legal: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return an array with a 1 for each group that has a legal action, for a mask of actions."""
        grouped = np.zeros(self.group_count, np.int8)
        grouped[self.groups[legal.astype(bool)]] = 1
        return grouped

    def members(self, group: int, legal: NDArray[np.int8]) -> list[int]:
        """Return the legal actions of a group by their numbers: an agent that chooses a group may take any of them."""
        return np.flatnonzero((self.groups == group) & legal.astype(bool)).tolist()


@lru_cache(maxsize=64)
def factors(edition: Edition) -> ActionFactors:
    """Return the actions of an edition by their factors.

    >>> from toledo_rules import KOSMOS_2008
    >>> made = factors(KOSMOS_2008)
    >>> made.table.shape, made.group_count
    ((3457, 8), 601)
    >>> made.sizes["kind"], made.sizes["value"]
    (10, 7)
    """
    swords, tiles, shops = (
        distinct(edition.swords),
        distinct(edition.tiles),
        distinct(edition.shops),
    )
    values = distinct(tuple(sorted(card.value for card in edition.cards)))
    choices: dict[str, tuple[object, ...]] = {
        "kind": ACTION_TYPES,
        "step": tuple(range(len(edition.road))),
        "value": values,
        "with_tile": (True,),
        "shop": shops,
        "take": (*swords, *tiles),
        "give_back": tiles,
        "rival": tuple(range(edition.most_players)),
    }
    rows = []
    for action in numbering(edition).actions:
        found = _parts(action)
        rows.append([_choice(found.get(name), chosen) for name, chosen in choices.items()])
    sizes = [len(chosen) for chosen in choices.values()]
    table = np.array(rows, np.int16)
    _, groups = np.unique(table, axis=0, return_inverse=True)
    ones = [
        np.eye(size + 1, dtype=np.float32)[table[:, place], 1:] for place, size in enumerate(sizes)
    ]
    return ActionFactors(
        sizes={name: size + 1 for name, size in zip(FACTORS, sizes, strict=True)},
        table=table,
        features=np.concatenate(ones, axis=1),
        groups=groups.reshape(-1).astype(np.int32),
    )


def _choice(part: object, chosen: tuple[object, ...]) -> int:
    return 0 if part is None or part is False else chosen.index(part) + 1


_FIELDS = {"origin": "step", "sword": "take"}
"""Fields of actions that count as another factor; a new kind of action usually needs nothing here."""


def _parts(action: Action) -> dict[str, object]:
    """Return the factors of an action, by the names of its fields."""
    found: dict[str, object] = {"kind": type(action)}
    for part in fields(type(action)):
        value = getattr(action, part.name)
        if isinstance(value, Card):  # played or paid
            found["value"] = value.value
        else:
            found[_FIELDS.get(part.name, part.name)] = value
    return found


def turned(edition: Edition, number: int, seat: Seat, players: int, *, back: bool = False) -> int:
    """Return the number of an action with seats counted from the acting one, or `back` to the usual number.

    Only challenges name a seat. Counted from seat 2 of three, a challenge of seat 0 is one of seat 1.

    >>> from toledo_rules import KOSMOS_2008
    >>> names = numbering(KOSMOS_2008).names
    >>> names[turned(KOSMOS_2008, names.index("vs red"), 2, 3)]
    'vs blue'
    """
    actions = numbering(edition)
    action = actions.actions[number]
    if not isinstance(action, Challenge) or action.rival >= players:
        return number
    rival = (action.rival + (seat if back else -seat)) % players
    return actions.numbers[Challenge(rival)]


def turned_mask(
    edition: Edition, legal: NDArray[np.int8], seat: Seat, players: int
) -> NDArray[np.int8]:
    """Return a mask with seats counted from the one that acts."""
    numbers = numbering(edition).numbers
    usual = [numbers[Challenge(rival)] for rival in range(players)]
    made = legal.copy()
    made[usual] = legal[[usual[(place + seat) % players] for place in range(players)]]
    return made


Policy: TypeAlias = Callable[[Observation, NDArray[np.int8]], object]
"""A function of an observation and a mask. It returns the number of a legal action, or an array with a preference for
each action, of which only those of legal ones count."""


def _policy(policy: Policy | str) -> Policy:
    """Return a policy, or load one by its module and name: ``my_model.choose``."""
    if not isinstance(policy, str):
        return policy
    module, _, name = policy.rpartition(".")
    try:
        found: object = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"there is no policy {policy!r}: {error}") from error
    if not callable(found):
        raise TypeError(f"{policy} is not a function, it is {found!r}")
    return cast("Policy", found)


@frozen
class PolicyBot:
    """A bot that plays by a policy, for instance by a network that was trained in one of the environments.

    >>> from toledo_rules.bots import play_game
    >>> first = PolicyBot(lambda observation, mask: mask.argmax())
    >>> play_game([first, first], seed=7, most=50).decisions
    50

    On the command line it is ``toledo_lab.adapters:PolicyBot:policy=my_model.choose``, where the function `choose` is
    in the module `my_model`.
    """

    policy: Policy = field(converter=_policy)
    relative: bool = field(default=False, converter=bool)
    """True if the policy was trained with seats that are counted from its own."""
    temperature: float = field(default=0.0, validator=[instance_of((int, float)), ge(0.0)])
    """At 0 the best preference is taken; otherwise one is drawn, with chances by ``exp(preference / temperature)``."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the action that the policy chooses. Raises `ValueError` if it is not legal."""
        assert view.seat is not None
        edition, players = view.edition, len(view.players)
        legal = mask(edition, legal_actions(view))
        if self.relative:
            legal = turned_mask(edition, legal, view.seat, players)
        policy: Policy = self.policy
        wanted = policy(observe(view, relative=self.relative), legal)
        if isinstance(wanted, np.ndarray) and wanted.size > 1:
            number = self._preferred(wanted.reshape(-1).astype(np.float64), legal, rng)
        else:
            number = _number(wanted)
        if not (0 <= number < len(legal) and legal[number]):
            raise ValueError(f"the policy chose action {number}, which is not legal")
        if self.relative:
            number = turned(edition, number, view.seat, players, back=True)
        return numbering(edition).actions[number]

    def _preferred(
        self, preferences: NDArray[np.float64], legal: NDArray[np.int8], rng: Rng
    ) -> int:
        if preferences.shape != legal.shape:
            raise ValueError(
                f"the policy has {preferences.size} preferences, expected {legal.size}"
            )
        numbers = np.flatnonzero(legal)
        wishes = preferences[numbers]
        if np.isnan(wishes).any():
            raise ValueError("the policy prefers legal actions by numbers that are NaN")
        if not self.temperature:
            return int(numbers[wishes.argmax()])
        chances = np.exp((wishes - wishes.max()) / self.temperature).cumsum()
        place = np.searchsorted(chances, rng.randrange(_FINE) / _FINE * chances[-1], side="right")
        return int(numbers[place])


def _number(wanted: object) -> int:
    """Return the number of an action, on its own or in an array of one."""
    found = np.asarray(wanted).reshape(-1)
    try:
        return index(cast("int", found[0]))
    except (IndexError, TypeError):
        raise TypeError(
            f"the policy returned {wanted!r}, expected the number of an action or an array of preferences"
        ) from None


_FINE = 1 << 53
