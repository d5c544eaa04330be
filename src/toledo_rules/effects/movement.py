"""Playing cards to move figures (MOV, OCC, TIL)."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from toledo_rules._draft import Draft
from toledo_rules._universe import universe
from toledo_rules.actions import PlayCard
from toledo_rules.edition import MOVEMENT, Step
from toledo_rules.effects import alcazar, turn
from toledo_rules.events import CardPlayed, CircleTaken, FigureMoved, SpaceFull
from toledo_rules.multiset import added, distinct, removed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import Arrived, State, Transit

Landing: TypeAlias = Literal["free", "entrance", "rival", "own", "unbuilt", "beyond"]
"""What a figure meets where its movement ends: a free circle; an entrance; a full space with a figure of another
player; a space full of own figures; a site without a shop; the end of the road."""


def landing(state: State, standing: tuple[Step, ...], step: Step) -> Landing:
    """What the active player's figure would meet on a step. Whatever lies before it may be crossed (MOV-03, A-35)."""
    road = state.edition.road
    if step >= len(road):
        return "beyond"
    space, shop = road[step], state.shops[step]
    if shop is not None:
        circles = shop.circles
    elif space.kind == "site":
        return "unbuilt"
    elif space.kind == "entrance":
        return "entrance"
    else:
        circles = space.circles
    taken = standing.count(step)
    if taken < circles:
        return "free"
    own = state.players[state.active].figures.count(step)
    return "rival" if own < taken else "own"


def all_figures(state: State) -> tuple[Step, ...]:
    """Where all figures stand that are not in the Alcazar."""
    standing: tuple[Step, ...] = ()
    for player in state.players:
        standing += player.figures
    return standing


Play: TypeAlias = tuple[Step, int, bool]
"""A card to be played, as far as it matters where it may stop: the origin, its value, whether as the tile card."""


class Outlook(NamedTuple):
    """All that decides which cards the active player can play: for the look-ahead, as values only."""

    hand: tuple[int, ...]
    """The values of the cards in hand."""
    front: int | None
    """The value that may be repeated."""
    tile_value: int | None
    """The value of the card that the movement tile was used for."""
    has_tile: bool
    """The player holds the movement tile (FEN-03)."""
    drawable: int
    """Cards that could be turned up in a duel."""

    def refusal(self, value: int, with_tile: bool) -> Code | None:
        """Why a card of this value may not be played, wherever it leads."""
        if with_tile:
            if not self.has_tile:
                return Code.NO_MOVEMENT_TILE  # TIL-01
            if self.tile_value is not None:
                return Code.MOVEMENT_TILE_SPENT
            return Code.TILE_NOT_NEEDED if value == self.front else None  # TIL-02, A-80
        if self.front is not None:
            return None if value == self.front else Code.VALUE_NOT_REPEATED  # MOV-08, TIL-04
        if value == self.tile_value:
            return Code.SAME_VALUE_AS_TILE_CARD  # TIL-07, A-83, A-149
        return None

    def after(self, value: int, with_tile: bool) -> Outlook:
        """The cards after one has been played."""
        hand = removed(self.hand, value)
        if with_tile:  # TIL-05: to the discards at once
            return Outlook(hand, self.front, value, self.has_tile, self.drawable + 1)
        if self.front is None:  # MOV-01, TIL-06: to the front
            return Outlook(hand, value, self.tile_value, self.has_tile, self.drawable)
        # MOV-11: to the discards at once
        return Outlook(hand, self.front, self.tile_value, self.has_tile, self.drawable + 1)


def outlook_of(state: State) -> Outlook:
    """The cards of the active player."""
    me = state.players[state.active]
    return Outlook(
        tuple([card.value for card in me.hand]),
        None if state.front is None else state.front.value,
        state.tile_value,
        MOVEMENT in me.tiles,
        state.drawable,
    )


def stop_refusal(
    state: State, standing: tuple[Step, ...], outlook: Outlook, play: Play
) -> Code | None:
    """Why a card may not end the movement of a figure where it would (MOV-04)."""
    origin, value, with_tile = play
    step = origin + value  # MOV-02: exactly, towards the Alcazar
    met = landing(state, standing, step)
    if met in ("free", "entrance"):
        return None
    if met == "unbuilt":
        return Code.NO_SHOP_THERE
    if met == "beyond":
        return Code.BEYOND_THE_ALCAZAR
    left = outlook.after(value, with_tile)
    if met == "rival" and left.drawable:  # OCC-01; A-143: a duel needs a card to turn up
        return None
    if can_move_on(state, standing, left, step):
        return None
    return Code.NO_WAY_ON if met == "own" else Code.NO_DUEL_AND_NO_WAY_ON


def can_move_on(state: State, standing: tuple[Step, ...], outlook: Outlook, step: Step) -> bool:
    """A figure over a full space has a card to move on with, as far as it takes (OCC-03, OCC-04, A-43 to A-45)."""
    return any(
        not outlook.refusal(value, with_tile)
        and not stop_refusal(state, standing, outlook, (step, value, with_tile))
        for value in distinct(outlook.hand)
        for with_tile in (False, True)
    )


def why_not(state: State, action: PlayCard) -> Illegality | None:
    """A card from the hand, an own figure, a value that may be played, a place where it may stop (A-34)."""
    if refusal := turn.why_not_now(state):
        return refusal
    me = state.players[state.active]
    card, origin, with_tile = action.card, action.origin, action.with_tile
    if card not in me.hand:
        return illegal(Code.CARD_NOT_IN_HAND, "MOV-01", card=card)
    if isinstance(state.phase, Transit):  # OCC-01, A-53, A-152: at once, with that figure
        if origin != state.phase.step:
            return illegal(
                Code.OTHER_FIGURE_IN_TRANSIT, "A-53", origin=origin, transit=state.phase.step
            )
    elif origin not in me.figures:
        return illegal(Code.NO_FIGURE_THERE, "MOV-02", origin=origin)
    outlook = outlook_of(state)
    if code := outlook.refusal(card.value, with_tile):
        return _bad_value(code, outlook, card.value)
    play = (origin, card.value, with_tile)
    if code := stop_refusal(state, all_figures(state), outlook, play):
        return _bad_stop(code, state, origin + card.value)
    return None


def _bad_value(code: Code, outlook: Outlook, value: int) -> Illegality:
    match code:
        case Code.VALUE_NOT_REPEATED:
            return illegal(code, "MOV-08", played=value, required=outlook.front)
        case Code.NO_MOVEMENT_TILE:
            return illegal(code, "TIL-01")
        case Code.MOVEMENT_TILE_SPENT:
            return illegal(code, "A-84", used_for=outlook.tile_value)
        case Code.TILE_NOT_NEEDED:
            return illegal(code, "A-80", played=value)
        case _:
            return illegal(Code.SAME_VALUE_AS_TILE_CARD, "A-83", played=value)


def _bad_stop(code: Code, state: State, step: Step) -> Illegality:
    match code:
        case Code.BEYOND_THE_ALCAZAR:
            return illegal(code, "A-37", step=step, last=state.edition.last_step)
        case Code.NO_SHOP_THERE:
            return illegal(code, "MOV-04", step=step)
        case Code.NO_WAY_ON:
            return illegal(code, "OCC-04", step=step)
        case _:
            return illegal(Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=step)


def options(state: State) -> list[PlayCard]:
    """Every card that can move a figure: by card, then base card before tile card, then by figure.

    It may be another figure or one that has moved before (MOV-09, A-40), so that one figure can use several spaces in a
    turn (MOV-10). Equal cards and equal figures give one action (A-162). Whether a card may be played depends on its
    value only, so each value is asked once.
    """
    me = state.players[state.active]
    if not me.hand:
        return []
    phase = state.phase
    origins = (phase.step,) if isinstance(phase, Transit) else distinct(me.figures)
    outlook, standing = outlook_of(state), all_figures(state)
    plays = universe(state.edition).play_card
    modes = (False, True) if outlook.has_tile else (False,)
    found: list[PlayCard] = []
    for value, kinds in groupby(distinct(me.hand), attrgetter("value")):
        legal = [
            (origin, with_tile)
            for with_tile in modes
            if not outlook.refusal(value, with_tile)
            for origin in origins
            if not stop_refusal(state, standing, outlook, (origin, value, with_tile))
        ]
        if legal:
            for card in kinds:
                by_figure = plays[card]
                found += [by_figure[choice] for choice in legal]
    return found


def carry_out(d: Draft, action: PlayCard) -> None:
    """The card leaves the hand, the figure leaves its place, and arrives (A-136)."""
    card, origin, me = action.card, action.origin, d.me
    to_front = d.front is None and not action.with_tile
    me.lose_card(card)
    if to_front:  # MOV-01, TIL-06, A-89
        d.front = card
    else:  # MOV-11, TIL-05
        d.discard(card)
    if action.with_tile:
        d.tile_value = card.value
    d.tell(CardPlayed, d.active, card, to_front, action.with_tile)
    if not isinstance(d.phase, Transit):
        me.figures = removed(me.figures, origin)  # its circle is free at once
    step = origin + card.value
    d.tell(FigureMoved, d.active, origin, step)
    if d.edition.road[step].kind == "entrance":
        alcazar.enter(d, step)
    elif d.has_free_circle(step):  # MOV-05, OCC-05: it must take it
        me.figures = added(me.figures, step)
        d.phase = Arrived(step)
        d.tell(CircleTaken, d.active, step)
    else:
        d.phase = Transit(step)
        d.tell(SpaceFull, d.active, step)
