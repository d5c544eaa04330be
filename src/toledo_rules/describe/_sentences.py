"""Sentences and labels: messages and things put into words by the catalogue of a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, overload

from attrs import frozen

from toledo_rules.cards import NEUTRAL, Card, DuelColour
from toledo_rules.describe._catalogue import LABEL, Catalogue, Language, capital, catalogue
from toledo_rules.describe._messages import (
    Context,
    Describable,
    Message,
    MessageValue,
    Scene,
    Term,
    Where,
    Who,
    kind_at,
    message_of,
)
from toledo_rules.describe._telling import told
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
from toledo_rules.events import Event
from toledo_rules.state import State
from toledo_rules.views import View

Named: TypeAlias = Card | ShopTile | Sword | Who | Where | Term | Message
"""A thing that has a name by itself, or a message with a form beside its sentence, such as a line of a score sheet."""


@overload
def describe(
    thing: State | View,
    *,
    language: Language = ...,
    names: Sequence[str] = ...,
    reader: Seat | None = ...,
) -> str: ...
@overload
def describe(
    thing: Describable,
    context: Context,
    *,
    language: Language = ...,
    names: Sequence[str] = ...,
    reader: Seat | None = ...,
) -> str: ...
def describe(
    thing: Describable | State | View,
    context: Context | None = None,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
    reader: Seat | None = None,
) -> str:
    """Return a short sentence about something.

    Args:
        thing: a position, to describe the decision that is pending in it, or anything `Describable`.
        context: the position that the thing belongs to, or just the edition. With a position, the sentence names the
            shop on a space, and the purpose of using it.
        language: one of `languages()`.
        names: the players' names by seat. A player without one goes by the colour.
        reader: the player who reads the sentence and is called "you" in it.
    """
    return render(message_of(thing, context, names), language, reader=reader)


def tell(
    events: Iterable[Event],
    context: Context,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
    reader: Seat | None = None,
) -> tuple[str, ...]:
    """Return a few sentences about the events of an action. Hidden draws are counted, not listed.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game, redact, transition
    >>> state = new_game(2, Random(1))
    >>> taken = transition(state, TAKE_CARDS, Random(2))
    >>> tell(taken.events, taken.state)
    ('Red draws the turquoise 1 (attacker) and the violet 1 (defender).',)
    >>> tell(taken.events, taken.state, reader=0)
    ('You draw the turquoise 1 (attacker) and the violet 1 (defender).',)
    >>> tell((redact(event, 1) for event in taken.events), taken.state, language="it")
    ('Rosso pesca 2 carte.',)

    Args:
        events: the events in their order; redact them for somebody else (`toledo_rules.redact`).
        context: the position before or after them, or the edition.
        language: one of `languages()`.
        names: the players' names by seat. A player without one goes by the colour.
        reader: the player who reads the sentences and is called "you" in them.
    """
    return tuple(
        render(said, language, reader=reader) for said in told(events, context, names=names)
    )


def render(message: Message, language: Language = "en", *, reader: Seat | None = None) -> str:
    """Return a message as a sentence.

    >>> from toledo_rules import KOSMOS_2008
    >>> from toledo_rules.describe import message
    >>> from toledo_rules.events import PaintingTaken
    >>> taken = message(PaintingTaken(1, 3), KOSMOS_2008, names=("Anna", "Bruno"))
    >>> for language in ("en", "de", "es"):
    ...     print(render(taken, language))
    Bruno takes a painting worth 3 points.
    Bruno nimmt ein Gemälde im Wert von 3 Punkten.
    Bruno toma un cuadro de 3 puntos.
    >>> render(taken, reader=1)
    'You take a painting worth 3 points.'
    """
    return catalogue(language).say(message, reader)


def name(thing: Named, language: Language = "en", *, form: str = LABEL) -> str:
    """Return the name of a thing, for labels: as it would stand in the middle of a sentence.

    >>> from toledo_rules import Card, ShopTile
    >>> from toledo_rules.describe import Term, Where
    >>> name(Card(3, "violet", "attacker")), name(ShopTile("smith", 2), "nl")
    ('violet 3 (attacker)', 'zwaardensmid met 2 cirkels')
    >>> name(Term("tile", "violet"), "de"), name(Term("tile", "violet"), "de", form="the")
    ('violettes Duell-Plättchen', 'das violette Duell-Plättchen')
    """
    return catalogue(language).name(thing, form)


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


# Labels for pictures.

_MIDDLE_DOT = " \N{MIDDLE DOT} "


def initials(names: Sequence[str], own: Sequence[str] = ()) -> tuple[str, ...]:
    """Return a letter for each name, no two the same: its own, else its first that is still free, else its number.

    >>> initials(["Rot", "Blau", "Grün", "Gelb"], ["R", "B", "G", "Y"])
    ('R', 'B', 'G', 'Y')
    >>> initials(["Red", "Rose", "Rosso"], ["R"]), initials(["A", "AA", "Aa"])
    (('R', 'O', 'S'), ('A', '1', '2'))
    """
    found = list(own[: len(names)]) + [""] * (len(names) - len(own))
    for number, (called, letter) in enumerate(zip(names, found, strict=True)):
        if not letter:
            free = (one for one in called.upper() if one.isalpha() and one not in found)
            found[number] = next(free, str(number))
    return tuple(found)


@frozen(eq=False)
class Labels:
    """The names of everything on the table, in one language."""

    catalogue: Catalogue
    players: tuple[str, ...]
    """The players' names by seat."""
    player_letters: tuple[str, ...]
    """A letter for each player, from the colour."""
    duel_letters: Mapping[DuelColour, str]
    """A letter for each duel colour: a small one, as in the notation of cards, for the capitals are players."""

    def label(self, key: str, **parameters: MessageValue) -> str:
        """Return a label of the catalogues."""
        return _label(key, tuple(parameters.items()), self.catalogue)

    def heading(self, key: str, **parameters: MessageValue) -> str:
        """Return a label with a capital letter."""
        return capital(self.label(key, **parameters))

    def pair(self, key: str, value: str) -> str:
        """Return a label with a value, separated as the language does it."""
        return self.label("pair", name=self.heading(key), value=value)

    def number(self, number: int) -> str:
        """Return a number as sentences have it, with a minus sign if it is negative."""
        return self.catalogue.name(number)

    def kind(self, kind: SpaceKind | ShopKind) -> str:
        """Return the name of a kind of space or shop."""
        return capital(_name(Term("kind", kind), self.catalogue))

    def short_kind(self, kind: SpaceKind | ShopKind) -> str:
        """Return the name of a kind of space or shop in at most eight letters."""
        return _name(Term("kind", kind), self.catalogue, "short")

    def card(self, card: Card) -> str:
        """Return the name of a card."""
        return _name(card, self.catalogue)

    def shop(self, shop: ShopTile) -> str:
        """Return the name of a shop tile."""
        return capital(_name(shop, self.catalogue))

    def tile(self, tile: Tile) -> str:
        """Return the name of a master tile."""
        return capital(_name(Term("tile", tile), self.catalogue))

    def short_tile(self, tile: Tile) -> str:
        """Return the name of a master tile in one word."""
        if tile == MOVEMENT:
            return self.label("movement")
        return _name(Term("colour", tile), self.catalogue, "tile")

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
            named = self.label("figures")
            parts.append(self.label("pair", name=named, value=", ".join(figures)))
        return _MIDDLE_DOT.join(parts)


@lru_cache(maxsize=4096)
def _label(key: str, parameters: tuple[tuple[str, MessageValue], ...], words: Catalogue) -> str:
    return words.say(Message(f"label.{key}", parameters))


@lru_cache(maxsize=4096)
def _name(thing: Named, words: Catalogue, form: str = LABEL) -> str:
    return words.name(thing, form)


def labels(edition: Edition, language: Language, names: tuple[str, ...]) -> Labels:
    """Return the labels for an edition, with the players' names as far as they are given."""
    return _labels(edition, catalogue(language), names)


@lru_cache(maxsize=64)
def _labels(edition: Edition, words: Catalogue, names: tuple[str, ...]) -> Labels:
    nameless, named = Scene(edition, ()), Scene(edition, names)
    seats = range(len(edition.colours))
    colours = [words.name(nameless.who(seat)) for seat in seats]
    duels = (*edition.duel_colours, NEUTRAL)
    letters = initials(
        [words.name(Term("colour", c)) for c in duels], [words.letter("colour", c) for c in duels]
    )
    return Labels(
        catalogue=words,
        players=tuple(words.name(named.who(seat)) for seat in seats),
        player_letters=initials(colours, [words.letter("seat", c) for c in edition.colours]),
        duel_letters=dict(zip(duels, map(str.lower, letters), strict=True)),
    )
