"""Write what other languages need: the JSON Schema, the types for TypeScript and the AsyncAPI document.

`python -m schema.generate` writes the files; with `--check` it compares only, and fails if a committed file is out of
date. All of it comes from the shapes of `toledo_rules.codec` and `toledo_rules.protocol`, which come from the classes;
the descriptions are the docstrings of classes and fields.

The schema looks at the tag of an object first, so that a validator reports one mistake once. Only the library checks
what a schema cannot express: that lists which stand for multisets are sorted, that names exist in the edition, that a
position keeps the invariants. To a schema, 1.0 is an integer; the library expects 1.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import get_args

from schema.asyncapi import asyncapi
from schema.client import CLIENT, client_files
from schema.naming import NAMED, document_name, field_docs, record_name, summary
from schema.typescript import typescript
from toledo_rules._shapes import Json, RecordOf, Schema, Shape
from toledo_rules.codec import FORMAT, KEYS
from toledo_rules.codec._kit import KINDS
from toledo_rules.protocol import PROTOCOL, SHAPES, ClientMessage, ServerMessage

DATA = Path("src") / "toledo_rules" / "data"
SCHEMA = DATA / "toledo.schema.json"
ASYNCAPI = DATA / "toledo.asyncapi.json"
TYPES = DATA / "toledo.ts"
CLIENT_TYPES = CLIENT / "src" / "toledo.ts"

ROOTS = (ServerMessage, ClientMessage)
"""Definitions that no document holds."""


class Writer:
    """Collects the definitions of a schema."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def schema(self, shape: Shape) -> Schema:
        """Return the schema of a shape: a reference, if the shape has a name."""
        if isinstance(shape, RecordOf):
            return self.named(record_name(shape), shape, summary(shape.cls))
        if shape in NAMED:
            return self.named(NAMED[shape][0], shape, NAMED[shape][1])
        return shape.schema(self.schema)

    def named(self, name: str, shape: Shape, description: str) -> Schema:
        """Return a reference to a definition, which is made if there is none yet."""
        if name not in self.definitions:
            content = self.definitions[name] = {"description": description}
            content.update(self.content(shape))
        return {"$ref": f"#/$defs/{name}"}

    def content(self, shape: Shape) -> Schema:
        """Return the schema of a shape with a name, in full."""
        schema = shape.schema(self.schema)
        if isinstance(shape, RecordOf):
            docs = field_docs(shape.cls)
            properties = schema["properties"]
            assert isinstance(properties, dict)
            for name in properties.keys() & docs:
                properties[name] = described(properties[name], docs[name])
        return schema

    def document(self, name: str, kind: object) -> str:
        """Define the document of a kind and return its name."""
        parts: tuple[Schema, ...] = (
            {"const": FORMAT},
            {"const": name},
            self.schema(SHAPES.of(kind)),
        )
        title = document_name(name)
        content = closed(dict(zip(KEYS, parts, strict=True)))
        self.definitions[title] = {"description": f'A document of kind "{name}".', **content}
        return title


def described(schema: Json, description: str) -> Schema:
    """Return a schema with a description.

    A reference goes into an allOf, because some programs ignore whatever stands beside a reference.
    """
    assert isinstance(schema, dict)
    content: Schema = {"allOf": [schema]} if "$ref" in schema else schema
    return {"description": description, **content}


def closed(properties: dict[str, Schema], optional: Collection[str] = ()) -> Schema:
    """Return the schema of an object with exactly these properties, some of them optional."""
    return {
        "type": "object",
        "properties": {**properties},
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def schema() -> Schema:
    """Return the JSON Schema."""
    writer = Writer()
    documents = {name: writer.document(name, kind) for name, kind in KINDS.items()}
    for union in ROOTS:
        writer.schema(SHAPES.of(union))
    kinds: list[Json] = [*documents]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:toledo-rules:format:{FORMAT}",
        "title": "Document",
        "description": "A value of the library toledo-rules, as it is saved. Messages of the protocol are"
        " ServerMessage and ClientMessage.",
        "type": "object",
        "properties": {"kind": {"enum": kinds}},
        "required": ["kind"],
        "allOf": [
            {
                "if": {"properties": {"kind": {"const": kind}}},
                "then": {"$ref": f"#/$defs/{title}"},
            }
            for kind, title in documents.items()
        ],
        "$defs": {**writer.definitions},
    }


def files() -> Mapping[Path, str]:
    """Return the content of every file."""
    whole = schema()
    types = typescript(
        {document_name(name): (name, SHAPES.of(kind)) for name, kind in KINDS.items()},
        [SHAPES.of(union) for union in ROOTS],
    )
    messages = {union: get_args(union) for union in ROOTS}
    api = asyncapi(whole, PROTOCOL, *messages.values())
    return {
        SCHEMA: json.dumps(whole, ensure_ascii=False, indent=1) + "\n",
        ASYNCAPI: json.dumps(api, ensure_ascii=False, indent=1) + "\n",
        TYPES: types,
        CLIENT_TYPES: types,
        **client_files(whole),
    }


def main() -> int:
    """Write the files, or compare them; return 1 if one is out of date."""
    parser = argparse.ArgumentParser(prog="python -m schema.generate")
    parser.add_argument(
        "--check", action="store_true", help="compare the files instead of writing them"
    )
    parser.add_argument("--root", type=Path, default=Path(), help="the project root")
    options = parser.parse_args()
    root: Path = options.root
    stale = 0
    for path, content in files().items():
        target = root / path
        if not options.check:
            target.parent.mkdir(exist_ok=True)
            target.write_text(content, encoding="utf-8")
        elif not target.is_file() or target.read_text(encoding="utf-8") != content:
            print(f"{path.as_posix()}: out of date; write it with python -m schema.generate")
            stale = 1
    return stale


if __name__ == "__main__":
    raise SystemExit(main())
