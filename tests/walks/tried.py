"""Tried in a copy with all walks: the new things are there, and library, follower and specification agree on them."""

from __future__ import annotations

from random import Random

from attrs import evolve

from tests.spec.agreement import disagreements, some_positions
from toledo_rules import KOSMOS_2008, ShopTile, follow, legal_actions, step, view
from toledo_rules._multiset import multiset
from toledo_rules.codec import dumps, loads
from toledo_rules.describe import LANGUAGES, describe
from toledo_rules.edition import SHOP_KINDS
from toledo_rules.notation import format_action, parse_action
from toledo_rules.render import svg
from toledo_rules.state import Arrived
from tools.schema.verbs import verbs

TILES = multiset(ShopTile(kind, 2) for kind in ("gem", "gem", SHOP_KINDS[-1], SHOP_KINDS[-1]))
CHEAP = tuple(sword for sword in KOSMOS_2008.swords if sword.metal <= 1)
OWN = evolve(KOSMOS_2008, shops=TILES, swords=CHEAP, metal=1)
"""An edition with the new kind of shop, in which a tray and the supply of metal are soon empty."""
NEW = {"TrayEmptied", "Rest"}
"""The new kinds of events and actions."""


def try_them() -> None:
    """Meet the new things in play, and ask everybody about them."""
    seen: set[str] = set()
    positions = some_positions(OWN, 2, Random(3), 240)
    asked = [
        state
        for state in positions
        if isinstance(state.phase, Arrived) and state.shops[state.phase.step] is not None
    ]
    for state in positions:
        for action in legal_actions(state):
            what = step(state, action)
            told = [*what.seen_by(1)]
            kinds = {type(thing).__name__ for thing in (action, *told)} & NEW
            if kinds - seen:
                seen |= kinds
                asked.append(state)
                assert follow(view(state, 1), told) == view(what.state, 1)
                assert [loads(dumps(thing)) for thing in (action, *told)] == [action, *told]
                assert parse_action(format_action(action, OWN), OWN) == action
                for language in LANGUAGES:
                    assert describe(action, state, language=language)
                    assert all(describe(event, state, language=language) for event in told)
    assert seen == NEW, NEW - seen
    used: set[str] = {shop.kind for state in asked[-24:] for shop in state.shops if shop}
    assert "jeweller" in used
    assert "jeweller" in svg(positions[0])
    assert "tray_emptied" in verbs()
    assert not [str(found) for found in disagreements(asked[-24:])]


if __name__ == "__main__":
    try_them()
