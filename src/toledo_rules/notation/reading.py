"""Reading: text as things of an edition, actions and draws, or an error that points at the place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from toledo_rules._wording import listed
from toledo_rules.actions import (
    END_TURN,
    PASS,
    TAKE_CARDS,
    Action,
    Challenge,
    Deliver,
    Draw,
    Move,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    UseSpace,
)
from toledo_rules.cards import NEUTRAL, STANCES, Card, Cards, Stance
from toledo_rules.edition import MOVEMENT, SHOP_KINDS, Edition, ShopTile, Step, Sword, Tile
from toledo_rules.multiset import distinct, multiset
from toledo_rules.notation.errors import NotationError
from toledo_rules.state import Seat

Line: TypeAlias = tuple[Action, tuple[Draw, ...]]
"""An action, and what chance decided on it."""

T = TypeVar("T")

_DOT = re.compile(r"\.")
_WORD = re.compile(r"[A-Za-z0-9-]+")
_LETTERS = re.compile(r"[A-Za-z]+")
_NUMBER = re.compile(r"[0-9]{1,400}(?![0-9])")
_SIMPLE_ACTIONS: dict[str, Action] = {"take": TAKE_CARDS, "end": END_TURN, "pass": PASS}
_ACTION_WORDS = ("take", "place", "return", "vs", "use", "deliver", "end", "pass")


@lru_cache(maxsize=64)
def _kinds(edition: Edition) -> dict[tuple[int, str, str], Card]:
    """The kinds of cards. Looking here before a `Card` is made keeps cards that do not exist from being made."""
    return {(card.value, card.colour, card.stance): card for card in edition.cards}


class Reader:
    """Reads a text from left to right. It is what the functions below are made of, and longer forms can be."""

    def __init__(self, text: str, edition: Edition, at: int = 0) -> None:
        self.text = text
        self.edition = edition
        self.at = at
        """The place of the next character."""

    def error(self, expected: str, at: int | None = None) -> NotationError:
        """Something else is expected, here or at another place."""
        return NotationError(self.text, (self.at if at is None else at) + 1, expected)

    def skip(self) -> int:
        """Pass over blanks. The place after them."""
        while self.text.startswith((" ", "\t"), self.at):
            self.at += 1
        return self.at

    def finish(self, expected: str) -> None:
        """Nothing more may come."""
        if self.skip() < len(self.text):
            raise self.error(expected)

    def sees_number(self) -> bool:
        """Whether a number comes next, after blanks. A card begins with one too."""
        return _NUMBER.match(self.text, self.skip()) is not None

    def sign(self, sign: str) -> bool:
        """Read a sign, after blanks, if it is there."""
        found = self.text.startswith(sign, self.skip())
        self.at += found
        return found

    def need(self, sign: str, expected: str) -> None:
        """Read a sign, after blanks."""
        if not self.sign(sign):
            raise self.error(expected)

    def match(self, pattern: re.Pattern[str]) -> str:
        """Read what fits, right here; nothing if it is not there."""
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
        """The place of the one word that is meant by a word, which may be cut short."""
        word = word.lower()
        fits = [place for place, full in enumerate(words) if word and full.startswith(word)]
        if word in words:
            return words.index(word)
        if len(fits) != 1:
            meant = [words[place] for place in fits] or words
            raise self.error(f"{what}: {listed(meant)}", at)
        return fits[0]

    def name(self, what: str, words: Sequence[str]) -> str:
        """Read a word of the edition, right here."""
        at = self.at
        return words[self.choice(self.match(_WORD), at, what, words)]

    def card(self) -> Card:
        """Read a card: 4va, 4.violet.a."""
        start = self.skip()
        value = self.number("a card, such as 4va")
        colours = (*self.edition.duel_colours, NEUTRAL)
        if self.match(_DOT):
            colour = self.name("a colour", colours)
            if not self.match(_DOT):
                raise self.error("a dot and the stance, a or d")
            stance = self._stance(self.at, self.match(_WORD))
        else:
            at, word = self.at, self.match(_WORD)
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
        """Read cards as long as there are any."""
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
        kind = SHOP_KINDS[self.choice(self.match(_LETTERS), start, "a kind of shop", SHOP_KINDS)]
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
        word = self.match(_WORD)
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
        what = "a card or an action"
        word = _ACTION_WORDS[self.choice(self.match(_LETTERS), start, what, _ACTION_WORDS)]
        match word:
            case "place":
                shop = self.shop()
                self.need("@", "@ and the step of the site")
                return PlaceShop(shop, self.step())
            case "return":
                self.sign("@")
                return ReturnFigure(self.step())
            case "vs":
                return Challenge(self.seat())
            case "use":
                return self._use()
            case "deliver":
                return Deliver(self.sword())
            case _:
                return _SIMPLE_ACTIONS[word]

    def _use(self) -> UseSpace:
        pay = self.card() if self.sees_number() else None
        take: Sword | Tile | None = None
        if self.sign("+"):
            take = self.sword() if self.sees_number() else self.tile()
        return UseSpace(pay, take, self.tile() if self.sign("-") else None)

    def line(self) -> Line:
        """Read an action and what chance decided on it."""
        action = self.action()
        if not self.sign("="):
            return action, ()
        return action, (Draw(self.card()), *map(Draw, self.cards()))

    def turn(self) -> Iterator[Line]:
        """Read several actions, to the end. Each is there as soon as its comma is, whatever comes after that."""
        line = self.line()
        while self.sign(","):
            yield line
            line = self.line()
        self.finish("a comma, or the end")
        yield line


def _parse(text: str, edition: Edition, read: Callable[[Reader], T], then: str = "the end") -> T:
    reader = Reader(text, edition)
    found = read(reader)
    reader.finish(then)
    return found


def parse_card(text: str, edition: Edition) -> Card:
    """A card.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_card("4va", KOSMOS_2008)
    Card(4, 'violet', 'attacker')
    >>> parse_card("4.turq.D", KOSMOS_2008)
    Card(4, 'turquoise', 'defender')

    Like all functions here, raises `NotationError`.
    """
    return _parse(text, edition, Reader.card)


def parse_cards(text: str, edition: Edition) -> Cards:
    """Several cards, as a multiset."""
    return multiset(_parse(text, edition, lambda reader: [*reader.cards()], "a card, such as 4va"))


def parse_sword(text: str, edition: Edition) -> Sword:
    """A sword."""
    return _parse(text, edition, Reader.sword)


def parse_shop(text: str, edition: Edition) -> ShopTile:
    """A shop tile."""
    return _parse(text, edition, Reader.shop)


def parse_tile(text: str, edition: Edition) -> Tile:
    """A kind of master tile."""
    return _parse(text, edition, Reader.tile)


def parse_seat(text: str, edition: Edition) -> Seat:
    """A seat."""
    return _parse(text, edition, Reader.seat)


def parse_action(text: str, edition: Edition) -> Action:
    """An action.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_action("u 3va +movement -b", KOSMOS_2008)
    UseSpace(pay=Card(3, 'violet', 'attacker'), take='movement', give_back='brown')
    """
    return _parse(text, edition, Reader.action)


def parse_move(text: str, edition: Edition) -> Move:
    """An action, or a draw of chance."""

    def read(reader: Reader) -> Move:
        return Draw(reader.card()) if reader.sign("=") else reader.action()

    return _parse(text, edition, read)


def parse_line(text: str, edition: Edition) -> Line:
    """An action and what chance decided on it.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_line("vs blue = 1va 2bd", KOSMOS_2008)
    (Challenge(1), (Draw(Card(1, 'violet', 'attacker')), Draw(Card(2, 'brown', 'defender'))))
    """
    return _parse(text, edition, Reader.line, "the end, or = and cards")


def parse_turn(text: str, edition: Edition) -> tuple[Line, ...]:
    """Several actions on one line."""
    return tuple(Reader(text, edition).turn())
