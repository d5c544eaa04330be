"""Lengths of positions in writing: `python -m tests.notation.position_lengths` plays some games and prints them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import median

from toledo_rules import Stream, new_game
from toledo_rules.bots import bot_streams, make_bot, play_on

# The text that `format_position` returns, without its checks.
from toledo_rules.notation import position_text

BOTS = ("random", "greedy")
PLAYERS = (2, 3, 4)
PLIES = 1000
"""A game of random moves is cut off here; hardly any takes longer."""


def position_lengths(bot: str, players: int, games: int) -> Iterator[int]:
    """The length of each position of some games of a bot against itself."""
    for seed in range(games):
        bots, chance = [make_bot(bot)] * players, Stream(seed)
        start = new_game(players, chance)
        for ply in islice(play_on(start, bots, chance, bot_streams(seed, players)), PLIES):
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
