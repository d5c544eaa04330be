"""The bot that searches: it plays by the rules and by what it sees, on levels, and no nonsense."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from toledo_lab.bots import LEVELS, SearchBot
from toledo_lab.engine import search
from toledo_rules import (
    State,
    apply,
    determinize,
    legal_actions,
    new_game,
    parse_position,
    score,
    shipped_edition,
    view,
)
from toledo_rules.bots import Bot, GreedyBot, bot_streams, for_game, play_game, play_on
from toledo_rules.chance import Stream
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.notation import format_action
from toledo_rules.state import TurnStart

CORPUS = [
    json.loads(line)
    for line in Path(__file__).with_name("nonsense.jsonl").read_text("utf-8").splitlines()
]
"""Turns with a known best or bad move: `lab.studies.nonsense` writes them, and says what each kind means."""


def positions(players: int, seed: int) -> list[State]:
    """Every position of a game between greedy bots in which somebody has to decide something."""
    chance = Stream(seed)
    start = new_game(players, chance)
    plies = play_on(start, [GreedyBot()] * players, chance, bot_streams(seed, players))
    return [start, *[ply.after for ply in plies if not ply.after.over]]


STARTS = [state for state in positions(2, 3) if isinstance(state.phase, TurnStart)]


@pytest.mark.search
@pytest.mark.parametrize("name", SHIPPED_EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_any_edition_are_played_to_the_end(name: str, players: int) -> None:
    edition = shipped_edition(name)
    if edition.least_players <= players <= edition.most_players:
        bots = [SearchBot(level=4)] * players
        assert play_game(bots, edition=edition, seed=1, most=400).decisions > 0


@pytest.mark.search
@pytest.mark.parametrize("players", [2, 3, 4])
def test_plans_can_be_played(players: int) -> None:
    for state in positions(players, 5)[::17]:
        for plan in SearchBot(level=4).rank(view(state, state.active), Random(1)):
            now, luck = state, Stream(1)
            for action in plan.actions:
                assert action in legal_actions(now)
                now = apply(now, action, luck)
            assert 0 <= plan.chance <= 1


def test_it_uses_what_it_sees_and_nothing_else() -> None:
    for state in STARTS[::9]:
        seen = view(state, state.active)
        other = determinize(seen, Random(99))
        for level in (4, 5):
            bot = SearchBot(level=level)
            assert bot.plan(seen, Random(5)) == bot.plan(view(other, state.active), Random(5))
    state = STARTS[12]
    hidden = [determinize(view(state, state.active), Random(seed)) for seed in range(4)]
    assert len({search(one, nodes=500, seed=1) for one in hidden}) == 1


def test_the_seed_decides() -> None:
    one, again, other = (search(STARTS[5], nodes=800, seed=seed) for seed in (1, 1, 2))
    assert one == again != other


def test_a_player_remembers_its_plan_and_drops_it_when_something_unforeseen_happens() -> None:
    moving = next(
        state
        for state in STARTS[10:]
        if len(SearchBot(level=4).plan(view(state, state.active), Random(1))) > 1
    )
    seen, player = view(moving, moving.active), for_game(SearchBot(level=4))
    first = player.choose(seen, Random(1))
    after = apply(moving, first, Stream(1))
    plan = SearchBot(level=4).plan(seen, Random(1))
    assert player.choose(view(after, moving.active), Random(77)) == plan[1]
    assert player.choose(seen, Random(1)) == first


def test_levels() -> None:
    """The lower ones make mistakes, the higher ones take longer, and each has a name."""
    blurs, nodes = [level.blur for level in LEVELS], [level.nodes for level in LEVELS]
    assert blurs == sorted(blurs, reverse=True)
    assert nodes == sorted(nodes)
    assert [level.name for level in LEVELS] == [
        "beginner",
        "learner",
        "amateur",
        "club",
        "expert",
        "master",
    ]


def _won_by(first: Bot, second: Bot, deals: int) -> float:
    won = 0.0
    for seed in range(deals):
        for seat in (0, 1):
            table = [second, second]
            table[seat] = first
            winners = play_game(table, seed=seed).winners
            won += (seat in winners) / len(winners)
    return won / deals / 2


@pytest.mark.search
def test_the_beginner_loses_to_greedy() -> None:
    assert 0 < _won_by(SearchBot(level=1), GreedyBot(), 15) <= 0.45


@pytest.mark.search
def test_the_club_player_beats_the_beginner() -> None:
    assert _won_by(SearchBot(level=4), SearchBot(level=1), 8) >= 0.75


def test_more_plans_than_one_are_tried_beyond_the_own_turn() -> None:
    ranked = SearchBot(level=5).rank(view(STARTS[8], STARTS[8].active), Random(1))
    assert ranked[0].tries > 1
    assert {plan.tries for plan in ranked} > {0, ranked[0].tries}  # others dropped out before


def test_a_plan_that_is_named_is_judged_too() -> None:
    state = STARTS[12]
    worst = legal_actions(state)[-1]
    assert worst in [
        plan.actions[0] for plan in search(state, nodes=500, seed=1, plans=1, also=(worst,))
    ]


def test_a_decision_by_the_clock() -> None:
    ticks = iter(range(1000))
    bot = SearchBot(seconds=4, clock=lambda: float(next(ticks)))
    assert bot.rank(view(STARTS[8], STARTS[8].active), Random(1))[0].tries > 1


@pytest.mark.parametrize(
    "options",
    [{"level": 0}, {"level": 7}, {"nodes": -1}, {"seconds": 0}, {"seconds": float("inf")}],
)
def test_impossible_options(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"level|nodes|seconds"):
        SearchBot(**options)  # type: ignore[arg-type]  # that is the mistake


LAST_TURN = "toledo1 blue trigger red / red in 3: {reds} / blue 3va 4nd, @17, s1@17, in 1: {blues}, swords 12 2"
"""Blue has the last turn of the game, and can bring a sword of 12 to the Alcazar, or one of 2, or none."""


@pytest.mark.parametrize("level", [4, 5])
@pytest.mark.parametrize(("reds", "blues"), [("15 13 10", "2"), ("2", "10")])
def test_points_decide_where_the_game_is_lost_or_won_anyway(
    level: int, reds: str, blues: str
) -> None:
    state = parse_position(LAST_TURN.format(reds=reds, blues=blues))
    before = score(state, 1).total
    for action in SearchBot(level=level).plan(view(state, 1), Random(1)):
        state = apply(state, action, Stream(1))
    assert score(state, 1).total == before + 6


@pytest.mark.parametrize("one", CORPUS, ids=lambda one: one["kind"])
def test_it_plays_no_nonsense(one: dict[str, object]) -> None:
    state = parse_position(str(one["position"]))
    me, bot = state.active, SearchBot(level=5)
    if one["kind"] in {"end", "go on"}:
        player, luck, rng = for_game(bot), Stream(1), Stream(2)
        while state.active == me and not state.over:
            state = apply(state, player.choose(view(state, me), rng), luck)
        assert (state.over or state.trigger == me) == (one["kind"] == "end")
    else:
        bad = one["bad"]
        assert isinstance(bad, list)
        assert bad
        assert format_action(bot.choose(view(state, me), Stream(7)), state.edition) not in bad
