"""Editions: the numbers of the default one, files that are right, and every mistake that a file can have."""

from __future__ import annotations

import copy
import copyreg
import pickle
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from subprocess import run
from typing import Any, cast

import pytest
from attrs import NOTHING, evolve, field, fields, make_class
from hypothesis import given
from hypothesis import strategies as st

from toledo_rules import (
    Card,
    Edition,
    Problem,
    ShopTile,
    Space,
    Sword,
    editions,
    legal_actions,
    new_game,
    universe,
)
from toledo_rules._multiset import multiset
from toledo_rules.edition import (
    LEVELS,
    MOVEMENT,
    NEUTRAL,
    SHOP_KINDS,
    STANCES,
    Datum,
    Readings,
    SpaceKind,
    action_counts,
)
from toledo_rules.editions import (
    KOSMOS_2008,
    SHIPPED_EDITIONS,
    edition_digest,
    edition_to_toml,
    load_edition,
    parse_edition,
    shipped_edition,
)
from toledo_rules.errors import EditionError
from toledo_rules.record import load_record

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "src" / "toledo_rules" / "editions"
TINY = sorted(FOLDER.glob("tiny-*.toml"))
TEXT = edition_to_toml(KOSMOS_2008)


def changed(*changes: tuple[str, str]) -> str:
    """The file of the default edition with changes, each where its text first stands."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def problems(text: str) -> list[tuple[str, str, str]]:
    """All that is wrong with a file."""
    with pytest.raises(EditionError) as caught:
        parse_edition(text)
    return [(problem.where, problem.found, problem.expected) for problem in caught.value.problems]


def source_of(key: str) -> Datum:
    """Where a datum of the default edition comes from."""
    return next(datum for datum in KOSMOS_2008.provenance if datum.key == key)


# The default edition


def test_counts_of_the_default_edition() -> None:
    """CMP-01 to CMP-08, SET-06, TAK-01, TAV-02, FEN-04, END-01, SCO-05, A-01, A-02, A-14.

    Every number of pieces, players and cards is that of the rulebooks or of the ruling.
    """
    e = KOSMOS_2008
    assert (e.name, e.title) == ("kosmos-2008", "Toledo (Kosmos, 2008)")
    assert (e.least_players, e.most_players) == (2, 4)
    assert (e.figures, e.hand, e.metal, e.gems) == (5, 5, 23, 20)
    assert (len(e.cards), len(e.swords), len(e.paintings), len(e.shops)) == (84, 19, 6, 8)
    assert (e.cards_taken, e.tavern_cards, e.tile_limit) == (2, 3, 3)
    assert (e.last_round_at, e.movement_penalty) == (3, 2)
    assert e.colours == ("red", "blue", "green", "yellow")


def test_road_of_the_default_edition() -> None:
    """CMP-11, A-09 to A-11, A-13: one road with prices by row, and the entrances at its end."""
    road = KOSMOS_2008.road
    assert road[0] == Space("cathedral")
    assert {step: space for step, space in enumerate(road) if space.kind != "site"} == {
        0: Space("cathedral"),
        5: Space("tavern", "lower", 1, 2),
        10: Space("artist", "middle", 3, 2),
        12: Space("tavern", "middle", 3, 2),
        20: Space("entrance"),
        21: Space("entrance"),
    }
    sites = [step for step, space in enumerate(road) if space.kind == "site"]
    assert len(sites) == 16
    assert {road[step] for step in sites if step <= 7} == {Space("site", "lower", 1)}
    assert {road[step] for step in sites if 8 <= step <= 13} == {Space("site", "middle", 3)}
    assert {road[step] for step in sites if step >= 14} == {Space("site", "upper", 5)}
    assert KOSMOS_2008.last_step == 21


def test_cards_of_the_default_edition() -> None:
    """A-04 to A-06: 14 of each value, each colour with each stance twice, neutral once."""
    assert KOSMOS_2008.duel_colours == ("violet", "brown", "turquoise")
    assert Counter(KOSMOS_2008.cards) == {
        Card(value, colour, stance): 1 if colour == NEUTRAL else 2
        for value in range(1, 7)
        for colour in (*KOSMOS_2008.duel_colours, NEUTRAL)
        for stance in STANCES
    }


def test_swords_of_the_default_edition() -> None:
    """A-07: no sword costs as much as another of both materials and is worth less."""
    assert Counter(KOSMOS_2008.swords) == {
        Sword(2, 1, 0): 3,
        Sword(3, 2, 0): 2,
        Sword(4, 1, 1): 3,
        Sword(5, 3, 0): 1,
        Sword(6, 2, 1): 2,
        Sword(7, 3, 1): 2,
        Sword(8, 2, 2): 2,
        Sword(10, 3, 2): 1,
        Sword(12, 3, 3): 1,
        Sword(13, 4, 3): 1,
        Sword(15, 4, 4): 1,
    }
    for sword in KOSMOS_2008.swords:
        assert not any(
            other.metal <= sword.metal and other.gems <= sword.gems and other.value > sword.value
            for other in KOSMOS_2008.swords
        )


def test_other_pieces_of_the_default_edition() -> None:
    """A-03, A-08, A-12, CMP-10: paintings, master tiles and shop tiles."""
    assert KOSMOS_2008.paintings == (3, 2, 2, 1, 1, 1)
    tiles = {"violet": 4, "brown": 4, "turquoise": 4, MOVEMENT: 4}
    assert Counter(KOSMOS_2008.tiles) == tiles
    shops = {ShopTile(kind, circles): 1 for kind in SHOP_KINDS for circles in (1, 2)}
    assert Counter(KOSMOS_2008.shops) == shops


def test_multisets_are_sorted() -> None:
    """A multiset is a sorted tuple."""
    for e in (KOSMOS_2008, *map(load_edition, TINY)):
        for items in (e.cards, e.swords, e.tiles, e.shops):
            assert items == tuple(sorted(items))


# Provenance


@pytest.mark.parametrize(
    "datum",
    [
        Datum("counts.figures", "5", "rulebook", ""),
        Datum("players.colours.yellow", "yellow", "published", "ringbote.de"),
        Datum(
            "players.shops.gem",
            "one with 1 circle and one with 2 circles",
            "published",
            "lautapeliopas.fi, gamepack.nl",
        ),
        Datum("board.rows.middle", "price 3", "rulebook", ""),
        Datum("board.tavern_circles", "2", "published", "gamepack.nl"),
        Datum("board.road.1", "site in the lower row", "assumed", ""),
        Datum(
            "board.road.21",
            "entrance",
            "inferred",
            "two entrances help only if they lie one behind the other",
        ),
        Datum("cards.copies", "14, 14, 14, 14, 14, 14", "inferred", "84 / 6, the even split"),
        Datum("swords.6.value", "7", "rulebook", "scoring example"),
        Datum("swords.6.cost", "3 metal, 1 gem", "assumed", ""),
        Datum("swords.11.cost", "4 metal, 4 gems", "published", "gamepack.nl"),
    ],
    ids=lambda datum: datum.key,
)
def test_every_datum_says_where_it_comes_from(datum: Datum) -> None:
    """Decision 5: key, value in words, level, source."""
    assert source_of(datum.key) == datum


def test_no_datum_is_forgotten() -> None:
    """Decision 5: each datum once, all levels but "house" occur, and what is not plain to see has a source."""
    keys = [datum.key for datum in KOSMOS_2008.provenance]
    assert len(set(keys)) == len(keys) == 111
    assert {datum.level for datum in KOSMOS_2008.provenance} == {*LEVELS} - {"house"}
    for datum in KOSMOS_2008.provenance:
        assert datum.source or datum.level in ("rulebook", "assumed")


def test_what_nobody_knows_is_called_assumed() -> None:
    """A-04 to A-07, A-09: the soft spots of the default edition."""
    soft = {datum.key for datum in KOSMOS_2008.provenance if datum.level == "assumed"}
    assert "masters.colours.turquoise" in soft
    assert "board.road.12" in soft
    assert "cards.pictures.neutral.defender" in soft
    assert "swords.6.copies" in soft
    assert not any(key.startswith(("counts.", "players.", "paintings.")) for key in soft)


# Getting editions


def test_shipped_editions_by_name() -> None:
    assert shipped_edition("kosmos-2008") is KOSMOS_2008
    known = "kosmos-2008, tiny-agreement, tiny-bank, tiny-duel, tiny-exhaustive or tiny-road"
    with pytest.raises(
        EditionError, match=f"^the library: edition: found 'chess', expected {known}$"
    ):
        shipped_edition("chess")


def test_every_shipped_file_has_a_name() -> None:
    assert [*SHIPPED_EDITIONS] == sorted(path.stem for path in FOLDER.glob("*.toml"))


@pytest.mark.usefixtures("unmeasured")
def test_only_the_game_is_read_at_import() -> None:
    """The others are read when they are asked for, once."""
    program = (
        "import toledo_rules; print(toledo_rules.shipped_edition.cache_info().currsize)\n"
        "tiny = toledo_rules.shipped_edition('tiny-duel')\n"
        "print(tiny is toledo_rules.shipped_edition('tiny-duel'))"
    )
    ran = run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["1", "True"]


def test_the_shipped_file_is_what_the_library_writes() -> None:
    """So whoever begins a corrected copy begins with that file, comments and all."""
    assert (FOLDER / "kosmos-2008.toml").read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize("path", TINY, ids=lambda path: path.stem)
def test_tiny_editions(path: Path) -> None:
    """They can be read, and are called what their files are."""
    tiny = shipped_edition(path.stem)
    assert same(load_edition(path), tiny)
    assert tiny.name == path.stem
    assert {datum.level for datum in tiny.provenance} == {"assumed"}
    assert same(parse_edition(edition_to_toml(tiny)), tiny)


def test_repr_evaluates_back() -> None:
    """Short for shipped editions; otherwise, also for a changed copy, all that makes it equal."""
    names = {kind.__name__: kind for kind in (Card, Edition, Readings, ShopTile, Space, Sword)}
    assert repr(KOSMOS_2008) == "shipped_edition('kosmos-2008')"
    assert eval(repr(KOSMOS_2008), {"shipped_edition": shipped_edition}) is KOSMOS_2008
    for mine in (evolve(KOSMOS_2008, metal=9), parse_edition(TEXT), load_edition(TINY[0])):
        assert repr(mine).startswith("Edition(name=")
        assert eval(repr(mine), names) == mine


@pytest.mark.parametrize("name", SHIPPED_EDITIONS)
def test_a_shipped_edition_is_pickled_by_name(name: str) -> None:
    """A position then takes less than 2 KB, and comes back with the very same edition."""
    edition = shipped_edition(name)
    assert pickle.loads(pickle.dumps(edition)) is copy.deepcopy(edition) is edition
    assert len(pickle.dumps(edition)) < 150
    state = new_game(edition.least_players, Random(1), edition=edition)
    assert len(pickle.dumps(state)) < 2000
    there = pickle.loads(pickle.dumps(state))
    assert there == state
    assert there.edition is edition


def test_an_edition_of_your_own_is_pickled_in_full() -> None:
    """Once in each pickle, however many positions have it."""
    for mine in (evolve(KOSMOS_2008, metal=30), parse_edition(TEXT)):
        there = pickle.loads(pickle.dumps(mine))
        assert same(there, mine)
        assert repr(there) == repr(mine)
        states = [new_game(2, Random(seed), edition=mine) for seed in range(10)]
        assert len(pickle.dumps(states)) < len(pickle.dumps(mine)) + 10 * 2000
        first, *others = pickle.loads(pickle.dumps(states))
        assert all(other.edition is first.edition for other in others)


def test_an_old_pickle_lacks_newer_fields() -> None:
    mine = evolve(KOSMOS_2008, metal=30)
    make, (data,) = cast("Any", copyreg.dispatch_table[Edition](mine))
    del data["rounds_to_win"]
    assert make(data) == mine


IN_ANOTHER_PROCESS = """\
import pickle, sys
from toledo_rules import legal_actions, shipped_edition
states = pickle.load(sys.stdin.buffer)
assert states[0].edition is shipped_edition("tiny-duel")
assert states[1].edition.metal == 30
answer = [(state.edition, legal_actions(state)) for state in states]
pickle.dump(answer, sys.stdout.buffer)
"""


@pytest.mark.usefixtures("unmeasured")
def test_editions_are_the_same_in_another_process() -> None:
    tiny, mine = shipped_edition("tiny-duel"), evolve(KOSMOS_2008, name="mine", metal=30)
    states = [new_game(2, Random(1), edition=edition) for edition in (tiny, mine)]
    ran = run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS],
        input=pickle.dumps(states),
        capture_output=True,
        check=True,
    )
    (first, _), (second, _) = answer = pickle.loads(ran.stdout)
    assert first is tiny
    assert same(second, mine)
    assert answer == [(state.edition, legal_actions(state)) for state in states]


def test_a_pickle_of_another_edition_of_the_same_name_is_refused() -> None:
    """A library whose data have been corrected since does not go on with other data unawares."""
    pickled = pickle.dumps(KOSMOS_2008, 0)
    for old, new, message in (
        (
            b"e635abeaa461af78",
            b"0123456789abcdef",
            (
                "the pickle: edition: found kosmos-2008 with the digest 0123456789abcdef, expected"
                " e635abeaa461af78, as in this version of the library"
            ),
        ),
        (
            b"kosmos-2008",
            b"kosmos-1900",
            (
                "the pickle: edition: found kosmos-1900, expected one that this version of the library"
                " has: kosmos-2008, tiny-agreement, tiny-bank, tiny-duel, tiny-exhaustive or tiny-road"
            ),
        ),
    ):
        assert old in pickled
        with pytest.raises(EditionError) as caught:
            pickle.loads(pickled.replace(old, new))
        assert str(caught.value) == message


def test_errors_can_be_sent_elsewhere() -> None:
    error = EditionError("mine.toml", [Problem("name", "nothing", "a name")])
    there = pickle.loads(pickle.dumps(error))
    assert (there.where, there.problems, str(there)) == (error.where, error.problems, str(error))


# Digests

DIGESTS = {
    "kosmos-2008": "e635abeaa461af78",
    "tiny-agreement": "b2f66d60f831a07b",
    "tiny-bank": "bc254b9d26ebc9f0",
    "tiny-duel": "f92ece7c61dc3a91",
    "tiny-exhaustive": "250dd4d5969a4265",
    "tiny-road": "949353559b325aa2",
}


def test_digests_stay_as_they_are() -> None:
    """Positions and records that are kept somewhere name their edition by its digest."""
    editions = (KOSMOS_2008, *map(load_edition, TINY))
    assert {edition.name: edition_digest(edition) for edition in editions} == DIGESTS


LaterEdition: Any = make_class(
    "LaterEdition",
    {
        **{
            part.name: field(default=part.default, eq=part.eq)
            for part in fields(Edition)
            if part.init
        },
        "prizes": field(default=7),
    },
    frozen=True,
    kw_only=True,
)
"""An edition of a later version of the library, which knows one more number."""


def later(**changes: int) -> Edition:
    """The default edition as a later version has it."""
    parts = {part.name: getattr(KOSMOS_2008, part.name) for part in fields(Edition) if part.init}
    made: Edition = LaterEdition(**{**parts, **changes})
    return made


def test_a_new_field_changes_no_digest_from_before() -> None:
    """It counts only in an edition that differs from the default."""
    digest = editions._digest  # noqa: SLF001  # of what is no edition yet
    assert digest(later()) == edition_digest(KOSMOS_2008)
    assert digest(later(prizes=8)) != digest(later(prizes=9))
    assert digest(later(prizes=8)) != edition_digest(KOSMOS_2008)


def other_values(value: object) -> Iterator[Any]:
    """Values that differ from one in a single part."""
    match value:
        case int():
            yield value + 1
        case str():
            yield value + "x"
        case Card() | Readings() | ShopTile() | Space() | Sword():
            parts = {name: getattr(value, name) for name in value.__match_args__}
            for name, part in parts.items():
                for other in other_values(part):
                    yield type(value)(**{**parts, name: other})
        case tuple():
            yield value[1:]
            for other in other_values(value[-1]):
                yield (*value[:-1], other)
        case _:
            raise TypeError(value)


def test_every_datum_of_the_game_changes_the_digest() -> None:
    """The title and the provenance have no part in the game."""
    digests = [edition_digest(KOSMOS_2008)]
    for part in fields(Edition):
        if part.name not in ("title", "provenance", "expression"):
            others = [*other_values(getattr(KOSMOS_2008, part.name))]
            assert others, part.name
            digests += [edition_digest(evolve(KOSMOS_2008, **{part.name: o})) for o in others]
    assert len(set(digests)) == len(digests)
    bare = evolve(KOSMOS_2008, title="Toledo", provenance=())
    assert edition_digest(bare) == edition_digest(KOSMOS_2008)


# Corrected copies


def test_a_corrected_copy_loads(tmp_path: Path) -> None:
    """An owner of the game puts a sword's cost and a tavern's place right, and nothing else changes."""
    seen = 'level = "published", source = "my copy of the game"'
    text = changed(
        ('name = "kosmos-2008"', 'name = "my-copy"'),
        ('{ metal = 3, gems = 1, level = "assumed" }', f"{{ metal = 2, gems = 2, {seen} }}"),
        ('step = 12, kind = "tavern"', 'step = 12, kind = "site"'),
        ('step = 13, kind = "site"', 'step = 13, kind = "tavern"'),
    )
    path = tmp_path / "my-copy.toml"
    path.write_text(text, encoding="utf-8")
    mine = load_edition(path)
    road = list(KOSMOS_2008.road)
    road[12], road[13] = road[13], road[12]
    swords = [Sword(7, 2, 2) if sword == Sword(7, 3, 1) else sword for sword in KOSMOS_2008.swords]
    assert mine == evolve(KOSMOS_2008, name="my-copy", road=tuple(road), swords=multiset(swords))
    assert (
        Datum("swords.6.cost", "2 metal, 2 gems", "published", "my copy of the game")
        in mine.provenance
    )


def test_a_file_of_another_editor(tmp_path: Path) -> None:
    """Some editors put a mark before the text, and end lines in their own way."""
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert same(load_edition(str(path)), KOSMOS_2008)


def test_a_tavern_and_an_artist_of_their_own() -> None:
    """A-10, A-11: circles and price belong to the space."""
    mine = parse_edition(
        changed(
            ('kind = "tavern", row = "lower"', 'kind = "tavern", row = "lower", circles = 1'),
            ('kind = "artist", row = "middle"', 'kind = "artist", row = "middle", price = 4'),
        )
    )
    assert mine.road[5] == Space("tavern", "lower", 1, 1)
    assert mine.road[10] == Space("artist", "middle", 4, 2)
    assert mine.road[12] == KOSMOS_2008.road[12]
    words = {datum.key: datum.value for datum in mine.provenance}
    assert words["board.road.5"] == "tavern in the lower row, 1 circle"
    assert words["board.road.10"] == "artist in the middle row, price 4"


# Writing


def same(one: Edition, other: Edition) -> bool:
    """Equal, and of the same provenance."""
    return one == other and one.provenance == other.provenance


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        changed(('kind = "tavern", row = "lower"', 'kind = "tavern", row = "lower", circles = 1')),
        changed(('kind = "tavern", row = "lower"', 'kind = "tavern", row = "lower", price = 2')),
        changed(('kind = "artist", row = "middle"', 'kind = "artist", row = "upper", circles = 1')),
        changed(
            ("    { row =", '    { row = "cellar", price = 9, level = "assumed" },\n    { row =')
        ),
        changed(('kind = "metal", circles = [1, 2]', 'kind = "metal", circles = [2, 1]')),
        changed(("(Kosmos, 2008)", '\\"Kosmos\\" \\\\ 2008, España')),
        changed(
            ('{ tile = "movement", copies = 4, level = "rulebook" },\n', ""),
            ("tiles = [\n", 'tiles = [\n{ tile = "movement", copies = 4, level = "rulebook" },\n'),
        ),
        (FOLDER / "tiny-road.toml").read_text(encoding="utf-8"),
    ],
    ids=["as it is", "circles", "price", "artist", "row", "order", "quotes", "tiles", "tiny"],
)
def test_what_is_written_can_be_read(text: str) -> None:
    mine = parse_edition(text)
    assert same(parse_edition(edition_to_toml(mine)), mine)


def test_an_edition_without_provenance_is_assumed() -> None:
    mine = parse_edition(edition_to_toml(evolve(KOSMOS_2008, provenance=())))
    assert mine == KOSMOS_2008
    assert {datum.level for datum in mine.provenance} == {"assumed"}
    assert [datum.value for datum in mine.provenance if datum.key == "board.artist_price"] == ["3"]


def test_a_problem_takes_one_line() -> None:
    """Whatever a file has in it: signs that cannot be printed are written out."""
    error = EditionError("my\nfile.toml", [Problem("name", "a\x1b[1m", "a name")])
    assert str(error) == r"my\nfile.toml: name: found a\x1b[1m, expected a name"


def test_parts_that_an_edition_need_not_have() -> None:
    """DUE-09, SCO-02, SCO-04 and the plain steps of the road have defaults; who says so makes no difference."""
    needed = {part.name for part in fields(Edition) if part.init and part.default is NOTHING}
    plain = Edition(**{name: getattr(KOSMOS_2008, name) for name in needed})
    assert plain == KOSMOS_2008
    assert (plain.rounds_to_win, plain.gems_per_point, plain.sword_divisor) == (2, 2, 2)
    assert (plain.provenance, plain.expression) == ((), "")
    assert Space("cathedral") == Space("cathedral", "", 0, 0)


def test_an_edition_with_stale_provenance() -> None:
    """The data are those of the edition; the provenance only says where they are from."""
    road = tuple(evolve(space, circles=space.circles and 1) for space in KOSMOS_2008.road)
    mine = evolve(KOSMOS_2008, road=road, swords=(), gems=7)
    assert parse_edition(edition_to_toml(mine)) == mine


def test_an_edition_that_breaks_the_rules_is_not_written() -> None:
    with pytest.raises(EditionError, match=r"^kosmos-2008: last_round_at: found 6"):
        edition_to_toml(evolve(KOSMOS_2008, last_round_at=6))
    without_row = tuple(evolve(space, row="") for space in KOSMOS_2008.road)
    with pytest.raises(EditionError, match=r"road\[5\]\.row"):
        edition_to_toml(evolve(KOSMOS_2008, road=without_row))


def test_an_edition_that_no_file_can_express_is_not_written() -> None:
    """Only the bounds of files can be in the way."""
    with pytest.raises(EditionError) as caught:
        edition_to_toml(evolve(KOSMOS_2008, title="." * 201))
    assert str(caught.value) == (
        "edition 'kosmos-2008', as a file: line 16: found 201 dots, expected at most 200"
    )
    wordy = tuple(evolve(datum, source="word " * 99 + "!") for datum in KOSMOS_2008.provenance * 2)
    with pytest.raises(EditionError, match="the text: found more than 64,000 characters"):
        edition_to_toml(evolve(KOSMOS_2008, provenance=wordy, paintings=(1,) * 999))


NAMES = st.sampled_from(("red", "blue", "deep-blue", "1", "2-b", "row", "is"))
SMALL = st.integers(1, 4)


@st.composite
def any_editions(draw: st.DrawFn) -> Edition:
    """Editions of all sorts."""
    rows = draw(st.dictionaries(NAMES, SMALL, min_size=1, max_size=3))
    road = [Space("cathedral")]
    kinds: tuple[SpaceKind, ...] = ("site", "tavern", "artist")
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=6)):
        row = draw(st.sampled_from(sorted(rows)))
        if kind == "site":
            road.append(Space("site", row, rows[row]))
        else:
            road.append(Space(kind, row, draw(SMALL), draw(SMALL)))
    colours = draw(st.lists(NAMES, min_size=2, max_size=4, unique=True))
    duel = draw(st.lists(NAMES, max_size=3, unique=True))
    cards = st.builds(Card, SMALL, st.sampled_from((*duel, NEUTRAL)), st.sampled_from(STANCES))
    most = draw(st.integers(2, len(colours)))
    figures = draw(SMALL)
    deck = draw(st.lists(cards, min_size=1, max_size=9))
    return Edition(
        name=draw(NAMES),
        title=draw(st.text('"\\#[]{}=é', min_size=1, max_size=5)),
        least_players=draw(st.integers(2, most)),
        most_players=most,
        colours=tuple(colours),
        road=(*road, *draw(st.lists(st.just(Space("entrance")), min_size=1, max_size=3))),
        duel_colours=tuple(duel),
        cards=multiset(deck),
        swords=multiset(
            draw(st.lists(st.builds(Sword, SMALL, SMALL, st.integers(0, 4)), max_size=5))
        ),
        paintings=tuple(sorted(draw(st.lists(SMALL, max_size=4)), reverse=True)),
        tiles=multiset(draw(st.lists(st.sampled_from((*duel, MOVEMENT)), max_size=5))),
        shops=multiset(
            draw(st.lists(st.builds(ShopTile, st.sampled_from(SHOP_KINDS), SMALL), max_size=5))
        ),
        figures=figures,
        hand=draw(st.integers(0, len(deck) // most)),
        metal=4,
        gems=4,
        tile_limit=draw(SMALL),
        last_round_at=draw(st.integers(1, figures)),
        cards_taken=draw(SMALL),
        tavern_cards=draw(SMALL),
        movement_penalty=draw(st.integers(0, 3)),
        rounds_to_win=draw(st.integers(1, 3)),
        gems_per_point=draw(st.integers(1, 3)),
        sword_divisor=draw(st.integers(1, 3)),
    )


@pytest.mark.search
@given(any_editions())
def test_any_edition_can_be_written_and_read(mine: Edition) -> None:
    read = parse_edition(edition_to_toml(mine))
    assert read == mine
    assert same(parse_edition(edition_to_toml(read)), read)


@pytest.mark.search
@given(any_editions())
def test_actions_are_counted_by_a_formula(mine: Edition) -> None:
    """It bounds them before they are built."""
    assert sum(action_counts(mine).values()) == len(universe(mine).actions)


def test_a_wrong_level_does_not_hide_a_missing_source() -> None:
    text = edition_to_toml(KOSMOS_2008)
    wrong = text.replace(
        'players_least = { is = 2, level = "rulebook" }',
        'players_least = { is = 2, level = "guess" }',
    )
    wrong = wrong.replace(
        'figures = { is = 5, level = "rulebook" }', 'figures = { is = 5, level = "published" }'
    )
    with pytest.raises(EditionError) as caught:
        parse_edition(wrong)
    assert [problem.where for problem in caught.value.problems] == [
        "counts.players_least.level",
        "counts.figures.source",
    ]


def test_a_row_without_sites_has_the_price_of_its_tavern() -> None:
    """So the line of the tavern needs none of its own."""
    road = list(KOSMOS_2008.road)
    road[5] = Space("tavern", "cellar", 2, 2)
    text = edition_to_toml(evolve(KOSMOS_2008, provenance=(), road=tuple(road)))
    assert '{ row = "cellar", price = 2, level = "assumed" }' in text
    assert '{ step =  5, kind = "tavern", row = "cellar", level = "assumed" }' in text


# Mistakes

CARDS_OF_1 = '"violet", stance = "attacker", copies = [2,'

# fmt: off
MISTAKES: dict[str, tuple[str, str, str, str, str]] = {
    # What is wrong: what is changed, into what, the key, what was found, what was expected.
    "no name": ('name = "kosmos-2008"\n', "", "name", "nothing",
        "a name of lower-case letters and digits, with a dash between words"),
    "empty name": ('"kosmos-2008"', '""', "name", '""',
        "a name of lower-case letters and digits, with a dash between words"),
    "name in capitals": ('"kosmos-2008"', '"Kosmos"', "name", '"Kosmos"',
        "a name of lower-case letters and digits, with a dash between words"),
    "empty title": ("Toledo (Kosmos, 2008)", " ", "title", '" "', "some text on one line"),
    "title over two lines": ("(Kosmos, 2008)", "\\n2008", "title", r'"Toledo \n2008"',
        "some text on one line"),
    "unknown key at the top": ("title =", "author = 1\ntitle =", "author", "an unknown key",
        "only name, title, counts, players, board, masters, cards, paintings, swords and readings"),
    "unknown count": ("[counts]", "[counts]\nfigurs = 5", "counts.figurs", "an unknown key",
        ("only players_least, players_most, figures, hand, cards_taken, tavern_cards, tile_limit,"
        " last_round_at, movement_penalty, rounds_to_win, gems_per_point, sword_divisor, metal,"
        " gems, money_cards, swords, paintings, duel_tiles, movement_tiles, shops, sites, taverns,"
        " artists and entrances")),
    "unknown key in a datum": ("figures = { is = 5", "figures = { is = 5, are = 5",
        "counts.figures.are", "an unknown key", "only is, level and source"),
    "unknown key on the road": ("{ step =  1, kind", "{ step = 1, colour = 1, kind",
        "board.road.1.colour", "an unknown key",
        "only step, kind, row, circles, price, level and source"),
    "missing count": ('figures = { is = 5, level = "rulebook" }\n', "", "counts.figures", "nothing",
        "a table with is, level and source"),
    "bare number": ('figures = { is = 5, level = "rulebook" }', "figures = 5", "counts.figures", "5",
        "a table with is, level and source"),
    "missing value": ("figures = { is = 5, ", "figures = { ", "counts.figures.is", "nothing",
        "a whole number from 1 to 999"),
    "text for a number": ("figures = { is = 5", 'figures = { is = "5"', "counts.figures.is", '"5"',
        "a whole number from 1 to 999"),
    "true for a number": ("figures = { is = 5", "figures = { is = true", "counts.figures.is", "true",
        "a whole number from 1 to 999"),
    "fraction": ("figures = { is = 5", "figures = { is = 5.0", "counts.figures.is", "5.0",
        "a whole number from 1 to 999"),
    "no figures": ("figures = { is = 5", "figures = { is = 0", "counts.figures.is", "0",
        "a whole number from 1 to 999"),
    "too much metal": ("metal = { is = 23", "metal = { is = 1000", "counts.metal.is", "1000",
        "a whole number from 0 to 999"),
    "negative hand": ("hand = { is = 5", "hand = { is = -1", "counts.hand.is", "-1",
        "a whole number from 0 to 999"),
    "negative penalty": ("penalty = { is = 2", "penalty = { is = -2", "counts.movement_penalty.is",
        "-2", "a whole number from 0 to 999"),
    "no tile may be held": ("tile_limit = { is = 3", "tile_limit = { is = 0",
        "counts.tile_limit.is", "0", "a whole number from 1 to 999"),
    "no cards taken": ("cards_taken = { is = 2", "cards_taken = { is = 0", "counts.cards_taken.is",
        "0", "a whole number from 1 to 999"),
    "no cards at a tavern": ("tavern_cards = { is = 3", "tavern_cards = { is = 0",
        "counts.tavern_cards.is", "0", "a whole number from 1 to 999"),
    "last round at none": ("last_round_at = { is = 3", "last_round_at = { is = 0",
        "counts.last_round_at.is", "0", "a whole number from 1 to 999"),
    "last round never": ("last_round_at = { is = 3", "last_round_at = { is = 6",
        "counts.last_round_at", "6", "at most 5, the number of figures"),
    # Provenance
    "unknown level": ('figures = { is = 5, level = "rulebook"', 'figures = { is = 5, level = "sure"',
        "counts.figures.level", '"sure"', '"rulebook", "published", "inferred", "assumed" or "house"'),
    "no level": ('figures = { is = 5, level = "rulebook"', "figures = { is = 5",
        "counts.figures.level", "nothing", '"rulebook", "published", "inferred", "assumed" or "house"'),
    "published by nobody": (', source = "ringbote.de"', "", "players.colours.yellow.source", "nothing",
        'who says so, because the level is "published"'),
    "inferred from nothing": (', source = "84 / 6, the even split"', "", "cards.copies.source",
        "nothing", 'the argument for it, because the level is "inferred"'),
    "empty source": ('source = "ringbote.de"', 'source = ""', "players.colours.yellow.source", '""',
        "some text on one line"),
    "source of another type": ('source = "ringbote.de"', "source = 2008",
        "players.colours.yellow.source", "2008", "some text on one line"),
    # Players
    "nobody to play with": ("players_least = { is = 2", "players_least = { is = 1", "counts.players_least.is",
        "1", "a whole number from 2 to 16"),
    "fewer at most than at least": ("players_least = { is = 2", "players_least = { is = 5",
        "counts.players_most", "4", "at least 5, the least number of players"),
    "more players than colours": ("players_most = { is = 4", "players_most = { is = 5",
        "counts.players_most", "5", "at most 4, the number of colours"),
    "colour twice": ('is = "blue"', 'is = "red"', "players.colours.red.is", '"red"',
        "each colour once"),
    "colour in capitals": ('is = "blue"', 'is = "Blue"', "players.colours.Blue.is", '"Blue"',
        "a name of lower-case letters and digits, with a dash between words"),
    "colours of another type": ("colours = [", 'colours = "red"\nothers = [',
        "players.colours", '"red"',
        "a list of at least 1, each entry a table with is, level and source"),
    # Shops
    "unknown kind of shop": ('kind = "gem"', 'kind = "bakery"', "players.shops.bakery.kind",
        '"bakery"', '"metal", "gem", "smith" or "fencing"'),
    "kind of shop twice": ('kind = "gem"', 'kind = "metal"', "players.shops.metal.kind", '"metal"',
        "each kind once"),
    "shop without circles": ('"gem", circles = [1, 2]', '"gem", circles = [0, 2]',
        "players.shops.gem.circles[0]", "0", "a whole number from 1 to 999"),
    "kind of shop without tiles": ('"gem", circles = [1, 2]', '"gem", circles = []',
        "players.shops.gem.circles", "a list of 0",
        "a list of whole numbers from 1 to 999, at least 1 of them"),
    "circles that are no list": ('"gem", circles = [1, 2]', '"gem", circles = 2',
        "players.shops.gem.circles", "2",
        "a list of whole numbers from 1 to 999, at least 1 of them"),
    "circles of another type": ('"gem", circles = [1, 2]', '"gem", circles = [1, [2], true]',
        "players.shops.gem.circles[1]", "a list of 1", "a whole number from 1 to 999"),
    "shops do not add up": ('"gem", circles = [1, 2]', '"gem", circles = [1, 2, 2]',
        "counts.shops", "8", "9, the number under players.shops"),
    # Road
    "road that forks": ('"one line"', '"two lines"', "board.shape.is", '"two lines"', '"one line"'),
    "row for nothing": ('row = "lower", price = 1', 'row = "lower", price = 0',
        "board.rows.lower.price", "0", "a whole number from 1 to 999"),
    "row twice": ('{ row = "middle"', '{ row = "lower"', "board.rows.lower.row", '"lower"',
        "each row once"),
    "unknown row": ('kind = "site", row = "lower"', 'kind = "site", row = "cellar"',
        "board.road.1.row", '"cellar"', '"lower", "middle" or "upper"'),
    "unknown kind of space": ('kind = "artist"', 'kind = "painter"', "board.road.10.kind",
        '"painter"', '"site", "tavern", "artist" or "entrance"'),
    "second cathedral": ('step =  1, kind = "site"', 'step =  1, kind = "cathedral"',
        "board.road.1.kind", '"cathedral"', '"site", "tavern", "artist" or "entrance"'),
    "step twice": ("step =  4", "step =  3", "board.road.3.step", "step 3 after step 3", "step 4"),
    "road begins late": ('    { step =  1, kind = "site", row = "lower", level = "assumed" },\n', "",
        "board.road.2.step", "step 2 first", "step 1"),
    "step without number": ("{ step =  7, kind", "{ kind", "board.road.7.step", "nothing",
        "a whole number from 1 to 999"),
    "tavern without a row": ('kind = "tavern", row = "lower"', 'kind = "tavern"',
        "board.road.5.row", "nothing", "the name of its row"),
    "artist for nothing": ("artist_price = { is = 3", "artist_price = { is = 0",
        "board.artist_price.is", "0", "a whole number from 1 to 999"),
    "tavern for nothing": ('kind = "tavern", row = "lower"', 'kind = "tavern", row = "lower", price = 0',
        "board.road.5.price", "0", "a whole number from 1 to 999"),
    "tavern without circles": ("tavern_circles = { is = 2", "tavern_circles = { is = 0",
        "board.tavern_circles.is", "0", "a whole number from 1 to 999"),
    "artist without circles": ('row = "middle", level = "assumed", source = "the middle',
        'row = "middle", circles = 0, level = "assumed", source = "the middle',
        "board.road.10.circles", "0", "a whole number from 1 to 999"),
    "entrance in a row": ('kind = "entrance"', 'kind = "entrance", row = "upper"',
        "board.road.20.row", '"upper"', "no row: an entrance has none"),
    "entrance with circles": ('kind = "entrance"', 'kind = "entrance", circles = 2',
        "board.road.20.circles", "2", "no circles: an entrance has none"),
    "entrance with a price": ('kind = "entrance"', 'kind = "entrance", price = 2',
        "board.road.20.price", "2", "no price: an entrance has none"),
    "site with circles": ('step =  1, kind = "site"', 'step =  1, kind = "site", circles = 2',
        "board.road.1.circles", "2", "no circles: they are those of the shop that is placed there"),
    "site with a price": ('step =  1, kind = "site"', 'step =  1, kind = "site", price = 2',
        "board.road.1.price", "2", "no price: it is that of the row"),
    # Master tiles
    "duel colour called neutral": ('is = "turquoise"', 'is = "neutral"', "masters.colours.neutral.is",
        '"neutral"', 'another name, since "neutral" and "movement" mean something else'),
    "duel colour called movement": ('is = "turquoise"', 'is = "movement"',
        "masters.colours.movement.is", '"movement"',
        'another name, since "neutral" and "movement" mean something else'),
    "duel colour twice": ('is = "turquoise"', 'is = "brown"', "masters.colours.brown.is", '"brown"',
        "each colour once"),
    "tile of an unknown colour": ('tile = "turquoise"', 'tile = "pink"', "masters.tiles.pink.tile",
        '"pink"', '"violet", "brown", "turquoise" or "movement"'),
    "neutral tile": ('tile = "turquoise"', 'tile = "neutral"', "masters.tiles.neutral.tile",
        '"neutral"', '"violet", "brown", "turquoise" or "movement"'),
    "tile twice": ('tile = "turquoise"', 'tile = "brown"', "masters.tiles.brown.tile", '"brown"',
        "each kind once"),
    "no copies of a tile": ('"brown", copies = 4', '"brown", copies = 0',
        "masters.tiles.brown.copies", "0", "a whole number from 1 to 999"),
    "duel tiles do not add up": ('"brown", copies = 4', '"brown", copies = 5', "counts.duel_tiles",
        "12", "13, the number under masters.tiles"),
    "movement tiles do not add up": ('"movement", copies = 4', '"movement", copies = 3',
        "counts.movement_tiles", "4", "3, the number under masters.tiles"),
    # Cards
    "card worth nothing": ("values = { is = [1,", "values = { is = [0,", "cards.values.is[0]",
        "0", "a whole number from 1 to 999"),
    "value twice": ("values = { is = [1, 2", "values = { is = [2, 2", "cards.values.is",
        "[2, 2, 3, 4, 5, 6]", "each value once, in rising order"),
    "no values": ("values = { is = [1, 2, 3, 4, 5, 6]", "values = { is = []", "cards.values.is",
        "a list of 0", "a list of whole numbers from 1 to 999, at least 1 of them"),
    "no card of a value": ("copies = { is = [14,", "copies = { is = [0,", "cards.copies.is[0]",
        "0", "a whole number from 1 to 999"),
    "unknown stance": ('stance = "attacker"', 'stance = "referee"',
        "cards.pictures.violet.referee.stance", '"referee"', '"attacker" or "defender"'),
    "unknown duel colour": ('colour = "violet", stance = "attacker"', 'colour = "pink", stance = "attacker"',
        "cards.pictures.pink.attacker.colour", '"pink"',
        '"violet", "brown", "turquoise" or "neutral"'),
    "picture twice": ('"violet", stance = "defender"', '"violet", stance = "attacker"',
        "cards.pictures.violet.attacker.stance", '"attacker"', "each picture once"),
    "picture with too few numbers": (f"{CARDS_OF_1} 2,", f"{CARDS_OF_1}",
        "cards.pictures.violet.attacker.copies", "[2, 2, 2, 2, 2]", "6 numbers, one for each value"),
    "picture on no card": ('"neutral", stance = "attacker", copies = [1, 1, 1, 1, 1, 1]',
        '"neutral", stance = "attacker", copies = [0, 0, 0, 0, 0, 0]',
        "cards.pictures.neutral.attacker.copies", "[0, 0, 0, 0, 0, 0]",
        "at least one card, or no such line"),
    "pictures do not add up": (CARDS_OF_1, '"violet", stance = "attacker", copies = [3,',
        "cards.copies.is", "14 of value 1", "15, the number under cards.pictures"),
    "fewer cards than are dealt": ("hand = { is = 5", "hand = { is = 22", "cards.pictures", "84 cards",
        "at least 88: 22 for each of 4 players"),
    # Paintings
    "paintings rise": ("[3, 2, 2, 1, 1, 1]", "[3, 2, 1, 1, 1, 2]", "paintings.stack.is",
        "2 under 1", "values that never rise from the top to the bottom"),
    "worthless painting": ("[3, 2, 2, 1, 1, 1]", "[3, 2, 2, 1, 1, 0]", "paintings.stack.is[5]",
        "0", "a whole number from 1 to 999"),
    "paintings do not add up": ("[3, 2, 2, 1, 1, 1]", "[3, 2, 2, 1, 1]", "counts.paintings", "6",
        "5, the number under paintings.stack"),
    # Swords
    "worthless sword": ("value = { is = 2,", "value = { is = 0,", "swords.1.value.is", "0",
        "a whole number from 1 to 999"),
    "sword that costs nothing": ("cost = { metal = 1, gems = 0", "cost = { metal = 0, gems = 0",
        "swords.1.cost.metal", "0", "a whole number from 1 to 999"),
    "sword of gems only": ("cost = { metal = 3, gems = 3", "cost = { metal = 0, gems = 3",
        "swords.9.cost.metal", "0", "a whole number from 1 to 999"),
    "negative gems": ("cost = { metal = 1, gems = 0", "cost = { metal = 1, gems = -1",
        "swords.1.cost.gems", "-1", "a whole number from 0 to 999"),
    "no copies of a sword": ("copies = { is = 3, ", "copies = { is = 0, ", "swords.1.copies.is", "0",
        "a whole number from 1 to 999"),
    "too much metal for a sword": ("metal = { is = 23", "metal = { is = 3", "swords.10.cost.metal", "4",
        "at most 3, all the metal there is"),
    "too many gems for a sword": ("gems = { is = 20", "gems = { is = 3", "swords.11.cost.gems", "4",
        "at most 3, all the gems there are"),
    "sword twice": ('value = { is = 3, level = "assumed" }\ncost = { metal = 2',
        'value = { is = 2, level = "assumed" }\ncost = { metal = 1', "swords.2",
        "2 for 1 metal and 0 gems after 2 for 1 metal and 0 gems",
        "each kind of sword once, in rising order of value, metal and gems"),
    "sword out of order": ("value = { is = 3,", "value = { is = 9,", "swords.3",
        "4 for 1 metal and 1 gem after 9 for 2 metal and 0 gems",
        "each kind of sword once, in rising order of value, metal and gems"),
    "swords do not add up": ("copies = { is = 3, ", "copies = { is = 4, ", "counts.swords", "19",
        "20, the number under swords"),
    "unknown key of a sword": ("[[swords]]", "[[swords]]\nname = 1", "swords.1.name",
        "an unknown key", "only value, cost and copies"),
}
# fmt: on


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named(mistake: str) -> None:
    """Each mistake is found, with its key, what stands there and what could."""
    old, new, key, found, expected = MISTAKES[mistake]
    assert (key, found, expected) in problems(changed((old, new)))


def test_a_long_list_is_cut_in_a_message() -> None:
    """Sixty characters of it are shown."""
    found = {}
    for length in (20, 21):
        column = f'"violet", stance = "attacker", copies = {[0] * length}'
        for key, one, _ in problems(changed((f"{CARDS_OF_1} 2, 2, 2, 2, 2]", column))):
            if key == "cards.pictures.violet.attacker.copies":
                found[length] = one
    assert found == {20: f"[{'0, ' * 19}0]", 21: f"[{'0, ' * 19}0,..."}


def test_all_mistakes_are_named_at_once() -> None:
    """What cannot be read in one place does not hide what does not fit in another."""
    text = changed(
        ('title = "Toledo (Kosmos, 2008)"', "title = 2008\nyear = 2008"),
        ("figures = { is = 5", "figures = { is = 2"),
        ('is = "blue", level = "rulebook"', 'is = "blue", level = "sure"'),
        ('    { step =  7, kind = "site", row = "lower", level = "assumed" },\n', ""),
        ('step = 12, kind = "tavern"', 'step = 12, kind = "entrance"'),
        ("[3, 2, 2, 1, 1, 1]", "[1, 1, 1, 2, 2]"),
        ("cost = { metal = 4, gems = 4", "cost = { metal = 24, gems = 21"),
    )
    assert [key for key, _, _ in problems(text)] == [
        "year",
        "title",
        "players.colours.blue.level",
        "counts.paintings",
        "counts.sites",
        "counts.taverns",
        "counts.entrances",
        "board.road.8.step",
        "board.road.12.row",
        "counts.last_round_at",
        "board.road.12.kind",
        "paintings.stack.is",
        "swords.11.cost.metal",
        "swords.11.cost.gems",
    ]


def test_a_wrong_level_does_not_hide_what_does_not_fit() -> None:
    text = changed(
        ('step =  1, kind = "site", row = "lower", level = "assumed"',
         'step =  1, kind = "site", row = "lower", level = "guessed"'),
        ('    { step =  7, kind = "site", row = "lower", level = "assumed" },\n', ""),
    )  # fmt: skip
    assert problems(text) == [
        (
            "board.road.1.level",
            '"guessed"',
            '"rulebook", "published", "inferred", "assumed" or "house"',
        ),
        ("counts.sites", "16", "15, the number under board.road"),
        ("board.road.8.step", "step 8 after step 6", "step 7"),
    ]


def test_a_name_that_cannot_be_read_is_not_missed_elsewhere() -> None:
    """One mistake in the rows or the duel colours is not named again wherever they are used."""
    assert problems(changed(('row = "lower", price = 1', 'row = "lower", price = "1"'))) == [
        ("board.rows.lower.price", '"1"', "a whole number from 1 to 999")
    ]
    assert problems(changed(('is = "brown", level', 'is = "Brown", level'))) == [
        (
            "masters.colours.Brown.is",
            '"Brown"',
            "a name of lower-case letters and digits, with a dash between words",
        )
    ]


def test_entrances_are_the_last_steps() -> None:
    """A-155: no other space lies behind an entrance, and there is at least one."""
    tavern_behind = changed(
        ('step = 20, kind = "entrance"', 'step = 20, kind = "tavern", row = "upper"'),
        ('step = 12, kind = "tavern", row = "middle"', 'step = 12, kind = "entrance"'),
    )
    assert problems(tavern_behind) == [
        (
            "board.road.12.kind",
            "an entrance with a space of kind site behind it",
            "entrances at the end only",
        )
    ]
    without = "\n".join(line for line in TEXT.splitlines() if '"entrance"' not in line)
    assert problems(without) == [
        ("counts.entrances", "2", "0, the number under board.road"),
        ("board.road.19.kind", '"site"', "an entrance at the end of the road"),
    ]


@pytest.mark.parametrize(
    ("kind", "count"), [("site", "sites"), ("tavern", "taverns"), ("artist", "artists")]
)
def test_spaces_add_up(kind: str, count: str) -> None:
    """CMP-11: the counts agree with the road."""
    number = sum(space.kind == kind for space in KOSMOS_2008.road)
    assert problems(
        changed((f"{count} = {{ is = {number}", f"{count} = {{ is = {number + 1}"))
    ) == [(f"counts.{count}", str(number + 1), f"{number}, the number under board.road")]


def test_cards_add_up() -> None:
    """CMP-04: the number of cards, of cards of each value, and of pictures."""
    assert problems(changed(("copies = { is = [14, 14,", "copies = { is = [14, 15,"))) == [
        ("counts.money_cards", "84", "85, the number under cards.copies"),
        ("cards.copies.is", "15 of value 2", "14, the number under cards.pictures"),
    ]
    assert problems(changed(("copies = { is = [14, 14,", "copies = { is = [28,"))) == [
        ("cards.copies.is", "5 numbers", "6 numbers, one for each value")
    ]


@pytest.mark.parametrize("table", ["counts", "players", "board", "masters", "cards", "paintings"])
def test_a_missing_table_is_one_mistake(table: str) -> None:
    """What depends on it is passed over."""
    found = problems(changed((f"[{table}]", f"[x-{table}]")))
    assert [key for key, _, _ in found] == [f"x-{table}", table]
    assert found[1][1:] == ("nothing", found[1][2])
    assert found[1][2].startswith("a table with ")


def test_a_table_that_is_none() -> None:
    beginning = TEXT[: TEXT.index("# Numbers that")]
    found = problems(f"{beginning}counts = 3\nplayers = []\nswords = {{}}\n")
    assert found[0][:2] == ("counts", "3")
    assert found[1][:2] == ("players", "a list of 0")
    assert found[-1] == (
        "swords",
        "a table",
        "a list, each entry a table with value, cost and copies",
    )
    assert [key for key, _, _ in found[2:-1]] == ["board", "masters", "cards", "paintings"]


def test_entries_of_another_type() -> None:
    found = problems(changed(("    { step =  1,", "    7,\n    { step =  1,")))
    assert found == [
        ("board.road.1", "7", "a table with step, kind, row, circles, price, level and source")
    ]


def test_a_space_without_a_row_among_rows_that_cannot_be_read() -> None:
    assert problems(
        changed(
            ('row = "lower", price = 1', 'row = "lower", price = "1"'),
            ('step =  1, kind = "site", row = "lower"', 'step =  1, kind = "site"'),
        )
    ) == [
        ("board.rows.lower.price", '"1"', "a whole number from 1 to 999"),
        ("board.road.1.row", "nothing", "the name of its row"),
    ]


def test_an_entry_that_cannot_be_read_is_not_missed_elsewhere() -> None:
    """The counts are not compared with a list of which something could not be read."""
    line = '{ step = 19, kind = "site", row = "upper", level = "assumed" }'
    assert [key for key, _, _ in problems(changed((line, "7")))] == ["board.road.19"]


def test_nobody_can_play() -> None:
    old = TEXT[TEXT.index("colours = [") : TEXT.index("shops = [")]
    assert problems(changed((old, "colours = []\n"))) == [
        (
            "players.colours",
            "a list of 0",
            "a list of at least 1, each entry a table with is, level and source",
        )
    ]


# The message


def test_the_message_has_a_line_for_each_mistake() -> None:
    """File, key, what was found, what was expected."""
    text = changed(("figures = { is = 5", "figures = { is = 0"), ('"one line"', '"a\\nb"'))
    with pytest.raises(EditionError) as caught:
        parse_edition(text, where="mine.toml")
    assert str(caught.value).splitlines() == [
        "mine.toml: counts.figures.is: found 0, expected a whole number from 1 to 999",
        r'mine.toml: board.shape.is: found "a\nb", expected "one line"',
    ]
    assert caught.value.where == "mine.toml"
    assert caught.value.problems[0] == Problem(
        "counts.figures.is", "0", "a whole number from 1 to 999"
    )


@pytest.mark.parametrize(
    ("text", "key", "found"),
    [
        ("name = \n", "line 1, column 8", "a mistake (Invalid value)"),
        (
            "# edition\nname\n",
            "line 2, column 5",
            "a mistake (Expected '=' after a key in a key/value pair)",
        ),
        ("a = 1\na = 2\n", "line 2, column 6", "a mistake (Cannot overwrite a value)"),
    ],
    ids=["no value", "no sign", "twice"],
)
def test_a_mistake_in_the_toml(text: str, key: str, found: str) -> None:
    """The place in the file, and what the reader of TOML says."""
    assert problems(text) == [(key, found, "TOML")]


@pytest.mark.parametrize("text", ["a = " + "[" * 9000, "a = " + "1" * 9000], ids=["deep", "long"])
def test_what_the_toml_reader_cannot_bear(text: str) -> None:
    ((key, _, expected),) = problems(text)
    assert (key.startswith(("the text", "line 1", "end of")), expected) == (True, "TOML")


def test_no_such_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for load in (load_edition, load_record):
        with pytest.raises(FileNotFoundError, match=r"No such file or directory: '.*mine\.toml'"):
            load(path)
        with pytest.raises(IsADirectoryError, match="Is a directory"):
            load(tmp_path)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"name = \xff")
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    assert str(caught.value) == (
        f"{path}: byte 8: found bytes that are not text, expected text in UTF-8"
    )


# No mistake slips through

SMALLEST = (FOLDER / "tiny-bank.toml").read_text(encoding="utf-8")


def is_edition(text: str) -> bool:
    """Return True if a text is an edition. Anything but an edition or an `EditionError` fails the test."""
    try:
        parse_edition(text)
    except EditionError as error:
        return not error.problems
    return True


@pytest.mark.search
@pytest.mark.parametrize("junk", ["true", "-1", "0", "1.5", '""', '"x y"', "[]", "{}", "[[1]]"])
def test_junk_in_place_of_any_value(junk: str) -> None:
    """Whatever stands in place of a value, the answer is an edition or an error that tells why."""
    accepted = set()
    for value in re.finditer(r'(\w+) = ("[^"]*"|\[[\d, ]*\]|\d+)', SMALLEST):
        if is_edition(f"{SMALLEST[: value.start(2)]}{junk}{SMALLEST[value.end(2) :]}"):
            accepted.add(value[0])
    fine = {
        "0": {"is = 1", "is = 2", "gems = 1"},
        '"x y"': {f'title = "{parse_edition(SMALLEST).title}"'},
    }
    assert accepted == fine.get(junk, set())


def test_without_any_line() -> None:
    """No line of data can be left out."""
    lines = SMALLEST.splitlines()
    for number, line in enumerate(lines):
        if " = " in line and not line.startswith("#"):
            assert not is_edition("\n".join(lines[:number] + lines[number + 1 :]))
