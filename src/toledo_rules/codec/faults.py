"""Why a document does not have the shape that it should: every fault, with its path."""

from __future__ import annotations

from collections.abc import Iterator

from toledo_rules._wording import listed
from toledo_rules.codec.converter import shipped
from toledo_rules.codec.problems import Problem, inside, shown
from toledo_rules.codec.shapes import (
    DIGEST,
    NAME,
    TAG,
    TAGS,
    EditionReference,
    Either,
    ListOf,
    Record,
    Shape,
    TableOf,
    Tagged,
    Word,
    keys_of,
    optional_of,
    shapes_of,
)
from toledo_rules.editions import edition_digest


def faults(shape: Shape, value: object, path: str = "$") -> Iterator[Problem]:
    """All that keeps a value from having a shape; nothing if it has.

    >>> from toledo_rules.codec.shapes import Number
    >>> for fault in faults(ListOf(Number(least=1)), [3, "4", 0]):
    ...     print(fault)
    $[1]: found "4", expected a whole number of at least 1
    $[2]: found 0, expected a whole number of at least 1
    """
    match shape, value:
        case Record(cls), dict():
            yield from _in_record(cls, value, path)
        case Tagged(classes), dict():
            yield from _in_tagged(classes, value, path)
        case ListOf(item, least), list() if len(value) >= least:
            for place, entry in enumerate(value):
                yield from faults(item, entry, inside(path, place))
        case TableOf(item), dict():
            for name, entry in value.items():
                if not TableOf.key.admits(name):
                    yield Problem(inside(path, name), "an odd key", TableOf.key.words)
                yield from faults(item, entry, inside(path, name))
        case Either(), _ if chosen := shape.choose(value):
            yield from faults(chosen, value, path)
        case ((Record() | Tagged() | ListOf() | TableOf() | Either()), _):
            yield Problem(path, shown(value), shape.words)
        case _:
            if not shape.admits(value):
                yield Problem(path, shown(value), shape.words)


def _in_tagged(
    classes: tuple[type, ...], value: dict[object, object], path: str
) -> Iterator[Problem]:
    for cls in classes:
        if value.get(TAG) == TAGS[cls]:
            yield from _in_record(cls, value, path)
            return
    yield _bad_tag(classes, value, path)


def _bad_tag(classes: tuple[type, ...], value: dict[object, object], path: str) -> Problem:
    found = shown(value[TAG]) if TAG in value else "nothing"
    return Problem(inside(path, TAG), found, Word(tuple(TAGS[cls] for cls in classes)).words)


def _in_record(cls: type, value: dict[object, object], path: str) -> Iterator[Problem]:
    if cls in TAGS and value.get(TAG) != TAGS[cls]:
        yield _bad_tag((cls,), value, path)
    for name, shape in shapes_of(cls).items():
        if name in value:
            yield from faults(shape, value[name], inside(path, name))
        elif name not in optional_of(cls):
            yield Problem(inside(path, name), "nothing", shape.words)
    keys = keys_of(cls)
    for key in value:
        if key not in keys:
            yield Problem(inside(path, key), "an unknown key", f"only {listed(keys, 'and')}")
    if cls is EditionReference:
        yield from _in_reference(value.get("name"), value.get("digest"), path)


def _in_reference(name: object, digest: object, path: str) -> Iterator[Problem]:
    if not (NAME.admits(name) and DIGEST.admits(digest)):
        return  # which has been told
    edition = shipped(str(name))
    if edition is None:
        expected = "an edition that comes with the library; another one must be there in full"
        yield Problem(inside(path, "name"), shown(name), expected)
    elif digest != edition_digest(edition):
        expected = f'"{edition_digest(edition)}": the library has another edition of this name'
        yield Problem(inside(path, "digest"), shown(digest), expected)
