"""Views: positions as a seat can see them.

Hidden are only the cards in the pile and the cards in the other hands (A-128, A-131). A `View` has no field in
which one of them could sit.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from toledo_rules._values import maker
from toledo_rules.cards import Cards
from toledo_rules.edition import Seat
from toledo_rules.state import Player, PlayerParts, State, TableParts, check_seat, hashed


@hashed
@frozen(kw_only=True)
class PlayerView(PlayerParts):
    """A player as everybody sees them."""

    cards: int
    """The number of cards in hand (A-128)."""


@hashed
@frozen(kw_only=True)
class View(TableParts):
    """A position as one seat sees it, or a spectator."""

    seat: Seat | None
    """The seat whose view it is; None for a spectator."""
    hand: Cards
    """The cards of that seat; empty for a spectator."""
    players: tuple[PlayerView, ...]
    """The players, by seat."""
    pile: int
    """The number of cards in the pile."""

    @property
    def drawable(self) -> int:
        """Cards that can be drawn or turned up: the pile, and the discards that would become the pile (TAK-02)."""
        return self.pile + len(self.discards)

    def __repr__(self) -> str:
        from toledo_rules.notation._positions import view_repr  # noqa: PLC0415  above this module

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


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat sees; None for a spectator.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> len(mine.hand), mine.players[1].cards, mine.pile
    (5, 5, 74)
    """
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
