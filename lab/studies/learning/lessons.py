"""Lessons: decisions in games, and what a teacher would do.

First the student watches games of the teacher. Then it plays for itself and the teacher says what was better (Ross,
Gordon, Bagnell 2011: DAgger), so that it learns what to do where its own mistakes lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from toledo_lab.bots import ApprenticeBot, alternatives
from toledo_lab.bots._appraisal import Feature
from toledo_rules import apply, legal_actions, new_game, view
from toledo_rules._hidden import plain_position
from toledo_rules.bots import Bot, for_game, load_bot
from toledo_rules.chance import Stream
from toledo_rules.state import TurnStart

SEED = "lessons"
TEACHER = "searcher:level=5"
TABLES = (2, 2, 2, 2, 2, 2, 3, 3, 4, 4)
"""Numbers of players, drawn for each game."""
MOST = 1000
"""Decisions after which a game is given up."""
DISTRACTION = 0.05
"""Share of turns that begin at random: to see more than good play."""


class Lesson(NamedTuple):
    """A decision that was not forced, and the choice of the teacher."""

    game: int
    context: list[Feature]
    features: list[list[Feature]]
    chosen: int


def lessons(number: int, student: ApprenticeBot | None = None) -> Iterator[Lesson]:
    """Play game number `number`, and yield its lessons; without a student, only the teacher plays."""
    rng, chance = Random(f"{SEED} {number}"), Stream(SEED, game=number)
    state = new_game(rng.choice(TABLES), chance)
    teacher = load_bot(TEACHER)
    seats: list[Bot] = []
    for _ in state.players:
        watched = student is None or rng.random() < 1 / 3
        seats.append(for_game(teacher) if watched or student is None else student)
    for _ in range(MOST):
        if state.over:
            return
        seat = state.active
        seen = view(state, seat)
        action = seats[seat].choose(seen, rng)
        made = alternatives(plain_position(seen))
        if len(made.actions) > 1:
            best = teacher.choose(seen, rng) if seats[seat] is student else action
            yield Lesson(number, made.context, made.features, made.place(best))
        if isinstance(state.phase, TurnStart) and rng.random() < DISTRACTION:
            action = rng.choice(legal_actions(state))
        state = apply(state, action, chance)
