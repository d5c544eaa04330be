"""Positions: everything on the table at one moment, as a value; and views, positions as a seat can see them.

A position holds no history, no randomness, and no order that does not matter to the rules. Equal positions are equal
objects. Use `toledo_rules.new_game` to get one, and `toledo_rules.apply` to go on from it.

A *phase* says what has just happened in a game, and so what is pending: each is a small class that carries just the
context of the pending decision or draw.

Hidden in a view are only the cards in the pile and the cards in the other hands (A-128, A-131). A `View` has no field
in which one of them could sit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import (
    TYPE_CHECKING,
    Annotated,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    final,
    get_args,
)

from attrs import define, frozen

from toledo_rules import _board
from toledo_rules._board import Ground, free_circles, survey
from toledo_rules._json import BY_NAME, MinLength, Positive
from toledo_rules._values import (
    CheckedTuple,
    HandedOn,
    brief,
    check_whole,
    maker,
    pickled,
    sealed,
    value,
)
from toledo_rules.edition import (
    Card,
    Cards,
    Edition,
    Seat,
    ShopKind,
    ShopTile,
    SpaceKind,
    Step,
    Sword,
    Tile,
)

if TYPE_CHECKING:
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
    "Moving",
    "Over",
    "Phase",
    "Player",
    "PlayerView",
    "Shop",
    "State",
    "Transit",
    "TurnStart",
    "View",
    "view",
]


# ------------------------------------------------------------
# Phases: what has just happened in a game, and so what is pending.


@frozen
class TurnStart:
    """A turn begins: the active player chooses one of the four actions (TRN-03)."""


@frozen
class Moving:
    """In a move turn with nothing pending: play another card, or end the turn."""


@frozen
class Arrived:
    """A figure has just taken a circle: its space can be used now or never (MOV-06, A-54)."""

    step: Step


@frozen
class Entered:
    """A figure has just gone into the Alcazar: a sword can be delivered now or never (ALC-02, A-106)."""


@frozen
class Transit:
    """A figure is on a full space, without a circle: it must move on or challenge (OCC-01, A-49)."""

    step: Step


DrawSource: TypeAlias = Literal["take", "tavern"]


@frozen
class Drawing:
    """Chance deals the active player a card; `left` cards are still to come (TAK-01, TAV-02)."""

    left: Positive
    source: DrawSource


@frozen
class Duel:
    """Chance turns up the card of the next fencing round (DUE-04)."""

    step: Step
    rival: Seat
    attacker_wins: int
    defender_wins: int


@frozen
class Over:
    """The game has ended (END-03)."""


Phase: TypeAlias = TurnStart | Moving | Arrived | Entered | Transit | Drawing | Duel | Over
"""Any phase."""

PHASE_TYPES: tuple[type[Phase], ...] = get_args(Phase)

TURN_START = TurnStart()
MOVING = Moving()
ENTERED = Entered()
OVER = Over()

# ------------------------------------------------------------
# Positions: everything on the table at one moment, as a value.


def check_seat(seat: Seat, players: int) -> None:
    """Raise an error for a seat that is not at the table."""
    check_whole("a seat", seat)
    if not 0 <= seat < players:
        raise ValueError(f"the seats are 0 to {players - 1}, not {seat}")


def check_step(step: Step, edition: Edition) -> None:
    """Raise an error for a step that is not on the road."""
    check_whole("a step", step)
    if not 0 <= step <= edition.last_step:
        raise ValueError(f"the steps are 0 to {edition.last_step}, not {step}")


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


# Players and positions share their public fields with views. A draft (see `_draft`) is a `Player` or a `State` that can
# still be changed.


@define(init=False, eq=False, repr=False, kw_only=True)
class PublicPlayer:
    """The public part of a player: all but the cards in hand (A-128, A-129)."""

    def __reduce__(self) -> tuple[object, ...]:
        return pickled(self)

    known: Cards = ()
    """The part of the hand that everybody knows: cards that were paid into it (A-60), unless the edition reads A-130 as
    ``forgotten``. When a card of that kind leaves the hand, the known one counts as gone, so what is listed here is
    always certain. A hand that is shown at the end is known as a whole (A-128). Nothing else makes a card known or
    unknown."""
    figures: tuple[Step, ...]
    """The steps of the figures outside the Alcazar, without one in transit."""
    inside: int = 0
    """Figures in the Alcazar."""
    delivered: tuple[Sword, ...] = ()
    """The swords under figures in the Alcazar, one for each of them at most (ALC-03)."""
    shops: tuple[ShopTile, ...]
    """Shop tiles that are not on the board yet."""
    metal: int = 0
    """Metal in front of the player."""
    gems: int = 0
    """Gems in front of the player."""
    swords: tuple[Sword, ...] = ()
    """Swords in front of the player."""
    tiles: tuple[Tile, ...] = ()
    """Master tiles."""
    paintings: tuple[Positive, ...] = ()
    """The values of the player's paintings."""


@final
@sealed
@frozen(kw_only=True)
class Player(PublicPlayer):
    """The possessions of one player. All of it is public but the part of the hand that is not known (A-128, A-129)."""

    hand: Cards
    """The cards in hand, which only their player sees."""

    def __repr__(self) -> str:
        from toledo_rules.notation import player_repr  # noqa: PLC0415  # far above this module

        return player_repr(self)


@define(init=False, eq=False, repr=False, kw_only=True)
class PublicState(HandedOn):
    """The public part of a position, but for the players."""

    def __reduce__(self) -> tuple[object, ...]:
        return pickled(self)

    edition: Annotated[Edition, BY_NAME]
    """The components of the game."""
    active: Seat
    """The seat that is on turn. Only this player ever decides (A-92)."""
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
    metal: int
    """Metal in the supply."""
    gems: int
    """Gems in the supply."""
    swords: tuple[Sword, ...]
    """Swords on the board."""
    tiles: tuple[Tile, ...]
    """Master tiles on the board."""
    paintings: tuple[Positive, ...]
    """The painting stack, top first."""

    if TYPE_CHECKING:
        players: Sequence[PublicPlayer]
        ground: Ground
        free: bytes | bytearray

    def __attrs_post_init__(self) -> None:
        """Work out what a position hands on to the next: the board and the room that is left, step by step."""
        try:
            ground = survey(self.edition, self.shops)
            figures = [step for player in self.players for step in player.figures]
            free = free_circles(ground, figures)
        except (AttributeError, IndexError, TypeError, ValueError):
            # An impossible position: `invariants` says what is wrong with it.
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

    def kind(self, step: Step) -> SpaceKind | ShopKind:
        """Return the kind of the shop on a step, else of the space printed on the board."""
        shop = self.shops[step]
        return self.edition.road[step].kind if shop is None else shop.kind

    def standing(self, step: Step) -> tuple[Seat, ...]:
        """Return the seats whose figures stand on a step, one entry for each figure."""
        return tuple(
            seat
            for seat, player in enumerate(self.players)
            for _ in range(player.figures.count(step))
        )

    def owner(self, step: Step) -> Seat | None:
        """Return the owner of the shop on a step; a tavern and the artist have none (A-69)."""
        shop = self.shops[step]
        return None if shop is None else shop.owner


@final
@sealed
@frozen(kw_only=True)
class State(PublicState):
    """A position.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> state = new_game(2, Random(1))
    >>> state == new_game(2, Random(1)), hash(state) == hash(new_game(2, Random(1)))
    (True, True)
    """

    players: Annotated[tuple[Player, ...], MinLength(1)]
    """The players, by seat."""
    pile: Cards
    """The draw pile, as a multiset: no rule looks at its order."""

    @property
    def drawable(self) -> int:
        """Cards that can be drawn or turned up: the pile, and the discards that would become the pile (TAK-02)."""
        return len(self.pile) + len(self.discards)

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
@frozen(kw_only=True)
class PlayerView(PublicPlayer):
    """A player as everybody sees them."""

    cards: int
    """The number of cards in hand (A-128)."""


@final
@sealed
@frozen(kw_only=True)
class View(PublicState):
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


_seen_player = maker(PlayerView, PublicPlayer)
_seen = maker(View, PublicState, "ground", "free")
_player = maker(Player, PublicPlayer)
_position = maker(State, PublicState, "ground", "free")


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

    The other hands are empty, and the pile has the right size but any cards: these mean nothing.
    """
    hands = [view.hand if seat == view.seat else () for seat in range(len(view.players))]
    return with_hands(view, hands, view.edition.cards[: view.pile])


# ------------------------------------------------------------
# Games: a function that takes a position takes a game too. One that shows something wants to know to whom.


class PositionHolder:
    """Base of `toledo_rules.Game`, for modules below it that accept a game in place of its position."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def state(self) -> State: ...
        @property
        def given_names(self) -> tuple[str, ...]: ...


Viewer: TypeAlias = Seat | Literal["all"] | None
"""A viewer: a seat, a spectator (None), or one who may see all that the position holds."""


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
    """Return what a viewer is shown of a position. A game is never shown as a whole."""
    if isinstance(position, PositionHolder) and seat == "all":
        raise TypeError("say who sees the game: seat=0 or another, or seat=None for a spectator")
    known = position_of(position)
    if seat == "all":
        return known
    if isinstance(known, State):
        return view(known, seat)
    if seat is not None:
        check_whole("a seat", seat)
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
    """Return the players' names; those of the game if none are given."""
    return position.given_names if names == () and isinstance(position, PositionHolder) else names


def _called(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
