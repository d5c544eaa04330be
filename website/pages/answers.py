"""The page of answers in each language, by topic."""

from collections.abc import Iterator, Mapping

from spec.tools.tables import Problem
from website.model.answers import (
    FILE,
    PAGE,
    Answer,
    Spoken,
    by_topic,
    file_of,
    read_answers,
    read_translated,
    spoken_answers,
    stale,
)
from website.model.content import Content
from website.model.controls import search_box
from website.model.languages import LANGUAGES, TRANSLATIONS, page_of, print_link, switch, words
from website.model.links import Links
from website.model.pages import WITHOUT_MENU, Pages
from website.model.standing import ground_faults, legend, of_answer
from website.pages.pictures import Gallery


def add_answers(
    pages: Pages, contents: Mapping[str, Content], links: Links, gallery: Gallery
) -> None:
    """Add the pages. Other readings are told in the languages that have the whole specification."""
    content = contents["en"]
    answers, problems = read_answers(content.root)
    links.problems += problems
    for answer in answers:
        links.problems += (
            Problem(FILE, answer.id, "sentences", fault)
            for one in answer.sentences
            for fault in ground_faults(one, content)
        )
        links.add(answer.id, f"{PAGE}#{answer.id}", answer.question)
    for language in TRANSLATIONS:
        translated = read_translated(content.root, language)
        links.problems += stale(language, translated, answers)
    for language in LANGUAGES:
        page = _Page(content, contents.get(language), links, gallery, language)
        pages.put(page.address, page.text(), language)


class _Page:
    """Writes the page in a language."""

    def __init__(
        self,
        content: Content,
        own: Content | None,
        links: Links,
        gallery: Gallery,
        language: str,
    ) -> None:
        """Keep the specification, and what there is of it in the language."""
        self._content = content
        self._own = own
        self._links = links
        self._gallery = gallery
        self._language = language
        self._file = FILE if language == "en" else file_of(language)
        self.address = page_of(language)

    def text(self) -> str:
        said = spoken_answers(self._content, self._language)
        parts = [
            WITHOUT_MENU.rstrip(),
            f"# {said.title}",
            search_box(self._language),
            switch(self._language, more=print_link(self._language)),
            said.intro,
            legend(self._language),
        ]
        for topic, answers in by_topic(self._content):
            parts.append(f"## {said.topics[topic]}")
            parts += (
                self._entry(one, said.answers[one.id]) for one in answers if one.id in said.answers
            )
        return "\n\n".join(parts) + "\n"

    def _entry(self, answer: Answer, said: Spoken) -> str:
        """An answer with its standing, its rules, other readings, and the board that shows it."""
        standing = of_answer(answer.sentences, self._content)
        badge = standing.badge(self._links, self.address, self._language, explained=False)
        rules = " ".join(self._link(id, titled=False) for id in answer.ids)
        parts = [
            f"### {said.question} {{ #{answer.id} }}",
            f"<p>{self._say(said.answer)}</p>",
            f'<p class="shows">{badge} <span class="number">{answer.id}</span> {rules}</p>',
        ]
        if readings := list(self._readings(answer)):
            inside = "".join(f"<li>{one}</li>" for one in readings)
            label = words(self._language)["rules"]["others"]
            parts.append(_fold("readings", label, f"<ul>{inside}</ul>"))
        if answer.picture:
            shown = self._gallery.show(answer.picture, self.address, self._file, self._language)
            parts.append(_fold("show", words(self._language)["pictures"]["show"], f"\n{shown}"))
        return "\n\n".join(parts)

    def _readings(self, answer: Answer) -> Iterator[str]:
        """For each ruling behind an answer the readings that were considered and not chosen, and the reason."""
        for id in answer.ids:
            section = self._own.sections.get(id) if self._own else None
            others = [one for one in section.readings if one != section.chosen] if section else []
            if section and others:
                considered = "; ".join(map(self._say, others))
                yield f"{self._link(id)} {considered}. <i>{self._say(section.reason)}</i>"

    def _say(self, prose: str) -> str:
        return self._links.in_html(prose, self.address, self._file, self._language)

    def _link(self, id: str, *, titled: bool = True) -> str:
        return self._links.html(id, self.address, self._file, self._language, titled=titled)


def _fold(kind: str, label: str, inside: str) -> str:
    return f"<details class='{kind}'><summary>{label}</summary>{inside}</details>"
