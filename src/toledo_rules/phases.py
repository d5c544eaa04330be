"""Phases: what has just happened in a game, and so what is pending.

Each is a small class that carries just the context of the pending decision or draw.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from toledo_rules.edition import Seat, Step


@frozen(cache_hash=True)
class TurnStart:
    """A turn begins: the active player chooses one of the four actions (TRN-03)."""


@frozen(cache_hash=True)
class Moving:
    """In a move turn with nothing pending: play another card, or end the turn."""


@frozen(cache_hash=True)
class Arrived:
    """A figure has just taken a circle: its space can be used now or never (MOV-06, A-54)."""

    step: Step


@frozen(cache_hash=True)
class Entered:
    """A figure has just gone into the Alcazar: a sword can be delivered now or never (ALC-02, A-106)."""


@frozen(cache_hash=True)
class Transit:
    """A figure is on a full space, without a circle: it must move on or challenge (OCC-01, A-49)."""

    step: Step


DrawSource: TypeAlias = Literal["take", "tavern"]


@frozen(cache_hash=True)
class Drawing:
    """Chance deals the active player a card; `left` cards are still to come (TAK-01, TAV-02)."""

    left: int
    source: DrawSource


@frozen(cache_hash=True)
class Duel:
    """Chance turns up the card of the next fencing round (DUE-04)."""

    step: Step
    rival: Seat
    attacker_wins: int
    defender_wins: int


@frozen(cache_hash=True)
class Over:
    """The game has ended (END-03)."""


Phase: TypeAlias = TurnStart | Moving | Arrived | Entered | Transit | Drawing | Duel | Over
"""Any phase."""

PHASE_TYPES: tuple[type[Phase], ...] = get_args(Phase)

TURN_START = TurnStart()
MOVING = Moving()
ENTERED = Entered()
OVER = Over()

# The same few phases with a context come again and again, so each is made once.
arrived = lru_cache(maxsize=1024)(Arrived)
transit = lru_cache(maxsize=1024)(Transit)
drawing = lru_cache(maxsize=1024)(Drawing)
duelling = lru_cache(maxsize=1024)(Duel)
