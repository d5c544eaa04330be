"""Data for scripts, compressed: a page in a folder may load nothing but scripts, and not every server compresses.

A script gets a text; `ToledoPacked.open` (website/assets/packed.js) makes the value of it again.
"""

import base64
import gzip
import json


def packed(value: object) -> str:
    """Return a value as text: its JSON, compressed, in base 64. Equal values give equal texts."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.b64encode(gzip.compress(written, mtime=0)).decode()


def unpacked(text: str) -> object:
    """Return the value of a packed text."""
    return json.loads(gzip.decompress(base64.b64decode(text)))
