"""The search index: every answer, rule, ruling, example and term, and the words that players use to ask for them.

website/search/search.js does the searching, on the page and for `python -m website.search`. This module only gathers
what it needs into one value, so that the page can load it as a script, without a server.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, Literal

from attrs import asdict, evolve, frozen

from spec.tools.rules import Section
from spec.tools.tables import Problem, Table, text, texts
from toledo_rules.rulebook import SOURCE, Chapter, Paragraph, read
from website.model.answers import PAGE as ANSWERS
from website.model.answers import Answer, read_answers, read_translated
from website.model.content import Content, plain
from website.model.keywords import entry_of
from website.model.languages import LANGUAGES, TRANSLATIONS, WHOLE, page_of, words
from website.model.links import Links
from website.model.localized import localized
from website.model.packing import packed
from website.model.pages import Pages
from website.model.standing import Standing, of_answer, of_section, of_sections
from website.pages.handbook import carriers, paragraphs

FOLDER = Path(__file__).parent
MEANINGS = "website/search/meanings.toml"
ASKED = "website/search/asked/{}.jsonl"
"""The vocabulary of players in one language: stop words, words by meaning, and ways to ask by entry."""
SMALL = "small words"
INDEX = "assets/search-index.js"
SPOKEN = "assets/search-{}.js"
"""The part of the index for a language other than English."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_NUMBERS = re.compile(r"\s*\((?:(?:[A-Z]{1,3}-\d+[a-z]?)(?:, | and | to | und | bis )?)+\)")
_LONG_ENOUGH = 240
"""Length of a text after which no further sentence is shown in a result."""

Kind = Literal["answer", "rule", "ruling", "example", "term", "difference", "guide"]


@frozen
class Badge:
    """A badge as the page shows it."""

    kind: str
    label: str


@frozen
class Entry:
    """One result of the search."""

    id: str
    kind: Kind
    title: str
    answer: str
    """What the result says: the answer itself, or the first sentences of a rule."""
    where: str
    """Address of the entry, from the root of the site."""
    text: str
    """Its full text, for words that are in no way to ask."""
    standing: Badge | None = None
    """How firmly it stands."""
    weighed: Badge | None = None
    """How firmly the paragraph of the handbook stands, if it says more than the rule because it contains rulings."""
    rules: tuple[str, ...] = ()
    """The rules behind an answer."""
    asked: Mapping[str, tuple[str, ...]] = {}
    """Ways to ask for it as players do, by language."""
    spoken: Mapping[str, tuple[str, str, str]] = {}
    """Title, text and address in other languages, by their codes."""
    told: Mapping[str, str] = {}
    """The paragraph of the handbook that carries it, by language."""
    headed: Mapping[str, tuple[str, str]] = {}
    """Title and address in other languages: of the paragraph of the handbook, or of a word."""


def index(content: Content, links: Links, guides: Iterable[Entry] = ()) -> dict[str, Any]:
    """Return everything that the search needs. Mistakes in the words are reported as problems of the links."""
    said = {code: _said(content.root, code) for code in LANGUAGES}
    entries = [*_entries(content, links), *guides]
    known = {entry.id for entry in entries}
    meanings = tomllib.loads((content.root / MEANINGS).read_text(encoding="utf-8"))
    for code, lines in said.items():
        links.problems += (
            Problem(ASKED.format(code), key, "key", "expected an entry or a meaning")
            for key in lines.keys() - known - meanings.keys() - {SMALL}
        )
    told = []
    spoken: dict[str, dict[str, dict[str, object]]] = {code: {} for code in TRANSLATIONS}
    for entry in entries:
        asked = {
            code: ways
            for code, lines in said.items()
            if (ways := (*entry.asked.get(code, ()), *lines.get(entry.id, ())))
        }
        table = asdict(evolve(entry, asked=asked))
        for field in ("asked", "spoken", "headed", "told"):
            for code in table[field].keys() & spoken.keys():
                spoken[code].setdefault(entry.id, {})[field] = table[field].pop(code)
        told.append(table)
    return {
        "words": _words(content, meanings, said, links.problems),
        "small": {code: lines[SMALL] for code, lines in said.items()},
        "standings": _standings(content),
        "entries": told,
        "languages": spoken,
    }


def _said(root: Path, code: str) -> dict[str, Any]:
    """Return the lines of a language by their keys."""
    lines = (root / ASKED.format(code)).read_text(encoding="utf-8").splitlines()
    return {key: value for line in lines for key, value in json.loads(line).items()}


def _standings(content: Content) -> dict[str, dict[str, str]]:
    """The words of badges in other languages, by the English ones."""
    all_of_them = (
        *(of_answer(answer.sentences, content) for answer in read_answers(content.root)[0]),
        *(of_section(section, content) for section in content.living),
        *filter(None, (_weighed(section, content) for section in content.living)),
    )
    return {one.label: {code: one.spoken(code)[0] for code in TRANSLATIONS} for one in all_of_them}


def add_search(pages: Pages, content: Content, links: Links) -> None:
    """Add the index as scripts, one for all readers and one for each language, after all pages with guides."""
    found = index(content, links, _guides(pages))
    languages: dict[str, dict[str, object]] = found.pop("languages")
    pages.add(INDEX, f'var ToledoSearchIndex = "{packed(found)}";\n')
    for code, spoken in languages.items():
        pages.add(
            SPOKEN.format(code),
            f'(globalThis.ToledoSearchSpoken ??= {{}}).{code} = "{packed(spoken)}";\n',
        )


def _entries(content: Content, links: Links) -> Iterator[Entry]:
    tongues = {code: (said := localized(content, code), links.speaking(said)) for code in WHOLE[1:]}

    def everywhere(make: Callable[[str, Content, Links], Entry], id: str) -> Entry:
        theirs = {code: make(id, *tongue) for code, tongue in tongues.items()}
        spoken = {code: (one.title, one.answer, one.where) for code, one in theirs.items()}
        return evolve(make(id, content, links), spoken=spoken)

    translated = {code: read_translated(content.root, code).answers for code in TRANSLATIONS}
    for answer in read_answers(content.root)[0]:
        spoken = {
            code: (said[answer.id].question, said[answer.id].answer, f"{page_of(code)}#{answer.id}")
            for code, said in translated.items()
            if answer.id in said
        }
        yield evolve(_answer(answer, of_answer(answer.sentences, content)), spoken=spoken)
    for section in content.living:
        id = section.id
        booklets = {code: paragraphs(code) for code in TRANSLATIONS}
        yield evolve(
            everywhere(_section, id),
            asked={"en": (section.question,)} if section.question else {},
            standing=_badge(of_section(section, content)),
            weighed=_badge(_weighed(section, content)),
            told=_told(id),
            headed={code: booklet[id] for code, booklet in booklets.items() if id in booklet},
        )
    for id in content.examples:
        yield everywhere(_example, id)
    for id in content.discrepancies:
        yield everywhere(_difference, id)
    for name, table in content.glossary.items():
        yield _term(name, table)


def _badge(standing: Standing | None) -> Badge | None:
    return Badge(standing.kind, standing.label) if standing else None


def _answer(answer: Answer, standing: Standing) -> Entry:
    return Entry(
        answer.id,
        "answer",
        answer.question,
        answer.answer,
        f"{ANSWERS}#{answer.id}",
        text=answer.answer,
        standing=_badge(standing),
        rules=answer.ids,
    )


def _section(id: str, content: Content, links: Links) -> Entry:
    section = content.sections[id]
    prose = _unmarked(section.prose)
    kind: Kind = "ruling" if section.status == "ruling" else "rule"
    return Entry(id, kind, section.title, _beginning(prose), links.addresses[id], prose)


@cache
def _carriers(language: str) -> Mapping[str, tuple[Chapter, Paragraph]]:
    return carriers(read(language))


def _told(number: str) -> dict[str, str]:
    """The paragraphs of the handbook that carry a rule; a list after the paragraph ends it in one line."""
    return {
        code: _unmarked(_carriers(code)[number][1].text)
        for code in LANGUAGES
        if number in _carriers(code)
    }


def _weighed(section: Section, content: Content) -> Standing | None:
    """How firmly a rule stands in the words of the handbook, if its paragraph names rulings that settle it."""
    if section.id not in _carriers(SOURCE):
        return None
    numbers = _carriers(SOURCE)[section.id][1].numbers
    rulings = [id for id in numbers if section.id in content.sections[id].settles]
    return of_sections((section.id, *rulings), content) if rulings else None


def _example(id: str, content: Content, links: Links) -> Entry:
    table = content.examples[id]
    title = text(table, "title")
    said = " ".join((*texts(table, "given"), *texts(table, "when"), *texts(table, "then")))
    answer = " ".join((*texts(table, "when"), *texts(table, "then")[:2]))
    return Entry(id, "example", title, _beginning(answer), links.addresses[id], said)


def _difference(id: str, content: Content, links: Links) -> Entry:
    table = content.discrepancies[id]
    here = words(links.language)["rules"]["here"]
    said = f"{plain(table, 'says')} {here} {plain(table, 'resolution')}"
    return Entry(id, "difference", plain(table, "topic"), said, links.addresses[id], said)


def _term(name: str, table: Table) -> Entry:
    terms = {code: texts(table, code) for code in TRANSLATIONS}
    title = text(table, "en")
    said = "; ".join((title, *(", ".join(terms[code]) for code in LANGUAGES if code in terms)))
    where = entry_of(name)
    headed = {
        code: (ours[0], entry_of(name, code) if code in WHOLE else where)
        for code, ours in terms.items()
        if ours
    }
    return Entry(f"term-{name}", "term", title, said, where, "", headed=headed)


def _guides(pages: Pages) -> Iterator[Entry]:
    """Guides and reference: an entry for each page and each section of it."""
    folders = ("tutorial/", "how-to/", "explanation/", "reference/", "project/")
    alone = ("components.md", "coverage.md", "proofs.md")
    for path, page in pages.files.items():
        if not path.endswith(".md") or not (path.startswith(folders) or path in alone):
            continue
        address = path.removesuffix(".md") + ".html"
        prose = re.sub(
            r"```.*?```|<[^>]+>|^---.*?---|^:::.*?(?=\n\S|\Z)",
            " ",
            page,
            flags=re.DOTALL | re.MULTILINE,
        )
        for heading, inside in re.findall(
            r"^##? (.+?)\n(.*?)(?=^##? |\Z)", prose, re.DOTALL | re.MULTILINE
        ):
            title = re.sub(r"\s*\{.*?\}|`", "", heading).strip()
            said = _unmarked(unescape(re.sub(r"\]\([^)]*\)|[\[`|*#]", " ", inside)))
            yield Entry(title, "guide", title, _beginning(said), address, said[:600])


def _words(
    content: Content,
    meanings: dict[str, Any],
    said: Mapping[str, dict[str, Any]],
    problems: list[Problem],
) -> dict[str, dict[str, Any]]:
    """The words of players by meaning, those of the glossary among them."""
    for name, table in meanings.items():
        terms = table.pop("term", ())
        problems += (
            Problem(MEANINGS, name, kind, f"expected a {kind}, not {one}")
            for kind, some, known in (
                ("meaning", table.get("of", ()), meanings),
                ("term", terms, content.glossary),
            )
            for one in some
            if one not in known
        )
        for code in LANGUAGES:
            table[code] = [*said[code].get(name, ())]
            for term in sorted(content.glossary.keys() & {*terms}):
                table[code] += _forms(content.glossary[term], code)
    return meanings


def _forms(term: Table, code: str) -> Iterator[str]:
    """The words of a term, with any ending."""
    for word in (text(term, "en"),) if code == "en" else texts(term, code):
        bare = re.sub(r"\s*\(.*?\)", "", word)
        yield f"{bare}*" if len(bare) > _SHORT else bare


_SHORT = 4
"""The length up to which a word must match exactly: with another ending it could be another word."""


def _unmarked(prose: str) -> str:
    """A text without the marks of lists and of emphasis, and without numbers in brackets."""
    return " ".join(
        _NUMBERS.sub("", re.sub(r"^\s*(?:- |\d+\. )|\*", "", prose, flags=re.MULTILINE)).split()
    )


def _beginning(prose: str) -> str:
    """The first sentences."""
    said = ""
    for sentence in _SENTENCE.split(prose):
        said = f"{said} {sentence}".strip()
        if len(said) > _LONG_ENOUGH:
            break
    return said
