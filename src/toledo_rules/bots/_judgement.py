"""The judgement of the bots that search: the worth of a position in fame points."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from attrs import frozen

from toledo_rules.edition import MOVEMENT, Edition, Seat, ShopKind, Step, Sword
from toledo_rules.engine import turn_ended
from toledo_rules.phases import Transit
from toledo_rules.scoring import ranking
from toledo_rules.state import Player, Shop, State


@frozen(cache_hash=True)
class Judgement:
    """Weights for what a player has: how much of it usually ends as fame.

    The weights come from games: a linear regression of how games ended on what players had at the end of a turn,
    rounded, and corrected by letting planners play each other. Of what is hidden, a judgement looks at nothing but
    the number of cards in a hand.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> Judgement().advantage(new_game(2, Random(1)), 0)
    0.0
    """

    card: float = 0.4
    """The first card in hand."""
    card_decline: float = 0.03
    """Loss of worth of each further card."""
    metal: float = 1.2
    gem: float = 0.7
    """Beside what it counts at the end (SCO-04)."""
    step: float = 0.02
    """A figure one step further."""
    early: float = 0.2
    """Likelihood that a sword is delivered, at the start of the game, wherever the figures are."""
    near: float = 0.6
    """Addition to that likelihood for a figure that has come all the way."""
    surest: float = 0.6
    """Upper bound of that likelihood."""
    dealer: float = 0.8
    """An own metal or gem dealer at the foot of the road, where all figures pass."""
    smith: float = 1.2
    """An own smith in the middle of the road."""
    fencing: float = 0.5
    second: float = 0.4
    """Worth of a second shop of a kind, as a share of the first."""
    duel_tile: float = 0.2
    movement_tile: float = 2.7
    last_turn: float = 0.15
    """Share of the game that is left for a player with one more turn."""
    win: float = 25.0
    """Winning, beside the points."""

    def advantage(self, state: State, seat: Seat) -> float:
        """Return by how much a seat is better off than the best of the others, if the turn ends now."""
        state = after_the_turn(state)
        if state.over:
            return self._final(state, seat)
        worths = [self.prospects(state, each) for each in range(len(state.players))]
        return worths.pop(seat) - max(worths)

    def _final(self, state: State, seat: Seat) -> float:
        """Return the advantage when the game is over: the margin, and the win."""
        standings = ranking(state)
        mine = next(standing for standing in standings if standing.seat == seat)
        best_other = max(standing.points for standing in standings if standing.seat != seat)
        return mine.points - best_other + (self.win if mine.place == 1 else -self.win)

    def prospects(self, state: State, seat: Seat) -> float:
        """Return the points of a player, and the points that the rest of their possessions is likely to bring."""
        time = self.time_left(state, seat)
        best = state.swords[-1] if state.swords else None
        worth = _possessions(self, state.edition, state.players[seat], time, best)
        return worth + time * _shops(self, state.shops, seat) if time else worth

    def time_left(self, state: State, seat: Seat) -> float:
        """Return the share of the game that is left for a seat: 1 at the start, 0 after its last turn."""
        if state.trigger is not None:
            players = len(state.players)
            turns = (state.trigger - state.active) % players  # to come, the active player's first
            return self.last_turn if (seat - state.active) % players < turns else 0.0
        enough = state.edition.last_round_at
        return (enough - max([player.inside for player in state.players])) / enough

    def cards(self, count: int) -> float:
        """Return the worth of a number of cards in hand."""
        full = min(count, int(self.card / self.card_decline))
        return full * self.card - self.card_decline * full * (full - 1) / 2

    def shop(self, kind: ShopKind, at: Step, last: Step) -> float:
        """Return the worth of an own shop: dealers are best near the cathedral, a smith further up."""
        match kind:
            case "smith":
                return self.smith * (1 - abs(at / last - 0.5) / 2)
            case "fencing":
                return self.fencing * (1 - at / last / 2)
            case "metal" | "gem":
                return self.dealer * (1 - at / last / 2)
        assert_never(kind)


def after_the_turn(state: State) -> State:
    """Return the position at the end of the turn where that matters to the end of the game, else the same one.

    With a figure in transit a turn cannot end (A-41), so that position stays as it is too.
    """
    near_the_end = (
        state.trigger is not None
        or state.players[state.active].inside >= state.edition.last_round_at
    )
    if state.over or isinstance(state.phase, Transit) or not near_the_end:
        return state
    return turn_ended(state)


# A player's possessions seldom change while others act, so their worth is kept.


@lru_cache(maxsize=4096)
def _possessions(
    weights: Judgement, edition: Edition, player: Player, time: float, best: Sword | None
) -> float:
    """Return the worth of all but the shops of a player; `best` is the best sword on the board."""
    points = float(sum([sword.value for sword in player.delivered]) + sum(player.paintings))
    points += player.gems / edition.gems_per_point
    if MOVEMENT in player.tiles:
        points += weights.movement_tile * time - edition.movement_penalty
    points += _swords_in_front(weights, edition, player, time)
    if not time:
        return points
    if best is not None:
        material = weights.metal * min(player.metal, best.metal)
        material += weights.gem * min(player.gems, best.gems)
        # A smith has to be reached first, but that does not take long.
        points += material * (time if time <= weights.last_turn else 0.8 + 0.2 * time)
    figures = weights.step * sum(player.figures)
    tiles = weights.duel_tile * sum([tile != MOVEMENT for tile in player.tiles])
    return points + time * (weights.cards(len(player.hand)) + figures + tiles)


def _swords_in_front(weights: Judgement, edition: Edition, player: Player, time: float) -> float:
    """Return the worth of swords: a share for sure (SCO-02), the rest if a figure brings it in, the best one first."""
    worth, divisor = 0.0, edition.sword_divisor
    foremost = player.figures[::-1]
    for number, sword in enumerate(player.swords[::-1]):
        sure = 0.0
        if time and number < len(foremost):
            sure = weights.early * time + weights.near * foremost[number] / edition.last_step
        worth += sword.value * (1 + (divisor - 1) * min(sure, weights.surest)) / divisor
    return worth


@lru_cache(maxsize=4096)
def _shops(weights: Judgement, shops: tuple[Shop | None, ...], seat: Seat) -> float:
    """Return the worth of a player's shops on the board."""
    worth = 0.0
    kinds: set[ShopKind] = set()
    for at, shop in enumerate(shops):
        if shop is not None and shop.owner == seat:
            again = weights.second if shop.kind in kinds else 1.0
            worth += again * weights.shop(shop.kind, at, len(shops) - 1)
            kinds.add(shop.kind)
    return worth
