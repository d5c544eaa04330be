"""The course of a game: how it was dealt, every move since, and the position that this led to.

A `State` has no memory, but a player has. What a seat can know at a moment is its own cards as they were dealt, and all
moves since, but for the cards that others drew. So that is an information state here, and nothing is ever forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from attrs import evolve, frozen

from toledo_rules.actions import Draw, Move
from toledo_rules.adapters.numbering import numbering
from toledo_rules.cards import Card, Cards
from toledo_rules.edition import Edition
from toledo_rules.engine import chance_outcomes, step
from toledo_rules.events import CardDrawn, Event
from toledo_rules.multiset import distinct, minus, multiset
from toledo_rules.notation import format_cards, format_move, format_seat
from toledo_rules.setup import check_players, deal
from toledo_rules.state import Seat, State

Code: TypeAlias = int
"""A move as a number that is never 0, for the memory of a seat; `HIDDEN` is a draw of which it saw the back only."""

HIDDEN: Code = 1


@frozen(eq=False)
class Coding:
    """The codes of an edition's moves."""

    cards: Cards
    """The kinds of cards. The place of a card in here is chance's number for it."""
    codes: dict[Move, Code]
    names: tuple[str, ...]
    """What each code means, in notation."""


@lru_cache(maxsize=64)
def coding(edition: Edition) -> Coding:
    """The codes of an edition's moves: first what chance can draw, then the actions by their numbers.

    >>> from toledo_rules import KOSMOS_2008, TAKE_CARDS
    >>> made = coding(KOSMOS_2008)
    >>> made.names[HIDDEN], made.names[2], made.names[made.codes[TAKE_CARDS]]
    ('=?', '=1ba', 'take')
    """
    cards = distinct(edition.cards)
    moves: list[Move] = [*map(Draw, cards), *numbering(edition).actions]
    return Coding(
        cards=cards,
        codes={move: code for code, move in enumerate(moves, start=HIDDEN + 1)},
        names=("", "=?", *(format_move(move, edition) for move in moves)),
    )


@frozen
class Entry:
    """A move, and what happened by it."""

    move: Move
    events: tuple[Event, ...]
    secret_of: Seat | None
    """Who alone has seen which card was drawn (A-131); None if the move was public."""


@frozen(eq=False)
class Course:
    """How a game went, up to now.

    >>> from toledo_rules import KOSMOS_2008
    >>> course = Course.begin(KOSMOS_2008, 2)
    >>> for card in KOSMOS_2008.cards[:10]:
    ...     course = course.after(Draw(card))
    >>> print(course.told(1))
    blue has 1nd 1ta 1ta 1td 1td
    """

    edition: Edition
    players: int
    dealt: tuple[Card, ...]
    """The cards of the hands, in the order in which they were dealt: all of seat 0 first (A-156)."""
    entries: tuple[Entry, ...]
    state: State
    """The position. While cards are dealt, that of the hands so far."""

    @staticmethod
    @lru_cache(maxsize=64)
    def begin(edition: Edition, players: int) -> Course:
        """Before the first card is dealt. Seat 0 will start."""
        check_players(edition, players, 0)
        return Course(edition, players, (), (), _dealt(edition, players, ()))

    def __deepcopy__(self, memo: object) -> Course:
        """Nothing in here ever changes, so a copy is the same thing. OpenSpiel copies a lot."""
        return self

    @property
    def dealing(self) -> bool:
        """Hands are still being dealt."""
        return len(self.dealt) < self.players * self.edition.hand

    @property
    def chance(self) -> bool:
        """The next move is chance's."""
        return self.dealing or self.state.chance

    def outcomes(self) -> list[tuple[Card, float]]:
        """What chance can do, with probabilities."""
        if self.dealing:
            pile = self.state.pile
            return [(card, len(list(copies)) / len(pile)) for card, copies in groupby(pile)]
        return [(draw.card, float(chance)) for draw, chance in chance_outcomes(self.state)]

    def after(self, move: Move) -> Course:
        """One move further. Raises `toledo_rules.IllegalActionError` for an action that is not legal."""
        if self.dealing:
            assert isinstance(move, Draw)
            dealt = (*self.dealt, move.card)
            return evolve(self, dealt=dealt, state=_dealt(self.edition, self.players, dealt))
        what = step(self.state, move)
        drawn = [event.seat for event in what.events if isinstance(event, CardDrawn)]
        entry = Entry(move, what.events, drawn[0] if drawn else None)
        return evolve(self, entries=(*self.entries, entry), state=what.state)

    def hand_dealt(self, seat: Seat) -> Cards:
        """The cards that a seat was dealt; their order tells nothing (A-156)."""
        size = self.edition.hand
        return multiset(self.dealt[seat * size : (seat + 1) * size])

    def codes(self, seat: Seat | None) -> list[Code]:
        """All moves since the deal, as a seat saw them; None for a spectator."""
        codes = coding(self.edition).codes
        return [
            codes[entry.move] if entry.secret_of in (None, seat) else HIDDEN
            for entry in self.entries
        ]

    def told(self, seat: Seat | None) -> str:
        """All that a seat knows, in notation; None for a spectator."""
        names = coding(self.edition).names
        moves = [names[code] for code in self.codes(seat)]
        if seat is not None:
            hand = format_cards(self.hand_dealt(seat), self.edition)
            moves.insert(0, f"{format_seat(seat, self.edition)} has {hand}")
        return ", ".join(moves)

    def __str__(self) -> str:
        """All that happened, with all secrets."""
        made = coding(self.edition)
        moves = (made.names[made.codes[entry.move]] for entry in self.entries)
        return ", ".join((f"deal {format_cards(self.dealt, self.edition)}", *moves))


def replay(course: Course, dealt: Sequence[Card], moves: Sequence[Move]) -> Course:
    """Another course of the same game: other hands, other moves."""
    other = Course.begin(course.edition, course.players)
    other = evolve(other, dealt=tuple(dealt), state=_dealt(course.edition, course.players, dealt))
    for move in moves:
        other = other.after(move)
    return other


def _dealt(edition: Edition, players: int, dealt: Sequence[Card]) -> State:
    size = edition.hand
    hands = tuple(multiset(dealt[seat * size : (seat + 1) * size]) for seat in range(players))
    return deal(edition, hands, minus(edition.cards, dealt), 0)
