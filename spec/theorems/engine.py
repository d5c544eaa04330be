"""The model of the theorems, extracted and compiled, as an engine that answers the questions of the conformance suite.

python spec/conformance/runner.py small -- python -m spec.theorems.engine
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from spec.compiler.engine import Engine, answer_lines
from spec.conformance import by_clingo, terms
from spec.conformance.by_clingo import Fluents, Move
from spec.theorems.build import BUILD, PROGRAM
from spec.tools.logic import Signature

Term: TypeAlias = Any

ASKS = ("legal", "after", "explain", "views", "scores", "deal", "setup", "sure", "well_formed")
"""The questions of the suite that the clauses answer."""


class Model:
    """The extracted program. It keeps the edition and the position that it was told last."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._told: dict[str, tuple[str, dict[str, list[Term]]]] = {}

    def ask(self, letter: str, facts: Iterable[Term]) -> dict[str, list[Term]]:
        """The rows of the predicates that depend on an edition (E), a position (P) or a move (M)."""
        line = " ".join([letter, *map(terms.written, facts)])
        told, answer = self._told.get(letter, ("", {}))
        if told != line:
            answer = dict(self._answer(line))
            kept = {"E": "", "P": "E", "M": "EP"}[letter]
            self._told = {key: self._told[key] for key in kept} | {letter: (line, answer)}
        return answer

    def _answer(self, line: str) -> Iterable[tuple[str, list[Term]]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        while (said := self._process.stdout.readline().split()) != ["."]:
            if not said:
                raise EOFError("the extracted model has ended")
            yield said[0], [_row(word) for word in said[1:]]

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


@cache
def _row(text: str) -> Term:
    return () if text == "row()" else terms.parsed(text)[1:]


class Game(by_clingo.Game):
    """An edition and a number of players, asked of the extracted model."""

    def __init__(self, facts: Iterable[Term], model: Model) -> None:
        self._edition, self._model = list(facts), model
        super().__init__(())

    def _grounded(
        self, about: Fluents | Move, outputs: Sequence[Signature]
    ) -> dict[Signature, list[Term]]:
        rows = self._model.ask("E", self._edition)
        if about:
            position = about.position if isinstance(about, Move) else about
            rows = self._model.ask("P", position)
        if isinstance(about, Move):
            rows = self._model.ask("M", (about.who, about.act))
        return {(name, arity): rows[name] for name, arity in outputs}


def engine(program: Path) -> Engine:
    """The engine of the model that was built there."""
    return Engine("the model of the theorems", partial(Game, model=Model(program)), ASKS)


def main() -> int:
    """The command."""
    program = Path(sys.argv[1]) if sys.argv[1:] else BUILD / PROGRAM
    answer_lines(engine(program))
    return 0


if __name__ == "__main__":
    sys.exit(main())
