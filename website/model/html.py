"""Small pieces of HTML that several pages use."""

from collections.abc import Iterable, Sequence
from html import escape

from attrs import frozen


@frozen
class Row:
    """A line of a table; the cells are HTML."""

    cells: tuple[str, ...]
    anchor: str = ""
    """An id for links to this line."""


def table(
    heads: Sequence[str],
    rows: Iterable[Row],
    *,
    kind: str = "",
    label: str = "",
    bare: bool = False,
) -> str:
    """A table. On a small screen each line of it becomes a block with the heads beside the cells.

    The kind "sortable" lets a reader sort it by any column; without scripts it is a plain table. In a bare table the
    cells speak for themselves: on a small screen no head is repeated.
    """
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    lines = []
    for row in rows:
        anchor = f' id="{row.anchor}"' if row.anchor else ""
        cells = "".join(
            f"<td>{cell}</td>"
            if bare
            else f'<td data-label="{escape(name)}"><div>{cell}</div></td>'
            for name, cell in zip(heads, row.cells, strict=True)
        )
        lines.append(f"<tr{anchor}>{cells}</tr>")
    named = f' aria-label="{escape(label)}"' if label else ""
    body = "\n".join(lines)
    return (
        f'<table class="stacked {kind}"{named}>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table>"
    )
