"""Who knows what: views, known cards, events and undoing (A-128 to A-134)."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.table import busy, changed, playing, plays
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Challenge,
    Deliver,
    Event,
    Move,
    PlaceShop,
    PlayCard,
    PlayerView,
    ReturnFigure,
    Seat,
    ShopTile,
    State,
    UseSpace,
    View,
    determinize,
    explain,
    invariants,
    legal_actions,
    new_game,
    step,
    transition,
    universe,
    view,
)
from toledo_rules._multiset import minus, multiset
from toledo_rules.events import (
    HIDDEN,
    CardDrawn,
    CardPlayed,
    CircleTaken,
    DrawingBegan,
    FeePaid,
    FigureMoved,
    PileReshuffled,
    RoundFought,
)
from toledo_rules.state import Arrived
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, cards, play, story, sword

SEATS: tuple[Seat | None, ...] = (RED, BLUE, GREEN, None)


# What a seat sees


def test_everything_but_the_pile_and_the_other_hands() -> None:
    """A-128, A-129: the whole view of a seat, field by field."""
    state = busy()
    assert view(state, RED) == View(
        edition=KOSMOS_2008,
        seat=RED,
        hand=cards("1va 4bd 4bd"),
        players=tuple(
            PlayerView(
                cards=number,
                known=known,
                figures=player.figures,
                inside=player.inside,
                delivered=player.delivered,
                shops=player.shops,
                metal=player.metal,
                gems=player.gems,
                swords=player.swords,
                tiles=player.tiles,
                paintings=player.paintings,
            )
            for player, number, known in zip(
                state.players, (3, 4, 1), (cards("4bd"), cards("3nd 6td"), ()), strict=True
            )
        ),
        active=RED,
        phase=Arrived(4),
        front=card("4va"),
        tile_value=None,
        trigger=None,
        pile=84 - 3 - 4 - 1 - 2 - 1,
        discards=cards("1nd 2nd"),
        shops=state.shops,
        metal=state.metal,
        gems=state.gems,
        swords=state.swords,
        tiles=state.tiles,
        paintings=state.paintings,
    )


def test_seats_differ_in_their_hands_only() -> None:
    """A-128, A-129: the public part is the same for all; a spectator has no hand."""
    state = busy()
    for seat, hand in ((RED, "1va 4bd 4bd"), (BLUE, "2va 3nd 6td 6td"), (GREEN, "5va"), (None, "")):
        assert view(state, seat) == evolve(view(state, RED), seat=seat, hand=cards(hand))


def test_hidden_cards_make_no_difference() -> None:
    """A-128, A-131, I-39: other cards in the other hands and in the pile, the same view."""
    state = busy()
    swapped = changed(state, BLUE, hand=cards("1bd 3nd 5nd 6td"))
    pile = multiset([*minus(state.pile, cards("1bd 5nd")), *cards("2va 6td")])
    swapped = evolve(swapped, pile=pile)
    assert list(invariants(swapped)) == []
    for seat in (RED, GREEN, None):
        assert view(swapped, seat) == view(state, seat)
        assert hash(view(swapped, seat)) == hash(view(state, seat))
    assert view(swapped, BLUE) != view(state, BLUE)


def test_what_is_legal_for_one_is_not_told_by_hidden_cards() -> None:
    """I-39: equal views of the player on turn give equal legal actions and explanations."""
    state = busy()
    other = determinize(view(state, RED), Random(5))
    assert other != state
    assert legal_actions(other) == legal_actions(state)
    actions = universe(KOSMOS_2008).actions
    assert [explain(other, a) for a in actions] == [explain(state, a) for a in actions]


def test_the_discards_are_open() -> None:
    """A-29: everybody sees what lies there."""
    assert {view(busy(), seat).discards for seat in SEATS} == {cards("1nd 2nd")}


def test_figures_have_no_identity() -> None:
    """A-133: two figures on a step are one origin, whichever came first."""
    table = Table().figures(RED, 5, 5).hand(RED, "5va 5bd")
    assert plays(table.lay()) == playing("5va 5bd", 0, 5)
    one = play(table.lay(), PlayCard(card("5va"), 5), PlayCard(card("5bd"), 0), END_TURN)
    other = play(table.lay(), PlayCard(card("5va"), 0), PlayCard(card("5bd"), 5), END_TURN)
    assert one.players[RED].figures == (0, 0, 5, 5, 10)
    assert one == other


def test_there_is_no_action_outside_the_rules() -> None:
    """A-134: nobody can resign; the nine actions are all there is."""
    kinds = {type(action).__name__ for action in universe(KOSMOS_2008).actions}
    assert kinds == {
        "TakeCards",
        "PlaceShop",
        "ReturnFigure",
        "PlayCard",
        "Challenge",
        "UseSpace",
        "Deliver",
        "EndTurn",
        "Pass",
    }


@pytest.mark.parametrize("seat", [-1, 2, 3])
def test_a_view_of_nobody(seat: int) -> None:
    """A-128: a seat at the table, or none for a spectator."""
    with pytest.raises(ValueError, match=f"the seats are 0 to 1, not {seat}"):
        view(new_game(2, Random(1)), seat)


@pytest.mark.parametrize("wrong", ["0", 1.0, True])
def test_a_view_of_a_wrong_type(wrong: Any) -> None:
    """A-128: a seat is a whole number."""
    with pytest.raises(TypeError, match="a seat must be a whole number"):
        view(new_game(2, Random(1)), wrong)


# Known cards


def known(state: State, seat: Seat) -> str:
    """The known cards of a seat, for all to see."""
    seen = {view(state, viewer).players[seat].known for viewer in SEATS}
    assert len(seen) == 1
    return " ".join(f"{c.value}{c.colour[0]}{c.stance[0]}" for c in seen.pop())


def owner_of_a_shop(hand: str, known: str = "") -> State:
    """Blue is on turn, owns a gem dealer on 2, and holds cards; Green has a shop on 3."""
    table = Table(3, active=BLUE).shop(2, BLUE, "gem", 2).shop(3, GREEN, "metal", 2)
    return table.hand(BLUE, hand, known=known).lay()


def test_a_card_paid_to_an_owner_becomes_known() -> None:
    """A-130, A-60: to everybody, from the payment on."""
    table = Table(3).shop(2, BLUE, "gem").hand(RED, "2va 6bd").hand(BLUE, "6bd")
    state = play(table.lay(), PlayCard(card("2va"), 0))
    assert known(state, BLUE) == ""
    paid = play(state, UseSpace(pay=card("6bd")))
    assert known(paid, BLUE) == "6bd"
    assert (paid.players[BLUE].hand, view(paid, RED).players[BLUE].cards) == (cards("6bd 6bd"), 2)


def test_a_known_card_stays_known_over_turns() -> None:
    """A-130: nothing that others do, and no card that is drawn, makes it unknown."""
    state = owner_of_a_shop("6bd 1va", known="6bd")
    later = play(state, TAKE_CARDS, "2va 3va", TAKE_CARDS, "6bd 4va", TAKE_CARDS, "5va 5vd")
    assert (later.active, known(later, BLUE)) == (BLUE, "6bd")
    drawn = play(later, TAKE_CARDS, "6nd 6va")
    assert known(drawn, BLUE) == "6bd"


def test_drawing_its_twin_does_not_change_what_is_known() -> None:
    """A-130, A-131: a second card of the kind is nobody's business."""
    state = owner_of_a_shop("6bd", known="6bd")
    drawn = play(state, TAKE_CARDS, "6bd 1va")
    assert (drawn.players[BLUE].hand, known(drawn, BLUE)) == (cards("1va 6bd 6bd"), "6bd")


def test_a_known_card_that_is_played_is_known_no_more() -> None:
    """A-130: it lies in front of its player."""
    state = play(owner_of_a_shop("2bd 6va", known="2bd"), PlayCard(card("2bd"), 0))
    assert (known(state, BLUE), state.front) == ("", card("2bd"))


def test_with_a_twin_the_known_one_counts_as_gone() -> None:
    """A-130: nobody can tell which of two equal cards was played, so the rest is unsure."""
    state = play(owner_of_a_shop("2bd 2bd", known="2bd"), PlayCard(card("2bd"), 0))
    assert (state.players[BLUE].hand, known(state, BLUE)) == (cards("2bd"), "")


def test_of_two_known_cards_one_stays_known() -> None:
    """A-130: each card that leaves takes one known copy along."""
    state = owner_of_a_shop("2bd 2bd", known="2bd 2bd")
    once = play(state, PlayCard(card("2bd"), 0))
    assert known(once, BLUE) == "2bd"
    assert known(play(once, PlayCard(card("2bd"), 0)), BLUE) == ""


@pytest.mark.parametrize("other", ["2ba", "2vd", "2nd"])
def test_a_card_of_another_kind_leaves_the_known_one(other: str) -> None:
    """A-130: the same value with another picture is another card."""
    state = play(owner_of_a_shop(f"2bd {other}", known="2bd"), PlayCard(card(other), 0))
    assert known(state, BLUE) == "2bd"


def test_a_known_card_that_is_paid_on_is_known_where_it_goes() -> None:
    """A-130, A-60: from one owner to the next, in both hands at once."""
    state = play(owner_of_a_shop("3va 6bd", known="6bd"), PlayCard(card("3va"), 0))
    paid = play(state, UseSpace(pay=card("6bd")))
    assert (known(paid, BLUE), known(paid, GREEN)) == ("", "6bd")
    assert (paid.players[BLUE].hand, paid.players[GREEN].hand) == ((), cards("6bd"))


def test_a_known_card_that_is_paid_to_a_tavern_is_on_the_discards() -> None:
    """A-130, A-29: open there; and drawn again it is hidden."""
    table = Table(3).hand(RED, "5va 6bd", known="6bd").pile("").rest_to(GREEN)
    state = play(table.lay(), PlayCard(card("5va"), 0), UseSpace(pay=card("6bd")))
    assert (known(state, RED), state.pile) == ("", cards("6bd"))
    back = play(state, "6bd")
    assert (back.players[RED].hand, known(back, RED)) == (cards("6bd"), "")


def test_a_card_that_goes_round_is_known_again() -> None:
    """A-130: paid out and paid back."""
    table = Table(2).shop(2, BLUE, "gem").shop(3, RED, "gem").hand(RED, "2va 6bd")
    state = play(
        table.hand(BLUE, "3va").lay(),
        PlayCard(card("2va"), 0),
        UseSpace(pay=card("6bd")),
        END_TURN,
        PlayCard(card("3va"), 0),
        UseSpace(pay=card("6bd")),
    )
    assert [player.known for player in state.players] == [cards("6bd"), ()]


def test_a_duel_makes_no_card_known_or_unknown() -> None:
    """A-130, A-131: its cards come from the pile."""
    table = Table(3).figures(BLUE, 5, 5).hand(RED, "5va 6bd", known="6bd")
    table.hand(BLUE, "1nd", known="1nd").hand(GREEN, "2nd")
    state = play(table.lay(), PlayCard(card("5va"), 0), Challenge(BLUE), "1na 2na")
    assert (known(state, RED), known(state, BLUE), known(state, GREEN)) == ("6bd", "1nd", "")


# Events, as others see them


def test_drawn_cards_are_seen_by_the_drawer_only() -> None:
    """A-131: the others see that a card was drawn."""
    told = story(Table(3).pile("1va 2bd 6nd").lay(), TAKE_CARDS, "1va 6nd")
    hidden = [CardDrawn(RED, HIDDEN), CardDrawn(RED, HIDDEN)]
    for seat in (BLUE, GREEN, None):
        seen = [*told.seen_by(seat)]
        assert [event for event in seen if isinstance(event, CardDrawn)] == hidden
    assert told.seen_by(RED) == told.with_secrets()


def test_cards_drawn_at_a_tavern_are_hidden_too() -> None:
    """A-131, A-60: unlike the fee, which all can see."""
    table = Table(3).hand(RED, "5va 1bd").pile("1va 2bd 6nd")
    told = story(table.lay(), PlayCard(card("5va"), 0), UseSpace(pay=card("1bd")), "1va 2bd 6nd")
    assert [*told.seen_by(BLUE)] == [
        CardPlayed(RED, card("5va"), to_front=True, with_tile=False),
        FigureMoved(RED, 0, 5),
        CircleTaken(RED, 5),
        FeePaid(RED, None, card("1bd")),
        DrawingBegan(RED, 3, "tavern"),
        CardDrawn(RED, HIDDEN),
        CardDrawn(RED, HIDDEN),
        CardDrawn(RED, HIDDEN),
    ]


def test_everything_else_is_seen_by_all() -> None:
    """A-129, A-131: in whole games, only drawn cards are ever hidden, and from others only."""
    rng = Random(2008)
    seen: Counter[type[Event]] = Counter()
    for _ in range(3):
        state = new_game(3, rng)
        while not state.over:
            what = transition(state, rng.choice(legal_actions(state)), rng)
            for seat in SEATS:
                for event, told in zip(what.with_secrets(), what.seen_by(seat), strict=True):
                    seen[type(event)] += 1
                    if isinstance(event, CardDrawn) and event.seat != seat:
                        assert told == CardDrawn(event.seat, HIDDEN)
                    else:
                        assert told == event
            state = what.state
    assert seen[CardDrawn] > 0
    assert seen[RoundFought] > 0


# Undoing


def undoable(state: State, *moves: Move) -> bool:
    """Return True if the last of these moves may be taken back."""
    *before, last = moves
    return not step(play(state, *before), last).reveals


def test_what_may_be_taken_back() -> None:
    """A-132: placing, returning, moving, a free use, a delivery, the end of a turn."""
    table = Table().shop(4, RED, "gem").shop(18, RED, "smith").figures(RED, 5, 18)
    table.hand(RED, "2va 4va").swords(RED, sword(7)).material(RED, metal=1)
    state = table.lay()
    assert undoable(state, PlaceShop(ShopTile("gem", 2), 1))
    assert undoable(state, ReturnFigure(5))
    assert undoable(state, PlayCard(card("4va"), 0))
    assert undoable(state, PlayCard(card("4va"), 0), UseSpace())
    assert undoable(state, PlayCard(card("4va"), 0), END_TURN)
    assert undoable(state, PlayCard(card("2va"), 18), Deliver(sword(7)))


def test_a_draw_stops_undoing() -> None:
    """A-132: asking for cards may be taken back, seeing one may not."""
    state = Table().lay()
    assert undoable(state, TAKE_CARDS)
    assert story(state, TAKE_CARDS, "1va").reveals
    assert transition(state, TAKE_CARDS, Random(1)).reveals


def test_a_duel_stops_undoing() -> None:
    """A-132, A-131: from the first card that is turned up."""
    state = Table().figures(BLUE, 5, 5).hand(RED, "5va").lay()
    assert undoable(state, PlayCard(card("5va"), 0))
    assert undoable(state, PlayCard(card("5va"), 0), Challenge(BLUE))
    assert story(state, PlayCard(card("5va"), 0), Challenge(BLUE), "1na").reveals


def test_a_reshuffle_stops_undoing() -> None:
    """A-132: the pile is not the same any more."""
    state = Table().pile("").lay()
    assert not undoable(state, TAKE_CARDS)
    told = step(state, TAKE_CARDS)
    assert told.events == (DrawingBegan(RED, 2, "take"), PileReshuffled(84))


@pytest.mark.parametrize("at", [2, 5, 10])
def test_a_payment_stops_undoing(at: int) -> None:
    """A-132: to an owner, to a tavern, to the artist."""
    table = Table().shop(2, BLUE, "gem").figures(RED, at).hand(RED, "6bd").moving("2va")
    assert not undoable(table.lay(Arrived(at)), UseSpace(pay=card("6bd")))
