"""How the engine's player learns: games against itself, a fit, and matches against what it was before."""
