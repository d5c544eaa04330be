"""Commands that print what is there: `show` and `explain` a position, `replay` a record, a `rule`, an `edition`."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from toledo_rules._cli._console import (
    POSITION_HELP,
    CommandHelp,
    Commands,
    Console,
    FailedError,
    UsageError,
    add_colour,
    add_command,
    add_edition,
    add_look,
    add_viewer,
    chosen_action,
    chosen_edition,
    chosen_position,
    chosen_record,
    chosen_viewer,
    record_until,
    refusal_sentence,
    show_board,
    show_end,
    show_reason,
    show_rule,
    tell_ply,
)
from toledo_rules._engine import legal_actions
from toledo_rules.actions import Action
from toledo_rules.codec import dump, dumps
from toledo_rules.describe import describe
from toledo_rules.edition import LEVELS
from toledo_rules.editions import (
    SHIPPED_EDITIONS,
    EditionDifference,
    edition_differences,
    edition_digest,
    edition_to_toml,
    load_edition,
)
from toledo_rules.errors import EditionError, ReplayError, listed
from toledo_rules.events import Event
from toledo_rules.notation import format_action, format_position
from toledo_rules.record import Ply, Record, replay
from toledo_rules.render import Viewer, svg
from toledo_rules.rulebook import RULES, Rule
from toledo_rules.state import State, view


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    _add_show(commands)
    _add_explain(commands)
    _add_replay(commands)
    _add_rule(commands)
    _add_edition(commands)


# A position


def _add_show(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="show",
            summary="print a position that is given in notation",
            description="Print a position that is given in notation: the board as text, as a picture or\n"
            "as JSON, and the legal actions.",
            examples="  toledo-rules show 'toledo1 red / red 3va 4nd, @4, g2@4 / blue' --legal\n"
            "  toledo-rules show @puzzle.txt --svg puzzle.svg --seat red\n"
            "  toledo-rules replay game.toledo --at 20 --position | toledo-rules show -",
        ),
        show,
    )
    parser.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--svg", type=Path, metavar="FILE", help="write the board to FILE as a picture instead"
    )
    form.add_argument(
        "--json",
        action="store_true",
        help="print JSON instead: the position, or with --legal the legal actions",
    )
    parser.add_argument(
        "--legal", action="store_true", help="list the legal actions, in notation and in words"
    )
    add_viewer(parser)
    add_edition(parser)
    add_look(parser)


def show(options: argparse.Namespace, console: Console) -> int:
    """Print a position, and perhaps its legal actions."""
    state = chosen_position(options.position, options.edition)
    viewer = chosen_viewer(options.viewer, state.edition, len(state.players))
    position = state if viewer == "all" else view(state, viewer)
    actions = legal_actions(position)
    if options.json:
        console.say(_legal_json(actions, state, console) if options.legal else dumps(position))
        return 0
    if options.svg is None:
        show_board(console, position)
    else:
        picture = svg(position, language=console.language)
        options.svg.write_text(f"{picture}\n", encoding="utf-8")
    if options.legal:
        _list_legal(actions, state, console, apart=options.svg is None)
    return 0


def _legal_json(actions: Sequence[Action], state: State, console: Console) -> str:
    entries = [
        {
            "notation": format_action(action, state.edition),
            "words": describe(action, state, language=console.language),
            "action": dump(action),
        }
        for action in actions
    ]
    return json.dumps(entries, ensure_ascii=False)


def _list_legal(actions: Sequence[Action], state: State, console: Console, *, apart: bool) -> None:
    """Print actions in notation and in words, in two columns."""
    if apart:
        console.say()
    console.heading(console.words("legal_actions", actions=len(actions)))
    notations = [format_action(action, state.edition) for action in actions]
    width = max(map(len, notations), default=0)
    for notation, action in zip(notations, actions, strict=True):
        words = describe(action, state, language=console.language)
        console.paragraph(f"{notation:<{width}}  {words}", indent=2, hang=width + 2)


def _add_explain(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="explain",
            summary="say why an action is not legal, with the rule",
            description="Say why an action is not legal in a position, and print the rule. The exit code\n"
            "is 0 if it is legal, 1 if it is not, and 2 if the position or the action cannot\n"
            "be read.",
            examples="  toledo-rules explain 'toledo1 red / red 2bd / blue' 2bd@0\n"
            "  toledo-rules explain @puzzle.txt 'use 5nd +12' --language de",
        ),
        run_explain,
    )
    parser.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    parser.add_argument("action", metavar="ACTION", help="an action in notation, such as 4va@0")
    add_edition(parser)
    add_look(parser)


def run_explain(options: argparse.Namespace, console: Console) -> int:
    """Print the reason why an action is not legal."""
    state = chosen_position(options.position, options.edition)
    action = chosen_action(options.action, state.edition)
    return 0 if show_reason(console, action, state) else 1


# A record


def _add_replay(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="replay",
            summary="print a recorded game, action by action",
            description="Print a recorded game. If the record is damaged or no longer fits the rules, the\n"
            "game is printed up to there, with the mistake, and the exit code is 1.",
            examples="  toledo-rules replay game.toledo\n"
            "  toledo-rules replay game.toledo --positions | less  all boards\n"
            "  toledo-rules replay game.toledo --at 20 --as blue   what Blue saw\n"
            "  toledo-rules replay game.toledo --at 20 --position  the same in notation\n"
            "  toledo-rules replay game.toledo --final",
        ),
        run_replay,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument(
        "--positions", action="store_true", help="print the board after every action"
    )
    extent.add_argument("--final", action="store_true", help="print only the last position")
    extent.add_argument(
        "--at", type=int, metavar="N", help="print only the position after N actions"
    )
    parser.add_argument(
        "--position",
        action="store_true",
        help="print positions in notation, without the game, as show and play take them",
    )
    add_viewer(parser)
    add_look(parser)


def run_replay(options: argparse.Namespace, console: Console) -> int:
    """Print a record as far as it goes."""
    record, problem = chosen_record(options.file)
    viewer = chosen_viewer(options.viewer, record.edition, record.players)
    if options.position and viewer != "all":
        raise UsageError("a position in notation shows all cards; leave out --seat")
    try:
        _retell(record_until(record, options.at), viewer, options, console)
    except ReplayError as misfit:
        message = console.words(
            "misfit", file=str(options.file), number=misfit.number, problem=str(misfit.why)
        )
        if misfit.refusal is not None:
            message += f"\n{refusal_sentence(misfit.refusal, misfit.state, console.language)}"
        raise FailedError(message) from None
    if problem is not None:
        raise FailedError(
            console.words(
                "damaged_after",
                file=str(options.file),
                number=len(record.entries),
                problem=str(problem),
            )
        )
    return 0


def _retell(record: Record, viewer: Viewer, options: argparse.Namespace, console: Console) -> None:
    """Print a record. Raises `ReplayError` where it does not fit; everything before is printed."""

    def show_state() -> None:
        if options.position:
            console.say(format_position(state))
        else:
            console.say()
            show_board(console, state, viewer)

    state = record.start
    quiet = options.final or options.position or options.at is not None
    if options.positions:
        show_state()
    try:
        for number, ply in enumerate(replay(record), start=1):
            state = ply.after
            if not quiet:
                tell_ply(console, ply, _events(ply, viewer), number=f"{number:>4}")
            if options.positions:
                show_state()
    finally:
        if state.over and not options.position:
            show_end(console, state)
        elif not options.positions:
            show_state()


def _events(ply: Ply, viewer: Viewer) -> tuple[Event, ...]:
    """Return the events of an action as a viewer sees them."""
    what = ply.transition
    return what.with_secrets() if viewer == "all" else what.seen_by(viewer)


# Rules


def _add_rule(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="rule",
            summary="look up a rule by its number, or find rules by words",
            description="Look up rules and rulings by their numbers, or find those that contain words.",
            examples="  toledo-rules rule MOV-05\n"
            "  toledo-rules rule OCC-01 A-43\n"
            "  toledo-rules rule MOV-05 --language de\n"
            "  toledo-rules rule --search tavern fee\n"
            "  toledo-rules rule --list",
        ),
        run_rule,
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("numbers", nargs="*", default=[], metavar="NUMBER", help="such as MOV-05")
    which.add_argument("--search", nargs="+", metavar="WORD", help="list rules with these words")
    which.add_argument("--list", action="store_true", help="list all numbers and titles")
    add_look(parser)


def run_rule(options: argparse.Namespace, console: Console) -> int:
    """Print rules in full, or list them."""
    if options.list or options.search:
        words = [word.casefold() for word in options.search or ()]
        found = [rule for rule in RULES.values() if all(word in _text(rule) for word in words)]
        if not found:
            raise FailedError(f"no rule contains {' and '.join(map(repr, options.search))}")
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
        hint = f"; did you mean {listed(close)}?" if close else ""
        raise FailedError(f"there is no rule {number!r}{hint}")
    return RULES[number.upper()]


def _text(rule: Rule) -> str:
    return f"{rule.id} {rule.title} {rule.question} {rule.text} {rule.reason}".casefold()


# Editions


def _add_edition(commands: Commands) -> None:
    parser = commands.add_parser(
        "edition",
        help="check an edition file, or print an edition",
        description="Editions are files that describe what is in the box. Correct one and check it here.",
    )
    kinds = parser.add_subparsers(required=True, metavar="COMMAND")
    checking = add_command(
        kinds,
        CommandHelp(
            name="check",
            summary="report all mistakes in edition files",
            description="Report all mistakes in edition files, each with its key. The exit code is 1 if\n"
            "there is one.",
            examples="  toledo-rules edition check mine.toml",
        ),
        check_editions,
    )
    checking.add_argument("files", nargs="+", metavar="FILE")
    add_colour(checking)
    showing = add_command(
        kinds,
        CommandHelp(
            name="show",
            summary="print an edition as a file",
            description="Print an edition as a file, to start a corrected copy from.",
            examples="  toledo-rules edition show > mine.toml\n"
            "  toledo-rules edition show --level assumed    unconfirmed data",
        ),
        show_edition,
    )
    showing.add_argument(
        "edition",
        nargs="?",
        help=f"a file, or one of {', '.join(SHIPPED_EDITIONS)} (default: kosmos-2008)",
    )
    showing.add_argument(
        "--level",
        choices=LEVELS,
        metavar="LEVEL",
        help="list only the data of this level, with their sources",
    )
    add_colour(showing)
    comparing = add_command(
        kinds,
        CommandHelp(
            name="diff",
            summary="list the data in which two editions differ",
            description="List the data in which an edition differs from another one, each with its key,\n"
            "and those for which the two name different sources. The exit code is 0 if both\n"
            "are the same game, 1 if they are not, and 2 if one of them cannot be read.",
            examples="  toledo-rules edition diff mine.toml\n"
            "  toledo-rules edition diff mine.toml yours.toml",
        ),
        diff_editions,
    )
    known = ", ".join(SHIPPED_EDITIONS)
    comparing.add_argument("edition", metavar="EDITION", help=f"a file, or one of {known}")
    comparing.add_argument(
        "other", nargs="?", metavar="OTHER", help="another one (default: kosmos-2008)"
    )
    add_colour(comparing)


def check_editions(options: argparse.Namespace, console: Console) -> int:
    """Check edition files, all of them."""
    wrong = False
    for file in options.files:
        try:
            edition = load_edition(file)
        except EditionError as error:
            wrong = True
            sys.stderr.write(f"{error}\n")
        else:
            levels = Counter(datum.level for datum in edition.provenance)
            data = ", ".join(f"{levels[level]} {level}" for level in LEVELS if levels[level])
            digest = edition_digest(edition)
            console.say(f"{file}: no mistakes in {edition.name} ({digest}); data: {data}")
    return 1 if wrong else 0


def show_edition(options: argparse.Namespace, console: Console) -> int:
    """Print an edition, or list some of its data."""
    edition = chosen_edition(options.edition)
    if options.level is None:
        console.say(edition_to_toml(edition).rstrip("\n"))
        return 0
    for datum in edition.provenance:
        if datum.level == options.level:
            source = f"  ({datum.source})" if datum.source else ""
            console.paragraph(f"{datum.key}: {datum.value}{source}", hang=4)
    return 0


def diff_editions(options: argparse.Namespace, console: Console) -> int:
    """Compare two editions."""
    try:
        ours, theirs = chosen_edition(options.edition), chosen_edition(options.other)
    except FailedError as error:  # 1 would say that they differ
        raise UsageError(str(error)) from None
    found = edition_differences(ours, theirs)
    names = f"{options.edition} and {options.other or theirs.name}"
    differing = [one for one in found if not one.same]
    resourced = [one for one in found if one.same]
    if differing:
        console.heading(f"{names} differ in {_data(differing)}:")
    else:
        console.heading(f"{names} are the same game.")
    for one in differing:
        console.paragraph(str(one), indent=2, hang=2)
    if resourced:
        console.say()
        console.heading(f"The same from other sources: {_data(resourced)}:")
    for one in resourced:
        console.paragraph(str(one), indent=2, hang=2)
    return 1 if differing else 0


def _data(found: Sequence[EditionDifference]) -> str:
    return "1 datum" if len(found) == 1 else f"{len(found)} data"
