"""The fencing master and his tiles (FEN)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules._universe import Benefit
from toledo_rules.edition import Sword, Tile
from toledo_rules.events import TileGivenBack, TileTaken
from toledo_rules.multiset import added, distinct, removed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import State


def why_not(state: State, take: Sword | Tile | None, give_back: Tile | None) -> Illegality | None:
    """A kind that the player lacks and the board has; with the most he may hold, for one of his own (A-151)."""
    held, limit = state.players[state.active].tiles, state.edition.tile_limit
    if not isinstance(take, str):
        return illegal(Code.NO_TILE_CHOSEN, "FEN-01", take=take)
    if take in held:
        return illegal(Code.TILE_ALREADY_HELD, "FEN-05", tile=take)
    if take not in state.tiles:
        return illegal(Code.TILE_NOT_ON_BOARD, "A-151", tile=take)
    if len(held) < limit:
        if give_back is not None:
            return illegal(Code.BELOW_TILE_LIMIT, "A-75", held=len(held), limit=limit)
        return None
    if give_back is None:
        return illegal(Code.TILE_LIMIT_REACHED, "FEN-06", held=len(held), limit=limit)
    if give_back not in held:
        return illegal(Code.TILE_NOT_HELD, "FEN-06", tile=give_back)
    return None


def benefits(state: State) -> list[Benefit]:
    """Each kind that can be taken, with each tile that can go back for it (A-76)."""
    held = state.players[state.active].tiles
    given: tuple[Tile | None, ...] = (None,) if len(held) < state.edition.tile_limit else held
    return [(tile, back) for tile in distinct(state.tiles) if tile not in held for back in given]


def carry_out(d: Draft, take: Tile, give_back: Tile | None) -> None:
    """First back, then taken (FEN-06, FR's order); it works from now on (TIL-03, A-79)."""
    me = d.me
    if give_back is not None:
        me.tiles = removed(me.tiles, give_back)
        d.tiles = added(d.tiles, give_back)
        d.tell(TileGivenBack, d.active, give_back)
    d.tiles = removed(d.tiles, take)
    me.tiles = added(me.tiles, take)
    d.tell(TileTaken, d.active, take)
