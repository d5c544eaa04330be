"""JSON: positions, views, scores and editions have to be possible."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.kit.codec_cases import FOUR, a_position, changed, finished, problems
from toledo_rules import (
    KOSMOS_2008,
    Draw,
    Edition,
    Outcome,
    State,
    Transition,
    View,
    new_game,
    outcome,
    view,
)
from toledo_rules.codec import (
    digest,
    dump,
    load,
)
from toledo_rules.edition import Space
from toledo_rules.events import FeePaid
from toledo_rules.state import (
    Transit,
)
from toledo_rules.testing import BLUE, RED, Table, card

# Positions have to be possible


@pytest.mark.parametrize(
    ("path", "to", "expected"),
    [
        (("active",), 3, ["$.active: found 3, expected a seat from 0 to 2"]),
        (("trigger",), 3, ["$.trigger: found 3, expected a seat from 0 to 2"]),
        (
            ("tile_value",),
            7,
            ["$.tile_value: found 7, expected the value of a card of kosmos-2008"],
        ),
        (
            ("tile_value",),
            4,
            ["$.tile_value: found 4, expected another value than that of the front card"],
        ),
        (
            ("front", "colour"),
            "pink",
            [
                (
                    '$.front: found {"value": 4, "colour": "pink", "stance": "attacker"}, expected a card '
                    "of kosmos-2008"
                )
            ],
        ),
        (
            ("players", 0, "hand", 1, "value"),
            7,
            [
                (
                    '$.players[0].hand[1]: found {"value": 7, "colour": "brown", "stance": "defender"}, '
                    "expected a card of kosmos-2008"
                ),
                (
                    '$.players[0].hand[2]: found {"value": 6, "colour": "neutral", "stance": "defender"} '
                    'after {"value": 7, "colour": "brown", "stance": "defender"}, expected a sorted list'
                ),
            ],
        ),
        (
            ("players", 0, "figures"),
            [1, 0, 0, 20],
            [
                "$.players[0].figures[3]: found 20, expected a step before the entrances, from 0 to 19",
                "$.players[0].figures[1]: found 0 after 1, expected a sorted list",
            ],
        ),
        (
            ("players", 0, "swords", 0, "gems"),
            2,
            [
                (
                    '$.players[0].swords[0]: found {"value": 2, "metal": 1, "gems": 2}, expected a sword '
                    "of kosmos-2008"
                )
            ],
        ),
        (
            ("tiles", 0),
            "amber",
            ['$.tiles[0]: found "amber", expected a master tile of kosmos-2008'],
        ),
        (
            ("players", 1, "paintings"),
            [4],
            ["$.players[1].paintings[0]: found 4, expected a painting of kosmos-2008"],
        ),
        (
            ("shops", 4, "circles"),
            3,
            [
                '$.shops[4]: found {"owner": 1, "kind": "gem", "circles": 3}, expected a shop tile of kosmos-2008'
            ],
        ),
        (("shops", 4, "owner"), 3, ["$.shops[4].owner: found 3, expected a seat from 0 to 2"]),
        (
            ("shops",),
            [None] * 21,
            ["$.shops: found a list of 21, expected an entry for each of the 22 steps of the road"],
        ),
        (("players",), [], ["$.players: found a list of 0, expected a list of at least 1"]),
        (("phase", "step"), 22, ["$.phase.step: found 22, expected a step from 0 to 21"]),
        (("phase", "step"), 20, ["$.phase.step: found 20, expected a space before the entrances"]),
        (("phase", "step"), 0, ["$.phase.step: found 0, expected a space before the entrances"]),
        (
            ("phase",),
            {"type": "arrived", "step": 2},
            ["$.phase.step: found 2, expected a space with a figure of seat 0"],
        ),
        (
            ("phase",),
            {"type": "arrived", "step": 0},
            ["$.phase.step: found 0, expected a space with a figure of seat 0"],
        ),
        (
            ("phase",),
            {"type": "entered"},
            [
                (
                    "$.phase: found a figure that has just entered it, expected a figure of seat 0 in the "
                    "Alcazar"
                )
            ],
        ),
        (
            ("phase",),
            {"type": "drawing", "left": 3, "source": "take"},
            ["$.phase.left: found 3, expected at most 2"],
        ),
        (
            ("phase",),
            {"type": "drawing", "left": 4, "source": "tavern"},
            ["$.phase.left: found 4, expected at most 3"],
        ),
        (
            ("phase",),
            {"type": "over"},
            ["$.trigger: found null, expected 1, the seat after the last turn"],
        ),
        (
            ("metal",),
            22,
            ["$: found a position that breaks I-03, expected one in which metal is conserved"],
        ),
        (
            ("players", 0, "tiles"),
            ["brown"],
            [
                (
                    "$: found a position that breaks I-06, expected one in which every master tile is on "
                    "the board or with a player"
                )
            ],
        ),
        (
            ("edition", "digest"),
            "0123456789abcdef",
            [
                (
                    f'$.edition.digest: found "0123456789abcdef", expected "{digest(KOSMOS_2008)}": the '
                    "library has another edition of this name"
                )
            ],
        ),
        (
            ("edition", "name"),
            "atlantis-1990",
            [
                (
                    '$.edition.name: found "atlantis-1990", expected an edition that comes with the '
                    "library; another one must be there in full"
                )
            ],
        ),
        (
            ("edition", "digest"),
            "none",
            ['$.edition.digest: found "none", expected sixteen hexadecimal digits'],
        ),
        (
            ("edition",),
            "kosmos-2008",
            [
                (
                    '$.edition: found "kosmos-2008", expected an object with name and digest or an object '
                    "with name, title, least_players, most_players, colours, road, duel_colours, cards, "
                    "swords, paintings, tiles, shops, figures, hand, metal, gems, tile_limit, "
                    "last_round_at, cards_taken, tavern_cards, movement_penalty, rounds_to_win, "
                    "gems_per_point, sword_divisor and provenance"
                )
            ],
        ),
    ],
)
def test_impossible_positions(path: tuple[str | int, ...], to: object, expected: list[str]) -> None:
    assert problems(changed(a_position(), *path, to=to), State) == expected


def test_the_number_of_players() -> None:
    document: Any = dump(a_position())
    document["players"] += document["players"]
    assert problems(document, State) == [
        "$.players: found a list of 6, expected from 2 to 4 players"
    ]


def test_several_invariants_at_once() -> None:
    document = changed(a_position(), "metal", to=0)
    document["gems"] = 0
    assert problems(document, State) == [
        "$: found a position that breaks I-03, expected one in which metal is conserved",
        "$: found a position that breaks I-04, expected one in which gems are conserved",
    ]


def test_transitions_name_what_exists() -> None:
    what = Transition(a_position(), (FeePaid(0, 2, card("4va")),), (Draw(card("1nd")),), True)
    assert load(dump(what), Transition) == what
    document: Any = dump(what)
    document["events"][0]["owner"] = 3
    document["draws"][0]["card"]["value"] = 8
    assert problems(document, Transition) == [
        "$.events[0].owner: found 3, expected a seat from 0 to 2",
        (
            '$.draws[0].card: found {"value": 8, "colour": "neutral", "stance": "defender"}, expected a '
            "card of kosmos-2008"
        ),
    ]
    document["state"]["active"] = 3
    assert problems(document, Transition) == [
        "$.state.active: found 3, expected a seat from 0 to 2"
    ]


# So have views


@pytest.mark.parametrize(
    ("seat", "path", "to", "expected"),
    [
        (0, ("seat",), 3, "$.seat: found 3, expected a seat from 0 to 2"),
        (
            0,
            ("players", 0, "cards"),
            4,
            "$.players[0].cards: found 4, expected 3, the cards of the",
        ),
        (
            0,
            ("players", 1, "cards"),
            0,
            "$.players[1].cards: found 0, expected at least the 1 know",
        ),
        (
            None,
            ("hand",),
            [FOUR],
            "$.hand: found a list of 1, expected no cards, because a spectat",
        ),
        (
            0,
            ("pile",),
            3,
            (
                "$: found something impossible (this view leaves 77 cards for a pile of 3 and 1 unknown "
                "cards), expected a view of a position"
            ),
        ),
        (0, ("pile",), -3, "$.pile: found -3, expected a whole number of at least 0"),
        (
            0,
            ("discards",),
            [FOUR, FOUR, FOUR],
            (
                "$: found something impossible (this view shows cards that kosmos-2008 does not have), "
                "expected a view of a position"
            ),
        ),
        (
            None,
            ("gems",),
            20,
            "$: found a position that breaks I-04, expected one in which gems are",
        ),
    ],
)
def test_impossible_views(
    seat: int | None, path: tuple[str | int, ...], to: object, expected: str
) -> None:
    (line,) = problems(changed(view(a_position(), seat), *path, to=to), View)
    assert line.startswith(expected)


def stuck_in_transit() -> State:
    """Red is over his own full shop without a card to move on: it cannot be, and only Red can see that."""
    table = Table(active=RED)
    table.shop(4, RED, "metal", circles=1).figures(RED, 4, transit=4).moving("4va")
    return table.lay_unchecked(Transit(4))


def test_what_hidden_cards_decide_is_not_held_against_a_view() -> None:
    """A-43: whether the figure can move on depends on Red's hand."""
    state = evolve(stuck_in_transit())
    table = Table(active=RED)
    table.shop(4, RED, "metal", circles=1).figures(RED, 4, transit=4).moving("4va").hand(RED, "1va")
    hopeless = table.lay_unchecked(Transit(4))
    says = "$: found a position that breaks I-24, expected one in which there is always something to do"
    assert problems(dump(state), State) == [says]
    assert problems(dump(hopeless), State) == [says]
    assert problems(dump(view(hopeless, RED)), View) == [says]
    assert load(dump(view(hopeless, BLUE)), View) == view(hopeless, BLUE)
    assert load(dump(view(hopeless, None)), View) == view(hopeless, None)


# And scores


def test_impossible_scores() -> None:
    result = outcome(finished())
    assert result is not None
    document: Any = dump(result)
    assert document["winners"] == [0]
    assert [one["place"] for one in document["ranking"]] == [1, 2, 2]
    document["sheets"][0]["total"] = 7
    document["sheets"][1]["seat"] = 2
    document["ranking"][1]["place"] = 3
    document["winners"] = [0, 2]
    assert problems(document, Outcome) == [
        "$.sheets[0].total: found 7, expected 6, the sum of the lines",
        "$.sheets[1].seat: found 2, expected 1",
        "$.ranking: found other seats or points, expected the seats and points of the sheets",
        "$.ranking[1].place: found 3, expected 2, by points, cards and their sum",
        "$.ranking: found another order, expected the players by place, then by seat",
        "$.winners: found [0, 2], expected [0], as in the ranking",
    ]
    document = dump(result)
    document["ranking"].append(document["ranking"][2])
    assert problems(document, Outcome) == [
        "$.ranking: found other seats or points, expected the seats and points of the sheets"
    ]
    rising = "a list of different numbers in rising order, with at least one"
    for winners, found in (
        ([], "a list of 0"),
        ([1, 0], "a list of 2"),
        (0, "0"),
        ([True], "a list of 1"),
    ):
        document["winners"] = winners
        assert problems(document, Outcome) == [f"$.winners: found {found}, expected {rising}"]


# Editions inside positions


def test_an_edition_of_the_library_is_named() -> None:
    state = new_game(2, Random(1))
    copied = evolve(state, edition=evolve(KOSMOS_2008, provenance=()))
    assert dump(copied) == dump(state)
    assert load(dump(copied), State).edition is KOSMOS_2008


def test_another_edition_is_there_in_full() -> None:
    mine = evolve(KOSMOS_2008, title="Mine", movement_penalty=3)
    state = new_game(2, Random(1), edition=mine)
    document: Any = dump(state)
    assert document["edition"] == dump(mine)
    one, other = load(document, State), load(document, State)
    assert one == other == state
    assert one.edition is other.edition  # so the tables of the edition are found at once
    assert one.edition.provenance == mine.provenance


def test_equal_editions_keep_their_own_provenance() -> None:
    mine = evolve(KOSMOS_2008, title="Mine")
    bare = evolve(mine, provenance=())
    assert mine == bare
    assert load(dump(mine), Edition).provenance == mine.provenance
    assert load(dump(bare), Edition).provenance == ()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"last_round_at": 6},
            "$: found 6 as counts.last_round_at, expected at most 5, as in counts.figures",
        ),
        (
            {"cards": KOSMOS_2008.cards[::-1]},
            (
                '$.cards[2]: found {"value": 6, "colour": "violet", "stance": "attacker"} after {"value": '
                '6, "colour": "violet", "stance": "defender"}, expected a sorted list'
            ),
        ),
        (
            {"road": (*KOSMOS_2008.road, Space("cathedral"))},
            '$.road[22].kind: found "cathedral", expected the cathedral at step 0, and only there',
        ),
        (
            {"road": KOSMOS_2008.road[1:]},
            '$.road[0].kind: found "site", expected the cathedral at step 0, and only there',
        ),
        (
            {"road": (Space("cathedral", price=3), *KOSMOS_2008.road[1:])},
            (
                "$: found an edition that no edition file can express, expected one that a file can "
                "express"
            ),
        ),
    ],
)
def test_impossible_editions(changes: dict[str, Any], expected: str) -> None:
    document = dump(evolve(KOSMOS_2008, provenance=(), **changes))
    assert problems(document, Edition)[0] == expected
    inside: Any = dump(new_game(2, Random(1)))
    inside["edition"] = document
    assert problems(inside, State)[0] == expected.replace("$", "$.edition", 1)
