"""The worked examples that the package ships: positions, lines and refusals that hold."""

from __future__ import annotations

import pytest

from toledo_rules import RULES, Game, IllegalActionError, invariants, parse_position, score
from toledo_rules.rulebook import EXAMPLES


def after(id: str) -> Game:
    """The game of an example, after its line."""
    game = Game(position=EXAMPLES[id].position)
    if line := EXAMPLES[id].line:
        game.play(line)
    return game


@pytest.mark.parametrize("id", EXAMPLES)
def test_an_example_can_be_played(id: str) -> None:
    example = EXAMPLES[id]
    assert example.id == id
    assert set(example.rules) <= set(RULES)
    assert list(invariants(parse_position(example.position))) == []
    assert after(id).state != parse_position(example.position) or not example.line


@pytest.mark.parametrize("id", [id for id, example in EXAMPLES.items() if example.refused])
def test_what_is_refused_breaks_a_rule(id: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        after(id).play(EXAMPLES[id].refused)
    assert caught.value.refusal.rule in RULES


def test_the_points_of_an_example() -> None:
    """EX-4: the player has 18 fame points."""
    example = EXAMPLES["EX-4"]
    assert score(parse_position(example.position), 0).total == 18
    assert example.then[-1] == "The movement tile takes 2 away, and the player has 18 fame points."


def test_examples_are_found_by_their_number() -> None:
    assert len(EXAMPLES) == len(set(EXAMPLES)) == 27
    assert "EX-11j" not in EXAMPLES
    assert EXAMPLES.get("EX-12") is None
    with pytest.raises(KeyError):
        EXAMPLES["EX-11j"]
