"""Threads that share positions and editions, with a switch interval of a microsecond.

That stands in for a free-threaded build, which is not tested: here threads are interrupted between any two bytecodes,
but never run at the same instant.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from attrs import evolve

from toledo_rules import (
    KOSMOS_2008,
    Game,
    State,
    Stream,
    codec,
    legal_actions,
    new_game,
    parse_edition,
    view,
)
from toledo_rules.editions import edition_to_toml
from toledo_rules.record import format_record

THREADS = 6


@pytest.fixture(autouse=True)
def hasty() -> Iterator[None]:
    """Switch threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def played(seed: int, moves: int = 25) -> str:
    """Return the record of a game that follows from a seed."""
    game, rng = Game(3, seed=seed), Stream(f"moves {seed}")
    for _ in range(moves):
        game.play(game.legal[rng.randrange(len(game.legal))])
    return format_record(game.record())


def test_games_in_threads_are_the_games_alone() -> None:
    seeds = [*range(4)] * 3
    alone = {seed: played(seed) for seed in {*seeds}}
    with ThreadPoolExecutor(THREADS) as pool:
        assert [*pool.map(played, seeds)] == [alone[seed] for seed in seeds]


def test_threads_share_a_position() -> None:
    state = new_game(2, Stream(1))
    expected = legal_actions(state), hash(state), codec.dumps(view(state, 0))

    def look(_number: int) -> object:
        return legal_actions(state), hash(state), codec.dumps(view(state, 0))

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(found == expected for found in pool.map(look, range(40)))


@pytest.mark.search
def test_threads_meet_an_edition_for_the_first_time() -> None:
    """Each edition is new to all of them at once: tables are made, and documents with the whole edition are read."""
    for number in range(6):
        edition = evolve(KOSMOS_2008, name=f"mine-{number}", gems=20 + number)
        text, start = edition_to_toml(edition), new_game(2, Stream(number), edition=edition)
        document = codec.dumps(start)

        def read(
            _number: int, text: str = text, document: str = document
        ) -> tuple[object, object, int]:
            state = codec.loads(document)
            assert isinstance(state, State)
            return parse_edition(text), state, len(legal_actions(state))

        with ThreadPoolExecutor(THREADS) as pool:
            answers = [*pool.map(read, range(THREADS))]
        assert answers == [(edition, start, len(legal_actions(start)))] * THREADS
