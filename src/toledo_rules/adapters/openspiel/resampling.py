"""Other courses of a game that one seat cannot tell from the real one.

A view is not enough for that. Whoever remembers the game knows more than what lies on the table: when the pile was used
up, for instance, all cards that he could not see were in the other hands, and some of them are there still. So hidden
cards are exchanged along the course of the game: with each other, and with what is left in the pile. A card can be
exchanged if everybody still had every card that he played or paid, when he did. In the end the other course is played
through by the rules, which also sees to what is rarer: that a pass was forced (A-19), that a figure in transit had a
way on (A-43).

Among equally likely shuffles, all that fit are equally likely to come out, as far as exchanges reach; nothing is
concluded from why others played as they did.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from attrs import define, field, frozen

from toledo_rules.actions import Draw
from toledo_rules.adapters.openspiel.course import Course, replay
from toledo_rules.cards import Card
from toledo_rules.chance import Rng
from toledo_rules.events import CardDrawn, CardPlayed, FeePaid, PileReshuffled
from toledo_rules.rulebook import IllegalActionError
from toledo_rules.state import Seat

SWAPS_PER_CARD = 8
"""How often each hidden card is offered for exchange: often enough that where it began does not matter."""

TRIES = 50
"""How often to exchange anew if the rules refuse a course, which they seldom do. If all else fails, the real course is
one that fits."""

DEAL = -1
"""The moment of the deal, before move 0."""


@frozen
class Place:
    """Where a hidden card came to, and when."""

    moment: int
    seat: Seat | None
    """Who drew it; None for one that is still in the pile."""


@define
class Shuffle:
    """The hidden part of one shuffled pile: cards that went to the others, and what is left of it."""

    places: list[Place] = field(factory=list)
    cards: list[Card] = field(factory=list)
    """The card at each place."""

    def put(self, place: Place, card: Card) -> None:
        """One more hidden card."""
        self.places.append(place)
        self.cards.append(card)


class Hands:
    """When which card came to a hand and left it."""

    def __init__(self) -> None:
        self.changes: defaultdict[tuple[Seat, Card], list[tuple[int, int]]] = defaultdict(list)

    def change(self, moment: int, seat: Seat, card: Card, by: int) -> None:
        """A card came (1) or left (-1)."""
        self.changes[seat, card].append((moment, by))

    def move(self, place: Place, gone: Card, come: Card) -> None:
        """Another card came to a hand at that moment."""
        if place.seat is not None:
            self.changes[place.seat, gone].remove((place.moment, 1))
            self.changes[place.seat, come].append((place.moment, 1))

    def possible(self, place: Place, card: Card) -> bool:
        """Whoever drew at this place still had every such card when it left the hand."""
        if place.seat is None:
            return True
        held = 0
        for _, by in sorted(self.changes[place.seat, card]):
            held += by
            if held < 0:
                return False
        return True


def resampled(course: Course, seat: Seat, rng: Rng) -> Course:
    """A course that a seat cannot tell from this one, chosen at random."""
    shuffles, hands = _hidden(course, seat)
    swaps = SWAPS_PER_CARD * sum(len(shuffle.cards) for shuffle in shuffles)
    for _ in range(TRIES):
        for _ in range(swaps):
            _exchange(shuffles, hands, rng)
        try:
            return _played_through(course, seat, shuffles)
        except IllegalActionError:  # a pass was not forced, or a figure in transit had no way on
            continue
    return course


def _hidden(course: Course, seat: Seat) -> tuple[list[Shuffle], Hands]:
    """What the seat did not see, by the shuffle that it came from, and how all hands changed."""
    shuffles, hands = [Shuffle()], Hands()
    for number, card in enumerate(course.dealt):
        owner = number // course.edition.hand
        hands.change(DEAL, owner, card, 1)
        if owner != seat:
            shuffles[-1].put(Place(DEAL, owner), card)
    for moment, entry in enumerate(course.entries):
        for event in entry.events:
            match event:
                case CardDrawn(drawer, Card() as card):
                    hands.change(moment, drawer, card, 1)
                    if drawer != seat:
                        shuffles[-1].put(Place(moment, drawer), card)
                case CardPlayed(player, card):
                    hands.change(moment, player, card, -1)
                case FeePaid(player, payee, card):
                    hands.change(moment, player, card, -1)
                    if payee is not None:
                        hands.change(moment, payee, card, 1)
                case PileReshuffled():  # TAK-02: the pile was used up, and begins anew with cards that all had seen
                    shuffles.append(Shuffle())
                case _:
                    pass
    for card in course.state.pile:
        shuffles[-1].put(Place(len(course.entries), None), card)
    return [shuffle for shuffle in shuffles if shuffle.cards], hands


def _exchange(shuffles: list[Shuffle], hands: Hands, rng: Rng) -> None:
    """Exchange one or two pairs of cards, each within its shuffle, if the hands allow it.

    Two at once, because a card may have come from either of two shuffles, and one exchange alone would be impossible.
    """
    pairs: list[tuple[Shuffle, int, int]] = []
    losses: list[tuple[Place, Card]] = []
    for _ in range(1 + rng.randrange(2)):
        shuffle = shuffles[rng.randrange(len(shuffles))]
        one, other = rng.randrange(len(shuffle.cards)), rng.randrange(len(shuffle.cards))
        losses += [(shuffle.places[place], shuffle.cards[place]) for place in (one, other)]
        _swap(shuffle, one, other, hands)
        pairs.append((shuffle, one, other))
    if not all(hands.possible(place, card) for place, card in losses):
        for shuffle, one, other in reversed(pairs):
            _swap(shuffle, one, other, hands)


def _swap(shuffle: Shuffle, one: int, other: int, hands: Hands) -> None:
    first, second = shuffle.cards[one], shuffle.cards[other]
    hands.move(shuffle.places[one], first, second)
    hands.move(shuffle.places[other], second, first)
    shuffle.cards[one], shuffle.cards[other] = second, first


def _played_through(course: Course, seat: Seat, shuffles: list[Shuffle]) -> Course:
    """The course with these hidden cards, in the order in which they were drawn."""
    drawn: Iterator[Card] = iter(
        [
            card
            for shuffle in shuffles
            for place, card in zip(shuffle.places, shuffle.cards, strict=True)
            if place.seat is not None
        ]
    )
    size = course.edition.hand
    dealt = [
        card if number // size == seat else next(drawn) for number, card in enumerate(course.dealt)
    ]
    moves = [
        entry.move if entry.secret_of in (None, seat) else Draw(next(drawn))
        for entry in course.entries
    ]
    return replay(course, dealt, moves)
