"""A player knows their own legal moves: shown by what the clauses look at, for all positions and every edition.

    python -m spec.tools.sight

Take two positions that the player on turn cannot tell apart: by the clauses of A-128 and A-129 they differ at most in
what is `hidden` from that player. The rules have no negation in a circle, so the two have the same legal moves if no
clause that `legal` depends on looks at anything hidden. The checker follows the clauses from `legal` down to the
position. An atom is *in sight* if

- it is about the edition,
- it is a fact of the position that no clause of `hidden` is about,
- it is about what `hidden` spares for its owner, such as `at(hand(P),C,N)`, and the clause says that `active(P)`,
- it is a number that everybody is shown (`sees(W,size(pile,N)) :- viewer(W); size(pile,N).`), or
- it is derived, and so is every clause that could derive it.

Anything else is a leak. What a clause of `hidden` asks for besides is not read: more may be taken to be hidden than is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from attrs import field, frozen
from clingo.ast import AST, ASTType, ComparisonOperator, Sign, Transformer

from spec.tools.logic import LogicError, Signature, check_stratified, heads, is_clause, program
from spec.tools.sorts import variables_of

EVERYTHING_ELSE = "sees(W,F) :- viewer(W); true(F); not hidden(W,F)."
PLAYERS_WATCH = "viewer(P) :- role(P)."
AS_IT_IS = "at(X,T,N) :- true(at(X,T,N))."
_ASSUMED = (EVERYTHING_ELSE, PLAYERS_WATCH, AS_IT_IS)


@frozen
class Leak:
    """An atom in a clause that somebody could not see."""

    clause: str
    atom: str
    why: str

    def __str__(self) -> str:
        return f"{self.clause}\n  {self.atom}: {self.why}"


@frozen
class Sight:
    """The finding about a question."""

    clauses: tuple[str, ...]
    """Every clause that the answer depends on."""
    leaks: tuple[Leak, ...]


def _shape(term: AST) -> str | None:
    """`pile` or `hand/1`; none for a variable, a number or a calculation."""
    if term.ast_type == ASTType.Function:
        return f"{term.name}/{len(term.arguments)}" if term.arguments else str(term.name)
    if term.ast_type == ASTType.SymbolicTerm:
        return str(term.symbol)
    return None


@frozen
class _Hidden:
    """Return what is hidden, by the names of fluents and places."""

    fluents: set[str] = field(factory=set)
    places: dict[str, bool] = field(factory=dict)
    """Places by shape, and whether the owner sees what lies there."""


def _hidden(program: Sequence[AST]) -> _Hidden:
    found = _Hidden()
    for clause in program:
        if heads(clause) != [("hidden", 2)]:
            continue
        watcher, fluent = clause.head.atom.symbol.arguments
        if _shape(fluent) != "at/3":
            found.fluents.add(_shape(fluent) or "anything")
            continue
        place = fluent.arguments[0]
        owners = list(map(str, place.arguments)) if place.ast_type == ASTType.Function else []
        spared = len(owners) == 1 and any(
            literal.atom.ast_type == ASTType.Comparison
            and literal.sign == Sign.NoSign
            and [guard.comparison for guard in literal.atom.guards] == [ComparisonOperator.NotEqual]
            and {str(literal.atom.term), str(literal.atom.guards[0].term)}
            == {str(watcher), owners[0]}
            for literal in clause.body
        )
        shape = _shape(place) or "anything"
        found.places[shape] = spared and found.places.get(shape, True)
    return found


def _shown(program: Sequence[AST]) -> list[AST]:
    """The atoms that everybody is shown as they are."""
    found = []
    for clause in program:
        if heads(clause) == [("sees", 2)] and len(clause.body) == 2:
            watcher, sight = clause.head.atom.symbol.arguments
            if {*map(str, clause.body)} == {f"viewer({watcher})", str(sight)}:
                found.append(sight)
    return found


class _Atoms(Transformer):
    def __init__(self) -> None:
        self.found: list[AST] = []

    def visit_SymbolicAtom(self, node: AST) -> AST:
        self.found.append(node.symbol)
        return node


def _asked(clause: AST) -> list[AST]:
    atoms = _Atoms()
    for literal in clause.body:
        atoms.visit(literal)
    return atoms.found


def _may_match(asked: AST, derived: AST) -> bool:
    """Two atoms of one predicate could be the same."""
    pairs = zip(asked.arguments, derived.arguments, strict=True)
    return all(
        None in (one, other) or one == other
        for one, other in ((_shape(a), _shape(b)) for a, b in pairs)
    )


class _Search:
    def __init__(self, program: Sequence[AST]) -> None:
        self.hidden, self.shown = _hidden(program), _shown(program)
        self.by_head: dict[Signature, list[AST]] = {}
        for clause in program:
            (head,) = heads(clause)
            self.by_head.setdefault(head, []).append(clause)
        self.visited: dict[str, AST] = {}
        self.leaks: list[Leak] = []

    def clause(self, clause: AST) -> None:
        """Follow everything that a clause asks for."""
        if str(clause) in self.visited:
            return
        self.visited[str(clause)] = clause
        for atom in _asked(clause):
            why = self.atom(clause, atom)
            if why:
                self.leaks.append(Leak(str(clause), str(atom), why))

    def atom(self, clause: AST, atom: AST) -> str:
        """The reason why an atom is not in sight, or nothing."""
        signature = atom.name, len(atom.arguments)
        if signature == ("at", 3):
            return self._place(clause, atom.arguments[0])
        if signature == ("true", 1):
            return self._fluent(clause, atom.arguments[0])
        if signature == ("does", 2):
            return "a move, and not the position"
        for sight in self.shown:
            same = (sight.name, len(sight.arguments)) == signature
            if same and _shape(sight.arguments[0]) == _shape(atom.arguments[0]) is not None:
                return ""
        for further in self.by_head.get(signature, ()):
            if _may_match(atom, further.head.atom.symbol):
                self.clause(further)
        return ""

    def _fluent(self, clause: AST, fluent: AST) -> str:
        shape = _shape(fluent)
        if shape is None:
            return "any fact of the position, hidden or not"
        if shape == "at/3":
            return self._place(clause, fluent.arguments[0])
        return f"{shape} is hidden" if {shape, "anything"} & self.hidden.fluents else ""

    def _place(self, clause: AST, place: AST) -> str:
        hidden = self.hidden.places
        shape = _shape(place)
        shapes = {shape} if shape is not None else variables_of(clause).get(str(place), frozenset())
        if not shapes and place.ast_type != ASTType.BinaryOperation:  # a sum is a step
            return f"nothing says which place {place} is"
        for one in sorted(shapes & hidden.keys() if "anything" not in hidden else {"anything"}):
            owner = str(place.arguments[0]) if shape is not None and hidden[one] else ""
            if not owner or f"active({owner})" not in map(str, clause.body):
                return f"{one} is hidden" + (" from others" if hidden[one] else "")
        return ""


def looked_at(rules: Sequence[AST] | None = None) -> Sight:
    """Return what the legal moves of the player on turn depend on, and the part of it that this player may not see."""
    clauses = [node for node in rules or program() if is_clause(node)]
    texts = {*map(str, clauses)}
    for assumed in _ASSUMED:
        if assumed not in texts:
            raise LogicError(f"expected the clause {assumed} in A-128, A-129 or the vocabulary")
    search = _Search(clauses)
    if len(search.by_head["at", 3]) != 1:
        raise LogicError("expected one clause for at/3")
    for clause in _of_players(search.by_head["legal", 2]):
        search.clause(clause)
    return Sight(tuple(search.visited), tuple(search.leaks))


def _of_players(legal: Sequence[AST]) -> Iterator[AST]:
    """The clauses about moves of players. Chance does not choose by what it knows, so its moves are left out."""
    for clause in legal:
        if str(clause.head.atom.symbol.arguments[0]) != "chance":
            yield clause


def main() -> int:
    """The command."""
    check_stratified(program())
    found = looked_at()
    for leak in found.leaks:
        print(leak)
    if not found.leaks:
        print(
            f"{len(found.clauses)} clauses decide which moves are legal, "
            "and all that they look at is in sight of the player on turn"
        )
    return 1 if found.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
