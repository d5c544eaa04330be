"""The code of the page for implementers, as the names that it defines: `page()["digest"]`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent / "implementing.md"


def code() -> str:
    """The code of the page, which is one program."""
    return "\n\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))


@cache
def page() -> dict[str, Any]:
    """The names that the code defines."""
    names: dict[str, Any] = {}
    exec(compile(code(), PAGE.name, "exec"), names)  # noqa: S102  # it is ours
    return names
