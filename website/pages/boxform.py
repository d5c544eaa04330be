"""The form "What is on your board?": the assumed data of the default edition, one by one, for people who own the box.

website/form/form.js makes an edition file of the answers, and page.js shows the questions. What they know of editions
is written here as data, from the edition file itself and from the JSON schema of editions.
"""

import json
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import asdict, frozen

from spec.tools.tables import Problem
from toledo_rules import KOSMOS_2008
from toledo_rules.edition import (
    LARGEST_NUMBER,
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_KINDS,
    MOVEMENT,
    NEUTRAL,
    Datum,
)
from toledo_rules.editions import SHIPPED_EDITIONS, edition_to_toml
from website.model.languages import words
from website.model.links import Links
from website.model.localized import component_words
from website.model.pages import WITHOUT_CONTENTS, Pages

FOLDER = Path(__file__).parents[1] / "form"
ORDER = "docs/assets/study/screening.json"
"""The result of `python -m lab.studies.study.screening`: the questions, first those on whose answers most hangs."""
SCHEMA = "src/toledo_rules/data/toledo.schema.json"
PAGE = "your-board"
SCRIPTS = ("form.js", "page.js")

_SPACES = {"sites": "site", "taverns": "tavern", "artists": "artist", "entrances": "entrance"}
_KINDS = {
    "board.road": "space",
    "swords": "sword",
    "cards.pictures": "picture",
    "masters.colours": "colour",
    "masters.tiles": "tile",
}
"""What a question is about, by the section of its key."""

_TEXT = """# {title}

{switch}

{intro}

<div id="box-form" class="box-form"><noscript>{scripts}</noscript></div>

<script src="assets/{data}"></script>
<script src="assets/form.js"></script>
<script src="assets/page.js"></script>
"""


@frozen
class Question:
    """One question of the form."""

    id: str
    """The key of a datum in an edition file; of a sword, the key of all its data."""
    kind: str
    """The sort of answer: space, sword, picture, colour or tile."""
    title: str
    assumed: str
    """The answer that is assumed, in English: a draft is known by it in every language."""
    told: str
    """The same in words, in the language of the page."""
    why: str
    """The reason for it; empty if there is none."""
    extra: bool
    """It is not assumed, but worth a look."""
    symbols: tuple[str, ...]
    """The pieces to show, as symbols of the board."""


def add_box_form(pages: Pages, root: Path, links: Links) -> None:
    """Add the page and its data, and in English, which comes first, its scripts."""
    said, page = words(links.language)["form"], links.page(PAGE)
    if links.language == "en":
        links.problems += faults(root)
        for script in SCRIPTS:
            pages.add(f"assets/{script}", (FOLDER / script).read_text(encoding="utf-8"))
    written = json.dumps(form_data(root, links.language), ensure_ascii=False, separators=(",", ":"))
    data = page.replace(PAGE, "box-form-data").replace(".html", ".js")
    pages.add(f"assets/{data}", f"var ToledoFormData = {written};\n")
    levels = [datum.level for datum in KOSMOS_2008.provenance]
    asked = [question.extra for question in questions(root)]
    components = links.page("components")
    intro = said["intro"].format(
        data=len(levels),
        assumed=levels.count("assumed"),
        questions=len(asked),
        guessing=asked.count(False),
        extra=asked.count(True),
        components=components.replace(".html", ".md"),
        numbers="explanation/the-game-in-numbers.md#what-to-look-at-in-a-box-first",
    )
    text = _TEXT.format(
        title=said["title"],
        switch=links.switch(page),
        intro=intro.strip(),
        scripts=said["scripts"].format(components=components),
        data=data,
    )
    pages.put(page, WITHOUT_CONTENTS + text, links.language)


def form_data(root: Path, language: str = "en") -> dict[str, object]:
    """Return everything that the form knows of editions, and what it says."""
    said = words(language)["form"]["says"]
    text = edition_to_toml(KOSMOS_2008)
    schema = json.loads((root / SCHEMA).read_text(encoding="utf-8"))["$defs"]
    sword = schema["Sword"]["properties"]
    bounds = {part: [sword[part]["minimum"], sword[part]["maximum"]] for part in sword}
    return {
        "name": "from-my-box",
        "title": said["edition"].format(title=KOSMOS_2008.title),
        "source": said["source"],
        "words": said,
        "document": tomllib.loads(text),
        "about": _about(text),
        "questions": [asdict(question) for question in questions(root, language)],
        "pattern": schema["Edition"]["properties"]["name"]["pattern"],
        "limits": {
            "name": LONGEST_NAME,
            "line": LONGEST_LINE,
            "number": LARGEST_NUMBER,
            "kinds": MOST_KINDS,
        },
        "bounds": bounds | {"copies": [1, LARGEST_NUMBER], "pictured": [0, LARGEST_NUMBER]},
        "reserved": [NEUTRAL, MOVEMENT],
        "shipped": list(SHIPPED_EDITIONS),
        "spaces": _SPACES,
        "kinds": list(_SPACES.values()),
        "rows": list(dict.fromkeys(space.row for space in KOSMOS_2008.road if space.row)),
    }


def _about(text: str) -> dict[str, str]:
    """Return the remarks of an edition file by the table that they stand before; those of the file under no name."""
    remarks = re.findall(r"((?:^#.*\n)+)\[+(\w+)\]", text, re.MULTILINE)
    head = text.partition("\n\nname =")[0] + "\n\n"
    return {"": head, **{table: remark for remark, table in remarks}}


def _asked(root: Path) -> list[str]:
    """Return the questions in the order in which they are asked: along the road, then what changes games most."""
    screening = json.loads((root / ORDER).read_text(encoding="utf-8"))
    return sorted((one["question"] for one in screening["questions"]), key=_space)


def _space(question: str) -> float:
    """Return the space that a question is about; infinity for what is not on the road."""
    section, _, last = question.rpartition(".")
    return int(last) if section == "board.road" else math.inf


def _data(question: str) -> list[Datum]:
    """Return the data that a question is about."""
    return [
        datum
        for datum in KOSMOS_2008.provenance
        if datum.key == question
        or (question.startswith("swords.") and datum.key.startswith(f"{question}."))
    ]


def faults(root: Path) -> Iterator[Problem]:
    """Yield what is missing in the order of questions, and what should not be there."""
    order = _asked(root)
    asked = [datum.key for question in order for datum in _data(question)]
    for question in order:
        if not _data(question):
            yield Problem(ORDER, question, "order", "expected the key of a datum")
        if order.count(question) > 1:
            yield Problem(ORDER, question, "order", "this question is there twice")
    for datum in KOSMOS_2008.provenance:
        if datum.level == "assumed" and datum.key not in asked:
            yield Problem(ORDER, datum.key, "order", "this is assumed, and nobody is asked")


def questions(root: Path, language: str = "en") -> Iterator[Question]:
    """Yield the questions in their order."""
    ours = component_words(root, language)
    for id in _asked(root):
        kind = next(kind for section, kind in _KINDS.items() if id.startswith(f"{section}."))
        data = _data(id)
        sources = dict.fromkeys(datum.source for datum in data if datum.source)
        why = "; ".join(ours["sources"].get(source, source) for source in sources)
        _, assumed, symbols = _worded(kind, id, data, "en", {})
        title, told, _ = _worded(kind, id, data, language, ours["values"])
        extra = all(datum.level != "assumed" for datum in data)
        yield Question(id, kind, title, assumed, told, why, extra, symbols)


def _worded(
    kind: str, id: str, data: list[Datum], language: str, ours: Mapping[str, str]
) -> tuple[str, str, tuple[str, ...]]:
    """Return the title of a question, the assumed answer, and the pieces to show."""
    said = words(language)["form"]["questions"]
    last = id.split(".")[2:]
    values = {datum.key.rpartition(".")[2]: ours.get(datum.value, datum.value) for datum in data}
    value = ours.get(data[0].value, data[0].value)
    if kind == "space":
        return said["space"].format(step=last[0]), value, ()
    if kind == "sword":
        return (
            said["sword"].format(**values),
            said["worth"].format(**values),
            (f"sword-{values['value']}",),
        )
    if kind == "picture":
        colour, stance = last
        shown = tuple(
            f"card-{value}{colour[0]}{stance[0]}"
            for value in sorted({one.value for one in KOSMOS_2008.cards})
        )
        named = {"colour": said["colours"][colour], "stance": said["stances"][stance]}
        return said["pictures"].format(**named), said["values"].format(copies=value), shown
    symbols = (f"tile-{last[0][0]}",)
    if kind == "tile":
        return said["tiles"].format(colour=ours.get(last[0], last[0])), value, symbols
    return said["colour"], value, symbols
