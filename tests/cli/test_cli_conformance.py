"""The command `conformance`: questions of the suite, and what cannot be answered."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.cli.cli_runner import Runner
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Draw,
    Edition,
    Game,
    PlaceShop,
    ShopTile,
    State,
    Stream,
    legal_actions,
    new_game,
    shipped_edition,
    step,
)
from toledo_rules.codec import dump
from toledo_rules.editions import edition_digest
from toledo_rules.notation import format_cards
from toledo_rules.state import MOVING
from toledo_rules.testing import BLUE, RED, Table, card, sword

TINY = shipped_edition("tiny-road")
REFERENCE = {"name": TINY.name, "digest": edition_digest(TINY)}

Json = Any


def answers(cli: Runner, *messages: Json) -> list[Json]:
    """The answers to some messages."""
    ran = cli("conformance", typed=[m if isinstance(m, str) else json.dumps(m) for m in messages])
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def document(value: Edition | State) -> dict[str, Json]:
    """A value as an object of JSON."""
    dumped: Json = dump(value)
    return dict(dumped)


def ask(cli: Runner, question: str, state: State, **given: Json) -> Json:
    """The answer to a question about a position."""
    asked = {"type": "question", "id": 7, "ask": question, "position": dump(state), **given}
    (answer,) = answers(cli, asked)
    assert (answer["type"], answer["id"]) == ("answer", 7)
    return answer


def test_hello(cli: Runner) -> None:
    (answer,) = answers(cli, {"type": "hello", "protocol": 1})
    assert (answer["type"], answer["protocol"], answer["program"]) == ("hello", 1, "toledo-rules")


def test_legal_moves_and_weights(cli: Runner) -> None:
    """TAK-01: of the three cards in the pile two are alike."""
    state = Table(2).pile("1va 1va 6bd").rest_to(BLUE).lay()
    actions = [{"move": dump(action)} for action in legal_actions(state)]
    assert ask(cli, "legal", state)["moves"] == actions
    moves = ask(cli, "legal", step(state, TAKE_CARDS).state)["moves"]
    assert [move["weight"] for move in moves] == [2, 1]


def test_an_edition_that_was_sent(cli: Runner) -> None:
    """Positions name it, and so do the answers."""
    edition = evolve(TINY, name="odd", gems_per_point=3, provenance=())
    named = {"name": "odd", "digest": edition_digest(edition)}
    state = new_game(2, Random(1), edition=edition)
    asked = {"type": "question", "id": 1, "ask": "legal"}
    asked |= {"position": {**document(state), "edition": named}}
    sent = {"type": "edition", "edition": {**document(edition), "reference": named}}
    told, answer = answers(cli, sent, asked)
    assert told == {"type": "ok"}
    assert answer["moves"] == [{"move": dump(action)} for action in legal_actions(state)]


def test_what_a_move_leads_to_and_who_is_told(cli: Runner) -> None:
    """A-131: only Red sees the card."""
    state = step(new_game(2, Random(1)), TAKE_CARDS).state
    draw = Draw(state.pile[0])
    answer = ask(cli, "after", state, move=dump(draw))
    assert answer["position"] == dump(step(state, draw).state)
    assert answer["reveals"]
    assert [answer["told"][who][0]["card"] for who in ("spectator", "0", "1")] == [
        None,
        dump(draw.card),
        None,
    ]


def test_reasons(cli: Runner) -> None:
    state = Table(2).hand(RED, "4va").lay()
    nonsense = dump(PlaceShop(ShopTile("metal", 9), 5))
    first, second = ask(cli, "explain", state, move=nonsense)["refusals"]
    assert first == {
        "code": "shop_not_in_tray",
        "rule": "SHP-01",
        "parameters": {"shop": {"kind": "metal", "circles": 9}},
    }
    assert (second["code"], second["rule"]) == ("not_a_site", "SHP-02")
    assert ask(cli, "explain", state, move=dump(TAKE_CARDS))["refusals"] == []
    (other,) = ask(cli, "explain", state, move=dump(TAKE_CARDS), seat=BLUE)["refusals"]
    assert other["parameters"] == {"seat": BLUE, "active": RED}
    (drawn,) = ask(cli, "explain", state, move=dump(Draw(card("4va"))))["refusals"]
    assert drawn["code"] == "not_a_chance_step"


def test_views_and_scores(cli: Runner) -> None:
    state = Table(2).swords(RED, sword(7)).lay()
    assert [seen["seat"] for seen in ask(cli, "views", state)["views"]] == [None, 0, 1]
    scores = ask(cli, "scores", state)
    assert scores["points"][RED] == {
        "delivered": 0, "in_front": 3, "paintings": 0, "gems": 0, "movement_tile": 0, "total": 3,
    }  # fmt: skip
    assert (scores["places"], scores["winners"]) == ([1, 2], [])


def test_winners_when_the_game_is_over(cli: Runner) -> None:
    table = Table(2, active=BLUE).alcazar(RED, 3, sword(4)).hand(BLUE, "5va").moving("4va")
    table.trigger = RED
    over = step(table.lay(MOVING), END_TURN).state
    assert ask(cli, "scores", over)["winners"] == [RED]


def test_deal_and_setup(cli: Runner) -> None:
    """SET-05, SET-06, A-15, A-18."""
    whole: Json = dump(TINY)
    edition = {"type": "edition", "edition": {"reference": REFERENCE, **whole}}
    state = new_game(2, Random(1), edition=TINY)
    hands = [[dump(card) for card in player.hand] for player in state.players]
    given = {"type": "question", "id": 1, "edition": REFERENCE, "players": 2}
    sent, first, done, begun, named = answers(
        cli,
        edition,
        {**given, "ask": "deal", "hands": [[], []]},
        {**given, "ask": "deal", "hands": hands},
        {**given, "ask": "setup", "hands": hands, "first": None},
        {**given, "ask": "setup", "hands": hands, "first": 1},
    )
    assert sent == {"type": "ok"}
    assert (first["seat"], [card["weight"] for card in first["cards"]]) == (0, [2, 2, 1])
    assert (done["seat"], done["cards"]) == (None, [])
    assert begun["position"] == dump(state)
    assert named["position"]["active"] == 1


def asked(cli: Runner, question: str, **given: Json) -> Json:
    """The answer to a question that is about no position."""
    (answer,) = answers(cli, {"type": "question", "id": 7, "ask": question, **given})
    return answer


def test_what_each_seat_is_sure_of(cli: Runner) -> None:
    """A-130: with no card in the pile, everybody can count what the other has."""
    state = Table(2).hand(RED, "4va 4va").pile("").rest_to(BLUE).lay()
    sure = ask(cli, "sure", state)["sure"]
    assert sure["1"] == {"0": [dump(card("4va"))] * 2}
    assert sure["spectator"] == {}


def test_lines_of_play_are_counted(cli: Runner) -> None:
    state = new_game(2, Random(1))
    assert ask(cli, "perft", state, depth=1)["lines"] == len(legal_actions(state))


def test_notation_both_ways(cli: Runner) -> None:
    state, edition = new_game(2, Random(1)), dump(KOSMOS_2008)
    text = asked(cli, "notation", position=dump(state))["position"]
    assert (
        asked(cli, "parse", position=text, edition=edition)["position"]["players"]
        == (document(state)["players"])
    )
    move = {"move": dump(PlaceShop(ShopTile("metal", 2), 4))}
    assert asked(cli, "notation", edition=edition, **move)["move"] == "place m2@4"
    assert asked(cli, "parse", edition=edition, move="place m2@4")["move"] == move["move"]


def test_numbers_of_a_stream(cli: Runner) -> None:
    stream = Stream("Ana", game=1, index=2)
    given = {"seed": "Ana", "game": 1, "index": 2, "stops": [6, 52]}
    assert asked(cli, "stream", **given)["numbers"] == [stream.randrange(6), stream.randrange(52)]


def test_a_game_by_its_seed(cli: Runner) -> None:
    """A hash for each position: the deal, and what comes of each choice."""
    given = {"edition": dump(TINY), "players": 2, "seed": 5}
    hashes = asked(cli, "game", **given, choices=[0, 0])["hashes"]
    assert len({*hashes}) == 3
    assert asked(cli, "game", **given, choices=[])["hashes"] == hashes[:1]


def test_records_both_ways(cli: Runner) -> None:
    record = Game(2, seed=1).record()
    text = asked(cli, "write_record", record=dump(record))["record"]
    answer = asked(cli, "record", record=text)
    assert (answer["record"], answer["position"]) == (dump(record), dump(record.start))
    played = asked(cli, "record", record=f"{text}take = 1va 1va\n")
    assert played["type"] == "failure"
    cards = format_cards(record.start.pile[:2], KOSMOS_2008)
    longer = text.replace("check:", "# check:")
    assert asked(cli, "record", record=f"{longer}take = {cards}\n")["position"]["active"] == 1


def test_digests_and_well_formed_editions(cli: Runner) -> None:
    edition = document(TINY)
    assert asked(cli, "digest", edition=edition)["digest"] == REFERENCE["digest"]
    assert asked(cli, "well_formed", edition=edition)["well_formed"]
    assert not asked(cli, "well_formed", edition={**edition, "figures": 0})["well_formed"]


QUESTION = {"type": "question", "id": 3}
BEGUN = {"position": dump(new_game(2, Random(1)))}


IN_FULL: Json = dump(KOSMOS_2008)


@pytest.mark.parametrize(
    ("message", "code", "says"),
    [
        ("no JSON", "refused", "expected a document in JSON"),
        ([], "malformed", "a message is a JSON object"),
        ({"type": "resign"}, "malformed", "type 'resign': expected hello, edition or question"),
        ({"type": "edition", "edition": 7}, "refused", "an edition is a JSON object"),
        ({**QUESTION, "ask": "odds"}, "unsupported", "expected one of legal, after, explain"),
        ({**QUESTION, "ask": "legal", "position": {}}, "refused", "$.edition: found nothing"),
        ({**QUESTION, "ask": "explain", **BEGUN, "seat": "red"}, "refused", "expected a seat"),
        ({**QUESTION, "ask": "deal"}, "refused", "expected an edition, in full or with its digest"),
        (
            {**QUESTION, "ask": "deal", "edition": IN_FULL, "hands": 7},
            "refused",
            "expected a list of hands",
        ),
        (
            {**QUESTION, "ask": "game", "edition": IN_FULL, "players": 2, "seed": 1, "choices": 7},
            "refused",
            "expected a list of choices",
        ),
        (
            {
                **QUESTION,
                "ask": "game",
                "edition": IN_FULL,
                "players": 2,
                "seed": 1,
                "choices": [-1],
            },
            "refused",
            "choice -1: expected one of 130 legal moves",
        ),
        (
            {
                **QUESTION,
                "ask": "game",
                "edition": IN_FULL,
                "players": 2,
                "seed": 1.5,
                "choices": [],
            },
            "refused",
            "seed: found 1.5, expected a whole number",
        ),
        ({**QUESTION, "ask": "stream", "seed": 1}, "refused", "expected a list of stops"),
        (
            {**QUESTION, "ask": "stream", "seed": "x", "game": 0, "index": 0, "stops": [True]},
            "refused",
            "stops: found True, expected a whole number",
        ),
        ({**QUESTION, "ask": "record", "record": 7}, "refused", "record: found 7, expected a text"),
        (
            {**QUESTION, "ask": "deal", "edition": REFERENCE, "hands": []},
            "refused",
            "expected one that was sent before",
        ),
    ],
)
def test_what_cannot_be_answered(cli: Runner, message: Json, code: str, says: str) -> None:
    (answer,) = answers(cli, message)
    assert (answer["type"], answer["code"]) == ("failure", code)
    assert says in answer["message"]
    assert answer["id"] == (3 if isinstance(message, dict) and "id" in message else None)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"first": "red"}, "first: found 'red', expected a seat or null"),
        ({"first": 9}, "9"),
        ({"hands": [[], 7]}, "found 7, expected a list of cards"),
    ],
)
def test_a_setup_that_makes_no_sense(cli: Runner, changed: Json, says: str) -> None:
    edition = {"type": "edition", "edition": dump(TINY)}
    setup = {**QUESTION, "ask": "setup", "edition": REFERENCE, "hands": [[], []], "first": 0}
    _, answer = answers(cli, edition, {**setup, **changed})
    assert answer["code"] == "refused"
    assert says in answer["message"]


def test_an_illegal_move_is_refused(cli: Runner) -> None:
    asked = {
        **QUESTION,
        "ask": "after",
        "position": dump(new_game(2, Random(1))),
        "move": {"type": "pass"},
    }
    (answer,) = answers(cli, asked)
    assert answer["code"] == "refused"
    assert "something_else_is_possible" in answer["message"]
