"""Lines: ways to play a turn, each with the chance to win and the points to expect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, Literal, TypeAlias, get_args

from attrs import define, field, frozen

from toledo_lab._library import NO_CHANCE, Actions, complete, plain_position
from toledo_lab._limits import MOST_TRIES
from toledo_lab.analysis._outlook import Outlook, outlook
from toledo_lab.bots import TurnSearch
from toledo_lab.bots._search import Effort, appraisal_of, candidates
from toledo_rules import ScoreKind, apply, determinize, legal_actions, score
from toledo_rules.actions import Action
from toledo_rules.chance import Seed, Stream
from toledo_rules.describe import Language, Message, message, render
from toledo_rules.edition import Seat
from toledo_rules.notation import format_action
from toledo_rules.state import State, View, view

TRIES: Final = 12
"""Positions in which the lines are tried, unless you say otherwise."""
LEAST_TRIES: Final = 2
"""One would say nothing about the error."""
LINES: Final = 5

Asset: TypeAlias = Literal["score", "figures", "material", "tiles", "cards", "shops", "rivals"]
"""Something that a line can be good for: points for sure, figures with swords, metal and gems, master tiles, cards in
hand, shops, and little for the best of the others."""
ASSETS: Final[tuple[Asset, ...]] = get_args(Asset)

_SCORED: Final[Mapping[ScoreKind, Asset]] = complete(
    {
        "delivered_sword": "score",
        "painting": "score",
        "sword_in_front": "figures",
        "gems": "material",
        "movement_tile": "tiles",
    },
    get_args(ScoreKind),
    "_SCORED",
)
"""The asset that has become points, for each kind of them."""


@frozen
class Line:
    """A way to play the rest of a turn, and what it leads to."""

    actions: tuple[Action, ...]
    """Actions up to the end of the turn, or up to the next draw: what to do after that depends on the cards."""
    words: tuple[Message, ...] = field(repr=False)
    """The actions as messages: `toledo_rules.describe.render` makes the sentences."""
    notation: str
    """The actions as a record has them."""
    chance: float
    """Chance of the player to win."""
    error: float
    """Standard error of the chance: with more tries it is smaller."""
    points: float
    """Fame points of the player to expect at the end."""
    ends: float
    """Share of the tries in which the game was over by then."""
    assets: tuple[tuple[Asset, float], ...] = field(repr=False)
    """Worth of what the player has after a round, in points. Only differences between lines mean something."""

    def sentences(self, language: Language = "en", *, reader: Seat | None = None) -> str:
        """Return the actions in words."""
        return " ".join([render(said, language, reader=reader) for said in self.words])


@frozen
class Analysis:
    """The lines that the player on turn can play, and the outlook before that."""

    seat: Seat
    """The player on turn."""
    outlook: Outlook
    """Chances and points of everybody as the position stands, without any search."""
    lines: tuple[Line, ...]
    """The best first. Empty if nobody has to decide anything."""
    tries: int
    """Positions in which each line was tried."""


def analyse(
    position: State | View,
    *,
    lines: int = LINES,
    tries: int = TRIES,
    seed: Seed = 0,
    names: Sequence[str] = (),
) -> Analysis:
    """Return the best lines for the player on turn.

    The lines are found by the search of the bot `searcher`. Then positions are made up that agree with what the player
    sees. In each of them every line is played with the same luck, then the others and the player play a turn each, the
    best by the same search, and the outlook after that counts.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> found = analyse(new_game(2, Random(1)), tries=4)
    >>> best = found.lines[0]
    >>> best.notation
    'place s1@11'
    >>> best.sentences("en")
    'Place a smith with 1 circle on space 11.'

    Args:
        position: a position, or the view of the player on turn. Of a position, only what that player sees is used.
        lines: the most lines to return.
        tries: positions to try them in. The time grows in proportion; 12 take some tenths of a second.
        seed: of the positions and the luck; the same seed gives the same analysis.
        names: the players' names, for the words.

    Raises ValueError if the view is not that of the player on turn, or if a number is out of range.
    """
    if lines < 1:
        raise ValueError(f"the number of lines must be 1 or more, not {lines}")
    check_tries(tries)
    return Trial(position, tries=tries, seed=seed, names=names).analysis(lines)


def check_tries(tries: int) -> None:
    """Refuse a number of tries that is out of range."""
    if not LEAST_TRIES <= tries <= MOST_TRIES:
        raise ValueError(
            f"the number of tries must be from {LEAST_TRIES} to {MOST_TRIES:,}, not {tries}"
        )


@define(eq=False)
class TriedLine:
    """A line, and its outcomes in the tries."""

    actions: Actions
    chances: list[float] = field(factory=list)
    points: list[float] = field(factory=list)
    ends: int = 0
    assets: dict[Asset, float] = field(factory=dict)

    @property
    def mean(self) -> float:
        """Chance to win over all tries."""
        return fmean(self.chances)


class Trial:
    """The lines of a player, tried in the same positions with the same luck."""

    def __init__(
        self,
        position: State | View,
        *,
        tries: int,
        seed: Seed,
        names: Sequence[str] = (),
        played: Actions = (),
    ) -> None:
        """Try the lines that the search finds, and the one that was played, if there is one."""
        seen = view(position, position.active) if isinstance(position, State) else position
        if seen.seat != seen.active and not seen.over:
            raise ValueError(
                f"only the view of the player on turn, seat {seen.active}, can be analysed, not that of "
                f"{'a spectator' if seen.seat is None else f'seat {seen.seat}'}"
            )
        self.root = plain_position(seen)
        self.seat = seen.active
        self.names = names
        self.tried: list[TriedLine] = []
        if not legal_actions(self.root):
            return
        turns = TurnSearch(appraisal_of(seen.edition))
        effort = Effort.of(_UNITS, len(seen.players))
        found = [plan.actions for plan in candidates(turns, self.root, effort)]
        if played and played not in found:
            found.append(played)
        self.tried = [TriedLine(actions) for actions in found]
        rng = Stream(f"{seed} analysis")
        for _ in range(tries):
            made_up, luck = determinize(seen, rng), Stream(rng.randrange(1 << 62))
            for line in self.tried:
                luck.index = 0  # the same luck for all
                self._try(line, played_on(turns, made_up, line.actions, luck, effort))
        self.tried.sort(key=_mean, reverse=True)

    def _try(self, line: TriedLine, leaf: State) -> None:
        after = outlook(leaf)
        line.chances.append(after.chances[self.seat])
        line.points.append(after.points[self.seat])
        line.ends += leaf.over
        for asset, worth in assets(leaf, self.seat):
            line.assets[asset] = line.assets.get(asset, 0.0) + worth

    def analysis(self, lines: int) -> Analysis:
        """Return the best lines."""
        shown = tuple([self.line(tried) for tried in self.tried[:lines]])
        tries = len(self.tried[0].chances) if self.tried else 0
        return Analysis(self.seat, outlook(self.root), shown, tries)

    def line(self, tried: TriedLine) -> Line:
        """Return a line with its figures."""
        number = len(tried.chances)
        edition = self.root.edition
        return Line(
            tried.actions,
            told_actions(self.root, tried.actions, self.names),
            ", ".join([format_action(action, edition) for action in tried.actions]),
            tried.mean,
            stdev(tried.chances) / sqrt(number),
            fmean(tried.points),
            tried.ends / number,
            tuple([(asset, tried.assets[asset] / number) for asset in ASSETS]),
        )


_UNITS: Final = 4.0
"""Breadth of the search for lines, in the units of the searcher."""


def played_on(
    turns: TurnSearch, state: State, line: Iterable[Action], luck: Stream, effort: Effort
) -> State:
    """Return the position after a line, a turn of each of the others, and one more turn of the player."""
    me, players = state.active, len(state.players)
    for action in line:
        state = apply(state, action, luck)
    for turn in range(players + 1):
        seat = (me + turn) % players
        while state.active == seat and not state.over:
            for action in turns.best(state, effort.reply).actions:
                state = apply(state, action, luck)
    return state


def assets(state: State, seat: Seat) -> list[tuple[Asset, float]]:
    """Return the worth of what a player has, in points, in the order of `ASSETS`."""
    value = appraisal_of(state.edition)
    if state.over:
        worths = [float(score(state, other).total) for other in range(len(state.players))]
        own: dict[str, float] = {}
        for line in score(state, seat).lines:
            own[_SCORED[line.kind]] = own.get(_SCORED[line.kind], 0.0) + line.points
    else:
        worths = list(value.worths(state))
        own = value.parts(state, seat)
    del worths[seat]
    own["rivals"] = -max(worths)
    return [(asset, own.get(asset, 0.0)) for asset in ASSETS]


def told_actions(
    state: State, actions: Sequence[Action], names: Sequence[str]
) -> tuple[Message, ...]:
    """Return actions as messages, each about the position in which it is played."""
    said: list[Message] = []
    for number, action in enumerate(actions):
        said.append(message(action, state, names=names))
        if number < len(actions) - 1:
            state = apply(state, action, NO_CHANCE)  # only the last one may draw
    return tuple(said)


def _mean(line: TriedLine) -> float:
    return line.mean
