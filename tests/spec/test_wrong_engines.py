"""The small part of the suite is a verdict by itself: each of some wrong engines fails it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from spec.compiler.engine import Engine
from spec.conformance import runner
from tests.spec.wrong_engines import Wrong, engines

Json = Any


class Direct(runner.Engine):
    """An engine, asked in this process."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        for edition in runner.editions():
            self.tell({"type": "edition", "edition": edition})

    def exchange(self, message: Json) -> Json:
        """Ask the engine."""
        return self._engine.answer(message)


ASKS = (*runner.CORE, "game")
KNOWN = {runner.named(box): box for box in runner.editions()}


@cache
def everything() -> list[tuple[str, Json]]:
    """The small part, each case with its kind; set-ups first, since they are asked in no time."""
    kinds = ("setups", "cases", "questions")
    return [(kind, case) for kind in kinds for case in runner.suite("small", kind=kind)]


def concerns(case: Json, shows: str) -> bool:
    """Return True if a case is one of those in which a mistake is likely to show."""
    own = case.get("rules", {})
    rules = {rule for some in own.values() for rule in some} if isinstance(own, dict) else {*own}
    rules.update(rule for move in case.get("moves", ()) for rule in move["rules"])
    return shows in rules or case["id"].startswith(shows)


def ask(engine: runner.Engine, kind: str, case: Json, report: runner.Report) -> None:
    """Ask everything about a case."""
    match kind:
        case "cases":
            runner.run_case(engine, case, ASKS, report)
        case "setups":
            runner.run_setup(engine, case, ASKS, report)
        case _:
            runner.run_question(engine, case, KNOWN, ASKS, report)


def first_difference(engine: Engine, shows: str = "") -> runner.Difference | None:
    """An answer that differs, looked for where it is likely and then everywhere; None if the engine passes."""
    asked, report = Direct(engine), runner.Report(first=1)
    try:
        for kind, case in sorted(
            everything(), key=lambda one: one[0] != "setups" and not concerns(one[1], shows)
        ):
            ask(asked, kind, case, report)
    except runner.EnoughError:
        return report.differences[0]
    return None


@pytest.mark.parametrize("wrong", [pytest.param(one, id=name) for name, one in engines().items()])
def test_a_wrong_engine_fails(wrong: Wrong) -> None:
    assert first_difference(wrong.make(), wrong.shows) is not None


def test_the_right_one_passes() -> None:
    assert first_difference(Engine()) is None
