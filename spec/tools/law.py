"""Proves that a move is legal exactly if no reason speaks against it, and that no two reasons are of one rank.

    python -m spec.tools.law                              # what `make test` asks
    python -m spec.tools.law kosmos-2008 2 use_space      # an edition, players, a kind of move

The solver chooses any position that keeps some proved invariants, and any move of one kind, legal or not, with the
pieces of the box and on the road or one step beyond. If there is no answer that breaks the law, it is proved.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from clingo.ast import AST

from spec.tools import facts
from spec.tools.induction import (
    Answer,
    Question,
    clauses_of,
    logic_of,
    only_moves,
    question_about,
    replaced,
    solve,
)
from spec.tools.logic import Part, bodies, heads, is_clause, parse, parts, symbol
from toledo_rules import Edition, shipped_edition

GIVEN = ("form", "i09", "i13", "i14", "i15", "i25", "i26", "i28", "i31")
"""Invariants that are taken for granted; each is proved by `python -m spec.tools.prove`."""

LAW = """
breaks(law) :- does(P,A), legal(P,A), reason(_,_,_).
breaks(law) :- does(P,A), not legal(P,A), not reason(_,_,_).
breaks(law) :- reason(N,R,E), reason(N,S,F), (R,E) != (S,F).

1 { does(P,A) : thinkable(P,A) } 1.
:- not breaks(law).

near_road(S)    :- on_road(S).
near_road(S+1)  :- last_step(S).
money(C)        :- copies(C,_), C = card(_,_,_).
named_fee(none).    named_fee(C)   :- money(C).
named_back(none).   named_back(T)  :- copies(T,_), T = master(_).
named_goods(T)  :- named_back(T).
named_goods(T)  :- copies(T,_), T = sword(_,_,_).
"""

THINKABLE = {
    "take_cards": "thinkable(P,take_cards) :- active(P).",
    "end_turn": "thinkable(P,end_turn) :- active(P).",
    "pass": "thinkable(P,pass) :- active(P).",
    "place_shop": "thinkable(P,place_shop(shop(P,K,C),S)) :- active(P), copies(shop(K,C),_), near_road(S).",
    "return_figure": "thinkable(P,return_figure(S)) :- active(P), near_road(S).",
    "challenge": "thinkable(P,challenge(Q)) :- active(P), role(Q).",
    "deliver": "thinkable(P,deliver(S)) :- active(P), copies(S,_), S = sword(_,_,_).",
    "draw": "thinkable(chance,draw(C)) :- money(C).",
    "use_space": "thinkable(P,use_space(C,T,B)) :- active(P), named_fee(C), named_goods(T), named_back(B).",
    "play_card": "thinkable(P,play_card(C,S,(plain;tile))) :- active(P), money(C), near_road(S).",
}
"""The moves of each kind, legal or not."""

QUICK = (
    *(("kosmos-2008", n, kind) for n in (2, 3, 4) for kind in [*THINKABLE][:8]),
    *(("tiny-duel", 2, kind) for kind in ("use_space", "play_card")),
)
"""The proofs that take a few seconds. For the whole box, `use_space` takes half a minute, and `play_card` did not
end."""


def question(
    box: Edition, players: int, kind: str, rules: Sequence[Part] | None = None
) -> Question:
    """Is there a position and a move of this kind for which the law does not hold?"""
    program = clauses_of(parts() if rules is None else rules)
    for name in ("aimless",) if kind == "play_card" else ("weaker", "uncounted"):
        program = replaced(program, name)
    # A pass waits for all other moves; how many there are does not matter.
    waits = kind == "pass"
    program = replaced(program, "some") if waits else only_moves(program, (kind, "chance"))
    program = _about(kind, [*program, *logic_of("fits")])
    law = [*parse(LAW), *parse(THINKABLE[kind])]
    given = [f"broken({name})" for name in GIVEN]
    edition = map(symbol, facts.edition(box, players))
    return question_about(program, edition, law, given)


def _about(kind: str, program: Sequence[AST]) -> list[AST]:
    """The program without what only another kind of move could bring about."""
    kept = [n for n in program if not is_clause(n) or _kinds(n) <= {kind}]
    defined = {head for n in program if is_clause(n) for head in heads(n)}
    while True:
        lost = defined - {head for n in kept if is_clause(n) for head in heads(n)}
        again = [n for n in kept if not is_clause(n) or not _needs(n) & lost]
        if len(again) == len(kept):
            nothing = "".join(f"#defined {name}/{arity}. " for name, arity in sorted(lost))
            return [*kept, *parse(f"#defined may/2. {nothing}")]
        kept = again


def _kinds(clause: AST) -> set[str]:
    """The kinds of moves without which a clause says nothing."""
    return {*re.findall(r"(?<!not )\bdoes\([^,()]*,([a-z]\w*)", str(clause))}


def _needs(clause: AST) -> set[tuple[str, int]]:
    return {signature for signature, binds in bodies(clause) if binds}


def prove(edition: str, players: int, kind: str, rules: Sequence[Part] | None = None) -> Answer:
    """Ask the solver; without a counterexample it is proved."""
    return solve(question(shipped_edition(edition), players, kind, rules))


def main(argv: Sequence[str]) -> int:
    """The command."""
    wanted = [(argv[0], int(argv[1]), argv[2])] if argv else QUICK
    wrong = 0
    for edition, players, kind in wanted:
        answer = prove(edition, players, kind)
        found = answer.counterexample
        wrong += found is not None
        verdict = "proved" if found is None else f"REFUTED by {found.move} in {found.position}"
        print(f"{edition}, {players} players, {kind}: {verdict}, {answer.seconds:.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
