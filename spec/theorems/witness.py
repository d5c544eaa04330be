"""Games that the library has played, for Coq to play again: an edition, a first position, moves, and where they lead.

They show that what the theorems ask of an edition can be had, and that positions of every phase are reachable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random

from attrs import frozen

from spec.compiler.relations import Relations, listed, spaced
from spec.conformance import terms
from spec.conformance.terms import Json, Term
from spec.conformance.write import box
from spec.tools import facts
from toledo_rules import Edition, State, new_game, shipped_edition
from toledo_rules.actions import Draw, Move
from toledo_rules.codec import dump
from toledo_rules.testing import moves, play


@frozen
class Witness:
    """A game of the library: what it is played with, and how far."""

    file: str
    edition: str
    phases: int
    """The least number of different phases on the way."""
    most: int
    """The largest number of moves."""


WITNESSES = (Witness("Tiny", "tiny-road", 8, 40), Witness("Kosmos", "kosmos-2008", 4, 20))


@frozen
class Line:
    """A first position and the moves that were made, each with the position after it."""

    first: State
    made: Sequence[tuple[Move, State]]

    def phases(self) -> dict[str, tuple[int, Term]]:
        """The phases on the way: where each kind is met first."""
        found: dict[str, tuple[int, Term]] = {}
        for number, state in enumerate([self.first, *(after for _, after in self.made)]):
            position: Json = dump(state)
            phase = terms.phase(position["phase"])
            found.setdefault(phase if isinstance(phase, str) else phase[0], (number, phase))
        return found


def line(edition: Edition, most: int, rng: Random) -> Line:
    """A game with two players, by chance."""
    first = state = new_game(2, rng, edition=edition)
    made: list[tuple[Move, State]] = []
    while len(made) < most and (possible := moves(state)):
        move = rng.choice(possible)
        state = play(state, move)
        made.append((move, state))
    return Line(first, made)


@cache
def found(witness: Witness) -> Line:
    """The first game, in the order of seeds, that meets enough phases; it ends with the last of them."""
    for seed in range(100_000):
        tried = line(shipped_edition(witness.edition), witness.most, Random(seed))
        met = tried.phases()
        if len(met) >= witness.phases:
            return Line(tried.first, tried.made[: max(number for number, _ in met.values())])
    raise LookupError(f"no game of {witness.edition} meets {witness.phases} phases")


class _Terms:
    """Writes terms; words that no clause uses get the numbers after the others."""

    def __init__(self, coq: Relations) -> None:
        self._known = coq.names
        self._others: dict[str, int] = {}

    def __call__(self, value: Term) -> str:
        match value:
            case int():
                return f"(Num ({value}))"
            case tuple():
                return f"({spaced(self._known.function(value[0], len(value) - 1), *map(self, value[1:]))})"
            case _ if 0 in self._known.arities.get(value, ()):
                return f"k_{value}"
            case _:
                last = len(self._known.arities) + len(self._others)
                return f"(Name {self._others.setdefault(value, last + 1)}%positive)"

    def rows(self, several: Iterable[Iterable[Term]]) -> str:
        return "[" + ";\n  ".join(listed(map(self, row)) for row in several) + "]"


_TRADES = {"metal": "Metal_dealer", "gem": "Gem_dealer", "smith": "Smith", "fencing": "Fencing"}


def _if_any(number: int | None) -> str:
    return f"Some {number}" if number else "None"


def _box(json: Json, players: int, write: _Terms) -> str:
    """An edition as a value of the record box in Editions.v."""
    pieces = [
        f"Card {c['value']} {write(c['colour'])} {c['stance'].capitalize()}" for c in json["cards"]
    ]
    pieces += [f"Sword {s['value']} {s['metal']} {s['gems']}" for s in json["swords"]]
    pieces += [f"Tile {write(tile)}" for tile in json["tiles"]]
    pieces += ["Metal"] * json["metal"] + ["Gem"] * json["gems"]
    pieces += [f"Shop {_TRADES[tile['kind']]} {tile['circles']}" for tile in json["shops"]]
    road = (
        f"({space['kind'].capitalize()}, {_if_any(space['circles'])}, {_if_any(space['price'])})"
        for space in json["road"]
    )
    fields = {
        "seats": players,
        "begins": "None",
        "figures": json["figures"],
        "last_round": json["last_round_at"],
        "limit": json["tile_limit"],
        "rounds": json["rounds_to_win"],
        "taken": json["cards_taken"],
        "poured": json["tavern_cards"],
        "road": listed(road),
        "pieces": listed(pieces),
    }
    return "{| " + "; ".join(f"{name} := {value}" for name, value in fields.items()) + " |}"


def _edition(first: State) -> Iterator[Term]:
    """What is said of an edition, once for play and once for its judgement, and of a deal."""
    yield from terms.edition(box(first.edition), len(first.players))
    judged = facts.box(first.edition)
    yield from (fact for fact in judged if fact[0] != "players")
    position: Json = dump(first)
    yield from terms.dealt([player["hand"] for player in position["players"]])


def written(witness: Witness, coq: Relations) -> str:
    """The file."""
    game, write = found(witness), _Terms(coq)
    given = list(dict.fromkeys(_edition(game.first)))
    fields = (
        f"e_{pred} := {write.rows(fact[1:] for fact in given if fact[0] == pred)}"
        for pred in coq.edition
    )
    script, before = [], game.first
    for move, after in game.made:
        who = "chance" if isinstance(move, Draw) else before.active
        script.append(f"({write(who)}, {write(terms.move(dump(move), before.active))})")
        before = after
    met = (f"({number}%nat, {write(phase)})" for number, phase in game.phases().values())
    first: Json = dump(game.first)
    hands = [player["hand"] for player in first["players"]]
    dealt = (
        f"({write(seat)}, {write(terms.card(card))})"
        for seat, hand in enumerate(hands)
        for card in hand
    )
    last = write.rows([fluent] for fluent in terms.position(dump(before)))
    return "\n".join(
        [
            f"(* {witness.edition}, and a game that the library has played. Written by spec.theorems.witness. *)",
            "From Coq Require Import List ZArith.",
            "Import ListNotations.",
            "From Toledo Require Import Terms Clauses Compiled Steps Editions Play.",
            "Open Scope Z_scope.",
            f"Definition ed : edition := {{| {'; '.join(fields)} |}}.",
            f"Definition the_box : box := {_box(box(game.first.edition), len(hands), write)}.",
            f"Definition dealt : list (term * term) := {listed(dealt)}.",
            f"Definition script : list (term * term) := {listed(script)}.",
            f"Definition phases : list (nat * term) := {listed(met)}.",
            f"Definition last : rows := {last}.",
            "Theorem playable : well_formed ed.",
            "Proof.",
            "  apply (editions the_box dealt);",
            "    [apply writtenb_written|apply fairb_fair|apply formed_ok]; vm_compute; reflexivity.",
            "Qed.",
            "Theorem played : witnessed ed script phases last = true.",
            "Proof. vm_compute. reflexivity. Qed.",
            "Theorem every_phase : forall n x, In (n, x) phases -> exists St, reachable ed St /\\ p_phase St x.",
            "Proof. exact (witnessed_phases ed script phases last played). Qed.",
            "Theorem library_agrees : exists St, reachable ed St /\\ forall r, In r St <-> In r last.",
            "Proof. exact (witnessed_last ed script phases last played). Qed.",
            "Print Assumptions playable.",
            "Print Assumptions every_phase.",
            "Print Assumptions library_agrees.",
            "",
        ]
    )
