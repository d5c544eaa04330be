r"""Records: games as text that can be kept, sent, corrected by hand and replayed.

>>> text = '''\
... toledo-record 1
... edition: kosmos-2008
... hand red: 1va 2bd 3nd 4ta 6vd
... hand blue: 1nd 2va 5bd 5ta 6na
... moves:
... place m2@4
... place g1@2                    # anything after a # is a comment
... 4t@0, use, end
... blue: take = 3va 5nd
... '''
>>> from toledo_rules.record import read_record, replay
>>> print(read_record(text).problem)
line 8, column 3: expected the stance, a for attacker or d for defender
    4t@0, use, end
      ^
>>> record = read_record(text.replace("4t@", "4ta@")).complete()
>>> for ply in replay(record):
...     print(ply.seat, ply.action, ply.after.phase)
0 PlaceShop(ShopTile('metal', 2), 4) TurnStart()
1 PlaceShop(ShopTile('gem', 1), 2) TurnStart()
0 PlayCard(Card(4, 'turquoise', 'attacker'), 0) Arrived(step=4)
0 UseSpace() Moving()
0 EndTurn() TurnStart()
1 TakeCards() TurnStart()

That is all that people at a table have to write. `format_record` writes more, so that damage is noticed::

    record  = "toledo-record" number { header } "moves:" { turn }
    header  = "check:" number digest           number of actions, and a hash of the lines
            | "edition:" name { reading } [ digest ]
                                               the edition; if it is not known to the reader, its file
            | "|" a line of its TOML file      stands in lines that begin with a bar
            | "rules:" number                  number of the rules; the present ones, if not said
            | "hand" seat ":" { card }         the cards dealt, for every seat
            | "first:" seat                    who began; the first seat, if not said
            | "start:" position                in place of hands: the position in which it began
            | "name" seat ":" text             the player's name
            | "tag" word ":" text              anything else, such as a date
            | "scores:" { number }             the points at the end, by seat
    turn    = [ [ number [ "." ] ] [ seat ] ":" ] line { "," line }

Each header and turn is a line of its own that ends with a line feed; ``seat``, ``card``, ``line`` and ``position`` are
those of `toledo_rules.notation`. Headers come in any order. A turn may go on in the next line. If a line says the
number of its turn or whose it is, that must be right. A ``#`` begins a comment, but not in names and tags, which go on
to the end of the line.

The check covers the lines as they stand in the file, not their meaning, so it stays right when the notation learns
another spelling. The hash is the first 12 hexadecimal digits of the SHA-256 of these lines in UTF-8, with a line feed
between them: all headers and turns in their order, each without its comment and without blanks at either end. Empty
lines do not count, nor do the first line, ``check:``, ``moves:``, and the lines of an embedded edition, which has a
digest of its own. So comments, indentation and the line ends of other systems can change, and nothing else. After
changes by hand, leave the check out.

Nothing is lost before damage: `read_record` gives the game up to there, and says what is wrong and where. A last
line without a line feed may have been cut, so its last action is left out, unless the check is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

from attrs import Attribute, evolve, field, frozen

from toledo_rules._engine import Transition, step
from toledo_rules._json import NAME, Keys, Line, Signed
from toledo_rules._limits import LONGEST_NOTE, LONGEST_RECORD, MOST_PROBLEMS, MOST_TAGS
from toledo_rules._multiset import minus, multiset, removed
from toledo_rules._scoring import ScoreSheet, score
from toledo_rules._setup import check_players, deal
from toledo_rules._values import brief, check_type, check_whole
from toledo_rules.actions import PLAIN_ACTIONS, Action, Draw, Move, PlaceShop, ReturnFigure
from toledo_rules.edition import Card, Cards, Edition, Seat
from toledo_rules.editions import (
    edition_digest,
    edition_of,
    edition_to_toml,
    known_edition,
    parse_edition,
    reading_words,
    readings_in,
    shipped_name,
)
from toledo_rules.errors import (
    EditionError,
    IllegalActionError,
    NotationError,
    Problem,
    RecordError,
    ReplayError,
    ToledoError,
    plural,
)
from toledo_rules.notation import (
    Reader,
    format_cards,
    format_position,
    format_seat,
    format_turn,
    parse_position,
    parse_seat,
)
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import PositionHolder, State, state_of
from toledo_rules.storage import FilePath, SavedFile, read_file, replace_file

if TYPE_CHECKING:
    from toledo_rules._game import Game

__all__ = [
    "RECORD_FORMAT",
    "RULES_REVISION",
    "Entry",
    "Ply",
    "Record",
    "RecordReading",
    "ReplayResult",
    "format_record",
    "load_record",
    "reach",
    "read_record",
    "replay",
    "replay_entry",
    "save_record",
]

# ------------------------------------------------------------
# Records as values, and the way from a record to positions.

RULES_REVISION: Final = 1
"""The revision of the rules. It increases when a change of a rule or a ruling means that the same actions and draws
could lead to another position, or are no longer legal. A record says which revision it was played by, and is never
silently replayed by another. Number 1 is the rules of 1.0.0; in its candidates more players showed their hands at the
end (A-128)."""


@frozen
class RulesRevision:
    """A revision of the rules, as far as a replay needs it."""

    step: Callable[[State, Move], Transition]
    """The position after a move."""
    score: Callable[[State, Seat], ScoreSheet]
    """The points of a player."""


REVISIONS: Mapping[int, RulesRevision | str] = {1: RulesRevision(step, score)}
"""Every revision of the rules, by number. When rules change, the old ones stay here, so that games are replayed by the
rules by which they were played. Where that is impossible, a text says why, and which version of the library can do
it."""

TAG_FORM: Final = "a tag of lower-case letters, digits and hyphens"
TEXT_FORM: Final = f"at most {LONGEST_NOTE} printable characters, without blanks at either end"

_TURN_ENDS = (PlaceShop, ReturnFigure, *map(type, PLAIN_ACTIONS))
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
    """An action that was played: the position before it, and its transition."""

    before: State
    """The position in which it was played."""
    action: Action
    transition: Transition
    """The position afterwards, and everything that happened."""

    @property
    def seat(self) -> Seat:
        """The player who played it."""
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
    """Return True if a tag can have this name."""
    return _TAG.fullmatch(name) is not None


def is_plain(text: str) -> bool:
    """Return True if a text can stand at the end of a line."""
    return len(text) <= LONGEST_NOTE and text.isprintable() and text == text.strip()


def _without_blanks(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names) if any(names) else ()


def _check_start(_record: Record, _attribute: object, start: State) -> None:
    check_type("start", start, State)
    if start.chance:
        raise ValueError(
            f"a game begins where a player decides, not at a chance step: {start.phase!r}. "
            "Draw the cards first (toledo_rules.step)"
        )


def _check_names(record: Record, _attribute: Attribute[tuple[str, ...]], _names: object) -> None:
    if len(record.names) not in (0, record.players):
        raise ValueError(
            f"expected a name for each of {record.players} players, found {len(record.names)}"
        )
    for name in record.names:
        if not is_plain(name):
            raise ValueError(f"expected {TEXT_FORM}, found {brief(name)}")


def _check_tags(record: Record, _attribute: object, _tags: object) -> None:
    if len({name for name, _ in record.tags}) < len(record.tags):
        raise ValueError("expected each tag once")
    if len(record.tags) > MOST_TAGS:
        raise ValueError(f"expected at most {MOST_TAGS} tags, found {len(record.tags)}")
    for name, text in record.tags:
        if not is_tag(name):
            raise ValueError(f"expected {TAG_FORM}, found {brief(name)}")
        if not is_plain(text):
            raise ValueError(f"expected {TEXT_FORM}, found {brief(text)}")


@frozen
class Record:
    """A game as it was played: its first position, its actions and its draws.

    Chance is stored by its outcomes, never by a seed, so that a record depends on no source of chance.
    """

    start: State = field(validator=_check_start)
    """The first position: a deal, or any other position in which a player decides."""
    entries: tuple[Entry, ...] = field(default=(), kw_only=True)
    """The actions and their draws, in order."""
    names: tuple[Line, ...] = field(
        default=(), kw_only=True, converter=_without_blanks, validator=_check_names
    )
    """The players' names by seat, with an empty text for a player without one; empty if nobody has a name."""
    tags: Annotated[tuple[tuple[str, Line], ...], Keys(NAME)] = field(
        default=(), kw_only=True, validator=_check_tags
    )
    """Anything else worth keeping with a game, such as ``("date", "2008-10-23")``."""
    scores: tuple[Signed, ...] | None = field(default=None, kw_only=True)
    """The players' points at the end; None if the game is not over, or if they were not recorded."""
    rules: int = field(default=RULES_REVISION, kw_only=True)
    """The revision of the rules by which it was played."""

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
        """True if the game began with a deal, and not in another position."""
        try:
            return deal_hands(self.edition, self.hands, self.start.active) == self.start
        except ValueError:
            return False

    def until(self, entries: int) -> Record:
        """Return the record of the first `entries` entries."""
        check_whole("entries", entries)
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


def deal_hands(edition: Edition | str, hands: Sequence[Cards], first: Seat = 0) -> State:
    """Return the position at the start of a game in which these hands were dealt.

    Raises `ValueError` if they cannot be dealt.
    """
    edition = edition_of(edition)
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


def check_record(record: object) -> None:
    """Raise `TypeError` for anything but a record, such as a text or a `RecordReading`."""
    if isinstance(record, PositionHolder | RecordReading):
        way = "Game.record()" if isinstance(record, PositionHolder) else "RecordReading.complete()"
        raise TypeError(f"a record is what {way} gives, not {brief(record)}")
    check_type("a record", record, Record)


# Replaying


@frozen
class ReplayResult:
    """The part of a record that agrees with the rules."""

    state: State
    """The last position."""
    number: int
    """Number of entries that were replayed."""
    misfit: ReplayError | None
    """The reason why it ends there; None if the whole record agrees with the rules."""


def replay_entry(state: State | Game, entry: Entry) -> Transition:
    """Return the transition of an entry, which must name exactly the cards that chance decides.

    Raises `IllegalActionError` for an action that is not legal, for a card that cannot be drawn, and for draws that are
    missing or too many.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> replay_entry(new_game(2, Random(1)), Entry(TAKE_CARDS))
    Traceback (most recent call last):
    toledo_rules.errors.IllegalActionError: TakeCards() is not legal: chance_is_next: see A-136
    """
    check_type("entry", entry, Entry)
    return _replayed(state_of(state), entry, step)


def _replayed(state: State, entry: Entry, step: Callable[[State, Move], Transition]) -> Transition:
    result = step(state, entry.action)
    if entry.draws:
        events, reveals = [*result.events], result.reveals
        for draw in entry.draws:
            result = step(result.state, draw)
            events += result.events
            reveals |= result.reveals
        result = Transition(result.state, events, entry.draws, reveals)
    if result.state.chance:
        raise IllegalActionError(entry.action, illegal(Code.CHANCE_IS_NEXT, "A-136"))
    return result


def replay(record: Record) -> Iterator[Ply]:
    """Yield every entry of a record with the positions before and after it.

    A game is replayed by the rules by which it was played. Raises `ReplayError` at the first entry that does not agree
    with the rules, after yielding all before it, and at once if the library does not have the record's revision of the
    rules; to try another revision, set it: ``attrs.evolve(record, rules=RULES_REVISION)``.
    """
    check_record(record)
    state = record.start
    rules = REVISIONS.get(record.rules, _unknown_rules(record.rules))
    if isinstance(rules, str):
        raise ReplayError(0, state, None, rules)
    for number, entry in enumerate(record.entries, start=1):
        try:
            transition = _replayed(state, entry, rules.step)
        except IllegalActionError as error:
            raise ReplayError(number, state, error.refusal, str(error)) from error
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
    """Replay a record as far as it agrees with the rules."""
    check_record(record)
    state, number = record.start, 0
    try:
        for ply in replay(record):
            state, number = ply.after, number + 1
    except ReplayError as misfit:
        return ReplayResult(state, number, misfit)
    return ReplayResult(state, number, None)


# ------------------------------------------------------------
# Records as text and in files: writing them, and reading them, with every mistake reported.

RECORD_FORMAT: Final = 1
"""The version of the format in which records are written. It increases when a reader of the old format could not read
the new one."""

MAGIC: Final = "toledo-record"

_FIRST = re.compile(rf"[ \t]*{MAGIC}[ \t]+0*([1-9][0-9]{{0,8}})[ \t]*", re.IGNORECASE | re.ASCII)
_HEADER = re.compile(r"[ \t]*([A-Za-z]+)(?:[ \t]+([^ \t:#]+))?[ \t]*:")
_ALONE = ("edition", "rules", "first", "start", "scores", "check", "moves")
_WITH_SUBJECT = ("name", "hand", "tag")
_KNOWN = "edition:, rules:, start:, first:, name, hand, tag, scores:, check: or moves:"
_END = "the end of the line"
_ONCE = "each header once"

T = TypeVar("T")


# Writing


def format_record(record: Record, *, embed: bool = False) -> str:
    """Return a record as text.

    An edition that does not come with the library is embedded. With `embed`, every edition is: such a record can be
    read even if the data of the edition have been corrected since.

    Raises `ValueError` for an edition that a file cannot express, for entries with things that it does not have, and
    for a record that would be too long to be read again (`toledo_rules._limits.LONGEST_RECORD`).
    """
    check_record(record)
    edition, header, moves = (
        f"edition: {_reference(record.edition)}",
        [*_header(record)],
        [*_moves(record)],
    )
    lines = [
        f"{MAGIC} {RECORD_FORMAT}",
        # before any free text, which would swallow it if a line end were lost
        f"check: {_check(len(record.entries), [edition, *header, *moves])}",
        edition,
        *(f"| {line}" for line in _embedded(record.edition, embed=embed)),
        *header,
        "moves:",
        *moves,
    ]
    text = "\n".join([*lines, ""])
    if len(text.encode()) > LONGEST_RECORD:
        entries = plural(len(record.entries), "action")
        raise ValueError(f"{entries} make a record of more than {LONGEST_RECORD:,} bytes")
    return text


def _check(entries: int, lines: Iterable[str]) -> str:
    """Return the number of entries, and a short hash of the lines of a record as written."""
    text = "\n".join(lines).encode(errors="surrogatepass")  # damaged text can have any character
    return f"{entries} {sha256(text).hexdigest()[:12]}"


def _reference(edition: Edition) -> str:
    return " ".join((edition.name, *reading_words(edition.readings), edition_digest(edition)))


def _header(record: Record) -> Iterator[str]:
    edition, dealt = record.edition, record.begins_with_deal
    yield f"rules: {record.rules}"
    if dealt:
        yield f"first: {format_seat(record.start.active, edition)}"
    else:
        yield f"start: {format_position(record.start)}"
    for seat, name in enumerate(record.names):
        if name:
            yield f"name {format_seat(seat, edition)}: {name}"
    if dealt:
        for seat, hand in enumerate(record.hands):
            yield f"hand {format_seat(seat, edition)}: {format_cards(hand, edition)}".rstrip()
    for tag, text in record.tags:
        yield f"tag {tag}: {text}".rstrip()
    if record.scores is not None:
        yield f"scores: {' '.join(map(str, record.scores))}"


def _moves(record: Record) -> Iterator[str]:
    for number, seat, entries in record.turns():
        line = format_turn(((entry.action, entry.draws) for entry in entries), record.edition)
        yield f"{number} {format_seat(seat, record.edition)}: {line}"


def _embedded(edition: Edition, *, embed: bool) -> tuple[str, ...]:
    """Return the lines of the file of an edition; none if its name is enough."""
    return _toml_lines(edition) if embed or not shipped_name(edition) else ()


@lru_cache(maxsize=64)
def _toml_lines(edition: Edition) -> tuple[str, ...]:
    """Return the lines of the file of an edition, without comments and without the sources of its data."""
    text = edition_to_toml(evolve(edition, provenance=()))
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


# Reading


@frozen
class RecordReading:
    """A record as far as it could be read, and the mistakes in its text."""

    record: Record | None
    """The game up to the first damaged line; None if not even its beginning can be read."""
    problems: tuple[Problem, ...] = ()
    """All mistakes, up to `toledo_rules._limits.MOST_PROBLEMS`, in the order in which they were found; empty if there
    are none."""

    @property
    def problem(self) -> Problem | None:
        """The first mistake."""
        return self.problems[0] if self.problems else None

    def complete(self) -> Record:
        """Return the record if there are no mistakes at all.

        Raises `RecordError`.
        """
        if self.record is None or self.problems:
            raise RecordError(self.problems)
        return self.record


def read_record(text: str | bytes, *, editions: Iterable[Edition] = ()) -> RecordReading:
    """Read a record as far as possible. It raises no errors: all mistakes are in the result.

    Bytes that are not text count as damage like any other. `editions` are known in addition to those that come with the
    library, so that records may refer to them by name.
    """
    if isinstance(text, bytes | bytearray):
        text = text.decode(errors="replace")
    elif not isinstance(text, str):
        raise TypeError(f"a record is a text or bytes, not {brief(text)}")
    known = tuple(editions)
    for edition in known:
        check_type("an edition", edition, Edition)
    if len(text) > LONGEST_RECORD:
        found, expected = f"{len(text):,} characters", f"at most {LONGEST_RECORD:,}"
        return RecordReading(None, (Problem("the text", found, expected),))
    text = text.removeprefix("\ufeff")  # some editors begin a file with a byte order mark
    reader = READERS.get(_format_number(text), RecordReader)(text)
    try:
        record = reader.read(known)
    except _UnreadableError as error:
        return RecordReading(None, (*reader.problems[: MOST_PROBLEMS - 1], error.problem))
    return RecordReading(record, tuple(reader.problems[:MOST_PROBLEMS]))


class _UnreadableError(ToledoError):
    """Not even the beginning of the game can be read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


@frozen
class _RecordLine:
    """A line of a record, without its comment."""

    number: int
    text: str
    key: str = ""
    """The kind of header, such as ``hand``; empty if the line is not a header."""
    subject: str = ""
    """The player or the tag that a header is about; empty if there is none."""
    at: int = 0
    """The place where the content begins."""
    subject_at: int = 0
    """The place where the subject begins."""

    @property
    def content(self) -> str:
        """The text after the colon of a header, or the whole line."""
        return self.text[self.at :].strip()

    def problem(self, expected: str, column: int | None = None) -> Problem:
        """Return a problem that says what is expected here."""
        return Problem(f"line {self.number}", "", expected, self.text, column or self.at + 1)


def _says_something(text: str) -> bool:
    """Return False for an empty line and for a comment; a file may have half a million of these."""
    text = text.lstrip()
    return bool(text) and text[0] != "#"


def _uncommented(line: _RecordLine) -> _RecordLine:
    text = line.text.partition("#")[0].rstrip()
    return line if text == line.text else evolve(line, text=text)


def _header_of(line: _RecordLine) -> _RecordLine:
    """Return the line with the key of its header; without a key if it is not a header."""
    found = _HEADER.match(line.text)
    if found is None:
        return line
    key, subject = found[1].lower(), found[2] or ""
    if key not in (_WITH_SUBJECT if subject else _ALONE):
        return line
    if key not in ("name", "tag"):  # those are free text, in which a # is a #
        line = _uncommented(line)
    place = found.start(2) if subject else 0
    return _RecordLine(line.number, line.text, key, subject.lower(), found.end(), place)


def _format_number(text: str) -> int:
    """Return the version of the format in the first line that is neither empty nor a comment; 0 if it has none."""
    for line in text.split("\n"):
        plain = line.partition("#")[0].rstrip()
        if plain:
            found = _FIRST.fullmatch(plain)
            return int(found[1]) if found else 0
    return 0


def _expected_first(line: str) -> str:
    known = " or ".join(f"{MAGIC} {number}" for number in READERS)
    newer = _format_number(line) > RECORD_FORMAT
    return f"{known}: a newer version of the library wrote this" if newer else known


class RecordReader:
    """A reader of the text of a record; it keeps what was found and all mistakes."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        *lines, last = enumerate(text.split("\n"), start=1)
        self._lines = [
            _RecordLine(number, line.removesuffix("\r"))
            for number, line in (*(one for one in lines if _says_something(one[1])), last)
        ]
        """The lines that are neither empty nor comments, and the last line."""
        self._headers: dict[tuple[str, str], _RecordLine] = {}
        """The headers by key and subject. The first of its kind counts."""
        self._toml = ""
        """The embedded edition; empty if there is none."""
        self._end = self._lines[-1]
        """The line where the header ends."""
        self._moves: list[_RecordLine] = []
        self._checked: list[str] = []
        """The lines that the check covers."""

    def read(self, editions: Sequence[Edition]) -> Record:
        """Return the record as far as it can be read. Raises `_UnreadableError`."""
        end = self._read_header()
        self._moves = [line for line in map(_uncommented, self._lines[end:]) if line.content]
        self._checked += [line.content for line in self._moves]
        edition = self._edition(editions)
        start = self._start(edition)
        players = len(start.players)
        record = Record(
            start,
            names=self._names(edition, players),
            tags=self._tags(),
            scores=self._scores(edition, players),
            rules=self._rules(edition),
        )
        problems = len(self.problems)
        record = evolve(record, entries=self._entries(start))
        if len(self.problems) > problems:
            return evolve(record, scores=None)  # they belong to the part that is lost
        return self._compared(record)

    def _read_header(self) -> int:
        """Read everything before the moves. Return the number of these lines."""
        begun = False
        toml: list[str] = []
        for number, line in enumerate(self._lines, start=1):
            plain = _uncommented(line)
            if line.text.startswith("|") and begun:
                toml.append(line.text[1:].removeprefix(" ") + "\n")
            elif not plain.content:
                continue
            elif not begun:
                if READERS.get(_format_number(plain.text)) is not type(self):
                    raise _UnreadableError(line.problem(_expected_first(plain.text)))
                begun = True
            elif (header := _header_of(line)).key == "moves":
                self._toml, self._end = "".join(toml), header
                if header.content:
                    self.problems.append(header.problem(_END))
                return number
            else:
                self._add(header)
        last = self._lines[-1]
        expected = f"moves:, after a header that begins with {MAGIC} {RECORD_FORMAT}"
        raise _UnreadableError(last.problem(expected, len(last.text) + 1))

    def _add(self, header: _RecordLine) -> None:
        if header.key != "check":
            self._checked.append(header.text.strip())
        if not header.key:
            self.problems.append(header.problem(_KNOWN))
        elif (header.key, header.subject) in self._headers:
            self.problems.append(header.problem(_ONCE, 1))
        else:
            self._headers[header.key, header.subject] = header

    def _find(self, key: str) -> _RecordLine | None:
        return self._headers.get((key, ""))

    def _attempt(self, header: _RecordLine, read: Callable[[], T]) -> T | None:
        """Return the content of a header. If it cannot be read, that is reported, and the record does without it."""
        try:
            return read()
        except NotationError as error:
            self.problems.append(header.problem(error.expected, error.column))
        return None

    # The beginning of the game

    def _edition(self, editions: Sequence[Edition]) -> Edition:
        header = self._find("edition")
        if header is None:
            raise _UnreadableError(
                self._end.problem("edition: and the name of an edition, before this")
            )
        name, *said = header.content.split() or [""]
        digest = said.pop() if said and "=" not in said[-1] else ""
        try:
            readings = readings_in(said)
        except EditionError as error:
            raise _UnreadableError(header.problem(error.problems[0].expected)) from error
        if self._toml:
            found = [self._embedded_edition(header)]
        else:
            known = (known_edition(name, readings, digest), *editions)
            found = [one for one in known if one and one.name == name]
        if not found:
            expected = f"an edition that is known or embedded; {name!r} is neither"
            raise _UnreadableError(header.problem(expected))
        for edition in found:
            same = edition.name == name and (not said or readings == edition.readings)
            if same and digest in ("", edition_digest(edition)):
                return edition
        expected = f"{_reference(found[0])}, the edition that is known here"
        raise _UnreadableError(header.problem(expected))

    def _embedded_edition(self, header: _RecordLine) -> Edition:
        try:
            return parse_edition(self._toml, where="the embedded edition")
        except EditionError as error:
            why = str(error).splitlines()[0]
            expected = f"an embedded edition without mistakes: {why}"
            raise _UnreadableError(header.problem(expected)) from error

    def _start(self, edition: Edition) -> State:
        """Return the position in which the game began."""
        header = self._find("start")
        if header is None:
            hands = self._hands(edition)
            return deal_hands(edition, hands, self._first(edition, len(hands)))
        for key, subject in self._headers:
            if key in ("hand", "first"):
                other = self._headers[key, subject]
                self.problems.append(other.problem("no such line beside start:", 1))
        place = header.text.index(header.content) if header.content else header.at
        try:
            start = parse_position(header.content, edition)
            return Record(start).start  # raises an error at a chance step
        except NotationError as error:
            problem = header.problem(error.expected, place + error.column)
            raise _UnreadableError(problem) from error
        except ValueError as error:
            problem = header.problem(f"a position to begin with: {str(error).splitlines()[0]}")
            raise _UnreadableError(problem) from error

    def _seats(self, edition: Edition, key: str) -> dict[Seat, _RecordLine]:
        """Return the headers of a kind that each player can have, by seat."""
        found: dict[Seat, _RecordLine] = {}
        for header in self._headers.values():
            if header.key == key:
                try:
                    seat = parse_seat(header.subject, edition)
                except NotationError as error:
                    column = header.subject_at + error.column
                    self.problems.append(header.problem(error.expected, column))
                    continue
                if seat in found:
                    self.problems.append(header.problem(_ONCE, header.subject_at + 1))
                found.setdefault(seat, header)
        return found

    def _hands(self, edition: Edition) -> tuple[Cards, ...]:
        found = self._seats(edition, "hand")
        least, most = edition.least_players, edition.most_players
        if not least <= len(found) <= most or set(found) != set(range(len(found))):
            begin = format_seat(0, edition)
            expected = f"hands of {least} to {most} players before this, from {begin} on clockwise"
            raise _UnreadableError(self._end.problem(expected))
        pile, hands = edition.cards, []
        for _, header in sorted(found.items()):
            hand, pile = _hand(header, edition, pile)
            hands.append(hand)
        return tuple(hands)

    def _first(self, edition: Edition, players: int) -> Seat:
        header = self._find("first")
        if header is None:
            return 0
        try:
            reader = Reader(header.text, edition, header.at)
            seat = reader.seat()
            reader.finish(_END)
        except NotationError as error:
            raise _UnreadableError(header.problem(error.expected, error.column)) from error
        if seat >= players:
            raise _UnreadableError(header.problem("a player who has a hand"))
        return seat

    # The rest of the header

    def _rules(self, edition: Edition) -> int:
        header = self._find("rules")
        if header is None:
            return RULES_REVISION

        def read() -> int:
            reader = Reader(header.text, edition, header.at)
            number = reader.number("a number")
            reader.finish(_END)
            return number

        number = self._attempt(header, read)
        return RULES_REVISION if number is None else number

    def _names(self, edition: Edition, players: int) -> tuple[str, ...]:
        names = [""] * players
        for seat, header in self._seats(edition, "name").items():
            if seat >= players:
                expected = "the colour of a player in this game"
                self.problems.append(header.problem(expected, header.subject_at + 1))
            elif not is_plain(header.content):
                self.problems.append(header.problem(TEXT_FORM))
            else:
                names[seat] = header.content
        return tuple(names)

    def _tags(self) -> tuple[tuple[str, str], ...]:
        tags: list[tuple[str, str]] = []
        for header in self._headers.values():
            if header.key != "tag":
                continue
            if not is_tag(header.subject):
                self.problems.append(header.problem(TAG_FORM, header.subject_at + 1))
            elif not is_plain(header.content):
                self.problems.append(header.problem(TEXT_FORM))
            elif len(tags) == MOST_TAGS:
                self.problems.append(header.problem(f"at most {MOST_TAGS} tags", 1))
            else:
                tags.append((header.subject, header.content))
        return tuple(tags)

    def _scores(self, edition: Edition, players: int) -> tuple[int, ...] | None:
        header = self._find("scores")
        if header is None:
            return None
        scores = list[int]()

        def read() -> tuple[int, ...]:
            reader = Reader(header.text, edition, header.at)
            for _ in range(players):
                sign = -1 if reader.sign("-") else 1
                scores.append(sign * reader.number("the points of each player"))
            reader.finish(_END)
            return tuple(scores)

        return self._attempt(header, read)

    # The moves

    def _entries(self, start: State) -> tuple[Entry, ...]:
        """Return what was done, up to the first damage."""
        turn, seat = 1, start.active
        entries: list[Entry] = []
        for line in self._moves:
            try:
                reader = Reader(line.text, start.edition, line.at)
                _read_label(reader, turn, seat)
                for action, draws in reader.turn():
                    entries.append(Entry(action, draws))
                    if entries[-1].ends_turn:
                        turn, seat = turn + 1, (seat + 1) % len(start.players)
            except NotationError as error:
                self.problems.append(line.problem(error.expected, error.column))
                break
        return tuple(entries)

    def _compared(self, record: Record) -> Record:
        """Return the record as far as it agrees with its checksum."""
        header, entries = self._find("check"), len(record.entries)
        actual = _check(entries, self._checked)
        if header is not None and " ".join(header.content.lower().split()) == actual:
            return record
        if self._cut:  # a step 1 may be all that is left of a step 12
            last = self._moves[-1]
            self.problems.append(last.problem(_END, len(last.text) + 1))
            return record.until(entries - 1)
        if header is None or self.problems:
            return record
        if header.content.startswith(f"{entries} "):
            expected = f"{actual}, or no such line: the record was changed after it was written"
            self.problems.append(header.problem(expected))
            return record
        self.problems.append(header.problem(f"{entries}, the number of actions that can be read"))
        return evolve(record, scores=None)

    @property
    def _cut(self) -> bool:
        """True if part of the last line may be missing, since it has no line end and no comment to show it is whole."""
        last = self._lines[-1]
        return "#" not in last.text and bool(self._moves) and self._moves[-1].number == last.number


def _hand(header: _RecordLine, edition: Edition, pile: Cards) -> tuple[Cards, Cards]:
    """Return the cards of a hand, and the pile without them."""
    hand = list[Card]()
    try:
        reader = Reader(header.text, edition, header.at)
        while reader.skip() < len(header.text):
            place, card = reader.at, reader.card()
            if card not in pile:
                raise reader.error("another card: there are no more of these", place)
            hand.append(card)
            pile = removed(pile, card)
        if len(hand) != edition.hand:
            raise reader.error(f"{edition.hand} cards")
    except NotationError as error:
        raise _UnreadableError(header.problem(error.expected, error.column)) from error
    return tuple(hand), pile


def _read_label(reader: Reader, turn: int, seat: Seat) -> None:
    """Read the number of the turn and its player, which a line may give; if it does, they must be right."""
    if ":" not in reader.text:
        return
    if reader.sees_number():
        place = reader.at
        if reader.number("") != turn:
            raise reader.error(f"turn {turn}", place)
        reader.sign(".")
    if not reader.sign(":"):
        place = reader.skip()
        if reader.seat() != seat:
            on_turn = format_seat(seat, reader.edition)
            raise reader.error(f"{on_turn}, who is on turn", place)
        reader.need(":", "a colon")


# Files


def load_record(file: FilePath | SavedFile, *, editions: Iterable[Edition] = ()) -> RecordReading:
    """Read a record from a file, as `read_record` does.

    To continue a game in its file, pass a `toledo_rules.storage.SavedFile`, here and to `Game.from_record`. Then
    nothing is lost if another program does the same.

    Raises `OSError` if there is no such file, or if it is too large.
    """
    most = LONGEST_RECORD
    data = file.load(most) if isinstance(file, SavedFile) else read_file(file, most)
    return read_record(data, editions=editions)


def save_record(record: Record, path: FilePath, *, embed: bool = False) -> None:
    """Write a record to a file, as `format_record` writes it.

    The file is replaced in one step, once the new contents are safely on disk (`toledo_rules.storage`). A new file can
    be read by its owner only, because a record contains all hands.
    """
    replace_file(path, format_record(record, embed=embed).encode())


READERS: Mapping[int, type[RecordReader]] = {1: RecordReader}
"""The readers of all formats, by version."""
