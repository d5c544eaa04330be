"""The command `edition`: check an edition file, show an edition."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from toledo_rules.cli.console import Console
from toledo_rules.cli.options import About, Commands, add_colour, chosen_edition, command
from toledo_rules.edition import LEVELS
from toledo_rules.editions import (
    SHIPPED_EDITIONS,
    EditionError,
    edition_digest,
    edition_to_toml,
    load_edition,
)


def add_command(commands: Commands) -> None:
    """Add it to the others."""
    parser = commands.add_parser(
        "edition",
        help="check an edition file, or show an edition",
        description="Editions are files that say what is in the box. Correct one and check it here.",
    )
    kinds = parser.add_subparsers(required=True, metavar="COMMAND")
    checking = command(
        kinds,
        About(
            name="check",
            summary="say everything that is wrong with edition files",
            description="Check edition files completely. Every problem names its key. The exit code is 1\n"
            "if there is one.",
            examples="  toledo-rules edition check mine.toml",
        ),
        check,
    )
    checking.add_argument("files", nargs="+", metavar="FILE")
    add_colour(checking)
    showing = command(
        kinds,
        About(
            name="show",
            summary="write an edition as a file",
            description="Write an edition as a file: a beginning for a corrected copy.",
            examples="  toledo-rules edition show > mine.toml\n"
            "  toledo-rules edition show --level assumed    what nobody is sure of",
        ),
        show,
    )
    showing.add_argument(
        "edition",
        nargs="?",
        default="kosmos-2008",
        help=f"a file, or one of {', '.join(SHIPPED_EDITIONS)} (default: kosmos-2008)",
    )
    showing.add_argument(
        "--level", choices=LEVELS, help="only list the data of this level, with their sources"
    )
    add_colour(showing)


def check(options: argparse.Namespace, console: Console) -> int:
    """Check files."""
    wrong = False
    for file in options.files:
        try:
            edition = load_edition(file)
        except EditionError as error:
            wrong = True
            sys.stderr.write(f"{error}\n")
        else:
            levels = Counter(datum.level for datum in edition.provenance)
            sure = ", ".join(f"{levels[level]} {level}" for level in LEVELS if levels[level])
            console.say(f"{file}: {edition.name} ({edition_digest(edition)}) is fine; data: {sure}")
    return 1 if wrong else 0


def show(options: argparse.Namespace, console: Console) -> int:
    """Write an edition, or list some of its data."""
    edition = chosen_edition(options.edition)
    if options.level is None:
        console.say(edition_to_toml(edition).rstrip("\n"))
        return 0
    for datum in edition.provenance:
        if datum.level == options.level:
            source = f"  ({datum.source})" if datum.source else ""
            console.paragraph(f"{datum.key}: {datum.value}{source}", hang=4)
    return 0
