"""A table in words and as a picture, for pages that have no words and no pictures of their own."""

from __future__ import annotations

from typing import get_args

from toledo_rules import Seat
from toledo_rules.choices import Reason
from toledo_rules.codec import Json, dump
from toledo_rules.describe import Language, Message, render
from toledo_rules.game import Game
from toledo_rules.protocol import replay_of, table_update
from toledo_rules.render import PageLayout, svg


def in_words(game: Game, seat: Seat | None, language: Language, layout: str) -> Json:
    """Return how things stand for a seat, with every message as a sentence."""
    update, names = table_update(game, seat), game.record().names
    shown: PageLayout = next((one for one in get_args(PageLayout) if one == layout), "wide")

    def say(message: Message) -> str:
        return render(message, language, reader=seat)

    def why(reason: Reason | None) -> Json:
        return None if reason is None else {"words": say(reason.message), "rule": reason.rule}

    labels = {part.id: say(part.label) for part in update.choices.parts}
    moves = update.choices.moves
    menu: list[Json] = [
        {
            "topic": say(Message(f"label.{entry.topic}")),
            "words": say(entry.message),
            "options": [
                {
                    "action": dump(moves[option.move].action),
                    "words": say(moves[option.move].message),
                    "label": labels.get(option.part or "", ""),
                }
                for option in entry.options
            ],
        }
        for entry in update.choices.menu
    ]
    log: list[Json] = [
        [say(message) for message in step.story] for step in replay_of(game, seat).steps[-40:]
    ]
    return {
        "version": update.version,
        "prompt": say(update.choices.prompt),
        "menu": menu,
        "reasons": {part: why(reason) for part, reason in update.choices.reasons.items()},
        "undo": why(update.undo),
        "redo": why(update.redo),
        "log": log,
        "result": None if update.result is None else say(update.result.message),
        "picture": svg(update.view, layout=shown, language=language, names=names),
    }
