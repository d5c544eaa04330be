"""Fingerprints of play: SHA-256 over all answers of the engine in many thousands of plies.

A rebuild of the engine must not change play. For each edition and each way to play, `fingerprint.json` holds digests
of the legal actions, the positions, the events, the draws and the codes of refusals of every ply of fixed games. What
is hashed is written out here, field by field, so that it does not depend on how the library prints its values.

    python tests/golden/fingerprint.py              # play, and compare with the committed digests
    python tests/golden/fingerprint.py --write      # play, and commit to what comes out
"""

from __future__ import annotations

import argparse
import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TypeAlias

import attrs
from attrs import frozen

from toledo_rules import (
    KOSMOS_2008,
    Action,
    Card,
    Challenge,
    Deliver,
    Edition,
    EndTurn,
    PlaceShop,
    PlayCard,
    Rng,
    Shop,
    ShopTile,
    State,
    Sword,
    TakeCards,
    UseSpace,
    explain,
    legal_actions,
    new_game,
    outcome,
    score,
    shipped_edition,
    transition,
    universe,
)
from toledo_rules.editions import SHIPPED_EDITIONS

HERE = Path(__file__).parent
COMMITTED = HERE / "fingerprint.json"

Digests: TypeAlias = dict[str, str]
"""The digests of a run, by what they are about."""


@frozen
class Run:
    """Games to play: the edition, the number of players, the way to play, and how many plies."""

    edition: Edition
    players: int
    purposeful: bool
    plies: int

    @property
    def name(self) -> str:
        """The key of its digests."""
        way = "purposeful" if self.purposeful else "aimless"
        return f"{self.edition.name} {self.players} {way} {self.plies}"


def runs(scale: int) -> list[Run]:
    """All runs: `scale` times 100 plies with each number of players of the full edition, half as many in tiny ones."""
    found = [
        Run(KOSMOS_2008, players, purposeful, 100 * scale)
        for players in (2, 3, 4)
        for purposeful in (False, True)
    ]
    for name in SHIPPED_EDITIONS[1:]:
        edition = shipped_edition(name)
        found += [
            Run(edition, edition.most_players, purposeful, 50 * scale)
            for purposeful in (False, True)
        ]
    return found


def text(value: object) -> str:
    """A value, spelt out field by field."""
    match value:
        case Card():
            return f"{value.value}{value.colour[0]}{value.stance[0]}"
        case Sword():
            return f"sword {value.value} {value.metal} {value.gems}"
        case ShopTile():
            return f"tile {value.kind} {value.circles}"
        case Shop():
            return f"shop {value.owner} {value.kind} {value.circles}"
        case Edition():
            return value.name
        case tuple():
            return f"({' '.join(map(text, value))})"
        case str() | int() | None:
            return str(value)
        case _:
            kind = type(value)
            assert attrs.has(kind), value
            parts = [
                f"{part.name}={text(getattr(value, part.name))}" for part in attrs.fields(kind)
            ]
            return f"{kind.__name__}[{' '.join(parts)}]"


PLAYER = "hand known figures inside delivered shops metal gems swords tiles paintings"
TABLE = (
    "active phase front tile_value trigger pile discards shops metal gems swords tiles paintings"
)


def fields(state: State) -> str:
    """A position, by the names of its parts, so that new derived parts make no difference."""
    parts = [f"{name}={text(getattr(state, name))}" for name in TABLE.split()]
    for player in state.players:
        parts += [f"{name}={text(getattr(player, name))}" for name in PLAYER.split()]
    return "\n".join(parts)


def choose(state: State, actions: tuple[Action, ...], purposeful: bool, rng: Rng) -> Action:
    """One of the legal actions; with a purpose, rather one that leads somewhere."""
    if not purposeful:
        return actions[rng.randrange(len(actions))]
    weights = [_weight(state, action) for action in actions]
    point = rng.randrange(sum(weights))
    for action, weight in zip(actions, weights, strict=True):
        point -= weight
        if point < 0:
            return action
    raise AssertionError


def _weight(state: State, action: Action) -> int:
    match action:
        case Deliver(sword):
            return 100 * sword.value
        case UseSpace(pay, take):
            return 60 if take is None else 200 + (0 if pay is None else 6 - pay.value)
        case PlayCard(card, origin):
            return 2 + origin + card.value
        case PlaceShop():
            return 1
        case Challenge():
            return 20
        case TakeCards():
            return 60 // (1 + len(state.players[state.active].hand)) + 1
        case EndTurn():
            return 3
        case _:
            return 1


def play(run: Run) -> Digests:
    """The digests of a run."""
    rng = Random(f"{run.edition.name} {run.players} {run.purposeful}")
    hashes = {part: sha256() for part in ("legal", "positions", "events", "draws", "codes")}
    everything = universe(run.edition).actions
    state = new_game(run.players, rng, edition=run.edition)
    for _ in range(run.plies):
        if state.over:
            result = outcome(state)
            assert result is not None
            points = [str(score(state, seat).total) for seat in range(run.players)]
            hashes["positions"].update(f"{sorted(result.winners)} {points}".encode())
            state = new_game(
                run.players, rng, edition=run.edition, first=rng.randrange(run.players)
            )
        legal = legal_actions(state)
        hashes["legal"].update("\n".join(map(text, legal)).encode())
        for _ in range(4):
            asked = everything[rng.randrange(len(everything))]
            why = explain(state, asked)
            hashes["codes"].update(f"{text(asked)} {why and why.code}\n".encode())
        after = transition(state, choose(state, legal, run.purposeful, rng), rng)
        hashes["events"].update("\n".join(map(text, after.with_secrets())).encode())
        hashes["draws"].update("\n".join(map(text, after.draws)).encode())
        state = after.state
        hashes["positions"].update(fields(state).encode())
    return {part: digest.hexdigest()[:24] for part, digest in hashes.items()}


def committed() -> dict[str, Digests]:
    """The committed digests, by the name of the run."""
    found: dict[str, Digests] = json.loads(COMMITTED.read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Compare with the committed digests, or write them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="commit to the digests of this run")
    parser.add_argument(
        "--scale", type=int, default=40, help="100 plies of each kind times this (default 40)"
    )
    options = parser.parse_args()
    known = committed()
    wrong = 0
    for run in runs(options.scale):
        found = play(run)
        if options.write:
            known[run.name] = found
        differs = [part for part in found if known.get(run.name, {}).get(part) != found[part]]
        wrong += bool(differs)
        print(f"{run.name}: {'other ' + ', '.join(differs) if differs else 'equal'}", flush=True)
    if options.write:
        COMMITTED.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
