"""The public API as a list of lines, one for each name with its signature; what several modules offer is listed once.

    python -m tests.public_api            # print what has changed since the list was written
    python -m tests.public_api --write    # write the list: a step of every release

`tests/public_api.txt` is the list at the last release. Until the next one, `tests/test_public_api.py` wants every
change of it in the changelog.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import griffe

from tests.test_structure import PUBLIC

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".txt")


@cache
def public_api() -> dict[str, str]:
    """Return the signature of every public name, by its full name."""
    package = griffe.load("toledo_rules", search_paths=[ROOT / "src"], allow_inspection=False)
    told: dict[str, str] = {}
    found = dict(_names(package, "toledo_rules", told, deep=False))
    for name in sorted(PUBLIC):
        found |= _names(package[name], f"toledo_rules.{name}", told)
    return found


def _names(
    module: griffe.Object | griffe.Alias, path: str, told: dict[str, str], *, deep: bool = True
) -> Iterator[tuple[str, str]]:
    """The public names of a module, and those of its public submodules; `told` are the classes before it, by place."""
    exported = module.exports
    for name, member in sorted(module.members.items()):
        if not member.is_alias and member.is_module:
            if deep and not name.startswith("_"):
                yield from _names(member, f"{path}.{name}", told)
        elif str(name) in map(str, exported) if exported is not None else _own(name, member):
            yield from _signatures(f"{path}.{name}", member, told)


def _own(name: str, member: griffe.Object | griffe.Alias) -> bool:
    """Return True if a name of a module without `__all__` is defined there and public."""
    return not name.startswith("_") and not member.is_alias


def _signatures(
    path: str, member: griffe.Object | griffe.Alias, told: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """A name, and if it is a class what can be used of it, unless that was told."""
    try:
        target = member.final_target if isinstance(member, griffe.Alias) else member
    except griffe.AliasResolutionError:  # from another package
        yield path, "from elsewhere"
        return
    if told.setdefault(target.path, path) != path and isinstance(target, griffe.Class):
        yield path, f"= {told[target.path]}"
    elif isinstance(target, griffe.Class):
        bases = ", ".join(map(str, target.bases))
        yield path, f"class({bases})"
        for name, inner in sorted(target.members.items()):
            if not name.startswith("_") or name in {"__init__", "__call__"}:
                yield from _signatures(f"{path}.{name}", inner, told)
    elif isinstance(target, griffe.Function):
        yield (
            path,
            f"({', '.join(_parameter(one) for one in target.parameters)}) -> {target.returns}",
        )
    elif isinstance(target, griffe.Attribute):
        yield path, f": {target.annotation}" if target.annotation is not None else "value"


def _parameter(parameter: griffe.Parameter) -> str:
    star = {"variadic positional": "*", "variadic keyword": "**"}.get(
        str(getattr(parameter.kind, "value", "")), ""
    )
    kind = "kw " if parameter.kind is griffe.ParameterKind.keyword_only else ""
    default = "" if parameter.default is None or star else f" = {parameter.default}"
    annotation = "" if parameter.annotation is None else f": {parameter.annotation}"
    return f"{kind}{star}{parameter.name}{annotation}{default}"


def written() -> dict[str, str]:
    """Return the list at the last release."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)


def changes() -> dict[str, str]:
    """Return what has happened to each name since the last release."""
    before, now = written(), public_api()
    gone = dict.fromkeys(before.keys() - now.keys(), "removed")
    new = dict.fromkeys(now.keys() - before.keys(), "added")
    other = {name: "changed" for name in before.keys() & now.keys() if before[name] != now[name]}
    return dict(sorted({**gone, **new, **other}.items()))


def untold(changelog: str, changed: dict[str, str]) -> list[str]:
    """Return the changes that the changelog's next version does not mention.

    A change is told if the changelog names the thing, the class it belongs to, or its module with its last two parts.
    """
    upcoming = re.split(r"^## ", changelog, flags=re.MULTILINE)[1]
    words = set(re.findall(r"[A-Za-z_]\w*", " ".join(re.findall(r"`([^`]+)`", upcoming))))
    return [
        f"{name} ({how})" for name, how in changed.items() if not words & set(name.split(".")[1:])
    ]


def main() -> None:
    """Print the changes, or write the list."""
    parser = argparse.ArgumentParser(prog="python -m tests.public_api", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the list, for a release")
    if parser.parse_args().write:
        lines = (f"{name} {signature}\n" for name, signature in sorted(public_api().items()))
        LIST.write_text("".join(lines), encoding="utf-8")
    else:
        for name, how in changes().items():
            print(f"{how:8} {name}")


if __name__ == "__main__":
    main()
