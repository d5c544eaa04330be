"""A picture changes only if somebody wants it to: every number of a drawing counts.

python -m tests.render.test_same_drawing    # print the table below, after a look at the new pictures
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest
from attrs import evolve

from toledo_rules import State, Stream, load_edition, new_game, shipped_edition
from toledo_rules.record import load_record, replay
from toledo_rules.render import Highlights, PageLayout, drawing, score_table, svg, text
from toledo_rules.render._art import symbols_of
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
    ("two-players", "wide"): "dfc9792602ba",
    ("two-players", "tablet"): "61d991c40c6a",
    ("two-players", "phone"): "742637890d51",
    ("four-players", "wide"): "9a5b1e1c6036",
    ("four-players", "tablet"): "5456e3de3ae0",
    ("four-players", "phone"): "fab6d689f119",
    ("tiny-with-a-sword", "wide"): "ebaf7fc6b8da",
    ("tiny-with-a-sword", "tablet"): "fa4374febf07",
    ("tiny-with-a-sword", "phone"): "43e3918ed0a2",
    ("an odd edition", "wide"): "9a0d7bf278a8",
    ("an odd edition", "tablet"): "7539a6107ed1",
    ("an odd edition", "phone"): "9609ba8c0620",
}


@pytest.mark.parametrize("layout", get_args(PageLayout))
@pytest.mark.parametrize("game", [*GAMES, ODD])
def test_pictures_are_as_they_were(game: str, layout: PageLayout) -> None:
    assert drawn(game, layout) == DRAWN[game, layout]


def test_a_picture_depends_on_no_other_that_was_drawn_before() -> None:
    """An edition from a file is equal to the one that comes with the library, and their pictures are equal too."""
    shipped = shipped_edition("tiny-road")
    ours = evolve(shipped, provenance=())
    assert ours == shipped
    first, second = (
        symbols_of.__wrapped__(edition, "wide", "en").scope for edition in (ours, shipped)
    )
    assert first == second


if __name__ == "__main__":
    for game in (*GAMES, ODD):
        for layout in get_args(PageLayout):
            print(f'    ("{game}", "{layout}"): "{drawn(game, layout)}",')
