"""Following a game by events: what does not fit is refused with a reason. The law itself is in tests/property."""

from __future__ import annotations

from random import Random

import pytest

from toledo_rules import KOSMOS_2008, Event, follow, new_game, view
from toledo_rules.events import (
    CardDrawn,
    CardPlayed,
    FigureReturned,
    FrontCardDiscarded,
    HandShown,
    MetalTaken,
    PaintingTaken,
    PileReshuffled,
    RoundFought,
    TurnEnded,
)
from toledo_rules.following import EventMisfitError

CARD = KOSMOS_2008.cards[0]
START = view(new_game(2, Random(1)), 0)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (CardDrawn(0, CARD), "nobody is drawing"),
        (CardDrawn(1, CARD), "another seat sees this card"),
        (PileReshuffled(3), "the piles have other sizes"),
        (FrontCardDiscarded(0, CARD), "another card lies in front"),
        (PaintingTaken(0, 9), "another painting lies on top"),
        (RoundFought(CARD, 0, 1, 0), "there is no duel"),
        (TurnEnded(1), "seat 0 is on turn"),
        (HandShown(1, (CARD,)), "seat 1 has 5 cards"),
        (CardPlayed(0, CARD, to_front=True, with_tile=False), "is not in"),
        (FigureReturned(1, 5), "5 is not in"),
        (MetalTaken(7), "index out of range"),
    ],
)
def test_an_event_that_cannot_have_come_next_is_refused(event: Event, why: str) -> None:
    assert CARD not in START.hand
    with pytest.raises(EventMisfitError, match="does not fit this view") as caught:
        follow(START, [event])
    assert caught.value.event == event
    assert why in caught.value.why
