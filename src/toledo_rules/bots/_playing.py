"""Games between bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from toledo_rules.actions import Action
from toledo_rules.bots.protocol import Bot
from toledo_rules.chance import Rng
from toledo_rules.edition import Edition
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.engine import Transition, legal_actions, transition
from toledo_rules.rulebook import IllegalActionError
from toledo_rules.scoring import outcome
from toledo_rules.setup import new_game
from toledo_rules.state import Seat, State
from toledo_rules.views import View, plain_position, view

MOST_DECISIONS = 20_000
"""No rule ends a game (A-117). Bots that go round in circles are stopped here; a game takes some hundred decisions."""


def options(view: View) -> tuple[Action, ...]:
    """What the seat of a view may do, in the order of `legal_actions`; empty if it has nothing to decide.

    >>> from random import Random
    >>> state = new_game(2, Random(1))
    >>> options(view(state, 0)) == legal_actions(state), options(view(state, 1))
    (True, ())
    """
    if view.seat != view.active:
        return ()
    return legal_actions(plain_position(view))


@frozen
class Ply:
    """One decision in a game, and what came of it."""

    before: State
    action: Action
    what: Transition

    @property
    def seat(self) -> Seat:
        """Who decided."""
        return self.before.active


def play_on(state: State, bots: Sequence[Bot], rng: Rng) -> Iterator[Ply]:
    """A game from a position on, decision by decision. Chance and the bots take their numbers from the same `rng`.

    >>> from random import Random
    >>> from toledo_rules.bots import RandomBot
    >>> plies = play_on(new_game(2, Random(1)), [RandomBot(), RandomBot()], Random(1))
    >>> next(plies).action
    PlaceShop(ShopTile('gem', 1), 2)
    """
    if len(bots) != len(state.players):
        raise ValueError(f"{len(state.players)} players need as many bots, not {len(bots)}")
    while not state.over:
        seat = state.active
        action = bots[seat].choose(view(state, seat), rng)
        try:
            what = transition(state, action, rng)
        except IllegalActionError as refused:
            refused.add_note(f"the bot at seat {seat} chose it: {bots[seat]!r}")
            raise
        yield Ply(state, action, what)
        state = what.state


@frozen
class Played:
    """A game that was played."""

    state: State
    """The last position."""
    decisions: int
    turns: int

    @property
    def finished(self) -> bool:
        """It came to its end, and was not stopped."""
        return self.state.over

    @property
    def winners(self) -> frozenset[Seat]:
        """Who won, more than one if they share it (A-126); nobody if the game was stopped."""
        result = outcome(self.state)
        return frozenset() if result is None else result.winners


def play_game(
    bots: Sequence[Bot],
    rng: Rng,
    *,
    edition: Edition = KOSMOS_2008,
    first: Seat = 0,
    most: int = MOST_DECISIONS,
) -> Played:
    """A whole game, one bot for each seat; it is stopped after `most` decisions.

    >>> from random import Random
    >>> from toledo_rules.bots import GreedyBot
    >>> game = play_game([GreedyBot(), GreedyBot(), GreedyBot()], Random(7))
    >>> game.finished, game.turns
    (True, 94)
    """
    state = new_game(len(bots), rng, edition=edition, first=first)
    decisions = turns = 0
    plies = play_on(state, bots, rng)
    while decisions < most and (ply := next(plies, None)):
        state = ply.what.state
        decisions += 1
        turns += state.over or state.active != ply.seat
    return Played(state, decisions, turns)
