"""Blocks: pieces of a picture that know their size, and how they are put beside and below each other.

A block is drawn at a place only when the whole page is known, so all coordinates in a picture are those of the page.
Widths of texts are estimated for the widest of the usual sans-serif fonts, so that texts fit in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from html import escape
from itertools import accumulate
from math import ceil
from re import compile as pattern

from attrs import frozen

_NOT_XML = pattern(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW = frozenset("fijlrtI.,:;'|!()[] \u00a0-/·")
_WIDE = frozenset("mwMW@%—…")
_CAP_HEIGHT = 0.73
"""Height of a capital letter or a digit, in parts of the font size."""
LINE = 1.35
"""Height of a line of text, in parts of the font size."""


@frozen(eq=False)
class Block:
    """A piece of a picture."""

    width: float
    height: float
    draw: Callable[[float, float], str]
    """The SVG of it, with its upper left corner at x and y."""


def num(number: float) -> str:
    """A coordinate, as short as it can be.

    >>> num(3.0), num(2.25), num(-0.04)
    ('3', '2.2', '0')
    """
    tenths = round(number * 10)
    return str(tenths / 10) if tenths % 10 else str(tenths // 10)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A text as it stands in XML, whatever it contains.

    >>> plain("Ana & <Bo>"), plain(chr(0)) == chr(0xFFFD)
    ('Ana &amp; &lt;Bo&gt;', True)
    """
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The most room that a text needs.

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
    """A text that fits: with an ellipsis if it would not.

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
    """A text around a point, or to the right of it; its capitals are centred on the height of the point."""
    colour = f' fill="{fill}"' if fill else ""
    named = f"{kind} tl-c" if centred else kind
    baseline = round(2 * y + size * _CAP_HEIGHT) / 2
    return (
        f'<text x="{num(x)}" y="{num(baseline)}" font-size="{num(size)}" class="{named}"{colour}>'
        f"{plain(text)}</text>"
    )


def words(text: str, size: float, *, bold: bool = False, kind: str = "tl-t") -> Block:
    """One line of text."""
    height = round(size * LINE)
    return Block(
        text_width(text, size, bold=bold),
        height,
        lambda x, y: letters(
            text, x, y + height / 2, size, kind="tl-b" if bold else kind, centred=False
        ),
    )


def paragraph(text: str, size: float, width: float, *, bold: bool = False) -> Block:
    """A text in as many lines as it needs."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return column([words(line, size, bold=bold) for line in lines], 0)


def box(x: float, y: float, width: float, height: float, kind: str, *, corner: float = 0) -> str:
    """A rectangle of a class of the style sheet."""
    round_off = f' rx="{num(corner)}"' if corner else ""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"{round_off}'
        f' class="{kind}"/>'
    )


def row(blocks: Iterable[Block], gap: float) -> Block:
    """Blocks beside each other, centred on one height."""
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
    """Blocks below each other, from the left."""
    parts = [part for part in blocks if part.height]
    tops = list(accumulate((part.height + gap for part in parts), initial=0))
    height = max(tops[-1] - gap, 0)

    def draw(x: float, y: float) -> str:
        return "".join(part.draw(x, y + top) for part, top in zip(parts, tops, strict=False))

    return Block(max((part.width for part in parts), default=0), height, draw)


def flow(blocks: Iterable[Block], width: float, gap: float) -> Block:
    """Blocks beside each other like words: in as many lines as they need."""
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
    """A block on a rectangle, which is at least as wide and high as asked for."""
    wide = max(width, block.width + 2 * pad)
    high = max(height, block.height + 2 * pad)

    def draw(x: float, y: float) -> str:
        return box(x, y, wide, high, kind, corner=corner) + block.draw(x + pad, y + pad)

    return Block(wide, high, draw)


def told(block: Block, title: str, **data: str | int) -> Block:
    """A block with a tooltip, and with data for whoever wants to know what was clicked on."""
    found = "".join(f' data-{name}="{plain(str(value))}"' for name, value in data.items())
    said = f"<title>{plain(title)}</title>"
    return Block(block.width, block.height, lambda x, y: f"<g{found}>{said}{block.draw(x, y)}</g>")


def together(parts: Sequence[tuple[float, float, Block]], width: float, height: float) -> Block:
    """Blocks at given places on an area."""
    return Block(
        width,
        height,
        lambda x, y: "".join(part.draw(x + left, y + top) for left, top, part in parts),
    )
