"""The answers: questions as players ask them, in docs/answers.toml, and translated in docs/answers.<language>.toml.

    [[answers]]
    id = "Q-25"
    question = "May I enter a shop that is full of my own figures?"
    answer = "Only if you have a card to move on with. Then the figure has to move on at once."
    ids = ["OCC-04", "A-43"]
    sentences = ["OCC-04.1 (A-43.2)", "OCC-01.1"]
    picture = "EX-11d"

An answer has at most two sentences. The first id is the rule that it is mainly about; it decides under which topic
the answer stands. `sentences` says for each sentence of the answer which sentences of rules and rulings it restates
(`website.model.standing.Ground`); the badge is worked out from them. An id is permanent, however the
wording changes; a new answer takes the next number. `picture` is the name of a scene in website/positions/.

Each translation names the digest of the English question and answer that it was made from. One whose English has
changed, one that is missing and one too many are problems, and a site with problems is not built.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from attrs import frozen

from spec.tools.tables import Kind, Problem, inner_tables, shape_problems, text, texts
from website.model.content import Content
from website.model.standing import read_ground
from website.positions import SCENES

FILE = "docs/answers.toml"
PAGE = "answers.html"
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


def topic_of(answer: Answer, content: Content) -> str:
    """Return the topic under which an answer stands."""
    section = content.sections.get(answer.ids[0]) if answer.ids else None
    return PurePosixPath(section.file).stem if section else ""


@frozen
class Spoken:
    """A question and its answer in a language."""

    question: str
    answer: str
    english: str
    """Digest of the English that it was made from."""


@frozen
class SpokenAnswers:
    """All answers in a language."""

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


def read_translated(root: Path, language: str) -> SpokenAnswers:
    """Return the answers in a language."""
    table = tomllib.loads((root / file_of(language)).read_text(encoding="utf-8"))
    topics = {name: str(title) for name, title in table.pop("topics").items()}
    title, intro = table.pop("title"), table.pop("intro")
    answers = {
        id: Spoken(text(entry, "question"), text(entry, "answer"), text(entry, "english"))
        for id, entry in inner_tables(table).items()
    }
    return SpokenAnswers(title, intro, topics, answers)


def stale(language: str, translated: SpokenAnswers, answers: list[Answer]) -> Iterator[Problem]:
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


def spoken_answers(content: Content, language: str) -> SpokenAnswers:
    """Return the answers in any language, English too."""
    if language != "en":
        return read_translated(content.root, language)
    table = tomllib.loads((content.root / FILE).read_text(encoding="utf-8"))
    topics = {name: topic.title for name, topic in content.topics.items()}
    answers, _ = read_answers(content.root)
    said = {one.id: Spoken(one.question, one.answer, digest(one)) for one in answers}
    return SpokenAnswers(table["title"], table["intro"], topics, said)


def by_topic(content: Content) -> Iterator[tuple[str, list[Answer]]]:
    """Yield each topic that has answers, with these."""
    answers, _ = read_answers(content.root)
    for name in content.topics:
        if here := [one for one in answers if topic_of(one, content) == name]:
            yield name, here
