"""Compares an engine with the conformance suite. It needs Python 3.11 and nothing else.

    python conformance/runner.py small -- toledo-rules conformance
    python conformance/runner.py large --sample 500 -- ./my-engine --json

The engine is any program that reads questions from standard input and writes answers to standard output, one JSON
object in each line; `conformance/README.md` describes them. The exit code is 0 if all answers are those of the suite, 1
if one is not, and 2 if the engine cannot be asked.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = Any

HERE = Path(__file__).resolve().parent
PROTOCOL = 1
"""The protocol that this runner speaks."""

ASKS = ("legal", "after", "views", "scores", "deal", "setup")
"""The questions of the suite."""

MOST_SHOWN = 3
"""Differences that a report shows for each question."""
LONGEST = 400
"""Characters of a value in a report."""


class EngineError(Exception):
    """The engine does not speak the protocol."""


class Engine:
    """A program that answers questions."""

    def __init__(self, command: Sequence[str]) -> None:
        self.unanswered: Counter[str] = Counter()
        self._id = 0
        try:
            self._process = subprocess.Popen(  # whoever runs this names the program
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise EngineError(f"cannot start {command[0]}: {error}") from error
        hello = {"type": "hello", "protocol": PROTOCOL, "suite": "toledo"}
        self.hello = self._exchange(hello)
        if self.hello.get("type") != "hello" or self.hello.get("protocol") != PROTOCOL:
            raise EngineError(f"expected a hello of protocol {PROTOCOL}, found {shown(self.hello)}")

    def tell(self, message: Json) -> None:
        """Send something that needs no answer but an acknowledgement."""
        answer = self._exchange(message)
        if answer.get("type") != "ok":
            raise EngineError(f"expected ok, found {shown(answer)}")

    def ask(self, question: str, **given: Json) -> Json | None:
        """Return the answer to a question; None if the engine does not know such questions."""
        self._id += 1
        answer = self._exchange({"type": "question", "id": self._id, "ask": question, **given})
        if answer.get("id") != self._id:
            raise EngineError(f"expected the answer to question {self._id}, found {shown(answer)}")
        if answer.get("type") == "failure":
            if answer.get("code") != "unsupported":
                return {"failure": answer.get("message")}
            self.unanswered[question] += 1
            return None
        if answer.get("type") != "answer":
            raise EngineError(f"expected an answer or a failure, found {shown(answer)}")
        return answer

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _exchange(self, message: Json) -> Json:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise EngineError(f"the engine ended, asked {shown(message)}")
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise EngineError(f"expected JSON, found {line[:LONGEST]!r}") from error
        if not isinstance(answer, dict):
            raise EngineError(f"expected an object, found {line[:LONGEST]!r}")
        return answer


def shown(value: Json) -> str:
    """A value in a report."""
    text = json.dumps(value, separators=(",", ":"))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


# The suite


def suite(part: str, root: Path = HERE) -> Iterator[Json]:
    """The cases of a part: ``small`` or ``large``, or a file of either."""
    manifest = json.loads((root / "suite.json").read_text("utf-8"))
    names = [name for name in manifest["files"] if name.startswith(part) and "setup" not in name]
    if not names:
        raise EngineError(f"expected small, large or one of their files, found {part!r}")
    for name in names:
        if name.endswith(".gz"):
            with gzip.open(root / name, "rt", encoding="utf-8") as lines:
                yield from map(json.loads, lines)
        elif name.endswith(".json"):
            yield from json.loads((root / name).read_text("utf-8"))


def setups(root: Path = HERE) -> list[Json]:
    """The set-ups."""
    found: list[Json] = json.loads((root / "small" / "setup.json").read_text("utf-8"))
    return found


def changed(before: Json, changes: dict[str, Json]) -> Json:
    """The position after some changes: each is a JSON Pointer and the new value."""
    after = {**before, "players": [dict(player) for player in before["players"]]}
    for pointer, value in changes.items():
        *way, last = pointer.split("/")[1:]
        part: Json = after
        for key in way:
            part = part[int(key)] if isinstance(part, list) else part[key]
        part[last] = value
    return after


# Comparing


class Report:
    """What was compared, and what differs."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.differences: list[str] = []

    def compare(self, question: str, where: str, expected: Json, found: Json) -> None:
        """Note an answer."""
        self.asked[question] += 1
        if found == expected:
            return
        self.wrong[question] += 1
        if self.wrong[question] <= MOST_SHOWN:
            self.differences.append(
                "\n".join([f"{where}: {question}", *_different(expected, found)])
            )

    def __str__(self) -> str:
        rows = [
            f"  {ask:<8} {self.asked[ask]:>8,} asked {self.wrong[ask]:>8,} differ"
            for ask in self.asked
        ]
        total, wrong = sum(self.asked.values()), sum(self.wrong.values())
        verdict = (
            f"{wrong:,} of {total:,} answers differ" if wrong else f"all {total:,} answers agree"
        )
        more = sum(self.wrong.values()) - len(self.differences)
        rest = [f"... and {more:,} more"] if more else []
        return "\n".join([verdict, *rows, *(["", *self.differences, *rest] if wrong else [])])


def _different(expected: Json, found: Json) -> Iterator[str]:
    """The parts in which two values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(key for key in found if key not in expected)]:
            mine, theirs = expected.get(key, "(nothing)"), found.get(key, "(nothing)")
            if mine != theirs:
                yield f"    {key}: expected {shown(mine)}"
                yield f"    {' ' * len(key)}  found    {shown(theirs)}"
    elif isinstance(expected, list) and isinstance(found, list):
        missing = [one for one in expected if one not in found]
        extra = [one for one in found if one not in expected]
        yield from (f"    missing: {shown(one)}" for one in missing[:3])
        yield from (f"    extra:   {shown(one)}" for one in extra[:3])
        if not missing and not extra:
            yield "    the same, in another order or number"
    else:
        yield f"    expected {shown(expected)}"
        yield f"    found    {shown(found)}"


def by_text(values: Sequence[Json]) -> list[Json]:
    """A list whose order does not matter, in a fixed order."""
    return sorted(values, key=lambda value: json.dumps(value, sort_keys=True))


def run_case(engine: Engine, case: Json, asks: Sequence[str], report: Report) -> None:
    """Ask everything about one position."""
    position, where = case["position"], f"{case['id']} {case['notation']}"
    if "legal" in asks:
        answer = engine.ask("legal", position=position)
        if answer is not None:
            expected = [
                {key: m[key] for key in ("move", "weight") if key in m} for m in case["moves"]
            ]
            found = answer.get("moves", answer)
            listed = by_text(found) if isinstance(found, list) else found
            report.compare("legal", where, by_text(expected), listed)
    for move in case["moves"] if "after" in asks else []:
        answer = engine.ask("after", position=position, move=move["move"])
        if answer is not None:
            seats = ["spectator", *map(str, range(len(position["players"])))]
            told = {seat: move["told_otherwise"].get(seat, move["told"]) for seat in seats}
            after = changed(position, move["after"])
            wanted = {"position": after, "told": told, "reveals": move["reveals"]}
            found = {key: answer[key] for key in answer if key not in ("type", "id")}
            report.compare("after", f"{where} {shown(move['move'])}", wanted, found)
    for ask, keys in (("views", ("views",)), ("scores", ("points", "places", "winners"))):
        if ask in asks:
            answer = engine.ask(ask, position=position)
            if answer is not None:
                found = {key: answer[key] for key in answer if key not in ("type", "id")}
                report.compare(ask, where, {key: case[key] for key in keys}, found)


def run_setup(engine: Engine, setup: Json, asks: Sequence[str], report: Report) -> None:
    """Ask about a deal and a first position."""
    given = {"edition": setup["edition"], "players": setup["players"]}
    where = f"{setup['edition']['name']} for {setup['players']}"
    order = [(seat, card) for seat, hand in enumerate(setup["hands"]) for card in hand]
    cards = len(order)
    for number, step in ((0, 0), (1, 1), (cards - 1, -1)) if "deal" in asks and cards > 1 else ():
        hands: list[list[Json]] = [[] for _ in setup["hands"]]
        for seat, card in order[:number]:
            hands[seat].append(card)
        answer = engine.ask("deal", **given, hands=hands)
        if answer is not None:
            found = {"seat": answer.get("seat"), "cards": by_text(answer.get("cards", []))}
            expected = setup["deal"][step]
            report.compare(
                "deal",
                where,
                {"seat": expected["seat"], "cards": by_text(expected["cards"])},
                found,
            )
    if "setup" in asks:
        answer = engine.ask("setup", **given, first=setup["first"], hands=setup["hands"])
        if answer is not None:
            report.compare("setup", where, setup["position"], answer.get("position", answer))


def run(
    command: Sequence[str], part: str, asks: Sequence[str], sample: int | None
) -> tuple[Engine, Report]:
    """Compare an engine with a part of the suite."""
    report, engine = Report(), Engine(command)
    try:
        editions = json.loads((HERE / "editions.json").read_text("utf-8"))
        for edition in editions.values():
            engine.tell({"type": "edition", "edition": edition})
        cases = list(suite(part)) if sample is not None else suite(part)
        if sample is not None and isinstance(cases, list):
            cases = random.Random(1).sample(cases, min(sample, len(cases)))  # the same each time
        for case in cases:
            run_case(engine, case, asks, report)
        for setup in setups():
            run_setup(engine, setup, asks, report)
    finally:
        engine.close()
    return engine, report


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Compare an engine with the conformance suite.")
    parser.add_argument("part", help="small, large, or a file such as large/03")
    parser.add_argument("--only", default=",".join(ASKS), help="the questions to ask (all)")
    parser.add_argument("--sample", type=int, metavar="N", help="so many positions of the part")
    parser.add_argument("engine", nargs="+", help="the program and its arguments, after --")
    options = parser.parse_args()
    asks = options.only.split(",")
    if unknown := [ask for ask in asks if ask not in ASKS]:
        parser.error(f"unknown question {unknown[0]!r}: expected some of {', '.join(ASKS)}")
    try:
        engine, report = run(options.engine, options.part, asks, options.sample)
    except EngineError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{engine.hello.get('program', 'the engine')} {engine.hello.get('version', '')}".strip())
    print(report)
    for ask, number in engine.unanswered.items():
        print(f"  {ask:<8} {number:>8,} not answered")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
