"""Languages as catalogues: one file each, registered by anybody, in layers, with mistakes that are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.describe.describe_cases import BOARD
from toledo_rules import KOSMOS_2008, Standing
from toledo_rules._cli import main
from toledo_rules.describe import (
    LANGUAGES,
    Message,
    Where,
    Who,
    best_language,
    describe,
    label,
    language_tables,
    languages,
    name,
    register_language,
    render,
    tell,
)
from toledo_rules.describe import _catalogue as registry
from toledo_rules.describe._catalogue import holds, parse_template
from toledo_rules.errors import LanguageError
from toledo_rules.events import CardDrawn, PaintingTaken, PileReshuffled
from toledo_rules.render import svg, text
from toledo_rules.testing import BLUE, RED, card

POLISH = Path(__file__).with_name("polish.toml")


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the languages of each test."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_catalogues", {})


# A language that the library does not have.


def test_a_language_is_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    """Polish has three plurals and no articles; what its file does not have yet is English."""
    register_language("pl", POLISH, base="en")
    assert languages() == (*LANGUAGES, "pl")
    shuffled = [describe(PileReshuffled(n), BOARD, language="pl") for n in (1, 2, 5, 12, 22, 25)]
    assert [sentence.split("(")[1] for sentence in shuffled] == [
        *("1 karta).", "2 karty).", "5 kart).", "12 kart).", "22 karty).", "25 kart)."),
    ]
    drawn = [CardDrawn(BLUE, card("4va")), CardDrawn(BLUE, card("2bd"))]
    assert tell(drawn, BOARD, language="pl", names=("Ewa", "Jan")) == (
        "Jan: dobiera fioletową 4 (atak) i brązową 2 (obrona).",
    )
    assert tell(drawn, BOARD, language="pl", reader=BLUE) == (
        "Dobierasz fioletową 4 (atak) i brązową 2 (obrona).",
    )
    assert describe(Standing(2, RED, 1, 3, 4), BOARD, language="pl").startswith("2. miejsce")
    assert "zapas" in text(BOARD, language="pl").lower()
    assert "fioletowa" in svg(BOARD, language="pl"), "a tooltip"
    assert main(["show", "toledo1 red / red 2bd / blue", "--language", "pl"]) == 0
    assert "Zapas" in capsys.readouterr().out


def test_a_language_of_its_own_needs_everything() -> None:
    with pytest.raises(LanguageError) as failure:
        register_language("pl", POLISH)
    missing = {problem.where for problem in failure.value.problems}
    assert missing == {
        f"{group}.{key}"
        for group, table in language_tables("en").items()
        for key in table
        if group not in ("plural", "ordinal", "sounds", "typography")
        and key not in language_tables_of(POLISH).get(group, {})
    }
    assert "pl" not in languages()


def language_tables_of(path: Path) -> registry.Tables:
    return registry.tables_of(path)


# Layers.


def test_another_base_than_the_language_of_the_region() -> None:
    register_language("es-x-german", {"label": {"fame": "prestigio"}}, base="de")
    assert label("fame", "es-x-german") == "prestigio"
    assert label("supply", "es-x-german") == label("supply", "de")


def test_a_region_changes_only_its_own_words() -> None:
    register_language("es-419", {"label": {"fame": "prestigio"}})
    assert label("fame", "es-419") == "prestigio"
    assert label("supply", "es-419") == label("supply", "es")
    shared = Message("list.last", (("first", "Ana"), ("last", "Inés")))
    assert render(shared, "es-419") == "Ana e Inés"  # its sounds too
    register_language("es-419-x-mine", {"label": {"supply": "despensa"}})
    assert label("fame", "es-419-x-mine") == "prestigio"


def test_a_word_can_be_corrected() -> None:
    before = name(Where(0, "cathedral"), "nl")
    own = {"place": {"cathedral": "dom"}}
    register_language("nl", own, base="nl")
    assert name(Where(0, "cathedral"), "nl") == "dom" != before
    assert languages() == LANGUAGES


def test_an_edition_with_colours_of_its_own_gets_words_by_a_layer() -> None:
    register_language("de-x-mine", {"seat": {"dark red": {"label": "Dunkelrot", "letter": "D"}}})
    assert label("supply", "de-x-mine") == "Vorrat"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (("de",), "de"),
        (("de_CH.UTF-8",), "de"),
        (("DE-at",), "de"),
        (("C", "POSIX", "nl_BE@euro"), "nl"),
        (("fr;q=0.8",), "fr"),
        (("tlh", ""), None),
        ((), None),
    ],
)
def test_the_best_language(wanted: tuple[str, ...], found: str | None) -> None:
    assert best_language(*wanted) == found


def test_english_comes_first_and_the_others_by_their_codes() -> None:
    assert languages() == LANGUAGES == ("en", "de", "es", "fr", "it", "nl")


# Mistakes.


@pytest.mark.parametrize(
    ("tables", "where", "said"),
    [
        ({"event": {"metal_taken": "{seta} nimmt"}}, "event.metal_taken", "found {seta}, expected"),
        ({"event": {"game_ended": "{seat}"}}, "event.game_ended", "expected no placeholder"),
        ({"event": {"game_ended": "a | b"}}, "event.game_ended", "column 3: expected text or {"),
        ({"event": {"game_ended": "a {"}}, "event.game_ended", "column 4: expected the name"),
        ({"event": {"told": "{seat"}}, "event.told", "column 6: expected }"),
        ({"event": {"told": "{seat:you=a|b}"}}, "event.told", "a category for each phrase"),
        ({"event": {"told": "{seat:you=a|you=b}"}}, "event.told", "a category for each phrase"),
        ({"event": {"told": 5}}, "event.told", "found 5, expected a template"),
        ({"tile": {"duel": {"the": "das"}}}, "tile.duel", "found the forms the, expected the form"),
        ({"plural": {"one": "n is 1"}}, "plural.one", "expected a relation such as n % 10 = 2..4"),
        ({"sounds": {"an": "n"}}, "sounds.an", "expected the texts word, before and becomes"),
        (
            {"sounds": {"an": {"word": "a ", "before": "(", "becomes": "an "}}},
            "sounds.an",
            "a pattern",
        ),
    ],
)
def test_mistakes_are_named(tables: registry.Tables, where: str, said: str) -> None:
    with pytest.raises(LanguageError, match="the catalogue of 'de-x' has 1 mistake") as failure:
        register_language("de-x", tables)
    (problem,) = failure.value.problems
    assert problem.where == where
    assert said in str(problem)


def test_all_mistakes_are_named() -> None:
    """Also two of the same entry, and two of the same kind."""
    tables: registry.Tables = {
        "tile": {"duel": {"label": 5, "the": 6}},
        "sounds": {"an": "n", "al": "l"},
    }
    with pytest.raises(LanguageError) as failure:
        register_language("de-x", tables)
    assert [problem.where for problem in failure.value.problems] == [
        *("sounds.al", "sounds.an"),
        *("tile.duel", "tile.duel"),
    ]


def test_a_sound_is_that_of_a_word() -> None:
    """Not of the end of one, however short that is."""
    register_language("es-x-short", {"list": {"last": "{first} ay {last}"}})
    shared = Message("list.last", (("first", "Ana"), ("last", "Inés")))
    assert render(shared, "es-x-short") == "Ana ay Inés"


def test_what_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "xx.toml"
    file.write_text("[[[", encoding="utf-8")
    with pytest.raises(LanguageError, match=r"xx\.toml is not a TOML file"):
        register_language("xx", file)
    with pytest.raises(LanguageError, match="name of the catalogue of 'xx' must be a table"):
        register_language("xx", {"name": "Xx"})  # type: ignore[dict-item] # that is the mistake
    with pytest.raises(LanguageError, match="unknown language 'tlh'"):
        register_language("xx", {}, base="tlh")


def test_a_phrase_cannot_depend_on_a_text() -> None:
    register_language("de-x", {"label": {"pair": "{name:eins|zwei} {value}"}})
    with pytest.raises(TypeError, match="no phrase can depend on 'Ana'"):
        label("pair", "de-x", name="Ana", value=3)


# The mechanism.


def test_a_template_with_phrases_in_phrases() -> None:
    (slot,) = parse_template("{seat:You {rival:one|#}|#}")
    assert not isinstance(slot, str)
    assert [category for category, _ in slot.phrases] == ["", ""]


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("n = 1", [1]),
        ("n = 0,1", [0, 1]),
        ("n % 10 = 1 and n % 100 != 11", [1, 21]),
        ("n % 10 = 2..4 and n % 100 != 12..14", [2, 3, 4, 22, 23]),
        ("n = 2 or n % 10 = 8,9", [2, 8, 9, 18, 19]),
    ],
)
def test_rules_of_the_cldr(rule: str, numbers: list[int]) -> None:
    assert [n for n in range(24) if holds(rule, n)] == numbers
    assert all(holds(rule, -n) for n in numbers)


def test_a_form_that_a_thing_does_not_have_is_its_label() -> None:
    assert name(Where(4, "site"), form="under") == name(Where(4, "site"))
    said = describe(PaintingTaken(RED, 1), KOSMOS_2008)
    assert said == "Red takes a painting worth 1 point."


@pytest.mark.parametrize(
    ("language", "yours", "theirs"),
    [
        ("en", "You take the circle", "Ana takes the circle"),
        ("de", "kannst das Feld nutzen.", "kann das Feld nutzen."),
        ("es", "puedes usar la casilla.", "puede usar la casilla."),
        ("fr", "pouvez utiliser la case.", "peut utiliser la case."),
        ("it", "puoi usare lo spazio.", "può usare lo spazio."),
        ("nl", "kunt het veld gebruiken.", "kan het veld gebruiken."),
    ],
)
def test_every_verb_of_a_sentence_agrees_with_the_reader(
    language: str, yours: str, theirs: str
) -> None:
    """The second verb too."""
    won = Message("play.takes_circle", (("seat", Who(0, "red", "Ana")), ("step", Where(4, "gem"))))
    assert yours in render(won, language, reader=0)
    assert theirs in render(won, language, reader=1)
