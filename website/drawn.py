"""`python -m website.drawn fr --seed 41`: sentences from everything that people read in a language, drawn by a seed.

They are for a reader who sees only that language; docs/project/drawn-sentences.md says what was found.
"""

import argparse
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from website.model.content import Content
from website.model.languages import LANGUAGES
from website.model.localized import Texts, english, folder, read

LEAST = 6
"""The minimum length of a sentence in words: an answer is not judged by its "Nein."."""

_SENTENCE = re.compile(r"(?<=[.!?…»])\s+(?=[^\W\d_a-zß-ÿ]|[(„«“¿¡*{])")
_NO_PROSE = re.compile(r"\[[A-Z0-9 -]*(= \w{8})?\]$|!\[|#|!!!")
"""A line of Markdown that is not prose: numbers of rules, a picture, a heading."""

_NO_TEXTS = frozenset(
    {"english", "words", "sentences", "plural", "ordinal", "sounds", "typography"}
)
"""Keys of tables whose values nobody reads."""


def pairs(content: Content, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the place of each text of the specification, with its English and its translation."""
    theirs = read(content.root, language)
    for file, entries in english(content, language).items():
        for id, entry in entries.items():
            for key in entry:
                both = (_lines(one, key) for one in (entry, theirs[file][id]))
                for first, second in zip(*both, strict=True):
                    yield f"{file} {id} {key}", first, second


def _lines(entry: Texts, key: str) -> list[str]:
    said = entry[key]
    return [said] if isinstance(said, str) else [*said]


def texts(root: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the content of each text in a language: of the site, the booklets and the library."""
    answers = "answers.toml" if language == "en" else f"answers.{language}.toml"
    tables = [
        root / "docs" / answers,
        root / "src/toledo_rules/describe/catalogues" / f"{language}.toml",
        *(root / place / "words" / f"{language}.toml" for place in ("website", "website/board")),
        *sorted(folder(root, language).glob("*.toml")),
    ]
    for path in tables:
        place = str(path.relative_to(root).parent)
        for key, said in _strings(tomllib.loads(path.read_text(encoding="utf-8"))):
            if not {*key} & _NO_TEXTS:
                yield f"{place}/{path.name} {'.'.join(key)}", said
    for name in (
        *(f"website/handbook/{one}.{language}.md" for one in ("learn", "sheet")),
        f"website/welcome/{language}.md",
        f"src/toledo_rules/texts/{language}.md",
    ):
        for paragraph in (root / name).read_text(encoding="utf-8").split("\n\n"):
            prose = [line for line in paragraph.splitlines() if not _NO_PROSE.match(line)]
            yield name, "\n".join(prose)


def _strings(value: Any, *keys: str) -> Iterator[tuple[tuple[str, ...], str]]:
    match value:
        case str():
            yield keys, value
        case list():
            for one in value:
                yield from _strings(one, *keys)
        case dict():
            for key, one in value.items():
                yield from _strings(one, *keys, key)
        case _:
            pass  # a number: nobody reads it as a sentence


def sentences(prose: str) -> list[str]:
    """Return the sentences of a text that are worth reading."""
    found = _SENTENCE.split(" ".join(prose.split()))
    return [one for one in found if len(one.split()) >= LEAST]


def drawn(root: Path, language: str, seed: int, count: int) -> list[tuple[str, str]]:
    """Return sentences with their places."""
    found = [(where, one) for where, prose in texts(root, language) for one in sentences(prose)]
    return random.Random(seed).sample(found, count)


def main() -> None:
    """Print a draw."""
    parser = argparse.ArgumentParser(prog="python -m website.drawn")
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    for where, sentence in drawn(Path.cwd(), options.language, options.seed, options.count):
        print(f"{where}\n  {sentence}")


if __name__ == "__main__":
    main()
