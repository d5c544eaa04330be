"""The differences between the five rulebooks, and the words of the game in six languages."""

from html import escape

from spec.tools.tables import Table, text, texts
from website.model.content import Content, plain
from website.model.html import Row, table
from website.model.links import Links
from website.model.pages import WITHOUT_CONTENTS, Pages
from website.model.quoting import quotations

CLASSES = {
    "C": ("contradiction", "would change a rule if it were believed"),
    "O": ("omission", "left out in some rulebook"),
    "W": ("wording", "may be misread"),
    "X": ("damage", "done by scanning or copying"),
    "F": ("flavour", "story or layout, without effect on a rule"),
}
"""The classes of discrepancies, from grave to harmless."""

LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "it": "Italian",
    "nl": "Dutch",
    "es": "Spanish",
}


def add_differences(pages: Pages, content: Content, links: Links) -> None:
    """Both pages."""
    pages.add("rules/discrepancies.md", _discrepancies(content, links))
    pages.add("rules/glossary.md", _glossary(content, links))


def _discrepancies(content: Content, links: Links) -> str:
    page, file = "rules/discrepancies.html", "spec/discrepancies.toml"

    def row(id: str, entry: Table) -> Row:
        letter = text(entry, "class")
        cells = (
            f"<b>{id}</b>",
            f'<span class="class-{letter}" title="{CLASSES[letter][1]}">{CLASSES[letter][0]}</span>',
            escape(plain(entry, "topic")),
            links.in_html(plain(entry, "says"), page, file) + _in_words(id, content),
            links.in_html(plain(entry, "resolution"), page, file),
            links.html_list(texts(entry, "rules"), page, file),
        )
        return Row(cells, id)

    heads = ("number", "class", "topic", "what they say", "what holds here", "rules")
    rows = [row(id, entry) for id, entry in content.discrepancies.items()]
    classes = "\n".join(f"- **{name}**: {meaning}" for name, meaning in CLASSES.values())
    witnesses = table(
        ("code", "language", "what it is", "about it"),
        [
            Row(
                (
                    f"<b>{code}</b>",
                    text(one, "language"),
                    text(one, "kind"),
                    plain(one, "description"),
                )
            )
            for code, one in content.renditions.items()
        ],
        label="The rulebooks",
    )
    return (
        WITHOUT_CONTENTS + "# Discrepancies\n\n"
        "Five rulebooks were compared, point by point. DE and DO are two witnesses of the German\n"
        "original; where the others disagree with it, the original decides. For each point the words at issue can be\n"
        "unfolded, at most seven from each rulebook, with the section and the sentence in which they stand.\n\n"
        f"{witnesses}\n\n"
        f"## All {len(rows)} points\n\n{classes}\n\n{_filter()}\n\n"
        "A click on the head of a column sorts by it.\n\n"
        f"{table(heads, rows, kind='sortable', label='Discrepancies')}\n"
    )


def _filter() -> str:
    """Buttons that show one class only; they need scripts and are absent without."""
    return f'<p class="filter" data-classes="{" ".join(name for name, _ in CLASSES.values())}"></p>'


def _in_words(id: str, content: Content) -> str:
    """The words at issue, folded."""
    words = quotations(id, content)
    return f"<details><summary>In their own words</summary>{words}</details>" if words else ""


def _definitions(content: Content, links: Links) -> str:
    page, file = "rules/glossary.html", "spec/glossary.toml"
    defined = sorted(
        (text(entry, "en"), name, plain(entry, "definition"))
        for name, entry in content.glossary.items()
        if "definition" in entry
    )
    lines = "\n".join(
        f'<dt><a href="#term-{name}">{escape(word)}</a></dt><dd>{links.in_html(said, page, file)}</dd>'
        for word, name, said in defined
    )
    return f'<dl class="rows">\n{lines}\n</dl>'


def _glossary(content: Content, links: Links) -> str:
    def words(entry: Table, language: str) -> str:
        if language == "en":
            return f"<b>{escape(text(entry, 'en'))}</b>"
        first, *others = texts(entry, language)
        ours = language in texts(entry, "not_in_text")
        mark = '<sup title="not in that rulebook; the word is ours">*</sup>' if ours else ""
        more = f" <small>{escape(', '.join(others))}</small>" if others else ""
        return f'<span lang="{language}">{escape(first)}</span>{mark}{more}'

    rows = [
        Row(tuple(words(entry, language) for language in LANGUAGES), f"term-{name}")
        for name, entry in content.glossary.items()
    ]
    return (
        WITHOUT_CONTENTS + "# Glossary\n\n"
        f"The {len(rows)} words of the game. The first of several is the one to use. In German, French, Italian and\n"
        "Dutch it is that of the rulebook; the others are further words of the rulebook, or of players. A word with\n"
        "an asterisk is ours, because that rulebook has none; so are all Spanish words, for there is no Spanish\n"
        "rulebook among the sources.\n\n"
        "## Definitions\n\nTerms that the rules coin, or use in a sense of their own.\n\n"
        f"{_definitions(content, links)}\n\n"
        "## In six languages\n\n"
        f"{table(tuple(LANGUAGES.values()), rows, kind='sortable', label='Glossary')}\n"
    )
