"""The pen: SVG shapes and texts with the classes of the style sheet.

Colours have names (see `_look`): a shape is filled with ``f-name`` and outlined with ``s-name``. Widths of texts are
estimated for the widest of the usual fonts, so that texts fit in all of them.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from math import ceil
from re import compile as pattern

from toledo_rules.render._geometry import Box

_NOT_XML = pattern(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW = frozenset("fijlrtI.,:;'|!()[] \u00a0-/·")
_WIDE = frozenset("mwMW@%—…")

TIMES = "\N{MULTIPLICATION SIGN}"

LEAST_TEXT = 12.0
"""The smallest size of letters, in units; a letter that would be smaller is left out."""


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


def wrapped(text: str, size: float, width: float, most: int, *, bold: bool = False) -> list[str]:
    """Return the lines of a text, as many as there is room for.

    >>> wrapped("one two three four", 10, 50, 2)
    ['one two', 'three f…']
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer, size, bold=bold) <= width or len(lines) == most):
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
    """Return a rectangle that nobody sees, but that can be clicked."""
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
    """Return a text around the height of a point: centred (c), to the right of it (l) or to its left (e)."""
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
    """Return a drawing moved to a point and made larger or smaller."""
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
