"""Write schema/toledo.schema.json, the JSON Schema of everything that the library reads and writes as JSON.

`python -m schema.generate` writes the file; with `--check` it compares only, and fails if the committed file is out
of date. The schema comes from the shapes of `toledo_rules.codec`, which come from the classes; the descriptions are
the docstrings of classes and fields. The TypeScript types are made from the schema (clients/typescript).

Only the library checks what a schema cannot express: that lists which stand for multisets are sorted, that names exist
in the edition, that a position keeps the invariants. To a schema, 1.0 is an integer; the library expects 1.
"""

import argparse
import ast
import inspect
import json
from collections.abc import Collection
from itertools import pairwise
from pathlib import Path

from toledo_rules._shapes import Json, RecordOf, Schema, Shape
from toledo_rules.actions import Action, Draw, Move
from toledo_rules.cards import Stance
from toledo_rules.codec import FORMAT, KEYS
from toledo_rules.codec._forms import KINDS, SHAPES
from toledo_rules.edition import Level, ShopKind, SpaceKind
from toledo_rules.events import Event
from toledo_rules.phases import DrawSource, Phase
from toledo_rules.rulebook import Code
from toledo_rules.scoring import ScoreKind

TARGET = Path("schema") / "toledo.schema.json"

NAMED: dict[Shape, tuple[str, str]] = {
    SHAPES.of(Stance): ("Stance", "The side that is highlighted in a card's duel picture."),
    SHAPES.of(ShopKind): ("ShopKind", "Metal dealer, gem dealer, smith, fencing master."),
    SHAPES.of(SpaceKind): ("SpaceKind", "Kind of space on a step of the road."),
    SHAPES.of(DrawSource): ("DrawSource", "Reason for a draw."),
    SHAPES.of(ScoreKind): ("ScoreKind", "Subject of a line of a score sheet."),
    SHAPES.of(Level): ("Level", "Confidence in a datum, strongest first."),
    SHAPES.of(Code): ("Code", "Reason why an action is not legal."),
    SHAPES.of(Phase): ("Phase", "The pending decision or draw."),
    SHAPES.of(Action): ("Action", "A player's action."),
    SHAPES.of(Move): ("Move", "A player's action, or a draw of chance."),
    SHAPES.of(Event): ("Event", "Something that happened in the game."),
}
"""Shapes that have a name but no class to take it from."""

UNIONS: dict[Shape, tuple[Shape, ...]] = {SHAPES.of(Move): (SHAPES.of(Action), SHAPES.of(Draw))}
"""Unions that have a named union among their parts."""


class Writer:
    """Collects the definitions of a schema."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def schema(self, shape: Shape) -> Schema:
        """Return the schema of a shape: a reference, if the shape has a name."""
        if isinstance(shape, RecordOf):
            return self.named(shape.cls.__name__, shape, summary(shape.cls))
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
        if shape in UNIONS:
            return {"oneOf": [self.schema(part) for part in UNIONS[shape]]}
        schema = shape.schema(self.schema)
        if isinstance(shape, RecordOf):
            docs = field_docs(shape.cls)
            properties = schema["properties"]
            assert isinstance(properties, dict)
            for name in properties.keys() & docs:
                properties[name] = described(properties[name], docs[name])
        return schema

    def document(self, name: str, kind: object) -> Schema:
        """Define the document of a kind and return a reference to it."""
        parts: tuple[Schema, ...] = (
            {"const": FORMAT},
            {"const": name},
            self.schema(SHAPES.of(kind)),
        )
        title = f"{name.title().replace('_', '')}Document"
        content = closed(dict(zip(KEYS, parts, strict=True)))
        self.definitions[title] = {"description": f'A document of kind "{name}".', **content}
        return {"$ref": f"#/$defs/{title}"}


def described(schema: Json, description: str) -> Schema:
    """Return a schema with a description.

    A reference goes into an allOf, because a reference with siblings becomes a new type in generated code.
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


def summary(cls: type) -> str:
    """Return the first paragraph of the docstring of a class."""
    return first_paragraph(inspect.getdoc(cls) or "")


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a docstring on one line, in the words of JSON."""
    line = " ".join(inspect.cleandoc(text).partition("\n\n")[0].split())
    return line.replace("``", "`").replace("None", "null")


def field_docs(cls: type) -> dict[str, str]:
    """Return the docstrings under the fields of a class and of its base classes; only the sources have them."""
    docs = {}
    for home in reversed(cls.__mro__):
        if not home.__module__.startswith("toledo_rules"):
            continue
        (definition,) = ast.parse(inspect.getsource(home)).body
        assert isinstance(definition, ast.ClassDef)
        for before, after in pairwise(definition.body):
            match before, after:
                case (
                    ast.AnnAssign(target=ast.Name(name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    docs[name] = first_paragraph(text)
                case _:
                    pass
    return docs


def render() -> str:
    """Return the content of the file."""
    writer = Writer()
    documents = [writer.document(name, kind) for name, kind in KINDS.items()]
    schema: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:toledo-rules:format:{FORMAT}",
        "title": "Document",
        "description": "A value of the library toledo-rules, as it is saved.",
        "oneOf": [*documents],
        "$defs": {**writer.definitions},
    }
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def main() -> int:
    """Write the file, or compare it; return 1 if it is out of date."""
    parser = argparse.ArgumentParser(prog="python -m schema.generate")
    parser.add_argument(
        "--check", action="store_true", help="compare the file instead of writing it"
    )
    parser.add_argument("--root", type=Path, default=Path(), help="the project root")
    options = parser.parse_args()
    root: Path = options.root
    target = root / TARGET
    content = render()
    if not options.check:
        target.parent.mkdir(exist_ok=True)
        target.write_text(content, encoding="utf-8")
        return 0
    if target.is_file() and target.read_text(encoding="utf-8") == content:
        return 0
    print(f"{TARGET.as_posix()}: out of date; write it with python -m schema.generate")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
