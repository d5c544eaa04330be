"""The position on the first page: something of everything, most of it near the Alcazar."""

from toledo_rules import MOVEMENT
from toledo_rules.testing import BLUE, GREEN, RED, YELLOW, Table, sword
from website.positions import Scene, scene


@scene("home")
def in_the_middle_of_a_game() -> Scene:
    table = Table(4)
    table.shop(1, RED, "metal", 2).shop(3, BLUE, "metal").shop(4, GREEN, "gem", 2)
    table.shop(6, YELLOW, "smith", 2).shop(8, BLUE, "fencing", 2).shop(9, GREEN, "metal", 2)
    table.shop(14, YELLOW, "gem").shop(15, BLUE, "fencing").shop(16, GREEN, "smith", 2)
    table.shop(17, RED, "smith", 2).shop(19, RED, "fencing")
    table.alcazar(RED, 1, sword(12)).alcazar(GREEN, 2, sword(6), sword(8)).alcazar(
        YELLOW, 1, sword(4)
    )
    table.figures(RED, 6, 15, 17).figures(BLUE, 4, 5, 16).figures(GREEN, 4, 12).figures(YELLOW, 19)
    table.hand(RED, "2va 3nd 3bd 6ta").hand(BLUE, "1va 4bd 5nd").hand(GREEN, "2td 5va")
    table.material(RED, metal=3, gems=1).material(BLUE, metal=2, gems=2).material(GREEN, gems=1)
    table.tiles(RED, "violet", MOVEMENT).tiles(BLUE, "brown").tiles(GREEN, "violet")
    table.paintings(RED, 3).paintings(BLUE, 2)
    return Scene(table.discards("1nd 2nd 4va 6bd").lay())
