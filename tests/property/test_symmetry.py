"""Law 9: rotating the seats commutes with everything. No rule prefers a seat, only the order round the table counts."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from attrs import evolve, fields
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import Ply, known_actions, openings, plies, positions, seeds, strange_actions
from toledo_rules import (
    Action,
    Challenge,
    Draw,
    Event,
    Move,
    Refusal,
    Seat,
    State,
    View,
    chance_outcomes,
    explain,
    invariants,
    legal_actions,
    new_game,
    outcome,
    ranking,
    score,
    step,
    universe,
    view,
)
from toledo_rules.events import SecretEvent
from toledo_rules.state import Duel, Phase, Shop

T = TypeVar("T")
E = TypeVar("E", bound=Event | SecretEvent)


class Rotation:
    """Everybody moves by a number of seats, and takes all their things along."""

    def __init__(self, players: int, by: int) -> None:
        self.players = players
        self.by = by

    def seat(self, seat: Seat) -> Seat:
        """The seat that somebody sits on now. What is no seat stays what it is."""
        return (seat + self.by) % self.players if 0 <= seat < self.players else seat

    def maybe(self, seat: Seat | None) -> Seat | None:
        """The same for a spectator or for nobody."""
        return None if seat is None else self.seat(seat)

    def state(self, state: State) -> State:
        """The position, rotated."""
        return evolve(
            state,
            players=self.round(state.players),
            active=self.seat(state.active),
            trigger=self.maybe(state.trigger),
            phase=self.phase(state.phase),
            shops=self.shops(state.shops),
        )

    def view(self, seen: View) -> View:
        """A view, rotated: the same player looks on, from a new seat."""
        return evolve(
            seen,
            seat=self.maybe(seen.seat),
            players=self.round(seen.players),
            active=self.seat(seen.active),
            trigger=self.maybe(seen.trigger),
            phase=self.phase(seen.phase),
            shops=self.shops(seen.shops),
        )

    def round(self, players: tuple[T, ...]) -> tuple[T, ...]:
        """Whatever there is one of for each player."""
        return tuple(players[(seat - self.by) % self.players] for seat in range(self.players))

    def phase(self, phase: Phase) -> Phase:
        """Only a duel names a seat."""
        return evolve(phase, rival=self.seat(phase.rival)) if isinstance(phase, Duel) else phase

    def shops(self, shops: tuple[Shop | None, ...]) -> tuple[Shop | None, ...]:
        """Shops keep their owners, who sit elsewhere."""
        return tuple(shop and shop._replace(owner=self.seat(shop.owner)) for shop in shops)

    def move(self, move: Move) -> Move:
        """Only a challenge names a seat."""
        return Challenge(self.seat(move.rival)) if isinstance(move, Challenge) else move

    def action(self, action: Action) -> Action:
        """The same for an action."""
        moved = self.move(action)
        assert not isinstance(moved, Draw)
        return moved

    def event(self, event: E) -> E:
        """An event, with every seat that it names."""
        seats = {"seat", "attacker", "defender", "winner", "loser", "owner"}
        named = {field.name for field in fields(type(event))} & seats
        moved = {name: self.maybe(getattr(event, name)) for name in named}
        return evolve(event, **moved)  # type: ignore[arg-type]

    def reason(self, reason: Refusal | None) -> Refusal | None:
        """A reason, with every seat that it names."""
        if reason is None:
            return None
        seats = {"rival", "owner"}
        return evolve(
            reason,
            parameters=tuple(
                (name, self.maybe(value) if name in seats and isinstance(value, int) else value)
                for name, value in reason.parameters
            ),
        )


@st.composite
def rotations(draw: st.DrawFn, state: State) -> Rotation:
    """Any rotation of a table, by one seat at least."""
    players = len(state.players)
    return Rotation(players, draw(st.integers(1, players - 1)))


class TestRotation:
    """Law 9, for each function of the library."""

    @given(st.data(), positions())
    def test_legal_actions(self, data: st.DataObject, state: State) -> None:
        """Law 9: the same actions; only challenges, which are listed by seat, can change their order."""
        turn = data.draw(rotations(state))
        rotated = legal_actions(turn.state(state))
        assert set(rotated) == {turn.action(action) for action in legal_actions(state)}
        quiet = [action for action in legal_actions(state) if not isinstance(action, Challenge)]
        assert [a for a in rotated if not isinstance(a, Challenge)] == quiet

    @given(st.data(), positions())
    def test_explain(self, data: st.DataObject, state: State) -> None:
        """Law 9: the same reasons against every action, also against strange ones."""
        turn = data.draw(rotations(state))
        action = data.draw(known_actions(state.edition) | strange_actions(state.edition))
        there = explain(turn.state(state), turn.action(action))
        assert there == turn.reason(explain(state, action))

    @given(st.data(), positions())
    def test_explain_challenges(self, data: st.DataObject, state: State) -> None:
        """Law 9: challenges are the only actions that name a seat, so all of them are asked."""
        turn = data.draw(rotations(state))
        for challenge in universe(state.edition).challenge:
            there = explain(turn.state(state), turn.action(challenge))
            assert there == turn.reason(explain(state, challenge))

    @given(st.data(), plies())
    def test_step(self, data: st.DataObject, ply: Ply) -> None:
        """Law 9: the same position afterwards, the same events, the same draws."""
        turn = data.draw(rotations(ply.before))
        what = step(turn.state(ply.before), turn.move(ply.move))
        assert what.state == turn.state(ply.what.state)
        assert what.events == tuple(turn.event(event) for event in ply.what.events)
        assert (what.draws, what.reveals) == (ply.what.draws, ply.what.reveals)

    @given(st.data(), positions())
    def test_chance_outcomes(self, data: st.DataObject, state: State) -> None:
        """Law 9: cards do not know who draws them."""
        turn = data.draw(rotations(state))
        assert chance_outcomes(turn.state(state)) == chance_outcomes(state)

    @given(st.data(), positions())
    def test_view(self, data: st.DataObject, state: State) -> None:
        """Law 9: everybody sees the same from their new seat."""
        turn = data.draw(rotations(state))
        for seat in (None, *range(len(state.players))):
            assert view(turn.state(state), turn.maybe(seat)) == turn.view(view(state, seat))

    @given(st.data(), plies())
    def test_seen_by(self, data: st.DataObject, ply: Ply) -> None:
        """Law 9: everybody is told the same."""
        turn = data.draw(rotations(ply.before))
        what = step(turn.state(ply.before), turn.move(ply.move))
        for seat in (None, *range(len(ply.before.players))):
            told = ply.what.seen_by(seat)
            assert what.seen_by(turn.maybe(seat)) == tuple(map(turn.event, told))

    @given(st.data(), positions())
    def test_scores(self, data: st.DataObject, state: State) -> None:
        """Law 9, TIE-04: points and places belong to players, not to seats; only the order of equals may change."""
        turn = data.draw(rotations(state))
        there = turn.state(state)
        for seat in range(len(state.players)):
            sheet = score(state, seat)
            assert score(there, turn.seat(seat)) == evolve(sheet, seat=turn.seat(seat))
        places = {evolve(place, seat=turn.seat(place.seat)) for place in ranking(state)}
        assert set(ranking(there)) == places

    @given(st.data(), positions())
    def test_outcome(self, data: st.DataObject, state: State) -> None:
        """Law 9, A-126: the same players win."""
        turn = data.draw(rotations(state))
        here, there = outcome(state), outcome(turn.state(state))
        assert (here is None) == (there is None) == (not state.over)
        if here and there:
            assert there.winners == {turn.seat(seat) for seat in here.winners}

    @given(st.data(), positions())
    def test_invariants(self, data: st.DataObject, state: State) -> None:
        """Law 9: a rotated position is as sound as it was."""
        turn = data.draw(rotations(state))
        assert list(invariants(turn.state(state))) == []


@given(openings(), seeds())
def test_starting_seat(state: State, seed: int) -> None:
    """A-15, A-18: who starts changes nothing but who starts."""
    players, edition = len(state.players), state.edition
    start = new_game(players, Random(seed), edition=edition)
    for first in range(players):
        assert new_game(players, Random(seed), edition=edition, first=first) == evolve(
            start, active=first
        )
