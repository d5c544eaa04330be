"""What is shown, and what it is called: the same for every kind of text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from toledo_rules.cards import Card, Cards
from toledo_rules.describe import Language, Value, Who, Word, label, name
from toledo_rules.edition import MOVEMENT, Tile
from toledo_rules.hidden import plain_position
from toledo_rules.notation import format_card
from toledo_rules.render.ink import BOLD, COLOURS, PLAIN, Piece, Style
from toledo_rules.render.speech import capital
from toledo_rules.state import Seat, State
from toledo_rules.views import View


@frozen
class Shown:
    """A position to be shown, with the hands that may be seen."""

    state: State
    """The position; of the hands in it, only those in `hands` mean something."""
    hands: tuple[Cards | None, ...]
    """The hands by seat; None for one that is not to be seen."""
    language: Language
    marks: tuple[str, ...]
    """A letter for each player."""

    @classmethod
    def of(cls, position: State | View, language: Language) -> Shown:
        """Whatever is in the position is shown: all hands of a `State`, the own hand of a `View`."""
        hands: tuple[Cards | None, ...]
        if isinstance(position, View):
            state = plain_position(position)
            hands = tuple(
                position.hand if seat == position.seat else None
                for seat in range(len(position.players))
            )
        else:
            state, hands = position, tuple(player.hand for player in position.players)
        colours = state.edition.colours
        names = [name(Who(seat, colours[seat], None), language) for seat in range(len(hands))]
        return cls(state, hands, language, marks(names))

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hands))

    def label(self, key: str, **parameters: Value) -> str:
        """A label of the catalogues, with a capital letter."""
        return capital(self.word(key, **parameters))

    def word(self, key: str, **parameters: Value) -> str:
        """A label of the catalogues as it is."""
        return label(key, self.language, **parameters)

    def kind(self, kind: str) -> str:
        """What is on a space, in a short word."""
        return name(Word("kind", kind), self.language)

    def tile(self, tile: Tile) -> str:
        """A master tile, in one word."""
        if tile == MOVEMENT:
            return self.word("movement")
        return name(Word("colour", tile), self.language)

    def player(self, seat: Seat) -> str:
        """What a player is called."""
        return name(Who(seat, self.state.edition.colours[seat], None), self.language)

    def style(self, seat: Seat) -> Style:
        """The colour of a player."""
        return COLOURS.get(self.state.edition.colours[seat], BOLD)

    def card(self, card: Card) -> list[Piece]:
        """A card, in notation."""
        return [(format_card(card, self.state.edition), COLOURS.get(card.colour, PLAIN))]


def marks(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each name, no two the same: its first one that is still free, else the number of its place.

    >>> marks(["Rot", "Blau", "Grün", "Gelb"]), marks(["A", "AA", "Aa"])
    (('R', 'B', 'G', 'E'), ('A', '1', '2'))
    """
    found: list[str] = []
    for number, called in enumerate(names):
        letters = (letter for letter in called.upper() if letter.isalpha() and letter not in found)
        found.append(next(letters, str(number)))
    return tuple(found)
