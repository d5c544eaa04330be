"""Assembling: from the fields of a file, be it text or JSON, to a record and the problems with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from attrs import define, evolve, field, frozen

from toledo_rules.cards import Card, Cards
from toledo_rules.edition import Edition
from toledo_rules.editions import EditionError, edition_digest, parse_edition
from toledo_rules.errors import ToledoError
from toledo_rules.multiset import removed
from toledo_rules.notation import NotationError, Reader, format_seat, parse_seat
from toledo_rules.record.model import (
    RULES_REVISION,
    Entry,
    Record,
    plain_tag,
    plain_text,
)
from toledo_rules.record.problems import Problem, Reading
from toledo_rules.record.writing import check_of, shipped
from toledo_rules.state import Seat

T = TypeVar("T")


@frozen
class Field:
    """A piece of text that says one thing, and where it stands."""

    key: str
    """What it says, such as ``hand``."""
    subject: str
    """About what, such as the player's colour; empty if there is no such thing."""
    text: str
    """The line, or the text at the path."""
    at: int
    """Where the content begins in the text."""
    where: str
    """The line, or the path."""
    line: int | None = None
    subject_at: int = 0
    """Where the subject begins."""

    @property
    def content(self) -> str:
        """What it says."""
        return self.text[self.at :].strip()

    def problem(self, expected: str, column: int | None = None) -> Problem:
        """This is not what is expected."""
        return Problem(self.where, self.line, column or self.at + 1, expected, self.text)


class HopelessError(ToledoError):
    """Not even the beginning of the game can be made out."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


@define
class Draft:
    """What was found in a file."""

    fields: list[Field] = field(factory=list)
    toml: str = ""
    """The embedded edition; empty if there is none."""
    moves: list[Field] = field(factory=list)
    cut: bool = False
    """The last line has no end, so that nobody knows whether all of it is there."""
    end: Field = Field("moves", "", "", 0, "the file")
    """Where the header ends."""
    problems: list[Problem] = field(factory=list)

    def add(self, new: Field) -> None:
        """A field of the header. The first of its kind counts."""
        if any((new.key, new.subject) == (old.key, old.subject) for old in self.fields):
            self.problems.append(new.problem("each header once", 1))
        else:
            self.fields.append(new)

    def find(self, key: str) -> Field | None:
        """The field with this key."""
        return next((found for found in self.fields if found.key == key), None)

    def attempt(self, about: Field, read: Callable[[], T]) -> T | None:
        """What can be read of a field. If that fails, it is a problem, and the record does without it."""
        try:
            return read()
        except NotationError as error:
            self.problems.append(about.problem(error.expected, error.column))
        except ValueError as error:
            self.problems.append(about.problem(f"something else: {error}"))
        return None


def assemble(draft: Draft, editions: Iterable[Edition]) -> Reading:
    """The record in a file, as far as it can be read."""
    try:
        edition = _edition(draft, editions)
        hands = _hands(draft, edition)
        first = _first(draft, edition, len(hands))
    except HopelessError as hopeless:
        return Reading(None, (*draft.problems, hopeless.problem))
    record = Record(
        edition=edition,
        hands=hands,
        first=first,
        names=_names(draft, edition, len(hands)),
        tags=_tags(draft),
        scores=_scores(draft, edition, len(hands)),
        rules=_rules(draft, edition),
    )
    problems = len(draft.problems)
    record = evolve(record, entries=_entries(draft, record))
    if len(draft.problems) > problems:
        record = evolve(record, scores=None)  # they belong to a part that is lost
        return Reading(record, tuple(draft.problems))
    return _checked(draft, record)


def _checked(draft: Draft, record: Record) -> Reading:
    """The record, compared with what its writer said of it."""
    check = draft.find("check")
    said = check and " ".join(check.content.lower().split())
    if said == check_of(record):
        return Reading(record, tuple(draft.problems))
    if draft.cut:  # a step 1 may be all that is left of a step 12
        last = draft.moves[-1]
        draft.problems.append(last.problem("the end of the line", len(last.text) + 1))
        record = record.until(len(record.entries) - 1)
    elif check is not None and not draft.problems:
        entries = len(record.entries)
        if check.content.startswith(f"{entries} "):
            why = "or no such line: something was changed after it was written"
            draft.problems.append(check.problem(f"{check_of(record)}, {why}"))
        else:
            draft.problems.append(check.problem(f"{entries}, for so many actions can be read"))
            record = evolve(record, scores=None)
    return Reading(record, tuple(draft.problems))


def _edition(draft: Draft, editions: Iterable[Edition]) -> Edition:
    said = draft.find("edition")
    if said is None:
        raise HopelessError(draft.end.problem("edition: and the name of an edition, before this"))
    name, _, digest = said.content.partition(" ")
    digest = digest.strip()
    if draft.toml:
        found = [_embedded(said, draft.toml)]
    else:
        found = [one for one in (shipped(name), *editions) if one and one.name == name]
    if not found:
        raise HopelessError(said.problem(f"an edition that is known, or embedded: {name!r} is not"))
    for edition in found:
        if edition.name == name and digest in ("", edition_digest(edition)):
            return edition
    actual = f"{found[0].name} {edition_digest(found[0])}"
    raise HopelessError(said.problem(f"{actual}: that is the edition which is to be had here"))


def _embedded(said: Field, toml: str) -> Edition:
    try:
        return parse_edition(toml, where="the embedded edition")
    except EditionError as error:
        why = str(error).splitlines()[0]
        raise HopelessError(said.problem(f"an embedded edition without mistakes: {why}")) from error


def _seats(draft: Draft, edition: Edition, key: str) -> dict[Seat, Field]:
    """The fields of a kind that each player can have, by seat."""
    found: dict[Seat, Field] = {}
    for about in draft.fields:
        if about.key == key:
            try:
                seat = parse_seat(about.subject, edition)
            except NotationError as error:
                column = about.subject_at + error.column
                draft.problems.append(about.problem(error.expected, column))
                continue
            if seat in found:
                draft.problems.append(about.problem("each header once", about.subject_at + 1))
            found.setdefault(seat, about)
    return found


def _hands(draft: Draft, edition: Edition) -> tuple[Cards, ...]:
    found = _seats(draft, edition, "hand")
    least, most = edition.least_players, edition.most_players
    if not least <= len(found) <= most or set(found) != set(range(len(found))):
        begin = format_seat(0, edition)
        expected = f"hands of {least} to {most} players before this, from {begin} on clockwise"
        raise HopelessError(draft.end.problem(expected))
    pile, hands = edition.cards, []
    for _, about in sorted(found.items()):
        hand, pile = _hand(about, edition, pile)
        hands.append(hand)
    return tuple(hands)


def _hand(about: Field, edition: Edition, pile: Cards) -> tuple[Cards, Cards]:
    """The cards of a hand, and the pile without them."""
    reader, hand = Reader(about.text, edition, about.at), list[Card]()
    try:
        while reader.skip() < len(about.text):
            start, card = reader.at, reader.card()
            if card not in pile:
                raise reader.error("another card: there are no more of these", start)
            hand.append(card)
            pile = removed(pile, card)
        if len(hand) != edition.hand:
            raise reader.error(f"{edition.hand} cards")
    except NotationError as error:
        raise HopelessError(about.problem(error.expected, error.column)) from error
    return tuple(hand), pile


def _first(draft: Draft, edition: Edition, players: int) -> Seat:
    about = draft.find("first")
    if about is None:
        return 0
    try:
        reader = Reader(about.text, edition, about.at)
        seat = reader.seat()
        reader.finish("the end of the line")
    except NotationError as error:
        raise HopelessError(about.problem(error.expected, error.column)) from error
    if seat >= players:
        raise HopelessError(about.problem("a player who has a hand"))
    return seat


def _rules(draft: Draft, edition: Edition) -> int:
    about = draft.find("rules")
    if about is None:
        return RULES_REVISION
    reader = Reader(about.text, edition, about.at)
    number = draft.attempt(about, lambda: _last_number(reader))
    return RULES_REVISION if number is None else number


def _last_number(reader: Reader) -> int:
    number = reader.number("a number")
    reader.finish("the end of the line")
    return number


def _names(draft: Draft, edition: Edition, players: int) -> tuple[str, ...]:
    names = [""] * players
    for seat, about in _seats(draft, edition, "name").items():
        if seat >= players:
            draft.problems.append(about.problem("a player who has a hand", about.subject_at + 1))
        else:
            names[seat] = draft.attempt(about, partial(plain_text, about.content)) or ""
    return tuple(names)


def _tags(draft: Draft) -> tuple[tuple[str, str], ...]:
    tags = (
        draft.attempt(about, partial(plain_tag, about.subject, about.content))
        for about in draft.fields
        if about.key == "tag"
    )
    return tuple(tag for tag in tags if tag is not None)


def _scores(draft: Draft, edition: Edition, players: int) -> tuple[int, ...] | None:
    about = draft.find("scores")
    if about is None:
        return None
    reader, scores = Reader(about.text, edition, about.at), list[int]()

    def read() -> tuple[int, ...]:
        for _ in range(players):
            sign = -1 if reader.sign("-") else 1
            scores.append(sign * reader.number("the points of each player"))
        reader.finish("the end of the line")
        return tuple(scores)

    return draft.attempt(about, read)


def _entries(draft: Draft, record: Record) -> tuple[Entry, ...]:
    """What was done, up to the first damage."""
    turn, seat = 1, record.first
    entries: list[Entry] = []
    for line in draft.moves:
        reader = Reader(line.text, record.edition, line.at)
        try:
            _read_label(reader, turn, seat)
            for action, draws in reader.turn():
                entries.append(Entry(action, draws))
                if entries[-1].ends_turn:
                    turn, seat = turn + 1, (seat + 1) % len(record.hands)
        except NotationError as error:
            draft.problems.append(line.problem(error.expected, error.column))
            break
    return tuple(entries)


def _read_label(reader: Reader, turn: int, seat: Seat) -> None:
    """The number of the turn and whose it is: a line may say them, and then they must be right."""
    if ":" not in reader.text:
        return
    if reader.sees_number():
        start = reader.at
        if reader.number("") != turn:
            raise reader.error(f"turn {turn}", start)
        reader.sign(".")
    if not reader.sign(":"):
        start = reader.skip()
        if reader.seat() != seat:
            on_turn = format_seat(seat, reader.edition)
            raise reader.error(f"{on_turn}, who is on turn", start)
        reader.need(":", "a colon")
