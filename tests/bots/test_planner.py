"""The bots that search: what they see in a position, and how they decide."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    Action,
    Challenge,
    Deliver,
    EndTurn,
    PlayCard,
    Seat,
    State,
    UseSpace,
    apply,
    legal_actions,
    view,
)
from toledo_rules.bots import Judgement, PlannerBot, RacerBot, bot_streams, make_bot, play_on
from toledo_rules.bots._simple import (
    NO_CHANCE,
    TurnPlan,
    after_the_turn,
    best_plan,
    plans,
    promising,
)
from toledo_rules.chance import Rng
from toledo_rules.edition import Card
from toledo_rules.errors import BotError
from toledo_rules.state import ENTERED, OVER, Arrived, Transit
from toledo_rules.testing import BLUE, RED, Table, sword

JUDGEMENT = Judgement()


def turn_of(state: State, bot: PlannerBot | RacerBot) -> list[Action]:
    """What a bot does until its turn is over."""
    seat, actions = state.active, []
    players = len(state.players)
    for ply in play_on(state, [bot] * players, Random(1), bot_streams(1, players)):
        if ply.seat != seat:
            break
        actions.append(ply.action)
    return actions


# Whole turns


def way_to_the_alcazar() -> Table:
    """Red has material for the best sword, a smith two steps ahead, and the entrance two steps behind it."""
    table = Table().shop(18, RED, "smith").shop(16, RED, "gem").figures(RED, 16)
    table.material(RED, metal=4, gems=4).hand(RED, "2va 2bd 5na")
    return table


@pytest.mark.parametrize("bot", [PlannerBot(), RacerBot(iterations=1)], ids=["planner", "racer"])
def test_a_turn_with_several_steps(bot: PlannerBot | RacerBot) -> None:
    """To the smith, forge, on to the Alcazar, deliver: no step but the last brings points at once."""
    actions = turn_of(way_to_the_alcazar().lay(), bot)
    assert [type(action) for action in actions] == [PlayCard, UseSpace, PlayCard, Deliver, EndTurn]
    forged = [action.take for action in actions if isinstance(action, UseSpace)]
    delivered = [action.sword for action in actions if isinstance(action, Deliver)]
    assert forged == delivered
    assert delivered[0].value >= 10


@pytest.mark.parametrize("holder", [RED, BLUE])
def test_a_duel_is_fought_by_its_odds(holder: Seat) -> None:
    """A gem from Red's own shop for a duel, or metal from the next one for a card: it depends on who has the tiles."""
    table = Table().shop(4, RED, "gem").shop(6, RED, "metal").figures(BLUE, 4)
    table.figures(RED, transit=4).hand(RED, "2na").tiles(holder, "brown", "turquoise", "violet")
    table.phase, table.front = Transit(4), Card(2, "brown", "attacker")
    chosen = PlannerBot().choose(view(table.lay(), RED), Random(1))
    assert isinstance(chosen, Challenge) == (holder == RED)


def test_somebody_must_be_challenged() -> None:
    """OCC-01: without a card to move on, there is nothing else."""
    table = Table().shop(4, BLUE, "gem").figures(BLUE, 4).figures(RED, transit=4)
    table.phase, table.front = Transit(4), Card(2, "neutral", "attacker")
    seen = view(table.lay(), RED)
    assert PlannerBot(width=1).choose(seen, Random(1)) == Challenge(BLUE)
    assert RacerBot().choose(seen, Random(1)) == Challenge(BLUE)


def test_a_plan_is_found_however_narrow_the_search() -> None:
    """In transit a turn cannot end (A-41): the search goes on until there is a plan."""
    table = Table().shop(4, RED, "gem").shop(6, RED, "metal").figures(RED, 4, transit=4)
    table.hand(RED, "2va").phase, table.front = Transit(4), Card(2, "neutral", "attacker")
    (plan,) = plans(table.lay(), JUDGEMENT, 1)
    assert plan.actions == (PlayCard(Card(2, "violet", "attacker"), 4), END_TURN)


def test_plans_can_be_carried_out() -> None:
    state = way_to_the_alcazar().lay()
    for plan in plans(state, JUDGEMENT, 50):
        after = state
        for action in plan.actions:
            assert action in legal_actions(after)
            after = apply(after, action, Random(1))


# What is left out


def test_of_equal_cards_one_is_tried() -> None:
    table = Table().shop(3, RED, "gem").hand(RED, "3va 3bd 3nd")
    plays = [a for a in promising(table.lay(), JUDGEMENT) if isinstance(a, PlayCard)]
    assert len(plays) == 1


def test_low_fees_are_tried() -> None:
    table = Table().shop(3, BLUE, "gem").figures(RED, 3).hand(RED, "1va 1bd 4na 5na 6na")
    table.front = Card(3, "violet", "attacker")
    fees = [a.pay for a in promising(table.lay(Arrived(3)), JUDGEMENT) if isinstance(a, UseSpace)]
    assert [fee.value for fee in fees if fee] == [1, 4]


def test_the_best_sword_is_delivered() -> None:
    table = Table().alcazar(RED, 1).swords(RED, sword(2), sword(8))
    table.front = Card(3, "violet", "attacker")
    options = list(promising(table.lay(ENTERED), JUDGEMENT))
    assert options == [END_TURN, Deliver(sword(8))]


def test_no_chance_in_a_plan() -> None:
    with pytest.raises(AssertionError):
        NO_CHANCE.randrange(2)


# Judgement


def test_equal_positions_are_judged_even() -> None:
    assert JUDGEMENT.advantage(Table().lay(), RED) == 0
    assert JUDGEMENT.advantage(Table(players=3).lay(), BLUE) == 0


@pytest.mark.parametrize(
    "more",
    [
        lambda table: table.hand(RED, "1va"),
        lambda table: table.material(RED, metal=1),
        lambda table: table.material(RED, gems=1),
        lambda table: table.swords(RED, sword(8)),
        lambda table: table.swords(RED, sword(8)).figures(RED, 5),  # on the tavern
        lambda table: table.shop(3, RED, "smith"),
        lambda table: table.shop(3, RED, "gem").shop(4, RED, "gem", circles=2),
        lambda table: table.shop(3, RED, "fencing"),
        lambda table: table.tiles(RED, "violet"),
        lambda table: table.tiles(RED, "movement"),
        lambda table: table.paintings(RED, 3),
        lambda table: table.figures(RED, 5),
    ],
)
def test_having_more_is_better(more: Callable[[Table], Table]) -> None:
    state = more(Table()).lay()
    assert JUDGEMENT.advantage(state, RED) > 0 > JUDGEMENT.advantage(state, BLUE)


def test_at_the_end_only_the_result_counts() -> None:
    """SCO-02: a sword in front is half its value; cards and metal are nothing."""
    table = Table(active=BLUE).alcazar(RED, 3, sword(8)).swords(BLUE, sword(10))
    table.hand(BLUE, "6va 6bd").trigger = RED
    state = table.lay(OVER)
    assert JUDGEMENT.advantage(state, RED) == 8 - 5 + JUDGEMENT.win
    assert JUDGEMENT.advantage(state, BLUE) == 5 - 8 - JUDGEMENT.win


def test_the_end_of_the_turn_can_be_the_end_of_the_game() -> None:
    """END-01, END-02: three figures are in, so the last round begins; after the last turn there is no time left."""
    table = Table().alcazar(RED, 3, sword(8))
    table.front = Card(3, "violet", "attacker")
    begun = after_the_turn(table.lay(ENTERED))
    assert (begun.trigger, begun.active) == (RED, BLUE)
    assert JUDGEMENT.time_left(begun, BLUE) > JUDGEMENT.time_left(begun, RED) == 0
    over = after_the_turn(begun)
    assert over.over
    assert after_the_turn(over) is over


def test_without_swords_on_the_board_material_is_worth_little() -> None:
    plenty = Table().material(RED, metal=2).lay()
    swordless = Table().material(RED, metal=2)
    swordless.swords(BLUE, *KOSMOS_2008.swords)
    with_all = Table().swords(BLUE, *KOSMOS_2008.swords)
    assert JUDGEMENT.prospects(swordless.lay(), RED) == JUDGEMENT.prospects(with_all.lay(), RED)
    assert JUDGEMENT.prospects(plenty, RED) > JUDGEMENT.prospects(Table().lay(), RED)


# The race


def test_by_the_clock() -> None:
    """A clock that goes on by a second at each look: once before the race, then once after each position."""
    ticks = iter(range(1000))
    state = Table().hand(RED, "1va 2bd 3na").hand(BLUE, "1vd").lay()
    bot = RacerBot(seconds=3, clock=lambda: next(ticks))
    assert bot.choose(view(state, RED), Random(1)) in legal_actions(state)
    assert next(ticks) == 4


def test_the_worse_half_drops_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four plans are tried in the first position, two in the second."""
    tried: list[TurnPlan] = []

    def outcome(_bot: RacerBot, _state: State, plan: TurnPlan, _chance: Rng) -> float:
        tried.append(plan)
        return plan.worth

    monkeypatch.setattr(RacerBot, "_outcome", outcome)
    state = Table().hand(RED, "1va 2bd 3na").hand(BLUE, "1vd").lay()
    RacerBot(iterations=2, arms=4, margin=99).choose(view(state, RED), Random(1))
    assert len(tried) == 4 + 2
    assert tried[4:] == sorted(tried[:4], key=lambda plan: -plan.worth)[:2]


@pytest.mark.parametrize("option", ["iterations", "arms", "width", "sketch"])
def test_a_count_is_at_least_one(option: str) -> None:
    assert getattr(make_bot(f"racer:{option}=1"), option) == 1
    with pytest.raises(BotError):
        make_bot(f"racer:{option}=0")


def test_a_clock_is_no_part_of_a_bot() -> None:
    assert RacerBot(clock=lambda: 0.0) == RacerBot()
    assert "clock" not in repr(RacerBot())


def test_the_narrowest_search() -> None:
    assert PlannerBot(width=1).width == 1
    with pytest.raises(ValueError, match="width must be 1 or more, not 0"):
        PlannerBot(width=0)


def test_far_too_late() -> None:
    """However long the first position takes, there is an answer."""
    ticks = iter((0.0, 1e9))
    state = Table().hand(RED, "1va 2bd 3na").hand(BLUE, "1vd").lay()
    bot = RacerBot(seconds=0.001, clock=lambda: next(ticks))
    assert bot.choose(view(state, RED), Random(1)) in legal_actions(state)


def test_no_time_is_no_setting() -> None:
    with pytest.raises(ValueError, match="the seconds for a decision must be more than 0, not 0"):
        RacerBot(seconds=0)


def test_the_best_plan_is_the_one_worth_most() -> None:
    state = way_to_the_alcazar().lay()
    found = plans(state, JUDGEMENT, 30)
    assert best_plan(state, JUDGEMENT, 30).worth == max(plan.worth for plan in found)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ({"width": 2.5}, "width must be a whole number, not 2.5"),
        ({"width": True}, "width must be a whole number, not True"),
        ({"judgement": None}, "judgement must be a Judgement, not None"),
        ({"seconds": "2"}, "seconds must be an int or a float, not '2'"),
        ({"margin": None}, "margin must be an int or a float, not None"),
    ],
)
def test_an_option_of_a_wrong_type_is_named(option: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=f"^{said}$"):
        RacerBot(**option)
