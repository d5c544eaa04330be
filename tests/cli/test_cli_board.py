"""The board for a terminal: everything is there, in 80 columns, and nothing that the viewer may not see."""

from __future__ import annotations

import re
from random import Random

import pytest
from attrs import evolve

from toledo_rules import (
    KOSMOS_2008,
    Edition,
    Space,
    State,
    View,
    determinize,
    new_game,
    score,
    shipped_edition,
    view,
)
from toledo_rules.describe import LANGUAGES, Language, describe
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.render import score_table, text
from toledo_rules.state import OVER, Arrived, Duel, Transit
from toledo_rules.testing import BLUE, GREEN, MOMENTS, RED, YELLOW, Table, card, lay_out, sword

languages = pytest.mark.parametrize("language", LANGUAGES)


def table() -> Table:
    """Some of everything: Red, Blue and Green, in the middle of a turn of Red's."""
    laid = Table(players=3).shop(4, RED, "smith", 2).shop(9, BLUE, "gem", 1)
    laid.alcazar(BLUE, 2, sword(12)).figures(RED, 4, 9, 12).figures(GREEN, 4).figures(BLUE, 10)
    laid.hand(RED, "1va 5nd").hand(BLUE, "4bd 6ta", known="6ta").hand(GREEN, "2td")
    laid.swords(RED, sword(7)).tiles(RED, "violet", "movement").paintings(GREEN, 3)
    return laid


def lines(position: State | View, language: Language = "en") -> list[str]:
    return text(position, language=language).splitlines()


def space(position: State | View, step: int) -> list[str]:
    """The four lines of the box of a space."""
    shown = lines(position)
    for y, line in enumerate(shown):
        if (found := re.search(rf"╭ {step} ", line)) is not None:
            x = found.start()
            return [below[x : x + 10] for below in shown[y : y + 4]]
    raise AssertionError(f"there is no space {step}")


# The road.


def test_an_empty_site_shows_its_step_and_its_price() -> None:
    """MOV-05, USE-05: on the printed board the prices are hard to see."""
    assert space(table().lay(), 3) == ["╭ 3 ─────╮", "│        │", "│        │", "╰──── ≥1 ╯"]
    assert space(table().lay(), 19)[-1] == "╰──── ≥5 ╯"


def test_a_shop_shows_its_owner_its_kind_and_its_circles() -> None:
    assert space(table().lay(), 4) == ["╭ 4 ── R ╮", "│smith   │", "│(R)(G)  │", "╰──── ≥1 ╯"]
    assert space(table().lay(), 9)[:3] == ["╭ 9 ── B ╮", "│gems    │", "│(R)     │"]


def test_taverns_and_the_artist_belong_to_nobody() -> None:
    assert space(table().lay(), 12)[:3] == ["╭ 12 ────╮", "│tavern  │", "│(R)( )  │"]
    assert space(table().lay(), 10)[:3] == ["╭ 10 ────╮", "│artist  │", "│(B)( )  │"]


@pytest.mark.parametrize("phase", [Transit(9), Duel(9, BLUE, 1, 0)])
def test_a_figure_without_a_circle_is_shown_over_the_space(phase: Transit | Duel) -> None:
    """OCC-01: it is on no circle."""
    state = evolve(table().lay(), phase=phase)
    assert space(state, 9)[2] == "│(R)+R   │"
    assert space(state, 4)[2] == "│(R)(G)  │"


def test_every_step_is_on_the_board_and_the_road_turns_where_a_row_ends() -> None:
    shown = lines(new_game(2, Random(1)))
    boxes = [[int(n) for n in re.findall(r"╭ (\d+) ", line)] for line in shown]
    assert [row for row in boxes if row] == [
        [14, 15, 16, 17, 18, 19],
        [13, 12, 11, 10, 9, 8],
        [1, 2, 3, 4, 5, 6, 7],
    ]
    turns = [(y, line.index("▲")) for y, line in enumerate(shown) if "▲" in line]
    assert turns == [(2, 71), (7, 25), (11, 75)]


def test_the_cathedral_counts_the_figures() -> None:
    shown = lines(table().lay())
    at = next(y for y, line in enumerate(shown) if line.startswith("Cathedral"))
    assert shown[at + 1].startswith("R2   B2 ")
    assert shown[at + 2].startswith("G4 ")


def test_the_alcazar_shows_the_swords_under_its_figures() -> None:
    """ALC-03: a dot is a figure without a sword."""
    assert "R Red: -    B Blue: 12 ·    G Green: -" in lines(table().lay())[1]


# What lies beside the road.


def test_what_lies_on_the_board() -> None:
    shown = text(table().lay())
    for entry in ("Metal 23", "Gems 20", "Draw pile 79", "Discard pile 0", "Paintings 2 2 1 1 1"):
        assert entry in shown
    assert "Swords (metal+gems)   2 (1+0) x3   3 (2+0) x2   4 (1+1) x3" in shown
    assert "Master tiles violet x3, brown x4, turquoise x4, movement x3" in shown


@languages
def test_words_of_the_board_keep_their_distance(language: Language) -> None:
    """A number stands beside its name, and nothing touches the first space."""
    shown = text(table().lay(), language=language).splitlines()
    (first,) = (line for line in shown if "╭ 1 ─" in line)
    assert first[9] == " "
    assert sum(bool(re.match(r"\S.* \d+  +[╭│╰]", line)) for line in shown) >= 4


def test_what_is_used_up_is_a_dash() -> None:
    state = evolve(table().lay(), paintings=(), tiles=())
    assert "Paintings -   Master tiles -" in text(state)


def test_what_a_player_has() -> None:
    shown = lines(table().lay())
    at = next(y for y, line in enumerate(shown) if line.startswith("▶ R Red"))
    assert shown[at : at + 4] == [
        "▶ R Red     Cards  2   Metal  0   Gems  0   Fame  1",
        "    Hand 1va 5nd",
        "    Swords 7   Master tiles violet movement",
        "    Shops: metal 1 2, gems 1 2, smith 1, fencing 1 2",
    ]
    assert "  G Green   Cards  1   Metal  0   Gems  0   Fame  3" in shown
    assert "    Paintings 3   Shops: metal 1 2, gems 1 2, smith 1 2, fencing 1 2" in shown


def test_nobody_is_on_turn_when_the_game_is_over() -> None:
    assert "▶ R" not in text(evolve(table().lay(), phase=OVER))


def test_what_the_turn_has_brought_so_far() -> None:
    laid = table()
    laid.front, laid.tile_value, laid.trigger, laid.phase = card("3ba"), 4, BLUE, Arrived(4)
    laid.alcazar(BLUE, 3, sword(12))
    assert "First card 3ba   Movement tile: 4   Last round (Blue)" in lines(laid.lay())


def test_the_last_line_says_what_is_to_be_decided() -> None:
    state = evolve(table().lay(), phase=Duel(9, BLUE, 1, 0))
    assert lines(state)[-1] == describe(state)


def test_a_hand_without_end_takes_several_lines() -> None:
    """TAK-03: there is no limit."""
    state = table().lay()
    rich = evolve(state.players[RED], hand=KOSMOS_2008.cards)
    shown = lines(evolve(state, players=(rich, *state.players[1:])))
    hand = [line for line in shown if re.match(r" {4}(Hand| {4}) \d[vbtn][ad]", line)]
    assert len(hand) == 5 + 2  # the others have a line each
    assert max(map(len, shown)) == 80


# Secrets.


@pytest.mark.parametrize("seat", [None, RED, GREEN])
def test_a_view_shows_the_own_hand_only(seat: int | None) -> None:
    """A-128: and cards that everybody saw going into a hand (A-60)."""
    shown = text(view(table().lay(), seat))
    assert ("Hand 1va 5nd" in shown) == (seat == RED)
    assert ("Hand 2td" in shown) == (seat == GREEN)
    assert "Known cards 6ta" in shown
    assert "4bd" not in shown


@pytest.mark.parametrize("seat", [None, RED, BLUE])
def test_positions_that_look_the_same_are_shown_the_same(seat: int | None) -> None:
    state = new_game(2, Random(5))
    seen = view(state, seat)
    assert text(view(determinize(seen, Random(1)), seat)) == text(seen)


# Any language, any edition, any position.


@pytest.mark.search
@languages
def test_eighty_columns_are_enough(language: Language) -> None:
    for number, moment in enumerate(MOMENTS):
        state = lay_out(KOSMOS_2008, 2 + number % 3, Random(number), moment)
        for position in (state, view(state, 0)):
            assert max(map(len, lines(position, language))) == 80
            table_of_scores = score_table(position, language=language).splitlines()
            assert max(map(len, table_of_scores)) <= 80


@pytest.mark.parametrize("name", SHIPPED_EDITIONS[1:])
def test_tiny_editions(name: str) -> None:
    """There is no room in the corner, so the supply lies under the road."""
    edition = shipped_edition(name)
    state = new_game(2, Random(1), edition=edition)
    shown = text(state)
    for step, printed in enumerate(edition.road):
        assert (f"╭ {step} " in shown) == (printed.kind not in ("cathedral", "entrance"))
    assert f"Metal {edition.metal}   " in shown
    assert max(map(len, shown.splitlines())) == 80


def strange_edition() -> Edition:
    """Long rows, big halls, long names, high prices."""
    site, hall = Space("site", "lower", 100), Space("tavern", "lower", 100, 12)
    entrance = Space("entrance")
    return evolve(
        KOSMOS_2008,
        colours=("a-very-long-name-for-a-colour-indeed", "aa", "a", "b"),
        road=(Space("cathedral"), *[site] * 20, hall, *[entrance] * 9),
    )


def test_strange_editions() -> None:
    laid = Table(players=4, edition=strange_edition()).shop(3, RED, "gem", 1)
    laid.figures(RED, 21, 21, 21).figures(BLUE, 21)
    state = laid.lay()
    shown = text(state)
    assert max(map(len, shown.splitlines())) == 80
    assert space(state, 21)[2] == "│AAA/12  │"
    assert space(state, 21)[3] == "╰──── ≥1…╯"
    assert space(state, 3)[0] == "╭ 3 ── A ╮"
    assert "\n  1 Aa " in shown  # no letter of its own is left for it
    assert max(map(len, score_table(state).splitlines())) <= 80


# Names.


def test_players_are_called_by_their_names() -> None:
    state = table().lay()
    shown = text(state, names=("Ana", "Bruno"))
    assert "R Ana: -    B Bruno: 12 ·    G Green: -" in shown
    assert "▶ R Ana     Cards  2" in shown
    assert "It is Ana's turn" in shown
    assert score_table(state, names=("Ana", "Bruno")).split()[:3] == ["Ana", "Bruno", "Green"]


# Colour.


def test_colour_changes_nothing_but_colour() -> None:
    position = view(table().lay(), RED)
    painted = text(position, colour=True)
    assert "\x1b[31m" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == text(position)
    assert re.sub(r"\x1b\[[\d;]*m", "", score_table(position, colour=True)) == score_table(position)


# The score.


def test_the_score_is_itemised_by_rule() -> None:
    state = table().lay()
    shown = score_table(view(state, GREEN)).splitlines()
    assert shown[0].split() == ["Red", "Blue", "Green"]
    assert [line.split()[0] for line in shown[1:-1]] == [f"SCO-0{n}" for n in range(1, 6)]
    assert shown[1].split()[-3:] == ["-", "12", "-"]
    assert shown[5].split()[-3:] == ["\N{MINUS SIGN}2", "-", "-"]
    totals = [str(score(state, seat).total).replace("-", "\N{MINUS SIGN}") for seat in range(3)]
    assert shown[-1].split() == ["Fame", *totals]


@languages
def test_players_are_told_apart_by_a_letter(language: Language) -> None:
    shown = text(new_game(4, Random(1)), language=language)
    letters = re.findall(r"^[▶ ] (\w) (\w+)", shown, re.MULTILINE)
    assert len({letter for letter, _ in letters}) == len(letters) == YELLOW + 1
