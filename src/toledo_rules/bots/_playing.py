"""Games between bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from attrs import frozen

from toledo_rules.bots._players import Bot
from toledo_rules.chance import Rng, Seed, Stream
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.engine import transition
from toledo_rules.record import Ply
from toledo_rules.rulebook import IllegalActionError
from toledo_rules.scoring import outcome
from toledo_rules.setup import new_game
from toledo_rules.state import State
from toledo_rules.views import view

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


@runtime_checkable
class LastingBot(Protocol):
    """A bot that keeps something during a game: a plan, cards that it has seen, a program that runs."""

    def for_game(self) -> Bot:
        """Return a player for one seat of one game."""
        ...


def for_game(bot: Bot) -> Bot:
    """Return a player for one seat of one game: most bots keep nothing and play themselves.

    Whoever lets bots play calls this once for each seat of each game, as `play_on` does.

    >>> from toledo_rules.bots import GreedyBot
    >>> for_game(GreedyBot())
    GreedyBot()
    """
    return bot.for_game() if isinstance(bot, LastingBot) else bot


def play_on(
    state: State, bots: Sequence[Bot], chance: Rng, bot_rngs: Sequence[Rng]
) -> Iterator[Ply]:
    """Play a game on from a position, and yield it decision by decision.

    The cards are drawn by `chance`; each bot has a source of random numbers of its own in `bot_rngs`, for instance one
    of `bot_streams`.

    >>> from toledo_rules.bots import RandomBot
    >>> chance = Stream(1)
    >>> plies = play_on(new_game(2, chance), [RandomBot(), RandomBot()], chance, bot_streams(1, 2))
    >>> next(plies).action
    PlaceShop(ShopTile('smith', 2), 11)
    """
    for name, given in (("bots", bots), ("bot_rngs", bot_rngs)):
        if len(given) != len(state.players):
            raise ValueError(f"{len(state.players)} players need as many {name}, not {len(given)}")
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

    >>> from toledo_rules.bots import GreedyBot
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
