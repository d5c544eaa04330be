"""Positions that are shown on the site, each made by a small function with a name.

A page names a scene; the picture, the moves in notation and what may be done afterwards are worked out
by the library itself, so that a page cannot show what the rules do not allow.

    @scene("EX-11d")
    def own_figure_and_no_way_on() -> Scene:
        table = Table(3).shop(3, GREEN, "gem").figures(RED, 3).hand(RED, "3va 4nd")
        return Scene(table.lay(), refused=PlayCard(card("3va"), 0))

Positions are laid out on the same table as in the tests (`toledo_rules.testing`).
"""

from collections.abc import Callable

from attrs import field, frozen

from toledo_rules import Action, Move, Refusal, State, Transition, explain, legal_actions
from toledo_rules.events import Event
from toledo_rules.testing import story


@frozen
class Scene:
    """A position, and what happens next."""

    before: State
    moves: tuple[Move | str, ...] = ()
    """Moves in order; a text names the cards that chance turns up, as in `toledo_rules.testing.story`."""
    refused: Action | None = None
    """An action that is not legal after the moves."""
    counted: bool = False
    """The fame of everybody is counted, rule by rule."""
    _told: Transition = field(init=False)

    @_told.default
    def _story(self) -> Transition:
        return story(self.before, *self.moves)

    @property
    def after(self) -> State:
        """The position after the moves."""
        return self._told.state

    @property
    def events(self) -> tuple[Event, ...]:
        """The events on the way, with every card: the pages tell of both sides."""
        return self._told.with_secrets()

    @property
    def options(self) -> tuple[Action, ...]:
        """The legal actions after the moves; none where chance is next or the game is over."""
        return () if self.after.chance or self.after.over else tuple(legal_actions(self.after))

    @property
    def why_not(self) -> Refusal | None:
        """The reason against the refused action."""
        if self.refused is None:
            return None
        why = explain(self.after, self.refused)
        assert why is not None, f"{self.refused!r} is legal"
        return why


SCENES: dict[str, Callable[[], Scene]] = {}
"""Every scene by its name: that of an example (EX-1), or one of our own (full_of_own_figures)."""


def scene(name: str) -> Callable[[Callable[[], Scene]], Callable[[], Scene]]:
    """Register a function as a scene."""

    def register(make: Callable[[], Scene]) -> Callable[[], Scene]:
        assert name not in SCENES, f"two scenes are called {name}"
        SCENES[name] = make
        return make

    return register
