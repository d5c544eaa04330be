"""JSON: everything comes back as it was, in the form that is promised."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen
from cattrs import ClassValidationError, Converter
from hypothesis import given
from hypothesis import strategies as st

from tests.codec.codec_cases import FOUR, TWO, a_position, finished
from tests.damage import damaged_json
from tests.strategies import EDITIONS, Ply, fewer, known_actions, plies, positions, viewers
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    PASS,
    TAKE_CARDS,
    Action,
    Card,
    Challenge,
    Code,
    Deliver,
    Draw,
    Edition,
    Event,
    Move,
    Outcome,
    PlaceShop,
    PlayCard,
    Refusal,
    ReturnFigure,
    ScoreSheet,
    ShopTile,
    State,
    UseSpace,
    View,
    apply,
    explain,
    legal_actions,
    new_game,
    outcome,
    score,
    transition,
    universe,
    view,
)
from toledo_rules.codec import (
    JSON_FORMAT,
    Value,
    digest,
    dump,
    dumps,
    load,
    loads,
    register_hooks,
)
from toledo_rules.editions import edition_digest
from toledo_rules.errors import CodecError
from toledo_rules.events import HIDDEN, CardDrawn, FeePaid, GameEnded
from toledo_rules.state import (
    ENTERED,
    MOVING,
    OVER,
    TURN_START,
    Arrived,
    Drawing,
    Duel,
    Phase,
    Transit,
)
from toledo_rules.testing import card, sword

# Everything comes back


@pytest.mark.search
@fewer()
@given(positions())
def test_positions_come_back(state: State) -> None:
    assert load(dump(state), State) == state
    again = loads(dumps(state))
    assert again == state
    assert isinstance(again, State)
    assert again.edition.provenance == state.edition.provenance


@fewer()
@given(positions().flatmap(lambda state: viewers(state).map(lambda seat: view(state, seat))))
def test_views_come_back(seen: View) -> None:
    assert load(dump(seen), View) == seen
    assert loads(dumps(seen), View) == seen


@fewer()
@given(plies())
def test_moves_and_events_come_back(ply: Ply) -> None:
    assert load(dump(ply.move), Move) == ply.move == loads(dumps(ply.move))
    for event in (*ply.what.with_secrets(), *ply.what.seen_by(None)):
        assert load(dump(event), Event) == event == loads(dumps(event))


@fewer()
@given(positions(), st.data())
def test_reasons_come_back(state: State, data: st.DataObject) -> None:
    """Also the order of their parameters, which a sentence may follow."""
    for action in data.draw(st.lists(known_actions(state.edition), min_size=20, max_size=40)):
        why = explain(state, action)
        if why is not None:
            again = loads(dumps(why), Refusal)
            assert again == why
            assert isinstance(again.code, Code)


@fewer()
@given(positions())
def test_scores_come_back(state: State) -> None:
    for seat in range(len(state.players)):
        sheet = score(state, seat)
        assert loads(dumps(sheet), ScoreSheet) == sheet
    result = outcome(state)
    if result is not None:
        assert loads(dumps(result), Outcome) == result


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_step_of_a_game_comes_back(players: int) -> None:
    rng = Random(players)
    state = new_game(players, rng)
    for _ in range(60):
        if state.over:
            break
        what = transition(state, rng.choice(legal_actions(state)), rng)
        assert loads(dumps(what.state), State) == what.state
        state = what.state


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_every_action_of_an_edition_comes_back(edition: Edition) -> None:
    actions = universe(edition).actions
    dumped = [dump(action) for action in actions]
    assert [load(one, Action) for one in dumped] == [*actions]
    assert len({json.dumps(one) for one in dumped}) == len(actions)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_editions_come_back(edition: Edition) -> None:
    again = loads(dumps(edition), Edition)
    assert again == edition
    assert again.provenance == edition.provenance
    assert again.expression == ""


# What it looks like


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (TAKE_CARDS, {"type": "take_cards"}),
        (
            PlaceShop(ShopTile("smith", 2), 7),
            {"type": "place_shop", "shop": {"kind": "smith", "circles": 2}, "step": 7},
        ),
        (ReturnFigure(3), {"type": "return_figure", "step": 3}),
        (
            PlayCard(card("4va"), 0, with_tile=True),
            {"type": "play_card", "card": FOUR, "origin": 0, "with_tile": True},
        ),
        (Challenge(2), {"type": "challenge", "rival": 2}),
        (UseSpace(), {"type": "use_space", "pay": None, "take": None, "give_back": None}),
        (
            UseSpace(card("4va"), sword(2)),
            {"type": "use_space", "pay": FOUR, "take": TWO, "give_back": None},
        ),
        (
            UseSpace(None, "violet", "movement"),
            {"type": "use_space", "pay": None, "take": "violet", "give_back": "movement"},
        ),
        (Deliver(sword(2)), {"type": "deliver", "sword": TWO}),
        (END_TURN, {"type": "end_turn"}),
        (PASS, {"type": "pass"}),
        (Draw(card("4va")), {"type": "draw", "card": FOUR}),
    ],
)
def test_what_moves_look_like(value: Any, expected: object) -> None:
    assert dump(value) == expected
    assert load(expected, Move) == value


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        (TURN_START, {"type": "turn_start"}),
        (MOVING, {"type": "moving"}),
        (Arrived(4), {"type": "arrived", "step": 4}),
        (ENTERED, {"type": "entered"}),
        (Transit(4), {"type": "transit", "step": 4}),
        (Drawing(2, "tavern"), {"type": "drawing", "left": 2, "source": "tavern"}),
        (
            Duel(4, 1, 1, 0),
            {"type": "duel", "step": 4, "rival": 1, "attacker_wins": 1, "defender_wins": 0},
        ),
        (OVER, {"type": "over"}),
    ],
)
def test_what_phases_look_like(phase: Phase, expected: object) -> None:
    assert dump(phase) == expected
    assert load(expected, type(phase)) == phase


def test_what_a_position_looks_like() -> None:
    document: Any = dump(a_position())
    assert document == {
        "edition": {"name": "kosmos-2008", "digest": digest(KOSMOS_2008)},
        "players": document["players"],
        "active": 0,
        "phase": {"type": "transit", "step": 4},
        "front": FOUR,
        "tile_value": 2,
        "trigger": None,
        "pile": document["pile"],
        "discards": [
            {"value": 5, "colour": "violet", "stance": "defender"},
            {"value": 6, "colour": "violet", "stance": "attacker"},
        ],
        "shops": [
            *(None, {"owner": 0, "kind": "metal", "circles": 2}, None, None),
            *({"owner": 1, "kind": "gem", "circles": 1}, *[None] * 17),
        ],
        "metal": 21,
        "gems": 19,
        "swords": document["swords"],
        "tiles": ["brown"] * 3 + ["movement"] * 3 + ["turquoise"] * 4 + ["violet"] * 4,
        "paintings": [2, 2, 1, 1, 1],
    }
    assert document["players"][1] == {
        "hand": [{"value": 3, "colour": "turquoise", "stance": "attacker"}] * 2,
        "known": [{"value": 3, "colour": "turquoise", "stance": "attacker"}],
        "figures": [0, 0, 0, 4],
        "inside": 1,
        "delivered": [{"value": 4, "metal": 1, "gems": 1}],
        "shops": [
            {"kind": "fencing", "circles": 1},
            {"kind": "fencing", "circles": 2},
            {"kind": "gem", "circles": 2},
            {"kind": "metal", "circles": 1},
            {"kind": "metal", "circles": 2},
            {"kind": "smith", "circles": 1},
            {"kind": "smith", "circles": 2},
        ],
        "metal": 0,
        "gems": 0,
        "swords": [],
        "tiles": [],
        "paintings": [3],
    }


def test_what_events_and_reasons_look_like() -> None:
    assert dump(FeePaid(0, None, card("4va"))) == {
        "type": "fee_paid",
        "seat": 0,
        "owner": None,
        "card": FOUR,
    }
    assert dump(CardDrawn(1, HIDDEN)) == {"type": "card_drawn", "seat": 1, "card": None}
    assert dump(GameEnded()) == {"type": "game_ended"}
    why = Refusal(Code.CARD_NOT_IN_HAND, "MOV-01", (("card", card("4va")), ("left", None)))
    assert dump(why) == {
        "code": "card_not_in_hand",
        "rule": "MOV-01",
        "parameters": {"card": FOUR, "left": None},
    }


def test_a_dump_can_be_changed_without_harm() -> None:
    state = a_position()
    document: Any = dump(state)
    document["pile"][0]["value"] = 99
    document["shops"][0] = {}
    assert dump(state) != document
    assert load(dump(state), State) == state


def test_what_has_no_form_in_json() -> None:
    with pytest.raises(TypeError, match="has no form in JSON"):
        dump(legal_actions(a_position()))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match='a document holds "state", "view", "move"'):
        dumps(card("4va"))  # type: ignore[arg-type]


# Documents


def test_what_a_document_looks_like() -> None:
    assert json.loads(dumps(TAKE_CARDS, indent=2)) == {
        "format": JSON_FORMAT,
        "kind": "move",
        "value": {"type": "take_cards"},
    }
    assert dumps(END_TURN, indent=2).startswith('{\n  "format": 1,\n  "kind": "move",\n')
    state = new_game(2, Random(1))
    kinds: dict[str, Value | None] = {
        "state": state,
        "view": view(state, 0),
        "move": Draw(card("4va")),
        "event": GameEnded(),
        "illegality": explain(state, END_TURN),
        "outcome": outcome(finished()),
        "score_sheet": score(state, 0),
        "edition": KOSMOS_2008,
    }
    for kind, value in kinds.items():
        assert value is not None
        text = dumps(value)
        assert text.startswith(f'{{"format":1,"kind":"{kind}","value":{{')
        assert text.isascii()
        assert loads(text) == value


# Digests


def test_a_digest_is_that_of_the_canonical_json() -> None:
    canonical = '{"card":{"colour":"violet","stance":"attacker","value":4},"type":"draw"}'
    assert digest(Draw(card("4va"))) == sha256(canonical.encode()).hexdigest()[:16]


@pytest.mark.search
@fewer()
@given(positions())
def test_equal_values_have_equal_digests(state: State) -> None:
    """Where the data of their edition come from plays no part."""
    bare = evolve(state, edition=evolve(state.edition, provenance=()))
    assert digest(bare) == digest(state) == digest(loads(dumps(state)))
    assert digest(view(state, 0)) == digest(view(bare, 0)) != digest(state)
    assert digest(evolve(state, metal=state.metal + 1)) != digest(state)


def test_a_transition_has_no_form() -> None:
    """It tells every drawn card: saved once by mistake, it is read no more."""
    with pytest.raises(CodecError, match=r"\$.kind: found \"transition\", expected"):
        loads('{"format":1,"kind":"transition","value":{}}')


def test_a_digest_depends_on_the_edition() -> None:
    state = new_game(2, Random(1))
    other = evolve(KOSMOS_2008, movement_penalty=3)
    assert digest(other) != digest(KOSMOS_2008) == digest(evolve(KOSMOS_2008, title="Toledo"))
    assert [digest(edition) for edition in EDITIONS] == [edition_digest(one) for one in EDITIONS]
    assert digest(evolve(state, edition=other)) != digest(state)


@pytest.mark.usefixtures("unmeasured")
def test_a_digest_is_the_same_in_every_process() -> None:
    state = apply(new_game(3, Random(1)), TAKE_CARDS, Random(2))
    program = "import sys; from toledo_rules.codec import digest, loads; print(digest(loads(sys.argv[1])))"
    for seed in ("0", "1"):
        told = subprocess.run(
            [sys.executable, "-c", program, dumps(state)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.strip() == digest(state)


# Damaged documents


@pytest.mark.search
@pytest.mark.parametrize("hundred", range(20))
def test_damaged_documents_are_refused_or_taken_whole(hundred: int) -> None:
    """`python -m tools.fuzz` tries more."""
    ends = [damaged_json(hundred * 100 + number) for number in range(100)]
    assert set(ends) == {"refused", "loaded"}


# Beside cattrs


def test_a_class_of_somebody_else_can_hold_values_of_the_library() -> None:
    """By a cattrs converter that knows the hooks: with the form and all the checks of the codec."""
    converter = Converter()
    register_hooks(converter)
    state = a_position()
    drawn = transition(new_game(2, Random(1)), TAKE_CARDS, Random(1))
    table = SomeTable("oak", state, END_TURN, drawn.seen_by(1), KOSMOS_2008.cards[0])
    document = converter.unstructure(table)
    assert document["action"] == {"type": "end_turn"}
    assert document["state"] == dump(state)
    assert converter.structure(json.loads(json.dumps(document)), SomeTable) == table
    document["state"]["metal"] = 99
    with pytest.raises(ClassValidationError) as failure:
        converter.structure(document, SomeTable)
    (cause,) = failure.value.exceptions
    assert isinstance(cause, CodecError)
    assert "(I-03)" in str(cause)


@frozen
class SomeTable:
    """A class of a program that uses the library."""

    name: str
    state: State
    action: Action
    events: tuple[Event, ...]
    card: Card


def test_a_document_may_lack_what_an_edition_has_by_default() -> None:
    """A constant of a rule that was added later: older documents do not say it."""
    document = dump(KOSMOS_2008)
    assert isinstance(document, dict)
    del document["rounds_to_win"]
    assert load(document, Edition) == KOSMOS_2008
    document["metal"] = -1
    with pytest.raises(CodecError) as failure:
        load(document, Edition)
    (problem,) = failure.value.problems
    assert problem.where == "$.metal"
