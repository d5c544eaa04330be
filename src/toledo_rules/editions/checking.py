"""Checking: whether the data of an edition fit together.

The engine relies on what is checked here: a road without gaps that ends with its entrances, a price
for every use, and a figure outside the Alcazar at the start of each turn. What could not be read is
passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from toledo_rules.edition import MOVEMENT, Sword
from toledo_rules.editions.problems import Problem, plural
from toledo_rules.editions.reading import Draft


def problems_of(draft: Draft) -> Iterator[Problem]:
    """All that does not fit."""
    yield from _players(draft)
    yield from _shops(draft)
    yield from _road(draft)
    yield from _tiles(draft)
    yield from _cards(draft)
    yield from _hands(draft)
    yield from _paintings(draft)
    yield from _swords(draft)


def _total(draft: Draft, count: str, number: int, key: str) -> Iterator[Problem]:
    """A count must agree with what is listed under `key`."""
    stated = draft.counts.get(count)
    if draft.has(key) and stated is not None and stated != number:
        yield Problem(f"counts.{count}", str(stated), f"{number}, the number under {key}")


def _players(draft: Draft) -> Iterator[Problem]:
    least, most = draft.counts.get("players_least"), draft.counts.get("players_most")
    if least is not None and most is not None and most < least:
        expected = f"at least {least}, as in counts.players_least"
        yield Problem("counts.players_most", str(most), expected)
    if draft.has("players.colours") and most is not None and most > len(draft.colours):
        expected = f"at most {len(draft.colours)}, the number under players.colours"
        yield Problem("counts.players_most", str(most), expected)
    # Whoever begins a turn has a figure outside the Alcazar (I-19).
    figures, last_round_at = draft.counts.get("figures"), draft.counts.get("last_round_at")
    if figures is not None and last_round_at is not None and last_round_at > figures:
        expected = f"at most {figures}, as in counts.figures"
        yield Problem("counts.last_round_at", str(last_round_at), expected)


def _shops(draft: Draft) -> Iterator[Problem]:
    yield from _total(draft, "shops", sum(map(len, draft.shops.values())), "players.shops")


def _road(draft: Draft) -> Iterator[Problem]:
    if not draft.has("board.road"):
        return
    before = 0
    for step, _ in draft.road:
        if step != before + 1:
            found = f"step {step} after step {before}" if before else f"step {step} first"
            yield Problem(f"board.road.{step}.step", found, f"step {before + 1}")
        before = step
    # The entrances are the last spaces.
    kinds = [space.kind for _, space in draft.road]
    if "entrance" not in kinds:
        yield Problem("board.road", "no entrance", "at least one, at the end")
    for (step, space), (_, following) in pairwise(draft.road):
        if space.kind == "entrance" != following.kind:
            found = f"an entrance with a space of kind {following.kind} behind it"
            yield Problem(f"board.road.{step}.kind", found, "entrances at the end only")
    yield from _total(draft, "sites", kinds.count("site"), "board.road")
    yield from _total(draft, "taverns", kinds.count("tavern"), "board.road")
    yield from _total(draft, "artists", kinds.count("artist"), "board.road")
    yield from _total(draft, "entrances", kinds.count("entrance"), "board.road")


def _tiles(draft: Draft) -> Iterator[Problem]:
    movement = draft.tiles.get(MOVEMENT, 0)
    yield from _total(draft, "duel_tiles", sum(draft.tiles.values()) - movement, "masters.tiles")
    yield from _total(draft, "movement_tiles", movement, "masters.tiles")


def _cards(draft: Draft) -> Iterator[Problem]:
    yield from _total(draft, "money_cards", sum(draft.copies), "cards.copies")
    if not draft.has("cards.values", "cards.copies"):
        return
    if len(draft.copies) != len(draft.values):
        expected = f"{plural(len(draft.values), 'number')}, one for each value"
        yield Problem("cards.copies.is", plural(len(draft.copies), "number"), expected)
    elif draft.has("cards.pictures"):
        for place, (value, copies) in enumerate(zip(draft.values, draft.copies, strict=True)):
            pictures = sum(column[place] for column in draft.pictures.values())
            if pictures != copies:
                expected = f"{pictures}, the number under cards.pictures"
                yield Problem("cards.copies.is", f"{copies} of value {value}", expected)


def _hands(draft: Draft) -> Iterator[Problem]:
    cards = draft.counts.get("money_cards")
    most, hand = draft.counts.get("players_most"), draft.counts.get("hand")
    if cards is not None and most is not None and hand is not None and cards < most * hand:
        expected = f"at least {most * hand}: {hand} for each of {plural(most, 'player')}"
        yield Problem("counts.money_cards", str(cards), expected)


def _paintings(draft: Draft) -> Iterator[Problem]:
    yield from _total(draft, "paintings", len(draft.paintings), "paintings.stack")
    for upper, lower in pairwise(draft.paintings):  # SET-02
        if lower > upper:
            expected = "values that never rise from the top to the bottom"
            yield Problem("paintings.stack.is", f"{lower} under {upper}", expected)


def _swords(draft: Draft) -> Iterator[Problem]:
    yield from _total(draft, "swords", sum(copies for _, copies in draft.swords), "swords")
    if not draft.has("swords"):
        return
    metal, gems = draft.counts.get("metal"), draft.counts.get("gems")
    for number, (sword, _) in enumerate(draft.swords, start=1):
        key = f"swords.{number}.cost"
        if metal is not None and sword.metal > metal:
            yield Problem(f"{key}.metal", str(sword.metal), f"at most {metal}, as in counts.metal")
        if gems is not None and sword.gems > gems:
            yield Problem(f"{key}.gems", str(sword.gems), f"at most {gems}, as in counts.gems")
    for number, ((before, _), (sword, _)) in enumerate(pairwise(draft.swords), start=2):
        if sword <= before:
            expected = "each kind of sword once, in rising order of value, metal and gems"
            yield Problem(f"swords.{number}", f"{_words(sword)} after {_words(before)}", expected)


def _words(sword: Sword) -> str:
    return f"{sword.value} for {sword.metal} metal and {plural(sword.gems, 'gem')}"
