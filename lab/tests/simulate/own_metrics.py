"""Metrics of somebody else, good and bad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toledo_lab.simulate import Column, Measure, Metric
from toledo_rules import Edition, State
from toledo_rules.events import SecretEvent, TurnBegan
from toledo_rules.record import Ply


class Turns(Metric):
    """Counts the turns that begin, and says what a test wants to be said."""

    name = "begun"
    parts: tuple[str, ...] = ()
    whole = True
    says: object = None

    def columns(self, _edition: Edition) -> Sequence[Column]:
        """Return the column."""
        return [Column(self.name, "turns that began", self.parts, self.whole)]

    def before(self, start: State) -> None:
        """Begin to count."""
        self.calls = ["before"]
        self.begun = [0] * len(start.players)

    def decision(self, _ply: Ply) -> None:
        """Look on."""
        self.calls.append("decision")

    def event(self, event: SecretEvent, _ply: Ply) -> None:
        """Count."""
        self.calls.append("event")
        if isinstance(event, TurnBegan):
            self.begun[event.seat] += 1

    def after(self, end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the counts."""
        assert self.calls[:3] == ["before", "decision", "event"]
        assert end.over
        if self.says is not None:
            return [{self.name: self.says}] * len(end.players)  # type: ignore[dict-item]  # that is the mistake
        return [{self.name: number} for number in self.begun]


class Points(Turns):
    """Has the name of a column that there is."""

    name = "points"


NOT_CALLABLE = 7


def no_metric() -> int:
    """Make something else."""
    return 7
