"""The command: ``python -m tools.release``, or ``python -m tools.release 0.9.0``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from tools.release.building import build, required, write_bill, write_sums
from tools.release.checking import install, look, mutants_are_recent, run_own_tests
from tools.release.preparing import ReleaseError, prepare, version


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.release",
        description="Build and check sdist and wheel. With a version, the sources get that version first.",
    )
    parser.add_argument("version", nargs="?", help="such as 0.9.0; without it, nothing is changed")
    options = parser.parse_args(arguments)
    try:
        mutants_are_recent()
        if options.version:
            prepare(options.version, datetime.now(UTC).date())
        sdist, wheel = build()
        look(sdist, wheel)
        install(wheel)
        run_own_tests(sdist)
        bill = write_bill((sdist, wheel), required("toledo-rules"))
        write_sums((sdist, wheel, bill))
    except ReleaseError as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    print(f"toledo-rules {version()} is in dist")
    if options.version:
        print(f'next: git add --all && git commit -m "Release {version()}" && git tag v{version()}')
    return 0


if __name__ == "__main__":
    sys.exit(main())
