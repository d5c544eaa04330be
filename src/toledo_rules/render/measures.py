"""Sizes of a picture: one set for a wide page, one for a narrow one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from attrs import frozen

Layout: TypeAlias = Literal["wide", "narrow"]
"""A page for a screen, 1600 units wide, or for a phone, 360 units wide."""
LAYOUTS: tuple[Layout, ...] = get_args(Layout)


@frozen
class Measures:
    """Sizes in units of the picture. At its natural width, a unit is a pixel."""

    page: float
    """Width of the page."""
    side: float
    """Width of what stands beside the board; 0 if everything stands below it."""
    margin: float
    gap: float
    """Between panels."""
    pad: float
    """Inside of panels."""
    near: float
    """Between small things."""
    text: float
    """Font size."""
    small: float
    """Font size of labels."""
    icon: float
    mark: float
    """Size of a small icon beside a number."""
    chip: float
    """Inside of small tiles."""
    figure: float
    """Size of a figure."""
    card: tuple[float, float]
    """Width and height of a card in hand."""
    columns: int
    """Most spaces beside each other."""
    cell: tuple[float, float]
    """Width and height of a space."""
    head: float
    """Height of the upper part of a space: number, owner, price."""
    pitch: float
    """From one line of the road to the next."""
    road: float
    """Width of the road."""
    abreast: int
    """Players' areas beside each other."""


MEASURES: Mapping[Layout, Measures] = {
    "wide": Measures(
        page=1600,
        side=444,
        margin=20,
        gap=16,
        pad=14,
        near=8,
        text=19,
        small=16,
        icon=24,
        mark=16,
        chip=3,
        figure=34,
        card=(58, 82),
        columns=8,
        cell=(122, 126),
        head=32,
        pitch=158,
        road=44,
        abreast=4,
    ),
    "narrow": Measures(
        page=360,
        side=0,
        margin=6,
        gap=6,
        pad=7,
        near=5,
        text=12,
        small=10.5,
        icon=15,
        mark=10,
        chip=2,
        figure=23,
        card=(38, 54),
        columns=4,
        cell=(78, 76),
        head=20,
        pitch=92,
        road=26,
        abreast=1,
    ),
}
