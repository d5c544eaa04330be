"""Positions for answers about the Alcazar, the end of the game, points and what everybody may know."""

from toledo_rules import END_TURN, MOVEMENT, TAKE_CARDS, Deliver, PlayCard, ReturnFigure
from toledo_rules.state import OVER
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, sword
from website.positions import Scene, scene

THREE = PlayCard(card("3va"), 17)


def _before_the_gate(*, inside: int = 0, hand: str = "3va 4nd") -> Table:
    """A figure of Red on step 17, and swords to deliver."""
    table = Table(3).shop(17, BLUE, "gem").alcazar(RED, inside).figures(RED, 17)
    return table.swords(RED, sword(7), sword(5)).hand(RED, hand)


@scene("deliver-must")
def a_sword_is_chosen() -> Scene:
    return Scene(_before_the_gate().lay(), (THREE, Deliver(sword(5))))


@scene("two-swords")
def one_sword_for_a_figure() -> Scene:
    return Scene(_before_the_gate().lay(), (THREE, Deliver(sword(7))), refused=Deliver(sword(5)))


@scene("entered-turn-over")
def the_turn_goes_on() -> Scene:
    table = _before_the_gate(inside=2, hand="3va 3nd").shop(3, RED, "metal")
    return Scene(table.lay(), (THREE, Deliver(sword(7)), PlayCard(card("3nd"), 0)))


@scene("return-from-alcazar")
def who_is_inside_stays() -> Scene:
    return Scene(_before_the_gate(inside=1).lay(), refused=ReturnFigure(20))


@scene("entrance-full")
def through_the_gate() -> Scene:
    table = Table(3).shop(17, BLUE, "gem", 2).figures(RED, 17, 17).hand(RED, "3va 3nd")
    return Scene(table.lay(), (THREE, PlayCard(card("3nd"), 17)))


@scene("third-figure")
def the_last_round_begins() -> Scene:
    return Scene(_before_the_gate(inside=2).lay(), (THREE, Deliver(sword(7)), END_TURN))


@scene("last-round-again")
def another_three_figures() -> Scene:
    table = _before_the_gate(inside=2).alcazar(GREEN, 3)
    table.trigger = GREEN
    return Scene(table.lay(), (THREE, END_TURN))


# Points


def _over(table: Table) -> Scene:
    """The game is over: Blue had three figures inside."""
    table.trigger = BLUE
    return Scene(table.lay(OVER), counted=True)


@scene("half-swords")
def each_by_itself() -> Scene:
    return _over(Table().swords(RED, sword(7), sword(5)).alcazar(BLUE, 3))


@scene("gems-worth")
def three_gems_make_one_point() -> Scene:
    return _over(Table().material(RED, gems=3, metal=5).alcazar(BLUE, 3))


@scene("tie")
def more_cards_in_hand() -> Scene:
    table = Table().alcazar(RED, 1, sword(7)).alcazar(BLUE, 3, sword(7))
    return _over(table.hand(RED, "1va 2nd").hand(BLUE, "6va"))


@scene("negative")
def minus_two() -> Scene:
    return _over(Table().tiles(RED, MOVEMENT).alcazar(BLUE, 3))


@scene("tile-penalty")
def the_tile_costs_two() -> Scene:
    table = Table().tiles(RED, MOVEMENT).paintings(RED, 3).alcazar(BLUE, 3)
    return _over(table)


# What everybody may know


@scene("count-cards")
def the_number_is_open() -> Scene:
    table = Table(3).hand(RED, "1va 2nd").hand(BLUE, "3va 4bd 6nd", known="6nd").hand(GREEN, "5va")
    return Scene(table.lay())


@scene("open-pieces")
def everything_lies_open() -> Scene:
    table = Table().material(BLUE, metal=2, gems=3).swords(BLUE, sword(6)).tiles(BLUE, "brown")
    return Scene(table.paintings(BLUE, 3).hand(RED, "2va").lay())


@scene("take-back")
def a_draw_stays() -> Scene:
    return Scene(Table().hand(RED, "2va").lay(), (TAKE_CARDS, "1va 6nd"))
