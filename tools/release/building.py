"""Archives: built twice with equal bytes, with checksums and a bill of materials."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from hashlib import sha256
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

from tools.release import ROOT
from tools.release.preparing import CLIENT, LAB, ReleaseError, files, moment, spelled, version

DIST = ROOT / "dist"
KIT = (
    *("spec", "LICENSE", "CITATION.cff", "src/toledo_rules/data/toledo.schema.json"),
    *(f"docs/reference/{name}.md" for name in ("chance", "limits", "notation")),
    *(f"clients/typescript/src/{name}.ts" for name in ("toledo", "rules/hashes")),
)
"""Files for authors of engines: the specification with its suite, and what its pages link to."""
WRITTEN = ("spec/conformance/large.json", "spec/conformance/large", "spec/conformance/rules.json")
"""Generated files of the kit: the large part of the suite, and all rules in one document. They are not committed."""


class Archives(NamedTuple):
    """What a release consists of."""

    sdist: Path
    wheel: Path
    lab_sdist: Path
    lab_wheel: Path
    client: Path
    kit: Path


def lab_version() -> str:
    """Return the version of the lab, which has its own."""
    number: str = tomllib.loads(LAB.read_text(encoding="utf-8"))["project"]["version"]
    return number


def expected() -> Archives:
    """Return the archives of the release."""
    library, lab = f"toledo_rules-{version()}", f"toledo_lab-{lab_version()}"
    names = (
        *(f"{library}.tar.gz", f"{library}-py3-none-any.whl"),
        *(f"{lab}.tar.gz", f"{lab}-py3-none-any.whl"),
        f"toledo-rules-client-{spelled(version(), npm=True)}.tgz",
        f"toledo-rules-kit-{version()}.tar.gz",
    )
    return Archives(*(DIST / name for name in names))


def build() -> Archives:
    """Build everything in `dist`."""
    again = ROOT / "build" / "release" / "again"
    quiet = ("--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
    _run("npm", "ci", *quiet, cwd=CLIENT)
    _run(sys.executable, "-m", "spec.conformance.write", "--large")
    _run(sys.executable, "-m", "spec.tools.publish")
    for folder in (DIST, again):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for project in (ROOT, LAB.parent):
            _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, project)
        shutil.rmtree(CLIENT / "dist", ignore_errors=True)
        _run(sys.executable, "-m", "tools.schema.client")
        _run("npm", "pack", *quiet, "--silent", "--pack-destination", folder, cwd=CLIENT)
        _write_kit(folder / expected().kit.name)
    found = sorted(path.name for path in DIST.iterdir())
    if found != sorted(path.name for path in expected()):
        raise ReleaseError(f"found {found}, expected {sorted(path.name for path in expected())}")
    for path in expected():
        if path.read_bytes() != (again / path.name).read_bytes():
            raise ReleaseError(f"{path.name}: the second build gave other bytes than the first")
    print(f"built twice, equal bytes: {', '.join(found)}")
    return expected()


def _run(*words: str | Path, cwd: Path = ROOT) -> None:
    """Run a program that builds; all files have the time of the last commit."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": moment()}
    subprocess.run(words, cwd=cwd, env=environment, stdout=subprocess.DEVNULL, check=True)


def _write_kit(path: Path) -> None:
    """Write the archive for authors of engines: every file at its place in the project."""
    written = (
        one.relative_to(ROOT).as_posix()
        for name in WRITTEN
        for one in [ROOT / name, *(ROOT / name).rglob("*")]
        if one.is_file()
    )
    names = sorted({*files(*KIT), *written})
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in names:
            content = (ROOT / name).read_bytes()
            entry = tarfile.TarInfo(f"{path.name.removesuffix('.tar.gz')}/{name}")
            entry.size, entry.mtime = len(content), int(moment())
            archive.addfile(entry, io.BytesIO(content))
    path.write_bytes(gzip.compress(tar.getvalue(), mtime=int(moment())))


def write_bill(archives: Archives, parts: tuple[str, ...]) -> Path:
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
                    for path in (archives.sdist, archives.wheel)
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
