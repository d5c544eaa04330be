"""Tasks of the library itself, of whichever revision comes first on the path.

Another revision may have other modules, so only the names of the package itself are used here, those of `bots`, and
`dumps` and `loads` of `codec`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, cycle
from pathlib import Path
from random import Random
from time import process_time

import toledo_rules
from toledo_rules import Action, State, apply, legal_actions, new_game, view
from toledo_rules.bots import Bot, make_bot
from toledo_rules.codec import dumps, loads
from tools.benchmarks.worker import Tally, Task, timed

PLAYERS = 4
APART = 20
"""Plies after which every player has changed, so that no part of a position has been hashed with an earlier one."""


def version() -> str:
    """Folder of the package, and the kind of build."""
    return str(Path(toledo_rules.__file__).parent)


def recorded(seed: int, bot: Bot | None = None) -> list[Action]:
    """Actions of a game, by bots or at random. Chance has its own numbers, so they are enough to play it again."""
    chance, choice = Random(seed), Random(-1 - seed)
    state = new_game(PLAYERS, chance)
    actions: list[Action] = []
    while not state.over:
        if bot is None:
            actions.append(choice.choice(legal_actions(state)))
        else:
            actions.append(bot.choose(view(state, state.active), choice))
        state = apply(state, actions[-1], chance)
    return actions


def replayed(seed: int, actions: list[Action]) -> Iterator[State]:
    """Positions of a recorded game."""
    chance = Random(seed)
    state = new_game(PLAYERS, chance)
    yield state
    for action in actions:
        state = apply(state, action, chance)
        yield state


def aimless(_games: int) -> Task:
    """Play at random: legal actions, a choice, apply."""
    rng = Random(2008)

    def game() -> tuple[int, int]:
        plies = offered = 0
        state = new_game(PLAYERS, rng)
        while not state.over:
            legal = legal_actions(state)
            state = apply(state, legal[int(rng.random() * len(legal))], rng)
            plies += 1
            offered += len(legal)
        return plies, offered

    return lambda: timed(game)


def shelf(games: int, bot: Bot | None = None) -> Iterator[Iterator[State]]:
    """Play recorded games again, for ever; `apply` works while the positions are taken."""
    games_recorded = [(seed, recorded(seed, bot)) for seed in range(games)]
    return (replayed(seed, actions) for seed, actions in cycle(games_recorded))


def progress(games: int) -> Task:
    """Play again what greedy bots played: legal actions and apply, without the thinking."""
    replays = shelf(games, make_bot("greedy"))

    def game() -> tuple[int, int]:
        offered = [len(legal_actions(state)) for state in next(replays)]
        return len(offered) - 1, sum(offered)  # nobody plays in the last position

    return lambda: timed(game)


def applying(games: int) -> Task:
    """Play aimless games again, by `apply` alone."""
    replays = shelf(games)
    return lambda: timed(lambda: (sum(1 for _ in next(replays)) - 1, 0))


def hashing(games: int, *, every: int) -> Task:
    """Hash fresh positions of aimless games, all or some of them. Only the hashing is timed."""
    replays = shelf(games)

    def game() -> Tally:
        fresh = [*next(replays)][::every]
        start = process_time()
        for state in fresh:
            hash(state)
        return Tally(len(fresh), 0, process_time() - start)

    return game


def loading(games: int) -> Task:
    """Load positions from JSON, from all stages of games that make progress."""
    replays = shelf(games, make_bot("greedy"))
    texts = [dumps(state) for _ in range(games) for state in [*next(replays)][::25]]

    def some() -> tuple[int, int]:
        for text in texts:
            loads(text, State)
        return len(texts), 0

    return lambda: timed(some)


def deciding(_games: int) -> Task:
    """Let random bots play, who see views."""
    rng, bot = Random(2008), make_bot("random")

    def game() -> tuple[int, int]:
        state, decisions = new_game(PLAYERS, rng), 0
        while not state.over:
            state = apply(state, bot.choose(view(state, state.active), rng), rng)
            decisions += 1
        return decisions, 0

    return lambda: timed(game)


def positions() -> Iterator[State]:
    """Yield the positions of aimless games, one after another."""
    for seed in count():
        yield from replayed(seed, recorded(seed))


TASKS: dict[str, Callable[[int], Task]] = {
    "aimless": aimless,
    "progress": progress,
    "apply": applying,
    "hash": partial(hashing, every=1),
    "hash apart": partial(hashing, every=APART),
    "load": loading,
    "bot": deciding,
}
"""How to get ready for a task, given a number of games to record."""

POSITIONS = {"aimless": positions}
"""Positions to store."""
