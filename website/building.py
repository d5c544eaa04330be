"""All pages, one after the other."""

from pathlib import Path

from spec.site.answers import add_answers, read_answers
from spec.site.api import add_api
from spec.site.components import add_components
from spec.site.content import SiteError, read_content
from spec.site.coverage import add_coverage
from spec.site.differences import add_differences
from spec.site.guides import Guides, add_guides
from spec.site.home import add_home
from spec.site.links import Links
from spec.site.llms import add_llms
from spec.site.pages import Pages
from spec.site.pictures import Gallery
from spec.site.positions import (  # noqa: F401  # importing them makes scenes
    ending,
    examples,
    fighting,
    home,
    moving,
    visiting,
)
from spec.site.proofs import add_proofs
from spec.site.reference import add_reference
from spec.site.rules import add_rules
from spec.site.sources import add_sources

ASSETS = Path(__file__).parent / "assets"
"""Styles and scripts, which are copied as they are."""


def build(root: Path) -> Pages:
    """The pages of a project. Raises `SiteError` with every problem, a line for each."""
    content = read_content(root)
    links = Links(content)
    pages = Pages()
    gallery = Gallery(pages, links)
    add_home(pages, content, gallery, len(read_answers(root)[0]))
    add_answers(pages, content, links, gallery)
    add_rules(pages, content, links, gallery)
    add_differences(pages, content, links)
    add_components(pages, links)
    add_coverage(pages, content, links)
    guides = Guides(content, links, pages)
    add_proofs(pages, content, guides)
    add_reference(pages, content, links)
    add_api(pages, root)
    add_guides(pages, content, guides)
    add_llms(pages, content)
    add_sources(pages, root)
    for asset in sorted(ASSETS.iterdir()):
        pages.add(f"assets/{asset.name}", asset.read_text(encoding="utf-8"))
    if links.problems:
        raise SiteError("\n".join(map(str, dict.fromkeys(links.problems))))
    return pages
