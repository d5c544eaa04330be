"""The committed transcript and fingerprints are what the library does.

If a change is meant: python -m tests.golden.regenerate, and fingerprint.py --write.
"""

from __future__ import annotations

import pytest

from tests.golden.fingerprint import Run, committed, play, runs
from tests.golden.regenerate import difference, made, written
from toledo_rules.events import EVENT_TYPES


def test_library_answers_as_in_transcript() -> None:
    """Positions, legal actions, chances, events, views, reasons and points at every ply of the game."""
    if changed := difference(written(), made()):
        pytest.fail(f"the transcript differs:\n{changed}", pytrace=False)


@pytest.mark.parametrize("run", runs(scale=2), ids=lambda run: run.name)
def test_play_has_its_committed_fingerprint(run: Run) -> None:
    """Legal actions, positions, events, draws and refusals of fixed games; `fingerprint.py` plays longer ones."""
    assert play(run) == committed()[run.name]


def test_everything_that_can_happen_happens_in_the_transcript() -> None:
    """All kinds of events but the forced pass (A-19) and a hand shown to break a tie (A-128): neither is ordinary."""
    text = written()
    missing = {kind.__name__ for kind in EVENT_TYPES if f"\n    {kind.__name__}" not in text}
    assert missing == {"Passed", "HandShown"}


def test_it_is_a_whole_game() -> None:
    """With its score sheets and its winners (END-03)."""
    assert "\nwinners [" in written()


def test_a_difference_is_shown_with_its_surroundings() -> None:
    text = "".join(f"line {number}\n" for number in range(100))
    assert difference(text, text) == ""
    shown = difference(text, text.replace("line 50\n", "line fifty\n")).splitlines()
    assert "-line 50" in shown
    assert "+line fifty" in shown
    assert " line 49" in shown
    assert " line 10" not in shown
