"""The smith (SMI)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules._universe import Benefit
from toledo_rules.edition import Sword, Tile
from toledo_rules.events import SwordForged
from toledo_rules.multiset import added, distinct, removed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import State


def why_not(state: State, take: Sword | Tile | None) -> Illegality | None:
    """A sword on the board whose material the player has (SMI-01, SMI-02, A-65)."""
    me = state.players[state.active]
    if not isinstance(take, Sword):
        return illegal(Code.NO_SWORD_CHOSEN, "SMI-01", take=take)
    if take not in state.swords:
        return illegal(Code.SWORD_NOT_ON_BOARD, "SMI-01", sword=take)
    if me.metal < take.metal:
        return illegal(Code.TOO_LITTLE_METAL, "SMI-02", has=me.metal, required=take.metal)
    if me.gems < take.gems:
        return illegal(Code.TOO_FEW_GEMS, "SMI-02", has=me.gems, required=take.gems)
    return None


def benefits(state: State) -> list[Benefit]:
    """Each kind of sword that the player can pay for."""
    return [(sword, None) for sword in distinct(state.swords) if why_not(state, sword) is None]


def carry_out(d: Draft, sword: Sword) -> None:
    """The sword comes to the player, its exact cost goes back into the supply (SMI-03, A-72)."""
    me = d.me
    me.metal -= sword.metal
    me.gems -= sword.gems
    d.metal += sword.metal
    d.gems += sword.gems
    d.swords = removed(d.swords, sword)
    me.swords = added(me.swords, sword)
    d.tell(SwordForged, d.active, sword)
