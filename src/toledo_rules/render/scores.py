"""The score as a table of text: every player's fame, itemised by rule."""

from __future__ import annotations

from collections.abc import Iterator

from toledo_rules.describe import Language
from toledo_rules.render.ink import BOLD, DIM, PLAIN, Ink, Piece, clipped
from toledo_rules.render.shown import Shown
from toledo_rules.rulebook import RuleId
from toledo_rules.scoring import score
from toledo_rules.state import State
from toledo_rules.views import View

ITEMS: dict[RuleId, str] = {
    "SCO-01": "delivered_swords",
    "SCO-02": "other_swords",
    "SCO-03": "paintings",
    "SCO-04": "gem_pairs",
    "SCO-05": "movement_tile",
}
"""What scores by which rule, as labels of the catalogues."""

COLUMN = 10


def score_table(position: State | View, *, colour: bool = False, language: Language = "en") -> str:
    """Every player's fame now, line by line with the number of the rule, at most 80 characters wide.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> print(score_table(new_game(2, Random(1)), language="nl"))
                                            Rood     Blauw
      SCO-01  Zwaarden in Alcazar              -         -
      SCO-02  Helft van andere zwaarden        -         -
      SCO-03  Schilderijen                     -         -
      SCO-04  Een punt voor twee stenen        -         -
      SCO-05  Bewegingskaartje                 -         -
              Roem                             0         0
    """
    ink = Ink(colourful=colour)
    return "\n".join(map(ink.line, _lines(Shown.of(position, language))))


def _lines(shown: Shown) -> Iterator[list[Piece]]:
    sheets = [score(shown.state, seat) for seat in shown.seats]
    widest = max(len(shown.label(label)) for label in ITEMS.values())
    names = [
        (clipped(shown.player(seat), COLUMN - 1).rjust(COLUMN), shown.style(seat))
        for seat in shown.seats
    ]
    yield [(" " * (10 + widest), PLAIN), *names]
    for rule, label in ITEMS.items():
        cells: list[Piece] = []
        for sheet in sheets:
            points = [line.points for line in sheet.lines if line.rule == rule]
            cells.append((str(sum(points) if points else "-").rjust(COLUMN), PLAIN))
        yield [("  ", PLAIN), (rule, DIM), (f"  {shown.label(label):<{widest}}", PLAIN), *cells]
    totals = [(str(sheet.total).rjust(COLUMN), BOLD) for sheet in sheets]
    yield [(" " * 10, PLAIN), (f"{shown.label('fame'):<{widest}}", BOLD), *totals]
