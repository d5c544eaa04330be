"""The places of the study's files, and numbers in them that people read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
KEEP = ROOT / "build" / "study"
"""The games."""
OUT = ROOT / "docs" / "assets" / "study"
"""The figures and pictures that are published."""
_DIGITS = 4


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
