"""Non-interference: games that differ only in cards which a seat may not see look the same to that seat.

Each game is played twice with other hidden cards. Whatever the library or an example hands out for a seat, or for a
spectator, must be the same text both times.
"""

from __future__ import annotations

from random import Random

import pytest

from examples import textbot
from toledo_rules import (
    Action,
    Draw,
    Game,
    Seat,
    TakeCards,
    determinize,
    follow,
    new_game,
    step,
    view,
)
from toledo_rules.describe import describe, position, tell
from toledo_rules.protocol import (
    PROTOCOL,
    Ask,
    ClientMessage,
    Hello,
    Play,
    Replay,
    WhyRequest,
    encode,
    hello,
    respond,
    table_update,
)
from toledo_rules.record import Record
from toledo_rules.render import Highlights, flights, svg, text
from toledo_rules.state import Drawing

NAMES = ("Ana", "Ben", "Carla")
PLIES = 60
CARDS_OF_OTHERS = 8
QUESTIONS: list[ClientMessage] = [
    Ask(1, "update"),
    Ask(2, "hint"),
    Ask(3, "ping"),
    Hello(PROTOCOL + 1, "another"),
    *[
        WhyRequest(4, parts)
        for parts in (
            ("pile",),
            ("deed:play_card",),
            ("space:9",),
            ("hand:1",),
            ("hand:0:3va",),
            ("player:0:shop:m1", "space:9"),
            ("hand:1:2vd", "figure:1:0", "space:2"),
        )
    ],
]


class Given:
    """A game, and everything that a seat was given of it."""

    def __init__(self, game: Game, seat: Seat | None) -> None:
        self.game, self.seat = game, seat
        self.said = [encode(hello(game, seat)), encode(table_update(game, seat))]
        game.subscribe(lambda news: self.said.append(encode(table_update(game, seat, news))), seat)

    def play(self, action: Action, draws: list[Draw]) -> None:
        """Play an action with the cards that come up, and tell of it in every way there is."""
        before, seating = self.game.view(self.seat), self.game.seating
        what = self.game.play(action, draws=draws)
        seen, now = what.seen_by(self.seat), self.game.view(self.seat)
        assert follow(before, seen) == now
        self.said += tell(seen, now, names=NAMES, reader=self.seat)
        self.said += [describe(event, now, language="fr", reader=self.seat) for event in seen]
        self.said.append(repr((what, flights(seen, before, seating, viewer=self.seat))))
        self.said.append(str(svg(now, highlights=Highlights.after(seen))) + text(now))
        self.said.append(position(now, language="de", names=NAMES, reader=self.seat))
        self.said += map(self.asked, QUESTIONS)
        if self.seat != self.game.active:  # whoever is not on turn is refused whatever they try
            self.said += [
                self.asked(Play(7, self.game.version, line))
                for line in ("take", "place m1@1", "end")
            ]

    def asked(self, request: ClientMessage) -> str:
        """The answer to a request."""
        answer = respond(self.game, self.seat, request)
        return "" if answer is None else encode(answer)

    def look_back(self) -> None:
        """Ask for all of it once more."""
        past = respond(self.game, self.seat, Ask(None, "replay"))
        assert isinstance(past, Replay)
        self.said.append(encode(past))
        self.said.append(repr(self.game.log(self.seat)))
        table = textbot.ChatTable(NAMES, seed=0)
        table.game = self.game
        self.said.append(table.pending(None))
        if self.seat is not None:
            for line in ("liste", "tisch", "warum deed:end_turn", "warum deed:take_cards"):
                self.said += table.say(NAMES[self.seat], line)


def twins(seat: Seat | None, rng: Random) -> tuple[Given, Given]:
    """Two games with other cards in all hands but one, and in the pile."""
    start = new_game(len(NAMES), rng)
    other = determinize(view(start, seat), rng)
    games = [Game.from_record(Record(state, names=NAMES)) for state in (start, other)]
    return Given(games[0], seat), Given(games[1], seat)


def play_on(one: Given, two: Given, rng: Random) -> int:
    """Play the same in both games, but for what is drawn in secret. Return how many other cards were drawn."""
    seat, states = one.seat, [one.game.state, two.game.state]
    common = [action for action in one.game.legal if action in two.game.legal.actions]
    takes = [action for action in common if isinstance(action, TakeCards)]
    action = rng.choice(takes if takes and rng.random() < 1 / 3 else common)
    states = [step(state, action).state for state in states]
    draws: list[tuple[Draw, Draw]] = []
    secret = 0
    while states[0].chance:
        piles = [state.pile for state in states]
        hidden = isinstance(states[0].phase, Drawing) and states[0].active != seat
        if hidden:
            drawn = Draw(rng.choice(piles[0])), Draw(rng.choice(piles[1]))
            secret += drawn[0] != drawn[1]
        else:
            card = rng.choice([card for card in piles[0] if card in piles[1]])
            drawn = Draw(card), Draw(card)
        draws.append(drawn)
        states = [step(state, draw).state for state, draw in zip(states, drawn, strict=True)]
    if states[0].over:  # hands are shown
        return secret
    for number, given in enumerate((one, two)):
        given.play(action, [pair[number] for pair in draws])
    return secret


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nothing_that_a_seat_is_given_depends_on_hidden_cards(seat: Seat | None) -> None:
    """Law 7, A-128 to A-131: views, logs, messages, words, pictures, and the answers of the examples."""
    rng = Random(f"twins {seat}")
    one, two = twins(seat, rng)
    secret = 0
    for _ in range(PLIES):
        secret += play_on(one, two, rng)
        assert one.said == two.said
        one.said.clear()
        two.said.clear()
    one.look_back()
    two.look_back()
    assert one.said == two.said
    assert secret > CARDS_OF_OTHERS
    other = 1 if seat == 0 else 0
    assert one.game.view(other) != two.game.view(other)  # the games do differ
    assert one.game.log(other) != two.game.log(other)
