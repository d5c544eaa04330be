"""Using the space that a figure has arrived on, and paying for it (USE)."""

from typing import Any

import pytest
from attrs import evolve

from tests.table import changed, uses
from toledo_rules import END_TURN, Challenge, PlayCard, Refusal, State, UseSpace, legal_actions
from toledo_rules.edition import ShopKind
from toledo_rules.events import (
    CardPlayed,
    CircleTaken,
    FeePaid,
    FigureMoved,
    MetalTaken,
    PaintingTaken,
    SwordForged,
)
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import ENTERED, MOVING, OVER, Arrived, Drawing, Transit
from toledo_rules.testing import (
    BLUE,
    GREEN,
    RED,
    Table,
    card,
    cards,
    legal,
    play,
    refused,
    story,
    sword,
)

PURSE = "1va 2bd 3nd 4td 5va 6bd"
"""One card of each value."""


def arrived(table: Table, at: int, hand: str = PURSE, *, front: str = "4na") -> State:
    """Red has just arrived with a figure, by the front card."""
    return table.hand(RED, hand).moving(front).figures(RED, at).lay(Arrived(at))


def with_shop(owner: int, at: int, kind: ShopKind = "metal", circles: int = 1) -> Table:
    """A table for three with one shop on the board."""
    return Table(3).shop(at, owner, kind, circles)


def paying(text: str) -> set[UseSpace]:
    """A use for each of these cards."""
    return {UseSpace(pay=one) for one in cards(text)}


# EX-5: prices by row


@pytest.mark.parametrize(
    ("site", "price", "enough"),
    [
        (1, 1, PURSE),
        (7, 1, PURSE),
        (8, 3, "3nd 4td 5va 6bd"),
        (13, 3, "3nd 4td 5va 6bd"),
        (14, 5, "5va 6bd"),
        (19, 5, "5va 6bd"),
    ],
)
def test_ex5_row_prices(site: int, price: int, enough: str) -> None:
    """EX-5, USE-04, USE-05, SHP-05: exactly one card, of at least the price of the row."""
    state = arrived(with_shop(BLUE, site), site)
    assert uses(state) == paying(enough)
    assert refused(state, UseSpace()) == illegal(Code.FEE_MISSING, "USE-04", required=price)
    for one in cards(PURSE):
        if one not in cards(enough):
            assert refused(state, UseSpace(pay=one)) == illegal(
                Code.FEE_TOO_LOW, "USE-05", paid=one.value, required=price
            )


@pytest.mark.parametrize("site", [1, 8, 14])
def test_ex5_your_own_shop_is_free(site: int) -> None:
    """EX-5, USE-03: in every row, and nothing can be paid there."""
    state = arrived(with_shop(RED, site), site)
    assert uses(state) == {UseSpace()}
    after = play(state, UseSpace())
    assert after.players[RED].hand == cards(PURSE)
    assert after.players[RED].metal == 1
    for one in cards(PURSE):
        assert refused(state, UseSpace(pay=one)) == illegal(
            Code.OWN_SHOP_IS_FREE, "USE-03", card=one
        )


def test_ex5b_a_higher_card_and_no_change() -> None:
    """EX-5b, USE-06, USE-10, A-60: the owner has the 5 in hand, for all to know, and owes nothing."""
    start = arrived(with_shop(BLUE, 2).hand(BLUE, "6nd"), 2)
    told = story(start, UseSpace(pay=card("5va")))
    after = changed(start, RED, hand=cards("1va 2bd 3nd 4td 6bd"), metal=1)
    after = changed(after, BLUE, hand=cards("5va 6nd"), known=cards("5va"))
    assert told.state == evolve(after, metal=22, phase=MOVING)
    assert told.events == (FeePaid(RED, BLUE, card("5va")), MetalTaken(RED))


def test_ex5c_cards_do_not_add_up() -> None:
    """EX-5c, USE-04: a 1 and a 2 are not a 3. A fee is one card, two cannot even be named."""
    state = arrived(with_shop(BLUE, 8), 8, "1va 2bd")
    assert uses(state) == set()
    for one in cards("1va 2bd"):
        assert refused(state, UseSpace(pay=one)) == illegal(
            Code.FEE_TOO_LOW, "USE-05", paid=one.value, required=3
        )
    both: Any = (card("1va"), card("2bd"))
    with pytest.raises(TypeError):
        UseSpace(pay=both)


def test_ex5d_no_card_is_enough() -> None:
    """EX-5d, EX-6, MOV-07: price 5 and a best card 4. The figure stays there, the turn goes on."""
    table = with_shop(BLUE, 14).figures(RED, 10).hand(RED, "4nd 4td 1va")
    state = play(table.shop(18, RED, "gem").lay(), PlayCard(card("4nd"), 10))
    assert (state.phase, state.players[RED].figures) == (Arrived(14), (0, 0, 0, 0, 14))
    assert legal(state) == {END_TURN, PlayCard(card("4td"), 14)}
    assert refused(state, UseSpace(pay=card("4td"))) == illegal(
        Code.FEE_TOO_LOW, "USE-05", paid=4, required=5
    )


def test_ex6_declining_for_lack_of_money() -> None:
    """EX-6, MOV-07: without any card the move to a shop of the upper row is legal all the same."""
    table = with_shop(BLUE, 14).figures(RED, 10).hand(RED, "4nd")
    assert PlayCard(card("4nd"), 10) in legal(table.lay())
    state = play(table.lay(), PlayCard(card("4nd"), 10))
    assert legal(state) == {END_TURN}
    assert play(state, END_TURN).players[RED].figures == (0, 0, 0, 0, 14)


# EX-7: tavern and artist


@pytest.mark.parametrize(
    ("space", "price", "rule", "enough"),
    [
        (5, 1, "USE-08", PURSE),
        (12, 3, "USE-08", "3nd 4td 5va 6bd"),
        (10, 3, "USE-09", "3nd 4td 5va 6bd"),
    ],
)
def test_ex7_prices_of_taverns_and_artist(space: int, price: int, rule: str, enough: str) -> None:
    """EX-7, USE-08, USE-09, A-69, A-71: by their row, without a choice, and never for nothing."""
    state = arrived(Table(3), space)
    assert uses(state) == paying(enough)
    assert refused(state, UseSpace()) == illegal(Code.FEE_MISSING, rule, required=price)
    for one in cards(PURSE):
        if one not in cards(enough):
            assert refused(state, UseSpace(pay=one)) == illegal(
                Code.FEE_TOO_LOW, rule, paid=one.value, required=price
            )


@pytest.mark.parametrize("space", [5, 12])
def test_ex7_the_fee_of_a_tavern(space: int) -> None:
    """EX-7, TAV-01, I-29: to the discard pile, to nobody's hand, before the three cards come."""
    start = arrived(Table(3), space)
    paid = play(start, UseSpace(pay=card("3nd")))
    assert paid == evolve(
        changed(start, RED, hand=cards("1va 2bd 4td 5va 6bd")),
        discards=cards("3nd"),
        phase=Drawing(3, "tavern"),
    )
    drawn = play(paid, "1vd 2vd 3vd")
    assert drawn.players[RED].hand == cards("1va 2bd 4td 5va 6bd 1vd 2vd 3vd")
    assert (drawn.phase, drawn.active) == (MOVING, RED)


def test_ex7_the_fee_of_the_artist() -> None:
    """EX-7, ART-01: to the discard pile, for the top painting."""
    start = arrived(Table(3), 10)
    told = story(start, UseSpace(pay=card("3nd")))
    after = changed(start, RED, hand=cards("1va 2bd 4td 5va 6bd"), paintings=(3,))
    assert told.state == evolve(
        after, discards=cards("3nd"), paintings=(2, 2, 1, 1, 1), phase=MOVING
    )
    assert told.events == (FeePaid(RED, None, card("3nd")), PaintingTaken(RED, 3))


def test_nobody_owns_a_tavern_or_the_artist() -> None:
    """A-69: there is no own one, so they cost whoever comes."""
    state = Table(3).lay()
    assert [state.owner(space) for space in (5, 10, 12)] == [None, None, None]


# EX-8: arriving


def test_ex8_not_by_standing_still() -> None:
    """EX-8, USE-01, USE-02: the gem dealer is of no use to the figure that stands there already.

    0          2        4           5
    Red ...    gem      gem: Red    tavern
    """
    table = with_shop(RED, 4, "gem").figures(RED, 4).hand(RED, "5va 1va")
    start = table.lay()
    at_the_start = refused(start, UseSpace())
    assert at_the_start == illegal(Code.NOT_JUST_ARRIVED, "USE-02")
    state = play(start, PlayCard(card("5va"), 0))
    assert state.phase == Arrived(5)
    assert uses(state) == paying("1va")  # the tavern's, not the gem dealer's
    assert play(state, END_TURN).players[RED].gems == 0


def test_ex8_a_standing_figure_may_move_and_use() -> None:
    """EX-8, A-55: having stood on a shop, it may use the next one."""
    table = with_shop(RED, 4, "gem").shop(6, RED, "metal").figures(RED, 4).hand(RED, "2va")
    state = play(table.lay(), PlayCard(card("2va"), 4))
    assert uses(state) == {UseSpace()}
    assert play(state, UseSpace()).players[RED].metal == 1


def test_no_use_but_just_after_an_arrival() -> None:
    """USE-01, USE-02, A-54, I-28: not at the start, later in the turn, on a full space or inside."""

    def too_early_or_late(rule: str) -> Refusal:
        return illegal(Code.NOT_JUST_ARRIVED, rule)

    table = with_shop(RED, 4, "gem").figures(RED, 4).hand(RED, "4va")
    assert refused(table.lay(), UseSpace()) == too_early_or_late("USE-02")
    moving = with_shop(RED, 4, "gem").figures(RED, 4).moving("4va")
    assert refused(moving.lay(MOVING), UseSpace()) == too_early_or_late("A-54")
    inside = with_shop(RED, 4, "gem").alcazar(RED, 1).figures(RED, 4).moving("4va")
    assert refused(inside.lay(ENTERED), UseSpace()) == too_early_or_late("USE-01")
    transit = with_shop(RED, 4, "gem").figures(BLUE, 4).figures(RED, transit=4).moving("4va")
    assert refused(transit.lay(Transit(4)), UseSpace()) == too_early_or_late("USE-01")


def test_no_use_while_chance_is_next_or_after_the_end() -> None:
    """USE-01, A-136, END-03: the two times when nobody may do anything."""
    drawing = Table().lay(Drawing(2, "take"))
    assert refused(drawing, UseSpace()) == illegal(Code.CHANCE_IS_NEXT, "A-136")
    table = Table().alcazar(BLUE, 3)
    table.trigger = BLUE
    assert refused(table.lay(OVER), UseSpace()) == illegal(Code.GAME_OVER, "END-03")


def test_the_chance_is_gone_with_the_next_card() -> None:
    """A-54: also if another figure moves; the figure that arrived stays without a use."""
    table = with_shop(RED, 4, "gem", 2).hand(RED, "4va 4bd 4nd")
    table.shop(8, RED, "metal")
    state = play(table.lay(), PlayCard(card("4va"), 0), PlayCard(card("4bd"), 4))
    assert state.phase == Arrived(8)
    assert play(state, UseSpace()).players[RED].metal == 1
    other = play(table.lay(), PlayCard(card("4va"), 0), PlayCard(card("4bd"), 0))
    used = play(other, UseSpace())
    assert (used.players[RED].gems, used.phase) == (1, MOVING)
    assert refused(used, UseSpace()) == illegal(Code.NOT_JUST_ARRIVED, "A-54")


# One use for each arrival


def test_one_use_and_one_benefit() -> None:
    """A-70, I-28: no second metal for a second card."""
    state = play(arrived(with_shop(BLUE, 2), 2), UseSpace(pay=card("1va")))
    assert state.phase == MOVING
    assert legal(state) == {END_TURN}
    assert refused(state, UseSpace(pay=card("6bd"))) == illegal(Code.NOT_JUST_ARRIVED, "A-54")


def test_each_arrival_pays_for_itself() -> None:
    """A-56, I-28: two figures use the same shop in one turn, for a fee each."""
    table = with_shop(BLUE, 4, "gem", 2).hand(RED, "4va 4bd 1va 1bd")
    state = play(
        table.lay(),
        PlayCard(card("4va"), 0),
        UseSpace(pay=card("1va")),
        PlayCard(card("4bd"), 0),
        UseSpace(pay=card("1bd")),
    )
    assert (state.players[RED].gems, state.players[RED].hand) == (2, ())
    assert state.players[BLUE].hand == state.players[BLUE].known == cards("1va 1bd")


@pytest.mark.parametrize("owner", [RED, BLUE])
def test_nobody_must_use(owner: int) -> None:
    """MOV-07: neither your own shop nor another's; the turn may end or go on."""
    state = arrived(with_shop(owner, 2).shop(6, RED, "gem"), 2, "4va")
    assert legal(state) == {END_TURN, PlayCard(card("4va"), 2), *uses(state)}
    assert len(uses(state)) == 1
    left = play(state, END_TURN)
    assert (left.players[RED].metal, left.players[RED].hand) == (0, cards("4va"))


# Fees


def test_any_card_pays_whatever_the_first_card_was() -> None:
    """A-59: the value in front does not matter for fees, and the payer chooses the picture."""
    state = arrived(with_shop(BLUE, 8), 8, "4va 4bd 6nd", front="2va")
    assert uses(state) == paying("4va 4bd 6nd")


def test_the_card_in_front_is_not_in_hand() -> None:
    """A-59: it cannot pay, nor can a card that somebody else has."""
    state = arrived(with_shop(BLUE, 8).hand(BLUE, "5nd"), 8, "6bd", front="4nd")
    for one in (card("4nd"), card("5nd")):
        assert refused(state, UseSpace(pay=one)) == illegal(Code.FEE_NOT_IN_HAND, "A-59", card=one)


def test_equal_cards_are_one_fee() -> None:
    """A-162: one action for each kind of card, however many there are."""
    state = arrived(with_shop(BLUE, 8), 8, "4va 4va 4vd")
    listed = [action for action in legal_actions(state) if isinstance(action, UseSpace)]
    assert listed == [UseSpace(pay=card("4va")), UseSpace(pay=card("4vd"))]
    assert play(state, UseSpace(pay=card("4va"))).players[RED].hand == cards("4va 4vd")


def test_the_owner_has_no_say() -> None:
    """USE-07, A-92: after the payment the payer is still the one to decide."""
    state = play(arrived(with_shop(BLUE, 2), 2), UseSpace(pay=card("1va")))
    assert state.active == RED
    assert legal(state) == {END_TURN}


@pytest.mark.parametrize("kind", ["metal", "gem", "smith", "fencing"])
@pytest.mark.parametrize("circles", [1, 2])
@pytest.mark.parametrize("owner", [BLUE, GREEN])
def test_nobody_bargains(kind: ShopKind, circles: int, owner: int) -> None:
    """A-139, USE-05: the row alone decides, not the owner, the kind or the size of the shop."""
    table = with_shop(owner, 9, kind, circles).material(RED, metal=1)
    state = arrived(table, 9)
    assert {use.pay for use in uses(state)} == set(cards("3nd 4td 5va 6bd"))


def test_a_payment_can_be_paid_on() -> None:
    """USE-10, A-60: it is a card like any other in the owner's hand."""
    table = with_shop(BLUE, 2, "gem").shop(3, GREEN, "metal").hand(BLUE, "3va")
    state = play(arrived(table, 2, "6bd"), UseSpace(pay=card("6bd")), END_TURN)
    assert (state.active, state.players[BLUE].hand) == (BLUE, cards("3va 6bd"))
    state = play(state, PlayCard(card("3va"), 0))
    assert uses(state) == paying("6bd")
    assert play(state, UseSpace(pay=card("6bd"))).players[GREEN].hand == cards("6bd")


def test_the_fee_comes_before_the_benefit() -> None:
    """A-61, A-136: card, figure, circle, fee, benefit."""
    table = with_shop(BLUE, 4, "smith").material(RED, metal=1).hand(RED, "4va 3nd")
    told = story(table.lay(), PlayCard(card("4va"), 0), UseSpace(pay=card("3nd"), take=sword(2)))
    assert told.events == (
        CardPlayed(RED, card("4va"), to_front=True, with_tile=False),
        FigureMoved(RED, 0, 4),
        CircleTaken(RED, 4),
        FeePaid(RED, BLUE, card("3nd")),
        SwordForged(RED, sword(2)),
    )


# No use without a benefit


def test_nobody_pays_for_nothing() -> None:
    """A-62: a use that gives nothing is not offered; the move there stays legal.

    All metal, all gems and all paintings are taken, and Red cannot pay for a sword.
    """
    table = Table(3).shop(1, BLUE, "metal").shop(2, BLUE, "gem").shop(3, BLUE, "smith")
    table.material(GREEN, metal=23, gems=20).paintings(GREEN, 3, 2, 2, 1, 1, 1)
    table.hand(RED, "1va 2va 3va 5va 5bd 6va")
    for text, space in (("1va", 1), ("2va", 2), ("3va", 3)):
        state = play(table.lay(), PlayCard(card(text), 0))
        assert state.phase == Arrived(space)
        assert uses(state) == set()
    state = play(table.lay(), PlayCard(card("5va"), 0), PlayCard(card("5bd"), 5))
    assert (state.phase, uses(state)) == (Arrived(10), set())


@pytest.mark.parametrize(
    ("at", "kind", "extra"),
    [(2, "metal", "violet"), (2, "gem", "sword"), (5, "tavern", "violet"), (10, "artist", "sword")],
)
def test_nothing_to_choose(at: int, kind: Any, extra: str) -> None:
    """A-70: only smith and fencing master ask what to take."""
    table = with_shop(BLUE, 2, kind) if at == 2 else Table(3)
    state = arrived(table, at)
    take = sword(2) if extra == "sword" else extra
    assert refused(state, UseSpace(pay=card("6bd"), take=take)) == illegal(
        Code.NOTHING_TO_CHOOSE, "A-70", space=kind
    )


@pytest.mark.parametrize(
    ("at", "kind"), [(2, "metal"), (2, "gem"), (2, "smith"), (5, "tavern"), (10, "artist")]
)
def test_nothing_to_give_back(at: int, kind: Any) -> None:
    """FEN-07: a master tile goes back at a fencing master only."""
    table = with_shop(BLUE, 2, kind) if at == 2 else Table(3)
    table.tiles(RED, "movement", "violet", "brown").material(RED, metal=1)
    state = arrived(table, at)
    take = sword(2) if kind == "smith" else None
    action = UseSpace(pay=card("6bd"), take=take, give_back="movement")
    assert refused(state, action) == illegal(Code.NOTHING_TO_GIVE_BACK, "FEN-07", space=kind)


# Your own shop


@pytest.mark.parametrize("reveals", ["1na 2na", "1nd 1na 2na"])
def test_a_duel_in_your_own_shop(reveals: str) -> None:
    """A-140, A-99: you may fight for a circle of your own shop, and then use it free, or not."""
    table = with_shop(RED, 4, "gem", 2).figures(BLUE, 4).figures(GREEN, 4).hand(RED, "4va 6bd")
    state = play(table.lay(), PlayCard(card("4va"), 0))
    assert legal(state) == {Challenge(BLUE), Challenge(GREEN)}
    won = play(state, Challenge(GREEN), reveals)
    assert legal(won) == {END_TURN, UseSpace()}
    used = play(won, UseSpace())
    assert (used.players[RED].gems, used.players[RED].hand) == (1, cards("6bd"))
    assert used.standing(4) == (RED, BLUE)
