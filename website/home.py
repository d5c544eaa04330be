"""The first page."""

from website.content import Content
from website.pages import Pages
from website.pictures import Gallery

_TEXT = """---
hide: [navigation, toc]
---

# Toledo, rule by rule

The rules of the board game *Toledo* (Martin Wallace, 2008), complete and precise, and a Python library that
plays by them. Every rule has a number. That number appears in the text, the logic, the code, the tests,
and the reason for every refused move.

<div class="doors" markdown>

- **[Answers](answers.md)**<br>
  A question came up at the table. {answers} answers of two sentences, each with its rules.
- **[The rules](rules/index.md)**<br>
  {rules} rules and {rulings} rulings, with the five rulebooks behind them, examples and pictures.
- **[First game](tutorial/first-game.md)**<br>
  For programmers: a whole game in ten lines, then user interfaces, bots, servers.
- **[API](reference/api/index.md)**<br>
  Every public name, with examples that run.

</div>

{picture}

## How far you can trust it

- **[Discrepancies](rules/discrepancies.md)**: {discrepancies} points at which the five renditions of the
  rulebook differ, and what was made of each.
- **[Components](components.md)**: where every number on the board and on the cards comes from, and which are
  only assumed.
- **[Coverage](coverage.md)**: each rule beside its clauses, its code and its tests, holes included.
- **[Proofs](proofs.md)**: what is proved, what is compared position by position, what is only tested.

The rules are in our own words. This site contains none of the texts or pictures of the game, which is
published by Kosmos.
"""


def add_home(pages: Pages, content: Content, gallery: Gallery, answers: int) -> None:
    """The first page."""
    status = [section.status for section in content.sections.values()]
    pages.add(
        "index.md",
        _TEXT.format(
            answers=answers,
            rules=status.count("rule") + status.count("data"),
            rulings=status.count("ruling"),
            discrepancies=len(content.discrepancies),
            picture=gallery.picture("home", "index.html", "A position in the middle of a game."),
        ),
    )
