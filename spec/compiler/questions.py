"""The questions that a compiled specification answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from spec.compiler import ir
from spec.compiler.clauses import Words, program, words
from spec.compiler.plan import Question, planned
from spec.compiler.strata import EDITION, MOVE, POSITION
from spec.tools.logic import Part


def questions(known: Words) -> dict[str, Question]:
    """Each question with its predicate and mode: what is given (``b``) and what is wanted (``f``)."""
    found = {
        "legal": Question("legal", "ff", POSITION),
        "weights": Question("weight", "ff", POSITION),
        "points": Question("points", "fff", POSITION),
        "goal": Question("goal", "bf", POSITION),
        "rank": Question("rank", "bf", POSITION),
        "winners": Question("winner", "f", POSITION),
        "leads": Question("leads", "f", POSITION),
        "card_sum": Question("card_sum", "bf", POSITION),
        "sure": Question("sure", "bfff", POSITION),
        "broken": Question("broken", "f", POSITION),
        "sees_size": Question("sees.size", "bff", POSITION),
        "round": Question("round", "f", MOVE),
        "happens": Question("happens", "ff", MOVE),
        "told": Question("told", "fff", MOVE),
        "reveals": Question("reveals", "", MOVE),
        "reasons": Question("reason", "fff", MOVE),
        "why_not": Question("why_not", "ff", MOVE),
        "ill_formed": Question("ill_formed", "f", EDITION),
        "deal": Question("deal", "fff", EDITION),
    }
    for kind, sorts in known.fluents.items():
        wanted = "f" * len(sorts)
        found[f"sees_{kind}"] = Question(f"sees.{kind}", f"b{wanted}", POSITION)
        found[f"init_{kind}"] = Question(f"init.{kind}", wanted, EDITION)
        found[f"new_{kind}"] = Question(f"new.{kind}", wanted, MOVE)
        found[f"gone_{kind}"] = Question(f"gone.{kind}", wanted, MOVE)
    return found


BOOKS = (
    "touched(X,T) :- moves(_,T,X,_), X != nowhere.",
    "touched(X,T) :- moves(_,T,_,X), X != nowhere.",
    "change(X,T,D) :- touched(X,T), D = #sum { N,Y,in : moves(N,T,Y,X) ; -N,Y,out : moves(N,T,X,Y) }.",
    "gone(at(X,T,N)) :- change(X,T,_), at(X,T,N).",
    "new(at(X,T,N+D)) :- change(X,T,D), at(X,T,N), N+D > 0.",
    "new(at(X,T,D)) :- change(X,T,D), not at(X,T,_).",
)
"""The clauses that keep the books. If they stand as they are, the runtime adds up what moves; else they are planned."""


def plan(
    sections: Iterable[Part] | None = None,
    *,
    asked: Mapping[str, Question] | None = None,
    keys: bool = True,
    recursive_calls: bool = False,
) -> ir.Plan:
    """The plan of the whole specification, or of other clauses in its vocabulary, for all questions or some.

    Without `keys` nothing is relied on: neither the keys nor the form of the books.
    """
    clauses = program(sections)
    asked = dict(questions(words()) if asked is None else asked)
    books = tuple(clause for clause in clauses if clause.text in BOOKS)
    if keys and tuple(clause.text for clause in books) == BOOKS:
        asked["moves"] = Question("moves", "ffff", MOVE)
        rest = [clause for clause in clauses if clause not in books]
        found = planned(rest, words(), asked, keys=keys, recursive_calls=recursive_calls)
        return evolve(found, books=books)
    return planned(clauses, words(), asked, keys=keys, recursive_calls=recursive_calls)
