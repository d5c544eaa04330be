"""The command `conformance`: the library as an engine that answers the questions of the conformance suite.

One JSON object in each line, both ways. `spec/conformance/README.md` describes the questions.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import version
from typing import TypeAlias

from toledo_rules._cli._console import CommandHelp, Commands, Console, add_command
from toledo_rules._engine import apply, chance_outcomes, explain_all, legal_actions, step
from toledo_rules._hidden import certain_cards
from toledo_rules._multiset import minus, multiset
from toledo_rules._scoring import ScoreKind, outcome, ranking, score
from toledo_rules._setup import check_players, deal, new_game, next_hand
from toledo_rules.actions import Action, Move
from toledo_rules.chance import Stream
from toledo_rules.codec import Json, dump, load, parse_json
from toledo_rules.edition import Card, Cards, Edition, Seat
from toledo_rules.editions import SHIPPED_EDITIONS, edition_digest, shipped_edition
from toledo_rules.errors import ToledoError
from toledo_rules.notation import format_move, format_position, parse_move, parse_position
from toledo_rules.record import Record, format_record, read_record, replay
from toledo_rules.state import State, view
from toledo_rules.testing import perft

SUITE_PROTOCOL = 1
"""The version of the protocol."""

_ITEMS: Mapping[ScoreKind, str] = {
    "delivered_sword": "delivered",
    "sword_in_front": "in_front",
    "swords_in_front": "in_front",
    "painting": "paintings",
    "gems": "gems",
    "movement_tile": "movement_tile",
}
"""The words of the suite for the lines of a score sheet."""


def add_commands(commands: Commands) -> None:
    """Add the command."""
    help_ = CommandHelp(
        name="conformance",
        summary="answer the questions of the conformance suite",
        description="Read questions of the conformance suite from standard input, one JSON object in\n"
        "each line, and write the answers to standard output.",
        examples="  toledo-rules conformance < questions.jsonl > answers.jsonl\n"
        "  python spec/conformance/runner.py small -- toledo-rules conformance",
    )
    parser = add_command(commands, help_, _run)
    parser.set_defaults(colour="never")


def _run(_options: argparse.Namespace, _console: Console) -> int:
    engine = Engine()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(engine.answer(line), separators=(",", ":")) + "\n")
        sys.stdout.flush()
    return 0


class Engine:
    """The library, as the suite asks it."""

    def __init__(self) -> None:
        self.editions: dict[str, Edition] = {}
        """The editions that the runner has sent, by their digests."""
        self._in_full: dict[str, Json] = {}
        """Those that do not come with the library, as they were sent: a position must have them in full."""

    def answer(self, line: str) -> Json:
        """Return the answer to a line: what was asked for, or a failure."""
        number: Json = None
        try:
            message = parse_json(line)
            if not isinstance(message, dict):
                return _failure(None, "malformed", "a message is a JSON object")
            number = message.get("id")
            match message.get("type"):
                case "hello":
                    known = {"program": "toledo-rules", "version": version("toledo-rules")}
                    return {"type": "hello", "protocol": SUITE_PROTOCOL, **known}
                case "edition":
                    self._keep(message.get("edition"))
                    return {"type": "ok"}
                case "question":
                    return self._ask(message, number)
                case other:
                    expected = "expected hello, edition or question"
                    return _failure(number, "malformed", f"type {other!r}: {expected}")
        except (ToledoError, ValueError, TypeError) as error:
            return _failure(number, "refused", str(error))

    def _keep(self, given: Json) -> None:
        if not isinstance(given, dict):
            raise TypeError("an edition is a JSON object")
        in_full = {key: part for key, part in given.items() if key != "reference"}
        edition = load(in_full, Edition)
        digest = edition_digest(edition)
        self.editions[digest] = edition
        if edition.name not in SHIPPED_EDITIONS or digest != edition_digest(
            shipped_edition(edition.name)
        ):
            self._in_full[digest] = in_full

    def _ask(self, message: Mapping[str, Json], number: Json) -> Json:
        asked = str(message.get("ask"))
        if asked in _ABOUT_POSITIONS:
            state = self.state(message.get("position"))
            return {"type": "answer", "id": number, **_ABOUT_POSITIONS[asked](state, message)}
        if asked in _BEFORE_PLAY:
            found = _BEFORE_PLAY[asked](*self._dealt(message), message)
            return {"type": "answer", "id": number, **found}
        if asked in _ABOUT_EDITIONS:
            found = _ABOUT_EDITIONS[asked](self.edition(message.get("edition")), message)
            return {"type": "answer", "id": number, **found}
        if asked in _OTHERS:
            return {"type": "answer", "id": number, **_OTHERS[asked](self, message)}
        known = (*_ABOUT_POSITIONS, *_BEFORE_PLAY, *_ABOUT_EDITIONS, *_OTHERS)
        expected = f"expected one of {', '.join(known)}"
        return _failure(number, "unsupported", f"{asked!r}: {expected}")

    def state(self, given: Json) -> State:
        """Return a position, whose edition may be one that was sent."""
        if isinstance(given, dict) and isinstance(named := given.get("edition"), dict):
            in_full = self._in_full.get(str(named.get("digest")), named)
            given = {**given, "edition": in_full}
        return _position(json.dumps(given))

    def edition(self, given: Json) -> Edition:
        """Return an edition that was sent before, or that a question has in full."""
        if not isinstance(given, dict):
            raise TypeError("expected an edition, in full or with its digest")
        if "digest" not in given:
            return load(given, Edition)
        edition = self.editions.get(str(given["digest"]))
        if edition is None:
            raise ValueError(f"edition {given['digest']}: expected one that was sent before")
        return edition

    def _dealt(self, message: Mapping[str, Json]) -> tuple[Edition, tuple[Cards, ...], Cards]:
        """Return an edition, the cards dealt to each seat, and those that are left."""
        edition, given = self.edition(message.get("edition")), message.get("hands")
        if not isinstance(given, list):
            raise TypeError("expected a list of hands")
        hands = tuple([multiset([load(card, Card) for card in _list(hand)]) for hand in given])
        return edition, hands, minus(edition.cards, [card for hand in hands for card in hand])


def _failure(number: Json, code: str, message: str) -> Json:
    return {"type": "failure", "id": number, "code": code, "message": message}


def _list(given: Json) -> list[Json]:
    if not isinstance(given, list):
        raise TypeError(f"found {given!r}, expected a list of cards")
    return given


@lru_cache(maxsize=2)
def _position(text: str) -> State:
    """Return a position; a runner asks several questions about each."""
    return load(json.loads(text), State)


# Questions about a position


Answer: TypeAlias = dict[str, Json]


def _legal(state: State, _message: Mapping[str, Json]) -> Answer:
    if not state.chance:
        return {"moves": [{"move": dump(action)} for action in legal_actions(state)]}
    # The weight of a card is its number in the pile.
    drawn = [(draw, chance * len(state.pile)) for draw, chance in chance_outcomes(state)]
    return {"moves": [{"move": dump(draw), "weight": int(weight)} for draw, weight in drawn]}


def _after(state: State, message: Mapping[str, Json]) -> Answer:
    what = step(state, load(message.get("move"), Move))
    told: Answer = {
        "spectator" if seat is None else str(seat): [*map(dump, what.seen_by(seat))]
        for seat in _viewers(state)
    }
    after = _naming(message.get("position"), dump(what.state))
    return {"position": after, "told": told, "reveals": what.reveals}


def _explain(state: State, message: Mapping[str, Json]) -> Answer:
    seat = message.get("seat", state.active)
    if not isinstance(seat, int):
        raise TypeError(f"seat: found {seat!r}, expected a seat")
    move = load(message.get("move"), Move)
    return {"refusals": [dump(why) for why in explain_all(state, move, seat=seat)]}


def _views(state: State, message: Mapping[str, Json]) -> Answer:
    seen = [dump(view(state, seat)) for seat in _viewers(state)]
    return {"views": [_naming(message.get("position"), one) for one in seen]}


def _naming(asked: Json, found: Json) -> Json:
    """Return a position or a view that names its edition as the question does."""
    assert isinstance(asked, dict)
    assert isinstance(found, dict)
    return {**found, "edition": asked["edition"]}


def _viewers(state: State) -> tuple[Seat | None, ...]:
    return (None, *range(len(state.players)))


def _scores(state: State, _message: Mapping[str, Json]) -> Answer:
    points: list[Json] = []
    for seat in range(len(state.players)):
        sheet, counted = score(state, seat), dict.fromkeys(_ITEMS.values(), 0)
        for line in sheet.lines:
            counted[_ITEMS[line.kind]] += line.points
        points.append({**counted, "total": sheet.total})
    ended, places = outcome(state), {one.seat: one.place for one in ranking(state)}
    return {
        "points": points,
        "places": [places[seat] for seat in sorted(places)],
        "winners": [] if ended is None else [*sorted(ended.winners)],
    }


def _sure(state: State, _message: Mapping[str, Json]) -> Answer:
    found: dict[str, Json] = {}
    for viewer in _viewers(state):
        seen = view(state, viewer)
        others = [seat for seat in range(len(state.players)) if seat != viewer]
        sure: Answer = {
            str(seat): [*map(dump, cards)]
            for seat in others
            if (cards := certain_cards(seen, seat))
        }
        found["spectator" if viewer is None else str(viewer)] = sure
    return {"sure": found}


def _perft(state: State, message: Mapping[str, Json]) -> Answer:
    return {"lines": perft(state, _number(message, "depth"))}


_ABOUT_POSITIONS: Mapping[str, Callable[[State, Mapping[str, Json]], Answer]] = {
    "legal": _legal,
    "after": _after,
    "explain": _explain,
    "views": _views,
    "scores": _scores,
    "sure": _sure,
    "perft": _perft,
}


# Questions about the time before play

Hands: TypeAlias = tuple[Cards, ...]


def _deal(edition: Edition, hands: Hands, pile: Cards, _message: Mapping[str, Json]) -> Answer:
    seat = next_hand(edition, hands)
    counted = [] if seat is None else sorted(Counter(pile).items())
    return {"seat": seat, "cards": [{"card": dump(card), "weight": n} for card, n in counted]}


def _setup(edition: Edition, hands: Hands, pile: Cards, message: Mapping[str, Json]) -> Answer:
    first = message.get("first")
    seat = 0 if first is None else first
    if not isinstance(seat, int):
        raise TypeError(f"first: found {first!r}, expected a seat or null")
    check_players(edition, len(hands), seat)
    return {"position": _naming(dict(message), dump(deal(edition, hands, pile, seat)))}


_BEFORE_PLAY: Mapping[str, Callable[[Edition, Hands, Cards, Mapping[str, Json]], Answer]] = {
    "deal": _deal,
    "setup": _setup,
}


# Questions about an edition, its texts and its games


def _parse(edition: Edition, message: Mapping[str, Json]) -> Answer:
    if "position" not in message:
        return {"move": dump(parse_move(_text(message, "move"), edition))}
    found = dump(parse_position(_text(message, "position"), edition))
    return {"position": _naming(dict(message), found)}


def _game(edition: Edition, message: Mapping[str, Json]) -> Answer:
    """Play a game by a seed, in which each choice is a place in the list of legal moves."""
    players, choices = _number(message, "players"), message.get("choices")
    if not isinstance(choices, list):
        raise TypeError("expected a list of choices")
    chance = Stream(_seed(message))
    state = new_game(players, chance, edition=edition)
    hashes = [_hash(state)]
    for choice in choices:
        legal = sorted(legal_actions(state), key=_plain_action)
        if not isinstance(choice, int) or not 0 <= choice < len(legal):
            raise ValueError(f"choice {choice!r}: expected one of {len(legal)} legal moves")
        state = apply(state, legal[choice], chance)
        hashes.append(_hash(state))
    return {"hashes": [*hashes]}


@lru_cache(maxsize=4096)
def _plain_action(action: Action) -> str:
    return _plain(dump(action))


def _plain(value: Json) -> str:
    """Return the canonical text of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _hash(state: State) -> str:
    position = dump(state)
    assert isinstance(position, dict)
    del position["edition"]
    return hashlib.sha256(_plain(position).encode()).hexdigest()[:8]


_ABOUT_EDITIONS: Mapping[str, Callable[[Edition, Mapping[str, Json]], Answer]] = {
    "parse": _parse,
    "game": _game,
    "digest": lambda edition, _message: {"digest": edition_digest(edition)},
}


# Questions about something else


def _notation(engine: Engine, message: Mapping[str, Json]) -> Answer:
    if "move" not in message:
        return {"position": format_position(engine.state(message.get("position")))}
    move = load(message.get("move"), Move)
    return {"move": format_move(move, engine.edition(message.get("edition")))}


def _stream(_engine: Engine, message: Mapping[str, Json]) -> Answer:
    stops = message.get("stops")
    if not isinstance(stops, list):
        raise TypeError("expected a list of stops")
    stream = Stream(_seed(message), game=_number(message, "game"), index=_number(message, "index"))
    return {"numbers": [stream.randrange(_whole("stops", stop)) for stop in stops]}


def _record(engine: Engine, message: Mapping[str, Json]) -> Answer:
    record = read_record(_text(message, "record"), editions=engine.editions.values()).complete()
    state = record.start
    for ply in replay(record):
        state = ply.after
    return {"record": dump(record), "position": dump(state)}


def _write_record(_engine: Engine, message: Mapping[str, Json]) -> Answer:
    return {"record": format_record(load(message.get("record"), Record))}


def _well_formed(_engine: Engine, message: Mapping[str, Json]) -> Answer:
    try:
        load(message.get("edition"), Edition)
    except ToledoError:
        return {"well_formed": False}
    return {"well_formed": True}


_OTHERS: Mapping[str, Callable[[Engine, Mapping[str, Json]], Answer]] = {
    "notation": _notation,
    "stream": _stream,
    "record": _record,
    "write_record": _write_record,
    "well_formed": _well_formed,
}


def _number(message: Mapping[str, Json], key: str) -> int:
    return _whole(key, message.get(key))


def _whole(key: str, found: Json) -> int:
    if type(found) is not int:
        raise TypeError(f"{key}: found {found!r}, expected a whole number")
    return found


def _text(message: Mapping[str, Json], key: str) -> str:
    if not isinstance(found := message.get(key), str):
        raise TypeError(f"{key}: found {found!r}, expected a text")
    return found


def _seed(message: Mapping[str, Json]) -> int | str:
    found = message.get("seed")
    return found if isinstance(found, str) else _whole("seed", found)
