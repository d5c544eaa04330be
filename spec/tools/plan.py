"""What is proved, and how: one row for each question.

The invariants are proved together. A first position breaks none; and no legal move leads from a position that breaks
none to one that breaks some. Each row may therefore take any of them for granted before the move, and names those it
needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from attrs import frozen
from clingo.ast import AST
from clingo.symbol import Symbol

from spec.tools import facts
from spec.tools.corollaries import COROLLARIES
from spec.tools.induction import (
    Question,
    after_every_move,
    at_the_start,
    clauses_of,
    headings,
    in_every_position,
    logic_of,
    narrowed,
    only_moves,
    replaced,
)
from spec.tools.logic import Part, parts
from spec.tools.mutants import MUTANTS, Mutant
from toledo_rules import KOSMOS_2008, Edition

FIRST, MOVE, POSITION = "first position", "every move", "follows"


@frozen
class Proof:
    """A question, and everything that it rests on."""

    name: str
    method: str
    verdict: str = ""
    """What a counterexample would show: ``broken(i11)`` of a position, ``breaks(i17)`` of a move."""
    given: tuple[str, ...] = ()
    weaker: tuple[str, ...] = ("weaker", "uncounted")
    """Texts of spec/proofs that stand in for clauses of the rules."""
    watched: str = ""
    """The kind of piece that the question is about; all kinds if it is empty."""
    moves: tuple[str, ...] = ()
    """The moves that count, before and after; all if there are none here."""
    players: int = 4
    box: Edition = KOSMOS_2008
    few_cards: int = 0
    """Not the whole deck, but any so many cards of any values."""

    @property
    def says(self) -> str:
        """What is proved, in words."""
        if self.method == FIRST:
            return "every set-up, with every deal, keeps every invariant"
        if self.verdict == "broken(fits)":
            return (
                "the weaker text that stands in for the look-ahead allows all that the rules allow"
            )
        return headings()[self.verdict]

    @property
    def cards(self) -> int:
        """How many cards the proof carries."""
        return self.few_cards or len(self.box.cards)

    @property
    def spaces(self) -> int:
        """How many spaces the road of the proof has."""
        return len(self.box.road) - 1

    def edition(self) -> tuple[Symbol, ...]:
        """The components, as facts."""
        components = facts.edition(self.box, self.players)
        return _few_cards(components, self.few_cards) if self.few_cards else components

    def lemma(self) -> tuple[AST, ...]:
        """What only this proof speaks of."""
        return (*logic_of("fits"), *logic_of("lemma")) if self.verdict == "broken(fits)" else ()

    def question(self, rules: Sequence[Part] | None = None) -> Question:
        """Asked of the rules, or of changed ones."""
        program = _read() if rules is None else clauses_of(rules)
        for name in self.weaker:
            program = replaced(program, name)
        if self.moves:
            program = only_moves(program, self.moves)
        if self.method == FIRST:
            return at_the_start(program, self.edition())
        program += self.lemma() or logic_of("fits")
        ask = after_every_move if self.method == MOVE else in_every_position
        extra = AT_MOST.format(self.few_cards) if self.few_cards else ""
        question = ask(program, self.edition(), self.verdict, self.given, extra)
        return narrowed(question, self.watched) if self.watched else question


@cache
def _specification() -> tuple[Part, ...]:
    return parts()


def _read() -> list[AST]:
    return clauses_of(_specification())


AT_MOST = ":- #sum {{ N,X,T : true(at(X,T,N)), home(T,X), T = card(_,_,_) }} > {}.\n"
"""There are at most so many cards in the position."""


def _few_cards(edition: Sequence[Symbol], number: int) -> tuple[Symbol, ...]:
    """Cards differ in value only, and there may be so many of each."""
    others = [f for f in edition if not (f.name == "copies" and f.arguments[0].name == "card")]
    values = sorted({card.value for card in KOSMOS_2008.cards})
    cards = [facts.call("card", value, "neutral", "attacker") for value in values]
    kinds = [facts.call("copies", card, number) for card in cards]
    return (*others, *kinds, facts.call("few", number))


def _broken(*names: str) -> tuple[str, ...]:
    return tuple(f"breaks({n})" if n == "one" else f"broken({n})" for n in names)


def _after(number: str, *given: str, weaker: tuple[str, ...] = ("weaker", "uncounted")) -> Proof:
    """A position that breaks an invariant is never reached."""
    name = f"I-{number[1:]}" if number[0] == "i" else number
    return Proof(name, MOVE, f"broken({number})", _broken(*given), weaker)


def _of_moves(number: str, *given: str, watched: str = "") -> Proof:
    """No move does this."""
    name = "one figure" if number == "one" else f"I-{number[1:]} of moves"
    return Proof(name, MOVE, f"breaks({number})", _broken(*given), watched=watched)


def _pieces(kind: str, watched: str, conserved: str, *given: str) -> Proof:
    """The pieces of a kind lie where they may lie after a move that makes and loses none of them."""
    rests_on = (*_broken(*given), f"breaks({conserved})")
    return Proof(f"pieces: {kind}", MOVE, "broken(pieces)", rests_on, watched=watched)


def _follows(number: str, *given: str) -> Proof:
    """It is true of every position of which the others are true."""
    return Proof(f"I-{number[1:]}", POSITION, f"broken({number})", _broken(*given), weaker=())


PROOFS = (
    *(Proof(f"first, {n} players", FIRST, weaker=(), players=n) for n in (2, 3, 4)),
    Proof("fits", POSITION, "broken(fits)", _broken("i25"), weaker=("aimless",)),
    _after("form", "i09", "i31"),
    _of_moves("one", "i09", "i31"),
    _of_moves("i01", "i09", "i25", watched="card(_,_,_)"),
    _of_moves("i02", watched="sword(_,_,_)"),
    _of_moves("i03", "i09", watched="metal"),
    _of_moves("i04", "i09", watched="gem"),
    _of_moves("i05", watched="painting(_)"),
    _of_moves("i06", watched="master(_)"),
    _of_moves("i07", "i09", "i13", "i31", "one", watched="figure(_)"),
    _of_moves("i08", watched="shop(_,_,_)"),
    _pieces("cards", "card(_,_,_)", "i01", "i09", "i25"),
    _pieces("swords", "sword(_,_,_)", "i02"),
    _pieces("metal", "metal", "i03", "i09"),
    _pieces("gems", "gem", "i04", "i09"),
    _pieces("paintings", "painting(_)", "i05"),
    _pieces("master tiles", "master(_)", "i06"),
    _pieces("figures", "figure(_)", "i07", "i09", "i13", "i31", "one"),
    _pieces("shops", "shop(_,_,_)", "i08"),
    _after("i05", "i05"),
    _after("i09", "i09"),
    _after("i11", "i09", "i11", "i31", "one"),
    _after("i12"),
    _after("i13", "i09", "i11", "i13", "i31", "one"),
    _after("i14", "i14"),
    _after("i15", "i15", "i36"),
    _after("i16", "i09", "i13", "i16", "i31"),
    _of_moves("i17"),
    _of_moves("i18"),
    _after("i19", "i19", "i20"),
    _after("i20", "i19", "i20", "i21"),
    _after("i21", "i20", "i21"),
    _after("i22", "i20", "i21", "i22"),
    _after("i23", "i23", "i25"),
    _of_moves("i24"),
    Proof("I-24", POSITION, "broken(i24)", _broken("i32", "stuck"), weaker=("weaker",)),
    Proof(
        "I-24 in transit",
        MOVE,
        "broken(stuck)",
        _broken("i25"),
        weaker=("few",),
        moves=("play_card", "challenge"),
        few_cards=2,
    ),
    _after("i25", "i25"),
    _after("i26", "i25", "i26"),
    _after("i27", "i27"),
    _after("i28", "i13", "i28", "i31", "one"),
    _of_moves("i29", "i09"),
    _of_moves("i30", "i09", "i31"),
    _after("i31", "i31"),
    _after("i32", "i32", weaker=("weaker",)),
    _follows("i33", "i06", "i14"),
    _after("i34", "i34"),
    _of_moves("i34", "i23"),
    _of_moves("i35", "i09"),
    _after("i36", "i15", "i36"),
    _after("i42"),
    *(
        Proof(
            theorem.rule,
            MOVE if theorem.verdict.startswith("breaks") else POSITION,
            theorem.verdict,
            _broken(*theorem.given),
            theorem.weaker,
        )
        for theorem in COROLLARIES
    ),
)


MISTAKES = (*MUTANTS, *(theorem.mutant for theorem in COROLLARIES))
"""Every mistake that must spoil a proof."""


def proof(name: str) -> Proof:
    """The proof of this name."""
    return next(p for p in PROOFS if p.name == name)


def mistakes(of: Proof) -> list[Mutant]:
    """The mistakes that must spoil a proof."""
    return [mutant for mutant in MISTAKES if mutant.spoils == of.name]


def spoiled(mutant: Mutant) -> Question:
    """The same question, asked of rules with a mistake."""
    return proof(mutant.spoils).question(mutant.apply(_specification()))
