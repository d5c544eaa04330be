"""Pinned versions with the hashes of their files: ``make`` installs nothing else.

``python tools/pins.py`` prints what the library and the lab need, in the form of a requirements file; with the names of
extras, what these need, too. It runs before anything is installed. ``python tools/pins.py --write`` writes `pins.txt`,
the hashes of every file of every version in `constraints.txt`, with pip-tools.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ROOT / "constraints.txt"
PINS = Path(__file__).with_name("pins.txt")
HEAD = "# Hashes of what constraints.txt names. Written by: python tools/pins.py --write\n"
OPTIONS = ("generate-hashes", "strip-extras", "allow-unsafe", "quiet", "no-header", "no-annotate")
NOT_OURS = ("no-emit-index-url", "no-emit-trusted-host", "no-emit-find-links")
"""Where packages come from is a setting of a machine."""


def needs(*extras: str) -> Iterator[str]:
    """Requirements of library and lab, of what builds them, and of some extras; *all* means every extra."""
    for folder in (ROOT, ROOT / "lab"):
        document = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        project = document["project"]
        yield from document["build-system"]["requires"]
        yield from project["dependencies"]
        for extra, requirements in project["optional-dependencies"].items():
            if extra in extras or "all" in extras:
                yield from requirements


def from_elsewhere(requirements: Iterator[str]) -> list[str]:
    """Return each requirement once, without our own distributions."""
    return sorted({one for one in requirements if not one.startswith("toledo-")})


def pinned(name: str) -> str:
    """Return the pin of one package with its hashes: all that a pip which is still to be replaced can read."""
    _, found, rest = PINS.read_text(encoding="utf-8").partition(f"\n{name}==")
    lines = f"{name}=={rest}".splitlines()
    last = next(number for number, line in enumerate(lines) if not line.endswith("\\"))
    return "\n".join(lines[: last + 1]) if found else ""


def write() -> None:
    """Let pip-tools look up the hashes."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "pins.txt"
        words = [*(f"--{option}" for option in (*OPTIONS, *NOT_OURS)), "--output-file", str(found)]
        subprocess.run(
            [sys.executable, "-m", "piptools", "compile", *words, str(VERSIONS)], check=True
        )
        lines = found.read_text(encoding="utf-8").splitlines(keepends=True)
        text = "".join(line for line in lines if line.strip() and not line.startswith("#"))
        PINS.write_text(HEAD + text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python tools/pins.py", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("extras", nargs="*", help="such as web; or all")
    parser.add_argument("--only", metavar="NAME", help="print the pin of one package")
    parser.add_argument("--write", action="store_true", help="write the hashes")
    options = parser.parse_args(arguments)
    if options.write:
        write()
    elif options.only:
        print(pinned(options.only))
    else:
        print("\n".join(from_elsewhere(needs(*options.extras))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
