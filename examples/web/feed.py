"""All that a page is sent: a scene to draw, what can be chosen, and what has just happened, in the reader's language.

A letter is made of what the seat may see and of nothing else. Of scene and labels it has only what is new since the
last letter to the same page; the board itself, with all symbols and places, is fetched once (`board_of`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import TypedDict

from attrs import frozen

from toledo_rules import Outcome, View, score
from toledo_rules.choices import Choices, Offer, Reason, choices
from toledo_rules.codec import Json, dump
from toledo_rules.describe import (
    Describable,
    Language,
    Message,
    describe,
    player_name,
    position,
    render,
    tell,
)
from toledo_rules.edition import Edition, Seat
from toledo_rules.events import DuelBegan, DuelEnded, Event, RoundFought
from toledo_rules.game import Game, LogEntry, UndoRefusal
from toledo_rules.hidden import plain_position
from toledo_rules.multiset import distinct
from toledo_rules.notation import format_card
from toledo_rules.protocol import Failure, Refusal, ServerMessage, encode
from toledo_rules.render import PageLayout, Places, board, places, scene
from toledo_rules.rulebook import RULES, RuleId
from toledo_rules.seating import Seating, flights


@frozen
class Moment:
    """Everything that a seat, or a spectator, may see of a game at one moment."""

    version: int
    view: View
    seating: Seating
    log: tuple[LogEntry, ...]
    names: tuple[str, ...]
    undo: UndoRefusal | None
    redo: UndoRefusal | None
    outcome: Outcome | None

    @classmethod
    def of(cls, game: Game, seat: Seat | None) -> Moment:
        """Return what the game hands out for a seat."""
        return cls(
            version=game.version,
            view=game.view(seat),
            seating=game.seating,
            log=game.log(seat),
            names=game.record().names,
            undo=game.why_not_undo(seat),
            redo=game.why_not_redo(seat),
            outcome=game.outcome,
        )


class BoardDocument(TypedDict):
    """What a page needs once."""

    svg: str
    """The board, with all symbols."""
    places: Places
    """The places on it."""


def board_of(edition: Edition, layout: PageLayout, language: Language) -> BoardDocument:
    """Return the board with all symbols, and the places on it."""
    drawn = board(edition, layout, language=language)
    return BoardDocument(svg=str(drawn), places=places(edition, layout))


def prose(moment: Moment, language: Language) -> str:
    """Return the table in words, for those who cannot see it."""
    return position(moment.view, language=language, names=moment.names)


def spoken(answer: ServerMessage, language: Language, reader: Seat | None) -> str:
    """Return an answer to a page: the sentence and the rule of a refusal; anything else as it is."""
    if not isinstance(answer, Refusal | Failure):
        return encode(answer)
    rule = answer.rule if isinstance(answer, Refusal) else ""
    text = render(answer.message, language, reader=reader)
    return json.dumps({"type": "refusal", "rule": rule, "text": text})


def rule_page(rule: RuleId) -> str:
    """Return a page with the text of a rule."""
    found = RULES[rule]
    body = "".join(f"<p>{escape(line)}</p>" for line in found.text.split("\n\n"))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{found.id}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="/page/style.css"><body class="lobby"><main>'
        f"<h1>{found.id}: {escape(found.title)}</h1>{body}</main>"
    )


class Feed:
    """The letters to one page."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._before: Moment | None = None
        self._drawn: dict[str, Json] = {}
        self._named: dict[str, Json] = {}

    def letter(self, now: Moment) -> dict[str, Json]:
        """Return what the page does not know yet."""
        view, names = now.view, now.names
        chosen = choices(view, names=names)
        drawn: dict[str, Json] = {
            item.id: [item.symbol, item.place, item.text, item.gone]
            for item in scene(view, now.seating)
        }
        named: dict[str, Json] = {part.id: self._say(part.label, view) for part in chosen.parts}
        keep = _kept(self._before.log if self._before else (), now.log)
        seats = range(len(view.players))
        letter: dict[str, Json] = {
            "type": "letter",
            "version": now.version,
            "seat": view.seat,
            "active": None if view.over else view.active,
            "names": [
                player_name(seat, view, language=self.language, names=names) for seat in seats
            ],
            "colours": list(view.edition.colours[: len(view.players)]),
            "prompt": self._say(chosen.prompt, view),
            "scene": _news(self._drawn, drawn),
            "parts": _news(self._named, named),
            "hand": self._hand(view),
            "moves": [self._move(offer, view) for offer in chosen.moves],
            "reasons": self._reasons(chosen, view),
            "undo": self._refusal(now.undo, now),
            "redo": self._refusal(now.redo, now),
            "log": {"keep": keep, "new": [self._entry(entry, now) for entry in now.log[keep:]]},
            "steps": self._steps(now, keep),
            "since": list(_since(now)),
            "scores": [self._sheet(seat, now) for seat in seats],
            "outcome": self._outcome(now),
        }
        self._before, self._drawn, self._named = now, drawn, named
        return letter

    def _say(self, message: Message, view: View) -> str:
        """Return a sentence to the viewer, who is *you* in it."""
        return render(message, self.language, reader=view.seat)

    def _hand(self, view: View) -> list[Json]:
        return [
            [
                f"hand:{view.seat}:{format_card(card, view.edition)}",
                f"card-{format_card(card, view.edition)}",
                card.value,
                view.hand.count(card),
            ]
            for card in distinct(view.hand)
        ]

    def _move(self, offer: Offer, view: View) -> Json:
        return {
            "parts": list(offer.parts),
            "text": self._say(offer.message, view),
            "action": dump(offer.action),
            "reveals": offer.reveals,
            "points": offer.points,
            "odds": [[chance.rival, round(100 * float(chance.wins))] for chance in offer.duels],
        }

    def _reasons(self, chosen: Choices, view: View) -> list[Json]:
        """Return the reasons, each with the parts that have it; the most frequent one has all others."""
        found: dict[Reason, list[Json]] = {}
        for part, reason in chosen.reasons.items():
            found.setdefault(reason, []).append(part)
        groups = sorted(found.items(), key=lambda group: len(group[1]))
        return [
            [reason.rule, self._say(reason.message, view), parts if others else None]
            for others, (reason, parts) in zip(range(len(groups) - 1, -1, -1), groups, strict=True)
        ]

    def _refusal(self, refusal: UndoRefusal | None, now: Moment) -> Json:
        if refusal is None:
            return None
        return [refusal.rule, self._described(refusal, now)]

    def _described(self, thing: Describable, now: Moment) -> str:
        """Return a sentence about something that has happened, or cannot."""
        reader = now.view.seat
        return describe(thing, now.view, language=self.language, names=now.names, reader=reader)

    def _entry(self, entry: LogEntry, now: Moment) -> Json:
        lines = tell(
            entry.events, now.view, language=self.language, names=now.names, reader=now.view.seat
        )
        return {"seat": entry.actor, "lines": list(lines)}

    def _steps(self, now: Moment, keep: int) -> list[Json]:
        """Return what moves: for each event its kind, the things that fly, and in a duel a sentence."""
        before = self._before
        if before is None or keep < len(before.log):
            return []  # the page has just come, or something was taken back
        events = [event for entry in now.log[keep:] for event in entry.events]
        flown = flights(events, before.view, before.seating, viewer=now.view.seat)
        return [
            [
                type(event).__name__,
                [[flight.thing, flight.origin, flight.target] for flight in flying],
                self._words(event, now),
                event.winner if isinstance(event, RoundFought) else None,
            ]
            for event, flying in zip(events, flown, strict=True)
            if flying or isinstance(event, DuelBegan | DuelEnded)
        ]

    def _words(self, event: Event, now: Moment) -> Json:
        if not isinstance(event, DuelBegan | RoundFought | DuelEnded):
            return None
        return describe(
            event, now.view, language=self.language, names=now.names, reader=now.view.seat
        )

    def _sheet(self, seat: Seat, now: Moment) -> Json:
        sheet = score(plain_position(now.view), seat)  # nothing hidden scores
        lines: list[Json] = [
            [line.rule, describe(line, now.view, language=self.language), line.points]
            for line in sheet.lines
        ]
        return {"total": sheet.total, "lines": lines}

    def _outcome(self, now: Moment) -> Json:
        """Return the end: the sentence, and the places."""
        if now.outcome is None:
            return None
        said = describe(
            now.outcome, now.view, language=self.language, names=now.names, reader=now.view.seat
        )
        order: list[Json] = [[one.place, one.seat, one.points] for one in now.outcome.ranking]
        return {"text": said, "places": order}


def _news(known: dict[str, Json], now: dict[str, Json]) -> Json:
    """Return the entries that have changed; null for those that are gone."""
    changed: dict[str, Json] = {key: now[key] for key in now if known.get(key) != now[key]}
    gone: dict[str, Json] = {key: None for key in known if key not in now}
    return {**gone, **changed}


def _kept(known: Sequence[LogEntry], now: Sequence[LogEntry]) -> int:
    """Return how much of the log that the page knows still holds."""
    keep = 0
    while keep < min(len(known), len(now)) and known[keep] == now[keep]:
        keep += 1
    return keep


def _since(now: Moment) -> Iterable[int]:
    """Yield the spaces where something has happened since the viewer's last turn."""
    seat = now.view.seat
    seen: set[int] = set()
    for entry in reversed(now.log):
        if entry.actor == seat:
            break
        for event in entry.events:
            step = getattr(event, "step", None)
            if isinstance(step, int) and step not in seen:
                seen.add(step)
                yield step
