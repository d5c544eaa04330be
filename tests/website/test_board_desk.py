"""The desk behind the board, outside a browser: all that the page can ask, and all that can be refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from toledo_rules import (
    KOSMOS_2008,
    Challenge,
    Game,
    Move,
    PlayCard,
    Stream,
    chance_outcomes,
    codec,
    format_position,
    legal_actions,
    parse_position,
    score,
    shipped_edition,
    transition,
    view,
)
from toledo_rules.describe import LANGUAGES, describe
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.notation import format_turn
from toledo_rules.record import format_record
from toledo_rules.testing import card
from website.board.desk import Desk
from website.board.engine import MissingNpmError, add_engine
from website.board.page import BOTS, words

CROWD = (
    "toledo1 red / red 2ta 3na 3va 4vd, @4 7, g2@4 / blue 1ta 4nd 6va, @4 7, m2@7 / green 1na 6td"
)
"""A position in which a move may lead to a duel."""


class Reader:
    """Somebody at a board."""

    def __init__(self, *texts: str) -> None:
        self.desk = Desk()
        for text in texts:
            self.ask("open", text=text)

    def ask(self, ask: str, **more: object) -> Any:
        """Ask the desk something."""
        return json.loads(self.desk.answer(json.dumps({"ask": ask, **more})))

    def positions(self) -> list[str]:
        """All positions of the game, in notation."""
        return [format_position(moment.state) for moment in self.desk.moments]


def test_a_new_game_is_dealt_by_its_seed() -> None:
    reader = Reader()
    assert reader.ask("new", players=3, seed=2008) == {
        "players": 3,
        "edition": "kosmos-2008",
        "misfit": None,
    }
    assert reader.desk.state == Game(3, seed=2008).state
    reader.ask("new", players=2, seed="Toledo", edition="tiny-duel")
    assert reader.desk.state.edition.name == "tiny-duel"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"players": 9, "seed": 1}, "9"),
        ({"players": 3, "seed": None}, "seed"),
        ({"players": None, "seed": 1}, "number of players"),
        ({"players": 3, "seed": 1, "edition": "chess"}, "chess"),
    ],
)
def test_a_table_that_cannot_be_says_why(question: dict[str, object], said: str) -> None:
    assert said in Reader().ask("new", **question)["problem"]


def test_a_game_goes_on_and_back_and_on_again() -> None:
    reader = Reader()
    reader.ask("new", players=3, seed=1)
    reader.ask("play", line="place m2@4")
    reader.ask("play", line="take")
    first = reader.positions()
    reader.ask("go", to=1)
    assert reader.ask("position")["position"] == first[1]
    reader.ask("go", to=9)
    assert reader.ask("position")["position"] == first[2]
    reader.ask("go", to=0)
    reader.ask("play", line="place g1@4")
    assert len(reader.desk.moments) == 2  # what came after is another game
    assert "gem dealer" in reader.ask("table")["log"][0]["text"]
    assert "gem dealer" not in reader.ask("go", to="x")["problem"]


def test_moves_are_played_by_number_as_the_table_lists_them() -> None:
    reader = Reader(CROWD)
    table = reader.ask("table")
    assert len(table["moves"]) == len(legal_actions(parse_position(CROWD)))
    number = next(at for at, move in enumerate(table["moves"]) if move["notation"] == "3va@7")
    assert reader.ask("play", move=number) == {"played": 1}
    assert reader.ask("table")["log"][-1]["notation"] == "3va@7"


def test_there_are_odds_only_of_duels_that_a_move_may_lead_to() -> None:
    reader = Reader()
    reader.ask("new", players=3, seed=1)
    assert reader.ask("odds")["rivals"] == []
    assert [rival["name"] for rival in Reader(CROWD).ask("odds")["rivals"]] == ["Blue"]


def test_a_table_shows_the_odds_of_the_duels_that_a_move_may_lead_to() -> None:
    moves = Reader(CROWD).ask("table", language="de")["moves"]
    (duel,) = [move for move in moves if move["notation"] == "3va@4"]
    ((rival, percent),) = duel["odds"]
    assert rival == "Blau"
    odds = Reader(CROWD).ask("odds")
    assert percent == next(one["wins"] for one in odds["rivals"] if one["name"] == "Blue")
    assert sum(share for *_, share in odds["rivals"][0]["scores"]) in range(98, 103)  # rounded


def test_a_whole_turn_with_the_cards_that_came_up_can_be_typed() -> None:
    """So that a turn at a real table can be looked at."""
    over = transition(parse_position(CROWD), PlayCard(card("3va"), 4), Stream(1)).state
    duel = transition(over, Challenge(1), Stream(1))
    line = format_turn([(PlayCard(card("3va"), 4), ()), (Challenge(1), duel.draws)], KOSMOS_2008)
    reader = Reader(CROWD)
    assert reader.ask("play", line=line) == {"played": 2}
    assert reader.desk.state == duel.state
    assert "duel" in reader.ask("table")["log"][-1]["text"]


@pytest.mark.parametrize(
    ("line", "rule"), [("end", "TRN-04"), ("place m1@7", "SHP-01"), ("4vd@4", "MOV-04")]
)
def test_a_move_that_is_not_legal_is_refused_by_its_rule_and_nothing_changes(
    line: str, rule: str
) -> None:
    reader = Reader(CROWD)
    before = reader.positions()
    for language in LANGUAGES:
        refused = reader.ask("play", line=line, language=language)["refused"]
        assert refused["rule"] == rule
        assert refused["text"].endswith(".")
    assert reader.positions() == before


def test_a_turn_with_one_wrong_move_is_not_played_at_all() -> None:
    reader = Reader(CROWD)
    assert "refused" in reader.ask("play", line="3va@7, 6va@0")
    assert len(reader.desk.moments) == 1


def test_a_line_that_cannot_be_read_is_explained_in_every_language() -> None:
    reader = Reader(CROWD)
    said = {reader.ask("play", line="castle", language=one)["problem"] for one in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_what_is_only_known_in_english_is_kept_apart_from_the_sentence() -> None:
    answer = Reader(CROWD).ask("play", line="castle", language="de")
    assert "expected" in answer["english"]
    assert "expected" not in answer["problem"]
    assert "english" not in Reader(CROWD).ask("play", line="castle", language="en")


def test_the_record_of_a_game_also_has_what_was_taken_back() -> None:
    reader = Reader(CROWD)
    reader.ask("play", line="3va@7")
    reader.ask("go", to=0)
    again = Reader()
    again.ask("open", text=reader.ask("position")["record"])
    assert len(again.desk.moments) == 2
    assert again.desk.moments[0].state == reader.desk.state


def test_parts_that_do_not_go_together_have_a_reason() -> None:
    reader = Reader(CROWD)
    shop = reader.ask("why", picked=["player:0:shop:m1", "space:7"])
    assert [rule for rule, _ in shop["reasons"]] == ["SHP-01"]
    cards = reader.ask("why", picked=["hand:0:2ta", "hand:0:3na"])  # one of them leads nowhere
    assert cards["reasons"] == [["MOV-04", "You cannot stop on space 2: there is no shop."]]
    assert reader.ask("why", picked=["hand:0:3va", "hand:0:3na"])["reasons"] == []
    assert reader.ask("why", picked=["hand:0:3va", "space:10"])["reasons"] == []  # they do
    assert reader.ask("why", picked=["hand:0:3va"])["reasons"] == []  # it can be used


STUCK = (
    "toledo1 blue / red 1vd 2bd 3bd 4nd 4vd, g2@1 f2@6 m1@13 g1@16 / blue 2ta 2vd 3bd 4bd 4ta, "
    "s2@8 f2@14 m1@18 / green 1vd 2va 3ba 4bd 4na, f1@7 s2@15 s1@19"
)
"""A position in which no card leads anywhere."""


@pytest.mark.parametrize(
    ("part", "spaces"),
    [("deed:play_card", [2, 3, 4]), ("figure:1:0", [2, 3, 4]), ("hand:1:3bd", [3])],
)
def test_a_move_that_fails_for_many_reasons_is_refused_for_all_of_them(
    part: str, spaces: list[int]
) -> None:
    said = Reader(STUCK).ask("why", picked=[part])["reasons"]
    assert said == [
        ["MOV-04", f"You cannot stop on space {space}: there is no shop."] for space in spaces
    ]


def test_a_part_that_has_nothing_to_do_with_moves_has_its_own_reason() -> None:
    reader = Reader(STUCK)
    for part, eyes in (("supply:metal", "open"), ("deed:end_turn", "open"), ("hand:0:1vd", 0)):
        ((rule, text),) = reader.ask("why", picked=[part], eyes=eyes)["reasons"]
        listed = reader.ask("table", eyes=eyes)["reasons"]
        assert [rule, text] in [[one, said] for one, said, parts in listed if part in parts]


def test_every_part_of_the_picture_is_in_a_move_or_has_a_reason() -> None:
    table = Reader(CROWD).ask("table")
    used = {part for move in table["moves"] for part in move["parts"]}
    explained = {part for _, _, parts in table["reasons"] for part in parts}
    assert used | explained == {*table["parts"]}


def test_a_wide_table_is_two_pictures_and_a_narrow_one_is_one() -> None:
    reader = Reader(CROWD)
    wide, narrow = (reader.ask("table", layout=layout) for layout in ("wide", "phone"))
    assert wide["board"].startswith("<svg")
    assert wide["beside"].startswith("<svg")
    assert wide["zones"][0] < wide["zones"][1]
    assert narrow["beside"] is None
    assert 'id="hand:0:3va"' in narrow["board"]


@pytest.mark.parametrize(
    ("eyes", "shown", "hidden"),
    [
        ("open", ["hand:0:3va", "hand:1:6va"], []),
        ("turn", ["hand:0:3va"], ["hand:1:6va"]),
        (1, ["hand:1:6va"], ["hand:0:3va"]),
    ],
)
def test_the_reader_chooses_whose_hands_are_shown(
    eyes: object, shown: list[str], hidden: list[str]
) -> None:
    board = Reader(CROWD).ask("table", eyes=eyes)["board"]
    assert all(f'id="{card}"' in board for card in shown)
    assert not any(f'id="{card}"' in board for card in hidden)


def test_a_seat_reads_nothing_of_cards_that_others_draw() -> None:
    reader = Reader(CROWD)
    reader.ask("play", line="take = 1va 2va")
    own, other = (reader.ask("table", eyes=eyes)["log"][0] for eyes in ("open", 1))
    assert own["notation"] == "take = 1va 2va"
    assert other["notation"] == "take"
    assert "violet" in own["text"]
    assert "violet" not in other["text"]


def test_what_is_shared_is_opened_again() -> None:
    reader = Reader()
    reader.ask("new", players=4, seed=3)
    for line in ("place m2@4", "take", "take"):
        reader.ask("play", line=line)
    shared = reader.ask("share")
    for text in (reader.ask("position")["position"], shared["json"]):
        assert Reader(text).desk.state == reader.desk.state
    assert Reader(shared["record"]).positions() == reader.positions()
    assert shared["seat"] == reader.desk.state.active
    reader.ask("go", to=1)
    assert Reader(reader.ask("share")["record"]).positions() == reader.positions()[:2]


def test_a_link_of_a_seat_gives_nothing_away() -> None:
    """The same view gives the same link, whatever the others hold, and who opens it sees what the player saw."""
    other = CROWD.replace("1ta 4nd 6va", "1va 2va 5bd")
    known = [Reader(text).ask("share", eyes=0) for text in (CROWD, other)]
    assert known[0]["known"] == known[1]["known"] != CROWD
    opened, state = parse_position(known[0]["known"]), parse_position(CROWD)
    assert view(opened, 0) == view(state, 0)
    assert known[0]["seat"] == 0


def test_names_of_a_record_are_used() -> None:
    game = Game(["Ana", "Ben"], seed=1)
    game.play("take")
    reader = Reader(format_record(game.record()))
    table = reader.ask("table")
    assert table["names"] == ["Ana", "Ben"]
    assert "Ben" in table["prompt"]


def test_a_record_in_json_is_opened() -> None:
    game = Game(2, seed=1)
    game.play("take")
    assert Reader(codec.dumps(game.record())).desk.state == game.state


def test_a_record_that_does_not_fit_is_opened_as_far_as_it_does() -> None:
    game = Game(2, seed=1)
    for _ in range(3):
        game.play("take")
    text = format_record(game.record())
    damaged = "\n".join(line for line in text.splitlines() if not line.startswith("check"))
    damaged = damaged.replace("3 red: take", "3 red: end")
    reader = Reader()
    answer = reader.ask("open", text=damaged)
    assert answer["misfit"]
    assert len(reader.desk.moments) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected a position"),
        ("hello", "expected a position"),
        ("toledo1 red / red 99va", "column"),
        ("toledo1 red / red, @4 4 4 4 4 4", "column"),
        ('{"format": 1,', "line 1"),
        ('{"format": 1}', "kind"),
        ('{"format":1,"kind":"move","value":{"type":"take_cards"}}', "TakeCards"),
        ("toledo-record 1\nnonsense", "line"),
        ("[edition]\nname = 3", "edition"),
    ],
)
def test_a_text_that_cannot_be_opened_says_what_is_wrong_and_keeps_the_game(
    text: str, said: str
) -> None:
    reader = Reader(CROWD)
    answer = reader.ask("open", text=text)
    assert said in answer["problem"]
    assert words()["de"][f"unread_{answer['unread']}"]
    assert reader.positions() == Reader(CROWD).positions()


def test_an_edition_of_the_readers_own_can_be_played_and_shared() -> None:
    file = Path(__file__).parents[2] / "src" / "toledo_rules" / "editions" / "tiny-duel.toml"
    text = file.read_text(encoding="utf-8").replace('"tiny-duel"', '"mine"', 1)
    reader = Reader()
    answer = reader.ask("open", text=text)
    assert answer["brought"][0] == "mine"
    reader.ask("new", players=2, seed=1, edition="mine")
    position = reader.ask("position")["position"]
    assert "[mine" in position
    assert "problem" in Reader().ask("open", text=position)
    assert Reader(text, position).desk.state == reader.desk.state


def test_a_position_that_names_no_edition_is_of_the_one_in_the_link() -> None:
    state = Game(2, seed=1, edition=shipped_edition("tiny-duel")).state
    text = re.sub(r"\[.*?\] ", "", format_position(state))
    reader = Reader()
    reader.ask("open", text=text, edition="tiny-duel")
    assert reader.desk.state == state


def test_where_chance_is_next_the_cards_are_drawn_on_request() -> None:
    reader = Reader("toledo1 red, drawing 2 take / red 3va / blue 1bd")
    table = reader.ask("table")
    assert table["chance"]
    assert table["moves"] == []
    reader.ask("draw")
    after = reader.ask("table")
    assert not after["chance"]
    assert len(reader.desk.state.players[0].hand) == 3
    assert reader.ask("share")["record"] == ""  # a record cannot begin there


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_names_a_legal_move(bot: str) -> None:
    reader = Reader(CROWD)
    moves = reader.ask("table")["moves"]
    plans = reader.ask("advice", bot=bot, language="fr")["plans"]
    assert 1 <= len(plans) <= 3
    for plan in plans:
        assert plan["notation"].split(", ")[0] == moves[plan["move"]]["notation"]
        assert plan["text"].startswith(
            reader.ask("table", language="fr")["moves"][plan["move"]]["text"]
        )


def test_the_analysis_tells_the_outlook_of_everybody() -> None:
    found = Reader(CROWD).ask("advice", bot="analysis", language="nl")
    assert [name for name, _, _ in found["outlook"]] == ["Rood", "Blauw", "Groen"]
    assert sum(percent for _, percent, _ in found["outlook"]) in range(98, 103)  # rounded
    assert all(plan["points"] > 0 and 0 < plan["chance"] < 100 for plan in found["plans"])


def test_the_analysis_says_when_it_cannot_tell_turns_apart() -> None:
    """At the start many turns come out alike: it shows one of each kind, and how many there are."""
    reader = Reader()
    reader.ask("new", players=3, seed=1)
    found = reader.ask("advice", bot="analysis")
    assert found["even"] > len(found["plans"])
    kinds = [plan["notation"][: len("place g")] for plan in found["plans"]]
    assert len({*kinds}) == len(kinds) > 1
    late = Reader(CROWD).ask("advice", bot="analysis")
    assert len(late["plans"]) == 3


def test_a_bot_that_does_not_exist_is_named_as_such() -> None:
    assert "no bot" in Reader(CROWD).ask("advice", bot="kasparov")["problem"]


def test_there_is_no_advice_when_nobody_decides() -> None:
    reader = Reader("toledo1 red, drawing 2 take / red 3va / blue 1bd")
    assert reader.ask("advice")["problem"]
    assert reader.ask("odds")["rivals"] is not None


@pytest.mark.parametrize("text", [CROWD, "toledo1 red, drawing 2 take / red 3va / blue 1bd"])
def test_the_logic_is_asked_about_the_same_position_and_compared_move_by_move(text: str) -> None:
    reader = Reader(text)
    asked = reader.ask("logic")
    assert codec.load(asked["position"], type(reader.desk.state)) == reader.desk.state
    assert asked["edition"]["name"] == "kosmos-2008"
    moves = [{"move": codec.dump(one)} for one in _moves(reader)]
    agreed = reader.ask("verdict", moves=moves)
    assert agreed == {"number": len(moves), "only_logic": [], "only_library": []}
    fewer = reader.ask("verdict", moves=moves[1:])
    assert len(fewer["only_library"]) == 1
    more = reader.ask("verdict", moves=[*moves, {"move": {"type": "pass"}}])
    assert len(more["only_logic"]) == 1


def _moves(reader: Reader) -> list[Move]:
    state = reader.desk.state
    return [*(draw for draw, _ in chance_outcomes(state)), *legal_actions(state)]


@pytest.mark.parametrize("edition", SHIPPED_EDITIONS)
def test_every_edition_can_be_played(edition: str) -> None:
    """Every answer to the page is an answer, whatever the position, the language and the eyes."""
    reader, luck = Reader(), Random(7)
    players = shipped_edition(edition).most_players
    reader.ask("new", players=players, seed=1, edition=edition)
    for turn in range(40):
        table = reader.ask(
            "table",
            language=luck.choice(LANGUAGES),
            eyes=luck.choice(["open", "turn", *range(players)]),
            layout=luck.choice(["wide", "phone"]),
            theme=luck.choice(["dark", "light"]),
        )
        assert "problem" not in table
        assert table["at"] == table["length"] == turn
        for question in ("position", "odds", "words", "share", "logic"):
            assert "problem" not in reader.ask(question, eyes=luck.choice(["open", 0]))
        moves = len(legal_actions(reader.desk.state))
        if not moves:
            break
        assert reader.ask("play", move=luck.randrange(moves)) == {"played": 1}


def test_the_end_is_told_with_its_scores() -> None:
    game, luck = Game(2, seed=1, edition=shipped_edition("tiny-duel")), Random(1)
    while not game.over:
        game.play(luck.choice(game.legal))
    assert game.outcome is not None
    reader = Reader(format_record(game.record()))
    table = reader.ask("table", language="es")
    assert table["result"] == describe(game.outcome, game.state, language="es")
    assert table["active"] is None
    assert table["moves"] == []
    assert [sheet["total"] for sheet in table["scores"]] == [
        score(game.state, seat).total for seat in (0, 1)
    ]
    assert reader.ask("advice")["problem"]
    assert reader.ask("odds")["rivals"] == []


def test_the_table_is_told_in_prose_without_hidden_cards() -> None:
    reader = Reader(CROWD)
    assert "violet" in reader.ask("words")["words"]
    assert "violet 6" not in reader.ask("words", eyes=2)["words"]


def test_the_page_has_the_same_words_in_every_language() -> None:
    """And the same gaps in each of them."""
    found = words()
    gaps = {
        code: {
            key: sorted(part.split("}")[0] for part in text.split("{")[1:])
            for key, text in one.items()
        }
        for code, one in found.items()
    }
    assert {*found} == {*LANGUAGES}
    assert all(one == gaps["en"] for one in gaps.values())
    assert len({text for one in found.values() for text in [one["cost"]]}) == len(LANGUAGES)


def test_without_npm_the_build_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of the site is complete; the page itself says that the board was left out."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingNpmError, match=r"npm .* board\.html .* make docs again"):
        add_engine(tmp_path)
    assert not (tmp_path / "board").exists()
