"""A griffe extension for mkdocstrings that prepares classes and docstrings for the pages.

attrs writes `__init__` when a class is made, so the source has none: here the fields are read, inherited ones too, and
a constructor with their names, types and defaults is put where mkdocstrings looks for it. Positions, players and views
share their fields in base classes that nobody uses by themselves; each class shows these fields as its own. Doctests
become blocks of code, and rule numbers links.
"""

import re
from collections.abc import Iterator
from typing import Any

from griffe import (
    Alias,
    Attribute,
    Class,
    Expr,
    ExprCall,
    ExprKeyword,
    ExprTuple,
    Extension,
    Function,
    Module,
    Object,
    Parameter,
    ParameterKind,
    Parameters,
)

_MAKERS = ("frozen", "define", "mutable")
"""The decorators that make an attrs class."""
_PARTS = ("PublicPlayer", "PublicState")
"""Base classes that have no entry of their own; those with a private name have none anyway."""

_SESSION = re.compile(r"^[ ]*>>> .*(?:\n(?![ ]*$).*)*", re.MULTILINE)
"""A doctest: from the first prompt to the next blank line."""
_NUMBER = re.compile(r"(?<![`\[\w])(?:[A-Z]{3}-\d{2}|A-\d{2,3})\b(?![`\]])")


class Entries(Extension):
    """Prepares the entries of a package, step by step."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Change a package when all its modules are known, so that base classes can be looked up."""
        _make_readable(pkg)
        modules = list(_modules(pkg))
        classes = [
            one for module in modules for one in module.members.values() if isinstance(one, Class)
        ]
        for cls in classes:
            _add_constructor(cls)
        for cls in classes:
            _take_over_parts(cls)
            _shorten_values(cls)
        for module in modules:
            _leave_out(module)


def _modules(module: Module) -> Iterator[Module]:
    """Return a module and all modules in it."""
    yield module
    for member in module.members.values():
        if isinstance(member, Module):
            yield from _modules(member)


# Docstrings


def _make_readable(one: Object) -> None:
    """Change the docstrings of an object and of everything in it."""
    if one.docstring is not None:
        one.docstring.value = readable(one.docstring.value)
    for member in one.members.values():
        if isinstance(member, Object):
            _make_readable(member)


def readable(docstring: str) -> str:
    """Return a docstring as Markdown."""
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


# Classes


def _add_constructor(cls: Class) -> None:
    if "__init__" in cls.members:
        return
    this = Parameter("self", kind=ParameterKind.positional_or_keyword)
    if _maker(cls) is not None:
        own = {one.name: one for home in _ancestry(cls) for one in _fields(home)}
        parameters = sorted(own.values(), key=lambda one: one.kind == ParameterKind.keyword_only)
    elif "_strict" in cls.all_members and isinstance(maker := cls.members.get("__new__"), Function):
        parameters = list(maker.parameters)[1:]  # of a checked tuple, without the class
    else:
        return
    function = Function("__init__", parameters=Parameters(this, *parameters), parent=cls)
    cls.set_member("__init__", function)


def _take_over_parts(cls: Class) -> None:
    """Let a class show what it inherits from its parts as its own."""
    parts = [base for base in cls.mro() if _is_part(base)]
    if not parts or _is_part(cls):
        return
    taken = {name: member for part in reversed(parts) for name, member in part.members.items()}
    order = [parameter.name for parameter in cls.parameters]
    for name in sorted(taken, key=lambda one: order.index(one) if one in order else len(order)):
        if not name.startswith("_") and name not in cls.members and _is_shown(taken[name]):
            cls.set_member(name, Alias(name, taken[name], parent=cls))
    cls.bases = [
        base for base in cls.bases if not any(part.name == _called(base) for part in parts)
    ]


def _is_part(cls: Class) -> bool:
    return cls.name in _PARTS or any(name.startswith("_") for name in cls.path.split("."))


def _is_shown(member: Object | Alias) -> bool:
    """Methods, properties and fields are shown; class variables and slots that only a type checker sees are not."""
    of_class = "class-attribute" in member.labels and "instance-attribute" not in member.labels
    return member.runtime and not of_class


def _ancestry(cls: Class) -> list[Class]:
    """Return a class and its base classes, as far as attrs made them, in the order of the fields."""
    return [home for home in (*reversed(cls.mro()), cls) if _maker(home) is not None]


def _maker(cls: Class) -> str | Expr | None:
    """Return the decorator of attrs that makes a class."""
    return next((one.value for one in cls.decorators if _called(one.value) in _MAKERS), None)


def _fields(cls: Class) -> Iterator[Parameter]:
    """Return the fields that a class itself has, as parameters."""
    keyword_only = _argument(_maker(cls), "kw_only") == "True"
    kind = ParameterKind.keyword_only if keyword_only else ParameterKind.positional_or_keyword
    for member in cls.members.values():
        if not isinstance(member, Attribute) or member.annotation is None:
            continue
        if not _is_shown(member) or "property" in member.labels:
            continue
        value = member.value
        if _called(value) == "field":
            if _argument(value, "init") == "False":
                continue
            value = _default(value)
        yield Parameter(member.name, annotation=member.annotation, kind=kind, default=value)


def _shorten_values(cls: Class) -> None:
    """Show the default of a field without the call of `field`, and a code without its rule, which becomes a link."""
    codes = any(_called(base) == "StrEnum" for base in cls.bases)
    for member in cls.members.values():
        if not isinstance(member, (Attribute, Alias)) or not member.is_attribute:
            continue
        if _called(member.value) == "field":
            _target(member).value = _default(member.value)
        elif codes and isinstance(member.value, ExprTuple) and member.docstring is not None:
            code, rule, *_group = member.value.elements
            _target(member).value = code
            member.docstring.value += f" See [{str(rule)[1:-1]}][{str(rule)[1:-1]}]."


def _target(member: Attribute | Alias) -> Attribute:
    """Return the attribute behind a member."""
    found = member.final_target if isinstance(member, Alias) else member
    assert isinstance(found, Attribute)
    return found


def _leave_out(module: Module) -> None:
    """Remove what a module contains but does not export: parts, type variables, names missing in `__all__`."""
    for name, member in list(module.members.items()):
        if isinstance(member, Module) or member.is_alias:
            continue
        hidden = bool(module.exports) and name not in (module.exports or ())
        if hidden or name in _PARTS or _called(getattr(member, "value", None)) == "TypeVar":
            module.del_member(name)


def _default(field: str | Expr | None) -> str | Expr | None:
    """Return the default in a call of `field`; dots for one that is made anew each time."""
    return _argument(field, "default") or ("..." if _argument(field, "factory") else None)


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
