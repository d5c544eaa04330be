"""The page *What was checked*: the ledger of the long checks, and nothing else."""

from __future__ import annotations

from html import escape

from tools.checked import CHECKS, Entry, read
from website.model.html import Row, table
from website.model.pages import Pages

_HEADS = ("check", "what it shows", "result", "command", "date", "revision", "CPU")


def add_checked(pages: Pages, entries: tuple[Entry, ...] | None = None) -> None:
    """The page."""
    pages.add("checked.md", "\n\n".join(_parts(read() if entries is None else entries)) + "\n")


def _parts(entries: tuple[Entry, ...]) -> list[str]:
    known = {entry.check for entry in entries}
    shows = {check.name: check.shows for check in CHECKS}
    missing = [f"`{check.command}`" for check in CHECKS if check.name not in known]
    rows = [_row(entry, shows[entry.check]) for entry in entries]
    parts = [
        "# What was checked",
        (
            "Every line of this table was written by a program that ran the command and noted how it ended "
            "(`python -m tools.checked`). None is typed by hand. A revision with a plus had changes that were not "
            "committed. Checks that take seconds are part of `make test` and `make check`."
        ),
        table(_HEADS, rows, label="Checks"),
    ]
    if missing:
        parts.append(f"Not in the ledger yet: {', '.join(missing)}.")
    return parts


def _row(entry: Entry, shows: str) -> Row:
    result = "<br>".join(map(escape, entry.result)) or "nothing"
    if not entry.passed:
        result = f"<b>failed</b>: {result}"
    minutes, seconds = divmod(entry.cpu_seconds, 60)
    return Row(
        (
            f"<b>{escape(entry.check)}</b>",
            escape(shows),
            result,
            f"<code>{escape(entry.command)}</code>",
            entry.date,
            f"<code>{entry.revision}</code>",
            f"{minutes} min {seconds} s" if minutes else f"{seconds} s",
        )
    )
