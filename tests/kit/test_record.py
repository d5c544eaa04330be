"""Records: a game as text and JSON, replayed to the last position, with nothing lost before damage."""

import json
import os
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.malformed_text import check_record, mutate
from tests.strategies import journeys
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    PASS,
    TAKE_CARDS,
    Draw,
    Edition,
    Space,
    load_edition,
    outcome,
)
from toledo_rules.notation import parse_card, parse_cards
from toledo_rules.record import (
    RULES_REVISION,
    Entry,
    Moment,
    Record,
    RecordError,
    ReplayError,
    edition_digest,
    format_record,
    load_record,
    reach,
    read_record,
    record_to_json,
    replay,
    save_record,
    start_state,
)
from toledo_rules.rulebook import Code
from toledo_rules.testing import Journey

CORPUS = sorted((Path(__file__).parent.parent / "corpus").glob("*.toledo"))
TINY = load_edition(
    Path(__file__).parent.parent.parent / "spec" / "editions" / "tiny-exhaustive.toml"
)

HEAD = """\
toledo-record 1
edition: kosmos-2008
hand red: 1va 2bd 3nd 4ta 6vd
hand blue: 1nd 2va 5bd 5ta 6na
"""
BODY = """\
place m2@4
place g1@2
4ta@0, use, end
take = 3va 5nd
"""
GAME = f"{HEAD}moves:\n{BODY}"

NAMED = "kosmos-2008 e635abeaa461af78"
SOME_HEADER = "edition:, rules:, first:, name, hand, tag, scores:, check: or moves:"
SOME_ACTION = "a card or an action: take, place, return, vs, use, deliver, end or pass"
SOME_TAG = "something else: a tag is of small letters, digits and dashes, not "
SOME_TEXT = "something else: a text is printable and has no blanks around it, unlike "


def corpus(name: str) -> Record:
    return next(load_record(file).complete() for file in CORPUS if file.stem == name)


# The corpus


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_the_corpus_replays_for_ever(file: Path) -> None:
    """To the last position, with the scores that the file says."""
    record = load_record(file).complete()
    end = reach(record)
    assert (end.number, end.misfit) == (len(record.entries), None)
    if record.scores is not None:
        result = outcome(end.state)
        assert result is not None
        assert tuple(sheet.total for sheet in result.sheets) == record.scores


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_the_corpus_is_written_as_it_was(file: Path) -> None:
    """Apart from embedded editions, whose text is the business of `toledo_rules.editions`."""
    text, record = file.read_text(encoding="utf-8"), load_record(file).complete()
    if "check:" in text:
        assert without_edition(format_record(record)) == without_edition(text)
    assert read_record(record_to_json(record)).complete() == record


def without_edition(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.startswith("|")]


def test_the_corpus_has_every_kind_of_game() -> None:
    records = {file.stem: load_record(file).complete() for file in CORPUS}
    whole = {name for name, record in records.items() if record.scores is not None}
    assert whole == {
        "two-players",
        "three-players",
        "four-players",
        "four-players-embedded",
        "tiny-with-a-pass",
        "tiny-with-a-sword",
    }
    assert {len(records[name].hands) for name in whole} == {2, 3, 4}
    happened = Counter(
        type(event).__name__
        for name in ("two-players", "three-players", "four-players", "tiny-with-a-pass")
        for moment in replay(records[name])
        for event in moment.transition.events
    )
    assert len(happened) == 28  # every kind of event


def test_what_people_write_is_what_is_meant() -> None:
    """Comments, short words, capitals, labels or none, a turn over two lines: all the same."""
    record = corpus("by-hand")
    assert record.names == ("Ana, who always wears #1", "Ben", "Carla")
    assert record.tags == (("date", "2008-10-23"),)
    assert record.first == 2
    assert (record.scores, record.rules) == (None, RULES_REVISION)
    assert [len(entries) for _, _, entries in record.turns()] == [1, 1, 3, 1, 5, 1]
    assert [seat for _, seat, _ in record.turns()] == [2, 0, 1, 2, 0, 1]


# Round trips


def record_of(journey: Journey) -> Record:
    start = journey[0].before
    entries: list[Entry] = []
    for ply in journey:
        if isinstance(ply.move, Draw):
            entries[-1] = evolve(entries[-1], draws=(*entries[-1].draws, ply.move))
        else:
            entries.append(Entry(ply.move))
    return Record(
        edition=start.edition,
        hands=tuple(player.hand for player in start.players),
        first=start.active,
        entries=tuple(entries),
    )


texts = st.text().map(str.strip).filter(str.isprintable)


@settings(max_examples=15)
@given(journeys(), st.data())
def test_any_game_can_be_written_read_and_replayed(journey: Journey, data: st.DataObject) -> None:
    whole = record_of(journey)
    record = evolve(
        whole.until(data.draw(st.integers(0, 100))),
        names=tuple(data.draw(texts) for _ in whole.hands),
        tags=(("date", data.draw(texts)), ("place", data.draw(texts))),
    )
    assert read_record(format_record(record)).complete() == record
    assert read_record(record_to_json(record)).complete() == record
    assert read_record(format_record(record, embed=True)).complete() == record
    assert start_state(record) == journey[0].before
    plies = [ply for ply in journey if not ply.what.state.chance]
    for moment, ply in zip(replay(record), plies, strict=False):
        assert moment.state == ply.what.state


def test_moments_tell_all() -> None:
    moments = list(replay(read_record(GAME).complete()))
    assert [moment.number for moment in moments] == [1, 2, 3, 4, 5, 6]
    assert [moment.seat for moment in moments] == [0, 1, 0, 0, 0, 1]
    assert all(a.state == b.before for a, b in pairwise(moments))
    taken = moments[-1].transition
    assert (
        taken.draws
        == moments[-1].entry.draws
        == tuple(Draw(parse_card(text, KOSMOS_2008)) for text in ("3va", "5nd"))
    )
    assert [type(event).__name__ for event in taken.events] == [
        "DrawingBegan",
        "CardDrawn",
        "CardDrawn",
        "TurnEnded",
        "TurnBegan",
    ]
    assert taken.reveals


# Damage


@pytest.mark.parametrize("write", [format_record, record_to_json])
def test_a_cut_file_loses_nothing_before_the_cut(write: Callable[[Record], str]) -> None:
    """Cut anywhere, a record gives the actions before the cut, and says that something is missing."""
    record = corpus("three-players").until(18)
    text = write(record)
    header = text.index("place")
    for end in range(len(text)):
        reading = read_record(text[:end])
        if reading.record == record and not reading.problems:
            assert text[end:].isspace()  # the check says that all is there
            continue
        assert reading.problems
        if reading.record is not None:
            count = len(reading.record.entries)
            assert reading.record == record.until(count)
            if write is format_record:
                before = text[header:end].replace("\n", ",").count(",")
                assert count == before
        else:
            assert end <= header


def test_a_cut_file_without_a_check() -> None:
    """The last action may be part of another one: "place m2@1" of "place m2@14"."""
    text = f"{HEAD}moves:\nplace g1@2\nplace m2@14, pass"
    for end in range(text.index("@14") + 2, len(text)):
        reading = read_record(text[:end])
        assert reading.record is not None
        assert len(reading.record.entries) == 1 + ("," in text[:end])
        assert reading.problem is not None
        assert reading.problem.line == 7
    both = read_record(text.replace("moves:", "rules: one\nmoves:"))  # whatever else is wrong
    assert both.record is not None
    assert (len(both.record.entries), len(both.problems)) == (2, 2)
    whole = read_record(
        f"{HEAD}moves:\nplace g1@2\nplace m2@14 # so"
    )  # the comment was cut, and no harm done
    assert len(whole.complete().entries) == 2


def test_lines_that_got_lost_are_noticed() -> None:
    """By the labels at that place, and by the check when there are no labels."""
    record = corpus("three-players")
    text = format_record(record)
    lost = text.replace("8 green: place s2@15\n", "")
    reading = read_record(lost)
    assert reading.record == record.until(7)
    assert reading.problem is not None
    assert reading.problem.expected == "turn 8"
    cut = text[: text.index("20 green")]
    reading = read_record(cut)
    assert reading.record is not None
    assert reading.record == record.until(len(reading.record.entries))
    assert reading.problem is not None
    assert (reading.problem.where, reading.problem.expected) == (
        "line 2",
        "33, for so many actions can be read",
    )


def test_a_change_after_writing_is_noticed() -> None:
    text = format_record(corpus("three-players"))
    reading = read_record(text.replace("10 blue: take = 1ba 2td", "10 blue: take = 1ba 2tA"))
    assert reading.problem is not None
    assert reading.problem.where == "line 2"
    assert reading.problem.expected.endswith("something was changed after it was written")
    assert reading.record is not None
    misfit = reach(reading.record).misfit  # and here it shows
    assert misfit is not None
    assert misfit.number == 10
    with pytest.raises(RecordError, match="something was changed"):
        reading.complete()


@pytest.mark.parametrize(
    ("old", "new", "where", "column", "expected", "entries"),
    [
        ("toledo-record 1", "toledo-record 2", "line 1", 1, "toledo-record 1", None),
        ("toledo-record 1", "", "line 2", 1, "toledo-record 1", None),
        ("edition: kosmos-2008", "", "line 5", 7, "edition: and the name of an edition, before this", None),
        ("kosmos-2008", "atlantis", "line 2", 9, "an edition that is known, or embedded: 'atlantis' is not", None),
        ("kosmos-2008", "kosmos-2008 123", "line 2", 9, f"{NAMED}: that is the edition which is to be had here", None),
        ("hand blue", "hand green", "line 5", 7, "hands of 2 to 4 players before this, from red on clockwise", None),
        ("hand blue", "hand pink", "line 4", 6, "a player: red, blue, green or yellow", None),
        ("2bd", "2bd 2bd", "line 3", 34, "5 cards", None),
        ("2bd", "", "line 3", 27, "5 cards", None),
        ("2bd", "3nd", "line 3", 19, "another card: there are no more of these", None),
        ("2bd", "2xd", "line 3", 16, "a colour: violet, brown, turquoise or neutral", None),
        ("moves:\n", "first: pink\nmoves:\n", "line 5", 8, "a player: red, blue, green or yellow", None),
        ("moves:\n", "first: red blue\nmoves:\n", "line 5", 12, "the end of the line", None),
        ("moves:\n", "first: green\nmoves:\n", "line 5", 7, "a player who has a hand", None),
        (f"moves:\n{BODY}", "", "line 5", 1, "moves:, after a header that begins with toledo-record 1", None),
        ("moves:\n", "movs:\nmoves:\n", "line 5", 1, SOME_HEADER, 6),
        ("moves:\n", "hand #red: 4va\nmoves:\n", "line 5", 1, SOME_HEADER, 6),
        ("moves:\n", "hand: 4va\nmoves:\n", "line 5", 1, SOME_HEADER, 6),
        ("moves:\n", "what now\nmoves:\n", "line 5", 1, SOME_HEADER, 6),
        ("moves:\n", "moves: take\n", "line 5", 7, "the end of the line", 6),
        ("moves:\n", "edition: kosmos-2008\nmoves:\n", "line 5", 1, "each header once", 6),
        ("moves:\n", "hand r: 4va\nmoves:\n", "line 5", 6, "each header once", 6),
        ("moves:\n", "name green: Carla\nmoves:\n", "line 5", 6, "a player who has a hand", 6),
        ("moves:\n", "name red: A\x07\nmoves:\n", "line 5", 10, rf"{SOME_TEXT}'A\x07'", 6),
        ("moves:\n", "tag a--b: c\nmoves:\n", "line 5", 10, f"{SOME_TAG}'a--b'", 6),
        ("moves:\n", "rules: one\nmoves:\n", "line 5", 8, "a number", 6),
        ("moves:\n", "scores: 1\nmoves:\n", "line 5", 10, "the points of each player", 6),
        ("moves:\n", "scores: 1 -2 3\nmoves:\n", "line 5", 14, "the end of the line", 6),
        ("place g1", "red: place g1", "line 7", 1, "blue, who is on turn", 1),
        ("place g1", "3 blue: place g1", "line 7", 1, "turn 2", 1),
        ("place g1", "2 blue red: place g1", "line 7", 8, "a colon", 1),
        ("place g1", "2: place x1", "line 7", 10, "a kind of shop: metal, gem, smith or fencing", 1),
        ("use,", "use", "line 8", 12, "a comma, or the end", 3),
        ("use,", "use,,", "line 8", 12, SOME_ACTION, 4),
    ],
)  # fmt: skip
def test_problems_of_the_text_form(
    old: str, new: str, where: str, column: int, expected: str, entries: int | None
) -> None:
    assert old in GAME
    reading = read_record(GAME.replace(old, new, 1))
    assert reading.problem is not None
    problem = reading.problem
    assert (problem.where, problem.column, problem.expected) == (where, column, expected)
    assert str(problem).startswith(f"{where}, column {column}: expected {expected}\n")
    assert (reading.record and len(reading.record.entries)) == entries
    with pytest.raises(RecordError):
        reading.complete()


@pytest.mark.parametrize(
    ("path", "value", "where", "expected", "entries"),
    [
        ("format", 2, "format", "format 1", None),
        ("format", True, "format", "a whole number", None),
        ("format", "1", "format", "a whole number", None),
        ("edition", "kosmos-2008", "edition", "an object", None),
        ("edition.name", 3, "edition.name", "a text", None),
        ("edition.toml", "name = [", "edition", "an embedded edition without mistakes: the embedded edition: ", None),
        ("edition.digest", 1.5, "edition.digest", "a text", 6),
        ("edition.colour", [], "edition.colour", "only name, digest and toml", 6),
        ("rules", "1", "rules", "a whole number", 6),
        ("rules", -1, "rules", "a number", 6),
        ("first", 2, "first", "a player who has a hand", None),
        ("first", None, None, None, 6),
        ("players", {}, "players", "a list", None),
        ("players", None, "players", "a list", None),
        ("players", [None] * 5, "players[0]", "an object", None),
        ("players", [{}, {}], "players[0].hand", "a text", None),
        ("players", [{"hand": ""}] * 9, "players[4].hand", "a seat from 0 to 3", None),
        ("tags", {"a": 1}, "tags.a", "a text", 6),
        ("tags", {"A": "b"}, "tags.A", f"{SOME_TAG}'A'", 6),
        ("scores", {}, "scores", "a list", 6),
        ("scores", ["1", 2], "scores", "the points of each player", 6),
        ("check", 6, "check", "a text", 6),
        ("extra", 6, "extra", "only format, edition, rules, first, players, tags, scores, check and moves", 6),
        ("", 6, '""', "only format, edition, rules, first, players, tags, scores, check and moves", 6),
        ("moves", None, "moves", "a list", 0),
        ("moves", ["place m2@4", 4], "moves[1]", "a colour: violet, brown, turquoise or neutral", 1),
        ("moves", ["place m2@4", ["end"]], "moves[1]", SOME_ACTION, 1),
        ("moves", ["place m2@4", None], "moves[1]", SOME_ACTION, 1),
    ],
)  # fmt: skip
def test_problems_of_the_json_form(
    path: str, value: object, where: str | None, expected: str | None, entries: int | None
) -> None:
    document = json.loads(record_to_json(read_record(GAME).complete()))
    del document["check"]
    holder, _, key = path.rpartition(".")
    (document[holder] if holder else document)[key] = value
    reading = read_record(json.dumps(document))
    problem = reading.problem
    assert (problem and problem.where) == where
    assert problem is None or problem.expected.startswith(expected or "")
    assert (reading.record and len(reading.record.entries)) == entries


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "{",
        "{}",
        "[]",
        '{"format": 1, }',
        f'{{"format": {"9" * 5000}}}',
        "{" + '"a":[{' * 5000,
        '{"a":' + "[" * 100_000,
    ],
    ids=range(9),
)
def test_hopeless_texts(text: str) -> None:
    reading = read_record(text)
    assert reading.record is None
    assert reading.problems


def test_json_is_damaged_in_the_middle() -> None:
    text = record_to_json(read_record(GAME).complete())
    reading = read_record(text.replace('"use"', 'use"'))
    assert reading.problem is not None
    assert (reading.problem.where, reading.problem.column, reading.problem.expected) == (
        "line 26",
        3,
        "JSON",
    )
    assert reading.record is not None
    assert len(reading.record.entries) == 3


def test_scores_are_dropped_with_the_end_they_belong_to() -> None:
    record = corpus("tiny-with-a-sword")
    reading = read_record(format_record(record).replace("26 red: 1va@2", "26 red: 1vx@2"))
    assert reading.record is not None
    assert reading.record == record.until(len(reading.record.entries))
    assert reach(reading.record).misfit is None


@pytest.mark.parametrize("write", [format_record, record_to_json])
def test_random_damage_is_reported(write: Callable[[Record], str]) -> None:
    rng = Random(1561)
    records = (corpus("by-hand"), corpus("two-players").until(15), corpus("four-players").until(8))
    verdicts: Counter[str] = Counter()
    for _ in range(1000):
        record = rng.choice(records)
        verdicts[check_record(mutate(write(record), rng), record)] += 1
    tiny = corpus("tiny-with-a-pass").until(9)
    for _ in range(15):
        verdicts[check_record(mutate(write(tiny), rng), tiny)] += 1
    assert verdicts["reported"] > 200
    assert verdicts["hopeless"] > 100
    assert verdicts["same"] > 50


# Replays that do not fit


def misfit_of(record: Record) -> ReplayError:
    """The error, after all that fits was yielded; the other function tells the same."""
    moments: list[Moment] = []
    with pytest.raises(ReplayError) as failure:
        moments.extend(replay(record))
    error, reached = failure.value, reach(record)
    assert (reached.number, reached.state) == (len(moments), error.state)
    assert str(reached.misfit) == str(error)
    return error


def changed_game(old: str, new: str) -> Record:
    assert old in GAME
    return read_record(GAME.replace(old, new, 1)).complete()


@pytest.mark.parametrize(
    ("old", "new", "number", "code"),
    [
        ("place g1@2", "place g1@4", 2, Code.SITE_TAKEN),
        ("4ta@0", "5ta@0", 3, Code.CARD_NOT_IN_HAND),
        ("take = 3va 5nd", "take", 6, Code.CHANCE_IS_NEXT),
        ("take = 3va 5nd", "take = 3va", 6, Code.CHANCE_IS_NEXT),
        ("take = 3va 5nd", "take = 3va 5nd 6ba", 6, Code.NOT_A_CHANCE_STEP),
        ("take = 3va 5nd", "take = 3va 5nd\ntake = 3nd 1bd", 7, Code.CARD_NOT_IN_PILE),
        ("place m2@4", "place m2@4 = 3va", 1, Code.NOT_A_CHANCE_STEP),
    ],
)
def test_what_does_not_fit_is_told(old: str, new: str, number: int, code: Code) -> None:
    """The position reached is that before the entry, which is left out as a whole."""
    record = changed_game(old, new)
    error = misfit_of(record)
    assert error.number == number
    assert error.illegality is not None
    assert error.illegality.code == code
    assert error.state == reach(record.until(number - 1)).state
    assert str(error).startswith(f"entry {number}: ")


def test_a_record_for_other_rules_is_not_replayed_unawares() -> None:
    record = evolve(read_record(GAME).complete(), rules=RULES_REVISION + 1)
    assert read_record(format_record(record)).complete() == record
    error = misfit_of(record)
    assert (error.number, error.illegality) == (0, None)
    assert str(error) == "entry 0: the record is for rules 2, and these are rules 1"
    assert reach(evolve(record, rules=RULES_REVISION)).misfit is None


def test_scores_that_do_not_fit() -> None:
    record = corpus("tiny-with-a-sword")
    error = misfit_of(evolve(record, scores=(4, 0)))
    assert (error.number, error.illegality, error.state.over) == (len(record.entries), None, True)
    assert str(error) == "entry 40: the scores are (3, 0), and the record says (4, 0)"
    early = evolve(record.until(10), scores=(3, 0))
    assert str(misfit_of(early)) == "entry 10: the record has scores, but the game is not over"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"hands": ()}, "is for 2 to 4 players, not 0"),
        ({"first": 2}, "the seats are 0 to 1, not 2"),
        ({"hands": ("1va 2bd 3nd 4ta 6vd", "1nd 2va 5bd 5ta")}, "seat 1 has 4 cards, not 5"),
        (
            {"hands": ("1va 1va 3nd 4ta 6vd", "1va 2va 5bd 5ta 6na")},
            "seat 1 has cards that are not",
        ),
    ],
)
def test_deals_that_cannot_be(changes: dict[str, Any], why: str) -> None:
    record = read_record(GAME).complete().until(0)
    if hands := changes.get("hands"):
        changes = {"hands": tuple(parse_cards(hand, KOSMOS_2008) for hand in hands)}
    with pytest.raises(ValueError, match=why):
        start_state(evolve(record, **changes))


# Editions


def other_edition(**changes: Any) -> Edition:
    return evolve(KOSMOS_2008, **changes)


def test_an_edition_that_comes_with_the_library_is_named() -> None:
    record = read_record(GAME).complete()
    assert f"\nedition: kosmos-2008 {edition_digest(KOSMOS_2008)}\nrules" in format_record(record)
    assert "toml" not in json.loads(record_to_json(record))["edition"]


@pytest.mark.parametrize(
    "edition",
    [TINY, other_edition(metal=30), other_edition(name="mine", title='A "title" # with | signs')],
    ids=lambda edition: edition.name,
)
def test_any_other_edition_is_embedded(edition: Edition) -> None:
    hands = (edition.cards[: edition.hand], edition.cards[-edition.hand :])
    record = Record(edition=edition, hands=hands)
    for text in (format_record(record), record_to_json(record)):
        again = read_record(text).complete()
        assert again == record
        assert again.edition.title == edition.title


def test_other_editions_can_be_known() -> None:
    mine = other_edition(name="mine", metal=30)
    text = GAME.replace("kosmos-2008", "mine")
    assert read_record(text).record is None
    assert read_record(text, editions=[TINY, mine]).complete().edition == mine
    text = text.replace("mine", f"mine {edition_digest(other_edition(name='mine', metal=31))}")
    assert read_record(text, editions=[mine]).record is None
    both = [mine, other_edition(name="mine", metal=31)]
    assert read_record(text, editions=both).complete().edition.metal == 31


def test_an_embedded_edition_must_be_the_one_that_is_named() -> None:
    text = format_record(Record(edition=TINY, hands=(TINY.cards[:1], TINY.cards[1:])))
    for old, new in (
        ("edition: tiny-exhaustive", "edition: tiny"),
        ("metal = { is = 1", "metal = { is = 2"),
        ("metal = { is = 1", "metal = { is = -1"),
        ("[counts]", "[[[[" * 1000),
    ):
        assert old in text
        reading = read_record(text.replace(old, new, 1))
        assert reading.record is None
        assert reading.problem is not None
        assert reading.problem.where == "line 3"


def test_an_edition_that_no_file_can_express() -> None:
    road = (*KOSMOS_2008.road[:1], Space("site", "lower", 2), *KOSMOS_2008.road[2:])
    record = Record(edition=other_edition(road=road), hands=read_record(GAME).complete().hands)
    with pytest.raises(ValueError, match="cannot be written as a file"):
        format_record(record)


def test_digests_tell_editions_apart() -> None:
    """By all that matters in a game, and by nothing else. They are the same for ever."""
    assert edition_digest(KOSMOS_2008) == "e635abeaa461af78"
    assert edition_digest(other_edition(title="x", provenance=())) == edition_digest(KOSMOS_2008)
    others = [
        other_edition(name="x"),
        other_edition(metal=1),
        other_edition(cards=KOSMOS_2008.cards[1:]),
        other_edition(colours=("a", "b", "c", "d")),
    ]
    assert len({edition_digest(edition) for edition in (KOSMOS_2008, TINY, *others)}) == 6


# Records as values


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"names": ("Ana",)}, "a name for each of 2 players, or none"),
        ({"names": ("Ana\nBen", "")}, "printable"),
        ({"names": (" Ana", "")}, "no blanks around it"),
        ({"tags": (("a", "1"), ("a", "2"))}, "each tag once"),
        ({"tags": (("A", "1"),)}, "a tag is of small letters"),
        ({"tags": (("a", "1\t"),)}, "printable"),
    ],
)
def test_what_a_record_cannot_hold(changes: dict[str, Any], why: str) -> None:
    record = read_record(GAME).complete()
    with pytest.raises(ValueError, match=why):
        evolve(record, **changes)


def test_hands_and_names_have_one_form() -> None:
    record = read_record(GAME).complete()
    shuffled = evolve(record, hands=tuple(hand[::-1] for hand in record.hands), names=("", ""))
    assert shuffled == record


def test_the_beginning_of_a_record() -> None:
    record = corpus("tiny-with-a-sword")
    assert record.until(99) is record
    assert record.until(2) == evolve(record, entries=record.entries[:2], scores=None)
    assert list(record.until(0).turns()) == []
    assert [Entry(action).ends_turn for action in (PASS, TAKE_CARDS, END_TURN)] == [True] * 3


# Files


@pytest.mark.parametrize("name", ["game.toledo", "game.json"])
def test_files(tmp_path: Path, name: str) -> None:
    record = corpus("by-hand")
    path = tmp_path / name
    save_record(record.until(3), str(path))
    save_record(record, path, embed=True)
    assert load_record(path).complete() == record
    assert path.read_text(encoding="utf-8").startswith("{" if name.endswith("json") else "toledo")
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_marks_and_line_ends_of_other_systems() -> None:
    assert (
        read_record("\ufeff" + GAME.replace("\n", "\r\n")).complete()
        == read_record(GAME).complete()
    )


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.toledo"
    path.write_bytes(GAME.encode().replace(b"use", b"u\xffe"))
    reading = load_record(path)
    assert reading.record is not None
    assert len(reading.record.entries) == 3
    assert reading.problem is not None
    assert (reading.problem.line, reading.problem.column) == (8, 9)
    with pytest.raises(FileNotFoundError):
        load_record(tmp_path / "none")


def test_a_disk_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_file: int) -> None:
        raise OSError("the disk is full")

    path = tmp_path / "game.toledo"
    record = corpus("by-hand")
    save_record(record.until(3), path)
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        save_record(record, path)
    assert load_record(path).complete() == record.until(3)
