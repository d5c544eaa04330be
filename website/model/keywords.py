"""Terms of the glossary in running text, and links from them to their entries there."""

import re
from collections.abc import Mapping

from spec.tools.tables import Table, text
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
"""Names of terms that are verbs begin so. They are in the glossary, and nothing leads there."""

_TAG_OR_LINK = re.compile(r"<a\b.*?</a>|<[^>]+>|`[^`]*`|!?\[[^\]]*\]\([^)]*\)", re.DOTALL)


def entry_of(name: str) -> str:
    """Return the address of a term in the glossary."""
    return f"rules/glossary.html#term-{name}"


class Keywords:
    """Finds the terms of the glossary in texts."""

    def __init__(self, glossary: Mapping[str, Table]) -> None:
        self._names: dict[str, str] = {}
        for name, entry in glossary.items():
            if name.startswith(VERBS):
                continue
            word = text(entry, "en").lower()
            for form in (word, f"{word}s", re.sub(r"y$", "ies", word)):
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
            return f'<a class="term" href="{relative(entry_of(name), page)}">{found[0]}</a>'

        parts: list[str] = []
        place = 0
        for leave in _TAG_OR_LINK.finditer(prose):
            parts += (self._pattern.sub(linked, prose[place : leave.start()]), leave[0])
            place = leave.end()
        parts.append(self._pattern.sub(linked, prose[place:]))
        return "".join(parts)
