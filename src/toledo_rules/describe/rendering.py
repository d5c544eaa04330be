"""Sentences from messages and the catalogues of the languages.

A catalogue is a TOML file with a template for each key. In a template

    {card}                     is a parameter in words
    {cards:# card|# cards}     a phrase that depends on a number: one, or more; # is the number
    {gems:none|# gem|# gems}   the same with a phrase for zero, which may be empty
    {sword.metal}              a number of a sword: value, metal or gems
    {step.from}                a place with its preposition: from, to or at; {step.space} and {step.number}: without

Which number is "one" is as in the Unicode CLDR: 1, and in French 0 too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from re import IGNORECASE, Match
from re import compile as pattern
from tomllib import loads
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from toledo_rules.cards import Card
from toledo_rules.describe.messages import Message, Place, Speakable, Value, Who, Word
from toledo_rules.edition import ShopTile, Sword

Language: TypeAlias = Literal["en", "de", "fr", "it", "nl", "es"]
"""English, German, French, Italian, Dutch, Spanish."""

LANGUAGES: tuple[Language, ...] = get_args(Language)

Named: TypeAlias = Card | ShopTile | Who | Place | Word
"""What has a name by itself."""

PLACEHOLDER = pattern(r"\{(\w+)(?:\.(\w+))?(?::([^{}]*))?\}")
_I_SOUND = pattern(r"[ií]|h[ií](?!e)", IGNORECASE)
_WITH_ZERO = 3


@cache
def templates(language: Language) -> Mapping[str, str]:
    """The catalogue of a language, read when first asked for."""
    if language not in LANGUAGES:
        raise ValueError(f"a language is one of {', '.join(LANGUAGES)}, not {language!r}")
    file = files("toledo_rules.describe").joinpath("catalogues", f"{language}.toml")
    return {
        f"{group}.{name}": str(text)
        for group, entries in loads(file.read_text(encoding="utf-8")).items()
        for name, text in entries.items()
    }


def render(message: Message, language: Language = "en") -> str:
    """A message as a sentence.

    >>> from toledo_rules import KOSMOS_2008
    >>> from toledo_rules.describe import message
    >>> from toledo_rules.events import PaintingTaken
    >>> what = message(PaintingTaken(1, 3), KOSMOS_2008, names=("Anna", "Bruno"))
    >>> for language in ("en", "de", "es"):
    ...     print(render(what, language))
    Bruno takes a painting worth 3 points.
    Bruno nimmt ein Gemälde im Wert von 3 Punkten.
    Bruno se lleva un cuadro de 3 puntos.
    """
    return _Voice(language, templates(language)).say(message)


def name(thing: Named, language: Language = "en") -> str:
    """What a thing is called, as it stands in the middle of a sentence: for labels.

    >>> from toledo_rules import Card, ShopTile
    >>> from toledo_rules.describe import Place, Word
    >>> name(Card(3, "violet", "attacker")), name(ShopTile("smith", 2), "nl")
    ('violet 3 (attacker)', 'zwaardensmid met 2 cirkels')
    >>> name(Word("tile", "movement"), "fr"), name(Place(5, "tavern"), "de")
    ('tuile de déplacement', 'Feld 5 (Taverne)')
    """
    return _Voice(language, templates(language)).name(thing)


def label(key: str, language: Language = "en", **parameters: Value) -> str:
    """A short text for a heading or a button: an entry under ``label`` in the catalogues.

    >>> label("supply", "de"), label("price", "fr", price=3)
    ('Vorrat', 'prix 3')
    """
    return render(Message(f"label.{key}", tuple(parameters.items())), language)


@frozen(eq=False)
class _Voice:
    language: Language
    templates: Mapping[str, str]

    def say(self, message: Message) -> str:
        return self._fill(self.templates[message.key], dict(message.parameters))

    def name(self, thing: Named) -> str:
        return self._words(thing, "space")

    def _fill(self, template: str, values: Mapping[str, Value]) -> str:
        """The template with its parameters in words; what they bring in is not looked at again."""

        def put(found: Match[str]) -> str:
            name, form, phrases = found.groups()
            value = values[name]
            if isinstance(value, Sword):
                value = {"value": value.value, "metal": value.metal, "gems": value.gems}[form]
            if phrases is None:
                return self._words(value, form)
            assert isinstance(value, int)
            return self._counted(value, phrases.split("|"))

        return PLACEHOLDER.sub(put, template)

    def _counted(self, number: int, phrases: list[str]) -> str:
        *zero, one, other = phrases
        if number == 0 and len(phrases) == _WITH_ZERO:
            return zero[0]
        singular = abs(number) == 1 or (number == 0 and self.language == "fr")
        return (one if singular else other).replace("#", _number(number))

    def _words(self, value: Speakable, form: str) -> str:
        match value:
            case int():
                return _number(value)
            case str():
                return value
            case Message():
                return self.say(value)
            case Card():
                named: dict[str, Value] = {"value": value.value, "name": value.colour}
                named["stance"] = Word("stance", value.stance)
                return self._fill(self._known("card", value.colour), named)
            case ShopTile():
                return self._fill(self._known("shop", value.kind), {"circles": value.circles})
            case Who():
                return self._player(value)
            case Place():
                return self._place(value, form)
            case Word():
                return self._fill(self._known(value.group, value.name), {"name": value.name})
            case _:
                return self._list([self._words(item, form) for item in value])

    def _known(self, group: str, name: str) -> str:
        """The template for something that other editions may have others of."""
        for key in (f"{group}.{name}", f"{group}.other"):
            if key in self.templates:
                return self.templates[key]
        return "{name}"

    def _player(self, who: Who) -> str:
        if who.name is not None:
            return who.name
        if who.colour is None:
            return self._fill(self.templates["seat.unknown"], {"seat": who.seat})
        return self._fill(
            self._known("seat", who.colour), {"name": who.colour[:1].upper() + who.colour[1:]}
        )

    def _place(self, place: Place, form: str) -> str:
        if form == "number":
            return _number(place.step)
        space = self._fill(self._known("space", place.kind), {"step": place.step})
        return self._fill(self._known(form, place.kind), {"step": place.step, "space": space})

    def _list(self, items: list[str]) -> str:
        *others, last = items
        if not others:
            return last
        both = self.templates["list.last"]
        if self.language == "es" and _I_SOUND.match(last):
            both = both.replace(" y ", " e ")  # Ana e Inés, but oro y hierro
        return self._fill(both, {"first": ", ".join(others), "last": last})


def _number(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")
