"""A client that plays: everything it shows comes from `choices`, and no rule is in it.

    python examples/terminal_client.py --language it

You are Ana and play against a bot. Type the number of an entry and, where there is a choice in brackets, the choice:
`4 7`. `?` and the id of a part asks why it cannot be used: `? space:5`. An empty line ends the game.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from toledo_rules import Game, ToledoError
from toledo_rules.bots import bot_streams, make_bot
from toledo_rules.choices import Choices, choices
from toledo_rules.describe import describe, languages, render, tell
from toledo_rules.edition import Seat
from toledo_rules.render import text

NAMES = ("Ana", "Computer")
ME: Seat = 0


def main(words: Sequence[str] | None = None) -> int:
    """Play until the end, or until the player leaves."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--language", choices=languages(), default="en")
    parser.add_argument("--seed", type=int, default=2008)
    options = parser.parse_args(words)
    language, game = options.language, Game(NAMES, seed=options.seed)
    bot, (_, rng) = make_bot("greedy"), bot_streams(options.seed, len(NAMES))
    game.subscribe(
        lambda news: print(
            *tell(news.entry.events, news.view, language=language, names=NAMES, reader=ME)
        ),
        seat=ME,
    )
    while not game.over:
        if game.active != ME:
            game.play(bot.choose(game.view(game.active), rng))
            continue
        print(text(game.view(ME), language=language, names=NAMES, reader=ME))
        found = choices(game.view(ME), names=NAMES)
        for number, entry in enumerate(found.menu, start=1):
            words_of = " ".join(option.word for option in entry.options)
            choice = f"  [{words_of}]" if words_of else ""
            print(f"{number:>3}  {render(entry.message, language, reader=ME)}{choice}")
        line = input("> ")
        if not line:
            return 0
        try:
            answer(game, found, line, language)
        except ToledoError as error:
            print(error)
    if game.outcome is not None:
        print(describe(game.outcome, game.state, language=language, names=NAMES, reader=ME))
    return 0


def answer(game: Game, found: Choices, line: str, language: str) -> None:
    """Do what was typed, or say why not."""
    number, _, word = line.partition(" ")
    if number == "?":
        reason = found.reasons.get(word)
        print(f"{render(reason.message, language, reader=ME)} ({reason.rule})" if reason else "!")
    elif number.isdecimal() and 1 <= int(number) <= len(found.menu):
        for option in found.menu[int(number) - 1].options:
            if option.word == word:
                game.play(found.moves[option.move].action, seat=ME)


if __name__ == "__main__":
    raise SystemExit(main())
