"""The first four bots: random play, rules of thumb, plans for a turn, and a race between plans.

The two that search share a `Judgement` of positions. Their play never changes, so that others can be compared with
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil
from operator import attrgetter
from random import Random
from time import monotonic
from typing import Any, Protocol, TypeAlias, assert_never

from attrs import Attribute, define, field, frozen
from attrs.validators import optional

from toledo_rules._engine import affordable, apply, duel_ended, fees, legal_actions, turn_ended
from toledo_rules._hidden import determinize, duel_odds, plain_position
from toledo_rules._multiset import removed
from toledo_rules._scoring import gem_worth, points_for, ranking, scored_worth
from toledo_rules._values import check_type, check_whole
from toledo_rules.actions import (
    ACTION_TYPES,
    PLAIN_ACTIONS,
    Action,
    Challenge,
    Deliver,
    EndTurn,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.chance import Rng, draw
from toledo_rules.edition import (
    MOVEMENT,
    Cards,
    Edition,
    Seat,
    ShopKind,
    ShopTile,
    SpaceKind,
    Step,
    Sword,
    Tile,
)
from toledo_rules.state import Arrived, Player, Shop, State, Transit, TurnStart, View, view


class Bot(Protocol):
    """A player. It is given a `View`, a type that cannot hold a secret, and keeps nothing between choices.

    Its choice depends only on the view and on the numbers from `rng`: the same view and numbers give the same action.
    `rng` is the bot's own source of randomness, never the one that decides the game's chance.

    >>> class First:
    ...     def choose(self, view: View, rng: Rng) -> Action:
    ...         return legal_actions(view)[0]
    >>> first: Bot = First()
    """

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the action to play. It is called only when the view's seat has to decide."""
        ...


@frozen
class RandomBot:
    """Plays any legal action, each equally likely.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> RandomBot().choose(view(new_game(2, Random(1)), 0), Random(5))
    PlaceShop(ShopTile('metal', 1), 1)
    """

    def choose(self, view: View, rng: Rng) -> Action:
        """Return one of the legal actions."""
        actions = legal_actions(view)
        return actions[draw(rng, len(actions))]


ENOUGH = 4
"""The most metal or gems that the best swords need."""


@frozen
class GreedyBot:
    """Plays the action that brings most at once, without a thought for the next card.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> GreedyBot().choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('gem', 1), 3)
    """

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the action that is worth most."""
        state = plain_position(view)
        return most_worth(state, legal_actions(state), rng)


def most_worth(state: State, actions: Sequence[Action], rng: Rng) -> Action:
    """Return the action worth most, at random among equals. Of what is hidden, only the active hand is used."""
    worths = [worth(state, action) for action in actions]
    best = max(worths)
    equals = [action for action, w in zip(actions, worths, strict=True) if w == best]
    return equals[draw(rng, len(equals))]


def worth(state: State, action: Action) -> float:
    """Return the rough worth of an action, in fame points."""
    me = state.players[state.active]
    match action:
        case TakeCards():  # worth more with few cards
            return 2.0 - len(me.hand) / 4
        case PlaceShop(shop, step):
            return place_worth(state, shop, step)
        case PlayCard(card):  # a card costs a point; being near matters if there is a sword
            nearer = card.value / (4 if me.swords else 10)
            return arrival_worth(state, action.target, removed(me.hand, card)) + nearer - 1.0
        case Challenge():
            assert isinstance(state.phase, Transit)
            return use_worth(state, state.phase.step, me.hand) / 2
        case UseSpace(pay, take):
            assert isinstance(state.phase, Arrived)
            fee = pay.value / 10 if pay else 0.0
            if isinstance(take, Sword):
                return sword_worth(state, take) - fee
            return use_worth(state, state.phase.step, me.hand) - fee
        case Deliver(sword):
            return 10.0 + sword.value
        case ReturnFigure():
            return -1.0
        case _:  # an action without fields, which gains nothing
            assert action in PLAIN_ACTIONS, action
            return 0.0


def place_worth(state: State, shop: ShopTile, step: Step) -> float:
    """Return the worth of placing a shop: most for the first ones, of a new kind, in a row with few."""
    road = state.edition.road
    built = {at: placed for at, placed in enumerate(state.shops) if placed}
    own = [placed.kind for placed in built.values() if placed.owner == state.active]
    crowd = sum(road[at].row == road[step].row for at in built)
    return 3.0 - len(own) / 2 - 2 * own.count(shop.kind) - crowd / 4


def arrival_worth(state: State, step: Step, hand: Cards) -> float:
    """Return the worth of stopping on a step with these cards left."""
    me = state.players[state.active]
    if state.edition.road[step].kind == "entrance":
        return max((10.0 + sword.value for sword in me.swords), default=-2.0)
    standing = state.standing(step)
    if len(standing) < state.circles(step):
        return use_worth(state, step, hand)
    if set(standing) == {state.active}:  # nothing to gain here but the way on
        return 0.0
    return use_worth(state, step, hand) / 2  # a duel


def use_worth(state: State, step: Step, hand: Cards) -> float:
    """Return the worth of using a space with these cards to pay from."""
    shop, space = state.shops[step], state.edition.road[step]
    if not fees(state, step, hand):
        return 0.0
    return worth_of_kind(state, shop.kind if shop else space.kind, hand)


def worth_of_kind(state: State, kind: ShopKind | SpaceKind, hand: Cards) -> float:
    """Return the worth of using a space of this kind, if it can be paid for."""
    me = state.players[state.active]
    match kind:
        case "metal":
            return 2.5 if state.metal and me.metal < ENOUGH else 0.0
        case "gem":
            return 2.5 if state.gems and me.gems < ENOUGH else 0.0
        case "smith":
            within = (sword for sword in state.swords if affordable(state, sword))
            return max((sword_worth(state, sword) for sword in within), default=0.0)
        case "fencing":
            return 1.5 if len(me.tiles) < state.edition.tile_limit else 0.0
        case "tavern":
            return 2.5 - len(hand) / 4
        case "artist":
            return float(max(state.paintings, default=0))
        case "cathedral" | "site" | "entrance":  # nothing to use
            return 0.0
    assert_never(kind)


def sword_worth(state: State, sword: Sword) -> float:
    """Return the worth of a sword. Few figures get to the Alcazar, so small ones are worth it only near the end."""
    near = any(player.inside >= state.edition.last_round_at - 1 for player in state.players)
    kept = scored_worth(sword.value, state.edition, 0.0)
    return kept if near else sword.value - 4.0


# The judgement: the worth of a position in fame points.


@frozen(cache_hash=True)
class Judgement:
    """Weights for a player's possessions: the share of each that usually turns into fame.

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
    """How much less each further card is worth."""
    metal: float = 1.2
    gem: float = 0.7
    """A gem, in addition to its points at the end (SCO-04)."""
    step: float = 0.02
    """A figure that is one step further."""
    early: float = 0.2
    """Likelihood that a sword is delivered, at the start of the game, wherever the figures are."""
    near: float = 0.6
    """Added to that likelihood for a figure that has come all the way."""
    surest: float = 0.6
    """Upper bound of that likelihood."""
    dealer: float = 0.8
    """A metal or gem dealer of the player's own at the foot of the road, where all figures pass."""
    smith: float = 1.2
    """A smith of the player's own in the middle of the road."""
    fencing: float = 0.5
    second: float = 0.4
    """Worth of a second shop of a kind, as a share of the first."""
    duel_tile: float = 0.2
    movement_tile: float = 2.7
    last_turn: float = 0.15
    """Share of the game that is left for a player with one more turn."""
    win: float = 25.0
    """A win, in addition to the points."""

    def advantage(self, state: State, seat: Seat) -> float:
        """Return how much better off a seat is than the best of the others, if the turn ends now."""
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
        """Return the worth of a shop of one's own: dealers are best near the cathedral, a smith further up."""
        match kind:
            case "smith":
                return self.smith * (1 - abs(at / last - 0.5) / 2)
            case "fencing":
                return self.fencing * (1 - at / last / 2)
            case "metal" | "gem":
                return self.dealer * (1 - at / last / 2)
        assert_never(kind)


def after_the_turn(state: State) -> State:
    """Return the position after the end of the turn if that can end the game, else the same one.

    With a figure in transit a turn cannot end (A-41), so that position stays as it is too.
    """
    near_the_end = (
        state.trigger is not None
        or state.players[state.active].inside >= state.edition.last_round_at
    )
    if state.over or isinstance(state.phase, Transit) or not near_the_end:
        return state
    return turn_ended(state)


# A player's possessions seldom change while others act, so their worth is cached.


@lru_cache(maxsize=4096)
def _possessions(
    weights: Judgement, edition: Edition, player: Player, time: float, best: Sword | None
) -> float:
    """Return the worth of everything a player has but shops; `best` is the best sword on the board."""
    points = float(points_for(player, edition, "delivered_sword", "painting"))
    points += gem_worth(player.gems, edition)
    if MOVEMENT in player.tiles:
        points += weights.movement_tile * time + points_for(player, edition, "movement_tile")
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
    worth = 0.0
    foremost = player.figures[::-1]
    for number, sword in enumerate(player.swords[::-1]):
        sure = 0.0
        if time and number < len(foremost):
            sure = weights.early * time + weights.near * foremost[number] / edition.last_step
        worth += scored_worth(sword.value, edition, min(sure, weights.surest))
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


# The bots that search.


Actions: TypeAlias = tuple[Action, ...]

FEES = 2
"""The number of card values that are tried as a fee, the lowest first."""


def _at_least_one(_bot: object, part: Attribute[int], number: int) -> None:
    check_whole(part.name, number)
    if number < 1:
        raise ValueError(f"{part.name} must be 1 or more, not {number}")


def _a(*kinds: type) -> Callable[[object, Attribute[Any], object], None]:
    """Return a check for an option that is of one of these classes."""
    return lambda _bot, part, value: check_type(part.name, value, *kinds)


@frozen
class PlannerBot:
    """Plans its whole turn by search over its own cards, and plays the first action of the best plan.

    A plan goes up to the end of the turn or up to the next draw. Draws are judged by what they bring on average, duels
    by their odds; the turns of the others are not considered. It draws no random numbers.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> PlannerBot().choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 2), 11)
    """

    width: int = field(default=16, validator=_at_least_one)
    """Positions searched per turn, the most promising first."""
    judgement: Judgement = field(factory=Judgement, validator=_a(Judgement), repr=False)

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the first action of the best plan."""
        del rng  # no random numbers are needed
        return best_plan(plain_position(view), self.judgement, self.width).actions[0]


@frozen
class TurnPlan:
    """The actions for the rest of a turn, up to its end or to the next draw."""

    actions: Actions
    worth: float
    """The advantage that it is expected to lead to."""


def best_plan(state: State, judgement: Judgement, width: int) -> TurnPlan:
    """Return the best plan of the active player."""
    return max(plans(state, judgement, width), key=attrgetter("worth"))


def plans(state: State, judgement: Judgement, width: int) -> list[TurnPlan]:
    """Return plans of the active player. Of what is hidden, only their own hand is used."""
    return Search(state, judgement).run(width)


class Search:
    """A search through a turn, the most promising positions first."""

    def __init__(self, state: State, judgement: Judgement) -> None:
        self.start = state
        self.me = state.active
        self.judgement = judgement
        self.found: list[TurnPlan] = []
        self.seen: set[tuple[object, ...]] = set()
        self.waiting: list[tuple[float, int, State, Actions]] = []
        self.odds: dict[tuple[Seat, tuple[Tile, ...]], float] = {}

    def run(self, width: int) -> list[TurnPlan]:
        """Return all plans found within `width` positions."""
        self.expand(self.start, (), self.judgement.advantage(self.start, self.me))
        looked_at = 1
        # A turn cannot end with a figure in transit, so the search goes on until there is a plan.
        while self.waiting and (looked_at < width or not self.found):
            looked_at += 1
            worth, _, state, actions = heappop(self.waiting)
            self.expand(state, actions, -worth)
        return self.found

    def expand(self, state: State, before: Actions, now: float) -> None:
        """Try every promising action in a position; `now` is its worth if the turn ends here."""
        for action in promising(state, self.judgement):
            actions = (*before, action)
            worth = self.ending(state, action, now)
            if worth is None:
                self.reach(apply(state, action, NO_CHANCE), actions, now)
            else:
                self.found.append(TurnPlan(actions, worth))

    def ending(self, state: State, action: Action, now: float) -> float | None:
        """Return the worth of a plan that ends with an action; None if the plan goes on after it."""
        if isinstance(action, EndTurn):
            return now
        if isinstance(action, TakeCards):
            return now + self.more_cards(state, state.edition.cards_taken)
        if isinstance(action, UseSpace) and _is_tavern(state):
            cards = state.edition.tavern_cards - (action.pay is not None)
            return now + self.more_cards(state, cards)
        if isinstance(action, Challenge):
            return self.duel(state, action.rival)
        assert isinstance(action, ACTION_TYPES), action
        return None

    def reach(self, state: State, actions: Actions, before: float) -> None:
        """Add a position of the turn to the queue, or a plan if the turn is over."""
        if state.over or state.active != self.me:
            self.found.append(TurnPlan(actions, self.judgement.advantage(state, self.me)))
            return
        key = (state.players[self.me], state.phase, state.front, state.tile_value)
        if key not in self.seen:
            self.seen.add(key)
            in_transit = isinstance(state.phase, Transit)
            worth = before if in_transit else self.judgement.advantage(state, self.me)
            heappush(self.waiting, (-worth, len(self.seen), state, actions))

    def more_cards(self, state: State, cards: int) -> float:
        """Return the worth of drawing a number of cards."""
        have = len(state.players[self.me].hand)
        more = self.judgement.cards(have + cards) - self.judgement.cards(have)
        return more * self.judgement.time_left(state, self.me)

    def duel(self, state: State, rival: Seat) -> float:
        """Return the worth of a duel by its odds: winning it with the best use of the space, or losing it."""
        key = (rival, state.players[self.me].tiles)
        if key not in self.odds:
            self.odds[key] = float(duel_odds(view(state, self.me), rival).attacker_wins)
        won = duel_ended(state, rival, attacker_wins=True)
        lost = duel_ended(state, rival, attacker_wins=False)
        after = [won, *(apply(won, use, NO_CHANCE) for use in _uses(won))]
        best = max(self.judgement.advantage(position, self.me) for position in after)
        likely = self.odds[key]
        return likely * best + (1 - likely) * self.judgement.advantage(lost, self.me)


def _uses(state: State) -> list[Action]:
    """Return the ways to use a space without a draw."""
    if _is_tavern(state):
        return []
    return [action for action in legal_actions(state) if isinstance(action, UseSpace)]


def _is_tavern(state: State) -> bool:
    assert isinstance(state.phase, Arrived)
    return state.edition.road[state.phase.step].kind == "tavern"


class _NoChance:
    """A source of chance for actions that draw no card."""

    def randrange(self, stop: int, /) -> int:
        raise AssertionError(stop)


NO_CHANCE = _NoChance()


def promising(state: State, judgement: Judgement) -> Iterator[Action]:
    """Yield the legal actions, except those that can hardly be better than another one.

    Of cards of the same value it keeps one, of fees the lowest, of the sites for a kind of shop the best, of the
    swords to deliver the best.
    """
    plays: set[tuple[int, Step, bool]] = set()
    fees: dict[tuple[Sword | Tile | None, Tile | None], set[int]] = {}
    places: dict[ShopKind, tuple[float, PlaceShop]] = {}
    best_delivery: Deliver | None = None  # the last one listed: swords come in order
    for action in legal_actions(state):
        if isinstance(action, PlayCard):
            play = (action.card.value, action.origin, action.with_tile)
            if play not in plays:
                plays.add(play)
                yield action
        elif isinstance(action, UseSpace) and action.pay is not None:
            values = fees.setdefault((action.take, action.give_back), set())
            if action.pay.value not in values and len(values) < FEES:
                values.add(action.pay.value)
                yield action
        elif isinstance(action, PlaceShop):
            kind = action.shop.kind
            worth = judgement.shop(kind, action.step, state.edition.last_step)
            if kind not in places or worth >= places[kind][0]:
                places[kind] = worth, action
        elif isinstance(action, Deliver):
            best_delivery = action
        else:  # none of these makes another one superfluous
            yield action
    yield from (place for _, place in places.values())
    if best_delivery is not None:
        yield best_delivery


@frozen
class RacerBot:
    """Races its best plans over one turn of the others, and plays the first action of the winner.

    There is a plan for the turn for each first action. In each iteration it makes up a position that agrees with its
    view (`determinize`) and tries all plans still in the race in it: chance draws, with the same luck for all of
    them; the others play a turn as a planner would; the best plan after that is judged. The race starts with the
    plans that look best, and the worse half drops out from time to time. Within a turn it goes on as a planner: that is
    what the plan was raced with. The first impression of a plan counts as one try, although it judges the end of the
    turn and the tries judge later positions: a known weakness, kept so that its play never changes. Stronger bots are
    measured against it: its play never changes, and the time that it takes for a game is the unit in which their time
    is given.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> RacerBot(iterations=1).choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 2), 11)
    """

    iterations: int = field(default=2, validator=_at_least_one)
    """The number of positions made up for a decision."""
    seconds: float | None = field(default=None, validator=optional(_a(int, float)))
    """The time for a decision, used instead of `iterations`; at least one position is made up."""
    arms: int = field(default=4, validator=_at_least_one)
    """The number of plans at the start of the race."""
    margin: float = field(default=3.0, validator=_a(int, float))
    """The margin: plans that look worse than the best one by more than this do not take part."""
    width: int = field(default=24, validator=_at_least_one)
    """Positions searched to find the plans."""
    sketch: int = field(default=8, validator=_at_least_one)
    """Positions searched for each turn that is played on in a made-up position."""
    judgement: Judgement = field(factory=Judgement, validator=_a(Judgement), repr=False)
    clock: Callable[[], float] = field(default=monotonic, repr=False, eq=False)
    """A clock that returns seconds; used only if `seconds` is given."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the first action of the plan that wins the race."""
        race = self._candidates(plain_position(view))
        if not isinstance(view.phase, TurnStart):
            race = race[:1]
        halvings = (len(race) - 1).bit_length()
        arms, begin, number, spent = len(race), self._now(), 0, 0.0
        while len(race) > 1 and spent < 1:
            position, luck = determinize(view, rng), rng.randrange(2**32)
            for arm in race:
                arm.total += self._outcome(position, arm.plan, Random(luck))
                arm.tries += 1
            number += 1
            spent = self._spent(number, begin)
            race.sort(key=attrgetter("mean"), reverse=True)
            race = race[: ceil(arms / 2 ** int(spent * halvings))]
        return race[0].plan.actions[0]

    @seconds.validator
    def _some_time(self, _attribute: object, seconds: float | None) -> None:
        if seconds is not None and seconds <= 0:
            raise ValueError(f"the seconds for a decision must be more than 0, not {seconds}")

    def _now(self) -> float:
        return 0.0 if self.seconds is None else self.clock()

    def _spent(self, iterations: int, begin: float) -> float:
        """Return the share of the race that is over, 1 at its end."""
        if self.seconds is None:
            return iterations / self.iterations
        return min((self._now() - begin) / self.seconds, 1.0)

    def _candidates(self, state: State) -> list[_Arm]:
        """Return the best plan for each first action, the most promising of them first."""
        best: dict[Action, TurnPlan] = {}
        for plan in plans(state, self.judgement, self.width):
            rival = best.get(plan.actions[0])
            if rival is None or plan.worth > rival.worth:
                best[plan.actions[0]] = plan
        ranked = sorted(best.values(), key=attrgetter("worth"), reverse=True)
        least = ranked[0].worth - self.margin
        return [_Arm(plan, plan.worth) for plan in ranked[: self.arms] if plan.worth >= least]

    def _outcome(self, state: State, plan: TurnPlan, chance: Rng) -> float:
        """Return the worth of a plan in a position: that of the best next plan, after a turn of each of the others."""
        me, players = state.active, len(state.players)
        for action in plan.actions:
            state = apply(state, action, chance)
        for turn in range(players):
            state = self._played_turn(state, (me + turn) % players, chance)
        if state.over:
            return self.judgement.advantage(state, me)
        return best_plan(state, self.judgement, self.sketch).worth

    def _played_turn(self, state: State, seat: int, chance: Rng) -> State:
        """Return the position after the turn of a seat, or after the rest of it."""
        while not state.over and state.active == seat:
            for action in best_plan(state, self.judgement, self.sketch).actions:
                state = apply(state, action, chance)
        return state


@define
class _Arm:
    """A plan in the race."""

    plan: TurnPlan
    total: float
    """The sum of the worths over all tries; the first impression counts as one."""
    tries: int = 1

    @property
    def mean(self) -> float:
        return self.total / self.tries
