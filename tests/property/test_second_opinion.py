"""A second opinion on what is legal, written from the catalogue's sketch (4.4, 4.5) and not from the engine.

Laws 2 to 4 show that the engine agrees with itself. Here each action of the universe is judged anew, by the plainest
means: figures are counted, the look-ahead tries every card. Slow, and short enough to be read beside the rules.
"""

from __future__ import annotations

from random import Random

from hypothesis import example, given

from tests.exploration import Found, explore
from tests.strategies import EDITIONS, TINY, decisions
from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    Action,
    Challenge,
    Deliver,
    EndTurn,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    State,
    Sword,
    TakeCards,
    UseSpace,
    legal_actions,
    universe,
)
from toledo_rules.state import Arrived, Entered, Moving, Transit, TurnStart
from toledo_rules.testing import lay_out


def fits(state: State, action: Action) -> bool:
    """May the active player do this? All but passing, which depends on everything else."""
    me, phase = state.players[state.active], state.phase
    starting = isinstance(phase, TurnStart)
    match action:
        case TakeCards():  # TAK-01, A-27
            return starting and len(state.pile) + len(state.discards) > 0
        case PlaceShop(tile, at):  # SHP-01, SHP-02, A-30
            on_site = 0 < at < len(state.edition.road) and state.edition.road[at].kind == "site"
            return starting and on_site and state.shops[at] is None and tile in me.shops
        case ReturnFigure(at):  # RET-01, A-109
            return starting and at > 0 and at in me.figures
        case PlayCard(card, origin, with_tile):
            if card not in me.hand or state.over or state.chance:
                return False
            # OCC-01, A-53: the figure in transit, else MOV-02: any own one outside
            movable = (phase.step,) if isinstance(phase, Transit) else me.figures
            return origin in movable and Chain(state).playable(origin, card.value, with_tile)
        case Challenge(rival):  # OCC-01, OCC-02, A-28
            return (
                isinstance(phase, Transit)
                and rival != state.active
                and 0 <= rival < len(state.players)
                and phase.step in state.players[rival].figures
                and len(state.pile) + len(state.discards) > 0
            )
        case UseSpace():
            return isinstance(phase, Arrived) and usable(state, phase.step, action)
        case Deliver(sword):  # ALC-02, A-106
            return isinstance(phase, Entered) and sword in me.swords
        case EndTurn():
            return isinstance(phase, (Moving, Arrived, Entered))
        case Pass():
            return False


class Chain:
    """The turn as it would be after some cards: hand, base value, tile, and the number of cards in the piles."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.hand = [card.value for card in state.players[state.active].hand]
        self.base = state.front.value if state.front else None
        self.tile_card = state.tile_value
        self.piles = len(state.pile) + len(state.discards)

    def after(self, value: int, with_tile: bool) -> Chain:
        """The turn after one more card (A-143: it lies on the discard pile unless it becomes the front card)."""
        chain = Chain(self.state)
        chain.hand = list(self.hand)
        chain.hand.remove(value)
        chain.base, chain.tile_card, chain.piles = self.base, self.tile_card, self.piles + 1
        if with_tile:
            chain.tile_card = value
        elif self.base is None:
            chain.base, chain.piles = value, self.piles
        return chain

    def playable(self, origin: int, value: int, with_tile: bool) -> bool:
        """The sketch of 4.5, line by line."""
        state, me = self.state, self.state.active
        if with_tile:
            nothing_played = self.base is None and self.tile_card is None
            another_value = self.base is not None and value != self.base
            if MOVEMENT not in state.players[me].tiles or self.tile_card is not None:
                return False
            if not (nothing_played or another_value):
                return False
        elif self.base is not None:
            if value != self.base:  # MOV-08
                return False
        elif value == self.tile_card:
            return False
        target = origin + value
        if target >= len(state.edition.road):
            return False
        kind, shop = state.edition.road[target].kind, state.shops[target]
        if kind == "entrance":  # ALC-01
            return True
        if kind == "site" and shop is None:  # MOV-04
            return False
        circles = shop.circles if shop else state.edition.road[target].circles
        there = [s for s, p in enumerate(state.players) for at in p.figures if at == target]
        if len(there) < circles:  # MOV-05
            return True
        chain = self.after(value, with_tile)
        if any(seat != me for seat in there) and chain.piles >= 1:  # OCC-01, A-143
            return True
        return any(
            chain.playable(target, other, mode)
            for other in set(chain.hand)
            for mode in (False, True)
        )


def usable(state: State, at: int, use: UseSpace) -> bool:
    """USE-03 to USE-09 for the fee, A-62 to A-68, A-75 and A-151 for the benefit."""
    me, shop, space = state.players[state.active], state.shops[at], state.edition.road[at]
    if shop is not None and shop.owner == state.active:
        if use.pay is not None:
            return False
    elif use.pay is None or use.pay not in me.hand or use.pay.value < space.price:
        return False
    plain = use.take is None and use.give_back is None
    match shop.kind if shop else space.kind:
        case "metal":
            return plain and state.metal > 0
        case "gem":
            return plain and state.gems > 0
        case "tavern":
            return plain
        case "artist":
            return plain and len(state.paintings) > 0
        case "smith":
            return (
                isinstance(use.take, Sword)
                and use.give_back is None
                and use.take in state.swords
                and me.metal >= use.take.metal
                and me.gems >= use.take.gems
            )
        case _:
            if not isinstance(use.take, str) or use.take in me.tiles or use.take not in state.tiles:
                return False
            full = len(me.tiles) >= state.edition.tile_limit
            return use.give_back in me.tiles if full else use.give_back is None


def second_opinion(state: State) -> set[Action]:
    """Everything that is legal; a pass if that is nothing (A-19, A-147)."""
    fitting = {action for action in universe(state.edition).actions if fits(state, action)}
    return fitting if fitting or not isinstance(state.phase, TurnStart) else {Pass()}


@given(decisions())
@example(lay_out(KOSMOS_2008, 4, Random(0), "transit"))
def test_both_opinions_agree(state: State) -> None:
    """TRN-03, 4.4, 4.5: the engine's legal actions are those of the catalogue."""
    assert set(legal_actions(state)) == second_opinion(state)


def test_both_opinions_agree_on_many_crowded_roads() -> None:
    """OCC-01 to OCC-06, A-28, A-43 to A-46, A-143, A-145, A-146: the look-ahead, where it matters."""
    for edition in EDITIONS:
        for number in range(150):
            rng = Random(number)
            players = rng.randrange(edition.least_players, edition.most_players + 1)
            state = lay_out(edition, players, rng, rng.choice(("start", "moving", "transit")))
            assert set(legal_actions(state)) == second_opinion(state), state


def test_both_opinions_agree_everywhere_in_a_tiny_edition() -> None:
    """The same in every position that can be reached in the smallest of the tiny editions with shops."""

    def visit(state: State, _: Found) -> None:
        assert set(legal_actions(state)) == second_opinion(state)

    (bank,) = (edition for edition in TINY if edition.name == "tiny-bank")
    assert explore(bank, 2, visit).complete
