"""Every public function that reads what comes from outside, with its limit and the errors that it may raise.

`tests/test_limits.py` finds the public functions that take a text, a file or just anything, and expects each of them
here or in `NOT_READERS`. So a new reader has to say its limit before it can land.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
from attrs import frozen

import toledo_rules
from tests.test_structure import PUBLIC
from toledo_lab import _limits as _lab_limits
from toledo_lab.simulate import (
    MetricError,
    Plan,
    ResultsError,
    make_metric,
    merge_results,
    read_results,
    read_settings,
    salvage_results,
    settings_path,
    simulate,
    stream_results,
)
from toledo_rules import (
    KOSMOS_2008,
    EditionError,
    Game,
    IllegalActionError,
    LegalActions,
    Move,
    Stream,
    _limits,
    load_edition,
    new_game,
    parse_edition,
    parse_position,
    shipped_edition,
    view,
)
from toledo_rules import edition as bounds
from toledo_rules._cli import main
from toledo_rules.bots import make_bot
from toledo_rules.codec import dumps, load, loads, parse_json
from toledo_rules.editions import edition_to_toml
from toledo_rules.errors import BotError, CodecError, NotationError, StorageError
from toledo_rules.notation import (
    format_position,
    parse_action,
    parse_card,
    parse_cards,
    parse_line,
    parse_move,
    parse_seat,
    parse_shop,
    parse_sword,
    parse_tile,
    parse_turn,
)
from toledo_rules.protocol import LONGEST_REQUEST, decode_answer, decode_request, encode, hello
from toledo_rules.record import Record, format_record, load_record, read_record
from toledo_rules.storage import SavedFile

_FOLDER = TemporaryDirectory(prefix="toledo-readers-")  # it goes when the process ends
FOLDER = Path(_FOLDER.name)
START = new_game(2, Stream(1))
LEGAL = LegalActions((), KOSMOS_2008)


@frozen
class OutsideReader:
    """A public function that reads what comes from outside."""

    read: Callable[[str], object]
    """The function, given a text; for functions of files, the text is the content of the file."""
    raises: tuple[type[Exception], ...]
    """The errors that its documentation names."""
    limit: int
    """The maximum number of characters that it reads."""
    samples: tuple[str, ...] = ()
    """Texts that it reads without an error, to be damaged."""


def in_file(read: Callable[[Path], object], name: str) -> Callable[[str], object]:
    """Return a function of the text in a file."""
    path = FOLDER / name

    def read_text(text: str) -> object:
        path.write_bytes(text.encode(errors="surrogatepass"))
        return read(path)

    return read_text


def _command(*words: str) -> Callable[[str], object]:
    """Return a function that runs a command with a text as its last argument."""

    def run(text: str) -> object:
        code = main([*words, f"--{text}" if not words else text])
        assert code in (0, 1, 2), code
        if code:
            raise ResultsError("refused")
        return code

    return run


NOTATION = (NotationError,)
POSITIONS = (NotationError,)
JSON = (CodecError,)


def _notation(
    read: Callable[[str], object], *samples: str, raises: tuple[type[Exception], ...] = NOTATION
) -> OutsideReader:
    return OutsideReader(read, raises, _limits.LONGEST_NOTATION, samples=samples)


def _json(read: Callable[[object], object], *samples: str) -> OutsideReader:
    """A reader of parsed JSON: its limit is the length of a list."""
    return OutsideReader(
        lambda text: read(parse_json(text)), JSON, _limits.LONGEST_JSON, samples=samples
    )


PLAN = Plan(bots=("random", "random"), games=2, seed=7, edition=shipped_edition("tiny-duel"))


def _rows(name: str) -> str:
    path = FOLDER / name
    simulate(PLAN, path=path)
    return path.read_text(encoding="utf-8")


def _settings(name: str) -> str:
    _rows(name)
    return settings_path(FOLDER / name).read_text(encoding="utf-8")


POSITION = format_position(START)
GAME = Game(2, seed=1)
GAME.play("take")
GAME.play("place m2@4")
RECORD = format_record(GAME.record())
EMBEDDED = format_record(Record(START), embed=True)
CARD = '{"value": 4, "colour": "violet", "stance": "attacker"}'
ACTION = f'{{"type": "play_card", "card": {CARD}, "origin": 0, "with_tile": false}}'

READERS: dict[str, OutsideReader] = {
    "editions.parse_edition": OutsideReader(
        parse_edition, (EditionError,), bounds.LONGEST_TEXT, samples=(edition_to_toml(KOSMOS_2008),)
    ),
    "editions.load_edition": OutsideReader(
        in_file(load_edition, "edition.toml"),
        (EditionError,),
        bounds.LONGEST_TEXT,
        samples=(edition_to_toml(shipped_edition("tiny-duel")),),
    ),
    "notation.parse_position": OutsideReader(
        parse_position, POSITIONS, _limits.LONGEST_POSITION, samples=(POSITION,)
    ),
    "notation.parse_action": _notation(partial(parse_action, edition=KOSMOS_2008), "use 3va +12"),
    "notation.parse_card": _notation(partial(parse_card, edition=KOSMOS_2008), "4va"),
    "notation.parse_cards": _notation(partial(parse_cards, edition=KOSMOS_2008), "4va 1nd 2bd"),
    "notation.parse_line": _notation(partial(parse_line, edition=KOSMOS_2008), "take = 3va 5nd"),
    "notation.parse_move": _notation(partial(parse_move, edition=KOSMOS_2008), "=4va", "vs blue"),
    "notation.parse_seat": _notation(partial(parse_seat, edition=KOSMOS_2008), "blue", "1"),
    "notation.parse_shop": _notation(partial(parse_shop, edition=KOSMOS_2008), "m2"),
    "notation.parse_sword": _notation(partial(parse_sword, edition=KOSMOS_2008), "12"),
    "notation.parse_tile": _notation(partial(parse_tile, edition=KOSMOS_2008), "violet"),
    "notation.parse_turn": _notation(
        partial(parse_turn, edition=KOSMOS_2008), "4ta@0, use, end", "place m2@4"
    ),
    "game.Game": OutsideReader(
        lambda text: Game(position=text, seed=1),
        POSITIONS,
        _limits.LONGEST_POSITION,
        samples=(POSITION,),
    ),
    "game.Game.play": _notation(
        lambda text: Game(2, seed=1).play(text), "take", raises=(NotationError, IllegalActionError)
    ),
    "game.Game.explain": _notation(lambda text: Game(2, seed=1).explain(text), "take"),
    "codec.loads": OutsideReader(
        loads, JSON, _limits.LONGEST_JSON, samples=(dumps(START), dumps(view(START, 0)))
    ),
    "codec.parse_json": OutsideReader(parse_json, JSON, _limits.LONGEST_JSON, samples=(CARD,)),
    "codec.load": _json(
        lambda value: load(value, Move), ACTION, f'{{"type": "draw", "card": {CARD}}}'
    ),
    "record.read_record": OutsideReader(
        lambda text: read_record(text).complete(),
        (toledo_rules.errors.RecordError,),
        _limits.LONGEST_RECORD,
        samples=(RECORD, EMBEDDED),
    ),
    "record.load_record": OutsideReader(
        in_file(lambda path: load_record(path).complete(), "game.toledo"),
        (toledo_rules.errors.RecordError, OSError),
        _limits.LONGEST_RECORD,
        samples=(RECORD,),
    ),
    "simulate.read_results": OutsideReader(
        in_file(read_results, "games.jsonl"),
        (ResultsError, OSError),
        _lab_limits.LARGEST_RESULTS,
        samples=(_rows("games.jsonl"),),
    ),
    "simulate.salvage_results": OutsideReader(
        in_file(salvage_results, "games.csv"),
        (ResultsError, OSError),
        _lab_limits.LARGEST_RESULTS,
        samples=(_rows("games.csv"),),
    ),
    "simulate.simulate": OutsideReader(
        in_file(lambda path: simulate(PLAN, path=path), "more.jsonl"),
        (ResultsError, OSError),
        _lab_limits.LARGEST_STREAM,
        samples=(_rows("more.jsonl"),),
    ),
    "simulate.stream_results": OutsideReader(
        in_file(lambda path: [*stream_results(path)], "stream.jsonl"),
        (ResultsError, OSError),
        _lab_limits.LARGEST_STREAM,
        samples=(_rows("stream.jsonl"),),
    ),
    "simulate.merge_results": OutsideReader(
        in_file(lambda path: merge_results(FOLDER / "merged.csv", [path]), "part.jsonl"),
        (ResultsError, OSError),
        _lab_limits.LARGEST_STREAM,
        samples=(_rows("part.jsonl"),),
    ),
    "simulate.read_settings": OutsideReader(
        in_file(lambda _: read_settings(FOLDER / "set.jsonl"), "set.jsonl.settings.json"),
        (ResultsError, OSError),
        _lab_limits.LARGEST_SETTINGS,
        samples=(_settings("set.jsonl"),),
    ),
    "simulate.make_metric": OutsideReader(
        make_metric, (MetricError,), _limits.LONGEST_BOT, samples=("lead",)
    ),
    "storage.SavedFile.load": OutsideReader(
        in_file(lambda path: SavedFile(path).load(1000), "saved"),
        (StorageError,),
        1000,
        samples=("x",),
    ),
    "bots.make_bot": OutsideReader(
        make_bot, (BotError,), _limits.LONGEST_BOT, samples=("greedy", "racer:iterations=8")
    ),
    "chance.Stream": OutsideReader(
        Stream, (ValueError,), _limits.LONGEST_SEED, samples=("any text",)
    ),
    "editions.shipped_edition": OutsideReader(
        shipped_edition, (EditionError,), bounds.LONGEST_NAME, samples=("tiny-duel",)
    ),
    "protocol.decode_request": OutsideReader(
        decode_request, JSON, LONGEST_REQUEST, samples=('{"type": "undo", "id": 7, "expect": 12}',)
    ),
    "protocol.decode_answer": OutsideReader(
        decode_answer, JSON, _limits.LONGEST_JSON, samples=(encode(hello(GAME, 0)),)
    ),
    "cli.main": OutsideReader(
        _command("show"), (ResultsError,), _limits.LONGEST_POSITION, samples=(POSITION,)
    ),
}
"""The readers by module and name."""

NOT_READERS: dict[str, str] = {
    "bots.register_bot": "a program names its own bots",
    **dict.fromkeys(("bots.bot_streams", "bots.play_game"), "its seed goes into a Stream"),
    **dict.fromkeys(("bots.for_game", "bots.play_on"), "a text goes to make_bot"),
    "codec.register_hooks": "it gets a converter",
    **dict.fromkeys(
        ("describe.describe", "describe.message", "describe.player_name", "describe.tell"),
        "it writes the names that it is given",
    ),
    **dict.fromkeys(
        (
            "choices.choices",
            "choices.why_not",
            "describe.name",
            "describe.position",
            "describe.told",
            "protocol.hello",
        ),
        "it writes the names that it is given",
    ),
    **dict.fromkeys(
        (
            *("describe.labels", "describe.Labels.pair", "describe.Labels.label"),
            *("describe.Labels.heading", "describe.Scene.values"),
        ),
        "it looks up words of a catalogue",
    ),
    "tournament.ratings": "a program gives the names of its bots",
    "describe.typeset": "it writes a text that a catalogue has made",
    "describe.register_language": "a program brings its own catalogues",
    **dict.fromkeys(
        ("describe.best_language", "rulebook.carrying", "rulebook.read"),
        "it looks up a name in a list",
    ),
    **dict.fromkeys(("render.score_table", "render.svg", "render.text"), "it writes names"),
    **dict.fromkeys(
        ("describe.heading", "describe.label", "describe.Labels.heading", "describe.Labels.label"),
        "it gets a key of the catalogues",
    ),
    **dict.fromkeys(
        (
            "describe.labels",
            "describe.Labels.pair",
            "describe.Scene.values",
        ),
        "it writes the names that it is given",
    ),
    **dict.fromkeys(
        ("storage.replace_file", "storage.SavedFile", "storage.SavedFile.save"),
        "it writes what a program has made",
    ),
    "storage.read_file": "its caller says the limit",
    "record.save_record": "it writes a record",
    "simulate.settings_path": "it makes a name of a name",
    "simulate.open_results": "it writes what a program has made, and reads as stream_results does",
    **dict.fromkeys(
        ("simulate.common_settings", "simulate.check_settings", "simulate.measures_of"),
        "it compares what read_settings has read",
    ),
    "simulate.stream_games": "it reads as simulate does",
    **dict.fromkeys(("tournament.hold", "tournament.seatings"), "a program names its own bots"),
    **dict.fromkeys(
        ("analysis.analyse", "analysis.analyse_game", "analysis.position_report"),
        "its seed goes into a Stream, and it writes the names that it is given",
    ),
    "bots.load_bot": "it runs the programs that its caller names, after the limit of make_bot",
    "testing": "tests write for themselves",
}
"""Public functions that take a text or anything and are not readers, with the reason."""


BY_NAME = "Edition | str"
"""An edition, or its name, which is looked up in a list."""
OUTSIDE = re.compile(r"\b(str|bytes|object|Json|FilePath|PathLike|Path|Seed)\b")


MODULES = (
    *(f"toledo_rules.{name}" for name in sorted(PUBLIC)),
    *(
        f"toledo_rules.{name}"
        for name in ("_engine", "_game", "_hidden", "_pieces", "_scoring", "_setup", "_cli")
    ),
    *(f"toledo_lab.{name}" for name in ("analysis", "bots", "simulate", "tournament")),
)
"""Public modules, and those whose names the package offers itself."""


def public_functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield every public function and method, and every class that is neither a plain value nor an error, by name."""
    for dotted in MODULES:
        module = importlib.import_module(dotted)
        module_name = dotted.rpartition(".")[2].removeprefix("_")
        own = (name for name, value in vars(module).items() if _is_own(value, module.__name__))
        for name in getattr(module, "__all__", [*own]):
            thing = getattr(module, name)
            if not callable(thing) or not _is_own(thing, module.__name__):
                continue
            if not inspect.isclass(thing):
                yield f"{module_name}.{name}", thing
            elif not issubclass(thing, BaseException):
                if not attrs.has(thing):
                    yield f"{module_name}.{name}", thing
                for method, value in vars(thing).items():
                    if not method.startswith("_") and inspect.isfunction(value):
                        yield f"{module_name}.{name}.{method}", value


def _is_own(thing: object, module: str) -> bool:
    home = getattr(thing, "__module__", None) or ""
    name = getattr(thing, "__name__", "_")
    return home.startswith(module) and not name.startswith("_")


def takes_outside(function: Callable[..., object]) -> bool:
    """Return True if a parameter can hold a text, a file or just anything."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # a picture is a text, and made by us
        return False
    kinds = (str(one.annotation).replace(BY_NAME, "Edition") for one in parameters)
    return any(map(OUTSIDE.search, kinds))
