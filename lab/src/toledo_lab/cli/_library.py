"""Private names of the command line of `toledo_rules` that the commands of the lab are made with."""

from toledo_rules._cli._console import (
    POSITION_HELP,
    CommandHelp,
    Console,
    FailedError,
    UsageError,
    add_colour,
    add_command,
    add_edition,
    add_look,
    add_seed,
    bots_of,
    chosen_edition,
    chosen_position,
    chosen_record,
    metrics_of,
    record_until,
    writable,
)
from toledo_rules._cli._help import Commands

__all__ = [
    "POSITION_HELP",
    "CommandHelp",
    "Commands",
    "Console",
    "FailedError",
    "UsageError",
    "add_colour",
    "add_command",
    "add_edition",
    "add_look",
    "add_seed",
    "bots_of",
    "chosen_edition",
    "chosen_position",
    "chosen_record",
    "metrics_of",
    "record_until",
    "writable",
]
