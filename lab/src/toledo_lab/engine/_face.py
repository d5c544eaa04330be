"""The engine through ``wasmtime``: JSON goes in, and JSON comes out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, TypeAlias

from toledo_rules import Edition, State, ToledoError
from toledo_rules.codec import dump
from toledo_rules.editions import edition_digest

Json: TypeAlias = dict[str, Any]
"""A message: JSON of the conformance protocol."""


class EngineError(ToledoError):
    """The engine refuses a message."""


def is_installed() -> bool:
    """Whether ``wasmtime`` is there, which runs the engine."""
    return find_spec("wasmtime") is not None


def told(value: State | Edition, **others: object) -> Json:
    """Return the JSON of a position or an edition, with some parts replaced or added."""
    document = dump(value)
    assert isinstance(document, dict)
    return {**document, **others}


class Engine:
    """A running engine. It keeps the editions of the positions that it was asked about, and nothing else."""

    def __init__(self) -> None:
        import wasmtime  # noqa: PLC0415  # an extra, and slow to import

        self._store = wasmtime.Store()
        code = files("toledo_lab.engine").joinpath("toledo.wasm").read_bytes()
        module = wasmtime.Module(self._store.engine, code)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory, self._room, self._answer, self._text = (
            exports[name] for name in ("memory", "room", "answer", "text")
        )
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._known: set[str] = set()

    def answer(self, message: Mapping[str, Any]) -> Json:
        """Return the answer to a message of the conformance protocol, or of `ask`."""
        answer: Json = json.loads(self.answer_text(json.dumps(message)))
        return answer

    def answer_text(self, message: str) -> str:
        """Return the answer to a message, both as JSON."""
        text = message.encode()
        self._memory.write(self._store, text, self._call(self._room, len(text)))
        size, start = self._call(self._answer), self._call(self._text)
        return self._memory.read(self._store, start, start + size).decode()

    def _call(
        self, function: Any, *given: int
    ) -> int:  # wasmtime knows its parameters only when it runs
        result: int = function(self._store, *given)
        return result

    def ask(self, question: str, state: State, **more: object) -> Json:
        """Ask about a position: a question of the suite, ``playouts``, ``perft`` or ``determinize``.

        Raises:
            EngineError: if the engine refuses it, for instance because the edition is beyond its bounds.
        """
        digest = edition_digest(state.edition)
        reference = {"name": state.edition.name, "digest": digest}
        if digest not in self._known:
            self.answer({"type": "edition", "edition": told(state.edition, reference=reference)})
            self._known.add(digest)
        position = told(state, edition=reference)
        message = {"type": "question", "id": 0, "ask": question, "position": position, **more}
        answer = self.answer(message)
        if answer["type"] == "failure":
            raise EngineError(
                f"the engine refuses {question}: {answer['message'] or answer['code']}"
            )
        return answer
