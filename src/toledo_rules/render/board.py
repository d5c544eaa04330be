"""The board: the road from the cathedral to the Alcazar, in lines that wind upwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

from attrs import frozen

from toledo_rules.edition import CATHEDRAL, Edition, Step
from toledo_rules.render.blocks import (
    Block,
    box,
    flow,
    framed,
    letters,
    num,
    plain,
    row,
    told,
    words,
)
from toledo_rules.render.highlights import Highlights
from toledo_rules.render.icons import Icon, icon, icon_at
from toledo_rules.render.theme import BANDS, player_paint
from toledo_rules.render.things import Desk
from toledo_rules.state import Duel, Seat, Transit
from toledo_rules.views import View


@frozen
class Spot:
    """Where a space is on the board: its middle."""

    step: Step
    x: float
    y: float


def lines_of(edition: Edition, columns: int) -> tuple[tuple[tuple[Step, ...], ...], ...]:
    """The steps after the cathedral in lines, the lines in rows, from the bottom; entrances are in the last row.

    >>> from toledo_rules import KOSMOS_2008
    >>> [[len(line) for line in row] for row in lines_of(KOSMOS_2008, columns=8)]
    [[7], [6], [8]]
    >>> [[len(line) for line in row] for row in lines_of(KOSMOS_2008, columns=4)]
    [[4, 3], [3, 3], [4, 4]]
    """
    rows: list[list[Step]] = []
    for step, space in list(enumerate(edition.road))[1:]:
        if not rows or space.row not in ("", edition.road[step - 1].row):
            rows.append([])
        rows[-1].append(step)
    return tuple(tuple(_parted(steps, columns)) for steps in rows)


def _parted(steps: Sequence[Step], columns: int) -> Iterator[tuple[Step, ...]]:
    """Lines that differ by one space at most."""
    start = 0
    for lines_left in range(ceil(len(steps) / columns), 0, -1):
        length = ceil((len(steps) - start) / lines_left)
        yield tuple(steps[start : start + length])
        start += length


def spots_of(
    lines: Sequence[Sequence[Step]], left: float, right: float, bottom: float, pitch: float
) -> list[Spot]:
    """Where each space is: every other line runs back, and each begins above the end of the one before."""
    spots: list[Spot] = []
    rightward = True
    for number, line in enumerate(lines):
        y = bottom - number * pitch
        start, end = (left, right) if rightward else (right, left)
        apart = (end - start) / max(len(line) - 1, 1)
        spots += (Spot(step, start + apart * place, y) for place, step in enumerate(line))
        rightward ^= len(line) > 1
    return spots


@frozen(eq=False)
class Board:
    """The board of one position."""

    desk: Desk
    position: View
    highlights: Highlights

    def draw(self, width: float, least: float = 0) -> Block:
        """The whole board; lines stand further apart if that is needed to make it so high."""
        size = self.desk.size
        rows = lines_of(self.position.edition, size.columns)
        lines = [line for row in rows for line in row]
        alcazar, cathedral = self.alcazar(width), self.cathedral(width)
        top = alcazar.height + size.gap
        ends = top + size.gap + cathedral.height
        pitch = max(size.pitch, (least - ends) / len(lines))
        middle = len(lines) * pitch
        height = ends + middle
        inset = size.pad + size.cell[0] / 2

        def draw(x: float, y: float) -> str:
            bottom = y + top + middle - pitch / 2
            spots = spots_of(lines, x + inset, x + width - inset, bottom, pitch)
            heights = [len(row) * pitch for row in rows]
            return (
                self.bands(heights, x, y + top + middle, width)
                + self.road(spots, y + height - cathedral.height, y + alcazar.height)
                + alcazar.draw(x, y)
                + cathedral.draw(x, y + height - cathedral.height)
                + "".join(self.space(spot) for spot in spots)
            )

        return Block(width, height, draw)

    def bands(self, heights: Sequence[float], x: float, bottom: float, width: float) -> str:
        """A background for each row, from the bottom."""
        drawn = ""
        for number, height in enumerate(heights):
            bottom -= height
            drawn += box(x, bottom + 2, width, height - 4, f"tl-band{number % BANDS}", corner=8)
        return drawn

    def road(self, spots: Sequence[Spot], start: float, end: float) -> str:
        """The road under the spaces, with arrows where there is room for them."""
        size = self.desk.size
        way = [Spot(CATHEDRAL, spots[0].x, start), *spots, Spot(CATHEDRAL, spots[-1].x, end)]
        path = "L".join(f"{num(spot.x)} {num(spot.y)}" for spot in way)
        gates = "".join(
            f"M{num(spot.x)} {num(spot.y)}V{num(end)}"
            for spot in spots[:-1]
            if spot.y == spots[-1].y and self.position.edition.road[spot.step].kind == "entrance"
        )
        drawn = f'<path d="M{path}{gates}" class="tl-road" stroke-width="{num(size.road)}"/>'
        arrows = "".join(
            _arrow((a.x + b.x) / 2, a.y, 1 if b.x > a.x else -1, size.road * 0.28)
            for a, b in pairwise(spots)
            if a.y == b.y and abs(b.x - a.x) > size.cell[0] + size.road * 0.6
        )
        return drawn + (f'<path d="{arrows}" class="tl-way"/>' if arrows else "")

    # Spaces.

    def space(self, spot: Spot) -> str:
        """A space with everything on it."""
        size, position = self.desk.size, self.position
        width, height = size.cell
        x, y = spot.x - width / 2, spot.y - height / 2
        space, shop = position.edition.road[spot.step], position.shops[spot.step]
        kind = space.kind if shop is None else shop.kind
        body = "tl-site" if kind == "site" else "tl-cell"
        corner = width * 0.07
        step = letters(str(spot.step), x + size.head * 0.5, y + size.head / 2, size.small)
        if shop is None:
            head = f'class="tl-head" d="{_cap(x, y, width, size.head, corner)}"'
            owner = ""
        else:
            paint = player_paint(position.edition, shop.owner)
            head = f'fill="{paint.fill}" d="{_cap(x, y, width, size.head, corner)}"'
            step = letters(
                str(spot.step),
                x + size.head * 0.5,
                y + size.head / 2,
                size.small,
                kind="tl-k",
                fill=paint.ink,
            )
            owner = self.desk.figure_at(
                shop.owner, x + width / 2, y + size.head / 2, size.head * 0.92, kind=""
            )
        parts = (
            f"<title>{plain(self.desk.speech.space(position, spot.step))}</title>"
            + box(x, y, width, height, body, corner=corner)
            + f"<path {head}/>"
            + step
            + owner
            + self.coin(space.price, x + width - size.head / 2, y + size.head / 2)
            + self.kind(kind, spot.x, y + size.head + (height - size.head) * 0.26)
            + self.circles(spot.step, spot.x, y + size.head + (height - size.head) * 0.72)
            + self.outlines(spot.step, x, y, width, height, corner)
            + box(x - 2, y - 2, width + 4, height + 4, "tl-hit")
        )
        return f'<g data-step="{spot.step}">{parts}</g>'

    def coin(self, price: int, x: float, y: float) -> str:
        """The price of using a space."""
        size = self.desk.size
        if not price:
            return ""
        return (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(size.head * 0.42)}" class="tl-coin"/>'
            + letters(str(price), x, y, size.small, kind="tl-coined")
        )

    def kind(self, kind: str, x: float, y: float) -> str:
        """The icon of what is on a space."""
        size = self.desk.size.cell[1] * 0.29
        icons: dict[str, Icon] = {
            "metal": "metal",
            "gem": "gem",
            "smith": "smith",
            "fencing": "fencing",
            "tavern": "tavern",
            "artist": "artist",
            "entrance": "entrance",
        }
        return icon_at(icons[kind], x - size / 2, y - size / 2, size) if kind in icons else ""

    def circles(self, step: Step, x: float, y: float) -> str:
        """The circles of a space with the figures on them, and the one that found none."""
        size, position = self.desk.size, self.position
        shop = position.shops[step]
        room = position.edition.road[step].circles if shop is None else shop.circles
        figures: list[Seat | None] = [
            seat
            for seat, player in enumerate(position.players)
            for _ in range(player.figures.count(step))
        ]
        figures += [None] * (room - len(figures))
        over = [position.active] if _transit(position) == step else []
        apart = min(size.figure * 1.12, (size.cell[0] - 4) / max(len(figures) + len(over), 1))
        left = x - apart * (len(figures) + len(over) - 1) / 2
        side = apart / 1.12
        drawn = ""
        for place, seat in enumerate(figures):
            across = left + place * apart
            drawn += (
                f'<circle cx="{num(across)}" cy="{num(y)}" r="{num(side * 0.46)}" class="tl-free"/>'
                if seat is None
                else self.desk.figure_at(seat, across, y, side)
            )
        for place, seat in enumerate(over, start=len(figures)):
            drawn += self.desk.figure_at(seat, left + place * apart, y, side, kind="tl-over")
        return drawn

    def outlines(
        self, step: Step, x: float, y: float, width: float, height: float, corner: float
    ) -> str:
        """What is pointed out about a space."""
        marked = self.highlights
        drawn = ""
        if step in marked.last:
            head = self.desk.size.head if step else 0
            drawn += box(
                x + 3, y + head + 3, width - 6, height - head - 6, "tl-last", corner=corner
            )
        if step == marked.origin:
            drawn += box(x - 3, y - 3, width + 6, height + 6, "tl-origin", corner=corner)
        if step in marked.targets:
            drawn += box(x - 3, y - 3, width + 6, height + 6, "tl-target", corner=corner)
        return drawn

    # Both ends of the road.

    def cathedral(self, width: float) -> Block:
        """The cathedral, with the figures that start there."""
        desk, position = self.desk, self.position
        groups = [
            row([desk.figure(seat)] * player.figures.count(CATHEDRAL), 2)
            for seat, player in enumerate(position.players)
            if CATHEDRAL in player.figures
        ]
        strip = self.strip("cathedral", groups, width)

        def draw(x: float, y: float) -> str:
            drawn = strip.draw(x, y)
            drawn += self.outlines(CATHEDRAL, x, y, strip.width, strip.height, 8)
            return drawn + box(x, y, strip.width, strip.height, "tl-hit")

        whole = Block(strip.width, strip.height, draw)
        return told(whole, desk.speech.space(position, CATHEDRAL), step=CATHEDRAL)

    def alcazar(self, width: float) -> Block:
        """The Alcazar, with the figures in it and the swords under them."""
        desk, groups = self.desk, []
        for seat, player in enumerate(self.position.players):
            swords = [*player.delivered, *[None] * (player.inside - len(player.delivered))]
            for sword in swords:
                under = [] if sword is None else [desk.sword(sword)]
                groups.append(told(row([desk.figure(seat), *under], 2), desk.speech.seats[seat]))
        return self.strip("alcazar", groups, width)

    def strip(self, name: Icon, groups: Sequence[Block], width: float) -> Block:
        """A place across the whole board."""
        size = self.desk.size
        title = row(
            [
                icon(name, size.figure * 0.9),
                words(self.desk.speech.heading(name), size.text, bold=True),
            ],
            size.near,
        )
        inside = flow([title, *groups], width - 2 * size.pad, size.near * 1.6)
        least = size.figure + 2 * size.pad
        return framed(inside, "tl-panel", size.pad, width=width, height=least, corner=8)


def _transit(position: View) -> Step | None:
    """The space that a figure is over, on no circle (OCC-01)."""
    phase = position.phase
    return phase.step if isinstance(phase, (Transit, Duel)) else None


def _cap(x: float, y: float, width: float, height: float, corner: float) -> str:
    """The outline of the upper part of a rounded rectangle."""
    inner = num(width - 2 * corner)
    c = num(corner)
    return (
        f"M{num(x)} {num(y + height)}v-{num(height - corner)}q0-{c} {c}-{c}h{inner}"
        f"q{c} 0 {c} {c}v{num(height - corner)}z"
    )


def _arrow(x: float, y: float, direction: int, size: float) -> str:
    """A triangle that points along the road."""
    tip = size * direction
    return (
        f"M{num(x - tip)} {num(y - size)}L{num(x + tip)} {num(y)}L{num(x - tip)} {num(y + size)}z"
    )
