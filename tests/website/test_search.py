"""The search: the right entry is among the first three results, for questions as people type them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from attrs import frozen

from website.model.content import read_content
from website.model.languages import LANGUAGES
from website.model.links import Links
from website.model.packing import unpacked
from website.model.pages import Pages
from website.search.searching import FOLDER, INDEX, SPOKEN, add_search, index

ROOT = Path(__file__).parent.parent.parent
VISIBLE = 3
"""Results that a reader sees at once."""
ENOUGH = 0.95
MOST = 500_000
"""Bytes, compressed, that a page loads of the index."""


@frozen
class Question:
    """What somebody typed, and the entries that answer it."""

    ask: str
    accept: tuple[str, ...]
    group: str
    aside: bool


QUESTIONS = [
    Question(one["ask"], tuple(one["accept"]), one["set"], one.get("aside", False))
    for one in map(
        json.loads,
        Path(__file__).with_name("questions.jsonl").read_text(encoding="utf-8").splitlines(),
    )
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the search."""
    content = read_content(ROOT)
    links = Links(content)
    made = index(content, links)
    assert links.problems == []
    path = tmp_path_factory.mktemp("search") / "index.json"
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


def answers(file: Path, *questions: str) -> list[dict[str, str]]:
    """The first results of each question, and what each says, by the code that the page runs."""
    told = subprocess.run(
        ("node", FOLDER / "command.js", file),
        input="\n".join(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in told.stdout.splitlines()]


def ask(file: Path, *questions: str) -> list[list[str]]:
    """The first results of each question."""
    return [[*results] for results in answers(file, *questions)]


@pytest.fixture(scope="module")
def found(file: Path) -> dict[str, list[str]]:
    asked = [question.ask for question in QUESTIONS]
    return dict(zip(asked, ask(file, *asked), strict=True))


def right(questions: list[Question], found: dict[str, list[str]]) -> float:
    """The share of questions with an accepted entry in sight."""
    good = sum(not set(one.accept).isdisjoint(found[one.ask][:VISIBLE]) for one in questions)
    return good / len(questions)


@pytest.mark.parametrize("aside", [False, True])
def test_the_right_entry_is_in_sight(found: dict[str, list[str]], aside: bool) -> None:
    questions = [one for one in QUESTIONS if one.aside == aside]
    assert len(questions) > 30
    assert right(questions, found) >= ENOUGH


@pytest.mark.parametrize("group", sorted({one.group for one in QUESTIONS}))
def test_no_language_is_left_behind(found: dict[str, list[str]], group: str) -> None:
    assert right([one for one in QUESTIONS if one.group == group], found) >= 0.9


def test_a_third_of_the_questions_is_kept_aside() -> None:
    first = [one for one in QUESTIONS if one.group in {"review", *LANGUAGES}]
    assert len(first) == 108
    assert sum(one.aside for one in first) == 36


def test_every_accepted_entry_exists(file: Path) -> None:
    known = {entry["id"] for entry in json.loads(file.read_text(encoding="utf-8"))["entries"]}
    assert {id for one in QUESTIONS for id in one.accept} <= known


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("A-44", "A-44"),
        ("a 44", "A-44"),
        ("mov 5", "MOV-05"),
        ("D-65", "D-65"),
        ("EX-11d", "EX-11d"),
        ("q12", "Q-12"),
        ("what does OCC-04 mean?", "OCC-04"),
    ],
)
def test_a_number_is_found(file: Path, question: str, first: str) -> None:
    assert ask(file, question)[0][0] == first


def test_a_card_of_value_4_is_no_number_of_an_entry(file: Path) -> None:
    (results,) = ask(file, "may I use a 4 as a 3")
    assert "A-04" not in results[:VISIBLE]


@pytest.mark.parametrize(
    ("words", "entries"),
    [
        # The words of the English edition and of reviews
        (("palace", "castle", "Alcazar", "Alcázar"), {"ALC-01", "A-108", "Q-78", "A-102"}),
        (
            ("skill tile", "master tile", "Meisterplättchen"),
            {"CMP-05", "A-02", "FEN-01", "CMP-10", "FEN-05"},
        ),
        # Umlauts and accents, or none; typing errors; inflection
        (
            ("épée", "epee", "épees", "schwerter", "swrods"),
            {"CMP-06", "SMI-01", "SCO-01", "ALC-03"},
        ),
        (("Taverne", "Wirtschaft"), {"TAV-01", "TAV-02"}),
        (("Gleichstand", "gleichstnad", "égalité", "egalite", "pareggio", "empate"), {"Q-83"}),
        (
            (
                "Bewegungsplättchen",
                "Bewegungsplaettchen",
                "Bewegungs-Plättchen",
                "bewegungsplatchen",
            ),
            {"TIL-01"},
        ),
    ],
)
def test_players_words_mean_the_same(file: Path, words: tuple[str, ...], entries: set[str]) -> None:
    for word, results in zip(words, ask(file, *words), strict=True):
        assert entries & set(results), word


def test_each_entry_is_one_result(file: Path) -> None:
    for results in ask(file, "sword", "can I pay a 5 with two cards", "Duell", "A-44 A-44"):
        assert len(results) == len(set(results))


def test_guides_are_left_out_unless_they_are_wanted(file: Path) -> None:
    entries = json.loads(file.read_text(encoding="utf-8"))["entries"]
    assert {entry["kind"] for entry in entries} == {
        *("answer", "rule", "ruling", "example", "term", "difference"),
    }


def test_a_result_is_whole_sentences_without_marks(file: Path) -> None:
    for entry in json.loads(file.read_text(encoding="utf-8"))["entries"]:
        assert not entry["answer"].endswith(":"), entry["id"]
        assert "*" not in entry["answer"], entry["id"]


VERDICT = re.compile(r"(Yes|No|Ja|Nein|Oui|Non|S[ìí]|Nee)[,:]")

TURNED = (
    "Must I pass?",
    "May I never pass?",
    "May I not use the movement tile in the turn in which I take it?",
    "Must I use a movement tile in the turn in which I take it?",
    "May a figure only go backwards?",
    "I have lost the duel. May I use the shop, and do I pay?",
    "I have won the duel. May I use the shop without paying?",
    "Must I duel because a circle is free?",
    "Must I fight a duel with my own figure?",
    "May I play fewer than all cards that fit?",
    "Must I move as many steps as the card shows?",
    "May one figure bring one sword?",
    "May one figure bring no sword?",
    "May a figure in the Alcazar stay there?",
    "Only two cards are left to draw: may I still take three?",
    "No card is left to draw: may I still take cards?",
    "One pile is empty: may I take cards?",
    "May I hold two tiles of different kinds?",
    "The price is 5. May I pay with a 6?",
    "May I pay with a card that I have not moved with?",
    "We both have different tiles. Who wins the round?",
    "May a figure stop on a site where somebody has built?",
    "May the owner use my shop?",
    "Must my score be positive?",
    "I used my movement tile. Does it cost two points all the same?",
    "Does the movement tile help outside of a duel?",
    "May different figures move in a turn?",
    "Muss ich passen?",
    "Muss ich tauschen?",
    "Darf ich auf ein volles Feld ziehen?",
    "Muss ich ein Plättchen tauschen, wenn ich drei habe?",
    "Darf eine Figur vorwärts gehen?",
    "Darf ich mit einer Karte zahlen, mit der ich nicht gezogen habe?",
    "Dois-je passer mon tour ?",
    "Une figurine peut-elle avancer ?",
    "Puis-je ne jamais passer ?",
    "¿Debo pasar?",
    "¿Puede avanzar una figura?",
    "Devo passare?",
    "Una figura può andare avanti?",
    "Moet ik passen?",
    "Mag een figuur vooruit?",
)
"""Questions of the entries with a fact turned round: what they ask is not what the entry says yes or no to."""


def test_yes_and_no_are_said_where_the_facts_are_those_of_the_entry(file: Path) -> None:
    asked = {
        "Can I just pass?": "Q-01",
        "Darf man rückwärts ziehen?": "Q-17",
        "peut-on reculer avec une figurine": "Q-17",
        "puedo pasar": "Q-01",
    }
    for (question, id), results in zip(asked.items(), answers(file, *asked), strict=True):
        assert VERDICT.match(results[id]), question


def test_nothing_says_yes_or_no_to_facts_turned_round(file: Path) -> None:
    for question, results in zip(TURNED, answers(file, *TURNED), strict=True):
        for id, said in results.items():
            assert not VERDICT.match(said), (question, id, said)
            assert not said[0].islower(), (question, id, said)


@pytest.fixture(scope="module")
def scripts() -> dict[str, str]:
    """The index as a page loads it."""
    content, pages = read_content(ROOT), Pages()
    pages.add("reference/kinds.md", "# Kinds\n\n&quot;site&quot; or <b>tavern</b>\n")
    add_search(pages, content, Links(content))
    return {path: text for path, text in pages.files.items() if path.startswith("assets/")}


def test_guides_are_found_without_the_marks_of_html(scripts: dict[str, str]) -> None:
    script = scripts[INDEX].removeprefix('var ToledoSearchIndex = "').removesuffix('";\n')
    assert json.dumps('"site" or tavern') in json.dumps(unpacked(script))


def test_a_page_loads_little_in_any_language(scripts: dict[str, str]) -> None:
    """In base 64, of which a server that compresses sends about three quarters."""
    loaded = {
        code: len(scripts[INDEX]) + len(scripts.get(SPOKEN.format(code), "")) for code in LANGUAGES
    }
    assert max(loaded.values()) < MOST, loaded


def test_nonsense_finds_nothing_and_breaks_nothing(file: Path) -> None:
    assert ask(file, "xqzzv wvvk", "???", "'\"<b>\\") == [[], [], []]
