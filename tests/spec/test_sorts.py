"""The sorts of the vocabulary: every clause keeps to them, and so the seats are alike."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from spec.tools import facts
from spec.tools.index import main as index
from spec.tools.index import words
from spec.tools.induction import clauses_of, invariants, logic_of, text_of_proofs
from spec.tools.logic import (
    LogicError,
    Term,
    ground,
    heads,
    is_clause,
    needed,
    parse,
    parts,
    program,
    read,
    symbol,
)
from spec.tools.oracle import oracle_of
from spec.tools.sorts import every_fault, faults, read_sorts, turned, undefined, vocabulary
from tests.spec.agreement import sample


def test_every_clause_is_well_sorted() -> None:
    """Rules, invariants and the texts of the proofs, but for the one that picks a seat."""
    assert every_fault() == []
    (picked,) = faults(logic_of("turn"))
    assert picked.clause == "true(active(0))."


MISTAKES = (
    ("moves(5,metal,nowhere,area(1)) :- does(1,end_turn).", "1 is .*; expected seat"),
    ("first_seat(0).", "first_seat/1 has no signature"),
    ("active(0).", "0 is .*; expected seat"),
    ("on_road(S) :- active(P), S = P.", "S is seat and step"),
    ("on_road(P) :- active(P).", "P is seat and step"),
    ("rival(P,S) :- active(P), at(S,figure(_),_), P = 0.", "P is seat and count"),
    ("rival(P,S) :- active(P), space(S,_), P != 0.", "P is seat, and 0 is"),
    ("turn_ends :- active(P), rival(Q,_), P < Q.", "P is seat, which has no order"),
    ("turn_ends :- at(_,T,_), at(_,U,_), T < U.", "which has no order"),
    ("turn_ends :- at(_,figure(P),_), figure(P) < figure(Q), role(Q).", "has no order"),
    ("active(P+1) :- host(P).", "calculates with"),
    ("active(-P) :- host(P).", "calculates with seat"),
    ("active(P..Q) :- host(P), duellist(_,Q), room(S,P).", "P is seat and count"),
    ("lands(P,S+P) :- active(P), space(S,_).", "calculates with seat or step"),
    ("room(S,N) :- space(S,_), N = #sum { P : role(P) }.", "seat, which has no order"),
    ("host(P) :- P = #min { Q : role(Q) }.", "seat, which has no order"),
    ("host(N) :- N = #count { Q : role(Q) }.", "N is count and seat"),
    ("room(S,H) :- space(S,_), painting(H,_).", "H is height and count"),
    ("lands(P,H) :- at(stack(H),_,_), active(P).", "H is height and step"),
    ("free(S) :- space(S,K), shop(S,K,1) = T, at(_,T,_).", "S is step and seat"),
    ("host(P) :- phase(duel(P,_,_,_)).", "P is step and seat"),
    ("host(P) :- does(P,take_cards), not rival(_,P).", "P is seat and step"),
    ("discarded(C,pile) :- does(_,use_space(C,_,_)).", "C is card/3 or none; expected"),
    ("at(pile,none,1).", "none is none; expected"),
    ("{ active(0) } :- turn_ends.", "0 is .*; expected seat"),
    ("turn_ends :- rival(P,S) : active(P), S = P.", "is seat"),
    ('turn_ends :- at(_,"a",_).', "has no sort"),
    ("free(|S|) :- space(S,_).", "has no sort"),
)  # fmt: skip


@pytest.mark.parametrize(("clause", "reason"), MISTAKES)
def test_a_clause_that_mixes_sorts_is_refused(clause: str, reason: str) -> None:
    (fault,) = faults(parse(clause))
    assert re.search(reason, fault.reason), str(fault)


def test_a_missing_card_is_none_and_not_the_number_0() -> None:
    """`base(0)` would be a card of value 0; no clause asks for a number where `none` is meant."""
    texts = [str(clause) for clause in [*clauses_of(parts()), *invariants()]]
    assert not [text for text in texts if "base(0)" in text or "tile_card(0)" in text]


@pytest.mark.parametrize("number", [0, 1, 2, 4])
def test_what_follows_for_one_seat_follows_for_the_next(number: int) -> None:
    """Turn the table by one seat: the same moves are legal, turned, and lead to the same positions, turned."""
    for state in sample(number):
        players = len(state.players)
        oracle = oracle_of(state.edition, players)

        def next_seat(some: Iterable[Term], players: int = players) -> frozenset[Term]:
            return frozenset(turned(one, 1, players) for one in some)

        there = oracle.successors(oracle.position(next_seat(facts.position(state))))
        assert there == {
            turned(move, 1, players): next_seat(after)
            for move, after in oracle.successors(oracle.of(state)).items()
        }


@pytest.mark.parametrize("players", range(1, 7))
def test_the_clauses_that_calculate_with_seats_look_the_same_from_every_seat(players: int) -> None:
    calculating = vocabulary().calculates
    control = ground(needed(program(), calculating), [symbol(("players", players))])
    assert calculating
    for name, arity in calculating:
        found = {tuple(a.number for a in s.arguments) for s in read(control, name, arity)}
        assert found
        assert {tuple((seat + 1) % players for seat in atom) for atom in found} == found


def test_a_sort_holds_one_kind_of_numbers() -> None:
    with pytest.raises(LogicError, match="the sort both holds two kinds of numbers: seat or step"):
        read_sorts("```sorts\nnumber seat, step\nboth = seat | step\n```")
    with pytest.raises(LogicError, match="unknown sort 'piece'"):
        read_sorts("```sorts\nat(piece)\n```")
    with pytest.raises(LogicError, match="expected a signature"):
        read_sorts("```sorts\nat(piece\n```")


def test_a_word_that_only_the_first_position_depends_on_may_name_a_seat() -> None:
    sorts = read_sorts("```sorts\nnumber seat\nbegins first(seat)\n```")
    assert list(faults(parse("first(0)."), sorts)) == []


@pytest.mark.parametrize(
    ("clause", "reason"),
    [
        (
            "moves(5,metal,nowhere,area(P)) :- does(P,end_turn), named(P).",
            "next/1 depends on named/1, which is not given when next/1 is asked for",
        ),
        (
            "moves(5,metal,nowhere,area(P)) :- does(P,end_turn), dealt(P,_,_).",
            "next/1 depends on dealt/3",
        ),
        ("may(P,pass) :- active(P), not named(P).", "legal/2 depends on named/1"),
        (
            "may(P,pass) :- active(P), #count { C : dealt(P,C,_) } = 0.",
            "legal/2 depends on dealt/3",
        ),
        ("legal(P,pass) :- does(P,pass).", "legal/2 depends on does/2"),
        ("init(active(P)) :- named(P), true(active(P)).", "init/1 depends on true/1"),
        ("free(S) :- space(S,_), row(S,_).", "legal/2 depends on row/2"),
        ("broken(i_0) :- named(P), not role(P).", "broken/1 depends on named/1"),
    ],
)
def test_a_clause_that_asks_for_what_its_question_is_not_given_is_refused(
    clause: str, reason: str
) -> None:
    assert list(faults(parse(clause))) == []
    rules = [*clauses_of(parts()), *invariants()]
    assert list(undefined(rules)) == []
    found = list(undefined([*rules, *parse(clause)]))
    assert any(reason in fault.reason for fault in found), found
    assert {fault.clause for fault in found} == {str(parse(clause)[-1])}


def test_every_word_that_no_clause_needs_is_asked_for_in_a_question() -> None:
    """So nothing that the rules say escapes: what is derived serves a question in the end."""
    rules = clauses_of(parts())
    asked = {word for question in vocabulary().questions for word in question.asks}
    used = needed(rules, asked)
    assert [str(clause) for clause in rules if is_clause(clause) and clause not in used] == []


def test_a_question_must_be_about_words_that_have_signatures() -> None:
    with pytest.raises(LogicError, match="first/1 has no signature"):
        read_sorts("```sorts\nnumber seat\nnamed(seat)\nquestion first/1 : named/1\n```")
    with pytest.raises(LogicError, match="expected a word such as at/3, not 'first'"):
        read_sorts("```sorts\nnumber seat\nquestion first : named/1\n```")


def test_every_signature_belongs_to_a_word_that_occurs() -> None:
    clauses = [*clauses_of(parts()), *invariants(), *text_of_proofs()]
    text = "\n".join(map(str, clauses))
    assert [name for name, _ in vocabulary().predicates if name not in text] == []


def test_the_index_names_every_clause_once() -> None:
    derived = {head for c in clauses_of(parts()) if is_clause(c) for head in heads(c)}
    assert {word.signature for word in words() if word.defined} == derived
    (good,) = (word for word in words() if word.signature == ("good", 1))
    assert good.defined == ("ALC-01", "MOV-05", "A-143", "A-44")
    assert good.used == ("MOV-02", "OCC-04", "A-44")
    assert index(["--check"]) == 0
