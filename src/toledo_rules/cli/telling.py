"""Telling a game to people: what was done, the board, how it ended."""

from __future__ import annotations

from collections.abc import Iterable

from toledo_rules.cli.console import Console
from toledo_rules.describe import describe, player_name, tell
from toledo_rules.edition import Seat
from toledo_rules.events import Event, redact
from toledo_rules.record import Ply
from toledo_rules.render import player_style, score_table, text
from toledo_rules.scoring import outcome, ranking
from toledo_rules.state import State
from toledo_rules.views import View


def show_board(console: Console, position: State | View) -> None:
    """The board and everything beside it."""
    console.say()
    console.say(text(position, colour=console.ink.colourful, language=console.language))


def tell_ply(console: Console, ply: Ply, events: Iterable[Event], *, number: str = "") -> None:
    """What came of an action: the events as somebody saw them. An end of a turn is nothing to tell."""
    sentences = tell(events, ply.before, language=console.language)
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
    """What a seat sees of an action; None for a spectator (A-131)."""
    tell_ply(console, ply, [redact(event, seat) for event in ply.transition.events])


def show_end(console: Console, state: State) -> None:
    """The last board, the score by rule, the ranking, and who has won."""
    show_board(console, state)
    show_score(console, state)
    console.say()
    for standing in ranking(state):
        console.say(f"  {describe(standing, state, language=console.language)}")
    result = outcome(state)
    if result is not None:
        console.say()
        console.heading(describe(result, state, language=console.language))


def show_score(console: Console, position: State | View) -> None:
    """The score, by rule."""
    console.say()
    console.say(score_table(position, colour=console.ink.colourful, language=console.language))
