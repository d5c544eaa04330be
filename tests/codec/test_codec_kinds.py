"""The JSON of what front ends get: messages, choices, records."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from tests.table import busy
from toledo_rules import Game, ShopTile, parse_position, view
from toledo_rules.choices import Choices, choices
from toledo_rules.codec import CONVERTER, digest, dump, dumps, load, loads
from toledo_rules.describe import Message, Term, Where, Who, message
from toledo_rules.errors import CodecError
from toledo_rules.record import Record
from toledo_rules.testing import card, sword


def problems(value: object, kind: type) -> list[str]:
    """The mistakes that loading finds."""
    with pytest.raises(CodecError) as caught:
        load(value, kind)
    return [str(problem) for problem in caught.value.problems]


def changed(document: Any, path: tuple[str | int, ...], value: object) -> Any:
    """A copy of a document with something else at a place."""
    copy = node = json.loads(json.dumps(document))
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return copy


EVERYTHING = Message(
    "part.thing",
    (
        ("number", -3),
        ("text", "Zoë"),
        ("card", card("4va")),
        ("shop", ShopTile("gem", 2)),
        ("sword", sword(12)),
        ("seat", Who(0, "red", None)),
        ("owner", Who(9, None, "Ana")),
        ("step", Where(5, "tavern")),
        ("tile", Term("tile", "movement")),
        ("fee", Message("fee.none")),
        ("list", (Who(1, "blue", "Ben"), Message("fee.none"))),
    ),
)


def test_a_message_can_name_anything() -> None:
    document = dump(EVERYTHING)
    assert load(document, Message) == EVERYTHING
    assert loads(dumps(EVERYTHING)) == EVERYTHING
    assert isinstance(document, dict)
    parameters: Any = document["parameters"]
    assert parameters["card"] == {
        "type": "card",
        "value": 4,
        "colour": "violet",
        "stance": "attacker",
    }
    assert parameters["list"][1] == {"type": "message", "key": "fee.none", "parameters": {}}


def test_messages_about_everything_can_be_dumped() -> None:
    state = busy()
    assert load(dump(message(state)), Message) == message(state)
    for name in ("take", "end", "4va@0", "use"):
        game = Game(position=state, seed=1)
        why = game.explain(name)
        if why is not None:
            said = message(why, state)
            assert load(dump(said), Message) == said


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("key",), "Part", '$.key: found "Part", expected a key of the catalogues'),
        (("parameters", "card", "type"), "cart", '$.parameters.card.type: found "cart", expected'),
        (("parameters", "card"), 1.5, "$.parameters.card: found 1.5, expected a number, a text"),
        (("parameters", "list", 1), 7, "$.parameters.list[1]: found 7, expected an object"),
        (("parameters", "fee", "key"), None, "$.parameters.fee.key: found null, expected a key"),
        (("parameters", "text"), "two\nlines", "$.parameters.text: found "),
    ],
)
def test_mistakes_in_a_message(path: tuple[str, ...], value: object, expected: str) -> None:
    (problem,) = problems(changed(dump(EVERYTHING), path, value), Message)
    assert problem.startswith(expected)


def test_choices_come_back_as_they_were() -> None:
    for seat in (0, 1, None):
        found = choices(view(busy(), seat), names=("Ana", "Ben", "Carla"))
        assert load(dump(found), Choices) == found
        assert loads(dumps(found), Choices) == found
        assert digest(found) == digest(choices(view(busy(), seat), names=("Ana", "Ben", "Carla")))


@pytest.mark.parametrize("action", [{"type": "end_turn"}, {"type": "pass"}])
def test_a_record_that_does_not_fit_says_where(action: Any) -> None:
    game = Game(2, seed=1)
    game.play("place m2@4")
    document = changed(dump(game.record()), ("entries", 0, "action"), action)
    (problem,) = problems(document, Record)
    assert problem.startswith("$.entries[0]: found something that does not fit, expected a game by")


def test_a_fraction_has_an_end() -> None:
    assert not [*CONVERTER.faults(f"1/{'1' * 198}", Fraction, "$")]
    assert [*CONVERTER.faults(f"1/{'1' * 199}", Fraction, "$")]


def test_mistakes_in_choices() -> None:
    position = "toledo1 red: transit 4, front 4va / red 4bd / blue 1bd, @4, g1@4"
    document = dump(choices(view(parse_position(position), 0)))
    assert isinstance(document, dict)
    moves: Any = document["moves"]
    (place,) = [number for number, move in enumerate(moves) if move["duels"]]
    wins = ("moves", place, "duels", 0, "wins")
    for wrong in ("2/4", "3/2", "1/0", "0.5", 1, "1" * 300 + "/1"):
        (problem,) = problems(changed(document, wins, wrong), Choices)
        assert "expected a fraction in lowest terms" in problem
    assert problems(changed(document, ("reasons",), []), Choices)
    assert problems(changed(document, ("reasons", "a b"), document["prompt"]), Choices)
    (problem,) = problems(changed(document, ("parts", 0, "id"), ""), Choices)
    assert "expected the id of a part" in problem


@pytest.mark.parametrize("text", ["0/1", "1/1", "1/1" + 197 * "0"])
def test_every_probability_comes_back_as_it_was(text: str) -> None:
    """From never to always, with up to 200 signs."""
    assert CONVERTER.dump(CONVERTER.load(text, Fraction)) == text


@pytest.mark.parametrize("text", ["3/2", "2/4", "0/2", "1/1" + 198 * "0"])
def test_what_is_no_probability(text: str) -> None:
    assert [*CONVERTER.faults(text, Fraction, "$")]


def test_a_record_is_a_document_like_any_other() -> None:
    game = Game(["Ana", "Ben"], seed=5)
    game.play("place m2@4")
    game.play("take")
    record = evolve(game.record(), tags=(("date", "2008-10-23"),))
    assert loads(dumps(record), Record) == record
    assert load(dump(record), Record) == record


def test_mistakes_in_a_record() -> None:
    game = Game(["Ana", "Ben"], seed=5)
    game.play("place m2@4")
    document = dump(game.record())
    (names,) = problems(changed(document, ("names",), ["Ana"]), Record)
    assert names.startswith("$: found parts that do not fit together (expected a name for each of")
    (illegal,) = problems(changed(document, ("entries", 0, "action"), {"type": "end_turn"}), Record)
    assert illegal.startswith("$.entries[0]: found something that does not fit, expected a game by")
    (scores,) = problems(changed(document, ("scores",), "many"), Record)
    assert scores == '$.scores: found "many", expected a list'
    assert load(changed(document, ("scores",), None), Record) == game.record()
    (start,) = problems(changed(document, ("start", "metal"), 999), Record)
    assert start.startswith("$.start")


def test_something_or_null() -> None:
    kind = tuple[int, ...] | None
    assert CONVERTER.words(kind) == "a list or null"
    assert (CONVERTER.load(None, kind), CONVERTER.load([1], kind)) == (None, (1,))
    assert (CONVERTER.dump(None, kind), CONVERTER.dump((1,), kind)) == (None, [1])
    assert ([*CONVERTER.faults(None, kind, "$")], len([*CONVERTER.faults(7, kind, "$")])) == ([], 1)
