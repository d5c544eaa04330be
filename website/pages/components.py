"""The components of the default edition: every datum with its provenance."""

from collections import Counter
from collections.abc import Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from toledo_rules import KOSMOS_2008
from toledo_rules.edition import LEVELS, Datum
from website.model.html import Row, table
from website.model.languages import words
from website.model.links import Links
from website.model.localized import component_words
from website.model.pages import WITHOUT_CONTENTS, Pages

_WHERE = "website/words"


def add_components(pages: Pages, links: Links, root: Path) -> None:
    """Add the page of the components."""
    said, page = words(links.language)["components"], links.page("components")
    ours = component_words(root, links.language)
    data = KOSMOS_2008.provenance
    count = Counter(datum.level for datum in data)
    levels = table(
        said["level_heads"],
        [
            Row((_level(level, said), said["level"][level][1], str(count[level])))
            for level in LEVELS
        ],
        label=said["levels"],
    )
    intro = said["intro"].format(data=len(data), assumed=count["assumed"])
    form = links.page("your-board").replace(".html", ".md")
    parts = [
        f"{WITHOUT_CONTENTS}# {said['title']}",
        links.switch(page),
        links.in_markdown(intro, page, _WHERE),
        levels,
        links.in_markdown(said["correcting"].format(form=form), page, _WHERE),
    ]
    for group, members in groupby(data, key=lambda datum: datum.key.partition(".")[0]):
        rows = [_row(datum, said, ours) for datum in members]
        name = said["groups"][group]
        parts += [f"## {name}", table(said["heads"], rows, label=name)]
    pages.put(page, "\n\n".join(parts) + "\n", links.language)


def _level(level: str, said: Mapping[str, Any]) -> str:
    return f'<span class="level-{level}">{said["level"][level][0]}</span>'


def _row(datum: Datum, said: Mapping[str, Any], ours: Mapping[str, Mapping[str, str]]) -> Row:
    value = escape(ours["values"].get(datum.value, datum.value))
    source = escape(ours["sources"].get(datum.source, datum.source)) or "&ndash;"
    key = f"<code>{escape(datum.key)}</code>"
    return Row((key, value, _level(datum.level, said), source), datum.key)
