"""The languages of the site, and the switch between the pages of answers."""

LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "es": "Español",
}
"""Each language of the site by its own name, in the order of its switches."""

PRINTED = {
    "en": "Print it (PDF)",
    "de": "Drucken (PDF)",
    "fr": "Imprimer (PDF)",
    "it": "Stampare (PDF)",
    "nl": "Afdrukken (PDF)",
    "es": "Imprimir (PDF)",
}
"""The words of the link to a file for printing."""

PRINTS = "handbook"
"""The folder of the site in which the files for printing lie."""


def file_name(name: str, language: str) -> str:
    """Return the name of the PDF of a text."""
    return f"toledo-{name}-{language}.pdf"


def page_of(language: str) -> str:
    """Return the address of the page of answers in a language."""
    return "answers.html" if language == "en" else f"answers-{language}.html"


def switch(language: str = "") -> str:
    """Return links to the answers in the other languages than that of a page of answers; elsewhere in all of them."""
    return (
        '<p class="languages">'
        + " ".join(
            f"<b>{name}</b>"
            if code == language
            else f'<a href="{page_of(code)}" lang="{code}" hreflang="{code}">{name}</a>'
            for code, name in LANGUAGE_NAMES.items()
        )
        + "</p>"
    )


def print_link(language: str) -> str:
    """Return the link from the answers in a language to their PDF."""
    href = f"{PRINTS}/{file_name('answers', language)}"
    return f'<p><a class="print" href="{href}" lang="{language}">{PRINTED[language]}</a></p>'
