"""The game of OpenSpiel: its own suites, and what they do not ask."""

from __future__ import annotations

import importlib
import pickle
import random
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.tests import games_sim_test

import toledo_lab.adapters.openspiel
from lab.tests.adapters.games import load, play, walk
from toledo_lab.adapters import numbering, payoffs
from toledo_lab.adapters._trajectories import HIDDEN, coding
from toledo_lab.adapters.openspiel import SHORT_NAME, ToledoGame, register
from toledo_rules import KOSMOS_2008, IllegalActionError, legal_actions, view

TINY = ("tiny-bank", 8)
"""An edition and a horizon that give a whole tree of a few hundred states."""

STATES = {"chance": 124, "decision": 137, "terminal": 120}
INFORMATION_STATES = 118


@pytest.fixture(autouse=True)
def _same_chance_every_time() -> None:
    """OpenSpiel's tests draw from the generators that everybody shares."""
    random.seed(6)
    np.random.seed(6)  # noqa: NPY002  it is this one that they draw from


class TestFullTree(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's API tests, on every state of a tiny game."""

    game_name = "tiny toledo"

    @classmethod
    def setUpClass(cls) -> None:
        """Set up what the suite wants to know."""
        cls.game = load(TINY[0], horizon=TINY[1])
        # The suite compares with numbers that it keeps for its own games.
        api_test.TOTAL_NUM_STATES[cls.game_name] = tuple(STATES.values())
        api_test.PERFECT_RECALL_NUM_STATES[cls.game_name] = INFORMATION_STATES
        super().setUpClass()


class TestPartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's API tests, on some states of the full game."""

    game_name = SHORT_NAME

    @classmethod
    def setUpClass(cls) -> None:
        """Set up what the suite wants to know."""
        cls.game = load(players=3, horizon=300)
        super().setUpClass()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_simulation_in_python(players: int) -> None:
    games_sim_test.GamesSimTest().sim_game(load(players=players, horizon=100))


@pytest.mark.search
def test_simulation_in_cpp() -> None:
    """With all checks that it has, also of strings, tensors, masks and copies at every state."""
    pyspiel.random_sim_test(load(players=4, horizon=100), num_sims=1, serialize=True, verbose=False)
    pyspiel.random_sim_test(
        load("tiny-duel", players=3, horizon=400), num_sims=1, serialize=True, verbose=False
    )


def test_playthrough() -> None:
    """OpenSpiel's record of all that a game answers can be written, and is the same each time."""
    lines = [generate_playthrough.playthrough(f"{SHORT_NAME}(horizon=9)", [], seed=1) for _ in "ab"]
    assert lines[0] == lines[1]
    assert 'GameType.long_name = "Toledo"' in lines[0]


def test_a_tree_of_a_tiny_game() -> None:
    """The counts that the suite above is given, counted in another way."""
    kinds: Counter[str] = Counter()
    told = set()
    for state in walk(load(TINY[0], horizon=TINY[1]).new_initial_state()):
        if state.is_terminal():
            kinds["terminal"] += 1
        elif state.is_chance_node():
            kinds["chance"] += 1
        else:
            kinds["decision"] += 1
            told.add(state.information_state_string())
    assert dict(kinds) == STATES
    assert len(told) == INFORMATION_STATES


def test_actions_are_the_numbers_of_the_library() -> None:
    made = numbering(KOSMOS_2008)
    for state in play(load(players=3, horizon=60), Random(1)):
        if state.is_player_node():
            actions = legal_actions(state.trajectory.state)
            assert state.legal_actions() == [made.numbers[action] for action in actions]
            names = [state.action_to_string(number) for number in state.legal_actions()]
            assert names == [made.names[made.numbers[action]] for action in actions]


def test_chance_deals_the_hands_first_and_every_card_has_a_name() -> None:
    state = load(players=2).new_initial_state()
    for number in range(10):
        assert state.is_chance_node()
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        assert state.action_to_string(0) == "=1ba"
        state.apply_action(number)
    assert state.current_player() == 0
    assert state.information_state_string(0) == "red has 1ba 1bd 1na 1nd 1ta"


def test_the_information_state_hides_what_others_draw_and_nothing_else() -> None:
    """What a seat is told is as much as the redacted events tell."""
    game = load("tiny-duel", players=3, horizon=200)
    *_, last = play(game, Random(3))
    hidden: Counter[bool] = Counter()
    for seat in range(3):
        for code, played in zip(last.trajectory.codes(seat), last.trajectory.moves, strict=True):
            secret = played.events.seen_by(seat) != played.events.with_secrets()
            assert (code == HIDDEN) == secret
            hidden[secret] += 1
    assert min(hidden.values()) > 20


def test_equal_information_states_have_equal_views() -> None:
    """Whoever was told the same sees the same, in all the tree of a tiny game."""
    seen: dict[str, set[object]] = {}
    for state in walk(load("tiny-road", horizon=5).new_initial_state()):
        if not state.trajectory.dealing:
            for seat in (0, 1):
                key = state.information_state_string(seat)
                seen.setdefault(key, set()).add(view(state.trajectory.state, seat))
    assert all(len(views) == 1 for views in seen.values())
    assert len(seen) > 100


def test_the_tensor_tells_what_the_string_tells() -> None:
    game = load("tiny-duel", players=2, horizon=40)
    names = coding(game.edition).names
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for state in play(game, Random(5)):
        for seat in (0, 1):
            observer.set_from(state, seat)
            bits = observer.dict["moves"]
            codes = (bits @ (1 << np.arange(bits.shape[1]))).astype(int)
            moves = [names[code] for code in codes if code]
            hand = state.trajectory.hand_dealt(seat)
            assert observer.dict["dealt"].sum() > 0 or not hand
            told = observer.string_from(state, seat).split(", ")
            assert moves == told[1:]


@pytest.mark.parametrize(
    ("kind", "names", "text"),
    [
        ({"perfect_recall": False}, ["observation"], "<View of blue: toledo1 "),
        (
            {"perfect_recall": False, "private_info": pyspiel.PrivateInfoType.NONE},
            ["observation"],
            "<View of a spectator: toledo1 ",
        ),
        ({"perfect_recall": False, "public_info": False}, ["player", "hand"], "1ta 1td"),
        ({"perfect_recall": True}, ["player", "dealt", "moves"], "blue has 1ta 1td"),
        (
            {"perfect_recall": True, "private_info": pyspiel.PrivateInfoType.NONE},
            ["player", "dealt", "moves"],
            "take, =?",
        ),
    ],
)
def test_what_can_be_observed(kind: dict[str, Any], names: list[str], text: str) -> None:
    game = load()
    state = game.new_initial_state()
    for number in (0, 1, 2, 3, 4, 4, 5, 5, 6, 6):  # two kinds are there twice
        state.apply_action(number)
    state.apply_action(numbering(KOSMOS_2008).names.index("take"))
    state.apply_action(7)
    observer = game.make_py_observer(pyspiel.IIGObservationType(**kind))
    observer.set_from(state, 1)
    assert list(observer.dict) == names
    assert observer.tensor.any()
    assert observer.string_from(state, 1).startswith(text)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (
            {"perfect_recall": True, "private_info": pyspiel.PrivateInfoType.ALL_PLAYERS},
            "cards of all players",
        ),
        ({"perfect_recall": True, "public_info": False}, "observers show public information"),
        (
            {
                "perfect_recall": False,
                "public_info": False,
                "private_info": pyspiel.PrivateInfoType.NONE,
            },
            "or the player's own alone",
        ),
    ],
)
def test_what_cannot_be_observed(kind: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load().make_py_observer(pyspiel.IIGObservationType(**kind))


def test_observers_have_no_parameters() -> None:
    with pytest.raises(ValueError, match="observations take no parameters"):
        load().make_py_observer(None, {"size": 3})


def test_points_as_utility() -> None:
    game = pyspiel.load_game("python_toledo(edition=tiny-bank,horizon=10,reward=margin)")
    assert game.max_utility() == -game.min_utility() > 1
    for seed in range(5):
        *_, last = play(game, Random(seed))
        assert last.returns() == list(payoffs(last.trajectory.state, "margin"))
        assert sum(last.returns()) == 0
        assert pickle.loads(pickle.dumps(game)).reward == "margin"
    with pytest.raises(ValueError, match="the rewards are win, margin, not fame"):
        pyspiel.load_game("python_toledo(reward=fame)")


def test_the_horizon_breaks_the_game_off_at_a_decision() -> None:
    """Then the standing counts (A-158)."""
    for seed in range(5):
        *_, last = play(load("tiny-bank", horizon=10), Random(seed))
        assert last.is_terminal()
        assert 10 <= len(last.trajectory.moves) <= 13
        assert not last.trajectory.chance
        assert last.returns() == list(payoffs(last.trajectory.state))
        assert last.current_player() == pyspiel.PlayerId.TERMINAL


def test_a_whole_game_is_worth_what_the_library_says() -> None:
    *_, last = play(load("tiny-bank"), Random(1))
    assert last.trajectory.state.over
    assert last.returns() == list(payoffs(last.trajectory.state))
    assert last.rewards() == last.returns()


def test_pickles_of_games_and_states() -> None:
    game = load("tiny-duel", players=3, horizon=30)
    *_, last = play(game, Random(2))
    assert pickle.loads(pickle.dumps(game)).edition == game.edition
    again = pickle.loads(pickle.dumps(last))
    assert again.trajectory.state == last.trajectory.state
    assert again.history() == last.history()


def test_illegal_moves_are_refused_with_their_rule() -> None:
    state = load().new_initial_state()
    for _ in range(10):
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(IllegalActionError, match="TRN-04"):
        state.apply_action(numbering(KOSMOS_2008).names.index("end"))


def test_registering_twice_changes_nothing() -> None:
    register()
    importlib.reload(toledo_lab.adapters.openspiel)
    assert pyspiel.registered_names().count(SHORT_NAME) == 1
    assert isinstance(pyspiel.load_game(SHORT_NAME), ToledoGame)


@pytest.mark.parametrize(
    ("params", "error", "reason"),
    [
        ({"players": 5}, ValueError, "2 to 4 players, not 5"),
        ({"horizon": 0}, ValueError, "at least 1 move, not 0"),
        ({"edition": "atlantis-1990"}, ValueError, "found 'atlantis-1990', expected kosmos-2008"),
        ({"edition": "atlantis.toml"}, FileNotFoundError, "No such file"),
    ],
)
def test_wrong_parameters(params: dict[str, object], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        pyspiel.load_game(SHORT_NAME, params)
