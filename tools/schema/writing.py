"""JSON Schema of any type that has a form: it goes through the types as the converter does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from types import NoneType
from typing import Any, get_args, get_origin

from toledo_rules._converter import PROBABILITY, TAG
from toledo_rules._json import (
    BY_NAME,
    LINE,
    NAME,
    OR_NOTATION,
    SOME_LINE,
    TAGGED,
    Keys,
    MinLength,
    Pattern,
    Range,
    bound,
    entry_type,
    is_nullable,
    is_plain,
    is_record,
    is_union,
    may_be_missing,
    options,
    parts,
    present,
    split,
    without_null,
)
from toledo_rules._limits import MOST_ENTRIES
from toledo_rules._values import snake
from toledo_rules.actions import Action
from toledo_rules.codec import NamedEdition, Thing
from toledo_rules.protocol import MESSAGES, TAGS
from tools.schema.naming import NAMED, Schema, field_docs, record_name, summary


class Definitions:
    """The definitions of a schema."""

    def __init__(self) -> None:
        self.made: dict[str, Schema] = {}

    def refer(self, kind: Any, tagged: bool | None = None) -> Schema:
        """Return the schema of a type: a reference, if it has a name."""
        if kind in NAMED:
            return self._named(*NAMED[kind], lambda: self.schema(kind))
        if is_record(kind):
            tagged = kind in MESSAGES.tagged if tagged is None else tagged
            name = record_name(kind, tagged)
            return self._named(name, summary(kind), lambda: self._record(kind, tagged))
        return self.schema(kind)

    def _named(self, name: str, description: str, content: Callable[[], Schema]) -> Schema:
        """Return a reference to a definition, which is made if there is none yet."""
        if name not in self.made:
            made = self.made[name] = {"description": description}
            made.update(content())
        return {"$ref": f"#/$defs/{name}"}

    def _record(self, cls: type, tagged: bool) -> Schema:
        """Return the schema of a class, with the docstrings of its fields."""
        hints, docs = parts(cls), field_docs(cls)
        properties: Schema = {TAG: {"const": _tag(cls)}} if tagged else {}
        for name, kind in hints.items():
            part = self.refer(present(kind))
            if name in docs:  # programs may ignore other keywords beside $ref
                part = {
                    "description": docs[name],
                    **({"allOf": [part]} if "$ref" in part else part),
                }
            properties[name] = part
        return closed(properties, [name for name in hints if may_be_missing(hints[name])])

    def schema(self, kind: Any) -> Schema:
        """Return the schema of a type, in full."""
        base, marks = split(kind)
        if TAGGED in marks:
            things = self._switch(get_args(Thing), True)
            line: Schema = {"type": ["integer", "string"], "pattern": LINE.pattern}
            return _branch("object", things, _branch("array", {"items": things}, line))
        if BY_NAME in marks:
            return self._union(NamedEdition)
        if OR_NOTATION in marks:
            text: Schema = {"type": "string", "pattern": SOME_LINE.pattern}
            return _branch("object", self.refer(Action), text)
        if is_plain(kind):
            return _plain(kind)
        if base is Fraction:
            return {"type": "string", "pattern": PROBABILITY.pattern}
        if table := bound(kind, Keys):
            named = [kind for kind in NAMED if table.pattern in split(kind)[1]]
            pattern: Schema = {"type": "string", "pattern": table.pattern.pattern}
            return {
                "type": "object",
                "propertyNames": self.refer(named[0]) if named else pattern,
                "additionalProperties": self.refer(entry_type(kind)),
            }
        if is_union(base):
            return self._union(base)
        items: Schema = {"type": "array", "items": self.refer(get_args(base)[0])}
        if get_origin(base) is frozenset:
            return {**items, "minItems": 1, "uniqueItems": True}
        least = bound(kind, MinLength)
        return {**items, **({"minItems": least.entries} if least else {}), "maxItems": MOST_ENTRIES}

    def _union(self, union: Any) -> Schema:
        """Return a schema that looks at the tag first, or at type and keys, so that a mistake is reported once."""
        if union in MESSAGES.tagged:
            return self._switch(get_args(union), None)
        if is_nullable(union):
            return {"if": {"type": "null"}, "else": self.refer(without_null(union))}
        leaves = [one for one in get_args(union) if is_plain(one)]
        records = [one for one in get_args(union) if not is_plain(one)]
        if not records:
            return _merged(leaves)
        *others, last = records
        objects = self.refer(last)
        for record in reversed(others):
            foreign = {key for other in records if other is not record for key in parts(other)}
            own = next(key for key in parts(record) if key not in foreign)
            objects = {"if": {"required": [own]}, "then": self.refer(record), "else": objects}
        if leaves == [NoneType]:
            return {"if": {"type": "null"}, "else": objects}
        return _branch("object", objects, _merged(leaves)) if leaves else objects

    def _switch(self, classes: Sequence[type], tagged: bool | None) -> Schema:
        """Return the schema of objects that say their type."""
        tags = {_tag(cls): self.refer(cls, tagged) for cls in classes}
        return {
            "type": "object",
            "properties": {TAG: {"enum": [*tags]}},
            "required": [TAG],
            "allOf": [
                {"if": {"properties": {TAG: {"const": tag}}}, "then": then}
                for tag, then in tags.items()
            ],
        }


def _tag(cls: type) -> str:
    return TAGS.get(cls) or snake(cls)


def _branch(kind: str, then: Schema, otherwise: Schema) -> Schema:
    return {"if": {"type": kind}, "then": then, "else": otherwise}


def _plain(kind: Any) -> Schema:
    """Return the schema of a plain type."""
    base, some = split(kind)[0], options(kind)
    if some is not None:
        return {"enum": [*map(str, some)]}
    if base is int:
        limits = bound(kind, Range) or Range()
        return {"type": "integer", "minimum": limits.least, "maximum": limits.most}
    if base is str:
        return {"type": "string", "pattern": (bound(kind, Pattern) or NAME).pattern}
    return {"type": "boolean" if base is bool else "null"}


def _merged(kinds: Sequence[Any]) -> Schema:
    """Return one schema for several plain types: each keyword concerns one type only."""
    schemas = [*map(_plain, kinds)]
    words = [word for kind in kinds for word in options(kind) or [None]]
    if "enum" in schemas[0]:  # words, or null
        return {"enum": [word and str(word) for word in words]}
    whole: Schema = {"type": [schema["type"] for schema in schemas]}
    return whole | {key: one for schema in schemas for key, one in schema.items() if key != "type"}


def closed(properties: Schema, optional: Collection[str] = ()) -> Schema:
    """Return the schema of an object with exactly these properties, some of them optional."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }
