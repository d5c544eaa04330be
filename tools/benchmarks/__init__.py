"""Speed of the library, beside its peers and beside itself at another revision: python -m tools.benchmarks."""
