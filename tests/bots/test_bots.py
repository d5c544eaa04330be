"""Bots: they see a view and nothing else, choose what is legal, and choose the same for the same."""

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from toledo_rules import (
    KOSMOS_2008,
    TAKE_CARDS,
    Action,
    Edition,
    IllegalActionError,
    Rng,
    Stream,
    View,
    determinize,
    legal_actions,
    new_game,
    shipped_edition,
    view,
)
from toledo_rules import bots as _registry
from toledo_rules.bots import (
    Bot,
    BotEntry,
    BotFactory,
    GreedyBot,
    Judgement,
    PipeBot,
    RandomBot,
    _simple,
    bot_names,
    bot_streams,
    make_bot,
    play_game,
    play_on,
    register_bot,
)
from toledo_rules.bots._simple import Search
from toledo_rules.edition import MOST_PLAYERS
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.errors import BotError
from toledo_rules.record import Ply
from toledo_rules.testing import DECISIONS, lay_out

ROOT = Path(__file__).parents[2]
EDITIONS = [KOSMOS_2008, *map(shipped_edition, SHIPPED_EDITIONS[1:])]
TINY_DUEL = shipped_edition("tiny-duel")
QUICK = ["random", "greedy"]
SEARCHING = ["planner", "racer:iterations=1,arms=2,width=4,sketch=2", "searcher:level=5,nodes=300"]
ALL = [*QUICK, *SEARCHING]


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
        assert legal_actions(seen) == legal_actions(state)
        assert legal_actions(view(state, 1 - state.active)) == ()  # nobody else decides
        assert legal_actions(view(state, None)) == ()


def test_nothing_to_choose_while_chance_is_next() -> None:
    state = lay_out(KOSMOS_2008, 3, Random(1), "duel")
    assert legal_actions(view(state, state.active)) == ()


# What every bot promises


@pytest.mark.search
@pytest.mark.parametrize("spec", ALL)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_a_choice_is_legal_and_the_same_for_the_same_view(spec: str, edition: Edition) -> None:
    """The position behind the view makes no difference: another one that looks the same gives the same choice."""
    for number, seen in enumerate(moments(edition, 8)):
        choice = make_bot(spec).choose(seen, Random(number))
        other = determinize(seen, Random(number))
        assert choice in legal_actions(other)
        assert make_bot(spec).choose(view(other, seen.seat), Random(number)) == choice


@pytest.mark.search
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_games_on_every_edition(edition: Edition) -> None:
    for players in range(edition.least_players, edition.most_players + 1):
        bots = [make_bot(QUICK[seat % 2]) for seat in range(players)]
        game = play_game(bots, seed=5, edition=edition, first=players - 1, most=300)
        assert game == play_game(bots, seed=5, edition=edition, first=players - 1, most=300)
        assert game.finished == bool(game.winners)


@pytest.mark.search
def test_games_of_those_who_search() -> None:
    bots = [make_bot(spec) for spec in SEARCHING]
    game = play_game(bots, seed=3, edition=TINY_DUEL, most=60)
    assert game == play_game(bots, seed=3, edition=TINY_DUEL, most=60)


@pytest.mark.parametrize("spec", ALL)
def test_bots_draw_no_number_from_the_chance_of_the_game(spec: str) -> None:
    """Law: the chance of a game gives one number for each card dealt or drawn, and none for a choice."""
    chance = Stream(4)
    state = new_game(2, chance, edition=TINY_DUEL)
    drawn = chance.index
    assert drawn == 2 * TINY_DUEL.hand
    bots = [make_bot(spec), make_bot("random")]
    for ply in islice(play_on(state, bots, chance, bot_streams(4, 2)), 60):
        drawn += len(ply.transition.draws)
        assert chance.index == drawn


def test_the_randomness_of_bots_leaves_the_chance_of_the_game_the_same() -> None:
    """Law: two bots that choose alike are given the same cards, however many numbers each of them uses."""

    def played(wasted: int, bot_seed: str) -> list[Ply]:
        chance = Stream(4)
        state = new_game(2, chance, edition=TINY_DUEL)
        bots = [Wasteful(wasted), Wasteful(2 * wasted)]
        return list(islice(play_on(state, bots, chance, bot_streams(bot_seed, 2)), 60))

    thrifty = played(0, "one seed")
    assert any(ply.transition.draws for ply in thrifty)
    assert played(7, "one seed") == played(7, "another seed") == thrifty


def test_other_bots_are_dealt_the_same_hands() -> None:
    """A game of a seed begins the same way for everybody, and differently for each number of a game."""
    bots: list[list[Bot]] = [[RandomBot(), RandomBot()], [Stubborn(), Stubborn()]]
    starts = [play_game(each, seed=6, most=0).state for each in bots]
    assert starts[0] == starts[1] == new_game(2, Stream(6)) != new_game(2, Stream(6, game=1))
    assert bot_streams(6, 2, game=1)[1] == Stream("6 bot 1", game=1)


class Wasteful:
    """Chooses without randomness, and throws numbers away."""

    def __init__(self, wasted: int) -> None:
        self.wasted = wasted

    def choose(self, view: View, rng: Rng) -> Action:
        """Choose a legal action by the position alone."""
        for _ in range(self.wasted):
            rng.randrange(6)
        return GreedyBot().choose(view, Random(1))


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
    game = play_game([Stubborn(), Stubborn()], seed=1, most=30)
    assert (game.decisions, game.turns, game.finished, game.winners) == (30, 30, False, frozenset())


def test_an_illegal_choice_names_the_bot_and_the_rule() -> None:
    with pytest.raises(IllegalActionError, match="A-27") as caught:
        play_game([Stubborn(), Stubborn()], seed=1)  # until there is no card to draw
    assert caught.value.__notes__ == ["the bot at seat 1 chose it: Stubborn()"]


def test_a_game_goes_on_from_a_position_ply_by_ply() -> None:
    state = new_game(2, Random(1))
    for ply in play_on(state, [GreedyBot(), RandomBot()], Random(2), bot_streams(2, 2)):
        assert ply.before == state
        assert ply.seat == state.active
        assert ply.action in legal_actions(state)
        state = ply.transition.state
    assert state.over


def test_a_bot_for_each_seat() -> None:
    state, bots = new_game(3, Random(1)), [RandomBot()] * 3
    with pytest.raises(ValueError, match="3 players need as many bots, not 2"):
        next(play_on(state, bots[:2], Random(1), bot_streams(1, 3)))
    with pytest.raises(ValueError, match="3 players need as many bot_rngs, not 2"):
        next(play_on(state, bots, Random(1), bot_streams(1, 2)))


@pytest.mark.search
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_bots_end_their_games(players: int) -> None:
    """In about thirty rounds, with swords in the Alcazar."""
    for seed in range(5):
        game = play_game([GreedyBot()] * players, seed=seed)
        assert game.finished
        assert 20 * players < game.decisions < 200 * players
        assert any(player.delivered for player in game.state.players)


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(4):
        bots: list[Bot] = [RandomBot(), RandomBot()]
        bots[seed % 2] = GreedyBot()
        wins += play_game(bots, seed=seed).winners == {seed % 2}
    assert wins == 4


# What a bot does not know


@pytest.mark.parametrize("unknown", ["bank", None])
def test_an_unknown_kind_of_space_or_action_is_no_silent_zero(unknown: Any) -> None:
    """A new kind of shop is an error for the type checker, a new action with parts is one here."""
    state = new_game(2, Random(1))
    with pytest.raises(AssertionError, match=str(unknown)):
        _simple.worth(state, unknown)
    with pytest.raises(AssertionError, match="Expected code to be unreachable"):
        _simple.worth_of_kind(state, unknown, ())
    with pytest.raises(AssertionError, match="Expected code to be unreachable"):
        Judgement().shop(unknown, 1, 2)
    with pytest.raises(AssertionError, match=str(unknown)):
        Search(state, Judgement()).ending(state, unknown, 0)


def test_there_is_nothing_to_use_on_the_cathedral() -> None:
    state = new_game(2, Random(1))
    assert _simple.use_worth(state, 0, state.players[0].hand) == 0


# Bots by name


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nobody", "there is no bot 'nobody'; there are "),
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
    known(monkeypatch, random=RandomBot, greedy=GreedyBot)
    register_bot("mine", Mine)
    with pytest.raises(BotError) as caught:
        make_bot(spec)
    assert str(caught.value).startswith(message)


def known(monkeypatch: pytest.MonkeyPatch, **factories: BotFactory) -> None:
    """Let only these bots have names, for a test."""
    entries = {name: BotEntry(name, "", 0, factory) for name, factory in factories.items()}
    monkeypatch.setattr(_registry, "_entries", entries)


class Mine(Stubborn):
    """A bot with options."""

    def __init__(self, size: float = 0, name: str = "me") -> None:
        if not size:
            raise ValueError("a size is needed")
        self.options = (size, name)


def test_a_bot_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch, random=RandomBot)
    register_bot("mine", Mine)
    monkeypatch.setattr(_registry, "_installed", dict)
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


def test_nobody_plays_without_a_source_of_chance() -> None:
    start = new_game(2, Random(1))
    nothing: Any = None
    for bot in (RandomBot(), GreedyBot()):
        with pytest.raises(TypeError, match="a source of chance has a method randrange"):
            bot.choose(view(start, 0), nothing)
    with pytest.raises(TypeError, match="a source of chance has a method randrange"):
        next(play_on(start, ["random", "random"], Random(1), (Random(1), nothing)))


def test_bots_have_as_many_streams_as_a_game_has_players() -> None:
    assert len(bot_streams(1, MOST_PLAYERS)) == MOST_PLAYERS
    with pytest.raises(ValueError, match="a game has at most 16 players, not 1000000"):
        bot_streams(1, 1_000_000)


def test_a_command_is_no_longer_than_the_name_of_a_bot() -> None:
    """To take a text of millions of characters apart takes seconds."""
    with pytest.raises(ValueError, match="at most 1,000 characters, not 1,001"):
        PipeBot("x" * 1001)
