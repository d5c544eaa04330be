"""Values that nobody should make, and sources of chance that lie: nothing hangs, and everything is refused in words."""

from __future__ import annotations

import pickle
import re
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from hashlib import sha256
from importlib import import_module
from inspect import isfunction, signature, unwrap
from itertools import product
from random import Random
from typing import Any

import pytest
from attrs import evolve, make_class

import toledo_rules
from tests.test_structure import PUBLIC
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Card,
    Edition,
    Game,
    Player,
    Shop,
    ShopTile,
    Space,
    State,
    Sword,
    View,
    _values,
    determinize,
    invariants,
    legal_actions,
    new_game,
    view,
)
from toledo_rules._multiset import multiset
from toledo_rules._setup import deal
from toledo_rules._values import names
from toledo_rules.edition import MOST_STEPS, MOVEMENT
from toledo_rules.effects.movement import LookAhead
from toledo_rules.protocol import UndoRequest
from toledo_rules.state import Drawing, Duel, PlayerView, Transit

SEALED = (State, View, Player, PlayerView, Edition)

START = new_game(2, Random(1))
WRONG: dict[type, Any] = {
    cls: make_class(f"My{cls.__name__}", [*names(cls)], slots=False) for cls in (State, View)
}
"""Classes with the fields of a position: the nearest thing to a subclass that a program can make."""


class TooMuchError(BaseException):
    """More calls than anything here needs. Nothing that catches errors catches this."""


@contextmanager
def counted(most: int) -> Iterator[list[int]]:
    """Count the calls of Python functions, and stop at too many."""
    calls = [0]

    def note(_frame: object, event: str, _argument: object) -> None:
        if event == "call":
            calls[0] += 1
            if calls[0] > most:
                raise TooMuchError

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


# Subclasses


@pytest.mark.parametrize("cls", SEALED)
def test_a_value_has_no_subclasses(cls: type) -> None:
    """A subclass would be a position here and none there."""
    with pytest.raises(TypeError, match=rf"^{cls.__name__} cannot have subclasses"):
        type("Mine", (cls,), {})


class Counting:
    """Something that counts how often it is asked for its text."""

    asked = 0

    def __repr__(self) -> str:
        Counting.asked += 1
        return "Counting()"


def nested(depth: int) -> State:
    """A position in a field of a position, and so on; the innermost one has something that counts."""
    state = evolve(START, phase=Counting())  # type: ignore[arg-type]
    for _ in range(depth):
        state = evolve(state, phase=state)  # type: ignore[arg-type]
    return state


def test_a_message_never_asks_for_the_text_of_a_position() -> None:
    """Each level asked the next one twice: 40 levels would not have come to an end."""
    Counting.asked = 0
    found = [str(violation) for violation in invariants(nested(40))]
    assert any("a State instead of" in text for text in found)
    assert repr(nested(40)) == "<State, not a valid position>"
    assert Counting.asked <= 1  # by the text of the position itself


def public_calls() -> Iterator[tuple[str, Callable[[Any], object]]]:
    """Every function at the root of the library that takes a position, and the other doors to it."""
    from toledo_rules import codec, notation, render  # noqa: PLC0415
    from toledo_rules.describe import describe  # noqa: PLC0415

    yield "apply", lambda x: toledo_rules.apply(x, TAKE_CARDS, Random(1))
    yield "transition", lambda x: toledo_rules.transition(x, TAKE_CARDS, Random(1))
    yield "step", lambda x: toledo_rules.step(x, TAKE_CARDS)
    yield "explain", lambda x: toledo_rules.explain(x, END_TURN)
    yield "legal_actions", legal_actions
    yield "chance_outcomes", toledo_rules.chance_outcomes
    yield "invariants", lambda x: list(invariants(x))
    yield "outcome", toledo_rules.outcome
    yield "score", lambda x: toledo_rules.score(x, 0)
    yield "view", lambda x: view(x, 0)
    yield "determinize", lambda x: determinize(x, Random(1))
    yield "format_position", notation.format_position
    yield "svg", render.svg
    yield "text", render.text
    yield "describe", describe
    yield "dumps", codec.dumps
    yield "Game", lambda x: Game(position=x, seed=1)
    yield "repr", repr
    yield "str", str


CALLS = dict(public_calls())


@pytest.mark.parametrize("cls", WRONG)
@pytest.mark.parametrize("call", CALLS)
def test_what_only_looks_like_a_position_ends_every_call(call: str, cls: type) -> None:
    """An answer or an error, but no call that does not return: what it costs is counted, not timed."""
    source: Any = START if cls is State else view(START, 0)
    wrong = WRONG[cls](**{name: getattr(source, name) for name in names(cls)})
    with counted(200_000), suppress(Exception):  # any error is an end
        CALLS[call](wrong)


# A look-ahead that is as long as an edition allows


def crowded(values: int, copies: int) -> State:
    """A position on a road of taverns, all full of own figures: wherever a card leads, one has to look further."""
    taverns = MOST_STEPS - 2
    cards = multiset([Card(1 + n % values, "violet", "attacker") for n in range(values * copies)])
    road = (Space("cathedral"), *[Space("tavern", "low", 1, 1)] * taverns, Space("entrance"))
    nothing: Any = dict.fromkeys(("shops", "swords", "paintings"), ())
    edition = evolve(
        KOSMOS_2008,
        **nothing,
        road=road,
        cards=cards,
        tiles=(MOVEMENT,),
        figures=100,
        hand=1,
        last_round_at=1,
        most_players=2,
    )
    start = deal(edition, (cards, ()), (), 0)
    me = evolve(
        start.players[0], figures=multiset([0, 0, *range(1, taverns + 1)]), tiles=(MOVEMENT,)
    )
    return evolve(start, players=(me, start.players[1]), tiles=())


@pytest.mark.search
@pytest.mark.parametrize(("values", "copies"), [(6, 12), (30, 12), (49, 20)])
def test_the_look_ahead_is_bounded(
    values: int, copies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step is looked at once for each pair of values at most, whatever the number of cards and figures."""
    state = crowded(values, copies)
    assert not [*invariants(state)]
    looked = 0
    lands = LookAhead.lands

    def counting(ahead: LookAhead, step: int) -> int | None:
        nonlocal looked
        looked += 1
        return lands(ahead, step)

    monkeypatch.setattr(LookAhead, "lands", counting)
    assert legal_actions(state)
    assert looked <= 2 * MOST_STEPS * values * values


# Sources of chance


class Liar:
    """A source of chance that gives one answer to everything."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def randrange(self, _stop: int, /) -> int:
        """Return the one answer."""
        return self.answer  # type: ignore[no-any-return]


@pytest.mark.parametrize("answer", [-1, 1000, 1.0, True, None, "0"])
def test_a_source_of_chance_that_lies_is_refused(answer: object) -> None:
    liar = Liar(answer)
    calls: tuple[Callable[[], object], ...] = (
        lambda: new_game(2, liar),
        lambda: toledo_rules.apply(START, TAKE_CARDS, liar),
        lambda: toledo_rules.transition(START, TAKE_CARDS, liar),
        lambda: determinize(view(START, 0), liar),
        lambda: Game(2, rng=liar),
    )
    for call in calls:
        with pytest.raises((TypeError, ValueError), match="a source of chance must give"):
            call()


def test_a_seed_that_is_handed_out_fits_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a column of SQLite, and as a number of JavaScript."""
    monkeypatch.setattr("os.urandom", lambda number: b"\xff" * number)
    assert Game(2).seed == 2**53 - 1
    assert Game(2, seed=2**64 - 1).seed == 2**64 - 1


# Positions and views that cannot be


@pytest.mark.parametrize("name", ["metal", "gems", "active", "trigger", "tile_value"])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_that_nobody_can_write_is_a_violation(name: str, sign: int) -> None:
    wrong: Any = {name: sign * 10**5000}
    state = evolve(START, **wrong)
    assert [str(violation) for violation in invariants(state)]
    assert repr(state)
    with pytest.raises(ValueError, match="there can be no such position"):
        Game(position=state)


@pytest.mark.parametrize(
    "changes", [{"seat": 7}, {"seat": -1}, {"active": 7}, {"phase": Transit(99)}]
)
def test_a_view_that_cannot_be_has_no_positions(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^this view "):
        determinize(evolve(view(START, 1), **changes), Random(1))


# Arguments of a wrong type


class Red(IntEnum):
    """A number of one's own."""

    SEAT = 0


ARGUMENTS: dict[str, Any] = {
    **dict.fromkeys(("state", "position", "view", "table", "start", "before", "context"), START),
    "after": toledo_rules.apply(START, TAKE_CARDS, Random(1)),
    "game": Game(2, seed=1),
    "seat": 0,
    "rival": 1,
    "rng": Random(1),
    "action": TAKE_CARDS,
    "move": TAKE_CARDS,
    "thing": TAKE_CARDS,
    "edition": KOSMOS_2008,
    "other": KOSMOS_2008,
    "events": (),
    "players": 2,
    "step": 3,
    "card": START.pile[0],
    "cards": START.pile,
    "sword": KOSMOS_2008.swords[0],
    "shop": KOSMOS_2008.shops[0],
    "tile": MOVEMENT,
    "draws": (),
    "lines": (),
    "path": "no/such/file",
    "file": "no/such/file",
    "name": "kosmos-2008",
    "language": "en",
    "seed": 1,
    "bots": ("random", "random"),
    "record": Game(2, seed=1).record(),
    "depth": 1,
    "attacker_wins": True,
    "number": 1,
    "data": b"",
    "most": 9,
    "request": UndoRequest(1, 1),
}
"""Arguments that are fine, by the name of the parameter."""
ODD: dict[str, Any] = {
    "None": None,
    "True": True,
    "a fraction": 2.5,
    "no number": float("nan"),
    "a huge number": 10**5000,
    "an object": object(),
    "a list of None": [None],
    "a dictionary": {"seat": 1},
    "a long text": "(" * 20_000,
    "half a character": "\ud800",
    "bytes": b"\xff",
    "a class": int,
    "a view": view(START, 1),
    "a part": START.players[0],
    "a number of one's own": Red.SEAT,
}
"""Arguments that are mostly wrong."""
PLAIN = re.compile(
    r"not iterable|non-iterable|unhashable|bytes-like|os\.PathLike|as an integer|too large|to unpack"
)
"""What Python itself says well enough: what was found, and what it should have been."""


def in_words(error: BaseException) -> bool:
    """The error was raised on purpose, in a few words, or says what Python expects."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    if "toledo_rules" in last.filename and str(last.line).startswith("raise"):
        return len(str(error)) < 1000
    return isinstance(error, OSError) or bool(PLAIN.search(str(error)))


def wrong_calls() -> Iterator[tuple[str, Callable[..., object], dict[str, Any], str]]:
    """Each public function with one of its parameters, as far as there is a fine argument for each that it needs."""
    for module in (
        toledo_rules,
        *(import_module(f"toledo_rules.{name}") for name in sorted(PUBLIC)),
    ):
        for name in module.__all__:
            function = getattr(module, name)
            if (
                not isfunction(unwrap(function)) or name == "lay_out"
            ):  # it draws as any `Random` does
                continue
            parameters = signature(function).parameters.values()
            needed = {one.name for one in parameters if one.default is one.empty}
            if needed <= ARGUMENTS.keys():
                fine = {name: ARGUMENTS[name] for name in needed}
                yield from ((f"{name}({one.name})", function, fine, one.name) for one in parameters)


def test_a_wrong_argument_is_refused_in_words() -> None:
    """An answer, or an error that is documented or says what was found and what was expected; nothing from inside."""
    calls = [*wrong_calls()]
    accidents = []
    for (name, function, fine, parameter), (what, odd) in product(calls, ODD.items()):
        try:
            answer = function(**{**fine, parameter: odd})
            if isinstance(answer, Iterator):
                deque(answer)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is judged
            if not in_words(error):
                accidents.append(f"{name}, {what}: {error!r}")
    assert accidents == []
    assert len(calls) > 200


# Pickles


def test_a_pickle_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything else in it is read."""
    for value in (START, view(START, 0), START.players[0], Game(2, seed=1)):
        data = pickle.dumps(value)
        pickle.loads(data)
        with monkeypatch.context() as later:
            later.setattr(_values, "_PICKLE_FORM", 3)
            with pytest.raises(pickle.UnpicklingError, match=r"has form 2, .* reads form 3"):
                pickle.loads(data)


def test_a_pickle_from_before_forms_is_refused() -> None:
    with pytest.raises(pickle.UnpicklingError, match="has form 0"):
        _values._made(State, KOSMOS_2008)  # type: ignore[arg-type]  # noqa: SLF001


def test_a_pickle_has_a_new_form_when_fields_change() -> None:
    """If this fails, raise `_PICKLE_FORM`, and write the new digest here."""
    kinds: tuple[Any, ...] = (*SEALED, Card, Space, Shop, ShopTile, Sword, Drawing, Duel, Transit)
    text = "; ".join(f"{kind.__name__}: {', '.join(names(kind))}" for kind in kinds)
    form = _values._PICKLE_FORM  # noqa: SLF001
    assert (form, sha256(text.encode()).hexdigest()[:8]) == (2, "d88406e0")
