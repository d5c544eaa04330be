"""Records: a game as text, replayed to the last position, with nothing lost before damage."""

import os
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from inspect import Parameter, signature
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.damage import check_record, mutate
from tests.strategies import journeys
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    PASS,
    TAKE_CARDS,
    Draw,
    Edition,
    Game,
    Space,
    outcome,
    shipped_edition,
    step,
)
from toledo_rules import record as _text
from toledo_rules._limits import MOST_TAGS
from toledo_rules.editions import edition_digest, edition_to_toml
from toledo_rules.errors import RecordError, ReplayError
from toledo_rules.events import EVENT_TYPES
from toledo_rules.notation import format_position, parse_card, parse_cards
from toledo_rules.record import (
    RULES_REVISION,
    Entry,
    Ply,
    Record,
    deal_hands,
    format_record,
    load_record,
    reach,
    read_record,
    replay,
    save_record,
)
from toledo_rules.rulebook import Code
from toledo_rules.testing import Journey

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.toledo"))
TINY = shipped_edition("tiny-exhaustive")

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
SOME_HEADER = "edition:, rules:, start:, first:, name, hand, tag, scores:, check: or moves:"
SOME_ACTION = "a card or an action: take, place, return, vs, use, deliver, end or pass"
SOME_TAG = "a tag of lower-case letters, digits and hyphens"
SOME_TEXT = "at most 500 printable characters, without blanks at either end"


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
    assert {records[name].players for name in whole} == {2, 3, 4}
    happened = Counter(
        type(event).__name__
        for name in ("two-players", "three-players", "four-players", "tiny-with-a-pass")
        for ply in replay(records[name])
        for event in ply.transition.seen_by(None)
    )
    assert len(happened) == len(EVENT_TYPES)


def test_what_people_write_is_what_is_meant() -> None:
    """Comments, short words, capitals, labels or none, a turn over two lines: all the same."""
    record = corpus("by-hand")
    assert record.names == ("Ana, who always wears #1", "Ben", "Carla")
    assert record.tags == (("date", "2008-10-23"),)
    assert record.start.active == 2
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
    return Record(start, entries=tuple(entries))


texts = st.text().map(str.strip).filter(str.isprintable)


@pytest.mark.search
@settings(max_examples=15)
@given(journeys(), st.data())
def test_any_game_can_be_written_read_and_replayed(journey: Journey, data: st.DataObject) -> None:
    whole = record_of(journey)
    record = evolve(
        whole.until(data.draw(st.integers(0, 100))),
        names=tuple(data.draw(texts) for _ in range(whole.players)),
        tags=(("date", data.draw(texts)), ("place", data.draw(texts))),
    )
    assert read_record(format_record(record)).complete() == record
    assert read_record(format_record(record, embed=True)).complete() == record
    assert record.begins_with_deal
    plies = [ply for ply in journey if not ply.what.state.chance]
    for replayed, ply in zip(replay(record), plies, strict=False):
        assert replayed.after == ply.what.state


def test_what_a_replay_yields() -> None:
    record = read_record(GAME).complete()
    plies = list(replay(record))
    assert [ply.seat for ply in plies] == [0, 1, 0, 0, 0, 1]
    assert all(a.after == b.before for a, b in pairwise(plies))
    assert tuple(ply.entry for ply in plies) == record.entries
    taken = plies[-1].transition
    assert taken.draws == tuple(Draw(parse_card(text, KOSMOS_2008)) for text in ("3va", "5nd"))
    assert [type(event).__name__ for event in taken.seen_by(None)] == [
        "DrawingBegan",
        "CardDrawn",
        "CardDrawn",
        "TurnEnded",
        "TurnBegan",
    ]
    assert taken.reveals


# Damage


def test_a_cut_file_loses_nothing_before_the_cut() -> None:
    """Cut anywhere, a record gives the actions before the cut, and says that something is missing."""
    record = corpus("three-players").until(18)
    text = format_record(record)
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
            assert count == text[header:end].replace("\n", ",").count(",")
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
        assert reading.problem.where == "line 7"
    cut = read_record(text.removesuffix(", pass")).problem
    assert cut is not None
    assert (cut.column, cut.expected) == (len("place m2@14") + 1, "the end of the line")
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
        "33, the number of actions that can be read",
    )


def test_a_change_after_writing_is_noticed() -> None:
    text = format_record(corpus("three-players"))
    reading = read_record(text.replace("10 blue: take = 1ba 2td", "10 blue: take = 1ba 2tA"))
    assert reading.problem is not None
    assert reading.problem.where == "line 2"
    assert reading.problem.expected.endswith("the record was changed after it was written")
    assert reading.record is not None
    misfit = reach(reading.record).misfit  # and here it shows
    assert misfit is not None
    assert misfit.number == 10
    with pytest.raises(RecordError, match="the record was changed"):
        reading.complete()


# The check


def hash_of(text: str) -> str:
    """The check as the documentation defines it."""
    lines = [line.strip() for line in text.split("\n")]
    rest = [line for line in lines[1:] if line and not line.startswith(("|", "check:", "moves:"))]
    return sha256("\n".join(rest).encode()).hexdigest()[:12]


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_the_check_covers_the_bytes_in_the_file(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    if "check:" in text:
        entries = len(load_record(file).complete().entries)
        assert f"\ncheck: {entries} {hash_of(text)}\n" in text


def test_another_spelling_spoils_no_old_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version may write cards, players and turns differently, as long as it reads what was written before."""
    old = {file: load_record(file).complete() for file in CORPUS}
    plain = format_record(old[CORPUS[0]])
    for name in ("format_cards", "format_seat", "format_turn"):
        spell = getattr(_text, name)
        monkeypatch.setattr(_text, name, lambda *what, spell=spell: spell(*what).upper())
    for file, record in old.items():
        assert load_record(file).complete() == record
        assert read_record(format_record(record)).complete() == record
    assert read_record(plain).complete() == old[CORPUS[0]]
    assert format_record(old[CORPUS[0]]) != plain


def test_comments_indentation_and_line_ends_do_not_count() -> None:
    text = format_record(corpus("by-hand"))
    turns = text.index("moves:\n")
    dressed = text[:turns].replace("\n", "\r\n") + text[turns:].replace(
        "\n", "   # so be it\n\n  \t"
    )
    assert read_record(f"\ufeff# Ours\n\n{dressed}").complete() == corpus("by-hand")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("4va", "4VA"),
        ("1 green: ", ""),
        ("green: place", "green:  place"),
        ("tag date: 2008-10-23", "tag date: 2008-10-24"),
        ("rules: 1\n", ""),
        ("rules: 1\nfirst: green\n", "first: green\nrules: 1\n"),
        ("Ana, who always wears #1", "Ana"),
    ],
)
def test_everything_else_counts(old: str, new: str) -> None:
    """The record is there all the same, with the problem that its text was changed."""
    text = format_record(corpus("by-hand"))
    assert old in text
    reading = read_record(text.replace(old, new, 1))
    assert reading.problem is not None
    assert (reading.problem.where, len(reading.problems)) == ("line 2", 1)
    assert "the record was changed after it was written" in reading.problem.expected
    assert reading.record is not None


def test_characters_that_cannot_be_written_are_damage() -> None:
    text = format_record(corpus("by-hand")).replace("Ben", "Ben\ud800")
    reading = read_record(text)
    assert reading.problem is not None
    assert reading.problem.expected == SOME_TEXT


# Problems


NEWER = "toledo-record 1: a newer version of the library wrote this"


@pytest.mark.parametrize(
    ("old", "new", "where", "column", "expected", "entries"),
    [
        ("toledo-record 1", "toledo-record 2", "line 1", 1, NEWER, None),
        ("toledo-record 1", "toledo-record 0", "line 1", 1, "toledo-record 1", None),
        ("toledo-record 1", "", "line 2", 1, "toledo-record 1", None),
        ("edition: kosmos-2008", "", "line 5", 7, "edition: and the name of an edition, before this", None),
        ("kosmos-2008", "atlantis", "line 2", 9, "an edition that is known or embedded; 'atlantis' is neither", None),
        ("kosmos-2008", "kosmos-2008 123", "line 2", 9, f"{NAMED}, the edition that is known here", None),
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
        ("moves:\n", "name green: Carla\nmoves:\n", "line 5", 6, "the colour of a player in this game", 6),
        ("moves:\n", "name red: A\x07\nmoves:\n", "line 5", 10, SOME_TEXT, 6),
        ("moves:\n", "tag a--b: c\nmoves:\n", "line 5", 5, SOME_TAG, 6),
        ("moves:\n", "tag a-b: A\x07\nmoves:\n", "line 5", 9, SOME_TEXT, 6),
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
def test_problems(
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


def test_each_wrong_player_is_named() -> None:
    reading = read_record(GAME.replace("hand red", "hand pink").replace("hand blue", "hand brown"))
    assert [(one.where, one.column) for one in reading.problems[:2]] == [
        ("line 3", 6),
        ("line 4", 6),
    ]


def test_a_line_of_one_sign_is_no_trouble() -> None:
    assert (
        read_record(GAME.replace("moves:\n", "#\n#x\nmoves:\n")).complete()
        == read_record(GAME).complete()
    )
    assert read_record(GAME.replace("moves:\n", "x\nmoves:\n")).problems[0].where == "line 5"


def test_too_many_tags_are_named_from_the_beginning_of_the_line() -> None:
    tags = "".join(f"tag t{number}: x\n" for number in range(MOST_TAGS + 1))
    (problem,) = read_record(GAME.replace("moves:\n", f"{tags}moves:\n")).problems
    assert (problem.expected, problem.column) == (f"at most {MOST_TAGS} tags", 1)


@pytest.mark.parametrize("text", ["", "\n", "{}", "toledo-record 1", "toledo-record 1\nmoves:"])
def test_hopeless_texts(text: str) -> None:
    reading = read_record(text)
    assert reading.record is None
    assert reading.problems


def test_scores_are_dropped_with_the_end_they_belong_to() -> None:
    record = corpus("tiny-with-a-sword")
    reading = read_record(format_record(record).replace("26 red: 1va@2", "26 red: 1vx@2"))
    assert reading.record is not None
    assert reading.record == record.until(len(reading.record.entries))
    assert reach(reading.record).misfit is None


@pytest.mark.search
def test_random_damage_is_reported() -> None:
    rng = Random(1561)
    records = (corpus("by-hand"), corpus("two-players").until(15), corpus("four-players").until(8))
    verdicts: Counter[str] = Counter()
    for _ in range(1000):
        record = rng.choice(records)
        verdicts[check_record(mutate(format_record(record), rng), record)] += 1
    tiny = corpus("tiny-with-a-pass").until(9)
    for _ in range(15):
        verdicts[check_record(mutate(format_record(tiny), rng), tiny)] += 1
    assert verdicts["reported"] > 200
    assert verdicts["hopeless"] > 100
    assert verdicts["same"] > 50


def calls(text: str) -> int:
    """The number of calls that it takes to read a text."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        read_record(text)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.search
@pytest.mark.parametrize(
    "lines",
    [
        lambda number: HEAD + "".join(f"tag t{n}: x\n" for n in range(number)) + "moves:\n",
        lambda number: HEAD + "tag t: x\n" * number + "moves:\n",
        lambda number: HEAD + "what now\n" * number + "moves:\n",
        lambda number: HEAD + "".join(f"name p{n}: x\n" for n in range(number)) + "moves:\n",
        lambda number: HEAD + "".join(f"hand p{n}: 1va\n" for n in range(number)) + "moves:\n",
        lambda number: HEAD + "# nothing\n" * number + "moves:\n",
        lambda number: HEAD + "moves:\n" + "place m2@4\n" * number,
        lambda number: HEAD + "moves:\n" + ", ".join(["place m2@4"] * number) + "\n",
    ],
    ids=range(8),
)
def test_reading_grows_with_the_text_and_not_faster(lines: Callable[[int], str]) -> None:
    read_record(lines(1))  # what is computed once for an edition
    few, many = calls(lines(400)), calls(lines(800))
    assert 400 < few < many < 2.1 * few


# Replays that do not fit


def misfit_of(record: Record) -> ReplayError:
    """The error, after all that fits was yielded; the other function says the same."""
    plies: list[Ply] = []
    with pytest.raises(ReplayError) as failure:
        plies.extend(replay(record))
    error, reached = failure.value, reach(record)
    assert (reached.number, reached.state) == (len(plies), error.state)
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
def test_what_does_not_fit_is_reported(old: str, new: str, number: int, code: Code) -> None:
    """The position reached is that before the entry, which is left out as a whole."""
    record = changed_game(old, new)
    error = misfit_of(record)
    assert error.number == number
    assert error.refusal is not None
    assert error.refusal.code == code
    assert error.state == reach(record.until(number - 1)).state
    assert str(error).startswith(f"entry {number}: ")


def test_a_record_for_other_rules_is_not_replayed() -> None:
    record = evolve(read_record(GAME).complete(), rules=RULES_REVISION + 1)
    assert read_record(format_record(record)).complete() == record
    error = misfit_of(record)
    assert (error.number, error.refusal) == (0, None)
    assert str(error) == (
        "entry 0: the record is for rules 2, and these are rules 1: a later version of the library wrote it, and only "
        "such a version can replay it"
    )
    assert reach(evolve(record, rules=RULES_REVISION)).misfit is None


def test_scores_that_do_not_fit() -> None:
    record = corpus("tiny-with-a-sword")
    error = misfit_of(evolve(record, scores=(4, 0)))
    assert (error.number, error.refusal, error.state.over) == (len(record.entries), None, True)
    assert str(error) == "entry 40: the scores are (3, 0), and the record says (4, 0)"
    early = evolve(record.until(10), scores=(3, 0))
    assert str(misfit_of(early)) == "entry 10: the record has scores, but the game is not over"


@pytest.mark.parametrize(
    ("hands", "first", "why"),
    [
        ((), 0, "is for 2 to 4 players, not 0"),
        (("1va 2bd 3nd 4ta 6vd", "1nd 2va 5bd 5ta 6na"), 2, "the seats are 0 to 1, not 2"),
        (("1va 2bd 3nd 4ta 6vd", "1nd 2va 5bd 5ta"), 0, "seat 1 has 4 cards, expected 5"),
        (("1va 1va 3nd 4ta 6vd", "1va 2va 5bd 5ta 6na"), 0, "seat 1 has cards that are not"),
    ],
)
def test_deals_that_cannot_be(hands: tuple[str, ...], first: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        deal_hands(KOSMOS_2008, [parse_cards(hand, KOSMOS_2008) for hand in hands], first)


# Editions


def other_edition(**changes: Any) -> Edition:
    return evolve(KOSMOS_2008, **changes)


def test_an_edition_that_comes_with_the_library_is_named() -> None:
    record = read_record(GAME).complete()
    assert f"\nedition: kosmos-2008 {edition_digest(KOSMOS_2008)}\nrules" in format_record(record)
    assert "\n|" not in format_record(record)


@pytest.mark.parametrize(
    "edition",
    [TINY, other_edition(metal=30), other_edition(name="mine", title='A "title" # with | signs')],
    ids=lambda edition: edition.name,
)
def test_any_other_edition_is_embedded(edition: Edition) -> None:
    hands = (edition.cards[: edition.hand], edition.cards[-edition.hand :])
    record = Record(deal_hands(edition, hands))
    again = read_record(format_record(record)).complete()
    assert again == record
    assert again.edition.title == edition.title


def test_an_embedded_edition_is_its_file_without_comments_and_blanks() -> None:
    text = format_record(Record(deal_hands(TINY, (TINY.cards[:1], TINY.cards[1:]))), embed=True)
    lines = [line.removeprefix("| ") for line in text.splitlines() if line.startswith("|")]
    assert lines == [
        line
        for line in edition_to_toml(evolve(TINY, provenance=())).splitlines()
        if line and not line.startswith("#")
    ]
    assert len(lines) > 50


def test_a_bar_and_one_blank_are_not_part_of_an_embedded_edition() -> None:
    """It shows where a title has several lines, which is a mistake that quotes them."""
    text = format_record(Record(deal_hands(TINY, (TINY.cards[:1], TINY.cards[1:]))), embed=True)
    titled = text.replace(f'"{TINY.title}"', "'''\n| one\n|   two\n|three'''")
    problem = read_record(titled).problem
    assert problem is not None
    assert r'"one\n  two\nthree"' in problem.expected


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
    text = format_record(Record(deal_hands(TINY, (TINY.cards[:1], TINY.cards[1:]))), embed=True)
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


def test_an_edition_that_is_not_valid_cannot_be_embedded() -> None:
    road = (*KOSMOS_2008.road[:1], Space("site", "lower", 2), *KOSMOS_2008.road[2:])
    record = Record(deal_hands(other_edition(road=road), read_record(GAME).complete().hands))
    with pytest.raises(ValueError, match="as for the other sites of the row"):
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


# Records that begin at a position


@pytest.mark.search
@pytest.mark.parametrize("name", ["two-players", "three-players", "tiny-with-a-sword"])
def test_a_record_can_begin_at_any_position(name: str) -> None:
    whole = corpus(name)
    end = reach(whole).state
    for number, ply in list(enumerate(replay(whole)))[1::7]:
        record = evolve(whole, start=ply.before, entries=whole.entries[number:])
        assert not record.begins_with_deal
        text = format_record(record)
        assert f"\nstart: {format_position(ply.before)}\n" in text
        assert "\nhand" not in text
        assert "\nfirst" not in text
        again = read_record(text).complete()
        assert again == record
        assert (reach(again).state, reach(again).misfit) == (end, None)


def test_a_position_can_come_with_a_comment() -> None:
    plies = list(replay(corpus("by-hand")))
    text = format_record(Record(plies[3].before)).replace("\nmoves", "  # after the storm\nmoves")
    assert "storm" in text
    assert read_record(text).complete() == Record(plies[3].before)


@pytest.mark.parametrize(
    ("old", "new", "column", "expected"),
    [
        ("start: ", "start: nonsense ", 8, ""),
        ("start: ", "start: # ", 7, ""),
        ("rules", "first: red\nrules", 1, "no such line beside start:"),
        ("rules", "hand red: 1va\nrules", 1, "no such line beside start:"),
        ("rules", "name yellow: Ana\nrules", 6, "the colour of a player in this game"),
    ],
)
def test_problems_with_a_position(old: str, new: str, column: int, expected: str) -> None:
    start = list(replay(corpus("by-hand")))[3].before
    text = format_record(Record(start)).replace(old, new, 1)
    reading = read_record(text)
    assert reading.problem is not None
    assert reading.problem.where == ("line 5" if old == "start: " else "line 4")
    assert reading.problem.column == column
    assert reading.problem.expected.startswith(expected)
    assert (reading.record is None) == (old == "start: ")


def test_a_game_begins_where_a_player_decides() -> None:
    start = list(replay(corpus("by-hand")))[1].before
    drawing = step(start, TAKE_CARDS).state
    with pytest.raises(ValueError, match="a game begins where a player decides, not at a chance"):
        Record(drawing)
    text = format_record(Record(start)).replace(format_position(start), format_position(drawing))
    reading = read_record(text)
    assert reading.record is None
    assert reading.problem is not None
    assert reading.problem.expected.startswith("a position to begin with: a game begins where")


def test_a_game_begins_at_a_position_in_writing() -> None:
    start = list(replay(corpus("by-hand")))[3].before
    game = Game(["Ana", "Ben", "Carla"], position=format_position(start), seed=1)
    assert game.state == start
    assert read_record(format_record(game.record())).complete() == game.record()


# Records as values


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"names": ("Ana",)}, "a name for each of 2 players"),
        ({"names": ("Ana\nBen", "")}, "printable"),
        ({"names": (" Ana", "")}, "without blanks at either end"),
        ({"tags": (("a", "1"), ("a", "2"))}, "each tag once"),
        ({"tags": (("A", "1"),)}, "a tag of lower-case letters"),
        ({"tags": (("a", "1\t"),)}, "printable"),
    ],
)
def test_what_a_record_cannot_hold(changes: dict[str, Any], why: str) -> None:
    record = read_record(GAME).complete()
    with pytest.raises(ValueError, match=why):
        evolve(record, **changes)


def test_everything_but_the_start_goes_by_its_name() -> None:
    start, *others = signature(Record).parameters.values()
    assert start.kind is not Parameter.KEYWORD_ONLY
    assert {other.kind for other in others} == {Parameter.KEYWORD_ONLY}


def test_hands_and_names_have_one_form() -> None:
    record = read_record(GAME).complete()
    hands = [hand[::-1] for hand in record.hands]
    assert evolve(record, start=deal_hands(record.edition, hands), names=("", "")) == record


def test_the_beginning_of_a_record() -> None:
    record = corpus("tiny-with-a-sword")
    assert record.until(99) is record
    assert record.until(2) == evolve(record, entries=record.entries[:2], scores=None)
    assert list(record.until(0).turns()) == []
    assert [Entry(action).ends_turn for action in (PASS, TAKE_CARDS, END_TURN)] == [True] * 3


# Files


def test_files(tmp_path: Path) -> None:
    record = corpus("by-hand")
    path = tmp_path / "game.toledo"
    save_record(record.until(3), str(path))
    assert path.read_text(encoding="utf-8") == format_record(record.until(3))
    save_record(record, path, embed=True)
    assert load_record(path).complete() == record
    assert path.read_text(encoding="utf-8") == format_record(record, embed=True)
    assert [file.name for file in tmp_path.iterdir()] == ["game.toledo"]


def test_a_record_as_long_as_it_may_be_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    record = corpus("by-hand")
    text = format_record(record)
    monkeypatch.setattr("toledo_rules.record.LONGEST_RECORD", len(text.encode()))
    assert format_record(record) == text


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
    assert (reading.problem.where, reading.problem.column) == ("line 8", 9)
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
