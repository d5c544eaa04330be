"""The terminal, or the pipe or file in its place, and how games, reasons and rules are printed on it."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from textwrap import wrap
from typing import NoReturn

from attrs import frozen

from toledo_rules.actions import Action
from toledo_rules.describe import (
    Language,
    Message,
    MessageValue,
    describe,
    player_name,
    render,
    tell,
)
from toledo_rules.describe._catalogue import REFERENCE
from toledo_rules.edition import Seat
from toledo_rules.engine import explain
from toledo_rules.errors import ToledoError
from toledo_rules.events import Event, redact
from toledo_rules.game import UndoRefusal
from toledo_rules.handbook import HandbookError, carrying
from toledo_rules.record import Ply
from toledo_rules.render import BOLD, Painter, Style, Viewer, player_style, score_table, text
from toledo_rules.rulebook import RULES, Illegality, Rule
from toledo_rules.scoring import outcome, ranking
from toledo_rules.state import State
from toledo_rules.views import View

with suppress(ImportError):  # without it, lines are typed without a history
    import readline  # noqa: F401  `input` uses it by itself

WIDTH = 80
NO_BREAK = "\N{NO-BREAK SPACE}"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Control codes that clear a terminal, including what has scrolled off its top."""


class FailedError(ToledoError):
    """Something is wrong with the file, rule or edition that was asked for. The message is printed."""

    code = 1


class UsageError(FailedError):
    """The command line makes no sense."""

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
        """Return the line that somebody types. Raises `EOFError` at the end of input."""
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
        """Leave at the first signal, with a word on what is left of the work and how to go on."""
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
    """Print the board and everything beside it, as a viewer sees it."""
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
    events = [redact(event, seat) for event in ply.transition.events]
    tell_ply(console, ply, events, reader=seat)


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


def show_refusal(console: Console, why: Illegality | UndoRefusal, state: State) -> None:
    """Print the reason for a refusal, with the number of its rule."""
    console.paragraph(refusal_sentence(why, state, console.language), hang=2)


def refusal_sentence(why: Illegality | UndoRefusal, state: State, language: Language) -> str:
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
