"""Environments for machine learning: PettingZoo, Gymnasium and OpenSpiel.

Each environment has its own module and needs its own extra (``pip install '.[pettingzoo]'`` in a checkout):

- `toledo_lab.adapters.pettingzoo`: all seats, one at a time;
- `toledo_lab.adapters.gymnasium`: one seat, against bots;
- `toledo_lab.adapters.openspiel`: a registered game with explicit chance.

They share `numbering` (actions as integers), `factors` (actions by their components), `observe` and `layout` (views as
arrays) and `payoffs` (the value of a game). A `PolicyBot` plays by a trained policy. Arrays need numpy, which is
imported when they are first used. Nothing here is imported with `toledo_rules` itself.
"""

from __future__ import annotations

import shutil
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from operator import index
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Literal, SupportsIndex, TypeAlias, get_args

from attrs import frozen

from toledo_lab._library import most_points
from toledo_rules import ranking
from toledo_rules.actions import Action, universe
from toledo_rules.edition import Edition
from toledo_rules.notation import format_action
from toledo_rules.render import svg, text
from toledo_rules.state import State, View

if TYPE_CHECKING:
    from toledo_lab.adapters._observation import Observation, ObservationLayout, layout, observe
    from toledo_lab.adapters._policies import (
        FACTORS,
        ActionFactors,
        Policy,
        PolicyBot,
        factors,
        turned,
        turned_mask,
    )

__all__ = [
    "FACTORS",
    "LOSS",
    "ActionFactors",
    "Numbering",
    "Observation",
    "ObservationLayout",
    "Policy",
    "PolicyBot",
    "Reward",
    "factors",
    "layout",
    "numbering",
    "observe",
    "payoffs",
    "turned",
    "turned_mask",
]

_OBSERVATIONS = ("Observation", "ObservationLayout", "layout", "observe")


def __getattr__(name: str) -> object:
    if name in __all__:
        module = import_module(f"{__name__}._observation")  # it names the extra if numpy is missing
        if name not in _OBSERVATIONS:
            module = import_module(f"{__name__}._policies")
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def missing(module: str, extra: str, error: ImportError) -> ImportError:
    """Return the error that names the extra of a missing package.

    >>> print(missing("toledo_lab.adapters.gymnasium", "gymnasium", ImportError(name="numpy")))
    toledo_lab.adapters.gymnasium needs numpy: pip install '.[gymnasium]' in a checkout of toledo-rules
    """
    text = f"{module} needs {error.name}: pip install '.[{extra}]' in a checkout of toledo-rules"
    return ImportError(text, name=error.name)


@frozen(eq=False)
class Numbering:
    """The numbers of an edition's actions: stable, named and versioned."""

    actions: tuple[Action, ...]
    """Every action that the edition can ever offer; its index in `universe` is its number."""
    names: tuple[str, ...]
    """Actions in notation."""
    numbers: dict[Action, int]
    """Number of each action."""
    version: str
    """Number of actions, and a digest of them all in order. It changes if and only if the numbering does: whatever was
    learned or stored under one version means the same in every release of the library with this version."""

    def __len__(self) -> int:
        return len(self.actions)

    def action(self, number: SupportsIndex) -> Action:
        """Return the action with a number; numpy numbers are accepted.

        >>> from toledo_rules import KOSMOS_2008
        >>> numbering(KOSMOS_2008).action(-1)
        Traceback (most recent call last):
        ValueError: actions have numbers from 0 to 3456, not -1
        """
        place = index(number)
        if not 0 <= place < len(self.actions):
            raise ValueError(f"actions have numbers from 0 to {len(self) - 1}, not {place}")
        return self.actions[place]


@lru_cache(maxsize=64)
def numbering(edition: Edition) -> Numbering:
    """Return the numbering of an edition's actions.

    >>> from toledo_rules import KOSMOS_2008, PASS, TAKE_CARDS
    >>> numbers = numbering(KOSMOS_2008)
    >>> numbers.version
    '3457-8276cddf68bc'
    >>> numbers.numbers[TAKE_CARDS], numbers.names[1], numbers.actions[1]
    (1, 'take', TakeCards())
    >>> numbers.numbers[PASS] == len(numbers) - 1
    True
    """
    actions = universe(edition).actions
    # A digest of the reprs, because notation omits what is clear within its edition.
    digest = sha256("\n".join(map(repr, actions)).encode()).hexdigest()
    return Numbering(
        actions=actions,
        names=tuple(format_action(action, edition) for action in actions),
        numbers={action: number for number, action in enumerate(actions)},
        version=f"{len(actions)}-{digest[:12]}",
    )


LOSS = -1.0
"""Payoff of a seat that does not win, and of an illegal action."""


Reward: TypeAlias = Literal["win", "margin"]
"""The kinds of rewards: the stakes, or the points by which a seat is ahead."""
REWARDS: tuple[Reward, ...] = get_args(Reward)


def payoffs(state: State, reward: Reward = "win") -> tuple[float, ...]:
    """Return the payoff of each seat. They sum to 0.

    ``"win"``: every seat stakes 1, and the winners share the stakes (TIE-04). For two that is 1 and -1, or 0 each for a
    shared victory; with four, a single winner gets 3. ``"margin"``: the points of a seat over the mean of the others.

    If the game is not over, the current ranking counts (A-158): that is the value of a truncated game in all
    environments.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> payoffs(new_game(3, Random(1))), payoffs(new_game(3, Random(1)), "margin")
    ((-1.0, 2.0, -1.0), (0.0, 0.0, 0.0))
    """
    standings, players = ranking(state), len(state.players)
    if reward == "win":
        winners = {standing.seat for standing in standings if standing.place == 1}
        return tuple(
            players / len(winners) + LOSS if seat in winners else LOSS for seat in range(players)
        )
    total = sum(standing.points for standing in standings)
    points = {standing.seat: standing.points for standing in standings}
    return tuple((players * points[seat] - total) / (players - 1) for seat in range(players))


def check_reward(reward: str) -> Reward:
    """Raise ValueError for an unknown reward."""
    for known in REWARDS:
        if reward == known:
            return known
    raise ValueError(f"the rewards are {', '.join(REWARDS)}, not {reward}")


def largest_margin(edition: Edition) -> int:
    """Return a bound for the points by which a seat can be ahead: all that can score."""
    return most_points(edition) + edition.movement_penalty


MODES = ("human", "ansi", "svg")
"""Render modes of the environments: see `Screen`."""

PAGE = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Toledo</title></head>
<body>{picture}</body>
</html>
"""


class Screen:
    """Shows positions to people, without a window system.

    | mode | result of `render` |
    |---|---|
    | ansi | the board as text |
    | svg | the board as an SVG picture |
    | human | nothing: the picture is written to an HTML file, whose address is printed once; the page reloads itself |

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> Screen("svg").show(new_game(2, Random(1)))[:4]
    '<svg'
    """

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise ValueError(f"the render modes are {', '.join(MODES)}, not {mode}")
        self.mode = mode
        self.page: Path | None = None
        """The page of the mode ``human``, from the first picture until the screen is closed."""

    def show(self, position: State | View) -> str | None:
        """Show a position by the render mode; without one, do nothing."""
        if self.mode == "ansi":
            return text(position)
        if self.mode == "svg":
            return svg(position)
        if self.mode == "human":
            self._write(PAGE.format(picture=svg(position)))
        return None

    def close(self) -> None:
        """Remove the page."""
        if self.page is not None:
            shutil.rmtree(self.page.parent)
            self.page = None

    def _write(self, page: str) -> None:
        first = self.page is None
        if self.page is None:
            self.page = Path(mkdtemp(prefix="toledo-")) / "toledo.html"
        # In one step, so that a browser never reads half a page.
        new = self.page.with_suffix(".new")
        new.write_text(page, encoding="utf-8")
        new.replace(self.page)
        if first:
            print(f"The game is shown on {self.page.as_uri()}")  # noqa: T201  a person asked to see it
