"""The look of a picture: the hands it shows, the marks on it, its colours and its sizes.

The colours of players and duels are from a palette that people with any kind of colour vision can distinguish (after
Okabe and Ito). Nothing depends on colour alone: each player has a shape and a letter too, each duel colour a letter.
All classes begin with ``tl-``, and every rule names the theme, so pictures of different themes can share a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal, TypeAlias, assert_never, get_args

from attrs import field, frozen

from toledo_rules import events as happened
from toledo_rules._values import complete
from toledo_rules.cards import NEUTRAL, Card, Cards, DuelColour
from toledo_rules.edition import (
    Edition,
    Seat,
    Step,
)
from toledo_rules.errors import ToledoError
from toledo_rules.events import Event, RoundFought
from toledo_rules.multiset import distinct
from toledo_rules.phases import Duel, Transit
from toledo_rules.scoring import score
from toledo_rules.state import State
from toledo_rules.views import PlayerView, View, view

# Hands.

Viewer: TypeAlias = Seat | Literal["all"] | None
"""The hands that a picture shows: that of a seat; none, for a spectator (None); or all that the position holds."""


class PictureError(ToledoError, ValueError):
    """A picture cannot be drawn as asked: an unknown theme or layout, or a hand that the view does not hold."""


@frozen(eq=False)
class VisibleTable:
    """A position as a picture shows it: everything on the table, and the visible hands."""

    public: View
    """The table. Its hand is the one that is shown large."""
    hands: tuple[Cards | None, ...]
    """The visible hands by seat; None for a hidden one."""

    @classmethod
    def of(cls, position: State | View, viewer: Viewer = "all") -> VisibleTable:
        """Return what a viewer sees of a position."""
        if isinstance(position, State):
            public = view(position, position.active if viewer == "all" else viewer)
            if viewer == "all":
                return cls(public, tuple(player.hand for player in position.players))
        elif viewer in ("all", position.seat):
            public = position
        else:
            raise PictureError(
                f"this view shows what {_viewer(position.seat)} sees, not what {_viewer(viewer)} sees:"
                " pass the State instead"
            )
        seats = range(len(public.players))
        return cls(public, tuple(public.hand if seat == public.seat else None for seat in seats))

    @property
    def edition(self) -> Edition:
        """The edition of the game."""
        return self.public.edition

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.public.players))

    @property
    def on_turn(self) -> Seat | None:
        """The player on turn, while the game goes on."""
        return None if self.public.over else self.public.active

    def player(self, seat: Seat) -> PlayerView:
        """Return what lies in front of a player."""
        return self.public.players[seat]

    def fame(self, seat: Seat) -> int:
        """Return the points of a player so far (A-158)."""
        return score(self.public, seat).total

    def in_transit(self, step: Step) -> Seat | None:
        """Return the owner of the figure that is over a step, on no circle (OCC-01)."""
        phase = self.public.phase
        over = isinstance(phase, (Transit, Duel)) and phase.step == step
        return self.public.active if over else None


def _viewer(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


# Highlights.


def _steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    return distinct(tuple(sorted(steps)))


def _cards(cards: Iterable[Card]) -> Cards:
    return distinct(tuple(sorted(cards)))


def _rounds(rounds: Iterable[RoundFought]) -> tuple[RoundFought, ...]:
    return tuple(rounds)


@frozen
class Highlights:
    """Marks on a picture, each with an outline of its own colour and kind of line.

    >>> from toledo_rules.render import Highlights
    >>> Highlights(origin=3, targets={9, 5})
    Highlights(origin=3, targets=(5, 9), last=(), cards=(), duel=())
    """

    origin: Step | None = None
    """The step of the figure that is about to move: a dashed outline."""
    targets: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps to which it, or a shop, can go: a solid outline. Any collection of steps will do."""
    last: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps of the last move: a dotted outline."""
    cards: Cards = field(default=(), converter=_cards)
    """Kinds of cards in the hand: a solid outline."""
    duel: tuple[RoundFought, ...] = field(default=(), converter=_rounds)
    """The rounds of the last duel, in order: shown with the cards that were turned up, and the winners."""

    @classmethod
    def after(cls, events: Iterable[Event]) -> Highlights:
        """Return the marks of the last move, from its events (see `toledo_rules.transition`).

        >>> from random import Random
        >>> from toledo_rules import PlaceShop, ShopTile, new_game, transition
        >>> from toledo_rules.render import Highlights
        >>> start = new_game(2, Random(1))
        >>> Highlights.after(transition(start, PlaceShop(ShopTile("gem", 2), 7), Random(1)).events).last
        (7,)
        """
        last: list[Step] = []
        duel: list[RoundFought] = []
        for event in events:
            last += _marked_steps(event)
            if isinstance(event, RoundFought):
                duel.append(event)
        return cls(last=tuple(last), duel=tuple(duel))


def _marked_steps(event: Event) -> tuple[Step, ...]:
    """Return the steps that an event marks as the last move."""
    match event:
        case happened.FigureMoved():
            return event.origin, event.step
        case happened.ShopPlaced() | happened.FigureReturned() | happened.FigureSentBack():
            return (event.step,)
        case (
            happened.DrawingBegan()
            | happened.CardDrawn()
            | happened.PileReshuffled()
            | happened.CardPlayed()
            | happened.CircleTaken()
            | happened.SpaceFull()
            | happened.AlcazarEntered()
            | happened.DuelBegan()
            | happened.RoundFought()
            | happened.DuelEnded()
            | happened.FeePaid()
            | happened.MetalTaken()
            | happened.GemTaken()
            | happened.SwordForged()
            | happened.TileGivenBack()
            | happened.TileTaken()
            | happened.PaintingTaken()
            | happened.SwordDelivered()
            | happened.Passed()
            | happened.FrontCardDiscarded()
            | happened.TurnEnded()
            | happened.LastRoundBegan()
            | happened.TurnBegan()
            | happened.HandShown()
            | happened.GameEnded()
        ):
            return ()
    assert_never(event)


NOTHING = Highlights()
"""No marks."""


# Colours.

Theme: TypeAlias = Literal["light", "dark", "auto"]
"""The colours of a picture; `auto` follows the reader's system."""
THEMES: tuple[Theme, ...] = get_args(Theme)

FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


@frozen
class Paint:
    """A background colour, and a colour of letters that can be read on it."""

    fill: str
    ink: str


DARK_INK = "#1d1813"
LIGHT_INK = "#ffffff"

_PLAYERS: Mapping[str, Paint] = {
    "red": Paint("#c14400", LIGHT_INK),
    "blue": Paint("#0068a8", LIGHT_INK),
    "green": Paint("#14a67c", DARK_INK),
    "yellow": Paint("#f2e53f", DARK_INK),
}
_OTHER_PLAYERS = (
    Paint("#cc79a7", DARK_INK),
    Paint("#56b4e9", DARK_INK),
    Paint("#5c4b8a", LIGHT_INK),
    Paint("#e69f00", DARK_INK),
)
_DUELS: Mapping[DuelColour, Paint] = {
    "violet": Paint("#74399c", LIGHT_INK),
    "brown": Paint("#8a5524", LIGHT_INK),
    "turquoise": Paint("#35c2bd", DARK_INK),
    NEUTRAL: Paint("#c9c4bb", DARK_INK),
}
_OTHER_DUELS = (
    Paint("#e69f00", DARK_INK),
    Paint("#0068a8", LIGHT_INK),
    Paint("#cc79a7", DARK_INK),
    Paint("#4c6b1f", LIGHT_INK),
)


def player_paint(edition: Edition, seat: Seat) -> Paint:
    """Return the colour of a player: the one it is named after, if we know it."""
    return _PLAYERS.get(edition.colours[seat], _OTHER_PLAYERS[seat % len(_OTHER_PLAYERS)])


def duel_paint(edition: Edition, colour: DuelColour) -> Paint:
    """Return the background of a card or a duel tile."""
    if colour in _DUELS:
        return _DUELS[colour]
    return _OTHER_DUELS[edition.duel_colours.index(colour) % len(_OTHER_DUELS)]


@frozen
class _Palette:
    page: str
    panel: str
    line: str
    ink: str
    muted: str
    road: str
    bands: tuple[str, ...]
    cell: str
    plain: str
    target: str
    origin: str
    last: str


_LIGHT = _Palette(
    page="#f6f0e4",
    panel="#fffdf9",
    line="#9c8c72",
    ink="#241c14",
    muted="#5f5241",
    road="#d3bd95",
    bands=("#efe3cb", "#e3e0ee", "#d9e8e4"),
    cell="#fffdf9",
    plain="#e8dfcf",
    target="#b3005e",
    origin="#5a2aa8",
    last="#241c14",
)
_DARK = _Palette(
    page="#191714",
    panel="#26231f",
    line="#85796a",
    ink="#f5eee3",
    muted="#c9bfae",
    road="#5d523f",
    bands=("#2b261e", "#27252f", "#202c2a"),
    cell="#37322b",
    plain="#4a4339",
    target="#ff86c3",
    origin="#c7a6ff",
    last="#f5eee3",
)

BANDS = len(_LIGHT.bands)

_COIN = Paint("#f6cf57", "#241c14")


def _colours(palette: _Palette) -> Mapping[str, str]:
    """Return the declarations of a palette, by class."""
    p = palette
    return {
        "page": f"fill:{p.page}",
        "panel": f"fill:{p.panel};stroke:{p.line}",
        "on": f"fill:{p.panel};stroke:{p.ink}",
        "road": f"stroke:{p.road}",
        "way": f"fill:{p.muted}",
        **{f"band{i}": f"fill:{band}" for i, band in enumerate(p.bands)},
        "cell": f"fill:{p.cell};stroke:{p.ink}",
        "site": f"fill:{p.cell};stroke:{p.line}",
        "head": f"fill:{p.plain}",
        "ring": f"stroke:{p.ink}",
        "free": f"stroke:{p.muted}",
        "chip": f"fill:{p.cell};stroke:{p.line}",
        "t": f"fill:{p.ink}",
        "m": f"fill:{p.muted}",
        "b": f"fill:{p.ink}",
        "i": f"fill:{p.ink}",
        "figure": f"stroke:{p.ink}",
        "over": f"stroke:{p.target}",
        "target": f"stroke:{p.target}",
        "origin": f"stroke:{p.origin}",
        "last": f"stroke:{p.last}",
    }


_SHAPES: Mapping[str, str] = {
    "on": "stroke-width:3",
    "road": "fill:none;stroke-linejoin:round;stroke-linecap:round",
    "site": "stroke-dasharray:5 4",
    "ring": "fill:none;stroke-width:1.3",
    "free": "fill:none;stroke-width:1.3;stroke-dasharray:3 2.5",
    "b": "font-weight:700",
    "k": "font-weight:700",
    "c": "text-anchor:middle",
    "i": "fill-rule:evenodd",
    "figure": "stroke-linejoin:round",
    "over": "stroke-width:2.4;stroke-linejoin:round",
    "target": "fill:none;stroke-width:4",
    "origin": "fill:none;stroke-width:4;stroke-dasharray:9 4",
    "last": "fill:none;stroke-width:2.6;stroke-dasharray:.1 5;stroke-linecap:round",
    "hit": "fill:transparent",
    "coin": f"fill:{_COIN.fill};stroke:{_COIN.ink}",
    "coined": f"fill:{_COIN.ink};font-weight:700",
}
"""The declarations that all themes share, by class."""


@cache
def style(theme: Theme) -> str:
    """Return the style sheet of a picture.

    >>> "prefers-color-scheme" in style("auto"), "prefers-color-scheme" in style("dark")
    (True, False)
    """

    def rules(by_class: Mapping[str, str]) -> str:
        return "".join(f".tl-{theme} .tl-{name}{{{rule}}}" for name, rule in by_class.items())

    root = f".tl-{theme}{{font-family:{FONTS};max-width:100%;height:auto}}"
    colours = rules(_colours(_DARK if theme == "dark" else _LIGHT))
    if theme == "auto":
        colours += f"@media (prefers-color-scheme:dark){{{rules(_colours(_DARK))}}}"
    return root + rules(_SHAPES) + colours


# Sizes.

PageLayout: TypeAlias = Literal["wide", "narrow"]
"""A page for a screen, 1600 units wide, or for a phone, 360 units wide."""

LAYOUTS: tuple[PageLayout, ...] = get_args(PageLayout)


@frozen
class Measures:
    """Sizes in units of the picture. At its natural width, a unit is a pixel."""

    page: float
    """Width of the page."""
    side: float
    """Width of the panels beside the board; 0 if everything stands below it."""
    margin: float
    """Around the page."""
    gap: float
    """Between panels."""
    pad: float
    """Inside panels, around their contents."""
    near: float
    """Between small things."""
    text: float
    """Font size."""
    small: float
    """Font size of labels."""
    icon: float
    """Size of an icon."""
    mark: float
    """Size of a small icon beside a number."""
    chip: float
    """Inside small tiles, around their contents."""
    figure: float
    """Size of a figure."""
    card: tuple[float, float]
    """Width and height of a card in hand."""
    columns: int
    """Number of spaces side by side, at most."""
    cell: tuple[float, float]
    """Width and height of a space."""
    head: float
    """Height of the upper part of a space: number, owner, price."""
    pitch: float
    """From one line of the road to the next."""
    road: float
    """Width of the road."""
    abreast: int
    """Number of players' areas side by side, at most."""


MEASURES: Mapping[PageLayout, Measures] = complete(
    {
        "wide": Measures(
            page=1600,
            side=444,
            margin=20,
            gap=16,
            pad=14,
            near=8,
            text=19,
            small=16,
            icon=24,
            mark=16,
            chip=3,
            figure=34,
            card=(58, 82),
            columns=8,
            cell=(122, 126),
            head=32,
            pitch=158,
            road=44,
            abreast=4,
        ),
        "narrow": Measures(
            page=360,
            side=0,
            margin=6,
            gap=6,
            pad=7,
            near=5,
            text=12,
            small=10.5,
            icon=15,
            mark=10,
            chip=2,
            figure=23,
            card=(38, 54),
            columns=4,
            cell=(78, 76),
            head=20,
            pitch=92,
            road=26,
            abreast=1,
        ),
    },
    LAYOUTS,
    "MEASURES",
)
