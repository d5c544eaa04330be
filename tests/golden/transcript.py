"""A transcript of a game: every answer of the library at every position, as text that can be compared.

For each ply it shows the phase, the legal actions in their order, the action that was chosen, what chance drew and how
likely that was, the events, what changed in the position and in each view, and the points if they changed. A number in
brackets stands for the whole of a position or view, in the order of `NAMES`. Every `WHOLE_EVERY` plies all of it is
written out, with the reasons why every other action of the edition is not legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from attrs import asdict

from toledo_rules import (
    Action,
    Card,
    Challenge,
    Deliver,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Seat,
    Shop,
    ShopTile,
    State,
    Stream,
    Sword,
    Transition,
    UseSpace,
    View,
    chance_outcomes,
    determinize,
    explain,
    invariants,
    legal_actions,
    new_game,
    outcome,
    score,
    step,
    universe,
    view,
)
from toledo_rules.bots import bot_streams, make_bot, play_on
from toledo_rules.record import Ply

SEED = 39
"""Much happens with it: duels, an exchange at the fencing master, a reshuffle, and an end before long."""
BOTS = ("greedy", "random", "greedy")
SEATS = range(len(BOTS))
WHOLE_EVERY = 100

Facts: TypeAlias = dict[str, tuple[str, ...]]
"""Everything in a position or a view, by name, as short words."""


def plies() -> Iterator[Ply]:
    """The game, ply by ply."""
    chance = Stream(SEED)
    bots = [make_bot(name) for name in BOTS]
    return play_on(new_game(len(BOTS), chance), bots, chance, bot_streams(SEED, len(BOTS)))


def transcript() -> Iterator[str]:
    """The game, line by line."""
    yield f"seed {SEED}: {', '.join(BOTS)}"
    for number, ply in enumerate(plies()):
        if number % WHOLE_EVERY == 0:
            yield from position(ply.before, number)
        yield from played(ply, number + 1)
    yield from position(ply.after, number + 1)
    yield from result(ply.after)


def played(ply: Ply, number: int) -> Iterator[str]:
    """One ply."""
    state, what = ply.before, ply.transition
    legal = legal_actions(state)
    yield from ("", f"ply {number}: seat {ply.seat}, {state.phase}")
    yield from indented(f"legal ({len(legal)})", listed(legal))
    revealing = " (cannot be taken back)" if what.reveals else ""
    yield f"  chosen: {line_of(*phrase(ply.action))}{revealing}"
    yield from indented("chance", chance(ply))
    yield from indented("events", (told(what, place) for place in range(len(what.events))))
    yield from (f"  {line}" for line in difference(state, what.state))
    assert list(invariants(what.state)) == []


def chance(ply: Ply) -> Iterator[str]:
    """Yield what chance drew, how likely it was and of how many kinds of cards, and check where the steps lead."""
    state = step(ply.before, ply.action).state
    for draw in ply.transition.draws:
        outcomes = dict(chance_outcomes(state))
        yield f"{short(draw.card)}, {outcomes[draw]} of {len(outcomes)} kinds"
        state = step(state, draw).state
    assert state == ply.after


def told(what: Transition, place: int) -> str:
    """An event, and who sees all of it if not everybody does."""
    event = what.with_secrets()[place]
    details = "".join(
        f" {name}={short(value)}" for name, value in asdict(event, recurse=False).items()
    )
    seats: list[Seat] = [seat for seat in SEATS if what.seen_by(seat)[place] == event]
    hidden = "" if what.seen_by(None)[place] == event else f" (seen by {seats} only)"
    return f"{type(event).__name__}{details}{hidden}"


def difference(before: State, after: State) -> Iterator[str]:
    """Yield what changed in the position; then in each view what has not been said yet."""
    said: set[str] = set()
    digests: list[str] = []
    for name, was, now in zip(NAMES, appearances(before), appearances(after), strict=True):
        digests.append(f"[{digest(now)}]")
        fresh = [line for line in changes(was, now) if line not in said]
        said.update(fresh)
        if fresh:
            yield f"{name}: {'; '.join(fresh)}"
    yield " ".join(digests)
    if points(after) != points(before):
        yield f"points {points(after)}"


def points(state: State) -> str:
    """Everybody's points."""
    return " ".join(str(score(state, seat).total) for seat in SEATS)


NAMES = ("position", "spectator", *(f"seat {seat}" for seat in SEATS))


def appearances(state: State) -> list[Facts]:
    """The position, and what everybody sees of it: the spectator first, then the seats."""
    viewers: tuple[Seat | None, ...] = (None, *SEATS)
    return [facts(state), *(facts(view(state, viewer)) for viewer in viewers)]


def position(state: State, number: int) -> Iterator[str]:
    """All of a position: itself, every view of it, a guess from every view, and why other actions are not legal."""
    yield from ("", f"position after ply {number}")
    itself, spectator, *seats = appearances(state)
    yield from indented(f"position [{digest(itself)}]", whole(itself))
    seen = {name: value for name, value in spectator.items() if value != itself.get(name)}
    yield from indented(f"spectator [{digest(spectator)}], as the position, but", whole(seen))
    for seat, mine in enumerate(seats):
        own = {name: value for name, value in mine.items() if value != spectator[name]}
        yield from indented(f"seat {seat} [{digest(mine)}], as the spectator, but", whole(own))
    for seat in SEATS:
        guess = determinize(view(state, seat), Stream(number))
        yield f"  a guess of seat {seat} [{digest(facts(guess))}]"
    yield from indented("illegal", reasons(state))


def reasons(state: State) -> Iterator[str]:
    """Return how many actions of the edition are not legal, by reason and rule."""
    refusals = (explain(state, action) for action in universe(state.edition).actions)
    counted = Counter(f"{refusal.code} {refusal.rule}" for refusal in refusals if refusal)
    yield from (f"{reason}: {number}" for reason, number in sorted(counted.items()))


def result(state: State) -> Iterator[str]:
    """The score sheets, and the ranking."""
    yield from ("", "score sheets")
    for seat in SEATS:
        sheet = score(state, seat)
        lines = (f"{line.rule} {line.kind} {line.value}: {line.points}" for line in sheet.lines)
        yield from indented(f"seat {seat}: {sheet.total}", lines)
    final = outcome(state)
    assert final is not None
    yield f"winners {sorted(final.winners)}"
    yield from indented("ranking", map(str, final.ranking))


# Short texts.


def indented(heading: str, lines: Iterator[str]) -> Iterator[str]:
    """A heading with lines under it; nothing if there are none."""
    for number, line in enumerate(lines):
        if number == 0:
            yield f"  {heading}"
        yield f"    {line}"


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
    """Yield what is gone, and what has come in its place."""
    for name in after:
        if before[name] != after[name]:
            old, new = Counter(before[name]), Counter(after[name])
            gone, come = (old - new).elements(), (new - old).elements()
            yield f"{name}: {' '.join(gone) or '.'} => {' '.join(come) or '.'}"


def phrase(action: Action) -> tuple[str, str, str, str]:
    """An action as a verb, an object, a preposition and the rest."""
    match action:
        case PlaceShop(shop, step):
            return "place", short(shop), "on", f"{step}"
        case ReturnFigure(step):
            return "return", "a figure", "from", f"{step}"
        case PlayCard(card, origin, with_tile):
            return "play", short(card), "from", f"{origin}{'+tile' * with_tile}"
        case Challenge(rival):
            return "challenge", "seat", "", f"{rival}"
        case UseSpace(pay, take, back):
            gain = f"for {short(take)}" if take else "the space"
            given = f"giving {back} paying" if back else "paying"
            return "use", gain, given, short(pay)
        case Deliver(sword):
            return "deliver", short(sword), "", ""
        case _:
            return str(action), "", "", ""


def listed(actions: Iterable[Action]) -> Iterator[str]:
    """Actions in their order; neighbours share a line if they differ in the object only, or in the rest only."""
    shared = [
        (verb, thing, preposition, " ".join(rest for *_, rest in group))
        for (verb, thing, preposition), group in groupby(
            map(phrase, actions), key=itemgetter(0, 1, 2)
        )
    ]
    for (verb, preposition, rests), alike in groupby(shared, key=itemgetter(0, 2, 3)):
        things = " | ".join(thing for _, thing, *_ in alike)
        yield line_of(verb, things, preposition, rests)


def line_of(*parts: str) -> str:
    """The parts that are not empty, with a blank between them."""
    return " ".join(part for part in parts if part)
