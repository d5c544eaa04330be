"""The metal dealer and the gem dealer (MET, GEM)."""

import pytest
from attrs import evolve

from tests.table import changed, uses
from toledo_rules import END_TURN, KOSMOS_2008, PlayCard, State, UseSpace
from toledo_rules.edition import ShopKind
from toledo_rules.events import GemTaken, MetalTaken
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

DEALERS = pytest.mark.parametrize("kind", ["metal", "gem"])


def at_dealer(kind: ShopKind, table: Table | None = None) -> State:
    """Red has just arrived at their own dealer on step 4, without another card."""
    table = (table or Table(3)).shop(4, RED, kind).figures(RED, 4).moving("4va")
    return table.lay(Arrived(4))


def test_take_a_metal() -> None:
    """MET-01, I-35: one metal from the supply, nothing else."""
    start = at_dealer("metal", Table(3).material(RED, metal=2, gems=1))
    told = story(start, UseSpace())
    assert told.state == evolve(changed(start, RED, metal=3), metal=20, phase=MOVING)
    assert told.events == (MetalTaken(RED),)
    assert not told.reveals


def test_take_a_gem() -> None:
    """GEM-01, I-35: one gem from the supply, nothing else."""
    start = at_dealer("gem", Table(3).material(RED, metal=2, gems=1))
    told = story(start, UseSpace())
    assert told.state == evolve(changed(start, RED, gems=2), gems=18, phase=MOVING)
    assert told.events == (GemTaken(RED),)
    assert not told.reveals


def test_gems_have_no_colour() -> None:
    """GEM-01, A-135: there is one way to take a gem."""
    assert legal(at_dealer("gem")) == {END_TURN, UseSpace()}


def test_no_metal_left() -> None:
    """A-63, A-14, A-62: the dealer is of no use, but a figure may go there."""
    state = at_dealer("metal", Table(3).material(GREEN, metal=23))
    assert legal(state) == {END_TURN}
    assert refused(state, UseSpace()) == illegal(Code.NO_METAL_LEFT, "A-63")


def test_no_gem_left() -> None:
    """A-64, A-14, A-62: the same for gems."""
    state = at_dealer("gem", Table(3).material(GREEN, gems=20))
    assert legal(state) == {END_TURN}
    assert refused(state, UseSpace()) == illegal(Code.NO_GEMS_LEFT, "A-64")


@DEALERS
def test_the_other_supply_does_not_matter(kind: ShopKind) -> None:
    """A-63, A-64: metal is sold when the gems are gone, and the other way round."""
    metal, gems = (0, 20) if kind == "metal" else (23, 0)
    table = Table(3).material(GREEN, metal=metal, gems=gems)
    assert uses(at_dealer(kind, table)) == {UseSpace()}


@DEALERS
def test_an_empty_dealer_sells_nothing_for_a_fee(kind: ShopKind) -> None:
    """A-62, A-63, A-64: nobody pays for nothing, and no other card would help."""
    table = Table(3).shop(4, BLUE, kind).material(GREEN, metal=23, gems=20)
    state = table.figures(RED, 4).hand(RED, "6va").moving("4va").lay(Arrived(4))
    code, rule = {"metal": (Code.NO_METAL_LEFT, "A-63"), "gem": (Code.NO_GEMS_LEFT, "A-64")}[kind]
    assert legal(state) == {END_TURN}
    assert refused(state, UseSpace(pay=card("6va"))) == illegal(code, rule)
    assert refused(state, UseSpace()) == illegal(code, rule)


def test_a_smith_refills_the_supply() -> None:
    """A-63, A-64, SMI-03: what a sword costs can be taken again, in the same turn already.

    Red forges the 4 for a metal and a gem, the only ones that ever come back.
    """
    start = Table(3).shop(4, RED, "smith").shop(8, RED, "metal").shop(9, RED, "gem")
    start.material(RED, metal=1, gems=1).material(GREEN, metal=22, gems=19)
    state = start.figures(RED, 5).hand(RED, "4va 4bd 4nd").lay()
    assert (state.metal, state.gems) == (0, 0)
    dry = play(state, PlayCard(card("4bd"), 5))
    assert uses(dry) == set()
    forged = play(state, PlayCard(card("4va"), 0), UseSpace(take=sword(4)))
    assert (forged.metal, forged.gems) == (1, 1)
    gem = play(forged, PlayCard(card("4bd"), 5), UseSpace())
    metal = play(gem, PlayCard(card("4nd"), 4), UseSpace())
    assert (metal.players[RED].metal, metal.players[RED].gems) == (1, 1)
    assert (metal.metal, metal.gems) == (0, 0)


def test_no_limit_but_the_supply() -> None:
    """A-73, A-14: one player may have all 23 metals and all 20 gems."""
    last_metal = at_dealer("metal", Table(3).material(RED, metal=22))
    assert play(last_metal, UseSpace()).players[RED].metal == KOSMOS_2008.metal
    last_gem = at_dealer("gem", Table(3).material(RED, gems=19))
    assert play(last_gem, UseSpace()).players[RED].gems == KOSMOS_2008.gems


def test_the_owner_gains_nothing_but_the_fee() -> None:
    """MET-01, USE-04: the metal comes from the supply, not from the owner."""
    table = Table(3).shop(4, BLUE, "metal").material(BLUE, metal=5).figures(RED, 4)
    start = table.hand(RED, "1va").moving("4va").lay(Arrived(4))
    state = play(start, UseSpace(pay=card("1va")))
    assert (state.metal, state.players[RED].metal, state.players[BLUE].metal) == (17, 1, 5)
    assert state.players[BLUE].hand == cards("1va")
