"""One authority for valid editions: a file, JSON and the invariants agree on each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields
from hypothesis import given
from hypothesis import strategies as st

from tests.editions.test_edition_form import MISFITS
from tests.editions.test_editions import FOLDER, any_editions
from toledo_rules import (
    KOSMOS_2008,
    Card,
    Edition,
    EditionError,
    ShopTile,
    Space,
    Sword,
    invariants,
    load_edition,
    new_game,
    parse_edition,
    shipped_edition,
)
from toledo_rules.codec import dumps, loads
from toledo_rules.edition import Datum, Readings
from toledo_rules.editions import SHIPPED_EDITIONS, edition_digest, edition_problems
from toledo_rules.editions._toml import write
from toledo_rules.errors import CodecError

START = new_game(2, Random(1))
TINY = shipped_edition("tiny-bank")


def by_file(edition: Edition) -> bool:
    """The file of an edition is read back as that edition."""
    try:
        return parse_edition(write(edition)) == edition
    except EditionError:
        return False


def by_json(edition: Edition) -> bool:
    """The document of an edition can be loaded."""
    try:
        return loads(dumps(edition), Edition) == edition
    except CodecError:
        return False


def by_invariants(edition: Edition) -> bool:
    """A position may have this edition (I-00)."""
    found = invariants(evolve(START, edition=edition))
    return all(violation.number != "I-00" for violation in found)


def agreed(edition: Edition) -> bool:
    """The one answer to whether an edition is valid."""
    answers = {by_file(edition), by_json(edition), by_invariants(edition)}
    (answer,) = answers | {not edition_problems(edition)}
    return answer


# Damage

NUMBERS = (-1, 0, 1, 2, 4, 5, 9, 10, 16, 17, 63, 64, 255, 999, 1000, 2**53)
TEXTS = ("", " ", "x", "neutral", "movement", "Red", "two\nlines", "x" * 40, "x" * 41, "x" * 501)


def damaged(value: object) -> Iterator[Any]:
    """Values of the same type as one, most of them wrong."""
    match value:
        case int():
            yield from NUMBERS
        case str():
            yield from TEXTS
        case Card() | Readings() | ShopTile() | Space() | Sword():
            parts = {name: getattr(value, name) for name in value.__match_args__}
            for name, part in parts.items():
                if name not in ("kind", "stance"):
                    for other in damaged(part):
                        yield type(value)(**{**parts, name: other})
        case tuple():
            yield from ((), value[1:], value[:-1], value[::-1], value + value, value * 60)
            for entry in dict.fromkeys(value):
                place = value.index(entry)
                for other in damaged(entry):
                    yield (*value[:place], other, *value[place + 1 :])
        case _:
            raise TypeError(value)


GAME = [part.name for part in fields(Edition) if part.eq]
"""The fields that have a part in the game, and the title."""


@pytest.mark.search
@pytest.mark.parametrize("name", GAME)
def test_each_field_damaged(name: str) -> None:
    answers = {agreed(evolve(TINY, **{name: other})) for other in damaged(getattr(TINY, name))}
    assert False in answers


@pytest.mark.parametrize("source", TEXTS)
@pytest.mark.parametrize("level", ["rulebook", "published", "inferred", "assumed"])
def test_a_source_damaged(source: str, level: Any) -> None:
    datum = Datum("counts.figures", "5", level, source)
    valid = bool(source.strip()) and source.isprintable() and len(source) <= 500
    if not source:
        valid = level in ("rulebook", "assumed")
    assert agreed(evolve(KOSMOS_2008, provenance=(datum,))) == valid


@pytest.mark.parametrize("what", MISFITS)
def test_an_edition_that_cannot_be(what: str) -> None:
    changes, _ = MISFITS[what]
    assert not agreed(evolve(KOSMOS_2008, **changes))


@pytest.mark.search
@given(any_editions(), st.data())
def test_any_edition_damaged_anywhere(edition: Edition, data: st.DataObject) -> None:
    """Whoever refuses an edition, everybody does; whoever takes it, everybody does."""
    assert agreed(edition)
    for name in data.draw(st.lists(st.sampled_from(GAME), min_size=1, max_size=3, unique=True)):
        value = data.draw(st.sampled_from([*damaged(getattr(edition, name))]), label=name)
        edition = evolve(edition, **{name: value})
    agreed(edition)


# Files that are read without checks


@pytest.mark.parametrize("name", SHIPPED_EDITIONS)
def test_the_files_of_the_library_are_right(name: str) -> None:
    """They are trusted when they are read."""
    shipped = shipped_edition(name)
    checked = load_edition(FOLDER / f"{name}.toml")
    assert checked == shipped
    assert checked.provenance == shipped.provenance
    assert edition_digest(checked) == edition_digest(shipped)
    assert shipped.name == name
    assert edition_problems(shipped) == ()
    assert agreed(evolve(shipped, name="another"))


# Damaged files

FILE = write(TINY)
JUNK = ("-1", "0", "7", "1000", '"x"', '"neutral"', "[]", "[1]", "[9, 1]")


@pytest.mark.search
@pytest.mark.parametrize("junk", JUNK)
def test_a_file_that_is_read_holds_a_valid_edition(junk: str) -> None:
    """Whatever stands in place of a value."""
    for value in re.finditer(r'(\w+) = ("[^"]*"|\[[\d, ]*\]|\d+)', FILE):
        text = f"{FILE[: value.start(2)]}{junk}{FILE[value.end(2) :]}"
        try:
            edition = parse_edition(text)
        except EditionError:
            continue
        assert agreed(edition)


def test_a_position_with_a_card_beyond_all_roads_is_refused() -> None:
    """The way of such a card is not surveyed step by step."""
    cards = (*KOSMOS_2008.cards[:-1], Card(2**53 - 1, "violet", "defender"))
    state = evolve(START, edition=evolve(KOSMOS_2008, cards=cards))
    with pytest.raises(CodecError, match=r"\$\.value\.edition\.cards\[83\]\.value: found 90071992"):
        loads(dumps(state))
    assert not by_invariants(state.edition)
