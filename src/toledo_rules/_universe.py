"""All actions that an edition can ever offer, each built once.

`legal_actions` picks from these tables instead of building actions anew, and their order gives every action of
an edition a stable number.
"""

from __future__ import annotations

from functools import lru_cache

from attrs import field, frozen

from toledo_rules._bounds import check_actions
from toledo_rules.actions import (
    END_TURN,
    PASS,
    TAKE_CARDS,
    Action,
    Challenge,
    Deliver,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    UseSpace,
)
from toledo_rules.cards import Card
from toledo_rules.edition import CATHEDRAL, Edition, ShopTile, Step, Sword, Tile
from toledo_rules.multiset import distinct

Benefit = tuple[Sword | Tile | None, Tile | None]
"""What a use takes and gives back."""


@frozen(eq=False)
class Universe:
    """The actions of an edition, by what they are made of."""

    sites: tuple[Step, ...]
    """Where shops can be placed."""
    place_shop: dict[ShopTile, dict[Step, PlaceShop]]
    return_figure: dict[Step, ReturnFigure]
    play_card: dict[Card, tuple[dict[Step, PlayCard], dict[Step, PlayCard]]]
    """By card, as the base card and as the tile card, by the step of the figure."""
    challenge: tuple[Challenge, ...]
    use_space: dict[Benefit, dict[Card | None, UseSpace]]
    deliver: dict[Sword, Deliver]
    actions: tuple[Action, ...] = field(init=False)
    """All of them. The place of an action in here is its number."""

    def __attrs_post_init__(self) -> None:
        everything: tuple[Action, ...] = (
            END_TURN,
            TAKE_CARDS,
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


@lru_cache(maxsize=64)
def universe(edition: Edition) -> Universe:
    """The universe of an edition's actions. Raises `EditionError` for an edition with far too many.

    >>> from toledo_rules import KOSMOS_2008
    >>> len(universe(KOSMOS_2008).actions) == len(set(universe(KOSMOS_2008).actions))
    True
    """
    check_actions(edition)
    shops, cards = distinct(edition.shops), distinct(edition.cards)
    swords, tiles = distinct(edition.swords), distinct(edition.tiles)
    sites = tuple(step for step, space in enumerate(edition.road) if space.kind == "site")
    spaces = [
        step
        for step, space in enumerate(edition.road)
        if space.kind in ("site", "tavern", "artist")
    ]
    benefits: list[Benefit] = [(None, None)]
    benefits += [(sword, None) for sword in swords]
    benefits += [(tile, back) for tile in tiles for back in (None, *tiles) if back != tile]
    return Universe(
        sites=sites,
        place_shop={shop: {step: PlaceShop(shop, step) for step in sites} for shop in shops},
        return_figure={step: ReturnFigure(step) for step in spaces},
        play_card={
            card: (
                {origin: PlayCard(card, origin) for origin in (CATHEDRAL, *spaces)},
                {origin: PlayCard(card, origin, True) for origin in (CATHEDRAL, *spaces)},
            )
            for card in cards
        },
        challenge=tuple(Challenge(seat) for seat in range(edition.most_players)),
        use_space={
            (take, back): {pay: UseSpace(pay, take, back) for pay in (None, *cards)}
            for take, back in benefits
        },
        deliver={sword: Deliver(sword) for sword in swords},
    )
