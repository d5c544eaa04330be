"""Pictures of positions as SVG: the board, and around it the turn, the hand, the players' areas and the supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil

from attrs import frozen

from toledo_rules.cards import STANCES
from toledo_rules.describe import Language, describe
from toledo_rules.describe._table import PictureError, Viewer, VisibleTable, labels
from toledo_rules.edition import MOVEMENT, SHOP_KINDS, Seat
from toledo_rules.multiset import distinct
from toledo_rules.phases import Duel
from toledo_rules.render._blocks import (
    EMPTY,
    Block,
    Icon,
    column,
    cut,
    flow,
    framed,
    icon,
    num,
    paragraph,
    placed,
    plain,
    row,
    with_tooltip,
    words,
)
from toledo_rules.render._board import NOTHING, Board, Highlights
from toledo_rules.render._components import TIMES, Components
from toledo_rules.render._style import LAYOUTS, MEASURES, THEMES, PageLayout, Theme, style
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
        ValueError: the theme, layout, language or seat is unknown, the view is another seat's, or it does not add up.
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
            ("fame", self.table.fame[seat], "fame"),
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
