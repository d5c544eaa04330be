"""Pictures: everything that lies on the table is in them, and what they are asked to point out."""

from __future__ import annotations

import re
from random import Random

import pytest
from attrs import evolve

from tests.render.pictures_read import (
    SVG,
    boxes,
    ids,
    journey,
    layouts,
    of_class,
    parsed,
    part,
    parts_in,
    symbols,
    texts,
    tooltip,
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
from toledo_rules.render import (
    Highlights,
    PageLayout,
    Seating,
    places,
    scene,
    seat_figures,
    svg,
    text,
)
from toledo_rules.render._art import TIMES
from toledo_rules.state import OVER, Arrived, Duel, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, cards, sword

# The board.


@layouts
def test_every_space_is_there_once_with_its_number_and_price(layout: PageLayout) -> None:
    root = parsed(svg(busy(), layout=layout))
    road = KOSMOS_2008.road
    written = texts(root)
    for number in range(1, len(road)):
        assert str(number) in written
        assert tooltip(root, f"space:{number}").startswith(f"{number} · ")
    prices = [name for name in symbols(root) if name.startswith("price-")]
    assert sorted(prices) == sorted(f"price-{space.price}" for space in road if space.price)


@layouts
def test_every_space_can_be_clicked_all_over(layout: PageLayout) -> None:
    root = parsed(svg(busy(), layout=layout))
    where = places(KOSMOS_2008, layout)["places"]
    for number in range(1, len(KOSMOS_2008.road)):
        hit = of_class(part(root, f"space:{number}"), "tl-hit")[0]
        numbers = [float(n) for n in re.findall(r"[\d.]+", hit.attrib["d"])]
        assert numbers[:4] == pytest.approx(where[f"space:{number}"], abs=0.11)
        assert min(numbers[2:4]) >= 24


def test_the_tooltip_of_a_space_tells_all_about_it() -> None:
    root = parsed(svg(busy()))
    assert tooltip(root, "space:4") == "4 · Gem dealer · price 1 · 2 circles · Red · figures: Red"
    assert tooltip(root, "space:3") == "3 · Empty space · price 1"
    assert tooltip(root, "space:5") == "5 · Tavern · price 1 · 2 circles · figures: Red"
    assert tooltip(root, "space:21") == "21 · Entrance space"


def test_shops_bear_the_colours_of_their_owners() -> None:
    root = parsed(svg(busy()))
    assert symbols(part(root, "space:4")) == ["house-0-gem", "ring-0", "ring-0"]
    assert symbols(part(root, "space:5")) == ["tavern", "ring", "ring"]
    assert symbols(part(root, "space:3")) == ["site"]
    assert symbols(part(root, "space:20")) == ["gate"]


@layouts
def test_every_figure_is_on_the_board_once(layout: PageLayout) -> None:
    for ply in journey(4)[::80]:
        root = parsed(svg(ply.before, layout=layout))
        found = [name for name in symbols(root) if name.startswith("figure-")]
        assert len(ids(root, "figure:")) == len(found) == 4 * KOSMOS_2008.figures


@layouts
def test_figures_stand_where_the_seating_says(layout: PageLayout) -> None:
    state = Table(4).figures(GREEN, 5).figures(RED, 5).lay()
    where = places(KOSMOS_2008, layout)["places"]

    def circles_of(seating: Seating | None) -> dict[str, list[float]]:
        root = parsed(svg(state, layout=layout, seating=seating))
        found = {}
        for name in ids(root, "figure:"):
            (box,) = boxes(part(root, name))
            found[symbols(part(root, name))[0], box] = name
        return {
            place: [
                seat
                for (symbol, box), _ in found.items()
                for seat in [float(symbol[-1])]
                if box == pytest.approx(tuple(where[place]), abs=0.11)
            ]
            for place in ("circle:5:0", "circle:5:1")
        }

    assert circles_of(None) == {"circle:5:0": [RED], "circle:5:1": [GREEN]}
    alone = seat_figures(Table(4).figures(GREEN, 5).lay())
    assert circles_of(seat_figures(state, alone)) == {"circle:5:0": [GREEN], "circle:5:1": [RED]}


def test_a_figure_in_transit_is_over_its_space() -> None:
    table = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).hand(RED, "5va").moving("5vd")
    over = [item for item in scene(table.lay(Transit(5))) if item.place == "transit:5"]
    assert [item.symbol for item in over] == ["figure-0"]


def test_the_alcazar_shows_figures_and_their_swords() -> None:
    root = parsed(svg(Table().alcazar(BLUE, 2, sword(12)).lay()))
    assert texts(part(root, "player:1:delivered:12")) == ["12"]
    assert texts(part(root, "plaque:1:0")) == ["\N{EN DASH}"]
    assert tooltip(root, "player:1:inside") == "Blue, Alcazar: 2"
    twice = [
        item.id
        for item in scene(Table().alcazar(BLUE, 2, sword(2), sword(2)).lay())
        if item.symbol == "plaque"
    ]
    assert twice == ["player:1:delivered:2", "plaque:1:1"], "equal swords are one part"


def test_players_are_told_apart_without_colours() -> None:
    """By letter, by shape and by hatching."""
    root = parsed(svg(new_game(4, Random(1)), theme="print"))
    shapes = {}
    for symbol in root.iter(f"{SVG}symbol"):
        if "-figure-" in symbol.attrib["id"]:
            body = [e.attrib["d"] for e in symbol.iter(f"{SVG}path")][-1]
            shapes[body] = texts(symbol)[0]
    assert set(shapes.values()) == set("RBGY")
    hatchings = [
        [e.attrib["d"] for e in found.iter(f"{SVG}path")][-1]
        + found.attrib.get("patternTransform", "")
        for found in root.iter(f"{SVG}pattern")
        if re.search(r"-p\d$", found.attrib["id"])
    ]
    assert len(set(hatchings)) == len(hatchings) == 4


def test_letters_tell_names_apart() -> None:
    for language in LANGUAGES:
        root = parsed(svg(new_game(4, Random(1)), language=language))
        letters = {
            t for e in root.iter(f"{SVG}symbol") if "-figure-" in e.attrib["id"] for t in texts(e)
        }
        assert len(letters) == 4
        in_text = re.findall(
            r"^[▶ ] (\w) ", text(new_game(4, Random(1)), language=language), re.MULTILINE
        )
        assert letters == set(in_text), "a player has the same letter in every picture"


# Around the board.


def test_a_players_area_shows_what_the_player_has() -> None:
    state = busy()
    root = parsed(svg(state, seat=None))
    found = parts_in(root)
    for seat, player in enumerate(state.players):
        things = {name for name in ids(root, f"player:{seat}:") if name.count(":") == 3}
        items = {
            i.id
            for i in scene(state)
            if i.id.startswith(f"player:{seat}:") and i.id.count(":") == 3
        }
        known = {name for name in things if ":known:" in name}
        assert things - known == items
        assert len([t for t in things if ":shop:" in t]) == len(set(player.shops))
        assert len([t for t in things if ":sword:" in t]) == len(set(player.swords))
        assert len(known) == len(set(player.known))
        for what, number in (
            ("fame", score(state, seat).total),
            ("cards", len(player.hand)),
            ("metal", player.metal),
            ("gems", player.gems),
            ("figures", len(player.figures)),
            ("inside", player.inside),
        ):
            assert texts(found[f"player:{seat}:{what}"]) == [str(number)]
            assert tooltip(root, f"player:{seat}:{what}").endswith(f": {number}")


def test_the_player_on_turn_is_marked() -> None:
    """By an outline and by an arrow."""
    on, over = svg(evolve(busy(), active=BLUE)), svg(evolve(busy(), phase=OVER))
    mat = places(KOSMOS_2008)["places"]["player:1"]
    outline = f'<rect x="{mat[0] - 1:g}" y="{mat[1] - 1:g}"'
    assert on.count(outline) == 1
    assert over.count(outline) == 0


def test_the_supply_shows_what_is_left() -> None:
    state = busy()
    root = parsed(svg(state))
    assert tooltip(root, "pile") == f"Draw pile: {len(state.pile)}"
    assert tooltip(root, "discards") == "Discard pile (1n 2n): 2"
    assert tooltip(root, "supply:metal") == f"Metal: {state.metal}"
    assert tooltip(root, "supply:gems") == f"Gems: {state.gems}"
    nothing = evolve(state, discards=(), swords=(), tiles=(), paintings=())
    root = parsed(svg(nothing))
    assert tooltip(root, "discards") == "Discard pile: 0"
    assert symbols(part(root, "discards")) == ["empty"]
    assert texts(part(root, "supply:painting:3")) == [f"{TIMES}0"], "the place stays"
    assert of_class(part(root, "supply:painting:3"), "tl-gone")


def test_equal_discards_are_counted() -> None:
    assert tooltip(parsed(svg(Table().discards("1bd 1bd").lay())), "discards") == (
        f"Discard pile (1b{TIMES}2): 2"
    )


@pytest.mark.parametrize(("names", "shown"), [((), "Red"), (("Ana", "Bo"), "Ana")])
def test_players_are_called_by_their_names(names: tuple[str, ...], shown: str) -> None:
    root = parsed(svg(busy(), names=names))
    assert shown in texts(root)
    assert tooltip(root, "player:0") == shown


def test_a_long_name_is_cut_and_a_strange_one_does_no_harm() -> None:
    names = ("Wolfgang Amadeus Maximilian <b> & Söhne " * 3, '"><script>', "\x00\ud800")
    root = parsed(svg(busy(), names=names, layout="phone"))
    assert any(found.endswith("…") for found in texts(root))
    assert '"><script>' in texts(root)
    assert tooltip(root, "player:0") == names[0]
    assert "\ufffd\ufffd" in texts(root)


# The turn.


def test_the_first_card_and_the_movement_tile_are_shown() -> None:
    table = Table().tiles(RED, MOVEMENT).figures(RED, 5).hand(RED, "1va").discards("3bd")
    root = parsed(svg(table.moving("5va", tile_value=3).lay(Arrived(5))))
    assert symbols(part(root, "front")) == ["stamp-5va"]
    assert tooltip(root, "front") == "First card: violet 5 (attacker)"
    assert texts(part(root, "extra")) == ["3"]
    assert tooltip(root, "extra") == "Movement tile: 3"
    assert "front" not in parts_in(parsed(svg(Table().lay())))


def duel() -> State:
    """Red challenges Blue, who holds a duel tile, over the tavern."""
    table = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).hand(RED, "5va")
    table.tiles(BLUE, "violet", MOVEMENT).moving("5vd")
    return step(table.lay(Transit(5)), Challenge(BLUE)).state


def test_a_duel_is_shown_round_by_round() -> None:
    """DUE-04, DUE-09: the score, and the cards that were turned up with who won by them."""
    state = duel()
    rounds = []
    for drawn in ("1nd", "2na"):
        fought = step(state, Draw(card(drawn)))
        state = fought.state
        rounds += [event for event in fought.events if isinstance(event, RoundFought)]
        shown = symbols(parsed(svg(state, highlights=Highlights(duel=rounds))))
        assert [name for name in shown if name.startswith("stamp-")][: len(rounds)] == [
            f"stamp-{name}" for name in ("1nd", "2na")[: len(rounds)]
        ]
    assert isinstance(state.phase, Duel)
    signs = [name for name in shown if name.startswith("sign-")]
    assert signs.count(f"sign-{rounds[0].winner}") >= 2


def test_a_duel_that_is_over_can_still_be_shown() -> None:
    after = Highlights(duel=[RoundFought(card("1nd"), BLUE, 0, 1)])
    assert "stamp-1nd" in symbols(parsed(svg(Table().lay(), highlights=after)))


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
    (mark,) = of_class(parsed(svg(busy(), highlights=highlights)), name)
    outline = list(mark.iter(f"{SVG}rect"))[-1]
    x, y, width, height = places(KOSMOS_2008)["places"][
        "cathedral" if not number else f"space:{number}"
    ]
    assert x - 4 <= float(outline.attrib["x"]) <= x + width
    assert y - 4 <= float(outline.attrib["y"]) <= y + height


def test_nothing_is_pointed_out_unasked() -> None:
    assert svg(busy()) == svg(busy(), highlights=Highlights())
    root = parsed(svg(busy()))
    assert not [e for name in ("origin", "target", "last") for e in of_class(root, f"tl-{name}")]


@layouts
def test_the_hand_is_told_from_other_cards(layout: PageLayout) -> None:
    """So that a click on the first card of the turn is no click on a card in hand."""
    table = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).hand(RED, "5va").moving("5vd")
    root = parsed(svg(table.lay(Transit(5)), layout=layout))
    assert symbols(part(root, f"hand:{RED}")) == ["card-5va"]
    assert symbols(part(root, "front")) == ["stamp-5vd"]


def test_cards_are_pointed_out() -> None:
    state = Table().hand(RED, "1va 2va").lay()
    root = parsed(svg(state, highlights=Highlights(cards=cards("2va"))))
    assert of_class(part(root, "hand:0:1va"), "tl-s-accent") == []
    assert len(of_class(part(root, "hand:0:2va"), "tl-s-accent")) == 1


def test_the_last_move_is_found_in_its_events() -> None:
    moves = [(ply, Highlights.after(ply.what.seen_by(None))) for ply in journey(3)]
    assert any(highlights.last for _, highlights in moves)
    for ply, highlights in moves:
        if isinstance(ply.move, ReturnFigure):
            assert highlights.last == (ply.move.step,)
    state = duel()
    for drawn in ("1nd", "2nd"):
        result = step(state, Draw(card(drawn)))
        state = result.state
    assert Highlights.after(result.seen_by(None)).duel[0].card == card("2nd")
    assert Highlights.after(result.seen_by(None)).last == (5,), "the loser is sent back"


def test_something_that_is_no_event_leaves_no_mark() -> None:
    with pytest.raises(TypeError, match="an event of tomorrow"):
        Highlights.after(["an event of tomorrow"])  # type: ignore[list-item] # that is the mistake
