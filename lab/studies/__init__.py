"""Studies of the game: programs that play many games and say what they found."""
