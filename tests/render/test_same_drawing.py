"""A picture changes only if somebody wants it to: every number of a drawing counts.

python -m tests.render.test_same_drawing    # print the table below, after a look at the new pictures
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest

from toledo_rules import State, Stream, load_edition, new_game
from toledo_rules.record import load_record, replay
from toledo_rules.render import Highlights, PageLayout, drawing, score_table, svg, text
from toledo_rules.state import Duel, Transit

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "record" / "corpus"
GAMES = ("two-players", "four-players", "tiny-with-a-sword")
ODD = "an odd edition"
"""For five or six players, with other numbers of everything."""


def positions(game: str) -> list[State]:
    """Positions of a recorded game: the first, one of the middle, one with a figure in transit, the last."""
    if game == ODD:
        edition = load_edition(ROOT / "spec" / "conformance" / "odd.toml")
        return [new_game(edition.most_players, Stream(1), edition=edition)]
    record = load_record(CORPUS / f"{game}.toledo").complete()
    states = [record.start, *(ply.after for ply in replay(record))]
    pending = [state for state in states if isinstance(state.phase, Transit | Duel)]
    return [states[0], states[len(states) // 2], *pending[:1], states[-1]]


def drawn(game: str, layout: PageLayout) -> str:
    """The digest of pictures of a game in all ways that there are, and of its boards in letters."""
    marks = Highlights(origin=0, targets=(1,), last=(2,))
    found: list[str] = []
    for state in positions(game):
        found += [svg(state, layout=layout, theme="light"), svg(state, layout=layout, theme="dark")]
        found += [svg(state, layout=layout, extent="board", highlights=marks)]
        found += [text(state), text(state, seat=0, colour=True, language="de")]
        found += [score_table(state), repr(drawing(state.edition, layout))]
    return sha256("\n".join(found).encode()).hexdigest()[:12]


DRAWN = {
    ("two-players", "wide"): "b6f313b24e09",
    ("two-players", "tablet"): "4e9b50cbe102",
    ("two-players", "phone"): "99777e52036b",
    ("four-players", "wide"): "db4b8bdc3aff",
    ("four-players", "tablet"): "abf45c511b28",
    ("four-players", "phone"): "9ddab1d57e99",
    ("tiny-with-a-sword", "wide"): "b2572480f1ac",
    ("tiny-with-a-sword", "tablet"): "6aa99c4f066e",
    ("tiny-with-a-sword", "phone"): "3980d49afccb",
    ("an odd edition", "wide"): "b7d303dc4479",
    ("an odd edition", "tablet"): "223737d7f731",
    ("an odd edition", "phone"): "50362e8554f9",
}


@pytest.mark.parametrize("layout", get_args(PageLayout))
@pytest.mark.parametrize("game", [*GAMES, ODD])
def test_pictures_are_as_they_were(game: str, layout: PageLayout) -> None:
    assert drawn(game, layout) == DRAWN[game, layout]


if __name__ == "__main__":
    for game in (*GAMES, ODD):
        for layout in get_args(PageLayout):
            print(f'    ("{game}", "{layout}"): "{drawn(game, layout)}",')
