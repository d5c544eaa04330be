"""The answers as a text to be printed, in each language."""

from typing import Final

from toledo_rules.rulebook import Booklet, Chapter, Paragraph
from website.model.answers import INTRO, TITLE, Answer, read_answers, topic_of
from website.model.content import Content
from website.model.languages import words
from website.model.standing import of_answer
from website.model.translations import read_translated

NAME: Final = "answers"


def answer_book(language: str, content: Content) -> Booklet:
    """Return the answers in a language, by topic."""
    answers, _ = read_answers(content.root)
    if language == "en":
        title, intro = TITLE, INTRO
        topics = {name: topic.title for name, topic in content.topics.items()}
        said = {one.id: (one.question, one.answer) for one in answers}
    else:
        spoken = read_translated(content.root, language)
        title, intro, topics = spoken.title, spoken.intro, dict(spoken.topics)
        said = {id: (one.question, one.answer) for id, one in spoken.answers.items()}

    def paragraph(answer: Answer) -> Paragraph:
        standing, _ = of_answer(answer.sentences, content).spoken(language)
        return Paragraph((answer.id, *answer.ids), " | ".join((*said[answer.id], standing)))

    chapters = []
    for name in content.topics:
        here = [one for one in answers if topic_of(one, content) == name and one.id in said]
        if here:
            chapters.append(Chapter(topics[name], tuple(map(paragraph, here))))
    opening = Paragraph((), f"{words(language)['unofficial']} {intro}")
    return Booklet(NAME, language, f"Toledo · {title}", opening, tuple(chapters))
