"""The numbered rules at run time, and the reasons why an action is not legal.

The texts come from the specification (`spec/rules/`); `rules.json` is generated from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import TypeAlias

from attrs import frozen

from toledo_rules.cards import Card
from toledo_rules.edition import ShopTile, Sword
from toledo_rules.errors import ToledoError

RuleId: TypeAlias = str
"""The number of a rule (``"MOV-05"``) or of a ruling (``"A-43"``)."""


@frozen
class Rule:
    """A rule or a ruling of the specification.

    >>> RULES["MOV-05"].title
    'A free circle must be taken'
    """

    id: RuleId
    title: str
    text: str
    status: str
    """"rule", "ruling", "data" or "hint"."""
    question: str = ""
    """What a ruling answers."""
    reason: str = ""
    """Why a ruling answers it so."""


class _Rulebook(Mapping[RuleId, Rule]):
    """All rules by their number, read when first asked for: most programs never ask."""

    def __getitem__(self, rule: RuleId) -> Rule:
        return _rules()[rule]

    def __iter__(self) -> Iterator[RuleId]:
        return iter(_rules())

    def __len__(self) -> int:
        return len(_rules())


@cache
def _rules() -> dict[RuleId, Rule]:
    import json  # noqa: PLC0415  # for the few who ask: together these take longer to import than the engine
    from importlib.resources import files  # noqa: PLC0415

    text = files("toledo_rules").joinpath("rules.json").read_text(encoding="utf-8")
    return {number: Rule(id=number, **entry) for number, entry in json.loads(text).items()}


RULES: Mapping[RuleId, Rule] = _Rulebook()
"""Every rule and every ruling, by its number."""


class Code(StrEnum):
    """Why an action is not legal: one code for each reason. The `Illegality` says which rule it breaks."""

    GAME_OVER = "game_over"
    CHANCE_IS_NEXT = "chance_is_next"
    NOT_AT_TURN_START = "not_at_turn_start"
    NO_SUCH_STEP = "no_such_step"

    NOTHING_TO_DRAW = "nothing_to_draw"

    SHOP_NOT_IN_TRAY = "shop_not_in_tray"
    NOT_A_SITE = "not_a_site"
    SITE_TAKEN = "site_taken"

    NO_FIGURE_TO_RETURN = "no_figure_to_return"
    ALREADY_AT_CATHEDRAL = "already_at_cathedral"

    CARD_NOT_IN_HAND = "card_not_in_hand"
    NO_FIGURE_THERE = "no_figure_there"
    OTHER_FIGURE_IN_TRANSIT = "other_figure_in_transit"
    VALUE_NOT_REPEATED = "value_not_repeated"
    NO_MOVEMENT_TILE = "no_movement_tile"
    MOVEMENT_TILE_SPENT = "movement_tile_spent"
    TILE_NOT_NEEDED = "tile_not_needed"
    SAME_VALUE_AS_TILE_CARD = "same_value_as_tile_card"
    BEYOND_THE_ALCAZAR = "beyond_the_alcazar"
    NO_SHOP_THERE = "no_shop_there"
    NO_WAY_ON = "no_way_on"
    NO_DUEL_AND_NO_WAY_ON = "no_duel_and_no_way_on"

    NOT_IN_TRANSIT = "not_in_transit"
    OWN_FIGURE = "own_figure"
    RIVAL_NOT_THERE = "rival_not_there"
    NOTHING_TO_REVEAL = "nothing_to_reveal"

    NOT_JUST_ARRIVED = "not_just_arrived"
    OWN_SHOP_IS_FREE = "own_shop_is_free"
    FEE_MISSING = "fee_missing"
    FEE_NOT_IN_HAND = "fee_not_in_hand"
    FEE_TOO_LOW = "fee_too_low"
    NOTHING_TO_CHOOSE = "nothing_to_choose"
    NOTHING_TO_GIVE_BACK = "nothing_to_give_back"
    NO_METAL_LEFT = "no_metal_left"
    NO_GEMS_LEFT = "no_gems_left"
    NO_PAINTING_LEFT = "no_painting_left"
    NO_SWORD_CHOSEN = "no_sword_chosen"
    SWORD_NOT_ON_BOARD = "sword_not_on_board"
    TOO_LITTLE_METAL = "too_little_metal"
    TOO_FEW_GEMS = "too_few_gems"
    NO_TILE_CHOSEN = "no_tile_chosen"
    TILE_ALREADY_HELD = "tile_already_held"
    TILE_NOT_ON_BOARD = "tile_not_on_board"
    TILE_LIMIT_REACHED = "tile_limit_reached"
    BELOW_TILE_LIMIT = "below_tile_limit"
    TILE_NOT_HELD = "tile_not_held"

    NOT_JUST_ENTERED = "not_just_entered"
    SWORD_NOT_IN_FRONT = "sword_not_in_front"

    NO_CARD_PLAYED = "no_card_played"
    FIGURE_IN_TRANSIT = "figure_in_transit"
    SOMETHING_ELSE_IS_POSSIBLE = "something_else_is_possible"

    CARD_NOT_IN_PILE = "card_not_in_pile"
    NOT_A_CHANCE_STEP = "not_a_chance_step"


Parameter: TypeAlias = int | str | Card | Sword | ShopTile | None
"""What an `Illegality` can name: a number, a word, or a component."""


@frozen
class Illegality:
    """Why an action is not legal: the reason, the rule it breaks, and what a sentence about it needs.

    >>> why = Illegality("value_not_repeated", "MOV-08", (("played", 4), ("required", 3)))
    >>> why.rule, why["played"], why["required"]
    ('MOV-08', 4, 3)
    """

    code: Code
    rule: RuleId
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def __getitem__(self, name: str) -> Parameter:
        return dict(self.parameters)[name]

    def __str__(self) -> str:
        details = ", ".join(f"{name} {value}" for name, value in self.parameters)
        return f"{self.code}{f' ({details})' if details else ''}: see {self.rule}"


def illegal(code: Code, rule: RuleId, **parameters: Parameter) -> Illegality:
    """An `Illegality` with named parameters."""
    return Illegality(code, rule, tuple(parameters.items()))


class IllegalActionError(ToledoError, ValueError):
    """An action was applied that is not legal. The position that it was applied to is unchanged."""

    def __init__(self, move: object, illegality: Illegality) -> None:
        super().__init__(move, illegality)
        self.move = move
        self.illegality = illegality

    def __str__(self) -> str:
        return f"{self.move!r} is not legal: {self.illegality}"
