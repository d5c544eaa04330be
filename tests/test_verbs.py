"""A verb is one for the engine, for `follow` and for TypeScript; what cannot be translated is refused by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toledo_rules._draft import VERBS, Draft, Verbs, arguments
from toledo_rules._values import names
from toledo_rules.edition import Tile
from toledo_rules.events import EVENT_TYPES, Event, TileTaken
from tools.schema.verbs import translated


@pytest.mark.parametrize("event", EVENT_TYPES, ids=lambda event: event.__name__)
def test_a_verb_takes_parts_of_its_event(event: type[Event]) -> None:
    assert {*arguments(event)} <= {*names(event)}
    assert getattr(Draft, VERBS[event].__name__) is VERBS[event]


def every_tile(self: Draft, tile: Tile) -> None:
    """Take all tiles."""
    for _ in self.tiles:
        self.take_tile(tile)


def any_tile(self: Verbs, tile: Tile) -> None:
    """Take a tile if there is one: an empty list counts as true in TypeScript."""
    if self.tiles:
        self.me.tiles = (tile,)


def old_tile(self: Draft, tile: Tile) -> None:
    """Take a tile into a place that only a draft has."""
    self.log = tile  # type: ignore[assignment]  # that is the mistake


@pytest.mark.parametrize(
    ("verb", "what"),
    [(every_tile, "for _ in self.tiles"), (any_tile, "self.tiles"), (old_tile, "self.log")],
)
def test_what_has_no_translation_is_named(verb: Callable[..., None], what: str) -> None:
    with pytest.raises(NotImplementedError, match=f"{verb.__name__}, line .*{what}"):
        translated(TileTaken, verb)
