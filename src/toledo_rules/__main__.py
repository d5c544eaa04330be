"""``python -m toledo_rules`` is the command ``toledo-rules``."""

import sys

from toledo_rules._cli import main

if __name__ == "__main__":
    sys.exit(main())
