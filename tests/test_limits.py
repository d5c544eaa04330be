"""Limits: everything that comes from outside has one, and it is enforced where it enters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tests import growth
from tests.growth import REPEATED, by_hidden_cards, by_hidden_ways_on, by_kinds, by_spaces, reading
from tests.readers import NOT_READERS, READERS, public_functions, takes_outside
from toledo_lab import _limits as _lab_limits
from toledo_lab.simulate import Plan, worker_pool
from toledo_rules import KOSMOS_2008, Game, State, Stream, _limits, new_game
from toledo_rules.bots import make_bot
from toledo_rules.codec import dump, load
from toledo_rules.errors import BotError, CodecError
from toledo_rules.record import Entry, Record, format_record, read_record

ROOT = Path(__file__).parent.parent
NAMES = [*READERS]


# The list of readers


def test_every_public_reader_is_listed() -> None:
    """A new function that takes a text, a file or anything needs a line in tests/readers.py."""
    found = {name for name, function in public_functions() if takes_outside(function)}
    found = {name for name in found if name.partition(".")[0] != "testing"}
    unlisted = found - READERS.keys() - NOT_READERS.keys()
    assert unlisted == set(), "say the limit of a reader in tests/readers.py"
    gone = {*READERS, *NOT_READERS} - found - {"testing", "codec.register_hooks"}
    assert gone - {"storage.SavedFile.load", "editions.load_edition"} == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_reader_reads(name: str) -> None:
    """The samples are fine, so that a refusal below means something."""
    reader = READERS[name]
    assert reader.samples
    for sample in reader.samples:
        reader.read(sample)


@pytest.mark.parametrize("name", [name for name in NAMES if READERS[name].limit < 1 << 30])
def test_no_reader_reads_more_than_its_limit(name: str) -> None:
    reader = READERS[name]
    with pytest.raises(reader.raises) as caught:
        reader.read(reader.samples[0] + " " * reader.limit + "#")
    if name not in (
        "editions.shipped_edition",
        "cli.main",
    ):  # the one has a list, and the other prints
        assert re.search(
            rf"(at most|more than) ({reader.limit:,}|{reader.limit})\b", str(caught.value)
        )
        assert len(str(caught.value)) < 500


@pytest.mark.search
def test_padding_up_to_the_limit_is_fine() -> None:
    """A reader that would refuse everything could not pass the test above either."""
    for name in ("codec.loads", "codec.parse_json", "notation.parse_turn", "record.read_record"):
        reader = READERS[name]
        sample = reader.samples[0]
        room = reader.limit - len(sample)
        assert reader.read(sample + ("\n" if "record" in name else " ") * room) is not None


# Single limits


def test_a_list_in_json() -> None:
    state = new_game(2, Random(1))
    document = dump(state)
    assert isinstance(document, dict)
    document["pile"] = [dump(state.pile[0])] * (_limits.MOST_ENTRIES + 1)
    with pytest.raises(
        CodecError, match=r"^\$\.pile: found a list of 10001, expected at most 10000$"
    ):
        load(document, State)


def test_problems_in_json() -> None:
    document = dump(new_game(2, Random(1)))
    assert isinstance(document, dict)
    document["pile"] = [{}] * _limits.MOST_ENTRIES
    with pytest.raises(CodecError) as caught:
        load(document, State)
    assert len(caught.value.problems) == _limits.MOST_PROBLEMS
    assert "and 980 more" in str(caught.value)


def test_problems_in_a_record() -> None:
    text = "toledo-record 1\n" + "nonsense\n" * 3000
    reading = read_record(text)
    assert len(reading.problems) == _limits.MOST_PROBLEMS
    assert reading.problems[-1].expected.startswith("moves:")  # the one that ended the reading
    text += "edition: kosmos-2008\nhand red: 1va 2bd 3nd 4ta 6vd\nhand blue: 1nd 2va 5bd 5ta 6na\nmoves:\n"
    assert len(read_record(text).problems) == _limits.MOST_PROBLEMS


def test_names_and_tags_of_a_record() -> None:
    start = new_game(2, Random(1))
    longest = "n" * _limits.LONGEST_NOTE
    tags = tuple((f"tag-{number}", "") for number in range(_limits.MOST_TAGS))
    record = Record(start, names=(longest, "Ben"), tags=tags)
    text = format_record(record)
    assert read_record(text).complete() == record
    with pytest.raises(ValueError, match="expected at most 500 printable characters"):
        Record(start, names=(longest + "n", "Ben"))
    with pytest.raises(ValueError, match="expected at most 500 printable characters"):
        Game([longest + "n", "Ben"])
    with pytest.raises(ValueError, match="expected at most 100 tags, found 101"):
        Record(start, tags=(*tags, ("more", "")))
    reading = read_record(re.sub("check:.*\n", "", text).replace("moves:", "tag more:\nmoves:"))
    assert [problem.expected for problem in reading.problems] == ["at most 100 tags"]
    reading = read_record(re.sub("check:.*\n", "", text).replace(longest, longest + "n"))
    assert [problem.expected[:28] for problem in reading.problems] == [
        "at most 500 printable charac"
    ]


def test_a_record_that_nobody_could_read_is_not_written() -> None:
    game = Game(2, seed=1)
    game.play("place m2@4")
    (entry,) = game.record().entries
    assert isinstance(entry, Entry)
    long = evolve(game.record(), entries=(entry,) * 60_000)
    with pytest.raises(
        ValueError, match="60000 actions make a record of more than 1,000,000 bytes"
    ):
        format_record(long)


def test_seeds() -> None:
    for longest in ("s" * _limits.LONGEST_SEED, 10**_limits.LONGEST_SEED - 1):
        assert Stream(longest).randrange(2) in (0, 1)
    for seed, why in (
        ("s" * (_limits.LONGEST_SEED + 1), "at most 1,000 characters, not 1,001"),
        (10**_limits.LONGEST_SEED, "at most 1,000 digits"),
        (-(10**5000), "at most 1,000 digits"),
        ("\ud800", "must be text"),
    ):
        with pytest.raises(ValueError, match=why):
            Stream(seed)
    for number in (-(10**5000), 10**5000):
        with pytest.raises(ValueError, match="game has at most 1,000 digits"):
            Stream(1, game=number)


def test_bots() -> None:
    with pytest.raises(BotError, match="at most 1,000 characters, not 1,001"):
        make_bot("x" * 1001)
    with pytest.raises(BotError, match="there is no bot"):
        make_bot("x" * _limits.LONGEST_BOT)
    with pytest.raises(BotError, match="each option can be given once"):
        make_bot("racer:iterations=8,iterations=9")


def test_simulations() -> None:
    with pytest.raises(ValueError, match="games"):
        Plan(bots=("random", "random"), games=_lab_limits.MOST_GAMES + 1)
    for workers in (0, _lab_limits.MOST_WORKERS + 1):
        with pytest.raises(ValueError, match=f"expected 1 to 1,000 workers, found {workers}"):
            worker_pool(workers)


# Growth


@pytest.mark.search
@pytest.mark.parametrize("name", REPEATED)
def test_readers_are_linear(name: str) -> None:
    """Four times the text takes at most four times the steps, and a little for what is there once."""
    few, many = reading(name)
    assert many <= 4.4 * few + 400


# Editions as large as they may be


def test_legal_actions_and_reasons_grow_with_the_road() -> None:
    """Twice the spaces with twice the figures on them take twice the steps, and a little more."""
    for few, some, many in (by_spaces("legal_actions"), by_spaces("explain")):
        assert many <= 2.7 * some <= 7.3 * few


def test_legal_actions_grow_with_the_kinds_of_cards() -> None:
    """Twice the colours are twice the cards to pay with, and twice the tiles to take (USE-04, FEN-06)."""
    few, some, many = by_kinds()
    assert 1.2 * few < some <= 2.5 * few
    assert 1.2 * some < many <= 2.5 * some


def test_hidden_hands_are_drawn_in_a_step_for_each_card() -> None:
    """However many cards are hidden: the ways to deal them are counted, not listed."""
    few, some, many = by_hidden_cards()
    assert few < some < many < 60 * len(KOSMOS_2008.cards)


def test_hidden_ways_on_are_counted() -> None:
    """A-43: a hand with a way on over four full shops is drawn in steps that grow with the cards alone."""
    few, some, many = by_hidden_ways_on()
    assert few < some < many <= 2.5 * some


# The page


def constants() -> Iterator[tuple[str, int]]:
    for name, value in (vars(_limits) | vars(_lab_limits)).items():
        if name.isupper():
            yield name, value


def test_the_page_lists_every_limit() -> None:
    """docs/reference/limits.md has a line for each of them, with its number."""
    page = (ROOT / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `([A-Z_]+)` \| ([0-9,]+) \|", page, flags=re.MULTILINE)
    assert {name: int(number.replace(",", "")) for name, number in told} == dict(constants())


def test_the_page_names_every_reader() -> None:
    page = (ROOT / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")
    missing = [name for name in READERS if f"`{name}`" not in page]
    assert missing == []


def test_the_page_has_the_table_of_growth() -> None:
    """`python -m tests.growth --write` measures it again."""
    page = (ROOT / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")
    assert growth.table(growth.results()) in page
    assert {*growth.results()["readers"]} == {*REPEATED}
