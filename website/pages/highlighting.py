"""Code with colours, as HTML: the logic of the rules, and the pages of the sources.

A language is one regular expression, each kind of token a group that is named after the class which the
theme has a colour for: k keyword, n name, s text, c remark, m number, v variable.
"""

import re
from collections.abc import Mapping
from html import escape
from keyword import kwlist

_GDL = ("role", "init", "true", "legal", "does", "next", "sees", "terminal", "goal")
_CLASSES = {"k": "k", "t": "kt", "n": "nf", "s": "s", "c": "c1", "m": "mi", "v": "nv", "h": "gh"}

_LOGIC = re.compile(
    rf"(?P<c>%.*)|(?P<k>#\w+|\bnot\b|:-)|(?P<t>\b(?:{'|'.join(_GDL)})\b)"
    r"|(?P<m>\b\d+\b)|(?P<v>\b_?[A-Z]\w*\b)|(?P<n>\b[a-z]\w*(?=\())"
)
_PYTHON = re.compile(
    r"(?P<s>(?:\b[rbfRBF]{1,2})?(?:\"{3}(?s:.*?)\"{3}|'{3}(?s:.*?)'{3}"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'))"
    r"|(?P<c>#.*)|(?P<n>(?<=def )\w+|(?<=class )\w+|^[ ]*@[\w.]+)"
    rf"|(?P<k>\b(?:{'|'.join((*kwlist, 'match', 'case'))})\b)|(?P<m>\b\d[\d_.]*\b)",
    re.MULTILINE,
)
_TOML = re.compile(
    r"(?P<s>\"(?:\\.|[^\"\\\n])*\")|(?P<c>#.*)|(?P<k>^\[.*\])|(?P<n>\b[\w-]+(?=\s*=))"
    r"|(?P<m>\b\d+\b|\b(?:true|false)\b)",
    re.MULTILINE,
)
_JSON = re.compile(
    r"(?P<n>\"(?:\\.|[^\"\\\n])*\"(?=:))|(?P<s>\"(?:\\.|[^\"\\\n])*\")"
    r"|(?P<k>\b(?:true|false|null)\b)|(?P<m>-?\b\d[\d.]*\b)"
)
_TYPESCRIPT = re.compile(
    r"(?P<c>//.*|/\*(?s:.*?)\*/)|(?P<s>\"(?:\\.|[^\"\\\n])*\")"
    r"|(?P<k>\b(?:export|interface|type)\b(?!\??:))|(?P<t>\b(?:boolean|null|number|string)\b)"
    r"|(?P<m>\b\d+\b)"
)
_MARKDOWN = re.compile(r"(?P<k>^#.*)|(?P<s>`[^`\n]+`)|(?P<c>^```.*)", re.MULTILINE)

_NAMED = re.compile(r'<span class="(nf|kt)">(\w+)</span>')

_LANGUAGES = {
    ".json": _JSON,
    ".lp": _LOGIC,
    ".md": _MARKDOWN,
    ".py": _PYTHON,
    ".toml": _TOML,
    ".ts": _TYPESCRIPT,
}


def clause(text: str, meanings: Mapping[str, str] | None = None) -> str:
    """Clauses of the specification, with the meaning of each word that has one."""
    coloured = _coloured(text, _LOGIC)
    if meanings:
        coloured = _NAMED.sub(lambda found: _titled(found, meanings), coloured)
    return f'<div class="highlight"><pre><code>{coloured}</code></pre></div>'


def _titled(found: re.Match[str], meanings: Mapping[str, str]) -> str:
    kind, name = found[1], found[2]
    meaning = meanings.get(name)
    return f'<span class="{kind}" title="{escape(meaning)}">{name}</span>' if meaning else found[0]


def source(text: str, suffix: str) -> str:
    """A whole file, every line with a number and an anchor: L-12."""
    lines = _coloured(text, _LANGUAGES[suffix]).splitlines()
    numbered = "\n".join(
        f'<a class="line" id="L-{number}" href="#L-{number}">{number}</a>{line}'
        for number, line in enumerate(lines, 1)
    )
    return f'<pre class="highlight"><code>{numbered}</code></pre>\n'


def _coloured(text: str, language: re.Pattern[str]) -> str:
    """The text as HTML. A token that goes over several lines is closed and opened at each of them."""
    parts: list[str] = []
    place = 0
    for found in language.finditer(text):
        before, start = f'<span class="{_CLASSES[str(found.lastgroup)]}">', found.start()
        token = escape(found[0], quote=False).replace("\n", f"</span>\n{before}")
        parts += (escape(text[place:start], quote=False), before, token, "</span>")
        place = found.end()
    return "".join((*parts, escape(text[place:], quote=False)))
