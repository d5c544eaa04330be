"""Positions for answers about using spaces and paying for them."""

from toledo_rules import MOVEMENT, PlayCard, State, UseSpace
from toledo_rules.state import Arrived
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, sword
from website.positions import Scene, scene

THREE = PlayCard(card("3va"), 0)


def _gem_dealer(hand: str) -> State:
    """A gem dealer of Blue on step 3, and Red about to go there by a 3."""
    return Table().shop(3, BLUE, "gem").hand(RED, hand).lay()


@scene("stand-and-use")
def it_stands_there_already() -> Scene:
    before = Table().shop(3, RED, "gem").figures(RED, 3).hand(RED, "2va").lay()
    return Scene(before, refused=UseSpace())


@scene("use-later")
def the_chance_is_gone() -> Scene:
    table = Table().shop(3, RED, "gem").shop(17, RED, "metal").figures(RED, 17)
    before = table.hand(RED, "3va 3nd").lay()
    return Scene(before, (THREE, PlayCard(card("3nd"), 17)), refused=UseSpace())


@scene("must-use")
def nothing_is_used() -> Scene:
    before = _gem_dealer("3va 3nd")
    return Scene(before, (THREE,))


@scene("pay-several")
def a_payment_is_one_card() -> Scene:
    table = Table().shop(14, BLUE, "smith").material(RED, metal=2).figures(RED, 12)
    before = table.hand(RED, "2va 2nd 3bd").lay()
    return Scene(before, (PlayCard(card("2va"), 12),), refused=UseSpace(card("3bd"), sword(2)))


@scene("change")
def the_owner_keeps_it() -> Scene:
    return Scene(_gem_dealer("3va 6nd"), (THREE, UseSpace(card("6nd"))))


@scene("own-shop")
def ones_own_shop_is_free() -> Scene:
    before = Table().shop(3, RED, "gem").hand(RED, "3va").lay()
    return Scene(before, (THREE, UseSpace()))


@scene("use-twice")
def two_arrivals_two_uses() -> Scene:
    before = Table().shop(3, BLUE, "gem", 2).hand(RED, "3va 3nd 1va 2bd").lay()
    first, second = (
        (THREE, UseSpace(card("1va"))),
        (PlayCard(card("3nd"), 0), UseSpace(card("2bd"))),
    )
    return Scene(before, (*first, *second))


@scene("two-metals")
def one_use_for_one_arrival() -> Scene:
    before = Table().shop(3, BLUE, "metal").hand(RED, "3va 1va 2bd").lay()
    return Scene(before, (THREE, UseSpace(card("1va"))), refused=UseSpace(card("2bd")))


@scene("pay-front-card")
def a_spent_card_does_not_pay() -> Scene:
    return Scene(_gem_dealer("3va"), (THREE,), refused=UseSpace(card("3va")))


@scene("known-payment")
def everybody_has_seen_it() -> Scene:
    return Scene(_gem_dealer("3va 4nd"), (THREE, UseSpace(card("4nd"))))


@scene("no-metal")
def the_supply_is_empty() -> Scene:
    table = Table(3).shop(3, BLUE, "metal").material(BLUE, metal=12).material(GREEN, metal=11)
    before = table.hand(RED, "3va 4nd").lay()
    return Scene(before, (THREE,), refused=UseSpace(card("4nd")))


@scene("which-sword")
def any_sword_that_can_be_paid() -> Scene:
    before = Table().shop(3, RED, "smith").material(RED, metal=3, gems=3).hand(RED, "3va").lay()
    return Scene(before, (THREE, UseSpace(take=sword(12))))


@scene("no-sword")
def nothing_to_forge_with() -> Scene:
    before = Table().shop(3, BLUE, "smith").material(RED, gems=4).hand(RED, "3va 4nd").lay()
    return Scene(before, (THREE,), refused=UseSpace(card("4nd"), sword(2)))


@scene("fourth-tile")
def one_goes_back() -> Scene:
    table = Table().shop(3, RED, "fencing").tiles(RED, MOVEMENT, "violet", "brown").hand(RED, "3va")
    return Scene(table.lay(), (THREE, UseSpace(take="turquoise", give_back="brown")))


@scene("same-tile")
def all_tiles_are_different() -> Scene:
    before = Table().shop(3, RED, "fencing").tiles(RED, "violet").hand(RED, "3va").lay()
    return Scene(before, (THREE,), refused=UseSpace(take="violet"))


@scene("drop-tile")
def nothing_goes_back_below_three() -> Scene:
    before = Table().shop(3, RED, "fencing").tiles(RED, MOVEMENT, "violet").hand(RED, "3va").lay()
    return Scene(before, (THREE,), refused=UseSpace(take="brown", give_back=MOVEMENT))


@scene("tavern-draw-use")
def drawn_and_played() -> Scene:
    before = Table().hand(RED, "5va 1nd").lay()
    moves = (
        PlayCard(card("5va"), 0),
        UseSpace(card("1nd")),
        "5bd 2nd 6ta",
        PlayCard(card("5bd"), 5),
    )
    return Scene(before, moves)


@scene("tavern-price")
def two_taverns_two_prices() -> Scene:
    before = Table().figures(RED, 10).hand(RED, "2va 2nd 4bd").lay()
    return Scene(before, (PlayCard(card("2va"), 10),), refused=UseSpace(card("2nd")))


@scene("choose-painting")
def the_top_painting() -> Scene:
    before = Table().figures(RED, 5).hand(RED, "5va 3nd").lay()
    return Scene(before, (PlayCard(card("5va"), 5), UseSpace(card("3nd"))))


@scene("no-painting")
def the_artist_has_none_left() -> Scene:
    table = Table(3).figures(RED, 5).paintings(BLUE, 3, 2, 1).paintings(GREEN, 2, 1, 1)
    before = table.hand(RED, "5va 3nd").lay()
    return Scene(before, (PlayCard(card("5va"), 5),), refused=UseSpace(card("3nd")))


@scene("refuse")
def the_owner_has_no_say() -> Scene:
    table = Table().shop(9, BLUE, "smith").figures(RED, 9).material(RED, metal=1)
    before = table.hand(RED, "3nd").moving("4va").lay(Arrived(9))
    return Scene(before, (UseSpace(card("3nd"), sword(2)),))


@scene("sword-carrier")
def another_figure_delivers() -> Scene:
    table = (
        Table()
        .shop(17, RED, "smith")
        .shop(3, BLUE, "gem")
        .figures(RED, 17, 3)
        .swords(RED, sword(7))
    )
    return Scene(table.hand(RED, "3va 2nd").lay(), (PlayCard(card("3va"), 17),))
