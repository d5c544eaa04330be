"""Blocks: pieces of a picture that know their size, ways to put them together, and the components of the game.

A block is drawn only when the whole page is laid out, so all coordinates in a picture are those of the page. Widths of
texts are estimated for the widest of the usual sans-serif fonts, so that texts fit in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import accumulate
from math import ceil, cos, pi, sin
from re import compile as pattern
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from toledo_rules._values import complete
from toledo_rules.cards import STANCES, Card, Stance
from toledo_rules.describe._sentences import Labels
from toledo_rules.edition import (
    MOVEMENT,
    SHOP_KINDS,
    SPACE_KINDS,
    Edition,
    Seat,
    ShopKind,
    ShopTile,
    SpaceKind,
    Sword,
    Tile,
)
from toledo_rules.notation import format_card, format_shop, format_sword
from toledo_rules.render._look import Measures, duel_paint, player_paint

_NOT_XML = pattern(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW = frozenset("fijlrtI.,:;'|!()[] \u00a0-/·")
_WIDE = frozenset("mwMW@%—…")
_CAP_HEIGHT = 0.73
"""Height of a capital letter or a digit, as a fraction of the font size."""
LINE = 1.35
"""Height of a line of text, as a fraction of the font size."""


@frozen(eq=False)
class Block:
    """A piece of a picture."""

    width: float
    height: float
    draw: Callable[[float, float], str]
    """A function that returns its SVG, with the upper left corner at x and y."""


EMPTY = Block(0, 0, lambda _x, _y: "")


# Letters and numbers.


@lru_cache(maxsize=16384)
def num(number: float) -> str:
    """Return a coordinate with at most one decimal.

    >>> num(3.0), num(2.25), num(-0.04)
    ('3', '2.2', '0')
    """
    tenths = round(number * 10)
    return str(tenths / 10) if tenths % 10 else str(tenths // 10)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return a text as XML, whatever it contains.

    >>> plain("Ana & <Bo>"), plain(chr(0)) == chr(0xFFFD)
    ('Ana &amp; &lt;Bo&gt;', True)
    """
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the most room that a text needs.

    >>> text_width("Toledo", 10) < text_width("Toledo", 10, bold=True) < 50
    True
    """
    ems = sum(map(_em, text))
    return ceil(ems * size * (1.12 if bold else 1))


def _em(letter: str) -> float:
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE:
        return 1.0
    return 0.74 if letter.isupper() else 0.64


def cut(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return a text that fits, shortened with an ellipsis if necessary.

    >>> cut("Red", 10, 100), cut("Maximilian the Third", 10, 60)
    ('Red', 'Maximili…')
    """
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text}…"


def letters(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    kind: str = "tl-t",
    centred: bool = True,
    fill: str = "",
) -> str:
    """Return a text around a point, or to its right; its capitals are centred on the height of the point."""
    colour = f' fill="{fill}"' if fill else ""
    named = f"{kind} tl-c" if centred else kind
    baseline = round(2 * y + size * _CAP_HEIGHT) / 2
    return (
        f'<text x="{num(x)}" y="{num(baseline)}" font-size="{num(size)}" class="{named}"{colour}>'
        f"{plain(text)}</text>"
    )


@lru_cache(maxsize=4096)
def words(text: str, size: float, *, bold: bool = False, kind: str = "tl-t") -> Block:
    """Return one line of text."""
    height = round(size * LINE)
    half, kind = height / 2, "tl-b" if bold else kind
    return Block(
        text_width(text, size, bold=bold),
        height,
        lambda x, y: letters(text, x, y + half, size, kind=kind, centred=False),
    )


def paragraph(text: str, size: float, width: float, *, bold: bool = False) -> Block:
    """Return a text in as many lines as it needs."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return column([words(line, size, bold=bold) for line in lines], 0)


# Blocks made of blocks.


def box(x: float, y: float, width: float, height: float, kind: str, *, corner: float = 0) -> str:
    """Return a rectangle with a class of the style sheet."""
    round_off = f' rx="{num(corner)}"' if corner else ""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"{round_off}'
        f' class="{kind}"/>'
    )


def row(blocks: Iterable[Block], gap: float) -> Block:
    """Return blocks side by side, centred on one height."""
    parts = list(blocks)
    height = max((part.height for part in parts), default=0)
    lefts = list(accumulate((part.width + gap for part in parts), initial=0))
    width = max(lefts[-1] - gap, 0)

    def draw(x: float, y: float) -> str:
        return "".join(
            part.draw(x + left, y + (height - part.height) / 2)
            for part, left in zip(parts, lefts, strict=False)
        )

    return Block(width, height, draw)


def column(blocks: Iterable[Block], gap: float) -> Block:
    """Return blocks below each other, flush left. Blocks without a height leave no gap."""
    parts = [part for part in blocks if part.height]
    tops = list(accumulate((part.height + gap for part in parts), initial=0))
    height = max(tops[-1] - gap, 0)

    def draw(x: float, y: float) -> str:
        return "".join(part.draw(x, y + top) for part, top in zip(parts, tops, strict=False))

    return Block(max((part.width for part in parts), default=0), height, draw)


def flow(blocks: Iterable[Block], width: float, gap: float) -> Block:
    """Return blocks side by side like words, in as many lines as they need."""
    lines: list[list[Block]] = [[]]
    left = 0.0
    for block in blocks:
        if lines[-1] and left + block.width > width:
            lines.append([])
            left = 0
        lines[-1].append(block)
        left += block.width + gap
    return column([row(line, gap) for line in lines], gap * 0.8)


def framed(
    block: Block, kind: str, pad: float, *, width: float = 0, height: float = 0, corner: float = 0
) -> Block:
    """Return a block on a rectangle that has at least the given width and height."""
    wide = max(width, block.width + 2 * pad)
    high = max(height, block.height + 2 * pad)

    def draw(x: float, y: float) -> str:
        return box(x, y, wide, high, kind, corner=corner) + block.draw(x + pad, y + pad)

    return Block(wide, high, draw)


def with_tooltip(block: Block, title: str, **data: str | int) -> Block:
    """Return a block with a tooltip, and with data attributes that identify it when it is clicked."""
    attributes = "".join(f' data-{name}="{plain(str(value))}"' for name, value in data.items())
    start = f"<g{attributes}><title>{plain(title)}</title>"
    return Block(block.width, block.height, lambda x, y: f"{start}{block.draw(x, y)}</g>")


def placed(parts: Sequence[tuple[float, float, Block]], width: float, height: float) -> Block:
    """Return an area with blocks at the given places."""
    return Block(
        width,
        height,
        lambda x, y: "".join(part.draw(x + left, y + top) for left, top, part in parts),
    )


# Icons: one path each, on a square of 24 by 24.

_ThingIcon: TypeAlias = Literal[
    "alcazar", "cards", "fame", "figure", "movement", "painting", "sword", "turn"
]

Icon: TypeAlias = _ThingIcon | SpaceKind | ShopKind | Stance
"""Everything that has an icon."""

_GRID = 24

_PATHS: Mapping[Icon, str] = complete(
    {
        "alcazar": "M2 22V5h4v3h3V5h6v3h3V5h4v17h-7v-5a3 3 0 0 0-6 0v5zM10 3V1h4v2z",
        "artist": (
            "M12 3C6 3 2 7 2 12s4 9 9 9c2 0 2.6-1.5 1.9-3-.7-1.7.4-3 2.1-3h3c2.5 0 4-1.6 4-4"
            "C22 6.5 17.5 3 12 3zM6.5 9.5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"
            "M11.5 7a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"
            "M16 10a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"
            "M5 14a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"
        ),
        "attacker": "M12 1l2.5 3v9.5H19V16h-5.5v6h-3v-6H5v-2.5h4.5V4z",
        "cards": "M8 2h12v16H8zM10 4v12h8V4zM4 6h3v13h9v3H4z",
        "cathedral": "M11 1h2v2h2v2h-2v3l8 6v8h-6v-4a3 3 0 0 0-6 0v4H3v-8l8-6V5H9V3h2z",
        "defender": "M12 1l9 3v7c0 6-4 10-9 12-5-2-9-6-9-12V4zM12 4L6 6v5c0 4 3 7 6 9z",
        "entrance": (
            "M3 22V11a9 9 0 0 1 18 0v11h-4V11a5 5 0 0 0-10 0v11zM9 22V11a3 3 0 0 1 6 0v11z"
        ),
        "fame": "M12 1l3 8h8l-6 5 2 9-7-5-7 5 2-9-6-5h8z",
        "fencing": (
            "M2 2l4 1 6 6 6-6 4-1-1 4-6 6 4 4 2-1 1 2-5 5-2-1 1-2-4-4-4 4 1 2-2 1-5-5 1-2 2 1 4-4-6-6z"
        ),
        "figure": "M12 1a4.5 4.5 0 0 1 2.5 8.2L18 18h2v4H4v-4h2l3.5-8.8A4.5 4.5 0 0 1 12 1z",
        "gem": "M6 3h12l5 7-11 12L1 10zM8 5L5 9h4l2-4zM5 11l5 6-2-6z",
        "metal": "M7 5h10l6 14H1zM9 8l-1 2h8l-1-2z",
        "movement": "M2 3l9 9-9 9zM12 3l9 9-9 9z",
        "painting": "M1 3h22v18H1zM4 6v12h16V6zM5.5 16.5l4-6 3 4 2-2.5 4 4.5z",
        "site": "",  # nothing is there yet
        "smith": "M1 6h6V4h15v4c-4 0-6 2-6 5h2v3h2v4H6v-4h2v-3h1c0-3-4-4-8-4z",
        "sword": "M22 2l-1 6-10 9 2 2-2 2-3-3-3 4-3-3 4-3-3-3 2-2 2 2 9-10z",
        "tavern": (
            "M4 3h13v4h2a3 3 0 0 1 3 3v4a4 4 0 0 1-4 4h-1v4H4zM17 9.5v6h1a1.5 1.5 0 0 0 1.5-1.5v-4.5z"
        ),
        "turn": "M5 2l15 10L5 22z",
    },
    (*get_args(_ThingIcon), *SPACE_KINDS, *SHOP_KINDS, *STANCES),
    "_PATHS",
)
"""A new kind of shop has its icon here."""


def icon_at(icon: Icon, x: float, y: float, size: float, *, fill: str = "") -> str:
    """Return an icon with its upper left corner at x and y; nothing if its picture is empty."""
    path = _PATHS[icon]
    if not path:
        return ""
    colour = f'fill="{fill}" fill-rule="evenodd"' if fill else 'class="tl-i"'
    scale = "" if size == _GRID else f"scale({size / _GRID:.3g})".replace("0.", ".")
    return f'<path transform="translate({num(x)} {num(y)}){scale}" {colour} d="{path}"/>'


@lru_cache(maxsize=1024)
def icon(name: Icon, size: float, *, fill: str = "") -> Block:
    """Return an icon as a block."""
    return Block(size, size, lambda x, y: icon_at(name, x, y, size, fill=fill))


# Components: figures, cards, swords, tiles, paintings, shops, materials.

_LEAST_TEXT = 8.5
"""Letters smaller than this are left out."""

TIMES = "\N{MULTIPLICATION SIGN}"


@frozen(eq=False)
class Components:
    """The components of an edition, with their names and sizes."""

    edition: Edition
    labels: Labels
    size: Measures

    # Figures.

    def figure_at(
        self, seat: Seat, x: float, y: float, size: float, *, kind: str = "tl-figure"
    ) -> str:
        """Return a figure around a point: its player's colour, shape and letter.

        Without a kind, its outline has the colour of its letter, so that it can be seen on its own colour.
        """
        paint, letter = player_paint(self.edition, seat), self.labels.player_letters[seat]
        corners = _CORNERS[seat % len(_CORNERS)]
        if corners:
            points = " ".join(
                f"{num(x + size * across)},{num(y + size * down)}" for across, down in corners
            )
            shape = f'<polygon points="{points}"'
        else:
            shape = f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(size * 0.46)}"'
        sunk = size * _SUNK.get(seat % len(_CORNERS), 0)
        high = size * (0.5 if len(letter) == 1 else 0.37)
        readable = high >= _LEAST_TEXT  # else the shape and the colour must do
        text = letters(letter, x, y + sunk, high, kind="tl-k", fill=paint.ink) if readable else ""
        line = f'class="{kind}"' if kind else f'stroke="{paint.ink}"'
        return f'{shape} {line} fill="{paint.fill}"/>{text}'

    def figure(self, seat: Seat) -> Block:
        """Return a figure as a block."""
        side = self.size.figure
        half = side / 2
        return Block(side, side, lambda x, y: self.figure_at(seat, x + half, y + half, side))

    # Cards.

    def card(self, card: Card, *, meant: bool = False) -> Block:
        """Return a card as it lies on the table or in a hand; `meant` cards have an outline."""
        width, height = self.size.card
        paint = duel_paint(self.edition, card.colour)
        strip = height * 0.34
        corner = width * 0.12

        def draw(x: float, y: float) -> str:
            foot = y + height - strip
            middle = foot + strip / 2
            side = strip * 0.72
            return (
                box(x, y, width, height, "tl-cell", corner=corner)
                + f'<path d="M{num(x + 1)} {num(foot)}h{num(width - 2)}v{num(strip - corner - 1)}'
                f"q0 {num(corner)}-{num(corner)} {num(corner)}h-{num(width - 2 - 2 * corner)}"
                f'q-{num(corner)} 0-{num(corner)}-{num(corner)}z" fill="{paint.fill}"/>'
                + letters(
                    str(card.value),
                    x + width / 2,
                    y + (height - strip) / 2,
                    height * 0.42,
                    kind="tl-b",
                )
                + letters(
                    self.labels.duel_letters[card.colour],
                    x + width * 0.28,
                    middle,
                    strip * 0.62,
                    kind="tl-k",
                    fill=paint.ink,
                )
                + icon_at(
                    card.stance,
                    x + width * 0.69 - side / 2,
                    middle - side / 2,
                    side,
                    fill=paint.ink,
                )
                + (
                    box(x - 2, y - 2, width + 4, height + 4, "tl-target", corner=corner)
                    if meant
                    else ""
                )
            )

        return with_tooltip(
            Block(width, height, draw),
            self.labels.card(card),
            card=format_card(card, self.edition),
        )

    def small_card(self, card: Card) -> Block:
        """Return a card for a list."""
        paint = duel_paint(self.edition, card.colour)
        size = self.size.small
        text = f"{card.value}{self.labels.duel_letters[card.colour]}"
        inside = row([_painted(text, size, paint.ink), icon(card.stance, size, fill=paint.ink)], 2)
        return with_tooltip(
            _plate(inside, paint.fill, self.size.chip),
            self.labels.card(card),
            card=format_card(card, self.edition),
        )

    # Swords, tiles, paintings, shops.

    def sword(self, sword: Sword) -> Block:
        """Return a sword tile: its worth, then its material."""
        size = self.size
        cost = [words(str(sword.metal), size.small, kind="tl-m"), icon("metal", size.mark)]
        if sword.gems:
            cost += [words(str(sword.gems), size.small, kind="tl-m"), icon("gem", size.mark)]
        worth = [icon("sword", size.mark), words(str(sword.value), size.text, bold=True)]
        inside = row([row(worth, 1), row(cost, 1)], size.near * 0.7)
        return with_tooltip(
            framed(inside, "tl-chip", size.chip, corner=4),
            self.labels.sword(sword),
            sword=format_sword(sword, self.edition),
        )

    def tile(self, tile: Tile) -> Block:
        """Return a master tile."""
        size = self.size
        if tile == MOVEMENT:
            inside = framed(icon("movement", size.icon), "tl-chip", size.chip, corner=4)
        else:
            paint = duel_paint(self.edition, tile)
            letter = _painted(self.labels.duel_letters[tile], size.small, paint.ink)
            swords = icon("fencing", size.icon, fill=paint.ink)
            inside = _plate(row([swords, letter], 2), paint.fill, size.chip)
        return with_tooltip(inside, self.labels.tile(tile), tile=tile)

    def painting(self, value: int) -> Block:
        """Return a painting."""
        size = self.size
        inside = row([icon("painting", size.icon), words(str(value), size.text, bold=True)], 2)
        chip = framed(inside, "tl-chip", size.chip, corner=4)
        return with_tooltip(chip, self.labels.painting(value), painting=value)

    def shop(self, shop: ShopTile) -> Block:
        """Return a shop tile that is not on the board."""
        size = self.size
        ring = size.small * 0.62
        rings = [_ring(ring)] * shop.circles
        inside = row([icon(shop.kind, size.icon), row(rings, 2)], 3)
        chip = framed(inside, "tl-chip", size.chip, corner=4)
        return with_tooltip(chip, self.labels.shop(shop), shop=format_shop(shop, self.edition))

    # Numbers of things.

    def stock(self, name: Icon, number: int, label: str) -> Block:
        """Return an icon with a number."""
        size = self.size
        shown = [icon(name, size.icon), words(str(number), size.text, bold=True)]
        return with_tooltip(row(shown, 3), f"{label}: {number}")

    def times(self, block: Block, number: int) -> Block:
        """Return a block with its number, if there is more than one of it."""
        if number == 1:
            return block
        return row([block, words(f"{TIMES}{number}", self.size.small, bold=True)], 2)


def _painted(text: str, size: float, ink: str) -> Block:
    plain = words(text, size, bold=True)
    half = plain.height / 2
    return Block(
        plain.width,
        plain.height,
        lambda x, y: letters(text, x, y + half, size, kind="tl-k", centred=False, fill=ink),
    )


def _plate(block: Block, fill: str, pad: float) -> Block:
    """Return a block on a rectangle of its own colour."""
    width, height = block.width + 2 * pad, block.height + 2 * pad
    return Block(
        width,
        height,
        lambda x, y: (
            f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" rx="4"'
            f' fill="{fill}"/>{block.draw(x + pad, y + pad)}'
        ),
    )


def _ring(size: float) -> Block:
    half = size / 2
    return Block(
        size,
        size,
        lambda x, y: (
            f'<circle cx="{num(x + half)}" cy="{num(y + half)}" r="{num(half)}" class="tl-ring"/>'
        ),
    )


def _regular(corners: int, turned: float = 0) -> tuple[tuple[float, float], ...]:
    """Return the corners of a regular polygon around the origin."""
    angles = [2 * pi * (number + turned) / corners for number in range(corners)]
    return tuple((0.48 * sin(angle), -0.48 * cos(angle)) for angle in angles)


_CORNERS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),  # a circle
    ((-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)),
    ((0, -0.48), (0.5, 0.42), (-0.5, 0.42)),
    ((0, -0.5), (0.5, 0), (0, 0.5), (-0.5, 0)),
    _regular(6, 0.5),
    _regular(5),
)
"""The shape of each player's figures, around the middle of a square of size 1."""
_SUNK = {2: 0.14, 5: 0.02}
"""Distance by which a letter is lowered in a shape that is narrow at its top."""
