"""The look of the plots: dark ink on light paper, which can be read on a light page and on a dark one, and in print.

Nothing is said by colour alone: whatever differs has a mark, a line or a label of its own too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

PAPER, INK, FAINT = "#fcfbf8", "#22262b", "#8a8f96"
COLOURS = ("#8c2d19", "#1f5a8a", "#a9851f", "#2f5a2a", "#7d5aa6")
"""They differ in lightness too."""
MARKS = ("o", "s", "D", "^", "v")

STYLE: dict[Any, Any] = {
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlecolor": INK,
    "axes.labelsize": 10,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dcdad4",
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "font.size": 10,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],  # as wide as the one of matplotlib
    "legend.frameon": False,
    "svg.hashsalt": "toledo-rules",  # the same plot is the same file
    "svg.fonttype": "none",  # texts are texts, not drawn letters, which would be half of the file
}


@contextmanager
def plot(path: Path, rows: int, columns: int, *, size: tuple[float, float]) -> Iterator[list[Axes]]:
    """Panels to draw on, which are then written to a file, as SVG or PNG by its name.

    Panels beside each other have the same height of everything, panels under each other the same width.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        grid = figure.subplots(rows, columns, squeeze=False, sharex="col", sharey="row")
        yield list(grid.flat)
        metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        figure.savefig(path, dpi=160, metadata=metadata)
