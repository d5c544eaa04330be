"""The committed engine is made from these sources, passes the suite, and says what the library says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from attrs import evolve

from spec.compiler.build import RUST, rust
from spec.conformance import runner
from spec.conformance.write import cases_of
from tests.spec.agreement import sample
from toledo_lab.engine import Engine, EngineError
from toledo_lab.engine._face import told
from toledo_rules import KOSMOS_2008, Card, Edition, ShopTile, State, new_game, step, view
from toledo_rules._cli import _conformance as library
from toledo_rules.codec import dump, load
from toledo_rules.editions import edition_digest
from toledo_rules.testing import moves
from tools import engine as building

Json = Any
ASKS = ("legal", "views", "scores")
MOST = 8
"""Moves of a position that are tried, where there are many."""


# What is committed


def test_the_committed_rust_is_up_to_date() -> None:
    """If this fails: python -m spec.compiler, then python -m tools.engine."""
    assert RUST.read_text("utf-8") == rust()


def test_the_committed_file_is_made_from_these_sources() -> None:
    """If this fails: python -m tools.engine."""
    note = json.loads(building.NOTE.read_text("utf-8"))
    assert note["sources"] == building.sources()
    assert note["sha256"] == sha256(building.FILE.read_bytes()).hexdigest()
    assert note["toolchain"] == building.PACKAGES
    assert note["compressed"] <= building.MOST_BYTES


# The suite


class Direct(runner.Engine):
    """The engine, asked in this process."""

    def __init__(self) -> None:
        super().__init__()
        self._engine = Engine()
        self.offered = frozenset(self._engine.answer({"type": "hello", "protocol": 1})["asks"])
        for edition in runner.editions():
            self.tell({"type": "edition", "edition": edition})

    def exchange(self, message: Json) -> Json:
        """Ask the engine."""
        return self._engine.answer(message)


def test_it_passes_the_small_suite_and_a_sample_of_the_large_one() -> None:
    """It plays, and offers the questions about that alone."""
    engine, report = Direct(), runner.Report()
    for case in [*runner.suite("small"), *cases_of("large/7", sample(7)[::4])]:
        runner.run_case(engine, case, runner.ASKS, report)
    for setup in runner.setups():
        runner.run_setup(engine, setup, runner.ASKS, report)
    for question in runner.suite("small/perft", kind="questions"):
        runner.run_question(engine, question, {}, runner.ASKS, report)
    assert not report.wrong, str(report)
    assert {*report.asked} == {*runner.CORE, "perft"}
    assert engine.offered == frozenset(report.asked)
    assert not engine.unanswered


# The library


def ordered(answer: Json) -> Json:
    """An answer in which the moves have an order."""
    if "moves" in answer:
        return {**answer, "moves": sorted(answer["moves"], key=json.dumps)}
    return answer


class Both:
    """The engine and the library, which are asked the same."""

    def __init__(self) -> None:
        self._engine, self._library = Engine(), library.Engine()
        self._known: set[str] = set()

    def agree(self, state: State) -> int:
        """Compare all that can be asked about a position. Returns the number of its moves."""
        digest = edition_digest(state.edition)
        reference = {"name": state.edition.name, "digest": digest}
        if digest not in self._known:
            self._known.add(digest)
            self._same({"type": "edition", "edition": told(state.edition, reference=reference)})
        head = {"type": "question", "id": 1, "position": told(state, edition=reference)}
        for ask in ASKS:
            self._same({**head, "ask": ask})
        every = moves(state)
        for move in every[:: 1 + len(every) // MOST]:
            self._same({**head, "ask": "after", "move": dump(move)})
        return len(every)

    def _same(self, message: Json) -> None:
        expected = ordered(json.loads(json.dumps(self._library.answer(json.dumps(message)))))
        assert ordered(self._engine.answer(message)) == expected


def transitions(players: int, seed: int) -> Iterator[tuple[State, Any, State]]:
    """The moves of a game by chance, every one in each of its positions, with the positions after them."""
    rng = Random(seed)
    state = new_game(players, rng)
    while not state.over:
        found = [(state, move, step(state, move).state) for move in moves(state)]
        yield from found
        state = rng.choice(found)[2]


def test_20_000_transitions_are_those_of_the_library() -> None:
    engine = Engine()
    games = (transitions(players, seed) for seed in range(99) for players in (2, 3, 4))
    head, last = "", None
    for state, move, after in islice((one for game in games for one in game), 20_000):
        if state is not last:
            last = state
            assert len(engine.ask("legal", state)["moves"]) == len(moves(state))
            question = {"type": "question", "id": 1, "ask": "after", "position": dump(state)}
            head = json.dumps(question)[:-1]  # written once for all moves
        answer = json.loads(engine.answer_text(f'{head}, "move": {json.dumps(dump(move))}}}'))
        assert answer["position"] == dump(after)


@pytest.mark.parametrize("number", range(4))
def test_it_says_of_other_editions_what_the_library_says(number: int) -> None:
    both = Both()
    assert sum(both.agree(state) for state in sample(number)[:10])


def huge() -> Edition:
    """An edition at the bounds of the library: players, kinds of cards and of shops, numbers."""
    colours = tuple(f"colour{chr(97 + n)}" for n in range(16))
    pictures = product(range(1, 46), KOSMOS_2008.duel_colours, ("attacker", "defender"))
    cards = [Card(value, colour, stance) for value, colour, stance in pictures] * 3  # type: ignore[arg-type]
    kinds = product({tile.kind for tile in KOSMOS_2008.shops}, range(1, 8))
    shops = [ShopTile(kind, circles) for kind, circles in kinds]
    return evolve(
        KOSMOS_2008,
        name="huge",
        colours=colours,
        most_players=16,
        provenance=(),
        cards=tuple(sorted(cards)),
        shops=tuple(sorted(shops)),
        metal=999,
        gems=999,
    )


def test_an_edition_at_the_bounds_of_the_library_can_be_played() -> None:
    both, rng = Both(), Random(2)
    state = new_game(16, rng, edition=huge())
    for _ in range(3):
        both.agree(state)
        state = step(state, rng.choice(moves(state))).state


def test_an_edition_beyond_the_bounds_of_the_engine_is_refused() -> None:
    state = new_game(2, Random(1))
    engine = Engine()
    reference = told(state)["edition"]
    edition = told(state.edition, reference=reference, metal=1_000)
    engine.answer({"type": "edition", "edition": edition})
    message = {"type": "question", "id": 3, "ask": "legal", "position": told(state)}
    answer = engine.answer(message)
    assert answer["code"] == "refused"
    assert answer["message"] == "found 1000, expected a number from 0 to 999"


# Hidden cards


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_cards_that_are_dealt_again_look_the_same_to_a_watcher(seat: int | None) -> None:
    engine, state = Engine(), sample(2)[5]
    seat = None if seat is None else seat % len(state.players)
    found = [
        load(engine.ask("determinize", state, watcher=seat, seed=seed)["position"], State)
        for seed in range(5)
    ]
    assert all(view(one, seat) == view(state, seat) for one in found)


def test_a_question_that_it_does_not_know_is_refused() -> None:
    with pytest.raises(EngineError, match="the engine refuses why: unsupported"):
        Engine().ask("why", new_game(2, Random(1)))
