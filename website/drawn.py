"""`python -m website.drawn de --seed 28`: sentences of a translation, drawn by a seed, each with its English.

They are to be read against each other; docs/project/drawn-sentences.md tells what was found.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from website.model.content import Content, read_content
from website.model.languages import WHOLE
from website.model.localized import Texts, english, read, split

LEAST = 6
"""Words of a sentence that is worth reading: no answer is judged by its "Nein."."""
_LEFT_OUT = ("gloss", "title", "topic", "intro")


def pairs(content: Content, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield where a text stands, and the English and the translated one."""
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


def drawn(content: Content, language: str, seed: int, count: int) -> list[tuple[str, str, str]]:
    """Return sentences with their place and their English."""
    found = [
        (where, first, second)
        for where, *texts in pairs(content, language)
        if not where.endswith(_LEFT_OUT)
        for first, second in zip(*map(split, texts), strict=True)
        if len(second.split()) >= LEAST
    ]
    return random.Random(seed).sample(found, count)


def main() -> None:
    """Print a draw."""
    parser = argparse.ArgumentParser(prog="python -m website.drawn")
    parser.add_argument("language", choices=WHOLE[1:])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    content = read_content(Path.cwd())
    for where, first, second in drawn(content, options.language, options.seed, options.count):
        print(f"{where}\n  {first}\n  {second}")


if __name__ == "__main__":
    main()
