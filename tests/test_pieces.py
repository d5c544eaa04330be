"""Seating: a figure that nobody touched stays on its circle, and everything that moves has a place to come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from toledo_rules import Event, Seat, State, Sword, View, follow, new_game, shipped_edition, view
from toledo_rules._values import names
from toledo_rules.edition import CATHEDRAL
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.events import (
    DuelEnded,
    FigureMoved,
    MetalTaken,
    PaintingTaken,
    PileReshuffled,
    RoundFought,
    ShopPlaced,
    SwordDelivered,
    SwordForged,
    TileGivenBack,
    TileTaken,
)
from toledo_rules.notation import format_sword
from toledo_rules.render import Flight, Seating, flights, seat_figures
from toledo_rules.state import Duel, PublicPlayer, Transit
from toledo_rules.testing import BLUE, PROGRESS, RED, YELLOW, Journey, Table, card, play_through


@cache
def journey(players: int, seed: int) -> Journey:
    rng = Random(seed)
    return play_through(new_game(players, rng), PROGRESS, rng)


def followed(plies: Journey) -> Iterator[tuple[State, Seating, State, Seating]]:
    """Each position and the next, with the seatings of somebody who has watched from the start."""
    before = seat_figures(plies[0].before)
    for ply in plies:
        after = seat_figures(ply.what.state, before)
        yield ply.before, before, ply.what.state, after
        before = after


def test_circles_are_filled_in_the_order_of_seats() -> None:
    state = Table(4).figures(YELLOW, 5).figures(RED, 5).lay()
    assert seat_figures(state).circles[5] == (RED, YELLOW)
    assert seat_figures(state).circles[CATHEDRAL] == ()


def test_a_new_figure_takes_the_first_free_circle() -> None:
    start = seat_figures(Table(4).figures(YELLOW, 5).figures(RED, 5).lay())
    alone = seat_figures(Table(4).figures(YELLOW, 5).lay(), start)
    assert alone.circles[5] == (None, YELLOW)
    assert seat_figures(Table(4).figures(YELLOW, 5).figures(BLUE, 5).lay(), alone).circles[5] == (
        BLUE,
        YELLOW,
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seating_has_the_figures_of_the_position(players: int) -> None:
    for _, _, state, seating in followed(journey(players, 1)):
        for step, circles in enumerate(seating.circles):
            if step != CATHEDRAL:
                assert len(circles) == state.circles(step)
                assert sorted(s for s in circles if s is not None) == [*state.standing(step)]
        for seat, swords in enumerate(seating.niches):
            assert len(swords) == state.players[seat].inside
            assert Counter(s for s in swords if s) == Counter(state.players[seat].delivered)


def test_a_figure_that_nobody_touched_stays_on_its_circle() -> None:
    """At most one figure leaves a circle by an action of a player or by a card."""
    for before, old, after, new in followed(journey(4, 2)):
        for step, (was, now) in enumerate(zip(old.circles, new.circles, strict=True)):
            left, came = gone(was, now), gone(now, was)
            assert len(left) <= 1
            assert len(came) <= 1
            assert (
                Counter(before.standing(step)) - Counter(left) + Counter(came)
                == Counter(after.standing(step))
                or step == CATHEDRAL
            )


def gone(was: tuple[Seat | None, ...], now: tuple[Seat | None, ...]) -> list[Seat]:
    """Those who were on a circle and are not there now."""
    return [
        seat
        for number, seat in enumerate(was)
        if seat is not None and (number >= len(now) or now[number] != seat)
    ]


def test_a_sword_stays_under_its_figure() -> None:
    hung = Seating(((),) * 22, ((Sword(15, 4, 4), None, None), (), (), ()))
    table = Table(4, active=BLUE).alcazar(RED, 3, Sword(15, 4, 4), Sword(2, 1, 0)).lay_unchecked()
    assert seat_figures(table, hung).niches[RED] == (
        Sword(15, 4, 4),
        None,
        Sword(2, 1, 0),
    )
    assert seat_figures(table).niches[RED] == (None, Sword(2, 1, 0), Sword(15, 4, 4))


def test_swords_of_one_kind_hang_apart() -> None:
    """Each of them stays, and the one whose delivery was taken back is gone."""
    small = Sword(2, 1, 0)
    hung = Seating(((),) * 22, ((small, None, small), (), (), ()))
    both = Table(4, active=BLUE).alcazar(RED, 3, small, small).lay_unchecked()
    assert seat_figures(both, hung).niches[RED] == (small, None, small)
    one = Table(4, active=BLUE).alcazar(RED, 3, small).lay_unchecked()
    assert seat_figures(one, hung).niches[RED] == (small, None, None)


def drawn(state: State, seating: Seating) -> dict[str, str]:
    """The things of a picture that stand by themselves, by place: figures, and swords in the Alcazar."""
    found = {
        f"circle:{step}:{number}": f"figure-{seat}"
        for step, circles in enumerate(seating.circles)
        for number, seat in enumerate(circles)
        if seat is not None
    }
    if isinstance(state.phase, (Transit, Duel)):
        found[f"transit:{state.phase.step}"] = f"figure-{state.active}"
    for seat, player in enumerate(state.players):
        for number in range(player.figures.count(CATHEDRAL)):
            found[f"cathedral:{seat}:{number}"] = f"figure-{seat}"
        for number, sword in enumerate(seating.niches[seat]):
            found[f"alcazar:{seat}:{number}"] = f"figure-{seat}"
            if sword is not None:
                found[f"plaque:{seat}:{number}"] = f"own-sword-{format_sword(sword, state.edition)}"
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_flights_lead_from_picture_to_picture(players: int) -> None:
    """A figure comes from where it was drawn, goes to a free place, and ends where the next picture draws it."""
    plies = journey(players, 3)
    for ply, (before, old, after, new) in zip(plies, followed(plies), strict=True):
        flown = flights(ply.what.with_secrets(), before, old)
        assert len(flown) == len(ply.what.events)
        picture = drawn(before, old)
        for flight in (one for several in flown for one in several):
            if flight.thing.startswith("figure-"):
                assert picture.pop(flight.origin) == flight.thing
            if flight.thing.startswith("figure-") or flight.target.startswith("plaque:"):
                assert flight.target not in picture
                picture[flight.target] = flight.thing
        assert picture == drawn(after, new)


PLAYER_PIECES = ("cards", *names(PublicPlayer))
TABLE_PIECES = ("pile", "discards", "front", "metal", "gems", "swords", "tiles", "paintings")


def pieces(table: View) -> list[object]:
    """Everything that lies on a table, by place; a card that becomes known stays where it is."""
    owned = [
        getattr(player, name)
        for player in table.players
        for name in PLAYER_PIECES
        if name != "known"
    ]
    return [*owned, *[getattr(table, name) for name in TABLE_PIECES], *table.shops]


@pytest.mark.parametrize("players", [2, 4])
def test_something_flies_just_when_a_verb_moves_a_piece(players: int) -> None:
    """What `follow` changes and what `flights` shows are one thing. A figure in transit lies nowhere (A-49)."""
    seen: set[type[Event]] = set()
    for ply in journey(players, 3):
        table, told = view(ply.before, 0), [*ply.what.seen_by(0)]
        for event, flown in zip(told, flights(told, table, viewer=0), strict=True):
            before, table = table, follow(table, [event])
            in_transit = isinstance(event, (FigureMoved, DuelEnded)) and bool(flown)
            assert bool(flown) == (in_transit or pieces(before) != pieces(table)), event
            seen.add(type(event))
    assert {FigureMoved, RoundFought, SwordDelivered, ShopPlaced, PaintingTaken} <= seen


def test_the_own_cards_come_from_pockets_and_others_from_hands() -> None:
    start = new_game(2, Random(1))
    plies = journey(2, 3)
    played = next(ply for ply in plies if "CardPlayed" in str(ply.what.events))
    seat = played.before.active
    own = flights(played.what.seen_by(seat), played.before, viewer=seat)
    others = flights(played.what.seen_by(1 - seat), view(played.before, 1 - seat), viewer=1 - seat)
    assert own[0][0].origin.startswith("pocket:")
    assert others[0][0].origin == f"hand:{seat}"
    hidden = [event for ply in plies[:60] for event in ply.what.seen_by(None)]
    backs = {
        f.origin for several in flights(hidden[:4], start) for f in several if f.thing == "back"
    }
    assert backs <= {"pile"}


def test_the_cards_of_a_duel_go_from_the_pile_to_the_table() -> None:
    state = (
        Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).moving("5vd").lay(Duel(5, BLUE, 0, 0))
    )
    rounds = [RoundFought(card("5va"), RED, 1, 0), RoundFought(card("2bd"), BLUE, 1, 1)]
    assert flights(rounds, state) == (
        (Flight("card-5va", "pile", "duel:0"),),
        (Flight("card-2bd", "pile", "duel:1"),),
    )


def test_things_come_from_the_supply_and_go_back_to_it() -> None:
    state = new_game(2, Random(1))
    happenings = (
        MetalTaken(RED),
        SwordForged(RED, Sword(4, 1, 1)),
        TileTaken(BLUE, "violet"),
        TileGivenBack(BLUE, "violet"),
        PileReshuffled(9),
    )
    mine, common = "player:1:tile:v", "supply:tile:v"
    assert [[(f.origin, f.target) for f in several] for several in flights(happenings, state)] == [
        [("supply:metal", "player:0:metal")],
        [
            ("player:0:metal", "supply:metal"),
            ("player:0:gems", "supply:gems"),
            ("supply:sword:4", "player:0:sword:4"),
        ],
        [(common, mine)],
        [(mine, common)],
        [("discards", "pile")],
    ]


def test_an_unknown_event_is_an_error() -> None:
    with pytest.raises(TypeError, match="an event of tomorrow"):
        flights(["an event of tomorrow"], new_game(2, Random(1)))  # type: ignore[list-item] # that is the mistake


@pytest.mark.parametrize("name", SHIPPED_EDITIONS)
def test_every_edition_has_its_seating(name: str) -> None:
    edition = shipped_edition(name)
    rng = Random(4)
    plies = play_through(new_game(edition.least_players, rng, edition=edition), PROGRESS, rng)
    for _, _, state, seating in followed(plies):
        assert len(seating.circles) == len(edition.road)
        assert len(seating.niches) == len(state.players)
