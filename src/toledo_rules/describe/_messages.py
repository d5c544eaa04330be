"""Messages: the content of a sentence, without its words.

A message is a key of the catalogues with parameters. The parameters are things, not texts, so a front end can show a
card as a picture or a name in the player's colour. `toledo_rules.describe.render` puts a message into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from re import sub
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeAlias,
    assert_never,
    get_args,
    overload,
)

from attrs import field, fields, frozen

from toledo_rules._engine import Transition
from toledo_rules._json import TAGGED, WORD, Keys, Line, Pattern
from toledo_rules._scoring import Outcome, ScoreKind, ScoreLine, ScoreSheet, Standing
from toledo_rules._values import brief, check_type, check_whole, complete
from toledo_rules.actions import (
    ACTION_TYPES,
    Action,
    Draw,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.edition import (
    CATHEDRAL,
    SHOP_KINDS,
    SPACE_KINDS,
    STANCES,
    Card,
    Cards,
    Edition,
    Seat,
    ShopKind,
    ShopTile,
    SpaceKind,
    Step,
    Sword,
)
from toledo_rules.editions import edition_of
from toledo_rules.errors import CodecError, NotationError, RefusedError, ToledoError
from toledo_rules.events import (
    AS_IT_HAPPENED,
    EVENT_TYPES,
    HIDDEN,
    CardDrawn,
    CardPlayed,
    DrawingBegan,
    DuelBegan,
    DuelEnded,
    Event,
    FeePaid,
    FigureReturned,
    HandShown,
    Hidden,
    LastRoundBegan,
    Passed,
    SecretCardDrawn,
    SecretEvents,
    ShopPlaced,
    TurnBegan,
)
from toledo_rules.rulebook import Code, Parameter, Refusal
from toledo_rules.state import (
    Arrived,
    DrawSource,
    Phase,
    PositionHolder,
    State,
    TurnStart,
    View,
    Viewer,
    names_at,
    position_of,
    shown_to,
)

if TYPE_CHECKING:
    from toledo_rules._game import Game

# The parts of a message.

PlaceKind: TypeAlias = SpaceKind | ShopKind | Literal["unknown", "there"]
"""The shop on a step, else the space printed on the board; "unknown" if the road has no such step; "there" if the step
was named just before."""


@frozen(cache_hash=True)
class Who:
    """A player."""

    seat: Seat
    colour: str | None
    """The colour of the seat; None if the edition has no such seat."""
    name: Line | None
    """The player's name; None if the player goes by the colour."""


@frozen(cache_hash=True)
class Where:
    """A step of the road, and the kind of place it is."""

    step: Step
    kind: PlaceKind


@frozen(cache_hash=True)
class Term:
    """A word that each catalogue translates; without a translation it stays as it is."""

    group: Literal["tile", "kind", "stance", "colour"]
    """A master tile; the kind of a space or shop; the side highlighted on a card; a duel colour."""
    name: Line


@frozen(cache_hash=True)
class Message:
    """The content of a sentence.

    >>> from toledo_rules import KOSMOS_2008
    >>> from toledo_rules.describe import message
    >>> from toledo_rules.events import PaintingTaken
    >>> (taken,) = message(PaintingTaken(1, 3), KOSMOS_2008)["deeds"]
    >>> taken.key, taken["value"], taken["seat"]
    ('event.painting_taken', 3, Who(seat=1, colour='blue', name=None))
    """

    key: Annotated[str, Pattern(r"^[a-z_]+\.[a-z0-9_]+$", "a key of the catalogues")]
    """A key of the catalogues, such as ``event.painting_taken``."""
    parameters: Annotated[tuple[tuple[str, MessageValue], ...], Keys(WORD)] = ()
    """The things that the sentence names."""

    def __getitem__(self, name: str) -> MessageValue:
        return dict(self.parameters)[name]


MessageValue: TypeAlias = Annotated[
    int
    | str
    | Card
    | ShopTile
    | Sword
    | Who
    | Where
    | Term
    | Message
    | tuple[Message | Who | Card, ...],
    TAGGED,
]
"""A parameter of a message: a number, a text that stays as it is, a thing, a list of things."""

Parameters: TypeAlias = tuple[tuple[str, MessageValue], ...]

Context: TypeAlias = "Edition | str | State | View | Game"
"""The game that a sentence is about, or an edition, which may be named. A position knows the shops on the board, an
edition does not. A `toledo_rules.Game` wants `seat` too: whoever reads the sentence, or None for a spectator."""

KnownContext: TypeAlias = Edition | State | View
"""A context that may be told to any reader."""


def edition_in(context: Context) -> Edition:
    """Return the edition of a context."""
    if isinstance(context, Edition | str):
        return edition_of(context)
    return position_of(context).edition


def context_of(context: Context, seat: Viewer) -> KnownContext:
    """Return a context as a viewer is shown it."""
    if isinstance(context, Edition | str):
        return edition_of(context)
    return shown_to(context, seat)


Describable: TypeAlias = (
    Action | Draw | Event | Refusal | ToledoError | ScoreLine | ScoreSheet | Standing | Outcome
)
"""Everything that can be described, besides a position."""


# Closed sets, and the keys that follow from them.


_USES: Mapping[SpaceKind | ShopKind, str] = {
    **dict.fromkeys((*SPACE_KINDS, *SHOP_KINDS), "use_space"),
    "tavern": "use_tavern",
    "artist": "use_artist",
    "metal": "use_metal",
    "gem": "use_gem",
}
"""Keys under ``action`` for the use of a place: some have a sentence of their own, where nothing is to be chosen."""

_EVENT_VARIANTS: Mapping[type[Event], tuple[str, ...]] = {
    DrawingBegan: tuple(f"_{source}" for source in get_args(DrawSource)),
    CardDrawn: ("", "_unseen"),
    CardPlayed: ("", "_again", "_with_tile"),
    FeePaid: ("", "_to_nobody"),
    FigureReturned: ("", "_from_cathedral"),
    Passed: ("", "_voluntarily"),
}
"""Endings of the keys of events that have several sentences."""

_SUBJECTS: Mapping[type[Event], str | None] = {
    event: "seat" if any(part.name == "seat" for part in fields(event)) else None
    for event in EVENT_TYPES
} | {
    DuelBegan: "attacker",
    DuelEnded: "winner",
    LastRoundBegan: None,
    TurnBegan: None,
    HandShown: None,
}
"""Fields with the players who act. An event without one is a sentence by itself."""


def _required_keys() -> Iterator[str]:
    yield from (f"action.{snake(action)}" for action in ACTION_TYPES)
    yield "action.return_figure_from_cathedral"
    yield from (f"pending.{snake(phase)}" for phase in get_args(Phase))
    for event in EVENT_TYPES:
        yield from (f"event.{snake(event)}{end}" for end in _EVENT_VARIANTS.get(event, ("",)))
    yield from (code.key for code in Code)
    yield from (f"deed.{snake(action)}" for action in ACTION_TYPES)
    yield from (f"score.{kind}" for kind in get_args(ScoreKind))
    yield from (f"stance.{stance}" for stance in STANCES)
    yield from (f"action.{use}" for use in _USES.values())
    yield from (f"kind.{kind}" for kind in _USES)


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


_LONGEST_QUOTE = 30
"""Most characters of typed text that a sentence repeats."""


# Fields as parameters.

_FIELDS: Mapping[type, tuple[str, ...]] = {
    kind: tuple(part.name for part in fields(kind)) for kind in (*_NAMES, ScoreLine)
}
_SEATS = frozenset({"seat", "active", "attacker", "defender", "winner", "loser", "owner", "rival"})
_STEPS = frozenset({"step", "origin", "transit"})
_TERMS: Mapping[str, Literal["tile", "kind"]] = {"tile": "tile", "space": "kind"}


@lru_cache(maxsize=1024, typed=True)
def _where(step: Step, kind: PlaceKind) -> Where:
    return Where(step, kind)


@frozen
class Scene:
    """A context with the names of the players."""

    context: KnownContext | None
    """The game; None if it is not known, and then players and spaces go by their numbers."""
    names: Sequence[str] = field()

    @names.validator
    def _check_names(self, _attribute: object, names: object) -> None:
        if isinstance(names, str) or not isinstance(names, Sequence):  # one name, or no order
            raise TypeError(f"names must be the players' names by seat, not {brief(names)}")
        for name in names:
            check_type("a name", name, str)

    @property
    def edition(self) -> Edition:
        """The edition of the game."""
        assert self.context is not None
        return self.context if isinstance(self.context, Edition) else self.context.edition

    def who(self, seat: Seat) -> Who:
        """Return a player, by name if there is one, else by colour. An empty name is none, as in a record."""
        colours = () if self.context is None else self.edition.colours
        return Who(
            seat,
            colours[seat] if 0 <= seat < len(colours) else None,
            (self.names[seat] or None) if 0 <= seat < len(self.names) else None,
        )

    def where(self, step: Step) -> Where:
        """Return a step with its kind."""
        context = self.context
        road = () if context is None else self.edition.road
        if not 0 <= step < len(road):
            return _where(step, "unknown")
        if isinstance(context, State | View):
            return _where(step, context.kind(step))
        return _where(step, road[step].kind)

    def site(self, step: Step) -> Where:
        """Return a step as it is printed on the board: the shop that is placed there is named already."""
        return Scene(self.edition, ()).where(step)

    def _value(self, name: str, raw: Parameter | Cards | Hidden) -> MessageValue | None:
        """Return what a sentence says of a field; None if no sentence names it."""
        match raw:
            case None | bool() | Hidden():
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

    def values(self, named: Iterable[tuple[str, Parameter | Cards | Hidden]]) -> Parameters:
        """Return fields as the parameters of a message."""
        found = [(name, self._value(name, raw)) for name, raw in named]
        return tuple([(name, value) for name, value in found if value is not None])

    def values_of(self, thing: Action | Event | Phase | ScoreLine) -> Parameters:
        """Return all fields of a thing as the parameters of a message."""
        return self.values([(name, getattr(thing, name)) for name in _FIELDS[type(thing)]])


# Messages.


@overload
def message(
    thing: State | View | Game, *, names: Sequence[str] = ..., seat: Viewer = ...
) -> Message: ...
@overload
def message(
    thing: ToledoError,
    context: Context | None = ...,
    *,
    names: Sequence[str] = ...,
    seat: Viewer = ...,
) -> Message: ...
@overload
def message(
    thing: Describable, context: Context, *, names: Sequence[str] = ..., seat: Viewer = ...
) -> Message: ...
def message(
    thing: Describable | State | View | Game,
    context: Context | None = None,
    *,
    names: Sequence[str] = (),
    seat: Viewer = "all",
) -> Message:
    """Return what `describe` says, as a key and parameters instead of a sentence.

    >>> from toledo_rules import KOSMOS_2008, Challenge
    >>> message(Challenge(2), KOSMOS_2008)
    Message(key='action.challenge', parameters=(('rival', Who(seat=2, colour='green', name=None)),))
    """
    return message_of(thing, context, names, seat)


def message_of(
    thing: Describable | State | View | Game,
    context: Context | None,
    names: Sequence[str],
    seat: Viewer,
) -> Message:
    """Return the message about a thing; `message` without its overloads."""
    if isinstance(thing, State | View | PositionHolder):
        position = shown_to(thing, seat)
        return _of_position(position, Scene(position, names_at(thing, names)))
    if context is None and not isinstance(thing, ToledoError):
        if not any(kind in _SAID for kind in type(thing).__mro__):
            raise _indescribable(thing)
        raise TypeError(
            f"describing {type(thing).__name__} needs a second argument: a State, a View, a Game or an Edition"
        )
    known = None if context is None else context_of(context, seat)
    return said_of(thing, Scene(known, names_at(context, names)))


def said_of(thing: Describable, scene: Scene) -> Message:
    """Return the message about a thing in a scene."""
    for kind in type(thing).__mro__:
        if kind in _SAID:
            return _SAID[kind](thing, scene)
    raise _indescribable(thing)


def _indescribable(thing: object) -> TypeError:
    """Return the error about a thing that has no words. It does not show what is secret."""
    if isinstance(thing, SecretEvents | SecretCardDrawn | Transition):
        return TypeError(AS_IT_HAPPENED)
    return TypeError(f"cannot describe {brief(thing)}: expected something Describable")


def check_scene(scene: Scene, events: Iterable[Event]) -> None:
    """Raise `ValueError` for a card that the owner of the view may not see; a position hides nothing."""
    if isinstance(scene.context, View):
        check_readers(events, scene.context.seat)


def check_readers(events: Iterable[Event], seat: Seat | None) -> None:
    """Raise `ValueError` for a card that a seat is not to know; None for a spectator."""
    if seat is not None:
        check_whole("a seat", seat)
    for event in events:
        if type(event) is CardDrawn and event.card is not HIDDEN and event.seat != seat:
            whom = "a spectator" if seat is None else f"seat {seat}"
            raise ValueError(
                f"{whom} is not told which card seat {event.seat} drew: use what Transition.seen_by({seat}) gives"
            )


def _of_position(position: State | View, scene: Scene) -> Message:
    """Return whose decision is pending, and what it is about."""
    phase = position.phase
    key = f"pending.{_NAMES[type(phase)]}"
    if isinstance(phase, TurnStart) and position.trigger is not None:
        key = "pending.last_turn"  # END-02
    return Message(key, (("seat", scene.who(position.active)), *scene.values_of(phase)))


def actor_of(event: Event) -> Seat | None:
    """Return the player who acts in an event; None if it is a sentence by itself."""
    subject = _SUBJECTS[type(event)]
    return None if subject is None else getattr(event, subject)


def deeds_of(seat: Seat, deeds: Sequence[Message], scene: Scene) -> Message:
    """Return a sentence about the deeds of a player."""
    return Message("event.told", (("seat", scene.who(seat)), ("deeds", tuple(deeds))))


def _of_event(event: Event, scene: Scene) -> Message:
    check_scene(scene, (event,))
    said, actor = deed_of(event, scene), actor_of(event)
    return said if actor is None else deeds_of(actor, (said,), scene)


def deed_of(event: Event, scene: Scene) -> Message:
    """Return the message about an event without the player who acts."""
    key, parameters = (
        f"event.{_NAMES[type(event)]}{_variant(event, scene.edition)}",
        scene.values_of(event),
    )
    if isinstance(event, ShopPlaced):
        return Message(key, _on_site(parameters, event.step, scene))
    return Message(key, parameters)


def _on_site(parameters: Parameters, step: Step, scene: Scene) -> Parameters:
    """Return the parameters of a shop that is placed. The space is named without the shop."""
    return tuple(
        (name, scene.site(step) if name == "step" else value) for name, value in parameters
    )


def _variant(event: Event, edition: Edition) -> str:
    """Return the ending of an event's key: one of its `_EVENT_VARIANTS`."""
    if isinstance(event, DrawingBegan):
        return f"_{event.source}"
    if isinstance(event, CardDrawn) and event.card is HIDDEN:
        return "_unseen"
    if isinstance(event, CardPlayed) and event.with_tile:
        return "_with_tile"
    if isinstance(event, CardPlayed) and not event.to_front:
        return "_again"
    if isinstance(event, FeePaid) and event.owner is None:
        return "_to_nobody"
    if isinstance(event, FigureReturned) and event.step == CATHEDRAL:
        return "_from_cathedral"
    if isinstance(event, Passed) and edition.readings.a160 == "voluntary":
        return "_voluntarily"
    return ""


def _of_action(action: Action, scene: Scene) -> Message:
    key, parameters = f"action.{_NAMES[type(action)]}", scene.values_of(action)
    if isinstance(action, TakeCards):
        return Message(key, (("cards", scene.edition.cards_taken),))
    if isinstance(action, PlayCard):
        target = ("target", scene.where(action.target))
        return Message(f"{key}_with_tile" if action.with_tile else key, (*parameters, target))
    if isinstance(action, ReturnFigure) and action.step == CATHEDRAL:
        return Message(f"{key}_from_cathedral", parameters)
    if isinstance(action, PlaceShop):
        return Message(key, _on_site(parameters, action.step, scene))
    if isinstance(action, UseSpace):
        return _of_use(action, scene)
    return Message(key, parameters)


def _of_draw(draw: Draw, _scene: Scene) -> Message:
    return Message("chance.draw", (("card", draw.card),))


# Refusals. They speak to the player who wants something.


def _of_misreading(why: NotationError, _scene: Scene) -> Message:
    place = ("column", why.column), ("expected", why.expected)
    found = why.text[why.column - 1 :][:_LONGEST_QUOTE]
    if not found:
        return Message("refused.notation_end", place)
    return Message("refused.notation", (*place, ("found", found)))


def _of_refused(error: RefusedError, scene: Scene) -> Message:
    return _of_refusal(error.refusal, scene)


def _of_malformed(_error: CodecError, _scene: Scene) -> Message:
    return Message("error.malformed")


def _of_other(error: ToledoError, _scene: Scene) -> Message:
    """Return what an error says itself: it speaks to programmers, and English."""
    return Message("refused.other", (("text", str(error)),))


def _of_refusal(why: Refusal, scene: Scene) -> Message:
    if why.code == Code.STALE:  # its numbers are for programs
        return Message(why.code.key)
    parameters = scene.values(why.parameters)
    if why.code == Code.SITE_TAKEN and isinstance(scene.context, State | View):
        step, owner = dict(why.parameters)["step"], dict(why.parameters)["owner"]
        assert isinstance(step, int)
        placed = _on_site(parameters, step, scene)
        yours = owner == scene.context.active
        return Message(f"{why.code.key}{'_by_you' if yours else ''}", placed)
    return Message(why.code.key, parameters)


def _of_use(use: UseSpace, scene: Scene) -> Message:
    """Return what is bought: it follows from what is taken, else from where the figure has arrived."""
    context = scene.context
    take, back = use.take, use.give_back
    fee = ("fee", _fee(use.pay, scene))
    if isinstance(take, Sword) and back is None:
        return Message("action.use_smith", (("sword", take), fee))
    if isinstance(take, str) and back is None:
        return Message("action.use_fencing", (("tile", Term("tile", take)), fee))
    if isinstance(take, str) and back is not None:
        tiles = (("tile", Term("tile", take)), ("back", Term("tile", back)))
        return Message("action.use_fencing_exchange", (*tiles, fee))
    if not isinstance(context, State | View) or not isinstance(context.phase, Arrived):
        return Message("action.use_space", (fee,))
    kind = context.kind(context.phase.step)
    if kind == "tavern":
        return Message(f"action.{_USES[kind]}", (("cards", scene.edition.tavern_cards), fee))
    return Message(f"action.{_USES[kind]}", (fee,))


def _fee(card: Card | None, scene: Scene) -> Message:
    """Return what is paid, and to whom, as far as the context knows where a figure has arrived."""
    if card is None:
        return Message("fee.none")
    context = scene.context
    if isinstance(context, State | View) and isinstance(context.phase, Arrived):
        shop = context.shops[context.phase.step]
        if shop is not None:
            return Message("fee.to_owner", (("card", card), ("owner", scene.who(shop.owner))))
    return Message("fee.to_nobody", (("card", card),))


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
            ("cards", standing.cards),  # not their sum, which only leaders show
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
    assert first.card_sum is not None  # TIE-03: it has decided
    card_sum = ("card_sum", first.card_sum)
    return Message("outcome.won_by_card_sum", (seat, points, ("rivals", rivals), card_sum))


_SAID: Mapping[type, Callable[[Any, Scene], Message]] = complete(
    {
        **dict.fromkeys(ACTION_TYPES, _of_action),
        **dict.fromkeys(EVENT_TYPES, _of_event),
        Draw: _of_draw,
        Refusal: _of_refusal,
        ToledoError: _of_other,
        RefusedError: _of_refused,
        NotationError: _of_misreading,
        CodecError: _of_malformed,
        ScoreLine: _of_line,
        ScoreSheet: _of_sheet,
        Standing: _of_standing,
        Outcome: _of_outcome,
    },
    (*get_args(Describable), RefusedError, NotationError, CodecError),
    "_SAID",
)
"""The functions that describe each kind of thing."""
