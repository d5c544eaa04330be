"""The smith and the swords (SMI)."""

import pytest
from attrs import evolve

from tests.table import changed
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    Deliver,
    PlayCard,
    State,
    Sword,
    UseSpace,
    legal_actions,
    score,
)
from toledo_rules._multiset import minus, removed
from toledo_rules.events import FeePaid, SwordForged
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import MOVING, Arrived
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


def at_smith(
    metal: int, gems: int, table: Table | None = None, *, owner: int = RED, hand: str = ""
) -> State:
    """Red, with this material, has just arrived at a smith on step 4."""
    table = (table or Table(3)).shop(4, owner, "smith").figures(RED, 4).hand(RED, hand)
    return table.material(RED, metal=metal, gems=gems).moving("4va").lay(Arrived(4))


def forging(*values: int) -> set[UseSpace]:
    """A free use for the sword of each value."""
    return {UseSpace(take=sword(value)) for value in values}


@pytest.mark.parametrize(
    ("metal", "gems", "values"),
    [
        (0, 0, ()),
        (0, 9, ()),
        (1, 0, (2,)),
        (1, 1, (2, 4)),
        (2, 0, (2, 3)),
        (2, 1, (2, 3, 4, 6)),
        (3, 0, (2, 3, 5)),
        (3, 3, (2, 3, 4, 5, 6, 7, 8, 10, 12)),
        (4, 3, (2, 3, 4, 5, 6, 7, 8, 10, 12, 13)),
        (4, 4, (2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 15)),
        (23, 0, (2, 3, 5)),
    ],
)
def test_what_can_be_forged(metal: int, gems: int, values: tuple[int, ...]) -> None:
    """SMI-01, SMI-02, A-65, A-162: each kind of sword for which the player has metal and gems."""
    assert legal(at_smith(metal, gems)) == {END_TURN, *forging(*values)}


def test_forge_a_sword() -> None:
    """SMI-01, SMI-02, SMI-03, A-72, I-35: its exact cost goes back into the supply."""
    start = at_smith(5, 4)
    told = story(start, UseSpace(take=sword(12)))
    after = changed(start, RED, metal=2, gems=1, swords=(sword(12),))
    assert told.state == evolve(
        after,
        metal=21,
        gems=19,
        swords=removed(KOSMOS_2008.swords, sword(12)),
        phase=MOVING,
    )
    assert told.events == (SwordForged(RED, sword(12)),)


def test_equal_swords_are_one_choice() -> None:
    """A-162, A-72: three swords of value 2 lie there; each use takes one."""
    state = at_smith(1, 0)
    assert legal_actions(state) == (END_TURN, UseSpace(take=sword(2)))
    assert play(state, UseSpace(take=sword(2))).swords.count(sword(2)) == 2


def test_the_smith_of_another_player() -> None:
    """SMI-02, USE-04, A-61: a card for the owner and material for the supply, in this order."""
    start = at_smith(2, 0, owner=BLUE, hand="1va 3bd")
    assert legal(start) == {
        END_TURN,
        *(UseSpace(pay=fee, take=sword(v)) for fee in cards("1va 3bd") for v in (2, 3)),
    }
    told = story(start, UseSpace(pay=card("3bd"), take=sword(3)))
    assert told.events == (FeePaid(RED, BLUE, card("3bd")), SwordForged(RED, sword(3)))
    assert told.state.players[BLUE].hand == cards("3bd")
    assert (told.state.players[RED].metal, told.state.metal) == (0, 23)


# What cannot be forged


def test_no_sword_is_affordable() -> None:
    """A-65, A-62: the smith is of no use; metal or gems alone do not help."""
    poor = at_smith(0, 9)
    assert legal(poor) == {END_TURN}
    assert refused(poor, UseSpace(take=sword(2))) == illegal(
        Code.TOO_LITTLE_METAL, "SMI-02", has=0, required=1
    )


@pytest.mark.parametrize("take", [None, "violet", "movement"])
def test_a_sword_must_be_chosen(take: str | None) -> None:
    """SMI-01: a use of the smith names a sword, and not a master tile."""
    assert refused(at_smith(4, 4), UseSpace(take=take)) == illegal(
        Code.NO_SWORD_CHOSEN, "SMI-01", take=take
    )


def test_too_little_metal() -> None:
    """SMI-02: gems do not stand in for metal."""
    assert refused(at_smith(1, 9), UseSpace(take=sword(8))) == illegal(
        Code.TOO_LITTLE_METAL, "SMI-02", has=1, required=2
    )


def test_too_few_gems() -> None:
    """SMI-02, A-72: metal does not stand in for gems."""
    assert refused(at_smith(9, 1), UseSpace(take=sword(8))) == illegal(
        Code.TOO_FEW_GEMS, "SMI-02", has=1, required=2
    )


def test_a_sword_that_is_not_on_the_board() -> None:
    """SMI-01, A-72, A-74: the only 15 lies in front of Blue, the only 13 is in the Alcazar."""
    table = Table(3).swords(BLUE, sword(15)).alcazar(GREEN, 1, sword(13))
    state = at_smith(9, 9, table)
    for gone in (sword(15), sword(13), Sword(99, 1, 0)):
        assert refused(state, UseSpace(take=gone)) == illegal(
            Code.SWORD_NOT_ON_BOARD, "SMI-01", sword=gone
        )
    assert legal(state) == {END_TURN, *forging(2, 3, 4, 5, 6, 7, 8, 10, 12)}


def test_your_own_sword_cannot_be_forged_again() -> None:
    """A-74: a sword goes from the board to a player, and never back."""
    state = at_smith(9, 9, Table(3).swords(RED, sword(15)))
    assert refused(state, UseSpace(take=sword(15))) == illegal(
        Code.SWORD_NOT_ON_BOARD, "SMI-01", sword=sword(15)
    )
    after = play(state, UseSpace(take=sword(12)))
    assert after.players[RED].swords == (sword(12), sword(15))


def test_no_sword_left() -> None:
    """A-65, A-73: nobody is limited to a number of swords, and then the smith is of no use."""
    state = at_smith(4, 4, Table(3).swords(RED, *KOSMOS_2008.swords))
    assert state.swords == ()
    assert legal(state) == {END_TURN}


def test_every_sword_can_be_had_by_one_player() -> None:
    """A-73: eighteen swords in front of a player do not stop the nineteenth."""
    table = Table(3).swords(RED, *minus(KOSMOS_2008.swords, [sword(5)]))
    state = at_smith(3, 0, table)
    assert legal(state) == {END_TURN, *forging(5)}
    assert play(state, UseSpace(take=sword(5))).players[RED].swords == KOSMOS_2008.swords


# What it is good for


def test_the_number_is_its_fame_in_the_alcazar() -> None:
    """SMI-04, A-105: any figure of the player may bring it, in the same turn already.

    4            18          20
    smith: Red   gem: Red    entrance
    """
    table = Table(3).shop(4, RED, "smith").shop(18, BLUE, "gem").figures(RED, 2, 18)
    table.shop(2, RED, "gem").material(RED, metal=3, gems=3).hand(RED, "2va 2bd")
    forged = play(table.lay(), PlayCard(card("2va"), 2), UseSpace(take=sword(12)))
    assert score(forged, RED).total == 6
    delivered = play(forged, PlayCard(card("2bd"), 18), Deliver(sword(12)))
    assert delivered.players[RED].delivered == (sword(12),)
    assert score(delivered, RED).total == 12
