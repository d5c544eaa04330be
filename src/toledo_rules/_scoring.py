"""Counting fame (SCO) and finding the winners (TIE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from attrs import frozen

from toledo_rules._json import MinLength, Positive, Signed
from toledo_rules.edition import MOVEMENT, Edition, Seat, Sword, card_sum
from toledo_rules.rulebook import RuleId
from toledo_rules.state import PublicPlayer, State, View, check_seat, position_of, state_of

if TYPE_CHECKING:
    from toledo_rules._game import Game

ScoreKind: TypeAlias = Literal[
    "delivered_sword", "sword_in_front", "swords_in_front", "painting", "gems", "movement_tile"
]

SCORE_RULES: Mapping[ScoreKind, RuleId] = {
    "delivered_sword": "SCO-01",
    "sword_in_front": "SCO-02",
    "swords_in_front": "SCO-02",  # all together, where A-120 is read so
    "painting": "SCO-03",
    "gems": "SCO-04",
    "movement_tile": "SCO-05",
}
"""The rule behind each kind of points, in the order of a score sheet."""


@frozen
class ScoreLine:
    """One line of a score sheet."""

    rule: RuleId
    kind: ScoreKind
    value: int
    """The number on the sword or painting, for swords together the sum; the number of gems or tiles."""
    points: Signed


@frozen
class ScoreSheet:
    """A player's fame, itemised by rule."""

    seat: Seat
    lines: tuple[ScoreLine, ...]
    total: Signed


@frozen
class Standing:
    """A player's place in the ranking, and what decides it (TIE-01 to TIE-03)."""

    place: Positive
    """1 for the winners; players whom nothing decides between share a place (A-125, A-126)."""
    seat: Seat
    points: Signed
    cards: int
    """Cards in hand, the first tie-break (TIE-02)."""
    card_sum: int | None
    """The sum of the cards in hand, the second tie-break (TIE-03); None unless it is compared, so that it stays
    hidden (A-128)."""


@frozen
class Outcome:
    """The end of a game: who won, in which order, and why."""

    winners: frozenset[Seat]
    ranking: Annotated[tuple[Standing, ...], MinLength(1)]
    sheets: Annotated[tuple[ScoreSheet, ...], MinLength(1)]
    """By seat."""

    @property
    def reason(self) -> RuleId:
        """The rule that decided: points (TIE-01), cards in hand (TIE-02), their sum (TIE-03), or nothing (TIE-04)."""
        first, second, *_ = self.ranking
        if len(self.winners) > 1:
            return "TIE-04"
        if first.points != second.points:
            return "TIE-01"
        return "TIE-02" if first.cards != second.cards else "TIE-03"

    def __repr__(self) -> str:
        places = (f"{one.place}. seat {one.seat} with {one.points} points" for one in self.ranking)
        return f"<Outcome: {', '.join(places)}>"


def score(position: State | View | Game, seat: Seat) -> ScoreSheet:
    """Return a player's score sheet, at any time (A-158): all that scores is public.

    Nothing else scores (SCO-06), and it can be negative (A-124).

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> score(new_game(2, Random(1)), 0)
    ScoreSheet(seat=0, lines=(), total=0)
    """
    position = position_of(position)
    check_seat(seat, len(position.players))
    return _sheet(seat, position.players[seat], position.edition)


def gem_points(gems: int, edition: Edition) -> int:
    """Return the points for gems, rounded down (SCO-04, A-121).

    >>> from toledo_rules import KOSMOS_2008
    >>> gem_points(5, KOSMOS_2008)
    2
    """
    return gems // edition.gems_per_point


def gem_worth(gems: int, edition: Edition) -> float:
    """Return the points for gems before rounding, for evaluating a position."""
    return gems / edition.gems_per_point


def scored_worth(value: int, edition: Edition, delivered: float) -> float:
    """Return the expected points of a sword that is delivered with this probability, before rounding (SCO-01, SCO-02).

    >>> from toledo_rules import KOSMOS_2008
    >>> [scored_worth(7, KOSMOS_2008, likely) for likely in (0.0, 0.5, 1.0)]
    [3.5, 5.25, 7.0]
    """
    divisor = edition.sword_divisor
    return value * (1 + (divisor - 1) * delivered) / divisor


def most_points(edition: Edition) -> int:
    """Return the points of everything in the box that scores: the most that anyone can have (SCO-06)."""
    swords = sum(sword.value for sword in edition.swords)
    return swords + sum(edition.paintings) + gem_points(edition.gems, edition)


_Scored: TypeAlias = Sequence[tuple[int, int]]
"""The values and the points of some things."""

_COUNTED: Mapping[ScoreKind, Callable[[PublicPlayer, Edition], _Scored]] = {
    "delivered_sword": lambda player, _: [(sword.value, sword.value) for sword in player.delivered],
    # half of each sword, rounded down, not half of their sum
    "sword_in_front": lambda player, edition: (
        [(sword.value, sword.value // edition.sword_divisor) for sword in player.swords]
        if edition.readings.a120 == "each"
        else ()
    ),
    "swords_in_front": lambda player, edition: (
        _halved_together(player.swords, edition) if edition.readings.a120 == "sum" else ()
    ),
    "painting": lambda player, _: [(value, value) for value in player.paintings],  # ART-02
    "gems": lambda player, edition: (
        ((player.gems, gem_points(player.gems, edition)),) if player.gems else ()
    ),
    "movement_tile": lambda player, edition: (  # used or not
        ((1, -edition.movement_penalty),) if MOVEMENT in player.tiles else ()
    ),
}
"""The points of each kind."""


def _halved_together(swords: Sequence[Sword], edition: Edition) -> _Scored:
    total = sum(sword.value for sword in swords)
    return [(total, total // edition.sword_divisor)] if swords else ()


def points_for(player: PublicPlayer, edition: Edition, *kinds: ScoreKind) -> int:
    """Return a player's points of some kinds."""
    return sum([points for kind in kinds for _, points in _COUNTED[kind](player, edition)])


def _sheet(seat: Seat, player: PublicPlayer, edition: Edition) -> ScoreSheet:
    lines = [
        ScoreLine(SCORE_RULES[kind], kind, value, points)
        for kind, counted in _COUNTED.items()
        for value, points in counted(player, edition)
    ]
    return ScoreSheet(seat, tuple(lines), sum([line.points for line in lines]))


def ranking(state: State | Game) -> tuple[Standing, ...]:
    """Return all players from first to last, at any time (A-158).

    By points (TIE-01), then cards in hand (TIE-02), and for the first place their sum (TIE-03, A-125); players who are
    equal in all of it share a place (TIE-04, A-126).

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> [standing.place for standing in ranking(new_game(2, Random(1)))]
    [1, 2]
    """
    state = state_of(state)
    compared = hands_to_compare(state)
    merits = sorted(
        (
            (
                points_for(player, state.edition, *_COUNTED),
                len(player.hand),
                card_sum(player.hand) if seat in compared else None,
                seat,
            )
            for seat, player in enumerate(state.players)
        ),
        key=lambda merit: (-merit[0], -merit[1], -(merit[2] or 0), merit[3]),
    )
    places: list[Standing] = []
    for number, (points, cards, total, seat) in enumerate(merits, start=1):
        before = places[-1] if places else None
        tied = before and (before.points, before.cards, before.card_sum) == (points, cards, total)
        places.append(
            Standing(before.place if before and tied else number, seat, points, cards, total)
        )
    return tuple(places)


def hands_to_compare(position: State) -> tuple[Seat, ...]:
    """Return the seats whose hands decide who wins (TIE-03, A-125): tied for first place in points and in cards.

    They come clockwise from the player who started the last round. An empty hand is not compared with anything.
    """
    merits = [
        (points_for(player, position.edition, *_COUNTED), len(player.hand))
        for player in position.players
    ]
    best, first = max(merits), position.trigger or 0
    seats = [(first + place) % len(merits) for place in range(len(merits))]
    tied = tuple([seat for seat in seats if merits[seat] == best])
    _, cards = best
    return tied if cards and len(tied) > 1 else ()


def outcome(state: State | Game) -> Outcome | None:
    """Return winners, ranking and score sheets; None while the game goes on (END-03).

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> outcome(new_game(2, Random(1))) is None
    True
    """
    state = state_of(state)
    if not state.over:
        return None
    places = ranking(state)
    return Outcome(
        winners=frozenset(standing.seat for standing in places if standing.place == 1),
        ranking=places,
        sheets=tuple(score(state, seat) for seat in range(len(state.players))),
    )
