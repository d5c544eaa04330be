"""Reading pictures back: what the tests of pictures look for in them."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from toledo_rules import new_game
from toledo_rules.render import PageLayout
from toledo_rules.testing import PROGRESS, Journey, play_through

SVG = "{http://www.w3.org/2000/svg}"

LAYOUTS: tuple[PageLayout, ...] = get_args(PageLayout)
layouts = pytest.mark.parametrize("layout", LAYOUTS)


def parsed(picture: str) -> ET.Element:
    """The picture as a tree; it is well-formed, or this fails."""
    return ET.fromstring(picture)  # noqa: S314 - it is what we have just drawn


def parts_in(root: ET.Element) -> dict[str, ET.Element]:
    """Everything that can be pointed at, by its id; symbols and patterns are not."""
    (defs,) = root.iter(f"{SVG}defs")
    definitions = set(defs.iter())
    return {
        element.attrib["id"]: element
        for element in root.iter()
        if "id" in element.attrib and element not in definitions
    }


def part(root: ET.Element, name: str) -> ET.Element:
    return parts_in(root)[name]


def ids(root: ET.Element, beginning: str) -> list[str]:
    """The ids that begin so."""
    return [name for name in parts_in(root) if name.startswith(beginning)]


def symbols(element: ET.Element) -> list[str]:
    """The names of the symbols that are used in an element."""
    return [re.sub(r"^#tl\w*-", "", use.attrib["href"]) for use in element.iter(f"{SVG}use")]


def boxes(element: ET.Element) -> list[tuple[float, ...]]:
    """The boxes of the symbols that are used in an element."""
    return [
        tuple(float(use.attrib[side]) for side in ("x", "y", "width", "height"))
        for use in element.iter(f"{SVG}use")
    ]


def texts(element: ET.Element) -> list[str]:
    """All that is written in it, without tooltips."""
    return [found.text or "" for found in element.iter(f"{SVG}text")]


def tooltips(element: ET.Element) -> list[str]:
    return [found.text or "" for found in element.iter(f"{SVG}title")]


def tooltip(root: ET.Element, name: str) -> str:
    return tooltips(part(root, name))[0]


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [e for e in root.iter() if name in e.attrib.get("class", "").split()]


@cache
def journey(players: int, seed: int = 5) -> Journey:
    rng = Random(seed)
    return play_through(new_game(players, rng), PROGRESS, rng)
