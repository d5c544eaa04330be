r"""Records: a game as text or JSON that can be kept, sent, corrected by hand and replayed.

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
>>> for moment in replay(record):
...     print(moment.number, moment.seat, moment.entry.action, moment.state.phase)
1 0 PlaceShop(ShopTile('metal', 2), 4) TurnStart()
2 1 PlaceShop(ShopTile('gem', 1), 2) TurnStart()
3 0 PlayCard(Card(4, 'turquoise', 'attacker'), 0) Arrived(step=4)
4 0 UseSpace() Moving()
5 0 EndTurn() TurnStart()
6 1 TakeCards() TurnStart()

That is all that people at a table have to write. `format_record` writes more, so that damage is noticed::

    record  = "toledo-record" number { header } "moves:" { turn }
    header  = "check:" number digest           the number of actions, and a hash of it all
            | "edition:" name [ digest ]       the edition; what is in it, if it is not known here,
            | "|" a line of its TOML file      stands in lines that begin with a bar
            | "rules:" number                  the rules it was played by; these rules, if not said
            | "first:" seat                    who began; the first seat, if not said
            | "hand" seat ":" { card }         the cards dealt, for every seat
            | "name" seat ":" text             the player's name
            | "tag" word ":" text              anything else, such as a date
            | "scores:" { number }             the points at the end, by seat
    turn    = [ [ number [ "." ] ] [ seat ] ":" ] line { "," line }

Each header and turn is a line of its own that ends with a line feed; ``seat``, ``card`` and ``line`` are those of
`toledo_rules.notation`. Headers come in any order. A turn may go on in the next line. If a line says the number
of its turn or whose it is, that must be right. A ``#`` begins a comment, but not in names and tags, which go on to
the end of the line.

Nothing is lost before damage: `read_record` gives the game up to there, and says what is wrong and where. A last
line without a line feed may have been cut, so its last action is left out, unless the check is right.

The JSON form holds the same: ``format``, ``edition`` (``name``, ``digest``, ``toml``), ``rules``, ``first``,
``players`` (each with ``name`` and ``hand``), ``tags``, ``scores``, ``check``, and ``moves``, a list of lines.
"""

from toledo_rules.editions import edition_digest
from toledo_rules.record.files import load_record, read_record, save_record
from toledo_rules.record.model import FORMAT, RULES_REVISION, Entry, Record
from toledo_rules.record.problems import Problem, Reading, RecordError
from toledo_rules.record.replaying import (
    Moment,
    Reached,
    ReplayError,
    follow,
    reach,
    replay,
    start_state,
)
from toledo_rules.record.writing import format_record, record_to_json

__all__ = [
    "FORMAT",
    "RULES_REVISION",
    "Entry",
    "Moment",
    "Problem",
    "Reached",
    "Reading",
    "Record",
    "RecordError",
    "ReplayError",
    "edition_digest",
    "follow",
    "format_record",
    "load_record",
    "reach",
    "read_record",
    "record_to_json",
    "replay",
    "save_record",
    "start_state",
]
