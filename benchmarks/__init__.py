"""How fast the library is, and how it compares with its peers: python -m benchmarks."""
