"""A guided first game: a table with known cards, and steps that point at parts of it.

Somebody who has never played places a shop, goes there, takes metal, forges a sword and ends the turn; after that they
play on against the bot. A step names the parts of a move, and holds as long as there is such a move: whoever does
something else is led on as far as it still fits. The words are in the catalogues, and `tests/web` plays the steps.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from toledo_rules import Game, PlaceShop, Seat, ShopTile
from toledo_rules.codec import Json
from toledo_rules.record import format_record
from toledo_rules.render import PartId
from toledo_rules.testing import Table

TEACHER: Final[Seat] = 0
"""The seat of the bot, which has built a smith already."""
LEARNER: Final[Seat] = 1


@frozen
class Step:
    """A step of the lesson."""

    word: str
    """The key of its text in the catalogues, under ``page``."""
    shown: tuple[PartId, ...]
    """The parts that it points at."""
    move: tuple[PartId, ...] = ()
    """The parts of the move that it asks for; none if it is only to be read."""


STEPS: Final = (
    Step("lesson_goal", ("cathedral", "alcazar", "supply:metal", "supply:gems")),
    Step("lesson_hand", ("hand:1", "player:1")),
    Step(
        "lesson_place",
        ("deed:place_shop", "player:1:shop:m2", "space:3"),
        ("deed:place_shop", "player:1:shop:m2", "space:3"),
    ),
    Step("lesson_move", ("hand:1:3va", "space:3"), ("hand:1:3va", "space:3")),
    Step("lesson_use", ("deed:use_space", "supply:metal"), ("deed:use_space", "supply:metal")),
    Step("lesson_again", ("hand:1:3nd", "space:6"), ("hand:1:3nd", "space:6")),
    Step(
        "lesson_forge",
        ("deed:use_space", "supply:sword:2", "hand:1:1ba"),
        ("deed:use_space", "supply:sword:2", "hand:1:1ba"),
    ),
    Step("lesson_end", ("deed:end_turn",), ("deed:end_turn",)),
    Step("lesson_on", ("space:5", "alcazar", "deed:take_cards")),
)


def lesson_record(names: tuple[str, str]) -> str:
    """Return the game with which the lesson begins; the names are those of teacher and learner."""
    hands = Table(2).hand(TEACHER, "1nd 2ba 4va 5td 6bd").hand(LEARNER, "1ba 2vd 3va 3nd 4td")
    game = Game(names, position=hands.lay())
    game.play(PlaceShop(ShopTile("smith", 2), 6))
    return format_record(game.record())


def lesson_steps() -> list[Json]:
    """Return the steps for a page."""
    return [{"word": step.word, "shown": [*step.shown], "move": [*step.move]} for step in STEPS]
