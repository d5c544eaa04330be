"""Writes the conformance suite: positions are chosen with the library, all answers are the logic's.

    python -m spec.conformance.write            # everything; some minutes
    python -m spec.conformance.write --small    # the readable part only
    python -m spec.conformance.write --chosen   # the positions of chosen.toml only

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
from functools import lru_cache
from pathlib import Path
from random import Random

import clingo
from attrs import evolve
from clingo.symbol import Symbol, SymbolType

from spec.conformance import refusals, terms
from spec.conformance.terms import Json, Term
from spec.tools import facts
from spec.tools.oracle import Consequence, Oracle, Result
from spec.tools.versions import clauses_digest, current
from tests.spec.agreement import sample, some_positions, the_oracle
from toledo_rules import Edition, State, shipped_edition
from toledo_rules.codec import dump, edition_reference
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.notation import format_position, parse_position

HERE = Path(__file__).parent
FORMAT = 1
"""The format of the files. A change that a reader could notice makes another number of it."""

BATCHES = 130
PER_SHARD = 500
SMALL = 60
"""Positions of each tiny edition in the readable part."""
CHOSEN = "large/chosen"
EDITIONS = (*SHIPPED_EDITIONS, "kosmos-2008 a22=used_up", "kosmos-2008 a82=if_possible")
"""The editions of the suite, by the names that the library has for them."""


@lru_cache(maxsize=200_000)
def term(symbol: Symbol) -> Term:
    """A symbol of clingo as a plain term."""
    if symbol.type == SymbolType.Number:
        return symbol.number
    if not symbol.arguments:
        return symbol.name
    return (symbol.name, *map(term, symbol.arguments))


def symbol(of: Term) -> Symbol:
    """A plain term as a symbol of clingo."""
    if isinstance(of, tuple):
        return facts.call(of[0], *[symbol(part) for part in of[1:]])
    return clingo.Number(of) if isinstance(of, int) else clingo.Function(of)


def box(edition: Edition) -> Json:
    """An edition, and how positions refer to it."""
    found: Json = dump(evolve(edition, provenance=()))
    return {"reference": edition_reference(edition), **found}


class Writer:
    """Answers questions about positions of one edition."""

    def __init__(
        self,
        oracle: Oracle,
        edition: Edition,
        players: int,
        refusals: Callable[[State], list[Json]] = refusals.few,
    ) -> None:
        self.oracle, self.box, self.players = oracle, box(edition), players
        self.refusals = refusals
        self.facts = [symbol(fact) for fact in terms.edition(self.box, players)]

    def cases(self, states: Sequence[State], name: str) -> Iterator[Json]:
        """A case for each position."""
        given = [dump(state) for state in states]
        positions = [frozenset(map(symbol, terms.position(one))) for one in given]
        found = zip(
            states,
            given,
            self.oracle.consequences(self.facts, positions),
            self.oracle.weights(self.facts, positions),
            self.oracle.views(self.facts, positions),
            self.oracle.results(self.facts, positions),
            strict=True,
        )
        for number, (state, position, consequences, weights, views, result) in enumerate(found):
            moves = [
                self.move(position, move, what, weights.get(move))
                for move, what in sorted(consequences.items(), key=lambda pair: str(pair[0]))
            ]
            yield {
                "id": f"{name}/{number}",
                "position": position,
                "notation": format_position(state),
                "moves": moves,
                "views": [self.view(views, seat) for seat in (None, *range(self.players))],
                **scores(result, self.players),
                "refusals": self.refusals(state),
            }

    def move(self, before: Json, move: Symbol, what: Consequence, weight: int | None) -> Json:
        """A legal move, and what it leads to."""
        after = terms.state_json(map(term, what.after), self.box, self.players)
        told = {
            seat: [terms.event_json(map(term, e)) for e in heard]
            for seat, heard in what.told.items()
        }
        everything = told[before["active"]]
        return {
            "move": terms.move_json(term(move)),
            **({} if weight is None else {"weight": weight}),
            "after": terms.changes(before, after),
            "told": everything,
            "told_otherwise": {
                "spectator" if seat is None else str(seat): heard
                for seat, heard in told.items()
                if heard != everything
            },
            "reveals": what.reveals,
        }

    def view(self, views: dict[int | None, facts.Position], seat: int | None) -> Json:
        """What somebody sees."""
        return terms.view_json(map(term, views[seat]), self.box, self.players, seat)

    def setup(self, named: int | None, rng: Random) -> Json:
        """A deal card by card, and the first position."""
        hands: list[list[Json]] = [[] for _ in range(self.players)]
        steps = []
        while coming := self.oracle.deal(self.facts, map(symbol, terms.dealt(hands))):
            ordered = sorted(coming, key=str)
            seat = ordered[0][0]
            cards = [{"card": terms.card_json(term(c)), "weight": coming[s, c]} for s, c in ordered]
            steps.append({"seat": seat, "cards": cards})
            hands[seat].append(rng.choice(cards)["card"])
        dealt = [symbol(fact) for fact in terms.dealt(hands)]
        given = [] if named is None else [facts.call("named", named)]
        first = self.oracle.setup(self.facts, [*dealt, *given])
        return {
            "edition": self.box["reference"],
            "players": self.players,
            "first": named,
            "deal": steps[:2] + steps[-1:],
            "hands": hands,
            "position": terms.state_json(map(term, first), self.box, self.players),
        }


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
    """The readable part: positions of tiny editions, and set-ups of all. Yields the entries of the manifest."""
    for name in SHIPPED_EDITIONS[1:]:
        edition = shipped_edition(name)
        players = edition.most_players
        states = some_positions(edition, players, Random(name), SMALL)
        cases = [*Writer(the_oracle(), edition, players).cases(states, f"small/{name}")]
        entry = save(HERE / "small" / f"{name}.json", readable(cases))
        yield f"small/{name}.json", {"cases": len(cases), **moves_of(cases), **entry}
    cases = list(cases_of("small/refusals", listed("refused.toml"), refusals.many))
    entry = save(HERE / "small" / "refusals.json", readable(cases))
    yield "small/refusals.json", {"cases": len(cases), **moves_of(cases), **entry}
    setups = []
    for name in SHIPPED_EDITIONS:
        edition = shipped_edition(name)
        for players in range(edition.least_players, edition.most_players + 1):
            writer = Writer(the_oracle(), edition, players)
            setups += [writer.setup(named, Random(players)) for named in (None, players - 1)]
    yield (
        "small/setup.json",
        {"setups": len(setups), **save(HERE / "small" / "setup.json", readable(setups))},
    )


def moves_of(cases: Sequence[Json]) -> Json:
    """The number of moves in some cases."""
    return {"moves": sum(len(case["moves"]) for case in cases)}


def write_large() -> Iterator[tuple[str, Json]]:
    """The large part, in shards. Yields the entries of the manifest."""
    waiting: list[Json] = []
    shard = 0
    for number in range(BATCHES):
        states = sample(number)
        writer = Writer(the_oracle(), states[0].edition, len(states[0].players))
        waiting += writer.cases(states, f"large/{number}")
        print(f"{number + 1} of {BATCHES} batches", file=sys.stderr, flush=True)
        while len(waiting) >= PER_SHARD or (waiting and number + 1 == BATCHES):
            cases, waiting = waiting[:PER_SHARD], waiting[PER_SHARD:]
            name = f"large/{shard:02}.jsonl.gz"
            yield name, {"cases": len(cases), **moves_of(cases), **save(HERE / name, lines(cases))}
            shard += 1


def listed(file: str) -> list[State]:
    """The positions of chosen.toml or refused.toml."""
    entries = tomllib.loads((HERE / file).read_text("utf-8"))["position"]
    return [parse_position(entry["notation"]) for entry in entries]


def chosen() -> list[State]:
    """The positions of chosen.toml."""
    return listed("chosen.toml")


def cases_of(
    name: str,
    states: Iterable[State],
    refused: Callable[[State], list[Json]] = refusals.few,
) -> Iterator[Json]:
    """A case for each position, of any edition."""
    for number, state in enumerate(states):
        writer = Writer(the_oracle(), state.edition, len(state.players), refused)
        yield from ({**case, "id": f"{name}/{number}"} for case in writer.cases([state], name))


def write_chosen() -> Iterator[tuple[str, Json]]:
    """The last file of the large part. Yields its entry of the manifest."""
    cases = list(cases_of(CHOSEN, chosen()))
    name = f"{CHOSEN}.jsonl.gz"
    yield name, {"cases": len(cases), **moves_of(cases), **save(HERE / name, lines(cases))}


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Write the conformance suite.")
    parser.add_argument("--small", action="store_true", help="the readable part only")
    parser.add_argument("--chosen", action="store_true", help="the positions of chosen.toml only")
    options = parser.parse_args()
    editions = {name: box(shipped_edition(name)) for name in EDITIONS}
    files: dict[str, Json] = {}
    if options.small or options.chosen:
        files |= json.loads((HERE / "suite.json").read_text("utf-8"))["files"]
    files |= {"editions.json": save(HERE / "editions.json", readable(editions))}
    if not options.chosen:
        files |= dict(write_small())
    if not options.small and not options.chosen:
        files |= dict(write_large())
    if not options.small:
        files |= dict(write_chosen())
    suite = {
        "suite": "toledo",
        "format": FORMAT,
        "specification": current().number,
        "clauses": clauses_digest(),
        "cases": sum(entry.get("cases", 0) for entry in files.values()),
        "moves": sum(entry.get("moves", 0) for entry in files.values()),
        "files": files,
    }
    save(HERE / "suite.json", readable(suite))
    print(f"{suite['cases']:,} positions and {suite['moves']:,} moves")
    return 0


if __name__ == "__main__":
    sys.exit(main())
