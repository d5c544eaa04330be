"""The components of the game as blocks: figures, cards, swords, tiles, paintings, shops, materials."""

from __future__ import annotations

from math import cos, pi, sin

from attrs import frozen

from toledo_rules.cards import Card
from toledo_rules.edition import MOVEMENT, Edition, ShopTile, Sword, Tile
from toledo_rules.notation import format_card, format_shop, format_sword
from toledo_rules.render.blocks import Block, box, framed, letters, num, row, told, words
from toledo_rules.render.icons import Icon, icon, icon_at
from toledo_rules.render.measures import Measures
from toledo_rules.render.speech import Speech
from toledo_rules.render.theme import duel_paint, player_paint
from toledo_rules.state import Seat

_LEAST_TEXT = 8.5
"""A letter that is smaller than this is left out."""

TIMES = "\N{MULTIPLICATION SIGN}"


@frozen(eq=False)
class Desk:
    """What is needed to draw anything: the components, the words and the sizes."""

    edition: Edition
    speech: Speech
    size: Measures

    # Figures.

    def figure_at(
        self, seat: Seat, x: float, y: float, size: float, *, kind: str = "tl-figure"
    ) -> str:
        """A figure around a point: its player's colour, shape and letter.

        Without a kind, its outline has the colour of its letter: so it can be seen on its own colour.
        """
        paint, letter = player_paint(self.edition, seat), self.speech.seat_letters[seat]
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
        """A figure as a block."""
        side = self.size.figure
        half = side / 2
        return Block(side, side, lambda x, y: self.figure_at(seat, x + half, y + half, side))

    # Cards.

    def card(self, card: Card, *, meant: bool = False) -> Block:
        """A card as it lies on the table or in a hand."""
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
                    self.speech.duel_letters[card.colour],
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

        return told(
            Block(width, height, draw),
            self.speech.card(card),
            card=format_card(card, self.edition),
        )

    def small_card(self, card: Card) -> Block:
        """A card in a list."""
        paint = duel_paint(self.edition, card.colour)
        size = self.size.small
        text = f"{card.value}{self.speech.duel_letters[card.colour]}"
        inside = row([_painted(text, size, paint.ink), icon(card.stance, size, fill=paint.ink)], 2)
        return told(
            _plate(inside, paint.fill, self.size.chip),
            self.speech.card(card),
            card=format_card(card, self.edition),
        )

    # Swords, tiles, paintings, shops.

    def sword(self, sword: Sword) -> Block:
        """A sword tile: what it is worth, then what it costs."""
        size = self.size
        cost = [words(str(sword.metal), size.small, kind="tl-m"), icon("metal", size.mark)]
        if sword.gems:
            cost += [words(str(sword.gems), size.small, kind="tl-m"), icon("gem", size.mark)]
        worth = [icon("sword", size.mark), words(str(sword.value), size.text, bold=True)]
        inside = row([row(worth, 1), row(cost, 1)], size.near * 0.7)
        return told(
            framed(inside, "tl-chip", size.chip, corner=4),
            self.speech.sword(sword),
            sword=format_sword(sword, self.edition),
        )

    def tile(self, tile: Tile) -> Block:
        """A master tile."""
        size = self.size
        if tile == MOVEMENT:
            inside = framed(icon("movement", size.icon), "tl-chip", size.chip, corner=4)
        else:
            paint = duel_paint(self.edition, tile)
            letter = _painted(self.speech.duel_letters[tile], size.small, paint.ink)
            swords = icon("fencing", size.icon, fill=paint.ink)
            inside = _plate(row([swords, letter], 2), paint.fill, size.chip)
        return told(inside, self.speech.tile(tile), tile=tile)

    def painting(self, value: int) -> Block:
        """A painting."""
        size = self.size
        inside = row([icon("painting", size.icon), words(str(value), size.text, bold=True)], 2)
        chip = framed(inside, "tl-chip", size.chip, corner=4)
        return told(chip, self.speech.painting(value), painting=value)

    def shop(self, shop: ShopTile) -> Block:
        """A shop tile that is not on the board."""
        size = self.size
        ring = size.small * 0.62
        rings = [_ring(ring)] * shop.circles
        inside = row([icon(shop.kind, size.icon), row(rings, 2)], 3)
        chip = framed(inside, "tl-chip", size.chip, corner=4)
        return told(chip, self.speech.shop(shop), shop=format_shop(shop, self.edition))

    # Numbers of things.

    def stock(self, name: Icon, number: int, label: str) -> Block:
        """How many there are of something."""
        size = self.size
        shown = [icon(name, size.icon), words(str(number), size.text, bold=True)]
        return told(row(shown, 3), f"{label}: {number}")

    def times(self, block: Block, number: int) -> Block:
        """Some of the same kind."""
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
    """A block on a rectangle of its own colour."""
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
    """The corners of a regular polygon around the origin."""
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
"""How much lower a letter stands in a shape that is narrow at its top."""
