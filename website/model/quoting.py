"""Words of the rulebooks as they are shown: rendition, place, the words themselves, and what they mean."""

from html import escape

from spec.tools.tables import RENDITIONS, text
from website.model.content import Content

TONGUES = {"French": "fr", "Italian": "it", "Dutch": "nl", "German": "de"}
"""The codes of the languages, for browsers that read pages aloud."""


def quotations(id: str, content: Content) -> str:
    """The evidence for a rule or a discrepancy as a list; empty if no rendition has a word on it."""
    lines = []
    for code in RENDITIONS:
        quotation = content.evidence[code].quotations.get(id)
        if quotation is None:
            continue
        language, kind = (text(content.renditions[code], key) for key in ("language", "kind"))
        # Letters that a machine misread stay, because the quotation is compared with what it read.
        scanned = ", as scanned" if "scanned" in kind else ""
        whole = content.told.says.get((code, quotation.section, quotation.sentence), "")
        lines.append(
            f"<li><b>{code}</b> {f'{escape(whole)}<br>' if whole else ''}"
            f"{escape(quotation.section)}, sentence {quotation.sentence}{scanned}: "
            f'<q lang="{TONGUES[language]}">{escape(quotation.words)}</q> ({escape(quotation.gloss)})</li>'
        )
    return f'<ul class="quotations">{"".join(lines)}</ul>' if lines else ""
