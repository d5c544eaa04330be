"""Trajectories: games with all that their players remember, and how to sample others that a seat cannot tell apart.

The game of OpenSpiel is made of these: an information state is what a seat remembers of a trajectory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from attrs import define, evolve, field, frozen

from toledo_lab._library import check_players, deal, distinct, minus, multiset
from toledo_lab.adapters import numbering
from toledo_rules import chance_outcomes, explain, step
from toledo_rules.actions import Draw, Move, Pass
from toledo_rules.chance import Rng
from toledo_rules.edition import Card, Cards, Edition, Seat
from toledo_rules.events import (
    CardPlayed,
    FeePaid,
    PileReshuffled,
    SecretCardDrawn,
    SecretEvents,
    SpaceFull,
)
from toledo_rules.notation import format_cards, format_move, format_seat
from toledo_rules.state import State

MoveCode: TypeAlias = int
"""A move as a number that is never 0, for the memory of a seat; `HIDDEN` is a draw of which it saw the back only."""

HIDDEN: MoveCode = 1


@frozen(eq=False)
class Coding:
    """The codes of an edition's moves."""

    cards: Cards
    """Kinds of cards. The place of a card in here is chance's number for it."""
    places: dict[Card, int]
    """Number of each card."""
    codes: dict[Move, MoveCode]
    names: tuple[str, ...]
    """Meaning of each code, in notation."""


@lru_cache(maxsize=64)
def coding(edition: Edition) -> Coding:
    """Return the codes of an edition's moves: first the draws of chance, then the actions by their numbers.

    >>> from toledo_rules import KOSMOS_2008, TAKE_CARDS
    >>> made = coding(KOSMOS_2008)
    >>> made.names[HIDDEN], made.names[2], made.names[made.codes[TAKE_CARDS]]
    ('=?', '=1ba', 'take')
    """
    cards = distinct(edition.cards)
    moves: list[Move] = [*map(Draw, cards), *numbering(edition).actions]
    return Coding(
        cards=cards,
        places={card: place for place, card in enumerate(cards)},
        codes={move: code for code, move in enumerate(moves, start=HIDDEN + 1)},
        names=("", "=?", *(format_move(move, edition) for move in moves)),
    )


@frozen
class PlayedMove:
    """A move and its events."""

    move: Move
    seat: Seat
    """Seat that was on turn."""
    events: SecretEvents
    secret_of: Seat | None
    """Seat that alone saw which card was drawn (A-131); None if the move was public."""
    delicate: State | None = None
    """Position before it, if other cards in the hand could have made it illegal: before a pass (A-19), or a move to a
    full space without anybody to challenge (A-43)."""


@frozen(eq=False)
class Trajectory:
    """A game up to now: how it was dealt, every move since, and the position that this led to.

    A `State` has no memory, but a player has. What a seat can know at a moment is its own cards as they were dealt, and
    all moves since, but for the cards that others drew. So that is an information state here, and nothing is ever
    forgotten.

    >>> from toledo_rules import KOSMOS_2008
    >>> trajectory = Trajectory.begin(KOSMOS_2008, 2)
    >>> for card in KOSMOS_2008.cards[:10]:
    ...     trajectory = trajectory.after(Draw(card))
    >>> print(trajectory.information(1))
    blue has 1nd 1ta 1ta 1td 1td
    """

    edition: Edition
    players: int
    dealt: tuple[Card, ...]
    """Cards of the hands, in the order in which they were dealt: all of seat 0 first (A-18)."""
    moves: tuple[PlayedMove, ...]
    """Moves since the deal."""
    state: State
    """Current position. While cards are dealt, that of the hands so far."""

    @staticmethod
    @lru_cache(maxsize=64)
    def begin(edition: Edition, players: int) -> Trajectory:
        """Return the trajectory before the first card is dealt. Seat 0 will start."""
        check_players(edition, players, 0)
        return Trajectory(edition, players, (), (), _dealt(edition, players, ()))

    def __deepcopy__(self, memo: object) -> Trajectory:
        """Return the same object: nothing in here ever changes, and OpenSpiel copies a lot."""
        return self

    @property
    def dealing(self) -> bool:
        """True while hands are being dealt."""
        return len(self.dealt) < self.players * self.edition.hand

    @property
    def chance(self) -> bool:
        """True if the next move is chance's."""
        return self.dealing or self.state.chance

    def outcomes(self) -> list[tuple[Card, float]]:
        """Return the cards that chance can draw, with probabilities."""
        if self.dealing:
            pile = self.state.pile
            return [(card, len(list(copies)) / len(pile)) for card, copies in groupby(pile)]
        return [(draw.card, float(chance)) for draw, chance in chance_outcomes(self.state)]

    def after(self, move: Move) -> Trajectory:
        """Return the trajectory with one more move. Raises `toledo_rules.IllegalActionError` if it is not legal."""
        if self.dealing:
            assert isinstance(move, Draw)
            dealt = (*self.dealt, move.card)
            state = _dealt(self.edition, self.players, dealt)
            return evolve(self, dealt=dealt, state=state)
        result = step(self.state, move)
        drawn = [event.seat for event in result.events if isinstance(event, SecretCardDrawn)]
        delicate = isinstance(move, Pass) or any(
            isinstance(event, SpaceFull) and not self._rivals(event) for event in result.events
        )
        before = self.state if delicate else None
        secret = drawn[0] if drawn else None
        played = PlayedMove(move, self.state.active, result.events, secret, before)
        return evolve(self, moves=(*self.moves, played), state=result.state)

    def _rivals(self, event: SpaceFull) -> bool:
        """Return True if somebody can be challenged on a full space, whatever the hand of its player."""
        others = set(self.state.standing(event.step)) - {event.seat}
        return bool(others) and self.state.drawable > 0

    def hand_dealt(self, seat: Seat) -> Cards:
        """Return the cards that a seat was dealt; their order has no meaning (A-18)."""
        size = self.edition.hand
        return multiset(self.dealt[seat * size : (seat + 1) * size])

    def codes(self, seat: Seat | None) -> list[MoveCode]:
        """Return the codes of all moves since the deal, as a seat saw them; None for a spectator."""
        codes = coding(self.edition).codes
        return [
            codes[played.move] if played.secret_of in (None, seat) else HIDDEN
            for played in self.moves
        ]

    def information(self, seat: Seat | None) -> str:
        """Return everything that a seat knows, in notation; None for a spectator."""
        names = coding(self.edition).names
        moves = [names[code] for code in self.codes(seat)]
        if seat is not None:
            hand = format_cards(self.hand_dealt(seat), self.edition)
            moves.insert(0, f"{format_seat(seat, self.edition)} has {hand}")
        return ", ".join(moves)

    def __str__(self) -> str:
        """Return everything that happened, with all secrets, in notation."""
        made = coding(self.edition)
        moves = (made.names[made.codes[played.move]] for played in self.moves)
        return ", ".join((f"deal {format_cards(self.dealt, self.edition)}", *moves))


def replay(trajectory: Trajectory, dealt: Sequence[Card], moves: Sequence[Move]) -> Trajectory:
    """Return another trajectory of the same game: other hands, other moves."""
    edition, players = trajectory.edition, trajectory.players
    other = Trajectory(edition, players, tuple(dealt), (), _dealt(edition, players, dealt))
    for move in moves:
        other = other.after(move)
    return other


def _dealt(edition: Edition, players: int, dealt: Sequence[Card]) -> State:
    size = edition.hand
    hands = tuple(multiset(dealt[seat * size : (seat + 1) * size]) for seat in range(players))
    return deal(edition, hands, minus(edition.cards, dealt), 0)


SWAPS_PER_CARD = 8
"""Exchanges offered for each hidden card: enough that its first place does not matter."""

TRIES = 50
"""Attempts if the rules refuse a trajectory, which they seldom do. If all fail, the real one is returned."""

DEAL = -1
"""The moment of the deal, before move 0."""


@frozen
class Slot:
    """The place that a hidden card came to, and the moment."""

    moment: int
    seat: Seat | None
    """Seat that drew it; None for a card that is still in the pile."""


@define
class Shuffle:
    """The hidden part of one shuffled pile: cards that went to the others, and what is left of it."""

    slots: list[Slot] = field(factory=list)
    cards: list[Card] = field(factory=list)
    """Card at each slot."""

    def put(self, slot: Slot, card: Card) -> None:
        """Add a hidden card."""
        self.slots.append(slot)
        self.cards.append(card)


class Hands:
    """The moments at which each card came to a hand and left it."""

    def __init__(self) -> None:
        self.changes: defaultdict[tuple[Seat, Card], list[tuple[int, int]]] = defaultdict(list)
        self.left: defaultdict[Seat | None, set[Card]] = defaultdict(set)
        """Cards that ever left a hand. Only for these does it matter when they came."""

    def change(self, moment: int, seat: Seat, card: Card, by: int) -> None:
        """Note that a card came (1) or left (-1)."""
        self.changes[seat, card].append((moment, by))
        if by < 0:
            self.left[seat].add(card)

    def move(self, slot: Slot, gone: Card, come: Card) -> None:
        """Let another card come to a hand at that moment."""
        if slot.seat is not None:
            if gone in self.left[slot.seat]:
                self.changes[slot.seat, gone].remove((slot.moment, 1))
            if come in self.left[slot.seat]:
                self.changes[slot.seat, come].append((slot.moment, 1))

    def possible(self, slot: Slot, card: Card) -> bool:
        """Return True if the seat of this slot still had every such card when it left the hand."""
        if slot.seat is None or card not in self.left[slot.seat]:
            return True
        held = 0
        for _, by in sorted(self.changes[slot.seat, card]):
            held += by
            if held < 0:
                return False
        return True


def resampled(trajectory: Trajectory, seat: Seat, rng: Rng) -> Trajectory:
    """Return a trajectory that a seat cannot distinguish from this one, by exchanges of hidden cards.

    A view is not enough for that. Players who remember the game know more than what lies on the table: when the pile
    was used up, for instance, all cards that they could not see were in the other hands, and some of them are there
    still. So the cards of each shuffled pile that stayed hidden are exchanged with each other, and with what is left in
    the pile. A card can be exchanged if everybody still had every card that they played or paid, when they did.
    Everything else in the game is public, so it need not be played: only what is rarer, that a pass was forced (A-19)
    or that a figure in transit had a way on (A-43), has to be asked of the rules.

    Among equally likely shuffles, all that fit come out equally often, as far as exchanges reach; nothing is concluded
    from why others played as they did.
    """
    shuffles, hands = _hidden(trajectory, seat)
    real = [tuple(shuffle.cards) for shuffle in shuffles]
    some = [shuffle for shuffle in shuffles if shuffle.cards]
    swaps = SWAPS_PER_CARD * sum(len(shuffle.cards) for shuffle in some)
    for _ in range(TRIES):
        for _ in range(swaps):
            _exchange(some, hands, rng)
        positions = _delicate_positions(trajectory, shuffles, real)
        if all(_allowed(state, trajectory.moves[at].move) for at, state in positions.items()):
            dealt, moves = _course(trajectory, seat, shuffles, positions)
            if trajectory.state.over:  # hands may have been shown
                return replay(trajectory, dealt, [played.move for played in moves])
            state = _held(trajectory.state, shuffles, real, len(moves) + 1)
            return evolve(trajectory, dealt=dealt, moves=moves, state=state)
    return trajectory


def _delicate_positions(
    trajectory: Trajectory, shuffles: Sequence[Shuffle], real: Sequence[tuple[Card, ...]]
) -> dict[int, State]:
    """Return the positions before delicate moves, if other cards came to the slots than really did."""
    return {
        moment: _held(played.delicate, shuffles, real, moment)
        for moment, played in enumerate(trajectory.moves)
        if played.delicate is not None
    }


def _hidden(trajectory: Trajectory, seat: Seat) -> tuple[list[Shuffle], Hands]:
    """Return the cards that the seat did not see, by shuffle, and the changes of all hands."""
    shuffles, hands = [Shuffle()], Hands()
    for number, card in enumerate(trajectory.dealt):
        owner = number // trajectory.edition.hand
        hands.change(DEAL, owner, card, 1)
        if owner != seat:
            shuffles[-1].put(Slot(DEAL, owner), card)
    for moment, played in enumerate(trajectory.moves):
        for event in played.events:  # other events move no card to a hand or from it
            if isinstance(event, SecretCardDrawn):
                hands.change(moment, event.seat, event.card, 1)
                if event.seat != seat:
                    shuffles[-1].put(Slot(moment, event.seat), event.card)
            elif isinstance(event, CardPlayed):
                hands.change(moment, event.seat, event.card, -1)
            elif isinstance(event, FeePaid):
                hands.change(moment, event.seat, event.card, -1)
                if event.owner is not None:
                    hands.change(moment, event.owner, event.card, 1)
            elif isinstance(event, PileReshuffled):
                shuffles.append(Shuffle())  # TAK-02: the new pile is of cards that all had seen
    for card in trajectory.state.pile:
        shuffles[-1].put(Slot(len(trajectory.moves), None), card)
    return shuffles, hands


def _exchange(shuffles: list[Shuffle], hands: Hands, rng: Rng) -> None:
    """Exchange one or two pairs of cards, each within its shuffle, if the hands allow it.

    Two at once, because a card may have come from either of two shuffles, and one exchange alone would be impossible.
    """
    pairs: list[tuple[Shuffle, int, int]] = []
    losses: list[tuple[Slot, Card]] = []
    for _ in range(1 + rng.randrange(2) if len(shuffles) > 1 else 1):
        shuffle = shuffles[rng.randrange(len(shuffles))] if len(shuffles) > 1 else shuffles[0]
        size = len(shuffle.cards)
        one, other = divmod(rng.randrange(size * size), size)
        first, second = shuffle.cards[one], shuffle.cards[other]
        here, there = shuffle.slots[one], shuffle.slots[other]
        if first == second or here.seat == there.seat is None:
            continue
        pairs.append((shuffle, one, other))
        mine, theirs = hands.left[here.seat], hands.left[there.seat]
        if not (first in mine or second in mine or first in theirs or second in theirs):
            shuffle.cards[one], shuffle.cards[other] = second, first
            continue
        losses += [(here, first), (there, second)]
        _swap(shuffle, one, other, hands)
    for slot, card in losses:
        if not hands.possible(slot, card):
            for shuffle, one, other in reversed(pairs):
                _swap(shuffle, one, other, hands)
            return


def _swap(shuffle: Shuffle, one: int, other: int, hands: Hands) -> None:
    first, second = shuffle.cards[one], shuffle.cards[other]
    hands.move(shuffle.slots[one], first, second)
    hands.move(shuffle.slots[other], second, first)
    shuffle.cards[one], shuffle.cards[other] = second, first


def _allowed(state: State, move: Move) -> bool:
    assert not isinstance(move, Draw)  # chance is never delicate
    return explain(state, move) is None


def _course(
    trajectory: Trajectory,
    seat: Seat,
    shuffles: list[Shuffle],
    positions: Mapping[int, State],
) -> tuple[tuple[Card, ...], tuple[PlayedMove, ...]]:
    """Return the deal and the moves with these hidden cards, in the order in which they were drawn.

    `positions` are those before delicate moves.
    """
    drawn: Iterator[Card] = iter(
        [
            card
            for shuffle in shuffles
            for slot, card in zip(shuffle.slots, shuffle.cards, strict=True)
            if slot.seat is not None
        ]
    )
    size = trajectory.edition.hand
    dealt = tuple(
        [
            card if number // size == seat else next(drawn)
            for number, card in enumerate(trajectory.dealt)
        ]
    )
    moves = [
        played if played.secret_of in (None, seat) else _drawn(played, next(drawn))
        for played in trajectory.moves
    ]
    for moment, state in positions.items():
        moves[moment] = evolve(moves[moment], delicate=state)
    return dealt, tuple(moves)


def _drawn(played: PlayedMove, card: Card) -> PlayedMove:
    """Return a draw with another card."""
    events = [
        evolve(event, card=card) if isinstance(event, SecretCardDrawn) else event
        for event in played.events
    ]
    return evolve(played, move=Draw(card), events=SecretEvents(events))


def _held(
    state: State, shuffles: Sequence[Shuffle], real: Sequence[tuple[Card, ...]], moment: int
) -> State:
    """Return the position before a moment, if other cards came to the slots than really did."""
    gone: defaultdict[Seat | None, list[Card]] = defaultdict(list)
    come: defaultdict[Seat | None, list[Card]] = defaultdict(list)
    for shuffle, before in zip(shuffles, real, strict=True):
        for slot, old, new in zip(shuffle.slots, before, shuffle.cards, strict=True):
            if old != new and slot.moment < moment:
                gone[slot.seat].append(old)
                come[slot.seat].append(new)
    players = tuple(
        [
            evolve(player, hand=minus(multiset([*player.hand, *come[seat]]), gone[seat]))
            if seat in come
            else player
            for seat, player in enumerate(state.players)
        ]
    )
    pile = minus(multiset([*state.pile, *come[None]]), gone[None])
    return evolve(state, players=players, pile=pile)
