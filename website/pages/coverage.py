"""The coverage matrix: for every number the text, the clauses, the code, the tests; holes are visible."""

from spec.tools.citations import NOT_IN_CODE, NOT_IN_TESTS
from spec.tools.rules import Section
from website.model.content import Content
from website.model.html import Row, table
from website.model.links import Links
from website.model.pages import WITHOUT_CONTENTS, Pages
from website.pages.rules import showing

_PAGE = "coverage.html"
_HEADS = ("number", "title", "rulebooks", "logic", "code", "tests", "examples")


def add_coverage(pages: Pages, content: Content, links: Links) -> None:
    """Add the page of the matrix."""
    sections = content.living
    rows = [_row(section, content, links) for section in sections]
    rules = [section for section in sections if section.status == "rule"]
    remarks = sum(section.informative for section in rules)
    facts = [
        (
            f"{len(sections)} numbers: {len(rules) - remarks} rules and {remarks} remarks that ask for nothing, "
            f"{sum(s.status == 'ruling' for s in sections)} rulings, "
            f"{sum(s.status == 'data' for s in sections)} components, "
            f"{sum(s.status == 'hint' for s in sections)} hints."
        ),
        (
            f"{sum(bool(s.clauses) for s in sections)} numbers have clauses of their own. The others restate, "
            "explain or forbid by silence what those clauses already say."
        ),
        (
            f"{sum(s.id in content.code for s in sections)} are cited in the code, "
            f"{sum(s.id in content.tests for s in sections)} in tests that exercise the rules. A rule without code "
            "or test fails the tests, unless its reason stands here."
        ),
    ]
    pages.add(
        "coverage.md",
        WITHOUT_CONTENTS + "# Coverage\n\n"
        "Every number, and what there is for it. A dash is a hole: nothing of that kind exists for the number.\n"
        "Logic is counted in lines, code in places. The build counts all of this; nothing is written by hand.\n\n"
        + "".join(f"- {fact}\n" for fact in facts)
        + f"\n{table(_HEADS, rows, kind='sortable matrix', label='Coverage')}\n",
    )


def _row(section: Section, content: Content, links: Links) -> Row:
    id = section.id
    carried = f"{len(section.renditions)}" if section.renditions else ""
    if section.status == "ruling":
        carried = "ruling"
    return Row(
        (
            f'<a class="id" href="{links.to(id, _PAGE, section.file)}">{id}</a>',
            section.title,
            carried or _hole(),
            _number(sum(len(one.text.splitlines()) for one in section.clauses)),
            _number(len(content.code.get(id, ())), NOT_IN_CODE.get(id, "")),
            _number(len(showing(content.tests.get(id, ()))), NOT_IN_TESTS.get(id, "")),
            _number(len(section.examples)),
        )
    )


def _number(number: int, reason: str = "") -> str:
    return str(number) if number else _hole(reason)


def _hole(reason: str = "") -> str:
    return f'<span class="hole">&ndash;{f" {reason}" if reason else ""}</span>'
