"""The command: ``python -m tools.fuzz --seconds 600``."""

from __future__ import annotations

import argparse
import base64
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from toledo_rules import KOSMOS_2008, Game, Stream, new_game, shipped_edition, transition, view
from toledo_rules.bots import RandomBot
from toledo_rules.codec import dumps
from toledo_rules.editions import SHIPPED_EDITIONS, edition_to_toml
from toledo_rules.notation import format_action, format_position
from toledo_rules.record import format_record
from toledo_rules.storage import SHARED, replace_file
from tools.fuzz.targets import TARGETS

FOLDER = Path(__file__).parent
CORPUS = FOLDER / "corpus"
FOUND = Path("build") / "fuzz"
RESULTS = FOLDER / "results.json"
LONGEST = {"codec": 20_000, "edition": 20_000, "record": 8_000, "position": 1_500}
"""Most bytes of an input; 200 for all others."""
MOST_KEPT = 120_000
"""Size of what is kept for each target: the smallest of the inputs that reached something new."""


STOPPED = 72
"""Exit code of libFuzzer when somebody has ended it: what it did until then counts."""
PAUSE = 60.0
"""Seconds between two progress messages."""
WORD = re.compile(r"[A-Za-z0-9_]{2,20}")


# The corpus: a file for each target, with an input on each line


def load_corpus(name: str) -> list[bytes]:
    """Return the inputs that are kept for a target."""
    path = CORPUS / f"{name}.txt"
    if not path.exists():
        return []
    lines = path.read_text(encoding="ascii").splitlines()
    return [zlib.decompress(base64.b64decode(line)) for line in lines]


def save_corpus(name: str, inputs: Iterable[bytes]) -> None:
    """Keep inputs for a target."""
    packed = {base64.b64encode(zlib.compress(one, 9)).decode() for one in inputs}
    text = ""
    for line in sorted(packed, key=lambda one: (len(one), one)):
        if len(text) + len(line) < MOST_KEPT:
            text += f"{line}\n"
    CORPUS.mkdir(exist_ok=True)
    replace_file(CORPUS / f"{name}.txt", text.encode(), mode=SHARED)


def seeds(name: str) -> list[bytes]:
    """Return inputs to begin with: some of every kind that the target reads."""
    rng = Random(name)
    games = [new_game(2 + number % 3, Stream(number)) for number in range(3)]
    games += [new_game(2, Stream(9), edition=shipped_edition(one)) for one in SHIPPED_EDITIONS]
    states = []
    for game in games:
        state = game
        for _ in range(rng.randrange(5, 60)):
            if not state.over:
                seen = view(state, state.active)
                state = transition(state, RandomBot().choose(seen, rng), rng).state
        states += [game, state]
    if name == "codec":
        texts = [dumps(state) for state in states] + [dumps(view(state, 0)) for state in states]
    elif name == "edition":
        texts = [edition_to_toml(shipped_edition(one)) for one in SHIPPED_EDITIONS]
    elif name == "record":
        played = Game(2, rng=rng)
        for _ in range(20):
            played.play(played.legal[rng.randrange(len(played.legal))])
        texts = [format_record(played.record())]
        texts.append(format_record(Game(2, seed=1, edition=shipped_edition("tiny-duel")).record()))
    elif name == "notation":
        legal = Game(2, seed=1).legal.actions
        texts = [f"\0{format_action(action, KOSMOS_2008)}" for action in legal[::20]]
        texts += ["\0" + "4va@0, use 3va +12 -m, end", "\0vs blue = 1va 2bd", "\0=4va"]
    else:
        texts = [format_position(state) for state in states]
    return [text.encode() for text in texts]


def words(name: str) -> str:
    """Return words that inputs are made of, as a dictionary of libFuzzer."""
    found = {word for one in seeds(name)[:6] for word in WORD.findall(one.decode())}
    return "".join(f'"{word}"\n' for word in sorted(found)[:300])


# Running


def fuzz(name: str, seconds: int, folder: Path) -> dict[str, int | str]:
    """Fuzz a target for some seconds of CPU time. Return what was done."""
    inputs = folder / name
    inputs.mkdir()
    for number, one in enumerate([*seeds(name), *load_corpus(name)]):
        (inputs / f"{number:05}").write_bytes(one)
    counts, dictionary = folder / f"{name}.json", folder / f"{name}.dict"
    dictionary.write_text(words(name), encoding="ascii")
    FOUND.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_len={LONGEST.get(name, 200)}",
        f"-dict={dictionary}",
        f"-artifact_prefix={FOUND}/{name}-",
        "-timeout=1200",  # for busy machines: it measures the time of day
        f"-rss_limit_mb={6000 if name == 'logic' else 2000}",  # the rules remember much of a position
    ]
    driver = [sys.executable, "-m", "tools.fuzz.driver", name, str(seconds), str(counts)]
    log = FOUND / f"{name}.log"
    with (
        log.open("wb") as said,
        subprocess.Popen([*driver, str(inputs), *options], stderr=said) as process,
    ):
        try:
            while not ended(process):
                print(f"  {counted(counts)}", file=sys.stderr, flush=True)
        finally:
            process.terminate()
    begun = {*seeds(name)}
    added = (
        path.read_bytes() for path in inputs.iterdir()
    )  # libFuzzer adds what reaches something new
    save_corpus(name, (one for one in added if one not in begun))
    done = json.loads(counts.read_text(encoding="utf-8")) if counts.exists() else {}
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    reached = [line for line in lines if " cov: " in line]
    covered = int(reached[-1].partition(" cov: ")[2].split()[0]) if reached else 0
    failed = process.returncode not in (0, STOPPED)
    return {**done, "places reached": covered, "failures": int(failed)}


def ended(process: subprocess.Popen[bytes], within: float = PAUSE) -> bool:
    """Wait a while for a process. Returns True if it has ended."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(within)
    return process.returncode is not None


def counted(counts: Path) -> str:
    """Return what the counts say so far, for people."""
    try:
        done = json.loads(counts.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):  # none yet, or just being written
        return "nothing counted yet"
    return shown(done)


def shown(done: Mapping[str, int | str]) -> str:
    """Return counts in one line."""
    return ", ".join(f"{count:,} {what}" for what, count in done.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.fuzz", description="Fuzz the readers and the rules."
    )
    parser.add_argument("--seconds", type=int, default=600, help="CPU time in all (default: 600)")
    parser.add_argument(
        "--targets", default=",".join(TARGETS), help=f"some of {', '.join(TARGETS)} (default: all)"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the counts to tools/fuzz/results.json"
    )
    options = parser.parse_args(arguments)
    names = options.targets.split(",")
    seconds = max(1, options.seconds // len(names))
    results = {}
    with TemporaryDirectory() as folder:
        for name in names:
            print(f"{name}: {seconds} s of CPU time", flush=True)
            results[name] = fuzz(name, seconds, Path(folder))
            print(f"  {shown(results[name])}")
    failed = [name for name in names if results[name]["failures"]]
    if failed:
        print(f"found something: see {FOUND}, and {', '.join(f'{name}.log' for name in failed)}")
    if options.write:
        known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
        today = f"{datetime.now(UTC):%Y-%m-%d}"
        document = known | {name: {"date": today, **result} for name, result in results.items()}
        text = json.dumps(document, indent=2) + "\n"
        replace_file(RESULTS, text.encode(), mode=SHARED)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
