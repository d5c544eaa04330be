"""The page of proofs: what is proved, what is compared, what is sampled."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from website.model.content import Content
from website.model.html import Row, table
from website.model.pages import Pages
from website.pages.guides import Guides

_INVARIANT = re.compile(r"^%% (I-\d+\w?)\s+(.*(?:\n%  .*)*)", re.MULTILINE)
_PAGE = "proofs.html"
_ALWAYS = ("date", "seconds", "inputs", "places reached", "failures")
"""Numbers that fuzzing has for every target; the others say what became of the inputs."""


def add_proofs(pages: Pages, content: Content, guides: Guides) -> None:
    """The page of the proofs, and that of the results of the last run."""
    parts = [
        "# Proofs",
        (
            "The rules stand twice: as this library, and as a logic program that was written from the rules and not "
            "from the code. Both are compared position by position. The logic is also used to prove what holds in "
            "every position, as far as a solver can."
        ),
    ]
    text = guides.rewrite("spec/proofs/README.md", "proofs")
    parts.append(re.sub(r"^#+ ", r"#\g<0>", text, flags=re.MULTILINE))  # below our title
    parts += [
        "## The invariants",
        (
            "Each of these is true of every position that can be reached. They stand as clauses in the "
            "specification, beside the rules, and as a check in the library (`invariants`)."
        ),
        table(("number", "says", "clauses"), _invariants(content), label="Invariants"),
    ]
    parts += fuzzing(content.root)
    pages.add("proofs.md", "\n\n".join(parts) + "\n")
    results = re.sub(
        r' title="[^"]*"', "", guides.rewrite("spec/proofs/results.md", "proof-results")
    )
    pages.add("proof-results.md", _undigested(results))


def _undigested(results: str) -> str:
    """The results without the digests of the questions, which only a test reads."""
    said = re.sub(r" The last\s+column is a digest .*?\n\n", "\n\n", results, flags=re.DOTALL)
    heads = re.sub(r" question \|\n(\|(?:---\|)+)---\|$", r"\n\1", said, flags=re.MULTILINE)
    return re.sub(r" `?[0-9a-f]{8,16}`? \|$", "", heads, flags=re.MULTILINE)


def fuzzing(root: Path) -> Iterator[str]:
    """The section on fuzzing, from the numbers of the last runs (tools/fuzz/results.json)."""
    results = json.loads((root / "tools" / "fuzz" / "results.json").read_text(encoding="utf-8"))
    tree = ast.parse((root / "tools" / "fuzz" / "targets.py").read_text(encoding="utf-8"))
    tried = {
        node.name: (ast.get_docstring(node) or "").partition("\n\n")[0]
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    inputs, seconds, failures = (
        sum(one[key] for one in results.values()) for key in ("inputs", "seconds", "failures")
    )
    yield "## Fuzzing"
    yield (
        "`python -m tools.fuzz` feeds bytes to everything that reads, and from there to the rules. It is guided by "
        "coverage: an "
        "input that reaches a new place in the code is kept and varied. The last runs tried "
        f"{inputs:,} inputs in {seconds:,} seconds, and {_found(failures)}."
    )
    heads = (
        "target",
        "what is tried",
        "seconds",
        "inputs",
        "what came of them",
        "places reached",
        "found",
        "date",
    )
    rows = [_target(name, tried[name], one) for name, one in results.items()]
    yield table(heads, rows, label="Fuzzing")


def _target(name: str, tried: str, result: Mapping[str, int | str]) -> Row:
    came = ", ".join(f"{count:,} {what}" for what, count in result.items() if what not in _ALWAYS)
    found = _found(int(result["failures"]))
    counts = (f"{result[key]:,}" for key in ("seconds", "inputs"))
    cells = (*counts, came, f"{result['places reached']:,}", found, str(result["date"]))
    return Row((f"<b>{name}</b>", escape(tried), *cells))


def _found(failures: int) -> str:
    return f"{failures} failed" if failures else "none failed"


def _invariants(content: Content) -> list[Row]:
    rows: dict[str, Row] = {}
    for path in (content.root / "spec" / "invariants").glob("*.lp"):
        text = path.read_text(encoding="utf-8")
        file = content.path(path)
        for found in _INVARIANT.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            says = re.sub(r"\s*\n%\s*", " ", found[2])
            cells = (f"<b>{found[1]}</b>", says, f"<small>{file}:{line}</small>")
            rows[found[1]] = Row(cells, found[1])
    return [rows[number] for number in sorted(rows)]
