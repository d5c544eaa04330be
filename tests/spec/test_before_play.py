"""What comes before the first move: which editions can be played, how cards are dealt, how a game stands at first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, get_args, get_type_hints

import pytest
from attrs import evolve, fields
from clingo.ast import AST

from spec.compiler.build import loaded
from spec.tools import facts
from spec.tools.logic import Part, Term, heads
from spec.tools.oracle import Oracle
from tests.exploration import Chances, Scripted, every_way
from tests.spec.clause_mutants import differs, mistaken, without
from tests.spec.clauses import Numbered, clauses, needed_only_by
from tests.strategies import EDITIONS, TINY
from toledo_rules import KOSMOS_2008, Card, Cards, Edition, Rng, Space, State, Sword, new_game
from toledo_rules._multiset import added, multiset, removed
from toledo_rules.edition import SPACE_KINDS, Readings, ShopTile
from toledo_rules.editions import edition_problems

Start = Callable[[int, Rng, Edition], State]
"""A way to begin a game."""


def library(players: int, rng: Rng, edition: Edition) -> State:
    """The library's way."""
    return new_game(players, rng, edition=edition)


# The deal


def hands(state: State) -> tuple[Cards, ...]:
    """The hands of a first position."""
    return tuple(player.hand for player in state.players)


def deals(
    edition: Edition, players: int, dealt: Sequence[Cards] = ()
) -> Iterator[tuple[tuple[Cards, ...], Fraction]]:
    """All deals as the specification has them, each with its probability."""
    so_far = tuple(dealt) or ((),) * players
    coming = Oracle([*facts.edition(edition, players), *facts.dealt(so_far)]).deal()
    if not coming:
        yield so_far, Fraction(1)
    cards = {facts.card(card): card for card in edition.cards}
    total = sum(coming.values())
    for (seat, name), weight in coming.items():
        hand = added(so_far[seat], cards[name])
        further = (*so_far[:seat], hand, *so_far[seat + 1 :])
        for complete, chance in deals(edition, players, further):
            yield complete, chance * Fraction(weight, total)


def summed(ways: Iterator[tuple[tuple[Cards, ...], Fraction]]) -> Chances[tuple[Cards, ...]]:
    """The ways to the same hands taken together."""
    chances: Chances[tuple[Cards, ...]] = {}
    for dealt, chance in ways:
        chances[dealt] = chances.get(dealt, Fraction(0)) + chance
    return chances


def small() -> Edition:
    """An edition with three cards, two of them alike, and hands of one card."""
    edition = next(edition for edition in TINY if edition.name == "tiny-road")
    one, other = sorted({*edition.cards})[:2]
    return evolve(edition, cards=(one, one, other), hand=1)


def deals_agree(start: Start) -> bool:
    """SET-05, SET-06, A-18: every deal of a small edition comes about as often as the specification says."""
    edition = small()
    return every_way(lambda rng: hands(start(2, rng, edition))) == summed(deals(edition, 2))


class Recording(Scripted):
    """A scripted generator that remembers from how many it had to choose."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        super().__init__(numbers)
        self.asked: list[int] = []

    def randrange(self, stop: int, /) -> int:
        """The next number."""
        self.asked.append(stop)
        return super().randrange(stop)


def dealing_agrees(start: Start, edition: Edition, players: int, seed: int) -> bool:
    """A-18: one deal, card by card. The generator chooses from as many cards as the weights say, and gets the card."""
    choose, script, sizes = Random(seed), list[int](), list[int]()
    names = {facts.card(card): card for card in edition.cards}
    deck = edition.cards
    so_far: list[Cards] = [()] * players
    known = facts.edition(edition, players)
    while coming := Oracle([*known, *facts.dealt(so_far)]).deal():
        seat, name = choose.choice(sorted(coming, key=str))
        script.append(deck.index(names[name]))
        sizes.append(sum(coming.values()))
        deck, so_far[seat] = removed(deck, names[name]), added(so_far[seat], names[name])
    rng = Recording(tuple(script))
    return (hands(start(players, rng, edition)), rng.asked) == (tuple(so_far), sizes)


def test_they_agree_on_every_deal_of_a_small_edition() -> None:
    """SET-05, SET-06, A-18: two copies are twice as likely as one."""
    assert deals_agree(library)
    assert max(summed(deals(small(), 2)).values()) == Fraction(1, 3)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_they_agree_on_the_deal_card_by_card(edition: Edition) -> None:
    """SET-05, SET-06, A-18, I-41: from the whole deck, each hand as large as the edition says, seat 0 first."""
    for players in range(edition.least_players, edition.most_players + 1):
        assert dealing_agrees(library, edition, players, seed=players)


def test_an_engine_that_deals_four_cards_is_noticed() -> None:
    def four(players: int, rng: Rng, edition: Edition) -> State:
        begun = new_game(players, rng, edition=evolve(edition, hand=edition.hand - 1))
        return evolve(begun, edition=edition)

    assert not dealing_agrees(four, KOSMOS_2008, 3, seed=1)
    assert not deals_agree(four)


def test_an_engine_that_deals_the_lowest_card_is_noticed() -> None:
    class Lowest:
        def randrange(self, _stop: int, /) -> int:
            return 0

    def lowest(players: int, _rng: Rng, edition: Edition) -> State:
        return new_game(players, Lowest(), edition=edition)

    assert not deals_agree(lowest)
    assert not dealing_agrees(lowest, KOSMOS_2008, 2, seed=1)


# The first position


Given = Callable[[Iterable[Term]], Oracle]
"""What answers for an edition and a deal."""


def setup(state: State, *named: int, rules: Given = Oracle) -> facts.Position:
    """The first position as the specification has it, with the hands of another."""
    known = facts.edition(state.edition, len(state.players))
    return rules([*known, *facts.dealt(hands(state)), *(("named", seat) for seat in named)]).first()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_they_agree_on_the_first_position(edition: Edition) -> None:
    """SET-01 to SET-10, A-15: it follows from the edition, the deal and whoever is named to begin."""
    for players in range(edition.least_players, edition.most_players + 1):
        for first in range(players):
            state = new_game(players, Random(players), edition=edition, first=first)
            assert setup(state, first) == facts.position(state)


def test_seat_0_begins_if_nobody_is_named() -> None:
    """A-15: in the specification and in the library."""
    state = new_game(3, Random(1))
    assert setup(state) == facts.position(state)


# Editions


def changes(edition: Edition, rng: Random) -> Iterator[Edition]:
    """The edition with one thing changed, for better or worse."""
    small_number = rng.randrange(-1, 5)
    numbers = (
        *("least_players", "most_players", "figures", "hand", "metal", "gems", "tile_limit"),
        *("last_round_at", "cards_taken", "tavern_cards", "movement_penalty", "rounds_to_win"),
        *("gems_per_point", "sword_divisor"),
    )
    changed: dict[str, Any] = {rng.choice(numbers): small_number}
    yield evolve(edition, **changed)
    colours = (*edition.duel_colours, "neutral", "movement", "grey")
    yield evolve(edition, duel_colours=tuple(rng.choices(colours, k=rng.randrange(1, 4))))
    yield evolve(
        edition, colours=tuple(rng.choices((*edition.colours, "grey"), k=rng.randrange(1, 6)))
    )
    card = Card(rng.randrange(3), rng.choice(colours), "attacker")
    yield evolve(edition, cards=multiset((*edition.cards[: rng.randrange(60)], card)))
    yield evolve(edition, cards=edition.cards[: rng.randrange(25)])
    sword = Sword(rng.randrange(4), rng.randrange(3), rng.randrange(-1, 3))
    yield evolve(edition, swords=multiset((*edition.swords, sword)))
    dear = Sword(3, edition.metal + rng.randrange(2), edition.gems + rng.randrange(2))
    yield evolve(edition, swords=multiset((*edition.swords, dear)))
    yield evolve(edition, paintings=tuple(rng.randrange(4) for _ in range(rng.randrange(5))))
    yield evolve(edition, tiles=multiset((*edition.tiles, rng.choice(colours))))
    yield evolve(edition, shops=multiset((*edition.shops, ShopTile("smith", rng.randrange(3)))))
    yield evolve(edition, road=road(edition.road, rng))


def road(spaces: tuple[Space, ...], rng: Random) -> tuple[Space, ...]:
    """A road with one space changed, more or less."""
    place = rng.randrange(len(spaces))
    kind = rng.choice(SPACE_KINDS)
    row, price, circles = rng.choice(("", "lower")), rng.randrange(4), rng.randrange(3)
    space = rng.choice(
        (
            Space(kind, row, price, circles),
            evolve(spaces[place], price=price),
            evolve(spaces[place], circles=circles),
            evolve(spaces[place], row=row),
            Space(kind),
        )
    )
    rest = spaces[place + rng.randrange(2) :]
    return (*spaces[:place], space, *rest) if rng.randrange(5) else (*spaces[:place], *rest[1:])


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_shipped_editions_are_well_formed(edition: Edition) -> None:
    """A-05, A-07, A-08, A-155, CMP: nothing is wrong with what comes with the library."""
    assert Oracle(facts.box(edition)).ill_formed() == set()


def damaged(count: int, seed: int) -> list[Edition]:
    """Editions with up to three changes."""
    rng, found = Random(seed), list[Edition]()
    while len(found) < count:
        edition = rng.choice(EDITIONS)
        for _ in range(rng.choice((1, 1, 2, 3))):
            edition = rng.choice([*changes(edition, rng)])
        if edition.road:
            found.append(edition)
    return found


LIKE_KOSMOS = (
    KOSMOS_2008,
    evolve(KOSMOS_2008, hand=4, tavern_cards=1),
    evolve(KOSMOS_2008, most_players=3, rounds_to_win=3, cards_taken=3),
)
"""Editions to be damaged in one place."""


def damaged_in_one_place(box: Edition) -> Iterator[Edition]:
    """Editions with mistakes that chance hardly ever makes alone."""
    plain = evolve(box, swords=())
    yield evolve(plain, cards=(), hand=0)
    yield evolve(plain, metal=-1)
    yield evolve(plain, gems=-1)
    yield evolve(plain, movement_penalty=-1)
    yield evolve(plain, least_players=4, most_players=3)
    yield evolve(plain, hand=-1)
    yield evolve(plain, least_players=1)
    yield evolve(plain, rounds_to_win=0)
    yield evolve(plain, gems_per_point=0)
    yield evolve(plain, tile_limit=0)
    yield evolve(plain, road=box.road[:-1])
    yield evolve(plain, road=tuple(space for space in box.road if space.kind != "entrance"))
    kinds = get_type_hints(Readings)
    other: dict[str, Any] = {name: get_args(kind)[-1] for name, kind in kinds.items()}
    yield evolve(plain, readings=Readings(**other))  # a good one
    for ruling in fields(Readings):  # no such choice
        wrong: dict[str, Any] = {ruling.name: "soon"}
        yield evolve(plain, readings=Readings(**wrong))
    for space, changed in (
        (box.road[5], {"circles": 0}),
        (box.road[5], {"circles": -1}),
        (box.road[5], {"price": -1}),
        (box.road[5], {"row": ""}),
        (box.road[20], {"price": 1}),
        (box.road[20], {"row": "lower"}),
    ):
        place = box.road.index(space)
        rest = box.road[place + 1 :]
        yield evolve(plain, road=(*box.road[:place], evolve(space, **changed), *rest))
    between = evolve(box.road[12], row="upper")
    yield evolve(plain, road=(*box.road[:-1], between, box.road[-1]))


def nearly_damaged(box: Edition) -> Iterator[Edition]:
    """Editions that are only just well formed."""
    plain = evolve(box, swords=())
    yield evolve(plain, metal=0)
    yield evolve(plain, gems=0)
    yield evolve(plain, movement_penalty=0)
    yield evolve(plain, hand=0)
    yield evolve(plain, rounds_to_win=1)
    yield evolve(plain, sword_divisor=1)
    yield evolve(plain, gems_per_point=1)
    cheaper = evolve(box.road[12], price=2)  # A-11 is about sites, and this is a tavern
    yield evolve(plain, road=(*box.road[:12], cheaper, *box.road[13:]))


FORM = [("ill_formed", 1)]


def unkept(editions: Sequence[Edition], more: Mapping[int, AST]) -> list[set[int]]:
    """The numbers of the clauses that each edition does not keep; further clauses have numbers of their own."""
    numbered = [(clause.number, clause.node) for clause in clauses()]
    sections = [
        Part(str(number), re.sub(r"^ill_formed\(\w+\)", f"ill_formed(n{number})", str(node)))
        for number, node in (*numbered, *more.items())
    ]
    rules = loaded(sections, keys=False)
    found = (Oracle(facts.box(edition), rules).ill_formed() for edition in editions)
    return [{int(name[1:]) for name in names} for names in found]


@cache
def editions() -> list[Edition]:
    """Good ones and bad ones."""
    by_hand = [one for box in LIKE_KOSMOS for made in BY_HAND for one in made(box)]
    return [*damaged(BY_CHANCE, seed=8), *by_hand]


BY_HAND = (damaged_in_one_place, nearly_damaged)
BY_CHANCE = 1_500
"""Editions that are damaged by chance; those made by hand come after them."""


@cache
def judged() -> list[tuple[Edition, set[int]]]:
    """Editions with the numbers of the clauses that they do not keep."""
    return list(zip(editions(), unkept(editions(), {}), strict=True))


def test_loader_and_specification_refuse_the_same_editions() -> None:
    """A-05, A-07, A-08, A-155, CMP: asked of generated editions."""
    differing = [
        (edition_problems(edition), [str(clauses()[number]) for number in wrong], edition)
        for edition, wrong in judged()
        if bool(edition_problems(edition)) != bool(wrong)
    ]
    assert differing == []
    good = sum(not wrong for _, wrong in judged())
    assert 300 < good < 900


@pytest.mark.parametrize("clause", [c for c in clauses() if heads(c.node) == FORM], ids=str)
def test_every_clause_about_editions_is_needed(clause: Numbered) -> None:
    """Without it, an edition that the loader refuses would pass."""
    alone = [edition for edition, wrong in judged() if wrong == {clause.number}]
    assert alone
    assert all(map(edition_problems, alone))


# Nothing of the set-up is idle


def begun() -> list[tuple[tuple[Term, ...], tuple[Cards, ...]]]:
    """Deals that are under way, in order and out of it."""
    edition, (first, second, third) = facts.edition(KOSMOS_2008, 3), hands(new_game(3, Random(1)))
    dealt = [(), (first,), ((), second), (first, second[:2]), (first, second, third)]
    return [(edition, some) for some in dealt]


def questions(rules: Given) -> Iterator[object]:
    """Everything about the set-up, in some cases."""
    state = new_game(3, Random(1))
    for edition, dealt in begun():
        yield rules([*edition, *facts.dealt(dealt)]).deal()
    yield setup(state, rules=rules)
    yield setup(state, 2, rules=rules)


@pytest.mark.parametrize("clause", needed_only_by(("init", 1), ("deal", 3)), ids=str)
def test_every_clause_of_the_setup_is_missed(clause: Numbered) -> None:
    dropped = without(clause)
    assert differs([*questions(Oracle)], questions(lambda given: mistaken(given, dropped)))
