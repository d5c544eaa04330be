"""A game in progress: notation, chance, undo, listeners, forced moves and saving, over positions that never change."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields, has
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table import Numbers
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    PASS,
    TAKE_CARDS,
    Action,
    Draw,
    Edition,
    EditionError,
    Game,
    IllegalActionError,
    LegalActions,
    PlaceShop,
    Rng,
    Seat,
    ShopTile,
    State,
    Stream,
    Transition,
    Update,
    apply,
    invariants,
    legal_actions,
    new_game,
    outcome,
    shipped_edition,
    step,
    view,
)
from toledo_rules._game import _RepeatableChance
from toledo_rules.bots import GreedyBot, RandomBot
from toledo_rules.errors import ListenerError, NotationError, RefusedError
from toledo_rules.events import HIDDEN, CardDrawn, SecretCardDrawn
from toledo_rules.notation import format_action, parse_action, parse_card
from toledo_rules.record import Record, deal_hands, load_record, reach, read_record
from toledo_rules.render import svg, text
from toledo_rules.rulebook import Code, Refusal
from toledo_rules.testing import BLUE, RED, Table

ROOT = Path(__file__).parent.parent
TINY = shipped_edition("tiny-exhaustive")

DEAL = """\
toledo-record 1
edition: kosmos-2008
hand red: 1va 2bd 3nd 4ta 4va
hand blue: 1nd 2va 4bd 5ta 6na
moves:
"""


def table_game(*lines: str, auto: bool = False) -> Game:
    """A game at a real table, where people name the cards."""
    text = DEAL + "".join(f"{line}\n" for line in lines)
    return Game.from_record(read_record(text).complete(), auto=auto)


def choose(game: Game, rng: Rng) -> Action:
    """What brings most at once, and now and then anything at all, so that every game ends."""
    bot = GreedyBot() if rng.randrange(6) else RandomBot()
    return bot.choose(game.view(game.active), rng)


START = new_game(2, Random(1))


def refusal(code: Code) -> Refusal:
    return Refusal.of(code)


# Playing


def test_a_game_is_what_the_engine_says() -> None:
    game, stream = Game(3, rng=Random(5), first=2), Stream(5)
    assert game.state == new_game(3, Random(5), first=2)
    while not game.over:
        assert game.legal.actions == legal_actions(game.state)
        action = choose(game, stream)
        assert game.explain(action) is None
        before = game.state
        what = game.play(action)
        assert what == game.history[-1].transition
        assert game.history[-1].before is before
    assert game.outcome == outcome(game.state)
    assert game.record().scores == tuple(sheet.total for sheet in outcome_of(game).sheets)
    assert reach(game.record()).state == game.state
    with pytest.raises(IllegalActionError):
        game.play(PASS)


def outcome_of(game: Game) -> Any:
    assert game.outcome is not None
    return game.outcome


def test_names() -> None:
    game = Game(["Ana", "Ben", "Carla"], rng=Random(1))
    assert len(game.state.players) == 3
    assert game.record().names == game.names == ("Ana", "Ben", "Carla")
    assert Game(["", "Ben"], seed=1).names == ("red", "Ben")
    assert Game(3, seed=1, first=2).player == "green"
    with pytest.raises(ValueError, match="2 to 4 players"):
        Game(["Ana"], rng=Random(1))


def test_a_game_shows_itself() -> None:
    game = Game(["Ana", "Ben"], seed=1)
    assert repr(game) == "<Game: Ana, Ben; 0 actions played; Ana is next>"
    game.play("place m2@4")
    assert repr(game) == "<Game: Ana, Ben; 1 action played; Ben is next>"
    assert str(game) == text(game.view(1))
    assert game._repr_svg_() == svg(game.view(1), names=("Ana", "Ben"))
    stream = Stream(1)
    while not game.over:
        game.play(choose(game, stream))
    assert repr(game) == f"<Game: Ana, Ben; {len(game.history)} actions played; over>"
    assert (repr(game.legal), bool(game.legal)) == ("<no actions>", False)


def test_legal_actions_are_asked_in_notation() -> None:
    game = table_game("place m1@4", "place g1@1", "place s1@2")
    assert repr(game.legal).startswith("<96 actions: take, place ")
    assert repr(game.legal).endswith(", ...>")
    assert len(repr(game.legal)) <= 100
    for action in game.legal:
        assert action in game.legal
        assert format_action(action, KOSMOS_2008) in game.legal
    assert "TAKE" in game.legal
    assert "end" not in game.legal
    assert END_TURN not in game.legal
    assert (game.legal[0], game.legal[:1]) == (TAKE_CARDS, (TAKE_CARDS,))
    assert (len(game.legal), bool(game.legal)) == (96, True)
    with pytest.raises(NotationError):
        "tkae" in game.legal  # noqa: B015  # to ask is what fails
    game.play("2va@0")
    assert (repr(game.legal), list(game.legal)) == ("<1 action: end>", [END_TURN])
    for copied in (pickle.loads(pickle.dumps(game.legal)), copy.deepcopy(game.legal)):
        assert isinstance(copied, LegalActions)
        assert (copied, copied.edition) == (game.legal, KOSMOS_2008)
        assert "end" in copied


# Beginning


def test_a_seed_repeats_a_game() -> None:
    """The seed is for chance alone: whatever is decided, the deal and the draws are the same."""
    one, two = Game(3, seed=2008), Game(3, rng=Stream(2008))
    assert one.seed == two.seed == 2008
    assert one.state == two.state == new_game(3, Stream(2008))
    one.play("place m2@4, take")
    two.play("place g1@6")
    two.play("take")
    assert one.history[-1].transition.draws == two.history[-1].transition.draws


def test_a_game_without_a_seed_gets_one() -> None:
    games = [Game(2) for _ in range(3)]
    assert len({game.seed for game in games}) == 3
    for game in games:
        assert game.seed is not None
        assert Game(2, seed=game.seed).state == game.state
    assert Game(2, rng=Random(1)).seed is None


def test_a_game_goes_on_with_its_seed_as_if_it_had_never_stopped() -> None:
    """Numbers that dealt and drew cards are not used again."""
    stream, whole = Stream(3), Game(2, seed="a text is a seed, too")
    while not whole.over:
        whole.play(choose(whole, stream))
    for number in (0, 20, 21, 40, len(whole.history) - 1):
        game = Game.from_record(whole.record().until(number), seed=whole.seed)
        assert game.seed == whole.seed
        for ply in whole.history[number:]:
            game.play(ply.action)
        assert game.history == whole.history
    middle = next(ply.before for ply in whole.history[30:] if ply.action == TAKE_CARDS)
    game = Game(position=middle, seed=9)
    again = Game.from_record(game.record(), seed=9)
    assert game.play(TAKE_CARDS) == again.play(TAKE_CARDS)


def test_a_game_begins_at_a_position() -> None:
    later = table_game("place m1@4", "place g1@1", "place s1@2", "2va@0").state
    game = Game(["Ana", "Ben"], position=later, seed=1)
    assert (game.state, game.history, game.player) == (later, (), "Ben")
    assert not game.can_undo()
    game.play("end")
    assert game.record().start == later
    assert Game(2, position=later).state == Game(position=later, edition=KOSMOS_2008).state == later


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({}, TypeError, "say how many players there are, or begin with a position"),
        ({"players": []}, TypeError, "say how many players there are"),
        ({"players": "Ana"}, TypeError, "must be a whole number or names by seat, not 'Ana'"),
        ({"players": True}, TypeError, "players must be a whole number, not True"),
        ({"players": 2.0}, TypeError, "a whole number or names by seat, not 2.0"),
        ({"players": {"Ana", "Ben"}}, TypeError, "a whole number or names by seat, not a set"),
        ({"players": ["Ana", 2]}, TypeError, "a name must be a text, not 2"),
        ({"players": ["Ana", "Ben", "Ana"]}, ValueError, "two players are called 'Ana'"),
        ({"players": 2, "first": "1"}, TypeError, "a seat must be a whole number, not '1'"),
        ({"players": 2, "edition": evolve(TINY, hand=-1)}, EditionError, "hand: found -1"),
        ({"players": 5}, ValueError, "is for 2 to 4 players, not 5"),
        ({"players": 2, "first": 2}, ValueError, "the seats are 0 to 1, not 2"),
        ({"players": 2, "seed": 1, "rng": Random(1)}, TypeError, "a seed or an rng, not both"),
        ({"players": 2, "seed": 1.5}, TypeError, "a seed must be a whole number or a text"),
        ({"position": START, "players": 3}, ValueError, "the position has 2 players, not 3"),
        ({"position": START, "players": ["Ana"]}, ValueError, "the position has 2 players, not 1"),
        ({"position": START, "first": 1}, TypeError, "the position says whose turn it is"),
        ({"position": START, "edition": TINY}, ValueError, "is of kosmos-2008: leave out"),
        ({"position": evolve(START, metal=99)}, ValueError, "there can be no such position"),
        ({"position": step(START, TAKE_CARDS).state}, ValueError, "where a player decides"),
    ],
)
def test_games_that_cannot_begin(
    arguments: dict[str, Any], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        Game(**arguments)


def test_a_game_does_not_go_on_with_an_edition_that_cannot_be_played() -> None:
    wrong = evolve(START, edition=evolve(KOSMOS_2008, gems_per_point=0))
    with pytest.raises(EditionError, match=r"^kosmos-2008: gems_per_point: found 0"):
        Game.from_record(Record(wrong))


def test_a_game_that_goes_on_has_one_source_of_chance() -> None:
    with pytest.raises(TypeError, match="a seed or an rng, not both"):
        Game.from_record(Record(START), seed=1, rng=Random(1))


def test_players_without_names_are_not_called_the_same() -> None:
    assert Game(["", "Ana", ""], seed=1).names == ("red", "Ana", "green")


# Copies


@pytest.mark.parametrize("copied", [Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(copied: Callable[[Game], Game]) -> None:
    game = Game(["Ana", "Ben"], seed=3, auto=True)
    game.play("place m2@4")
    game.play("place g1@7")
    game.undo()
    other = copied(game)
    assert (other.names, other.version, other.seed) == (game.names, game.version, game.seed)
    assert (other.history, other.seatings) == (game.history, game.seatings)
    before, version = game.record(), game.version
    other.redo()
    other.play("take")
    assert (game.record(), game.version, game.can_redo()) == (before, version, True)
    game.redo()
    game.play("take")
    assert game.state == other.state, "the same cards come to both"
    game.play("take")
    assert game.state != other.state


def test_a_copy_of_a_game_at_a_real_table() -> None:
    game = Game.from_record(Record(START))
    other = game.copy()
    other.play("place m2@4")
    assert (len(game.history), len(other.history), other.seed) == (0, 1, None)


def test_nobody_hears_or_saves_what_happens_to_a_copy(tmp_path: Path) -> None:
    file, heard = tmp_path / "game.toledo", list[Update]()
    game = Game(2, seed=3, autosave=file)
    game.subscribe(heard.append)
    saved = file.read_bytes()
    game.copy().play("take")
    assert (heard, file.read_bytes()) == ([], saved)
    game.play("take")
    assert len(heard) == 1
    assert file.read_bytes() != saved


# Playing in notation


def test_an_illegal_action_changes_nothing() -> None:
    game = Game(2, rng=Random(1))
    before = game.state
    why = game.explain(END_TURN)
    assert why is not None
    assert why.code == Code.NO_CARD_PLAYED
    with pytest.raises(IllegalActionError) as failure:
        game.play(END_TURN)
    assert failure.value.refusal == why
    assert (game.state, game.history) == (before, ())


def test_only_the_seat_on_turn_may_act() -> None:
    game = Game(2, rng=Random(1))
    for attempt in (game.play, game.explain):
        with pytest.raises(RefusedError, match=r"not_on_turn \(seat 1, active 0\): see TRN-02"):
            attempt(TAKE_CARDS, seat=1)
    assert game.explain(TAKE_CARDS, seat=0) is game.explain("take", seat=0) is None
    game.play(TAKE_CARDS, seat=0)
    assert game.active == 1


def test_a_seat_and_a_version_are_whole_numbers() -> None:
    """As they come from the address of a page they are texts: to say that 0 is not 0 helps nobody."""
    game = Game(2, seed=1)
    game.play("place m2@4")
    calls: list[tuple[Callable[..., object], tuple[str, ...]]] = [
        *((game.play, ("take",)), (game.explain, ("take",))),
        *((game.undo, ()), (game.redo, ()), (game.can_undo, ()), (game.can_redo, ())),
    ]
    for call, arguments in calls:
        for seat in ("1", 1.0, True):
            with pytest.raises(TypeError, match=f"a seat must be a whole number, not {seat!r}"):
                call(*arguments, seat=seat)
    for call, arguments in calls[:1] + calls[2:4]:
        for version in ("1", 1.0, True):
            with pytest.raises(TypeError, match=f"expect must be a whole number, not {version!r}"):
                call(*arguments, expect=version)
    assert (game.version, game.active) == (1, 1)


def test_people_name_the_cards() -> None:
    game = table_game("place m2@4", "place g1@2")
    draws = [Draw(parse_card(text, KOSMOS_2008)) for text in ("3va", "5nd")]
    with pytest.raises(IllegalActionError, match="chance_is_next"):
        game.play(TAKE_CARDS)
    with pytest.raises(IllegalActionError, match="chance_is_next"):
        game.play(TAKE_CARDS, draws=draws[:1])
    what = game.play(TAKE_CARDS, draws=draws)
    assert what.draws == tuple(draws)
    assert {draw.card for draw in draws} <= set(game.state.players[0].hand)


def test_a_line_is_played_as_a_whole_or_not_at_all() -> None:
    game = table_game("place m1@4", "place g1@2")
    before = game.state
    with pytest.raises(NotationError):
        game.play("4ta@0, use, edn")
    with pytest.raises(IllegalActionError, match="not_just_arrived"):
        game.play("4ta@0, use, use, end")
    assert (game.state, len(game.history)) == (before, 2)
    what = game.play("4ta@0, use, end")
    assert [ply.seat for ply in game.history] == [0, 1, 0, 0, 0]
    assert [type(event).__name__ for event in what.events][:3] == [
        "CardPlayed",
        "FigureMoved",
        "CircleTaken",
    ]
    game.play("4bd@0, vs red = 1ta 2bd 6ba")
    assert game.state.players[1].figures == (0, 0, 0, 0, 4)
    chance = Game.from_record(game.record(), rng=Random(1))
    chance.play("end, take")  # with a source of chance, cards need not be named
    assert len(chance.history[-1].transition.draws) == 2


def test_a_line_is_played_by_one_seat() -> None:
    game = table_game()
    with pytest.raises(RefusedError, match=r"not_on_turn \(seat 0, active 1\): see TRN-02"):
        game.play("place m2@4, place g1@2", seat=0)
    assert game.history == ()
    game.play("place m2@4, place g1@2")
    assert len(game.history) == 2


def test_cards_are_named_with_an_action_in_notation() -> None:
    game = table_game()
    draws = [Draw(parse_card(text, KOSMOS_2008)) for text in ("3va", "5nd")]
    with pytest.raises(NotationError, match="the end"):
        game.play("take = 3va 5nd", draws=draws)
    assert game.play("take", draws=draws).draws == tuple(draws)


def test_nobody_learns_from_a_line_that_fails() -> None:
    """A-132: what chance decides cannot be taken back, so nothing may follow it in a line that is all or nothing."""
    lines = ("place m1@4", "4bd@0, end", "4va@0")
    game = Game.from_record(table_game(*lines).record(), seed=1)
    for end in ("use", "end", "4ta@0", "use, use"):
        with pytest.raises(IllegalActionError, match="chance_is_next: see A-136"):
            game.play(f"vs blue, {end}")
    assert len(game.history) == 4
    game.play("vs blue")
    assert len(game.history) == 5
    named = table_game(*lines)
    named.play("vs blue = 1ta 2ba, end")  # where people name the cards, they know them
    assert len(named.history) == 6


# Taking back


def test_back_and_forth() -> None:
    game = table_game("place m2@4", "place g1@2")
    states = [game.state]
    for line in ("4ta@0", "use", "4va@0"):
        game.play(line)
        states.append(game.state)
    history = game.history
    for state in reversed(states[:-1]):
        assert game.can_undo()
        game.undo()
        assert game.state == state
    assert game.why_not_undo() == refusal(Code.TURN_TAKEN)
    for state in states[1:]:
        assert game.can_redo()
        game.redo()
        assert game.state == state
    assert game.history == history
    assert game.why_not_redo() == refusal(Code.NOTHING_UNDONE)
    with pytest.raises(RefusedError, match="nothing_undone: see A-132"):
        game.redo()
    game.undo()
    game.play(END_TURN)
    assert not game.can_redo()  # another way was taken


def test_nothing_was_played() -> None:
    game = Game(2, rng=Random(1))
    assert game.why_not_undo() == refusal(Code.NOTHING_PLAYED)
    with pytest.raises(RefusedError) as failure:
        game.undo()
    assert failure.value.refusal == refusal(Code.NOTHING_PLAYED)


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        (["place m2@4", "place g1@2"], "take = 3va 5nd"),  # a draw
        (["place m2@4", "4bd@0"], "use 1nd"),  # a payment
        (["place m1@4", "4bd@0, end", "4va@0"], "vs blue = 1ta 2ba"),  # a duel
        (["place m1@4", "5ta@0"], "use 1nd = 3va 5nd 6ba"),  # a tavern
    ],
)
def test_what_was_revealed_stays(lines: list[str], last: str) -> None:
    """A-132: a draw, a duel or a payment cannot be taken back, nor anything before it."""
    game = table_game(*lines)
    game.play(last)
    assert game.why_not_undo() == refusal(Code.REVEALED)
    if game.history[-1].seat == game.active:  # what comes after it can
        game.play(END_TURN)
        game.undo()
        assert game.why_not_undo() == refusal(Code.REVEALED)


def test_a_turn_can_be_taken_back_until_somebody_acts() -> None:
    """A-132 leaves it open. Once blue has acted, red's turn stands, even if blue takes that action back."""
    game = table_game()
    game.play(PlaceShop(ShopTile("metal", 2), 4))
    assert (game.active, game.can_undo()) == (1, True)
    game.undo()
    assert game.active == 0
    game.redo()
    game.play(parse_action("4bd@0", KOSMOS_2008))
    game.undo()
    assert game.active == 1
    assert game.why_not_undo() == refusal(Code.TURN_TAKEN)


def test_players_take_back_their_own_actions() -> None:
    game = table_game()
    game.play(PlaceShop(ShopTile("metal", 2), 4))
    assert (game.can_undo(0), game.can_undo(1)) == (True, False)
    assert game.why_not_undo(1) == refusal(Code.NOT_YOURS)
    game.undo(0)
    assert (game.can_redo(0), game.can_redo(1)) == (True, False)
    assert game.why_not_redo(1) == refusal(Code.NOT_YOURS)
    game.redo(0)


def test_the_whole_game_can_begin_again_from_an_earlier_point() -> None:
    game = table_game("place m2@4", "place g1@2", "take = 3va 5nd")
    assert not game.can_undo()
    earlier = Game.from_record(game.record().until(2))
    assert earlier.state == game.history[2].before


@pytest.mark.search
@settings(max_examples=30)
@given(st.data())
def test_taking_back_never_changes_what_comes(data: st.DataObject) -> None:
    """Whatever is played, taken back and played again: the record leads to the position."""
    game = Game(data.draw(st.integers(2, 4)), rng=Stream(data.draw(st.integers(0, 99))), auto=True)
    for _ in range(data.draw(st.integers(1, 40))):
        doing = data.draw(st.sampled_from(("play", "play", "undo", "redo")))
        revealed = [ply for ply in game.history if ply.transition.reveals]
        if doing == "undo" and game.can_undo():
            game.undo()
            assert game.can_redo()
        elif doing == "redo" and game.can_redo():
            game.redo()
            assert game.can_undo() or game.history[-1].transition.reveals
        elif not game.over:
            game.play(data.draw(st.sampled_from(game.legal.actions)))
        assert set(map(id, revealed)) <= set(map(id, game.history))
        assert list(invariants(game.state)) == []
    again = Game.from_record(game.record())
    assert (again.state, again.history) == (game.state, game.history)


# Forced moves


def test_a_turn_with_nothing_left_to_do_ends_by_itself() -> None:
    lines = ["place m1@4", "place g1@1", "place s1@2", "2va@0"]  # no other 2, and no sword to forge
    game = table_game(*lines)
    assert game.legal.actions == (END_TURN,)
    helpful = table_game(*lines, auto=True)
    assert helpful.active == 0
    assert helpful.history[-1].entry.action == END_TURN


def test_what_the_game_played_is_taken_back_with_what_was_chosen() -> None:
    game = table_game("place m1@4", "place g1@1", "place s1@2", auto=True)
    before = game.state
    what = game.play(parse_action("2va@0", KOSMOS_2008))
    assert [type(event).__name__ for event in what.events][-2:] == ["TurnEnded", "TurnBegan"]
    assert len(game.history) == 5
    after = game.state
    game.undo()
    assert (game.state, len(game.history)) == (before, 3)
    game.redo()
    assert (game.state, len(game.history)) == (after, 5)
    game.undo()  # also after it was played again
    assert (game.state, len(game.history)) == (before, 3)


def test_a_challenge_is_never_played_by_itself() -> None:
    """The player may rather take back the card that led to it."""
    game = table_game("place m1@1", "1nd@0, end", auto=True)
    game.play(parse_action("1va@0", KOSMOS_2008))
    assert game.legal.actions == (parse_action("vs blue", KOSMOS_2008),)
    game.undo()
    assert game.active == 0


def test_a_new_game_may_begin_with_a_forced_move(tmp_path: Path) -> None:
    """It is saved with that move."""
    file = tmp_path / "game.toledo"
    game = Game(
        position="toledo1 red moving, front 3va / red @1, m1@1 / blue", auto=True, autosave=file
    )
    assert game.history[0].entry.action == END_TURN
    assert load_record(file).complete() == game.record()


STUCK = evolve(TINY, name="stuck", shops=())
"""Nobody can place anything, so no figure can move."""


def test_passing_does_not_go_on_for_ever() -> None:
    """A-147: everybody can only pass. Each does so once; then the game waits."""
    begin = Record(deal_hands(STUCK, (TINY.cards[:1], TINY.cards[1:])))
    game = Game.from_record(begin, auto=True)
    assert [ply.action for ply in game.history] == [PASS, PASS]
    assert game.why_not_undo() == refusal(Code.TURN_TAKEN)
    game.play(PASS)
    assert len(game.history) == 4


def test_cards_are_taken_by_force_only_where_chance_can_deal_them() -> None:
    empty = Record(deal_hands(evolve(STUCK, hand=0), ((), ())))
    game = Game.from_record(empty, auto=True)
    assert (game.legal.actions, game.history) == ((TAKE_CARDS,), ())
    game = Game.from_record(empty, rng=Numbers(1, 0), auto=True)
    assert [type(ply.action).__name__ for ply in game.history] == [
        "TakeCards",
        "TakeCards",
        "Pass",
        "Pass",
    ]
    assert [player.hand for player in game.state.players] == [TINY.cards[1:], TINY.cards[:1]]


def test_nobody_is_told_which_moves_were_forced() -> None:
    """A-128: that a player had no choice says something about the hand."""
    lines = ("place m1@4", "place g1@1", "place s1@2", "2va@0")
    by_hand, by_itself = table_game(*lines, "end"), table_game(*lines, auto=True)
    assert by_hand.log(0) == by_itself.log(0)
    assert by_hand.record() == by_itself.record()


# Who sees what


def parts(value: object) -> Iterator[object]:
    """A value and everything in it. An edition is no secret."""
    yield value
    kind: Any = type(value)
    if has(kind) and kind is not Edition:
        for field in fields(kind):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, tuple | list | frozenset | set):
        for item in value:
            yield from parts(item)


def secrets(value: object, seat: Seat | None) -> list[object]:
    """What a seat should not have been given."""
    return [
        part
        for part in parts(value)
        if isinstance(part, State | Transition | Draw | Record | SecretCardDrawn)
        or (isinstance(part, CardDrawn) and part.seat != seat and part.card is not HIDDEN)
    ]


@pytest.mark.search
@pytest.mark.parametrize("players", [2, 4])
def test_listeners_hear_everything_and_see_no_secret(players: int) -> None:
    """A-128, A-131: all get what happened as their seat sees it, in order, with what it sees then."""
    rng = Stream(players)
    game = Game(players, rng=rng)
    seats = (None, *range(players))
    heard: dict[Seat | None, list[Update]] = {seat: [] for seat in seats}
    for seat in seats:
        game.subscribe(heard[seat].append, seat)
    while not game.over and len(game.history) < 80:
        game.play(choose(game, rng))
    for seat in seats:
        updates = heard[seat]
        assert secrets((updates, game.log(seat), game.view(seat)), seat) == []
        assert tuple(update.entry for update in updates) == game.log(seat)
        for update, ply in zip(updates, game.history, strict=True):
            assert update.change == "played"
            assert update.view == view(ply.after, seat)
            assert update.entry.events == ply.transition.seen_by(seat)
            assert (update.entry.actor, update.entry.action) == (ply.seat, ply.action)
    assert secrets(game.history, 0) != []  # the test can find them


def test_a_log_is_the_same_whatever_the_others_drew() -> None:
    """A-131: two games that differ only in cards which blue drew look the same to red."""
    one = table_game("place m2@4", "take = 3va 5nd", "place g1@1")
    other = table_game("place m2@4", "take = 6ba 6bd", "place g1@1")
    for seat in (0, None):
        assert one.log(seat) == other.log(seat)
        assert one.view(seat) == other.view(seat)
    assert one.log(1) != other.log(1)


def test_listeners_hear_of_taking_back() -> None:
    game = table_game("place m1@4", "place g1@1", "place s1@2", auto=True)
    heard: list[Update] = []
    game.subscribe(heard.append, 1)
    before = game.view(1)
    game.play(parse_action("2va@0", KOSMOS_2008))
    after = game.view(1)
    game.undo()
    game.redo()
    changes = [(update.change, update.entry.number) for update in heard]
    assert changes == [
        ("played", 4),
        ("played", 5),
        ("undone", 5),
        ("undone", 4),
        ("redone", 4),
        ("redone", 5),
    ]
    assert (heard[3].view, heard[5].view) == (before, after)


def test_a_listener_can_leave() -> None:
    game = table_game()
    heard: list[Update] = []
    leave = game.subscribe(heard.append)
    game.subscribe(heard.append, 0)
    game.play("place m2@4")
    leave()
    game.play("place g1@2")
    assert [update.view.seat for update in heard] == [None, 0, 0]
    with pytest.raises(ValueError, match="the seats are 0 to 1"):
        game.subscribe(heard.append, 2)


def test_a_subscription_ends_once() -> None:
    """To end it again does nothing, also to another one of the same listener."""
    game = table_game()
    heard: list[Update] = []
    leave, other = game.subscribe(heard.append), game.subscribe(heard.append)
    leave()
    leave()
    game.play("place m2@4")
    assert len(heard) == 1
    other()
    leave()
    game.play("place g1@2")
    assert len(heard) == 1


def test_a_listener_may_play() -> None:
    """Everybody still hears everything in order, and nobody while being told something else."""
    game = Game(2, rng=Random(1))
    heard: list[tuple[str, int]] = []

    def bot(update: Update) -> None:
        heard.append(("bot", update.entry.number))
        if update.view.active == 1:
            said = len(heard)
            game.play(TAKE_CARDS, seat=1)
            assert (
                len(heard) == said
            )  # nobody is told of the second action before all know the first

    game.subscribe(bot, 1)
    game.subscribe(lambda update: heard.append(("other", update.entry.number)))
    game.play(TAKE_CARDS)
    game.play(TAKE_CARDS)
    assert game.active == 0
    assert heard == [(who, number) for number in (1, 2, 3, 4) for who in ("bot", "other")]


def test_a_listener_that_fails_does_no_harm() -> None:
    """The action stands, the others hear of it at once, and whoever played learns that somebody did not."""
    game = table_game()
    heard: list[int] = []

    def fail(_update: Update) -> None:
        raise KeyError("no network")

    leave = game.subscribe(fail)
    game.subscribe(lambda update: heard.append(update.entry.number))
    with pytest.raises(ListenerError, match=r"the action stands.*no network") as failure:
        game.play("place m2@4")
    assert [type(one) for one in failure.value.failures] == [KeyError]
    assert (len(game.history), heard) == (1, [1])
    leave()
    game.play("place g1@2")
    assert heard == [1, 2]


def test_an_interrupted_listener_leaves_the_rest_for_later() -> None:
    game = table_game()
    heard: list[int] = []

    def interrupted(_update: Update) -> None:
        leave()
        raise KeyboardInterrupt

    leave = game.subscribe(interrupted)
    game.subscribe(lambda update: heard.append(update.entry.number))
    with pytest.raises(KeyboardInterrupt):
        game.play("place m2@4")
    assert (len(game.history), heard) == (1, [])
    game.play("place g1@2")
    assert heard == [1, 2]


# Saving


def test_the_file_always_has_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.toledo"
    rng = Stream(3)
    game = Game(["Ana", "Ben"], rng=rng, autosave=path)
    assert load_record(path).complete() == game.record()
    for steps in range(40):
        game.play(choose(game, rng))
        assert load_record(path).complete() == game.record()
        if game.can_undo() and steps % 3 == 0:
            game.undo()
            assert load_record(path).complete() == game.record()
            game.redo()
            assert load_record(path).complete() == game.record()
    again = Game.from_record(load_record(path).complete())
    assert (again.state, again.history) == (game.state, game.history)


def test_taking_back_the_last_action_of_all(tmp_path: Path) -> None:
    """The scores go from the file with the action that ended the game."""
    path = tmp_path / "game.toledo"
    rng = Stream(1)
    game = Game(2, rng=rng, edition=TINY, autosave=path)
    while not game.over:
        game.play(choose(game, rng))
    whole = game.record()
    while game.can_undo():
        game.undo()
        assert load_record(path).complete() == game.record() == whole.until(len(game.history))
    while game.can_redo():
        game.redo()
    assert load_record(path).complete() == whole


def test_a_game_that_ends_with_its_first_action_has_scores() -> None:
    rng = Stream(1)
    whole = Game(2, rng=rng, edition=TINY)
    while not whole.over:
        whole.play(choose(whole, rng))
    last = whole.history[-1]
    game = Game(position=last.before, seed=1)
    game.play(last.action)
    assert game.record().scores == whole.record().scores


def test_what_cannot_be_saved_does_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_file: int) -> None:
        raise OSError("the disk is full")

    path = tmp_path / "game.toledo"
    game = Game(2, rng=Random(1), autosave=path)
    heard: list[Update] = []
    game.subscribe(heard.append)
    game.play(PlaceShop(ShopTile("metal", 2), 4))
    game.play(PlaceShop(ShopTile("gem", 2), 8))
    game.undo()
    before, told = (game.state, game.history, game.can_undo(), game.can_redo()), len(heard)
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        for attempt in (lambda: game.play(TAKE_CARDS), game.redo):
            with pytest.raises(OSError, match="full"):
                attempt()
    assert (game.state, game.history, game.can_undo(), game.can_redo()) == before
    game.redo()
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="full"):
            game.undo()
    assert len(game.history) == 2
    assert len(heard) == told + 1
    assert load_record(path).complete() == game.record()


@pytest.mark.parametrize("saves", [0, 1])
def test_a_turn_is_taken_back_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saves: int
) -> None:
    """Also if the disk is full after one more save; a listener hears of each action by itself, as it was then."""
    path = tmp_path / "game.toledo"
    game = Game(position=Table(2).hand(RED, "3bd").shop(3, RED, "metal").lay(), autosave=path)
    for line in ("3bd@0", "use", "end"):
        game.play(line)
    heard: list[Update] = []
    game.subscribe(heard.append, 0)
    before, real, left = game.history, os.fsync, count()

    def sync(file: int) -> None:
        if next(left) >= 2 * saves:  # the file and its folder
            raise OSError("the disk is full")
        real(file)

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", sync)
        if saves:
            game.undo(0, turn=True)
        else:
            with pytest.raises(OSError, match="full"):
                game.undo(0, turn=True)
    assert game.history == (() if saves else before)
    assert [update.entry.number for update in heard] == ([3, 2, 1] if saves else [])
    assert [update.undo is None for update in heard] == ([True, True, False] if saves else [])
    assert load_record(path).complete() == game.record()
    assert game.can_redo(0) == bool(saves)


class FirstFails:
    """A disk that is full for the first few times."""

    def __init__(self, times: int) -> None:
        self.times = times
        self._fsync = os.fsync

    def __call__(self, file: int) -> None:
        """Fail, or do what is asked."""
        if self.times:
            self.times -= 1
            raise OSError("the disk is full")
        self._fsync(file)


@pytest.mark.search
@pytest.mark.parametrize(
    "source", [Stream(2008), Random(2008)], ids=lambda source: type(source).__name__
)
def test_a_retry_brings_the_same_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: Rng
) -> None:
    """Whatever the source of chance, and whatever else was tried meanwhile."""
    twin = copy.deepcopy(source)
    smooth = Game(2, rng=twin)
    game = Game(2, rng=source, autosave=tmp_path / "game.toledo")
    chosen = Stream(7)
    for number in range(120):
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", FirstFails(number % 3))
            action = choose(smooth, chosen)
            for _ in range(number % 3):
                before = game.state
                with pytest.raises(OSError, match="full"):
                    game.play(action)
                assert game.state is before
                assert game.explain(PASS) is not None
                with pytest.raises(IllegalActionError):
                    game.play(PASS)
            assert game.play(action) == smooth.play(action)
    assert game.record() == smooth.record()


def test_after_a_failure_another_action_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What chance gave for the one is not kept for the other if it is asked for something else."""
    chance = _RepeatableChance(Numbers(1, 0, 2, 4))
    assert chance.randrange(5) == 1
    assert chance.randrange(4) == 0
    chance.rewind()
    assert [chance.randrange(5), chance.randrange(3)] == [1, 2]
    chance.keep()
    assert chance.randrange(5) == 4
    game = Game(2, seed=5, autosave=tmp_path / "game.toledo")
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", FirstFails(1))
        with pytest.raises(OSError, match="full"):
            game.play("take")
        game.play("place m2@4")
    assert len(game.history) == 1


PLAYING = """
import sys
from toledo_rules import Game, Stream, load_edition
from toledo_rules.bots import RandomBot

edition, path, seed = load_edition(sys.argv[1]), sys.argv[2], int(sys.argv[3])
rng = Stream(seed)
while True:
    game = Game(2, rng=rng, edition=edition, autosave=path)
    print("new", flush=True)
    while not game.over:
        game.play(RandomBot().choose(game.view(game.active), rng))
        print(len(game.history), flush=True)
"""


@pytest.mark.search
def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    """Whenever it is killed, the file has every action whose call had returned, and at most one more."""
    script = tmp_path / "playing.py"
    script.write_text(PLAYING, encoding="utf-8")
    edition = ROOT / "src" / "toledo_rules" / "editions" / "tiny-exhaustive.toml"
    for number in range(6):
        path = tmp_path / f"{number}.toledo"
        process = subprocess.Popen(
            [sys.executable, str(script), str(edition), str(path), str(number)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "new\n"
        time.sleep(0.05 * number)
        process.send_signal(signal.SIGKILL)
        told = process.stdout.read().splitlines()
        process.stdout.close()
        process.wait()
        record = load_record(path).complete()
        assert reach(record).misfit is None
        done = 0 if not told or told[-1] == "new" else int(told[-1])
        assert len(record.entries) in (done, done + 1) or record.entries == ()


# Versions


def test_a_version_is_a_number_of_changes() -> None:
    game = Game(2, seed=1)
    assert game.version == 0
    game.play("place m2@4")
    game.undo()
    game.redo()
    assert game.version == 3


def test_a_stale_click_is_refused_everywhere() -> None:
    game = Game(2, seed=1)
    game.play("place m2@4", seat=0, expect=0)
    with pytest.raises(RefusedError, match=r"stale \(expected 0, version 1\): see A-136"):
        game.play("place m2@6", seat=1, expect=0)
    with pytest.raises(RefusedError):
        game.undo(0, expect=0)
    game.undo(0, expect=1)
    with pytest.raises(RefusedError):
        game.redo(0, expect=1)
    game.redo(0, expect=2)
    assert game.version == 3


def test_a_game_that_goes_on_counts_on() -> None:
    game = Game(2, seed=1)
    game.play("place m2@4")
    record = game.record()
    assert Game.from_record(record, seed=1).version == 1
    assert Game.from_record(record, seed=1, version=9).version == 9


def test_an_update_has_the_undo_state_of_its_own_position() -> None:
    """With forced moves a listener hears of positions that the game has left already."""
    game = Game(2, seed=3, auto=True)
    told: dict[int | None, list[Update]] = {0: [], 1: [], None: []}
    for seat, heard in told.items():
        game.subscribe(heard.append, seat)
    game.play("place m2@4")
    game.undo()
    game.redo()
    for heard in told.values():
        assert [update.version for update in heard] == [1, 2, 3]
    assert [update.undo for update in told[0]] == [None, Refusal.of(Code.NOTHING_PLAYED), None]
    assert [update.redo for update in told[0]] == [
        Refusal.of(Code.NOTHING_UNDONE),
        None,
        Refusal.of(Code.NOTHING_UNDONE),
    ]
    assert told[1][0].undo == told[None][0].undo == Refusal.of(Code.NOT_YOURS)


def test_figures_keep_their_circles() -> None:
    """A figure that nobody touches stays on its circle when another comes, and after undo and redo."""
    table = Table(2).shop(4, RED, "gem", 2).figures(BLUE, 4).hand(RED, "4va")
    game = Game(position=table.lay(), seed=1)
    found = [game.seating.circles[4]]
    told: list[Update] = []
    game.subscribe(told.append)
    for change in (lambda: game.play("4va@0"), game.undo, game.redo):
        change()
        found.append(game.seating.circles[4])
        assert told[-1].seating == game.seating
    assert found == [(BLUE, None), (BLUE, RED), (BLUE, None), (BLUE, RED)]
    assert game.seatings[-1] == game.seating


def test_a_record_is_taken_up_without_saving(tmp_path: Path) -> None:
    """A full disk keeps nobody from looking at a game: the file is written by the first change."""
    path = tmp_path / "game.toledo"
    game = Game.from_record(Game(2, seed=1).record(), seed=1, autosave=path)
    assert not path.exists()
    game.play("take")
    assert path.exists()


# What it costs


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions are called."""
    called = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return called


def played_at_random(plies: int) -> Game:
    game, rng = Game(3, seed=22), Random(22)
    for _ in range(plies):
        game.play(rng.choice(game.legal.actions))
    return game


def test_a_game_costs_little_more_than_its_rules() -> None:
    history = played_at_random(200).history

    def by_the_rules() -> None:
        chance = Stream(22)
        state = new_game(3, chance)
        for ply in history:
            legal_actions(state)
            state = apply(state, ply.action, chance)

    def in_a_game() -> None:
        game = Game(3, seed=22)
        for ply in history:
            game.play(ply.action)

    assert calls_of(in_a_game) < 4 * calls_of(by_the_rules)


def test_an_action_costs_the_same_however_long_the_game_is() -> None:
    game = played_at_random(300)
    action = next(one for one in game.legal if not step(game.state, one).state.chance)
    last = game.history[-1]
    short = Game(position=last.before, seed=1)
    short.play(last.action, draws=last.transition.draws)
    assert calls_of(lambda: game.play(action)) == calls_of(lambda: short.play(action))
    assert game.seating == game.seatings[-1]  # which somebody has to ask for
    assert len(game.seatings) == len(game.history) + 1


def test_legal_actions_are_compared_by_the_actions() -> None:
    """Not by the edition in whose words they are shown."""
    actions = (TAKE_CARDS, END_TURN)
    assert LegalActions(actions, KOSMOS_2008) == LegalActions(actions, TINY)
    assert LegalActions(actions, KOSMOS_2008) != LegalActions(actions[:1], KOSMOS_2008)


def test_a_seed_that_the_game_chooses_uses_all_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The remainder: a quotient would be one of two thousand."""
    monkeypatch.setattr(os, "urandom", lambda number: bytes([0] * (number - 1) + [7]))
    assert Game(2).state == Game(2, seed=7).state
