"""The build: all pages, made in order."""

from pathlib import Path

from website.board.files import add_tables
from website.board.page import PAGE as BOARD
from website.board.page import add_board
from website.model.addresses import add_addresses
from website.model.content import SiteError, read_content
from website.model.controls import add_controls
from website.model.languages import TRANSLATIONS, WHOLE
from website.model.links import Links
from website.model.localized import localized
from website.model.pages import Pages
from website.pages.answers import add_answers
from website.pages.api import add_api
from website.pages.boxform import add_box_form
from website.pages.checked import add_checked
from website.pages.components import add_components
from website.pages.coverage import add_coverage
from website.pages.differences import add_differences
from website.pages.guides import Guides, add_guides
from website.pages.handbook import add_handbook, paragraphs
from website.pages.history import add_history
from website.pages.home import add_home
from website.pages.llms import add_llms
from website.pages.pictures import Gallery
from website.pages.proofs import add_proofs
from website.pages.reference import add_reference
from website.pages.rules import add_rules
from website.search.searching import FOLDER as SEARCH
from website.search.searching import add_search

ASSETS = Path(__file__).parent / "assets"
"""Styles and scripts, copied unchanged."""

PRINTS = Path("build") / "print"
"""The folder, in the project, in which the files for printing are made."""


def build(root: Path) -> Pages:
    """Return the pages of a project. Raises `SiteError` with every problem, a line for each."""
    content = read_content(root)
    links = Links(content)
    links.spoken |= {language: paragraphs(language) for language in TRANSLATIONS}
    contents = {code: content if code == "en" else localized(content, code) for code in WHOLE}
    tongues = {
        code: links if code == "en" else links.speaking(one) for code, one in contents.items()
    }
    pages = Pages()
    gallery = Gallery(links, board=BOARD)
    add_answers(pages, contents, links, gallery)
    add_home(pages, content, links)
    for code, one in contents.items():
        add_rules(pages, one, tongues[code], gallery)
        add_history(pages, one, tongues[code])
        add_differences(pages, one, tongues[code])
        add_components(pages, tongues[code], root)
        add_box_form(pages, root, tongues[code])
    add_handbook(pages, content, links, root / PRINTS)
    add_coverage(pages, content, links)
    guides = Guides(content, links, pages)
    add_proofs(pages, content, guides)
    add_checked(pages)
    add_reference(pages, content, links)
    add_api(pages, root)
    add_guides(pages, content, guides)
    add_tables(pages)
    add_search(pages, content, links)
    add_controls(pages)
    add_board(pages)
    add_addresses(pages, content, links)
    add_llms(pages, content)
    for asset in sorted(ASSETS.iterdir()):
        at_the_root = asset.name == "manifest.webmanifest"
        path = asset.name if at_the_root else f"assets/{asset.name}"
        pages.add(path, asset.read_text(encoding="utf-8"))
    for script in ("search.js", "box.js"):
        pages.add(f"assets/{script}", (SEARCH / script).read_text(encoding="utf-8"))
    if links.problems:
        raise SiteError("\n".join(map(str, dict.fromkeys(links.problems))))
    return pages
