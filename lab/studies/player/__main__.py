"""Train the network of the engine, a step at a time: ``python -m lab.studies.player STEP``.

A step plays games of the present player against itself with two, three and four players, fits a network to their
results, and lets it play a match against the present one. If it wins, its weights become ``engine/src/values.rs``, and
either way a line goes into the ledger, ``lab/studies/player/ledger.jsonl``. It needs cargo; build the WebAssembly after
it (``python -m tools.engine``).

With ``--tiles`` players begin with master tiles, which they hardly take by themselves, and only the weights of the
tiles are fitted: the value of a position without tiles stays what it is.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from toledo_lab.engine import edition_message, position_message
from toledo_rules import MOVEMENT, State, new_game
from toledo_rules._multiset import removed

ROOT = Path(__file__).parents[3]
ENGINE = ROOT / "engine"
VALUES = ENGINE / "src" / "values.rs"
LEDGER = Path(__file__).parent / "ledger.jsonl"
HIDDEN = 32
ONE, FIRST_ONE, SECOND_ONE = 60, 64, 1024
"""What stands for 1 among features and weights, as in ``engine/src/value.rs``."""
CLIP = 4.0
VALID = 20
"""One game in so many is kept aside to measure the loss."""

TILES = (*range(80, 84), *range(205, 209))
"""Features that say which master tiles a player has, and which the rival has; the last of each is the movement tile."""

Floats = NDArray[np.float32]


def features() -> int:
    """Return the number of features."""
    found = re.search(r"FEATURES: usize = (\d+)", (ENGINE / "src" / "value.rs").read_text("utf-8"))
    assert found is not None
    return int(found[1])


class Network:
    """A layer of clipped sums and a sum of them; the odds of several rivals are put together."""

    def __init__(self, inputs: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.parameters: list[Any] = [
            (rng.standard_normal((inputs, HIDDEN)) * np.sqrt(2 / inputs)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (rng.standard_normal(HIDDEN) * 0.5 * np.sqrt(2 / HIDDEN)).astype(np.float32),
            np.zeros(1, np.float32),
        ]

    @classmethod
    def present(cls, *, blind: bool = False) -> Network:
        """Return that of the engine, or one that does not see movement tiles."""
        text = VALUES.read_text("utf-8")
        first, bias, second = (
            np.array(json.loads(found), np.float32)
            for found in re.findall(r"\] = (\[.*?\]);", text)
        )
        constant = re.search(r"SECOND_BIAS: i32 = (-?\d+)", text)
        assert constant is not None
        one = cls(first.size // HIDDEN, 0)
        one.parameters = [
            first.reshape(-1, HIDDEN) / FIRST_ONE,
            bias / FIRST_ONE,
            second / SECOND_ONE,
            np.array([int(constant[1]) / SECOND_ONE], np.float32),
        ]
        if blind:
            one.parameters[0][list(TILES[3::4])] = 0
        return one

    def forward(self, rows: Floats, rivals: int) -> tuple[Any, Any, Any]:
        """Return the sums of the hidden layer, their clipped values, and the chance of winning for each row group."""
        first, bias, second, constant = self.parameters
        sums = rows @ first + bias
        units = np.clip(sums, 0, CLIP)
        odds = np.exp(-np.clip(units @ second + constant, -15, 15)).reshape(-1, rivals)
        return sums, units, odds

    def chances(self, rows: Floats, rivals: int) -> Any:
        """Return the chance of winning of each group of rows, one row for each rival."""
        return 1 / (1 + self.forward(rows, rivals)[2].sum(1))

    def gradients(self, rows: Floats, rivals: int, results: Floats) -> list[Any]:
        """Return the gradients of the cross entropy."""
        sums, units, odds = self.forward(rows, rivals)
        whole = odds.sum(1)
        chance = 1 / (1 + whole)
        # the log odds against all rivals together are -log(whole)
        slope = ((chance - results) / len(results))[:, None] * odds / whole[:, None]
        slope = slope.reshape(-1, 1).astype(np.float32)
        back = slope * self.parameters[2] * ((sums > 0) & (sums < CLIP))
        return [rows.T @ back, back.sum(0), units.T @ slope[:, 0], slope.sum(0)]

    def fit(
        self, data: Sequence[tuple[Any, Any]], epochs: int, seed: int, only: Sequence[int] = ()
    ) -> None:
        """Fit it to rows in groups (one group for each position) and results, by Adam with a cosine rate.

        If only some features are named, their weights are fitted, and everything else stays as it is.
        """
        fitted = [np.zeros_like(one) if only else np.ones_like(one) for one in self.parameters]
        fitted[0][list(only)] = 1
        rng, batch, rate, decay = np.random.default_rng(seed), 512, 1.5e-3, 3e-5
        means = [np.zeros_like(one) for one in self.parameters]
        squares = [np.zeros_like(one) for one in self.parameters]
        steps = epochs * sum(len(results) // batch for _, results in data)
        done = 0
        for _ in range(epochs):
            parts = [
                (number, some)
                for number, (_, results) in enumerate(data)
                for some in np.array_split(
                    rng.permutation(len(results)), max(1, len(results) // batch)
                )
            ]
            for turn in rng.permutation(len(parts)):
                number, some = parts[turn]
                groups, results = data[number]
                rows = groups[some].reshape(-1, groups.shape[2]).astype(np.float32) / ONE
                slopes = self.gradients(rows, groups.shape[1], results[some])
                done += 1
                now = rate * 0.5 * (1 + np.cos(np.pi * min(1.0, done / steps))) + 1e-5
                for place, slope in enumerate(slopes):
                    one = self.parameters[place]
                    whole = (slope + decay * one) * fitted[place]
                    means[place] += 0.1 * (whole - means[place])
                    squares[place] += 0.001 * (whole * whole - squares[place])
                    mean, square = (
                        means[place] / (1 - 0.9**done),
                        squares[place] / (1 - 0.999**done),
                    )
                    self.parameters[place] = one - (now * mean / (np.sqrt(square) + 1e-8)).astype(
                        np.float32
                    )

    def whole_numbers(self) -> tuple[Any, Any, Any, int]:
        """Return the weights as the engine has them."""
        first, bias, second, constant = self.parameters
        return (
            np.clip(np.round(first * FIRST_ONE), -127, 127).astype(np.int8),
            np.round(bias * FIRST_ONE).astype(np.int16),
            np.round(second * SECOND_ONE).astype(np.int16),
            round(float(constant[0]) * SECOND_ONE),
        )

    def to_bytes(self) -> bytes:
        """Return the weights as a file for ``toledo-train``."""
        first, bias, second, constant = self.whole_numbers()
        small = bias.astype("<i2").tobytes() + second.astype("<i2").tobytes()
        return bytes(first.tobytes() + small + constant.to_bytes(4, "little", signed=True))

    def to_rust(self) -> str:
        """Return the weights as a module of the engine."""
        first, bias, second, constant = self.whole_numbers()
        listed = {
            f"FIRST: [i8; {first.size}]": first,
            f"FIRST_BIAS: [i16; {HIDDEN}]": bias,
            f"SECOND: [i16; {HIDDEN}]": second,
        }
        lines = [
            f"pub const {name} = [{', '.join(map(str, some.ravel()))}];"
            for name, some in listed.items()
        ]
        head = "//! The weights of the network: written by python -m lab.studies.player.\n\n"
        return head + "\n".join(lines) + f"\npub const SECOND_BIAS: i32 = {constant};\n"


def first_positions(players: int, folder: Path, tiles: bool) -> list[Path]:
    """Write what a program needs to play games, and return the files: with tiles one for each player who has some."""
    state = new_game(players, Random(players))
    firsts = [state]
    if tiles:
        firsts = [with_tiles(state, (seat,)) for seat in range(players)]
        firsts.append(with_tiles(state, range(players)))
    files = []
    for number, first in enumerate(firsts):
        messages = edition_message(first.edition), position_message(first)
        files.append(folder / f"first{players}-{number}.jsonl")
        files[-1].write_text("".join(json.dumps(one) + "\n" for one in messages), "utf-8")
    return files


def with_tiles(state: State, seats: Iterable[int]) -> State:
    """Give some players a movement tile, and the player after each of them a duel tile."""
    players, tiles = list(state.players), state.tiles
    for seat in seats:
        after = (seat + 1) % len(players)
        colours = state.edition.duel_colours
        for who, tile in ((seat, MOVEMENT), (after, colours[seat % len(colours)])):
            players[who] = evolve(players[who], tiles=tuple(sorted((*players[who].tiles, tile))))
            tiles = removed(tiles, tile)
    return evolve(state, players=tuple(players), tiles=tiles)


def read_rows(file: Path, players: int, width: int) -> tuple[Any, Any, Any]:
    """Return the rows of each position, its result, and the number of its game."""
    kind = [("game", "<u4"), ("share", "u1"), ("rows", "i1", (players - 1, width))]
    data = np.fromfile(file, np.dtype(kind))
    return data["rows"], (data["share"] / np.float32(ONE)).astype(np.float32), data["game"]


def played_matches(
    options: argparse.Namespace, weights: Path, folder: Path, tiles: bool
) -> dict[str, list[float]]:
    """Let new weights play against those of the engine; return games, share won and interval by number of players."""
    matches: dict[str, list[float]] = {}
    for players in (2, 3, 4):
        games = options.match if players == 2 else options.match // 4 * players // 2
        first = first_positions(players, folder, tiles)[0]
        command = [options.program, "match", first, f"{weights},0", "own,0", games]
        ran = subprocess.run(
            [*map(str, command), str(options.seed + 1)], check=True, capture_output=True, text=True
        )
        print(ran.stdout.strip(), flush=True)
        found = re.search(r"(\d+) games, ([\d.]+) % \((-?[\d.]+) to (-?[\d.]+)\)", ran.stdout)
        assert found is not None
        matches[str(players)] = [int(found[1]), *map(float, found.groups()[1:])]
    return matches


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Train the network of the engine.")
    parser.add_argument("step", help="name of the step, for the ledger")
    parser.add_argument(
        "--games", type=int, default=6000, help="with two players; a third with three and four"
    )
    parser.add_argument("--match", type=int, default=400, help="games of the match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument(
        "--also", type=Path, action="append", default=[], help="folder with rows of an earlier step"
    )
    parser.add_argument("--keep", type=Path, help="folder for the rows of this step")
    parser.add_argument("--weights", type=Path, help="file for the weights, accepted or not")
    parser.add_argument("--tiles", action="store_true", help="fit the weights of the tiles alone")
    parser.add_argument("--program", type=Path, help="toledo-train, if it is built")
    return step(parser.parse_args())


def step(options: argparse.Namespace) -> int:
    """Make a step."""
    began = time.process_time()
    if options.program is None:
        subprocess.run(["cargo", "build", "--release"], cwd=ENGINE, check=True)
        options.program = ENGINE / "target" / "release" / "toledo-train"
    with tempfile.TemporaryDirectory() as name:
        folder, width = Path(name), features()
        keep = options.keep or folder
        keep.mkdir(parents=True, exist_ok=True)
        data, aside, player = [], [], "own"
        if options.tiles:
            player = str(folder / "blind.bin")
            Path(player).write_bytes(Network.present(blind=True).to_bytes())
        for players in (2, 3, 4):
            games = options.games if players == 2 else options.games // 3
            files = first_positions(players, folder, options.tiles)
            for number, file in enumerate(files):
                out, some = keep / f"{players}-{number}.rows", games // len(files)
                seed = options.seed * len(files) + number
                command = [options.program, "play", file, player, some, seed, 0.03, 12, out]
                subprocess.run([str(part) for part in command], check=True)
                for source in (keep, *options.also):
                    rows, results, game = read_rows(source / out.name, players, width)
                    kept = game % VALID == 0
                    data.append((rows[~kept], results[~kept]))
                    aside.append((rows[kept], results[kept]))
        network = Network.present() if options.tiles else Network(width, options.seed)
        before = losses(network, aside)
        network.fit(data, options.epochs, options.seed, TILES if options.tiles else ())
        loss = losses(network, aside)
        weights = options.weights or folder / "new.bin"
        weights.write_bytes(network.to_bytes())
        matches = played_matches(options, weights, folder, options.tiles)
        accepted = matches["2"][2] > 50
        if options.tiles:
            usual = played_matches(options, weights, folder, False)
            accepted = accepted and all(high >= 100 / int(n) for n, (*_, high) in usual.items())
        if accepted:
            VALUES.write_text(network.to_rust(), "utf-8")
    times = sum(subprocess_times())
    line = {
        "step": options.step,
        "games": options.games,
        "positions": sum(len(results) for _, results in data),
        "seed": options.seed,
        "epochs": options.epochs,
        "brier": loss,
        "match": matches,
        **({"tiles": True, "brier before": before, "usual": usual} if options.tiles else {}),
        "accepted": accepted,
        "cpu": round(time.process_time() - began + times),
    }
    with LEDGER.open("a", encoding="utf-8") as ledger:
        ledger.write(json.dumps(line) + "\n")
    print(json.dumps(line))
    return 0


def losses(network: Network, aside: Sequence[tuple[Any, Any]]) -> dict[str, float]:
    """Return the Brier score by number of players, in games that were kept aside."""
    errors: dict[str, list[float]] = {}
    for rows, results in aside:
        flat = rows.reshape(-1, rows.shape[2]).astype(np.float32) / ONE
        some = (network.chances(flat, rows.shape[1]) - results) ** 2
        errors.setdefault(str(rows.shape[1] + 1), []).extend(some)
    return {players: round(float(np.mean(some)), 4) for players, some in errors.items()}


def subprocess_times() -> tuple[float, float]:
    """Return the CPU time of the programs that were run."""
    spent = os.times()
    return spent.children_user, spent.children_system


if __name__ == "__main__":
    sys.exit(main())
