"""Icons: one path each, on a square of 24 by 24."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from toledo_rules.render.blocks import Block, num

Icon: TypeAlias = Literal[
    "alcazar",
    "artist",
    "attacker",
    "cards",
    "cathedral",
    "defender",
    "entrance",
    "fame",
    "fencing",
    "figure",
    "gem",
    "metal",
    "movement",
    "painting",
    "smith",
    "sword",
    "tavern",
    "turn",
]

_GRID = 24

_PATHS: Mapping[Icon, str] = {
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
    "entrance": "M3 22V11a9 9 0 0 1 18 0v11h-4V11a5 5 0 0 0-10 0v11zM9 22V11a3 3 0 0 1 6 0v11z",
    "fame": "M12 1l3 8h8l-6 5 2 9-7-5-7 5 2-9-6-5h8z",
    "fencing": "M2 2l4 1 6 6 6-6 4-1-1 4-6 6 4 4 2-1 1 2-5 5-2-1 1-2-4-4-4 4 1 2-2 1-5-5 1-2 2 1 4-4-6-6z",
    "figure": "M12 1a4.5 4.5 0 0 1 2.5 8.2L18 18h2v4H4v-4h2l3.5-8.8A4.5 4.5 0 0 1 12 1z",
    "gem": "M6 3h12l5 7-11 12L1 10zM8 5L5 9h4l2-4zM5 11l5 6-2-6z",
    "metal": "M7 5h10l6 14H1zM9 8l-1 2h8l-1-2z",
    "movement": "M2 3l9 9-9 9zM12 3l9 9-9 9z",
    "painting": "M1 3h22v18H1zM4 6v12h16V6zM5.5 16.5l4-6 3 4 2-2.5 4 4.5z",
    "smith": "M1 6h6V4h15v4c-4 0-6 2-6 5h2v3h2v4H6v-4h2v-3h1c0-3-4-4-8-4z",
    "sword": "M22 2l-1 6-10 9 2 2-2 2-3-3-3 4-3-3 4-3-3-3 2-2 2 2 9-10z",
    "tavern": "M4 3h13v4h2a3 3 0 0 1 3 3v4a4 4 0 0 1-4 4h-1v4H4zM17 9.5v6h1a1.5 1.5 0 0 0 1.5-1.5v-4.5z",
    "turn": "M5 2l15 10L5 22z",
}


def icon_at(icon: Icon, x: float, y: float, size: float, *, fill: str = "") -> str:
    """An icon with its upper left corner at x and y."""
    colour = f'fill="{fill}" fill-rule="evenodd"' if fill else 'class="tl-i"'
    scale = "" if size == _GRID else f"scale({size / _GRID:.3g})".replace("0.", ".")
    return f'<path transform="translate({num(x)} {num(y)}){scale}" {colour} d="{_PATHS[icon]}"/>'


def icon(name: Icon, size: float, *, fill: str = "") -> Block:
    """An icon as a block."""
    return Block(size, size, lambda x, y: icon_at(name, x, y, size, fill=fill))
