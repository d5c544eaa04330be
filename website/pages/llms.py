"""llms.txt and llms-full.txt: the site as plain text, for programs that read."""

from collections.abc import Iterator

from spec.tools.rules import Section
from website.model.content import Content, introduction, plain
from website.model.pages import Pages

_INTRO = """# toledo-rules

> The rules of the board game Toledo (Martin Wallace, 2008) as a typed, side-effect-free Python library with a formal
> specification. Every rule has a number (MOV-05), every question that the rulebooks leave open a ruling (A-43).
"""
_GLOSSARY = "rules/glossary.html"


def add_llms(pages: Pages, content: Content) -> None:
    """Add both files. They come last, because they list all other pages."""
    pages.add("llms.txt", _INTRO + "\n" + "\n".join(_overview(pages, content)) + "\n")
    pages.add("llms-full.txt", _INTRO + "\n" + "\n".join(_everything(pages, content)) + "\n")


def _overview(pages: Pages, content: Content) -> Iterator[str]:
    yield "## Rules\n"
    for name, topic in content.topics.items():
        first = " ".join(introduction(topic, _GLOSSARY).split())
        yield f"- [{topic.title}](rules/{name}.html): {first}"
    yield "\n## Guides and reference\n"
    for path, text in pages.files.items():
        if path.endswith(".md") and not path.startswith(("rules/", "source/")):
            yield f"- [{_title(text)}]({path.removesuffix('.md')}.html)"
    yield "\n## Everything in one file\n"
    yield "- [llms-full.txt](llms-full.txt): all rules, answers and guides as plain text"


def _everything(pages: Pages, content: Content) -> Iterator[str]:
    for topic in content.topics.values():
        yield f"\n# {topic.title}\n\n{introduction(topic, _GLOSSARY)}\n"
        for section in topic.sections:
            yield "\n".join(_section(section)) + "\n"
    yield "\n# Examples\n"
    for id, table in content.examples.items():
        yield f"## {id} {plain(table, 'title')}\n"
        for key in ("given", "when", "then"):
            lines = table[key]
            assert isinstance(lines, list)
            yield f"{key.capitalize()}: {' '.join(lines)}"
        yield ""
    for folder in ("tutorial", "how-to", "explanation", "reference/notation"):
        for path, text in pages.files.items():
            if path.startswith(folder) and path.endswith(".md"):
                yield text


def _section(section: Section) -> Iterator[str]:
    yield f"## {section.id} {section.title}\n"
    if section.question:
        yield f"Question: {section.question}\n"
    yield section.prose
    if section.reason:
        considered = "; ".join(
            f"{one} (chosen)" if one == section.chosen else one for one in section.readings
        )
        yield f"\nReadings: {considered}. Reason: {section.reason}"


def _title(text: str) -> str:
    title = next(line[2:] for line in text.splitlines() if line.startswith("# "))
    return title.partition(" { #")[0].strip()
