"""The page about upgrading names what is there, nothing that is still where it was, and everything that is not."""

import re
from importlib import import_module
from pkgutil import resolve_name

import pytest

from tests.public_api import ROOT, public_api
from tests.test_structure import PUBLIC

PAGE = ROOT / "docs" / "project" / "upgrading.md"
ROW = re.compile(r"^\| `(toledo_rules[\w.]*)` \| `(toledo_(?:rules|lab)[\w.]*)` \|$", re.MULTILINE)
GONE = re.compile(r"^\| `(toledo_rules[\w.]*)` \| ((?:`\w+`(?:, )?)+) \|$", re.MULTILINE)
CANDIDATE = ROOT / "tests" / "public_names_1.0.0rc1.txt"
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


def test_every_name_of_the_candidate_that_is_gone_is_on_the_page() -> None:
    """The list has all names that the candidate's list of its own API had, but for the internal `effects`."""
    told = {old for old, _ in NAMES} | {
        f"{owner}.{name}"
        for owner, names in GONE.findall(PAGE.read_text(encoding="utf-8"))
        for name in re.findall(r"`(\w+)`", names)
    }
    listed = CANDIDATE.read_text(encoding="utf-8").splitlines()
    assert len(listed) > 1900
    names = (f"toledo_rules.{name}" for name in listed)
    gone = [name for name in names if not _told(name) and not _offered(name)]
    assert [name for name in gone if not {*_and_above(name)} & told] == []


def _and_above(name: str) -> list[str]:
    """A name, the class or module that it is in, and so on."""
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(2, len(parts) + 1)]


def _told(name: str) -> bool:
    """Return True if the list of the API has a name, be it under another module that offers its class."""
    api = public_api()
    owner, _, last = name.rpartition(".")
    return name in api or f"{api.get(owner, '').removeprefix('= ')}.{last}" in api


def _offered(name: str) -> bool:
    """Return True if a module offers a name that the list of the API lacks, such as one of several assigned at once."""
    module, _, last = name.rpartition(".")
    if module.removeprefix("toledo_rules.") not in PUBLIC:
        return False
    return last in import_module(module).__all__
