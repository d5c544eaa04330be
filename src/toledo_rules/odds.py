"""How a duel is likely to end, exactly.

The cards in the pile and the unknown cards in the other hands are all that the viewer cannot see. Any of them is as
likely to be turned up as any other, so the odds follow from counting: how many of them win a round for the
attacker, and how many for the defender. If the pile runs out, the discards are shuffled, with the cards that this
duel has turned up (TAK-02, A-24); the card in front of the player stays out (A-26). From then on it is known exactly
what can come.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from attrs import frozen

from toledo_rules.cards import Cards
from toledo_rules.edition import Tile
from toledo_rules.effects.duel import ROUNDS_TO_WIN, attacker_wins_round
from toledo_rules.hidden import unseen_cards
from toledo_rules.state import Duel, Seat, check_seat
from toledo_rules.views import View

Rounds = tuple[int, int]
"""Rounds won by the attacker and by the defender."""


@frozen
class DuelOdds:
    """How a duel is likely to end."""

    attacker: Seat
    defender: Seat
    scores: tuple[tuple[Rounds, Fraction], ...]
    """Each score that the duel can end with, and how likely it is."""

    @property
    def attacker_wins(self) -> Fraction:
        """How likely the attacker is to win."""
        return self._likely(0)

    @property
    def defender_wins(self) -> Fraction:
        """How likely the defender is to win."""
        return self._likely(1)

    def _likely(self, side: int) -> Fraction:
        return sum(
            (likely for rounds, likely in self.scores if rounds[side] == ROUNDS_TO_WIN), Fraction()
        )


def duel_odds(view: View, rival: Seat) -> DuelOdds:
    """How a duel with a rival is likely to end, given all that a view shows.

    While a duel is under way it is about that one: `rival` is the player who was challenged, and the rounds fought
    so far count. Otherwise the seat of the view challenges `rival`, with the piles as they are now: it may do so
    whether or not a figure is in the right place, so it answers "what if" too.

    All that the view shows is used: the unseen cards, the known cards of other hands, the size of the pile, the
    discards, the master tiles of both. A view has no memory: which cards were in the discards when they last became the
    pile is not part of it. Nor is it weighed that another player whose figure is in transit has a card to move on with
    (A-43), as `toledo_rules.determinize` does.

    Raises ValueError if there can be no such duel.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> odds = duel_odds(view(new_game(2, Random(1)), 0), rival=1)
    >>> odds.attacker_wins, odds.attacker_wins + odds.defender_wins
    (Fraction(41820, 79079), Fraction(1, 1))
    """
    attacker, rounds = _duel(view, rival)
    if not view.pile and not view.discards:
        raise ValueError("there is no card to turn up in a duel (A-28)")
    mine, his = view.players[attacker].tiles, view.players[rival].tiles
    discards = _Cards.of(view.discards, mine, his)
    pile = _Pile(view.pile, _Cards.of(unseen_cards(view), mine, his), discards)
    scores: dict[Rounds, Fraction] = {}
    for score, likely in _endings(pile, rounds):
        scores[score] = scores.get(score, Fraction()) + likely
    return DuelOdds(attacker, rival, tuple(sorted(scores.items(), reverse=True)))


def _duel(view: View, rival: Seat) -> tuple[Seat, Rounds]:
    """Who attacks, and the rounds won so far."""
    check_seat(rival, len(view.players))
    if isinstance(view.phase, Duel):
        if rival != view.phase.rival:
            raise ValueError(
                f"the duel under way is with seat {view.phase.rival}, not with {rival}"
            )
        return view.active, (view.phase.attacker_wins, view.phase.defender_wins)
    if view.seat is None:
        raise ValueError("a spectator challenges nobody")
    if rival == view.seat:
        raise ValueError("nobody challenges himself (OCC-02)")
    return view.seat, (0, 0)


class _Cards(NamedTuple):
    """Cards by what matters: who wins a round with them."""

    for_attacker: int
    for_defender: int

    @classmethod
    def of(cls, cards: Cards, attacker: tuple[Tile, ...], defender: tuple[Tile, ...]) -> _Cards:
        wins = sum(attacker_wins_round(card, attacker, defender) for card in cards)
        return cls(wins, len(cards) - wins)

    def plus(self, attacker: int, defender: int) -> _Cards:
        return _Cards(self.for_attacker + attacker, self.for_defender + defender)


class _Pile(NamedTuple):
    """What can be turned up."""

    size: int
    unseen: _Cards
    """Among these are the cards of the pile, and any of them may be."""
    discards: _Cards

    def turned_up(self, won: bool) -> _Pile:
        """After a card that won the round for the attacker, or for the defender."""
        gone = self.unseen.plus(-won, won - 1)
        return _Pile(self.size - 1, gone, self.discards.plus(won, 1 - won))


def _endings(pile: _Pile, rounds: Rounds) -> Iterator[tuple[Rounds, Fraction]]:
    """How the duel can end, each way with its likelihood."""
    if ROUNDS_TO_WIN in rounds:
        yield rounds, Fraction(1)
        return
    if not pile.size:  # TAK-02
        pile = _Pile(sum(pile.discards), pile.discards, _Cards(0, 0))
    for won, count in zip((True, False), pile.unseen, strict=True):
        if count:
            likely = Fraction(count, sum(pile.unseen))
            after = (rounds[0] + won, rounds[1] + (not won))
            for score, then in _endings(pile.turned_up(won), after):
                yield score, likely * then
