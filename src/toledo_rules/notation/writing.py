"""Writing: things of an edition, actions and draws as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from attrs import frozen

from toledo_rules.actions import (
    Action,
    Challenge,
    Deliver,
    Draw,
    EndTurn,
    Move,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.cards import NEUTRAL, Card
from toledo_rules.edition import MOVEMENT, Edition, ShopTile, Step, Sword, Tile
from toledo_rules.multiset import distinct
from toledo_rules.state import Seat

T = TypeVar("T")


@frozen(eq=False)
class Box:
    """How the things in the box of an edition are written."""

    cards: dict[Card, str]
    shops: dict[ShopTile, str]
    swords: dict[Sword, str]
    tiles: dict[Tile, str]
    steps: dict[Step, str]
    seats: dict[Seat, str]


@lru_cache(maxsize=64)
def box(edition: Edition) -> Box:
    """The box of an edition, opened once."""
    names = (*edition.duel_colours, NEUTRAL, MOVEMENT)
    initials = [name[0] for name in names]
    one_letter = {n for n in names if n[0].isalpha() and initials.count(n[0]) == 1}
    swords = distinct(edition.swords)
    values = [sword.value for sword in swords]

    def card_text(card: Card) -> str:
        short = card.colour in one_letter
        colour = card.colour[0] if short else f".{card.colour}."
        return f"{card.value}{colour}{card.stance[0]}"

    def sword_text(sword: Sword) -> str:
        alone = values.count(sword.value) == 1
        return str(sword.value) if alone else f"{sword.value}({sword.metal}+{sword.gems})"

    def tile_text(tile: Tile) -> str:
        if tile in one_letter:
            return tile[0]
        return tile if tile[0].isalpha() else f".{tile}"

    seats = enumerate(edition.colours[: edition.most_players])
    return Box(
        cards={card: card_text(card) for card in distinct(edition.cards)},
        shops={shop: f"{shop.kind[0]}{shop.circles}" for shop in distinct(edition.shops)},
        swords={sword: sword_text(sword) for sword in swords},
        tiles={tile: tile_text(tile) for tile in (*edition.duel_colours, MOVEMENT)},
        steps={step: str(step) for step in range(len(edition.road))},
        seats={seat: str(seat) if colour.isdigit() else colour for seat, colour in seats},
    )


def _text(texts: dict[T, str], thing: T, edition: Edition) -> str:
    if thing not in texts:
        raise ValueError(f"{thing!r} is not in edition {edition.name!r}")
    return texts[thing]


def format_card(card: Card, edition: Edition) -> str:
    """A card in short.

    >>> from toledo_rules import KOSMOS_2008
    >>> format_card(Card(4, "violet", "attacker"), KOSMOS_2008)
    '4va'

    Like all functions here, raises `ValueError` for what the edition does not have.
    """
    return _text(box(edition).cards, card, edition)


def format_cards(cards: Iterable[Card], edition: Edition) -> str:
    """Cards in short, with blanks between them."""
    return " ".join(format_card(card, edition) for card in cards)


def format_sword(sword: Sword, edition: Edition) -> str:
    """A sword: its value, and its cost if there are others of that value."""
    return _text(box(edition).swords, sword, edition)


def format_shop(shop: ShopTile, edition: Edition) -> str:
    """A shop tile: the first letter of its kind, and its circles."""
    return _text(box(edition).shops, shop, edition)


def format_tile(tile: Tile, edition: Edition) -> str:
    """A kind of master tile."""
    return _text(box(edition).tiles, tile, edition)


def format_step(step: Step, edition: Edition) -> str:
    """A step of the road."""
    return _text(box(edition).steps, step, edition)


def format_seat(seat: Seat, edition: Edition) -> str:
    """A seat: its player's colour."""
    return _text(box(edition).seats, seat, edition)


def format_action(action: Action, edition: Edition) -> str:
    """An action.

    >>> from toledo_rules import KOSMOS_2008
    >>> format_action(PlayCard(Card(2, "brown", "defender"), 5, with_tile=True), KOSMOS_2008)
    '+2bd@5'
    """
    match action:
        case PlayCard(card, origin, with_tile):
            sign = "+" if with_tile else ""
            return f"{sign}{format_card(card, edition)}@{format_step(origin, edition)}"
        case UseSpace():
            return _format_use(action, edition)
        case PlaceShop(shop, step):
            return f"place {format_shop(shop, edition)}@{format_step(step, edition)}"
        case ReturnFigure(step):
            return f"return {format_step(step, edition)}"
        case Challenge(rival):
            return f"vs {format_seat(rival, edition)}"
        case Deliver(sword):
            return f"deliver {format_sword(sword, edition)}"
        case TakeCards():
            return "take"
        case EndTurn():
            return "end"
        case Pass():
            return "pass"
    raise TypeError(f"an action is expected, not {action!r}")


def _format_use(use: UseSpace, edition: Edition) -> str:
    words = ["use"]
    if use.pay is not None:
        words.append(format_card(use.pay, edition))
    if isinstance(use.take, Sword):
        words.append(f"+{format_sword(use.take, edition)}")
    elif use.take is not None:
        words.append(f"+{format_tile(use.take, edition)}")
    if use.give_back is not None:
        words.append(f"-{format_tile(use.give_back, edition)}")
    return " ".join(words)


def format_move(move: Move, edition: Edition) -> str:
    """An action, or a draw of chance.

    >>> from toledo_rules import KOSMOS_2008
    >>> format_move(Draw(Card(4, "violet", "attacker")), KOSMOS_2008)
    '=4va'
    """
    if isinstance(move, Draw):
        return f"={format_card(move.card, edition)}"
    return format_action(move, edition)


def format_line(action: Action, draws: Sequence[Draw], edition: Edition) -> str:
    """An action and what chance decided on it.

    >>> from toledo_rules import KOSMOS_2008, TAKE_CARDS
    >>> draws = [Draw(Card(3, "violet", "attacker")), Draw(Card(5, "neutral", "defender"))]
    >>> format_line(TAKE_CARDS, draws, KOSMOS_2008)
    'take = 3va 5nd'
    """
    text = format_action(action, edition)
    return f"{text} = {format_cards((draw.card for draw in draws), edition)}" if draws else text


def format_turn(lines: Iterable[tuple[Action, Sequence[Draw]]], edition: Edition) -> str:
    """Several actions on one line.

    >>> from toledo_rules import END_TURN, KOSMOS_2008
    >>> play = PlayCard(Card(4, "violet", "attacker"), 0)
    >>> format_turn([(play, ()), (UseSpace(), ()), (END_TURN, ())], KOSMOS_2008)
    '4va@0, use, end'
    """
    return ", ".join(format_line(action, draws, edition) for action, draws in lines)
