"""Short addresses: A-44.html for the ruling A-44, Q-25.html for an answer, and so on for every number.

They never change, wherever an entry stands. A-44.html#de leads to the entry in German, if there is one. A server that
leaves the ending out has /A-44. Pages that the site once had lead on in the same way: those of terms to the glossary,
those of merged modules to where their names are now.
"""

import json
from collections.abc import Mapping
from html import escape

from website.model.content import Content
from website.model.keywords import VERBS, entry_of
from website.model.languages import LANGUAGES, WHOLE, page_of
from website.model.links import Links, relative
from website.model.pages import Pages

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<meta http-equiv="refresh" content="0; url={address}">
<link rel="canonical" href="{address}">
<link rel="icon" href="{icon}" type="image/svg+xml">
<p><a href="{address}">{title}</a></p>{elsewhere}
</html>
"""

_ELSEWHERE = """
<script>const there = {addresses}[location.hash.slice(1)]; if (there) location.replace(there);</script>"""
"""Leads on to an entry in another language."""

MOVED = {
    **dict.fromkeys(
        ("cards", "engine", "hidden", "limits", "scoring", "setup", "views"), "toledo_rules"
    ),
    **dict.fromkeys(("following", "parts", "seating"), "choices"),
    **dict.fromkeys(("cli", "multiset"), "index"),
    "phases": "state",
    "handbook": "rulebook",
    "odds": "toledo_rules",
    "perft": "testing",
    **{name: f"toledo_lab.{name}" for name in ("analysis", "simulate", "tournament", "adapters")},
    **{
        f"adapters.{name}": f"toledo_lab.adapters.{name}"
        for name in ("gymnasium", "openspiel", "pettingzoo")
    },
}
"""Modules of version 1.0.0rc1 that had a page in reference/api, and the pages where their names are now."""


def add_addresses(pages: Pages, content: Content, links: Links) -> None:
    """Add a page for each number that redirects to its entry, and one for each former page."""
    for id, address in links.addresses.items():
        others = {code: links.spoken[code][id][1] for code in WHOLE[1:] if id in links.spoken[code]}
        if id.startswith("Q-"):
            others = {code: f"{page_of(code)}#{id}" for code in LANGUAGES[1:]}
        _lead(pages, f"{id}.html", address, f"{id} {links.titles.get(id, '')}", others)
    for name in content.glossary:
        if not name.startswith(VERBS):
            _lead(pages, f"terms/{name}.html", entry_of(name), name.replace("_", " "))
    for name, now in MOVED.items():
        _lead(pages, f"reference/api/{name}.html", f"reference/api/{now}.html", now)


def _lead(
    pages: Pages, page: str, address: str, title: str, others: Mapping[str, str] | None = None
) -> None:
    href, icon = relative(address, page), relative("assets/icon.svg", page)
    elsewhere = _ELSEWHERE.format(addresses=json.dumps(others)) if others else ""
    text = _PAGE.format(title=escape(title), address=escape(href), icon=icon, elsewhere=elsewhere)
    pages.add(page, text)
