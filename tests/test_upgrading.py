"""The page about upgrading names what is there, and nothing that is still where it was."""

import re
from pkgutil import resolve_name

import pytest

from tests.public_api import ROOT, public_api

PAGE = ROOT / "docs" / "project" / "upgrading.md"
ROW = re.compile(r"^\| `(toledo_rules[\w.]*)` \| `(toledo_(?:rules|lab)[\w.]*)` \|$", re.MULTILINE)
NAMES = ROW.findall(PAGE.read_text(encoding="utf-8"))


def test_the_table_can_be_read() -> None:
    assert len(NAMES) > 100
    assert len(dict(NAMES)) == len(NAMES), "a name has two successors"


@pytest.mark.parametrize("new", sorted({new for _, new in NAMES}))
def test_the_new_name_is_there(new: str) -> None:
    assert resolve_name(new) is not None


def test_the_old_name_is_no_longer_public() -> None:
    public = {re.split(r"[ (:=]", line, maxsplit=1)[0] for line in public_api()}

    assert [old for old, _ in NAMES if old in public] == []
