"""Findings up the ladder. A finding is one of the game only if the games of every rung show it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Literal

from attrs import frozen

from toledo_lab.simulate import Estimate, mean

from .answers import FINDINGS, Finding
from .games import Games
from .looks import ALPHA, detectable, holm, p_value

ANYTHING = 100.0
"""No figure of a claim is larger, whatever its unit."""

Verdict = Literal["holds", "opposite", "depends", "open"]
"""All rungs show it; all show the opposite; some show it and some the opposite; nothing of this can be said."""


@frozen
class Shown:
    """The evidence of a rung for a finding."""

    bot: str
    games: int
    value: Estimate
    standard: Estimate | None
    """The same in standard deviations of a game; None if all games say the same, and so nothing of their spread."""
    p: float
    detectable: float
    """Smallest figure that this number of games would show with a chance of 80 %, by a single look."""


@frozen
class Judged:
    """A finding, with what all rungs say."""

    finding: Finding
    rungs: tuple[Shown, ...]
    p: float
    """Of the weakest evidence among the rungs, adjusted for the number of findings."""
    verdict: Verdict


def judged(ladder: Sequence[Games]) -> list[Judged]:
    """Return all findings with their verdicts, by the rungs that are given.

    A finding holds if every rung shows it with the same sign. So its p-value is the largest of the rungs, which needs
    no correction for their number; Holm's method corrects for the number of findings. To say that rungs contradict each
    other, all looks together are corrected for.
    """
    every = [[shown(finding, games) for games in ladder] for finding in FINDINGS]
    adjusted = holm([max(one.p for one in rungs) for rungs in every])
    single = iter(holm([one.p for rungs in every for one in rungs]))
    found: list[Judged] = []
    for finding, rungs, p in zip(FINDINGS, every, adjusted, strict=True):
        sure = [one for one in rungs if next(single) < ALPHA]
        signs = {one.value.value > 0 for one in rungs}
        verdict: Verdict = "open"
        if p < ALPHA and len(signs) == 1:
            verdict = "holds" if signs == {True} else "opposite"
        elif len({one.value.value > 0 for one in sure}) > 1:
            verdict = "depends"
        found.append(Judged(finding, tuple(rungs), p, verdict))
    return found


def shown(finding: Finding, games: Games) -> Shown:
    """Return what a rung says about a finding."""
    values = finding.values(games)
    spread = stdev(values) if len(values) > 1 else 0.0
    if not spread:
        value = Estimate(fmean(values) if values else 0.0, -ANYTHING, ANYTHING)
        return Shown(games.rung.bot, len(values), value, None, 1.0, ANYTHING)
    value = mean(values)
    return Shown(
        bot=games.rung.bot,
        games=len(values),
        value=value,
        standard=Estimate(value.value / spread, value.low / spread, value.high / spread),
        p=p_value(values),
        detectable=detectable(spread, len(values)),
    )
