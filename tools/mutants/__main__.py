"""The command: ``python -m tools.mutants``."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from toledo_rules.storage import SHARED, replace_file
from tools.mutants.fresh import Nursery
from tools.mutants.server import Fate, Tried, serve
from tools.mutants.sites import (
    KIT,
    PARTS,
    ROOT,
    RULES,
    SAMPLES,
    Site,
    digest,
    of_part,
    part_of,
    path_of,
    sample,
    sites,
)

FOLDER = Path(__file__).parent
FATES = ROOT / "build" / "mutants" / "fates.jsonl"
RESULTS = FOLDER / "results.json"
SURVIVORS = FOLDER / "survivors.toml"
NOTICED: tuple[Fate, ...] = ("killed", "endless")
"""Fates of the mutants that tests notice."""
PASSED: tuple[Fate, ...] = ("quick", "unit")
"""Fates of the mutants that survived the first stage of tests, and the second."""
STALE = {part: 0.25 if part == RULES else 0.5 for part in PARTS}
"""Shares of mutants in modules that have changed since the last run, above which `--check` fails."""

QUICK_TESTS = (
    "tests/examples",
    *(f"tests/test_{name}.py" for name in ("chance", "draft", "engine", "hidden", "validity")),
    *(f"tests/test_{name}.py" for name in ("odds", "perft", "universe", "values")),
    "tests/codec/test_codec_positions.py",
)
"""Tests of the rules that take moments. Most mutants do not get past them."""
UNIT_TESTS = (
    *("tests/editions", "tests/golden", "tests/codec"),
    *(f"tests/test_{name}.py" for name in ("api", "docstrings", "following", "limits")),
)
"""Others that are not searches."""
SEARCHES = ("tests/property",)
"""Tests with many examples, which are slow."""
KIT_TESTS = (
    *("tests/codec", "tests/describe", "tests/editions", "tests/handbook", "tests/notation"),
    "tests/record",
    *(f"tests/test_{name}.py" for name in ("choices", "errors", "following", "game", "validity")),
    *(f"tests/test_{name}.py" for name in ("limits", "protocol", "pieces", "storage")),
)
"""Tests of what reads, writes, keeps and describes."""
OTHER_TESTS = (
    *("tests/bots", "tests/cli", "tests/golden", "tests/render", "tests/testing", "tests/vault"),
    *(f"tests/property/test_{name}.py" for name in ("choices", "games", "hostile")),
    *(f"tests/test_{name}.py" for name in ("api", "docstrings", "values", "threads")),
)
"""Tests of the code that uses it."""
SERVER_TESTS = (*(f"tests/web/test_{name}.py" for name in ("attacks", "server")),)
LAB_TESTS = (
    "lab/tests/test_variance_share.py",
    *(f"lab/tests/{name}" for name in ("adapters", "analysis", "simulate", "tournament")),
)
STAGES: Mapping[str, Sequence[Sequence[str]]] = {
    RULES: (QUICK_TESTS, UNIT_TESTS, SEARCHES),
    KIT: (KIT_TESTS, OTHER_TESTS),
    "bots": (("tests/bots/test_frozen_play.py",), ("tests/bots", "tests/golden")),
    "pictures": (
        ("tests/render/test_same_drawing.py", "tests/programs/test_picture.py"),
        ("tests/render", "tests/cli"),
    ),
    "commands": (("tests/cli",),),
    "the server": (SERVER_TESTS,),
    "the lab": (LAB_TESTS,),
}
"""The tests of each part, those first that most mutants do not get past."""
IMPORT_TESTS = (
    *("tests/test_values.py", "tests/test_api.py", "tests/test_engine.py"),
    *("tests/test_validity.py", "tests/editions", "tests/golden", "tests/test_docstrings.py"),
    "tests/examples",
)
"""Tests of the code that all other modules rely on."""
LEFT_OUT = (
    *(
        "tests/test_installed.py",
        "lab/tests/simulate/test_simulate_dask.py",
        "tests/test_mutants.py",
    ),
    *("tests/cli/test_cli_terminal.py", "tests/test_closed_worlds.py", "tests/test_rule_audit.py"),
    *("tests/test_prose.py", "tests/test_structure.py", "tests/test_extension_points.py"),
)
"""Tests that start other programs, or read texts."""


class Fates:
    """The fates of mutants so far. They are kept in a file, so that a run goes on where it was stopped.

    A fate is about the code of a module as it is now: it is forgotten when that changes.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Tried] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                name, fate, *tests = json.loads(line)
                self._known[name] = Tried(_NOWHERE, fate, tuple(tests))

    def __getitem__(self, site: Site) -> Tried | None:
        found = self._known.get(_name(site))
        return found and evolve(found, site=site)

    def note(self, one: Tried) -> None:
        """Keep a fate."""
        self._known[_name(one.site)] = one
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([_name(one.site), one.fate, *one.tests]) + "\n")


_NOWHERE = Site("", "", 0, 0, "", "")


def _name(site: Site) -> str:
    return f"{digest(site.module)} {site.key}"


def chosen_sites(options: argparse.Namespace) -> list[Site]:
    """Return the mutants to try: of the named modules, or of those that have changed since the last run."""
    if options.modules:
        return [site for module in options.modules for site in sites(module)]
    chosen = options.part or PARTS
    wanted = of_part(RULES) if RULES in chosen else []
    for part in [one for one in SAMPLES if one in chosen]:
        wanted += sample(part, min(SAMPLES[part], options.sample))
    old = {} if options.all else results()["modules"]
    done = {
        module
        for module, one in old.items()
        if one["digest"] == _digest_of(module) and not one.get("untried")
    }
    return [site for site in wanted if site.module not in done]


def own_tests(module: str) -> Sequence[str]:
    """Return the files and folders of tests that are named after a module or its folder, as far as they are used."""
    names = [part.strip("_") for part in reversed(module.split("/"))]
    forms = ("test_{}.py", "*/test_{}.py", "*/test_*_{}.py", "{}", "{}s")
    found = (
        path.relative_to(ROOT).as_posix()
        for name in names
        for form in forms
        for folder in ("tests", "lab/tests")
        for path in sorted((ROOT / folder).glob(form.format(name)))
    )
    used = (*(path for stages in STAGES.values() for stage in stages for path in stage),)
    return (
        *dict.fromkeys(
            test
            for path in found
            for test in ((path,) if path.startswith(used) else used)
            if test.startswith(path) and test not in LEFT_OUT
        ),
    )


def tests_alone(one: Tried) -> Sequence[str]:
    """Return the tests for a mutant in a process of its own: the module's own, then those that run through the line.

    What is executed when a module is imported is in no test's way, so then others are to follow.
    """
    through = (*filter(_is_there, one.tests),)
    return (*dict.fromkeys((*own_tests(one.site.module), *(through or IMPORT_TESTS))),)


def _is_there(test: str) -> bool:
    """Return True for a test that still has its name."""
    path, _, name = test.partition("::")
    function = f"def {name.rpartition('::')[2].partition('[')[0]}("
    return (ROOT / path).exists() and function in (ROOT / path).read_text(encoding="utf-8")


def reasons() -> dict[str, str]:
    """Return the reasons of survivors, by their keys."""
    if not SURVIVORS.exists():
        return {}
    document = tomllib.loads(SURVIVORS.read_text(encoding="utf-8"))
    return {key: reason for group in document.values() for key, reason in group.items()}


def summary(tried: Sequence[tuple[Site, str]], known: Mapping[str, str]) -> dict[str, Any]:
    """Return what a run found, by module."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for site, fate in tried:
        excused = fate == "survived" and site.key in known
        found[site.module]["excused" if excused else fate] += 1
    return {
        module: {
            "digest": digest(module),
            "of": len(sites(module)),
            **{fate: number for fate, number in sorted(counts.items()) if number},
        }
        for module, counts in sorted(found.items())
    }


@frozen
class Age:
    """The part of a result that is older than the code it is about."""

    about: str
    """One of `PARTS`."""
    changed: tuple[str, ...]
    """Modules that have changed since they were tried, or that never were."""
    share: float
    """Share of the mutants that are in them, or that a run has left untried."""
    untried: int
    """Mutants of the other modules that are still to be tried."""

    @property
    def too_old(self) -> bool:
        """Another run is due."""
        return self.share > STALE[self.about]

    def __str__(self) -> str:
        modules = f" ({', '.join(self.changed)})" if self.changed else ""
        return f"{self.about}: {self.share:.0%} changed since{modules}, {self.untried} untried"


def ages() -> list[Age]:
    """Compare the last result with the code: all mutants of the rules, and the samples of the other parts."""
    known = results()["modules"]
    found = []
    for part in PARTS:
        wanted = of_part(part) if part == RULES else sample(part, SAMPLES[part])
        counts = Counter(site.module for site in wanted)
        changed = [one for one in counts if known.get(one, {}).get("digest") != digest(one)]
        left = {one: known[one].get("untried", 0) for one in counts if one not in changed}
        old = sum(counts[one] for one in changed) + sum(left.values())
        share = old / max(1, sum(counts.values()))
        found.append(Age(part, tuple(changed), share, sum(left.values())))
    return found


def _digest_of(module: str) -> str | None:
    return digest(module) if path_of(module).exists() else None


def check() -> int:
    """Report how old the result is, and fail if much of the code has changed since."""
    found = ages()
    for age in found:
        print(age)
        if age.too_old:
            print(
                f"that is more than {STALE[age.about]:.0%}: run `python -m tools.mutants --write` again"
            )
    return int(any(age.too_old for age in found))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description="Change one operator at a time, and expect a test to fail. Survivors need a reason in "
        "tools/mutants/survivors.toml.",
    )
    parser.add_argument(
        "modules", nargs="*", help="some modules, such as effects/duel (default: all)"
    )
    parser.add_argument(
        "--sample", type=int, default=SAMPLES[KIT], help="most mutants of each other part"
    )
    parser.add_argument(
        "--part", action="append", choices=PARTS, help="one part; can be repeated (default: all)"
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="also the modules that have not changed since the last run",
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="try survivors again, after a test was written for them",
    )
    parser.add_argument("--write", action="store_true", help="write tools/mutants/results.json")
    parser.add_argument(
        "--known", action="store_true", help="try nothing: report what an interrupted run has found"
    )
    parser.add_argument("--check", action="store_true", help="only say how old the result is")
    options = parser.parse_args(arguments)
    if options.check:
        return check()
    wanted = chosen_sites(options)
    fates = Fates(FATES)
    new = [site for site in wanted if fates[site] is None]
    print(f"{len(wanted)} mutants, {len(wanted) - len(new)} of them tried earlier", flush=True)
    if not options.known:
        attempt(wanted, fates, again=options.again)
    known = reasons()
    final = [(site, _final(fates[site], site.key in known)) for site in wanted]
    found = summary(final, known)
    _show(found)
    left = [site for site, fate in final if fate == "survived" and site.key not in known]
    for site in left:
        print(f"survived: {site.key}   (line {site.line})")
    if options.write:
        write(found, left)
    return int(bool(left))


def _final(one: Tried | None, excused: bool) -> str:
    """Return what became of a mutant in the end. One that has a reason need not be tried in a process of its own."""
    if one is not None and one.fate in NOTICED:
        return one.fate
    if one is not None and (one.fate == "alone" or excused):
        return "survived"
    return "untried"


def attempt(wanted: Sequence[Site], fates: Fates, *, again: bool = False) -> None:
    """Try mutants: by forks, and what is left in processes of their own. What survived that can be tried again."""
    for part, stages in STAGES.items():
        served([site for site in wanted if (part_of(site.module) or KIT) == part], fates, *stages)
    known = reasons()
    tried = [one for one in map(fates.__getitem__, wanted) if one is not None]
    alone = ("survived", "uncovered", "import", *(("alone",) if again else ()))
    rest = [one for one in tried if one.fate in alone and one.site.key not in known]
    print(f"{len(rest)} of {len(tried)} need a process of their own", flush=True)
    nursery, sound = Nursery(), set[str]()
    for number, one in enumerate(rest, start=1):
        tests = tests_alone(one)
        alive = nursery.survives(one.site, tests)
        for path in () if alive else tests:  # of single tests it is known
            if "::" not in path and path not in sound:
                if not nursery.survives(None, [path]):
                    raise SystemExit(f"{path} fails without any change, so it can notice none")
                sound.add(path)
        fates.note(evolve(one, fate="alone" if alive else "killed"))
        if number % 25 == 0:
            print(f"  {number} of {len(rest)}", flush=True)
    nursery.close()


def write(found: Mapping[str, dict[str, Any]], left: Sequence[Site]) -> None:
    """Add the result of a run to the others. It replaces what was known about the same modules.

    Modules that are no longer there are forgotten.
    """
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    old = results()
    kept = {name: one for name, one in old["modules"].items() if path_of(name).exists()}
    survivors = [
        key for key in old["survivors"] if key.partition(":")[0] in kept.keys() - found.keys()
    ]
    new = {name: {"date": today, **one} for name, one in found.items()}
    document = {
        "modules": dict(sorted((kept | new).items())),
        "survivors": sorted([*survivors, *(site.key for site in left)]),
    }
    replace_file(RESULTS, (json.dumps(document, indent=1) + "\n").encode(), mode=SHARED)


def results() -> dict[str, Any]:
    """Return the result of the last runs: by module, and the survivors that had no reason then."""
    if not RESULTS.exists():
        return {"modules": {}, "survivors": []}
    document: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return document


def served(wanted: Sequence[Site], fates: Fates, *stages: Sequence[str]) -> None:
    """Try mutants by forks, with some tests first, and what is left with others."""
    for number, tests in enumerate(stages, start=1):
        left = [site for site in wanted if _passed(fates[site]) < number]
        passed: Fate = "survived" if number == len(stages) else PASSED[number - 1]

        def note(one: Tried, passed: Fate = passed) -> None:
            kept = one.fate in NOTICED or passed == "survived"
            fates.note(one if kept else evolve(one, fate=passed))

        if left:
            serve(left, [*tests, *(f"--ignore={path}" for path in LEFT_OUT)], note)


def _passed(one: Tried | None) -> int:
    """Return the number of stages that a mutant has behind it."""
    if one is None:
        return 0
    return PASSED.index(one.fate) + 1 if one.fate in PASSED else len(PASSED) + 1


def _show(found: Mapping[str, Mapping[str, Any]]) -> None:
    fates = ("killed", "endless", "excused", "survived", "untried")
    print(f"{'module':28}{'mutants':>9}" + "".join(f"{fate:>11}" for fate in fates))
    totals: Counter[str] = Counter()
    for module, counts in found.items():
        number = sum(counts.get(fate, 0) for fate in fates)
        totals.update({fate: counts.get(fate, 0) for fate in fates} | {"mutants": number})
        cells = "".join(f"{counts.get(fate, 0):>11}" for fate in fates)
        print(f"{module:28}{number:>9}{cells}")
    print(f"{'all':28}{totals['mutants']:>9}" + "".join(f"{totals[fate]:>11}" for fate in fates))


if __name__ == "__main__":
    sys.exit(main())
