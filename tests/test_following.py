"""Following a game by events: what does not fit is refused with a reason. The law itself is in tests/property."""

from __future__ import annotations

from random import Random

import pytest

from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    TAKE_CARDS,
    Event,
    Game,
    ReturnFigure,
    Stream,
    UseSpace,
    follow,
    new_game,
    step,
    view,
)
from toledo_rules.bots import make_bot
from toledo_rules.errors import EventMisfitError
from toledo_rules.events import (
    HIDDEN,
    CardDrawn,
    CardPlayed,
    DuelBegan,
    FigureReturned,
    FrontCardDiscarded,
    HandShown,
    MetalTaken,
    PaintingTaken,
    PileReshuffled,
    RoundFought,
    TurnEnded,
)
from toledo_rules.state import Arrived, Duel, Transit
from toledo_rules.testing import BLUE, RED, Table

CARD = KOSMOS_2008.cards[0]
START = view(new_game(2, Random(1)), 0)


@pytest.mark.search
@pytest.mark.parametrize(("players", "seed"), [(2, 3), (4, 8)])
def test_whole_games_can_be_followed(players: int, seed: int) -> None:
    """Law 10 on two games: every seat and a spectator arrive at their next view by events alone."""
    game = Game(players, seed=seed)
    bot, rng = make_bot("greedy"), Stream(seed)
    told = {seat: game.view(seat) for seat in (None, *range(players))}
    while not game.over:
        what = game.play(bot.choose(game.view(game.active), rng))
        for seat, before in told.items():
            told[seat] = follow(before, [*what.seen_by(seat)])
            assert told[seat] == game.view(seat)


def test_a_figure_goes_back_and_a_tile_is_swapped() -> None:
    """RET-01, FEN-06: two things that bots hardly ever do."""
    table = Table(2).shop(4, RED, "fencing").figures(RED, 4)
    begun = table.lay()
    swapping = table.tiles(RED, "violet", "brown", "turquoise").moving("4va").lay(Arrived(4))
    for state, action in (
        (begun, ReturnFigure(4)),
        (swapping, UseSpace(take=MOVEMENT, give_back="violet")),
    ):
        what = step(state, action)
        assert follow(view(state, BLUE), what.seen_by(BLUE)) == view(what.state, BLUE)


def test_a_duel_begins_without_a_round() -> None:
    """OCC-01: so far nobody has won any."""
    table = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).moving("5vd")
    seen = view(table.lay(Transit(5)), BLUE)
    assert follow(seen, [DuelBegan(RED, BLUE, 5)]).phase == Duel(5, BLUE, 0, 0)


def test_a_hand_that_is_shown_is_known_to_all() -> None:
    """A-128: at the end, when the sum of the cards decides."""
    shown = follow(START, [HandShown(1, (CARD,) * 5)])
    assert shown.players[1].known == (CARD,) * 5


def test_a_player_sees_their_own_card() -> None:
    drawing = view(step(new_game(2, Random(1)), TAKE_CARDS).state, RED)
    with pytest.raises(EventMisfitError, match="its player sees this card"):
        follow(drawing, [CardDrawn(RED, HIDDEN)])


def test_something_that_is_no_event_is_no_event() -> None:
    with pytest.raises(TypeError, match="not 'nonsense'"):
        follow(START, ["nonsense"])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (CardDrawn(0, CARD), "no card is being drawn"),
        (CardDrawn(1, CARD), "another seat sees this card"),
        (PileReshuffled(3), "the pile is not used up"),
        (FrontCardDiscarded(0, CARD), "nothing happens here"),
        (PaintingTaken(0, 9), "here it would be PaintingTaken(seat=0, value="),
        (RoundFought(CARD, 0, 1, 0), "there is no duel"),
        (TurnEnded(1), "here it would be TurnEnded(seat=0)"),
        (HandShown(1, (CARD,)), "seat 1 has another number of cards"),
        (CardPlayed(0, CARD, to_front=True, with_tile=False), "is not in"),
        (FigureReturned(0, 5), "5 is not in"),
        (MetalTaken(7), "here it would be MetalTaken(seat=0)"),
        (HandShown(7, ()), "index out of range"),
    ],
)
def test_an_event_that_cannot_have_come_next_is_refused(event: Event, why: str) -> None:
    assert CARD not in START.hand
    with pytest.raises(EventMisfitError, match="does not fit this view") as caught:
        follow(START, [event])
    assert caught.value.event == event
    assert why in caught.value.why
