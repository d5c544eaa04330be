"""Bots by name, with options such as ``searcher:level=8``, and bots of your own.

A name is that of a bot of the library, of one that `register_bot` has added, or of one that an installed package offers
as an entry point of the group ``toledo_rules.bots``. `load_bot` knows modules and programs too.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from inspect import Parameter, signature
from math import isfinite
from typing import Final, TypeAlias

from attrs import frozen

from toledo_rules.bots._apprentice import apprentice
from toledo_rules.bots._pipe import PipeBot
from toledo_rules.bots._players import Bot, GreedyBot, PlannerBot, RacerBot, RandomBot
from toledo_rules.bots._search import SearchBot
from toledo_rules.errors import ToledoError
from toledo_rules.limits import LONGEST_BOT

BotFactory: TypeAlias = Callable[..., Bot]
"""A function that makes a bot. Its keyword arguments are the options; each is given an int, a float or a str."""

ENTRY_POINTS: Final = "toledo_rules.bots"
"""Group of entry points by which installed packages offer bots."""
COMMAND: Final = "cmd"
"""Name of the bots that are programs of their own."""


@frozen
class BotEntry:
    """A bot that has a name."""

    name: str
    title: str
    """What it does, in a few words."""
    level: int
    """Strength, from 1, a beginner, to 10; 0 if nobody has said."""
    factory: BotFactory


_entries: dict[str, BotEntry] = {
    entry.name: entry
    for entry in (
        BotEntry("random", "Plays anything that is legal", 1, RandomBot),
        BotEntry("greedy", "Takes what brings most at once", 3, GreedyBot),
        BotEntry("planner", "Plans its whole turn", 4, PlannerBot),
        BotEntry("apprentice", "Plays as it has learned by imitation", 5, apprentice),
        BotEntry("racer", "Races plans over a turn of the others", 6, RacerBot),
        BotEntry("searcher", "Searches the turns of all players", 7, SearchBot),
    )
}

_RENAMED: Final = {"ismcts": "racer"}
"""Names of earlier versions."""


class BotSpecError(ToledoError, ValueError):
    """An invalid bot specification."""


def bots() -> tuple[BotEntry, ...]:
    """Return the bots that have a name: the library's, from weak to strong, then your own.

    >>> [(entry.name, entry.level) for entry in bots()[:6]]
    [('random', 1), ('greedy', 3), ('planner', 4), ('apprentice', 5), ('racer', 6), ('searcher', 7)]
    """
    return tuple(_entries.values())


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows: the library's bots, from weak to strong, then your own.

    >>> bot_names()[:6]
    ('random', 'greedy', 'planner', 'apprentice', 'racer', 'searcher')
    """
    return tuple(_entries)


def register_bot(
    name: str, factory: BotFactory, *, title: str = "", level: int = 0, replace: bool = False
) -> None:
    """Register a bot of your own: a class, or a function that makes one.

    >>> register_bot("random", RandomBot, title="Plays anything that is legal", level=1, replace=True)
    >>> make_bot("random")
    RandomBot()
    """
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

    It runs no code but that of bots that were registered or installed, so that a stranger may choose. Raises
    `BotSpecError` if there is no such bot or option.

    >>> make_bot("greedy")
    GreedyBot()
    >>> make_bot("searcher:level=3")
    SearchBot(level=3, units=None, seconds=None)
    >>> make_bot("gredy")
    Traceback (most recent call last):
    toledo_rules.bots._registry.BotSpecError: there is no bot 'gredy'; there are random, greedy...
    """
    name, _, text = _checked(spec).partition(":")
    factory = _named(name)
    if factory is None:
        raise BotSpecError(_unknown(name))
    return _made(spec, name, factory, text)


def load_bot(spec: str) -> Bot:
    """Make a bot as `make_bot` does, or from a module or a program of your own.

    ``module:name`` is a class or function in a module that can be imported, with options after another colon;
    ``cmd:command`` is a program (see `PipeBot`). Both run whatever is there: do not pass on what strangers ask for.

    >>> load_bot("toledo_rules.bots:SearchBot:level=3")
    SearchBot(level=3, units=None, seconds=None)
    >>> load_bot("cmd:node mybot.mjs")
    PipeBot(command='node mybot.mjs')
    """
    name, _, text = _checked(spec).partition(":")
    if name == COMMAND:
        try:
            return PipeBot(text)
        except ValueError as error:
            raise BotSpecError(f"{spec!r}: {error}") from error
    attribute, _, options = text.partition(":")
    if _named(name) is not None or not attribute or "=" in attribute:
        return make_bot(spec)
    name = f"{name}:{attribute}"
    return _made(spec, name, _imported(name), options)


def _checked(spec: str) -> str:
    if len(spec) > LONGEST_BOT:
        raise BotSpecError(f"a bot has at most {LONGEST_BOT:,} characters, not {len(spec):,}")
    return spec


def _named(name: str) -> BotFactory | None:
    """Return the factory of a name: registered, or offered by an installed package."""
    entry = _entries.get(name)
    if entry is not None:
        return entry.factory
    for offered in entry_points(group=ENTRY_POINTS, name=name):
        try:
            factory: BotFactory = offered.load()
        except (ImportError, AttributeError) as error:
            raise BotSpecError(f"the bot {name!r} of {offered.value}: {error}") from error
        register_bot(name, factory)
        return factory
    return None


def _unknown(name: str) -> str:
    if name in _RENAMED:
        return f"there is no bot {name!r}; its name is {_RENAMED[name]!r} now"
    return f"there is no bot {name!r}; there are {', '.join(_entries)}"


def _imported(name: str) -> BotFactory:
    """Return the class or function that a module has."""
    module, _, attribute = name.partition(":")
    try:
        found: object = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BotSpecError(f"{_unknown(module)}, and no {name}: {error}") from error
    except Exception as error:  # the module may be anybody's
        raise BotSpecError(
            f"the module {module} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise BotSpecError(f"{name} makes no bots, it is {found!r}")
    return found


def _check_options(name: str, factory: BotFactory, given: dict[str, int | float | str]) -> None:
    parameters = signature(factory).parameters.values()
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters):
        return
    known = [parameter.name for parameter in parameters]
    for option in given:
        if option not in known:
            known_options = f"its options are {', '.join(known)}" if known else "it has no options"
            raise BotSpecError(f"the bot {name!r} has no option {option!r}; {known_options}")


def _made(spec: str, name: str, factory: BotFactory, text: str) -> Bot:
    given = [_option(spec, part) for part in text.split(",")] if text else []
    options = dict(given)
    if len(options) < len(given):
        raise BotSpecError(f"each option can be given once, not as in {spec!r}")
    _check_options(name, factory, options)
    try:
        bot = factory(**options)
    except TypeError as error:
        reason = "".join(map(str, error.args[:1]))  # what follows are objects of a validator's
        raise BotSpecError(f"{spec!r}: {reason}") from error
    except ValueError as error:
        raise BotSpecError(f"{spec!r}: {error}") from error
    except Exception as error:  # the class may be anybody's
        raise BotSpecError(f"{spec!r}: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BotSpecError(f"{spec!r} makes no bot: {bot!r} has no method choose(view, rng)")
    return bot


def _option(spec: str, part: str) -> tuple[str, int | float | str]:
    name, equals, value = part.partition("=")
    if not (name and equals and value):
        raise BotSpecError(f"an option looks like name=value, not {part!r} (in {spec!r})")
    for kind in (int, float):
        try:
            number = kind(value)
        except ValueError:
            continue
        if not isfinite(number):
            raise BotSpecError(f"the option {name!r} must be a finite number (in {spec!r})")
        return name, number
    return name, value
