"""The differences between the five rulebooks, and the words of the game in six languages."""

from html import escape

from spec.tools.tables import Table, text, texts
from website.model.content import Content, plain
from website.model.html import Row, table
from website.model.languages import LANGUAGE_NAMES, LANGUAGES, words
from website.model.links import Links
from website.model.pages import WITHOUT_CONTENTS, Pages
from website.model.quoting import quotations


def add_differences(pages: Pages, content: Content, links: Links) -> None:
    """Both pages."""
    page = links.page("rules/discrepancies")
    pages.put(page, _discrepancies(content, links, page), content.language)
    page = links.page("rules/glossary")
    pages.put(page, _glossary(content, links, page), content.language)


def _discrepancies(content: Content, links: Links, page: str) -> str:
    file, said = "spec/discrepancies.toml", words(content.language)["discrepancies"]

    def row(id: str, entry: Table) -> Row:
        letter = text(entry, "class")
        name, meaning = said["classes"][letter]
        cells = (
            f"<b>{id}</b>",
            f'<span class="class-{letter}" title="{meaning}">{name}</span>',
            escape(plain(entry, "topic")),
            links.in_html(plain(entry, "says"), page, file) + _in_words(id, content),
            links.in_html(plain(entry, "resolution"), page, file),
            links.html_list(texts(entry, "rules"), page, file),
        )
        return Row(cells, id)

    rows = [row(id, entry) for id, entry in content.discrepancies.items()]
    classes = "\n".join(f"- **{name}**: {meaning}" for name, meaning in said["classes"].values())
    witnesses = table(
        said["witnesses"],
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
        label=said["rulebooks"],
    )
    # Buttons that show one class only; they need scripts and are absent without them.
    names = " ".join(name for name, _ in said["classes"].values())
    choice = f'<p class="filter" data-all="{said["every"]}" data-classes="{names}"></p>'
    return (
        f"{WITHOUT_CONTENTS}# {said['title']}\n\n{links.switch(page)}\n\n{said['intro']}\n\n{witnesses}\n\n"
        f"## {said['all'].format(count=len(rows))}\n\n{classes}\n\n{choice}\n\n{said['sort']}\n\n"
        f"{table(said['heads'], rows, kind='sortable', label=said['title'])}\n"
    )


def _in_words(id: str, content: Content) -> str:
    """The words at issue, folded."""
    quoted, label = quotations(id, content), words(content.language)["discrepancies"]["words"]
    return f"<details><summary>{label}</summary>{quoted}</details>" if quoted else ""


def _word(entry: Table, language: str) -> str:
    """The word to use in a language."""
    return text(entry, "en") if language == "en" else texts(entry, language)[0]


def _definitions(content: Content, links: Links, page: str) -> str:
    defined = sorted(
        (_word(entry, content.language).lower(), name, plain(entry, "definition"))
        for name, entry in content.glossary.items()
        if "definition" in entry
    )
    lines = "\n".join(
        f'<dt><a href="#term-{name}">{escape(_word(content.glossary[name], content.language))}</a></dt>'
        f"<dd>{links.in_html(said, page, 'spec/glossary.toml')}</dd>"
        for _, name, said in defined
    )
    return f'<dl class="rows">\n{lines}\n</dl>'


def _glossary(content: Content, links: Links, page: str) -> str:
    said = words(content.language)["glossary"]
    order = sorted(LANGUAGES, key=lambda one: one != content.language)
    """The language of the page comes first."""

    def cell(entry: Table, language: str) -> str:
        first, *others = (text(entry, "en"),) if language == "en" else texts(entry, language)
        shown = escape(first)
        if language == content.language:
            shown = f"<b>{shown}</b>"
        ours = language in texts(entry, "not_in_text")
        mark = f'<sup title="{said["coined"]}">*</sup>' if ours else ""
        more = f" <small>{escape(', '.join(others))}</small>" if others else ""
        return f'<span lang="{language}">{shown}</span>{mark}{more}'

    rows = [
        Row(tuple(cell(entry, language) for language in order), f"term-{name}")
        for name, entry in content.glossary.items()
    ]
    heads = [LANGUAGE_NAMES[language] for language in order]
    return (
        f"{WITHOUT_CONTENTS}# {said['title']}\n\n{links.switch(page)}\n\n"
        f"{said['intro'].format(count=len(rows))}\n\n"
        f"## {said['definitions']} {{ #definitions }}\n\n{said['defined']}\n\n{_definitions(content, links, page)}\n\n"
        f"## {said['six']}\n\n{table(heads, rows, kind='sortable', label=said['title'])}\n"
    )
