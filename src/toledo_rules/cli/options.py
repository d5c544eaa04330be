"""What several commands ask for in the same way."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from attrs import frozen

from toledo_rules.bots import Bot, BotSpecError, bot_names, make_bot
from toledo_rules.cli.console import Console, FailedError, UsageError
from toledo_rules.describe import LANGUAGES
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import EditionError, load_edition, shipped_edition
from toledo_rules.notation import NotationError, parse_seat

HUMAN = "human"


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  it has no public name
"""Where commands are added: what `argparse` gives for them."""


@frozen(kw_only=True)
class About:
    """What the help tells of a command."""

    name: str
    summary: str
    """In the list of all commands."""
    description: str
    examples: str


def command(
    commands: Commands, about: About, run: Callable[[argparse.Namespace, Console], int]
) -> argparse.ArgumentParser:
    """Add a command, with a help that shows how it is used."""
    parser = commands.add_parser(
        about.name,
        help=about.summary,
        description=about.description,
        epilog=f"examples:\n{about.examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_look(parser: argparse.ArgumentParser) -> None:
    """How things are shown."""
    look = parser.add_argument_group("look")
    look.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="of everything that the game says (default: en)",
    )
    add_colour(look)


def add_colour(parser: argparse._ActionsContainer) -> None:
    """Whether to use colour."""
    parser.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto is: on a terminal, unless NO_COLOR is set (default: auto)",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """What decides chance."""
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same game")


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Which components are played with."""
    parser.add_argument(
        "--edition",
        default="kosmos-2008",
        metavar="FILE",
        help="an edition file, or the name of an edition (default: kosmos-2008)",
    )


def add_players(parser: argparse.ArgumentParser) -> None:
    """How many play."""
    parser.add_argument("--players", type=int, default=2, metavar="N", help="default: 2")


def chosen_edition(named: str) -> Edition:
    """The edition of that name, or in that file."""
    try:
        return shipped_edition(named)
    except ValueError as unknown:
        if "." not in named and "/" not in named:
            raise UsageError(f"{unknown}; a file has a dot in its name") from None
    try:
        return load_edition(named)
    except EditionError as error:
        raise FailedError(str(error)) from None


def chance(seed: int | None, *more: object) -> Random:
    """A source of chance: for a seed the same every time, for what it is `more` about too; else anything."""
    if seed is None:
        return Random()
    return Random(" ".join(map(str, (seed, *more)))) if more else Random(seed)


def split_specs(text: str) -> tuple[str, ...]:
    """Seats or bots in one word, such as ``human,greedy``. The options of a bot may have commas between them too.

    >>> split_specs("greedy,ismcts:iterations=8,seconds=1,random")
    ('greedy', 'ismcts:iterations=8,seconds=1', 'random')
    """
    specs: list[str] = []
    for part in text.split(","):
        if specs and "=" in part and ":" not in part:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return tuple(specs)


def checked_bot(spec: str) -> Bot:
    """The bot of that description."""
    try:
        return make_bot(spec)
    except BotSpecError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def bots_of(text: str) -> tuple[str, ...]:
    """Bots, for argparse: each of them can be made."""
    specs = split_specs(text)
    for spec in specs:
        checked_bot(spec)
    return specs


def seats_of(text: str) -> tuple[str, ...]:
    """People and bots, for argparse."""
    specs = split_specs(text)
    for spec in specs:
        if spec != HUMAN and spec.partition(":")[0] not in bot_names():
            known = ", ".join((HUMAN, *bot_names()))
            raise argparse.ArgumentTypeError(f"there is no player {spec!r}; there are {known}")
        if spec != HUMAN:
            checked_bot(spec)
    return specs


def seat_named(text: str, edition: Edition, players: int) -> Seat:
    """The seat of a colour, or of a number."""
    try:
        seat = parse_seat(text, edition)
    except NotationError as error:
        raise UsageError(f"{text!r} is no seat: {error}") from None
    if seat >= players:
        known = ", ".join(edition.colours[:players])
        raise UsageError(f"{text!r} does not play; there are {known}")
    return seat


def check_table(edition: Edition, seats: Sequence[str]) -> None:
    """Whether so many can play (CMP-01)."""
    least, most = edition.least_players, edition.most_players
    if not least <= len(seats) <= most:
        raise UsageError(
            f"{edition.name} is for {least} to {most} players, not {len(seats)} (CMP-01)"
        )
