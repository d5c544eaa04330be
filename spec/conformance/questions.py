"""Single questions of the suite: what is sure, perft, the stream, whole games, texts, records, editions.

    python -m spec.conformance.questions small/games/7 57      # the position of a game after 57 choices

Rules are asked of the compiled clauses, and everything else of the code of `implementing.md`, by the engine that is
made of both. Reading texts and records is left to the library.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random

from attrs import evolve

from spec.compiler.engine import Engine
from spec.conformance import runner
from spec.conformance.page import page
from spec.conformance.terms import Json
from toledo_rules import (
    Edition,
    State,
    Stream,
    apply,
    legal_actions,
    load_edition,
    new_game,
    score,
    shipped_edition,
    transition,
    universe,
)
from toledo_rules.actions import ACTION_TYPES, Draw
from toledo_rules.chance import Seed
from toledo_rules.codec import dump, edition_reference
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.notation import format_move, format_position, parse_move, parse_position
from toledo_rules.record import Entry, Record, format_record, load_record, replay
from toledo_rules.testing import POLICIES, PROGRESS, TROUBLE, Policy

HERE = Path(__file__).parent
TESTS = HERE.parents[1] / "tests"
TEXTS = HERE / "texts.toml"
ODD = HERE / "odd.toml"
LONGEST_GAME = 260
"""Actions of a game of the suite."""
LONGEST_ODD_GAME = 600
"""The same for the odd edition, which has a longer road and more players."""


def engine() -> Engine:
    """The engine that answers; it knows the editions of the suite."""
    found = Engine()
    for edition in runner.editions():
        found.answer({"type": "edition", "edition": edition})
    return found


def answered(name: str, asked: Iterable[Json]) -> list[Json]:
    """Questions with their names and answers. What the engine refuses has no answer."""
    by, found = engine(), []
    boxes = {runner.named(box): box for box in runner.editions()}
    for number, question in enumerate(asked):
        given = dict(question["given"])
        if "variant" in question:
            given["edition"] = runner.variant(question["variant"], boxes)
        answer = by.answer({"type": "question", "id": 0, "ask": question["ask"], **given})
        said = {key: part for key, part in answer.items() if key not in ("type", "id")}
        right = {"answer": said} if answer["type"] == "answer" else {}
        found.append({"id": f"{name}/{number}", **question, **right})
    return found


def shown(name: str, place: int) -> str:
    """A position of a game of the suite after a number of choices, in notation."""
    game = runner.one("small/games", name)[1]
    edition = game["given"]["edition"]
    (position,) = islice(engine().positions(game["given"]), place, place + 1)
    return str(
        engine().answer(
            {
                "type": "question",
                "id": 0,
                "ask": "notation",
                "position": {**position, "edition": edition},
            }
        )["position"]
    )


def told(name: str, asked: Iterable[Json]) -> list[Json]:
    """Questions that have their answers, with their names."""
    return [{"id": f"{name}/{number}", **question} for number, question in enumerate(asked)]


# What is sure, and lines of play


def sure(states: Iterable[State]) -> Iterator[Json]:
    """Yield the questions about what is certain about the cards of others."""
    for state in states:
        given = {"position": dump(state)}
        yield {"ask": "sure", "notation": format_position(state), "given": given}


FEW_LINES = 3_000
"""The most lines of play that a question counts, so that slow engines can answer too."""


def perft() -> Iterator[Json]:
    """The positions of tests/spec/perft.toml."""
    entries = tomllib.loads((TESTS / "spec" / "perft.toml").read_text("utf-8"))
    for entry in entries.values():
        if "record" not in entry:
            continue
        record = load_record(TESTS / "record" / "corpus" / entry["record"]).complete()
        state = next(islice(replay(record), entry["entries"], None)).before
        for depth, lines in enumerate(entry["lines"], start=1):
            if lines <= FEW_LINES:
                given = {"position": dump(state), "depth": depth}
                yield {"ask": "perft", "notation": format_position(state), "given": given}


# Chance


STREAMS: tuple[tuple[Seed, int, int], ...] = (
    *(
        (0, 0, 0),
        (1, 0, 0),
        (-1, 0, 0),
        (2008, 0, 0),
        (2008, 0, 7),
        (2008, 1, 0),
        (2**53 - 1, 12, 5),
    ),
    *(("", 0, 0), ("2008", 0, 0), ("¡Olé! ⚔", 3, 100), ("a\nb", 0, 0), (2008, 10**9, 10**9)),
)
STOPS = (84, 83, 82, 6, 6, 6, 1, 2, 3, 1000, 2**53 - 1)


def stream() -> Iterator[Json]:
    """Numbers by seed."""
    for seed, game, index in STREAMS:
        given = {"seed": seed, "game": game, "index": index, "stops": [*STOPS]}
        yield {"ask": "stream", "given": given}


GAMES: tuple[tuple[str, int, int, Policy], ...] = (
    ("kosmos-2008", 2, 12, PROGRESS),
    ("kosmos-2008", 2, 6, TROUBLE),
    ("kosmos-2008", 3, 5, PROGRESS),
    ("kosmos-2008", 3, 3, TROUBLE),
    ("kosmos-2008", 4, 4, PROGRESS),
    ("kosmos-2008 a22=used_up", 2, 3, PROGRESS),
    ("kosmos-2008 a82=if_possible", 2, 3, PROGRESS),
    ("tiny-duel", 2, 2, TROUBLE),
    ("tiny-duel", 3, 2, PROGRESS),
    *((name, 2, 2, POLICIES[0]) for name in SHIPPED_EDITIONS[1:] if name != "tiny-duel"),
    ("odd", 5, 1, PROGRESS),
    ("odd", 6, 1, PROGRESS),
)
"""The games: edition, number of players, how many, and how they are played."""


def games() -> Iterator[Json]:
    """Whole games by seed, with the choices of their players. One that is too long is left out."""
    numbers = count(1)
    for name, players, wanted, policy in GAMES:
        edition = load_edition(ODD) if name == "odd" else shipped_edition(name)
        found = 0
        while found < wanted:
            number = next(numbers)
            seed: Seed = number if number % 3 else f"game {number}"
            if (choices := _played(edition, players, seed, policy)) is not None:
                found += 1
                given = {"edition": edition_reference(edition), "players": players, "seed": seed}
                yield {"ask": "game", "given": {**given, "choices": choices}}


def _played(edition: Edition, players: int, seed: Seed, policy: Policy) -> list[int] | None:
    chance, rng = Stream(seed), Random(str(seed))
    state, choices = new_game(players, chance, edition=edition), list[int]()
    most = LONGEST_ODD_GAME if edition.name == "odd" else LONGEST_GAME
    while not state.over:
        if len(choices) == most:
            return None
        action = policy(state, rng)
        ordered = page()["in_order"]([dump(one) for one in legal_actions(state)])
        choices.append(ordered.index(dump(action)))
        state = apply(state, action, chance)
    return choices


# Texts


def texts() -> Iterator[Json]:
    """Moves of every kind in every edition, both ways; other ways to write something; texts that say nothing."""
    for box in runner.editions():
        name = runner.named(box)
        edition = load_edition(ODD) if name == "odd" else shipped_edition(name)
        reference = box["reference"]
        for move in _some_moves(edition, Random(name)):
            text, json_ = format_move(move, edition), dump(move)
            given = {"edition": reference}
            yield {"ask": "notation", "given": {**given, "move": json_}, "answer": {"move": text}}
            yield {"ask": "parse", "given": {**given, "move": text}, "answer": {"move": json_}}
    usual: Json = edition_reference(shipped_edition("kosmos-2008"))
    entries = tomllib.loads(TEXTS.read_text("utf-8"))
    for kind in ("position", "move"):
        for entry in entries[kind]:
            given = {"edition": usual, kind: entry["text"]}
            if "is" not in entry:
                yield {"ask": "parse", "given": given}
                continue
            is_position = kind == "position"
            right = (
                parse_position(entry["is"])
                if is_position
                else parse_move(entry["is"], "kosmos-2008")
            )
            yield {"ask": "parse", "given": given, "answer": {kind: dump(right)}}


def _some_moves(edition: Edition, rng: Random) -> Iterator[Json]:
    """Two actions of each kind, and two draws."""
    actions = universe(edition).actions
    for kind in ACTION_TYPES:
        some = [action for action in actions if type(action) is kind]
        yield from rng.sample(some, min(2, len(some)))
    yield from map(Draw, rng.sample([*dict.fromkeys(edition.cards)], 2))


# Records


def records() -> Iterator[Json]:
    """Records, read and written, and some that are damaged."""
    for record in _some_records():
        text, json_ = format_record(record), dump(record)
        state = record.start
        for ply in replay(record):
            state = ply.after
        right = {"record": json_, "position": dump(state)}
        yield {"ask": "record", "given": {"record": text}, "answer": right}
        yield {"ask": "write_record", "given": {"record": json_}, "answer": {"record": text}}
    whole = format_record(next(_some_records()))
    lines = whole.splitlines(keepends=True)
    moves = lines.index("moves:\n") + 1
    head, first = "".join(lines[:moves]), lines[moves]
    uncounted = head.replace(lines[1], "")  # without the line that has the check
    for damaged in (
        "",
        whole.replace("toledo-record 1", "toledo-record 99"),
        "".join(lines[:-1]),  # the check says that something is missing
        uncounted + first + first,  # one turn twice
        uncounted + first.replace(": ", ": jump, ", 1),
        uncounted.replace("kosmos-2008", "nowhere-1492") + first,
        uncounted.replace("hand red:", "hand mauve:") + first,
    ):
        yield {"ask": "record", "given": {"record": damaged}}


def _some_records() -> Iterator[Record]:
    """The first entries of games, from a deal and from a position, with names, tags and scores."""
    for seed, (name, players, size) in enumerate(
        (("kosmos-2008", 2, 25), ("kosmos-2008 a82=if_possible", 4, 12), ("tiny-duel", 3, 200)), 1
    ):
        start = new_game(players, Stream(seed), edition=shipped_edition(name), first=1)
        yield _record(start, size, seed)
    middle = _record(new_game(3, Stream(4)), 40, 4)
    (*_, last) = replay(middle)
    names, tags = ("Ana", "", "Zoé"), (("date", "2008-10-23"), ("event", "a fair"))
    yield evolve(_record(last.after, 6, 5), names=names, tags=tags)


def _record(start: State, size: int, seed: int) -> Record:
    state, entries, chance, rng = start, list[Entry](), Stream(seed, game=1), Random(seed)
    while not state.over and len(entries) < size:
        action = PROGRESS(state, rng)
        what = transition(state, action, chance)
        entries.append(Entry(action, what.draws))
        state = what.state
    points = tuple(score(state, seat).total for seat in range(len(state.players)))
    return Record(start, entries=tuple(entries), scores=points if state.over else None)


# Editions


def editions(variants: Iterable[Json]) -> Iterator[Json]:
    """Editions that can be played or not, and their digests."""
    for one in variants:
        yield {"ask": "well_formed", "variant": one, "given": {}}
    for of, changes, removed in DIGESTS:
        variant = {"of": of, "changes": changes, "removed": removed}
        yield {"ask": "digest", "variant": variant, "given": {}}


DIGESTS: tuple[tuple[str, Json, list[str]], ...] = (
    *((name, {}, []) for name in SHIPPED_EDITIONS),
    ("kosmos-2008", {"/title": "Another title"}, []),
    ("kosmos-2008", {"/name": "mine"}, []),
    ("kosmos-2008", {}, ["rounds_to_win", "gems_per_point", "sword_divisor"]),
    ("kosmos-2008", {"/rounds_to_win": 3}, []),
    ("kosmos-2008", {"/gems_per_point": 3}, []),
    ("kosmos-2008", {"/sword_divisor": 1}, []),
    ("kosmos-2008", {"/readings": {"a22": "used_up"}}, []),
    ("kosmos-2008", {"/readings": {"a82": "if_possible", "a22": "used_up"}}, []),
    ("kosmos-2008", {"/readings": {"a120": "sum", "a22": "used_up"}}, []),
    ("kosmos-2008", {"/readings": {"a160": "voluntary", "a109": "outside_alcazar"}}, []),
    ("kosmos-2008", {"/readings": {"a130": "forgotten"}}, []),
    ("kosmos-2008", {"/readings": {}}, []),
    ("kosmos-2008", {"/road/5/price": 4, "/hand": 4}, []),
    ("tiny-duel", {"/rounds_to_win": 3}, []),
    ("odd", {}, []),
    ("odd", {"/cards_taken": 1}, []),
)
"""Editions by what is changed in them, for the question of their digest."""


if __name__ == "__main__":
    print(shown(sys.argv[1], int(sys.argv[2])))
