"""How fast the library is, and how it compares with its peers: python -m benchmarks."""

import sys
from pathlib import Path

# The games are played by the players of the tests.
sys.path.append(str(Path(__file__).parents[1] / "tests"))
