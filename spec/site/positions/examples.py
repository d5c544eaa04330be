"""The worked examples of spec/examples.toml as positions, each on a road and with cards that fit."""

from spec.site.positions import Scene, scene
from toledo_rules import (
    END_TURN,
    MOVEMENT,
    Challenge,
    PlayCard,
    ReturnFigure,
    Seat,
    State,
    UseSpace,
)
from toledo_rules.edition import Step, Tile
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, play, sword

# EX-1: Red attacks Green on Blue's gem dealer


def _gem_dealer(*figures: Step, hand: str) -> State:
    table = Table(3).shop(1, RED, "metal").shop(2, RED, "smith").shop(4, BLUE, "gem", 2)
    table.figures(RED, *figures).figures(BLUE, 4).figures(GREEN, 4)
    return table.tiles(RED, "violet").tiles(BLUE, "brown").hand(RED, hand).lay()


@scene("EX-1")
def a_duel_lost() -> Scene:
    moves = (PlayCard(card("3va"), 1), Challenge(GREEN), "1va 2bd 3nd")
    return Scene(_gem_dealer(1, 2, hand="3va 3vd 4nd"), moves)


@scene("EX-1b")
def revenge() -> Scene:
    first = (PlayCard(card("4va"), 0), Challenge(GREEN), "1va 2bd 3nd")
    return Scene(play(_gem_dealer(hand="4va 4vd"), *first), (PlayCard(card("4vd"), 0),))


@scene("EX-1c")
def the_choice_of_an_opponent() -> Scene:
    return Scene(_gem_dealer(1, 2, hand="3va 4nd"), (PlayCard(card("3va"), 1),))


@scene("EX-1d")
def a_duel_won() -> Scene:
    moves = (PlayCard(card("3va"), 1), Challenge(GREEN), "1va 2vd")
    return Scene(_gem_dealer(1, 2, hand="3va 1nd"), moves)


# EX-2, EX-3: the movement tile


@scene("EX-2")
def a_tile_gained_in_the_middle_of_a_turn() -> Scene:
    table = Table().shop(1, RED, "smith").shop(3, RED, "gem").shop(4, RED, "metal")
    table.shop(8, RED, "fencing").figures(RED, 1, 3).hand(RED, "4va 4vd 2va 1nd")
    moves = (
        *(PlayCard(card("4va"), 0), UseSpace()),
        *(PlayCard(card("4vd"), 4), UseSpace(take=MOVEMENT)),
        *(PlayCard(card("2va"), 3, with_tile=True), UseSpace(pay=card("1nd")), "4nd 2vd 6na"),
        *(PlayCard(card("4nd"), 1), END_TURN),
    )
    return Scene(table.lay(), moves)


@scene("EX-3")
def the_tile_at_the_start_of_a_turn() -> Scene:
    table = Table().shop(2, RED, "metal").shop(3, RED, "gem").shop(6, RED, "smith", 2)
    table.hand(RED, "2va 3va 3vd 2nd").tiles(RED, MOVEMENT)
    first = PlayCard(card("2va"), 0, with_tile=True)
    moves = (first, PlayCard(card("3va"), 0), PlayCard(card("3vd"), 2))
    return Scene(table.lay(), moves, refused=PlayCard(card("2nd"), 3))


# EX-4: counting


@scene("EX-4")
def counting_points() -> Scene:
    table = Table(3).alcazar(RED, 1, sword(12)).swords(RED, sword(7)).paintings(RED, 2, 2)
    table.material(RED, gems=3).tiles(RED, MOVEMENT).paintings(BLUE, 3)
    return Scene(table.lay(), counted=True)


# EX-5 to EX-8: using spaces


@scene("EX-5")
def the_row_sets_the_price() -> Scene:
    table = Table().shop(9, BLUE, "gem").figures(RED, 5).hand(RED, "4va 2nd 3bd 6ta")
    return Scene(table.lay(), (PlayCard(card("4va"), 5),), refused=UseSpace(pay=card("2nd")))


@scene("EX-5b")
def no_change_is_given() -> Scene:
    table = Table().shop(3, BLUE, "gem").hand(RED, "3va 5nd")
    return Scene(table.lay(), (PlayCard(card("3va"), 0), UseSpace(pay=card("5nd"))))


@scene("EX-5c")
def two_cards_do_not_add_up() -> Scene:
    table = Table().shop(9, BLUE, "gem").figures(RED, 5).hand(RED, "4va 1nd 2bd")
    return Scene(table.lay(), (PlayCard(card("4va"), 5),), refused=UseSpace(pay=card("2bd")))


@scene("EX-5d")
def no_card_is_high_enough() -> Scene:
    table = Table().shop(14, BLUE, "gem").figures(RED, 12).hand(RED, "2va 4nd")
    return Scene(table.lay(), (PlayCard(card("2va"), 12),), refused=UseSpace(pay=card("4nd")))


@scene("EX-6")
def doing_without_the_use() -> Scene:
    table = Table().shop(14, BLUE, "smith").figures(RED, 10).hand(RED, "4nd 2va")
    return Scene(table.lay(), (PlayCard(card("4nd"), 10),))


@scene("EX-7")
def the_price_of_a_tavern() -> Scene:
    table = Table().figures(RED, 10).hand(RED, "2va 3nd 1bd")
    return Scene(table.lay(), (PlayCard(card("2va"), 10), UseSpace(pay=card("3nd")), "4ta 6bd 1nd"))


@scene("EX-8")
def standing_there_is_not_arriving() -> Scene:
    table = Table().shop(4, RED, "gem").shop(6, RED, "metal").figures(RED, 4)
    return Scene(table.hand(RED, "2va 5nd").lay(), (PlayCard(card("2va"), 4),))


# EX-9: the fencing master


def _at_the_master(*tiles: Tile) -> State:
    table = Table().shop(3, RED, "fencing").tiles(RED, *tiles).hand(RED, "3va")
    return play(table.lay(), PlayCard(card("3va"), 0))


@scene("EX-9")
def a_fourth_tile() -> Scene:
    before = _at_the_master(MOVEMENT, "violet", "brown")
    return Scene(before, (UseSpace(take="turquoise", give_back=MOVEMENT),))


@scene("EX-9b")
def a_third_tile() -> Scene:
    return Scene(_at_the_master(MOVEMENT, "violet"), (UseSpace(take="brown"),))


# EX-10: returning a figure


@scene("EX-10")
def returning_a_figure() -> Scene:
    table = Table().shop(17, BLUE, "smith").figures(RED, 10, 12, 17).figures(BLUE, 12)
    return Scene(table.hand(RED, "3va 3vd").lay(), (ReturnFigure(17),))


# EX-11: what an arrival meets on a gem dealer of Green

_ARRIVAL = PlayCard(card("3va"), 0)


def _full(circles: int, *standing: Seat, hand: str = "3va 3vd") -> State:
    """The dealer on 3, these figures on it, and Red's metal dealer with a free circle on 6."""
    table = Table(3).shop(3, GREEN, "gem", circles).shop(6, RED, "metal").hand(RED, hand)
    for seat in (RED, BLUE, GREEN):
        table.figures(seat, *[3] * standing.count(seat))
    return table.lay()


@scene("EX-11a")
def an_opponent_and_a_way_on() -> Scene:
    return Scene(_full(1, BLUE), (_ARRIVAL,))


@scene("EX-11b")
def an_opponent_and_no_way_on() -> Scene:
    return Scene(_full(1, BLUE, hand="3va 4nd"), (_ARRIVAL,))


@scene("EX-11c")
def an_own_figure_and_a_way_on() -> Scene:
    return Scene(_full(1, RED), (_ARRIVAL,), refused=END_TURN)


@scene("EX-11d")
def an_own_figure_and_no_way_on() -> Scene:
    return Scene(_full(1, RED, hand="3va 4nd"), refused=_ARRIVAL)


@scene("EX-11e")
def an_opponent_and_a_free_circle() -> Scene:
    return Scene(_full(2, BLUE), (_ARRIVAL,), refused=Challenge(BLUE))


@scene("EX-11f")
def an_own_figure_and_a_free_circle() -> Scene:
    return Scene(_full(2, RED), (_ARRIVAL,))


@scene("EX-11g")
def two_opponents() -> Scene:
    return Scene(_full(2, BLUE, GREEN), (_ARRIVAL,))


@scene("EX-11h")
def an_own_figure_and_an_opponent() -> Scene:
    return Scene(_full(2, RED, BLUE), (_ARRIVAL,), refused=Challenge(RED))


@scene("EX-11i")
def one_opponent_twice() -> Scene:
    return Scene(_full(2, BLUE, BLUE), (_ARRIVAL,))


@scene("EX-11k")
def two_own_figures() -> Scene:
    return Scene(_full(2, RED, RED), (_ARRIVAL,))
