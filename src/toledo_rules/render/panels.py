"""What lies around the board: the turn, the hand, the players' areas, the supply and a key to the icons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import frozen

from toledo_rules.cards import STANCES
from toledo_rules.edition import MOVEMENT, SHOP_KINDS
from toledo_rules.multiset import distinct
from toledo_rules.render.blocks import (
    Block,
    column,
    cut,
    flow,
    framed,
    num,
    paragraph,
    row,
    told,
    words,
)
from toledo_rules.render.highlights import Highlights
from toledo_rules.render.icons import Icon, icon
from toledo_rules.render.things import TIMES, Desk
from toledo_rules.state import Duel, Over, Seat
from toledo_rules.views import View


@frozen(eq=False)
class Panels:
    """Everything around the board."""

    desk: Desk
    position: View
    fame: tuple[int, ...]
    """What each player has so far (A-158)."""
    highlights: Highlights

    @property
    def on_turn(self) -> Seat | None:
        """Who is on turn, while the game goes on."""
        return None if isinstance(self.position.phase, Over) else self.position.active

    def listed(self, label: str, blocks: Sequence[Block], width: float) -> Block:
        """A label, and things of one kind; nothing if there are none."""
        size = self.desk.size
        if not blocks:
            return Block(0, 0, lambda _x, _y: "")
        name = words(label, size.small, kind="tl-m")
        return column([name, flow(blocks, width, size.near)], 2)

    # The turn.

    def turn(self, sentence: str, width: float) -> Block:
        """What is to be decided, and what of this turn lies on the table."""
        desk, position, size = self.desk, self.position, self.desk.size
        room = width - 2 * size.pad
        parts = [paragraph(sentence, size.text, room, bold=True)]
        facts = []
        if position.trigger is not None:
            name = words(desk.speech.heading("last_round"), size.small, kind="tl-m")
            facts.append(row([name, desk.figure(position.trigger)], size.near))
        if position.front is not None:
            name = words(desk.speech.heading("first_card"), size.small, kind="tl-m")
            facts.append(row([name, desk.small_card(position.front)], size.near))
        if position.tile_value is not None:
            used = desk.speech.say("tile_value", value=position.tile_value)
            name = words(used[:1].upper() + used[1:], size.small, kind="tl-m")
            facts.append(row([icon("movement", size.icon), name], size.near))
        if facts:
            parts.append(flow(facts, room, size.near * 2))
        if isinstance(position.phase, Duel) or self.highlights.duel:
            parts.append(self.duel(room))
        inside = column(parts, size.near)
        return framed(inside, "tl-panel", size.pad, width=width, corner=8)

    def duel(self, width: float) -> Block:
        """A duel: who fights, with which tiles, who has won how many rounds, by which cards."""
        desk, position, size = self.desk, self.position, self.desk.size
        parts = [icon("fencing", size.figure * 0.8)]
        phase = position.phase
        if isinstance(phase, Duel):
            ours = [desk.figure(position.active), *self.duel_tiles(position.active)]
            theirs = [*self.duel_tiles(phase.rival), desk.figure(phase.rival)]
            parts = [
                row([*ours, self.wins(phase.attacker_wins)], size.near),
                *parts,
                row([self.wins(phase.defender_wins), *theirs], size.near),
            ]
        fight = row(parts, size.near * 1.5)
        rounds = [
            row([desk.card(fought.card), desk.figure(fought.winner)], 3)
            for fought in self.highlights.duel
        ]
        return flow([fight, *rounds], width, size.near * 2)

    def duel_tiles(self, seat: Seat) -> list[Block]:
        """The duel tiles of a player."""
        return [self.desk.tile(t) for t in self.position.players[seat].tiles if t != MOVEMENT]

    def wins(self, won: int) -> Block:
        """Won rounds, of those that are needed."""
        side = self.desk.size.icon * 0.8
        half = side / 2
        needed = self.position.edition.rounds_to_win

        def draw(x: float, y: float) -> str:
            return "".join(
                f'<circle cx="{num(x + half + place * side * 1.2)}" cy="{num(y + half)}" r="{num(half - 1)}"'
                f' class="{"tl-i" if place < won else "tl-free"}"/>'
                for place in range(needed)
            )

        shown = Block(side * (1.2 * needed - 0.2), side, draw)
        return told(shown, f"{won} / {needed}")

    # Hands and players.

    def hand(self, width: float) -> Block:
        """The hand of the seat that looks."""
        desk, position, size = self.desk, self.position, self.desk.size
        if position.seat is None:
            return Block(0, 0, lambda _x, _y: "")
        meant = self.highlights.cards
        cards = [
            desk.times(desk.card(card, meant=card in meant), position.hand.count(card))
            for card in distinct(position.hand)
        ]
        name = words(desk.speech.heading("hand"), size.text, bold=True)
        title = row([desk.figure(position.seat), name], size.near)
        inside = column([title, flow(cards, width - 2 * size.pad, size.near * 1.2)], size.near)
        panel = framed(inside, "tl-panel", size.pad, width=width, corner=8)
        return told(panel, desk.speech.heading("hand"), hand=position.seat)

    def players(self, width: float) -> Block:
        """All players' areas."""
        size, seats = self.desk.size, range(len(self.position.players))
        abreast = min(size.abreast, len(seats))
        each = (width - (abreast - 1) * size.gap) / abreast
        lines = [seats[start : start + abreast] for start in range(0, len(seats), abreast)]
        return column([self.beside(line, each) for line in lines], size.gap)

    def beside(self, seats: Iterable[Seat], width: float) -> Block:
        """Areas of one height beside each other."""
        size = self.desk.size
        areas = [(seat, self.area(seat, width - 2 * size.pad)) for seat in seats]
        height = max(area.height for _, area in areas) + 2 * size.pad
        return row(
            [
                told(
                    framed(
                        area,
                        "tl-on" if seat == self.on_turn else "tl-panel",
                        size.pad,
                        width=width,
                        height=height,
                        corner=8,
                    ),
                    self.desk.speech.seats[seat],
                    player=seat,
                )
                for seat, area in areas
            ],
            size.gap,
        )

    def area(self, seat: Seat, width: float) -> Block:
        """What a player has."""
        desk, speech, size = self.desk, self.desk.speech, self.desk.size
        player = self.position.players[seat]
        marks = [icon("turn", size.icon)] if seat == self.on_turn else []
        figure = desk.figure(seat)
        room = width - figure.width - sum(mark.width for mark in marks) - 2 * size.near
        name = words(cut(speech.seats[seat], size.text, room, bold=True), size.text, bold=True)
        stocks = flow(
            [
                desk.stock("fame", self.fame[seat], speech.heading("fame")),
                desk.stock("cards", player.cards, speech.heading("cards")),
                desk.stock("metal", player.metal, speech.heading("metal")),
                desk.stock("gem", player.gems, speech.heading("gems")),
                desk.stock("figure", len(player.figures), speech.heading("figures")),
                desk.stock("alcazar", player.inside, speech.heading("alcazar")),
            ],
            width,
            size.near * 1.5,
        )
        treasure = [
            *(desk.times(desk.sword(s), player.swords.count(s)) for s in distinct(player.swords)),
            *map(desk.tile, player.tiles),
            *map(desk.painting, player.paintings),
        ]
        shops = [
            desk.times(desk.shop(shop), player.shops.count(shop)) for shop in distinct(player.shops)
        ]
        known = [
            desk.times(desk.small_card(card), player.known.count(card))
            for card in distinct(player.known)
        ]
        return column(
            [
                row([figure, name, *marks], size.near),
                stocks,
                flow(treasure, width, size.near),
                self.listed(speech.heading("shops"), shops, width),
                self.listed(speech.heading("known"), known, width),
            ],
            size.near,
        )

    # The supply.

    def supply(self, width: float, least: float = 0) -> Block:
        """What nobody has yet, spread over a panel that is at least so high."""
        desk, speech, size, position = self.desk, self.desk.speech, self.desk.size, self.position
        room = width - 2 * size.pad
        stocks = [
            (speech.heading("metal"), desk.stock("metal", position.metal, speech.heading("metal"))),
            (speech.heading("gems"), desk.stock("gem", position.gems, speech.heading("gems"))),
            (speech.heading("pile"), desk.stock("cards", position.pile, speech.heading("pile"))),
            (speech.heading("discards"), self.discards()),
        ]
        columns = [
            column([words(name, size.small, kind="tl-m"), stock], 2) for name, stock in stocks
        ]
        parts = [
            words(speech.heading("supply"), size.text, bold=True),
            flow(columns, room, size.near * 2),
            self.listed(speech.heading("swords"), self.counted_swords(), room),
            self.listed(speech.heading("tiles"), self.counted_tiles(), room),
            self.listed(
                speech.heading("paintings"),
                [desk.painting(v) for v in position.paintings],
                room,
            ),
        ]
        shown = [part for part in parts if part.height]
        natural = column(shown, size.near).height + 2 * size.pad
        spread = min(max(least - natural, 0) / (len(shown) - 1), 4 * size.near)
        inside = column(shown, size.near + spread)
        return framed(inside, "tl-panel", size.pad, width=width, height=least, corner=8)

    def discards(self) -> Block:
        """The number of cards that were discarded; the tooltip tells which."""
        desk, cards = self.desk, self.position.discards
        seen = Counter(f"{card.value}{desk.speech.duel_letters[card.colour]}" for card in cards)
        which = " ".join(
            name if number == 1 else f"{name}{TIMES}{number}" for name, number in seen.items()
        )
        label = desk.speech.heading("discards")
        return desk.stock("cards", len(cards), f"{label} ({which})" if which else label)

    def counted_swords(self) -> list[Block]:
        """The swords on the board, each kind once."""
        desk, swords = self.desk, self.position.swords
        return [desk.times(desk.sword(sword), swords.count(sword)) for sword in distinct(swords)]

    def counted_tiles(self) -> list[Block]:
        """The master tiles on the board, each kind once."""
        desk, tiles = self.desk, self.position.tiles
        return [desk.times(desk.tile(tile), tiles.count(tile)) for tile in distinct(tiles)]

    def key(self, width: float) -> Block:
        """What the icons mean."""
        speech, size = self.desk.speech, self.desk.size
        entries: tuple[tuple[Icon, str], ...] = (
            *((kind, speech.place(kind)) for kind in SHOP_KINDS),
            ("tavern", speech.place("tavern")),
            ("artist", speech.place("artist")),
            ("fame", speech.heading("fame")),
            ("cards", speech.heading("cards")),
            ("figure", speech.heading("figures")),
            ("movement", speech.tile(MOVEMENT)),
            *((stance, speech.stance(stance)) for stance in STANCES),
        )
        blocks = [
            row([icon(name, size.icon), words(text, size.small)], size.near * 0.7)
            for name, text in entries
        ]
        inside = flow(blocks, width - 2 * size.pad, size.near * 1.6)
        return framed(inside, "tl-panel", size.pad, width=width, corner=8)
