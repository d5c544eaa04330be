"""Positions as text, and back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias, TypeVar, assert_never, get_args

from attrs import evolve

from toledo_rules._invariants import Violation, invariants
from toledo_rules.cards import Card, Cards
from toledo_rules.edition import CATHEDRAL, Edition, Seat, ShopTile, Step, Sword, Tile
from toledo_rules.editions import KOSMOS_2008, edition_digest, former_edition, shipped_edition
from toledo_rules.errors import plural
from toledo_rules.limits import LONGEST_POSITION
from toledo_rules.multiset import Sortable, minus, multiset
from toledo_rules.notation._actions import (
    LETTERS,
    WORD,
    NotationError,
    Reader,
    format_card,
    format_seat,
    format_shop,
    format_sword,
    format_tile,
)
from toledo_rules.phases import (
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
    Transit,
    TurnStart,
)
from toledo_rules.setup import deal
from toledo_rules.state import Player, Shop, State
from toledo_rules.views import View

VERSION = "toledo1"
"""First word of every position in this notation."""

HEAPS = ("discards", "pile")
"""Titles of the sections that are not a player's. Only one of them can be there: the other heap is what is left."""

_SHOP = re.compile(r"[A-Za-z]+[ \t\r\n]*[0-9]+[ \t\r\n]*@")
SOURCES: tuple[DrawSource, ...] = get_args(DrawSource)

T = TypeVar("T", bound=Sortable)


class ImpossiblePositionError(NotationError):
    """A position in writing that no game can reach. The message says which invariants it breaks.

    >>> try:
    ...     parse_position("toledo1 red / red @1 / blue")
    ... except ImpossiblePositionError as error:
    ...     print(error)
    column 1: expected a position that a game can reach
        toledo1 red / red @1 / blue
        ^
    I-11: seat 0 has 1 figure for 0 circles on step 1 (players[0].figures); ...
    """

    violations: tuple[Violation, ...]
    """The invariants that the position breaks."""

    def __init__(self, text: str, violations: tuple[Violation, ...]) -> None:
        super().__init__(text, 1, "a position that a game can reach")
        self.violations = violations
        self.args = (text, violations)

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *_sentences(self.violations)])


def _sentences(violations: Iterable[Violation]) -> list[str]:
    return [*map(str, violations)]


# Editions


def _shipped(name: str) -> Edition | None:
    """Return the edition of that name that comes with the library, if there is one."""
    try:
        return shipped_edition(name)
    except ValueError:
        return None


def format_reference(edition: Edition) -> str:
    """Return what a position says of its edition: nothing for the default, else its name, and its digest if needed."""
    if edition == KOSMOS_2008:
        return ""
    name = edition.name
    return f"[{name}]" if edition == _shipped(name) else f"[{name} {edition_digest(edition)}]"


# Writing


def format_position(state: State) -> str:
    """Return a position as one line of text, which `parse_position` reads back.

    Equal positions have equal texts, others have others.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> format_position(new_game(2, Random(1)))
    'toledo1 red / red 1td 2*2bd 3ta 6bd / blue 3ba 4va 5nd 5td 5va'

    Raises `ValueError` for a position that no game can reach.
    """
    if violations := tuple(invariants(state)):
        raise ValueError(
            "\n".join(["not a position that a game can reach:", *_sentences(violations)])
        )
    return position_text(state)


def position_text(position: State | View) -> str:
    """Return the text of a position or a view, unchecked. Hands that a view does not show are numbers of cards."""
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


def _phase_text(phase: Phase, edition: Edition) -> str:
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


def section_title(seat: Seat, edition: Edition) -> str:
    """Return the first word of a player's section: the colour, unless another section is called so."""
    colour = format_seat(seat, edition)
    return str(seat) if colour in HEAPS else colour


def _hand_texts(position: State | View, seat: Seat) -> list[str]:
    """Return the cards of a hand, known ones with a mark, or the number of cards if a view does not show them."""
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


def _card_texts(cards: Iterable[Card], edition: Edition) -> list[str]:
    return _counted(cards, partial(format_card, edition=edition))


def _counted(things: Iterable[T], text: Callable[[T], str]) -> list[str]:
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

    Whatever is wrong with a position, it can be shown: otherwise nobody could find the mistake.
    """
    with suppress(Exception):
        text, edition = format_position(state), state.edition
        if edition in (KOSMOS_2008, _shipped(edition.name)):
            return f"parse_position({text!r})"
        return f"<State: {text}>"
    with suppress(Exception):
        broken = ", ".join(violation.number for violation in invariants(state))
        return f"<State, not a valid position ({broken}): {position_text(state)}>"
    return "<State, not a valid position>"


def player_repr(player: Player) -> str:
    """Return what a player has, on one line. Cards are in their long form, which is clear without the edition."""
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


def parse_position(text: str, edition: Edition | None = None) -> State:
    """Return the position that a text describes. What it does not say is where it was at the start of the game.

    >>> state = parse_position("toledo1 red / red 3va 4nd, @4, g2@4 / blue 1bd")
    >>> state.players[0].figures, len(state.pile)
    ((0, 0, 0, 0, 4), 81)

    Args:
        text: the position, of at most `toledo_rules.limits.LONGEST_POSITION` characters.
        edition: the edition of the position, if the text names one that does not come with the library. The text must
            name just this one.

    Raises `NotationError`, which points at the place, and `ImpossiblePositionError` for a position that no game
    can reach.
    """
    state = _read(text, edition)
    if violations := tuple(invariants(state)):
        raise ImpossiblePositionError(text, violations)
    return state


def _read(text: str, edition: Edition | None) -> State:
    """Return the position that a text describes, possible or not."""
    reader = _Heading(text, KOSMOS_2008)
    reader.version()
    return _PositionReader(text, reader.reference(edition), reader.at).position()


def _no_more(left: int) -> str:
    """Return what is expected where more things of a kind are placed than there are left."""
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
        """Read the name and the digest of an edition; return the edition, which may have been given."""
        start = self.skip()
        if not self.sign("["):
            if given is not None and given != KOSMOS_2008:
                raise self.error(f"[{given.name}], since that edition was given", start)
            return KOSMOS_2008
        start = self.skip()
        name = self.match(WORD).lower()
        digest_at = self.skip()
        digest = self.match(WORD).lower()
        edition = given or former_edition(name, digest) or _shipped(name)
        if edition is None:
            needed = f"{name} with the digest {digest}" if digest else name
            raise self.error(
                f"an edition that comes with the library, or {needed} as the argument edition",
                start,
            )
        if edition.name != name:
            raise self.error(f"{edition.name}, the name of the edition that was given", start)
        if digest not in ("", edition_digest(edition)):
            raise self.error(
                f"{edition_digest(edition)}, the digest of this edition {name}", digest_at
            )
        self.need("]", "a closing bracket")
        return edition


class _PositionReader(_Heading):
    """Reader of the rest of a position. Whatever is read is taken from where it was at the start."""

    def __init__(self, text: str, edition: Edition, at: int) -> None:
        super().__init__(text, edition, at)
        self.cards_left = Counter(edition.cards)
        self.swords_left = Counter(edition.swords)
        self.tiles_left = Counter(edition.tiles)
        self.paintings_left = Counter(edition.paintings)
        self.material_left: dict[str, int] = {"metal": edition.metal, "gems": edition.gems}
        self.board: list[Shop | None] = [None] * len(edition.road)
        self.players: dict[Seat, dict[str, Any]] = {}
        """Fields of `Player` that were said, by seat."""
        self.heaps: dict[str, Cards] = {}
        """Cards of the discard pile or of the draw pile, whichever was said."""
        self.last_seat = edition.least_players - 1
        """Last seat that must be at the table."""
        self.owner: Seat = 0
        """Player whose section is being read."""

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
        """Refuse what is said for the second time."""
        if not first:
            raise self.error("something that was not said before", at)

    def colon(self) -> None:
        """Pass over a colon or a comma behind the title of a section."""
        if not self.sign(":"):
            self.sign(",")

    def parts(self, readers: _Parts) -> dict[str, Any]:
        """Read the parts of a section behind its seat. Return what they say, by fields."""
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
        """Read the beginning of a part, as far as it only says which part it is."""
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
        """Return true if nothing more of a part follows."""
        return self.skip() == len(self.text) or self.text.startswith(("/", ","), self.at)

    # The parts

    def several(self, left: Counter[T], read: Callable[[], T]) -> Iterator[tuple[T, int]]:
        """Read at least one thing, each kind with its number, and take them from what is left."""
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

    def multiset(self, left: Counter[T], read: Callable[[], T]) -> tuple[T, ...]:
        """Read things as a multiset, and take them from what is left."""
        return multiset(
            thing for kind, count in self.several(left, read) for thing in [kind] * count
        )

    def count(self) -> int:
        """Read a number of things, which is 1 if nothing is said."""
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
        """Read the front card. Nothing is placed before it, so there is one left."""
        card = self.card()
        self.cards_left[card] -= 1
        return card

    def hand(self) -> dict[str, Cards]:
        """Read the cards of a hand; the ones that everybody knows have a mark."""
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
"""Readers of the parts of a section, by their first word, or by an example for those that begin otherwise."""

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
"""Parts of the first section, each with the field of `State` that it is about."""

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
"""Parts of a player's section, each with the fields of `Player` that it is about."""
