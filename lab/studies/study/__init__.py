"""A study of the game by simulation: python -m lab.studies.study, from the top of the project."""
