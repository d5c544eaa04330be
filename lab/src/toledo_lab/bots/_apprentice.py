"""The bot that has learned to play by watching: a policy whose numbers were trained, not written.

Every legal action is described by features of the position and of what the action leads to. A small network makes
a preference of them, and the bot plays the action that it prefers. The numbers of the network are in
``apprentice.json``. They were learned by imitation of the `searcher`: see ``lab/studies/learning``.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from functools import lru_cache
from importlib import resources
from itertools import accumulate
from math import exp
from typing import Final, NamedTuple, TypeGuard

from attrs import field, frozen
from attrs.validators import ge, instance_of

from toledo_lab._library import LONGEST_JSON, inside, plain_position, removed, shown, snake
from toledo_lab.bots._appraisal import Feature, moment_of
from toledo_rules import affordable, fees, legal_actions, score
from toledo_rules.actions import (
    Action,
    Challenge,
    Deliver,
    EndTurn,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.chance import Rng
from toledo_rules.codec import parse_json
from toledo_rules.edition import MOVEMENT, Cards, Seat, ShopKind, SpaceKind, Step, Sword
from toledo_rules.errors import CodecError, Problem
from toledo_rules.state import Arrived, State, Transit, TurnStart, View
from toledo_rules.storage import read_file

# Features. Amounts are about 1 at most, and mean the same in every edition.

_MUCH: Final = 4
"""Metal or gems: more make no difference."""
_FEW, _MANY = 3, 6
"""Less than few cards, and more than many."""


class Alternatives(NamedTuple):
    """The alternatives of a decision, described by features."""

    context: list[Feature]
    """Features of the position: those that all actions have in common."""
    actions: list[Action]
    """Legal actions. Of those that differ only in which of several cards of the same value is used, the first."""
    features: list[list[Feature]]
    """Features of each action."""

    def place(self, action: Action) -> int:
        """Return the place of a legal action, or of the one that stands for it."""
        return [_likeness(each) for each in self.actions].index(_likeness(action))


def alternatives(state: State) -> Alternatives:
    """Return the alternatives of the active player. Of what is hidden, only their own hand is used.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> made = alternatives(new_game(2, Random(1)))
    >>> made.actions[0], made.features[0][:2]
    (TakeCards(), [('take', 1.0), ('take, cards', 0.5)])
    """
    distinct: dict[object, Action] = {}
    for action in legal_actions(state):
        distinct.setdefault(_likeness(action), action)
    actions = list(distinct.values())
    describer = Describer(state)
    return Alternatives(
        describer.context(), actions, [describer.action(action) for action in actions]
    )


def _likeness(action: Action) -> object:
    """Return a key that actions share if they differ only in the kind of a card."""
    if isinstance(action, PlayCard):
        return PlayCard, action.card.value, action.origin, action.with_tile
    if isinstance(action, UseSpace):
        fee = None if action.pay is None else action.pay.value
        return UseSpace, fee, action.take, action.give_back
    return action


class Describer:
    """A position as its active player looks at it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.me: Seat = state.active
        self.player = state.players[state.active]
        self.road = state.edition.road
        self.last = state.edition.last_step
        self.now = moment_of(state)
        self.rivals = [one for seat, one in enumerate(state.players) if seat != self.me]
        self.within = max([s.value for s in state.swords if affordable(state, s)], default=0)
        points = [score(state, seat).total for seat in range(len(state.players))]
        mine = points.pop(self.me)
        self.lead = mine - max(points)

    def context(self) -> list[Feature]:
        """Return the features that all actions have in common."""
        state, player = self.state, self.player
        best = max([sword.value for sword in state.swords], default=0)
        found: list[Feature] = [
            (f"stage {self.now.stage}", 1.0),
            (f"phase {type(state.phase).__name__}", 1.0),
            ("players", (len(state.players) - 2) / 2),
            ("cards", len(player.hand) / 8),
            ("no card", float(not player.hand)),
            ("highest card", max([card.value for card in player.hand], default=0) / 6),
            ("metal", min(player.metal, _MUCH) / _MUCH),
            ("gems", min(player.gems, _MUCH) / _MUCH),
            ("movement tile", float(MOVEMENT in player.tiles)),
            ("tiles", len(player.tiles) / 3),
            ("swords", len(player.swords) / 3),
            ("best sword", max([sword.value for sword in player.swords], default=0) / 10),
            ("sword within reach", self.within / 10),
            ("best sword of all", best / 15),
            ("inside", player.inside / 3),
            ("rivals inside", max([rival.inside for rival in self.rivals]) / 3),
            ("cards of rivals", max([len(rival.hand) for rival in self.rivals]) / 8),
            ("swords of rivals", max([len(rival.swords) for rival in self.rivals]) / 3),
            (
                "rivals' way",
                max([max(rival.figures, default=0) for rival in self.rivals]) / self.last,
            ),
            ("lead", max(-2.0, min(2.0, self.lead / 10))),
            ("shops left", len(player.shops) / 8),
        ]
        foremost = player.figures[::-1]
        found += [(f"way {rank}", step / self.last) for rank, step in enumerate(foremost[:3])]
        kinds = Counter(
            [
                f"own {shop.kind}" if shop.owner == self.me else f"rival's {shop.kind}"
                for shop in state.shops
                if shop is not None
            ]
        )
        found += [(name, number / 2) for name, number in kinds.items()]
        return found

    def action(self, action: Action) -> list[Feature]:
        """Return the features of one action."""
        state, player = self.state, self.player
        match action:
            case TakeCards():
                return [
                    ("take", 1.0),
                    ("take, cards", len(player.hand) / 10),
                    ("take, few cards", float(len(player.hand) < _FEW)),
                    ("take, many cards", float(len(player.hand) > _MANY)),
                    ("take, late", 1 - self.now.time),
                ]
            case PlaceShop(shop, step):
                return self.place(shop.kind, shop.circles, step)
            case PlayCard(card, origin, with_tile):
                return self.play(removed(player.hand, card), card.value, origin, with_tile)
            case Challenge(rival):
                assert isinstance(state.phase, Transit)
                tiles = len(player.tiles) - len(state.players[rival].tiles)
                return [
                    ("challenge", 1.0),
                    ("challenge, tiles", tiles / 3),
                    ("challenge, way", state.phase.step / self.last),
                    *self.benefit("challenge", state.phase.step, player.hand),
                ]
            case UseSpace():
                return self.use(action)
            case Deliver(sword):
                best = max([each.value for each in player.swords])
                return [("deliver", 1.0), ("deliver, less", (best - sword.value) / 10)]
            case ReturnFigure(step):
                return [
                    ("return", 1.0),
                    ("return, way", step / self.last),
                    ("return, foremost", float(step == player.figures[-1])),
                    ("return, few cards", float(len(player.hand) < _FEW)),
                ]
            case EndTurn():
                found = [("end", 1.0), (f"end, {type(state.phase).__name__}", 1.0)]
                if isinstance(state.phase, Arrived):
                    found += self.benefit("unused", state.phase.step, player.hand)
                return found
            case _:  # no more to say
                return [(snake(type(action)), 1.0)]

    def place(self, kind: str, circles: int, step: Step) -> list[Feature]:
        """Return the features of placing a shop."""
        own = [shop.kind for shop in self.state.shops if shop and shop.owner == self.me]
        row = self.road[step].row
        built = [at for at, shop in enumerate(self.state.shops) if shop is not None]
        crowd = [self.road[at].row for at in built].count(row)
        values = {card.value for card in self.player.hand}
        figures = self.player.figures
        behind = sum([figure < step for figure in figures]) / 5
        rivals = [sum([figure < step for figure in rival.figures]) / 5 for rival in self.rivals]
        third = min(2, 3 * step // self.last)
        next_to_own = self.me in (self.state.owner(step - 1), self.state.owner(step + 1))
        return [
            ("place", 1.0),
            (f"place {kind}", 1.0),
            (f"place {kind}, third {third}", 1.0),
            ("place, way", step / self.last),
            (f"place {kind}, way", step / self.last),
            ("place, circles", float(circles - 1)),
            (f"place {kind}, circles", float(circles - 1)),
            ("place, again", float(kind in own)),
            ("place, own shops", len(own) / 4),
            ("place, late", 1 - self.now.time),
            ("place, crowd", crowd / 4),
            ("place, own figures", behind),
            ("place, rivals' figures", max(rivals)),
            ("place, in reach", float(any(step - figure in values for figure in figures))),
            ("place, cards", len(self.player.hand) / 8),
            ("place, next to own", float(next_to_own)),
        ]

    def play(self, hand: Cards, value: int, origin: Step, with_tile: bool) -> list[Feature]:
        """Return the features of a move, with the cards that are left."""
        state, player = self.state, self.player
        step = origin + value
        same = sum([card.value == value for card in hand])
        again = 0 if with_tile else same
        figures = list(player.figures)
        if origin in figures:  # else it was in transit
            figures.remove(origin)
        found: list[Feature] = [
            ("play", 1.0),
            ("play, value", value / 6),
            ("play, cards left", len(hand) / 8),
            ("play, last card", float(not hand)),
            ("play, same left", min(same, 3) / 3),
            ("play, tile", float(with_tile)),
            ("play, way", step / self.last),
            ("play, from", origin / self.last),
            ("play, from cathedral", float(not origin)),
            ("play, foremost", float(origin >= max(figures, default=0))),
            ("play, first", float(isinstance(state.phase, TurnStart))),
        ]
        found += self.arrival("to", step, hand)
        if again:
            figures.append(step)
            ahead = {figure + value for figure in figures if figure + value <= self.last}
            best: dict[str, float] = {}
            for goal in ahead:
                for name, amount in self.arrival("then", goal, hand):
                    best[name] = max(best.get(name, 0.0), amount)
            found += best.items()
        return found

    def arrival(self, how: str, step: Step, hand: Cards) -> list[Feature]:
        """Return the features of coming to a step with these cards left."""
        state, player = self.state, self.player
        if self.road[step].kind == "entrance":
            inside = player.inside + 1
            ends = state.trigger is None and inside >= state.edition.last_round_at
            sword = max([each.value for each in player.swords], default=0)
            gain = sword - sword // state.edition.sword_divisor
            after = self.lead + gain
            found = [
                (f"{how} Alcazar", 1.0),
                (f"{how} Alcazar, sword", sword / 10),
                (f"{how} Alcazar, no sword", float(not sword)),
            ]
            if ends:
                found += [
                    (f"{how} last round", 1.0),
                    (f"{how} last round, lead", max(-2.0, min(2.0, after / 10))),
                    (f"{how} last round, ahead", float(after > 0)),
                ]
            return found
        if self.road[step].kind == "site" and state.shops[step] is None:
            return [(f"{how} empty site", 1.0)]
        if state.free[step]:
            return self.benefit(how, step, hand)
        if set(state.standing(step)) == {self.me}:  # nothing to be had here, only a way on
            return [(f"{how} own figures", 1.0)]
        return [(f"{how} duel", 1.0), *self.benefit(f"{how} duel", step, hand)]

    def benefit(self, how: str, step: Step, hand: Cards) -> list[Feature]:
        """Return the features of a space that may be used, with these cards to pay from."""
        shop, space = self.state.shops[step], self.road[step]
        found: list[Feature] = []
        if shop is not None and shop.owner == self.me:
            found.append((f"{how} own shop", 1.0))
        else:
            paid = [card.value for card in fees(self.state, step, hand) if card is not None]
            if not paid:
                return [(f"{how} unpaid", 1.0)]
            found.append((f"{how} fee", min(paid) / 6))
            if shop is not None:
                found.append((f"{how} fee to rival", 1.0))
        gains = self.gains(how, space.kind if shop is None else shop.kind, hand)
        return found + (gains or [(f"{how} nothing", 1.0)])

    def gains(self, how: str, kind: ShopKind | SpaceKind, hand: Cards) -> list[Feature]:
        """Return the features of what a space of a kind has to give."""
        state, player = self.state, self.player
        match kind:
            case "metal":
                return [(f"{how} metal {min(player.metal, _MUCH)}", 1.0)] if state.metal else []
            case "gem":
                return [(f"{how} gem {min(player.gems, _MUCH)}", 1.0)] if state.gems else []
            case "smith":
                forged = [(f"{how} smith", 1.0), (f"{how} smith, sword", self.within / 10)]
                return forged if self.within else []
            case "fencing":
                movement = MOVEMENT in state.tiles and MOVEMENT not in player.tiles
                return [
                    (f"{how} fencing {min(len(player.tiles), 3)}", 1.0),
                    (f"{how} movement tile", float(movement)),
                ]
            case "tavern":
                return [(f"{how} tavern", 1.0), (f"{how} tavern, cards", len(hand) / 8)]
            case "artist":
                best = max(state.paintings, default=0)
                return [(f"{how} painting", best / 4)] if best else []
            case "cathedral" | "site" | "entrance":  # nothing to use
                return []
            case _:  # of any other kind there is no more to see
                return [(f"{how} {kind}", 1.0)]

    def use(self, action: UseSpace) -> list[Feature]:
        """Return the features of using a space."""
        state, player = self.state, self.player
        assert isinstance(state.phase, Arrived)
        step = state.phase.step
        found: list[Feature] = [("use", 1.0)]
        hand = player.hand
        if action.pay is None:
            found.append(("use, free", 1.0))
        else:
            fee = action.pay.value
            copies = sum([card.value == fee for card in hand])
            found += [
                ("use, fee", fee / 6),
                ("use, one of more", min(copies - 1, 3) / 3),
                ("use, fee as front", float(state.front is not None and state.front.value == fee)),
                ("use, last card", float(len(hand) == 1)),
                ("use, too much", (fee - self.road[step].price) / 6),
            ]
        found += self.benefit("use", step, hand)
        take = action.take
        if isinstance(take, Sword):
            found += [
                ("forge", take.value / 10),
                ("forge, less", (self.within - take.value) / 10),
                ("forge, metal", take.metal / _MUCH),
                ("forge, gems", take.gems / _MUCH),
                ("forge, swords", len(player.swords) / 3),
                ("forge, late", (1 - self.now.time) * take.value / 10),
            ]
        elif take is not None:
            found.append(("take movement tile" if take == MOVEMENT else "take duel tile", 1.0))
        if action.give_back is not None:
            back = "movement" if action.give_back == MOVEMENT else "duel"
            found.append((f"give back {back} tile", 1.0))
        return found


class Network(NamedTuple):
    """A policy as plain numbers: a layer of hidden units between the features and the preference for an action."""

    features: dict[str, tuple[float, ...]]
    """Weights of each feature: its direct one, then one for each hidden unit. A feature without any counts nothing."""
    bias: tuple[float, ...]
    """Bias of each hidden unit."""
    out: tuple[float, ...]
    """Weight of each hidden unit in the preference. Units below 0 count nothing."""

    def preferences(self, made: Alternatives) -> list[float]:
        """Return the preference for each action of a decision."""
        features = self.features
        base = [0.0, *self.bias]
        for name, amount in made.context:
            row = features.get(name)
            if row is not None:
                base = [have + amount * more for have, more in zip(base, row, strict=True)]
        found: list[float] = []
        for some in made.features:
            units = base
            for name, amount in some:
                row = features.get(name)
                if row is not None:
                    units = [have + amount * more for have, more in zip(units, row, strict=True)]
            direct, *hidden = units
            out = zip(hidden, self.out, strict=True)
            found.append(direct + sum([unit * weight for unit, weight in out if unit > 0]))
        return found

    def to_json(self) -> str:
        """Return the network as JSON, with a line for each feature."""
        rows = [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in self.features.items()]
        parts = (
            f'"bias": {json.dumps(self.bias)}',
            f'"out": {json.dumps(self.out)}',
            '"features": {\n' + ",\n".join(rows) + "\n}",
        )
        return "{" + ",\n".join(parts) + "}\n"

    @classmethod
    def from_json(cls, text: str) -> Network:
        """Return a network from its JSON. Raises `toledo_rules.errors.CodecError` if it is none.

        >>> network = Network({"take": (1.0, 0.5)}, (0.0,), (2.0,))
        >>> Network.from_json(network.to_json()) == network
        True
        """
        said: object = parse_json(text)
        if not isinstance(said, dict) or said.keys() != {*cls._fields}:
            raise _no_network("$", said, f"an object with {', '.join(cls._fields)}")
        features = said["features"]
        if not isinstance(features, dict):
            raise _no_network("$.features", features, "an object with a list for each feature")
        bias = _numbers("$.bias", said["bias"])
        out = _numbers("$.out", said["out"], len(bias))
        rows = {
            name: _numbers(inside("$.features", name), row, len(bias) + 1)
            for name, row in features.items()
        }
        return cls(rows, bias, out)


_LARGEST = 1e6
"""A weight, however it was trained. Sums of products of such weights stay finite."""


def _numbers(path: str, said: object, expected: int | None = None) -> tuple[float, ...]:
    """Return a list of numbers, as many as expected."""
    if isinstance(said, list):
        found = tuple([one for one in said if _is_weight(one)])
        if len(found) == len(said) and expected in (None, len(found)):
            return found
    many = "" if expected is None else f"{expected} "
    raise _no_network(path, said, f"a list of {many}numbers up to {_LARGEST:,.0f}")


def _is_weight(said: object) -> TypeGuard[float]:
    return isinstance(said, int | float) and not isinstance(said, bool) and abs(said) <= _LARGEST


def _no_network(path: str, said: object, expected: str) -> CodecError:
    return CodecError([Problem(path, shown(said), expected)])


@lru_cache(maxsize=1)
def trained_network() -> Network:
    """Return the network that comes with the library."""
    numbers = resources.files("toledo_lab.bots").joinpath("apprentice.json")
    return Network.from_json(numbers.read_text("utf-8"))


def _network(given: Network | str | None) -> Network:
    """Return the network that is meant: the library's, or that in a file."""
    if given is None:
        return trained_network()
    if isinstance(given, Network):
        return given
    try:
        return Network.from_json(read_file(given, LONGEST_JSON).decode())
    except (OSError, ValueError) as error:
        raise ValueError(f"there is no network in {given}: {error}") from error


@frozen
class ApprenticeBot:
    """Plays the action that its network prefers. It was trained by imitation, and looks no further than one action.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> ApprenticeBot().choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('smith', 1), 11)

    On the command line, one with numbers of your own is ``toledo_lab.bots:ApprenticeBot:network=my.json``.
    """

    network: Network = field(default=None, converter=_network, repr=False)
    """A network, or the path of a file with one; by default the one that comes with the library."""
    temperature: float = field(default=0.0, validator=[instance_of((int, float)), ge(0.0)])
    """The action that is preferred is taken at 0; else one is drawn, with chances by
    ``exp(preference / temperature)``."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the action that is preferred, or one that is drawn."""
        made = alternatives(plain_position(view))
        wishes = self.network.preferences(made)
        most = max(wishes)
        if not self.temperature:
            return made.actions[wishes.index(most)]
        chances = list(accumulate([exp((wish - most) / self.temperature) for wish in wishes]))
        drawn = rng.randrange(_FINE) / _FINE * chances[-1]
        return made.actions[bisect_right(chances, drawn)]


_FINE: Final = 1 << 53


def apprentice(temperature: float = 0.0) -> ApprenticeBot:
    """Return the apprentice as everybody may choose it: with the numbers of the library, not of any file."""
    return ApprenticeBot(temperature=temperature)
