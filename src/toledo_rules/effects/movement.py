"""Playing cards to move figures (MOV, OCC, TIL)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from toledo_rules._conditions import predicate, source
from toledo_rules._draft import Draft
from toledo_rules.actions import EndTurn, PlayCard, universe
from toledo_rules.edition import MOVEMENT, Cards, Step
from toledo_rules.effects import duel
from toledo_rules.rulebook import Code
from toledo_rules.state import State, Transit


@source(Code.CARD_NOT_IN_HAND)
def playable_cards(state: State) -> Cards:
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
    """Refuse the movement tile to a player who has none, or has used it (FEN-03)."""
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
    return state.ground.ends[step] or full_refusal(state, step, value, with_tile, LookAhead(state))


@predicate(Code.NO_WAY_ON, Code.NO_DUEL_AND_NO_WAY_ON)
def full_refusal(
    state: State, step: Step, value: int, with_tile: bool, ahead: LookAhead
) -> Code | None:
    """Refuse a card that leads to a full space, without a duel or a way on from there (OCC-01 to OCC-04)."""
    rivals = duel.rivals(state, step)
    discarded = with_tile or state.front is not None  # MOV-11, TIL-05: unless it lies in front
    drawable = len(state.pile) + len(state.discards) + discarded
    if rivals and duel.reveal_refusal(drawable) is None:
        return None
    if ahead.can_move_on(step, ahead.now.after(value, with_tile)):
        return None
    return Code.NO_DUEL_AND_NO_WAY_ON if rivals else Code.NO_WAY_ON


class Prospect(NamedTuple):
    """All that decides which cards the active player can play, as values only: for the look-ahead."""

    held: Mapping[int, int]
    """The number of cards in hand, by their value."""
    front: int | None
    """The value that may be repeated."""
    tile_value: int | None
    """The value of the card that the movement tile was used for."""
    has_tile: bool
    """The player holds the movement tile."""

    def after(self, value: int, with_tile: bool) -> Prospect:
        """Return the prospect after a card has been played."""
        held = {**self.held, value: self.held[value] - 1}
        if with_tile:
            return Prospect(held, self.front, value, self.has_tile)
        front = value if self.front is None else self.front  # MOV-01, TIL-06
        return Prospect(held, front, self.tile_value, self.has_tile)


def _counted(values: Iterable[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return counts


def prospect(state: State) -> Prospect:
    """Return the prospect of the active player."""
    me = state.players[state.active]
    return Prospect(
        _counted([card.value for card in me.hand]),
        None if state.front is None else state.front.value,
        state.tile_value,
        MOVEMENT in me.tiles,
    )


NEVER: Final = 1_000_000
"""More cards than there are."""


class LookAhead:
    """The ways on from the full spaces of one position. It answers each question once, however often it is asked.

    After the first card a figure moves on by cards of one value, and by at most one card of another value, for the
    movement tile. So it is enough to count the cards of the one value that it takes from a step.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self._lands: dict[Step, int | None] = {}
        self._needed: dict[tuple[Step, int, int | None], int] = {}

    @cached_property
    def now(self) -> Prospect:
        """The prospect of the active player."""
        return prospect(self.state)

    def can_move_on(self, step: Step, then: Prospect) -> bool:
        """Look ahead: a figure on a full space has a card to move on with, as far as it takes (A-43 to A-45)."""
        held, front, tile_value, has_tile = then
        others: list[int | None] = [None]
        if tile_refusal(has_tile, tile_value) is None:
            others += [
                other
                for other, number in held.items()
                if number and value_refusal(other, True, front, tile_value) is None
            ]
        for value in held if front is None else (front,):
            if value_refusal(value, False, front, tile_value) is None:
                for other in others:
                    if self.needed(step, value, other) <= held.get(value, 0):
                        return True
        return False

    def needed(self, step: Step, value: int, other: int | None) -> int:
        """Return how many cards of a value lead from a full space to a stop, with or without one other card."""
        places: list[Step] = []
        known = self._needed
        while (cards := known.get((step, value, other))) is None:
            places.append(step)
            step += value
            if (cards := self.lands(step)) is not None:
                break
        for place in reversed(places):
            cards += 1
            if other is not None:
                aside = self.lands(place + other)
                cards = min(
                    cards, self.needed(place + other, value, None) if aside is None else aside
                )
            known[place, value, other] = cards
        return cards

    def lands(self, step: Step) -> int | None:
        """Return the cards that it still takes on a step: none, or no number; None if it must be asked from there.

        For a duel there always is a card: of two cards one at least was discarded (A-143).
        """
        found = self._lands.get(step, 1)
        if found == 1:
            state = self.state
            if state.free[step]:
                found = 0
            elif state.ground.ends[step] is not None:
                found = NEVER
            else:
                found = 0 if duel.rivals(state, step) else None
            self._lands[step] = found
        return found


# The second card


@predicate(Code.SECOND_CARD_DUE)
def second_card_refusal(state: State) -> Code | None:
    """Refuse to end a turn that a tile card has opened while a second card can be played, where A-82 is read so."""
    if state.tile_value is None or state.front is not None:
        return None
    if state.edition.readings.a82 == "optional" or not options(state):
        return None
    return Code.SECOND_CARD_DUE


def end_reasons(state: State, _action: EndTurn) -> Iterator[Code]:
    """A turn ends when the player says so (A-41), unless a second card is due."""
    if code := second_card_refusal(state):
        yield code


# The action


def reasons(state: State, action: PlayCard) -> Iterator[Code]:
    """Check tile, card, figure, value and destination, in this order (A-34)."""
    card, origin, with_tile = action.card, action.origin, action.with_tile
    value, front, tile_value = card.value, state.front, state.tile_value
    playable = True
    if with_tile and (
        code := tile_refusal(MOVEMENT in state.players[state.active].tiles, tile_value)
    ):
        playable = False
        yield code
    leads = card in playable_cards(state)
    if not leads:
        yield Code.CARD_NOT_IN_HAND
    if origin not in origins(state):
        leads = False
        in_transit = type(state.phase) is Transit
        yield Code.OTHER_FIGURE_IN_TRANSIT if in_transit else Code.NO_FIGURE_THERE
    if code := value_refusal(value, with_tile, None if front is None else front.value, tile_value):
        playable = False
        yield code
    if leads:
        step = origin + value  # MOV-02: exactly, towards the Alcazar
        if code := (
            stop_refusal(state, step, value, with_tile) if playable else state.ground.ends[step]
        ):
            yield code


def options(state: State) -> list[PlayCard]:
    """Every card that can move a figure: by card, then base card before tile card, then by figure.

    It may be another figure or one that has moved before (MOV-09, A-40), so that one figure can use several spaces in a
    turn (MOV-10). Equal cards and equal figures give one action (A-162). The reasons depend on the value of a card
    only, so each value is asked about once.
    """
    found: list[PlayCard] = []
    hand = playable_cards(state)
    if not hand:
        return found
    front = None if state.front is None else state.front.value
    tile_value = state.tile_value
    ways = modes(MOVEMENT in state.players[state.active].tiles, tile_value)
    steps, free, ends = origins(state), state.free, state.ground.ends
    plays = universe(state.edition).play_card
    ahead = None
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
                            if free[step] or (  # as in `stop_refusal`
                                ends[step] is None
                                and full_refusal(
                                    state,
                                    step,
                                    value,
                                    with_tile,
                                    ahead := ahead or LookAhead(state),
                                )
                                is None
                            ):
                                movable.append(origin)
                    legal.append((with_tile, movable))
        for with_tile, movable in legal:
            found += map(plays.at(card)[with_tile].at, movable)
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
