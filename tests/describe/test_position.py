"""The table in prose: everything that lies there, in every language, and nothing that is hidden."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from tomllib import loads

import pytest

from tests.render.pictures_read import SVG, parsed
from tests.table import busy
from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    Sword,
    determinize,
    new_game,
    score,
    shipped_edition,
    view,
)
from toledo_rules.describe import LANGUAGES, Language, _sentences, describe, position
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.render import svg
from toledo_rules.state import Arrived, Transit
from toledo_rules.testing import BLUE, GREEN, MOMENTS, RED, Table, lay_out

languages = pytest.mark.parametrize("language", LANGUAGES)


def test_everything_on_the_table_is_told() -> None:
    state = busy()
    told = position(state, names=("Ana", "Ben", "Carla"))
    assert told.startswith(describe(state, names=("Ana", "Ben", "Carla")))
    assert "Space 4: gem dealer with 2 circles, owned by Ana; there: Ana." in told
    assert "Space 5: tavern; there: Ana." in told
    for seat, player in enumerate(state.players):
        points = str(score(state, seat).total).replace("-", "\N{MINUS SIGN}")
        assert f"{points} point" in told
        assert f"{len(player.hand)} card" in told
    assert f"Draw pile: {len(state.pile)} cards. Discard pile: 2 cards." in told
    assert "First card of this turn: " in told


def test_a_position_at_the_start_has_no_shops() -> None:
    told = position(view(new_game(2, Random(1)), None))
    assert "Spaces without a shop: 1, 2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19." in told
    assert "Space 5: tavern; nobody there." in told
    assert "Hand of" not in told, "a spectator sees none"
    assert "Alcazar" not in told


def test_swords_tiles_and_paintings_are_listed() -> None:
    table = Table(3, active=GREEN).swords(RED, Sword(2, 1, 0), Sword(2, 1, 0), Sword(7, 3, 1))
    table.tiles(RED, "violet", MOVEMENT).paintings(BLUE, 3, 2).alcazar(BLUE, 2, Sword(12, 3, 3))
    table.alcazar(RED, 1)
    told = position(table.lay())
    assert "Swords in front of Red: 2 \N{MULTIPLICATION SIGN}2, 7." in told
    assert "Master tiles of Red: violet duel tile, movement tile." in told
    assert "Paintings of Blue: 2, 3." in told
    assert "In the Alcazar: Red (1), Blue (2; swords: 12)." in told


def test_the_turn_is_told() -> None:
    table = Table().tiles(RED, MOVEMENT).figures(RED, 5).hand(RED, "1va").discards("3bd")
    told = position(table.moving("5va", tile_value=3).lay(Arrived(5)))
    assert (
        "First card of this turn: violet 5 (attacker). The movement tile was used for a 3." in told
    )
    table = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).hand(RED, "5va").moving("5vd")
    assert "Over space 5, on no circle: Red." in position(table.lay(Transit(5)))
    table = Table(2, active=BLUE).alcazar(RED, 3)
    table.trigger = RED
    assert "Red began the last round." in position(table.lay())


@languages
def test_a_seat_is_told_only_what_it_sees(language: Language) -> None:
    rng = Random(3)
    for seat in (RED, None):
        seen = view(busy(), seat)
        other = view(determinize(seen, rng), seat)
        assert position(seen, language=language) == position(other, language=language)


@languages
def test_every_moment_can_be_told(language: Language) -> None:
    for number, moment in enumerate(MOMENTS):
        state = lay_out(KOSMOS_2008, 2 + number % 3, Random(number), moment)
        told = position(state, language=language)
        assert "{" not in told
        assert len(told.splitlines()) >= 4


@pytest.mark.parametrize("name", SHIPPED_EDITIONS[1:])
def test_every_edition_can_be_told(name: str) -> None:
    edition = shipped_edition(name)
    for moment in MOMENTS:
        assert position(lay_out(edition, edition.least_players, Random(1), moment))


def test_nothing_is_said_of_what_is_not_there() -> None:
    edition = shipped_edition("tiny-road")
    full = lay_out(edition, 2, Random(1), "start")
    assert "can still place" not in position(full)


def test_what_is_known_and_what_is_used_up() -> None:
    told = position(busy())
    assert (
        "Cards of Blue that everyone knows: neutral 3 (defender), turquoise 6 (defender)." in told
    )
    assert "Cards of Green that everyone knows" not in told
    assert "Paintings on the stack: 2 \N{MULTIPLICATION SIGN}2, 1 \N{MULTIPLICATION SIGN}3." in told
    gone = position(Table(2).paintings(RED, *KOSMOS_2008.paintings).lay())
    assert "Paintings on the stack" not in gone


def test_an_empty_hand_is_none() -> None:
    told = position(view(Table(2).hand(BLUE, "4va").lay(), RED))
    assert "Hand of" not in told


def read(picture: str) -> str:
    """The description of a picture."""
    return next(parsed(picture).iter(f"{SVG}desc")).text or ""


@languages
def test_a_picture_is_described_by_it(language: Language) -> None:
    state = busy()
    assert position(state, language=language) in read(svg(state, language=language))
    seen = view(state, BLUE)
    assert position(seen, language=language) in read(svg(state, seat=BLUE, language=language))


@languages
def test_every_sentence_about_the_table_is_needed(language: Language) -> None:
    source = Path(str(_sentences.__file__)).read_text(encoding="utf-8")
    catalogue = Path(str(_sentences.__file__)).parent / "catalogues" / f"{language}.toml"
    entries = loads(catalogue.read_text(encoding="utf-8"))["table"]
    assert set(re.findall(r'self\.say\(\s*"(\w+)"', source)) == set(entries)


# Told to a reader

YOURS = {
    "en": ("Your hand: ", "Your master tiles: ", ", yours; ", "You can still place: ", "You: "),
    "de": ("Deine Handkarten: ", ", gehört dir; ", "Du kannst noch legen: ", "Schwerter vor dir: "),
    "es": ("Tu mano: ", ", tuyo; ", "Aún puedes colocar: ", "Espadas delante de ti: "),
    "fr": ("Votre main\N{NO-BREAK SPACE}: ", ", à vous\N{NO-BREAK SPACE}; ", "Vous pouvez encore"),
    "it": ("La tua mano: ", ", tuo; ", "Puoi ancora piazzare: ", "Spade davanti a te: "),
    "nl": (
        "Jouw hand: ",
        ", van jou; ",
        "Je kunt nog plaatsen: ",
        "Zwaarden die voor jou liggen: ",
    ),
}


@languages
def test_a_reader_is_called_you(language: Language) -> None:
    """Everywhere, and nobody else is."""
    table = Table(3, active=BLUE).swords(RED, Sword(2, 1, 0)).tiles(RED, "violet").hand(RED, "1va")
    table.shop(4, RED, "gem", 2).figures(RED, 4).alcazar(RED, 1)
    names = ("Ana", "Ben", "Carla")
    told = position(view(table.lay(), RED), names=names, reader=RED, language=language)
    assert "Ana" not in told
    assert "Ben" in told
    for said in YOURS[language]:
        assert said in told, said
    others = position(view(table.lay(), RED), names=names, reader=BLUE, language=language)
    assert "Ana" in others
    assert "Ben" not in others


def test_neither_cathedral_nor_entrance_is_told_as_a_space() -> None:
    told = position(new_game(2, Random(1)))
    road = KOSMOS_2008.road
    numbers = {int(one) for one in re.findall(r"Space (\d+):", told)}
    assert numbers.isdisjoint(
        {0, *(step for step, one in enumerate(road) if one.kind == "entrance")}
    )
    assert numbers
