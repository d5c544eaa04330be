"""Every kind of action, of event and of illegality occurs in the games and positions that the property tests draw from.

A law that was never asked about some kind of move says nothing of it. So the same sources, with fixed seeds, are
searched here for each kind; the table is printed at the end of the test run, and a kind that was never seen fails it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from attrs import field, frozen

from tests.strategies import EDITIONS, kept_game
from toledo_rules import (
    RULES,
    Action,
    Card,
    Draw,
    Edition,
    IllegalActionError,
    PlaceShop,
    Refusal,
    ReturnFigure,
    State,
    UseSpace,
    explain,
    shipped_edition,
    step,
    universe,
)
from toledo_rules._multiset import distinct
from toledo_rules.actions import ACTION_TYPES
from toledo_rules.edition import CATHEDRAL
from toledo_rules.editions import other_readings
from toledo_rules.events import EVENT_TYPES
from toledo_rules.rulebook import ILLEGAL
from toledo_rules.testing import POLICIES, Moment, lay_out

LOOKED_THROUGH = (*EDITIONS, shipped_edition(" ".join(("tiny-bank", *other_readings()))))
"""The editions, and one that reads rulings otherwise: it refuses what no other does."""

LAID_OUT = 84
"""So many positions are laid out for each edition and number of players."""

TALKATIVE: tuple[Moment, ...] = (
    "start",
    "moving",
    "arrived",
    "at a tavern",
    "arrived",
    "entered",
    "transit",
    "arrived",
    "taking",
    "transit",
    "arrived",
    "over",
)
"""The moments of these positions: most often those with many reasons why something is not legal."""

ASKED_EVERY = 199
"""Of the positions of a game, each so-manieth is asked about every action."""


@frozen
class Seen:
    """How often each kind was seen."""

    actions: Counter[str] = field(factory=Counter)
    events: Counter[str] = field(factory=Counter)
    codes: Counter[str] = field(factory=Counter)
    rules: Counter[str] = field(factory=Counter)

    def refused(self, reason: Refusal | None) -> None:
        """An action was not legal."""
        if reason is not None:
            self.codes[reason.code] += 1
            self.rules[reason.rule] += 1

    def ask_everything(self, state: State) -> None:
        """Why is each action not legal here, the impossible ones included, and each draw?"""
        for action in (*universe(state.edition).actions, *impossible(state.edition)):
            self.refused(explain(state, action))
        for card in (Card(99, "pink", "attacker"), state.edition.cards[0]):
            try:
                step(state, Draw(card))
            except IllegalActionError as error:
                self.refused(error.refusal)


def impossible(edition: Edition) -> Iterator[Action]:
    """Actions that the universe leaves out because they are never legal."""
    yield ReturnFigure(CATHEDRAL)
    for tile in edition.shops[:1]:
        yield from (PlaceShop(tile, at) for at in range(-1, len(edition.road) + 1))
    for pay in (None, *distinct(edition.cards)):
        yield UseSpace(pay, None, edition.tiles[0])
        yield from (UseSpace(pay, tile, tile) for tile in distinct(edition.tiles))


def look_round() -> Seen:
    """Games of every policy, and positions laid out at random, in every edition."""
    seen = Seen()
    for edition in LOOKED_THROUGH:
        for players in range(edition.least_players, edition.most_players + 1):
            for policy in POLICIES:
                journey = kept_game(edition, players, policy, 0)
                for ply in journey:
                    seen.actions[type(ply.move).__name__] += 1
                    seen.events.update(type(event).__name__ for event in ply.what.seen_by(None))
                for ply in journey[::ASKED_EVERY]:
                    seen.ask_everything(ply.before)
            for number in range(LAID_OUT):
                moment = TALKATIVE[number % len(TALKATIVE)]
                seen.ask_everything(lay_out(edition, players, Random(number), moment))
    return seen


def table(title: str, counts: Counter[str]) -> str:
    """The counts, most frequent first."""
    entries = ", ".join(f"{kind} {count:,}" for kind, count in counts.most_common())
    return f"{title} ({len(counts)}): {entries}"


def test_every_kind_was_seen(record_property: Callable[[str, object], None]) -> None:
    """Decisions 3 and 6: all nine actions, every event, every code; and every rule that a code names exists."""
    seen = look_round()
    record_property("coverage", table("actions", seen.actions))
    record_property("coverage", table("events", seen.events))
    record_property("coverage", table("codes", seen.codes))
    record_property("coverage", table("rules named by a refusal", seen.rules))
    assert {kind.__name__ for kind in ACTION_TYPES} - set(seen.actions) == set()
    assert {kind.__name__ for kind in EVENT_TYPES} - set(seen.events) == set()
    assert set(ILLEGAL) - set(seen.codes) == set()
    assert set(seen.rules) <= set(RULES)
