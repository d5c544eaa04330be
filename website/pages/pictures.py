"""Scenes as HTML: the position, what happens in words and in notation, and what is so afterwards.

Scripts make a table of it, on which everything can be tried (`website/board/example.ts`); without them the position is
told in words.
"""

import re
from html import escape
from itertools import groupby

from toledo_rules import (
    KOSMOS_2008,
    Action,
    State,
    format_position,
)
from toledo_rules.describe import describe
from toledo_rules.events import Event
from toledo_rules.notation import format_action, format_turn
from toledo_rules.render import score_table
from website.model.languages import page_for, page_of, words
from website.model.links import Links, relative
from website.model.pages import Pages
from website.positions import SCENES, Scene

_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')

MOST_OPTIONS = 6
"""The longest list of possibilities that is shown; a longer one would explain nothing."""


class Gallery:
    """Makes each scene once and shows it on any page."""

    def __init__(self, links: Links, *, board: str = "") -> None:
        """Keep the links; `board` names the pages on which a position can be played on, if there are any."""
        self._links = links
        self._board = board
        self._scenes: dict[str, Scene] = {}

    def show(self, name: str, page: str, where: str, language: str = "en") -> str:
        """A scene on a page; `where` is the file that asks for it."""
        scene = self._scene(name)
        said = words(language)["pictures"]
        notation = escape(format_turn(scene.turn, scene.before.edition))
        parts = [self._figure(name, notation, page, language)]
        if scene.turn:
            sentences = "".join(f"<li>{escape(line)}</li>" for line in _sentences(scene, language))
            parts.append(f"<p><code>{notation}</code></p>\n<ol>{sentences}</ol>")
            parts.append(f"<p>{_told(scene, 'after', language)}</p>")
        if scene.turn and 0 < len(scene.options) <= MOST_OPTIONS:
            choices = "".join(
                f"<li>{_option(one, scene.after, language)}</li>" for one in scene.options
            )
            parts.append(f"<p>{said['options']}</p>\n<ul>{choices}</ul>")
        if scene.refused is not None and (why := scene.why_not):
            rule = self._links.html(why.rule, page, where, language)
            parts.append(
                f"<p>{said['not_legal']} {_option(scene.refused, scene.after, language)} "
                f"<q>{escape(describe(why, scene.after, language=language))}</q> ({rule})</p>"
            )
        if scene.counted:
            table = escape(score_table(scene.after, language=language))
            parts.append(f'<pre tabindex="0"><code>{table}</code></pre>')
        parts.append(guessed_on_page(page, language))
        written = escape(format_position(scene.before))
        inside = "\n".join(parts)
        return (
            f'<div class="scene" lang="{language}" data-language="{language}" '
            f'data-position="{written}">\n{inside}\n</div>\n'
        )

    def _figure(self, name: str, notation: str, page: str, language: str) -> str:
        played = relative(page_of(language, self._board), page)
        board = f' data-open="{played}"' if self._board else ""
        line = f' data-line="{notation}"' if notation else ""
        return (
            f'<figure data-board="{name.lower()}"{line}{board}>'
            f"<figcaption>{_told(self._scene(name), 'before', language)}</figcaption></figure>"
        )

    def _scene(self, name: str) -> Scene:
        if name not in self._scenes:
            self._scenes[name] = SCENES[name]()
        return self._scenes[name]


def sized(pages: Pages, file: str) -> str:
    """Return width and height of a picture, so that a page does not jump when it comes."""
    found = _SIZE.search(pages.files[file])
    assert found is not None
    return f'width="{float(found[1]):.0f}" height="{float(found[2]):.0f}"'


def guessed_on_page(page: str, language: str) -> str:
    """Return the notice below a picture on a page: how much of its board is a guess. Empty if nothing is."""
    word = words(language)["pictures"]["guess"]
    components = relative(page_for(language, "components"), page)
    said = guessed(language, f'<a href="{components}">{word}</a>')
    return said and f'<p class="guessed">{said}</p>'


def guessed(language: str, guess: str | None = None) -> str:
    """Return the sentence that says how much of a drawn board is a guess, if any; `guess` is the word to use."""
    road = [datum for datum in KOSMOS_2008.provenance if datum.key.startswith("board.road.")]
    assumed = sum(datum.level == "assumed" for datum in road)
    if not assumed:
        return ""
    said = words(language)["pictures"]
    return str(said["guessed"]).format(
        link=guess or said["guess"], guessed=assumed, steps=len(road)
    )


def _told(scene: Scene, moment: str, language: str) -> str:
    """Return the pending decision before or after a scene."""
    heading = f"<b>{words(language)['pictures'][moment]}</b> " if scene.turn else ""
    state = scene.before if moment == "before" else scene.after
    return f"{heading}<span>{escape(describe(state, language=language))}</span>"


def _sentences(scene: Scene, language: str) -> list[str]:
    """Return the events in words; a sentence that is repeated at once is left out."""

    def sentence(event: Event) -> str:
        return describe(event, scene.after, language=language)

    return [line for line, _ in groupby(map(sentence, scene.events))]


def _option(action: Action, state: State, language: str) -> str:
    notation = format_action(action, state.edition)
    return f"{escape(describe(action, state, language=language))} <code>{escape(notation)}</code>"
