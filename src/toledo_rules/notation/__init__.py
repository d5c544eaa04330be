"""Notation: positions, actions and the cards that chance turns up, as short lines that people can read and write.

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

>>> state = parse_position("toledo1 red / red 3va 4nd, @4, g2@4 / blue 1bd, @4")
>>> state.players[0].figures, state.standing(4)
((0, 0, 0, 0, 4), (0, 1))

It is red's turn. Red has two cards in hand, a figure on step 4, and a gem dealer with two circles there. Blue has a
card and a figure beside red's. Everything else is where it was at the start of the game.

Grammar. Blanks may stand between any two symbols, but not inside a card, a number or a word. Capital and small
letters are the same::

    turn   = line { "," line }
    line   = action [ "=" card { card } ]              "=": the cards that chance turned up, in order
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

Grammar of positions. Line ends count as blanks::

    position = "toledo1" [ edition ] whose { "/" section }
    edition  = "[" name [ digest ] "]"                 not said: kosmos-2008
    whose    = seat [ ":" | "," ] [ moment { "," moment } ]
    section  = seat [ ":" | "," ] [ part { "," part } ]
             | "discards" [ ":" | "," ] { cards }      the discard pile; the rest is the draw pile,
             | "pile" [ ":" | "," ] { cards }          or the other way round
    moment   = "start"                                 the turn begins; this need not be said
             | "moving"                                after a move, with nothing pending
             | "arrived" step                          a figure has just taken a circle
             | "entered"                               a figure has just gone into the Alcazar
             | "transit" step                          a figure is on a full space, without a circle
             | "drawing" number ( "take" | "tavern" )  cards that are still to be drawn, and where
             | "duel" step "vs" seat [ number ":" number ]
                                                       rounds won by the attacker and the defender
             | "over"                                  the game has ended
             | "front" card                            the first card of the turn
             | "tile" number                           the value of the card played with the movement tile
             | "trigger" seat                          the player who started the last round
    part     = cards [ "!" ] { cards [ "!" ] }         the hand; "!": everybody knows of these
             | "@" steps { steps }                     the figures that are on the road
             | "in" number [ ":" swords { swords } ]   figures in the Alcazar, and the swords under them
             | shop "@" step { shop "@" step }         shops on the board
             | "metal" number
             | "gems" number
             | "swords" swords { swords }              swords in front of the player
             | "tiles" tile { tile }
             | "paintings" values { values }
    cards    = [ number "*" ] card                     2*3va: two of these; likewise the other ones
    steps    = [ number "*" ] step
    swords   = [ number "*" ] sword
    values   = [ number "*" ] number

Every player at the table has a section. Each part is there at most once, in any order.

Any word but a stance, ``toledo1`` and the name of an edition may be cut short as long as it can mean one word only:
``t`` is take, but ``p`` could be place or pass. That holds for the colours of the edition too. A word that is written
in full always means itself.

`format_action` and the others write the shortest of the clear forms: words and players' colours in full; kinds of
shops as one letter; duel colours, ``neutral`` and ``movement`` as one letter if no other of these begins with it, else
in full (in a card with dots); the cost of a sword only where the edition has others of its value. A duel colour that
begins with a digit always has its dot, and a player's colour of digits only gives way to the number of the seat, as
does one that is the title of another section. `format_position` writes the parts in the order of the grammar, leaves
out what is as at the start, counts equal things, and writes the shorter of the two piles. So each position has one
text, and no other position has it.

Only what is in the box can be written. A card, sword, shop, tile, step or seat that the edition does not have is an
error of notation. Whether an action is legal is asked elsewhere; a position has to keep the invariants. All of this
holds for every edition that a file can describe (see `toledo_rules.editions.edition_to_toml`). Editions that differ
only in their titles have the same digest.
"""

from toledo_rules.notation._actions import (
    Line,
    NotationError,
    Reader,
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
from toledo_rules.notation._positions import (
    ImpossiblePositionError,
    format_position,
    parse_position,
)

__all__ = [
    "ImpossiblePositionError",
    "Line",
    "NotationError",
    "Reader",
    "format_action",
    "format_card",
    "format_cards",
    "format_line",
    "format_move",
    "format_position",
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
    "parse_position",
    "parse_seat",
    "parse_shop",
    "parse_sword",
    "parse_tile",
    "parse_turn",
]
