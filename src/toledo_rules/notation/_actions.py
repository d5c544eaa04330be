"""Cards, actions and draws as text, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from attrs import frozen

from toledo_rules.actions import (
    END_TURN,
    PASS,
    TAKE_CARDS,
    Action,
    Challenge,
    Deliver,
    Draw,
    EndTurn,
    Move,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.cards import NEUTRAL, STANCES, Card, Cards, Stance
from toledo_rules.edition import MOVEMENT, SHOP_KINDS, Edition, Seat, ShopTile, Step, Sword, Tile
from toledo_rules.errors import ToledoError, listed, pointer
from toledo_rules.limits import LONGEST_NOTATION
from toledo_rules.multiset import distinct, multiset

Line: TypeAlias = tuple[Action, tuple[Draw, ...]]
"""An action and the cards that chance turned up for it."""

T = TypeVar("T")


class NotationError(ToledoError, ValueError):
    """A text that is not in the notation. The message points at the place and says what could stand there.

    >>> print(NotationError("place m2@", 10, "a step from 0 to 21"))
    column 10: expected a step from 0 to 21
        place m2@
                 ^
    """

    text: str
    """The text that was read."""
    column: int
    """Place of the mistake, counted from 1; one past the end of the text if something is missing there."""
    expected: str
    """Description of what could stand there."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        super().__init__(text, column, expected)
        self.text = text
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        return f"column {self.column}: expected {self.expected}\n{pointer(self.text, self.column)}"


# Writing


@frozen(eq=False)
class _Spelling:
    """Text of each thing in the box of an edition."""

    cards: dict[Card, str]
    shops: dict[ShopTile, str]
    swords: dict[Sword, str]
    tiles: dict[Tile, str]
    steps: dict[Step, str]
    seats: dict[Seat, str]


@lru_cache(maxsize=64)
def _spelling(edition: Edition) -> _Spelling:
    """Return the spelling of an edition, worked out once."""
    names = (*edition.duel_colours, NEUTRAL, MOVEMENT)
    initials = [name[0] for name in names]
    one_letter = {n for n in names if n[0].isalpha() and initials.count(n[0]) == 1}
    swords = distinct(edition.swords)
    values = [sword.value for sword in swords]

    def card_text(card: Card) -> str:
        short = card.colour in one_letter
        colour = card.colour[0] if short else f".{card.colour}."
        return f"{card.value}{colour}{card.stance[0]}"

    def sword_text(sword: Sword) -> str:
        alone = values.count(sword.value) == 1
        return str(sword.value) if alone else f"{sword.value}({sword.metal}+{sword.gems})"

    def tile_text(tile: Tile) -> str:
        if tile in one_letter:
            return tile[0]
        return tile if tile[0].isalpha() else f".{tile}"

    seats = enumerate(edition.colours[: edition.most_players])
    return _Spelling(
        cards={card: card_text(card) for card in distinct(edition.cards)},
        shops={shop: f"{shop.kind[0]}{shop.circles}" for shop in distinct(edition.shops)},
        swords={sword: sword_text(sword) for sword in swords},
        tiles={tile: tile_text(tile) for tile in (*edition.duel_colours, MOVEMENT)},
        steps={step: str(step) for step in range(len(edition.road))},
        seats={seat: str(seat) if colour.isdigit() else colour for seat, colour in seats},
    )


def _text(texts: dict[T, str], thing: T, edition: Edition) -> str:
    if thing not in texts:
        raise ValueError(f"{thing!r} is not in edition {edition.name!r}")
    return texts[thing]


def format_card(card: Card, edition: Edition) -> str:
    """Return a card as text.

    >>> from toledo_rules import KOSMOS_2008
    >>> format_card(Card(4, "violet", "attacker"), KOSMOS_2008)
    '4va'

    Like all functions that write, it raises `ValueError` for what the edition does not have.
    """
    return _text(_spelling(edition).cards, card, edition)


def format_cards(cards: Iterable[Card], edition: Edition) -> str:
    """Return cards as text, separated by blanks."""
    return " ".join(format_card(card, edition) for card in cards)


def format_sword(sword: Sword, edition: Edition) -> str:
    """Return a sword as text: its value, and its cost if the edition has others of that value."""
    return _text(_spelling(edition).swords, sword, edition)


def format_shop(shop: ShopTile, edition: Edition) -> str:
    """Return a shop tile as text: the first letter of its kind, and its circles."""
    return _text(_spelling(edition).shops, shop, edition)


def format_tile(tile: Tile, edition: Edition) -> str:
    """Return a kind of master tile as text."""
    return _text(_spelling(edition).tiles, tile, edition)


def format_step(step: Step, edition: Edition) -> str:
    """Return a step of the road as text."""
    return _text(_spelling(edition).steps, step, edition)


def format_seat(seat: Seat, edition: Edition) -> str:
    """Return a seat as text: its player's colour."""
    return _text(_spelling(edition).seats, seat, edition)


def format_action(action: Action, edition: Edition) -> str:
    """Return an action as text.

    >>> from toledo_rules import KOSMOS_2008
    >>> format_action(PlayCard(Card(2, "brown", "defender"), 5, with_tile=True), KOSMOS_2008)
    '+2bd@5'
    """
    match action:
        case PlayCard(card, origin, with_tile):
            sign = "+" if with_tile else ""
            return f"{sign}{format_card(card, edition)}@{format_step(origin, edition)}"
        case UseSpace():
            return _format_use(action, edition)
        case PlaceShop(shop, step):
            return f"place {format_shop(shop, edition)}@{format_step(step, edition)}"
        case ReturnFigure(step):
            return f"return {format_step(step, edition)}"
        case Challenge(rival):
            return f"vs {format_seat(rival, edition)}"
        case Deliver(sword):
            return f"deliver {format_sword(sword, edition)}"
        case TakeCards():
            return "take"
        case EndTurn():
            return "end"
        case Pass():
            return "pass"
    raise TypeError(f"found {action!r}, expected an action")


def _format_use(use: UseSpace, edition: Edition) -> str:
    words = ["use"]
    if use.pay is not None:
        words.append(format_card(use.pay, edition))
    if isinstance(use.take, Sword):
        words.append(f"+{format_sword(use.take, edition)}")
    elif use.take is not None:
        words.append(f"+{format_tile(use.take, edition)}")
    if use.give_back is not None:
        words.append(f"-{format_tile(use.give_back, edition)}")
    return " ".join(words)


def format_move(move: Move, edition: Edition) -> str:
    """Return an action or a draw as text.

    >>> from toledo_rules import KOSMOS_2008
    >>> format_move(Draw(Card(4, "violet", "attacker")), KOSMOS_2008)
    '=4va'
    """
    if isinstance(move, Draw):
        return f"={format_card(move.card, edition)}"
    return format_action(move, edition)


def format_line(action: Action, draws: Sequence[Draw], edition: Edition) -> str:
    """Return an action and the cards that chance turned up for it as text.

    >>> from toledo_rules import KOSMOS_2008, TAKE_CARDS
    >>> draws = [Draw(Card(3, "violet", "attacker")), Draw(Card(5, "neutral", "defender"))]
    >>> format_line(TAKE_CARDS, draws, KOSMOS_2008)
    'take = 3va 5nd'
    """
    text = format_action(action, edition)
    return f"{text} = {format_cards((draw.card for draw in draws), edition)}" if draws else text


def format_turn(lines: Iterable[tuple[Action, Sequence[Draw]]], edition: Edition) -> str:
    """Return several actions on one line.

    >>> from toledo_rules import END_TURN, KOSMOS_2008
    >>> play = PlayCard(Card(4, "violet", "attacker"), 0)
    >>> format_turn([(play, ()), (UseSpace(), ()), (END_TURN, ())], KOSMOS_2008)
    '4va@0, use, end'
    """
    return ", ".join(format_line(action, draws, edition) for action, draws in lines)


# Reading

_DOT = re.compile(r"\.")
WORD = re.compile(r"[A-Za-z0-9-]+")
LETTERS = re.compile(r"[A-Za-z]+")
_NUMBER = re.compile(r"[0-9]{1,400}(?![0-9])")


@lru_cache(maxsize=64)
def _kinds(edition: Edition) -> dict[tuple[int, str, str], Card]:
    """Return the kinds of cards of an edition. A lookup, so that no card is made that does not exist."""
    return {(card.value, card.colour, card.stance): card for card in edition.cards}


class Reader:
    """Reader of a text from left to right. The functions below are made of it; so can longer forms be.

    Raises `NotationError` for a text that is too long.
    """

    blanks: tuple[str, ...] = (" ", "\t")
    """Characters that may stand between two symbols."""
    longest: int = LONGEST_NOTATION
    """Most characters of a text."""

    def __init__(self, text: str, edition: Edition, at: int = 0) -> None:
        if len(text) > self.longest:
            raise NotationError(text, self.longest + 1, f"at most {self.longest:,} characters")
        self.text = text
        self.edition = edition
        self.at = at
        """Place of the next character."""

    def error(self, expected: str, at: int | None = None) -> NotationError:
        """Return the error that something else is expected, here or at another place."""
        return NotationError(self.text, (self.at if at is None else at) + 1, expected)

    def skip(self) -> int:
        """Pass over blanks, and return the place after them."""
        while self.text.startswith(self.blanks, self.at):
            self.at += 1
        return self.at

    def finish(self, expected: str) -> None:
        """Refuse anything that follows."""
        if self.skip() < len(self.text):
            raise self.error(expected)

    def sees_number(self) -> bool:
        """Return true if a number follows, after blanks. A card begins with one too."""
        return _NUMBER.match(self.text, self.skip()) is not None

    def sign(self, sign: str) -> bool:
        """Read a sign, after blanks, if it is there; return true if it was."""
        found = self.text.startswith(sign, self.skip())
        self.at += found
        return found

    def need(self, sign: str, expected: str) -> None:
        """Read a sign, after blanks."""
        if not self.sign(sign):
            raise self.error(expected)

    def match(self, pattern: re.Pattern[str]) -> str:
        """Read what fits the pattern, right here; return an empty text if nothing does."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def number(self, expected: str) -> int:
        """Read a number, after blanks."""
        self.skip()
        digits = self.match(_NUMBER)
        if not digits:
            raise self.error(expected)
        return int(digits)

    def choice(self, word: str, at: int, what: str, words: Sequence[str]) -> int:
        """Return the index of the one word that is meant by a word, which may be cut short."""
        word = word.lower()
        fits = [index for index, full in enumerate(words) if word and full.startswith(word)]
        if word in words:
            return words.index(word)
        if len(fits) != 1:
            meant = [words[index] for index in fits] or words
            raise self.error(f"{what}: {listed(meant)}", at)
        return fits[0]

    def name(self, what: str, words: Sequence[str]) -> str:
        """Read a word of the edition, right here."""
        at = self.at
        return words[self.choice(self.match(WORD), at, what, words)]

    def card(self) -> Card:
        """Read a card: 4va, 4.violet.a."""
        start = self.skip()
        value = self.number("a card, such as 4va")
        colours = (*self.edition.duel_colours, NEUTRAL)
        if self.match(_DOT):
            colour = self.name("a colour", colours)
            if not self.match(_DOT):
                raise self.error("a dot and the stance, a or d")
            stance = self._stance(self.at, self.match(WORD))
        else:
            at, word = self.at, self.match(WORD)
            colour = colours[self.choice(word[:-1] or word, at, "a colour", colours)]
            stance = self._stance(*((self.at - 1, word[-1]) if word[1:] else (self.at, "")))
        kind = _kinds(self.edition).get((value, colour, stance))
        if kind is None:
            lacking = f"which has no {value} with a {colour} {stance}"
            raise self.error(f"a card of {self.edition.name}, {lacking}", start)
        return kind

    def _stance(self, at: int, letter: str) -> Stance:
        for stance in STANCES:
            if letter.lower() == stance[0]:
                return stance
        raise self.error("the stance, a for attacker or d for defender", at)

    def cards(self) -> Iterator[Card]:
        """Read cards as long as numbers follow."""
        while self.sees_number():
            yield self.card()

    def sword(self) -> Sword:
        """Read a sword: 12, 12(3+3)."""
        start = self.skip()
        value = self.number("a sword, such as 12")
        swords = [sword for sword in distinct(self.edition.swords) if sword.value == value]
        if self.sign("("):
            metal = self.number("the metal of the sword")
            self.need("+", "+ and the gems of the sword")
            gems = self.number("the gems of the sword")
            self.need(")", "a closing bracket")
            swords = [sword for sword in swords if (sword.metal, sword.gems) == (metal, gems)]
        if len(swords) > 1:
            raise self.error(f"the cost of the sword, such as ({swords[0].metal}+{swords[0].gems})")
        if not swords:
            raise self.error(f"a sword of {self.edition.name}", start)
        return swords[0]

    def shop(self) -> ShopTile:
        """Read a shop tile: m2."""
        start = self.skip()
        kind = SHOP_KINDS[self.choice(self.match(LETTERS), start, "a kind of shop", SHOP_KINDS)]
        tile = ShopTile(kind, self.number("the circles of the shop"))
        if tile not in self.edition.shops:
            raise self.error(f"a shop of {self.edition.name}", start)
        return tile

    def tile(self) -> Tile:
        """Read a kind of master tile: v, movement."""
        self.sign(".")
        self.skip()
        return self.name("a master tile", (*self.edition.duel_colours, MOVEMENT))

    def step(self) -> Step:
        """Read a step of the road."""
        start, last = self.skip(), self.edition.last_step
        expected = f"a step from 0 to {last}"
        step = self.number(expected)
        if step > last:
            raise self.error(expected, start)
        return step

    def seat(self) -> Seat:
        """Read a seat: the colour of its player, or its number."""
        start = self.skip()
        colours = self.edition.colours[: self.edition.most_players]
        word = self.match(WORD)
        if not word.isdigit():
            return self.choice(word, start, "a player", colours)
        numbers = [str(seat) for seat in range(len(colours))]
        if word not in numbers:
            raise self.error(f"a seat from 0 to {len(colours) - 1}", start)
        return int(word)

    def action(self) -> Action:
        """Read an action."""
        start = self.skip()
        if self.text.startswith("+", start) or self.sees_number():
            with_tile = self.sign("+")
            card = self.card()
            self.need("@", "@ and the step of the figure")
            return PlayCard(card, self.step(), with_tile)
        words = tuple(_ACTIONS)
        word = self.choice(self.match(LETTERS), start, "a card or an action", words)
        return _ACTIONS[words[word]](self)

    def place_shop(self) -> PlaceShop:
        """Read the rest of placing a shop: m2@4."""
        shop = self.shop()
        self.need("@", "@ and the step of the site")
        return PlaceShop(shop, self.step())

    def return_figure(self) -> ReturnFigure:
        """Read the rest of returning a figure: a step."""
        self.sign("@")
        return ReturnFigure(self.step())

    def use_space(self) -> UseSpace:
        """Read the rest of using a space: 3va +12 -m."""
        pay = self.card() if self.sees_number() else None
        take: Sword | Tile | None = None
        if self.sign("+"):
            take = self.sword() if self.sees_number() else self.tile()
        return UseSpace(pay, take, self.tile() if self.sign("-") else None)

    def line(self) -> Line:
        """Read an action and the cards that chance turned up for it."""
        action = self.action()
        if not self.sign("="):
            return action, ()
        return action, (Draw(self.card()), *map(Draw, self.cards()))

    def turn(self) -> Iterator[Line]:
        """Read several actions, to the end. Each is yielded at its comma, whatever comes after that."""
        line = self.line()
        while self.sign(","):
            yield line
            line = self.line()
        self.finish("a comma, or the end")
        yield line


_ACTIONS: dict[str, Callable[[Reader], Action]] = {
    "take": lambda _: TAKE_CARDS,
    "place": Reader.place_shop,
    "return": Reader.return_figure,
    "vs": lambda reader: Challenge(reader.seat()),
    "use": Reader.use_space,
    "deliver": lambda reader: Deliver(reader.sword()),
    "end": lambda _: END_TURN,
    "pass": lambda _: PASS,
}
"""Readers of the actions that begin with a word, behind that word."""


def _parse(text: str, edition: Edition, read: Callable[[Reader], T], then: str = "the end") -> T:
    reader = Reader(text, edition)
    found = read(reader)
    reader.finish(then)
    return found


def parse_card(text: str, edition: Edition) -> Card:
    """Return the card that a text names.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_card("4va", KOSMOS_2008)
    Card(4, 'violet', 'attacker')
    >>> parse_card("4.turq.D", KOSMOS_2008)
    Card(4, 'turquoise', 'defender')

    Like all functions that read, it raises `NotationError`.
    """
    return _parse(text, edition, Reader.card)


def parse_cards(text: str, edition: Edition) -> Cards:
    """Return the cards that a text names, as a multiset."""
    return multiset(_parse(text, edition, lambda reader: [*reader.cards()], "a card, such as 4va"))


def parse_sword(text: str, edition: Edition) -> Sword:
    """Return the sword that a text names."""
    return _parse(text, edition, Reader.sword)


def parse_shop(text: str, edition: Edition) -> ShopTile:
    """Return the shop tile that a text names."""
    return _parse(text, edition, Reader.shop)


def parse_tile(text: str, edition: Edition) -> Tile:
    """Return the kind of master tile that a text names."""
    return _parse(text, edition, Reader.tile)


def parse_seat(text: str, edition: Edition) -> Seat:
    """Return the seat that a text names."""
    return _parse(text, edition, Reader.seat)


def parse_action(text: str, edition: Edition) -> Action:
    """Return the action that a text names.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_action("u 3va +movement -b", KOSMOS_2008)
    UseSpace(pay=Card(3, 'violet', 'attacker'), take='movement', give_back='brown')
    """
    return _parse(text, edition, Reader.action)


def parse_move(text: str, edition: Edition) -> Move:
    """Return the action or the draw that a text names."""

    def read(reader: Reader) -> Move:
        return Draw(reader.card()) if reader.sign("=") else reader.action()

    return _parse(text, edition, read)


def parse_line(text: str, edition: Edition) -> Line:
    """Return an action and the cards that chance turned up for it.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_line("vs blue = 1va 2bd", KOSMOS_2008)
    (Challenge(1), (Draw(Card(1, 'violet', 'attacker')), Draw(Card(2, 'brown', 'defender'))))
    """
    return _parse(text, edition, Reader.line, "the end, or = and cards")


def parse_turn(text: str, edition: Edition) -> tuple[Line, ...]:
    """Return the actions that a text names, each with its draws."""
    return tuple(Reader(text, edition).turn())
