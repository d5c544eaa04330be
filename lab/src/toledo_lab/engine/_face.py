"""The engine by way of ``wasmtime``, or of the browser in which Python runs: JSON goes in, and JSON comes out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, TypeAlias

from toledo_rules import Edition, State, ToledoError
from toledo_rules.codec import dump
from toledo_rules.editions import edition_digest

Json: TypeAlias = dict[str, Any]
"""A message: JSON of the conformance protocol."""


class EngineError(ToledoError):
    """The engine refuses a message."""


def told(value: State | Edition, **others: object) -> Json:
    """Return the JSON of a position or an edition, with some fields replaced or added."""
    document = dump(value)
    assert isinstance(document, dict)
    return {**document, **others}


def edition_message(edition: Edition) -> Json:
    """Return the message that teaches the engine an edition."""
    return {"type": "edition", "edition": told(edition, reference=reference(edition))}


def position_message(state: State) -> Json:
    """Return a position as messages have it."""
    return told(state, edition=reference(state.edition))


def reference(edition: Edition) -> Json:
    """Return name and digest of an edition."""
    return {"name": edition.name, "digest": edition_digest(edition)}


class Wasm:
    """The engine as `wasmtime` runs it."""

    def __init__(self, code: bytes) -> None:
        import wasmtime  # noqa: PLC0415  # slow to import

        self._trap = wasmtime.Trap
        self._store = wasmtime.Store()
        module = wasmtime.Module(self._store.engine, code)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory

    def call(self, name: str, *given: int) -> int:
        """Call a function of the engine."""
        function: Any = self._exports[name]  # its parameters are known only at run time
        try:
            result: int = function(self._store, *given)
        except self._trap as trap:
            raise EngineError(f"the engine stopped: {trap.message.splitlines()[-1]}") from trap
        return result

    def write(self, data: bytes, start: int) -> None:
        """Write into the memory of the engine."""
        self._memory.write(self._store, data, start)

    def read(self, start: int, size: int) -> bytes:
        """Read from the memory of the engine."""
        return bytes(self._memory.read(self._store, start, start + size))


class Instance:
    """An engine from its start until it stops, with the digests of the editions that it was given."""

    def __init__(self) -> None:
        code = files("toledo_lab.engine").joinpath("toledo.wasm").read_bytes()
        self.wasm = Wasm(code)
        self.known: set[str] = set()


class Engine:
    """A running engine. It keeps the editions of the positions that it was asked about, and nothing else."""

    def __init__(self) -> None:
        self._instance = Instance()

    def answer(self, message: Mapping[str, Any]) -> Json:
        """Return the answer to a message of the conformance protocol, or of `ask`."""
        answer: Json = json.loads(self.answer_text(json.dumps(message)))
        return answer

    def answer_text(self, message: str) -> str:
        """Return the answer to a message, both as JSON."""
        text, wasm = message.encode(), self._instance.wasm
        wasm.write(text, wasm.call("room", len(text)))
        try:
            size = wasm.call("answer")
        except EngineError:
            self._instance = Instance()  # a stopped engine cannot go on
            raise
        return wasm.read(wasm.call("text"), size).decode()

    def ask(self, question: str, state: State, **more: object) -> Json:
        """Ask about a position: a question of the suite, or one of ``engine/README.md``.

        Raises:
            EngineError: if the engine refuses it, for instance because the edition is beyond its bounds.
        """
        digest, known = edition_digest(state.edition), self._instance.known
        if digest not in known:
            self.answer(edition_message(state.edition))
            known.add(digest)
        position = position_message(state)
        message = {"type": "question", "id": 0, "ask": question, "position": position, **more}
        answer = self.answer(message)
        if answer["type"] == "failure":
            raise EngineError(
                f"the engine refuses {question}: {answer['message'] or answer['code']}"
            )
        return answer
