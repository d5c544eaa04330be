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
