"""The command: ``python -m tools.release``, or ``python -m tools.release 0.9.0``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from tools.release.building import build, lab_version, required, write_bill, write_sums
from tools.release.checking import (
    ask_kit,
    import_client,
    install,
    look,
    mutants_are_recent,
    programs_are_there,
    run_own_tests,
)
from tools.release.preparing import ReleaseError, prepare, version


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.release",
        description="Build and check every archive of a release. With a version, the sources get that version first.",
    )
    parser.add_argument("version", nargs="?", help="such as 0.9.0; without it, nothing is changed")
    options = parser.parse_args(arguments)
    try:
        programs_are_there()
        mutants_are_recent()
        if options.version:
            prepare(options.version, datetime.now(UTC).date())
        archives = build()
        look(archives)
        install(archives)
        ask_kit(archives)
        import_client(archives)
        run_own_tests(archives.sdist)
        bill = write_bill(archives, required("toledo-rules"))
        write_sums((*archives, bill))
    except ReleaseError as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    print(f"toledo-rules {version()} and toledo-lab {lab_version()} are in dist")
    if options.version:
        tags = f"git tag v{version()} && git tag lab-v{lab_version()}"
        print(f'next: git add --all && git commit -m "Release {version()}" && {tags}')
    return 0


if __name__ == "__main__":
    sys.exit(main())
