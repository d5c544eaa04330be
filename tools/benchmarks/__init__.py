"""Speed of the library, compared with its peers and with another revision: python -m tools.benchmarks."""
