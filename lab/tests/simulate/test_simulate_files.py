"""Files of results: they only grow, and whatever was cut off is played again."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from attrs import evolve

from toledo_lab.simulate import (
    COLUMNS,
    GameResults,
    Plan,
    Progress,
    ResultsError,
    _playing,
    _results,
    _running,
    merge_results,
    play,
    read_results,
    salvage_results,
    settings_path,
    simulate,
    stream_results,
)
from toledo_rules import Action, Rng, View, shipped_edition
from toledo_rules.codec import Json, digest
from toledo_rules.errors import StorageError
from toledo_rules.storage import checksum

TINY = shipped_edition("tiny-duel")
PLAN = Plan(bots=("random", "random"), games=3, seed=7, rotate=True, edition=TINY)
SUFFIXES = ["jsonl", "csv"]


@pytest.fixture(params=SUFFIXES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file with three games."""
    path = tmp_path / f"games.{request.param}"
    simulate(PLAN, path=path)
    return path


@pytest.fixture
def played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is really played twice: that would take long."""
    games = {game: play(PLAN, game) for game in range(PLAN.games)}

    def again(_plan: Plan, game: int) -> GameResults:
        return games[game]

    monkeypatch.setattr(_running, "play", again)


# What is in them.


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    results = simulate(PLAN, path=path)
    rows = [*map(json.loads, path.read_text(encoding="utf-8").splitlines())]
    assert [tuple(row) for row in rows] == [(*COLUMNS, "check")] * 6
    assert [row["points"] for row in rows] == [result.points for result in results]
    assert [row["delivered"] for row in rows] == [list(result.delivered) for result in results]


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    results = simulate(PLAN, path=path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [tuple(row) for row in rows] == [(*COLUMNS, "check")] * 6
    assert [int(row["points"]) for row in rows] == [result.points for result in results]
    assert [row["movement"] for row in rows] == [str(int(result.movement)) for result in results]


def test_settings_are_beside_the_rows(path: Path) -> None:
    """So that other programs read a table and nothing else."""
    beside = path.with_name(f"{path.name}.settings.json")
    assert settings_path(path) == beside
    said = json.loads(beside.read_text(encoding="utf-8"))
    assert said == {
        "toledo-simulation": 4,
        "bots": ["random", "random"],
        "made": ["RandomBot()", "RandomBot()"],
        "library": said["library"],
        "players": 2,
        "seed": 7,
        "rotate": True,
        "edition": "tiny-duel",
        "digest": digest(TINY),
        "most": 20_000,
        "shard": "1/1",
        "metrics": [],
        "measures": [],
        "check": said["check"],
    }
    assert read_results(path).settings == PLAN.settings()
    assert {file.name for file in path.parent.iterdir()} == {path.name, beside.name}


def test_settings_of_rows_that_are_gone_do_not_matter(path: Path) -> None:
    path.unlink()
    other = evolve(PLAN, seed=8, games=1)
    assert simulate(other, path=path) == read_results(path).results
    assert read_results(path).settings == other.settings()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_value_comes_back(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those that are rare: lists with several swords, shared victories, commas in a bot's options."""
    first, second = play(PLAN, 0)
    odd = evolve(
        first, bot='a:b=1,c="2"', won=1 / 3, points=-2, delivered=(12, 3), kept=(4,), movement=True
    )

    def oddly(_plan: Plan, _game: int) -> GameResults:
        return (odd, evolve(second, finished=False))

    monkeypatch.setattr(_running, "play", oddly)
    path = tmp_path / f"games.{suffix}"
    results = simulate(evolve(PLAN, games=1), path=path)
    assert read_results(path).results == results == (odd, evolve(second, finished=False))


def test_games_may_be_in_any_order(path: Path) -> None:
    """Workers finish when they finish; whoever reads gets them by number."""
    results = read_results(path).results
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-6], *lines[-2:], *lines[-6:-2]]))
    assert read_results(path).results == results
    assert simulate(PLAN, path=path) == results


# What was cut off.


@pytest.mark.search
@pytest.mark.usefixtures("played_before")
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_that_was_cut_anywhere_is_completed(tmp_path: Path, suffix: str) -> None:
    """The finished games stay as they are, and the others are played again. At every line's end, and between."""
    path = tmp_path / f"games.{suffix}"
    results = simulate(PLAN, path=path)
    whole = path.read_bytes()
    cuts = {length for length in range(len(whole)) if b"\n" in whole[length - 2 : length + 2]}
    for length in sorted(cuts | set(range(0, len(whole), 7))):
        path.write_bytes(whole[:length])
        assert simulate(PLAN, path=path) == results
        assert path.read_bytes() == whole


def test_a_file_is_read_while_it_grows(path: Path) -> None:
    """A game that is there in part is left out, and nothing is changed."""
    results, whole = read_results(path).results, path.read_bytes()
    path.write_bytes(whole[:-10])
    assert read_results(path).results == results[:4]
    assert path.read_bytes() == whole[:-10]


# What is refused.


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (evolve(PLAN, seed=8), "holds games with seed 7, not 8:"),
        (evolve(PLAN, rotate=False, most=9), "with rotate true, not false, most 20000, not 9:"),
        (
            evolve(PLAN, bots=("random", "greedy")),
            r'with bots .*"random"\], not .*"greedy"\], made ',
        ),
        (evolve(PLAN, edition=evolve(TINY, gems=9)), "with digest .*: continue it with its own"),
    ],
)
def test_other_games_are_not_mixed_in(path: Path, plan: Plan, why: str) -> None:
    whole = path.read_bytes()
    with pytest.raises(ResultsError, match=why):
        simulate(plan, path=path)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("text", ["\n", "games\n", "[]\n", '{"seed": 7}\n', "Dear diary,\n\n"])
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, suffix: str, text: str) -> None:
    path = tmp_path / f"diary.{suffix}"
    path.write_text(text, encoding="utf-8")
    for use in (partial(simulate, PLAN, path=path), partial(salvage_results, path)):
        with pytest.raises(ResultsError, match=r"no settings for it: .* is missing"):
            use()
    assert path.read_text(encoding="utf-8") == text
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"seed": 7', '"seed": 6', "and its check do not agree"),
        ('"seed": 7', '"seed": 7, "seed": 7', 'found "seed" twice in one object'),
        ('"seed": 7', '"seed": NaN', "found NaN, expected a number"),
        ('"toledo-simulation": 4', '"toledo-simulation": 2', "found format 2, expected 4$"),
        (
            '"toledo-simulation": 4',
            '"toledo-simulation": [4]',
            r"no settings of games \(format 4\)",
        ),
        ("{", "[{", "cannot be read"),
        ("{", "[] {", "cannot be read"),
        ("random", "r\u00e4ndom", "do not agree"),
    ],
)
def test_damaged_settings(path: Path, old: str, new: str, why: str) -> None:
    beside = settings_path(path)
    text = beside.read_text(encoding="utf-8")
    beside.write_text(text.replace(old, new, 1), encoding="utf-8")
    for use in (read_results, salvage_results):
        with pytest.raises(ResultsError, match=why):
            use(path)
    with pytest.raises(ResultsError, match=why):
        simulate(PLAN, path=path)


@pytest.mark.parametrize("name", ["circle", "name\0"])
def test_a_file_that_cannot_be(tmp_path: Path, name: str) -> None:
    """Links in a circle, and a name that no file can have."""
    (tmp_path / "circle").symlink_to("circle")
    path = tmp_path / name
    calls: tuple[Callable[[], object], ...] = (
        lambda: read_results(path),
        lambda: salvage_results(path),
        lambda: simulate(PLAN, path=path),
        lambda: merge_results(tmp_path / "all", [path]),
    )
    for call in calls:
        with pytest.raises(OSError, match=name[:4]):
            call()
    assert [file.name for file in tmp_path.iterdir()] == ["circle"]


@pytest.mark.parametrize("bots", [None, [], "random", 2])
def test_settings_without_bots(path: Path, bots: Json) -> None:
    text = _results.settings_text({**PLAN.settings(), "bots": bots})  # sound but senseless
    settings_path(path).write_text(text, encoding="utf-8")
    with pytest.raises(ResultsError, match="names no bots"):
        read_results(path)


def resealed(path: Path, row: str) -> str:
    """Return a row that somebody has written with its check."""
    if path.suffix == ".csv":
        return f"{row},{checksum(row)}"
    return f'{row[:-1]}, "check": "{checksum(row[:-1])}"}}'


def broken(path: Path, place: int, line: str) -> str:
    """What is said when a line of a file is replaced by another."""
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[place] = line
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(ResultsError) as failure:
        read_results(path)
    return str(failure.value)


def test_a_damaged_line_is_named(path: Path) -> None:
    """In the middle of a file nothing can have been cut off: somebody has been there."""
    for line in ("?", '"', "", "{}"):
        assert f"{path}, line 4: the row and its check do not agree" in broken(path, 3, line)


def test_a_byte_that_is_no_text_is_damage_too(path: Path) -> None:
    before, _, after = path.read_bytes().rpartition(b"random")
    path.write_bytes(before + b"r\xe4ndom" + after)
    with pytest.raises(ResultsError, match=r"line \d: .*can't decode"):
        read_results(path)


def test_rows_with_the_right_check_and_the_wrong_values(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(PLAN, path=path)
    row = json.loads(path.read_text(encoding="utf-8").splitlines()[2])
    del row["check"]

    def said(row: object) -> str:
        return broken(path, 2, resealed(path, json.dumps(row))).partition(" (and")[0]

    assert said({**row, "points": "5"}).endswith("points cannot be '5'")
    assert said({**row, "kept": ["5"]}).endswith("kept cannot be ('5',)")
    assert "found columns a, expected game, seat" in said({"a": 1})
    twice = json.dumps(row).replace('"points": ', '"points": 99, "points": ')
    assert 'found "points" twice' in broken(path, 2, resealed(path, twice))
    path = tmp_path / "games.csv"
    simulate(PLAN, path=path)
    cells, _, _ = path.read_text(encoding="utf-8").splitlines()[3].rpartition(",")
    found = f"found {len(COLUMNS) + 1} cells, expected {len(COLUMNS)}"
    assert found in broken(path, 3, resealed(path, cells + ","))
    assert "invalid literal" in broken(path, 3, resealed(path, cells.replace("1,", "one,", 1)))
    assert "expected after" in broken(path, 3, resealed(path, f'"1" 2{cells}'))
    assert "line 1: found no heading, expected game,seat" in broken(path, 0, "games")


def test_a_game_is_not_counted_twice(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, *lines[-2:]]))
    why = rf"line {len(lines) + 1}: game 2, seat 0 does not belong here \(and 1 other problem\)"
    with pytest.raises(ResultsError, match=why):
        read_results(path)


def test_a_player_is_not_left_out(path: Path) -> None:
    results, lines = read_results(path).results, path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-4], *lines[-3:]]))
    with pytest.raises(
        ResultsError, match=f"line {len(lines) - 3}: game 1, seat 1 does not belong"
    ):
        read_results(path)
    path.write_bytes(b"".join([*lines[:-3], *lines[-2:]]))
    saved = salvage_results(path)
    assert saved.problems == (f"line {len(lines) - 2}: game 2, seat 0 does not belong here",)
    assert saved.results == (*results[:2], *results[4:])


def test_a_file_that_is_not_there_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_results(tmp_path / "games.jsonl")


# What is saved from damage.


@pytest.mark.search
def test_no_flipped_bit_passes(path: Path) -> None:
    """Whatever is flipped in rows or settings, they are the same as before, or damage is reported."""
    found = sound = read_results(path)
    for file in (path, settings_path(path)):
        whole = file.read_bytes()
        for place in range(
            0, len(whole), 3
        ):  # a third of the bytes is enough, and each of their bits
            flipped = bytearray(whole)
            flipped[place] ^= 1 << (place // 3 % 8)
            file.write_bytes(flipped)
            try:
                found = read_results(path)
                assert found.games == sound.games or found.size < len(whole)
                assert found.settings == sound.settings
            except ResultsError:
                with suppress(ResultsError):
                    found = salvage_results(path)
            assert set(found.results) <= set(sound.results)
        file.write_bytes(whole)


def test_sound_games_are_kept(path: Path) -> None:
    """Only what is damaged is played again."""
    results, whole = read_results(path).results, path.read_bytes()
    lines = whole.split(b"\n")
    lines[-4] = lines[-4].replace(b"random", b"rando\x00")  # game 1, seat 1
    path.write_bytes(b"\n".join(lines))
    path.chmod(0o640)
    with pytest.raises(ResultsError, match="2 sound games can be kept: see salvage_results"):
        simulate(PLAN, path=path)
    saved = salvage_results(path)
    assert saved.results == (*results[:2], *results[4:])
    assert saved.problems == (f"line {len(lines) - 3}: {_results._DAMAGED}",)  # noqa: SLF001
    assert read_results(path).results == saved.results
    assert path.stat().st_mode & 0o777 == 0o640
    assert simulate(PLAN, path=path) == results


def test_nothing_sound_is_nothing_to_keep(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[: path.suffix == ".csv"]))
    whole = path.read_bytes()
    with pytest.raises(ResultsError, match="found no games"):
        salvage_results(path)
    assert path.read_bytes() == whole


# Several writers.


def test_a_second_simulation_does_not_write(path: Path) -> None:
    """Whoever comes second gets an error at once, and the first goes on undisturbed."""
    more = evolve(PLAN, games=4)
    refused: list[str] = []

    def second(progress: Progress) -> None:
        if progress.done == 3:
            with pytest.raises(StorageError, match="being written by another program") as busy:
                simulate(more, path=path)
            refused.append(str(busy.value.filename))

    results = simulate(more, path=path, progress=second)
    assert refused == [str(path)]
    assert read_results(path).results == results
    assert simulate(more, path=path) == results


def test_no_endless_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for device in ("/dev/zero", "/dev/full"):
        with pytest.raises(StorageError, match="is not an ordinary file"):
            simulate(PLAN, path=device)
    path = tmp_path / "games.csv"
    simulate(PLAN, path=path)
    for limit, use in (
        ("LARGEST_RESULTS", partial(read_results, path)),
        ("LARGEST_STREAM", partial(simulate, PLAN, path=path)),
        ("LARGEST_STREAM", lambda: [*stream_results(path)]),
    ):
        monkeypatch.setattr(_results, limit, 100)
        with pytest.raises(StorageError, match="has more than 100 bytes"):
            use()
        monkeypatch.undo()
    monkeypatch.setattr(_results, "LONGEST_ROW", 100)
    with pytest.raises(StorageError, match="has a line of more than 100 bytes"):
        simulate(PLAN, path=path)


def test_the_columns_are_documented() -> None:
    """The guide lists all of them, in their order, and nothing else."""
    guide = Path(__file__).parents[3] / "docs" / "how-to" / "simulate-many-games.md"
    table = [
        line.split("|")[1].strip()
        for line in guide.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    assert [name.strip("`") for name in table] == [*COLUMNS, "check"]


def test_the_library_and_the_bots_have_to_be_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that plays differently now, or another version, does not continue a file."""
    simulation = vars(_playing)
    monkeypatch.setattr(_playing, "version", lambda _name: "0.0.1")
    with pytest.raises(ResultsError, match=r'library ".*", not "0\.0\.1"'):
        simulate(PLAN, path=path)

    def missing(_name: str) -> str:
        raise PackageNotFoundError

    monkeypatch.setattr(_playing, "version", missing)
    assert PLAN.settings()["library"] == "sources"
    assert simulation["_nature"](Nameless()).endswith("test_simulate_files.Nameless")


class Nameless:
    """A bot that does not show its options."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Never asked."""
        raise NotImplementedError
