"""Invariants of positions: I-00 to I-42, those that speak of a single position.

This is the one authority on valid positions. The engine never asks: it keeps the invariants by construction. They are
for programs that build positions by hand or read them from elsewhere (the codec asks here), and for the tests, which
check them after every step. No position without a violation makes the library crash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from attrs import frozen

from toledo_rules._engine import explain
from toledo_rules._multiset import Sortable, distinct, multiset
from toledo_rules._scoring import Standing, gem_points, ranking
from toledo_rules._values import type_faults
from toledo_rules.actions import Action, Challenge, PlayCard
from toledo_rules.edition import CATHEDRAL, Edition, Seat, ShopTile, Step
from toledo_rules.editions import edition_problems
from toledo_rules.errors import Problem, plural
from toledo_rules.state import (
    OVER,
    Arrived,
    Drawing,
    Duel,
    Entered,
    Moving,
    Player,
    PositionHolder,
    State,
    Transit,
    TurnStart,
)

if TYPE_CHECKING:
    from toledo_rules._game import Game

T = TypeVar("T", bound=Sortable)


@frozen
class Violation(Problem):
    """An invariant that a position breaks, and where: such as ``players[1].figures``; empty for the whole position."""

    number: str = ""
    """Its number in the catalogue, such as ``I-07``. I-00 is about the form, on which all others rely."""
    says: str = ""
    """The statement that should be true."""
    seat: Seat | None = None
    """The player concerned, if there is one."""

    @classmethod
    def of(
        cls, number: str, says: str, found: str, where: str = "", seat: Seat | None = None
    ) -> Violation:
        """Return the violation of an invariant, with what is found instead of what it says."""
        expected = f"a position in which {says} ({number})"
        return cls(where, found, expected, number=number, says=says, seat=seat)

    def __str__(self) -> str:
        who = "found" if self.seat is None else f"seat {self.seat} has"
        return f"{self.number}: {who} {self.found} ({self.where or 'the position'}); {self.says}"


def invariants(state: State | Game) -> Iterator[Violation]:
    """Yield the invariants that a position violates: none, for every position that can be reached.

    It reports whatever the position holds, and raises nothing. All other functions expect a position without
    violations: given another one, they may return anything or raise any error. `Game` refuses to begin with one.

    >>> from random import Random
    >>> from attrs import evolve
    >>> from toledo_rules import new_game
    >>> state = new_game(2, Random(1))
    >>> list(invariants(state))
    []
    >>> for violation in invariants(evolve(state, metal=24)):
    ...     print(violation)
    I-03: found 24 of 23 metal (metal); metal is conserved
    """
    if isinstance(state, PositionHolder):
        state = state.state
    edition = getattr(state, "edition", None)  # which is checked once, and not in every position
    trusted = [edition] if type(edition) is Edition else []
    if found := [*type_faults(state, State, "", trusted)]:
        for problem in found:
            yield _misformed("every field has its type", problem, problem.where)
    else:
        yield from violations(state, (*INVARIANTS,))


def violations(state: State, numbers: Iterable[str]) -> Iterator[Violation]:
    """The same for a position whose fields are known to have their types, such as one that the codec has loaded."""
    if problems := edition_problems(state.edition):
        for problem in problems:
            where = f"edition.{problem.where}"
            yield _misformed("the parts of the edition fit together", problem, where)
        return
    position, sound = Audit(state), True
    for number in numbers:
        says, check = INVARIANTS[number]
        if sound or number not in _ASKED_LAST:
            for finding in _findings(check, position):
                sound = False
                yield Violation.of(number, says, *finding)


def _findings(check: Check, position: Audit) -> Iterator[Finding]:
    """Yield the findings of a check. A check that fails is a finding too: numbers can be too large to be written."""
    try:
        yield from check(position)
    except Exception as error:  # noqa: BLE001  # anything may be wrong with what is asked here
        yield Finding(f"something that cannot be counted ({type(error).__name__})")


def _misformed(says: str, problem: Problem, where: str) -> Violation:
    return Violation.of("I-00", says, f"{problem.found} instead of {problem.expected}", where)


class Finding(NamedTuple):
    """A fact that breaks an invariant: see `Violation`."""

    found: str
    where: str = ""
    seat: Seat | None = None


# What an edition has, as numbers: they are compared and sorted faster than the things themselves


FOREIGN = -1


class Ranks(dict[object, int]):
    """The place of each kind of a component in their order; `FOREIGN` for anything else."""

    def __missing__(self, _item: object) -> int:
        return FOREIGN


class Kinds(NamedTuple):
    """The kinds of a component, and the whole stock in their ranks."""

    name: str
    ranks: Ranks
    stock: list[int]


class Stock(NamedTuple):
    """The components of an edition."""

    cards: Kinds
    swords: Kinds
    tiles: Kinds
    shops: Kinds
    paintings: Kinds
    placed: Ranks
    """The ranks of shop tiles by what a shop on the board shows of them."""
    values: frozenset[int]
    """The values of the cards."""


@lru_cache(maxsize=64)
def stock_of(edition: Edition) -> Stock:
    """Return the components of an edition."""
    shops = _kinds("shop tile", edition.shops)
    ranked = [(tile, shops.ranks[tile]) for tile in edition.shops]
    return Stock(
        cards=_kinds("card", edition.cards),
        swords=_kinds("sword", edition.swords),
        tiles=_kinds("master tile", edition.tiles),
        shops=shops,
        paintings=_kinds("painting", multiset(edition.paintings)),
        placed=Ranks(((tile.kind, tile.circles), rank) for tile, rank in ranked),
        values=frozenset(card.value for card in edition.cards),
    )


def _kinds(name: str, items: tuple[T, ...]) -> Kinds:
    ranks = Ranks((item, rank) for rank, item in enumerate(distinct(items)))
    return Kinds(name, ranks, [ranks[item] for item in items])


class Bag(NamedTuple):
    """A multiset of a position, or a single thing."""

    name: str
    seat: Seat | None
    items: tuple[Any, ...]
    ranks: list[int]
    single: bool = False

    def place(self, number: int) -> str:
        """Return the place of an item in the position."""
        if self.single:
            return self.name
        return (
            f"{self.name if self.seat is None else f'players[{self.seat}].{self.name}'}[{number}]"
        )


class Audit:
    """A position prepared for its invariants: its multisets, counted."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.stock = stock = stock_of(state.edition)
        players = state.players
        self.me = players[state.active] if 0 <= state.active < len(players) else None
        """The active player, if there is one."""
        self.figures = Counter(chain.from_iterable(player.figures for player in players))
        """The number of figures on each step."""
        # The multisets, by what is in them.
        self.cards = _bags(stock.cards, state, ("pile", "discards"), ("hand",))
        self.known = _bags(stock.cards, state, (), ("known",))
        self.swords = _bags(stock.swords, state, ("swords",), ("swords", "delivered"))
        self.tiles = _bags(stock.tiles, state, ("tiles",), ("tiles",))
        self.paintings = _bags(stock.paintings, state, (), ("paintings",))
        self.trays = _bags(stock.shops, state, (), ("shops",))

    @cached_property
    def places(self) -> tuple[Standing, ...]:
        """The ranking, which two invariants are about."""
        return ranking(self.state)

    def circles(self, step: Step) -> int:
        """Room for figures on a step; none where there is no step."""
        shops, road = self.state.shops, self.state.edition.road
        if not 0 <= step < min(len(shops), len(road)):
            return 0
        shop = shops[step]
        return road[step].circles if shop is None else shop.circles


def _bags(
    kinds: Kinds, state: State, common: tuple[str, ...], private: tuple[str, ...]
) -> list[Bag]:
    """Return the multisets with these names on the table, and before each player, that are not empty."""
    owners: list[tuple[Seat | None, State | Player, tuple[str, ...]]] = [
        (None, state, common),
        *((seat, player, private) for seat, player in enumerate(state.players)),
    ]
    rank = kinds.ranks.__getitem__
    return [
        Bag(name, seat, items, [*map(rank, items)])
        for seat, owner, names in owners
        for name in names
        if (items := getattr(owner, name))
    ]


def _single(name: str, seat: Seat | None, item: object, ranks: Ranks) -> Bag:
    return Bag(name, seat, (item,), [ranks[item]], single=True)


# Form


def _sorted(p: Audit) -> Iterator[Finding]:
    """Multisets are sorted tuples: the rules look things up in them by bisection, and equal positions are equal."""
    for bag in chain(p.cards, p.known, p.swords, p.tiles, p.trays, p.paintings):
        if FOREIGN in bag.ranks or bag.ranks != sorted(bag.ranks):
            yield from _falling(bag)
    for seat, player in enumerate(p.state.players):
        if player.figures != multiset(player.figures):
            yield from _falling(Bag("figures", seat, player.figures, []))


def _falling(bag: Bag) -> Iterator[Finding]:
    for number, (before, item) in enumerate(pairwise(bag.items), start=1):
        if item < before:
            yield Finding(f"{item!r} after {before!r}", bag.place(number), bag.seat)
            return


# Conservation


def _conserved(kinds: Kinds, bags: list[Bag]) -> Iterator[Finding]:
    """Every component is in exactly one of these bags, and there are no others."""
    all_ranks = [rank for bag in bags for rank in bag.ranks]
    if sorted(all_ranks) == kinds.stock:
        return
    if FOREIGN in all_ranks:
        for bag in bags:
            for number, (item, rank) in enumerate(zip(bag.items, bag.ranks, strict=True)):
                if rank == FOREIGN:
                    found = f"{item!r}, no {kinds.name} of the edition"
                    yield Finding(found, bag.place(number), bag.seat)
        return
    here, there = Counter(all_ranks), Counter(kinds.stock)
    for item, rank in kinds.ranks.items():
        if here[rank] != there[rank]:
            yield Finding(f"{here[rank]} of {there[rank]} {item!r}")


def _cards(p: Audit) -> Iterator[Finding]:
    front = p.state.front
    lying = [] if front is None else [_single("front", None, front, p.stock.cards.ranks)]
    yield from _conserved(p.stock.cards, [*lying, *p.cards])


def _swords(p: Audit) -> Iterator[Finding]:
    yield from _conserved(p.stock.swords, p.swords)


def _metal(p: Audit) -> Iterator[Finding]:
    yield from _material(
        "metal", p.state.metal, [one.metal for one in p.state.players], p.state.edition.metal
    )


def _gems(p: Audit) -> Iterator[Finding]:
    yield from _material(
        "gems", p.state.gems, [one.gems for one in p.state.players], p.state.edition.gems
    )


def _material(name: str, supply: int, held: list[int], stock: int) -> Iterator[Finding]:
    if supply < 0:
        yield Finding(f"{supply} {name} in the supply", name)
    elif supply + sum(held) != stock:
        yield Finding(f"{supply + sum(held)} of {stock} {name}", name)


def _paintings(p: Audit) -> Iterator[Finding]:
    stack, stock = p.state.paintings, p.state.edition.paintings
    taken = len(stock) - len(stack)
    if taken < 0 or stack != stock[taken:]:
        yield Finding(f"{list(stack)}, no lower part of {list(stock)}", "paintings")
    else:
        ranks = [*map(p.stock.paintings.ranks.__getitem__, stack)]
        yield from _conserved(
            p.stock.paintings, [Bag("paintings", None, stack, ranks), *p.paintings]
        )


def _tiles(p: Audit) -> Iterator[Finding]:
    yield from _conserved(p.stock.tiles, p.tiles)


def _figures(p: Audit) -> Iterator[Finding]:
    moving = isinstance(p.state.phase, Transit | Duel)  # the active player's figure stands nowhere
    for seat, player in enumerate(p.state.players):
        number = len(player.figures) + player.inside + (moving and seat == p.state.active)
        if number != p.state.edition.figures:
            found = f"{number} of {p.state.edition.figures} figures"
            yield Finding(found, f"players[{seat}].figures", seat)


def _shops(p: Audit) -> Iterator[Finding]:
    kinds = p.stock.shops
    ranks: list[list[int]] = [[] for _ in p.state.players]
    for tray in p.trays:
        ranks[tray.seat or 0] += tray.ranks
    for shop in filter(None, p.state.shops):
        if 0 <= shop.owner < len(ranks):
            ranks[shop.owner].append(p.stock.placed[shop.kind, shop.circles])
    for seat, found in enumerate(ranks):
        if sorted(found) != kinds.stock:
            yield from _shops_of(seat, p)


def _shops_of(seat: Seat, p: Audit) -> Iterator[Finding]:
    kinds = p.stock.shops
    board = [
        _single(f"shops[{step}]", seat, ShopTile(shop.kind, shop.circles), kinds.ranks)
        for step, shop in enumerate(p.state.shops)
        if shop is not None and shop.owner == seat
    ]
    tray = [bag for bag in p.trays if bag.seat == seat]
    for found, where, _ in _conserved(kinds, [*tray, *board]):
        yield Finding(found, where or f"players[{seat}].shops", seat)


# Places


def _sites(p: Audit) -> Iterator[Finding]:
    shops, road = p.state.shops, p.state.edition.road
    if len(shops) != len(road):
        yield Finding(f"a list of {len(shops)} for the {len(road)} steps of the road", "shops")
    for step, (shop, space) in enumerate(zip(shops, road, strict=False)):
        if shop is not None and space.kind != "site":
            yield Finding(f"a shop on a step of kind {space.kind}", f"shops[{step}]")


def _spaces(p: Audit) -> Iterator[Finding]:
    """An empty site and an entrance have no circles."""
    for step, number in sorted(p.figures.items()):
        if CATHEDRAL < step < len(p.state.edition.road) and number > p.circles(step):
            room = f"{plural(number, 'figure')} for {plural(p.circles(step), 'circle')}"
            seat = min(seat for seat, one in enumerate(p.state.players) if step in one.figures)
            yield Finding(f"{room} on step {step}", f"players[{seat}].figures", seat)


def _road(p: Audit) -> Iterator[Finding]:
    last = p.state.edition.last_step
    for seat, player in enumerate(p.state.players):
        for place, step in enumerate(player.figures):
            if not CATHEDRAL <= step <= last:
                found = f"a figure on step {step} of a road from 0 to {last}"
                yield Finding(found, f"players[{seat}].figures[{place}]", seat)


def _transit(p: Audit) -> Iterator[Finding]:
    phase = p.state.phase
    if isinstance(phase, Transit | Duel):
        circles, number = p.circles(phase.step), p.figures[phase.step]
        if phase.step == CATHEDRAL or not 0 < circles == number:
            taken = f"{plural(number, 'figure')} on {plural(circles, 'circle')}"
            found = f"a figure in transit over step {phase.step} with {taken}"
            yield Finding(found, "phase.step", p.state.active)


# Players


def _held_tiles(p: Audit) -> Iterator[Finding]:
    limit = p.state.edition.tile_limit
    for seat, player in enumerate(p.state.players):
        where = f"players[{seat}].tiles"
        if len(player.tiles) > limit:
            yield Finding(f"{len(player.tiles)} of at most {limit} master tiles", where, seat)
        if len({*player.tiles}) < len(player.tiles):
            yield Finding("two master tiles of a kind", where, seat)


def _delivered(p: Audit) -> Iterator[Finding]:
    figures = p.state.edition.figures
    for seat, player in enumerate(p.state.players):
        if not 0 <= player.inside <= figures:
            found = f"{player.inside} of {figures} figures in the Alcazar"
            yield Finding(found, f"players[{seat}].inside", seat)
        if len(player.delivered) > player.inside:
            swords = plural(len(player.delivered), "delivered sword")
            found = f"{swords} for {plural(player.inside, 'figure')} in the Alcazar"
            yield Finding(found, f"players[{seat}].delivered", seat)


def _holdings(p: Audit) -> Iterator[Finding]:
    for seat, player in enumerate(p.state.players):
        if player.metal < 0:
            yield Finding(f"{player.metal} metal", f"players[{seat}].metal", seat)
        if player.gems < 0:
            yield Finding(f"{player.gems} gems", f"players[{seat}].gems", seat)
        if player.known:
            for card, number in (Counter(player.known) - Counter(player.hand)).items():
                found = f"{number} too many of the known {card!r}"
                yield Finding(found, f"players[{seat}].known", seat)
            if p.state.edition.readings.a130 == "forgotten" and p.state.phase != OVER:
                found = f"{plural(len(player.known), 'known card')}, but paid cards are forgotten"
                yield Finding(found, f"players[{seat}].known", seat)


# The course of the game


def _turn_start(p: Audit) -> Iterator[Finding]:
    enough = p.state.edition.last_round_at
    if isinstance(p.state.phase, TurnStart) and p.me is not None and p.me.inside >= enough:
        found = f"a turn with {p.me.inside} of {enough} figures in the Alcazar"
        yield Finding(found, "active", p.state.active)


def _last_round(p: Audit) -> Iterator[Finding]:
    s, enough = p.state, p.state.edition.last_round_at
    trigger = s.trigger
    if trigger is None:
        if s.over:
            yield Finding("an end without a last round", "trigger")
        for seat, player in enumerate(s.players):
            # The active player may have enough, in the turn that will be the trigger.
            if player.inside >= enough and seat != s.active:
                found = f"{player.inside} of {enough} figures in the Alcazar before the last round"
                yield Finding(found, "trigger", seat)
    elif trigger == s.active:
        yield Finding("another turn after starting the last round", "trigger", trigger)
    elif 0 <= trigger < len(s.players) and s.players[trigger].inside < enough:
        inside = s.players[trigger].inside
        found = f"{inside} of {enough} figures in the Alcazar after starting the last round"
        yield Finding(found, "trigger", trigger)


def _end(p: Audit) -> Iterator[Finding]:
    s = p.state
    if s.over and s.players and (s.active + 1) % len(s.players) != s.trigger:  # END-02
        yield Finding("the last turn, though the last round is not over", "trigger", s.active)


def _move_turn(s: State) -> bool:
    """True in a turn in which a card has been played."""
    phase = s.phase
    if isinstance(phase, Drawing):
        return phase.source == "tavern"
    return isinstance(phase, Moving | Arrived | Entered | Transit | Duel)


def _between_turns(p: Audit) -> Iterator[Finding]:
    if not _move_turn(p.state):
        if p.state.front is not None:
            yield Finding(f"{p.state.front!r} in front", "front")
        if p.state.tile_value is not None:
            yield Finding("a used movement tile", "tile_value")


def _something_to_do(p: Audit) -> Iterator[Finding]:
    """Only a figure in transit can be stuck: any other move turn can be ended, and a whole turn passed (A-19, A-41)."""
    phase = p.state.phase
    if isinstance(phase, Transit) and p.me is not None:
        ways = _ways_on(p.me, phase.step, p.state)
        if not any(explain(p.state, way) is None for way in ways):
            yield Finding("a figure in transit with no way on", "phase", p.state.active)


def _ways_on(me: Player, step: Step, s: State) -> Iterator[Action]:
    yield from map(Challenge, range(len(s.players)))
    for card in distinct(me.hand):
        yield PlayCard(card, step)
        yield PlayCard(card, step, with_tile=True)


def _played(p: Audit) -> Iterator[Finding]:
    if _move_turn(p.state) and p.state.front is None and p.state.tile_value is None:
        yield Finding("a move turn without a card", "front", p.state.active)


def _tile_card(p: Audit) -> Iterator[Finding]:
    front, value = p.state.front, p.state.tile_value
    if value is not None and value not in p.stock.values:
        yield Finding(f"{value}, the value of no card", "tile_value")
    elif front is not None and front.value == value:
        yield Finding(f"{value}, the value of the front card", "tile_value")


def _used_space(p: Audit) -> Iterator[Finding]:
    phase, figures = p.state.phase, () if p.me is None else p.me.figures
    if isinstance(phase, Arrived) and (phase.step == CATHEDRAL or phase.step not in figures):
        yield Finding(
            f"an arrival on step {phase.step} without a figure there", "phase.step", p.state.active
        )
    if isinstance(phase, Drawing) and phase.source == "tavern":
        road = p.state.edition.road
        taverns = (
            step for step in figures if 0 <= step < len(road) and road[step].kind == "tavern"
        )
        if not any(taverns):
            yield Finding("a draw at a tavern without a figure on one", "phase", p.state.active)


def _duel(p: Audit) -> Iterator[Finding]:
    s, phase = p.state, p.state.phase
    if not isinstance(phase, Duel):
        return
    rival = s.players[phase.rival] if 0 <= phase.rival < len(s.players) else None
    if phase.rival == s.active or rival is None or phase.step not in rival.figures:
        found = f"a duel on step {phase.step} with seat {phase.rival}, who is not a rival there"
        yield Finding(found, "phase.rival", s.active)
    for name, wins in (
        ("attacker_wins", phase.attacker_wins),
        ("defender_wins", phase.defender_wins),
    ):
        if not 0 <= wins < s.edition.rounds_to_win:
            yield Finding(f"{wins} rounds won in an open duel", f"phase.{name}", s.active)


def _chance(p: Audit) -> Iterator[Finding]:
    if p.state.chance and not p.state.pile:
        yield Finding("an empty pile with a card to draw", "pile")


def _drawing(p: Audit) -> Iterator[Finding]:
    phase, edition = p.state.phase, p.state.edition
    if isinstance(phase, Drawing):
        most = edition.cards_taken if phase.source == "take" else edition.tavern_cards
        if not 1 <= phase.left <= most:
            yield Finding(
                f"{plural(phase.left, 'card')} of at most {most} to draw",
                "phase.left",
                p.state.active,
            )


def _delivery(p: Audit) -> Iterator[Finding]:
    if (
        isinstance(p.state.phase, Entered)
        and p.me is not None
        and len(p.me.delivered) >= p.me.inside
    ):
        swords = plural(len(p.me.delivered), "sword")
        found = f"{swords} for {plural(p.me.inside, 'figure')} in the Alcazar, one of which has just come"
        yield Finding(found, "phase", p.state.active)


# Counting


def _scores(p: Audit) -> Iterator[Finding]:
    penalty = p.state.edition.movement_penalty
    for standing in p.places:
        if standing.points < -penalty:
            yield Finding(f"{standing.points} points", f"players[{standing.seat}]", standing.seat)
    edition = p.state.edition
    most = gem_points(edition.gems, edition)
    points = sum(gem_points(player.gems, edition) for player in p.state.players)
    if points > most:
        yield Finding(f"{points} points for gems, of at most {most}")


def _winners(p: Audit) -> Iterator[Finding]:
    merits = [(one.points, one.cards, one.card_sum) for one in p.places]
    if merits != sorted(merits, reverse=True):
        yield Finding("a ranking in another order")
    for place, merit in zip(p.places, merits, strict=True):
        if (place.place == 1) != (merit == merits[0]):
            yield Finding(f"place {place.place}", f"players[{place.seat}]", place.seat)


# Seats


def _seats(p: Audit) -> Iterator[Finding]:
    s, players = p.state, len(p.state.players)
    least, most = s.edition.least_players, s.edition.most_players
    if not least <= players <= most:
        yield Finding(f"{plural(players, 'player')} instead of {least} to {most}", "players")
    seats = [("active", s.active), ("trigger", s.trigger)]
    seats += [
        (f"shops[{step}].owner", shop.owner)
        for step, shop in enumerate(s.shops)
        if shop is not None
    ]
    for where, seat in seats:
        if seat is not None and not 0 <= seat < players:
            yield Finding(f"seat {seat} of {plural(players, 'player')}", where)


Check: TypeAlias = Callable[[Audit], Iterable[Finding]]

INVARIANTS: dict[str, tuple[str, Check]] = {
    "I-00": ("multisets are sorted", _sorted),
    "I-01": ("every card is in exactly one place", _cards),
    "I-02": ("every sword is on the board, in front of a player or under a figure", _swords),
    "I-03": ("metal is conserved", _metal),
    "I-04": ("gems are conserved", _gems),
    "I-05": (
        "the painting stack is the lower part of what it was, the rest is with the players",
        _paintings,
    ),
    "I-06": ("every master tile is on the board or with a player", _tiles),
    "I-07": ("every player has all their figures", _figures),
    "I-08": ("every player's shops are in their tray or on the board", _shops),
    "I-09": ("shops stand on sites only", _sites),
    "I-11": ("no space holds more figures than it has circles", _spaces),
    "I-12": ("every figure outside the Alcazar stands on the road", _road),
    "I-13": ("a figure in transit is on a full space", _transit),
    "I-14": ("nobody holds more master tiles than they may, or two of a kind", _held_tiles),
    "I-15": ("there is at most one sword for each figure in the Alcazar", _delivered),
    "I-16": (
        "nobody has less than nothing; what is known of a hand is in it, and until the end nothing if it is forgotten",
        _holdings,
    ),
    "I-19": ("a player at the start of their turn has not finished", _turn_start),
    "I-20": (
        "the last round has begun exactly when a player has finished their turn with enough figures inside",
        _last_round,
    ),
    "I-21": ("the game ends when the last round comes back to whoever started it", _end),
    "I-23": ("nothing is pending between turns", _between_turns),
    "I-25": ("a card has been played in every move turn", _played),
    "I-26": (
        "the extra card of the movement tile is a card with another value than the first one",
        _tile_card,
    ),
    "I-28": ("a space that is used has just been arrived on", _used_space),
    "I-31": ("a duel is between two players and still open", _duel),
    "I-32": ("chance always has a card to draw", _chance),
    "I-34": ("nobody draws more cards than they may", _drawing),
    "I-36": ("a sword can be delivered by a figure that has none", _delivery),
    "I-37": (
        "nobody has less than the penalty of a movement tile, and gems give no more than they can",
        _scores,
    ),
    "I-38": ("the winners are the best in points, cards and their sum", _winners),
    "I-42": ("every piece belongs to somebody at the table", _seats),
    "I-24": ("there is always something to do", _something_to_do),
}
"""Each invariant that speaks of a single position, by its number: what it says, and what breaks it.

The last one asks the rules, which can be asked only about a position that is sound in every other way."""

OF_POSITIONS = tuple(number for number in INVARIANTS if number not in ("I-37", "I-38"))
"""The invariants that a position can break. The others are about the counting of points, and follow from these."""

_ASKED_LAST = {"I-24"}
