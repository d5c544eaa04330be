"""The first page."""

from toledo_rules import KOSMOS_2008
from website.content import Content
from website.controls import search_box
from website.languages import switch
from website.pages import Pages
from website.pictures import Gallery

_TEXT = """---
hide: [navigation, toc]
---

# Toledo, rule by rule

{box}

Ask about the board game *Toledo* (Martin Wallace, 2008) in your own words, in English, German, French, Italian, Dutch
or Spanish: the answers and the rulebook speak all six.

{languages}

<div class="doors" markdown>

- **[Answers](answers.md)**<br>
  {answers} questions that come up at the table, by topic, each with a short answer.
- **[The rules](rules/index.md)**<br>
  {rules} rules and {rulings} rulings, each with its number, its weight and its sources.
- **[Examples](rules/examples.md)**<br>
  {examples} positions with pictures: what happens, and what may be done next.
- **[The board](board.md)**<br>
  Any table and any position to play on, by the rules: what is not allowed is explained.
- **[Pieces](components.md)**<br>
  {components} facts about what is in the box, and which numbers on the board are only our guess.
  Do you own the game? Tell us [what is on your board](your-board.md).

</div>

!!! note "Unofficial"
    This site is made by players. It is not affiliated with, approved by or paid by the author or a publisher of
    the game. The rules are in our own words; the game's texts and pictures are not here. Where the rulebooks are
    silent, we decide and say so: look for the badge on each answer.

{picture}

## How far you can trust it

- **[Discrepancies](rules/discrepancies.md)**: {discrepancies} points at which the five rulebooks that we compared
  differ, contradict themselves or are silent, and what we made of each.
- **[Components](components.md)**: the source of every number on the board and on the cards. {assumed} of {data} are
  only assumed.
- **[Coverage](coverage.md)**: each rule beside its clauses, its code and its tests, holes included.
- **[Proofs](proofs.md)**: what is proved, what is compared position by position, what is only tested.

Behind the site is a Python library that plays by these rules: see [For programmers](tutorial/first-game.md).
"""


def add_home(pages: Pages, content: Content, gallery: Gallery, answers: int) -> None:
    """The first page; every count on it is counted here."""
    status = [
        section.status
        for section in content.living
        if section.status != "rule" or not section.informative  # a remark is not a rule
    ]
    levels = [datum.level for datum in KOSMOS_2008.provenance]
    pages.add(
        "index.md",
        _TEXT.format(
            box=search_box(),
            languages=switch(),
            answers=answers,
            rules=status.count("rule"),
            rulings=status.count("ruling"),
            components=status.count("data"),
            examples=len(content.examples),
            discrepancies=len(content.discrepancies),
            assumed=levels.count("assumed"),
            data=len(levels),
            picture=gallery.picture("home", "index.html"),
        ),
    )
