"""Loaded by the workers of `test_simulate_dask`: a bot that tells when a game begins, and waits for a word to go on."""

from __future__ import annotations

import os
import time
from pathlib import Path
from uuid import uuid4

from toledo_rules import Action, Rng, View
from toledo_rules.bots import make_bot, register_bot

FOLDER = "TOLEDO_RULES_TEST_FOLDER"
"""The variable that names the folder in which games are reported."""


class WaitingBot:
    """Plays at random. Its first choice of a game leaves a file with the number of its process."""

    def __init__(self) -> None:
        self.bot = make_bot("random")
        self.begun = False

    def choose(self, view: View, rng: Rng) -> Action:
        """Anything, when it is allowed to go on."""
        if not self.begun:
            self.begun = True
            folder = Path(os.environ[FOLDER])
            report = folder / f"{uuid4().hex}.new"
            report.write_text(str(os.getpid()), encoding="ascii")
            report.rename(
                report.with_suffix(".begun")
            )  # so that it is there completely, or not at all
            while not (folder / "go").exists():
                time.sleep(0.02)
        return self.bot.choose(view, rng)


def dask_setup(_worker: object) -> None:
    """What a worker does that is started with ``--preload`` and this file."""
    register_bot("waiting", WaitingBot)
