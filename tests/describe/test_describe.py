"""Words: every message in six languages, complete, with the terms of the rulebooks and the right plurals."""

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
    BOARD,
    CASES,
    COLOURS,
    FOUR,
    KINDS,
    PINK,
    SAMPLE,
    at,
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
    IllegalActionError,
    Illegality,
    Outcome,
    PlaceShop,
    PlayCard,
    ScoreSheet,
    ShopTile,
    Standing,
    State,
    Sword,
    UseSpace,
    explain,
    legal_actions,
    new_game,
    outcome,
    redact,
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
    LanguageError,
    Message,
    MessageValue,
    Term,
    Where,
    Who,
    describe,
    heading,
    message,
    name,
    player_name,
    render,
    tell,
)
from toledo_rules.describe._messages import REQUIRED_KEYS
from toledo_rules.describe._sentences import (
    PLACEHOLDER,
    Catalogue,
    catalogue,
    checked_templates,
)
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.events import (
    EVENT_TYPES,
    CardDrawn,
    DrawingBegan,
    GameEnded,
    MetalTaken,
    PileReshuffled,
    TileTaken,
    TurnBegan,
)
from toledo_rules.game import UndoCode
from toledo_rules.phases import ENTERED, Arrived, Drawing, Phase, Transit
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
    "pending.over": {"seat"},
    "event.alcazar_entered": {"step"},
    "illegal.not_a_site": {"space"},
    "score.delivered_sword": {"value"},
    "score.painting": {"value"},
    "score.movement_tile": {"value"},
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

languages = pytest.mark.parametrize("language", LANGUAGES)


def templates(language: Language) -> Mapping[str, str]:
    return catalogue(language).templates


def placeholders(template: str) -> set[str]:
    return {found[1] for found in PLACEHOLDER.finditer(template)}


def numbers_of(template: str) -> Iterator[tuple[str, list[str]]]:
    """The parameters that decide between singular and plural, and the phrases to choose from."""
    for found in PLACEHOLDER.finditer(template):
        if found[3] is not None:
            yield found[1], found[3].split("|")


def assert_well_formed(said: Message, language: Language) -> None:
    sentence = render(said, language)
    assert sentence == sentence.strip()
    assert not set(sentence) & set("{}|#"), sentence
    assert "  " not in sentence
    if not said.key.startswith(LABELS):
        assert sentence[0].isupper(), sentence
        assert sentence.endswith("."), sentence
        assert not sentence.endswith(".."), sentence


POINTED_AT = ("part.", "deed.", "reason.", "refused.", "error.")
"""Groups for `toledo_rules.choices` and `toledo_rules.protocol`; see their tests."""


# The catalogues.


@languages
def test_every_language_has_the_same_keys_with_the_same_parameters(language: Language) -> None:
    english, other = templates("en"), templates(language)
    assert list(other) == list(english)
    for key, template in other.items():
        assert placeholders(template) == placeholders(english[key]), key


@languages
def test_every_brace_belongs_to_a_placeholder(language: Language) -> None:
    for key, template in templates(language).items():
        assert not set(PLACEHOLDER.sub("", template)) & set("{}|#"), key
        for _, phrases in numbers_of(template):
            assert len(phrases) in (2, 3), key


def test_a_message_gives_what_its_sentence_needs_and_hardly_more() -> None:
    for case in CASES:
        said = case.message()
        names = {name for name, _ in said.parameters}
        assert names - placeholders(templates("en")[said.key]) == UNSAID.get(said.key, set())


@languages
def test_no_key_is_unused(language: Language) -> None:
    used: set[str] = set()

    class Listening(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            used.add(key)
            return super().__getitem__(key)

    words = Catalogue(language, Listening(templates(language)))
    for case in CASES:
        words.say(case.message())
    for word in (*COLOURS, *KINDS):
        words.name(word)
    assert used == {key for key in words.templates if not key.startswith(POINTED_AT)}


@pytest.mark.parametrize(
    "key",
    [
        "action.take_cards",
        "event.metal_taken",
        "event.card_drawn_unseen",
        "illegal.no_way_on",
        "undo.revealed",
        "pending.duel",
        "score.painting",
        "shop.smith",
        "label.gem_dealer",
    ],
)
def test_a_catalogue_without_a_sentence_is_refused_by_name(key: str) -> None:
    """An action, event, code, phase or kind of shop without words is found when the catalogue is read."""
    group, entry = key.split(".")
    file = ROOT / "src" / "toledo_rules" / "describe" / "catalogues" / "en.toml"
    text = file.read_text(encoding="utf-8").split(f"[{group}]")
    without = re.sub(rf"(?m)^{entry} = .*$", "", text[1], count=1)
    with pytest.raises(LanguageError, match=f"catalogue of 'en' is incomplete: add {key}$"):
        checked_templates("en", f"{text[0]}[{group}]{without}")


def test_every_closed_set_of_the_game_needs_words() -> None:
    counted = {
        "action": 13,  # nine, the other uses of a space
        "event": len(EVENT_TYPES) + 5,  # some events have several sentences
        "pending": len(get_args(Phase)),
        "illegal": len(Code),
        "undo": len(UndoCode),
        "score": 5,
        "shop": 4,
    }
    for group, number in counted.items():
        assert len([key for key in REQUIRED_KEYS if key.startswith(f"{group}.")]) == number, group


@languages
def test_what_stands_inside_a_space_is_short(language: Language) -> None:
    assert all(0 < len(name(kind, language)) <= 8 for kind in KINDS)


def test_every_action_event_phase_and_code_has_a_sentence() -> None:
    things = {type(case.thing) for case in CASES}
    assert things >= {*ACTION_TYPES, *EVENT_TYPES, Draw, ScoreSheet, Standing, Outcome}
    codes = {case.message().key for case in CASES if case.message().key.startswith("illegal.")}
    assert codes == {f"illegal.{code}" for code in Code}
    undo = {case.message().key for case in CASES if case.message().key.startswith("undo.")}
    assert undo == {f"undo.{code}" for code in UndoCode}
    phases = {type(getattr(case.thing, "phase", None)) for case in CASES} - {type(None)}
    assert phases == set(get_args(Phase))


# The sentences.


@languages
def test_a_sentence_is_a_sentence(language: Language) -> None:
    for case in CASES:
        assert_well_formed(case.message(), language)


def test_the_sample_is_what_the_library_says_now() -> None:
    """To write it anew: python -m tests.describe.describe_cases."""
    assert SAMPLE.read_text(encoding="utf-8") == sample()


@cache
def game() -> Journey:
    rng = Random(4)
    return play_through(new_game(3, rng), PROGRESS, rng)


@languages
def test_a_whole_game_can_be_told(language: Language) -> None:
    journey, rng = game(), Random(1)
    everything = universe(KOSMOS_2008).actions
    for ply in journey:
        assert_well_formed(message(ply.before), language)
        assert_well_formed(message(ply.move, ply.before), language)
        for event in ply.what.events:
            assert_well_formed(message(event, ply.what.state), language)
            assert_well_formed(message(redact(event, BLUE), view(ply.what.state, BLUE)), language)
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


def reasons() -> Iterator[tuple[State, Illegality]]:
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
    yield drawing, failure.value.illegality


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


def test_the_reasons_of_the_engine_have_the_parameters_of_the_sample() -> None:
    sampled: dict[Code, set[frozenset[str]]] = {}
    for case in CASES:
        if isinstance(case.thing, Illegality):
            sampled.setdefault(case.thing.code, set()).add(names_in(case.thing))
    found: set[Code] = set()
    for state, why in reasons():
        assert names_in(why) in sampled[why.code]
        if why.code not in found:
            for language in LANGUAGES:
                assert_well_formed(message(why, state), language)
        found.add(why.code)
    assert found >= {code for code, names in sampled.items() if names != {frozenset()}}


def names_in(why: Illegality) -> frozenset[str]:
    return frozenset(name for name, _ in why.parameters)


@given(st.data())
def test_nonsense_can_be_told_too(data: st.DataObject) -> None:
    action = data.draw(strange_actions(KOSMOS_2008))
    for state in (BOARD, at(Arrived(3)), at(Transit(4))):
        why = explain(state, action)
        assert why is not None
        for language in LANGUAGES:
            assert_well_formed(message(why, state), language)
            assert_well_formed(message(action, state), language)


def test_a_redacted_draw_does_not_tell_the_card() -> None:
    drawn = CardDrawn(RED, FOUR)
    assert describe(redact(drawn, RED), BOARD) == "Red draws the violet 4 (attacker)."
    assert describe(redact(drawn, BLUE), BOARD) == "Red draws a card."
    assert FOUR not in [value for _, value in message(redact(drawn, BLUE), BOARD).parameters]


# Terms.

TERMS: Mapping[str, str] = {
    "space.metal": "metal_dealer",
    "space.gem": "gem_dealer",
    "space.smith": "smith",
    "space.fencing": "fencing_master",
    "space.tavern": "tavern",
    "space.artist": "artist",
    "space.other": "space",
    "shop.metal": "metal_dealer",
    "shop.gem": "gem_dealer",
    "shop.smith": "smith",
    "shop.fencing": "fencing_master",
    "tile.movement": "movement_tile",
    "tile.other": "duel_tile",
    "stance.attacker": "attacker",
    "stance.defender": "defender",
    "at.cathedral": "cathedral",
    "to.entrance": "entrance_space",
    "event.pile_reshuffled": "draw_pile",
    "event.figure_moved": "figure",
    "event.gem_taken": "gem",
    "event.metal_taken": "metal",
    "event.space_full": "circle",
    "event.painting_taken": "painting",
    "event.alcazar_entered": "alcazar",
    "event.last_round_began": "last_round",
    "illegal.no_tile_chosen": "master_tile",
    "illegal.no_shop_there": "shop",
    "event.duel_began": "duel",
    "card.neutral": "neutral",
    "card.brown": "brown",
    "card.violet": "violet",
    "colour.brown": "brown",
    "colour.neutral": "neutral",
    "colour.violet": "violet",
    "label.alcazar": "alcazar",
    "label.artist": "artist",
    "label.cathedral": "cathedral",
    "label.circles": "circle",
    "label.discards": "discard_pile",
    "label.duel": "duel",
    "label.entrance": "entrance_space",
    "label.fencing_master": "fencing_master",
    "label.gem_dealer": "gem_dealer",
    "label.hand": "hand",
    "label.last_round": "last_round",
    "label.metal": "metal",
    "label.metal_dealer": "metal_dealer",
    "label.painting": "painting",
    "label.pile": "draw_pile",
    "label.site": "space",
    "label.smith": "smith",
    "label.supply": "supply",
    "label.tavern": "tavern",
    "label.tile_value": "movement_tile",
}


@languages
def test_the_words_are_those_of_the_rulebooks(language: Language) -> None:
    glossary = loads((ROOT / "spec" / "glossary.toml").read_text(encoding="utf-8"))
    for key, term in TERMS.items():
        words = glossary[term][language]
        word = words if isinstance(words, str) else words[0]
        # adjectives are inflected: paars, paarse
        stem = word[:-1] if key.startswith("card.") else word
        assert stem.replace("aa", "a") in templates(language)[key].replace("aa", "a"), (key, word)


# Numbers.


def in_all(thing: Any) -> dict[str, str]:
    return {language: describe(thing, KOSMOS_2008, language=language) for language in LANGUAGES}


def test_one_card_and_two_cards() -> None:
    assert in_all(DrawingBegan(RED, 1, "take")) == {
        "en": "Red is going to draw one card.",
        "de": "Rot will eine Karte ziehen.",
        "fr": "Rouge va piocher une carte.",
        "it": "Rosso sta per pescare una carta.",
        "nl": "Rood gaat één kaart trekken.",
        "es": "Rojo va a robar una carta.",
    }
    assert in_all(DrawingBegan(RED, 2, "take")) == {
        "en": "Red is going to draw 2 cards.",
        "de": "Rot will 2 Karten ziehen.",
        "fr": "Rouge va piocher 2 cartes.",
        "it": "Rosso sta per pescare 2 carte.",
        "nl": "Rood gaat 2 kaarten trekken.",
        "es": "Rojo va a robar 2 cartas.",
    }


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        (
            0,
            (
                "no cards",
                "keine Karten",
                "aucune carte",
                "nessuna carta",
                "geen kaarten",
                "ninguna carta",
            ),
        ),
        (1, ("1 card", "1 Karte", "1 carte", "1 carta", "1 kaart", "1 carta")),
        (2, ("2 cards", "2 Karten", "2 cartes", "2 carte", "2 kaarten", "2 cartas")),
    ],
)
def test_no_card_one_card_two_cards_in_hand(cards: int, held: tuple[str, ...]) -> None:
    told = in_all(Standing(1, RED, 5, cards, 4))
    for language, words in zip(LANGUAGES, held, strict=True):
        assert f", {words} " in told[language]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (
            -1,
            ("fame point,", "Ruhmespunkt,", "point de", "punto prestigio", "roempunt,", "punto de"),
        ),
        (
            0,
            (
                "fame points",
                "Ruhmespunkte",
                "point de",
                "punti prestigio",
                "roempunten",
                "puntos de",
            ),
        ),
        (
            1,
            ("fame point,", "Ruhmespunkt,", "point de", "punto prestigio", "roempunt,", "punto de"),
        ),
        (
            3,
            (
                "fame points",
                "Ruhmespunkte",
                "points de",
                "punti prestigio",
                "roempunten",
                "puntos de",
            ),
        ),
    ],
)
def test_points(points: int, words: tuple[str, ...]) -> None:
    """French has its singular for nought too, and all languages for minus one."""
    told = in_all(Standing(1, RED, points, 3, 4))
    number = str(points).replace("-", MINUS)
    for language, expected in zip(LANGUAGES, words, strict=True):
        assert f" {number} {expected}" in told[language]


def test_one_gem_and_three_gems() -> None:
    four = describe(UseSpace(take=sword(4)), BOARD, language="de")
    assert four == "Schmiede das 4er-Schwert aus 1 Metall und 1 Edelstein."
    twelve = describe(UseSpace(take=sword(12)), BOARD, language="de")
    assert twelve == "Schmiede das 12er-Schwert aus 3 Metall und 3 Edelsteinen."
    two = describe(UseSpace(take=sword(2)), BOARD, language="fr")
    assert two == "Forgez l'épée de 2 points avec 1 métal."


def test_a_french_singular_without_its_number_is_never_used_for_zero() -> None:
    at_least_one = {"cards", "left", "circles", "actions"}
    for template in templates("fr").values():
        for number, (one, *_) in ((n, p) for n, p in numbers_of(template) if len(p) == 2):
            assert "#" in one or number in at_least_one


# Who and where.


def test_players_have_names_or_colours() -> None:
    moved = TurnBegan(BLUE)
    assert describe(moved, KOSMOS_2008) == "It is Blue's turn."
    assert describe(moved, KOSMOS_2008, names=("Ana", "Bo")) == "It is Bo's turn."
    assert describe(moved, KOSMOS_2008, names=("Ana",), language="es") == "Le toca a Azul."
    assert describe(moved, KOSMOS_2008, names=("", "{seat} | #")) == "It is {seat} | #'s turn."
    told = describe(Challenge(-1), BOARD, names=("Ana", "Bo"))
    assert told == f"Challenge Seat {MINUS}1 to a duel."


@languages
def test_colours_of_other_editions_keep_their_name(language: Language) -> None:
    other = evolve(KOSMOS_2008, colours=("dark red", "blue"))
    told = describe(MetalTaken(RED), other, language=language)
    assert told.startswith("Dark red ")
    assert "(pink)" in describe(TileTaken(RED, "pink"), other, language=language)
    drawn = describe(Draw(Card(8, "pink", "attacker")), other, language=language)
    assert " 8 (pink, " in drawn


def test_the_tiny_editions_can_be_told_too() -> None:
    for tiny in SHIPPED_EDITIONS[1:]:
        rng = Random(1)
        start = new_game(2, rng, edition=shipped_edition(tiny))
        for ply in play_through(start, PROGRESS, rng, most=40):
            for event in ply.what.events:
                assert_well_formed(message(event, ply.what.state), "nl")


def test_a_position_tells_more_about_a_space_than_an_edition() -> None:
    use = UseSpace(FOUR)
    assert describe(use, KOSMOS_2008) == "Use the space, paying the violet 4 (attacker)."
    assert describe(use, BOARD) == "Use the space, paying the violet 4 (attacker)."
    told = describe(use, view(at(Arrived(2)), RED))
    assert told == "Take one gem, paying Blue the violet 4 (attacker)."


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Ana", "Inés"), "Ana e Inés"),
        (("Ana", "íñigo"), "Ana e íñigo"),
        (("Ana", "Hilda"), "Ana e Hilda"),
        (("Ana", "Hielo"), "Ana y Hielo"),
        (("Inés", "Ana"), "Inés y Ana"),
    ],
)
def test_spanish_and_before_i(names: tuple[str, str], told: str) -> None:
    places = (Standing(1, RED, 9, 1, 1), Standing(1, BLUE, 9, 1, 1))
    shared = Outcome(frozenset({RED, BLUE}), places, ())
    sentence = describe(shared, BOARD, language="es", names=names)
    assert sentence == f"{told} comparten la victoria con 9 puntos de fama."


# Telling.


def test_what_goes_without_saying_is_not_told() -> None:
    """A turn that ends, a circle that is taken where a figure went, a first card that is put away."""
    table = Table(players=2).shop(4, RED, "metal", 1).hand(RED, "4va 1nd")
    state = table.lay()
    told: list[str] = []
    for action in (PlayCard(FOUR, 0), UseSpace(), END_TURN):
        what = transition(state, action, Random(1))
        told += tell(what.events, what.state)
        state = what.state
    assert told == [
        "Red plays the violet 4 (attacker).",
        "Red moves a figure from the cathedral to space 4 (metal dealer).",
        "Red takes one metal.",
    ]


def test_hidden_draws_are_counted() -> None:
    """A-131: nobody else is told which cards; what comes between them is told where it happened."""
    drawn = CardDrawn(RED, FOUR)
    happened = (DrawingBegan(RED, 3, "tavern"), drawn, drawn, PileReshuffled(40), drawn)
    seen = [redact(event, BLUE) for event in happened]
    assert tell(seen, BOARD, names=("Ana",)) == (
        "Ana draws 2 cards.",
        "The discard pile is shuffled and becomes the draw pile: 40 cards.",
        "Ana draws one card.",
    )
    assert tell(happened, BOARD)[0] == "Red draws the violet 4 (attacker)."
    assert len(tell(happened, BOARD)) == 4


@languages
def test_tales_are_sentences_too(language: Language) -> None:
    for ply in game():
        for sentence in tell(
            (redact(event, None) for event in ply.what.events), ply.before, language=language
        ):
            assert sentence.endswith(".")


# The interface.


def test_a_player_has_one_name_everywhere() -> None:
    assert player_name(BLUE, KOSMOS_2008) == "Blue"
    assert player_name(BLUE, BOARD, language="es") == "Azul"
    assert player_name(BLUE, view(BOARD, RED), names=("Ana", "Bo")) == "Bo"
    assert player_name(9, BOARD) == "Seat 9"


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
    assert message(TileTaken(RED, "violet"), BOARD)["tile"] == Term("tile", "violet")
    placed = message(PlaceShop(ShopTile("metal", 1), 6), BOARD)
    assert placed["shop"] == ShopTile("metal", 1)


@languages
def test_a_thing_has_the_name_that_it_has_in_sentences(language: Language) -> None:
    placed = PlaceShop(ShopTile("gem", 2), 7)
    assert name(placed.shop, language) in describe(placed, BOARD, language=language)
    assert name(FOUR, language) in describe(Draw(FOUR), BOARD, language=language)
    assert name(Where(3, "smith"), language) in describe(at(Arrived(3)), language=language)
    taken = describe(TileTaken(BLUE, "brown"), BOARD, language=language)
    assert name(Term("tile", "brown"), language) in taken
    assert name(Who(BLUE, "blue", None), language) in taken


def test_words_without_a_translation_stay_as_they_are() -> None:
    said = Message("illegal.nothing_to_choose", (("space", Term("visit", "in the park")),))
    assert render(said) == "There is nothing to choose in the park."


def test_a_context_is_needed() -> None:
    with pytest.raises(
        TypeError,
        match="describing GameEnded needs a second argument: a State, a View or an Edition",
    ):
        describe(GameEnded())  # type: ignore[call-overload]


def test_a_value_that_no_sentence_can_name_fails_loudly() -> None:
    why = Illegality(Code.NO_WAY_ON, "MOV-05", (("step", 1.5),))  # type: ignore[arg-type] # that is the mistake
    with pytest.raises(AssertionError, match=r"1\.5"):
        message(why, BOARD)
    said = Message("label.price", (("price", 1.5),))  # type: ignore[arg-type] # that is the mistake
    with pytest.raises(AssertionError, match=r"1\.5"):
        render(said)


def test_not_everything_has_words() -> None:
    with pytest.raises(TypeError, match="cannot describe 'toledo'"):
        message("toledo", BOARD)  # type: ignore[call-overload]


def test_unknown_languages() -> None:
    with pytest.raises(
        ValueError, match="unknown language 'fi': choose one of en, de, fr, it, nl, es"
    ):
        describe(PileReshuffled(3), BOARD, language="fi")  # type: ignore[call-overload]
