"""Random positions and games: positions laid out at random, and games played by simple policies.

Play alone seldom reaches the corners of the rules, and random play alone rarely forges a sword, delivers one or
exchanges a tile. Together, policies and layouts reach everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal, TypeAlias, get_args

from attrs import evolve, frozen

from toledo_rules._engine import Transition, legal_actions, step
from toledo_rules._multiset import added, distinct, minus, multiset, removed
from toledo_rules._setup import check_players, deal
from toledo_rules.actions import (
    Action,
    Challenge,
    Deliver,
    Draw,
    EndTurn,
    Move,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.edition import (
    CATHEDRAL,
    Card,
    Cards,
    Edition,
    Seat,
    ShopKind,
    SpaceKind,
    Step,
    Sword,
    Tile,
)
from toledo_rules.editions import edition_of
from toledo_rules.state import (
    ENTERED,
    MOVING,
    OVER,
    TURN_START,
    Arrived,
    Drawing,
    Duel,
    Phase,
    Shop,
    State,
    Transit,
)

# Games of simple policies.

_SELDOM = 0.001

Weights: TypeAlias = Mapping[type[Action], float]
Taste: TypeAlias = Callable[[State, Action], float]


@frozen(eq=False)
class Policy:
    """A simple way to play, for tests: it chooses a kind of action by weight, then an action of that kind.

    No choice is certain, so games differ.
    """

    name: str
    likes: Callable[[State], Weights]
    """The weight of each kind of action in a position; a kind that is not mentioned is chosen only if there is no
    other."""
    taste: Taste
    """The weight of an action among those of its kind."""

    def __call__(self, state: State, rng: Random) -> Action:
        """Choose a legal action."""
        kinds: dict[type[Action], list[Action]] = {}
        for action in legal_actions(state):
            kinds.setdefault(type(action), []).append(action)
        likes = self.likes(state)
        (kind,) = rng.choices(list(kinds), [likes.get(kind, _SELDOM) for kind in kinds])
        actions = kinds[kind]
        (action,) = rng.choices(actions, [self.taste(state, action) for action in actions])
        return action

    def __repr__(self) -> str:
        return self.name


@frozen
class Leg:
    """One move of a game, by a player or by chance: the position, the move, and the transition."""

    before: State
    move: Move
    what: Transition


class Journey(tuple[Leg, ...]):
    """A game, move by move: a tuple of legs."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<journey of {len(self)} moves>"


def play_through(state: State, policy: Policy, rng: Random, *, most: int = 20_000) -> Journey:
    """Play a game from a position to its end, or for `most` moves (A-117: no rule ends a game).

    >>> from toledo_rules import new_game
    >>> journey = play_through(new_game(2, Random(1)), PROGRESS, Random(1))
    >>> journey[-1].what.state.over
    True
    """
    legs: list[Leg] = []
    while not state.over and len(legs) < most:
        move = Draw(rng.choice(state.pile)) if state.chance else policy(state, rng)
        what = step(state, move)
        legs.append(Leg(state, move, what))
        state = what.state
    return Journey(legs)


# What policies look at.


def _offer(state: State, at: Step) -> ShopKind | SpaceKind:
    """Return the kind of the shop on a step, or of the space."""
    shop = state.shops[at]
    return state.edition.road[at].kind if shop is None else shop.kind


def _is_full(state: State, at: Step) -> bool:
    """Return True if no circle is free on a space where figures can stand."""
    return 0 < state.circles(at) <= len(state.standing(at))


def _no_preference(_: State, __: Action) -> float:
    return 1


# Random play.


def _everything(state: State) -> Weights:
    return {type(action): 1.0 for action in legal_actions(state)}


RANDOM = Policy("RANDOM", _everything, _no_preference)
"""Each kind of action is equally likely, and each action within its kind."""


# Play that makes progress.


def _wants_progress(state: State) -> Weights:
    me = state.players[state.active]
    placed = len(state.edition.shops) - len(me.shops)
    return {
        TakeCards: 6 if len(me.hand) < 4 else 1,
        PlaceShop: 8 if placed < 3 else 1,
        PlayCard: 6,
        UseSpace: 30,
        Deliver: 100,
        Challenge: 4,
        EndTurn: 1,
    }


_HOPES: Mapping[ShopKind | SpaceKind, float] = {
    "metal": 4,
    "gem": 4,
    "smith": 5,
    "fencing": 2,
    "tavern": 3,
    "artist": 3,
    "entrance": 4,
}


def _progress(state: State, action: Action) -> float:
    me = state.players[state.active]
    if isinstance(action, Deliver):
        return action.sword.value**2
    if isinstance(action, UseSpace):
        return action.take.value if isinstance(action.take, Sword) else 1
    if isinstance(action, PlaceShop):
        return _HOPES.get(action.shop.kind, 1)
    if isinstance(action, PlayCard):
        hope = _HOPES.get(_offer(state, action.target), 1)
        return hope * (10 if hope == _HOPES["entrance"] and me.swords else 1)
    return 1  # no preference among the others


PROGRESS = Policy("PROGRESS", _wants_progress, _progress)
"""Gathers material, forges, delivers, and never goes back unless it must: its games end."""


# Play that looks for trouble: full spaces, duels, own figures in the way, returned figures.


def _wants_duels(state: State) -> Weights:
    placed = sum(shop is not None for shop in state.shops)
    return {
        TakeCards: 4 if len(state.players[state.active].hand) < 5 else 1,
        PlaceShop: 8 if placed < 4 else 0.1,
        PlayCard: 10,
        Challenge: 10,
        UseSpace: 10,
        Deliver: 5,
        ReturnFigure: 0.5,
        EndTurn: 1,
    }


def _trouble(state: State, action: Action) -> float:
    if isinstance(action, PlayCard):
        target = action.target
        if _offer(state, target) == "entrance":
            return 0.3
        return 20 if _is_full(state, target) else 1
    if isinstance(action, PlaceShop):
        return 10 if action.shop.circles == 1 and action.shop.kind == "fencing" else 1
    if isinstance(action, UseSpace):
        return 5 if isinstance(action.take, str) else 1
    return 1  # no preference among the others


TROUBLE = Policy("TROUBLE", _wants_duels, _trouble)
"""Goes to full spaces and fights: the middle of its games is crowded."""


# Play that hoards cards: the piles run dry, and players run out of actions.


def _wants_cards(state: State) -> Weights:
    taverns = isinstance(state.phase, Arrived) and _offer(state, state.phase.step) == "tavern"
    return {
        TakeCards: 60,
        PlaceShop: 2,
        PlayCard: 1,
        Challenge: 1,
        UseSpace: 20 if taverns else 3,
        Deliver: 1,
        ReturnFigure: 1,
        EndTurn: 5,
        Pass: 1,
    }


HOARD = Policy("HOARD", _wants_cards, _no_preference)
"""Takes cards until none are left."""

POLICIES: tuple[Policy, ...] = (RANDOM, PROGRESS, TROUBLE, HOARD)

FIGHTING: tuple[Policy, ...] = (PROGRESS, TROUBLE)
"""The policies with a duel in almost every game."""


# Positions laid out at random.

Moment: TypeAlias = Literal[
    "start",
    "moving",
    "arrived",
    "at a tavern",
    "entered",
    "transit",
    "taking",
    "drinking",
    "duel",
    "over",
]
"""A moment of a turn: a phase, with the two kinds of drawing and of arriving as moments of their own."""

MOMENTS: tuple[Moment, ...] = get_args(Moment)

CHANCES: tuple[Moment, ...] = ("taking", "drinking", "duel")
"""The moments in which chance is next."""

DECISIONS: tuple[Moment, ...] = tuple(m for m in MOMENTS if m not in (*CHANCES, "over"))
"""The moments in which a player decides."""

_STILL: Mapping[Moment, Phase] = {
    "start": TURN_START,
    "moving": MOVING,
    "entered": ENTERED,
    "over": OVER,
}  # the moments that involve no figure on the road
_NOT_MOVING = ("start", "taking", "over")
_AT_TAVERN = ("at a tavern", "drinking")
_ON_SPACE = ("arrived", "transit", "duel", *_AT_TAVERN)  # an active figure is on or over a space


def lay_out(
    edition: Edition | str, players: int, rng: Random, moment: Moment | None = None
) -> State:
    """Return a random position that satisfies every invariant.

    Every component is somewhere it may be, at any moment of a turn, with piles that may be short or empty. A small
    number from `rng` always means the simpler choice, so that hypothesis shrinks to simple positions.

    >>> from toledo_rules import KOSMOS_2008, invariants
    >>> state = lay_out(KOSMOS_2008, 3, Random(3), "transit")
    >>> state.phase, list(invariants(state))
    (Transit(step=8), [])

    Args:
        edition: the components.
        players: the number of players.
        rng: the source of chance.
        moment: the moment of the turn, by default any; replaced by a simpler one if the board has no place for it.
    """
    edition = edition_of(edition)
    check_players(edition, players, 0)
    return _Arrangement(edition, players, rng).lay(
        rng.choice(MOMENTS) if moment is None else moment
    )


class _Arrangement:
    """A position under construction. Each method puts one kind of component where it may be."""

    def __init__(self, edition: Edition, players: int, rng: Random) -> None:
        self.edition = edition
        self.rng = rng
        self.seats = range(players)
        self.active: Seat = rng.randrange(players)
        self.trigger: Seat | None = None
        self.trays = [edition.shops for _ in self.seats]
        self.shops: list[Shop | None] = [None] * len(edition.road)
        self.inside = [0 for _ in self.seats]
        self.figures: list[tuple[Step, ...]] = [() for _ in self.seats]
        self.swords: list[tuple[Sword, ...]] = [() for _ in self.seats]
        self.delivered: list[tuple[Sword, ...]] = [() for _ in self.seats]
        self.tiles: list[tuple[Tile, ...]] = [() for _ in self.seats]
        self.paintings: list[tuple[int, ...]] = [() for _ in self.seats]

    def lay(self, moment: Moment) -> State:
        """The position."""
        self.build_shops()
        moment = self.possible(moment)
        self.set_last_round(moment)
        self.fill_alcazar(moment)
        phase = self.place_figures(moment)
        self.hand_out_treasure(moment)
        metal, gems = self.shares(self.edition.metal), self.shares(self.edition.gems)
        front, tile_value = self.cards_played(moment)
        hands, pile, discards = self.deal(front, isinstance(phase, (Drawing, Duel)))
        edition = self.edition
        start = deal(edition, tuple(hands), pile, self.active)
        forgotten = edition.readings.a130 == "forgotten"
        players = tuple(
            evolve(
                player,
                known=() if forgotten else self.some(player.hand),
                figures=multiset(self.figures[seat]),
                inside=self.inside[seat],
                delivered=self.delivered[seat],
                shops=self.trays[seat],
                metal=metal[seat],
                gems=gems[seat],
                swords=self.swords[seat],
                tiles=self.tiles[seat],
                paintings=self.paintings[seat],
            )
            for seat, player in enumerate(start.players)
        )
        state = evolve(
            start,
            players=players,
            phase=phase,
            front=front,
            tile_value=tile_value,
            trigger=self.trigger,
            discards=discards,
            shops=tuple(self.shops),
            metal=edition.metal - sum(metal),
            gems=edition.gems - sum(gems),
            swords=minus(
                edition.swords, (s for some in (*self.swords, *self.delivered) for s in some)
            ),
            tiles=minus(edition.tiles, (t for some in self.tiles for t in some)),
            paintings=edition.paintings[sum(map(len, self.paintings)) :],
        )
        return self.repaired(state)

    # The board.

    def build_shops(self) -> None:
        """Put shops on some sites (I-08, I-09)."""
        for at, space in enumerate(self.edition.road):
            owners = [seat for seat in self.seats if self.trays[seat]]
            if space.kind == "site" and owners and self.rng.randrange(3):
                owner = self.rng.choice(owners)
                tile = self.rng.choice(distinct(self.trays[owner]))
                self.trays[owner] = removed(self.trays[owner], tile)
                self.shops[at] = Shop(owner, tile.kind, tile.circles)

    def circles(self, step: Step) -> int:
        shop = self.shops[step]
        return self.edition.road[step].circles if shop is None else shop.circles

    def free_circles(self, step: Step) -> int:
        return self.circles(step) - sum(steps.count(step) for steps in self.figures)

    def spaces(self) -> list[Step]:
        """Return the steps on which figures can stand."""
        return [step for step in range(len(self.edition.road)) if self.circles(step)]

    def taverns(self) -> list[Step]:
        return [step for step in self.spaces() if self.edition.road[step].kind == "tavern"]

    def possible(self, moment: Moment) -> Moment:
        """Return the moment, or a simpler one if the board has no place for it."""
        if (moment in _ON_SPACE and not self.spaces()) or (
            moment in _AT_TAVERN and not self.taverns()
        ):
            return "moving"
        return moment

    # The Alcazar and the last round.

    def set_last_round(self, moment: Moment) -> None:
        """Choose whether the last round is under way; the player who triggered it never plays again (I-20, I-21)."""
        players = len(self.seats)
        if moment == "over":
            self.trigger = (self.active + 1) % players
        elif not self.rng.randrange(3):
            self.trigger = (self.active + self.rng.randrange(1, players)) % players

    def had_last_turn(self, seat: Seat, moment: Moment) -> bool:
        """Return True if the seat's turn in the last round is over."""
        if self.trigger is None:
            return False
        players = len(self.seats)
        after_trigger = (seat - self.trigger) % players
        until_now = (self.active - self.trigger) % players
        return after_trigger < until_now or (moment == "over" and seat == self.active)

    def fill_alcazar(self, moment: Moment) -> None:
        """Put figures in the Alcazar: the next player has too few for the last round (I-19, I-20)."""
        enough, figures = self.edition.last_round_at, self.edition.figures
        for seat in self.seats:
            least, most = 0, enough - 1
            if seat == self.trigger:
                least, most = enough, figures
            elif self.had_last_turn(seat, moment):
                most = figures
            elif seat == self.active and moment not in _NOT_MOVING:
                least, most = int(moment == "entered"), figures - (moment in _ON_SPACE)
            self.inside[seat] = self.rng.randrange(least, most + 1)

    # The road.

    def place_figures(self, moment: Moment) -> Phase:
        """Put figures on circles, the rest on the cathedral (I-07, I-11, I-13); the phase says what they do."""
        left = [self.edition.figures - inside for inside in self.inside]
        phase = self.place_mover(moment, left)
        for seat in self.seats:
            for _ in range(left[seat]):
                free = [step for step in self.spaces() if self.free_circles(step)]
                self.figures[seat] += (self.rng.choice([CATHEDRAL, *free]),)
        return phase

    def place_mover(self, moment: Moment, left: list[int]) -> Phase:
        """Place the figure that the moment is about, and those in its way."""
        edition, rng = self.edition, self.rng
        if moment in _STILL:
            return _STILL[moment]
        if moment == "taking":
            return Drawing(rng.randrange(1, edition.cards_taken + 1), "take")
        if moment == "drinking":
            self.put(self.active, rng.choice(self.taverns()), left)
            return Drawing(rng.randrange(1, edition.tavern_cards + 1), "tavern")
        if moment in {"transit", "duel"}:
            return self.crowd(moment, left)
        step = rng.choice(self.spaces() if moment == "arrived" else self.taverns())
        self.put(self.active, step, left)
        return Arrived(step)

    def put(self, seat: Seat, step: Step, left: list[int]) -> None:
        self.figures[seat] += (step,)
        left[seat] -= 1

    def crowd(self, moment: Moment, left: list[int]) -> Phase:
        """Place a figure over a space that others fill, with a rival among them if there is a duel (I-13, I-31)."""
        left[self.active] -= 1
        step = self.rng.choice(self.spaces())
        while self.free_circles(step):
            seats = [seat for seat in self.seats if left[seat]]
            if not seats:
                break
            self.put(self.rng.choice(seats), step, left)
        rivals = [seat for seat in self.seats if seat != self.active and step in self.figures[seat]]
        if self.free_circles(step):  # too few figures: the figure has been sent back
            left[self.active] += 1
            return MOVING
        if moment == "duel" and rivals:
            rounds = self.rng.choice([(0, 0), (1, 0), (0, 1), (1, 1)])
            return Duel(step, self.rng.choice(rivals), *rounds)
        return Transit(step)

    # What players have.

    def hand_out_treasure(self, moment: Moment) -> None:
        """Give players swords, master tiles and paintings (I-02, I-05, I-06, I-14, I-15)."""
        edition, rng = self.edition, self.rng
        bearers = list(self.inside)
        if moment == "entered":
            bearers[self.active] -= 1  # I-36: a figure that has just entered has no sword yet
        thin = rng.choice([4, 2, 1])  # on average, one piece in `thin` is with a player
        for sword in edition.swords:
            if not rng.randrange(thin):
                seat = rng.choice(self.seats)
                if len(self.delivered[seat]) < bearers[seat] and rng.randrange(2):
                    self.delivered[seat] = added(self.delivered[seat], sword)
                else:
                    self.swords[seat] = added(self.swords[seat], sword)
        board = edition.tiles
        for seat in self.seats:
            for _ in range(rng.randrange(edition.tile_limit + 1)):
                kinds = [tile for tile in distinct(board) if tile not in self.tiles[seat]]
                if kinds:
                    tile = rng.choice(kinds)
                    board = removed(board, tile)
                    self.tiles[seat] = added(self.tiles[seat], tile)
        taken = rng.randrange(len(edition.paintings) + 1)
        for value in edition.paintings[:taken]:
            seat = rng.choice(self.seats)
            self.paintings[seat] = added(self.paintings[seat], value)

    def shares(self, supply: int) -> list[int]:
        """Return the share of a supply that each player has; sometimes all of it (I-03, I-04)."""
        shares = [0 for _ in self.seats]
        for seat in self.seats:
            shares[seat] = self.rng.randrange(min(supply, 5) + 1)
            supply -= shares[seat]
        if not self.rng.randrange(4):
            shares[self.rng.choice(self.seats)] += supply
        return shares

    # Cards.

    def cards_played(self, moment: Moment) -> tuple[Card | None, int | None]:
        """Choose the front card and the use of the movement tile, during a move turn (I-23, I-25, I-26)."""
        if moment in _NOT_MOVING:
            return None, None
        front = self.rng.choice(distinct(self.edition.cards))
        tile_values = [c.value for c in self.edition.cards if c.value != front.value]
        if not tile_values or self.rng.randrange(3):
            return front, None
        tile_value = self.rng.choice(tile_values)
        return (front if self.rng.randrange(2) else None), tile_value

    def deal(self, front: Card | None, chance: bool) -> tuple[list[Cards], Cards, Cards]:
        """Deal hands, pile and discard pile (I-01). The piles can be short or empty, unless chance is next (I-32)."""
        rng = self.rng
        cards = self.edition.cards if front is None else removed(self.edition.cards, front)
        hands: list[Cards] = [() for _ in self.seats]
        reserve = 1 if chance else 0
        for seat in self.seats:
            for _ in range(rng.randrange(min(len(cards) - reserve, 8) + 1)):
                place = rng.randrange(len(cards))
                hands[seat] = added(hands[seat], cards[place])
                cards = cards[:place] + cards[place + 1 :]
        if not rng.randrange(3):  # the piles are short, so a hand is large
            keep = rng.randrange(reserve, min(len(cards), 4) + 1)
            hoarder = rng.choice(self.seats)
            hands[hoarder] = multiset(hands[hoarder] + cards[keep:])
            cards = cards[:keep]
        if not cards or (not chance and not rng.randrange(4)):
            return hands, (), cards  # the pile is used up
        discarded = rng.choice([0, len(cards) // 2, len(cards) - 1])
        return hands, cards[discarded:], cards[:discarded]

    def some(self, cards: Cards) -> Cards:
        """Return some of these cards: the known part of a hand."""
        if not cards or self.rng.randrange(3):
            return ()
        return tuple(card for card in cards[:12] if self.rng.randrange(2))

    def repaired(self, state: State) -> State:
        """Send back a figure in transit that could neither move on nor challenge (I-24)."""
        if not isinstance(state.phase, Transit) or legal_actions(state):
            return state
        players = list(state.players)
        mover = players[state.active]
        players[state.active] = evolve(mover, figures=added(mover.figures, CATHEDRAL))
        return evolve(state, players=tuple(players), phase=MOVING)
