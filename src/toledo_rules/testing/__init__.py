"""A kit for tests of programs that are built on the rules.

>>> from toledo_rules import TAKE_CARDS
>>> table = Table(players=3, active=RED)
>>> table = table.shop(4, BLUE, "gem", circles=2).figures(RED, 4).hand(RED, "3va 3nd")
>>> state = table.lay()

That is a position: whatever is not mentioned is where it is at the start of a game. Cards have their notation (`card`,
`cards`), swords their value (`sword`). `play` and `story` go on from a position with the cards that one names, and
`differences` says in few words what has changed:

>>> for line in differences(state, play(state, TAKE_CARDS, "1bd 6nd")):
...     print(line)
red.hand: +1bd +6nd
active: red -> blue
pile: -1bd -6nd

A `Script` is a source of chance that deals the cards one names, for programs that take an `Rng`. `legal` and `refused`
are what may be done and why something may not; `moves` is everything that can happen next.

- `toledo_rules.testing.plugin` shows the differences when an ``assert`` that compares two positions fails in pytest.
- `toledo_rules.testing.strategies` has strategies for hypothesis (extra ``toledo-rules[testing]``); its positions come
  from `lay_out`, which lays out random ones, and `play_through`, by which a `Policy` plays a game.

Nothing here is imported with `toledo_rules` itself.
"""

from toledo_rules.testing._games import (
    CHANCES,
    DECISIONS,
    FIGHTING,
    HOARD,
    MOMENTS,
    POLICIES,
    PROGRESS,
    RANDOM,
    TROUBLE,
    Journey,
    Leg,
    Moment,
    Policy,
    lay_out,
    play_through,
)
from toledo_rules.testing._table import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Script,
    ScriptError,
    Table,
    TableError,
    card,
    cards,
    differences,
    legal,
    moves,
    play,
    refused,
    story,
    sword,
)

__all__ = [
    "BLUE",
    "CHANCES",
    "DECISIONS",
    "FIGHTING",
    "GREEN",
    "HOARD",
    "MOMENTS",
    "POLICIES",
    "PROGRESS",
    "RANDOM",
    "RED",
    "TROUBLE",
    "YELLOW",
    "Journey",
    "Leg",
    "Moment",
    "Policy",
    "Script",
    "ScriptError",
    "Table",
    "TableError",
    "card",
    "cards",
    "differences",
    "lay_out",
    "legal",
    "moves",
    "play",
    "play_through",
    "refused",
    "story",
    "sword",
]
