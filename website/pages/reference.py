"""Reference pages that are made from data: reasons for refusals, the JSON schema, the logic's words."""

import json
import re
import tomllib
from collections import defaultdict
from html import escape
from typing import Any

from toledo_rules import Code
from toledo_rules.rulebook import ILLEGAL
from website.model.content import Content
from website.model.html import Row, table
from website.model.links import Links
from website.model.pages import WITHOUT_CONTENTS, Pages
from website.pages.highlighting import clause

_ASP = re.compile(r"^```asp\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def add_reference(pages: Pages, content: Content, links: Links) -> None:
    """Add the pages of refusals, JSON and vocabulary."""
    pages.add("reference/refusals.md", _refusals(content, links))
    pages.add("reference/schema.md", _schema(content, links))
    pages.add("reference/vocabulary.md", _vocabulary(content, links))


def _refusals(content: Content, links: Links) -> str:
    page, file = "reference/refusals.html", "src/toledo_rules/describe/catalogues/en.toml"
    sentences = tomllib.loads((content.root / file).read_text(encoding="utf-8"))["illegal"]
    rules: dict[Code, list[str]] = defaultdict(list)
    for rule in content.sections:
        for code in content.codes.get(rule, ()):
            rules[code].append(rule)
    rows = [
        Row(
            (
                f"<code>{code.value}</code>",
                escape(sentences[code.value]),
                links.html_list(tuple(rules[code]), page, file),
            ),
            code.value,
        )
        for code in ILLEGAL
    ]
    return (
        "# Refusals\n\n"
        f"Every illegal action is refused with one of {len(rows)} codes, the rule that it breaks, and parameters\n"
        "for a sentence. `explain` gives all three; `describe` makes the sentence, in six languages. What stands in\n"
        "braces is a parameter.\n\n"
        f"{table(('code', 'in English', 'rules'), rows, kind='sortable', label='Refusals')}\n"
    )


def _schema(content: Content, links: Links) -> str:
    page, file = "reference/schema.html", "src/toledo_rules/data/toledo.schema.json"
    schema = json.loads((content.root / file).read_text(encoding="utf-8"))
    definitions: dict[str, dict[str, Any]] = schema["$defs"]
    kinds = ", ".join(
        f"[{name.removesuffix('Document')}](#{name.lower()})"
        for name in (part["then"]["$ref"].rpartition("/")[2] for part in schema["allOf"])
    )
    parts = [
        f"{WITHOUT_CONTENTS}# JSON",
        (
            "Positions, views, moves, events, refusals, transitions, results and editions can be saved as JSON "
            "(`toledo_rules.codec`). The schema (JSON Schema 2020-12) describes every document completely: "
            f"`{file}`. TypeScript types are made from it: "
            f"`clients/typescript/src/toledo.ts`."
        ),
        f"A document is one of: {kinds}.",
    ]
    for name, definition in definitions.items():
        parts.append(f"## {name} {{ #{name.lower()} }}")
        if said := definition.get("description"):
            parts.append(links.in_markdown(said, page, file))
        parts.append(_definition(definition, links, page, file))
    return "\n\n".join(part for part in parts if part) + "\n"


def _definition(definition: dict[str, Any], links: Links, page: str, file: str) -> str:
    properties = definition.get("properties")
    if properties and "allOf" not in definition:
        needed = definition.get("required", ())
        rows = [
            (
                f"<code>{escape(name)}</code>{'' if name in needed else ' (may be missing)'}",
                _type(one),
                links.in_html(one.get("description", ""), page, file),
            )
            for name, one in properties.items()
        ]
        heads = ("key", "value", "says") if any(said for *_, said in rows) else ("key", "value")
        return table(heads, [Row(row[: len(heads)]) for row in rows], bare=True)
    return f"<p>{_type(definition)}</p>"


def _type(one: dict[str, Any]) -> str:
    """A type of the schema in few words."""
    if "$ref" in one:
        name = one["$ref"].rpartition("/")[2]
        return f'<a href="#{name.lower()}">{name}</a>'
    if "const" in one:
        return _code(one["const"])
    if "enum" in one:
        return " or ".join(map(_code, one["enum"]))
    if "allOf" in one:  # a reference with a description, or classes by their tags
        parts = [part.get("then", part) for part in one["allOf"]]
        return " or ".join(_type(part) for part in parts)
    if "if" in one:
        first = [_type(one["then"])] if "then" in one else [_type(one["if"])]
        return " or ".join(
            [*first, _type(one["else"])] if "then" in one else [_type(one["else"]), *first]
        )
    if one.get("type") == "array":
        if "prefixItems" in one:
            return f"[{', '.join(_type(part) for part in one['prefixItems'])}]"
        return f"list of {_type(one['items'])}" if isinstance(one.get("items"), dict) else "list"
    kind = one.get("type", "object")
    return escape(" or ".join(kind) if isinstance(kind, list) else str(kind))


def _code(value: object) -> str:
    return f"<code>{escape(json.dumps(value), quote=False)}</code>"


def _vocabulary(content: Content, links: Links) -> str:
    page, file = "reference/vocabulary.html", "spec/vocabulary.md"
    text = (content.root / file).read_text(encoding="utf-8")
    text = text.replace("](compiler/README.md)", "](../project/compiler.md)")
    text = text.replace("](proofs/README.md)", "](../proofs.md)")
    linked = _ASP.sub(lambda found: clause(found[1]), links.in_markdown(text, page, file))
    return f"{linked}\n"
