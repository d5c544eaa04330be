"""A picture of a position in a recorded game, as SVG.

The picture in the README is made by

    python examples/picture.py tests/record/corpus/four-players.toledo --at 150 --theme light > docs/assets/board.svg
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice

from toledo_rules.record import load_record, replay
from toledo_rules.render import Highlights, Picture, Theme, svg


def picture(path: str, at: int, theme: Theme) -> Picture:
    """The position after a number of moves, with the last one marked."""
    ply = next(islice(replay(load_record(path).complete()), at - 1, None), None)
    if ply is None:
        raise ValueError(f"{path} has no move {at}")
    marked = Highlights.after(ply.transition.seen_by(None))
    return svg(ply.after, seat=ply.after.active, highlights=marked, theme=theme)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="A picture of a position in a recorded game, as SVG."
    )
    parser.add_argument("record", help="a record, as text or JSON")
    parser.add_argument("--at", type=int, default=1, metavar="N", help="after N moves")
    parser.add_argument("--theme", choices=("auto", "light", "dark", "print"), default="auto")
    options = parser.parse_args(argv)
    try:
        print(picture(options.record, options.at, options.theme))
    except (OSError, ValueError) as error:  # a damaged record is a ValueError too
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
