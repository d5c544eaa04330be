"""Positions: everything on the table at one moment, as a value.

A position holds no history, no randomness and no order that no rule looks at. Equal positions are equal
objects. Use `toledo_rules.new_game` to get one, and `toledo_rules._engine` to go on from it.

Phases: what has just happened in a game, and so what is pending.

Each is a small class that carries just the context of the pending decision or draw.

Views: positions as a seat can see them.

Hidden are only the cards in the pile and the cards in the other hands (A-128, A-131). A `View` has no field in
which one of them could sit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Annotated,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    final,
    get_args,
)

import attrs
from attrs import AttrsInstance, define, field, frozen

from toledo_rules import _board
from toledo_rules._board import Ground, Shops, free_circles, survey
from toledo_rules._json import BY_NAME, MinLength, Positive
from toledo_rules._values import CheckedTuple, brief, check_whole, maker, names, sealed, value
from toledo_rules.edition import Card, Cards, Edition, Seat, ShopKind, ShopTile, Step, Sword, Tile

if TYPE_CHECKING:
    from toledo_rules._draft import Story
    from toledo_rules._game import Game

__all__ = [
    "ENTERED",
    "MOVING",
    "OVER",
    "PHASE_TYPES",
    "TURN_START",
    "Arrived",
    "DrawSource",
    "Drawing",
    "Duel",
    "Entered",
    "Hashed",
    "Moving",
    "Over",
    "Phase",
    "Player",
    "PlayerFields",
    "PlayerParts",
    "PlayerView",
    "Shop",
    "State",
    "StateFields",
    "TableParts",
    "Transit",
    "TurnStart",
    "View",
    "arrived",
    "check_seat",
    "drawing",
    "duelling",
    "hashed",
    "own_position",
    "transit",
    "view",
    "with_hands",
]


# ------------------------------------------------------------
# Phases: what has just happened in a game, and so what is pending.


@frozen(cache_hash=True)
class TurnStart:
    """A turn begins: the active player chooses one of the four actions (TRN-03)."""


@frozen(cache_hash=True)
class Moving:
    """In a move turn with nothing pending: play another card, or end the turn."""


@frozen(cache_hash=True)
class Arrived:
    """A figure has just taken a circle: its space can be used now or never (MOV-06, A-54)."""

    step: Step


@frozen(cache_hash=True)
class Entered:
    """A figure has just gone into the Alcazar: a sword can be delivered now or never (ALC-02, A-106)."""


@frozen(cache_hash=True)
class Transit:
    """A figure is on a full space, without a circle: it must move on or challenge (OCC-01, A-49)."""

    step: Step


DrawSource: TypeAlias = Literal["take", "tavern"]


@frozen(cache_hash=True)
class Drawing:
    """Chance deals the active player a card; `left` cards are still to come (TAK-01, TAV-02)."""

    left: Positive
    source: DrawSource


@frozen(cache_hash=True)
class Duel:
    """Chance turns up the card of the next fencing round (DUE-04)."""

    step: Step
    rival: Seat
    attacker_wins: int
    defender_wins: int


@frozen(cache_hash=True)
class Over:
    """The game has ended (END-03)."""


Phase: TypeAlias = TurnStart | Moving | Arrived | Entered | Transit | Drawing | Duel | Over
"""Any phase."""

PHASE_TYPES: tuple[type[Phase], ...] = get_args(Phase)

TURN_START = TurnStart()
MOVING = Moving()
ENTERED = Entered()
OVER = Over()

# The same few phases with a context come again and again, so each is made once.
arrived = lru_cache(maxsize=1024)(Arrived)
transit = lru_cache(maxsize=1024)(Transit)
drawing = lru_cache(maxsize=1024)(Drawing)
duelling = lru_cache(maxsize=1024)(Duel)

# ------------------------------------------------------------
# Positions: everything on the table at one moment, as a value.


def check_seat(seat: Seat, players: int) -> None:
    """Refuse a seat that is not at the table."""
    check_whole("a seat", seat)
    if not 0 <= seat < players:
        raise ValueError(f"the seats are 0 to {players - 1}, not {seat}")


class _ShopParts(NamedTuple):
    owner: Seat
    kind: ShopKind
    circles: Positive


@value
class Shop(CheckedTuple, _ShopParts):
    """A shop on the board. It stays where it was placed, to the end (A-32)."""

    __slots__ = ()
    _types = (int, str, int)

    def __new__(cls, owner: Seat, kind: ShopKind, circles: int) -> Self:
        """Return a shop with these parts."""
        return cls._strict(owner, kind, circles)


# The fields of players and positions are listed once, here. `Player` and `State` have them for good; drafts
# (see `_draft`) have the same ones to change, and become a `Player` and a `State` when they are done. Views have the
# public ones.


class Hashed:
    """A value that remembers its hash. A draft has the slot too, so that it can become one."""

    __slots__ = ("__weakref__", "_hash")

    hashed_parts: ClassVar[Callable[[object], object]]
    """Everything that the hash is made of."""
    if TYPE_CHECKING:
        _hash: int | None

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_hash", None)

    def __hash__(self) -> int:
        known = self._hash
        if known is None:
            known = hash(type(self).hashed_parts(self))
            object.__setattr__(self, "_hash", known)
        return known

    def __reduce__(self) -> tuple[Callable[..., Hashed], tuple[object, ...]]:
        cls = cast("type[AttrsInstance]", type(self))
        return _made, (_STAMP, cls, *[getattr(self, name) for name in names(cls)])


_PICKLE_FORM: Final = 1
"""The form of pickles. It grows when the fields of anything in them change."""


class _Stamp:
    """The form of a pickle. It comes first, so it is read before anything that may have changed since."""

    def __reduce__(self) -> tuple[Callable[[int], _Stamp], tuple[int]]:
        return _stamp, (_PICKLE_FORM,)


_STAMP: Final = _Stamp()


def _stamp(form: object) -> _Stamp:
    if form == _PICKLE_FORM:
        return _STAMP
    from pickle import UnpicklingError  # noqa: PLC0415  # only to refuse

    raise UnpicklingError(
        f"this pickle has form {form}, and this version of toledo-rules reads form {_PICKLE_FORM}: "
        "keep games as records or JSON, which every later version reads"
    )


def _made(stamp: object, cls: type[Hashed], *parts: object) -> Hashed:
    """Make a value of what a pickle holds."""
    if stamp is not _STAMP:
        _stamp(0)  # from before pickles had a form
    shared = names(cast("type[AttrsInstance]", cls))
    return cls(**dict(zip(shared, parts, strict=True)))


H = TypeVar("H", bound=type[Hashed])


def hashed(cls: H) -> H:
    """Let a class hash by its fields, but for those that say `hash=False`, and remember it.

    Most of these follow from the others, since no piece is ever lost, or differ only where others do.
    """
    parts = attrs.fields(cast("type[AttrsInstance]", cls))
    cls.hashed_parts = attrgetter(*[part.name for part in parts if part.hash is not False])
    cls.__hash__ = Hashed.__hash__  # type: ignore[method-assign]  # attrs would work it out each time
    return cls


@define(eq=False, repr=False, kw_only=True)
class PlayerParts(Hashed):
    """The public part of a player: all but the cards in hand (A-128, A-129)."""

    known: Cards = field(default=(), hash=False)
    """The part of the hand that everybody knows: cards that were paid into it (A-60, A-130). When a card of that kind
    leaves the hand, the known one counts as gone, so what is listed here is always certain. A hand that is shown at the
    end is known as a whole (A-128). Nothing else makes a card known or unknown."""
    figures: tuple[Step, ...]
    """The steps of the figures outside the Alcazar, without one in transit."""
    inside: int = field(default=0, hash=False)
    """Figures in the Alcazar."""
    delivered: tuple[Sword, ...] = field(default=(), hash=False)
    """The swords under figures in the Alcazar, one for each of them at most (ALC-03)."""
    shops: tuple[ShopTile, ...] = field(hash=False)
    """Shop tiles that are not on the board yet."""
    metal: int = 0
    """Metal in front of the player."""
    gems: int = 0
    """Gems in front of the player."""
    swords: tuple[Sword, ...] = ()
    """Swords in front of the player."""
    tiles: tuple[Tile, ...] = ()
    """Master tiles."""
    paintings: tuple[Positive, ...] = field(default=(), hash=False)
    """The values of the player's paintings."""


@define(eq=False, repr=False, kw_only=True)
class PlayerFields(PlayerParts):
    """Everything that a player has."""

    hand: Cards
    """The cards in hand, which only their player sees."""


@final
@sealed
@hashed
@frozen(kw_only=True)
class Player(PlayerFields):
    """The possessions of one player. All of it is public but the part of the hand that is not known (A-128, A-129)."""

    def __repr__(self) -> str:
        from toledo_rules.notation import player_repr  # noqa: PLC0415  # far above this module

        return player_repr(self)


class _Table(Hashed):
    """Questions that positions and views answer alike, and what follows from their fields."""

    __slots__ = ("free", "ground")

    if TYPE_CHECKING:
        # Slots, not fields: they follow from the fields, so nobody compares or stores them.
        ground: Ground
        """The board, step by step."""
        free: bytes | bytearray
        """Room that is left for figures, step by step."""
        edition: Edition
        players: Sequence[PlayerParts]
        phase: Phase
        shops: Shops

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        try:
            ground = survey(self.edition, self.shops)
            figures = [step for player in self.players for step in player.figures]
            free = free_circles(ground, figures)
        except (AttributeError, IndexError, TypeError, ValueError):
            # It is no position: `invariants` says what is wrong with it.
            ground, free = Ground((), (), ()), b""
        object.__setattr__(self, "ground", ground)
        object.__setattr__(self, "free", free)

    @property
    def over(self) -> bool:
        """The game has ended."""
        return isinstance(self.phase, Over)

    @property
    def chance(self) -> bool:
        """The next step is chance's, not a player's."""
        return isinstance(self.phase, (Drawing, Duel))

    def circles(self, step: Step) -> int:
        """Return the circles on a space: on its shop, or printed on the board."""
        return _board.circles(self.edition, self.shops, step)

    def standing(self, step: Step) -> tuple[Seat, ...]:
        """Return the seats whose figures stand on a step, one entry for each figure."""
        return tuple(
            seat
            for seat, player in enumerate(self.players)
            for _ in range(player.figures.count(step))
        )

    def owner(self, step: Step) -> Seat | None:
        """Return the owner of the shop on a step; nobody owns a tavern or the artist (A-69)."""
        shop = self.shops[step]
        return None if shop is None else shop.owner


@define(eq=False, repr=False, kw_only=True)
class TableParts(_Table):
    """The public part of a position, but for the players."""

    edition: Annotated[Edition, BY_NAME] = field(hash=False)
    """The components of the game."""
    active: Seat
    """The seat that is on turn. Nobody else ever has a decision (A-92)."""
    phase: Phase = TURN_START
    """The decision or draw that is pending."""
    front: Card | None = None
    """The first card of a move turn, whose value may be repeated (MOV-01, MOV-12)."""
    tile_value: Positive | None = None
    """The value of the card that the movement tile was used for in this turn (TIL-01)."""
    trigger: Seat | None = None
    """The seat that started the last round (END-01)."""
    discards: Cards = ()
    """The discard pile, as a multiset; the events tell in which order cards got there (A-29)."""
    shops: tuple[Shop | None, ...]
    """The shop on each step of the road."""
    metal: int = field(hash=False)
    """Metal in the supply."""
    gems: int = field(hash=False)
    """Gems in the supply."""
    swords: tuple[Sword, ...] = field(hash=False)
    """Swords on the board."""
    tiles: tuple[Tile, ...] = field(hash=False)
    """Master tiles on the board."""
    paintings: tuple[Positive, ...] = field(hash=False)
    """The painting stack, top first."""


class _Told(TableParts):
    """A place for the story of a draft."""

    __slots__ = ("story",)
    if TYPE_CHECKING:
        story: Story | None


@define(eq=False, repr=False, kw_only=True)
class StateFields(_Told):
    """Everything in a position."""

    players: Annotated[tuple[Player, ...], MinLength(1)]
    """The players, by seat."""
    pile: Cards = field(hash=False)
    """The draw pile, as a multiset: no rule looks at its order."""

    @property
    def drawable(self) -> int:
        """Cards that can be drawn or turned up: the pile, and the discards that would become the pile (TAK-02)."""
        return len(self.pile) + len(self.discards)


@final
@sealed
@hashed
@frozen(kw_only=True)
class State(StateFields):
    """A position.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> state = new_game(2, Random(1))
    >>> state == new_game(2, Random(1)), hash(state) == hash(new_game(2, Random(1)))
    (True, True)
    """

    @property
    def player(self) -> Player:
        """The player who is on turn."""
        return self.players[self.active]

    def __repr__(self) -> str:
        from toledo_rules.notation import state_repr  # noqa: PLC0415  # far above this module

        return state_repr(self)

    def __str__(self) -> str:
        from toledo_rules import render  # noqa: PLC0415  # far above this module

        return render.text(self)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows, with all hands."""
        from toledo_rules import render  # noqa: PLC0415  # far above this module

        return render.svg(self)


# ------------------------------------------------------------
# Views: positions as a seat can see them.


@final
@sealed
@hashed
@frozen(kw_only=True)
class PlayerView(PlayerParts):
    """A player as everybody sees them."""

    cards: int
    """The number of cards in hand (A-128)."""


@final
@sealed
@hashed
@frozen(kw_only=True)
class View(TableParts):
    """A position as one seat sees it, or a spectator."""

    seat: Seat | None
    """The seat whose view it is; None for a spectator."""
    hand: Cards
    """The cards of that seat; empty for a spectator."""
    players: Annotated[tuple[PlayerView, ...], MinLength(1)]
    """The players, by seat."""
    pile: int
    """The number of cards in the pile."""

    @property
    def drawable(self) -> int:
        """Cards that can be drawn or turned up: the pile, and the discards that would become the pile (TAK-02)."""
        return self.pile + len(self.discards)

    def __repr__(self) -> str:
        from toledo_rules.notation import view_repr  # noqa: PLC0415  above this module

        return view_repr(self)

    def __str__(self) -> str:
        from toledo_rules import render  # noqa: PLC0415  above this module

        return render.text(self)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        from toledo_rules import render  # noqa: PLC0415  above this module

        return render.svg(self)


_seen_player = maker(PlayerView, PlayerParts)
_seen = maker(View, TableParts, "ground", "free")
_player = maker(Player, PlayerParts)
_position = maker(State, TableParts, "ground", "free")


def view(state: State | Game, seat: Seat | None) -> View:
    """Return what a seat sees; None for a spectator.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> len(mine.hand), mine.players[1].cards, mine.pile
    (5, 5, 74)
    """
    if type(state) is not State:
        state = state_of(state)
    if seat is not None:
        check_seat(seat, len(state.players))
    hand = () if seat is None else state.players[seat].hand
    players = tuple([_seen_player(player, len(player.hand)) for player in state.players])
    return _seen(state, seat, hand, players, len(state.pile))


def with_hands(view: View, hands: Sequence[Cards], pile: Cards) -> State:
    """Return the position that a view shows, with these hands and this pile."""
    dealt = zip(view.players, hands, strict=True)
    return _position(view, tuple([_player(player, hand) for player, hand in dealt]), pile)


def own_position(view: View) -> State:
    """Return a position in which to ask what the viewer may do, which depends on no hidden card.

    The other hands are empty, and the pile has the right size but any cards: nobody may ask for these.
    """
    hands = [view.hand if seat == view.seat else () for seat in range(len(view.players))]
    return with_hands(view, hands, view.edition.cards[: view.pile])


# ------------------------------------------------------------
# Games: whatever takes a position takes the game that is there too. Whatever shows a game says to whom.


class PositionHolder:
    """Base of `toledo_rules.Game`, which is at a position, so that everything below it knows one."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def state(self) -> State: ...
        @property
        def given_names(self) -> tuple[str, ...]: ...


Viewer: TypeAlias = Seat | Literal["all"] | None
"""Whoever is shown something: a seat, a spectator (None), or somebody who may see all that the position holds."""


def state_of(position: State | Game) -> State:
    """Return a position with all its secrets: itself, or that of a game."""
    if isinstance(position, State):
        return position
    if isinstance(position, PositionHolder):
        return position.state
    raise TypeError(f"a position is a State or a Game here, not {brief(position)}")


def position_of(position: State | View | Game) -> State | View:
    """Return a position for a question that no hidden card has a part in."""
    if isinstance(position, State | View):
        return position
    if isinstance(position, PositionHolder):
        return position.state
    raise TypeError(f"a position is a State, a View or a Game, not {brief(position)}")


def shown_to(position: State | View | Game, seat: Viewer) -> State | View:
    """Return what somebody is shown of a position. A game is never shown as a whole."""
    if isinstance(position, PositionHolder) and seat == "all":
        raise TypeError("say who sees the game: seat=0 or another, or seat=None for a spectator")
    known = position_of(position)
    if seat == "all":
        return known
    if isinstance(known, State):
        return view(known, seat)
    if known.seat != seat:
        raise ValueError(
            f"this view is what {_called(known.seat)} sees, not what {_called(seat)} sees:"
            " pass the State or the Game instead"
        )
    return known


def view_of(position: State | View | Game, seat: Viewer) -> View:
    """Return what a seat or a spectator sees of a position, for whatever must not see more."""
    seen = shown_to(position, seat)
    if isinstance(seen, State):
        raise TypeError("say who sees the State: seat=0 or another, or seat=None for a spectator")
    return seen


def names_at(position: object, names: Sequence[str]) -> Sequence[str]:
    """Return the players' names; those of the game if nobody gives any."""
    return position.given_names if names == () and isinstance(position, PositionHolder) else names


def _called(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
