"""The environment of PettingZoo: its own suites, and what they do not ask."""

from __future__ import annotations

from inspect import signature
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from toledo_lab.adapters import Reward, numbering, observe, payoffs, turned
from toledo_lab.adapters.pettingzoo import AgentAction, AgentObservation, env, raw_env
from toledo_rules import (
    IllegalActionError,
    Stream,
    determinize,
    legal_actions,
    new_game,
    shipped_edition,
    view,
)

BANK = shipped_edition("tiny-bank")

pytestmark = [
    # PettingZoo's own classic games pass an action mask in the same way. Its test has a list of their names that
    # keeps it from warning about that, and ours is not on the list.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    # When a game is over, nobody has a legal action.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def seeded(
    made: AECEnv[str, AgentObservation, AgentAction],
) -> AECEnv[str, AgentObservation, AgentAction]:
    """The suites draw some games and actions without a seed of their own; so they are the same every time."""
    made.reset(seed=6)
    for agent in made.possible_agents:
        made.action_space(agent).seed(6)
    return made


def play_on(made: raw_env, rng: Random) -> None:
    """At random until everybody's game is over."""
    while made.agents:
        seen, _, terminated, truncated, _ = made.last()
        assert seen is not None
        over = terminated or truncated
        made.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.search
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoos_api_test(players: int) -> None:
    api_test(seeded(env(players)), num_cycles=100)
    api_test(seeded(raw_env(players, most_moves=60)), num_cycles=100)


def test_pettingzoos_api_test_up_to_the_end() -> None:
    api_test(seeded(env(edition=BANK)), num_cycles=2000)


def test_pettingzoos_seed_test() -> None:
    seed_test(env, num_cycles=150)


def test_pettingzoos_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: seeded(env(render_mode=render_mode)))
    assert capsys.readouterr().out.startswith("The game is shown on file:///")


def test_a_game_is_zero_sum_and_worth_what_the_library_says() -> None:
    made = raw_env(edition=BANK)
    made.reset(seed=3)
    play_until = Random(1)
    while not made.position.over:
        seen = made.observe(made.agent_selection)
        made.step(play_until.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert tuple(made.rewards.values()) == payoffs(made.position)
    assert sum(made.rewards.values()) == 0
    assert all(made.terminations.values())
    play_on(made, play_until)
    assert made.agents == []


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_a_truncated_game_is_worth_what_the_ranking_says(reward: Reward) -> None:
    made = raw_env(3, most_moves=20, reward=reward)
    made.reset(seed=3)
    for _ in range(20):
        seen = made.observe(made.agent_selection)
        made.step(int(seen["action_mask"].argmax()))
    assert all(made.truncations.values())
    assert not any(made.terminations.values())
    assert tuple(made.rewards.values()) == payoffs(made.position, reward)
    play_on(made, Random(1))


def test_forced_decisions_are_skipped() -> None:
    """Whoever is asked has a choice, and the game is the same as one in which everybody is asked."""
    made, asked = raw_env(3, edition=BANK, skip_forced=True), 0
    made.reset(seed=3)
    rng = Random(1)
    while not made.position.over:
        legal = np.flatnonzero(made.observe(made.agent_selection)["action_mask"]).tolist()
        assert len(legal) > 1
        asked += 1
        made.step(rng.choice(legal))
    assert made.moves > asked
    short = raw_env(3, edition=BANK, skip_forced=True, most_moves=made.moves - 1)
    short.reset(seed=3)
    rng = Random(1)
    while short.agents and not any(short.truncations.values()):
        legal = np.flatnonzero(short.observe(short.agent_selection)["action_mask"]).tolist()
        short.step(rng.choice(legal))
    assert not short.position.over
    assert short.moves == made.moves - 1


def test_seats_that_are_counted_from_the_agents_own() -> None:
    """The same game, played by the same actions under other numbers."""
    usual, relative = raw_env(3), raw_env(3, relative=True)
    usual.reset(seed=5)
    relative.reset(seed=5)
    rng, challenges = Random(8), 0
    for _ in range(400):
        seat = usual.position.active
        legal = np.flatnonzero(usual.observe(usual.agent_selection)["action_mask"]).tolist()
        fights = [number for number in legal if "vs" in numbering(usual.edition).names[number]]
        number = rng.choice(fights or legal)
        seen = relative.observe(relative.agent_selection)
        other = turned(usual.edition, number, seat, 3)
        challenges += other != number
        assert seen["action_mask"][other] == 1
        assert seen["observation"][:3].tolist() == [1, 0, 0]
        usual.step(number)
        relative.step(other)
        assert usual.position == relative.position
    assert challenges > 0


def test_the_mask_has_the_legal_actions_of_the_agent_on_turn() -> None:
    made = raw_env(3)
    made.reset(seed=5)
    rng, actions = Random(5), numbering(made.edition).actions
    for _ in range(100):
        for seat, agent in enumerate(made.agents):
            seen = made.observe(agent)
            mine = [actions[number] for number in np.flatnonzero(seen["action_mask"])]
            assert mine == (
                list(legal_actions(made.position)) if seat == made.position.active else []
            )
            assert np.array_equal(seen["observation"], observe(view(made.position, seat)))
        made.step(rng.choice(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])))


def test_an_agent_is_shown_no_secret() -> None:
    """Whatever the others hold, as long as the view is the same, the agent is given the same."""
    made, rng = raw_env(4), Random(2)
    made.reset(seed=2)
    for _ in range(60):
        agent = made.agent_selection
        seen = made.observe(agent)
        with patch.object(
            made, "position", determinize(view(made.position, made.position.active), rng)
        ):
            again = made.observe(agent)
        assert np.array_equal(seen["observation"], again["observation"])
        assert np.array_equal(seen["action_mask"], again["action_mask"])
        made.step(rng.choice(np.flatnonzero(seen["action_mask"])))


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    made = raw_env()
    made.reset(seed=1)
    with pytest.raises(IllegalActionError, match="TRN-04"):
        made.step(0)
    with pytest.raises(ValueError, match="player_0 must choose an action"):
        made.step(None)


def test_an_illegal_action_ends_the_wrapped_game() -> None:
    made = env()
    made.reset(seed=1)
    made.step(0)
    assert made.rewards == {"player_0": -1, "player_1": 0}
    assert all(made.terminations.values())


def test_without_a_seed_every_game_is_another() -> None:
    made = raw_env()
    made.reset(seed=1)
    first = made.position
    made.reset()
    assert made.position == new_game(2, Stream(1, game=1)) != first
    made.reset(seed=1)
    assert made.position == new_game(2, Stream(1)) == first
    other = raw_env()
    other.reset()  # never seeded
    assert other.position != first


def test_the_page_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    made = raw_env(render_mode="human")
    made.reset(seed=1)
    page = made.screen.page
    assert page is not None
    before = page.read_text(encoding="utf-8")
    made.step(numbering(made.edition).names.index("place g1@1"))
    assert page.read_text(encoding="utf-8") != before
    assert before.count("<svg") == 1
    assert capsys.readouterr().out == f"The game is shown on {page.as_uri()}\n"
    made.close()
    assert not page.exists()
    made.close()


def test_pictures_and_texts() -> None:
    for mode, start in (("svg", "<svg"), ("ansi", "")):
        made = raw_env(render_mode=mode)
        made.reset(seed=1)
        shown = made.render()
        assert shown is not None
        assert shown.startswith(start)
        assert len(shown) > 500
    silent = raw_env()
    silent.reset(seed=1)
    assert silent.render() is None


def test_wrong_tables() -> None:
    with pytest.raises(ValueError, match="2 to 4 players, not 7"):
        raw_env(7)
    with pytest.raises(ValueError, match="render modes are human, ansi, svg, not rgb_array"):
        raw_env(render_mode="rgb_array")
    with pytest.raises(ValueError, match="the rewards are win, margin, not fame"):
        env(reward="fame")


def test_nothing_is_skipped_or_turned_unless_asked_for() -> None:
    options = signature(raw_env).parameters
    assert (options["skip_forced"].default, options["relative"].default) == (False, False)
