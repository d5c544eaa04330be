"""An edition as a value: what its parts have to be, and how they have to fit together."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from toledo_rules import KOSMOS_2008, Card, Edition, ShopTile, Sword
from toledo_rules.edition import Datum, Space
from toledo_rules.editions import edition_problems, edition_to_toml

ROAD = KOSMOS_2008.road


def with_space(step: int, **changes: Any) -> tuple[Space, ...]:
    """Return the road with one space changed."""
    return (*ROAD[:step], evolve(ROAD[step], **changes), *ROAD[step + 1 :])


MISFITS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no figures": (
        {"figures": 0},
        ["figures: found 0, expected a whole number from 1 to 999"],
    ),
    "more than a box holds": (
        {"metal": 1000},
        ["metal: found 1000, expected a whole number from 0 to 999"],
    ),
    "longer than a box": (
        {"shops": (ShopTile("gem", 1),) * 1000},
        ["shops: found 1,000 shop tiles, expected at most 999"],
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
    "one colour for all": (
        {"colours": ("red",)},
        ["most_players: found 4, expected at most 1, the number of colours"],
    ),
    "a game for one": (
        {"least_players": 1},
        ["least_players: found 1, expected a whole number from 2 to 16"],
    ),
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
    "a road as long as the day": (
        {"road": (*ROAD[:2], *[ROAD[1]] * 90, *ROAD[2:])},
        ["road: found 111 steps, expected at most 100"],
    ),
    "more rows than anybody can tell apart": (
        {
            "road": (
                ROAD[0],
                *(Space("site", f"row-{number}", 1) for number in range(51)),
                ROAD[-1],
            )
        },
        ["road: found 51 rows, expected at most 50"],
    ),
    "a row with a long name": (
        {"road": with_space(5, row="r" * 41)},
        ["road[5].row: found 41 characters, expected at most 40"],
    ),
    "more players than a table holds": (
        {"colours": tuple(f"colour-{number}" for number in range(17))},
        ["colours: found 17 colours, expected at most 16"],
    ),
    "a colour with a long name": (
        {"colours": ("red", "blue", "green", "y" * 41)},
        ["colours[3]: found 41 characters, expected at most 40"],
    ),
    "more figures than a byte can count": (
        {"figures": 64},
        ["figures: found 64 for each of 4 players, 256 in all, expected at most 255 in all"],
    ),
    "a duel that takes all evening": (
        {"rounds_to_win": 10},
        ["rounds_to_win: found 10, expected a whole number from 1 to 9"],
    ),
    "too many values of cards": (
        {"cards": tuple(Card(value, "neutral", "attacker") for value in range(1, 52))},
        ["cards: found 51 values, expected at most 50"],
    ),
    "too many kinds of swords": (
        {"swords": tuple(Sword(value, 1, 0) for value in range(1, 52))},
        ["swords: found 51 kinds of swords, expected at most 50"],
    ),
    "too many paintings": (
        {"paintings": (1,) * 1000},
        ["paintings: found 1,000 paintings, expected at most 999"],
    ),
    "a source that is a novel": (
        {"provenance": (Datum("counts.gems", "20", "published", "s" * 501),)},
        ["provenance[0].source: found 501 characters, expected at most 500"],
    ),
    "a source of spaces": (
        {"provenance": (Datum("counts.gems", "20", "published", " "),)},
        ['provenance[0].source: found " ", expected some text on one line'],
    ),
    "published by nobody": (
        {"provenance": (Datum("counts.gems", "20", "published", ""),)},
        [
            'provenance[0].source: found nothing, expected who says so, because the level is "published"'
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


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"metal": 99},
        {"last_round_at": 5},
        {"provenance": ()},
        {"colours": ("red", "blue", "green", "y" * 40)},
    ],
)
def test_an_edition_that_can_be(changes: dict[str, Any]) -> None:
    edition: Edition = evolve(KOSMOS_2008, **changes)
    assert edition_problems(edition) == ()
    assert edition_to_toml(edition)
