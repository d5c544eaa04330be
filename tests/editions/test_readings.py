"""Readings to choose: how an edition names them, in Python, files, JSON, notation and records."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields

from toledo_rules import (
    KOSMOS_2008,
    Edition,
    EditionError,
    Game,
    State,
    load_edition,
    new_game,
    parse_edition,
    shipped_edition,
)
from toledo_rules import editions as library
from toledo_rules._json import options, parts
from toledo_rules.codec import dump, dumps, load, loads
from toledo_rules.edition import USUAL, Readings
from toledo_rules.editions import (
    edition_differences,
    edition_digest,
    edition_problems,
    edition_to_toml,
    known_edition,
)
from toledo_rules.errors import CodecError, NotationError, RecordError, listed
from toledo_rules.notation import format_position, parse_position
from toledo_rules.protocol import decode_answer, encode, hello, table_update
from toledo_rules.record import format_record, read_record
from toledo_rules.rulebook import RULES

NAME = "kosmos-2008 a22=used_up"
USED_UP = shipped_edition(NAME)
BOTH = shipped_edition("kosmos-2008 a22=used_up a82=if_possible")
MINE = evolve(KOSMOS_2008, name="mine", metal=9, readings=Readings(a82="if_possible"))
CHOICES = listed(
    f"{ruling}={one}" for ruling, kind in parts(Readings).items() for one in options(kind) or ()
)
RULINGS = listed(parts(Readings), "and")


def test_every_reading_is_that_of_a_ruling_and_the_usual_one_is_the_default() -> None:
    for part in fields(Readings):
        ruling = RULES[part.name.upper().replace("A", "A-")]
        assert f"`{part.name} = " in ruling.text
    assert KOSMOS_2008.readings == USUAL == Readings()


# Names


def test_readings_follow_the_name() -> None:
    assert evolve(KOSMOS_2008, readings=Readings(a22="used_up")) == USED_UP
    assert repr(USED_UP) == f"shipped_edition('{NAME}')"
    assert new_game(2, Random(1), NAME) == new_game(2, Random(1), USED_UP)
    assert Game(2, seed=1, edition=NAME).state.edition is USED_UP


def test_there_is_one_edition_for_all_ways_to_name_it() -> None:
    """In any order, and with the usual readings said too."""
    assert shipped_edition("kosmos-2008 a82=if_possible a22=used_up") is BOTH
    assert shipped_edition(f"{NAME} a82=optional") is USED_UP
    assert shipped_edition("kosmos-2008 a22=when_needed a82=optional") is KOSMOS_2008


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("kosmos-2008 a22=soon", "readings.a22: found 'soon', expected when_needed or used_up"),
        ("kosmos-2008 a82", "readings.a82: found '', expected optional or if_possible"),
        ("kosmos-2008 a23=soon", f"readings: found 'a23=soon', expected {CHOICES}"),
        ("kosmos-2008 ", f"readings: found '', expected {CHOICES}"),
        (f"{NAME} a22=used_up", "readings.a22: found a second choice, expected one"),
    ],
)
def test_a_reading_that_does_not_exist_is_refused_with_the_choices(name: str, told: str) -> None:
    with pytest.raises(EditionError) as error:
        shipped_edition(name)
    assert str(error.value) == f"the library: {told}"


def test_wrong_values_of_a_program_are_found() -> None:
    wrong: Any = Readings(a22="soon")  # type: ignore[arg-type]
    (problem,) = edition_problems(evolve(KOSMOS_2008, readings=wrong))
    assert str(problem) == "readings.a22: found 'soon', expected 'when_needed' or 'used_up'"


def test_an_edition_with_readings_is_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(USED_UP)) is copy.deepcopy(USED_UP) is USED_UP
    assert len(pickle.dumps(USED_UP)) < 150
    assert pickle.loads(pickle.dumps(MINE)) == MINE


# Digests


def test_only_unusual_readings_are_in_the_digest() -> None:
    assert edition_digest(KOSMOS_2008) == "e635abeaa461af78"
    assert edition_digest(USED_UP) == "0a651d1463e18af4"
    assert len({edition_digest(one) for one in (KOSMOS_2008, USED_UP, BOTH)}) == 3


def test_a_former_edition_is_found_with_its_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    former = evolve(KOSMOS_2008, metal=30, provenance=())
    monkeypatch.setattr(library, "FORMER_EDITIONS", (("kosmos-2008", edition_digest(former)),))
    monkeypatch.setattr(library, "_former", lambda *_: former)
    read = evolve(former, readings=USED_UP.readings)
    assert known_edition("kosmos-2008", USED_UP.readings, edition_digest(read)) == read
    assert known_edition("kosmos-2008", USED_UP.readings) is USED_UP
    assert known_edition("tiny-duel") is shipped_edition("tiny-duel")
    assert known_edition("mine") is None


# Files


def test_a_file_has_a_table_of_readings_only_if_one_is_unusual(tmp_path: Any) -> None:
    assert "[readings]" not in edition_to_toml(KOSMOS_2008)
    text = edition_to_toml(BOTH)
    assert text.endswith('[readings]\na22 = "used_up"\na82 = "if_possible"\n')
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert load_edition(tmp_path / "mine.toml") == BOTH
    assert parse_edition(text.replace('a22 = "used_up"\n', "")).readings == MINE.readings


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('a22 = "soon"', 'readings.a22: found "soon", expected "when_needed" or "used_up"'),
        ("a82 = true", 'readings.a82: found true, expected "optional" or "if_possible"'),
        ('a23 = "soon"', f"readings.a23: found an unknown key, expected only {RULINGS}"),
    ],
)
def test_a_mistake_in_the_table_is_named(table: str, told: str) -> None:
    with pytest.raises(EditionError) as error:
        parse_edition(f"{edition_to_toml(KOSMOS_2008)}\n[readings]\n{table}\n")
    assert str(error.value) == f"<text>: {told}"


def test_another_reading_is_a_difference() -> None:
    assert [*map(str, edition_differences(NAME, KOSMOS_2008))] == [
        "readings.a22: used_up, there when_needed"
    ]
    assert edition_differences(BOTH, BOTH) == ()


# JSON


def test_a_position_names_the_edition_with_its_readings() -> None:
    state = new_game(2, Random(1), NAME)
    document: Any = dump(state)
    assert document["edition"] == {
        "name": "kosmos-2008",
        "digest": "0a651d1463e18af4",
        "readings": {"a22": "used_up"},
    }
    assert load(document, State).edition is USED_UP
    assert "readings" not in dumps(new_game(2, Random(1)))
    assert "readings" not in dumps(KOSMOS_2008)


@pytest.mark.parametrize("edition", [USED_UP, BOTH, MINE])
def test_editions_are_json(edition: Edition) -> None:
    assert loads(dumps(edition), Edition) == edition
    state = new_game(2, Random(1), edition)
    assert loads(dumps(state), State) == state


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        (
            {"a22": "soon"},
            '$.edition.readings.a22: found "soon", expected "when_needed" or "used_up"',
        ),
        ({"b": "soon"}, f"$.edition.readings.b: found an unknown key, expected only {RULINGS}"),
        (
            {"a82": "if_possible"},
            (
                '$.edition.digest: found "0a651d1463e18af4", expected "'
                f'{edition_digest("kosmos-2008 a82=if_possible")}": the library has another edition '
                "of this name"
            ),
        ),
    ],
)
def test_a_reading_that_is_not_that_of_the_edition(readings: dict[str, str], told: str) -> None:
    document: Any = dump(new_game(2, Random(1), NAME))
    document["edition"]["readings"] = readings
    with pytest.raises(CodecError) as error:
        load(document, State)
    assert [*map(str, error.value.problems)] == [told]


def test_a_table_tells_its_clients_the_readings() -> None:
    game = Game(2, seed=1, edition=NAME)
    greeting: Any = decode_answer(encode(hello(game, 0)))
    assert greeting.edition == USED_UP
    update: Any = decode_answer(encode(table_update(game, 0)), greeting.edition)
    assert update.view == game.view(0)


# Notation


def test_a_position_says_the_readings_after_the_name() -> None:
    state = new_game(2, Random(1), BOTH)
    text = format_position(state)
    assert text.startswith("toledo1 [kosmos-2008 a22=used_up a82=if_possible] red / ")
    assert parse_position(text) == parse_position(text, BOTH) == state
    swapped = text.replace("a22=used_up a82=if_possible", "A82=if_possible  a22=used_up")
    assert parse_position(swapped) == state
    assert repr(state) == f"parse_position({text!r})"


def test_an_edition_of_ones_own_has_its_digest() -> None:
    state = new_game(2, Random(1), MINE)
    text = format_position(state)
    assert text.startswith(f"toledo1 [mine {edition_digest(MINE)}] red / ")
    for named in ("mine", "mine a82=if_possible", f"mine a82=if_possible {edition_digest(MINE)}"):
        said = text.replace(f"mine {edition_digest(MINE)}", named)
        assert parse_position(said, MINE) == state


@pytest.mark.parametrize(
    ("named", "edition", "column", "expected"),
    [
        ("[kosmos-2008 a22=soon]", None, 22, "when_needed or used_up"),
        ("[kosmos-2008 a23=soon]", None, 22, CHOICES),
        ("[kosmos-2008 a22=used_up a22=used_up]", None, 34, "one"),
        ("", USED_UP, 9, "[kosmos-2008 a22=used_up], since that edition was given"),
        ("[kosmos-2008]", USED_UP, 21, "a22=used_up, as the edition that was given"),
        ("[kosmos-2008 a82=if_possible]", USED_UP, 22, "a22=used_up, as the edition that was given"),
        ("[kosmos-2008 a22=used_up]", KOSMOS_2008, 22, "no reading but the usual ones of the edition that was given"),
    ],
)  # fmt: skip
def test_readings_that_do_not_fit(named: str, edition: Any, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_position(f"toledo1 {named} red / red / blue".replace("  ", " "), edition)
    assert (error.value.column, error.value.expected) == (column, expected)


# Records


def test_a_record_says_the_readings_after_the_name() -> None:
    game = Game(2, seed=1, edition=NAME)
    text = format_record(game.record())
    assert "\nedition: kosmos-2008 a22=used_up 0a651d1463e18af4\n" in text
    assert read_record(text).complete() == game.record()
    assert read_record(format_record(game.record(), embed=True)).complete() == game.record()
    mine = Game(2, seed=1, edition=MINE).record()
    assert read_record(format_record(mine)).complete() == mine


def by_hand(edition: str) -> str:
    hands = "hand red: 1va 2bd 3nd 4ta 6vd\nhand blue: 1nd 2va 5bd 5ta 6na"
    return f"toledo-record 1\nedition: {edition}\n{hands}\nmoves:\n"


def test_by_hand_the_digest_can_be_left_out() -> None:
    assert read_record(by_hand(NAME)).complete().edition is USED_UP


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("kosmos-2008 a22=soon", "when_needed or used_up"),
        ("kosmos-2008 a23=soon", CHOICES),
        (
            "kosmos-2008 a22=used_up e635abeaa461af78",
            "kosmos-2008 a22=used_up 0a651d1463e18af4, the edition that is known here",
        ),
        (
            "mine a22=used_up",
            f"mine a82=if_possible {edition_digest(MINE)}, the edition that is known here",
        ),
    ],
)
def test_a_record_with_readings_that_do_not_fit(edition: str, expected: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record(by_hand(edition), editions=[MINE]).complete()
    assert error.value.problems[0].expected == expected
