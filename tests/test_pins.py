"""The pins: a hash for every version that is named, and a version for everything that is asked for."""

from __future__ import annotations

import re
import tomllib

import pytest

from tools import pins


def _name(requirement: str) -> str:
    return re.split(r"[\s\[=<>!~;]", requirement)[0].lower().replace("_", "-").replace(".", "-")


def _named(text: str) -> dict[str, str]:
    return {_name(name): version for name, version in re.findall(r"(?m)^([^\s#=]+)==(\S+)", text)}


VERSIONS = _named(pins.VERSIONS.read_text(encoding="utf-8"))


def test_hashes_are_of_the_versions_that_are_named() -> None:
    text = pins.PINS.read_text(encoding="utf-8")
    assert _named(text) == VERSIONS
    blocks = re.split(r"\n(?=\S)", text.partition("\n")[2].strip())
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in text  # where packages come from is not ours to say


def test_everything_that_is_asked_for_is_pinned() -> None:
    document = tomllib.loads((pins.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [one for group in document["dependency-groups"].values() for one in group]
    asked = [one for one in groups if isinstance(one, str)] + pins.from_elsewhere(pins.needs("all"))
    assert {_name(one) for one in asked} <= VERSIONS.keys()


def test_needs_are_those_of_library_and_lab_and_of_the_extras_that_are_named() -> None:
    plain, web = (pins.from_elsewhere(pins.needs(*extras)) for extras in ((), ("web",)))
    assert {_name(one) for one in plain} >= {"attrs", "cattrs", "hatchling", "numpy", "scipy"}
    assert {_name(one) for one in web} - {_name(one) for one in plain} == {
        "starlette",
        "uvicorn",
        "websockets",
    }


def test_the_command_prints_needs_or_one_pin(capsys: pytest.CaptureFixture[str]) -> None:
    pins.main(["web"])
    assert capsys.readouterr().out.splitlines() == pins.from_elsewhere(pins.needs("web"))
    pins.main(["--only", "attrs"])
    first, *hashes = capsys.readouterr().out.splitlines()
    assert first == f"attrs=={VERSIONS['attrs']} \\"
    assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in hashes)
    pins.main(["--only", "attr"])
    assert not capsys.readouterr().out.strip()
