"""What comes of a game: a row for each player."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from toledo_rules.state import Seat


@frozen
class Result:
    """How one player fared in one game. These are the columns of the files too, in this order."""

    game: int
    """The game's number, counted from 0."""
    seat: Seat
    """The player's seat. Seat 0 began."""
    bot: str
    """Who played, as `make_bot` knows it."""
    finished: bool
    """The game came to its end. If it was stopped, nobody has won, and the rest tells how it stood."""
    won: float
    """1 for the winner, 1/2 for each of two who share the first place (A-126), 0 for the others."""
    place: int
    """The place in the ranking; 1 is the first."""
    points: int
    """Fame (SCO)."""
    turns: int
    """The player's turns."""
    decisions: int
    """The player's decisions; a turn can have several."""
    takes: int
    """Turns in which the player took cards (TAK-01)."""
    placed: int
    """Shops that the player placed (SHP-01)."""
    duels: int
    """Duels that the player fought, as challenger or as defender (DUE)."""
    duels_won: int
    """Those of them that the player won."""
    tiles: int
    """Master tiles that the player took from the board in the course of the game (FEN-01)."""
    movement: bool
    """The player has a movement tile at the end, which costs points (SCO-05)."""
    inside: int
    """Figures in the Alcazar at the end."""
    delivered: tuple[int, ...]
    """The values of the swords under them (SCO-01)."""
    kept: tuple[int, ...]
    """The values of the swords in front of the player at the end, which count half (SCO-02)."""
    paintings: tuple[int, ...]
    """The values of the player's paintings (SCO-03)."""
    gems: int
    """Gems left at the end (SCO-04)."""
    cards: int
    """Cards left in hand at the end (TIE-02)."""


Game: TypeAlias = tuple[Result, ...]
"""The results of all players of one game, by seat."""
