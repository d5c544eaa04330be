"""The fencing master and the tiles (FEN)."""

from itertools import combinations

import pytest
from attrs import evolve

from tests.table import changed, playing, plays, uses
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    Challenge,
    Edition,
    PlayCard,
    State,
    UseSpace,
    score,
)
from toledo_rules._multiset import multiset
from toledo_rules.edition import Tile
from toledo_rules.events import FeePaid, TileGivenBack, TileTaken
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import MOVING, Arrived
from toledo_rules.testing import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Table,
    card,
    cards,
    legal,
    play,
    refused,
    story,
    sword,
)

KINDS = ("brown", "movement", "turquoise", "violet")


def at_master(
    *held: Tile,
    table: Table | None = None,
    owner: int = RED,
    hand: str = "",
    edition: Edition = KOSMOS_2008,
) -> State:
    """Red, with these tiles, has just arrived at a fencing master on step 4."""
    table = table or Table(3, edition=edition)
    table.shop(4, owner, "fencing").tiles(RED, *held).figures(RED, 4).hand(RED, hand)
    return table.moving("4va").lay(Arrived(4))


def taking(*tiles: Tile) -> set[UseSpace]:
    """A free use for each of these tiles, with nothing going back."""
    return {UseSpace(take=tile) for tile in tiles}


# Taking a tile


def test_take_a_tile() -> None:
    """FEN-01, I-35: one of four kinds, from the board."""
    start = at_master()
    assert legal(start) == {END_TURN, *taking(*KINDS)}
    told = story(start, UseSpace(take="violet"))
    tiles = multiset(["brown"] * 4 + ["movement"] * 4 + ["turquoise"] * 4 + ["violet"] * 3)
    assert told.state == evolve(changed(start, RED, tiles=("violet",)), tiles=tiles, phase=MOVING)
    assert told.events == (TileTaken(RED, "violet"),)


@pytest.mark.parametrize(
    "held", [held for number in (0, 1, 2) for held in combinations(KINDS, number)]
)
def test_below_three_tiles_only_what_one_lacks(held: tuple[Tile, ...]) -> None:
    """FEN-04, FEN-05, A-75, A-151: any kind that is not held, and nothing goes back."""
    state = at_master(*held)
    lacking = [kind for kind in KINDS if kind not in held]
    assert uses(state) == taking(*lacking)
    for tile in lacking:
        after = play(state, UseSpace(take=tile)).players[RED]
        assert after.tiles == multiset([*held, tile])


@pytest.mark.parametrize("held", list(combinations(KINDS, 3)))
def test_with_three_tiles_an_exchange(held: tuple[Tile, ...]) -> None:
    """FEN-04, FEN-06, A-76, A-77: the missing kind for any of the three, whichever they are."""
    state = at_master(*held)
    (missing,) = set(KINDS) - set(held)
    assert uses(state) == {UseSpace(take=missing, give_back=back) for back in held}
    for back in held:
        told = story(state, UseSpace(take=missing, give_back=back))
        after = told.state
        assert after.players[RED].tiles == multiset({*KINDS} - {back})
        assert (after.tiles.count(back), after.tiles.count(missing)) == (4, 3)
        assert told.events == (TileGivenBack(RED, back), TileTaken(RED, missing))


def test_the_master_of_another_player() -> None:
    """FEN-01, USE-04, A-61, A-78: fee, tile back, tile taken: one deed."""
    start = at_master(MOVEMENT, "violet", "brown", owner=BLUE, hand="1va 2bd")
    assert uses(start) == {
        UseSpace(pay=fee, take="turquoise", give_back=back)
        for fee in cards("1va 2bd")
        for back in (MOVEMENT, "violet", "brown")
    }
    told = story(start, UseSpace(pay=card("2bd"), take="turquoise", give_back="brown"))
    assert told.events == (
        FeePaid(RED, BLUE, card("2bd")),
        TileGivenBack(RED, "brown"),
        TileTaken(RED, "turquoise"),
    )


# EX-9: the exchange


def test_ex9_exchange_at_the_master() -> None:
    """EX-9, FEN-06, FEN-07: the third colour, for one of three; without the movement tile no -2."""
    state = at_master(MOVEMENT, "violet", "brown")
    assert legal(state) == {
        END_TURN,
        UseSpace(take="turquoise", give_back="brown"),
        UseSpace(take="turquoise", give_back=MOVEMENT),
        UseSpace(take="turquoise", give_back="violet"),
    }
    shed = play(state, UseSpace(take="turquoise", give_back=MOVEMENT))
    assert shed.players[RED].tiles == ("brown", "turquoise", "violet")
    assert (score(state, RED).total, score(shed, RED).total) == (-2, 0)
    kept = play(state, UseSpace(take="turquoise", give_back="violet"))
    assert score(kept, RED).total == -2


def test_ex9b_with_two_tiles_nothing_goes_back() -> None:
    """EX-9b, FEN-07, A-75: the movement tile cannot be shed."""
    state = at_master(MOVEMENT, "violet")
    assert legal(state) == {END_TURN, *taking("brown", "turquoise")}
    assert play(state, UseSpace(take="brown")).players[RED].tiles == ("brown", MOVEMENT, "violet")
    for back in (MOVEMENT, "violet"):
        assert refused(state, UseSpace(take="brown", give_back=back)) == illegal(
            Code.BELOW_TILE_LIMIT, "A-75", held=2, limit=3
        )


# What cannot be taken


def test_a_tile_must_be_chosen() -> None:
    """FEN-01, A-78: one cannot come and take nothing, or a sword."""
    state = at_master(table=Table(3).material(RED, metal=4, gems=4))
    for take in (None, sword(2)):
        assert refused(state, UseSpace(take=take)) == illegal(
            Code.NO_TILE_CHOSEN, "FEN-01", take=take
        )


def test_nobody_pays_the_master_for_nothing() -> None:
    """A-78, A-62: neither a fee alone nor a tile back alone is a use."""
    state = at_master(MOVEMENT, "violet", "brown", owner=BLUE, hand="6va")
    nothing = illegal(Code.NO_TILE_CHOSEN, "FEN-01", take=None)
    assert refused(state, UseSpace(pay=card("6va"))) == nothing
    assert refused(state, UseSpace(pay=card("6va"), give_back="violet")) == nothing


@pytest.mark.parametrize("held", [("violet",), ("violet", "brown"), ("violet", "brown", MOVEMENT)])
def test_never_two_of_a_kind(held: tuple[Tile, ...]) -> None:
    """FEN-05, A-76: also not by giving one back and taking the same kind."""
    state = at_master(*held)
    for back in (None, "violet", "brown"):
        assert refused(state, UseSpace(take="violet", give_back=back)) == illegal(
            Code.TILE_ALREADY_HELD, "FEN-05", tile="violet"
        )


def test_never_four_tiles() -> None:
    """FEN-04, FEN-06: with three, one has to go back."""
    state = at_master("violet", "brown", MOVEMENT)
    assert refused(state, UseSpace(take="turquoise")) == illegal(
        Code.TILE_LIMIT_REACHED, "FEN-06", held=3, limit=3
    )


@pytest.mark.parametrize("back", ["turquoise", "pink"])
def test_only_a_held_tile_goes_back(back: Tile) -> None:
    """FEN-06, A-76: not the tile that is just being taken, nor one that there is not."""
    state = at_master("violet", "brown", MOVEMENT)
    assert refused(state, UseSpace(take="turquoise", give_back=back)) == illegal(
        Code.TILE_NOT_HELD, "FEN-06", tile=back
    )


def test_below_the_limit_nothing_can_go_back_at_all() -> None:
    """A-75: not even a tile that is not held."""
    for held in ((), ("violet",)):
        assert refused(at_master(*held), UseSpace(take="brown", give_back="turquoise")) == illegal(
            Code.BELOW_TILE_LIMIT, "A-75", held=len(held), limit=3
        )


def test_a_kind_that_there_is_not() -> None:
    """A-151, CMP-10: four kinds, and neutral is none of them (DUE-08)."""
    for kind in ("pink", "neutral", ""):
        assert refused(at_master(), UseSpace(take=kind)) == illegal(
            Code.TILE_NOT_ON_BOARD, "A-151", tile=kind
        )


# How many there are


@pytest.mark.parametrize("kind", KINDS)
def test_the_master_is_never_sold_out(kind: Tile) -> None:
    """I-33, A-67, A-03: when all three others have the kind, the fourth is left."""
    table = Table(4)
    for seat in (BLUE, GREEN, YELLOW):
        table.tiles(seat, kind)
    state = at_master(table=table)
    assert state.tiles.count(kind) == 1
    assert uses(state) == taking(*KINDS)
    assert play(state, UseSpace(take=kind)).tiles.count(kind) == 0


def test_other_data_a_kind_runs_out() -> None:
    """A-67, A-151: with fewer tiles in the box, what is not on the board cannot be taken."""
    scarce = evolve(KOSMOS_2008, name="scarce", tiles=("brown", "movement", "violet"))
    table = Table(3, edition=scarce).tiles(BLUE, "violet")
    state = at_master("brown", table=table)
    assert legal(state) == {END_TURN, *taking(MOVEMENT)}
    assert refused(state, UseSpace(take="violet")) == illegal(
        Code.TILE_NOT_ON_BOARD, "A-151", tile="violet"
    )


def test_other_data_nothing_to_take() -> None:
    """A-67, A-151: if no kind that one lacks is on the board, the master is of no use."""
    scarce = evolve(KOSMOS_2008, name="scarce", tiles=("brown", "brown", "violet"))
    state = at_master("brown", table=Table(3, edition=scarce).tiles(BLUE, "violet"))
    assert state.tiles == ("brown",)
    assert legal(state) == {END_TURN}


def test_other_data_another_limit() -> None:
    """FEN-04, A-151: at a limit of one, every use after the first is an exchange."""
    one = evolve(KOSMOS_2008, name="one", tile_limit=1)
    assert uses(at_master(edition=one)) == taking(*KINDS)
    assert uses(at_master("violet", edition=one)) == {
        UseSpace(take=kind, give_back="violet") for kind in ("brown", MOVEMENT, "turquoise")
    }


def test_other_data_all_kinds_held() -> None:
    """A-67, A-151: with a limit of four one can hold every kind; then the master is of no use."""
    four = evolve(KOSMOS_2008, name="four", tile_limit=4)
    assert uses(at_master("violet", "brown", MOVEMENT, edition=four)) == taking("turquoise")
    assert legal(at_master(*KINDS, edition=four)) == {END_TURN}


# When tiles work


def test_a_duel_tile_works_at_once() -> None:
    """FEN-02, A-79: taken and used in the same turn; brown cards go to Red, whatever they show.

    0          1              4           5
    Red ...    fencing        gem: Red    tavern: Blue, Blue
    """
    table = Table(3).shop(1, RED, "fencing").shop(4, BLUE, "gem")
    table.figures(RED, 4).figures(BLUE, 5, 5).hand(RED, "1va 1bd")
    state = play(table.lay(), PlayCard(card("1va"), 0), UseSpace(take="brown"))
    won = play(state, PlayCard(card("1bd"), 4), Challenge(BLUE), "2bd 3bd")
    assert (won.phase, won.standing(5)) == (Arrived(5), (RED, BLUE))
    without = play(table.lay(), PlayCard(card("1va"), 0))
    lost = play(without, PlayCard(card("1bd"), 4), Challenge(BLUE), "2bd 3bd")
    assert (lost.phase, lost.standing(5)) == (MOVING, (BLUE, BLUE))


def test_a_tile_stays_after_a_duel() -> None:
    """FEN-02: its help is lasting; it is not used up."""
    table = Table(3).tiles(RED, "violet").figures(BLUE, 5, 5).hand(RED, "5va")
    won = play(table.lay(), PlayCard(card("5va"), 0), Challenge(BLUE), "2vd 3vd", END_TURN)
    assert won.players[RED].tiles == ("violet",)


def test_the_movement_tile_works_at_once() -> None:
    """FEN-03, A-79, TIL-03: a card of another value can follow in the same turn.

    0          1              5
    Red ...    fencing        tavern
    """
    table = Table(3).shop(1, RED, "fencing").hand(RED, "1va 5bd")
    arrived = play(table.lay(), PlayCard(card("1va"), 0))
    assert plays(arrived) == set()
    state = play(arrived, UseSpace(take=MOVEMENT))
    assert plays(state) == playing("5bd", 0, with_tile=True)


def test_a_tile_that_went_back_works_no_more() -> None:
    """A-79, FEN-06: neither the movement tile nor a duel tile."""
    table = Table(3).tiles(RED, MOVEMENT, "violet", "brown").shop(1, RED, "fencing")
    start = play(table.hand(RED, "1va 5bd").lay(), PlayCard(card("1va"), 0))
    assert plays(start) == playing("5bd", 0, with_tile=True)
    back = play(start, UseSpace(take="turquoise", give_back=MOVEMENT))
    assert plays(back) == set()
    assert refused(back, PlayCard(card("5bd"), 0, with_tile=True)) == illegal(
        Code.NO_MOVEMENT_TILE, "TIL-01"
    )
    duel = Table(3).tiles(RED, MOVEMENT, "violet", "brown").shop(1, RED, "fencing")
    duel.figures(BLUE, 5, 5).figures(RED, 4).shop(4, BLUE, "gem").hand(RED, "1va 1bd")
    state = play(
        duel.lay(),
        PlayCard(card("1va"), 0),
        UseSpace(take="turquoise", give_back="violet"),
        PlayCard(card("1bd"), 4),
        Challenge(BLUE),
        "2vd 3td 3vd",
    )
    assert (state.phase, state.standing(5)) == (MOVING, (BLUE, BLUE))
