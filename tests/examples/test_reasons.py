"""Why not: all reasons against an action, in one order, the first of which is told."""

from __future__ import annotations

import pytest

from toledo_rules import (
    END_TURN,
    TAKE_CARDS,
    Action,
    Challenge,
    Code,
    Draw,
    PlaceShop,
    PlayCard,
    Refusal,
    ShopTile,
    State,
    UseSpace,
    explain,
    explain_all,
    step,
)
from toledo_rules.edition import MOVEMENT
from toledo_rules.state import MOVING, Arrived, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, sword


def codes(state: State, action: Action) -> list[Code]:
    """All reasons; the first is the one that is told."""
    every = explain_all(state, action)
    assert explain(state, action) == (every[0] if every else None)
    return [why.code for why in every]


def on(kind: str, *, owner: int = BLUE) -> Table:
    """Red has just arrived in a shop on step 4."""
    return Table(3).shop(4, owner, kind).figures(RED, 4).moving("4va")  # type: ignore[arg-type]


def test_a_legal_action_has_no_reason_against_it() -> None:
    assert explain_all(Table().lay(), TAKE_CARDS) == ()


# What no other choice can mend comes first.


def test_an_empty_supply_comes_before_the_fee() -> None:
    """A-64, USE-04, USE-05: another card would not help."""
    state = on("gem").material(GREEN, gems=20).hand(RED, "6va").lay(Arrived(4))
    assert codes(state, UseSpace()) == [Code.NO_GEMS_LEFT, Code.FEE_MISSING]
    assert codes(state, UseSpace(pay=card("6va"))) == [Code.NO_GEMS_LEFT]


def test_no_painting_comes_before_the_fee() -> None:
    """What nothing can mend is told first (A-66, USE-09)."""
    table = Table(2).figures(RED, 10).hand(RED, "1va").moving("4va")
    table.paintings(BLUE, *table.edition.paintings)
    state = table.lay(Arrived(10))
    assert codes(state, UseSpace(pay=card("1va"))) == [Code.NO_PAINTING_LEFT, Code.FEE_TOO_LOW]


def test_no_movement_tile_comes_before_the_card() -> None:
    """TIL-01, MOV-01, MOV-02: without the tile no card can be played with it."""
    state = Table().hand(RED, "4va").lay()
    action = PlayCard(card("5va"), 3, with_tile=True)
    assert codes(state, action) == [
        Code.NO_MOVEMENT_TILE,
        Code.CARD_NOT_IN_HAND,
        Code.NO_FIGURE_THERE,
    ]


def test_a_spent_tile_comes_before_the_figure() -> None:
    """What nothing can mend is told first (A-84, MOV-02)."""
    table = Table().tiles(RED, MOVEMENT).hand(RED, "4va").figures(RED, 5).discards("5vd")
    table.phase, table.tile_value = Arrived(5), 5
    action = PlayCard(card("4va"), 3, with_tile=True)
    assert codes(table.lay(), action) == [Code.MOVEMENT_TILE_SPENT, Code.NO_FIGURE_THERE]


def test_nothing_to_reveal_comes_before_the_rival() -> None:
    """A-28, OCC-01, OCC-02: nobody could be challenged."""
    table = Table(3).figures(BLUE, 5, 5).figures(RED, transit=5)
    table.hand(RED, "5bd").moving("5va").pile("")
    state = table.rest_to(GREEN).lay(Transit(5))
    assert codes(state, Challenge(BLUE)) == [Code.NOTHING_TO_REVEAL]
    assert codes(state, Challenge(GREEN)) == [Code.NOTHING_TO_REVEAL, Code.RIVAL_NOT_THERE]
    assert codes(state, Challenge(RED)) == [Code.NOTHING_TO_REVEAL, Code.OWN_FIGURE]


# Then everything else, in one order.


def test_what_is_taken_comes_before_what_goes_back() -> None:
    """The aim of a visit is judged before what is given for it (SMI-01, SMI-02, FEN-07, A-70)."""
    state = on("smith", owner=RED).lay(Arrived(4))
    assert codes(state, UseSpace(give_back="violet")) == [
        Code.NO_SWORD_CHOSEN,
        Code.NOTHING_TO_GIVE_BACK,
    ]
    assert codes(state, UseSpace(take=sword(12), give_back="violet")) == [
        Code.TOO_LITTLE_METAL,
        Code.TOO_FEW_GEMS,
        Code.NOTHING_TO_GIVE_BACK,
    ]
    dealer = on("metal", owner=RED).lay(Arrived(4))
    assert codes(dealer, UseSpace(take="violet", give_back="brown")) == [
        Code.NOTHING_TO_CHOOSE,
        Code.NOTHING_TO_GIVE_BACK,
    ]


def test_the_fee_comes_before_what_is_taken() -> None:
    """A-59, USE-05, FEN-05, A-75; USE-03: in one's own shop no fee is looked at."""
    state = on("fencing").tiles(RED, "violet").hand(RED, "6va").lay(Arrived(4))
    assert codes(state, UseSpace(card("1bd"), "violet", "violet")) == [
        Code.FEE_NOT_IN_HAND,
        Code.TILE_ALREADY_HELD,
        Code.BELOW_TILE_LIMIT,
    ]
    own = on("gem", owner=RED).hand(RED, "6va").lay(Arrived(4))
    assert codes(own, UseSpace(card("1bd"))) == [Code.OWN_SHOP_IS_FREE]


def test_the_value_of_a_card_comes_before_the_place_it_leads_to() -> None:
    """MOV-08, MOV-04; OCC-04 is only asked of a card that could be played."""
    state = on("gem").hand(RED, "3va").lay(Arrived(4))
    assert codes(state, PlayCard(card("3va"), 4)) == [Code.VALUE_NOT_REPEATED, Code.NO_SHOP_THERE]
    full = Table().figures(RED, 5, 5).hand(RED, "5va 1va").moving("1bd").lay(Arrived(5))
    assert codes(full, PlayCard(card("5va"), 0)) == [Code.VALUE_NOT_REPEATED]


# The moment


@pytest.mark.parametrize("action", [END_TURN, UseSpace(take="violet", give_back="brown")])
def test_the_wrong_moment_is_the_only_reason(action: Action) -> None:
    """TRN-04, USE-02: all else may have changed when the moment comes."""
    assert len(codes(Table().lay(), action)) == 1


def test_whoever_is_not_on_turn() -> None:
    """TRN-02; END-03: when the game is over, it is nobody's turn."""
    state = Table(2).lay()
    why = Refusal.of(Code.NOT_ON_TURN, seat=BLUE, active=RED)
    assert explain(state, TAKE_CARDS, seat=BLUE) == why
    assert explain_all(state, PlaceShop(ShopTile("metal", 9), 5), seat=BLUE) == (why,)
    assert explain(state, TAKE_CARDS, seat=RED) is None
    with pytest.raises(ValueError, match="the seats are 0 to 1, not 2"):
        explain(state, TAKE_CARDS, seat=2)
    table = Table(2, active=BLUE).alcazar(RED, 3, sword(4)).moving("4va")
    table.trigger = RED
    over = step(table.lay(MOVING), END_TURN).state
    for seat in (None, RED, BLUE):
        why_not = explain(over, TAKE_CARDS, seat=seat)
        assert why_not is not None
        assert why_not.code == Code.GAME_OVER


def test_draws_have_reasons_too() -> None:
    """Chance is refused a card out of turn, and one that is not in the pile (A-136, TAK-01)."""
    state = Table().pile("1va 1va 6bd").rest_to(BLUE).lay()
    (why,) = explain_all(state, Draw(card("1va")))
    assert why.code == Code.NOT_A_CHANCE_STEP
    drawing = step(state, TAKE_CARDS).state
    assert explain(drawing, Draw(card("1va"))) is None
    missing = explain(drawing, Draw(card("5va")))
    assert missing is not None
    assert missing.code == Code.CARD_NOT_IN_PILE
