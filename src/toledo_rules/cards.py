"""Money cards: what moves figures, pays fees and decides duels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args
from weakref import WeakValueDictionary

from attrs import frozen

Stance: TypeAlias = Literal["attacker", "defender"]
"""Who is highlighted in a card's duel picture (DUE-07)."""

STANCES: tuple[Stance, ...] = get_args(Stance)

DuelColour: TypeAlias = str
"""A duel colour of the edition, such as ``"violet"``, or `NEUTRAL`."""

NEUTRAL: DuelColour = "neutral"
"""The background of cards for which there is no duel tile (DUE-08)."""


_KINDS: WeakValueDictionary[tuple[int, DuelColour, Stance], Card] = WeakValueDictionary()


@frozen(eq=False, repr=False)
class Card:
    """A money card. Cards of the same kind cannot be told apart.

    There is one object for each kind of card, so cards are equal when they are the same object, and tuples of
    cards compare and hash as fast as tuples of numbers.

    >>> Card(3, "violet", "attacker")
    Card(3, 'violet', 'attacker')
    >>> Card(3, "violet", "attacker") is Card(3, "violet", "attacker")
    True
    """

    value: int
    """How far it moves a figure, and what it is worth as a payment."""
    colour: DuelColour
    """The background of its duel picture: a duel colour, or neutral."""
    stance: Stance
    """Who wins a duel round that the duel tiles leave open."""

    def __new__(cls, value: int, colour: DuelColour, stance: Stance) -> Card:
        """The one card of this kind."""
        return _KINDS.setdefault((value, colour, stance), object.__new__(cls))

    def __reduce__(self) -> tuple[type[Card], tuple[int, DuelColour, Stance]]:
        return Card, (
            self.value,
            self.colour,
            self.stance,
        )  # copies and pickles are the same object too

    def __repr__(self) -> str:
        return f"Card({self.value}, {self.colour!r}, {self.stance!r})"

    def __lt__(self, other: Card) -> bool:
        if self.value != other.value:
            return self.value < other.value
        return (self.colour, self.stance) < (other.colour, other.stance)


Cards: TypeAlias = tuple[Card, ...]
"""A multiset of cards: a sorted tuple (see `toledo_rules.multiset`)."""


def card_sum(cards: Iterable[Card]) -> int:
    """The sum of the values, for the second tie-break (TIE-03).

    >>> card_sum((Card(3, "violet", "attacker"), Card(5, "neutral", "defender")))
    8
    """
    return sum(card.value for card in cards)
