"""Playing cards to move figures (MOV, OCC, TIL)."""

from __future__ import annotations

from typing import NamedTuple

from toledo_rules._conditions import predicate, source
from toledo_rules._draft import Draft
from toledo_rules.actions import PlayCard, universe
from toledo_rules.cards import Card, Cards
from toledo_rules.edition import MOVEMENT, Step
from toledo_rules.effects import duel, turn
from toledo_rules.multiset import distinct, removed
from toledo_rules.phases import Transit
from toledo_rules.rulebook import Code
from toledo_rules.state import State


@source(Code.CARD_NOT_IN_HAND)
def cards(state: State) -> Cards:
    """The cards that can be played: those in hand (MOV-01)."""
    return state.players[state.active].hand


@source(Code.NO_FIGURE_THERE, Code.OTHER_FIGURE_IN_TRANSIT)
def origins(state: State) -> tuple[Step, ...]:
    """The steps of the figures that can move: all own ones, in transit that one only (MOV-02, A-53)."""
    phase = state.phase
    if type(phase) is Transit:
        return (phase.step,)
    return state.players[state.active].figures


@predicate(Code.NO_MOVEMENT_TILE, Code.MOVEMENT_TILE_SPENT)
def tile_refusal(has_tile: bool, tile_value: int | None) -> Code | None:
    """Refuse the movement tile to whoever has none, or has used it (FEN-03)."""
    if not has_tile:
        return Code.NO_MOVEMENT_TILE  # TIL-01
    return None if tile_value is None else Code.MOVEMENT_TILE_SPENT


@predicate(Code.VALUE_NOT_REPEATED, Code.SAME_VALUE_AS_TILE_CARD, Code.TILE_NOT_NEEDED)
def value_refusal(
    value: int, with_tile: bool, front: int | None, tile_value: int | None
) -> Code | None:
    """Refuse a card for its value, wherever it leads. `front` is the value that may be repeated."""
    if with_tile:
        return Code.TILE_NOT_NEEDED if value == front else None  # TIL-02, A-80
    if front is not None:
        return None if value == front else Code.VALUE_NOT_REPEATED  # MOV-08, TIL-04
    if value == tile_value:
        return Code.SAME_VALUE_AS_TILE_CARD  # TIL-07, A-83, A-149
    return None


def modes(has_tile: bool, tile_value: int | None) -> tuple[bool, ...]:
    """The ways to play a card: as it is, or with the movement tile."""
    return (False, True) if tile_refusal(has_tile, tile_value) is None else (False,)


# Where a figure may stop


def stop_refusal(state: State, step: Step, value: int, with_tile: bool) -> Code | None:
    """Refuse a card that would end a movement where none can end (MOV-04)."""
    if state.free[step]:  # MOV-05; ALC-01: an entrance is never full
        return None
    return state.ground.ends[step] or full_refusal(state, step, value, with_tile)


@predicate(Code.NO_WAY_ON, Code.NO_DUEL_AND_NO_WAY_ON)
def full_refusal(state: State, step: Step, value: int, with_tile: bool) -> Code | None:
    """Refuse a card that leads to a full space, without a duel or a way on from there (OCC-01 to OCC-04)."""
    rivals = duel.rivals(state, step)
    drawable = drawable_after(len(state.pile) + len(state.discards), state.front, with_tile)
    if rivals and duel.reveal_refusal(drawable) is None:
        return None
    if can_move_on(state, step, prospect(state).after(value, with_tile)):
        return None
    return Code.NO_DUEL_AND_NO_WAY_ON if rivals else Code.NO_WAY_ON


class Prospect(NamedTuple):
    """All that decides which cards the active player can play, as values only: for the look-ahead."""

    hand: tuple[int, ...]
    """The values of the cards in hand, sorted."""
    front: int | None
    """The value that may be repeated."""
    tile_value: int | None
    """The value of the card that the movement tile was used for."""
    has_tile: bool
    """The player holds the movement tile."""
    drawable: int
    """Cards that could be turned up in a duel."""

    def after(self, value: int, with_tile: bool) -> Prospect:
        """Return the prospect after a card has been played."""
        hand = removed(self.hand, value)
        drawable = drawable_after(self.drawable, self.front, with_tile)
        if with_tile:
            return Prospect(hand, self.front, value, self.has_tile, drawable)
        front = value if self.front is None else self.front  # MOV-01, TIL-06
        return Prospect(hand, front, self.tile_value, self.has_tile, drawable)


def prospect(state: State) -> Prospect:
    """Return the prospect of the active player."""
    me = state.players[state.active]
    return Prospect(
        tuple([card.value for card in me.hand]),
        None if state.front is None else state.front.value,
        state.tile_value,
        MOVEMENT in me.tiles,
        len(state.pile) + len(state.discards),
    )


def drawable_after(drawable: int, front: Card | int | None, with_tile: bool) -> int:
    """Return the cards to turn up after one was played: one more, unless it lies in front (MOV-11, TIL-05)."""
    return drawable + (with_tile or front is not None)


def can_move_on(state: State, step: Step, now: Prospect) -> bool:
    """Look ahead: a figure on a full space has a card to move on with, as far as it takes (A-43 to A-45)."""
    reached = {(step, now)}
    waiting = [(step, now)]
    while waiting:
        step, now = waiting.pop()
        for with_tile in modes(now.has_tile, now.tile_value):
            for value in distinct(now.hand):
                if value_refusal(value, with_tile, now.front, now.tile_value) is not None:
                    continue
                further = step + value
                if state.free[further]:
                    return True
                if state.ground.ends[further] is not None:
                    continue
                then = now.after(value, with_tile)
                if duel.reveal_refusal(then.drawable) is None and duel.rivals(state, further):
                    return True
                if (further, then) not in reached:
                    reached.add((further, then))
                    waiting.append((further, then))
    return False


# The action


def refusal(state: State, action: PlayCard) -> Code | None:
    """A card from the hand, a figure of theirs, a value that may be played, a place where it may stop (A-34)."""
    if code := turn.moment(PlayCard, type(state.phase)):
        return code
    card, origin, with_tile = action.card, action.origin, action.with_tile
    if card not in cards(state):
        return Code.CARD_NOT_IN_HAND
    if origin not in origins(state):
        in_transit = type(state.phase) is Transit
        return Code.OTHER_FIGURE_IN_TRANSIT if in_transit else Code.NO_FIGURE_THERE
    value, front, tile_value = card.value, state.front, state.tile_value
    if with_tile and (
        code := tile_refusal(MOVEMENT in state.players[state.active].tiles, tile_value)
    ):
        return code
    return value_refusal(
        value, with_tile, None if front is None else front.value, tile_value
    ) or stop_refusal(
        state, origin + value, value, with_tile
    )  # MOV-02: exactly, towards the Alcazar


def options(state: State) -> list[PlayCard]:
    """Every card that can move a figure: by card, then base card before tile card, then by figure.

    It may be another figure or one that has moved before (MOV-09, A-40), so that one figure can use several spaces in a
    turn (MOV-10). Equal cards and equal figures give one action (A-162). The reasons depend on the value of a card
    only, so each value is asked about once.
    """
    found: list[PlayCard] = []
    hand = cards(state)
    if not hand:
        return found
    front = None if state.front is None else state.front.value
    tile_value = state.tile_value
    ways = modes(MOVEMENT in state.players[state.active].tiles, tile_value)
    steps, free = origins(state), state.free
    plays = universe(state.edition).play_card
    before = None
    value = 0
    legal: list[tuple[bool, list[Step]]] = []
    for card in hand:  # sorted: equal cards are neighbours, and so are equal values
        if card == before:
            continue
        before = card
        if card.value != value:
            value, legal = card.value, []
            for with_tile in ways:
                if value_refusal(value, with_tile, front, tile_value) is None:
                    movable: list[Step] = []
                    last = None
                    for origin in steps:  # sorted too
                        if origin != last:
                            last = origin
                            step = origin + value
                            if free[step] or stop_refusal(state, step, value, with_tile) is None:
                                movable.append(origin)
                    legal.append((with_tile, movable))
        for with_tile, movable in legal:
            found += map(plays[card][with_tile].__getitem__, movable)
    return found


def carry_out(d: Draft, action: PlayCard) -> None:
    """The card leaves the hand, the figure leaves its place, and arrives (A-136)."""
    card, origin = action.card, action.origin
    step = origin + card.value
    d.play_card(card, action.with_tile)
    d.move_figure(origin, step)
    if d.edition.road[step].kind == "entrance":
        d.enter_alcazar(step)
    elif d.free[step]:  # MOV-05, OCC-05: it must take it
        d.take_circle(step)
    else:
        d.wait_over(step)
