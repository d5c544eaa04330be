"""The conformance suite: its files are what the logic says now, the library passes, and a faulty engine does not."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import clingo
import jsonschema
import pytest
from attrs import evolve

from spec.compiler.engine import Engine as CompiledEngine
from spec.conformance import engines, questions, runner, terms, write
from spec.conformance.by_clingo import Game as ByClingo
from spec.conformance.faulty.engine import spoiled
from spec.conformance.refusals import few, many
from spec.conformance.write import EDITIONS, Writer, box, cases_of, listed, steered
from spec.tools import facts, publish
from spec.tools.rules import read_book
from spec.tools.versions import current, history
from tests.spec.agreement import sample
from toledo_rules import (
    KOSMOS_2008,
    Edition,
    Move,
    Stream,
    legal_actions,
    load_edition,
    new_game,
    shipped_edition,
    step,
    view,
)
from toledo_rules._cli._conformance import Engine
from toledo_rules._values import names, snake
from toledo_rules.codec import dump, load
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.effects.registry import DETAILS
from toledo_rules.events import EVENT_TYPES
from toledo_rules.notation import format_position
from toledo_rules.rulebook import ILLEGAL, Code
from toledo_rules.state import PHASE_TYPES, State
from toledo_rules.testing import moves

ROOT = Path(__file__).parents[2]
SUITE = ROOT / "spec" / "conformance"
MANIFEST = json.loads((SUITE / "suite.json").read_text("utf-8"))

Json = Any


class Direct(runner.Engine):
    """The library, asked in this process."""

    def __init__(self) -> None:
        super().__init__()
        self._engine = Engine()
        for edition in runner.editions():
            self.tell({"type": "edition", "edition": edition})

    def exchange(self, message: Json) -> Json:
        """Ask the library."""
        return self._engine.answer(json.dumps(message))


class Faulty(runner.Engine):
    """The faulty engine, asked the same as the library, whose answers it spoils."""

    def __init__(self) -> None:
        super().__init__()
        self.library = Overheard()

    def exchange(self, message: Json) -> Json:
        """Spoil the library's answer to the same question."""
        return spoiled(message, self.library.said.pop(message["id"]))


class Overheard(Direct):
    """The library, which keeps its answers for somebody who spoils them."""

    def __init__(self) -> None:
        self.said: dict[int, Json] = {}
        super().__init__()

    def exchange(self, message: Json) -> Json:
        """Ask the library."""
        answer = super().exchange(message)
        if "id" in message:
            self.said[message["id"]] = answer
        return answer


def asked(engine: runner.Engine, cases: list[Json]) -> runner.Report:
    """Everything about some cases."""
    report = runner.Report()
    for case in cases:
        runner.run_case(engine, case, runner.ASKS, report)
    return report


BOXES = {runner.named(box): box for box in runner.editions()}


def large(number: int, size: int) -> list[Json]:
    """Some cases of the large part, which is not kept."""
    return [*cases_of(f"large/{number}", sample(number)[:size])]


CASES = sum(entry.get("cases", 0) for entry in runner.files("small").values())


# The files


def test_what_is_kept_is_small() -> None:
    contents = [(SUITE / name).read_bytes() for name in MANIFEST["files"]]
    assert sum(len(gzip.compress(content, mtime=0)) for content in contents) <= 400_000
    assert sum(map(len, contents)) <= 500_000


def test_the_large_part_is_written_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(runner.EngineError, match=r"not kept but written: .*write --large"):
        runner.files("large", tmp_path)
    monkeypatch.setattr(write, "HERE", tmp_path)
    monkeypatch.setattr(write, "BATCHES", 2)
    monkeypatch.setattr(write, "PER_FILE", 1)
    monkeypatch.setattr(write, "sample", lambda number: sample(number, 3))
    for _ in range(2):  # the second time it is there
        assert write.main(["--large", "--missing"]) == 0
    assert capsys.readouterr().out == "6 positions\n"
    assert [case["id"] for case in runner.suite("large/01", tmp_path)] == [
        f"large/1/{number}" for number in range(3)
    ]
    assert asked(Direct(), [*runner.suite("large", tmp_path)]).wrong == {}


@pytest.mark.parametrize("name", MANIFEST["files"])
def test_every_file_is_the_one_in_the_manifest(name: str) -> None:
    content = (SUITE / name).read_bytes()
    assert hashlib.sha256(content).hexdigest() == MANIFEST["files"][name]["sha256"]


def test_editions_are_the_shipped_ones() -> None:
    written = json.loads((SUITE / "editions.json").read_text("utf-8"))
    assert written == {name: box(shipped_edition(name)) for name in EDITIONS}


def case_by_logic(case: Json) -> Json:
    """A case as the logic has it now."""
    state = load(case["position"], State)
    asked = many if case["id"].startswith("small/reasons/") else few
    return Writer(state.edition, len(state.players), asked).case(state, case["id"])


def some() -> Iterator[Json]:
    """A few cases of every file."""
    for name in SHIPPED_EDITIONS[1:]:
        yield from [*runner.suite(f"small/{name}")][::20]
    for name in ("chosen", "steered", "reasons"):
        yield from [*runner.suite(f"small/{name}")][::5]


def test_the_logic_still_says_what_the_files_say() -> None:
    """If this fails, a clause has changed what it says: python -m spec.conformance.write, and a new version."""
    for case in some():
        assert case_by_logic(case) == case


def test_cases_are_json_by_the_schema() -> None:
    schema = json.loads(
        (ROOT / "src" / "toledo_rules" / "data" / "toledo.schema.json").read_text("utf-8")
    )

    def valid(kind: str, value: Json) -> None:
        reference = {"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}
        jsonschema.Draft202012Validator(reference).validate(value)

    for case in [
        runner.one("small/tiny-duel", "small/tiny-duel/7")[1],
        *large(0, 2),
    ]:
        valid("State", case["position"])
        for seen in case["views"]:
            valid("View", runner.seen(case["position"], seen))
        for move in case["moves"]:
            valid("Move", move["move"])
            valid("State", runner.changed(case["position"], move["after"]))
            for event in move["told"]:
                valid("Event", event)


# Terms and JSON


@pytest.mark.parametrize("number", [0, 3])
def test_terms_are_those_of_the_comparison_and_lead_back(number: int) -> None:
    """Two translations that know nothing of each other agree: from JSON, and from the library's values."""
    for state in sample(number)[:12]:
        edition, players, json_ = box(state.edition), len(state.players), dump(state)
        assert {*terms.edition(edition, players)} == {*facts.edition(state.edition, players)}
        fluents = facts.position(state)
        assert {*terms.position(json_)} == fluents
        assert [*map(terms.parsed, map(terms.written, fluents))] == [*fluents]
        assert terms.state_json(fluents, edition, players) == json_
        for seat in (None, *range(players)):
            seen = view(state, seat)
            assert terms.view_json(facts.view(seen), edition, players, seat) == dump(seen)
        for move in moves(state)[:10]:
            term = facts.move(move, state.active)
            assert terms.move(dump(move), state.active) == term
            assert terms.move_json(terms.parsed(terms.written(term))) == dump(move)
            what = step(state, move)
            after = dump(what.state)
            assert terms.changed(json_, terms.changes(json_, after)) == after
            for event in what.with_secrets():
                assert terms.event_json(facts.event(event)) == dump(event)


def test_a_name_that_the_logic_cannot_have_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a lower-case word"):
        terms.card({"value": 1, "colour": "dark red", "stance": "attacker"})


# Engines


def test_the_library_passes_the_small_part_and_a_faulty_engine_gets_the_report_that_is_shown() -> (
    None
):
    faulty, wrong, right = Faulty(), runner.Report(), runner.Report()
    asked_ = ((faulty.library, right), (faulty, wrong))
    for case, (engine, report) in product(runner.suite("small"), asked_):
        runner.run_case(engine, case, runner.ASKS, report)
    for setup, (engine, report) in product(runner.setups(), asked_):
        runner.run_setup(engine, setup, runner.ASKS, report)
    for question, (engine, report) in product(runner.suite("small", kind="questions"), asked_):
        runner.run_question(engine, question, BOXES, runner.ASKS, report)
    assert not right.wrong, str(right)
    assert right.asked["legal"] == CASES
    assert right.asked["deal"] == 3 * right.asked["setup"]
    assert right.asked["game"] == 50
    assert {*right.asked} == {*runner.ASKS}
    shown = (SUITE / "faulty" / "report.txt").read_text("utf-8")
    assert re.fullmatch(r"a faulty engine \d+\.\d+\.\d+(rc\d+)?", shown.partition("\n")[0])
    assert shown.partition("\n")[2] == f"{wrong}\n"


def test_the_library_passes_a_sample_of_the_large_part() -> None:
    report = asked(Direct(), [case for number in range(8) for case in large(number, 4)])
    assert not report.wrong, str(report)
    assert report.asked["after"] > 100


@pytest.mark.parametrize("name", ["chosen", "steered", "reasons"])
def test_the_positions_that_were_looked_for_are_in_the_small_part(name: str) -> None:
    cases = [*runner.suite(f"small/{name}")]
    states = listed("chosen.toml") if name == "chosen" else steered(refused=name == "reasons")
    assert [case["notation"] for case in cases] == [*map(format_position, states)]


def test_the_odd_edition_is_odd() -> None:
    """Every number is another than in kosmos-2008, and than any other of its own."""
    edition = load_edition(SUITE / "odd.toml")
    usual: Json = dump(KOSMOS_2008)
    named = [name for name, value in usual.items() if type(value) is int]
    numbers = {name: getattr(edition, name) for name in named if not name.endswith("_players")}
    assert len({*numbers.values()}) == len(numbers) == 12
    assert [name for name in numbers if numbers[name] == getattr(KOSMOS_2008, name)] == []
    assert (edition.least_players, edition.most_players) == (5, 6)
    assert "movement" not in edition.tiles
    assert max(card.value for card in edition.cards) > 9
    assert len({*edition.cards}) > 60
    assert sum(space.kind == "artist" for space in edition.road) == 2


@pytest.mark.parametrize("engine", [Engine, CompiledEngine], ids=["library", "compiled"])
def test_engines_play_the_odd_edition(engine: type[Engine | CompiledEngine]) -> None:
    """Some positions have it in full."""
    known = engine()

    class Odd(runner.Engine):
        def exchange(self, message: Json) -> Json:
            given = json.dumps(message)
            return known.answer(given) if isinstance(known, Engine) else known.answer(message)

    asked_, report = Odd(), runner.Report()
    for edition in runner.editions():
        asked_.tell({"type": "edition", "edition": edition})
    cases = [*runner.suite("odd")]
    for case in cases:
        runner.run_case(asked_, case, runner.ASKS, report)
    assert not report.wrong, str(report)
    assert {"digest" in case["position"]["edition"] for case in cases} == {True, False}


def test_the_runner_starts_the_faulty_engine_and_reports() -> None:
    command = [sys.executable, str(SUITE / "runner.py"), "small", "--sample", "30"]
    faulty = ["--only", "scores", "--", sys.executable, str(SUITE / "faulty" / "engine.py")]
    ran = subprocess.run([*command, *faulty], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 1
    assert ran.stdout.startswith("a faulty engine ")
    assert re.search(r"scores +30 asked +[1-9]\d* differ", ran.stdout)


def run_runner(program: str, *options: str) -> subprocess.CompletedProcess[str]:
    """The runner with a program in Python, both without any installed package."""
    bare = [sys.executable, "-S", "-E"]
    command = [*bare, str(SUITE / "runner.py"), "small", *options, "--", *bare, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("print('no JSON', flush=True)", "no hello: expected JSON, found 'no JSON"),
        ("print('[' * 100_000, flush=True)", "expected JSON, found '[[["),
        ("print(chr(0xDCFF), flush=True)", "expected JSON, found "),
        ("print('{}', flush=True)", "expected a hello of protocol 1"),
        ("print('[]', flush=True)", "expected an object"),
        ("pass", "the engine ended, with code 0"),
        ("import time; time.sleep(100)", "no hello: no answer within 2 s; it has to be flushed"),
        (
            "import subprocess; subprocess.run(['sleep', '1000'])",  # as a script around an engine does
            "no hello: no answer within 2 s; it has to be flushed",
        ),
        (
            """print('{"type":"hello","protocol":1}\\n{}', flush=True); input(); input()""",
            "edition kosmos-2008: expected ok, found {}",
        ),
    ],
)
def test_a_program_that_does_not_speak_the_protocol(program: str, says: str) -> None:
    ran = run_runner(program, "--timeout", "2" if "sleep" in program else "20")
    assert ran.returncode == 2
    assert says in ran.stderr


CLIENT = """
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    answer = {"type": "answer", "id": message.get("id")}
    kind = message["type"]
    if kind == "hello":
        answer = {"type": "hello", "protocol": 1, "program": "a stub"}
    elif kind == "edition":
        answer = {"type": "ok"}
    else:
        %s
    print(json.dumps(answer), flush=True)
"""
"""A client that speaks the protocol and answers every question as a test says."""

UNSUPPORTED = CLIENT % 'answer.update(type="failure", code="unsupported")'


def test_an_engine_that_answers_nothing_fails_with_a_code_of_its_own() -> None:
    ran = run_runner(UNSUPPORTED)
    assert ran.returncode == 3
    assert "nothing was answered" in ran.stdout
    assert re.search(rf"legal +{CASES} not answered", ran.stdout)
    assert run_runner(UNSUPPORTED, "--sample", "2", "--allow-unsupported").returncode == 3


OFFERING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    answer = {"type": "answer", "id": message.get("id"), "numbers": [3]}
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "asks": %s}
    elif message["type"] == "edition":
        answer = {"type": "ok"}
    print(json.dumps(answer), flush=True)
"""


def test_an_engine_is_asked_what_it_offers_and_must_offer_the_core() -> None:
    """What is not asked is said, with the number of questions."""
    report, engine = runner.Report(), runner.Engine()
    engine.offered = frozenset(runner.CORE)
    assert engine.ask("perft", depth=1) is None
    report.compare("legal", HERE, {"moves": []}, {"moves": []})
    assert engine.declined == {"perft": 1}
    assert runner.verdict(engine, report, allow_unsupported=False) == 0
    engine.declined["views"] = 1
    assert runner.verdict(engine, report, allow_unsupported=False) == 3
    ran = run_runner(OFFERING % "[]")
    assert ran.returncode == 3
    assert "nothing was answered" in ran.stdout
    assert re.search(rf"legal +{CASES} not offered", ran.stdout)
    assert re.search(r"game +50 not offered", ran.stdout)
    only = run_runner(OFFERING % '["stream"]', "--only", "stream")
    assert (only.returncode, "expected" in only.stdout) == (1, True)


@pytest.mark.parametrize("asks", ["7", '"legal"', "[1]"])
def test_an_engine_that_offers_no_questions_by_name(asks: str) -> None:
    ran = run_runner(OFFERING % asks)
    assert ran.returncode == 2
    assert "asks: expected a list of questions, found" in ran.stderr


def test_what_cannot_be_must_be_refused() -> None:
    """An answer is a difference there, and so is another failure."""
    right = runner.Failure("refused: no", "refused")
    found = [runner.Failure("malformed: no", "malformed"), runner.Failure("gone"), {"moves": []}]
    assert [*runner.different(runner.REFUSED, right)] == []
    assert [[*runner.different(runner.REFUSED, one)] for one in found] == [
        ["expected a failure with the code refused, found no answer: malformed: no"],
        ["expected a failure with the code refused, found no answer: gone"],
        ["expected a failure with the code refused, found an answer"],
    ]


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (["a", "b", "c"], []),
        (["a", "x", "y"], ['/hashes/1: expected "b", found "x"']),
        (["a", "b"], ['/hashes/2: expected "c", found nothing']),
        (["a", "b", "c", "d"], ['/hashes/3: expected nothing, found "d"']),
        (7, ['/hashes: expected ["a","b","c"], found 7']),
    ],
)
def test_a_game_is_compared_up_to_the_first_position_that_differs(
    found: Json, says: list[str]
) -> None:
    assert [*runner.different({"hashes": ["a", "b", "c"]}, {"hashes": found})] == says


def test_a_single_question_or_set_up_is_asked_by_its_name() -> None:
    engine = [sys.executable, "-m", "toledo_rules", "conformance"]
    for name in ("small/games/0", "small/setup/3", "odd/1"):
        command = [sys.executable, str(SUITE / "runner.py"), "small", "--case", name, "--", *engine]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_position_of_a_game_can_be_shown() -> None:
    first = questions.shown("small/games/0", 0)
    game = runner.one("small/games", "small/games/0")[1]["given"]
    start = new_game(game["players"], Stream(game["seed"]))
    assert first == format_position(start)


HERE = runner.Asked("here")


def test_an_engine_that_leaves_some_questions_unanswered_fails_too() -> None:
    report, engine = runner.Report(), runner.Engine()
    report.compare("legal", HERE, {"moves": []}, {"moves": []})
    assert runner.verdict(engine, report, allow_unsupported=False) == 0
    engine.unanswered["views"] = 1
    assert runner.verdict(engine, report, allow_unsupported=False) == 3
    assert runner.verdict(engine, report, allow_unsupported=True) == 0
    report.compare("legal", HERE, {"moves": [1]}, {"moves": []})
    assert runner.verdict(engine, report, allow_unsupported=True) == 1


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("os._exit(3)", "no answer: the engine ended, with code 3"),
        ("os.abort()", "no answer: the engine ended, by signal 6"),
        ("time.sleep(100)", "no answer: no answer within 2 s"),
        ("os.close(1)", "no answer: the engine ended, "),
        ("print('debug')", "no answer: expected JSON, found 'debug"),
        ("answer['id'] = 0", "no answer: expected an answer or a failure with the id 1, found {"),
        ("answer['type'] = 'ok'", 'found {"type":"ok","id":1}'),
        ("answer = [answer]", "no answer: expected an object, found [{"),
        ("answer.update(type='failure', code='refused', message='no')", "no answer: refused: no"),
        ("answer['moves'] = 7", "/moves: expected [{"),
        ("pass", ", found nothing"),
    ],
)
def test_a_crash_and_a_malformed_answer_are_differences_and_the_run_goes_on(
    does: str, says: str
) -> None:
    patience = "2" if "sleep" in does else "20"
    ran = run_runner(CLIENT % does, "--sample", "2", "--only", "legal", "--timeout", patience)
    assert ran.returncode == 1, ran.stderr
    assert "runner.py" not in ran.stderr  # no traceback of its own
    assert re.search(r"legal +2 asked +2 differ", ran.stdout)
    assert says in ran.stdout


@pytest.mark.parametrize(
    "answer", ["'cards': 7", "'seat': [], 'cards': {'a': None}", "'cards': [[]]"]
)
def test_a_deal_that_is_none_is_a_difference(answer: str) -> None:
    ran = run_runner(CLIENT % f"answer.update({{{answer}}})", "--sample", "1", "--only", "deal")
    assert ran.returncode == 1
    number = 3 * len(runner.setups())
    assert re.search(rf"deal +{number} asked +{number} differ", ran.stdout)


def test_an_engine_that_is_lost_again_and_again_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner, "MOST_LOST", 2)
    program = [sys.executable, "-S", "-E", "-c", CLIENT % "os._exit(3)"]
    report = runner.Report()
    runner.run(runner.Program(program), runner.suite("small"), [], ["legal"], report)
    assert report.asked == report.wrong == {"legal": 2}
    assert "no answer that can be read 2 times; the run ended there" in str(report)
    assert report.by_rule() == {}  # no rule is to blame


def test_a_case_can_be_asked_for_by_its_name() -> None:
    ran = run_runner(UNSUPPORTED, "--case", "small/tiny-duel/7", "--allow-unsupported")
    assert re.search(r"views +1 not answered", ran.stdout)
    ran = run_runner(UNSUPPORTED, "--case", "small/tiny-duel/700")
    assert ran.returncode == 2
    assert ran.stderr == "error: there is no case 'small/tiny-duel/700' in small\n"


@pytest.mark.parametrize(
    "options",
    [
        ("--timeout", "0"),
        ("--timeout", "nan"),
        ("--sample", "0"),
        ("--first", "0"),
        ("--only", "moves"),
    ],
)
def test_options_without_a_sense_are_refused(options: tuple[str, str]) -> None:
    ran = run_runner(UNSUPPORTED, *options)
    assert ran.returncode == 2
    assert options[1] in ran.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("expected", "found", "places"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": [1, 2, 3]}, {"a": [1, 3]}, ["/a/1: expected 2, found nothing"]),
        ({"a": [1, 3]}, {"a": [1, 2, 3]}, ["/a/1: expected nothing, found 2"]),
        ({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": 1, "c": 3}]}, ["/a/0/c: expected 2, found 3"]),
        (
            {"a": [1, 2]},
            {"a": [2, 1]},
            ["/a: expected [1,2], found the same in another order: [2,1]"],
        ),
        ({"a/b~": 0}, {"a/b~": None}, ["/a~1b~0: expected 0, found null"]),
        ({"a": {"b": []}}, {"a": {}}, ["/a/b: expected [], found nothing"]),
        ({"a": {}}, {"a": {"b": []}}, ["/a/b: expected nothing, found []"]),
        ({"a": False}, {"a": 0}, ["/a: expected false, found 0"]),
        ({"a": 1}, {"a": True}, ["/a: expected 1, found true"]),
        ({"a": 1}, {"a": 1, "b": 2}, []),
    ],
)
def test_differences_are_pointers_with_both_values(
    expected: Json, found: Json, places: list[str]
) -> None:
    report = runner.Report()
    report.compare(
        "after",
        HERE,
        {"top": expected} if places else expected,
        {"top": found} if places else found,
    )
    lines = str(report.differences[0]).splitlines()[1:] if report.differences else []
    assert lines == [f"    /top{place}" for place in places]


def test_long_values_are_not_cut_and_many_places_are_counted() -> None:
    report = runner.Report()
    long = "x" * 5_000
    report.compare("views", HERE, {"views": [long]}, {"views": [0]})
    report.compare("views", HERE, {"views": [1] * 20}, {"views": [0] * 20})
    first, second = map(str, report.differences)
    assert long in first
    assert second.splitlines()[-1] == "    ... and 8 more places"


class Careless(Direct):
    """The library, with every list of a position, view or event that is a multiset turned round."""

    def exchange(self, message: Json) -> Json:
        """Ask the library."""
        answer: Json = super().exchange(message)
        for key in ("moves", "cards"):
            if key in answer:
                answer[key].reverse()
        for position in [
            *([answer["position"]] if isinstance(answer.get("position"), dict) else []),
            *answer.get("views", []),
        ]:
            turn_round(position, "discards", "hand", "pile", "swords", "tiles")
            for player in position["players"]:
                turn_round(
                    player,
                    "delivered",
                    "figures",
                    "hand",
                    "known",
                    "paintings",
                    "shops",
                    "swords",
                    "tiles",
                )
        for events in answer.get("told", {}).values():
            for event in events:
                turn_round(event, "cards")
        return answer


def turn_round(holder: Json, *keys: str) -> None:
    """Turn round the lists under some keys."""
    for key in keys:
        if isinstance(holder.get(key), list):
            holder[key].reverse()


def test_the_order_of_a_multiset_does_not_matter() -> None:
    report = asked(Careless(), large(0, 5))
    assert not report.wrong, str(report)


@pytest.mark.parametrize("pointer", ["/position/paintings", "/position/shops", "/told/0", "/views"])
def test_the_order_of_any_other_list_matters(pointer: str) -> None:
    assert list(runner.differences([1, 2], [2, 1], pointer)) == [
        f"{pointer}: expected [1,2], found the same in another order: [2,1]"
    ]


def test_the_items_of_a_multiset_are_counted() -> None:
    pointer = "/position/players/1/hand"
    assert list(runner.differences([1, 1, 2], [3, 2, 1], pointer)) == [
        f"{pointer}: missing 1",
        f"{pointer}: extra   3",
    ]


def test_a_run_ends_after_the_first_differences() -> None:
    ran = run_runner(CLIENT % "pass", "--first", "5", "--only", "legal,views")
    assert ran.returncode == 1
    assert "5 of 5 answers differ" in ran.stdout
    assert "the run ended with difference 5" in ran.stdout
    assert ran.stdout.count("found nothing") >= 5  # all of them are shown


def test_a_report_for_programs() -> None:
    ran = run_runner(CLIENT % "pass", "--json", "--sample", "2", "--only", "legal,explain,deal")
    found = json.loads(ran.stdout)
    assert found["exit_code"] == ran.returncode == 1
    assert found["part"] == "small"
    assert found["specification"] == MANIFEST["specification"]
    assert found["engine"] == {"protocol": 1, "program": "a stub"}
    assert found["differ"] == found["asked"]
    assert found["asked"]["legal"] == 2
    assert not found["ended_early"]
    assert len(found["differences"]) == sum(found["differ"].values())
    legal = next(one for one in found["differences"] if one["ask"] == "legal")
    assert legal["notation"].startswith("toledo1 ")
    assert legal["places"][0].startswith("/moves: expected [")
    assert {rule for one in found["differences"] for rule in one["rules"]} == {*found["by_rule"]}


def test_differences_are_counted_by_the_rules_that_cases_name() -> None:
    """Several wrong answers about one case are one case of a rule."""
    case = runner.one("small/tiny-duel", "small/tiny-duel/7")[1]
    rules = {"legal": ["MOV-05"], "views": ["MOV-05"]}
    other = {**case, "id": "other", "rules": rules, "refusals": []}
    moves = [{**move, "rules": ["A-84"]} for move in case["moves"]]

    class Silent(Direct):
        def exchange(self, message: Json) -> Json:
            known = super().exchange(message)
            return {"type": "answer", "id": message["id"]} if "id" in message else known

    report = runner.Report()
    for one in ({**other, "moves": moves}, {**other, "id": "again", "moves": []}):
        runner.run_case(Silent(), one, ("legal", "after", "views"), report)
    assert report.by_rule() == {"MOV-05": 2, "A-84": 1}
    assert str(report).splitlines()[-3:] == [
        "by the rules that the cases name:",
        "  MOV-05          2 cases",
        "  A-84            1 case",
    ]


def test_a_long_run_says_how_far_it_is() -> None:
    said: list[str] = []
    times = iter([0.0, 1.0, 6.0, 6.0, 7.0])
    report = runner.Report()
    cases = runner.watched("abc", 3, report, said.append, lambda: next(times))
    assert list(cases) == ["a", "b", "c"]
    assert said == ["1 of 3 positions, 0 answers differ"]


HELLO = """
import json, sys
message = json.loads(sys.stdin.readline())
print(json.dumps({**message, "program": "a stub", "specification": %s}), flush=True)
for line in sys.stdin:
    known = {"type": "failure", "code": "unsupported", "id": json.loads(line).get("id")}
    print(json.dumps(known if known["id"] else {"type": "ok"}), flush=True)
"""


def test_an_engine_of_another_specification_is_not_asked() -> None:
    ran = run_runner(HELLO % '"1.9.0"')
    assert ran.returncode == 2
    number = MANIFEST["specification"]
    assert ran.stderr == f"error: the engine keeps specification 1.9.0, the suite asks {number}\n"


def test_an_engine_of_a_specification_that_says_the_same_is_asked() -> None:
    number = MANIFEST["specification"]
    ran = run_runner(HELLO % 'message["specification"] + "1"', "--sample", "1")
    assert ran.returncode == 3
    assert ran.stderr == f"the engine keeps specification {number}1, the suite asks {number}\n"
    assert run_runner(HELLO % 'message["specification"]', "--sample", "1").stderr == ""


def odd_edition() -> Edition:
    """An edition that does not come with the library: other prices, other numbers."""
    return evolve(
        shipped_edition("kosmos-2008"),
        name="odd",
        rounds_to_win=3,
        gems_per_point=3,
        sword_divisor=4,
        movement_penalty=5,
        provenance=(),
    )


def test_the_library_plays_an_edition_that_it_was_sent() -> None:
    edition = odd_edition()
    sent, engine = box(edition), Engine()
    assert engine.answer(json.dumps({"type": "edition", "edition": sent})) == {"type": "ok"}
    reference = sent["reference"]

    def ask(**question: Json) -> Any:
        return engine.answer(json.dumps({"type": "question", "id": 1, **question}))

    state = new_game(2, Random(1), edition=edition)
    first: Any = dump(state)
    hands = [player["hand"] for player in first["players"]]
    position = {**first, "edition": reference}
    legal = ask(ask="legal", position=position)["moves"]
    assert [load(entry["move"], Move) for entry in legal] == list(legal_actions(state))
    for entry in legal:
        after = ask(ask="after", position=position, move=entry["move"])["position"]
        expected: Any = dump(step(state, load(entry["move"], Move)).state)
        assert after == {**expected, "edition": reference}
    views = ask(ask="views", position=position)["views"]
    assert [seen["edition"] for seen in views] == [reference] * 3
    assert (
        ask(ask="scores", position=position)["points"]
        == [
            {
                "delivered": 0,
                "in_front": 0,
                "paintings": 0,
                "gems": 0,
                "movement_tile": 0,
                "total": 0,
            }
        ]
        * 2
    )
    assert ask(ask="deal", edition=reference, players=2, hands=[[], []])["seat"] == 0
    setup = ask(ask="setup", edition=reference, players=2, first=None, hands=hands)
    assert setup["position"] == position


def test_a_position_of_an_edition_that_was_not_sent_is_refused() -> None:
    first: Any = dump(new_game(2, Random(1)))
    position = {**first, "edition": box(odd_edition())["reference"]}
    question = {"type": "question", "id": 1, "ask": "legal", "position": position}
    assert 'found "odd"' in str(Engine().answer(json.dumps(question)))


def test_the_runner_needs_no_library() -> None:
    """It was started with -S -E above, without site-packages; and it imports nothing of this project."""
    text = (SUITE / "runner.py").read_text("utf-8")
    assert not re.search(
        r"^\s*(?:from|import) (?:toledo_rules|conformance|spec|clingo|attrs)", text, re.MULTILINE
    )


def test_what_the_engine_does_not_know_is_counted_and_not_wrong() -> None:
    class Partial(Direct):
        def exchange(self, message: Json) -> Json:
            if message.get("ask") in ("views", "scores"):
                return {
                    "type": "failure",
                    "id": message["id"],
                    "code": "unsupported",
                    "message": "",
                }
            return super().exchange(message)

    engine = Partial()
    report = asked(engine, large(0, 2))
    assert engine.unanswered == {"views": 2, "scores": 2}
    assert not report.wrong


def is_short(question: Json) -> bool:
    """A game or a perft that is a few moves. More of them would be the same question many times."""
    return (
        len(question["given"].get("choices", ())) < 20
        and question.get("answer", {}).get("lines", 0) < 100
    )


def test_clingo_passes_some_cases_of_every_file() -> None:
    by_clingo = CompiledEngine("clingo", ByClingo)
    assert by_clingo.answer({"type": "hello"})["program"] == "clingo"

    class Direct(runner.Engine):
        def exchange(self, message: Json) -> Json:
            return by_clingo.answer(message)

    engine, report = Direct(), runner.Report()
    engine.offered = frozenset(by_clingo.answer({"type": "hello"})["asks"])
    for edition in runner.editions():
        engine.tell({"type": "edition", "edition": edition})
    for case in [*list(runner.suite("small"))[:300:50], *[*runner.suite("small/chosen")][::4]]:
        runner.run_case(engine, case, runner.ASKS, report)
    for setup in runner.setups()[::5]:
        runner.run_setup(engine, setup, runner.ASKS, report)
    short = [q for q in runner.suite("small", kind="questions") if is_short(q)]
    games = [q for q in short if q["ask"] == "game"]
    for question in [*short[::12], *games[:1]]:
        runner.run_question(engine, question, BOXES, runner.ASKS, report)
    assert not report.wrong, str(report)
    assert {*report.asked} == engine.offered
    assert {*engine.declined} <= {*runner.ASKS} - engine.offered
    with pytest.raises(AttributeError, match="counts_at"):
        ByClingo([]).counts_at  # noqa: B018


def test_the_page_of_engines_shows_its_numbers() -> None:
    """If this fails: python -m spec.conformance.engines --write."""
    found = json.loads((SUITE / "engines.json").read_text("utf-8"))
    assert (SUITE / "engines.md").read_text("utf-8") == engines.page(found)
    shown = [(row["engine"], row["command"]) for row in found["engines"]]
    assert shown == [(one.name, " ".join(one.command)) for one in engines.CONTENDERS]


def test_engines_that_are_not_there_or_do_not_speak_are_named_with_the_reason() -> None:
    missing = engines.Contender("none", ("none",), Path("nowhere"))
    silent = engines.Contender("silent", ("python", "-c", "pass"))
    rows = [engines.asked(one, "small") for one in (missing, silent)]
    assert [row["not_asked"] for row in rows] == ["there is no nowhere", "it cannot be asked"]
    page = engines.page(engines.results(rows, "small", "2026-11-18"))
    assert "| none | `none` | not asked: there is no nowhere | | | |" in page
    assert "| silent | `python -c pass` | not asked: it cannot be asked | | | |" in page


# What is published


def test_published_documents_are_up_to_date() -> None:
    for target, content in publish.committed(ROOT).items():
        assert (ROOT / target).read_text("utf-8") == content, target


def test_the_rules_are_published_with_all_that_is_said_of_them() -> None:
    documents = publish.documents(ROOT)
    (path,) = documents.keys() - publish.committed(ROOT).keys()
    published = json.loads(documents[path])
    assert (path.name, published["specification"]) == ("rules.json", current().number)
    assert published["clauses"] == MANIFEST["clauses"]
    rules = {rule["id"]: rule for rule in published["rules"]}
    assert rules.keys() == {section.id for section in read_book(ROOT).sections}
    assert rules["MOV-05"]["clauses"]
    assert rules["A-22"]["readings"]
    assert len({rule["revision"] for rule in rules.values()}) == len(rules)


def test_the_page_about_toledo_lp_says_what_clingo_says() -> None:
    page = (ROOT / "docs" / "how-to" / "ask-the-specification.md").read_text("utf-8")
    (example,) = re.findall(r"```asp\n(.*?)```", page, re.DOTALL)
    may, told = re.findall(r"```text\n(.*?)\n```", page, re.DOTALL)
    (does,) = re.findall(r"`(does\(0,.*?\)\.)`", page)

    def shown(program: str) -> list[str]:
        control, found = clingo.Control(["--warn=none"]), list[str]()
        control.load(str(SUITE / "toledo.lp"))
        control.add("base", [], program)
        control.ground([("base", [])])
        control.solve(on_model=lambda model: found.extend(map(str, model.symbols(shown=True))))
        return sorted(found)

    assert shown(example) == may.split("\n")
    assert [atom for atom in shown(example + does) if atom.startswith("told(1,")] == told.split(
        "\n"
    )


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("events", [snake(event) for event in EVENT_TYPES]),
        ("phases", [snake(phase) for phase in PHASE_TYPES]),
        ("codes", [str(code) for code in (*ILLEGAL, Code.NOT_ON_TURN)]),
    ],
)
def test_the_registry_has_every_name_once(kind: str, names: list[str]) -> None:
    entries = tomllib.loads((ROOT / "spec" / "registry.toml").read_text("utf-8"))[kind]
    numbers = [entry["number"] for entry in entries]
    assert numbers == sorted(set(numbers))
    assert {entry["name"] for entry in entries if "until" not in entry} == {*names}
    assert len(entries) == len({entry["name"] for entry in entries})
    known = {version.number for version in history()}
    assert {entry["since"] for entry in entries} <= known
    assert all(entry["meaning"].endswith(".") for entry in entries)


def test_the_registry_has_the_parts_of_every_event() -> None:
    parts = {snake(event): sorted(names(event)) for event in EVENT_TYPES}
    assert {name: sorted(found) for name, found in terms.EVENTS.items()} == parts


def test_the_registry_has_the_parameters_of_every_code() -> None:
    parts = {str(code): [*details] for code, details in DETAILS.items()}
    assert {name: [*found] for name, found in terms.REASONS.items()} == {
        **parts,
        "not_on_turn": ["seat", "active"],
    }


def test_the_history_ends_with_the_version_that_is_cited() -> None:
    numbers = [tuple(map(int, version.number.split("."))) for version in history()]
    assert numbers == sorted(set(numbers))
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"the specification has its own, {current().number} (spec/history.toml)" in citation
    assert MANIFEST["specification"] == current().number
