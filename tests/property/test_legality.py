"""Laws 2, 3 and 4: one authority decides what is legal, it is always asked, and it never leaves a player stuck."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import (
    EDITIONS,
    decisions,
    journeys,
    known_actions,
    positions,
    seeds,
    strange_actions,
)
from toledo_rules import (
    PASS,
    RULES,
    Action,
    Card,
    Code,
    Draw,
    Edition,
    IllegalActionError,
    PlayCard,
    Refusal,
    State,
    UseSpace,
    apply,
    chance_outcomes,
    explain,
    legal_actions,
    new_game,
    step,
    transition,
    universe,
)
from toledo_rules.actions import ACTION_TYPES
from toledo_rules.state import Transit, TurnStart
from toledo_rules.testing import Journey, moves


class TestOneAuthority:
    """Law 2, decision 3: an action is legal if and only if nothing speaks against it."""

    @given(positions())
    def test_over_the_whole_universe(self, state: State) -> None:
        """Law 2: `legal_actions` and `explain` agree on every action that the edition can ever offer."""
        legal = set(legal_actions(state))
        for action in universe(state.edition).actions:
            assert (explain(state, action) is None) == (action in legal), action

    @given(positions())
    def test_the_universe_is_complete(self, state: State) -> None:
        """Law 2: nothing is legal that is not in the universe, so that every action has its number."""
        assert set(legal_actions(state)) <= set(universe(state.edition).actions)

    @given(st.data(), positions())
    def test_over_actions_that_nobody_offers(self, data: st.DataObject, state: State) -> None:
        """Law 2: off the road, with cards and rivals that do not exist, `explain` still gives the same answer."""
        action = data.draw(strange_actions(state.edition))
        assert (explain(state, action) is None) == (action in legal_actions(state))

    @given(st.data(), decisions())
    def test_legal_actions_with_one_part_changed(self, data: st.DataObject, state: State) -> None:
        """Law 2: near misses, made from a legal action, are where two authorities would first disagree."""
        action = data.draw(st.sampled_from(legal_actions(state)))
        card = data.draw(st.sampled_from(state.edition.cards))
        near: Action
        match action:
            case PlayCard():
                near = data.draw(
                    st.sampled_from(
                        (
                            evolve(action, with_tile=not action.with_tile),
                            evolve(action, card=card),
                            evolve(action, card=action.card._replace(value=action.card.value + 1)),
                            evolve(action, origin=action.origin + 1),
                        )
                    )
                )
            case UseSpace():
                tile = data.draw(st.sampled_from((*state.edition.tiles, None)))
                near = data.draw(
                    st.sampled_from(
                        (
                            evolve(action, pay=None if action.pay else card),
                            evolve(action, pay=card),
                            evolve(action, take=tile),
                            evolve(action, give_back=tile),
                        )
                    )
                )
            case _:
                near = data.draw(known_actions(state.edition))
        assert (explain(state, near) is None) == (near in legal_actions(state))


class TestDeeds:
    """Law 3: every legal action applies; every illegal one raises, names a rule, and changes nothing."""

    @given(decisions(), seeds())
    def test_every_legal_action_applies(self, state: State, seed: int) -> None:
        """Law 3: by `step`, `apply` and `transition` alike."""
        copy = evolve(state)
        for action in legal_actions(state):
            what = step(state, action)
            whole = transition(state, action, Random(seed))
            assert apply(state, action, Random(seed)) == whole.state
            assert not whole.state.chance
            if not what.state.chance:
                assert what.state == whole.state
        assert state == copy

    @given(st.data(), positions())
    def test_every_illegal_action_raises(self, data: st.DataObject, state: State) -> None:
        """Law 3: the error is the explanation, and the position is as it was."""
        action = data.draw(known_actions(state.edition) | strange_actions(state.edition))
        reason = explain(state, action)
        if reason is None:
            return
        copy, seen = evolve(state), repr(state)
        with pytest.raises(IllegalActionError) as refused:
            step(state, action)
        assert (refused.value.move, refused.value.refusal) == (action, reason)
        with pytest.raises(IllegalActionError) as refused:
            apply(state, action, Random(0))
        assert refused.value.refusal == reason
        with pytest.raises(IllegalActionError) as refused:
            transition(state, action, Random(0))
        assert refused.value.refusal == reason
        assert state == copy
        assert repr(state) == seen

    @given(st.data(), positions())
    def test_every_reason_names_a_rule(self, data: st.DataObject, state: State) -> None:
        """Law 3, decision 6: a code, a rule of the specification, and parameters that a sentence can name."""
        action = data.draw(known_actions(state.edition) | strange_actions(state.edition))
        reason = explain(state, action)
        if reason is None:
            return
        assert isinstance(reason, Refusal)
        assert reason.code in Code
        assert RULES[reason.rule].title
        assert str(reason.code) in str(reason)
        assert reason.rule in str(reason)
        for name, value in reason.parameters:
            assert reason[name] == value

    @given(st.data(), positions())
    def test_draws_are_checked_too(self, data: st.DataObject, state: State) -> None:
        """Law 3: chance draws a card of the pile, and only when it is chance's turn."""
        card = data.draw(
            st.sampled_from(state.edition.cards) | st.just(Card(99, "pink", "attacker"))
        )
        if state.chance and card in state.pile:
            assert step(state, Draw(card)).draws == (Draw(card),)
            return
        expected = Code.CARD_NOT_IN_PILE if state.chance else Code.NOT_A_CHANCE_STEP
        with pytest.raises(IllegalActionError) as refused:
            step(state, Draw(card))
        assert refused.value.refusal.code == expected
        assert refused.value.refusal.rule in RULES

    @pytest.mark.parametrize("nonsense", [None, "take", 3])
    def test_what_is_no_action_is_a_type_error(self, nonsense: object) -> None:
        """Law 3: a thing that is no action at all is a mistake of the program, not of the player."""
        with pytest.raises(TypeError):
            explain(new_game(2, Random(0)), nonsense)  # type: ignore[arg-type]


class TestSomethingToDo:
    """Law 4: whoever is on turn has something to do, listed once, in a stable order."""

    @given(positions())
    def test_never_stuck(self, state: State) -> None:
        """Law 4, I-24: no legal action only when the game is over or chance is next."""
        assert bool(legal_actions(state)) == (not state.over and not state.chance)
        assert bool(moves(state)) == (not state.over)
        assert bool(chance_outcomes(state)) == state.chance

    @given(positions())
    def test_no_duplicates(self, state: State) -> None:
        """Law 4, A-162: equal things give one action."""
        legal = legal_actions(state)
        assert len(legal) == len(set(legal))

    @given(positions())
    def test_stable_order(self, state: State) -> None:
        """Law 4: legal actions come in the order of the universe, whatever the position."""
        number = {action: place for place, action in enumerate(universe(state.edition).actions)}
        numbers = [number[action] for action in legal_actions(state)]
        assert numbers == sorted(numbers)

    @given(positions())
    def test_equal_positions_give_equal_answers(self, state: State) -> None:
        """Law 4: the order depends on nothing but the position."""
        assert legal_actions(evolve(state)) == legal_actions(state)

    @given(decisions())
    def test_pass_is_alone(self, state: State) -> None:
        """A-19, A-147: passing is legal exactly when nothing else is, and only at the start of a turn."""
        legal = legal_actions(state)
        assert (PASS in legal) == (legal == (PASS,))
        assert PASS not in legal or isinstance(state.phase, TurnStart)

    @given(journeys())
    def test_no_dead_end_in_transit(self, journey: Journey) -> None:
        """A-43, A-44: a card that leads to a full space is legal only if there is a way on, at every link."""
        for ply in journey:
            if isinstance(ply.what.state.phase, Transit):
                assert legal_actions(ply.what.state)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_the_universe_of_an_edition(edition: Edition) -> None:
    """Decision 3: each action once, and of a known kind."""
    actions = universe(edition).actions
    assert len(actions) == len(set(actions))
    assert {type(action) for action in actions} <= set(ACTION_TYPES)
