"""A table: a game, who sits where, the bots, and whoever waits for news."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import SystemRandom
from threading import Condition, Thread

from toledo_rules import Action, Rng, Seat
from toledo_rules.bots import Bot
from toledo_rules.game import Game


class StaleError(ValueError):
    """Somebody wanted to act on a position that is no longer there."""

    def __str__(self) -> str:
        return "the position has changed meanwhile"


class Table:
    """A game that several threads look at: those of the players' browsers, and one for the bots.

    Every change has a number. Whoever acts says which one they have seen, so that nothing happens twice, and nothing
    happens to a position that somebody else has just changed.
    """

    def __init__(
        self, game: Game, bots: Mapping[Seat, Bot], *, pace: float = 0, rng: Rng | None = None
    ) -> None:
        self.game = game
        self.bots = dict(bots)
        self.version = 1
        self.closed = False
        self.changed = Condition()
        self._pace = pace
        """Seconds before a bot acts, so that people can follow."""
        self._rng: Rng = rng or SystemRandom()
        self._thread = Thread(target=self._play_bots, daemon=True)
        self._thread.start()

    def play(self, seat: Seat, version: int, action: Action) -> None:
        """Do something. Raises `StaleError` and what `Game.play` raises."""
        self._change(version, lambda: self.game.play(action, seat=seat))

    def undo(self, seat: Seat, version: int) -> None:
        """Take something back. Raises `StaleError` and what `Game.undo` raises."""
        self._change(version, lambda: self.game.undo(seat))

    def redo(self, seat: Seat, version: int) -> None:
        """Do it again. Raises `StaleError` and what `Game.redo` raises."""
        self._change(version, lambda: self.game.redo(seat))

    def wait(self, version: int, seconds: float) -> None:
        """Wait until there is something new, or nothing comes any more, but no longer than this."""
        with self.changed:
            self.changed.wait_for(lambda: self.closed or self.version != version, seconds)

    def close(self) -> None:
        """Nothing comes any more."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()
        self._thread.join()

    def _change(self, version: int, do: Callable[[], object]) -> None:
        with self.changed:
            if version != self.version or self.closed:
                raise StaleError
            do()
            self.version += 1
            self.changed.notify_all()

    def _play_bots(self) -> None:
        while not self.closed:
            with self.changed:
                self.changed.wait_for(lambda: self.closed or self._bot_is_next())
                if self.closed:
                    return
                seat, version = self.game.active, self.version
                view = self.game.view(seat)
            action = self.bots[seat].choose(
                view, self._rng
            )  # others can look at the table meanwhile
            self.wait(version, self._pace)
            with suppress(StaleError):  # somebody may have taken back a move
                self.play(seat, version, action)

    def _bot_is_next(self) -> bool:
        return not self.game.over and self.game.active in self.bots
