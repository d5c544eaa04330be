"""A picture changes only if somebody wants it to: every number of a drawing counts.

python -m tests.render.test_same_drawing    # print the table below, after a look at the new pictures
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest

from toledo_rules import State
from toledo_rules.record import load_record, replay
from toledo_rules.render import Highlights, PageLayout, drawing, svg, text

CORPUS = Path(__file__).parents[1] / "record" / "corpus"
GAMES = ("two-players", "four-players", "tiny-with-a-sword")


def positions(game: str) -> list[State]:
    """Three positions of a recorded game: the first, one of the middle, the last."""
    record = load_record(CORPUS / f"{game}.toledo").complete()
    states = [record.start, *(ply.after for ply in replay(record))]
    return [states[0], states[len(states) // 2], states[-1]]


def drawn(game: str, layout: PageLayout) -> str:
    """The digest of pictures of a game in all ways that there are, and of its boards in letters."""
    marks = Highlights(origin=0, targets=(1,), last=(2,))
    found: list[str] = []
    for state in positions(game):
        found += [svg(state, layout=layout, theme="light"), svg(state, layout=layout, theme="dark")]
        found += [svg(state, layout=layout, extent="board", highlights=marks)]
        found += [text(state), text(state, seat=0, colour=True, language="de")]
        found += [repr(drawing(state.edition, layout))]
    return sha256("\n".join(found).encode()).hexdigest()[:12]


DRAWN = {
    ("two-players", "wide"): "ad3a232e1f7b",
    ("two-players", "tablet"): "a68867f583ca",
    ("two-players", "phone"): "eca35749d968",
    ("four-players", "wide"): "b3725b5d70c3",
    ("four-players", "tablet"): "15cf67f1d443",
    ("four-players", "phone"): "6f2d03c53bc3",
    ("tiny-with-a-sword", "wide"): "35926d4d38a0",
    ("tiny-with-a-sword", "tablet"): "ac318eac2f63",
    ("tiny-with-a-sword", "phone"): "3a03a6b6f295",
}


@pytest.mark.parametrize("layout", get_args(PageLayout))
@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_as_they_were(game: str, layout: PageLayout) -> None:
    assert drawn(game, layout) == DRAWN[game, layout]


if __name__ == "__main__":
    for game in GAMES:
        for layout in get_args(PageLayout):
            print(f'    ("{game}", "{layout}"): "{drawn(game, layout)}",')
