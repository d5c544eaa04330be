"""The course of a recorded game: the outlook turn by turn, its turning points, and the decisions of each player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final, Literal, TypeAlias, get_args

from attrs import field, frozen

from toledo_lab._library import Actions
from toledo_lab.analysis._lines import TRIES, Comparison, Line, Trial, check_tries
from toledo_lab.analysis._outlook import Outlook, outlook
from toledo_rules.chance import Seed
from toledo_rules.describe import Message, told
from toledo_rules.edition import Edition, Seat
from toledo_rules.record import Ply, Record, replay
from toledo_rules.state import State, TurnStart

Severity: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]
"""The severity of a mistake, by its cost in the chance of winning; the last is the worst."""
SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)
LOSSES: Final = (0.05, 0.1, 0.2)
"""The minimum cost of each `Severity`, in chance of winning."""
HALF: Final = 0.05
"""The loss of chance that halves the accuracy of a decision."""
SWING: Final = 0.1
"""The change of a chance that makes a turn a turning point."""
MOST_TURNING_POINTS: Final = 5
DECIDED: Final = 0.05
"""Where no line gives the player a larger chance, the game is lost; where the played one leaves the others no more, it
is won. Either way nothing that the player does is a mistake."""


@frozen
class CoursePoint:
    """The outlook at the start of a turn, or at the end of the game."""

    turn: int
    """Number of the turn that begins, from 1; at the end, one more than the last."""
    number: int
    """The number of actions played before."""
    seat: Seat | None
    """The player whose turn begins; None at the end of the record."""
    outlook: Outlook


@frozen
class Decision:
    """A decision between lines: what was played, and what would have been best.

    Where the search finds a line that is better by 5 % or more, both are played on to the end from the same hidden
    cards. Only if these games show that it surely cost 5 %, the decision has a severity.
    """

    turn: int
    number: int
    """Number of its first action, from 1."""
    seat: Seat
    played: Line
    best: Line
    """The same as `played` if nothing better was found."""
    loss: float
    """The chance of winning that the decision cost."""
    severity: Severity | None
    """None if it is not certain that it cost 5 %, or if the game was lost or won anyway."""
    confirmed: Comparison | None = field(default=None, repr=False)
    """The comparison in games played to the end, if there was reason for one."""

    @property
    def accuracy(self) -> float:
        """The accuracy: 1 for the best line, halved for every 5 % of the chance of winning that was lost."""
        return float(0.5 ** (self.loss / HALF))


@frozen
class TurningPoint:
    """A turn that changed the outlook."""

    turn: int
    number: int
    """Number of its first action, from 1."""
    seat: Seat
    """The player whose turn it was."""
    whose: Seat
    """The player whose chance changed most."""
    before: Outlook
    after: Outlook
    words: tuple[Message, ...] = field(repr=False)
    """What happened."""

    @property
    def swing(self) -> float:
        """The change of that player's chance."""
        return self.after.chances[self.whose] - self.before.chances[self.whose]


@frozen
class GameAnalysis:
    """The analysis of a recorded game."""

    edition: Edition = field(repr=False)
    players: int
    names: tuple[str, ...]
    """The players' names; nothing if nobody has one."""
    tries: int
    """Games that were played on after each of two lines that were compared, or some times as many."""
    winners: tuple[Seat, ...]
    """Empty if the record ends before the game does."""
    course: tuple[CoursePoint, ...] = field(repr=False)
    decisions: tuple[Decision, ...] = field(repr=False)
    """Decisions in which there was something to choose."""
    turning_points: tuple[TurningPoint, ...] = field(repr=False)
    """The turns with the largest changes, in the order of the game."""

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that have a `Severity`, in the order of the game."""
        return tuple([one for one in self.decisions if one.severity is not None])

    def of(self, seat: Seat) -> tuple[Decision, ...]:
        """Return the decisions of a player."""
        return tuple([one for one in self.decisions if one.seat == seat])

    def accuracy(self, seat: Seat) -> float | None:
        """Return the mean accuracy of the decisions of a player, from 0 to 1; None if there was nothing to decide."""
        own = [one.accuracy for one in self.of(seat)]
        return fmean(own) if own else None


def analyse_game(
    record: Record,
    *,
    tries: int = TRIES,
    seed: Seed = 0,
    progress: Callable[[int, int], None] | None = None,
) -> GameAnalysis:
    """Analyse a recorded game.

    Every decision is judged by what the player could see, whatever the cards turned out to be. The same record, tries
    and seed give the same analysis.

    Args:
        record: the game, or the part of it that was played.
        tries: games to play on after a line that may be a mistake, and after the better one. Up to nine times as
            many are played if they do not decide it.
        seed: of the hidden cards and the luck.
        progress: called after each decision with the actions done, and all there are.

    Raises `toledo_rules.errors.ReplayError` where the record does not fit the rules, and ValueError if `tries` is out
    of range.
    """
    check_tries(tries)
    plies = list(replay(record))
    turns = list(_turns(plies))
    course = tuple(_course(record.start, turns))
    decisions: list[Decision] = []
    for turn, first, some in turns:
        for place, actions in _segments(some):
            ply, number = some[place], first + place
            trial = Trial(ply.before, seed=f"{seed} {number}", names=record.names, played=actions)
            if len(trial.lines) > 1:
                decisions.append(_decision(trial, turn, number, actions, tries))
            if progress is not None:
                progress(number + len(actions) - 1, len(plies))
    final = plies[-1].after if plies else record.start
    last = course[-1].outlook
    return GameAnalysis(
        record.edition,
        record.players,
        record.names,
        tries,
        tuple([seat for seat, share in enumerate(last.chances) if share]) if final.over else (),
        course,
        tuple(decisions),
        _turning_points(course, turns, record.names),
    )


Turn: TypeAlias = "tuple[int, int, list[Ply]]"
"""Number of a turn, number of its first action, and what was played in it."""


def _turns(plies: Sequence[Ply]) -> Iterator[Turn]:
    """Yield the turns of a game."""
    turn, first, some = 1, 1, list[Ply]()
    for number, ply in enumerate(plies, start=1):
        some.append(ply)
        if isinstance(ply.after.phase, TurnStart) or ply.after.over:
            yield turn, first, some
            turn, first, some = turn + 1, number + 1, []
    if some:
        yield turn, first, some


def _segments(plies: Sequence[Ply]) -> Iterator[tuple[int, Actions]]:
    """Yield the lines that were played in a turn, each up to the next draw, with the place of its first action."""
    begin = 0
    for place, ply in enumerate(plies):
        if ply.transition.draws or place == len(plies) - 1:
            yield begin, tuple([one.action for one in plies[begin : place + 1]])
            begin = place + 1


def _course(start: State, turns: Sequence[Turn]) -> Iterator[CoursePoint]:
    """Yield the outlook at the start of each turn, and at the end."""
    state, turn, done = start, 0, 0
    for turn, first, some in turns:
        yield CoursePoint(turn, first - 1, some[0].seat, outlook(some[0].before))
        state, done = some[-1].after, first + len(some) - 1
    yield CoursePoint(turn + 1, done, None, outlook(state))


def _decision(trial: Trial, turn: int, number: int, actions: Actions, tries: int) -> Decision:
    """Return the decision for a line, compared with the best one of the search."""
    played = next(line for line in trial.lines if line.actions == actions)
    best = trial.lines[0]
    loss = max(0.0, best.chance - played.chance)
    if loss < LOSSES[0]:
        return Decision(turn, number, trial.seat, played, played if loss == 0 else best, loss, None)
    found = trial.compared(best, played, tries, LOSSES[0])
    loss = max(0.0, found.gain)
    severity = severity_of(found)
    return Decision(turn, number, trial.seat, found.worse, found.better, loss, severity, found)


def severity_of(found: Comparison) -> Severity | None:
    """Return the severity of a mistake that the games confirm."""
    decided = found.better.chance < DECIDED or found.worse.chance > 1 - DECIDED
    if decided or found.low <= LOSSES[0] or not found.agreed:
        return None
    return [name for name, least in zip(SEVERITIES, LOSSES, strict=True) if found.gain >= least][-1]


def _turning_points(
    course: Sequence[CoursePoint], turns: Sequence[Turn], names: Sequence[str]
) -> tuple[TurningPoint, ...]:
    """Return the turns with the largest changes of a chance."""
    found: list[TurningPoint] = []
    for (turn, first, some), (before, after) in zip(turns, pairwise(course), strict=True):
        changes = [
            abs(now - then)
            for now, then in zip(after.outlook.chances, before.outlook.chances, strict=True)
        ]
        if max(changes) >= SWING:
            events = [event for ply in some for event in ply.transition.with_secrets()]
            said = told(events, some[0].before, names=names)
            whose = changes.index(max(changes))
            found.append(
                TurningPoint(turn, first, some[0].seat, whose, before.outlook, after.outlook, said)
            )
    found.sort(key=lambda one: -abs(one.swing))
    return tuple(sorted(found[:MOST_TURNING_POINTS], key=lambda one: one.turn))
