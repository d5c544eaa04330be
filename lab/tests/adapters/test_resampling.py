"""Resampling: another trajectory of the game that a seat cannot tell from the real one."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import islice
from random import Random

import pyspiel
import pytest
from attrs import evolve

from lab.tests.adapters.games import load, play
from toledo_lab.adapters import _trajectories
from toledo_lab.adapters._trajectories import (
    Ledger,
    PlayedMove,
    Trajectory,
    exchanged,
    ledger_of,
    replay,
    resampled,
)
from toledo_lab.adapters.openspiel import SamplerRng, resampler
from toledo_rules import (
    KOSMOS_2008,
    Draw,
    Edition,
    IllegalActionError,
    Move,
    Seat,
    State,
    determinize,
    legal_actions,
    shipped_edition,
    view,
)
from toledo_rules.events import PileReshuffled
from toledo_rules.state import Transit
from toledo_rules.testing import card

TINY_DUEL = shipped_edition("tiny-duel")
SHORT = evolve(
    TINY_DUEL,
    name="short",
    cards=tuple(sorted(map(card, ("1va", "1vd", "1na", "2va", "2vd", "2na", "3na")))),
    hand=1,
    cards_taken=1,
    tavern_cards=2,
)
"""Few cards, all different, so that the pile is used up again and again, and that it matters who has which."""


def some_trajectory(
    seed: int, players: int, until: Callable[[Trajectory], bool], edition: Edition = SHORT
) -> Trajectory:
    """A game at random up to a certain decision."""
    rng = Random(seed)
    trajectory = Trajectory.begin(edition, players)
    while trajectory.chance or not until(trajectory):
        if trajectory.chance:
            cards, chances = zip(*trajectory.outcomes(), strict=True)
            trajectory = trajectory.after(Draw(rng.choices(cards, chances)[0]))
        else:
            trajectory = trajectory.after(rng.choice(legal_actions(trajectory.state)))
    return trajectory


def after(moves: int) -> Callable[[Trajectory], bool]:
    return lambda trajectory: len(trajectory.moves) >= moves


def has_to_move_on(trajectory: Trajectory) -> bool:
    """Seat 1 is in transit and can challenge nobody, so it has a card to move on with (A-43)."""
    state = trajectory.state
    return (
        isinstance(state.phase, Transit)
        and state.active == 1
        and set(state.standing(state.phase.step)) == {1}
    )


def all_that_fit(trajectory: Trajectory, seat: Seat) -> dict[State, float]:
    """Every position that the seat may be in after what it was told, and how likely it is: by trying everything."""
    owners = [number // trajectory.edition.hand for number in range(len(trajectory.dealt))]
    told: list[tuple[Move, bool]] = [
        (Draw(card), owner == seat) for card, owner in zip(trajectory.dealt, owners, strict=True)
    ]
    told += [(played.move, played.secret_of in (None, seat)) for played in trajectory.moves]
    found: defaultdict[State, float] = defaultdict(float)

    def follow(other: Trajectory, number: int, chance: float) -> None:
        if number == len(told):
            found[other.state] += chance
            return
        move, seen = told[number]
        if not other.chance:
            try:
                other = other.after(move)
            except IllegalActionError:
                return
            follow(other, number + 1, chance)
            return
        for drawn, likely in other.outcomes():
            if not seen or move == Draw(drawn):
                follow(other.after(Draw(drawn)), number + 1, chance * likely)

    follow(Trajectory.begin(trajectory.edition, trajectory.players), 0, 1.0)
    total = sum(found.values())
    return {state: chance / total for state, chance in found.items()}


@pytest.mark.parametrize(
    ("edition", "players", "horizon"),
    [("kosmos-2008", 2, 100), ("kosmos-2008", 4, 100), ("tiny-duel", 3, 100)],
)
def test_a_seat_cannot_tell_a_resampled_state_from_the_real_one(
    edition: str, players: int, horizon: int
) -> None:
    """What OpenSpiel's test of resampling asks, which runs on games in C++ only, and more."""
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    another = 0
    states = play(load(edition, players=players, horizon=horizon), Random(4))
    for number, state in enumerate(states):
        if state.is_chance_node() or state.is_terminal() or number % 9:
            continue
        for seat in range(players):
            other = state.resample_from_infostate(seat, sampler)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            assert len(other.history()) == len(state.history())
            another += other.trajectory.state != state.trajectory.state
    assert another > 0


def check_frequencies(trajectory: Trajectory, fitting: dict[State, float], rng: Random) -> None:
    """What comes out of resampling is what fits, as often as it should."""
    drawn = Counter(resampled(trajectory, 0, rng).state for _ in range(120))
    assert set(drawn) <= set(fitting)
    for state, chance in fitting.items():
        deviation = (120 * chance * (1 - chance)) ** 0.5
        assert abs(drawn[state] - 120 * chance) <= 4.5 * deviation


@pytest.mark.search
@pytest.mark.parametrize(("players", "moves"), [(2, 4), (2, 16), (2, 24), (3, 12), (3, 18)])
def test_all_that_fits_comes_out_as_often_as_it_should(players: int, moves: int) -> None:
    rng = Random(moves)
    compared = 0
    for seed in range(20):
        trajectory = some_trajectory(seed, players, after(moves))
        fitting = all_that_fit(trajectory, 0)
        if len(fitting) > 1 and compared < 2:
            check_frequencies(trajectory, fitting, rng)
            compared += 1
    assert compared == 2


def test_a_card_may_have_come_from_one_of_two_piles() -> None:
    """With three players nobody can tell then; exchanges of cards need not know."""
    trajectory = some_trajectory(45, 3, after(18))
    assert ledger_of(trajectory, 0).unsure
    check_frequencies(trajectory, all_that_fit(trajectory, 0), Random(1))


@pytest.mark.parametrize("seed", [2, 7, 40])
def test_a_figure_in_transit_has_a_way_on(seed: int) -> None:
    """A-43: without that card in the hand, the move that led there would not have been legal."""
    trajectory = some_trajectory(seed, 2, has_to_move_on, shipped_edition("tiny-duel"))
    check_frequencies(trajectory, all_that_fit(trajectory, 0), Random(seed))


def test_if_all_else_fails_the_real_trajectory_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    trajectory = some_trajectory(40, 2, has_to_move_on, shipped_edition("tiny-duel"))
    monkeypatch.setattr(_trajectories, "TRIES", 1)
    rng = Random(1)
    for resample in (resampled, exchanged):
        assert any(resample(trajectory, 0, rng) is trajectory for _ in range(20))


def test_memory_knows_more_than_the_view() -> None:
    """Why a position is not made up from a view: who remembers a reshuffle knows what the pile began with."""
    rng = Random(8)
    impossible = 0
    for seed in range(20):
        trajectory = some_trajectory(seed, 2, after(20))
        if any(isinstance(event, PileReshuffled) for e in trajectory.moves for event in e.events):
            seen, fitting = view(trajectory.state, 0), all_that_fit(trajectory, 0)
            assert all(view(other, 0) == seen for other in fitting)
            impossible += any(determinize(seen, rng) not in fitting for _ in range(20))
    assert impossible > 0


def test_a_forced_pass_stays_forced() -> None:
    """A-19: only a trajectory in which every action was legal comes out; if need be, the real one."""
    rng = Random(1)
    passes = 0
    for seed in range(12):
        *_, last = play(load("tiny-bank", horizon=60), Random(seed))
        told = last.trajectory.information(0)
        passes += ", pass" in told
        for resample in (*[resampled] * 5, exchanged):
            assert resample(last.trajectory, 0, rng).information(0) == told
    assert passes > 0


def test_a_pass_with_cards_in_hand_has_to_stay_the_only_way() -> None:
    """A-19: of a pass without cards everybody knows that it was forced; after one with cards, few hands fit."""
    *_, last = play(load("tiny-exhaustive", horizon=150), Random(1))
    trajectory = last.trajectory
    assert [len(ledger_of(trajectory, seat).delicate) for seat in (0, 1)] == [1, 0]
    assert resampled(trajectory, 0, Random(1)).information(0) == trajectory.information(0)


@pytest.mark.parametrize(
    ("players", "edition"), [(2, KOSMOS_2008), (3, TINY_DUEL), (4, KOSMOS_2008)]
)
def test_what_comes_out_can_be_played(players: int, edition: Edition) -> None:
    """It was put together without playing it; played by the rules, it is the same in everything, twice in a row."""
    rng = Random(3)
    delicate = 0
    for seed in range(4):
        other = some_trajectory(seed, players, after(90), edition)
        for _ in range(2):
            other = resampled(other, 0, rng)
            again = replay(other, other.dealt, [played.move for played in other.moves])
            assert again.state == other.state
            for one, two in zip(again.moves, other.moves, strict=True):
                assert (one.move, one.events, one.secret_of) == (
                    two.move,
                    two.events,
                    two.secret_of,
                )
                assert (one.delicate is None) == (two.delicate is None)
                if one.delicate is not None and two.delicate is not None:
                    delicate += 1
                    assert one.delicate.players == two.delicate.players
    assert delicate > 0


def test_a_resampled_state_has_a_history_of_its_own() -> None:
    """OpenSpiel has no record of it; it is told when asked for, and fits what every copy of the state says."""
    game = load(players=3)
    state = next(
        state
        for state in play(game, Random(4))
        if state.trajectory.length > 60 and not state.is_chance_node()
    )
    other = resampler(Random(3))(state, 0)
    action = state.legal_actions()[0]
    for each in (state, other):
        each.apply_action(action)
    assert other.history() != state.history()
    assert other.history_str() == ", ".join(map(str, other.history()))
    assert len(other.full_history()) == other.move_number() == state.move_number()
    for one, two in zip(other.full_history(), state.full_history(), strict=True):
        assert one.player == two.player
    again = game.new_initial_state()
    for move in other.history():
        again.apply_action(move)
    assert str(again) == str(other)
    assert again.history_str() == other.history_str()
    for copy in (other.clone(), pickle.loads(pickle.dumps(other))):
        assert (str(copy), copy.history()) == (str(other), other.history())
    assert game.deserialize_state(other.serialize()).history() == other.history()


def test_a_state_knows_where_a_game_begins() -> None:
    """Also a resampled one, whose record begins later."""
    begin = [True] + 20 * [False]
    decides = 10 * [False] + [True] + 10 * [False]
    states = [state.clone() for state in islice(play(load(), Random(4)), 21)]
    for some in (states, [resampler(Random(1))(state, 0) for state in states]):
        assert [state.is_initial_state() for state in some] == begin
        assert [state.is_initial_non_chance_state() for state in some] == decides


def test_resampling_takes_no_longer_late_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """No move is looked at twice, the past is not told unless somebody asks, and a number is drawn for each card."""
    numbers = Counting()
    accounted: list[object] = []
    add = Ledger.add

    def count(ledger: Ledger, played: PlayedMove) -> None:
        accounted.append(played)
        add(ledger, played)

    monkeypatch.setattr(Ledger, "add", count)
    for state in islice(play(load(), Random(2)), 300):
        if not state.is_chance_node() and state.trajectory.length % 7 == 0:
            before = numbers.drawn
            other = resampler(numbers)(state, 0)
            held = len(state.trajectory.state.players[1].hand)
            assert numbers.drawn - before <= held + 1
            assert "told" not in vars(other.trajectory.past)
    assert 200 < len(accounted) == len(set(map(id, accounted)))


class Counting:
    """A source of chance that counts."""

    def __init__(self) -> None:
        self.drawn = 0
        self.rng = Random(5)

    def randrange(self, stop: int, /) -> int:
        """Return a number."""
        self.drawn += 1
        return self.rng.randrange(stop)


def test_chance_by_the_numbers_of_openspiel() -> None:
    numbers = iter([0.0, 0.49, 0.5, 1.0])
    rng = SamplerRng(lambda: next(numbers))
    assert [rng.randrange(2) for _ in range(4)] == [0, 0, 1, 1]
