"""People and bots at one table: whose turn it is, what they type, what they are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toledo_rules.bots import Bot
from toledo_rules.chance import Rng
from toledo_rules.cli.console import Console
from toledo_rules.cli.menu import Item, menu, show_menu
from toledo_rules.cli.reasons import (
    show_reason,
    show_refusal,
    show_rule,
)
from toledo_rules.cli.telling import show_board, show_end, show_score, tell_seen
from toledo_rules.describe import heading, player_name
from toledo_rules.edition import Seat
from toledo_rules.errors import ToledoError
from toledo_rules.events import CardDrawn
from toledo_rules.game import Game, UndoError
from toledo_rules.notation import NotationError, format_cards, parse_action, parse_turn
from toledo_rules.record import Entry, save_record
from toledo_rules.rulebook import RULES, IllegalActionError

HELP = """\
Type a number to do what stands beside it. Where the list offers a choice in
brackets, type it too: "9 4" places the shop of line 9 on space 4.

Or type what you do in notation, alone or with commas between:
  4va@0            play the violet 4 (attacker) for the figure at the cathedral
  use 5nd +12      use the space: pay the neutral 5, take the sword of 12
  vs green         challenge Green       place m2@7   a metal dealer on space 7
  deliver 12       return 8       take       end       4va@0, use, end

? MOVE    is MOVE possible, and why not: ? 4va@0      ? RULE   a rule: ? MOV-05
board     show the board          moves   show the list again
undo      take back your last move, if nothing was revealed        redo
score     how it stands           save FILE   keep a copy
quit      leave; the game is saved after every move (so does Ctrl-C)"""


class LeaveError(ToledoError):
    """Somebody leaves the table; the game can go on another time."""


class Session:
    """A game at the terminal."""

    def __init__(self, console: Console, game: Game, bots: Mapping[Seat, Bot], rng: Rng) -> None:
        self._console = console
        self._game = game
        self._bots = bots
        self._rng = rng
        self._people = [seat for seat in range(len(game.state.players)) if seat not in bots]
        self._told = dict.fromkeys(self._people, len(game.history))
        """How much of the game each of the people has been told."""
        self._alone = self._people[0] if len(self._people) == 1 else None
        """The only one who looks at the screen, if there are not several."""
        self._at_table = self._alone
        """Who looks at the screen."""

    def run(self) -> None:
        """Play to the end. Raises `LeaveError` when somebody leaves."""
        while not self._game.over:
            seat = self._game.active
            bot = self._bots.get(seat)
            if bot is None:
                self._take_turn(seat)
            else:
                self._game.play(bot.choose(self._game.view(seat), self._rng), seat=seat)
                if self._alone is not None:
                    self._catch_up(self._alone)
        show_end(self._console, self._game.state)

    def _take_turn(self, seat: Seat) -> None:
        """Ask somebody what to do until the turn is over."""
        if seat != self._at_table:
            self._change_places(seat)
            if self._game.active != seat:  # the one before has taken something back
                return
        self._catch_up(seat)
        show_board(self._console, self._game.view(seat))
        while self._game.active == seat and not self._game.over:
            items = menu(self._game.state, self._game.legal.actions, self._console.language)
            self._console.say()
            show_menu(self._console, items)
            played = len(self._game.history)
            while len(self._game.history) == played:
                self._answer(seat, items, self._console.ask(f"{self._name(seat)}> "))
            self._catch_up(seat)

    def _change_places(self, seat: Seat) -> None:
        """Somebody else sits down at the screen, and must not see the hand of the one before."""
        before = self._at_table
        self._console.say()
        offer = "" if before is None else ", or type undo"
        answer = self._console.ask(
            f"{self._name(seat)} is next. Press Enter when nobody else looks{offer}: "
        )
        if before is not None and answer == "undo":
            self._undo(before)
            if self._game.active == before:
                return
        self._console.wipe()
        self._at_table = seat

    def _catch_up(self, seat: Seat) -> None:
        """Tell what was done since, and show the hand if cards were drawn."""
        plies = self._game.history[self._told[seat] :]
        self._told[seat] = len(self._game.history)
        for ply in plies:
            tell_seen(self._console, ply, seat)
        events = [event for ply in plies for event in ply.transition.events]
        if any(isinstance(event, CardDrawn) and event.seat == seat for event in events):
            hand = format_cards(self._game.view(seat).hand, self._game.state.edition)
            label = heading("hand", self._console.language)
            self._console.paragraph(f"{label}: {hand}", indent=2, hang=2)

    # What people type

    def _answer(self, seat: Seat, items: Sequence[Item], line: str) -> None:
        """Do what somebody typed."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                return
            case "quit" | "exit" | "q":
                raise LeaveError
            case "help" | "?" if not rest:
                self._console.say(HELP)
            case "board":
                show_board(self._console, self._game.view(seat))
            case "moves":
                show_menu(self._console, items)
            case "score":
                show_score(self._console, self._game.view(seat))
            case "undo":
                self._undo(seat)
            case "redo":
                self._redo(seat)
            case "save":
                self._save(rest.strip())
            case _ if line.startswith("?"):
                self._explain(items, line[1:].strip())
            case _ if word.isdecimal():
                self._choose(items, int(word), rest.strip())
            case _:
                self._enter(line)

    def _choose(self, items: Sequence[Item], number: int, choice: str) -> None:
        """The entry of a number, with what is to be chosen there."""
        if not 1 <= number <= len(items):
            self._console.say(f"The list goes from 1 to {len(items)}.")
            return
        item = items[number - 1]
        if item.choices and not choice:
            choice = self._console.ask(f"{item.text}  [{item.shown_choices}]: ")
        if choice not in (item.choices or ("",)):
            wanted = f"one of {item.shown_choices}" if item.choices else "nothing"
            self._console.say(f"After {number} comes {wanted}, not {choice!r}.")
            return
        self._game.play(item.actions[item.choices.index(choice) if item.choices else 0])

    def _enter(self, line: str) -> None:
        """A line in notation: all of it, or nothing."""
        try:
            turn = parse_turn(line, self._game.state.edition)
            if any(draws for _, draws in turn):
                self._console.say(
                    "The cards come from the pile here: leave out what is after the =."
                )
            elif any(Entry(action).ends_turn for action, _ in turn[:-1]):
                self._console.say("The turn would be over before the end of the line.")
            else:
                self._game.play(line)
        except NotationError as error:
            self._console.say(f"{error}\nA number from the list will do, or ? for help.")
        except IllegalActionError as error:
            show_refusal(self._console, error.illegality, self._game.state)

    def _explain(self, items: Sequence[Item], what: str) -> None:
        """Why a move is not possible, or what a rule says."""
        if what.upper() in RULES:
            show_rule(self._console, RULES[what.upper()])
        elif what.isdecimal() and 1 <= int(what) <= len(items):
            show_reason(self._console, items[int(what) - 1].actions[0], self._game.state)
        else:
            try:
                action = parse_action(what, self._game.state.edition)
            except NotationError as error:
                self._console.say(str(error))
            else:
                show_reason(self._console, action, self._game.state)

    def _undo(self, seat: Seat) -> None:
        try:
            self._game.undo(seat)
        except UndoError as error:
            show_refusal(self._console, error.refusal, self._game.state)
        else:
            self._told = {
                one: min(told, len(self._game.history)) for one, told in self._told.items()
            }
            self._console.say("Taken back.")

    def _redo(self, seat: Seat) -> None:
        try:
            self._game.redo(seat)
        except UndoError as error:
            show_refusal(self._console, error.refusal, self._game.state)

    def _save(self, file: str) -> None:
        """Keep a copy; the game itself goes on in its own file."""
        if not file:
            self._console.say("Say where: save FILE.")
            return
        try:
            save_record(self._game.record(), file)
        except OSError as error:
            self._console.say(f"{file}: {error.strerror}")
        else:
            self._console.say(f"Saved in {file}.")

    def _name(self, seat: Seat) -> str:
        """What somebody is called."""
        return player_name(seat, self._game.state, language=self._console.language)
