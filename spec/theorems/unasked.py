"""What the conformance suite does not ask of the model: which editions it refuses, and what is sure of a hand.

Each is compared with somebody else's answer: that of the library, and a list of all ways in which hidden cards can lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from spec.conformance import terms
from spec.conformance.terms import Term
from spec.theorems.engine import Game, Model
from spec.tools import facts
from tests.spec.test_before_play import editions
from tests.spec.test_knowledge import CASES, by_listing
from toledo_rules import State
from toledo_rules.codec import dump
from toledo_rules.editions import edition_problems


def differences(program: Path) -> Iterator[str]:
    """The answers of the model that are not those of the others."""
    with closing(Model(program)) as model:
        for edition in editions():
            refused = Game(facts.box(edition), model).ill_formed()
            if bool(refused) != bool(edition_problems(edition)):
                did, does = ("refused", "refuse") if refused else ("accepted", "accept")
                yield f"an edition is {did} that the library does not {does}"
        for name, state in CASES.items():
            if _sure(state, model) != _listed(state):
                yield f"what is sure of a hand: {name}"


Sure = dict[tuple[Term, Term], Counter[Term]]


def _sure(state: State, model: Model) -> Sure:
    game = Game(facts.edition(state.edition, len(state.players)), model)
    found: Sure = {}
    for viewer, seat, card, number in game.sure(tuple(terms.position(dump(state)))):
        found.setdefault((viewer, seat), Counter())[card] = number
    return found


def _listed(state: State) -> Sure:
    found: Sure = {}
    seats = range(len(state.players))
    for viewer in (None, *seats):
        for seat in {*seats} - {viewer}:
            least = by_listing(state, viewer, seat)
            if least:
                who = "spectator" if viewer is None else viewer
                found[who, seat] = Counter({facts.card(c): n for c, n in least.items()})
    return found
