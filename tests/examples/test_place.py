"""Placing shops (SHP)."""

import pytest
from attrs import evolve

from tests.table import changed
from toledo_rules import (
    KOSMOS_2008,
    TAKE_CARDS,
    Action,
    PlaceShop,
    PlayCard,
    Shop,
    ShopTile,
    State,
    legal_actions,
    step,
)
from toledo_rules._multiset import removed
from toledo_rules.edition import ShopKind
from toledo_rules.events import ShopPlaced, TurnBegan, TurnEnded
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import ENTERED, MOVING, OVER, Arrived, Drawing, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, legal, play, refused, story

SITES = (1, 2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19)
TRAY = KOSMOS_2008.shops
KINDS: tuple[ShopKind, ...] = ("metal", "gem", "smith", "fencing")
GEM = ShopTile("gem", 1)


def placing(state: State) -> set[Action]:
    """All placements that are legal."""
    return {action for action in legal(state) if isinstance(action, PlaceShop)}


def test_any_tile_on_any_site() -> None:
    """SHP-01, SHP-02, SHP-03, SHP-04, A-33: eight tiles, sixteen sites, no limits on kind, row or neighbours."""
    assert placing(Table().lay()) == {PlaceShop(tile, site) for tile in TRAY for site in SITES}


def test_only_what_is_in_the_tray_on_what_is_empty() -> None:
    """SHP-01, A-33: placed tiles and built sites are gone; other players' tiles do not matter."""
    state = Table(3).shop(1, RED, "gem", 2).shop(7, BLUE, "metal").lay()
    assert placing(state) == {
        PlaceShop(tile, site)
        for tile in TRAY
        if tile != ShopTile("gem", 2)
        for site in SITES
        if site not in (1, 7)
    }


def test_a_shop_changes_its_site_and_nothing_else() -> None:
    """SHP-01, SHP-02: all other sites stay free, and it has as much room as it has circles."""
    state = play(Table().shop(3, BLUE, "gem").lay(), PlaceShop(ShopTile("smith", 2), 4))
    assert state.ground == evolve(state).ground
    assert {action.step for action in placing(state) if isinstance(action, PlaceShop)} == {
        site for site in SITES if site not in (3, 4)
    }


def test_place_a_shop() -> None:
    """SHP-01, I-34: the tile goes to the board, nothing else changes, and the turn is over."""
    start = Table().hand(RED, "1va").shop(3, BLUE, "gem").lay()
    told = story(start, PlaceShop(ShopTile("smith", 2), 4))
    shops = (*start.shops[:4], Shop(RED, "smith", 2), *start.shops[5:])
    assert told.state == evolve(
        changed(start, RED, shops=removed(TRAY, ShopTile("smith", 2))), shops=shops, active=BLUE
    )
    assert told.events == (
        ShopPlaced(RED, ShopTile("smith", 2), 4),
        TurnEnded(RED),
        TurnBegan(BLUE),
    )
    assert not told.reveals


def test_the_shop_belongs_to_whoever_placed_it() -> None:
    """SHP-01, USE-03: the same tile of the next player is another shop."""
    state = play(Table().lay(), PlaceShop(GEM, 4), PlaceShop(GEM, 3))
    assert (state.owner(4), state.owner(3)) == (RED, BLUE)
    assert state.shops[3:5] == (Shop(BLUE, "gem", 1), Shop(RED, "gem", 1))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("circles", [1, 2])
def test_the_player_chooses_kind_and_circles(kind: ShopKind, circles: int) -> None:
    """SHP-03, SHP-04: each kind, with room for one figure or for two."""
    state = play(Table().lay(), PlaceShop(ShopTile(kind, circles), 2))
    assert (state.shops[2], state.circles(2)) == (Shop(RED, kind, circles), circles)


def test_room_for_two_figures() -> None:
    """SHP-04: on two circles two figures stand, the third arrival finds the shop full."""
    table = Table().shop(2, RED, "gem", 2).figures(BLUE, 2).hand(RED, "2va 2bd 2nd")
    second = play(table.lay(), PlayCard(card("2va"), 0))
    assert (second.phase, second.standing(2)) == (Arrived(2), (RED, BLUE))
    third = play(second, PlayCard(card("2bd"), 0))
    assert (third.phase, third.standing(2)) == (Transit(2), (RED, BLUE))


@pytest.mark.parametrize(("site", "price"), [(1, 1), (7, 1), (8, 3), (13, 3), (14, 5), (19, 5)])
def test_the_row_sets_the_price(site: int, price: int) -> None:
    """SHP-05: 1 in the lower row, 3 in the middle, 5 in the upper row, at both ends of each."""
    state = play(Table().lay(), PlaceShop(GEM, site))
    assert state.edition.road[site].price == price


# What cannot be placed


@pytest.mark.parametrize("tile", [GEM, ShopTile("gem", 3), ShopTile("metal", 0)])
def test_a_tile_that_is_not_in_the_tray(tile: ShopTile) -> None:
    """SHP-01, SHP-04: placed already, or no tile of the game at all."""
    state = Table().shop(4, RED, "gem", 1).lay()
    assert refused(state, PlaceShop(tile, 7)) == illegal(Code.SHOP_NOT_IN_TRAY, "SHP-01", shop=tile)


def test_each_tile_once() -> None:
    """SHP-01, CMP-03: with an empty tray nothing can be placed, though sites are empty."""
    table = Table(3)
    for site, tile in zip(SITES, TRAY, strict=False):
        table.shop(site, RED, tile.kind, tile.circles)
    state = table.lay()
    assert placing(state) == set()
    for tile in TRAY:
        assert refused(state, PlaceShop(tile, 19)) == illegal(
            Code.SHOP_NOT_IN_TRAY, "SHP-01", shop=tile
        )


@pytest.mark.parametrize(("space", "kind"), [(5, "tavern"), (10, "artist"), (12, "tavern")])
def test_no_shop_on_taverns_and_artist(space: int, kind: str) -> None:
    """SHP-02: on none of the three."""
    assert refused(Table().lay(), PlaceShop(GEM, space)) == illegal(
        Code.NOT_A_SITE, "SHP-02", step=space, space=kind
    )


@pytest.mark.parametrize(("space", "kind"), [(0, "cathedral"), (20, "entrance"), (21, "entrance")])
def test_no_shop_at_the_ends_of_the_road(space: int, kind: str) -> None:
    """A-30: an empty space means a site without a shop, not the cathedral or an entrance."""
    assert refused(Table().lay(), PlaceShop(GEM, space)) == illegal(
        Code.NOT_A_SITE, "A-30", step=space, space=kind
    )


@pytest.mark.parametrize("space", [-22, -1, 22, 100])
def test_no_shop_beside_the_road(space: int) -> None:
    """A-30: only sites take shops; the steps go from 0 to 21, and never backwards from the end."""
    assert refused(Table().lay(), PlaceShop(GEM, space)) == illegal(
        Code.NO_SUCH_STEP, "A-30", step=space, last=21
    )


@pytest.mark.parametrize("owner", [RED, BLUE, GREEN])
def test_no_shop_on_a_shop(owner: int) -> None:
    """SHP-01, A-32: a site holds one shop, and nothing replaces it, not even its owner."""
    state = Table(3).shop(4, owner, "metal").lay()
    assert refused(state, PlaceShop(GEM, 4)) == illegal(
        Code.SITE_TAKEN, "SHP-01", step=4, owner=owner
    )


def test_all_sites_are_full() -> None:
    """A-31: with three players eight tiles are left over, and nobody needs to place them."""
    table = Table(3, active=GREEN)
    for site, (owner, tile) in zip(
        SITES, [(seat, tile) for seat in (RED, BLUE) for tile in TRAY], strict=True
    ):
        table.shop(site, owner, tile.kind, tile.circles)
    state = table.lay()
    assert state.players[GREEN].shops == TRAY
    assert legal(state) == {TAKE_CARDS}
    for site in SITES:
        assert refused(state, PlaceShop(GEM, site)) == illegal(
            Code.SITE_TAKEN, "SHP-01", step=site, owner=state.owner(site)
        )


def test_a_shop_stays() -> None:
    """A-32: no action of any player takes it away, moves it or gives it to somebody else."""
    table = Table().shop(4, RED, "gem", 2).shop(3, BLUE, "metal").hand(RED, "3va 4bd 4va")
    table.figures(RED, 4)
    state = table.lay()
    for action in legal_actions(state):
        after = step(state, action).state
        assert after.shops[3:5] == state.shops[3:5]


def test_placing_is_the_whole_turn() -> None:
    """SHP-01, A-20: not while a figure moves, not while cards are drawn, not when all is over."""
    action = PlaceShop(GEM, 4)
    not_now = illegal(Code.NOT_AT_TURN_START, "A-20")
    moving = Table().moving("5va")
    assert refused(moving.lay(MOVING), action) == not_now
    assert refused(moving.figures(RED, 5).lay(Arrived(5)), action) == not_now
    assert refused(moving.alcazar(RED, 1).lay(ENTERED), action) == not_now
    drawing = Table().lay(Drawing(2, "take"))
    assert refused(drawing, action) == illegal(Code.CHANCE_IS_NEXT, "A-136")
    table = Table().alcazar(BLUE, 3)
    table.trigger = BLUE
    assert refused(table.lay(OVER), action) == illegal(Code.GAME_OVER, "END-03")
