"""All that a seat is sent. It is made of what the seat may see, and has no way to anything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from toledo_rules import Illegality, Outcome, Sword, View, explain, score
from toledo_rules.codec import Json, dump
from toledo_rules.describe import (
    Describable,
    Language,
    Message,
    Term,
    describe,
    name,
    player_name,
    render,
    tell,
)
from toledo_rules.edition import Seat
from toledo_rules.events import DuelBegan, DuelEnded, RoundFought
from toledo_rules.game import Game, LogEntry, UndoRefusal
from toledo_rules.hidden import plain_position
from toledo_rules.multiset import distinct
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.render import NOTHING, Highlights, PageLayout, svg

from .proposals import proposals, things


@frozen
class Sight:
    """What a seat, or a spectator, may see of a game at one moment."""

    view: View
    log: tuple[LogEntry, ...]
    names: tuple[str, ...]
    undo: UndoRefusal | None
    redo: UndoRefusal | None
    outcome: Outcome | None

    @classmethod
    def of(cls, game: Game, seat: Seat | None) -> Sight:
        """What the game hands out for a seat."""
        return cls(
            view=game.view(seat),
            log=game.log(seat),
            names=game.record().names,
            undo=game.why_not_undo(seat),
            redo=game.why_not_redo(seat),
            outcome=game.outcome,
        )


def letter(
    sight: Sight, known: Sequence[LogEntry], *, language: Language, layout: PageLayout
) -> dict[str, Json]:
    """The sight as JSON, with all words in it. Of the log, it has only what is not known yet."""
    return _Writer(sight, language).letter(known, layout)


class _Writer:
    def __init__(self, sight: Sight, language: Language) -> None:
        self.sight, self.view, self.language = sight, sight.view, language
        self.plain = plain_position(sight.view)  # a position to ask, without what is hidden

    def letter(self, known: Sequence[LogEntry], layout: PageLayout) -> dict[str, Json]:
        sight, view = self.sight, self.view
        seats = range(len(view.players))
        return {
            "view": dump(view),
            "names": [self.who(seat) for seat in seats],
            "colours": list(view.edition.colours[: len(view.players)]),
            "picture": svg(
                view,
                highlights=last_move(sight.log),
                layout=layout,
                language=self.language,
                names=sight.names,
            ),
            "pending": describe(view, language=self.language, names=sight.names, reader=view.seat),
            "things": self.things(),
            "moves": list(self.moves()),
            "undo": self.why(sight.undo),
            "redo": self.why(sight.redo),
            "log": self.log(known),
            "scores": [self.sheet(seat) for seat in seats],
            "outcome": self.result(),
        }

    def say(self, thing: Describable) -> str:
        return describe(
            thing,
            self.view,
            language=self.language,
            names=self.sight.names,
            reader=self.view.seat,
        )

    def who(self, seat: Seat) -> str:
        names = self.sight.names
        return player_name(seat, self.view, language=self.language, names=names)

    def why(self, refusal: Illegality | UndoRefusal | None) -> Json:
        return None if refusal is None else {"words": self.say(refusal), "rule": refusal.rule}

    def moves(self) -> Iterator[Json]:
        """What the seat could do, and why not."""
        if self.view.seat == self.view.active and not self.plain.over:
            for action in proposals(self.view):
                yield {
                    "action": dump(action),
                    "things": {**things(action, self.view.edition)},
                    "words": self.say(action),
                    "why": self.why(explain(self.plain, action)),
                }

    def things(self) -> dict[str, Json]:
        """What the seat can point at besides the board: by the names that `proposals.things` has for it."""
        view, edition, language = self.view, self.view.edition, self.language
        if view.seat is None:
            return {}
        me = view.players[view.seat]
        return {
            "card": [
                {"id": format_card(card, edition), "words": name(card, language), "is": dump(card)}
                for card in view.hand
            ],
            "shop": [
                {"id": format_shop(shop, edition), "words": name(shop, language), "is": dump(shop)}
                for shop in me.shops
            ],
            "own_tile": [self.tile(tile) for tile in me.tiles],
            "tile": [self.tile(tile) for tile in distinct(view.tiles)],
            "own_sword": [self.sword(sword) for sword in me.swords],
            "sword": [self.sword(sword) for sword in distinct(view.swords)],
            "rival": [
                {"id": str(seat), "words": self.who(seat), "is": seat}
                for seat in range(len(view.players))
                if seat != view.seat
            ],
        }

    def tile(self, tile: str) -> Json:
        short = format_tile(tile, self.view.edition)
        return {"id": short, "words": name(Term("tile", tile), self.language), "is": tile}

    def sword(self, sword: Sword) -> Json:
        words = render(Message("label.sword", (("sword", sword),)), self.language)
        return {"id": format_sword(sword, self.view.edition), "words": words, "is": dump(sword)}

    def log(self, known: Sequence[LogEntry]) -> Json:
        """What is new: how much of what is known still holds, and what comes after it."""
        log = self.sight.log
        keep = 0
        while keep < min(len(known), len(log)) and known[keep] == log[keep]:
            keep += 1
        return {"keep": keep, "new": [self.entry(seen) for seen in log[keep:]]}

    def entry(self, seen: LogEntry) -> Json:
        lines = tell(
            seen.events,
            self.view,
            language=self.language,
            names=self.sight.names,
            reader=self.view.seat,
        )
        duel: list[Json] = [
            {"event": dump(event), "words": self.say(event)}
            for event in seen.events
            if isinstance(event, DuelBegan | RoundFought | DuelEnded)
        ]
        return {"actor": seen.actor, "lines": list(lines), "duel": duel}

    def sheet(self, seat: Seat) -> Json:
        sheet = score(self.plain, seat)  # nothing hidden scores
        lines: list[Json] = [
            {"words": self.say(line), "rule": line.rule, "points": line.points}
            for line in sheet.lines
        ]
        return {"total": sheet.total, "lines": lines}

    def result(self) -> Json:
        """How it ended. The sum of somebody's cards is not told, unless it decided."""
        outcome = self.sight.outcome
        if outcome is None:
            return None
        return {
            "words": self.say(outcome),
            "places": [{"seat": standing.seat, "place": standing.place} for standing in outcome.ranking],
        }  # fmt: skip


def last_move(log: Sequence[LogEntry]) -> Highlights:
    """What to point out in the picture: the last thing that happened on the board."""
    marked = (Highlights.after(seen.events) for seen in reversed(log))
    return next((found for found in marked if found.last), NOTHING)
