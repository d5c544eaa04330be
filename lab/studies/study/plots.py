"""A plot for each question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from toledo_lab.simulate import Estimate
from toledo_rules import KOSMOS_2008

from .answers import SWORD_TABLE, course, lengths, seat_shares, sword_shares, worths
from .changes import question_words
from .duels import Odds
from .findings import Judged
from .games import Games
from .look import COLOURS, INK, MARKS, PAPER, plot

if TYPE_CHECKING:
    from .screening import Question

PERCENT = PercentFormatter(xmax=1, decimals=0)


SMALL = 5
"""Size up to which a mark has no edge, which would leave nothing of it."""


def interval(
    axes: Axes, at: float, figure: Estimate, kind: int = 0, *, across: bool = False, size: float = 7
) -> None:
    """A figure as a mark, with its interval as a bar."""
    below, above = figure.value - figure.low, figure.high - figure.value
    x, y = (figure.value, at) if across else (at, figure.value)
    axes.errorbar(
        x,
        y,
        xerr=[[below], [above]] if across else None,
        yerr=None if across else [[below], [above]],
        fmt=MARKS[kind],
        color=COLOURS[kind],
        markersize=size,
        markeredgecolor=PAPER,
        markeredgewidth=0.8 if size > SMALL else 0,
        capsize=4,
        elinewidth=1.6,
        zorder=3,
    )


def short(bot: str) -> str:
    """Return the name of a bot where there is little room."""
    return bot.replace(":level=", " ")


def shifted(kind: int, kinds: int, room: float = 0.7) -> float:
    """Return the place beside others of a kind, of marks that would lie on each other."""
    return (kind - (kinds - 1) / 2) * room / kinds


Corner = Literal["lower left", "lower right", "upper right"]


def legend(axes: Axes, names: Sequence[str], where: Corner, columns: int = 1) -> None:
    """Add a legend of marks."""
    for kind, name in enumerate(names):
        axes.plot([], [], MARKS[kind], color=COLOURS[kind], label=short(name))
    axes.legend(loc=where, ncols=columns, fontsize=8)


def names_of(ladder: Sequence[Games]) -> list[str]:
    """Return the bots of a ladder."""
    return [games.rung.bot for games in ladder]


def draw_lengths(path: Path, ladder: Sequence[Games]) -> None:
    """Draw how long games are, by table and rung: the mean, and the range of four games of five.

    The lowest rung is left out: its games are five times as long.
    """
    ladder = ladder[1:]
    every = [lengths(games) for games in ladder]
    tables = [length.players for length in every[0]]
    with plot(path, 1, len(tables), size=(7.2, 3.6)) as panels:
        for place, (axes, players) in enumerate(zip(panels, tables, strict=True)):
            for kind, rung in enumerate(every, start=1):
                length = rung[place]
                low, high = (turns / players for turns in length.middle)
                axes.plot(
                    [kind, kind],
                    [low, high],
                    color=COLOURS[kind],
                    alpha=0.3,
                    linewidth=9,
                    solid_capstyle="butt",
                )
                interval(axes, kind, length.rounds, kind, size=5)
            axes.set_title(f"{players} players")
            axes.set_xticks(
                range(1, 1 + len(ladder)), map(short, names_of(ladder)), rotation=60, fontsize=8
            )
            axes.grid(visible=False, axis="x")
            axes.set_ylim(0, None)
            axes.set_xlim(0.4, len(ladder) + 0.6)
        panels[0].set_ylabel("turns of a player in a game")


def draw_seats(path: Path, ladder: Sequence[Games]) -> None:
    """Draw how often each seat wins, with what would be fair."""
    every = [seat_shares(games) for games in ladder]
    tables = sorted({share.players for share in every[0]})
    with plot(path, 1, len(tables), size=(7.2, 3.6)) as panels:
        for axes, players in zip(panels, tables, strict=True):
            axes.axhline(1 / players, color=INK, linewidth=1.2, linestyle="--")
            for kind, rung in enumerate(every):
                for share in rung:
                    if share.players == players:
                        at = share.seat + shifted(kind, len(every))
                        interval(axes, at, share.won, kind, size=4)
            axes.set_title(f"{players} players")
            axes.set_xticks(range(players), ["first", "second", "third", "fourth"][:players])
            axes.grid(visible=False, axis="x")
            axes.set_ylim(0, None)
            axes.yaxis.set_major_formatter(PERCENT)
        legend(panels[0], names_of(ladder), "lower left")
        panels[0].set_ylabel("games won")
        panels[len(panels) // 2].set_xlabel("who has the first turn, the second, ...")


def draw_worths(path: Path, ladder: Sequence[Games]) -> None:
    """Draw what a gift at the start changes."""
    given = [games for games in ladder if games.gifts]
    every = [worths(games) for games in given]
    gifts = [worth.gift for worth in every[0]]
    with plot(path, 1, 2, size=(7.2, 3.4)) as panels:
        for axes, title in zip(panels, ("games won", "points"), strict=True):
            axes.axvline(0, color=INK, linewidth=1.2, linestyle="--")
            axes.set_title(f"more {title}")
            axes.grid(visible=False, axis="y")
        for kind, rung in enumerate(every):
            for row, worth in enumerate(rung):
                at = row + shifted(kind, len(every))
                interval(panels[0], at, worth.won_more, kind + 1, across=True, size=5)
                interval(panels[1], at, worth.points_more, kind + 1, across=True, size=5)
        for kind, name in enumerate(names_of(given), start=1):
            panels[1].plot([], [], MARKS[kind], color=COLOURS[kind], label=short(name))
        panels[1].legend(loc="lower right", fontsize=8, ncols=2)
        panels[0].set_yticks(range(len(gifts)), gifts)
        panels[0].set_ylim(len(gifts) + 0.1, -0.6)
        panels[0].xaxis.set_major_formatter(PercentFormatter(xmax=1, decimals=0, symbol=""))
        panels[0].set_xlabel("percentage points")
        panels[1].set_xlabel("fame")


def draw_swords(path: Path, ladder: Sequence[Games]) -> None:
    """Draw how often swords are delivered, and how often those win who do."""
    every = [sword_shares(games) for games in ladder]
    values = [share.value for share in every[0]]
    with plot(path, 2, 1, size=(7.2, 5.8)) as (often, winning):
        winning.axhline(1 / SWORD_TABLE, color=INK, linewidth=1.2, linestyle="--")
        for kind, rung in enumerate(every):
            for share in rung:
                at = share.value + shifted(kind, len(every))
                interval(often, at, share.delivered, kind, size=4)
                if share.owners >= FEWEST_OWNERS:
                    interval(winning, at, share.won, kind, size=4)
        often.set_title("how many copies of a sword are delivered in a game")
        often.set_ylabel("share of its copies")
        winning.set_title("how often the player who delivered one has won")
        winning.set_ylabel("games won")
        winning.set_xticks(values)
        winning.set_xlabel("value of the sword")
        legend(often, names_of(ladder), "upper right", 5)
        for axes in (often, winning):
            axes.set_ylim(0, 1.15 if axes is often else 1.02)
            axes.yaxis.set_major_formatter(PERCENT)
            axes.grid(visible=False, axis="x")


FEWEST_OWNERS = 10
"""Owners below which the share of their wins is not drawn."""


def draw_uses(path: Path, ladder: Sequence[Games]) -> None:
    """Draw how often the spaces of the road are used."""
    kinds = [space.kind for space in KOSMOS_2008.road]
    steps = [step for step, kind in enumerate(kinds) if kind not in ("cathedral", "entrance")]
    with plot(path, 1, 1, size=(7.2, 3.8)) as (axes,):
        for kind, games in enumerate(ladder):
            uses = course(games).uses
            axes.plot(steps, [uses[step].value for step in steps], color=COLOURS[kind], linewidth=1)
            for step in steps:
                interval(axes, step, uses[step], kind, size=4)
        legend(axes, names_of(ladder), "upper right")
        labels = [f"{step}\n{kinds[step] if kinds[step] != 'site' else ''}" for step in steps]
        axes.set_xticks(steps, labels, fontsize=8)
        axes.set_ylim(0, None)
        axes.set_ylabel("uses in a game")
        axes.set_xlabel("step of the road")
        axes.grid(visible=False, axis="x")


def draw_findings(path: Path, findings: Sequence[Judged]) -> None:
    """Draw everything that was looked at, on one scale."""
    with plot(path, 1, 1, size=(7.2, 0.36 * len(findings) + 1.2)) as (axes,):
        axes.axvline(0, color=INK, linewidth=1.2, linestyle="--")
        bots = [shown.bot for shown in findings[0].rungs]
        for row, one in enumerate(findings):
            for kind, shown in enumerate(one.rungs):
                at = row + shifted(kind, len(bots))
                interval(axes, at, shown.standard, kind + 1, across=True, size=4)
        for kind, name in enumerate(bots, start=1):
            axes.plot([], [], MARKS[kind], color=COLOURS[kind], label=short(name))
        axes.legend(loc="lower right", fontsize=8)
        labels = [f"{one.finding.name}: {one.verdict}" for one in findings]
        axes.set_yticks(range(len(findings)), labels, fontsize=8)
        axes.set_ylim(len(findings) - 0.4, -0.7)
        axes.set_xlabel("mean of the games in standard deviations of a game; right of 0 as claimed")
        axes.grid(visible=False, axis="y")


def draw_questions(path: Path, questions: Sequence[Question], bots: Sequence[str]) -> None:
    """Draw how much hangs on each question about the box, by each bot."""
    with plot(path, 1, 1, size=(7.2, 0.23 * len(questions) + 1.2)) as (axes,):
        for row, question in enumerate(questions):
            for kind, size in enumerate(question.by_bot):
                interval(axes, row + 0.2 * (2 * kind - 1), size, kind, across=True, size=4)
        legend(axes, bots, "lower right")
        axes.set_yticks(
            range(len(questions)),
            [question_words(question.id) for question in questions],
            fontsize=8,
        )
        axes.set_ylim(len(questions) - 0.4, -0.8)
        axes.set_xlim(left=0)
        axes.set_title("what to look at first")
        axes.set_xlabel("effect of a change, in standard deviations of a game")
        axes.grid(visible=False, axis="y")


def draw_odds(path: Path, odds: Sequence[Odds]) -> None:
    """Exact and sampled odds, by how many colours one has alone more than the other."""
    exact = {one.lead: one.exact for one in odds}
    with plot(path, 1, 1, size=(7.2, 4.0)) as (axes,):
        leads = sorted(exact)
        axes.plot(
            leads,
            [exact[lead] for lead in leads],
            color=INK,
            linewidth=1.2,
            marker="_",
            markersize=22,
            markeredgewidth=1.6,
            label="exact",
            zorder=2,
        )
        for one in odds:
            alike = [other for other in odds if other.lead == one.lead]
            shift = alike.index(one) - (len(alike) - 1) / 2  # beside each other
            interval(axes, one.lead + 0.14 * shift, one.sampled, one.defender_alone, size=5.5)
        for lead in leads:
            axes.annotate(
                f"{exact[lead]:.1%}",
                (lead, exact[lead]),
                xytext=(-13, 7),
                textcoords="offset points",
                ha="right",
                fontsize=9,
            )
        for kind in range(len(KOSMOS_2008.duel_colours) + 1):
            axes.plot(
                [],
                [],
                MARKS[kind],
                color=COLOURS[kind],
                label=f"sampled, defender has {kind} alone",
            )
        axes.legend(loc="lower right")
        axes.set_xticks(leads, [f"{lead:+d}" if lead else "0" for lead in leads])
        axes.set_xlim(-3.6, 3.5)
        axes.set_ylim(-0.02, 1.06)
        axes.yaxis.set_major_formatter(PERCENT)
        axes.set_ylabel("duels won by the challenger")
        axes.set_xlabel(
            "colours that only the challenger has, less those that only the defender has"
        )
        axes.grid(visible=False, axis="x")
