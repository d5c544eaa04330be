"""The everyday oracle: answers of the specification.

The clauses are asked as the compiler made them (`spec.compiler`), without a solver. `spec.tools.referee` asks the same
clauses through clingo; tests compare the two on a sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

from attrs import field, frozen

from spec.compiler.build import compiled
from spec.tools import facts
from spec.tools.facts import Pieces, Position
from spec.tools.logic import Term
from toledo_rules import Edition, State

Now: TypeAlias = Any
"""A position as the compiled rules have it. Answers about it are cached there."""

Told: TypeAlias = dict[int | None, list[frozenset[Term]]]
"""The events as told to each seat and to the spectator (None), in order, each as a set of terms."""

SLOTS = ("active", "phase", "trigger", "tile_card")
"""The facts of a position besides its pieces."""


@frozen
class Consequence:
    """The consequences of a move."""

    after: Position
    told: Told
    reveals: bool
    """True if nothing may be taken back after it."""


@frozen
class Seen:
    """A position as somebody sees it."""

    pieces: Pieces
    sizes: dict[Term, int]
    slots: dict[str, Term]

    def __bool__(self) -> bool:
        return bool(self.pieces or self.sizes or self.slots)

    def fluents(self) -> Position:
        """The same in the words of `sees`."""
        counted = (("size", *size) for size in self.sizes.items())
        return frozenset((*facts.fluents(self.pieces, self.slots), *counted))


@frozen
class Result:
    """Scores and winners of a position, as the specification counts them."""

    points: dict[tuple[int, str], int] = field(factory=dict)
    goal: dict[int, int] = field(factory=dict)
    rank: dict[int, int] = field(factory=dict)
    winners: set[int] = field(factory=set)


class Oracle:
    """The rules of one edition and number of players."""

    def __init__(self, edition: Iterable[Term], rules: ModuleType | None = None) -> None:
        """With `rules`, those of another module of the compiler."""
        given = [*edition]
        self.game = (rules or compiled()).game(given)
        (players,) = (fact[1] for fact in given if fact[0] == "players")
        self.seats = range(players)
        self.viewers: tuple[int | None, ...] = (None, *self.seats)

    # Positions

    def position(self, fluents: Iterable[Term]) -> Now:
        """A position, from its fluents."""
        return self.game.position(fluents)

    def of(self, state: State) -> Now:
        """A position of the library."""
        return self.game.laid(facts.pieces(state), facts.slots(state))

    # Moves

    def legal(self, now: Now) -> list[Term]:
        """The legal moves."""
        return [act for _, act in self.game.legal(now)]

    def weights(self, now: Now) -> dict[Term, int]:
        """The weight of each move of chance."""
        return dict(self.game.weights(now))

    def moves(self, now: Now) -> Iterator[tuple[Term, Now]]:
        """The legal moves, ready to be asked about."""
        for who, act in self.game.legal(now):
            yield act, self.game.move(now, who, act)

    def told(self, move: Now) -> Told:
        """Return what everybody is told about a move."""
        heard: dict[Term, dict[int, set[Term]]] = {}
        for viewer, number, event in self.game.told(move):
            heard.setdefault(viewer, {}).setdefault(number, set()).add(event)
        return {
            None if viewer == "spectator" else viewer: [
                frozenset(events[number]) for number in sorted(events)
            ]
            for viewer, events in heard.items()
        }

    def consequence(self, move: Now) -> Consequence:
        """The position after a move, what is told of it, and if it can be undone."""
        after = frozenset(self.game.after(move).fluents())
        return Consequence(after, self.told(move), self.game.reveals(move))

    def consequences(self, now: Now) -> dict[Term, Consequence]:
        """The same for every legal move."""
        return {act: self.consequence(move) for act, move in self.moves(now)}

    def successors(self, now: Now) -> dict[Term, Position]:
        """Every legal move, and the position after it."""
        return {act: frozenset(self.game.after(move).fluents()) for act, move in self.moves(now)}

    def reasons(self, now: Now, who: Term, act: Term) -> list[tuple[str, Term]]:
        """Everything that speaks against a move: rule and reason, in the order in which it is told."""
        found = sorted(self.game.reasons(self.game.move(now, who, act)), key=lambda row: row[0])
        return [(law, reason) for _, law, reason in found]

    # What is seen and known, and what it is worth

    def seen(self, now: Now, viewer: int | None) -> Seen:
        """Return what somebody sees, a seat or the spectator (None)."""
        watcher = "spectator" if viewer is None else viewer
        pieces: Pieces = {}
        for place, piece, number in self.game.sees_at(now, watcher):
            pieces.setdefault(place, {})[piece] = number
        slots = {name: getattr(self.game, f"sees_{name}")(now, watcher) for name in SLOTS}
        return Seen(pieces, dict(self.game.sees_size(now, watcher)), _said(slots))

    def views(self, now: Now) -> dict[int | None, Position]:
        """What everybody sees who sees anything."""
        found = {viewer: self.seen(now, viewer) for viewer in self.viewers}
        return {viewer: seen.fluents() for viewer, seen in found.items() if seen}

    def sure(self, now: Now) -> dict[tuple[int | None, int, Term], int]:
        """The least number of each card that a viewer can be sure of in another hand, by viewer, seat and card."""
        found: dict[tuple[int | None, int, Term], int] = {}
        for viewer in self.viewers:
            watcher = "spectator" if viewer is None else viewer
            for seat, card, number in self.game.sure(now, watcher):
                found[viewer, seat, card] = max(number, found.get((viewer, seat, card), 0))
        return found

    def results(self, now: Now) -> Result:
        """Points by item, totals, places and winners."""
        game = self.game
        return Result(
            points={(seat, item): number for seat, item, number in game.points(now)},
            goal={seat: n for seat in self.seats if (n := game.goal(now, seat)) is not None},
            rank={seat: n for seat in self.seats if (n := game.rank(now, seat)) is not None},
            winners={*game.winners(now)},
        )

    def broken(self, now: Now) -> set[str]:
        """The invariants that a position breaks."""
        return {*self.game.broken(now)}

    # Before play: the edition and what has been dealt are given together

    def first(self) -> Position:
        """The first position, given `dealt(P,C,N)`, and `named(P)` if somebody is named to begin."""
        return frozenset(self.game.first())

    def deal(self) -> dict[tuple[int, Term], int]:
        """The next card of the deal: each seat and card that may come, and its weight; none when all are dealt."""
        return {(seat, card): weight for seat, card, weight in self.game.deal()}

    def ill_formed(self) -> set[str]:
        """The rules that an edition does not keep."""
        return {*self.game.ill_formed()}


def _said(slots: Mapping[str, Term]) -> dict[str, Term]:
    return {name: value for name, value in slots.items() if value is not None}


def held(now: Now) -> tuple[Pieces, dict[str, Term]]:
    """The pieces of a position, and what else holds, as `spec.tools.facts` has it."""
    return now.at, _said({name: getattr(now, name) for name in SLOTS})


@cache
def oracle_of(edition: Edition, players: int) -> Oracle:
    """The rules of an edition, compiled once in each process."""
    return Oracle(facts.edition(edition, players))
