"""Analysis: the outlook of positions, lines for the player on turn, and recorded games."""

import json
import re
from itertools import islice
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from tests.cli.cli_runner import CORPUS
from toledo_lab._limits import MOST_TRIES
from toledo_lab.analysis import (
    GameAnalysis,
    analyse,
    analyse_game,
    analysis_to_dict,
    course_picture,
    game_to_dict,
    outlook,
    position_report,
    report,
)
from toledo_lab.analysis._course import severity_of
from toledo_lab.analysis._lines import Comparison, Line, Trial, difference
from toledo_lab.analysis._report import GameWords, sampled
from toledo_rules import (
    Game,
    State,
    apply,
    determinize,
    new_game,
    outcome,
    parse_position,
    shipped_edition,
    view,
)
from toledo_rules._cli import main
from toledo_rules.actions import Deliver
from toledo_rules.bots import GreedyBot, bot_streams, play_on
from toledo_rules.chance import Stream
from toledo_rules.describe import LANGUAGES
from toledo_rules.errors import ReplayError
from toledo_rules.record import Record, load_record, save_record
from toledo_rules.state import Transit

TINY = shipped_edition("tiny-road")

LAST_TURN = "toledo1 blue trigger red / red in 3: 10 / blue 3va 4nd, @17, s1@17, swords 12 2"
"""Blue has the last turn of the game: a sword of 12 in the Alcazar wins, nothing else does."""


def positions(players: int, seed: int) -> list[State]:
    """Every position of a game between greedy bots."""
    chance = Stream(seed)
    start = new_game(players, chance)
    plies = play_on(start, [GreedyBot()] * players, chance, bot_streams(seed, players))
    return [start, *[ply.after for ply in plies]]


GAMES = {players: positions(players, 3) for players in (2, 3, 4)}


def finished(*lines: str, position: str = LAST_TURN) -> Record:
    """The record of a game from a position on."""
    game = Game(position=position, seed=1)
    for line in lines:
        game.play(line)
    return game.record()


def drawn(picture: str) -> list[str]:
    """The elements of a picture by name, in order."""
    root = ET.fromstring(picture)  # noqa: S314  it is our own
    return [one.tag.rpartition("}")[2] for one in root.iter()]


# The outlook


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_are_shares_of_one(players: int) -> None:
    for state in GAMES[players][::12]:
        found = outlook(state)
        assert len(found.chances) == players
        assert sum(found.chances) == pytest.approx(1)
        assert min(found.chances) >= 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_outlook_is_the_result(players: int) -> None:
    end = GAMES[players][-1]
    result = outcome(end)
    assert result is not None
    found = outlook(end)
    assert found.leader in result.winners
    assert set(found.chances) == {0.0, 1 / len(result.winners)}


def test_a_figure_in_transit_is_left_out() -> None:
    state = next(one for one in GAMES[4] if isinstance(one.phase, Transit))
    assert sum(outlook(state).chances) == pytest.approx(1)


def test_the_outlook_knows_no_hidden_card() -> None:
    for state in islice(GAMES[3], 0, None, 40):
        seen = view(state, state.active)
        assert outlook(seen) == outlook(determinize(seen, Random(1))) == outlook(state)
        for seat in (None, (state.active + 1) % 3):
            seen = view(state, seat)
            assert outlook(seen) == outlook(view(determinize(seen, Random(1)), seat))


def test_more_is_better() -> None:
    poor = outlook(parse_position("toledo1 red / red 3va / blue 3vd"))
    rich = outlook(parse_position("toledo1 red / red 3va, swords 12, metal 2 / blue 3vd"))
    assert rich.chances[0] > poor.chances[0]


# Lines


def test_a_winning_line_is_found() -> None:
    state = parse_position(LAST_TURN)
    found = analyse(state, tries=2)
    best = found.lines[0]
    assert any(isinstance(action, Deliver) and action.sword.value == 12 for action in best.actions)
    assert (best.chance, best.points, best.games) == (1, 13, 2)
    assert found.points == (10, 13)
    assert outlook(state).chances[1] < 1
    assert found.seat == 1
    assert found.tries == 2


def test_lines_that_do_not_differ_are_played_on_to_the_last_try() -> None:
    trial = Trial(parse_position(LAST_TURN), seed=1)
    found = trial.compared(trial.lines[0], trial.lines[0], 2, 0.0)
    assert found.gain == 0
    assert (found.better.games, found.worse.games) == (18, 18)


def test_lines_can_be_played_and_are_in_order() -> None:
    for state in GAMES[2][1::60]:
        if state.over:
            continue
        found = analyse(state, lines=3, tries=2)
        chances = [line.chance for line in found.lines]
        assert chances == sorted(chances, reverse=True)
        assert 1 <= len(chances) <= 3
        for line in found.lines:
            after = state
            for action in line.actions:
                after = apply(after, action, Random(1))
            assert len(line.words) == len(line.actions)


@pytest.mark.search
def test_an_analysis_uses_what_the_player_sees_and_nothing_else() -> None:
    state = GAMES[3][40]
    seen = view(state, state.active)
    one = analyse(state, tries=2, seed=5)
    assert one == analyse(seen, tries=2, seed=5)
    assert one == analyse(determinize(seen, Random(3)), tries=2, seed=5)


def test_the_seed_decides() -> None:
    state = GAMES[2][30]
    found = {repr(analyse(state, tries=2, seed=seed)) for seed in (1, 1, 2)}
    assert len(found) == 2


@pytest.mark.search
def test_lines_are_told_in_every_language() -> None:
    record = finished(
        "3va@1", "vs blue", position="toledo1 red / red 3va, @1, m1@1 / blue @4, g1@4"
    )
    duel = analyse_game(record, tries=2).decisions[0].played
    assert duel.notation == "3va@1, vs blue"
    assert duel.sentences() == (
        "Play the violet 3 (attacker) and move a figure from space 1 (metal dealer) to "
        "space 4 (gem dealer). Challenge Blue to a duel."
    )
    assert len({duel.sentences(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_when_the_game_is_over_there_is_nothing_to_analyse() -> None:
    end = GAMES[2][-1]
    assert analyse(end).lines == ()
    assert analyse(view(end, None)).tries == 0


def test_only_the_player_on_turn_can_be_advised() -> None:
    state = GAMES[2][0]
    with pytest.raises(ValueError, match="seat 0, can be analysed, not that of seat 1"):
        analyse(view(state, 1))
    with pytest.raises(ValueError, match="not that of a spectator"):
        analyse(view(state, None))


@pytest.mark.parametrize("number", [0, -1, MOST_TRIES + 1])
def test_numbers_have_limits(number: int) -> None:
    state = GAMES[2][0]
    with pytest.raises(ValueError, match=f"tries must be from 2 to 10,000, not {number}"):
        analyse(state, tries=number)
    with pytest.raises(ValueError, match="tries must be from 2"):
        analyse_game(finished("take"), tries=number)


def test_there_is_a_line_to_ask_for() -> None:
    with pytest.raises(ValueError, match="lines must be 1 or more, not 0"):
        analyse(GAMES[2][0], lines=0)


def test_the_plan_of_a_position_is_printed() -> None:
    state = parse_position(LAST_TURN)
    found = analyse(state, lines=2, tries=2)
    said = position_report(found, state, names=("Ana", "Bo"))
    assert said.startswith("Bo has one last turn")
    assert "Chances of winning in %: Ana " in said
    assert "  1. 100 % chance of winning, 13 expected points: Play " in said
    assert max(map(len, said.splitlines())) <= 80
    over = GAMES[2][-1]
    assert len(position_report(analyse(over), over).splitlines()) == 3
    plain = analysis_to_dict(found)
    assert json.loads(json.dumps(plain)) == plain


# Recorded games


def test_a_blunder_in_the_last_turn() -> None:
    found = analyse_game(finished("take"), tries=2)
    (only,) = found.decisions
    assert (only.seat, only.turn, only.number, only.loss) == (1, 1, 1, 1.0)
    assert only.severity == "blunder"
    assert found.mistakes == (only,)
    assert only.accuracy == 0.5**20
    assert only.played.notation == "take"
    assert "deliver 12" in only.best.notation
    assert only.confirmed is not None
    assert only.confirmed.own_points == 6
    assert 0 < only.confirmed.low < 1 == only.confirmed.high
    assert found.winners == (0,)
    assert found.accuracy(0) is None
    (turn,) = found.turning_points
    assert turn.swing == -found.course[0].outlook.chances[turn.whose] or turn.swing > 0


def test_the_best_line_is_no_mistake() -> None:
    found = analyse_game(finished("3va@17", "deliver 12", "end"), tries=2)
    (only,) = found.decisions
    assert only.played == only.best
    assert only.loss == 0
    assert found.mistakes == ()
    assert found.accuracy(1) == 1


def test_a_line_as_good_as_the_best_is_no_mistake() -> None:
    """Two cards that lead to the same end are equally good, whichever is listed first."""
    found = analyse_game(finished("4nd@17", "deliver 12", "end"), tries=2)
    assert found.accuracy(1) == 1
    (only,) = found.decisions
    assert only.best == only.played


@pytest.mark.parametrize(
    ("best", "played", "severity"),
    [
        (0.50, 0.50, None),  # dead even: every line is as good
        (0.04, 0.00, None),  # lost anyway
        (1.00, 0.96, None),  # won anyway
        (0.06, 0.00, "inaccuracy"),
        (1.00, 0.94, "inaccuracy"),
        (0.60, 0.45, "mistake"),
        (1.00, 0.00, "blunder"),
    ],
)
def test_what_is_decided_or_dead_even_is_no_mistake(
    best: float, played: float, severity: str | None
) -> None:
    better, worse = (Line((), (), "", chance) for chance in (best, played))
    found = Comparison(better, worse, best - played, best - played - 0.005, 1.0, 0.0, 0.0)
    assert severity_of(found) == severity
    assert severity_of(evolve(found, low=0.05)) is None  # it need not cost as much
    assert severity_of(evolve(found, agreed=False)) is None  # by some of the players only


def test_intervals_of_differences() -> None:
    gain, low, high = difference([1.0, 1.0])
    assert (gain, high) == (1.0, 1.0)
    assert low == pytest.approx(-0.615, abs=0.01)
    _, low, high = difference([0.0] * 100)
    assert low == -high == pytest.approx(-0.036, abs=0.001)
    luck = Random(1)
    for truth in (0.0, 0.3):
        covered = 0
        for _ in range(400):
            gains = [(luck.random() < 0.5 + truth) - (luck.random() < 0.5) for _ in range(40)]
            _, low, high = difference(gains)
            covered += low <= truth <= high
        assert covered >= 0.97 * 400


@pytest.mark.search
def test_seeded_blunders_are_found() -> None:
    """In the last turn of a game, an action that cannot win any more where another one wins for sure."""
    corpus = Path(__file__).parents[1] / "bots" / "nonsense.jsonl"
    known = [json.loads(line) for line in corpus.read_text("utf-8").splitlines()]
    for one in [one for one in known if one["kind"] == "win"][::4]:
        found = analyse_game(finished(one["bad"][0], position=one["position"]), tries=10)
        assert "blunder" in [decision.severity for decision in found.decisions]


def test_mistakes_are_named_again_under_other_seeds() -> None:
    for seed in range(6):
        (only,) = analyse_game(finished("take"), tries=4, seed=seed).mistakes
        assert only.severity == "blunder"


@pytest.mark.search
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_seeded_blunders_are_named_again_under_other_seeds(seed: int) -> None:
    """Turns of which another player's games say that they cost more than 30 %: see `lab.studies.mistakes`."""
    corpus = Path(__file__).parents[2] / "studies" / "mistakes" / "corpus.jsonl"
    known = [json.loads(line) for line in corpus.read_text("utf-8").splitlines()]
    costly = [one for one in known if one["kind"] == "blunder" and one["loss"][1] > 0.3]
    for one in costly[:4]:
        found = analyse_game(finished(*one["played"], position=one["position"]), seed=seed)
        assert found.mistakes


def test_a_lost_game_has_no_mistakes() -> None:
    """The sword of 12 in the Alcazar would not win either."""
    lost = LAST_TURN.replace("in 3: 10", "in 3: 15 13 10")
    found = analyse_game(finished("take", position=lost), tries=2)
    assert found.mistakes == ()


@pytest.fixture(scope="module")
def tiny() -> GameAnalysis:
    """The analysis of a whole game of a tiny edition."""
    game, rng = Game(2, seed=5, edition=TINY), Random(5)
    while not game.over and len(game.history) < 60:
        game.play(GreedyBot().choose(game.view(game.active), rng))
    return analyse_game(game.record(), tries=4)


def test_every_turn_has_an_outlook(tiny: GameAnalysis) -> None:
    assert [point.turn for point in tiny.course] == list(range(1, len(tiny.course) + 1))
    assert [point.seat for point in tiny.course[:3]] == [0, 1, 0]
    assert tiny.course[-1].seat is None
    assert sorted([*tiny.of(0), *tiny.of(1)], key=lambda one: one.number) == list(tiny.decisions)


def test_progress_is_reported_up_to_the_last_action() -> None:
    seen: list[tuple[int, int]] = []
    record = finished("3va@17", "deliver 12", "end")
    analyse_game(record, tries=2, progress=lambda done, actions: seen.append((done, actions)))
    assert seen == [(3, 3)]


def test_a_record_without_actions_or_that_does_not_fit() -> None:
    empty = finished()
    found = analyse_game(empty, tries=2)
    assert (len(found.course), found.decisions, found.winners) == (1, (), ())
    assert "The game is not over." in " ".join(report(found).split())
    assert drawn(course_picture(found))
    wrong = Record(empty.start, entries=finished("take").entries * 2)
    with pytest.raises(ReplayError):
        analyse_game(wrong, tries=2)


def test_a_turn_that_is_not_over() -> None:
    found = analyse_game(finished("3va@17"), tries=2)
    assert len(found.course) == 2
    assert found.winners == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_analysis_is_told_in_every_language(language: str) -> None:
    found = analyse_game(finished("take"), tries=2)
    said = report(found, language)
    assert max(map(len, said.splitlines())) <= 80
    assert "{" not in said
    assert re.search(r"\b12", said)
    picture = course_picture(found, language)
    assert drawn(picture).count("title") == 2  # of the picture, and of the mistake


def test_the_words_of_a_report() -> None:
    said = report(analyse_game(finished("take"), tries=2))
    assert said.splitlines()[:2] == [
        "1 turn, 1 real decision. Mistakes are confirmed by 2 games or more, played on to",
        "the end. Winner: Red.",
    ]
    flat = " ".join(said.split())
    assert "Red: there was nothing to decide." in flat
    assert ("Blue: 0 % in 1 decision (no inaccuracies, no mistakes, 1 blunder).") in flat
    assert (
        "Turn 1 (Blue): a blunder that costs 100 % (15\N{EN DASH}100 %). Played: Take 2 cards. "
        in flat
    )
    assert (
        "That wins 100 % of the time, with 13 expected points. It leads to more points at the end"
        in flat
    )


def test_a_player_without_a_name_goes_by_the_colour() -> None:
    found = analyse_game(evolve(finished("take"), names=("Ana", "")), tries=2)
    said = " ".join(report(found).split())
    assert "Winner: Ana." in said
    assert "Turn 1 (Blue): a blunder" in said
    assert "Blue draws " in said


def test_the_reasons_of_a_mistake() -> None:
    found = analyse_game(finished("take"), tries=2)
    (one,) = found.mistakes
    words = GameWords(found, "en")
    assert one.confirmed is not None

    def why(own: float, rivals: float) -> str:
        assert one.confirmed is not None
        return words.why(
            evolve(one, confirmed=evolve(one.confirmed, own_points=own, rival_points=rivals))
        )

    assert why(2.0, 0.0) == "It leads to more points at the end."
    assert why(0.0, -1.0) == "It leads to fewer points for the others."
    assert (
        why(2.0, 1.0)
        == "It leads to more points at the end, but also to more points for the others."
    )
    assert why(0.0, 0.0) == "It wins more often, with just as many points."


def test_a_report_without_mistakes() -> None:
    said = report(analyse_game(finished("3va@17", "deliver 12", "end"), tries=2))
    assert "None was found." in said


def test_plain_json(tiny: GameAnalysis) -> None:
    plain = game_to_dict(tiny)
    assert json.loads(json.dumps(plain)) == plain
    assert plain["edition"] == "tiny-road"


def test_a_long_course_is_sampled(tiny: GameAnalysis) -> None:
    course = tiny.course * 9
    shown = sampled(course, 20)
    assert len(shown) == 20
    assert (shown[0], shown[-1]) == (course[0], course[-1])


# The command


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A file with a record of one bad action."""
    file = tmp_path / "game.toledo"
    save_record(finished("take"), file)
    return file


def test_the_command_prints_text_json_and_svg(
    saved: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["analyse", str(saved), "--tries", "2", "--language", "de"]) == 0
    assert "ein grober Fehler, der 100 % (" in capsys.readouterr().out
    assert main(["analyse", str(saved), "--tries", "2", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["winners"] == [0]
    out = tmp_path / "course.svg"
    assert main(["analyse", str(saved), "--tries", "2", "--format", "svg", "--out", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert drawn(out.read_text(encoding="utf-8"))[0] == "svg"


def test_the_command_analyses_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--position", LAST_TURN, "--tries", "2"]) == 0
    assert "100 % chance of winning" in capsys.readouterr().out
    words = ["analyse", "--position", LAST_TURN, "--tries", "2", "--format", "json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["lines"][0]["chance"] == 1


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["FILE", "--position", LAST_TURN],
        ["FILE", "--tries", "1"],
        ["FILE", "--tries", "10001"],
        ["FILE", "--at", "9"],
        ["--position", LAST_TURN, "--at", "1"],
        ["--position", LAST_TURN, "--format", "svg"],
    ],
)
def test_a_command_that_makes_no_sense(
    words: list[str], saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", *[str(saved) if word == "FILE" else word for word in words]]) == 2
    assert capsys.readouterr().err.startswith("toledo-rules: ")


def test_a_damaged_record_is_analysed_up_to_the_damage(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = saved.read_text(encoding="utf-8")
    saved.write_text(good.rstrip("\n") + "\n@@@\n", encoding="utf-8")
    assert main(["analyse", str(saved), "--tries", "2"]) == 1
    ran = capsys.readouterr()
    assert "1 turn" in ran.out
    assert "is damaged after action 1" in ran.err


def test_a_record_that_no_longer_fits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.toledo"
    start = parse_position(LAST_TURN)
    save_record(Record(start, entries=finished("take").entries * 2), file)
    assert main(["analyse", str(file), "--tries", "2"]) == 1
    assert "no longer fits at action 2" in capsys.readouterr().err


def test_progress_on_a_terminal(
    saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["analyse", str(saved), "--tries", "2"]) == 0
    assert "\r1 of 1 actions\r" in capsys.readouterr().err


def test_ctrl_c_leaves_the_old_file(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("toledo_lab.cli._analyse.analyse_game", interrupted)
    out = tmp_path / "course.svg"
    out.write_text("old")
    assert main(["analyse", str(saved), "--format", "svg", "--out", str(out)]) == 130
    assert out.read_text() == "old"


def test_a_whole_game_of_the_corpus_has_a_course() -> None:
    record = load_record(CORPUS / "two-players.toledo").record
    assert record is not None
    found = analyse_game(record.until(12), tries=2)
    assert found.players == 2
    assert all(0 <= one.loss <= 1 for one in found.decisions)
