"""Positions for answers about duels and master tiles."""

from toledo_rules import MOVEMENT, Challenge, PlayCard, State, UseSpace
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, play
from website.positions import Scene, scene

THREE = PlayCard(card("3va"), 0)


def _over(table: Table, hand: str = "3va 4nd") -> State:
    """A full gem dealer of Green on step 3, and a figure of Red over it."""
    return play(table.shop(3, GREEN, "gem").figures(BLUE, 3).hand(RED, hand).lay(), THREE)


@scene("defender-refuse")
def the_defender_decides_nothing() -> Scene:
    return Scene(_over(Table(3)), (Challenge(BLUE), "1va 2bd 6ta"))


@scene("two-rivals")
def name_one() -> Scene:
    table = Table(3).shop(3, RED, "gem", 2).figures(BLUE, 3).figures(GREEN, 3)
    table.tiles(BLUE, "violet", "brown").hand(RED, "3va")
    return Scene(table.lay(), (THREE,))


@scene("duel-hand-cards")
def cards_of_the_pile() -> Scene:
    return Scene(_over(Table(3)), (Challenge(BLUE), "6nd 5nd"))


@scene("tile-beats-stance")
def a_tile_beats_the_picture() -> Scene:
    return Scene(_over(Table(3).tiles(RED, "violet")), (Challenge(BLUE), "1vd"))


@scene("both-tiles")
def the_picture_decides() -> Scene:
    table = Table(3).tiles(RED, "violet").tiles(BLUE, "violet")
    return Scene(_over(table), (Challenge(BLUE), "1vd"))


@scene("third-round")
def two_rounds_are_enough() -> Scene:
    return Scene(_over(Table(3)), (Challenge(BLUE), "1va 2ta"))


@scene("movement-tile-duel")
def no_help_from_the_movement_tile() -> Scene:
    return Scene(_over(Table(3).tiles(RED, MOVEMENT)), (Challenge(BLUE), "1vd 2bd"))


@scene("duel-loser")
def only_the_place_is_lost() -> Scene:
    table = Table(3).tiles(RED, "brown").material(RED, metal=2, gems=1)
    return Scene(_over(table), (Challenge(BLUE), "1vd 2td"))


@scene("after-win")
def the_price_is_the_normal_one() -> Scene:
    before = play(Table().shop(3, BLUE, "gem").figures(BLUE, 3).hand(RED, "3va 4nd").lay(), THREE)
    return Scene(before, (Challenge(BLUE), "1va 2ta", UseSpace(card("4nd"))))


@scene("after-loss")
def back_again() -> Scene:
    before = _over(Table(3), "3va 3nd")
    return Scene(before, (Challenge(BLUE), "1vd 2td", PlayCard(card("3nd"), 0)))


@scene("two-figures-one-duel")
def one_duel_for_one_circle() -> Scene:
    table = Table().shop(3, BLUE, "gem", 2).figures(BLUE, 3, 3).hand(RED, "3va")
    return Scene(table.lay(), (THREE, Challenge(BLUE), "1va 2ta"))


@scene("no-cards-duel")
def no_card_to_turn_up() -> Scene:
    table = Table().shop(3, BLUE, "gem").figures(BLUE, 3).hand(RED, "3va").pile("")
    return Scene(table.rest_to(BLUE).lay(), refused=THREE)


# The movement tile


@scene("tile-value")
def another_value() -> Scene:
    table = (
        Table().shop(3, RED, "gem").shop(6, RED, "metal").shop(7, RED, "smith").tiles(RED, MOVEMENT)
    )
    before = table.hand(RED, "3va 3nd 4bd").lay()
    return Scene(before, (THREE,), refused=PlayCard(card("3nd"), 3, with_tile=True))


@scene("tile-repeat")
def not_twice() -> Scene:
    table = (
        Table().shop(3, RED, "gem").shop(4, RED, "metal").shop(7, RED, "smith").tiles(RED, MOVEMENT)
    )
    table.shop(8, RED, "fencing").hand(RED, "3va 4bd 4nd")
    moves = (THREE, PlayCard(card("4bd"), 3, with_tile=True))
    return Scene(table.lay(), moves, refused=PlayCard(card("4nd"), 0))


@scene("tile-first")
def a_tile_card_opens_the_turn() -> Scene:
    table = (
        Table().shop(3, RED, "gem").shop(7, RED, "smith").tiles(RED, MOVEMENT).hand(RED, "3va 4nd")
    )
    moves = (PlayCard(card("3va"), 0, with_tile=True), PlayCard(card("4nd"), 3))
    return Scene(table.lay(), moves)


@scene("tile-at-once")
def taken_and_used() -> Scene:
    table = Table().shop(3, RED, "fencing").shop(7, RED, "smith").hand(RED, "3va 4nd")
    moves = (THREE, UseSpace(take=MOVEMENT), PlayCard(card("4nd"), 3, with_tile=True))
    return Scene(table.lay(), moves)


@scene("tile-twice")
def once_in_a_turn() -> Scene:
    table = Table().shop(3, RED, "fencing").shop(4, RED, "gem").shop(6, RED, "fencing", 2)
    table.tiles(RED, MOVEMENT, "violet", "brown").hand(RED, "3va 3nd 4bd 2ta").shop(8, RED, "smith")
    moves = (
        *(PlayCard(card("4bd"), 0, with_tile=True), THREE),
        *(UseSpace(take="turquoise", give_back=MOVEMENT),),
        *(PlayCard(card("3nd"), 3), UseSpace(take=MOVEMENT, give_back="violet")),
    )
    return Scene(table.lay(), moves, refused=PlayCard(card("2ta"), 6, with_tile=True))
