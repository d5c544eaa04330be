"""A study of the game by simulation: python -m examples.study, from the top of the project."""
