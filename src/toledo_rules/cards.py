"""Money cards: what moves figures, pays fees and decides duels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, Self, TypeAlias, get_args

from toledo_rules._values import Value, value

Stance: TypeAlias = Literal["attacker", "defender"]
"""The fencer who is highlighted in a card's duel picture (DUE-07)."""

STANCES: tuple[Stance, ...] = get_args(Stance)

DuelColour: TypeAlias = str
"""A duel colour of the edition, such as ``"violet"``, or `NEUTRAL`."""

NEUTRAL: DuelColour = "neutral"
"""The background of cards for which there is no duel tile (DUE-08)."""


class _CardParts(NamedTuple):
    value: int
    """Steps that it moves a figure, and its worth as a payment."""
    colour: DuelColour
    """The background of its duel picture: a duel colour, or neutral."""
    stance: Stance
    """The winner of a duel round that the duel tiles leave open."""


@value
class Card(Value, _CardParts):
    """A money card. Cards of the same kind cannot be told apart.

    >>> Card(3, "violet", "attacker")
    Card(3, 'violet', 'attacker')
    >>> Card(True, "violet", "attacker")
    Traceback (most recent call last):
    TypeError: Card.value must be int, not True
    """

    __slots__ = ()
    _types = (int, str, str)

    def __new__(cls, value: int, colour: DuelColour, stance: Stance) -> Self:
        """Return a card with these parts."""
        return cls._strict(value, colour, stance)


Cards: TypeAlias = tuple[Card, ...]
"""A multiset of cards: a sorted tuple (see `toledo_rules.multiset`)."""


def card_sum(cards: Iterable[Card]) -> int:
    """Return the sum of the values, for the second tie-break (TIE-03).

    >>> card_sum((Card(3, "violet", "attacker"), Card(5, "neutral", "defender")))
    8
    """
    return sum(card.value for card in cards)
