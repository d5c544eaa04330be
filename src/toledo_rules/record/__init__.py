r"""Records: a game as text that can be kept, sent, corrected by hand and replayed.

>>> text = '''\
... toledo-record 1
... edition: kosmos-2008
... hand red: 1va 2bd 3nd 4ta 6vd
... hand blue: 1nd 2va 5bd 5ta 6na
... moves:
... place m2@4
... place g1@2                    # anything after a # is a comment
... 4t@0, use, end
... blue: take = 3va 5nd
... '''
>>> from toledo_rules.record import read_record, replay
>>> print(read_record(text).problem)
line 8, column 3: expected the stance, a for attacker or d for defender
    4t@0, use, end
      ^
>>> record = read_record(text.replace("4t@", "4ta@")).complete()
>>> for ply in replay(record):
...     print(ply.seat, ply.action, ply.after.phase)
0 PlaceShop(ShopTile('metal', 2), 4) TurnStart()
1 PlaceShop(ShopTile('gem', 1), 2) TurnStart()
0 PlayCard(Card(4, 'turquoise', 'attacker'), 0) Arrived(step=4)
0 UseSpace() Moving()
0 EndTurn() TurnStart()
1 TakeCards() TurnStart()

That is all that people at a table have to write. `format_record` writes more, so that damage is noticed::

    record  = "toledo-record" number { header } "moves:" { turn }
    header  = "check:" number digest           number of actions, and a hash of the lines
            | "edition:" name [ digest ]       the edition; if it is not known to the reader, its file
            | "|" a line of its TOML file      stands in lines that begin with a bar
            | "rules:" number                  number of the rules; the present ones, if not said
            | "hand" seat ":" { card }         the cards dealt, for every seat
            | "first:" seat                    who began; the first seat, if not said
            | "start:" position                in place of hands: the position in which it began
            | "name" seat ":" text             the player's name
            | "tag" word ":" text              anything else, such as a date
            | "scores:" { number }             the points at the end, by seat
    turn    = [ [ number [ "." ] ] [ seat ] ":" ] line { "," line }

Each header and turn is a line of its own that ends with a line feed; ``seat``, ``card``, ``line`` and ``position`` are
those of `toledo_rules.notation`. Headers come in any order. A turn may go on in the next line. If a line says the
number of its turn or whose it is, that must be right. A ``#`` begins a comment, but not in names and tags, which go on
to the end of the line.

The check covers the lines as they stand in the file, not their meaning, so it stays right when the notation learns
another spelling. The hash is the first 12 hexadecimal digits of the SHA-256 of these lines in UTF-8, with a line feed
between them: all headers and turns in their order, each without its comment and without blanks at either end. Empty
lines do not count, nor do the first line, ``check:``, ``moves:``, and the lines of an embedded edition, which has a
digest of its own. So comments, indentation and the line ends of other systems can change, and nothing else. After
changes by hand, leave the check out.

Nothing is lost before damage: `read_record` gives the game up to there, and says what is wrong and where. A last
line without a line feed may have been cut, so its last action is left out, unless the check is right.
"""

from toledo_rules.record._model import (
    RULES_REVISION,
    Entry,
    Ply,
    Record,
    ReplayError,
    ReplayResult,
    deal_hands,
    reach,
    replay,
    replay_entry,
)
from toledo_rules.record._text import (
    FORMAT,
    RecordError,
    RecordReading,
    format_record,
    load_record,
    read_record,
    save_record,
)

__all__ = [
    "FORMAT",
    "RULES_REVISION",
    "Entry",
    "Ply",
    "Record",
    "RecordError",
    "RecordReading",
    "ReplayError",
    "ReplayResult",
    "deal_hands",
    "format_record",
    "load_record",
    "reach",
    "read_record",
    "replay",
    "replay_entry",
    "save_record",
]
