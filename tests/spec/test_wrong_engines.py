"""The small part of the suite is a verdict by itself: each of some wrong engines fails it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spec.compiler.engine import Engine
from spec.conformance import runner
from tests.spec.wrong_engines import engines

Json = Any

ORDER = ("odd", "small/chosen", "small/steered", "small/tiny", "small/refusals")
"""The files in the order in which they are asked here: those that notice most come first."""


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


def first_difference(engine: Engine) -> runner.Difference | None:
    """The first answer that differs; None if the engine passes."""
    asked, report = Direct(engine), runner.Report(first=1)
    boxes = {runner.named(box): box for box in runner.editions()}
    asks = [*runner.CORE, "game"]
    try:
        for setup in runner.setups():
            runner.run_setup(asked, setup, asks, report)
        for part in ORDER:
            for case in runner.suite(part):
                runner.run_case(asked, case, asks, report)
        for question in runner.suite("small", kind="questions"):
            runner.run_question(asked, question, boxes, asks, report)
    except runner.EnoughError:
        return report.differences[0]
    return None


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in engines().items()])
def test_a_wrong_engine_fails(make: Callable[[], Engine]) -> None:
    assert first_difference(make()) is not None


def test_the_right_one_passes() -> None:
    assert first_difference(Engine()) is None
