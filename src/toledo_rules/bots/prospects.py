"""What a position promises, in fame points: the judgement of the bots that search."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

from toledo_rules._draft import Draft
from toledo_rules.edition import MOVEMENT, Edition, ShopKind, Step, Sword
from toledo_rules.effects import turn
from toledo_rules.scoring import ranking
from toledo_rules.state import Player, Seat, Shop, State


@frozen(cache_hash=True)
class Judgement:
    """How much of what a player has usually ends as fame.

    The weights come from games: a linear regression of how games ended on what players had at the end of a turn,
    rounded, and corrected by letting planners play each other. Of what is hidden, a judgement looks at nothing but
    the number of cards in a hand.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> Judgement().advantage(new_game(2, Random(1)), 0)
    0.0
    """

    card: float = 0.4
    """The first card in hand; each further one brings a little less."""
    less: float = 0.03
    metal: float = 1.2
    gem: float = 0.7
    """Beside what it counts at the end (SCO-04)."""
    step: float = 0.02
    """A figure one step further."""
    early: float = 0.2
    """How sure a sword is to be delivered at the start of the game, wherever the figures are."""
    near: float = 0.6
    """How much surer, with a figure that has come all the way."""
    surest: float = 0.6
    """No sword in front is surer than this."""
    dealer: float = 0.8
    """An own metal or gem dealer at the foot of the road, where all figures pass."""
    smith: float = 1.2
    """An own smith in the middle of the road."""
    fencing: float = 0.5
    second: float = 0.4
    """What a second shop of a kind brings, compared with the first."""
    duel_tile: float = 0.2
    movement_tile: float = 2.7
    last_turn: float = 0.15
    """What is left of the game for a player with one more turn."""
    win: float = 25.0
    """Winning, beside the points."""

    def advantage(self, state: State, seat: Seat) -> float:
        """How much better off a seat is than the best of the others, if the turn ends now."""
        state = after_the_turn(state)
        if state.over:
            return self._final(state, seat)
        worths = [self.prospects(state, each) for each in range(len(state.players))]
        return worths.pop(seat) - max(worths)

    def _final(self, state: State, seat: Seat) -> float:
        """When all is decided: who has won, and by how much."""
        standings = ranking(state)
        mine = next(standing for standing in standings if standing.seat == seat)
        best_other = max(standing.points for standing in standings if standing.seat != seat)
        return mine.points - best_other + (self.win if mine.place == 1 else -self.win)

    def prospects(self, state: State, seat: Seat) -> float:
        """The points of a player, and what the rest of what he has is likely to bring."""
        time = self.time_left(state, seat)
        best = state.swords[-1] if state.swords else None
        worth = _possessions(self, state.edition, state.players[seat], time, best)
        return worth + time * _shops(self, state.shops, seat) if time else worth

    def time_left(self, state: State, seat: Seat) -> float:
        """How much of the game is left for a seat: 1 at the start, 0 after its last turn."""
        if state.trigger is not None:
            players = len(state.players)
            turns = (state.trigger - state.active) % players  # to come, the active player's first
            return self.last_turn if (seat - state.active) % players < turns else 0.0
        enough = state.edition.last_round_at
        return (enough - max([player.inside for player in state.players])) / enough

    def cards(self, count: int) -> float:
        """So many cards in hand."""
        full = min(count, int(self.card / self.less))
        return full * self.card - self.less * full * (full - 1) / 2

    def shop(self, kind: ShopKind, at: Step, last: Step) -> float:
        """An own shop: dealers are best near the cathedral, a smith further up."""
        if kind == "smith":
            return self.smith * (1 - abs(at / last - 0.5) / 2)
        return (self.fencing if kind == "fencing" else self.dealer) * (1 - at / last / 2)


def after_the_turn(state: State) -> State:
    """The position as it will be when the turn is over, if that makes a difference to the end of the game."""
    near_the_end = (
        state.trigger is not None
        or state.players[state.active].inside >= state.edition.last_round_at
    )
    if state.over or not near_the_end:
        return state
    d = Draft(state)
    turn.end(d)
    return d.freeze()


# What a player has seldom changes while others act, so it is judged once.


@lru_cache(maxsize=4096)
def _possessions(
    weights: Judgement, edition: Edition, player: Player, time: float, best: Sword | None
) -> float:
    """All but the shops of a player, with so much time left and this as the best sword on the board."""
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
        # There is a smith to be reached yet, but it does not take long.
        points += material * (time if time <= weights.last_turn else 0.8 + 0.2 * time)
    figures = weights.step * sum(player.figures)
    tiles = weights.duel_tile * sum([tile != MOVEMENT for tile in player.tiles])
    return points + time * (weights.cards(len(player.hand)) + figures + tiles)


def _swords_in_front(weights: Judgement, edition: Edition, player: Player, time: float) -> float:
    """Its share of each for sure (SCO-02), the rest if a figure brings it in, the best one by the foremost."""
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
    """The shops of a player on the board."""
    worth = 0.0
    kinds: set[ShopKind] = set()
    for at, shop in enumerate(shops):
        if shop is not None and shop.owner == seat:
            again = weights.second if shop.kind in kinds else 1.0
            worth += again * weights.shop(shop.kind, at, len(shops) - 1)
            kinds.add(shop.kind)
    return worth
