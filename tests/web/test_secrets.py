"""A seat is sent nothing that it may not know: games that differ in hidden cards only look the same, byte by byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve

from examples.web.feed import Feed, Moment
from examples.web.sight import Sight, letter
from examples.web.table import Table
from tests.house import House, News, played, serving
from toledo_rules import Card, Draw, Seat
from toledo_rules.game import Game
from toledo_rules.multiset import added, minus, removed
from toledo_rules.record import Entry, Record, deal_hands, reach

VIEWER = 0


def twin(record: Record, viewer: Seat | None, rng: Random) -> Record:
    """A game in which everything that the viewer sees is the same, but others hold other cards."""
    changed = record
    for seat in range(record.players):
        for card in secret_cards(changed, seat) if seat != viewer else ():
            pile = [other for other in reach(changed).state.pile if other != card]
            other = rng.choice(pile)
            for candidate in exchanged(changed, seat, card, other):
                if reach(candidate).misfit is None:
                    changed = candidate
                    break
    return changed


def secret_cards(record: Record, seat: Seat) -> tuple[Card, ...]:
    """The cards of a player at the end that nobody else knows."""
    player = reach(record).state.players[seat]
    return minus(player.hand, player.known)


def exchanged(record: Record, seat: Seat, card: Card, other: Card) -> Iterator[Record]:
    """The record with another card dealt to a seat, or drawn by it, in place of one that it never used."""
    if card in record.hands[seat]:
        hand = added(removed(record.hands[seat], card), other)
        hands = (*record.hands[:seat], hand, *record.hands[seat + 1 :])
        yield evolve(record, start=deal_hands(record.edition, hands, record.start.active))
    drawer = [seat_of for _, seat_of, entries in record.turns() for _ in entries]
    for place, entry in enumerate(record.entries):
        if drawer[place] == seat and not is_duel(entry) and Draw(card) in entry.draws:
            draws = list(entry.draws)
            draws[draws.index(Draw(card))] = Draw(other)
            entries = list(record.entries)
            entries[place] = evolve(entry, draws=tuple(draws))
            yield evolve(record, entries=tuple(entries))


def is_duel(entry: Entry) -> bool:
    return type(entry.action).__name__ == "Challenge"


def sent(game: Game, seat: Seat | None) -> str:
    told = letter(Sight.of(game, seat), (), language="en", layout="wide")
    return json.dumps([told, Feed("en").letter(Moment.of(game, seat, 1))])


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
@pytest.mark.parametrize("viewer", [VIEWER, None])
def test_hidden_cards_change_nothing_in_what_a_seat_is_sent(
    players: int, seed: int, viewer: Seat | None
) -> None:
    """A-128, A-131."""
    record = played(30 * players, players, seed=seed).record()
    other = twin(record, viewer, Random(seed))
    assert reach(other).state != reach(record).state
    for number in (0, 7 * players, 15 * players, 30 * players):
        one = Game.from_record(record.until(number))
        two = Game.from_record(other.until(number))
        assert sent(one, viewer) == sent(two, viewer)
    assert any(sent(one, seat) != sent(two, seat) for seat in range(players) if seat != viewer)


def perform(table: Table, entry: Entry) -> None:
    """Something happens at a table, with the cards that are to come up."""
    with table.changed:
        table.game.play(entry.action, draws=entry.draws)
        table.version += 1
        table.changed.notify_all()


def all_that_comes(house: House, token: str, news: News, version: int) -> bytes:
    """Everything that a seat gets to see from now on, whatever it tries."""
    got = []
    while True:
        got.append(news.raw())
        if json.loads(got[-1].removeprefix(b"data: "))["version"] == version:
            break
    if version % 8 != 1:
        return b"".join(got)
    path = f"/api/seats/{token}"
    got.append(house.get(f"{path}/record").body)
    tries: tuple[object, ...] = (
        {"version": version, "action": {"type": "pass"}},
        {"version": version - 1, "action": {"type": "end_turn"}},
        {"version": version, "action": {"type": "draw"}},
        {"version": version},
        [],
    )
    got += [house.post(f"{path}/play", body).body for body in tries]
    got.append(house.post(f"{path}/undo", {"version": version - 1}).body)
    got.append(house.post(f"{path}/redo", {"version": version}).body)
    return b"".join(got)


def test_over_the_wire_every_byte_is_the_same() -> None:
    """The same actions at two tables. Whoever listens all the time gets the same, event by event."""
    record = played(40, 3, seed=4).record()
    other = twin(record, VIEWER, Random(4))
    assert other.hands != record.hands
    heard: dict[str, list[bytes]] = {"viewer": [], "other": []}
    with serving() as house:
        for version in (record, other):
            table = Table(Game.from_record(version.until(0)), {})
            tokens = house.put_up(table)
            got, others = [], []
            with house.listening(tokens[VIEWER]) as news, house.listening(tokens[1]) as more:
                got.append(all_that_comes(house, tokens[VIEWER], news, 1))
                others.append(more.raw())
                for number, entry in enumerate(version.entries, start=2):
                    perform(table, entry)
                    got.append(all_that_comes(house, tokens[VIEWER], news, number))
            heard["viewer"].append(b"".join(got))
            heard["other"].append(b"".join(others))
    assert heard["viewer"][0] == heard["viewer"][1]
    assert heard["other"][0] != heard["other"][1]  # for those who hold them, the cards are others
