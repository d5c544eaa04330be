"""Building: from a draft without problems to the edition."""

from __future__ import annotations

from itertools import chain, repeat

from toledo_rules.cards import Card
from toledo_rules.edition import Datum, Edition, ShopTile, Space
from toledo_rules.editions.reading import Draft
from toledo_rules.multiset import multiset


def build(draft: Draft, provenance: tuple[Datum, ...]) -> Edition:
    """The edition of a draft in which everything fits."""
    counts = draft.counts
    cards = (
        repeat(Card(value, colour, stance), copies)
        for (colour, stance), column in draft.pictures.items()
        for value, copies in zip(draft.values, column, strict=True)
    )
    return Edition(
        name=draft.name,
        title=draft.title,
        least_players=counts["players_least"],
        most_players=counts["players_most"],
        colours=tuple(draft.colours),
        road=(Space("cathedral"), *(space for _, space in draft.road)),
        duel_colours=tuple(draft.duel_colours),
        cards=multiset(chain.from_iterable(cards)),
        swords=multiset(
            chain.from_iterable(repeat(sword, copies) for sword, copies in draft.swords)
        ),
        paintings=draft.paintings,
        tiles=multiset(
            chain.from_iterable(repeat(tile, copies) for tile, copies in draft.tiles.items())
        ),
        shops=multiset(
            ShopTile(kind, number) for kind, circles in draft.shops.items() for number in circles
        ),
        figures=counts["figures"],
        hand=counts["hand"],
        metal=counts["metal"],
        gems=counts["gems"],
        tile_limit=counts["tile_limit"],
        last_round_at=counts["last_round_at"],
        cards_taken=counts["cards_taken"],
        tavern_cards=counts["tavern_cards"],
        movement_penalty=counts["movement_penalty"],
        rounds_to_win=counts["rounds_to_win"],
        gems_per_point=counts["gems_per_point"],
        sword_divisor=counts["sword_divisor"],
        provenance=provenance,
    )
