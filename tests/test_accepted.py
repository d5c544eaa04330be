"""Functions take whatever says the same: a game for its position, an edition by its name, bytes for a text.

Whatever they do not take is refused with a sentence that is true and says what to do.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Action,
    Card,
    Challenge,
    Deliver,
    Draw,
    EditionError,
    Event,
    Game,
    Move,
    PlaceShop,
    PlayCard,
    ShopTile,
    Sword,
    UseSpace,
    affordable,
    apply,
    benefits,
    chance_outcomes,
    determinize,
    duel_odds,
    explain,
    fee,
    fees,
    follow,
    format_position,
    invariants,
    landing,
    legal_actions,
    load_edition,
    new_game,
    outcome,
    parse_edition,
    parse_position,
    ranking,
    score,
    shipped_edition,
    step,
    testing,
    transition,
    turn_ended,
    universe,
    unseen_cards,
    view,
)
from toledo_rules.bots import GreedyBot, bot_streams, make_bot, play_game, play_on
from toledo_rules.choices import choices, why_not
from toledo_rules.codec import digest, dump, dumps, load, loads, parse_json
from toledo_rules.describe import (
    describe,
    label,
    message,
    player_name,
    position,
    render,
    tell,
    told,
)
from toledo_rules.editions import edition_differences, edition_digest, edition_to_toml
from toledo_rules.errors import BotError, CodecError, LanguageError, NotationError
from toledo_rules.notation import format_action, format_card, parse_action, parse_card, parse_turn
from toledo_rules.protocol import (
    Ask,
    UndoRequest,
    decode_answer,
    decode_request,
    encode,
    hello,
    question,
    respond,
    table_update,
)
from toledo_rules.record import (
    Entry,
    Record,
    deal_hands,
    format_record,
    load_record,
    reach,
    read_record,
    replay_entry,
)
from toledo_rules.render import (
    board,
    figure_steps,
    flights,
    places,
    player_style,
    scene,
    score_table,
    seat_figures,
    svg,
    text,
)

NAMES = ("Ana", "Ben")
FIVE = PlayCard(Card(5, "violet", "attacker"), 0)


def a_game() -> Game:
    """A game in which somebody has drawn cards, and a figure has left the cathedral."""
    game = Game(list(NAMES), seed=3)
    game.play("take")
    return game


# A game in the place of its position

ANSWERS: dict[str, Callable[[Any], object]] = {
    "legal_actions": legal_actions,
    "explain": lambda at: explain(at, TAKE_CARDS),
    "apply": lambda at: apply(at, TAKE_CARDS, Random(1)),
    "transition": lambda at: transition(at, TAKE_CARDS, Random(1)),
    "step": lambda at: step(at, TAKE_CARDS),
    "chance_outcomes": chance_outcomes,
    "view": lambda at: view(at, 1),
    "outcome": outcome,
    "ranking": ranking,
    "score": lambda at: score(at, 0),
    "invariants": lambda at: list(invariants(at)),
    "turn_ended": turn_ended,
    "landing": lambda at: landing(at, FIVE),
    "fee": lambda at: fee(at, 5),
    "fees": lambda at: fees(at, 5),
    "benefits": lambda at: benefits(at, 5),
    "affordable": lambda at: affordable(at, Sword(2, 0, 1)),
    "format_position": format_position,
    "figure_steps": lambda at: figure_steps(at, 0),
    "seat_figures": seat_figures,
    "scene": scene,
    "flights": lambda at: flights((), at),
    "replay_entry": lambda at: replay_entry(at, Entry(PlaceShop(ShopTile("gem", 1), 3))),
    "play_on": lambda at: next(play_on(at, ["greedy"] * 2, Random(1), bot_streams(1, 2))),
    "Game": lambda at: Game(position=at, seed=1).state,
    "testing.play": lambda at: testing.play(at, TAKE_CARDS),
    "testing.moves": testing.moves,
    "testing.legal": testing.legal,
    "testing.refused": lambda at: testing.refused(at, END_TURN),
    "testing.Script": lambda at: testing.Script(at, "1va").randrange(view(at, None).pile),
    "testing.perft": lambda at: testing.perft(at, 1),
    "testing.divide": lambda at: testing.divide(at, 1),
}
"""Functions to which a game is its position, secrets and all: they answer, and show nothing."""


@pytest.mark.parametrize("ask", ANSWERS.values(), ids=ANSWERS.keys())
def test_a_game_is_asked_as_its_position_is(ask: Callable[[Any], object]) -> None:
    game = a_game()
    assert ask(game) == ask(game.state)


def test_a_draw_is_made_in_a_game() -> None:
    """Chance is next only between two steps, where no game ever stands."""
    game = a_game()
    with pytest.raises(ValueError, match="not_a_chance_step"):
        step(game, Draw(game.state.pile[0]))


SHOWS: dict[str, Callable[..., object]] = {
    "choices": choices,
    "why_not": lambda at, **given: why_not(at, "player:1:shop:m1", "space:7", **given),
    "describe": describe,
    "describe in a context": lambda at, **given: describe(TAKE_CARDS, at, **given),
    "message": message,
    "message in a context": lambda at, **given: message(TAKE_CARDS, at, **given),
    "position": position,
    "tell": lambda at, **given: tell((), at, **given),
    "told": lambda at, **given: told((), at, **given),
    "text": text,
}
"""Functions that show or tell, and take names."""
HIDES: dict[str, Callable[..., object]] = {
    "determinize": lambda at, **given: determinize(at, Random(1), **given),
    "duel_odds": lambda at, **given: duel_odds(at, 0, **given),
    "unseen_cards": unseen_cards,
    "follow": lambda at, **given: follow(at, (), **given),
}
"""Functions that reason about what a seat sees."""


@pytest.mark.parametrize("show", SHOWS.values(), ids=SHOWS.keys())
def test_a_game_is_shown_to_somebody(show: Callable[..., object]) -> None:
    """It shows what the view of the seat shows, and knows the names."""
    game = a_game()
    with pytest.raises(TypeError, match="say who sees the game: seat=0 or another, or seat=None"):
        show(game)
    for seat in (0, 1, None):
        assert show(game, seat=seat) == show(game.view(seat), names=NAMES)
        assert show(game, seat=seat, names=("X", "Y")) == show(game.view(seat), names=("X", "Y"))


@pytest.mark.parametrize("ask", HIDES.values(), ids=HIDES.keys())
def test_what_a_seat_knows_is_asked_of_a_game(ask: Callable[..., object]) -> None:
    game = a_game()
    assert ask(game, seat=1) == ask(game.state, seat=1) == ask(game.view(1))
    with pytest.raises(TypeError, match="say who sees the game"):
        ask(game)
    with pytest.raises(TypeError, match="say who sees the State: seat=0 or another"):
        ask(game.state)


def test_a_picture_of_a_game_has_its_names_and_its_seating() -> None:
    game = a_game()
    seen = svg(game.view(1), names=NAMES, seating=game.seating)
    assert svg(game, seat=1) == svg(game.state, seat=1, names=NAMES, seating=game.seating) == seen
    assert svg(game, seat=None) == svg(game.view(None), names=NAMES, seating=game.seating)
    with pytest.raises(TypeError, match="say who sees the game"):
        svg(game)
    assert score_table(game) == score_table(game.state, names=NAMES)  # fame is public
    assert player_name(1, game) == "Ben"


def test_a_state_is_a_choice_of_nobody() -> None:
    state = a_game().state
    assert choices(state, seat=1) == choices(view(state, 1))
    with pytest.raises(TypeError, match="say who sees the State: seat=0 or another, or seat=None"):
        choices(state)


def test_a_view_is_shown_to_its_seat_only() -> None:
    mine = a_game().view(0)
    assert choices(mine, seat=0) == choices(mine)
    with pytest.raises(ValueError, match="this view is what seat 0 sees, not what seat 1 sees"):
        describe(mine, seat=1)
    with pytest.raises(ValueError, match="seat 0 sees, not what a spectator sees: pass the State"):
        tell((), mine, seat=None)


def test_events_are_told_to_the_seat_that_saw_them() -> None:
    game = Game(list(NAMES), seed=3)
    what = game.play("take")
    assert tell(what.seen_by(1), game, seat=1) == ("Ana draws 2 cards.",)
    with pytest.raises(ValueError, match="seat 1 is not told which card seat 0 drew"):
        tell(what.seen_by(0), game, seat=1)
    with pytest.raises(ValueError, match="a spectator is not told which card seat 0 drew"):
        describe(what.seen_by(0)[1], game, seat=None)


# An edition by its name

BY_NAME: dict[str, Callable[[Any], object]] = {
    "new_game": lambda edition: new_game(2, Random(1), edition),
    "Game": lambda edition: Game(2, seed=1, edition=edition).state,
    "Game at a position": lambda edition: (
        Game(position=new_game(2, Random(1), edition), edition=edition, seed=1).state
    ),
    "parse_position": lambda edition: parse_position(
        "toledo1 [tiny-duel] red / red / blue", edition
    ),
    "universe": universe,
    "format_action": lambda edition: format_action(Challenge(1), edition),
    "parse_action": lambda edition: parse_action("vs blue", edition),
    "deal_hands": lambda edition: deal_hands(
        edition, [player.hand for player in new_game(2, Random(1), "tiny-duel").players]
    ),
    "describe": lambda edition: describe(TAKE_CARDS, edition),
    "player_name": lambda edition: player_name(0, edition),
    "board": board,
    "places": places,
    "player_style": lambda edition: player_style(edition, 0),
    "edition_to_toml": edition_to_toml,
    "edition_digest": edition_digest,
    "edition_differences": lambda edition: edition_differences(edition, KOSMOS_2008)[:3],
    "testing.sword": lambda edition: testing.sword(2, edition),
    "testing.Table": lambda edition: testing.Table(2, edition=edition).lay(),
    "testing.Script": lambda edition: testing.Script(edition, "").left,
    "testing.lay_out": lambda edition: testing.lay_out(edition, 2, Random(1)),
    "play_game": lambda edition: play_game(["random"] * 2, seed=1, edition=edition).turns,
    "decode_answer": lambda edition: decode_answer(
        encode(table_update(Game(2, seed=1, edition=edition), 0)), edition
    ),
}


@pytest.mark.parametrize("ask", BY_NAME.values(), ids=BY_NAME.keys())
def test_an_edition_goes_by_its_name(ask: Callable[[Any], object]) -> None:
    assert ask("tiny-duel") == ask(shipped_edition("tiny-duel"))


def test_an_edition_that_is_none() -> None:
    with pytest.raises(EditionError, match="found 'chess', expected kosmos-2008, tiny-agreement"):
        Game(2, seed=1, edition="chess")
    for wrong in (5, 2008.0, None):
        with pytest.raises(TypeError, match=r"an edition is an Edition, or the name .*, not "):
            new_game(2, Random(1), wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'x' is not in edition 'kosmos-2008'"):
        format_card("x", "kosmos-2008")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the position is of kosmos-2008: leave out the edition"):
        Game(position=new_game(2, Random(1)), edition="tiny-duel", seed=1)


# Bytes in the place of a text

DOCUMENT = dumps(TAKE_CARDS)
POSITION = "toledo1 red / red 3va / blue"
BYTES: dict[str, tuple[Callable[[Any], object], str]] = {
    "loads": (loads, DOCUMENT),
    "parse_json": (parse_json, DOCUMENT),
    "decode_request": (decode_request, encode(UndoRequest(1, expect=0))),
    "decode_answer": (decode_answer, encode(hello(Game(2, seed=1), 0))),
    "parse_position": (parse_position, POSITION),
    "parse_action": (lambda given: parse_action(given, KOSMOS_2008), "place m2@4"),
    "parse_card": (lambda given: parse_card(given, KOSMOS_2008), "4va"),
    "parse_turn": (lambda given: parse_turn(given, KOSMOS_2008), "place m2@4"),
    "Game": (lambda given: Game(position=given, seed=1).state, POSITION),
    "Game.play": (lambda given: Game(2, seed=1).play(given).state, "take"),
    "Game.explain": (lambda given: Game(2, seed=1).explain(given), "end"),
    "read_record": (read_record, format_record(Record(new_game(2, Random(1))))),
    "parse_edition": (parse_edition, edition_to_toml("tiny-road")),
}


@pytest.mark.parametrize(("read", "given"), BYTES.values(), ids=BYTES.keys())
def test_bytes_are_read_as_text(read: Callable[[Any], object], given: str) -> None:
    assert read(given.encode()) == read(given)
    assert read(b"\xef\xbb\xbf" + given.encode()) == read(given)  # some editors put a mark first
    for wrong in (5, None, [given]):
        with pytest.raises(TypeError):
            read(wrong)


@pytest.mark.parametrize("name", sorted(BYTES.keys() - {"read_record"}))
def test_bytes_that_are_no_text(name: str) -> None:
    with pytest.raises((CodecError, NotationError, EditionError), match="text in UTF-8"):
        BYTES[name][0](b"\xff")


def test_bytes_that_are_no_text_are_damage_to_a_record() -> None:
    reading = read_record(format_record(Record(new_game(2, Random(1)))).encode() + b"# \xff")
    assert reading.record is not None
    with pytest.raises(TypeError, match="a record is a text or bytes, not 5"):
        read_record(5)  # type: ignore[arg-type]


# One function loads whatever there is

LOADED: list[tuple[Any, Any]] = [(TAKE_CARDS, Action), (Draw(Card(4, "brown", "defender")), Move)]


@pytest.mark.parametrize(("value", "kind"), LOADED)
def test_a_value_of_several_classes(value: Any, kind: Any) -> None:
    assert load(dump(value), kind) == value == loads(dumps(value), kind)


def test_a_document_of_another_kind() -> None:
    event = a_game().log(1)[0].events[0]
    assert load(dump(event), Event) == event == loads(dumps(event), Event)
    with pytest.raises(CodecError, match='found "event", expected "move"'):
        loads(dumps(event), Action)


# Errors: true, and of use

game, state = a_game(), a_game().state


def call(function: Callable[..., object], *given: object, **named: object) -> Callable[[], object]:
    """A call with whatever is given, which no type checker looks at."""
    return lambda: function(*given, **named)


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "Game(2.0)": (call(Game, 2.0), "players must be a whole number or names by seat, not 2.0"),
    "rng=5": (call(Game, 2, rng=5), "has a method randrange, .*: 5 has none"),
    "numpy": (call(Game, 2, rng=np.random.default_rng(1)), "randrange, .*: a Generator has none"),
    "new_game rng": (call(new_game, 2, None), "randrange, .*: None has none"),
    "apply rng": (call(apply, state, TAKE_CARDS, 5), "randrange, .*: 5 has none"),
    "from_record(text)": (call(Game.from_record, "x"), "a record must be a Record, not 'x'"),
    "from_record(reading)": (
        call(Game.from_record, read_record("x")),
        r"a record is what RecordReading.complete\(\) gives, not a RecordReading",
    ),
    "format_record(game)": (
        call(format_record, game),
        r"a record is what Game.record\(\) gives, not a Game",
    ),
    "reach(state)": (call(reach, state), "a record must be a Record, not a State"),
    "replay_entry": (call(replay_entry, state, TAKE_CARDS), "entry must be an Entry, not a Take"),
    "Record(game)": (call(Record, game), "start must be a State, not a Game"),
    "draws=text": (call(a_game().play, "take", draws="3va"), "each as a Draw, not '3va'"),
    "draws=cards": (call(a_game().play, "take", draws=[FIVE.card]), "a draw must be a Draw, not"),
    "log('0')": (call(game.log, "0"), "a seat must be a whole number, not '0'"),
    "subscribe(5)": (call(game.subscribe, 5), "called with an Update, and 5 cannot be"),
    "apply(view)": (
        call(apply, game.view(0), TAKE_CARDS, Random(1)),
        "a position is a State or a Game here, not a View",
    ),
    "svg(5)": (call(svg, 5), "a position is a State, a View or a Game, not 5"),
    "PlayCard": (call(PlayCard, "4va", 0), "^card must be a Card, not '4va'$"),
    "PlaceShop": (call(PlaceShop, "m2", 4), "^shop must be a ShopTile, not 'm2'$"),
    "UseSpace": (call(UseSpace, "3va"), "^pay must be a Card or None, not '3va'$"),
    "UseSpace take": (call(UseSpace, take=12), "^take must be a Sword, a str or None, not 12$"),
    "Deliver": (call(Deliver, 12), "^sword must be a Sword, not 12$"),
    "Draw": (call(Draw, "3va"), "^card must be a Card, not '3va'$"),
    "dump(5)": (call(dump, 5), "5 has no form in JSON"),
    "dump(game)": (call(dump, game), "a Game has no form in JSON"),
    "digest(5)": (call(digest, 5), "5 has no form in JSON"),
    "load(x, Game)": (call(load, {}, Game), "nothing that this library dumps is a Game"),
    "load(x, 5)": (call(load, {}, 5), "nothing that this library dumps is 5"),
    "loads(x, Card)": (call(loads, "{}", Card), 'a document holds "state", .*, not a Card'),
    "play_game(text)": (call(play_game, "greedy", seed=1), "bots come by seat, .*'greedy'"),
    "play_game([5])": (call(play_game, [5, 5], seed=1), "has a method choose, .*, unlike 5"),
    "make_bot(5)": (call(make_bot, 5), "the name of a bot must be a str, not 5"),
    "choose(state)": (
        call(GreedyBot().choose, state, Random(1)),
        "view must be a View, not a State",
    ),
    "hello(state)": (call(hello, state, 0), "game must be a Game, not a State"),
    "hello('0')": (call(hello, game, "0"), "a seat must be a whole number, not '0'"),
    "table_update(state)": (call(table_update, state, 0), "game must be a Game, not a State"),
    "respond(state)": (call(respond, state, 0, Ask(1, "ping")), "game must be a Game, not a State"),
    "question(state)": (call(question, state, 1), "game must be a Game, not a State"),
    "reader='0'": (call(describe, state, reader="0"), "reader must be a whole number, not '0'"),
    "render(text)": (call(render, "x"), "message must be a Message, not 'x'"),
    "player_name('0')": (call(player_name, "0", state), "a seat must be a whole number"),
}
"""What people try, and what they are told. A type checker finds all of it; many programs have none."""


@pytest.mark.parametrize(("call", "told_so"), WRONG.values(), ids=WRONG.keys())
def test_an_error_is_true_and_of_use(call: Callable[[], object], told_so: str) -> None:
    with pytest.raises(TypeError, match=told_so):
        call()


def test_seats_that_are_not_at_the_table() -> None:
    for call in (
        lambda: game.log(7),
        lambda: figure_steps(state, 7),
        lambda: hello(game, 7),
    ):
        with pytest.raises(ValueError, match="the seats are 0 to 1, not 7"):
            call()
    with pytest.raises(ValueError, match="the seats are 0 to 3, not 9"):
        player_style(KOSMOS_2008, 9)


def test_a_label_that_there_is_not() -> None:
    with pytest.raises(LanguageError, match=r"there is nothing called 'label\.nothing'"):
        label("nothing")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """An edition and a record say it alike."""
    for load_file in (load_edition, load_record):
        with pytest.raises(FileNotFoundError, match=r"No such file or directory: '.*mine'"):
            load_file(tmp_path / "mine")


def test_an_option_of_a_bot_has_its_type() -> None:
    with pytest.raises(BotError, match="the option 'iterations' of 'racer' is a number, not 'x'"):
        make_bot("racer:iterations=x")


def test_an_error_inside_a_source_of_chance_is_its_own() -> None:
    class Broken:
        """A source of chance with a mistake."""

        def randrange(self, stop: int, /) -> int:
            """Ask for what is not there."""
            return int(self.left[stop])  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match="left"):
        new_game(2, Broken())
