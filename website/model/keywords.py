"""Terms of the glossary in running text, and links from them to their entries there."""

import re
from collections.abc import Callable, Iterator, Mapping

from spec.tools.tables import Table, text, texts
from website.model.languages import page_of
from website.model.links import relative

COMMON = frozenset(
    {
        *(
            "player",
            "opponent",
            "turn",
            "action",
            "board",
            "space",
            "hand",
            "owner",
            "neutral",
        ),
        *("violet", "brown", "turquoise", "red", "blue", "green", "yellow"),
    }
)
"""Terms that are ordinary words: they are not made links wherever they occur."""

VERBS = "to_"
"""The prefix of terms that are verbs. They are in the glossary, but nothing links to them."""

_TAG_OR_LINK = re.compile(r"<a\b.*?</a>|<[^>]+>|`[^`]*`|!?\[[^\]]*\]\([^)]*\)", re.DOTALL)


def entry_of(name: str, language: str = "en") -> str:
    """Return the address of a term in the glossary."""
    return f"{page_of(language, 'rules/glossary')}#term-{name}"


def _english(word: str) -> Iterator[str]:
    """The singular and the plural."""
    yield from (word, f"{word}s", re.sub(r"y$", "ies", word))


def _german(word: str) -> Iterator[str]:
    """A noun with its endings, and an adjective before it with its own."""
    before, _, noun = word.rpartition(" ")
    adjective = re.sub(r"e[srnm]?$", "", before)
    for first in [f"{adjective}e{ending} " for ending in ("", *"srnm")] if before else [""]:
        yield from (
            f"{first}{noun}{ending}" for ending in ("", "e", "n", "en", "s", "es", "er", "ern")
        )


_FORMS: Mapping[str, Callable[[str], Iterator[str]]] = {"en": _english, "de": _german}
"""The patterns of inflected words, in the languages that have a glossary."""


class Keywords:
    """Finds the terms of the glossary in texts."""

    def __init__(self, glossary: Mapping[str, Table], language: str = "en") -> None:
        self._language = language
        self._names: dict[str, str] = {}
        for name, entry in glossary.items():
            if name.startswith(VERBS):
                continue
            words = (text(entry, "en"),) if language == "en" else texts(entry, language)
            for form in (form for word in words for form in _FORMS[language](word.lower())):
                self._names.setdefault(form, name)
        forms = sorted(self._names, key=len, reverse=True)
        self._pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)

    def link(self, prose: str, page: str) -> str:
        """Return Markdown or HTML in which the first mention of each term is a link to its entry."""
        seen = set(COMMON)

        def linked(found: re.Match[str]) -> str:
            name = self._names[found[0].lower()]
            if name in seen:
                return found[0]
            seen.add(name)
            return f'<a class="term" href="{relative(entry_of(name, self._language), page)}">{found[0]}</a>'

        parts: list[str] = []
        place = 0
        for leave in _TAG_OR_LINK.finditer(prose):
            parts += (self._pattern.sub(linked, prose[place : leave.start()]), leave[0])
            place = leave.end()
        parts.append(self._pattern.sub(linked, prose[place:]))
        return "".join(parts)
