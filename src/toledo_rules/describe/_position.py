"""The table in prose: what a picture shows, for those who read it or have it read to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from toledo_rules.cards import Cards
from toledo_rules.describe._catalogue import Language
from toledo_rules.describe._messages import Message, MessageValue, Scene, Term
from toledo_rules.describe._sentences import describe, name, render
from toledo_rules.edition import CATHEDRAL, SHOP_KINDS, Edition, Seat, ShopTile, Step, Tile
from toledo_rules.phases import Duel, Transit
from toledo_rules.scoring import score
from toledo_rules.state import State
from toledo_rules.views import View

_TIMES = "\N{MULTIPLICATION SIGN}"


def position(table: State | View, *, language: Language = "en", names: Sequence[str] = ()) -> str:
    """Return a position in prose: the pending decision, the road, the players, the supply, and the visible hands.

    It says what a picture shows: every hand of a `State`, and of a `View` only the hand of its seat. There is a
    paragraph for each subject.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> told = position(view(new_game(2, Random(1)), 0), names=("Ana", "Ben")).splitlines()
    >>> print(told[0])
    It is Ana's turn: take cards, place a shop, move figures or return one.
    >>> print(told[2])
    At the cathedral: Ana (5), Ben (5).

    Args:
        table: the position, or what one seat sees of it.
        language: one of `LANGUAGES`.
        names: the players' names by seat. A player without one goes by the colour.
    """
    paragraphs = _Teller(table, language, names).paragraphs()
    return "\n".join(paragraph for paragraph in paragraphs if paragraph)


class _Teller:
    """Tells a position in a language."""

    def __init__(self, table: State | View, language: Language, names: Sequence[str]) -> None:
        self.table = table
        self.language = language
        self.names = names
        self.scene = Scene(table, names)
        self.seats = range(len(table.players))

    def paragraphs(self) -> Iterator[str]:
        """Yield a paragraph for each subject; an empty one if there is nothing to tell."""
        turn = [describe(self.table, language=self.language, names=self.names), *self.turn()]
        yield " ".join(turn)
        yield " ".join(self.road())
        yield " ".join(self.ends())
        for seat in self.seats:
            yield " ".join(self.player(seat))
        yield " ".join(self.supply())
        yield " ".join(self.hands())

    # Words.

    def say(self, key: str, **parameters: MessageValue) -> str:
        """Return a sentence of the catalogue."""
        return render(Message(f"table.{key}", tuple(parameters.items())), self.language)

    def counted(self, things: Iterable[str]) -> str:
        """Return a list in which equal things are counted."""
        seen = Counter(things)
        return ", ".join(
            thing if number == 1 else f"{thing} {_TIMES}{number}" for thing, number in seen.items()
        )

    def numbers(self, numbers: Iterable[int]) -> str:
        """Return a list of numbers in which equal ones are counted."""
        return self.counted(map(str, numbers))

    def tiles(self, tiles: Iterable[str]) -> str:
        """Return a list of master tiles."""
        ordered = tiles_in_order(tiles, self.table.edition)
        return self.counted(name(Term("tile", tile), self.language) for tile in ordered)

    # Subjects.

    def turn(self) -> Iterator[str]:
        """Tell the traces of this turn, and of the end that is near."""
        table = self.table
        if table.front is not None:
            yield self.say("front", card=table.front)
        if table.tile_value is not None:
            yield self.say("movement", value=table.tile_value)
        if table.trigger is not None:
            yield self.say("last_round", seat=self.scene.who(table.trigger))

    def road(self) -> Iterator[str]:
        """Tell the spaces of the road: what is there, whose it is, and the figures on it."""
        sites = []
        for step, space in enumerate(self.table.edition.road):
            if step == CATHEDRAL or space.kind == "entrance":
                continue
            shop = self.table.shops[step]
            if shop is not None:
                tile = name(ShopTile(shop.kind, shop.circles), self.language)
                owner = self.scene.who(shop.owner)
                yield self.say("shop", number=step, shop=tile, owner=owner, here=self.here(step))
            elif space.kind == "site":
                sites.append(step)
            else:
                kind = name(Term("kind", space.kind), self.language)
                yield self.say("printed", number=step, kind=kind, here=self.here(step))
        if sites:
            yield self.say("sites", numbers=self.numbers(sites))

    def here(self, step: Step) -> str:
        """Tell who stands on a space."""
        standing = self.table.standing(step)
        if not standing:
            return self.say("nobody")
        return self.say("here", figures=self.counted(self.called(seat) for seat in standing))

    def called(self, seat: Seat) -> str:
        """Return the name of a player."""
        return name(self.scene.who(seat), self.language)

    def ends(self) -> Iterator[str]:
        """Tell the figures at both ends of the road, and the one in transit."""
        table, phase = self.table, self.table.phase
        if isinstance(phase, (Transit, Duel)):
            yield self.say("transit", number=phase.step, seat=self.scene.who(table.active))
        waiting = [
            self.say("group", seat=self.scene.who(seat), number=number)
            for seat in self.seats
            if (number := table.players[seat].figures.count(CATHEDRAL))
        ]
        if waiting:
            yield self.say("cathedral", figures=", ".join(waiting))
        inside = [self.inside(seat) for seat in self.seats if table.players[seat].inside]
        if inside:
            yield self.say("alcazar", figures=", ".join(inside))

    def inside(self, seat: Seat) -> str:
        """Tell the figures of a player in the Alcazar, and their swords."""
        player, who = self.table.players[seat], self.scene.who(seat)
        if not player.delivered:
            return self.say("group", seat=who, number=player.inside)
        swords = self.numbers(sword.value for sword in player.delivered)
        return self.say("delivered", seat=who, number=player.inside, swords=swords)

    def player(self, seat: Seat) -> Iterator[str]:
        """Tell what a player has."""
        player, who = self.table.players[seat], self.scene.who(seat)
        yield self.say(
            "player",
            seat=who,
            points=score(self.table, seat).total,
            cards=self.cards(seat),
            metal=player.metal,
            gems=player.gems,
        )
        if player.swords:
            yield self.say("swords", seat=who, swords=self.numbers(s.value for s in player.swords))
        if player.tiles:
            yield self.say("tiles", seat=who, tiles=self.tiles(player.tiles))
        if player.paintings:
            yield self.say("paintings", seat=who, paintings=self.numbers(player.paintings))
        if player.shops:
            shops = self.counted(name(s, self.language) for s in shops_in_order(player.shops))
            yield self.say("shops", seat=who, shops=shops)
        if player.known:
            yield self.say("known", seat=who, cards=self.listed(player.known))

    def cards(self, seat: Seat) -> int:
        """Return the number of cards in a hand."""
        table = self.table
        return (
            table.players[seat].cards if isinstance(table, View) else len(table.players[seat].hand)
        )

    def listed(self, cards: Cards) -> str:
        """Return a list of cards."""
        return self.counted(name(card, self.language) for card in cards)

    def supply(self) -> Iterator[str]:
        """Tell what nobody has."""
        table = self.table
        pile = table.pile if isinstance(table, View) else len(table.pile)
        yield self.say(
            "supply", metal=table.metal, gems=table.gems, pile=pile, discards=len(table.discards)
        )
        if table.swords:
            yield self.say("supply_swords", swords=self.numbers(s.value for s in table.swords))
        if table.tiles:
            yield self.say("supply_tiles", tiles=self.tiles(table.tiles))
        if table.paintings:
            yield self.say("supply_paintings", paintings=self.numbers(table.paintings))

    def hands(self) -> Iterator[str]:
        """Tell the hands that the position holds."""
        table = self.table
        hands = (
            [(table.seat, table.hand)]
            if isinstance(table, View)
            else [(seat, player.hand) for seat, player in enumerate(table.players)]
        )
        for seat, hand in hands:
            if seat is not None and hand:
                yield self.say("hand", seat=self.scene.who(seat), cards=self.listed(hand))


# The order of lists. A multiset is sorted by the names of things, which are English. People list shops and master tiles
# as the edition does, and so does everything that they read, in every language.


def shops_in_order(shops: Iterable[ShopTile]) -> tuple[ShopTile, ...]:
    """Return shop tiles kind by kind: dealers, smiths, fencing masters (SHP-03).

    >>> shops_in_order((ShopTile("fencing", 1), ShopTile("metal", 2), ShopTile("metal", 1)))
    (ShopTile('metal', 1), ShopTile('metal', 2), ShopTile('fencing', 1))
    """
    return tuple(sorted(shops, key=place_of_shop))


def tiles_in_order(tiles: Iterable[Tile], edition: Edition) -> tuple[Tile, ...]:
    """Return master tiles in the order of the edition's duel colours, then the movement tile (CMP-10).

    >>> from toledo_rules import KOSMOS_2008
    >>> tiles_in_order(("brown", "movement", "violet"), KOSMOS_2008)
    ('violet', 'brown', 'movement')
    """
    return tuple(sorted(tiles, key=lambda tile: place_of_tile(tile, edition)))


def place_of_shop(shop: ShopTile) -> tuple[int, int]:
    """Return a key to sort shop tiles by."""
    return SHOP_KINDS.index(shop.kind), shop.circles


def place_of_tile(tile: Tile, edition: Edition) -> int:
    """Return a key to sort master tiles by."""
    colours = edition.duel_colours
    return colours.index(tile) if tile in colours else len(colours)
