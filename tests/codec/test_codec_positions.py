"""JSON: positions, views, scores and editions have to be possible."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.codec.codec_cases import FOUR, a_position, changed, finished, problems
from toledo_rules import KOSMOS_2008, Card, Edition, Outcome, State, View, new_game, outcome, view
from toledo_rules._setup import deal
from toledo_rules.codec import digest, dump, dumps, load, loads
from toledo_rules.edition import Space
from toledo_rules.errors import CodecError
from toledo_rules.state import Transit
from toledo_rules.testing import BLUE, RED, Table

# Positions have to be possible


@pytest.mark.parametrize(
    ("path", "to", "expected"),
    [
        (("active",), 3, ["$.players[0].figures I-07", "$.active I-42"]),
        (("trigger",), 3, ["$.trigger I-42"]),
        (("tile_value",), 7, ["$.tile_value I-26"]),
        (("tile_value",), 4, ["$.tile_value I-26"]),
        (("front", "colour"), "pink", ["$.front I-01"]),
        (
            ("players", 0, "hand", 1, "value"),
            7,
            ["$.players[0].hand[2] I-00", "$.players[0].hand[1] I-01"],
        ),
        (
            ("players", 0, "figures"),
            [1, 0, 0, 20],
            ["$.players[0].figures[1] I-00", "$.players[0].figures I-11"],
        ),
        (("players", 0, "swords", 0, "gems"), 2, ["$.players[0].swords[0] I-02"]),
        (("tiles", 0), "amber", ["$.tiles[0] I-06"]),
        (("players", 1, "paintings"), [4], ["$.players[1].paintings[0] I-05"]),
        (("shops", 4, "circles"), 3, ["$.shops[4] I-08", "$.phase.step I-13"]),
        (("shops", 4, "owner"), 3, ["$.players[1].shops I-08", "$.shops[4].owner I-42"]),
        (
            ("shops",),
            [None] * 21,
            [
                "$.players[0].shops I-08",
                "$.players[1].shops I-08",
                "$.shops I-09",
                "$.players[0].figures I-11",
                "$.players[1].figures I-11",
                "$.phase.step I-13",
            ],
        ),
        (("phase", "step"), 22, ["$.phase.step I-13"]),
        (("phase", "step"), 20, ["$.phase.step I-13"]),
        (("phase", "step"), 0, ["$.phase.step I-13"]),
        (
            ("phase",),
            {"type": "arrived", "step": 2},
            ["$.players[0].figures I-07", "$.phase.step I-28"],
        ),
        (
            ("phase",),
            {"type": "arrived", "step": 0},
            ["$.players[0].figures I-07", "$.phase.step I-28"],
        ),
        (("phase",), {"type": "entered"}, ["$.players[0].figures I-07", "$.phase I-36"]),
        (
            ("phase",),
            {"type": "drawing", "left": 3, "source": "take"},
            ["$.players[0].figures I-07", "$.front I-23", "$.tile_value I-23", "$.phase.left I-34"],
        ),
        (
            ("phase",),
            {"type": "drawing", "left": 4, "source": "tavern"},
            ["$.players[0].figures I-07", "$.phase I-28", "$.phase.left I-34"],
        ),
        (
            ("phase",),
            {"type": "over"},
            [
                "$.players[0].figures I-07",
                "$.trigger I-20",
                "$.trigger I-21",
                "$.front I-23",
                "$.tile_value I-23",
            ],
        ),
        (("metal",), 22, ["$.metal I-03"]),
        (("players", 0, "tiles"), ["brown"], ["$ I-06"]),
    ],
)
def test_impossible_positions(path: tuple[str | int, ...], to: object, expected: list[str]) -> None:
    """The invariants are the only authority; each problem has the place and the number."""
    found = []
    for line in problems(changed(a_position(), *path, to=to), State):
        number = re.search(r"\((I-..)\)$", line)
        assert number, line
        found.append(f"{line.partition(': found')[0]} {number[1]}")
    assert found == expected


def test_what_is_said_of_an_impossible_position() -> None:
    document = changed(a_position(), "players", 1, "figures", to=[0, 0, 4])
    document["metal"] = 22
    assert problems(document, State) == [
        "$.metal: found 24 of 23 metal, expected a position in which metal is conserved (I-03)",
        (
            "$.players[1].figures: found 4 of 5 figures, expected a position in which every player "
            "has all their figures (I-07)"
        ),
    ]


@pytest.mark.parametrize(
    ("path", "to", "expected"),
    [
        (("players",), [], ["$.players: found a list of 0, expected a list of at least 1"]),
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
                    '$.edition: found "kosmos-2008", expected an object with name, digest and readings or an object '
                    "with name, title, least_players, most_players, colours, road, duel_colours, cards, "
                    "swords, paintings, tiles, shops, figures, hand, metal, gems, tile_limit, "
                    "last_round_at, cards_taken, tavern_cards, movement_penalty, rounds_to_win, "
                    "gems_per_point, sword_divisor, readings and provenance"
                )
            ],
        ),
    ],
)
def test_positions_of_the_wrong_shape(
    path: tuple[str | int, ...], to: object, expected: list[str]
) -> None:
    assert problems(changed(a_position(), *path, to=to), State) == expected


def test_the_number_of_players() -> None:
    document: Any = dump(a_position())
    document["players"] += document["players"]
    said = "$.players: found 6 players instead of 2 to 4, expected a position in which every piece "
    assert f"{said}belongs to somebody at the table (I-42)" in problems(document, State)


def test_several_invariants_at_once() -> None:
    document = changed(a_position(), "metal", to=0)
    document["gems"] = 0
    assert problems(document, State) == [
        "$.metal: found 2 of 23 metal, expected a position in which metal is conserved (I-03)",
        "$.gems: found 1 of 20 gems, expected a position in which gems are conserved (I-04)",
    ]


def test_a_road_that_is_too_long_to_look_ahead_on() -> None:
    """Nothing but `CodecError` comes out, however far the rules have to look ahead."""
    taverns = 300
    road = (KOSMOS_2008.road[0], *[Space("tavern", "low", 1, 1)] * taverns, Space("entrance"))
    cards = (Card(1, "neutral", "attacker"),) * (taverns + 10)
    edition = evolve(
        KOSMOS_2008, road=road, cards=cards, figures=taverns + 1, hand=0, shops=(), provenance=()
    )
    start = deal(edition, ((), ()), cards, 0)
    me = evolve(start.players[0], hand=cards[1:], figures=tuple(range(1, taverns + 1)))
    state = evolve(start, players=(me, start.players[1]), phase=Transit(1), front=cards[0], pile=())
    with suppress(CodecError):
        assert loads(dumps(state)) == state


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
            "$.gems: found 21 of 20 gems, expected a position in which gems are c",
        ),
    ],
)
def test_impossible_views(
    seat: int | None, path: tuple[str | int, ...], to: object, expected: str
) -> None:
    (line,) = problems(changed(view(a_position(), seat), *path, to=to), View)
    assert line.startswith(expected)


def test_the_hand_of_a_view_is_in_order() -> None:
    """Found by fuzzing: another order would be another view of the same position."""
    mine = view(a_position(), 0)
    assert len({*mine.hand}) > 1
    (line,) = problems(changed(mine, "hand", to=dump(mine)["hand"][::-1]), View)  # type: ignore[call-overload,index]  # JSON
    assert line.startswith(
        f"$.hand[1]: found {mine.hand[-2]!r} after {mine.hand[-1]!r}, expected the"
    )


def stuck_in_transit() -> State:
    """Red is in transit on a full shop without a card to move on: it cannot be, and only Red can see that."""
    table = Table(active=RED)
    table.shop(4, RED, "metal", circles=1).figures(RED, 4, transit=4).moving("4va")
    return table.lay_unchecked(Transit(4))


def test_what_hidden_cards_decide_is_not_held_against_a_view() -> None:
    """A-43: whether the figure can move on depends on Red's hand."""
    state = evolve(stuck_in_transit())
    table = Table(active=RED)
    table.shop(4, RED, "metal", circles=1).figures(RED, 4, transit=4).moving("4va").hand(RED, "1va")
    hopeless = table.lay_unchecked(Transit(4))
    says = (
        "$.phase: found a figure in transit with no way on, expected a position in which there is "
        "always something to do (I-24)"
    )
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
            "$.last_round_at: found 6, expected at most 5, the number of figures",
        ),
        (
            {"cards": KOSMOS_2008.cards[::-1]},
            (
                "$.cards[2]: found Card(6, 'violet', 'attacker') after Card(6, 'violet', 'defender'), "
                "expected a sorted list"
            ),
        ),
        (
            {"road": (*KOSMOS_2008.road, Space("cathedral"))},
            (
                "$.road[21].kind: found an entrance with a space of kind cathedral behind it, "
                "expected entrances at the end only"
            ),
        ),
        (
            {"road": KOSMOS_2008.road[1:]},
            '$.road[0].kind: found "site", expected the cathedral at step 0, and only there',
        ),
        (
            {"road": (Space("cathedral", price=3), *KOSMOS_2008.road[1:])},
            (
                "$.road[0]: found Space(kind='cathedral', row='', price=3, circles=0), expected "
                "Space(kind='cathedral', row='', price=0, circles=0), without anything printed on it"
            ),
        ),
    ],
)
def test_impossible_editions(changes: dict[str, Any], expected: str) -> None:
    document = dump(evolve(KOSMOS_2008, provenance=(), **changes))
    assert problems(document, Edition)[0] == expected
    inside: Any = dump(new_game(2, Random(1)))
    inside["edition"] = document
    where, found, _ = re.split(": found |, expected ", expected)
    (line, *_) = problems(inside, State)
    assert line.startswith(f"{where.replace('$', '$.edition', 1)}: found {found} instead of ")
