"""What a seat can see, and positions that agree with it.

Hidden are only the cards in the pile and the cards in the other hands (A-128, A-131). A `View` has no field in
which one of them could sit.
"""

from __future__ import annotations

from attrs import field, frozen

from toledo_rules.bag import added, bag, minus
from toledo_rules.cards import Card, Cards
from toledo_rules.edition import Edition, ShopTile, Step, Sword, Tile
from toledo_rules.engine import legal_actions
from toledo_rules.setup import Rng, check_seat
from toledo_rules.state import Phase, Player, Seat, Shop, State, Transit


@frozen
class PlayerView:
    """What everybody sees of a player."""

    cards: int
    """The number of cards in hand (A-128)."""
    known: Cards
    """Cards in that hand that everybody knows of, because they were paid into it in public (A-60, A-130).

    A known card stops being known when a card of its kind leaves the hand: then the known one counts as gone, so
    what is listed here is always certain. Nothing else makes a card known or unknown."""
    figures: tuple[Step, ...]
    inside: int
    delivered: tuple[Sword, ...]
    shops: tuple[ShopTile, ...]
    metal: int
    gems: int
    swords: tuple[Sword, ...]
    tiles: tuple[Tile, ...]
    paintings: tuple[int, ...]


@frozen(cache_hash=True)
class View:
    """What one seat sees of a position, or a spectator."""

    edition: Edition = field(hash=False, repr=lambda edition: edition.name)
    seat: Seat | None
    """Whose view it is; None for a spectator."""
    hand: Cards
    """The cards of that seat; empty for a spectator."""
    players: tuple[PlayerView, ...]
    active: Seat
    phase: Phase
    front: Card | None
    tile_value: int | None
    trigger: Seat | None
    pile: int
    """The number of cards in the pile."""
    discards: Cards
    shops: tuple[Shop | None, ...]
    metal: int
    gems: int
    swords: tuple[Sword, ...]
    tiles: tuple[Tile, ...]
    paintings: tuple[int, ...]


def view(state: State, seat: Seat | None) -> View:
    """What a seat sees; None for a spectator.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> len(mine.hand), mine.players[1].cards, mine.pile
    (5, 5, 74)
    """
    if seat is not None:
        check_seat(seat, len(state.players))
    return View(
        edition=state.edition,
        seat=seat,
        hand=() if seat is None else state.players[seat].hand,
        players=tuple(
            PlayerView(
                cards=len(player.hand),
                known=player.known,
                figures=player.figures,
                inside=player.inside,
                delivered=player.delivered,
                shops=player.shops,
                metal=player.metal,
                gems=player.gems,
                swords=player.swords,
                tiles=player.tiles,
                paintings=player.paintings,
            )
            for player in state.players
        ),
        active=state.active,
        phase=state.phase,
        front=state.front,
        tile_value=state.tile_value,
        trigger=state.trigger,
        pile=len(state.pile),
        discards=state.discards,
        shops=state.shops,
        metal=state.metal,
        gems=state.gems,
        swords=state.swords,
        tiles=state.tiles,
        paintings=state.paintings,
    )


MOST_TRIES = 100_000


def determinize(view: View, rng: Rng) -> State:
    """A position that agrees with a view, chosen at random.

    Every arrangement of the unseen cards that the view allows is equally likely. It weighs only what lies on the table:
    it does not reason about why the others played as they did. One thing counts as seen: a player whose figure is over
    a space where nobody can be challenged has a card to move on with, or the move would not have been legal (A-43).

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> view(determinize(mine, Random(2)), 0) == mine
    True
    """
    unseen = unseen_cards(view)
    for _ in range(MOST_TRIES):
        state = _deal_unseen(view, unseen, rng)
        if not isinstance(state.phase, Transit) or legal_actions(state):
            return state
    raise ValueError(
        "no position agrees with this view: the player in transit cannot move on (A-43)"
    )


def unseen_cards(view: View) -> Cards:
    """The cards that the viewer cannot place: those in the pile and the unknown part of the other hands.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> len(unseen_cards(view(new_game(2, Random(1)), 0)))
    79
    """
    seen = [*view.hand, *view.discards]
    if view.front is not None:
        seen.append(view.front)
    for seat, player in enumerate(view.players):
        if seat != view.seat:
            seen += player.known
    try:
        unseen = minus(view.edition.cards, seen)
    except ValueError:
        raise ValueError(f"this view shows cards that {view.edition.name} does not have") from None
    hidden = sum(_unknown(view, seat) for seat in range(len(view.players)))
    if len(unseen) != hidden + view.pile:
        raise ValueError(
            f"this view leaves {len(unseen)} cards for a pile of {view.pile} and {hidden} unknown cards"
        )
    return unseen


def _unknown(view: View, seat: Seat) -> int:
    """How many cards of a hand the viewer does not know."""
    player = view.players[seat]
    return 0 if seat == view.seat else player.cards - len(player.known)


def _deal_unseen(view: View, unseen: Cards, rng: Rng) -> State:
    hands: list[Cards] = []
    for seat, player in enumerate(view.players):
        hand = view.hand if seat == view.seat else player.known
        for _ in range(_unknown(view, seat)):
            place = rng.randrange(len(unseen))
            hand = added(hand, unseen[place])
            unseen = unseen[:place] + unseen[place + 1 :]
        hands.append(hand)
    return State(
        edition=view.edition,
        players=tuple(
            Player(
                hand=hand,
                known=player.known,
                figures=player.figures,
                inside=player.inside,
                delivered=player.delivered,
                shops=player.shops,
                metal=player.metal,
                gems=player.gems,
                swords=player.swords,
                tiles=player.tiles,
                paintings=player.paintings,
            )
            for hand, player in zip(hands, view.players, strict=True)
        ),
        active=view.active,
        phase=view.phase,
        front=view.front,
        tile_value=view.tile_value,
        trigger=view.trigger,
        pile=bag(unseen),
        discards=view.discards,
        shops=view.shops,
        metal=view.metal,
        gems=view.gems,
        swords=view.swords,
        tiles=view.tiles,
        paintings=view.paintings,
    )
