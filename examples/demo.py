"""Watch a whole game of Toledo in the terminal: python -m examples.demo --seed 7 --players 3."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from textwrap import wrap

from examples.players import Dice, progress_player
from toledo_rules import (
    KOSMOS_2008,
    Seat,
    State,
    legal_actions,
    new_game,
    outcome,
    ranking,
    redact,
    transition,
    view,
)
from toledo_rules.describe import LANGUAGES, Language, Who, describe, name, tell
from toledo_rules.events import TurnEnded
from toledo_rules.render import score_table, text
from toledo_rules.render.ink import BOLD, COLOURS, DIM, Ink

WIDTH = 80
ROUNDS_BETWEEN_BOARDS = 6

DESCRIPTION = """\
Plays a whole game of Toledo between players who follow simple rules of thumb,
and tells it: what everybody does, the board every few rounds, and at the end
the score, each line of it with the number of its rule. The same seed gives the
same game."""

EPILOG = """\
examples:
  python -m examples.demo                        a game for three
  python -m examples.demo --seed 8 --players 4   another one, for four
  python -m examples.demo --every-turn | less    the board after every turn
  python -m examples.demo --quiet --language de  only how it ends, in German

how to read the board:
  The road winds from the cathedral, at the bottom, up to the Alcazar. Each box
  is a space: above stand its step and the letter of the player whose shop it
  is, below the least card that pays there. "( )" is a free circle, "(B)" a
  circle with a figure of Blue. Under the road stand what lies on the board,
  and what each player has, with how much fame that is now.

Colour is used on a terminal only, and not if NO_COLOR is set."""

PROLOGUE = """\
They buy metal and gems, have swords forged from them, and bring the swords to
the Alcazar for fame. A third figure there begins the last round. (--help tells
how to read the board.)"""


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    options = arguments(words)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # the frames need it, in a pipe too
    ink = Ink(colourful=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))  # no-color.org
    try:
        for line in show(options, ink):
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough; do not complain at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    table = range(KOSMOS_2008.least_players, KOSMOS_2008.most_players + 1)
    parser.add_argument("--seed", type=int, default=7, help="decides the game (default: 7)")
    parser.add_argument(
        "--players", type=int, default=3, choices=table, help="how many play (default: 3)"
    )
    parser.add_argument("--language", default="en", choices=LANGUAGES, help="of what is told")
    how_much = parser.add_mutually_exclusive_group()
    how_much.add_argument("--quiet", action="store_true", help="only the last board and the score")
    how_much.add_argument("--every-turn", action="store_true", help="the board after every turn")
    return parser.parse_args(words)


def show(options: argparse.Namespace, ink: Ink) -> Iterator[str]:
    """The game, line by line."""
    dice, language = Dice(options.seed), options.language
    state = new_game(options.players, dice)
    edition, last_seat = state.edition, options.players - 1

    def board(state: State) -> str:
        return "\n" + text(view(state, None), colour=ink.colourful, language=language)

    yield f"{ink.paint(('TOLEDO', BOLD))}  {edition.title}, seed {options.seed}"
    yield from (ink.paint((line, DIM)) for line in PROLOGUE.splitlines())
    rounds = 0
    for seat, paragraphs, after in turns(state, dice, language):
        if seat == 0:
            rounds += 1
            if not options.quiet:
                yield from ("", ink.paint((f"Round {rounds}", BOLD)))
        if not options.quiet:
            colour = edition.colours[seat]
            who = name(Who(seat, colour, None), language)
            painted = ink.paint((who, COLOURS[colour]))
            for paragraph in paragraphs:
                first, *rest = wrap(paragraph, WIDTH - 4)
                if first.startswith(who):
                    first = painted + first.removeprefix(who)
                yield from (f"  {first}", *(f"    {line}" for line in rest))
        state = after
        due = seat == last_seat and rounds % ROUNDS_BETWEEN_BOARDS == 0 and state.trigger is None
        if options.every_turn or (due and not options.quiet):
            yield board(state)
    if not options.every_turn:
        yield board(state)
    yield from ("", score_table(state, colour=ink.colourful, language=language), "")
    yield from (f"  {describe(place, state, language=language)}" for place in ranking(state))
    result = outcome(state)
    assert result is not None
    yield from ("", ink.paint((describe(result, state, language=language), BOLD)))


def turns(state: State, dice: Dice, language: Language) -> Iterator[tuple[Seat, list[str], State]]:
    """Play the game: for each turn whose it was, what a spectator sees of each action, and the position after it."""
    paragraphs: list[str] = []
    while not state.over:
        seat = state.active
        what = transition(state, progress_player(state, legal_actions(state), dice), dice)
        seen = [redact(event, None) for event in what.events]
        if sentences := tell(seen, state, language=language):
            paragraphs.append(" ".join(sentences))
        state = what.state
        if any(isinstance(event, TurnEnded) for event in seen):
            yield seat, paragraphs, state
            paragraphs = []


if __name__ == "__main__":
    sys.exit(main())
