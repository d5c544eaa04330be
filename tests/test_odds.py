"""The odds of a duel: by hand, and against every arrangement of the unseen cards, played out by the engine."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from attrs import evolve

from toledo_rules import (
    Cards,
    Challenge,
    DuelOdds,
    Seat,
    State,
    View,
    chance_outcomes,
    duel_odds,
    shipped_edition,
    step,
    unseen_cards,
    view,
)
from toledo_rules._hidden import Rounds
from toledo_rules._multiset import minus, multiset
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.errors import RefusedError
from toledo_rules.events import DuelEnded, RoundFought
from toledo_rules.state import Arrived, Duel, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Moment, Table, card, lay_out

EDITIONS = [*map(shipped_edition, SHIPPED_EDITIONS[1:])]


def over_blue(table: Table) -> Table:
    """Red is in transit on the full space 4, with Blue on it."""
    table.shop(4, BLUE, "gem").figures(BLUE, 4).figures(RED, transit=4)
    table.phase, table.front = Transit(4), card("4na")
    return table


def odds_of(table: Table) -> Fraction:
    return duel_odds(view(table.lay(), RED), BLUE).attacker_wins


# By hand


def test_two_cards_decide_if_they_agree() -> None:
    """DUE-09: the pile is two cards that show the attacker, everything else is in Red's hand."""
    assert odds_of(over_blue(Table()).rest_to(RED).pile("1va 2ba")) == 1


def test_the_third_card_decides_else() -> None:
    """DUE-03: of three cards two show the attacker, who wins whatever the order."""
    table = over_blue(Table()).rest_to(RED).pile("1va 2ba 3bd")
    odds = duel_odds(view(table.lay(), RED), BLUE)
    assert odds.attacker_wins == 1
    assert odds.scores == (((2, 1), Fraction(2, 3)), ((2, 0), Fraction(1, 3)))


def test_a_reshuffle_brings_the_same_cards_again() -> None:
    """A-24: with one card of each stance in all, the third round is one of the two again, at evens."""
    assert odds_of(over_blue(Table()).rest_to(RED).pile("1va 2bd")) == Fraction(1, 2)


def test_a_single_card_decides_every_round() -> None:
    """A-22, A-24: turned up, reshuffled, turned up again."""
    assert odds_of(over_blue(Table()).rest_to(RED).pile("1vd")) == 0


def test_an_empty_pile_is_the_discards() -> None:
    """TAK-02: two of three cards show the attacker, who wins with each order."""
    table = over_blue(Table()).rest_to(RED).pile("").discards("1va 2ba 3bd")
    assert odds_of(table) == 1


def test_a_tile_that_one_alone_holds_beats_the_stance() -> None:
    """DUE-06, DUE-08: brown is Blue's; violet is nobody's; both have turquoise."""
    table = over_blue(Table()).rest_to(RED).pile("1ba 2va 3td 4ba")
    table.tiles(BLUE, "brown", "turquoise").tiles(RED, "turquoise")
    assert odds_of(table) == 0


def test_the_card_in_front_cannot_come_up() -> None:
    """A-26: it shows the attacker, and is neither in the pile nor in the discards."""
    table = over_blue(Table()).rest_to(RED).pile("1vd").discards("2vd")
    assert table.front == card("4na")
    assert odds_of(table) == 0


def test_a_card_that_is_known_in_a_hand_cannot_come_up() -> None:
    """A-130: of three unseen cards one is the attacker's; then it is known to be in Blue's hand."""
    table = over_blue(Table()).rest_to(RED).hand(BLUE, "1va").pile("2vd 3vd")
    assert odds_of(table) == Fraction(1, 3)  # it is in the pile with 2 in 3, then it is even
    assert odds_of(table.hand(BLUE, "1va", known="1va")) == 0


def test_the_rounds_fought_count() -> None:
    """DUE-10: one round each; the next card decides."""
    table = over_blue(Table()).rest_to(RED).pile("1va 2va 3bd")
    state = evolve(table.lay(), phase=Duel(4, BLUE, 1, 1))
    for seat in (RED, BLUE, None):
        odds = duel_odds(view(state, seat), BLUE)
        assert (odds.attacker, odds.defender) == (RED, BLUE)
    odds = duel_odds(view(state, RED), BLUE)
    assert (odds.attacker_wins, odds.defender_wins) == (Fraction(2, 3), Fraction(1, 3))


# Against every arrangement


def arrangements(seen: View, state: State) -> Iterator[tuple[State, int]]:
    """Every position that agrees with the view, and how many arrangements of single cards look like it."""
    others = [seat for seat in range(len(state.players)) if seat != seen.seat]
    for hands, count in dealt(seen, unseen_cards(seen), others).items():
        pile, players = unseen_cards(seen), [*state.players]
        for seat, unknown in zip(others, hands, strict=True):
            pile = minus(pile, unknown)
            known = state.players[seat].known
            players[seat] = evolve(state.players[seat], hand=multiset((*known, *unknown)))
        yield evolve(state, players=tuple(players), pile=pile), count


def dealt(seen: View, cards: Cards, seats: list[Seat]) -> Counter[tuple[Cards, ...]]:
    """In how many ways the unknown cards of the seats can be each of these hands."""
    if not seats:
        return Counter([()])
    player = seen.players[seats[0]]
    ways: Counter[tuple[Cards, ...]] = Counter()
    for hand in combinations(cards, player.cards - len(player.known)):
        for rest, count in dealt(seen, minus(cards, hand), seats[1:]).items():
            ways[multiset(hand), *rest] += count
    return ways


def endings(state: State) -> Iterator[tuple[Rounds, Fraction]]:
    """How a duel ends, by the engine: every draw is tried."""
    for draw, likely in chance_outcomes(state):
        what = step(state, draw)
        fought = next(event for event in what.events if isinstance(event, RoundFought))
        if any(isinstance(event, DuelEnded) for event in what.events):
            yield (fought.attacker_wins, fought.defender_wins), likely
        else:
            yield from ((score, likely * then) for score, then in endings(what.state))


def counted(seen: View, state: State, rival: Seat) -> DuelOdds:
    """The odds by trying everything."""
    scores: Counter[Rounds] = Counter()
    total = 0
    for position, count in arrangements(seen, state):
        duel = position if position.chance else step(position, Challenge(rival)).state
        total += count
        for score, likely in endings(duel):
            scores[score] += likely * count  # type: ignore[assignment]  # a Counter of fractions
    exact = {score: Fraction(likely) / total for score, likely in scores.items()}
    return DuelOdds(state.active, rival, tuple(sorted(exact.items(), reverse=True)))


def duels(moment: Moment) -> Iterator[tuple[State, Seat]]:
    """Positions with a duel to fight."""
    rng = Random(11)
    for edition in EDITIONS:
        for players in range(edition.least_players, edition.most_players + 1):
            for _ in range(30):
                state = lay_out(edition, players, rng, moment)
                match state.phase:
                    case Transit(at) if state.drawable:
                        for rival in sorted(set(state.standing(at)) - {state.active}):
                            yield state, rival
                    case Duel(_, rival, _, _):
                        yield state, rival
                    case _:
                        pass


@pytest.mark.search
def test_a_challenge_against_every_arrangement() -> None:
    tried = 0
    for state, rival in duels("transit"):
        seen = view(state, state.active)
        assert duel_odds(seen, rival) == counted(seen, state, rival)
        tried += 1
    assert tried > 40


@pytest.mark.search
def test_a_duel_under_way_against_every_arrangement() -> None:
    tried = 0
    for state, rival in duels("duel"):
        for seat in (state.active, rival, None):
            seen = view(state, seat)
            assert duel_odds(seen, rival) == counted(seen, state, rival)
            tried += 1
    assert tried > 200


# What cannot be


def test_there_is_no_such_duel() -> None:
    """OCC-02: nobody challenges themselves; nor does a spectator, and a duel under way has its two players."""
    state = over_blue(Table(players=3)).lay()
    with pytest.raises(RefusedError, match=r"^own_figure: see OCC-02$"):
        duel_odds(view(state, RED), RED)
    with pytest.raises(
        ValueError, match=r"^a spectator challenges nobody; ask with the view of a "
    ):
        duel_odds(view(state, None), BLUE)
    with pytest.raises(ValueError, match=r"^the seats are 0 to 2, not 3$"):
        duel_odds(view(state, RED), 3)
    duel = evolve(state, phase=Duel(4, BLUE, 0, 0))
    with pytest.raises(RefusedError, match=r"^chance_is_next: see A-136$"):
        duel_odds(view(duel, RED), GREEN)


def test_nothing_to_turn_up() -> None:
    """A-28: without a card in either pile there is no duel."""
    table = Table().rest_to(RED).pile("")
    with pytest.raises(RefusedError, match=r"^nothing_to_reveal: see A-28$"):
        odds_of(table)


def test_what_if() -> None:
    """Anybody can ask at any time, with the piles as they are."""
    table = Table(active=BLUE).rest_to(BLUE).pile("1va 2va 3va").figures(RED, 3)
    table.shop(3, RED, "gem")
    state = evolve(table.lay(), phase=Arrived(3), active=RED)
    assert duel_odds(view(state, BLUE), RED).attacker == BLUE
    assert duel_odds(view(state, BLUE), RED).attacker_wins == 1
