"""The plots: figures with their intervals, in rows, as SVG of a few kilobytes. They are drawn from what is published.

Nothing is said by colour alone: each bot has a mark of its own too. Dark ink on light paper can be read on a light page
and on a dark one, and in print.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import floor, isfinite, log10
from typing import Any, TypeAlias

from attrs import frozen

from toledo_rules import KOSMOS_2008

from .answers import SWORD_TABLE

PAPER, INK, FAINT, GRID = "#fcfbf8", "#22262b", "#6a6f76", "#dcdad4"
COLOURS = ("#8c2d19", "#1f5a8a")
SHAPES = ("M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z", "M-4,-4h8v8h-8z")
"""A mark for each kind: a circle, a square."""
WIDE, MARGIN, HEAD, FOOT, APART, LETTER = 760, 14, 66, 44, 13, 6.3
TICKS, MOST_QUESTIONS = 5, 15
ORDINALS = ("first", "second", "third", "fourth")
BOTS = {
    "greedy": "greedy (rules of thumb)",
    "searcher:level=4": "club (level 4)",
}
Json: TypeAlias = dict[str, Any]


@frozen
class Mark:
    """A figure with its interval."""

    kind: int
    value: float
    low: float
    high: float


@frozen
class Panel:
    """Figures of one unit, a row of marks for each label."""

    unit: str
    rows: Sequence[Sequence[Mark]]
    line: float | None = None
    """Where nothing is to be seen: a fair share, no effect. Figures without such a line begin at 0."""


def mark(kind: int, figure: Json | Sequence[float], scale: float = 1, less: float = 0) -> Mark:
    """Return the mark of a published figure."""
    numbers = (
        [figure[part] for part in ("value", "low", "high")] if isinstance(figure, dict) else figure
    )
    value, low, high = (scale * (number - less) for number in numbers)
    return Mark(kind, value, low, high)


def chart(title: str, kinds: Sequence[str], labels: Sequence[str], panels: Sequence[Panel]) -> str:
    """Return the picture: labels on the left, beside them the panels."""
    left = MARGIN + LETTER * max(map(len, labels)) + 12
    wide = (WIDE - left - MARGIN) / len(panels)
    tops = [HEAD + 0.0]
    for row in range(len(labels)):
        tops.append(tops[-1] + APART * max(1, *(len(panel.rows[row]) for panel in panels)) + 5)
    high = tops[-1] + FOOT
    face = 'font-family="DejaVu Sans, Verdana, sans-serif" font-size="11"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:.0f}" role="img" {face}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDE}" height="{high:.0f}" fill="{PAPER}"/>',
        text(MARGIN, 22, title, extra=' font-weight="bold" font-size="13"'),
    ]
    at = float(MARGIN)
    for kind, name in enumerate(kinds):
        parts += [symbol(at + 5, 42, kind), text(at + 14, 46, name)]
        at += LETTER * len(name) + 34
    for top, bottom, label in zip(tops, tops[1:], labels, strict=False):
        parts.append(f'<path d="M{MARGIN},{top:.0f}H{WIDE - MARGIN}" stroke="{GRID}"/>')
        parts.append(text(left - 10, (top + bottom) / 2 + 4, label, anchor="end"))
    for place, panel in enumerate(panels):
        parts += drawn(panel, left + place * wide + 8, wide - 16, tops)
    return "\n".join([*parts, "</svg>"]) + "\n"


def drawn(panel: Panel, left: float, wide: float, tops: Sequence[float]) -> Iterable[str]:
    """Yield the parts of a panel."""
    every = [one for row in panel.rows for one in row]
    ends = [end for one in every for end in (one.low, one.high) if isfinite(end)]
    ends.append(panel.line or 0.0)
    low, high = min(ends), max(ends)
    ticks = ticked(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])

    def across(value: float) -> float:
        return left + (min(max(value, low), high) - low) / (high - low) * wide

    bottom = tops[-1]
    for tick in ticks:
        x = across(tick)
        yield f'<path d="M{x:.1f},{HEAD}V{bottom:.0f}" stroke="{GRID}"/>'
        yield text(x, bottom + 14, f"{tick:g}", anchor="middle", colour=FAINT)
    yield text(left + wide / 2, bottom + 32, panel.unit, anchor="middle")
    if panel.line is not None:
        x = across(panel.line)
        yield f'<path d="M{x:.1f},{HEAD}V{bottom:.0f}" stroke="{INK}" stroke-dasharray="4 3"/>'
    for row, top in zip(panel.rows, tops, strict=False):
        for place, one in enumerate(row):
            y = top + 3 + APART * (place + 0.5)
            yield (
                f'<path d="M{across(one.low):.1f},{y:.1f}H{across(one.high):.1f}" stroke-width="1.6"'
                f' stroke="{COLOURS[one.kind]}"/>'
            )
            yield symbol(across(one.value), y, one.kind)


def symbol(x: float, y: float, kind: int) -> str:
    """Return a mark."""
    return (
        f'<path transform="translate({x:.1f},{y:.1f})" d="{SHAPES[kind]}" fill="{COLOURS[kind]}"/>'
    )


def text(
    x: float, y: float, said: str, *, anchor: str = "start", colour: str = INK, extra: str = ""
) -> str:
    """Return words."""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}"{where}{extra}>{escape(said)}</text>'


def ticked(low: float, high: float) -> list[float]:
    """Return round numbers that are not far apart.

    >>> ticked(0.0, 9.0), ticked(-0.7, 0.4)
    ([0.0, 2.0, 4.0, 6.0, 8.0], [-0.6, -0.4, -0.2, 0.0, 0.2, 0.4])
    """
    rough = (high - low or 1) / TICKS
    size = 10 ** floor(log10(rough))
    step = next(size * many for many in (1, 2, 5, 10) if size * many >= rough)
    first, last = -floor(-low / step), floor(high / step)
    return [round(number * step, 9) + 0.0 for number in range(first, last + 1)]


# The plots of the study, by name


def study_plots(figures: Json) -> dict[str, str]:
    """Return all pictures of the published figures."""
    rungs: list[Json] = figures["rungs"]
    names = [BOTS[rung["bot"]] for rung in rungs]
    return {
        "claims": claims(figures["findings"]),
        "ladder": ladder(rungs),
        "lengths": chart(
            "How long is a game?",
            names,
            [f"{table['players']} players" for table in rungs[0]["lengths"]],
            [Panel("turns of each player", by_rung(rungs, "lengths", "rounds"))],
        ),
        "seats": chart(
            "Does it help to go first?",
            names,
            [f"{ORDINALS[one['seat']]} of {one['players']}" for one in rungs[0]["seats"]],
            [Panel("games won above a fair share, in percentage points", seats(rungs), line=0)],
        ),
        "gifts": chart(
            "What is a head start worth? One of three players begins with …",
            names,
            [gift["gift"] for gift in rungs[0]["gifts"]],
            [
                Panel(
                    "more games won, in percentage points",
                    by_rung(rungs, "gifts", "won_more", 100),
                    line=0,
                ),
                Panel("more points", by_rung(rungs, "gifts", "points_more"), line=0),
            ],
        ),
        "swords": chart(
            "Which swords are delivered? (three players)",
            names,
            [f"sword {one['value']} ({one['copies']} in the box)" for one in rungs[0]["swords"]],
            [
                Panel(
                    "per cent of its copies, in a game", by_rung(rungs, "swords", "delivered", 100)
                )
            ],
        ),
        "uses": uses(rungs, names),
        "duels": duels(figures["duels"]),
    }


def by_rung(rungs: Sequence[Json], answer: str, part: str, scale: float = 1) -> list[list[Mark]]:
    """Return the figures of an answer, in rows, by rung."""
    return [
        [mark(kind, rung[answer][row][part], scale) for kind, rung in enumerate(rungs)]
        for row in range(len(rungs[0][answer]))
    ]


def claims(findings: Sequence[Json]) -> str:
    """Draw everything that was claimed, on one scale."""
    return chart(
        "What was claimed, and what the games say: right of the line as claimed",
        [BOTS[rung["bot"]] for rung in findings[0]["rungs"]],
        [f"{one['claim']}: {one['verdict']}" for one in findings],
        [
            Panel(
                "effect, in standard deviations",
                [
                    [
                        mark(kind, rung["standard"])
                        for kind, rung in enumerate(one["rungs"])
                        if rung["standard"]
                    ]
                    for one in findings
                ],
                line=0,
            )
        ],
    )


def ladder(rungs: Sequence[Json]) -> str:
    """Draw what changes with the strength of the players."""
    (table,) = (row for row, one in enumerate(rungs[0]["lengths"]) if one["players"] == SWORD_TABLE)
    figures = {
        "master tiles taken": [rung["course"]["tiles"] for rung in rungs],
        "duels fought": [rung["course"]["fought"] for rung in rungs],
        "turns": [rung["lengths"][table]["rounds"] for rung in rungs],
    }
    return chart(
        "What do stronger players do? (each of three, in a game)",
        [],
        [BOTS[rung["bot"]] for rung in rungs],
        [
            Panel(unit, [[mark(kind, one)] for kind, one in enumerate(found)])
            for unit, found in figures.items()
        ],
    )


def seats(rungs: Sequence[Json]) -> list[list[Mark]]:
    """Return how much more than a fair share each seat wins."""
    return [
        [
            mark(kind, rung["seats"][row]["won"], 100, less=1 / rung["seats"][row]["players"])
            for kind, rung in enumerate(rungs)
        ]
        for row in range(len(rungs[0]["seats"]))
    ]


def uses(rungs: Sequence[Json], names: Sequence[str]) -> str:
    """Draw how often the spaces of the road are used."""
    some = [
        (step, space.kind)
        for step, space in enumerate(KOSMOS_2008.road)
        if space.kind not in ("cathedral", "entrance")
    ]
    return chart(
        "Which spaces of the road are used? (three players)",
        names,
        [f"{kind} on space {step}" for step, kind in some],
        [
            Panel(
                "uses in a game, by all players",
                [
                    [mark(kind, rung["course"]["uses"][step]) for kind, rung in enumerate(rungs)]
                    for step, _ in some
                ],
            )
        ],
    )


def duels(odds: Sequence[Json]) -> str:
    """Draw how often the challenger wins: counted, and fought."""
    leads = {one["challenger_alone"] - one["defender_alone"]: one for one in odds}
    return chart(
        "How often does the challenger win a duel?",
        ["counted exactly", "2,000 duels fought"],
        [f"{lead:+d} colours ahead" if lead else "even" for lead in sorted(leads)],
        [
            Panel(
                "duels won, in per cent",
                [
                    [mark(0, [leads[lead]["exact"]] * 3, 100), mark(1, leads[lead]["sampled"], 100)]
                    for lead in sorted(leads)
                ],
                line=50,
            )
        ],
    )


def questions(screening: Json) -> str:
    """Draw how much hangs on the questions about the box that stand first, and on the one that is about nothing."""
    found = [
        one
        for place, one in enumerate(screening["questions"])
        if place < MOST_QUESTIONS or one["question"].startswith("masters.colours.")
    ]
    return chart(
        "What to look at first in a box: left of the line it may be chance",
        ["both bots together"],
        [one["about"] for one in found],
        [
            Panel(
                "effect of a change, in standard deviations",
                [[mark(0, one["size"])] for one in found],
                line=screening["line"],
            )
        ],
    )
