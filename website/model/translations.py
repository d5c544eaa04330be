"""The answers in other languages than English, from docs/answers.<language>.toml.

Each translation names the digest of the English question and answer that it was made from. One whose English has
changed, one that is missing and one too many are problems, and a site with problems is not built.
"""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from spec.tools.tables import Problem, inner_tables, text
from website.model.answers import Answer, read_answers, topic_of
from website.model.content import Content
from website.model.controls import search_box
from website.model.languages import LANGUAGES, page_of, print_link, switch
from website.model.links import Links
from website.model.pages import WITHOUT_MENU, Pages
from website.model.standing import legend, of_answer
from website.pages.pictures import Gallery, words_of_pages

TRANSLATIONS = LANGUAGES[1:]


@frozen
class Spoken:
    """A question and its answer in a language."""

    question: str
    answer: str
    english: str
    """Digest of the English that it was made from."""


@frozen
class TranslatedAnswers:
    """The page of answers in a language."""

    title: str
    intro: str
    topics: Mapping[str, str]
    """The heading of each topic."""
    answers: Mapping[str, Spoken]
    """By the id of the answer."""


def file_of(language: str) -> str:
    """Return the file of a language."""
    return f"docs/answers.{language}.toml"


def digest(answer: Answer) -> str:
    """Return the digest of an English answer, by which its translations name it."""
    return hashlib.sha256(f"{answer.question}\n{answer.answer}".encode()).hexdigest()[:8]


def read_translated(root: Path, language: str) -> TranslatedAnswers:
    """Return the answers in a language."""
    table = tomllib.loads((root / file_of(language)).read_text(encoding="utf-8"))
    topics = {name: str(title) for name, title in table.pop("topics").items()}
    title, intro = table.pop("title"), table.pop("intro")
    answers = {
        id: Spoken(text(entry, "question"), text(entry, "answer"), text(entry, "english"))
        for id, entry in inner_tables(table).items()
    }
    return TranslatedAnswers(title, intro, topics, answers)


def stale(language: str, translated: TranslatedAnswers, answers: list[Answer]) -> Iterator[Problem]:
    """Yield what is missing, too much, or made from another English text than there is now."""
    file = file_of(language)
    known = {answer.id: answer for answer in answers}
    for id in translated.answers.keys() - known.keys():
        yield Problem(file, id, "id", "expected the id of an answer")
    for id, answer in known.items():
        spoken = translated.answers.get(id)
        if spoken is None:
            yield Problem(file, id, "id", "this answer is not translated")
        elif spoken.english != digest(answer):
            yield Problem(
                file,
                id,
                "english",
                f"the English has changed: translate it again ({digest(answer)})",
            )


def add_translations(pages: Pages, content: Content, links: Links, gallery: Gallery) -> None:
    """Add the page of answers in each language but English."""
    answers, _ = read_answers(content.root)
    for language in TRANSLATIONS:
        translated = read_translated(content.root, language)
        links.problems += stale(language, translated, answers)
        page = page_of(language)
        text = _page(language, translated, answers, content, links, gallery)
        pages.add(page.removesuffix(".html") + ".md", text, language)


def _page(
    language: str,
    translated: TranslatedAnswers,
    answers: list[Answer],
    content: Content,
    links: Links,
    gallery: Gallery,
) -> str:
    spoken = f'lang="{language}"'
    parts = [
        WITHOUT_MENU.rstrip(),
        f"# {translated.title} {{: {spoken} }}",
        search_box(language),
        switch(language, more=print_link(language)),
        f"<p {spoken}>{translated.intro}</p>",
        legend(language),
    ]
    for topic in content.topics:
        here = [
            one
            for one in answers
            if topic_of(one, content) == topic and one.id in translated.answers
        ]
        if here:
            parts.append(f"## {translated.topics[topic]} {{: {spoken} }}")
            parts += (
                _entry(answer, translated.answers[answer.id], language, content, links, gallery)
                for answer in here
            )
    return "\n\n".join(parts) + "\n"


def _entry(
    answer: Answer, spoken: Spoken, language: str, content: Content, links: Links, gallery: Gallery
) -> str:
    """An answer with its standing and its rules, and the board that shows it."""
    page, where = page_of(language), file_of(language)
    standing = of_answer(answer.sentences, content).badge(links, page, language, explained=False)
    rules = " ".join(links.html(id, page, where, language, titled=False) for id in answer.ids)
    shown = ""
    if answer.picture:
        scene = gallery.show(answer.picture, page, where, language)
        word = words_of_pages()[language]["show"]
        shown = f"\n\n<details class='show' lang='{language}'><summary>{word}</summary>\n{scene}</details>"
    return (
        f'### {spoken.question} {{: #{answer.id} lang="{language}" }}\n\n'
        f'<p lang="{language}">{links.in_html(spoken.answer, page, where, language)}</p>\n\n'
        f'<p class="shows">{standing} <a class="number" href="answers.html#{answer.id}" '
        f'title="English">{answer.id}</a> {rules}</p>{shown}'
    )
