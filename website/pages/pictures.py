"""Scenes as HTML: a picture before, what happens in words and in notation, a picture after.

Where there are scripts, a picture becomes a board to click (`website.pages.live`). It stays a picture for printers and
for readers without scripts. It has both schemes in it, light and dark, and takes that of the page around it.
"""

import re
from functools import cache
from html import escape
from itertools import groupby

from toledo_rules import (
    KOSMOS_2008,
    Action,
    Draw,
    Move,
    PlayCard,
    ReturnFigure,
    State,
    format_position,
    view,
)
from toledo_rules.describe import describe, position
from toledo_rules.edition import CATHEDRAL
from toledo_rules.events import Event
from toledo_rules.notation import format_action, format_turn
from toledo_rules.render import NOTHING, Highlights, PageLayout, score_table, svg
from toledo_rules.testing import card
from website.model.languages import page_of
from website.model.links import Links, relative
from website.model.pages import Pages
from website.pages.live import LAYOUTS, LiveBoards, words_of_pages
from website.positions import SCENES, Scene

_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')

MOST_OPTIONS = 6
"""Longest list of possibilities that is shown; a longer one would explain nothing."""


class Gallery:
    """Draws each scene once and shows it on any page."""

    def __init__(self, pages: Pages, links: Links, *, board: str = "") -> None:
        """Keep pages and links; `board` names the pages on which a position can be played on, if there are any."""
        self._pages = pages
        self._links = links
        self._board = board
        self._scenes: dict[str, Scene] = {}
        self._live = LiveBoards(pages)

    def show(self, name: str, page: str, where: str, language: str = "en") -> str:
        """A scene on a page; `where` is the file that asks for it."""
        scene = self._scene(name)
        words = words_of_pages()[language]
        parts = [self._figure(name, "before", page, language)]
        if scene.moves:
            sentences = "".join(f"<li>{escape(line)}</li>" for line in _sentences(scene, language))
            notation = escape(format_turn(_lines(scene.moves), scene.before.edition))
            parts.append(f"<p><code>{notation}</code></p>\n<ol>{sentences}</ol>")
            parts.append(self._figure(name, "after", page, language))
        if scene.moves and 0 < len(scene.options) <= MOST_OPTIONS:
            choices = "".join(
                f"<li>{_option(one, scene.after, language)}</li>" for one in scene.options
            )
            parts.append(f"<p>{words['options']}</p>\n<ul>{choices}</ul>")
        if scene.refused is not None and (why := scene.why_not):
            rule = self._links.html(why.rule, page, where, language)
            parts.append(
                f"<p>{words['not_legal']} {_option(scene.refused, scene.after, language)} "
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

    def picture(self, name: str, page: str, language: str = "en") -> str:
        """Only the picture of a scene, before anything happens, for wide screens and for narrow ones."""
        scene = self._scene(name)
        wide, narrow = (_file(name, "before", layout, language) for layout in LAYOUTS)
        for file, layout in zip((wide, narrow), LAYOUTS, strict=True):
            if file not in self._pages.files:
                self._pages.add(file, _drawn(scene, "before", layout, language))
        image = self._image(name, "before", page, language, wide)
        source = (
            f'<source media="(max-width: 38em)" srcset="{relative(narrow, page)}" '
            f"{sized(self._pages, narrow)}>"
        )
        return (
            f'<figure class="board"><picture>{source}{image}</picture>'
            f"<figcaption>{guessed_on_page(page, language)}</figcaption></figure>"
        )

    def finish(self) -> None:
        """Add the files that all live boards share."""
        self._live.finish()

    def _figure(self, name: str, moment: str, page: str, language: str) -> str:
        image = self._image(name, moment, page, language, _file(name, moment))
        scene = self._scene(name)
        heading = f"<b>{words_of_pages()[language][moment]}</b> " if scene.moves else ""
        text = f"{heading}<span>{escape(describe(_at(scene, moment), language=language))}</span>"
        actions = sum(not isinstance(move, (str, Draw)) for move in scene.moves)
        played = relative(page_of(language, self._board), page)
        board = f' data-open="{played}"' if self._board else ""
        return (
            f'<figure data-board="{name.lower()}" data-at="{actions if moment == "after" else 0}"{board}>'
            f"<picture>{image}</picture><figcaption>{text}</figcaption></figure>"
        )

    def _image(self, name: str, moment: str, page: str, language: str, file: str) -> str:
        """The picture, described for those who do not see it."""
        alt = in_words(_at(self._scene(name), moment), language)
        return (
            f'<img src="{relative(file, page)}" {sized(self._pages, file)} '
            f'alt="{escape(alt)}" loading="lazy">'
        )

    def _scene(self, name: str) -> Scene:
        if name not in self._scenes:
            self._scenes[name] = scene = SCENES[name]()
            for moment in ("before", "after") if scene.moves else ("before",):
                self._pages.add(_file(name, moment), _drawn(scene, moment, "tablet"))
            self._live.add(name, scene)
        return self._scenes[name]


def _drawn(scene: Scene, moment: str, layout: PageLayout, language: str = "en") -> str:
    state = _at(scene, moment)
    highlights = _before(scene) if moment == "before" else Highlights.after(scene.events)
    return svg(
        state,
        seat=state.active,
        highlights=highlights,
        theme="auto",
        layout=layout,
        language=language,
    )


def sized(pages: Pages, file: str) -> str:
    """Return width and height of a picture, so that a page does not jump when it comes."""
    found = _SIZE.search(pages.files[file])
    assert found is not None
    return f'width="{float(found[1]):.0f}" height="{float(found[2]):.0f}"'


@cache
def in_words(state: State, language: str = "en") -> str:
    """A position in sentences, as the player on turn sees it."""
    return " ".join(position(view(state, state.active), language=language).splitlines())


def guessed_on_page(page: str, language: str) -> str:
    """Return the notice below a picture on a page: how much of its board is a guess. Empty if nothing is."""
    words = words_of_pages()[language]
    said = guessed(language, f'<a href="{relative("components.html", page)}">{words["guess"]}</a>')
    return said and f'<p class="guessed">{said}</p>'


def guessed(language: str, guess: str | None = None) -> str:
    """Return the sentence that says how much of a drawn board is a guess, or nothing; `guess` stands for the word."""
    road = [datum for datum in KOSMOS_2008.provenance if datum.key.startswith("board.road.")]
    assumed = sum(datum.level == "assumed" for datum in road)
    if not assumed:
        return ""
    words = words_of_pages()[language]
    return words["guessed"].format(link=guess or words["guess"], guessed=assumed, steps=len(road))


def _at(scene: Scene, moment: str) -> State:
    return scene.before if moment == "before" else scene.after


def _file(name: str, moment: str, layout: PageLayout = "tablet", language: str = "en") -> str:
    spoken = "" if language == "en" else f"-{language}"
    return f"pictures/{name.lower()}-{moment}-{layout}{spoken}.svg"


def _before(scene: Scene) -> Highlights:
    """Return the highlights of the first move: its figure and its target."""
    first = scene.moves[0] if scene.moves else scene.refused
    match first:
        case PlayCard(card=card, origin=origin):
            target = min(origin + card.value, scene.before.edition.last_step)
            return Highlights(origin=origin, targets=[target], cards=[card])
        case ReturnFigure(step=step):
            return Highlights(origin=step, targets=[CATHEDRAL])
        case _:
            return NOTHING


def _sentences(scene: Scene, language: str) -> list[str]:
    """Return the events in words; a sentence that is repeated at once is left out."""

    def sentence(event: Event) -> str:
        return describe(event, scene.after, language=language)

    return [line for line, _ in groupby(map(sentence, scene.events))]


def _option(action: Action, state: State, language: str) -> str:
    notation = format_action(action, state.edition)
    return f"{escape(describe(action, state, language=language))} <code>{escape(notation)}</code>"


def _lines(moves: tuple[Move | str, ...]) -> list[tuple[Action, tuple[Draw, ...]]]:
    """The moves of a scene as lines of notation: each action with the cards that it turned up."""
    lines: list[tuple[Action, tuple[Draw, ...]]] = []
    for move in moves:
        if isinstance(move, str):
            action, draws = lines[-1]
            lines[-1] = (action, (*draws, *(Draw(card(word)) for word in move.split())))
        elif isinstance(move, Draw):
            action, draws = lines[-1]
            lines[-1] = (action, (*draws, move))
        else:
            lines.append((move, ()))
    return lines
