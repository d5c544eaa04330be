"""Sentences and labels: messages and things put into words by the catalogue of a language.

A catalogue is a TOML file with a template for each key. In a template

    {card}                     is a parameter in words
    {cards:# card|# cards}     a phrase that depends on a number: one, or more; # is the number
    {gems:none|# gem|# gems}   the same with a phrase for zero, which may be empty
    {sword.metal}              a number of a sword: value, metal or gems
    {step.from}                a place with its preposition: from, to or at; {step.space} and {step.number}: without

The number that is "one" is as in the Unicode CLDR: 1, and in French 0 too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from re import IGNORECASE, Match
from re import compile as pattern
from tomllib import loads
from typing import Literal, TypeAlias, assert_never, get_args, overload

from attrs import frozen

from toledo_rules.cards import NEUTRAL, Card, DuelColour, Stance
from toledo_rules.describe._messages import (
    KIND_KEYS,
    REQUIRED_KEYS,
    Context,
    Describable,
    Message,
    MessageValue,
    Scene,
    Speakable,
    Term,
    Where,
    Who,
    event_messages,
    kind_at,
    message_of,
)
from toledo_rules.edition import (
    MOVEMENT,
    Edition,
    Seat,
    ShopKind,
    ShopTile,
    SpaceKind,
    Step,
    Sword,
    Tile,
)
from toledo_rules.errors import ToledoError
from toledo_rules.events import Event
from toledo_rules.state import State
from toledo_rules.views import View

Language: TypeAlias = Literal["en", "de", "fr", "it", "nl", "es"]
"""A language by its ISO 639-1 code. To add one, add its code here and the file ``catalogues/<code>.toml``."""

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""All languages."""

Named: TypeAlias = Card | ShopTile | Who | Where | Term
"""A thing that has a name by itself."""

PLACEHOLDER = pattern(r"\{(\w+)(?:\.(\w+))?(?::([^{}]*))?\}")
_WITH_ZERO = 3  # phrases
_SINGULAR_ZERO: frozenset[Language] = frozenset({"fr"})
_SPANISH_I = pattern(r"[ií]|h[ií](?!e)", IGNORECASE)


class LanguageError(ToledoError, ValueError):
    """A language is unknown, or its catalogue is incomplete."""


@overload
def describe(
    thing: State | View, *, language: Language = ..., names: Sequence[str] = ...
) -> str: ...
@overload
def describe(
    thing: Describable, context: Context, *, language: Language = ..., names: Sequence[str] = ...
) -> str: ...
def describe(
    thing: Describable | State | View,
    context: Context | None = None,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
) -> str:
    """Return a short sentence about something.

    Args:
        thing: a position, to describe the decision that is pending in it, or anything `Describable`.
        context: the position that the thing belongs to, or just the edition. With a position, the sentence names the
            shop on a space, and the purpose of using it.
        language: one of `LANGUAGES`.
        names: the players' names by seat. A player without one goes by the colour.
    """
    return render(message_of(thing, context, names), language)


def tell(
    events: Iterable[Event],
    context: Context,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
) -> tuple[str, ...]:
    """Return a few sentences about the events of an action. Hidden draws are counted, not listed.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game, redact, transition
    >>> state = new_game(2, Random(1))
    >>> taken = transition(state, TAKE_CARDS, Random(2))
    >>> tell(taken.events, taken.state)
    ('Red draws the turquoise 1 (attacker).', 'Red draws the violet 1 (defender).')
    >>> tell((redact(event, 1) for event in taken.events), taken.state, language="it")
    ('Rosso pesca 2 carte.',)

    Args:
        events: the events in their order; redact them for somebody else (`toledo_rules.redact`).
        context: the position before or after them, or the edition.
        language: one of `LANGUAGES`.
        names: the players' names by seat. A player without one goes by the colour.
    """
    return tuple(render(said, language) for said in event_messages(events, Scene(context, names)))


def render(message: Message, language: Language = "en") -> str:
    """Return a message as a sentence.

    >>> from toledo_rules import KOSMOS_2008
    >>> from toledo_rules.describe import message
    >>> from toledo_rules.events import PaintingTaken
    >>> taken = message(PaintingTaken(1, 3), KOSMOS_2008, names=("Anna", "Bruno"))
    >>> for language in ("en", "de", "es"):
    ...     print(render(taken, language))
    Bruno takes a painting worth 3 points.
    Bruno nimmt ein Gemälde im Wert von 3 Punkten.
    Bruno se lleva un cuadro de 3 puntos.
    """
    return catalogue(language).say(message)


def name(thing: Named, language: Language = "en") -> str:
    """Return the name of a thing, for labels: as it would stand in the middle of a sentence.

    >>> from toledo_rules import Card, ShopTile
    >>> from toledo_rules.describe import Term, Where
    >>> name(Card(3, "violet", "attacker")), name(ShopTile("smith", 2), "nl")
    ('violet 3 (attacker)', 'zwaardensmid met 2 cirkels')
    >>> name(Term("tile", "movement"), "fr"), name(Where(5, "tavern"), "de")
    ('tuile de déplacement', 'Feld 5 (Taverne)')
    """
    return catalogue(language).name(thing)


def player_name(
    seat: Seat, context: Context, *, language: Language = "en", names: Sequence[str] = ()
) -> str:
    """Return the name that a player has in sentences: their own, else that of their colour.

    >>> from toledo_rules import KOSMOS_2008
    >>> player_name(1, KOSMOS_2008, language="fr"), player_name(1, KOSMOS_2008, names=("Ana", "Bo"))
    ('Bleu', 'Bo')
    """
    return name(Scene(context, names).who(seat), language)


def label(key: str, language: Language = "en", **parameters: MessageValue) -> str:
    """Return a short text for a list or a button: an entry under ``label`` in the catalogues.

    >>> label("supply", "de"), label("price", "fr", price=3)
    ('Vorrat', 'prix 3')
    """
    return render(Message(f"label.{key}", tuple(parameters.items())), language)


def heading(key: str, language: Language = "en", **parameters: MessageValue) -> str:
    """Return a label with a capital letter.

    >>> heading("supply"), heading("price", "fr", price=3)
    ('Supply', 'Prix 3')
    """
    return capital(label(key, language, **parameters))


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


@cache
def catalogue(language: Language) -> Catalogue:
    """Return the catalogue of a language. Its file is read on first use, and must be complete."""
    if language not in LANGUAGES:
        raise LanguageError(f"unknown language {language!r}: choose one of {', '.join(LANGUAGES)}")
    file = files("toledo_rules.describe").joinpath("catalogues", f"{language}.toml")
    return Catalogue(language, checked_templates(language, file.read_text(encoding="utf-8")))


def checked_templates(language: Language, text: str) -> Mapping[str, str]:
    """Return the templates in the text of a catalogue, by their keys ``group.name``."""
    templates = {
        f"{group}.{name}": str(template)
        for group, entries in loads(text).items()
        for name, template in entries.items()
    }
    missing = sorted(REQUIRED_KEYS - templates.keys())
    if missing:
        raise LanguageError(
            f"the catalogue of {language!r} is incomplete: add {', '.join(missing)}"
        )
    return templates


@frozen(eq=False)
class Catalogue:
    """The words of one language."""

    language: Language
    templates: Mapping[str, str]

    def say(self, message: Message) -> str:
        """Return a message as a sentence."""
        return self._fill(self.templates[message.key], dict(message.parameters))

    def name(self, thing: Named) -> str:
        """Return the name of a thing."""
        return self._words(thing, "space")

    def _fill(self, template: str, values: Mapping[str, MessageValue]) -> str:
        """Return a template with its parameters in words; placeholders in those are left alone."""

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
        singular = abs(number) == 1 or (number == 0 and self.language in _SINGULAR_ZERO)
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
                stance = Term("stance", value.stance)
                return self._fill(
                    self._known("card", value.colour),
                    {"value": value.value, "name": value.colour, "stance": stance},
                )
            case ShopTile():
                return self._fill(self.templates[f"shop.{value.kind}"], {"circles": value.circles})
            case Who():
                return self._player(value)
            case Where():
                return self._place(value, form)
            case Term():
                return self._fill(self._known(value.group, value.name), {"name": value.name})
            case tuple():
                return self._list([self._words(item, form) for item in value])
        assert_never(value)

    def _known(self, group: str, name: str) -> str:
        """Return the template of something that other editions may have more of, such as colours."""
        for key in (f"{group}.{name}", f"{group}.other"):
            if key in self.templates:
                return self.templates[key]
        return "{name}"

    def _player(self, who: Who) -> str:
        if who.name is not None:
            return who.name
        if who.colour is None:
            return self._fill(self.templates["seat.unknown"], {"seat": who.seat})
        return self._fill(self._known("seat", who.colour), {"name": capital(who.colour)})

    def _place(self, place: Where, form: str) -> str:
        if form == "number":
            return _number(place.step)
        space = self._fill(self._known("space", place.kind), {"step": place.step})
        return self._fill(self._known(form, place.kind), {"step": place.step, "space": space})

    def _list(self, items: list[str]) -> str:
        *others, last = items
        if not others:
            return last
        both = self.templates["list.last"]
        if self.language == "es" and _SPANISH_I.match(last):
            both = both.replace(" y ", " e ")  # Ana e Inés, but oro y hierro
        return self._fill(both, {"first": ", ".join(others), "last": last})


def _number(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


# Labels for pictures.

_MIDDLE_DOT = " \N{MIDDLE DOT} "


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each name, no two the same: its first one that is still free, else its number.

    >>> initials(["Rot", "Blau", "Grün", "Gelb"]), initials(["A", "AA", "Aa"])
    (('R', 'B', 'G', 'E'), ('A', '1', '2'))
    """
    found: list[str] = []
    for number, called in enumerate(names):
        letters = (letter for letter in called.upper() if letter.isalpha() and letter not in found)
        found.append(next(letters, str(number)))
    return tuple(found)


@frozen(eq=False)
class Labels:
    """The names of everything on the table, in one language."""

    language: Language
    players: tuple[str, ...]
    """The players' names by seat."""
    player_letters: tuple[str, ...]
    """A letter for each player, from the colour."""
    duel_letters: Mapping[DuelColour, str]
    """A letter for each duel colour."""

    def label(self, key: str, **parameters: MessageValue) -> str:
        """Return a label of the catalogues."""
        return _label(key, tuple(parameters.items()), self.language)

    def heading(self, key: str, **parameters: MessageValue) -> str:
        """Return a label with a capital letter."""
        return capital(self.label(key, **parameters))

    def kind(self, kind: SpaceKind | ShopKind) -> str:
        """Return the name of a kind of space or shop."""
        return self.heading(KIND_KEYS[kind].label)

    def short_kind(self, kind: SpaceKind | ShopKind) -> str:
        """Return the name of a kind of space or shop in at most eight letters."""
        return _name(Term("kind", kind), self.language)

    def card(self, card: Card) -> str:
        """Return the name of a card."""
        return _name(card, self.language)

    def shop(self, shop: ShopTile) -> str:
        """Return the name of a shop tile."""
        return capital(_name(shop, self.language))

    def tile(self, tile: Tile) -> str:
        """Return the name of a master tile."""
        return capital(_name(Term("tile", tile), self.language))

    def short_tile(self, tile: Tile) -> str:
        """Return the name of a master tile in one word."""
        if tile == MOVEMENT:
            return self.label("movement")
        return _name(Term("colour", tile), self.language)

    def stance(self, stance: Stance) -> str:
        """Return the name of the side that a card highlights."""
        return capital(_name(Term("stance", stance), self.language))

    def sword(self, sword: Sword) -> str:
        """Return the worth of a sword, and its material."""
        return self.heading("sword", sword=sword)

    def painting(self, value: int) -> str:
        """Return the worth of a painting."""
        return self.heading("painting", value=value)

    def space(self, position: State | View, step: Step) -> str:
        """Return everything about a space: its number, kind, price, circles and owner, and the figures on it."""
        price, circles, owner = (
            position.edition.road[step].price,
            position.circles(step),
            position.owner(step),
        )
        parts = [str(step), self.kind(kind_at(position, step))]
        if price:
            parts.append(self.label("price", price=price))
        if circles:
            parts.append(self.label("circles", circles=circles))
        if owner is not None:
            parts.append(self.players[owner])
        if figures := [self.players[seat] for seat in position.standing(step)]:
            parts.append(f"{self.label('figures')}: {', '.join(figures)}")
        return _MIDDLE_DOT.join(parts)


@lru_cache(maxsize=4096)
def _label(key: str, parameters: tuple[tuple[str, MessageValue], ...], language: Language) -> str:
    return label(key, language, **dict(parameters))


@lru_cache(maxsize=4096)
def _name(thing: Named, language: Language) -> str:
    return name(thing, language)


@lru_cache(maxsize=64)
def labels(edition: Edition, language: Language, names: tuple[str, ...]) -> Labels:
    """Return the labels for an edition, with the players' names as far as they are given."""
    seats = range(len(edition.colours))
    colours = [player_name(seat, edition, language=language) for seat in seats]
    duels = (*edition.duel_colours, NEUTRAL)
    return Labels(
        language=language,
        players=tuple(player_name(seat, edition, language=language, names=names) for seat in seats),
        player_letters=initials(colours),
        duel_letters=dict(
            zip(duels, initials([_name(Term("colour", c), language) for c in duels]), strict=True)
        ),
    )
