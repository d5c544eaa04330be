"""Pictures of positions: for pages and notebooks as SVG, for terminals as text.

>>> from random import Random
>>> from toledo_rules import new_game
>>> from toledo_rules.render import Highlights, svg
>>> picture = svg(new_game(3, Random(1)), highlights=Highlights(origin=0, targets=[5]), theme="dark")
>>> picture.count('data-step="5"')
1

A `Picture` is a text, and a notebook that gets one shows it. `text` is the same for a terminal, and `score_table` the
score.
"""

from toledo_rules.render.highlights import NOTHING, Highlights
from toledo_rules.render.measures import Layout
from toledo_rules.render.picture import Picture, svg
from toledo_rules.render.scores import score_table
from toledo_rules.render.text import text
from toledo_rules.render.theme import Theme

__all__ = ["NOTHING", "Highlights", "Layout", "Picture", "Theme", "score_table", "svg", "text"]
