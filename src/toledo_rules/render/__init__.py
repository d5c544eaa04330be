"""Pictures of positions: SVG for pages and notebooks, text for terminals.

>>> from random import Random
>>> from toledo_rules import new_game
>>> from toledo_rules.render import Highlights, svg
>>> picture = svg(new_game(3, Random(1)), highlights=Highlights(origin=0, targets=[5]), theme="dark")
>>> picture.count('id="space:5"')
1

`svg` returns a `Picture`, a `str` of SVG that notebooks display. `text` draws the same for a terminal, and
`score_table` the score. All take a `State`, a `View` or a `Game`, a language and the players' names.

A picture shows the hands that the position contains: every hand of a `State`, but only the hand of its seat of a
`View`. Pass ``seat=1`` to show a `State` as that player sees it, or ``seat=None`` as a spectator does. For players,
draw a view or pass `seat`. A `Game` requires it, so that hidden cards are not shown by accident.
"""

from toledo_rules._pieces import (
    Flight,
    PartId,
    PartKind,
    Seating,
    figure_steps,
    flights,
    seat_figures,
)
from toledo_rules.render._layout import (
    Highlights,
    PageLayout,
    Places,
    places,
)
from toledo_rules.render._palette import Theme
from toledo_rules.render._svg import Item, Picture, board, drawing, scene, svg
from toledo_rules.render._text import (
    BOLD,
    Painter,
    Style,
    player_style,
    score_table,
    text,
)
from toledo_rules.state import Viewer

__all__ = [
    "BOLD",
    "Flight",
    "Highlights",
    "Item",
    "PageLayout",
    "Painter",
    "PartId",
    "PartKind",
    "Picture",
    "Places",
    "Seating",
    "Style",
    "Theme",
    "Viewer",
    "board",
    "drawing",
    "figure_steps",
    "flights",
    "places",
    "player_style",
    "scene",
    "score_table",
    "seat_figures",
    "svg",
    "text",
]
