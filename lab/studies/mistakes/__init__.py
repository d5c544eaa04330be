"""Is the analysis of games true: blunders that it should find, and mistakes that it should not name."""
