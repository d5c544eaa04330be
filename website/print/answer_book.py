"""The answers as a text to be printed, in each language."""

from typing import Final

from toledo_rules.rulebook import Booklet, Chapter, Paragraph
from website.model.answers import Answer, by_topic, spoken_answers
from website.model.content import Content
from website.model.languages import words
from website.model.standing import of_answer

NAME: Final = "answers"


def answer_book(language: str, content: Content) -> Booklet:
    """Return the answers in a language, by topic."""
    said = spoken_answers(content, language)

    def paragraph(answer: Answer) -> Paragraph:
        spoken = said.answers[answer.id]
        standing, _ = of_answer(answer.sentences, content).spoken(language)
        return Paragraph(
            (answer.id, *answer.ids), f"{spoken.question} | {spoken.answer} | {standing}"
        )

    chapters = (
        Chapter(said.topics[name], tuple(map(paragraph, here))) for name, here in by_topic(content)
    )
    opening = Paragraph((), f"{words(language)['unofficial']} {said.intro}")
    return Booklet(NAME, language, f"Toledo · {said.title}", opening, tuple(chapters))
