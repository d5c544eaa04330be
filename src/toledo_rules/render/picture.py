"""Pictures of positions, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from toledo_rules.describe import Language, describe
from toledo_rules.hidden import plain_position
from toledo_rules.render.blocks import Block, column, num, plain, together
from toledo_rules.render.board import Board
from toledo_rules.render.highlights import NOTHING, Highlights
from toledo_rules.render.measures import LAYOUTS, MEASURES, Layout
from toledo_rules.render.panels import Panels
from toledo_rules.render.speech import speech
from toledo_rules.render.theme import THEMES, Theme, style
from toledo_rules.render.things import Desk
from toledo_rules.scoring import score
from toledo_rules.state import State
from toledo_rules.views import View, view


class Picture(str):
    """A picture: the text of an SVG file, which a notebook shows as what it is."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    position: State | View,
    *,
    highlights: Highlights = NOTHING,
    theme: Theme = "auto",
    layout: Layout = "wide",
    language: Language = "en",
    names: Sequence[str] = (),
) -> Picture:
    """A picture of a position: the board, the supply, the players' areas, and one hand.

    A view shows the hand of its seat, or none for a spectator. A position is shown as the player on turn sees it: as
    ``svg(view(state, state.active))``. So no picture ever holds the hidden cards of two players. Equal positions give
    equal pictures.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> state = new_game(2, Random(1))
    >>> picture = svg(state, layout="narrow", language="de")
    >>> picture[:27], "Rot ist an der Reihe" in picture
    ('<svg xmlns="http://www.w3.o', True)
    >>> svg(state) == svg(view(state, state.active))
    True

    What a person may want to click carries its data: ``data-step`` (a space of the road), ``data-card``,
    ``data-sword``, ``data-shop`` (in notation), ``data-tile`` (the kind), ``data-painting`` (the value) and
    ``data-player`` (the seat); ``data-hand`` (the seat) is around the cards of the hand. In a browser,
    ``event.target.closest("[data-step]")`` finds it. Every space can be clicked all over.

    Args:
        position: what to show.
        highlights: what to point out.
        theme: light, dark, or what the reader's system prefers.
        layout: wide for screens (1600 units), narrow for phones (360 units).
        language: of the words, and of the tooltips.
        names: the players' names by seat. Who has none is called by the colour.

    Raises:
        ValueError: there is no such theme or layout or language, or a view does not add up.
    """
    if theme not in THEMES:
        raise ValueError(f"a theme is one of {', '.join(THEMES)}, not {theme!r}")
    if layout not in LAYOUTS:
        raise ValueError(f"a layout is one of {', '.join(LAYOUTS)}, not {layout!r}")
    seen = view(position, position.active) if isinstance(position, State) else position
    whole = position if isinstance(position, State) else plain_position(position)
    sentence = describe(seen, language=language, names=names)
    desk = Desk(seen.edition, speech(seen.edition, language, tuple(names)), MEASURES[layout])
    fame = tuple(score(whole, seat).total for seat in range(len(seen.players)))
    page = _page(Board(desk, seen, highlights), Panels(desk, seen, fame, highlights), sentence)
    width, height = num(page.width), num(ceil(page.height))
    most = f' font-size="{num(desk.size.small)}"'  # most texts have this size, so it is said once
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' class="tl-{theme}"{most} role="img" lang="{language}">'
        f"<title>{plain(sentence)}</title><style>{style(theme)}</style>"
        f'<rect width="{width}" height="{height}" class="tl-page"/>{page.draw(0, 0).replace(most, "")}</svg>\n'
    )


def _page(board: Board, panels: Panels, sentence: str) -> Block:
    """Everything in its place: side by side if there is room, else below each other."""
    size = board.desk.size
    room = size.page - 2 * size.margin
    if not size.side:
        inside = column(
            [
                panels.turn(sentence, room),
                board.draw(room),
                panels.hand(room),
                panels.players(room),
                panels.supply(room),
                panels.key(room),
            ],
            size.gap,
        )
        return together(
            [(size.margin, size.margin, inside)], size.page, inside.height + 2 * size.margin
        )
    wide = room - size.side - size.gap
    turn, key = panels.turn(sentence, size.side), panels.key(size.side)
    hand, supply = panels.hand(wide), panels.supply(size.side)
    below = hand.height + size.gap if hand.height else 0
    right = column([turn, supply, key], size.gap)
    board_block = board.draw(wide, right.height - below)
    left = column([board_block, hand], size.gap)
    right = column(
        [turn, panels.supply(size.side, supply.height + left.height - right.height), key], size.gap
    )
    players = panels.players(room)
    return together(
        [
            (size.margin, size.margin, left),
            (size.margin + wide + size.gap, size.margin, right),
            (size.margin, size.margin + left.height + size.gap, players),
        ],
        size.page,
        left.height + size.gap + players.height + 2 * size.margin,
    )
