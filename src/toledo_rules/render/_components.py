"""The components of the game as blocks: figures, cards, swords, tiles, paintings, shops, materials."""

from __future__ import annotations

from math import cos, pi, sin

from attrs import frozen

from toledo_rules.cards import Card
from toledo_rules.describe._table import Labels
from toledo_rules.edition import MOVEMENT, Edition, Seat, ShopTile, Sword, Tile
from toledo_rules.notation import format_card, format_shop, format_sword
from toledo_rules.render._blocks import (
    Block,
    Icon,
    box,
    framed,
    icon,
    icon_at,
    letters,
    num,
    row,
    with_tooltip,
    words,
)
from toledo_rules.render._style import Measures, duel_paint, player_paint

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
