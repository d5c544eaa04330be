"""The program that trains the apprentice."""

import json
from hashlib import sha256
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from lab.studies.learning import __main__ as learning
from lab.studies.learning.lessons import Lesson, lessons
from lab.studies.learning.training import School, Student
from toledo_lab.bots import Alternatives, ApprenticeBot, Network

LESSONS = [
    Lesson(0, [("rain", 1.0)], [[("stay", 1.0)], [("go", 1.0), ("way", 0.5)]], 0),
    Lesson(1, [("sun", 1.0)], [[("stay", 1.0)], [("go", 1.0), ("way", 1.0)], [("swim", 1.0)]], 1),
]


@pytest.fixture
def school() -> School:
    """A school with two lessons: what is right depends on the context."""
    made = School()
    made.add(LESSONS)
    return made


def test_a_student_learns(school: School) -> None:
    student = Student(hidden=4)
    student.learn(school, [0, 1] * 64, passes=120)
    assert student.agreement(school, [0, 1]) == 1
    assert school.games == [0, 1]


def test_the_gradient_is_that_of_the_surprise(school: School) -> None:
    student = Student(hidden=3)
    student.grow(len(school.names))
    batch = school.batch([0, 1])

    def surprise() -> float:
        _, wishes = student.preferences(batch)
        wishes = wishes.astype(np.float64)
        whole = np.log(np.add.reduceat(np.exp(wishes), batch.starts))
        return float((whole - wishes[batch.chosen]).mean())

    found = student.gradient(batch)
    for weights, slopes in zip(
        (student.direct, student.inner, student.bias, student.out), found, strict=True
    ):
        for place in range(weights.size):
            before = weights.flat[place]
            weights.flat[place] = before + 0.01
            more = surprise()
            weights.flat[place] = before - 0.01
            less = surprise()
            weights.flat[place] = before
            assert slopes.flat[place] == pytest.approx((more - less) / 0.02, abs=2e-3)


def test_the_network_in_the_package_prefers_what_the_student_does(school: School) -> None:
    """Plain numbers without numpy, and the arrays that were trained: the same preferences."""
    student = Student(hidden=5)
    student.learn(school, [0, 1], passes=3)
    _, expected = student.preferences(school.batch([0, 1]))
    network = student.network(school)
    found = [
        network.preferences(Alternatives(lesson.context, [], lesson.features)) for lesson in LESSONS
    ]
    for lesson, start in ((0, 0), (1, 2)):
        wishes = expected[start : start + len(found[lesson])]
        assert np.diff(found[lesson]) == pytest.approx(np.diff(wishes), abs=1e-3)


def test_rounds_are_stored_and_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "MOST", 15)
    monkeypatch.setattr("lab.studies.learning.lessons.MOST", 15)
    rounds = (learning.Round(1, False, 1, 1), learning.Round(2, True, 1, 1))
    network, course = learning.train(tmp_path, rounds)
    assert [one["games"] for one in course] == [1, 2]
    assert learning.train(tmp_path, rounds) == (network, course)
    assert "exam" in capsys.readouterr().out
    report = {"rounds": course, "date": "today"}
    assert "</svg>" in learning.picture(report)


def test_the_student_plays_and_the_teacher_says_what_was_better() -> None:
    """In a game of two students, the lessons are what the teacher would do there, not what they did."""
    student = ApprenticeBot(Network({"take": (9.0,)}, (), ()))  # takes cards, whatever the position
    some = list(islice(lessons(3, student), 6))
    assert {lesson.game for lesson in some} == {3}
    assert any(("take", 1.0) not in lesson.features[lesson.chosen] for lesson in some)
    assert some == list(islice(lessons(3, student), 6))


def test_the_published_curve_is_that_of_the_numbers_in_the_package() -> None:
    """At least 55 % against greedy, with the lower end of the interval above one half."""
    report = json.loads(learning.REPORT.read_text("utf-8"))
    assert learning.PICTURE.read_text("utf-8") == learning.picture(report)
    exam = report["rounds"][-1]["exam"]
    assert exam["games"] >= 400
    assert exam["won"] >= 0.55
    assert min(exam["interval over deals"][0], exam["interval of Wilson"][0]) > 0.5
    assert report["rounds"][-1]["CPU seconds"] < 2 * 3600
    numbers = ApprenticeBot().network.to_json()
    assert sha256(numbers.encode()).hexdigest() == report["network"]
    assert len(numbers) < 150_000
