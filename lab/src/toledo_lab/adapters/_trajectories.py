"""Trajectories: games with all that their players remember, and how to sample others that a seat cannot tell apart.

The game of OpenSpiel is made of these: an information state is what a seat remembers of a trajectory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from random import Random
from typing import NamedTuple, TypeAlias

from attrs import define, evolve, field, frozen

from toledo_lab._library import check_players, deal, distinct, minus, multiset
from toledo_lab.adapters import numbering
from toledo_rules import chance_outcomes, explain, step
from toledo_rules.actions import Draw, Move, Pass, PlayCard
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


Course: TypeAlias = tuple[tuple[Card, ...], tuple[PlayedMove, ...]]
"""The cards that were dealt, in order, and the moves since."""


class Past:
    """The beginning of a game. One that was resampled is told when somebody asks for it."""

    def __init__(self, cards: int, length: int, tell: Callable[[], Course]) -> None:
        self.cards = cards
        """Number of cards that were dealt."""
        self.length = length
        """Number of moves since the deal."""
        self._tell = tell

    @cached_property
    def told(self) -> Course:
        """The deal, and the moves."""
        return self._tell()


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
    past: Past
    """Beginning of the game: the deal, and moves since, for a game that was resampled."""
    since: tuple[PlayedMove, ...]
    """Moves after that."""
    state: State
    """Current position. While cards are dealt, that of the hands so far."""
    notes: dict[Seat, Ledger] = field(factory=dict, repr=False)
    """Last accounts of hidden cards, for this game and those that went on from it or came before."""

    @staticmethod
    @lru_cache(maxsize=64)
    def begin(edition: Edition, players: int) -> Trajectory:
        """Return the trajectory before the first card is dealt. Seat 0 will start."""
        check_players(edition, players, 0)
        return Trajectory.of(edition, players, (), (), _dealt(edition, players, ()))

    @staticmethod
    def of(
        edition: Edition,
        players: int,
        dealt: tuple[Card, ...],
        moves: tuple[PlayedMove, ...],
        state: State,
    ) -> Trajectory:
        """Return the trajectory of a deal and moves that led to a position."""
        return Trajectory(edition, players, Past(len(dealt), 0, lambda: (dealt, ())), moves, state)

    def __reduce__(self) -> tuple[Callable[..., Trajectory], tuple[object, ...]]:
        parts = (self.edition, self.players, self.dealt, self.moves, self.state)
        return Trajectory.of, parts

    def __deepcopy__(self, memo: object) -> Trajectory:
        """Return the same object: nothing in here ever changes, and OpenSpiel copies a lot."""
        return self

    @property
    def dealing(self) -> bool:
        """True while hands are being dealt."""
        return self.past.cards < self.players * self.edition.hand

    @property
    def length(self) -> int:
        """Number of moves since the deal."""
        return self.past.length + len(self.since)

    @property
    def dealt(self) -> tuple[Card, ...]:
        """Cards of the hands, in the order in which they were dealt: all of seat 0 first (A-18)."""
        return self.past.told[0]

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """Moves since the deal."""
        return (*self.past.told[1], *self.since)

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
            return Trajectory.of(self.edition, self.players, dealt, (), state)
        result = step(self.state, move)
        drawn = [event.seat for event in result.events if isinstance(event, SecretCardDrawn)]
        delicate = isinstance(move, Pass) or any(
            isinstance(event, SpaceFull) and not self._rivals(event) for event in result.events
        )
        before = self.state if delicate else None
        secret = drawn[0] if drawn else None
        played = PlayedMove(move, self.state.active, result.events, secret, before)
        return evolve(self, since=(*self.since, played), state=result.state)

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
    other = Trajectory.of(edition, players, tuple(dealt), (), _dealt(edition, players, dealt))
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


@define
class Pool:
    """The hidden part of one shuffled pile that is in the hands of the others."""

    shuffle: int
    """Number of the shuffle."""
    hands: list[list[Card]]
    """By seat, the cards that a seat has drawn from this pile, that nobody else has seen, and that it still has."""


class Leaving(NamedTuple):
    """A hidden card that left a hand, and so was seen by all."""

    moment: int
    shuffle: int
    seat: Seat
    card: Card


@define
class Ledger:
    """The hidden cards of a game: what a seat can tell about them, and where they really are.

    As long as nobody has seen it, a card from a pile could be any of those that are left of this pile: which one it is
    may be decided when it is seen. So all that a seat has to keep in mind is, for each shuffled pile, how many cards of
    it are in each hand, and which cards are left. A pile that was used up lies in the other hands as a whole. A card
    that is played may have come from several piles; it counts as one of the oldest that it was sure to be from.
    """

    seat: Seat
    pools: list[Pool]
    """The oldest first; the last one is that of the current pile. Those of which no card is hidden are left out."""
    known: list[list[Card]]
    """By seat, cards that were paid to it: everybody knows of these, and they count as leaving first."""
    left: list[Leaving] = field(factory=list)
    delicate: list[int] = field(factory=list)
    """Moments of delicate moves of others that may not be legal with other cards."""
    unsure: bool = False
    """True if a card may have come from one of two piles: then nothing is known in advance."""
    length: int = 0
    """Moves that are accounted for."""
    last: PlayedMove | None = None
    """Last of these."""

    @staticmethod
    def begin(trajectory: Trajectory, seat: Seat) -> Ledger:
        """Return the ledger of the deal."""
        hands: list[list[Card]] = [[] for _ in range(trajectory.players)]
        for number, card in enumerate(trajectory.dealt):
            owner = number // trajectory.edition.hand
            if owner != seat:
                hands[owner].append(card)
        return Ledger(seat, [Pool(0, hands)], [[] for _ in hands])

    def copy(self) -> Ledger:
        """Return a ledger that can be continued apart from this one."""
        pools = [Pool(pool.shuffle, [hand[:] for hand in pool.hands]) for pool in self.pools]
        known = [cards[:] for cards in self.known]
        return evolve(self, pools=pools, known=known, left=self.left[:], delicate=self.delicate[:])

    def add(self, played: PlayedMove) -> None:
        """Account for one more move."""
        moment, last = self.length, self.last
        self.length, self.last = moment + 1, played
        if self.delicate and self.delicate[-1] == moment - 1:
            assert last is not None
            if isinstance(last.move, PlayCard):  # by now everybody has seen the way on
                self.delicate.pop()
        before = played.delicate
        if before is not None and played.seat != self.seat and before.player.hand:
            self.delicate.append(moment)
        for event in played.events:  # other events move no card to a hand or from it
            if isinstance(event, SecretCardDrawn):
                if event.seat != self.seat:
                    self.pools[-1].hands[event.seat].append(event.card)
            elif isinstance(event, CardPlayed):
                self._leave(moment, event.seat, event.card)
            elif isinstance(event, FeePaid):
                self._leave(moment, event.seat, event.card)
                if event.owner is not None and event.owner != self.seat:
                    self.known[event.owner].append(event.card)
            elif isinstance(event, PileReshuffled):
                number = self.pools[-1].shuffle + 1
                self.pools = [pool for pool in self.pools if any(pool.hands)]
                self.pools.append(Pool(number, [[] for _ in self.known]))

    def _leave(self, moment: int, seat: Seat, card: Card) -> None:
        if seat == self.seat or self.unsure:
            return
        if card in self.known[seat]:
            self.known[seat].remove(card)
            return
        *older, source = [pool for pool in self.pools if pool.hands[seat]]
        for pool in older:
            if any(card in hand for hand in pool.hands):
                if any(hand for owner, hand in enumerate(pool.hands) if owner != seat):
                    self.unsure = True
                    return
                source = pool
                break
        source.hands[seat].remove(card)
        self.left.append(Leaving(moment, source.shuffle, seat, card))

    def dealt_again(
        self, pile: Cards, rng: Rng
    ) -> tuple[dict[tuple[int, Seat], list[Card]], Cards]:
        """Return other hidden cards, by shuffle and seat, and another pile: each arrangement is equally likely."""
        found: dict[tuple[int, Seat], list[Card]] = {}
        for pool in self.pools:
            cards = [card for hand in pool.hands for card in hand]
            hidden = len(cards)
            if pool is self.pools[-1]:
                cards += pile
            for place in range(hidden):
                other = place + rng.randrange(len(cards) - place)
                cards[place], cards[other] = cards[other], cards[place]
            start = 0
            for owner, hand in enumerate(pool.hands):
                if hand:
                    found[pool.shuffle, owner] = cards[start : start + len(hand)]
                    start += len(hand)
            if pool is self.pools[-1]:
                pile = multiset(cards[hidden:])
        return found, pile

    def position(
        self, state: State, hidden: Mapping[tuple[int, Seat], list[Card]], pile: Cards
    ) -> State:
        """Return the position with other hidden cards."""
        players = list(state.players)
        for owner, player in enumerate(players):
            gone = [card for pool in self.pools for card in pool.hands[owner]]
            if gone:
                come = [
                    card for pool in self.pools for card in hidden.get((pool.shuffle, owner), ())
                ]
                players[owner] = evolve(player, hand=multiset([*minus(player.hand, gone), *come]))
        return evolve(state, players=tuple(players), pile=pile)


def ledger_of(trajectory: Trajectory, seat: Seat) -> Ledger:
    """Return the ledger of a game for a seat. It goes on from the last one that was asked for, if that came before."""
    ledger = trajectory.notes.get(seat)
    if ledger is None or not _precedes(ledger, trajectory):
        ledger = Ledger.begin(trajectory, seat)
    if ledger.length < trajectory.length:
        ledger = ledger.copy()
        for played in _moves_from(trajectory, ledger.length):
            ledger.add(played)
        trajectory.notes[seat] = ledger
    return ledger


def _precedes(ledger: Ledger, trajectory: Trajectory) -> bool:
    """Return True if the moves of a ledger are the first ones of a trajectory: a move is made but once."""
    place = ledger.length - trajectory.past.length - 1
    return 0 <= place < len(trajectory.since) and trajectory.since[place] is ledger.last


def _moves_from(trajectory: Trajectory, first: int) -> tuple[PlayedMove, ...]:
    place = first - trajectory.past.length
    return trajectory.since[place:] if place >= 0 else trajectory.moves[first:]


def resampled(trajectory: Trajectory, seat: Seat, rng: Rng) -> Trajectory:
    """Return a trajectory that a seat cannot distinguish from this one, chosen at random.

    A view is not enough for that. Players who remember the game know more than what lies on the table: when the pile
    was used up, for instance, all cards that they could not see were in the other hands, and some of them are there
    still. So the cards of each shuffled pile that are still hidden are dealt again, by a `Ledger`. That takes the same
    time at any moment of a game; the moves that led there are put together when somebody asks for them. Everything else
    in the game is public, so they need not be played: only what is rarer, that a pass was forced (A-19) or that a
    figure in transit had a way on (A-43), has to be asked of the rules.

    If there are three players or more, a card may have come from one of two piles, and nobody can tell. Then hidden
    cards are exchanged along the whole game: see `exchanged`.

    Among equally likely shuffles, all that fit are equally likely to come out; nothing is concluded from why others
    played as they did.
    """
    ledger = ledger_of(trajectory, seat)
    if ledger.unsure:
        return exchanged(trajectory, seat, rng)
    for _ in range(TRIES):
        hidden, pile = ledger.dealt_again(trajectory.state.pile, rng)
        retelling = _Retelling(trajectory, ledger, hidden, pile, rng.randrange(1 << 62))
        if not ledger.delicate or retelling.allowed():
            past = Past(trajectory.past.cards, trajectory.length, retelling.course)
            if trajectory.state.over:  # hands may have been shown
                dealt, moves = past.told
                return replay(trajectory, dealt, [played.move for played in moves])
            state = ledger.position(trajectory.state, hidden, pile)
            return Trajectory(trajectory.edition, trajectory.players, past, (), state)
    return trajectory


class _Retelling:
    """A game with other hidden cards."""

    def __init__(
        self,
        trajectory: Trajectory,
        ledger: Ledger,
        hidden: Mapping[tuple[int, Seat], list[Card]],
        pile: Cards,
        seed: int,
    ) -> None:
        self.trajectory = trajectory
        self.ledger = ledger
        self.hidden = hidden
        self.pile = pile
        self.seed = seed

    @cached_property
    def real(self) -> list[Shuffle]:
        return _hidden(self.trajectory, self.ledger.seat)[0]

    @cached_property
    def shuffles(self) -> list[Shuffle]:
        """The moments at which these cards came. A card that left may have come at any time before."""
        rng = Random(self.seed)
        waiting: defaultdict[tuple[int, Seat | None], list[int]] = defaultdict(list)
        for number, shuffle in enumerate(self.real):
            for place, slot in enumerate(shuffle.slots):
                waiting[number, slot.seat].append(place)
        cards = [list(shuffle.cards) for shuffle in self.real]
        for moment, number, owner, card in self.ledger.left:
            places, slots = waiting[number, owner], self.real[number].slots
            before = sum([slots[place].moment < moment for place in places])
            cards[number][places.pop(rng.randrange(before))] = card
        for (number, owner), come in self.hidden.items():
            for place, card in zip(waiting[number, owner], come, strict=True):
                cards[number][place] = card
        for place, card in zip(waiting[len(cards) - 1, None], self.pile, strict=True):
            cards[-1][place] = card
        return [Shuffle(one.slots, some) for one, some in zip(self.real, cards, strict=True)]

    @cached_property
    def positions(self) -> dict[int, State]:
        """Positions before delicate moves."""
        real = [tuple(shuffle.cards) for shuffle in self.real]
        return _delicate_positions(self.trajectory, self.shuffles, real)

    def allowed(self) -> bool:
        """Return True if the rules allow every move."""
        moves = self.trajectory.moves
        return all(_allowed(state, moves[at].move) for at, state in self.positions.items())

    def course(self) -> Course:
        """Return the deal and the moves."""
        return _course(self.trajectory, self.ledger.seat, self.shuffles, self.positions)


def exchanged(trajectory: Trajectory, seat: Seat, rng: Rng) -> Trajectory:
    """Return a trajectory that a seat cannot distinguish from this one, by exchanges of hidden cards.

    They are exchanged with each other, and with what is left in the pile. A card can be exchanged if everybody still
    had every card that they played or paid, when they did. All that fit come out equally often, as far as exchanges
    reach.
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
            return Trajectory.of(trajectory.edition, trajectory.players, dealt, moves, state)
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
) -> Course:
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
