"""Commands that appear in ``toledo-rules`` when this package is installed."""

from toledo_lab.cli import _analyse, _run
from toledo_lab.cli._library import Commands

__all__ = ["add_commands"]


def add_commands(commands: Commands) -> None:
    """Add the commands of the lab."""
    _analyse.add_commands(commands)
    _run.add_commands(commands)
