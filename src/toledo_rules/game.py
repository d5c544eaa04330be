"""A game in progress: a thin, changeable thing over positions that never change.

>>> from random import Random
>>> from toledo_rules import PlaceShop, ShopTile
>>> from toledo_rules.game import Game
>>> game = Game.new(2, Random(1))
>>> what = game.play(PlaceShop(ShopTile("metal", 2), 4))
>>> game.active, game.can_undo()
(1, True)
>>> game.undo()
>>> game.active, len(game.history)
(0, 0)

Whoever runs a game for several people holds the `Game`, which knows everything, and hands out what `Game.view`,
`Game.log` and `Game.subscribe` give for a seat. That never holds a card which the seat may not see. `Game.state`,
`Game.history` and `Game.record` do.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Literal, Self, TypeAlias

from attrs import evolve, frozen

from toledo_rules.actions import Action, Challenge, Draw, Pass
from toledo_rules.edition import Edition
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.engine import Transition, explain, legal_actions, transition
from toledo_rules.events import Event, redact
from toledo_rules.notation import parse_turn
from toledo_rules.record import Entry, Moment, Record, follow, replay, save_record, start_state
from toledo_rules.rulebook import Illegality, RuleId
from toledo_rules.scoring import Outcome, outcome, score
from toledo_rules.setup import Rng, new_game
from toledo_rules.state import Seat, State
from toledo_rules.views import View, view


class UndoCode(StrEnum):
    """Why nothing can be taken back, or done again."""

    NOTHING_PLAYED = "nothing_played"
    """Nothing was done yet."""
    REVEALED = "revealed"
    """A card was drawn, turned up or paid (A-132)."""
    TURN_TAKEN = "turn_taken"
    """Another player has acted since."""
    NOT_YOURS = "not_yours"
    """Another player did it."""
    NOTHING_UNDONE = "nothing_undone"
    """There is nothing to do again."""


@frozen
class UndoRefusal:
    """Why nothing can be taken back, or done again."""

    code: UndoCode
    rule: RuleId = "A-132"


class UndoError(ValueError):
    """Something was to be taken back, or done again, that cannot be."""

    def __init__(self, refusal: UndoRefusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return f"{self.refusal.code}: see {self.refusal.rule}"


class NotOnTurnError(ValueError):
    """A seat wanted to act that is not on turn."""

    def __init__(self, seat: Seat, active: Seat) -> None:
        super().__init__(seat, active)
        self.seat = seat
        self.active = active

    def __str__(self) -> str:
        return f"seat {self.active} is on turn, not seat {self.seat}"


@frozen
class Seen:
    """What a seat, or a spectator, sees of something that was done."""

    number: int
    """Its place in the game, counted from 1."""
    actor: Seat
    action: Action
    """Nothing in an action is secret once it is done."""
    events: tuple[Event, ...]
    """What happened, with what the seat may not see left out."""


@frozen
class Update:
    """What a listener is told: something was done, taken back, or done again."""

    change: Literal["played", "undone", "redone"]
    seen: Seen
    """What was done, or taken back. Taken back, its events did not happen."""
    view: View
    """What the seat sees now."""


Listener: TypeAlias = Callable[[Update], object]


@frozen
class _Played:
    """A moment of the game, and whether the game played it by itself.

    Nobody is told that: an action without a choice says something about a hand.
    """

    moment: Moment
    by_itself: bool


class Game:
    """A game in progress, with its history.

    Taking back. `undo` takes back the last action, with what the game played by itself after it. It goes back to where
    somebody last learned something: a draw, a duel, a reshuffle or a payment stays (A-132). It goes over the end of a
    turn too, as long as nobody else has acted: once he has, the others have seen what he does, and their turns
    stand, even if he takes his action back.

    Forced moves. With `auto`, a single legal action is played at once, as far as it is no choice in any sense. A
    challenge is not played so, because the player may rather take back the move that led to it; and when everybody
    in turn could only pass, nothing more is played, because that would never end (A-161).

    Safety. With `autosave`, the record is in that file, as a whole, before a call returns and before a listener hears
    of it. If it cannot be saved, the call fails and the game stays as it was.
    """

    def __init__(
        self,
        record: Record,
        rng: Rng | None = None,
        *,
        auto: bool = False,
        autosave: str | os.PathLike[str] | None = None,
    ) -> None:
        self._start = evolve(record.until(0), scores=None)
        self._rng = rng
        self._auto = auto
        self._autosave = autosave
        self._state = start_state(record)
        self._past: list[_Played] = []
        self._future: list[list[_Played]] = []
        self._settled = 0
        self._why_settled = UndoCode.NOTHING_PLAYED
        self._listeners: list[tuple[Listener, Seat | None]] = []
        self._untold: deque[tuple[Listener, Update]] = deque()
        self._telling = False
        for moment in replay(record):
            self._push(_Played(moment, by_itself=False))
        self._advance([])

    @classmethod
    def new(
        cls,
        players: int,
        rng: Rng,
        *,
        edition: Edition = KOSMOS_2008,
        first: Seat = 0,
        names: tuple[str, ...] = (),
        auto: bool = False,
        autosave: str | os.PathLike[str] | None = None,
    ) -> Self:
        """A game that begins, with hands dealt by chance."""
        start = new_game(players, rng, edition=edition, first=first)
        hands = tuple(player.hand for player in start.players)
        record = Record(edition=edition, hands=hands, first=first, names=names)
        return cls(record, rng, auto=auto, autosave=autosave)

    @classmethod
    def from_record(
        cls,
        record: Record,
        rng: Rng | None = None,
        *,
        auto: bool = False,
        autosave: str | os.PathLike[str] | None = None,
    ) -> Self:
        """A game that goes on where a record ends. Without a source of chance, draws are named when playing.

        Raises `toledo_rules.record.ReplayError` for a record that does not fit.
        """
        return cls(record, rng, auto=auto, autosave=autosave)

    # What is

    @property
    def state(self) -> State:
        """The position, with all its secrets."""
        return self._state

    @property
    def active(self) -> Seat:
        """Whose turn it is. On one screen for all, `view(active)` is what to show."""
        return self._state.active

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self._state.over

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return outcome(self._state)

    @property
    def history(self) -> tuple[Moment, ...]:
        """All that was done, with all its secrets."""
        return tuple(played.moment for played in self._past)

    def record(self) -> Record:
        """The game so far, with all its secrets."""
        return self._record(played.moment.entry for played in self._past)

    def view(self, seat: Seat | None) -> View:
        """What a seat sees; None for a spectator."""
        return view(self._state, seat)

    def log(self, seat: Seat | None) -> tuple[Seen, ...]:
        """What a seat has seen of all that was done; None for a spectator."""
        return tuple(_seen(played.moment, seat) for played in self._past)

    def legal_actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """What may be done now. With a seat: what that seat may do, and that is nothing when it is not on turn."""
        if seat is not None and seat != self.active:
            return ()
        return legal_actions(self._state)

    def explain(self, action: Action, seat: Seat | None = None) -> Illegality | None:
        """Why an action is not legal; None if it is. With a seat, raises `NotOnTurnError` when it is not on turn."""
        self._check_turn(seat)
        return explain(self._state, action)

    # What is done

    def play(
        self, action: Action, *, draws: Sequence[Draw] | None = None, seat: Seat | None = None
    ) -> Transition:
        """Do something. The answer includes what the game played by itself after it.

        `draws` are the cards that came up at a real table; without them chance decides. With a seat, raises
        `NotOnTurnError` when it is not on turn. Raises `IllegalActionError` if the action is not legal.
        """
        self._check_turn(seat)
        return self._advance([self._moment(self._state, 0, action, draws)])

    def enter(self, text: str) -> Transition:
        """Do what a line in notation says, all of it or nothing: ``4va@0, vs green = 1va 2bd, end``.

        Where a line names no cards, chance decides. Raises `toledo_rules.notation.NotationError` and what `play` raises.

        >>> from toledo_rules.record import read_record
        >>> deal = '''
        ... toledo-record 1
        ... edition: kosmos-2008
        ... hand red: 1va 2bd 3nd 4ta 6vd
        ... hand blue: 1nd 2va 5bd 5ta 6na
        ... moves:
        ... '''
        >>> game = Game.from_record(read_record(deal).complete())
        >>> what = game.enter("take = 3va 5nd")
        >>> len(game.state.players[0].hand), game.active
        (7, 1)
        """
        state, moments = self._state, list[Moment]()
        for action, draws in parse_turn(text, state.edition):
            moments.append(self._moment(state, len(moments), action, draws or None))
            state = moments[-1].state
        return self._advance(moments)

    def can_undo(self, seat: Seat | None = None) -> bool:
        """Whether the last action can be taken back. With a seat: by that seat."""
        return self.why_not_undo(seat) is None

    def can_redo(self, seat: Seat | None = None) -> bool:
        """Whether what was taken back can be done again. With a seat: by that seat."""
        return self.why_not_redo(seat) is None

    def why_not_undo(self, seat: Seat | None = None) -> UndoRefusal | None:
        """Why the last action cannot be taken back; None if it can."""
        place = self._last_choice()
        if place < self._settled:
            return UndoRefusal(self._why_settled)
        if seat not in (None, self._past[place].moment.seat):
            return UndoRefusal(UndoCode.NOT_YOURS)
        return None

    def why_not_redo(self, seat: Seat | None = None) -> UndoRefusal | None:
        """Why nothing can be done again; None if something can."""
        if not self._future:
            return UndoRefusal(UndoCode.NOTHING_UNDONE)
        if seat not in (None, self._future[-1][0].moment.seat):
            return UndoRefusal(UndoCode.NOT_YOURS)
        return None

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last action. Raises `UndoError`."""
        if refusal := self.why_not_undo(seat):
            raise UndoError(refusal)
        place = self._last_choice()
        self._save(self._past[:place])
        undone = self._past[place:]
        del self._past[place:]
        self._future.append(undone)
        self._state = undone[0].moment.before
        for played in reversed(undone):
            self._tell("undone", played.moment, played.moment.before)
        self._deliver()

    def redo(self, seat: Seat | None = None) -> None:
        """Do again what was taken back last. Raises `UndoError`."""
        if refusal := self.why_not_redo(seat):
            raise UndoError(refusal)
        redone = self._future[-1]
        self._save(self._past + redone)
        self._future.pop()
        for played in redone:
            self._push(played)
            self._tell("redone", played.moment, played.moment.state)
        self._deliver()

    def subscribe(self, listener: Listener, seat: Seat | None = None) -> Callable[[], None]:
        """Call `listener` with an `Update` for everything that is done from now on, as a seat or a spectator sees it.

        A listener may play; all listeners still hear everything in order. If one raises something, that goes to whoever
        played; the action is done nevertheless. The answer is a function that ends the subscription.
        """
        view(self._state, seat)  # refuses a seat that is not at the table
        subscription = (listener, seat)
        self._listeners.append(subscription)
        return lambda: self._listeners.remove(subscription)

    # How it is done

    def _check_turn(self, seat: Seat | None) -> None:
        if seat not in (None, self.active):
            raise NotOnTurnError(seat, self.active)

    def _moment(
        self, state: State, ahead: int, action: Action, draws: Sequence[Draw] | None
    ) -> Moment:
        if draws is None and self._rng is not None:
            what = transition(state, action, self._rng)
        else:
            what = follow(state, Entry(action, tuple(draws or ())))
        return Moment(len(self._past) + ahead + 1, state, Entry(action, what.draws), what)

    def _advance(self, chosen: list[Moment]) -> Transition:
        """Moments that were chosen happen, and what is forced after them."""
        played = [_Played(moment, by_itself=False) for moment in chosen]
        state = chosen[-1].state if chosen else self._state
        while (forced := self._forced(state, played)) is not None:
            moment = self._moment(state, len(played), forced, None)
            played.append(_Played(moment, by_itself=True))
            state = moment.state
        self._save(self._past + played)
        if played:
            self._future.clear()
        for one in played:
            self._push(one)
            self._tell("played", one.moment, one.moment.state)
        self._deliver()
        steps = [one.moment.transition for one in played]
        return Transition(
            state,
            tuple(event for what in steps for event in what.events),
            tuple(draw for what in steps for draw in what.draws),
            any(what.reveals for what in steps),
        )

    def _forced(self, state: State, played: list[_Played]) -> Action | None:
        """The single legal action, if it is to be played now."""
        actions = legal_actions(state) if self._auto and self._rng is not None else ()
        if len(actions) != 1 or isinstance(actions[0], Challenge):
            return None
        last = [one.moment.entry.action for one in played[-len(state.players) :]]
        stuck = len(last) == len(state.players) and all(isinstance(one, Pass) for one in last)
        return None if stuck else actions[0]

    def _push(self, played: _Played) -> None:
        moment = played.moment
        if self._past and self._past[-1].moment.seat != moment.seat:
            self._settled, self._why_settled = len(self._past), UndoCode.TURN_TAKEN
        self._past.append(played)
        if moment.transition.reveals:
            self._settled, self._why_settled = len(self._past), UndoCode.REVEALED
        self._state = moment.state

    def _last_choice(self) -> int:
        """The place of the last action that somebody chose; -1 if there is none."""
        place = len(self._past) - 1
        while place >= 0 and self._past[place].by_itself:
            place -= 1
        return place

    def _record(self, entries: Iterable[Entry]) -> Record:
        scores = None
        if self.over:
            scores = tuple(score(self._state, seat).total for seat in range(len(self._start.hands)))
        return evolve(self._start, entries=tuple(entries), scores=scores)

    def _save(self, past: Sequence[_Played]) -> None:
        """Save the game as it is about to be."""
        if self._autosave is not None:
            save_record(self._record(played.moment.entry for played in past), self._autosave)

    def _tell(
        self, change: Literal["played", "undone", "redone"], moment: Moment, state: State
    ) -> None:
        for listener, seat in self._listeners:
            self._untold.append((listener, Update(change, _seen(moment, seat), view(state, seat))))

    def _deliver(self) -> None:
        if self._telling:  # a listener has played: what comes of it is told after what it was told
            return
        self._telling = True
        try:
            while self._untold:
                listener, update = self._untold.popleft()
                listener(update)
        finally:
            self._telling = False


def _seen(moment: Moment, seat: Seat | None) -> Seen:
    events = tuple(redact(event, seat) for event in moment.transition.events)
    return Seen(moment.number, moment.seat, moment.entry.action, events)
