"""The ground: what the board offers on each step. Only a new shop changes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from toledo_rules._conditions import memo, predicate
from toledo_rules.edition import LARGEST_NUMBER, MOST_FIGURES, Edition, Step
from toledo_rules.rulebook import Code

if TYPE_CHECKING:
    from toledo_rules.state import Shop

Shops: TypeAlias = "tuple[Shop | None, ...]"
"""The shop on each step of the road."""


class Ground(NamedTuple):
    """The steps of the board as its shops make them. A position hands it on until another shop is placed.

    It is filled by asking the predicates of this module, once for each step, and by nothing else.
    """

    ends: tuple[Code | None, ...]
    """The answer of `end_refusal` for each step, as far as a card can lead."""
    room: tuple[int, ...]
    """Figures that find room on each step: none where no movement ends, else as many as it has `circles`."""
    sites: tuple[Step, ...]
    """The steps on which a shop can be placed, because `site_refusal` has no reason against it."""


def circles(edition: Edition, shops: Shops, step: Step) -> int:
    """Return the circles on a step: those on its shop, or those printed on the board.

    Cathedral and entrances have none, and room for everybody all the same: see `room`.
    """
    shop = shops[step]
    return edition.road[step].circles if shop is None else shop.circles


def room(edition: Edition, shops: Shops, step: Step) -> int:
    """Return the number of figures that find room on a step; at the ends of the road it is all of them (A-108)."""
    everybody = min(edition.most_players * edition.figures, MOST_FIGURES)  # counted in bytes
    if edition.road[step].kind in ("cathedral", "entrance"):
        return everybody
    return min(circles(edition, shops, step), everybody)


@predicate(Code.BEYOND_THE_ALCAZAR, Code.NO_SHOP_THERE)
def end_refusal(edition: Edition, shops: Shops, step: Step) -> Code | None:
    """Refuse a movement that ends off the road or on a site without a shop; it may cross these (MOV-03, A-35)."""
    if step > edition.last_step:
        return Code.BEYOND_THE_ALCAZAR
    if shops[step] is None and edition.road[step].kind == "site":
        return Code.NO_SHOP_THERE  # MOV-04
    return None


@predicate(Code.NO_SUCH_STEP, Code.NOT_A_SITE, Code.SITE_TAKEN)
def site_refusal(edition: Edition, shops: Shops, step: Step) -> Code | None:
    """Refuse a shop anywhere but on an empty site (SHP-01, SHP-02, A-30)."""
    if not 0 <= step <= edition.last_step:
        return Code.NO_SUCH_STEP
    if edition.road[step].kind != "site":
        return Code.NOT_A_SITE
    return None if shops[step] is None else Code.SITE_TAKEN


@memo
def survey(edition: Edition, shops: Shops) -> Ground:
    """Return the ground of a board: ask once for each step."""
    steps = len(edition.road)
    # No valid edition has a larger value; positions with others must come as far as `invariants`.
    longest = min(max([card.value for card in edition.cards], default=0), LARGEST_NUMBER)
    ends = [end_refusal(edition, shops, step) for step in range(steps + longest)]
    return Ground(
        tuple(ends),
        tuple([0 if end else room(edition, shops, step) for step, end in enumerate(ends)]),
        tuple([step for step in range(steps) if site_refusal(edition, shops, step) is None]),
    )


def resurvey(ground: Ground, edition: Edition, shops: Shops, step: Step) -> Ground:
    """Return the ground after a shop was placed on a step: ask for that step only."""
    end = end_refusal(edition, shops, step)
    open_still = site_refusal(edition, shops, step) is None
    sites = tuple([site for site in ground.sites if site != step or open_still])
    return Ground(
        (*ground.ends[:step], end, *ground.ends[step + 1 :]),
        (*ground.room[:step], 0 if end else room(edition, shops, step), *ground.room[step + 1 :]),
        sites,
    )


def free_circles(ground: Ground, figures: Iterable[Step]) -> bytes:
    """Return how many more figures find room on each step, with these figures on the board."""
    free = list(ground.room)
    for step in figures:
        free[step] = max(0, free[step] - 1)
    return bytes(free)
