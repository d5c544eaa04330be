"""What reading a record brings to light."""

from __future__ import annotations

from attrs import frozen

from toledo_rules.errors import ToledoError, pointer
from toledo_rules.record.model import Record


@frozen
class Problem:
    """Something in a file is not as it should be.

    >>> print(Problem("line 12", 12, 10, "a step from 0 to 21", "place m2@"))
    line 12, column 10: expected a step from 0 to 21
        place m2@
                 ^
    """

    where: str
    """The line, or the path in a JSON document, such as ``players[1].hand``."""
    line: int | None
    """The line, counted from 1; None where only the path is known."""
    column: int
    """The column of the line, or of the text at the path, counted from 1."""
    expected: str
    """What could stand there."""
    text: str
    """The line, or the text at the path."""

    def __str__(self) -> str:
        place = f"{self.where}, column {self.column}: expected {self.expected}"
        return f"{place}\n{pointer(self.text, self.column)}"


class RecordError(ToledoError, ValueError):
    """A record cannot be read without loss."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


@frozen
class Reading:
    """What could be read of a record."""

    record: Record | None
    """The game up to the first damage; None if not even its beginning can be made out."""
    problems: tuple[Problem, ...] = ()
    """What is wrong, in the order in which it was found; empty if all is well."""

    @property
    def problem(self) -> Problem | None:
        """The first problem."""
        return self.problems[0] if self.problems else None

    def complete(self) -> Record:
        """The record, if nothing at all is wrong.

        Raises `RecordError`.
        """
        if self.record is None or self.problems:
            raise RecordError(self.problems)
        return self.record
