"""What play can and cannot do, asked of the rules: A-161 as a proof, and shortest ways by bounded search."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from spec.tools import facts
from spec.tools.induction import clauses_of, everybody_passes, solve
from spec.tools.logic import Part, parts, symbol
from spec.tools.mutants import Mutant
from spec.tools.search import main, shortest
from toledo_rules import KOSMOS_2008, State, new_game, shipped_edition, step
from toledo_rules.state import Arrived
from toledo_rules.testing import moves


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_the_published_game_somebody_can_always_do_more_than_pass(players: int) -> None:
    """A-161: there is no position at the start of a turn in which everybody could only pass."""
    edition = map(symbol, facts.edition(KOSMOS_2008, players))
    question = everybody_passes(clauses_of(parts()), edition)
    assert solve(question).counterexample is None


STAY = Mutant("", "A-40", "no figure leaves the cathedral", "on_road(0).", "")


def test_everybody_could_only_pass_if_no_figure_left_the_cathedral() -> None:
    """The question can have an answer: these rules give one."""
    changed: list[Part] = STAY.apply(parts())
    edition = map(symbol, facts.edition(KOSMOS_2008, 3))
    found = solve(everybody_passes(clauses_of(changed), edition))
    assert found.counterexample is not None


def tiny() -> State:
    """The first position of a tiny game."""
    return new_game(2, Random(0), edition=shipped_edition("tiny-agreement"))


def test_the_shortest_way_is_as_short_as_the_one_that_the_library_finds() -> None:
    state = tiny()
    edition = facts.edition(state.edition, 2)
    way = shortest(edition, facts.position(state), "phase(arrived(_)), active(1)", 4)
    assert way is not None
    assert len(way) == breadth_first(state)
    for name in way:  # and the library can go it
        legal = {facts.move(move, state.active): move for move in moves(state)}
        state = step(state, legal[name]).state
    assert isinstance(state.phase, Arrived)
    assert state.active == 1


def breadth_first(start: State) -> int:
    """The number of moves until seat 1 has arrived somewhere, as the library counts."""
    queue = deque([(start, 0)])
    while queue:
        state, number = queue.popleft()
        if isinstance(state.phase, Arrived) and state.active == 1:
            return number
        queue += [(step(state, move).state, number + 1) for move in moves(state)]
    raise AssertionError


def test_there_may_be_no_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tiny-agreement", "terminal", "--within", "1"]) == 1
    assert main(["tiny-agreement", "active(1)", "--within", "1"]) == 0
    assert "no way within 1 moves" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["tiny-agreement"])
