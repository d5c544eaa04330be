"""What a seat can see, and positions that agree with it.

Hidden are only the cards in the pile and the cards in the other hands (A-128, A-131). A `View` has no field in
which one of them could sit.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, groupby
from math import comb, prod
from operator import attrgetter

from attrs import field, frozen

from toledo_rules.cards import Card, Cards
from toledo_rules.chance import Rng
from toledo_rules.edition import Edition, ShopTile, Step, Sword, Tile
from toledo_rules.engine import legal_actions
from toledo_rules.multiset import added, minus, multiset, removed
from toledo_rules.state import Phase, Player, Seat, Shop, State, Transit, check_seat


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


QUICK_TRIES = 1_000


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
    for _ in range(QUICK_TRIES):  # almost always the first one will do
        state = _with_hands(view, *_deal(view, _known_hands(view), unseen, rng))
        if _can_be(state):
            return state
    return _rare_position(view, unseen, rng)


def plain_position(view: View) -> State:
    """The position that agrees with a view and deals the unseen cards in order, the lowest first.

    Equal views give equal positions, without chance. It is a place to ask the engine what the viewer may do: that does
    not depend on unseen cards. What others hold in it means nothing; a figure of theirs in transit may even lack the
    card that it needs (A-43).

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> [card.value for card in plain_position(mine).players[1].hand]
    [1, 1, 1, 1, 1]
    """
    hands, unseen = _known_hands(view), unseen_cards(view)
    for seat in range(len(view.players)):
        taken = _unknown(view, seat)
        hands[seat], unseen = multiset((*hands[seat], *unseen[:taken])), unseen[taken:]
    return _with_hands(view, hands, unseen)


def unseen_cards(view: View) -> Cards:
    """The cards that the viewer cannot place: those in the pile and the unknown part of the other hands.

    Raises ValueError if the view does not add up.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> len(unseen_cards(view(new_game(2, Random(1)), 0)))
    79
    """
    if view.seat is not None:
        mine = view.players[view.seat]
        if len(view.hand) != mine.cards:
            raise ValueError(
                f"this view shows {len(view.hand)} own cards where there are {mine.cards}"
            )
        if any(view.hand.count(card) < mine.known.count(card) for card in mine.known):
            raise ValueError("this view knows of own cards that are not in the hand")
    unknown = [_unknown(view, seat) for seat in range(len(view.players))]
    if min(unknown) < 0:
        raise ValueError("this view knows more cards of a hand than there are in it")
    if view.pile < 0:
        raise ValueError(f"this view has a pile of {view.pile} cards")
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
    if len(unseen) != sum(unknown) + view.pile:
        raise ValueError(
            f"this view leaves {len(unseen)} cards for a pile of {view.pile} and {sum(unknown)} unknown cards"
        )
    return unseen


def _unknown(view: View, seat: Seat) -> int:
    """How many cards of a hand the viewer does not know."""
    player = view.players[seat]
    return 0 if seat == view.seat else player.cards - len(player.known)


def _known_hands(view: View) -> list[Cards]:
    return [
        view.hand if seat == view.seat else player.known for seat, player in enumerate(view.players)
    ]


def _can_be(state: State) -> bool:
    """A figure in transit got there legally, so there is a way on, or somebody to challenge (A-43)."""
    return not isinstance(state.phase, Transit) or bool(legal_actions(state))


def _deal(view: View, hands: list[Cards], unseen: Cards, rng: Rng) -> tuple[list[Cards], Cards]:
    """Fill up the hands at random; what is left over is the pile."""
    for seat, player in enumerate(view.players):
        while len(hands[seat]) < player.cards:
            card = unseen[rng.randrange(len(unseen))]
            hands[seat], unseen = added(hands[seat], card), removed(unseen, card)
    return hands, unseen


def _rare_position(view: View, unseen: Cards, rng: Rng) -> State:
    """The same choice made exactly, where trying would take too long: first the values in the hand that matters.

    Whether a hand can move on depends on its values only. So list the possible values with the number of ways
    to deal them, choose among those that can move on, then choose the cards.
    """
    mover = view.active
    supply = {value: tuple(cards) for value, cards in groupby(unseen, attrgetter("value"))}
    sizes = {value: len(cards) for value, cards in supply.items()}
    possible: list[dict[int, int]] = []
    weights: list[int] = []
    for counts in _ways_to_take(_unknown(view, mover), sizes):
        taken = [card for value, count in counts.items() for card in supply[value][:count]]
        hands = _known_hands(view)
        hands[mover] = multiset([*hands[mover], *taken])
        if _can_be(_with_hands(view, hands, minus(unseen, taken)[: view.pile])):
            possible.append(counts)
            weights.append(prod(comb(sizes[value], count) for value, count in counts.items()))
    if not possible:
        raise ValueError(
            "no position agrees with this view: the player in transit cannot move on (A-43)"
        )
    chosen = rng.randrange(sum(weights))
    counts = possible[bisect_right(list(accumulate(weights)), chosen)]
    hands = _known_hands(view)
    for value, count in counts.items():
        kinds = supply[value]
        for _ in range(count):
            card = kinds[rng.randrange(len(kinds))]
            kinds, unseen = removed(kinds, card), removed(unseen, card)
            hands[mover] = added(hands[mover], card)
    return _with_hands(view, *_deal(view, hands, unseen, rng))


def _ways_to_take(cards: int, supply: dict[int, int]) -> Iterator[dict[int, int]]:
    """How many of each value, so that it makes so many cards."""
    if not supply:
        if cards == 0:
            yield {}
        return
    value, *others = supply
    for count in range(min(cards, supply[value]) + 1):
        for rest in _ways_to_take(cards - count, {other: supply[other] for other in others}):
            yield {value: count, **rest}


def _with_hands(view: View, hands: list[Cards], pile: Cards) -> State:
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
        pile=pile,
        discards=view.discards,
        shops=view.shops,
        metal=view.metal,
        gems=view.gems,
        swords=view.swords,
        tiles=view.tiles,
        paintings=view.paintings,
    )
