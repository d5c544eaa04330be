"""An edition as a value: what its parts have to be, and how they have to fit together."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from toledo_rules import KOSMOS_2008, Card, Edition, ShopTile, Sword
from toledo_rules._edition_form import edition_problems
from toledo_rules.edition import Space
from toledo_rules.editions import edition_to_toml

ROAD = KOSMOS_2008.road


def with_space(step: int, **changes: Any) -> tuple[Space, ...]:
    """Return the road with one space changed."""
    return (*ROAD[:step], evolve(ROAD[step], **changes), *ROAD[step + 1 :])


MISFITS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no figures": (
        {"figures": 0},
        ["figures: found 0, expected a whole number of at least 1"],
    ),
    "more than a box holds": ({"metal": 1000}, ["metal: found 1000, expected at most 999"]),
    "longer than a box": (
        {"shops": (ShopTile("gem", 1),) * 1000},
        ["shops: found a list of 1000, expected at most 999"],
    ),
    "a title of spaces": ({"title": " "}, ['title: found " ", expected some text on one line']),
    "a colour twice": (
        {"colours": ("red", "blue", "red", "green")},
        ['colours[2]: found "red", expected each colour once'],
    ),
    "a duel colour with another meaning": (
        {"duel_colours": ("violet", "brown", "turquoise", "movement")},
        [
            (
                'duel_colours[3]: found "movement", expected another name, since "neutral" and "movement" '
                "mean something else"
            )
        ],
    ),
    "a game for one": ({"least_players": 1}, ["least_players: found 1, expected at least 2"]),
    "fewer than few": (
        {"least_players": 4, "most_players": 3},
        ["most_players: found 3, expected at least 4, the least number of players"],
    ),
    "more players than colours": (
        {"most_players": 5},
        ["most_players: found 5, expected at most 4, the number of colours"],
    ),
    "too few cards": (
        {"hand": 30},
        ["cards: found 84 cards, expected at least 120: 30 for each of 4 players"],
    ),
    "a road without an entrance": (
        {"road": ROAD[:-2]},
        [f'road[{len(ROAD) - 3}].kind: found "site", expected an entrance at the end of the road'],
    ),
    "a space without a row": (
        {"road": with_space(5, row="")},
        ['road[5].row: found "", expected the name of its row'],
    ),
    "a space without a price": (
        {"road": with_space(5, price=0)},
        ["road[5].price: found 0, expected at least 1"],
    ),
    "a tavern without circles": (
        {"road": with_space(5, circles=0)},
        ["road[5].circles: found 0, expected at least 1"],
    ),
    "a site with circles": (
        {"road": with_space(4, circles=2)},
        [
            "road[4].circles: found 2, expected 0: a site has the circles of the shop that is placed there"
        ],
    ),
    "two prices in a row": (
        {"road": with_space(4, price=6)},
        ["road[4].price: found 6, expected 1, as for the other sites of the row"],
    ),
    "a card of no colour": (
        {"cards": (*KOSMOS_2008.cards, Card(9, "pink", "attacker"))},
        [
            'cards[84].colour: found "pink", expected "violet", "brown", "turquoise" or "neutral"',
        ],
    ),
    "a tile of no colour": (
        {"tiles": ("amber", *KOSMOS_2008.tiles)},
        [
            'tiles[0]: found "amber", expected "violet", "brown", "turquoise" or "movement"',
        ],
    ),
    "a sword that nobody can forge": (
        {"swords": (*KOSMOS_2008.swords, Sword(20, 24, 21))},
        [
            "swords[19].metal: found 24, expected at most 23, all the metal there is",
            "swords[19].gems: found 21, expected at most 20, all the gems there are",
        ],
    ),
    "paintings that rise": (
        {"paintings": (1, 2)},
        [
            "paintings[1]: found 2 under 1, expected values that never rise from the top to the bottom"
        ],
    ),
    "shops out of order": (
        {"shops": KOSMOS_2008.shops[::-1]},
        ["shops[1]: found ShopTile('smith', 1) after ShopTile('smith', 2), expected a sorted list"],
    ),
}
"""Editions that cannot be: what is changed, and what is said."""


@pytest.mark.parametrize("what", MISFITS)
def test_an_edition_that_cannot_be(what: str) -> None:
    changes, expected = MISFITS[what]
    edition = evolve(KOSMOS_2008, **changes)
    assert [str(problem) for problem in edition_problems(edition)] == expected
    with pytest.raises(ValueError, match=r"edition|found"):  # no file can hold it either
        edition_to_toml(edition)


@pytest.mark.parametrize("changes", [{}, {"metal": 99}, {"last_round_at": 5}, {"provenance": ()}])
def test_an_edition_that_can_be(changes: dict[str, Any]) -> None:
    edition: Edition = evolve(KOSMOS_2008, **changes)
    assert edition_problems(edition) == ()
    assert edition_to_toml(edition)
