"""The guides give nothing away: each is played twice with other hidden cards, and a seat is given the same both times.

A guide is run as it is written. The first time, all that the library gives a seat is noted, and what each example
prints. The second time, the games begin with other cards in all hands but one, and in the pile; cards that a seat does
not see are drawn from these.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from doctest import DocTestParser, Example
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import define, field

from toledo_rules import (
    Action,
    Draw,
    Game,
    Seat,
    State,
    Transition,
    determinize,
    explain,
    step,
    transition,
)
from toledo_rules import _game as game_module
from toledo_rules.record import Entry, replay_entry
from toledo_rules.state import Drawing, View, view

ROOT = Path(__file__).parents[2]
GUIDES = (
    ROOT / "README.md",
    *sorted((ROOT / "docs/tutorial").glob("*.md")),
    *sorted((ROOT / "docs/how-to").glob("*.md")),
)

GIVING = {
    "toledo_rules": ("follow", "legal_actions", "view"),
    "toledo_rules.choices": ("choices", "why_not"),
    "toledo_rules.codec": ("digest", "dump", "dumps"),
    "toledo_rules.describe": ("describe", "message", "position", "tell", "told"),
    "toledo_rules.protocol": ("hello", "respond", "table_update"),
    "toledo_rules.render": ("flights", "svg", "text"),
}
"""Functions that give somebody something, by the module that a guide imports them from."""
MODULES = {import_module(module): names for module, names in GIVING.items()}


@define
class Reading:
    """What happens while a guide is read."""

    starts: list[State] = field(factory=list)
    """The positions in which its games began."""
    steps: list[tuple[State, Action, Transition, bool]] = field(factory=list)
    """What was played; true if chance decided."""
    given: list[tuple[Seat | None, object]] = field(factory=list)
    """What the library gave to whom."""
    printed: list[tuple[frozenset[Seat | None], str]] = field(factory=list)
    """What each example printed, and who was given something in it."""

    def of(self, seat: Seat | None) -> tuple[list[object], list[str]]:
        """Everything that one seat was given and read."""
        values = [value for whose, value in self.given if whose == seat]
        return values, [text for whose, text in self.printed if whose == {seat}]


def receiver(function: Callable[..., object], *given: Any, **named: Any) -> list[Seat | None]:
    """Return who is given what a function returns: its reader, its seat, or whoever has the view. Nobody, maybe."""
    bound = inspect.signature(function).bind(*given, **named)
    bound.apply_defaults()
    arguments = bound.arguments
    if arguments.get("reader") is not None:
        return [arguments["reader"]]
    if arguments.get("seat", "all") != "all":
        return [arguments["seat"]]
    return [value.seat for value in arguments.values() if isinstance(value, View)][:1]


@contextmanager
def listening(reading: Reading) -> Iterator[None]:
    """Note everything that is given while a guide is read."""

    def noting(function: Callable[..., object]) -> Callable[..., object]:
        def noted(*given: Any, **named: Any) -> object:
            value = function(*given, **named)
            reading.given += [(seat, value) for seat in receiver(function, *given, **named)]
            return value

        return noted

    subscribe = Game.subscribe

    def subscribed(
        game: Game, listener: Callable[[object], object], seat: Seat | None = None
    ) -> object:
        def heard(update: object) -> object:
            reading.given.append((seat, update))
            return listener(update)

        return subscribe(game, heard, seat)

    with pytest.MonkeyPatch.context() as within:
        for module, names in MODULES.items():
            for name in names:
                within.setattr(module, name, noting(getattr(module, name)))
        for cls, name in ((Game, "view"), (Game, "log"), (Transition, "seen_by")):
            within.setattr(cls, name, noting(getattr(cls, name)))
        within.setattr(Game, "subscribe", subscribed)
        yield


def run(examples: list[Example], reading: Reading) -> None:
    """Run the examples of a guide, one after the other. An error is printed, as a reader sees it."""
    space: dict[str, object] = {"__name__": "__main__"}
    for example in examples:
        before, printed = len(reading.given), StringIO()
        with redirect_stdout(printed):
            try:
                exec(compile(example.source, "<guide>", "single"), space)  # noqa: S102  # it is ours
            except Exception as error:  # noqa: BLE001  # a guide shows errors too
                print(f"{type(error).__name__}: {error}")
        whose = frozenset(seat for seat, _ in reading.given[before:])
        reading.printed.append((whose, printed.getvalue()))


def read(examples: list[Example]) -> Reading:
    """Read a guide as it is written."""
    reading = Reading()

    def begun(make: Callable[..., State]) -> Callable[..., State]:
        def noted(*given: Any, **named: Any) -> State:
            reading.starts.append(make(*given, **named))
            return reading.starts[-1]

        return noted

    def played(play: Callable[..., Transition], *, chance: bool) -> Callable[..., Transition]:
        def noted(state: State, how: Any, *rest: Any) -> Transition:
            result = play(state, how, *rest)
            action = how.action if isinstance(how, Entry) else how
            reading.steps.append((state, action, result, chance))
            return result

        return noted

    with pytest.MonkeyPatch.context() as within, listening(reading):
        for name in ("new_game", "parse_position"):
            within.setattr(game_module, name, begun(getattr(game_module, name)))
        within.setattr(game_module, "transition", played(transition, chance=True))
        within.setattr(game_module, "replay_entry", played(replay_entry, chance=False))
        run(examples, reading)
    return reading


Plan = dict[tuple[State, Action], tuple[Draw, ...]]
"""The cards that come up in a game with other cards, action by action."""


def redrawn(
    state: State, action: Action, result: Transition, seat: Seat | None, rng: Random | None
) -> Transition | None:
    """Play an action again where a seat may not notice that cards are others; None if that cannot be."""
    if explain(state, action) is not None:
        return None
    after, draws = step(state, action).state, list[Draw]()
    for drawn in result.draws:
        hidden = rng is not None and isinstance(after.phase, Drawing) and after.active != seat
        draw = Draw(rng.choice(after.pile)) if rng is not None and hidden else drawn
        if not after.chance or draw.card not in after.pile:
            return None
        draws.append(draw)
        after = step(after, draw).state
    return None if after.chance else replay_entry(state, Entry(action, tuple(draws)))


def other_cards(
    reading: Reading, seat: Seat | None, rng: Random
) -> tuple[dict[State, State], Plan] | None:
    """Return a twin for every game, and the cards that come up in it; None if these hands do not fit the guide."""
    twins = {start: determinize(view(start, seat), rng) for start in reading.starts}
    known, plan = dict(twins), Plan()
    for before, action, result, chance in reading.steps:
        here = known.setdefault(before, before)  # a game that goes on from a record stays as it is
        if (here, action) in plan:
            continue  # tried again, or played again
        other = chance and here != before
        again = redrawn(here, action, result, seat, rng if other else None)
        if again is None or (other and result.state.over):  # hands are shown
            return None
        known[result.state] = again.state
        plan[here, action] = again.draws
    return twins, plan


MOST_TRIES = 20_000


def read_with_other_cards(examples: list[Example], first: Reading, seat: Seat | None) -> Reading:
    """Read a guide once more, with cards that the seat does not see."""
    rng = Random(f"guide {seat}")
    twins, plan = next(
        found for _ in range(MOST_TRIES) if (found := other_cards(first, seat, rng)) is not None
    )
    reading, starts = Reading(), iter(first.starts)

    def begin(*_given: Any, **_named: Any) -> State:
        return twins[next(starts)]

    def play(state: State, action: Action, _rng: object) -> Transition:
        return replay_entry(state, Entry(action, plan.get((state, action), ())))

    with pytest.MonkeyPatch.context() as within, listening(reading):
        for name in ("new_game", "parse_position"):
            within.setattr(game_module, name, begin)
        within.setattr(game_module, "transition", play)
        run(examples, reading)
    return reading


def examples_of(text: str) -> list[Example]:
    """Return the examples of a guide. What they import is there from now on, and keeps nothing of the listening."""
    examples = DocTestParser().get_examples(text)
    for example in examples:
        if example.source.startswith(("from ", "import ")):
            exec(example.source, {})  # noqa: S102  # it is ours
    return examples


WITH_A_GAME = [path for path in GUIDES if re.search(r"\bGame\(", path.read_text(encoding="utf-8"))]
"""Guides with a game that somebody looks at."""


@cache
def as_written(path: Path) -> tuple[list[Example], Reading]:
    examples = examples_of(path.read_text(encoding="utf-8"))
    return examples, read(examples)


@pytest.mark.parametrize("path", WITH_A_GAME, ids=lambda path: path.name)
def test_a_guide_gives_nothing_away(path: Path) -> None:
    """Law 7, A-128 to A-131."""
    examples, first = as_written(path)
    for seat in {seat for seat, _ in first.given}:
        again = read_with_other_cards(examples, first, seat)
        assert again.of(seat) == first.of(seat)


def test_the_guides_give_somebody_something() -> None:
    """Or the test above would find nothing."""
    given = {path.name: {seat for seat, _ in as_written(path)[1].given} for path in WITH_A_GAME}
    assert given["README.md"] >= {0, None}
    assert given["build-a-ui.md"] >= {0, 1}
    assert given["embed-in-a-server.md"] >= {0}


LEAK = """
>>> from toledo_rules import Game
>>> from toledo_rules.describe import tell
>>> game = Game(["Ana", "Ben"], seed=1)
>>> result = game.play("take")
>>> print(game.view(1).players[0].cards, result.{})
"""


@pytest.mark.parametrize(("said", "safe"), [("with_secrets()", False), ("seen_by(1)", True)])
def test_a_guide_that_gives_something_away_is_found(said: str, *, safe: bool) -> None:
    examples = examples_of(LEAK.format(said))
    first = read(examples)
    again = read_with_other_cards(examples, first, 1)
    assert (again.of(1) == first.of(1)) is safe


# What a guide shows, it shows in full

IN_FULL = (", ...>\n",)
"""Ends of what a value says of itself: the legal actions do not list themselves in full."""
UNKNOWN = {"simulate-many-games.md": "/...games.jsonl holds"}
"""What nobody knows beforehand, such as the name of a folder."""


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.name)
def test_nothing_is_left_out_of_what_a_guide_shows(path: Path) -> None:
    """An ellipsis would hide a card from the reader, and from the test that runs the guide."""
    for example in DocTestParser().get_examples(path.read_text(encoding="utf-8")):
        shown = (example.exc_msg or "") + example.want
        if "..." in shown and not shown.endswith(IN_FULL):
            assert UNKNOWN.get(path.name, "nothing") in shown, shown
