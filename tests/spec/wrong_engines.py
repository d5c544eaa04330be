"""Engines with one mistake each, of the sort that people make: the small part of the suite notices them all.

Most are the clauses with another clause in the place of one of them, compiled. Others know too little of editions or
of chance, or accept too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from spec.compiler.build import loaded
from spec.compiler.engine import Engine, RefusedError
from spec.tools.logic import Part, parts
from tests.spec.noticing import numbers
from toledo_rules import KOSMOS_2008

Json: TypeAlias = Any


class Edit(NamedTuple):
    """A change of a clause, under the number of its rule: what it says, and what it says wrongly."""

    rule: str
    right: str
    wrong: str
    shows: str = ""
    """The cases in which the mistake is likely to show, if they do not name the rule."""


CLAUSES: Mapping[str, Edit] = MappingProxyType(
    {
        # The seven that the small part once let through
        "looks ahead one card only": Edit(
            "A-44", "leg(R,_,_,E), good(E).", "leg(R,_,_,E), comes(E,S,_), free(S)."
        ),
        "looks ahead without the tile": Edit(
            "TIL-01", "from(R), R = run(S,B,none,K,N)", "now(_,R), R = run(S,B,none,K,N)"
        ),
        "three gems make a point": Edit(
            "SCO-04", "at(area(P),gem,N), gems_per_point(M)", "at(area(P),gem,N), M = 3"
        ),
        "a paid card is not known": Edit(
            "A-130",
            "moves(1,C,nowhere,known(Q))       :- paid(_,C,Q), not reading(a130,forgotten).",
            "",
        ),
        "a fee goes to the discards": Edit(
            "USE-04", "moves(1,C,hand(P),hand(Q))", "moves(1,C,hand(P),discards)"
        ),
        "a tile that comes back can be used again": Edit(
            "A-84",
            "gone(tile_card(V))                :- turn_ends, true(tile_card(V)).",
            "gone(tile_card(V)) :- turn_ends, true(tile_card(V)).\n"
            "gone(tile_card(V)) :- does(_,use_space(_,_,master(movement))), true(tile_card(V)).",
            shows="small/refusals/",
        ),
        "everybody shows their hand at the end": Edit("A-128", "N > 0, not behind(P),", "N > 0,"),
        # Others of the same review
        "hands that are shown can be taken back": Edit(
            "A-132", "reveals                           :- shows(_).", ""
        ),
        "a fee can be taken back": Edit(
            "A-132", "reveals                           :- does(_,use_space(C,_,_)), C != none.", ""
        ),
        "looks ahead and forgets the cards used": Edit("MOV-08", "H > K, reaches", "reaches"),
    }
)


def mistaken(edit: Edit) -> Callable[[Iterable[Any]], Any]:
    """The rules with a mistake, compiled."""
    found, done = [], 0
    for part in parts():
        text = part.text
        if part.id == edit.rule and edit.right in text:
            done += text.count(edit.right)
            text = text.replace(edit.right, edit.wrong)
        found.append(Part(part.id, text))
    assert done == 1, edit
    game: Callable[[Iterable[Any]], Any] = loaded(found).game
    return game


class AcceptsAll(Engine):
    """Carries out moves that are not legal."""

    def _after(self, message: Json) -> Json:
        try:
            return super()._after(message)
        except RefusedError:
            return {"position": message["position"], "told": {}, "reveals": False}


class LiteralNumber(Engine):
    """Plays every edition with a number of kosmos-2008."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._number = {name: numbers(KOSMOS_2008)[name]}

    def _box(self, edition: Json) -> Json:
        return {**super()._box(edition), **self._number}


class FourPlayers(Engine):
    """Has places for four players."""

    def answer(self, message: Json) -> Json:
        """The answer, if there are not too many."""
        if len(message.get("position", {}).get("players", ())) > 4:
            return {
                "type": "failure",
                "id": message["id"],
                "code": "refused",
                "message": "too many",
            }
        return super().answer(message)


class Uniform(Engine):
    """Every kind of card is as likely as any other."""

    def _legal(self, message: Json) -> Json:
        moves = super()._legal(message)["moves"]
        return {"moves": [{**m, "weight": 1} if "weight" in m else m for m in moves]}


class LowestCard(Engine):
    """Draws the lowest card, whatever the seed says."""

    def _game(self, message: Json) -> Json:
        return super()._game({**message, "seed": 0})


class KnowsNamesOnly(Engine):
    """Knows the editions that it was sent, and none that a position has in full."""

    def _box(self, edition: Json) -> Json:
        if "digest" not in edition:
            raise RefusedError("an edition in full")
        return super()._box(edition)


class Wrong(NamedTuple):
    """A wrong engine, and where it is likely to show."""

    make: Callable[[], Engine]
    shows: str
    """A rule that the cases name, or the beginning of their names."""


def engines() -> dict[str, Wrong]:
    """The wrong engines, by their mistakes."""

    def with_clause(name: str) -> Wrong:
        edit = CLAUSES[name]
        return Wrong(lambda: Engine(name, mistaken(edit)), edit.shows or edit.rule)

    def with_number(name: str) -> Wrong:
        return Wrong(lambda: LiteralNumber(name), "odd/")

    others = {
        "accepts every move": Wrong(AcceptsAll, "small/refusals/"),
        "seats four": Wrong(FourPlayers, "odd/"),
        "draws kinds of cards, not cards": Wrong(Uniform, "small/chosen/"),
        "draws by another seed": Wrong(LowestCard, "small/games/"),
        "knows editions by name": Wrong(KnowsNamesOnly, "odd/"),
    }
    literal = {f"{name} is a literal": with_number(name) for name in numbers(KOSMOS_2008)}
    return {**{name: with_clause(name) for name in CLAUSES}, **others, **literal}
