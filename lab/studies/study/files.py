"""The places of the study's files, and numbers in them that people read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
KEEP = ROOT / "build" / "study"
"""The games."""
OUT = ROOT / "docs" / "assets" / "study"
"""The figures and pictures that are published."""
_DIGITS = 4


def written(document: dict[str, Any]) -> bytes:
    """Return a document as JSON that people can read: what it lists has a line for each thing."""
    lines: list[str] = []
    for key, value in rounded(document).items():
        text = json.dumps(value)
        if isinstance(value, list):
            text = "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        lines.append(f" {json.dumps(key)}: {text}")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def rounded(value: Any) -> Any:
    """Return the same with numbers that people read."""
    match value:
        case float():
            return round(value, _DIGITS)
        case dict():
            return {key: rounded(part) for key, part in value.items()}
        case list() | tuple():
            return [rounded(part) for part in value]
        case _:
            return value
