r"""Catalogues: the words of a language, in one TOML file.

The data model is that of Fluent: messages, terms with attributes, selectors over the plural categories of the Unicode
CLDR, layers. An entry is a template, or a table of templates, the *forms* of a thing:

    violet = "violet"
    movement = { label = "Bewegungs-Plättchen", the = "das Bewegungs-Plättchen" }

A template is a text with placeholders:

    {card}                     a parameter in words
    {tile.the}                 one of its forms; `label` if the thing has no such form
    {^tile.the}                the same with a capital letter
    {sword.metal}              a number of a thing: value, metal or gems of a sword, number of a place
    {cards:# card|# cards}     a phrase that depends on a number: one, or more; # is the number
    {gems:none|# gem|# gems}   the same with a phrase for zero, which may be empty
    {seat:You draw|# draws}    a phrase that depends on a player: the reader, or somebody else; # is the name
    {cards:one=# karta|few=# karty|many=# kart|other=# karty}         plural categories by their names
    {place.ordinal:one=#st|two=#nd|few=#rd|other=#th}                 those of ordinal numbers
    {step:cathedral=# itself|other=#}                                 a phrase for a kind of thing

A phrase is a template again. Besides its entries a catalogue has four tables:

    [plural], [ordinal]    a rule of the CLDR for each category but `other`: few = "n % 10 = 2..4 and n % 100 != 12..14"
    [sounds]               words that change before others: an = { word = "a ", before = "8|11", becomes = "an " }
    [typography]           what is replaced in every template: " :" = "\u00A0:" in French

`before` is a regular expression that Python and JavaScript read alike: no flags, no named groups.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from tomllib import TOMLDecodeError, loads
from typing import TypeAlias, assert_never

from attrs import frozen

from toledo_rules._values import brief, check_type
from toledo_rules.describe._messages import REQUIRED_KEYS, Message, MessageValue, Term, Where, Who
from toledo_rules.edition import Card, Seat, ShopTile, Sword
from toledo_rules.errors import LanguageError, Problem, listed, plural

Language: TypeAlias = str
"""A language by its code (BCP 47): ``de``, ``es-419``."""

REFERENCE: Language = "en"
"""The language that says which keys a catalogue needs, and which parameters a template may name."""

LABEL = "label"
"""The form of a thing that stands alone."""

_TABLES = frozenset({"plural", "ordinal", "sounds", "typography"})


# Templates.


@frozen
class Placeholder:
    """A placeholder of a template."""

    name: str
    """The parameter."""
    form: str = LABEL
    capital: bool = False
    phrases: tuple[tuple[str, Template], ...] = ()
    """Phrases to choose from, each with its category; the category is empty where the position says it."""


Template: TypeAlias = "tuple[str | Placeholder, ...]"
"""The parsed text of a template."""

_TEXT = re.compile(r"[^{}|#]+")
_HEAD = re.compile(r"(\^?)(\w+)(?:\.(\w+))?")
_CATEGORY = re.compile(r"(\w+)=")


def parse_template(text: str) -> Template:
    """Return a template with its placeholders.

    >>> parse_template("Take {cards:one card|# cards}.")[0]
    'Take '
    """
    template, end = _parse(text, 0, None)
    if end < len(text):
        raise LanguageError(f"column {end + 1}: expected text or {{, not {text[end]!r}")
    return template


def _parse(text: str, at: int, counted: Placeholder | None) -> tuple[Template, int]:
    """Return the template from a column on, and the column of the character that ends it."""
    parts: list[str | Placeholder] = []
    while at < len(text):
        plain = _TEXT.match(text, at)
        if plain:
            parts.append(plain[0])
            at = plain.end()
        elif text[at] == "{":
            slot, at = _parse_slot(text, at + 1)
            parts.append(slot)
        elif text[at] == "#" and counted is not None:
            parts.append(counted)
            at += 1
        else:
            break
    return tuple(parts), at


def _parse_slot(text: str, at: int) -> tuple[Placeholder, int]:
    head = _HEAD.match(text, at)
    if head is None:
        raise LanguageError(f"column {at + 1}: expected the name of a parameter")
    capital, name, form = head.groups()
    counted, at = Placeholder(name, form or LABEL), head.end()
    phrases: list[tuple[str, Template]] = []
    while text[at : at + 1] == ("|" if phrases else ":"):
        category = _CATEGORY.match(text, at + 1)
        phrase, at = _parse(text, category.end() if category else at + 1, counted)
        phrases.append((category[1] if category else "", phrase))
    if text[at : at + 1] != "}":
        raise LanguageError(f"column {at + 1}: expected }}")
    categories = [category for category, _ in phrases]
    if any(categories) and (not all(categories) or "other" not in categories):
        raise LanguageError(f"column {at + 1}: expected a category for each phrase, and other")
    return Placeholder(name, counted.form, bool(capital), tuple(phrases)), at + 1


def slots(template: Template) -> Iterator[Placeholder]:
    """Yield all placeholders of a template, those inside phrases too."""
    for part in template:
        if isinstance(part, Placeholder):
            yield part
            for _, phrase in part.phrases:
                yield from slots(phrase)


# Rules of a language.

_RELATION = re.compile(r"n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


@lru_cache(maxsize=4096)
def holds(rule: str, number: int) -> bool:
    """Return True if a plural rule of the Unicode CLDR holds for a whole number.

    >>> [n for n in range(30) if holds("n % 10 = 2..4 and n % 100 != 12..14", n)]
    [2, 3, 4, 22, 23, 24]
    """
    return any(
        all(_relation_holds(relation, abs(number)) for relation in part.split(" and "))
        for part in rule.split(" or ")
    )


def _relation_holds(relation: str, number: int) -> bool:
    found = _RELATION.fullmatch(relation.strip())
    if found is None:
        raise ValueError(f"found {relation!r}, expected a relation such as n % 10 = 2..4")
    divisor, sign, wanted = found.groups()
    rest = number % int(divisor) if divisor else number
    ranges = (part.split("..") for part in wanted.split(","))
    return any(int(ends[0]) <= rest <= int(ends[-1]) for ends in ranges) == (sign == "=")


@frozen
class Sound:
    """A word that changes before a sound."""

    word: str
    """The word with the space after it."""
    before: re.Pattern[str]
    """The beginning of what follows."""
    becomes: str


# Catalogues.

_Thing: TypeAlias = Card | ShopTile | Sword | Where | Term

Forms: TypeAlias = Mapping[str, Template]


@frozen(eq=False)
class Catalogue:
    """The words of one language."""

    language: Language
    entries: Mapping[str, Forms]
    """Forms of each entry by its key ``group.name``."""
    plural: Mapping[str, str]
    ordinal: Mapping[str, str]
    sounds: tuple[Sound, ...]

    def say(self, message: Message, reader: Seat | None = None) -> str:
        """Return a message as a sentence. Raises `LanguageError` for one that no program of this version makes."""
        try:
            return _Voice(self, reader).words(message, LABEL)
        except KeyError as missing:
            why = f"there is nothing called {missing}"
        except RecursionError:
            why = "it is nested too deeply"
        raise LanguageError(f"{brief(message.key)} cannot be said in {brief(self.language)}: {why}")

    def name(self, thing: MessageValue, form: str = LABEL, reader: Seat | None = None) -> str:
        """Return the name of a thing."""
        return _Voice(self, reader).words(thing, form)

    def category(self, number: int, form: str) -> str:
        """Return the plural category of a number; of an ordinal number if that is the form."""
        rules = self.ordinal if form == "ordinal" else self.plural
        return next((name for name, rule in rules.items() if holds(rule, number)), "other")

    def letter(self, group: str, name: str) -> str:
        """Return the letter that stands for a player or a colour; empty if the language does not give one."""
        return "".join(map(str, self.entries.get(f"{group}.{name}", {}).get("letter", ())))

    def forms(self, group: str, name: str) -> Forms | None:
        """Return the forms of something that editions may have more of, such as colours."""
        return self.entries.get(f"{group}.{name}", self.entries.get(f"{group}.other"))


@frozen
class _Voice:
    """A catalogue that speaks to a reader."""

    catalogue: Catalogue
    reader: Seat | None

    def words(self, value: MessageValue, form: str) -> str:
        match value:
            case int():
                return str(value).replace("-", "\N{MINUS SIGN}")
            case str():
                return value
            case Message():
                forms = self.catalogue.entries[value.key]
                return self._fill(forms.get(form, forms[LABEL]), dict(value.parameters))
            case Who():
                return self._player(value, form)
            case Card() | ShopTile() | Sword() | Where() | Term():
                group, name, parts = self._entry(value)
                part = parts.get(form)
                if isinstance(part, int):
                    return self.words(part, LABEL)
                return self._form(group, name, form, parts)
            case tuple():
                return self._list([self.words(item, form) for item in value])
        assert_never(value)

    def _entry(self, thing: _Thing) -> tuple[str, str, Mapping[str, MessageValue]]:
        """Return the group and the name of the entry for a thing, and the parts that its forms may name."""
        known = self.catalogue.entries
        if isinstance(thing, Card):
            colour, side = Term("colour", thing.colour), Term("stance", thing.stance)
            entry = "known" if f"colour.{thing.colour}" in known else "other"
            return "card", entry, {"value": thing.value, "colour": colour, "stance": side}
        if isinstance(thing, ShopTile):
            kind = Term("kind", thing.kind)
            return "shop", "tile", {"kind": kind, "circles": thing.circles}
        if isinstance(thing, Sword):
            numbers = {"value": thing.value, "metal": thing.metal, "gems": thing.gems}
            return "sword", "tile", dict(numbers)
        if isinstance(thing, Where):
            step, kind = thing.step, Term("kind", thing.kind)
            return "place", thing.kind, {"step": step, "number": step, "kind": kind}
        if thing.group == "tile" and f"colour.{thing.name}" in known:
            return "tile", "duel", {"colour": Term("colour", thing.name)}
        return thing.group, thing.name, {"name": thing.name}

    def _form(self, group: str, name: str, form: str, parts: Mapping[str, MessageValue]) -> str:
        """Return a form of an entry, with its parts. What has no entry keeps its name."""
        forms = self.catalogue.forms(group, name)
        return name if forms is None else self._fill(forms.get(form, forms[LABEL]), parts)

    def _player(self, who: Who, form: str) -> str:
        if who.seat == self.reader:
            return self._form("seat", "you", form, {})
        if who.name is not None:
            return who.name
        if who.colour is None:
            return self._form("seat", "unknown", form, {"number": who.seat + 1})
        return self._form("seat", who.colour, form, {"name": capital(who.colour)})

    def _list(self, items: list[str]) -> str:
        if not items:
            return self._form("list", "none", LABEL, {})
        first, *middle = items
        if not middle:
            return first
        for item in middle[:-1]:
            first = self._form("list", "more", LABEL, {"first": first, "last": item})
        return self._form("list", "last", LABEL, {"first": first, "last": middle[-1]})

    def _fill(self, template: Template, values: Mapping[str, MessageValue]) -> str:
        """Return a template with its parameters in words; placeholders in those are left alone."""
        said = ""
        for part in template:
            if isinstance(part, str):
                said += part
                continue
            if part.phrases:
                text = self._fill(self._phrase(part, values[part.name]), values)
            else:
                text = self.words(values[part.name], part.form)
            said = self._sounded(said, text) + (capital(text) if part.capital else text)
        return said

    def _phrase(self, slot: Placeholder, value: MessageValue) -> Template:
        """Return the phrase that suits a value."""
        wanted, by_position = self._categories(value, slot.form)
        named = {
            category or by_position[place - len(slot.phrases)]: phrase
            for place, (category, phrase) in enumerate(slot.phrases)
        }
        return next(named[category] for category in (*wanted, "other") if category in named)

    def _categories(
        self, value: MessageValue, form: str
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the categories that suit a value, best first, and those that phrases have by their position."""
        if isinstance(value, int):
            return (str(value), self.catalogue.category(value, form)), ("0", "one", "other")
        if isinstance(value, Who):
            return ("you",) if value.seat == self.reader else (), ("you", "other")
        if isinstance(value, Card | ShopTile | Sword | Where | Term):
            _, name, parts = self._entry(value)
            part = parts.get(form)
            return self._categories(part, LABEL) if isinstance(part, int) else ((name,), ())
        if isinstance(value, tuple):
            readers = [one for one in value if isinstance(one, Who) and one.seat == self.reader]
            return ("you",) if readers else (), ("you", "other")
        raise TypeError(f"no phrase can depend on {value!r}")

    def _sounded(self, said: str, following: str) -> str:
        """Return a text with its last word as it sounds before another text."""
        for sound in self.catalogue.sounds:
            rest = said.removesuffix(sound.word)
            if len(rest) < len(said) and not rest[-1:].isalpha() and sound.before.match(following):
                return rest + sound.becomes
        return said


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


# Reading.

Tables: TypeAlias = Mapping[str, Mapping[str, object]]
"""A catalogue as it is in TOML: tables of entries."""

_PARTS: Mapping[str, frozenset[str]] = {
    "card": frozenset({"value", "colour", "stance"}),
    "shop": frozenset({"kind", "circles"}),
    "sword": frozenset({"value", "metal", "gems"}),
    "place": frozenset({"step", "number", "kind"}),
    "tile": frozenset({"colour", "name"}),
    "seat": frozenset({"name", "number"}),
    "list": frozenset({"first", "last"}),
    "colour": frozenset({"name"}),
    "stance": frozenset({"name"}),
    "kind": frozenset({"name"}),
}
"""Parameters of the entries that are not messages."""


def layered(base: Tables, own: Tables) -> Tables:
    """Return tables with the entries of both; those of a base are replaced."""
    return {group: {**base.get(group, {}), **own.get(group, {})} for group in (*base, *own)}


def read_catalogue(language: Language, tables: Tables, reference: Catalogue | None) -> Catalogue:
    """Return the catalogue in tables. It needs the entries of the reference, and may have more."""
    problems: list[Problem] = []
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            raise LanguageError(
                f"{name} of the catalogue of {brief(language)} must be a table, not {brief(table)}"
            )
    entries: dict[str, Forms] = {}
    for group in tables.keys() - _TABLES:
        for name, entry in tables[group].items():
            key = f"{group}.{name}"
            entries[key] = dict(_forms(key, entry, tables, problems))
    needed = REQUIRED_KEYS if reference is None else reference.entries.keys()
    problems += [Problem(key, "nothing", "a template") for key in needed - entries.keys()]
    if reference is not None:
        problems += _unknown_names(entries, reference)
    found = Catalogue(
        language,
        entries,
        dict(_rules("plural", tables, problems)),
        dict(_rules("ordinal", tables, problems)),
        tuple(_sounds(tables, problems)),
    )
    if problems:
        problems.sort(key=lambda problem: problem.where)
        raise LanguageError(
            f"the catalogue of {brief(language)} has {plural(len(problems), 'mistake')}:\n"
            + "\n".join(map(str, problems)),
            problems,
        )
    return found


def typeset(text: str, tables: Tables) -> str:
    """Return the text of an entry with the typography of its catalogue, such as no-break spaces."""
    for old, new in tables.get("typography", {}).items():
        text = text.replace(old, str(new))
    return text


def _forms(
    key: str, entry: object, tables: Tables, problems: list[Problem]
) -> Iterator[tuple[str, Template]]:
    """Yield the forms of an entry. A text alone is its label."""
    forms = entry if isinstance(entry, Mapping) else {LABEL: entry}
    if LABEL not in forms:
        problems.append(Problem(key, f"the forms {listed(forms, 'and')}", f"the form {LABEL} too"))
    for form, text in forms.items():
        if not isinstance(text, str):
            problems.append(Problem(key, repr(text), "a template"))
            continue
        try:
            yield form, parse_template(typeset(text, tables))
        except LanguageError as error:
            problems.append(Problem(key, repr(text), f"a template ({error})"))


def _unknown_names(entries: Mapping[str, Forms], reference: Catalogue) -> Iterator[Problem]:
    """Yield the placeholders that nothing will fill."""
    for key, forms in entries.items():
        known = set(_PARTS.get(key.partition(".")[0], ()))
        for template in reference.entries.get(key, {}).values():
            known |= {slot.name for slot in slots(template)}
        used = {slot.name for template in forms.values() for slot in slots(template)}
        for name in sorted(used - known):
            expected = listed(f"{{{one}}}" for one in sorted(known)) if known else "no placeholder"
            yield Problem(key, f"{{{name}}}", expected)


def _rules(kind: str, tables: Tables, problems: list[Problem]) -> Iterator[tuple[str, str]]:
    for category, rule in tables.get(kind, {}).items():
        try:
            holds(str(rule), 1)
        except ValueError as error:
            problems.append(Problem(f"{kind}.{category}", *_found_expected(error)))
        else:
            yield category, str(rule)


def _found_expected(error: ValueError) -> tuple[str, str]:
    found, _, expected = str(error).removeprefix("found ").partition(", expected ")
    return found, expected


def _sounds(tables: Tables, problems: list[Problem]) -> Iterator[Sound]:
    for name, rule in tables.get("sounds", {}).items():
        found = rule if isinstance(rule, Mapping) else {}
        parts = [found.get(part) for part in ("word", "before", "becomes")]
        if not all(isinstance(part, str) for part in parts):
            expected = "the texts word, before and becomes"
            problems.append(Problem(f"sounds.{name}", repr(rule), expected))
            continue
        word, before, becomes = map(str, parts)
        try:
            yield Sound(word, re.compile(before), becomes)
        except re.error as error:
            problems.append(Problem(f"sounds.{name}", repr(before), f"a pattern ({error})"))


# Languages.

_FOLDER = files("toledo_rules.describe").joinpath("catalogues")

LANGUAGES: tuple[Language, ...] = tuple(
    sorted(
        (file.name.removesuffix(".toml") for file in _FOLDER.iterdir()),
        key=lambda code: (code != REFERENCE, code),
    )
)
"""The languages that come with the library, English first: one for each file of the folder ``catalogues``."""

_registered: dict[Language, Tables] = {}


def languages() -> tuple[Language, ...]:
    """Return all languages: those that come with the library, then those that were registered."""
    return (*LANGUAGES, *(code for code in _registered if code not in LANGUAGES))


def register_language(
    code: Language, source: Path | Tables, *, base: Language | None = None
) -> None:
    """Add a language, or replace one.

    >>> mexican = {"label": {"fame": "prestigio"}}
    >>> register_language("es-MX", mexican)
    >>> from toledo_rules.describe import label
    >>> label("fame", "es-MX"), label("fame", "es"), label("supply", "es-MX")
    ('prestigio', 'fama', 'reserva')

    Args:
        code: the code of the language.
        source: its catalogue, a TOML file or its tables.
        base: the language whose entries stand for those that the catalogue does not have. By default, that is the
            language without its region (es-419: es); a language without a region needs all entries.

    Raises `LanguageError` with all mistakes of the catalogue.
    """
    if base is None and "-" in code:
        base = best_language(code.rpartition("-")[0])
    check_type("the code of a language", code, str)
    own = tables_of(source)
    tables = own if base is None else layered(language_tables(base), own)
    found = read_catalogue(code, tables, catalogue(REFERENCE))
    _registered[code] = tables
    _catalogues[code] = found


def tables_of(source: Path | Tables) -> Tables:
    """Return the tables of a catalogue."""
    check_type("a catalogue", source, Path, Mapping)
    if not isinstance(source, Path):
        return source
    try:
        return loads(source.read_text(encoding="utf-8"))
    except (TOMLDecodeError, UnicodeDecodeError) as error:
        raise LanguageError(f"{source} is not a TOML file: {error}") from None


def best_language(*wanted: str) -> Language | None:
    """Return the first language that there is, by its code or the name of a locale; None if there is none.

    >>> best_language("fi_FI.UTF-8", "de_CH.UTF-8", "en"), best_language("fi")
    ('de', None)
    """
    known = {code.lower(): code for code in languages()}
    for wish in wanted:
        check_type("a language", wish, str)
        parts = re.split(r"[-_]", re.split(r"[.@;]", wish.strip().lower())[0])
        for length in range(len(parts), 0, -1):
            if (code := "-".join(parts[:length])) in known:
                return known[code]
    return None


def language_tables(language: Language) -> Tables:
    """Return the tables of a language with those of its bases."""
    if language in _registered:
        return _registered[language]
    if language not in LANGUAGES:
        raise LanguageError(
            f"unknown language {brief(language)}: choose one of {listed(languages())}"
        )
    return loads(_FOLDER.joinpath(f"{language}.toml").read_text(encoding="utf-8"))


_catalogues: dict[Language, Catalogue] = {}


def catalogue(language: Language) -> Catalogue:
    """Return the catalogue of a language. It is read on first use, and must be complete."""
    found = _catalogues.get(language)
    if found is None:
        reference = None if language == REFERENCE else catalogue(REFERENCE)
        found = read_catalogue(language, language_tables(language), reference)
        _catalogues[language] = found
    return found
