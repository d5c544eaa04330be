"""Short addresses: A-44.html for the ruling A-44, Q-25.html for an answer, and so on for every number.

They never change, wherever an entry stands. A server that leaves the ending out has /A-44.
"""

from html import escape

from website.model.links import Links
from website.model.pages import Pages

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{id} {title}</title>
<meta http-equiv="refresh" content="0; url={address}">
<link rel="canonical" href="{address}">
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<p><a href="{address}">{id} {title}</a></p>
</html>
"""


def add_addresses(pages: Pages, links: Links) -> None:
    """Add a page for each number that leads to its entry."""
    for id, address in links.addresses.items():
        title = escape(links.titles.get(id, ""))
        pages.add(f"{id}.html", _PAGE.format(id=id, title=title, address=escape(address)))
