"""Words: every message in all languages, complete, with the terms of the rulebooks and the right plurals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from tomllib import loads
from typing import Any, get_args

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.describe.describe_cases import (
    ABOUT_PLAYERS,
    BOARD,
    CASES,
    COLOURS,
    FOUR,
    KINDS,
    PINK,
    SAMPLE,
    at,
    deeds,
    sample,
)
from tests.strategies import strange_actions
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    Action,
    Card,
    Challenge,
    Code,
    Deliver,
    Draw,
    Edition,
    EndTurn,
    IllegalActionError,
    Outcome,
    PlaceShop,
    PlayCard,
    Refusal,
    ScoreSheet,
    ShopTile,
    Standing,
    State,
    Sword,
    UseSpace,
    errors,
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
from toledo_rules.actions import ACTION_TYPES
from toledo_rules.describe import (
    LANGUAGES,
    Language,
    Message,
    MessageValue,
    Named,
    Term,
    Where,
    Who,
    describe,
    heading,
    language_tables,
    message,
    name,
    player_name,
    render,
    tell,
)
from toledo_rules.describe._catalogue import Forms, catalogue, slots
from toledo_rules.describe._messages import REQUIRED_KEYS, Scene
from toledo_rules.describe._sentences import labels
from toledo_rules.edition import SHOP_KINDS, SPACE_KINDS, Seat
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.errors import (
    CodecError,
    LanguageError,
    NotationError,
    PictureError,
    Problem,
    RefusedError,
)
from toledo_rules.events import (
    EVENT_TYPES,
    HIDDEN,
    CardDrawn,
    DrawingBegan,
    DuelBegan,
    DuelEnded,
    FeePaid,
    FigureSentBack,
    GameEnded,
    MetalTaken,
    PileReshuffled,
    RoundFought,
    SecretCardDrawn,
    SecretEvents,
    TileTaken,
    TurnBegan,
)
from toledo_rules.notation import parse_action
from toledo_rules.rulebook import ILLEGAL
from toledo_rules.state import ENTERED, Arrived, Drawing, Phase, Transit
from toledo_rules.testing import (
    BLUE,
    GREEN,
    HOARD,
    PROGRESS,
    RED,
    Journey,
    Table,
    card,
    play,
    play_through,
    sword,
)

ROOT = Path(__file__).parents[2]

UNSAID: Mapping[str, set[str]] = {
    "action.return_figure_from_cathedral": {"step"},
    "event.figure_returned_from_cathedral": {"step"},
    "pending.over": {"seat"},
    "illegal.not_a_site": {"space"},
    "score.delivered_sword": {"value"},
    "score.painting": {"value"},
    "score.movement_tile": {"value"},
    "refused.not_on_turn": {"seat"},
    "illegal.site_taken_by_you": {"owner"},
}
"""What a message tells and no sentence repeats."""

MINUS = "\N{MINUS SIGN}"

LABELS = (
    "label.",
    "score.delivered",
    "score.sword",
    "score.painting",
    "score.gems",
    "score.movement",
)
"""Entries of a list and names of things: no sentences by themselves."""

ALL_KINDS = tuple(Term("kind", kind) for kind in (*SHOP_KINDS, *SPACE_KINDS))
PLACES = (Where(0, "cathedral"), Where(20, "entrance"), Where(5, "unknown"), Where(5, "there"))
SWORDS = (sword(12),)
ELSEWHERE = (
    *("language.", "part.", "deed.", "reason.", "refused.", "error."),
    *("analysis.", "cli.", "command.", "page.", "table.", "ask.", "slot.", "play."),
)
"""The name of the language; choices, protocol, command line, page, position in prose, table: see their tests."""

languages = pytest.mark.parametrize("language", LANGUAGES)


def placeholders(forms: Forms) -> set[str]:
    return {slot.name for template in forms.values() for slot in slots(template)}


def plain(text: str) -> str:
    """A text with ordinary spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def assert_well_formed(said: Message, language: Language, reader: Seat | None = None) -> None:
    sentence = render(said, language, reader=reader)
    assert sentence == sentence.strip()
    assert not set(sentence) & set("{}|#"), sentence
    assert "  " not in sentence
    if not said.key.startswith(LABELS):
        assert sentence[0].isupper() or sentence[0].isdecimal(), sentence
        assert sentence.endswith("."), sentence
        assert not sentence.endswith(".."), sentence


# The catalogues.

MESSAGES = (
    "cli",
    "action",
    "fee",
    "pending",
    "event",
    "illegal",
    "undo",
    "score",
    "outcome",
    "label",
)
PLAYERS = {"seat", "attacker", "defender", "winner", "loser", "owner", "rival", "winners", "rivals"}


@languages
def test_no_translation_forgets_a_parameter(language: Language) -> None:
    """Only a player may be left out, where the verb is the same for everybody."""
    english = catalogue("en").entries
    for key, forms in catalogue(language).entries.items():
        if key.startswith(MESSAGES):
            assert placeholders(forms) | PLAYERS == placeholders(english[key]) | PLAYERS, key


def test_a_message_gives_what_its_sentence_needs_and_hardly_more() -> None:
    for case in CASES:
        for said in deeds(case.message()):
            names = {name for name, _ in said.parameters}
            found = placeholders(catalogue("en").entries[said.key])
            assert names - found == UNSAID.get(said.key, set()), said.key


@languages
def test_no_key_is_unused(language: Language) -> None:
    used: set[str] = set()

    class Listening(dict[str, Forms]):
        def __getitem__(self, key: str) -> Forms:
            used.add(key)
            return super().__getitem__(key)

        def get(self, key: str, default: Any = None) -> Any:
            used.add(key)
            return super().get(key, default)

    words = evolve(catalogue(language), entries=Listening(catalogue(language).entries))
    for case in CASES:
        words.say(case.message())
        words.say(case.message(), RED)
    things: tuple[Named, ...] = (*COLOURS, *ALL_KINDS, *PLACES, *SWORDS)
    for thing in things:
        words.name(thing)
    spoken = {key for key in words.entries if not key.startswith(ELSEWHERE)}
    assert spoken <= used


def test_every_closed_set_of_the_game_needs_words() -> None:
    counted = {
        "action": 14,  # nine, a return from the cathedral, and the uses of a space
        "event": len(EVENT_TYPES) + 7,  # some events have several sentences
        "pending": len(get_args(Phase)),
        "illegal": len(ILLEGAL),
        "undo": 5,
        "refused": 2,
        "reason": 27,
        "score": 6,
        "kind": 9,
    }
    for group, number in counted.items():
        assert len([key for key in REQUIRED_KEYS if key.startswith(f"{group}.")]) == number, group


@languages
def test_what_stands_inside_a_space_is_short(language: Language) -> None:
    assert all(0 < len(name(kind, language, form="short")) <= 8 for kind in KINDS)


def test_every_action_event_phase_and_code_has_a_sentence() -> None:
    things = {type(case.thing) for case in CASES}
    assert things >= {*ACTION_TYPES, *EVENT_TYPES, Draw, ScoreSheet, Standing, Outcome}
    codes = {case.thing.code for case in CASES if isinstance(case.thing, Refusal)}
    assert codes == set(Code)
    phases = {type(getattr(case.thing, "phase", None)) for case in CASES} - {type(None)}
    assert phases == set(get_args(Phase))


# The sentences.


@languages
def test_a_sentence_is_a_sentence(language: Language) -> None:
    for case in CASES:
        assert_well_formed(case.message(), language)


def test_the_sample_is_what_the_library_says_now() -> None:
    """Write it with ``python -m tests.describe.describe_cases``."""
    assert SAMPLE.read_text(encoding="utf-8") == sample()


@cache
def game() -> Journey:
    rng = Random(4)
    return play_through(new_game(3, rng), PROGRESS, rng)


@pytest.mark.search
@languages
def test_a_whole_game_can_be_told(language: Language) -> None:
    journey, rng = game(), Random(1)
    everything = universe(KOSMOS_2008).actions
    for ply in journey:
        assert_well_formed(message(ply.before), language)
        assert_well_formed(message(ply.move, ply.before), language)
        for event in ply.what.with_secrets():
            assert_well_formed(message(event, ply.what.state), language)
        for event in ply.what.seen_by(BLUE):
            assert_well_formed(message(event, view(ply.what.state, BLUE)), language)
        for action in rng.sample(everything, 3):
            why = explain(ply.before, action)
            if why is not None:
                assert_well_formed(message(why, ply.before), language)
    end = journey[-1].what.state
    result = outcome(end)
    assert result is not None
    assert_well_formed(message(result, end), language)
    assert_well_formed(message(end), language)
    for standing, sheet in zip(result.ranking, result.sheets, strict=True):
        assert_well_formed(message(standing, end), language)
        assert_well_formed(message(sheet, end), language)
    assert all(sheet == score(end, sheet.seat) for sheet in result.sheets)


@languages
def test_what_a_player_can_choose_between_is_told_apart(language: Language) -> None:
    for ply in game()[::7]:
        choices = legal_actions(ply.before)
        told = {describe(action, ply.before, language=language) for action in choices}
        assert len(told) == len(choices)


def reasons() -> Iterator[tuple[State, Refusal]]:
    """Reasons that the engine gives: in two games, and where games hardly ever go."""
    rng = Random(4)
    for policy in (PROGRESS, HOARD):
        for ply in play_through(new_game(3, rng), policy, rng, most=400):
            for action in rng.sample(universe(KOSMOS_2008).actions, 100):
                if why := explain(ply.before, action):
                    yield ply.before, why
    for state, action in seldom():
        why = explain(state, action)
        assert why is not None
        yield state, why
    drawing = at(Drawing(1, "take"))
    with pytest.raises(IllegalActionError) as failure:
        play(drawing, Draw(PINK))
    yield drawing, failure.value.refusal


def seldom() -> Iterator[tuple[State, Action]]:
    """Refused actions that random ones would seldom meet."""
    table = Table().shop(4, RED, "fencing").figures(RED, 4)
    table.phase, table.front = Arrived(4), FOUR
    some = table.tiles(RED, "violet").lay()
    most = table.tiles(RED, "violet", "brown", MOVEMENT).lay()
    yield some, UseSpace(take="violet")
    yield some, UseSpace(take="pink")
    yield some, UseSpace(take="brown", give_back="violet")
    yield most, UseSpace(take="turquoise")
    yield most, UseSpace(take="turquoise", give_back="pink")
    table = Table().shop(3, RED, "smith").figures(RED, 3)
    table.phase, table.front = Arrived(3), FOUR
    smith = table.lay()
    yield smith, UseSpace(take=Sword(99, 1, 0))
    yield smith, UseSpace(take=sword(4))
    yield table.material(RED, metal=9, gems=9).lay(), UseSpace(take=sword(4), give_back="pink")
    yield table.material(RED, metal=1).lay(), UseSpace(take=sword(4))
    tile = ShopTile("smith", 1)
    yield BOARD, PlaceShop(tile, 0)
    yield BOARD, PlaceShop(tile, 99)
    far = Table().shop(19, RED, "gem").figures(RED, 19).hand(RED, "6va").lay()
    yield far, PlayCard(card("6va"), 19)
    table = Table().tiles(RED, MOVEMENT).hand(RED, "4va 5va").figures(RED, 5)
    table.phase, table.tile_value = Arrived(5), 5
    table.discards("5vd")
    yield table.lay(), PlayCard(card("5va"), 0)
    yield table.lay(), PlayCard(card("4va"), 0, with_tile=True)
    table = Table(edition="kosmos-2008 a82=if_possible").figures(RED, 5).hand(RED, "5va")
    table.phase, table.tile_value = Arrived(5), 4
    yield table.discards("4va").lay(), END_TURN
    crowd = Table().figures(BLUE, 5, 5).hand(RED, "5va").pile("").rest_to(BLUE).lay()
    yield crowd, PlayCard(card("5va"), 0)
    table = Table(players=3).figures(BLUE, 5, 5).figures(RED, transit=5).tiles(RED, MOVEMENT)
    table.phase, table.front = Transit(5), card("5va")
    over = table.hand(RED, "5vd").lay()
    yield over, END_TURN
    yield over, Challenge(GREEN)
    yield over, PlayCard(card("5vd"), 5, with_tile=True)
    yield at(ENTERED), Deliver(sword(7))
    own = Table().figures(RED, 5, 5).hand(RED, "5va").lay()
    yield own, PlayCard(card("5va"), 0)


@pytest.mark.search
def test_the_reasons_of_the_engine_have_the_parameters_of_the_sample() -> None:
    sampled: dict[Code, set[frozenset[str]]] = {}
    for case in CASES:
        if isinstance(case.thing, Refusal):
            sampled.setdefault(case.thing.code, set()).add(names_in(case.thing))
    found: set[Code] = set()
    for state, why in reasons():
        assert names_in(why) in sampled[why.code]
        if why.code not in found:
            for language in LANGUAGES:
                assert_well_formed(message(why, state), language)
        found.add(why.code)
    assert found >= {code for code in ILLEGAL if sampled[code] != {frozenset()}}


def names_in(why: Refusal) -> frozenset[str]:
    return frozenset(name for name, _ in why.parameters)


@pytest.mark.search
@given(st.data())
def test_nonsense_can_be_told_too(data: st.DataObject) -> None:
    action = data.draw(strange_actions(KOSMOS_2008))
    for state in (BOARD, at(Arrived(3)), at(Transit(4))):
        why = explain(state, action)
        assert why is not None
        for language in LANGUAGES:
            assert_well_formed(message(why, state), language)
            assert_well_formed(message(action, state), language)


def test_a_hidden_draw_does_not_tell_the_card() -> None:
    drawn = SecretCardDrawn(RED, FOUR)
    assert plain(describe(drawn.seen_by(RED), BOARD)) == "Red draws the violet 4 (attacker)."
    assert describe(drawn.seen_by(BLUE), BOARD) == "Red draws a card."
    assert "violet" not in repr(message(drawn.seen_by(BLUE), BOARD))


# Terms.

TERMS: Mapping[str, str] = {
    "kind.metal": "metal_dealer",
    "kind.gem": "gem_dealer",
    "kind.smith": "smith",
    "kind.fencing": "fencing_master",
    "kind.tavern": "tavern",
    "kind.artist": "artist",
    "kind.cathedral": "cathedral",
    "kind.entrance": "entrance_space",
    "kind.site": "space",
    "place.site": "space",
    "place.entrance": "entrance_space",
    "tile.movement": "movement_tile",
    "tile.other": "duel_tile",
    "stance.attacker": "attacker",
    "stance.defender": "defender",
    "event.pile_reshuffled": "draw_pile",
    "event.figure_moved": "figure",
    "event.gem_taken": "gem",
    "event.metal_taken": "metal",
    "event.space_full": "circle",
    "event.painting_taken": "painting",
    "event.alcazar_entered": "alcazar",
    "event.last_round_began": "last_round",
    "event.duel_began": "duel",
    "illegal.no_tile_chosen": "master_tile",
    "illegal.no_shop_there": "shop",
    "colour.brown": "brown",
    "colour.neutral": "neutral",
    "colour.violet": "violet",
    "colour.turquoise": "turquoise",
    "seat.red": "red",
    "seat.blue": "blue",
    "seat.green": "green",
    "seat.yellow": "yellow",
    "label.alcazar": "alcazar",
    "label.circles": "circle",
    "label.duel": "duel",
    "label.last_round": "last_round",
    "label.metal": "metal",
    "label.painting": "painting",
    "label.pile": "draw_pile",
    "label.supply": "supply",
    "label.tile_value": "movement_tile",
    "outcome.won_by_cards": "tie",
    "pending.turn_start": "to_place",
    "pending.last_turn": "to_return",
    "pending.arrived": "to_use",
    "pending.entered": "to_deliver",
    "ask.return_figure_who": "figure",
    "table.sites": "shop",
    "table.tiles": "master_tile",
    "table.supply_tiles": "master_tile",
    "play.duel_on": "duel",
    "deed.place_shop": "to_place",
    "deed.return_figure": "figure",
    "deed.use_space": "space",
    "reason.tile": "master_tile",
    "reason.duel_tile": "duel_tile",
    "reason.in_front": "turn",
    "label.place": "to_place",
    "label.use": "to_use",
}


@pytest.mark.search
@languages
def test_the_words_are_those_of_the_rulebooks(language: Language) -> None:
    glossary = loads((ROOT / "spec" / "glossary.toml").read_text(encoding="utf-8"))
    for key, term in TERMS.items():
        words = glossary[term][language]
        word = words if isinstance(words, str) else words[0]
        said = source(language, key).lower()
        # plurals and inflected verbs: handelszaak, handelszaken; riportare, riportarla
        stems = [part[: max(3, len(part) - 2)] for part in word.removeprefix("to ").lower().split()]
        assert all(stem in said for stem in stems), (key, word)


def source(language: Language, key: str) -> str:
    """The text of an entry as it stands in the catalogue."""
    group, entry = key.split(".")
    return str(language_tables(language)[group][entry])


# Numbers.


def test_one_card_and_two_cards() -> None:
    one, two = DrawingBegan(RED, 1, "take"), DrawingBegan(RED, 2, "take")
    assert describe(one, KOSMOS_2008) == "Red is going to draw 1 card."
    assert describe(two, KOSMOS_2008) == "Red is going to draw 2 cards."
    assert describe(one, KOSMOS_2008, language="de") == "Rot nimmt 1 Karte vom Nachziehstapel."
    assert describe(two, KOSMOS_2008, language="de") == "Rot nimmt 2 Karten vom Nachziehstapel."


@languages
@pytest.mark.parametrize("points", [-2, -1, 0, 1, 2, 17])
def test_the_number_decides_the_form(language: Language, points: int) -> None:
    """The singular is said of what the CLDR calls one: 1 and -1, in French 0 too."""
    told = {n: describe(Standing(2, RED, n, 3, 4), KOSMOS_2008, language=language) for n in (1, 5)}
    shown = str(points).replace("-", MINUS)
    like = 1 if catalogue(language).category(points, "label") == "one" else 5
    expected = told[like].replace(f", {like} ", f", {shown} ")
    assert describe(Standing(2, RED, points, 3, 4), KOSMOS_2008, language=language) == expected


def test_french_has_its_singular_for_nought_too() -> None:
    told = describe(Standing(1, RED, 0, 0, 0), KOSMOS_2008, language="fr")
    assert ", 0 point de renommée, aucune carte en main." in told


def test_one_gem_and_three_gems() -> None:
    four = describe(UseSpace(take=sword(4)), BOARD, language="de")
    assert four == "Das 4er-Schwert aus 1 Metall und 1 Edelstein schmieden."
    twelve = describe(UseSpace(take=sword(12)), BOARD, language="de")
    assert twelve == "Das 12er-Schwert aus 3 Metall und 3 Edelsteinen schmieden."
    two = describe(UseSpace(take=sword(2)), BOARD, language="fr")
    assert two == "Forger l'épée de 2 points avec 1 métal."


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["1st", "2nd", "3rd", "4th"]),
        ("de", ["1.", "2.", "3.", "4."]),
        ("fr", ["1re", "2e", "3e", "4e"]),
        ("es", ["1.er", "2.º", "3.er", "4.º"]),
    ],
)
def test_places_are_ordinal_numbers(language: Language, expected: list[str]) -> None:
    places = [describe(Standing(n, RED, 5, 3, 4), BOARD, language=language) for n in range(1, 5)]
    assert [place.split()[0] for place in places] == expected


# Who and where.


def test_players_have_names_or_colours() -> None:
    moved = TurnBegan(BLUE)
    assert describe(moved, KOSMOS_2008) == "It is Blue's turn."
    assert describe(moved, KOSMOS_2008, names=("Ana", "Bo")) == "It is Bo's turn."
    assert describe(moved, KOSMOS_2008, names=("Ana",), language="es") == "Le toca a Azul."
    assert describe(moved, KOSMOS_2008, names=("", "{seat} | #")) == "It is {seat} | #'s turn."
    told = describe(Challenge(-1), BOARD, names=("Ana", "Bo"))
    assert told == "Challenge Player 0 to a duel."


@languages
def test_colours_of_other_editions_keep_their_name(language: Language) -> None:
    other = evolve(KOSMOS_2008, colours=("dark red", "blue"))
    told = describe(MetalTaken(RED), other, language=language)
    assert told.startswith("Dark red ")
    assert "(pink)" in describe(TileTaken(RED, "pink"), other, language=language)
    drawn = describe(Draw(Card(7, "pink", "attacker")), other, language=language)
    assert " 7 (pink, " in drawn


def test_the_tiny_editions_can_be_told_too() -> None:
    for tiny in SHIPPED_EDITIONS[1:]:
        rng = Random(1)
        start = new_game(2, rng, edition=shipped_edition(tiny))
        for ply in play_through(start, PROGRESS, rng, most=40):
            for event in ply.what.with_secrets():
                assert_well_formed(message(event, ply.what.state), "nl")


def test_a_position_tells_more_about_a_space_than_an_edition() -> None:
    use = UseSpace(FOUR)
    assert plain(describe(use, KOSMOS_2008)) == "Use the space, paying the violet 4 (attacker)."
    assert plain(describe(use, BOARD)) == "Use the space, paying the violet 4 (attacker)."
    told = plain(describe(use, view(at(Arrived(2)), RED)))
    assert told == "Take 1 gem, paying Blue the violet 4 (attacker)."


# The reader.


def test_the_reader_is_you() -> None:
    drawn = CardDrawn(RED, FOUR)
    assert describe(drawn, BOARD, names=("Ana", "Bo")).startswith("Ana draws the violet")
    assert describe(drawn, BOARD, names=("Ana", "Bo"), reader=RED).startswith("You draw the violet")
    assert describe(BOARD, language="de", reader=RED).startswith("Du bist an der Reihe: ")
    assert describe(BOARD, language="de", reader=BLUE).startswith("Rot ist an der Reihe: ")
    paid = FeePaid(RED, BLUE, FOUR)
    assert plain(describe(paid, BOARD, language="es", reader=BLUE)) == "Rojo te paga el 4 violeta."
    assert plain(describe(paid, BOARD, language="es", reader=RED)) == "Pagas el 4 violeta a Azul."


@languages
@pytest.mark.parametrize("reader", [RED, BLUE])
def test_everything_can_be_said_to_a_player(language: Language, reader: Seat) -> None:
    for case in CASES:
        said = case.message()
        if said.key.startswith(ABOUT_PLAYERS):
            assert_well_formed(said, language, reader)


def test_whoever_tries_their_own_site_again_is_told_so() -> None:
    own, others = ShopTile("smith", 1), BOARD
    why = explain(others, PlaceShop(own, 1))
    assert why is not None
    assert plain(describe(why, others)) == "You already have a shop on space 1."
    why = explain(others, PlaceShop(own, 2))
    assert why is not None
    assert plain(describe(why, others)) == "Blue already has a shop on space 2."
    assert plain(describe(why, KOSMOS_2008)) == "Blue already has a shop on space 2."


def test_whoever_is_not_on_turn_is_told_whose_turn_it_is() -> None:
    error = RefusedError(Refusal.of(Code.NOT_ON_TURN, seat=BLUE, active=RED))
    assert describe(error, BOARD, names=("Ana", "Bo")) == "It is Ana's turn."
    assert describe(error, BOARD, language="it", names=("Ana",)) == "Tocca ad Ana."
    assert describe(error, BOARD, language="it", reader=RED) == "Tocca a te."
    assert describe(error) == "It is Player 1's turn."


def test_any_error_becomes_a_sentence_by_one_call() -> None:
    refused = explain(BOARD, EndTurn())
    assert refused is not None
    assert describe(IllegalActionError(EndTurn(), refused)) == describe(refused, BOARD)
    stale = RefusedError(Refusal.of(Code.STALE, expected=3, version=4))
    assert describe(stale, language="nl") == "De tafel is intussen veranderd: kijk opnieuw."
    assert describe(CodecError([Problem("$", "1", "2")])) == "That cannot be read."
    assert describe(PictureError("there is no theme 'sepia'")) == "there is no theme 'sepia'"
    for one in errors.__all__:
        kind = getattr(errors, one)
        if isinstance(kind, type) and issubclass(kind, Exception):
            assert issubclass(kind, errors.ToledoError)
            assert "text" in dict(message(errors.ToledoError(one)).parameters)


# Sounds.

NAMES_BY_SOUND = {
    ("es", "y"): ("Ana", "Hielo", "Iago", "Ian", "Yolanda", "Yasmin", "8", "olga", "Ursula"),
    ("es", "e"): ("Inés", "íñigo", "Hilda", "hilario", "Yves", "Yvonne", "Isabel"),
    ("it", "e"): ("Anna", "Iago", "Olga", "Ugo", "Hans", "Yuri", "8", "bea"),
    ("it", "ed"): ("Elena", "enzo", "Ezio", "Èva"),
}


@pytest.mark.parametrize(("language", "word"), list(NAMES_BY_SOUND))
def test_and_before_a_sound(language: Language, word: str) -> None:
    for second in NAMES_BY_SOUND[language, word]:
        places = (Standing(1, RED, 9, 1, 1), Standing(1, BLUE, 9, 1, 1))
        shared = Outcome(frozenset({RED, BLUE}), places, ())
        told = describe(shared, BOARD, language=language, names=("Rut", second))
        assert told.startswith(f"Rut {word} {second} ")


@pytest.mark.parametrize("called", ["Ana", "anna", "Àlex"])
def test_italian_has_a_d_before_the_same_vowel(called: str) -> None:
    assert describe(TurnBegan(RED), BOARD, language="it", names=(called,)) == f"Tocca ad {called}."


@pytest.mark.parametrize("called", ["Elena", "Hans", "Ivo", "Olga", "Ugo", "Yuri", "8", "bea"])
def test_italian_has_no_d_before_another_sound(called: str) -> None:
    assert describe(TurnBegan(RED), BOARD, language="it", names=(called,)) == f"Tocca a {called}."


@pytest.mark.parametrize(
    ("called", "told"),
    [
        ("Ana", "d'Ana"),
        ("Élodie", "d'Élodie"),
        ("igor", "d'igor"),
        ("Hélène", "d'Hélène"),
        ("Yves", "d'Yves"),
        ("Yasmine", "de Yasmine"),
        ("Hugo", "de Hugo"),
        ("8", "de 8"),
        ("Zoé", "de Zoé"),
    ],
)
def test_french_elision(called: str, told: str) -> None:
    last = evolve(BOARD, trigger=BLUE)
    sentence = describe(last, language="fr", names=(called,))
    assert sentence.startswith(f"C'est le dernier tour {told}")


def test_a_sound_changes_nothing_inside_a_name() -> None:
    """A player may be called Robert de Orio, and Ana a Ana."""
    sentence = describe(evolve(BOARD, trigger=BLUE), language="fr", names=("Robert de Orio",))
    assert "de Robert de Orio" in sentence
    assert describe(TurnBegan(0), BOARD, language="it", names=("e a Eva",)) == "Tocca a e a Eva."


def all_editions() -> Iterator[Edition]:
    yield from map(shipped_edition, SHIPPED_EDITIONS)
    big = tuple(Card(value, "violet", "attacker") for value in range(1, 30))
    yield evolve(KOSMOS_2008, cards=big, swords=tuple(Sword(n, 1, 0) for n in range(1, 30)))


@pytest.mark.parametrize("edition", list(all_editions()), ids=lambda edition: edition.name)
def test_numbers_sound_right_in_every_edition(edition: Edition) -> None:
    """An 8, an 11, an 18; l'1, l'8, l'11: in all sentences with a card or the value of a sword."""
    way = (("origin", Where(0, "cathedral")), ("target", Where(5, "tavern")))
    for value in {c.value for c in edition.cards} | {s.value for s in edition.swords}:
        english = render(Message("action.play_value", (("value", value), *way)))
        article = "an" if value in (8, 11, 18) or 80 <= value < 90 else "a"
        assert f"Play {article} {value} and" in english
    for one in edition.cards:
        told = plain(describe(CardDrawn(RED, one), edition, language="it"))
        article = "l'" if one.value in (1, 8, 11) or 80 <= one.value < 90 else "il "
        assert told.startswith(f"Rosso pesca {article}{one.value}")


# Letters.


@languages
def test_every_player_and_every_colour_has_a_letter_of_its_own(language: Language) -> None:
    words = labels(KOSMOS_2008, language, ())
    letters = (*words.player_letters, *words.duel_letters.values())
    assert all(len(letter) == 1 for letter in letters)
    assert len(set(letters)) == len(letters), "none stands for a player and for a colour"


def test_letters_are_those_that_people_expect() -> None:
    assert labels(KOSMOS_2008, "de", ()).player_letters == ("R", "B", "G", "Y")
    assert labels(KOSMOS_2008, "es", ()).player_letters == ("R", "A", "V", "M")
    assert labels(KOSMOS_2008, "fr", ("Ana",)).player_letters == ("R", "B", "V", "J")
    other = evolve(KOSMOS_2008, colours=("rose", "red", "green"))
    assert labels(other, "en", ()).player_letters == ("O", "R", "G")


# Telling.


def test_what_goes_without_saying_is_not_told() -> None:
    """A turn that ends, a circle that is taken where a figure went, a first card that is put away."""
    table = Table(players=2).shop(4, RED, "metal", 1).hand(RED, "4va 1nd")
    state = table.lay()
    told: list[str] = []
    for action in (PlayCard(FOUR, 0), UseSpace(), END_TURN):
        what = transition(state, action, Random(1))
        told += tell(what.with_secrets(), what.state)
        state = what.state
    assert list(map(plain, told)) == [
        "Red plays the violet 4 and moves a figure from the cathedral to space 4 (metal dealer).",
        "Red takes 1 metal.",
    ]


def test_the_cards_of_two_players_are_told_apart() -> None:
    hidden = (CardDrawn(RED, HIDDEN), CardDrawn(RED, HIDDEN), CardDrawn(BLUE, HIDDEN))
    assert [*tell(hidden, view(BOARD, None))] == ["Red draws 2 cards.", "Blue draws 1 card."]


def test_only_the_beginning_of_a_long_text_is_quoted() -> None:
    with pytest.raises(NotationError) as failure:
        parse_action("x" * 31, KOSMOS_2008)
    assert describe(failure.value, BOARD).endswith(f", not {'x' * 30}.")


def test_a_shop_is_named_once_where_it_is_placed() -> None:
    """Before and after: the space has the shop then, but the sentence has named it already."""
    state = Table().lay()
    placed = transition(state, PlaceShop(ShopTile("metal", 2), 4), Random(1))
    for context in (state, placed.state):
        told = tell(placed.with_secrets(), context)
        assert plain(told[0]) == "Red places a metal dealer with 2 circles on space 4."


def test_a_move_is_told_in_one_sentence() -> None:
    """The player once, the place once in full."""
    table = Table(players=2).shop(4, BLUE, "gem", 1).figures(BLUE, 4).hand(RED, "4va").pile("1vd")
    what = transition(table.lay(), PlayCard(FOUR, 0), Random(1))
    (told,) = tell(what.with_secrets(), what.state)
    assert plain(told) == (
        "Red plays the violet 4, moves a figure from the cathedral to space 4 (gem dealer) "
        "and finds no free circle there."
    )


def test_a_duel_is_told_in_three_sentences() -> None:
    happened = (
        DuelBegan(RED, BLUE, 3),
        RoundFought(FOUR, RED, 1, 0),
        RoundFought(card("1nd"), BLUE, 1, 1),
        RoundFought(card("2bd"), BLUE, 1, 2),
        DuelEnded(BLUE, RED, 3),
        FigureSentBack(RED, 3),
    )
    began, fought, decided = map(plain, tell(happened, BOARD))
    assert began == "Red challenges Blue to a duel on space 3 (smith)."
    assert fought == (
        "Revealed: the violet 4 (attacker) for Red, the neutral 1 (defender) for Blue and "
        "the brown 2 (defender) for Blue."
    )
    assert decided == "Blue wins the duel 2 to 1, and Red's figure goes back to the cathedral."
    assert plain(tell(happened[-2:], BOARD)[1]) == (
        "Red has to return the figure from there to the cathedral."
    )


def test_the_longest_sentences_stay_short() -> None:
    """A duel took up to 424 characters when every event was told by itself."""
    for language in LANGUAGES:
        for ply in game():
            told = tell(ply.what.with_secrets(), ply.what.state, language=language)
            assert all(len(sentence) <= 250 for sentence in told)


def test_hidden_draws_are_counted() -> None:
    """A-131: nobody else is told which cards; what comes between them is told where it happened."""
    drawn = SecretCardDrawn(RED, FOUR)
    began = DrawingBegan(RED, 3, "tavern")
    happened = SecretEvents((began, drawn, drawn, PileReshuffled(40), drawn))
    assert tell(happened.seen_by(BLUE), BOARD, names=("Ana",)) == (
        "Ana draws 2 cards.",
        "The discard pile is shuffled into a new draw pile (40 cards).",
        "Ana draws 1 card.",
    )
    seen_by_ana = tell(happened.seen_by(RED), BOARD)
    four = "the violet 4 (attacker)"
    assert plain(seen_by_ana[0]) == f"Red draws {four} and {four}."
    assert len(seen_by_ana) == 3


@languages
def test_tales_are_sentences_too(language: Language) -> None:
    for ply in game():
        for sentence in tell(ply.what.seen_by(None), ply.before, language=language):
            assert sentence.endswith(".")


# The interface.


def test_a_player_has_one_name_everywhere() -> None:
    assert player_name(BLUE, KOSMOS_2008) == "Blue"
    assert player_name(BLUE, BOARD, language="es") == "Azul"
    assert player_name(BLUE, view(BOARD, RED), names=("Ana", "Bo")) == "Bo"
    assert player_name(9, BOARD) == "Player 10"


def test_a_heading_is_a_label_with_a_capital_letter() -> None:
    assert heading("hand", "it") == "Mano"
    assert heading("tile_value", value=4) == "Movement tile: 4"


def test_a_message_has_things_as_parameters() -> None:
    said = message(at(Arrived(3)), names=("Ana",))
    parameters: tuple[tuple[str, MessageValue], ...] = (
        ("seat", Who(RED, "red", "Ana")),
        ("step", Where(3, "smith")),
    )
    assert said == Message("pending.arrived", parameters)
    assert said["step"] == Where(3, "smith")
    assert hash(said) == hash(Message("pending.arrived", parameters))
    (taken,) = deeds(message(TileTaken(RED, "violet"), BOARD))
    assert taken["tile"] == Term("tile", "violet")
    placed = message(PlaceShop(ShopTile("metal", 1), 6), BOARD)
    assert placed["shop"] == ShopTile("metal", 1)


def test_a_thing_alone_has_another_form_than_in_a_sentence() -> None:
    violet = Term("tile", "violet")
    assert name(violet, "de") == "violettes Duell-Plättchen"
    assert name(violet, "de", form="the") == "das violette Duell-Plättchen"
    assert name(violet, "nl") == "paars duelkaartje"
    assert name(violet, "nl", form="the") == "het paarse duelkaartje"
    assert labels(KOSMOS_2008, "fr", ()).short_tile("brown") == "brune"
    assert plain(name(Where(5, "tavern"), "fr")) == "case 5 (taverne)"
    assert name(Where(0, "cathedral"), "de") == "Kathedrale"
    assert plain(name(Where(20, "entrance"), "en")) == "entrance space 20"
    assert name(sword(12), "de", form="the") == "das 12er-Schwert"
    assert name(sword(12), form="metal") == "3"


@pytest.mark.parametrize(
    ("language", "participle"), [("fr", r"# est \w+é\b"), ("it", r"# è \w+[ao]\b")]
)
def test_no_participle_agrees_with_a_player(language: Language, participle: str) -> None:
    """Nobody knows the gender of a name: Carla est joué, Carla è giocato."""
    for group, table in language_tables(language).items():
        for key, entry in table.items():
            assert not re.search(participle, str(entry)), f"{group}.{key}"


def test_words_without_a_translation_stay_as_they_are() -> None:
    said = Message("illegal.nothing_to_choose", (("space", Term("kind", "in the park")),))
    assert render(said) == "There is nothing to choose in the park."


def test_a_context_is_needed() -> None:
    with pytest.raises(
        TypeError,
        match="describing GameEnded needs a second argument: a State, a View, a Game or an Edition",
    ):
        describe(GameEnded())  # type: ignore[call-overload]


def test_what_has_no_words_is_refused_before_a_context_is_asked_for() -> None:
    with pytest.raises(TypeError, match="cannot describe 3: expected something Describable"):
        message(3)  # type: ignore[call-overload]


def test_a_value_that_no_sentence_can_name_fails_loudly() -> None:
    why = Refusal(Code.NO_WAY_ON, "MOV-05", (("step", 1.5),))  # type: ignore[arg-type] # that is the mistake
    with pytest.raises(AssertionError, match=r"1\.5"):
        message(why, BOARD)
    said = Message("label.price", (("price", 1.5),))  # type: ignore[arg-type] # that is the mistake
    with pytest.raises(AssertionError, match=r"1\.5"):
        render(said)


def test_not_everything_has_words() -> None:
    with pytest.raises(TypeError, match="cannot describe 'toledo'"):
        message("toledo", BOARD)  # type: ignore[call-overload]


def test_unknown_languages() -> None:
    with pytest.raises(ValueError, match=r"unknown language 'fi': choose one of en, .* or "):
        describe(PileReshuffled(3), BOARD, language="fi")


def test_a_seat_that_the_edition_has_no_colour_for() -> None:
    """The first one that is too many, too, and one that is none at all."""
    for seat in (-1, len(KOSMOS_2008.colours)):
        assert Scene(KOSMOS_2008, ()).who(seat) == Who(seat, None, None)


def test_a_message_that_cannot_be_said() -> None:
    """It may come from another program, or from a later version."""
    deep = Message("label.price", (("price", 3),))
    for _ in range(2000):
        deep = Message("label.pair", (("name", deep), ("value", "")))
    for wrong, why in (
        (Message("label.chess"), "there is nothing called 'label.chess'"),
        (Message("label.price"), "there is nothing called 'price'"),
        (deep, "it is nested too deeply"),
    ):
        with pytest.raises(LanguageError, match=f"^'{wrong.key}' cannot be said in 'de': {why}$"):
            render(wrong, "de")
