"""Positions that are shown on the site, and what happens next: those of the worked examples, and those of scenes.toml.

A page names a scene; the picture, the moves in notation and what may be done afterwards are worked out
by the library itself, so that a page cannot show what the rules do not allow.

    [end-when]
    position = "toledo1 red / red 4bd 4va, m1@4 g1@8 / blue"
    line = "4va@0, use, end"
"""

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from attrs import field, frozen

from toledo_rules import (
    KOSMOS_2008,
    Action,
    Draw,
    Refusal,
    State,
    Transition,
    explain,
    legal_actions,
    parse_position,
)
from toledo_rules.events import Event
from toledo_rules.notation import parse_action, parse_turn
from toledo_rules.rulebook import EXAMPLES
from toledo_rules.testing import story

FILE = Path(__file__).with_name("scenes.toml")


@frozen
class Scene:
    """A position, and what happens next."""

    before: State
    turn: tuple[tuple[Action, tuple[Draw, ...]], ...] = ()
    """Actions in order, each with the cards that it turns up."""
    refused: Action | None = None
    """An action that is not legal after the moves."""
    counted: bool = False
    """True to count everybody's fame, rule by rule."""
    _told: Transition = field(init=False)

    @_told.default
    def _story(self) -> Transition:
        return story(
            self.before, *(move for action, draws in self.turn for move in (action, *draws))
        )

    @property
    def after(self) -> State:
        """The position after the moves."""
        return self._told.state

    @property
    def events(self) -> tuple[Event, ...]:
        """The events on the way, with every card: the pages tell of both sides."""
        return self._told.with_secrets()

    @property
    def options(self) -> tuple[Action, ...]:
        """The legal actions after the moves; none if chance is next or the game is over."""
        return () if self.after.chance or self.after.over else tuple(legal_actions(self.after))

    @property
    def why_not(self) -> Refusal | None:
        """The reason against the refused action."""
        if self.refused is None:
            return None
        why = explain(self.after, self.refused)
        assert why is not None, f"{self.refused!r} is legal"
        return why


def _read(position: str, line: str = "", refused: str = "", counted: bool = False) -> Scene:
    """The scene that is written in notation."""
    action = parse_action(refused, KOSMOS_2008) if refused else None
    turn = parse_turn(line, KOSMOS_2008) if line else ()
    return Scene(parse_position(position), turn, action, counted)


def _scenes() -> Iterator[tuple[str, Callable[[], Scene]]]:
    for one in EXAMPLES.values():
        counted = not (one.line or one.refused)
        yield one.id, partial(_read, one.position, one.line, one.refused, counted)
    for name, table in tomllib.loads(FILE.read_text(encoding="utf-8")).items():
        yield name, partial(_read, **table)


SCENES = dict(_scenes())
"""Every scene by its name, read when it is asked for: that of an example (EX-1), or one of our own (end-when)."""
