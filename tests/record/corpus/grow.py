"""Play a game and add its record to the corpus. A record that is there already is never written again.

python -m tests.record.corpus.grow three-players 3 142
python -m tests.record.corpus.grow tiny 2 5 --edition tiny-exhaustive
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from toledo_rules import KOSMOS_2008, Edition, Game, Stream, load_edition
from toledo_rules.bots import GreedyBot, RandomBot
from toledo_rules.record import Record, format_record

FOLDER = Path(__file__).parent


def play_game(edition: Edition, players: int, seed: int) -> Record:
    """A whole game in which everybody mostly seeks progress, and now and then does anything at all."""
    rng = Stream(seed)
    game = Game(players, rng=rng, edition=edition, first=seed % players)
    while not game.over:
        bot = GreedyBot() if rng.randrange(8) else RandomBot()
        game.play(bot.choose(game.view(game.active), rng))
    return game.record()


def grow() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("players", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--edition", type=load_edition, default=KOSMOS_2008)
    parser.add_argument("--embed", action="store_true")
    asked = parser.parse_args()
    record = play_game(asked.edition, asked.players, asked.seed)
    with (FOLDER / f"{asked.name}.toledo").open("x", encoding="utf-8") as file:
        file.write(format_record(record, embed=asked.embed))


if __name__ == "__main__":
    grow()
