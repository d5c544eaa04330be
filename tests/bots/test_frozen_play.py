"""The first four bots keep playing as they do: others are measured against them.

python -m tests.bots.test_frozen_play    # print the table below, after a change that the changelog tells of
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from toledo_rules import State, legal_actions, view
from toledo_rules.bots import GreedyBot, PlannerBot, RacerBot, RandomBot
from toledo_rules.bots._simple import Judgement, plans, worth
from toledo_rules.chance import Stream
from toledo_rules.record import load_record, replay

CORPUS = Path(__file__).parents[1] / "record" / "corpus"
GAMES = ("two-players", "three-players", "four-players", "tiny-with-a-sword")


def positions(game: str, every: int) -> Iterator[State]:
    """Yield positions of a recorded game in which a player decides, some of each stage."""
    record = load_record(CORPUS / f"{game}.toledo").complete()
    states = [ply.before for ply in replay(record)]
    yield from [state for state in states if not state.chance][::every]


def worths(state: State) -> object:
    return [round(worth(state, action), 6) for action in legal_actions(state)]


def prospects(state: State) -> object:
    judgement = Judgement()
    seats = range(len(state.players))
    return [
        (round(judgement.prospects(state, seat), 6), round(judgement.advantage(state, seat), 6))
        for seat in seats
    ]


def planned(state: State) -> object:
    return [(plan.actions, round(plan.worth, 6)) for plan in plans(state, Judgement(), 8)]


def choices(state: State) -> object:
    bots = (RandomBot(), GreedyBot(), PlannerBot())
    return [bot.choose(view(state, state.active), Stream(7)) for bot in bots]


def race(state: State) -> object:
    """With few positions of a search, and so many that all halvings happen."""
    chance = Stream(7)
    bot = RacerBot(iterations=3, arms=5, width=8, sketch=2, margin=9)
    return bot.choose(view(state, state.active), chance), chance.randrange(1000)


ASKED: dict[str, tuple[Callable[[State], object], int]] = {
    "worths": (worths, 1),
    "prospects": (prospects, 1),
    "plans": (planned, 2),
    "choices": (choices, 3),
    "race": (race, 6),
}
"""What is asked, and of every how many positions."""


def digest(game: str, asked: str) -> str:
    ask, every = ASKED[asked]
    answers = "\n".join(f"{ask(state)!r}" for state in positions(game, every))
    return sha256(answers.encode()).hexdigest()[:12]


FROZEN = {
    ("two-players", "worths"): "5a1393f37af1",
    ("two-players", "prospects"): "ad227b2b284d",
    ("two-players", "plans"): "ab5d2452838c",
    ("two-players", "choices"): "c56e13d016d6",
    ("two-players", "race"): "4c0e40f16fcb",
    ("three-players", "worths"): "5e9b941748b9",
    ("three-players", "prospects"): "6b3414b0e594",
    ("three-players", "plans"): "fd6585a2e7f1",
    ("three-players", "choices"): "d07e0ab35042",
    ("three-players", "race"): "214af0c13f46",
    ("four-players", "worths"): "b5b27f144519",
    ("four-players", "prospects"): "8300705926b6",
    ("four-players", "plans"): "25b08ad186f9",
    ("four-players", "choices"): "a01d7b1b26cb",
    ("four-players", "race"): "51afaba0a61f",
    ("tiny-with-a-sword", "worths"): "589f0e662a8b",
    ("tiny-with-a-sword", "prospects"): "51a220d5c2c0",
    ("tiny-with-a-sword", "plans"): "40bb32b6320b",
    ("tiny-with-a-sword", "choices"): "52cebd023bcf",
    ("tiny-with-a-sword", "race"): "e2b0aab236b4",
}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("game", GAMES)
def test_they_play_as_they_did(game: str, asked: str) -> None:
    assert digest(game, asked) == FROZEN[game, asked]


if __name__ == "__main__":
    for game in GAMES:
        for asked in ASKED:
            print(f'    ("{game}", "{asked}"): "{digest(game, asked)}",')
