"""What is wrong with a text, and where."""

from __future__ import annotations

from toledo_rules.errors import ToledoError


class NotationError(ToledoError, ValueError):
    """A text is not in the notation. The message points at the place and says what could stand there.

    >>> print(NotationError("place m2@", 10, "a step from 0 to 21"))
    column 10: expected a step from 0 to 21
        place m2@
                 ^
    """

    text: str
    """The text that was read."""
    column: int
    """Where it goes wrong, counted from 1; one more than the length of the text where something is missing."""
    expected: str
    """What could stand there."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        super().__init__(text, column, expected)
        self.text = text
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        return f"column {self.column}: expected {self.expected}\n{pointer(self.text, self.column)}"


def pointer(text: str, column: int) -> str:
    """A text with a caret under a column. Of a long text only the part around it is shown.

    >>> print(pointer("take 2", 6))
        take 2
             ^
    """
    start = max(0, column - 50)
    part = "".join(c if c.isprintable() else " " for c in text[start : start + 75])
    return f"    {part.rstrip()}\n    {' ' * (column - 1 - start)}^"
