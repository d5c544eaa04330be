"""The last turn of a game, searched to its end: what the player on turn still reaches for sure, and what with luck."""

from __future__ import annotations

from toledo_rules import State, legal_actions, outcome, score, step
from toledo_rules.actions import Action, Challenge, PlayCard, TakeCards, UseSpace

MOST_POSITIONS = 4_000
"""A turn with more positions than these is left out."""

Worth = tuple[int, int]
"""For sure and at best: 2 for a victory, 1 for as many points as somebody else, 0 for a defeat; or points."""


class TooLongError(Exception):
    """A turn has too many positions."""


class LastTurn:
    """All that the player on turn can still reach, when the game ends with this turn.

    Where chance has a say, nothing is sure but what the player has, and everything may be hoped for. Cards of the same
    value are all the same then.
    """

    def __init__(self, state: State, *, points: bool) -> None:
        self.me, self.points, self.known = state.active, points, dict[State, Worth]()

    def worth(self, state: State) -> Worth:
        """Return what is reached for sure, and what at best."""
        if state.over or state.active != self.me:
            return self._end(state)
        found = self.known.get(state)
        if found is None:
            if len(self.known) > MOST_POSITIONS:
                raise TooLongError
            some = [self.after(state, action) for action in different(state)]
            found = max(one for one, _ in some), max(one for _, one in some)
            self.known[state] = found
        return found

    def after(self, state: State, action: Action) -> Worth:
        """Return what an action leads to."""
        if isinstance(action, TakeCards):
            return self._end(state)  # cards are no points
        if isinstance(action, Challenge):
            return (0, _HOPE)
        after = step(state, action).state
        if after.chance:  # a tavern
            return self._end(state)[0], _HOPE
        return self.worth(after)

    def _end(self, state: State) -> Worth:
        sums = [score(state, seat).total for seat in range(len(state.players))]
        mine = sums.pop(self.me)
        if self.points:
            return mine, mine
        if mine == max(sums):
            return 0, 2  # cards decide, and those of the others are hidden
        return (2, 2) if mine > max(sums) else (0, 0)


_HOPE = 1_000


def different(state: State) -> list[Action]:
    """Return the legal actions, of those with cards of the same value one."""
    found: dict[object, Action] = {}
    for action in legal_actions(state):
        key: object = action
        if isinstance(action, PlayCard):
            key = action.card.value, action.origin, action.with_tile
        elif isinstance(action, UseSpace) and action.pay is not None:
            key = action.pay.value, action.take, action.give_back
        found.setdefault(key, action)
    return list(found.values())


def rival_wins(state: State) -> bool | None:
    """Ask whether the rival wins with the last turn: surely, surely not, or nobody knows."""
    if state.over:
        result = outcome(state)
        assert result is not None
        return state.active in result.winners
    sure, hoped = LastTurn(state, points=False).worth(state)
    return True if sure == 2 else False if hoped == 0 else None
