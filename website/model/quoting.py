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
        # Misread letters of a scan are kept, because the quotation is compared with the scan.
        scanned = f", {said['scanned']}" if "scanned" in kind else ""
        whole = content.told.says.get((code, quotation.section, quotation.sentence), "")
        place = escape(
            said["sentence"].format(section=quotation.section, number=quotation.sentence)
        )
        quoted = f'<q lang="{TONGUES[code]}">{escape(quotation.words)}</q>'
        told = f"{escape(whole)}<br>" if whole else ""
        # Readers of the rulebook's language need no gloss.
        words_there = (
            f"{place}{scanned}: {quoted} ({escape(quotation.gloss)})"
            if quotation.gloss
            else f"{quoted} ({place}{scanned})"
        )
        lines.append(f"<li><b>{code}</b> {told}{words_there}</li>")
    return f'<ul class="quotations">{"".join(lines)}</ul>' if lines else ""
