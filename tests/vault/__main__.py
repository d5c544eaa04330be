"""The command: ``python -m tests.vault`` renews the draft, with ``--release 1.2.3`` it becomes that version."""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from attrs import asdict

from spec.conformance.runner import suite
from tests.vault import DRAFT, FOLDER, GAMES, checksums, fingerprint, plies, unlike, versions
from toledo_lab.simulate import Plan, simulate
from toledo_lab.simulate._results import FORMAT as RESULTS_FORMAT
from toledo_rules import (
    State,
    View,
    codec,
    explain,
    format_position,
    outcome,
    score,
    shipped_edition,
    universe,
    view,
)
from toledo_rules.choices import Choices, choices
from toledo_rules.codec import KIND_OF, Value, dumps
from toledo_rules.describe import message
from toledo_rules.editions import SHIPPED_EDITIONS, edition_digest, edition_to_toml
from toledo_rules.record import RECORD_FORMAT, RULES_REVISION, Ply, Record, format_record

RECORDED = (1, 2, 3, 6, 5, 7, 9, 11)
"""Seeds of the games that are kept as records: each edition, and each number of players."""
MOST = 3
"""Documents of each class."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.vault", description="Renew the draft.")
    parser.add_argument("--release", metavar="VERSION", help="the draft becomes this version")
    parser.add_argument("--check", action="store_true", help="only play all games by seed again")
    options = parser.parse_args(arguments)
    if options.check:
        return check()
    shutil.rmtree(DRAFT, ignore_errors=True)
    DRAFT.mkdir()
    write(DRAFT, options.release or "draft")
    if options.release:
        target = FOLDER / options.release
        if target.exists():
            print(f"{target} is there already: what a version wrote does not change")
            return 1
        DRAFT.rename(target)
    return 0


def check() -> int:
    """Play the games by seed of all versions, and say how many are the same."""
    wrong = 0
    for folder in versions():
        others = unlike(folder, range(GAMES))
        wrong += len(others)
        print(f"{folder.name}: {GAMES - len(others)} of {GAMES} games by seed are the same")
    return int(wrong > 0)


def write(folder: Path, version: str) -> None:
    """Write everything that this version writes."""
    played = [[*plies(seed)] for seed in RECORDED]
    _write_documents(folder, played)
    _write_records(folder, played)
    _write_editions(folder)
    _write_results(folder)
    cases = [case for number, case in enumerate(suite("small/")) if number % 10 == 0]
    _json(folder / "conformance.json.gz", {"cases": cases})
    _json(folder / "games.json", {"digests": [fingerprint(seed) for seed in range(GAMES)]})
    about = {
        "version": version,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "rules": RULES_REVISION,
        "formats": {
            "documents": codec.JSON_FORMAT,
            "records": RECORD_FORMAT,
            "results": RESULTS_FORMAT,
        },
        "files": checksums(folder),
    }
    (folder / "about.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def _json(path: Path, content: object) -> None:
    _write(path, json.dumps(content, separators=(",", ":")) + "\n")


def _write(path: Path, text: str) -> None:
    data = text.encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


# Documents


def _values(played: Sequence[Sequence[Ply]]) -> Iterator[Value]:
    """Yield values of all kinds. There are far more than are kept."""
    for game in played:
        for ply in game:
            yield ply.before
            yield ply.action
            yield from ply.transition.with_secrets()
            yield from ply.transition.draws
            for seat in (None, *range(len(ply.before.players))):
                yield from ply.transition.seen_by(seat)
        for ply in game[:: len(game) // 5]:
            for seat in (None, *range(len(ply.before.players))):
                yield view(ply.before, seat)
                yield choices(view(ply.before, seat))
            yield message(ply.action, ply.before)
            for action in universe(ply.before.edition).actions[::7]:
                if refused := explain(ply.before, action):
                    yield refused
        state = game[-1].after
        yield from (score(state, seat) for seat in range(len(state.players)))
        if ended := outcome(state):
            yield ended
        yield _record(game)
    yield from map(shipped_edition, SHIPPED_EDITIONS)


_LARGE = State | View | Choices | Record


def _sort(value: Value) -> tuple[object, ...]:
    """Return what a document is an example of: a class, and the phase of a position or the code of a refusal."""
    phase = getattr(value, "phase", None)
    name = value.edition.name if isinstance(value, State | Record) else ""
    return type(value), type(phase), getattr(value, "code", None), name


def _write_documents(folder: Path, played: Sequence[Sequence[Ply]]) -> None:
    kept: dict[tuple[object, ...], list[str]] = {}
    for value in _values(played):
        many = kept.setdefault(_sort(value), [])
        if len(many) < (1 if isinstance(value, _LARGE) else MOST):
            many.append(dumps(value))
    missing = {*KIND_OF} - {cls for cls, *_ in kept}
    assert not missing, f"no example of {missing}"
    lines = sorted({text for texts in kept.values() for text in texts})
    _write(folder / "documents.jsonl.gz", "\n".join([*lines, ""]))


# Records, editions, results


def _record(game: Sequence[Ply]) -> Record:
    state = game[-1].after
    over = tuple(score(state, seat).total for seat in range(len(state.players)))
    return Record(
        game[0].before,
        entries=tuple(ply.entry for ply in game),
        names=("Ana", "", "Çelik", "O'Neill #4")[: len(state.players)],
        tags=(("date", "2008-10-23"), ("event", "¡Olé!")),
        scores=over if state.over else None,
    )


def _write_records(folder: Path, played: Sequence[Sequence[Ply]]) -> None:
    (folder / "records").mkdir()
    ends = {}
    for seed, game in zip(RECORDED, played, strict=True):
        half = game[len(game) // 2 :]
        for name, part, embed in (
            (f"game-{seed}", game, False),
            (f"from-a-position-{seed}", half, False),
            (f"embedded-{seed}", half, True),
        ):
            text = format_record(_record(part), embed=embed)
            (folder / "records" / f"{name}.toledo").write_text(text, encoding="utf-8")
            ends[name] = format_position(game[-1].after)
    _json(folder / "records.json", ends)


def _write_editions(folder: Path) -> None:
    (folder / "editions").mkdir()
    digests = {}
    for name in SHIPPED_EDITIONS:
        edition = shipped_edition(name)
        path = folder / "editions" / f"{name}.toml"
        path.write_text(edition_to_toml(edition), encoding="utf-8")
        digests[name] = edition_digest(edition)
    _json(folder / "editions.json", digests)


def _write_results(folder: Path) -> None:
    (folder / "results").mkdir()
    plan = Plan(
        bots=("random", "greedy"),
        games=4,
        seed=7,
        edition=shipped_edition("tiny-duel"),
        rotate=True,
    )
    found = {}
    for name in ("games.csv", "games.jsonl"):
        results = simulate(plan, path=folder / "results" / name)
        found[name] = [asdict(result) for result in results]
    _json(folder / "results.json", found)


if __name__ == "__main__":
    sys.exit(main())
