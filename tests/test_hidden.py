"""Positions that agree with a view (A-128, A-130), and what a figure in transit gives away (A-43)."""

from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import combinations
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.table import Numbers, busy, playing, plays
from toledo_rules import (
    MOVEMENT,
    Cards,
    PlayCard,
    Seat,
    State,
    View,
    apply,
    determinize,
    invariants,
    legal_actions,
    new_game,
    parse_position,
    unseen_cards,
    view,
)
from toledo_rules._hidden import certain_cards
from toledo_rules._multiset import minus, multiset
from toledo_rules.state import TURN_START, Drawing, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, cards, legal

SEATS: tuple[Seat | None, ...] = (RED, BLUE, GREEN, None)


@pytest.mark.parametrize("seat", SEATS)
def test_a_position_that_looks_the_same(seat: Seat | None) -> None:
    """A-128, A-130: what is seen stays, own hand and known cards included."""
    state = busy()
    seen = view(state, seat)
    for seed in range(20):
        guess = determinize(seen, Random(seed))
        assert view(guess, seat) == seen
        assert list(invariants(guess)) == []
        assert set(cards("3nd 6td")) <= set(guess.players[BLUE].hand)
    assert determinize(seen, Random(1)) == determinize(seen, Random(1))


@pytest.mark.parametrize("phase", [Drawing(2, "take"), TURN_START])
def test_a_position_for_every_moment(phase: Any) -> None:
    """A-128: at a chance step the pile is as large as it looks."""
    state = Table(3).hand(RED, "1va").pile("1vd 2vd 3vd").lay(phase)
    for seat in SEATS:
        guess = determinize(view(state, seat), Random(3))
        assert view(guess, seat) == view(state, seat)
        assert len(guess.pile) == 3


def hands_of_blue(seen: View) -> dict[Cards, Fraction]:
    """Blue's possible hands with their chances, exactly: by all that a source of chance can say."""
    chances: dict[Cards, Fraction] = {}
    scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while scripts:
        script, chance = scripts.pop()
        rng = Numbers(*script)
        try:
            hand = determinize(seen, rng).players[BLUE].hand
        except IndexError:  # it wants to be told more
            stop = rng.asked[-1]
            scripts += [((*script, answer), chance / stop) for answer in range(stop)]
        else:
            chances[hand] = chances.get(hand, Fraction(0)) + chance
    return chances


def test_each_arrangement_is_equally_likely() -> None:
    """A-128, A-131: all ways to deal four unseen cards to a hand of two and a pile of two."""
    table = Table(2).hand(BLUE, "1va 2bd").pile("1va 3nd").rest_to(RED)
    assert hands_of_blue(view(table.lay(), RED)) == {
        cards("1va 1va"): Fraction(1, 6),
        cards("1va 2bd"): Fraction(2, 6),
        cards("1va 3nd"): Fraction(2, 6),
        cards("2bd 3nd"): Fraction(1, 6),
    }


def test_only_unknown_cards_are_dealt() -> None:
    """A-130: Blue's known 6 is not dealt again, and Green's hand is known altogether."""
    table = Table(3).hand(BLUE, "1va 6nd", known="6nd").hand(GREEN, "5va 5bd", known="5va 5bd")
    state = table.pile("1va 3nd").rest_to(RED).lay()
    assert hands_of_blue(view(state, RED)) == {
        cards("1va 6nd"): Fraction(2, 3),
        cards("3nd 6nd"): Fraction(1, 3),
    }


def test_nothing_is_hidden_when_nothing_is_unseen() -> None:
    """A-128: with an empty pile and one other player, their hand is what is left."""
    state = Table(2).hand(RED, "1va 2va").pile("").rest_to(BLUE).lay()
    assert determinize(view(state, RED), Random(9)) == state


# The inference of A-43


def over_own_shop(hand: str, others: str) -> State:
    """Blue, with a 4 in front, is over their own full shop on 4, and can go on by a 4 to step 8.

    Red holds everything that is not in Blue's hand or in the pile.
    """
    table = Table(2, active=BLUE).shop(4, BLUE, "gem").shop(8, BLUE, "metal")
    table.figures(BLUE, 4, transit=4).moving("4nd").hand(BLUE, hand).pile(others).rest_to(RED)
    return table.lay(Transit(4))


def test_a_figure_in_transit_proves_a_card() -> None:
    """A-43, A-128: of three unseen cards Blue must have one of the two 4s, each as likely."""
    state = over_own_shop("4va", "1bd 4td")
    assert legal(state) == {PlayCard(card("4va"), 4)}
    seen = view(state, RED)
    hands = Counter(determinize(seen, Random(seed)).players[BLUE].hand for seed in range(400))
    assert hands.keys() == {cards("4td"), cards("4va")}
    assert min(hands.values()) > 150


def test_the_inference_is_exact() -> None:
    """A-43, A-128: of four unseen cards Blue has two, at least one of them a 4: five equal ways."""
    state = over_own_shop("1bd 4va", "2bd 4td")
    ways = ("1bd 4td", "1bd 4va", "2bd 4td", "2bd 4va", "4td 4va")
    assert hands_of_blue(view(state, RED)) == {cards(way): Fraction(1, 5) for way in ways}
    twins = over_own_shop("1bd 4va", "4va 2bd")
    assert hands_of_blue(view(twins, RED)) == {
        cards("1bd 4va"): Fraction(2, 5),
        cards("2bd 4va"): Fraction(2, 5),
        cards("4va 4va"): Fraction(1, 5),
    }


@pytest.mark.parametrize("seat", [RED, None])
def test_every_guess_can_go_on(seat: Seat | None) -> None:
    """A-43, law of views: for Red and for a spectator, whatever chance says."""
    table = Table(3, active=BLUE).shop(4, BLUE, "gem").shop(8, BLUE, "metal")
    table.figures(BLUE, 4, transit=4).moving("4nd").hand(BLUE, "4va 1bd 2td").hand(RED, "4bd 5bd")
    state = table.lay(Transit(4))
    for seed in range(30):
        guess = determinize(view(state, seat), Random(seed))
        assert view(guess, seat) == view(state, seat)
        assert any(c.value == 4 for c in guess.players[BLUE].hand)
        assert list(invariants(guess)) == []


def test_a_known_card_explains_it_already() -> None:
    """A-43, A-130: if Blue is known to have a 4, their other card can be anything."""
    table = Table(2, active=BLUE).shop(4, BLUE, "gem").shop(8, BLUE, "metal")
    table.figures(BLUE, 4, transit=4).moving("4nd").pile("1bd 4td").rest_to(RED)
    state = table.hand(BLUE, "4va 6nd", known="4va").lay(Transit(4))
    dealt = {determinize(view(state, RED), Numbers(first)).players[BLUE].hand for first in range(3)}
    assert dealt == {cards("4va 1bd"), cards("4va 4td"), cards("4va 6nd")}


def test_a_rival_to_challenge_proves_nothing() -> None:
    """A-43, OCC-01: where a duel is possible no card is needed."""
    table = Table(2, active=BLUE).shop(4, BLUE, "gem").shop(8, BLUE, "metal")
    table.figures(RED, 4).figures(BLUE, transit=4).moving("4nd").hand(BLUE, "1bd").pile("4td")
    state = table.rest_to(RED).lay(Transit(4))
    dealt = [determinize(view(state, RED), Numbers(first)).players[BLUE].hand for first in range(2)]
    assert dealt == [cards("1bd"), cards("4td")]


def test_a_way_on_that_is_rare() -> None:
    """A-43, A-44: Blue needs all of the last four 1s. It is not likely, but it is so.

    1             2             3             4             5
    Blue, Blue    Blue          Blue          Blue          tavern
    """
    table = Table(2, active=BLUE).shop(1, BLUE, "metal").shop(2, BLUE, "gem")
    table.shop(3, BLUE, "smith").shop(4, BLUE, "fencing").figures(BLUE, 1, 2, 3, 4, transit=1)
    table.moving("1nd").hand(BLUE, "1ba 1ba 1va 1va")
    table.discards("1na 1bd 1bd 1ta 1ta 1td 1td 1vd 1vd")
    state = table.lay(Transit(1))
    assert plays(state) == playing("1ba 1va", 1)
    guess = determinize(view(state, RED), Random(1))
    assert guess.players[BLUE].hand == cards("1ba 1ba 1va 1va")


# Views that cannot be


def with_player(seen: View, seat: Seat, **changes: Any) -> View:
    """The view with other things of one player."""
    players = list(seen.players)
    players[seat] = evolve(players[seat], **changes)
    return evolve(seen, players=tuple(players))


def test_no_card_to_go_on_with() -> None:
    """A-43: all 4s are elsewhere, so nobody could have made that move."""
    state = over_own_shop("4va", "1bd 2bd")
    without_1 = minus(state.players[RED].hand, cards("1ba"))
    impossible = evolve(view(state, RED), hand=multiset([*without_1, card("4va")]))
    with pytest.raises(ValueError, match="A-43"):
        determinize(impossible, Random(1))


def test_cards_that_there_are_not() -> None:
    """CMP-04, I-01: three copies of a card of which there are two."""
    seen = view(busy(), RED)
    with pytest.raises(ValueError, match="shows cards that kosmos-2008 does not have"):
        determinize(evolve(seen, discards=cards("1na 1na")), Random(1))
    with pytest.raises(ValueError, match="shows cards that kosmos-2008 does not have"):
        determinize(evolve(seen, front=card("4bd"), discards=cards("4bd")), Random(1))


def test_a_pile_of_less_than_nothing() -> None:
    """I-01: Blue cannot have more cards than there are."""
    seen = with_player(view(busy(), RED), BLUE, cards=4 + 74)
    with pytest.raises(ValueError, match="this view"):
        determinize(evolve(seen, pile=-1), Random(1))


@pytest.mark.parametrize("pile", [0, 72, 74])
def test_a_pile_of_a_wrong_size(pile: int) -> None:
    """I-01: every card is somewhere."""
    seen = view(busy(), RED)
    assert seen.pile == 73
    with pytest.raises(ValueError, match=f"for a pile of {pile} and"):
        determinize(evolve(seen, pile=pile), Random(1))


def test_a_hand_of_a_wrong_size() -> None:
    """I-01, A-128: the other hands must leave as many cards as the pile has."""
    with pytest.raises(ValueError, match="leaves 76 cards for a pile of 73 and 6 unknown cards"):
        determinize(with_player(view(busy(), RED), BLUE, cards=7), Random(1))


def test_your_own_hand_must_have_its_size() -> None:
    """A-128: a view that shows three cards and counts four contradicts itself."""
    with pytest.raises(ValueError, match="this view"):
        determinize(with_player(view(busy(), RED), RED, cards=4), Random(1))


def test_nobody_is_known_to_have_more_cards_than_they_have() -> None:
    """A-130: two known cards in a hand of one, the other one made up for in the pile."""
    seen = with_player(view(busy(), RED), BLUE, cards=1)
    with pytest.raises(ValueError, match="this view"):
        determinize(evolve(seen, pile=seen.pile + 3), Random(1))


def test_what_is_known_of_your_own_hand_must_be_in_it() -> None:
    """A-130, I-16: a known card that its player does not have."""
    with pytest.raises(ValueError, match="this view"):
        determinize(with_player(view(busy(), RED), RED, known=cards("6nd")), Random(1))


# Whole games


def test_views_hold_in_whole_games() -> None:
    """A-128 to A-131: after every action, a guess at what a seat sees looks the same to it."""
    rng = Random(7)
    state = new_game(3, rng)
    for _ in range(150):
        if state.over:
            break
        state = apply(state, rng.choice(legal_actions(state)), rng)
        for seat in SEATS:
            seen = view(state, seat)
            assert view(determinize(seen, rng), seat) == seen


def test_after_a_tile_card_any_value_can_lead_on() -> None:
    """A-43, TIL-06: no card is in front yet, so the next one begins a row: a 4, or two 2s by their own shop on 6.

    4             6             8
    Blue, Blue    Blue          free
    """
    table = Table(2, active=BLUE).shop(4, BLUE, "gem").shop(6, BLUE, "smith").shop(8, BLUE, "metal")
    table.figures(BLUE, 4, 6, transit=4).tiles(BLUE, MOVEMENT).hand(BLUE, "2bd 2va")
    table.pile("4td 5bd").rest_to(RED)
    table.tile_value = 3
    state = table.lay(Transit(4))
    assert hands_of_blue(view(state, RED)) == {
        cards("2bd 2va"): Fraction(1, 4),
        cards("2bd 4td"): Fraction(1, 4),
        cards("2va 4td"): Fraction(1, 4),
        cards("4td 5bd"): Fraction(1, 4),
    }


def test_after_a_tile_card_there_may_be_no_way_on() -> None:
    """A-43, TIL-06: a 2 leads on from their own shop on 6 only if there are two of them, and there is just one."""
    table = Table(2, active=BLUE).shop(4, BLUE, "gem").shop(6, BLUE, "smith").shop(8, BLUE, "metal")
    table.figures(BLUE, 4, 6, transit=4).tiles(BLUE, MOVEMENT).hand(BLUE, "2bd 5va")
    table.pile("5vd 5bd").rest_to(RED)
    table.tile_value = 3
    with pytest.raises(ValueError, match="A-43"):
        determinize(view(table.lay_unchecked(Transit(4)), RED), Random(1))


def test_a_card_for_the_tile_proves_as_much_as_one_like_the_first() -> None:
    """A-43, TIL-01: Blue moves on by a 4, or with the tile by a 1 to the tavern: five equal ways out of six."""
    table = Table(2, active=BLUE).shop(4, BLUE, "gem").shop(8, BLUE, "metal")
    table.figures(BLUE, 4, transit=4).moving("4nd").tiles(BLUE, MOVEMENT)
    table.hand(BLUE, "1bd 2bd").pile("4td 5va").rest_to(RED)
    ways = ("1bd 2bd", "1bd 4td", "1bd 5va", "2bd 4td", "4td 5va")
    assert hands_of_blue(view(table.lay(Transit(4)), RED)) == {
        cards(way): Fraction(1, 5) for way in ways
    }


@pytest.mark.parametrize(("seat", "active"), [(2, 0), (-1, 0), (0, 2), (0, -1)])
def test_a_view_of_a_seat_that_is_not_at_the_table_is_refused(seat: int, active: int) -> None:
    seen = evolve(view(Table(2).lay(), 0), seat=seat, active=active)
    with pytest.raises(ValueError, match="of 2 players"):
        determinize(seen, Random(1))


def test_a_figure_in_transit_is_over_the_road() -> None:
    seen = view(Table(2).lay(), 0)
    last = seen.edition.last_step
    for step in (0, last):
        assert determinize(evolve(seen, phase=Transit(step)), Random(1)).phase == Transit(step)
    for step in (-1, last + 1):
        with pytest.raises(ValueError, match="not on the road"):
            determinize(evolve(seen, phase=Transit(step)), Random(1))


@pytest.mark.parametrize(
    "others",
    [
        "blue 2*1nd 2na / pile",
        "blue 1nd 2na / pile 1nd 3na",
        "blue 1nd 2*2na 2vd / pile 1va",
        "blue 2*1nd 2*2vd / pile 3na",
    ],
)
def test_what_is_certain_is_in_every_hand_that_fits(others: str) -> None:
    """A-130: of the cards that are not seen, some are in the hand and the rest is in the pile."""
    state = parse_position(f"toledo1 [tiny-duel] red / red 1va / {others}")
    seen, hidden = view(state, RED), state.players[BLUE].hand
    fits = combinations(unseen_cards(seen), len(hidden))
    everywhere = reduce(Counter.__and__, map(Counter, fits))
    assert certain_cards(seen, BLUE) == multiset(everywhere.elements())
