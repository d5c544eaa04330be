"""The screening of assumed components: its changes are well-formed, its sizes are those of known effects."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from attrs import evolve

from lab.studies.study import plots, screening
from lab.studies.study.changes import BASE, Change, changes, check_change
from lab.studies.study.screening import Tried, products, size_of, square_of
from toledo_lab.simulate import ResultsError, read_results
from toledo_rules import KOSMOS_2008, Stream
from toledo_rules.codec import digest
from website.pages.boxform import faults

ROOT = Path(__file__).parents[3]
PUBLISHED = ROOT / "docs" / "assets" / "study" / "screening.json"


@pytest.fixture(scope="module")
def every() -> tuple[Change, ...]:
    return changes()


def test_changes_concern_everything_that_is_assumed(every: tuple[Change, ...]) -> None:
    asked = {question for change in every for question in change.questions}
    for datum in BASE.provenance:
        if datum.level == "assumed":
            assert datum.key in asked or datum.key.rpartition(".")[0] in asked
    assert [change.questions for change in every if not change.questions] == []


@pytest.mark.parametrize("place", [0, 35, 38, 57, 81, 84, 92, -1])
def test_changes_are_well_formed_and_concern_their_questions(
    every: tuple[Change, ...], place: int
) -> None:
    """One of each sort, and of those that are special; the command checks all of them before it plays."""
    check_change(every[place])


def test_a_change_of_something_else_is_refused(every: tuple[Change, ...]) -> None:
    with pytest.raises(AssertionError, match="swapped"):
        check_change(evolve(every[0], questions=("board.road.2",)))


def test_changes_keep_what_is_known(every: tuple[Change, ...]) -> None:
    """The numbers of things are those of the rulebook; only the entrances may be a single step."""
    for change in every:
        made = change.edition
        assert len(made.cards) == len(BASE.cards)
        assert len(made.swords) == len(BASE.swords)
        assert len(made.tiles) == len(BASE.tiles)
        for kind in ("site", "tavern", "artist"):
            assert [space.kind for space in made.road].count(kind) == [
                space.kind for space in BASE.road
            ].count(kind)
        assert made != BASE


def test_each_change_is_another_edition(every: tuple[Change, ...]) -> None:
    assert len({digest(change.edition) for change in every}) == len(every)


def test_a_deal_is_the_same_with_every_change(every: tuple[Change, ...]) -> None:
    plan = screening.plan_of("greedy", every, 2, deals=1)
    hands = []
    for game in range(plan.games):
        state = plan.begin(game, Stream(plan.seed, game=plan.deal(game)))
        hands.append([[card.value for card in player.hand] for player in state.players])
    assert plan.games == 1 + len(every)
    assert hands.count(hands[0]) == len(hands)


# Sizes


def tried(values: list[list[float]]) -> Tried:
    """A change with these standardized effects, for each figure one of each deal."""
    return Tried(changes_of_nothing(), (), products(values), 1.0)


def changes_of_nothing() -> Change:
    return Change("nothing", KOSMOS_2008, ())


def test_the_size_is_that_of_the_effects_and_chance_has_none() -> None:
    """In 30 screenings of 10 figures: the mean square is that of the effects, and intervals cover it nearly always."""
    rng = Random(1)
    for effect in (0.0, 0.15, 0.3):
        found, covered = [], 0
        for _ in range(30):
            one = tried([[rng.gauss(effect, 1) for _ in range(20)] for _ in range(10)])
            size = size_of([one], 20)
            found.append(square_of([one], 20).value)
            covered += size.low <= effect <= size.high
            assert size.high > 0  # nothing is known to have no effect at all
        assert fmean(found) == pytest.approx(effect**2, abs=0.015)
        assert covered >= 26


# The command


def test_a_screening_is_continued_from_its_files(tmp_path: Path) -> None:
    words = [
        "--changes",
        "2",
        "--workers",
        "1",
        "--keep",
        f"{tmp_path}/keep",
        "--out",
        f"{tmp_path}/out",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screening, "DEALS", {"greedy": 3})
        patch.setattr(screening, "ROUNDS", 1)
        patch.setattr(screening, "TABLES", (2,))
        assert screening.main(["--deals", "2", *words]) == 0
        path = screening.path_of(tmp_path / "keep", "greedy", 2)
        before = path.read_bytes()
        assert screening.main(["--deals", "3", *words]) == 0
        assert path.read_bytes().startswith(before)
        assert len(read_results(path).games) == 3 * 3
        said = json.loads((tmp_path / "out" / "screening.json").read_text(encoding="utf-8"))
        assert said["bots"][0]["deals"] == 3
        assert said["looks"] == 2 * len(screening.FIGURES)
        # games of other changes are refused
        with pytest.raises(ResultsError, match="editions"):
            screening.main(["--finished", *words, "--changes", "3"])


def test_the_published_screening_is_one_of_all_changes(every: tuple[Change, ...]) -> None:
    said = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    assert said["digest"] == digest(KOSMOS_2008)
    assert said["changes"] == len(every)
    assert said["looks"] == len(said["bots"]) * len(every) * len(said["figures"])
    sizes = [one["size"][0] for one in said["questions"]]
    assert sizes == sorted(sizes, reverse=True)
    for one in said["questions"]:
        assert one["ranked"] == (one["size"][0] > said["line"] and one["size"][1] > 0)
    assert (PUBLISHED.parent / "screening.svg").read_text("utf-8") == plots.questions(said)
    assert list(faults(ROOT)) == []
