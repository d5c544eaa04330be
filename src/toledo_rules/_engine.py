"""The rules engine: what is legal, why not, and what comes next. It only dispatches; the rules are in `effects`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NoReturn

from attrs import field, frozen

from toledo_rules._draft import Draft, EventLog
from toledo_rules._values import brief, check_type
from toledo_rules.actions import (
    ACTION_TYPES,
    END_TURN,
    Action,
    Benefit,
    Challenge,
    Draw,
    Move,
    PlayCard,
)
from toledo_rules.chance import Rng, draw
from toledo_rules.edition import Card, Cards, Seat, Step, Sword
from toledo_rules.effects import duel, take, turn, visit
from toledo_rules.effects.registry import (
    KINDS,
    draw_reasons,
    illegality_of,
    judge,
    legal_now,
)
from toledo_rules.errors import IllegalActionError
from toledo_rules.events import Event, SecretEvent, SecretEvents
from toledo_rules.rulebook import Code, Refusal
from toledo_rules.state import (
    Drawing,
    Duel,
    State,
    Transit,
    TurnStart,
    View,
    check_seat,
    check_step,
    own_position,
    position_of,
    state_of,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from toledo_rules._game import Game


def _kept(events: Iterable[SecretEvent]) -> SecretEvents:
    return SecretEvents(
        events
    )  # attrs looks at a converter, and at a function in less time than at a class


@frozen
class Transition:
    """A step from one position to the next."""

    state: State
    """The position afterwards."""
    events: SecretEvents = field(converter=_kept)
    """Everything that happened, in order, with its secrets: `seen_by` gives what a seat may be told."""
    draws: tuple[Draw, ...]
    """The draws of chance: with the action, all that a record needs."""
    reveals: bool
    """It revealed something, so it cannot be taken back: a draw, a duel, a reshuffle, a payment (A-132)."""

    def seen_by(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return everything that happened, in order, as a seat is told of it; None for a spectator.

        >>> from random import Random
        >>> from toledo_rules import TAKE_CARDS, new_game
        >>> taken = transition(new_game(2, Random(1)), TAKE_CARDS, Random(2))
        >>> taken.seen_by(0)[1]
        CardDrawn(seat=0, card=Card(1, 'turquoise', 'attacker'))
        >>> taken.seen_by(1)[1]
        CardDrawn(seat=0, card=HIDDEN)
        """
        if seat is not None:
            check_seat(seat, len(self.state.players))
        return self.events.seen_by(seat)

    def with_secrets(self) -> tuple[Event, ...]:
        """Return everything that happened, in order, with every card.

        For records, simulations and the analysis of finished games. Never show it to a player.
        """
        return self.events.with_secrets()

    def __repr__(self) -> str:
        reveals = ", reveals something" if self.reveals else ""
        events = ", ".join([type(event).__name__ for event in self.seen_by(None)])
        return f"<Transition: {events or 'no events'}{reveals}>"


def legal_actions(position: State | View | Game) -> tuple[Action, ...]:
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
        return legal_now(position)
    known = position_of(position)
    if isinstance(known, State):
        return legal_now(known)
    return legal_now(own_position(known)) if known.seat == known.active else ()


def explain(state: State | Game, action: Move, *, seat: Seat | None = None) -> Refusal | None:
    """Return the reason why an action, or a draw of chance, is not legal; None if it is.

    Of several reasons it is the first of `explain_all`. The player on turn acts, unless a seat is named.

    >>> from random import Random
    >>> from toledo_rules import END_TURN, new_game
    >>> print(explain(new_game(2, Random(1)), END_TURN))
    no_card_played: see TRN-04
    """
    return next(_refusals(state_of(state), action, seat), None)


def explain_all(
    state: State | Game, action: Move, *, seat: Seat | None = None
) -> tuple[Refusal, ...]:
    """Return every reason why an action, or a draw of chance, is not legal; empty if it is.

    The order is the same for all actions. If it is not the moment for it, nothing else is said: all else may have
    changed when the moment comes. First comes what no other choice can mend, such as an empty supply; then what the
    action is done with, the choice of a figure, site or rival, the value of a card, what it aims at, what goes back.

    >>> from random import Random
    >>> from toledo_rules import PlaceShop, ShopTile, new_game
    >>> for why in explain_all(new_game(2, Random(1)), PlaceShop(ShopTile("metal", 9), 5)):
    ...     print(why)
    shop_not_in_tray (shop ShopTile('metal', 9)): see SHP-01
    not_a_site (step 5, space tavern): see SHP-02
    """
    return tuple(_refusals(state_of(state), action, seat))


def turn_refusal(state: State, seat: Seat | None) -> Refusal | None:
    """Return the refusal of a seat that is not on turn (TRN-02); None if no seat is named, or the game is over."""
    if seat is None or seat == state.active or state.over:
        return None
    return Refusal.of(Code.NOT_ON_TURN, seat=seat, active=state.active)


def _refusals(state: State, move: Move, seat: Seat | None) -> Iterator[Refusal]:
    if isinstance(move, Draw):
        codes: Iterable[Code] = draw_reasons(state, move)
    elif type(move) not in KINDS:
        _no_action(move)
    else:
        if seat is not None:
            check_seat(seat, len(state.players))
        if refusal := turn_refusal(state, seat):
            yield refusal
            return
        codes = judge(type(move), type(state.phase))(state, move)
    for code in codes:
        yield illegality_of(code, state, move)


def apply(state: State | Game, action: Action, rng: Rng) -> State:
    """Return the position after an action, with what chance decides on the way.

    Raises `IllegalActionError`, which names the rule, if the action is not legal.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> state = apply(new_game(2, Random(1)), TAKE_CARDS, Random(2))
    >>> len(state.players[0].hand), state.active
    (7, 1)
    """
    draft = _act(state, action, None)
    if isinstance(draft.phase, _CHANCE):
        _chance(draft, rng, None)
    return draft.freeze()


def transition(state: State | Game, action: Action, rng: Rng) -> Transition:
    """Do the same as `apply`, and return what happened too.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> what = transition(new_game(2, Random(1)), TAKE_CARDS, Random(2))
    >>> [type(event).__name__ for event in what.seen_by(1)]
    ['DrawingBegan', 'CardDrawn', 'CardDrawn', 'TurnEnded', 'TurnBegan']
    >>> len(what.draws), what.reveals
    (2, True)
    """
    log = EventLog()
    draws: list[Draw] = []
    draft = _act(state, action, log)
    _chance(draft, rng, draws)
    return Transition(draft.freeze(), log.events, tuple(draws), log.reveals)


def step(state: State | Game, move: Move) -> Transition:
    """Carry out one action, or one draw of chance, and nothing random: the pure core.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, Draw, new_game
    >>> state = step(new_game(2, Random(1)), TAKE_CARDS).state
    >>> state.phase
    Drawing(left=2, source='take')
    >>> step(state, Draw(state.pile[0])).state.phase
    Drawing(left=1, source='take')
    """
    log = EventLog()
    if isinstance(move, Draw):
        state = state_of(state)
        draft = Draft(state, log)
        _draw(draft, _pending_chance(state, move), move.card)
        return Transition(draft.freeze(), log.events, (move,), log.reveals)
    draft = _act(state, move, log)
    return Transition(draft.freeze(), log.events, (), log.reveals)


def chance_outcomes(state: State | Game) -> tuple[tuple[Draw, Fraction], ...]:
    """Return the draws that chance can make now, with exact probabilities; empty when chance is not next.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game
    >>> outcomes = chance_outcomes(step(new_game(2, Random(1)), TAKE_CARDS).state)
    >>> sum(probability for _, probability in outcomes)
    Fraction(1, 1)
    """
    from fractions import Fraction  # noqa: PLC0415  # not for those who only play

    state = state_of(state)
    if not state.chance:
        return ()
    return tuple(
        (Draw(card), Fraction(len(list(copies)), len(state.pile)))
        for card, copies in groupby(state.pile)
    )


_CHANCE = (Drawing, Duel)


def _no_action(action: object) -> NoReturn:
    names = ", ".join(kind.__name__ for kind in ACTION_TYPES)
    raise TypeError(f"an action is one of {names}, not {brief(action)}")


def _act(state: State | Game, action: Action, log: EventLog | None) -> Draft:
    if type(state) is not State:
        state = state_of(state)
    kind = KINDS.get(type(action)) or _no_action(action)
    for code in judge(type(action), type(state.phase))(state, action):
        raise IllegalActionError(action, illegality_of(code, state, action))
    draft = Draft(state, log)
    kind.carry_out(draft, action)
    return draft


def _chance(draft: Draft, rng: Rng, draws: list[Draw] | None) -> None:
    """Draw cards while chance is next."""
    while isinstance(draft.phase, _CHANCE):
        card = draft.pile[draw(rng, len(draft.pile))]
        if draws is not None:
            draws.append(Draw(card))
        _draw(draft, draft.phase, card)


def _pending_chance(state: State, draw: Draw) -> Drawing | Duel:
    """Return what a draw decides; an error if it cannot."""
    for code in draw_reasons(state, draw):
        raise IllegalActionError(draw, illegality_of(code, state, draw))
    assert isinstance(state.phase, _CHANCE)
    return state.phase


def _draw(draft: Draft, pending: Drawing | Duel, card: Card) -> None:
    if isinstance(pending, Drawing):
        take.draw_card(draft, pending, card)
    else:
        duel.reveal(draft, pending, card)


# Questions before a move, for front ends and bots.


def landing(position: State | View | Game, action: PlayCard) -> Step | None:
    """Return the step that a card leads to; None if that is beyond the road (MOV-02, A-37).

    >>> from random import Random
    >>> from toledo_rules import Card, PlayCard, new_game
    >>> landing(new_game(2, Random(1)), PlayCard(Card(3, "violet", "attacker"), 20)) is None
    True
    """
    last_step = position_of(position).edition.last_step
    check_type("action", action, PlayCard)
    return action.target if action.target <= last_step else None


def fee(position: State | View | Game, step: Step) -> int:
    """Return the least value of a card with which the active player pays for a space; 0 in their own shop (USE-03).

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> state = new_game(2, Random(1))
    >>> fee(state, 5), fee(state, 12)                  # the taverns
    (1, 3)
    """
    position = position_of(position)
    check_step(step, position.edition)
    if position.owner(step) == position.active:
        return 0
    return position.edition.road[step].price


def fees(state: State | Game, step: Step, hand: Cards | None = None) -> tuple[Card | None, ...]:
    """Return everything that the active player can pay with on a step: None for nothing, in their own shop (USE-04).

    Cards that are still in hand by then can be named; otherwise it is the whole hand.

    >>> from random import Random
    >>> from toledo_rules import Card, new_game
    >>> hand = (Card(2, "brown", "defender"), Card(3, "violet", "attacker"))
    >>> fees(new_game(2, Random(1)), 12, hand)         # a tavern with the price 3
    (Card(3, 'violet', 'attacker'),)
    """
    state = state_of(state)
    check_step(step, state.edition)
    for card in hand or ():
        check_type("a card", card, Card)
    return tuple(visit.payments(state, step, hand))


def benefits(state: State | Game, step: Step) -> tuple[Benefit, ...]:
    """Return what the active player could get on a step now, each with what goes back for it; empty if nothing (A-62).

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> state = new_game(2, Random(1))
    >>> benefits(state, 0), benefits(state, 5)         # the cathedral, a tavern
    ((), ((None, None),))
    """
    state = state_of(state)
    check_step(step, state.edition)
    if not visit.has_use(state, step):
        return ()
    return tuple(visit.TRADES[visit.trade(state, step)].benefits(state))


def affordable(position: State | View | Game, sword: Sword) -> bool:
    """Return True if the active player has the material for a sword (SMI-02).

    >>> from random import Random
    >>> from toledo_rules import Sword, new_game
    >>> affordable(new_game(2, Random(1)), Sword(12, 3, 3))
    False
    """
    position = position_of(position)
    check_type("sword", sword, Sword)
    player = position.players[position.active]
    return visit.material_refusal(player.metal, player.gems, sword) is None


# Hypothetical transitions, for evaluating a position.


def duel_ended(state: State | Game, rival: Seat, *, attacker_wins: bool) -> State:
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
    state = state_of(state)
    if not (isinstance(state.phase, Duel) and state.phase.rival == rival):
        challenge = Challenge(rival)
        if refusal := explain(state, challenge):
            raise IllegalActionError(challenge, refusal)
    assert isinstance(state.phase, (Transit, Duel))
    draft = Draft(state)
    duel.settle(draft, state.phase.step, rival, attacker_wins=attacker_wins)
    return draft.freeze()


def turn_ended(state: State | Game) -> State:
    """Return the position in which the turn ends now: the next player's turn, or the end of the game (TRN-05).

    It answers "what if" at the start of a turn too, where the rules want an action first (TRN-04). Raises
    `IllegalActionError` while a turn cannot end: in transit (A-41), before a draw, after the end of the game.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> turn_ended(new_game(2, Random(1))).active
    1
    """
    state = state_of(state)
    if not isinstance(state.phase, TurnStart) and (refusal := explain(state, END_TURN)):
        raise IllegalActionError(END_TURN, refusal)
    draft = Draft(state)
    turn.end(draft)
    return draft.freeze()
