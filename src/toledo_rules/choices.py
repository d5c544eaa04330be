"""Choices: everything that the viewer of a position can point at and do, and the reasons for what they cannot do.

>>> from toledo_rules import Game
>>> from toledo_rules.choices import choices
>>> from toledo_rules.describe import render
>>> now = choices(Game(2, seed=2008), seat=0)
>>> offer = now.through("deed:place_shop", "player:0:shop:m2", "space:4")[0]
>>> offer.action, render(offer.message)
(PlaceShop(ShopTile('metal', 2), 4), 'Place a metal dealer with 2 circles on space 4.')
>>> why = now.reasons["deed:end_turn"]
>>> why.rule, render(why.message)
('TRN-04', 'You cannot end your turn before you have done something.')

A front end needs nothing else, and need not know a single rule. `Choices.parts` are the things on the table, with the
ids that pictures use (see `toledo_rules._pieces`). Each move lists the parts that stand for it. Each click narrows the
moves down (`Choices.through`); `Choices.menu` is a menu in words. Each part either belongs to a move or has a reason
why it cannot be used.

Everything is computed from the view alone: equal views give equal choices, and hidden cards never affect them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from attrs import evolve, field, frozen

from toledo_rules import _pieces as ids
from toledo_rules._board import Shops, circles
from toledo_rules._engine import Transition, explain, fee, landing, legal_actions, step
from toledo_rules._hidden import duel_odds, follow, plain_position
from toledo_rules._json import OPTIONAL, PART_ID, Keys, Signed
from toledo_rules._multiset import distinct
from toledo_rules._pieces import (
    COUNTS,
    PartId,
    PartKind,
    place_of_shop,
    place_of_tile,
    plaque,
    shops_in_order,
    tiles_in_order,
)
from toledo_rules._scoring import score
from toledo_rules._values import FrozenMap, complete
from toledo_rules.actions import (
    ACTION_TYPES,
    END_TURN,
    PLAIN_ACTIONS,
    Action,
    Challenge,
    Deliver,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
    universe,
)
from toledo_rules.describe import (
    Message,
    MessageValue,
    PlaceKind,
    Scene,
    Term,
    Where,
    Who,
    message,
)
from toledo_rules.edition import (
    CATHEDRAL,
    MOVEMENT,
    Card,
    Cards,
    Edition,
    Seat,
    ShopTile,
    Step,
    Sword,
    Tile,
)
from toledo_rules.events import AlcazarEntered, FigureMoved, SpaceFull
from toledo_rules.rulebook import Code, Refusal, RuleId
from toledo_rules.state import (
    Arrived,
    Drawing,
    Over,
    Player,
    PlayerView,
    State,
    Transit,
    View,
    Viewer,
    names_at,
    view_of,
)

if TYPE_CHECKING:
    from toledo_rules._game import Game

__all__ = [
    "Bundle",
    "Choices",
    "DuelChance",
    "Landing",
    "MenuEntry",
    "MenuOption",
    "Offer",
    "Part",
    "Reason",
    "choices",
    "why_not",
]


T = TypeVar("T")

# What a front end gets


@frozen(cache_hash=True)
class Part:
    """Something on the table that can be pointed at."""

    id: PartId
    """Its id, the same as in pictures."""
    kind: PartKind
    label: Message
    """Its name."""


@frozen(cache_hash=True)
class Reason:
    """The reason why a part cannot be used now: a refusal, and its sentence."""

    rule: RuleId
    """The rule that says so."""
    message: Message
    """The reason in a sentence."""
    refusal: Annotated[Refusal | None, OPTIONAL] = None
    """The reason with its code and parameters; None in a document of 1.0.0rc1 or before."""


@frozen
class Bundle:
    """Things that a player gives away or gets."""

    cards: Cards = ()
    """Cards that are played or paid."""
    drawn: int = 0
    """Cards that are drawn from the pile."""
    shops: tuple[ShopTile, ...] = ()
    metal: int = 0
    gems: int = 0
    swords: tuple[Sword, ...] = ()
    tiles: tuple[Tile, ...] = ()
    paintings: tuple[int, ...] = ()
    """The values of paintings."""


Waits: TypeAlias = Literal["circle", "full", "alcazar"]
"""A free circle, a space without one, or the inside of the Alcazar."""


@frozen
class Landing:
    """The place where a figure would land."""

    step: Step
    kind: PlaceKind
    """The kind of shop or space."""
    waits: Waits
    owner: Seat | None
    """The owner of the shop."""
    price: int
    """The lowest card value that pays for using the space; 0 if it is free or cannot be used."""
    rivals: tuple[Seat, ...]
    """The players who can be challenged there."""


@frozen
class DuelChance:
    """The chance of winning a duel."""

    rival: Seat
    wins: Fraction
    """The exact probability that the viewer wins, as far as the viewer can know."""


@frozen
class Offer:
    """A legal action, and everything worth knowing before choosing it."""

    action: Action
    parts: tuple[PartId, ...]
    """The parts that stand for it: what to do, then with what, then where. Figures on the same step are
    interchangeable, and so are the circles of a space."""
    landing: Landing | None
    """The place where a figure lands; None if no figure moves."""
    cost: Bundle | None
    """Things that the player gives away; None if it costs nothing."""
    gain: Bundle | None
    """Things that the player gets at once; None if there are none."""
    points: Signed
    """Points that it brings at once, as if the game ended then (A-158)."""
    reveals: bool
    """True if it reveals something, so that it cannot be undone (A-132)."""
    duels: tuple[DuelChance, ...]
    """The odds of the duels that it leads to, or may lead to."""
    message: Message
    """The action in a sentence."""


Topic: TypeAlias = Literal["use", "move", "place", "otherwise"]
"""The topic of an action, as a label in the catalogues, in menu order."""
_ORDER: tuple[Topic, ...] = get_args(Topic)


@frozen
class MenuOption:
    """One way to do what a menu entry says."""

    move: int
    """The index of the action in `Choices.moves`."""
    part: PartId | None
    """The part that tells this option from the others: a space or a card; None if it is the only one."""

    @property
    def word(self) -> str:
        """The text to type for this option: ``4`` or ``4va``; empty if it is the only one."""
        return "" if self.part is None else self.part.rpartition(":")[2]


@frozen
class MenuEntry:
    """A menu entry: an action, or several that differ in one part."""

    topic: Topic
    message: Message
    """The action in a sentence, without the part in which the options differ."""
    options: tuple[MenuOption, ...]


def _frozen(reasons: Mapping[PartId, Reason]) -> Mapping[PartId, Reason]:
    return FrozenMap(reasons)


@frozen
class Choices:
    """Everything in a view that can be pointed at, everything that can be done, and the reasons for what cannot."""

    prompt: Message
    """The pending decision in a sentence."""
    parts: tuple[Part, ...]
    """Everything that can be pointed at."""
    moves: tuple[Offer, ...]
    """The legal actions, in the order of `toledo_rules.legal_actions`; empty if the viewer is not on turn."""
    menu: tuple[MenuEntry, ...]
    """The moves grouped in the order in which people choose: what to do, with what, where."""
    reasons: Annotated[
        Mapping[PartId, Reason], Keys(PART_ID, "an object whose keys are ids of parts")
    ] = field(converter=_frozen)
    """The parts that cannot be used now, each with the reason."""

    def through(self, *picked: PartId) -> tuple[Offer, ...]:
        """Return the moves to which all of these parts belong."""
        return tuple([move for move in self.moves if all(part in move.parts for part in picked)])


def choices(
    view: State | View | Game, *, names: Sequence[str] = (), seat: Viewer = "all"
) -> Choices:
    """Return everything that the viewer can choose, and the reasons for what they cannot.

    Args:
        view: the position as a player or a spectator sees it.
        names: the players' names by seat, for the messages. A player without one goes by the colour. A game knows its
            own.
        seat: the viewer of a game or a `State`; None for a spectator.
    """
    return _Chooser(view_of(view, seat), names_at(view, names)).choices()


def why_not(
    view: State | View | Game,
    *picked: PartId,
    names: Sequence[str] = (),
    seat: Viewer = "all",
) -> Reason | None:
    """Return the reason why a part cannot be used, or why several cannot be used together.

    None if they all belong to a move, and also if each can be used but no action combines them: two cards, say.

    >>> from toledo_rules import parse_position, view
    >>> from toledo_rules.describe import render
    >>> position = parse_position("toledo1 red / red 3va, @4, g2@4 / blue, m1@7, @7")
    >>> why = why_not(view(position, 0), "player:0:shop:m1", "space:7")
    >>> why.rule, render(why.message)
    ('SHP-01', 'Blue already has a shop on space 7.')

    Args:
        view: the position as a player sees it.
        picked: the ids of the parts.
        names: the players' names by seat, for the messages. A player without one goes by the colour. A game knows its
            own.
        seat: the viewer of a game or a `State`; None for a spectator.
    """
    return _Chooser(view_of(view, seat), names_at(view, names)).why_not(picked)


class Outlook(NamedTuple):
    """A legal action, with what only the rules know about it."""

    action: Action
    stands: Sequence[tuple[str, tuple[PartId, ...]]]
    """The parts that stand for it, in groups of interchangeable parts, each with the field that the group is about."""
    points: int
    reveals: bool
    duels: tuple[DuelChance, ...]


def outlooks(view: View) -> list[Outlook]:
    """Return the legal actions of the viewer without words."""
    chooser = _Chooser(view, ())
    return [*map(chooser.outlook, legal_actions(view))]


# How they are found. The engine says what is legal, what an action does, and why something is not legal. This module
# knows only which parts of the table stand for an action.

_TOPICS: Mapping[type[Action], Topic] = {
    **dict.fromkeys(ACTION_TYPES, "otherwise"),
    UseSpace: "use",
    Deliver: "use",
    PlayCard: "move",
    Challenge: "move",
    PlaceShop: "place",
}

_UNTIMELY = frozenset(
    {
        Code.NOT_AT_TURN_START,
        Code.NOT_JUST_ARRIVED,
        Code.NOT_JUST_ENTERED,
        Code.NOT_IN_TRANSIT,
        Code.SOMETHING_ELSE_IS_POSSIBLE,
    }
)
"""Reasons about timing: used for a part only if there is no more specific one."""

_UNHELPFUL = frozenset({Code.SITE_TAKEN, Code.OWN_SHOP_IS_FREE})
"""Reasons that would not help a player who points at a part: there are other sites, and where nothing is paid a card is
not a fee."""

_WARES: Mapping[PlaceKind, PartId] = {
    "metal": ids.SUPPLY_METAL,
    "gem": ids.SUPPLY_GEMS,
    "tavern": ids.PILE,
}
"""The part of the supply that a space gives from, if there is nothing to choose."""


Slot: TypeAlias = Literal["with", "who", "also", "where", "whom", "pay", "take", "cost", "give"]
"""A question that a part of an action answers. The parts in a slot are interchangeable."""
Selector: TypeAlias = Literal[
    "pile",
    "cathedral",
    "alcazar",
    "own_shop",
    "own_card",
    "own_sword",
    "own_tile",
    "movement_tile",
    "place",
    "target",
    "arrived_at",
    "own_figures",
    "movers",
    "player",
    "rival_figures",
    "goods",
    "material",
    "wares",
]

STANDS: Mapping[type[Action], tuple[tuple[Slot, Selector, str], ...]] = complete(
    {
        **dict.fromkeys(map(type, PLAIN_ACTIONS), ()),
        TakeCards: (("where", "pile", ""),),
        PlaceShop: (("with", "own_shop", "shop"), ("where", "place", "step")),
        ReturnFigure: (("who", "own_figures", "step"), ("where", "cathedral", "")),
        PlayCard: (
            ("with", "own_card", "card"),
            ("who", "movers", "origin"),
            ("also", "movement_tile", "with_tile"),
            ("where", "target", ""),
        ),
        Challenge: (("whom", "player", "rival"), ("whom", "rival_figures", "rival")),
        UseSpace: (
            ("pay", "own_card", "pay"),
            ("take", "goods", "take"),
            ("cost", "material", "take"),
            ("give", "own_tile", "give_back"),
            ("where", "wares", ""),
            ("where", "arrived_at", ""),
        ),
        Deliver: (("with", "own_sword", "sword"), ("where", "alcazar", "")),
    },
    ACTION_TYPES,
    "STANDS",
)
"""The parts of the table that stand for each kind of action, apart from its deed: the slot, the selector that finds
them, and the field of the action that is passed to it; without a field, the whole action. Clients have the same
table."""


class _Chooser:
    """Finds the choices of a view."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self.view = view
        self.scene = Scene(view, names)
        self.names = names
        self.edition = view.edition
        phase = view.phase
        self.arrival = phase.step if isinstance(phase, Arrived) else None
        self.transit = phase.step if isinstance(phase, Transit) else None
        self.others = [seat for seat in range(len(view.players)) if seat != view.active]
        self.reasons_of: dict[Refusal, Reason] = {}
        self.figures = [ids.figure_steps(view, seat) for seat in range(len(view.players))]

    @cached_property
    def own(self) -> State:
        """A position to ask the engine about. Its hidden cards are arbitrary, so they must not change an answer."""
        return plain_position(self.view)

    @cached_property
    def points(self) -> int:
        """The points of the player on turn."""
        return score(self.own, self.view.active).total

    def choices(self) -> Choices:
        """Return the choices."""
        moves = tuple(map(self.offer, legal_actions(self.view)))
        placed = self.placed()
        usable = {part for move in moves for part in move.parts}
        return Choices(
            prompt=message(self.view, names=self.names),
            parts=tuple([one.part for one in placed]),
            moves=moves,
            menu=self.menu(moves),
            reasons=self.reasons([one for one in placed if one.part.id not in usable]),
        )

    # The moves

    def offer(self, action: Action) -> Offer:
        """Return a legal action with its parts and its effects."""
        what = step(self.own, action)
        landing = self.landing(what)
        cost, gain = self.exchange(what)
        return Offer(
            action=action,
            parts=tuple(self.stands_for(action)),
            landing=landing,
            cost=cost,
            gain=gain,
            points=self.brought(what),
            reveals=what.reveals or what.state.chance,
            duels=self.duels(action, landing, what),
            message=message(action, self.view, names=self.names),
        )

    def outlook(self, action: Action) -> Outlook:
        """Return a legal action with its effects, without words."""
        what = step(self.own, action)
        reveals = what.reveals or what.state.chance
        duels = self.duels(action, self.landing(what), what)
        return Outlook(action, self.stands(action), self.brought(what), reveals, duels)

    def brought(self, what: Transition) -> int:
        """Return the points that an action has scored."""
        seat = self.view.active
        if what.state.players[seat] == self.own.player:
            return 0
        return score(what.state, seat).total - self.points

    def landing(self, what: Transition) -> Landing | None:
        """Return the place where a figure landed."""
        moved = next((event for event in what.events if isinstance(event, FigureMoved)), None)
        if moved is None:
            return None
        waits: Waits = "circle"
        rivals: tuple[Seat, ...] = ()
        if any(isinstance(event, AlcazarEntered) for event in what.events):
            waits = "alcazar"
        elif any(isinstance(event, SpaceFull) for event in what.events):
            waits = "full"
            going_on = legal_actions(what.state)
            rivals = tuple([one.rival for one in going_on if isinstance(one, Challenge)])
        at = moved.step
        price, owner = fee(self.view, at), self.view.owner(at)
        return Landing(at, self.view.kind(at), waits, owner, price, rivals)

    def exchange(self, what: Transition) -> tuple[Bundle | None, Bundle | None]:
        """Return what the player gave away, and what they got or are about to draw."""
        before, after = self.own.player, what.state.players[self.view.active]
        phase = what.state.phase
        drawn = min(phase.left, what.state.drawable) if isinstance(phase, Drawing) else 0
        return _lost(before, after), _lost(after, before, drawn)

    def duels(
        self, action: Action, landing: Landing | None, what: Transition
    ) -> tuple[DuelChance, ...]:
        """Return the odds of the duels that an action leads to."""
        if isinstance(action, Challenge):
            return (DuelChance(action.rival, duel_odds(self.view, action.rival).attacker_wins),)
        if landing is None or not landing.rivals:
            return ()
        after = follow(self.view, what.seen_by(self.view.seat))
        return tuple(
            [DuelChance(seat, duel_odds(after, seat).attacker_wins) for seat in landing.rivals]
        )

    # The parts that stand for an action

    def stands(self, action: Action) -> Sequence[tuple[str, tuple[PartId, ...]]]:
        """Return groups of parts that stand for an action: what to do, with what, where."""
        found: list[tuple[str, tuple[PartId, ...]]] = [("", (ids.deed_part(type(action)),))]
        for _, selector, name in STANDS[type(action)]:
            thing = getattr(action, name) if name else action
            if thing is not None and thing is not False:
                found.append((name, tuple(_SELECTORS[selector](self, thing))))
        return found

    def stands_for(self, action: Action) -> Iterator[PartId]:
        """Yield all parts to point at for an action."""
        return chain.from_iterable([group for _, group in self.stands(action)])

    # Selectors: the parts that stand for a thing in an action

    def pile(self, _action: Action) -> Iterator[PartId]:
        yield ids.PILE

    def cathedral(self, _action: Action) -> Iterator[PartId]:
        yield ids.space_part(CATHEDRAL)

    def alcazar(self, _action: Action) -> Iterator[PartId]:
        yield ids.ALCAZAR

    def own_shop(self, shop: ShopTile) -> Iterator[PartId]:
        yield ids.shop_part(self.view.active, shop, self.edition)

    def own_card(self, card: Card) -> Iterator[PartId]:
        yield ids.card_part(self.view.active, card, self.edition)

    def own_sword(self, sword: Sword) -> Iterator[PartId]:
        yield ids.sword_part(self.view.active, sword, self.edition)

    def own_tile(self, tile: Tile) -> Iterator[PartId]:
        yield ids.tile_part(self.view.active, tile, self.edition)

    def movement_tile(self, _used: bool) -> Iterator[PartId]:
        yield from self.own_tile(MOVEMENT)

    def place(self, step: Step) -> Iterator[PartId]:
        """Yield a space with its circles, or an entrance with the Alcazar."""
        yield from _spot(self.edition, step, self.view.circles(step))

    def target(self, action: PlayCard) -> Iterator[PartId]:
        """Yield the place that a card leads to."""
        if (at := landing(self.view, action)) is not None:
            yield from self.place(at)

    def arrived_at(self, _action: Action) -> Iterator[PartId]:
        """Yield the space that a figure has just arrived on."""
        if self.arrival is not None:
            yield from self.place(self.arrival)

    def own_figures(self, step: Step) -> Iterator[PartId]:
        yield from self.standing(self.view.active, step)

    def movers(self, origin: Step) -> Iterator[PartId]:
        """Yield the figures that a card could move from a step: one in transit, if there is one."""
        seat = self.view.active
        if origin == self.transit:
            yield ids.figure_part(seat, len(self.view.players[seat].figures))
        else:
            yield from self.standing(seat, origin)

    def standing(self, seat: Seat, step: Step) -> Iterator[PartId]:
        """Yield the figures of a player that stand on a step."""
        for number, at in enumerate(self.figures[seat][: len(self.view.players[seat].figures)]):
            if at == step:
                yield ids.figure_part(seat, number)

    def player(self, seat: Seat) -> Iterator[PartId]:
        yield ids.player_part(seat)

    def rival_figures(self, seat: Seat) -> Iterator[PartId]:
        """Yield the figures of a rival on the full space, or all of them."""
        steps = distinct(self.view.players[seat].figures)
        for at in steps if self.transit is None else (self.transit,):
            yield from self.standing(seat, at)

    def goods(self, take: Sword | Tile) -> Iterator[PartId]:
        """Yield a sword or a master tile on the board."""
        if isinstance(take, Sword):
            yield ids.sword_part(None, take, self.edition)
        else:
            yield ids.tile_part(None, take, self.edition)

    def material(self, take: Sword | Tile) -> Iterator[PartId]:
        """Yield the material that a sword is forged from."""
        if isinstance(take, Sword):
            needed: Mapping[ids.Count, int] = {"metal": take.metal, "gems": take.gems}
            yield from [ids.count_part(self.view.active, what) for what in needed if needed[what]]

    def wares(self, _action: Action) -> Iterator[PartId]:
        """Yield what a space gives, where there is nothing to choose."""
        if self.arrival is not None:
            kind = self.view.kind(self.arrival)
            if kind in _WARES:
                yield _WARES[kind]
            if kind == "artist" and self.view.paintings:
                yield ids.painting_part(None, self.view.paintings[0])

    # The menu

    def menu(self, moves: Sequence[Offer]) -> tuple[MenuEntry, ...]:
        """Return the menu: an entry for each shop tile, each benefit of a space, and each card value of a figure."""
        entries: dict[Message, list[MenuOption]] = {}
        for place, move in enumerate(moves):
            together, part = self.variant(move)
            entries.setdefault(together, []).append(MenuOption(place, part))
        found = [self.entry(moves, together, options) for together, options in entries.items()]
        return tuple(sorted(found, key=lambda entry: self.place_in_menu(moves, entry)))

    def entry(
        self, moves: Sequence[Offer], together: Message, options: Sequence[MenuOption]
    ) -> MenuEntry:
        """Return the entry for actions that differ in one part, or for a single action."""
        first = moves[options[0].move]
        topic = _TOPICS[type(first.action)]
        if len(options) > 1 or isinstance(first.action, PlaceShop):  # also a single site
            return MenuEntry(topic, together, tuple(options))
        return MenuEntry(topic, first.message, (MenuOption(options[0].move, None),))

    def place_in_menu(self, moves: Sequence[Offer], entry: MenuEntry) -> tuple[int, ...]:
        """Return a sort key for entries: by topic, then shops and tiles in the order of the edition."""
        topic, action = _ORDER.index(entry.topic), moves[entry.options[0].move].action
        if isinstance(action, PlaceShop):
            return topic, *place_of_shop(action.shop)
        if isinstance(action, UseSpace) and isinstance(action.take, str):
            tiles = [tile for tile in (action.take, action.give_back) if tile is not None]
            return topic, *[place_of_tile(tile, self.edition) for tile in tiles]
        return (topic,)

    def variant(self, move: Offer) -> tuple[Message, PartId | None]:
        """Return the message of a move without the part that tells it from similar ones, and that part."""
        action, said, edition = move.action, move.message, self.edition
        if isinstance(action, PlaceShop):
            together = Message("action.place_shop_somewhere", (("shop", action.shop),))
            return together, ids.space_part(action.step)
        if isinstance(action, PlayCard):
            key = "action.play_value_with_tile" if action.with_tile else "action.play_value"
            way = (("origin", said["origin"]), ("target", said["target"]))
            together = Message(key, (("value", action.card.value), *way))
            return together, ids.card_part(self.view.active, action.card, edition)
        if isinstance(action, UseSpace) and action.pay is not None:
            together = message(evolve(action, pay=None), self.view, names=self.names)
            return together, ids.card_part(self.view.active, action.pay, edition)
        return said, None

    # The reasons

    def waiting(self) -> Refusal | None:
        """Return the reason why nothing can be used, if the viewer has no decision to make."""
        view = self.view
        if isinstance(view.phase, Over) or view.chance:
            return explain(self.own, END_TURN)
        if view.seat != view.active:
            return Refusal.of(Code.NOT_ON_TURN, seat=view.seat, active=view.active)
        return None

    def reasons(self, idle: Sequence[_Placed]) -> dict[PartId, Reason]:
        """Return the reason for each part that belongs to no move."""
        if refusal := self.waiting():
            return dict.fromkeys([one.part.id for one in idle], self.refusal(refusal))
        wanted = {one.part.id for one in idle}
        close: dict[PartId, Refusal] = {}
        untimely: dict[PartId, Refusal] = {}
        for action in self.proposals():
            why = explain(self.own, action)
            if why is None or why.code in _UNHELPFUL:
                continue
            found = untimely if why.code in _UNTIMELY else close
            for name in self.stands_for(action):
                if name in wanted:
                    found.setdefault(name, why)
        reasons: dict[PartId, Reason] = {}
        for part, otherwise, last in idle:
            name = part.id
            if name in close:
                reasons[name] = self.refusal(close[name])
            elif last and name in untimely:
                reasons[name] = self.refusal(untimely[name])
            else:
                reasons[name] = otherwise
        return reasons

    def why_not(self, picked: Sequence[PartId]) -> Reason | None:
        """Return the reason why parts cannot be used together, or why the last unusable one of them cannot be used."""
        if refusal := self.waiting():
            return self.refusal(refusal)
        moves = [{*self.stands_for(action)} for action in legal_actions(self.view)]
        if any(move.issuperset(picked) for move in moves):
            return None
        usable = {*chain.from_iterable(moves)}
        idle = [one for one in self.placed() if one.part.id in picked and one.part.id not in usable]
        if len(picked) > 1 and (together := self.refused(picked)):
            return together
        alone = self.reasons(idle)
        return next((alone[part] for part in reversed(picked) if part in alone), None)

    def refused(self, picked: Collection[PartId]) -> Reason | None:
        """Return the reason why no action with all of these parts is legal; None if there is no such action."""
        mine = distinct(self.view.players[self.view.active].shops)
        steps = range(self.edition.last_step + 1)
        placing = [PlaceShop(shop, step) for shop in mine for step in steps]
        found = [
            explain(self.own, action)
            for action in chain(self.proposals(), placing)
            if not {*picked}.difference(self.stands_for(action))
        ]
        against = [why for why in found if why is not None]
        if not against:
            return None
        timely = (why for why in against if why.code not in _UNTIMELY)
        return self.refusal(next(timely, against[0]))

    def refusal(self, why: Refusal) -> Reason:
        """Return the reason for a refusal, in words."""
        if why not in self.reasons_of:  # many parts share a reason
            said = message(why, self.view, names=self.names)
            self.reasons_of[why] = Reason(why.rule, said, why)
        return self.reasons_of[why]

    def proposals(self) -> Iterator[Action]:
        """Yield the actions that the parts on the table suggest, those with the most specific reasons first."""
        me = self.view.players[self.view.active]
        cards = distinct(self.view.hand)
        yield from self.uses(cards)
        tiles = (False, True) if MOVEMENT in me.tiles else (False,)
        origins = distinct(me.figures) if self.transit is None else (self.transit, *me.figures)
        for with_tile in tiles:
            for card in cards:
                for origin in origins:
                    yield PlayCard(card, origin, with_tile)
        yield from (Challenge(seat) for seat in self.others)
        yield from map(Deliver, distinct(me.swords))
        yield from map(
            ReturnFigure, reversed(distinct(me.figures))
        )  # from the road, if there is one
        sites = universe(self.edition).sites
        yield from (PlaceShop(shop, site) for shop in distinct(me.shops) for site in sites[:1])
        yield from PLAIN_ACTIONS

    def uses(self, cards: Cards) -> Iterator[UseSpace]:
        """Yield the ways to use the space on which a figure has just arrived."""
        if self.arrival is None:
            yield UseSpace()
            return
        me, kind = self.view.players[self.view.active], self.view.kind(self.arrival)
        takes: Collection[Sword | Tile | None] = (None,)
        backs: Collection[Tile | None] = (None,)
        if kind == "smith":
            takes = distinct(self.edition.swords)
        elif kind == "fencing":
            takes, backs = distinct(self.edition.tiles), (None, *me.tiles)
        for take in takes:
            for back in backs:
                for pay in (*reversed(cards), None):  # the best card's reason is the most specific
                    yield UseSpace(pay, take, back)

    # The parts

    def placed(self) -> list[_Placed]:
        """Return everything that can be pointed at."""
        view, edition, active = self.view, self.edition, self.view.active
        stock = (view.pile, len(view.discards), view.metal, view.gems)
        placed = [*self.deeds(), *_board(edition, view.shops), *_supply(edition, stock, view.front)]
        for seat, player in enumerate(view.players):
            who, mine = self.scene.who(seat), seat == active
            steps = [None if at is None else self.scene.where(at) for at in self.figures[seat]]
            hand = view.hand if seat == view.seat else None
            placed += _figures(who, tuple(steps), mine)
            placed += _area(edition, who, player, score(view, seat).total, hand, mine)
        return placed

    def deeds(self) -> Iterator[_Placed]:
        """Yield the kinds of action."""
        me = self.view.players[self.view.active]
        lacking: Mapping[type[Action], Code] = {
            PlayCard: Code.NO_CARD if me.figures or self.transit else Code.NO_FIGURE,
            PlaceShop: Code.NO_SITE if me.shops else Code.NO_SHOP,
            ReturnFigure: Code.NO_FIGURE,
            Deliver: Code.NO_SWORD,
        }
        for kind in ACTION_TYPES:  # always available, so always refused by the engine
            yield _deed(ids.deed_part(kind), lacking.get(kind, Code.AREA))


# The parts, each with its default reason, for when no action suggests a better one. They change little from one
# position to the next, so they are cached, one by one and in lists by place.


class _Placed(NamedTuple):
    """A part on the table."""

    part: Part
    otherwise: Reason
    """The reason why it cannot be used if there is no more specific one."""
    last: bool
    """A reason about timing takes precedence over that one."""


@lru_cache(maxsize=1 << 14)
def _placed(  # a part, and the reason for it
    part: PartId,
    kind: PartKind,
    label: Message,
    code: Code,
    *,
    last: bool = False,
    **parameters: Who | Where,
) -> _Placed:
    return _Placed(_part(part, kind, label), _reason(code, **parameters), last)


@lru_cache(maxsize=1 << 14)
def _part(part: PartId, kind: PartKind, label: Message) -> Part:
    return Part(part, kind, label)


def _reason(code: Code, **parameters: Who | Where) -> Reason:
    named = {
        name: one.seat if isinstance(one, Who) else one.step for name, one in parameters.items()
    }
    refusal = Refusal.of(code, **named)
    return Reason(refusal.rule, Message(code.key, tuple(parameters.items())), refusal)


@lru_cache(maxsize=1 << 14)
def _label(key: str, **parameters: MessageValue) -> Message:
    return Message(key, tuple(parameters.items()))


@lru_cache(maxsize=64)
def _deed(part: PartId, code: Code) -> _Placed:
    """Return a kind of action."""
    return _placed(part, "deed", _label(f"deed.{part.partition(':')[2]}"), code, last=True)


@lru_cache(maxsize=512)
def _spot(edition: Edition, step: Step, circles: int) -> tuple[PartId, ...]:
    """Return a space with its circles, or an entrance with the Alcazar."""
    numbered = [ids.circle_part(step, number) for number in range(circles)]
    inside = (ids.ALCAZAR,) if edition.road[step].kind == "entrance" else ()
    return (ids.space_part(step), *numbered, *inside)


@lru_cache(maxsize=512)
def _board(edition: Edition, shops: Shops) -> tuple[_Placed, ...]:
    """Return the places on the board."""
    found: list[_Placed] = []
    for at, space in enumerate(edition.road):
        shop = shops[at]
        where = Where(at, space.kind if shop is None else shop.kind)
        label = _label("part.space", step=where)
        if at == CATHEDRAL:
            code = Code.NO_WAY_BACK
            found.append(_placed(ids.space_part(at), "cathedral", label, code, last=True))
            continue
        code = Code.OUT_OF_REACH
        found.append(_placed(ids.space_part(at), "space", label, code, step=where))
        for number in range(circles(edition, shops, at)):
            label = _label("part.circle", step=where, number=number + 1)
            found.append(_placed(ids.circle_part(at, number), "circle", label, code, step=where))
    alcazar = _label("label.alcazar")
    found.append(_placed(ids.ALCAZAR, "alcazar", alcazar, Code.ALCAZAR_OUT_OF_REACH))
    return tuple(found)


@lru_cache(maxsize=512)
def _supply(
    edition: Edition, stock: tuple[int, int, int, int], front: Card | None
) -> tuple[_Placed, ...]:
    """Return the piles and the supply."""
    pile, discards, metal, gems = stock
    first = _label("label.first_card")
    if front is not None:
        first = _label("part.front", card=front)
    return (
        _placed(ids.PILE, "pile", _number("pile", pile), Code.DISCARDED, last=True),
        _placed(ids.DISCARDS, "discards", _number("discards", discards), Code.DISCARDED),
        _placed(ids.FRONT, "front", first, Code.IN_FRONT),
        _placed(ids.SUPPLY_METAL, "metal", _number("metal", metal), Code.METAL),
        _placed(ids.SUPPLY_GEMS, "gems", _number("gems", gems), Code.GEMS),
        *_treasure(edition),
    )


@lru_cache(maxsize=64)
def _treasure(edition: Edition) -> tuple[_Placed, ...]:
    """Return the swords, tiles and paintings of an edition; those already taken keep their places."""
    return (
        *(
            _placed(ids.sword_part(None, sword, edition), "sword", _sword(sword), Code.SWORD)
            for sword in distinct(edition.swords)
        ),
        *(
            _placed(ids.tile_part(None, tile, edition), "tile", _tile(tile), Code.TILE)
            for tile in tiles_in_order(distinct(edition.tiles), edition)
        ),
        *(
            _placed(ids.painting_part(None, value), "painting", _painting(value), Code.PAINTING)
            for value in distinct(edition.paintings)
        ),
    )


@lru_cache(maxsize=2048)
def _figures(who: Who, steps: tuple[Where | None, ...], mine: bool) -> tuple[_Placed, ...]:
    """Return the figures of a player."""
    found: list[_Placed] = []
    for number, at in enumerate(steps):
        part = ids.figure_part(who.seat, number)
        if at is None:
            label = _label("part.figure_inside", seat=who)
            found.append(_placed(part, "figure", label, Code.INSIDE))
            continue
        label = _label("part.figure", seat=who, step=at)
        if mine:
            found.append(_placed(part, "figure", label, Code.NO_CARD))
        else:
            code = Code.BELONGS_TO_ANOTHER
            found.append(_placed(part, "figure", label, code, last=True, seat=who))
    return tuple(found)


@lru_cache(maxsize=2048)
def _area(  # noqa: PLR0913, PLR0917  # everything that it depends on
    edition: Edition, who: Who, player: PlayerView, fame: int, hand: Cards | None, mine: bool
) -> tuple[_Placed, ...]:
    """Return a player's area, and everything in it."""
    found = []
    for part, kind, label, code, last in _things(edition, who, player, fame, hand):
        if mine:
            found.append(_placed(part, kind, label, code, last=last and kind != "player"))
        else:
            found.append(_placed(part, kind, label, Code.BELONGS_TO_ANOTHER, last=last, seat=who))
    return tuple(found)


_Thing: TypeAlias = tuple[PartId, PartKind, Message, Code, bool]


def _things(
    edition: Edition, who: Who, player: PlayerView, fame: int, hand: Cards | None
) -> Iterator[_Thing]:
    """Yield the things in a player's area, each with the reason why its owner cannot use it."""
    seat = who.seat
    yield ids.player_part(seat), "player", _label("part.player", seat=who), Code.AREA, True
    yield ids.hand_part(seat), "hand", _label("part.hand", seat=who), Code.HAND, False
    for card in distinct(hand or ()):
        yield ids.card_part(seat, card, edition), "card", _thing(card), Code.NO_FIGURE, False
    counts: Mapping[ids.Count, tuple[int, Code]] = {
        "cards": (player.cards, Code.HAND),
        "fame": (fame, Code.FAME),
        "metal": (player.metal, Code.MATERIAL),
        "gems": (player.gems, Code.MATERIAL),
        "figures": (len(player.figures), Code.FIGURES),
        "inside": (player.inside, Code.INSIDE),
    }
    for what in COUNTS:
        number, code = counts[what]
        label = _label("part.count", seat=who, what=_number(_LABELS[what], number))
        yield ids.count_part(seat, what), "count", label, code, False
    for shop in shops_in_order(distinct(player.shops)):
        yield ids.shop_part(seat, shop, edition), "shop", _thing(shop), Code.NO_SITE, True
    for sword in distinct(player.swords):
        yield ids.sword_part(seat, sword, edition), "sword", _sword(sword), Code.NO_SWORD, True
    for tile in tiles_in_order(player.tiles, edition):
        code = Code.MOVEMENT_TILE if tile == MOVEMENT else Code.DUEL_TILE
        yield ids.tile_part(seat, tile, edition), "tile", _tile(tile), code, False
    for value in distinct(player.paintings):
        yield (
            ids.painting_part(seat, value),
            "painting",
            _painting(value),
            Code.OWN_PAINTING,
            False,
        )
    for card in distinct(player.known):
        yield ids.known_part(seat, card, edition), "known", _thing(card), Code.KNOWN, False
    for sword in distinct(player.delivered):
        part = ids.delivered_part(seat, sword, edition)
        yield part, "delivered", _sword(sword), Code.DELIVERED, False
    for niche in range(player.inside):
        said = _label("part.count", seat=who, what=_label("label.delivered_swords"))
        yield plaque(seat, niche), "delivered", said, Code.DELIVERED, False


_SELECTORS: Mapping[Selector, Callable[[_Chooser, Any], Iterator[PartId]]] = {
    name: getattr(_Chooser, name) for name in get_args(Selector)
}

_LABELS: Mapping[ids.Count, str] = complete(
    {
        "cards": "cards",
        "fame": "fame",
        "metal": "metal",
        "gems": "gems",
        "figures": "figures",
        "inside": "alcazar",
    },
    COUNTS,
    "_LABELS",
)
"""The labels of the numbers in a player's area."""


def _number(label: str, number: int) -> Message:
    return _label("part.number", what=_label(f"label.{label}"), number=number)


def _thing(thing: MessageValue) -> Message:
    return _label("part.thing", thing=thing)


def _tile(tile: Tile) -> Message:
    return _thing(Term("tile", tile))


def _sword(sword: Sword) -> Message:
    return _label("label.sword", sword=sword)


def _painting(value: int) -> Message:
    return _label("label.painting", value=value)


def _lost(before: Player, after: Player, drawn: int = 0) -> Bundle | None:
    """Return what a player had before and has no longer, and cards to be drawn; None if there is nothing."""
    cards = _less(before.hand, after.hand)
    shops = _less(before.shops, after.shops)
    metal = max(before.metal - after.metal, 0)
    gems = max(before.gems - after.gems, 0)
    swords = _less(before.swords, after.swords)
    tiles = _less(before.tiles, after.tiles)
    paintings = _less(before.paintings, after.paintings)
    if cards or drawn or shops or metal or gems or swords or tiles or paintings:
        return Bundle(cards, drawn, shops, metal, gems, swords, tiles, paintings)
    return None


def _less(items: tuple[T, ...], others: tuple[T, ...]) -> tuple[T, ...]:
    """Return the items that are not among the others."""
    if items == others:
        return ()
    return tuple((Counter(items) - Counter(others)).elements())
