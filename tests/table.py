"""A table to lay out positions on, for tests that read like the rules.

    table = Table(players=3, active=RED)
    table.shop(4, BLUE, "gem", circles=2)
    table.figures(RED, 1)                   # the others stand on the cathedral
    table.hand(RED, "3va 3nd")              # value, colour, stance
    state = table.lay()

Whatever is laid out is taken from where it would be at the start, so that every component is in exactly one place:
cards that nobody mentions are in the pile, swords and tiles on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from toledo_rules import (
    KOSMOS_2008,
    Action,
    Draw,
    Edition,
    IllegalActionError,
    Illegality,
    Move,
    PlayCard,
    Shop,
    ShopTile,
    State,
    Sword,
    Transition,
    UseSpace,
    explain,
    legal_actions,
)
from toledo_rules import step as take_step
from toledo_rules._invariants import invariants
from toledo_rules.cards import STANCES, Card, Cards
from toledo_rules.edition import CATHEDRAL, ShopKind, Step, Tile
from toledo_rules.events import Event
from toledo_rules.multiset import minus, multiset, removed
from toledo_rules.state import TURN_START, Arrived, Phase, Player, Seat

RED, BLUE, GREEN, YELLOW = range(4)

_COLOURS = {"v": "violet", "b": "brown", "t": "turquoise", "n": "neutral"}


def card(text: str) -> Card:
    """A card in short: "4va" is a 4 on violet that shows the attacker, "1nd" a neutral 1 with the defender."""
    value, colour, stance = tuple(text)
    return Card(int(value), _COLOURS[colour], next(s for s in STANCES if s.startswith(stance)))


def cards(text: str) -> Cards:
    """Cards in short, with spaces between them."""
    return multiset(card(word) for word in text.split())


class Table:
    """A position under construction."""

    def __init__(
        self, players: int = 2, *, active: Seat = RED, edition: Edition = KOSMOS_2008
    ) -> None:
        self.edition = edition
        self.seats = range(players)
        self.active = active
        self.phase: Phase = TURN_START
        self.trigger: Seat | None = None
        self.front: Card | None = None
        self.tile_value: int | None = None
        self._pile: Cards | None = None
        self._discards: Cards = ()
        self._rest_to: Seat | None = None
        self._hands: dict[Seat, Cards] = dict.fromkeys(self.seats, ())
        self._known: dict[Seat, Cards] = dict.fromkeys(self.seats, ())
        self._figures = dict.fromkeys(self.seats, (CATHEDRAL,) * edition.figures)
        self._inside = dict.fromkeys(self.seats, 0)
        self._delivered: dict[Seat, tuple[Sword, ...]] = dict.fromkeys(self.seats, ())
        self._swords: dict[Seat, tuple[Sword, ...]] = dict.fromkeys(self.seats, ())
        self._tiles: dict[Seat, tuple[Tile, ...]] = dict.fromkeys(self.seats, ())
        self._paintings: dict[Seat, tuple[int, ...]] = dict.fromkeys(self.seats, ())
        self._metal = dict.fromkeys(self.seats, 0)
        self._gems = dict.fromkeys(self.seats, 0)
        self._trays = dict.fromkeys(self.seats, edition.shops)
        self._shops: list[Shop | None] = [None] * len(edition.road)

    def shop(self, step: Step, owner: Seat, kind: ShopKind, circles: int = 1) -> Table:
        """A shop on the board, from its owner's tray."""
        self._trays[owner] = removed(self._trays[owner], ShopTile(kind, circles))
        self._shops[step] = Shop(owner, kind, circles)
        return self

    def figures(self, seat: Seat, *steps: Step, transit: Step | None = None) -> Table:
        """Where figures stand; the ones that are not mentioned are on the cathedral. `transit` sets the phase too."""
        left = self.edition.figures - self._inside[seat] - len(steps) - (transit is not None)
        self._figures[seat] = multiset((*steps, *(CATHEDRAL,) * left))
        return self

    def alcazar(self, seat: Seat, figures: int, *swords: Sword) -> Table:
        """Figures in the Alcazar, and the swords under them. Say so before `figures`."""
        self._inside[seat] = figures
        self._delivered[seat] = multiset(swords)
        self._figures[seat] = (CATHEDRAL,) * (self.edition.figures - figures)
        return self

    def hand(self, seat: Seat, text: str, *, known: str = "") -> Table:
        """Cards in a hand; `known` ones are among them, and everybody knows of them."""
        self._hands[seat] = cards(text)
        self._known[seat] = cards(known)
        return self

    def pile(self, text: str) -> Table:
        """These cards are the whole pile; what is left over is on the discard pile, or goes to `rest_to`."""
        self._pile = cards(text)
        return self

    def discards(self, text: str) -> Table:
        """Cards on the discard pile."""
        self._discards = cards(text)
        return self

    def rest_to(self, seat: Seat) -> Table:
        """Cards that are mentioned nowhere are in this hand, so that the piles can be empty."""
        self._rest_to = seat
        return self

    def tiles(self, seat: Seat, *tiles: Tile) -> Table:
        """Master tiles that a player holds."""
        self._tiles[seat] = multiset(tiles)
        return self

    def swords(self, seat: Seat, *swords: Sword) -> Table:
        """Swords in front of a player."""
        self._swords[seat] = multiset(swords)
        return self

    def paintings(self, seat: Seat, *values: int) -> Table:
        """Paintings that a player has."""
        self._paintings[seat] = multiset(values)
        return self

    def material(self, seat: Seat, *, metal: int = 0, gems: int = 0) -> Table:
        """Metal and gems in front of a player."""
        self._metal[seat], self._gems[seat] = metal, gems
        return self

    def moving(self, front: str | None = None, tile_value: int | None = None) -> Table:
        """A move turn is under way: with this card in front, the movement tile used for that value."""
        self.front = None if front is None else card(front)
        self.tile_value = tile_value
        return self

    def lay(self, phase: Phase | None = None) -> State:
        """The position. It is checked against all invariants."""
        state = self.lay_unchecked(phase)
        assert list(invariants(state)) == []
        return state

    def lay_unchecked(self, phase: Phase | None = None) -> State:
        """The position, however odd."""
        edition = self.edition
        rest = minus(edition.cards, (c for hand in self._hands.values() for c in hand))
        rest = minus(rest, self._discards + (() if self.front is None else (self.front,)))
        pile, discards, hands = rest, self._discards, dict(self._hands)
        if self._pile is not None:
            pile, rest = self._pile, minus(rest, self._pile)
            if self._rest_to is None:
                discards = multiset(discards + rest)
            else:
                hands[self._rest_to] = multiset(hands[self._rest_to] + rest)
        left = list(edition.paintings)
        for values in self._paintings.values():
            for value in values:
                left.remove(value)
        return State(
            edition=edition,
            players=tuple(
                Player(
                    hand=hands[seat],
                    known=self._known[seat],
                    figures=self._figures[seat],
                    inside=self._inside[seat],
                    delivered=self._delivered[seat],
                    shops=self._trays[seat],
                    metal=self._metal[seat],
                    gems=self._gems[seat],
                    swords=self._swords[seat],
                    tiles=self._tiles[seat],
                    paintings=self._paintings[seat],
                )
                for seat in self.seats
            ),
            active=self.active,
            phase=self.phase if phase is None else phase,
            front=self.front,
            tile_value=self.tile_value,
            trigger=self.trigger,
            pile=pile,
            discards=discards,
            shops=tuple(self._shops),
            metal=edition.metal - sum(self._metal.values()),
            gems=edition.gems - sum(self._gems.values()),
            swords=minus(
                edition.swords,
                (s for seat in self.seats for s in self._swords[seat] + self._delivered[seat]),
            ),
            tiles=minus(edition.tiles, (t for held in self._tiles.values() for t in held)),
            paintings=tuple(left),
        )


def play(state: State, *moves: Move | str) -> State:
    """The position after these moves. A text names the cards that chance turns up: every one of them must be used."""
    return story(state, *moves).state


def story(state: State, *moves: Move | str) -> Transition:
    """The same, with everything that happened on the way."""
    events: list[Event] = []
    draws: list[Draw] = []
    reveals = False
    for move in moves:
        script: Sequence[Move] = (
            [Draw(card(word)) for word in move.split()] if isinstance(move, str) else [move]
        )
        for one in script:
            what = take_step(state, one)
            state = what.state
            events += what.events
            draws += what.draws
            reveals |= what.reveals
            assert list(invariants(state)) == []
    return Transition(state, tuple(events), tuple(draws), reveals)


def sword(value: int, edition: Edition = KOSMOS_2008) -> Sword:
    """The sword of that value."""
    return next(tile for tile in edition.swords if tile.value == value)


def legal(state: State) -> set[Action]:
    """Everything that the active player may do; each action is listed once."""
    actions = legal_actions(state)
    assert len(actions) == len(set(actions))
    return set(actions)


def plays(state: State) -> set[PlayCard]:
    """The cards that can be played to move a figure, each with its figure."""
    return {action for action in legal(state) if isinstance(action, PlayCard)}


def uses(state: State) -> set[UseSpace]:
    """The ways to use the space that a figure has just arrived on."""
    return {action for action in legal(state) if isinstance(action, UseSpace)}


def playing(text: str, *origins: Step, with_tile: bool = False) -> set[PlayCard]:
    """Each of these cards, played with each of these figures."""
    return {PlayCard(one, origin, with_tile) for one in cards(text) for origin in origins}


def refused(state: State, action: Action) -> Illegality:
    """Why an action is not legal. It is not among the legal actions, and trying it tells the same."""
    why = explain(state, action)
    assert why is not None, f"{action!r} is legal"
    assert action not in legal_actions(state)
    with pytest.raises(IllegalActionError) as failure:
        take_step(state, action)
    assert failure.value.illegality == why
    return why


def changed(state: State, seat: Seat, **changes: Any) -> State:
    """The position with these things of one player replaced."""
    players = list(state.players)
    players[seat] = evolve(players[seat], **changes)
    return evolve(state, players=tuple(players))


def busy() -> State:
    """A position with something of everything."""
    table = Table(3).shop(4, RED, "gem", 2).shop(8, BLUE, "smith").alcazar(GREEN, 2, sword(4))
    table.figures(RED, 4, 5).figures(BLUE, 8).hand(RED, "1va 4bd 4bd", known="4bd")
    table.hand(BLUE, "2va 3nd 6td 6td", known="3nd 6td").hand(GREEN, "5va")
    table.material(RED, metal=3, gems=1).material(BLUE, gems=2).tiles(RED, "movement", "violet")
    table.tiles(BLUE, "brown").swords(BLUE, sword(7)).paintings(GREEN, 3).discards("1nd 2nd")
    return table.moving("4va").lay(Arrived(4))


class Script:
    """A source of chance that says what it is told to, and remembers from how many it had to choose."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)
        self.asked: list[int] = []

    def randrange(self, stop: int, /) -> int:
        """The next answer."""
        self.asked.append(stop)
        answer = self.answers.pop(0)
        assert 0 <= answer < stop
        return answer
