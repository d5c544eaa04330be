"""Pieces and defined terms: a page for each with everything about it, and links to these pages in running text.

A term is an entry of spec/glossary.toml. Its page has the word in six languages and lists every answer, rule, ruling
and example that uses it.
"""

from collections.abc import Iterator, Mapping
from html import escape

from spec.tools.tables import Table, text, texts
from website.model.answers import read_answers
from website.model.content import Content, plain
from website.model.html import Row, table
from website.model.keywords import VERBS, Keywords, page_of
from website.model.links import Links
from website.model.pages import WITHOUT_CONTENTS, Pages
from website.pages.differences import LANGUAGES


def add_terms(pages: Pages, content: Content, links: Links) -> None:
    """Add the page of each term."""
    keywords = Keywords(content.glossary)
    nouns = {name: entry for name, entry in content.glossary.items() if not name.startswith(VERBS)}
    uses: dict[str, dict[str, list[str]]] = {name: {} for name in nouns}
    for kind, id, prose in _texts(content):
        for name in keywords.used_in(prose):
            uses[name].setdefault(kind, []).append(id)
    for name, entry in nouns.items():
        pages.add(f"terms/{name}.md", _page(name, entry, uses[name], links))


def _texts(content: Content) -> Iterator[tuple[str, str, str]]:
    """Every text that may use a term: its kind, its id, and what it says."""
    for answer in read_answers(content.root)[0]:
        yield "Answers", answer.id, f"{answer.question} {answer.answer}"
    for section in content.living:
        kind = "Rulings" if section.status == "ruling" else "Rules"
        yield kind, section.id, f"{section.title} {section.question} {section.prose}"
    for id, example in content.examples.items():
        said = " ".join(
            (*texts(example, "given"), *texts(example, "when"), *texts(example, "then"))
        )
        yield "Examples", id, f"{text(example, 'title')} {said}"


def _page(name: str, entry: Table, uses: Mapping[str, list[str]], links: Links) -> str:
    page = page_of(name)
    word = text(entry, "en")
    cells = tuple(
        escape(word if code == "en" else ", ".join(texts(entry, code))) for code in LANGUAGES
    )
    parts = [f"{WITHOUT_CONTENTS}# {word[0].upper()}{word[1:]}"]
    if defined := plain(entry, "definition"):
        parts.append(links.in_markdown(defined, page, "spec/glossary.toml"))
    parts.append(table(tuple(LANGUAGES.values()), [Row(cells)], label=f"{word} in six languages"))
    for kind, ids in uses.items():
        lines = (
            f"- {links.html(id, page, 'website/pages/terms.py')} {escape(links.titles.get(id, ''))}"
            for id in ids
        )
        parts += [f"## {kind}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"
