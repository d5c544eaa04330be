"""Comparing editions: what differs, by its key, and what only has another source."""

from __future__ import annotations

from attrs import evolve

from toledo_rules import KOSMOS_2008, parse_edition
from toledo_rules._multiset import multiset
from toledo_rules.edition import Edition, Sword
from toledo_rules.editions import (
    SHIPPED_EDITIONS,
    edition_differences,
    edition_to_toml,
    shipped_edition,
)


def told(edition: Edition, other: Edition = KOSMOS_2008) -> list[str]:
    """The differences of the game itself, in words."""
    return [str(one) for one in edition_differences(edition, other) if not one.same]


def test_an_edition_does_not_differ_from_itself() -> None:
    for name in SHIPPED_EDITIONS:
        assert told(shipped_edition(name), shipped_edition(name)) == []


def test_a_number_that_a_program_changed_is_noticed() -> None:
    assert told(evolve(KOSMOS_2008, gems=21)) == ["counts.gems: 21, there 20"]


def test_one_more_sword_is_one_more_sword() -> None:
    """All that follow it have other numbers in the file, and are the same swords."""
    swords = tuple(sorted((*KOSMOS_2008.swords, Sword(9, 3, 1))))
    assert told(evolve(KOSMOS_2008, swords=swords)) == [
        "counts.swords: 20, there 19",
        "swords.8.value: only here: 9",
        "swords.8.cost: only here: 3 metal, 1 gem",
        "swords.8.copies: only here: 1",
    ]


def test_a_sword_less_is_named_by_the_other_edition() -> None:
    swords = tuple(sword for sword in KOSMOS_2008.swords if sword.value != 13)
    assert told(evolve(KOSMOS_2008, swords=swords))[1:] == [
        "swords.10.value: not here: 13",
        "swords.10.cost: not here: 4 metal, 3 gems",
        "swords.10.copies: not here: 1",
    ]


def test_swords_of_one_value_are_told_apart() -> None:
    more = Sword(7, 2, 2)
    swords = tuple(sorted((*KOSMOS_2008.swords, more)))
    found = told(evolve(KOSMOS_2008, swords=swords))
    assert "swords.6.cost: 2 metal, 2 gems, there 3 metal, 1 gem" in found
    assert "swords.7.value: only here: 7" in found


def test_another_number_of_swords_is_all_that_differs() -> None:
    """Their number may equal the value of another sword."""
    swords = tuple(sorted((*KOSMOS_2008.swords, Sword(2, 1, 0))))
    assert told(evolve(KOSMOS_2008, swords=swords)) == [
        "counts.swords: 20, there 19",
        "swords.1.copies: 4, there 3",
    ]


def test_another_source_is_no_other_game() -> None:
    text = edition_to_toml(KOSMOS_2008)
    assumed = 'is = "turquoise", level = "assumed", source = "there is a third colour (rulebook), but no text names it"'
    seen = 'is = "turquoise", level = "published", source = "my copy of the game"'
    (found,) = edition_differences(parse_edition(text.replace(assumed, seen)), KOSMOS_2008)
    assert found.same
    assert str(found) == (
        "masters.colours.turquoise: turquoise, published (my copy of the game), "
        "there assumed (there is a third colour (rulebook), but no text names it)"
    )


def test_what_a_program_changed_is_a_house_rule() -> None:
    """The rulebook says two rounds, and no source speaks for a sword that somebody has added."""
    swords = multiset([*KOSMOS_2008.swords, Sword(11, 3, 1)])
    mine = parse_edition(edition_to_toml(evolve(KOSMOS_2008, rounds_to_win=3, swords=swords)))
    house = {datum.key for datum in mine.provenance if datum.level == "house"}
    added = {key for key in house if key.startswith("swords.")}
    assert house - added == {"counts.rounds_to_win", "counts.swords"}
    assert {key.rpartition(".")[2] for key in added} == {"value", "cost", "copies"}
    assert len(added) == 3
    assert not [datum for datum in KOSMOS_2008.provenance if datum.level == "house"]
