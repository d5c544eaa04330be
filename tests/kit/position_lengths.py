"""Lengths of positions in writing: `python tests/kit/position_lengths.py` plays some games and prints them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median

from toledo_rules import new_game
from toledo_rules.bots import make_bot, play_on
from toledo_rules.notation._positions import (
    position_text,
)  # what `format_position` returns, unchecked

BOTS = ("random", "greedy")
PLAYERS = (2, 3, 4)
PLIES = 1000
"""A game of random moves is cut off here; hardly any takes longer."""


def position_lengths(bot: str, players: int, games: int) -> Iterator[int]:
    """The length of each position of some games of a bot against itself."""
    for seed in range(games):
        bots, rng = [make_bot(bot)] * players, Random(seed)
        for _, ply in zip(range(PLIES), play_on(new_game(players, rng), bots, rng), strict=False):
            yield len(position_text(ply.before))


def main() -> None:
    """Print the figures for each bot and number of players, and for all of them."""
    everything: list[int] = []
    for bot in BOTS:
        for players in PLAYERS:
            lengths = [*position_lengths(bot, players, 10)]
            everything += lengths
            print(f"{bot}, {players} players: {_figures(lengths)}")
    print(f"all: {_figures(everything)}")


def _figures(lengths: list[int]) -> str:
    return f"{len(lengths)} positions, median {median(lengths):.0f}, longest {max(lengths)}"


if __name__ == "__main__":
    main()
