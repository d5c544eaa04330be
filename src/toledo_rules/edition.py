"""An edition: the components of the game as data, and the bounds of that data.

The engine knows rules, an edition knows numbers. `toledo_rules.editions` reads editions from files and checks them.
An edition that a program makes, with `Edition` or `attrs.evolve`, is checked where it is used with others' data: by
`toledo_rules.invariants`, `toledo_rules.codec` and `toledo_rules.editions.edition_to_toml`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import (
    TYPE_CHECKING,
    Annotated,
    Final,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    final,
    get_args,
)

from attrs import field, fields, frozen

from toledo_rules._json import LEFT_OUT, NAME, OPTIONAL, Line, MinLength, Pattern, Range, SomeLine
from toledo_rules._values import CheckedTuple, sealed, value
from toledo_rules.errors import EditionError, Problem

if TYPE_CHECKING:
    from toledo_rules.actions import Universe

__all__ = [
    "CATHEDRAL",
    "LEVELS",
    "MOVEMENT",
    "NEUTRAL",
    "Card",
    "Cards",
    "Datum",
    "DuelColour",
    "Edition",
    "Level",
    "Readings",
    "Seat",
    "ShopKind",
    "ShopTile",
    "Space",
    "SpaceKind",
    "Stance",
    "Step",
    "Sword",
    "Tile",
]


# ------------------------------------------------------------
# Money cards: what moves figures, pays fees and decides duels.

Stance: TypeAlias = Literal["attacker", "defender"]
"""The fencer who is highlighted in a card's duel picture (DUE-07)."""

STANCES: tuple[Stance, ...] = get_args(Stance)

DuelColour: TypeAlias = str
"""A duel colour of the edition, such as ``"violet"``, or `NEUTRAL`."""

NEUTRAL: DuelColour = "neutral"
"""The background of cards for which there is no duel tile (DUE-08)."""


LARGEST_NUMBER: Final = 999
"""The maximum of any number of an edition, and of the length of any list: far above any real box, so that games come to
an end."""


class _CardParts(NamedTuple):
    value: Annotated[int, Range(1, LARGEST_NUMBER)]
    """Steps that it moves a figure, and its worth as a payment."""
    colour: DuelColour
    """The background of its duel picture: a duel colour, or neutral."""
    stance: Stance
    """The winner of a duel round that the duel tiles leave open."""


@value
class Card(CheckedTuple, _CardParts):
    """A money card. Cards of the same kind cannot be told apart.

    >>> Card(3, "violet", "attacker")
    Card(3, 'violet', 'attacker')
    >>> Card(True, "violet", "attacker")
    Traceback (most recent call last):
    TypeError: Card.value must be int, not True
    """

    __slots__ = ()
    _types = (int, str, str)

    def __new__(cls, value: int, colour: DuelColour, stance: Stance) -> Self:
        """Return a card with these parts."""
        return cls._strict(value, colour, stance)


Cards: TypeAlias = tuple[Card, ...]
"""A multiset of cards: a sorted tuple (see `toledo_rules._multiset`)."""


def card_sum(cards: Iterable[Card]) -> int:
    """Return the sum of the values, for the second tie-break (TIE-03).

    >>> card_sum((Card(3, "violet", "attacker"), Card(5, "neutral", "defender")))
    8
    """
    return sum(card.value for card in cards)


# ------------------------------------------------------------
# An edition: the components of the game as data, and the bounds of that data.

Seat: TypeAlias = int
"""A player's place at the table: 0, 1, ... in clockwise order."""

Step: TypeAlias = int
"""A place on the road, counted from the cathedral, which is step 0."""

CATHEDRAL: Step = 0
"""The step where figures start, and where they go back to."""

SpaceKind: TypeAlias = Literal["cathedral", "site", "tavern", "artist", "entrance"]
"""The kind of a step of the road (CMP-11)."""
SPACE_KINDS: tuple[SpaceKind, ...] = get_args(SpaceKind)

ShopKind: TypeAlias = Literal["metal", "gem", "smith", "fencing"]
"""Metal dealer, gem dealer, smith, fencing master (SHP-03)."""
SHOP_KINDS: tuple[ShopKind, ...] = get_args(ShopKind)

Tile: TypeAlias = str
"""A kind of master tile: `MOVEMENT`, or the duel colour of a duel tile (CMP-10)."""

MOVEMENT: Tile = "movement"
"""The master tile that allows one more card in each turn (TIL-01)."""

Level: TypeAlias = Literal["rulebook", "published", "inferred", "assumed", "house"]
"""Confidence in a datum, strongest first: the rulebook says so, a person who knows the game says so, it follows from
such statements, it is a choice that may be wrong, or a program
has changed it: a house rule."""
LEVELS: tuple[Level, ...] = get_args(Level)


MOST_PLAYERS: Final = 16
"""The maximum number of players: a position has an area for each of them."""
MOST_ROUNDS: Final = 9
"""The maximum number of won rounds that decide a duel: the time for its odds grows with a power of it."""

_Count: TypeAlias = Annotated[int, Range(0, LARGEST_NUMBER)]
_Amount: TypeAlias = Annotated[int, Range(1, LARGEST_NUMBER)]
_Players: TypeAlias = Annotated[int, Range(2, MOST_PLAYERS)]  # CMP-01
_Row: TypeAlias = Annotated[
    str, Pattern(NAME.pattern.replace("^", "^(").replace("$", ")?$"), f"{NAME.words}, or nothing")
]


@frozen
class Space:
    """A step of the road, as it is printed on the board."""

    kind: SpaceKind
    row: _Row = ""
    """Name of the row that it lies in; empty for the cathedral and the entrances."""
    price: _Count = 0
    """The lowest card value that pays for its use; for a site, that of its row (USE-05, USE-08, USE-09)."""
    circles: _Count = 0
    """Room for figures on a tavern or an artist. A site has the room of the shop on it."""


class _SwordParts(NamedTuple):
    value: _Amount
    """Its fame: points when it is delivered."""
    metal: _Amount
    gems: _Count


@value
class Sword(CheckedTuple, _SwordParts):
    """A sword tile: its fame, and the material it is forged from (SMI-02, SMI-04)."""

    __slots__ = ()
    _types = (int, int, int)

    def __new__(cls, value: int, metal: int, gems: int) -> Self:
        """Return a sword with these parts."""
        return cls._strict(value, metal, gems)


class _ShopTileParts(NamedTuple):
    kind: ShopKind
    circles: _Amount


@value
class ShopTile(CheckedTuple, _ShopTileParts):
    """A shop that a player can place: its kind and the circles on it (SHP-03, SHP-04)."""

    __slots__ = ()
    _types = (str, int)

    def __new__(cls, kind: ShopKind, circles: int) -> Self:
        """Return a shop tile with these parts."""
        return cls._strict(kind, circles)


@frozen
class Datum:
    """Provenance of one datum of an edition: who says so, and how far they can be relied on."""

    key: SomeLine
    """Its key in an edition file, for instance ``board.road.5``."""
    value: Line
    """The datum in words, for instance ``tavern in the lower row``."""
    level: Level
    """Confidence in it."""
    source: Line
    """The text that says so, or the argument that leads to it. It is empty if there is none."""


@frozen(repr=False)
class Readings:
    """The readings that an edition plays by, where the rulebooks can be read in two ways and tables differ.

    The usual one is the default. The name of a field is the number of the ruling, which says what speaks for each.

    >>> Readings(a22="used_up", a82="optional")  # a usual one is not said
    Readings(a22='used_up')
    """

    a22: Annotated[Literal["when_needed", "used_up"], LEFT_OUT] = "when_needed"
    """When the discards become the new pile: when a card is needed and there is none, or as soon as the last card has
    gone (A-22)."""
    a82: Annotated[Literal["optional", "if_possible"], LEFT_OUT] = "optional"
    """After a tile card that opened the turn, a second card may follow, or must if one can be played (A-82)."""
    a109: Annotated[Literal["on_road", "outside_alcazar"], LEFT_OUT] = "on_road"
    """The figures that can be returned to the cathedral: those on the road, or all outside the Alcazar, also one that
    stands on the cathedral already (A-109)."""
    a120: Annotated[Literal["each", "sum"], LEFT_OUT] = "each"
    """Of several swords that were not delivered each is halved by itself, or their sum (A-120)."""
    a130: Annotated[Literal["remembered", "forgotten"], LEFT_OUT] = "remembered"
    """A card paid to an owner, which all have seen, is known to be in that hand, or counts as forgotten (A-130)."""
    a160: Annotated[Literal["compulsory", "voluntary"], LEFT_OUT] = "compulsory"
    """Whoever can do nothing but return a figure must do so, or may pass (A-160)."""

    def __repr__(self) -> str:
        chosen = [(part.name, getattr(self, part.name), part.default) for part in fields(Readings)]
        said = (f"{name}={choice!r}" for name, choice, usual in chosen if choice != usual)
        return f"Readings({', '.join(said)})"


USUAL: Final = Readings()
"""Every ruling as the specification decides it."""


class _Worked:
    """A cache for what is computed once for an edition: all actions that it can offer."""

    __slots__ = ("_universe",)
    if TYPE_CHECKING:
        _universe: Universe


@final
@sealed
@frozen(cache_hash=True, repr=False, kw_only=True)
class Edition(_Worked):
    """The components of one edition of the game.

    It promises one linear road with the cathedral at step 0 and the entrances as its last steps, and cards that are
    worth at least 1.
    """

    name: str
    title: SomeLine
    least_players: _Players
    most_players: _Players
    colours: Annotated[tuple[str, ...], MinLength(1)]
    """The players' colours, in seat order."""
    road: Annotated[tuple[Space, ...], MinLength(2)]
    """Every step from the cathedral (step 0) to the last entrance."""
    duel_colours: tuple[DuelColour, ...]
    cards: Annotated[Cards, MinLength(1)]
    swords: tuple[Sword, ...]
    paintings: tuple[_Amount, ...]
    """Their values from the top of the stack to its bottom, never rising (SET-02)."""
    tiles: tuple[Tile, ...]
    """The master tiles on the board at the start."""
    shops: tuple[ShopTile, ...]
    """The shop tiles of each player."""
    figures: _Amount
    """Figures of each player."""
    hand: _Count
    """Cards dealt to each player."""
    metal: _Count
    gems: _Count
    tile_limit: _Amount
    """Most master tiles that a player may hold (FEN-04)."""
    last_round_at: _Amount
    """Figures in the Alcazar that start the last round (END-01)."""
    cards_taken: _Amount
    """Cards drawn by the take action (TAK-01)."""
    tavern_cards: _Amount
    """Cards drawn at a tavern (TAV-02)."""
    movement_penalty: _Count
    """Points that a movement tile costs at the end (SCO-05)."""
    rounds_to_win: Annotated[int, Range(1, MOST_ROUNDS), OPTIONAL] = 2
    """Won rounds that decide a duel (DUE-09)."""
    gems_per_point: Annotated[_Amount, OPTIONAL] = 2
    """Gems that count one point at the end (SCO-04)."""
    sword_divisor: Annotated[_Amount, OPTIONAL] = 2
    """A sword that was not delivered counts its value divided by this, rounded down (SCO-02, A-120)."""
    readings: Annotated[Readings, LEFT_OUT] = USUAL
    """The readings of disputed rules that are played."""
    provenance: tuple[Datum, ...] = field(default=(), eq=False)
    """The origin of each datum. It has no part in the game, so editions that differ only here are equal."""
    expression: str = field(default="", init=False, eq=False)
    """The expression that makes an edition that comes with the library, such as ``shipped_edition('kosmos-2008')``;
    empty for others, also for copies with changes."""

    @property
    def last_step(self) -> Step:
        """The last entrance."""
        return len(self.road) - 1

    def __repr__(self) -> str:
        if self.expression:
            return self.expression
        shown = (part.name for part in fields(Edition) if part.eq)
        return f"Edition({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


# Bounds: an edition may come from a stranger, and must not cost more time or memory than a game. They are checked in
# `toledo_rules.editions._checks`, except for the first two, which concern files only.

LONGEST_TEXT: Final = 64_000
"""The maximum length of an edition file, in characters, six times that of the default edition: reading takes at most 20
ms."""
MOST_DOTS: Final = 200
"""The maximum number of dots in a line of a file: the TOML reader's time for a key grows with the square of its
parts."""
LONGEST_LINE: Final = 500
"""The maximum length of the title or of a source, in characters; they are printed on a line."""
LONGEST_NAME: Final = 40
"""The maximum length of a name, in characters; it is part of keys, labels and table headings."""
MOST_FIGURES: Final = 255
"""The maximum number of figures of all players together, so that a byte can count them."""
MOST_STEPS: Final = 100
"""The maximum number of steps after the cathedral: the look-ahead over full spaces goes step by step."""
MOST_KINDS: Final = 50
"""The maximum number of kinds of anything else: rows, duel colours, master tiles, values of cards, swords, shop
tiles."""
MOST_ACTIONS: Final = 20_000
"""The maximum number of possible actions of an edition, which are built when legal actions are first asked for; the
default edition has 3,457 of them."""


def action_counts(edition: Edition) -> dict[str, int]:
    """Return the number of actions that an edition can ever offer, by the field that they are due to.

    It is computed, not counted: `toledo_rules.universe` would have to build them.

    >>> from toledo_rules import KOSMOS_2008
    >>> sum(action_counts(KOSMOS_2008).values())
    3457
    """
    kinds = [space.kind for space in edition.road]
    sites = kinds.count("site")
    spaces = sites + kinds.count("tavern") + kinds.count("artist")
    cards, tiles = len({*edition.cards}), len({*edition.tiles})
    shops, swords = len({*edition.shops}), len({*edition.swords})
    fees = cards + 1  # or none, in one's own shop
    return {
        "most_players": edition.most_players,  # challenge
        "shops": shops * sites,  # place
        "road": spaces + (edition.readings.a109 != "on_road") + 3,  # return; end, take cards, pass
        "tiles": tiles * tiles * fees,  # take one and give none or another one back
        "cards": 2 * cards * (spaces + 1) + fees,  # move with or without the tile; use
        "swords": swords * fees + swords,  # forge, deliver
    }


def too_many_actions(edition: Edition) -> Problem | None:
    """Return the problem of an edition with more actions than should be built; None for all others."""
    counts = action_counts(edition)
    total = sum(counts.values())
    if total <= MOST_ACTIONS:
        return None
    field_name = max(counts, key=lambda name: counts[name])
    found = f"{total:,} possible actions in all, {counts[field_name]:,} of them from here"
    return Problem(field_name, found, f"at most {MOST_ACTIONS:,} in all")


def check_actions(edition: Edition) -> None:
    """Refuse an edition with too many actions to build.

    Raises `EditionError`.
    """
    problem = too_many_actions(edition)
    if problem is not None:
        raise EditionError(edition.name, [problem])
