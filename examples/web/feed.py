"""All that a page is sent: a scene to draw, what can be chosen, and what has just happened, in the reader's language.

A letter is made of what the seat may see and of nothing else, and has only what is new since the last letter: things
that have changed on the table, names and reasons that were not said before. Parts and reasons have numbers, by which
letters refer to them. The board itself, with all symbols and places, is fetched once (`board_of`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Final, TypedDict

from attrs import evolve, frozen

from toledo_rules import (
    Action,
    Game,
    LogEntry,
    Outcome,
    ScoreLine,
    ScoreSheet,
    Update,
    View,
    _pieces,
    follow,
    rulebook,
    score,
)
from toledo_rules._multiset import distinct
from toledo_rules.choices import Choices, Offer, Part, Reason, choices
from toledo_rules.codec import Json, dump
from toledo_rules.describe import (
    Describable,
    Language,
    Message,
    describe,
    message,
    name,
    player_name,
    position,
    render,
    tell,
)
from toledo_rules.edition import Edition, Seat
from toledo_rules.errors import HandbookError
from toledo_rules.events import DuelBegan, DuelEnded, Event, RoundFought
from toledo_rules.notation import format_card
from toledo_rules.protocol import Failure, Refused, Replay, ServerMessage, encode
from toledo_rules.render import PageLayout, Places, Seating, board, flights, places, scene
from toledo_rules.rulebook import RULES, Refusal, RuleId

MOST_SENTENCES: Final = 400
"""Sentences that a feed remembers before it begins again."""


@frozen(eq=False)
class Common:
    """Everything at a moment that all viewers see alike: made once for all of them."""

    drawn: Mapping[str, Json]
    """The scene: symbol, place, text, and whether it is gone, by part."""
    sheets: tuple[ScoreSheet, ...]

    @classmethod
    def of(cls, view: View, seating: Seating) -> Common:
        """Return what any view shows; nothing hidden is drawn, and nothing hidden scores."""
        drawn: dict[str, Json] = {
            item.id: [item.symbol, item.place, item.text, item.gone]
            for item in scene(view, seating)
        }
        return cls(drawn, tuple([score(view, seat) for seat in range(len(view.players))]))


@frozen(eq=False)
class Moment:
    """Everything that a seat, or a spectator, may see of a game at one moment."""

    version: int
    view: View
    seating: Seating
    log: Sequence[LogEntry]
    names: tuple[str, ...]
    undo: Refusal | None
    redo: Refusal | None
    outcome: Outcome | None
    common: Common

    @classmethod
    def of(cls, game: Game, seat: Seat | None) -> Moment:
        """Return what the game hands out for a seat now."""
        view, seating = game.view(seat), game.seating
        return cls(
            version=game.version,
            view=view,
            seating=seating,
            log=game.log(seat),
            names=game.given_names,
            undo=game.why_not_undo(seat),
            redo=game.why_not_redo(seat),
            outcome=game.outcome,
            common=Common.of(view, seating),
        )

    @classmethod
    def told(cls, game: Game, news: Update, log: Sequence[LogEntry], common: Common) -> Moment:
        """Return what the news of a game say, without asking it for what is known."""
        return cls(
            version=news.version,
            view=news.view,
            seating=news.seating,
            log=log,
            names=game.given_names,
            undo=news.undo,
            redo=news.redo,
            outcome=game.outcome,
            common=common,
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
    if not isinstance(answer, Refused | Failure):
        return encode(answer)
    rule = answer.rule if isinstance(answer, Refused) else ""
    text = render(answer.message, language, reader=reader)
    return json.dumps({"type": "refusal", "rule": rule, "text": text})


def rule_page(rule: RuleId, language: Language, folder: str) -> str:
    """Return a page with a rule: what the handbook says of it in the reader's language, and its exact text.

    The folder is that of the style.
    """
    found = RULES[rule]
    body = "".join(f"<p>{escape(line)}</p>" for line in found.text.split("\n\n"))
    try:
        told = f"{_html(rulebook.carrying(rule, language).text)}<hr>"
    except HandbookError:
        told = ""  # most rulings are not in it
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{found.id}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="{folder}/style.css">'
        f'<body class="lobby"><main><h1>{found.id}</h1>{told}<section lang="en">'
        f"<h2>{escape(found.title)}</h2>{body}</section></main>"
    )


def _html(text: str) -> str:
    """Return a paragraph of the handbook, which has emphasis and lists and nothing else."""
    strong = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))
    lines = re.sub(r"\*(.+?)\*", r"<em>\1</em>", strong).split("\n")
    items = "".join(f"<li>{line[2:]}</li>" for line in lines if line.startswith("- "))
    said = " ".join(line for line in lines if not line.startswith("- "))
    return f"<p>{said}</p>" + (f"<ul>{items}</ul>" if items else "")


class Feed:
    """The letters to all pages of one seat in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._before: Moment | None = None
        self._length = 0
        self._last: LogEntry | None = None
        self._parts: dict[str, Part] = {}
        self._labels: dict[str, str] = {}
        self._numbers: dict[str, int] = {}
        """The parts by number, as all pages know them."""
        self._reasons: dict[Reason, int] = {}
        """The reasons by number."""
        self._sentences: list[Json] = []
        """Rule and text of the reasons."""
        self._lines: dict[ScoreLine, Json] = {}

    def letter(self, now: Moment) -> dict[str, Json]:
        """Return what the pages do not know yet."""
        letter = self._written(now, whole=self._before is None)
        # The moment is kept without the log, which goes on: only its length and its end matter.
        self._before = evolve(now, log=())
        self._length, self._last = len(now.log), now.log[-1] if now.log else None
        return letter

    def welcome(self, now: Moment) -> dict[str, Json]:
        """Return everything, for one more page at a moment that the other pages know."""
        return self.letter(now) if self._before is None else self._written(now, whole=True)

    def _written(self, now: Moment, *, whole: bool) -> dict[str, Json]:
        view, names = now.view, now.names
        chosen = choices(view, names=names)
        fresh = len(self._sentences) > MOST_SENTENCES and not whole
        if fresh:
            self._reasons.clear()
            self._sentences.clear()
        known = 0 if whole else len(self._sentences)
        keep = 0 if whole else self._kept(now.log)
        before = {} if whole or self._before is None else self._before.common.drawn
        seats = range(len(view.players))
        return {
            "type": "letter",
            "version": now.version,
            "seat": view.seat,
            "active": None if view.over else view.active,
            "names": [
                player_name(seat, view, language=self.language, names=names) for seat in seats
            ],
            "prompt": self._say(chosen.prompt, view),
            "scene": _news(before, now.common.drawn),
            "parts": self._new_parts(chosen, view, whole=whole),
            "hand": self._hand(view),
            "known": [[*_known(view, seat)] for seat in seats],
            "moves": [self._move(offer, view) for offer in chosen.moves],
            "reasons": self._grouped(chosen, view),
            "sentences": self._sentences[known:],
            "fresh": fresh,
            "whole": whole,
            "undo": self._refusal(now.undo, now),
            "redo": self._refusal(now.redo, now),
            "log": {"keep": keep, "new": [self._entry(entry, now) for entry in now.log[keep:]]},
            "steps": [] if whole else self._steps(now, keep),
            "scores": [self._sheet(sheet, now) for sheet in now.common.sheets],
            "outcome": self._outcome(now),
        }

    def _say(self, message: Message, view: View) -> str:
        """Return a sentence to the viewer, who is *you* in it."""
        return _said(message, self.language, view.seat)

    def _kept(self, log: Sequence[LogEntry]) -> int:
        """Return how much of the log that the pages know still holds."""
        if len(log) >= self._length and (not self._length or log[self._length - 1] == self._last):
            return self._length
        return min(len(log), self._length - 1)

    def _new_parts(self, chosen: Choices, view: View, *, whole: bool) -> list[Json]:
        """Return the number, id and name of each part that is new or has another name; no name if it is gone."""
        found: list[Json] = []
        before, self._parts = self._parts, {part.id: part for part in chosen.parts}
        for part_id, part in self._parts.items():
            old = before.get(part_id)
            if old is part and not whole:
                continue  # as nearly always
            number = self._numbers.setdefault(part_id, len(self._numbers))
            if old != part:
                self._labels[part_id] = self._say(part.label, view)
            if old != part or whole:
                found.append([number, part_id, self._labels[part_id]])
        for part_id in [gone for gone in before if gone not in self._parts]:
            del self._labels[part_id]
            found.append([self._numbers[part_id], part_id, None])
        return found

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
        """Return the parts of a move, its text, the action, and what makes it special."""
        special: dict[str, Json] = {}
        if offer.reveals:
            special["reveals"] = True
        if offer.points:
            special["points"] = offer.points
        if offer.duels:
            special["odds"] = [
                [chance.rival, round(100 * float(chance.wins))] for chance in offer.duels
            ]
        through: list[Json] = [self._numbers[part] for part in offer.parts]
        return [through, self._say(offer.message, view), _dumped(offer.action), special]

    def _grouped(self, chosen: Choices, view: View) -> list[Json]:
        """Return the reasons by number, each with the parts that have it; the most frequent one has all others."""
        found: dict[Reason, list[Json]] = {}
        if chosen.moves:
            for part, reason in chosen.reasons.items():
                found.setdefault(reason, []).append(self._numbers[part])
        else:  # one reason for everything: it is not their turn, or the game is over
            found[next(iter(chosen.reasons.values()))] = []
        most = max(map(len, found.values()), default=0)
        groups: list[Json] = []
        for reason, which in found.items():
            number = self._reasons.get(reason)
            if number is None:
                number = self._reasons[reason] = len(self._sentences)
                self._sentences.append([reason.rule, self._say(reason.message, view)])
            others = len(which) == most
            most += others  # only one of them
            groups.append([number, None if others else which])
        return groups

    def _refusal(self, refusal: Refusal | None, now: Moment) -> Json:
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
        return [entry.actor, " ".join(lines), [*_steps_of(entry)]]

    def _steps(self, now: Moment, keep: int) -> list[Json]:
        """Return what moves: for each event its kind, the things that fly, and in a duel a sentence."""
        before = self._before
        if before is None or keep < self._length:
            return []  # something was taken back
        events = [event for entry in now.log[keep:] for event in entry.events]
        flown = flights(events, before.view, before.seating, viewer=now.view.seat)
        return [
            [
                type(event).__name__,
                [[flight.thing, flight.origin, flight.target] for flight in flying],
                self._words(event, now),
                _which(event),
            ]
            for event, flying in zip(events, flown, strict=True)
            if flying or isinstance(event, DuelBegan | DuelEnded)
        ]

    def _words(self, event: Event, now: Moment) -> Json:
        if not isinstance(event, DuelBegan | RoundFought | DuelEnded):
            return None
        return self._described(event, now)

    def _sheet(self, sheet: ScoreSheet, now: Moment) -> Json:
        lines: list[Json] = []
        for line in sheet.lines:
            if line not in self._lines:
                said = name(message(line, now.view), self.language, form="row")
                self._lines[line] = [line.rule, said, line.points]
            lines.append(self._lines[line])
        return [sheet.total, lines]

    def _outcome(self, now: Moment) -> Json:
        """Return the end: the sentence, and the places."""
        if now.outcome is None:
            return None
        order: list[Json] = [[self._described(one, now), one.seat] for one in now.outcome.ranking]
        return {"text": self._described(now.outcome, now), "places": order}


@lru_cache(maxsize=1 << 14)
def _said(message: Message, language: Language, reader: Seat | None) -> str:
    """Return a sentence. Most of them are said again and again, at all tables."""
    return render(message, language, reader=reader)


@lru_cache(maxsize=1 << 12)
def _dumped(action: Action) -> Json:
    """Return an action as JSON, which nobody changes."""
    return dump(action)


def _news(known: Mapping[str, Json], now: Mapping[str, Json]) -> Json:
    """Return the entries that have changed; null for those that are gone."""
    changed: dict[str, Json] = {key: now[key] for key in now if known.get(key) != now[key]}
    gone: dict[str, Json] = {key: None for key in known if key not in now}
    return {**gone, **changed}


def _known(view: View, seat: Seat) -> Iterator[Json]:
    """Yield the cards that everybody knows a player to hold, with their symbols."""
    for card in distinct(view.players[seat].known):
        yield [
            _pieces.known_part(seat, card, view.edition),
            f"stamp-{format_card(card, view.edition)}",
        ]


def _which(event: Event) -> Json:
    """Return the winner of a round, and the space of a duel."""
    match event:
        case RoundFought():
            return event.winner
        case DuelBegan():
            return event.step
        case _:  # any other event
            return None


def _steps_of(entry: LogEntry) -> Iterator[int]:
    """Yield the spaces where something has happened."""
    seen: set[int] = set()
    for event in entry.events:
        step = getattr(event, "step", None)
        if isinstance(step, int) and step not in seen:
            seen.add(step)
            yield step


def past_of(replay: Replay, game: Game, language: Language, reader: Seat | None) -> str:
    """Return a game from its start for a page that steps back: the scene and the question of each moment.

    Of a scene it has what is new since the one before.
    """
    moments: list[Json] = []
    drawn: Mapping[str, Json] = {}
    for seen, seating in _moments(replay):
        then = Common.of(seen, seating).drawn
        said = render(message(seen, names=game.given_names), language, reader=reader)
        moments.append([_news(drawn, then), said])
        drawn = then
    return json.dumps({"type": "past", "moments": moments}, ensure_ascii=False)


def _moments(replay: Replay) -> Iterable[tuple[View, Seating]]:
    seen = replay.start
    yield seen, replay.seating
    for step in replay.steps:
        seen = follow(seen, step.entry.events)
        yield seen, step.seating
