"""Bots by name, with options such as ``ismcts:iterations=8``, and games between bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from inspect import signature
from typing import TypeAlias

from attrs import frozen

from toledo_rules.bots._players import Bot, GreedyBot, IsmctsBot, PlannerBot, RandomBot
from toledo_rules.chance import Rng, Seed, Stream
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.engine import transition
from toledo_rules.errors import ToledoError
from toledo_rules.limits import LONGEST_BOT
from toledo_rules.record import Ply
from toledo_rules.rulebook import IllegalActionError
from toledo_rules.scoring import outcome
from toledo_rules.setup import new_game
from toledo_rules.state import State
from toledo_rules.views import view

BotFactory: TypeAlias = Callable[..., Bot]
"""A function that makes a bot. Its keyword arguments are the options; each is given an int, a float or a str."""

_factories: dict[str, BotFactory] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "ismcts": IsmctsBot,
}


class BotSpecError(ToledoError, ValueError):
    """An invalid bot specification."""


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows: the library's bots, from weak to strong, then your own.

    >>> bot_names()[:4]
    ('random', 'greedy', 'planner', 'ismcts')
    """
    return tuple(_factories)


def register_bot(name: str, factory: BotFactory, *, replace: bool = False) -> None:
    """Register a bot of your own: a class, or a function that makes one.

    >>> register_bot("random", RandomBot, replace=True)
    >>> make_bot("random")
    RandomBot()
    """
    if not name or set(name) & set(":,= "):
        raise ValueError(
            f"a bot's name must have a character and none of ':,= ', but it is {name!r}"
        )
    if name in _factories and not replace:
        raise ValueError(f"there is a bot {name!r} already; pass replace=True to replace it")
    _factories[name] = factory


def make_bot(spec: str) -> Bot:
    """Make a bot from its name, with options after a colon: ``name:option=value,option=value``.

    Raises `BotSpecError` if there is no such bot or option.

    >>> make_bot("greedy")
    GreedyBot()
    >>> make_bot("gredy")
    Traceback (most recent call last):
    toledo_rules.bots._playing.BotSpecError: there is no bot 'gredy'; there are random, greedy...
    """
    if len(spec) > LONGEST_BOT:
        raise BotSpecError(f"a bot has at most {LONGEST_BOT:,} characters, not {len(spec):,}")
    name, _, text = spec.partition(":")
    factory = _factories.get(name)
    if factory is None:
        raise BotSpecError(f"there is no bot {name!r}; there are {', '.join(_factories)}")
    given = [_option(spec, part) for part in text.split(",")] if text else []
    options = dict(given)
    if len(options) < len(given):
        raise BotSpecError(f"each option can be given once, not as in {spec!r}")
    known = tuple(signature(factory).parameters)
    for option in options:
        if option not in known:
            known_options = f"its options are {', '.join(known)}" if known else "it has no options"
            raise BotSpecError(f"the bot {name!r} has no option {option!r}; {known_options}")
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


MOST_DECISIONS = 20_000
"""Limit for games that no rule ends (A-117); a game takes some hundred decisions."""


def bot_streams(seed: Seed, players: int, *, game: int = 0) -> tuple[Stream, ...]:
    """Return a source of random numbers for the bot at each seat, apart from each other and from the game's chance.

    The chance of game number `game` of a seed is ``Stream(seed, game=game)``; that of the bot at a seat has a seed of
    its own. So what chance draws does not depend on how many numbers a bot uses.

    >>> bot_streams(7, 2, game=3)
    (Stream('7 bot 0', game=3, index=0), Stream('7 bot 1', game=3, index=0))
    """
    return tuple(Stream(f"{seed} bot {seat}", game=game) for seat in range(players))


def play_on(
    state: State, bots: Sequence[Bot], chance: Rng, bot_rngs: Sequence[Rng]
) -> Iterator[Ply]:
    """Play a game on from a position, and yield it decision by decision.

    The cards are drawn by `chance`; each bot has a source of random numbers of its own in `bot_rngs`, for instance one
    of `bot_streams`.

    >>> chance = Stream(1)
    >>> plies = play_on(new_game(2, chance), [RandomBot(), RandomBot()], chance, bot_streams(1, 2))
    >>> next(plies).action
    PlaceShop(ShopTile('smith', 2), 11)
    """
    for name, given in (("bots", bots), ("bot_rngs", bot_rngs)):
        if len(given) != len(state.players):
            raise ValueError(f"{len(state.players)} players need as many {name}, not {len(given)}")
    while not state.over:
        seat = state.active
        action = bots[seat].choose(view(state, seat), bot_rngs[seat])
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
        """True if the game came to its end and was not stopped."""
        return self.state.over

    @property
    def winners(self) -> frozenset[Seat]:
        """Winners, more than one if they share it (A-126); empty if the game was stopped."""
        result = outcome(self.state)
        return frozenset() if result is None else result.winners


def play_game(
    bots: Sequence[Bot],
    *,
    seed: Seed,
    edition: Edition = KOSMOS_2008,
    first: Seat = 0,
    most: int = MOST_DECISIONS,
) -> PlayedGame:
    """Play a whole game, one bot for each seat; it is stopped after `most` decisions.

    The same bots play a seed the same way, and other bots are dealt the same cards (see `bot_streams`).

    >>> game = play_game([GreedyBot(), GreedyBot(), GreedyBot()], seed=7)
    >>> game.finished, game.turns
    (True, 139)
    """
    chance = Stream(seed)
    state = new_game(len(bots), chance, edition=edition, first=first)
    decisions = turns = 0
    plies = play_on(state, bots, chance, bot_streams(seed, len(bots)))
    while decisions < most and (ply := next(plies, None)):
        state = ply.after
        decisions += 1
        turns += state.over or state.active != ply.seat
    return PlayedGame(state, decisions, turns)
