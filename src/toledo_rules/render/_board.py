"""The board: the road from the cathedral to the Alcazar, in lines that wind upwards, and the marks on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import assert_never

from attrs import field, frozen

from toledo_rules import events as happened
from toledo_rules.cards import Card, Cards
from toledo_rules.describe._table import VisibleTable
from toledo_rules.edition import CATHEDRAL, Edition, Seat, Step
from toledo_rules.events import Event, RoundFought
from toledo_rules.multiset import distinct
from toledo_rules.render._blocks import (
    Block,
    Icon,
    box,
    flow,
    framed,
    icon,
    icon_at,
    letters,
    num,
    plain,
    row,
    with_tooltip,
    words,
)
from toledo_rules.render._components import Components
from toledo_rules.render._style import BANDS, player_paint

# Highlights.


def _steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    return distinct(tuple(sorted(steps)))


def _cards(cards: Iterable[Card]) -> Cards:
    return distinct(tuple(sorted(cards)))


def _rounds(rounds: Iterable[RoundFought]) -> tuple[RoundFought, ...]:
    return tuple(rounds)


@frozen
class Highlights:
    """Marks on a picture, each with an outline of its own colour and kind of line.

    >>> from toledo_rules.render import Highlights
    >>> Highlights(origin=3, targets={9, 5})
    Highlights(origin=3, targets=(5, 9), last=(), cards=(), duel=())
    """

    origin: Step | None = None
    """The step of the figure that is about to move: a dashed outline."""
    targets: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps to which it, or a shop, can go: a solid outline. Any collection of steps will do."""
    last: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps of the last move: a dotted outline."""
    cards: Cards = field(default=(), converter=_cards)
    """Kinds of cards in the hand: a solid outline."""
    duel: tuple[RoundFought, ...] = field(default=(), converter=_rounds)
    """The rounds of the last duel, in order: shown with the cards that were turned up, and the winners."""

    @classmethod
    def after(cls, events: Iterable[Event]) -> Highlights:
        """Return the marks of the last move, from its events (see `toledo_rules.transition`).

        >>> from random import Random
        >>> from toledo_rules import PlaceShop, ShopTile, new_game, transition
        >>> from toledo_rules.render import Highlights
        >>> start = new_game(2, Random(1))
        >>> Highlights.after(transition(start, PlaceShop(ShopTile("gem", 2), 7), Random(1)).events).last
        (7,)
        """
        last: list[Step] = []
        duel: list[RoundFought] = []
        for event in events:
            last += _marked_steps(event)
            if isinstance(event, RoundFought):
                duel.append(event)
        return cls(last=tuple(last), duel=tuple(duel))


def _marked_steps(event: Event) -> tuple[Step, ...]:
    """Return the steps that an event marks as the last move."""
    match event:
        case happened.FigureMoved():
            return event.origin, event.step
        case happened.ShopPlaced() | happened.FigureReturned() | happened.FigureSentBack():
            return (event.step,)
        case (
            happened.DrawingBegan()
            | happened.CardDrawn()
            | happened.PileReshuffled()
            | happened.CardPlayed()
            | happened.CircleTaken()
            | happened.SpaceFull()
            | happened.AlcazarEntered()
            | happened.DuelBegan()
            | happened.RoundFought()
            | happened.DuelEnded()
            | happened.FeePaid()
            | happened.MetalTaken()
            | happened.GemTaken()
            | happened.SwordForged()
            | happened.TileGivenBack()
            | happened.TileTaken()
            | happened.PaintingTaken()
            | happened.SwordDelivered()
            | happened.Passed()
            | happened.FrontCardDiscarded()
            | happened.TurnEnded()
            | happened.LastRoundBegan()
            | happened.TurnBegan()
            | happened.GameEnded()
        ):
            return ()
    assert_never(event)


NOTHING = Highlights()
"""No marks."""


# The board.


@frozen
class Spot:
    """The middle of a space on the page."""

    step: Step
    x: float
    y: float


def lines_of(edition: Edition, columns: int) -> tuple[tuple[tuple[Step, ...], ...], ...]:
    """Return the steps after the cathedral in lines, the lines in rows, from the bottom.

    Entrances belong to the last row.

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
    """Yield lines whose lengths differ by at most one."""
    start = 0
    for lines_left in range(ceil(len(steps) / columns), 0, -1):
        length = ceil((len(steps) - start) / lines_left)
        yield tuple(steps[start : start + length])
        start += length


def spots_of(
    lines: Sequence[Sequence[Step]], left: float, right: float, bottom: float, pitch: float
) -> list[Spot]:
    """Return the place of each space: every other line runs back, and each begins above the end of the previous one."""
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

    components: Components
    table: VisibleTable
    highlights: Highlights

    def draw(self, width: float, least: float = 0) -> Block:
        """Return the whole board; its lines move apart to make it at least the given height."""
        size = self.components.size
        rows = lines_of(self.table.edition, size.columns)
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
        """Return a background for each row, from the bottom."""
        drawn = ""
        for number, height in enumerate(heights):
            bottom -= height
            drawn += box(x, bottom + 2, width, height - 4, f"tl-band{number % BANDS}", corner=8)
        return drawn

    def road(self, spots: Sequence[Spot], start: float, end: float) -> str:
        """Return the road under the spaces, with arrows where there is room for them."""
        size = self.components.size
        way = [Spot(CATHEDRAL, spots[0].x, start), *spots, Spot(CATHEDRAL, spots[-1].x, end)]
        path = "L".join(f"{num(spot.x)} {num(spot.y)}" for spot in way)
        gates = "".join(
            f"M{num(spot.x)} {num(spot.y)}V{num(end)}"
            for spot in spots[:-1]
            if spot.y == spots[-1].y and self.table.edition.road[spot.step].kind == "entrance"
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
        """Return a space with everything on it."""
        components, table = self.components, self.table
        size, edition = components.size, table.edition
        width, height = size.cell
        x, y = spot.x - width / 2, spot.y - height / 2
        shop, kind = table.shop(spot.step), table.kind(spot.step)
        corner = width * 0.07
        middle, number = y + size.head / 2, str(spot.step)
        cap = _cap(x, y, width, size.head, corner)
        if shop is None:
            head = f'class="tl-head" d="{cap}"'
            step = letters(number, x + size.head * 0.5, middle, size.small)
            owner = ""
        else:
            paint = player_paint(edition, shop.owner)
            head = f'fill="{paint.fill}" d="{cap}"'
            step = letters(
                number, x + size.head * 0.5, middle, size.small, kind="tl-k", fill=paint.ink
            )
            owner = components.figure_at(
                shop.owner, x + width / 2, middle, size.head * 0.92, kind=""
            )
        side = height * 0.29
        parts = (
            f"<title>{plain(components.labels.space(table, spot.step))}</title>"
            + box(x, y, width, height, "tl-site" if kind == "site" else "tl-cell", corner=corner)
            + f"<path {head}/>"
            + step
            + owner
            + self.coin(edition.road[spot.step].price, x + width - size.head / 2, middle)
            + icon_at(
                kind,
                spot.x - side / 2,
                y + size.head + (height - size.head) * 0.26 - side / 2,
                side,
            )
            + self.circles(spot.step, spot.x, y + size.head + (height - size.head) * 0.72)
            + self.outlines(spot.step, x, y, width, height, corner)
            + box(x - 2, y - 2, width + 4, height + 4, "tl-hit")
        )
        return f'<g data-step="{spot.step}">{parts}</g>'

    def coin(self, price: int, x: float, y: float) -> str:
        """Return the price of a space, on a coin; nothing if it has none."""
        size = self.components.size
        if not price:
            return ""
        return (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(size.head * 0.42)}" class="tl-coin"/>'
            + letters(str(price), x, y, size.small, kind="tl-coined")
        )

    def circles(self, step: Step, x: float, y: float) -> str:
        """Return the circles of a space with their figures, and the figure that found none."""
        size, table = self.components.size, self.table
        figures: list[Seat | None] = [*table.standing(step)]
        figures += [None] * (table.circles(step) - len(figures))
        transit = table.in_transit(step)
        over = [] if transit is None else [transit]
        apart = min(size.figure * 1.12, (size.cell[0] - 4) / max(len(figures) + len(over), 1))
        left = x - apart * (len(figures) + len(over) - 1) / 2
        side = apart / 1.12
        drawn = ""
        for place, seat in enumerate(figures):
            across = left + place * apart
            drawn += (
                f'<circle cx="{num(across)}" cy="{num(y)}" r="{num(side * 0.46)}" class="tl-free"/>'
                if seat is None
                else self.components.figure_at(seat, across, y, side)
            )
        for place, seat in enumerate(over, start=len(figures)):
            across = left + place * apart
            drawn += self.components.figure_at(seat, across, y, side, kind="tl-over")
        return drawn

    def outlines(
        self, step: Step, x: float, y: float, width: float, height: float, corner: float
    ) -> str:
        """Return the marks on a space."""
        marked = self.highlights
        drawn = ""
        if step in marked.last:
            head = self.components.size.head if step else 0
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
        """Return the cathedral, with the figures in it."""
        components, table = self.components, self.table
        groups = [
            row([components.figure(seat)] * figures, 2)
            for seat in table.seats
            if (figures := table.player(seat).figures.count(CATHEDRAL))
        ]
        strip = self.strip("cathedral", groups, width)

        def draw(x: float, y: float) -> str:
            drawn = strip.draw(x, y)
            drawn += self.outlines(CATHEDRAL, x, y, strip.width, strip.height, 8)
            return drawn + box(x, y, strip.width, strip.height, "tl-hit")

        whole = Block(strip.width, strip.height, draw)
        title = components.labels.space(table, CATHEDRAL)
        return with_tooltip(whole, title, step=CATHEDRAL)

    def alcazar(self, width: float) -> Block:
        """Return the Alcazar, with the figures in it and the swords under them."""
        components, groups = self.components, []
        for seat in self.table.seats:
            player = self.table.player(seat)
            swords = [*player.delivered, *[None] * (player.inside - len(player.delivered))]
            for sword in swords:
                under = [] if sword is None else [components.sword(sword)]
                figure = row([components.figure(seat), *under], 2)
                groups.append(with_tooltip(figure, components.labels.players[seat]))
        return self.strip("alcazar", groups, width)

    def strip(self, name: Icon, groups: Sequence[Block], width: float) -> Block:
        """Return a place that is as wide as the board."""
        size = self.components.size
        title = row(
            [
                icon(name, size.figure * 0.9),
                words(self.components.labels.heading(name), size.text, bold=True),
            ],
            size.near,
        )
        inside = flow([title, *groups], width - 2 * size.pad, size.near * 1.6)
        least = size.figure + 2 * size.pad
        return framed(inside, "tl-panel", size.pad, width=width, height=least, corner=8)


def _cap(x: float, y: float, width: float, height: float, corner: float) -> str:
    """Return the outline of the upper part of a rounded rectangle."""
    inner = num(width - 2 * corner)
    c = num(corner)
    return (
        f"M{num(x)} {num(y + height)}v-{num(height - corner)}q0-{c} {c}-{c}h{inner}"
        f"q{c} 0 {c} {c}v{num(height - corner)}z"
    )


def _arrow(x: float, y: float, direction: int, size: float) -> str:
    """Return a triangle that points along the road."""
    tip = size * direction
    return (
        f"M{num(x - tip)} {num(y - size)}L{num(x + tip)} {num(y)}L{num(x - tip)} {num(y + size)}z"
    )
