"""Bots: they see a view and nothing else, choose what is legal, and choose the same for the same."""

from pathlib import Path
from random import Random

import pytest

from toledo_rules import (
    KOSMOS_2008,
    TAKE_CARDS,
    Action,
    Edition,
    IllegalActionError,
    Rng,
    View,
    determinize,
    legal_actions,
    load_edition,
    new_game,
    view,
)
from toledo_rules.bots import (
    Bot,
    BotSpecError,
    GreedyBot,
    RandomBot,
    bot_names,
    make_bot,
    options,
    play_game,
    play_on,
    register_bot,
)
from toledo_rules.bots import registry as registry_module
from toledo_rules.testing import DECISIONS, lay_out

ROOT = Path(__file__).parents[2]
EDITIONS = [KOSMOS_2008, *map(load_edition, sorted((ROOT / "spec" / "editions").glob("*.toml")))]
QUICK = ["random", "greedy"]
ALL = [*QUICK, "planner", "ismcts:iterations=1,arms=2,width=4,sketch=2"]


def moments(edition: Edition, seed: int) -> list[View]:
    """What the active seat sees, in positions of all kinds in which somebody decides."""
    rng = Random(seed)
    most = edition.most_players
    laid = [lay_out(edition, players, rng, m) for m in DECISIONS for players in range(2, most + 1)]
    return [view(state, state.active) for state in laid if legal_actions(state)]


# What there is to choose from


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_a_view_says_what_is_legal(edition: Edition) -> None:
    rng = Random(3)
    for moment in DECISIONS:
        state = lay_out(edition, 2, rng, moment)
        seen = view(state, state.active)
        assert options(seen) == legal_actions(state)
        assert options(view(state, 1 - state.active)) == ()  # nobody else decides
        assert options(view(state, None)) == ()


def test_nothing_to_choose_while_chance_is_next() -> None:
    state = lay_out(KOSMOS_2008, 3, Random(1), "duel")
    assert options(view(state, state.active)) == ()


# What every bot promises


@pytest.mark.parametrize("spec", ALL)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_a_choice_is_legal_and_the_same_for_the_same_view(spec: str, edition: Edition) -> None:
    """The position behind the view makes no difference: another one that looks the same gives the same choice."""
    for number, seen in enumerate(moments(edition, 8)):
        choice = make_bot(spec).choose(seen, Random(number))
        other = determinize(seen, Random(number))
        assert choice in legal_actions(other)
        assert make_bot(spec).choose(view(other, seen.seat), Random(number)) == choice


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_games_on_every_edition(edition: Edition) -> None:
    for players in range(edition.least_players, edition.most_players + 1):
        bots = [make_bot(QUICK[seat % 2]) for seat in range(players)]
        game = play_game(bots, Random(5), edition=edition, first=players - 1, most=300)
        assert game == play_game(bots, Random(5), edition=edition, first=players - 1, most=300)
        assert game.finished == bool(game.winners)


def test_games_of_those_who_search() -> None:
    edition = next(edition for edition in EDITIONS if edition.name == "tiny-duel")
    bots = [make_bot(spec) for spec in ALL[1:]]
    game = play_game(bots, Random(3), edition=edition, most=60)
    assert game == play_game(bots, Random(3), edition=edition, most=60)


# Games


class Stubborn:
    """Takes cards, whatever the position."""

    def choose(self, _view: View, _rng: Rng) -> Action:
        """What it always does."""
        return TAKE_CARDS

    def __repr__(self) -> str:
        return "Stubborn()"


def test_a_game_that_does_not_end_is_stopped() -> None:
    """A-117: no rule ends it. Nobody has won a game that was stopped."""
    game = play_game([Stubborn(), Stubborn()], Random(1), most=30)
    assert (game.decisions, game.turns, game.finished, game.winners) == (30, 30, False, frozenset())


def test_an_illegal_choice_names_the_bot_and_the_rule() -> None:
    with pytest.raises(IllegalActionError, match="A-27") as caught:
        play_game([Stubborn(), Stubborn()], Random(1))  # until there is no card to draw
    assert caught.value.__notes__ == ["the bot at seat 1 chose it: Stubborn()"]


def test_a_game_goes_on_from_a_position_ply_by_ply() -> None:
    state = new_game(2, Random(1))
    for ply in play_on(state, [GreedyBot(), RandomBot()], Random(2)):
        assert ply.before == state
        assert ply.seat == state.active
        assert ply.action in legal_actions(state)
        state = ply.what.state
    assert state.over


def test_a_bot_for_each_seat() -> None:
    with pytest.raises(ValueError, match="3 players need as many bots, not 2"):
        next(play_on(new_game(3, Random(1)), [RandomBot(), RandomBot()], Random(1)))


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(4):
        bots: list[Bot] = [RandomBot(), RandomBot()]
        bots[seed % 2] = GreedyBot()
        wins += play_game(bots, Random(seed)).winners == {seed % 2}
    assert wins == 4


# Bots by name


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nobody", "there is no bot 'nobody'; there are random, greedy"),
        ("", "there is no bot ''"),
        ("greedy:depth=2", "the bot 'greedy' has no option 'depth'; it has no options"),
        ("mine:depth=2", "the bot 'mine' has no option 'depth'; its options are size, name"),
        ("mine:size", "an option looks like name=value, not 'size' (in 'mine:size')"),
        ("mine:size=", "an option looks like name=value, not 'size='"),
        ("mine:size=1,", "an option looks like name=value, not ''"),
        ("mine", "'mine': a size is needed"),
    ],
)
def test_what_is_wrong_with_a_description(
    spec: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_module, "_factories", {"random": RandomBot, "greedy": GreedyBot})
    register_bot("mine", Mine)
    with pytest.raises(BotSpecError) as caught:
        make_bot(spec)
    assert str(caught.value).startswith(message)


class Mine(Stubborn):
    """A bot with options."""

    def __init__(self, size: float = 0, name: str = "me") -> None:
        if not size:
            raise ValueError("a size is needed")
        self.options = (size, name)


def test_a_bot_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "_factories", {"random": RandomBot})
    register_bot("mine", Mine)
    assert bot_names() == ("random", "mine")
    made = [make_bot("mine:size=3"), make_bot("mine:size=0.5,name=you")]
    assert [bot.options for bot in made if isinstance(bot, Mine)] == [(3, "me"), (0.5, "you")]
    with pytest.raises(ValueError, match="there is a bot 'mine' already"):
        register_bot("mine", GreedyBot)
    register_bot("mine", GreedyBot, replace=True)
    assert make_bot("mine") == GreedyBot()


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a=b", "a,b"])
def test_a_name_that_a_description_could_not_hold(name: str) -> None:
    with pytest.raises(ValueError, match="a bot's name"):
        register_bot(name, RandomBot)
