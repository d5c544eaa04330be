"""Figures and goals, as one table or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import asdict, frozen

from tools.benchmarks.measure import Estimate


@frozen
class Goal:
    """What a figure must reach, and what it aims at. If the aim is smaller, less is better."""

    must: float
    aim: float

    def verdict(self, figure: Estimate) -> str:
        """Return what is reached: the worse end of the interval counts."""
        less = self.aim < self.must
        for name, value in (("aim", self.aim), ("must", self.must)):
            if figure.high <= value if less else figure.low >= value:
                return name
        return "no"


@frozen
class Row:
    """A figure in the table, or the reason why there is none."""

    name: str
    figure: Estimate | str
    goal: Goal | None = None


Section: TypeAlias = tuple[str, list[Row]]

WIDTHS = (60, 10, 21, 8, 7)


def table(sections: Iterable[Section]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield line(("", "measured", "95 % interval", "must", "aim", "reached"))
    for title, rows in sections:
        yield from ("", title)
        for row in rows:
            goal, figure = row.goal, row.figure
            aims = (shown(goal.must), shown(goal.aim)) if goal else ("", "")
            if isinstance(figure, str):
                yield line((f"  {row.name}", "-", "", *aims, figure))
                continue
            low, high = shown(figure.low), shown(figure.high)
            interval = f"{low} .. {high}" if figure.low < figure.high else ""
            verdict = goal.verdict(figure) if goal else ""
            yield line((f"  {row.name}", shown(figure.value), interval, *aims, verdict))


def line(cells: tuple[str, ...]) -> str:
    """Return a line of the table."""
    name, *figures, last = cells
    aligned = (cell.rjust(width) for cell, width in zip(figures, WIDTHS[1:], strict=True))
    return f"{name:<{WIDTHS[0]}}{''.join(aligned)}  {last}".rstrip()


def shown(value: float) -> str:
    """Return a number with three significant digits.

    >>> shown(0.4567), shown(45.67), shown(45678.0)
    ('0.457', '45.7', '45,678')
    """
    if value >= 1_000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def as_json(sections: Iterable[Section]) -> list[dict[str, object]]:
    """Return the rows as JSON values."""
    return [{"section": title, **asdict(row)} for title, rows in sections for row in rows]
