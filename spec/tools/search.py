"""Bounded search: the shortest way from a position to something, by the rules alone.

python -m spec.tools.search tiny-agreement "phase(duel(_,_,_,_))"
python -m spec.tools.search tiny-agreement --loop

The clauses get one more argument, the time, and the solver chooses a legal move, or a card for chance, at each time. It
looks for one move, then for two, and so on; so the first way that it finds is a shortest one. With `--loop` it looks
for a way back to the position it started from: a game that can go on for ever (A-117).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from random import Random

import clingo
from clingo.ast import AST, ProgramBuilder
from clingo.symbol import Symbol

from spec.tools import facts
from spec.tools.facts import Position
from spec.tools.logic import Term, depending, needed, parse, program, symbol, term, with_argument
from toledo_rules import new_game, shipped_edition

_TIME = """
time(0..horizon).
true(Time+1,F)             :- next(Time,F), time(Time+1).
1 { does(Time,P,A) : legal(Time,P,A) } 1 :- time(Time), Time < horizon, not terminal(Time).
:- not reached(horizon).
"""
_LOOP = """
differs(Time)              :- time(Time), true(Time,F), not true(0,F).
differs(Time)              :- time(Time), true(0,F), not true(Time,F).
reached(Time)              :- time(Time), not differs(Time).
"""


def timed(goal: str | None) -> list[AST]:
    """The rules with a time, and with a goal; without one, the goal is to be back."""
    rules = [*program(), *(parse(f"reached :- {goal}.") if goal else [])]
    outputs = [("next", 1), ("legal", 2), ("terminal", 0), ("reached", 0)]
    part = needed(rules, outputs)
    affected = depending(part, [("true", 1), ("does", 2)])
    return [
        *with_argument(part, affected, "Time", "time"),
        *parse(_TIME + ("" if goal else _LOOP)),
    ]


def shortest(
    edition: Iterable[Term], start: Position, goal: str | None, within: int
) -> list[Term] | None:
    """The moves of a shortest way, or None if there is none of so many moves.

    Args:
        edition: the components, as facts.
        start: the position to start from.
        goal: a body of a clause, such as ``phase(duel(_,_,_,_))``; None for a way back to the start.
        within: the greatest number of moves.
    """
    rules = timed(goal)
    given = [*edition, *(("true", 0, fluent) for fluent in start)]
    for horizon in range(1, within + 1):
        found: list[tuple[int, Symbol]] = []

        def keep(model: clingo.Model, found: list[tuple[int, Symbol]] = found) -> bool:
            for atom in model.symbols(atoms=True):
                if atom.match("does", 3):
                    time, _, move = atom.arguments
                    found.append((time.number, move))
            return False

        control = clingo.Control(["--warn=none", "-c", f"horizon={horizon}"])
        with ProgramBuilder(control) as builder:
            for node in rules:
                builder.add(node)
        with control.backend() as backend:
            for fact in map(symbol, given):
                backend.add_rule([backend.add_atom(fact)])
        control.ground([("base", [])])
        if control.solve(on_model=keep).satisfiable:
            return [term(move) for _, move in sorted(found)]
    return None


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m spec.tools.search", description="Search for a shortest way by the rules."
    )
    parser.add_argument("edition", help="the name of an edition")
    parser.add_argument("goal", nargs="?", help="the body of a clause, such as 'terminal'")
    parser.add_argument("--loop", action="store_true", help="a way back to the start instead")
    parser.add_argument("--within", type=int, default=12, help="the greatest number of moves (12)")
    parser.add_argument("--seed", type=int, default=0, help="the deal (0)")
    options = parser.parse_args(argv)
    if bool(options.goal) == options.loop:
        parser.error("expected a goal, or --loop")
    state = new_game(2, Random(options.seed), edition=shipped_edition(options.edition))
    edition = facts.edition(state.edition, 2)
    way = shortest(edition, facts.position(state), options.goal, options.within)
    if way is None:
        print(f"no way within {options.within} moves")
        return 1
    for move in way:
        print(symbol(move))
    return 0


if __name__ == "__main__":
    sys.exit(main())
