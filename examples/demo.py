"""Watch a whole game of Toledo in the terminal: python examples/demo.py --seed 7 --players 3."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper

from board_text import board_lines, name_of, style_of
from ink import BOLD, DIM, Ink
from players import Dice, progress_player
from score_text import ranking_lines, score_lines
from telling import sentences
from toledo_rules import KOSMOS_2008, Seat, State, legal_actions, new_game, transition
from toledo_rules.events import TurnEnded

ROUNDS_BETWEEN_BOARDS = 6

DESCRIPTION = """\
Plays a whole game of Toledo between players who follow simple rules of thumb, and tells it: what
everybody does, the board every few rounds, and at the end the score sheet, each line of it with
the number of its rule. The same seed gives the same game."""

EPILOG = """\
examples:
  python examples/demo.py                        a game for three
  python examples/demo.py --seed 8 --players 4   another one, for four
  python examples/demo.py --every-turn | less    the board after every turn
  python examples/demo.py --quiet                only how it ends

how to read the board:
  The road winds from the cathedral, at the bottom, up to the Alcazar. Each box is a space: above
  stands its step, below its price. "R smith" is a smith that belongs to Red, "( )" a free circle,
  "(B)" a circle with a figure of Blue. Under the road stands what each player has ("unbuilt" are
  the shops still to be placed) and how much fame that is now. An "extra" card is one that the
  movement tile allows.

Colour is used on a terminal only, and not if NO_COLOR is set."""

PROLOGUE = """\
They buy metal and gems, have swords forged from them, and bring the swords to the Alcazar for
fame. A third figure there begins the last round. (--help tells how to read the board.)"""


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    options = arguments(words)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # the frames need it, in a pipe too
    try:
        for line in show(options, Ink.for_terminal()):
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
    how_much = parser.add_mutually_exclusive_group()
    how_much.add_argument("--quiet", action="store_true", help="only the last board and the score")
    how_much.add_argument("--every-turn", action="store_true", help="the board after every turn")
    return parser.parse_args(words)


def show(options: argparse.Namespace, ink: Ink) -> Iterator[str]:
    """The game, line by line."""
    dice = Dice(options.seed)
    state = new_game(options.players, dice)
    seats = range(options.players)
    names = [ink.paint(style_of(state, seat), name_of(state, seat)) for seat in seats]
    yield f"{ink.paint(BOLD, 'TOLEDO')}  {', '.join(names)}; {state.edition.name}, seed {options.seed}"
    yield ink.paint(DIM, PROLOGUE)
    rounds = 0
    for seat, lines, after in turns(state, dice):
        if seat == 0:
            rounds += 1
            if not options.quiet:
                yield from ("", ink.paint(BOLD, f"Round {rounds}"))
        if not options.quiet:
            yield from told(names[seat], name_of(state, seat), lines)
        state = after
        due = seat == seats[-1] and rounds % ROUNDS_BETWEEN_BOARDS == 0 and state.trigger is None
        if options.every_turn or (due and not options.quiet):
            yield from ("", *board_lines(state, ink))
    if not options.every_turn:
        yield from ("", *board_lines(state, ink))
    yield from ("", ink.paint(BOLD, f"The game is over after {rounds} rounds."), "")
    yield from score_lines(state, ink)
    yield from ("", *ranking_lines(state, ink))


def turns(state: State, dice: Dice) -> Iterator[tuple[Seat, list[str], State]]:
    """Play the game: for each turn whose it was, what happened, and the position after it."""
    lines: list[str] = []
    while not state.over:
        seat = state.active
        what = transition(state, progress_player(state, legal_actions(state), dice), dice)
        lines += sentences(what)
        state = what.state
        if any(isinstance(event, TurnEnded) for event in what.events):
            yield seat, lines, state
            lines = []


def told(painted: str, name: str, lines: Sequence[str]) -> Iterator[str]:
    """A turn: the player's name, and beside it line by line what he did."""
    for number, line in enumerate(lines):
        yield f"  {painted + ' ' * (8 - len(name)) if number == 0 else ' ' * 8}{line}"


if __name__ == "__main__":
    sys.exit(main())
