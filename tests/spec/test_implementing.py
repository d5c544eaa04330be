"""The page for whoever writes an engine: its code runs without the library, and says what library and suite say."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from spec.conformance import runner
from spec.conformance.page import PAGE, code, page
from toledo_rules import (
    KOSMOS_2008,
    Action,
    Card,
    Draw,
    Edition,
    Game,
    ShopTile,
    Stream,
    Sword,
    apply,
    legal_actions,
    new_game,
    parse_position,
    universe,
)
from toledo_rules.codec import dump, load
from toledo_rules.editions import SHIPPED_EDITIONS, edition_digest, shipped_edition
from toledo_rules.errors import ToledoError
from toledo_rules.notation import format_move, format_position

TEXT = PAGE.read_text("utf-8")
ROOT = Path(__file__).parents[2]
SUITE = ROOT / "spec" / "conformance"
EDITIONS = json.loads((SUITE / "editions.json").read_text("utf-8"))

Json = Any


def cases() -> list[Json]:
    """The small part of the suite."""
    return [*runner.suite("small")]


def test_the_code_needs_the_standard_library_alone() -> None:
    imported = {
        name
        for node in ast.walk(ast.parse(code()))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
        )
    }
    assert imported == {"collections", "hashlib", "json"}


# Canonical form and hashes


def test_the_hash_of_a_position_does_not_depend_on_the_order_of_its_lists() -> None:
    position_hash, rng = page()["position_hash"], Random(1)
    hashes = set()
    for case in cases():
        position = case["position"]
        assert position_hash(shuffled(position, rng)) == position_hash(position)
        hashes.add(position_hash(position))
    assert len(hashes) == len({page()["plain"](_without_edition(one)) for one in cases()})


def _without_edition(case: Json) -> Json:
    return {key: part for key, part in case["position"].items() if key != "edition"}


def test_the_game_of_the_page() -> None:
    """The hashes, the moves and the positions are those that the library plays."""
    first, *both = re.findall(r"`([0-9a-f]{8})`", TEXT)
    assert [first] == both[:1]
    chance = Stream(2008)
    start = new_game(2, chance)
    legal = page()["in_order"]([dump(action) for action in legal_actions(start)])
    said = re.search(
        r"there are (\d+) moves at first. The last one, number (\d+), is `(.*?)`;", TEXT
    )
    assert said is not None
    assert said.groups() == (str(len(legal)), str(len(legal) - 1), page()["plain"](legal[-1]))
    states = [start, apply(start, load(legal[-1], Action), chance)]
    assert [page()["position_hash"](dump(state)) for state in states] == both
    assert "\n".join(map(format_position, states)) in TEXT


def shuffled(part: Json, rng: Random, ordered: tuple[str, ...] = ("shops", "paintings")) -> Json:
    """A position or a player with its multisets in some order."""
    found = dict(part)
    for key, value in part.items():
        if key == "players":
            found[key] = [shuffled(player, rng, ()) for player in value]
        elif isinstance(value, list) and key not in ordered:
            found[key] = rng.sample(value, len(value))
    return found


def test_the_suite_is_in_canonical_form() -> None:
    canonical, rng, mixed = page()["canonical"], Random(1), 0
    for case in cases():
        position = case["position"]
        for one in (position, *(runner.seen(position, view) for view in case["views"])):
            other = shuffled(one, rng)
            assert canonical(other) == one
            mixed += other != one
    assert mixed > 500


def test_the_library_writes_the_canonical_form() -> None:
    canonical = page()["canonical"]
    for seed in range(20):
        written: Json = dump(new_game(4, Random(seed)))
        assert canonical(written) == written


@pytest.mark.parametrize("name", ["cards", "swords", "tiles", "shops"])
def test_an_edition_in_another_order_is_refused(name: str) -> None:
    box: Json = dump(KOSMOS_2008)
    assert load(box, Edition) == KOSMOS_2008
    with pytest.raises(ToledoError, match="a sorted list"):
        load({**box, name: box[name][::-1]}, Edition)


# Defaults, and the digest


def test_these_numbers_of_an_edition_may_be_missing_and_no_others() -> None:
    schema = json.loads(
        (ROOT / "src" / "toledo_rules" / "data" / "toledo.schema.json").read_text("utf-8")
    )["$defs"]
    may_miss = {
        (kind, key)
        for kind in ("Edition", "State", "View", "Player", "PlayerView")
        for key in schema[kind]["properties"]
        if key not in schema[kind]["required"]
    }
    assert may_miss == {("Edition", key) for key in page()["DEFAULTS"]}
    box: Json = dump(KOSMOS_2008)
    without = {key: value for key, value in box.items() if key not in page()["DEFAULTS"]}
    assert load(without, Edition) == KOSMOS_2008


@pytest.mark.parametrize("name", SHIPPED_EDITIONS)
def test_the_digest_is_that_of_the_suite(name: str) -> None:
    assert page()["digest"](EDITIONS[name]) == EDITIONS[name]["reference"]["digest"]


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Tolède ⚔"},
        {"rounds_to_win": 3},
        {"gems_per_point": 3, "sword_divisor": 5, "movement_penalty": 7},
        {"paintings": (9, 4), "colours": ("red", "blue", "green", "7")},
    ],
)
def test_the_digest_is_that_of_the_library(changes: dict[str, Any]) -> None:
    edition = evolve(KOSMOS_2008, **changes)
    assert page()["digest"](dump(edition)) == edition_digest(edition)


def test_the_worked_example_of_a_digest() -> None:
    box = EDITIONS["tiny-duel"]
    text = page()["digest_text"](box)
    shown = re.search(r"```text\n(.*)\n\.\.\.\n(.*)\n```", TEXT)
    assert shown is not None
    assert text.startswith(shown[1])
    assert text.endswith(shown[2])
    said = re.search(r"in ([\d,]+) characters, and has the digest `(\w+)`; .* it has `(\w+)`", TEXT)
    assert said is not None
    assert said[1] == f"{len(text):,}"
    assert said[2] == edition_digest("tiny-duel")
    assert said[3] == edition_digest(evolve(shipped_edition("tiny-duel"), rounds_to_win=3))


# The stream


@pytest.mark.parametrize("seed", [0, 2008, -1, 2**64, "", "2008", "¡Olé! ⚔"])
def test_the_stream_is_that_of_the_library(seed: int | str) -> None:
    for game in (0, 3):
        stream = Stream(seed, game=game)
        for index, stop in enumerate([84, 83, 6, 1, 2, 1000, 2**64]):
            assert page()["drawn"](seed, index, stop, game) == stream.randrange(stop)


@pytest.mark.parametrize(("players", "seed"), [(2, 7), (3, 2008), (4, "toledo")])
def test_hands_are_dealt_and_cards_are_drawn_by_the_page(players: int, seed: int | str) -> None:
    """Everybody takes cards for two rounds."""
    box, game, canonical = EDITIONS["kosmos-2008"], Game(players, seed=seed), page()["canonical"]
    hands, pile, index = page()["dealt"](box, players, seed)

    def agree() -> bool:
        table: Json = dump(game.state)
        mine = [canonical({"hand": hand})["hand"] for hand in hands]
        return mine == [player["hand"] for player in table["players"]] and pile == table["pile"]

    assert game.state.active == 0
    assert agree()
    for turn in range(2 * players):
        game.play("take")
        for _ in range(box["cards_taken"]):
            hands[turn % players].append(pile.pop(page()["drawn"](seed, index, len(pile))))
            index += 1
        assert agree()


# The printer


def test_the_printer_writes_every_position_of_the_suite_as_it_stands_there() -> None:
    known = {box["reference"]["digest"]: box for box in runner.editions()}
    shipped = {box["reference"]["digest"] for box in EDITIONS.values()}
    for case in cases():
        edition = case["position"]["edition"]
        box = known.get(edition.get("digest"), edition)
        printer = page()["Printer"](box, shipped=edition.get("digest") in shipped)
        assert printer.position(case["position"]) == case["notation"]


ODD = evolve(
    KOSMOS_2008,
    name="odd",
    colours=("red", "7", "pile", "discards"),
    duel_colours=("brown", "blue", "3d"),
    cards=tuple(
        sorted(
            Card(value, colour, stance)
            for value in (1, 2, 3, 12)
            for colour in ("brown", "blue", "3d", "neutral")
            for stance in ("attacker", "defender")
            for _ in range(3)
        )
    ),
    swords=(Sword(4, 1, 2), Sword(4, 2, 1), Sword(4, 2, 1), Sword(9, 3, 0)),
    tiles=("3d", "blue", "brown", "movement"),
    shops=tuple(sorted(ShopTile(kind, 1) for kind in ("metal", "gem", "smith", "fencing"))),
)
"""An edition with colours that need dots, swords that need their cost, and players with odd names."""


@pytest.mark.parametrize("edition", [KOSMOS_2008, ODD], ids=["kosmos-2008", "odd"])
def test_the_printer_writes_every_move_as_the_library_does(edition: Edition) -> None:
    printer = page()["Printer"](dump(edition))
    moves = [*universe(edition).actions, *map(Draw, dict.fromkeys(edition.cards))]
    for move in moves:
        assert printer.move(dump(move)) == format_move(move, edition)
    assert len({type(move) for move in moves}) == 10


@pytest.mark.parametrize(
    "text",
    [
        "toledo1 [odd] 1 / red 2*1.blue.d 3.3d.a! 3.3d.a / 1 tiles .3d blue, swords 4(2+1) / 2 / 3",
        "toledo1 [odd] red / red 1.blue.d / 1 metal 2 / 2 12na 2*12na! / discards 1na 2*2na",
    ],
)
def test_the_printer_writes_positions_of_an_edition_of_ones_own(text: str) -> None:
    state = parse_position(text, edition=ODD)
    assert page()["Printer"](dump(ODD), shipped=False).position(dump(state)) == format_position(
        state
    )
