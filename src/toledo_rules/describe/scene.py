"""Where something happens: who sits there, and what is on the road."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from re import sub
from typing import TypeAlias

from attrs import fields, frozen

from toledo_rules.actions import Action
from toledo_rules.cards import Card
from toledo_rules.describe.messages import Place, PlaceKind, Value, Who, Word
from toledo_rules.edition import Edition, ShopTile, Step, Sword
from toledo_rules.events import Event
from toledo_rules.scoring import ScoreLine
from toledo_rules.state import Phase, Seat, Shop, State
from toledo_rules.views import View

Context: TypeAlias = Edition | State | View
"""What a sentence has to know. A position knows the shops on the board, an edition does not."""

Parameters: TypeAlias = tuple[tuple[str, Value], ...]


@frozen
class Scene:
    """A context, and the names of the players."""

    context: Context
    names: Sequence[str]

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.context if isinstance(self.context, Edition) else self.context.edition

    def shop(self, step: Step) -> Shop | None:
        """The shop on a step, as far as the context knows."""
        return None if isinstance(self.context, Edition) else self.context.shops[step]

    def who(self, seat: Seat) -> Who:
        """A player, by name if there is one, else by colour."""
        colours = self.edition.colours
        return Who(
            seat,
            colours[seat] if 0 <= seat < len(colours) else None,
            self.names[seat] if 0 <= seat < len(self.names) else None,
        )

    def place(self, step: Step) -> Place:
        """A step, and what is there."""
        return Place(step, self._kind(step))

    def _kind(self, step: Step) -> PlaceKind:
        if not 0 <= step <= self.edition.last_step:
            return "unknown"
        shop = self.shop(step)
        return self.edition.road[step].kind if shop is None else shop.kind

    def value(self, name: str, raw: object) -> Value | None:
        """What a field is in a sentence, by its name; None if no sentence names it."""
        match name, raw:
            case _, bool():
                return None
            case "seat" | "attacker" | "defender" | "winner" | "loser" | "owner" | "rival", int():
                return self.who(raw)
            case "step" | "origin" | "transit", int():
                return self.place(raw)
            case "tile", str():
                return Word("tile", raw)
            case "space", str():
                return Word("visit", raw)
            case _, int() | Card() | Sword() | ShopTile():
                return raw
            case _:
                return None

    def values(self, named: Iterable[tuple[str, object]]) -> Parameters:
        """The parameters of a message."""
        found = ((name, self.value(name, raw)) for name, raw in named)
        return tuple((name, value) for name, value in found if value is not None)

    def values_of(self, thing: Action | Event | Phase | ScoreLine) -> Parameters:
        """The fields of a thing as parameters of a message."""
        return self.values((part.name, getattr(thing, part.name)) for part in fields(type(thing)))


def snake(kind: type) -> str:
    """The name of a class as it is in a key.

    >>> snake(ShopTile)
    'shop_tile'
    """
    return sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
