"""Speed of the library, beside its peers and beside itself at another revision: python -m benchmarks."""

import sys
from pathlib import Path

# Some games are played by the players of the examples.
sys.path.append(str(Path(__file__).parents[1] / "examples"))
