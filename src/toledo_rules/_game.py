"""A game in progress: the front door of the library.

>>> from toledo_rules import Game
>>> game = Game(["Ana", "Ben", "Carla"], seed=2008)
>>> game.legal
<129 actions: take, place f1@1, place f1@2, place f1@3, place f1@4, place f1@6, ...>
>>> "place m2@4" in game.legal, len(game.legal)
(True, 129)
>>> result = game.play("place m2@4")
>>> game.player
'Ben'
>>> print(game.explain("end"))
no_card_played: see TRN-04
>>> game.undo()
>>> game
<Game: Ana, Ben, Carla; 0 actions played; Ana is next>

A `Game` is a thin mutable layer over immutable positions: everything it does, the functions of
`toledo_rules` do. It adds the history, undo and redo, listeners, forced moves and saving.

A program that runs a game for several people holds the `Game`, which knows everything, and hands out what `Game.view`,
`Game.log` and `Game.subscribe` give for a seat. That never holds a card which the seat may not see. `Game.state`,
`Game.history`, `Game.record` and `Game.seed` do.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Literal, Self, TypeAlias, overload

from attrs import evolve, field, frozen

from toledo_rules._engine import Transition, explain, legal_actions, transition, turn_refusal
from toledo_rules._json import Positive
from toledo_rules._pieces import Seating, seat_figures
from toledo_rules._scoring import Outcome, outcome, score
from toledo_rules._setup import check_edition, new_game
from toledo_rules._validity import invariants
from toledo_rules._values import brief, check_type, check_whole
from toledo_rules.actions import Action, Challenge, Draw, TakeCards
from toledo_rules.chance import Rng, Seed, Stream, check_rng
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import KOSMOS_2008, edition_of
from toledo_rules.errors import ListenerError, RefusedError, ReplayError
from toledo_rules.events import Event, told_events
from toledo_rules.notation import format_action, parse_action, parse_position, parse_turn
from toledo_rules.record import (
    REVISIONS,
    RULES_REVISION,
    Entry,
    Ply,
    Record,
    check_record,
    format_record,
    replay,
    replay_entry,
)
from toledo_rules.rulebook import Code, Refusal
from toledo_rules.state import PositionHolder, State, View, check_seat, state_of, view
from toledo_rules.storage import FilePath, SavedFile

__all__ = [
    "Change",
    "Game",
    "LegalActions",
    "LogEntry",
    "Subscriber",
    "Update",
]

_SEED_BYTES = 8
_MOST_SEEDS = 2**53
"""Upper bound of seeds chosen at random: they fit an integer column of a database, and are exact in JavaScript."""
_WIDTH = 72
"""Most characters of notation in the `repr` of legal actions."""


# Answers of a game


@frozen(repr=False)
class LegalActions:
    """The legal actions of a position: a sequence that understands notation and is printed in it.

    >>> legal = Game(2, seed=1).legal
    >>> "take" in legal, "end" in legal, legal[0], len(legal)
    (True, False, TakeCards(), 130)
    """

    actions: tuple[Action, ...]
    """The actions as a plain tuple, in the order of `toledo_rules.legal_actions`."""
    edition: Edition = field(eq=False)
    """The edition in whose notation they are written."""

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, place: int | slice) -> Action | tuple[Action, ...]:
        return self.actions[place]

    def __contains__(self, action: object) -> bool:
        """Return True for a legal action. Raises `toledo_rules.errors.NotationError` for a text that is none."""
        if isinstance(action, str):
            action = parse_action(action, self.edition)
        return action in self.actions

    def __repr__(self) -> str:
        shown: list[str] = []
        for action in self:
            shown.append(format_action(action, self.edition))
            if len(", ".join(shown)) > _WIDTH:
                shown[-1] = "..."
                break
        actions = "1 action" if len(self) == 1 else f"{len(self)} actions"
        return f"<{actions}: {', '.join(shown)}>" if shown else "<no actions>"


Change: TypeAlias = Literal["played", "undone", "redone"]


@frozen
class LogEntry:
    """An action that was played, as a seat or a spectator sees it."""

    number: Positive
    """Its place in the game, counted from 1."""
    actor: Seat
    action: Action
    """The action; nothing in it is secret once it is played."""
    events: tuple[Event, ...] = field(converter=told_events)
    """Everything that happened, without what the seat may not see."""


@frozen
class Update:
    """News for a listener: an action was played, taken back, or played again."""

    version: int
    """The number of this change, for `Game.play(..., expect=)`."""
    change: Change
    entry: LogEntry
    """The action. If it was taken back, its events are those that did not happen after all."""
    view: View
    """The position after the change, as the seat sees it."""
    seating: Seating
    """The circles that the figures stand on then."""
    undo: Refusal | None
    """The reason why the seat cannot take anything back then; None if it can."""
    redo: Refusal | None
    """The reason why the seat cannot play anything again then; None if it can."""


Subscriber: TypeAlias = Callable[[Update], object]


# The game


class Game(PositionHolder):
    """A game in progress, with its history.

    Undo: `undo` takes back the last action and the forced moves after it. It stops at the last action that revealed
    something: a draw, a duel, a reshuffle or a payment stays (A-132). It can cross the end of a turn, as long as no
    other player has acted since. To go back further, begin again from `Record.until`.

    Forced moves: with `auto`, a single legal action is played at once. A challenge is not, because the player may
    prefer to take back the move that led to it; nor is an action that would only repeat a position of the same chain
    of forced moves, because that would never end (A-161).

    Safety: with `autosave`, the record is in that file, as a whole, before a call returns and before a listener hears
    of it. If it cannot be saved, the call fails and the game stays as it was, chance included: the same action tried
    again brings the same cards, whatever the source of chance.
    """

    def __init__(  # noqa: PLR0913  # all but the first are keywords with defaults
        self,
        players: int | Sequence[str] | None = None,
        *,
        seed: Seed | None = None,
        rng: Rng | None = None,
        edition: Edition | str | None = None,
        first: Seat | None = None,
        position: State | str | bytes | None = None,
        auto: bool = False,
        autosave: FilePath | SavedFile | None = None,
    ) -> None:
        """Begin a game with a deal, or at a position.

        Args:
            players: the number of players, or their names by seat; it can be left out with a position.
            seed: the seed of a `toledo_rules.Stream`, which deals and draws. If there is neither a seed nor an `rng`,
                one is chosen at random: see `Game.seed`.
            rng: another source of chance, in place of a seed.
            edition: the edition, or its name; `KOSMOS_2008` if not said.
            first: the seat that begins; the first one if not said.
            position: a position to begin with, or its text (`toledo_rules.notation`), in place of a deal.
            auto: play forced moves automatically.
            autosave: the file in which the record is kept, as a path or as a `toledo_rules.storage.SavedFile`.
        """
        names, number = _players(players)
        source = _source(seed, rng)
        if source is None:
            source = Stream(int.from_bytes(os.urandom(_SEED_BYTES)) % _MOST_SEEDS)
        if position is not None:
            if first is not None:
                raise TypeError("the position says whose turn it is: leave out first")
            start = _position(position, edition)
            if number not in (None, len(start.players)):
                raise ValueError(f"the position has {len(start.players)} players, not {number}")
        elif number is not None:
            start = new_game(number, source, edition or KOSMOS_2008, first=first or 0)
        else:
            raise TypeError("say how many players there are, or begin with a position")
        self._begin(Record(start, names=names), source, auto=auto, autosave=autosave)
        if not self._past.plies:
            self._save([])

    @classmethod
    def from_record(  # noqa: PLR0913  # all but the first are keywords with defaults
        cls,
        record: Record,
        *,
        seed: Seed | None = None,
        rng: Rng | None = None,
        auto: bool = False,
        autosave: FilePath | SavedFile | None = None,
        version: int | None = None,
    ) -> Self:
        """Go on where a record ends.

        With the seed that the game began with, the same cards come as if it had never stopped. Without a seed and an
        `rng` the cards come from a real table: the players name them.

        A server that begins again passes the `version` at which it stopped, so that no click from before is taken
        for one from now; if it is not said, it is the number of actions.

        Nothing is saved before something is played, so a game can be looked at even when the disk is full.

        Raises `toledo_rules.errors.ReplayError` for a record that does not fit the rules.
        """
        check_record(record)
        source = _source(seed, rng, index=_numbers_drawn(record))
        game = cls.__new__(cls)
        cls._begin(game, record, source, auto=auto, autosave=autosave, version=version)
        return game

    def _begin(
        self,
        record: Record,
        rng: Rng | None,
        *,
        auto: bool,
        autosave: FilePath | SavedFile | None,
        version: int | None = None,
    ) -> None:
        check_edition(record.start.edition)
        self._rng = rng
        self._chance = None if rng is None else _RepeatableChance(rng)
        self._auto = auto
        if autosave is not None and not isinstance(autosave, SavedFile):
            autosave = SavedFile(autosave)
        self._autosave = autosave
        self._opening = evolve(record, entries=(), scores=None)
        self._state = record.start
        self._past = _History(seat_figures(record.start))
        self._listeners = _Subscriptions()
        self._version = len(record.entries) if version is None else version
        if record.rules != RULES_REVISION and record.rules in REVISIONS:
            why = f"a game by rules {record.rules} can be replayed, but not go on: these are rules {RULES_REVISION}"
            raise ReplayError(0, record.start, None, why)
        for ply in replay(record):
            self._past.add(ply)
            self._state = ply.after
        if self._forced(self._state) is not None:
            self._advance([])

    def copy(self) -> Self:
        """Return an independent copy of the game.

        It has the same history, version and chance: the same action brings the same cards to both. It has no
        listeners yet, and it is not saved.

        >>> game = Game(2, seed=1)
        >>> other = game.copy()
        >>> result = other.play("take")
        >>> len(other.history), len(game.history)
        (1, 0)
        """
        rng, chance = deepcopy((self._rng, self._chance))
        made = type(self).__new__(type(self))
        vars(made).update(
            vars(self),
            _rng=rng,
            _chance=chance,
            _past=self._past.copy(),
            _listeners=_Subscriptions(),
            _autosave=None,
        )
        return made

    __copy__ = copy

    # The game as it stands

    @property
    def state(self) -> State:
        """The position, with all its secrets."""
        return self._state

    @property
    def active(self) -> Seat:
        """The seat whose turn it is. On one screen for all, `view(active)` is the view to show."""
        return self._state.active

    @property
    def player(self) -> str:
        """The name, or else the colour, of the player whose turn it is."""
        return self.names[self.active]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat; the colour of a player without a name."""
        colours = self._state.edition.colours[: len(self._state.players)]
        return tuple(
            name or colour
            for name, colour in zip(self._opening.names or colours, colours, strict=True)
        )

    @property
    def given_names(self) -> tuple[str, ...]:
        """The names that players have given themselves, by seat; empty if there are none."""
        return self._opening.names

    @property
    def seed(self) -> Seed | None:
        """The seed of the cards, with which the game can be repeated; None with an `rng` or a real table.

        It gives away all cards, also those to come.
        """
        return self._rng.seed if isinstance(self._rng, Stream) else None

    @property
    def legal(self) -> LegalActions:
        """The legal actions of the player whose turn it is."""
        return LegalActions(legal_actions(self._state), self._state.edition)

    @property
    def version(self) -> int:
        """The number of changes so far: it grows with every action that is played, taken back or played again."""
        return self._version

    @property
    def seating(self) -> Seating:
        """The circles that the figures stand on, as they came there."""
        return self._past.seatings[-1]

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seating at the start, and after each action of the history."""
        return tuple(self._past.seatings)

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self._state.over

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game goes on."""
        return outcome(self._state)

    @property
    def history(self) -> tuple[Ply, ...]:
        """Everything that was played, with all its secrets."""
        return tuple(self._past.plies)

    def record(self) -> Record:
        """Return the game so far, with all its secrets."""
        return self._record(self._past.plies)

    def view(self, seat: Seat | None) -> View:
        """Return what a seat sees; None for a spectator."""
        return view(self._state, seat)

    def log(self, seat: Seat | None) -> tuple[LogEntry, ...]:
        """Return what a seat has seen of everything that was played; None for a spectator."""
        self._check_viewer(seat)
        return tuple(_seen(*numbered, seat) for numbered in enumerate(self._past.plies, start=1))

    def explain(self, action: Action | str | bytes, *, seat: Seat | None = None) -> Refusal | None:
        """Return the reason why an action, or its notation, is not legal; None if it is.

        With a seat, raises `RefusedError` when it is not on turn.
        """
        _check_turn(self._state, seat)
        if isinstance(action, str | bytes):
            action = parse_action(action, self._state.edition)
        return explain(self._state, action)

    def __repr__(self) -> str:
        played = len(self._past.plies)
        actions = "1 action" if played == 1 else f"{played} actions"
        then = "over" if self.over else f"{self.player} is next"
        return f"<Game: {', '.join(self.names)}; {actions} played; {then}>"

    def __str__(self) -> str:
        """The board as text, as the player whose turn it is sees it."""
        from toledo_rules import render  # noqa: PLC0415  # only for those who look

        return render.text(self.view(self.active))

    def _repr_svg_(self) -> str:
        """The board as a picture for notebooks, as the player whose turn it is sees it."""
        from toledo_rules import render  # noqa: PLC0415  # only for those who look

        return render.svg(self.view(self.active), names=self._opening.names)

    # Playing

    def play(
        self,
        action: Action | str | bytes,
        *,
        draws: Sequence[Draw] | None = None,
        seat: Seat | None = None,
        expect: int | None = None,
    ) -> Transition:
        """Play an action, or a line of notation: all of it or nothing. Return everything that happened.

        At a real table the player names the cards that came up, as `draws` or in the line; otherwise chance
        decides, and then the action has to be the last of its line, because it cannot be taken back after seeing the
        cards. The answer includes forced moves.

        >>> from toledo_rules.record import read_record
        >>> deal = '''
        ... toledo-record 1
        ... edition: kosmos-2008
        ... hand red: 1va 2bd 3nd 4ta 6vd
        ... hand blue: 1nd 2va 5bd 5ta 6na
        ... moves:
        ... '''
        >>> game = Game.from_record(read_record(deal).complete())
        >>> result = game.play("take = 3va 5nd")
        >>> len(game.state.players[0].hand), game.player
        (7, 'blue')

        A program that runs a game for others passes the `seat` of the player who asks, and as `expect` the version
        that they have seen: then nothing happens twice, and nothing happens to a position that has changed meanwhile.

        Raises `IllegalActionError`, which names the rule, for an action that is not legal;
        `RefusedError` for a seat that is not on turn (`Code.NOT_ON_TURN`) and for another version than expected
        (`Code.STALE`); `NotationError` for a text that is not notation; `OSError` if the game cannot be saved, such as
        `StorageError` if another program has saved to the same file, all in `toledo_rules.errors`. In these cases
        nothing has changed, and the same action tried again brings the same cards. Raises `ListenerError` if a listener
        fails; then the action stands.
        """
        self._check_version(expect)
        _check_turn(self._state, seat)
        if draws is not None:
            _check_draws(draws)
        if not isinstance(action, str | bytes):
            lines: Sequence[tuple[Action, Sequence[Draw] | None]] = ((action, draws),)
        elif draws is not None:
            lines = ((parse_action(action, self._state.edition), draws),)
        else:
            lines = [_unnamed(line) for line in parse_turn(action, self._state.edition)]
        if self._chance is not None:
            self._chance.rewind()
        state, plies = self._state, list[Ply]()
        for number, (one, named) in enumerate(lines, start=1):
            _check_turn(state, seat)
            plies.append(self._ply(state, one, named, last=number == len(lines)))
            state = plies[-1].after
        return self._advance(plies)

    def can_undo(self, seat: Seat | None = None) -> bool:
        """Return True if the last action can be taken back. With a seat: by that seat."""
        return self.why_not_undo(seat) is None

    def why_not_undo(self, seat: Seat | None = None) -> Refusal | None:
        """Return the reason why the last action cannot be taken back; None if it can."""
        if seat is not None:
            check_whole("a seat", seat)
        return self._past.why_not_undo(seat)

    def undo(
        self, seat: Seat | None = None, *, expect: int | None = None, turn: bool = False
    ) -> None:
        """Take back the last action, or with `turn` the whole turn, as far as that goes.

        Raises `RefusedError` if nothing can be taken back, or another version is expected, and `OSError` if the game
        cannot be saved; then nothing is taken back, however long the turn is.
        """
        self._check_version(expect)
        if refusal := self.why_not_undo(seat):
            raise RefusedError(refusal)
        after = self._past.copy()
        after.undo()
        while turn and after.why_not_undo(seat) is None:
            after.undo()
        self._save(after.plies)
        while len(self._past.plies) > len(after.plies):
            seatings = self._past.seatings
            undone = self._past.undo()
            self._state = undone[0].before
            kept = len(self._past.plies)
            for number in range(kept + len(undone), kept, -1):
                self._note("undone", number, undone[number - kept - 1], seatings[number - 1])
        self._listeners.deliver()

    def can_redo(self, seat: Seat | None = None) -> bool:
        """Return True if what was taken back can be played again. With a seat: by that seat."""
        return self.why_not_redo(seat) is None

    def why_not_redo(self, seat: Seat | None = None) -> Refusal | None:
        """Return the reason why nothing can be played again; None if something can."""
        if seat is not None:
            check_whole("a seat", seat)
        return self._past.why_not_redo(seat)

    def redo(self, seat: Seat | None = None, *, expect: int | None = None) -> None:
        """Play again what was taken back. Raises `RefusedError` if nothing was, or another version is expected."""
        self._check_version(expect)
        if refusal := self.why_not_redo(seat):
            raise RefusedError(refusal)
        redone = self._past.undone[-1]
        self._save(self._past.plies, redone)
        self._past.redo()
        self._state = redone[-1].after
        kept = len(self._past.plies) - len(redone)
        for number, ply in enumerate(redone, start=kept + 1):
            self._note("redone", number, ply)
        self._listeners.deliver()

    def subscribe(self, listener: Subscriber, seat: Seat | None = None) -> Callable[[], None]:
        """Call `listener` with an `Update` for everything from now on, as a seat or a spectator sees it.

        Returns a function that ends the subscription, and does nothing when it is called again. A listener may play:
        all listeners still hear everything in order. If a listener fails, the others are told, and then the caller gets
        a `ListenerError`.
        """
        if not callable(listener):
            raise TypeError(f"a listener is called with an Update, and {brief(listener)} cannot be")
        self._check_viewer(seat)
        return self._listeners.add(listener, seat)

    # The work behind it

    def _ply(
        self, state: State, action: Action, draws: Sequence[Draw] | None, *, last: bool
    ) -> Ply:
        """Return an action with its transition. Only the last action of a line can leave cards to chance."""
        if draws is None and last and self._chance is not None:
            return Ply(state, action, transition(state, action, self._chance))
        return Ply(state, action, replay_entry(state, Entry(action, tuple(draws or ()))))

    def _advance(self, chosen: Sequence[Ply]) -> Transition:
        """Play what was chosen, and what is forced after it."""
        forced: list[Ply] = []
        state = chosen[-1].after if chosen else self._state
        before = {ply.before for ply in chosen} if self._auto else set()
        while (action := self._forced(state)) is not None and state not in before:
            before.add(state)
            forced.append(self._ply(state, action, None, last=True))
            state = forced[-1].after
        played = [*chosen, *forced]
        self._save(self._past.plies, played)
        if self._chance is not None:
            self._chance.keep()
        self._past.undone.clear()
        for number, ply in enumerate(played, start=1):
            self._past.add(ply, forced=number > len(chosen))
            self._note("played", len(self._past.plies), ply)
        self._state = state
        self._listeners.deliver()
        steps = [ply.transition for ply in played]
        if len(steps) == 1:
            return steps[0]
        return Transition(
            state,
            tuple(event for result in steps for event in result.events),
            tuple(draw for result in steps for draw in result.draws),
            any(result.reveals for result in steps),
        )

    def _note(self, change: Change, number: int, ply: Ply, seating: Seating | None = None) -> None:
        """Count a change, and keep it for all listeners. The seating is needed if the action is no longer there."""
        self._version += 1
        state = ply.before if change == "undone" else ply.after

        def update(seat: Seat | None) -> Update:
            return Update(
                version=self._version,
                change=change,
                entry=_seen(number, ply, seat),
                view=view(state, seat),
                seating=seating or self._past.seatings[number],
                undo=_for_seat(self.why_not_undo(seat), seat),
                redo=_for_seat(self.why_not_redo(seat), seat),
            )

        self._listeners.queue(update)

    def _check_viewer(self, seat: Seat | None) -> None:
        if seat is not None:
            check_seat(seat, len(self._state.players))

    def _check_version(self, expected: int | None) -> None:
        if expected is None:
            return
        check_whole("expect", expected)
        if expected != self._version:
            raise RefusedError(Refusal.of(Code.STALE, expected=expected, version=self._version))

    def _forced(self, state: State) -> Action | None:
        """Return the forced move in a position; None if there is none."""
        actions = legal_actions(state) if self._auto else ()
        if len(actions) != 1 or isinstance(actions[0], Challenge):
            return None
        real_table = self._chance is None  # the cards have to be named
        return None if real_table and isinstance(actions[0], TakeCards) else actions[0]

    def _record(self, plies: Sequence[Ply]) -> Record:
        scores = None
        if plies and plies[-1].after.over:
            end = plies[-1].after
            scores = tuple(score(end, seat).total for seat in range(len(end.players)))
        return evolve(self._opening, entries=tuple(ply.entry for ply in plies), scores=scores)

    def _save(self, plies: Sequence[Ply], more: Sequence[Ply] = ()) -> None:
        """Save the game as it is about to be."""
        if self._autosave is not None:
            self._autosave.save(format_record(self._record([*plies, *more])).encode())


def _players(players: int | Sequence[str] | None) -> tuple[tuple[str, ...], int | None]:
    """Return the names by seat, and the number of players; nothing for what was left out."""
    if players is None or isinstance(players, int):
        return (), players
    if isinstance(players, str) or not isinstance(players, Sequence):  # a set has no order
        raise TypeError(f"players must be a whole number or names by seat, not {brief(players)}")
    for seat, name in enumerate(players):
        if not isinstance(name, str):
            raise TypeError(f"a name must be a text, not {brief(name)}")
        if name and name in players[:seat]:
            raise ValueError(f"two players are called {brief(name)}")
    return tuple(players), len(players) or None


def _position(position: State | str | bytes, edition: Edition | str | None) -> State:
    """Return the position that a game begins with. Raises `ValueError` if there can be no such position."""
    if isinstance(position, str | bytes):
        return parse_position(position, edition)
    position = state_of(position)
    if edition is not None and edition_of(edition) != position.edition:
        raise ValueError(f"the position is of {position.edition.name}: leave out the edition")
    broken = next(iter(invariants(position)), None)
    if broken is not None:
        raise ValueError(f"there can be no such position: {broken}")
    return position


def _source(seed: Seed | None, rng: Rng | None, *, index: int = 0) -> Rng | None:
    """Return the source of chance that was asked for; None if there was none."""
    if rng is not None:
        check_rng(rng)
    if seed is None:
        return rng
    if rng is not None:
        raise TypeError("a game has a seed or an rng, not both")
    return Stream(seed, index=index)


def _numbers_drawn(record: Record) -> int:
    """Return how many numbers chance has given in a game: one for each card that was dealt, drawn or turned up."""
    dealt = sum(map(len, record.hands)) if record.begins_with_deal else 0
    return dealt + sum(len(entry.draws) for entry in record.entries)


def _unnamed(line: tuple[Action, tuple[Draw, ...]]) -> tuple[Action, Sequence[Draw] | None]:
    """Return a line of notation; where it names no cards, chance decides."""
    action, draws = line
    return action, draws or None


def _check_draws(draws: Sequence[Draw]) -> None:
    if isinstance(draws, str) or not isinstance(draws, Sequence):
        raise TypeError(f"draws are the cards that came up, each as a Draw, not {brief(draws)}")
    for one in draws:
        check_type("a draw", one, Draw)


def _check_turn(state: State, seat: Seat | None) -> None:
    if seat is None:
        return
    check_whole("a seat", seat)
    if refusal := turn_refusal(state, seat):
        raise RefusedError(refusal)


def _for_seat(refusal: Refusal | None, seat: Seat | None) -> Refusal | None:
    """Return the reason why a seat cannot undo or redo; a spectator never can."""
    return Refusal.of(Code.NOT_YOURS) if refusal is None and seat is None else refusal


def _seen(number: int, ply: Ply, seat: Seat | None) -> LogEntry:
    """Return what a seat sees of an action."""
    return LogEntry(number, ply.seat, ply.action, ply.transition.seen_by(seat))


class _RepeatableChance:
    """A source of chance that gives its last numbers again, for an action that could not be saved."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._numbers: list[tuple[int, int]] = []
        """The numbers since the last action, each with its range."""
        self._place = 0

    def randrange(self, stop: int, /) -> int:
        """Return the next number: a recorded one as long as the ranges are the same, else a new one."""
        if self._place == len(self._numbers) or self._numbers[self._place][0] != stop:
            self._numbers[self._place :] = [(stop, self._rng.randrange(stop))]
        self._place += 1
        return self._numbers[self._place - 1][1]

    def rewind(self) -> None:
        """Begin again with the numbers since the last action."""
        self._place = 0

    def keep(self) -> None:
        """Forget the numbers: the action is played."""
        self._numbers.clear()
        self._place = 0


class _History:
    """The actions that were played, in order, and those that were taken back.

    A-132 leaves open whether the end of a turn can be taken back. Here it can, as long as no other player has acted.
    Once one has, the others have seen something of their hand or their plans, and their actions stand, even if that
    player takes back the action.

    Which actions were forced is not public: that a player had no choice says something about the hand.
    """

    def __init__(self, seating: Seating) -> None:
        self.plies: list[Ply] = []
        self._seatings = [seating]
        """The seating at the start, and after each action as far as it was asked for."""
        self.undone: list[list[Ply]] = []
        """The actions that were taken back, each with the forced moves after it."""
        self._choices: list[int] = []
        """The places of the actions that a player chose."""
        self._settled = 0
        """Number of actions that stand for good."""
        self._why = Code.NOTHING_PLAYED

    def copy(self) -> _History:
        """Return an independent copy."""
        made = _History(self._seatings[0])
        lists = {name: [*value] for name, value in vars(self).items() if isinstance(value, list)}
        vars(made).update(vars(self), **lists)
        return made

    def add(self, ply: Ply, *, forced: bool = False) -> None:
        """Add an action."""
        if self.plies and self.plies[-1].seat != ply.seat:
            self._settled, self._why = len(self.plies), Code.TURN_TAKEN
        if not forced:
            self._choices.append(len(self.plies))
        self.plies.append(ply)
        if ply.transition.reveals:
            self._settled, self._why = len(self.plies), Code.REVEALED

    @property
    def seatings(self) -> list[Seating]:
        """The seating at the start, and after each action. It is worked out for those who draw pictures."""
        for ply in self.plies[len(self._seatings) - 1 :]:
            self._seatings.append(seat_figures(ply.after, self._seatings[-1]))
        return self._seatings

    @property
    def last_choice(self) -> int:
        """The place of the last action that a player chose; -1 if there is none."""
        return self._choices[-1] if self._choices else -1

    def why_not_undo(self, seat: Seat | None) -> Refusal | None:
        """Return the reason why a seat cannot take back the last choice; None if it can."""
        if self.last_choice < self._settled:
            return Refusal.of(self._why)
        if seat not in (None, self.plies[self.last_choice].seat):
            return Refusal.of(Code.NOT_YOURS)
        return None

    def why_not_redo(self, seat: Seat | None) -> Refusal | None:
        """Return the reason why a seat cannot play again what was taken back; None if it can."""
        if not self.undone:
            return Refusal.of(Code.NOTHING_UNDONE)
        if seat not in (None, self.undone[-1][0].seat):
            return Refusal.of(Code.NOT_YOURS)
        return None

    def undo(self) -> list[Ply]:
        """Take back the last choice and the forced moves after it, and return them."""
        place = self._choices.pop()
        undone = self.plies[place:]
        del self.plies[place:]
        self._seatings = self._seatings[: place + 1]  # the caller has the others
        self.undone.append(undone)
        return undone

    def redo(self) -> None:
        """Play again what was taken back last."""
        for number, ply in enumerate(self.undone.pop()):
            self.add(ply, forced=number > 0)


class _Subscriptions:
    """The listeners, and the updates that are queued for them."""

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[Subscriber, Seat | None]] = {}
        """By subscription, since the same listener may hear for the same seat twice."""
        self._queue: deque[tuple[Subscriber, Update]] = deque()
        self._delivering = False

    def add(self, listener: Subscriber, seat: Seat | None) -> Callable[[], None]:
        """Add a listener. Return a function that ends the subscription."""
        subscription = object()
        self._listeners[subscription] = (listener, seat)

        def leave() -> None:
            self._listeners.pop(subscription, None)

        return leave

    def queue(self, update: Callable[[Seat | None], Update]) -> None:
        """Queue an update for every listener."""
        self._queue += [(listener, update(seat)) for listener, seat in self._listeners.values()]

    def deliver(self) -> None:
        """Deliver the queued updates. Moves made by a listener are queued behind them."""
        if self._delivering:
            return
        self._delivering = True
        failures: list[Exception] = []
        try:
            while self._queue:
                listener, update = self._queue.popleft()
                try:
                    listener(update)
                except Exception as failure:  # noqa: BLE001  # the others still have to be told
                    failures.append(failure)
        finally:
            self._delivering = False
        if failures:
            raise ListenerError(tuple(failures)) from failures[0]
