"""Games to fit the value of positions to: ``python -m lab.studies.strength.games FILE FIRST LAST BOT [BOT ...]``.

Tables of two, three and four players. To see more than the bots would do by themselves, each player does something else
at random at the start of some turns, one more often than another; the fit takes that into account. A game is stored as
its actions: with the seed of its cards, that is all.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from toledo_rules import Action, apply, legal_actions, new_game, view
from toledo_rules.bots import for_game, load_bot
from toledo_rules.chance import Stream
from toledo_rules.state import TurnStart

SEED = "fit"
MOST = 1500
"""Decisions after which a game is given up."""


class Game(NamedTuple):
    """A game by its actions."""

    number: int
    players: int
    distraction: tuple[float, ...]
    """Share of turns that each player begins at random."""
    actions: tuple[Action, ...]
    finished: bool


def played(number: int, specs: list[str]) -> Game:
    """Return game number `number`, with bots that are drawn from these."""
    rng, chance = Random(number), Stream(SEED, game=number)
    players = rng.choice((2, 2, 2, 3, 3, 4, 4))
    bots = [for_game(load_bot(rng.choice(specs))) for _ in range(players)]
    distraction = tuple(rng.choice((0.03, 0.08, 0.2)) for _ in range(players))
    state, actions = new_game(players, chance), list[Action]()
    while not state.over and len(actions) < MOST:
        seat = state.active
        if isinstance(state.phase, TurnStart) and rng.random() < distraction[seat]:
            kinds: dict[type[Action], list[Action]] = {}
            for action in legal_actions(state):
                kinds.setdefault(type(action), []).append(action)
            chosen = rng.choice(rng.choice(list(kinds.values())))
        else:
            chosen = bots[seat].choose(view(state, seat), rng)
        actions.append(chosen)
        state = apply(state, chosen, chance)
    return Game(number, players, distraction, tuple(actions), state.over)


def stored(path: Path) -> Iterator[Game]:
    """Yield the games in a file of one's own: a pickle runs what it says."""
    with path.open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except EOFError:
                return


def main(path: str, first: str, last: str, *specs: str) -> None:
    """Play games and add them to a file."""
    with Path(path).open("ab") as file:
        for number in range(int(first), int(last)):
            pickle.dump(played(number, list(specs)), file)
            file.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
