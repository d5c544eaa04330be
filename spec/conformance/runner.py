"""Compares an engine with the conformance suite. It needs Python 3.11 and nothing else.

    python spec/conformance/runner.py small -- toledo-rules conformance
    python spec/conformance/runner.py large --sample 500 -- ./my-engine --json

The engine is any program that reads questions from standard input and writes answers to standard output, one JSON
object in each line; `spec/conformance/README.md` describes them, and the exit codes: 0 if all answers are those of the
suite, 1 if one is not, 2 if the engine cannot be asked at all, 3 if it left questions unanswered.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import queue
import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

Json: TypeAlias = Any

HERE = Path(__file__).resolve().parent
PROTOCOL = 1
"""The protocol that this runner speaks."""

ASKS = ("legal", "after", "explain", "views", "scores", "deal", "setup")
"""The questions of the suite."""

TIMEOUT = 10.0
"""Seconds that an engine has for each answer, unless another number is asked for."""
MOST_LOST = 100
"""So many times an engine is started again; then the run ends."""
MOST_SHOWN = 3
"""Differences that a report shows for each question."""
MOST_PLACES = 12
"""Places that it shows of each."""
LONGEST_LINE = 1 << 26
"""Bytes of an answer."""
LONGEST_SHOWN = 400
"""Characters that are shown of a line which is no answer."""


class EngineError(Exception):
    """The engine does not speak the protocol, or speaks no longer."""


class GaveUpError(Exception):
    """The engine was lost too often."""


class Failure(NamedTuple):
    """There is no answer to a question, although the engine says that it knows such questions."""

    reason: str


class Engine:
    """Somebody who answers questions. A subclass says how a message gets there."""

    def __init__(self) -> None:
        self.unanswered: Counter[str] = Counter()
        """The questions that the engine does not know."""
        self.lost = 0
        """How often there was no answer, or none that can be read, so that the engine had to be started again."""
        self._id = 0

    def exchange(self, message: Json) -> Json:
        """Send a message and return what comes back: an object.

        Raises:
            EngineError: if nothing comes back in time, or something else.
        """
        raise NotImplementedError

    def restart(self) -> None:
        """Begin anew before the next message."""

    def tell(self, message: Json) -> None:
        """Send something that needs no answer but an acknowledgement."""
        answer = self.exchange(message)
        if answer.get("type") != "ok":
            raise EngineError(f"expected ok, found {_cut(written(answer))}")

    def ask(self, question: str, **given: Json) -> Json | Failure | None:
        """Return the answer to a question; None if the engine does not know such questions."""
        if self.lost >= MOST_LOST:
            raise GaveUpError
        self._id += 1
        try:
            answer = self._answer({"type": "question", "id": self._id, "ask": question, **given})
        except EngineError as error:
            self.lost += 1
            self.restart()
            return Failure(str(error))
        if answer["type"] == "answer":
            return answer
        if answer.get("code") == "unsupported":
            self.unanswered[question] += 1
            return None
        return Failure(f"{answer.get('code')}: {answer.get('message')}")

    def _answer(self, question: Json) -> Json:
        answer = self.exchange(question)
        if answer.get("type") not in ("answer", "failure") or answer.get("id") != question["id"]:
            expected = f"expected an answer or a failure with the id {question['id']}"
            raise EngineError(f"{expected}, found {_cut(written(answer))}")
        return answer


class Program(Engine):
    """A program, started again when it does not answer."""

    def __init__(self, command: Sequence[str], timeout: float = TIMEOUT) -> None:
        super().__init__()
        self._command, self._timeout = command, timeout
        self._editions: list[Json] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        try:
            self.hello: Json = self._start()
        except EngineError:
            self.restart()
            raise

    def tell(self, message: Json) -> None:
        """Send an edition, now and whenever the program is started again."""
        super().tell(message)
        self._editions.append(message)

    def exchange(self, message: Json) -> Json:
        """Send a message to the program and return what it says."""
        if self._process is None:
            self._start()
            for edition in self._editions:
                super().tell(edition)
        return self._said(message)

    def restart(self) -> None:
        """End the program; the next message starts it again."""
        if self._process is not None:
            # Leaving the block waits, and closes what leads there: a pipe that breaks if something was still in it.
            with contextlib.suppress(BrokenPipeError), self._process as process:
                process.kill()
            self._process = None

    def close(self) -> None:
        """End the program, which may first finish by itself."""
        if self._process is not None:
            assert self._process.stdin is not None
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                self._process.stdin.close()
                self._process.wait(timeout=self._timeout)
            self.restart()

    def _start(self) -> Json:
        try:
            self._process = subprocess.Popen(  # whoever runs this names the program
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise EngineError(f"cannot start {self._command[0]}: {error}") from error
        assert self._process.stdout is not None
        self._lines = queue.SimpleQueue()
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._lines), daemon=True
        ).start()
        hello = self._said({"type": "hello", "protocol": PROTOCOL, "suite": "toledo"})
        if hello.get("type") != "hello" or hello.get("protocol") != PROTOCOL:
            found = _cut(written(hello))
            raise EngineError(f"expected a hello of protocol {PROTOCOL}, found {found}")
        return hello

    def _said(self, message: Json) -> Json:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            with contextlib.suppress(OSError):  # it may have said something before it ended
                self._process.stdin.write(f"{written(message)}\n".encode())
                self._process.stdin.flush()
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            raise EngineError(f"no answer within {self._timeout:g} s") from None
        if not line:
            raise EngineError(f"the engine ended, {self._how_it_ended()}")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise EngineError(f"expected JSON, found {_cut(repr(line)[1:])}") from error
        if not isinstance(answer, dict):
            raise EngineError(f"expected an object, found {_cut(written(answer))}")
        return answer

    def _how_it_ended(self) -> str:
        assert self._process is not None
        try:
            code = self._process.wait(timeout=self._timeout)
        except subprocess.TimeoutExpired:
            return "or closed its output"
        return f"with code {code}" if code >= 0 else f"by signal {-code}"


def _listen(output: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """Pass on what a program says, line by line, and nothing at its end."""
    line = b"..."
    while line:
        line = output.readline(LONGEST_LINE)
        lines.put(line)


def written(value: Json) -> str:
    """A value as JSON in one line."""
    return json.dumps(value, separators=(",", ":"))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


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


def one(part: str, name: str) -> Json:
    """The case of a part that has this name."""
    for case in suite(part):
        if case["id"] == name:
            return case
    raise EngineError(f"there is no case {name!r} in {part}")


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


class Place(NamedTuple):
    """Where two values differ: a JSON Pointer and what is there, as JSON."""

    pointer: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.pointer}: expected {self.expected}, found {self.found}"


NOTHING = "nothing"


def differences(expected: Json, found: Json, pointer: str = "") -> Iterator[Place]:
    """Every place in which two values differ, as deep inside as possible."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(key for key in found if key not in expected)]:
            here = f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
            if key not in found:
                yield Place(here, written(expected[key]), NOTHING)
            elif key not in expected:
                yield Place(here, NOTHING, written(found[key]))
            else:
                yield from differences(expected[key], found[key], here)
    elif isinstance(expected, list) and isinstance(found, list):
        yield from _in_lists(expected, found, pointer)
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield Place(pointer, written(expected), written(found))


def _in_lists(expected: list[Json], found: list[Json], pointer: str) -> Iterator[Place]:
    """The items that differ. One that is missing does not make all that follow it different."""
    mine, theirs = list(map(_key, expected)), list(map(_key, found))
    if mine != theirs and sorted(mine) == sorted(theirs):
        yield Place(pointer, written(expected), f"the same in another order: {written(found)}")
        return
    for _, a, b, c, d in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        both = min(b - a, d - c)
        for n in range(both):
            yield from differences(expected[a + n], found[c + n], f"{pointer}/{a + n}")
        for n in range(a + both, b):
            yield Place(f"{pointer}/{n}", written(expected[n]), NOTHING)
        for n in range(c + both, d):
            yield Place(f"{pointer}/{n}", NOTHING, written(found[n]))


def _key(value: Json) -> str:
    """The same text for the same value, whatever the order of keys."""
    return json.dumps(value, sort_keys=True)


def different(expected: Json, found: Json, unordered: str | None = None) -> Iterator[str]:
    """The places in which an answer differs, as a report says them. Keys that nobody asked for do not matter."""
    for key, wanted in expected.items():
        here = found.get(key)
        if key not in found:
            yield f"/{key}: expected {written(wanted)}, found {NOTHING}"
        elif key == unordered and isinstance(here, list):
            yield from (f"/{key}: missing {written(one)}" for one in _unpaired(wanted, here))
            yield from (f"/{key}: extra   {written(one)}" for one in _unpaired(here, wanted))
        else:
            yield from map(str, differences(wanted, here, f"/{key}"))


def _unpaired(items: list[Json], others: list[Json]) -> Iterator[Json]:
    """The items that have no equal among the others, each of which is equal to one at most."""
    left = list(map(_key, others))
    for item in items:
        if _key(item) in left:
            left.remove(_key(item))
        else:
            yield item


class Report:
    """What was compared, and what differs."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.differences: list[str] = []
        self.lost = 0
        """How often the engine had to be started again."""

    def compare(
        self,
        question: str,
        where: str,
        expected: Json,
        answer: Json | Failure | None,
        unordered: str | None = None,
    ) -> None:
        """Note an answer, unless the engine does not know such questions.

        The order of the list under the key `unordered` does not matter.
        """
        if answer is None:
            return
        self.asked[question] += 1
        if isinstance(answer, Failure):
            places = [f"no answer: {answer.reason}"]
        else:
            places = list(different(expected, answer, unordered))
        if not places:
            return
        self.wrong[question] += 1
        if self.wrong[question] <= MOST_SHOWN:
            more = len(places) - MOST_PLACES
            rest = [f"... and {more:,} more places"] if more > 0 else []
            shown = [f"    {line}" for line in [*places[:MOST_PLACES], *rest]]
            self.differences.append("\n".join([f"{where}: {question}", *shown]))

    def __str__(self) -> str:
        rows = [
            f"  {ask:<8} {self.asked[ask]:>8,} asked {self.wrong[ask]:>8,} differ"
            for ask in self.asked
        ]
        total, wrong = sum(self.asked.values()), sum(self.wrong.values())
        verdict = f"all {total:,} answers agree" if total else "nothing was answered"
        if wrong:
            verdict = f"{wrong:,} of {total:,} answers differ"
        if self.lost:
            often = "once" if self.lost == 1 else f"{self.lost} times"
            end = "; the run ended there" if self.lost >= MOST_LOST else ""
            rows.append(f"  the engine was lost {often}{end}")
        more = wrong - len(self.differences)
        rest = [f"... and {more:,} more"] if more else []
        return "\n".join([verdict, *rows, *(["", *self.differences, *rest] if wrong else [])])


def run_case(engine: Engine, case: Json, asks: Sequence[str], report: Report) -> None:
    """Ask everything about one position."""
    position, where = case["position"], f"{case['id']} {case['notation']}"
    if "legal" in asks:
        legal = [{key: m[key] for key in ("move", "weight") if key in m} for m in case["moves"]]
        answer = engine.ask("legal", position=position)
        report.compare("legal", where, {"moves": legal}, answer, unordered="moves")
    for move in case["moves"] if "after" in asks else []:
        seats = ["spectator", *map(str, range(len(position["players"])))]
        told = {seat: move["told_otherwise"].get(seat, move["told"]) for seat in seats}
        after = changed(position, move["after"])
        expected = {"position": after, "told": told, "reveals": move["reveals"]}
        answer = engine.ask("after", position=position, move=move["move"])
        report.compare("after", f"{where} {written(move['move'])}", expected, answer)
    for refused in case["refusals"] if "explain" in asks else []:
        given = {key: refused[key] for key in ("move", "seat") if key in refused}
        answer = engine.ask("explain", position=position, **given)
        expected = {"refusals": refused["reasons"]}
        report.compare("explain", f"{where} {written(refused['move'])}", expected, answer)
    for ask, keys in (("views", ("views",)), ("scores", ("points", "places", "winners"))):
        if ask in asks:
            expected = {key: case[key] for key in keys}
            report.compare(ask, where, expected, engine.ask(ask, position=position))


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
        expected = {key: setup["deal"][step][key] for key in ("seat", "cards")}
        answer = engine.ask("deal", **given, hands=hands)
        report.compare("deal", where, expected, answer, unordered="cards")
    if "setup" in asks:
        answer = engine.ask("setup", **given, first=setup["first"], hands=setup["hands"])
        report.compare("setup", where, {"position": setup["position"]}, answer)


def run(
    engine: Program, cases: Iterable[Json], beginnings: Iterable[Json], asks: Sequence[str]
) -> Report:
    """Compare an engine with some cases and set-ups, to the end or until it has been lost too often."""
    report = Report()
    try:
        for edition in json.loads((HERE / "editions.json").read_text("utf-8")).values():
            engine.tell({"type": "edition", "edition": edition})
        for case in cases:
            run_case(engine, case, asks, report)
        for setup in beginnings:
            run_setup(engine, setup, asks, report)
    except GaveUpError:
        pass  # the report says so
    finally:
        engine.close()
    report.lost = engine.lost
    return report


def verdict(engine: Engine, report: Report, *, allow_unsupported: bool) -> int:
    """The exit code."""
    if report.wrong:
        return 1
    if allow_unsupported or (report.asked and not engine.unanswered):
        return 0
    return 3


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare an engine with the conformance suite.")
    parser.add_argument("part", help="small, large, or a file such as large/03")
    parser.add_argument("--only", default=",".join(ASKS), help="the questions to ask (all)")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--sample", type=int, metavar="N", help="so many positions of the part")
    chosen.add_argument("--case", metavar="ID", help="only the position with this name")
    parser.add_argument(
        "--timeout",
        type=_positive,
        default=TIMEOUT,
        metavar="SECONDS",
        help=f"for each answer ({TIMEOUT:g}); an engine that takes longer is started again",
    )
    parser.add_argument(
        "--allow-unsupported",
        action="store_true",
        help="questions that the engine does not know are no failure (exit code 3)",
    )
    parser.add_argument("engine", nargs="+", help="the program and its arguments, after --")
    options = parser.parse_args()
    options.only = options.only.split(",")
    if unknown := [ask for ask in options.only if ask not in ASKS]:
        parser.error(f"unknown question {unknown[0]!r}: expected some of {', '.join(ASKS)}")
    if options.sample is not None and options.sample < 1:
        parser.error(f"--sample {options.sample}: expected a number above 0")
    return options


def main() -> int:
    """The command."""
    options = _options()
    try:
        cases, beginnings = suite(options.part), setups()
        if options.sample is not None:
            every = list(cases)
            size = min(options.sample, len(every))
            cases = iter(random.Random(1).sample(every, size))  # the same each time
        if options.case is not None:
            cases, beginnings = iter([one(options.part, options.case)]), []
        engine = Program(options.engine, options.timeout)
        report = run(engine, cases, beginnings, options.only)
    except EngineError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{engine.hello.get('program', 'the engine')} {engine.hello.get('version', '')}".strip())
    print(report)
    for ask, number in engine.unanswered.items():
        print(f"  {ask:<8} {number:>8,} not answered")
    return verdict(engine, report, allow_unsupported=options.allow_unsupported)


if __name__ == "__main__":
    sys.exit(main())
