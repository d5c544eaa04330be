"""The artist and the paintings (ART)."""

import pytest
from attrs import evolve

from tests.table import changed, uses
from toledo_rules import END_TURN, PlayCard, State, UseSpace, score
from toledo_rules.events import FeePaid, PaintingTaken
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import MOVING, Arrived
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, cards, legal, play, refused, story

STACK = (3, 2, 2, 1, 1, 1)


def at_artist(table: Table, hand: str = "3va") -> State:
    """Red has just arrived at the artist."""
    return table.hand(RED, hand).figures(RED, 10).moving("5va").lay(Arrived(10))


def test_take_the_top_painting() -> None:
    """ART-01, I-35: there is no choice; the fee goes to the discard pile."""
    start = at_artist(Table(), "3va 6bd")
    assert uses(start) == {UseSpace(pay=card("3va")), UseSpace(pay=card("6bd"))}
    told = story(start, UseSpace(pay=card("3va")))
    after = changed(start, RED, hand=cards("6bd"), paintings=(3,))
    assert told.state == evolve(
        after, paintings=(2, 2, 1, 1, 1), discards=cards("3va"), phase=MOVING
    )
    assert told.events == (FeePaid(RED, None, card("3va")), PaintingTaken(RED, 3))


@pytest.mark.parametrize("taken", [0, 1, 2, 3, 4, 5])
def test_the_best_come_first(taken: int) -> None:
    """ART-01, SET-02, I-05: each time the top one of what is left."""
    start = at_artist(Table(3).paintings(GREEN, *STACK[:taken]))
    state = play(start, UseSpace(pay=card("3va")))
    assert state.players[RED].paintings == (STACK[taken],)
    assert state.paintings == STACK[taken + 1 :]


def test_paintings_are_collected() -> None:
    """ART-01: a second visit adds to the first, in one turn too."""
    table = Table().figures(RED, 5, 5).hand(RED, "5va 5bd 3va 4va")
    state = play(
        table.lay(),
        PlayCard(card("5va"), 5),
        UseSpace(pay=card("3va")),
        PlayCard(card("5bd"), 5),
        UseSpace(pay=card("4va")),
    )
    assert (state.players[RED].paintings, state.paintings) == ((2, 3), (2, 1, 1, 1))


@pytest.mark.parametrize("value", [1, 2, 3])
def test_the_number_is_its_fame(value: int) -> None:
    """ART-02, SCO-03: a painting counts what it shows, at once."""
    before = at_artist(Table(3).paintings(GREEN, *STACK[: STACK.index(value)]))
    after = play(before, UseSpace(pay=card("3va")))
    assert (score(before, RED).total, score(after, RED).total) == (0, value)


def test_no_painting_left() -> None:
    """A-66, A-62: arriving is allowed, using is not."""
    table = Table(3).paintings(GREEN, *STACK)
    moving = table.hand(RED, "5va 3va").figures(RED, 5).lay()
    state = play(moving, PlayCard(card("5va"), 5))
    assert (state.phase, legal(state)) == (Arrived(10), {END_TURN})
    assert refused(state, UseSpace(pay=card("3va"))) == illegal(Code.NO_PAINTING_LEFT, "A-66")


def test_the_artist_has_two_circles() -> None:
    """A-10, OCC-05: beside one other figure there is room."""
    table = Table().figures(BLUE, 10).figures(RED, 5).hand(RED, "5va 3va")
    state = play(table.lay(), PlayCard(card("5va"), 5))
    assert (state.phase, state.standing(10)) == (Arrived(10), (RED, BLUE))
