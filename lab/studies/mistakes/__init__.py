"""Accuracy of the analysis of games: blunders that it should find, and mistakes that it should not name."""
