"""Users' data stay as they are: a line that changes must be meant, and explained in `digests.txt`."""

from __future__ import annotations

from tests.net.net import committed, lines


def test_what_users_data_consist_of_has_not_changed() -> None:
    """If a change is meant: python -m tests.net --write, and say why at the top of the file."""
    changed = {*lines()} ^ {*committed()[1]}
    assert sorted(changed) == []
