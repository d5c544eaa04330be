"""Words of a picture: names, tooltips and letters in one language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import frozen

from toledo_rules.cards import NEUTRAL, Card, DuelColour, Stance
from toledo_rules.describe import Language, Value, Who, Word, label, name
from toledo_rules.edition import (
    Edition,
    ShopKind,
    ShopTile,
    SpaceKind,
    Step,
    Sword,
    Tile,
)
from toledo_rules.views import View

MIDDLE_DOT = " \N{MIDDLE DOT} "
_MOST_LETTERS = 2

_DEALERS = {"metal": "metal_dealer", "gem": "gem_dealer", "fencing": "fencing_master"}


def capital(text: str) -> str:
    """A text with a capital letter, as a heading has it."""
    return text[:1].upper() + text[1:]


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """The shortest beginnings that tell names apart: one or two letters, else numbers.

    >>> initials(["Rot", "Blau", "Grün", "Gelb"])
    ('Ro', 'Bl', 'Gr', 'Ge')
    >>> initials(["red", "blue"]), initials(["dark red", "dark blue"])
    (('R', 'B'), ('1', '2'))
    """
    for length in range(1, _MOST_LETTERS + 1):
        short = tuple(capital(name[:length]) for name in names)
        if len(set(short)) == len(names):
            return short
    return tuple(str(number) for number in range(1, len(names) + 1))


@frozen(eq=False)
class Speech:
    """The words for one edition."""

    language: Language
    seats: tuple[str, ...]
    """What each player is called."""
    seat_letters: tuple[str, ...]
    duel_letters: dict[DuelColour, str]

    def say(self, key: str, **parameters: Value) -> str:
        """A label of the catalogues."""
        return _say(key, tuple(parameters.items()), self.language)

    def heading(self, key: str) -> str:
        """A label as a heading."""
        return capital(self.say(key))

    def place(self, kind: SpaceKind | ShopKind) -> str:
        """What a kind of space or shop is called."""
        return self.heading(_DEALERS.get(kind, kind))

    def card(self, card: Card) -> str:
        """What a card is called."""
        return _name(card, self.language)

    def shop(self, shop: ShopTile) -> str:
        """What a shop tile is called."""
        return capital(_name(shop, self.language))

    def tile(self, tile: Tile) -> str:
        """What a master tile is called."""
        return capital(_name(Word("tile", tile), self.language))

    def stance(self, stance: Stance) -> str:
        """Who is highlighted on a card."""
        return capital(_name(Word("stance", stance), self.language))

    def sword(self, sword: Sword) -> str:
        """What a sword is worth, and what it is made from."""
        return capital(self.say("sword", sword=sword))

    def painting(self, value: int) -> str:
        """What a painting is worth."""
        return capital(self.say("painting", value=value))

    def space(self, position: View, step: Step) -> str:
        """What is on a space: its number, its kind, price, room, owner, and who stands on it."""
        space, shop = position.edition.road[step], position.shops[step]
        parts = [str(step), self.place(space.kind if shop is None else shop.kind)]
        if space.price:
            parts.append(self.say("price", price=space.price))
        room = space.circles if shop is None else shop.circles
        if room:
            parts.append(self.say("circles", circles=room))
        if shop is not None:
            parts.append(self.seats[shop.owner])
        figures = [
            seat
            for seat, player in zip(self.seats, position.players, strict=False)
            for _ in range(player.figures.count(step))
        ]
        if figures:
            parts.append(f"{self.say('figures')}: {', '.join(figures)}")
        return MIDDLE_DOT.join(parts)


@lru_cache(maxsize=4096)
def _say(key: str, parameters: tuple[tuple[str, Value], ...], language: Language) -> str:
    return label(key, language, **dict(parameters))


@lru_cache(maxsize=4096)
def _name(thing: Card | ShopTile | Word | Who, language: Language) -> str:
    return name(thing, language)


@lru_cache(maxsize=64)
def speech(edition: Edition, language: Language, names: tuple[str, ...]) -> Speech:
    """The words for an edition, in a language, with the players' names as far as they are given."""
    seats = range(len(edition.colours))
    colours = [_name(Who(seat, edition.colours[seat], None), language) for seat in seats]
    duels = (*edition.duel_colours, NEUTRAL)
    called = [_name(Word("colour", colour), language) for colour in duels]
    return Speech(
        language=language,
        seats=tuple(names[seat] if seat < len(names) else colours[seat] for seat in seats),
        seat_letters=initials(colours),
        duel_letters=dict(zip(duels, initials(called), strict=True)),
    )
