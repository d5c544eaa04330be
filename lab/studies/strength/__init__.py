"""The strength of the searching bot: the games its value was fitted to, and the matches that measure it."""
