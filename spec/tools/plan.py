"""The plan of proofs: one row for each question.

The invariants are proved together. A first position breaks none; and no legal move leads from a position that breaks
none to one that breaks some. Each row may therefore take any of them for granted before the move, and names those it
needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from attrs import evolve, frozen
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
from spec.tools.logic import Part, parts, symbol
from spec.tools.mutants import MUTANTS, Mutant
from toledo_rules import KOSMOS_2008, Edition, shipped_edition

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
        """The number of cards in the proof."""
        return len(self.box.cards)

    @property
    def spaces(self) -> int:
        """The number of spaces on the road of the proof."""
        return len(self.box.road) - 1

    def edition(self) -> tuple[Symbol, ...]:
        """The components, as facts."""
        return tuple(map(symbol, facts.edition(self.box, self.players)))

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
        question = ask(program, self.edition(), self.verdict, self.given)
        return narrowed(question, self.watched) if self.watched else question


@cache
def _specification() -> tuple[Part, ...]:
    return parts()


def _read() -> list[AST]:
    return clauses_of(_specification())


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


def _rows() -> tuple[Proof, ...]:
    """One row for each question, for four players."""
    return (
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
        _of_moves("i15"),
        _after("paired", "paired", "fresh"),
        _after("i16", "i09", "i13", "i16", "i31"),
        _of_moves("i17"),
        _of_moves("i18"),
        _after("i19", "i19", "i20"),
        _after("i20", "i19", "i20", "i21"),
        _after("i21", "i20", "i21"),
        _of_moves("i21"),
        _after("last_round", "i20", "i21", "last_round"),
        _after("i22", "i20", "i21", "i22"),
        _after("i23", "i23", "i25"),
        _of_moves("i24"),
        Proof("I-24", POSITION, "broken(i24)", _broken("i32", "stuck"), weaker=("weaker",)),
        _after("i25", "i25"),
        _after("i26", "i25", "i26"),
        Proof(
            "I-26 of moves",
            MOVE,
            "breaks(i26)",
            _broken("i25"),
            weaker=("aimless",),
            moves=("play_card",),
        ),
        _after("laid", "i23", "i25", "laid"),
        _after("i27", "i27"),
        _after("i28", "i13", "i28", "i31", "one"),
        _of_moves("i28"),
        _of_moves("i29", "i09"),
        _of_moves("i30", "i09", "i31"),
        _after("i31", "i31"),
        _of_moves("i31", "i13", "i31"),
        _after("turned", "i31", "turned"),
        _after("i32", "i32", weaker=("weaker",)),
        Proof("I-32 of moves", MOVE, "breaks(i32)", weaker=("weaker",)),
        _follows("i33", "i06", "i14"),
        _after("i34", "i34"),
        _of_moves("i34", "i23"),
        _of_moves("i35", "i09"),
        _after("i36", "i15", "i36"),
        _of_moves("i36", "fresh"),
        _after("fresh", "fresh"),
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


def _for(players: int, row: Proof) -> Proof:
    return evolve(row, name=f"{row.name}, {players} players", players=players)


READ = {
    "a22=used_up": ("I-01 of moves", "I-31 of moves", "I-32", "I-32 of moves", "I-34 of moves"),
    "a82=if_possible": ("I-24 of moves", "I-27", "MOV-07", "ALC-04"),
    "a109=outside_alcazar": ("I-01 of moves", "I-18 of moves", "I-34 of moves", "TRN-04"),
    "a130=forgotten": ("I-16",),
    "a160=voluntary": ("I-34 of moves", "TRN-03", "TRN-04"),
}
"""The rows that speak of what an unusual reading changes: they are asked of it too, for four players.

What they are given is proved of the usual readings, and of an unusual one only if it is here."""


def _read_as(word: str, row: Proof) -> Proof:
    box = shipped_edition(f"{row.box.name} {word}")
    return evolve(row, name=f"{row.name}, {word}", box=box)


PROOFS = (
    *(Proof(f"first, {n} players", FIRST, weaker=(), players=n) for n in (2, 3, 4)),
    *_rows(),
    *(_for(players, row) for players in (2, 3) for row in _rows()),
    *(_read_as(word, row) for word, names in READ.items() for row in _rows() if row.name in names),
)
"""Four players, where nothing else is said. Mistakes are made in the rows for four only."""

AS_STATED, WEAKER, TESTED = "proved as stated", "proved weaker", "tested"


@frozen
class Claim:
    """An invariant of the catalogue, and how far it is proved."""

    number: str
    words: str
    status: str
    by: tuple[str, ...] = ()
    """The rows that together say it."""
    theorem: str = ""
    """The theorem that says it for any edition."""
    but: str = ""
    """What is not proved, or how it is held if not by a proof."""


def _claim(
    number: int,
    words: str,
    *by: str,
    status: str = AS_STATED,
    theorem: str = "",
    but: str = "",
) -> Claim:
    return Claim(f"I-{number:02}", words, status, by, theorem, but)


CATALOGUE = (
    _claim(
        1, "all cards are somewhere, always the same ones", "I-01 of moves", theorem="conservation"
    ),
    _claim(2, "so are all swords", "I-02 of moves", theorem="conservation"),
    _claim(3, "all metal", "I-03 of moves", theorem="conservation"),
    _claim(4, "all gems", "I-04 of moves", theorem="conservation"),
    _claim(
        5,
        "all paintings; the stack is the lower part of what it was",
        "I-05 of moves",
        "I-05",
        theorem="conservation",
    ),
    _claim(6, "all master tiles, of each kind", "I-06 of moves", theorem="conservation"),
    _claim(7, "all figures of each player", "I-07 of moves", theorem="conservation"),
    _claim(8, "all shops of each player", "I-08 of moves", theorem="conservation"),
    _claim(9, "a site holds at most one shop, other spaces none", "I-09"),
    _claim(
        10,
        "no more shops on the road than sites; a shop never moves, changes owner or leaves",
        "I-09",
        "I-17 of moves",
        status=WEAKER,
        but="that there are no more than sites follows from I-09 by counting, which is tested, not proved",
    ),
    _claim(
        11, "no more figures on a space than circles; none on empty sites and entrances", "I-11"
    ),
    _claim(12, "every figure is in exactly one place", "I-12", "pieces: figures", "I-07 of moves"),
    _claim(13, "at most one figure in transit, the active player's, on a full space", "I-13"),
    _claim(
        14, "no more master tiles than the limit, no two of a kind", "I-14", theorem="master_tiles"
    ),
    _claim(
        15,
        "at most one sword for each figure, under one figure of the player who forged it",
        "I-15",
        "I-15 of moves",
        "paired",
        "fresh",
        theorem="swords",
    ),
    _claim(16, "nobody has less than nothing", "I-16"),
    _claim(17, "what never grows less, and what never grows more", "I-17 of moves"),
    _claim(
        18,
        "a figure goes as far as the card says, or to the cathedral, or into the Alcazar",
        "I-18 of moves",
    ),
    _claim(19, "whoever begins a turn has not finished", "I-19"),
    _claim(
        20, "before the last round nobody has finished; the trigger is never on turn again", "I-20"
    ),
    _claim(
        21,
        "the last round has one turn for each other player; a second who finishes changes nothing",
        "I-21",
        "I-21 of moves",
        "last_round",
    ),
    _claim(22, "at the end somebody has finished", "I-22"),
    _claim(23, "between turns nothing of a turn is left", "I-23", "I-13"),
    _claim(
        24,
        "there is always a legal move, and it is the active player's",
        "I-24",
        "I-24 of moves",
        theorem="never_stuck",
    ),
    _claim(25, "a front card is there exactly if there is a base value", "I-25"),
    _claim(
        26,
        "all cards of a turn have the base value but at most one, played with a movement tile",
        "I-26",
        "I-26 of moves",
        "laid",
    ),
    _claim(
        27,
        "a move turn plays a card, and each card moves one figure by its value",
        "I-27",
        "I-18 of moves",
        "one figure",
    ),
    _claim(28, "one use for each arrival, none without", "I-28", "I-28 of moves"),
    _claim(29, "what a use costs", "I-29 of moves"),
    _claim(30, "what can happen to a player who is not on turn", "I-30 of moves"),
    _claim(
        31,
        "two or three rounds, a card for each, one figure to the cathedral, full before and after",
        "I-31",
        "I-31 of moves",
        "turned",
        "I-13",
    ),
    _claim(
        32, "when the discard pile is shuffled, and what becomes of it", "I-32", "I-32 of moves"
    ),
    _claim(33, "a master is never sold out", "I-33"),
    _claim(
        34,
        "how many cards are drawn; what placing and returning do",
        "I-34",
        "I-34 of moves",
        status=WEAKER,
        but="each card counts, and drawing ends when the number or the cards are used up; that this makes the "
        "smaller of the two numbers is not asked of the solver",
    ),
    _claim(35, "what a use gives and takes", "I-35 of moves"),
    _claim(
        36,
        "a sword goes under the figure that has just arrived, only then",
        "I-36",
        "I-36 of moves",
        "fresh",
    ),
    _claim(
        37,
        "the score, and its bounds",
        status=TESTED,
        but="the formula is what the clauses of SCO define; the bounds hold in first positions (proved) and samples",
    ),
    _claim(
        38, "the winners", status=TESTED, but="holds in first positions (proved) and in samples"
    ),
    _claim(
        39,
        "what a player is shown does not depend on what is hidden",
        status=TESTED,
        but="the library's views are compared with the clauses, and resampled",
    ),
    _claim(
        40,
        "the same choices lead to the same position",
        status=TESTED,
        but="a test finds no choice and no circle through negation in the clauses, so a position and a move have "
        "one successor",
    ),
    _claim(41, "the first deal", status=TESTED, but="a test compares the library with the clauses"),
    _claim(42, "nothing belongs to anybody who is not at the table", "I-42"),
)
"""The invariants as the catalogue words them, shortened, with what is proved of each."""

THEOREMS = {"broken(stuck)": "never_stuck"}
"""What is given because it is a theorem about any edition (spec/theorems)."""


_USUAL = (*MUTANTS, *(theorem.mutant for theorem in COROLLARIES))

MISTAKES = (
    *_USUAL,
    *(
        evolve(mutant, spoils=f"{mutant.spoils}, {word}")
        for word, names in READ.items()
        for mutant in _USUAL
        # where nothing is known, mistakes about what is known spoil nothing
        if mutant.spoils in names and (word, mutant.rule) != ("a130=forgotten", "A-130")
    ),
    Mutant(
        "I-32 of moves, a22=used_up",
        "A-22",
        "the discards are shuffled whenever a card goes",
        "reading(a22,used_up), size(pile,1), does(chance,_)",
        "reading(a22,used_up), does(chance,_)",
    ),
    Mutant(
        "I-16, a130=forgotten",
        "A-130",
        "a paid card is known all the same",
        "paid(_,C,Q), not reading(a130,forgotten).",
        "paid(_,C,Q).",
    ),
    Mutant(
        "TRN-04, a160=voluntary",
        "A-160",
        "whoever is let off may pass in place of anything",
        "reading(a160,voluntary), phase(start), not obliged.",
        "reading(a160,voluntary), phase(start).",
    ),
)
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
