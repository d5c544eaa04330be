"""Secrets are safe by type: what happened is told to nobody, and what somebody is told depends on no hidden card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, TypeAlias

import pytest
from cattrs import Converter

from toledo_rules import (
    TAKE_CARDS,
    Game,
    LogEntry,
    PlaceShop,
    ShopTile,
    State,
    determinize,
    duel_odds,
    follow,
    unseen_cards,
    view,
)
from toledo_rules.choices import choices, why_not
from toledo_rules.codec import digest, dump, dumps, register_hooks
from toledo_rules.describe import describe, message, position, tell
from toledo_rules.describe import told as told_messages
from toledo_rules.events import HIDDEN, CardDrawn, SecretCardDrawn, in_secret
from toledo_rules.protocol import (
    Ask,
    ClientMessage,
    Play,
    RedoRequest,
    UndoRequest,
    WhyRequest,
    hello,
    respond,
)
from toledo_rules.render import Highlights, flights, scene, svg, text
from toledo_rules.testing import BLUE, RED, Table, card, story

# What happened is refused


CONVERTER = Converter()
register_hooks(CONVERTER)

Taking: TypeAlias = Callable[[Any, Any], object]

TAKING_EVENTS: dict[str, Taking] = {
    "follow": lambda told, state: follow(view(state, BLUE), told),
    "tell": tell,
    "messages": told_messages,
    "flights": flights,
    "marks": lambda told, _: Highlights.after(told),
    "log": lambda told, _: LogEntry(1, RED, TAKE_CARDS, told),
}
TAKING_ONE: dict[str, Taking] = {
    "describe": describe,
    "message": message,
    "dump": lambda told, _: dump(told),
    "dumps": lambda told, _: dumps(told),
    "digest": lambda told, _: digest(told),
    "unstructure": lambda told, _: CONVERTER.unstructure(told),
}


@pytest.mark.parametrize("taking", TAKING_EVENTS.values(), ids=TAKING_EVENTS)
def test_what_happened_is_refused(taking: Taking) -> None:
    """A-131: whatever shows, tells or sends takes what a seat is told, and never what happened."""
    table = Table(3).pile("1va 2bd 6nd").lay()
    drawn = story(table, TAKE_CARDS, "1va 6nd")
    placed = story(table, PlaceShop(ShopTile("metal", 2), 4))
    for secret in (drawn.events, [*drawn.events], placed.events):  # also where nothing was secret
        with pytest.raises(TypeError, match=r"what Transition.seen_by\(seat\) gives") as caught:
            taking(secret, table)
        assert "violet" not in str(caught.value)
    with pytest.raises(TypeError, match="not as this Transition"):
        taking(drawn, table)
    with pytest.raises(TypeError, match="not 'card_drawn'"):
        taking(["card_drawn"], table)


@pytest.mark.parametrize("taking", TAKING_ONE.values(), ids=TAKING_ONE)
def test_nothing_that_happened_is_told_by_itself(taking: Taking) -> None:
    """A-131: nor a drawn card, nor all of a transition."""
    table = Table(3).pile("1va 2bd 6nd").lay()
    drawn = story(table, TAKE_CARDS, "1va 6nd")
    for secret in (drawn, drawn.events, drawn.events[1]):
        with pytest.raises(TypeError, match=r"what Transition.seen_by\(seat\) gives") as caught:
            taking(secret, table)
        assert "violet" not in str(caught.value)


def test_nobody_is_told_the_cards_of_somebody_else() -> None:
    """A-131: what one seat is told is refused for another reader, and for another's view."""
    drawn = story(Table(3).pile("1va 2bd 6nd").lay(), TAKE_CARDS, "1va 6nd")
    mine = drawn.seen_by(RED)
    sentence = "You draw the violet 1 (attacker) and the neutral 6 (defender)."
    assert [line.replace("\xa0", " ") for line in tell(mine, drawn.state, reader=RED)] == [sentence]
    for seat, whom in ((BLUE, "seat 1"), (None, "a spectator")):
        seen = view(drawn.state, seat)
        refused: list[Callable[[], object]] = [
            partial(tell, mine, seen),
            partial(describe, mine[1], seen),
        ]
        if seat is not None:
            refused.append(partial(tell, mine, drawn.state, reader=seat))
            refused.append(partial(describe, mine[1], drawn.state, reader=seat))
        for telling in refused:
            with pytest.raises(ValueError, match=f"{whom} is not told which card seat 0 drew"):
                telling()
        assert tell(drawn.seen_by(seat), seen, reader=seat) == ("Red draws 2 cards.",)


def test_a_seat_that_is_not_there_is_told_nothing() -> None:
    drawn = story(Table(3).lay(), TAKE_CARDS, "1va 6nd")
    with pytest.raises(TypeError, match="a seat must be a whole number, not '0'"):
        drawn.seen_by("0")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the seats are 0 to 2, not 3"):
        drawn.seen_by(3)


def test_a_hidden_card_cannot_become_what_happened() -> None:
    assert in_secret(CardDrawn(RED, card("1va"))) == SecretCardDrawn(RED, card("1va"))
    with pytest.raises(ValueError, match="the card that was drawn is hidden"):
        in_secret(CardDrawn(RED, HIDDEN))


# Nothing that a seat gets depends on what it may not see


def asked(state: State, viewer: int | None, parts: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Everything that a viewer can be given of a position, refusals and errors included, each with what was asked."""

    def begun() -> Game:
        return Game(position=state, seed=3)

    calls: dict[str, Callable[[], object]] = {
        "view": lambda: view(state, viewer),
        "choices": lambda: choices(state, seat=viewer),
        "message": lambda: message(state, seat=viewer),
        "sentence": lambda: describe(state, seat=viewer, reader=viewer),
        "prose": lambda: position(state, seat=viewer, reader=viewer),
        "text": lambda: text(state, seat=viewer, reader=viewer),
        "picture": lambda: svg(state, seat=viewer),
        "picture of a game": lambda: svg(begun(), seat=viewer),
        "scene": lambda: scene(view(state, viewer)),
        "unseen": lambda: unseen_cards(state, seat=viewer),
        "determinized": lambda: determinize(state, Random(5), seat=viewer),
        "greeting": lambda: hello(begun(), viewer),
    }
    for rival in range(len(state.players)):
        calls[f"odds {rival}"] = partial(duel_odds, state, rival, seat=viewer)
    for part in parts:
        calls[f"why {part}"] = partial(why_not, state, part, seat=viewer)
    for number, request in enumerate(requests(parts)):
        calls[f"request {number}"] = partial(respond, begun(), viewer, request)
    for name, call in calls.items():
        try:
            yield name, call()
        except (TypeError, ValueError) as error:
            yield name, (type(error), str(error))


def requests(parts: Sequence[str]) -> list[ClientMessage]:
    """Requests of all kinds, most of them mistaken; those that are done are answered in the same words."""
    lines = ("take", "end", "pass", "4va@0", "+2bd@5", "use 3va", "vs red", "vs blue", "deliver 12")
    return [
        *(Play(1, 0, line) for line in lines),
        *(WhyRequest(1, (part, "pile")) for part in parts),
        *(Ask(1, what) for what in ("update", "replay", "hint", "ping")),
        UndoRequest(1, 0, turn=True),
        RedoRequest(1, 0),
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_nothing_that_a_seat_is_given_depends_on_what_it_may_not_see(players: int) -> None:
    """A-131: all other hands and the pile are exchanged, and every answer stays the same, letter by letter."""
    rng, game, asks = Random(players), Game(players, seed=players), set[str]()
    while not game.over and len(game.history) < 90:
        game.play(rng.choice(game.legal[-4:] if len(game.history) % 3 else game.legal))
        if len(game.history) % 20 and not game.over:
            continue
        for viewer in (*range(players), None):
            state = game.state
            other = determinize(view(state, viewer), Random(len(game.history)))
            parts = [part.id for part in choices(view(state, viewer)).parts][::7]
            parts += ["hand:0:4va", "hand:1:4va"]
            for ours, theirs in zip(
                asked(state, viewer, parts), asked(other, viewer, parts), strict=True
            ):
                assert ours == theirs
                asks.add(ours[0])
    assert len(asks) > 40
