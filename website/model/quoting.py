"""Words of the rulebooks as they are shown: rendition, place, the words themselves, and what they mean."""

from html import escape

from spec.tools.tables import RENDITIONS, text
from website.model.content import Content
from website.model.languages import words

TONGUES = {"FR": "fr", "IT": "it", "NL": "nl", "DE": "de", "DO": "de"}
"""The language of each rendition, for browsers that read pages aloud."""


def quotations(id: str, content: Content) -> str:
    """The evidence for a rule or a discrepancy as a list; empty if no rendition has a word on it."""
    said = words(content.language)["quotations"]
    lines = []
    for code in RENDITIONS:
        quotation = content.evidence[code].quotations.get(id)
        if quotation is None:
            continue
        kind = text(content.english.renditions[code], "kind")
        # Letters that a machine misread stay, because the quotation is compared with what it read.
        scanned = f", {said['scanned']}" if "scanned" in kind else ""
        whole = content.told.says.get((code, quotation.section, quotation.sentence), "")
        place = said["sentence"].format(section=quotation.section, number=quotation.sentence)
        gloss = f" ({escape(quotation.gloss)})" if quotation.gloss else ""
        lines.append(
            f"<li><b>{code}</b> {f'{escape(whole)}<br>' if whole else ''}{escape(place)}{scanned}: "
            f'<q lang="{TONGUES[code]}">{escape(quotation.words)}</q>{gloss}</li>'
        )
    return f'<ul class="quotations">{"".join(lines)}</ul>' if lines else ""
