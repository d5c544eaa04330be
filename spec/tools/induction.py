"""Questions about all positions at once, and their answers.

A question is a logic program that has an answer set exactly if there is a counterexample: a position, chosen freely,
and a legal move after which something is no longer true. If there is none, the property is proved. What a question
does not depend on is sliced away, and some predicates are replaced by weaker ones that the solver may choose, so a
question can only become more generous: `spec/proofs/README.md` says why that is sound.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import clingo
from attrs import frozen
from clingo import ast
from clingo.ast import AST, ASTType, Transformer
from clingo.symbol import Symbol

from spec.tools.facts import Position
from spec.tools.logic import (
    SPEC,
    LogicError,
    Part,
    Signature,
    bodies,
    depending,
    heads,
    is_clause,
    needed,
    parse,
    with_argument,
)

INVARIANTS = SPEC / "invariants"
PROOFS = SPEC / "proofs"

VERDICTS = (("broken", 1), ("breaks", 1))
"""What the invariants derive: of a position, and of a move."""


@frozen
class Question:
    """A program that has an answer set exactly if there is a counterexample."""

    program: str

    @property
    def digest(self) -> str:
        """Changes whenever the question does."""
        return hashlib.sha256(self.program.encode()).hexdigest()[:12]


@frozen
class Counterexample:
    """A position and, unless it is wrong by itself, a move that leads to something wrong."""

    position: Position
    move: Symbol | None
    """The atom `does(P,A)`."""
    history: frozenset[Symbol] = frozenset()
    """The atoms `was(F)` that a proof has carried along."""


@frozen
class Answer:
    """What the solver says, and how long it took to ground and to solve."""

    counterexample: Counterexample | None
    seconds: float


def clauses_of(parts: Iterable[Part]) -> list[AST]:
    """All clauses and declarations of some sections."""
    return [node for part in parts for node in _parsed(part.text)]


@cache
def _parsed(text: str) -> tuple[AST, ...]:
    """Clauses are never changed in place, so they can be read once for all questions."""
    return tuple(parse(text))


@cache
def _sections() -> dict[str, str]:
    """The sections of spec/proofs/texts.lp by name."""
    blocks = re.split(r"^%% ", (PROOFS / "texts.lp").read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {block.split(maxsplit=1)[0]: f"% {block}" for block in blocks}


@cache
def logic_of(name: str) -> tuple[AST, ...]:
    """One of the texts of the proofs."""
    return tuple(parse(_sections()[name]))


def text_of_proofs(*, without: Sequence[str] = ("turn",)) -> list[AST]:
    """All texts of the proofs; but for one of them, which picks a seat, they treat all seats alike."""
    return [node for name in _sections() if name not in without for node in logic_of(name)]


@cache
def invariants() -> tuple[AST, ...]:
    """The clauses of every invariant, and those of the words they use."""
    files = sorted(INVARIANTS.glob("*.lp"))
    return tuple(node for file in files for node in parse(file.read_text("utf-8")))


@cache
def headings() -> dict[str, str]:
    """What each invariant says in words, by its name and what it is asked of: ``broken(i11)``, ``breaks(i17)``."""
    found: dict[str, str] = {}
    for file in sorted(INVARIANTS.glob("*.lp")):
        for block in re.split(r"^%% ", file.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            words = re.match(r"\S+ +(.*\n(?:%  .*\n)*)", block)
            verdict = re.search(r"^(broken|breaks)\((\w+)\)", block, re.MULTILINE)
            if words is None or verdict is None:
                raise LogicError(f"{file.name}: expected '%% NAME  words' above clauses: {block}")
            found[verdict[0]] = " ".join(words[1].replace("%", " ").split())
    return found


def _stating(verdicts: Iterable[str]) -> list[AST]:
    """The clauses of these invariants, with all auxiliary ones."""
    wanted = set(verdicts)
    return [
        node
        for node in invariants()
        if not is_clause(node) or heads(node)[0] not in VERDICTS or str(node.head) in wanted
    ]


class _Renamed(Transformer):
    """Puts a predicate into the future: `full(S)` becomes `then_full(S)`, and `true(F)` becomes `next(F)`.

    `was(F)` becomes `then_was(F)`, which the *history* of the proofs defines.
    """

    def __init__(self, affected: set[Signature]) -> None:
        self._affected = affected

    def visit_SymbolicAtom(self, node: AST) -> AST:
        term = node.symbol
        if (term.name, len(term.arguments)) not in self._affected:
            return node
        name = "next" if term.name == "true" else f"then_{term.name}"
        return ast.SymbolicAtom(ast.Function(term.location, name, term.arguments, 0))


def afterwards(rules: Sequence[AST], verdict: str) -> list[AST]:
    """The same invariant, asked of the position after the move."""
    cone = needed([*rules, *_stating([verdict])], [("broken", 1)])
    affected = depending(cone, [("true", 1), ("was", 1)])
    for clause in filter(is_clause, cone):
        if not affected.intersection(heads(clause)) and clause.head.ast_type == ASTType.Aggregate:
            raise LogicError(f"{clause} is chosen once, but {verdict} asks before and after a move")
    rename = _Renamed(affected)
    return [rename.visit(n) for n in cone if is_clause(n) and affected.intersection(heads(n))]


def replaced(rules: Sequence[AST], name: str) -> list[AST]:
    """The rules with one of the weaker texts of spec/proofs in place of all clauses about the same things."""
    weaker = logic_of(name)
    instead = {_about(node) for node in weaker}
    return [n for n in rules if not is_clause(n) or _about(n) not in instead] + list(weaker)


def only_moves(rules: Sequence[AST], moves: Sequence[str]) -> list[AST]:
    """The rules as if there were no other moves than these."""
    return [
        node
        for node in rules
        if not is_clause(node)
        or heads(node)[0] not in (("may", 2), ("legal", 2))
        or len(_about(node)) == 1
        or _about(node)[1] in moves
    ]


def _about(clause: AST) -> tuple[str, ...]:
    """What a clause derives, by the first two names in its head: `may play_card`, `size pile`, `drawable`."""
    return tuple(re.findall(r"\b[a-z]\w*", str(clause.head))[:2])


def _facts(edition: Iterable[Symbol]) -> str:
    return "".join(f"{fact}.\n" for fact in edition)


def _written(clauses: Iterable[AST]) -> str:
    return "".join(f"{node}\n" for node in clauses)


def _sliced(program: Sequence[AST], question: Sequence[AST]) -> list[AST]:
    """The part of a program that a question depends on, and the question."""
    asked: set[Signature] = set()
    for node in question:
        if is_clause(node):
            asked.update(heads(node), (signature for signature, _ in bodies(node)))
    return [*needed(program, asked), *question]


def after_every_move(
    rules: Sequence[AST],
    edition: Iterable[Symbol],
    verdict: str,
    given: Sequence[str],
) -> Question:
    """Is there a position in which all that is given holds, and a move that breaks the invariant?

    Args:
        rules: the rules, perhaps with weaker ones in place of some.
        edition: the components, as facts.
        verdict: ``broken(i11)``, asked of the position after the move, or ``breaks(i17)``, asked of the move.
        given: what is taken for granted: positions that break one of these, and moves that do, are left out.
    """
    ask = [
        *logic_of("position"),
        *logic_of("turn"),
        *logic_of("move"),
        *parse(_ruled_out(given)),
    ]
    if verdict.startswith("broken"):
        ask += [*afterwards(rules, verdict), *parse(f":- not then_{verdict}.")]
        stated = _stating(given)
    else:
        ask += parse(f":- not {verdict}.")
        stated = _stating([verdict, *given])
    program = [*rules, *stated, *logic_of("history")]
    return Question(_facts(edition) + _written(_sliced(program, ask)))


def in_every_position(
    rules: Sequence[AST],
    edition: Iterable[Symbol],
    verdict: str,
    given: Sequence[str],
) -> Question:
    """Is there a position in which all that is given holds, and yet the invariant does not?"""
    ask = [
        *logic_of("position"),
        *logic_of("turn"),
        *parse(_ruled_out(given) + f":- not {verdict}."),
    ]
    return Question(
        _facts(edition) + _written(_sliced([*rules, *_stating([verdict, *given])], ask))
    )


def question_about(
    rules: Sequence[AST], edition: Iterable[Symbol], asked: Sequence[AST], given: Sequence[str]
) -> Question:
    """Is there a position in which all that is given holds, and what is asked?"""
    ask = [*logic_of("position"), *logic_of("turn"), *asked, *parse(_ruled_out(given))]
    return Question(_facts(edition) + _written(_sliced([*rules, *_stating(given)], ask)))


def narrowed(question: Question, piece: str) -> Question:
    """The same question about one kind of piece: the others are not watched for going astray."""
    every = "watched(T) :- total(T,_).\n"
    if every not in question.program:
        raise LogicError(f"a question that watches no pieces cannot be narrowed to {piece}")
    return Question(question.program.replace(every, f"watched(T) :- total(T,_); T = {piece}.\n"))


def _ruled_out(given: Iterable[str]) -> str:
    return "".join(f":- {verdict}.\n" for verdict in given)


def at_the_start(rules: Sequence[AST], edition: Iterable[Symbol]) -> Question:
    """Is there a first player and a deal after which some invariant does not hold?"""
    ask = [*logic_of("deal"), *logic_of("beginning"), *parse(":- not broken(_).")]
    return Question(_facts(edition) + _written(_sliced([*rules, *invariants()], ask)))


_READING = re.compile(r"reading\(\w+,[a-z]\w*\)").fullmatch
_VARIABLE = re.compile(r"\b[A-Z]").search
"""A literal that asks for a certain reading."""


def _as_read(rules: Sequence[AST], edition: Iterable[Symbol]) -> list[AST]:
    """The rules with nothing more in the body of a clause than the reading it is for, if an edition has another.

    It holds nowhere there, but all that it asks for would be grounded: for A-82 the look-ahead, without an end.
    Where the head needs more than that, the clause is left out.
    """
    facts, found = {*map(str, edition)}, []
    for node in rules:
        asked = [part for part in node.body if _READING(str(part))] if is_clause(node) else []
        if facts.issuperset(map(str, asked)):
            found.append(node)
        elif not _VARIABLE(str(node.head)):
            found.append(node.update(body=asked))
    return found


def everybody_passes(rules: Sequence[AST], edition: Iterable[Symbol]) -> Question:
    """Is there a position in which every player, if on turn, could do nothing but pass (A-161)?

    The rules get one more argument, the seat from which the position is looked at.
    """
    given = [*edition]
    program = [*_as_read(replaced(rules, "direct"), given), *invariants()]
    looked = needed(program, [("legal", 2)])
    seen = with_argument(looked, depending(looked, [("true", 1)]), "Seat", "role")
    ask = [
        *logic_of("together"),
        *parse("true(P,F) :- role(P), shared(F).  true(P,active(P)) :- role(P)."),
        *parse(":- role(P), not legal(P,P,pass)."),
    ]
    components = needed(program, [("total", 2), ("home", 2)])
    return Question(
        _facts(given) + _written([*seen, *(n for n in components if n not in looked), *ask])
    )


TRIES = 20
"""Counterexamples that are looked at before none of them counts as acceptable."""


def solve(
    question: Question, accept: Callable[[Counterexample], Counterexample | None] | None = None
) -> Answer:
    """Ground and solve. What clingo would only warn of is an error here.

    Args:
        question: the question.
        accept: asked about each counterexample in turn, until it gives one back, this one or one like it; without it
            the first one is taken.
    """
    complaints: list[str] = []
    began = time.process_time()
    control = clingo.Control(["--warn=all"], lambda _, text: complaints.append(text))
    control.add("base", [], question.program)
    control.ground([("base", [])])
    if complaints:
        raise LogicError("\n".join(complaints))
    found: list[Counterexample] = []
    refused: list[Symbol] = []

    def keep(model: clingo.Model) -> bool:
        symbols = model.symbols(atoms=True)
        position = frozenset(s.arguments[0] for s in symbols if s.match("true", 1))
        moves = [s for s in symbols if s.match("does", 2)]
        history = frozenset(s for s in symbols if s.match("was", 1))
        shown = Counterexample(position, moves[0] if moves else None, history)
        taken = shown if accept is None else accept(shown)
        if taken is None:
            refused.extend(moves)
        else:
            found.append(taken)
        return False

    for _ in range(TRIES):
        # A refused counterexample is much like the next one, but for its move.
        control.solve(assumptions=[(move, False) for move in refused], on_model=keep)
        if found or not refused:
            break
    return Answer(found[0] if found else None, time.process_time() - began)
