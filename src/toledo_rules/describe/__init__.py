"""The game in words, in every language of `LANGUAGES`.

>>> from random import Random
>>> from toledo_rules import END_TURN, TAKE_CARDS, explain, new_game, transition
>>> from toledo_rules.describe import describe
>>> state = new_game(2, Random(1))
>>> print(describe(state))
It is Red's turn: take cards, place a shop, move figures or return one.
>>> print(describe(state, language="es", names=("Ana", "Bruno")))
Le toca a Ana: robar cartas, colocar un negocio, mover o devolver una figura.
>>> print(describe(TAKE_CARDS, state))
Take 2 cards.
>>> why = explain(state, END_TURN)
>>> print(describe(why, state, language="de"))
Du kannst den Zug nicht beenden, bevor du etwas getan hast.
>>> for event in transition(state, TAKE_CARDS, Random(2)).seen_by(1):
...     print(describe(event, state, language="nl"))
Rood gaat 2 kaarten trekken.
Rood trekt een kaart.
Rood trekt een kaart.
Rood beëindigt de beurt.
Blauw is aan de beurt.

`describe` takes everything: actions, events, refusals, scores, outcomes. Its second argument is the position (or view,
or edition) that they belong to. A position alone is described by the decision that is pending in it. Events are in the
third person, actions are invitations, and refusals speak to the player who asks. Of what happened, words take only what
somebody may be told (`toledo_rules.Transition.seen_by`).

The result is a sentence with a full stop, except for a `ScoreLine`, which is an entry of a list.

`tell` makes a few sentences of all events of an action. `position` describes everything that lies on the table. `name`
and `player_name` are for labels. `message` returns the key and the parameters of a sentence, for front ends with words
or pictures of their own; `render` makes the sentence.
"""

from toledo_rules.describe._catalogue import (
    LANGUAGES,
    Language,
    best_language,
    language_tables,
    languages,
    register_language,
    typeset,
)
from toledo_rules.describe._messages import (
    Context,
    Describable,
    Message,
    MessageValue,
    PlaceKind,
    Scene,
    Term,
    Where,
    Who,
    message,
)
from toledo_rules.describe._sentences import (
    Labels,
    Named,
    describe,
    heading,
    label,
    labels,
    name,
    player_name,
    position,
    render,
    tell,
    told,
)

__all__ = [
    "LANGUAGES",
    "Context",
    "Describable",
    "Labels",
    "Language",
    "Message",
    "MessageValue",
    "Named",
    "PlaceKind",
    "Scene",
    "Term",
    "Where",
    "Who",
    "best_language",
    "describe",
    "heading",
    "label",
    "labels",
    "language_tables",
    "languages",
    "message",
    "name",
    "player_name",
    "position",
    "register_language",
    "render",
    "tell",
    "told",
    "typeset",
]
