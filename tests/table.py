"""Shorthand for the examples of this project, in addition to `toledo_rules.testing`."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from toledo_rules import PlayCard, State, UseSpace
from toledo_rules.edition import Seat, Step
from toledo_rules.state import Arrived
from toledo_rules.testing import BLUE, GREEN, RED, Table, cards, legal, sword


def plays(state: State) -> set[PlayCard]:
    """The cards that can be played to move a figure, each with its figure."""
    return {action for action in legal(state) if isinstance(action, PlayCard)}


def uses(state: State) -> set[UseSpace]:
    """The ways to use the space that a figure has just arrived on."""
    return {action for action in legal(state) if isinstance(action, UseSpace)}


def playing(text: str, *origins: Step, with_tile: bool = False) -> set[PlayCard]:
    """Each of these cards, played with each of these figures."""
    return {PlayCard(one, origin, with_tile) for one in cards(text) for origin in origins}


def changed(state: State, seat: Seat, **changes: Any) -> State:
    """The position with these things of one player replaced."""
    players = list(state.players)
    players[seat] = evolve(players[seat], **changes)
    return evolve(state, players=tuple(players))


def busy() -> State:
    """A position with something of everything."""
    table = Table(3).shop(4, RED, "gem", 2).shop(8, BLUE, "smith").alcazar(GREEN, 2, sword(4))
    table.figures(RED, 4, 5).figures(BLUE, 8).hand(RED, "1va 4bd 4bd", known="4bd")
    table.hand(BLUE, "2va 3nd 6td 6td", known="3nd 6td").hand(GREEN, "5va")
    table.material(RED, metal=3, gems=1).material(BLUE, gems=2).tiles(RED, "movement", "violet")
    table.tiles(BLUE, "brown").swords(BLUE, sword(7)).paintings(GREEN, 3).discards("1nd 2nd")
    return table.moving("4va").lay(Arrived(4))


class Numbers:
    """A source of chance that gives these numbers, and remembers from how many it had to choose."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)
        self.asked: list[int] = []

    def randrange(self, stop: int, /) -> int:
        """Return the next number."""
        self.asked.append(stop)
        answer = self.answers.pop(0)
        assert 0 <= answer < stop
        return answer
