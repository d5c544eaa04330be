"""The parts of the generator: links, answers, guides, code in colours, docstrings."""

from __future__ import annotations

import itertools
import json
import re
from datetime import UTC, datetime
from html import escape
from pathlib import Path

import griffe
import pytest
from attrs import AttrsInstance, evolve, fields

from spec.tools.citations import EXERCISING, exercising
from toledo_rules import KOSMOS_2008, Player, PlayerView, State, View
from toledo_rules.describe import describe
from toledo_rules.rulebook import ILLEGAL
from website.building import build
from website.model.answers import FILE as ANSWERS
from website.model.answers import read_answers
from website.model.content import (
    FOR_PROGRAMS,
    Content,
    SiteError,
    introduction,
    read_content,
)
from website.model.languages import page_of
from website.model.links import Links, relative
from website.model.pages import Pages
from website.model.stamp import stamp
from website.model.standing import FIXES, of_answer, of_section
from website.pages.api import SECTIONS, modules
from website.pages.components import add_components
from website.pages.coverage import add_coverage
from website.pages.differences import add_differences
from website.pages.guides import Guides
from website.pages.highlighting import clause
from website.pages.history import add_history
from website.pages.home import add_home
from website.pages.pictures import Gallery
from website.pages.proofs import fuzzing
from website.pages.rules import RULE_LAYERS, Writer, implementing, purpose, showing
from website.positions import SCENES
from website.theme.docstrings import Entries, readable

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def content() -> Content:
    return read_content(ROOT)


@pytest.fixture
def links(content: Content) -> Links:
    return Links(content)


# Links


def test_addresses_are_relative_so_that_the_site_works_from_any_folder() -> None:
    assert relative("rules/duel.html#DUE-01", "rules/movement.html") == "duel.html#DUE-01"
    assert relative("rules/duel.html#DUE-01", "rules/duel.html") == "#DUE-01"
    assert relative("index.html", "reference/api/toledo_rules.html") == "../../index.html"


def test_numbers_in_prose_become_links_with_their_title(links: Links) -> None:
    text = links.in_markdown("See MOV-05.", "rules/duel.html", "here")
    assert 'href="movement.html#MOV-05"' in text
    assert 'title="A free circle must be taken"' in text
    assert links.problems == []


@pytest.mark.parametrize(
    "text",
    [
        "`MOV-05`",
        "```python\nMOV-05\n```\n",
        "[MOV-05](x.md)",
        "## MOV-05 in a heading",
        "<b id='MOV-05'>",
    ],
)
def test_code_links_and_headings_stay_as_they_are(links: Links, text: str) -> None:
    assert links.in_markdown(text, "index.html", "here") == text


def test_a_dead_number_is_a_problem_with_file_and_id(links: Links) -> None:
    unknown = "MOV" + "-99"  # in two parts: a number that does not exist must not be cited
    links.in_markdown(f"See {unknown}.", "index.html", "docs/some.md")
    assert [str(problem) for problem in links.problems] == [
        f"docs/some.md: {unknown}: link: expected a known id"
    ]


# Guides


def test_links_of_guides_lead_to_pages(content: Content, links: Links) -> None:
    guides = Guides(content, links, Pages())
    text = guides.convert("docs/project/developing.md")
    assert "](specification.md)" in text
    assert links.problems == []


def test_a_dead_link_of_a_guide_is_a_problem(content: Content, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\n[b](b.md) [web](https://example.org)\n")
    links = Links(content)
    text = Guides(evolve(content, root=tmp_path), links, Pages()).convert("docs/a.md")
    assert [str(problem) for problem in links.problems] == [
        "docs/a.md: b.md: link: expected a file with a page"
    ]
    assert "https://example.org" in text


def test_sessions_of_guides_are_shown_without_what_only_tests_need(
    content: Content, tmp_path: Path
) -> None:
    (tmp_path / "docs").mkdir()
    session = "```python\n>>> 1 + 1  # doctest: +SKIP\n2\n\n```\n"
    (tmp_path / "docs" / "a.md").write_text(f"# A\n\n{session}")
    guides = Guides(evolve(content, root=tmp_path), Links(content), Pages())
    assert guides.convert("docs/a.md") == "# A\n\n```pycon\n>>> 1 + 1\n2\n```\n"


# Answers


def answers_of(folder: Path, text: str) -> list[str]:
    (folder / "docs").mkdir()
    (folder / ANSWERS).write_text(f"[[answers]]\n{text}")
    return [str(problem) for problem in read_answers(folder)[1]]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ('answer = "A. B. C."', "answer: expected at most two sentences"),
        ('picture = "nowhere"', "picture: expected the name of a scene, not nowhere"),
        ('question = "Why"', "question: expected a question mark at the end"),
        ('id = "first"', "id: expected Q- and a number"),
        ("ids = []", "ids: expected a list of at least one text"),
        ('ids = ["MOV-05", "MOV-06"]', "ids: expected MOV-06 both here and among the sentences"),
        ('answer = "A. B."', "sentences: expected one for each of the 2 sentences of the answer"),
        ('sentences = ["(MOV-05.1)"]', "expected one that does not matter in a corner only"),
        ('colour = "red"', "colour: unknown key"),
    ],
)
def test_what_is_wrong_with_an_answer_is_told(tmp_path: Path, wrong: str, problem: str) -> None:
    entry = {
        "id": '"Q-01"',
        "question": '"Why?"',
        "answer": '"Because."',
        "ids": '["MOV-05"]',
        "sentences": '["MOV-05.1"]',
    }
    key, _, value = wrong.partition(" = ")
    entry[key] = value
    told = answers_of(tmp_path, "\n".join(f"{name} = {said}" for name, said in entry.items()))
    assert problem in " ".join(told)


def test_every_answer_is_sound() -> None:
    answers, problems = read_answers(ROOT)
    assert problems == []
    assert len(answers) > 80


def test_two_answers_cannot_have_the_same_id(tmp_path: Path) -> None:
    entry = (
        'id = "Q-01"\nquestion = "Why?"\nanswer = "Because."\nids = ["MOV-05"]\n'
        'sentences = ["MOV-05.1"]\n'
    )
    (told,) = answers_of(tmp_path, f"{entry}[[answers]]\n{entry}")
    assert "Q-01 is used twice" in told


# Positions


def test_every_example_of_the_specification_has_a_position(content: Content) -> None:
    assert set(content.examples) <= set(SCENES)


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_can_be_played_and_its_refusal_is_real(name: str) -> None:
    shown = SCENES[name]()
    assert shown.turn == () or shown.after != shown.before
    assert (shown.why_not is None) == (shown.refused is None)


def test_points_are_counted_where_an_example_counts_them(links: Links) -> None:
    """EX-4: the rulebooks' 18 points."""
    shown = Gallery(links).show("EX-4", "rules/examples.html", "here")
    total = next(line for line in shown.splitlines() if "Fame  " in line)
    assert total.split()[1] == "18"


# Topics


@pytest.mark.parametrize("name", ["movement", "movement_tile"])
def test_an_introduction_leads_to_the_glossary(content: Content, name: str) -> None:
    said = introduction(content.topics[name], "glossary.md#definitions")
    assert "see the [Glossary](glossary.md#definitions)" in " ".join(said.split())
    assert "`" not in said


# Evidence


def test_the_functions_that_carry_a_rule_out_come_first(content: Content) -> None:
    names = [one.name for one in implementing(content.code["MOV-05"], ROOT)]
    assert names[:2] == ["stop_refusal", "carry_out"]  # of `effects.movement`
    assert "Rule" not in names  # an example in a docstring


def test_the_modules_in_which_rules_are_carried_out_exist() -> None:
    package = ROOT / "src" / "toledo_rules"
    assert [
        name for name in RULE_LAYERS if not [*package.glob(f"{name}.py"), *package.glob(f"{name}/")]
    ] == []


def test_tests_are_shown_rather_than_their_helpers(content: Content) -> None:
    for id, found in content.tests.items():
        assert any(one.name.rpartition(".")[2].startswith("test_") for one in showing(found)), id


def test_a_test_is_shown_with_a_line_on_what_it_shows(content: Content) -> None:
    lines = {
        (one.file.name, one.name): purpose(one)
        for found in content.tests.values()
        for one in showing(found)
    }
    assert lines["test_duel.py", "test_a_duel_is_forced_only_without_a_way_on"] == (
        "who can move on has the choice, who cannot must fight."
    )
    bare = re.compile(r"(?:[A-Z]{1,3}-\d+|Law)")
    wordless = [
        where for where, line in lines.items() if not re.search(r"[a-z]{2,}", bare.sub("", line))
    ]
    assert wordless == []
    assert [line for line in lines.values() if re.match(r"[A-Z]{1,3}-\d+[:,.]", line)] == []


def test_tests_of_tools_do_not_count_as_tests_of_rules() -> None:
    names = {file.relative_to(ROOT / "tests").as_posix() for file in exercising(ROOT)}
    assert not {
        name for name in names if "mutant" in name or "proofs" in name or "theorems" in name
    }
    assert not names & {"spec/test_sorts.py", "spec/test_noticed.py"}
    assert {place for place in EXERCISING if not (ROOT / "tests" / place).exists()} == set()


def test_every_refusal_belongs_to_a_rule(content: Content) -> None:
    assert {code for codes in content.codes.values() for code in codes} == set(ILLEGAL)
    assert set(content.codes) <= set(content.sections)


def test_pages_for_players_speak_of_rulebooks(content: Content, links: Links) -> None:
    pages = Pages()
    add_coverage(pages, content, links)
    add_components(pages, links, ROOT)
    add_differences(pages, content, links)
    add_history(pages, content, links)
    assert len(pages.files) == 5
    assert [path for path, text in pages.files.items() if "rendition" in text.lower()] == []


def test_home_shows_players_with_the_letters_of_the_language(
    content: Content, links: Links
) -> None:
    pages = Pages()
    add_home(pages, content, links)
    for language, letters in {"en": "RBGY", "de": "RBGY", "fr": "RBVJ", "es": "RAVM"}.items():
        page = pages.files[page_of(language, "index").replace(".html", ".md")]
        picture = re.search(r'src="(pictures/home-[^"]*)"', page)
        assert picture
        assert all(f">{letter}</text>" in pages.files[picture[1]] for letter in letters)


def test_home_and_coverage_count_the_same_rules(content: Content, links: Links) -> None:
    pages = Pages()
    add_home(pages, content, links)
    add_coverage(pages, content, links)
    home = re.search(r"(\d+) rules and (\d+) rulings", pages.files["index.md"])
    coverage = re.search(
        r"(\d+) rules and (\d+) remarks that ask for nothing, (\d+) rulings",
        pages.files["coverage.md"],
    )
    assert home
    assert coverage
    assert (home[1], home[2]) == (coverage[1], coverage[3])
    assert int(coverage[2]) > 0


def test_the_numbers_of_fuzzing_are_those_of_the_last_runs(tmp_path: Path) -> None:
    (tmp_path / "tools" / "fuzz").mkdir(parents=True)
    (tmp_path / "tools" / "fuzz" / "targets.py").write_text(
        'def codec(data):\n    """JSON & more."""\n'
    )
    numbers = {"date": "2026-01-02", "seconds": 90, "inputs": 12345, "views": 67, "positions": 8901}
    results = {"codec": numbers | {"places reached": 2345, "failures": 1}}
    (tmp_path / "tools" / "fuzz" / "results.json").write_text(json.dumps(results))
    said = "\n".join(fuzzing(tmp_path))
    assert "tried 12,345 inputs in 90 seconds, and 1 failed." in said
    cells = [re.sub(r"<.*?>", "", cell) for cell in re.findall(r"<td.*?</td>", said)]
    assert cells == [
        *("codec", "JSON &amp; more.", "90", "12,345", "67 views, 8,901 positions"),
        *("2,345", "1 failed", "2026-01-02"),
    ]
    assert "<b>logic</b>" in "\n".join(fuzzing(ROOT))


# Code in colours


def test_clauses_have_colours_and_keep_their_text() -> None:
    html = clause("legal(P,A) :- not over. % why\n")
    assert '<span class="kt">legal</span>' in html
    assert '<span class="nv">P</span>' in html
    assert '<span class="c1">% why</span>' in html


# Docstrings


def test_doctests_become_code_and_numbers_links() -> None:
    assert readable("See MOV-05.\n\n>>> 1\n1\n\nThe `A-43`.") == (
        "See [MOV-05][MOV-05].\n\n\n```pycon\n>>> 1\n1\n```\n\n\nThe `A-43`."
    )


@pytest.fixture(scope="module")
def package() -> griffe.Object | griffe.Alias:
    return griffe.load(
        "toledo_rules",
        search_paths=[ROOT / "src"],
        allow_inspection=False,
        extensions=griffe.load_extensions(Entries()),
    )


def test_the_constructor_of_an_attrs_class_is_shown(package: griffe.Module) -> None:
    play_card, edition = package["actions.PlayCard"], package["edition.Edition"]
    assert [(one.name, one.default) for one in play_card.parameters] == [
        ("self", None),
        ("card", None),
        ("origin", None),
        ("with_tile", "False"),
    ]
    names = {one.name: one.kind for one in edition.parameters}
    assert names["name"] == griffe.ParameterKind.keyword_only
    assert "expression" not in names  # a field that is worked out, not handed in


def test_the_constructor_of_a_checked_tuple_is_shown(package: griffe.Module) -> None:
    card = package["edition.Card"]
    assert [one.name for one in card.parameters] == ["self", "value", "colour", "stance"]
    assert card.bases == []


@pytest.mark.parametrize("cls", [State, Player, View, PlayerView])
def test_positions_players_and_views_show_inherited_fields(
    package: griffe.Module, cls: type[AttrsInstance]
) -> None:
    shown = package[cls.__module__.removeprefix("toledo_rules.")][cls.__name__]
    names = [field.name for field in fields(cls)]
    assert [one.name for one in shown.parameters] == ["self", *names]
    assert set(names) <= set(shown.members)
    assert "ground" not in shown.members
    assert shown.bases == []


def test_numbers_in_inherited_docstrings_are_links(package: griffe.Module) -> None:
    docstring = package["state.State.active"].docstring
    assert docstring is not None
    assert "[A-92][A-92]" in docstring.value


def test_values_are_shown_without_what_only_the_class_needs(package: griffe.Module) -> None:
    assert package["state.State.edition"].value is None  # not the call of `field`
    code = package["rulebook.Code.GAME_OVER"]
    assert str(code.value) == "'game_over'"
    assert code.docstring is not None
    assert code.docstring.value == "The game has ended. See [END-03][END-03]."


def test_parts_and_names_that_a_module_does_not_offer_have_no_entry(package: griffe.Module) -> None:
    assert not {"PublicPlayer", "PublicState"} & set(package["state"].members)
    assert "COMMAND" not in package["bots"].members
    assert "make_bot" in package["bots"].members


# The API


def test_every_public_module_has_a_page() -> None:
    found = {
        path.relative_to(ROOT / "src" / "toledo_rules").with_suffix("").parts[0]
        for path in (ROOT / "src" / "toledo_rules").rglob("*.py")
    }
    inside = {"effects"}  # the engine's own: the package asks the engine
    public = {name for name in found if not name.startswith("_")} - inside
    listed = [name for names in SECTIONS.values() for name in names]
    assert {name.partition(".")[0] for name in listed} == public | {"toledo_rules", "toledo_lab"}
    assert [name for name, file in modules(ROOT) if not file.is_file()] == []
    assert [name for name in listed if "_" in name.replace("toledo_", "")] == []


# All of it


def test_a_fault_of_the_specification_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="spec/examples"):
        build(tmp_path)


# Standing


def test_an_entry_says_how_firmly_it_stands(content: Content) -> None:
    def label(id: str) -> str:
        return of_section(content.sections[id], content).label

    assert label("USE-04") == "The rulebooks say so: all five"
    assert label("MOV-08") == "The rulebooks say so: FR NL DE DO"
    assert label("SET-06") == "The rulebooks say so: all five, IT not in full"
    assert label("A-27") == "Our ruling"
    assert label("A-44") == "Follows from the rulebooks"
    assert label("A-82") == "Against the letter"
    assert label("TIL-02") == "Disputed: D-80"
    assert label("A-09") == "Our guess"


def test_an_answer_stands_as_firmly_as_the_weakest_thing_it_rests_on(content: Content) -> None:
    def label(*sentences: str) -> str:
        return of_answer(sentences, content).label

    assert label("USE-04.1", "USE-05.1") == "The rulebooks say so: all five"
    assert label("USE-04.1", "A-27.1") == "Partly our ruling"
    assert label("A-27.1", "A-28.1") == "Our ruling"
    assert label("TIL-01.1 TIL-02.1") == "Disputed: D-80"
    assert label("TIL-01.1 (TIL-02.1)") == "The rulebooks say so: all five"
    assert label("MOV-08.1", "TIL-02.1 (A-80.2)", "A-82.2") == "Against the letter: A-82"
    assert label("SMI-02.1", "A-07.4") == "Our guess"  # D-97 is about halves
    assert label("SHP-01.1 follows SMI-03.1 DUE-10.1") == "Follows from the rulebooks"
    assert label("MOV-08.1", "DUE-10.1", "TIL-02.2 USE-02.1", "A-27.2") == "Partly our ruling"
    assert (
        label("SMI-04.2", "DUE-10.1", "D-06")
        == "The rulebooks say so: not all of it in one of them"
    )


def test_a_merged_number_is_a_pointer_and_no_entry_of_the_search(content: Content) -> None:
    links = Links(content)
    writer = Writer.on("rules/place.html", content, links, Gallery(links))
    (merged,) = (one for one in content.sections.values() if one.merged_into == "USE-03")
    entry = writer.entry(merged)
    assert "merged into" in entry
    assert "#USE-03" in entry
    assert "<dt>Rulebooks" not in entry
    assert "<dt>Tests" not in entry
    assert merged not in content.living


def test_a_sentence_that_a_rulebook_lacks_is_shown(content: Content) -> None:
    links = Links(content)
    writer = Writer.on("rules/setup.html", content, links, Gallery(links))
    assert "<p>Not in IT: They go into the player" in writer.entry(content.sections["SET-06"])


def test_every_ruling_on_components_names_data_that_exist(content: Content) -> None:
    assert set(FIXES) == {section.id for section in content.sections.values() if section.data}
    keys = [datum.key for datum in KOSMOS_2008.provenance]
    for key in itertools.chain.from_iterable(FIXES.values()):
        assert any(one == key or one.startswith(f"{key}.") for one in keys), key


def test_rulings_for_programs_stand_apart(content: Content) -> None:
    assert {content.homes[id] for id in FOR_PROGRAMS} == {"programs"}
    cited = {id for answer in read_answers(ROOT)[0] for id in answer.ids}
    assert not cited & set(FOR_PROGRAMS)  # a player would have asked for it


def test_a_scene_is_told_and_says_what_is_assumed(links: Links) -> None:
    shown = Gallery(links).show("EX-11d", "rules/examples.html", "here")
    assert escape(describe(SCENES["EX-11d"]().before)) in shown
    assert "our guess</a> for 18 of 21 spaces" in shown


def test_a_scene_knows_the_page_on_which_it_can_be_played_on(links: Links) -> None:
    page = "rules/examples.html"
    shown = Gallery(links, board="board").show("EX-11d", page, "here")
    assert 'data-open="../board.html"' in shown
    shown = Gallery(links, board="board").show("EX-11d", page, "here", "nl")
    assert 'data-open="../board-nl.html"' in shown
    assert "data-open" not in Gallery(links).show("EX-11d", page, "here")


# Stamp


def test_every_page_bears_version_and_date() -> None:
    made = stamp(ROOT)
    assert re.fullmatch(r"Version \d\S*, \d{1,2} [A-Z][a-z]+ \d{4}", made.text())


def test_a_project_without_history_bears_the_date_of_today(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "3.1"\n')
    assert stamp(tmp_path).version == "3.1"
    assert (datetime.now(UTC).date() - stamp(tmp_path).date).days in (0, 1)
