"""The training of the bot `apprentice`: ``python -m examples.learning``."""
