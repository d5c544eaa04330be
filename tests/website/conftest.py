"""What tests of the built site share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

BUILD = Path(__file__).parents[2] / "build"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The site under a sub-path, as `make docs SERVE=8000` serves it: the server shows the folder above it."""
    from tests.browser import serving_files  # noqa: PLC0415  # most tests need no browser

    assert (BUILD / "site").is_dir(), "there is no site to test: run make docs first"
    with serving_files(BUILD) as address:
        yield f"{address}/site/"
