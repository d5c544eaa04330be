"""The page of answers, from docs/answers.toml: questions as players ask them.

    [[answers]]
    id = "Q-25"
    question = "May I enter a shop that is full of my own figures?"
    answer = "Only if you have a card to move on with. Then the figure has to move on at once."
    ids = ["OCC-04", "A-43"]
    sentences = ["OCC-04.1 (A-43.2)", "OCC-01.1"]
    picture = "EX-11d"

An answer has at most two sentences. The first id is the rule that it is mainly about; it decides under which topic
the answer stands. `sentences` says for each sentence of the answer which sentences of rules and rulings it restates
(`website.model.standing.Ground`); the badge is worked out from them. An id is permanent, however the wording changes; a
new answer takes the next number. `picture` is the name of a scene in website/positions/.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from attrs import frozen

from spec.tools.tables import Kind, Problem, shape_problems, text, texts
from website.model.content import Content
from website.model.controls import search_box
from website.model.languages import print_link, switch
from website.model.links import Links
from website.model.pages import WITHOUT_MENU, Pages
from website.model.standing import ground_faults, legend, of_answer, read_ground
from website.pages.pictures import Gallery
from website.positions import SCENES

FILE = "docs/answers.toml"
PAGE = "answers.html"
TITLE = "Answers"
INTRO = (
    "Questions as they come up at the table, by topic. Each answer says how firmly it stands and names the rules "
    "behind it."
)
MOST_SENTENCES = 2

_REQUIRED = {
    "id": Kind.TEXT,
    "question": Kind.TEXT,
    "answer": Kind.TEXT,
    "ids": Kind.SOME_TEXTS,
    "sentences": Kind.SOME_TEXTS,
}
_OPTIONAL = {"picture": Kind.TEXT}
_ID = re.compile(r"Q-\d{2,3}")
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")


@frozen
class Answer:
    """A question that players ask, and what the rules say."""

    id: str
    """The number under which the answer is cited, such as Q-25."""
    question: str
    answer: str
    ids: tuple[str, ...]
    """The rules, rulings and other entries to read about it."""
    sentences: tuple[str, ...]
    """What each sentence of the answer rests on."""
    picture: str
    """The name of a scene; empty if there is none."""


def read_answers(root: Path) -> tuple[list[Answer], list[Problem]]:
    """Return all answers, and the problems found in them."""
    entries = tomllib.loads((root / FILE).read_text(encoding="utf-8")).get("answers", [])
    answers: list[Answer] = []
    problems: list[Problem] = []
    for table in entries:
        answer = Answer(
            text(table, "id"),
            text(table, "question"),
            text(table, "answer"),
            texts(table, "ids"),
            texts(table, "sentences"),
            text(table, "picture"),
        )
        if answer.id in (one.id for one in answers):
            problems.append(Problem(FILE, answer.question, "id", f"{answer.id} is used twice"))
        problems += shape_problems(FILE, answer.question, table, _REQUIRED, _OPTIONAL)
        problems += (Problem(FILE, answer.question, *fault) for fault in _faults(answer))
        answers.append(answer)
    return answers, problems


def _faults(answer: Answer) -> Iterator[tuple[str, str]]:
    if not _ID.fullmatch(answer.id):
        yield "id", "expected Q- and a number of two digits or more"
    if not answer.question.endswith("?"):
        yield "question", "expected a question mark at the end"
    told = len(_SENTENCE_END.findall(answer.answer))
    if told > MOST_SENTENCES:
        yield "answer", "expected at most two sentences"
    if told != len(answer.sentences):
        yield "sentences", f"expected one for each of the {told} sentences of the answer"
    grounds = [read_ground(one) for one in answer.sentences]
    if not any(one.restates or one.premises for one in grounds):
        yield "sentences", "expected one that does not matter in a corner only"
    named = {id for one in grounds for id in one.ids}
    listed = {id for id in answer.ids if not id.startswith("EX-")}
    for id in sorted(named ^ listed):
        yield "ids", f"expected {id} both here and among the sentences"
    if answer.picture and answer.picture not in SCENES:
        yield "picture", f"expected the name of a scene, not {answer.picture}"


def add_answers(pages: Pages, content: Content, links: Links, gallery: Gallery) -> None:
    """Add the page, by topic."""
    answers, problems = read_answers(content.root)
    links.problems += problems
    for answer in answers:
        links.problems += (
            Problem(FILE, answer.id, "sentences", fault)
            for one in answer.sentences
            for fault in ground_faults(one, content)
        )
        links.add(answer.id, f"{PAGE}#{answer.id}", answer.question)
    parts = [
        WITHOUT_MENU.rstrip(),
        f"# {TITLE}",
        search_box(),
        switch("en", more=print_link("en")),
        INTRO,
        legend("en"),
    ]
    for name, topic in content.topics.items():
        here = [one for one in answers if topic_of(one, content) == name]
        if here:
            parts.append(f"## {topic.title}")
            parts += (_entry(answer, content, links, gallery) for answer in here)
    pages.add("answers.md", "\n\n".join(parts) + "\n")


def topic_of(answer: Answer, content: Content) -> str:
    """Return the topic under which an answer stands."""
    section = content.sections.get(answer.ids[0]) if answer.ids else None
    return PurePosixPath(section.file).stem if section else ""


def _entry(answer: Answer, content: Content, links: Links, gallery: Gallery) -> str:
    standing = of_answer(answer.sentences, content)
    parts = [
        f"### {answer.question} {{ #{answer.id} }}",
        links.in_markdown(answer.answer, PAGE, FILE),
        (
            f'<p class="shows">{standing.badge(links, PAGE, explained=False)} '
            f'<span class="number">{answer.id}</span> {_rules(answer.ids, links)}</p>'
        ),
    ]
    if readings := list(_readings(answer, content, links)):
        inside = "".join(f"<li>{one}</li>" for one in readings)
        parts.append(
            "<details class='readings'><summary>Other readings, and why not</summary>"
            f"<ul>{inside}</ul></details>"
        )
    if answer.picture and answer.picture in SCENES:
        shown = gallery.show(answer.picture, PAGE, FILE)
        parts.append(f"<details class='show'><summary>Show me</summary>\n{shown}</details>")
    return "\n\n".join(parts)


def _readings(answer: Answer, content: Content, links: Links) -> Iterator[str]:
    """Return the readings considered and rejected for each ruling behind an answer, and the reason."""
    for id in answer.ids:
        section = content.sections.get(id)
        others = [one for one in section.readings if one != section.chosen] if section else []
        if section and others:
            considered = "; ".join(links.in_html(one, PAGE, section.file) for one in others)
            reason = links.in_html(section.reason, PAGE, section.file)
            yield f"{links.html(id, PAGE, FILE)} {considered}. <i>{reason}</i>"


def _rules(ids: Iterable[str], links: Links) -> str:
    return " ".join(f'<a class="id" href="{links.to(id, PAGE, FILE)}">{id}</a>' for id in ids)
