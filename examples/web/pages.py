"""The pages: files that browsers keep, under addresses that have the digest of all of them in it; and rules to read."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from toledo_rules import rulebook
from toledo_rules.describe import Language, language_tables, languages
from toledo_rules.errors import HandbookError
from toledo_rules.protocol import FailureCode
from toledo_rules.rulebook import RULES, RuleId

from .table import RefusedError

FOLDER: Final = Path(__file__).parent / "page"
KEPT: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
ASKED_AGAIN: Final = {"Cache-Control": "private, no-cache"}


class Pages:
    """All files of the pages, as they are when the server starts."""

    def __init__(self) -> None:
        self._files = {file.name: file.read_bytes() for file in sorted(FOLDER.iterdir())}
        names = {code: language_tables(code)["language"]["name"] for code in languages()}
        self._files["languages.json"] = json.dumps(names, ensure_ascii=False).encode()
        digest = sha256(b"\0".join(self._files.values())).hexdigest()[:16]
        self.address = f"/page/{digest}"
        """The folder that browsers see."""

    def html(self, name: str, *, data: str = "/data/") -> Response:
        """Return a page, which names its files by their digest, with the folder of what its table is drawn with."""
        text = self._files[name].decode().replace("/page/", f"{self.address}/")
        return HTMLResponse(text.replace('data="/data/"', f'data="{data}"'))

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


def rule_page(rule: RuleId, language: Language, folder: str) -> str:
    """Return a page with a rule: what the handbook says of it in the reader's language, and its exact text.

    The folder is that of the style.
    """
    found = RULES[rule]
    body = "".join(f"<p>{escape(line)}</p>" for line in found.text.split("\n\n"))
    try:
        told = f"{_html(rulebook.carrying(rule, language).text)}<hr>"
    except HandbookError:
        told = ""  # most rulings are not in it
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{found.id}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="{folder}/style.css">'
        f'<body class="lobby"><main><h1>{found.id}</h1>{told}<section lang="en">'
        f"<h2>{escape(found.title)}</h2>{body}</section></main>"
    )


def _html(text: str) -> str:
    """Return a paragraph of the handbook, which has emphasis and lists and nothing else."""
    strong = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))
    lines = re.sub(r"\*(.+?)\*", r"<em>\1</em>", strong).split("\n")
    items = "".join(f"<li>{line[2:]}</li>" for line in lines if line.startswith("- "))
    said = " ".join(line for line in lines if not line.startswith("- "))
    return f"<p>{said}</p>" + (f"<ul>{items}</ul>" if items else "")
