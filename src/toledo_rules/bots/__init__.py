"""Bots: players that are given a `View` and choose an action.

From weak to strong: ``random``, ``greedy``, ``planner`` and ``racer``. Stronger ones come with `toledo_lab`.
`make_bot` makes one by name, `load_bot` loads one of your own, and `play_game` lets them play a game.

>>> game = play_game([make_bot("greedy"), make_bot("random")], seed=1)
>>> game.winners
frozenset({0})

The planner and the racer use the same `Judgement` of positions to find the best turn.

A name can carry options, such as ``racer:iterations=50``. It names a bot of the library, one added by `register_bot`,
or one that an installed package offers as an entry point in the group ``toledo_rules.bots``. `load_bot` also accepts
modules and programs.

A program can be a bot in any language: it reads questions and writes answers, a JSON object on each line. It is started
once per game and speaks `toledo_rules.protocol`, as clients of a table do. It is sent a greeting with the edition, and
then a question for each of its decisions. When its input ends, the game is over::

    > {"type": "hello", "protocol": 2, "program": "toledo-rules", "edition": {...}, "seat": 0, "names": []}
    > {"type": "question", "id": 1, "version": 1, "view": {...}, "actions": [{"type": "take_cards"}, ...]}
    < {"type": "play", "id": 1, "expect": 1, "action": {"type": "take_cards"}}

The answer repeats `id`, and `version` as `expect`. The program may send a greeting of its own, but need not.
"""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import Parameter, signature
from math import isfinite
from typing import IO, TYPE_CHECKING, Final, Protocol, TypeAlias, runtime_checkable
from weakref import finalize

from attrs import define, evolve, field, frozen

from toledo_rules._engine import legal_actions, transition
from toledo_rules._limits import LONGEST_BOT
from toledo_rules._scoring import outcome
from toledo_rules._setup import new_game
from toledo_rules._values import brief, check_type, check_whole
from toledo_rules.actions import Action
from toledo_rules.bots._simple import (
    Bot,
    GreedyBot,
    Judgement,
    PlannerBot,
    RacerBot,
    RandomBot,
)
from toledo_rules.chance import Rng, Seed, Stream, check_rng
from toledo_rules.edition import MOST_PLAYERS, Edition, Seat
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.errors import BotError, CodecError, IllegalActionError, NotationError
from toledo_rules.protocol import (
    LONGEST_REQUEST,
    PROTOCOL,
    TAGS,
    ClientMessage,
    Hello,
    Play,
    Question,
    ServerMessage,
    action_of,
    decode_request,
    encode,
)
from toledo_rules.record import Ply
from toledo_rules.state import State, View, state_of, view

if TYPE_CHECKING:
    from subprocess import Popen

    from toledo_rules._game import Game

__all__ = [
    "MOST_DECISIONS",
    "Bot",
    "BotEntry",
    "BotFactory",
    "GreedyBot",
    "Judgement",
    "LastingBot",
    "PipeBot",
    "PlannerBot",
    "PlayedGame",
    "RacerBot",
    "RandomBot",
    "bot_names",
    "bot_streams",
    "bots",
    "for_game",
    "load_bot",
    "make_bot",
    "play_game",
    "play_on",
    "register_bot",
]

# ------------------------------------------------------------
# Bots in any language: a program that reads questions and writes answers, a JSON object on each line.

_PATIENCE: Final = 5.0
"""Seconds that a program has to exit after the end of its game."""


def _words(command: str) -> tuple[str, ...]:
    check_type("a command", command, str)
    if len(command) > LONGEST_BOT:
        raise ValueError(f"a command has at most {LONGEST_BOT:,} characters, not {len(command):,}")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"{command!r} is not a command: {error}") from None
    if not words:
        raise ValueError("a command must name a program, but it is empty")
    return tuple(words)


@frozen
class PipeBot:
    """A bot that is a separate program, in any language. It is started for each game.

    >>> PipeBot("node examples/bots/nearest.mjs")
    PipeBot(command='node examples/bots/nearest.mjs')
    """

    command: str
    """The program and its arguments, as a shell would split them; no shell is used."""
    words: tuple[str, ...] = field(init=False, repr=False, eq=False)

    @words.default
    def _split(self) -> tuple[str, ...]:
        return _words(self.command)

    def choose(self, view: View, rng: Rng) -> Action:
        """Start the program for this one choice."""
        player = _Program(self)
        try:
            return player.choose(view, rng)
        finally:
            player.close()

    def for_game(self) -> Bot:
        """Return a player for one game, with its own running program."""
        return _Program(self)


@define(eq=False)
class _Program:
    """A running program. It is started at the first question."""

    bot: PipeBot
    _running: Popen[str] | None = field(default=None, init=False, repr=False)
    _end: finalize[[Popen[str]], object] | None = field(default=None, init=False, repr=False)
    _asked: int = field(default=0, init=False, repr=False)

    def choose(self, view: View, rng: Rng) -> Action:
        """Ask the program. Its random numbers are its own, so `rng` is not used."""
        del rng
        if self._running is None:
            self._start(view)
        self._asked += 1
        number, actions = self._asked, legal_actions(view)
        self._say(Question(number, number, view, actions))
        while isinstance(answer := self._hear(), Hello):
            if answer.protocol != PROTOCOL:
                raise self._error(f"it speaks protocol {answer.protocol}, not {PROTOCOL}")
        if not isinstance(answer, Play):
            raise self._error(f"its answer must be of type 'play', not {TAGS[type(answer)]!r}")
        if (answer.id, answer.expect) != (number, number):
            raise self._error(f"its answer must have {number} as its id and as what it expects")
        try:
            action = action_of(answer, view.edition)
        except NotationError as error:
            raise self._error(f"its action cannot be read: {error}") from None
        if action not in actions:
            raise self._error(f"its action must be one that is offered, not {action!r}")
        return action

    def close(self) -> None:
        """Let the program exit, and wait for it."""
        if self._end is not None:
            self._end()

    def _start(self, view: View) -> None:
        from subprocess import PIPE, Popen  # noqa: PLC0415  # this module can be imported on systems without processes

        try:
            running = Popen(  # noqa: S603  # the command is what the caller asked for
                self.bot.words,
                stdin=PIPE,
                stdout=PIPE,
                encoding="utf-8",
                bufsize=1,
                process_group=0,  # which can be killed with everything that the program has started
            )
        except OSError as error:
            raise self._error(f"it cannot be started: {error.strerror}") from error
        self._running = running
        self._end = finalize(self, _stop, running)
        edition = evolve(view.edition, provenance=())
        self._say(Hello(PROTOCOL, "toledo-rules", edition, view.seat))

    def _say(self, message: ServerMessage) -> None:
        """Send a message. A program that has exited is noticed when its answer is missing."""
        assert self._running is not None
        with suppress(OSError):
            _ends(self._running)[0].write(encode(message) + "\n")

    def _hear(self) -> ClientMessage:
        """Return the next message from the program."""
        assert self._running is not None
        try:
            line = _ends(self._running)[1].readline(LONGEST_REQUEST + 2)
        except UnicodeDecodeError as error:
            raise self._error(f"its answer is not text: {error}") from None
        if not line:
            raise self._error(f"it ended with exit code {self._running.wait()} and no answer")
        try:
            return decode_request(line.rstrip("\n"))
        except CodecError as error:
            raise self._error(f"its answer {line[:80]!r} cannot be read: {error}") from None

    def _error(self, text: str) -> BotError:
        return BotError(f"the bot {self.bot.command!r}: {text}")


def _ends(running: Popen[str]) -> tuple[IO[str], IO[str]]:
    assert running.stdin is not None
    assert running.stdout is not None
    return running.stdin, running.stdout


def _stop(running: Popen[str]) -> None:
    """Let a program exit, and kill it if it does not, with all that it has started."""
    from subprocess import TimeoutExpired  # noqa: PLC0415  # this module can be imported on systems without processes

    send, receive = _ends(running)
    with suppress(OSError):  # it may have exited already
        send.close()
    try:
        running.wait(_PATIENCE)
    except TimeoutExpired:
        kill = getattr(os, "killpg", os.kill)  # Windows has no groups
        kill(running.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        running.wait()
    receive.close()


# ------------------------------------------------------------
# Bots by name, with options such as ``racer:iterations=50``, and bots of your own.

BotFactory: TypeAlias = Callable[..., Bot]
"""A function that makes a bot. Its keyword arguments are the options; each is given an int, a float or a str."""

ENTRY_POINTS: Final = "toledo_rules.bots"
"""The group of entry points through which installed packages offer bots."""
COMMAND: Final = "cmd"
"""The name of bots that are separate programs."""


@frozen
class BotEntry:
    """A bot with a name."""

    name: str
    title: str
    """What it does, in a few words."""
    level: int
    """Strength, from 1 (beginner) to 10; 0 if unrated."""
    factory: BotFactory


_entries: dict[str, BotEntry] = {
    entry.name: entry
    for entry in (
        BotEntry("random", "Plays anything that is legal", 1, RandomBot),
        BotEntry("greedy", "Takes what brings most at once", 3, GreedyBot),
        BotEntry("planner", "Plans its whole turn", 4, PlannerBot),
        BotEntry("racer", "Races plans over a turn of the others", 6, RacerBot),
    )
}

_RENAMED: Final = {"ismcts": "racer"}
"""Names in earlier versions."""


def bots() -> tuple[BotEntry, ...]:
    """Return the bots that have a name, from weak to strong, then those that are unrated.

    >>> [(entry.name, entry.level) for entry in bots()[:3]]
    [('random', 1), ('greedy', 3), ('planner', 4)]
    """
    offered = (_entry(one) for name, one in _installed().items() if name not in _entries)
    every = (*_entries.values(), *offered)
    rated = sorted((entry for entry in every if entry.level), key=lambda entry: entry.level)
    return (*rated, *(entry for entry in every if not entry.level))


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows, in the order of `bots`.

    >>> bot_names()[:3]
    ('random', 'greedy', 'planner')
    """
    return tuple(entry.name for entry in bots())


def register_bot(
    name: str, factory: BotFactory, *, title: str = "", level: int = 0, replace: bool = False
) -> None:
    """Register a bot of your own: a class, or a function that makes one.

    >>> register_bot("random", RandomBot, title="Plays anything that is legal", level=1, replace=True)
    >>> make_bot("random")
    RandomBot()
    """
    check_type("the name of a bot", name, str)
    if not name or set(name) & set(":,= "):
        raise ValueError(
            f"a bot's name must have a character and none of ':,= ', but it is {name!r}"
        )
    if name == COMMAND:
        raise ValueError(f"the name {COMMAND!r} is for bots that are programs of their own")
    if name in _entries and not replace:
        raise ValueError(f"there is a bot {name!r} already; pass replace=True to replace it")
    _entries[name] = BotEntry(name, title, level, factory)


def make_bot(spec: str) -> Bot:
    """Make a bot from its name, with options after a colon: ``name:option=value,option=value``.

    It runs only code of bots that were registered or installed, so a name from a stranger is safe. Raises
    `BotError` if there is no such bot or option.

    >>> make_bot("greedy")
    GreedyBot()
    >>> make_bot("racer:iterations=50")
    RacerBot(iterations=50, ...)
    >>> make_bot("gredy")
    Traceback (most recent call last):
    toledo_rules.errors.BotError: there is no bot 'gredy'; there are random, greedy...
    """
    name, _, text = _checked(spec).partition(":")
    factory = _named(name)
    if factory is None:
        raise BotError(_unknown(name))
    return _made(spec, name, factory, text)


def load_bot(spec: str) -> Bot:
    """Make a bot as `make_bot` does, or from a module or a program of your own.

    ``module:name`` is a class or function in a module that can be imported, with options after another colon;
    ``cmd:command`` is a program (see `PipeBot`). Both run whatever code they name: never pass on input from strangers.

    >>> load_bot("toledo_rules.bots:RacerBot:iterations=50")
    RacerBot(iterations=50, ...)
    >>> load_bot("cmd:node mybot.mjs")
    PipeBot(command='node mybot.mjs')
    """
    name, _, text = _checked(spec).partition(":")
    if name == COMMAND:
        try:
            return PipeBot(text)
        except ValueError as error:
            raise BotError(f"{spec!r}: {error}") from error
    attribute, _, options = text.partition(":")
    if _named(name) is not None or not attribute or "=" in attribute:
        return make_bot(spec)
    name = f"{name}:{attribute}"
    return _made(spec, name, _imported(name), options)


def _checked(spec: str) -> str:
    check_type("the name of a bot", spec, str)
    if len(spec) > LONGEST_BOT:
        raise BotError(f"a bot has at most {LONGEST_BOT:,} characters, not {len(spec):,}")
    return spec


def _named(name: str) -> BotFactory | None:
    """Return the factory for a name: registered, or offered by an installed package."""
    entry = _entries.get(name)
    if entry is not None:
        return entry.factory
    offered = _installed().get(name)
    if offered is None:
        return None
    _entries[name] = _described(offered, _load(offered))
    return _entries[name].factory


@cache
def _installed() -> Mapping[str, EntryPoint]:
    """Return the bots that installed packages offer, by name. Their code is loaded only when bots are requested."""
    found = {offered.name: offered for offered in entry_points(group=ENTRY_POINTS)}
    return {name: offered for name, offered in found.items() if name != COMMAND}


def _entry(offered: EntryPoint) -> BotEntry:
    """Return a bot of a package. One that cannot be loaded is listed too, and raises the reason when it is used."""
    with suppress(BotError):
        return _described(offered, _load(offered))
    return BotEntry(offered.name, _title(offered), 0, partial(_make_offered, offered))


def _described(offered: EntryPoint, found: BotFactory | BotEntry) -> BotEntry:
    """Return a bot with its package's description, if there is one."""
    return (
        found if isinstance(found, BotEntry) else BotEntry(offered.name, _title(offered), 0, found)
    )


def _load(offered: EntryPoint) -> BotFactory | BotEntry:
    try:
        found: BotFactory | BotEntry = offered.load()
    except (ImportError, AttributeError) as error:
        raise BotError(f"the bot {offered.name!r} of {offered.value}: {error}") from error
    return found


def _make_offered(offered: EntryPoint, **options: float | str) -> Bot:
    return _described(offered, _load(offered)).factory(**options)


def _title(offered: EntryPoint) -> str:
    return f"Installed: {offered.value}"


def _unknown(name: str) -> str:
    if name in _RENAMED:
        return f"there is no bot {name!r}; its name is {_RENAMED[name]!r} now"
    return f"there is no bot {name!r}; there are {', '.join(bot_names())}"


def _imported(name: str) -> BotFactory:
    """Return a class or function of a module."""
    module, _, attribute = name.partition(":")
    try:
        found: object = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BotError(f"{_unknown(module)}, and no {name}: {error}") from error
    except Exception as error:  # the module is not ours
        raise BotError(
            f"the module {module} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise BotError(f"{name} cannot make bots: it is {found!r}")
    return found


def _check_options(name: str, factory: BotFactory, given: dict[str, int | float | str]) -> None:
    parameters = signature(factory).parameters
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters.values()):
        return
    known = [*parameters]
    for option, value in given.items():
        if option not in known:
            known_options = f"its options are {', '.join(known)}" if known else "it has no options"
            raise BotError(f"the bot {name!r} has no option {option!r}; {known_options}")
        if isinstance(value, str) and parameters[option].annotation in _NUMBERS:
            raise BotError(f"the option {option!r} of {name!r} is a number, not {value!r}")


_NUMBERS = (int, float, "int", "float")
"""Annotations of options that cannot be given as text."""


def _made(spec: str, name: str, factory: BotFactory, text: str) -> Bot:
    given = [_option(spec, part) for part in text.split(",")] if text else []
    options = dict(given)
    if len(options) < len(given):
        raise BotError(f"each option can be given once, not as in {spec!r}")
    _check_options(name, factory, options)
    try:
        bot = factory(**options)
    except TypeError as error:
        reason = "".join(map(str, error.args[:1]))  # the rest are a validator's objects
        raise BotError(f"{spec!r}: {reason}") from error
    except ValueError as error:
        raise BotError(f"{spec!r}: {error}") from error
    except Exception as error:  # the class is not ours
        raise BotError(f"{spec!r}: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BotError(f"{spec!r} does not make a bot: {bot!r} has no method choose(view, rng)")
    return bot


def _option(spec: str, part: str) -> tuple[str, int | float | str]:
    name, equals, value = part.partition("=")
    if not (name and equals and value):
        raise BotError(f"an option looks like name=value, not {part!r} (in {spec!r})")
    for kind in (int, float):
        try:
            number = kind(value)
        except ValueError:
            continue
        if not isfinite(number):
            raise BotError(f"the option {name!r} must be a finite number (in {spec!r})")
        return name, number
    return name, value


# ------------------------------------------------------------
# Games between bots.

MOST_DECISIONS = 20_000
"""The limit for games, which no rule ends (A-117); a normal game takes a few hundred decisions."""


def bot_streams(seed: Seed, players: int, *, game: int = 0) -> tuple[Stream, ...]:
    """Return a source of random numbers for the bot in each seat, independent of each other and of the game's chance.

    The chance of game number `game` of a seed is ``Stream(seed, game=game)``; that of the bot at a seat has a seed of
    its own. So what chance draws does not depend on how many numbers a bot uses.

    >>> bot_streams(7, 2, game=3)
    (Stream('7 bot 0', game=3, index=0), Stream('7 bot 1', game=3, index=0))
    """
    Stream(seed)  # refuses what is no seed
    check_whole("players", players)
    if players > MOST_PLAYERS:
        raise ValueError(f"a game has at most {MOST_PLAYERS} players, not {players}")
    return tuple(Stream(f"{seed} bot {seat}", game=game) for seat in range(players))


@runtime_checkable
class LastingBot(Protocol):
    """A bot that keeps something during a game: a plan, cards that it has seen, a running program."""

    def for_game(self) -> Bot:
        """Return a player for one seat of one game."""
        ...


def for_game(bot: Bot | str) -> Bot:
    """Return a player for one seat in one game: most bots keep nothing and are their own player.

    A text is passed to `make_bot`. Call this once for each seat in each game, as `play_on` does.

    >>> from toledo_rules.bots import GreedyBot
    >>> for_game(GreedyBot())
    GreedyBot()
    """
    if isinstance(bot, str):
        bot = make_bot(bot)
    if not callable(getattr(bot, "choose", None)):
        raise TypeError(f"a bot has a method choose, or is named for make_bot, unlike {brief(bot)}")
    return bot.for_game() if isinstance(bot, LastingBot) else bot


def play_on(
    state: State | Game, bots: Sequence[Bot | str], chance: Rng, bot_rngs: Sequence[Rng]
) -> Iterator[Ply]:
    """Continue a game from a position, and yield it decision by decision.

    The cards are drawn by `chance`; each bot has a source of random numbers of its own in `bot_rngs`, for instance one
    of `bot_streams`.

    >>> from toledo_rules.bots import RandomBot
    >>> chance = Stream(1)
    >>> plies = play_on(new_game(2, chance), [RandomBot(), RandomBot()], chance, bot_streams(1, 2))
    >>> next(plies).action
    PlaceShop(ShopTile('smith', 2), 11)
    """
    state = state_of(state)
    for name, given in (("bots", bots), ("bot_rngs", bot_rngs)):
        check_type(name, given, Sequence)
        if len(given) != len(state.players):
            raise ValueError(f"{len(state.players)} players need as many {name}, not {len(given)}")
    for rng in bot_rngs:
        check_rng(rng)
    players = [for_game(bot) for bot in bots]
    while not state.over:
        seat = state.active
        action = players[seat].choose(view(state, seat), bot_rngs[seat])
        try:
            result = transition(state, action, chance)
        except IllegalActionError as refused:
            refused.add_note(f"the bot at seat {seat} chose it: {bots[seat]!r}")
            raise
        yield Ply(state, action, result)
        state = result.state


@frozen
class PlayedGame:
    """The end of a game between bots, and its length."""

    state: State
    """Last position."""
    decisions: int
    turns: int

    @property
    def finished(self) -> bool:
        """True if the game ended by the rules and was not stopped."""
        return self.state.over

    @property
    def winners(self) -> frozenset[Seat]:
        """The winners, more than one if they share the win (A-126); empty if the game was stopped."""
        result = outcome(self.state)
        return frozenset() if result is None else result.winners


def play_game(
    bots: Sequence[Bot | str],
    *,
    seed: Seed,
    edition: Edition | str = KOSMOS_2008,
    first: Seat = 0,
    most: int = MOST_DECISIONS,
) -> PlayedGame:
    """Play a whole game, one bot for each seat; it is stopped after `most` decisions.

    With the same seed, the same bots play the same game, and other bots are dealt the same cards (see `bot_streams`).

    >>> from toledo_rules.bots import GreedyBot
    >>> game = play_game([GreedyBot(), "greedy", "greedy"], seed=7)
    >>> game.finished, game.turns
    (True, 139)
    """
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise TypeError(f"bots come by seat, one for each player, not as {brief(bots)}")
    check_whole("most", most)
    chance = Stream(seed)
    state = new_game(len(bots), chance, edition, first=first)
    decisions = turns = 0
    plies = play_on(state, bots, chance, bot_streams(seed, len(bots)))
    while decisions < most and (ply := next(plies, None)):
        state = ply.after
        decisions += 1
        turns += state.over or state.active != ply.seat
    return PlayedGame(state, decisions, turns)
