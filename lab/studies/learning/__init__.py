"""The training of the bot `apprentice`: ``python -m lab.studies.learning``."""
