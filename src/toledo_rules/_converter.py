"""JSON by cattrs: a converter that derives from a class and the bounds of its fields how values are dumped and loaded.

Loading collects all mistakes before it fails; `JsonConverter.problems` puts them into words. The text of small values
with a fast hash, such as cards and messages, is cached.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import EnumType
from fractions import Fraction
from functools import lru_cache
from itertools import starmap
from json import dumps, loads
from json.encoder import encode_basestring_ascii
from operator import itemgetter
from types import NoneType
from typing import Any, TypeAlias, get_args, get_origin

from attrs import NOTHING, fields
from cattrs import Converter
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import (
    make_dict_structure_fn_from_attrs,
    make_dict_unstructure_fn_from_attrs,
    override,
)

from toledo_rules._json import (
    LEFT_OUT,
    NAME,
    Json,
    Keys,
    Mark,
    MinLength,
    Pattern,
    Range,
    bound,
    entry_type,
    inside,
    is_nullable,
    is_plain,
    is_record,
    is_union,
    may_be_missing,
    options,
    parts,
    present,
    shown,
    split,
    without_null,
)
from toledo_rules._limits import MOST_ENTRIES
from toledo_rules._values import CheckedTuple, FrozenMap, snake
from toledo_rules.errors import Problem, listed

TAG = "type"
"""The key that says which of several classes an object is."""

PROBABILITY = Pattern(
    "^(0|[1-9][0-9]*)/[1-9][0-9]*$", 'a fraction in lowest terms from 0 to 1, such as "3/7"'
)
_RISING = "a list of different numbers in rising order, with at least one"
_LONGEST_FRACTION = 200
"""The maximum number of digits of a fraction: the odds of a duel of nine rounds have fewer than a hundred."""
_REMEMBERED = 256
"""The number of small values cached for each class: more than an edition has kinds of cards."""
_MOST_TEXTS = 8192
"""The number of texts cached for each class whose values have a fast hash."""

Load: TypeAlias = Callable[[Any, Any], Any]
Dump: TypeAlias = Callable[[Any], Any]
Factory: TypeAlias = Callable[[Any, Converter], Any]
"""A function that makes the hook for a type."""
Hooks: TypeAlias = tuple[Callable[[Any], bool], Factory, Factory]
"""A predicate for types, and the factory of their hooks."""


class FormError(ValueError):
    """A value does not have the form of its type."""

    def __init__(self, kind: Any, key: str = "", found: str = "", expected: str = "") -> None:
        self.kind, self.key, self.found, self.expected = kind, key, found, expected


class TaggedError(ClassValidationError):
    """The problems of an object that names its type."""


class JsonConverter:
    """A cattrs converter that can put into words what it expects."""

    def __init__(self, base: JsonConverter | None = None) -> None:
        self.tagged: set[Any] = {*base.tagged} if base else set()
        """The classes that name their type wherever they appear, and their unions."""
        self.said: dict[Mark, str] = {**base.said} if base else {}
        """The words for types with a mark."""
        self.cattrs: Converter = base.cattrs.copy() if base else Converter(forbid_extra_keys=True)
        for rule in () if base else _RULES:
            self.register(*rule)
        for plain in (int, str, bool):  # cattrs would convert to these before asking any factory
            self.cattrs.register_structure_hook(plain, plain_load(plain, self.cattrs))

    def register(self, fits: Callable[[Any], bool], load: Factory, dump: Factory) -> None:
        """Add hooks for types, before any is used; later ones come first."""
        self.cattrs.register_structure_hook_factory(fits, load)
        self.cattrs.register_unstructure_hook_factory(fits, _once(dump))

    def register_tagged(self, union: Any, tags: Mapping[type, str] | None = None) -> None:
        """Let the classes of a union name their type; not cards and the like, which are loaded in bulk."""
        names = {cls: tags[cls] if tags else snake(cls) for cls in get_args(union)}
        self.tagged |= {union, *names}

        def load(kind: Any, converter: Converter) -> Load:
            if kind in names:
                return tagged_load(converter, kind, names[kind])
            return tag_switch({tag: load_of(cls, converter) for cls, tag in names.items()})

        def dump(kind: Any, converter: Converter) -> Dump:
            if kind in names:
                return tagged_dump(converter, kind, names[kind])
            return union_dump(kind, converter)

        self.register({union, *names}.__contains__, load, dump)

    def load(self, value: object, kind: Any) -> Any:
        """Return the value of a type from its JSON; `problems` explains any exception."""
        return load_of(kind, self.cattrs)(value, kind)

    def dump(self, value: object, kind: Any = None) -> Any:
        """Return the JSON of a value."""
        return loads(self.text(value, kind))

    def text(self, value: object, kind: Any = None) -> str:
        """Return the JSON of a value as text, without blanks."""
        return written(dump_of(kind or type(value), self.cattrs)(value))

    def faults(self, value: object, kind: Any, path: str) -> Iterator[Problem]:
        """Yield every problem that keeps JSON from having the form of a type."""
        try:
            self.load(value, kind)
        except Exception as error:  # noqa: BLE001  # whatever a hook stumbles over is a fault
            yield from self.problems(error, kind, value, path)

    def problems(self, error: Exception, kind: Any, value: Any, path: str) -> Iterator[Problem]:
        """Yield what an exception says about a value."""
        if isinstance(error, FormError):
            where = inside(path, error.key) if error.key else path
            found, expected = error.found or shown(value), error.expected or self.words(error.kind)
            yield Problem(where, found, expected)
        elif isinstance(error, _GROUPS) and isinstance(value, dict | list):
            for one in error.exceptions:
                yield from self._part(one, error, value, path)
        elif isinstance(error, _STUMBLES):
            yield Problem(path, shown(value), self.words(kind))
        else:  # not a mistake in the document
            raise error

    def _part(self, one: Any, whole: Any, value: Any, path: str) -> Iterator[Problem]:
        """Yield the problems of a part of an object or a list, or of its keys."""
        notes = [note for note in getattr(one, "__notes__", ()) if isinstance(note, _NOTES)]
        if notes:
            key = notes[0].name if isinstance(notes[0], AttributeValidationNote) else notes[0].index
            where = self.place(path, key, value, whole.cl)
            if isinstance(key, str) and key not in value:
                yield Problem(where, "nothing", self.words(notes[0].type))
            else:
                yield from self.problems(one, notes[0].type, value[key], where)
        elif isinstance(one, ForbiddenExtraKeysError):
            expected = f"only {listed(self.keys(one.cl, isinstance(whole, TaggedError)), 'and')}"
            for key in value:
                if key in one.extra_fields:
                    yield Problem(self.place(path, key, value, one.cl), "an unknown key", expected)
        elif isinstance(one, FormError):
            yield from self.problems(one, None, value, path)
        elif not isinstance(one, ValueError):
            raise one
        else:  # a class that checks itself, such as a record
            yield Problem(path, f"parts that do not fit together ({one})", "parts that do")

    def place(self, path: str, key: Any, value: Any, kind: Any, /) -> str:  # noqa: ARG002
        """Return the path of an entry of a value of a type."""
        return inside(path, key)

    def keys(self, cls: Any, tagged: bool) -> list[str]:
        """Return the keys of the object of a class."""
        return [*([TAG] if tagged else ()), *parts(cls)]

    def words(self, kind: Any) -> str:
        """Return a description of what is expected."""
        base, marks = split(kind)
        for mark in marks:
            if mark in self.said:
                return self.said[mark]
        if (some := options(base)) is not None:
            return quoted(some)
        if table := bound(kind, Keys):
            return str(table.words)
        if is_union(base):
            return self._any_of(base)
        if get_origin(base) is tuple:
            least = bound(kind, MinLength)
            return f"a list of at least {least.entries}" if least else "a list"
        if base in _WORDS:
            return _WORDS[base](kind)
        return f"an object with {listed(self.keys(base, base in self.tagged), 'and')}"

    def _any_of(self, union: Any) -> str:
        if union in self.tagged:
            return f'an object with "{TAG}"'
        if is_nullable(union):
            return f"{self.words(without_null(union))} or null"
        return listed(map(self.words, get_args(union)))


_NOTES = (AttributeValidationNote, IterableValidationNote)
_GROUPS = (ClassValidationError, IterableValidationError)
_STUMBLES = (AttributeError, LookupError, TypeError, ValueError, *_GROUPS)
"""Exceptions of hooks that were given something unexpected."""
_WORDS: Mapping[Any, Callable[[Any], str]] = {
    int: lambda kind: (bound(kind, Range) or Range()).words,
    str: lambda kind: (bound(kind, Pattern) or NAME).words,
    bool: lambda _: "true or false",
    NoneType: lambda _: "null",
    Fraction: lambda _: PROBABILITY.words,
    frozenset[int]: lambda _: _RISING,
}


def quoted(words: Iterable[str]) -> str:
    """Return a list of alternatives, for a message."""
    return listed(f'"{word}"' for word in words)


# Plain values


def load_of(kind: Any, converter: Converter) -> Load:
    """Return the hook of a type. To cattrs an enumeration of texts is a text before it is anything else."""
    return plain_load(kind, converter) if is_plain(kind) else converter.get_structure_hook(kind)


def dump_of(kind: Any, converter: Converter) -> Dump:
    """Return the hook of a type."""
    return plain_dump(kind, converter) if is_plain(kind) else converter.get_unstructure_hook(kind)


def formless(kind: Any, _converter: Converter) -> Any:
    """Reject types that cannot be written as JSON; cattrs would let them pass, or convert them."""
    raise TypeError(f"{kind!r} has no form in JSON")


def plain_load(kind: Any, _converter: Converter) -> Load:
    base, some = split(kind)[0], options(kind)
    if some is not None:
        known = {str(option): option for option in some}
        return lambda value, _: known[value]
    limits = bound(kind, Range) or Range()
    least, most = limits.least, limits.most
    fits: Mapping[Any, Callable[[Any], object]] = {
        int: lambda value: type(value) is int and least <= value <= most,
        str: re.compile((bound(kind, Pattern) or NAME).pattern).fullmatch,
    }
    admits = fits.get(base, lambda value: type(value) is base)

    def plain(value: Any, _: Any) -> Any:
        if admits(value):
            return value
        raise FormError(kind)

    return plain


def plain_dump(kind: Any, _converter: Converter) -> Dump:
    return str if isinstance(split(kind)[0], EnumType) else as_it_is


def as_it_is(value: Any) -> Any:
    """Return a hook that leaves a value as it is."""
    return value


def fraction_load(kind: Any, _converter: Converter) -> Load:
    def fraction(value: Any, _: Any) -> Any:
        if len(value) <= _LONGEST_FRACTION and re.match(PROBABILITY.pattern, value):
            made = Fraction(value)
            if made <= 1 and fraction_dump(made) == value:
                return made
        raise FormError(kind)

    return fraction


def fraction_dump(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


# Lists and tables


def gatherer(kind: Any, item: Any, load: Load) -> Callable[[Iterable[tuple[Any, Any]]], list[Any]]:
    """Return a function that loads the entries of a list or a mapping, and goes on after problems."""
    pattern: Any = getattr(bound(kind, Keys), "pattern", None)
    fits = re.compile(pattern.pattern).fullmatch if pattern else None

    def gathered(entries: Iterable[tuple[Any, Any]]) -> list[Any]:
        made, errors = [], list[Exception]()
        for key, entry in entries:
            if fits and not (isinstance(key, str) and fits(key)):
                errors.append(FormError(None, key, "an invalid key", pattern.words))
            try:
                made.append((key, load(entry, item)))
            except Exception as error:  # noqa: BLE001  # as in the hooks that cattrs writes
                error.add_note(IterableValidationNote("", key, item))
                errors.append(error)
        if errors:
            raise IterableValidationError("", errors, kind)
        return made

    return gathered


def list_load(kind: Any, converter: Converter) -> Load:
    item, least = get_args(split(kind)[0])[0], getattr(bound(kind, MinLength), "entries", 0)
    gathered = gatherer(kind, item, load_of(item, converter))
    small = is_record(item) and issubclass(item, CheckedTuple) and _small_values(item, converter)

    def several(value: Any, _: Any) -> Any:
        if type(value) is not list or not least <= len(value) <= MOST_ENTRIES:
            long = isinstance(value, list) and len(value) > MOST_ENTRIES
            raise FormError(kind, expected=f"at most {MOST_ENTRIES}" if long else "")
        if small:
            try:
                return small(value)
            except (FormError, KeyError, TypeError):
                pass  # slower, but it says which entries are wrong
        return tuple([one for _, one in gathered(enumerate(value))])

    return several


def _small_values(cls: type[CheckedTuple], converter: Converter) -> Callable[[list[Any]], Any]:
    """Load cards and the like without a Python call for each of them."""
    hooks = [load_of(hint, converter) for hint in parts(cls).values()]
    get, size = itemgetter(*cls._fields), {len(cls._fields)}

    @lru_cache(_REMEMBERED, typed=True)  # 1, 1.0 and true are equal
    def make(*given: Any) -> Any:
        return cls(*[hook(part, None) for hook, part in zip(hooks, given, strict=True)])

    def load(values: list[Any]) -> Any:
        if {*map(len, values)} <= size:
            return tuple(starmap(make, map(get, values)))
        raise FormError(cls)

    return load


def list_dump(kind: Any, converter: Converter) -> Dump:
    each = dump_of(get_args(split(kind)[0])[0], converter)
    return list if each is as_it_is else lambda value: [*map(each, value)]


def set_load(kind: Any, converter: Converter) -> Load:
    inner = load_of(get_args(kind)[0], converter)

    def rising(value: Any, _: Any) -> Any:
        try:
            loaded = [inner(one, None) for one in value]
        except (FormError, TypeError):
            loaded = []
        if loaded and loaded == sorted({*loaded}):
            return frozenset(loaded)
        raise FormError(kind)

    return rising


def table_load(kind: Any, converter: Converter) -> Load:
    item = entry_type(kind)
    gathered = gatherer(kind, item, load_of(item, converter))
    make: Callable[[Any], Any] = tuple if get_origin(split(kind)[0]) is tuple else FrozenMap

    def table(value: Any, _: Any) -> Any:
        if isinstance(value, dict):
            return make(gathered(value.items()))
        raise FormError(kind)

    return table


def table_dump(kind: Any, converter: Converter) -> Dump:
    inner = dump_of(entry_type(kind), converter)
    return lambda value: {key: inner(entry) for key, entry in dict(value).items()}


# Objects


def class_load(cls: Any, converter: Converter) -> Load:
    """Require a key for every field, even one with a default, unless the class says that it may be missing."""
    hints, hooks, attributes = parts(cls), dict[str, Any](), []
    for part in fields(cls):
        if part.init:
            hint = hints[part.name]
            default = part.default if may_be_missing(hint) else NOTHING
            attributes.append(part.evolve(type=hint, default=default))
            hooks[part.name] = override(struct_hook=load_of(present(hint), converter))
    return make_dict_structure_fn_from_attrs(
        attributes, cls, converter, _cattrs_forbid_extra_keys=True, **hooks
    )


def class_dump(cls: Any, converter: Converter) -> Dump:
    hints = parts(cls)
    attributes = [part.evolve(type=hints[part.name]) for part in fields(cls) if part.init]
    hooks: dict[str, Any] = {
        name: override(
            unstruct_hook=dump_of(present(hint), converter),
            omit_if_default=LEFT_OUT in split(hint)[1],
        )
        for name, hint in hints.items()
    }
    return make_dict_unstructure_fn_from_attrs(attributes, cls, converter, **hooks)


def union_load(kind: Any, converter: Converter) -> Load:
    """Load one of several forms that can be told apart without a tag, or null."""
    if is_nullable(kind):
        some = without_null(kind)
        inner = load_of(some, converter)
        return lambda value, _: None if value is None else inner(value, some)
    leaves = [load_of(one, converter) for one in get_args(kind) if is_plain(one)]
    records = [(parts(one), load_of(one, converter)) for one in get_args(kind) if is_record(one)]
    optional = NoneType in get_args(kind)

    def one_of(value: Any, _: Any) -> Any:
        if value is None and optional:
            return None
        if isinstance(value, dict) and records:
            alike = max(records, key=lambda one: len(value.keys() & one[0].keys()))
            return alike[1](value, None)
        for leaf in leaves:
            try:
                return leaf(value, None)
            except (FormError, KeyError, TypeError):
                pass
        raise FormError(kind)

    return one_of


def union_dump(kind: Any, converter: Converter) -> Dump:
    """Dump a value of a union by its class."""
    kinds = [one for one in get_args(kind) if is_record(one)]
    if not kinds:
        some = without_null(kind)
        inner = as_it_is if is_plain(get_args(kind)[0]) else dump_of(some, converter)
        return lambda value: None if value is None else inner(value)
    hooks = {one: dump_of(one, converter) for one in kinds}
    return lambda value: value if (hook := hooks.get(type(value))) is None else hook(value)


# Objects that name their type. The strategy of cattrs puts the tag last, and in unions only; here it comes first, and
# belongs to the class.


def tagged_load(converter: Converter, cls: type, tag: str) -> Load:
    inner = class_load(cls, converter)

    def load(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise FormError(cls)
        rest = {**value}
        wrong = [] if rest.pop(TAG, None) == tag else [_bad_tag(value, [tag])]
        try:
            made = inner(rest, cls)
        except ClassValidationError as error:
            raise TaggedError("", [*wrong, *error.exceptions], cls) from None
        if wrong:
            raise wrong[0]
        return made

    return load


def tagged_dump(converter: Converter, cls: type, tag: str) -> Dump:
    inner = class_dump(cls, converter)
    return lambda value: {TAG: tag, **inner(value)}


def tag_switch(loads: Mapping[Any, Load]) -> Load:
    def switch(value: Any, kind: Any) -> Any:
        if not isinstance(value, dict):
            raise FormError(None, expected=f'an object with "{TAG}"')
        tag = value.get(TAG)
        if not isinstance(tag, str) or tag not in loads:
            raise _bad_tag(value, loads)
        return loads[tag](value, kind)

    return switch


def _bad_tag(value: dict[str, Json], tags: Iterable[str]) -> FormError:
    found = shown(value[TAG]) if TAG in value else "nothing"
    return FormError(None, TAG, found, quoted(tags))


# Text


class Written(str):
    """JSON text that needs no more work."""

    __slots__ = ()


def written(value: Any) -> str:
    """Return JSON as text, without blanks; finished parts stay as they are."""
    kind = type(value)
    if kind is Written:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return encode_basestring_ascii(value)
    if kind is int:
        return str(value)
    if kind is dict:
        entries = [f"{encode_basestring_ascii(key)}:{written(one)}" for key, one in value.items()]
        return f"{{{','.join(entries)}}}"
    if kind is list:
        return f"[{','.join(map(written, value))}]"
    if value is None or kind is bool:
        return "null" if value is None else "true" if value else "false"
    return dumps(value)  # a member of an enumeration


def _once(factory: Factory) -> Factory:
    """Return a factory of hooks that cache the texts of values with a fast hash."""

    def make(kind: Any, converter: Converter) -> Dump:
        hook: Dump = factory(kind, converter)
        if not _has_fast_hash(kind):
            return hook
        return lru_cache(_MOST_TEXTS)(lambda value: Written(written(hook(value))))

    return make


def _has_fast_hash(kind: Any) -> bool:
    """Return True for classes whose values hash fast, and have the same JSON if they are equal."""
    quick = is_record(kind) and (issubclass(kind, tuple) or hasattr(kind, "_attrs_cached_hash"))
    return quick and all(part.eq for part in fields(kind))


_RULES: tuple[Hooks, ...] = (
    (lambda _: True, formless, formless),  # other types that cattrs knows are not supported
    (is_record, class_load, class_dump),
    (lambda kind: get_origin(split(kind)[0]) is tuple, list_load, list_dump),
    (lambda kind: get_origin(split(kind)[0]) is frozenset, set_load, lambda _, __: sorted),
    (is_union, union_load, union_dump),
    (lambda kind: kind is Fraction, fraction_load, lambda _, __: fraction_dump),
    (is_plain, plain_load, plain_dump),
    (lambda kind: bound(kind, Keys) is not None, table_load, table_dump),
)
"""The hooks of all types; later ones are asked first."""
