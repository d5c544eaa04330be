"""The legal moves as a numbered list in words, grouped by what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from toledo_rules.actions import Action, Challenge, Deliver, PlaceShop, PlayCard, UseSpace
from toledo_rules.cards import Card
from toledo_rules.cli.console import Console
from toledo_rules.describe import Language, Message, heading, message, render
from toledo_rules.notation import format_card
from toledo_rules.state import State

Topic: TypeAlias = Literal["use", "move", "place", "otherwise"]
"""What moves are about, as labels of the catalogues, in the order of the list."""

LONG_RUN = 2  # numbers in a row that are still written out


@frozen
class Item:
    """An entry of the list: an action, or several that differ in one choice."""

    topic: Topic
    text: str
    actions: tuple[Action, ...]
    choices: tuple[str, ...] = ()
    """What to choose from, for each of the actions: a step, or a card; nothing for a single action."""

    @property
    def shown_choices(self) -> str:
        """The choices in short."""
        return in_short(self.choices)


def menu(state: State, actions: Sequence[Action], language: Language) -> tuple[Item, ...]:
    """The list: one entry for each shop tile, for each benefit of a space, and for each value of a figure's cards.

    >>> from random import Random
    >>> from toledo_rules import legal_actions, new_game
    >>> state = new_game(2, Random(1))
    >>> items = menu(state, legal_actions(state), "en")
    >>> len(legal_actions(state)), len(items)
    (129, 9)
    >>> items[0].text, items[0].choices[:3], items[-1].text
    ('Place a fencing master with one circle.', ('1', '2', '3'), 'Take 2 cards.')
    """
    families: dict[object, list[Action]] = {}
    for action in actions:
        families.setdefault(_family(action), []).append(action)
    items = [_item(state, tuple(family), language) for family in families.values()]
    order: tuple[Topic, ...] = ("use", "move", "place", "otherwise")
    return tuple(sorted(items, key=lambda item: order.index(item.topic)))


def show_menu(console: Console, items: Sequence[Item]) -> None:
    """Print the list."""
    number = 0
    for topic, group in groupby(items, key=lambda item: item.topic):
        console.heading(heading(topic, console.language))
        for item in group:
            number += 1
            choices = f"  [{item.shown_choices}]" if item.choices else ""
            console.paragraph(f"{number:>4}  {item.text}{choices}", hang=6)


def in_short(choices: Sequence[str]) -> str:
    """Words with blanks between them; three or more numbers in a row as their first and last.

    >>> in_short(("1", "2", "3", "4", "6", "7", "13")), in_short(("4va", "5nd"))
    ('1-4 6 7 13', '4va 5nd')
    """
    runs: list[list[str]] = []
    for choice in choices:
        if runs and choice.isdecimal() and int(choice) == int(runs[-1][-1]) + 1:
            runs[-1].append(choice)
        else:
            runs.append([choice])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > LONG_RUN else " ".join(run) for run in runs)


def _family(action: Action) -> object:
    """What actions have in common that are one entry."""
    match action:
        case PlaceShop(shop):
            return shop
        case UseSpace(_, take, back):
            return take, back
        case PlayCard(card, origin, with_tile):
            return card.value, origin, with_tile
        case _:
            return action


def _item(state: State, family: tuple[Action, ...], language: Language) -> Item:
    """The entry for actions that differ in one choice, or in none."""
    first = family[0]
    said = message(first, state)
    choices = tuple(_choice(action, state) for action in family)
    match first:
        case PlaceShop(shop):
            said = Message("action.place_shop_somewhere", (("shop", shop),))
        case UseSpace() if len(family) > 1:
            said = message(evolve(first, pay=None), state)
        case PlayCard(card, _, with_tile) if len(family) > 1:
            key = "action.play_value_with_tile" if with_tile else "action.play_value"
            way = (("origin", said["origin"]), ("target", said["target"]))
            said = Message(key, (("value", card.value), *way))
        case _:
            choices = ()
    return Item(_topic(first), render(said, language), family, choices)


def _choice(action: Action, state: State) -> str:
    """In what an action differs from others of its entry, as it is typed."""
    match action:
        case PlaceShop(_, step):
            return str(step)
        case UseSpace(Card() as card) | PlayCard(card):
            return format_card(card, state.edition)
        case _:
            return ""


def _topic(action: Action) -> Topic:
    match action:
        case UseSpace() | Deliver():
            return "use"
        case PlayCard() | Challenge():
            return "move"
        case PlaceShop():
            return "place"
        case _:
            return "otherwise"
