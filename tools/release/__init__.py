"""Releases: ``make release`` rehearses one, ``make release VERSION=0.9.0`` makes one.

`preparing` gives the version its number everywhere, dates the changelog and closes the vault. `building` makes sdist
and wheel of the library and of the lab, the npm package, and the kit for those who write engines, twice. `checking`
looks at them as a stranger would: it installs and tries them where nothing else is. In the end `dist` has them with a
bill of materials and the checksums of all. Nothing is committed or uploaded.
"""

from pathlib import Path

ROOT = Path(__file__).parents[2]
