"""Replaying: from a record to positions, or to the place where it does not fit."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from toledo_rules.engine import Transition, step
from toledo_rules.errors import ToledoError
from toledo_rules.multiset import minus
from toledo_rules.record.model import RULES_REVISION, Entry, Record
from toledo_rules.rulebook import Code, IllegalActionError, Illegality, illegal
from toledo_rules.scoring import score
from toledo_rules.setup import check_players, deal
from toledo_rules.state import Seat, State


@frozen
class Moment:
    """An entry of a record, and what came of it."""

    number: int
    """The place of the entry in the record, counted from 1."""
    before: State
    """The position in which it was done."""
    entry: Entry
    transition: Transition
    """The position afterwards, and everything that happened."""

    @property
    def seat(self) -> Seat:
        """Who did it."""
        return self.before.active

    @property
    def state(self) -> State:
        """The position afterwards."""
        return self.transition.state


class ReplayError(ToledoError, ValueError):
    """A record does not fit. All that comes before the entry with this number does."""

    number: int
    """The place of the entry that does not fit, counted from 1; 0 if it is the record as a whole."""
    state: State
    """The position that was reached."""
    illegality: Illegality | None
    """Why the entry is not legal; None if it is the number of the rules or the scores that do not fit."""

    def __init__(self, number: int, state: State, illegality: Illegality | None, why: str) -> None:
        super().__init__(number, state, illegality, why)
        self.number = number
        self.state = state
        self.illegality = illegality
        self.why = why

    def __str__(self) -> str:
        return f"entry {self.number}: {self.why}"


@frozen
class Reached:
    """How far a record can be followed."""

    state: State
    """The last position."""
    number: int
    """So many entries were followed."""
    misfit: ReplayError | None
    """Why not further; None if the record fits to its end."""


def start_state(record: Record) -> State:
    """The position in which a record begins.

    Raises `ValueError` if such hands cannot be dealt.
    """
    edition = record.edition
    check_players(edition, len(record.hands), record.first)
    pile = edition.cards
    for seat, hand in enumerate(record.hands):
        if len(hand) != edition.hand:
            raise ValueError(f"seat {seat} has {len(hand)} cards, not {edition.hand}")
        try:
            pile = minus(pile, hand)
        except ValueError:
            raise ValueError(f"seat {seat} has cards that are not in the pile") from None
    return deal(edition, record.hands, pile, record.first)


def follow(state: State, entry: Entry) -> Transition:
    """What comes of an entry. It must name exactly what chance decides.

    Raises `IllegalActionError` for an action that is not legal, for a card that cannot be drawn, and for draws that are
    missing or too many.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> follow(new_game(2, Random(1)), Entry(TAKE_CARDS))
    Traceback (most recent call last):
    toledo_rules.rulebook.IllegalActionError: TakeCards() is not legal: chance_is_next: see A-136
    """
    what = step(state, entry.action)
    if entry.draws:
        events, reveals = [*what.events], what.reveals
        for draw in entry.draws:
            what = step(what.state, draw)
            events += what.events
            reveals |= what.reveals
        what = Transition(what.state, tuple(events), entry.draws, reveals)
    if what.state.chance:
        raise IllegalActionError(entry.action, illegal(Code.CHANCE_IS_NEXT, "A-136"))
    return what


def replay(record: Record) -> Iterator[Moment]:
    """Every entry of a record with the positions before and after it.

    Raises `ReplayError` where the record does not fit, after all that fits was yielded, and `ValueError` for a deal
    that is not possible. A record for other rules is not replayed; to try it anyway, give it the number of these
    rules: ``attrs.evolve(record, rules=RULES_REVISION)``.
    """
    state = start_state(record)
    if record.rules != RULES_REVISION:
        why = f"the record is for rules {record.rules}, and these are rules {RULES_REVISION}"
        raise ReplayError(0, state, None, why)
    for number, entry in enumerate(record.entries, start=1):
        try:
            what = follow(state, entry)
        except IllegalActionError as error:
            raise ReplayError(number, state, error.illegality, str(error)) from error
        yield Moment(number, state, entry, what)
        state = what.state
    if record.scores is not None:
        scores = tuple(score(state, seat).total for seat in range(len(record.hands)))
        if not state.over:
            why = "the record has scores, but the game is not over"
            raise ReplayError(len(record.entries), state, None, why)
        if scores != record.scores:
            why = f"the scores are {scores}, and the record says {record.scores}"
            raise ReplayError(len(record.entries), state, None, why)


def reach(record: Record) -> Reached:
    """Follow a record as far as it fits."""
    state, number = start_state(record), 0
    try:
        for moment in replay(record):
            state, number = moment.state, moment.number
    except ReplayError as misfit:
        return Reached(state, number, misfit)
    return Reached(state, number, None)
