"""What the digests are made of: the same texts in every process and with every version of Python."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TypeAlias

# All names of the library that the net needs stand here, so that one that moves is one edit.
from tests.golden.fingerprint import choose, play, runs
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Edition,
    Game,
    Refusal,
    Seat,
    State,
    explain,
    legal_actions,
    new_game,
    outcome,
    score,
    shipped_edition,
    transition,
    universe,
    view,
)
from toledo_rules._game import Subscriber
from toledo_rules.choices import choices
from toledo_rules.codec import digest, dump, dumps
from toledo_rules.describe import (
    LANGUAGES,
    describe,
    language_tables,
    message,
    position,
    render,
    told,
)
from toledo_rules.editions import SHIPPED_EDITIONS, edition_to_toml
from toledo_rules.errors import CodecError
from toledo_rules.events import HandShown, Passed
from toledo_rules.notation import format_action, format_position, parse_action, parse_position
from toledo_rules.protocol import (
    Ask,
    ClientMessage,
    FailureCode,
    People,
    Play,
    RedoRequest,
    UndoRequest,
    WhyRequest,
    decode_request,
    encode,
    failure,
    hello,
    question,
    respond,
    table_update,
)
from toledo_rules.record import Ply, format_record, read_record
from toledo_rules.render import PageLayout, board, places, scene, score_table, svg, text

ROOT = Path(__file__).parents[2]
COMMITTED = Path(__file__).with_name("digests.txt")
NAMES = ("Ana", "Ben", "Carla", "Dora")
SCHEMAS = (
    "src/toledo_rules/data/toledo.schema.json",
    "src/toledo_rules/data/toledo.asyncapi.json",
    "clients/typescript/src/toledo.ts",
)
LAYOUTS: tuple[PageLayout, ...] = ("wide", "tablet", "phone")
VALUES = 2_000
"""Values whose JSON is taken, at least."""

Line: TypeAlias = tuple[str, str]
"""The kind of a text, and the text."""


# Games


def games() -> list[list[Ply]]:
    """Games of all editions with all numbers of players; only the large ones do not come to their end."""
    found = []
    for name in SHIPPED_EDITIONS:
        edition = shipped_edition(name)
        for players in range(edition.least_players, edition.most_players + 1):
            rng = Random(f"{name} {players}")
            state = new_game(players, rng, edition=edition)
            plies: list[Ply] = []
            for _ in range(400 if edition is KOSMOS_2008 else 60):
                if state.over:
                    break
                action = choose(state, legal_actions(state), True, rng)
                plies.append(Ply(state, action, transition(state, action, rng)))
                state = plies[-1].after
            found.append(plies)
    return found


def some(plies: Sequence[Ply], number: int) -> Sequence[Ply]:
    """About as many of the plies as wanted, from the whole game."""
    return plies[:: max(1, len(plies) // number)]


def refusals(state: State, distance: int) -> Iterator[Refusal]:
    """The reasons against actions of the whole universe at this distance."""
    for action in universe(state.edition).actions[::distance]:
        if why := explain(state, action):
            yield why


def table() -> Game:
    """A game with names and a history, in which something was undone."""
    game = Game(NAMES[:3], seed=2008)
    rng = Random("table")
    for _ in range(60):
        game.play(choose(game.state, game.legal.actions, True, rng))
    while not game.can_undo():
        game.play(choose(game.state, game.legal.actions, True, rng))
    game.undo()
    return game


# Texts


def in_json(played: Sequence[Sequence[Ply]]) -> Iterator[Line]:
    """JSON of values of all kinds."""
    for plies in played:
        for ply in plies[::2]:
            yield "action", _flat(dump(ply.action))
            for event, hidden in zip(
                ply.transition.with_secrets(), ply.transition.seen_by(None), strict=True
            ):
                yield f"event {_kind(dump(event))}", _flat(dump(event))
                yield "event seen", _flat(dump(hidden))
        for ply in some(plies, 30):
            yield f"state {_size(ply.before.edition)}", dumps(ply.before)
            yield "draw", _flat([dump(draw) for draw in ply.transition.draws])
            yield from (("illegality", _flat(dump(why))) for why in refusals(ply.before, 17))
        for ply in some(plies, 4):
            for seat in (None, *range(len(ply.before.players))):
                seen = view(ply.before, seat)
                yield f"view {'spectator' if seat is None else 'seat'}", dumps(seen)
                yield "choices", dumps(choices(seen, names=NAMES))
            yield "message", _flat(dump(message(ply.action, ply.before, names=NAMES)))
        end = plies[-1].after
        yield "score", _flat([dump(score(end, seat)) for seat in range(len(end.players))])
        if result := outcome(end):
            yield "outcome", dumps(result)
    for event in (Passed(1), HandShown(0, KOSMOS_2008.cards[:3])):
        yield f"event {_kind(dump(event))}", _flat(dump(event))
    for name in SHIPPED_EDITIONS:
        yield f"edition {_size(shipped_edition(name))}", dumps(shipped_edition(name))


def in_notation(played: Sequence[Sequence[Ply]]) -> Iterator[Line]:
    """Actions, positions, records and edition files as texts."""
    for name in SHIPPED_EDITIONS:
        edition = shipped_edition(name)
        yield "edition file", edition_to_toml(edition)
        yield "edition digest", digest(edition)
        for action in universe(edition).actions:
            written = format_action(action, edition)
            assert parse_action(written, edition) == action
            yield f"actions {_size(edition)}", written
    for plies in played:
        for ply in some(plies, 20):
            written = format_position(ply.before)
            assert parse_position(written) == ply.before
            yield "positions", written
            yield "repr", repr(ply.before)
            yield "repr", repr(ply.transition)
            yield "repr", repr(view(ply.before, None))
    for seed in range(3):
        game = Game(NAMES[: seed + 2], seed=seed)
        rng = Random(seed)
        while not game.over and len(game.history) < 300:
            game.play(choose(game.state, game.legal.actions, True, rng))
        written = format_record(game.record())
        assert read_record(written).complete() == game.record()
        yield "records", written
        yield "records in JSON", dumps(game.record())


def messages() -> Iterator[Line]:
    """What a server and its clients say to each other."""
    game = table()
    for seat in (None, 0, 1, 2):
        yield "hello", encode(hello(game, seat, program="net"))
        yield "table_update", encode(table_update(game, seat))
        yield "replay", _answer(game, seat, Ask(3, "replay"))
    yield "question", encode(question(game, 5))
    heard: list[str] = []
    for seat in (None, 0, 1, 2):
        game.subscribe(_listener(game, seat, heard), seat)
    game.redo()
    game.undo()
    rng = Random("messages")
    refused = [
        action for action in universe(KOSMOS_2008).actions[::97] if explain(game.state, action)
    ]
    for action in (*refused, "tkae", "place m2@", "4va@0 +"):
        yield "answer", _answer(game, game.active, Play(7, game.version, action))
    yield "answer", _answer(game, 1 - game.active, Play(7, game.version, TAKE_CARDS))
    yield "answer", _answer(game, game.active, Play(7, game.version + 1, TAKE_CARDS))
    for seat in (None, game.active, 1 - game.active):
        for parts in (("deed:end_turn",), ("space:5",), ("player:0:shop:m1", "space:5")):
            yield "answer", _answer(game, seat, WhyRequest(7, parts))
    while not game.over:
        game.play(choose(game.state, game.legal.actions, True, rng))
    yield from (("table_update news", said) for said in heard)
    wrong: list[Exception] = [OSError("full"), ValueError("why")]
    for request in ("{}", "[", '{"type":"play","id":1,"expect":"0","action":{"type":"take"}}'):
        try:
            decode_request(request)
        except CodecError as error:
            wrong.append(error)
    for one in wrong:
        yield "answer", encode(failure(one, id=7))
    yield from (("failure", encode(failure(code, id=None))) for code in FailureCode)
    for action in (TAKE_CARDS, END_TURN, *universe(KOSMOS_2008).actions[::211]):
        yield "request", encode(Play(1, 2, action))
    whole = UndoRequest(1, 2, turn=True)
    for asked in (
        UndoRequest(1, 2),
        whole,
        RedoRequest(None, 3),
        Ask(4, "hint"),
        WhyRequest(5, ("pile",)),
    ):
        yield "request", encode(asked)
    yield "people", encode(People(("here", "bot"), ("", "greedy"), 3, "/seat/x"))


def _answer(game: Game, seat: Seat | None, request: ClientMessage) -> str:
    answer = respond(game, seat, request)
    assert answer is not None
    return encode(answer)


def _listener(game: Game, seat: Seat | None, heard: list[str]) -> Subscriber:
    return lambda news: heard.append(encode(table_update(game, seat, news)))


def pictures(played: Sequence[Sequence[Ply]]) -> Iterator[Line]:
    """Pictures in SVG and as text, and what they are put together from."""
    for layout in LAYOUTS:
        yield f"board {layout}", str(board(KOSMOS_2008, layout))
        yield "places", json.dumps(places(KOSMOS_2008, layout))
    for number, plies in enumerate(played):
        ply = plies[len(plies) // 2]
        layout = LAYOUTS[number % 3]
        language = LANGUAGES[number % 6]
        seen = view(ply.before, 0)
        yield f"svg {layout}", str(svg(seen, layout=layout, language=language, names=NAMES))
        yield "text", text(ply.before, language=language, names=NAMES, colour=True)
        yield "score table", score_table(ply.before, language=language)
        yield "scene", repr([(item.id, item.symbol, item.place) for item in scene(seen)])


def sentences(played: Sequence[Sequence[Ply]]) -> Iterator[Line]:
    """Sentences of every language."""
    for language in LANGUAGES:
        yield f"{language} catalogue", json.dumps(language_tables(language), sort_keys=True)
        for plies in played:
            names = NAMES if len(plies) % 2 else ()
            for ply in some(plies, 12):
                happened = ply.transition.with_secrets()
                said = [
                    describe(event, ply.after, language=language, names=names) for event in happened
                ]
                yield f"{language} things", "\n".join(said)
                yield f"{language} things", describe(ply.action, ply.before, language=language)
                yield f"{language} things", describe(ply.before, language=language, reader=0)
                yield (
                    f"{language} stories",
                    "\n".join(
                        render(said, language, reader=1)
                        for said in told(happened, ply.after, names=names)
                    ),
                )
                for why in refusals(ply.before, 301):
                    yield f"{language} refusals", describe(why, ply.before, language=language)
            ply = plies[len(plies) // 2]
            seen = view(ply.before, 0)
            yield f"{language} prose", position(seen, language=language, names=names)
            offered = choices(seen, names=names)
            menu = [render(entry.message, language, reader=0) for entry in offered.menu]
            reasons = [render(why.message, language) for why in offered.reasons.values()]
            yield f"{language} choices", "\n".join((*menu, *reasons))


def fingerprints() -> Iterator[Line]:
    """Everything that the engine says in fixed games."""
    for run in runs(scale=1):
        yield _size(run.edition), json.dumps(play(run))


def _size(edition: Edition) -> str:
    return "full" if edition is KOSMOS_2008 else "tiny"


def _flat(content: object) -> str:
    return json.dumps(content, separators=(",", ":"))


def _kind(content: object) -> str:
    assert isinstance(content, dict)
    return str(content["type"])


# Digests


def lines() -> list[str]:
    """All lines: a kind, the number of texts, and the digest of these in their order."""
    played = games()
    found = _digests("json", in_json(played))
    values = sum(int(line.split()[-2]) for line in found)
    assert values >= VALUES, values
    schemas = ((Path(name).name, (ROOT / name).read_text("utf-8")) for name in SCHEMAS)
    found += _digests("schema", schemas)
    found += _digests("notation", in_notation(played))
    found += _digests("protocol", messages())
    found += _digests("picture", pictures(played))
    found += _digests("sentence", sentences(played))
    found += _digests("play", fingerprints())
    return found


def _digests(kind: str, texts: Iterable[Line]) -> list[str]:
    by_kind: dict[str, list[str]] = {}
    for name, said in texts:
        by_kind.setdefault(name.replace(" ", "-"), []).append(said)
    return [
        f"{kind}/{name} {len(said)} {sha256(chr(0).join(said).encode()).hexdigest()[:24]}"
        for name, said in sorted(by_kind.items())
    ]


def committed() -> tuple[list[str], list[str]]:
    """The comment at the top of the file, and the lines."""
    text_of_file = COMMITTED.read_text(encoding="utf-8").splitlines()
    return [one for one in text_of_file if one.startswith("#")], [
        one for one in text_of_file if not one.startswith("#")
    ]
