"""The specification in other languages than English, from spec/translations/<language>.

A file there mirrors one of the specification: duel.toml the topic spec/rules/duel.md, FR.toml the evidence from FR.

    [DUE-10]
    english = "5d3f0a3c"
    title = "Bei eins zu eins entscheidet eine dritte Karte"
    text = "Hat nach zwei Karten jeder Spieler eine Fechtrunde gewonnen, ..."

An entry has the texts of the English one under the same keys, and the digest of the English that it was made from.
Where that has changed since, the entry is shown with a notice, and one that is missing is shown in English; tests name
both.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from spec.tools.evidence import Evidence, Told
from spec.tools.rules import Section, Topic
from spec.tools.tables import RENDITIONS, Problem, Table, texts
from website.model.content import Content, plain
from website.model.languages import words
from website.model.quoting import TONGUES

Texts: TypeAlias = Mapping[str, str | Sequence[str]]
"""What is translated of an entry, by the names of its parts."""

ITSELF = ""
"""The entry of a topic for its own title and introduction: the lines before the first table."""

EDITION = "edition.toml"
"""Values and sources of the components: so short that the English text itself is the key."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ(„])")
_STEP = re.compile(r"^\d+\. ", re.MULTILINE)


def folder(root: Path, language: str) -> Path:
    """Return where the translations of a language are."""
    return root / "spec" / "translations" / language


def sentences(prose: str, language: str) -> tuple[str, ...]:
    """Return the sentences of a rule that its rulebooks carry, in a language; what we add is not among them."""
    carried = prose.partition(words(language)["rules"]["ours"])[0]
    return split(carried)


def split(prose: str) -> tuple[str, ...]:
    """Return the sentences of a text."""
    joined = " ".join(_STEP.sub("", prose).split())
    return tuple(_SENTENCE.split(joined)) if joined else ()


def digest(entry: Texts) -> str:
    """Return the digest of English texts, by which their translations name them. Line breaks do not count."""
    bare = {
        key: " ".join(said.split()) if isinstance(said, str) else list(said)
        for key, said in entry.items()
    }
    return hashlib.sha256(json.dumps(bare, sort_keys=True).encode()).hexdigest()[:8]


def english(content: Content, language: str) -> dict[str, dict[str, Texts]]:
    """Return all that is to be translated into a language, by file and entry."""
    told: dict[str, dict[str, Texts]] = {}
    for name, topic in content.topics.items():
        told[name] = {ITSELF: {"title": topic.title, "intro": topic.intro}}
        told[name] |= {section.id: _parts(section) for section in topic.sections}
    told["examples"] = _tables(content.examples, "title", "given", "when", "then")
    told["discrepancies"] = _tables(content.discrepancies, "topic", "says", "resolution")
    defined = {name: one for name, one in content.glossary.items() if "definition" in one}
    told["glossary"] = _tables(defined, "definition")
    told["renditions"] = _tables(content.renditions, "language", "kind", "description")
    told["history"] = {
        version.number: {"why": version.why, "changed": version.changed}
        for version in content.history
    }
    for code in RENDITIONS:
        told[code] = {
            f"{section} {number}": {"says": said}
            for (book, section, number), said in content.told.says.items()
            if book == code
        }
        if TONGUES[code] != language:  # nobody needs a gloss on their own language
            quotations = content.evidence[code].quotations
            told[code] |= {id: {"gloss": one.gloss} for id, one in quotations.items()}
    return told


def _parts(section: Section) -> Texts:
    parts: dict[str, str | Sequence[str]] = {
        "title": section.title,
        "text": section.prose,
        "question": section.question,
        "readings": section.readings,
        "reason": section.reason,
        "note": section.note,
    }
    return {key: said for key, said in parts.items() if said}


def _tables(tables: Mapping[str, Table], *keys: str) -> dict[str, Texts]:
    return {id: {key: _text(table, key) for key in keys} for id, table in tables.items()}


def _text(table: Table, key: str) -> str | Sequence[str]:
    return plain(table, key) if isinstance(table[key], str) else list(texts(table, key))


def read(root: Path, language: str) -> dict[str, dict[str, Texts]]:
    """Return all translations into a language, by file and entry."""
    found: dict[str, dict[str, Texts]] = {}
    for path in sorted(folder(root, language).glob("*.toml")):
        if path.name == EDITION:
            continue
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        itself = {key: said for key, said in table.items() if not isinstance(said, dict)}
        found[path.stem] = {key: said for key, said in table.items() if isinstance(said, dict)}
        if itself:
            found[path.stem][ITSELF] = itself
    return found


Fault = Literal["untranslated", "stale"]


def faults(content: Content, language: str) -> Iterator[tuple[Problem, Fault | None]]:
    """Yield what is missing, too much, of another shape, or made from another English text than there is now."""
    told, translated = english(content, language), read(content.root, language)
    for file in sorted({*told, *translated}):
        ours, theirs = translated.get(file, {}), told.get(file, {})
        where = f"spec/translations/{language}/{file}.toml"
        for id in ours.keys() - theirs.keys():
            yield Problem(where, id, "id", "expected an entry of the specification"), None
        for id, entry in theirs.items():
            if id not in ours:
                yield Problem(where, id, "id", f"not translated ({digest(entry)})"), "untranslated"
            elif _shape(entry) != _shape({k: v for k, v in ours[id].items() if k != "english"}):
                yield Problem(where, id, "keys", f"expected {_shape(entry)}"), "untranslated"
            elif ours[id].get("english") != digest(entry):
                said = f"the English has changed: translate it again ({digest(entry)})"
                yield Problem(where, id, "english", said), "stale"


def _shape(texts: Texts) -> dict[str, int]:
    """The keys, and how many texts each of them has."""
    return {key: 0 if isinstance(said, str) else len(said) for key, said in sorted(texts.items())}


@frozen
class _Reader:
    """Gives the texts of an entry in a language, or in English where there is no translation."""

    told: Mapping[str, Mapping[str, Texts]]
    translated: Mapping[str, Mapping[str, Texts]]
    notices: Mapping[str, Fault]

    def texts(self, file: str, id: str) -> Texts:
        english = self.told[file][id]
        if self.notices.get(f"{file} {id}") == "untranslated":
            return english
        return self.translated[file][id]

    def text(self, file: str, id: str, key: str) -> str:
        said = self.texts(file, id).get(key, "")
        assert isinstance(said, str)
        return said.strip()

    def lines(self, file: str, id: str, key: str) -> tuple[str, ...]:
        return tuple(self.texts(file, id).get(key, ()))

    def tables(self, file: str, english: Mapping[str, Table]) -> dict[str, Table]:
        known = self.told[file]
        return {
            id: {**table, **self.texts(file, id)} if id in known else table
            for id, table in english.items()
        }

    def topic(self, name: str, topic: Topic) -> Topic:
        return evolve(
            topic,
            title=self.text(name, ITSELF, "title"),
            intro=self.text(name, ITSELF, "intro"),
            sections=tuple(self.section(name, one) for one in topic.sections),
        )

    def section(self, name: str, section: Section) -> Section:
        readings = self.lines(name, section.id, "readings")
        return evolve(
            section,
            title=self.text(name, section.id, "title"),
            prose=self.text(name, section.id, "text"),
            question=self.text(name, section.id, "question"),
            readings=readings,
            chosen=readings[section.readings.index(section.chosen)] if readings else "",
            reason=self.text(name, section.id, "reason"),
            note=self.text(name, section.id, "note"),
        )

    def evidence(self, code: str, evidence: Evidence) -> Evidence:
        quotations = {
            id: evolve(one, gloss=self.text(code, id, "gloss") if id in self.told[code] else "")
            for id, one in evidence.quotations.items()
        }
        return evolve(evidence, quotations=quotations)


def localized(content: Content, language: str) -> Content:
    """Return the specification in a language. What it rests on is asked of the English one, its `source`."""
    notices = {
        f"{Path(problem.file).stem} {problem.id}": fault
        for problem, fault in faults(content, language)
        if fault
    }
    reader = _Reader(english(content, language), read(content.root, language), notices)
    topics = {name: reader.topic(name, topic) for name, topic in content.topics.items()}
    says = {
        (code, section, number): reader.text(code, f"{section} {number}", "says")
        for code, section, number in content.told.says
    }
    history = tuple(
        evolve(
            one,
            why=reader.text("history", one.number, "why"),
            changed=reader.lines("history", one.number, "changed"),
        )
        for one in content.history
    )
    by_id = {section.id: section for topic in topics.values() for section in topic.sections}
    return evolve(
        content,
        language=language,
        source=content,
        notices={
            place.partition(" ")[2]: fault
            for place, fault in notices.items()
            if place.partition(" ")[0] not in RENDITIONS
        },
        topics=topics,
        sections={id: by_id[id] for id in content.sections},
        examples=reader.tables("examples", content.examples),
        discrepancies=reader.tables("discrepancies", content.discrepancies),
        glossary=reader.tables("glossary", content.glossary),
        renditions=reader.tables("renditions", content.renditions),
        evidence={code: reader.evidence(code, one) for code, one in content.evidence.items()},
        told=Told(content.told.turns_on, says),
        history=history,
    )


def component_words(root: Path, language: str) -> Mapping[str, Mapping[str, str]]:
    """Return values and sources of components in a language, by the English; nothing for English."""
    path = folder(root, language) / EDITION
    if not path.is_file():
        return {"values": {}, "sources": {}}
    return tomllib.loads(path.read_text(encoding="utf-8"))
