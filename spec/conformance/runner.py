"""Compares an engine with the conformance suite. It needs Python 3.11 and nothing else.

    python spec/conformance/runner.py small -- toledo-rules conformance
    python spec/conformance/runner.py large --first 1 -- ./my-engine

The engine is any program that reads questions from standard input and writes answers to standard output, one JSON
object in each line; `spec/conformance/README.md` describes them, and the exit codes: 0 if all answers are those of the
suite, 1 if one is not, 2 if the engine cannot be asked at all, 3 if it left questions unanswered.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import queue
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

Json: TypeAlias = Any

HERE = Path(__file__).resolve().parent
PROTOCOL = 1
"""The protocol that this runner speaks."""

CORE = ("legal", "after", "views", "scores", "deal", "setup")
"""The questions that every engine of the rules must answer."""
ASKS = (
    *CORE,
    "explain",
    "sure",
    "perft",
    "stream",
    "game",
    "notation",
    "parse",
    "record",
    "write_record",
    "well_formed",
    "digest",
)
"""The questions of the suite. An engine may say in its hello which of them it knows."""

TIMEOUT = 10.0
"""Seconds that an engine has for each answer, unless another number is asked for."""
MOST_LOST = 100
"""Restarts of an engine after which the run ends."""
MOST_SHOWN = 3
"""Differences that a report shows for each question."""
MOST_PLACES = 12
"""Places that it shows of each."""
LONGEST_LINE = 1 << 26
"""The maximum size of an answer, in bytes."""
LONGEST_SHOWN = 400
"""The maximum number of characters shown of a line that is not an answer."""
QUIET = 5.0
"""Seconds between two lines about the progress of a run."""

MULTISETS = re.compile(
    r"/(moves|cards|winners)"
    r"|(/position|/views/\d+)/(discards|pile|hand|swords|tiles)"
    r"|(/position|/views/\d+)/players/\d+/(hand|known|figures|delivered|shops|swords|tiles|paintings)"
    r"|/told/\w+/\d+/cards"
    r"|/sure/\w+/\d+"
)
"""The lists of an answer whose order does not matter, as pointers."""


class EngineError(Exception):
    """The engine does not speak the protocol, or has stopped."""


class LateError(EngineError):
    """The engine did not answer in time."""


class GaveUpError(Exception):
    """The engine was lost too often."""


class EnoughError(Exception):
    """The requested number of differences was found."""


class Failure(NamedTuple):
    """The engine did not answer a question that it says it knows."""

    reason: str
    code: str = ""
    """The engine's own code for the failure, if it gave one."""


REFUSED = "refused"
"""The code of the failure that is the right answer where something cannot be: an illegal move, a damaged text."""


class Engine:
    """An engine that is asked questions. A subclass sends the messages."""

    def __init__(self) -> None:
        self.offered: frozenset[str] | None = None
        """The questions that the engine said it knows; None if it did not say so."""
        self.unanswered: Counter[str] = Counter()
        """The questions that were asked and that the engine does not know."""
        self.declined: Counter[str] = Counter()
        """The questions that were not asked, since the engine said that it does not know them."""
        self.lost = 0
        """How often the engine gave no readable answer and had to be restarted."""
        self._id = 0

    def exchange(self, message: Json) -> Json:
        """Send a message and return what comes back: an object.

        Raises:
            EngineError: if nothing comes back in time, or something else.
        """
        raise NotImplementedError

    def restart(self) -> None:
        """Restart before the next message."""

    def tell(self, message: Json) -> None:
        """Send something that needs no answer but an acknowledgement."""
        try:
            answer = self.exchange(message)
        except EngineError as error:
            raise EngineError(f"edition {message['edition']['name']}: {error}") from error
        if answer.get("type") != "ok":
            found = f"expected ok, found {_cut(written(answer))}"
            raise EngineError(f"edition {message['edition']['name']}: {found}")

    def ask(self, question: str, **given: Json) -> Json | Failure | None:
        """Return the answer to a question; None if the engine does not know such questions."""
        if self.offered is not None and question not in self.offered:
            self.declined[question] += 1
            return None
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
        return Failure(f"{answer.get('code')}: {answer.get('message')}", str(answer.get("code")))

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
            self.offered = _offered(self.hello)
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
        """End the program, with all that it has started; the next message starts it again."""
        if self._process is not None:
            # Leaving the block waits, and closes what leads there: a pipe that breaks if something was still in it.
            with contextlib.suppress(BrokenPipeError), self._process as process:
                if process.returncode is None:  # else its number may be somebody else's
                    kill = getattr(os, "killpg", os.kill)  # Windows has no groups
                    kill(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
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
            self._process = subprocess.Popen(  # the program is named by the person who runs this
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                process_group=0,  # which can be killed with everything that the program has started
            )
        except OSError as error:
            raise EngineError(f"cannot start {self._command[0]}: {error}") from error
        assert self._process.stdout is not None
        self._lines = queue.SimpleQueue()
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._lines), daemon=True
        ).start()
        try:
            hello = self._said({"type": "hello", "protocol": PROTOCOL, **versions()})
        except EngineError as error:
            hint = "; it has to be flushed" if isinstance(error, LateError) else ""
            raise EngineError(f"no hello: {error}{hint}") from error
        if hello.get("type") != "hello" or hello.get("protocol") != PROTOCOL:
            found = _cut(written(hello))
            raise EngineError(f"expected a hello of protocol {PROTOCOL}, found {found}")
        if _major(spoken := hello.get("specification")) not in (None, _major(specification())):
            raise EngineError(
                f"the engine keeps specification {spoken}, the suite asks {specification()}"
            )
        return hello

    def _said(self, message: Json) -> Json:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            with contextlib.suppress(OSError):  # it may have answered before it exited
                self._process.stdin.write(f"{written(message)}\n".encode())
                self._process.stdin.flush()
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            raise LateError(f"no answer within {self._timeout:g} s") from None
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


def _offered(hello: Json) -> frozenset[str] | None:
    """The questions that an engine says it knows."""
    asks = hello.get("asks")
    if asks is None:
        return None
    if not isinstance(asks, list) or not all(isinstance(ask, str) for ask in asks):
        raise EngineError(f"asks: expected a list of questions, found {_cut(written(asks))}")
    return frozenset(asks)


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


def manifest(root: Path = HERE) -> Json:
    """Return the manifest of the suite."""
    return json.loads((root / "suite.json").read_text("utf-8"))


def versions() -> dict[str, Json]:
    """The versions that are asked for: of the specification, of its clauses, and of the form of the files."""
    of = manifest()
    return {key: of[key] for key in ("suite", "format", "specification", "clauses")}


def specification() -> str:
    """The version of the specification that the suite asks."""
    return str(manifest()["specification"])


def _major(version: Json) -> str | None:
    """The first number of a version; None if there is no version."""
    return None if version is None else str(version).partition(".")[0]


def files(part: str, root: Path = HERE) -> dict[str, Json]:
    """The files with the cases of a part, and what its manifest says of each."""
    listed = root / "large.json" if part.startswith("large") else root / "suite.json"
    if not listed.exists():
        how = "python -m spec.conformance.write --large"
        raise EngineError(f"the large part is not kept but written: {how}, some minutes")
    entries = json.loads(listed.read_text("utf-8"))["files"].items()
    parts = ("small", "odd") if part == "small" else (part,)
    found = {
        name: entry
        for name, entry in entries
        if not {name.partition("/")[0], name.removesuffix(".jsonl.gz")}.isdisjoint(parts)
        and any(kind in entry for kind in KINDS)
    }
    if not found:
        raise EngineError(f"expected small, odd, large or one of their files, found {part!r}")
    return found


KINDS = ("cases", "setups", "questions")
"""What a file of the suite holds: positions with all that is asked about them, set-ups, or single questions."""


def suite(part: str, root: Path = HERE, kind: str = "cases") -> Iterator[Json]:
    """What a part has of a kind: ``small``, ``odd`` or ``large``, or a file of one of them."""
    for name, entry in files(part, root).items():
        if kind in entry:
            with gzip.open(root / name, "rt", encoding="utf-8") as lines:
                yield from map(json.loads, lines)


def editions(part: str = "small", root: Path = HERE) -> list[Json]:
    """The editions of a part."""
    shipped = [*json.loads((root / "editions.json").read_text("utf-8")).values()]
    odd = [json.loads((root / "odd" / "edition.json").read_text("utf-8"))]
    return odd if part.startswith("odd") else shipped if part.startswith("large") else shipped + odd


def one(part: str, name: str) -> tuple[str, Json]:
    """The case of a part that has this name, and its kind."""
    for kind in KINDS:
        for found in suite(part, kind=kind):
            if found["id"] == name:
                return kind, found
    raise EngineError(f"there is no case {name!r} in {part}")


def setups(root: Path = HERE) -> list[Json]:
    """The set-ups."""
    return [*suite("small", root, "setups")]


def variant(said: Json, known: dict[str, Json]) -> Json:
    """An edition that the suite names by what is another in it than in one of the editions of the suite."""
    box = json.loads(written(known[said["of"]]))
    del box["reference"]
    for pointer, value in said["changes"].items():
        *way, last = pointer.split("/")[1:]
        part = box
        for key in way:
            part = part[int(key)] if isinstance(part, list) else part[key]
        if isinstance(part, list):
            part[int(last)] = value
        else:
            part[last] = value
    for key in said.get("removed", ()):
        del box[key]
    return box


def changed(before: Json, changes: dict[str, Json], removed: Sequence[str] = ()) -> Json:
    """A position with some changes: each is a JSON Pointer and the new value, or the pointer to what is left out."""
    after = {**before, "players": [dict(player) for player in before["players"]]}

    def place(pointer: str) -> tuple[Json, str]:
        *way, last = pointer.split("/")[1:]
        part: Json = after
        for key in way:
            part = part[int(key)] if isinstance(part, list) else part[key]
        return part, last

    for pointer, value in changes.items():
        part, last = place(pointer)
        part[last] = value
    for pointer in removed:
        part, last = place(pointer)
        del part[last]
    return after


def seen(position: Json, view: Json) -> Json:
    """A view, from the position and what is another there."""
    return changed(position, view["changes"], view["hidden"])


def told_reasons(reasons: Sequence[Json]) -> list[Json]:
    """Reasons against a move: in the files each is a list of code, rule and parameters."""
    return [{"code": c, "rule": r, "parameters": p} for c, r, p in reasons]


# Comparing


NOTHING = "nothing"


def differences(expected: Json, found: Json, pointer: str = "") -> Iterator[str]:
    """Every place in which two values differ, as deep inside as possible: a JSON Pointer and what is there."""
    if _key(expected) == _key(found):
        return
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(key for key in found if key not in expected)]:
            here = f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
            if key not in found:
                yield _place(here, written(expected[key]), NOTHING)
            elif key not in expected:
                yield _place(here, NOTHING, written(found[key]))
            else:
                yield from differences(expected[key], found[key], here)
    elif isinstance(expected, list) and isinstance(found, list):
        kind = _in_multisets if MULTISETS.fullmatch(pointer) else _in_lists
        yield from kind(expected, found, pointer)
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield _place(pointer, written(expected), written(found))


def _place(pointer: str, expected: str, found: str) -> str:
    return f"{pointer}: expected {expected}, found {found}"


def _in_multisets(expected: list[Json], found: list[Json], pointer: str) -> Iterator[str]:
    """The items that are missing, and those that are too much."""
    yield from (f"{pointer}: missing {written(one)}" for one in _unpaired(expected, found))
    yield from (f"{pointer}: extra   {written(one)}" for one in _unpaired(found, expected))


def _in_lists(expected: list[Json], found: list[Json], pointer: str) -> Iterator[str]:
    """The items that differ. One that is missing does not make all that follow it different."""
    mine, theirs = list(map(_key, expected)), list(map(_key, found))
    if mine != theirs and sorted(mine) == sorted(theirs):
        yield _place(pointer, written(expected), f"the same in another order: {written(found)}")
        return
    for _, a, b, c, d in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        both = min(b - a, d - c)
        for n in range(both):
            yield from differences(expected[a + n], found[c + n], f"{pointer}/{a + n}")
        for n in range(a + both, b):
            yield _place(f"{pointer}/{n}", written(expected[n]), NOTHING)
        for n in range(c + both, d):
            yield _place(f"{pointer}/{n}", NOTHING, written(found[n]))


_key = json.JSONEncoder(sort_keys=True).encode
"""The same text for the same value, whatever the order of keys."""


NO_ANSWER = "no answer: "


def different(expected: Json, answer: Json | Failure) -> Iterator[str]:
    """The places in which an answer differs. Keys that nobody asked for do not matter."""
    if expected == REFUSED:
        if not isinstance(answer, Failure):
            yield "expected a failure with the code refused, found an answer"
        elif answer.code != REFUSED:
            yield f"expected a failure with the code refused, found no answer: {answer.reason}"
    elif isinstance(answer, Failure):
        yield f"{NO_ANSWER}{answer.reason}"
    else:
        found = {key: answer[key] for key in expected if key in answer}
        if HASHES in expected:
            expected, found = _to_the_first(expected, found)
        yield from differences(expected, found)


HASHES = "hashes"
"""The positions of a game, each of which follows from the one before: only the first that differs says something."""


def _to_the_first(expected: Json, found: Json) -> tuple[Json, Json]:
    """Two games up to the first position that differs."""
    mine, theirs = expected[HASHES], found.get(HASHES)
    if not isinstance(theirs, list):
        return expected, found
    pairs = enumerate(zip(mine, theirs, strict=False), 1)
    end = next((number for number, (a, b) in pairs if a != b), min(len(mine), len(theirs)) + 1)
    return {**expected, HASHES: mine[:end]}, {**found, HASHES: theirs[:end]}


def _unpaired(items: list[Json], others: list[Json]) -> Iterator[Json]:
    """The items that have no equal among the others, each of which is equal to one at most."""
    left = Counter(map(_key, others))
    for item in items:
        if left[key := _key(item)]:
            left[key] -= 1
        else:
            yield item


class Asked(NamedTuple):
    """What a question is about, for whoever reads a report."""

    case: str
    notation: str = ""
    move: Json = None
    rules: Sequence[str] = ()
    """The rules that decide the answer, if the suite names them."""

    def __str__(self) -> str:
        move = "" if self.move is None else written(self.move)
        return " ".join(filter(None, [self.case, self.notation, move]))


class Difference(NamedTuple):
    """An answer that is not the suite's."""

    question: str
    about: Asked
    places: Sequence[str]
    """Where it differs; some of the places, if there are many."""
    more: int
    """How many more there are."""

    def __str__(self) -> str:
        rest = [f"... and {self.more:,} more places"] if self.more else []
        shown = [f"    {line}" for line in [*self.places, *rest]]
        return "\n".join([f"{self.about}: {self.question}", *shown])


class Report:
    """What was compared, and what differs."""

    def __init__(self, first: int | None = None) -> None:
        self.asked: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.differences: list[Difference] = []
        self.lost = 0
        """How often the engine had to be started again."""
        self.first = first
        """The number of differences to look for; None for all."""

    def compare(
        self, question: str, about: Asked, expected: Json, answer: Json | Failure | None
    ) -> None:
        """Note an answer, unless the engine does not know such questions.

        Raises:
            EnoughError: if as many differences as are looked for have been found.
        """
        if answer is None:
            return
        self.asked[question] += 1
        places = list(different(expected, answer))
        if not places:
            return
        self.wrong[question] += 1
        more = max(0, len(places) - MOST_PLACES)
        self.differences.append(Difference(question, about, places[:MOST_PLACES], more))
        if self.ended_early:
            raise EnoughError

    @property
    def ended_early(self) -> bool:
        """True if the requested number of differences has been found."""
        return self.first is not None and len(self.differences) >= self.first

    def by_rule(self) -> dict[str, int]:
        """The number of cases with a wrong answer for each rule that the suite names there, most first.

        Where there is no answer, no rule is to blame.
        """
        pairs = {
            (rule, wrong.about.case)
            for wrong in self.differences
            if not wrong.places[0].startswith(NO_ANSWER)
            for rule in wrong.about.rules
        }
        counts = Counter(rule for rule, _ in pairs)
        return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))

    def shown(self) -> list[Difference]:
        """The differences that a report shows: all that were looked for, or the first ones of each question."""
        if self.first is not None:
            return self.differences
        seen: Counter[str] = Counter()
        found = []
        for wrong in self.differences:
            seen[wrong.question] += 1
            if seen[wrong.question] <= MOST_SHOWN:
                found.append(wrong)
        return found

    def __str__(self) -> str:
        rows = [
            f"  {ask:<12} {self.asked[ask]:>8,} asked {self.wrong[ask]:>8,} differ"
            for ask in self.asked
        ]
        total, wrong = sum(self.asked.values()), len(self.differences)
        verdict = f"all {total:,} answers agree" if total else "nothing was answered"
        if wrong:
            verdict = f"{wrong:,} of {total:,} answers differ"
        if self.lost:
            often = "once" if self.lost == 1 else f"{self.lost} times"
            end = "; the run ended there" if self.lost >= MOST_LOST else ", and was started again"
            rows.append(f"  the engine gave no answer that can be read {often}{end}")
        if self.ended_early:
            rows.append(f"  the run ended with difference {self.first}")
        if not wrong:
            return "\n".join([verdict, *rows])
        shown = self.shown()
        rest = [f"... and {wrong - len(shown):,} more"] if len(shown) < wrong else []
        rules = [
            f"  {rule:<8} {cases:>8,} case{'s' if cases > 1 else ''}"
            for rule, cases in self.by_rule().items()
        ]
        table = ["", "by the rules that the cases name:", *rules] if rules else []
        return "\n".join([verdict, *rows, "", *map(str, shown), *rest, *table])


def run_case(engine: Engine, case: Json, asks: Sequence[str], report: Report) -> None:
    """Ask everything about one position."""
    position, rules = case["position"], case["rules"]
    about = Asked(case["id"], case["notation"])
    if "legal" in asks:
        legal = [{key: m[key] for key in ("move", "weight") if key in m} for m in case["moves"]]
        answer = engine.ask("legal", position=position)
        report.compare("legal", about._replace(rules=rules["legal"]), {"moves": legal}, answer)
    for move in case["moves"] if "after" in asks else []:
        seats = ["spectator", *map(str, range(len(position["players"])))]
        told = {seat: move["told_otherwise"].get(seat, move["told"]) for seat in seats}
        after = changed(position, move["after"])
        expected = {"position": after, "told": told, "reveals": move["reveals"]}
        answer = engine.ask("after", position=position, move=move["move"])
        of = about._replace(move=move["move"], rules=move["rules"])
        report.compare("after", of, expected, answer)
    for refused in case["refusals"] if "explain" in asks else []:
        given = {key: refused[key] for key in ("move", "seat") if key in refused}
        answer = engine.ask("explain", position=position, **given)
        expected = {"refusals": told_reasons(refused["reasons"])}
        of = about._replace(move=refused["move"], rules=_against(refused))
        report.compare("explain", of, expected, answer)
    for refused in case["refusals"] if "after" in asks else []:
        if refused["reasons"] and "seat" not in refused:
            answer = engine.ask("after", position=position, move=refused["move"])
            of = about._replace(move=refused["move"], rules=_against(refused))
            report.compare("after", of, REFUSED, answer)
    if "views" in asks:
        views = [seen(position, view) for view in case["views"]]
        of = about._replace(rules=rules["views"])
        report.compare("views", of, {"views": views}, engine.ask("views", position=position))
    if "scores" in asks:
        expected = {key: case[key] for key in ("points", "places", "winners")}
        of = about._replace(rules=rules["scores"])
        report.compare("scores", of, expected, engine.ask("scores", position=position))
    # An answer names the edition as the question does, so a text is read with the edition beside it.
    text = case["notation"]
    if "notation" in asks:
        answer = engine.ask("notation", position=position)
        report.compare("notation", about, {"position": text}, answer)
    if "parse" in asks:
        answer = engine.ask("parse", edition=position["edition"], position=text)
        report.compare("parse", about, {"position": position}, answer)


def _against(refused: Json) -> list[str]:
    """The rules that speak against a move."""
    return sorted({rule for _, rule, _ in refused["reasons"]})


def run_question(
    engine: Engine, question: Json, known: dict[str, Json], asks: Sequence[str], report: Report
) -> None:
    """Ask a single question."""
    ask, given = question["ask"], dict(question["given"])
    if ask not in asks:
        return
    if "variant" in question:
        given["edition"] = variant(question["variant"], known)
    about = Asked(question["id"], question.get("notation", ""), rules=question.get("rules", ()))
    answer = engine.ask(ask, **given)
    report.compare(ask, about, question.get("answer", REFUSED), answer)


def run_setup(engine: Engine, setup: Json, asks: Sequence[str], report: Report) -> None:
    """Ask about a deal and a first position."""
    given = {"edition": setup["edition"], "players": setup["players"]}
    about = Asked(setup["id"], rules=setup.get("rules", ()))
    order = [(seat, card) for seat, hand in enumerate(setup["hands"]) for card in hand]
    cards = len(order)
    for number, step in ((0, 0), (1, 1), (cards - 1, -1)) if "deal" in asks and cards > 1 else ():
        hands: list[list[Json]] = [[] for _ in setup["hands"]]
        for seat, card in order[:number]:
            hands[seat].append(card)
        expected = {key: setup["deal"][step][key] for key in ("seat", "cards")}
        answer = engine.ask("deal", **given, hands=hands)
        report.compare("deal", about, expected, answer)
    if "setup" in asks:
        answer = engine.ask("setup", **given, first=setup["first"], hands=setup["hands"])
        report.compare("setup", about, {"position": setup["position"]}, answer)


def run(
    engine: Program,
    cases: Iterable[Json],
    beginnings: Iterable[Json],
    asks: Sequence[str],
    report: Report,
    known: Iterable[Json] | None = None,
    questions: Iterable[Json] = (),
) -> None:
    """Compare an engine, which is told the known editions, with a part of the suite, as far as that makes sense."""
    boxes = [*(editions() if known is None else known)]
    by_name = {named(box): box for box in boxes}
    try:
        for edition in boxes:
            engine.tell({"type": "edition", "edition": edition})
        for case in cases:
            run_case(engine, case, asks, report)
        for setup in beginnings:
            run_setup(engine, setup, asks, report)
        for question in questions:
            run_question(engine, question, by_name, asks, report)
    except (GaveUpError, EnoughError):
        pass  # the report says so
    finally:
        engine.close()
    report.lost = engine.lost


def named(box: Json) -> str:
    """The name of an edition, with its readings."""
    readings = box["reference"].get("readings", {})
    return " ".join([box["name"], *(f"{one}={choice}" for one, choice in readings.items())])


def watched(
    cases: Iterable[Json],
    total: int,
    report: Report,
    say: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Json]:
    """Yield the cases, with a progress report every few seconds."""
    said = clock()
    for number, case in enumerate(cases):
        if clock() - said >= QUIET:
            said = clock()
            say(f"{number:,} of {total:,} positions, {len(report.differences):,} answers differ")
        yield case


def verdict(engine: Engine, report: Report, *, allow_unsupported: bool) -> int:
    """The exit code."""
    if report.wrong:
        return 1
    needed = engine.unanswered or any(ask in engine.declined for ask in CORE)
    return 0 if report.asked and (allow_unsupported or not needed) else 3


def as_json(part: str, engine: Program, report: Report, code: int) -> Json:
    """A report for programs."""
    return {
        "part": part,
        **versions(),
        "engine": {key: value for key, value in engine.hello.items() if key != "type"},
        "exit_code": code,
        "asked": report.asked,
        "differ": {ask: report.wrong[ask] for ask in report.asked},
        "not_answered": engine.unanswered,
        "not_offered": engine.declined,
        "lost": report.lost,
        "ended_early": report.ended_early or report.lost >= MOST_LOST,
        "by_rule": report.by_rule(),
        "differences": [
            {
                "case": wrong.about.case,
                "ask": wrong.question,
                **({"notation": wrong.about.notation} if wrong.about.notation else {}),
                **({} if wrong.about.move is None else {"move": wrong.about.move}),
                "rules": wrong.about.rules,
                "places": wrong.places,
                "more_places": wrong.more,
            }
            for wrong in report.differences
        ],
    }


def _positive(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (number := float(text)) < float("inf"):
            return number
    raise argparse.ArgumentTypeError(f"expected a number above 0, found {text!r}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare an engine with the conformance suite.")
    parser.add_argument("part", help="small, odd, large, or a file such as large/03 or small/games")
    parser.add_argument(
        "--only", default=",".join(ASKS), metavar="ASK,...", help="the questions to ask (all)"
    )
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--sample", type=int, metavar="N", help="so many positions of the part")
    chosen.add_argument("--case", metavar="ID", help="only the case with this name")
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
    parser.add_argument("--first", type=int, metavar="N", help="end after N differences")
    parser.add_argument("--json", action="store_true", help="write the report as JSON")
    parser.add_argument("engine", nargs="+", help="the program and its arguments, after --")
    options = parser.parse_args()
    options.only = options.only.split(",")
    if unknown := [ask for ask in options.only if ask not in ASKS]:
        parser.error(f"unknown question {unknown[0]!r}: expected some of {', '.join(ASKS)}")
    for name in ("sample", "first"):
        if (number := getattr(options, name)) is not None and number < 1:
            parser.error(f"--{name} {number}: expected a number above 0")
    return options


def main() -> int:
    """The command."""
    options = _options()
    report = Report(options.first)
    try:
        found = {kind: suite(options.part, kind=kind) for kind in KINDS}
        total = sum(entry.get("cases", 0) for entry in files(options.part).values())
        if options.sample is not None:
            total = min(options.sample, total)
            found["cases"] = iter(
                random.Random(1).sample(list(found["cases"]), total)
            )  # the same each time
        if options.case is not None:
            kind, alone = one(options.part, options.case)
            total, found = 1, {**dict.fromkeys(KINDS, iter(())), kind: iter([alone])}
        engine = Program(options.engine, options.timeout)
        if (spoken := engine.hello.get("specification", specification())) != specification():
            _say(f"the engine keeps specification {spoken}, the suite asks {specification()}")
        shown = watched(found["cases"], total, report, _say)
        known = editions(options.part)
        run(engine, shown, found["setups"], options.only, report, known, found["questions"])
    except EngineError as error:
        _say(f"error: {error}")
        return 2
    code = verdict(engine, report, allow_unsupported=options.allow_unsupported)
    if options.json:
        print(json.dumps(as_json(options.part, engine, report, code), indent=1))
        return code
    print(f"{engine.hello.get('program', 'the engine')} {engine.hello.get('version', '')}".strip())
    print(report)
    for counted, what in ((engine.unanswered, "answered"), (engine.declined, "offered")):
        for ask, number in counted.items():
            print(f"  {ask:<12} {number:>8,} not {what}")
    return code


def _say(text: str) -> None:
    """Report progress."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
