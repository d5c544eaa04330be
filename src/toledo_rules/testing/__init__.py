"""Helpers for testing programs that are built on the rules.

>>> from toledo_rules import TAKE_CARDS
>>> table = Table(players=3, active=RED)
>>> table = table.shop(4, BLUE, "gem", circles=2).figures(RED, 4).hand(RED, "3va 3nd")
>>> state = table.lay()

That is a position: whatever is not mentioned is where it is at the start of a game. Cards are named by their notation
(`card`, `cards`), swords by their value (`sword`). `play` and `story` go on from a position with the cards that you
name, and `differences` lists what has changed:

>>> for line in differences(state, play(state, TAKE_CARDS, "1bd 6nd")):
...     print(line)
red.hand: +1bd +6nd
active: red -> blue
pile: -1bd -6nd

A `Script` is a source of chance that deals the cards you name, for programs that take an `Rng`. `legal` returns the
legal actions, `refused` the reason why one is not legal, and `moves` everything that can happen next.

- `toledo_rules.testing.plugin` shows the differences when an ``assert`` that compares two positions fails in pytest.
- `toledo_rules.testing.strategies` has strategies for hypothesis (extra ``testing``); its positions come
  from `lay_out`, which lays out random ones, and `play_through`, by which a `Policy` plays a game.

Nothing here is imported with `toledo_rules` itself.

`perft` counts lines of play, as chess programs do. Two implementations of the rules that agree on these counts agree on
a great many positions at once. Values for named positions are in ``tests/spec/perft.toml``; the specification's logic
program confirms them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from attrs import AttrsInstance, define, evolve, fields

from toledo_rules._engine import Transition, chance_outcomes, explain, legal_actions, step
from toledo_rules._multiset import distinct, multiset, removed
from toledo_rules._setup import check_players, deal
from toledo_rules._validity import invariants
from toledo_rules._values import check_type, check_whole
from toledo_rules.actions import Action, Draw, Move
from toledo_rules.edition import (
    CATHEDRAL,
    Card,
    Cards,
    Edition,
    Seat,
    ShopKind,
    ShopTile,
    Step,
    Sword,
    Tile,
)
from toledo_rules.editions import KOSMOS_2008, edition_of
from toledo_rules.errors import IllegalActionError, TableError
from toledo_rules.events import SecretEvent
from toledo_rules.notation import (
    format_card,
    format_cards,
    format_seat,
    format_shop,
    format_sword,
    parse_card,
)
from toledo_rules.rulebook import Refusal
from toledo_rules.state import (
    TURN_START,
    Phase,
    Shop,
    State,
    Transit,
    View,
    check_seat,
    state_of,
)
from toledo_rules.testing._games import (
    DECISIONS,
    HOARD,
    MOMENTS,
    POLICIES,
    PROGRESS,
    RANDOM,
    TROUBLE,
    Journey,
    Leg,
    Moment,
    Policy,
    lay_out,
    play_through,
)

if TYPE_CHECKING:
    from toledo_rules._game import Game

__all__ = [
    "BLUE",
    "DECISIONS",
    "GREEN",
    "HOARD",
    "MOMENTS",
    "POLICIES",
    "PROGRESS",
    "RANDOM",
    "RED",
    "TROUBLE",
    "YELLOW",
    "Journey",
    "Leg",
    "Moment",
    "Policy",
    "Script",
    "Table",
    "card",
    "cards",
    "differences",
    "divide",
    "lay_out",
    "legal",
    "moves",
    "perft",
    "play",
    "play_through",
    "refused",
    "story",
    "sword",
]

# ------------------------------------------------------------
# Lay out positions, play on from them with the cards that you name, and compare them.

T = TypeVar("T", Card, Sword, Tile, int)
StateOrView = TypeVar("StateOrView", State, View)

RED, BLUE, GREEN, YELLOW = range(4)


def card(text: str, edition: Edition | str = KOSMOS_2008) -> Card:
    """Return a card by its notation.

    >>> card("4va"), card("1nd")
    (Card(4, 'violet', 'attacker'), Card(1, 'neutral', 'defender'))
    """
    return parse_card(text, edition)


def cards(text: str, edition: Edition | str = KOSMOS_2008) -> Cards:
    """Return the multiset of cards in a text, with spaces between them.

    >>> cards("4va 1nd")
    (Card(1, 'neutral', 'defender'), Card(4, 'violet', 'attacker'))
    """
    check_type("a text", text, str)
    return multiset(parse_card(word, edition) for word in text.split())


def sword(value: int, edition: Edition | str = KOSMOS_2008) -> Sword:
    """Return a sword of the edition by its value, the first one if there are several.

    >>> sword(12)
    Sword(12, 3, 3)
    """
    edition = edition_of(edition)
    for tile in edition.swords:
        if tile.value == value:
            return tile
    values = ", ".join(str(value) for value in sorted({tile.value for tile in edition.swords}))
    raise ValueError(f"{edition.name} has no sword of value {value}, only {values}")


@define
class _Side:
    """The components laid out for a player."""

    tray: tuple[ShopTile, ...]
    hand: Cards = ()
    known: Cards = ()
    steps: tuple[Step, ...] = ()
    in_transit: bool = False
    inside: int = 0
    delivered: tuple[Sword, ...] = ()
    swords: tuple[Sword, ...] = ()
    tiles: tuple[Tile, ...] = ()
    paintings: tuple[int, ...] = ()
    metal: int = 0
    gems: int = 0


class Table:
    """A position under construction.

    Everything that is not mentioned is where it is at the start of a game: figures on the cathedral, cards in the
    pile, swords and tiles on the board. What is mentioned is taken from there.

    >>> table = Table(players=3, active=RED)
    >>> table = table.shop(4, BLUE, "gem", circles=2).figures(RED, 4).hand(RED, "3va 3nd")
    >>> state = table.lay()
    >>> state.players[RED].figures, len(state.pile)
    ((0, 0, 0, 0, 4), 82)

    `lay` returns only valid positions:

    >>> table.figures(BLUE, 4, 4).lay()
    Traceback (most recent call last):
    toledo_rules.errors.TableError: not a valid position: I-11: seat 0 has ...

    Args:
        players: the number of players; their seats are 0, 1, ..., or RED, BLUE, GREEN, YELLOW.
        active: the player whose turn it is.
        edition: the components.
    """

    edition: Edition
    seats: range
    """The seats of the players."""
    active: Seat
    phase: Phase
    """The pending decision or chance step; `lay` can set another one."""
    trigger: Seat | None
    """The player who started the last round."""
    front: Card | None
    """The first card of the move turn under way."""
    tile_value: int | None
    """The value of the card played with the movement tile in this turn."""

    def __init__(
        self, players: int = 2, *, active: Seat = RED, edition: Edition | str = KOSMOS_2008
    ) -> None:
        edition = edition_of(edition)
        check_players(edition, players, active)
        self.edition = edition
        self.seats = range(players)
        self.active = active
        self.phase = TURN_START
        self.trigger = None
        self.front = None
        self.tile_value = None
        self._sides = tuple(_Side(edition.shops) for _ in self.seats)
        self._shops: list[Shop | None] = [None] * len(edition.road)
        self._pile: Cards | None = None
        self._discards: Cards = ()
        self._rest_to: Seat | None = None

    def shop(self, step: Step, owner: Seat, kind: ShopKind, circles: int = 1) -> Self:
        """Put a shop from its owner's tray on the board."""
        side, tile = self._side(owner), ShopTile(kind, circles)
        if tile not in side.tray:
            raise TableError(f"seat {owner} has no {tile!r} left, only {side.tray!r}")
        if not 0 <= step < len(self._shops):
            raise TableError(f"the steps are 0 to {len(self._shops) - 1}, not {step}")
        side.tray = removed(side.tray, tile)
        self._shops[step] = Shop(owner, kind, circles)
        return self

    def figures(self, seat: Seat, *steps: Step, transit: Step | None = None) -> Self:
        """Put figures on these steps. A figure in `transit` is on a full space, and the phase is set accordingly."""
        side = self._side(seat)
        side.steps, side.in_transit = steps, transit is not None
        if transit is not None:
            self.phase = Transit(transit)
        return self

    def alcazar(self, seat: Seat, figures: int, *swords: Sword) -> Self:
        """Put figures into the Alcazar, and swords under them."""
        side = self._side(seat)
        side.inside, side.delivered = figures, multiset(swords)
        return self

    def hand(self, seat: Seat, text: str, *, known: str = "") -> Self:
        """Put cards into a hand; everybody knows of the `known` ones, which are among them."""
        side = self._side(seat)
        side.hand, side.known = cards(text, self.edition), cards(known, self.edition)
        return self

    def pile(self, text: str) -> Self:
        """Make these cards the whole pile; the rest goes to the discard pile, or to `rest_to`."""
        self._pile = cards(text, self.edition)
        return self

    def discards(self, text: str) -> Self:
        """Put cards on the discard pile."""
        self._discards = cards(text, self.edition)
        return self

    def rest_to(self, seat: Seat) -> Self:
        """Put all cards that are mentioned nowhere into this hand, so that both piles can be empty."""
        self._side(seat)
        self._rest_to = seat
        return self

    def tiles(self, seat: Seat, *tiles: Tile) -> Self:
        """Give a player master tiles."""
        self._side(seat).tiles = multiset(tiles)
        return self

    def swords(self, seat: Seat, *swords: Sword) -> Self:
        """Put swords in front of a player."""
        self._side(seat).swords = multiset(swords)
        return self

    def paintings(self, seat: Seat, *values: int) -> Self:
        """Give a player paintings."""
        self._side(seat).paintings = multiset(values)
        return self

    def material(self, seat: Seat, *, metal: int = 0, gems: int = 0) -> Self:
        """Give a player metal and gems."""
        side = self._side(seat)
        side.metal, side.gems = metal, gems
        return self

    def moving(self, front: str | None = None, tile_value: int | None = None) -> Self:
        """Begin a move turn, with this front card and the movement tile used for that value."""
        self.front = None if front is None else card(front, self.edition)
        self.tile_value = tile_value
        return self

    def lay(self, phase: Phase | None = None) -> State:
        """Return the position, in this phase if one is given. Raises `TableError` if it breaks an invariant."""
        state = self.lay_unchecked(phase)
        if broken := list(invariants(state)):
            reasons = "; ".join(map(str, broken))
            raise TableError(f"not a valid position: {reasons}")
        return state

    def lay_unchecked(self, phase: Phase | None = None) -> State:
        """Return the position even if it breaks invariants, for tests of programs that must reject such positions.

        Raises `TableError` if there are more pieces of a kind on the table than in the box.
        """
        edition, sides = self.edition, self._sides
        hands, pile, discards = self._deal()
        start = deal(edition, hands, pile, self.active)
        players = tuple(
            evolve(
                player,
                known=side.known,
                figures=multiset((*side.steps, *(CATHEDRAL,) * self._at_home(side))),
                inside=side.inside,
                delivered=side.delivered,
                shops=side.tray,
                metal=side.metal,
                gems=side.gems,
                swords=side.swords,
                tiles=side.tiles,
                paintings=side.paintings,
            )
            for player, side in zip(start.players, sides, strict=True)
        )
        swords = [sword for side in sides for sword in side.swords + side.delivered]
        tiles = [tile for side in sides for tile in side.tiles]
        paintings = [value for side in sides for value in side.paintings]
        return evolve(
            start,
            players=players,
            phase=self.phase if phase is None else phase,
            front=self.front,
            tile_value=self.tile_value,
            trigger=self.trigger,
            discards=discards,
            shops=tuple(self._shops),
            metal=edition.metal - sum(side.metal for side in sides),
            gems=edition.gems - sum(side.gems for side in sides),
            swords=_left(edition.swords, swords, "swords"),
            tiles=_left(edition.tiles, tiles, "master tiles"),
            paintings=_left(edition.paintings, paintings, "paintings"),
        )

    def _side(self, seat: Seat) -> _Side:
        check_seat(seat, len(self._sides))
        return self._sides[seat]

    def _at_home(self, side: _Side) -> int:
        """Return the number of figures on the cathedral."""
        return self.edition.figures - side.inside - len(side.steps) - side.in_transit

    def _deal(self) -> tuple[tuple[Cards, ...], Cards, Cards]:
        """Return the hands, the pile and the discard pile."""
        front = () if self.front is None else (self.front,)
        hands = [side.hand for side in self._sides]
        mentioned = (*(c for hand in hands for c in hand), *self._discards, *front)
        pile = self._pile or ()
        rest = _left(self.edition.cards, (*mentioned, *pile), "cards")
        if self._rest_to is not None:
            hands[self._rest_to] = multiset(hands[self._rest_to] + rest)
            return tuple(hands), pile, self._discards
        if self._pile is None:
            return tuple(hands), rest, self._discards
        return tuple(hands), pile, multiset(self._discards + rest)


def _left(stock: tuple[T, ...], taken: Iterable[T], name: str) -> tuple[T, ...]:
    """Return the part of the stock that is not taken, in its order; of equal pieces the last ones."""
    left = list(stock)
    for piece in taken:
        if piece not in left:
            count = stock.count(piece)
            raise TableError(
                f"{name}: more than {count} of {piece!r} laid out, the box has {count}"
            )
        left.remove(piece)
    return tuple(left)


def play(state: State | Game, *moves: Move | str) -> State:
    """Return the position after these moves; a text names the cards to be drawn, as in `story`."""
    return story(state, *moves).state


def story(state: State | Game, *moves: Move | str) -> Transition:
    """Return the position after these moves, and everything that happened on the way.

    A text names the cards to be drawn, in order, and every one of them must be used:

    >>> from toledo_rules import TAKE_CARDS
    >>> what = story(Table(2).lay(), TAKE_CARDS, "3va 5nd")
    >>> what.state.players[RED].hand == cards("3va 5nd"), len(what.events)
    (True, 5)
    """
    state = state_of(state)
    events: list[SecretEvent] = []
    draws: list[Draw] = []
    reveals = False
    for move in moves:
        script: list[Move] = (
            [Draw(card(word, state.edition)) for word in move.split()]
            if isinstance(move, str)
            else [move]
        )
        for one in script:
            what = step(state, one)
            state = what.state
            events += what.events
            draws += what.draws
            reveals |= what.reveals
            assert not list(invariants(state)), f"{one!r} leads to an invalid position"
    return Transition(state, events, tuple(draws), reveals)


def moves(state: State | Game) -> tuple[Move, ...]:
    """Return everything that can happen next: the legal actions, or the draws that chance can make.

    >>> from toledo_rules import TAKE_CARDS
    >>> moves(Table(2).lay())[0]
    TakeCards()
    >>> moves(play(Table(2).pile("3va 5nd").lay(), TAKE_CARDS))
    (Draw(Card(3, 'violet', 'attacker')), Draw(Card(5, 'neutral', 'defender')))
    """
    return legal_actions(state) or tuple(draw for draw, _ in chance_outcomes(state))


def legal(state: State | Game) -> set[Action]:
    """Return the legal actions as a set, to compare with those that a test expects.

    >>> sorted(type(action).__name__ for action in legal(Table(2).hand(RED, "3va").lay()))[-1]
    'TakeCards'
    """
    actions = legal_actions(state)
    assert len(actions) == len(set(actions)), "an action is listed twice"
    return set(actions)


def refused(state: State | Game, action: Action) -> Refusal:
    """Return the reason why an action is not legal; fail if it is legal.

    >>> from toledo_rules import END_TURN
    >>> print(refused(Table(2).lay(), END_TURN))
    no_card_played: see TRN-04
    """
    try:
        step(state, action)
    except IllegalActionError as error:
        reason = error.refusal
    else:
        raise AssertionError(f"{action!r} is legal, but a refusal is expected")
    assert explain(state, action) == reason, f"{action!r} is refused for two reasons"
    assert action not in legal_actions(state), f"{action!r} is listed as legal, but refused"
    return reason


class Script:
    """A source of chance that deals the cards you name, in order, for use wherever the library takes an `Rng`.

    As a context manager it fails if a card is left over at the end:

    >>> from toledo_rules import TAKE_CARDS, apply
    >>> state = Table(2).lay()
    >>> with Script(state, "3va 5nd") as rng:
    ...     state = apply(state, TAKE_CARDS, rng)
    >>> state.players[RED].hand == cards("3va 5nd")
    True
    >>> with Script(state, "1va 1vd 6td") as rng:
    ...     state = apply(state, TAKE_CARDS, rng)
    Traceback (most recent call last):
    toledo_rules.errors.TableError: 6td was never drawn

    With an edition in place of a position the cards are dealt first, seat by seat:

    >>> from toledo_rules import KOSMOS_2008, new_game
    >>> rng = Script(KOSMOS_2008, "1va 2va 3va 4va 5va  1nd 2nd 3nd 4nd 5nd  6bd")
    >>> state = new_game(2, rng)
    >>> [player.hand[0] for player in state.players], len(rng.left)
    ([Card(1, 'violet', 'attacker'), Card(1, 'neutral', 'defender')], 1)

    The script knows the pile for as long as only this script draws from it. When the pile is used up, it knows the next
    one only if no card has been discarded since the position it was made for; for longer games, make a new script.

    Args:
        start: the position in which the first card is drawn, or the edition of a game to be dealt.
        text: the cards, with spaces between them.
    """

    left: list[Card]
    """The cards that have not been drawn yet."""

    def __init__(self, start: State | Game | Edition | str, text: str) -> None:
        if isinstance(start, Edition | str):
            self._edition = edition_of(start)
            self._pile: Cards = self._edition.cards
            self._discards: Cards = ()
        else:
            state = state_of(start)
            self._edition, self._pile, self._discards = state.edition, state.pile, state.discards
        check_type("a text", text, str)
        self.left = [card(word, self._edition) for word in text.split()]

    def randrange(self, stop: int, /) -> int:
        """Return the place of the next card among `stop` cards of the pile. Raises `TableError` if it is not there."""
        if not self._pile:
            self._pile, self._discards = self._discards, ()
        if stop != len(self._pile):
            raise TableError(
                f"a card is drawn from {stop}, but the script's pile has {len(self._pile)}: "
                f"make a new script for the position before this draw"
            )
        if not self.left:
            raise TableError(f"a card is drawn from {stop}, but the script names no more cards")
        drawn = self.left[0]
        if drawn not in self._pile:
            raise TableError(
                f"{format_card(drawn, self._edition)} cannot be drawn; the pile has "
                f"{format_cards(dict.fromkeys(self._pile), self._edition)}"
            )
        del self.left[0]
        place = self._pile.index(drawn)
        self._pile = self._pile[:place] + self._pile[place + 1 :]
        return place

    def finish(self) -> None:
        """Raise `TableError` if a card was never drawn."""
        if self.left:
            were = "was" if len(self.left) == 1 else "were"
            raise TableError(f"{format_cards(self.left, self._edition)} {were} never drawn")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        if kind is None:
            self.finish()


# Comparing.

_SEATS = ("active", "seat", "trigger")  # fields that hold a seat


def differences(before: StateOrView, after: StateOrView) -> tuple[str, ...]:
    """Return the differences between two positions, or between two views, a line for each part.

    Added pieces are marked ``+``, missing ones ``-``; anything else has an arrow.

    >>> from toledo_rules import TAKE_CARDS
    >>> before = Table(2).lay()
    >>> for line in differences(before, play(before, TAKE_CARDS, "3va 5nd")):
    ...     print(line)
    red.hand: +3va +5nd
    active: red -> blue
    pile: -3va -5nd
    >>> differences(before, before)
    ()
    """
    check_type("before", before, State, View)
    check_type("after", after, type(before))
    return tuple(_lines(before, after))


def _lines(before: State | View, after: State | View) -> Iterator[str]:
    edition = before.edition
    yield from _lines_of_players(before, after)
    for name, old, new in _changed(before, after):
        if name == "players":
            continue
        if name == "shops":
            for at, (shop, other) in enumerate(zip_longest(before.shops, after.shops)):
                if shop != other:
                    yield f"shops.{at}: {_word(shop, edition)} -> {_word(other, edition)}"
        elif name in _SEATS:
            yield f"{name}: {_seat(old, edition)} -> {_seat(new, edition)}"
        else:
            yield f"{name}: {_difference(old, new, edition)}"


def _lines_of_players(before: State | View, after: State | View) -> Iterator[str]:
    many, other = len(before.players), len(after.players)
    if many != other:
        yield f"players: {many} -> {other}"
    for seat in range(min(many, other)):
        who = _seat(seat, before.edition)
        for name, old, new in _changed(before.players[seat], after.players[seat]):
            yield f"{who}.{name}: {_difference(old, new, before.edition)}"


def _changed(before: AttrsInstance, after: AttrsInstance) -> Iterator[tuple[str, object, object]]:
    """Return the fields in which two values of one class differ."""
    for field in fields(type(before)):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old != new:
            yield field.name, old, new


def _difference(old: object, new: object, edition: Edition) -> str:
    if type(old) is tuple and type(new) is tuple:  # a multiset; a card is a tuple of another type
        more, less = Counter(new) - Counter(old), Counter(old) - Counter(new)
        words = [*_signed("+", more, edition), *_signed("-", less, edition)]
        return " ".join(words) or "in another order"
    return f"{_word(old, edition)} -> {_word(new, edition)}"


def _signed(sign: str, pieces: Counter[object], edition: Edition) -> Iterator[str]:
    for piece in pieces.elements():
        yield f"{sign}{_word(piece, edition)}"


def _word(thing: object, edition: Edition) -> str:
    """Return a thing in notation if it has one, else its repr."""
    if isinstance(thing, Shop):
        tile = ShopTile(thing.kind, thing.circles)
        return f"{_seat(thing.owner, edition)} {_word(tile, edition)}"
    if isinstance(thing, Edition):
        return thing.name
    try:
        if isinstance(thing, Card):
            return format_card(thing, edition)
        if isinstance(thing, Sword):
            return format_sword(thing, edition)
        if isinstance(thing, ShopTile):
            return format_shop(thing, edition)
    except ValueError:  # not a piece of this edition
        return repr(thing)
    return thing if isinstance(thing, str) else "none" if thing is None else repr(thing)


def _seat(seat: object, edition: Edition) -> str:
    if isinstance(seat, int) and seat in range(edition.most_players):
        return format_seat(seat, edition)
    return _word(seat, edition)


# ------------------------------------------------------------
# Counting lines of play: a test of the rules by numbers, known from chess programs.


def perft(state: State | Game, depth: int, *, chance: bool = True) -> int:
    """Return the number of lines of play from a position.

    With chance, a line is `depth` moves long, a move being a decision of a player or a draw of chance. Each kind of
    card in the pile is one draw, however many copies there are; different ways to the same position are
    different lines. A line on which the game ends early is not counted.

    Without chance, only decisions are played. A line that reaches a draw stops there and counts as one line, however
    short it is, so the count does not depend on the pile.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> start = new_game(2, Random(1))
    >>> [perft(start, depth) for depth in range(3)]
    [1, 129, 15934]
    >>> [perft(start, depth, chance=False) for depth in range(3)]
    [1, 129, 15889]
    """
    _check(depth)
    return _count(state_of(state), depth, chance, {})


def divide(state: State | Game, depth: int, *, chance: bool = True) -> dict[Move, int]:
    """Return the same count move by move: the lines that begin with each move, to find where two counts differ.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> divide(new_game(2, Random(1)), 2)[TAKE_CARDS]
    46
    """
    _check(depth, 1)
    state = state_of(state)
    seen: dict[tuple[State, int], int] = {}
    return {
        move: _count(step(state, move).state, depth - 1, chance, seen)
        for move in _moves(state, chance)
    }


def _check(depth: int, least: int = 0) -> None:
    check_whole("depth", depth)
    if depth < least:
        raise ValueError(f"depth must be at least {least}, not {depth}")


def _count(state: State, depth: int, chance: bool, seen: dict[tuple[State, int], int]) -> int:
    if depth == 0 or (state.chance and not chance):
        return 1
    moves = _moves(state, chance)
    if depth == 1:
        return len(moves)
    known = seen.get((state, depth))
    if known is None:
        known = sum(_count(step(state, move).state, depth - 1, chance, seen) for move in moves)
        seen[state, depth] = known
    return known


def _moves(state: State, chance: bool) -> tuple[Move, ...]:
    if state.chance:
        return tuple(Draw(card) for card in distinct(state.pile)) if chance else ()
    return legal_actions(state)
