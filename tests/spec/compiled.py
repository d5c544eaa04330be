"""The compiled specification, asked like the oracle: the same questions, the same answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from clingo.symbol import Symbol, SymbolType

from spec.compiler.build import compiled
from spec.compiler.engine import seen
from spec.tools.facts import Position
from spec.tools.oracle import Result

Term = Any


@cache
def term(symbol: Symbol) -> Term:
    """A term of the logic as the compiled modules have it."""
    if symbol.type == SymbolType.Number:
        return symbol.number
    parts = tuple(map(term, symbol.arguments))
    return (symbol.name, *parts) if parts else symbol.name


def terms(symbols: Iterable[Symbol]) -> set[Term]:
    return {term(symbol) for symbol in symbols}


class Compiled:
    """Answers about positions of one edition and number of players."""

    def __init__(
        self, edition: Iterable[Symbol], players: int, module: ModuleType | None = None
    ) -> None:
        self._game = (module or compiled()).game([term(fact) for fact in edition])
        self._viewers: tuple[int | None, ...] = (None, *range(players))
        self.questions: tuple[Callable[[Position], object], ...] = (
            self.consequences,
            self.weights,
            self.views,
            self.sure,
            self.results,
        )

    def consequences(self, position: Position) -> dict[Term, tuple[set[Term], Any, bool]]:
        """Every legal move: the position after it, what each viewer is told in order, and if it reveals."""
        game, now = self._game, self._game.position(terms(position))
        found = {}
        for who, act in game.legal(now):
            move = game.move(now, who, act)
            told: dict[Term, dict[int, set[Term]]] = {}
            for viewer, number, event in game.told(move):
                told.setdefault(viewer, {}).setdefault(number, set()).add(event)
            in_order = {
                None if viewer == "spectator" else viewer: [events[n] for n in sorted(events)]
                for viewer, events in told.items()
            }
            found[act] = {*game.after(move).fluents()}, in_order, game.reveals(move)
        return found

    def weights(self, position: Position) -> dict[Term, int]:
        """The weight of each move of chance."""
        return dict(self._game.weights(self._game.position(terms(position))))

    def views(self, position: Position) -> dict[int | None, set[Term]]:
        """What each seat sees, and the spectator (None)."""
        now = self._game.position(terms(position))
        found = {viewer: {*seen(self._game, now, viewer)} for viewer in self._viewers}
        return {viewer: some for viewer, some in found.items() if some}

    def sure(self, position: Position) -> dict[tuple[int | None, int, Term], int]:
        """The least number of each card that a viewer can be sure of in another hand."""
        now = self._game.position(terms(position))
        found: dict[tuple[int | None, int, Term], int] = {}
        for viewer in self._viewers:
            for seat, card, number in self._game.sure(
                now, "spectator" if viewer is None else viewer
            ):
                key = viewer, seat, card
                found[key] = max(number, found.get(key, 0))
        return found

    def results(self, position: Position) -> Result:
        """Points by item, totals, places and winners."""
        game, now = self._game, self._game.position(terms(position))
        seats = [seat for seat in self._viewers if seat is not None]
        return Result(
            points={(seat, item): number for seat, item, number in game.points(now)},
            goal={seat: n for seat in seats if (n := game.goal(now, seat)) is not None},
            rank={seat: n for seat in seats if (n := game.rank(now, seat)) is not None},
            winners={*game.winners(now)},
        )

    def broken(self, position: Position) -> set[str]:
        """The invariants that a position breaks."""
        return {*self._game.broken(self._game.position(terms(position)))}


def several(answers: Sequence[Any]) -> list[Any]:
    """Answers of the oracle, with terms as the compiled modules have them."""
    return [_plain(answer) for answer in answers]


def _plain(answer: Any) -> Any:
    match answer:
        case Symbol():
            return term(answer)
        case dict():
            return {_plain(key): _plain(value) for key, value in answer.items()}
        case tuple():
            return tuple(map(_plain, answer))
        case list():
            return list(map(_plain, answer))
        case set() | frozenset():
            return {*map(_plain, answer)}
        case _:
            return answer
