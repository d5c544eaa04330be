"""The figures, with the goals beside them, as one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import frozen

from benchmarks.measure import Estimate


@frozen
class Goal:
    """What a figure should reach: first, and in the end."""

    first: float | None
    goal: float
    higher_is_better: bool = True

    def verdict(self, figure: Estimate) -> str:
        """How far we are: the worse end of the interval counts."""
        if self.reached(figure, self.goal):
            return "goal"
        return "first" if self.first and self.reached(figure, self.first) else "no"

    def reached(self, figure: Estimate, aim: float) -> bool:
        """The whole interval is on the good side."""
        return figure.low >= aim if self.higher_is_better else figure.high <= aim


@frozen
class Row:
    """A figure in the table."""

    name: str
    figure: Estimate
    goal: Goal | None = None


Section: TypeAlias = tuple[str, list[Row]]

# The goals of the project. A ratio against a peer is the peer's cost divided by ours.
MICROSECONDS = Goal(40, 20, higher_is_better=False)  # a rough guide: machines differ
CATAN = Goal(1.2, 3)
CATAN_COPYING = Goal(2.5, 7)
CHESS_COPYING = Goal(1.2, 3)
CHESS_ACTIONS = Goal(None, 1)
MEMORY = Goal(10, 15)
IMPORT = Goal(2.5, 1.4, higher_is_better=False)
HASH = Goal(1, 0.5, higher_is_better=False)
CHECKS = Goal(None, 1.08, higher_is_better=False)
PROCESSES = Goal(1.5, 1.8)

WIDTHS = (50, 10, 21, 8, 7)


def table(sections: Iterable[Section]) -> Iterator[str]:
    """All sections, aligned."""
    yield line(("", "measured", "95 % interval", "first", "goal", "reached"))
    for title, rows in sections:
        yield from ("", title)
        for row in rows:
            interval = f"{shown(row.figure.low)} .. {shown(row.figure.high)}"
            if row.figure.low == row.figure.high:
                interval = ""
            aims = ("", "", "")
            if row.goal is not None:
                aims = shown(row.goal.first), shown(row.goal.goal), row.goal.verdict(row.figure)
            yield line((f"  {row.name}", shown(row.figure.value), interval, *aims))


def line(cells: tuple[str, ...]) -> str:
    """A line of the table."""
    name, *figures, last = cells
    aligned = (cell.rjust(width) for cell, width in zip(figures, WIDTHS[1:], strict=True))
    return f"{name:<{WIDTHS[0]}}{''.join(aligned)}  {last}".rstrip()


def shown(value: float | None) -> str:
    """A number with three digits that count.

    >>> shown(0.4567), shown(45.67), shown(45678.0), shown(None)
    ('0.457', '45.7', '45,678', '-')
    """
    if value is None:
        return "-"
    if value >= 1_000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"
