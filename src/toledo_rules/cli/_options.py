"""Arguments that several commands share, and what they name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from secrets import randbits
from traceback import extract_tb

from attrs import frozen

from toledo_rules.actions import Action
from toledo_rules.bots import Bot, BotSpecError, bot_names, load_bot, make_bot
from toledo_rules.chance import Rng
from toledo_rules.cli._console import Console, FailedError, UsageError
from toledo_rules.cli._parsers import Commands
from toledo_rules.describe import label, languages, player_name
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import KOSMOS_2008, EditionError, load_edition, shipped_edition
from toledo_rules.errors import Problem, ToledoError
from toledo_rules.game import Game
from toledo_rules.limits import LONGEST_POSITION
from toledo_rules.notation import NotationError, parse_action, parse_position, parse_seat
from toledo_rules.record import Record, load_record
from toledo_rules.render import Viewer
from toledo_rules.rulebook import IllegalActionError
from toledo_rules.state import State
from toledo_rules.storage import FilePath, SavedFile, read_file

HUMAN = "human"
EVERYBODY, SPECTATOR = "everybody", "spectator"
STANDARD_INPUT = "-"
POSITION_HELP = f"a position in notation, @FILE with one, or {STANDARD_INPUT} for standard input"

_SEED_BITS = 63


# Commands and options


@frozen(kw_only=True)
class CommandHelp:
    """Texts for the help of a command."""

    name: str
    summary: str
    """Line in the list of all commands."""
    description: str
    examples: str


def add_command(
    commands: Commands, help_: CommandHelp, run: Callable[[argparse.Namespace, Console], int]
) -> argparse.ArgumentParser:
    """Add a command whose help ends with examples."""
    parser = commands.add_parser(
        help_.name,
        help=help_.summary,
        description=help_.description,
        epilog=f"examples:\n{help_.examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_look(parser: argparse.ArgumentParser) -> None:
    """Add the options for language and colour."""
    look = parser.add_argument_group("look")
    look.add_argument(
        "--language",
        choices=languages(),
        help="language of the game (default: that of the environment, LANG, else en)",
    )
    add_colour(look)


def add_colour(parser: argparse._ActionsContainer) -> None:
    """Add the option for colour."""
    parser.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: on a terminal, unless NO_COLOR is set (default: auto)",
    )


def add_seed(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    """Add the seed of chance."""
    shown = "random" if default is None else default
    parser.add_argument(
        "--seed",
        type=int,
        default=default,
        metavar="N",
        help=f"the same seed deals and draws the same cards (default: {shown})",
    )


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Add the option for the edition."""
    parser.add_argument(
        "--edition",
        metavar="FILE",
        help="an edition file, or the name of an edition (default: kosmos-2008)",
    )


def add_viewer(parser: argparse.ArgumentParser) -> None:
    """Add the option for the player through whose eyes a position is shown."""
    parser.add_argument(
        "--seat",
        "--as",
        dest="viewer",
        default=EVERYBODY,
        metavar="SEAT",
        help=f"show what this player sees: a colour, a number, or {SPECTATOR}; {EVERYBODY} shows "
        f"all hands (default: {EVERYBODY})",
    )


# Editions, positions and records


def chosen_edition(named: str | None) -> Edition:
    """Return the edition of a name or a file; the one of Kosmos if nothing is named."""
    if named is None:
        return KOSMOS_2008
    try:
        return shipped_edition(named)
    except ValueError as unknown:
        if "." not in named and "/" not in named:
            raise UsageError(f"{unknown}; a file has a dot in its name") from None
    try:
        return load_edition(named)
    except EditionError as error:
        raise FailedError(str(error)) from None


def chosen_position(given: str, edition: str | None) -> State:
    """Return the position that an argument gives. An edition is needed only if it does not come with the library.

    Whatever is wrong is an error of usage, so that the exit code of `explain` speaks of the action alone.
    """
    try:
        known = None if edition is None else chosen_edition(edition)
        text = _contents(given).rstrip()
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from None
    except FailedError as error:
        raise UsageError(str(error)) from None
    with _notation("position"):
        return parse_position(text, known)


def chosen_action(given: str, edition: Edition) -> Action:
    """Return the action that an argument gives."""
    with _notation("action"):
        return parse_action(given, edition)


def _contents(given: str) -> str:
    """Return the text itself, or the text of a file or of standard input."""
    if given == STANDARD_INPUT:
        if isinstance(sys.stdin, TextIOWrapper):  # what cannot be read is an error of notation
            sys.stdin.reconfigure(errors="replace")
        return sys.stdin.read(LONGEST_POSITION + 1)  # one more, so that too long a text is noticed
    if not given.startswith("@"):
        return given
    return read_file(given[1:], LONGEST_POSITION).decode(errors="replace")


@contextmanager
def _notation(name: str) -> Iterator[None]:
    """Report an error of notation as one of the command line, with its caret."""
    try:
        yield
    except NotationError as error:
        raise UsageError(f"{name}, {error}") from None


def chosen_record(file: FilePath | SavedFile) -> tuple[Record, Problem | None]:
    """Return the record in a file, as far as it can be read, and the problem that ends it."""
    reading = load_record(file)
    if reading.record is None:
        path = file.path if isinstance(file, SavedFile) else file
        raise FailedError(f"{path} is not a record: {reading.problem}")
    return reading.record, reading.problem


def record_until(record: Record, at: int | None) -> Record:
    """Return the record of the first `at` actions; all of it for None."""
    last = len(record.entries)
    if at is not None and not 0 <= at <= last:
        raise UsageError(f"--at must be from 0 to {last}, the last action, not {at}")
    return record.until(last if at is None else at)


# Players and chance


def writable(text: str) -> Path:
    """Return the path of a file to write, or complain before any work is done for it."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{path} is a folder, not a file")
    return path


def chosen_seed(given: int | None) -> int:
    """Return the seed of `toledo_rules.chance.Stream` that was given, or else a random one."""
    return randbits(_SEED_BITS) if given is None else given


def split_specs(text: str) -> tuple[str, ...]:
    """Return the players in a text such as ``human,greedy``. The options of a bot may be separated by commas too.

    >>> split_specs("greedy,racer:iterations=8,seconds=1,random")
    ('greedy', 'racer:iterations=8,seconds=1', 'random')
    """
    specs: list[str] = []
    for part in text.split(","):
        if specs and "=" in part and ":" not in part:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return tuple(specs)


def bots_of(text: str) -> tuple[str, ...]:
    """Return the bots in a text, for argparse. Each of them can be made."""
    specs = split_specs(text)
    for spec in specs:
        _check_bot(spec)
    return specs


def seats_of(text: str) -> tuple[str, ...]:
    """Return the people and bots in a text, for argparse."""
    specs = split_specs(text)
    for spec in specs:
        if spec != HUMAN:
            if ":" not in spec and spec not in bot_names():
                known = ", ".join((HUMAN, *bot_names()))
                raise argparse.ArgumentTypeError(f"there is no player {spec!r}; there are {known}")
            _check_bot(spec)
    return specs


def recorded_seats(text: str) -> tuple[str, ...]:
    """Return the people and bots that a record names, for argparse.

    A record may come from anybody, so it can name bots that have a name, but no programs and modules.
    """
    specs = split_specs(text)
    for spec in specs:
        if spec != HUMAN:
            _check_bot(spec, make_bot)
    return specs


def metrics_of(text: str) -> tuple[str, ...]:
    """Return the metrics in a text, for argparse."""
    _import_from_here()
    return tuple(name for name in text.split(",") if name)


def _import_from_here() -> None:
    """Find modules of one's own where one is."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)


def _check_bot(spec: str, make: Callable[[str], Bot] = load_bot) -> None:
    _import_from_here()
    try:
        make(spec)
    except BotSpecError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def play_bot(game: Game, bot: Bot, rng: Rng) -> None:
    """Let the bot on turn play. Raises `FailedError` if it fails: it may be anybody's program."""
    seat = game.active
    try:
        action = bot.choose(game.view(seat), rng)
    except Exception as error:
        raise FailedError(f"{_bot_of(game, seat)} failed: {_mistake(error)}") from error
    try:
        game.play(action, seat=seat)
    except (IllegalActionError, NotationError, TypeError) as error:
        raise FailedError(f"{_bot_of(game, seat)} chose no legal action: {error}") from error


def _bot_of(game: Game, seat: Seat) -> str:
    return f"the bot of {game.state.edition.colours[seat]}"


def _mistake(error: Exception) -> str:
    """Return a mistake in somebody's code, with its place; errors of the library say enough."""
    if isinstance(error, ToledoError):
        return str(error)
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"


def chosen_seat(text: str, edition: Edition, players: int) -> Seat:
    """Return the seat of a colour or a number."""
    try:
        seat = parse_seat(text, edition)
    except NotationError as error:
        raise UsageError(f"{text!r} is not a seat: {error}") from None
    if seat >= players:
        known = ", ".join(edition.colours[:players])
        raise UsageError(f"{text!r} does not play; there are {known}")
    return seat


def chosen_viewer(text: str, edition: Edition, players: int) -> Viewer:
    """Return the viewer of a word, a colour or a number."""
    if text == EVERYBODY:
        return "all"
    return None if text == SPECTATOR else chosen_seat(text, edition, players)


def seating(edition: Edition, specs: tuple[str, ...], console: Console) -> str:
    """Return who sits where, in words."""
    language = console.language
    return ", ".join(
        label(
            "pair",
            language,
            name=player_name(seat, edition, language=language),
            value=console.words("human") if spec == HUMAN else spec,
        )
        for seat, spec in enumerate(specs)
    )
