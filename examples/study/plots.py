"""A plot for each question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from toledo_rules.simulate import Estimate

from .answers import Length, SeatShare, SwordShare, Worth
from .duels import Odds
from .look import COLOURS, HATCHES, INK, MARKS, PAPER, plot

PERCENT = PercentFormatter(xmax=1, decimals=0)


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
        markeredgewidth=0.8,
        capsize=4,
        elinewidth=1.6,
        zorder=3,
    )


def draw_lengths(path: Path, lengths: Sequence[Length]) -> None:
    """How long games are: how many of each length, one table under the other."""
    last = max(turns for length in lengths for turns in length.every)
    bins = list(range(0, last + 10, 6))
    with plot(path, len(lengths), 1, size=(7.2, 5.4)) as panels:
        for kind, (axes, length) in enumerate(zip(panels, lengths, strict=True)):
            weights = [1 / length.games] * length.games
            axes.hist(
                length.every,
                bins,
                weights=weights,
                histtype="stepfilled",
                color=COLOURS[kind],
                alpha=0.75,
                hatch=HATCHES[kind],
                edgecolor=PAPER,
                linewidth=0.6,
            )
            axes.axvline(length.median, color=INK, linewidth=1.6)
            axes.annotate(
                f"half of the games take {length.median:.0f} turns or less, "
                f"{length.median / length.players:.0f} for each player",
                (1, 1),
                xycoords="axes fraction",
                xytext=(0, 6),
                textcoords="offset points",
                ha="right",
                fontsize=9,
            )
            axes.set_title(f"{length.players} players")
            axes.yaxis.set_major_formatter(PERCENT)
            axes.yaxis.set_major_locator(MaxNLocator(4))
            axes.grid(visible=False, axis="x")
            axes.set_ylabel("games")
        panels[-1].set_xlabel("turns in a game, of all players together")
        panels[-1].set_xlim(left=min(min(length.every) for length in lengths) - 8)


def draw_seats(path: Path, shares: Sequence[SeatShare]) -> None:
    """How often each seat wins, with what would be fair."""
    tables = sorted({share.players for share in shares})
    with plot(path, 1, len(tables), size=(7.2, 3.4)) as panels:
        for kind, (axes, players) in enumerate(zip(panels, tables, strict=True)):
            fair = 1 / players
            axes.axhline(fair, color=INK, linewidth=1.2, linestyle="--", label="if all were equal")
            for share in shares:
                if share.players == players:
                    interval(axes, share.seat, share.won, kind)
            axes.set_title(f"{players} players")
            axes.set_xticks(range(players), ["first", "second", "third", "fourth"][:players])
            axes.set_xlim(-0.5, players - 0.4)
            axes.grid(visible=False, axis="x")
            axes.set_ylim(0, None)
            axes.yaxis.set_major_formatter(PERCENT)
        panels[0].legend(loc="lower left")
        panels[0].set_ylabel("games won")
        panels[len(panels) // 2].set_xlabel("who has the first turn, the second, ...")


def draw_worths(path: Path, worths: Sequence[Worth]) -> None:
    """What a gift at the start changes."""
    with plot(path, 1, 2, size=(7.2, 2.9)) as panels:
        for axes, title in zip(panels, ("games won", "points"), strict=True):
            axes.axvline(0, color=INK, linewidth=1.2, linestyle="--")
            axes.set_title(f"more {title}")
            axes.grid(visible=False, axis="y")
            axes.margins(x=0.25)
        for row, worth in enumerate(worths):
            interval(panels[0], row, worth.won_more, row, across=True)
            interval(panels[1], row, worth.points_more, row, across=True)
            for axes, figure, text in (
                (panels[0], worth.won_more, f"{100 * worth.won_more.value:+.1f}"),
                (panels[1], worth.points_more, f"{worth.points_more.value:+.2f}"),
            ):
                axes.annotate(
                    text,
                    (figure.high, row),
                    xytext=(6, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=9,
                )
        panels[0].set_yticks(
            range(len(worths)), [f"a {worth.gift}".replace("a two", "two") for worth in worths]
        )
        panels[0].set_ylim(len(worths) - 0.5, -0.7)
        panels[0].xaxis.set_major_formatter(PercentFormatter(xmax=1, decimals=0, symbol=""))
        panels[0].set_xlabel("percentage points")
        panels[1].set_xlabel("fame")


def draw_swords(path: Path, shares: Sequence[SwordShare], anybody: Estimate, players: int) -> None:
    """How often swords are delivered, and how often those win who do."""
    values = [share.value for share in shares]
    with plot(path, 2, 1, size=(7.2, 5.2)) as (often, winning):
        often.bar(
            values,
            [share.delivered / share.copies for share in shares],
            width=0.7,
            color=COLOURS[1],
            alpha=0.8,
            hatch=HATCHES[1],
            edgecolor=PAPER,
        )
        often.set_title("how often a sword of this value is delivered")
        often.set_ylabel("games, for each copy")
        often.yaxis.set_major_formatter(PERCENT)
        winning.axhline(
            1 / players, color=INK, linewidth=1.2, linestyle="--", label="if all were equal"
        )
        winning.axhline(
            anybody.value, color=INK, linewidth=1.4, linestyle=":", label="who delivered any sword"
        )
        for share in shares:
            if share.players:
                interval(winning, share.value, share.won)
        winning.legend(loc="upper left", ncols=2)
        winning.set_title("how often the player who delivered one has won")
        winning.set_ylabel("games won")
        winning.yaxis.set_major_formatter(PERCENT)
        winning.set_ylim(0, 1)
        winning.set_xticks(values)
        winning.set_xlim(min(values) - 0.8, max(values) + 0.8)
        winning.set_xlabel("value of the sword")
        for axes in (often, winning):
            axes.grid(visible=False, axis="x")


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
        for kind, mark in enumerate(MARKS):
            axes.plot(
                [], [], mark, color=COLOURS[kind], label=f"sampled, defender has {kind} alone"
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
