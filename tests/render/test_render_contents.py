"""Pictures: everything that lies on the table is in them, and what they are asked to point out."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from attrs import evolve

from tests.render.pictures_read import (
    area,
    figures,
    journey,
    layouts,
    marked,
    of_class,
    parsed,
    space,
    texts,
    tooltips,
    values,
)
from tests.table import busy
from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    Challenge,
    Draw,
    ReturnFigure,
    State,
    new_game,
    score,
    step,
)
from toledo_rules.describe import LANGUAGES
from toledo_rules.events import RoundFought
from toledo_rules.notation import format_card, format_shop, format_sword
from toledo_rules.phases import OVER, Arrived, Duel, Transit
from toledo_rules.render import NOTHING, Highlights, PageLayout, svg, text
from toledo_rules.render._blocks import TIMES
from toledo_rules.render._picture import lines_of, spots_of
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, sword

# The board.


@layouts
def test_every_space_is_there_once_with_its_number_and_price(layout: PageLayout) -> None:
    root = parsed(svg(busy(), layout=layout))
    road = KOSMOS_2008.road
    assert sorted(map(int, values(root, "step"))) == list(range(len(road)))
    for number, printed in list(enumerate(road))[1:]:
        here = space(root, number)
        assert str(number) in texts(here)
        prices = [e.text for e in of_class(here, "tl-coined")]
        assert prices == ([str(printed.price)] if printed.price else [])
        assert tooltips(here)[0].startswith(f"{number} · ")


@layouts
def test_every_space_can_be_clicked_all_over(layout: PageLayout) -> None:
    root = parsed(svg(busy(), layout=layout))
    for element in marked(root, "step"):
        (hit,) = of_class(element, "tl-hit")
        assert element[-1] is hit, "above everything else on the space"
        assert float(hit.attrib["width"]) >= 44
        assert float(hit.attrib["height"]) >= 36


def test_the_tooltip_of_a_space_tells_all_about_it() -> None:
    root = parsed(svg(busy()))
    told = tooltips(space(root, 4))[0]
    assert told == "4 · Gem dealer · price 1 · 2 circles · Red · figures: Red"
    assert tooltips(space(root, 3))[0] == "3 · Empty space · price 1"
    assert tooltips(space(root, 5))[0] == "5 · Tavern · price 1 · 2 circles · figures: Red"
    assert tooltips(space(root, 21))[0] == "21 · Entrance space"


def test_figures_stand_on_circles_and_free_circles_are_empty() -> None:
    root = parsed(svg(busy()))
    tavern = space(root, 5)
    assert len(of_class(tavern, "tl-figure")) == 1
    assert len(of_class(tavern, "tl-free")) == 1
    assert texts(tavern) == ["5", "1", "R"]
    shop = space(root, 8)
    assert len(of_class(shop, "tl-free")) == 0
    assert texts(shop) == ["8", "B", "3", "B"], "its number, its owner, its price, a figure"


@layouts
def test_every_figure_outside_is_on_the_board_once(layout: PageLayout) -> None:
    for ply in journey(4)[::50]:
        state = ply.before
        root = parsed(svg(state, layout=layout))
        on_road = [f for number in values(root, "step") for f in figures(space(root, int(number)))]
        expected = sum(len(player.figures) for player in state.players)
        transit = isinstance(state.phase, (Transit, Duel))
        assert len(on_road) == expected + transit


def test_a_figure_in_transit_is_over_its_space() -> None:
    table = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).hand(RED, "5va").moving("5vd")
    root = parsed(svg(table.lay(Transit(5))))
    assert len(of_class(space(root, 5), "tl-over")) == 1
    assert len(of_class(root, "tl-over")) == 1


def test_the_alcazar_shows_figures_and_their_swords() -> None:
    root = parsed(svg(Table().alcazar(BLUE, 2, sword(12)).lay()))
    assert values(root, "sword").count("12") == 1
    assert "Alcazar: 2" in tooltips(area(root, BLUE))


def test_players_are_told_apart_without_colours() -> None:
    """By letter, and by shape: circle, square, triangle, diamond."""
    root = parsed(svg(new_game(4, Random(1))))
    start = space(root, 0)
    shapes = {}
    for shape in of_class(start, "tl-figure"):
        corners = shape.attrib.get("points", "").split()
        xs = {corner.split(",")[0] for corner in corners}
        shapes[shape.attrib["fill"]] = (len(corners), len(xs))
    assert sorted(shapes.values()) == [(0, 0), (3, 3), (4, 2), (4, 3)]
    assert {letter for letter in texts(start) if len(letter) == 1} == set("RBGY")


def test_letters_tell_names_apart() -> None:
    for language in LANGUAGES:
        root = parsed(svg(new_game(4, Random(1)), language=language))
        letters = {letter for letter in texts(space(root, 0)) if len(letter) == 1}
        assert len(letters) == 4
        in_text = re.findall(
            r"^[▶ ] (\w) ", text(new_game(4, Random(1)), language=language), re.MULTILINE
        )
        assert letters == set(in_text), "a player has the same letter in every picture"


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 8])
def test_the_road_winds_without_a_jump(columns: int) -> None:
    lines = [line for row in lines_of(KOSMOS_2008, columns) for line in row]
    assert [number for line in lines for number in line] == list(range(1, 22))
    assert max(map(len, lines)) <= columns
    spots = spots_of(lines, 0, 700, 900, 100)
    for before, after in pairwise(spots):
        assert (before.x == after.x) != (before.y == after.y), "along a line, or straight up"


# Around the board.


def test_a_players_area_shows_what_the_player_has() -> None:
    state = busy()
    root = parsed(svg(state, seat=None))
    for seat, player in enumerate(state.players):
        mine = area(root, seat)
        assert values(mine, "card") == [format_card(c, KOSMOS_2008) for c in player.known]
        assert values(mine, "shop") == [format_shop(s, KOSMOS_2008) for s in player.shops]
        assert values(mine, "sword") == [format_sword(s, KOSMOS_2008) for s in player.swords]
        assert values(mine, "tile") == list(player.tiles)
        assert values(mine, "painting") == [str(value) for value in player.paintings]
        told = tooltips(mine)
        assert f"Fame: {score(state, seat).total}" in told
        assert f"Cards: {len(player.hand)}" in told
        assert f"Metal: {player.metal}" in told
        assert f"Gems: {player.gems}" in told
        assert f"Figures: {len(player.figures)}" in told


def test_the_player_on_turn_is_marked() -> None:
    root = parsed(svg(evolve(busy(), active=BLUE)))
    assert [len(of_class(area(root, seat), "tl-on")) for seat in range(3)] == [0, 1, 0]
    assert of_class(parsed(svg(evolve(busy(), phase=OVER))), "tl-on") == []


def test_the_supply_shows_what_is_left() -> None:
    state = busy()
    told = tooltips(parsed(svg(state)))
    assert f"Draw pile: {len(state.pile)}" in told
    assert "Discard pile (1N 2N): 2" in told
    assert f"Metal: {state.metal}" in told
    assert f"Gems: {state.gems}" in told
    nothing = evolve(state, discards=(), swords=(), tiles=(), paintings=())
    root = parsed(svg(nothing))
    assert "Discard pile: 0" in tooltips(root)
    assert "Paintings" not in texts(root)


def test_equal_discards_are_counted() -> None:
    assert f"Discard pile (1B{TIMES}2): 2" in tooltips(
        parsed(svg(Table().discards("1bd 1bd").lay()))
    )


@pytest.mark.parametrize(("names", "shown"), [((), "Red"), (("Ana", "Bo"), "Ana")])
def test_players_are_called_by_their_names(names: tuple[str, ...], shown: str) -> None:
    assert shown in texts(area(parsed(svg(busy(), names=names)), RED))


def test_a_long_name_is_cut_and_a_strange_one_does_no_harm() -> None:
    names = ("Wolfgang Amadeus Maximilian <b> & Söhne " * 3, '"><script>', "\x00\ud800")
    root = parsed(svg(busy(), names=names, layout="narrow"))
    assert any(text.endswith("…") for text in texts(area(root, RED)))
    assert '"><script>' in texts(area(root, BLUE))
    assert tooltips(area(root, RED))[0] == names[0]
    assert "\ufffd\ufffd" in texts(area(root, GREEN))


# The turn.


def test_the_first_card_and_the_movement_tile_are_shown() -> None:
    table = Table().tiles(RED, MOVEMENT).figures(RED, 5).hand(RED, "1va").discards("3bd")
    root = parsed(svg(table.moving("5va", tile_value=3).lay(Arrived(5))))
    assert "First card" in texts(root)
    assert "Movement tile: 3" in texts(root)
    assert "First card" not in texts(parsed(svg(Table().lay())))


def test_the_last_round_is_shown_with_who_began_it() -> None:
    table = Table(2, active=BLUE).alcazar(RED, 3)
    table.trigger = RED
    assert "Last round" in texts(parsed(svg(table.lay())))


def duel() -> State:
    """Red challenges Blue, who holds a duel tile, over the tavern."""
    table = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).hand(RED, "5va")
    table.tiles(BLUE, "violet", MOVEMENT).moving("5vd")
    return step(table.lay(Transit(5)), Challenge(BLUE)).state


def test_a_duel_is_shown_round_by_round() -> None:
    """DUE-04, DUE-09: the score, the duel tiles, and the cards that were turned up with who won by them."""
    state = duel()
    rounds = []
    for drawn in ("1nd", "2na"):
        fought = step(state, Draw(card(drawn)))
        state = fought.state
        rounds += [event for event in fought.events if isinstance(event, RoundFought)]
        root = parsed(svg(state, highlights=Highlights(duel=rounds)))
        shown = values(root, "card")
        after = shown.index("5vd") + 1  # the first card of the turn
        assert shown[after : after + len(rounds)] == ["1nd", "2na"][: len(rounds)]
    assert sorted(t for t in tooltips(root) if t.endswith(" / 2")) == ["1 / 2", "1 / 2"]
    assert values(root, "tile").count("violet") == 3, "in the supply, the area, and the duel"
    assert values(root, "tile").count(MOVEMENT) == 2, "it has no part in a duel"


def test_a_duel_that_is_over_can_still_be_shown() -> None:
    after = Highlights(duel=[RoundFought(card("1nd"), BLUE, 0, 1)])
    root = parsed(svg(Table().lay(), highlights=after))
    assert "1nd" in values(root, "card")


# Highlights.


@pytest.mark.parametrize("kind", ["origin", "targets", "last"])
@pytest.mark.parametrize("number", [0, 7, 20])
def test_a_step_is_pointed_out(kind: str, number: int) -> None:
    highlights = {
        "origin": Highlights(origin=number),
        "targets": Highlights(targets={number}),
        "last": Highlights(last=[number, number]),
    }[kind]
    name = {"origin": "tl-origin", "targets": "tl-target", "last": "tl-last"}[kind]
    root = parsed(svg(busy(), highlights=highlights))
    assert len(of_class(root, name)) == 1
    assert len(of_class(space(root, number), name)) == 1


def test_nothing_is_pointed_out_unasked() -> None:
    assert svg(busy()) == svg(busy(), highlights=NOTHING)
    root = parsed(svg(busy()))
    assert not [e for name in ("origin", "target", "last") for e in of_class(root, f"tl-{name}")]


@layouts
def test_the_hand_is_told_from_other_cards(layout: PageLayout) -> None:
    """So that a click on the first card of the turn is no click on a card in hand."""
    table = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).hand(RED, "5va").moving("5vd")
    root = parsed(svg(table.lay(Transit(5)), layout=layout))
    (hand,) = marked(root, "hand")
    assert hand.attrib["data-hand"] == str(RED)
    assert values(hand, "card") == ["5va"]
    assert "5vd" in values(root, "card")


def test_cards_are_pointed_out() -> None:
    state = Table().hand(RED, "1va 2va").lay()
    root = parsed(svg(state, highlights=Highlights(cards=[card("2va")])))
    (one, two) = marked(root, "card")
    assert len(of_class(one, "tl-target")) == 0
    assert len(of_class(two, "tl-target")) == 1


def test_the_last_move_is_found_in_its_events() -> None:
    moves = [(ply, Highlights.after(ply.what.events)) for ply in journey(3)]
    assert any(highlights.last for _, highlights in moves)
    for ply, highlights in moves:
        if isinstance(ply.move, ReturnFigure):
            assert highlights.last == (ply.move.step,)
    state = duel()
    for drawn in ("1nd", "2nd"):
        result = step(state, Draw(card(drawn)))
        state = result.state
    assert Highlights.after(result.events).duel[0].card == card("2nd")
    assert Highlights.after(result.events).last == (5,), "the loser is sent back"


def test_every_event_is_marked_or_known_to_leave_no_mark() -> None:
    with pytest.raises(AssertionError, match="an event of tomorrow"):
        Highlights.after(["an event of tomorrow"])  # type: ignore[list-item] # that is the mistake
