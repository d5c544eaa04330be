"""Choices by example: what can be pointed at, what comes of it, and why not."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import get_args

import pytest
from attrs import evolve

from tests.table import busy
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Challenge,
    Code,
    Deliver,
    Game,
    PlaceShop,
    PlayCard,
    ShopTile,
    State,
    UseSpace,
    duel_odds,
    new_game,
    step,
    view,
)
from toledo_rules._values import FrozenMap
from toledo_rules.choices import (
    Bundle,
    Choices,
    DuelChance,
    Landing,
    MenuOption,
    Offer,
    choices,
    why_not,
)
from toledo_rules.describe import render
from toledo_rules.describe._catalogue import catalogue
from toledo_rules.edition import MOVEMENT
from toledo_rules.render import PartKind, svg
from toledo_rules.state import ENTERED, MOVING, OVER, Arrived
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, cards, sword


def mine(state: State) -> Choices:
    """The choices of the player on turn."""
    return choices(view(state, state.active))


def offered(found: Choices, *parts: str) -> Offer:
    """The one move that these parts stand for."""
    (offer,) = found.through(*parts)
    return offer


def why(found: Choices, part: str) -> tuple[str, str]:
    """The rule and the sentence that a part has for a reason."""
    reason = found.reasons[part]
    return reason.rule, render(reason.message)


# Moves


def test_a_shop_is_placed_by_its_tile_and_a_space() -> None:
    found = mine(Table(2).lay())
    offer = offered(found, "player:0:shop:m2", "space:4")
    assert offer.action == PlaceShop(ShopTile("metal", 2), 4)
    assert offer.parts == ("deed:place_shop", "player:0:shop:m2", "space:4")
    assert (offer.cost, offer.gain) == (Bundle(shops=(ShopTile("metal", 2),)), None)
    assert (offer.landing, offer.duels, offer.reveals, offer.points) == (None, (), False, 0)


def test_the_end_of_a_turn_brings_nothing() -> None:
    game = Game(2, seed=1)
    game.play(next(action for action in game.legal if isinstance(action, PlayCard)))
    (offer,) = [one for one in choices(game, seat=0).moves if one.action == END_TURN]
    assert (offer.cost, offer.gain, offer.points) == (None, None, 0)


def test_a_card_moves_a_figure_to_a_free_circle_that_waits_there() -> None:
    """MOV-05, USE-05: the landing tells whose shop it is, and what a use would cost."""
    state = Table(2).shop(4, BLUE, "gem", 2).hand(RED, "4va").lay()
    offer = offered(mine(state), "hand:0:4va", "circle:4:1")
    assert offer.landing == Landing(4, "gem", "circle", BLUE, 1, ())
    assert offer.cost == Bundle(cards=cards("4va"))
    figures = tuple(f"figure:0:{number}" for number in range(5))
    places = ("space:4", "circle:4:0", "circle:4:1")
    assert offer.parts == ("deed:play_card", "hand:0:4va", *figures, *places)


def test_an_own_shop_costs_nothing() -> None:
    """USE-03."""
    state = Table(2).shop(4, RED, "gem", 2).hand(RED, "4va").lay()
    landing = offered(mine(state), "deed:play_card").landing
    assert landing == Landing(4, "gem", "circle", RED, 0, ())


def test_a_full_space_names_the_rivals_and_the_chances() -> None:
    """OCC-01: a card that leads to a full space may lead to a duel; the odds are those after it is played."""
    table = Table(3).shop(4, BLUE, "gem", 2).figures(BLUE, 4).figures(GREEN, 4)
    state = table.tiles(GREEN, "brown").hand(RED, "4va").lay()
    offer = offered(mine(state), "hand:0:4va", "space:4")
    assert offer.landing == Landing(4, "gem", "full", BLUE, 1, (BLUE, GREEN))
    after = view(step(state, offer.action).state, RED)
    assert offer.duels == tuple(
        DuelChance(rival, duel_odds(after, rival).attacker_wins) for rival in (BLUE, GREEN)
    )
    assert 0 < offer.duels[1].wins < offer.duels[0].wins < 1


def test_a_challenge_is_made_by_the_rivals_figure_or_area() -> None:
    table = (
        Table(3)
        .shop(4, BLUE, "gem", 2)
        .figures(BLUE, 4)
        .figures(GREEN, 4, 5)
        .figures(RED, transit=4)
    )
    state = table.hand(RED, "4bd").moving("4va").lay()
    found = mine(state)
    offer = offered(found, "player:2")
    assert offer.action == Challenge(GREEN)
    assert offer.parts == ("deed:challenge", "player:2", "figure:2:3")
    assert offer.reveals
    assert isinstance(offer.duels[0].wins, Fraction)
    assert why(found, "figure:2:4") == ("A-129", "That belongs to Green.")


def test_a_figure_in_transit_is_not_one_that_stands_there() -> None:
    """A-49, A-53: the figure in transit moves on, not the other one that has a circle there."""
    table = Table(2).shop(4, RED, "gem", 1).figures(RED, 4, transit=4).hand(RED, "1va 1vd")
    state = table.moving("4va").tiles(RED, "movement").lay()
    moves = [one for one in mine(state).moves if isinstance(one.action, PlayCard)]
    assert moves
    assert all("figure:0:4" in one.parts and "figure:0:3" not in one.parts for one in moves)


def test_an_entrance_leads_into_the_alcazar() -> None:
    """ALC-01."""
    state = Table(2).figures(RED, 16).hand(RED, "4va").shop(16, RED, "smith").lay()
    offer = offered(mine(state), "alcazar", "figure:0:4")
    assert offer.landing is not None
    assert (offer.landing.waits, offer.landing.kind) == ("alcazar", "entrance")


def test_a_use_shows_what_changes_hands() -> None:
    """SMI-02: metal and gems are paid for a sword, and a card to the owner; a payment is seen by all (A-132)."""
    table = Table(2).shop(4, BLUE, "smith").figures(RED, 4).hand(RED, "5va")
    state = table.material(RED, metal=3, gems=3).moving("4va").lay(Arrived(4))
    found = mine(state)
    offer = offered(found, "supply:sword:12")
    assert offer.action == UseSpace(card("5va"), sword(12))
    assert offer.cost == Bundle(cards=cards("5va"), metal=3, gems=3)
    assert offer.gain == Bundle(swords=(sword(12),))
    assert offer.points == 6 - 1
    assert offer.reveals
    assert {"player:0:metal", "player:0:gems", "hand:0:5va", "space:4"} <= {*offer.parts}
    assert not any("painting" in part for part in offer.parts)
    assert why(found, "supply:sword:15")[0] == "SMI-02"
    cheap = offered(found, "supply:sword:2")
    assert "player:0:gems" not in cheap.parts
    assert why(found, "supply:metal") == ("MET-01", "You get metal at a metal dealer.")


def test_a_card_that_leads_too_far_has_a_reason() -> None:
    """A-37."""
    state = (
        Table(2)
        .alcazar(RED, 2)
        .shop(17, BLUE, "gem")
        .figures(RED, 17, 19, 19)
        .shop(19, RED, "gem", 2)
        .hand(RED, "5va")
        .lay()
    )
    assert why(mine(state), "hand:0:5va")[0] == "A-37"


def test_a_tavern_gives_cards_from_the_pile() -> None:
    state = Table(2).figures(RED, 5).hand(RED, "5va").moving("5bd").lay(Arrived(5))
    offer = offered(mine(state), "pile")
    assert (offer.gain, offer.reveals) == (Bundle(drawn=3), True)


def test_the_artist_gives_the_top_painting() -> None:
    """ART-01."""
    artist = next(at for at, one in enumerate(Table(2).lay().edition.road) if one.kind == "artist")
    state = Table(2).figures(RED, artist).hand(RED, "6va").moving("5bd").lay(Arrived(artist))
    found = mine(state)
    offer = offered(found, "supply:painting:3")
    assert (offer.gain, offer.points) == (Bundle(paintings=(3,)), 3)
    assert why(found, "supply:painting:2")[0] == "ART-01"


def test_a_fencing_master_swaps_tiles_at_the_limit() -> None:
    """FEN-06."""
    table = Table(2).shop(4, RED, "fencing").figures(RED, 4)
    full = table.tiles(RED, "violet", "brown", "turquoise").moving("4va").lay(Arrived(4))
    offer = offered(mine(full), "supply:tile:m", "player:0:tile:v")
    assert (offer.cost, offer.gain) == (Bundle(tiles=("violet",)), Bundle(tiles=("movement",)))


def test_a_sword_is_delivered_to_the_alcazar() -> None:
    table = Table(2).alcazar(RED, 1).swords(RED, sword(7))
    offer = offered(mine(table.moving("4va").lay(ENTERED)), "player:0:sword:7")
    assert (offer.action, offer.points) == (Deliver(sword(7)), 4)
    assert offer.cost == Bundle(swords=(sword(7),))


def test_cards_are_taken_from_the_pile() -> None:
    offer = offered(mine(Table(2).lay()), "pile")
    assert (offer.action, offer.gain, offer.reveals) == (TAKE_CARDS, Bundle(drawn=2), True)


# The menu


def test_the_menu_asks_what_then_with_what_then_where() -> None:
    state = Table(2).shop(4, RED, "gem", 2).hand(RED, "4va 4bd").lay()
    found = mine(state)
    topics = [entry.topic for entry in found.menu]
    assert topics == sorted(topics, key=("use", "move", "place", "otherwise").index)
    move = found.menu[0]
    assert render(move.message) == (
        "Play a 4 and move a figure from the cathedral to space 4 (gem dealer)."
    )
    assert [option.part for option in move.options] == ["hand:0:4ba", "hand:0:4va"] or [
        option.part for option in move.options
    ] == ["hand:0:4bd", "hand:0:4va"]


def test_shops_and_tiles_stand_in_the_order_of_the_edition() -> None:
    """Not in that of their English names: metal, gem, smith, fencing; violet, brown, turquoise, movement."""
    found = mine(Table(2).tiles(RED, "brown", "violet", MOVEMENT).lay())
    ids = [part.id for part in found.parts]
    shops = ["m1", "m2", "g1", "g2", "s1", "s2", "f1", "f2"]
    assert [one for one in ids if ":shop:" in one][:8] == [f"player:0:shop:{s}" for s in shops]
    assert [one for one in ids if "supply:tile:" in one] == [f"supply:tile:{t}" for t in "vbtm"]
    assert [one for one in ids if "0:tile:" in one] == [f"player:0:tile:{t}" for t in "vbm"]
    placing = [found.moves[entry.options[0].move].action for entry in found.menu[:8]]
    assert [one.shop.kind for one in placing if isinstance(one, PlaceShop)] == [
        *["metal"] * 2,
        *["gem"] * 2,
        *["smith"] * 2,
        *["fencing"] * 2,
    ]


def test_tiles_to_take_stand_in_the_order_of_the_edition() -> None:
    table = Table(2).shop(4, RED, "fencing", 2).figures(RED, 4).moving("4va")
    found = mine(table.lay(Arrived(4)))
    uses = [found.moves[entry.options[0].move].action for entry in found.menu[:4]]
    assert uses == [UseSpace(take=tile) for tile in ("violet", "brown", "turquoise", MOVEMENT)]


def test_a_single_way_is_no_choice_but_the_last_site_is() -> None:
    state = Table(2).shop(4, RED, "gem", 2).hand(RED, "4va").lay()
    found = mine(state)
    assert found.menu[0].options == (
        MenuOption(found.moves.index(found.through("hand:0:4va")[0]), None),
    )
    assert all(option.part for entry in found.menu[1:3] for option in entry.options)


def test_in_a_foreign_shop_the_fees_are_the_options() -> None:
    table = Table(2).shop(4, BLUE, "metal").figures(RED, 4).hand(RED, "5va 6vd")
    found = mine(table.moving("4va").lay(Arrived(4)))
    assert [option.part for option in found.menu[0].options] == ["hand:0:5va", "hand:0:6vd"]


# Reasons


@pytest.mark.parametrize(
    ("part", "rule", "words"),
    [
        ("deed:end_turn", "TRN-04", "You cannot end your turn before you have done something."),
        ("deed:deliver", "ALC-02", "You have no sword to deliver."),
        ("deed:use_space", "USE-02", "You can only use a space right after a figure has arrived"),
        ("deed:challenge", "OCC-01", "You can only challenge someone when your figure reaches"),
        ("deed:pass", "A-19", "You cannot pass: "),
        ("deed:return_figure", "A-109", "That figure is at the cathedral already."),
        ("space:5", "MOV-02", "None of your cards takes a figure to space 5 (tavern)."),
        ("circle:5:1", "MOV-02", "None of your cards takes a figure to space 5 (tavern)."),
        ("space:20", "MOV-02", "None of your cards takes a figure to entrance space 20."),
        ("alcazar", "ALC-01", "None of your cards takes a figure into the Alcazar."),
        ("hand:0:3va", "MOV-04", "You cannot stop on space 3: there is no shop."),
        ("figure:0:0", "MOV-04", "You cannot stop on space 3: there is no shop."),
        ("figure:1:0", "OCC-01", "You can only challenge someone when your figure reaches"),
        ("player:1", "OCC-01", "You can only challenge someone when your figure reaches"),
        ("player:1:metal", "A-129", "That belongs to Blue."),
        ("player:0:metal", "SMI-02", "You need metal and gems to forge a sword at a smith."),
        ("player:0", "TRN-03", "Choose one of the things here."),
        ("player:0:fame", "A-158", "Points are counted automatically."),
        ("supply:sword:12", "SMI-01", "You get swords at a smith."),
        ("supply:tile:v", "FEN-01", "You get master tiles at a fencing master."),
        ("discards", "TAK-02", "Discarded cards come back when the draw pile is used up."),
        ("front", "MOV-12", "The first card stays there until the turn ends."),
    ],
)
def test_at_the_start_of_a_turn(part: str, rule: str, words: str) -> None:
    found = mine(Table(2).hand(RED, "3va").lay())
    assert why(found, part)[0] == rule
    assert why(found, part)[1].startswith(words)


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        ("space:9", "MOV-04"),
        ("player:0:known:4bd", "A-130"),
        ("figure:2:3", "ALC-05"),
        ("figure:1:4", "OCC-05"),
        ("player:0:tile:v", "FEN-02"),
        ("player:0:shop:g1", "A-20"),
        ("player:2:delivered:4", "A-129"),
        ("supply:sword:4", "SMI-01"),
        ("deed:take_cards", "A-20"),
        ("cathedral", "A-111"),
    ],
)
def test_in_the_middle_of_a_turn(part: str, rule: str) -> None:
    assert why(mine(busy()), part)[0] == rule


def test_a_sword_and_a_tile_have_their_moments() -> None:
    table = Table(2).shop(4, RED, "gem").figures(RED, 4).hand(RED, "4bd").swords(RED, sword(2))
    table.tiles(RED, "movement").discards("3nd")
    found = mine(table.moving("4va", tile_value=3).lay(Arrived(4)))
    assert why(found, "player:0:tile:m") == (
        "A-84",
        "You have used the movement tile this turn already, for the 3.",
    )
    assert why(found, "player:0:sword:2")[1].startswith(
        "You can deliver one sword with each figure"
    )


def test_without_cards_a_figure_cannot_move() -> None:
    found = mine(Table(2).shop(4, RED, "gem").figures(RED, 4).moving("4va").lay(MOVING))
    assert why(found, "figure:0:4") == ("MOV-01", "You have no card to move a figure with.")
    assert why(found, "deed:play_card")[0] == "MOV-01"


def test_with_all_figures_inside_cards_have_no_use() -> None:
    found = mine(Table(2).alcazar(RED, 5).hand(RED, "3va").moving("4va").lay(ENTERED))
    assert why(found, "hand:0:3va") == ("ALC-05", "All your figures are in the Alcazar.")
    assert why(found, "deed:play_card")[0] == "ALC-05"
    assert why(found, "figure:0:0")[0] == "ALC-05"
    assert why(found, "cathedral") == (
        "RET-01",
        "You have no figure that could go back to the cathedral.",
    )


def test_off_turn_it_is_somebody_elses() -> None:
    found = choices(view(Table(3).lay(), BLUE), names=("Ana", "Ben", "Carla"))
    assert {render(reason.message) for reason in found.reasons.values()} == {"It is Ana's turn."}
    assert found.reasons.keys() == {part.id for part in found.parts}
    assert render(found.prompt).startswith("It is Ana's turn")


def test_after_the_end_the_game_is_over() -> None:
    state = evolve(Table(2).lay(), phase=OVER, trigger=1)
    for seat in (RED, BLUE, None):
        assert why(choices(view(state, seat)), "pile") == ("END-03", "The game is over.")


def test_while_cards_are_drawn_nobody_has_a_choice() -> None:
    """A-136: not even those who are not on turn are told that they are not."""
    state = step(Table(2).lay(), TAKE_CARDS).state
    for seat in (RED, BLUE, None):
        rules = {reason.rule for reason in choices(view(state, seat)).reasons.values()}
        assert rules == {"A-136"}


def test_without_shops_none_can_be_placed() -> None:
    """SHP-01: all eight are on the board, and sites are left."""
    table = Table(2)
    for tile, at in zip(KOSMOS_2008.shops, (1, 2, 3, 4, 6, 7, 8, 9), strict=True):
        table.shop(at, RED, tile.kind, tile.circles)
    found = mine(table.lay())
    assert why(found, "deed:place_shop") == ("SHP-01", "You have placed all your shops.")


# Parts


def test_a_part_has_a_name() -> None:
    names = {part.id: render(part.label) for part in mine(busy()).parts}
    assert names["circle:4:0"] == "space 4 (gem dealer): circle 1"
    assert names["front"] == "first card: violet 4 (attacker)"
    assert names["player:1:cards"] == "cards: 4 (Blue)"


@pytest.mark.parametrize("seat", [RED, BLUE, None])
def test_everything_with_an_id_in_the_picture_is_a_part(seat: int | None) -> None:
    """The symbols of a picture have ids too, which begin with ``tl`` and a number."""
    for state in (busy(), new_game(4, Random(3))):
        seen = view(state, seat)
        drawn = {one for one in re.findall(r' id="([^"]+)"', svg(seen)) if not one.startswith("tl")}
        assert drawn
        assert drawn <= {part.id for part in choices(seen).parts}


def test_every_kind_of_part_is_there() -> None:
    found = mine(busy())
    assert {part.kind for part in found.parts} == set(get_args(PartKind))


def test_every_reason_of_a_part_has_words_in_english() -> None:
    templates = catalogue("en").entries
    keys = {key for key in templates if key.startswith("reason.")}
    assert keys == {code.key for code in Code if code.group == "reason"}


def test_the_other_hands_are_no_parts() -> None:
    found = choices(view(new_game(2, Random(1)), 0))
    assert not [part for part in found.parts if part.id.startswith("hand:1:")]
    assert END_TURN not in [move.action for move in found.moves]


def test_a_frozen_map_is_a_value() -> None:
    one, other = FrozenMap({"a": 1, "b": 2}), FrozenMap([("b", 2), ("a", 1)])
    assert one == other
    assert hash(one) == hash(other)
    assert (one["a"], len(one), [*one], repr(one)) == (
        1,
        2,
        ["a", "b"],
        "FrozenMap({'a': 1, 'b': 2})",
    )


# Parts that do not go together


def test_a_shop_and_a_taken_space_have_the_reason_of_that_space() -> None:
    table = Table(2).shop(7, BLUE, "metal").lay()
    reason = why_not(view(table, RED), "player:0:shop:m1", "space:7")
    assert reason is not None
    assert (reason.rule, render(reason.message)) == (
        "SHP-01",
        "Blue already has a shop on space 7.",
    )


def test_parts_of_a_legal_move_have_no_reason() -> None:
    assert why_not(view(Table(2).lay(), RED), "player:0:shop:m1", "space:7") is None


@pytest.mark.parametrize(
    ("place", "rule", "told"),
    [
        ("cathedral", "A-30", "No shop can be placed at the cathedral."),
        ("space:5", "SHP-02", "No shop can be placed on space 5 (tavern)."),
        ("space:21", "A-30", "No shop can be placed on entrance space 21."),
    ],
)
def test_a_shop_and_a_place_that_is_no_site_have_the_reason_of_both(
    place: str, rule: str, told: str
) -> None:
    reason = why_not(view(Table(2).lay(), RED), "player:0:shop:m1", place)
    assert reason is not None
    assert (reason.rule, render(reason.message)) == (rule, told)


def test_parts_that_belong_to_no_action_together_have_no_reason() -> None:
    table = Table(2).hand(RED, "3va 5vd").shop(3, RED, "gem").lay()
    assert why_not(view(table, RED), "hand:0:3va", "hand:0:5vd") is None


def test_a_reason_that_concerns_the_moment_is_given_if_there_is_no_closer_one() -> None:
    found = why_not(view(Table(2).lay(), RED), "deed:end_turn")
    assert found is not None
    assert found.rule == "TRN-04"
    found = why_not(view(busy(), RED), "player:0:shop:g1")
    assert found is not None
    assert found.rule == "A-20"
