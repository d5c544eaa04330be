"""What front ends use: JSON, views, words, pictures, and how large it all is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random
from statistics import median
from typing import TypeVar

from benchmarks.figures import exact, per_ply
from benchmarks.measure import Block, Tally, Timings, typical
from benchmarks.report import Row
from benchmarks.toledo import PLAYERS, recorded
from tests.players import progress_player
from toledo_rules import State, redact, transition, view
from toledo_rules.codec import digest, dump, dumps, load
from toledo_rules.describe import describe
from toledo_rules.game import Game
from toledo_rules.record import format_record
from toledo_rules.render import svg, text

T = TypeVar("T")

MICROSECONDS = ("dump", "load", "digest", "view", "describe an event", "describe an action")
MILLISECONDS = ("SVG picture", "text picture")


def blocks(size: int) -> dict[str, Block]:
    """A block for each function, over positions from all stages of games that make progress."""
    plies = [*recorded(progress_player, 1)]
    plies = Random(1).sample(plies, min(size, len(plies)))
    states = [ply.state for ply in plies]
    dumped = [dump(state) for state in states]
    steps = [transition(ply.state, ply.action, Random(1)) for ply in plies]
    happened = [(redact(event, 0), step.state) for step in steps for event in step.events]
    views = [view(state, 0) for state in states]
    return {
        "nothing": calling(lambda _: None, states),
        "dump": calling(dump, states),
        "load": calling(lambda value: load(value, State), dumped),
        "digest": calling(digest, states),
        "view": calling(lambda state: view(state, 0), states),
        "describe an event": calling(lambda pair: describe(*pair), happened),
        "describe an action": calling(lambda ply: describe(ply.action, ply.state), plies),
        "SVG picture": calling(svg, views),
        "text picture": calling(text, views),
    }


def calling(call: Callable[[T], object], values: Sequence[T]) -> Block:
    """Calls of a function, each with the next value."""
    source = cycle(values)

    def block(times: int) -> Tally:
        for value in islice(source, times):
            call(value)
        return Tally(times)

    return block


def rows(timings: Timings) -> Iterator[Row]:
    """What each call takes, without the loop around it."""
    loop = median(per_ply(timings["nothing"]))
    for name in MICROSECONDS:
        cost = [micros - loop for micros in per_ply(timings[name])]
        yield Row(f"{name}, microseconds", typical(cost))
    for name in MILLISECONDS:
        yield Row(
            f"{name}, milliseconds", typical([micros / 1e3 for micros in per_ply(timings[name])])
        )


def size_rows(games: int) -> Iterator[Row]:
    """How large positions, pictures and records are, in bytes."""
    whole = [played(seed) for seed in range(games)]
    states = [ply.before for game in whole for ply in game.history[::10]]
    kinds: dict[str, list[str]] = {
        "a position as JSON": [dumps(state) for state in states],
        "a view as JSON": [dumps(view(state, 0)) for state in states],
        "an SVG picture": [svg(view(state, 0)) for state in states],
        "a whole game as a record": [format_record(game.record()) for game in whole],
    }
    for name, texts in kinds.items():
        yield Row(f"{name}, bytes", exact(median(len(text.encode()) for text in texts)))
    yield Row("actions in such a game", exact(median(len(game.history) for game in whole)))


def played(seed: int) -> Game:
    """A whole game that makes progress."""
    rng = Random(seed)
    game = Game(PLAYERS, rng=rng)
    while not game.over:
        game.play(progress_player(game.state, game.legal.actions, rng))
    return game
