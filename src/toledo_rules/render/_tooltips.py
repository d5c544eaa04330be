"""Tooltips: the name of every part of a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from toledo_rules import parts
from toledo_rules._values import complete
from toledo_rules.describe._sentences import Labels
from toledo_rules.multiset import distinct
from toledo_rules.parts import COUNTS, Count, PartId
from toledo_rules.render._geometry import EXTRA
from toledo_rules.render._pen import TIMES
from toledo_rules.views import View

_COUNTS: Mapping[Count, str] = complete(
    {
        "cards": "cards",
        "fame": "fame",
        "metal": "metal",
        "gems": "gems",
        "figures": "figures",
        "inside": "alcazar",
    },
    COUNTS,
    "_COUNTS",
)
"""The label of each number in a player's area."""


class Tooltips:
    """The names of the parts of a position."""

    def __init__(self, view: View, labels: Labels) -> None:
        self.view = view
        self.labels = labels
        self.names = {
            **{
                parts.space(step): labels.space(view, step)
                for step in range(len(view.edition.road))
            },
            parts.ALCAZAR: labels.heading("alcazar"),
            **self._common(),
        }
        for seat in range(len(view.players)):
            self.names |= self._area(seat)
        self.counted = {
            **{
                parts.count(seat, what): f"{labels.players[seat]}, {labels.label(_COUNTS[what])}"
                for seat in range(len(view.players))
                for what in COUNTS
            },
            parts.SUPPLY_METAL: labels.heading("metal"),
            parts.SUPPLY_GEMS: labels.heading("gems"),
            parts.PILE: labels.heading("pile"),
            parts.DISCARDS: self._discards(),
        }

    def title(self, part: PartId, number: str = "") -> str:
        """Return the name of a part, with its number; a figure goes by the name of its player."""
        if part in self.counted:
            return f"{self.counted[part]}: {number}"
        if part in self.names:
            return self.names[part]
        return self.labels.players[int(part.split(":")[1])]

    def _common(self) -> dict[PartId, str]:
        """Return the names of what nobody has, and of the cards of the turn."""
        view, labels, edition = self.view, self.labels, self.view.edition
        names = {parts.sword(None, s, edition): labels.sword(s) for s in distinct(edition.swords)}
        names |= {parts.tile(None, t, edition): labels.tile(t) for t in distinct(edition.tiles)}
        names |= {parts.painting(None, v): labels.painting(v) for v in distinct(edition.paintings)}
        if view.front is not None:
            names[parts.FRONT] = f"{labels.heading('first_card')}: {labels.card(view.front)}"
        if view.tile_value is not None:
            names[EXTRA] = labels.heading("tile_value", value=view.tile_value)
        return names

    def _area(self, seat: int) -> dict[PartId, str]:
        """Return the names of what a player has."""
        labels, edition = self.labels, self.view.edition
        player = self.view.players[seat]
        return {
            **{parts.shop(seat, shop, edition): labels.shop(shop) for shop in player.shops},
            **{parts.tile(seat, tile, edition): labels.tile(tile) for tile in player.tiles},
            **{parts.painting(seat, value): labels.painting(value) for value in player.paintings},
            **{parts.sword(seat, sword, edition): labels.sword(sword) for sword in player.swords},
            **{
                parts.delivered(seat, sword, edition): labels.sword(sword)
                for sword in player.delivered
            },
        }

    def _discards(self) -> str:
        """Return the name of the discard pile, and the cards in it."""
        letters = self.labels.duel_letters
        seen = Counter(f"{card.value}{letters[card.colour]}" for card in self.view.discards)
        listed = " ".join(
            name if number == 1 else f"{name}{TIMES}{number}" for name, number in seen.items()
        )
        label = self.labels.heading("discards")
        return f"{label} ({listed})" if listed else label
