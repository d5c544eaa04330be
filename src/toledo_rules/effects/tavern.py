"""The taverns (TAV)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules.effects import take


def carry_out(d: Draft) -> None:
    """Draw three cards, after the fee (TAV-01, TAV-02); they may be used in the same turn (TAV-03)."""
    take.begin_drawing(d, d.edition.tavern_cards, "tavern")
