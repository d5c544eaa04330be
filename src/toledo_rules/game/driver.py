"""The game in progress."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Self, TypedDict, Unpack

from attrs import evolve

from toledo_rules.actions import Action, Challenge, Draw, TakeCards
from toledo_rules.chance import Rng
from toledo_rules.edition import Edition
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.engine import Transition, explain, legal_actions, transition
from toledo_rules.errors import ToledoError
from toledo_rules.game.listening import Listener, Listeners, Seen, seen
from toledo_rules.game.undoing import Past, Played, UndoError
from toledo_rules.notation import parse_turn
from toledo_rules.record import Entry, Moment, Record, follow, replay, save_record, start_state
from toledo_rules.rulebook import Illegality, UndoRefusal
from toledo_rules.scoring import Outcome, outcome, score
from toledo_rules.setup import new_game
from toledo_rules.state import Seat, State
from toledo_rules.views import View, view


class Options(TypedDict, total=False):
    """How a game is run."""

    auto: bool
    """Forced moves are played by the game itself."""
    autosave: str | os.PathLike[str] | None
    """The file in which the record is kept: as JSON if its name ends with ``.json``, else as text."""


class NotOnTurnError(ToledoError, ValueError):
    """A seat wanted to act that is not on turn."""

    def __init__(self, seat: Seat, active: Seat) -> None:
        super().__init__(seat, active)
        self.seat = seat
        self.active = active

    def __str__(self) -> str:
        return f"seat {self.active} is on turn, not seat {self.seat}"


class Game:
    """A game in progress, with its history.

    Taking back: `undo` takes back the last action, with what the game played by itself after it. It goes back to where
    somebody last learned something: a draw, a duel, a reshuffle or a payment stays (A-132). It goes over the end of a
    turn too, as long as no other player has acted since. To go back further, begin again from `Record.until`.

    Forced moves: with `auto`, a single legal action is played at once. Not so a challenge, because the player may
    rather take back the move that led to it; and not when a position comes back without anybody having had a choice,
    because that would never end (A-161).

    Safety: with `autosave`, the record is in that file, as a whole, before a call returns and before a listener hears
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
        self._rng = rng
        self._auto = auto
        self._autosave = autosave
        self._begin = evolve(record, entries=(), scores=None)
        self._state = start_state(record)
        self._past = Past()
        self._listeners = Listeners()
        for moment in replay(record):
            self._past.add(Played(moment, by_itself=False))
            self._state = moment.state
        self._go_on([])

    @classmethod
    def new(
        cls,
        players: int | Sequence[str],
        rng: Rng,
        *,
        edition: Edition = KOSMOS_2008,
        first: Seat = 0,
        **options: Unpack[Options],
    ) -> Self:
        """A game that begins, with hands dealt by chance. `players` is their number, or their names by seat."""
        names = () if isinstance(players, int) else tuple(players)
        start = new_game(
            players if isinstance(players, int) else len(names), rng, edition=edition, first=first
        )
        hands = tuple(player.hand for player in start.players)
        record = Record(edition=edition, hands=hands, first=first, names=names)
        return cls(record, rng, **options)

    @classmethod
    def from_record(
        cls, record: Record, rng: Rng | None = None, **options: Unpack[Options]
    ) -> Self:
        """A game that goes on where a record ends. Without a source of chance, draws are named when playing.

        Raises `toledo_rules.record.ReplayError` for a record that does not fit.
        """
        return cls(record, rng, **options)

    # What is

    @property
    def state(self) -> State:
        """The position, with all its secrets."""
        return self._state

    @property
    def active(self) -> Seat:
        """Whose turn it is. On one screen for all, `view(active)` is what to show him."""
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
        return tuple(played.moment for played in self._past.played)

    def record(self) -> Record:
        """The game so far, with all its secrets."""
        return self._record(self._past.played)

    def view(self, seat: Seat | None) -> View:
        """What a seat sees; None for a spectator."""
        return view(self._state, seat)

    def log(self, seat: Seat | None) -> tuple[Seen, ...]:
        """What a seat has seen of all that was done; None for a spectator."""
        return tuple(seen(played.moment, seat) for played in self._past.played)

    def legal_actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """What may be done now. With a seat: what that seat may do, and that is nothing when it is not on turn."""
        return legal_actions(self._state) if seat in (None, self.active) else ()

    def explain(self, action: Action, *, seat: Seat | None = None) -> Illegality | None:
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
        return self._go_on([self._moment(self._state, 1, action, draws)])

    def enter(self, text: str) -> Transition:
        """Do what a line in notation says, all of it or nothing. Where it names no cards, chance decides.

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

        Raises `toledo_rules.notation.NotationError`, and what `play` raises.
        """
        state, moments = self._state, list[Moment]()
        for action, draws in parse_turn(text, state.edition):
            moments.append(self._moment(state, len(moments) + 1, action, draws or None))
            state = moments[-1].state
        return self._go_on(moments)

    def can_undo(self, seat: Seat | None = None) -> bool:
        """Whether the last action can be taken back. With a seat: by that seat."""
        return self.why_not_undo(seat) is None

    def why_not_undo(self, seat: Seat | None = None) -> UndoRefusal | None:
        """Why the last action cannot be taken back; None if it can."""
        return self._past.why_not_undo(seat)

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last action. Raises `UndoError`."""
        if refusal := self.why_not_undo(seat):
            raise UndoError(refusal)
        place = self._past.last_choice()
        self._save(self._past.played[:place])
        undone = self._past.undo()
        self._state = undone[0].moment.before
        for played in reversed(undone):
            self._listeners.note("undone", played.moment)
        self._listeners.tell()

    def can_redo(self, seat: Seat | None = None) -> bool:
        """Whether what was taken back can be done again. With a seat: by that seat."""
        return self.why_not_redo(seat) is None

    def why_not_redo(self, seat: Seat | None = None) -> UndoRefusal | None:
        """Why nothing can be done again; None if something can."""
        return self._past.why_not_redo(seat)

    def redo(self, seat: Seat | None = None) -> None:
        """Do again what was taken back last. Raises `UndoError`."""
        if refusal := self.why_not_redo(seat):
            raise UndoError(refusal)
        redone = self._past.undone[-1]
        self._save([*self._past.played, *redone])
        self._past.undone.pop()
        for played in redone:
            self._past.add(played)
            self._listeners.note("redone", played.moment)
        self._state = redone[-1].moment.state
        self._listeners.tell()

    def subscribe(self, listener: Listener, seat: Seat | None = None) -> Callable[[], None]:
        """Call `listener` with an `Update` for everything from now on, as a seat or a spectator sees it.

        A listener may play: all listeners still hear everything in order. What a listener raises goes to whoever
        played, but the action is done, and the others hear of it the next time. The answer is a function that ends
        the subscription.
        """
        view(self._state, seat)  # refuses a seat that is not at the table
        return self._listeners.add(listener, seat)

    # How it is done

    def _check_turn(self, seat: Seat | None) -> None:
        if seat is not None and seat != self.active:
            raise NotOnTurnError(seat, self.active)

    def _moment(
        self, state: State, ahead: int, action: Action, draws: Sequence[Draw] | None
    ) -> Moment:
        """What comes of an action, so many places after the last one."""
        if draws is None and self._rng is not None:
            what = transition(state, action, self._rng)
        else:
            what = follow(state, Entry(action, tuple(draws or ())))
        number = len(self._past.played) + ahead
        return Moment(number, state, Entry(action, what.draws), what)

    def _go_on(self, chosen: list[Moment]) -> Transition:
        """What was chosen happens, and what is forced after it."""
        played = [Played(moment, by_itself=False) for moment in chosen]
        state = chosen[-1].state if chosen else self._state
        before = {moment.before for moment in chosen} if self._auto else set()
        while (forced := self._forced(state)) is not None and state not in before:
            before.add(state)
            moment = self._moment(state, len(played) + 1, forced, None)
            played.append(Played(moment, by_itself=True))
            state = moment.state
        self._save([*self._past.played, *played])
        if played:
            self._past.undone.clear()
        for one in played:
            self._past.add(one)
            self._listeners.note("played", one.moment)
        self._state = state
        self._listeners.tell()
        steps = [one.moment.transition for one in played]
        return Transition(
            state,
            tuple(event for what in steps for event in what.events),
            tuple(draw for what in steps for draw in what.draws),
            any(what.reveals for what in steps),
        )

    def _forced(self, state: State) -> Action | None:
        """The action that the game plays by itself."""
        actions = legal_actions(state) if self._auto else ()
        if len(actions) != 1 or isinstance(actions[0], Challenge):
            return None
        nobody_draws = self._rng is None  # somebody has to name the cards
        return None if nobody_draws and isinstance(actions[0], TakeCards) else actions[0]

    def _record(self, past: Sequence[Played]) -> Record:
        entries = tuple(played.moment.entry for played in past)
        scores = None
        if past and past[-1].moment.state.over:
            end = past[-1].moment.state
            scores = tuple(score(end, seat).total for seat in range(len(end.players)))
        return evolve(self._begin, entries=entries, scores=scores)

    def _save(self, past: Sequence[Played]) -> None:
        """Save the game as it is about to be."""
        if self._autosave is not None:
            save_record(self._record(past), self._autosave)
