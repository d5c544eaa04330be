"""Builds the theorems: writes the generated files, lets Coq check all of them, and compiles the extracted model."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from spec.compiler.build import digest
from spec.compiler.coq import Coq
from spec.theorems.witness import WITNESSES, written
from spec.tools.logic import SPEC, Part, parts

HERE = SPEC / "theorems"
BUILD = SPEC.parent / "build" / "theorems"
PROGRAM = "model"
COQ = ("coqc", "-q", "-Q", ".", "Toledo")

FILES = (
    *("Terms", "Clauses", "Compiled", "Steps", "Books", "Editions", "Transfers", "Conservation"),
    *("Turns", "Rooms", "Swords", "Tiles", "Lookahead", "Standing", "Stuck", "Progress"),
    *("Refusals", "WhyNot", "Play"),
    *(witness.file for witness in WITNESSES),
)
"""In the order in which they need each other."""

THEOREMS = {
    "next_total": "every legal move leads to a position",
    "next_one": "and to one only",
    "deals_are_fair": "no more of a card is dealt than there is",
    "editions": "an edition that the clauses do not refuse, written as facts, is what the others ask for",
    "conservation": "every component is conserved, along any game",
    "only_components": "and nothing else ever lies anywhere",
    "one_phase": "one phase is pending in every position",
    "rooms": "there are never more figures on a space than circles, but for the cathedral",
    "swords": "there are never more swords in a player's Alcazar than figures of theirs",
    "master_tiles": "nobody has more master tiles than the limit, or two of a kind",
    "next_seat": "whoever is on turn stays so, or the next seat is",
    "last_turn": "the game ends after the turn of the last one before the player who has brought about the end",
    "fees": "whoever uses a space pays at least its price, but for that of their own shop",
    "look_ahead_ends": "each card of the look-ahead leaves less of the road to go than the one before",
    "legal_is_decided": "so the legal moves are a list, and of any move it is decided whether it is legal",
    "never_stuck": "whoever has a figure on a full space, without a circle, has a legal move",
    "a_phase_and_a_player": "in every position one phase is pending, and a player is on turn",
    "no_deadlock": "until the game is over somebody, or chance, can do something",
    "legal_unless_refused": "a move of any kind is legal exactly if no reason speaks against it",
    "playable": "two editions that Coq has before it are what the theorems ask for",
    "every_phase": "positions of these phases are reachable, in an edition that Coq has before it",
    "library_agrees": "a game that the library has played is one of the model, and ends with the same facts",
}
"""The theorems about the relations that are generated from the clauses."""


class BuildError(Exception):
    """Coq or OCaml refuses a file."""


def write(folder: Path, sections: Sequence[Part] | None = None) -> None:
    """Write what is generated, and copy the rest."""
    sections = parts() if sections is None else sections
    folder.mkdir(parents=True, exist_ok=True)
    coq, version = Coq(sections), digest(sections)
    (folder / "Clauses.v").write_text(coq.clauses(version), "utf-8")
    (folder / "Compiled.v").write_text(coq.compiled(version), "utf-8")
    (folder / "words.ml").write_text(coq.words(), "utf-8")
    for file in (*HERE.glob("*.v"), *HERE.glob("*.ml")):
        if file.stem != "Clauses":
            shutil.copy(file, folder)
    for witness in WITNESSES:
        (folder / f"{witness.file}.v").write_text(written(witness, coq), "utf-8")


def run(folder: Path, *command: str) -> str:
    """The output of a command, which has to succeed."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BuildError(f"{command[0]}: not found; make theorems installs it") from None
    if done.returncode:
        raise BuildError(f"{command[-1]}: {done.stderr.strip()}")
    return done.stdout


def check(folder: Path, file: str) -> int:
    """Let Coq check a file; the number of theorems in it that rest on nothing else."""
    text = (folder / f"{file}.v").read_text("utf-8")
    if word := re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", text):
        raise BuildError(f"{file}.v: {word[0]}; expected a proof")
    output = run(folder, *COQ, f"{file}.v")
    asked = len(re.findall(r"^Print Assumptions", text, re.MULTILINE))
    closed = output.count("Closed under the global context")
    if closed != asked:
        raise BuildError(f"{file}.v: expected {asked} theorems without assumptions\n{output}")
    return closed


def without_proofs(folder: Path) -> None:
    """Leave out the proofs of the generated functions, which compute the same without them.

    For questions to a model of which nothing is claimed; it takes an eighth of the time.
    """
    file = folder / "Compiled.v"
    text = re.sub(
        r"Proof\.(?:(?!Proof\.).)*?Qed\.",
        "Proof. exact (taken _). Qed.",
        file.read_text("utf-8"),
        flags=re.DOTALL,
    )
    scope = "Open Scope Z_scope.\n"
    text = text.replace(scope, f"{scope}Axiom taken : forall P : Prop, P.\n", 1)
    file.write_text(text, "utf-8")
    for name in ("Terms", "Clauses", "Compiled"):
        if name != "Terms" or not (folder / "Terms.vo").exists():  # no clause is in it
            run(folder, *COQ, f"{name}.v")


def extract(folder: Path) -> Path:
    """The model as a program."""
    check(folder, "Extract")
    files = ("model.mli", "model.ml", "words.ml", "driver.ml")
    run(folder, "ocamlopt", "-w", "-a", *files, "-o", PROGRAM)
    return folder / PROGRAM
