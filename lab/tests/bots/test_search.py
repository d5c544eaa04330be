"""The bot that searches: its value of positions, its plans, its levels, and what it remembers."""

import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from toledo_lab.bots import (
    LEVELS,
    Appraisal,
    Breadth,
    PlannedTurn,
    SearchBot,
    TurnSearch,
    Weights,
    _appraisal,
    _search,
    fitted_weights,
)
from toledo_lab.bots._appraisal import (
    features,
    figure_features,
    material_features,
    moment,
    moment_of,
)
from toledo_lab.bots._search import Effort, candidates
from toledo_rules import (
    Action,
    State,
    Sword,
    View,
    apply,
    legal_actions,
    new_game,
    outcome,
    parse_position,
    shipped_edition,
    view,
)
from toledo_rules.actions import Challenge, Deliver, EndTurn, PlaceShop, TakeCards, UseSpace
from toledo_rules.bots import Bot, GreedyBot, LastingBot, bot_streams, for_game, play_game, play_on
from toledo_rules.chance import Stream
from toledo_rules.notation import format_action
from toledo_rules.state import TurnStart

ROOT = Path(__file__).parents[3]
SOLVED = ROOT / "spec" / "solved"
GUIDE = ROOT / "docs" / "how-to" / "write-a-bot.md"
MEASURED = ROOT / "docs" / "assets" / "solved.json"


def positions(players: int, seed: int, *, most: int = 400) -> list[State]:
    """Every position of a game between greedy bots."""
    chance = Stream(seed)
    start = new_game(players, chance)
    bots = [GreedyBot()] * players
    plies = play_on(start, bots, chance, bot_streams(seed, players))
    return [start, *[ply.after for ply in islice(plies, most)]]


GAME = positions(2, 3)
STARTS = [state for state in GAME if isinstance(state.phase, TurnStart)]


# The value of positions


@pytest.mark.parametrize("players", [2, 3])
def test_a_worth_is_the_sum_of_features_times_weights(players: int) -> None:
    weights = fitted_weights()
    for state in positions(players, 5, most=150)[::7]:
        if state.over or state.trigger is not None or not isinstance(state.phase, TurnStart):
            continue
        stage = weights.weights[moment_of(state).stage]
        worths = Appraisal(state.edition).worths(state)
        for seat, worth in enumerate(worths):
            assert worth == pytest.approx(
                sum(
                    stage.get(name, float(name.startswith("judged"))) * amount
                    for name, amount in features(state, seat)
                )
            )


def test_chances_add_up_to_one_and_end_with_the_result() -> None:
    appraisal = Appraisal(GAME[0].edition)
    for state in [*STARTS[::9], GAME[-1]]:
        assert sum(appraisal.chances(state)) == pytest.approx(1)
    result = outcome(GAME[-1])
    assert result is not None
    assert [round(chance) for chance in appraisal.chances(GAME[-1])] == [
        int(seat in result.winners) for seat in range(2)
    ]


def test_a_shop_and_cards_are_worth_what_the_position_with_them_is_worth() -> None:
    """A shop is valued without placing it: the same comes out as after placing it."""
    appraisal = Appraisal(GAME[0].edition)
    for state in STARTS[:8]:
        for action in legal_actions(state):
            if isinstance(action, PlaceShop) and action.step % 5 == 0:
                after = apply(state, action, Random(1))
                assert appraisal.chance_with_shop(state, action.shop, action.step) == pytest.approx(
                    appraisal.chance(after, state.active)
                )
        after = apply(state, TakeCards(), Random(1))
        assert appraisal.chance_with_cards(state, 2) == pytest.approx(
            appraisal.chance(after, state.active)
        )


def test_the_last_round() -> None:
    """In the last round only what counts is worth something, and nothing after the last turn."""
    last = [state for state in STARTS if state.trigger is not None]
    appraisal = Appraisal(GAME[0].edition)
    assert last
    for state in last:
        tile = next(iter(state.players[state.active].shops), None)
        now = appraisal.chance_if_ended(state, state.active)
        assert appraisal.chance_with_cards(state, 3) == now
        if tile is not None and state.ground.sites:
            assert appraisal.chance_with_shop(state, tile, state.ground.sites[0]) == now
    assert moment(3, 3).stage == 3
    assert appraisal.chance_if_ended(GAME[-1], 0) == appraisal.chance(GAME[-1], 0)


def test_weights_of_ones_own() -> None:
    plain = Weights(({},) * 4, (0.2, 0.2, 0.2, 1.0))
    state = STARTS[10]
    assert Appraisal(state.edition, plain).worths(state) != Appraisal(state.edition).worths(state)


def test_what_is_kept_is_forgotten_when_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_appraisal, "_MOST_KEPT", 3)
    monkeypatch.setattr(_appraisal, "_MOST_BOARDS", 1)
    short, long = Appraisal(GAME[0].edition), _search.appraisal_of(GAME[0].edition)
    for state in STARTS[::8]:
        assert short.chance(state, 0) == pytest.approx(long.chance(state, 0))
    assert len(vars(short)["_kept"]) <= 3


# Plans for a turn


def test_plans_are_legal_to_their_end() -> None:
    search = TurnSearch(_search.appraisal_of(GAME[0].edition))
    for state in GAME[:-1:11]:
        if state.chance:
            continue
        for plan in search.plans(state, Breadth(8, sites=2)):
            position = state
            for action in plan.actions:
                assert action in legal_actions(position)
                position = apply(position, action, Random(1))


def test_a_duel_is_a_plan() -> None:
    found = set[type[Action]]()
    for seed in range(6):
        for state in positions(3, seed)[:-1:3]:
            if not state.chance and not state.over:
                search = TurnSearch(_search.appraisal_of(state.edition))
                for plan in search.plans(state, Breadth(3)):
                    found |= {type(action) for action in plan.actions}
        if found >= {Challenge, Deliver, EndTurn, UseSpace}:
            return
    raise AssertionError(f"only {found}")


# The bot


def test_the_same_view_and_numbers_give_the_same_choice() -> None:
    bot = SearchBot(units=0.3)
    seen = view(STARTS[6], STARTS[6].active)
    assert bot.choose(seen, Random(1)) == bot.choose(seen, Random(1))


def test_it_remembers_the_plan_of_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game it searches only when something has happened that it could not foresee."""
    searches: list[View] = []
    rank = SearchBot.rank

    def counted(self: SearchBot, seen: View, rng: Random) -> object:
        searches.append(seen)
        return rank(self, seen, rng)

    monkeypatch.setattr(SearchBot, "rank", counted)
    bot = SearchBot(level=5)
    assert isinstance(bot, LastingBot)
    chance = Stream(4)
    plies = list(
        islice(
            play_on(new_game(2, chance), [bot, GreedyBot()], chance, bot_streams(4, 2)),
            120,
        )
    )
    own = [ply for ply in plies if ply.seat == 0]
    assert 0 < len(searches) < len(own)
    # Asked for single choices, it makes the same ones: without a race there is no chance in its search.
    alone = SearchBot(level=5)
    for ply in own[::5]:
        assert alone.choose(view(ply.before, 0), Random(1)) == ply.action


def test_a_plan_is_dropped_when_something_unforeseen_happens() -> None:
    player = for_game(SearchBot(level=5))
    first = view(STARTS[0], 0)
    assert player.choose(first, Random(1)) == player.choose(first, Random(1))
    moving = next(
        state
        for state in STARTS[10:]
        if len(SearchBot(level=5).plan(view(state, state.active), Random(1))) > 1
    )
    seen = view(moving, moving.active)
    assert player.choose(seen, Random(1)) == player.choose(seen, Random(2))


def test_levels() -> None:
    """The beginner makes mistakes, and loses; higher levels take longer."""
    blurred = [dial.noise for dial in LEVELS[1:]]
    assert blurred == sorted(blurred, reverse=True)
    assert [dial.all_plans for dial in LEVELS] == [True, *[False] * 9]
    assert [dial.units for dial in LEVELS] == sorted(dial.units for dial in LEVELS)
    won = [
        play_game([SearchBot(level=5), SearchBot(level=1)], seed=seed).winners for seed in range(4)
    ]
    assert won.count(frozenset({0})) >= 3


def test_the_beginner_chooses_among_all_plans() -> None:
    seen = view(STARTS[8], STARTS[8].active)
    assert len(SearchBot(level=2).rank(seen, Random(1))) == 2
    assert len(SearchBot(level=1).rank(seen, Random(1))) > 5
    assert {plan.tries for plan in SearchBot(level=1).rank(seen, Random(1))} == {0}
    racing = SearchBot(level=1, units=1.0).rank(
        seen, Random(1)
    )  # whoever gives it time lets it race
    assert racing == SearchBot(level=7).rank(seen, Random(1))


def test_the_beginner_loses_to_greedy() -> None:
    """In both seats of ten deals. In 100 deals it won 29.5 % of the games."""
    won = 0.0
    for seed in range(10):
        for seat in (0, 1):
            table: list[Bot] = [GreedyBot(), GreedyBot()]
            table[seat] = SearchBot(level=1)
            winners = play_game(table, seed=seed).winners
            won += (seat in winners) / len(winners)
    assert 0 < won <= 8


LAST_TURN = "toledo1 blue trigger red / red in 3: {reds} / blue 3va 4nd, @17, s1@17, in 1: {blues}, swords 12 2"
"""Blue has the last turn of the game, and can bring a sword of 12 to the Alcazar, or one of 2, or none."""


@pytest.mark.parametrize("level", [5, 6, 7])
@pytest.mark.parametrize(("reds", "blues"), [("15 13 10", "2"), ("2", "10")])
def test_points_decide_where_the_game_is_lost_or_won_anyway(
    level: int, reds: str, blues: str
) -> None:
    state = parse_position(LAST_TURN.format(reds=reds, blues=blues))
    turns = TurnSearch(Appraisal(state.edition))
    plans = turns.plans(state, Effort.of(1.0, 2).root)
    assert len({plan.chance for plan in plans}) == 1
    leads = {turns.lead(state, plan.actions) for plan in plans}
    best = SearchBot(level=level).plan(view(state, 1), Random(1))
    assert turns.lead(state, best) == max(leads) > min(leads)


def test_chances_near_the_ends_count_as_equal_and_others_do_not() -> None:
    asked = list[str]()

    def lead() -> float:
        asked.append("once")
        return 7.0

    assert _search.rank_of(0.5, lead) == (0.5, 0.0, 0.5)
    assert asked == []
    assert _search.rank_of(0.001, lead) == (0.0, 7.0, 0.001)
    assert _search.rank_of(0.999, lead) == (1.0, 7.0, 0.999)


def test_a_race_by_the_clock() -> None:
    ticks = iter(range(1000))
    bot = SearchBot(seconds=4, clock=lambda: float(next(ticks)))
    ranked = bot.rank(view(STARTS[8], STARTS[8].active), Random(1))
    assert ranked[0].tries > 1
    assert 0 < ranked[0].chance < 1
    assert {plan.tries for plan in ranked} > {ranked[0].tries}  # the others dropped out before


@pytest.mark.parametrize(
    "options",
    [
        {"level": 0},
        {"level": 11},
        {"units": -1},
        {"units": float("inf")},
        {"seconds": 0},
        {"seconds": float("inf")},
    ],
)
def test_impossible_options(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"level|units|seconds"):
        SearchBot(**options)  # type: ignore[arg-type]  # that is the mistake


def test_it_searches_beyond_its_own_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the race the others play their turns, each the best one for them."""
    asked = set[int]()
    best = TurnSearch.best

    def watched(self: TurnSearch, state: State, breadth: Breadth) -> PlannedTurn:
        asked.add(state.active)
        return best(self, state, breadth)

    monkeypatch.setattr(TurnSearch, "best", watched)
    state = next(state for state in positions(3, 5) if isinstance(state.phase, TurnStart))
    ranked = SearchBot(units=0.3).rank(view(state, state.active), Random(1))
    assert asked == {0, 1, 2}
    assert ranked[0].tries > 0


def test_not_too_many_plans_begin_alike() -> None:
    most = 0
    for state in STARTS[10:40:3]:
        search = TurnSearch(_search.appraisal_of(state.edition))
        begun = [plan.actions[0] for plan in candidates(search, state, Effort.of(1000, 2))]
        most = max(most, *[begun.count(action) for action in begun])
    assert most == 2


def test_a_sword_without_a_figure_and_material_without_a_sword() -> None:
    """A sword that no figure can bring in counts for what it is sure to bring, and metal only for a sword."""
    edition, now = GAME[0].edition, moment(0, 3)
    alone = dict(figure_features(edition, now, (), 5, (Sword(2, 1, 0),)))
    assert (alone["points"], alone["judged swords"]) == (1, 1)
    assert "sword 1" not in alone
    assert dict(material_features(edition, now, 3, 2, ()))["judged material"] == 1


# The solved editions


@pytest.mark.parametrize("name", ["tiny-agreement", "tiny-exhaustive"])
def test_with_time_it_finds_the_value_of_solved_editions(name: str) -> None:
    """In these editions nothing is hidden, so best play is known; at once, it misses some of it."""
    edition = shipped_edition(name)
    solved = json.loads((SOLVED / f"{name}.json").read_text(encoding="utf-8"))
    for number, one in enumerate(solved["choices"][::60]):
        state = parse_position(one["position"], edition)
        chosen = SearchBot(units=20).choose(view(state, state.active), Random(number))
        assert format_action(chosen, edition) in one["best"], one["position"]


def test_the_value_of_solved_editions_was_measured() -> None:
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))["editions"]
    for edition in measured.values():
        shares = [edition["bots"][f"searcher{units}"]["share"] for units in ("", ":units=64")]
        assert shares == sorted(shares)
        assert shares[1] >= (0.99 if edition["hands"] == "open" else 0.9)
        found = edition["bots"]["searcher:units=64"]["found"]
        assert f"| {found} of {edition['positions']} |" in GUIDE.read_text(encoding="utf-8")


def test_the_tries_grow_as_the_units_do() -> None:
    for players in (2, 3, 4):
        one, four = Effort.of(1, players), Effort.of(4, players)
        assert four.tries == 4 * one.tries
        assert four.arms > one.arms
    assert Effort.of(0.25, 2).tries >= 2
