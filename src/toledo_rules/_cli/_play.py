"""The command `play`: people and bots at one table, on one terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, groupby
from pathlib import Path

from attrs import evolve, frozen

from toledo_rules._cli._console import (
    HUMAN,
    STANDARD_INPUT,
    CommandHelp,
    Commands,
    Console,
    FailedError,
    UsageError,
    add_command,
    add_edition,
    add_look,
    add_seed,
    chosen_edition,
    chosen_position,
    chosen_record,
    chosen_seat,
    chosen_seed,
    play_bot,
    recorded_seats,
    seating,
    seats_of,
    show_board,
    show_end,
    show_reason,
    show_refusal,
    show_rule,
    show_score,
    tell_seen,
)
from toledo_rules._game import Game
from toledo_rules.actions import Action
from toledo_rules.bots import Bot, bot_streams, for_game, load_bot
from toledo_rules.chance import Rng
from toledo_rules.choices import Topic, choices
from toledo_rules.describe import (
    Language,
    Scene,
    describe,
    heading,
    label,
    language_tables,
    player_name,
    render,
)
from toledo_rules.edition import Seat
from toledo_rules.errors import (
    IllegalActionError,
    NotationError,
    RefusedError,
    ReplayError,
    ToledoError,
    pointer,
)
from toledo_rules.events import CardDrawn
from toledo_rules.notation import format_cards, parse_action, parse_turn
from toledo_rules.record import Entry, Record, format_record, save_record
from toledo_rules.rulebook import RULES
from toledo_rules.state import State, View
from toledo_rules.storage import SavedFile

OPPONENT = "greedy"
DEFAULT_SEATS = (HUMAN, OPPONENT)
DEFAULT_FILE = Path("toledo-game.toledo")
SEATS = "seats"
"""Tag of a record that says who sits where."""

# The command


def add_commands(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        CommandHelp(
            name="play",
            summary="play against bots, or with others at this terminal",
            description="Play against bots, or with others at this terminal. The game is saved after\n"
            "every action, so you can leave at any time: type quit, or press Ctrl-C.",
            examples="  toledo-rules play                               you against a greedy bot\n"
            "  toledo-rules play --seats human,racer:seconds=2,planner\n"
            "  toledo-rules play --seats human,human --language de\n"
            "  toledo-rules play --position @puzzle.txt        begin at a position\n"
            "  toledo-rules play --resume toledo-game.toledo   continue a saved game\n\n"
            "In the game, type ? for help, and ? 4va@0 to ask why an action is not legal.",
        ),
        run_play,
    )
    parser.add_argument(
        "--seats",
        type=seats_of,
        metavar="WHO,WHO",
        help=f"the players: {HUMAN}, or bots such as {OPPONENT} (default: {','.join(DEFAULT_SEATS)}; "
        "with a position, you are the player on turn)",
    )
    parser.add_argument(
        "--first", metavar="SEAT", help="the player who begins: a colour or a number (default: 0)"
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help=f"file for the game (default: {DEFAULT_FILE}, or the next free name)",
    )
    beginning = parser.add_mutually_exclusive_group()
    beginning.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved game")
    beginning.add_argument(
        "--position", metavar="POSITION", help="begin at a position in notation, or @FILE with one"
    )
    add_edition(parser)
    add_seed(parser)
    add_look(parser)


def run_play(options: argparse.Namespace, console: Console) -> int:
    """Begin a game, or continue one."""
    seed = chosen_seed(options.seed)
    if options.resume is None:
        record, file = _new(options, seed)
    else:
        record, file = _resumed(options, console)
    path = file.path
    seats = seats_of(dict(record.tags)[SEATS])
    try:
        game = Game.from_record(record, seed=seed, auto=True, autosave=file)
    except ReplayError as misfit:
        raise FailedError(f"{path} does not fit the rules: {misfit}") from None
    if options.resume is None:  # a player who leaves at once finds the game again
        file.save(format_record(game.record()).encode())
    # For a game that is continued with its seed, the bots get other numbers than at its beginning.
    streams = bot_streams(seed, len(seats), game=len(record.entries))
    bots = {
        seat: (for_game(load_bot(spec)), rng)
        for seat, (spec, rng) in enumerate(zip(seats, streams, strict=True))
        if spec != HUMAN
    }
    places = seating(record.edition, seats, console)
    console.paragraph(console.words("seats", seats=places, file=str(path)))
    console.leave_at_first_signal()
    try:
        Session(console, game, bots).run()
    except (LeaveError, EOFError, KeyboardInterrupt):
        language = "" if options.language is None else f" --language {options.language}"
        command = f"toledo-rules play --resume {path}{language}"
        console.say(f"\n{console.words('resume', command=command)}")
    return 0


def _new(options: argparse.Namespace, seed: int) -> tuple[Record, SavedFile]:
    """Return the record of a game that begins, and the file for it."""
    if options.save is not None and options.save.exists():
        raise UsageError(
            f"{options.save} already exists; use --resume {options.save} to continue it"
        )
    seats = options.seats or DEFAULT_SEATS
    try:
        if options.position is None:
            edition = chosen_edition(options.edition)
            first = chosen_seat(options.first or "0", edition, len(seats))
            game = Game(len(seats), seed=seed, edition=edition, first=first)
        else:
            position = _position(options)
            everybody = range(len(position.players))
            seats = options.seats or tuple(
                HUMAN if seat == position.active else OPPONENT for seat in everybody
            )
            game = Game(len(seats), seed=seed, position=position)
    except ValueError as error:
        raise UsageError(str(error)) from None
    record = evolve(game.record(), tags=((SEATS, ",".join(seats)),))
    return record, SavedFile(options.save or next(_free_names(DEFAULT_FILE)))


def _position(options: argparse.Namespace) -> State:
    """Return the position at which a game is to begin."""
    if options.first is not None:
        raise UsageError("the position says whose turn it is; leave out --first")
    if options.position == STANDARD_INPUT:
        raise UsageError("play reads actions from standard input; use --position @FILE")
    return chosen_position(options.position, options.edition)


def _resumed(options: argparse.Namespace, console: Console) -> tuple[Record, SavedFile]:
    """Return the record of a saved game, and the file to continue it in. A damaged file is not overwritten."""
    path = options.resume
    file = SavedFile(path)
    record, problem = chosen_record(file)
    if problem is not None:
        console.say(console.words("damaged", file=str(path), problem=str(problem)))
        path = next(_free_names(path))
        file = SavedFile(path)
        actions = len(record.entries)
        console.say(console.words("continues", actions=actions, file=str(path)))
    tags = dict(record.tags)
    try:
        seats = options.seats or recorded_seats(tags.get(SEATS, ",".join([HUMAN] * record.players)))
    except argparse.ArgumentTypeError as error:  # a bot that was registered elsewhere
        raise FailedError(f"{path}: {error}; choose the players with --seats") from None
    if len(seats) != record.players:
        raise UsageError(f"{path} is a game of {record.players} players, not {len(seats)}")
    return evolve(record, tags=tuple((tags | {SEATS: ",".join(seats)}).items())), file


def _free_names(path: Path) -> Iterator[Path]:
    """Yield file names that are not taken: this one, then with numbers."""
    names = (path if n == 1 else path.with_stem(f"{path.stem}-{n}") for n in count(1))
    return (name for name in names if not name.exists())


# The list of legal actions


LONG_RUN = 2
"""Most numbers in a row that are still written out."""


@frozen
class MenuItem:
    """An entry of the list: an action, or several that differ in one choice."""

    topic: Topic
    text: str
    actions: tuple[Action, ...]
    choices: tuple[str, ...] = ()
    """Choice that stands for each of the actions, a step or a card; empty for a single action."""

    @property
    def shown_choices(self) -> str:
        """Choices in short form."""
        return in_short(self.choices)


def menu(view: View, language: Language) -> tuple[MenuItem, ...]:
    """Return the list: the menu of `toledo_rules.choices` in words.

    >>> from toledo_rules import Game
    >>> game = Game(2, seed=2008)
    >>> items = menu(game.view(0), "en")
    >>> len(game.legal), len(items)
    (129, 9)
    >>> items[0].text, items[0].choices[:3], items[-1].text
    ('Place a metal dealer with 1 circle.', ('1', '2', '3'), 'Take 2 cards.')
    """
    found = choices(view)
    return tuple(
        MenuItem(
            entry.topic,
            render(entry.message, language),
            tuple(found.moves[option.move].action for option in entry.options),
            tuple(option.word for option in entry.options if option.word),
        )
        for entry in found.menu
    )


def show_menu(console: Console, items: Sequence[MenuItem]) -> None:
    """Print the list."""
    number = 0
    for topic, group in groupby(items, key=lambda item: item.topic):
        console.heading(heading(topic, console.language))
        for item in group:
            number += 1
            choices = f"  [{item.shown_choices}]" if item.choices else ""
            console.paragraph(f"{number:>4}  {item.text}{choices}", hang=6)


def in_short(words: Sequence[str]) -> str:
    """Return words separated by blanks; three or more numbers in a row as their first and last.

    >>> in_short(("1", "2", "3", "4", "6", "7", "13")), in_short(("4va", "5nd"))
    ('1-4 6 7 13', '4va 5nd')
    """
    runs: list[list[str]] = []
    for choice in words:
        if runs and choice.isdecimal() and int(choice) == int(runs[-1][-1]) + 1:
            runs[-1].append(choice)
        else:
            runs.append([choice])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > LONG_RUN else " ".join(run) for run in runs)


# The game at the terminal


class LeaveError(ToledoError):
    """A player leaves the table. The game is saved."""


class Session:
    """A game at the terminal."""

    def __init__(self, console: Console, game: Game, bots: Mapping[Seat, tuple[Bot, Rng]]) -> None:
        self._console = console
        self._game = game
        self._bots = bots
        """Bots by seat, each with its own source of random numbers."""
        self._people = [seat for seat in range(len(game.state.players)) if seat not in bots]
        self._told = dict.fromkeys(self._people, len(game.history))
        """Number of actions that each of the people has been told of."""
        self._alone = self._people[0] if len(self._people) == 1 else None
        """Only person at the screen, if there are not several."""
        self._at_table = self._alone
        """Person who is looking at the screen."""

    def run(self) -> None:
        """Play to the end. Raises `LeaveError` when a player leaves."""
        while not self._game.over:
            seat = self._game.active
            if seat in self._bots:
                bot, rng = self._bots[seat]
                play_bot(self._game, bot, rng)
                if self._alone is not None:
                    self._catch_up(self._alone)
            else:
                self._take_turn(seat)
        show_end(self._console, self._game.state, self._alone)  # no other hand is shown

    def _take_turn(self, seat: Seat) -> None:
        """Ask a player for actions until the turn is over."""
        if seat != self._at_table:
            self._change_places(seat)
            if self._game.active != seat:  # the player before has taken something back
                return
        self._catch_up(seat)
        self._show_board(seat)
        while self._game.active == seat and not self._game.over:
            items = menu(self._game.view(seat), self._console.language)
            self._console.say()
            show_menu(self._console, items)
            played = len(self._game.history)
            while len(self._game.history) == played:
                self._answer(seat, items, self._console.ask(f"{self._name(seat)}> "))
            self._catch_up(seat)

    def _change_places(self, seat: Seat) -> None:
        """Let another player sit down at the screen without seeing the hand of the one before."""
        before = self._at_table
        self._console.say()
        who = Scene(self._game.state, ()).who(seat)
        offer = "next" if before is None else "next_or_undo"
        answer = self._console.ask(self._console.words(offer, seat=who))
        if before is not None and self._command(answer) == "undo":
            self._undo(before)
            if self._game.active == before:
                return
        self._console.wipe()
        self._at_table = seat

    def _catch_up(self, seat: Seat) -> None:
        """Report everything that was played since, and print the hand if cards were drawn."""
        plies = self._game.history[self._told[seat] :]
        self._told[seat] = len(self._game.history)
        for ply in plies:
            tell_seen(self._console, ply, seat)
        events = [event for ply in plies for event in ply.transition.seen_by(seat)]
        if any(isinstance(event, CardDrawn) and event.seat == seat for event in events):
            hand = format_cards(self._game.view(seat).hand, self._game.state.edition)
            language = self._console.language
            shown = label("pair", language, name=heading("hand", language), value=hand)
            self._console.paragraph(shown, indent=2, hang=2)

    # Lines that people type

    def _answer(self, seat: Seat, items: Sequence[MenuItem], line: str) -> None:
        """Do what was typed."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": self._help,
            "board": lambda: self._show_board(seat),
            "moves": lambda: show_menu(self._console, items),
            "score": lambda: show_score(self._console, self._game.view(seat)),
            "undo": lambda: self._undo(seat),
            "redo": lambda: self._redo(seat),
            "save": lambda: self._save(rest.strip()),
            **dict.fromkeys(("quit", "exit", "q"), _leave),
        }
        if self._command(word) in commands:
            commands[self._command(word)]()
        elif line == "?":
            self._help()
        elif line.startswith("?"):
            self._explain(items, line[1:].strip())
        elif word.isdecimal():
            self._choose(items, int(word), rest.strip())
        else:
            self._enter(line)

    def _command(self, word: str) -> str:
        """Return the English command for a word of the chosen language."""
        entries = language_tables(self._console.language)["command"]
        own = {str(own): command for command, own in entries.items()}
        return own.get(word.lower(), word.lower())

    def _help(self) -> None:
        self._console.say(self._console.words("help").strip("\n"))

    def _show_board(self, seat: Seat) -> None:
        self._console.say()
        show_board(self._console, self._game.view(seat), reader=seat)

    def _choose(self, items: Sequence[MenuItem], number: int, choice: str) -> None:
        """Play the entry of a number, with the choice that belongs to it."""
        if not 1 <= number <= len(items):
            said = self._console.words("no_such_number", last=len(items), number=number)
            self._console.say(said)
            return
        item = items[number - 1]
        if item.choices and not choice:
            choice = self._console.ask(f"{item.text}  [{item.shown_choices}]: ")
        if choice not in (item.choices or ("",)):
            key = "wrong_choice" if item.choices else "no_choice"
            choices = {"choices": item.shown_choices} if item.choices else {}
            said = self._console.words(key, number=number, choice=repr(choice), **choices)
            self._console.say(said)
            return
        self._game.play(item.actions[item.choices.index(choice) if item.choices else 0])

    def _enter(self, line: str) -> None:
        """Play a line of notation: all of it or nothing."""
        try:
            turn = parse_turn(line, self._game.state.edition)
            if any(draws for _, draws in turn):
                self._console.say(self._console.words("cards_are_drawn"))
            elif any(Entry(action).ends_turn for action, _ in turn[:-1]):
                self._console.say(self._console.words("turn_over_first"))
            else:
                self._game.play(line)
        except NotationError as error:
            self._misread(error)
            self._console.say(self._console.words("try_again"))
        except IllegalActionError as error:
            show_refusal(self._console, error.refusal, self._game.state)

    def _explain(self, items: Sequence[MenuItem], question: str) -> None:
        """Explain an action, by its notation or its number in the list, or print a rule."""
        if question.upper() in RULES:
            show_rule(self._console, RULES[question.upper()])
        elif question.isdecimal() and 1 <= int(question) <= len(items):
            show_reason(self._console, items[int(question) - 1].actions[0], self._game.state)
        else:
            try:
                action = parse_action(question, self._game.state.edition)
            except NotationError as error:
                self._misread(error)
            else:
                show_reason(self._console, action, self._game.state)

    def _misread(self, error: NotationError) -> None:
        """Print what is wrong with a line, and point at it."""
        said = describe(error, self._game.state, language=self._console.language)
        self._console.paragraph(said)
        self._console.say(pointer(error.text, error.column))

    def _undo(self, seat: Seat) -> None:
        try:
            self._game.undo(seat)
        except RefusedError as error:
            show_refusal(self._console, error.refusal, self._game.state)
        else:
            self._told = {
                one: min(told, len(self._game.history)) for one, told in self._told.items()
            }
            self._console.say(self._console.words("undone"))

    def _redo(self, seat: Seat) -> None:
        try:
            self._game.redo(seat)
        except RefusedError as error:
            show_refusal(self._console, error.refusal, self._game.state)

    def _save(self, file: str) -> None:
        """Save a copy. The game itself stays in its own file."""
        if not file:
            self._console.say(self._console.words("name_the_file"))
            return
        try:
            save_record(self._game.record(), file)
        except OSError as error:
            self._console.say(f"{file}: {error.strerror}")
        else:
            self._console.say(self._console.words("copied", file=file))

    def _name(self, seat: Seat) -> str:
        """Return a player's name in the language of the console."""
        return player_name(seat, self._game.state, language=self._console.language)


def _leave() -> None:
    raise LeaveError
