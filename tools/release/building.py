"""Archives: sdist and wheel, built twice with equal bytes, and the papers that go with them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

from tools.release import ROOT
from tools.release.preparing import ReleaseError, moment, version

DIST = ROOT / "dist"


def build() -> tuple[Path, Path]:
    """Build sdist and wheel in `dist`. Return their paths."""
    first, second = DIST, ROOT / "build" / "release" / "again"
    for folder in (first, second):
        shutil.rmtree(folder, ignore_errors=True)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": moment()}
        environment["PIP_CONSTRAINT"] = str(ROOT / "constraints.txt")
        subprocess.run(
            [sys.executable, "-m", "build", "--outdir", folder, ROOT],
            env=environment,
            stdout=subprocess.DEVNULL,
            check=True,
        )
    found = sorted(path.name for path in first.iterdir())
    expected = [f"toledo_rules-{version()}-py3-none-any.whl", f"toledo_rules-{version()}.tar.gz"]
    if found != expected:
        raise ReleaseError(f"found {found}, expected {expected}")
    for name in found:
        if (first / name).read_bytes() != (second / name).read_bytes():
            raise ReleaseError(f"{name}: the second build gave other bytes than the first")
    print(f"built twice, equal bytes: {', '.join(found)}")
    return first / expected[1], first / expected[0]


def write_bill(archives: tuple[Path, Path], parts: tuple[str, ...]) -> Path:
    """Write the bill of materials: what is installed with the wheel, in the form of CycloneDX."""
    parts = tuple(sorted(parts, key=str.lower))
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": _component(distribution("toledo-rules"))
            | {
                "externalReferences": [
                    {
                        "type": "distribution",
                        "url": path.name,
                        "hashes": [{"alg": "SHA-256", "content": _sum(path)}],
                    }
                    for path in archives
                ]
            }
        },
        "components": [_component(distribution(name)) for name in parts],
        "dependencies": [
            {"ref": _address(one), "dependsOn": sorted(map(_address, _needed(one)))}
            for one in map(distribution, ("toledo-rules", *parts))
        ],
    }
    path = DIST / f"toledo_rules-{version()}.cdx.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def required(name: str) -> tuple[str, ...]:
    """Return everything that is installed with a package, without extras."""
    found: dict[str, None] = {}
    waiting = [distribution(name)]
    while waiting:
        for one in _needed(waiting.pop()):
            if one.name not in found:
                found[one.name] = None
                waiting.append(one)
    return tuple(found)


def _needed(one: Distribution) -> list[Distribution]:
    wanted = [Requirement(text) for text in one.requires or ()]
    return [
        distribution(need.name)
        for need in wanted
        if need.marker is None or need.marker.evaluate({"extra": ""})
    ]


def _component(one: Distribution) -> dict[str, object]:
    said = one.metadata.json
    expression, name = said.get("license_expression"), said.get("license", "see the package")
    return {
        "type": "library",
        "bom-ref": _address(one),
        "name": one.name,
        "version": one.version,
        "purl": _address(one),
        "licenses": [{"expression": expression} if expression else {"license": {"name": name}}],
    }


def _address(one: Distribution) -> str:
    return f"pkg:pypi/{one.name.lower().replace('_', '-')}@{one.version}"


def write_sums(paths: tuple[Path, ...]) -> None:
    """Write the checksums, as `sha256sum --check` reads them."""
    lines = [f"{_sum(path)}  {path.name}\n" for path in paths]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def _sum(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
