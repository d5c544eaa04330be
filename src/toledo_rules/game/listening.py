"""Telling those who listen what happens, as far as each may see it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Literal, TypeAlias

from attrs import frozen

from toledo_rules.actions import Action
from toledo_rules.events import Event, redact
from toledo_rules.record import Moment
from toledo_rules.state import Seat, State
from toledo_rules.views import View, view

Change: TypeAlias = Literal["played", "undone", "redone"]


@frozen
class Seen:
    """What a seat, or a spectator, sees of something that was done."""

    number: int
    """Its place in the game, counted from 1."""
    actor: Seat
    action: Action
    """Nothing in an action is secret once it is done."""
    events: tuple[Event, ...]
    """What happened, without what the seat may not see."""


@frozen
class Update:
    """What a listener is told: something was done, taken back, or done again."""

    change: Change
    seen: Seen
    """What was done. If it was taken back, its events are those that did not happen after all."""
    view: View
    """What the seat sees now."""


Listener: TypeAlias = Callable[[Update], object]


def seen(moment: Moment, seat: Seat | None) -> Seen:
    """What a seat sees of a moment."""
    events = tuple(redact(event, seat) for event in moment.transition.events)
    return Seen(moment.number, moment.seat, moment.entry.action, events)


class Listeners:
    """Those who listen, and what they have not been told yet."""

    def __init__(self) -> None:
        self._listeners: list[tuple[Listener, Seat | None]] = []
        self._untold: deque[tuple[Listener, Update]] = deque()
        self._telling = False

    def add(self, listener: Listener, seat: Seat | None) -> Callable[[], None]:
        """Another listener, and a function that sends him away."""
        subscription = (listener, seat)
        self._listeners.append(subscription)
        return lambda: self._listeners.remove(subscription)

    def note(self, change: Change, moment: Moment) -> None:
        """Something is to be told."""
        state: State = moment.before if change == "undone" else moment.state
        for listener, seat in self._listeners:
            update = Update(change, seen(moment, seat), view(state, seat))
            self._untold.append((listener, update))

    def tell(self) -> None:
        """Tell what is to be told. If a listener plays, what comes of that is told after what he was just told."""
        if self._telling:
            return
        self._telling = True
        try:
            while self._untold:
                listener, update = self._untold.popleft()
                listener(update)
        finally:
            self._telling = False
