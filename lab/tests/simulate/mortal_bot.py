"""A bot that kills the process in which it plays, if it finds an order."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from toledo_rules import Action, Rng, View
from toledo_rules.bots import make_bot

ORDER = "TOLEDO_RULES_TEST_ORDER"
"""The variable that names the file whose first finder dies."""


class MortalBot:
    """Plays at random, unless it dies."""

    def __init__(self) -> None:
        self.bot = make_bot("random")

    def choose(self, view: View, rng: Rng) -> Action:
        """Anything, or the end."""
        try:
            Path(os.environ[ORDER]).unlink()
        except FileNotFoundError:
            return self.bot.choose(view, rng)
        os.kill(os.getpid(), signal.SIGKILL)
        raise NotImplementedError
