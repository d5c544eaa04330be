"""Style of the pictures: their colours (light, dark, or as the reader's system prefers) and their sizes.

The colours of players and duels are from a palette that people with any kind of colour vision can tell apart (after
Okabe and Ito). Nothing depends on colour alone: each player has a shape and a letter too, each duel colour a letter.
All classes begin with ``tl-``, and every rule names the theme, so pictures of different themes can share a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from toledo_rules._values import complete
from toledo_rules.cards import NEUTRAL, DuelColour
from toledo_rules.edition import Edition, Seat

Theme: TypeAlias = Literal["light", "dark", "auto"]
"""The colours of a picture; `auto` follows the reader's system."""
THEMES: tuple[Theme, ...] = get_args(Theme)

FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


@frozen
class Paint:
    """A background colour, and a colour of letters that can be read on it."""

    fill: str
    ink: str


DARK_INK = "#1d1813"
LIGHT_INK = "#ffffff"

_PLAYERS: Mapping[str, Paint] = {
    "red": Paint("#c14400", LIGHT_INK),
    "blue": Paint("#0068a8", LIGHT_INK),
    "green": Paint("#14a67c", DARK_INK),
    "yellow": Paint("#f2e53f", DARK_INK),
}
_OTHER_PLAYERS = (
    Paint("#cc79a7", DARK_INK),
    Paint("#56b4e9", DARK_INK),
    Paint("#5c4b8a", LIGHT_INK),
    Paint("#e69f00", DARK_INK),
)
_DUELS: Mapping[DuelColour, Paint] = {
    "violet": Paint("#74399c", LIGHT_INK),
    "brown": Paint("#8a5524", LIGHT_INK),
    "turquoise": Paint("#35c2bd", DARK_INK),
    NEUTRAL: Paint("#c9c4bb", DARK_INK),
}
_OTHER_DUELS = (
    Paint("#e69f00", DARK_INK),
    Paint("#0068a8", LIGHT_INK),
    Paint("#cc79a7", DARK_INK),
    Paint("#4c6b1f", LIGHT_INK),
)


def player_paint(edition: Edition, seat: Seat) -> Paint:
    """Return the colour of a player: the one it is named after, if we know it."""
    return _PLAYERS.get(edition.colours[seat], _OTHER_PLAYERS[seat % len(_OTHER_PLAYERS)])


def duel_paint(edition: Edition, colour: DuelColour) -> Paint:
    """Return the background of a card or a duel tile."""
    if colour in _DUELS:
        return _DUELS[colour]
    return _OTHER_DUELS[edition.duel_colours.index(colour) % len(_OTHER_DUELS)]


@frozen
class _Palette:
    page: str
    panel: str
    line: str
    ink: str
    muted: str
    road: str
    bands: tuple[str, ...]
    cell: str
    plain: str
    target: str
    origin: str
    last: str


_LIGHT = _Palette(
    page="#f6f0e4",
    panel="#fffdf9",
    line="#9c8c72",
    ink="#241c14",
    muted="#5f5241",
    road="#d3bd95",
    bands=("#efe3cb", "#e3e0ee", "#d9e8e4"),
    cell="#fffdf9",
    plain="#e8dfcf",
    target="#b3005e",
    origin="#5a2aa8",
    last="#241c14",
)
_DARK = _Palette(
    page="#191714",
    panel="#26231f",
    line="#85796a",
    ink="#f5eee3",
    muted="#c9bfae",
    road="#5d523f",
    bands=("#2b261e", "#27252f", "#202c2a"),
    cell="#37322b",
    plain="#4a4339",
    target="#ff86c3",
    origin="#c7a6ff",
    last="#f5eee3",
)

BANDS = len(_LIGHT.bands)

_COIN = Paint("#f6cf57", "#241c14")


def _colours(palette: _Palette) -> Mapping[str, str]:
    """Return the declarations of a palette, by class."""
    p = palette
    return {
        "page": f"fill:{p.page}",
        "panel": f"fill:{p.panel};stroke:{p.line}",
        "on": f"fill:{p.panel};stroke:{p.ink}",
        "road": f"stroke:{p.road}",
        "way": f"fill:{p.muted}",
        **{f"band{i}": f"fill:{band}" for i, band in enumerate(p.bands)},
        "cell": f"fill:{p.cell};stroke:{p.ink}",
        "site": f"fill:{p.cell};stroke:{p.line}",
        "head": f"fill:{p.plain}",
        "ring": f"stroke:{p.ink}",
        "free": f"stroke:{p.muted}",
        "chip": f"fill:{p.cell};stroke:{p.line}",
        "t": f"fill:{p.ink}",
        "m": f"fill:{p.muted}",
        "b": f"fill:{p.ink}",
        "i": f"fill:{p.ink}",
        "figure": f"stroke:{p.ink}",
        "over": f"stroke:{p.target}",
        "target": f"stroke:{p.target}",
        "origin": f"stroke:{p.origin}",
        "last": f"stroke:{p.last}",
    }


_SHAPES: Mapping[str, str] = {
    "on": "stroke-width:3",
    "road": "fill:none;stroke-linejoin:round;stroke-linecap:round",
    "site": "stroke-dasharray:5 4",
    "ring": "fill:none;stroke-width:1.3",
    "free": "fill:none;stroke-width:1.3;stroke-dasharray:3 2.5",
    "b": "font-weight:700",
    "k": "font-weight:700",
    "c": "text-anchor:middle",
    "i": "fill-rule:evenodd",
    "figure": "stroke-linejoin:round",
    "over": "stroke-width:2.4;stroke-linejoin:round",
    "target": "fill:none;stroke-width:4",
    "origin": "fill:none;stroke-width:4;stroke-dasharray:9 4",
    "last": "fill:none;stroke-width:2.6;stroke-dasharray:.1 5;stroke-linecap:round",
    "hit": "fill:transparent",
    "coin": f"fill:{_COIN.fill};stroke:{_COIN.ink}",
    "coined": f"fill:{_COIN.ink};font-weight:700",
}
"""The declarations that all themes share, by class."""


@cache
def style(theme: Theme) -> str:
    """Return the style sheet of a picture.

    >>> "prefers-color-scheme" in style("auto"), "prefers-color-scheme" in style("dark")
    (True, False)
    """

    def rules(by_class: Mapping[str, str]) -> str:
        return "".join(f".tl-{theme} .tl-{name}{{{rule}}}" for name, rule in by_class.items())

    root = f".tl-{theme}{{font-family:{FONTS};max-width:100%;height:auto}}"
    colours = rules(_colours(_DARK if theme == "dark" else _LIGHT))
    if theme == "auto":
        colours += f"@media (prefers-color-scheme:dark){{{rules(_colours(_DARK))}}}"
    return root + rules(_SHAPES) + colours


# Sizes.

PageLayout: TypeAlias = Literal["wide", "narrow"]
"""A page for a screen, 1600 units wide, or for a phone, 360 units wide."""

LAYOUTS: tuple[PageLayout, ...] = get_args(PageLayout)


@frozen
class Measures:
    """Sizes in units of the picture. At its natural width, a unit is a pixel."""

    page: float
    """Width of the page."""
    side: float
    """Width of the panels beside the board; 0 if everything stands below it."""
    margin: float
    """Around the page."""
    gap: float
    """Between panels."""
    pad: float
    """Inside panels, around their contents."""
    near: float
    """Between small things."""
    text: float
    """Font size."""
    small: float
    """Font size of labels."""
    icon: float
    """Size of an icon."""
    mark: float
    """Size of a small icon beside a number."""
    chip: float
    """Inside small tiles, around their contents."""
    figure: float
    """Size of a figure."""
    card: tuple[float, float]
    """Width and height of a card in hand."""
    columns: int
    """Number of spaces side by side, at most."""
    cell: tuple[float, float]
    """Width and height of a space."""
    head: float
    """Height of the upper part of a space: number, owner, price."""
    pitch: float
    """From one line of the road to the next."""
    road: float
    """Width of the road."""
    abreast: int
    """Number of players' areas side by side, at most."""


MEASURES: Mapping[PageLayout, Measures] = complete(
    {
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
    },
    LAYOUTS,
    "MEASURES",
)
