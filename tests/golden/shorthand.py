"""Short texts for everything that a transcript shows, and what changes from one position to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from typing import TypeAlias

from attrs import asdict

from toledo_rules import (
    Action,
    Card,
    Challenge,
    Deliver,
    Event,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Seat,
    Shop,
    ShopTile,
    State,
    Sword,
    UseSpace,
    View,
    redact,
)

Facts: TypeAlias = dict[str, tuple[str, ...]]
"""Everything in a position or a view, by name, as short words."""


def short(value: object) -> str:
    """A component or a part of a position, in as few letters as will do.

    >>> short(Card(4, "violet", "attacker")), short(Sword(7, 3, 1)), short(ShopTile("gem", 2)), short(None)
    ('4va', 'sword7', 'gem2', '-')
    """
    match value:
        case None:
            return "-"
        case Card(worth, colour, stance):
            return f"{worth}{colour[0]}{stance[0]}"
        case Sword(worth):
            return f"sword{worth}"
        case ShopTile(kind, circles):
            return f"{kind}{circles}"
        case Shop(owner, kind, circles):
            return f"{owner}'s-{kind}{circles}"
        case _:
            return str(value)


def facts(seen: State | View) -> Facts:
    """Everything in a position or a view."""
    found: Facts = {}
    for name, value in asdict(seen, recurse=False).items():
        if name == "edition":
            found[name] = (value.name,)
        elif name == "shops":
            found[name] = tuple(f"{step}:{short(shop)}" for step, shop in enumerate(value) if shop)
        elif name == "players":
            for seat, player in enumerate(value):
                for part, held in asdict(player, recurse=False).items():
                    found[f"{seat}.{part}"] = words(held)
        else:
            found[name] = words(value)
    return found


def words(value: object) -> tuple[str, ...]:
    """A multiset as one word for each member, anything else as one word."""
    return tuple(map(short, value)) if isinstance(value, tuple) else (short(value),)


def digest(seen: Facts) -> str:
    """A number that changes if anything in there does."""
    text = "\n".join(f"{name} {' '.join(value)}" for name, value in seen.items())
    return sha256(text.encode()).hexdigest()[:10]


def whole(seen: Facts) -> Iterator[str]:
    """All facts, line by line."""
    for name, value in seen.items():
        yield f"{name}: {' '.join(value) or '.'}"


def changes(before: Facts, after: Facts) -> Iterator[str]:
    """What is gone, and what has come in its place."""
    for name in after:
        if before[name] != after[name]:
            old, new = Counter(before[name]), Counter(after[name])
            gone, come = (old - new).elements(), (new - old).elements()
            yield f"{name}: {' '.join(gone) or '.'} => {' '.join(come) or '.'}"


def phrase(action: Action) -> tuple[str, str]:
    """An action as a head, which it may share with others, and the rest."""
    match action:
        case PlaceShop(shop, step):
            return f"place {short(shop)} on", f"{step}"
        case ReturnFigure(step):
            return "return from", f"{step}"
        case PlayCard(card, origin, with_tile):
            return f"play {short(card)} from", f"{origin}{'+tile' * with_tile}"
        case Challenge(rival):
            return "challenge", f"{rival}"
        case UseSpace(pay, take, back):
            what = f" for {short(take)}" if take else ""
            given = f" giving {back}" if back else ""
            return f"use{what}{given} paying", short(pay)
        case Deliver(sword):
            return "deliver", short(sword)
        case _:
            return str(action), ""


def listed(actions: Iterable[Action]) -> Iterator[str]:
    """Actions in their order; neighbours that differ only in their last part share a line."""
    for head, group in groupby(map(phrase, actions), key=lambda parts: parts[0]):
        yield " ".join((head, *(rest for _, rest in group if rest)))


def told(event: Event, seats: range) -> str:
    """An event, and who sees all of it if not everybody does."""
    details = "".join(
        f" {name}={short(value)}" for name, value in asdict(event, recurse=False).items()
    )
    seen_by: list[Seat] = [seat for seat in seats if redact(event, seat) == event]
    hidden = "" if redact(event, None) == event else f" (seen by {seen_by} only)"
    return f"{type(event).__name__}{details}{hidden}"
