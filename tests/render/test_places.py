"""Places: nothing moves but the pieces, and everything that moves has both its ends in the picture."""

from __future__ import annotations

import json
import re
from itertools import combinations, pairwise
from random import Random

import pytest
from attrs import evolve

from tests.render.pictures_read import LAYOUTS, boxes, journey, layouts, parsed, parts_in
from toledo_rules import KOSMOS_2008, Edition, ShopTile, Sword, new_game, shipped_edition
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.errors import PictureError
from toledo_rules.render import (
    PageLayout,
    board,
    flights,
    places,
    scene,
    seat_figures,
    svg,
)
from toledo_rules.render._layout import Box, geometry, lines_of

SEAMS = 0.2
"""Rounding, and the lines between two boxes."""


def large() -> Edition:
    """An edition with much of everything: many players, figures, circles, swords, values and a long road."""
    sites = tuple(space for space in KOSMOS_2008.road[1:-2] for _ in range(2))
    return evolve(
        KOSMOS_2008,
        name="large",
        colours=tuple(f"colour-{number}" for number in range(12)),
        most_players=12,
        figures=9,
        road=(KOSMOS_2008.road[0], *sites, *KOSMOS_2008.road[-2:], KOSMOS_2008.road[-1]),
        shops=(*KOSMOS_2008.shops, ShopTile("smith", 5)),
        swords=tuple(sorted(Sword(value, 1, 0) for value in range(1, 40))),
        rounds_to_win=5,
        paintings=tuple(range(12, 0, -1)),
    )


EDITIONS = [*map(shipped_edition, SHIPPED_EDITIONS), large()]
editions = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)


def box(layout: PageLayout, place: str, edition: Edition = KOSMOS_2008) -> Box:
    return Box(*places(edition, layout)["places"][place])


def apart(one: Box, other: Box) -> bool:
    """Two boxes have no point in common."""
    return (
        one.right <= other.x + SEAMS
        or other.right <= one.x + SEAMS
        or one.bottom <= other.y + SEAMS
        or other.bottom <= one.y + SEAMS
    )


# Nothing moves.


@layouts
def test_no_part_of_a_game_ever_moves(layout: PageLayout) -> None:
    """What is not a figure or a card in hand is drawn at the same place in every picture."""
    seen: dict[str, set[tuple[float, ...]]] = {}
    for ply in journey(4)[::100]:
        for name, element in parts_in(parsed(svg(ply.before, layout=layout))).items():
            if not name.startswith(("figure:", "hand:", "player:")) and (found := boxes(element)):
                seen.setdefault(name, set()).add(found[0][:2])
    assert len(seen) > 60
    assert {name: where for name, where in seen.items() if len(where) > 1} == {}


@layouts
def test_pictures_of_a_game_have_one_size(layout: PageLayout) -> None:
    heads = {svg(ply.before, layout=layout).split(" class=")[0] for ply in journey(3)[::80]}
    assert len(heads) == 1


@layouts
@editions
def test_every_item_of_a_scene_has_its_place(edition: Edition, layout: PageLayout) -> None:
    where = places(edition, layout)
    assert json.loads(json.dumps(where)) == where
    state = new_game(edition.most_players, Random(1), edition=edition)
    symbols = {
        e.attrib["id"].removeprefix("tl-")
        for e in parsed(board(edition, layout)).iter()
        if e.attrib.get("id", "").startswith("tl-")
    }
    for item in scene(state):
        assert item.place in where["places"]
        assert not item.symbol or item.symbol in symbols
        assert not item.text or item.place in where["labels"]


# Places do not get in each other's way.


@layouts
@editions
def test_places_are_inside_the_picture(edition: Edition, layout: PageLayout) -> None:
    where = places(edition, layout)
    page = Box(0, 0, where["width"], where["height"])
    for name, found in where["places"].items():
        here = Box(*found)
        assert here.x >= -SEAMS, name
        assert here.y >= -SEAMS, name
        assert here.right <= page.right + SEAMS, name
        assert here.bottom <= page.bottom + SEAMS, name
        assert min(here.width, here.height) > 0, name


@layouts
@editions
def test_things_lie_beside_each_other(edition: Edition, layout: PageLayout) -> None:
    where = places(edition, layout)["places"]
    kinds = (
        r"space:\d+",
        r"supply:.*|pile|discards",
        r"player:\d+",
        r"player:0:.*",
        r"pocket:\d+",
        r"alcazar:\d+:\d+",
    )
    for kind in kinds:
        found = [(name, Box(*b)) for name, b in where.items() if re.fullmatch(kind, name)]
        for (one, here), (other, there) in combinations(found, 2):
            assert apart(here, there), (one, other)
    house = [Box(*b) for name, b in where.items() if name.startswith("house:")]
    circles = [Box(*b) for name, b in where.items() if name.startswith("circle:")]
    supply = Box(*places(edition, layout)["zones"]["supply"])
    assert all(apart(one, other) for one in house for other in circles)
    assert all(apart(one, supply) for one in (*house, *circles))


@layouts
def test_a_figure_can_be_hit(layout: PageLayout) -> None:
    """WCAG 2.5.8: a target has 24 pixels, or as much room around it."""
    where = places(KOSMOS_2008, layout)["places"]
    for kind in ("circle:", "cathedral:", "alcazar:"):
        found = [Box(*b) for name, b in where.items() if name.startswith(kind)]
        for one, other in combinations(found, 2):
            distance = max(abs(one.middle - other.middle), abs(one.centre - other.centre))
            assert distance >= 23.9


# The road.


def test_the_road_winds_in_lines_to_and_fro() -> None:
    lines = lines_of(KOSMOS_2008)
    assert [number for line in lines for number in line] == list(range(1, 22))
    for layout in LAYOUTS:
        for number, line in enumerate(lines):
            across = [box(layout, f"space:{step}").middle for step in line]
            assert across == sorted(across, reverse=number % 2 == 1)
            assert len({box(layout, f"space:{step}").y for step in line}) == 1
        heights = [box(layout, f"space:{line[0]}").y for line in lines]
        assert heights == sorted(heights, reverse=True), "it climbs"


@editions
def test_a_stair_leads_from_each_line_to_the_next(edition: Edition) -> None:
    for layout in LAYOUTS:
        drawn = geometry(edition, layout)
        assert len(drawn.stairs) == len(drawn.lines) - 1
        for stair, (lower, upper) in zip(drawn.stairs, pairwise(drawn.terraces), strict=True):
            assert stair.y < lower.y
            assert stair.bottom > upper.bottom
        spaces = [drawn[f"space:{step}"] for line in drawn.lines for step in line]
        assert all(apart(stair, space) for stair in drawn.stairs for space in spaces)


def test_a_long_row_is_broken_into_lines_of_equal_length() -> None:
    lengths = [len(line) for line in lines_of(large())]
    assert max(lengths) <= 9
    assert sum(lengths) == len(large().road) - 1


# Flights.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_that_moves_has_both_its_ends_in_the_picture(players: int) -> None:
    """500 transitions and more, every event of them, for a player and for a spectator."""
    plies = journey(players)
    where = {layout: places(KOSMOS_2008, layout)["places"] for layout in LAYOUTS}
    symbols = {
        e.attrib["id"].removeprefix("tl-")
        for e in parsed(board(KOSMOS_2008)).iter()
        if e.attrib.get("id", "").startswith("tl-")
    }
    seating = seat_figures(plies[0].before)
    flown = 0
    for ply in plies:
        for viewer in (0, None):
            seen = [*ply.what.seen_by(viewer)]
            for flight in sum(flights(seen, ply.before, seating, viewer=viewer), ()):
                flown += 1
                assert flight.thing in symbols
                for found in where.values():
                    assert flight.origin in found
                    assert flight.target in found
        seating = seat_figures(ply.what.state, seating)
    assert flown > len(plies)


# Layouts.


def test_a_layout_must_exist() -> None:
    with pytest.raises(PictureError, match="unknown layout 'square': choose one of wide, tablet"):
        places(KOSMOS_2008, "square")  # type: ignore[arg-type] # that is the mistake


def test_the_board_can_be_shown_by_itself() -> None:
    state = journey(4)[150].before
    whole, alone = parsed(svg(state)), parsed(svg(state, extent="board"))
    assert float(alone.attrib["height"]) < float(whole.attrib["height"])
    assert set(parts_in(alone)) < set(parts_in(whole))
    assert not [name for name in parts_in(alone) if name.startswith(("hand:", "player:0:metal"))]
    assert "figure:0:0" in parts_in(alone)
