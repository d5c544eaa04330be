"""Train the bot `apprentice`: ``python -m lab.studies.learning``.

A round adds lessons, trains on all of them, and lets the student play against ``greedy``, with both seats of each deal.
Lessons and numbers of each round go into a folder, so that it can be stopped and continued at any time. At the end the
numbers are in the package, and the learning curve is in ``docs/assets/learning.json`` and ``learning.svg``.
"""

from __future__ import annotations

import argparse
import gc
import json
import pickle
import platform
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from lab.studies.learning.lessons import TEACHER, Lesson, lessons
from lab.studies.learning.training import School, Student
from toledo_lab.bots import ApprenticeBot, Network
from toledo_lab.simulate import wilson
from toledo_rules.bots import Bot, load_bot, play_game
from toledo_rules.storage import SHARED, replace_file

FOLDER = Path("build/learning")
REPORT = Path("docs/assets/learning.json")
PICTURE = Path("docs/assets/learning.svg")
NUMBERS = Path("lab/src/toledo_lab/bots/apprentice.json")
SEED = "exam"
HELD_OUT = 10
"""One game of this number is kept aside, to measure how often the student agrees with the teacher."""
MOST = 2000
"""Decisions after which a game of an exam is given up, and counts as lost."""


class Round(NamedTuple):
    """A part of the training."""

    games: int
    """Games up to the end of the round, those of earlier rounds among them."""
    plays: bool
    """The student plays; else it watches."""
    passes: int
    """Times to go through all lessons."""
    deals: int
    """Deals of the exam against ``greedy``; each is played twice."""


ROUNDS = (
    Round(20, False, 6, 50),
    Round(100, False, 4, 50),
    Round(300, False, 3, 50),
    Round(500, True, 3, 50),
    Round(750, True, 3, 50),
    Round(1000, True, 8, 300),
)
FINALS = (("planner", 100), ("racer", 50), ("searcher", 50))
"""Further exams of the last round: rivals, and deals."""


def exam(bot: Bot, rival: str, deals: int) -> dict[str, object]:
    """Let a bot play against a rival, with both seats of each deal."""
    other, begin = load_bot(rival), time.process_time()
    pairs: list[float] = []
    for deal in range(deals):
        pair = 0.0
        for seat in (0, 1):
            seats = (bot, other) if seat == 0 else (other, bot)
            winners = play_game(seats, seed=f"{SEED} {deal}", most=MOST).winners
            pair += 1 / len(winners) if seat in winners else 0.0
        pairs.append(pair / 2)
    share = fmean(pairs)
    reach = 1.96 * stdev(pairs) / sqrt(deals) if deals > 1 else 1.0
    plain = wilson(share * 2 * deals, 2 * deals)
    return {
        "rival": rival,
        "deals": deals,
        "games": 2 * deals,
        "won": round(share, 4),
        "interval over deals": [round(share - reach, 4), round(share + reach, 4)],
        "interval of Wilson": [round(plain.low, 4), round(plain.high, 4)],
        "CPU seconds for a game": round((time.process_time() - begin) / (2 * deals), 3),
    }


def lessons_of(
    path: Path, numbers: range, student: ApprenticeBot | None
) -> tuple[list[Lesson], float]:
    """Return the lessons of some games and the CPU seconds that they took, from a file of one's own if it is there."""
    if not path.exists():
        begin = time.process_time()
        found = [lesson for number in numbers for lesson in lessons(number, student)]
        path.write_bytes(pickle.dumps((found, time.process_time() - begin)))
    taken: tuple[list[Lesson], float] = pickle.loads(path.read_bytes())
    return taken


def picture(report: Mapping[str, object]) -> str:
    """Return the learning curve, with its intervals, as SVG."""
    rounds = report["rounds"]
    assert isinstance(rounds, list)
    longest: float = max(one["CPU seconds"] for one in rounds) / 60
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 384" role="img">',
        "<title>Share of games that the apprentice wins against greedy, by CPU minutes of training</title>",
        "<style>text { font: 13px sans-serif }</style>",
        '<rect width="720" height="384" fill="#fff"/>',
    ]

    def x(minutes: float) -> float:
        return 60 + 600 * minutes / longest

    def y(share: float) -> float:
        return 320 - 280 * share

    for tenth in range(0, 11, 2):
        colour = "#ddd"
        parts.append(
            f'<line x1="60" x2="660" y1="{y(tenth / 10):.0f}" y2="{y(tenth / 10):.0f}" stroke="{colour}"/>'
            f'<text x="52" y="{y(tenth / 10) + 4:.0f}" text-anchor="end">{10 * tenth} %</text>'
        )
    parts.append(f'<line x1="60" x2="660" y1="{y(0.5):.0f}" y2="{y(0.5):.0f}" stroke="#c33"/>')
    points = [(x(one["CPU seconds"] / 60), y(one["exam"]["won"])) for one in rounds]
    line = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#36c"/>')
    for one, (across, down) in zip(rounds, points, strict=True):
        low, high = one["exam"]["interval of Wilson"]
        parts.append(
            f'<line x1="{across:.1f}" x2="{across:.1f}" y1="{y(low):.1f}" y2="{y(high):.1f}" '
            'stroke="#36c" stroke-width="2"/>'
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4" fill="#36c"/>'
        )
    parts += [
        f'<text x="{x(minutes):.1f}" y="340" text-anchor="middle">{minutes}</text>'
        for minutes in range(0, int(longest) + 1, 2)
    ]
    note = f"blue: share won against greedy, with 95 % interval; red: fair share; {report['date']}"
    parts += [
        '<text x="660" y="356" text-anchor="end">CPU minutes of training</text>',
        f'<text x="60" y="374" fill="#555">{note}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def train(folder: Path, rounds: tuple[Round, ...]) -> tuple[Network, list[dict[str, object]]]:
    """Return the network after these rounds, and what each of them brought."""
    school, student = School(), Student()
    games, spent = 0, 0.0
    course: list[dict[str, object]] = []
    bot = ApprenticeBot(student.network(school), temperature=1.0)
    for number, one in enumerate(rounds):
        found, seconds = lessons_of(
            folder / f"lessons {number}.pickle",
            range(games, one.games),
            bot if one.plays else None,
        )
        games, spent = one.games, spent + seconds
        begin = time.process_time()
        school.add(found)
        found.clear()
        aside = [lesson for lesson, game in enumerate(school.games) if game % HELD_OUT == 0]
        rest = [lesson for lesson, game in enumerate(school.games) if game % HELD_OUT]
        student.learn(school, rest, one.passes)
        spent += time.process_time() - begin
        bot = ApprenticeBot(student.network(school), temperature=1.0)
        result = folder / f"round {number}.json"
        if not result.exists():
            said = {
                "games": games,
                "lessons": len(school.games),
                "CPU seconds": round(spent, 1),
                "agreement": round(student.agreement(school, aside), 4),
                "exam": exam(ApprenticeBot(bot.network), "greedy", one.deals),
            }
            result.write_text(json.dumps(said), encoding="utf-8")
        course.append(json.loads(result.read_text("utf-8")))
        print(course[-1], flush=True)
    return bot.network, course


def main() -> None:
    """Train, with an exam after each round, and write down what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder for lessons and rounds")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    gc.disable()  # lessons have no cycles, and there are many
    network, course = train(options.folder, ROUNDS)
    numbers = network.to_json().encode()
    replace_file(NUMBERS, numbers, mode=SHARED)
    report: dict[str, object] = {
        "command": "python -m lab.studies.learning",
        "network": sha256(numbers).hexdigest(),
        "date": datetime.now(tz=UTC).date().isoformat(),
        "python": platform.python_version(),
        "teacher": TEACHER,
        "rounds": course,
        "exams": [exam(ApprenticeBot(network), rival, deals) for rival, deals in FINALS],
    }
    replace_file(REPORT, (json.dumps(report, indent=2) + "\n").encode(), mode=SHARED)
    replace_file(PICTURE, picture(report).encode(), mode=SHARED)


if __name__ == "__main__":
    main()
