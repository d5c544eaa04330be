"""What was done and what of it can be taken back."""

from __future__ import annotations

from attrs import frozen

from toledo_rules.errors import ToledoError
from toledo_rules.record import Moment
from toledo_rules.rulebook import UndoCode, UndoRefusal
from toledo_rules.state import Seat


class UndoError(ToledoError, ValueError):
    """Something was to be taken back, or done again, that cannot be."""

    def __init__(self, refusal: UndoRefusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return f"{self.refusal.code}: see {self.refusal.rule}"


@frozen
class Played:
    """A moment of the game, and whether the game played it by itself.

    Nobody is told which: that somebody had no choice says something about his hand.
    """

    moment: Moment
    by_itself: bool


class Past:
    """What was done, in order, and what was taken back.

    A-132 leaves open whether the end of a turn can be taken back. Here it can, as long as no other player has acted.
    Once one has, the others have seen something of his hand or his plans, and their actions stand, even if he takes
    his back.
    """

    def __init__(self) -> None:
        self.played: list[Played] = []
        self.undone: list[list[Played]] = []
        """What was taken back, each time with what the game had played by itself after it."""
        self._settled = 0
        """So many of the moments stand for good."""
        self._why = UndoCode.NOTHING_PLAYED

    def add(self, played: Played) -> None:
        """Something was done."""
        if self.played and self.played[-1].moment.seat != played.moment.seat:
            self._settled, self._why = len(self.played), UndoCode.TURN_TAKEN
        self.played.append(played)
        if played.moment.transition.reveals:
            self._settled, self._why = len(self.played), UndoCode.REVEALED

    def last_choice(self) -> int:
        """The place of the last action that somebody chose; -1 if there is none."""
        place = len(self.played) - 1
        while place >= 0 and self.played[place].by_itself:
            place -= 1
        return place

    def why_not_undo(self, seat: Seat | None) -> UndoRefusal | None:
        """Why the last choice cannot be taken back by a seat; None if it can."""
        place = self.last_choice()
        if place < self._settled:
            return UndoRefusal(self._why)
        if seat not in (None, self.played[place].moment.seat):
            return UndoRefusal(UndoCode.NOT_YOURS)
        return None

    def why_not_redo(self, seat: Seat | None) -> UndoRefusal | None:
        """Why nothing can be done again by a seat; None if something can."""
        if not self.undone:
            return UndoRefusal(UndoCode.NOTHING_UNDONE)
        if seat not in (None, self.undone[-1][0].moment.seat):
            return UndoRefusal(UndoCode.NOT_YOURS)
        return None

    def undo(self) -> list[Played]:
        """Take back the last choice, and what the game played by itself after it."""
        place = self.last_choice()
        undone = self.played[place:]
        del self.played[place:]
        self.undone.append(undone)
        return undone
