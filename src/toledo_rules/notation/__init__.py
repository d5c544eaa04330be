"""Notation: cards, actions and what chance decided, as short lines that people can read and write at a table.

>>> from toledo_rules import KOSMOS_2008
>>> line = "4va@0, vs green = 1va 2bd 6ta, use 5nd +12, end"
>>> for action, draws in parse_turn(line, KOSMOS_2008):
...     print(action, [draw.card.value for draw in draws])
PlayCard(Card(4, 'violet', 'attacker'), 0) []
Challenge(2) [1, 2, 6]
UseSpace(pay=Card(5, 'neutral', 'defender'), take=Sword(12, 3, 3)) []
EndTurn() []

A figure leaves the cathedral by a 4 that shows the violet attacker. The space is full, so green is challenged,
and three cards are turned up. The smith is paid with a 5, a sword of 12 is forged, and the turn ends.

The grammar. Blanks may stand between any two symbols, but not inside a card, a number or a word. Capital and small
letters are the same::

    turn   = line { "," line }
    line   = action [ "=" card { card } ]              "=": what chance turned up, in order
    move   = action | "=" card                         a single step, as `toledo_rules.step` takes it
    action = [ "+" ] card "@" step                     play a card with the figure on a step;
                                                       "+": as the extra card of the movement tile
           | "take"                                    take cards
           | "place" shop "@" step                     place a shop
           | "return" [ "@" ] step                     return the figure on a step to the cathedral
           | "vs" seat                                 challenge a player
           | "use" [ card ] [ "+" ( sword | tile ) ] [ "-" tile ]
                                                       use a space: pay, take, give back
           | "deliver" sword                           put a sword under the figure that went in
           | "end"                                     end the turn
           | "pass"                                    there is nothing else to do
    card   = number colour stance                      4va
           | number "." colour "." stance              4.violet.a
    stance = "a" | "d"                                 attacker, defender
    shop   = kind number                               m2: a metal dealer with two circles
    kind   = "metal" | "gem" | "smith" | "fencing"
    sword  = number [ "(" number "+" number ")" ]      12, or with its metal and gems: 12(3+3)
    tile   = [ "." ] ( a duel colour of the edition | "movement" )
    colour = a duel colour of the edition | "neutral"
    seat   = a player's colour | number                green, or 2: the first seat is 0
    step   = number                                    the cathedral is 0
    number = digit { digit }

Any word but a stance may be cut short as long as it can mean one word only: ``t`` is take, but ``p`` could be place
or pass. That holds for the colours of the edition too. A word that is written in full always means itself.

`format_action` and the others write the shortest of the clear forms: words of actions and players' colours in full;
kinds of shops as one letter; duel colours, ``neutral`` and ``movement`` as one letter if no other of these begins
with it, else in full (in a card with dots); the cost of a sword only where the edition has others of its value. A
duel colour that begins with a digit always has its dot, and a player's colour of digits only gives way to the number
of the seat.

Only what is in the box can be written. A card, sword, shop, tile, step or seat that the edition does not have is an
error of notation; whether an action is legal is asked elsewhere. All of this holds for every edition that a file can
describe (see `toledo_rules.editions.edition_to_toml`).
"""

from toledo_rules.notation.errors import NotationError, pointer
from toledo_rules.notation.reading import (
    Line,
    Reader,
    parse_action,
    parse_card,
    parse_cards,
    parse_line,
    parse_move,
    parse_seat,
    parse_shop,
    parse_sword,
    parse_tile,
    parse_turn,
)
from toledo_rules.notation.writing import (
    format_action,
    format_card,
    format_cards,
    format_line,
    format_move,
    format_seat,
    format_shop,
    format_sword,
    format_tile,
    format_turn,
)

__all__ = [
    "Line",
    "NotationError",
    "Reader",
    "format_action",
    "format_card",
    "format_cards",
    "format_line",
    "format_move",
    "format_seat",
    "format_shop",
    "format_sword",
    "format_tile",
    "format_turn",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_line",
    "parse_move",
    "parse_seat",
    "parse_shop",
    "parse_sword",
    "parse_tile",
    "parse_turn",
    "pointer",
]
