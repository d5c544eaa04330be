"""Player actions and chance draws.

Actions are small values without a player: the actor is always `State.active`. A choice is an action of its own
where information can arrive before it; otherwise it is a field.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import NoneType
from typing import Any, TypeAlias, cast, get_args

from attrs import Attribute, field, fields, frozen

from toledo_rules._multiset import distinct
from toledo_rules._values import FrozenMap, brief, check_type
from toledo_rules.edition import (
    CATHEDRAL,
    Card,
    Edition,
    Seat,
    ShopTile,
    Step,
    Sword,
    Tile,
    check_actions,
)
from toledo_rules.editions import edition_of

__all__ = [
    "ACTION_TYPES",
    "END_TURN",
    "PASS",
    "TAKE_CARDS",
    "Action",
    "Benefit",
    "Challenge",
    "Deliver",
    "Draw",
    "EndTurn",
    "Move",
    "Pass",
    "PlaceShop",
    "PlayCard",
    "ReturnFigure",
    "TakeCards",
    "Universe",
    "UseSpace",
    "universe",
]


# Actions are built once per edition or by a caller, never on the hot path: so they can afford to check their types.


def _a(*kinds: type) -> Callable[[object, Attribute[Any], object], None]:
    """Return a check for a part of an action that is of one of these classes."""

    def check(_action: object, part: Attribute[Any], value: object) -> None:
        if not isinstance(value, kinds):
            check_type(part.name, value, *kinds)

    return check


def _an_int(_action: object, part: Attribute[int], number: object) -> None:
    """Refuse anything but a whole number; `True` does not count as one."""
    if type(number) is not int:
        raise TypeError(f"{part.name} must be a whole number, not {brief(number)}")


@frozen
class TakeCards:
    """Take two money cards; it is the whole turn (TAK-01)."""


@frozen
class PlaceShop:
    """Place a shop tile of one's own on an empty site; it is the whole turn (SHP-01)."""

    shop: ShopTile = field(validator=_a(ShopTile))
    step: Step = field(validator=_an_int)

    def __repr__(self) -> str:
        return f"PlaceShop({self.shop!r}, {self.step})"


@frozen
class ReturnFigure:
    """Set a figure of one's own back to the cathedral; it is the whole turn (RET-01)."""

    step: Step = field(validator=_an_int)
    """The step of the figure."""

    def __repr__(self) -> str:
        return f"ReturnFigure({self.step})"


@frozen
class PlayCard:
    """Play a card to move one figure by its value towards the Alcazar (MOV-01, MOV-02)."""

    card: Card = field(validator=_a(Card))
    origin: Step = field(validator=_an_int)
    """The step of the figure, or of the full space that it is over."""
    with_tile: bool = field(default=False, validator=_a(bool))
    """The card is the one extra card that the movement tile allows in a turn (TIL-01, A-81)."""

    @property
    def target(self) -> Step:
        """The step that it leads to, exactly and towards the Alcazar (MOV-02); it may be beyond the road."""
        return self.origin + self.card.value

    def __repr__(self) -> str:
        tile = ", with_tile=True" if self.with_tile else ""
        return f"PlayCard({self.card!r}, {self.origin}{tile})"


@frozen
class Challenge:
    """Challenge a player with a figure on the full space to a duel (OCC-01)."""

    rival: Seat = field(validator=_an_int)

    def __repr__(self) -> str:
        return f"Challenge({self.rival})"


@frozen
class UseSpace:
    """Use the shop, tavern or artist that a figure has just arrived on (USE-01)."""

    pay: Card | None = field(default=None, validator=_a(Card, NoneType))
    """The card that pays for it; nothing in one's own shop (USE-03)."""
    take: Sword | Tile | None = field(default=None, validator=_a(Sword, str, NoneType))
    """The sword at a smith, the kind of master tile at a fencing master."""
    give_back: Tile | None = field(default=None, validator=_a(str, NoneType))
    """The master tile that goes back when a player who holds as many as allowed takes another (FEN-06)."""

    def __repr__(self) -> str:
        given = (("pay", self.pay), ("take", self.take), ("give_back", self.give_back))
        return f"UseSpace({', '.join(f'{k}={v!r}' for k, v in given if v is not None)})"


@frozen
class Deliver:
    """Put a sword under the figure that has just gone into the Alcazar (ALC-02)."""

    sword: Sword = field(validator=_a(Sword))

    def __repr__(self) -> str:
        return f"Deliver({self.sword!r})"


@frozen
class EndTurn:
    """Stop moving; the next player is on turn (MOV-12)."""


@frozen
class Pass:
    """Do nothing, when nothing else is possible (A-19)."""


Action: TypeAlias = (
    TakeCards
    | PlaceShop
    | ReturnFigure
    | PlayCard
    | Challenge
    | UseSpace
    | Deliver
    | EndTurn
    | Pass
)
"""Anything that a player can do."""

ACTION_TYPES: tuple[type[Action], ...] = get_args(Action)


@frozen
class Draw:
    """Chance's move: the card that is drawn or turned up."""

    card: Card = field(validator=_a(Card))

    def __repr__(self) -> str:
        return f"Draw({self.card!r})"


Move: TypeAlias = Action | Draw
"""Anything that takes a position to the next: a player's action, or chance's draw."""

TAKE_CARDS = TakeCards()
END_TURN = EndTurn()
PASS = Pass()
PLAIN_ACTIONS: tuple[Action, ...] = tuple(
    cast("Callable[[], Action]", kind)() for kind in ACTION_TYPES if not fields(kind)
)
"""The actions without parts."""


Benefit = tuple[Sword | Tile | None, Tile | None]
"""The sword or tile that a use takes, and the tile that goes back for it."""


@frozen(eq=False)
class Universe:
    """The actions of an edition, by what they are made of."""

    sites: tuple[Step, ...]
    """Steps on which shops can be placed."""
    place_shop: FrozenMap[ShopTile, FrozenMap[Step, PlaceShop]]
    return_figure: FrozenMap[Step, ReturnFigure]
    play_card: FrozenMap[Card, tuple[FrozenMap[Step, PlayCard], FrozenMap[Step, PlayCard]]]
    """By card, as the base card and as the tile card, by the step of the figure."""
    challenge: tuple[Challenge, ...]
    use_space: FrozenMap[Benefit, FrozenMap[Card | None, UseSpace]]
    deliver: FrozenMap[Sword, Deliver]
    actions: tuple[Action, ...] = field(init=False)
    """All of them. The place of an action in here is its number."""

    def __attrs_post_init__(self) -> None:
        everything: tuple[Action, ...] = (
            END_TURN,
            TAKE_CARDS,
            *(plain for plain in PLAIN_ACTIONS if plain not in (END_TURN, TAKE_CARDS, PASS)),
            *(place for by_step in self.place_shop.values() for place in by_step.values()),
            *self.return_figure.values(),
            *(use for by_fee in self.use_space.values() for use in by_fee.values()),
            *self.deliver.values(),
            *(
                play
                for ways in self.play_card.values()
                for by_step in ways
                for play in by_step.values()
            ),
            *self.challenge,
            PASS,
        )
        object.__setattr__(self, "actions", everything)


def universe(edition: Edition | str) -> Universe:
    """Return the universe of an edition's actions. Raises `EditionError` for an edition with far too many.

    >>> from toledo_rules import KOSMOS_2008
    >>> len(universe(KOSMOS_2008).actions) == len(set(universe(KOSMOS_2008).actions))
    True
    """
    try:
        return edition._universe  # type: ignore[union-attr]  # noqa: SLF001  # the place for it
    except AttributeError:  # it is not there yet, or this is a name
        edition = edition_of(edition)
        made = _universe(edition)
        object.__setattr__(edition, "_universe", made)
        return made


@lru_cache(maxsize=64)
def _universe(edition: Edition) -> Universe:
    check_actions(edition)
    shops, cards = distinct(edition.shops), distinct(edition.cards)
    swords, tiles = distinct(edition.swords), distinct(edition.tiles)
    sites = tuple(step for step, space in enumerate(edition.road) if space.kind == "site")
    spaces = [
        step
        for step, space in enumerate(edition.road)
        if space.kind in ("site", "tavern", "artist")
    ]
    origins = (CATHEDRAL, *spaces)
    benefits: list[Benefit] = [(None, None)]
    benefits += [(sword, None) for sword in swords]
    benefits += [(tile, back) for tile in tiles for back in (None, *tiles) if back != tile]
    return Universe(
        sites=sites,
        place_shop=FrozenMap(
            (shop, FrozenMap((step, PlaceShop(shop, step)) for step in sites)) for shop in shops
        ),
        return_figure=FrozenMap(
            (step, ReturnFigure(step))
            for step in (spaces if edition.readings.a109 == "on_road" else origins)
        ),
        play_card=FrozenMap(
            (
                card,
                (
                    FrozenMap((origin, PlayCard(card, origin)) for origin in origins),
                    FrozenMap((origin, PlayCard(card, origin, True)) for origin in origins),
                ),
            )
            for card in cards
        ),
        challenge=tuple(Challenge(seat) for seat in range(edition.most_players)),
        use_space=FrozenMap(
            (
                (take, back),
                FrozenMap((pay, UseSpace(pay, take, back)) for pay in (None, *cards)),
            )
            for take, back in benefits
        ),
        deliver=FrozenMap((sword, Deliver(sword)) for sword in swords),
    )
