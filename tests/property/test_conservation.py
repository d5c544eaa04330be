"""Law 1: every component is in exactly one place, and what is true of one position stays true (I-01 to I-16).

The library states these invariants itself (`toledo_rules._validity`). Here they are counted anew, each by its own few
lines, after every kind of move, so that a mistake in one of the two shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from attrs import evolve
from hypothesis import given

from tests.strategies import Ply, built_positions, fewer, journeys, openings, plies, positions
from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    Card,
    Player,
    ShopTile,
    State,
    Sword,
    invariants,
    ranking,
    score,
)
from toledo_rules._validity import INVARIANTS
from toledo_rules.edition import CATHEDRAL
from toledo_rules.state import Arrived, Duel, Entered, Moving, Transit, TurnStart
from toledo_rules.testing import TROUBLE, Journey
from toledo_rules.testing.strategies import kept_game


def in_transit(state: State, seat: int) -> int:
    """The figure that stands nowhere, while it is on a full space or fights for it (A-49)."""
    return int(seat == state.active and isinstance(state.phase, (Transit, Duel)))


class TestCards:
    """Cards are neither made nor lost."""

    @given(plies())
    def test_card_conservation(self, ply: Ply) -> None:
        """I-01: pile, discard pile, hands and the front card are together the cards of the edition."""
        state = ply.what.state
        places: list[Iterable[Card]] = [
            state.pile,
            state.discards,
            *(p.hand for p in state.players),
        ]
        places.append([state.front] if state.front else [])
        everywhere: Counter[Card] = Counter()
        for place in places:
            everywhere.update(place)
        assert everywhere == Counter(state.edition.cards)

    @given(plies())
    def test_sum_of_hands_is_bounded(self, ply: Ply) -> None:
        """I-16: all hands together never hold more cards than there are."""
        state = ply.what.state
        assert sum(len(player.hand) for player in state.players) <= len(state.edition.cards)

    @given(plies())
    def test_what_is_known_of_a_hand_is_in_it(self, ply: Ply) -> None:
        """A-60, A-130: whatever is publicly known to be in a hand is there."""
        for player in ply.what.state.players:
            assert not Counter(player.known) - Counter(player.hand)


class TestTreasure:
    """Swords, materials, paintings and master tiles are neither made nor lost."""

    @given(plies())
    def test_sword_conservation(self, ply: Ply) -> None:
        """I-02: swords on the board, in front of players and under figures are the swords of the edition."""
        state = ply.what.state
        everywhere = Counter(state.swords)
        for player in state.players:
            everywhere.update(player.swords)
            everywhere.update(player.delivered)
        assert everywhere == Counter(state.edition.swords)

    @given(plies())
    def test_metal_conservation(self, ply: Ply) -> None:
        """I-03: metal in the supply and with the players, nowhere less than nothing."""
        amounts = [ply.what.state.metal, *(player.metal for player in ply.what.state.players)]
        assert min(amounts) >= 0
        assert sum(amounts) == ply.before.edition.metal

    @given(plies())
    def test_gem_conservation(self, ply: Ply) -> None:
        """I-04: gems in the supply and with the players, nowhere less than nothing."""
        amounts = [ply.what.state.gems, *(player.gems for player in ply.what.state.players)]
        assert min(amounts) >= 0
        assert sum(amounts) == ply.before.edition.gems

    @given(plies())
    def test_painting_conservation(self, ply: Ply) -> None:
        """I-05: the stack is the lower part of what it was; the upper part is with the players."""
        state = ply.what.state
        initial, taken = state.edition.paintings, Counter[int]()
        for player in state.players:
            taken.update(player.paintings)
        upper = len(initial) - len(state.paintings)
        assert initial[upper:] == state.paintings
        assert Counter(initial[:upper]) == taken

    @given(plies())
    def test_master_tile_conservation(self, ply: Ply) -> None:
        """I-06: of each kind of master tile as many are on the board and with players as there were."""
        everywhere = Counter(ply.what.state.tiles)
        for player in ply.what.state.players:
            everywhere.update(player.tiles)
        assert everywhere == Counter(ply.before.edition.tiles)

    @given(plies())
    def test_at_most_three_master_tiles_and_no_duplicates(self, ply: Ply) -> None:
        """I-14, FEN-04, FEN-05: at most three (an edition's limit) and no two of a kind."""
        for player in ply.what.state.players:
            assert len(player.tiles) <= ply.before.edition.tile_limit
            assert max(Counter(player.tiles).values(), default=0) <= 1

    @given(plies())
    def test_nothing_is_negative(self, ply: Ply) -> None:
        """I-16: nobody has less than nothing of anything that is counted."""
        for player in ply.what.state.players:
            assert min(player.metal, player.gems, player.inside) >= 0


class TestFiguresAndShops:
    """Pieces of the players are where they may be."""

    @given(plies())
    def test_figure_conservation(self, ply: Ply) -> None:
        """I-07: cathedral, circles, transit and Alcazar hold all figures of every player."""
        state = ply.what.state
        for seat, player in enumerate(state.players):
            outside = len(player.figures) + in_transit(state, seat)
            assert outside + player.inside == state.edition.figures

    @given(plies())
    def test_one_sword_per_figure(self, ply: Ply) -> None:
        """I-15, ALC-03: no more delivered swords than figures in the Alcazar, no more of these than figures."""
        for player in ply.what.state.players:
            assert 0 <= len(player.delivered) <= player.inside <= ply.before.edition.figures

    @given(plies())
    def test_shop_conservation(self, ply: Ply) -> None:
        """I-08: of every player's shop tiles each is in their tray or on the board."""
        state = ply.what.state
        for seat, player in enumerate(state.players):
            tiles = Counter((tile.kind, tile.circles) for tile in player.shops)
            tiles.update((s.kind, s.circles) for s in state.shops if s and s.owner == seat)
            assert tiles == Counter((tile.kind, tile.circles) for tile in state.edition.shops)

    @given(plies())
    def test_shops_stand_on_sites(self, ply: Ply) -> None:
        """I-09, I-10: at most one shop on a site, none anywhere else, so no more shops than sites."""
        state = ply.what.state
        assert len(state.shops) == len(state.edition.road)
        built = {step for step, shop in enumerate(state.shops) if shop}
        assert built <= {n for n, space in enumerate(state.edition.road) if space.kind == "site"}

    @given(plies())
    def test_circles_hold_the_figures(self, ply: Ply) -> None:
        """I-11, I-12: as many figures as circles at most; none on an unbuilt site or an entrance."""
        state = ply.what.state
        crowd = Counter(step for player in state.players for step in player.figures)
        for step, figures in crowd.items():
            space, shop = state.edition.road[step], state.shops[step]
            if step == CATHEDRAL:
                continue
            assert space.kind != "entrance"
            room = shop.circles if shop else space.circles
            assert figures <= room

    @given(journeys())
    def test_transit_is_on_a_full_space(self, journey: Journey) -> None:
        """I-13: the figure in transit is the active player's, inside a move turn, over a space without free circle."""
        for state in (ply.what.state for ply in journey):
            if isinstance(state.phase, (Transit, Duel)):
                step = state.phase.step
                assert len(state.standing(step)) == state.circles(step) > 0
                assert state.front is not None or state.tile_value is not None

    def test_games_have_figures_in_transit(self) -> None:
        """Else the law above, and that no figure is stuck there, would say nothing."""
        phases = {type(ply.what.state.phase) for ply in kept_game(KOSMOS_2008, 3, TROUBLE, 0)}
        assert {Transit, Duel} <= phases

    @given(plies())
    def test_whoever_has_arrived_is_there(self, ply: Ply) -> None:
        """MOV-05, ALC-01: just arrived means to stand on that circle; just entered means to be inside."""
        state = ply.what.state
        if isinstance(state.phase, Arrived):
            assert state.phase.step in state.players[state.active].figures
        if isinstance(state.phase, Entered):
            assert state.players[state.active].inside

    @given(plies())
    def test_no_pieces_of_absent_players(self, ply: Ply) -> None:
        """I-42: no shop belongs to a seat that nobody sits on, and nobody joins or leaves."""
        state = ply.what.state
        assert len(state.players) == len(ply.before.players)
        assert {shop.owner for shop in state.shops if shop} <= set(range(len(state.players)))


class TestFlow:
    """Turns, and what is pending between them."""

    @given(plies())
    def test_nobody_begins_a_turn_who_has_finished(self, ply: Ply) -> None:
        """I-19: whoever begins a turn has too few figures inside for the last round, so some outside."""
        state = ply.what.state
        if isinstance(state.phase, TurnStart):
            inside = state.players[state.active].inside
            assert inside < state.edition.last_round_at <= state.edition.figures

    @given(plies())
    def test_between_turns_nothing_is_pending(self, ply: Ply) -> None:
        """I-23: no front card, no use of the tile."""
        state = ply.what.state
        if isinstance(state.phase, TurnStart) or state.over:
            assert (state.front, state.tile_value) == (None, None)

    @given(plies())
    def test_in_a_move_turn_a_card_has_been_played(self, ply: Ply) -> None:
        """I-25, I-27: a front card or a tile card; and the two never have the same value (A-80, A-83)."""
        state = ply.what.state
        if isinstance(state.phase, (Moving, Arrived, Entered, Transit, Duel)):
            assert state.front is not None or state.tile_value is not None
        if state.front is not None:
            assert state.front.value != state.tile_value

    @fewer()
    @given(journeys())
    def test_trigger(self, journey: Journey) -> None:
        """I-20, I-22: before the last round nobody has enough figures inside between turns; after it somebody has."""
        for ply in journey:
            state = ply.what.state
            if isinstance(state.phase, TurnStart) or state.over:
                enough = [p.inside >= state.edition.last_round_at for p in state.players]
                assert any(enough) == (state.trigger is not None)
                assert state.trigger is None or enough[state.trigger]
                assert not state.over or any(enough)


class TestSheets:
    """What a position is worth."""

    @given(plies())
    def test_score(self, ply: Ply) -> None:
        """I-37: the formula, itemised or not, and its bounds."""
        state, penalty = ply.what.state, ply.before.edition.movement_penalty
        for seat, player in enumerate(state.players):
            sheet = score(state, seat)
            assert sheet.total == sum(line.points for line in sheet.lines) == fame(player, penalty)
            assert sheet.total >= -penalty
        assert sum(p.gems // 2 for p in state.players) <= state.edition.gems // 2

    @given(plies())
    def test_first_places(self, ply: Ply) -> None:
        """I-38, TIE-01 to TIE-03: the first place is best in points, then cards, then their sum; equals share it."""
        state = ply.what.state
        merits = {
            seat: (score(state, seat).total, len(p.hand), sum(card.value for card in p.hand))
            for seat, p in enumerate(state.players)
        }
        best = max(merits.values())
        first = {standing.seat for standing in ranking(state) if standing.place == 1}
        assert first == {seat for seat, merit in merits.items() if merit == best}


def fame(player: Player, penalty: int) -> int:
    """SCO-01 to SCO-05 in one line each."""
    delivered = sum(sword.value for sword in player.delivered)
    halves = sum(sword.value // 2 for sword in player.swords)
    paintings = sum(player.paintings)
    return delivered + halves + paintings + player.gems // 2 - penalty * (MOVEMENT in player.tiles)


@given(openings())
def test_after_dealing(state: State) -> None:
    """I-41, SET-02 to SET-10: everything lies where a game begins."""
    edition = state.edition
    dealt = edition.hand * len(state.players)
    assert len(state.pile) == len(edition.cards) - dealt
    assert state.discards == ()
    assert all(len(player.hand) == edition.hand for player in state.players)
    assert (state.metal, state.gems) == (edition.metal, edition.gems)
    assert (state.swords, state.tiles) == (edition.swords, edition.tiles)
    assert state.paintings == edition.paintings
    assert not any(state.shops)
    for player in state.players:
        assert player == evolve(
            player,
            known=(),
            figures=(CATHEDRAL,) * edition.figures,
            inside=0,
            delivered=(),
            shops=edition.shops,
            metal=0,
            gems=0,
            swords=(),
            tiles=(),
            paintings=(),
        )


@given(plies())
def test_the_library_agrees(ply: Ply) -> None:
    """Law 1: the invariants as the library states them hold after every step."""
    assert list(invariants(ply.what.state)) == []


@given(built_positions())
def test_laid_out_positions_are_sound(state: State) -> None:
    """The positions that the other tests start from satisfy every invariant themselves."""
    assert list(invariants(state)) == []


@given(plies())
def test_equal_positions_are_equal_objects(ply: Ply) -> None:
    """Decision 1: every multiset has one form, a sorted tuple; so equal positions are equal and hash alike."""
    state = ply.what.state
    assert in_order(state.pile)
    assert in_order(state.discards)
    assert in_order(state.swords)
    assert in_order(state.tiles)
    for p in state.players:
        assert in_order(p.hand)
        assert in_order(p.known)
        assert in_order(p.figures)
        assert in_order(p.swords)
        assert in_order(p.delivered)
        assert in_order(p.shops)
        assert in_order(p.tiles)
        assert in_order(p.paintings)
    assert evolve(state) == state
    assert hash(evolve(state)) == hash(state)


def in_order(items: tuple[Card, ...] | tuple[Sword, ...] | tuple[object, ...]) -> bool:
    """A sorted tuple."""
    return not any(later < earlier for earlier, later in pairwise(items))  # type: ignore[operator]


@given(positions())
def test_every_invariant_can_fail(state: State) -> None:
    """A check that never fails is worth nothing: each of these damages is noticed, and by its own number."""
    for damage, number in damages(state):
        assert number in {broken.number for broken in invariants(damage)}, number


def damages(state: State) -> Iterable[tuple[State, str]]:
    """Positions with one thing wrong, and the invariant that must notice."""
    first, *others = state.players
    yield evolve(state, metal=state.metal + 1), "I-03"
    yield evolve(state, gems=state.gems + 1), "I-04"
    yield evolve(state, discards=(*state.discards, state.edition.cards[0])), "I-01"
    yield evolve(state, tiles=(*state.tiles, MOVEMENT)), "I-06"
    if state.swords:
        yield evolve(state, swords=state.swords[1:]), "I-02"
    if state.paintings:
        yield evolve(state, paintings=state.paintings[1:]), "I-05"

    def with_first(**changes: object) -> State:
        return evolve(state, players=(evolve(first, **changes), *others))  # type: ignore[arg-type]

    yield with_first(metal=-1), "I-16"
    yield with_first(inside=first.inside + 1), "I-07"
    yield with_first(figures=(*first.figures, state.edition.last_step + 1)), "I-12"
    yield with_first(figures=(*first.figures, state.edition.last_step)), "I-11"
    yield with_first(known=(*first.hand, state.edition.cards[0])), "I-16"
    yield with_first(tiles=(MOVEMENT, MOVEMENT)), "I-14"
    yield with_first(delivered=(Sword(1, 1, 0),) * (first.inside + 1)), "I-15"
    yield with_first(shops=(*first.shops, ShopTile("metal", 9))), "I-08"
    if not state.shops[CATHEDRAL] and any(state.shops):
        shop = next(shop for shop in state.shops if shop)
        yield evolve(state, shops=(shop, *state.shops[1:])), "I-09"
    if isinstance(state.phase, TurnStart):
        yield evolve(state, front=state.edition.cards[0]), "I-23"
        yield evolve(state, phase=Moving()), "I-25"
        yield evolve(state, phase=Transit(state.edition.last_step)), "I-13"
        yield evolve(state, trigger=state.active), "I-20"
        if state.trigger is None:
            yield evolve(state, phase=Duel(1, state.active, 0, 0)), "I-31"
    if state.chance:
        yield evolve(state, pile=()), "I-32"
    yield evolve(state, active=len(state.players)), "I-42"


def test_every_invariant_of_a_single_position_is_stated() -> None:
    """The library leaves to the tests only what speaks of a transition or of the way a game is started."""
    transitions = {17, 18, 21, *range(26, 31), 34, 35, 36, 39, 40}
    setup = {41}
    by_construction = {10, 22, 33}
    stated = {int(number.removeprefix("I-")) for number in INVARIANTS} - {0}  # I-00 is the form
    assert stated | transitions | setup | by_construction == set(range(1, 43))
