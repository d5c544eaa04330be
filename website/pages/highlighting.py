"""Code with colours, as HTML: the logic of the rules.

Each kind of token is a group of one regular expression, named after the class which the theme has a colour for:
k keyword, t word of the game description language, n name, c remark, m number, v variable.
"""

import re
from collections.abc import Mapping
from html import escape

_GDL = ("role", "init", "true", "legal", "does", "next", "sees", "terminal", "goal")
_CLASSES = {"k": "k", "t": "kt", "n": "nf", "c": "c1", "m": "mi", "v": "nv"}

_LOGIC = re.compile(
    rf"(?P<c>%.*)|(?P<k>#\w+|\bnot\b|:-)|(?P<t>\b(?:{'|'.join(_GDL)})\b)"
    r"|(?P<m>\b\d+\b)|(?P<v>\b_?[A-Z]\w*\b)|(?P<n>\b[a-z]\w*(?=\())"
)

_NAMED = re.compile(r'<span class="(nf|kt)">(\w+)</span>')


def clause(text: str, meanings: Mapping[str, str] | None = None) -> str:
    """Clauses of the specification, with the meaning of each word that has one."""
    coloured = _coloured(text)
    if meanings:
        coloured = _NAMED.sub(lambda found: _titled(found, meanings), coloured)
    return f'<div class="highlight"><pre><code>{coloured}</code></pre></div>'


def _titled(found: re.Match[str], meanings: Mapping[str, str]) -> str:
    kind, name = found[1], found[2]
    meaning = meanings.get(name)
    return f'<span class="{kind}" title="{escape(meaning)}">{name}</span>' if meaning else found[0]


def _coloured(text: str) -> str:
    """The text as HTML."""
    parts: list[str] = []
    place = 0
    for found in _LOGIC.finditer(text):
        token = escape(found[0], quote=False)
        coloured = f'<span class="{_CLASSES[str(found.lastgroup)]}">{token}</span>'
        parts += (escape(text[place : found.start()], quote=False), coloured)
        place = found.end()
    return "".join((*parts, escape(text[place:], quote=False)))
