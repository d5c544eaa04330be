"""The environment of Gymnasium: its own checker, and what it does not ask."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import toledo_lab.adapters.gymnasium
from toledo_lab.adapters import largest_margin, numbering, observe, payoffs, turned
from toledo_lab.adapters.gymnasium import NAME, ToledoEnv
from toledo_rules import Action, Stream, View, legal_actions, new_game, shipped_edition, view
from toledo_rules.bots import Bot, bot_streams, make_bot, play_on
from toledo_rules.chance import Rng

BANK = shipped_edition("tiny-bank")


def play(made: ToledoEnv, rng: Random) -> float:
    """A game at random; what it was worth in all."""
    total, over = 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(made.action_masks()).tolist())
        _, reward, over, truncated, _ = made.step(action)
        assert not truncated
        total += reward
    return total


@pytest.mark.parametrize("opponents", [["random"], ["greedy", "random", "greedy"]])
def test_gymnasiums_checker(opponents: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """It warns by `warnings`, and a warning is an error here."""
    made = gymnasium.make(NAME, opponents=opponents).unwrapped
    made.action_space.seed(6)
    check_env(made)
    assert "The game is shown on file:///" in capsys.readouterr().out


def test_a_wrapped_environment_with_a_limit() -> None:
    made = gymnasium.make(f"toledo_lab.adapters.gymnasium:{NAME}", max_episode_steps=5)
    _, info = made.reset(seed=1)
    for step in range(1, 6):
        _, _, terminated, truncated, info = made.step(int(info["action_mask"].argmax()))
        assert (terminated, truncated) == (False, step == 5)


def test_a_game_that_is_broken_off_is_worth_what_the_ranking_says() -> None:
    made = ToledoEnv(most_steps=5)
    for _ in range(2):
        _, info = made.reset(seed=1)
        for step in range(1, 6):
            _, reward, terminated, truncated, info = made.step(int(info["action_mask"].argmax()))
            assert (terminated, truncated) == (False, step == 5)
            assert reward == (payoffs(made.position)[0] if truncated else 0)
        assert reward != 0


def test_registering_twice_changes_nothing() -> None:
    importlib.reload(toledo_lab.adapters.gymnasium)
    assert NAME in gymnasium.registry


def test_it_is_always_the_own_turn_or_the_end() -> None:
    for seat in range(3):
        made = ToledoEnv(["greedy", "random"], seat=seat)
        seen, info = made.reset(seed=seat)
        rng = Random(seat)
        for _ in range(60):
            assert made.position.active == seat == info["seat"]
            assert np.array_equal(seen, observe(view(made.position, seat)))
            actions = numbering(made.edition).actions
            legal = np.flatnonzero(info["action_mask"]).tolist()
            assert [actions[number] for number in legal] == list(legal_actions(made.position))
            seen, reward, terminated, truncated, info = made.step(rng.choice(legal))
            assert (reward, terminated, truncated) == (0, False, False)


def test_a_game_is_worth_what_the_library_says() -> None:
    made, rng = ToledoEnv(edition=BANK), Random(4)
    worth = set()
    for seed in range(12):
        made.reset(seed=seed)
        worth.add(play(made, rng))
        assert made.position.over
        assert made.action_masks().all()  # no action counts any more
        assert payoffs(made.position)[0] in worth
    assert worth == {-1, 0, 1}


def test_an_illegal_action_loses_and_names_the_rule() -> None:
    made = ToledoEnv()
    made.reset(seed=1)
    _, reward, terminated, truncated, info = made.step(0)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"] == "no_card_played: see TRN-04"


def test_points_as_a_reward() -> None:
    made, rng = ToledoEnv(["greedy"], reward="margin"), Random(4)
    made.reset(seed=1)
    assert play(made, rng) == payoffs(made.position, "margin")[0] < 0
    made.reset(seed=1)
    assert made.step(0)[1] == -largest_margin(made.edition)


def test_forced_decisions_are_skipped() -> None:
    made, rng = ToledoEnv(["random"], edition=BANK, skip_forced=True), Random(4)
    _, info = made.reset(seed=2)
    over = False
    while not over:
        assert info["action_mask"].sum() > 1
        _, _, over, _, info = made.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))


def test_seats_that_are_counted_from_the_own() -> None:
    usual, relative = (ToledoEnv(["random"] * 2, seat=1, relative=flag) for flag in (False, True))
    _, info = usual.reset(seed=5)
    relative.reset(seed=5)
    rng, challenges = Random(8), 0
    for _ in range(150):
        legal = np.flatnonzero(info["action_mask"]).tolist()
        fights = [number for number in legal if "vs" in numbering(usual.edition).names[number]]
        number = rng.choice(fights or legal)
        other = turned(usual.edition, number, 1, 3)
        challenges += other != number
        assert relative.action_masks()[other] == 1
        info = usual.step(number)[-1]
        seen = relative.step(other)[0]
        assert seen[:3].tolist() == [1, 0, 0]
        assert usual.position == relative.position
    assert challenges > 0


def test_another_seat_in_each_game() -> None:
    made = ToledoEnv(["random"] * 3, seat=None)
    seats = [made.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert set(seats) == {0, 1, 2, 3}
    assert seats == [made.reset(seed=seed)[1]["seat"] for seed in range(20)]


def test_a_seed_gives_the_game_that_it_gives_everywhere() -> None:
    """Game g of a seed is the same here and for `play_on`: the same chance, and the same streams for the bots."""
    made = ToledoEnv(["random", "greedy"], seat=0)
    for game in range(3):
        _, info = made.reset(seed=None if game else 5)
        chance, rngs = Stream(5, game=game), bot_streams(5, 3, game=game)
        state = new_game(3, chance)
        bots: list[Bot] = [Witness(), make_bot("random"), make_bot("greedy")]
        decisions = 0
        for ply in play_on(state, bots, chance, rngs):
            if ply.seat == 0:
                assert made.position == ply.before
                info = made.step(int(info["action_mask"].argmax()))[-1]
                decisions += 1
            if decisions == 8:
                break


def test_without_a_seed_games_differ() -> None:
    first, second = ToledoEnv(), ToledoEnv()
    first.reset()
    second.reset()
    assert first.position != second.position


class Witness:
    """A bot that writes down what it was shown, and plays the first action."""

    def __init__(self) -> None:
        self.seen: list[View] = []

    def choose(self, view: View, rng: Rng) -> Action:
        """The first action there is."""
        self.seen.append(view)
        del rng
        return legal_actions(view)[0]


def test_opponents_sit_clockwise_from_the_own_seat() -> None:
    bots = [Witness(), Witness()]
    made = ToledoEnv(bots, seat=1)
    _, info = made.reset(seed=1)
    for _ in range(10):
        info = made.step(int(info["action_mask"].argmax()))[-1]
    assert [{seen.seat for seen in bot.seen} for bot in bots] == [{2}, {0}]
    assert all(seen.seat == seen.active for bot in bots for seen in bot.seen)


def test_people_see_what_the_seat_may_see() -> None:
    made = ToledoEnv(seat=1, render_mode="ansi")
    made.reset(seed=1)
    assert made.render() == made.screen.show(view(made.position, 1))
    made.close()


def test_wrong_tables() -> None:
    with pytest.raises(ValueError, match="2 to 4 players, not 1"):
        ToledoEnv([])
    with pytest.raises(ValueError, match="the seats are 0 to 1, not 2"):
        ToledoEnv(seat=2)
    with pytest.raises(ValueError, match="there is no bot 'deep blue'"):
        ToledoEnv(["deep blue"])


# Several tables


def test_many_tables_at_once() -> None:
    """Each is the environment of its own seed; a game that is over is followed by the next one of that seed."""
    words: dict[str, Any] = {"opponents": ["random"], "edition": BANK, "most_steps": 12}
    tables = gymnasium.make_vec(NAME, num_envs=3, vectorization_mode="sync", **words)
    single, over = ToledoEnv(**words), False
    seen, info = tables.reset(seed=4)
    own, _ = single.reset(seed=5)
    rng, ends = Random(1), 0
    for _ in range(40):
        assert info["action_mask"].shape == (3, len(numbering(BANK)))
        assert np.array_equal(seen[1], own)
        rows = info["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(row).tolist() or [0]) for row in rows])
        seen, rewards, *_, info = tables.step(actions)
        if over:
            own, over = single.reset()[0], False
            continue
        own, reward, terminated, truncated, _ = single.step(actions[1])
        assert rewards[1] == reward
        over = terminated or truncated
        ends += over
    assert ends > 1
    tables.close()


@pytest.mark.parametrize("mode", [None, "sync", "async"])
def test_several_tables_never_hand_out_an_empty_mask(mode: str | None) -> None:
    """Whatever resets them, and when: whoever draws from the mask can always draw."""
    words: dict[str, Any] = {"opponents": ["random"], "edition": BANK}
    tables = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode=mode, **words)
    _, info = tables.reset(seed=4)
    rng, ends = Random(1), 0
    for _ in range(150):
        actions = [rng.choice(np.flatnonzero(row).tolist()) for row in info["action_mask"]]
        *_, terminated, truncated, info = tables.step(np.array(actions))
        ends += int((terminated | truncated).sum())
    assert ends > 3
    tables.close()


def test_several_tables_deal_the_next_game_at_once() -> None:
    words: dict[str, Any] = {"opponents": ["random"], "edition": BANK, "max_episode_steps": 30}
    tables = gymnasium.make_vec(NAME, num_envs=2, **words)
    assert tables.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    single = ToledoEnv(opponents=["random"], edition=BANK)
    seen, info = tables.reset(seed=4)
    own, _ = single.reset(seed=4)
    rng, ends = Random(1), 0
    for _ in range(100):
        assert np.array_equal(seen[0], own)
        actions = [rng.choice(np.flatnonzero(row).tolist()) for row in info["action_mask"]]
        own, *_ = single.step(actions[0])
        seen, _, terminated, truncated, info = tables.step(np.array(actions))
        if terminated[0] or truncated[0]:
            ends += 1
            assert np.array_equal(info["final_obs"][0], own)
            own, _ = single.reset()
    assert ends > 1
    tables.close()
