"""What can be sure about the cards in another hand (A-130): one definition, and who follows it how far."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given

from spec.tools import facts
from spec.tools.oracle import oracle_of
from tests.spec.agreement import Rules
from tests.spec.clause_mutants import rules_with, without
from tests.spec.clauses import Numbered, needed_only_by
from tests.strategies import fewer, positions
from toledo_rules import Card, Seat, State, determinize, duel_odds, unseen_cards, view
from toledo_rules.testing import BLUE, GREEN, RED, Table

Sure = dict[tuple[Seat | None, Seat], Counter[Card]]
"""What a viewer can be sure of in a hand."""


def sure(state: State, rules: Rules = oracle_of) -> Sure:
    """As the specification has it."""
    cards = {facts.card(card): card for card in state.edition.cards}
    oracle = rules(state.edition, len(state.players))
    found: Sure = {}
    answer = oracle.sure(oracle.of(state))
    for (viewer, seat, name), number in answer.items():
        found.setdefault((viewer, seat), Counter())[cards[name]] = number
    return found


def by_listing(state: State, viewer: Seat | None, seat: Seat) -> Counter[Card]:
    """The least number of each card, over every way to fill up a hand with cards that the viewer cannot place."""
    seen = view(state, viewer)
    known = Counter(seen.players[seat].known)
    missing = seen.players[seat].cards - known.total()
    ways = [known + Counter(way) for way in combinations(unseen_cards(seen), missing)]
    least = {card: min(way[card] for way in ways) for card in ways[0]}
    return Counter({card: number for card, number in least.items() if number})


def table(pile: str, **hands: tuple[str, str]) -> State:
    """A position in which nearly all cards are in sight: the rest lies on the discard pile."""
    laid = Table(3).pile(pile)
    for seat, (hand, known) in zip((RED, BLUE, GREEN), hands.values(), strict=True):
        laid.hand(seat, hand, known=known)
    return laid.lay()


CASES = {
    "an empty pile": table("", red=("1va", ""), blue=("2va 2bd", ""), green=("", "")),
    "an empty pile and two hidden hands": table(
        "", red=("1va 1va", ""), blue=("2va 2bd", ""), green=("3va", "")
    ),
    "one card in the pile": table("2va", red=("", ""), blue=("2va 2bd 2bd", ""), green=("", "")),
    "a known card": table("5va", red=("", ""), blue=("2va 2bd", "2bd"), green=("", "")),
    "copies of a known card": table(
        "", red=("", ""), blue=("2va 2va 6bd", "2va"), green=("6bd", "")
    ),
    "nothing certain": table("1va 2va 3va", red=("4va", ""), blue=("5va", ""), green=("6va", "")),
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_what_holds_however_the_hidden_cards_lie(case: str) -> None:
    """A-130: seeing and counting, for every seat and a spectator, compared with a list of all possibilities."""
    state = CASES[case]
    found = sure(state)
    for viewer in (None, RED, BLUE, GREEN):
        for seat in {RED, BLUE, GREEN} - {viewer}:
            assert found.get((viewer, seat), Counter()) == by_listing(state, viewer, seat)


def test_with_an_empty_pile_another_hand_is_certain() -> None:
    """A-130: nobody has seen Blue's cards, but Red can count."""
    state = CASES["an empty pile"]
    assert sure(state)[RED, BLUE] == Counter(state.players[BLUE].hand)
    assert state.players[BLUE].known == ()


@fewer(4)
@given(positions())
def test_known_cards_are_certain_and_imagined_hands_have_what_is_certain(state: State) -> None:
    """A-130: `known` is the part by seeing alone; `determinize` keeps to all of it."""
    certain = sure(state)
    for viewer in (None, *range(len(state.players))):
        imagined = determinize(view(state, viewer), Random(1))
        for seat, player in enumerate(state.players):
            if seat != viewer:
                least = certain.get((viewer, seat), Counter())
                assert Counter(player.known) <= least
                assert least <= Counter(player.hand)
                assert least <= Counter(imagined.players[seat].hand)


def test_odds_of_a_duel_count_too() -> None:
    """A-130: all cards but those of the pile are in sight or certain, so the odds are those of the pile itself."""
    state = Table(2).hand(BLUE, "2vd", known="2vd").pile("3va 4na").lay()
    assert duel_odds(view(state, RED), BLUE).attacker_wins == 1
    unknown = Table(2).hand(BLUE, "2vd").pile("3va 4na").lay()
    assert duel_odds(view(unknown, RED), BLUE).attacker_wins < 1


@pytest.mark.parametrize("clause", needed_only_by(("sure", 4)), ids=str)
def test_every_clause_about_knowledge_is_missed(clause: Numbered) -> None:
    rest = rules_with(without(clause))
    assert [sure(state, rest) for state in CASES.values()] != [*map(sure, CASES.values())]
