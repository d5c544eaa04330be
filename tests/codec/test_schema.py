"""The JSON Schema: it is up to date, it is one, and it says all that a schema can say."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.damage import damage_value, json_documents
from tests.strategies import EDITIONS, Ply, fewer, known_actions, plies, positions, viewers
from toledo_rules import Edition, Game, State, explain, outcome, protocol, score, universe, view
from toledo_rules._values import names, snake
from toledo_rules.codec import CONVERTER, KIND_OF, KINDS, Thing, Value, dumps
from toledo_rules.edition import Readings
from tools.schema.generate import SCHEMA as TARGET
from tools.schema.generate import files
from tools.schema.naming import document_name

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / TARGET).read_text(encoding="utf-8"))


@cache
def validator(name: str) -> Draft202012Validator:
    """What checks values of a definition."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def accept(value: Value) -> None:
    """See that the schema takes the document of a value."""
    name = document_name(KIND_OF[type(value)])
    mistakes = [error.message for error in validator(name).iter_errors(json.loads(dumps(value)))]
    assert mistakes == []


# The file


def test_the_committed_files_are_up_to_date() -> None:
    for path, content in files().items():
        assert (ROOT / path).read_text(encoding="utf-8") == content, path


def test_they_are_in_the_package_and_not_too_large() -> None:
    data = resources.files("toledo_rules").joinpath("data")
    sizes = [len(file.read_bytes()) for file in data.iterdir() if file.is_file()]
    assert len(sizes) == 2
    assert sum(sizes) <= 500_000


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    documents = [one["then"]["$ref"].removeprefix("#/$defs/") for one in SCHEMA["allOf"]]
    assert documents == [document_name(kind) for kind in KINDS]


def nodes(schema: Any) -> Any:
    """Everything inside a schema that is a schema, or holds some."""
    if isinstance(schema, dict):
        yield schema
        schema = [*schema.values()]
    if isinstance(schema, list):
        for part in schema:
            yield from nodes(part)


OPTIONAL = {
    "Edition": {"rounds_to_win", "gems_per_point", "sword_divisor", "readings"},
    "EditionReference": {"readings"},
    "Readings": {*names(Readings)},
    "Reason": {"refusal"},
    "Hello": {"hints"},
    "LegalMove": {"options", "points", "reveals", "duels"},
    "UndoRequest": {"turn"},
}
"""What older documents lack, and what is left out of messages if it is as usual."""


def test_objects_are_closed_and_references_lead_somewhere() -> None:
    names = {id(one): name for name, one in SCHEMA["$defs"].items()}
    for node in nodes(SCHEMA):
        if node.get("type") == "object" and "required" in node and "allOf" not in node:
            optional = OPTIONAL.get(names.get(id(node), ""), set())
            assert node["additionalProperties"] is False
            assert node["required"] == [key for key in node["properties"] if key not in optional]
        if "$ref" in node:
            assert node["$ref"].removeprefix("#/$defs/") in SCHEMA["$defs"]


def test_everything_with_a_name_is_described() -> None:
    assert [name for name, one in SCHEMA["$defs"].items() if not one.get("description")] == []


@pytest.mark.parametrize("name", ["State", "View"])
def test_fields_of_base_classes_are_described(name: str) -> None:
    active = SCHEMA["$defs"][name]["properties"]["active"]
    assert active["description"].startswith("The seat that is on turn.")


# Everything that the library writes


@fewer()
@given(positions(), st.data())
def test_positions_views_and_scores_fit(state: State, data: st.DataObject) -> None:
    accept(state)
    accept(view(state, data.draw(viewers(state))))
    accept(score(state, 0))
    if result := outcome(state):
        accept(result)


@fewer()
@given(plies())
def test_moves_and_events_fit(ply: Ply) -> None:
    accept(ply.move)
    for event in (*ply.what.with_secrets(), *ply.what.seen_by(None)):
        accept(event)


@fewer()
@given(positions(), st.data())
def test_reasons_fit(state: State, data: st.DataObject) -> None:
    for action in data.draw(st.lists(known_actions(state.edition), min_size=10, max_size=20)):
        if why := explain(state, action):
            accept(why)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_editions_and_their_actions_fit(edition: Edition) -> None:
    accept(edition)
    for action in universe(edition).actions[::29]:
        accept(action)


def test_the_whole_schema_takes_documents() -> None:
    whole = Draft202012Validator(SCHEMA)
    assert whole.is_valid(json.loads(json_documents()[-1]))
    assert not whole.is_valid({"format": 2, "kind": "move", "value": {"type": "pass"}})


# One mistake, one error


def mistakes_of(name: str, value: object) -> list[str]:
    """What a validator says of a value, with the place."""
    return [
        f"{'.'.join(map(str, error.absolute_path))}: {error.message}"
        for error in validator(name).iter_errors(value)
    ]


@pytest.mark.search
def test_one_wrong_field_is_one_error() -> None:
    """A schema that tries all alternatives would report each of them."""
    game = Game(2, seed=1)
    seen = json.loads(protocol.encode(protocol.table_update(game, 0)))
    assert mistakes_of("ServerMessage", seen) == []
    for path, wrong in (
        (("view", "phase", "type"), "turn_strat"),
        (("view", "hand", 0, "stance"), "sideways"),
        (("view", "edition", "digest"), "none"),
        (("moves", 3, "action"), 4),
        (("prompt", "parameters", "seat", "colour"), 4),
        (("moves", 0, "points"), "many"),
        (("parts", 0, 0), "Über"),
        (("undo", "rule"), "rule 7"),
        (("entry",), []),
        (("type",), "updaet"),
    ):
        broken = json.loads(json.dumps(seen))
        node = broken
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = wrong
        found = mistakes_of("ServerMessage", broken)
        assert len(found) == 1, found
        assert found[0].startswith(".".join(map(str, path)))


# Nothing that the library does not read


BEYOND_A_SCHEMA = ("edition.name", "edition.digest", "winners")
"""Where the shape of a document says more than a schema can: which editions there are, and that a set is sorted."""


@pytest.mark.parametrize("hundred", range(6))
def test_the_schema_refuses_what_has_the_wrong_shape(hundred: int) -> None:
    """And takes what has the right one: only what concerns several values at once is left to the library."""
    for number in range(hundred * 100, hundred * 100 + 100):
        rng = Random(number)
        document = json.loads(rng.choice(json_documents()))
        kind, value = document["kind"], document["value"]
        if value:
            damage_value(value, rng)
        found = [*CONVERTER.faults(value, KINDS[kind], "$")]
        if not any(fault.where.endswith(BEYOND_A_SCHEMA) for fault in found):
            assert validator(document_name(kind)).is_valid(document) == (not found), number


# The types for TypeScript, as far as can be seen without a compiler (clients/typescript/check.sh has one)


def test_the_types_are_those_of_the_schema() -> None:
    types = (ROOT / "clients" / "typescript" / "src" / "toledo.ts").read_text(encoding="utf-8")
    assert {*re.findall(r"^export (?:type|interface) (\w+)", types, re.MULTILINE)} == {
        "Document",
        *SCHEMA["$defs"],
    }
    tags = {*re.findall(r'^  type: "(\w+)";', types, re.MULTILINE)}
    classes = [cls for cls in (*CONVERTER.tagged, *get_args(Thing)) if isinstance(cls, type)]
    assert tags == {*map(snake, classes), *protocol.TAGS.values()}


def test_the_pinned_packages_name_no_host() -> None:
    lock = json.loads((ROOT / "clients" / "typescript" / "package-lock.json").read_text("utf-8"))
    assert [name for name, one in lock["packages"].items() if "resolved" in one] == []
