"""The analysis of a game for people and programs: in words, as a picture, as JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final
from xml.sax.saxutils import escape

from toledo_lab.analysis._course import (
    SWING,
    CoursePoint,
    Decision,
    GameAnalysis,
    Severity,
    TurningPoint,
)
from toledo_lab.analysis._lines import Analysis, Comparison, Line
from toledo_lab.analysis._outlook import Outlook
from toledo_rules.describe import (
    Language,
    Message,
    MessageValue,
    Who,
    describe,
    label,
    player_name,
    render,
)
from toledo_rules.describe._catalogue import capital
from toledo_rules.edition import Edition, Seat
from toledo_rules.render._palette import player_paint
from toledo_rules.state import State, View

WIDTH: Final = 80
"""Characters of a line of text."""
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_COLUMNS: Final = 56
_BLOCKS: Final = "▁▂▃▄▅▆▇█"
_LEAST_GAIN: Final = 0.5
"""The minimum difference in points that is named as a reason."""


# In words


def report(analysis: GameAnalysis, language: Language = "en") -> str:
    """Return an analysis as text: accuracy, chances, turning points, and mistakes with what was better.

    >>> from toledo_rules import Game
    >>> from toledo_lab.analysis import analyse_game
    >>> game = Game(2, seed=1)
    >>> _ = game.play("take"), game.play("take")
    >>> print(report(analyse_game(game.record(), tries=2)).splitlines()[0])
    2 turns, 2 real decisions. Mistakes are confirmed by 2 games or more, played on
    """
    words = GameWords(analysis, language)
    parts = [_folded(f"{words.summary()} {words.end()}")]
    parts.append(_section(words.say("accuracy"), words.players()))
    parts.append("\n".join([words.say("chances"), *words.sparklines()]))
    parts.append(_section(words.say("turning_points"), words.turning_points()))
    parts.append(_section(words.say("mistakes"), words.mistakes()))
    return "\n\n".join(parts)


def position_report(
    analysis: Analysis,
    position: State | View,
    language: Language = "en",
    *,
    names: Sequence[str] = (),
) -> str:
    """Return the analysis of a position as text: the chances of all players, and the lines, the best first."""
    words = Words(position.edition, names, language)
    chances = [
        f"{words.name(seat)} {percent(chance)}"
        for seat, chance in enumerate(analysis.outlook.chances)
    ]
    parts = [
        _folded(describe(position, language=language, names=names)),
        label("pair", language, name=words.say("chances"), value=", ".join(chances)),
    ]
    if analysis.lines:
        numbered = enumerate(analysis.lines, start=1)
        lines = [f"{number}. {words.line('option', line)}" for number, line in numbered]
        parts.append("\n".join([_folded(line, indent=2, hang=5) for line in lines]))
    return "\n\n".join(parts)


def _section(heading: str, paragraphs: Iterator[str]) -> str:
    return "\n".join([heading, *[_folded(one, indent=2, hang=4) for one in paragraphs]])


def _folded(text: str, indent: int = 0, hang: int = 0) -> str:
    """Return a text in lines, none of which begins with a number. A line break in it stays one."""
    lines: list[str] = []
    for number, part in enumerate(text.split("\n")):
        first = indent if number == 0 else hang
        lines += wrap(
            re.sub(r" (?=[0-9%])", _NO_BREAK, part),
            WIDTH,
            initial_indent=" " * first,
            subsequent_indent=" " * max(first, hang),
            break_on_hyphens=False,
        )
    return "\n".join(lines).replace(_NO_BREAK, " ")


class Words:
    """The sentences about a game, in a language."""

    def __init__(self, edition: Edition, names: Sequence[str], language: Language) -> None:
        self.edition = edition
        self.names = names
        self.language = language

    def say(self, key: str, **parameters: MessageValue) -> str:
        """Return an entry under ``analysis`` in the catalogues."""
        return render(Message(f"analysis.{key}", tuple(parameters.items())), self.language)

    def name(self, seat: Seat) -> str:
        """Return the name of a player."""
        return player_name(seat, self.edition, language=self.language, names=self.names)

    def line(self, key: str, line: Line) -> str:
        """Return a line with its chance and its points."""
        return self.say(
            key,
            line=line.sentences(self.language),
            chance=percent(line.chance),
            points=round(line.points or 0),
        )


class GameWords(Words):
    """The sentences about the analysis of a game."""

    def __init__(self, analysis: GameAnalysis, language: Language) -> None:
        super().__init__(analysis.edition, analysis.names, language)
        self.analysis = analysis

    def who(self, seat: Seat) -> Who:
        """Return a player."""
        name = self.names[seat] if self.names else ""
        return Who(seat, self.edition.colours[seat], name or None)

    def summary(self) -> str:
        """Return a sentence about the size of the game and of the analysis."""
        one = self.analysis
        return self.say(
            "summary",
            turns=len(one.course) - 1,
            decisions=len(one.decisions),
            tries=one.tries,
        )

    def end(self) -> str:
        """Return a sentence about the winners."""
        winners = tuple([self.who(seat) for seat in self.analysis.winners])
        return self.say("won", winners=winners) if winners else self.say("unfinished")

    def players(self) -> Iterator[str]:
        """Yield a sentence about the accuracy of each player."""
        for seat in range(self.analysis.players):
            accuracy = self.analysis.accuracy(seat)
            if accuracy is None:
                yield self.say("no_choice", seat=self.who(seat))
                continue
            own = self.analysis.of(seat)
            found = Counter([one.severity for one in own])
            yield self.say(
                "player",
                seat=self.who(seat),
                percent=percent(accuracy),
                decisions=len(own),
                inaccuracies=found["inaccuracy"],
                mistakes=found["mistake"],
                blunders=found["blunder"],
            )

    def sparklines(self) -> Iterator[str]:
        """Yield the chances of each player as a line of blocks."""
        one = self.analysis
        names = [self.name(seat) for seat in range(one.players)]
        width = max(map(len, names))
        shown = sampled(one.course, _COLUMNS)
        for seat, name in enumerate(names):
            chances = [point.outlook.chances[seat] for point in shown]
            blocks = "".join([_block(chance) for chance in chances])
            begin, end = percent(chances[0]), percent(chances[-1])
            yield f"  {name:<{width}} {begin:>3} {blocks} {end}"

    def turning_points(self) -> Iterator[str]:
        """Yield a paragraph about each turning point."""
        if not self.analysis.turning_points:
            yield self.say("no_turning_points", percent=percent(SWING))
        for point in self.analysis.turning_points:
            happened = " ".join([render(said, self.language) for said in point.words])
            yield f"{self.turning_point(point)}\n{happened}"

    def turning_point(self, point: TurningPoint) -> str:
        """Return a sentence about the change of a chance."""
        return self.say(
            "turning_point",
            turn=point.turn,
            seat=self.who(point.seat),
            whose=self.who(point.whose),
            before=percent(point.before.chances[point.whose]),
            after=percent(point.after.chances[point.whose]),
        )

    def mistakes(self) -> Iterator[str]:
        """Yield a paragraph about each mistake: what was played, what was better, and why."""
        if not self.analysis.mistakes:
            yield self.say("no_mistakes")
        for one in self.analysis.mistakes:
            yield "\n".join(
                [
                    self.verdict(one),
                    self.line("played", one.played),
                    f"{self.line('better', one.best)} {self.why(one)}",
                ]
            )

    def verdict(self, one: Decision) -> str:
        """Return a sentence about the severity of a mistake, with the interval of what it cost."""
        assert one.confirmed is not None
        return self.say(
            str(one.severity),
            turn=one.turn,
            seat=self.who(one.seat),
            loss=percent(one.loss),
            low=percent(one.confirmed.low),
            high=percent(one.confirmed.high),
        )

    def why(self, one: Decision) -> str:
        """Return the reason why a line is better than what was played."""
        gains, costs = reasons(one, 1), reasons(one, -1)
        if not gains:
            return self.say("unclear")
        return self.say("why_but" if costs else "why", gains=gains, costs=costs)


def percent(share: float) -> int:
    """Return a share in percent."""
    return round(100 * share)


def reasons(one: Decision, sign: int) -> tuple[Message, ...]:
    """Return the gains (1) or costs (-1) of the better line: own points at the end, and points of the others."""
    assert one.confirmed is not None
    found = {"score": one.confirmed.own_points, "rivals": -one.confirmed.rival_points}
    return tuple(
        [Message(f"analysis.{name}") for name, gain in found.items() if gain * sign >= _LEAST_GAIN]
    )


def sampled(course: Sequence[CoursePoint], most: int) -> list[CoursePoint]:
    """Return at most this many points of a course, evenly spread, including the first and the last."""
    last = len(course) - 1
    if last < most:
        return list(course)
    return [course[round(number * last / (most - 1))] for number in range(most)]


def _block(chance: float) -> str:
    return _BLOCKS[min(int(chance * len(_BLOCKS)), len(_BLOCKS) - 1)]


# As a picture

_LEFT, _TOP, _RIGHT, _FOOT, _WIDE, _HIGH = 56, 40, 780, 320, 800, 400
_LEGEND: Final = 180
"""Width of an entry of the legend."""
_MOST_TICKS: Final = 10
_SIZES: Final[Mapping[Severity | None, float]] = {
    None: 0,
    "inaccuracy": 3,
    "mistake": 4.5,
    "blunder": 6,
}
_DASHES: Final = ("none", "8 4", "2 3", "10 3 2 3")
"""Stroke patterns of the players, for readers who cannot tell the colours apart."""


def course_picture(analysis: GameAnalysis, language: Language = "en") -> str:
    """Return the course of a game as an SVG picture: a curve for each player, and a circle for each mistake."""
    words = GameWords(analysis, language)
    title = escape(words.say("title"))
    said = escape(" ".join([words.summary(), words.end(), *words.players()]))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" role="img">',
        f"<title>{title}</title>",
        f"<desc>{said}</desc>",
        "<style>text{font:13px sans-serif}.line{fill:none;stroke-width:2.5}</style>",
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/>',
        *_axes(words),
    ]
    for seat in range(analysis.players):
        parts += _curve(words, seat)
    parts += [_mark(words, one) for one in analysis.mistakes]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _x(words: GameWords, turn: int) -> float:
    turns = max(len(words.analysis.course) - 1, 1)
    return round(_LEFT + (turn - 1) / turns * (_RIGHT - _LEFT), 1)


def _y(chance: float) -> float:
    return round(_FOOT - chance * (_FOOT - _TOP), 1)


def _axes(words: GameWords) -> Iterator[str]:
    yield f'<text x="{_LEFT}" y="22">{escape(words.say("chances"))}</text>'
    for tick in range(0, 101, 25):
        y = _y(tick / 100)
        yield f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{y}" y2="{y}" stroke="#ddd"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{tick}</text>'
    turns = len(words.analysis.course) - 1
    for turn in range(1, turns + 1, 1 + turns // _MOST_TICKS):
        yield f'<text x="{_x(words, turn)}" y="{_FOOT + 18}" text-anchor="middle">{turn}</text>'
    name = escape(capital(words.say("turn")))
    yield f'<text x="{(_LEFT + _RIGHT) // 2}" y="{_FOOT + 36}" text-anchor="middle">{name}</text>'


def _curve(words: GameWords, seat: Seat) -> Iterator[str]:
    """Yield the curve of a player, and the entry of the legend."""
    stroke = f'stroke="{player_paint(words.edition, seat).lines}" stroke-dasharray="{_DASHES[seat % len(_DASHES)]}"'
    points = [
        f"{_x(words, one.turn)},{_y(one.outlook.chances[seat])}" for one in words.analysis.course
    ]
    yield f'<polyline class="line" points="{" ".join(points)}" {stroke}/>'
    x, y = _LEFT + seat % 4 * _LEGEND, _HIGH - 24 + seat // 4 * 16
    yield f'<path class="line" d="M{x} {y}h30" {stroke}/>'
    yield f'<text x="{x + 38}" y="{y + 4}">{escape(words.name(seat))}</text>'


def _mark(words: GameWords, one: Decision) -> str:
    """Return the circle of a mistake: the larger, the worse."""
    x = _x(words, one.turn)
    y = _y(words.analysis.course[one.turn - 1].outlook.chances[one.seat])
    stroke = player_paint(words.edition, one.seat).lines
    verdict = escape(words.verdict(one))
    size = _SIZES[one.severity]
    circle = f'<circle cx="{x}" cy="{y}" r="{size}" fill="#fff" stroke="{stroke}" stroke-width="2">'
    return f"{circle}<title>{verdict}</title></circle>"


# As JSON


def game_to_dict(analysis: GameAnalysis) -> dict[str, object]:
    """Return an analysis as plain JSON. Chances have four digits, points one."""
    return {
        "edition": analysis.edition.name,
        "names": list(analysis.names),
        "players": [
            {
                "accuracy": _maybe(analysis.accuracy(seat)),
                "decisions": len(analysis.of(seat)),
                "mistakes": len([one for one in analysis.mistakes if one.seat == seat]),
            }
            for seat in range(analysis.players)
        ],
        "tries": analysis.tries,
        "winners": list(analysis.winners),
        "course": [
            {
                "turn": point.turn,
                "number": point.number,
                "seat": point.seat,
                **outlook_to_dict(point.outlook),
            }
            for point in analysis.course
        ],
        "turning_points": [
            {
                "turn": point.turn,
                "number": point.number,
                "seat": point.seat,
                "whose": point.whose,
                "before": outlook_to_dict(point.before),
                "after": outlook_to_dict(point.after),
            }
            for point in analysis.turning_points
        ],
        "decisions": [
            {
                "turn": one.turn,
                "number": one.number,
                "seat": one.seat,
                "loss": round(one.loss, 4),
                "accuracy": round(one.accuracy, 4),
                "severity": one.severity,
                "played": line_to_dict(one.played),
                "best": line_to_dict(one.best),
                "confirmed": one.confirmed and comparison_to_dict(one.confirmed),
            }
            for one in analysis.decisions
        ],
    }


def analysis_to_dict(analysis: Analysis) -> dict[str, object]:
    """Return the analysis of a position as plain JSON."""
    return {
        "seat": analysis.seat,
        "tries": analysis.tries,
        **outlook_to_dict(analysis.outlook),
        "points": [round(points, 1) for points in analysis.points],
        "lines": [line_to_dict(line) for line in analysis.lines],
    }


def outlook_to_dict(outlook: Outlook) -> dict[str, object]:
    """Return an outlook as plain JSON."""
    return {
        "chances": [round(chance, 4) for chance in outlook.chances],
    }


def line_to_dict(line: Line) -> dict[str, object]:
    """Return a line as plain JSON, with its actions in notation."""
    return {
        "actions": line.notation,
        "chance": round(line.chance, 4),
        "points": None if line.points is None else round(line.points, 1),
        "games": line.games,
    }


def comparison_to_dict(found: Comparison) -> dict[str, object]:
    """Return what two lines led to as plain JSON."""
    return {
        "games": found.better.games,
        "gain": round(found.gain, 4),
        "interval": [round(found.low, 4), round(found.high, 4)],
        "own_points": round(found.own_points, 1),
        "rival_points": round(found.rival_points, 1),
    }


def _maybe(number: float | None) -> float | None:
    return None if number is None else round(number, 4)
