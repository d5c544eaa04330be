"""A language in which every text stands in brackets: whatever stands outside them was not translated."""

from __future__ import annotations

import re
from collections.abc import Mapping

from toledo_rules.describe import language_tables, register_language

PSEUDO = "x-pseudo"
_RULES = ("plural", "ordinal")
_CLOSED = re.compile(r"⟦[^⟦⟧]*⟧")
_CUT = re.compile(r"⟦[^⟦⟧│\n]*?(?=  |│|…|$)", re.MULTILINE)


def register_pseudo() -> None:
    """Register the language: the English templates, in brackets."""
    english = language_tables("en")
    tables: dict[str, Mapping[str, object]] = {
        group: {name: _bracketed(entry) for name, entry in table.items()}
        for group, table in english.items()
        if group not in (*_RULES, "sounds", "typography", "command")
    }
    tables |= {group: english[group] for group in _RULES}
    tables["command"] = {name: f"x{word}" for name, word in english["command"].items()}
    register_language(PSEUDO, tables)


def _bracketed(entry: object) -> object:
    if isinstance(entry, Mapping):
        return {
            form: _wide(str(text)) if form == "letter" else f"⟦{text}⟧"
            for form, text in entry.items()
        }
    return f"⟦{entry}⟧"


def _wide(letter: str) -> str:
    """A letter of the catalogue that is not one of the Latin alphabet."""
    return chr(ord(letter) + 0xFEE0)


def untranslated(text: str, *known: str) -> list[str]:
    """Return the words outside brackets, but for those that match a pattern of what has no language."""
    while (inner := _CLOSED.sub("", text)) != text:
        text = inner
    text = _CUT.sub("", text)
    for pattern in known:
        text = re.sub(pattern, "", text)
    return re.findall(r"[A-Za-zÀ-ÿ]+", text)
