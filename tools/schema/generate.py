"""Write generated files: JSON Schema, types for TypeScript, AsyncAPI, and the default edition as a module.

`python -m tools.schema.generate` writes the files; with `--check` it compares only, and fails if a committed file is
out of date. All of it comes from the classes: their types, the bounds of their fields, and the docstrings of both. The
types for TypeScript are written from the finished schema.

The schema looks at the tag of an object first, so that a validator reports one mistake once. Only the library checks
what a schema cannot express: that lists which stand for multisets are sorted, that names exist in the edition, that a
position keeps the invariants. To a schema, 1.0 is an integer; the library expects 1.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from toledo_rules._json import Json
from toledo_rules.codec import JSON_FORMAT, KEYS, KINDS
from toledo_rules.protocol import PROTOCOL, ClientMessage, ServerMessage
from tools.schema.asyncapi import asyncapi
from tools.schema.editions import MODULE, edition_module
from tools.schema.naming import Schema, document_name
from tools.schema.typescript import typescript
from tools.schema.writing import Definitions, closed

CLIENT = Path("clients") / "typescript"
DATA = Path("src") / "toledo_rules" / "data"
SCHEMA = DATA / "toledo.schema.json"
ASYNCAPI = DATA / "toledo.asyncapi.json"
TYPES = CLIENT / "src" / "toledo.ts"

ROOTS = (ServerMessage, ClientMessage)
"""Definitions that no document holds."""


def document(definitions: Definitions, name: str, kind: object) -> str:
    """Define the document of a kind and return its name."""
    parts: tuple[Schema, ...] = ({"const": JSON_FORMAT}, {"const": name}, definitions.refer(kind))
    title, content = document_name(name), closed(dict(zip(KEYS, parts, strict=True)))
    definitions.made[title] = {"description": f'A document of kind "{name}".', **content}
    return title


def schema() -> Schema:
    """Return the JSON Schema."""
    writer = Definitions()
    documents = {name: document(writer, name, kind) for name, kind in KINDS.items()}
    for union in ROOTS:
        writer.refer(union)
    kinds: list[Json] = [*documents]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:toledo-rules:format:{JSON_FORMAT}",
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
        "$defs": {**writer.made},
    }


def files(root: Path = Path()) -> Mapping[Path, str]:
    """Return the content of every file."""
    whole = schema()
    api = asyncapi(whole, PROTOCOL, *map(get_args, ROOTS))
    return {
        SCHEMA: json.dumps(whole, ensure_ascii=False, indent=1) + "\n",
        ASYNCAPI: json.dumps(api, ensure_ascii=False, indent=1) + "\n",
        TYPES: typescript(whole),
        MODULE: edition_module(root),
    }


def main() -> int:
    """Write the files, or compare them; return 1 if one is out of date."""
    parser = argparse.ArgumentParser(prog="python -m tools.schema.generate")
    parser.add_argument(
        "--check", action="store_true", help="compare the files instead of writing them"
    )
    parser.add_argument("--root", type=Path, default=Path(), help="the project root")
    options = parser.parse_args()
    root: Path = options.root
    stale = 0
    for path, content in files(root).items():
        target = root / path
        if not options.check:
            target.parent.mkdir(exist_ok=True)
            target.write_text(content, encoding="utf-8")
        elif not target.is_file() or target.read_text(encoding="utf-8") != content:
            print(f"{path.as_posix()}: out of date; write it with python -m tools.schema.generate")
            stale = 1
    return stale


if __name__ == "__main__":
    raise SystemExit(main())
