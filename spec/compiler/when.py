"""The conditions under which a clause can apply: the kinds of phase and of move, and words without arguments.

``shows(P)`` needs ``game_ends`` somewhere down the line, and ``drawn(P,C)`` needs a phase of drawing. Such conditions
are cheap, so they are asked first; and two clauses that need different ones never give the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from spec.compiler.clauses import Atom, Clause, Compound, Literal, Name, Term, Var

Kind: TypeAlias = tuple[str, int]
"""A name, or a functor with its number of arguments."""

FIELDS = {"phase": ("true.phase", 0), "act": ("does", 1), "who": ("does", 0)}
"""The places where kinds are tested: the predicate and its argument."""


@frozen
class Needs:
    """The conditions that hold wherever a predicate holds."""

    kinds: dict[str, frozenset[Kind]]
    """The kinds that a field can have; a field that is not here can have any."""
    words: frozenset[str]


class When:
    """The conditions of all predicates."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self._needs: dict[str, Needs] = {}
        heads: dict[str, list[Clause]] = {}
        for clause in clauses:
            heads.setdefault(clause.head.pred, []).append(clause)
        self._defined = frozenset(heads)
        self._bare = {pred for pred, several in heads.items() if not several[0].head.args}
        before: dict[str, Needs] | None = None
        while (
            before != self._needs
        ):  # from below: what has no clause that can apply yet is not there
            before = dict(self._needs)
            for pred, several in heads.items():
                found = [needs for clause in several if (needs := self.of(clause)) is not None]
                if found:
                    self._needs[pred] = _either(found)

    def of(self, clause: Clause) -> Needs | None:
        """The conditions of a clause; None if it cannot apply, as far as is known yet."""
        found = []
        for literal in clause.body:
            if not isinstance(literal, Atom) or not literal.positive:
                continue
            for name, (pred, place) in FIELDS.items():
                if literal.pred == pred and (kind := _kind(literal.args[place])):
                    found.append(Needs({name: frozenset({kind})}, frozenset()))
            if literal.pred in self._defined:
                if literal.pred not in self._needs:
                    return None
                found.append(self._needs[literal.pred])
                if not literal.args:
                    found.append(Needs({}, frozenset({literal.pred})))
        return _both(found)

    def implied(self, clause: Clause) -> list[Literal]:
        """Return the conditions of a clause that are cheap to ask."""
        needs = self.of(clause)
        if needs is None:
            return []
        said = {
            name
            for literal in clause.body
            if isinstance(literal, Atom) and literal.positive
            for name, (pred, place) in FIELDS.items()
            if literal.pred == pred and _kind(literal.args[place])
        }
        words = {one.pred for one in clause.body if isinstance(one, Atom) and one.positive}
        found: list[Literal] = []
        for name in ("phase", "act"):
            kinds = needs.kinds.get(name, frozenset())
            if len(kinds) == 1 and name not in said:
                (kind,) = kinds
                pred, place = FIELDS[name]
                found.append(Atom(pred, (*([Var("_who")] * place), _pattern(name, kind))))
        implied = needs.words - words  # and none that another one asks anyway
        asked = {w for word in needs.words | words for w in self._words_of(word)}
        return found + [Atom(word, ()) for word in sorted(implied - asked)]

    def _words_of(self, pred: str) -> frozenset[str]:
        """The words that a word without arguments, asked by itself, asks."""
        needs = self._needs.get(pred)
        return needs.words if needs is not None and pred in self._bare else frozenset()

    def only_kinds(self, pred: str) -> Iterator[tuple[str, Kind]]:
        """The kinds of phase and of move without which a predicate cannot hold."""
        needs = self._needs.get(pred)
        for name in ("phase", "act"):
            kinds = needs.kinds.get(name, ()) if needs is not None else ()
            if len(kinds) == 1:
                yield name, next(iter(kinds))

    def exclude(self, one: Clause, other: Clause) -> bool:
        """Return True if two clauses never apply to the same position and move."""
        mine, theirs = self.of(one), self.of(other)
        if mine is None or theirs is None:
            return True
        both = mine.kinds.keys() & theirs.kinds.keys()
        return any(not mine.kinds[name] & theirs.kinds[name] for name in both)


def _kind(term: Term) -> Kind | None:
    match term:
        case Name(name):
            return name, 0
        case Compound(functor, args):
            return functor, len(args)
        case _:
            return None


def _pattern(field: str, kind: Kind) -> Term:
    name, arity = kind
    anything = tuple(Var(f"_{field}{number}") for number in range(arity))
    return Compound(name, anything) if arity else Name(name)


def _both(several: Sequence[Needs]) -> Needs:
    kinds: dict[str, frozenset[Kind]] = {}
    for needs in several:
        for name, some in needs.kinds.items():
            kinds[name] = kinds.get(name, some) & some
    return Needs(kinds, frozenset().union(*(needs.words for needs in several)))


def _either(several: Sequence[Needs]) -> Needs:
    common = set.intersection(*({*needs.kinds} for needs in several))
    kinds = {
        name: frozenset[Kind]().union(*(needs.kinds[name] for needs in several))
        for name in sorted(common)
    }
    return Needs(kinds, frozenset.intersection(*(needs.words for needs in several)))
