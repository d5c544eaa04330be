"""Builds the engine for WebAssembly, with equal bytes on every machine.

python -m tools.engine             builds lab/src/toledo_lab/engine/toledo.wasm, and notes what it was made from
python -m tools.engine --check     builds it elsewhere, and compares
python -m tools.engine --speed     plays games by chance in the engine and in the library, in one run

The toolchain is Debian's: its packages are downloaded and unpacked in `build/rust`, and nothing is installed. Only a
change of the engine needs it; the tests need just the file.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from random import Random

from toledo_lab.engine import playouts
from toledo_rules import State, apply, determinize, legal_actions, new_game, view

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine"
TOOLCHAIN = ROOT / "build" / "rust"
FILE = ROOT / "lab" / "src" / "toledo_lab" / "engine" / "toledo.wasm"
NOTE = FILE.with_suffix(".json")

PACKAGES = {
    "rustc": "1.63.0+dfsg1-2",
    "libstd-rust-1.63": "1.63.0+dfsg1-2",
    "libstd-rust-dev": "1.63.0+dfsg1-2",
    "libstd-rust-dev-wasm32": "1.63.0+dfsg1-2",
    "lld-14": "1:14.0.6-12",
    "liblld-14": "1:14.0.6-12",
    "libllvm14": "1:14.0.6-12",
}
"""The packages of Debian 12, with their versions."""
CODE = (
    "opt-level=3",
    "lto=fat",
    "panic=abort",
    "codegen-units=1",
    "strip=symbols",
    "target-feature=+simd128",
)
MOST_BYTES = 200_000
"""Of the file when it is compressed."""


def sources() -> str:
    """A digest of everything that the file is made from."""
    files = sorted([*ENGINE.glob("src/*.rs"), ENGINE / "Cargo.toml"])
    found = sha256()
    for file in files:
        found.update(f"{file.name}\n{file.read_text('utf-8')}\n".encode())
    return found.hexdigest()


def note(code: bytes) -> dict[str, object]:
    """The note about a file: its digest and size, the toolchain, and the digest of the sources."""
    return {
        "sha256": sha256(code).hexdigest(),
        "bytes": len(code),
        "compressed": len(gzip.compress(code, 9, mtime=0)),
        "sources": sources(),
        "toolchain": PACKAGES,
        "code": CODE,
    }


def toolchain() -> Path:
    """The unpacked packages; they are downloaded if they are not there."""
    root = TOOLCHAIN / "root"
    if not root.exists():
        TOOLCHAIN.mkdir(parents=True, exist_ok=True)
        wanted = [f"{name}={version}" for name, version in PACKAGES.items()]
        print(
            f"downloading {len(wanted)} packages to {TOOLCHAIN.relative_to(ROOT)}", file=sys.stderr
        )
        subprocess.run(["apt-get", "download", *wanted], cwd=TOOLCHAIN, check=True)
        for package in TOOLCHAIN.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", package, TOOLCHAIN / "unpacked"], check=True)
        (TOOLCHAIN / "unpacked").rename(root)
    return root


def built() -> bytes:
    """The engine, made from the sources as they are."""
    root = toolchain() / "usr"
    (version,) = re.findall(
        r'^version = "(.+)"', (ENGINE / "Cargo.toml").read_text("utf-8"), re.MULTILINE
    )
    libraries = f"{root / 'lib' / 'x86_64-linux-gnu'}:{root / 'lib' / 'llvm-14' / 'lib'}"
    linker = ("linker-flavor=wasm-ld", f"linker={root / 'lib' / 'llvm-14' / 'bin' / 'wasm-ld'}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "toledo.wasm")
        command: list[str | Path] = [
            root / "bin" / "rustc",
            "--sysroot",
            root,
            "--edition",
            "2021",
            "--crate-name",
            "toledo",
        ]
        command += [
            "--crate-type",
            "cdylib",
            "--target",
            "wasm32-unknown-unknown",
            "-o",
            file,
            "src/lib.rs",
        ]
        command += [part for option in (*CODE, *linker) for part in ("-C", option)]
        surroundings = {**os.environ, "LD_LIBRARY_PATH": libraries, "CARGO_PKG_VERSION": version}
        subprocess.run(command, cwd=ENGINE, env=surroundings, check=True)
        return file.read_bytes()


def speed() -> None:
    """Print the CPU time of an action with its draws, in whole games of four players by chance: the best of five."""
    state = new_game(4, Random(7))

    players: dict[str, Callable[[int], Iterable[int]]] = {
        "engine": lambda seed: [
            game.actions for game in playouts(state, games=200, seed=seed, deal=True)
        ],
        "library": lambda seed: [by_the_library(state, Random(seed + game)) for game in range(5)],
    }
    for name, play in players.items():
        times = []
        for seed in range(5):
            began = time.process_time()
            actions = sum(play(seed))
            times.append((time.process_time() - began) * 1e6 / actions)
        print(f"{name:8} {min(times):6.2f} us for an action")


def by_the_library(first: State, rng: Random) -> int:
    """Play a game by chance, and return the number of its actions."""
    state, actions = determinize(view(first, None), rng), 0
    while not state.over:
        state = apply(state, rng.choice(legal_actions(state)), rng)
        actions += 1
    return actions


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Build the engine for WebAssembly.")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--speed", action="store_true", help="measure what is committed")
    options = parser.parse_args()
    if options.speed:
        speed()
        return 0
    code = built()
    found = note(code)
    if options.check:
        if FILE.read_bytes() == code and json.loads(NOTE.read_text("utf-8")) == json.loads(
            json.dumps(found)
        ):
            return 0
        print(f"{FILE.name} is not what the sources make: python -m tools.engine")
        return 1
    FILE.write_bytes(code)
    NOTE.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    print(f"{FILE.relative_to(ROOT)}: {found['bytes']:,} bytes, {found['compressed']:,} compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
