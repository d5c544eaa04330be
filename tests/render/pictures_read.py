"""Reading pictures back: what the tests of pictures look for in them."""

from __future__ import annotations

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


def marked(root: ET.Element, name: str) -> list[ET.Element]:
    """The elements with a data attribute."""
    return [element for element in root.iter() if f"data-{name}" in element.attrib]


def values(root: ET.Element, name: str) -> list[str]:
    return [element.attrib[f"data-{name}"] for element in marked(root, name)]


def texts(root: ET.Element) -> list[str]:
    """All that is written in it, without tooltips."""
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def tooltips(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}title")]


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [e for e in root.iter() if name in e.attrib.get("class", "").split()]


def space(root: ET.Element, number: int) -> ET.Element:
    (found,) = (e for e in marked(root, "step") if e.attrib["data-step"] == str(number))
    return found


def area(root: ET.Element, seat: int) -> ET.Element:
    (found,) = (e for e in marked(root, "player") if e.attrib["data-player"] == str(seat))
    return found


@cache
def journey(players: int, seed: int = 5) -> Journey:
    rng = Random(seed)
    return play_through(new_game(players, rng), PROGRESS, rng)


def figures(element: ET.Element) -> list[ET.Element]:
    return [*of_class(element, "tl-figure"), *of_class(element, "tl-over")]
