"""Bots by name, with options: ``greedy``, ``ismcts:iterations=8``."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import TypeAlias

from toledo_rules.bots.greedy import GreedyBot
from toledo_rules.bots.ismcts import IsmctsBot
from toledo_rules.bots.planner import PlannerBot
from toledo_rules.bots.protocol import Bot
from toledo_rules.bots.random_bot import RandomBot
from toledo_rules.errors import ToledoError

Factory: TypeAlias = Callable[..., Bot]
"""What makes a bot. Its keyword arguments are the options; each is given an int, a float or a str."""

_factories: dict[str, Factory] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "ismcts": IsmctsBot,
}


class BotSpecError(ToledoError, ValueError):
    """A description of a bot that cannot be followed."""


def bot_names() -> tuple[str, ...]:
    """The bots that `make_bot` knows: those that come with the library, from weak to strong, then your own.

    >>> bot_names()[:4]
    ('random', 'greedy', 'planner', 'ismcts')
    """
    return tuple(_factories)


def register_bot(name: str, factory: Factory, *, replace: bool = False) -> None:
    """Add a bot of your own: a class or a function that makes one.

    >>> from toledo_rules.bots import RandomBot
    >>> register_bot("random", RandomBot, replace=True)
    >>> make_bot("random")
    RandomBot()
    """
    if not name or set(name) & set(":,= "):
        raise ValueError(
            f"a bot's name has at least one character, and none of ':,= ', so not {name!r}"
        )
    if name in _factories and not replace:
        raise ValueError(f"there is a bot {name!r} already; replace=True puts yours in its place")
    _factories[name] = factory


def make_bot(spec: str) -> Bot:
    """A bot by its name, with options behind a colon: ``name:option=value,option=value``.

    Raises `BotSpecError`, which says what is wrong, if there is no such bot or option.

    >>> make_bot("greedy")
    GreedyBot()
    >>> make_bot("gredy")
    Traceback (most recent call last):
    toledo_rules.bots.registry.BotSpecError: there is no bot 'gredy'; there are random, greedy...
    """
    name, _, text = spec.partition(":")
    factory = _factories.get(name)
    if factory is None:
        raise BotSpecError(f"there is no bot {name!r}; there are {', '.join(_factories)}")
    options = dict(_option(spec, part) for part in text.split(",")) if text else {}
    known = tuple(signature(factory).parameters)
    for option in options:
        if option not in known:
            what = f"its options are {', '.join(known)}" if known else "it has no options"
            raise BotSpecError(f"the bot {name!r} has no option {option!r}; {what}")
    try:
        return factory(**options)
    except (TypeError, ValueError) as error:
        raise BotSpecError(f"{spec!r}: {error}") from error


def _option(spec: str, part: str) -> tuple[str, int | float | str]:
    name, equals, value = part.partition("=")
    if not (name and equals and value):
        raise BotSpecError(f"an option looks like name=value, not {part!r} (in {spec!r})")
    for kind in (int, float):
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value
