"""Scenes as HTML: a picture before, what happens in words and in notation, a picture after.

Each picture is drawn twice, for the column of a page and for phones. It has both schemes in it, light and dark, and
takes that of the page around it.
"""

import re
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
)
from toledo_rules.describe import describe, player_name
from toledo_rules.edition import CATHEDRAL, Step
from toledo_rules.events import Event
from toledo_rules.notation import Line, format_action, format_card, format_turn
from toledo_rules.render import NOTHING, Highlights, PageLayout, score_table, svg
from toledo_rules.testing import card
from website.links import Links, relative
from website.pages import Pages
from website.positions import SCENES, Scene

LAYOUTS: tuple[PageLayout, ...] = ("tablet", "phone")

_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')

MOST_OPTIONS = 6
"""Longest list of possibilities that is shown; a longer one would explain nothing."""


class Gallery:
    """Draws each scene once and shows it on any page."""

    def __init__(self, pages: Pages, links: Links) -> None:
        self._pages = pages
        self._links = links
        self._scenes: dict[str, Scene] = {}

    def show(self, name: str, page: str, where: str) -> str:
        """A scene on a page; `where` is the file that asks for it."""
        scene = self._scene(name)
        parts = [self._figure(name, "before", page)]
        if scene.moves:
            sentences = "".join(f"<li>{escape(line)}</li>" for line in _sentences(scene))
            notation = escape(format_turn(_lines(scene.moves), scene.before.edition))
            parts.append(f"<p><code>{notation}</code></p>\n<ol>{sentences}</ol>")
            parts.append(self._figure(name, "after", page))
        if scene.moves and 0 < len(scene.options) <= MOST_OPTIONS:
            choices = "".join(f"<li>{_option(one, scene.after)}</li>" for one in scene.options)
            parts.append(f"<p>What may be done now, and nothing else:</p>\n<ul>{choices}</ul>")
        if scene.refused is not None and (why := scene.why_not):
            rule = self._links.html(why.rule, page, where)
            parts.append(
                f"<p>Not legal here: {_option(scene.refused, scene.after)} "
                f"<q>{escape(describe(why, scene.after))}</q> ({rule})</p>"
            )
        if scene.counted:
            parts.append(f"<pre><code>{escape(score_table(scene.after))}</code></pre>")
        parts.append(_warning(page))
        position = escape(format_position(scene.before))
        inside = "\n".join(parts)
        return f'<div class="scene" data-position="{position}">\n{inside}\n</div>\n'

    def picture(self, name: str, page: str) -> str:
        """Only the picture of a scene, before anything happens."""
        image = self._image(name, "before", page)
        return f'<figure class="board">{image}<figcaption>{_warning(page)}</figcaption></figure>'

    def _figure(self, name: str, moment: str, page: str) -> str:
        image = self._image(name, moment, page)
        scene = self._scene(name)
        heading = f"<b>{moment.capitalize()}.</b> " if scene.moves else ""
        text = heading + escape(describe(_at(scene, moment)))
        return f"<figure>{image}<figcaption>{text}</figcaption></figure>"

    def _image(self, name: str, moment: str, page: str) -> str:
        """The picture for a wide screen, or else the one for a narrow screen; described for those who see neither."""
        alt = in_words(_at(self._scene(name), moment))
        wide, narrow = (_file(name, moment, layout) for layout in LAYOUTS)
        return (
            f'<picture><source media="(max-width: 38em)" srcset="{relative(narrow, page)}" '
            f'{sized(self._pages, narrow)}><img src="{relative(wide, page)}" {sized(self._pages, wide)} '
            f'alt="{escape(alt)}" loading="lazy"></picture>'
        )

    def _scene(self, name: str) -> Scene:
        if name not in self._scenes:
            self._scenes[name] = scene = SCENES[name]()
            for moment, state in (("before", scene.before), ("after", scene.after)):
                if moment == "before" or scene.moves:
                    highlights = (
                        _before(scene) if moment == "before" else Highlights.after(scene.events)
                    )
                    for layout in LAYOUTS:
                        picture = svg(
                            state,
                            seat=state.active,
                            highlights=highlights,
                            theme="auto",
                            layout=layout,
                        )
                        self._pages.add(_file(name, moment, layout), picture)
        return self._scenes[name]


def sized(pages: Pages, file: str) -> str:
    """Return width and height of a picture, so that a page does not jump when it comes."""
    found = _SIZE.search(pages.files[file])
    assert found is not None
    return f'width="{float(found[1]):.0f}" height="{float(found[2]):.0f}"'


def in_words(state: State) -> str:
    """A position in sentences, as somebody would tell it over the telephone."""
    said = [describe(state)]
    for seat, player in enumerate(state.players):
        who = player_name(seat, state)
        places = [_place(step) for step in player.figures]
        if player.inside:
            places.append(f"{player.inside} in the Alcazar")
        said.append(f"{who} has figures: {', '.join(places) or 'none'}.")
        shops = [
            f"{shop.kind} on {step} with {shop.circles} {'circle' if shop.circles == 1 else 'circles'}"
            for step, shop in enumerate(state.shops)
            if shop is not None and shop.owner == seat
        ]
        if shops:
            said.append(f"Shops of {who}: {', '.join(shops)}.")
    hand = ", ".join(format_card(card, state.edition) for card in state.players[state.active].hand)
    said.append(f"Hand of {player_name(state.active, state)}: {hand or 'empty'}.")
    return " ".join(said)


def _place(step: Step) -> str:
    return "cathedral" if step == CATHEDRAL else f"step {step}"


def _warning(page: str) -> str:
    """How much of the board in a picture is a guess; empty if nothing is."""
    road = [datum for datum in KOSMOS_2008.provenance if datum.key.startswith("board.road.")]
    guessed = sum(datum.level == "assumed" for datum in road)
    if not guessed:
        return ""
    href = relative("components.html", page)
    return (
        f'<p class="guessed">The order of the spaces is <a href="{href}">our guess</a> on {guessed} of {len(road)} '
        "steps, and so are the pictures on the cards; your board may look different.</p>"
    )


def _at(scene: Scene, moment: str) -> State:
    return scene.before if moment == "before" else scene.after


def _file(name: str, moment: str, layout: PageLayout) -> str:
    return f"pictures/{name.lower()}-{moment}-{layout}.svg"


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


def _sentences(scene: Scene) -> list[str]:
    """Return the events in words; a sentence that is repeated at once is left out."""

    def sentence(event: Event) -> str:
        return describe(event, scene.after)

    return [line for line, _ in groupby(map(sentence, scene.events))]


def _option(action: Action, state: State) -> str:
    notation = format_action(action, state.edition)
    return f"{escape(describe(action, state))} <code>{escape(notation)}</code>"


def _lines(moves: tuple[Move | str, ...]) -> list[Line]:
    """The moves of a scene as lines of notation: each action with the cards that it turned up."""
    lines: list[Line] = []
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
