"""Targets: each takes bytes, and raises an error only if something is wrong with the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from random import Random

from tests.spec.agreement import disagreements
from toledo_rules import (
    KOSMOS_2008,
    EditionError,
    State,
    View,
    chance_outcomes,
    determinize,
    explain,
    invariants,
    legal_actions,
    new_game,
    parse_edition,
    parse_position,
    shipped_edition,
    step,
    universe,
    view,
)
from toledo_rules.chance import Stream
from toledo_rules.codec import dumps, loads
from toledo_rules.editions import SHIPPED_EDITIONS, edition_to_toml
from toledo_rules.errors import CodecError, NotationError
from toledo_rules.notation import format_move, format_position, format_turn, parse_move, parse_turn
from toledo_rules.record import format_record, reach, read_record

EDITIONS = tuple(map(shipped_edition, SHIPPED_EDITIONS))
COUNTS: Counter[str] = Counter()
"""Numbers of what was done."""
MOVES = 60
"""Most moves of a game that bytes choose."""


class MismatchError(AssertionError):
    """Two answers that must be the same differ."""


def check(fits: bool, *what: object) -> None:
    """Fail with everything that helps to understand it. Unlike an assertion it stays in optimized code."""
    if not fits:
        raise MismatchError(*what)


def text_of(data: bytes) -> str:
    """Return a text of any bytes."""
    return data.decode(errors="surrogateescape")


# Readers


def codec(data: bytes) -> None:
    """JSON: refused with a reason, or written again as the same."""
    try:
        value = loads(text_of(data))
    except CodecError as error:
        check(bool(error.problems), "an error without a problem", data)
        return
    COUNTS["documents"] += 1
    check(loads(dumps(value)) == value, "another value after a round trip", value)
    if isinstance(value, State):
        play(value, data)
    elif isinstance(value, View):
        look(value)


def notation(data: bytes) -> None:
    """Notation: the first byte chooses the edition."""
    edition = EDITIONS[data[0] % len(EDITIONS)] if data else KOSMOS_2008
    text = text_of(data[1:])
    with suppress(NotationError):
        move = parse_move(text, edition)
        check(parse_move(format_move(move, edition), edition) == move, "another move", move)
        COUNTS["moves"] += 1
    with suppress(NotationError):
        lines = parse_turn(text, edition)
        check(parse_turn(format_turn(lines, edition), edition) == lines, "another turn", lines)
        COUNTS["turns"] += 1


def position(data: bytes) -> None:
    """Positions in writing, and from there the rules."""
    try:
        state = parse_position(text_of(data))
    except NotationError:
        return
    check(parse_position(format_position(state)) == state, "another position", state)
    check(loads(dumps(state)) == state, "another position in JSON", state)
    play(state, data)


def record(data: bytes) -> None:
    """Records: read as far as possible; a complete one is written again as the same."""
    reading = read_record(text_of(data))
    check(reading.record is not None or bool(reading.problems), "no record and no reason", data)
    if reading.record is None:
        return
    COUNTS["records"] += 1
    text = format_record(reading.record)
    check(read_record(text).complete() == reading.record, "another record", text)
    reached = reach(reading.record)
    check(not [*invariants(reached.state)], "an impossible position", reached.state)


def edition(data: bytes) -> None:
    """Editions: refused with a reason, or written again as the same, and played."""
    try:
        found = parse_edition(text_of(data))
    except EditionError as error:
        check(bool(str(error)), "an error without a reason", data)
        return
    COUNTS["editions"] += 1
    with suppress(EditionError):
        check(parse_edition(edition_to_toml(found)) == found, "another edition", found)
    play(new_game(found.least_players, Stream(len(data)), edition=found), data)


# Rules


def play(state: State, data: bytes, moves: int = 3) -> None:
    """Play on from a position by the bytes, and ask the rules about each position on the way."""
    for byte in islice(data, moves):
        if state.over:
            return
        probe(state, byte)
        state = onward(state, byte)


def onward(state: State, byte: int) -> State:
    """Return the next position: the byte chooses the move, or the card that is drawn."""
    if state.chance:
        draws = chance_outcomes(state)
        check(sum(odds for _, odds in draws) == 1, "odds that do not add up", state)
        return step(state, draws[byte % len(draws)][0]).state
    actions = legal_actions(state)
    check(bool(actions), "nothing to do", state)
    return step(state, actions[byte % len(actions)]).state


def probe(state: State, byte: int) -> None:
    """The list of legal actions and the reasons agree; a step leads to a possible position."""
    COUNTS["positions"] += 1
    check(not [*invariants(state)], "an impossible position", state)
    legal = set(legal_actions(state))
    everything = universe(state.edition).actions
    for action in everything[byte :: max(1, len(everything) // 20)]:
        check((explain(state, action) is None) == (action in legal), "two opinions", state, action)


def look(seen: View) -> None:
    """A view has legal actions, and a position that looks like it if there can be one."""
    COUNTS["views"] += 1
    legal_actions(seen)
    with suppress(ValueError):
        state = determinize(seen, Stream(1))
        check(view(state, seen.seat) == seen, "another view", seen)


# The specification


_known: set[int] = set()
"""Hashes of the positions that were compared: there are too many to keep them."""


def logic(data: bytes) -> None:
    """The library against the specification, in positions that the bytes lead to.

    The first two bytes choose the edition and the number of players, the others the moves; or all of them are a
    position in writing.
    """
    if len(data) < len(("edition", "players", "move")):
        return
    try:
        state = parse_position(text_of(data))
    except NotationError:
        chosen = EDITIONS[data[0] % len(EDITIONS)]
        players = chosen.least_players + data[1] % (chosen.most_players - chosen.least_players + 1)
        state = new_game(players, Stream(data[1]), edition=chosen)
    _note(state)
    for byte in data[2 : MOVES + 2]:
        if state.over:
            break
        state = onward(state, byte)
        if byte % 4 == 0:
            _note(state)


def _note(state: State) -> None:
    """Compare a position that is new with the specification."""
    if hash(state) in _known:
        return
    _known.add(hash(state))
    found = next(disagreements([state], rng=Random(len(_known))), None)
    check(found is None, str(found))
    COUNTS["positions compared with the specification"] += 1


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "codec": codec,
    "notation": notation,
    "position": position,
    "record": record,
    "edition": edition,
    "logic": logic,
}
