"""Notation: positions, actions and drawn cards as short lines that people can read and write.

>>> from toledo_rules import KOSMOS_2008
>>> line = "4va@0, vs green = 1va 2bd 6ta, use 5nd +12, end"
>>> for action, draws in parse_turn(line, KOSMOS_2008):
...     print(action, [draw.card.value for draw in draws])
PlayCard(Card(4, 'violet', 'attacker'), 0) []
Challenge(2) [1, 2, 6]
UseSpace(pay=Card(5, 'neutral', 'defender'), take=Sword(12, 3, 3)) []
EndTurn() []

A figure leaves the cathedral by a 4 that shows the violet attacker. The space is full, so green is challenged,
and three cards are turned up. The smith is paid with a 5, a sword of 12 is forged, and the turn ends.

>>> state = parse_position("toledo1 red / red 3va 4nd, @4, g2@4 / blue 1bd, @4")
>>> state.players[0].figures, state.standing(4)
((0, 0, 0, 0, 4), (0, 1))

It is red's turn. Red has two cards in hand, a figure on step 4, and a gem dealer with two circles there. Blue has a
card and a figure beside red's. Everything else is where it was at the start of the game.

Grammar. Blanks may stand between any two symbols, but not inside a card, a number or a word. Capital and small
letters are the same::

    turn   = line { "," line }
    line   = action [ "=" card { card } ]              "=": the cards that chance turned up, in order
    move   = action | "=" card                         a single step, as `toledo_rules.step` takes it
    action = [ "+" ] card "@" step                     play a card with the figure on a step;
                                                       "+": as the extra card of the movement tile
           | "take"                                    take cards
           | "place" shop "@" step                     place a shop
           | "return" [ "@" ] step                     return the figure on a step to the cathedral
           | "vs" seat                                 challenge a player
           | "use" [ card ] [ "+" ( sword | tile ) ] [ "-" tile ]
                                                       use a space: pay, take, give back
           | "deliver" sword                           put a sword under the figure that went in
           | "end"                                     end the turn
           | "pass"                                    there is nothing else to do
    card   = number colour stance                      4va
           | number "." colour "." stance              4.violet.a
    stance = "a" | "d"                                 attacker, defender
    shop   = kind number                               m2: a metal dealer with two circles
    kind   = "metal" | "gem" | "smith" | "fencing"
    sword  = number [ "(" number "+" number ")" ]      12, or with its metal and gems: 12(3+3)
    tile   = [ "." ] ( a duel colour of the edition | "movement" )
    colour = a duel colour of the edition | "neutral"
    seat   = a player's colour | number                green, or 2: the first seat is 0
    step   = number                                    the cathedral is 0
    number = digit { digit }

Grammar of positions. Line ends count as blanks::

    position = "toledo1" [ edition ] whose { "/" section }
    edition  = "[" name { reading } [ digest ] "]"     not said: kosmos-2008
    reading  = ruling "=" choice                       a22=used_up; not said: the usual one
    whose    = seat [ ":" | "," ] [ moment { "," moment } ]
    section  = seat [ ":" | "," ] [ part { "," part } ]
             | "discards" [ ":" | "," ] { cards }      the discard pile; the rest is the draw pile,
             | "pile" [ ":" | "," ] { cards }          or the other way round
    moment   = "start"                                 the turn begins; this need not be said
             | "moving"                                after a move, with nothing pending
             | "arrived" step                          a figure has just taken a circle
             | "entered"                               a figure has just gone into the Alcazar
             | "transit" step                          a figure is on a full space, without a circle
             | "drawing" number ( "take" | "tavern" )  cards that are still to be drawn, and where
             | "duel" step "vs" seat [ number ":" number ]
                                                       rounds won by the attacker and the defender
             | "over"                                  the game has ended
             | "front" card                            the first card of the turn
             | "tile" number                           the value of the card played with the movement tile
             | "trigger" seat                          the player who started the last round
    part     = cards [ "!" ] { cards [ "!" ] }         the hand; "!": everybody knows of these
             | "@" steps { steps }                     the figures that are on the road
             | "in" number [ ":" swords { swords } ]   figures in the Alcazar, and the swords under them
             | shop "@" step { shop "@" step }         shops on the board
             | "metal" number
             | "gems" number
             | "swords" swords { swords }              swords in front of the player
             | "tiles" tile { tile }
             | "paintings" values { values }
    cards    = [ number "*" ] card                     2*3va: two of these; likewise the other ones
    steps    = [ number "*" ] step
    swords   = [ number "*" ] sword
    values   = [ number "*" ] number

Every player at the table has a section. Each part appears at most once, in any order.

Any word but a stance, ``toledo1`` and the name of an edition may be cut short as long as it can mean one word only:
``t`` is take, but ``p`` could be place or pass. That holds for the colours of the edition too. A word that is written
in full always means itself.

`format_action` and the others write the shortest unambiguous form: words and players' colours in full; kinds of
shops as one letter; duel colours, ``neutral`` and ``movement`` as one letter if no other of these begins with it, else
in full (in a card with dots); the cost of a sword only where the edition has others of its value. A duel colour that
begins with a digit always has its dot, and a player's colour of digits only gives way to the number of the seat, as
does one that is the title of another section. `format_position` writes the parts in the order of the grammar, leaves
out whatever is unchanged since the start, counts equal things, and writes the shorter of the two piles. So each
position has exactly one text, and no two positions share one.

Only components of the edition can be written. A card, sword, shop, tile, step or seat that the edition does not have is
an error of notation. The notation does not check whether an action is legal; a position has to satisfy the invariants.
All of this holds for every edition that a file can describe (see `toledo_rules.editions.edition_to_toml`). Editions
that differ only in their titles have the same digest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, assert_never, get_args

from attrs import evolve, frozen

from toledo_rules._limits import LONGEST_NOTATION, LONGEST_POSITION
from toledo_rules._multiset import Sortable, distinct, minus, multiset
from toledo_rules._setup import deal
from toledo_rules._validity import invariants
from toledo_rules._values import as_text, brief, check_type, snake
from toledo_rules.actions import (
    PLAIN_ACTIONS,
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
from toledo_rules.edition import (
    CATHEDRAL,
    MOVEMENT,
    NEUTRAL,
    SHOP_KINDS,
    STANCES,
    USUAL,
    Card,
    Cards,
    Edition,
    Readings,
    Seat,
    ShopTile,
    Stance,
    Step,
    Sword,
    Tile,
)
from toledo_rules.editions import (
    KOSMOS_2008,
    edition_digest,
    edition_of,
    known_edition,
    reading_words,
    readings_in,
    shipped_name,
)
from toledo_rules.errors import EditionError, NotationError, Problem, listed, plural
from toledo_rules.state import (
    ENTERED,
    MOVING,
    OVER,
    TURN_START,
    Arrived,
    Drawing,
    DrawSource,
    Duel,
    Entered,
    Moving,
    Over,
    Phase,
    Player,
    Shop,
    State,
    Transit,
    TurnStart,
    View,
    state_of,
)

if TYPE_CHECKING:
    from toledo_rules._game import Game

__all__ = [
    "format_action",
    "format_card",
    "format_cards",
    "format_line",
    "format_move",
    "format_position",
    "format_seat",
    "format_shop",
    "format_sword",
    "format_tile",
    "format_turn",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_line",
    "parse_move",
    "parse_position",
    "parse_seat",
    "parse_shop",
    "parse_sword",
    "parse_tile",
    "parse_turn",
]

# ------------------------------------------------------------
# Cards, actions and draws as text, and back.

T = TypeVar("T")


# Writing


@frozen(eq=False)
class _Spelling:
    """The text of each component of an edition."""

    cards: dict[Card, str]
    shops: dict[ShopTile, str]
    swords: dict[Sword, str]
    tiles: dict[Tile, str]
    steps: dict[Step, str]
    seats: dict[Seat, str]


@lru_cache(maxsize=64)
def _spelling(edition: Edition | str) -> _Spelling:
    """Return the spelling of an edition, computed once."""
    edition = edition_of(edition)
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


def _text(texts: dict[T, str], thing: T, edition: Edition | str) -> str:
    try:
        return texts[thing]
    except (KeyError, TypeError):  # of what has no hash
        name = edition_of(edition).name
        raise ValueError(f"{brief(thing)} is not in edition {name!r}") from None


def format_card(card: Card, edition: Edition | str) -> str:
    """Return a card as text.

    >>> from toledo_rules import KOSMOS_2008
    >>> format_card(Card(4, "violet", "attacker"), KOSMOS_2008)
    '4va'

    Like all functions that write, it raises `ValueError` for anything that the edition does not have.
    """
    return _text(_spelling(edition).cards, card, edition)


def format_cards(cards: Iterable[Card], edition: Edition | str) -> str:
    """Return cards as text, separated by blanks."""
    return " ".join(format_card(card, edition) for card in cards)


def format_sword(sword: Sword, edition: Edition | str) -> str:
    """Return a sword as text: its value, and its cost if the edition has others of that value."""
    return _text(_spelling(edition).swords, sword, edition)


def format_shop(shop: ShopTile, edition: Edition | str) -> str:
    """Return a shop tile as text: the first letter of its kind, and its circles."""
    return _text(_spelling(edition).shops, shop, edition)


def format_tile(tile: Tile, edition: Edition | str) -> str:
    """Return a kind of master tile as text."""
    return _text(_spelling(edition).tiles, tile, edition)


def format_step(step: Step, edition: Edition | str) -> str:
    """Return a step of the road as text."""
    return _text(_spelling(edition).steps, step, edition)


def format_seat(seat: Seat, edition: Edition | str) -> str:
    """Return a seat as text: its player's colour."""
    return _text(_spelling(edition).seats, seat, edition)


def format_action(action: Action, edition: Edition | str) -> str:
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
        case _:  # one without parts, or a mistake
            if action in PLAIN_ACTIONS:
                return _word(action)
            raise TypeError(f"found {brief(action)}, expected an action")


def _word(plain: Action) -> str:
    """Return the word for an action without parts: the first one of its name."""
    return snake(type(plain)).partition("_")[0]


def _format_use(use: UseSpace, edition: Edition | str) -> str:
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


def format_move(move: Move, edition: Edition | str) -> str:
    """Return an action or a draw as text.

    >>> from toledo_rules import KOSMOS_2008
    >>> format_move(Draw(Card(4, "violet", "attacker")), KOSMOS_2008)
    '=4va'
    """
    if isinstance(move, Draw):
        return f"={format_card(move.card, edition)}"
    return format_action(move, edition)


def format_line(action: Action, draws: Sequence[Draw], edition: Edition | str) -> str:
    """Return an action and the cards that chance turned up for it as text.

    >>> from toledo_rules import KOSMOS_2008, TAKE_CARDS
    >>> draws = [Draw(Card(3, "violet", "attacker")), Draw(Card(5, "neutral", "defender"))]
    >>> format_line(TAKE_CARDS, draws, KOSMOS_2008)
    'take = 3va 5nd'
    """
    text = format_action(action, edition)
    for draw in draws:
        check_type("a draw", draw, Draw)
    return f"{text} = {format_cards((draw.card for draw in draws), edition)}" if draws else text


def format_turn(lines: Iterable[tuple[Action, Sequence[Draw]]], edition: Edition | str) -> str:
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
_READING = re.compile(r"[A-Za-z0-9-]+=[A-Za-z0-9_]*")
_NUMBER = re.compile(r"[0-9]{1,400}(?![0-9])")


@lru_cache(maxsize=64)
def _kinds(edition: Edition) -> dict[tuple[int, str, str], Card]:
    """Return the kinds of cards of an edition, as a lookup, so that no nonexistent card is ever made."""
    return {(card.value, card.colour, card.stance): card for card in edition.cards}


def _no_text(problem: Problem) -> NotationError:
    """Return the error for bytes that are not text."""
    return NotationError("", 1, f"{problem.expected} at {problem.where}")


class Reader:
    """A reader of text from left to right. The functions below are built on it; parsers of longer formats can be too.

    Raises `NotationError` for a text that is too long.
    """

    blanks: tuple[str, ...] = (" ", "\t")
    """The characters allowed between two symbols."""
    longest: int = LONGEST_NOTATION
    """The maximum length of a text."""

    def __init__(self, text: str | bytes, edition: Edition | str, at: int = 0) -> None:
        text = as_text(text, _no_text)
        if len(text) > self.longest:
            raise NotationError(text, self.longest + 1, f"at most {self.longest:,} characters")
        self.text = text
        self.edition: Edition = edition_of(edition)
        self.at: int = at
        """The index of the next character."""

    def error(self, expected: str, at: int | None = None) -> NotationError:
        """Return an error that says what is expected, here or at another place."""
        return NotationError(self.text, (self.at if at is None else at) + 1, expected)

    def skip(self) -> int:
        """Skip blanks, and return the place after them."""
        while self.text.startswith(self.blanks, self.at):
            self.at += 1
        return self.at

    def finish(self, expected: str) -> None:
        """Raise an error if anything follows."""
        if self.skip() < len(self.text):
            raise self.error(expected)

    def sees_number(self) -> bool:
        """Return True if a number follows, after blanks. A card begins with one too."""
        return _NUMBER.match(self.text, self.skip()) is not None

    def sign(self, sign: str) -> bool:
        """Read a sign, after blanks, if it is there; return True if it was."""
        found = self.text.startswith(sign, self.skip())
        self.at += found
        return found

    def need(self, sign: str, expected: str) -> None:
        """Read a sign, after blanks."""
        if not self.sign(sign):
            raise self.error(expected)

    def match(self, pattern: re.Pattern[str]) -> str:
        """Read what matches the pattern at this very place; return an empty text if nothing does."""
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
        """Read a word, which may be abbreviated, and return the index of the one that it stands for."""
        word = word.lower()
        fits = [index for index, full in enumerate(words) if word and full.startswith(word)]
        if word in words:
            return words.index(word)
        if len(fits) != 1:
            meant = [words[index] for index in fits] or words
            raise self.error(f"{what}: {listed(meant)}", at)
        return fits[0]

    def name(self, what: str, words: Sequence[str]) -> str:
        """Read a word of the edition, at this very place."""
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
        """Read cards for as long as numbers follow."""
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

    def line(self) -> tuple[Action, tuple[Draw, ...]]:
        """Read an action and the cards that chance turned up for it."""
        action = self.action()
        if not self.sign("="):
            return action, ()
        return action, (Draw(self.card()), *map(Draw, self.cards()))

    def turn(self) -> Iterator[tuple[Action, tuple[Draw, ...]]]:
        """Read several actions, to the end. Each is yielded at its comma, even if what follows is damaged."""
        line = self.line()
        while self.sign(","):
            yield line
            line = self.line()
        self.finish("a comma, or the end")
        yield line


def _plain(action: Action) -> Callable[[Reader], Action]:
    """Return the reader of an action that consists of its word alone."""
    return lambda _: action


_ACTIONS: dict[str, Callable[[Reader], Action]] = {
    "take": lambda _: TAKE_CARDS,
    "place": Reader.place_shop,
    "return": Reader.return_figure,
    "vs": lambda reader: Challenge(reader.seat()),
    "use": Reader.use_space,
    "deliver": lambda reader: Deliver(reader.sword()),
    **{_word(plain): _plain(plain) for plain in PLAIN_ACTIONS},
}
"""Readers for the actions that begin with a word; they read what follows it."""


def _parse(
    text: str | bytes, edition: Edition | str, read: Callable[[Reader], T], then: str = "the end"
) -> T:
    reader = Reader(text, edition)
    found = read(reader)
    reader.finish(then)
    return found


def parse_card(text: str | bytes, edition: Edition | str) -> Card:
    """Return the card that a text names.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_card("4va", KOSMOS_2008)
    Card(4, 'violet', 'attacker')
    >>> parse_card("4.turq.D", KOSMOS_2008)
    Card(4, 'turquoise', 'defender')

    Like all functions that read, it raises `NotationError`.
    """
    return _parse(text, edition, Reader.card)


def parse_cards(text: str | bytes, edition: Edition | str) -> Cards:
    """Return the cards that a text names, as a multiset."""
    return multiset(_parse(text, edition, lambda reader: [*reader.cards()], "a card, such as 4va"))


def parse_sword(text: str | bytes, edition: Edition | str) -> Sword:
    """Return the sword that a text names."""
    return _parse(text, edition, Reader.sword)


def parse_shop(text: str | bytes, edition: Edition | str) -> ShopTile:
    """Return the shop tile that a text names."""
    return _parse(text, edition, Reader.shop)


def parse_tile(text: str | bytes, edition: Edition | str) -> Tile:
    """Return the kind of master tile that a text names."""
    return _parse(text, edition, Reader.tile)


def parse_seat(text: str | bytes, edition: Edition | str) -> Seat:
    """Return the seat that a text names."""
    return _parse(text, edition, Reader.seat)


def parse_action(text: str | bytes, edition: Edition | str) -> Action:
    """Return the action that a text names.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_action("u 3va +movement -b", KOSMOS_2008)
    UseSpace(pay=Card(3, 'violet', 'attacker'), take='movement', give_back='brown')
    """
    return _parse(text, edition, Reader.action)


def parse_move(text: str | bytes, edition: Edition | str) -> Move:
    """Return the action or the draw that a text names."""

    def read(reader: Reader) -> Move:
        return Draw(reader.card()) if reader.sign("=") else reader.action()

    return _parse(text, edition, read)


def parse_line(text: str | bytes, edition: Edition | str) -> tuple[Action, tuple[Draw, ...]]:
    """Return an action and the cards that chance turned up for it.

    >>> from toledo_rules import KOSMOS_2008
    >>> parse_line("vs blue = 1va 2bd", KOSMOS_2008)
    (Challenge(1), (Draw(Card(1, 'violet', 'attacker')), Draw(Card(2, 'brown', 'defender'))))
    """
    return _parse(text, edition, Reader.line, "the end, or = and cards")


def parse_turn(
    text: str | bytes, edition: Edition | str
) -> tuple[tuple[Action, tuple[Draw, ...]], ...]:
    """Return the actions that a text names, each with its draws."""
    return tuple(Reader(text, edition).turn())


# ------------------------------------------------------------
# Positions as text, and back.

VERSION = "toledo1"
"""First word of every position in this notation."""

HEAPS = ("discards", "pile")
"""Titles of the sections that are not a player's. Only one of them can appear: the other heap is what is left."""

_SHOP = re.compile(r"[A-Za-z]+[ \t\r\n]*[0-9]+[ \t\r\n]*@")
SOURCES: tuple[DrawSource, ...] = get_args(DrawSource)

SortableT = TypeVar("SortableT", bound=Sortable)


# Editions


def format_reference(edition: Edition) -> str:
    """Return how a position names its edition: not at all for the default, else with readings or digest."""
    if edition == KOSMOS_2008:
        return ""
    return f"[{shipped_name(edition) or f'{edition.name} {edition_digest(edition)}'}]"


# Writing


def format_position(state: State | Game) -> str:
    """Return a position as one line of text, which `parse_position` reads back.

    Equal positions have equal texts, and different positions have different ones.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> format_position(new_game(2, Random(1)))
    'toledo1 red / red 1td 2*2bd 3ta 6bd / blue 3ba 4va 5nd 5td 5va'

    Raises `ValueError` for a position that no game can reach.
    """
    state = state_of(state)
    if violations := tuple(invariants(state)):
        raise ValueError(
            "\n".join(["not a position that a game can reach:", *map(str, violations)])
        )
    return position_text(state)


def position_text(position: State | View) -> str:
    """Return the text of a position or a view, unchecked. Hidden hands of a view are written as numbers of cards."""
    return " / ".join(
        [
            _turn_text(position),
            *(_player_text(position, seat) for seat in range(len(position.players))),
            *_heap_texts(position),
        ]
    )


def _heap_texts(position: State | View) -> list[str]:
    """Return the discard pile, or the draw pile where that is shorter."""
    discards = _clause("discards", _card_texts(position.discards, position.edition))
    if isinstance(position, State) and discards:
        pile = " ".join(["pile", *_card_texts(position.pile, position.edition)])
        return min(discards, [pile], key=lambda texts: len(texts[0]))
    return discards


def _turn_text(position: State | View) -> str:
    edition = position.edition
    parts: list[str] = []
    if phase := _phase_text(position.phase, edition):
        parts.append(phase)
    if position.front is not None:
        parts.append(f"front {format_card(position.front, edition)}")
    if position.tile_value is not None:
        parts.append(f"tile {position.tile_value}")
    if position.trigger is not None:
        parts.append(f"trigger {format_seat(position.trigger, edition)}")
    head = [VERSION, format_reference(edition), format_seat(position.active, edition)]
    return " ".join(filter(None, [*head, ", ".join(parts)]))


def _phase_text(phase: Phase, edition: Edition | str) -> str:
    match phase:
        case TurnStart():
            return ""
        case Moving():
            return "moving"
        case Arrived(step):
            return f"arrived {step}"
        case Entered():
            return "entered"
        case Transit(step):
            return f"transit {step}"
        case Drawing(left, source):
            return f"drawing {left} {source}"
        case Duel(step, rival, attacker, defender):
            rounds = f" {attacker}:{defender}" if attacker or defender else ""
            return f"duel {step} vs {format_seat(rival, edition)}{rounds}"
        case Over():
            return "over"
    assert_never(phase)


def _player_text(position: State | View, seat: Seat) -> str:
    edition, player = position.edition, position.players[seat]
    swords = partial(format_sword, edition=edition)
    shops = [
        f"{format_shop(ShopTile(shop.kind, shop.circles), edition)}@{step}"
        for step, shop in enumerate(position.shops)
        if shop is not None and shop.owner == seat
    ]
    outside = _counted([step for step in player.figures if step != CATHEDRAL], str)
    delivered = f": {' '.join(_counted(player.delivered, swords))}" if player.delivered else ""
    parts = [
        " ".join(_hand_texts(position, seat)),
        f"@{' '.join(outside)}" if outside else "",
        f"in {player.inside}{delivered}" if player.inside or delivered else "",
        " ".join(shops),
        f"metal {player.metal}" if player.metal else "",
        f"gems {player.gems}" if player.gems else "",
        *_clause("swords", _counted(player.swords, swords)),
        *_clause("tiles", [format_tile(tile, edition) for tile in player.tiles]),
        *_clause("paintings", _counted(player.paintings, str)),
    ]
    return " ".join(filter(None, [section_title(seat, edition), ", ".join(filter(None, parts))]))


def section_title(seat: Seat, edition: Edition | str) -> str:
    """Return the first word of a player's section: the colour, unless another section has that title."""
    colour = format_seat(seat, edition)
    return str(seat) if colour in HEAPS else colour


def _hand_texts(position: State | View, seat: Seat) -> list[str]:
    """Return the cards of a hand, known ones with a mark, or their number if the view does not show them."""
    edition, known = position.edition, Counter(position.players[seat].known)
    if isinstance(position, State):
        unknown = Counter(position.players[seat].hand) - known
    elif seat == position.seat:
        unknown = Counter(position.hand) - known
    else:
        cards = position.players[seat].cards
        shown = [f"{plural(cards, 'card')}{':' if known else ''}"] if cards else []
        return [*shown, *(f"{card}!" for card in _card_texts(known.elements(), edition))]
    return [
        text
        for kind in sorted({*unknown, *known})
        for text in (
            *_card_texts([kind] * unknown[kind], edition),
            *(f"{text}!" for text in _card_texts([kind] * known[kind], edition)),
        )
    ]


def _card_texts(cards: Iterable[Card], edition: Edition | str) -> list[str]:
    return _counted(cards, partial(format_card, edition=edition))


def _counted(things: Iterable[SortableT], text: Callable[[SortableT], str]) -> list[str]:
    """Return the text of each kind of thing, with the number of them if there are several."""
    counts = Counter([*things])
    return [
        text(thing) if count == 1 else f"{count}*{text(thing)}" for thing, count in counts.items()
    ]


def _clause(word: str, texts: list[str]) -> list[str]:
    return [f"{word} {' '.join(texts)}"] if texts else []


# Showing


def state_repr(state: State) -> str:
    """Return an expression that evaluates to the position, if the edition comes with the library.

    An impossible position can be written too, so that its mistake can be found.
    """
    with suppress(Exception):
        text, edition = format_position(state), state.edition
        if shipped_name(edition):
            return f"parse_position({text!r})"
        return f"<State: {text}>"
    with suppress(Exception):
        broken = ", ".join(violation.number for violation in invariants(state))
        return f"<State, not a valid position ({broken}): {position_text(state)}>"
    return "<State, not a valid position>"


def player_repr(player: Player) -> str:
    """Return what a player has, on one line. Cards are in their long form, which can be read without the edition."""
    with suppress(Exception):
        named = {
            "hand": _counted(player.hand, _long_card),
            "known": _counted(player.known, _long_card),
            "figures at": _counted(player.figures, str),
            "inside": [str(player.inside)],
            "delivered": _counted(player.delivered, _long_sword),
            "metal": [str(player.metal)],
            "gems": [str(player.gems)],
            "swords": _counted(player.swords, _long_sword),
            "tiles": player.tiles,
            "paintings": _counted(player.paintings, str),
            "shops": [f"{shop.kind[0]}{shop.circles}" for shop in player.shops],
        }
        shown = (f"{name} {' '.join(texts)}" for name, texts in named.items() if texts)
        return f"<Player: {', '.join(shown)}>"
    return "<Player, not valid>"


def _long_card(card: Card) -> str:
    return f"{card.value}.{card.colour}.{card.stance[0]}"


def _long_sword(sword: Sword) -> str:
    return f"{sword.value}({sword.metal}+{sword.gems})"


def view_repr(view: View) -> str:
    """Return what a view shows, on one line. Like `state_repr` it never fails."""
    with suppress(Exception):
        viewer = "a spectator" if view.seat is None else format_seat(view.seat, view.edition)
        return f"<View of {viewer}: {position_text(view)}>"
    return "<View, not valid>"


# Reading


def parse_position(text: str | bytes, edition: Edition | str | None = None) -> State:
    """Return the position that a text describes. Whatever it does not mention is where it was at the start of the game.

    >>> state = parse_position("toledo1 red / red 3va 4nd, @4, g2@4 / blue 1bd")
    >>> state.players[0].figures, len(state.pile)
    ((0, 0, 0, 0, 4), 81)

    Args:
        text: the position, of at most `toledo_rules._limits.LONGEST_POSITION` characters.
        edition: the edition of the position, if the text names one that does not come with the library. The text must
            name just this one.

    Raises `NotationError`, which points at the mistake, and also for a position that no game can reach.
    """
    text = as_text(text, _no_text)
    state = _read(text, None if edition is None else edition_of(edition))
    if violations := tuple(invariants(state)):
        raise NotationError(text, 1, "a position that a game can reach", violations)
    return state


def _read(text: str, edition: Edition | None) -> State:
    """Return the position that a text describes, possible or not."""
    reader = _Heading(text, KOSMOS_2008)
    reader.version()
    return _PositionReader(text, reader.reference(edition), reader.at).position()


def _no_more(left: int) -> str:
    """Return the expectation to report where more things of a kind are placed than are left."""
    if not left:
        return "something else: none of these is left"
    return f"{'1' if left == 1 else f'1 to {left}'} of these: no more are left"


class _Heading(Reader):
    """Reader of the beginning of a position, up to the edition."""

    blanks = (" ", "\t", "\r", "\n")
    longest = LONGEST_POSITION

    def version(self) -> None:
        """Read the version of the notation."""
        start = self.skip()
        if self.match(WORD).lower() != VERSION:
            raise self.error(f"{VERSION}, the version of the notation", start)

    def reference(self, given: Edition | None) -> Edition:
        """Read the name of an edition, its readings and its digest; return the edition, which may have been given."""
        start = self.skip()
        if not self.sign("["):
            if given is not None and given != KOSMOS_2008:
                named = " ".join((given.name, *reading_words(given.readings)))
                raise self.error(f"[{named}], since that edition was given", start)
            return KOSMOS_2008
        start = self.skip()
        name = self.match(WORD).lower()
        readings_at = self.skip()
        said = self.readings()
        digest_at = self.skip()
        digest = self.match(WORD).lower()
        edition = given or known_edition(name, said or USUAL, digest)
        if edition is None and not name:
            raise self.error("the name of an edition", start)
        if edition is None:
            needed = f"{name} with the digest {digest}" if digest else name
            raise self.error(
                f"an edition that comes with the library, or {needed} as the argument edition",
                start,
            )
        if edition.name != name:
            raise self.error(f"{edition.name}, the name of the edition that was given", start)
        if (said or (USUAL if shipped_name(edition) else edition.readings)) != edition.readings:
            words = reading_words(edition.readings)
            expected = f"{' '.join(words)}, as" if words else "no reading but the usual ones of"
            raise self.error(f"{expected} the edition that was given", readings_at)
        if digest not in ("", edition_digest(edition)):
            raise self.error(
                f"{edition_digest(edition)}, the digest of this edition {name}", digest_at
            )
        self.need("]", "a closing bracket")
        return edition

    def readings(self) -> Readings | None:
        """Read the readings after the name of an edition; None if there are none."""
        words: list[str] = []
        while word := self.match(_READING):
            words.append(word.lower())
            try:
                readings_in(words)
            except EditionError as error:
                expected = error.problems[0].expected
                raise self.error(expected, self.at - len(word)) from error
            self.skip()
        return readings_in(words) if words else None


class _PositionReader(_Heading):
    """A reader of the rest of a position. Whatever it reads is taken from where it was at the start."""

    def __init__(self, text: str, edition: Edition, at: int) -> None:
        super().__init__(text, edition, at)
        self.cards_left = Counter(edition.cards)
        self.swords_left = Counter(edition.swords)
        self.tiles_left = Counter(edition.tiles)
        self.paintings_left = Counter(edition.paintings)
        self.material_left: dict[str, int] = {"metal": edition.metal, "gems": edition.gems}
        self.board: list[Shop | None] = [None] * len(edition.road)
        self.players: dict[Seat, dict[str, Any]] = {}
        """The fields of `Player` read so far, by seat."""
        self.heaps: dict[str, Cards] = {}
        """The cards of the discard pile or of the draw pile, whichever was given."""
        self.last_seat = edition.least_players - 1
        """The last seat that must be at the table."""
        self.owner: Seat = 0
        """The player whose section is being read."""

    def position(self) -> State:
        """Read all sections, to the end."""
        active = self.player()
        turn = self.parts(_TURN_PARTS)
        mover = active if isinstance(turn.get("phase"), (Transit, Duel)) else None
        while self.sign("/"):
            self.section(mover)
        self.finish("a comma and another part, / and another section, or the end")
        for seat in range(max(self.last_seat, *self.players, 0) + 1):
            if seat not in self.players:
                raise self.error(f"a section for each player, with / {self.title(seat)}")
        edition = self.edition
        start = deal(edition, ((),) * len(self.players), edition.cards, active)
        players = (
            evolve(player, **self.players[seat]) for seat, player in enumerate(start.players)
        )
        rest, pile = multiset(self.cards_left.elements()), self.heaps.get("pile")
        paintings_taken = Counter(edition.paintings) - self.paintings_left
        return evolve(
            start,
            players=tuple(players),
            pile=rest if pile is None else pile,
            discards=self.heaps.get("discards", ()) if pile is None else rest,
            shops=tuple(self.board),
            swords=multiset(self.swords_left.elements()),
            tiles=multiset(self.tiles_left.elements()),
            paintings=minus(edition.paintings, paintings_taken.elements()),
            metal=self.material_left["metal"],
            gems=self.material_left["gems"],
            **turn,
        )

    def section(self, mover: Seat | None) -> None:
        """Read a section after the first: a player's, or a heap of cards. The mover has a figure in transit."""
        start = self.skip()
        word = self.match(WORD)
        titles = (*HEAPS, *map(self.title, range(self.edition.most_players)))
        if word.isdigit():
            self.at = start
            self.owner = self.seat()
        else:
            title = self.choice(word, start, "a section", titles)
            if title < len(HEAPS):
                self.once(not self.heaps, start)
                self.colon()
                empty = self.closed()
                self.heaps[titles[title]] = (
                    () if empty else self.multiset(self.cards_left, self.card)
                )
                return
            self.owner = title - len(HEAPS)
        self.once(self.owner not in self.players, start)
        said = self.parts(_PLAYER_PARTS)
        figures, inside = said.get("figures", ()), said.get("inside", 0)
        left = self.edition.figures - len(figures) - inside - (self.owner == mover)
        if left < 0:
            transit = ", one of them in transit" if self.owner == mover else ""
            raise self.error(f"{plural(self.edition.figures, 'figure')} at most{transit}", start)
        said["figures"] = multiset([*figures, *[CATHEDRAL] * left])
        self.players[self.owner] = said

    def title(self, seat: Seat) -> str:
        """Return the first word of a player's section."""
        return section_title(seat, self.edition)

    def once(self, first: bool, at: int) -> None:
        """Raise an error if something is given twice."""
        if not first:
            raise self.error("something that was not said before", at)

    def colon(self) -> None:
        """Skip a colon or a comma after the title of a section."""
        if not self.sign(":"):
            self.sign(",")

    def parts(self, readers: _Parts) -> dict[str, Any]:
        """Read the parts of a section after its seat. Return their values by field."""
        said: dict[str, Any] = {}
        self.colon()
        more = not self.closed()
        while more:
            start = self.skip()
            fields = self.kind_of_part(readers)(self)
            self.once(said.keys().isdisjoint(fields), start)
            said |= fields
            more = self.sign(",")
        return said

    def kind_of_part(self, readers: _Parts) -> Callable[[_PositionReader], dict[str, Any]]:
        """Read only so much of a part as says which part it is."""
        words = [word for word in readers if word.isalpha()]
        start, signs = self.at, len(words) < len(readers)
        if signs and self.sees_number():
            return readers["4va"]
        if signs and self.sign("@"):
            return readers["@4"]
        if signs and _SHOP.match(self.text, start):
            return readers["m2@4"]
        what = "cards, @ and steps, shops such as m2@4, or a word" if signs else "a part"
        return readers[words[self.choice(self.match(LETTERS), start, what, words)]]

    def closed(self) -> bool:
        """Return True if nothing more of a part follows."""
        return self.skip() == len(self.text) or self.text.startswith(("/", ","), self.at)

    # The parts

    def several(
        self, left: Counter[SortableT], read: Callable[[], SortableT]
    ) -> Iterator[tuple[SortableT, int]]:
        """Read one or more things, each kind with its number, and take them from what is left."""
        more = True
        while more:
            start = self.skip()
            count = self.count()
            thing = read()
            if not 1 <= count <= left[thing]:
                raise self.error(_no_more(left[thing]), start)
            left[thing] -= count
            yield thing, count
            more = not self.closed()

    def multiset(
        self, left: Counter[SortableT], read: Callable[[], SortableT]
    ) -> tuple[SortableT, ...]:
        """Read things as a multiset, and take them from what is left."""
        return multiset(
            thing for kind, count in self.several(left, read) for thing in [kind] * count
        )

    def count(self) -> int:
        """Read a number of things; it is 1 if omitted."""
        start = self.skip()
        if self.sees_number():
            count = self.number("a number")
            if self.sign("*"):
                return count
            self.at = start
        return 1

    def player(self) -> Seat:
        """Read a seat, which must be at the table."""
        seat = self.seat()
        self.last_seat = max(self.last_seat, seat)
        return seat

    def drawing(self) -> Drawing:
        """Read the number of cards to be drawn, and where: 2 take."""
        left = self.number("the number of cards that are still to be drawn")
        self.skip()
        at = self.at
        return Drawing(left, SOURCES[self.choice(self.match(LETTERS), at, "a source", SOURCES)])

    def duel(self) -> Duel:
        """Read the space and the rival of a duel, and the rounds won: 4 vs green 1:0."""
        step = self.step()
        start = self.skip()
        self.choice(self.match(LETTERS), start, "the rival", ("vs",))
        rival, wins = self.player(), (0, 0)
        if self.sees_number():
            attacker = self.number("rounds won")
            self.need(":", ": and the rounds that the rival has won")
            wins = attacker, self.number("the rounds that the rival has won")
        return Duel(step, rival, *wins)

    def tile_value(self) -> int:
        """Read the value of the card that the movement tile was used for."""
        start = self.skip()
        expected = f"the value of a card of {self.edition.name}"
        value = self.number(expected)
        if not any(card.value == value for card in self.edition.cards):
            raise self.error(expected, start)
        return value

    def front(self) -> Card:
        """Read the front card. Nothing is placed before it, so at least one copy is left."""
        card = self.card()
        self.cards_left[card] -= 1
        return card

    def hand(self) -> dict[str, Cards]:
        """Read the cards of a hand; those that everybody knows have a mark."""
        hand: list[Card] = []
        known: list[Card] = []
        for card, count in self.several(self.cards_left, self.card):
            hand += [card] * count
            if self.sign("!"):
                known += [card] * count
        return {"hand": multiset(hand), "known": multiset(known)}

    def figures(self) -> tuple[Step, ...]:
        """Read where figures stand."""
        room = Counter(dict.fromkeys(range(len(self.edition.road)), self.edition.figures))
        return self.multiset(room, self.step)

    def alcazar(self) -> dict[str, Any]:
        """Read the number of figures in the Alcazar, and the swords under them: 2: 12."""
        inside = self.amount(self.edition.figures, "figures")
        return {"inside": inside, "delivered": self.swords() if self.sign(":") else ()}

    def material(self, kind: str) -> dict[str, int]:
        """Read an amount of metal or gems, and take it from the supply."""
        amount = self.amount(self.material_left[kind], kind)
        self.material_left[kind] -= amount
        return {kind: amount}

    def amount(self, most: int, what: str) -> int:
        """Read a number that is not above a limit."""
        start, expected = self.skip(), f"a number of {what}, at most {most}"
        amount = self.number(expected)
        if amount > most:
            raise self.error(expected, start)
        return amount

    def swords(self) -> tuple[Sword, ...]:
        """Read swords."""
        return self.multiset(self.swords_left, self.sword)

    def tiles(self) -> tuple[Tile, ...]:
        """Read master tiles."""
        return self.multiset(self.tiles_left, self.tile)

    def paintings(self) -> tuple[int, ...]:
        """Read values of paintings."""
        return self.multiset(self.paintings_left, partial(self.number, "the value of a painting"))

    def shops(self) -> tuple[ShopTile, ...]:
        """Read shops on the board: m2@4. Return the tiles that are left in their owner's tray."""
        tray = Counter(self.edition.shops)
        for tile, _ in self.several(tray, self.shop):
            self.need("@", "@ and the step of the site")
            start = self.skip()
            step = self.step()
            if self.board[step] is not None:
                raise self.error("a step without a shop", start)
            self.board[step] = Shop(self.owner, tile.kind, tile.circles)
        return multiset(tray.elements())


_Parts: TypeAlias = dict[str, Callable[[_PositionReader], dict[str, Any]]]
"""Readers for the parts of a section, by their first word, or by an example for those that begin with none."""

_TURN_PARTS: _Parts = {
    "start": lambda _: {"phase": TURN_START},
    "moving": lambda _: {"phase": MOVING},
    "arrived": lambda reader: {"phase": Arrived(reader.step())},
    "entered": lambda _: {"phase": ENTERED},
    "transit": lambda reader: {"phase": Transit(reader.step())},
    "drawing": lambda reader: {"phase": reader.drawing()},
    "duel": lambda reader: {"phase": reader.duel()},
    "over": lambda _: {"phase": OVER},
    "front": lambda reader: {"front": reader.front()},
    "tile": lambda reader: {"tile_value": reader.tile_value()},
    "trigger": lambda reader: {"trigger": reader.player()},
}
"""Parts of the first section, each with the field of `State` that it sets."""

_PLAYER_PARTS: _Parts = {
    "4va": lambda reader: reader.hand(),
    "@4": lambda reader: {"figures": reader.figures()},
    "in": lambda reader: reader.alcazar(),
    "m2@4": lambda reader: {"shops": reader.shops()},
    "metal": lambda reader: reader.material("metal"),
    "gems": lambda reader: reader.material("gems"),
    "swords": lambda reader: {"swords": reader.swords()},
    "tiles": lambda reader: {"tiles": reader.tiles()},
    "paintings": lambda reader: {"paintings": reader.paintings()},
}
"""Parts of a player's section, each with the fields of `Player` that it sets."""
