"""Positions in writing: one line that is read back exactly, and errors that point at the place."""

from collections import Counter
from copy import copy
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import toledo_rules
from tests.damage import mutate
from tests.notation.position_lengths import BOTS, PLAYERS, position_lengths
from tests.notation.test_notation import CROWDED, NESTED, names
from tests.strategies import EDITIONS, fewer, journeys, positions, viewers
from tests.table import busy, changed
from toledo_rules import (
    KOSMOS_2008,
    TAKE_CARDS,
    Challenge,
    Edition,
    Outcome,
    PlayCard,
    State,
    format_position,
    invariants,
    new_game,
    notation,
    outcome,
    parse_position,
    view,
)
from toledo_rules._limits import LONGEST_POSITION
from toledo_rules.codec import digest
from toledo_rules.errors import NotationError
from toledo_rules.notation import parse_card
from toledo_rules.state import ENTERED, MOVING, OVER, Arrived, Drawing, Duel, Phase, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Journey, Table, lay_out, play, sword

MINE = evolve(KOSMOS_2008, name="mine", metal=30)
TITLED = evolve(KOSMOS_2008, name="titled", colours=("discards", "pile", "over", "7"))
"""An edition whose players are called like the other sections."""
ALL = (*EDITIONS, CROWDED, NESTED, TITLED)


# The forms


def duel() -> State:
    """The position of EX-1, before red attacks green."""
    table = Table(3).shop(1, RED, "metal").shop(2, RED, "smith").shop(4, BLUE, "gem", 2)
    table.figures(RED, 1, 2).figures(BLUE, 4).figures(GREEN, 4)
    return table.tiles(RED, "violet").tiles(BLUE, "brown").hand(RED, "3va 3vd 4nd").lay()


def card(text: str) -> Any:
    return parse_card(text, KOSMOS_2008)


START = (
    "toledo1 red / red 3va 3vd 4nd, @1 2, m1@1 s1@2, tiles v / blue @4, g2@4, tiles b / green @4"
)
ATTACK = (PlayCard(card("3va"), 1), Challenge(GREEN))
AFTER = "3vd 4nd, @2, m1@1 s1@2, tiles v / blue @4, g2@4, tiles b / green @4"


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (Table().lay(), "toledo1 red / red / blue"),
        (Table(4, active=GREEN).lay(), "toledo1 green / red / blue / green / yellow"),
        (duel(), START),
        (play(duel(), ATTACK[0]), f"toledo1 red transit 4, front 3va / red {AFTER}"),
        (play(duel(), *ATTACK), f"toledo1 red duel 4 vs green, front 3va / red {AFTER}"),
        (
            play(duel(), *ATTACK, "1va"),
            f"toledo1 red duel 4 vs green 1:0, front 3va / red {AFTER} / discards 1va",
        ),
        (
            busy(),
            ("toledo1 red arrived 4, front 4va / red 1va 4bd 4bd!, @4 5, g2@4, metal 3, gems 1, tiles m v / "
            "blue 2va 3nd! 6td 6td!, @8, s1@8, gems 2, swords 7, tiles b / green 5va, in 2: 4, paintings 3 / "
            "discards 1nd 2nd"),
        ),
        (
            Table().hand(RED, "6va 6va").moving(tile_value=3).lay(MOVING),
            "toledo1 red moving, tile 3 / red 2*6va / blue",
        ),
        (
            Table().alcazar(RED, 1).moving("3va").lay(ENTERED),
            "toledo1 red entered, front 3va / red in 1 / blue",
        ),
        (play(Table().lay(), TAKE_CARDS), "toledo1 red drawing 2 take / red / blue"),
        (
            Table().figures(RED, 5).moving("4nd").lay(Drawing(3, "tavern")),
            "toledo1 red drawing 3 tavern, front 4nd / red @5 / blue",
        ),
        (
            evolve(Table().alcazar(BLUE, 3, sword(4), sword(4)).lay_unchecked(OVER), trigger=BLUE),
            "toledo1 red over, trigger blue / red / blue in 3: 2*4",
        ),
        (Table().pile("1va 1va").lay(), "toledo1 red / red / blue / pile 2*1va"),
        (Table().pile("").lay(), "toledo1 red / red / blue / pile"),
        (Table().pile("").rest_to(BLUE).discards("1va").lay(), None),
    ],
)  # fmt: skip
def test_the_forms(state: State, text: str | None) -> None:
    written = format_position(state)
    assert text in (None, written)
    assert parse_position(written) == state


@pytest.mark.parametrize(
    "text",
    [
        START.upper(),
        START.replace(" / ", "/").replace(", ", ","),
        START.replace(" / ", "\n  /\t").replace(" ", "   ") + "\r\n",
        "toledo1[kosmos-2008]0:start/2:@4/1,@4,tiles b,g2@4/r:ti v,m1@1 s1@2,3va 3vd 4nd,@2 1",
        START.replace("4nd", "4.neut.d")
        .replace("m1@1", "metal 1 @ 1")
        .replace("green @4", "green @ 0 4"),
        START.replace("toledo1", f"toledo1 [ KOSMOS-2008 {digest(KOSMOS_2008).upper()} ]"),
        START.replace("3va", "1*3va"),
        START + " / discards",
    ],
)
def test_other_ways_to_write_it(text: str) -> None:
    """Blanks, line ends, capitals, short words, numbers of seats, and any order of sections and parts."""
    assert format_position(parse_position(text)) == START


def test_names_that_need_care() -> None:
    """A player who is called like a section goes by the number of the seat; a section's own name comes first."""
    state = Table(4, edition=TITLED).discards("1va").lay()
    text = format_position(state)
    assert text == f"toledo1 [titled {digest(TITLED)}] discards / 0 / 1 / over / 3 / discards 1va"
    assert parse_position(text, TITLED) == state
    assert format_position(Table(edition=CROWDED).swords(RED, sword(8, CROWDED)).lay()) == (
        f"toledo1 [crowded {digest(CROWDED)}] take / take swords 8(1+3) / 1"
    )


# Editions


def test_the_default_edition_is_not_said() -> None:
    text = "toledo1 red / red / blue"
    state = Table().lay()
    assert format_position(state) == text
    for said in (text, text.replace("red /", "[kosmos-2008] red /", 1)):
        assert parse_position(said) == parse_position(said, KOSMOS_2008) == state


def test_another_edition_of_the_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation, "shipped_name", lambda edition: edition.name)
    monkeypatch.setattr(notation, "known_edition", lambda name, *_: {MINE.name: MINE}.get(name))
    state = Table(edition=MINE).lay()
    assert format_position(state) == "toledo1 [mine] red / red / blue"
    assert parse_position("toledo1 [mine] red / red / blue") == state
    assert repr(state) == "parse_position('toledo1 [mine] red / red / blue')"


def test_any_other_edition_has_its_digest() -> None:
    state = Table(edition=MINE).lay()
    text = f"toledo1 [mine {digest(MINE)}] red / red / blue"
    assert format_position(state) == text
    assert (
        parse_position(text, MINE) == parse_position("toledo1 [mine] red/red/blue", MINE) == state
    )


OTHER_DIGEST = f"{digest(KOSMOS_2008)}, the digest of this edition kosmos-2008"


@pytest.mark.parametrize(
    ("text", "edition", "column", "expected"),
    [
        ("toledo1 [mine] 0", None, 10, "an edition that comes with the library, or mine as the argument edition"),
        ("toledo1 [[ red", None, 10, "the name of an edition"),
        ("toledo1 [mine 12ab] 0", None, 10,
         "an edition that comes with the library, or mine with the digest 12ab as the argument edition"),
        ("toledo1 red / red / blue", MINE, 9, "[mine], since that edition was given"),
        ("toledo1 [kosmos-2008] red", MINE, 10, "mine, the name of the edition that was given"),
        ("toledo1 [] red", MINE, 10, "mine, the name of the edition that was given"),
        ("toledo1 [mine 12ab] 0", MINE, 15, f"{digest(MINE)}, the digest of this edition mine"),
        ("toledo1 [kosmos-2008 12ab] red", None, 22, OTHER_DIGEST),
        ("toledo1 [kosmos-2008 red", None, 22, OTHER_DIGEST),
        ("toledo1 [kosmos-2008", None, 21, "a closing bracket"),
    ],
)  # fmt: skip
def test_errors_of_editions(text: str, edition: Edition | None, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as failure:
        parse_position(text, edition)
    assert (failure.value.column, failure.value.expected) == (column, expected)


# Errors

TURN = "start, moving, arrived, entered, transit, drawing, duel, over, front, tile or trigger"
PART = (
    "cards, @ and steps, shops such as m2@4, or a word: in, metal, gems, swords, tiles or paintings"
)
SECTION = "a section: discards, pile, red, blue, green or yellow"
END = "a comma and another part, / and another section, or the end"


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "toledo1, the version of the notation"),
        (" toledo2 red", 2, "toledo1, the version of the notation"),
        ("toledo1", 8, "a player: red, blue, green or yellow"),
        ("toledo1 pink / red / blue", 9, "a player: red, blue, green or yellow"),
        ("toledo1 red waits / red / blue", 13, f"a part: {TURN}"),
        ("toledo1 red t / red / blue", 13, "a part: transit, tile or trigger"),
        ("toledo1 red moving, start", 21, "something that was not said before"),
        ("toledo1 red moving, ", 21, f"a part: {TURN}"),
        ("toledo1 red moving front", 20, END),
        ("toledo1 red arrived", 20, "a step from 0 to 21"),
        ("toledo1 red transit 22", 21, "a step from 0 to 21"),
        ("toledo1 red drawing take", 21, "the number of cards that are still to be drawn"),
        ("toledo1 red drawing 2", 22, "a source: take or tavern"),
        ("toledo1 red duel 4 blue", 20, "the rival: vs"),
        ("toledo1 red duel 4 vs blue 1", 29, ": and the rounds that the rival has won"),
        ("toledo1 red duel 4 vs blue 1:", 30, "the rounds that the rival has won"),
        ("toledo1 red front", 18, "a card, such as 4va"),
        ("toledo1 red tile 7", 18, "the value of a card of kosmos-2008"),
        ("toledo1 red tile", 17, "the value of a card of kosmos-2008"),
        ("toledo1 red trigger 4", 21, "a seat from 0 to 3"),
        ("toledo1 red / pink", 15, SECTION),
        ("toledo1 red / ", 15, SECTION),
        ("toledo1 red / 4", 15, "a seat from 0 to 3"),
        ("toledo1 red / red / blue / red", 28, "something that was not said before"),
        ("toledo1 red / discards 1va / pile", 30, "something that was not said before"),
        ("toledo1 red / red", 18, "a section for each player, with / blue"),
        ("toledo1 green / red / blue", 27, "a section for each player, with / green"),
        ("toledo1 red / red / blue / yellow", 34, "a section for each player, with / green"),
        ("toledo1 red / red wood 3", 19, PART),
        ("toledo1 red / red 3va,", 23, PART),
        ("toledo1 red / red 3va 4nd at 4", 27, "a card, such as 4va"),
        ("toledo1 red / red 3va, 4nd", 24, "something that was not said before"),
        ("toledo1 red / red 9va", 19, "a card of kosmos-2008, which has no 9 with a violet attacker"),
        ("toledo1 red / red 3*3va", 19, "1 to 2 of these: no more are left"),
        ("toledo1 red / red 0*3va", 19, "1 to 2 of these: no more are left"),
        ("toledo1 red / red 2*3va / blue 3va", 32, "something else: none of these is left"),
        ("toledo1 red front 1va / red 2*1va", 29, "1 of these: no more are left"),
        ("toledo1 red front 1va / red 1va / discards 2*1va", 44, "something else: none of these is left"),
        ("toledo1 red / red @", 20, "a step from 0 to 21"),
        ("toledo1 red / red @99", 20, "a step from 0 to 21"),
        ("toledo1 red / red @6*4", 20, "1 to 5 of these: no more are left"),
        ("toledo1 red / red @3*4, in 3", 15, "5 figures at most"),
        ("toledo1 red transit 4 / red @5*4", 25, "5 figures at most, one of them in transit"),
        ("toledo1 red / red in", 21, "a number of figures, at most 5"),
        ("toledo1 red / red in 6", 22, "a number of figures, at most 5"),
        ("toledo1 red / red in 1:", 24, "a sword, such as 12"),
        ("toledo1 red / red in 1: 9", 25, "a sword of kosmos-2008"),
        ("toledo1 red / red m2@4 x", 24, "a kind of shop: metal, gem, smith or fencing"),
        ("toledo1 red / red m2@4 g1", 26, "@ and the step of the site"),
        ("toledo1 red / red m2@4 m2@6", 24, "something else: none of these is left"),
        ("toledo1 red / red m2@4 / blue m1@4", 34, "a step without a shop"),
        ("toledo1 red / red metal 26", 25, "a number of metal, at most 23"),
        ("toledo1 red / red gems 15 / blue gems 9", 39, "a number of gems, at most 5"),
        ("toledo1 red / red swords", 25, "a sword, such as 12"),
        ("toledo1 red / red tiles", 24, "a master tile: violet, brown, turquoise or movement"),
        ("toledo1 red / red tiles v 5", 27, "a master tile: violet, brown, turquoise or movement"),
        ("toledo1 red / red paintings 9", 29, "something else: none of these is left"),
        ("toledo1 red / red paintings x", 29, "the value of a painting"),
        ("toledo1 red / red / blue ]", 26, PART),
        ("toledo1 red / red / blue 1va ]", 30, "a card, such as 4va"),
    ],
)  # fmt: skip
def test_errors_point_at_the_place(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as failure:
        parse_position(text)
    error = failure.value
    assert (error.text, error.column, error.expected) == (text, column, expected)
    assert not error.problems


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("toledo1 red / red @1 / blue", ["I-11"]),
        ("toledo1 red / red in 3 / blue", ["I-19"]),
        ("toledo1 red / red m1@5 / blue", ["I-09"]),
        ("toledo1 red / red tiles v v / blue", ["I-14"]),
        ("toledo1 red / red paintings 2 / blue", ["I-05"]),
        ("toledo1 red / red in 1: 4 4 / blue", ["I-15"]),
        ("toledo1 red / red, in 0: 4 / blue", ["I-15"]),
        ("toledo1 red front 3va / red / blue", ["I-23"]),
        ("toledo1 red moving / red / blue", ["I-25"]),
        ("toledo1 red moving, front 3va, tile 3 / red / blue", ["I-26"]),
        ("toledo1 red drawing 9 take / red / blue", ["I-34"]),
        ("toledo1 red duel 4 vs red, front 3va / red @4, m1@4 / blue", ["I-31"]),
    ],
)
def test_an_impossible_position_is_refused(text: str, numbers: list[str]) -> None:
    """Decision 10: `invariants` alone says what a valid position is."""
    with pytest.raises(NotationError) as failure:
        parse_position(text)
    error = failure.value
    assert [str(problem).partition(":")[0] for problem in error.problems] == numbers
    first, *lines = str(error).splitlines()
    assert first == "column 1: expected a position that a game can reach"
    assert lines[2:] == [*map(str, error.problems)]
    assert str(copy(error)) == str(error)


def test_a_text_has_a_limit() -> None:
    text = "toledo1 red / red / blue"
    longest = text + " " * (LONGEST_POSITION - len(text))
    assert parse_position(longest) == parse_position(text)
    with pytest.raises(NotationError) as failure:
        parse_position(longest + " ")
    assert failure.value.expected == "at most 100,000 characters"
    assert len(str(failure.value)) < 300
    with pytest.raises(NotationError):
        parse_position(f"toledo1 red / red {'9' * 400}*3va / blue")


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (evolve(Table().lay(), metal=24), "not a position that a game can reach:\nI-03: found 24 of 23 metal"),
        (changed(Table().lay(), RED, figures=(4, 0, 0, 0, 0)), "I-11"),
        (changed(Table().figures(RED, 5).lay(), RED, figures=(5, 0, 0, 0, 0)), "I-00"),
        (evolve(Table().moving("3va").lay(MOVING), tile_value=9), "I-26"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_not_written(state: State, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        format_position(state)


# What a program shows


def evaluated(value: object) -> object:
    """What the text of a value evaluates to, with the public names of the library."""
    return eval(repr(value), {name: getattr(toledo_rules, name) for name in toledo_rules.__all__})


def test_the_text_of_a_position_evaluates_back() -> None:
    state = new_game(2, Random(1))
    assert (
        repr(state)
        == "parse_position('toledo1 red / red 1td 2*2bd 3ta 6bd / blue 3ba 4va 5nd 5td 5va')"
    )
    for one in (state, busy(), duel()):
        assert evaluated(one) == one


def test_a_position_of_another_edition_names_it() -> None:
    state = Table(edition=MINE).hand(RED, "3va").lay()
    assert repr(state) == f"<State: toledo1 [mine {digest(MINE)}] red / red 3va / blue>"


NONSENSE: Any = None


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (evolve(Table().lay(), metal=24), "<State, not a valid position (I-03): toledo1 red / red / blue>"),
        (changed(Table().figures(RED, 5).lay(), RED, figures=(5, 0, 0, 0, 0)),
         "<State, not a valid position (I-00): toledo1 red / red @5 / blue>"),
        (evolve(Table().lay(), players=NONSENSE), "<State, not a valid position>"),
        (evolve(Table().lay(), active=9), "<State, not a valid position>"),
        (evolve(Table().lay(), edition=NONSENSE), "<State, not a valid position>"),
        (evolve(Table().lay(), phase=NONSENSE), "<State, not a valid position>"),
    ],
)  # fmt: skip
def test_a_malformed_position_can_be_shown(state: State, text: str) -> None:
    assert repr(state) == text


def test_a_view_shows_what_its_seat_sees() -> None:
    """A-128, A-130: of other hands the number of cards, and the cards that everybody knows of."""
    rest = "@8, s1@8, gems 2, swords 7, tiles b"
    table = "toledo1 red arrived 4, front 4va / red"
    end = "in 2: 4, paintings 3 / discards 1nd 2nd>"
    mine = "@4 5, g2@4, metal 3, gems 1, tiles m v"
    assert repr(view(busy(), RED)) == (
        f"<View of red: {table} 1va 4bd 4bd!, {mine} / blue 4 cards: 3nd! 6td!, {rest} / green 1 card, {end}"
    )
    assert repr(view(busy(), None)) == (
        f"<View of a spectator: {table} 3 cards: 4bd!, {mine} / "
        f"blue 4 cards: 3nd! 6td!, {rest} / green 1 card, {end}"
    )
    assert repr(evolve(view(busy(), RED), players=NONSENSE)) == "<View, not valid>"


def test_a_player_is_shown_on_a_line() -> None:
    player = busy().players[GREEN]
    assert repr(player) == (
        "<Player: hand 5.violet.a, figures at 3*0, inside 2, delivered 4(1+1), metal 0, gems 0, "
        "paintings 3, shops f1 f2 g1 g2 m1 m2 s1 s2>"
    )
    assert repr(evolve(player, hand=NONSENSE)) == "<Player, not valid>"


def test_an_outcome_is_shown_on_a_line() -> None:
    result = outcome(parse_position("toledo1 red over, trigger blue / red paintings 3 / blue in 3"))
    assert isinstance(result, Outcome)
    assert repr(result) == "<Outcome: 1. seat 0 with 3 points, 2. seat 1 with 0 points>"


def test_a_position_prints_as_the_board_and_shows_as_a_picture() -> None:
    state = busy()
    for position in (state, view(state, RED)):
        assert str(position).splitlines()[-1].startswith("Red")
        assert position._repr_svg_().startswith("<svg ")
    assert "2va" in str(state)
    assert "2va" not in str(view(state, RED))


def test_the_active_player() -> None:
    state = Table(active=BLUE).hand(BLUE, "3va").lay()
    assert state.player is state.players[BLUE]


# Laws


@pytest.mark.search
@given(positions(edition=st.sampled_from(ALL)))
def test_every_position_can_be_written_and_read(state: State) -> None:
    """Decision 12: a position is one line of text, for every edition, read back exactly."""
    text = format_position(state)
    assert text.isprintable()
    assert parse_position(text, state.edition) == state
    assert format_position(parse_position(text, state.edition)) == text


@pytest.mark.search
@given(st.data())
def test_a_position_has_one_text_however_it_is_written(data: st.DataObject) -> None:
    """Sections and parts come in any order, blanks and capitals do not count."""
    state = data.draw(positions(edition=st.sampled_from(ALL)))
    text = format_position(state)
    first, *sections = text.split(" / ")
    sections = data.draw(st.permutations(sections))
    shuffled = [", ".join(_shuffled(section, data)) for section in sections]
    blank = data.draw(st.sampled_from(("/", " / ", "\n / ", "\t/  ")))
    other = blank.join([first, *shuffled])
    other = data.draw(st.sampled_from((other, other.upper(), other.replace(",", " , "))))
    assert format_position(parse_position(other, state.edition)) == text


def _shuffled(section: str, data: st.DataObject) -> list[str]:
    title, *rest = section.split(" ")
    parts = data.draw(st.permutations(" ".join(rest).split(", ")))
    return [f"{title}: {parts[0]}", *parts[1:]]


@pytest.mark.search
@fewer()
@given(journeys())
def test_different_positions_have_different_texts(journey: Journey) -> None:
    """Equal positions have equal texts, others have others."""
    states = {ply.before for ply in journey}
    assert len({notation.position_text(state) for state in states}) == len(states)


@pytest.mark.search
@fewer()
@given(positions(edition=st.sampled_from(ALL)), st.data())
def test_every_view_has_its_own_text(state: State, data: st.DataObject) -> None:
    """Two seats that see the same have equal texts only if the views are equal."""
    one, other = view(state, data.draw(viewers(state))), view(state, data.draw(viewers(state)))
    assert (repr(one) == repr(other)) == (one == other)
    assert repr(one).startswith("<View of ")
    assert len(repr(state)) < 100 + len(format_position(state))


def damaged(text: str, rng: Random) -> str:
    """The text with characters or words deleted, swapped, repeated or replaced."""
    if rng.randrange(2):
        return mutate(text, rng)
    words = text.split(" ")
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    match rng.choice(("delete", "repeat", "swap", "replace")):
        case "delete":
            del words[one]
        case "repeat":
            words.insert(other, words[one])
        case "swap":
            words[one], words[other] = words[other], words[one]
        case "replace":
            words[one] = str(rng.randrange(25))
        case odd:
            raise AssertionError(odd)
    return " ".join(words)


@pytest.mark.search
@pytest.mark.parametrize("edition", ALL, ids=names)
def test_damaged_texts_are_refused_cleanly(edition: Edition) -> None:
    """Decision 14: nothing from outside can hurt. Whatever is read is a valid position."""
    rng, verdicts = Random(1085), Counter[str]()
    for _ in range(300):
        players = rng.randrange(edition.least_players, edition.most_players + 1)
        text = damaged(format_position(lay_out(edition, players, rng)), rng)
        verdicts[verdict(text, edition)] += 1
    assert verdicts["refused"] > 100
    assert verdicts["read"] > 5


@pytest.mark.search
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    assert verdict(text, KOSMOS_2008) == "refused"
    verdict(f"toledo1 red / red {text} / blue", KOSMOS_2008)


@pytest.mark.search
@given(st.data())
def test_any_moment_is_possible_or_refused(data: st.DataObject) -> None:
    """A turn that was not thought through is refused with the invariants that it breaks."""
    state = data.draw(positions())
    seats = st.integers(0, len(state.players) - 1)
    steps = st.integers(0, state.edition.last_step)
    phases: st.SearchStrategy[Phase] = st.one_of(
        st.sampled_from((MOVING, OVER, Drawing(1, "take"), Drawing(9, "tavern"))),
        st.builds(Arrived, steps),
        st.builds(Transit, steps),
        st.builds(Duel, steps, seats, st.integers(0, 2), st.integers(0, 2)),
    )
    odd = evolve(
        state,
        active=data.draw(seats),
        phase=data.draw(phases),
        trigger=data.draw(st.none() | seats),
    )
    verdict(notation.position_text(odd), state.edition)


def verdict(text: str, edition: Edition) -> str:
    """Read a text: "read" if it is a valid position, "refused" if the error points at a place in it."""
    refusal: NotationError | None = None
    try:
        state = parse_position(text, edition)
    except NotationError as error:
        refusal = error
    if refusal is None:
        assert list(invariants(state)) == []
        assert parse_position(format_position(state), edition) == state
        return "read"
    assert refusal.text == text
    assert 1 <= refusal.column <= len(text) + 1
    assert refusal.expected in str(refusal)
    return "refused"


# Length


@pytest.mark.search
def test_positions_are_short() -> None:
    """At most 380 characters for half of the positions of a game, and less than 700 for all."""
    lengths = sorted(
        length
        for bot in BOTS
        for players in PLAYERS
        for length in position_lengths(bot, players, games=1)
    )
    assert lengths[len(lengths) // 2] <= 380
    assert lengths[-1] < 700
