"""What is true of every position that can be reached (I-01 to I-42, those that speak of a single position).

The engine never asks: it keeps these by construction. They are for whoever builds positions by hand or reads them from
elsewhere, and for the tests, which check them after every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import frozen

from toledo_rules.cards import Cards
from toledo_rules.edition import CATHEDRAL
from toledo_rules.engine import legal_actions
from toledo_rules.multiset import minus, multiset
from toledo_rules.scoring import ranking, score
from toledo_rules.state import (
    Arrived,
    Drawing,
    Duel,
    Entered,
    Moving,
    State,
    Transit,
    TurnStart,
)


@frozen
class Violation:
    """An invariant that a position breaks."""

    number: str
    """Its number in the catalogue, such as ``I-01``."""
    says: str
    """What should be true."""


def invariants(state: State) -> Iterator[Violation]:
    """The invariants that a position violates: none, for every position that can be reached.

    >>> from random import Random
    >>> from attrs import evolve
    >>> from toledo_rules import new_game
    >>> state = new_game(2, Random(1))
    >>> list(invariants(state))
    []
    >>> [broken.number for broken in invariants(evolve(state, metal=24))]
    ['I-03']
    """
    for number, (says, holds) in INVARIANTS.items():
        try:
            sound = holds(state)
        except (IndexError, KeyError):  # so far from the game that the question makes no sense
            sound = False
        if not sound:
            yield Violation(number, says)


def _all_cards(s: State) -> Cards:
    front = () if s.front is None else (s.front,)
    return multiset([*s.pile, *s.discards, *front, *(c for p in s.players for c in p.hand)])


def _subset(part: Cards, whole: Cards) -> bool:
    try:
        minus(whole, part)
    except ValueError:
        return False
    return True


def _in_transit(s: State, seat: int) -> int:
    """A figure that stands nowhere: over a full space, or in a duel for it."""
    return int(isinstance(s.phase, (Transit, Duel)) and seat == s.active)


def _spaces_hold_their_figures(s: State) -> bool:
    """An empty site and an entrance have no circles."""
    spaces = range(CATHEDRAL + 1, len(s.edition.road))
    return all(len(s.standing(step)) <= s.circles(step) for step in spaces)


def _move_turn(s: State) -> bool:
    match s.phase:
        case Moving() | Arrived() | Entered() | Transit() | Duel() | Drawing(source="tavern"):
            return True
        case _:
            return False


def _last_round(s: State) -> bool:
    inside = [player.inside >= s.edition.last_round_at for player in s.players]
    if s.trigger is None:  # only the active player, in the turn that will be the trigger
        return not s.over and not any(many for seat, many in enumerate(inside) if seat != s.active)
    return inside[s.trigger] and s.trigger != s.active


def _duel_is_fair(s: State) -> bool:
    if not isinstance(s.phase, Duel):
        return True
    wins = (s.phase.attacker_wins, s.phase.defender_wins)
    return (
        s.phase.rival != s.active
        and s.phase.rival in s.standing(s.phase.step)
        and min(wins) >= 0
        and max(wins) < s.edition.rounds_to_win
    )


def _draws_what_he_may(s: State) -> bool:
    if not isinstance(s.phase, Drawing):
        return True
    most = s.edition.cards_taken if s.phase.source == "take" else s.edition.tavern_cards
    return 1 <= s.phase.left <= most


def _over_full_space(s: State) -> bool:
    if not isinstance(s.phase, (Transit, Duel)):
        return True
    step = s.phase.step
    return 0 < s.circles(step) == len(s.standing(step))


def _winners_are_maximal(s: State) -> bool:
    places = ranking(s)
    merits = [(place.points, place.cards, place.card_sum) for place in places]
    return merits == sorted(merits, reverse=True) and all(
        (place.place == 1) == (merit == merits[0])
        for place, merit in zip(places, merits, strict=True)
    )


Test: TypeAlias = Callable[[State], bool]

INVARIANTS: dict[str, tuple[str, Test]] = {
    "I-01": (
        "every card is in exactly one place",
        lambda s: _all_cards(s) == s.edition.cards,
    ),
    "I-02": (
        "every sword is on the board, in front of a player or under a figure",
        lambda s: (
            multiset([*s.swords, *(w for p in s.players for w in (*p.swords, *p.delivered))])
            == s.edition.swords
        ),
    ),
    "I-03": (
        "metal is conserved",
        lambda s: s.metal + sum(p.metal for p in s.players) == s.edition.metal and s.metal >= 0,
    ),
    "I-04": (
        "gems are conserved",
        lambda s: s.gems + sum(p.gems for p in s.players) == s.edition.gems and s.gems >= 0,
    ),
    "I-05": (
        "the painting stack is the lower part of what it was, the rest is with the players",
        lambda s: (
            s.paintings == s.edition.paintings[len(s.edition.paintings) - len(s.paintings) :]
            and multiset([*s.paintings, *(v for p in s.players for v in p.paintings)])
            == multiset(s.edition.paintings)
        ),
    ),
    "I-06": (
        "every master tile is on the board or with a player",
        lambda s: multiset([*s.tiles, *(t for p in s.players for t in p.tiles)]) == s.edition.tiles,
    ),
    "I-07": (
        "every player has all his figures",
        lambda s: all(
            len(p.figures) + p.inside + _in_transit(s, seat) == s.edition.figures
            for seat, p in enumerate(s.players)
        ),
    ),
    "I-08": (
        "every player's shops are in his tray or on the board",
        lambda s: all(
            multiset(
                [(t.kind, t.circles) for t in p.shops]
                + [(x.kind, x.circles) for x in s.shops if x and x.owner == seat]
            )
            == multiset([(t.kind, t.circles) for t in s.edition.shops])
            for seat, p in enumerate(s.players)
        ),
    ),
    "I-09": (
        "shops stand on sites only",
        lambda s: (
            len(s.shops) == len(s.edition.road)
            and all(
                shop is None or space.kind == "site"
                for shop, space in zip(s.shops, s.edition.road, strict=True)
            )
        ),
    ),
    "I-11": (
        "no space holds more figures than it has circles",
        _spaces_hold_their_figures,
    ),
    "I-12": (
        "every figure outside the Alcazar stands on the road",
        lambda s: all(0 <= step <= s.edition.last_step for p in s.players for step in p.figures),
    ),
    "I-13": (
        "a figure in transit is over a full space",
        _over_full_space,
    ),
    "I-14": (
        "nobody holds more master tiles than he may, or two of a kind",
        lambda s: all(len(set(p.tiles)) == len(p.tiles) <= s.edition.tile_limit for p in s.players),
    ),
    "I-15": (
        "at most one sword for each figure in the Alcazar",
        lambda s: all(len(p.delivered) <= p.inside <= s.edition.figures for p in s.players),
    ),
    "I-16": (
        "nobody has less than nothing, and what is known of a hand is in it",
        lambda s: all(p.metal >= 0 and p.gems >= 0 and _subset(p.known, p.hand) for p in s.players),
    ),
    "I-19": (
        "a player at the start of his turn has not finished",
        lambda s: (
            not isinstance(s.phase, TurnStart)
            or s.players[s.active].inside < s.edition.last_round_at
        ),
    ),
    "I-20": (
        "the last round has begun exactly when a player has finished his turn with enough figures inside",
        _last_round,
    ),
    "I-21": (
        "the game ends when the last round comes back to whoever started it",
        lambda s: not s.over or (s.active + 1) % len(s.players) == s.trigger,
    ),
    "I-23": (
        "nothing is pending between turns",
        lambda s: _move_turn(s) or (s.front is None and s.tile_value is None),
    ),
    "I-24": (
        "there is always something to do",
        lambda s: s.over or s.chance or bool(legal_actions(s)),
    ),
    "I-25": (
        "a card has been played in every move turn",
        lambda s: not _move_turn(s) or s.front is not None or s.tile_value is not None,
    ),
    "I-26": (
        "the extra card of the movement tile has another value than the first card",
        lambda s: s.front is None or s.front.value != s.tile_value,
    ),
    "I-28": (
        "a space that can be used has just been arrived on",
        lambda s: (
            not isinstance(s.phase, Arrived)
            or (s.phase.step != CATHEDRAL and s.phase.step in s.players[s.active].figures)
        ),
    ),
    "I-31": (
        "a duel is between two players and still open",
        _duel_is_fair,
    ),
    "I-32": (
        "chance always has a card to draw",
        lambda s: not s.chance or bool(s.pile),
    ),
    "I-34": (
        "nobody draws more cards than he may",
        _draws_what_he_may,
    ),
    "I-36": (
        "a sword can be delivered by a figure that has none",
        lambda s: (
            not isinstance(s.phase, Entered)
            or len(s.players[s.active].delivered) < s.players[s.active].inside
        ),
    ),
    "I-37": (
        "nobody has less than the penalty of a movement tile, and gems give no more than they can",
        lambda s: (
            all(
                score(s, seat).total >= -s.edition.movement_penalty
                for seat in range(len(s.players))
            )
            and sum(p.gems // s.edition.gems_per_point for p in s.players)
            <= s.edition.gems // s.edition.gems_per_point
        ),
    ),
    "I-38": (
        "the winners are the best in points, cards and their sum",
        _winners_are_maximal,
    ),
    "I-42": (
        "every piece belongs to somebody at the table",
        lambda s: (
            s.edition.least_players <= len(s.players) <= s.edition.most_players
            and all(shop is None or 0 <= shop.owner < len(s.players) for shop in s.shops)
            and 0 <= s.active < len(s.players)
            and (s.trigger is None or 0 <= s.trigger < len(s.players))
        ),
    ),
}
"""Each invariant that speaks of a single position, by its number: what it says, and whether it holds."""
