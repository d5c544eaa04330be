"""OpenSpiel's algorithms run on the game: search on the full edition, regret minimisation on tiny ones."""

from __future__ import annotations

from random import Random

import numpy as np
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.algorithms import external_sampling_mccfr as mccfr

from lab.tests.adapters.games import load, play
from toledo_lab.adapters.openspiel import resampler


def test_counterfactual_regret_minimisation_approaches_an_equilibrium() -> None:
    game = load("tiny-bank", horizon=6)
    solver = cfr.CFRPlusSolver(game)
    found = [exploitability.exploitability(game, policy.UniformRandomPolicy(game))]
    for iterations in (4, 4, 8):  # 4, 8 and 16 in all
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert [round(value, 3) for value in found] == [0.549, 0.286, 0.108, 0.029]


def test_external_sampling_approaches_an_equilibrium() -> None:
    game = load("tiny-bank", horizon=6)
    np.random.seed(1)  # noqa: NPY002  it is this one that the solver draws from
    solver = mccfr.ExternalSamplingSolver(game, mccfr.AverageType.SIMPLE)
    before = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    for _ in range(60):
        solver.iteration()
    assert exploitability.exploitability(game, solver.average_policy()) < before / 3


def test_monte_carlo_tree_search_plays_the_full_edition() -> None:
    game = load(horizon=40)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 10, evaluator, random_state=np.random.RandomState(2))
    state = next(state for state in play(game, Random(1)) if state.is_player_node())
    assert bot.step(state) in state.legal_actions()


def test_information_set_search_plays_the_full_edition_and_can_be_repeated() -> None:
    game = load(players=3, horizon=40)
    state = next(
        state
        for state in play(game, Random(1))
        if state.is_player_node() and state.move_number() > 40
    )

    def chosen() -> int:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 12, random_state=np.random.RandomState(2))
        bot.set_resampler(resampler(Random(3)))
        return int(bot.step(state))

    assert chosen() == chosen()
    assert chosen() in state.legal_actions()
