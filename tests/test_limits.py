"""Limits: everything that comes from outside has one, and it is enforced where it enters."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tests.editions.test_bounds import colourful
from tests.readers import NOT_READERS, READERS, OutsideReader, public_functions, takes_outside
from toledo_rules import (
    KOSMOS_2008,
    Card,
    Edition,
    Game,
    Space,
    State,
    Stream,
    determinize,
    explain,
    legal_actions,
    limits,
    new_game,
    universe,
    view,
)
from toledo_rules.bots import BotSpecError, make_bot
from toledo_rules.cards import NEUTRAL, STANCES
from toledo_rules.codec import CodecError, dump, load
from toledo_rules.errors import ToledoError
from toledo_rules.multiset import multiset
from toledo_rules.record import Entry, Record, format_record, read_record
from toledo_rules.simulate import Plan, worker_pool

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
    if name != "codec.load":
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
        assert re.search(rf"(at most|more than) {reader.limit:,}\b", str(caught.value))
        assert len(str(caught.value)) < 500


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
    document["pile"] = [dump(state.pile[0])] * (limits.MOST_ENTRIES + 1)
    with pytest.raises(
        CodecError, match=r"^\$\.pile: found a list of 10001, expected at most 10000$"
    ):
        load(document, State)


def test_problems_in_json() -> None:
    document = dump(new_game(2, Random(1)))
    assert isinstance(document, dict)
    document["pile"] = [{}] * limits.MOST_ENTRIES
    with pytest.raises(CodecError) as caught:
        load(document, State)
    assert len(caught.value.problems) == limits.MOST_PROBLEMS
    assert "and 980 more" in str(caught.value)


def test_problems_in_a_record() -> None:
    text = "toledo-record 1\n" + "nonsense\n" * 3000
    reading = read_record(text)
    assert len(reading.problems) == limits.MOST_PROBLEMS
    assert reading.problems[-1].expected.startswith("moves:")  # the one that ended the reading
    text += "edition: kosmos-2008\nhand red: 1va 2bd 3nd 4ta 6vd\nhand blue: 1nd 2va 5bd 5ta 6na\nmoves:\n"
    assert len(read_record(text).problems) == limits.MOST_PROBLEMS


def test_names_and_tags_of_a_record() -> None:
    start = new_game(2, Random(1))
    longest = "n" * limits.LONGEST_NOTE
    tags = tuple((f"tag-{number}", "") for number in range(limits.MOST_TAGS))
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
    for longest in ("s" * limits.LONGEST_SEED, 10**limits.LONGEST_SEED - 1):
        assert Stream(longest).randrange(2) in (0, 1)
    for seed, why in (
        ("s" * (limits.LONGEST_SEED + 1), "at most 1,000 characters, not 1,001"),
        (10**limits.LONGEST_SEED, "at most 1,000 digits"),
        (-(10**5000), "at most 1,000 digits"),
        ("\ud800", "must be text"),
    ):
        with pytest.raises(ValueError, match=why):
            Stream(seed)
    for number in (-(10**5000), 10**5000):
        with pytest.raises(ValueError, match="game has at most 1,000 digits"):
            Stream(1, game=number)


def test_bots() -> None:
    with pytest.raises(BotSpecError, match="at most 1,000 characters, not 1,001"):
        make_bot("x" * 1001)
    with pytest.raises(BotSpecError, match="each option can be given once"):
        make_bot("ismcts:iterations=8,iterations=9")


def test_simulations() -> None:
    with pytest.raises(ValueError, match="games"):
        Plan(bots=("random", "random"), games=limits.MOST_GAMES + 1)
    for workers in (0, limits.MOST_WORKERS + 1):
        with pytest.raises(ValueError, match=f"expected 1 to 1,000 workers, found {workers}"):
            worker_pool(workers)


# Growth


def steps(run: Callable[[], object]) -> int:
    """Return the number of calls in a run, of Python functions and of built-in ones."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return calls


HEAD = "toledo-record 1\nedition: kosmos-2008\nhand red: 1va 2bd 3nd 4ta 6vd\nhand blue: 1nd 2va 5bd 5ta 6na\n"
REPEATED: dict[str, tuple[str, str, str, str]] = {
    "tags of a record": ("record.read_record", HEAD, "tag t#: x\n", "moves:\n"),
    "one tag": ("record.read_record", HEAD, "tag t: x\n", "moves:\n"),
    "names": ("record.read_record", HEAD, "name n#: x\n", "moves:\n"),
    "hands": ("record.read_record", HEAD, "hand h#: 1va\n", "moves:\n"),
    "lines that are none": ("record.read_record", HEAD, "nonsense\n", "moves:\n"),
    "empty lines": ("record.read_record", HEAD, "\n", "moves:\n"),
    "bars": ("record.read_record", HEAD, "| a#.b = 1\n", "moves:\n"),
    "moves": ("record.read_record", HEAD + "moves:\n", "take\n", ""),
    "moves on a line": ("notation.parse_turn", "", "take, ", "take"),
    "cards": ("notation.parse_cards", "", "1va ", ""),
    "blanks": ("notation.parse_turn", "", " ", "take"),
    "sections": ("notation.parse_position", "toledo1 red ", "/ red ", ""),
    "blanks in a position": ("notation.parse_position", "toledo1", " ", " red / red / blue"),
    "brackets": ("codec.parse_json", "[", "[],", "[]]"),
    "nested brackets": ("codec.parse_json", "", "[", ""),
    "keys": ("codec.parse_json", "{", '"k#": 1, ', '"k": 1}'),
    "keys of a document": ("codec.loads", "{", '"k#": 1, ', '"format": 1}'),
    "keys twice": ("codec.loads", "{", '"format": 1, ', '"kind": "state"}'),
    "cards in a document": (
        "codec.loads",
        '{"format": 1, "kind": "move", "value": {"type": "draw", "card": [',
        "{}, ",
        "{}]}}",
    ),
    "parameters": (
        "codec.loads",
        '{"format": 1, "kind": "illegality", "value": {"code": "c", "rule": "A-1", "parameters": {',
        '"k#": [], ',
        '"k": 1}}}',
    ),
    "keys of an edition": ("editions.parse_edition", "", "k# = 1\n", ""),
    "tables of an edition": ("editions.parse_edition", "", "[t#]\n", ""),
    "swords of an edition": ("editions.parse_edition", "", "[[swords]]\nvalue = 1\n", ""),
    "options of a bot": ("bots.make_bot", "ismcts:", "a#=1,", "b=1"),
}
"""Texts that grow: the reader, the beginning, the part that is repeated (with its number for a #), the end."""


def grown(shape: tuple[str, str, str, str], times: int) -> tuple[OutsideReader, str]:
    name, begin, part, end = shape
    middle = "".join(part.replace("#", str(number)) for number in range(times))
    return READERS[name], begin + middle + end


@pytest.mark.parametrize("shape", REPEATED.values(), ids=REPEATED.keys())
def test_readers_are_linear(shape: tuple[str, str, str, str]) -> None:
    """Four times the text takes at most four times the steps, and a little for what is there once."""

    def run(times: int) -> int:
        reader, text = grown(shape, times)
        assert len(text) <= reader.limit

        def read() -> None:
            with suppress(ToledoError):
                reader.read(text)

        return steps(read)

    once = 30 if shape[0] == "bots.make_bot" else 150
    run(once)
    few, many = run(once), run(4 * once)
    assert many <= 4.4 * few + 400


# Editions as large as they may be


def long_road(spaces: int) -> Edition:
    """An edition with a long road of taverns, on which a hand of ones can go on and on."""
    tavern = Space("tavern", circles=1)
    road = (KOSMOS_2008.road[0], *[tavern] * spaces, *KOSMOS_2008.road[-2:])
    cards = multiset([Card(1, NEUTRAL, stance) for stance in STANCES] * 20)
    return evolve(
        KOSMOS_2008,
        name="long",
        road=road,
        cards=cards,
        figures=60,
        most_players=2,
        hand=9,
        duel_colours=(),
        tiles=(),
    )


def crowded(spaces: int) -> State:
    """A position in which every tavern up to half of the road is full of own figures."""
    state = new_game(2, Stream(1), edition=long_road(spaces))
    mover = state.players[state.active]
    half = min(spaces // 2, 40)
    figures = (*[0] * (60 - half), *range(1, half + 1))
    players = [*state.players]
    players[state.active] = evolve(mover, figures=figures)
    return evolve(state, players=tuple(players))


def test_legal_actions_and_reasons_grow_with_the_road() -> None:
    """Twice the spaces with twice the figures on them take twice the steps, and a little more."""
    listing, explaining = [], []
    for spaces in (20, 40, 80):
        state = crowded(spaces)
        actions = universe(state.edition).actions
        legal_actions(state)
        listing.append(steps(partial(legal_actions, state)))
        explaining.append(max(steps(partial(explain, state, one)) for one in actions))
    assert listing[2] <= 2.7 * listing[1] <= 7.3 * listing[0]
    assert explaining[2] <= 2.7 * explaining[1] <= 7.3 * explaining[0]


def test_legal_actions_grow_with_the_kinds_of_cards() -> None:
    counts = []
    for colours in (2, 4, 8):
        edition = colourful(colours)
        state = new_game(2, Stream(1), edition=edition)
        player = evolve(state.players[state.active], hand=edition.cards)
        players = tuple(
            player if seat == state.active else one for seat, one in enumerate(state.players)
        )
        full = evolve(state, players=players, pile=())
        legal_actions(full)
        counts.append(steps(partial(legal_actions, full)))
    assert counts[2] <= 2.5 * counts[1] <= 7 * counts[0]


@pytest.mark.parametrize("cards", [10, 20, 40])
def test_hidden_hands_are_drawn_in_a_step_for_each_card(cards: int) -> None:
    """However many cards are hidden: the ways to deal them are counted, not listed."""
    state = new_game(4, Stream(1))
    pile, hands = [*state.pile], []
    for player in state.players:
        more = [pile.pop() for _ in range(min(cards, 14))]
        hands.append(evolve(player, hand=multiset([*player.hand, *more])))
    full = evolve(state, players=tuple(hands), pile=multiset(pile))
    seen = view(full, 0)
    determinize(seen, Stream(1))
    assert steps(lambda: determinize(seen, Stream(2))) < 60 * len(KOSMOS_2008.cards)


# The page


def constants() -> Iterator[tuple[str, int]]:
    for name, value in vars(limits).items():
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
