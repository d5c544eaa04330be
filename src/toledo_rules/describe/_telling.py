"""Telling: a few sentences about the events of an action."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from attrs import evolve

from toledo_rules.describe._messages import (
    Context,
    Message,
    MessageValue,
    Scene,
    Where,
    actor_of,
    deed_of,
    deeds_of,
)
from toledo_rules.edition import Seat, Step
from toledo_rules.events import (
    CardDrawn,
    CircleTaken,
    DrawingBegan,
    DuelEnded,
    Event,
    FigureSentBack,
    FrontCardDiscarded,
    RoundFought,
    TurnBegan,
    TurnEnded,
)

_UNDERSTOOD = (DrawingBegan, CircleTaken, FrontCardDiscarded, TurnEnded, TurnBegan)
"""Events that go without saying when those around them are told."""

_Deed: TypeAlias = tuple[Seat | None, Message]
"""A message with the player who acts; None if it is a sentence by itself."""

Run = TypeVar("Run", CardDrawn, RoundFought)


def told(
    events: Iterable[Event], context: Context, *, names: Sequence[str] = ()
) -> tuple[Message, ...]:
    """Return what `tell` says as messages.

    What a player does is told in one sentence; cards drawn and rounds of a duel are told together; a place that was
    named just before is not named again.
    """
    scene = Scene(context, names)
    return tuple(_sentences(_named_once(_joined(events, scene)), scene))


def _sentences(deeds: Iterable[_Deed], scene: Scene) -> Iterator[Message]:
    """Yield sentences: one for all deeds of a player that follow each other."""
    waiting: list[Message] = []
    actor: Seat | None = None
    for seat, said in deeds:
        if actor is not None and seat != actor:
            yield deeds_of(actor, waiting, scene)
            waiting = []
        if seat is None:
            yield said
        else:
            waiting.append(said)
        actor = seat
    if actor is not None:
        yield deeds_of(actor, waiting, scene)


def _named_once(deeds: Iterable[_Deed]) -> Iterator[_Deed]:
    """Yield messages in which a place that was the last to be named is "there"."""
    named: Step | None = None
    for seat, said in deeds:
        parameters: list[tuple[str, MessageValue]] = []
        for name, value in said.parameters:
            if isinstance(value, Where):
                again, named = value.step == named, value.step
                parameters.append((name, evolve(value, kind="there") if again else value))
            else:
                parameters.append((name, value))
        yield seat, Message(said.key, tuple(parameters))


def _joined(events: Iterable[Event], scene: Scene) -> Iterator[_Deed]:
    """Yield the messages about events, with those together that are told together."""
    left: deque[Event] = deque(event for event in events if not isinstance(event, _UNDERSTOOD))
    while left:
        event = left.popleft()
        if isinstance(event, CardDrawn):
            yield event.seat, _of_draws(_run(event, left, _drawn_alike), scene)
        elif isinstance(event, RoundFought):
            rounds = _run(event, left, lambda _, __: True)
            yield None, _of_rounds(rounds, scene)
            end, *rest = (*left, None)
            if isinstance(end, DuelEnded) and isinstance(rest[0], FigureSentBack):
                yield None, _of_decision(end, rounds[-1], scene)
                left.popleft()
                left.popleft()
        else:
            yield actor_of(event), deed_of(event, scene)


def _run(first: Run, events: deque[Event], alike: Callable[[Run, Run], bool]) -> list[Run]:
    """Take the events from the beginning that are like the first."""
    run = [first]
    while events:
        event = events[0]
        if not isinstance(event, type(first)) or not alike(first, event):
            break
        run.append(event)
        events.popleft()
    return run


def _drawn_alike(one: CardDrawn, other: CardDrawn) -> bool:
    return one.seat == other.seat and (one.card is None) == (other.card is None)


def _of_draws(draws: Sequence[CardDrawn], scene: Scene) -> Message:
    """Return the message about cards that a player draws one after the other: which ones, or how many."""
    seat = ("seat", scene.who(draws[0].seat))
    cards = tuple(draw.card for draw in draws if draw.card is not None)
    if cards:
        return Message("event.cards_seen", (seat, ("cards", cards)))
    return Message("event.cards_drawn", (seat, ("cards", len(draws))))


def _of_rounds(rounds: Sequence[RoundFought], scene: Scene) -> Message:
    """Return the message about the rounds of a duel."""
    fought = tuple(
        Message("event.round", (("card", one.card), ("winner", scene.who(one.winner))))
        for one in rounds
    )
    return Message("event.rounds_fought", (("rounds", fought),))


def _of_decision(end: DuelEnded, last: RoundFought, scene: Scene) -> Message:
    """Return the message about the end of a duel: the loser's figure goes back (DUE-11)."""
    losses, wins = sorted((last.attacker_wins, last.defender_wins))
    return Message(
        "event.duel_decided",
        (
            ("winner", scene.who(end.winner)),
            ("loser", scene.who(end.loser)),
            ("wins", wins),
            ("losses", losses),
        ),
    )
