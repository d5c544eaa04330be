"""The components of the default edition: every datum with its provenance."""

from collections import Counter
from html import escape
from itertools import groupby

from toledo_rules import KOSMOS_2008
from toledo_rules.edition import LEVELS, Datum
from website.model.html import Row, table
from website.model.links import Links
from website.model.pages import WITHOUT_CONTENTS, Pages

LEVEL_MEANS = {
    "rulebook": "a rulebook says so",
    "published": "a published review or session report says so; it is named",
    "inferred": "it follows from the two above; the argument is given",
    "assumed": "nobody says so: a choice of ours that may be wrong",
    "house": "somebody has changed it for a table of their own: a house rule",
}
GROUPS = {
    "counts": "How many there are",
    "players": "Players and their shops",
    "board": "The board",
    "masters": "Master tiles",
    "cards": "Money cards",
    "paintings": "Paintings",
    "swords": "Swords",
}
_PAGE = "components.html"
_FILE = "src/toledo_rules/editions/kosmos-2008.toml"


def add_components(pages: Pages, links: Links) -> None:
    """The page of the components."""
    data = KOSMOS_2008.provenance
    count = Counter(datum.level for datum in data)
    levels = table(
        ("level", "means", "data"),
        [Row((_level(level), LEVEL_MEANS[level], str(count[level]))) for level in LEVELS],
        label="Levels",
    )
    intro = (
        "The rulebooks print counts, prices and a few values; the rest exists only as pictures that no text carries. "
        f"So the components are data, and each datum names its source. Of {len(data)} data "
        f"{count['assumed']} are assumed. CMP-01 and the following rules explain the components."
    )
    parts = [
        WITHOUT_CONTENTS + "# Components",
        links.in_markdown(intro, _PAGE, "website/pages/components.py"),
        levels,
        _correcting(),
    ]
    for group, members in groupby(data, key=lambda datum: datum.key.partition(".")[0]):
        rows = [_row(datum) for datum in members]
        heads = ("datum", "value", "level", "from")
        parts += [f"## {GROUPS[group]}", table(heads, rows, label=GROUPS[group])]
    pages.add("components.md", "\n\n".join(parts) + "\n")


def _correcting() -> str:
    return (
        "## Is your box different?\n\n"
        "If you own the game, fill in [What is on your board?](your-board.md): it asks for what is assumed, one thing "
        "after the other, and writes the edition file.\n\n"
        "You can also write it by hand:\n\n"
        "1. Let `toledo-rules edition show` print the edition, and keep it in a file.\n"
        "2. Change what is wrong, and set `level` and `source` beside it.\n"
        "3. `toledo-rules edition check mine.toml` names every mistake by its key, and "
        "`toledo-rules edition diff mine.toml` what is different.\n\n"
        "The keys below are those of the file. If you are sure, file an issue: the button *Report* beside "
        "A-09 copies a text to begin with.\n"
    )


def _level(level: str) -> str:
    return f'<span class="level-{level}">{level}</span>'


def _row(datum: Datum) -> Row:
    key, value = escape(datum.key), escape(datum.value)
    source = escape(datum.source) or "&ndash;"
    return Row((f"<code>{key}</code>", value, _level(datum.level), source), datum.key)
