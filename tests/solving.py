"""Solves tiny editions: who can force what, if all hands are open.

    python -m tests.solving                     # writes spec/solved/*.json
    python -m tests.solving tiny-road

Two players, every deal, every position that can be reached. The value of a position is the probability with which seat
0 wins if both play as well as they can (a shared win counts half). As no rule ends a game (A-117), best play may go on
for ever; so there are two values: the *low* one counts an endless game as lost for seat 0, the *high* one as won. Where
both are equal, the position is decided; where they differ, neither player can force a win.

Both values are computed by value iteration, from 0 upwards and from 1 downwards. What is reached is a bound, at every
step of the iteration, and the iteration stops when nothing changes by more than a billionth.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from attrs import field, frozen

from tests.exploration import Found, explore
from toledo_rules import Move, State, chance_outcomes, outcome, shipped_edition
from toledo_rules.notation import format_move, format_position

FOLDER = Path(__file__).parents[1] / "spec" / "solved"
SOLVED = ("tiny-agreement", "tiny-road", "tiny-bank", "tiny-exhaustive")
CLOSE = 1e-9
EXAMPLES = 200
"""The maximum number of listed positions in which the choice of the move matters, for each edition."""


@frozen
class Graph:
    """Every position of an edition that two players can reach."""

    states: list[State] = field(factory=list)
    moves: list[tuple[Move, ...]] = field(factory=list)
    after: list[tuple[int, ...]] = field(factory=list)
    """For each move the number of the position that it leads to."""
    chances: list[tuple[float, ...]] = field(factory=list)
    """The probability of each draw; nothing where a player decides."""
    deals: int = 0


def graph(edition: str) -> Graph:
    """Explore an edition."""
    found = Graph()
    reached: list[list[State]] = []

    def visit(state: State, moves: Found) -> None:
        found.states.append(state)
        found.moves.append(tuple(move for move, _ in moves))
        reached.append([what.state for _, what in moves])
        odds = chance_outcomes(state) if state.chance else ()
        found.chances.append(tuple(float(chance) for _, chance in odds))

    tally = explore(shipped_edition(edition), 2, visit)
    number = {state: place for place, state in enumerate(found.states)}
    found.after.extend(tuple(number[state] for state in states) for states in reached)
    return Graph(found.states, found.moves, found.after, found.chances, tally.deals)


def ending(state: State) -> float:
    """Return the value of a position in which the game is over."""
    ended = outcome(state)
    assert ended is not None
    return 1 / len(ended.winners) if 0 in ended.winners else 0.0


def values(positions: Graph, endless: float) -> list[float]:
    """Return the value of every position if an endless game is worth this much to seat 0."""
    value = [ending(s) if s.over else endless for s in positions.states]
    order = [i for i in reversed(range(len(value))) if not positions.states[i].over]
    seats = [state.active for state in positions.states]
    change = 1.0
    while change > CLOSE:
        change = 0.0
        for i in order:
            nexts, odds = positions.after[i], positions.chances[i]
            if odds:
                new = sum(p * value[j] for p, j in zip(odds, nexts, strict=True))
            elif seats[i] == 0:
                new = max(value[j] for j in nexts)
            else:
                new = min(value[j] for j in nexts)
            change = max(change, abs(new - value[i]))
            value[i] = new
    return value


def _rounded(number: float) -> float:
    return round(number, 6)


def solution(edition: str) -> dict[str, object]:
    """Return the solution of an edition, as it is written to the file."""
    positions = graph(edition)
    low, high = values(positions, 0.0), values(positions, 1.0)
    decided = sum(abs(a - b) <= 1e-6 for a, b in zip(low, high, strict=True))
    deals = [
        {
            "position": format_position(positions.states[i]),
            "low": _rounded(low[i]),
            "high": _rounded(high[i]),
        }
        for i in range(positions.deals)
    ]
    return {
        "edition": edition,
        "players": 2,
        "hands": "open",
        "date": datetime.now(tz=UTC).date().isoformat(),
        "positions": len(positions.states),
        "ends": sum(state.over for state in positions.states),
        "decided": decided,
        "deals": deals,
        "choices": _choices(positions, low, high),
    }


def _choices(positions: Graph, low: list[float], high: list[float]) -> list[dict[str, object]]:
    """Decided positions in which some moves are best and others are not, spread over the whole graph."""
    found = []
    for i, state in enumerate(positions.states):
        if state.over or state.chance or abs(low[i] - high[i]) > 1e-6:
            continue
        worth = low if state.active == 0 else high
        best = [
            m
            for m, j in zip(positions.moves[i], positions.after[i], strict=True)
            if abs(worth[j] - worth[i]) <= 1e-6
        ]
        if len(best) < len(positions.moves[i]):
            found.append((i, best))
    step = max(1, len(found) // EXAMPLES)
    return [
        {
            "position": format_position(positions.states[i]),
            "value": _rounded(low[i]),
            "best": [format_move(move, positions.states[i].edition) for move in best],
        }
        for i, best in found[::step][:EXAMPLES]
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Solve tiny editions and write what was found.")
    parser.add_argument("editions", nargs="*", help="names of editions (all tiny ones)")
    options = parser.parse_args(argv)
    FOLDER.mkdir(exist_ok=True)
    for edition in options.editions or SOLVED:
        found = solution(edition)
        path = FOLDER / f"{edition}.json"
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{edition}: {found['positions']:,} positions, {found['decided']:,} of them decided")
    return 0


if __name__ == "__main__":
    sys.exit(main())
