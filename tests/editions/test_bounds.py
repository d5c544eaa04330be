"""Bounds of editions: one that would take too long or too much memory is refused, with the reason."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from toledo_rules import (
    KOSMOS_2008,
    Card,
    Edition,
    EditionError,
    Game,
    Space,
    legal_actions,
    load_edition,
    new_game,
    parse_edition,
    shipped_edition,
    universe,
)
from toledo_rules import edition as bounds
from toledo_rules._multiset import multiset
from toledo_rules._setup import deal
from toledo_rules.edition import NEUTRAL, STANCES, action_counts
from toledo_rules.editions import edition_problems, edition_to_toml

ROOT = Path(__file__).parent.parent.parent
TEXT = edition_to_toml(KOSMOS_2008)


def refusal(text: str) -> str:
    """The only problem of a file."""
    with pytest.raises(EditionError) as caught:
        parse_edition(text)
    (problem,) = caught.value.problems
    return str(problem)


def colourful(colours: int) -> Edition:
    """The default edition with more duel colours, for each of which there are cards and a tile."""
    names = tuple(f"colour-{number}" for number in range(colours))
    return evolve(
        KOSMOS_2008,
        name="colourful",
        duel_colours=names,
        tiles=multiset(names),
        cards=multiset(
            Card(value, colour, stance)
            for value in range(1, 5)
            for colour in (*names, NEUTRAL)
            for stance in STANCES
        ),
    )


# The number of actions


def test_the_actions_of_an_edition_are_counted_without_building_them() -> None:
    assert sum(action_counts(KOSMOS_2008).values()) == len(universe(KOSMOS_2008).actions) == 3457
    outside = shipped_edition("kosmos-2008 a109=outside_alcazar")
    assert sum(action_counts(outside).values()) == len(universe(outside).actions) == 3458


def test_an_edition_that_would_explode_is_not_loaded() -> None:
    """Tiles squared times cards: forty colours would make half a million actions."""
    fine = colourful(9)
    assert parse_edition(edition_to_toml(fine)) == fine
    with pytest.raises(EditionError) as caught:
        edition_to_toml(colourful(40))
    assert str(caught.value) == (
        "colourful: tiles: found 543,633 possible actions in all, 526,400 of them from here,"
        " expected at most 20,000 in all"
    )


def test_an_edition_may_have_as_many_actions_as_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_ACTIONS", 3457)
    assert bounds.too_many_actions(KOSMOS_2008) is None
    monkeypatch.setattr(bounds, "MOST_ACTIONS", 3456)
    problem = bounds.too_many_actions(KOSMOS_2008)
    assert problem is not None
    assert problem.expected == "at most 3,456 in all"


def test_the_key_of_most_actions_is_named() -> None:
    road = (*KOSMOS_2008.road[:1], *[Space("site", "lower", 1)] * 95, *KOSMOS_2008.road[-2:])
    cards = multiset(Card(value, NEUTRAL, stance) for value in range(1, 51) for stance in STANCES)
    with pytest.raises(
        EditionError, match=r"^kosmos-2008: cards: found 21,285 possible actions in all"
    ):
        edition_to_toml(evolve(KOSMOS_2008, road=road, cards=cards, tiles=(), duel_colours=()))


def test_an_edition_made_by_hand_is_refused_when_it_is_played() -> None:
    """`evolve` checks nothing, so a new game does, and the universe too."""
    edition = colourful(40)
    for begin in (new_game, Game):
        with pytest.raises(EditionError, match=r"^colourful: tiles: found 543,633 possible"):
            begin(2, rng=Random(1), edition=edition)
    with pytest.raises(EditionError, match=r"^colourful: tiles: found 543,633 possible"):
        legal_actions(deal(edition, ((), ()), edition.cards, 0))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"gems_per_point": 0}, "gems_per_point: found 0"),
        ({"hand": -1}, "hand: found -1"),
        ({"tile_limit": 0}, "tile_limit: found 0"),
        ({"rounds_to_win": 0}, "rounds_to_win: found 0"),
        ({"road": KOSMOS_2008.road[:-2]}, "road"),
        ({"figures": 5.0}, "figures: found 5.0"),
    ],
)
def test_no_game_begins_with_an_edition_that_cannot_be_played(
    changes: dict[str, Any], why: str
) -> None:
    wrong = evolve(KOSMOS_2008, **changes)
    for _ in range(2):  # it is checked once, and refused again
        with pytest.raises(EditionError, match=f"^kosmos-2008: {why}"):
            new_game(2, Random(1), edition=wrong)
    with pytest.raises(EditionError, match=f"^kosmos-2008: {why}"):
        Game(["Ana", "Ben"], edition=wrong)


# Every other bound


def test_the_text() -> None:
    padding = "#" * (bounds.LONGEST_TEXT - len(TEXT))
    assert parse_edition(TEXT + padding) == KOSMOS_2008
    assert refusal(TEXT + padding + "#") == (
        "the text: found more than 64,000 characters, expected no more than that"
    )


def test_a_large_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("#" * 10 * bounds.LONGEST_TEXT, encoding="utf-8")
    with pytest.raises(EditionError, match="the text: found more than 64,000 characters"):
        load_edition(path)


def test_the_longest_texts() -> None:
    """As many characters as a name and a title may have; one more is refused below."""
    mine = evolve(KOSMOS_2008, name="k" * bounds.LONGEST_NAME, title="T" * bounds.LONGEST_LINE)
    assert parse_edition(edition_to_toml(mine)) == mine


def test_keys_with_many_parts() -> None:
    """The TOML reader needs the square of the parts; thousands of them would take minutes."""
    assert refusal(f"# a file\n{'a.' * 201}a = 1") == "line 2: found 201 dots, expected at most 200"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            '"kosmos-2008"',
            f'"{"k" * 41}"',
            "name: found 41 characters, expected at most 40",
        ),
        (
            '"Toledo (Kosmos, 2008)"',
            f'"{"T" * 501}"',
            "title: found 501 characters, expected at most 500",
        ),
        (
            '"duel example"',
            f'"{"s" * 501}"',
            "players.colours.red.source: found 501 characters, expected at most 500",
        ),
        (
            "hand = { is = 5",
            "hand = { is = 1000",
            "counts.hand.is: found 1000, expected a whole number from 0 to 999",
        ),
        (
            "players_most = { is = 4",
            "players_most = { is = 17",
            "counts.players_most.is: found 17, expected a whole number from 2 to 16",
        ),
        (
            "rounds_to_win = { is = 2",
            "rounds_to_win = { is = 10",
            "counts.rounds_to_win.is: found 10, expected a whole number from 1 to 9",
        ),
        (
            "figures = { is = 5",
            "figures = { is = 64",
            "counts.figures: found 64 for each of 4 players, 256 in all, expected at most 255 in all",
        ),
    ],
)
def test_a_value_beyond_its_bound(old: str, new: str, problem: str) -> None:
    assert refusal(TEXT.replace(old, new, 1)) == problem


@pytest.mark.parametrize(
    ("name", "most", "things", "entry"),
    [
        ("players.colours", 16, "colours", '{ is = "c-#", level = "assumed" }'),
        ("board.rows", 50, "rows", '{ row = "r-#", price = 1, level = "assumed" }'),
        ("board.road", 100, "steps", '{ step = #, kind = "entrance", level = "assumed" }'),
        ("masters.colours", 50, "colours", '{ is = "c-#", level = "assumed" }'),
        (
            "masters.tiles",
            50,
            "kinds of master tiles",
            '{ tile = "t-#", copies = 1, level = "assumed" }',
        ),
    ],
)
def test_a_list_beyond_its_bound(name: str, most: int, things: str, entry: str) -> None:
    table, _, key = name.partition(".")
    entries = ",\n".join(entry.replace("#", str(number)) for number in range(1, most + 2))
    pattern = rf"(\[{table}\]\n(?:(?!\n\[).)*?{key} = \[).*?\n\]"
    text, changes = re.subn(pattern, rf"\1{entries}]", TEXT, count=1, flags=re.DOTALL)
    assert changes == 1
    with pytest.raises(EditionError) as caught:
        parse_edition(text)
    expected = f"{name}: found {most + 1} {things}, expected at most {most}"
    assert expected in map(str, caught.value.problems)


def test_a_long_stack_of_paintings_is_fine() -> None:
    """It is a number of pieces, not of kinds."""
    many = evolve(KOSMOS_2008, paintings=(1,) * 60)
    assert parse_edition(edition_to_toml(many)) == many


def test_a_message_shows_only_the_beginning_of_a_wrong_value() -> None:
    found = refusal(TEXT.replace('"one line"', f'"{"x" * 5000}"'))
    assert found == f'board.shape.is: found "{"x" * 60}...", expected "one line"'
    with pytest.raises(EditionError, match=r"board\.road\.y{40}\.step: found"):
        parse_edition(TEXT.replace("step =  1", f'step = "{"y" * 5000}"', 1))


def test_the_pieces_of_a_line_are_counted_before_they_are_made() -> None:
    """A few lines could stand for millions of cards."""
    text = TEXT.replace("copies = [2, 2, 2, 2, 2, 2]", "copies = [999, 999, 999, 999, 999, 999]")
    text = text.replace('"violet", copies = 4', '"violet", copies = 999')
    text = text.replace("copies = { is = 3, ", "copies = { is = 999, ")
    with pytest.raises(EditionError) as caught:
        parse_edition(text)
    found = [str(problem) for problem in caught.value.problems]
    assert "cards.pictures: found 35,976 in all, expected at most 999" in found
    assert "masters.tiles: found 1,011 in all, expected at most 999" in found
    assert "swords: found 2,011 in all, expected at most 999" in found


# Many mistakes


def test_a_message_shows_twenty_problems() -> None:
    """All of them are in the error, up to a thousand: a hostile file has no end of them."""
    text = "\n".join(f"key-{number} = 1" for number in range(30)) + "\n" + TEXT
    with pytest.raises(EditionError) as caught:
        parse_edition(text, where="mine.toml")
    assert len(caught.value.problems) == 30
    lines = str(caught.value).splitlines()
    assert len(lines) == 21
    assert lines[0].startswith("mine.toml: key-0: found an unknown key, expected only name, title,")
    assert lines[-1] == "mine.toml: and 10 more"


@pytest.mark.parametrize(
    "line",
    [
        "key-# = 1",
        '"#" = { is = 1 }',
        "[counts.key-#]",
        "[[swords]]\nkey-# = 1",
    ],
)
def test_a_hostile_file_has_a_short_message(line: str) -> None:
    text, number = "", 0
    while len(text) + len(line) + 8 < bounds.LONGEST_TEXT:
        text += line.replace("#", str(number)) + "\n"
        number += 1
    with pytest.raises(EditionError) as caught:
        parse_edition(text)
    assert len(caught.value.problems) <= 1000
    assert len(str(caught.value)) < 10_000


def test_a_value_with_many_mistakes() -> None:
    """The same for an edition that a program makes."""
    edition = evolve(KOSMOS_2008, paintings=(0,) * 2000)
    with pytest.raises(EditionError) as caught:
        edition_to_toml(edition)
    assert len(caught.value.problems) == 1000


# The guide


def test_the_guide_lists_every_bound() -> None:
    """docs/how-to/write-an-edition.md has a line for each, with its number."""
    guide = (ROOT / "docs" / "how-to" / "write-an-edition.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| .* \| ([0-9,]+) \| .* \|$", guide, flags=re.MULTILINE)
    known = [value for name, value in vars(bounds).items() if re.match("(MOST|LONG|LARG)", name)]
    assert sorted(int(number.replace(",", "")) for number in told) == sorted(known)


# The last value that is still fine


def test_two_hundred_dots_are_fine() -> None:
    dotted = evolve(KOSMOS_2008, name="dotted", title="T" + "." * bounds.MOST_DOTS)
    assert parse_edition(edition_to_toml(dotted)) == dotted


def test_as_many_figures_as_the_bound_are_fine() -> None:
    """Three players with 85 each have 255."""
    for figures, wrong in ((85, []), (86, ["at most 255 in all"])):
        mine = evolve(KOSMOS_2008, most_players=3, figures=figures)
        found = [one.expected for one in edition_problems(mine) if one.where == "figures"]
        assert found == wrong
