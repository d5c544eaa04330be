"""A metric of its own: how often spaces of each kind are used, whatever their places on the road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toledo_lab.simulate import Column, Measure, Metric
from toledo_rules.actions import UseSpace
from toledo_rules.edition import Edition
from toledo_rules.record import Ply
from toledo_rules.state import Arrived, State

KINDS = {"site": "shop_uses", "tavern": "tavern_uses", "artist": "artist_uses"}


class UsesMetric(Metric):
    """Uses of shops, taverns and artists."""

    def columns(self, _edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        return [Column(name, f"uses of a {kind} (USE-01)") for kind, name in KINDS.items()]

    def before(self, start: State) -> None:
        """Begin to count."""
        self._uses = [dict.fromkeys(KINDS.values(), 0) for _ in start.players]

    def decision(self, ply: Ply) -> None:
        """Count a use."""
        phase = ply.before.phase
        if isinstance(ply.action, UseSpace) and isinstance(phase, Arrived):
            self._uses[ply.seat][KINDS[ply.before.edition.road[phase.step].kind]] += 1

    def after(self, _end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the counts, for each seat."""
        return self._uses
