"""Reading the JSON form of a record."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import TypeVar

from toledo_rules._wording import listed
from toledo_rules.edition import Edition
from toledo_rules.record.assembling import Draft, Field, assemble
from toledo_rules.record.model import FORMAT
from toledo_rules.record.problems import Problem, Reading

T = TypeVar("T")

_KEYS = ("format", "edition", "rules", "first", "players", "tags", "scores", "check", "moves")
_NAMES: dict[type, str] = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}
_MOST_TRIES = 20


def read_json(text: str, editions: Iterable[Edition]) -> Reading:
    """What can be read of a record in its JSON form."""
    draft = Draft()
    document = _Object(draft, "", _decoded(text, draft), _KEYS)
    if document.take("format", int) != FORMAT:
        problem = _at("format", document.content.get("format"), f"format {FORMAT}")
        return Reading(None, (*draft.problems, problem))
    _read_edition(draft, document)
    _read_players(draft, document)
    for key in ("rules", "first"):
        number = document.take(key, int)
        if number is not None:
            draft.add(Field(key, "", str(number), 0, key))
    check = document.take("check", str)
    if check is not None:
        draft.add(Field("check", "", check, 0, "check"))
    for name, value in (document.take("tags", dict) or {}).items():
        if isinstance(value, str):
            draft.add(Field("tag", name, value, 0, f"tags.{name}"))
        else:
            draft.problems.append(_at(f"tags.{name}", value, _NAMES[str]))
    scores = document.take("scores", list)
    if scores is not None:
        # what is no number gets marks around it, and so cannot be taken for one
        texts = (str(points) if type(points) is int else repr(points) for points in scores)
        draft.add(Field("scores", "", " ".join(texts), 0, "scores"))
    moves = document.take("moves", list, required=True) or ()
    draft.moves = [
        Field("moves", "", _shown(line), 0, f"moves[{place}]") for place, line in enumerate(moves)
    ]
    return assemble(draft, editions)


def _read_edition(draft: Draft, document: _Object) -> None:
    edition = _Object(draft, "edition", document.content.get("edition"), ("name", "digest", "toml"))
    name = edition.take("name", str, required=True)
    if name is not None:
        digest = edition.take("digest", str) or ""
        draft.add(Field("edition", "", f"{name} {digest}", 0, "edition"))
        draft.toml = edition.take("toml", str) or ""


def _read_players(draft: Draft, document: _Object) -> None:
    draft.end = Field("", "", "", 0, "players")
    for seat, value in enumerate(document.take("players", list, required=True) or ()):
        path = f"players[{seat}]"
        player = _Object(draft, path, value, ("name", "hand"))
        for key in ("name", "hand"):
            text = player.take(key, str, required=key == "hand")
            if text is not None:
                draft.add(Field(key, str(seat), text, 0, f"{path}.{key}"))


class _Object:
    """An object of the document. What has the wrong type is a problem, and then it is not there."""

    def __init__(self, draft: Draft, path: str, value: object, keys: tuple[str, ...]) -> None:
        self.draft = draft
        self.path = path
        self.content: dict[str, object] = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            draft.problems.append(_at(path or "the document", value, _NAMES[dict]))
        for key in self.content:
            if key not in keys:
                expected = f"only {listed(keys, 'and')}"
                draft.problems.append(_at(self._path(key), self.content[key], expected))

    def take(self, key: str, kind: type[T], *, required: bool = False) -> T | None:
        """What stands under a key."""
        value = self.content.get(key)
        if type(value) is kind:  # in Python, True is an int
            return value
        if value is not None or required:
            self.draft.problems.append(_at(self._path(key), value, _NAMES[kind]))
        return None

    def _path(self, key: str) -> str:
        key = key or '""'
        return f"{self.path}.{key}" if self.path else key


def _decoded(text: str, draft: Draft) -> object:
    """The document. If its end is lost or damaged, the moves before that are still there."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
    start, number = text.rfind("\n", 0, at) + 1, text.count("\n", 0, at) + 1
    line = text[start:].partition("\n")[0]
    draft.problems.append(Problem(f"line {number}", number, at - start + 1, "JSON", line))
    for _ in range(_MOST_TRIES):
        at = max(0, text.rfind(",", 0, at), text.rfind("[", 0, at))
        before = text[:at] if text[at] == "," else text[: at + 1]
        with suppress(ValueError, RecursionError):
            document: object = json.loads(f"{before}]}}")
            if isinstance(document, dict) and "moves" in document:  # the last, so all else is there
                return document
    return None


def _shown(value: object) -> str:
    """A value as text; what is no text is not in the notation either."""
    if isinstance(value, str):
        return value
    return _NAMES[type(value)] if isinstance(value, list | dict) else json.dumps(value)


def _at(path: str, value: object, expected: str) -> Problem:
    return Problem(path, None, 1, expected, "" if value is None else _shown(value))
