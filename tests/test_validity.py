"""What is true of every position, and what is said of positions for which it is not (I-01 to I-42)."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.table import changed
from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    Card,
    Edition,
    Shop,
    ShopTile,
    Standing,
    State,
    Sword,
    Violation,
    apply,
    invariants,
    legal_actions,
    new_game,
)
from toledo_rules._multiset import minus, removed
from toledo_rules._validity import INVARIANTS, OF_POSITIONS
from toledo_rules.state import ENTERED, MOVING, OVER, Arrived, Drawing, Duel, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, cards, sword

START = Table().lay()
"""A sound position: the start of a game for two, with empty hands."""


def numbers(state: State) -> list[str]:
    """The invariants that a position breaks, each once."""
    return list(dict.fromkeys(broken.number for broken in invariants(state)))


def with_shop(step: int, shop: Shop, state: State = START) -> State:
    """A shop is on the board, whatever the trays say."""
    return evolve(state, shops=(*state.shops[:step], shop, *state.shops[step + 1 :]))


def from_tray(step: int) -> State:
    """Red's gem dealer is on a step of the road, and not in their tray."""
    return with_shop(
        step,
        Shop(RED, "gem", 1),
        changed(START, RED, shops=removed(KOSMOS_2008.shops, ShopTile("gem", 1))),
    )


def in_transit(at: int, *figures: int, hand: str = "5va") -> State:
    """Red is over a space with a 5 in front, the other figures on these steps."""
    table = Table().hand(RED, hand).moving("5bd").figures(RED, *figures, transit=at)
    return table.lay_unchecked(Transit(at))


def dueling(rival: int, attacker: int, defender: int) -> State:
    """Red is in a duel over the tavern on step 5, where Blue has two figures."""
    table = Table().moving("5bd").figures(BLUE, 5, 5).figures(RED, transit=5)
    return table.lay_unchecked(Duel(5, rival, attacker, defender))


def last_round(trigger: int | None, phase: Any = None, *, active: int = RED) -> State:
    """Blue has three figures inside."""
    table = Table(active=active).alcazar(BLUE, 3).moving(*(("5bd",) if phase == MOVING else ()))
    table.trigger = trigger
    return table.lay_unchecked(phase)


def last_round_of_three() -> State:
    """Blue has three figures inside; Green has not had the last turn, yet it is over."""
    table = Table(3, active=GREEN).alcazar(BLUE, 3)
    table.trigger = BLUE
    return table.lay_unchecked(OVER)


BROKEN: dict[str, tuple[list[str], Callable[[], State]]] = {
    "a pile out of order": (["I-00"], lambda: evolve(START, pile=START.pile[::-1])),
    "figures out of order": (
        ["I-00"],
        lambda: changed(Table().figures(BLUE, 5).lay(), BLUE, figures=(5, 0, 0, 0, 0)),
    ),
    "a card is missing": (["I-01"], lambda: evolve(START, pile=START.pile[1:])),
    "a card is there twice": (["I-01"], lambda: evolve(START, discards=START.pile[:1])),
    "a card was exchanged": (
        ["I-01"],
        lambda: evolve(START, pile=(*START.pile[:-1], Card(7, "neutral", "defender"))),
    ),
    "a card of another game out of order": (
        ["I-00", "I-01"],
        lambda: evolve(START, pile=(Card(7, "neutral", "defender"), *START.pile[1:])),
    ),
    "a sword is missing": (["I-02"], lambda: evolve(START, swords=START.swords[1:])),
    "a sword is there twice": (["I-02"], lambda: changed(START, RED, swords=(sword(15),))),
    "metal from nowhere": (["I-03"], lambda: evolve(START, metal=24)),
    "less than no metal": (
        ["I-03"],
        lambda: changed(evolve(START, metal=-1), BLUE, metal=24),
    ),
    "gems from nowhere": (["I-04"], lambda: evolve(START, gems=19)),
    "less than no gems": (
        ["I-04", "I-37"],
        lambda: changed(evolve(START, gems=-2), BLUE, gems=22),
    ),
    "a painting is missing": (["I-05"], lambda: evolve(START, paintings=(2, 2, 1, 1, 1))),
    "paintings out of order": (["I-05"], lambda: evolve(START, paintings=(1, 2, 2, 3, 1, 1))),
    "not the top painting was taken": (
        ["I-05"],
        lambda: changed(evolve(START, paintings=(3, 2, 2, 1, 1)), RED, paintings=(1, 1)),
    ),
    "a tile is missing": (["I-06"], lambda: evolve(START, tiles=START.tiles[1:])),
    "a tile is there twice": (["I-06"], lambda: changed(START, RED, tiles=("violet",))),
    "a figure is missing": (["I-07"], lambda: changed(START, BLUE, figures=(0, 0, 0, 0))),
    "a figure is inside and outside": (["I-07"], lambda: changed(START, BLUE, inside=1)),
    "a figure in transit still stands": (
        ["I-07"],
        lambda: changed(dueling(BLUE, 0, 0), RED, figures=(0, 0, 0, 0, 0)),
    ),
    "a shop is missing": (["I-08"], lambda: changed(START, BLUE, shops=START.players[0].shops[1:])),
    "a shop is on the board and in the tray": (
        ["I-08"],
        lambda: with_shop(4, Shop(RED, "gem", 1)),
    ),
    "a sword of another game": (
        ["I-02"],
        lambda: evolve(START, swords=(*START.swords[:-1], Sword(99, 1, 1))),
    ),
    "a shop with three circles": (["I-08"], lambda: with_shop(4, Shop(RED, "gem", 3))),
    "a shop on a tavern": (["I-09"], lambda: from_tray(5)),
    "a shop on the artist": (["I-09"], lambda: from_tray(10)),
    "a shop on an entrance": (["I-09"], lambda: from_tray(21)),
    "a shop on the cathedral": (["I-09"], lambda: from_tray(0)),
    "too many figures on a space": (
        ["I-11"],
        lambda: Table().figures(RED, 5, 5).figures(BLUE, 5).lay_unchecked(),
    ),
    "too many figures on a shop": (
        ["I-11"],
        lambda: Table().shop(4, RED, "gem").figures(BLUE, 4, 4).lay_unchecked(),
    ),
    "a figure on a site without a shop": (
        ["I-11"],
        lambda: Table().figures(BLUE, 4).lay_unchecked(),
    ),
    "a figure on an entrance": (["I-11"], lambda: Table().figures(BLUE, 20).lay_unchecked()),
    "a figure on the last entrance": (["I-11"], lambda: Table().figures(BLUE, 21).lay_unchecked()),
    "a figure beyond the road": (["I-12"], lambda: Table().figures(BLUE, 22).lay_unchecked()),
    "a figure before the road": (["I-12"], lambda: Table().figures(BLUE, -1).lay_unchecked()),
    "in transit over a free circle": (["I-13"], lambda: in_transit(5, 5)),
    "in transit beyond the road": (["I-12", "I-13"], lambda: in_transit(25, 25)),
    "in transit over the cathedral": (["I-13"], lambda: in_transit(0)),
    "a duel over a free circle": (
        ["I-13"],
        lambda: changed(dueling(BLUE, 0, 0), BLUE, figures=(0, 0, 0, 0, 5)),
    ),
    "four tiles": (
        ["I-14"],
        lambda: Table().tiles(RED, MOVEMENT, "brown", "turquoise", "violet").lay_unchecked(),
    ),
    "two tiles of a kind": (
        ["I-14"],
        lambda: Table().tiles(RED, "violet", "violet").lay_unchecked(),
    ),
    "more swords than figures inside": (
        ["I-15"],
        lambda: Table().alcazar(RED, 1, sword(2), sword(4)).lay_unchecked(),
    ),
    "more figures inside than there are": (
        ["I-07", "I-15", "I-20"],
        lambda: changed(START, BLUE, inside=6, figures=()),
    ),
    "a player with less than no metal": (
        ["I-16"],
        lambda: changed(evolve(START, metal=24), BLUE, metal=-1),
    ),
    "a player with less than no gems": (
        ["I-16"],
        lambda: changed(evolve(START, gems=21), BLUE, gems=-1),
    ),
    "a known card that is not there": (
        ["I-16"],
        lambda: changed(START, BLUE, known=cards("1va")),
    ),
    "a known card too many": (
        ["I-16"],
        lambda: Table().hand(BLUE, "1va 2va", known="1va 1va").lay_unchecked(),
    ),
    "a turn of somebody who has finished": (
        ["I-19"],
        lambda: Table().alcazar(RED, 3).lay_unchecked(),
    ),
    "no last round with three figures inside": (["I-20"], lambda: last_round(None)),
    "a last round with too few figures inside": (
        ["I-20"],
        lambda: evolve(START, active=BLUE, trigger=RED),
    ),
    "the trigger moves again": (["I-20"], lambda: last_round(BLUE, MOVING, active=BLUE)),
    "an end without a last round": (["I-20", "I-21"], lambda: Table().lay_unchecked(OVER)),
    "an end before the last round is over": (
        ["I-21"],
        last_round_of_three,
    ),
    "a card in front between turns": (
        ["I-23"],
        lambda: Table().moving("5va").lay_unchecked(),
    ),
    "the movement tile used between turns": (["I-23"], lambda: evolve(START, tile_value=3)),
    "a card in front while cards are taken": (
        ["I-23"],
        lambda: Table().moving("5va").lay_unchecked(Drawing(2, "take")),
    ),
    "a card in front after the end": (
        ["I-23"],
        lambda: evolve(
            last_round(BLUE, OVER), front=card("5va"), pile=removed(START.pile, card("5va"))
        ),
    ),
    "in transit with nothing to do": (["I-24"], lambda: in_transit(5, 5, 5, hand="")),
    "a move turn without a card": (["I-25"], lambda: Table().lay_unchecked(MOVING)),
    "inside without a card": (["I-25"], lambda: Table().alcazar(RED, 1).lay_unchecked(ENTERED)),
    "at a tavern without a card": (
        ["I-25"],
        lambda: Table().figures(RED, 5).lay_unchecked(Drawing(3, "tavern")),
    ),
    "at a tavern where nobody is": (
        ["I-28"],
        lambda: Table().moving("5bd").lay_unchecked(Drawing(2, "tavern")),
    ),
    "at a tavern beyond the road": (
        ["I-12", "I-28"],
        lambda: Table().moving("5bd").figures(RED, 22).lay_unchecked(Drawing(2, "tavern")),
    ),
    "an extra card that does not exist": (
        ["I-26"],
        lambda: Table().moving("5bd", tile_value=99).lay_unchecked(MOVING),
    ),
    "the extra card has the value of the first": (
        ["I-26"],
        lambda: Table().moving("5bd", tile_value=5).lay_unchecked(MOVING),
    ),
    "arrived where nobody stands": (
        ["I-28"],
        lambda: Table().moving("5bd").lay_unchecked(Arrived(5)),
    ),
    "arrived on the cathedral": (
        ["I-28"],
        lambda: Table().moving("5bd").lay_unchecked(Arrived(0)),
    ),
    "a duel with somebody who is not there": (["I-31"], lambda: dueling(2, 0, 0)),
    "a duel with oneself": (["I-31"], lambda: dueling(RED, 0, 0)),
    "a duel with somebody elsewhere": (
        ["I-31"],
        lambda: evolve(
            Table(3)
            .moving("5bd")
            .figures(BLUE, 5, 5)
            .figures(RED, transit=5)
            .lay(Duel(5, BLUE, 0, 0)),
            phase=Duel(5, GREEN, 0, 0),
        ),
    ),
    "a duel that is won": (["I-31"], lambda: dueling(BLUE, 2, 0)),
    "a duel that is lost": (["I-31"], lambda: dueling(BLUE, 1, 2)),
    "less than no rounds": (["I-31"], lambda: dueling(BLUE, 0, -1)),
    "nothing to draw": (
        ["I-32"],
        lambda: evolve(START, pile=(), discards=START.pile, phase=Drawing(2, "take")),
    ),
    "nothing to turn up": (
        ["I-32"],
        lambda: evolve(dueling(BLUE, 0, 0), pile=(), discards=dueling(BLUE, 0, 0).pile),
    ),
    "more cards to draw than one may": (
        ["I-34"],
        lambda: evolve(START, phase=Drawing(3, "take")),
    ),
    "no cards to draw": (
        ["I-34"],
        lambda: evolve(START, phase=Drawing(0, "take")),
    ),
    "a second sword for the same figure": (
        ["I-36"],
        lambda: Table().moving("5bd").alcazar(RED, 1, sword(2)).lay_unchecked(ENTERED),
    ),
    "inside without a figure": (
        ["I-36"],
        lambda: Table().moving("5bd").lay_unchecked(ENTERED),
    ),
    "less points than there can be": (
        ["I-16", "I-37"],
        lambda: changed(
            evolve(START, gems=24, tiles=removed(START.tiles, MOVEMENT)),
            RED,
            gems=-4,
            tiles=(MOVEMENT,),
        ),
    ),
    "more gems than there are": (["I-04", "I-37"], lambda: changed(START, RED, gems=22)),
    "nobody to play with": (["I-42"], lambda: evolve(START, players=START.players[:1])),
    "too many players": (
        ["I-42"],
        lambda: evolve(START, players=START.players + START.players[:1] * 3),
    ),
    "a shop of somebody who is not there": (
        ["I-42"],
        lambda: with_shop(4, Shop(2, "gem", 1)),
    ),
}
"""Broken positions: what is wrong, the numbers that tell, and the position."""


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_position(what: str) -> None:
    """I-01 to I-42: exactly these invariants are broken, no other."""
    expected, position = BROKEN[what]
    assert numbers(position()) == expected


def test_a_duel_with_the_first_seat() -> None:
    """I-31: nothing is wrong with it."""
    table = Table(active=BLUE).moving("5bd").figures(RED, 5, 5).figures(BLUE, transit=5)
    assert numbers(table.lay_unchecked(Duel(5, RED, 0, 0))) == []


def test_everybody_needs_all_shops() -> None:
    """I-08: two halves of a set are no set, so something is wrong with both players."""
    half = len(KOSMOS_2008.shops) // 2
    state = changed(START, RED, shops=KOSMOS_2008.shops[:half])
    state = changed(state, BLUE, shops=KOSMOS_2008.shops[half:])
    assert {broken.seat for broken in invariants(state)} == {RED, BLUE}


def test_every_number_is_provoked() -> None:
    """I-01 to I-42: all but I-38, which no position can break (see below)."""
    provoked = {number for expected, _ in BROKEN.values() for number in expected}
    assert provoked == set(INVARIANTS) - {"I-38"}


def test_a_wrong_ranking_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """I-38: it is about the counting, not about the position, so the counting is made wrong."""
    state = Table().paintings(RED, 3).lay()
    worst_first = (Standing(1, BLUE, 0, 0, 0), Standing(2, RED, 3, 0, 0))
    shared = (Standing(1, RED, 3, 0, 0), Standing(1, BLUE, 0, 0, 0))
    module = import_module("toledo_rules._validity")
    for wrong in (worst_first, shared):
        monkeypatch.setattr(module, "ranking", lambda _, wrong=wrong: wrong)
        assert numbers(state) == ["I-38"]


def test_what_a_violation_says() -> None:
    """I-03: the number and the sentence."""
    (broken,) = invariants(evolve(START, metal=24))
    assert broken == Violation.of("I-03", "metal is conserved", "24 of 23 metal", "metal")


def test_where_something_is_missing_or_wrong() -> None:
    """I-00, I-01: the kind that is missing and no other; the place of a foreign card, and of one out of order."""
    second = next(one for one in START.pile if one != START.pile[0])
    (missing,) = invariants(evolve(START, pile=removed(START.pile, second)))
    assert (missing.found, missing.where) == (f"1 of 2 {second!r}", "")
    last = len(START.pile) - 1
    foreign = Card(7, "neutral", "defender")
    (wrong,) = invariants(evolve(START, pile=(*START.pile[:-1], foreign)))
    assert (wrong.found, wrong.where) == (
        f"{foreign!r}, no card of the edition",
        f"pile[{last}]",
    )
    tray = KOSMOS_2008.shops[::-1]
    (falling,) = invariants(changed(START, BLUE, shops=tray))
    assert falling.where == "players[1].shops[1]"


def test_what_a_position_can_break() -> None:
    """I-37 and I-38 are about the counting, and follow from the others."""
    assert {*INVARIANTS} - {*OF_POSITIONS} == {"I-37", "I-38"}


def test_a_violation_in_words() -> None:
    """I-07: who, how many, and where."""
    (broken,) = invariants(changed(START, BLUE, figures=(0, 0, 0, 0)))
    assert (broken.seat, broken.where, broken.found) == (
        BLUE,
        "players[1].figures",
        "4 of 5 figures",
    )
    assert str(broken) == (
        "I-07: seat 1 has 4 of 5 figures (players[1].figures); every player has all their figures"
    )


def with_any(**changes: Any) -> State:
    """The start with changes that no type checker lets through."""
    return evolve(START, **changes)


def edition_with(**changes: Any) -> Edition:
    """The edition with changes that no type checker lets through."""
    return evolve(KOSMOS_2008, **changes)


def drawing_from(source: Any) -> Drawing:
    """A draw for a reason that no type checker lets through."""
    return Drawing(2, source)


class Unspeakable:
    """A value that cannot even be printed."""

    def __repr__(self) -> str:
        raise RuntimeError


MISTYPED: dict[str, tuple[str, str, Callable[[], State]]] = {
    "a list for a hand": (
        "players[0].hand",
        "a list instead of a tuple",
        lambda: changed(START, RED, hand=[]),
    ),
    "true for a number": (
        "metal",
        "True instead of an int",
        lambda: with_any(metal=True),
    ),
    "a fraction": (
        "players[1].gems",
        "0.0 instead of an int",
        lambda: changed(START, BLUE, gems=0.0),
    ),
    "a sword among tiles": (
        "tiles[0]",
        "Sword(2, 1, 0) instead of a str",
        lambda: with_any(tiles=(sword(2),)),
    ),
    "a text for a card": (
        "front",
        "'5va' instead of a Card or None",
        lambda: with_any(front="5va"),
    ),
    "an unknown reason to draw": (
        "phase.source",
        "'pub' instead of 'take' or 'tavern'",
        lambda: with_any(phase=drawing_from("pub")),
    ),
    "a number in a phase": (
        "phase.left",
        "True instead of an int",
        lambda: with_any(phase=Drawing(True, "take")),
    ),
    "something that cannot be printed": (
        "shops",
        "an Unspeakable instead of a tuple",
        lambda: with_any(shops=Unspeakable()),
    ),
    "something long": (
        "paintings[0]",
        f"'{'x' * 59}... instead of an int",
        lambda: with_any(paintings=("x" * 99,)),
    ),
    "half an edition": (
        "edition",
        "None instead of an Edition",
        lambda: with_any(edition=None),
    ),
    "a list in an edition": (
        "edition.colours",
        "a list instead of a tuple",
        lambda: with_any(edition=edition_with(colours=["red", "blue"])),
    ),
    "an edition that does not fit together": (
        "edition.last_round_at",
        "3 instead of at most 2, the number of figures",
        lambda: with_any(edition=edition_with(figures=2)),
    ),
}
"""Positions that are not even made of the right things: where, what is said, and the position."""


@pytest.mark.parametrize("what", MISTYPED)
def test_a_position_of_the_wrong_form(what: str) -> None:
    """I-00: it is reported before anything else, because everything else relies on it."""
    where, found, position = MISTYPED[what]
    assert [(one.number, one.where, one.found) for one in invariants(position())] == [
        ("I-00", where, found)
    ]


def test_several_at_once() -> None:
    """I-03, I-04, I-06: each is told, in the order of the numbers."""
    assert numbers(evolve(START, metal=0, gems=0, tiles=())) == ["I-03", "I-04", "I-06"]


@pytest.mark.search
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sound_game(players: int) -> None:
    """I-01 to I-42: nothing is broken from the first position to the last."""
    rng = Random(players)
    state = new_game(players, rng)
    while not state.over:
        assert numbers(state) == []
        state = apply(state, rng.choice(legal_actions(state)), rng)
    assert numbers(state) == []


NONSENSE: dict[str, tuple[str, Callable[[], State]]] = {
    "nobody's turn": ("I-42", lambda: evolve(START, active=7)),
    "a turn before the first seat": ("I-42", lambda: evolve(START, active=-1)),
    "nobody's last round": ("I-42", lambda: evolve(START, trigger=7)),
    "no road": ("I-09", lambda: evolve(START, shops=())),
    "a foreign card in hand": (
        "I-01",
        lambda: changed(START, RED, hand=(Card(5, "pink", "attacker"),)),
    ),
    "a foreign sword in front": (
        "I-02",
        lambda: changed(
            Table().alcazar(RED, 1).moving("5va").lay(ENTERED), RED, swords=(Sword(99, 1, 1),)
        ),
    ),
    "a foreign shop in the tray": (
        "I-08",
        lambda: changed(START, RED, shops=(ShopTile("gem", 3),)),
    ),
    "the active player on an entrance": (
        "I-11",
        lambda: Table().figures(RED, 20).lay_unchecked(),
    ),
    "the active player beyond the road": (
        "I-12",
        lambda: Table().figures(RED, 30).lay_unchecked(),
    ),
    "the active player before the road": (
        "I-12",
        lambda: Table().hand(RED, "1va").figures(RED, -1).lay_unchecked(),
    ),
    "in transit beyond the road": ("I-13", lambda: in_transit(99)),
    "a duel beyond the road": (
        "I-13",
        lambda: evolve(dueling(BLUE, 0, 0), phase=Duel(99, BLUE, 0, 0)),
    ),
}
"""Positions that are further from the game; they come from hands and files as well."""


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_told_and_does_not_crash(what: str) -> None:
    """I-01 to I-42: whatever the position, the violated number is among the answers."""
    expected, position = NONSENSE[what]
    assert expected in numbers(position())


def test_known_cards_in_a_sound_hand() -> None:
    """I-16: a known card that is there breaks nothing, also twice."""
    state = Table().hand(BLUE, "1va 1va 2va", known="1va 1va").lay()
    assert numbers(state) == []
    assert minus(state.players[BLUE].hand, state.players[BLUE].known) == cards("2va")


def test_an_arrival_is_sound() -> None:
    """I-11, I-25: a figure on a circle, a card in front."""
    assert numbers(Table().figures(RED, 5).moving("5va").lay_unchecked(Arrived(5))) == []


def test_numbers_just_outside_are_violations_and_no_errors() -> None:
    """The judge itself never fails: a figure one step beyond the road, and a rival one seat beyond the table."""
    state = Table(2).lay()
    beyond = len(state.edition.road)
    me = evolve(state.players[0], figures=(0, 0, 0, 0, beyond))
    at_a_tavern = evolve(state, players=(me, state.players[1]), phase=Drawing(1, "tavern"))
    assert any("tavern" in str(one) for one in invariants(at_a_tavern))
    duel = evolve(state, phase=Duel(4, 2, 0, 0))
    assert any("with seat 2, who is not a rival" in str(one) for one in invariants(duel))


def test_the_expected_type_has_its_article() -> None:
    """The article follows the first letter: an int, a str."""
    wrong = changed(Table(2).lay(), 0, metal="3")
    assert any("an int" in str(one) for one in invariants(wrong))
