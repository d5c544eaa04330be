"""Messages: the content of a sentence, without its words.

A message is a key of the catalogues with parameters. The parameters are things, not texts, so a front end can show a
card as a picture or a name in the player's colour. `toledo_rules.describe.render` puts a message into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from re import sub
from typing import Literal, TypeAlias, assert_never, get_args, overload

from attrs import fields, frozen

from toledo_rules._values import complete
from toledo_rules.actions import ACTION_TYPES, Action, Draw, PlayCard, TakeCards, UseSpace
from toledo_rules.cards import STANCES, Card, Cards
from toledo_rules.edition import (
    SHOP_KINDS,
    SPACE_KINDS,
    Edition,
    Seat,
    ShopKind,
    ShopTile,
    SpaceKind,
    Step,
    Sword,
)
from toledo_rules.events import (
    EVENT_TYPES,
    CardDrawn,
    CardPlayed,
    CircleTaken,
    DrawingBegan,
    Event,
    FeePaid,
    FrontCardDiscarded,
    TurnBegan,
    TurnEnded,
)
from toledo_rules.game import UndoCode, UndoRefusal
from toledo_rules.phases import Arrived, DrawSource, Phase, TurnStart
from toledo_rules.rulebook import Code, Illegality, Parameter
from toledo_rules.scoring import Outcome, ScoreKind, ScoreLine, ScoreSheet, Standing
from toledo_rules.state import Shop, State
from toledo_rules.views import View

# The parts of a message.

PlaceKind: TypeAlias = SpaceKind | ShopKind | Literal["unknown"]
"""The shop on a step, else the space printed on the board; "unknown" if the road has no such step."""


@frozen
class Who:
    """A player."""

    seat: Seat
    colour: str | None
    """The colour of the seat; None if the edition has no such seat."""
    name: str | None
    """The player's name; None if the player goes by the colour."""


@frozen
class Where:
    """A step of the road, and the kind of place it is."""

    step: Step
    kind: PlaceKind


@frozen
class Term:
    """A word that each catalogue translates; without a translation it stays as it is."""

    group: Literal["tile", "visit", "stance", "colour", "kind"]
    """A master tile; the place where something is bought; the side highlighted on a card; a duel colour; the kind of a
    space, in at most eight letters."""
    name: str


Speakable: TypeAlias = (
    "int | str | Card | ShopTile | Who | Where | Term | Message | tuple[Message | Who | Card, ...]"
)
"""A value that has words by itself: a number, a text that stays as it is, a thing, a list of things."""

MessageValue: TypeAlias = "Speakable | Sword"
"""A parameter of a message. Of a sword, sentences name the numbers."""

Parameters: TypeAlias = tuple[tuple[str, MessageValue], ...]


@frozen
class Message:
    """The content of a sentence.

    >>> from toledo_rules import KOSMOS_2008
    >>> from toledo_rules.describe import message
    >>> from toledo_rules.events import PaintingTaken
    >>> taken = message(PaintingTaken(1, 3), KOSMOS_2008)
    >>> taken.key, taken["value"], taken["seat"]
    ('event.painting_taken', 3, Who(seat=1, colour='blue', name=None))
    """

    key: str
    """A key of the catalogues, such as ``event.painting_taken``."""
    parameters: Parameters = ()
    """The things that the sentence names."""

    def __getitem__(self, name: str) -> MessageValue:
        return dict(self.parameters)[name]


Context: TypeAlias = Edition | State | View
"""The game that a sentence is about. A position knows the shops on the board, an edition does not."""

Describable: TypeAlias = (
    Action | Draw | Event | Illegality | UndoRefusal | ScoreLine | ScoreSheet | Standing | Outcome
)
"""Everything that can be described, besides a position."""


# Closed sets, and the keys that follow from them.


@frozen
class KindKeys:
    """The keys that the catalogues have for a kind of space or shop."""

    label: str
    """Its name: a key under ``label``."""
    use: str | None = None
    """Its use, where `UseSpace` does not name a sword or a tile: a key under ``action``; None if it has no use."""
    visited: bool = True
    """Some choice makes no sense there, so a refusal names it: it has a key under ``visit``."""


KIND_KEYS: Mapping[SpaceKind | ShopKind, KindKeys] = complete(
    {
        "cathedral": KindKeys("cathedral"),
        "site": KindKeys("site"),
        "entrance": KindKeys("entrance"),
        "tavern": KindKeys("tavern", "use_tavern"),
        "artist": KindKeys("artist", "use_artist"),
        "metal": KindKeys("metal_dealer", "use_metal"),
        "gem": KindKeys("gem_dealer", "use_gem"),
        "smith": KindKeys("smith", "use_space"),
        "fencing": KindKeys("fencing_master", "use_space", visited=False),
    },
    (*SPACE_KINDS, *SHOP_KINDS),
    "KIND_KEYS",
)
"""A new kind of shop has its entry here, and sentences in the catalogues."""

_EVENT_VARIANTS: Mapping[type[Event], tuple[str, ...]] = {
    DrawingBegan: tuple(f"_{source}" for source in get_args(DrawSource)),
    CardDrawn: ("", "_unseen"),
    CardPlayed: ("", "_again", "_with_tile"),
    FeePaid: ("", "_to_nobody"),
}
"""Endings of the keys of events that have several sentences."""

_UNDERSTOOD = (DrawingBegan, CircleTaken, FrontCardDiscarded, TurnEnded, TurnBegan)
"""Events that go without saying when those around them are told."""


def _required_keys() -> Iterator[str]:
    yield from (f"action.{snake(action)}" for action in ACTION_TYPES)
    yield from (f"pending.{snake(phase)}" for phase in get_args(Phase))
    for event in EVENT_TYPES:
        yield from (f"event.{snake(event)}{end}" for end in _EVENT_VARIANTS.get(event, ("",)))
    yield from (f"illegal.{code}" for code in Code)
    yield from (f"undo.{code}" for code in UndoCode)
    yield from (f"score.{kind}" for kind in get_args(ScoreKind))
    yield from (f"stance.{stance}" for stance in STANCES)
    yield from (f"shop.{kind}" for kind in SHOP_KINDS)
    for kind, keys in KIND_KEYS.items():
        yield f"label.{keys.label}"
        if keys.use is not None:
            yield from (f"action.{keys.use}", f"space.{kind}", f"kind.{kind}")
            if keys.visited:
                yield f"visit.{kind}"


def snake(kind: type) -> str:
    """Return the name of a class as it stands in a key.

    >>> snake(ShopTile)
    'shop_tile'
    """
    return sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_NAMES: Mapping[type, str] = {
    kind: snake(kind) for kind in (*ACTION_TYPES, *EVENT_TYPES, *get_args(Phase))
}

REQUIRED_KEYS = frozenset(_required_keys())
"""Keys that a catalogue must have because an action, event, phase, code or kind of the game leads to them."""


# Fields as parameters.

_SEATS = frozenset({"seat", "attacker", "defender", "winner", "loser", "owner", "rival"})
_STEPS = frozenset({"step", "origin", "transit"})
_TERMS: Mapping[str, Literal["tile", "visit"]] = {"tile": "tile", "space": "visit"}


def kind_at(position: State | View, step: Step) -> SpaceKind | ShopKind:
    """Return the kind of the shop on a step, else of the space printed on the board."""
    shop = position.shops[step]
    return position.edition.road[step].kind if shop is None else shop.kind


@frozen
class Scene:
    """A context with the names of the players."""

    context: Context
    names: Sequence[str]

    @property
    def edition(self) -> Edition:
        """The edition of the game."""
        return self.context if isinstance(self.context, Edition) else self.context.edition

    def shop(self, step: Step) -> Shop | None:
        """Return the shop on a step, as far as the context knows."""
        return None if isinstance(self.context, Edition) else self.context.shops[step]

    def who(self, seat: Seat) -> Who:
        """Return a player, by name if there is one, else by colour."""
        colours = self.edition.colours
        return Who(
            seat,
            colours[seat] if 0 <= seat < len(colours) else None,
            self.names[seat] if 0 <= seat < len(self.names) else None,
        )

    def where(self, step: Step) -> Where:
        """Return a step with its kind."""
        if not 0 <= step <= self.edition.last_step:
            return Where(step, "unknown")
        context = self.context
        if isinstance(context, Edition):
            return Where(step, context.road[step].kind)
        return Where(step, kind_at(context, step))

    def value(self, name: str, raw: Parameter | Cards) -> MessageValue | None:
        """Return what a sentence says of a field; None if no sentence names it."""
        match raw:
            case None | bool():
                return None
            case int():
                if name in _SEATS:
                    return self.who(raw)
                return self.where(raw) if name in _STEPS else raw
            case str():
                return Term(_TERMS[name], raw) if name in _TERMS else None
            case Card() | Sword() | ShopTile() | tuple():
                return raw
        assert_never(raw)

    def values(self, named: Iterable[tuple[str, Parameter | Cards]]) -> Parameters:
        """Return fields as the parameters of a message."""
        found = ((name, self.value(name, raw)) for name, raw in named)
        return tuple((name, value) for name, value in found if value is not None)

    def values_of(self, thing: Action | Event | Phase | ScoreLine) -> Parameters:
        """Return all fields of a thing as the parameters of a message."""
        return self.values((part.name, getattr(thing, part.name)) for part in fields(type(thing)))


# Messages.


@overload
def message(thing: State | View, *, names: Sequence[str] = ...) -> Message: ...
@overload
def message(thing: Describable, context: Context, *, names: Sequence[str] = ...) -> Message: ...
def message(
    thing: Describable | State | View,
    context: Context | None = None,
    *,
    names: Sequence[str] = (),
) -> Message:
    """Return what `describe` says, as a key and parameters instead of a sentence.

    >>> from toledo_rules import KOSMOS_2008, Challenge
    >>> message(Challenge(2), KOSMOS_2008)
    Message(key='action.challenge', parameters=(('rival', Who(seat=2, colour='green', name=None)),))
    """
    return message_of(thing, context, names)


def message_of(
    thing: Describable | State | View, context: Context | None, names: Sequence[str]
) -> Message:
    """Return the message about a thing; `message` without its overloads."""
    if isinstance(thing, State | View):
        return _of_position(thing, Scene(thing, names))
    if context is None:
        raise TypeError(
            f"describing {type(thing).__name__} needs a second argument: a State, a View or an Edition"
        )
    scene = Scene(context, names)
    if isinstance(thing, Action):
        return _of_action(thing, scene)
    if isinstance(thing, Event):
        return _of_event(thing, scene)
    match thing:
        case Draw():
            return Message("chance.draw", (("card", thing.card),))
        case Illegality():
            return Message(f"illegal.{thing.code}", scene.values(thing.parameters))
        case UndoRefusal():
            return Message(f"undo.{thing.code}")
        case ScoreLine():
            return _of_line(thing, scene)
        case ScoreSheet():
            return _of_sheet(thing, scene)
        case Standing():
            return _of_standing(thing, scene)
        case Outcome():
            return _of_outcome(thing, scene)
    raise TypeError(f"cannot describe {thing!r}: expected something Describable")


def event_messages(events: Iterable[Event], scene: Scene) -> Iterator[Message]:
    """Yield messages about the events that are worth telling, one for each run of hidden draws."""
    worth_telling = (event for event in events if not isinstance(event, _UNDERSTOOD))
    for drawer, run in groupby(worth_telling, key=_unseen_drawer):
        if drawer is None:
            yield from (_of_event(event, scene) for event in run)
        else:
            cards = ("cards", len(list(run)))
            yield Message("event.cards_drawn", (("seat", scene.who(drawer)), cards))


def _unseen_drawer(event: Event) -> Seat | None:
    """Return the player who drew a card that the others do not see."""
    return event.seat if isinstance(event, CardDrawn) and event.card is None else None


def _of_position(position: State | View, scene: Scene) -> Message:
    """Return whose decision is pending, and what it is about."""
    phase = position.phase
    key = f"pending.{_NAMES[type(phase)]}"
    if isinstance(phase, TurnStart) and position.trigger is not None:
        key = "pending.last_turn"  # END-02
    return Message(key, (("seat", scene.who(position.active)), *scene.values_of(phase)))


def _of_event(event: Event, scene: Scene) -> Message:
    return Message(f"event.{_NAMES[type(event)]}{_variant(event)}", scene.values_of(event))


def _variant(event: Event) -> str:
    """Return the ending of an event's key: one of its `_EVENT_VARIANTS`."""
    if isinstance(event, DrawingBegan):
        return f"_{event.source}"
    if isinstance(event, CardDrawn) and event.card is None:
        return "_unseen"
    if isinstance(event, CardPlayed) and event.with_tile:
        return "_with_tile"
    if isinstance(event, CardPlayed) and not event.to_front:
        return "_again"
    if isinstance(event, FeePaid) and event.owner is None:
        return "_to_nobody"
    return ""


def _of_action(action: Action, scene: Scene) -> Message:
    key, parameters = f"action.{_NAMES[type(action)]}", scene.values_of(action)
    if isinstance(action, TakeCards):
        return Message(key, (("cards", scene.edition.cards_taken),))
    if isinstance(action, PlayCard):
        target = ("target", scene.where(action.origin + action.card.value))
        return Message(f"{key}_with_tile" if action.with_tile else key, (*parameters, target))
    if isinstance(action, UseSpace):
        return _of_use(action, scene)
    return Message(key, parameters)


def _of_use(use: UseSpace, scene: Scene) -> Message:
    """Return what is bought: it follows from what is taken, else from where the figure has arrived."""
    here = _arrival(scene)
    take, back = use.take, use.give_back
    fee = ("fee", _fee(use.pay, here, scene))
    if isinstance(take, Sword) and back is None:
        return Message("action.use_smith", (("sword", take), fee))
    if isinstance(take, str) and back is None:
        return Message("action.use_fencing", (("tile", Term("tile", take)), fee))
    if isinstance(take, str) and back is not None:
        tiles = (("tile", Term("tile", take)), ("back", Term("tile", back)))
        return Message("action.use_fencing_exchange", (*tiles, fee))
    if here is None or here.kind == "unknown":
        return Message("action.use_space", (fee,))
    key = f"action.{KIND_KEYS[here.kind].use or 'use_space'}"
    if here.kind == "tavern":
        return Message(key, (("cards", scene.edition.tavern_cards), fee))
    return Message(key, (fee,))


def _arrival(scene: Scene) -> Where | None:
    """Return where a figure has just arrived, if the context knows."""
    context = scene.context
    if isinstance(context, Edition) or not isinstance(context.phase, Arrived):
        return None
    return scene.where(context.phase.step)


def _fee(card: Card | None, here: Where | None, scene: Scene) -> Message:
    if card is None:
        return Message("fee.none")
    shop = None if here is None else scene.shop(here.step)
    if shop is None:
        return Message("fee.to_nobody", (("card", card),))
    return Message("fee.to_owner", (("card", card), ("owner", scene.who(shop.owner))))


def _of_line(line: ScoreLine, scene: Scene) -> Message:
    return Message(f"score.{line.kind}", scene.values_of(line))


def _of_sheet(sheet: ScoreSheet, scene: Scene) -> Message:
    seat = ("seat", scene.who(sheet.seat))
    if not sheet.lines:
        return Message("score.nothing", (seat,))
    lines = tuple(_of_line(line, scene) for line in sheet.lines)
    return Message("score.sheet", (seat, ("total", sheet.total), ("lines", lines)))


def _of_standing(standing: Standing, scene: Scene) -> Message:
    return Message(
        "outcome.standing",
        (
            ("place", standing.place),
            ("seat", scene.who(standing.seat)),
            ("points", standing.points),
            ("cards", standing.cards),
            ("card_sum", standing.card_sum),
        ),
    )


def _of_outcome(outcome: Outcome, scene: Scene) -> Message:
    """Return who won, and what decided it (TIE-01 to TIE-04)."""
    first, *others = outcome.ranking
    points = ("points", first.points)
    if len(outcome.winners) > 1:
        winners = tuple(scene.who(seat) for seat in sorted(outcome.winners))
        return Message("outcome.shared", (("winners", winners), points))
    seat = ("seat", scene.who(first.seat))
    tied = [other for other in others if other.points == first.points]
    if not tied:
        return Message("outcome.won", (seat, points))
    closest = [other for other in tied if other.cards == first.cards]
    if not closest:
        rivals = tuple(scene.who(other.seat) for other in tied)
        cards = ("cards", first.cards)
        return Message("outcome.won_by_cards", (seat, points, ("rivals", rivals), cards))
    rivals = tuple(scene.who(other.seat) for other in closest)
    card_sum = ("card_sum", first.card_sum)
    return Message("outcome.won_by_card_sum", (seat, points, ("rivals", rivals), card_sum))
