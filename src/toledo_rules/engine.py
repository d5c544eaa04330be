"""The rules engine: what is legal, why not, and what comes next. It only dispatches; the rules are in `effects`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NoReturn

from attrs import frozen

from toledo_rules._draft import Draft, Story
from toledo_rules.actions import ACTION_TYPES, END_TURN, Action, Challenge, Draw, Move
from toledo_rules.cards import Card
from toledo_rules.chance import Rng
from toledo_rules.edition import Seat
from toledo_rules.effects import duel, take, turn
from toledo_rules.effects.kinds import KINDS, Kind, legal
from toledo_rules.effects.reasons import refused
from toledo_rules.events import Event
from toledo_rules.phases import Drawing, Duel, Transit, TurnStart
from toledo_rules.rulebook import Code, IllegalActionError, Illegality
from toledo_rules.state import State
from toledo_rules.views import View, own_position

if TYPE_CHECKING:
    from fractions import Fraction


@frozen
class Transition:
    """A step from one position to the next."""

    state: State
    """The position afterwards."""
    events: tuple[Event, ...]
    """Everything that happened, in order."""
    draws: tuple[Draw, ...]
    """The draws of chance: with the action, all that a record needs."""
    reveals: bool
    """Somebody learned something, so this cannot be taken back: a draw, a duel, a reshuffle, a payment (A-132)."""

    def __repr__(self) -> str:
        reveals = ", reveals something" if self.reveals else ""
        events = ", ".join([type(event).__name__ for event in self.events])
        return f"<Transition: {events or 'no events'}{reveals}>"


def legal_actions(position: State | View) -> tuple[Action, ...]:
    """Return everything that the active player may do; empty only when the game is over or chance is next.

    Of a view, it is everything that the viewer may do: nothing when another player is on turn.

    The order is stable, that of `universe`: end the turn; take; place, by tile and step; return, by step; use, by
    benefit and fee; deliver, by sword; play a card, by card, the base card before the tile card, by figure;
    challenge, by seat; pass.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> actions = legal_actions(new_game(2, Random(1)))
    >>> actions[0], len(actions)
    (TakeCards(), 129)
    """
    if type(position) is State:
        return legal(position)
    if not isinstance(position, View):
        raise TypeError(f"a position is a State or a View, not {position!r}")
    return legal(own_position(position)) if position.seat == position.active else ()


def explain(state: State, action: Action) -> Illegality | None:
    """Return the reason why an action is not legal; None if it is.

    >>> from random import Random
    >>> from toledo_rules import END_TURN, new_game
    >>> print(explain(new_game(2, Random(1)), END_TURN))
    no_card_played: see TRN-04
    """
    code = _kind(action).refusal(state, action)
    return None if code is None else refused(code, state, action)


def apply(state: State, action: Action, rng: Rng) -> State:
    """Return the position after an action, with what chance decides on the way.

    Raises `IllegalActionError`, which names the rule, if the action is not legal.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> state = apply(new_game(2, Random(1)), TAKE_CARDS, Random(2))
    >>> len(state.players[0].hand), state.active
    (7, 1)
    """
    d = _act(state, action, None)
    if isinstance(d.phase, _CHANCE):
        _chance(d, rng, None)
    return d.freeze()


def transition(state: State, action: Action, rng: Rng) -> Transition:
    """Do the same as `apply`, and return what happened too.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> what = transition(new_game(2, Random(1)), TAKE_CARDS, Random(2))
    >>> [type(event).__name__ for event in what.events]
    ['DrawingBegan', 'CardDrawn', 'CardDrawn', 'TurnEnded', 'TurnBegan']
    >>> len(what.draws), what.reveals
    (2, True)
    """
    story = Story()
    draws: list[Draw] = []
    d = _act(state, action, story)
    _chance(d, rng, draws)
    return Transition(d.freeze(), tuple(story.events), tuple(draws), story.reveals)


def step(state: State, move: Move) -> Transition:
    """Carry out one action, or one draw of chance, and nothing random: the pure core.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, Draw, new_game
    >>> state = step(new_game(2, Random(1)), TAKE_CARDS).state
    >>> state.phase
    Drawing(left=2, source='take')
    >>> step(state, Draw(state.pile[0])).state.phase
    Drawing(left=1, source='take')
    """
    story = Story()
    if isinstance(move, Draw):
        d = Draft(state, story)
        _draw(d, _pending_chance(state, move), move.card)
        return Transition(d.freeze(), tuple(story.events), (move,), story.reveals)
    d = _act(state, move, story)
    return Transition(d.freeze(), tuple(story.events), (), story.reveals)


def chance_outcomes(state: State) -> tuple[tuple[Draw, Fraction], ...]:
    """Return the draws that chance can make now, with exact probabilities; empty when chance is not next.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> outcomes = chance_outcomes(step(new_game(2, Random(1)), TAKE_CARDS).state)
    >>> sum(probability for _, probability in outcomes)
    Fraction(1, 1)
    """
    from fractions import Fraction  # noqa: PLC0415  # not for those who only play

    if not state.chance:
        return ()
    return tuple(
        (Draw(card), Fraction(len(list(copies)), len(state.pile)))
        for card, copies in groupby(state.pile)
    )


_CHANCE = (Drawing, Duel)


def _kind(action: Action) -> Kind:
    return KINDS.get(type(action)) or _no_action(action)


def _no_action(action: object) -> NoReturn:
    names = ", ".join(kind.__name__ for kind in ACTION_TYPES)
    raise TypeError(f"an action is one of {names}, not {action!r}")


def _act(state: State, action: Action, story: Story | None) -> Draft:
    kind = KINDS.get(type(action)) or _no_action(action)
    code = kind.refusal(state, action)
    if code is not None:
        raise IllegalActionError(action, refused(code, state, action))
    d = Draft(state, story)
    kind.carry_out(d, action)
    return d


def _chance(d: Draft, rng: Rng, draws: list[Draw] | None) -> None:
    """Let chance decide as long as it is next."""
    while isinstance(d.phase, _CHANCE):
        card = d.pile[rng.randrange(len(d.pile))]
        if draws is not None:
            draws.append(Draw(card))
        _draw(d, d.phase, card)


def _pending_chance(state: State, draw: Draw) -> Drawing | Duel:
    """Return what a draw decides; an error if it cannot."""
    if not isinstance(state.phase, _CHANCE):
        raise IllegalActionError(draw, refused(Code.NOT_A_CHANCE_STEP, state, draw))
    if draw.card not in state.pile:
        raise IllegalActionError(draw, refused(Code.CARD_NOT_IN_PILE, state, draw))
    return state.phase


def _draw(d: Draft, pending: Drawing | Duel, card: Card) -> None:
    if isinstance(pending, Drawing):
        take.draw(d, pending, card)
    else:
        duel.reveal(d, pending, card)


# What if: questions that whoever judges a position asks. No rule is said here a second time.


def duel_ended(state: State, rival: Seat, *, attacker_wins: bool) -> State:
    """Return the position in which a duel with `rival` ends this way, without turning up a card (DUE-11).

    It answers "what if" before a challenge, with a figure in transit, and in the middle of a duel. The piles stay as
    they are. Raises `IllegalActionError` if there can be no such duel.

    >>> from attrs import evolve
    >>> from random import Random
    >>> from toledo_rules import Challenge, new_game
    >>> state = new_game(2, Random(1))                 # the tavern on step 5 has two circles
    >>> red = evolve(state.players[0], figures=state.players[0].figures[1:])
    >>> blue = evolve(state.players[1], figures=(0, 0, 0, 5, 5))
    >>> state = evolve(state, players=(red, blue), phase=Transit(5), front=state.pile[0], pile=state.pile[1:])
    >>> won = duel_ended(state, 1, attacker_wins=True)
    >>> won.phase, won.players[0].figures, won.players[1].figures
    (Arrived(step=5), (0, 0, 0, 0, 5), (0, 0, 0, 0, 5))
    >>> lost = duel_ended(state, 1, attacker_wins=False)
    >>> lost.phase, lost.players[0].figures, lost.players[1].figures
    (Moving(), (0, 0, 0, 0, 0), (0, 0, 0, 5, 5))
    """
    if not (isinstance(state.phase, Duel) and state.phase.rival == rival):
        challenge = Challenge(rival)
        if refusal := explain(state, challenge):
            raise IllegalActionError(challenge, refusal)
    assert isinstance(state.phase, (Transit, Duel))
    d = Draft(state)
    duel.settle(d, state.phase.step, rival, attacker_wins=attacker_wins)
    return d.freeze()


def turn_ended(state: State) -> State:
    """Return the position in which the turn ends now: the next player's turn, or the end of the game (TRN-05).

    It answers "what if" at the start of a turn too, where the rules want an action first (TRN-04). Raises
    `IllegalActionError` while a turn cannot end: in transit (A-41), before a draw, after the end of the game.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> turn_ended(new_game(2, Random(1))).active
    1
    """
    if not isinstance(state.phase, TurnStart) and (refusal := explain(state, END_TURN)):
        raise IllegalActionError(END_TURN, refusal)
    d = Draft(state)
    turn.end(d)
    return d.freeze()
