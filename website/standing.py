"""How firmly something stands: do the rulebooks say it, does it follow, did we decide it, is it disputed or a guess?

All of it is worked out from the specification and the edition; nothing is written by hand, so an entry cannot claim
more than its sources carry.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Literal

from attrs import frozen

from spec.tools.rules import Section
from spec.tools.tables import RENDITIONS, text
from toledo_rules import KOSMOS_2008
from website.content import Content
from website.languages import spoken
from website.links import Links

Kind = Literal["says", "follows", "ruling", "disputed", "guess"]

MEANS: Mapping[Kind, str] = {
    "says": "The rulebooks say so",
    "follows": "Follows from the rulebooks",
    "ruling": "Our ruling",
    "disputed": "Disputed",
    "guess": "Our guess",
}
"""From the firmest to the weakest."""

EXPLAINED: Mapping[Kind, str] = {
    "says": "It stands in the rulebooks named, in other words.",
    "follows": "No rulebook says it in words; what they say leaves no other choice.",
    "ruling": "The rulebooks leave it open. We decided, and give the other readings and our reason.",
    "disputed": "One of the rulebooks supports another reading.",
    "guess": "Nobody has told us what is on this piece. Your box may be different.",
}

FIXES: Mapping[str, tuple[str, ...]] = {
    "A-01": ("counts.shops",),
    "A-02": ("counts.duel_tiles", "counts.movement_tiles"),
    "A-03": ("masters.tiles",),
    "A-04": ("masters.colours",),
    "A-05": ("cards.values", "cards.copies"),
    "A-06": ("cards.pictures",),
    "A-07": ("swords",),
    "A-08": ("paintings",),
    "A-09": ("board.road",),
    "A-10": ("board.tavern_circles", "board.artist_circles"),
    "A-11": ("board.artist_price", "board.rows"),
    "A-12": ("players.shops",),
    "A-13": ("board.road.20", "board.road.21"),
    "A-14": ("counts.metal", "counts.gems"),
    "A-135": ("counts.gems",),
    "A-155": ("board.rows",),
}
"""For each ruling on components the data of the edition that it is about."""

_ALL = "all five"
_SCATTERED = "not all of it in one of them"

_ENGLISH: Mapping[str, Any] = {
    **{str(kind): means for kind, means in MEANS.items()},
    "partly": "Partly our ruling",
    "all": _ALL,
    "scattered": _SCATTERED,
    "less": "{less} not in full",
    "colon": ":",
    "explained": EXPLAINED,
}

_GRAVE = "C"
"""The class of discrepancies that would change a rule if they were believed."""


@frozen
class Standing:
    """How firmly an entry stands, and on what."""

    kind: Kind
    detail: str = ""
    """Which rulebooks say so, or which discrepancies dispute it."""
    less: str = ""
    """Which of the rulebooks do not say all of it."""
    partly: bool = False
    """Part of it stands in the rulebooks."""

    @property
    def label(self) -> str:
        """The words of the badge."""
        return self.spoken("en")[0]

    def spoken(self, language: str) -> tuple[str, str]:
        """The words of the badge in a language, and what they mean."""
        words = _ENGLISH if language == "en" else spoken()[language]
        said = words["partly" if self.partly else self.kind]
        if self.detail:
            detail = {_ALL: words["all"], _SCATTERED: words["scattered"]}.get(self.detail)
            said += f"{words['colon']} {detail or self.detail}"
        if self.less:
            said += f", {words['less'].format(less=self.less)}"
        return said, words["explained"][self.kind]

    def badge(self, links: Links, page: str, language: str = "en") -> str:
        """The badge as HTML, with links to the discrepancies that it names."""
        said, meaning = self.spoken(language)
        explained, label = escape(meaning), links.in_html(said, page, __name__, language)
        return f'<span class="standing {self.kind}" title="{explained}">{label}</span>'


def of_section(section: Section, content: Content) -> Standing:
    """Return how firmly a rule or a ruling stands."""
    if assumed(section.id):
        return Standing("guess")
    if grave := disputes(section, content):
        return Standing("disputed", ", ".join(grave))
    if section.status == "ruling":
        return Standing("ruling")
    if section.renditions:
        partly = {code for gap in section.gaps for code in gap.renditions}
        return Standing("says", named(section.renditions), less=named(partly))
    return Standing("follows")


def of_answer(ids: Iterable[str], content: Content) -> Standing:
    """Return how firmly an answer stands: as firmly as the weakest of the entries it rests on.

    A discrepancy of a rule that is named beside the first one is about something else, unless a ruling settles it. Data
    that nobody has told us are a guess, whatever the rulebooks dispute about them.
    """
    sections = [content.sections[id] for id in ids if id in content.sections]
    grave = tuple(
        id
        for place, section in enumerate(sections)
        if (place == 0 or section.status == "ruling") and not assumed(section.id)
        for id in disputes(section, content)
    )
    if grave:
        return Standing("disputed", ", ".join(dict.fromkeys(grave)))
    kinds: set[Kind] = {of_section(section, content).kind for section in sections}
    kinds -= {"disputed"}
    weakest: Kind = max(kinds, key=list(MEANS).index, default="says")
    if weakest == "says":
        common = set(RENDITIONS).intersection(*(section.renditions for section in sections))
        return Standing("says", named(common) if common else _SCATTERED)
    if weakest == "ruling" and any(section.renditions for section in sections):
        return Standing("ruling", partly=True)
    return Standing(weakest)


def disputes(section: Section, content: Content) -> tuple[str, ...]:
    """Return the discrepancies in which a rulebook contradicts what the entry says."""
    found = (id for id in section.discrepancies if id in content.discrepancies)
    return tuple(id for id in found if text(content.discrepancies[id], "class") == _GRAVE)


def assumed(id: str) -> bool:
    """Whether a ruling on components rests on data that nobody has told us."""
    data = KOSMOS_2008.provenance
    return any(
        datum.level == "assumed"
        for key in FIXES.get(id, ())
        for datum in data
        if datum.key == key or datum.key.startswith(f"{key}.")
    )


def named(renditions: Iterable[str]) -> str:
    """Rulebooks by their codes, in the usual order."""
    found = set(renditions)
    return (
        _ALL
        if len(found) == len(RENDITIONS)
        else " ".join(one for one in RENDITIONS if one in found)
    )
