"""Odds of a duel, exactly.

The cards in the pile and the unknown cards in the other hands are all that the viewer cannot see. Any of them is as
likely to be turned up as any other, so the odds follow from counting: how many of them win a round for the
attacker, and how many for the defender. If the pile runs out, the discards are shuffled, with the cards that this
duel has turned up (TAK-02, A-24); the card in front of the player stays out (A-26). From then on it is known exactly
what can come.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias

from attrs import frozen

from toledo_rules.cards import Cards
from toledo_rules.edition import Seat, Tile
from toledo_rules.effects.duel import attacker_wins_round
from toledo_rules.errors import ToledoError
from toledo_rules.hidden import unseen_cards
from toledo_rules.phases import Duel
from toledo_rules.state import check_seat
from toledo_rules.views import View

Rounds: TypeAlias = tuple[int, int]
"""Rounds won by the attacker and by the defender."""


class NoDuelError(ToledoError, ValueError):
    """There can be no such duel."""


@frozen
class DuelOdds:
    """The scores that a duel can end with, and their probabilities."""

    attacker: Seat
    defender: Seat
    scores: tuple[tuple[Rounds, Fraction], ...]
    """Each score that the duel can end with, and its probability."""

    @property
    def attacker_wins(self) -> Fraction:
        """Probability that the attacker wins."""
        return sum((chance for (mine, theirs), chance in self.scores if mine > theirs), Fraction())

    @property
    def defender_wins(self) -> Fraction:
        """Probability that the defender wins."""
        return sum((chance for (mine, theirs), chance in self.scores if mine < theirs), Fraction())


def duel_odds(view: View, rival: Seat) -> DuelOdds:
    """Return the odds of a duel with a rival, given all that a view shows.

    While a duel is under way it is about that one: `rival` is the player who was challenged, and the rounds fought
    so far count. Otherwise the seat of the view challenges `rival`, with the piles as they are now: it may do so
    whether or not a figure is in the right place, so it answers "what if" too.

    All that the view shows is used: the unseen cards, the known cards of other hands, the size of the pile, the
    discards, the master tiles of both. A view has no memory: which cards were in the discards when they last became the
    pile is not part of it. One thing is not weighed, as `toledo_rules.determinize` does: another player whose figure is
    in transit where nobody can be challenged has a card to move on with (A-43).

    Raises `NoDuelError` if there can be no such duel.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> odds = duel_odds(view(new_game(2, Random(1)), 0), rival=1)
    >>> odds.attacker_wins, odds.attacker_wins + odds.defender_wins
    (Fraction(41820, 79079), Fraction(1, 1))
    """
    attacker, rounds = _duel(view, rival)
    if not view.pile and not view.discards:
        raise NoDuelError("there is no card to turn up in a duel (A-28)")
    mine, theirs = view.players[attacker].tiles, view.players[rival].tiles
    discards = _Cards.of(view.discards, mine, theirs)
    pile = _Pile(view.pile, _Cards.of(unseen_cards(view), mine, theirs), discards)
    scores = _endings(pile, rounds, view.edition.rounds_to_win)
    return DuelOdds(attacker, rival, tuple(sorted(scores.items(), reverse=True)))


def _duel(view: View, rival: Seat) -> tuple[Seat, Rounds]:
    """Return the attacker, and the rounds won so far."""
    check_seat(rival, len(view.players))
    if isinstance(view.phase, Duel):
        if rival != view.phase.rival:
            raise NoDuelError(
                f"the duel under way is with seat {view.phase.rival}, not with {rival}"
            )
        return view.active, (view.phase.attacker_wins, view.phase.defender_wins)
    if view.seat is None:
        raise NoDuelError("a spectator challenges nobody; ask with the view of a player")
    if rival == view.seat:
        raise NoDuelError("a player cannot challenge themselves (OCC-02)")
    return view.seat, (0, 0)


class _Cards(NamedTuple):
    """Numbers of cards by the player who wins a round with them."""

    for_attacker: int
    for_defender: int

    @classmethod
    def of(cls, cards: Cards, attacker: tuple[Tile, ...], defender: tuple[Tile, ...]) -> _Cards:
        wins = sum(attacker_wins_round(card, attacker, defender) for card in cards)
        return cls(wins, len(cards) - wins)

    def plus(self, attacker: int, defender: int) -> _Cards:
        return _Cards(self.for_attacker + attacker, self.for_defender + defender)


class _Pile(NamedTuple):
    """Cards that can be turned up."""

    size: int
    unseen: _Cards
    """Among these are the cards of the pile, and any of them may be."""
    discards: _Cards

    def turned_up(self, won: bool) -> _Pile:
        """Return the pile after a card that won the round for the attacker, or else for the defender."""
        gone = self.unseen.plus(-won, won - 1)
        return _Pile(self.size - 1, gone, self.discards.plus(won, 1 - won))

    def reshuffled(self) -> _Pile:
        """Return the pile to turn up a card from: if it is used up, the discards (TAK-02)."""
        return self if self.size else _Pile(sum(self.discards), self.discards, _Cards(0, 0))


def _endings(pile: _Pile, rounds: Rounds, enough: int) -> dict[Rounds, Fraction]:
    """Return the scores that a duel can end with, and their probabilities.

    It goes round by round. Orders of the same cards lead to the same pile and are counted together, so the work grows
    with a power of the rounds, not exponentially.
    """
    ended: dict[Rounds, Fraction] = {}
    going_on = {(rounds, pile): Fraction(1)}
    while going_on:
        after: dict[tuple[Rounds, _Pile], Fraction] = {}
        for (score, left), chance in going_on.items():
            if enough in score:  # DUE-09
                ended[score] = ended.get(score, Fraction()) + chance
                continue
            drawn = left.reshuffled()
            for won, count in zip((True, False), drawn.unseen, strict=True):
                if count:
                    key = (score[0] + won, score[1] + (not won)), drawn.turned_up(won)
                    likely = chance * Fraction(count, sum(drawn.unseen))
                    after[key] = after.get(key, Fraction()) + likely
        going_on = after
    return ended
