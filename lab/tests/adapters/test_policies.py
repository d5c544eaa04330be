"""Actions in factors, seats that are counted from one's own, and bots that play by a policy."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from toledo_lab.adapters import (
    FACTORS,
    PolicyBot,
    factors,
    numbering,
    observe,
    payoffs,
    turned,
    turned_mask,
)
from toledo_lab.adapters._observation import mask
from toledo_lab.simulate import Plan, simulate
from toledo_rules import (
    KOSMOS_2008,
    Action,
    Challenge,
    PlayCard,
    Stream,
    UseSpace,
    legal_actions,
    new_game,
    shipped_edition,
    view,
)
from toledo_rules.bots import load_bot, play_game
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.errors import BotError
from toledo_rules.testing import Table, sword


def first_legal(_observation: NDArray[np.float32], legal: NDArray[np.int8]) -> int:
    """The first legal action: a policy that can be named."""
    return int(legal.argmax())


NO_FUNCTION = 7
SPEC = "toledo_lab.adapters:PolicyBot:policy=lab.tests.adapters.test_policies."


# Factors


@pytest.mark.parametrize("name", SHIPPED_EDITIONS)
def test_actions_of_a_group_differ_in_the_card_alone(name: str) -> None:
    edition = shipped_edition(name)
    made, actions = factors(edition), numbering(edition).actions
    assert made.table.shape == (len(actions), len(FACTORS))

    def without_kind_of_card(action: Action) -> object:
        if isinstance(action, PlayCard):
            return PlayCard, action.card.value, action.origin, action.with_tile
        if isinstance(action, UseSpace):
            paid = None if action.pay is None else action.pay.value
            return UseSpace, paid, action.take, action.give_back
        return action

    by_group: dict[int, set[object]] = {}
    for action, group in zip(actions, made.groups.tolist(), strict=True):
        by_group.setdefault(group, set()).add(without_kind_of_card(action))
    assert {len(members) for members in by_group.values()} == {1}
    assert len(by_group) == made.group_count == len(set(map(without_kind_of_card, actions)))


def test_features_say_what_factors_say() -> None:
    made = factors(KOSMOS_2008)
    assert made.features.shape[1] == sum(made.sizes.values()) - len(FACTORS)
    assert np.array_equal(made.features.sum(axis=1), (made.table > 0).sum(axis=1))
    assert (made.table.max(axis=0) < [*made.sizes.values()]).all()
    place = numbering(KOSMOS_2008).names.index("place m2@4")
    assert dict(zip(FACTORS, made.table[place].tolist(), strict=True))["step"] == 5


def test_groups_of_legal_actions() -> None:
    state = Table().shop(3, 0, "metal").hand(0, "3va 3na 5bd").lay()
    made = factors(KOSMOS_2008)
    legal = mask(KOSMOS_2008, legal_actions(state))
    grouped = made.group_mask(legal)
    assert grouped.sum() < legal.sum()
    members = [made.members(group, legal) for group in np.flatnonzero(grouped).tolist()]
    assert sorted(number for some in members for number in some) == np.flatnonzero(legal).tolist()
    assert max(map(len, members)) == 2


# Seats


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_seats_are_counted_from_the_own(seat: int) -> None:
    numbers = numbering(KOSMOS_2008).numbers
    for rival in range(3):
        number = numbers[Challenge(rival)]
        there = turned(KOSMOS_2008, number, seat, 3)
        assert there == numbers[Challenge((rival - seat) % 3)]
        assert turned(KOSMOS_2008, there, seat, 3, back=True) == number
        legal = mask(KOSMOS_2008, [Challenge(rival)])
        assert turned_mask(KOSMOS_2008, legal, seat, 3).argmax() == there
    assert turned(KOSMOS_2008, 1, seat, 3) == 1
    beyond = numbers[Challenge(3)]
    assert turned(KOSMOS_2008, beyond, seat, 3) == beyond


def test_a_relative_observation_shows_no_seat() -> None:
    state = new_game(3, Stream(1))
    seen = [observe(view(state, seat), relative=True)[:3].tolist() for seat in (0, 1, 2)]
    assert seen == [[1, 0, 0]] * 3
    assert observe(view(state, None), relative=True)[:3].tolist() == [0, 0, 0]


# Rewards


def test_the_worth_of_a_game() -> None:
    state = Table(3).alcazar(0, 1, sword(8)).swords(1, sword(8)).lay_unchecked()
    assert payoffs(state) == (2, -1, -1)
    assert payoffs(state, "margin") == (6, 0, -6)


# Bots


def test_a_policy_plays_wherever_a_bot_plays() -> None:
    plan = Plan(bots=(f"{SPEC}first_legal", "random"), games=1, most=40)
    assert sum(row.decisions for row in simulate(plan)) == 40
    assert "first_legal" in str(plan.settings()["made"])


def test_preferences_of_legal_actions_count() -> None:
    seen: list[int] = []

    def shy(_observation: NDArray[np.float32], legal: NDArray[np.int8]) -> NDArray[np.float32]:
        seen.append(int(legal.sum()))
        return np.where(legal == 1, -np.arange(len(legal)), 10_000).astype(np.float32)

    start = view(new_game(2, Stream(1)), 0)
    wanted = legal_actions(start)[0]
    assert PolicyBot(shy).choose(start, Stream(1)) == wanted
    assert seen == [len(legal_actions(start))]


def test_the_last_action_can_be_drawn_too() -> None:
    start = view(Table().hand(0, "3va").moving().lay(), 0)

    def last(_observation: NDArray[np.float32], legal: NDArray[np.int8]) -> NDArray[np.float64]:
        wishes = np.full(len(legal), -50.0)
        wishes[np.flatnonzero(legal)[-1]] = 0
        return wishes

    number = max(numbering(KOSMOS_2008).numbers[action] for action in legal_actions(start))
    chosen = PolicyBot(last, temperature=1).choose(start, Random(1))
    assert numbering(KOSMOS_2008).numbers[chosen] == number


def test_a_temperature_draws() -> None:
    """Two actions with preferences 0 and 1: the second has a chance of e/(1+e) at temperature 1."""
    start = view(Table().hand(0, "3va").moving().lay(), 0)
    two = [numbering(KOSMOS_2008).numbers[action] for action in legal_actions(start)[:2]]

    def likes(_observation: NDArray[np.float32], legal: NDArray[np.int8]) -> NDArray[np.float64]:
        wishes = np.full(len(legal), -50.0)
        wishes[two] = [0, 1]
        return wishes

    rng = Random(1)
    chosen = Counter(PolicyBot(likes, temperature=1).choose(start, rng) for _ in range(400))
    assert sum(chosen.values()) == 400
    assert 0.66 < chosen[legal_actions(start)[1]] / 400 < 0.80
    assert PolicyBot(likes).choose(start, rng) == legal_actions(start)[1]


def test_a_relative_policy_challenges_the_right_player() -> None:
    """From seat 1 of three, the next player is seat 2."""
    state = (
        Table(3, active=1).figures(1, transit=5).figures(2, 5).figures(0, 5).hand(1, "3va").moving("3na").lay()
    )  # fmt: skip
    wanted = numbering(KOSMOS_2008).numbers[Challenge(1)]
    bot = PolicyBot(lambda _observation, _legal: wanted, relative=True)
    assert bot.choose(view(state, 1), Stream(1)) == Challenge(2)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (-1, "chose action -1, which is not legal"),
        (0, "chose action 0, which is not legal"),
        (99_999, "chose action 99999, which is not legal"),
        (np.zeros(5), "has 5 preferences, expected 3457"),
        (np.full(3457, np.nan), "numbers that are NaN"),
        ("end", "returned 'end', expected the number of an action or an array"),
        ((), r"returned \(\), expected the number"),
    ],
)
def test_what_a_policy_must_not_want(answer: Any, why: str) -> None:
    bot = PolicyBot(lambda _observation, _legal: answer)
    with pytest.raises((ValueError, TypeError), match=why):
        play_game([bot, bot], seed=1)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        (f"{SPEC}nothing", "there is no policy .* has no attribute 'nothing'"),
        (f"{SPEC}NO_FUNCTION", "is not a function, it is 7"),
        ("toledo_lab.adapters:PolicyBot:policy=plain", "there is no policy 'plain'"),
        (f"{SPEC}first_legal,temperature=-1", "temperature"),
    ],
)
def test_what_is_no_policy(spec: str, why: str) -> None:
    with pytest.raises(BotError, match=why):
        load_bot(spec)
