"""The position on the first page: something of everything."""

from toledo_rules import MOVEMENT
from toledo_rules.testing import BLUE, GREEN, RED, Table, sword
from website.positions import Scene, scene


@scene("home")
def in_the_middle_of_a_game() -> Scene:
    table = Table(3)
    table.shop(1, RED, "metal", 2).shop(3, BLUE, "metal").shop(4, GREEN, "gem", 2)
    table.shop(6, RED, "smith", 2).shop(8, BLUE, "fencing", 2).shop(9, GREEN, "metal", 2)
    table.shop(11, RED, "gem").shop(14, BLUE, "smith").shop(16, GREEN, "smith", 2)
    table.alcazar(RED, 1, sword(4)).alcazar(BLUE, 1, sword(2)).alcazar(GREEN, 2, sword(7))
    table.figures(RED, 6, 8, 10).figures(BLUE, 4, 5, 14).figures(GREEN, 4, 12)
    table.hand(RED, "2va 3nd 3bd 6ta").hand(BLUE, "1va 4bd 5nd").hand(GREEN, "2td 5va")
    table.material(RED, metal=3, gems=1).material(BLUE, metal=2, gems=2).material(GREEN, gems=1)
    table.tiles(RED, "violet", MOVEMENT).tiles(BLUE, "brown").tiles(GREEN, "violet")
    table.swords(RED, sword(6)).swords(GREEN, sword(8)).paintings(RED, 3).paintings(BLUE, 2)
    return Scene(table.discards("1nd 2nd 4va 6bd").lay())
