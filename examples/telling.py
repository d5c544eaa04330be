"""What happens in a game, told in short sentences without their subject: the player on turn."""

from __future__ import annotations

from collections.abc import Iterator

from board_text import name_of
from toledo_rules import Event, State, Transition
from toledo_rules.edition import Step
from toledo_rules.events import (
    CardDrawn,
    CardPlayed,
    DrawingBegan,
    DuelBegan,
    DuelEnded,
    FeePaid,
    FigureMoved,
    FigureReturned,
    GemTaken,
    LastRoundBegan,
    MetalTaken,
    PaintingTaken,
    Passed,
    PileReshuffled,
    RoundFought,
    ShopPlaced,
    SpaceFull,
    SwordDelivered,
    SwordForged,
    TileGivenBack,
    TileTaken,
)

TRADES = {
    "metal": "metal dealer",
    "gem": "gem dealer",
    "smith": "smith",
    "fencing": "fencing master",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def sentences(what: Transition) -> Iterator[str]:
    """What an action brought about, as a spectator sees it: no drawn card is named."""
    deeds = [text for event in what.events if (text := deed(what, event))]
    if deeds:
        *others, last = deeds
        yield f"{', '.join(others)} and {last}." if others else f"{last}."
    for event in what.events:
        yield from remark(what, event)


def deed(what: Transition, event: Event) -> str | None:
    """What the player on turn did, if this event tells it."""
    state = what.state
    match event:
        case DrawingBegan():
            drawn = sum(isinstance(other, CardDrawn) for other in what.events)
            return f"draws {counted(drawn, 'card')}"
        case ShopPlaced(_, shop, step):
            return f"places a {TRADES[shop.kind]} with {counted(shop.circles, 'circle')} on {step}"
        case FigureReturned(_, step):
            return f"returns a figure from {step} to the cathedral"
        case CardPlayed(_, card, _, with_tile):
            return f"plays {'an extra' if with_tile else 'a'} {card.value}"
        case FigureMoved(_, origin, step):
            return f"goes from {origin or 'the cathedral'} to {place(state, step)}"
        case SpaceFull():
            return "finds it full"
        case DuelBegan(_, defender):
            return f"challenges {name_of(state, defender)} to a duel"
        case Passed():
            return "can do nothing and passes"
        case _:
            return trade(state, event)


def trade(state: State, event: Event) -> str | None:
    """What the player on turn paid, took or delivered, if this event tells it."""
    match event:
        case FeePaid(_, owner, card):
            return f"pays {'' if owner is None else name_of(state, owner) + ' '}a {card.value}"
        case MetalTaken():
            return "takes a metal"
        case GemTaken():
            return "takes a gem"
        case SwordForged(_, sword):
            gems = f" and {counted(sword.gems, 'gem')}" if sword.gems else ""
            return f"has a sword of {sword.value} forged from {NUMBERS[sword.metal]} metal{gems}"
        case TileGivenBack(_, tile):
            return f"gives back the {tile} tile"
        case TileTaken(_, tile):
            return f"takes a {tile} tile"
        case PaintingTaken(_, value):
            return f"takes a painting of {value}"
        case SwordDelivered(_, sword):
            return f"delivers the sword of {sword.value}"
        case _:
            return None


def remark(what: Transition, event: Event) -> Iterator[str]:
    """What else there is to say: the rounds of a duel, what happens to the pile, the last round."""
    state = what.state
    match event:
        case RoundFought(_, winner, attacker_wins, defender_wins):
            count = f"{attacker_wins}:{defender_wins}"
            yield f"  {decided_by(what, event)}: {name_of(state, winner)} wins the round, {count}."
        case DuelEnded(winner, loser):
            yield f"  {name_of(state, winner)} wins the duel, {name_of(state, loser)} goes back."
        case PileReshuffled(cards):
            yield f"(The {counted(cards, 'card')} of the discard pile become the draw pile.)"
        case LastRoundBegan(seat):
            inside = counted(state.players[seat].inside, "figure")
            yield f"has {inside} in the Alcazar: one more turn for everybody else!"
        case _:
            pass


def decided_by(what: Transition, fought: RoundFought) -> str:
    """Why a fencing round went the way it did (DUE-06, DUE-07)."""
    card, players = fought.card, what.state.players
    duel = next(event for event in what.events if isinstance(event, DuelBegan))
    holders = [
        seat for seat in (duel.attacker, duel.defender) if card.colour in players[seat].tiles
    ]
    if len(holders) == 1:
        return f"a {card.colour} card, and only {name_of(what.state, holders[0])} has the tile"
    return f"a {card.colour} card that shows the {card.stance}"


def place(state: State, step: Step) -> str:
    """A space, by what is there."""
    shop = state.shops[step]
    if shop is not None:
        return f"{name_of(state, shop.owner)}'s {TRADES[shop.kind]} ({step})"
    kind = state.edition.road[step].kind
    return "the Alcazar" if kind == "entrance" else f"the {kind} ({step})"


def counted(number: int, thing: str) -> str:
    """How many of something, in words as far as that is usual.

    >>> counted(1, "card"), counted(20, "card")
    ('one card', '20 cards')
    """
    many = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{many} {thing}{'s' * (number != 1)}"
