"""The page of proofs: what is proved, what is compared, what is sampled."""

import re

from website.content import Content
from website.guides import Guides
from website.html import Row, table
from website.links import relative, source_page
from website.pages import Pages

_INVARIANT = re.compile(r"^%% (I-\d+\w?)\s+(.*(?:\n%  .*)*)", re.MULTILINE)
_PAGE = "proofs.html"


def add_proofs(pages: Pages, content: Content, guides: Guides) -> None:
    """The page of the proofs, with the results of the last run if there are any."""
    parts = [
        "# Proofs",
        (
            "The rules stand twice: as this library, and as a logic program that was written from the rules and not "
            "from the code. Both are compared position by position. The logic is also used to prove what holds in "
            "every position, as far as a solver can."
        ),
    ]
    for file in ("spec/proofs/README.md", "spec/proofs/results.md"):
        if (content.root / file).is_file():
            text = guides.rewrite(file, "proofs")
            parts.append(re.sub(r"^#+ ", r"#\g<0>", text, flags=re.MULTILINE))  # below our title
    parts += [
        "## The invariants",
        (
            "Each of these is true of every position that can be reached. They stand as clauses in the "
            "specification, beside the rules, and as a check in the library (`invariants`)."
        ),
        table(("number", "says", "clauses"), _invariants(content), label="Invariants"),
    ]
    pages.add("proofs.md", "\n\n".join(parts) + "\n")


def _invariants(content: Content) -> list[Row]:
    rows: dict[str, Row] = {}
    for path in (content.root / "spec" / "invariants").glob("*.lp"):
        text = path.read_text(encoding="utf-8")
        file = content.path(path)
        for found in _INVARIANT.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            href = relative(f"{source_page(file)}#L-{line}", _PAGE)
            says = re.sub(r"\s*\n%\s*", " ", found[2])
            cells = (f"<b>{found[1]}</b>", says, f'<a href="{href}">{path.name}</a>')
            rows[found[1]] = Row(cells, found[1])
    return [rows[number] for number in sorted(rows)]
