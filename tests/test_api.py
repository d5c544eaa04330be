"""What users can rely on: values, errors, numbers (decisions 1 to 4 of the design)."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

import toledo_rules
from tests.table import Numbers
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    PASS,
    RULES,
    TAKE_CARDS,
    Card,
    Challenge,
    Code,
    Deliver,
    Draw,
    Edition,
    EndTurn,
    Game,
    IllegalActionError,
    Pass,
    PlaceShop,
    PlayCard,
    Refusal,
    ReturnFigure,
    Rule,
    Shop,
    ShopTile,
    State,
    Sword,
    TakeCards,
    Transition,
    UseSpace,
    apply,
    explain,
    explain_all,
    legal_actions,
    new_game,
    outcome,
    render,
    shipped_edition,
    step,
    transition,
    universe,
    view,
)
from toledo_rules.choices import choices
from toledo_rules.describe import describe, position, tell
from toledo_rules.rulebook import illegal
from toledo_rules.testing import BLUE, RED, Table, card, cards, play, refused, sword

ACTIONS = universe(KOSMOS_2008).actions


def evaluated(value: object) -> object:
    """What the text of a value evaluates to, with the public names of the library."""
    return eval(repr(value), {name: getattr(toledo_rules, name) for name in toledo_rules.__all__})


def in_play() -> State:
    """Red has just arrived on Blue's gem dealer."""
    table = Table(3).shop(4, BLUE, "gem", 2).hand(RED, "4va 3bd 3bd 6nd").hand(BLUE, "1nd")
    return play(table.tiles(RED, "movement").lay(), PlayCard(card("4va"), 0))


# Texts that evaluate back


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Card(3, "violet", "attacker"), "Card(3, 'violet', 'attacker')"),
        (Sword(12, 3, 3), "Sword(12, 3, 3)"),
        (ShopTile("gem", 2), "ShopTile('gem', 2)"),
        (Shop(1, "smith", 1), "Shop(1, 'smith', 1)"),
        (TAKE_CARDS, "TakeCards()"),
        (PlaceShop(ShopTile("gem", 2), 4), "PlaceShop(ShopTile('gem', 2), 4)"),
        (ReturnFigure(5), "ReturnFigure(5)"),
        (PlayCard(card("4va"), 0), "PlayCard(Card(4, 'violet', 'attacker'), 0)"),
        (
            PlayCard(card("4va"), 5, with_tile=True),
            "PlayCard(Card(4, 'violet', 'attacker'), 5, with_tile=True)",
        ),
        (Challenge(2), "Challenge(2)"),
        (UseSpace(), "UseSpace()"),
        (UseSpace(pay=card("1nd")), "UseSpace(pay=Card(1, 'neutral', 'defender'))"),
        (UseSpace(take=Sword(2, 1, 0)), "UseSpace(take=Sword(2, 1, 0))"),
        (
            UseSpace(card("1nd"), "violet", "brown"),
            "UseSpace(pay=Card(1, 'neutral', 'defender'), take='violet', give_back='brown')",
        ),
        (Deliver(Sword(7, 3, 1)), "Deliver(Sword(7, 3, 1))"),
        (END_TURN, "EndTurn()"),
        (PASS, "Pass()"),
        (Draw(card("6td")), "Draw(Card(6, 'turquoise', 'defender'))"),
        (KOSMOS_2008, "shipped_edition('kosmos-2008')"),
    ],
)
def test_short_texts(value: object, text: str) -> None:
    """Decision 4: the text of a component or an action is short, and evaluates back to it."""
    assert repr(value) == text
    assert evaluated(value) == value


def test_every_name_of_the_root_can_be_had() -> None:
    assert sorted(dir(toledo_rules)) == sorted(toledo_rules.__all__)
    for name in toledo_rules.__all__:
        assert getattr(toledo_rules, name) is not None


def test_the_text_of_a_transition() -> None:
    """Decision 4: it names the events, and says if something was revealed."""
    state = new_game(2, Random(1))
    assert repr(step(state, TAKE_CARDS)) == "<Transition: DrawingBegan>"
    assert repr(transition(state, TAKE_CARDS, Random(2))) == (
        "<Transition: DrawingBegan, CardDrawn, CardDrawn, TurnEnded, TurnBegan, reveals something>"
    )
    assert repr(Transition(state, (), (), reveals=False)) == "<Transition: no events>"


def test_every_action_and_card_evaluates_back() -> None:
    """Decision 4: over the whole universe of an edition."""
    for value in (*ACTIONS, *set(KOSMOS_2008.cards), *KOSMOS_2008.road):
        assert evaluated(value) == value


def test_an_own_edition_evaluates_back() -> None:
    """Decision 5: an edition that does not come with the library shows all of its data."""
    mine = evolve(KOSMOS_2008, name="mine", metal=5)
    assert (mine.expression, KOSMOS_2008.expression) == ("", "shipped_edition('kosmos-2008')")
    assert repr(mine).startswith("Edition(name='mine', title=")
    assert evaluated(mine) == mine
    assert mine != KOSMOS_2008


def test_editions_are_equal_by_what_they_hold() -> None:
    """Decision 5: where a datum comes from has no part in the game."""
    same = evolve(KOSMOS_2008, provenance=())
    assert same == KOSMOS_2008
    assert hash(same) == hash(KOSMOS_2008)
    assert shipped_edition("kosmos-2008") is KOSMOS_2008


# Wrong types


@pytest.mark.parametrize("wrong", ["x", None, 3, TakeCards, Draw(Card(1, "violet", "attacker"))])
def test_what_is_no_action(wrong: Any) -> None:
    """Decision 3: a wrong type is a mistake of the program, not an illegal action."""
    state = Table().lay()
    for ask in (
        lambda: apply(state, wrong, Random(1)),
        lambda: transition(state, wrong, Random(1)),
    ):
        with pytest.raises(TypeError, match="an action is one of TakeCards, PlaceShop"):
            ask()


@pytest.mark.parametrize("wrong", ["x", None, 3, Card(1, "violet", "attacker"), Draw])
def test_what_is_no_move(wrong: Any) -> None:
    """Decision 2: a step is an action or a draw."""
    for ask in (step, explain, explain_all):
        with pytest.raises(TypeError, match="an action is one of"):
            ask(Table().lay(), wrong)


CARD: Any = card("4va")
WRONG_FIELDS: list[tuple[Any, dict[str, Any]]] = [
    (PlaceShop, {"shop": "gem", "step": 4}),
    (PlaceShop, {"shop": ShopTile("gem", 1), "step": "4"}),
    (PlaceShop, {"shop": Shop(0, "gem", 1), "step": 4}),
    (PlaceShop, {"shop": None, "step": 4}),
    (ReturnFigure, {"step": "5"}),
    (ReturnFigure, {"step": None}),
    (ReturnFigure, {"step": 5.0}),
    (PlayCard, {"card": "4va", "origin": 0}),
    (PlayCard, {"card": 4, "origin": 0}),
    (PlayCard, {"card": None, "origin": 0}),
    (PlayCard, {"card": CARD, "origin": "0"}),
    (PlayCard, {"card": CARD, "origin": None}),
    (PlayCard, {"card": CARD, "origin": 0, "with_tile": "yes"}),
    (PlayCard, {"card": CARD, "origin": 0, "with_tile": 1}),
    (PlayCard, {"card": CARD, "origin": 0, "with_tile": None}),
    (Challenge, {"rival": "blue"}),
    (Challenge, {"rival": None}),
    (UseSpace, {"pay": 3}),
    (UseSpace, {"pay": (CARD, CARD)}),
    (UseSpace, {"take": 12}),
    (UseSpace, {"take": CARD}),
    (UseSpace, {"take": "violet", "give_back": 1}),
    (UseSpace, {"take": "violet", "give_back": Sword(2, 1, 0)}),
    (Deliver, {"sword": 12}),
    (Deliver, {"sword": None}),
    (Draw, {"card": "4va"}),
    (Draw, {"card": None}),
    (TakeCards, {"cards": 3}),
    (EndTurn, {"seat": 0}),
    (Pass, {"seat": 0}),
]


@pytest.mark.parametrize(("kind", "fields"), WRONG_FIELDS)
def test_fields_of_a_wrong_type(kind: Any, fields: dict[str, Any]) -> None:
    """Decision 4: an action that makes no sense cannot even be built."""
    with pytest.raises(TypeError):
        kind(**fields)


# Positions are values


@pytest.mark.parametrize("seed", range(3))
def test_the_input_is_unchanged(seed: int) -> None:
    """Decision 1: legal or not, an action leaves the position it is applied to as it was."""
    rng = Random(seed)
    state = new_game(3, rng)
    while not state.over:
        before = pickle.dumps(state)
        after = apply(state, rng.choice(legal_actions(state)), rng)
        with pytest.raises(IllegalActionError):
            apply(state, Challenge(state.active), rng)
        assert pickle.dumps(state) == before
        state = after


def test_nothing_can_be_assigned() -> None:
    """Decision 1: positions, players, actions and cards are frozen."""
    state: Any = in_play()
    for thing, name in (
        (state, "metal"),
        (state.players[0], "metal"),
        (state.phase, "step"),
        (state.players[0].hand[0], "value"),
        (Challenge(1), "rival"),
        (KOSMOS_2008, "metal"),
        (view(state, RED), "metal"),
    ):
        with pytest.raises(FrozenInstanceError):
            setattr(thing, name, 1)


def test_equal_positions_are_equal_and_hash_alike() -> None:
    """Decision 1: whatever the way that led there."""
    table = (
        Table()
        .shop(4, RED, "gem", 2)
        .hand(RED, "4va 4bd 4nd")
        .figures(RED, 5)
        .shop(9, RED, "metal")
    )
    one = play(
        table.lay(), PlayCard(card("4va"), 0), PlayCard(card("4bd"), 5), PlayCard(card("4nd"), 0)
    )
    other = play(
        table.lay(), PlayCard(card("4va"), 5), PlayCard(card("4bd"), 0), PlayCard(card("4nd"), 0)
    )
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


def test_different_positions_differ() -> None:
    """Decision 1: also where only the pile is different, which the hash leaves out."""
    state = in_play()
    swapped = evolve(state, pile=state.pile[1:], discards=state.pile[:1])
    assert swapped != state
    assert evolve(state, pile=state.pile[1:]) != state
    assert evolve(state, active=BLUE) != state


COPIES: list[tuple[str, Any]] = [
    ("pickle", lambda thing: pickle.loads(pickle.dumps(thing))),
    ("copy", copy.copy),
    ("deepcopy", copy.deepcopy),
]


@pytest.mark.parametrize(("how", "copied"), COPIES)
def test_copies(how: str, copied: Any) -> None:
    """Decision 1: a copy of anything is the same value."""
    state = in_play()
    hash(state)
    why = refused(state, TAKE_CARDS)
    for thing in (
        state,
        state.phase,
        view(state, RED),
        view(state, None),
        KOSMOS_2008,
        *ACTIONS[::97],
        Draw(card("1va")),
        why,
        transition(state, UseSpace(pay=card("6nd")), Random(1)),
    ):
        again = copied(thing)
        assert again == thing, how
        assert hash(again) == hash(thing)
        assert repr(again) == repr(thing)
    assert apply(copied(state), END_TURN, Random(1)) == apply(state, END_TURN, Random(1))


@pytest.mark.usefixtures("unmeasured")
def test_a_pickled_position_in_another_process() -> None:
    """Decision 1: texts hash differently there, so no hash may travel with the position."""
    state = new_game(3, Random(5))
    program = (
        "import pickle, sys; from random import Random; from toledo_rules import new_game;"
        "there = pickle.load(sys.stdin.buffer); here = new_game(3, Random(5));"
        "assert there == here and hash(there) == hash(here) and there in {here};"
        "assert hash(there.players) == hash(here.players);"
        "assert hash(there.edition) == hash(here.edition)"
    )
    assert hash(state) == hash(state)
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=pickle.dumps(state),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        )
        assert done.stderr.decode() == ""
        assert done.returncode == 0


# Errors


def test_an_illegal_action_names_the_rule() -> None:
    """Decision 3: the error carries the move and the reason, and says both."""
    state = in_play()
    action = UseSpace(pay=card("5va"))
    with pytest.raises(IllegalActionError) as failure:
        apply(state, action, Random(1))
    error = failure.value
    assert isinstance(error, ValueError)
    assert error.move == action
    assert error.refusal == explain(state, action)
    assert error.refusal == illegal(Code.FEE_NOT_IN_HAND, "A-59", card=card("5va"))
    assert str(error) == (
        "UseSpace(pay=Card(5, 'violet', 'attacker')) is not legal: "
        "fee_not_in_hand (card Card(5, 'violet', 'attacker')): see A-59"
    )


def test_the_same_error_everywhere() -> None:
    """Decision 3: apply, transition and step refuse for the same reason."""
    state = in_play()
    for action in (TAKE_CARDS, PASS, UseSpace(), Challenge(BLUE), Deliver(sword(2))):
        why = explain(state, action)
        for do in (
            lambda action=action: apply(state, action, Random(1)),
            lambda action=action: transition(state, action, Random(1)),
            lambda action=action: step(state, action),
        ):
            with pytest.raises(IllegalActionError) as failure:
                do()
            assert (failure.value.move, failure.value.refusal) == (action, why)


def test_a_pickled_error() -> None:
    """Decision 3: errors travel between processes."""
    error = IllegalActionError(TAKE_CARDS, illegal(Code.NOT_AT_TURN_START, "A-20"))
    again = pickle.loads(pickle.dumps(error))
    assert (again.move, again.refusal, str(again)) == (error.move, error.refusal, str(error))


def test_an_illegality() -> None:
    """Decision 3: a code, a rule, and parameters by their names."""
    why = illegal(Code.VALUE_NOT_REPEATED, "MOV-08", played=4, required=3)
    assert why == Refusal(Code.VALUE_NOT_REPEATED, "MOV-08", (("played", 4), ("required", 3)))
    assert (why.code, why.rule, why["played"], why["required"]) == (
        "value_not_repeated",
        "MOV-08",
        4,
        3,
    )
    assert str(why) == "value_not_repeated (played 4, required 3): see MOV-08"
    assert str(illegal(Code.NO_CARD_PLAYED, "TRN-04")) == "no_card_played: see TRN-04"
    with pytest.raises(KeyError):
        why["step"]
    assert len({why, illegal(Code.VALUE_NOT_REPEATED, "MOV-08", played=4, required=3)}) == 1


# Rules by their numbers


def test_rules_by_their_numbers() -> None:
    """Decision 6: a rule, a ruling and a datum, with what they say."""
    rule = RULES["MOV-05"]
    assert isinstance(rule, Rule)
    assert (rule.id, rule.title, rule.status) == ("MOV-05", "A free circle must be taken", "rule")
    assert rule.text
    ruling = RULES["A-43"]
    assert ruling.status == "ruling"
    assert ruling.question
    assert ruling.reason
    assert {rule.status for rule in RULES.values()} <= {"rule", "ruling", "data", "hint"}
    assert all(number == rule.id for number, rule in RULES.items())


def test_no_such_rule() -> None:
    """Decision 6: the numbers are a mapping like any other."""
    assert "MOV-0" not in RULES
    assert RULES.get("MOV-0") is None
    with pytest.raises(KeyError):
        RULES["MOV-0"]
    assert len(RULES) == len(list(RULES)) == len(set(RULES))


def test_all_numbers_of_the_catalogue() -> None:
    """Decision 6: every group of rules from its first number to its last, and every ruling."""
    last = {
        "CMP": 11,
        "GOA": 2,
        "SET": 10,
        "TRN": 5,
        "TAK": 3,
        "SHP": 6,
        "MOV": 13,
        "OCC": 6,
        "USE": 10,
        "MET": 1,
        "GEM": 1,
        "SMI": 4,
        "FEN": 7,
        "TAV": 3,
        "ART": 2,
        "ALC": 5,
        "DUE": 15,
        "TIL": 8,
        "RET": 2,
        "END": 3,
        "SCO": 6,
        "TIE": 4,
        "HNT": 5,
        "A": 163,
    }
    assert set(RULES) == {
        f"{group}-{number:02}" for group, most in last.items() for number in range(1, most + 1)
    }


# Chance


def test_any_source_of_chance_will_do() -> None:
    """Decision 2: all that is asked of it is `randrange`; it is asked once for each card."""
    rng = Numbers(0, 1)
    state = Table().pile("1va 2bd 6nd").lay()
    assert apply(state, TAKE_CARDS, rng).players[RED].hand == cards("1va 6nd")
    assert (rng.asked, rng.answers) == ([3, 2], [])


@pytest.mark.search
@pytest.mark.parametrize("seed", range(3))
def test_a_transition_can_be_replayed(seed: int) -> None:
    """Decision 2: with the draws it names, step leads to the same position and tells the same."""
    rng = Random(seed)
    state = new_game(2, rng)
    while not state.over:
        action = rng.choice(legal_actions(state))
        what = transition(state, action, rng)
        first = step(state, action)
        replayed, events, reveals = first.state, [*first.events], first.reveals
        for draw in what.draws:
            following = step(replayed, draw)
            replayed, events = following.state, [*events, *following.events]
            reveals |= following.reveals
        assert (replayed, tuple(events), reveals) == (what.state, what.events, what.reveals)
        state = what.state


def test_apply_and_transition_agree() -> None:
    """Decision 2: the same source of chance, the same position."""
    state = Table(3).hand(RED, "5va 1bd").lay()
    arrived = apply(state, PlayCard(card("5va"), 0), Random(1))
    use = UseSpace(pay=card("1bd"))
    assert apply(arrived, use, Random(8)) == transition(arrived, use, Random(8)).state


# Names


def test_public_names() -> None:
    """The names that the library promises are all there, in order."""
    names = [*toledo_rules.__all__]
    assert sorted(set(names)) == sorted(names)
    assert all(hasattr(toledo_rules, name) for name in names)
    assert isinstance(KOSMOS_2008, Edition)


def test_something_that_is_no_position_has_no_legal_actions() -> None:
    with pytest.raises(TypeError, match="a position is a State, a View or a Game, not 'toledo'"):
        legal_actions("toledo")  # type: ignore[arg-type]


def test_something_that_is_no_position_has_no_outcome() -> None:
    """None would say that the game goes on."""
    wrong: tuple[Any, ...] = (Game(["Ana", "Ben"], seed=1).view(0), None)
    for thing in wrong:
        with pytest.raises(TypeError, match="a position is a State or a Game here, not"):
            outcome(thing)


@pytest.mark.parametrize("names", ["Ana", {"Ana", "Ben"}, None, 2])
def test_names_come_by_seat(names: Any) -> None:
    state = new_game(2, Random(1))
    mine = view(state, 0)
    calls: tuple[Callable[[], object], ...] = (
        lambda: describe(state, names=names),
        lambda: position(mine, names=names),
        lambda: tell((), state, names=names),
        lambda: choices(mine, names=names),
        lambda: render.text(state, names=names),
        lambda: render.svg(state, names=names),
        lambda: render.score_table(state, names=names),
    )
    for call in calls:
        with pytest.raises(TypeError, match="names must be the players' names by seat, not"):
            call()
