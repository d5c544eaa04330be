"""The vault: what each version wrote, so that all later versions can be asked to read it.

A folder for each release, and `draft` for what the next one would write. ``python -m tests.vault``
renews the draft; `make release` gives it the number of the version, and from then on it does not change any more.
`test_vault.py` reads all of them.

- `documents.jsonl.gz`: a JSON document of every kind and class that there is.
- `records/` and `records.json`: games as text, and where they ended.
- `editions/` and `editions.json`: edition files, and their digests.
- `results/` and `results.json`: files of simulations, and what is in them.
- `conformance.json.gz`: cases of the conformance suite.
- `games.json`: a thousand games by seed, as digests.
- `about.json`: the version, its formats, and the checksums of all other files: of a compressed one, of what is in it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from tests.golden.fingerprint import choose, fields
from toledo_rules import Stream, legal_actions, new_game, shipped_edition, transition
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.record import RULES_REVISION, Ply
from tools.release.preparing import order

FOLDER = Path(__file__).parent
DRAFT = FOLDER / "draft"
GAMES = 1_000
"""Games by seed."""
PLIES = 40
"""Actions of each of them."""


def versions() -> list[Path]:
    """Return the folder of every version, the first one first, and the draft."""
    released = [path.parent for path in FOLDER.glob("*/about.json") if path.parent != DRAFT]
    drafts = [DRAFT] if (DRAFT / "about.json").exists() else []
    return [*sorted(released, key=lambda folder: order(folder.name)), *drafts]


def checksums(folder: Path) -> dict[str, str]:
    """Return the checksum of every file of a version."""
    return {
        path.relative_to(folder).as_posix().removesuffix(".gz"): sha256(content(path)).hexdigest()[
            :16
        ]
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "about.json"
    }


def content(path: Path) -> bytes:
    """Return what is in a file, compressed or not."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def plies(seed: int, *, most: int = 10_000) -> Iterator[Ply]:
    """Play a game by seed; so are its edition and the number of players. Chance and choices have a stream each."""
    edition = shipped_edition(SHIPPED_EDITIONS[seed % 2 * (seed // 2) % len(SHIPPED_EDITIONS)])
    players = edition.least_players + seed % (edition.most_players - edition.least_players + 1)
    chance, choices = Stream(seed), Stream(f"choices of {seed}")
    state = new_game(players, chance, edition=edition)
    for _ in range(most):
        if state.over:
            return
        action = choose(state, legal_actions(state), seed % 5 > 0, choices)
        after = transition(state, action, chance)
        yield Ply(state, action, after)
        state = after.state


def fingerprint(seed: int) -> str:
    """Return the digest of the first actions of a game by seed: of each position, spelt out field by field."""
    hashed = sha256()
    for ply in plies(seed, most=PLIES):
        hashed.update(fields(ply.after).encode())
    return hashed.hexdigest()[:12]


def unlike(folder: Path, seeds: Iterable[int]) -> list[int]:
    """Return the seeds that give other games now than in a version of the vault with the same rules."""
    digests = read_json(folder / "games.json")["digests"]
    assert isinstance(digests, list)
    if read_json(folder / "about.json")["rules"] != RULES_REVISION:
        return []
    return [seed for seed in seeds if fingerprint(seed) != digests[seed]]


def read_json(path: Path) -> dict[str, object]:
    """Return what a file of the vault says."""
    document: dict[str, object] = json.loads(content(path))
    return document
