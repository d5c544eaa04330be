"""The text of the specification holds together, and the checker notices when it does not."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from spec.tools.check import check
from spec.tools.rules import Gap, read_book

ROOT = Path(__file__).resolve().parents[2]

RULE = """\
# Duels

What a duel is.

## DUE-05 The lower part of the card shows the result

*Rule, normative · FR DE · sentence 2 not FR*

The picture says how a round ends (DUE-06). It is in the lower part.

We add: the value does not matter.

*Differences D-70, D-71 · examples EX-1, EX-11a · see also DUE-06, A-06*

```asp
result(C) :- card(C).
```

## A-93 How many rounds does a duel have?

*Ruling, normative · settles DUE-03*

Two or three.

**Question.** Can a duel end after
a single round?

**Readings.**

- yes, after
  the first
- **no, not
  then**

**Reason.** Two won rounds are needed.

*Follows from DUE-05*

## DUE-06 A duel tile in the card's colour wins the round

*Rule, normative · in no rulebook*

That player wins.

*Stated by DUE-05*

## DUE-07 The stance decides

*Rule, merged into DUE-06*

See DUE-06.
"""

DISCREPANCY = """\
[D-70]
class = "W"
topic = "where the colour is"
says = "FR has it elsewhere; IT, NL and DO have lost it."
resolution = "One colour for each card."
without = ["FR"]
rules = ["DUE-05"]
sentences = ["DUE-05.2"]
"""

RENDITIONS = """\
[renditions.FR]
language = "French"
kind = "translation"
description = "A scan."
authority = false

[headings.DUE]
FR = "Les duels"
DE = "Die Duelle"
"""

TERM = """\
[duel_tile]
en = "duel tile"
de = ["Duell-Plättchen"]
fr = ["tuile duel"]
it = ["tessera duello"]
nl = ["duelkaartje"]
es = ["ficha de duelo"]
not_in_text = ["it"]
"""

EXAMPLE = """\
[EX-1]
title = "A duel"
rules = ["DUE-05"]
given = ["Two players."]
when = ["One challenges the other."]
then = ["Cards are turned up."]
"""

SAMPLE = {
    "spec/rules/duel.md": RULE,
    "spec/discrepancies.toml": DISCREPANCY,
    "spec/renditions.toml": RENDITIONS,
    "spec/glossary.toml": TERM,
    "spec/examples.toml": EXAMPLE,
}

DUEL = "spec/rules/duel.md"


def run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A tool of the specification, as one calls it from the project root."""
    command = [sys.executable, "-m", f"spec.tools.{tool}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def write(root: Path, files: dict[str, str]) -> None:
    """A tiny project with these files."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def problems(root: Path) -> set[str]:
    """What the checker says about a sample, without the ids that a sample has to lack."""
    lost = ": id: missing; expected a "
    return {line for line in map(str, check(root)) if lost not in line}


def test_the_specification_has_no_problem() -> None:
    result = run("check")
    assert (result.stdout, result.stderr) == ("295 sections, no problem\n", "")
    assert result.returncode == 0


def test_the_exported_rules_are_up_to_date() -> None:
    result = run("export", "--check")
    assert result.returncode == 0, result.stdout


def test_a_sound_sample_lacks_only_what_it_leaves_out(tmp_path: Path) -> None:
    write(tmp_path, SAMPLE)
    assert problems(tmp_path) == {"spec/glossary.toml: -: terms: expected 77, not 1"}


def test_lost_ids_are_named(tmp_path: Path) -> None:
    write(tmp_path, SAMPLE)
    result = run("check", "--root", str(tmp_path))
    lines = result.stdout.splitlines()
    assert result.returncode == 1
    assert "spec/rules/movement.md: MOV-13: id: missing; expected a section of this id" in lines
    assert "spec/rules/take.md: A-163: id: missing; expected a section of this id" in lines
    assert "spec/discrepancies.toml: D-116: id: missing; expected a table of this name" in lines
    assert "spec/examples.toml: EX-11k: id: missing; expected a table of this name" in lines
    assert "spec/renditions.toml: HNT: id: missing; expected a table of this name" in lines
    sections = [line for line in lines if line.startswith("spec/rules/")]
    assert len(sections) == 295 - 4


FAULTS = [
    # the line of the status
    (
        "*Rule, normative · FR DE · sentence 2 not FR*\n\n",
        "",
        f"{DUEL}: DUE-05: status: expected a line such as *Rule, normative · DE DO* below the heading",
    ),
    (
        " · FR DE · sentence 2 not FR",
        "",
        f"{DUEL}: DUE-05: renditions: missing; expected codes of rulebooks, or 'in no rulebook'",
    ),
    (
        "sentence 2 not FR",
        "not FR",
        f"{DUEL}: DUE-05: renditions: expected 'sentence 2 not IT', not 'not FR'",
    ),
    (
        "*Ruling, normative",
        "*Rule, normative",
        (
            f"{DUEL}: A-93: status: "
            "expected 'Ruling, normative' or informative or merged into, not 'Rule, normative'"
        ),
    ),
    (
        "*Ruling, normative",
        "*Ruling, binding",
        (
            f"{DUEL}: A-93: status: "
            "expected 'Ruling, normative' or informative or merged into, not 'Ruling, binding'"
        ),
    ),
    (
        "settles DUE-03",
        "DUE-03",
        f"{DUEL}: A-93: settles: expected 'settles' and ids, not 'DUE-03'",
    ),
    # question, readings, reason
    (
        "**Reason.** Two won rounds are needed.\n\n",
        "",
        f"{DUEL}: A-93: reason: missing; expected in a ruling",
    ),
    (
        "- yes, after\n  the first\n- **no, not\n  then**\n",
        "",
        f"{DUEL}: A-93: readings: missing; expected in a ruling",
    ),
    (
        "- **no, not\n  then**",
        "- no, not\n  then",
        f"{DUEL}: A-93: readings: expected one reading in bold, the chosen one, not 0",
    ),
    (
        "That player wins.",
        "That player wins.\n\n**Reason.** So it is.",
        f"{DUEL}: DUE-06: reason: expected in rulings only",
    ),
    (
        "**Reason.**",
        "**Because.**",
        f"{DUEL}: A-93: labels: expected each of Question, Readings, Reason, Note once, not Because",
    ),
    (
        "are needed.",
        "are needed.\n\nAlways.",
        f"{DUEL}: A-93: reason: expected one paragraph",
    ),
    # the line of the links
    (
        "*Differences D-70",
        "*Points D-70",
        (
            f"{DUEL}: DUE-05: links: expected stated by, follows from, differences, examples, see also "
            "in this order, not 'points D-70, D-71'"
        ),
    ),
    (
        "*Stated by DUE-05*",
        "*See also DUE-05 · stated by DUE-05*",
        (
            f"{DUEL}: DUE-06: links: expected stated by, follows from, differences, examples, see also "
            "in this order, not 'stated by DUE-05'"
        ),
    ),
    (
        "*Stated by DUE-05*",
        "*Stated by *",
        (
            f"{DUEL}: DUE-06: links: expected stated by, follows from, differences, examples, see also "
            "in this order, not 'stated by'"
        ),
    ),
    # blocks
    ("```asp\n", "```\n", f"{DUEL}: DUE-05: fence: expected ```asp or ```asp why above line 16"),
    (
        "```asp\n",
        "```prolog\n",
        f"{DUEL}: DUE-05: fence: expected ```asp or ```asp why above line 16",
    ),
    ("result(C) :- card(C).\n", "", f"{DUEL}: DUE-05: asp: expected clauses in line 16"),
    ("Two or three.\n", "", f"{DUEL}: A-93: prose: missing; expected the rule in words"),
    (
        "\n## A-93",
        "\nMore.\n\n## A-93",
        f"{DUEL}: DUE-05: prose: expected in one piece, before the clauses",
    ),
    # ids
    (
        "## A-93 How",
        "## A-093 How",
        f"{DUEL}: A-093: id: unknown; expected the id of a rule or ruling",
    ),
    (
        "## A-93 How",
        "## How",
        f"{DUEL}: ## How many rounds does a duel have?: heading: expected '## ID Title' in line 19",
    ),
    ("## A-93 How", "## A-42 How", f"{DUEL}: A-42: id: expected in spec/rules/movement.md"),
    ("## DUE-06", "## DUE-05", f"{DUEL}: DUE-05: id: expected once; see {DUEL}:5"),
    ("## DUE-06", "## DUE-04", f"{DUEL}: DUE-04: order: expected above DUE-05"),
    # links
    (
        "also DUE-06, A-06",
        "also DUE-99",
        f"{DUEL}: DUE-05: related: expected the id of another section, not DUE-99",
    ),
    (
        "also DUE-06, A-06",
        "also DUE-05",
        f"{DUEL}: DUE-05: related: expected the id of another section, not DUE-05",
    ),
    (
        "also DUE-06, A-06",
        "also A-06, DUE-06",
        f"{DUEL}: DUE-05: related: expected the order DUE-06, A-06",
    ),
    (
        "also DUE-06, A-06",
        "also A-06, A-06",
        f"{DUEL}: DUE-05: related: expected each name once",
    ),
    (
        "settles DUE-03",
        "settles D-03",
        f"{DUEL}: A-93: settles: expected the id of another section, not D-03",
    ),
    (
        "D-70, D-71",
        "D-70, D-199",
        f"{DUEL}: DUE-05: discrepancies: expected the id of a discrepancy, not D-199",
    ),
    (", EX-11a", ", EX-11", f"{DUEL}: DUE-05: examples: expected the id of an example, not EX-11"),
    ("· FR DE ·", "· DE FR ·", f"{DUEL}: DUE-05: renditions: expected the order FR, DE"),
    ("· FR DE ·", "· FR ES ·", f"{DUEL}: DUE-05: renditions: expected a rendition, not ES"),
    ("ends (DUE-06)", "ends (DUE-66)", f"{DUEL}: DUE-05: prose: expected a known id, not DUE-66"),
    # sentences that a rendition lacks
    (
        "sentence 2 not FR",
        "sentence 3 not FR",
        f"{DUEL}: DUE-05: gaps: expected a sentence from 1 to 2, not 3",
    ),
    (
        "sentence 2 not FR",
        "sentence 2 not IT",
        f"{DUEL}: DUE-05: gaps: expected one of the renditions named before, not IT",
    ),
    (
        "sentence 2 not FR",
        "sentence 2 not FR · sentence 1 not FR",
        f"{DUEL}: DUE-05: gaps: expected each sentence once, in order",
    ),
    (
        " · sentence 2 not FR",
        "",
        (
            "spec/discrepancies.toml: D-70: without: "
            "expected DUE-05 to say that FR lacks it, or a sentence of it"
        ),
    ),
    (
        'says = "FR has it elsewhere; ',
        'says = "',
        f"{DUEL}: DUE-05: discrepancies: expected one that says why FR lacks it, or a sentence of it",
    ),
    # numbers that were merged
    (
        "*Rule, merged into DUE-06*",
        "*Rule, merged into DUE-66*",
        (f"{DUEL}: DUE-07: merged_into: expected a section that was not merged itself, not DUE-66"),
    ),
    (
        "merged into DUE-06*",
        "merged into DUE-06 · FR*",
        f"{DUEL}: DUE-07: merged_into: expected nothing more in this line, not 'FR'",
    ),
    (
        "See DUE-06.\n",
        "See DUE-06.\n\n*See also DUE-05*\n",
        f"{DUEL}: DUE-07: related: expected in DUE-06",
    ),
    (
        "also DUE-06, A-06",
        "also DUE-07, A-06",
        f"{DUEL}: DUE-05: related: expected DUE-06, into which DUE-07 was merged",
    ),
    (
        "ends (DUE-06)",
        "ends (DUE-07)",
        f"{DUEL}: DUE-05: prose: expected DUE-06, into which DUE-07 was merged",
    ),
    # between the files
    (
        "· FR DE ·",
        "· FR IT ·",
        "spec/renditions.toml: DUE: IT: missing; expected because of DUE-05",
    ),
    (
        "D-70, D-71",
        "D-71",
        (
            "spec/discrepancies.toml: D-70: rules: "
            "expected DUE-05 to name D-70 among its discrepancies"
        ),
    ),
    (
        "EX-1, ",
        "",
        "spec/examples.toml: EX-1: rules: expected DUE-05 to name EX-1 among its examples",
    ),
    # discrepancies, renditions, glossary, examples
    (
        'class = "W"',
        'class = "Q"',
        "spec/discrepancies.toml: D-70: class: expected C, O, W, X or F",
    ),
    (
        'sentences = ["DUE-05.2"]',
        'sentences = ["DUE-05.9"]',
        "spec/discrepancies.toml: D-70: sentences: expected sentences such as MOV-02.1, not DUE-05.9",
    ),
    (
        'sentences = ["DUE-05.2"]',
        'sentences = ["DUE-06.1"]',
        (
            "spec/discrepancies.toml: D-70: sentences: "
            "expected DUE-06 to name D-70 among its discrepancies"
        ),
    ),
    (
        'topic = "where the colour is"\n',
        "",
        "spec/discrepancies.toml: D-70: topic: missing; expected a non-empty text",
    ),
    (
        "authority = false",
        "authority = 0",
        "spec/renditions.toml: FR: authority: expected true or false",
    ),
    (
        'FR = "Les duels"',
        'EN = "Duels"',
        "spec/renditions.toml: DUE: FR: missing; expected because of DUE-05",
    ),
    (
        'es = ["ficha de duelo"]\n',
        "",
        "spec/glossary.toml: duel_tile: es: missing; expected a list of at least one text",
    ),
    (
        'en = "duel tile"',
        'en = "duel"',
        "spec/glossary.toml: duel_tile: en: expected the words of the table's name",
    ),
    (
        'not_in_text = ["it"]',
        'not_in_text = ["es"]',
        "spec/glossary.toml: duel_tile: not_in_text: expected a rulebook's language, not es",
    ),
    (
        'given = ["Two players."]',
        "given = []",
        "spec/examples.toml: EX-1: given: expected a list of at least one text",
    ),
    (
        'rules = ["DUE-05"]\ngiven',
        'rules = ["A-93"]\ngiven',
        "spec/examples.toml: EX-1: rules: expected DUE-05, which names this example",
    ),
    (
        "*Follows from DUE-05*",
        "",
        f"{DUEL}: A-93: authority: expected clauses, stated_by, follows_from or informative, found none",
    ),
    (
        "*Rule, normative · in no rulebook*",
        "*Rule, informative · in no rulebook*",
        (
            f"{DUEL}: DUE-06: authority: expected clauses, stated_by, follows_from or informative, "
            "found stated_by and informative"
        ),
    ),
    (
        "*Stated by DUE-05*",
        "*Stated by A-93*",
        f"{DUEL}: DUE-06: stated_by: expected a section with clauses, not A-93",
    ),
    (
        "*Stated by DUE-05*",
        "*Stated by DUE-99*",
        f"{DUEL}: DUE-06: stated_by: expected the id of another section, not DUE-99",
    ),
    (
        "*Follows from DUE-05*",
        "*Follows from DUE-05*\n\n```asp why\nagainst(means,due05,own_figure) :- timely.\n```",
        f"{DUEL}: A-93: asp why: expected a93, not due05",
    ),
    (
        "*Follows from DUE-05*",
        "*Follows from DUE-05*\n\n```asp why\nunder_way :- resting.\n```",
        f"{DUEL}: A-93: asp why: expected a clause that refuses",
    ),
    (
        "```asp\n",
        "```asp\nuntimely(due05,game_over) :- terminal.\n",
        f"{DUEL}: DUE-05: asp: expected refusals in ```asp why",
    ),
    ("[EX-1]", "[EX-12]", "spec/examples.toml: -: tables: expected a known name, not EX-12"),
]


@pytest.mark.parametrize(("sound", "broken", "expected"), FAULTS)
def test_a_fault_is_named_by_file_id_and_key(
    tmp_path: Path, sound: str, broken: str, expected: str
) -> None:
    holders = [name for name, content in SAMPLE.items() if sound in content]
    assert len(holders) == 1
    files = {name: content.replace(sound, broken, 1) for name, content in SAMPLE.items()}
    write(tmp_path, files)
    assert expected in problems(tmp_path)


def test_what_follows_from_itself_or_from_a_remark_is_named(tmp_path: Path) -> None:
    circle = RULE.replace("*Stated by DUE-05*", "*Follows from A-93*")
    circle = circle.replace("*Follows from DUE-05*", "*Follows from DUE-06*")
    write(tmp_path, SAMPLE | {DUEL: circle})
    said = f"{DUEL}: DUE-06: follows_from: expected no circle, but A-93 leads back"
    assert said in problems(tmp_path)
    remark = RULE.replace(
        "*Rule, normative · in no rulebook*", "*Rule, informative · in no rulebook*"
    )
    remark = remark.replace("*Stated by DUE-05*", "")
    remark = remark.replace("*Follows from DUE-05*", "*Follows from DUE-06*")
    write(tmp_path, SAMPLE | {DUEL: remark})
    said = f"{DUEL}: A-93: follows_from: expected no informative section, not DUE-06"
    assert said in problems(tmp_path)


def test_an_open_fence_is_named_by_its_section(tmp_path: Path) -> None:
    write(tmp_path, SAMPLE | {DUEL: RULE.replace("card(C).\n```\n", "card(C).\n")})
    assert problems(tmp_path) == {
        f"{DUEL}: DUE-05: fence: expected a closing ``` for the block of line 16",
        "spec/glossary.toml: -: terms: expected 77, not 1",
    }


def test_several_faults_come_at_once(tmp_path: Path) -> None:
    broken = RULE.replace("*Ruling, normative · settles DUE-03*\n\n", "").replace("A-06*", "A-164*")
    write(tmp_path, SAMPLE | {DUEL: broken, "spec/glossary.toml": "player = 1\n"})
    assert problems(tmp_path) >= {
        f"{DUEL}: DUE-05: related: expected the id of another section, not A-164",
        f"{DUEL}: A-93: status: expected a line such as *Rule, normative · DE DO* below the heading",
        "spec/glossary.toml: player: -: expected a table",
    }


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    write(tmp_path, {DUEL: RULE})
    assert "spec/examples.toml: -: file: missing; expected a TOML file" in problems(tmp_path)


def test_export_writes_what_check_accepts(tmp_path: Path) -> None:
    target = tmp_path / "src" / "toledo_rules" / "rules.json"
    target.parent.mkdir(parents=True)
    write(tmp_path, SAMPLE | {"spec/examples.toml": EXAMPLE + 'note = "Not for players."\n'})
    root = ("--root", str(tmp_path))
    assert run("export", *root, "--check").returncode == 1
    assert run("export", *root).returncode == 0
    assert run("export", *root, "--check").returncode == 0
    exported = json.loads(target.read_text(encoding="utf-8"))
    assert list(exported) == ["DUE-05", "DUE-06", "DUE-07", "A-93"]
    assert exported["DUE-07"]["merged_into"] == "DUE-06"
    assert exported["A-93"] == {
        "title": "How many rounds does a duel have?",
        "text": "Two or three.",
        "status": "ruling",
        "question": "Can a duel end after a single round?",
        "reason": "Two won rounds are needed.",
    }
    assert "question" not in exported["DUE-05"]
    examples = json.loads(target.with_name("examples.json").read_text(encoding="utf-8"))
    assert examples["EX-1"]["title"] == "A duel"
    assert "note" not in examples["EX-1"]
    target.with_name("examples.json").unlink()
    told = (
        "src/toledo_rules/examples.json: out of date; write it with python -m spec.tools.export\n"
    )
    assert run("export", *root, "--check").stdout == told


def test_export_joins_lines_but_keeps_paragraphs_and_lists(tmp_path: Path) -> None:
    prose = "One line\nand the next.\n\n- first\n  item\n- second\n\n1. then\n   this\n2. that"
    (tmp_path / "src" / "toledo_rules").mkdir(parents=True)
    write(tmp_path, SAMPLE | {DUEL: RULE.replace("Two or three.", prose)})
    assert run("export", "--root", str(tmp_path)).returncode == 0
    exported = json.loads((tmp_path / "src" / "toledo_rules" / "rules.json").read_text("utf-8"))
    assert (
        exported["A-93"]["text"]
        == "One line and the next.\n\n- first item\n- second\n\n1. then this\n2. that"
    )


def test_export_refuses_rules_that_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path, SAMPLE | {DUEL: RULE.replace("*Ruling, normative · settles DUE-03*\n\n", "")})
    result = run("export", "--root", str(tmp_path))
    assert result.returncode == 1
    assert f"{DUEL}: A-93: status: expected a line such as" in result.stdout


def test_a_section_is_read_as_it_is_written(tmp_path: Path) -> None:
    """Lines are joined, the paragraph of our own is no sentence of the rulebooks, and gaps have numbers."""
    write(tmp_path, SAMPLE)
    sections = {section.id: section for section in read_book(tmp_path).sections}
    ruling, rule = sections["A-93"], sections["DUE-05"]
    assert ruling.question == "Can a duel end after a single round?"
    assert ruling.readings == ("yes, after the first", "no, not then")
    assert ruling.chosen == "no, not then"
    assert ruling.settles == ("DUE-03",)
    assert rule.carried == (
        "The picture says how a round ends (DUE-06).",
        "It is in the lower part.",
    )
    assert rule.gaps == (Gap(2, ("FR",)),)
    assert (rule.renditions, rule.related) == (("FR", "DE"), ("DUE-06", "A-06"))
    assert sections["DUE-06"].renditions == ()
    assert sections["DUE-07"].merged_into == "DUE-06"
