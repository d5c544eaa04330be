"""A guided first game: tables with known cards, and steps that point at parts of them.

Somebody who has never played places a shop, goes there, takes metal, forges a sword and ends the turn. The second
chapter is near the end of a game: they fight a duel, which the cards of the pile let them win, deliver a sword, begin
the last round and see the score. Each chapter is a table of its own, where they can play on against the bot.

A step names the parts of a move, and holds as long as there is such a move: to whoever does something else the coach
says nothing until it fits again, but for the last step of a chapter. The words are in the catalogues, and `tests/web`
plays the steps.
"""

from __future__ import annotations

from typing import Final

from attrs import asdict, frozen

from toledo_rules import Game, PlaceShop, Seat, ShopTile, State
from toledo_rules.codec import Json
from toledo_rules.record import format_record
from toledo_rules.render import PartId
from toledo_rules.testing import Table, sword

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
    over: bool = False
    """It is shown once the game is over."""


def _ask(word: str, *parts: PartId) -> Step:
    """Return a step that points at the parts of its move."""
    return Step(word, parts, parts)


CHAPTERS: Final = (
    (
        Step("lesson_goal", ("cathedral", "alcazar", "supply:metal", "supply:gems")),
        Step("lesson_hand", ("hand:1", "player:1")),
        _ask("lesson_place", "deed:place_shop", "player:1:shop:m2", "space:3"),
        _ask("lesson_move", "hand:1:3va", "space:3"),
        _ask("lesson_use", "deed:use_space", "supply:metal"),
        _ask("lesson_again", "hand:1:3nd", "space:6"),
        _ask("lesson_forge", "deed:use_space", "supply:sword:2", "hand:1:1ba"),
        _ask("lesson_end", "deed:end_turn"),
        Step("lesson_on", ("space:5", "alcazar", "deed:take_cards")),
    ),
    (
        Step("lesson_late", ("alcazar", "space:14", "player:1:sword:7", "player:1:sword:2")),
        _ask("lesson_full", "hand:1:3va", "space:17"),
        _ask("lesson_challenge", "deed:challenge", "player:0"),
        _ask("lesson_won", "deed:use_space", "supply:gems"),
        _ask("lesson_enter", "hand:1:3nd", "alcazar"),
        _ask("lesson_deliver", "deed:deliver", "player:1:sword:7"),
        _ask("lesson_last", "deed:end_turn"),
        Step("lesson_score", ("player:1",), over=True),
    ),
)


def lesson_record(names: tuple[str, str], chapter: int = 0) -> str:
    """Return the game with which a chapter begins; the names are those of teacher and learner."""
    game = Game(names, position=(_first_turn, _near_the_end)[chapter]())
    if chapter == 0:
        game.play(PlaceShop(ShopTile("smith", 2), 6))
    return format_record(game.record())


def _first_turn() -> State:
    """A first round in which the teacher goes first."""
    return Table(2).hand(TEACHER, "1nd 2ba 4va 5td 6bd").hand(LEARNER, "1ba 2vd 3va 3nd 4td").lay()


def _near_the_end() -> State:
    """A turn of the learner, whose duel can be won in any order of the pile: it loses one round at most."""
    table = Table(2, active=LEARNER)
    table.shop(3, LEARNER, "metal", 2).shop(6, TEACHER, "smith", 2)
    table.shop(14, TEACHER, "metal", 2).shop(17, LEARNER, "gem", 1)
    table.figures(TEACHER, 6, 17).alcazar(TEACHER, 1, sword(5)).swords(TEACHER, sword(6))
    table.figures(LEARNER, 3, 14).alcazar(LEARNER, 2, sword(8), sword(4))
    table.swords(LEARNER, sword(7), sword(2)).tiles(LEARNER, "violet").tiles(TEACHER, "brown")
    table.hand(TEACHER, "1nd 2va 4va 5td").hand(LEARNER, "2vd 3va 3nd 4td")
    return table.pile("1va 5vd 6na 4bd").lay()


def lesson_steps() -> list[Json]:
    """Return the steps of each chapter for a page."""
    return [[asdict(step) for step in chapter] for chapter in CHAPTERS]
