"""Handbook and answers as PDF, in each language: typeset with Typst, with a font of its own and the library's pictures.

    python -m website.print.printing build/print --language de --text sheet

writes `toledo-sheet-de.pdf`. The files are made for printing on A4: numbers in the margin, and nothing that depends on
colour.
"""

import argparse
import re
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

import typst

from toledo_rules.describe import Language
from toledo_rules.rulebook import Booklet, Chapter, Paragraph, booklet_languages
from website.model.content import read_content
from website.model.handbook import TEXTS, read
from website.model.languages import file_name
from website.pages.pictures import guessed
from website.positions.learning import drawing, learning
from website.print.answer_book import NAME as ANSWERS
from website.print.answer_book import answer_book

ROOT: Final = Path(__file__).parents[2]
TEMPLATE: Final = Path(__file__).parent / "print.typ"

_DEFINED = re.compile(r"(--tl-[\w-]+):([^;}]+)")
_USED = re.compile(r"var\((--tl-[\w-]+)\)")
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_CHANGED = re.compile('<g class="tl-last"><g class="tl-dots"><rect')
_SPECIAL = re.compile(r"([\\#$@<>`~\[\]_=/;])")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITALIC = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")


def print_texts(folder: Path, texts: Iterable[Booklet]) -> list[Path]:
    """Write the PDF of each text into a folder and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    drawn = ""
    with tempfile.TemporaryDirectory() as name:
        workshop = Path(name)
        (workshop / TEMPLATE.name).write_text(
            TEMPLATE.read_text(encoding="utf-8"), encoding="utf-8"
        )
        for text in texts:
            if text.language != drawn and any(one.picture for one in text.paragraphs):
                drawn = text.language
                for picture, drawing in drawings(drawn).items():
                    (workshop / f"{picture}.svg").write_text(drawing, encoding="utf-8")
            source = workshop / f"{text.name}.typ"
            source.write_text(markup(text), encoding="utf-8")
            target = folder / file_name(text.name, text.language)
            typst.compile(source, output=target, ignore_system_fonts=True)
            written.append(target)
    return written


def drawings(language: Language) -> dict[str, str]:
    """Return the pictures of the handbook by name, in a language."""
    return {name: flat(drawing(name, "tablet", "light", language)) for name in learning()}


def flat(picture: str) -> str:
    """Return a picture with its colours written out, since Typst knows neither variables nor media of CSS.

    It is printed at half of its size, so that the mark of what has just changed is bolder, and red.
    """
    colours = dict(_DEFINED.findall(picture.partition("@media")[0]))
    plain = _USED.sub(lambda used: colours[used[1]], _MEDIA.sub("", picture))
    return _CHANGED.sub(r'\g<0> style="stroke:#c4003c;stroke-width:5"', plain)


def markup(text: Booklet) -> str:
    """Return a text as Typst source, which calls the functions of the template."""
    number = _quoted(version("toledo-rules"))
    body = "\n".join({"sheet": _sheet, "answers": _answers}.get(text.name, _chapters)(text))
    return (
        f'#import "{TEMPLATE.name}": *\n'
        f"#show: {text.name}.with(title: [{_inline(text.title)}], language: {_quoted(text.language)}, "
        f"opening: [{_inline(text.opening.text)}], version: {number})\n{body}\n"
    )


def _chapters(text: Booklet) -> Iterator[str]:
    """Chapters one below the other, for texts that are read from beginning to end."""
    for chapter in text.chapters:
        yield f"= {_inline(chapter.title)}"
        for paragraph in chapter.paragraphs:
            if paragraph.picture:
                notice = _quoted(guessed(text.language))
                yield f'#drawing("{paragraph.picture}.svg", {notice})'
            else:
                yield f"#para({_numbers(paragraph)})[{_block(paragraph.text)}]"


def _sheet(text: Booklet) -> Iterator[str]:
    """Chapters as boxes: the duel as a flow chart, pairs as tables."""
    for chapter in text.chapters:
        lines = [_pair(paragraph) for paragraph in chapter.paragraphs]
        if chapter.paragraphs[0].numbers == ("DUE-04",):
            yield f"#flow([{_inline(chapter.title)}], {', '.join(lines)})"
        else:
            yield f"#panel([{_inline(chapter.title)}], {_tall(chapter)}, {', '.join(lines)},)"


def _answers(text: Booklet) -> Iterator[str]:
    """Questions and answers: a paragraph has cells for the question, the answer and how firmly it stands."""
    for chapter in text.chapters:
        yield f"= {_inline(chapter.title)}"
        for paragraph in chapter.paragraphs:
            yield f"#asked{_pair(paragraph)}"


def _tall(chapter: Chapter) -> str:
    """Return True if a chapter is a table of pairs, as Typst writes it."""
    return "true" if all("|" in paragraph.text for paragraph in chapter.paragraphs) else "false"


def _pair(paragraph: Paragraph) -> str:
    """A paragraph of the sheet: its numbers, and one or two cells."""
    cells = ", ".join(f"[{_inline(cell.strip())}]" for cell in paragraph.text.split("|"))
    return f"({_numbers(paragraph)}, {cells})"


def _numbers(paragraph: Paragraph) -> str:
    """The numbers of a paragraph as a Typst array."""
    return "(" + "".join(f"{_quoted(number)}, " for number in paragraph.numbers) + ")"


def _block(text: str) -> str:
    """A paragraph with its list, if there is one."""
    first, *items = re.split(r"\n+- ", text)
    return _inline(first) + "".join(f"\n- {_inline(item)}" for item in items)


def _inline(text: str) -> str:
    """Booklet with emphasis as Typst content."""
    escaped = _SPECIAL.sub(r"\\\1", text)
    return _ITALIC.sub(r"#emph[\1]", _BOLD.sub(r"#strong[\1]", escaped))


def _quoted(text: str) -> str:
    """A Typst string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    """Write the requested files and print their names."""
    parser = argparse.ArgumentParser(prog="python -m website.print.printing", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder for the files")
    parser.add_argument(
        "--text",
        choices=(*TEXTS, ANSWERS),
        action="append",
        default=[],
        help="a text (default: all)",
    )
    parser.add_argument(
        "--language",
        choices=booklet_languages(),
        action="append",
        default=[],
        help="a language (default: all)",
    )
    options = parser.parse_args()
    content = read_content(ROOT)
    texts = (
        answer_book(language, content) if name == ANSWERS else read(name, language)
        for language in options.language or booklet_languages()
        for name in options.text or (*TEXTS, ANSWERS)
    )
    for file in print_texts(options.folder, texts):
        print(f"{file}  {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
