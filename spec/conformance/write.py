"""Writes the conformance suite: positions are chosen with the library, all answers are the logic's.

    python -m spec.conformance.write            # the part that is kept: some seconds
    python -m spec.conformance.write --large    # the large part, which is not kept: a minute or two

Positions and editions come from the library. Legal moves, weights, successors, what is told, views, points, ranking
and the reasons of refusals are derived by the clauses of `spec/rules`, and put into JSON by `spec.conformance.terms`,
which knows no rule. `python -m spec.conformance.runner` then compares an engine with the files.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from attrs import evolve

from spec.conformance import questions, refusals, terms
from spec.conformance.terms import Json, Term
from spec.tools.facts import Position
from spec.tools.oracle import Now, Oracle, Result
from spec.tools.versions import clauses_digest, current
from tests.spec.agreement import sample, some_positions
from tests.spec.clauses import noting, rules_of, traced
from tests.spec.noticing import knowing, odd_ones, variants
from toledo_rules import Edition, State, load_edition, shipped_edition
from toledo_rules.codec import dump, edition_reference
from toledo_rules.editions import SHIPPED_EDITIONS, other_readings
from toledo_rules.notation import format_position, parse_position

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FORMAT = 4
"""The format of the files. A change that a reader could notice makes another number of it."""

BATCHES = 130
PER_FILE = 13
ODD = 30
"""Positions of the odd edition for each number of players, from which those of the suite are chosen."""
ODD_LEAST = 10
"""Positions of them that are taken in any case."""
SMALL = 60
"""Positions of each tiny edition in the small part."""
STEERED = ROOT / "tests" / "spec" / "steered.txt"
"""Positions that notice mistakes, found by `python -m tests.spec.mutant_hunt`."""
REFUSED = "refused/"
"""What the names of those begin with that notice mistakes in the reasons of refusals alone."""
EDITIONS = (*SHIPPED_EDITIONS, *(f"kosmos-2008 {word}" for word in other_readings()))
"""The editions of the suite, by the names that the library has for them."""


def box(edition: Edition) -> Json:
    """An edition, and how positions refer to it."""
    found: Json = dump(evolve(edition, provenance=()))
    return {"reference": edition_reference(edition), **found}


class Writer:
    """Answers questions about positions of one edition."""

    def __init__(
        self,
        edition: Edition,
        players: int,
        refusals: Callable[[State], list[Json]] = refusals.few,
    ) -> None:
        self.box, self.players, self.refusals = box(edition), players, refusals
        self.facts = terms.edition(self.box, players)
        self.oracle, _ = noting(self.facts)

    def case(self, state: State, name: str, *, embedded: bool = False) -> Json:
        """A case for a position. It names its edition, or has it in full."""
        position: Json = dump(state)
        if state.edition.name not in SHIPPED_EDITIONS and not embedded:
            position["edition"] = self.box["reference"]
        now = self.oracle.position(terms.position(position))
        weights, legal = traced(lambda: (self.oracle.weights(now), self.oracle.legal(now)))
        moves = sorted(self.oracle.moves(now), key=lambda pair: terms.written(pair[0]))
        views, seeing = traced(lambda: self.oracle.views(now))
        result, counting = traced(lambda: self.oracle.results(now))
        return {
            "id": name,
            "position": position,
            "notation": format_position(state),
            "rules": {
                "legal": decisive(legal),
                "views": decisive(seeing),
                "scores": decisive(counting),
            },
            "moves": [self.move(position, *move, weights[0].get(move[0])) for move in moves],
            "views": [self.view(position, views[seat], seat) for seat in self.oracle.viewers],
            **scores(result, self.players),
            "refusals": self.refusals(state),
        }

    def move(self, before: Json, act: Term, move: Now, weight: int | None) -> Json:
        """A legal move, and what it leads to."""
        what, deciding = traced(lambda: self.oracle.consequence(move))
        after = terms.state_json(what.after, self.box, self.players)
        after["edition"] = before["edition"]  # as the question has it
        told = {seat: [*map(terms.event_json, heard)] for seat, heard in what.told.items()}
        everything = told[before["active"]]
        return {
            "move": terms.move_json(act),
            "rules": decisive(deciding),
            **({} if weight is None else {"weight": weight}),
            "after": terms.changes(before, after),
            "told": everything,
            "told_otherwise": {
                "spectator" if seat is None else str(seat): told[seat]
                for seat in self.oracle.viewers
                if told[seat] != everything
            },
            "reveals": what.reveals,
        }

    def view(self, position: Json, seen: Position, seat: int | None) -> Json:
        """A view as changes: the fields that differ from the position, and those that are hidden."""
        view = terms.view_json(seen, self.box, self.players, seat)
        view["edition"] = position["edition"]
        parts = [("", position, view)]
        sides = zip(position["players"], view["players"], strict=True)
        parts += [(f"/players/{number}", *pair) for number, pair in enumerate(sides)]
        return {
            "changes": {
                f"{pointer}/{key}": value
                for pointer, here, there in parts
                for key, value in there.items()
                if key != "players" and (key not in here or here[key] != value)
            },
            "hidden": [
                f"{pointer}/{key}"
                for pointer, here, there in parts
                for key in here
                if key not in there
            ],
        }

    def setup(self, named: int | None, rng: Random) -> Json:
        """A deal card by card, and the first position."""
        hands: list[list[Json]] = [[] for _ in range(self.players)]
        steps = []
        while coming := Oracle([*self.facts, *terms.dealt(hands)]).deal():
            ordered = sorted(coming, key=str)
            seat = ordered[0][0]
            cards = [{"card": terms.card_json(c), "weight": coming[s, c]} for s, c in ordered]
            steps.append({"seat": seat, "cards": cards})
            hands[seat].append(rng.choice(cards)["card"])
        given = [] if named is None else [("named", named)]
        first = Oracle([*self.facts, *terms.dealt(hands), *given]).first()
        return {
            "edition": self.box["reference"],
            "players": self.players,
            "first": named,
            "deal": steps[:2] + steps[-1:],
            "hands": hands,
            "position": terms.state_json(first, self.box, self.players),
        }


def decisive(numbers: Iterable[int]) -> list[str]:
    """The rules whose clauses had a say in an answer."""
    return [rule for rule in rules_of(numbers) if rule != "vocabulary"]


def scores(result: Result, players: int) -> Json:
    """Points by item, places and winners."""
    items = ("delivered", "in_front", "paintings", "gems", "movement_tile")
    points = [
        {**{item: result.points.get((seat, item), 0) for item in items}, "total": result.goal[seat]}
        for seat in range(players)
    ]
    places = [result.rank[seat] for seat in range(players)]
    return {"points": points, "places": places, "winners": sorted(result.winners)}


# The parts of the suite


def save(path: Path, text: bytes) -> Json:
    """Write a file, and return its entry in the manifest."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(text, 9, mtime=0) if path.suffix == ".gz" else text)
    content = path.read_bytes()
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def lines(cases: Iterable[Json]) -> bytes:
    """Cases, one in each line."""
    return b"".join(json.dumps(case, separators=(",", ":")).encode() + b"\n" for case in cases)


def readable(content: Json, depth: int = 3) -> bytes:
    """JSON for people: what lies deeper than some levels stands on one line."""
    return _indented(content, depth, "").encode() + b"\n"


def _indented(content: Json, depth: int, indent: str) -> str:
    flat = json.dumps(content)
    if not depth or not isinstance(content, (dict, list)) or len(flat) + len(indent) <= WIDTH:
        return flat
    inner = indent + " "
    if isinstance(content, list):
        parts = [_indented(part, depth - 1, inner) for part in content]
        return f"[\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}]"
    pairs = [f'"{key}": {_indented(part, depth - 1, inner)}' for key, part in content.items()]
    return f"{{\n{inner}" + f",\n{inner}".join(pairs) + f"\n{indent}}}"


WIDTH = 100
"""The length of a line that is not broken."""


def write_small() -> Iterator[tuple[str, Json]]:
    """The part that is kept. Yields the entries of the manifest."""
    for name in SHIPPED_EDITIONS[1:]:
        yield saved(f"small/{name}", cases_of(f"small/{name}", some_of_tiny(name)))
    for name, states, refused in (
        ("chosen", listed("chosen.toml"), refusals.few),
        ("steered", steered(), refusals.few),
        ("refusals", listed("refused.toml"), refusals.many),
        ("reasons", steered(refused=True), refusals.many),
    ):
        yield saved(f"small/{name}", cases_of(f"small/{name}", states, refused))
    setups = []
    for edition in (*map(shipped_edition, SHIPPED_EDITIONS), load_edition(HERE / "odd.toml")):
        for players in range(edition.least_players, edition.most_players + 1):
            writer = Writer(edition, players)
            setups += [writer.setup(named, Random(players)) for named in (None, players - 1)]
    numbered = [{"id": f"small/setup/{number}", **setup} for number, setup in enumerate(setups)]
    yield saved("small/setup", numbered, "setups")


def write_questions() -> Iterator[tuple[str, Json]]:
    """Single questions."""
    by_logic = {
        "sure": questions.sure(knowing()),
        "perft": questions.perft(),
        "stream": questions.stream(),
        "games": questions.games(),
        "editions": questions.editions(variants()),
    }
    found = {name: questions.answered(f"small/{name}", asked) for name, asked in by_logic.items()}
    found["texts"] = questions.told("small/texts", questions.texts())
    found["records"] = questions.told("small/records", questions.records())
    for name, some in found.items():
        yield saved(f"small/{name}", some, "questions")


def write_odd() -> Iterator[tuple[str, Json]]:
    """Positions of an edition in which every number is another; every fifth has the edition in full.

    That edition has no movement tile, so some more are of kosmos-2008 with another worth of it, always in full.
    """
    edition, rng = load_edition(HERE / "odd.toml"), Random("odd")
    yield "odd/edition.json", save(HERE / "odd" / "edition.json", readable(box(edition)))
    every = [
        state
        for players in range(edition.least_players, edition.most_players + 1)
        for state in some_positions(edition, players, rng, ODD)
    ]
    states = [*dict.fromkeys((*odd_ones(every), *every[:: len(every) // ODD_LEAST]))]
    cases = [
        writer_for(edition, len(state.players)).case(
            state, f"odd/{number}", embedded=number % 5 == 0
        )
        for number, state in enumerate(states)
    ]
    mine = evolve(shipped_edition("kosmos-2008"), name="mine", provenance=(), movement_penalty=5)
    with_tile = odd_ones(some_positions(mine, 3, rng, ODD))
    for number, state in enumerate(with_tile, len(cases)):
        cases.append(writer_for(mine, 3).case(state, f"odd/{number}", embedded=True))
    yield saved("odd/cases", cases)


def saved(name: str, cases: Iterable[Json], kind: str = "cases") -> tuple[str, Json]:
    """Write a file, one case in each line, and return its entry in the manifest."""
    some, file = list(cases), f"{name}.jsonl.gz"
    moves = {"moves": sum(len(case["moves"]) for case in some)} if kind == "cases" else {}
    return file, {kind: len(some), **moves, **save(HERE / file, lines(some))}


def write_large() -> Iterator[tuple[str, Json]]:
    """The large part, in files of so many samples. Yields the entries of its manifest."""
    for start in range(0, BATCHES, PER_FILE):
        numbers = range(start, min(start + PER_FILE, BATCHES))
        cases = (case for n in numbers for case in cases_of(f"large/{n}", sample(n)))
        yield saved(f"large/{start // PER_FILE:02}", cases)
        print(f"{numbers[-1] + 1} of {BATCHES} samples", file=sys.stderr, flush=True)


def large() -> Iterator[tuple[str, State]]:
    """The positions of the large part, by the id of their case."""
    for number in range(BATCHES):
        for place, state in enumerate(sample(number)):
            yield f"large/{number}/{place}", state


def listed(file: str) -> list[State]:
    """The positions of chosen.toml or refused.toml, which chance hardly ever makes."""
    entries = tomllib.loads((HERE / file).read_text("utf-8"))["position"]
    return [parse_position(entry["notation"]) for entry in entries]


def steered(*, refused: bool = False) -> list[State]:
    """The positions that notice mistakes: in play, or in the reasons of refusals alone."""
    entries = [line.split("\t") for line in STEERED.read_text("utf-8").splitlines()]
    return [
        parse_position(entry[1])
        for entry in entries
        if len(entry) > 1 and entry[0].startswith(REFUSED) == refused
    ]


def some_of_tiny(name: str) -> list[State]:
    """Positions of a tiny edition."""
    edition = shipped_edition(name)
    return some_positions(edition, edition.most_players, Random(name), SMALL)


def cases_of(
    name: str,
    states: Iterable[State],
    refused: Callable[[State], list[Json]] = refusals.few,
) -> Iterator[Json]:
    """A case for each position, of any edition."""
    for number, state in enumerate(states):
        writer = writer_for(state.edition, len(state.players), refused)
        yield writer.case(state, f"{name}/{number}")


writer_for = cache(Writer)


def described(files: dict[str, Json]) -> bytes:
    """A manifest."""
    return readable(
        {
            "suite": "toledo",
            "format": FORMAT,
            "specification": current().number,
            "clauses": clauses_digest(),
            "cases": sum(entry.get("cases", 0) for entry in files.values()),
            "moves": sum(entry.get("moves", 0) for entry in files.values()),
            "files": files,
        }
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Write the conformance suite.")
    parser.add_argument("--large", action="store_true", help="the large part, which is not kept")
    parser.add_argument("--missing", action="store_true", help="only if it is not there")
    options = parser.parse_args(arguments)
    manifest = HERE / ("large.json" if options.large else "suite.json")
    if options.missing and manifest.exists():
        known = json.loads(manifest.read_text("utf-8"))
        if (known["format"], known["clauses"]) == (FORMAT, clauses_digest()):
            return 0
    if options.large:
        files = dict(write_large())
    else:
        editions = {name: box(shipped_edition(name)) for name in EDITIONS}
        files = {"editions.json": save(HERE / "editions.json", readable(editions))}
        files |= dict(write_small())
        files |= dict(write_odd())
        files |= dict(write_questions())
    save(manifest, described(files))
    print(f"{sum(entry.get('cases', 0) for entry in files.values()):,} positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
