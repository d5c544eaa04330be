"""Test vectors for clients in other languages: what the library sees, says, reads and plays.

`python -m tools.schema.vectors FOLDER` writes three files there in half a minute: ``vectors.json``, for clients that
are sent everything, ``rules.json``, for those that play by rules of their own, and ``table.json``, for those that also
draw and speak by themselves.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

from attrs import evolve

from tests.damage import mutate
from tests.describe.describe_cases import ABOUT_PLAYERS, CASES
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    Action,
    Card,
    Edition,
    Game,
    ReturnFigure,
    State,
    Stream,
    Transition,
    UseSpace,
    View,
    duel_odds,
    explain_all,
    format_position,
    legal_actions,
    new_game,
    outcome,
    parse_position,
    ranking,
    score,
    shipped_edition,
    transition,
    universe,
    view,
)
from toledo_rules._json import Json
from toledo_rules._multiset import multiset
from toledo_rules.choices import choices
from toledo_rules.codec import dump
from toledo_rules.describe import LANGUAGES, Message, message, render, told
from toledo_rules.edition import Seat
from toledo_rules.editions import SHIPPED_EDITIONS, edition_digest, other_readings, shipped_name
from toledo_rules.errors import NotationError
from toledo_rules.events import EVENT_TYPES, Event
from toledo_rules.notation import format_turn, parse_turn
from toledo_rules.protocol import Play, Refused, encode, respond, table_update
from toledo_rules.record import (
    Entry,
    Record,
    format_record,
    load_record,
    reach,
    read_record,
    replay,
)
from toledo_rules.render import Seating, flights, scene, seat_figures
from toledo_rules.state import MOVING, Arrived
from toledo_rules.testing import DECISIONS, HOARD, PROGRESS, Table, card, lay_out, play_through

TESTS = Path(__file__).parents[2] / "tests"
GAMES = 200
REFUSED = 8
"""Actions that are tried in each position."""
DAMAGED = 1_500
"""Damaged texts of each kind."""
_SEEDS = 12
"""Games among which transitions for the vectors are looked for."""

READ = shipped_edition(" ".join(("kosmos-2008", *other_readings())))

ODD_COLOURS = dict(
    zip(
        (*KOSMOS_2008.duel_colours, "neutral"),
        ("navy", "mauve-a", "2nd-d", "neutral"),
        strict=True,
    )
)
ODD = evolve(
    KOSMOS_2008,
    name="odd",
    title="An edition with numbers that no other has",
    most_players=6,
    colours=("red", "take", "1", "pile", "mauve-a", "white"),
    duel_colours=("navy", "mauve-a", "2nd-d"),
    cards=multiset(
        Card(card.value if card.value < 6 else 700, ODD_COLOURS[card.colour], card.stance)
        for card in KOSMOS_2008.cards * 2
    ),
    tiles=("2nd-d", "2nd-d", "mauve-a", "movement", "movement", "navy", "navy"),
    figures=7,
    hand=9,
    metal=600,
    gems=999,
    tile_limit=3,
    last_round_at=4,
    cards_taken=3,
    tavern_cards=5,
    movement_penalty=11,
    rounds_to_win=3,
    gems_per_point=5,
    sword_divisor=4,
    provenance=(),
)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.schema.vectors")
    parser.add_argument("folder", type=Path, help="the folder for the files")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, groups in (("vectors", vectors()), ("rules", rules()), ("table", table())):
        (folder / f"{name}.json").write_text(_lines(groups), encoding="utf-8")


def _lines(groups: Mapping[str, list[Json]]) -> str:
    """Return groups of vectors as JSON, a vector on each line."""
    texts = {
        name: ",\n".join(json.dumps(vector) for vector in group)  # damage can be any character
        for name, group in groups.items()
    }
    return "{" + ",\n".join(f'"{name}": [\n{text}\n]' for name, text in texts.items()) + "}\n"


# For clients that are sent everything


def vectors() -> dict[str, list[Json]]:
    """Return examples of everything that a server sends, and of what becomes of it."""
    found = list(_transitions())
    updates, refusals = _conversation()
    return {
        "following": [
            {
                "before": dump(view(before, seat)),
                "events": [*map(dump, what.seen_by(seat))],
                "after": dump(view(what.state, seat)),
            }
            for before, what in found
            for seat in (before.active, None)
        ],
        "choices": [
            {
                "position": format_position(state),
                "seat": state.active,
                "choices": dump(choices(view(state, state.active))),
            }
            for state in _decisions()
        ],
        "updates": updates,
        "refusals": refusals,
        "sentences": [
            {
                "message": dump(said),
                "reader": reader,
                "words": {
                    language: render(said, language, reader=reader) for language in LANGUAGES
                },
            }
            for said, reader in _messages(found)
        ],
    }


def _decisions() -> Iterator[State]:
    """Yield a position for each kind of decision, of a small edition."""
    small = shipped_edition("tiny-bank")
    for number, moment in enumerate(DECISIONS):
        yield lay_out(small, 2, Random(number), moment)


def _conversation() -> tuple[list[Json], list[Json]]:
    """Return what a table sends to a seat: updates with their moves, and the answers to requests in vain."""
    game = Game(["Ana", "Élodie"], seed=2008)
    updates: list[Json] = [json.loads(encode(table_update(game, 0)))]
    refusals: list[Json] = []
    for seat, line, version in ((0, "place m2@4", 0), (1, "take", 1)):
        game.play(line, seat=seat, expect=version)
    for seat, line, version in ((1, "take", 2), (0, "end", 2), (0, "take", 0)):
        answer = respond(game, seat, Play(1, version, line))
        assert isinstance(answer, Refused)
        refusals.append(json.loads(encode(answer)))
    updates.append(json.loads(encode(table_update(game, 0))))
    return updates, refusals


def _transitions() -> Iterator[tuple[State, Transition]]:
    """Yield a few transitions in which every kind of event happens."""
    missing: set[type[Event]] = set(EVENT_TYPES)
    for seed in range(_SEEDS):
        rng = Random(seed)
        policy = HOARD if seed % 4 == 3 else PROGRESS  # some that hoard cards, too
        for ply in play_through(new_game(2 + seed % 3, rng), policy, rng):
            kinds = {type(event) for event in ply.what.seen_by(None)}
            if kinds & missing:
                missing -= kinds
                yield ply.before, ply.what
    level = Table(2).alcazar(1, 3).hand(0, "1va 6bd").hand(1, "3nd 3td")
    level.trigger = 1
    last = level.moving("5va").lay(MOVING)
    yield last, transition(last, END_TURN, Random(0))  # hands are shown
    for edition in (KOSMOS_2008, READ):
        visit = (
            Table(2, edition=edition).shop(2, 1, "gem").figures(0, 2).hand(0, "6bd").moving("2va")
        )
        due, fee = visit.lay(Arrived(2)), UseSpace(pay=card("6bd"))
        yield due, transition(due, fee, Random(0))


def _messages(found: list[tuple[State, Transition]]) -> Iterator[tuple[Message, Seat | None]]:
    """Yield every sentence of the sample, and those of some moves, with their readers."""
    for case in CASES:
        said = case.message()
        yield said, None
        if said.key.startswith(ABOUT_PLAYERS):
            yield said, 0
    for before, what in found:
        for said in told(what.with_secrets(), what.state, names=("Ana", "Élodie", "Inés", "Yves")):
            yield said, 1
        yield message(before, names=("8", "anna")), 0


# For those that play by rules of their own


def rules() -> dict[str, list[Json]]:
    """Return games by seed, positions with everything that is asked of them, and texts, some of them damaged."""
    positions: list[State] = []
    games = [_game(seed, positions) for seed in range(GAMES)]
    rng = Random(1519)
    return {
        "editions": [dump(ODD)],
        "digests": [
            {"name": _named(edition), "digest": edition_digest(edition)} for edition in _editions()
        ],
        "games": games,
        "positions": [_position(state, rng) for state in positions],
        "perft": [*_perft()],
        "turns": [*_damaged_turns(positions, rng)],
        "damaged": [*_damaged_positions(positions, rng)],
        "records": [*_records(rng)],
    }


# For those that also draw and speak by themselves

_NAMES = ("Ana", "Élodie", "", "Yves")
_MOMENTS = 150
"""Decisions of each game."""
_REASONS = 10
"""Every tenth of them is asked for reasons, which take longest."""


def table() -> dict[str, list[Json]]:
    """Return what lies where, what flies and what is told in games, and why parts cannot be used."""
    return {"moments": [moment for seed in range(3) for moment in _moments(seed)]}


def _moments(seed: int) -> Iterator[Json]:
    """Yield what the player on turn sees and is told at each decision of a game."""
    rng = Random(seed)
    seating: Seating | None = None
    game = play_through(new_game(2 + seed, rng), PROGRESS, rng)
    for number, ply in enumerate(islice(game, _MOMENTS)):
        seat, seen = ply.before.active, view(ply.before, ply.before.active)
        seating, happened = seat_figures(seen, seating), ply.what.seen_by(seat)
        chosen = choices(seen, names=_NAMES)
        yield {
            "view": dump(seen),
            "seating": {
                "circles": [[*owners] for owners in seating.circles],
                "niches": [
                    [None if sword is None else dump(sword) for sword in swords]
                    for swords in seating.niches
                ],
            },
            "scene": [
                [item.id, item.symbol, item.place, item.text, item.gone]
                for item in scene(seen, seating)
            ],
            "prompt": dump(chosen.prompt),
            "offers": [[dump(offer.action), dump(offer.message)] for offer in chosen.moves],
            "reasons": {
                part: [reason.rule, dump(reason.message)]
                for part, reason in chosen.reasons.items()
                if number % _REASONS == 0
            },
            "events": [*map(dump, happened)],
            "flights": [
                [[flight.thing, flight.origin, flight.target] for flight in flown]
                for flown in flights(happened, seen, seating, viewer=seat)
            ],
            "story": [*map(dump, told(happened, view(ply.what.state, seat), names=_NAMES))],
            "after": dump(view(ply.what.state, seat)),
        }


def _editions() -> list[Edition]:
    return [*map(shipped_edition, SHIPPED_EDITIONS), READ, ODD]


def _named(edition: Edition) -> str:
    return shipped_name(edition) or edition.name


def hashed(value: object) -> str:
    """Return a short hash of a value: of its JSON with sorted keys and without blanks."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()[:8]


def _game(seed: int, positions: list[State]) -> Json:
    """Return a game that follows from a seed, with a hash of each position, and keep some of its positions.

    Chance is stream 0 of the seed. Stream 1 chooses among the legal actions, but returns no figure if there is anything
    else to do, so that games end.
    """
    edition = _editions()[seed % 16 // 2] if seed % 2 else KOSMOS_2008
    seats = edition.most_players - edition.least_players + 1
    players = edition.least_players + seed // 3 % seats
    cards, choice = Stream(seed), Stream(seed, game=1)
    start = state = new_game(players, cards, edition=edition, first=seed % players)
    hashes, entries, told_all = [hashed(_table(state))], list[Entry](), list[Json]()
    while not state.over:
        legal = legal_actions(state)
        some = [one for one in legal if not isinstance(one, ReturnFigure)] or legal
        action: Action = some[choice.randrange(len(some))]
        what = transition(state, action, cards)
        entries.append(Entry(action, what.draws))
        told_all.append([[*map(dump, what.seen_by(seat))] for seat in (None, *range(players))])
        if len(entries) % 67 == seed % 67 or what.state.over:
            positions.append(what.state)
        state = what.state
        hashes.append(hashed(_table(state)))
    result = outcome(state)
    assert result is not None
    scores = tuple(sheet.total for sheet in result.sheets)
    record = Record(start, entries=tuple(entries), scores=scores, tags=(("seed", str(seed)),))
    return {
        "seed": seed,
        "edition": _named(edition),
        "players": players,
        "first": start.active,
        "positions": " ".join(hashes),
        "told": hashed(told_all),
        "record": None if edition is ODD else hashed(format_record(record)),
        "outcome": dump(result),
    }


def _table(seen: State | View) -> Json:
    """Return a position without its edition, which may be large."""
    whole = dump(seen)
    assert isinstance(whole, dict)
    return {key: part for key, part in whole.items() if key != "edition"}


def _position(state: State, rng: Random) -> Json:
    seats = range(len(state.players))
    mine = view(state, state.active)
    rivals = [seat for seat in seats if seat != state.active]
    can_fight = mine.pile or mine.discards
    return {
        "position": format_position(state),
        "legal": [*map(dump, legal_actions(state))],
        "parts": hashed([move.parts for move in choices(mine).moves]),
        "refused": [
            {"move": dump(move), "seat": seat, "reasons": [*map(dump, reasons)]}
            for move in rng.sample(universe(state.edition).actions, REFUSED)
            for seat in (state.active, rng.choice(seats))
            if (reasons := explain_all(state, move, seat=seat))
        ],
        "views": [hashed(_table(view(state, seat))) for seat in (None, *seats)],
        "scores": [dump(score(state, seat)) for seat in seats],
        "ranking": [
            {
                "place": one.place,
                "seat": one.seat,
                "points": one.points,
                "cards": one.cards,
                "card_sum": one.card_sum,
            }
            for one in ranking(state)
        ],
        "odds": [
            {
                "rival": rival,
                "wins": str(duel_odds(mine, rival).attacker_wins),
                "scores": [
                    [*rounds, str(chance)] for rounds, chance in duel_odds(mine, rival).scores
                ],
            }
            for rival in rivals
            if can_fight
        ],
    }


def _perft() -> Iterator[Json]:
    """Yield the counts that the specification confirms."""
    entries = tomllib.loads((TESTS / "spec" / "perft.toml").read_text("utf-8"))
    for entry in entries.values():
        if "record" in entry:
            record = load_record(TESTS / "record" / "corpus" / entry["record"]).complete()
            before = next(islice(replay(record), entry["entries"], None)).before
            yield {
                "position": format_position(before),
                "lines": entry["lines"],
                "decisions": entry["decisions"],
            }


def _verdict(read: Callable[[], Json]) -> Json:
    """Return what a text says, or where it is wrong and what could stand there."""
    try:
        return {"says": read()}
    except NotationError as error:
        broken = bool(error.problems)
        return {"column": error.column, "expected": error.expected, "broken": broken}


def _damaged_turns(positions: list[State], rng: Random) -> Iterator[Json]:
    """Yield lines of actions, most of them damaged."""
    deciding = [state for state in positions if legal_actions(state)]
    for number in range(DAMAGED):
        state = rng.choice(deciding)
        lines = [(rng.choice(legal_actions(state)), ()) for _ in range(rng.choice((1, 1, 2)))]
        text = format_turn(lines, state.edition)
        text = mutate(text, rng) if number % 5 else text

        def read(text: str = text, edition: Edition = state.edition) -> Json:
            return [
                {"action": dump(action), "draws": [*map(dump, draws)]}
                for action, draws in parse_turn(text, edition)
            ]

        yield {"text": text, "edition": _named(state.edition), "verdict": _verdict(read)}


def _damaged_positions(positions: list[State], rng: Random) -> Iterator[Json]:
    for _ in range(DAMAGED):
        state = rng.choice(positions)
        text = mutate(format_position(state), rng)
        edition = ODD if state.edition is ODD else None

        def read(text: str = text, edition: Edition | None = edition) -> Json:
            return hashed(_table(parse_position(text, edition)))

        yield {"text": text, "edition": edition and edition.name, "verdict": _verdict(read)}


def _records(rng: Random) -> Iterator[Json]:
    """Yield the records of the corpus, as they are and damaged."""
    corpus = sorted((TESTS / "record" / "corpus").glob("*.toledo"))
    read_otherwise = format_record(Game(2, seed=1, edition=READ).record())
    for whole in (*(file.read_text("utf-8") for file in corpus), read_otherwise):
        for text in (whole, *(mutate(whole, rng) for _ in range(40))):
            reading = read_record(text)
            record = reading.record
            if "\n|" in text:  # only the library reads editions in records
                continue
            yield {
                "text": text,
                "record": None if record is None else _kept(record),
                "fits": None if record is None else reach(record).number,
                "problems": [
                    {"where": one.where, "expected": one.expected, "column": one.column}
                    for one in reading.problems
                ],
            }


def _kept(record: Record) -> Json:
    return {
        "start": hashed(_table(record.start)),
        "entries": hashed(
            [{"action": dump(e.action), "draws": [*map(dump, e.draws)]} for e in record.entries]
        ),
        "names": [*record.names],
        "tags": dict(record.tags),
        "scores": None if record.scores is None else [*record.scores],
        "rules": record.rules,
    }


if __name__ == "__main__":
    main()
