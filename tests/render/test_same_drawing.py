"""A picture changes only if somebody wants it to: every number of a drawing counts.

python -m tests.render.test_same_drawing    # print the table below, after a look at the new pictures
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest
from attrs import evolve

from toledo_rules import KOSMOS_2008, State, Stream, load_edition, new_game, shipped_edition
from toledo_rules.record import load_record, replay
from toledo_rules.render import Highlights, PageLayout, drawing, score_table, svg, text
from toledo_rules.render._art import symbols_of
from toledo_rules.state import Duel, Transit

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "record" / "corpus"
GAMES = ("two-players", "four-players", "tiny-with-a-sword")
ODD = "an odd edition"
"""For five or six players, with other numbers of everything."""
CROWD = "a crowd"
"""Twelve players with twelve figures each: towers and figures need several rows."""


LONG = tuple(f"Player number {n:02d} of a long name" for n in range(16))


def positions(game: str) -> list[State]:
    """Positions of a recorded game: the first, one of the middle, one with a figure in transit, the last."""
    if game == CROWD:
        crowd = evolve(
            KOSMOS_2008,
            name="crowd",
            colours=tuple(f"colour{chr(97 + n)}" for n in range(12)),
            most_players=12,
            figures=12,
            cards=tuple(sorted(KOSMOS_2008.cards * 2)),
            provenance=(),
        )
        return [new_game(12, Stream(1), edition=crowd)]
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
        found += [score_table(state), score_table(state, names=LONG[: len(state.players)])]
        found += [repr(drawing(state.edition, layout))]
    return sha256("\n".join(found).encode()).hexdigest()[:12]


DRAWN = {
    ("two-players", "wide"): "46d0157b2074",
    ("two-players", "tablet"): "a94dac9f7abd",
    ("two-players", "phone"): "2dfb587fd043",
    ("four-players", "wide"): "a824d283733f",
    ("four-players", "tablet"): "8bab96987d86",
    ("four-players", "phone"): "2259a348e2d6",
    ("tiny-with-a-sword", "wide"): "5e9f6b5bb848",
    ("tiny-with-a-sword", "tablet"): "aedc6ff1589c",
    ("tiny-with-a-sword", "phone"): "1e646cc45c76",
    ("an odd edition", "wide"): "bfbe87817521",
    ("an odd edition", "tablet"): "981bca8bcac9",
    ("an odd edition", "phone"): "9f4296e8d766",
    ("a crowd", "wide"): "5f244096ea04",
    ("a crowd", "tablet"): "a8bf1b66a900",
    ("a crowd", "phone"): "38c4236b6d75",
}


@pytest.mark.parametrize("layout", get_args(PageLayout))
@pytest.mark.parametrize("game", [*GAMES, ODD, CROWD])
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
    for game in (*GAMES, ODD, CROWD):
        for layout in get_args(PageLayout):
            print(f'    ("{game}", "{layout}"): "{drawn(game, layout)}",')
