"""The search: its index, and the programs that ask it."""
