"""JSON: what has the wrong shape is refused, and told with its path."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from typing import Annotated, Any

import pytest
from attrs import field, frozen
from cattrs import Converter

from tests.codec.codec_cases import (
    FOUR,
    TWO,
    a_position,
    changed,
    problems,
    text_problems,
)
from toledo_rules import (
    Action,
    Card,
    Challenge,
    Code,
    Draw,
    EndTurn,
    PlayCard,
    Refusal,
    ShopTile,
    State,
    codec,
)
from toledo_rules._converter import FormError, JsonConverter, list_load
from toledo_rules._json import Range, shown
from toledo_rules._limits import MOST_ENTRIES
from toledo_rules.codec import CONVERTER, dump, dumps, load, loads
from toledo_rules.errors import CodecError, Problem
from toledo_rules.protocol import decode_answer, decode_request

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
        load(document, Action)
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
        load(document, Action)
    (problem,) = failure.value.problems
    assert str(problem).startswith(expected)


def test_what_is_far_out_but_has_the_right_shape() -> None:
    """The rules say whether there is such a thing."""
    assert load({"type": "challenge", "rival": 2**53 - 1}, Action) == Challenge(2**53 - 1)
    far: Any = load({**USE, "pay": {**FOUR, "colour": "x" * 70}, "take": "0-0"}, Action)
    assert (far.pay.colour, far.take) == ("x" * 70, "0-0")


def test_a_message_can_be_printed() -> None:
    """Also about text that cannot be."""
    with pytest.raises(CodecError) as failure:
        load({"type": "pass", "\ud800": 1, "\n": 2, "\u00e4": 3}, Action)
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
    why = Refusal(Code.VALUE_NOT_REPEATED, "MOV-08", (("played", 4), ("required", None)))
    parameters = {"played": 1.5, "Why": {"circles": 1, "kind": "pub"}, "card": {"stance": 1}}
    document = changed(why, "parameters", to=parameters)
    document["code"] = "no_reason"
    document["rule"] = "rule 8"
    code, *rest = problems(document, Refusal)
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
    assert problems(changed(why, "parameters", to=[]), Refusal) == [
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


@pytest.mark.parametrize("levels", [100, 300, 480, 1000, 10_000])
def test_messages_in_messages_are_read_or_refused(levels: int) -> None:
    """However deep they are: a message can hold another one, and the reader of JSON bears more levels than ours."""
    opening = '{"type":"message","key":"label.pair","parameters":{"value":"x","name":'
    nested = f"{opening * levels}3{'}}' * levels}".replace('"type":"message",', "", 1)
    document = f'{{"format":1,"kind":"message","value":{nested}}}'
    answer = f'{{"type":"refusal","id":1,"version":1,"rule":"TRN-02","message":{nested}}}'
    refused = pytest.raises(CodecError, match="found something nested too deeply")
    with refused if levels > 400 else suppress(CodecError):
        loads(document)
    with refused if levels > 400 else suppress(CodecError):
        decode_answer(answer)


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
                '"outcome", "score_sheet", "edition", "message", "choices" or "record"'
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
    why = Refusal(
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


def test_what_has_no_form() -> None:
    for kind in (complex, list[int], dict[str, int], tuple[complex, ...], object):
        with pytest.raises(TypeError, match="has no form in JSON"):
            JsonConverter().load([], kind)


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


@frozen
class Glass:
    """A class with a part that has a hook of its own."""

    full: Fraction


TAGS = {Nothing: "nothing", Pearl: "pearl", Shell: "shell"}


@pytest.mark.parametrize("tagged", [False, True], ids=["without tags", "with tags"])
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
    tagged: bool, value: object, parts: dict[str, object]
) -> None:
    converter, kind = JsonConverter(), type(value)
    tagged = tagged and kind in TAGS
    if tagged:
        converter.register_tagged(Nothing | Pearl | Shell, TAGS)
    document = {**({"type": TAGS[kind]} if tagged else {}), **parts}
    assert converter.dump(value) == document
    assert [*converter.dump(value)] == [*document]
    assert converter.load(document, kind) == value
    several = tuple[kind, ...]  # type: ignore[valid-type]
    assert converter.load([document, document], several) == (value, value)
    for wrong in ({**document, "more": 1}, {**document, "type": "pebble"}, [document], None):
        with pytest.raises(Exception):  # noqa: B017, PT011
            converter.load(wrong, kind)
        assert [*converter.faults(wrong, kind, "$")]


@pytest.mark.parametrize("kind", [Fraction, Glass, tuple[Fraction, ...]])
def test_what_is_no_fault_of_a_document_is_not_hidden(kind: Any) -> None:
    """A disk that fails, for instance: whoever wrote the document cannot help it."""

    def broken(_kind: Any, _converter: Converter) -> Any:
        def load(_value: Any, _kind: Any) -> Any:
            raise OSError("the disk")

        return load

    converter = JsonConverter()
    converter.register(lambda one: one is Fraction, broken, broken)
    document = {"full": "1/2"} if kind is Glass else ["1/2"]
    with pytest.raises(OSError, match="the disk"):
        [*converter.faults(document, kind, "$")]


def test_a_constructor_that_fails_is_not_hidden() -> None:
    def broken(_value: int) -> int:
        raise OSError("the disk")

    @frozen
    class Broken:
        size: int = field(converter=broken)

    with pytest.raises(OSError, match="the disk"):
        [*JsonConverter().faults({"size": 1}, Broken, "$")]


def test_a_word_or_nothing() -> None:
    @frozen
    class Why:
        code: Code | None

    converter = JsonConverter()
    for code in (Code.NO_SUCH_STEP, None):
        assert converter.text(Why(code)) == f'{{"code":{json.dumps(code)}}}'
        assert converter.load({"code": code}, Why) == Why(code)


def test_an_object_that_says_its_type_is_missing() -> None:
    request = '{"type": "play", "id": 1, "expect": 0}'
    with pytest.raises(CodecError) as failure:
        decode_request(request)
    assert str(failure.value) == "$.action: found nothing, expected an action, or its notation"
    assert CONVERTER.words(Action) == 'an object with "type"'


def test_null_is_read_only_where_it_may_be() -> None:
    converter = JsonConverter()
    assert converter.load(None, Pearl | Shell | None) is None
    with pytest.raises(ValueError):  # noqa: PT011
        converter.load(None, Pearl | Shell)


def test_a_new_field_needs_nothing_but_its_class() -> None:
    @frozen
    class Oyster:
        shell: Shell
        weight: Annotated[int, Range(1, 9)] = 3

    converter = JsonConverter()
    value = Oyster(Shell("grey", Pearl(1)), 4)
    document = converter.dump(value)
    assert document == {"shell": {"colour": "grey", "pearl": {"size": 1}}, "weight": 4}
    assert converter.load(document, Oyster) == value
    del document["weight"]
    document["shell"]["pearl"]["size"] = "1"
    assert [str(fault) for fault in converter.faults(document, Oyster, "$")] == [
        '$.shell.pearl.size: found "1", expected a whole number of at least 0',
        "$.weight: found nothing, expected a whole number from 1 to 9",
    ]


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


# The last value that is still fine


class _List(list[int]):
    """A list that json would not have made."""


def test_only_a_list_that_is_too_long_is_told_its_bound() -> None:
    several = list_load(tuple[int, ...], Converter())
    assert len(several([1] * MOST_ENTRIES, None)) == MOST_ENTRIES
    with pytest.raises(FormError) as caught:
        several([1] * (MOST_ENTRIES + 1), None)
    assert caught.value.expected == f"at most {MOST_ENTRIES}"
    with pytest.raises(FormError) as caught:
        several(_List([1] * MOST_ENTRIES), None)
    assert caught.value.expected == ""


def test_a_message_shows_sixty_characters_and_the_largest_number() -> None:
    assert shown("x" * 60) == f'"{"x" * 60}"'
    assert shown("x" * 61) == f'"{"x" * 60}..."'
    assert shown(2**53 - 1) == str(2**53 - 1)
    assert shown(2**53) == "a number that is too large"


def test_a_text_may_be_as_long_as_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    text = dumps(EndTurn())
    monkeypatch.setattr(codec, "LONGEST_JSON", len(text))
    assert loads(text) == EndTurn()
    with pytest.raises(CodecError, match=f"found {len(text) + 1} characters, expected at most"):
        loads(f"{text} ")


def test_a_type_that_is_no_class_is_named_in_short() -> None:
    with pytest.raises(TypeError, match="nothing that this library dumps is a int"):
        load(1, int)
    with pytest.raises(TypeError, match="nothing that this library dumps is") as caught:
        load(1, int | str)
    assert "a int" not in str(caught.value)
