"""Positions for answers about turns, cards, shops, moves and full spaces."""

from collections.abc import Sequence

from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    PASS,
    TAKE_CARDS,
    Challenge,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Seat,
    ShopTile,
    UseSpace,
)
from toledo_rules.edition import Step
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, play
from website.positions import Scene, scene

SITES = [step for step, space in enumerate(KOSMOS_2008.road) if space.kind == "site"]


def _all_shops_of(table: Table, seat: Seat, steps: Sequence[Step]) -> Table:
    for step, tile in zip(steps, KOSMOS_2008.shops, strict=True):
        table.shop(step, seat, tile.kind, tile.circles)
    return table


# The turn


@scene("pass")
def a_figure_can_be_returned() -> Scene:
    table = _all_shops_of(Table().figures(RED, 5), RED, SITES[:8])
    return Scene(table.pile("").rest_to(BLUE).lay(), refused=PASS)


@scene("two-actions")
def a_shop_after_a_move() -> Scene:
    before = Table().hand(RED, "5va 3nd").lay()
    return Scene(before, (PlayCard(card("5va"), 0),), refused=PlaceShop(ShopTile("metal", 1), 3))


@scene("plan-ahead")
def a_second_card_is_open() -> Scene:
    table = Table().shop(4, RED, "metal").shop(9, RED, "smith").figures(RED, 4)
    return Scene(
        table.hand(RED, "5va 5nd 1bd").lay(),
        (PlayCard(card("5va"), 0), UseSpace(card("1bd")), "5ta 2nd 6va"),
    )


@scene("end-when")
def a_card_that_fits_is_kept() -> Scene:
    table = Table().shop(4, RED, "metal").shop(8, RED, "gem").hand(RED, "4va 4bd")
    return Scene(table.lay(), (PlayCard(card("4va"), 0), UseSpace(), END_TURN))


# Taking cards


@scene("hand-limit")
def a_full_hand() -> Scene:
    before = Table().hand(RED, "1va 1bd 2nd 2ta 3va 3bd 4nd 4ta 5va 5bd 6nd 6ta").lay()
    return Scene(before, (TAKE_CARDS, "1ta 6va"))


@scene("pile-empty")
def the_pile_has_run_out() -> Scene:
    table = Table().hand(RED, "1va").pile("").discards("2va 3bd 6nd").rest_to(BLUE)
    return Scene(table.lay(), (TAKE_CARDS, "2va 6nd"))


@scene("one-card-left")
def the_last_card() -> Scene:
    table = Table().hand(RED, "1va").pile("2va").rest_to(BLUE)
    return Scene(table.lay(), (TAKE_CARDS, "2va"))


@scene("no-cards")
def nothing_to_draw() -> Scene:
    return Scene(Table().hand(RED, "1va").pile("").rest_to(BLUE).lay(), refused=TAKE_CARDS)


@scene("front-card-reshuffle")
def the_front_card_stays_out() -> Scene:
    table = (
        Table()
        .shop(4, BLUE, "gem")
        .figures(BLUE, 4)
        .hand(RED, "4va 4nd")
        .pile("1va")
        .discards("2bd 3nd")
    )
    moves = (PlayCard(card("4va"), 0), Challenge(BLUE), "1va 2bd 3nd")
    return Scene(table.rest_to(BLUE).lay(), moves)


# Placing shops


@scene("shop-anywhere")
def any_shop_on_any_site() -> Scene:
    before = Table().shop(3, BLUE, "smith").hand(RED, "2va").lay()
    return Scene(before, (PlaceShop(ShopTile("smith", 2), 18),))


@scene("shop-on-tavern")
def no_shop_on_a_tavern() -> Scene:
    return Scene(Table().hand(RED, "2va").lay(), refused=PlaceShop(ShopTile("gem", 1), 5))


@scene("move-shop")
def no_shop_on_a_shop() -> Scene:
    before = Table().shop(3, RED, "smith").hand(RED, "2va").lay()
    return Scene(before, refused=PlaceShop(ShopTile("gem", 1), 3))


@scene("all-sites-taken")
def no_site_is_free() -> Scene:
    table = _all_shops_of(_all_shops_of(Table(3), BLUE, SITES[:8]), GREEN, SITES[8:])
    return Scene(table.hand(RED, "2va").lay(), refused=PlaceShop(ShopTile("gem", 1), 3))


# Moving


@scene("end-on-empty-site")
def nobody_has_built_there() -> Scene:
    before = Table().shop(3, BLUE, "gem").hand(RED, "4va 3nd").lay()
    return Scene(before, refused=PlayCard(card("4va"), 0))


@scene("fewer-steps")
def one_step_too_far() -> Scene:
    before = (
        Table()
        .shop(4, RED, "gem")
        .shop(7, BLUE, "smith")
        .figures(RED, 4)
        .hand(RED, "4nd 5va")
        .lay()
    )
    return Scene(before, refused=PlayCard(card("4nd"), 4))


@scene("backwards")
def the_way_back_is_an_action() -> Scene:
    before = Table().shop(7, BLUE, "smith").figures(RED, 7).hand(RED, "3va").lay()
    return Scene(before, (ReturnFigure(7),))


@scene("split-card")
def a_card_moves_one_figure() -> Scene:
    before = Table().shop(2, RED, "gem").shop(3, RED, "metal").hand(RED, "5va 5nd").lay()
    return Scene(before, (PlayCard(card("5va"), 0),))


@scene("join-cards")
def each_card_is_a_move() -> Scene:
    before = Table().shop(4, RED, "gem").hand(RED, "2va 2nd").lay()
    return Scene(before, refused=PlayCard(card("2va"), 0))


@scene("same-value")
def only_the_same_value() -> Scene:
    table = Table().shop(3, RED, "metal").shop(6, RED, "gem").shop(7, RED, "smith")
    before = table.hand(RED, "3va 3nd 4bd").lay()
    return Scene(before, (PlayCard(card("3va"), 0),), refused=PlayCard(card("4bd"), 3))


@scene("same-figure-again")
def one_figure_three_spaces() -> Scene:
    table = Table().shop(3, RED, "metal").shop(6, RED, "gem").shop(9, RED, "fencing")
    moves = (
        *(PlayCard(card("3va"), 0), UseSpace(), PlayCard(card("3vd"), 3), UseSpace()),
        *(PlayCard(card("3nd"), 6), UseSpace(take="violet")),
    )
    return Scene(table.hand(RED, "3va 3vd 3nd").lay(), moves)


@scene("overshoot")
def beyond_the_last_entrance() -> Scene:
    before = Table().shop(18, RED, "gem").figures(RED, 18).hand(RED, "4va 3nd").lay()
    return Scene(before, refused=PlayCard(card("4va"), 18))


@scene("pass-over-figures")
def over_everything() -> Scene:
    table = Table(3).shop(1, BLUE, "smith").shop(3, GREEN, "gem").shop(6, RED, "metal")
    table.figures(BLUE, 1, 3).figures(GREEN, 5, 5).hand(RED, "6va")
    return Scene(table.lay(), (PlayCard(card("6va"), 0),))


# Full spaces


@scene("full-own")
def full_of_own_figures() -> Scene:
    table = Table().shop(3, BLUE, "gem").shop(6, RED, "metal").figures(RED, 3)
    return Scene(table.hand(RED, "3va 4nd").lay(), refused=PlayCard(card("3va"), 0))


@scene("chain")
def a_chain_of_full_spaces() -> Scene:
    table = (
        Table().shop(3, RED, "gem").shop(6, RED, "metal").shop(9, BLUE, "smith").figures(RED, 3, 6)
    )
    before = table.hand(RED, "3va 3vd 3nd").lay()
    return Scene(
        before, tuple(PlayCard(card(c), s) for c, s in (("3va", 0), ("3vd", 3), ("3nd", 6)))
    )


@scene("tile-in-chain")
def the_tile_takes_it_on() -> Scene:
    table = Table().shop(3, RED, "gem").shop(7, BLUE, "smith").figures(RED, 3).tiles(RED, MOVEMENT)
    moves = (PlayCard(card("3va"), 0), PlayCard(card("4nd"), 3, with_tile=True))
    return Scene(table.hand(RED, "3va 4nd").lay(), moves)


@scene("full-move-on")
def on_over_opponents() -> Scene:
    table = (
        Table(3).shop(3, BLUE, "gem", 2).shop(6, RED, "metal").figures(BLUE, 3).figures(GREEN, 3)
    )
    moves = (PlayCard(card("3va"), 0), PlayCard(card("3nd"), 3))
    return Scene(table.hand(RED, "3va 3nd").lay(), moves)


@scene("clear-circle")
def no_room_is_made() -> Scene:
    table = Table().shop(3, BLUE, "gem", 2).shop(6, RED, "metal").figures(RED, 3).figures(BLUE, 3)
    table.shop(4, RED, "smith").figures(RED, 3, 4).shop(7, RED, "gem")
    before = table.hand(RED, "3va 3nd").lay()
    return Scene(before, (PlayCard(card("3va"), 0),), refused=PlayCard(card("3nd"), 4))


@scene("end-in-transit")
def it_has_to_be_settled() -> Scene:
    before = Table().shop(3, BLUE, "gem").figures(BLUE, 3).hand(RED, "3va 4nd").lay()
    return Scene(before, (PlayCard(card("3va"), 0),), refused=END_TURN)


@scene("full-tavern")
def a_duel_in_a_tavern() -> Scene:
    before = Table(3).figures(BLUE, 5).figures(GREEN, 5).hand(RED, "5va 1nd").lay()
    return Scene(before, (PlayCard(card("5va"), 0), Challenge(GREEN), "1va 2ta"))


@scene("circle-left")
def room_for_the_next() -> Scene:
    table = Table().shop(3, BLUE, "gem").shop(6, RED, "metal").figures(RED, 3)
    moves = (PlayCard(card("3va"), 3), PlayCard(card("3nd"), 0))
    return Scene(table.hand(RED, "3va 3nd 1bd").lay(), moves)


@scene("free-circle")
def a_free_circle_is_taken() -> Scene:
    before = Table().shop(3, BLUE, "gem", 2).figures(BLUE, 3).hand(RED, "3va 4nd").lay()
    return Scene(before, (PlayCard(card("3va"), 0),), refused=Challenge(BLUE))


@scene("one-own-one-rival")
def beside_an_own_figure() -> Scene:
    before = play(
        Table().shop(3, BLUE, "gem", 2).figures(BLUE, 3).figures(RED, 3).hand(RED, "3va").lay(),
        PlayCard(card("3va"), 0),
    )
    return Scene(before, (Challenge(BLUE), "1va 2ta"))
