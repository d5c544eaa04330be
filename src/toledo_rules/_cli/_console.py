"""The terminal, or the pipe or file in its place, and how games, reasons and rules are printed on it."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from secrets import randbits
from textwrap import wrap
from traceback import extract_tb
from typing import Any, NoReturn, Protocol

from attrs import frozen

from toledo_rules._engine import explain
from toledo_rules._game import Game
from toledo_rules._limits import LONGEST_POSITION
from toledo_rules._scoring import outcome, ranking
from toledo_rules.actions import Action
from toledo_rules.bots import Bot, bot_names, load_bot, make_bot
from toledo_rules.chance import Rng
from toledo_rules.describe import (
    LANGUAGES,
    Language,
    Message,
    MessageValue,
    describe,
    label,
    languages,
    player_name,
    render,
    tell,
)
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import (
    KOSMOS_2008,
    SHIPPED_EDITIONS,
    load_edition,
    shipped_edition,
)
from toledo_rules.errors import (
    BotError,
    EditionError,
    HandbookError,
    IllegalActionError,
    NotationError,
    Problem,
    ToledoError,
)
from toledo_rules.events import Event
from toledo_rules.notation import parse_action, parse_position, parse_seat
from toledo_rules.record import Ply, Record, load_record
from toledo_rules.render import BOLD, Painter, Style, Viewer, player_style, score_table, text
from toledo_rules.rulebook import RULES, Refusal, Rule, carrying
from toledo_rules.state import State, View
from toledo_rules.storage import FilePath, SavedFile, read_file

# ------------------------------------------------------------
# The terminal, or the pipe or file in its place, and how games, reasons and rules are printed on it.

with suppress(ImportError):  # without it, lines are typed without a history
    import readline  # noqa: F401  `input` uses it by itself

WIDTH = 80
NO_BREAK = "\N{NO-BREAK SPACE}"
REFERENCE = LANGUAGES[0]
"""The language that the others are translated from."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Control codes that clear a terminal, including what has scrolled off its top."""


class FailedError(ToledoError):
    """Something is wrong with the file, rule or edition that was asked for. The message is printed."""

    code = 1


class UsageError(FailedError):
    """The command line is wrong."""

    code = 2


@frozen
class Console:
    """The standard streams, with a language and perhaps colour."""

    ink: Painter
    language: Language = "en"
    owner: bool = False
    """True if this process was started for the command alone, which may then handle its signals."""

    @classmethod
    def here(
        cls, language: Language = "en", colour: str = "auto", *, owner: bool = False
    ) -> Console:
        """Return the console of this process. It has colour on a terminal, unless NO_COLOR is set (no-color.org)."""
        if isinstance(sys.stdout, TextIOWrapper):  # the frames of the board need it, in a pipe too
            sys.stdout.reconfigure(encoding="utf-8")
        auto = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        ink = Painter(colourful=auto if colour == "auto" else colour == "always")
        return cls(ink, language, owner)

    def say(self, text: str = "", style: Style = "") -> None:
        """Print a text in lines as they are. Its no-break spaces have served their purpose."""
        sys.stdout.write(f"{self.ink.paint((text, style))}\n".replace(NO_BREAK, " "))

    def words(self, key: str, **parameters: MessageValue) -> str:
        """Return a text of the dialogue: an entry under ``cli`` in the catalogues."""
        return render(Message(f"cli.{key}", tuple(parameters.items())), self.language)

    def heading(self, text: str) -> None:
        """Print a heading."""
        self.say(text, BOLD)

    def paragraph(self, text: str, *, indent: int = 0, hang: int = 0) -> None:
        """Print a text in lines of at most `WIDTH` characters; `hang` indents all but the first."""
        for line in self.folded(text, indent=indent, hang=hang):
            self.say(line)

    def folded(self, text: str, *, indent: int = 0, hang: int = 0) -> Iterable[str]:
        """Return a text in lines of at most `WIDTH` characters. No line begins with a number."""
        return wrap(
            re.sub(r" (?=[0-9])", NO_BREAK, text),
            WIDTH,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + hang),
            break_on_hyphens=False,
        )

    def ask(self, prompt: str) -> str:
        """Return the line that is typed. Raises `EOFError` at the end of input."""
        sys.stdout.flush()
        return input(prompt.replace(NO_BREAK, " ")).strip()

    def leave_at_first_signal(self) -> None:
        """Leave at a Ctrl-C, or when the system asks to, and ignore every further one, which would spoil a clean exit.

        Nothing changes if this process was started to ignore them, or does other things as well.
        """
        if self.owner and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _first_signal)
        if self.owner and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _first_signal)

    @contextmanager
    def until_interrupted(self, advice: str) -> Iterator[None]:
        """Leave at the first signal, and say what was saved and how to continue."""
        self.leave_at_first_signal()
        try:
            yield
        except KeyboardInterrupt:
            sys.stderr.write(f"\nInterrupted. {advice}\n")
            raise

    def wipe(self) -> None:
        """Clear the screen, if this is a terminal."""
        if sys.stdout.isatty():
            sys.stdout.write(CLEAR)


class TerminatedError(KeyboardInterrupt):
    """The system has asked this process to end."""


def _first_signal(number: int, _frame: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    raise TerminatedError if number == signal.SIGTERM else KeyboardInterrupt


# Games


def show_board(
    console: Console,
    position: State | View,
    viewer: Viewer = "all",
    *,
    reader: Seat | None = None,
) -> None:
    """Print the board and everything around it, as a viewer sees it."""
    colour, language = console.ink.colourful, console.language
    console.say(text(position, seat=viewer, colour=colour, language=language, reader=reader))


def show_score(console: Console, position: State | View) -> None:
    """Print the score, rule by rule."""
    console.say()
    console.say(score_table(position, colour=console.ink.colourful, language=console.language))


def show_end(console: Console, state: State, viewer: Viewer = "all") -> None:
    """Print the last board as a viewer sees it, the score, the ranking and the winner."""
    console.say()
    show_board(console, state, viewer)
    show_score(console, state)
    console.say()
    for standing in ranking(state):
        console.paragraph(describe(standing, state, language=console.language), indent=2, hang=2)
    result = outcome(state)
    if result is not None:
        console.say()
        for line in console.folded(describe(result, state, language=console.language)):
            console.heading(line)


def tell_ply(
    console: Console,
    ply: Ply,
    events: Iterable[Event],
    *,
    number: str = "",
    reader: Seat | None = None,
) -> None:
    """Print the events of an action in words. The end of a turn alone is not mentioned."""
    sentences = tell(events, ply.before, language=console.language, reader=reader)
    if not sentences:
        return
    lead = f"{number}  "
    first, *rest = console.folded(" ".join(sentences), indent=len(lead), hang=2)
    first = first.removeprefix(" " * len(lead))
    who = player_name(ply.seat, ply.before, language=console.language)
    if first.startswith(who):
        style = player_style(ply.before.edition, ply.seat)
        first = console.ink.paint((who, style)) + first.removeprefix(who)
    for line in (f"{lead}{first}", *rest):
        console.say(line)


def tell_seen(console: Console, ply: Ply, seat: Seat | None) -> None:
    """Print what a seat sees of an action; None for a spectator (A-131)."""
    tell_ply(console, ply, ply.transition.seen_by(seat), reader=seat)


# Reasons and rules


def show_rule(console: Console, rule: Rule) -> None:
    """Print a rule or a ruling in full, or the paragraph of the handbook if that speaks the language."""
    if console.language != REFERENCE:
        if translated := _translated(rule, console.language):
            console.heading(rule.id)
            console.paragraph(translated, indent=2)
            return
        console.paragraph(console.words("in_english"))
    console.heading(f"{rule.id}  {rule.title}")
    if rule.question:
        console.paragraph(rule.question, indent=2)
        console.say()
    for line in rule.text.splitlines():  # a paragraph, an item of a list, or the gap between them
        console.paragraph(line, indent=2, hang=2 if line.startswith("- ") else 0)
    if rule.reason:
        console.say()
        console.paragraph(rule.reason, indent=2)


def _translated(rule: Rule, language: Language) -> str | None:
    """Return the paragraph of the handbook that carries a rule, without marks of emphasis; None if there is none."""
    try:
        return carrying(rule.merged_into or rule.id, language).text.replace("*", "")
    except HandbookError:
        return None


def show_refusal(console: Console, why: Refusal, state: State) -> None:
    """Print the reason for a refusal, with the number of its rule."""
    console.paragraph(refusal_sentence(why, state, console.language), hang=2)


def refusal_sentence(why: Refusal, state: State, language: Language) -> str:
    """Return the reason for a refusal, with the number of its rule."""
    return f"{describe(why, state, language=language)} ({why.rule})"


def show_reason(console: Console, action: Action, state: State) -> bool:
    """Print an action in words and, if it is not legal, the reason and the whole rule. Return True if it is legal."""
    why = explain(state, action)
    console.paragraph(describe(action, state, language=console.language), indent=2)
    if why is None:
        console.say(console.words("legal"))
        return True
    console.paragraph(describe(why, state, language=console.language))
    console.say()
    show_rule(console, RULES[why.rule])
    return False


# ------------------------------------------------------------
# Arguments that several commands share, and what they name.

HUMAN = "human"
EVERYBODY, SPECTATOR = "everybody", "spectator"
STANDARD_INPUT = "-"
POSITION_HELP = f"a position in notation, @FILE with one, or {STANDARD_INPUT} for standard input"

_SEED_BITS = 53


# Commands and options


class Commands(Protocol):
    """Collection that `argparse` adds commands to."""

    def add_parser(self, name: str, **settings: Any) -> argparse.ArgumentParser:
        """Add a command."""
        ...


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
        help="an edition file, or the name of an edition, which readings can follow, such as "
        "'kosmos-2008 a22=used_up' (default: kosmos-2008)",
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
    except EditionError as unknown:
        if named.partition(" ")[0] in SHIPPED_EDITIONS:
            raise UsageError(str(unknown)) from None
        if "." not in named and "/" not in named:
            raise UsageError(f"{unknown}; a file has a dot in its name") from None
    try:
        return load_edition(named)
    except OSError as error:
        raise FailedError(f"{named}: {error.strerror}") from None
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

    A record may come from a stranger, so it can name bots that have a name, but no programs and modules.
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
    """Let modules be imported from the current folder."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)


def _check_bot(spec: str, make: Callable[[str], Bot] = load_bot) -> None:
    _import_from_here()
    try:
        make(spec)
    except BotError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def play_bot(game: Game, bot: Bot, rng: Rng) -> None:
    """Let the bot on turn play. Raises `FailedError` if it fails."""
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
    """Return a mistake in the user's own code, with its place; errors of the library say enough."""
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
