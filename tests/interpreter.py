"""What somebody at the table works out from the events alone: the next view from this one.

The interpreter never sees a position. If it always arrives at the view that the library gives, then every difference
between two views is named by an event (law 10), and a user interface can animate events instead of comparing views.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import evolve

from toledo_rules import Card, Cards, Event, PlayerView, Seat, Shop, View
from toledo_rules.edition import CATHEDRAL, Step
from toledo_rules.events import (
    AlcazarEntered,
    CardDrawn,
    CardPlayed,
    CircleTaken,
    DrawingBegan,
    DuelBegan,
    DuelEnded,
    FeePaid,
    FigureMoved,
    FigureReturned,
    FigureSentBack,
    FrontCardDiscarded,
    GameEnded,
    GemTaken,
    HandShown,
    LastRoundBegan,
    MetalTaken,
    PaintingTaken,
    Passed,
    PileReshuffled,
    RoundFought,
    ShopPlaced,
    SpaceFull,
    SwordDelivered,
    SwordForged,
    TileGivenBack,
    TileTaken,
    TurnBegan,
    TurnEnded,
)
from toledo_rules.multiset import added, removed
from toledo_rules.phases import ENTERED, MOVING, OVER, TURN_START, Arrived, Drawing, Duel, Transit


def follow(view: View, events: Iterable[Event]) -> View:
    """The view after these events, as the viewer sees them."""
    for event in events:
        view = after(view, event)
    return view


def after(view: View, event: Event) -> View:
    """The view after one event. Each case says what that event tells, and nothing else."""
    match event:
        case (
            DrawingBegan()
            | CardDrawn()
            | PileReshuffled()
            | CardPlayed()
            | FeePaid()
            | FrontCardDiscarded()
        ):
            return _after_cards(view, event)
        case (
            ShopPlaced()
            | FigureReturned()
            | FigureMoved()
            | CircleTaken()
            | SpaceFull()
            | AlcazarEntered()
            | FigureSentBack()
        ):
            return _after_pieces(view, event)
        case (
            MetalTaken()
            | GemTaken()
            | SwordForged()
            | TileGivenBack()
            | TileTaken()
            | PaintingTaken()
            | SwordDelivered()
        ):
            return _after_treasure(view, event)
        case DuelBegan() | RoundFought() | DuelEnded():
            return _after_duel(view, event)
        case Passed() | TurnEnded() | LastRoundBegan() | TurnBegan() | HandShown() | GameEnded():
            return _after_turn(view, event)
    assert_never(event)


def _after_cards(
    view: View,
    event: DrawingBegan | CardDrawn | PileReshuffled | CardPlayed | FeePaid | FrontCardDiscarded,
) -> View:
    match event:
        case DrawingBegan(_, cards, source):
            return evolve(view, phase=Drawing(cards, source))
        case CardDrawn(seat, card):
            return _drawn(view, seat, card)
        case PileReshuffled(cards):
            assert (view.pile, len(view.discards)) == (0, cards)  # I-32
            return evolve(view, pile=cards, discards=())
        case CardPlayed(seat, played, to_front, with_tile):
            view = _without_card(view, seat, played)
            view = evolve(view, tile_value=played.value) if with_tile else view
            return evolve(view, front=played) if to_front else _discarded(view, played)
        case FeePaid(seat, owner, paid):
            view = _without_card(view, seat, paid)
            return _discarded(view, paid) if owner is None else _paid_to(view, owner, paid)
        case FrontCardDiscarded(_, front):
            assert view.front == front
            return evolve(_discarded(view, front), front=None)
    assert_never(event)


def _after_pieces(
    view: View,
    event: (
        ShopPlaced
        | FigureReturned
        | FigureMoved
        | CircleTaken
        | SpaceFull
        | AlcazarEntered
        | FigureSentBack
    ),
) -> View:
    match event:
        case ShopPlaced(seat, tile, step):
            shop = Shop(seat, tile.kind, tile.circles)
            view = evolve(view, shops=(*view.shops[:step], shop, *view.shops[step + 1 :]))
            return _having(view, seat, shops=removed(view.players[seat].shops, tile))
        case FigureReturned(seat, step):
            return _stands(_leaves(view, seat, step), seat, CATHEDRAL)
        case FigureMoved(seat, origin, _):
            over_space = isinstance(view.phase, Transit)  # then it stands nowhere
            return view if over_space else _leaves(view, seat, origin)
        case CircleTaken(seat, step):
            return evolve(_stands(view, seat, step), phase=Arrived(step))
        case SpaceFull(_, step):
            return evolve(view, phase=Transit(step))
        case AlcazarEntered(seat, _):
            inside = view.players[seat].inside + 1
            return evolve(_having(view, seat, inside=inside), phase=ENTERED)
        case FigureSentBack(seat, step):
            in_transit = seat == view.active  # then it stands nowhere
            view = view if in_transit else _leaves(view, seat, step)
            return _stands(view, seat, CATHEDRAL)
    assert_never(event)


def _after_treasure(
    view: View,
    event: (
        MetalTaken
        | GemTaken
        | SwordForged
        | TileGivenBack
        | TileTaken
        | PaintingTaken
        | SwordDelivered
    ),
) -> View:
    seat = event.seat
    player = view.players[seat]
    if not isinstance(event, TileGivenBack):  # after it a tile is taken: the use goes on
        view = evolve(view, phase=MOVING)
    match event:
        case MetalTaken():
            return evolve(_having(view, seat, metal=player.metal + 1), metal=view.metal - 1)
        case GemTaken():
            return evolve(_having(view, seat, gems=player.gems + 1), gems=view.gems - 1)
        case SwordForged(_, sword):
            metal, gems = player.metal - sword.metal, player.gems - sword.gems
            swords = added(player.swords, sword)
            view = _having(view, seat, metal=metal, gems=gems, swords=swords)
            metal, gems = view.metal + sword.metal, view.gems + sword.gems
            return evolve(view, metal=metal, gems=gems, swords=removed(view.swords, sword))
        case TileGivenBack(_, tile):
            view = _having(view, seat, tiles=removed(player.tiles, tile))
            return evolve(view, tiles=added(view.tiles, tile))
        case TileTaken(_, tile):
            view = _having(view, seat, tiles=added(player.tiles, tile))
            return evolve(view, tiles=removed(view.tiles, tile))
        case PaintingTaken(_, value):
            assert view.paintings[0] == value  # ART-01
            view = _having(view, seat, paintings=added(player.paintings, value))
            return evolve(view, paintings=view.paintings[1:])
        case SwordDelivered(_, sword):
            swords, delivered = removed(player.swords, sword), added(player.delivered, sword)
            return _having(view, seat, swords=swords, delivered=delivered)
    assert_never(event)


def _after_duel(view: View, event: DuelBegan | RoundFought | DuelEnded) -> View:
    match event:
        case DuelBegan(_, defender, step):
            return evolve(view, phase=Duel(step, defender, 0, 0))
        case RoundFought(card, _, attacker_wins, defender_wins):
            assert isinstance(view.phase, Duel)
            phase = evolve(view.phase, attacker_wins=attacker_wins, defender_wins=defender_wins)
            return evolve(_discarded(view, card), pile=view.pile - 1, phase=phase)
        case DuelEnded(winner, _, _):  # if the attacker has won, he takes the circle next
            return view if winner == view.active else evolve(view, phase=MOVING)
    assert_never(event)


def _after_turn(
    view: View, event: Passed | TurnEnded | LastRoundBegan | TurnBegan | HandShown | GameEnded
) -> View:
    match event:
        case Passed():
            return view
        case TurnEnded(seat):
            assert seat == view.active
            return evolve(view, tile_value=None)
        case LastRoundBegan(seat):
            return evolve(view, trigger=seat)
        case TurnBegan(seat):
            return evolve(view, active=seat, phase=TURN_START)
        case HandShown(seat, cards):
            assert view.players[seat].cards == len(cards)
            return _having(view, seat, known=cards)
        case GameEnded():
            return evolve(view, phase=OVER)
    assert_never(event)


def _drawn(view: View, seat: Seat, card: Card | None) -> View:
    """A card went from the pile to a hand; whose it is sees which."""
    assert (card is None) == (seat != view.seat)
    drawing = view.phase
    assert isinstance(drawing, Drawing)
    if card is not None:
        view = evolve(view, hand=added(view.hand, card))
    view = _having(view, seat, cards=view.players[seat].cards + 1)
    view = evolve(view, pile=view.pile - 1)
    left = drawing.left - 1
    if left and (view.pile or view.discards):  # as many as there are
        return evolve(view, phase=Drawing(left, drawing.source))
    return evolve(view, phase=MOVING)  # after the take action a new turn begins at once


def _having(view: View, seat: Seat, **changes: object) -> View:
    """The view with something changed that a player has."""
    player: PlayerView = evolve(view.players[seat], **changes)  # type: ignore[arg-type]
    return evolve(view, players=(*view.players[:seat], player, *view.players[seat + 1 :]))


def _leaves(view: View, seat: Seat, step: Step) -> View:
    return _having(view, seat, figures=removed(view.players[seat].figures, step))


def _stands(view: View, seat: Seat, step: Step) -> View:
    return _having(view, seat, figures=added(view.players[seat].figures, step))


def _discarded(view: View, card: Card) -> View:
    return evolve(view, discards=added(view.discards, card))


def _without_card(view: View, seat: Seat, card: Card) -> View:
    """A card leaves a hand in public; if its kind was known there, that knowledge is used up."""
    player = view.players[seat]
    known: Cards = removed(player.known, card) if card in player.known else player.known
    view = _having(view, seat, cards=player.cards - 1, known=known)
    return evolve(view, hand=removed(view.hand, card)) if seat == view.seat else view


def _paid_to(view: View, owner: Seat, card: Card) -> View:
    """A card comes into a hand in public (A-60, A-130)."""
    player = view.players[owner]
    view = _having(view, owner, cards=player.cards + 1, known=added(player.known, card))
    return evolve(view, hand=added(view.hand, card)) if owner == view.seat else view
