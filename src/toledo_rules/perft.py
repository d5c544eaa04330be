"""Counting lines of play: a test of the rules by numbers, as chess programs know it.

Two implementations of the rules that agree on these counts agree on a great many positions at once. Values for named
positions are in ``tests/spec/perft.toml``; the specification's logic program confirms them.
"""

from __future__ import annotations

from toledo_rules.actions import Draw, Move
from toledo_rules.engine import legal_actions, step
from toledo_rules.multiset import distinct
from toledo_rules.state import State


def perft(state: State, depth: int, *, chance: bool = True) -> int:
    """Return the number of lines of play from a position.

    With chance, a line is `depth` moves long, a move being a decision of a player or a draw of chance. Each kind of
    card in the pile is one draw, however many copies there are; different ways to the same position are
    different lines. A line on which the game ends early is not counted.

    Without chance, only decisions are played. A line that comes to a draw stops there and counts as one line,
    however short it is: so the count does not depend on the pile.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> start = new_game(2, Random(1))
    >>> [perft(start, depth) for depth in range(3)]
    [1, 129, 15934]
    >>> [perft(start, depth, chance=False) for depth in range(3)]
    [1, 129, 15889]
    """
    _check(depth)
    return _count(state, depth, chance, {})


def divide(state: State, depth: int, *, chance: bool = True) -> dict[Move, int]:
    """Return the same count move by move: the lines that begin with each move, to find where two counts differ.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> divide(new_game(2, Random(1)), 2)[TAKE_CARDS]
    46
    """
    _check(depth - 1)
    seen: dict[tuple[State, int], int] = {}
    return {
        move: _count(step(state, move).state, depth - 1, chance, seen)
        for move in _moves(state, chance)
    }


def _check(depth: int) -> None:
    if depth < 0:
        raise ValueError(f"the length of a line must be 0 moves or more, not {depth}")


def _count(state: State, depth: int, chance: bool, seen: dict[tuple[State, int], int]) -> int:
    if depth == 0 or (state.chance and not chance):
        return 1
    moves = _moves(state, chance)
    if depth == 1:
        return len(moves)
    known = seen.get((state, depth))
    if known is None:
        known = sum(_count(step(state, move).state, depth - 1, chance, seen) for move in moves)
        seen[state, depth] = known
    return known


def _moves(state: State, chance: bool) -> tuple[Move, ...]:
    if state.chance:
        return tuple(Draw(card) for card in distinct(state.pile)) if chance else ()
    return legal_actions(state)
