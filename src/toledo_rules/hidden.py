"""Hidden cards: the ones that a viewer cannot place, and positions that agree with a view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from math import comb
from operator import attrgetter
from typing import NamedTuple

from toledo_rules.cards import Card, Cards
from toledo_rules.chance import Rng
from toledo_rules.edition import Seat, Step
from toledo_rules.effects import duel, movement
from toledo_rules.multiset import added, minus, multiset, removed
from toledo_rules.phases import Transit
from toledo_rules.state import State
from toledo_rules.views import View, own_position, with_hands


def determinize(view: View, rng: Rng) -> State:
    """Return a position that agrees with a view, chosen at random.

    Every arrangement of the unseen cards that the view allows is equally likely. It weighs only what lies on the table:
    it does not reason about why the others played as they did. One thing counts as seen: a player whose figure is over
    a space where nobody can be challenged has a card to move on with, or the move would not have been legal (A-43).

    Raises ValueError if the view does not add up, or no position agrees with it.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> view(determinize(mine, Random(2)), 0) == mine
    True
    """
    hands, unseen = _known_hands(view), unseen_cards(view)
    taken = _cards_to_move_on(view, unseen, rng)
    hands[view.active] = multiset([*hands[view.active], *taken])
    return with_hands(view, *_deal(view, hands, minus(unseen, taken), rng))


def plain_position(view: View) -> State:
    """Return the position that agrees with a view and deals the unseen cards in order, the lowest first.

    Equal views give equal positions, without chance. It is a place to ask the engine what the viewer may do: that does
    not depend on unseen cards. What others hold in it means nothing; a figure of theirs in transit may even lack the
    card that it needs (A-43).

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> [card.value for card in plain_position(mine).players[1].hand]
    [1, 1, 1, 1, 1]
    """
    hands, unseen = _known_hands(view), unseen_cards(view)
    for seat in range(len(view.players)):
        taken = _unknown(view, seat)
        hands[seat], unseen = multiset((*hands[seat], *unseen[:taken])), unseen[taken:]
    return with_hands(view, hands, unseen)


def unseen_cards(view: View) -> Cards:
    """Return the cards that the viewer cannot place: those in the pile and the unknown part of the other hands.

    Raises ValueError if the view does not add up.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> len(unseen_cards(view(new_game(2, Random(1)), 0)))
    79
    """
    if view.seat is not None:
        mine = view.players[view.seat]
        if len(view.hand) != mine.cards:
            raise ValueError(
                f"this view shows {len(view.hand)} own cards where there are {mine.cards}"
            )
        try:
            minus(multiset(view.hand), mine.known)
        except ValueError:
            why = "this view knows of own cards that are not in the hand"
            raise ValueError(why) from None
    unknown = [_unknown(view, seat) for seat in range(len(view.players))]
    if min(unknown) < 0:
        raise ValueError("this view knows more cards of a hand than there are in it")
    if view.pile < 0:
        raise ValueError(f"this view has a pile of {view.pile} cards")
    seen = [*view.hand, *view.discards]
    if view.front is not None:
        seen.append(view.front)
    for seat, player in enumerate(view.players):
        if seat != view.seat:
            seen += player.known
    try:
        unseen = minus(view.edition.cards, seen)
    except ValueError:
        raise ValueError(f"this view shows cards that {view.edition.name} does not have") from None
    if len(unseen) != sum(unknown) + view.pile:
        raise ValueError(
            f"this view leaves {len(unseen)} cards for a pile of {view.pile} and {sum(unknown)} unknown cards"
        )
    return unseen


def _unknown(view: View, seat: Seat) -> int:
    """Return the number of cards in a hand that the viewer does not know."""
    player = view.players[seat]
    return 0 if seat == view.seat else player.cards - len(player.known)


def _known_hands(view: View) -> list[Cards]:
    return [
        view.hand if seat == view.seat else player.known for seat, player in enumerate(view.players)
    ]


def _deal(view: View, hands: list[Cards], unseen: Cards, rng: Rng) -> tuple[list[Cards], Cards]:
    """Fill up the hands at random; the cards that are left over are the pile."""
    for seat, player in enumerate(view.players):
        while len(hands[seat]) < player.cards:
            card = unseen[rng.randrange(len(unseen))]
            hands[seat], unseen = added(hands[seat], card), removed(unseen, card)
    return hands, unseen


# A figure in transit got there legally, so there is a way on, or somebody to challenge. Without a challenge
# its player's hand must hold enough cards to move on with. Such hands are not listed: the number of cards of each value
# is chosen step by step, weighted by the number of hands that each choice leaves.


class _Lot(NamedTuple):
    """Unseen cards of one or more values."""

    cards: Cards
    enough: int | None
    """The number of them from which on the hand can move on; None if no number is enough."""


class _Choice(NamedTuple):
    """A number of cards of the value in front, and the other cards to choose from."""

    repeated: int
    enough: bool
    """These alone let the figure move on."""
    lots: tuple[_Lot, ...]

    def hands(self, cards: int) -> int:
        """Return the number of ways to choose cards from the lots so that the figure can move on."""
        every = comb(sum([len(lot.cards) for lot in self.lots]), cards)
        return every if self.enough else every - _too_few(self.lots, cards)[0][cards]


def _cards_to_move_on(view: View, unseen: Cards, rng: Rng) -> Cards:
    """Choose the unknown part of the mover's hand if it must let a figure move on; nothing if it need not."""
    unknown, phase = _unknown(view, view.active), view.phase
    if not unknown or not isinstance(phase, Transit):
        return ()
    asked, step = own_position(view), phase.step
    if duel.rivals(asked, step) and duel.reveal_refusal(view.drawable) is None:
        return ()
    if _can_move_on(asked, step, ()):  # by what is known of the hand
        return ()
    front = None if view.front is None else view.front.value
    by_value = {value: tuple(cards) for value, cards in groupby(unseen, attrgetter("value"))}
    repeated = () if front is None else by_value.pop(front, ())
    choices = _choices(asked, step, repeated, by_value, unknown)
    weights = [
        comb(len(repeated), choice.repeated) * choice.hands(unknown - choice.repeated)
        for choice in choices
    ]
    if not any(weights):
        raise ValueError(
            "no position agrees with this view: the player in transit cannot move on (A-43)"
        )
    choice = choices[_chosen(weights, rng)]
    taken = _some_of(repeated, choice.repeated, rng)
    for lot, count in _counts(choice, unknown - choice.repeated, rng):
        taken += _some_of(lot.cards, count, rng)
    return multiset(taken)


def _choices(
    asked: State, step: Step, repeated: Cards, others: dict[int, Cards], unknown: int
) -> list[_Choice]:
    """List the numbers of cards of the value in front, each with what else it takes to move on.

    With a front card, the figure moves on by cards of its value and by one card for the movement tile. Without one,
    since the tile has been used, it moves on by cards of any one value.
    """
    if asked.front is None:
        lots = []
        for value, cards in others.items():
            numbers = range(1, min(unknown, len(cards)) + 1)
            enough = (number for number in numbers if _can_move_on(asked, step, (value,) * number))
            lots.append(_Lot(cards, next(enough, None)))
        return [_Choice(0, False, tuple(lots))]
    choices = []
    for number in range(min(unknown, len(repeated)) + 1):
        fronts = (asked.front.value,) * number
        useful: list[Card] = []
        useless: list[Card] = []
        for value, cards in others.items():
            (useful if _can_move_on(asked, step, (*fronts, value)) else useless).extend(cards)
        lots = [_Lot(tuple(useful), 1), _Lot(tuple(useless), None)]
        choices.append(_Choice(number, _can_move_on(asked, step, fronts), tuple(lots)))
    return choices


def _can_move_on(asked: State, step: Step, values: tuple[int, ...]) -> bool:
    """Ask whether the mover could move on with cards of these values beside the known ones."""
    known = [card.value for card in asked.players[asked.active].known]
    held = movement.prospect(asked)._replace(hand=multiset([*known, *values]))
    return movement.can_move_on(asked, step, held)


def _too_few(lots: Sequence[_Lot], most: int) -> list[list[int]]:
    """Count, for each lot with those after it, the sets of 0 to `most` cards with too few of every lot."""
    table = [[1] + [0] * most]
    for lot in reversed(lots):
        after, size = table[-1], len(lot.cards)
        limit = size if lot.enough is None else min(size, lot.enough - 1)
        table.append(
            [
                sum([comb(size, few) * after[cards - few] for few in range(min(cards, limit) + 1)])
                for cards in range(most + 1)
            ]
        )
    return table[::-1]


def _counts(choice: _Choice, cards: int, rng: Rng) -> Iterator[tuple[_Lot, int]]:
    """Choose the number of cards of each lot, so that every hand that can move on is equally likely."""
    enough, lots = choice.enough, choice.lots
    too_few = _too_few(lots, cards)
    rest = sum([len(lot.cards) for lot in lots])
    for place, lot in enumerate(lots):
        rest -= len(lot.cards)
        weights = []
        for count in range(min(cards, len(lot.cards)) + 1):
            done = enough or (lot.enough is not None and count >= lot.enough)
            left = cards - count
            after = comb(rest, left) - (0 if done else too_few[place + 1][left])
            weights.append(comb(len(lot.cards), count) * after)
        count = _chosen(weights, rng)
        enough = enough or (lot.enough is not None and count >= lot.enough)
        cards -= count
        yield lot, count


def _chosen(weights: Sequence[int], rng: Rng) -> int:
    """Choose a place of a list, each as likely as its weight says."""
    return bisect_right(list(accumulate(weights)), rng.randrange(sum(weights)))


def _some_of(cards: Cards, number: int, rng: Rng) -> Cards:
    """Choose some of the cards, each set of them equally likely."""
    taken: Cards = ()
    for _ in range(number):
        place = rng.randrange(len(cards))
        taken += (cards[place],)
        cards = cards[:place] + cards[place + 1 :]
    return taken
