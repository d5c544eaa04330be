"""A player knows their own legal moves: positions that they cannot tell apart have the same ones (A-128, A-129)."""

from __future__ import annotations

import pytest
from clingo.ast import AST

from spec.tools import facts
from spec.tools.logic import LogicError, Term, parse
from spec.tools.referee import Referee, the_referee
from spec.tools.sight import AS_IT_IS, EVERYTHING_ELSE, looked_at, main
from tests.spec.clauses import clauses, declarations
from toledo_rules import State, view
from toledo_rules.state import Arrived
from toledo_rules.testing import BLUE, RED, Table

TAKE = "may(P,take_cards) :- active(P); phase(start); drawable(N); N > 0."
FEE = "fee(C) :- active(P); not host(P); phase(arrived(S)); price(S,R); at(hand(P),C,_); C = card(V,_,_); V >= R."


def changed(*pairs: tuple[str, str]) -> list[AST]:
    """The rules with other clauses in place of some; a clause in place of none is added."""
    program = [*declarations(), *(clause.node for clause in clauses())]
    for right, wrong in pairs:
        if right:
            assert right in map(str, program)
        program = [node for node in program if str(node) != right] + parse(wrong)
    return program


def test_all_that_decides_about_legal_moves_is_in_sight_of_the_player_on_turn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = looked_at()
    assert found.leaks == ()
    assert {TAKE, FEE} <= {*found.clauses}
    assert main() == 0
    assert f"{len(found.clauses)} clauses decide" in capsys.readouterr().out


MISTAKES = {
    "cards are taken only if a 6 is in the pile": (
        [(TAKE, TAKE.replace(".", "; at(pile,card(6,_,_),_)."))],
        "at(pile,card(6,_,_),_)",
        "pile is hidden",
    ),
    "somebody else's card pays": (
        [(FEE, FEE.replace("at(hand(P)", "role(Q); at(hand(Q)"))],
        "at(hand(Q),C,_)",
        "hand/1 is hidden from others",
    ),
    "a card anywhere pays": (
        [(FEE, FEE.replace("at(hand(P)", "at(X"))],
        "at(X,C,_)",
        "hand/1 is hidden from others",
    ),
    "a card in some place pays": (
        [(FEE, FEE.replace("at(hand(P)", "at((pile;front)"))],
        "at((pile;front),C,_)",
        "nothing says which place (pile;front) is",
    ),
    "the own hand is hidden too": (
        [("", "hidden(W,at(hand(P),C,N)) :- viewer(W); at(hand(P),C,N).")],
        "at(hand(P),C,_)",
        "hand/1 is hidden",
    ),
    "the discard pile is hidden": (
        [("", "hidden(W,at(discards,C,N)) :- viewer(W); at(discards,C,N).")],
        "at(discards,C,K)",
        "discards is hidden",
    ),
    "the phase is hidden": (
        [("", "hidden(W,phase(X)) :- viewer(W); phase(X).")],
        "true(phase(X))",
        "phase/1 is hidden",
    ),
    "something is hidden that cannot be read": (
        [("", "hidden(W,F) :- viewer(W); true(F); not base(none).")],
        "true(phase(X))",
        "phase/1 is hidden",
    ),
    "nobody is told how large the pile is": (
        [("sees(W,size(pile,N)) :- viewer(W); size(pile,N).", "")],
        "at(pile,C,K)",
        "pile is hidden",
    ),
    "any fact will do": (
        [(TAKE, TAKE.replace("N > 0", "N > 0; true(F)"))],
        "true(F)",
        "any fact of the position, hidden or not",
    ),
    "what has been done decides": (
        [(TAKE, TAKE.replace("N > 0", "N > 0; not does(P,pass)"))],
        "does(P,pass)",
        "a move, and not the position",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_rules_by_which_a_player_could_not_know_are_refused(mistake: str) -> None:
    pairs, atom, why = MISTAKES[mistake]
    leaks = looked_at(changed(*pairs)).leaks
    assert (atom, why) in [(leak.atom, leak.why) for leak in leaks]
    assert atom in str(leaks[0]) or len(leaks) > 1


@pytest.mark.parametrize("clause", [EVERYTHING_ELSE, AS_IT_IS])
def test_the_argument_rests_on_clauses_that_are_there(clause: str) -> None:
    with pytest.raises(LogicError, match="expected the clause"):
        looked_at(changed((clause, "")))


def test_a_second_way_to_lie_somewhere_is_not_foreseen() -> None:
    with pytest.raises(LogicError, match="expected one clause for at/3"):
        looked_at(changed(("", "at(X,T,N) :- at(X,T,N); role(N).")))


# The same, seen in two positions


def two_alike() -> tuple[State, State]:
    """Red can pay Blue. The pile has a 6 and Blue a 1, or the other way round: Red sees no difference."""

    def laid(pile: str, blue: str) -> State:
        table = Table(2).shop(4, BLUE, "metal", 1).figures(RED, 4).hand(RED, "3va").moving("4bd")
        return table.pile(pile).hand(BLUE, blue).lay(Arrived(4))

    return laid("6bd", "1va"), laid("1va", "6bd")


def moves(referee: Referee, state: State) -> set[Term]:
    """The legal moves by some rules."""
    edition = facts.edition(state.edition, len(state.players))
    return referee.legal(edition, [facts.position(state)])[0]


def test_two_positions_that_look_alike_have_the_same_legal_moves() -> None:
    one, other = two_alike()
    assert one != other
    assert view(one, RED) == view(other, RED)
    assert moves(the_referee(), one) == moves(the_referee(), other)
    pairs, _, _ = MISTAKES["somebody else's card pays"]
    spoilt = Referee(changed(*pairs))
    assert moves(spoilt, one) != moves(spoilt, other)
