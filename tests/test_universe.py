"""All actions of an edition with their numbers, and the order of the legal ones (decisions 3 to 5)."""

import copy
import pickle
from random import Random

import pytest
from attrs import evolve

from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    PASS,
    RULES,
    TAKE_CARDS,
    Challenge,
    Deliver,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    ShopTile,
    Space,
    State,
    Sword,
    UseSpace,
    explain,
    legal_actions,
    new_game,
    universe,
)
from toledo_rules.state import Arrived, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, play, sword

ACTIONS = universe(KOSMOS_2008).actions
SITES = (1, 2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19)


def test_the_universe_of_actions() -> None:
    """Decision 4: every action once; its place is its number."""
    cards, spaces, benefits = 48, 19, 1 + 11 + 4 * (1 + 3)
    assert len(ACTIONS) == len(set(ACTIONS))
    assert len(ACTIONS) == sum(
        (
            len((END_TURN, TAKE_CARDS, PASS)),
            8 * 16,  # shops on sites
            spaces,  # figures to return
            benefits * (1 + cards),  # uses, free or for a card
            11,  # swords to deliver
            cards * (1 + spaces) * 2,  # cards with figures, without and with the tile
            4,  # rivals
        )
    )
    assert (ACTIONS[0], ACTIONS[1], ACTIONS[-1]) == (END_TURN, TAKE_CARDS, PASS)
    assert universe(KOSMOS_2008) is universe(KOSMOS_2008)


def test_nobody_can_spoil_the_universe() -> None:
    """It is shared by all games of a process."""
    shared = universe(KOSMOS_2008)
    for actions in (
        *(shared.place_shop, *shared.place_shop.values(), shared.return_figure),
        *(shared.play_card, *(way for ways in shared.play_card.values() for way in ways)),
        *(shared.use_space, *shared.use_space.values(), shared.deliver),
    ):
        assert not hasattr(actions, "clear")
        with pytest.raises(TypeError, match="does not support item assignment"):
            actions[None] = PASS  # type: ignore[index]
    for copied in (copy.deepcopy(shared), pickle.loads(pickle.dumps(shared))):
        assert copied.actions == shared.actions
        assert copied.play_card == shared.play_card
        assert copied.deliver.at(sword(12)) == Deliver(sword(12))


def test_the_universe_has_only_what_an_edition_has() -> None:
    """Decision 5: no sword, card or space of another edition."""
    short = evolve(
        KOSMOS_2008,
        name="short",
        road=(Space("cathedral"), Space("site", "r", 1), Space("entrance")),
        cards=(card("1va"),),
        swords=(Sword(2, 1, 0),),
        tiles=("movement",),
        duel_colours=(),
        shops=(ShopTile("gem", 1),),
        most_players=2,
    )
    one, tile = card("1va"), ShopTile("gem", 1)
    assert universe(short).actions == (
        END_TURN,
        TAKE_CARDS,
        PlaceShop(tile, 1),
        ReturnFigure(1),
        UseSpace(),
        UseSpace(pay=one),
        UseSpace(take=Sword(2, 1, 0)),
        UseSpace(pay=one, take=Sword(2, 1, 0)),
        UseSpace(take="movement"),
        UseSpace(pay=one, take="movement"),
        Deliver(Sword(2, 1, 0)),
        PlayCard(one, 0),
        PlayCard(one, 1),
        PlayCard(one, 0, with_tile=True),
        PlayCard(one, 1, with_tile=True),
        Challenge(0),
        Challenge(1),
        PASS,
    )


def interesting() -> list[State]:
    """Positions that offer every kind of action."""
    smith = Table(3).shop(4, BLUE, "smith").material(RED, metal=3, gems=2).hand(RED, "1va 4bd")
    master = Table(3).shop(4, BLUE, "fencing").tiles(RED, "movement", "violet", "brown")
    full = Table(3).figures(BLUE, 5).figures(RED, transit=5).moving("5va").tiles(RED, "movement")
    gate = Table(3).shop(18, RED, "gem").figures(RED, 18).swords(RED, sword(2), sword(7))
    stuck = Table().pile("").rest_to(BLUE)
    for seat in (RED, BLUE):
        for number, tile in enumerate(KOSMOS_2008.shops):
            stuck.shop(SITES[8 * seat + number], seat, tile.kind, tile.circles)
    return [
        new_game(4, Random(1)),
        smith.figures(RED, 4).moving("4va").lay(Arrived(4)),
        master.figures(RED, 4).moving("4va").hand(RED, "1va 4bd").lay(Arrived(4)),
        full.figures(GREEN, 5).hand(RED, "5bd 1nd").shop(6, BLUE, "gem").lay(Transit(5)),
        play(gate.hand(RED, "2va").lay(), PlayCard(card("2va"), 18)),
        Table(3).figures(RED, 5, 10).hand(RED, "5va 5bd").tiles(RED, "movement").lay(),
        stuck.lay(),
    ]


def test_legal_actions_come_in_the_order_of_their_numbers() -> None:
    """Decision 4: a stable order, the same as in the universe."""
    place = {action: number for number, action in enumerate(ACTIONS)}
    kinds: set[type] = set()
    for state in interesting():
        legal = legal_actions(state)
        numbers = [place[action] for action in legal]
        assert numbers == sorted(numbers)
        assert legal == legal_actions(copy.deepcopy(state))
        kinds |= {type(action) for action in legal}
    assert len(kinds) == 9


def test_one_authority_for_legality() -> None:
    """Decision 3: legal exactly if there is no reason against it, and every reason has a rule."""
    for state in interesting():
        legal = set(legal_actions(state))
        for action in ACTIONS:
            why = explain(state, action)
            assert (why is None) == (action in legal)
            assert why is None or why.rule in RULES
