"""The apprentice: features of decisions, a network of plain numbers, and the bot that plays by it."""

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from toledo_lab.bots import ApprenticeBot, Network, alternatives, trained_network
from toledo_lab.bots._apprentice import Describer
from toledo_rules import (
    KOSMOS_2008,
    PASS,
    TAKE_CARDS,
    Stream,
    legal_actions,
    new_game,
    shipped_edition,
    view,
)
from toledo_rules._hidden import plain_position
from toledo_rules.bots import (
    GreedyBot,
    RandomBot,
    bot_streams,
    load_bot,
    make_bot,
    play_game,
    play_on,
)
from toledo_rules.errors import BotError
from toledo_rules.testing import DECISIONS, lay_out

SEED = 1
TAKER = Network({"take": (1.0, 0.0)}, (0.0,), (0.0,))
"""Takes cards whenever it can; to all else it is indifferent."""


def test_alternatives_stand_for_all_legal_actions() -> None:
    """Cards of the same value are alike; everything else is an alternative of its own."""
    rng = Random(2)
    fewer = 0
    for moment in DECISIONS:
        state = lay_out(KOSMOS_2008, 3, rng, moment)
        made, legal = alternatives(state), legal_actions(state)
        assert set(made.actions) <= set(legal)
        assert {made.place(action) for action in legal} == set(range(len(made.actions)))
        assert [made.place(action) for action in made.actions] == list(range(len(made.actions)))
        fewer += len(made.actions) < len(legal)
    assert fewer > 0


def test_features_have_a_name_once_and_moderate_amounts() -> None:
    rng = Random(4)
    for moment in DECISIONS:
        made = alternatives(lay_out(KOSMOS_2008, 4, rng, moment))
        for some in made.features:
            names = [name for name, _ in (*made.context, *some)]
            assert len(names) == len(set(names))
            assert all(-3 <= amount <= 3 for _, amount in some)


def test_the_training_knows_all_features() -> None:
    """A name that was changed would count nothing, and the bot would play worse without a word."""
    rng = Random(6)
    known, met = set(trained_network().features), set[str]()
    for players in (2, 3, 4):
        for moment in DECISIONS * 4:
            made = alternatives(lay_out(KOSMOS_2008, players, rng, moment))
            met |= {name for some in (made.context, *made.features) for name, _ in some}
    assert len(met & known) > 0.95 * len(met)


def test_an_empty_site_has_nothing_to_give() -> None:
    describer = Describer(new_game(2, Stream(1)))
    assert describer.gains("to", "site", ()) == describer.gains("to", "smith", ()) == []
    assert describer.arrival("to", 1, ()) == [("to empty site", 1.0)]


def test_a_kind_that_is_new_is_not_passed_over() -> None:
    """Neither of actions nor of shops: it has a feature of its own, by which its worth can be learned."""

    class Rest:
        pass

    describer: Any = Describer(new_game(2, Stream(1)))
    assert describer.action(Rest()) == [("rest", 1.0)]
    assert describer.gains("to", "bank", ()) == [("to bank", 1.0)]


def test_nothing_else_is_possible() -> None:
    """A-19: then there is no choice, for a network that has never heard of it either."""
    edition, bots = shipped_edition("tiny-exhaustive"), [RandomBot(), RandomBot()]
    games = (
        play_on(new_game(2, Stream(seed), edition=edition), bots, Stream(9), bot_streams(seed, 2))
        for seed in range(30)
    )
    positions = (ply.before for game in games for ply in islice(game, 60))
    passed = next(state for state in positions if legal_actions(state) == (PASS,))
    assert alternatives(passed).features == [[("pass", 1.0)]]
    assert ApprenticeBot(TAKER).choose(view(passed, passed.active), Random(1)) == PASS


def test_a_network_by_hand() -> None:
    """Preference: direct weights, and hidden units above 0 times their weights; the context is part of each unit."""
    state = new_game(2, Stream(1))
    made = alternatives(state)
    assert ("cards", 5 / 8) in made.context
    assert ("take, cards", 0.5) in made.features[0]
    network = Network(
        {"cards": (9.0, 8.0, -8.0), "take": (1.0, 2.0, 0.0), "take, cards": (4.0, 0.0, 2.0)},
        bias=(1.0, 1.0),
        out=(0.5, 7.0),
    )
    take, *others = network.preferences(made)
    common = 9 * 5 / 8
    assert take - common == 1 + 4 * 0.5 + 0.5 * (1 + 8 * 5 / 8 + 2)
    assert {other - common for other in others} == {0.5 * (1 + 8 * 5 / 8)}


def test_the_action_that_is_preferred_is_played() -> None:
    seen = view(new_game(2, Stream(1)), 0)
    assert ApprenticeBot(TAKER).choose(seen, Random(1)) == TAKE_CARDS
    assert ApprenticeBot(TAKER, temperature=0.01).choose(seen, Random(1)) == TAKE_CARDS


def test_with_a_temperature_all_is_drawn_as_often_as_it_is_preferred() -> None:
    seen = view(new_game(2, Stream(1)), 0)
    rng, bot = Random(3), ApprenticeBot(TAKER, temperature=0.5)
    drawn = Counter(bot.choose(seen, rng) for _ in range(60))
    others = len(alternatives(plain_position(seen)).actions) - 1
    fair = 60 * 7.389 / (7.389 + others)  # exp(1 / 0.5)
    assert abs(drawn[TAKE_CARDS] - fair) < 4 * fair**0.5
    assert len(drawn) > others / 3


def test_it_beats_greedy() -> None:
    """In the measurement, see docs/assets/learning.json, about three games in four."""
    game = play_game([make_bot("apprentice"), GreedyBot()], seed=SEED)
    assert game.winners == {0}
    assert game.decisions < 400


def test_a_network_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    path.write_text(TAKER.to_json(), encoding="utf-8")
    assert load_bot(f"toledo_lab.bots:ApprenticeBot:network={path}") == ApprenticeBot(TAKER)


def test_a_stranger_cannot_name_a_file() -> None:
    with pytest.raises(BotError, match="has no option 'network'; its options are temperature"):
        make_bot("apprentice:network=/etc/passwd")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("nonsense", "a mistake in line 1, column 1"),
        ([], "an object with features, bias, out"),
        ({"features": {}, "bias": []}, "an object with features, bias, out"),
        (
            {"features": [], "bias": [], "out": []},
            r"\$\.features: .* expected an object with a list",
        ),
        ({"features": {}, "bias": 1, "out": []}, r"\$\.bias: found 1, expected a list of numbers"),
        ({"features": {}, "bias": [True], "out": [1]}, r"\$\.bias: .* expected a list of numbers"),
        ({"features": {}, "bias": [1e7], "out": [1]}, "expected a list of numbers up to 1,000,000"),
        ({"features": {}, "bias": [1], "out": []}, r"\$\.out: .* expected a list of 1 numbers"),
        (
            {"features": {"take": [1]}, "bias": [1], "out": [1]},
            r"\$\.features\.take: .* of 2 numbers",
        ),
    ],
)
def test_what_is_no_network(tmp_path: Path, said: object, reason: str) -> None:
    path = tmp_path / "my.json"
    path.write_text(said if isinstance(said, str) else json.dumps(said), encoding="utf-8")
    with pytest.raises(ValueError, match=reason):
        ApprenticeBot(str(path))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"there is no network in .*missing"):
        ApprenticeBot(str(tmp_path / "missing"))
    with pytest.raises(ValueError, match="temperature"):
        ApprenticeBot(TAKER, temperature=-1.0)
