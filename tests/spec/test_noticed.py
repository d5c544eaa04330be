"""Mistakes that the comparison must notice: each was once made on purpose, and once got through."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from attrs import evolve

from spec.tools import facts
from spec.tools.logic import Term, parse, parts
from spec.tools.oracle import oracle_of
from spec.tools.referee import Referee
from tests.exploration import Chances, every_way
from tests.spec import agreement
from tests.spec.agreement import disagreements
from toledo_rules import (
    TAKE_CARDS,
    Action,
    Draw,
    Event,
    Move,
    PlayCard,
    Rng,
    Seat,
    State,
    Transition,
    UseSpace,
    chance_outcomes,
    legal_actions,
    step,
    transition,
)
from toledo_rules.events import FeePaid
from toledo_rules.state import MOVING, Arrived
from toledo_rules.testing import BLUE, RED, Table, card


def questions(state: State) -> set[str]:
    """The first words of the questions on which library and specification differ."""
    return {found.question.split()[0] for found in disagreements([state])}


def three_cards() -> State:
    """Red is about to take cards; of the three cards in the pile two are alike."""
    return Table(2).pile("1va 1va 6bd").rest_to(BLUE).lay()


def drawing_now() -> State:
    """The same, and chance is next."""
    return step(three_cards(), TAKE_CARDS).state


def paying() -> State:
    """Red has arrived at Blue's metal dealer and can pay."""
    table = Table(2).shop(4, BLUE, "metal", 1).figures(RED, 4).hand(RED, "3va").moving("4bd")
    return table.lay(Arrived(4))


@pytest.mark.parametrize("state", [three_cards(), drawing_now(), paying()])
def test_the_library_makes_none_of_these_mistakes(state: State) -> None:
    assert questions(state) == set()


# Chance: TAK-01


def drawn(state: State, *moves: Move) -> Chances[tuple[Draw, ...]]:
    """What chance draws for an action, by the weights of the specification."""
    for move in moves:
        state = step(state, move).state
    oracle = oracle_of(state.edition, len(state.players))
    weights = oracle.weights(oracle.of(state))
    draws = {facts.move(draw, state.active): draw for draw, _ in chance_outcomes(state)}
    if not weights:
        return {(): Fraction(1)}
    chances: Chances[tuple[Draw, ...]] = {}
    for name, weight in weights.items():
        for rest, chance in drawn(state, draws[name]).items():
            way = (draws[name], *rest)
            share = Fraction(weight, sum(weights.values())) * chance
            chances[way] = chances.get(way, Fraction(0)) + share
    return chances


Play = Callable[[State, Action, Rng], Transition]


def draws_agree(play: Play) -> bool:
    """TAK-01: over everything that a generator can say, cards come as often as the weights say."""
    state = three_cards()
    return every_way(lambda rng: play(state, TAKE_CARDS, rng).draws) == drawn(state, TAKE_CARDS)


def test_draws_are_as_likely_as_the_weights() -> None:
    assert draws_agree(transition)
    assert drawn(three_cards(), TAKE_CARDS)[(Draw(card("1va")), Draw(card("1va")))] == Fraction(
        1, 3
    )


def test_an_engine_that_always_draws_the_lowest_card_is_noticed() -> None:
    class Lowest:
        def randrange(self, _stop: int, /) -> int:
            return 0

    assert not draws_agree(lambda state, action, _rng: transition(state, action, Lowest()))


def test_odds_that_are_uniform_over_kinds_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def uniform(state: State) -> tuple[tuple[Draw, Fraction], ...]:
        outcomes = chance_outcomes(state)
        return tuple((draw, Fraction(1, len(outcomes))) for draw, _ in outcomes)

    monkeypatch.setattr(agreement, "chance_outcomes", uniform)
    assert questions(drawing_now()) == {"odds"}


# Information


def test_drawn_cards_that_everybody_sees_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(what: Transition, _seat: Seat | None) -> tuple[Event, ...]:
        return what.with_secrets()

    monkeypatch.setattr(Transition, "seen_by", shown)
    assert questions(drawing_now()) == {"told"}


def test_a_payment_that_can_be_taken_back_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(state: State, move: Move) -> Transition:
        what = step(state, move)
        paid = any(isinstance(event, FeePaid) for event in what.events)
        return evolve(what, reveals=what.reveals and not paid)

    monkeypatch.setattr(agreement, "step", forgetful)
    assert questions(paying()) == {"reveals"}
    assert any(isinstance(action, UseSpace) and action.pay for action in legal_actions(paying()))


def test_events_in_another_order_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(state: State, move: Move) -> Transition:
        what = step(state, move)
        return evolve(what, events=what.events[::-1])

    monkeypatch.setattr(agreement, "step", backwards)
    assert questions(paying()) == {"told"}


# Clauses: MOV-08


def legal_with_mistake(state: State, rule: str, right: str, wrong: str) -> set[Term]:
    """The legal moves by the specification with a mistake in one clause."""
    text = "".join(part.text for part in parts() if part.id == rule)
    assert text.count(right) == 1
    others = "".join(part.text for part in parts() if part.id != rule)
    rules = Referee(parse(others + text.replace(right, wrong)))
    edition = facts.edition(state.edition, len(state.players))
    return rules.legal(edition, [facts.position(state)])[0]


LANDING = "run(E,V,T,K+1,N+1))"


def test_a_look_ahead_that_forgets_the_discarded_card_is_noticed() -> None:
    """MOV-08, A-143: both piles are empty, and the second card of the turn is the one to turn up in a duel."""
    table = Table(2).shop(4, BLUE, "gem", 1).figures(BLUE, 4).hand(RED, "4bd")
    state = table.moving("4va").pile("").rest_to(BLUE).lay(MOVING)
    play = PlayCard(card("4bd"), 0)
    assert play in legal_actions(state)
    assert questions(state) == set()
    wrong = legal_with_mistake(state, "MOV-08", LANDING, "run(E,V,T,K+1,N))")
    assert facts.move(play, RED) not in wrong


def test_a_look_ahead_that_forgets_the_tile_card_is_noticed() -> None:
    """MOV-08, A-84: the tile has been used, so a 1 does not lead on from a space full of one's own figures."""
    table = Table(2).shop(3, RED, "gem", 1).shop(4, RED, "smith", 2).figures(RED, 3)
    table = table.tiles(RED, "movement").hand(RED, "1va 3bd").moving("3va", tile_value=5)
    state = table.lay(MOVING)
    play = PlayCard(card("3bd"), 0)
    assert play not in legal_actions(state)
    assert questions(state) == set()
    wrong = legal_with_mistake(state, "MOV-08", LANDING, "run(E,V,none,K+1,N+1))")
    assert facts.move(play, RED) in wrong
