"""Letters to pages: nothing hidden is in them, and they are small."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from attrs import evolve

from examples.web.feed import Feed, Moment
from examples.web.lesson import STEPS
from examples.web.pages import FOLDER
from toledo_rules import Game, Seat, determinize, view
from toledo_rules.bots import GreedyBot, bots
from toledo_rules.describe import LANGUAGES, language_tables

BOT = GreedyBot()


def moments(seat: Seat | None, plies: int = 90) -> list[Moment]:
    """What a seat sees of a game between bots, move by move."""
    rng = Random(4)
    game = Game(["Ana", "Ben", "Carla"], rng=rng)
    seen = [Moment.of(game, seat)]
    for _ in range(plies):
        game.play(BOT.choose(game.view(game.active), rng))
        seen.append(Moment.of(game, seat))
    return seen


@pytest.mark.parametrize("seat", [0, None])
def test_no_byte_depends_on_a_hidden_card(seat: Seat | None) -> None:
    """A-128, A-131: the same view, whatever others hold, gives the same letter."""
    for moment in moments(seat)[::15]:
        other = view(determinize(moment.view, Random(7)), seat)
        twin = evolve(moment, view=other)
        assert json.dumps(Feed("en").letter(moment)) == json.dumps(Feed("en").letter(twin))


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_are_small(language: str) -> None:
    """At most 6 kB for a change and viewer, on average, before compression."""
    for seat in (0, None):
        feed = Feed(language)
        sizes = [
            len(json.dumps(feed.letter(moment), ensure_ascii=False).encode())
            for moment in moments(seat)
        ]
        assert sum(sizes[1:]) / len(sizes[1:]) < 6_000


def test_only_news_are_sent() -> None:
    """All letters together make the same scene as the last one alone."""
    feed, known = Feed("en"), dict[str, object]()
    seen = moments(0, 40)
    for moment in seen:
        letter = feed.letter(moment)
        scene = letter["scene"]
        assert isinstance(scene, dict)
        for part, item in scene.items():
            if item is None:
                del known[part]
            else:
                known[part] = item
    assert known == Feed("en").letter(seen[-1])["scene"]


def test_the_words_of_the_page_are_those_of_the_catalogues() -> None:
    """No key is missing, and none is left over."""
    sources = "\n".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.*"))
    used = set(re.findall(r'data-(?:word|label)="(\w+)"|word\("(\w+)"|tool\("(\w+)"', sources))
    named = {key for keys in used for key in keys if key}
    named |= {f"bot_{bot.name}" for bot in bots()[:6]} | {step.word for step in STEPS}
    assert named == set(language_tables("en")["page"])
