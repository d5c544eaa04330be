"""The table as somebody sees it, and the names of everything on it: the same for every kind of picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from attrs import frozen

from toledo_rules.cards import NEUTRAL, Card, Cards, DuelColour, Stance
from toledo_rules.describe._messages import KIND_KEYS, MessageValue, Term
from toledo_rules.describe._sentences import Language, Named, capital, label, name, player_name
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
from toledo_rules.hidden import plain_position
from toledo_rules.phases import Duel, Over, Transit
from toledo_rules.scoring import score
from toledo_rules.state import Shop, State
from toledo_rules.views import PlayerView, View, view

MIDDLE_DOT = " \N{MIDDLE DOT} "

Viewer: TypeAlias = Seat | Literal["all"] | None
"""The hands that a picture shows: that of a seat; none, for a spectator (None); or all that the position holds."""


class PictureError(ToledoError, ValueError):
    """A picture cannot be drawn as asked: an unknown theme or layout, or a hand that the view does not hold."""


@frozen(eq=False)
class VisibleTable:
    """A position as a picture shows it: what lies on the table, the visible hands, and everybody's fame.

    Every picture and every label asks here for the circles of a space and the figures on them, whether it is drawn from
    a `State` or a `View`.
    """

    public: View
    """The table. Its hand is the one that is shown large."""
    hands: tuple[Cards | None, ...]
    """The visible hands by seat; None for a hidden one."""
    fame: tuple[int, ...]
    """Everybody's points so far (A-158)."""

    @classmethod
    def of(cls, position: State | View, viewer: Viewer = "all") -> VisibleTable:
        """Return what a viewer sees of a position."""
        if isinstance(position, View):
            if viewer not in ("all", position.seat):
                raise PictureError(
                    f"this view shows what {_viewer(position.seat)} sees, not what {_viewer(viewer)} sees:"
                    " pass the State instead"
                )
            public, whole = position, plain_position(position)
        else:
            public = view(position, position.active if viewer == "all" else viewer)
            whole = position
        seats = range(len(position.players))
        everything = viewer == "all" and isinstance(position, State)
        return cls(
            public,
            tuple(
                whole.players[seat].hand if everything or seat == public.seat else None
                for seat in seats
            ),
            tuple(score(whole, seat).total for seat in seats),
        )

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
        return None if isinstance(self.public.phase, Over) else self.public.active

    def player(self, seat: Seat) -> PlayerView:
        """Return what lies in front of a player."""
        return self.public.players[seat]

    def shop(self, step: Step) -> Shop | None:
        """Return the shop on a step."""
        return self.public.shops[step]

    def kind(self, step: Step) -> SpaceKind | ShopKind:
        """Return the kind of the shop on a step, else of the space printed on the board."""
        shop = self.shop(step)
        return self.edition.road[step].kind if shop is None else shop.kind

    def circles(self, step: Step) -> int:
        """Return the number of circles on a step: those of its shop, else those printed on the board."""
        shop = self.shop(step)
        return self.edition.road[step].circles if shop is None else shop.circles

    def standing(self, step: Step) -> tuple[Seat, ...]:
        """Return the owners of the figures on a step, one entry for each figure."""
        return tuple(
            seat
            for seat, player in enumerate(self.public.players)
            for _ in range(player.figures.count(step))
        )

    def in_transit(self, step: Step) -> Seat | None:
        """Return the owner of the figure that is over a step, on no circle (OCC-01)."""
        phase = self.public.phase
        over = isinstance(phase, (Transit, Duel)) and phase.step == step
        return self.public.active if over else None


def _viewer(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


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

    def space(self, table: VisibleTable, step: Step) -> str:
        """Return everything about a space: its number, kind, price, circles and owner, and the figures on it."""
        price, circles, shop = table.edition.road[step].price, table.circles(step), table.shop(step)
        parts = [str(step), self.kind(table.kind(step))]
        if price:
            parts.append(self.label("price", price=price))
        if circles:
            parts.append(self.label("circles", circles=circles))
        if shop is not None:
            parts.append(self.players[shop.owner])
        if figures := [self.players[seat] for seat in table.standing(step)]:
            parts.append(f"{self.label('figures')}: {', '.join(figures)}")
        return MIDDLE_DOT.join(parts)


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
