"""Pictures of positions as SVG: the board, and around it the turn, the hand, the players' areas and the supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil

from attrs import frozen

from toledo_rules.cards import STANCES
from toledo_rules.describe import Language, describe
from toledo_rules.describe._messages import kind_at
from toledo_rules.describe._sentences import labels
from toledo_rules.edition import CATHEDRAL, MOVEMENT, SHOP_KINDS, Edition, Seat, Step
from toledo_rules.multiset import distinct
from toledo_rules.phases import Duel
from toledo_rules.render._blocks import (
    EMPTY,
    TIMES,
    Block,
    Components,
    Icon,
    box,
    column,
    cut,
    flow,
    framed,
    icon,
    icon_at,
    letters,
    num,
    paragraph,
    placed,
    plain,
    row,
    with_tooltip,
    words,
)
from toledo_rules.render._look import (
    BANDS,
    LAYOUTS,
    MEASURES,
    NOTHING,
    THEMES,
    Highlights,
    PageLayout,
    PictureError,
    Theme,
    Viewer,
    VisibleTable,
    player_paint,
    style,
)
from toledo_rules.state import State
from toledo_rules.views import View


class Picture(str):
    """The text of an SVG file. A notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    position: State | View,
    *,
    seat: Viewer = "all",
    highlights: Highlights = NOTHING,
    theme: Theme = "auto",
    layout: PageLayout = "wide",
    language: Language = "en",
    names: Sequence[str] = (),
) -> Picture:
    """Return a picture of a position: the board, the supply, the players' areas and the visible hands.

    A picture shows what the position holds: every hand of a `State`, that of the player on turn large and the others in
    the players' areas; of a `View` only the hand of its seat. Pass `seat` to draw a `State` as one player sees it, or
    None as a spectator does. Equal positions give equal pictures.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> state = new_game(2, Random(1))
    >>> picture = svg(state, seat=0, layout="narrow", language="de")
    >>> picture[:27], "Rot ist an der Reihe" in picture
    ('<svg xmlns="http://www.w3.o', True)
    >>> svg(state, seat=1) == svg(view(state, 1))
    True

    Everything that can be clicked carries its data: ``data-step`` (a space of the road), ``data-card``,
    ``data-sword``, ``data-shop`` (in notation), ``data-tile`` (the kind), ``data-painting`` (the value) and
    ``data-player`` (the seat); ``data-hand`` (the seat) is around the cards of the large hand. In a browser,
    ``event.target.closest("[data-step]")`` finds it. Every space can be clicked all over.

    Args:
        position: the position, or what one seat sees of it.
        seat: the player whose hand is shown; None for nobody's, "all" for every hand in the position.
        highlights: marks on the board and the hand.
        theme: light, dark, or as the reader's system prefers.
        layout: wide for screens (1600 units), narrow for phones (360 units).
        language: the language of all texts and tooltips.
        names: the players' names by seat. A player without one goes by the colour.

    Raises:
        ValueError: the theme, layout, language or seat is unknown, or the view is another seat's.
    """
    if theme not in THEMES:
        raise PictureError(f"unknown theme {theme!r}: choose one of {', '.join(THEMES)}")
    if layout not in LAYOUTS:
        raise PictureError(f"unknown layout {layout!r}: choose one of {', '.join(LAYOUTS)}")
    table = VisibleTable.of(position, seat)
    sentence = describe(position, language=language, names=names)
    components = Components(
        table.edition, labels(table.edition, language, tuple(names)), MEASURES[layout]
    )
    page = _page(
        Board(components, table, highlights), Panels(components, table, highlights), sentence
    )
    width, height = num(page.width), num(ceil(page.height))
    # Most texts have this size, so it is said once.
    most = f' font-size="{num(components.size.small)}"'
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' class="tl-{theme}"{most} role="img" lang="{language}">'
        f"<title>{plain(sentence)}</title><style>{style(theme)}</style>"
        f'<rect width="{width}" height="{height}" class="tl-page"/>{page.draw(0, 0).replace(most, "")}</svg>\n'
    )


def _page(board: Board, panels: Panels, sentence: str) -> Block:
    """Return the whole page: side by side if there is room, else below each other."""
    size = board.components.size
    room = size.page - 2 * size.margin
    if not size.side:
        inside = column(
            [
                panels.turn(sentence, room),
                board.draw(room),
                panels.hand(room),
                panels.players(room),
                panels.spread(panels.supply(room), room),
                panels.key(room),
            ],
            size.gap,
        )
        return placed(
            [(size.margin, size.margin, inside)], size.page, inside.height + 2 * size.margin
        )
    wide = room - size.side - size.gap
    turn, key = panels.turn(sentence, size.side), panels.key(size.side)
    supply = panels.supply(size.side)
    lowest = panels.spread(supply, size.side)
    hand = panels.hand(wide)
    below = hand.height + size.gap if hand.height else 0
    right = column([turn, lowest, key], size.gap)
    left = column([board.draw(wide, right.height - below), hand], size.gap)
    highest = panels.spread(supply, size.side, lowest.height + left.height - right.height)
    right = column([turn, highest, key], size.gap)
    players = panels.players(room)
    return placed(
        [
            (size.margin, size.margin, left),
            (size.margin + wide + size.gap, size.margin, right),
            (size.margin, size.margin + left.height + size.gap, players),
        ],
        size.page,
        left.height + size.gap + players.height + 2 * size.margin,
    )


# The board: the road from the cathedral to the Alcazar, in lines that wind upwards.


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
        shop_owner, kind = table.public.owner(spot.step), kind_at(table.public, spot.step)
        corner = width * 0.07
        middle, number = y + size.head / 2, str(spot.step)
        cap = _cap(x, y, width, size.head, corner)
        if shop_owner is None:
            head = f'class="tl-head" d="{cap}"'
            step = letters(number, x + size.head * 0.5, middle, size.small)
            owner = ""
        else:
            paint = player_paint(edition, shop_owner)
            head = f'fill="{paint.fill}" d="{cap}"'
            step = letters(
                number, x + size.head * 0.5, middle, size.small, kind="tl-k", fill=paint.ink
            )
            owner = components.figure_at(
                shop_owner, x + width / 2, middle, size.head * 0.92, kind=""
            )
        side = height * 0.29
        parts = (
            f"<title>{plain(components.labels.space(table.public, spot.step))}</title>"
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
        figures: list[Seat | None] = [*table.public.standing(step)]
        figures += [None] * (table.public.circles(step) - len(figures))
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
        strip = self.strip("cathedral", components.labels.kind("cathedral"), groups, width)

        def draw(x: float, y: float) -> str:
            drawn = strip.draw(x, y)
            drawn += self.outlines(CATHEDRAL, x, y, strip.width, strip.height, 8)
            return drawn + box(x, y, strip.width, strip.height, "tl-hit")

        whole = Block(strip.width, strip.height, draw)
        title = components.labels.space(table.public, CATHEDRAL)
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
        return self.strip("alcazar", components.labels.heading("alcazar"), groups, width)

    def strip(self, name: Icon, title: str, groups: Sequence[Block], width: float) -> Block:
        """Return a place that is as wide as the board."""
        size = self.components.size
        heading = row(
            [icon(name, size.figure * 0.9), words(title, size.text, bold=True)], size.near
        )
        inside = flow([heading, *groups], width - 2 * size.pad, size.near * 1.6)
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


# Around the board.


@frozen(eq=False)
class Panels:
    """Everything around the board."""

    components: Components
    table: VisibleTable
    highlights: Highlights

    def listed(self, label: str, blocks: Sequence[Block], width: float) -> Block:
        """Return things of one kind under their label; nothing if there are none."""
        size = self.components.size
        if not blocks:
            return EMPTY
        name = words(label, size.small, kind="tl-m")
        return column([name, flow(blocks, width, size.near)], 2)

    # The turn.

    def turn(self, sentence: str, width: float) -> Block:
        """Return the pending decision, and the traces of this turn."""
        components, position, size = self.components, self.table.public, self.components.size
        labels = components.labels
        room = width - 2 * size.pad
        parts = [paragraph(sentence, size.text, room, bold=True)]
        facts = []
        if position.trigger is not None:
            name = words(labels.heading("last_round"), size.small, kind="tl-m")
            facts.append(row([name, components.figure(position.trigger)], size.near))
        if position.front is not None:
            name = words(labels.heading("first_card"), size.small, kind="tl-m")
            facts.append(row([name, components.small_card(position.front)], size.near))
        if position.tile_value is not None:
            used = labels.heading("tile_value", value=position.tile_value)
            name = words(used, size.small, kind="tl-m")
            facts.append(row([icon("movement", size.icon), name], size.near))
        if facts:
            parts.append(flow(facts, room, size.near * 2))
        if isinstance(position.phase, Duel) or self.highlights.duel:
            parts.append(self.duel(room))
        inside = column(parts, size.near)
        return framed(inside, "tl-panel", size.pad, width=width, corner=8)

    def duel(self, width: float) -> Block:
        """Return a duel: the rivals, their duel tiles and won rounds, and the cards that were turned up."""
        components, position, size = self.components, self.table.public, self.components.size
        parts = [icon("fencing", size.figure * 0.8)]
        phase = position.phase
        if isinstance(phase, Duel):
            ours = [components.figure(position.active), *self.duel_tiles(position.active)]
            theirs = [*self.duel_tiles(phase.rival), components.figure(phase.rival)]
            parts = [
                row([*ours, self.wins(phase.attacker_wins)], size.near),
                *parts,
                row([self.wins(phase.defender_wins), *theirs], size.near),
            ]
        fight = row(parts, size.near * 1.5)
        rounds = [
            row([components.card(fought.card), components.figure(fought.winner)], 3)
            for fought in self.highlights.duel
        ]
        return flow([fight, *rounds], width, size.near * 2)

    def duel_tiles(self, seat: Seat) -> list[Block]:
        """Return the duel tiles of a player."""
        return [self.components.tile(t) for t in self.table.player(seat).tiles if t != MOVEMENT]

    def wins(self, won: int) -> Block:
        """Return the number of won rounds, of those needed to win."""
        needed = self.table.public.edition.rounds_to_win
        side = self.components.size.icon * 0.8
        half = side / 2

        def draw(x: float, y: float) -> str:
            return "".join(
                f'<circle cx="{num(x + half + place * side * 1.2)}" cy="{num(y + half)}" r="{num(half - 1)}"'
                f' class="{"tl-i" if place < won else "tl-free"}"/>'
                for place in range(needed)
            )

        shown = Block(side * (1.2 * needed - 0.2), side, draw)
        return with_tooltip(shown, f"{won} / {needed}")

    # Hands and players.

    def hand(self, width: float) -> Block:
        """Return the hand that is shown large; nothing for a spectator."""
        components, position, size = self.components, self.table.public, self.components.size
        if position.seat is None:
            return EMPTY
        meant = self.highlights.cards
        cards = [
            components.times(components.card(card, meant=card in meant), position.hand.count(card))
            for card in distinct(position.hand)
        ]
        label = components.labels.heading("hand")
        name = words(label, size.text, bold=True)
        title = row([components.figure(position.seat), name], size.near)
        inside = column([title, flow(cards, width - 2 * size.pad, size.near * 1.2)], size.near)
        panel = framed(inside, "tl-panel", size.pad, width=width, corner=8)
        return with_tooltip(panel, label, hand=position.seat)

    def players(self, width: float) -> Block:
        """Return all players' areas."""
        size, seats = self.components.size, self.table.seats
        abreast = min(size.abreast, len(seats))
        each = (width - (abreast - 1) * size.gap) / abreast
        lines = [seats[start : start + abreast] for start in range(0, len(seats), abreast)]
        return column([self.beside(line, each) for line in lines], size.gap)

    def beside(self, seats: Iterable[Seat], width: float) -> Block:
        """Return areas of equal height side by side."""
        size = self.components.size
        areas = [(seat, self.area(seat, width - 2 * size.pad)) for seat in seats]
        height = max(area.height for _, area in areas) + 2 * size.pad
        return row(
            [
                with_tooltip(
                    framed(
                        area,
                        "tl-on" if seat == self.table.on_turn else "tl-panel",
                        size.pad,
                        width=width,
                        height=height,
                        corner=8,
                    ),
                    self.components.labels.players[seat],
                    player=seat,
                )
                for seat, area in areas
            ],
            size.gap,
        )

    def area(self, seat: Seat, width: float) -> Block:
        """Return everything that a player has."""
        components, labels, size = self.components, self.components.labels, self.components.size
        player = self.table.player(seat)
        marks = [icon("turn", size.icon)] if seat == self.table.on_turn else []
        figure = components.figure(seat)
        room = width - figure.width - sum(mark.width for mark in marks) - 2 * size.near
        name = words(cut(labels.players[seat], size.text, room, bold=True), size.text, bold=True)
        stocks: tuple[tuple[Icon, int, str], ...] = (
            ("fame", self.table.fame(seat), "fame"),
            ("cards", player.cards, "cards"),
            ("metal", player.metal, "metal"),
            ("gem", player.gems, "gems"),
            ("figure", len(player.figures), "figures"),
            ("alcazar", player.inside, "alcazar"),
        )
        treasure = [
            *(
                components.times(components.sword(sword), player.swords.count(sword))
                for sword in distinct(player.swords)
            ),
            *map(components.tile, player.tiles),
            *map(components.painting, player.paintings),
        ]
        shops = [
            components.times(components.shop(shop), player.shops.count(shop))
            for shop in distinct(player.shops)
        ]
        return column(
            [
                row([figure, name, *marks], size.near),
                flow(
                    [components.stock(i, n, labels.heading(key)) for i, n, key in stocks],
                    width,
                    size.near * 1.5,
                ),
                flow(treasure, width, size.near),
                self.listed(labels.heading("shops"), shops, width),
                self.cards(seat, width),
            ],
            size.near,
        )

    def cards(self, seat: Seat, width: float) -> Block:
        """Return the cards of a player that are visible, unless the hand is shown large: all, or the known ones."""
        hand, key = self.table.hands[seat], "hand"
        if hand is None or seat == self.table.public.seat:
            hand, key = self.table.player(seat).known, "known"
        blocks = [
            self.components.times(self.components.small_card(card), hand.count(card))
            for card in distinct(hand)
        ]
        return self.listed(self.components.labels.heading(key), blocks, width)

    # The supply.

    def supply(self, width: float) -> list[Block]:
        """Return what nobody has yet, kind by kind."""
        components, position, size = self.components, self.table.public, self.components.size
        heading = components.labels.heading
        room = width - 2 * size.pad
        stocks = [
            (heading("metal"), components.stock("metal", position.metal, heading("metal"))),
            (heading("gems"), components.stock("gem", position.gems, heading("gems"))),
            (heading("pile"), components.stock("cards", position.pile, heading("pile"))),
            (heading("discards"), self.discards()),
        ]
        columns = [
            column([words(name, size.small, kind="tl-m"), stock], 2) for name, stock in stocks
        ]
        swords = [
            components.times(components.sword(sword), position.swords.count(sword))
            for sword in distinct(position.swords)
        ]
        tiles = [
            components.times(components.tile(tile), position.tiles.count(tile))
            for tile in distinct(position.tiles)
        ]
        paintings = [components.painting(value) for value in position.paintings]
        parts = [
            words(heading("supply"), size.text, bold=True),
            flow(columns, room, size.near * 2),
            self.listed(heading("swords"), swords, room),
            self.listed(heading("tiles"), tiles, room),
            self.listed(heading("paintings"), paintings, room),
        ]
        return [part for part in parts if part.height]

    def spread(self, parts: Sequence[Block], width: float, least: float = 0) -> Block:
        """Return blocks below each other, spread over a panel of at least the given height."""
        size = self.components.size
        natural = column(parts, size.near).height + 2 * size.pad
        extra = min(max(least - natural, 0) / (len(parts) - 1), 4 * size.near)
        inside = column(parts, size.near + extra)
        return framed(inside, "tl-panel", size.pad, width=width, height=least, corner=8)

    def discards(self) -> Block:
        """Return the number of discarded cards; the tooltip lists them."""
        labels, cards = self.components.labels, self.table.public.discards
        seen = Counter(f"{card.value}{labels.duel_letters[card.colour]}" for card in cards)
        listed = " ".join(
            name if number == 1 else f"{name}{TIMES}{number}" for name, number in seen.items()
        )
        label = labels.heading("discards")
        return self.components.stock(
            "cards", len(cards), f"{label} ({listed})" if listed else label
        )

    def key(self, width: float) -> Block:
        """Return a key to the icons."""
        labels, size = self.components.labels, self.components.size
        entries: tuple[tuple[Icon, str], ...] = (
            *((kind, labels.kind(kind)) for kind in SHOP_KINDS),
            ("tavern", labels.kind("tavern")),
            ("artist", labels.kind("artist")),
            ("fame", labels.heading("fame")),
            ("cards", labels.heading("cards")),
            ("figure", labels.heading("figures")),
            ("movement", labels.tile(MOVEMENT)),
            *((stance, labels.stance(stance)) for stance in STANCES),
        )
        blocks = [
            row([icon(name, size.icon), words(text, size.small)], size.near * 0.7)
            for name, text in entries
        ]
        inside = flow(blocks, width - 2 * size.pad, size.near * 1.6)
        return framed(inside, "tl-panel", size.pad, width=width, corner=8)
