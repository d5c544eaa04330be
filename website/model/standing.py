"""How firmly something stands: do the rulebooks say it, does it follow, did we decide it, is it disputed or a guess?

The weight of an entry is that of the sentences it is made of. A sentence of a rule is carried by its rulebooks, apart
from the gaps; what a rule adds follows; a ruling fills a gap, unless spec/evidence/rulings.toml says that it follows or
that it goes against the letter; a contradiction disputes the sentences that it names. An answer says for each of its
sentences what it rests on (`Ground`). Nothing else counts, so an entry cannot claim more than its sources support, and
the same sentence has the same weight everywhere.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal

from attrs import frozen

from spec.tools.check import is_number
from spec.tools.rules import Section
from spec.tools.tables import RENDITIONS, Table, rank, text, texts
from toledo_rules import KOSMOS_2008
from website.model.content import Content
from website.model.languages import words
from website.model.links import Links

Kind = Literal["says", "follows", "ruling", "disputed", "against", "guess"]

KINDS: tuple[Kind, ...] = ("says", "follows", "ruling", "disputed", "against", "guess")
"""From the firmest to the weakest."""

MEANS: Mapping[Kind, str] = {kind: words("en")["badges"][kind] for kind in KINDS}
"""Their names in English."""

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

_ALL: str = words("en")["badges"]["all"]
_SCATTERED: str = words("en")["badges"]["scattered"]

_GRAVE = "C"
"""The class of discrepancies that would change a rule if they were believed."""

RULINGS = "spec/evidence/rulings.toml"
"""Which rulings follow from the rulebooks, and which go against their letter."""

_CODES = re.compile(rf"\b(?:{'|'.join(RENDITIONS)})\b")
_REFERENCE = re.compile(r"(?P<id>[A-Z]+-\d+)(?:\.(?P<number>\d+))?")


@frozen
class Ground:
    """What one sentence of an answer rests on.

    It is written as "SHP-01.1 SHP-01.3 follows TRN-03.1 (A-30.2)": the sentences that it restates, those from which the
    rest follows, and in brackets those that matter only in a corner case that nobody asked about.
    """

    restates: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()
    corner: tuple[str, ...] = ()

    @property
    def ids(self) -> set[str]:
        """The rules, the rulings and the discrepancies that it names."""
        named = (*self.restates, *self.premises, *self.corner)
        return {one.partition(".")[0] for one in named}


def read_ground(written: str) -> Ground:
    """Return the ground that is written in this way."""
    counting, _, corner = written.partition("(")
    restates, _, premises = counting.partition("follows ")
    return Ground(
        tuple(restates.split()), tuple(premises.split()), tuple(corner.removesuffix(")").split())
    )


@frozen
class Weight:
    """How firmly one sentence stands."""

    kind: Kind
    by: frozenset[str]
    """The rulebooks that say it; or the discrepancies that dispute it; or the ruling that goes against their letter."""
    told: bool = False
    """Reviews describe the piece, and no rulebook does."""


@frozen
class Standing:
    """How firmly an entry stands, and on what."""

    kind: Kind
    detail: str = ""
    """Which rulebooks say so, which discrepancies dispute it, or which ruling goes against their letter."""
    less: str = ""
    """Which of the rulebooks do not say all of it."""
    partly: bool = False
    """True if part of it is in the rulebooks, or follows from them."""
    told: bool = False
    """Reviews describe the piece, and no rulebook does."""

    @property
    def label(self) -> str:
        """The words of the badge."""
        return self.spoken("en")[0]

    def spoken(self, language: str) -> tuple[str, str]:
        """The words of the badge in a language, and what they mean."""
        badges = words(language)["badges"]
        means = "told" if self.told else self.kind
        said = str(badges["partly" if self.partly else means])
        if self.detail:
            detail = {_ALL: badges["all"], _SCATTERED: badges["scattered"]}.get(self.detail)
            said += f"{badges['colon']} {detail or self.detail}"
        if self.less:
            said += f", {badges['less'].format(less=self.less)}"
        return said, badges["explained"][means]

    def badge(
        self, links: Links, page: str, language: str = "en", *, explained: bool = True
    ) -> str:
        """Return the badge as HTML, with links to the entries that it names. Next to a legend it has no explanation."""
        said, meaning = self.spoken(language)
        label = links.in_html(said, page, __name__, language)
        title = f' title="{escape(meaning)}"' if explained else ""
        return f'<span class="standing {self.kind}"{title}>{label}</span>'


def legend(language: str) -> str:
    """What each badge means, as HTML, in a fold."""
    said = words(language)["badges"]
    badges = [(kind, said[kind], said["explained"][kind]) for kind in (*KINDS, "told")]
    listed = "".join(
        f'<li><span class="standing {"guess" if kind == "told" else kind}">{escape(name)}</span> {escape(meaning)}</li>'
        for kind, name, meaning in badges
    )
    return f'<details class="legend" lang="{language}"><summary>{said["legend"]}</summary><ul>{listed}</ul></details>'


def of_section(section: Section, content: Content) -> Standing:
    """Return how firmly a rule or a ruling stands. What a rule adds to the rulebooks does not count."""
    found = of_sections((section.id,), content)
    return Standing("against") if found.kind == "against" else found  # it need not name itself


def of_sections(ids: Iterable[str], content: Content) -> Standing:
    """Return how firmly several rules and rulings stand that are presented together."""
    weights = []
    for id in ids:
        section = content.sections[id]
        told = section.sentences if section.status == "ruling" else section.carried
        weights += [weight(f"{id}.{number + 1}", content) for number in range(len(told))]
    return _weakest(weights)


def of_answer(sentences: Iterable[str], content: Content) -> Standing:
    """Return how firmly an answer stands: as firmly as the weakest of what its sentences rest on."""
    weights = []
    for ground in map(read_ground, sentences):
        weights += [weight(one, content) for one in ground.restates]
        for one in ground.premises:
            premise = weight(one, content)
            weights.append(Weight("follows", frozenset()) if premise.kind == "says" else premise)
    return _weakest(weights)


def weight(reference: str, content: Content) -> Weight:
    """Return how firmly one sentence stands, or what a discrepancy says about the rulebooks."""
    id, _, number = reference.partition(".")
    if id in content.discrepancies:
        codes = _CODES.findall(text(content.discrepancies[id], "says"))
        return Weight("says", frozenset(codes))
    section = content.sections[id]
    if levels := _levels(id) & {"assumed", "published"}:
        return Weight("guess", frozenset(), told="assumed" not in levels)
    if id in _rulings(content.root)["against"]:
        return Weight("against", frozenset({id}))
    if disputed := frozenset(disputes(reference, content)):
        return Weight("disputed", disputed)
    if section.status == "ruling":
        follows = id in _rulings(content.root)["follows"]
        return Weight("follows" if follows else "ruling", frozenset())
    place = int(number)
    lacking = {code for gap in section.gaps if gap.sentence == place for code in gap.renditions}
    carried = place <= len(section.carried) and frozenset(section.renditions) - lacking
    return Weight("says", carried) if carried else Weight("follows", frozenset())


def _weakest(weights: list[Weight]) -> Standing:
    kind = max((one.kind for one in weights), key=KINDS.index)
    decisive = [one.by for one in weights if one.kind == kind]
    some: frozenset[str] = frozenset().union(*decisive)
    if kind == "says":
        throughout = some.intersection(*decisive)
        if not throughout:
            return Standing("says", _SCATTERED)
        return Standing("says", named(some), less=named(some - throughout))
    if kind == "ruling":
        return Standing("ruling", partly=any(one.kind != "ruling" for one in weights))
    if kind == "guess":
        return Standing("guess", told=all(one.told for one in weights if one.kind == "guess"))
    return Standing(kind, ", ".join(sorted(some, key=rank)))


def ground_faults(written: str, content: Content) -> Iterator[str]:
    """Yield what is wrong with the ground of a sentence."""
    ground = read_ground(written)
    for one in (*ground.restates, *ground.premises, *ground.corner):
        found = _REFERENCE.fullmatch(one)
        section = content.sections.get(found["id"]) if found else None
        known = (
            is_number(found["number"] or "", section) and not section.merged_into
            if found and section
            else one in content.discrepancies
        )
        if not known:
            yield f"expected sentences such as MOV-02.1, not {one}"


def disputes(sentence: str, content: Content) -> Iterator[str]:
    """Yield the discrepancies in which a rulebook contradicts a sentence."""
    for id, table in content.discrepancies.items():
        if _contradicts(table) and sentence in texts(table, "sentences"):
            yield id


def _contradicts(table: Table) -> bool:
    """Return True if a rulebook says something else without also saying what holds here."""
    return text(table, "class") == _GRAVE and not table.get("itself")


@cache
def _rulings(root: Path) -> Mapping[str, tuple[str, ...]]:
    tables = tomllib.loads((root / RULINGS).read_text(encoding="utf-8"))
    return {name: tuple(ids) for name, ids in tables.items()}


def _levels(id: str) -> set[str]:
    """How the data are known on which a ruling on components rests."""
    return {
        datum.level
        for key in FIXES.get(id, ())
        for datum in KOSMOS_2008.provenance
        if datum.key == key or datum.key.startswith(f"{key}.")
    }


def named(renditions: Iterable[str]) -> str:
    """Rulebooks by their codes, in the usual order."""
    found = set(renditions)
    return (
        _ALL
        if len(found) == len(RENDITIONS)
        else " ".join(one for one in RENDITIONS if one in found)
    )
