"""The data for pages that draw tables by themselves."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any, get_args

import pytest

from toledo_rules import KOSMOS_2008, shipped_edition
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.errors import PictureError
from toledo_rules.render import PageLayout, board, drawing, places

layouts = pytest.mark.parametrize("layout", get_args(PageLayout))


def drawn(layout: PageLayout, edition: str = "kosmos-2008") -> Any:
    """The data as whoever fetches it has it."""
    return json.loads(json.dumps(drawing(edition, layout)))


@layouts
def test_the_board_is_that_of_the_picture(layout: PageLayout) -> None:
    """But for its style sheet, its size on a page, and the groups of the banners."""
    data = drawn(layout)
    plain = re.sub(r'<g id="banner:\d">(.*?)</g>', r"\1", data["svg"])
    picture = re.sub(r"<style>.*?</style>", "", board(KOSMOS_2008, layout)).strip()
    assert re.sub(r"<svg [^>]*>", "", plain) == re.sub(r"<svg [^>]*>", "", picture)
    assert re.findall(r'viewBox="[^"]*"', plain)[0] in picture
    assert re.findall(r'id="(banner:\d)"', data["svg"]) == [f"banner:{seat}" for seat in range(4)]
    assert data["places"] == places(KOSMOS_2008, layout)


@layouts
def test_every_colour_is_a_variable_of_every_theme(layout: PageLayout) -> None:
    data = drawn(layout)
    used = {*re.findall(r"var\((--tl-\w+)\)", data["style"])}
    assert "#" not in data["style"]
    assert [*data["palette"]] == ["light", "dark", "print", "forced"]
    for colours in data["palette"].values():
        assert used <= colours.keys()
    classes = {*re.findall(r'class="([^"]*)"', data["svg"])} - {"tl-root"}
    for name in {name for group in classes for name in group.split()}:
        assert f".{name}{{" in data["style"]


@layouts
def test_every_symbol_has_its_size(layout: PageLayout) -> None:
    data = drawn(layout)
    symbols = re.findall(r'<symbol id="tl-([^"]*)" viewBox="0 0 ([\d.]+) ([\d.]+)"', data["svg"])
    assert [name for name, *_ in symbols] == [*data["symbols"]]
    for name, *size in symbols:
        assert data["symbols"][name] == pytest.approx([*map(float, size)], abs=0.1)


@pytest.mark.parametrize("edition", SHIPPED_EDITIONS)
@layouts
def test_a_way_leads_from_step_to_step(layout: PageLayout, edition: str) -> None:
    """From the cathedral to the last entrance without a gap; each step lies above its point."""
    data = drawn(layout, edition)
    ways, boxes = data["ways"], data["places"]["places"]
    assert len(ways) == len(shipped_edition(edition).road)
    assert ways[0] == []
    for before, after in pairwise(ways[1:]):
        assert before[-1] == after[0]
    for step, way in enumerate(ways[1:], start=1):
        x, y, width, height = boxes[f"space:{step}"]
        assert way[-1][0] == pytest.approx(x + width / 2, abs=0.2)
        assert y + height < way[-1][1] < y + height + 20
        for one, other in pairwise(way[:-1] if step > 1 else []):
            assert one[0] == other[0] or one[1] == other[1], "along the wall, or up the stairs"
    zone = data["places"]["zones"]["board"]
    for x, y in [point for way in ways for point in way]:
        assert 0 <= x <= zone[2]
        assert 0 <= y <= zone[3]


def test_letters_are_those_of_a_language() -> None:
    assert drawing(KOSMOS_2008, "wide", language="de")["svg"] != drawn("wide")["svg"]


def test_a_layout_that_there_is_not() -> None:
    with pytest.raises(PictureError, match="unknown layout 'square'"):
        drawing(KOSMOS_2008, "square")  # type: ignore[arg-type]  # a type checker finds it too
