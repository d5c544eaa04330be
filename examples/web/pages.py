"""The pages: files and words that browsers keep, each under an address that has the digest of all of them in it."""

from __future__ import annotations

import json
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from toledo_rules.describe import language_tables, languages, typeset
from toledo_rules.protocol import FailureCode

from .table import RefusedError

FOLDER: Final = Path(__file__).parent / "page"
KEPT: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
ASKED_AGAIN: Final = {"Cache-Control": "private, no-cache"}


class Pages:
    """All files of the pages, as they are when the server starts."""

    def __init__(self) -> None:
        self._files = {file.name: file.read_bytes() for file in sorted(FOLDER.iterdir())}
        self._files["words.json"] = json.dumps(_words(), ensure_ascii=False).encode()
        digest = sha256(b"\0".join(self._files.values())).hexdigest()[:16]
        self.address = f"/page/{digest}"
        """The folder that browsers see."""

    def html(self, name: str) -> Response:
        """Return a page, which names its files by their digest."""
        return HTMLResponse(self._files[name].replace(b"/page/", f"{self.address}/".encode()))

    async def file(self, request: Request) -> Response:
        """Return a file. Raises `RefusedError` if there is none of that name and digest."""
        name = request.path_params["name"]
        if request.url.path != f"{self.address}/{name}" or name not in self._files:
            raise RefusedError(FailureCode.NO_SUCH_TABLE)
        kind, _ = guess_type(name)
        return Response(self._files[name], media_type=kind, headers=KEPT)


def unless_known(request: Request, answer: Response) -> Response:
    """Return an answer that hardly ever changes, or that the browser has it already."""
    digest = f'"{sha256(bytes(answer.body)).hexdigest()[:16]}"'
    headers = {"ETag": digest, **ASKED_AGAIN}
    known = request.headers.get("if-none-match", "").removeprefix("W/")
    if known == digest:
        return Response(status_code=304, headers=headers)
    answer.headers.update(headers)
    return answer


def _words() -> dict[str, dict[str, str]]:
    """The words of the pages in every language, from the catalogues of the library."""
    found = {}
    for language in languages():
        tables = language_tables(language)
        words = {key: typeset(str(text), tables) for key, text in tables["page"].items()}
        errors = {f"error_{key}": str(text) for key, text in tables["error"].items()}
        found[language] = {"own_name": str(tables["language"]["name"]), **words, **errors}
    return found
