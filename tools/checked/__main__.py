"""Run checks and note what came of them. Without a name: say what is known."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from tools.checked import CHECKS, LEDGER, ROOT, Check, Entry, note, read


def revision() -> str:
    """Return the revision of the sources, with a plus if something but the ledger itself is not committed."""
    if not (ROOT / ".git").exists():
        return "unknown"
    found = _git("describe", "--always", "--exclude=*")
    ledger = LEDGER.relative_to(ROOT).as_posix()
    return f"{found}+" if _git("status", "--porcelain", "--", ".", f":!{ledger}") else found


def _git(*words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def perform(check: Check, command: str) -> Entry:
    """Run a check, show what it prints, and return what came of it."""
    of, before = revision(), os.times()
    words = shlex.split(re.sub(r"^python ", f"{shlex.quote(sys.executable)} ", command))
    output = []
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            output.append(line)
    after = os.times()
    used = (after.children_user + after.children_system) - (
        before.children_user + before.children_system
    )
    said = check.said("".join(output))
    return Entry(
        check=check.name,
        command=command,
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        revision=of,
        cpu_seconds=round(used),
        passed=process.returncode == 0 and bool(said),
        result=said,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    names = {check.name: check for check in CHECKS}
    parser = argparse.ArgumentParser(prog="python -m tools.checked", description=__doc__)
    parser.add_argument(
        "checks", nargs="*", metavar="check", help=f"some of {', '.join(names)} (default: none)"
    )
    parser.add_argument(
        "--options", default="", help="more words for the command, such as '--positions 50000'"
    )
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.checks if name not in names]:
        parser.error(f"found {unknown[0]!r}, expected one of {', '.join(names)}")
    for name in options.checks:
        check = names[name]
        note(perform(check, f"{check.command} {options.options}".strip()))
    for entry in read():
        fate = "passed" if entry.passed else "FAILED"
        print(f"{entry.check}: {fate} on {entry.date}, revision {entry.revision}")
    print(f"{len(read())} of {len(CHECKS)} checks are in {LEDGER.relative_to(ROOT)}")
    return int(not all(entry.passed for entry in read()))


if __name__ == "__main__":
    sys.exit(main())
