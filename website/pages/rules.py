"""The pages of the rules: one for each topic, an entry for each number, and one for the examples.

An entry is the rule in words; for a ruling also the question, the readings and the reason; then the evidence: which
renditions carry it, where they differ, the examples; and in a closed fold what programmers want to know: the clauses,
the code, the tests, the refusals.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from attrs import frozen

from spec.tools.citations import Citation
from spec.tools.rules import Clause, Section, Topic
from spec.tools.tables import RENDITIONS, Table, text, texts
from toledo_rules import Code
from toledo_rules.editions import other_readings
from website.board.page import PLAY
from website.board.page import words as words_of_board
from website.model.content import FOR_PROGRAMS, Content, introduction, plain
from website.model.keywords import Keywords
from website.model.languages import page_for, page_of, words
from website.model.links import Links, relative
from website.model.localized import sentences
from website.model.pages import Pages
from website.model.quoting import quotations
from website.model.reading import reader
from website.model.standing import KINDS, of_section
from website.pages.highlighting import clause
from website.pages.history import changes
from website.pages.pictures import Gallery

READ_OTHERWISE = {
    word.partition("=")[0].replace("a", "A-"): f"kosmos-2008 {word}" for word in other_readings()
}
"""Editions with the other reading of a ruling, by its number."""
RULE_LAYERS = (
    *("_engine", "_scoring", "_setup", "_hidden", "state", "events", "actions"),
    *("edition", "editions", "_conditions", "_draft", "_board"),
)
"""The modules of the package, besides effects, in which rules are carried out."""
_EXAMPLES = "spec/examples.toml"
_CITED = r"(?:[A-Z]{1,3}-\d+[a-z]?|(?:Law|Laws|Decision) \d+|CMP|\d\.\d)"
_LABEL = re.compile(rf"{_CITED}(?:(?:,| to| and) {_CITED})*(?:[:,.]\s+|\.?$)")
"""The numbers with which the docstring of a test begins. The page on which it is shown is about one of them."""


@frozen
class Writer:
    """Writes entries for one page."""

    content: Content
    links: Links
    gallery: Gallery
    page: str
    """The address of the page."""
    keywords: Keywords
    places: Mapping[str, str]
    """For each ruling its place behind a rule: OCC-04.2 is the second one after OCC-04."""
    words: Mapping[str, Any]
    """What pages of rules say around them, in the language of the content."""

    @classmethod
    def on(cls, page: str, content: Content, links: Links, gallery: Gallery) -> Writer:
        """Return the writer of a page."""
        keywords = Keywords(content.glossary, content.language)
        said = words(content.language)["rules"]
        return cls(content, links, gallery, page, keywords, places(content), said)

    @property
    def language(self) -> str:
        """The language of the page."""
        return self.content.language

    def entry(self, section: Section) -> str:
        """Return the entry of a rule: text, reason and evidence."""
        parts = [
            f'## <span class="number">{section.id}</span> {section.title} {{ #{section.id} }}',
            self._status(section),
        ]
        if notice := self.content.notices.get(section.id):
            parts.append(f'<p class="note">{self.words[notice]}</p>')
        if section.question:
            parts.append(f'<p class="question">{self._say(section.question, section)}</p>')
        prose = self.links.in_markdown(section.prose, self.page, section.file)
        parts.append(self.keywords.link(prose, self.page))
        if section.note:
            parts.append(f'<p class="note">{self._say(section.note, section)}</p>')
        if edition := READ_OTHERWISE.get(section.id):
            parts.append(self._otherwise(edition))
        if rows := list(self._ruling(section)):
            parts.append(_rows("ruling", rows))
        if evidence := list(self._evidence(section)):
            parts.append(_rows("evidence", evidence))
        if rows := list(self._for_programmers(section)):
            names = self._told_of(section, [name for name, _ in rows])
            parts.append(self._folded(section, names, rows))
        return "\n\n".join(parts) + "\n"

    def _otherwise(self, edition: str) -> str:
        """Return how to play by the other reading of a ruling."""
        address = relative(page_for(self.language, PLAY), self.page).removesuffix("html") + "md"
        play = f"[{words_of_board(self.language)['play_title']}]({address})"
        return str(self.words["otherwise"]).format(play=play, edition=edition)

    def example(self, id: str) -> str:
        """A worked example: given, when, then, and the scene if there is one."""
        table = self.content.examples[id]
        rules = self.links.html_list(texts(table, "rules"), self.page, _EXAMPLES)
        return (
            f'## <span class="number">{id}</span> {text(table, "title")} {{ #{id} }}\n\n'
            f"{self._given(table)}\n\n{self._scene(id)}\n"
            f'<p class="shows">{words(self.language)["examples"]["shows"].format(rules=rules)}</p>\n'
        )

    def _given(self, table: Table) -> str:
        rows = []
        for key in ("given", "when", "then"):
            said = [self.links.in_html(line, self.page, _EXAMPLES) for line in texts(table, key)]
            rows.append((words(self.language)["examples"][key], _listed(said)))
        return _rows("given", rows)

    def _scene(self, id: str) -> str:
        return self.gallery.show(id, self.page, _EXAMPLES, self.language)

    def _say(self, words: str, section: Section) -> str:
        return self.links.in_html(words, self.page, section.file)

    def _status(self, section: Section) -> str:
        if section.merged_into:
            target = self._say(section.merged_into, section)
            merged = self.words["merged"].format(target=target)
            return f'<p class="status {section.status}">{self._what(section)}, {merged}</p>'
        source = self.content.english
        standing = of_section(source.sections[section.id], source)
        badge = standing.badge(self.links, self.page, self.language)
        place = f" {one}" if (one := self.places.get(section.id)) else ""
        force = f" {self.words['informative']}" if section.informative else ""
        return f'<p class="status {section.status}">{self._what(section)}{place} {badge}{force}</p>'

    def _what(self, section: Section) -> str:
        return str(self.words["status"][section.status])

    def _ruling(self, section: Section) -> Iterator[tuple[str, str]]:
        if section.readings:
            yield (
                self._row("readings"),
                _listed([self._reading(one, section) for one in section.readings]),
            )
        if section.reason:
            yield self._row("reason"), self._say(section.reason, section)
        if section.settles:
            yield self._row("settles"), self._ids(section.settles, section)

    def _reading(self, reading: str, section: Section) -> str:
        said = self._say(reading, section)
        return f"<b>{said}</b>" if reading == section.chosen else said

    def _evidence(self, section: Section) -> Iterator[tuple[str, str]]:
        if section.renditions:
            yield self._row("rulebooks"), self._renditions(section)
        if turning := self.content.told.turns_on.get(section.id):
            yield self._row("say"), "".join(quotations(id, self.content) for id in turning)
        if section.discrepancies:
            told = [self._difference(id) for id in section.discrepancies]
            yield self._row("differences"), _listed(told)
        if section.stated_by:
            yield self._row("stated"), self._ids(section.stated_by, section)
        if section.follows_from:
            yield self._row("follows"), self._ids(section.follows_from, section)
        if section.examples:
            yield self._row("examples"), "".join(map(self._folded_example, section.examples))
        if past := list(changes(section.id, self.content.history, self.links, self.page)):
            yield self._row("history"), _listed(past)
        if section.related:
            yield self._row("related"), self._ids(section.related, section)

    def _row(self, name: str) -> str:
        return str(self.words["rows"][name])

    def _folded(self, section: Section, names: str, rows: Sequence[tuple[str, str]]) -> str:
        """Return the part for programmers in a fold; in other languages a link to it, since it is in English."""
        label = f"<b>{self.words['programmers']}</b>"
        if self.language == "en":
            return (
                f"<details class='programmers'><summary>{label} {names}</summary>"
                f"{_rows('evidence', rows)}</details>"
            )
        home = page_of("en", f"rules/{self.content.homes[section.id]}")
        there = self.words["elsewhere"].format(names=names)
        href = relative(f"{home}#{section.id}", self.page)
        return f'<p class="programmers"><a href="{href}" hreflang="en">{label}</a> {there}</p>'

    def _for_programmers(self, section: Section) -> Iterator[tuple[str, str]]:
        if section.logic:
            yield self._row("logic"), "\n".join(map(self._clause, section.logic))
        if code := implementing(self.content.code.get(section.id, ()), self.content.root):
            yield self._row("code"), _listed([self._place(one) for one in code])
        if tests := showing(self.content.tests.get(section.id, ())):
            yield self._row("tests"), _listed([self._place(one) for one in tests])
        if codes := self.content.codes.get(section.id):
            yield self._row("refusals"), ", ".join(self._refusal(code) for code in codes)

    def _told_of(self, section: Section, names: Sequence[str]) -> str:
        """Return a short summary of the fold for programmers."""
        tests = len(showing(self.content.tests.get(section.id, ())))
        counted = self.words["tests"][tests != 1].format(count=tests)
        told = (counted if name == self._row("tests") else name for name in names)
        return ", ".join(map(str.lower, told) if self.language == "en" else told)

    def _ids(self, ids: tuple[str, ...], section: Section) -> str:
        return self.links.html_list(ids, self.page, section.file)

    def _renditions(self, section: Section) -> str:
        """Return the codes of the rulebooks, and in a fold the words on which the rule rests."""
        codes = [
            code
            if code in section.renditions
            else f'<span class="missing">{self.words["missing"].format(code=code)}</span>'
            for code in RENDITIONS
        ]
        carried = sentences(section.prose, self.language)
        gaps = "".join(
            f"<p>{self.words['gap'].format(codes=' '.join(gap.renditions))} "
            f"{self._say(carried[gap.sentence - 1], section)}</p>"
            for gap in section.gaps
        )
        said = quotations(section.id, self.content)
        return f"<details><summary>{' '.join(codes)}</summary>{said}</details>{gaps}"

    def _difference(self, id: str) -> str:
        file, table = "spec/discrepancies.toml", self.content.discrepancies[id]
        says = self.links.in_html(plain(table, "says"), self.page, file)
        resolution = self.links.in_html(plain(table, "resolution"), self.page, file)
        quoted, label = quotations(id, self.content), words(self.language)["discrepancies"]["words"]
        folded = f"<details><summary>{label}</summary>{quoted}</details>" if quoted else ""
        link = self.links.html(id, self.page, file)
        return f"{link} {says} <b>{self.words['here']}</b> {resolution}{folded}"

    def _clause(self, block: Clause) -> str:
        """A block of clauses, and below it each of them as a sentence."""
        known = reader(self.content.root)
        read = "".join(f"<li>{escape(one)}</li>" for one in known.sentences(block.text))
        return f'{clause(block.text, known.meanings)}<ol class="read">{read}</ol>'

    def _place(self, citation: Citation) -> str:
        file = self.content.path(citation.file).removeprefix("src/toledo_rules/")
        name, more = citation.name, ""
        if file.startswith("tests/"):
            name = name.rpartition(".")[2].removeprefix("test_").replace("_", " ")
            more = self.links.in_html(purpose(citation), self.page, file)
        line = citation.start if name else citation.line
        shows = f": {more}" if more else ""
        return f"{escape(name)}{shows} <small>{escape(file)}:{line}</small>"

    def _refusal(self, code: Code) -> str:
        href = relative("reference/refusals.html", self.page)
        return f'<a href="{href}#{code.value}"><code>{code.value}</code></a>'

    def _folded_example(self, id: str) -> str:
        table = self.content.examples[id]
        link = self.links.html(id, self.page, _EXAMPLES)
        inside = f"<p>{link}</p>{self._given(table)}{self._scene(id)}"
        title = escape(text(table, "title"))
        return f"<details><summary>{title}</summary>{inside}</details>"


def places(content: Content) -> dict[str, str]:
    """Number the rulings behind each rule, in the order in which they stand in their topic."""
    found: dict[str, str] = {}
    for topic in content.topics.values():
        rule, count = "", 0
        for section in topic.sections:
            if section.status != "ruling":
                rule, count = section.id, 0
            elif rule:
                count += 1
                found[section.id] = f"{rule}.{count}"
    return found


def implementing(citations: Sequence[Citation], root: Path) -> list[Citation]:
    """Return the places that implement a rule first; those that only mention it are used if there are none."""

    def layer(citation: Citation) -> int:
        part = citation.file.relative_to(root / "src" / "toledo_rules").parts[0]
        return 0 if part == "effects" else 1 if part.removesuffix(".py") in RULE_LAYERS else 2

    ranked = sorted(citations, key=layer)
    return [one for one in ranked if layer(one) < 2] or ranked


def showing(citations: Sequence[Citation]) -> list[Citation]:
    """The tests themselves, examples first, rather than the helpers that they use."""
    tests = [one for one in citations if one.name.rpartition(".")[2].startswith("test_")]
    return sorted(tests or citations, key=lambda one: "examples" not in one.file.parts)


def purpose(citation: Citation) -> str:
    """What a test shows: the first sentence of its docstring without the leading numbers."""
    return _purposes(citation.file).get(citation.start, "")


@cache
def _purposes(file: Path) -> dict[int, str]:
    """The first sentence of each documented function of a file, by the line on which the function begins."""
    found = {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and (docstring := ast.get_docstring(node)):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            said = _LABEL.sub("", docstring, 1).partition("\n\n")[0]
            sentence = re.split(r"(?<=\.)\s", said)[0]
            found[first] = found[node.lineno] = " ".join(sentence.split())
    return found


def add_rules(pages: Pages, content: Content, links: Links, gallery: Gallery) -> None:
    """The page of each topic, the list of all topics, and the examples."""
    glossary = links.page("glossary").replace(".html", ".md#definitions")
    for name, topic in content.topics.items():
        page = links.page(f"rules/{name}")
        writer = Writer.on(page, content, links, gallery)
        intro = links.in_markdown(introduction(topic, glossary), page, topic.file)
        here = [section for section in topic.sections if content.homes[section.id] == name]
        entries = "\n".join(writer.entry(section) for section in here)
        text = f"# {topic.title}\n\n{links.switch(page)}\n\n{intro}\n\n{entries}"
        pages.put(page, text, content.language)
    _add_for_programs(pages, content, links, gallery)
    _add_index(pages, content, links)
    _add_examples(pages, content, links, gallery)


def _add_for_programs(pages: Pages, content: Content, links: Links, gallery: Gallery) -> None:
    page, said = links.page("rules/programs"), words(content.language)["programs"]
    writer = Writer.on(page, content, links, gallery)
    entries = "\n".join(writer.entry(content.sections[id]) for id in FOR_PROGRAMS)
    text = f"# {said['title']}\n\n{links.switch(page)}\n\n{said['intro']}\n\n{entries}"
    pages.put(page, text, content.language)


def _add_index(pages: Pages, content: Content, links: Links) -> None:
    page, said = links.page("rules/index"), words(content.language)["rules"]
    badges = words(content.language)["badges"]
    listed = "\n".join(
        f'- <span class="standing {kind}">{badges[kind]}</span> {badges["explained"][kind]}'
        for kind in KINDS
    )
    rows = [_topic_row(name, topic, content, links) for name, topic in content.topics.items()]
    programs = words(content.language)["programs"]["title"]
    address = links.page("programs").replace(".html", ".md")
    rows.append(f"| [{programs}]({address}) | {said['none']} | {len(FOR_PROGRAMS)} |")
    table = "\n".join((f"| {' | '.join(said['heads'])} |", "|---|---|---|", *rows))
    pages.put(
        page,
        f"# {said['title']}\n\n{links.switch(page)}\n\n{said['intro']}\n\n{listed}\n\n{table}\n",
        content.language,
    )


def _topic_row(name: str, topic: Topic, content: Content, links: Links) -> str:
    said = words(content.language)["rules"]
    here = [section for section in topic.sections if content.homes[section.id] == name]
    rulings = sum(section.status == "ruling" for section in here)
    numbers = [section.id for section in here if section.status != "ruling"]
    ends = dict.fromkeys((numbers[0], numbers[-1])) if numbers else ()
    span = f" {said['to']} ".join(ends) or said["none"]
    address = links.page(name).replace(".html", ".md")
    return f"| [{topic.title}]({address}) | {span} | {rulings or said['none']} |"


def _add_examples(pages: Pages, content: Content, links: Links, gallery: Gallery) -> None:
    page, said = links.page("rules/examples"), words(content.language)["examples"]
    writer = Writer.on(page, content, links, gallery)
    entries = "\n".join(writer.example(id) for id in content.examples)
    text = f"# {said['title']}\n\n{links.switch(page)}\n\n{said['intro']}\n\n{entries}"
    pages.put(page, text, content.language)


def _listed(items: Sequence[str]) -> str:
    """Items as a list; a single one needs none."""
    if len(items) == 1:
        return items[0]
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _rows(kind: str, rows: Sequence[tuple[str, str]]) -> str:
    """Names and what belongs to them, side by side; stacked on a small screen."""
    inside = "\n".join(f"<dt>{name}</dt><dd>{said}</dd>" for name, said in rows)
    return f'<dl class="rows {kind}">\n{inside}\n</dl>'
