"""Messages: what a sentence says, without its words.

A message is a key and parameters. The parameters are things, not texts, so that a front end can show a card as a
picture or a player's name in the player's colour; `toledo_rules.describe.rendering` makes a sentence of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from toledo_rules.cards import Card
from toledo_rules.edition import ShopKind, ShopTile, SpaceKind, Step, Sword
from toledo_rules.state import Seat

PlaceKind: TypeAlias = SpaceKind | ShopKind | Literal["unknown"]
"""What is on a step: the shop there, else what is printed on the board; unknown if the road has no such step."""


@frozen
class Who:
    """A player."""

    seat: Seat
    colour: str | None
    """The colour of the seat; None if the edition has no such seat."""
    name: str | None
    """The player's name; None if the player is to be called by the colour."""


@frozen
class Place:
    """A step of the road, and what is there."""

    step: Step
    kind: PlaceKind


@frozen
class Word:
    """Something that each language has its word for, or that is called by its own name."""

    group: Literal["tile", "visit", "stance", "colour", "kind"]
    """A master tile; the place where something is bought; who is highlighted in a duel picture; a duel colour; what is
    on a space, in a word of at most eight letters."""
    name: str


Speakable: TypeAlias = (
    "int | str | Card | ShopTile | Who | Place | Word | Message | tuple[Message | Who, ...]"
)
"""What can be put into words by itself: a number, a text that stays as it is, a thing, a list of things."""

Value: TypeAlias = "Speakable | Sword"
"""What a message can name. A sword is named by its numbers."""


@frozen
class Message:
    """What a sentence says.

    >>> from toledo_rules import KOSMOS_2008
    >>> from toledo_rules.describe import message
    >>> from toledo_rules.events import PaintingTaken
    >>> what = message(PaintingTaken(1, 3), KOSMOS_2008)
    >>> what.key, what["value"], what["seat"]
    ('event.painting_taken', 3, Who(seat=1, colour='blue', name=None))
    """

    key: str
    """A key of the catalogues, such as ``event.painting_taken``."""
    parameters: tuple[tuple[str, Value], ...] = ()
    """What the sentence is about, by name."""

    def __getitem__(self, name: str) -> Value:
        return dict(self.parameters)[name]
