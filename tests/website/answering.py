"""How far it is from a question to its answer: clicks and seconds, for the eighteen questions of a review.

    python -m tests.website.answering

types each question into the box on the first page of the built site, as a phone shows it, and writes the beginning of
docs/project/finding-answers.md. An answer counts as found when an accepted entry is among the first three results and
its text can be read on the screen. The seconds are from the last key to the answer, on the machine that ran it.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path

from attrs import frozen

from tests.browser import Page, Window, browsing

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "project" / "finding-answers.md"
VISIBLE = 3
SCREEN = (390, 844)
"""A phone."""

_SEEN = """([accepted, high]) => [...document.querySelectorAll('.ask__results > li')].slice(0, 3).findIndex((one) => {
    const number = one.querySelector('.ask__kind').textContent.split(' ').pop();
    const said = one.querySelector('.ask__said');
    const box = one.getBoundingClientRect();
    return accepted.includes(number) && said.textContent && box.height > 0 && box.top < high;
}) + 1"""


@frozen
class Asked:
    """A question, and how it was answered."""

    question: str
    place: int
    """The place of the answer among the results, from 1; 0 if it is not in sight."""
    clicks: int
    seconds: float


def questions() -> list[tuple[str, tuple[str, ...]]]:
    """Return the questions of the review with the entries that answer them."""
    lines = Path(__file__).with_name("questions.jsonl").read_text(encoding="utf-8").splitlines()
    read = map(json.loads, lines)
    return [(one["ask"], tuple(one["accept"])) for one in read if one["set"] == "review"]


def ask_all(page: Page) -> list[Asked]:
    """Type all questions. The only deed besides typing is to touch the box, which is not counted."""
    page.goto((ROOT / "build" / "site" / "index.html").as_uri())
    box = page.locator(".ask .ask__text")
    box.focus()
    page.wait_for_function("typeof ToledoSearch !== 'undefined'")
    found = []
    for question, accepted in questions():
        box.fill("")
        page.keyboard.type(question[:-1])
        began = time.monotonic()
        page.keyboard.type(question[-1])
        page.locator(".ask__results > li").first.wait_for()
        place = page.evaluate(_SEEN, [accepted, SCREEN[1]])
        found.append(Asked(question, place, 0, time.monotonic() - began))
    return found


def table(found: list[Asked]) -> str:
    """Return the page with the result."""
    rows = "\n".join(
        f"| {one.question} | {one.place or 'not in sight'} | {one.clicks} | {one.seconds:.2f} |"
        for one in found
    )
    seen = sum(one.place > 0 for one in found)
    today = datetime.now(UTC).date()
    return (
        "# Finding answers\n\n"
        "A review asked eighteen questions as players put them, when four of them were answered in sight. "
        f"On {today:%d %B %Y} the search answered {seen} of {len(found)} in sight on the screen of a phone, without a "
        f"click after typing; the longest took {max(one.seconds for one in found):.2f} seconds from the last key.\n\n"
        "| question | place of the answer | clicks | seconds |\n|---|---|---|---|\n"
        f"{rows}\n\n"
        "`python -m tests.website.answering` measures this again, with the built site in a browser; a test asks "
        "the same questions, without the clock.\n"
    )


def main() -> None:
    """Measure, and write the page."""
    with (
        browsing() as browser,
        Window.open(browser, width=SCREEN[0], height=SCREEN[1]) as window,
    ):
        _, heading, others = PAGE.read_text(encoding="utf-8").partition("\n## ")
        PAGE.write_text(table(ask_all(window.page)) + heading + others, encoding="utf-8")


if __name__ == "__main__":
    main()
