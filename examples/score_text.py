"""The end of a game as text: the score sheets side by side, and the ranking."""

from __future__ import annotations

from collections.abc import Iterator

from board_text import name_of, style_of
from ink import BOLD, DIM, Ink
from telling import counted
from toledo_rules import RuleId, ScoreSheet, State, ranking, score

ITEMS: dict[RuleId, str] = {
    "SCO-01": "swords in the Alcazar",
    "SCO-02": "half of each sword in front",
    "SCO-03": "paintings",
    "SCO-04": "a point for two gems",
    "SCO-05": "the movement tile",
}
LABEL, COLUMN = 38, 15


def score_lines(state: State, ink: Ink) -> Iterator[str]:
    """Every player's fame, itemised by rule number."""
    sheets = [score(state, seat) for seat in range(len(state.players))]
    styles = [style_of(state, sheet.seat) for sheet in sheets]
    names = [name_of(state, sheet.seat).rjust(COLUMN) for sheet in sheets]
    yield " " * LABEL + "".join(map(ink.paint, styles, names))
    for rule, item in ITEMS.items():
        cells = "".join(cell(sheet, rule).rjust(COLUMN) for sheet in sheets)
        yield f"  {ink.paint(DIM, rule)}  {item:<{LABEL - 10}}{cells}"
    totals = "".join(str(sheet.total).rjust(COLUMN) for sheet in sheets)
    yield f"  {'fame':<{LABEL - 2}}{ink.paint(BOLD, totals)}"


def cell(sheet: ScoreSheet, rule: RuleId) -> str:
    """What a player has by a rule: the things that count, and the points for them."""
    lines = [line for line in sheet.lines if line.rule == rule]
    if not lines:
        return "-"
    things = "+".join(str(line.value) for line in reversed(lines))
    points = sum(line.points for line in lines)
    return str(points) if things == str(points) or rule == "SCO-05" else f"{things}: {points}"


def ranking_lines(state: State, ink: Ink) -> Iterator[str]:
    """All players from first to last, and what decided where points did not (TIE-02, TIE-03)."""
    before = None
    for standing in ranking(state):
        name = ink.paint(style_of(state, standing.seat), f"{name_of(state, standing.seat):<8}")
        cards = f"{counted(standing.cards, 'card')} in hand, sum {standing.card_sum}"
        why = ""
        if before and before.points == standing.points:
            why = "fewer cards, TIE-02" if before.cards > standing.cards else "lower sum, TIE-03"
            why = " (equal in everything)" if before.place == standing.place else f" ({why})"
        yield f"  {standing.place}. {name}{standing.points:>3} fame, {cards}{why}"
        before = standing
