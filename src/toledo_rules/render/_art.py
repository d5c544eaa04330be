"""Drawings: the symbols of the pieces, and the scenery behind them.

A symbol is defined once in a picture, however often it is used, and fills the box of the place where it is put. A page
that has the symbols of an edition needs no drawing code of its own: it puts symbols into the boxes of `places`.

The ground is Toledo on its hill, drawn once for an edition and a layout. The cathedral stands at the lower left, the
Alcazar at the upper right, and one paved road climbs between them over terraces that are held by brick walls. It
depends on no position, and scenery stays clear of the pieces.

Colours have names (see `_palette`): a shape is filled with ``f-name`` and outlined with ``s-name``. Text widths are
estimated for the widest of the common fonts, so that texts fit in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from html import escape
from math import ceil, cos, pi, sin
from re import compile as pattern
from typing import Literal, ParamSpec, TypeAlias, get_args
from zlib import crc32

from attrs import frozen

from toledo_rules import _pieces
from toledo_rules._multiset import distinct
from toledo_rules._pieces import house
from toledo_rules._values import complete
from toledo_rules.describe import Labels, Language, labels
from toledo_rules.edition import (
    CATHEDRAL,
    MOVEMENT,
    NEUTRAL,
    SHOP_KINDS,
    SPACE_KINDS,
    STANCES,
    Card,
    Edition,
    Seat,
    ShopKind,
    ShopTile,
    SpaceKind,
    Stance,
    Step,
    Sword,
    Tile,
)
from toledo_rules.editions import edition_digest
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.render._layout import Box, Geometry, PageLayout, geometry, rounded
from toledo_rules.render._palette import Hatching, duel_name, duel_paint, player_paint

# ------------------------------------------------------------
# The pen: SVG shapes and texts with the classes of the style sheet.

_NOT_XML = pattern(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW = frozenset("fijlrtI.,:;'|!()[] \u00a0-/·")
_WIDE = frozenset("mwMW@%—…")
_LEAST_EM = 0.4
"""The width of a narrow letter; no letter is narrower."""

TIMES = "\N{MULTIPLICATION SIGN}"

LEAST_TEXT = 12.0
"""The smallest font size, in units; a letter that would be smaller is left out."""


@lru_cache(maxsize=16384)
def num(number: float) -> str:
    """Return a coordinate with at most one decimal.

    >>> num(3.0), num(2.25), num(-0.04)
    ('3', '2.2', '0')
    """
    return str(rounded(number))


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return a text escaped for XML, whatever it contains.

    >>> plain("Ana & <Bo>"), plain(chr(0)) == chr(0xFFFD)
    ('Ana &amp; &lt;Bo&gt;', True)
    """
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the maximum width of a text.

    >>> text_width("Toledo", 10) < text_width("Toledo", 10, bold=True) < 50
    True
    """
    ems = sum(map(_em, text))
    return ceil(ems * size * (1.12 if bold else 1))


def _em(letter: str) -> float:
    if letter in _NARROW:
        return _LEAST_EM
    if letter in _WIDE:
        return 1.0
    return 0.74 if letter.isupper() else 0.64


def cut(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return a text that fits, shortened with an ellipsis if necessary.

    >>> cut("Red", 10, 100), cut("Maximilian the Third", 10, 60)
    ('Red', 'Maximili…')
    """
    most = _most_letters(size, width)
    if len(text) <= most and text_width(text, size, bold=bold) <= width:
        return text
    text = text[:most]  # a name may have any length
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text}…"


def _most_letters(size: float, width: float) -> int:
    """Return a number of letters above which no text can fit."""
    return int(width / (size * _LEAST_EM)) + 1


def wrapped(text: str, size: float, width: float, most: int, *, bold: bool = False) -> list[str]:
    """Return a text broken into lines, as many as there is room for.

    >>> wrapped("one two three four", 10, 50, 2)
    ['one two', 'three f…']
    """
    lines: list[str] = []
    for word in text.split(" "):
        if len(lines) == most and len(lines[-1]) > _most_letters(size, width):
            break  # nothing after it will be visible
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or text_width(longer, size, bold=bold) <= width):
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line, size, width, bold=bold) for line in lines]


# Shapes.


def look(fill: str = "", stroke: str = "", width: float = 0, kind: str = "") -> str:
    """Return the attributes of a shape: the names of its colours, and the width of its outline.

    A fill that begins with ``url`` is a pattern or a gradient.
    """
    names = [f"tl-{kind}"] if kind else []
    out = ""
    if fill.startswith("url"):
        out += f' fill="{fill}"'
    else:
        names.append(f"tl-f-{fill}" if fill else "tl-o")
    if stroke:
        names.append(f"tl-s-{stroke}")
        if width and width != 1:
            out += f' stroke-width="{num(width)}"'
    return f' class="{" ".join(names)}"{out}' if names else out


def rect(box: Box, fill: str = "", stroke: str = "", width: float = 0, *, corner: float = 0) -> str:
    """Return a rectangle."""
    round_off = f' rx="{num(corner)}"' if corner else ""
    return (
        f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}"'
        f"{round_off}{look(fill, stroke, width)}/>"
    )


def hit(box: Box) -> str:
    """Return an invisible rectangle that can be clicked."""
    x, y, width, height = map(num, box)
    return f'<path class="tl-hit" d="M{x} {y}h{width}v{height}h-{width}z"/>'


def disc(
    x: float, y: float, radius: float, fill: str = "", stroke: str = "", width: float = 0
) -> str:
    """Return a circle."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"{look(fill, stroke, width)}/>'


def path(data: str, fill: str = "", stroke: str = "", width: float = 0, more: str = "") -> str:
    """Return a path."""
    return f'<path d="{data}"{look(fill, stroke, width)}{more}/>'


def write(
    text: str, x: float, y: float, size: float, kind: str = "t", *, fill: str = "ink", at: str = "c"
) -> str:
    """Return a text at the height of a point: centred on it (c), to its right (l) or to its left (e)."""
    anchor = "" if at == "l" else f" tl-{at}"
    return (
        f'<text x="{num(x)}" y="{num(y + size * 0.36)}" font-size="{num(size)}"'
        f' class="tl-{kind} tl-f-{fill}{anchor}">{plain(text)}</text>'
    )


def use(symbol: str, box: Box, more: str = "") -> str:
    """Return a symbol that fills a box."""
    return (
        f'<use href="#{symbol}" x="{num(box.x)}" y="{num(box.y)}"'
        f' width="{num(box.width)}" height="{num(box.height)}"{more}/>'
    )


def scaled(inner: str, x: float, y: float, scale: float) -> str:
    """Return a drawing moved to a point and scaled."""
    size = "" if scale == 1 else f" scale({scale:.3g})"
    return f'<g transform="translate({num(x)} {num(y)}){size}">{inner}</g>'


def horseshoe(box: Box) -> str:
    """Return the outline of a horseshoe arch."""
    x, y, width, height = box
    return (
        f"M{num(x + width * 0.1)} {num(y + height)}V{num(y + width * 0.78)}"
        f"A{num(width / 2)} {num(width / 2)} 0 1 1 {num(x + width * 0.9)} {num(y + width * 0.78)}V{num(y + height)}z"
    )


def star(x: float, y: float, radius: float) -> str:
    """Return the outline of a star with eight points: two squares."""
    half, r = num(radius * 0.7071), num(radius)
    side = num(radius * 1.4142)
    return (
        f"M{num(x)} {num(y)}m-{half}-{half}h{side}v{side}h-{side}z"
        f"M{num(x)} {num(y - radius)}l{r} {r}l-{r} {r}l-{r}-{r}z"
    )


# ------------------------------------------------------------
# Symbols: every piece of an edition as it is drawn in a layout.

# Icons, on a square of 32 by 32.

P = ParamSpec("P")

_ThingIcon: TypeAlias = Literal[
    "cards", "fame", "figures", "inside", "movement", "painting", "sword", "turn"
]

Icon: TypeAlias = _ThingIcon | SpaceKind | ShopKind | Stance
"""Everything with an icon."""

_ICON = 32


def _ingot(x: float, y: float) -> str:
    return path(
        f"M{num(x)} {num(y + 9)}l3-9h8l3 9z", "steel", "piece", 1.2, ' stroke-linejoin="round"'
    ) + path(f"M{num(x + 3.6)} {num(y + 2)}h6.8", "", "face", 1)


def _rapier(mirrored: bool) -> str:
    turn = ' transform="matrix(-1 0 0 1 32 0)"' if mirrored else ""
    return (
        f"<g{turn}>"
        + path("M4 3L22.5 22l-1.800 1.800L3.500 5z", "steel", "piece", 1)
        + path("M17.500 24.500q5 .5 7-7", "", "gold", 2.4, ' stroke-linecap="round"')
        + path("M23 23l4.500 4.500", "", "wood", 3.2, ' stroke-linecap="round"')
        + disc(28, 28, 1.8, "gold", "piece", 0.8)
        + "</g>"
    )


_ICONS: Mapping[Icon, str] = complete(
    {
        "cathedral": path(
            "M15 2h2v3h2v2h-2v3l9 7v12h-7v-5a3 3 0 0 0-6 0v5H6V17l9-7V7h-2V5h2z", "ink"
        ),
        "entrance": path(
            "M4 29V15a12 12 0 0 1 24 0v14h-5V15a7 7 0 0 0-14 0v14zM12 29V15a4 4 0 0 1 8 0v14z",
            "ink",
        ),
        "site": "",  # nothing is there yet
        "tavern": (
            path("M23 11q7-1 6.500 6t-8 7", "", "jug", 2.6)
            + path(
                "M9 7q-1-3 1.500-4h11q2.500 1 1.500 4q3.500 5 3 11t-4 11h-12q-3.500-5-4-11t3-11z",
                "jug",
                "piece",
                1.3,
            )
            + path("M6.700 16h18.600M7.300 21h17.400", "", "gold", 1.8)
            + path("M9.500 7h13", "", "face", 1.4)
        ),
        "artist": (
            path(
                "M16 4C8 4 3 9.500 3 16s5 12 12 12c3 0 3.500-2 2.500-4s.500-4 3-4h4c3 0 5-2 5-5C29.500 9 24 4 16 4z",
                "face",
                "piece",
                1.5,
            )
            + disc(10, 12.5, 2.5, "gem")
            + disc(17, 9.5, 2.5, "gold")
            + disc(23.500, 13, 2.5, "az1")
            + disc(9.500, 19.500, 2.5, "tree")
        ),
        "metal": _ingot(9, 5) + _ingot(2, 16) + _ingot(16, 16),
        "gem": (
            path("M9 5h14l7 9L16 29L2 14z", "gem", "piece", 1.4, ' stroke-linejoin="round"')
            + path(
                "M9 5l2.500 9L16 5l4.500 9L23 5M2 14h28M11.500 14L16 29l4.500-15", "", "gemh", 1.1
            )
        ),
        "smith": (
            path(
                "M2 13h7v-2h19v4q-6 0-7 5h3v3h2v5H10v-5h2v-3h2q0-4-5-4q-5 0-7-3z",
                "iron",
                "piece",
                1.2,
                ' stroke-linejoin="round"',
            )
            + path("M12 9.500L25 3", "", "wood", 2.4, ' stroke-linecap="round"')
            + path("M8.500 7.500l5-2.500l2.300 4.500l-5 2.500z", "steel", "piece", 1)
        ),
        "fencing": _rapier(False) + _rapier(True),
        "attacker": '<path d="M16 2l3 4v13h6v3.500h-7V30h-4v-7.500H7V19h6V6z"/>',
        "defender": '<path d="M16 2l11 4v9c0 8-5 13-11 15C10 28 5 23 5 15V6z"/>',
        "cards": (
            rect(Box(5, 8, 15, 21), "face", "ink", 1.6, corner=2.5)
            + rect(Box(11, 3, 16, 22), "face", "ink", 1.6, corner=2.5)
            + disc(19, 14, 4, "coin", "ink", 1.2)
        ),
        "fame": path(
            "M16 2l4 9.500l10 1l-7.500 6.800l2.300 10.200L16 24l-8.800 5.500l2.300-10.200L2 12.500l10-1z",
            "gold",
            "ink",
            1.3,
            ' stroke-linejoin="round"',
        ),
        "figures": path(
            "M16 3a5.500 5.500 0 0 1 3 10.100L23.500 24H26v5H6v-5h2.500L13 13.100A5.500 5.500 0 0 1 16 3z",
            "muted",
            "ink",
            1.2,
        ),
        "inside": path(
            "M4 29V9h4v4h4V9h8v4h4V9h4v20h-8v-6a4 4 0 0 0-8 0v6zM14 6V2h7l-2 2 2 2z",
            "muted",
            "ink",
            1.2,
        ),
        "movement": path(
            "M4 5l11 11L4 27l-1-6l4.500-5L3 11zM16 5l11 11L16 27l-1-6l4.500-5L15 11z",
            "gold",
            "ink",
            1.1,
            ' stroke-linejoin="round"',
        ),
        "painting": (
            rect(Box(2, 5, 28, 23), "gold", "ink", 1.4)
            + rect(Box(6, 9, 20, 15), "canvas", "ink", 1)
            + path("M6.500 23.500v-4l6-6l5 5l3-3l5 5v3z", "tree")
        ),
        "sword": (
            path("M14 13h4v12l-2 5l-2-5z", "steel", "ink", 1.1)
            + path("M9 11.500h14", "", "gold", 2.6, ' stroke-linecap="round"')
            + path("M16 10V5", "", "wood", 2.6)
            + disc(16, 4, 2, "gold", "ink", 0.9)
        ),
        "turn": path("M8 4l18 12L8 28z", "ink"),
    },
    (*get_args(_ThingIcon), *SPACE_KINDS, *SHOP_KINDS, *STANCES),
    "_ICONS",
)
"""A new kind of shop has its icon here."""


# Figures: a hat and a head above the body, which is the player's shape.


def _regular(corners: int, turned: float = 0) -> str:
    angles = [2 * pi * (number + turned) / corners for number in range(corners)]
    points = (f"{num(12 + 12 * sin(angle))} {num(12 - 12 * cos(angle))}" for angle in angles)
    return "M" + "L".join(points) + "z"


DRAWN_SHAPES = (
    "M12 1a11 11 0 1 1 0 22a11 11 0 1 1 0-22z",
    "M2 2h20v20H2z",
    "M12-1L24.500 22.500H-.5z",
    "M12-1L25 12L12 25L-1 12z",
    _regular(6, 0.5),
    _regular(5),
    _regular(8, 0.5),
    _regular(3, 0.5),
)
"""The shape of each player, on a square of 24."""
_LETTER = {2: 15.5, 7: 8.5}
"""The height of the letter in a shape that is narrow at one end; otherwise it is in the middle."""

FIGURE = (28, 34)
"""The box of a figure."""

_HATCHINGS: Mapping[Hatching, tuple[str, int]] = complete(
    {
        "upright": ("M1.500 0V6M4.500 0V6", 0),
        "level": ("M0 1.500H6M0 4.500H6", 0),
        "falling": ("M0 1.500H6M0 4.500H6", 45),
        "rising": ("M0 1.500H6M0 4.500H6", -45),
        "dots": ("M1.500 1.500h.01M4.500 4.500h.01", 0),
        "waves": ("M0 2q1.500-2 3 0t3 0M0 5q1.500-2 3 0t3 0", 0),
        "lattice": ("M0 0H6M0 0V6", 45),
        "bricks": ("M0 .5H6M0 3.500H6M1.500 .5V3.500M4.500 3.500V6.500", 0),
        "none": ("", 0),
    },
    get_args(Hatching),
    "_HATCHINGS",
)
"""Lines on a square of 6, and their rotation."""

_COINS: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -0.25), (0, 0.25)),
    3: ((0, -0.34), (0, 0), (0, 0.34)),
    4: ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)),
    5: ((-0.25, -0.34), (0.25, -0.34), (0, 0), (-0.25, 0.34), (0.25, 0.34)),
    6: ((-0.25, -0.34), (0.25, -0.34), (-0.25, 0), (0.25, 0), (-0.25, 0.34), (0.25, 0.34)),
}
"""The places of the coins on a card of each value, as fractions of their area. A larger value has one coin."""

_THING = 3
"""The number of colons in the id of a thing that a player has."""

_METALS = ("copper", "silver", "coin")

_REFERENCE = pattern(r"#(tl\w*-[^\"')]+)")


@frozen
class _Symbol:
    width: float
    height: float
    body: str


@frozen(eq=False)
class Symbols:
    """The symbols of an edition in a layout and a language."""

    edition: Edition
    labels: Labels
    geometry: Geometry
    scope: str
    """The prefix of every id of a symbol or pattern, so that pictures of different editions can share a page."""
    drawn: dict[str, Callable[[], _Symbol]]
    """The drawing functions of the symbols, by name."""
    patterns: Mapping[str, str]
    """Patterns and gradients by name."""

    def id(self, name: str) -> str:
        """Return the id of a symbol."""
        return f"{self.scope}-{name}"

    def url(self, name: str) -> str:
        """Return a reference to a pattern."""
        return f"url(#{self.id(name)})"

    def put(self, name: str, box: Box, more: str = "") -> str:
        """Return a symbol in a box."""
        return use(self.id(name), box, more)

    def definition(self, name: str) -> str:
        """Return the definition of a symbol or a pattern."""
        if name in self.patterns:
            return self.patterns[name]
        symbol = self.drawn[name]()
        return (
            f'<symbol id="{self.id(name)}" viewBox="0 0 {num(symbol.width)} {num(symbol.height)}"'
            f' overflow="visible">{symbol.body}</symbol>'
        )

    def definitions(self, drawing: str) -> str:
        """Return the definitions that a drawing needs, and those that they need in turn."""
        found: dict[str, str] = {}
        start = len(self.scope) + 1
        waiting = [drawing]
        while waiting:
            for reference in sorted(set(_REFERENCE.findall(waiting.pop()))):
                name = reference[start:]
                if name not in found:
                    found[name] = _definition(self, name)
                    waiting.append(found[name])
        return "".join(found.values())

    def sizes(self) -> dict[str, list[float]]:
        """Return the width and the height of each symbol."""
        drawn = {name: draw() for name, draw in self.drawn.items()}
        return {name: [symbol.width, symbol.height] for name, symbol in drawn.items()}

    def everything(self) -> str:
        """Return the definitions of all symbols and patterns."""
        return "".join(map(self.definition, (*self.patterns, *self.drawn)))


@lru_cache(maxsize=4096)
def _definition(symbols: Symbols, name: str) -> str:
    return symbols.definition(name)


@lru_cache(maxsize=64)
def symbols_of(
    edition: Edition, layout: PageLayout, language: Language, scope: str = ""
) -> Symbols:
    """Return the symbols of an edition in a layout; the letters are those of a language."""
    named = labels(edition, language, ())
    letters = (named.player_letters, tuple(sorted(named.duel_letters.items())))
    digest = f"{crc32(repr((edition_digest(edition), layout, letters)).encode()):08x}"[:5]
    patterns: dict[str, str] = {}
    symbols = Symbols(
        edition, named, geometry(edition, layout), scope or f"tl{digest}", {}, patterns
    )
    _Pieces(symbols, patterns).add_all()
    return symbols


class _Pieces:
    """Draws the pieces of an edition."""

    def __init__(self, symbols: Symbols, patterns: dict[str, str]) -> None:
        self.symbols = symbols
        self.edition = symbols.edition
        self.labels = symbols.labels
        self.size = symbols.geometry.size
        self.patterns = patterns
        self.small = not self.size.beside

    def add(
        self,
        name: str,
        size: tuple[float, float],
        draw: Callable[P, str],
        *args: P.args,
        **named: P.kwargs,
    ) -> None:
        """Add a symbol: its size, and the function that draws it when it is needed."""
        self.symbols.drawn[name] = lambda: _Symbol(*size, draw(*args, **named))

    def add_all(self) -> None:
        """Add everything in the edition."""
        edition, size = self.edition, self.size
        self.add_patterns()
        for icon, body in _ICONS.items():
            self.add(f"i-{icon}", (_ICON, _ICON), str, body)
        self.add_board()
        for seat in range(len(edition.colours)):
            self.add_player(seat)
        for seat, mat in enumerate(self.symbols.geometry.mats):
            self.add(f"mat-{seat}", mat[2:], self.mat, seat)
        for card in distinct(edition.cards):
            name = format_card(card, edition)
            self.add(f"card-{name}", size.card, self.card, card)
            self.add(f"stamp-{name}", size.stamp, self.stamp, card)
        for metal in _METALS:
            self.add(f"coin-{metal}", (20, 20), self.coin, metal)
        for number in range(len(edition.duel_colours) + 1):
            for stance in STANCES:
                self.add(
                    f"fencers-{stance}-d{number}",
                    (52, 34),
                    self.pair,
                    stance,
                    f"d{number}",
                )
        self.add("back", size.card, self.back, Box(0, 0, *size.card))
        self.add("pile", size.pile, self.pile)
        self.add("discards", size.pile, self.discards)
        self.add("empty", size.pile, self.no_pile)
        for sword in distinct(edition.swords):
            name = format_sword(sword, edition)
            self.add(f"sword-{name}", size.sword, self.sword, sword)
            self.add(f"own-sword-{name}", (29, 36), self.own_sword, sword)
        for tile in distinct(edition.tiles):
            name = format_tile(tile, edition)
            self.add(f"tile-{name}", size.tile, self.supply_tile, tile)
            self.add(f"own-tile-{name}", (30, 36), self.tile, tile, Box(1, 2, 28, 28))
        for value in distinct(edition.paintings):
            self.add(f"painting-{value}", size.painting, self.supply_painting, value)
            self.add(
                f"own-painting-{value}",
                (30, 36),
                self.painting,
                value,
                Box(1, 1, 28, 30),
            )
        self.add("slots", self.symbols.geometry.mats[0][2:], self.slots)
        self.add("plaque", (24, 14 if size.beside else 13), self.plaque)
        self.add("extra", size.stamp, self.extra)
        self.add("metal", size.stock, self.stock, "metal")
        self.add("gems", size.stock, self.stock, "gem")
        for icon in ("cards", "metal", "gem", "figures", "inside"):
            self.add(f"count-{icon}", (68, 26), self.icon, icon, Box(2, 2, 22, 22))

    # Patterns.

    def add_patterns(self) -> None:
        """Add the hatchings of players and duels, masonry, tiles, and the colours of sky and hill."""
        edition = self.edition
        for seat in range(len(edition.colours)):
            self.add_hatching(f"p{seat}", player_paint(edition, seat).hatching)
        for colour in (*edition.duel_colours, NEUTRAL):
            self.add_hatching(duel_name(edition, colour), duel_paint(edition, colour).hatching)
        self.add_gradient("sky", ("sky0", "sky1", "sky2"))
        self.add_gradient("hill", ("hill0", "hill1"))
        self.add_gradient("stone", ("stone0", "stone1"))
        self.add_pattern(
            "azulejo",
            12,
            12,
            path("M0 0h12v12H0z", "az0")
            + path(
                "M3 3h6v6H3zM6 1.600L10.400 6L6 10.400L1.600 6zM0 0h1.800L0 1.800zM12 0v1.800L10.200 0z"
                "M0 12v-1.800L1.800 12zM12 12h-1.800L12 10.200z",
                "az1",
            )
            + disc(6, 6, 1.5, "az2"),
        )
        arch = horseshoe(Box(4, 3, 12, 11))
        inner = horseshoe(Box(6, 5.5, 8, 8.5))
        self.add_pattern(
            "wall",
            20,
            16,
            path("M0 0h20v16H0z", "wall")
            + path("M0 14.500H20M0 2H20M2 14.500V16M10 14.500V16", "", "wallj")
            + path(arch, "arch")
            + path(inner, "wallj"),
        )
        self.add_pattern(
            "cobbles",
            16,
            10,
            path("M0 0h16v10H0z", "road")
            + path(
                "M0 .5H16M0 5.500H16M4 .5V5.500M12 .5V5.500M8 5.500V10.500M0 5.500V10", "", "cobble"
            ),
        )
        self.add_pattern(
            "timber",
            8,
            6,
            path("M0 0h8v6H0z", "timber") + path("M0 3a4 4 0 0 0 8 0", "", "plank"),
        )
        self.add_pattern(
            "roof",
            8,
            6,
            path("M0 0h8v6H0z", "roof") + path("M0 3a4 4 0 0 0 8 0M4 6V3", "", "roofd"),
        )

    def add_pattern(self, name: str, width: int, height: int, body: str, turn: int = 0) -> None:
        """Add a pattern that fills an area."""
        turned = f' patternTransform="rotate({turn})"' if turn else ""
        self.patterns[name] = (
            f'<pattern id="{self.symbols.id(name)}" width="{width}" height="{height}"'
            f' patternUnits="userSpaceOnUse"{turned}>{body}</pattern>'
        )

    def add_hatching(self, name: str, hatching: Hatching) -> None:
        """Add the hatching of a player or a duel colour."""
        lines, turn = _HATCHINGS[hatching]
        width = 1.9 if hatching == "dots" else 1.1
        body = path("M0 0h6v6H0z", name)
        if lines:
            body += path(lines, "", f"h{name}", width, ' stroke-linecap="round"')
        self.add_pattern(name, 6, 6, body, turn)

    def add_gradient(self, name: str, colours: tuple[str, ...]) -> None:
        """Add a fill that goes from one colour to another, downwards."""
        stops = "".join(
            f'<stop offset="{num(number / (len(colours) - 1))}" class="tl-g-{colour}"/>'
            for number, colour in enumerate(colours)
        )
        self.patterns[name] = (
            f'<linearGradient id="{self.symbols.id(name)}" x2="0" y2="1">{stops}</linearGradient>'
        )

    # Parts of pieces.

    def icon(self, name: Icon | str, box: Box) -> str:
        """Return an icon in a box."""
        return self.symbols.put(f"i-{name}", box)

    def shape(self, seat: Seat, scale: float, x: float, y: float, *, letter: bool = True) -> str:
        """Return the shape of a player with its letter, if the letter is large enough to be read."""
        form = seat % len(DRAWN_SHAPES)
        named = f"p{seat}"
        body = (
            f'<path d="{DRAWN_SHAPES[form]}"{look(named, "piece", 1.6)} stroke-linejoin="round"'
            ' paint-order="stroke"/>'
        )
        sign = self.labels.player_letters[seat]
        if letter and len(sign) == 1:
            body += write(sign, 12, _LETTER.get(form, 12), 15, "b", fill=f"i{named}")
        return scaled(body, x, y, scale)

    # The board.

    def add_board(self) -> None:
        """Add everything on the road that has no owner."""
        edition, geometry = self.edition, self.symbols.geometry
        sites = [
            step
            for step, space in enumerate(edition.road)
            if space.kind not in ("cathedral", "entrance")
        ]
        gates = [step for step, space in enumerate(edition.road) if space.kind == "entrance"]
        self.house_size = geometry[house(sites[0])][2:] if sites else (1, 1)
        self.add("front", self.house_size, self.front)
        self.add("awning", self.house_size, self.awning)
        self.add("site", self.house_size, self.site)
        self.add("tavern", self.house_size, self.house, None, "tavern")
        self.add("artist", self.house_size, self.house, None, "artist")
        self.add("ring", FIGURE, self.ring, "ink")
        width, height = geometry[house(gates[0])][2:]
        self.add("gate", (width, height), self.gate, width, height)
        prices = sorted({space.price for space in edition.road if space.price})
        for number, price in enumerate(prices):
            metal = _METALS[min(number, 2)]
            self.add(
                f"price-{price}",
                (20, 20),
                self.price,
                price,
                metal,
            )

    def coin(self, metal: str) -> str:
        """Return a coin of a card."""
        return disc(10, 10, 9.3, metal, "piece", 1.2) + path(star(10, 10, 5), f"{metal}d")

    def price(self, price: int, metal: str) -> str:
        """Return a coin with a price on it."""
        size = 15 if len(str(price)) == 1 else 13
        return (
            disc(10, 10, 9.4, metal, "piece", 1.1)
            + disc(10, 10, 7.6, "", f"{metal}d", 0.9)
            + write(str(price), 10, 10, size * (1.12 if self.small else 1), "b", fill="coinink")
        )

    def site(self) -> str:
        """Return an empty site: a lot with a star."""
        width, height = self.house_size
        lot = Box(2.5, 2.5, width - 5, height - 5)
        return (
            f"<g{look('lot', 'muted', 1.3, 'dash')}>"
            f'<rect x="{num(lot.x)}" y="{num(lot.y)}" width="{num(lot.width)}" height="{num(lot.height)}" rx="5"/></g>'
            + path(star(width / 2, height * 0.56, height * 0.17), "", "edge", 1.1, ' opacity=".55"')
        )

    def front(self) -> str:
        """Return the front of a house."""
        width, height = self.house_size
        top = height * 0.15
        shade = path(
            f"M4 {num(height * 0.2)}H{num(width)}V{num(height)}H4z", "shadow", more=' opacity=".2"'
        )
        face = rect(Box(2, top, width - 4, height - top - 0.6), "face", "piece", 1.2, corner=2)
        return shade + face

    def awning(self) -> str:
        """Return an awning with a scalloped edge, to be filled with the hatching of its owner."""
        width, height = self.house_size
        high, scallops = height * 0.37, 5 if self.small else 7
        each = (width - 1) / scallops
        edge = f"a{num(each / 2)} {num(high * 0.34)} 0 0 1-{num(each)} 0" * scallops
        return (
            f'<path class="tl-s-piece" stroke-width="1.2" stroke-linejoin="round"'
            f' d="M{num(width * 0.04)} .8H{num(width * 0.96)}L{num(width - 0.5)} {num(high * 0.66)}{edge}z"/>'
        )

    def house(self, seat: Seat | None, kind: str) -> str:
        """Return a house with an awning in the colours of its owner, or with a roof of timber."""
        width, height = self.house_size
        whole = Box(0, 0, width, height)
        awning = height * 0.37
        side = height * (0.5 if self.small else 0.47)
        middle = width / 2 + (width * 0.2 if seat is not None and self.small else 0)
        lift = (height - awning - side) / 2 + (1 if self.small else 2)
        cover = "timber" if seat is None else f"p{seat}"
        drawn = (
            self.symbols.put("front", whole)
            + path(
                horseshoe(Box(middle - side * 0.62, awning - 2, side * 1.24, height - awning + 1)),
                "door",
            )
            + self.icon(kind, Box(middle - side / 2, awning + lift, side, side))
            + self.symbols.put("awning", whole, f' fill="{self.symbols.url(cover)}"')
        )
        if seat is None:  # it never has an owner
            frame = Box(1, awning * 0.6, width - 2, height - awning * 0.6 - 0.4)
            return rect(frame, "", "piece", 3, corner=2) + drawn
        mark = 19.5 if self.small else 20.0
        if self.small:  # beside the icon, where its letter can be read
            return drawn + self.symbols.put(f"sign-{seat}", Box(3.5, height - mark - 3, mark, mark))
        sign = Box(width / 2 - mark / 2, awning * 0.5 - mark / 2, mark, mark)
        medal = disc(width / 2, awning * 0.5, mark * 0.66, "face", "piece", 1)
        return drawn + medal + self.symbols.put(f"sign-{seat}", sign)

    def gate(self, width: float, height: float) -> str:
        """Return a door into the Alcazar."""
        merlons = "".join(
            f"M{num(x)} 1v-4.500h{num(width / 9)}v4.500z"
            for x in (width * number / 4.5 + width * 0.06 for number in range(4))
        )
        return (
            path(merlons, "stone0", "stoned", 0.8)
            + rect(Box(0, 0, width, height), self.symbols.url("stone"), "stoned")
            + path(
                horseshoe(Box(width * 0.14, height * 0.12, width * 0.72, height * 0.88)), "stoned"
            )
            + path(
                horseshoe(Box(width * 0.23, height * 0.25, width * 0.54, height * 0.75)), "timber"
            )
            + path(f"M{num(width / 2)} {num(height * 0.3)}V{num(height)}", "", "gold")
        )

    def ring(self, colour: str) -> str:
        """Return a circle on the road, in the colour of the shop's owner."""
        x, y = FIGURE[0] / 2, FIGURE[1] * 0.56
        return (
            disc(x, y, 14.6, "lot", "ink", 2.4)
            + disc(x, y, 13.6, "", colour, 1.8)
            + path(star(x, y, 7), "", "edge", 1, ' opacity=".6"')
        )

    # Players.

    def add_player(self, seat: Seat) -> None:
        """Add a player's pieces: figure, sign, rings and shops."""
        edition = self.edition
        self.add(f"figure-{seat}", FIGURE, self.figure, seat)
        self.add(f"sign-{seat}", (24, 24), self.shape, seat, 1, 0, 0)
        self.add(f"plain-{seat}", (24, 24), self.shape, seat, 1, 0, 0, letter=False)
        self.add(f"ring-{seat}", FIGURE, self.ring, f"p{seat}")
        for kind in SHOP_KINDS:
            self.add(f"house-{seat}-{kind}", self.house_size, self.house, seat, kind)
        for shop in distinct(edition.shops):
            name = format_shop(shop, edition)
            self.add(f"shop-{seat}-{name}", (25, 36), self.shop, seat, shop)

    def mat(self, seat: Seat) -> str:
        """Return a player's area, with an empty place for everything."""
        mat = self.symbols.geometry.mats[seat]
        width, height = mat.width, mat.height
        return (
            rect(Box(1, 2, width, height), "shadow", corner=10).replace("/>", ' opacity=".2"/>')
            + rect(Box(0, 0, width, height), "panel", "line", 1, corner=10)
            + path(
                f"M0 31V10q0-10 10-10h{num(width - 20)}q10 0 10 10v21z",
                self.symbols.url(f"p{seat}"),
                "piece",
                1,
            )
            + rect(Box(6, 4, width - 92, 24), "panel", "ink", 1, corner=5)
            + self.shape(seat, 20 / 24, 11, 6)
            + rect(Box(width - 74, 4, 66, 24), "panel", "ink", 1, corner=5)
            + self.icon("fame", Box(width - 70, 6.5, 19, 19))
            + self.symbols.put("slots", Box(0, 0, width, height))
        )

    def slots(self) -> str:
        """Return the empty places in the area of a player."""
        mat = self.symbols.geometry.mats[0]
        outlines = "".join(
            f"M{num(box.x - mat.x + 1)} {num(box.y - mat.y + 1)}h{num(box.width - 2)}v{num(box.height - 2)}"
            f"h-{num(box.width - 2)}z"
            for place, box in self.symbols.geometry.places.items()
            if place.startswith("player:0:") and place.count(":") == _THING
        )
        return path(outlines, "", "line", 1, ' stroke-dasharray="2.500 2.500"')

    def plaque(self) -> str:
        """Return the ground for the value of a sword in the Alcazar."""
        return rect(Box(0.5, 0.5, 23, 13 if self.size.beside else 12), "face", "ink", 1, corner=3)

    def extra(self) -> str:
        """Return the sign that the movement tile was used, with room for the value of its card."""
        width, height = self.size.stamp
        side = width * 0.62
        return rect(
            Box(0.6, 0.6, width - 1.2, height - 1.2), "panel", "ink", 1.1, corner=4
        ) + self.icon("movement", Box(width / 2 - side / 2, 3, side, side))

    def figure(self, seat: Seat) -> str:
        """Return a figure."""
        hat = path(
            "M7.800 5.400q-.2-5 6.200-5t6.200 5q3.800.4 3.800 1.700q-10 1.200-20 0q0-1.300 3.800-1.700z"
            "M9.600 7.200q0 4.200 4.400 4.200t4.400-4.200z",
            f"p{seat}",
            "piece",
            1.4,
            ' stroke-linejoin="round"',
        )
        return hat + self.shape(seat, 0.96, 2.5, 10.6)

    def shop(self, seat: Seat, shop: ShopTile) -> str:
        """Return a shop tile off the board."""
        rings = min(shop.circles, 4)
        circles = "".join(
            disc(12.5 + (number - (rings - 1) / 2) * 6.4, 31.500, 2.5, "", "ink", 1.1)
            for number in range(rings)
        )
        return (
            rect(Box(0.6, 0.6, 23.8, 34.8), "face", "ink", 1.1, corner=3)
            + rect(Box(1.2, 1.2, 22.6, 6), self.symbols.url(f"p{seat}"), corner=2)
            + self.icon(shop.kind, Box(3.5, 9, 18, 18))
            + circles
        )

    # Cards.

    def card(self, card: Card) -> str:
        """Return a card: its value, as many coins, and the fencers, one of them in full."""
        width, height = self.size.card
        unit = width / 76
        colour = duel_name(self.edition, card.colour)
        foot = height * 0.38
        field = Box(4 * unit, height - foot - 4 * unit, width - 8 * unit, foot)
        strip = max(17.0, 18 * unit)
        metal = _METALS[min((card.value - 1) // 2, 2)]
        drawn = rect(Box(1.5, 2.5, width - 1, height - 1), "shadow", corner=7 * unit).replace(
            "/>", ' opacity=".2"/>'
        )
        drawn += rect(
            Box(0.7, 0.7, width - 1.4, height - 1.4), "panel", "ink", 1.3, corner=7 * unit
        )
        drawn += self.breaks(card, unit)
        coins = Box(width * 0.34, 7 * unit, width * 0.62, field.y - 12 * unit)
        places = _COINS.get(card.value, _COINS[1])
        rows = len({down for _, down in places})
        radius = min(13 * unit, coins.width * 0.235, coins.height / rows * 0.49)
        for across, down in places:
            x, y = coins.middle + across * coins.width, coins.centre + down * coins.height
            coin = Box(x - radius, y - radius, 2 * radius, 2 * radius)
            drawn += self.symbols.put(f"coin-{metal}", coin)
        drawn += write(str(card.value), 14 * unit, 18 * unit, max(26 * unit, 20), "n")
        drawn += rect(field, self.symbols.url(colour), "piece", 1, corner=4 * unit)
        drawn += self.fencers(card, field, strip, colour)
        drawn += rect(field._replace(width=strip), colour, "piece", 1, corner=4 * unit)
        letter = self.labels.duel_letters[card.colour]
        middle = field.x + strip / 2
        drawn += write(
            letter, middle, field.y + foot * 0.27, max(13 * unit, 13), "b", fill=f"i{colour}"
        )
        side = strip * 0.8
        return drawn + self.pose(
            card.stance, Box(middle - side / 2, field.bottom - side - 3, side, side), colour
        )

    def pose(self, stance: Stance, box: Box, colour: str) -> str:
        """Return the sign of the highlighted side, in the ink of a duel colour."""
        return self.symbols.put(f"i-{stance}", box, f' class="tl-f-i{colour}"')

    def breaks(self, card: Card, unit: float) -> str:
        """Return the frame of a card, broken as often as its colour says."""
        width, height = self.size.card
        colours = (NEUTRAL, *self.edition.duel_colours)
        pieces = colours.index(card.colour) + 1
        left, right, y = 24 * unit, width - 5 * unit, 4.5 * unit
        each = (right - left) / pieces
        lines = "".join(
            f"M{num(left + number * each)} {num(y)}h{num(each - (4 * unit if number + 1 < pieces else 0))}"
            for number in range(min(pieces, 6))
        )
        return path(f"{lines}M{num(right)} {num(y)}V{num(height * 0.56)}", "", "line", 1.3)

    def fencers(self, card: Card, field: Box, strip: float, colour: str) -> str:
        """Return two fencers; the one that counts is drawn in full, the other in thin lines."""
        room = Box(field.x + strip, field.y, field.width - strip, field.height)
        scale = min(room.width / 52, room.height / 36)
        place = Box(room.middle - 26 * scale, room.bottom - 34 * scale, 52 * scale, 34 * scale)
        return self.symbols.put(f"fencers-{card.stance}-{colour}", place)

    def pair(self, stance: Stance, colour: str) -> str:
        """Return two fencers, the one on this side in full."""
        drawn = ""
        if not self.small:
            other: Stance = "defender" if stance == "attacker" else "attacker"
            drawn += f'<g opacity=".6">{_fencer(other, f"i{colour}", 1.4)}</g>'
        return drawn + _fencer(stance, colour, 7.4) + _fencer(stance, f"i{colour}", 4.2)

    def stamp(self, card: Card) -> str:
        """Return a card as a stamp: value above, letter and side below."""
        width, height = self.size.stamp
        colour = duel_name(self.edition, card.colour)
        foot = height * 0.38
        y = height - foot
        side = foot * 0.66
        return (
            rect(Box(0.6, 0.6, width - 1.2, height - 1.2), "panel", "ink", 1.1, corner=4)
            + write(str(card.value), width / 2, y / 2, width * 0.52, "n")
            + path(
                f"M.6 {num(y)}h{num(width - 1.2)}v{num(foot - 4.6)}q0 4-4 4h-{num(width - 9.2)}q-4 0-4-4z",
                colour,
                "ink",
                1,
            )
            + write(
                self.labels.duel_letters[card.colour],
                width * 0.28,
                y + foot / 2,
                max(13, foot * 0.56),
                "b",
                fill=f"i{colour}",
            )
            + self.pose(
                card.stance,
                Box(width * 0.7 - side / 2, y + foot / 2 - side / 2, side, side),
                colour,
            )
        )

    def back(self, box: Box) -> str:
        """Return the back of a card."""
        side = box.width * 0.46
        return (
            rect(box.grown(-0.7), "panel", "ink", 1.3, corner=box.width * 0.09)
            + rect(box.grown(-box.width * 0.08), self.symbols.url("azulejo"), "ink", 0.9, corner=3)
            + disc(box.middle, box.centre, side * 0.62, "az0", "ink", 1)
            + self.icon("fencing", Box(box.middle - side / 2, box.centre - side / 2, side, side))
        )

    def pile(self) -> str:
        """Return the draw pile."""
        card = Box(2, 5, self.size.pile[0] - 6, self.size.pile[1] - 27)
        under = "".join(
            rect(card._replace(x=card.x + lift, y=card.y + lift), "panel2", "ink", 1, corner=4)
            for lift in (3.0, 1.5)
        )
        return under + self.back(card) + self.pill()

    def pill(self) -> str:
        """Return the ground for the number of cards in a pile."""
        width, height = self.size.pile
        return rect(Box(width / 2 - 18, height - 19, 36, 18), "face", "ink", 1, corner=9)

    def discards(self) -> str:
        """Return the discard pile: cards face up, a little askew."""
        card = Box(3, 4, self.size.pile[0] - 8, self.size.pile[1] - 27)
        drawn = "".join(
            f'<g transform="rotate({turn} {num(card.middle)} {num(card.centre)})">'
            + rect(card, "panel", "ink", 1, corner=4)
            + "</g>"
            for turn in (7, -4, 1)
        )
        return (
            drawn
            + disc(card.middle, card.centre - 4, card.width * 0.24, "silver", "piece", 1)
            + path(star(card.middle, card.centre - 4, card.width * 0.12), "silverd")
            + path(
                f"M{num(card.x + 6)} {num(card.bottom - 11)}h{num(card.width - 12)}", "", "line", 4
            )
            + self.pill()
        )

    def no_pile(self) -> str:
        """Return the place of a pile without cards."""
        card = Box(3, 5, self.size.pile[0] - 7, self.size.pile[1] - 27)
        return f'<g class="tl-dash">{rect(card, "", "line", 1.3, corner=4)}</g>' + self.pill()

    # Things.

    def sword(self, sword: Sword) -> str:
        """Return the place of a sword in the supply: the longer the blade, the higher the value."""
        width, height = self.size.sword
        most = max(other.value for other in self.edition.swords)
        length = (height - 42) * (0.55 + 0.45 * sword.value / most)
        x, right = 12.0, width - 16.0
        drawn = rect(Box(0.5, 0.5, width - 1, height - 1), "panel2", "line", 1, corner=5)
        drawn += path(
            f"M{num(x - 2.6)} 26v{num(length)}l2.600 6l2.600-6v-{num(length)}z", "steel", "ink", 1
        )
        drawn += path(f"M{num(x)} 28v{num(length - 4)}", "", "face", 1)
        drawn += path(f"M{num(x - 7)} 25q7 3 14 0", "", "gold", 3, ' stroke-linecap="round"')
        drawn += path(f"M{num(x)} 24v-10", "", "wood", 3.4) + disc(
            x, 11, 3.2, "gem" if sword.gems else "gold", "ink", 0.9
        )
        drawn += write(
            str(sword.value), right, 15, 19 if len(str(sword.value)) < _THING else 15, "n"
        )
        for row, (icon, number) in enumerate((("metal", sword.metal), ("gem", sword.gems))):
            if number:
                y = height - 13 if row else height - 29
                drawn += self.icon(icon, Box(right - 13, y - 7, 14, 14))
                drawn += write(str(number), right + 2, y, 13, "b", at="l")
        return drawn

    def own_sword(self, sword: Sword) -> str:
        """Return a sword in front of a player."""
        return (
            rect(Box(0.6, 0.6, 27.8, 34.8), "face", "ink", 1.1, corner=3)
            + self.icon("sword", Box(-1, 7, 22, 22))
            + write(str(sword.value), 19.5, 12, 14 if len(str(sword.value)) == 1 else 13, "n")
        )

    def tile(self, tile: Tile, box: Box) -> str:
        """Return a master tile."""
        if tile == MOVEMENT:
            return rect(box, "face", "ink", 1.2, corner=4) + self.icon(
                "movement", box.grown(-box.width * 0.17)
            )
        colour = duel_name(self.edition, tile)
        side = box.width * 0.52
        corner = max(14.0, box.width * 0.42)
        letter = Box(box.right - corner, box.bottom - corner, corner, corner)
        return (
            rect(box, self.symbols.url(colour), "ink", 1.2, corner=4)
            + disc(box.middle - 2, box.centre - 2, side * 0.64, "face", "piece", 1)
            + self.icon(
                "fencing", Box(box.middle - 2 - side / 2, box.centre - 2 - side / 2, side, side)
            )
            + rect(letter, colour, "ink", 1, corner=3)
            + write(
                self.labels.duel_letters[tile],
                letter.middle,
                letter.centre,
                13,
                "b",
                fill=f"i{colour}",
            )
        )

    def supply_tile(self, tile: Tile) -> str:
        """Return the place of a master tile in the supply."""
        width, height = self.size.tile
        side = min(width - 6, 42)
        return rect(
            Box(0.5, 0.5, width - 1, height - 1), "panel2", "line", 1, corner=5
        ) + self.tile(tile, Box(width / 2 - side / 2, (height - side) / 2 - 9, side, side))

    def painting(self, value: int, box: Box) -> str:
        """Return a painting in a gilt frame, with its value."""
        inner = box.grown(-4)
        x, y, width, height = inner
        return (
            rect(box, "gold", "ink", 1.2, corner=1.5)
            + rect(inner, "canvas", "ink", 0.8)
            + path(
                f"M{num(x)} {num(y + height)}v-{num(height * 0.35)}l{num(width * 0.35)}-{num(height * 0.3)}"
                f"l{num(width * 0.3)} {num(height * 0.25)}l{num(width * 0.35)}-{num(height * 0.2)}"
                f"v{num(height * 0.6)}z",
                "tree",
            )
            + disc(box.middle, box.centre, 9, "face", "ink", 1)
            + write(str(value), box.middle, box.centre, 14, "n")
        )

    def supply_painting(self, value: int) -> str:
        """Return the place of the paintings of a value in the supply."""
        width, height = self.size.painting
        if self.small:
            frame = rect(Box(0.5, 0.5, width - 1, height - 1), "panel2", "line", 1, corner=5)
            return frame + self.painting(value, Box(6, 12, width - 12, 36))
        return self.painting(value, Box(1, 1, min(36, width - 2), height - 4))

    def stock(self, icon: str) -> str:
        """Return the place of material in the supply."""
        width, height = self.size.stock
        side = height * 0.74
        return rect(
            Box(0.5, 0.5, width - 1, height - 1), "panel2", "line", 1, corner=5
        ) + self.icon(icon, Box(7, (height - side) / 2, side, side))


def _fencer(stance: Stance, colour: str, width: float) -> str:
    """Return a fencer of strokes on a field of 52 by 34."""
    limbs, blade, head_x, head_y = _FENCERS[stance]
    return (
        f'<g class="tl-o tl-s-{colour} tl-join">'
        f'<path d="{limbs}" stroke-width="{num(width)}"/>'
        f'<path d="{blade}" stroke-width="{num(max(width * 0.45, 1.2))}"/>'
        f'<circle cx="{head_x}" cy="{head_y}" r="{num(2 + width * 0.3)}" class="tl-f-{colour}"/></g>'
    )


_FENCERS: Mapping[Stance, tuple[str, str, float, float]] = complete(
    {
        # a lunge to the right
        "attacker": (
            "M14 13L12 21M12 21L20 24L20.500 32M12 21L4 32M13.500 15L22 15M13.500 14L7 11L8 5",
            "M22 15L38 12.500M21.500 12.500v5",
            15,
            8,
        ),
        # a parry to the left
        "defender": (
            "M37 14L38.500 22L32 25L31.500 32M38.500 22L45 26L45.500 32M37 16L30.500 18L27.500 14M38 15L45 12",
            "M27.500 14L25 2M25 14.500l5-1",
            36.5,
            9,
        ),
    },
    STANCES,
    "_FENCERS",
)
"""Limbs, blade, and the middle of the head."""

# ------------------------------------------------------------
# The scenery of a picture: Toledo on its hill, drawn once for an edition and a layout.

_STARS = (
    (30, 20),
    (84, 58),
    (150, 24),
    (214, 70),
    (262, 30),
    (330, 52),
    (392, 22),
    (455, 66),
    (505, 26),
)


_LEAST_SKY = 120
"""Room beside the Alcazar below which the sky is empty."""


def _between(start: float, end: float, step: float) -> Iterator[float]:
    while start < end:
        yield start
        start += step


@lru_cache(maxsize=64)
def ground(
    edition: Edition,
    layout: PageLayout,
    language: Language,
    scope: str = "",
    *,
    marked: bool = False,
) -> str:
    """Return everything under the pieces; on request, the banner of each seat is a group with an id."""
    return _Painter(symbols_of(edition, layout, language, scope), marked=marked).everything()


@lru_cache(maxsize=64)
def signs(edition: Edition, layout: PageLayout, language: Language, scope: str = "") -> str:
    """Return the numbers and prices of the spaces, which are above the houses and below the figures."""
    painter = _Painter(symbols_of(edition, layout, language, scope))
    steps = range(CATHEDRAL + 1, len(edition.road))
    drawn = "".join(painter.sign(step) for step in steps)
    return f'<g pointer-events="none">{drawn}</g>'


class _Painter:
    """Paints the scenery."""

    def __init__(self, symbols: Symbols, *, marked: bool = False) -> None:
        self.symbols = symbols
        self.marked = marked
        self.edition = symbols.edition
        self.geometry = symbols.geometry
        self.size = symbols.geometry.size
        self.small = not self.size.beside
        size, zones = self.size, self.geometry.zones
        board, supply = zones["board"], zones["supply"]
        self.frame = Box(0, 0, size.width, supply.bottom)
        self.inner = self.frame.grown(-size.frame)
        self.top = self.geometry.terraces[-1].y
        self.bottom = board.bottom

    def everything(self) -> str:
        """Return the whole scenery."""
        return (
            self.border()
            + self.sky()
            + self.alcazar()
            + self.hill()
            + self.terraces()
            + self.stairs()
            + self.arrows()
            + self.cathedral()
            + self.rack()
        )

    def border(self) -> str:
        """Return a border of tiles."""
        fill = "az1" if self.small else self.symbols.url("azulejo")
        return rect(self.frame, fill, corner=4 if self.small else 9) + rect(
            self.inner.grown(1.2), "ink", corner=3
        )

    # Above the road.

    def sky(self) -> str:
        """Return the sky with its sun, or its moon and stars, far hills and trees."""
        inner, top = self.inner, self.top
        drawn = rect(
            Box(inner.x, inner.y, inner.width, top - inner.y + 64), self.symbols.url("sky")
        )
        room = self.geometry[_pieces.ALCAZAR].x - inner.x
        if room < _LEAST_SKY:
            return drawn
        x = inner.x + room * 0.72
        y = inner.y + 62
        drawn += disc(x, y, 42, "sun").replace("/>", ' opacity=".3"/>') + disc(x, y, 25, "sun")
        stars = "".join(
            f"M{num(inner.x + across)} {num(inner.y + down)}h.01"
            for across, down in _STARS
            if across < room
        )
        drawn += path(stars, "", "star", 2.2, ' stroke-linecap="round"')
        for across, down, size in ((0.2, 52, 1.0), (0.52, 34, 0.7)):
            drawn += path(
                f"M{num(inner.x + room * across)} {num(inner.y + down + 20)}"
                f"q{num(6 * size)}-{num(16 * size)} {num(26 * size)}-{num(12 * size)}"
                f"q{num(10 * size)}-{num(18 * size)} {num(32 * size)}-{num(8 * size)}"
                f"q{num(20 * size)}-{num(6 * size)} {num(26 * size)} {num(20 * size)}z",
                "cloud",
                more=' opacity=".6"',
            )
        left, right = inner.x, inner.right
        third = (right - left) / 3
        drawn += path(
            f"M{num(left)} {num(top - 46)}q{num(third * 0.5)}-34 {num(third)}-6"
            f"t{num(third)} 0t{num(third)}-6V{num(top + 30)}H{num(left)}z",
            "far0",
        )
        drawn += path(
            f"M{num(left)} {num(top - 18)}q{num(third * 0.5)}-26 {num(third)}-4"
            f"t{num(third)}-2t{num(third)} 0V{num(top + 30)}H{num(left)}z",
            "far1",
        )
        for share, height in ((0.42, 26), (0.46, 20), (0.86, 28)):
            drawn += self.cypress(left + room * share, top + 1, height)
        for share, radius in ((0.3, 8), (0.36, 9), (0.54, 8), (0.6, 7)):
            drawn += self.olive(left + room * share, top, radius)
        for share, width, height in ((0.68, 24, 20), (0.76, 28, 26), (0.93, 22, 18)):
            drawn += self.cottage(Box(left + room * share, top - height, width, height + 2))
        return drawn

    def cottage(self, box: Box) -> str:
        """Return a small house of the town."""
        x, y, width, height = box
        windows = "".join(
            horseshoe(Box(x + 4 + number * 10, y + height * 0.32, 4.5, 7.5))
            for number in range(int(width // 11))
        )
        return (
            rect(box, "town")
            + rect(Box(x + width * 0.62, y, width * 0.38, height), "towns")
            + path(
                f"M{num(x - 2)} {num(y + 0.5)}l{num(width * 0.3)}-8h{num(width * 0.5)}l{num(width * 0.2 + 4)} 8z",
                "roof",
            )
            + path(windows, "win")
        )

    def cypress(self, x: float, y: float, height: float) -> str:
        """Return a tall tree."""
        h = num(height * 0.2)
        return path(
            f"M{num(x)} {num(y)}q-{h}-{num(height * 0.35)} 0-{num(height)}q{h} {num(height * 0.65)} 0 {num(height)}z",
            "treed",
        )

    def olive(self, x: float, y: float, radius: float) -> str:
        """Return a round tree."""
        return path(f"M{num(x)} {num(y)}v-{num(radius)}", "", "timber", 1.6) + path(
            f"M{num(x - radius)} {num(y - radius)}a{num(radius)} {num(radius * 0.85)} 0 1 1 {num(2 * radius)} 0z",
            "tree",
        )

    def alcazar(self) -> str:
        """Return a tower for each player, with a banner and a niche for each figure."""
        geometry = self.geometry
        whole = geometry[_pieces.ALCAZAR]
        first, last = geometry.towers[0], geometry.towers[-1]
        drawn = rect(
            Box(whole.x + 4, first.y + 14, last.right - whole.x - 8, whole.bottom - first.y - 12),
            "stoned",
        )
        for seat, tower in enumerate(geometry.towers):
            banner = self.banner(seat, tower)
            drawn += self.tower(tower)
            drawn += f'<g id="banner:{seat}">{banner}</g>' if self.marked else banner
        wide, high = self.size.niche
        for place, box in geometry.places.items():
            if place.startswith("alcazar:"):
                arch = Box(
                    box.middle - wide * 0.44, box.bottom - high * 0.68, wide * 0.88, high * 0.68
                )
                drawn += path(horseshoe(arch), "niche", "stoned", 1)
        return drawn

    def banner(self, seat: Seat, tower: Box) -> str:
        """Return the banner of a player on a tower."""
        small = self.small
        banner = Box(
            tower.middle - (13 if small else 19),
            tower.y - (19 if small else 30),
            26 if small else 38,
            20 if small else 32,
        )
        side = 13.0 if small else 19.5
        y = banner.y + banner.height * 0.43
        return (
            path(
                f"M{num(banner.x)} {num(banner.y)}h{num(banner.width)}v{num(banner.height)}"
                f"l-{num(banner.width / 2)}-5l-{num(banner.width / 2)} 5z",
                self.symbols.url(f"p{seat}"),
                "ink",
            )
            + disc(banner.middle, y, side * 0.66, "face", "ink")
            + self.symbols.put(
                f"plain-{seat}" if small else f"sign-{seat}",
                Box(banner.middle - side / 2, y - side / 2, side, side),
            )
        )

    def tower(self, tower: Box) -> str:
        """Return a tower with its roof."""
        roof = self.size.roof
        merlon = 5.0 if self.small else 8.0
        number = max(2, int(tower.width // (2 * merlon)))
        apart = (tower.width - merlon) / (number - 1)
        merlons = "".join(
            f"M{num(tower.x + place * apart)} {num(tower.y + 1)}v-{num(merlon)}h{num(merlon)}v{num(merlon)}z"
            for place in range(number)
        )
        peak = tower.y - roof + (3 if self.small else 9)
        eaves = tower.width * 0.1
        return (
            path(f"M{num(tower.middle)} {num(peak)}v-{num(peak - tower.y + roof)}", "", "ink", 1.6)
            + path(
                f"M{num(tower.x + eaves)} {num(tower.y)}L{num(tower.middle)} {num(peak)}"
                f"L{num(tower.right - eaves)} {num(tower.y)}z",
                "slate",
            )
            + path(
                f"M{num(tower.middle)} {num(peak)}L{num(tower.right - eaves)} {num(tower.y)}H{num(tower.middle)}z",
                "slated",
            )
            + path(merlons, "stone0", "stoned", 0.8)
            + rect(tower._replace(height=tower.height + 1), self.symbols.url("stone"), "stoned")
            + path(f"M{num(tower.x)} {num(tower.y + 3)}h{num(tower.width)}", "", "stoned")
        )

    # The road.

    def hill(self) -> str:
        """Return the hill under everything."""
        inner, top = self.inner, self.top
        lift = self.size.left and 60
        return path(
            f"M{num(inner.x)} {num(top + lift)}Q{num(inner.x + inner.width * 0.12)} {num(top - 4)} "
            f"{num(inner.x + inner.width * 0.3)} {num(top - 2)}H{num(inner.right)}V{num(self.bottom)}H{num(inner.x)}z",
            self.symbols.url("hill"),
        )

    def terraces(self) -> str:
        """Return the terraces: ground, road and wall of each line."""
        size = self.size
        drawn = ""
        for number, terrace in enumerate(self.geometry.terraces):
            x, y, width, _ = terrace
            road = y + size.building
            wall = road + size.road
            drawn += rect(Box(x, y - 1, width, size.building + 2), f"g{number % 3}")
            courses = "".join(
                f"M{num(x)} {num(down)}h{num(width)}" for down in _between(y + 8, road - 4, 14)
            )
            drawn += path(courses, "", "joint", more=' opacity=".55"')
            drawn += rect(Box(x, road, width, size.road), self.symbols.url("cobbles"))
            drawn += path(
                f"M{num(x)} {num(road + 0.7)}h{num(width)}M{num(x)} {num(wall - 0.7)}h{num(width)}",
                "",
                "edge",
                1.5,
            )
            drawn += self.wall(Box(x, wall, width, size.wall))
        return drawn

    def wall(self, box: Box) -> str:
        """Return a wall of brick with blind arches; patterns begin at its upper left corner."""
        scale = box.height / 16
        return (
            f'<g transform="translate({num(box.x)} {num(box.y)}) scale({scale:.3g})">'
            + rect(Box(0, 0, box.width / scale, 16), self.symbols.url("wall"))
            + path(f"M0 .5h{num(box.width / scale)}", "", "ink", more=' opacity=".5"')
            + "</g>"
        )

    def stairs(self) -> str:
        """Return the stairs from line to line."""
        drawn = ""
        each = 5 if self.small else 7
        for stair in self.geometry.stairs:
            x, y, width, _ = stair
            treads = "".join(
                f"M{num(x + 1)} {num(down)}h{num(width - 2)}"
                for down in _between(y + each, stair.bottom, each)
            )
            size = 4 if self.small else 6
            chevrons = "".join(
                f"M{num(stair.middle - size)} {num(stair.centre + shift)}l{size}-{size}l{size} {size}"
                for shift in (-size * 1.2, size * 0.6)
            )
            drawn += (
                rect(stair, "stone1", "stoned", 1.5)
                + path(treads, "", "stoned", more=' opacity=".8"')
                + path(
                    f"M{num(x)} {num(y)}v{num(stair.height)}M{num(stair.right)} {num(y)}v{num(stair.height)}",
                    "",
                    "stoned",
                    3,
                )
                + path(
                    chevrons, "", "muted", 2.2, ' stroke-linecap="round" stroke-linejoin="round"'
                )
            )
        return drawn

    def arrows(self) -> str:
        """Return small arrows on the road between two spaces."""
        geometry, size = self.geometry, self.size
        tip = 3 if self.small else 4.5
        data = ""
        for number, line in enumerate(geometry.lines):
            way = 1 if geometry.rightward(number) else -1
            for step in line[:-1]:
                box = geometry[_pieces.space_part(step)]
                edge = box.right if way > 0 else box.x
                x = edge + way * size.gap / 2
                y = box.y + size.building + size.road / 2
                data += f"M{num(x - way * tip / 2)} {num(y - tip)}l{num(way * tip)} {tip}l{num(-way * tip)} {tip}"
        return path(data, "", "muted", 1.7, ' stroke-linecap="round" stroke-linejoin="round"')

    def sign(self, step: Step) -> str:
        """Return the number of a space, and its price."""
        box, small = self.geometry[house(step)], self.small
        number = str(step)
        if self.edition.road[step].kind == "entrance":
            y = box.bottom + self.size.road / 2
            width = 20.0 if small else 26.0
            plate = Box(box.middle - width / 2, y - 9, width, 18)
            return rect(plate, "face", "ink", 1.1, corner=4) + write(
                number, plate.middle, y, 13, "b"
            )
        width = (14.0 if len(number) == 1 else 18.5) if small else 23.0
        high = 14.0 if small else 18.0
        plate = Box(box.x + 1, box.y, width, high)
        drawn = rect(plate, "face", "ink", 1, corner=3)
        drawn += write(number, plate.middle, plate.centre, 12 if small else 13.5, "b")
        price = self.edition.road[step].price
        side = 17.0 if small else 21.0
        coin = Box(box.right - side, box.y - 0.5, side, side)
        return drawn + (self.symbols.put(f"price-{price}", coin) if price else "")

    # The cathedral.

    def cathedral(self) -> str:
        """Return the cathedral and the place before it."""
        size, geometry = self.size, self.geometry
        whole, church = geometry[_pieces.space_part(CATHEDRAL)], geometry.church
        slots = [box for place, box in geometry.places.items() if place.startswith("cathedral:")]
        drawn = ""
        if size.left:
            court = Box(whole.x, church.bottom - 2, size.left, whole.bottom - church.bottom + 2)
            drawn += self.gallery(whole)
            drawn += self.cottage(Box(whole.x + 6, church.y + 14, 24, 20))
            drawn += self.cypress(whole.right - 8, church.bottom, 44)
            drawn += self.cypress(whole.right - 20, church.bottom, 30)
            drawn += rect(court, "g0") + self.wall(
                Box(whole.x, whole.bottom - size.wall, size.left, size.wall)
            )
        else:
            band = Box(self.inner.x, whole.y, self.inner.width, whole.height)
            court = Box(church.right, whole.y, self.inner.right - church.right, whole.height)
            drawn += rect(band, self.symbols.url("hill")) + rect(court.grown(-2), "g0", corner=4)
        drawn += self.church(church)
        for slot in slots:
            drawn += (
                f'<ellipse cx="{num(slot.middle)}" cy="{num(slot.bottom - 2)}" rx="9" ry="3"'
                ' class="tl-f-joint"/>'
            )
        return drawn

    def gallery(self, whole: Box) -> str:
        """Return the wall on which the paintings hang."""
        frames = [
            box
            for place, box in self.geometry.places.items()
            if place.startswith("supply:painting:")
        ]
        if not frames:
            return ""
        y = frames[0].y - 12
        height = frames[-1].bottom - y + 8
        return (
            rect(Box(whole.x + 4, y, whole.width - 8, height), "town", "towns")
            + f'<g transform="translate({num(whole.x)} {num(y - 13)})">'
            + path(
                f"M0 14L8 0H{num(whole.width - 8)}L{num(whole.width)} 14z", self.symbols.url("roof")
            )
            + "</g>"
        )

    def church(self, box: Box) -> str:
        """Return the cathedral: a tower with a spire, a front with a rose window, a dome."""
        x, width, height = box.x, box.width, box.height
        across, down = width / 220, height / 150

        def at(left: float, up: float) -> str:
            return f"{num(x + left * across)} {num(box.bottom - up * down)}"

        def arch(left: float, up: float, wide: float, high: float) -> str:
            return horseshoe(
                Box(x + left * across, box.bottom - up * down, wide * across, high * down)
            )

        windows = "".join(
            arch(left, up, 8, 16) for left, up in ((23, 92), (39, 92), (23, 62), (39, 62))
        )
        windows += "".join(arch(left, 66, 8, 17) for left in (142, 161, 180, 199))
        doors = "".join(arch(left, 40, 16, 40) for left in (70, 88, 106))
        middle, rose = x + 96 * across, box.bottom - 68 * down
        radius = 17 * min(across, down * 1.3)
        return (
            path(f"M{at(120, 0)}L{at(120, 84)}L{at(216, 84)}L{at(216, 0)}z", "stone1", "stoned")
            + path(
                f"M{at(138, 88)}a{num(30 * across)} {num(36 * down)} 0 0 1 {num(60 * across)} 0z",
                "slate",
            )
            + path(f"M{at(168, 118)}L{at(168, 138)}M{at(163, 132)}L{at(173, 132)}", "", "ink", 1.6)
            + path(
                f"M{at(132, 84)}L{at(132, 92)}L{at(204, 92)}L{at(204, 84)}z",
                "stone0",
                "stoned",
                0.8,
            )
            + path(
                f"M{at(62, 0)}L{at(62, 80)}L{at(96, 110)}L{at(130, 80)}L{at(130, 0)}z",
                "stone0",
                "stoned",
            )
            + path(
                f"M{at(12, 0)}L{at(12, 100)}L{at(58, 100)}L{at(58, 0)}z",
                self.symbols.url("stone"),
                "stoned",
            )
            + path(f"M{at(17, 100)}L{at(17, 112)}L{at(53, 112)}L{at(53, 100)}z", "stone0", "stoned")
            + path(f"M{at(20, 112)}L{at(35, 152)}L{at(50, 112)}z", "slate")
            + path(f"M{at(35, 152)}L{at(50, 112)}L{at(35, 112)}z", "slated")
            + path(f"M{at(24, 122)}L{at(46, 122)}M{at(27, 131)}L{at(43, 131)}", "", "gold", 1.6)
            + path(f"M{at(35, 150)}L{at(35, 161)}M{at(31, 157)}L{at(39, 157)}", "", "ink", 1.5)
            + path(windows, "win")
            + disc(middle, rose, radius, "stoned")
            + disc(middle, rose, radius * 0.85, "rose")
            + path(star(middle, rose, radius * 0.7), "", "stone0", 1.4)
            + path(doors, "timber", "stoned")
            + path(
                f"M{at(12, 72)}L{at(58, 72)}M{at(12, 42)}L{at(58, 42)}M{at(130, 36)}L{at(216, 36)}",
                "",
                "stoned",
            )
        )

    def rack(self) -> str:
        """Return the timber on which the supply lies."""
        supply = self.geometry.zones["supply"]
        box = Box(self.inner.x, supply.y, self.inner.width, self.inner.bottom - supply.y)
        planks = "".join(
            f"M{num(box.x)} {num(down)}h{num(box.width)}"
            for down in _between(box.y, box.bottom, 36)
        )
        return rect(box, "rack") + path(planks, "", "plank", 2)
