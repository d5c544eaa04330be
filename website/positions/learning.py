"""The pictures of the handbook: a first round, played by the rules, and a figure on its way to a full space."""

from toledo_rules import END_TURN, PlaceShop, PlayCard, State, UseSpace
from toledo_rules.edition import ShopTile
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, play, sword

FIRST_ROUND = (
    ("place-metal", (PlaceShop(ShopTile("metal", 2), 3),)),
    ("place-smith", (PlaceShop(ShopTile("smith", 2), 6),)),
    ("first-card", (PlayCard(card("3va"), 0), UseSpace())),
    ("first-sword", (PlayCard(card("3nd"), 3), UseSpace(pay=card("1ba"), take=sword(2)))),
    ("turn-ends", (END_TURN,)),
)
"""The moves of the first round, by the picture that follows them."""


WHOLE = {"table"}
"""Pictures that show the whole table; the others show the board."""


def learning() -> dict[str, State]:
    """Return the positions of the handbook by the names of their pictures."""
    state = Table(2).hand(RED, "1ba 2vd 3va 3nd 4td").hand(BLUE, "1nd 2ba 4va 5td 6bd").lay()
    found = {"setup": state, "table": state, "full": _full()}
    for name, moves in FIRST_ROUND:
        for move in moves:
            state = play(state, move)
        found[name] = state
    return found


def _full() -> State:
    """Both circles of a shop are taken by opponents, and a figure can reach it."""
    table = Table(3).shop(2, RED, "metal", 2).shop(6, GREEN, "gem", 2).shop(8, BLUE, "smith", 2)
    table.figures(RED, 2).figures(BLUE, 6).figures(GREEN, 6).tiles(RED, "violet").tiles(
        BLUE, "brown"
    )
    return table.hand(RED, "2nd 4va 4bd").hand(BLUE, "1va 5nd").hand(GREEN, "3td 3ba").lay()
