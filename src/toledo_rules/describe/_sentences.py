"""Sentences and labels: messages and things put into words by the catalogue of a language."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar, get_args, overload

from attrs import evolve, frozen

from toledo_rules._pieces import shops_in_order, tiles_in_order
from toledo_rules._scoring import score
from toledo_rules._values import check_type, check_whole
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
    actor_of,
    check_readers,
    check_scene,
    context_of,
    deed_of,
    deeds_of,
    edition_in,
    message_of,
)
from toledo_rules.edition import (
    CATHEDRAL,
    MOVEMENT,
    NEUTRAL,
    Card,
    Cards,
    DuelColour,
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
from toledo_rules.events import (
    HIDDEN,
    CardDrawn,
    CircleTaken,
    DrawingBegan,
    DuelEnded,
    Event,
    FigureSentBack,
    FrontCardDiscarded,
    RoundFought,
    TurnBegan,
    TurnEnded,
    told_events,
)
from toledo_rules.state import Duel, State, Transit, View, Viewer, names_at, shown_to

if TYPE_CHECKING:
    from toledo_rules._game import Game

# ------------------------------------------------------------
# Telling: a few sentences about the events of an action.

_UNDERSTOOD = (DrawingBegan, CircleTaken, FrontCardDiscarded, TurnEnded, TurnBegan)
"""Events that go without saying when those around them are told."""

_Deed: TypeAlias = tuple[Seat | None, Message]
"""A message with the player who acts; None if it is a sentence by itself."""

Run = TypeVar("Run", CardDrawn, RoundFought)


def told(
    events: Iterable[Event], context: Context, *, names: Sequence[str] = (), seat: Viewer = "all"
) -> tuple[Message, ...]:
    """Return what `tell` says as messages.

    What a player does is told in one sentence; cards drawn and rounds of a duel are told together; a place that was
    named just before is not named again.
    """
    scene = Scene(context_of(context, seat), names_at(context, names))
    happened = told_events(events)
    check_scene(scene, happened)
    return tuple(_sentences(_named_once(_joined(happened, scene)), scene))


def _sentences(deeds: Iterable[_Deed], scene: Scene) -> Iterator[Message]:
    """Yield sentences: one for all deeds of a player that follow each other."""
    waiting: list[Message] = []
    actor: Seat | None = None
    for seat, said in deeds:
        if actor is not None and seat != actor:
            yield deeds_of(actor, waiting, scene)
            waiting = []
        if seat is None:
            yield said
        else:
            waiting.append(said)
        actor = seat
    if actor is not None:
        yield deeds_of(actor, waiting, scene)


def _named_once(deeds: Iterable[_Deed]) -> Iterator[_Deed]:
    """Yield messages in which a place that was the last to be named is "there"."""
    named: Step | None = None
    for seat, said in deeds:
        parameters: list[tuple[str, MessageValue]] = []
        for name, value in said.parameters:
            if isinstance(value, Where):
                again, named = value.step == named, value.step
                parameters.append((name, evolve(value, kind="there") if again else value))
            else:
                parameters.append((name, value))
        yield seat, Message(said.key, tuple(parameters))


def _joined(events: Iterable[Event], scene: Scene) -> Iterator[_Deed]:
    """Yield the messages about events, with those together that are told together."""
    left: deque[Event] = deque(event for event in events if not isinstance(event, _UNDERSTOOD))
    while left:
        event = left.popleft()
        if isinstance(event, CardDrawn):
            yield event.seat, _of_draws(_run(event, left, _drawn_alike), scene)
        elif isinstance(event, RoundFought):
            rounds = _run(event, left, lambda _, __: True)
            yield None, _of_rounds(rounds, scene)
            end, *rest = (*left, None)
            if isinstance(end, DuelEnded) and isinstance(rest[0], FigureSentBack):
                yield None, _of_decision(end, rounds[-1], scene)
                left.popleft()
                left.popleft()
        else:
            yield actor_of(event), deed_of(event, scene)


def _run(first: Run, events: deque[Event], alike: Callable[[Run, Run], bool]) -> list[Run]:
    """Take the events from the beginning that are like the first."""
    run = [first]
    while events:
        event = events[0]
        if not isinstance(event, type(first)) or not alike(first, event):
            break
        run.append(event)
        events.popleft()
    return run


def _drawn_alike(one: CardDrawn, other: CardDrawn) -> bool:
    return one.seat == other.seat and (one.card is HIDDEN) == (other.card is HIDDEN)


def _of_draws(draws: Sequence[CardDrawn], scene: Scene) -> Message:
    """Return the message about cards that a player draws one after the other: which ones, or how many."""
    seat = ("seat", scene.who(draws[0].seat))
    cards = tuple(draw.card for draw in draws if draw.card is not HIDDEN)
    if cards:
        return Message("event.cards_seen", (seat, ("cards", cards)))
    return Message("event.cards_drawn", (seat, ("cards", len(draws))))


def _of_rounds(rounds: Sequence[RoundFought], scene: Scene) -> Message:
    """Return the message about the rounds of a duel."""
    fought = tuple(
        Message("event.round", (("card", one.card), ("winner", scene.who(one.winner))))
        for one in rounds
    )
    return Message("event.rounds_fought", (("rounds", fought),))


def _of_decision(end: DuelEnded, last: RoundFought, scene: Scene) -> Message:
    """Return the message about the end of a duel: the loser's figure goes back (DUE-11)."""
    losses, wins = sorted((last.attacker_wins, last.defender_wins))
    return Message(
        "event.duel_decided",
        (
            ("winner", scene.who(end.winner)),
            ("loser", scene.who(end.loser)),
            ("wins", wins),
            ("losses", losses),
        ),
    )


# ------------------------------------------------------------
# Sentences and labels: messages and things put into words by the catalogue of a language.

Named: TypeAlias = Card | ShopTile | Sword | Who | Where | Term | Message
"""A thing that has a name by itself, or a message with a form beside its sentence, such as a line of a score sheet."""


@overload
def describe(
    thing: State | View | Game,
    *,
    language: Language = ...,
    names: Sequence[str] = ...,
    reader: Seat | None = ...,
    seat: Viewer = ...,
) -> str: ...
@overload
def describe(
    thing: ToledoError,
    context: Context | None = ...,
    *,
    language: Language = ...,
    names: Sequence[str] = ...,
    reader: Seat | None = ...,
    seat: Viewer = ...,
) -> str: ...
@overload
def describe(
    thing: Describable,
    context: Context,
    *,
    language: Language = ...,
    names: Sequence[str] = ...,
    reader: Seat | None = ...,
    seat: Viewer = ...,
) -> str: ...
def describe(  # noqa: PLR0913  # all but the first two are keywords with defaults
    thing: Describable | State | View | Game,
    context: Context | None = None,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
    reader: Seat | None = None,
    seat: Viewer = "all",
) -> str:
    """Return a short sentence about something.

    >>> from toledo_rules import Game, ToledoError
    >>> try:
    ...     Game(2, seed=1).undo()
    ... except ToledoError as error:
    ...     print(describe(error, language="de"))
    Es gibt noch nichts zurückzunehmen.

    Any error of the library is described, in this language if it is one that players can cause, else in its own
    words. Without a context it calls players and spaces by their numbers.

    Args:
        thing: a position, to describe the decision that is pending in it, or anything `Describable`.
        context: the position that the thing belongs to, or just the edition. With a position, the sentence names the
            shop on a space, and the purpose of using it.
        language: one of `languages()`.
        names: the players' names by seat. A player without one goes by the colour. A game knows its own.
        reader: the player who reads the sentence and is called "you" in it.
        seat: the player who is shown the position, None for a spectator. A game must be shown to somebody.
    """
    if reader is not None and isinstance(thing, CardDrawn):
        check_readers((thing,), reader)
    return render(message_of(thing, context, names, seat), language, reader=reader)


def tell(  # noqa: PLR0913  # all but the first two are keywords with defaults
    events: Iterable[Event],
    context: Context,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
    reader: Seat | None = None,
    seat: Viewer = "all",
) -> tuple[str, ...]:
    """Return a few sentences about the events of an action. Hidden draws are counted, not listed.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game, transition
    >>> state = new_game(2, Random(1))
    >>> taken = transition(state, TAKE_CARDS, Random(2))
    >>> tell(taken.seen_by(0), taken.state, reader=0)
    ('You draw the turquoise 1 (attacker) and the violet 1 (defender).',)
    >>> tell(taken.seen_by(1), taken.state, reader=1, language="it")
    ('Rosso pesca 2 carte.',)

    Args:
        events: the events in their order, as somebody is told of them (`toledo_rules.Transition.seen_by`).
        context: the position before or after them, or the edition.
        language: one of `languages()`.
        names: the players' names by seat. A player without one goes by the colour. A game knows its own.
        reader: the player who reads the sentences and is called "you" in them.
        seat: the player who is told of it, None for a spectator. Of a game somebody must be told.

    Raises `TypeError` for what happened with its secrets (`toledo_rules.Transition.events`), and `ValueError` for a
    card that the reader, or the owner of the view, may not see.
    """
    happened = told_events(events)
    if reader is not None:
        check_readers(happened, reader)
    said = told(happened, context, names=names, seat=seat)
    return tuple(render(one, language, reader=reader) for one in said)


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
    check_type("message", message, Message)
    if reader is not None:
        check_whole("reader", reader)
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
    check_type("a thing with a name", thing, *get_args(Named))
    return catalogue(language).name(thing, form)


def player_name(
    seat: Seat, context: Context, *, language: Language = "en", names: Sequence[str] = ()
) -> str:
    """Return the name that a player has in sentences: their own, else that of their colour.

    >>> from toledo_rules import KOSMOS_2008
    >>> player_name(1, KOSMOS_2008, language="fr"), player_name(1, KOSMOS_2008, names=("Ana", "Bo"))
    ('Bleu', 'Bo')
    """
    check_whole("a seat", seat)
    return name(Scene(edition_in(context), names_at(context, names)).who(seat), language)


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
        parts = [str(step), self.kind(position.kind(step))]
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


def labels(edition: Edition, language: Language, names: Sequence[str]) -> Labels:
    """Return the labels for an edition, with the players' names as far as they are given."""
    check_type("edition", edition, Edition)
    return _labels(edition, catalogue(language), tuple(Scene(edition, names).names))


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


# ------------------------------------------------------------
# The table in prose: what a picture shows, for those who read it or have it read to them.

_TIMES = "\N{MULTIPLICATION SIGN}"


def position(
    table: State | View | Game,
    *,
    language: Language = "en",
    names: Sequence[str] = (),
    reader: Seat | None = None,
    seat: Viewer = "all",
) -> str:
    """Return a position in prose: the pending decision, the road, the players, the supply, and the visible hands.

    It says what a picture shows: every hand of a `State`, and of a `View` only the hand of its seat. There is a
    paragraph for each subject.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> told = position(view(new_game(2, Random(1)), 0), names=("Ana", "Ben")).splitlines()
    >>> print(told[0])
    It is Ana's turn: take cards, place a shop, move figures or return one.
    >>> print(told[2])
    At the cathedral: Ana (5), Ben (5).

    Args:
        table: the position, or what one seat sees of it.
        language: one of `LANGUAGES`.
        names: the players' names by seat. A player without one goes by the colour. A game knows its own.
        reader: the player who reads it and is called "you".
        seat: the player who is shown the position, None for a spectator. A game must be shown to somebody.
    """
    names = names_at(table, names)
    paragraphs = _Teller(shown_to(table, seat), language, names, reader).paragraphs()
    return "\n".join(paragraph for paragraph in paragraphs if paragraph)


class _Teller:
    """Tells a position in a language."""

    def __init__(
        self, table: State | View, language: Language, names: Sequence[str], reader: Seat | None
    ) -> None:
        self.table = table
        self.reader = reader
        self.language = language
        self.names = names
        self.scene = Scene(table, names)
        self.seats = range(len(table.players))

    def paragraphs(self) -> Iterator[str]:
        """Yield a paragraph for each subject; an empty one if there is nothing to tell."""
        pending = message_of(self.table, None, self.names, "all")
        yield " ".join([render(pending, self.language, reader=self.reader), *self.turn()])
        yield " ".join(self.road())
        yield " ".join(self.ends())
        for seat in self.seats:
            yield " ".join(self.player(seat))
        yield " ".join(self.supply())
        yield " ".join(self.hands())

    # Words.

    def say(self, key: str, **parameters: MessageValue) -> str:
        """Return a sentence of the catalogue."""
        said = Message(f"table.{key}", tuple(parameters.items()))
        return render(said, self.language, reader=self.reader)

    def counted(self, things: Iterable[str]) -> str:
        """Return a list in which equal things are counted."""
        seen = Counter(things)
        return ", ".join(
            thing if number == 1 else f"{thing} {_TIMES}{number}" for thing, number in seen.items()
        )

    def numbers(self, numbers: Iterable[int]) -> str:
        """Return a list of numbers in which equal ones are counted."""
        return self.counted(map(str, numbers))

    def tiles(self, tiles: Iterable[str]) -> str:
        """Return a list of master tiles."""
        ordered = tiles_in_order(tiles, self.table.edition)
        return self.counted(name(Term("tile", tile), self.language) for tile in ordered)

    # Subjects.

    def turn(self) -> Iterator[str]:
        """Tell the traces of this turn, and of the end that is near."""
        table = self.table
        if table.front is not None:
            yield self.say("front", card=table.front)
        if table.tile_value is not None:
            yield self.say("movement", value=table.tile_value)
        if table.trigger is not None:
            yield self.say("last_round", seat=self.scene.who(table.trigger))

    def road(self) -> Iterator[str]:
        """Tell the spaces of the road: what is there, whose it is, and the figures on it."""
        sites = []
        for step, space in enumerate(self.table.edition.road):
            if step == CATHEDRAL or space.kind == "entrance":
                continue
            shop = self.table.shops[step]
            if shop is not None:
                tile = name(ShopTile(shop.kind, shop.circles), self.language)
                owner = self.scene.who(shop.owner)
                yield self.say("shop", number=step, shop=tile, owner=owner, here=self.here(step))
            elif space.kind == "site":
                sites.append(step)
            else:
                kind = name(Term("kind", space.kind), self.language)
                yield self.say("printed", number=step, kind=kind, here=self.here(step))
        if sites:
            yield self.say("sites", numbers=self.numbers(sites))

    def here(self, step: Step) -> str:
        """Tell who stands on a space."""
        standing = self.table.standing(step)
        if not standing:
            return self.say("nobody")
        return self.say("here", figures=self.counted(self.called(seat) for seat in standing))

    def called(self, seat: Seat) -> str:
        """Return the name of a player."""
        return catalogue(self.language).name(self.scene.who(seat), reader=self.reader)

    def ends(self) -> Iterator[str]:
        """Tell the figures at both ends of the road, and the one in transit."""
        table, phase = self.table, self.table.phase
        if isinstance(phase, (Transit, Duel)):
            yield self.say("transit", number=phase.step, seat=self.scene.who(table.active))
        waiting = [
            self.say("group", seat=self.scene.who(seat), number=number)
            for seat in self.seats
            if (number := table.players[seat].figures.count(CATHEDRAL))
        ]
        if waiting:
            yield self.say("cathedral", figures=", ".join(waiting))
        inside = [self.inside(seat) for seat in self.seats if table.players[seat].inside]
        if inside:
            yield self.say("alcazar", figures=", ".join(inside))

    def inside(self, seat: Seat) -> str:
        """Tell the figures of a player in the Alcazar, and their swords."""
        player, who = self.table.players[seat], self.scene.who(seat)
        if not player.delivered:
            return self.say("group", seat=who, number=player.inside)
        swords = self.numbers(sword.value for sword in player.delivered)
        return self.say("delivered", seat=who, number=player.inside, swords=swords)

    def player(self, seat: Seat) -> Iterator[str]:
        """Tell what a player has."""
        player, who = self.table.players[seat], self.scene.who(seat)
        yield self.say(
            "player",
            seat=who,
            points=score(self.table, seat).total,
            cards=self.cards(seat),
            metal=player.metal,
            gems=player.gems,
        )
        if player.swords:
            yield self.say("swords", seat=who, swords=self.numbers(s.value for s in player.swords))
        if player.tiles:
            yield self.say("tiles", seat=who, tiles=self.tiles(player.tiles))
        if player.paintings:
            yield self.say("paintings", seat=who, paintings=self.numbers(player.paintings))
        if player.shops:
            shops = self.counted(name(s, self.language) for s in shops_in_order(player.shops))
            yield self.say("shops", seat=who, shops=shops)
        if player.known:
            yield self.say("known", seat=who, cards=self.listed(player.known))

    def cards(self, seat: Seat) -> int:
        """Return the number of cards in a hand."""
        table = self.table
        return (
            table.players[seat].cards if isinstance(table, View) else len(table.players[seat].hand)
        )

    def listed(self, cards: Cards) -> str:
        """Return a list of cards."""
        return self.counted(name(card, self.language) for card in cards)

    def supply(self) -> Iterator[str]:
        """Describe the supply."""
        table = self.table
        pile = table.pile if isinstance(table, View) else len(table.pile)
        yield self.say(
            "supply", metal=table.metal, gems=table.gems, pile=pile, discards=len(table.discards)
        )
        if table.swords:
            yield self.say("supply_swords", swords=self.numbers(s.value for s in table.swords))
        if table.tiles:
            yield self.say("supply_tiles", tiles=self.tiles(table.tiles))
        if table.paintings:
            yield self.say("supply_paintings", paintings=self.numbers(table.paintings))

    def hands(self) -> Iterator[str]:
        """Tell the hands that the position holds."""
        table = self.table
        hands = (
            [(table.seat, table.hand)]
            if isinstance(table, View)
            else [(seat, player.hand) for seat, player in enumerate(table.players)]
        )
        for seat, hand in hands:
            if seat is not None and hand:
                yield self.say("hand", seat=self.scene.who(seat), cards=self.listed(hand))
