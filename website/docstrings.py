"""For mkdocstrings: extensions of griffe that make our docstrings into good pages.

attrs writes `__init__` when a class is made, so the source has none: `Constructors` reads the fields and
puts a constructor with their names, types and defaults where mkdocstrings looks for it. `Sessions` turns
doctests into blocks of code, and rule numbers into links.
"""

import re
from collections.abc import Iterator
from typing import Any

from griffe import (
    Attribute,
    Class,
    Expr,
    ExprCall,
    ExprKeyword,
    Extension,
    Function,
    Object,
    Parameter,
    ParameterKind,
    Parameters,
)

_MAKERS = ("frozen", "define", "mutable")
"""The decorators that make an attrs class."""


_SESSION = re.compile(r"^[ ]*>>> .*(?:\n(?![ ]*$).*)*", re.MULTILINE)
"""A doctest: from the first prompt to the next blank line."""
_NUMBER = re.compile(r"(?<![`\[\w])(?:[A-Z]{3}-\d{2}|A-\d{2,3})\b(?![`\]])")


class Sessions(Extension):
    """Doctests as blocks of code, rule numbers as links."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for everything that griffe reads."""
        if obj.docstring is not None:
            obj.docstring.value = readable(obj.docstring.value)


def readable(docstring: str) -> str:
    """A docstring as Markdown."""
    text = docstring.replace("::\n\n    ", ":\n\n    ")
    parts, start = [], 0
    for found in _SESSION.finditer(text):
        parts += [_linked(text[start : found.start()]), _fenced(found[0])]
        start = found.end()
    return "".join((*parts, _linked(text[start:])))


def _linked(prose: str) -> str:
    return _NUMBER.sub(lambda found: f"[{found[0]}][{found[0]}]", prose)


def _fenced(session: str) -> str:
    margin = session[: len(session) - len(session.lstrip(" "))]
    code = re.sub(r"[ ]*# doctest:.*", "", session)
    return f"\n{margin}```pycon\n{code}\n{margin}```\n"


class Constructors(Extension):
    """Adds what attrs adds."""

    def on_class(self, *, cls: Class, **_: Any) -> None:
        """Called for every class that griffe reads, with all its members known."""
        maker = next((one.value for one in cls.decorators if _called(one.value) in _MAKERS), None)
        if maker is None or "__init__" in cls.members:
            return
        keyword_only = _argument(maker, "kw_only") == "True"
        kind = ParameterKind.keyword_only if keyword_only else ParameterKind.positional_or_keyword
        this = Parameter("self", kind=ParameterKind.positional_or_keyword)
        function = Function(
            "__init__", parameters=Parameters(this, *_fields(cls, kind)), parent=cls
        )
        cls.set_member("__init__", function)


def _fields(cls: Class, kind: ParameterKind) -> Iterator[Parameter]:
    for member in cls.members.values():
        if not isinstance(member, Attribute) or member.annotation is None:
            continue
        if "class-attribute" in member.labels and "instance-attribute" not in member.labels:
            continue
        value = member.value
        if _called(value) == "field":
            if _argument(value, "init") == "False":
                continue
            value = _argument(value, "default") or ("..." if _argument(value, "factory") else None)
        yield Parameter(member.name, annotation=member.annotation, kind=kind, default=value)


def _called(value: str | Expr | None) -> str:
    """The name of a function that is called, or of a decorator without a call."""
    called = value.function if isinstance(value, ExprCall) else value
    return "" if called is None else str(called).rpartition(".")[2]


def _argument(value: str | Expr | None, name: str) -> str | Expr | None:
    """A keyword argument of a call."""
    if isinstance(value, ExprCall):
        for argument in value.arguments:
            if isinstance(argument, ExprKeyword) and argument.name == name:
                found = argument.value
                return str(found) if isinstance(found, Expr) else found
    return None
