"""JSON: what has the wrong shape is refused, and told with its path."""

from __future__ import annotations

import json
from inspect import signature
from typing import Any

import pytest
from attrs import evolve, frozen

from tests.codec.codec_cases import (
    FOUR,
    TWO,
    a_position,
    changed,
    finished,
    problems,
    text_problems,
)
from toledo_rules import (
    KOSMOS_2008,
    Card,
    Challenge,
    Code,
    Draw,
    EndTurn,
    Game,
    Illegality,
    PlayCard,
    ShopTile,
    State,
    explain,
    outcome,
    view,
)
from toledo_rules._shapes import (
    ListOf,
    Number,
    OneOf,
    RecordOf,
    Schema,
    Shape,
    ShapeError,
    Shapes,
    TaggedUnion,
    Text,
)
from toledo_rules.choices import choices
from toledo_rules.codec import (
    CodecError,
    Problem,
    dump,
    dumps,
    load,
    load_action,
    loads,
)
from toledo_rules.codec._kit import SHAPES
from toledo_rules.describe import message

# What is wrong is told with its path


def test_every_mistake_is_told() -> None:
    document = changed(a_position(), "players", 1, "hand", 1, "value", to="3")
    document["active"] = True
    document["metal"] = 21.0
    document["phase"] = {"type": "resting"}
    document["colour"] = "red"
    del document["players"][2]["tiles"]
    assert problems(document, State) == [
        "$.active: found true, expected a whole number of at least 0",
        (
            '$.phase.type: found "resting", expected "turn_start", "moving", "arrived", "entered", '
            '"transit", "drawing", "duel" or "over"'
        ),
        "$.metal: found 21.0, expected a whole number of at least 0",
        '$.players[1].hand[1].value: found "3", expected a whole number from 1 to 999',
        "$.players[2].tiles: found nothing, expected a list",
        (
            "$.colour: found an unknown key, expected only edition, active, phase, front, tile_value, "
            "trigger, discards, shops, metal, gems, swords, tiles, paintings, players and pile"
        ),
    ]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (None, '$: found null, expected an object with "type"'),
        ([], '$: found a list of 0, expected an object with "type"'),
        ({"action": "pass"}, "$.type: found nothing, expected "),
        ({"type": None}, "$.type: found null, expected "),
        ({"type": ["pass"]}, "$.type: found a list of 1, expected "),
        ({"type": "draw", "card": FOUR}, '$.type: found "draw", expected "take_cards", '),
        ({"type": "challenge", "rival": -1}, "$.rival: found -1, expected a whole number of at"),
        ({"type": "challenge", "rival": 1.0}, "$.rival: found 1.0, expected a whole number of at"),
        ({"type": "challenge", "rival": 2**53}, "$.rival: found a number that is too large"),
        ({"type": "challenge", "rival": -(10**99)}, "$.rival: found a number that is too large"),
        ({"type": "challenge", "rival": (1,)}, "$.rival: found something that is not JSON (tuple)"),
        ({"type": "pass", "why not": 1}, '$["why not"]: found an unknown key, expected only type'),
        ({"type": "pass", 7: 1}, "$[7]: found an unknown key, expected only type"),
        ({"type": "deliver", "sword": "4"}, '$.sword: found "4", expected an object with value, '),
        ({"type": "deliver", "sword": {**TWO, "metal": 0}}, "$.sword.metal: found 0, expected "),
    ],
)
def test_mistakes_in_an_action(document: object, expected: str) -> None:
    with pytest.raises(CodecError) as failure:
        load_action(document)
    (problem,) = failure.value.problems
    assert str(problem).startswith(expected)


USE = {"type": "use_space", "pay": None, "take": None, "give_back": None}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (
            {**USE, "take": 3},
            (
                "$.take: found 3, expected an object with value, metal and gems, a name of lower-case "
                "letters and digits, with a dash between words or null"
            ),
        ),
        ({**USE, "take": {**TWO, "gems": False}}, "$.take.gems: found false, expected a whole"),
        ({**USE, "take": "Violet"}, '$.take: found "Violet", expected an object with value, metal'),
        ({**USE, "give_back": "x\n"}, '$.give_back: found "x\\n", expected a name of lower-case'),
        ({**USE, "pay": "4va"}, '$.pay: found "4va", expected an object with value, colour and '),
        ({**USE, "pay": {**FOUR, "stance": "judge"}}, '$.pay.stance: found "judge", expected "att'),
        ({**USE, "pay": {**FOUR, "colour": "X" * 70}}, f'$.pay.colour: found "{"X" * 60}...", '),
    ],
)
def test_mistakes_in_a_use(document: object, expected: str) -> None:
    with pytest.raises(CodecError) as failure:
        load_action(document)
    (problem,) = failure.value.problems
    assert str(problem).startswith(expected)


def test_what_is_far_out_but_has_the_right_shape() -> None:
    """Whether there is such a thing is for the rules to say."""
    assert load_action({"type": "challenge", "rival": 2**53 - 1}) == Challenge(2**53 - 1)
    far: Any = load_action({**USE, "pay": {**FOUR, "colour": "x" * 70}, "take": "0-0"})
    assert (far.pay.colour, far.take) == ("x" * 70, "0-0")


def test_a_message_can_be_printed() -> None:
    """Also about text that cannot be."""
    with pytest.raises(CodecError) as failure:
        load_action({"type": "pass", "\ud800": 1, "\n": 2, "\u00e4": 3})
    assert [problem.where for problem in failure.value.problems] == [
        '$["\\ud800"]',
        '$["\\n"]',
        '$["\u00e4"]',
    ]
    assert str(failure.value).encode()


def test_a_class_wants_its_own_tag() -> None:
    assert problems({"type": "draw", "card": FOUR}, PlayCard) == [
        '$.type: found "draw", expected "play_card"',
        "$.origin: found nothing, expected a whole number of at least 0",
        "$.with_tile: found nothing, expected true or false",
    ]
    assert problems({"type": "pass"}, EndTurn) == ['$.type: found "pass", expected "end_turn"']
    assert problems({"card": FOUR}, Draw) == ['$.type: found nothing, expected "draw"']


def test_mistakes_in_a_reason() -> None:
    why = Illegality(Code.VALUE_NOT_REPEATED, "MOV-08", (("played", 4), ("required", None)))
    parameters = {"played": 1.5, "Why": {"circles": 1, "kind": "pub"}, "card": {"stance": 1}}
    document = changed(why, "parameters", to=parameters)
    document["code"] = "no_reason"
    document["rule"] = "rule 8"
    code, *rest = problems(document, Illegality)
    assert code.startswith('$.code: found "no_reason", expected "game_over", "chance_is_next", ')
    assert rest == [
        '$.rule: found "rule 8", expected the number of a rule, such as MOV-05',
        (
            "$.parameters.played: found 1.5, expected a whole number, a text on one line, an object with "
            "value, colour and stance, an object with value, metal and gems, an object with kind and "
            "circles or null"
        ),
        "$.parameters.Why: found an invalid key, expected a word",
        '$.parameters.Why.kind: found "pub", expected "metal", "gem", "smith" or "fencing"',
        "$.parameters.card.value: found nothing, expected a whole number from 1 to 999",
        (
            "$.parameters.card.colour: found nothing, expected a name of lower-case letters and digits, "
            "with a dash between words"
        ),
        '$.parameters.card.stance: found 1, expected "attacker" or "defender"',
    ]
    assert problems(changed(why, "parameters", to=[]), Illegality) == [
        "$.parameters: found a list of 0, expected an object whose keys are words"
    ]


def test_a_long_list_of_problems_is_cut_short() -> None:
    document: Any = dump(a_position())
    for one in document["pile"]:
        one["value"] = 0
    with pytest.raises(CodecError) as refusal:
        load(document, State)
    failure = refusal.value
    lines = str(failure).splitlines()
    assert len(failure.problems) == len(document["pile"])
    assert lines[0] == "$.pile[0].value: found 0, expected a whole number from 1 to 999"
    assert lines[20:] == [f"and {len(failure.problems) - 20} more"]


def test_something_else_among_cards() -> None:
    document: Any = dump(a_position())
    document["pile"][3] = 7
    with pytest.raises(CodecError, match=r"^\$\.pile\[3\]: found 7, expected an object with value"):
        load(document, State)


# Documents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "",
            "$: found a mistake in line 1, column 1 (Expecting value), expected a document in JSON",
        ),
        (
            '{"format":',
            "$: found a mistake in line 1, column 11 (Expecting value), expected a docu",
        ),
        ("[" * 100_000, "$: found something nested too deeply, expected a document in JSON"),
        (f'{{"format":{"1" * 5000}}}', "$: found a number that is too large, expected a document"),
        ("[]", "$: found a list of 0, expected an object with format, kind and value"),
        ("{}", "$.format: found nothing, expected 1, the only format so far"),
        ('{"format":0,"x":1}', "$.format: found 0, expected 1, the only format so far"),
        ('{"format":"1"}', '$.format: found "1", expected 1, the only format so far'),
        ('{"format":true}', "$.format: found true, expected 1, the only format so far"),
        ('{"format":1.0}', "$.format: found 1.0, expected 1, the only format so far"),
        ('{"format":NaN}', "$.format: found NaN, expected 1, the only format so far"),
        (
            '{"format":2,"sort":"state"}',
            (
                "$.format: found 2, expected 1: a newer version of the library wrote this, and only such "
                "a version can read it"
            ),
        ),
        (
            '{"format":1,"format":1}',
            '$: found "format" twice in one object, expected each key once',
        ),
        (
            '{"format":1,"kind":"card","value":{}}',
            (
                '$.kind: found "card", expected "state", "view", "move", "event", "illegality", '
                '"transition", "outcome", "score_sheet", "edition", "message", "choices" or "record"'
            ),
        ),
        (
            '{"format":1,"kind":"move"}',
            "$.value: found nothing, expected what the document is about",
        ),
        (
            '{"format":1,"kind":"move","value":{"type":"pass"},"note":""}',
            "$.note: found an unknown key, expected only format, kind and value",
        ),
        (
            '{"format":1,"kind":"move","value":{"type":"pass","type":"pass"}}',
            '$: found "type" twice in one object, expected each key once',
        ),
        (
            '{"format":1,"kind":"move","value":{"type":"challenge","rival":"1"}}',
            '$.value.rival: found "1", expected a whole number of at least 0',
        ),
    ],
)
def test_mistakes_in_a_document(text: str, expected: str) -> None:
    (line,) = text_problems(text)
    assert line.startswith(expected)


def test_a_key_twice_deep_inside() -> None:
    """Python keeps the last of them; here it is the same, and still refused."""
    text = dumps(a_position())
    assert loads(text) == a_position()
    twice = text.replace('"stance":"attacker"', '"stance":"attacker","stance":"attacker"', 1)
    assert text_problems(twice) == ['$: found "stance" twice in one object, expected each key once']


def test_colons_inside_texts_are_no_keys() -> None:
    why = Illegality(
        Code.NO_SUCH_STEP, "A-30", (("step", "4: or 5"), ("card", Card(4, "x", "attacker")))
    )
    assert loads(dumps(why)) == why
    twice = dumps(why).replace('"rule":"A-30"', '"rule":"A-30","rule":"A-30"')
    assert text_problems(twice) == ['$: found "rule" twice in one object, expected each key once']


def test_a_document_of_another_class() -> None:
    text = dumps(Challenge(1))
    assert loads(text, Challenge) == Challenge(1)
    assert text_problems(text, State) == ['$.kind: found "move", expected "state"']
    assert (
        text_problems(text, PlayCard)[0] == '$.value.type: found "challenge", expected "play_card"'
    )


def test_problems_have_parts() -> None:
    with pytest.raises(CodecError) as refusal:
        loads("{}")
    failure: ValueError = refusal.value
    assert refusal.value.problems == (Problem("$.format", "nothing", "1, the only format so far"),)
    assert str(failure) == "$.format: found nothing, expected 1, the only format so far"


# Shapes


def test_only_classes_with_fields_are_records() -> None:
    with pytest.raises(TypeError, match="<class 'int'> has no fields"):
        Shapes({}).record(int)
    with pytest.raises(TypeError, match="has no form in JSON"):
        Shapes({}).of(complex)


def test_one_value_in_a_list_is_longer_than_the_others() -> None:
    document = changed(a_position(), "pile", 7, to={**FOUR, "price": 3})
    assert problems(document, State) == [
        "$.pile[7].price: found an unknown key, expected only value, colour and stance"
    ]


@frozen
class Nothing:
    """A class without parts."""


@frozen
class Pearl:
    """A class with one part."""

    size: int


@frozen
class Shell:
    """A class with two parts, one of which has parts."""

    colour: str
    pearl: Pearl | None


TAGS = {Nothing: "nothing", Pearl: "pearl", ShopTile: "tile", Shell: "shell"}


@pytest.mark.parametrize("tags", [{}, TAGS], ids=["without tags", "with tags"])
@pytest.mark.parametrize(
    ("value", "parts"),
    [
        (Nothing(), {}),
        (Pearl(3), {"size": 3}),
        (ShopTile("gem", 2), {"kind": "gem", "circles": 2}),
        (Shell("grey", None), {"colour": "grey", "pearl": None}),
    ],
)
def test_a_class_of_any_size_can_be_written_and_read(
    tags: dict[type, str], value: object, parts: dict[str, object]
) -> None:
    shape = Shapes({}, tags).of(type(value))
    tag = {"type": tags[type(value)]} if type(value) in tags else {}
    document = {**tag, **parts}
    assert shape.dump(value) == document
    assert json.loads(shape.text(value)) == document
    assert shape.load(document) == value
    assert shape.load_all([document, document]) == (value, value)
    assert shape.entries(value) == len(document)
    assert shape.entries_of_all((value, value)) == 2 * len(document)
    for wrong in ({**document, "more": 1}, {**document, "type": "pebble"}, [document], None):
        with pytest.raises(ShapeError):
            shape.load(wrong)
        assert [*shape.faults(wrong, "$")]


def test_null_is_read_only_where_it_may_be() -> None:
    shapes = Shapes({})
    assert shapes.of(Pearl | Shell | None).load(None) is None
    with pytest.raises(ShapeError):
        shapes.of(Pearl | Shell).load(None)


def keys(document: object) -> int:
    """The number of keys in a document."""
    if isinstance(document, list):
        return sum(map(keys, document))
    return len(document) + sum(map(keys, document.values())) if isinstance(document, dict) else 0


def test_keys_are_counted_without_a_text() -> None:
    """By this number a key that is there twice is found."""
    state = a_position()
    game = Game(position=state, seed=1)
    values: list[Any] = [
        state,
        evolve(state, edition=evolve(state.edition, name="mine")),
        view(state, 1),
        game.record(),
        choices(view(state, state.active)),
        message(state),
        explain(state, EndTurn()),
        Illegality(Code.NO_SUCH_STEP, "A-30", (("step", None), ("card", Card(4, "x", "attacker")))),
        outcome(finished()),
        KOSMOS_2008,
    ]
    for value in values:
        assert SHAPES.of(type(value)).entries(value) == keys(dump(value))


def test_a_shape_is_what_it_is_made_of() -> None:
    """What it works out for itself is neither asked for nor shown."""
    parts = {
        Text: ["pattern", "words"],
        RecordOf: ["cls", "parts", "tag", "optional"],
        TaggedUnion: ["records"],
        OneOf: ["shapes"],
    }
    for shape, names in parts.items():
        assert [*signature(shape).parameters] == names
    pearl = f"RecordOf(cls={Pearl!r}, parts={{'size': {Number()!r}}}, tag="
    shapes, tagged = Shapes({}), Shapes({}, {Pearl: "pearl", Nothing: "nothing"})
    assert repr(shapes.of(Pearl)) == f"{pearl}None, optional=frozenset(), keys=('size',))"
    assert repr(shapes.of(Pearl | None)) == f"OneOf(shapes=({shapes.of(Pearl)!r}, Null()))"
    assert repr(tagged.of(Pearl | Nothing)) == (
        f"TaggedUnion(records=({tagged.of(Pearl)!r}, {tagged.of(Nothing)!r}))"
    )
    assert repr(Text("^a$", "an a")) == "Text(pattern='^a$', words='an a')"


def test_the_schema_of_a_list_and_of_one_of_several() -> None:
    """The least number only where there is one; the type first, and then a key that only one class has."""

    def named(shape: Shape) -> Schema:
        return {"$ref": shape.cls.__name__ if isinstance(shape, RecordOf) else shape.words}

    number = "a whole number of at least 0"
    assert ListOf(Number()).schema(named) == {
        "type": "array",
        "items": {"$ref": number},
        "maxItems": 10_000,
    }
    assert ListOf(Number(), 2).schema(named)["minItems"] == 2
    shapes = Shapes({})
    assert shapes.of(int | None).schema(named) == {
        "type": ["integer", "null"],
        "minimum": 0,
        "maximum": 2**53 - 1,
    }
    assert shapes.of(Pearl | None).schema(named) == {
        "if": {"type": "null"},
        "else": {"$ref": "Pearl"},
    }
    assert shapes.of(ShopTile | Shell | Pearl).schema(named) == {
        "if": {"required": ["kind"]},
        "then": {"$ref": "ShopTile"},
        "else": {
            "if": {"required": ["colour"]},
            "then": {"$ref": "Shell"},
            "else": {"$ref": "Pearl"},
        },
    }


@pytest.mark.parametrize("wrong", [True, 4.0, [4], {"is": 4}, "4", None])
def test_what_equals_a_number_is_none(wrong: object) -> None:
    """Also if the value with the number has just been loaded."""
    assert load(FOUR, Card) == Card(4, "violet", "attacker")
    for place in (0, 70):
        document = changed(a_position(), "pile", place, "value", to=wrong)
        (line,) = problems(document, State)
        assert line.startswith(f"$.pile[{place}].value: found ")
    (line,) = problems({**FOUR, "value": wrong}, Card)
    assert line.startswith("$.value: found ")
