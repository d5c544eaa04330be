"""The engine's services to Python: random games, games of its player, plans, chances, counts of lines."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from functools import cache

from attrs import frozen

from toledo_lab.engine._face import Engine
from toledo_rules import Seat, State
from toledo_rules.actions import Action
from toledo_rules.codec import dump, load

_MILLION = 1_000_000
_ALL = 100_000


@frozen
class Playout:
    """A random game, played to its end."""

    actions: int
    points: tuple[int, ...]
    winners: tuple[Seat, ...]


@frozen
class Contest:
    """A game that the engine's player played to its end for all seats."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]


@frozen
class SearchedPlan:
    """A plan for the rest of the turn, and what became of it in the race."""

    actions: tuple[Action, ...]
    """Actions up to the end of the turn, or up to the next draw."""
    chance: float
    """The chance of winning: the mean over all tries."""
    tries: int
    """Positions in which it was tried; 0 if it was judged by its first impression only."""


@cache
def running() -> Engine:
    """The engine of this process."""
    atexit.register(running.cache_clear)  # wasmtime cannot clean up once its modules are gone
    return Engine()


def playouts(state: State, *, games: int, seed: int, deal: bool = False) -> tuple[Playout, ...]:
    """Play random games from a position to their ends, with all actions equally likely.

    With `deal`, hidden cards are dealt again before each game, so that games from a first position differ from the deal
    on. The same seed gives the same games.

    Raises:
        EngineError: if the edition is beyond the bounds of the engine.
    """
    answer = running().ask("playouts", state, games=games, seed=seed, deal=deal)
    return tuple(
        Playout(actions, tuple(points), tuple(sorted(winners)))
        for actions, _, points, winners in answer["games"]
    )


def count_lines(state: State, depth: int) -> int:
    """Return the number of lines of this many moves, including those of chance (*perft*)."""
    lines: int = running().ask("perft", state, depth=depth)["lines"]
    return lines


def search(  # noqa: PLR0913  # all but the first by name
    state: State,
    *,
    nodes: int,
    seed: int,
    blur: float = 0.0,
    plans: int = 20,
    also: Sequence[Action] = (),
) -> tuple[SearchedPlan, ...]:
    """Return plans of the player on turn, the best first. Only what that player sees is used.

    Args:
        state: somebody has to decide something in it.
        nodes: values of positions to spend, about. 0 looks no further than this turn.
        seed: of the hidden cards and the luck; the same seed gives the same plans.
        blur: how far the first impressions of plans are blurred, as a chance.
        plans: the most plans to return.
        also: a plan to judge, whether it looks good or not; it is among those returned.

    Raises:
        EngineError: if the edition is beyond the bounds of the engine, or if nobody has to decide anything.
    """
    named = tuple(also)
    found = running().ask(
        "search",
        state,
        nodes=nodes,
        blur=round(blur * _MILLION),
        plans=plans if not named else _ALL,
        seed=seed,
        also=[dump(action) for action in named],
    )["plans"]
    every = [
        SearchedPlan(
            tuple([load(action, Action) for action in plan["moves"]]),
            plan["chance"] / _MILLION,
            plan["tries"],
        )
        for plan in found
    ]
    return tuple(
        [plan for place, plan in enumerate(every) if place < plans or plan.actions == named]
    )


def chances(state: State) -> tuple[float, ...]:
    """Return each player's chance of winning if the turn ended here, by what the player on turn sees."""
    found = running().ask("outlook", state)["chances"]
    return tuple(chance / sum(found) for chance in found)


def contests(  # noqa: PLR0913  # all but two by name
    state: State,
    actions: Sequence[Action] = (),
    *,
    games: int,
    seed: int,
    seat: Seat | None,
    positions: int = 4,
) -> tuple[Contest, ...]:
    """Let the engine's player play from a position to the end for all seats, each game from other hidden cards.

    Args:
        state: where the games begin.
        actions: what is played first, up to the next draw at most.
        games: how many.
        seed: of the hidden cards and the luck. With the same seed, lines are compared in the same hands.
        seat: whose view the hidden cards agree with; None for what everybody sees.
        positions: positions that the player looks at for each turn.
    """
    moves = [dump(action) for action in actions]
    found = running().ask(
        "contests", state, games=games, seed=seed, watcher=seat, positions=positions, moves=moves
    )["games"]
    return tuple(Contest(tuple(points), tuple(sorted(winners))) for points, winners in found)
