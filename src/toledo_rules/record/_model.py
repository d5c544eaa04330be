"""Records as values, and the way from a record to positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from attrs import Attribute, evolve, field, frozen

from toledo_rules.actions import (
    Action,
    Draw,
    EndTurn,
    Move,
    Pass,
    PlaceShop,
    ReturnFigure,
    TakeCards,
)
from toledo_rules.cards import Cards
from toledo_rules.edition import Edition, Seat
from toledo_rules.engine import Transition, step
from toledo_rules.errors import ToledoError
from toledo_rules.limits import LONGEST_NOTE, MOST_TAGS
from toledo_rules.multiset import minus, multiset
from toledo_rules.rulebook import Code, IllegalActionError, Illegality, illegal
from toledo_rules.scoring import ScoreSheet, score
from toledo_rules.setup import check_players, deal
from toledo_rules.state import State

RULES_REVISION: Final = 1
"""Number of the rules. It grows when a rule or a ruling changes so that the same actions and draws could lead to
another position, or are no longer legal. A record says for which rules it was made, and is never replayed by others
without notice."""


@frozen
class RulesRevision:
    """The rules under one of their numbers, as far as a replay needs them."""

    step: Callable[[State, Move], Transition]
    """The position after a move."""
    score: Callable[[State, Seat], ScoreSheet]
    """The points of a player."""


REVISIONS: Mapping[int, RulesRevision | str] = {1: RulesRevision(step, score)}
"""All rules that there have been, by number. When rules change, the old ones stay here, so that games are replayed
by the rules by which they were played. Where that cannot be, a text says why, and which version can do it."""

TAG_FORM: Final = "a tag of lower-case letters, digits and hyphens"
TEXT_FORM: Final = f"at most {LONGEST_NOTE} printable characters, without blanks at either end"

_TURN_ENDS = (EndTurn, TakeCards, PlaceShop, ReturnFigure, Pass)
_TAG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@frozen
class Entry:
    """An action and what chance decided on it."""

    action: Action
    draws: tuple[Draw, ...] = ()
    """The cards that were drawn or turned up, in order."""

    @property
    def ends_turn(self) -> bool:
        """The next entry is another player's (TRN-03, MOV-12)."""
        return isinstance(self.action, _TURN_ENDS)


@frozen
class Ply:
    """One action that was played: the position before it, and what came of it."""

    before: State
    """The position in which it was played."""
    action: Action
    transition: Transition
    """The position afterwards, and everything that happened."""

    @property
    def seat(self) -> Seat:
        """The player who did it."""
        return self.before.active

    @property
    def after(self) -> State:
        """The position afterwards."""
        return self.transition.state

    @property
    def entry(self) -> Entry:
        """The action and its draws, as a record holds them."""
        return Entry(self.action, self.transition.draws)


def is_tag(name: str) -> bool:
    """Return True for a name that a tag can have."""
    return _TAG.fullmatch(name) is not None


def is_plain(text: str) -> bool:
    """Return True for a text that can stand at the end of a line."""
    return len(text) <= LONGEST_NOTE and text.isprintable() and text == text.strip()


def _without_blanks(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names) if any(names) else ()


def _check_start(_record: Record, _attribute: object, start: State) -> None:
    if start.chance:
        raise ValueError(
            f"a game begins where a player decides, not at a chance step: {start.phase!r}. "
            "Draw the cards first (toledo_rules.step)"
        )


def _check_names(record: Record, _attribute: Attribute[tuple[str, ...]], names: object) -> None:
    if len(record.names) not in (0, record.players):
        raise ValueError(f"expected a name for each of {record.players} players, found {names!r}")
    for name in record.names:
        if not is_plain(name):
            raise ValueError(f"expected {TEXT_FORM}, found {name!r}")


def _check_tags(record: Record, _attribute: object, tags: object) -> None:
    if len({name for name, _ in record.tags}) < len(record.tags):
        raise ValueError(f"expected each tag once, found {tags!r}")
    if len(record.tags) > MOST_TAGS:
        raise ValueError(f"expected at most {MOST_TAGS} tags, found {len(record.tags)}")
    for name, text in record.tags:
        if not is_tag(name):
            raise ValueError(f"expected {TAG_FORM}, found {name!r}")
        if not is_plain(text):
            raise ValueError(f"expected {TEXT_FORM}, found {text!r}")


@frozen
class Record:
    """A game as it was played: the position in which it began, and what was done and drawn.

    Chance is stored by its outcomes, never by a seed, so that a record depends on no source of chance.
    """

    start: State = field(validator=_check_start)
    """The position in which the game began: a deal, or any other in which a player decides."""
    entries: tuple[Entry, ...] = field(default=(), kw_only=True)
    """The actions and their draws, in order."""
    names: tuple[str, ...] = field(
        default=(), kw_only=True, converter=_without_blanks, validator=_check_names
    )
    """The players' names by seat; an empty text for a player without a name, and nothing if nobody has one."""
    tags: tuple[tuple[str, str], ...] = field(default=(), kw_only=True, validator=_check_tags)
    """Anything else worth keeping with a game, such as ``("date", "2008-10-23")``."""
    scores: tuple[int, ...] | None = field(default=None, kw_only=True)
    """The players' points at the end; None for a game that is not over, or if nobody wrote them down."""
    rules: int = field(default=RULES_REVISION, kw_only=True)
    """Number of the rules by which it was played."""

    @property
    def edition(self) -> Edition:
        """The edition that was played."""
        return self.start.edition

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.start.players)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands at the start, by seat."""
        return tuple(player.hand for player in self.start.players)

    @property
    def begins_with_deal(self) -> bool:
        """The game began with a deal, and not at another position."""
        try:
            return deal_hands(self.edition, self.hands, self.start.active) == self.start
        except ValueError:
            return False

    def until(self, entries: int) -> Record:
        """Return the record of the first `entries` entries."""
        if entries >= len(self.entries):
            return self
        return evolve(self, entries=self.entries[:entries], scores=None)

    def turns(self) -> Iterator[tuple[int, Seat, tuple[Entry, ...]]]:
        """Yield the entries turn by turn, each with its number, from 1 on, and its seat."""
        number, seat, begin = 1, self.start.active, 0
        for end, entry in enumerate(self.entries, start=1):
            if entry.ends_turn or end == len(self.entries):
                yield number, seat, self.entries[begin:end]
                number, seat, begin = number + 1, (seat + 1) % self.players, end


def deal_hands(edition: Edition, hands: Sequence[Cards], first: Seat = 0) -> State:
    """Return the position at the start of a game in which these hands were dealt.

    Raises `ValueError` if they cannot be dealt.
    """
    check_players(edition, len(hands), first)
    pile = edition.cards
    for seat, hand in enumerate(hands):
        if len(hand) != edition.hand:
            raise ValueError(f"seat {seat} has {len(hand)} cards, expected {edition.hand}")
        try:
            pile = minus(pile, multiset(hand))
        except ValueError:
            raise ValueError(f"seat {seat} has cards that are not in the pile") from None
    return deal(edition, tuple(multiset(hand) for hand in hands), pile, first)


# Replaying


class ReplayError(ToledoError, ValueError):
    """A record does not fit the rules. All that comes before the entry with this number does."""

    number: int
    """The place of the entry that does not fit, counted from 1; 0 if it is the record as a whole."""
    state: State
    """The position that was reached."""
    illegality: Illegality | None
    """The reason why the entry is not legal; None if the number of the rules or the scores do not fit."""

    def __init__(self, number: int, state: State, illegality: Illegality | None, why: str) -> None:
        super().__init__(number, state, illegality, why)
        self.number = number
        self.state = state
        self.illegality = illegality
        self.why = why

    def __str__(self) -> str:
        return f"entry {self.number}: {self.why}"


@frozen
class ReplayResult:
    """The part of a record that fits the rules."""

    state: State
    """The last position."""
    number: int
    """Number of entries that were replayed."""
    misfit: ReplayError | None
    """The reason why it ends there; None if the record fits to its end."""


def replay_entry(state: State, entry: Entry) -> Transition:
    """Return what comes of an entry. It must name exactly what chance decides.

    Raises `IllegalActionError` for an action that is not legal, for a card that cannot be drawn, and for draws that are
    missing or too many.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> replay_entry(new_game(2, Random(1)), Entry(TAKE_CARDS))
    Traceback (most recent call last):
    toledo_rules.rulebook.IllegalActionError: TakeCards() is not legal: chance_is_next: see A-136
    """
    return _replayed(state, entry, step)


def _replayed(state: State, entry: Entry, step: Callable[[State, Move], Transition]) -> Transition:
    result = step(state, entry.action)
    if entry.draws:
        events, reveals = [*result.events], result.reveals
        for draw in entry.draws:
            result = step(result.state, draw)
            events += result.events
            reveals |= result.reveals
        result = Transition(result.state, tuple(events), entry.draws, reveals)
    if result.state.chance:
        raise IllegalActionError(entry.action, illegal(Code.CHANCE_IS_NEXT, "A-136"))
    return result


def replay(record: Record) -> Iterator[Ply]:
    """Yield every entry of a record with the positions before and after it.

    A game is replayed by the rules by which it was played. Raises `ReplayError` where the record does not fit, after
    all that fits was yielded, and at once if the library does not have its rules; to try it with others, give it their
    number: ``attrs.evolve(record, rules=RULES_REVISION)``.
    """
    state = record.start
    rules = REVISIONS.get(record.rules, _unknown_rules(record.rules))
    if isinstance(rules, str):
        raise ReplayError(0, state, None, rules)
    for number, entry in enumerate(record.entries, start=1):
        try:
            transition = _replayed(state, entry, rules.step)
        except IllegalActionError as error:
            raise ReplayError(number, state, error.illegality, str(error)) from error
        yield Ply(state, entry.action, transition)
        state = transition.state
    if record.scores is not None:
        scores = tuple(rules.score(state, seat).total for seat in range(record.players))
        if not state.over:
            why = "the record has scores, but the game is not over"
            raise ReplayError(len(record.entries), state, None, why)
        if scores != record.scores:
            why = f"the scores are {scores}, and the record says {record.scores}"
            raise ReplayError(len(record.entries), state, None, why)


def _unknown_rules(number: int) -> str:
    why = f"the record is for rules {number}, and these are rules {RULES_REVISION}"
    later = ": a later version of the library wrote it, and only such a version can replay it"
    return why + (later if number > RULES_REVISION else "")


def reach(record: Record) -> ReplayResult:
    """Replay a record as far as it fits."""
    state, number = record.start, 0
    try:
        for ply in replay(record):
            state, number = ply.after, number + 1
    except ReplayError as misfit:
        return ReplayResult(state, number, misfit)
    return ReplayResult(state, number, None)
