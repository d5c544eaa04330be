"""The command `rule`: what the rules say, by number or by word."""

from __future__ import annotations

import argparse
from difflib import get_close_matches

from toledo_rules.cli.console import Console, FailedError
from toledo_rules.cli.options import About, Commands, add_colour, command
from toledo_rules.cli.reasons import show_rule
from toledo_rules.rulebook import RULES, Rule


def add_command(commands: Commands) -> None:
    """Add it to the others."""
    parser = command(
        commands,
        About(
            name="rule",
            summary="look up a rule by its number, or find rules by words",
            description="Look up rules and rulings by their numbers, or find those with all the words.",
            examples="  toledo-rules rule MOV-05\n"
            "  toledo-rules rule OCC-01 A-43\n"
            "  toledo-rules rule --search tavern fee\n"
            "  toledo-rules rule --list",
        ),
        run,
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("numbers", nargs="*", default=[], metavar="NUMBER", help="such as MOV-05")
    which.add_argument("--search", nargs="+", metavar="WORD", help="all rules with these words")
    which.add_argument("--list", action="store_true", help="all numbers and titles")
    add_colour(parser)


def run(options: argparse.Namespace, console: Console) -> int:
    """Show rules in full, or list them."""
    if options.list or options.search:
        words = [word.casefold() for word in options.search or ()]
        found = [rule for rule in RULES.values() if all(word in _text(rule) for word in words)]
        if not found:
            raise FailedError(f"no rule has {' and '.join(map(repr, options.search))} in it")
        for rule in found:
            console.paragraph(f"{rule.id:<8}{rule.title}", hang=8)
        return 0
    for place, number in enumerate(options.numbers):
        if place:
            console.say()
        show_rule(console, _rule(number))
    return 0


def _rule(number: str) -> Rule:
    if number.upper() not in RULES:
        close = get_close_matches(number.upper(), RULES, n=3)
        hint = f"; do you mean {', '.join(close)}?" if close else ""
        raise FailedError(f"there is no rule {number!r}{hint}")
    return RULES[number.upper()]


def _text(rule: Rule) -> str:
    return f"{rule.id} {rule.title} {rule.question} {rule.text} {rule.reason}".casefold()
