"""Lines of play, counted by the library and by the specification: both come to the committed numbers."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from spec.tools import facts
from spec.tools.logic import Term
from spec.tools.oracle import Oracle, oracle_of
from toledo_rules import State, shipped_edition
from toledo_rules._multiset import minus
from toledo_rules._setup import deal
from toledo_rules.record import load_record, replay
from toledo_rules.testing import cards, perft

HERE = Path(__file__).parent
POSITIONS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "perft.toml").read_text("utf-8"))


def position(entry: dict[str, Any]) -> State:
    """A named position."""
    if "record" in entry:
        record = load_record(HERE.parent / "record" / "corpus" / entry["record"]).complete()
        return next(islice(replay(record), entry["entries"], None)).before
    edition = shipped_edition(entry["edition"])
    hands = tuple(cards(hand) for hand in entry["hands"])
    return deal(edition, hands, minus(edition.cards, (c for hand in hands for c in hand)), 0)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_library_counts_so_many(name: str) -> None:
    entry, state = POSITIONS[name], position(POSITIONS[name])
    assert counts(state, len(entry["lines"]), chance=True) == entry["lines"]
    assert counts(state, len(entry["lines"]), chance=False) == entry["decisions"]


def counts(state: State, depth: int, *, chance: bool) -> list[int]:
    return [perft(state, moves, chance=chance) for moves in range(1, depth + 1)]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_specification_counts_as_many(name: str) -> None:
    """Position by position in breadth, which is not how the library counts."""
    entry = POSITIONS[name]
    lines, decisions = specified(position(entry), len(entry["lines"]))
    assert lines == entry["lines"]
    assert decisions == entry["decisions"]


def answers(
    oracle: Oracle, position: facts.Position, left: int
) -> Mapping[Term, facts.Position | None]:
    """The legal moves of a position; where they lead, if there are moves left after them."""
    now = oracle.position(position)
    return oracle.successors(now) if left else dict.fromkeys(oracle.legal(now))


def specified(state: State, depth: int) -> tuple[list[int], list[int]]:
    """Lines with chance and without, for each depth, as the logic program has it."""
    oracle = oracle_of(state.edition, len(state.players))
    lines, decisions, stopped = [], [], 0
    # For each position how many lines lead to it, and how many of them have met no draw.
    level = {facts.position(state): (1, 1)}
    for left in reversed(range(depth)):
        after: Counter[facts.Position] = Counter()
        quiet_after: Counter[facts.Position] = Counter()
        total = quiet_total = 0
        for before, (ways, quiet_ways) in level.items():
            reached, quiet = answers(oracle, before, left), quiet_ways
            total += ways * len(reached)
            if any(move[0] == "draw" for move in reached):
                stopped += quiet  # without chance the line ends here, and counts from now on
                quiet = 0
            quiet_total += quiet * len(reached)
            for then in filter(None, reached.values()):
                after[then] += ways
                quiet_after[then] += quiet
        lines.append(total)
        decisions.append(quiet_total + stopped)
        level = {then: (after[then], quiet_after[then]) for then in after}
    return lines, decisions
