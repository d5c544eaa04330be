"""What a seat of the OpenSpiel game sees and remembers, as strings and tensors.

Without recall, the tensor is an observation (`toledo_rules.adapters.observation`) under the name ``observation``. With
perfect recall it has three parts:

| name | shape | what it is |
|---|---|---|
| player | players | the seat, by its number |
| dealt | kinds of cards | the cards that the seat was dealt, as counts divided by the copies there are |
| moves | horizon + 3, bits | a row for each move since the deal: its code in binary, lowest bit first |

A row of zeros is no move. The codes are those of `toledo_rules.adapters.openspiel.course.coding`. There are as many
bits as they need, and three rows more than the horizon because the last action may lead to draws.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

import numpy as np
import pyspiel
from numpy.typing import NDArray

from toledo_rules.adapters.observation import layout, observe
from toledo_rules.adapters.openspiel.course import Course, coding
from toledo_rules.cards import Cards
from toledo_rules.edition import Edition
from toledo_rules.notation import format_cards
from toledo_rules.state import Seat
from toledo_rules.views import view


def most_draws(edition: Edition) -> int:
    """The most draws that can follow an action: by taking, at a tavern, in a duel (DUE-03)."""
    return max(edition.cards_taken, edition.tavern_cards, 2 * edition.rounds_to_win - 1)


@lru_cache(maxsize=64)
def binary(edition: Edition) -> NDArray[np.float32]:
    """The codes of an edition's moves in binary, a row for each code."""
    codes = np.arange(len(coding(edition).names))
    bits = np.arange(int(codes[-1]).bit_length())
    return (codes[:, None] >> bits & 1).astype(np.float32)


class Lived(Protocol):
    """What has a course: a state of the game."""

    course: Course


class ToledoObserver:
    """What OpenSpiel calls an observer; its `tensor` and `dict` show what was last set."""

    def __init__(
        self,
        edition: Edition,
        players: int,
        horizon: int,
        kind: Any,  # a pyspiel.IIGObservationType: pyspiel has no types
        params: dict[str, object] | None,
    ) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, but these came: {params}")
        self.recall: bool = kind.perfect_recall
        self.public: bool = kind.public_info
        self.private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees the cards of all players")
        if not (self.public or (self.private and not self.recall)):
            raise ValueError("what a seat remembers is public and private together, or public")
        self.layout = layout(edition, players)
        cards = len(self.layout.cards)
        shapes: dict[str, tuple[int, ...]]
        if self.recall:
            rows = horizon + most_draws(edition)
            shapes = {
                "player": (players,),
                "dealt": (cards,),
                "moves": (rows, binary(edition).shape[1]),
            }
        elif self.public:
            shapes = {"observation": (self.layout.size,)}
        else:
            shapes = {"player": (players,), "hand": (cards,)}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: Lived, player: Seat) -> None:
        """Show what a player sees of a state."""
        course = state.course
        self.tensor.fill(0)
        seat = player if self.private else None
        if self.recall:
            codes = course.codes(seat)
            self.dict["moves"][: len(codes)] = binary(course.edition)[codes]
            if seat is not None:
                self.dict["player"][seat] = 1
                self._count("dealt", course.hand_dealt(seat))
        elif self.public:
            self.tensor[:] = observe(view(course.state, seat))
        else:
            self.dict["player"][player] = 1
            self._count("hand", course.state.players[player].hand)

    def string_from(self, state: Lived, player: Seat) -> str:
        """What a player sees of a state, in words."""
        course = state.course
        seat = player if self.private else None
        if self.recall:
            return course.told(seat)
        if self.public:
            return repr(view(course.state, seat))
        return format_cards(course.state.players[player].hand, course.edition)

    def _count(self, name: str, hand: Cards) -> None:
        copies = self.layout.bounds[self.layout.slices["hand"]]
        for card in hand:
            place = self.layout.cards[card]
            self.dict[name][place] += 1 / copies[place]
