"""Law 1, for the invariants that speak of a step from one position to the next.

I-17, I-18, I-21, I-26 to I-32, I-34 to I-36, I-40. (I-39 is in test_information.py.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from attrs import fields
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.strategies import (
    WITH_TAVERNS,
    Ply,
    built_positions,
    chance_positions,
    decisions,
    fewer,
    journeys,
    plies,
    seeds,
    tables,
)
from toledo_rules import (
    MOVEMENT,
    Challenge,
    Deliver,
    Draw,
    Edition,
    EndTurn,
    Pass,
    PlaceShop,
    PlayCard,
    Player,
    ReturnFigure,
    Seat,
    Shop,
    State,
    Sword,
    TakeCards,
    Transition,
    UseSpace,
    legal_actions,
    new_game,
    step,
    transition,
)
from toledo_rules._multiset import added, removed
from toledo_rules.edition import CATHEDRAL
from toledo_rules.events import (
    DuelBegan,
    DuelEnded,
    FigureSentBack,
    GameEnded,
    LastRoundBegan,
    PileReshuffled,
    RoundFought,
    SecretCardDrawn,
    SecretEvent,
    TurnBegan,
)
from toledo_rules.state import Arrived, Drawing, Duel, Entered, Transit, TurnStart
from toledo_rules.testing import POLICIES, Journey, Policy, play_through


def of_kind(what: Transition, kind: type[SecretEvent]) -> list[SecretEvent]:
    """The events of a kind."""
    return [event for event in what.events if type(event) is kind]


def differences(before: State, after: State) -> dict[str, tuple[object, object]]:
    """All that is not the same: "metal", or "2.metal" for what player 2 has, with the old and the new."""

    def parts(state: State) -> Iterator[tuple[str, object]]:
        for field in fields(State):
            if field.name != "players":
                yield field.name, getattr(state, field.name)
        for seat, player in enumerate(state.players):
            for field in fields(Player):
                yield f"{seat}.{field.name}", getattr(player, field.name)

    new = dict(parts(after))
    return {name: (old, new[name]) for name, old in parts(before) if old != new[name]}


TURN = {"active", "phase", "trigger", "front", "tile_value", "discards"}
"""What the end of a turn may change."""


class TestMonotone:
    """What only grows, and what only shrinks."""

    @given(plies())
    def test_never_decreasing(self, ply: Ply) -> None:
        """I-17, ALC-05, A-32, A-74: the Alcazar, delivered swords, built shops, paintings, swords off the board."""
        before, after = ply.before, ply.what.state
        for was, now in zip(before.players, after.players, strict=True):
            assert was.inside <= now.inside
            assert Counter(was.delivered) <= Counter(now.delivered)
            assert Counter(was.paintings) <= Counter(now.paintings)
            assert Counter(now.shops) <= Counter(was.shops)
        for old, new in zip(before.shops, after.shops, strict=True):
            assert old is None or new == old, "I-10: a shop never moves, changes owner or leaves"
        assert Counter(after.swords) <= Counter(before.swords)
        assert len(after.paintings) <= len(before.paintings)
        assert before.trigger is None or after.trigger == before.trigger

    @given(plies())
    def test_figures_go_by_cards_or_back(self, ply: Ply) -> None:
        """I-18, MOV-02: a step grows by exactly a played card's value, or becomes 0, or the figure is inside."""
        for seat in range(len(ply.before.players)):
            gone, come = travel(ply, seat)
            match ply.move:
                case PlayCard(card, origin) if seat == ply.before.active:
                    assert gone == Counter([origin])
                    assert come == Counter([origin + card.value])
                case ReturnFigure(origin) if seat == ply.before.active:
                    assert (gone, come) == (Counter([origin]), Counter([CATHEDRAL]))
                case _:
                    assert set(come) <= {CATHEDRAL}
                    assert gone.total() == come.total() <= 1
                    assert not gone or isinstance(ply.before.phase, Duel)

    @given(plies())
    def test_only_entrances_lead_inside(self, ply: Ply) -> None:
        """I-18, ALC-01: into the Alcazar by ending a movement exactly on an entrance, and by nothing else."""
        before, after = ply.before, ply.what.state
        road, me = before.edition.road, before.active
        grown = [
            now.inside - was.inside for was, now in zip(before.players, after.players, strict=True)
        ]
        arrives = isinstance(ply.move, PlayCard) and (
            road[ply.move.origin + ply.move.card.value].kind == "entrance"
        )
        assert grown == [int(arrives and seat == me) for seat in range(len(grown))]


def travel(ply: Ply, seat: Seat) -> tuple[Counter[int], Counter[int]]:
    """The steps that a player's figures have left, and those where they are now; an entrance is where one went in."""
    before, after = where(ply.before, seat), where(ply.what.state, seat)
    if ply.what.state.players[seat].inside > ply.before.players[seat].inside:
        assert isinstance(ply.move, PlayCard)
        after[ply.move.origin + ply.move.card.value] += 1
    return before - after, after - before


def where(state: State, seat: Seat) -> Counter[int]:
    """The steps of a player's figures outside the Alcazar, with the one in transit."""
    steps = Counter(state.players[seat].figures)
    if seat == state.active and isinstance(state.phase, (Transit, Duel)):
        steps[state.phase.step] += 1
    return steps


class TestTurns:
    """What a whole turn is like."""

    @fewer()
    @given(journeys())
    def test_cards_of_a_turn(self, journey: Journey) -> None:
        """I-26, MOV-08, TIL-01: one value, but for one card that was played while holding a movement tile."""
        for turn in turns(journey):
            base: set[int] = set()
            extra: list[int] = []
            for ply in turn:
                if isinstance(ply.move, PlayCard):
                    if ply.move.with_tile:
                        assert MOVEMENT in ply.before.players[ply.before.active].tiles
                        extra.append(ply.move.card.value)
                    else:
                        base.add(ply.move.card.value)
            assert len(base) <= 1
            assert len(extra) <= 1
            assert base.isdisjoint(extra)

    @fewer()
    @given(journeys())
    def test_exactly_one_action(self, journey: Journey) -> None:
        """TRN-03, A-20, I-27: a turn takes, places, returns, passes, or moves; a move turn plays a card."""
        whole = {TakeCards, PlaceShop, ReturnFigure, Pass}
        for turn in turns(journey):
            kinds = [type(ply.move) for ply in turn]
            if kinds[0] in whole:
                draws = len(kinds) - 1
                assert kinds == [kinds[0]] + [Draw] * draws
                assert not draws or kinds[0] is TakeCards
            else:
                assert kinds[0] is PlayCard
                assert not whole & set(kinds)
                assert kinds.index(EndTurn) == len(kinds) - 1

    @fewer()
    @given(journeys())
    def test_uses_and_deliveries_follow_arrivals(self, journey: Journey) -> None:
        """I-28, I-36, A-54, A-106: a use or a delivery comes just after an arrival, at most one for each."""
        for turn in turns(journey):
            for before, ply in zip((None, *turn), turn, strict=False):
                if isinstance(ply.move, (UseSpace, Deliver)):
                    assert before is not None
                    assert isinstance(before.move, (PlayCard, Draw))
                    phase = before.what.state.phase
                    assert isinstance(phase, Arrived if isinstance(ply.move, UseSpace) else Entered)
                    assert not isinstance(ply.what.state.phase, (Arrived, Entered))

    @fewer()
    @given(journeys())
    def test_clockwise(self, journey: Journey) -> None:
        """TRN-02: one turn each, clockwise; nobody acts in another's turn (A-92)."""
        order = [turn[0].before.active for turn in turns(journey)]
        players = len(journey[0].before.players)
        first = journey[0].before.active
        assert order == [(first + number) % players for number in range(len(order))]
        for turn in turns(journey):
            assert len({ply.before.active for ply in turn}) == 1

    @fewer(2)
    @given(journeys())
    def test_last_round(self, journey: Journey) -> None:
        """I-21, END-01, END-02, A-113 to A-115: each other player once, clockwise from the trigger, then the end."""
        players = len(journey[0].before.players)
        told = [event for ply in journey for event in ply.what.events]
        starts = [place for place, event in enumerate(told) if isinstance(event, LastRoundBegan)]
        assert len(starts) <= 1
        ended = any(isinstance(event, GameEnded) for event in told)
        assert ended == journey[-1].what.state.over
        assert not ended or starts
        if starts and ended:
            trigger = told[starts[0]]
            assert isinstance(trigger, LastRoundBegan)
            seats = [event.seat for event in told[starts[0] :] if isinstance(event, TurnBegan)]
            assert seats == [(trigger.seat + number) % players for number in range(1, players)]


def turns(journey: Journey) -> list[Journey]:
    """A game cut into turns; one that was cut off is left out."""
    found: list[Journey] = []
    turn: list[Ply] = []
    for ply in journey:
        turn.append(ply)
        if isinstance(ply.what.state.phase, TurnStart) or ply.what.state.over:
            found.append(Journey(turn))
            turn = []
    return found


class TestOthers:
    """Who is not on turn."""

    @given(plies())
    def test_player_not_on_turn(self, ply: Ply) -> None:
        """I-30: their hand grows by payments only, a lost duel sends one figure back, and that is all."""
        before, after = ply.before, ply.what.state
        changed = differences(before, after)
        for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
            if seat == before.active:
                continue
            names = {name.partition(".")[2] for name in changed if name.startswith(f"{seat}.")}
            assert names <= {"hand", "known", "figures"}
            if "hand" in names:
                assert isinstance(ply.move, UseSpace)
                assert ply.move.pay is not None
                assert now.hand == added(was.hand, ply.move.pay)
                assert now.known == added(was.known, ply.move.pay)
            else:
                assert "known" not in names
            if "figures" in names:
                assert isinstance(before.phase, Duel)
                assert seat == before.phase.rival
                back = added(removed(was.figures, before.phase.step), CATHEDRAL)
                assert now.figures == back


class TestCosts:
    """What a use costs, and what it gives."""

    @given(st.data(), built_positions(moments=("arrived",)))
    def test_fee(self, data: st.DataObject, state: State) -> None:
        """I-29, USE-03 to USE-10: nothing in your own shop, else one card: to the owner, or to the discards."""
        what, use, at = self.use(data, state)
        me, owner = state.active, state.owner(at)
        before, after = state.players, what.state.players
        if use.pay is None:
            assert owner == me
            assert after[me].hand == before[me].hand
            return
        assert owner != me
        assert use.pay in before[me].hand
        assert use.pay.value >= state.edition.road[at].price
        assert after[me].hand == removed(before[me].hand, use.pay)
        if owner is None:
            if not what.state.chance:
                assert what.state.discards == added(state.discards, use.pay)
            piles = len(what.state.pile) + len(what.state.discards)
            assert piles == len(state.pile) + len(state.discards) + 1
        else:
            assert after[owner].hand == added(before[owner].hand, use.pay)
            assert what.state.discards == state.discards

    @given(st.data(), built_positions(moments=("arrived",)))
    def test_benefit(self, data: st.DataObject, state: State) -> None:
        """I-35: dealers, smith, fencing master and artist give exactly one thing; nothing else changes."""
        what, use, at = self.use(data, state)
        me = state.active
        changed = differences(state, what.state)
        fee = {"discards", *(f"{seat}.{n}" for seat in range(9) for n in ("hand", "known"))}
        gained = {name: pair for name, pair in changed.items() if name not in fee | {"phase"}}
        was, now = state.players[me], what.state.players[me]
        shop = state.shops[at]
        match shop.kind if shop else state.edition.road[at].kind:
            case "metal":
                expected = {
                    "metal": (state.metal, state.metal - 1),
                    f"{me}.metal": (was.metal, was.metal + 1),
                }
                assert gained == expected
            case "gem":
                expected = {
                    "gems": (state.gems, state.gems - 1),
                    f"{me}.gems": (was.gems, was.gems + 1),
                }
                assert gained == expected
            case "smith":
                assert isinstance(use.take, Sword)
                assert now.swords == added(was.swords, use.take)
                assert what.state.swords == removed(state.swords, use.take)
                assert was.metal - now.metal == use.take.metal == what.state.metal - state.metal
                assert was.gems - now.gems == use.take.gems == what.state.gems - state.gems
                allowed = {"swords", "metal", "gems"}
                assert set(gained) <= allowed | {f"{me}.{name}" for name in allowed}
            case "fencing":
                assert isinstance(use.take, str)
                full = len(was.tiles) == state.edition.tile_limit
                assert (use.give_back is not None) == full
                kept = removed(was.tiles, use.give_back) if use.give_back else was.tiles
                assert now.tiles == added(kept, use.take)
                assert len(now.tiles) == len(was.tiles) + (not full)
                assert set(gained) == {"tiles", f"{me}.tiles"}
            case "artist":
                assert what.state.paintings == state.paintings[1:]
                assert now.paintings == added(was.paintings, state.paintings[0])
                assert set(gained) == {"paintings", f"{me}.paintings"}
            case _:
                assert isinstance(what.state.phase, Drawing)
                assert set(gained) <= {"pile"}

    def use(self, data: st.DataObject, state: State) -> tuple[Transition, UseSpace, int]:
        """Some use of the space that a figure has just arrived on."""
        uses = [action for action in legal_actions(state) if isinstance(action, UseSpace)]
        assume(uses)
        assert isinstance(state.phase, Arrived)
        use = data.draw(st.sampled_from(uses))
        return step(state, use), use, state.phase.step

    @given(built_positions(moments=("entered",)))
    def test_delivery(self, state: State) -> None:
        """I-36, ALC-02: a sword goes from in front of the player under the figure; nothing else changes."""
        me = state.active
        for action in legal_actions(state):
            if isinstance(action, Deliver):
                after = step(state, action).state
                was, now = state.players[me], after.players[me]
                assert now.swords == removed(was.swords, action.sword)
                assert now.delivered == added(was.delivered, action.sword)
                changed = set(differences(state, after))
                assert changed == {"phase", f"{me}.swords", f"{me}.delivered"}


class TestDrawing:
    """Taking cards, taverns and the reshuffle."""

    @given(built_positions(moments=("start",)), seeds())
    def test_take(self, state: State, seed: int) -> None:
        """I-34, TAK-01, A-27: two cards or as many as there are, and the turn is over."""
        assume(TakeCards() in legal_actions(state))
        what = transition(state, TakeCards(), Random(seed))
        me = state.active
        drawn = min(state.edition.cards_taken, state.drawable)
        assert len(what.state.players[me].hand) == len(state.players[me].hand) + drawn
        assert len(what.draws) == drawn
        assert what.state.drawable == state.drawable - drawn
        assert set(differences(state, what.state)) <= {f"{me}.hand", "pile", *TURN}
        reshuffles = of_kind(what, PileReshuffled)
        assert len(reshuffles) == int(len(state.pile) < drawn), (
            "A-22, A-163: once, when it is needed"
        )

    @given(st.data(), built_positions(edition=WITH_TAVERNS, moments=("at a tavern",)), seeds())
    def test_tavern(self, data: st.DataObject, state: State, seed: int) -> None:
        """I-34, TAV-02, A-25, A-68: the fee, then three cards or as many as there are, the fee among them."""
        uses = [action for action in legal_actions(state) if isinstance(action, UseSpace)]
        assume(uses)
        what = transition(state, data.draw(st.sampled_from(uses)), Random(seed))
        me = state.active
        drawn = min(state.edition.tavern_cards, state.drawable + 1)
        assert drawn >= 1
        assert len(what.state.players[me].hand) == len(state.players[me].hand) - 1 + drawn
        assert len(what.draws) == drawn
        assert what.state.active == me

    @given(plies())
    def test_reshuffle(self, ply: Ply) -> None:
        """I-32, A-22, A-26: only with an empty pile and a card needed; all discards, nothing but discards."""
        before, after = ply.before, ply.what.state
        if not of_kind(ply.what, PileReshuffled):
            if not isinstance(ply.move, Draw):
                assert after.pile == before.pile
            return
        assert after.chance, "a card is needed"
        assert after.discards == ()
        if isinstance(ply.move, Draw):
            revealed = (ply.move.card,) if isinstance(before.phase, Duel) else ()
            assert before.pile == (ply.move.card,), "the last card has gone"
        else:
            pay = ply.move.pay if isinstance(ply.move, UseSpace) else None
            revealed = () if pay is None else (pay,)
            assert before.pile == ()
        assert Counter(after.pile) == Counter(before.discards) + Counter(revealed)
        assert after.front == before.front


class TestPlainActions:
    """Actions that are a whole turn by themselves, and the end of a move turn."""

    @given(decisions())
    def test_place(self, state: State) -> None:
        """I-34, SHP-01: one tile less in the tray, one shop more on the board, nothing else."""
        for action in legal_actions(state)[:40]:
            if isinstance(action, PlaceShop):
                after, me = step(state, action).state, state.active
                assert after.players[me].shops == removed(state.players[me].shops, action.shop)
                shop = Shop(me, action.shop.kind, action.shop.circles)
                at = action.step
                assert after.shops == (*state.shops[:at], shop, *state.shops[at + 1 :])
                changed = set(differences(state, after)) - {"active", "phase"}
                assert changed == {"shops", f"{me}.shops"}

    @given(decisions())
    def test_return(self, state: State) -> None:
        """I-34, RET-01, A-110: one figure to the cathedral, nothing else."""
        for action in legal_actions(state):
            if isinstance(action, ReturnFigure):
                after, me = step(state, action).state, state.active
                figures = added(removed(state.players[me].figures, action.step), CATHEDRAL)
                assert after.players[me].figures == figures
                assert set(differences(state, after)) - {"active", "phase"} == {f"{me}.figures"}

    @given(plies())
    def test_end_of_a_move_turn(self, ply: Ply) -> None:
        """MOV-12, I-23, A-127: the front card lies on the discard pile, and nobody's things change."""
        if isinstance(ply.move, EndTurn):
            before, after = ply.before, ply.what.state
            assert set(differences(before, after)) <= TURN
            front = () if before.front is None else (before.front,)
            assert Counter(after.discards) == Counter(before.discards) + Counter(front)

    @given(plies())
    def test_playing_a_card(self, ply: Ply) -> None:
        """I-25, MOV-01, MOV-11, TIL-05: the card leaves the hand; the base card lies in front, others are discarded."""
        if not isinstance(ply.move, PlayCard):
            return
        before, after, me = ply.before, ply.what.state, ply.before.active
        card, with_tile = ply.move.card, ply.move.with_tile
        assert after.players[me].hand == removed(before.players[me].hand, card)
        if before.front is None and not with_tile:
            assert (after.front, after.discards) == (card, before.discards)
        else:
            assert (after.front, after.discards) == (before.front, added(before.discards, card))
        assert after.tile_value == (card.value if with_tile else before.tile_value)
        assert after.pile == before.pile


class TestDuels:
    """I-31, from the challenge to the end."""

    @given(st.data(), built_positions(moments=("transit",)), seeds())
    def test_whole_duel(self, data: st.DataObject, state: State, seed: int) -> None:
        """I-31, DUE-03 to DUE-14: two rounds won of two or three; one figure goes back; the space stays full."""
        rivals = [action for action in legal_actions(state) if isinstance(action, Challenge)]
        assume(rivals)
        assert isinstance(state.phase, Transit)
        challenge, at = data.draw(st.sampled_from(rivals)), state.phase.step
        assert challenge.rival != state.active
        assert state.drawable >= 1
        what = transition(state, challenge, Random(seed))
        assert isinstance(what.events[0], DuelBegan)
        rounds = [event for event in what.events if isinstance(event, RoundFought)]
        wins = Counter(event.winner for event in rounds)
        assert len(rounds) == len(what.draws) in (2, 3)
        assert [event.card for event in rounds] == [draw.card for draw in what.draws]
        assert set(wins) <= {state.active, challenge.rival}
        (ended,) = [event for event in what.events if isinstance(event, DuelEnded)]
        assert (wins[ended.winner], wins[ended.loser]) in ((2, 0), (2, 1))
        assert rounds[-1].winner == ended.winner, "DUE-09: the second won round ends it"
        (sent_back,) = of_kind(what, FigureSentBack)
        assert sent_back == FigureSentBack(ended.loser, at)
        after = what.state
        assert len(after.standing(at)) == after.circles(at)
        won = ended.winner == state.active
        assert isinstance(after.phase, Arrived) == won
        assert (after.active, after.front) == (state.active, state.front), "A-100: the turn goes on"
        assert after.tile_value == state.tile_value
        assert after.drawable == state.drawable, "A-24: all reveals lie in one of the piles"
        assert not of_kind(what, SecretCardDrawn)

    @given(chance_positions(moments=("duel",)))
    def test_every_round(self, state: State) -> None:
        """DUE-06 to DUE-08, A-94, A-95: the duel tile that only one has decides, else the stance."""
        assume(isinstance(state.phase, Duel))
        assert isinstance(state.phase, Duel)
        attacker, defender = state.active, state.phase.rival
        for card in set(state.pile):
            holders = [s for s in (attacker, defender) if card.colour in state.players[s].tiles]
            by_stance = attacker if card.stance == "attacker" else defender
            expected = holders[0] if len(holders) == 1 else by_stance
            (fought,) = of_kind(step(state, Draw(card)), RoundFought)
            assert isinstance(fought, RoundFought)
            assert fought.winner == expected


@fewer(10)
@given(tables(), st.sampled_from(POLICIES), seeds())
def test_the_same_seed_gives_the_same_game(
    table: tuple[Edition, int], policy: Policy, seed: int
) -> None:
    """I-40: the generator is the only source of chance; nothing depends on the run."""
    edition, players = table

    def game() -> Journey:
        rng = Random(seed)
        return play_through(new_game(players, rng, edition=edition), policy, rng, most=60)

    assert game() == game()
