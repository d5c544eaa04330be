"""Hidden information: the positions that agree with a view, the exact odds of a duel, and the next view from events.

Hidden from a viewer are the cards in the pile and the unknown cards in the other hands. Each of them is as likely to be
turned up as any other, so the odds of a duel follow from counting how many win a round for the attacker and how many
for the defender. If the pile runs out, the discards are shuffled, with the cards that this duel has turned up (TAK-02,
A-24); the front card stays out (A-26). From then on it is known exactly what can come.

A client gets a view once, and from then on the events that its seat may see. `follow` makes the next view of them, the
same as `toledo_rules.view` gives from the whole position. It states no rule: an event changes a view by the very
verb by which the engine changed the position (see `toledo_rules._draft`).

>>> from random import Random
>>> from toledo_rules import TAKE_CARDS, follow, new_game, transition, view
>>> state = new_game(2, Random(1))
>>> taken = transition(state, TAKE_CARDS, Random(2))
>>> follow(view(state, 1), taken.seen_by(1)) == view(taken.state, 1)
True
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, groupby
from math import comb
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from attrs import frozen

from toledo_rules._draft import VERBS, EventLog, Verbs, arguments
from toledo_rules._multiset import added, minus, multiset, removed
from toledo_rules._values import Open, brief, check_type, copier
from toledo_rules.chance import Rng, draw
from toledo_rules.edition import Card, Cards, Seat, Step, Tile
from toledo_rules.effects import duel
from toledo_rules.effects.duel import attacker_wins_round
from toledo_rules.effects.movement import LookAhead
from toledo_rules.errors import EventMisfitError, RefusedError
from toledo_rules.events import EVENT_TYPES, HIDDEN, CardDrawn, Event, Hidden, told_events
from toledo_rules.rulebook import Code, Refusal
from toledo_rules.state import (
    Duel,
    PlayerView,
    State,
    Transit,
    View,
    Viewer,
    check_seat,
    own_position,
    view_of,
    with_hands,
)

if TYPE_CHECKING:
    from toledo_rules._game import Game

# ------------------------------------------------------------
# Hidden cards: the ones that a viewer cannot place, and positions that agree with a view.


def determinize(view: State | View | Game, rng: Rng, *, seat: Viewer = "all") -> State:
    """Return a position that agrees with a view, chosen at random.

    Every arrangement of the unseen cards that the view allows is equally likely. It weighs only what lies on the table:
    it does not reason about why the others played as they did. One thing counts as seen: a player whose figure is over
    a space where nobody can be challenged has a card to move on with, or the move would not have been legal (A-43).

    Raises ValueError if the view does not add up, or no position agrees with it.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> view(determinize(mine, Random(2)), 0) == mine
    True
    """
    view = view_of(view, seat)
    hands, unseen = _known_hands(view), unseen_cards(view)
    taken = _cards_to_move_on(view, unseen, rng)
    hands[view.active] = multiset([*hands[view.active], *taken])
    return with_hands(view, *_deal(view, hands, minus(unseen, taken), rng))


def plain_position(view: View) -> State:
    """Return the position that agrees with a view and deals the unseen cards in order, the lowest first.

    Equal views give equal positions, without chance. It is a place to ask the engine what the viewer may do: that does
    not depend on unseen cards. What others hold in it means nothing; a figure of theirs in transit may even lack the
    card that it needs (A-43).

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> mine = view(new_game(2, Random(1)), 0)
    >>> [card.value for card in plain_position(mine).players[1].hand]
    [1, 1, 1, 1, 1]
    """
    check_type("view", view, View)
    hands, unseen = _known_hands(view), unseen_cards(view)
    for seat in range(len(view.players)):
        taken = _unknown(view, seat)
        hands[seat], unseen = multiset((*hands[seat], *unseen[:taken])), unseen[taken:]
    return with_hands(view, hands, unseen)


def unseen_cards(view: State | View | Game, *, seat: Viewer = "all") -> Cards:
    """Return the cards that the viewer cannot place: those in the pile and the unknown part of the other hands.

    Raises ValueError if the view does not add up.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> len(unseen_cards(view(new_game(2, Random(1)), 0)))
    79
    """
    view = view_of(view, seat)
    _check_seats(view)
    if view.seat is not None:
        mine = view.players[view.seat]
        if len(view.hand) != mine.cards:
            raise ValueError(
                f"this view shows {len(view.hand)} own cards where there are {mine.cards}"
            )
        try:
            minus(multiset(view.hand), mine.known)
        except ValueError:
            why = "this view knows of own cards that are not in the hand"
            raise ValueError(why) from None
    unknown = [_unknown(view, place) for place in range(len(view.players))]
    if min(unknown) < 0:
        raise ValueError("this view knows more cards of a hand than there are in it")
    if view.pile < 0:
        raise ValueError(f"this view has a pile of {view.pile} cards")
    seen = [*view.hand, *view.discards]
    if view.front is not None:
        seen.append(view.front)
    for place, player in enumerate(view.players):
        if place != view.seat:
            seen += player.known
    try:
        unseen = minus(view.edition.cards, seen)
    except ValueError:
        raise ValueError(f"this view shows cards that {view.edition.name} does not have") from None
    if len(unseen) != sum(unknown) + view.pile:
        raise ValueError(
            f"this view leaves {len(unseen)} cards for a pile of {view.pile} and {sum(unknown)} unknown cards"
        )
    return unseen


def certain_cards(view: View, seat: Seat) -> Cards:
    """Return the cards of another hand that a viewer can be sure of, by seeing and by counting (A-130)."""
    unseen, known = unseen_cards(view), view.players[seat].known
    elsewhere = len(unseen) - _unknown(view, seat)
    counted = [card for card, number in Counter(unseen).items() for _ in range(number - elsewhere)]
    return multiset([*known, *counted])


def _check_seats(view: View) -> None:
    """Raise an error for seats that are not at the table, and for a figure over a step that is not on the road."""
    for seat in (view.active, 0 if view.seat is None else view.seat):
        if not 0 <= seat < len(view.players):
            raise ValueError(f"this view is of seat {brief(seat)}, of {len(view.players)} players")
    if isinstance(view.phase, Transit) and not 0 <= view.phase.step <= view.edition.last_step:
        found = brief(view.phase.step)
        raise ValueError(f"this view has a figure over step {found}, which is not on the road")


def _unknown(view: View, seat: Seat) -> int:
    """Return the number of cards in a hand that the viewer does not know."""
    player = view.players[seat]
    return 0 if seat == view.seat else player.cards - len(player.known)


def _known_hands(view: View) -> list[Cards]:
    return [
        view.hand if seat == view.seat else player.known for seat, player in enumerate(view.players)
    ]


def _deal(view: View, hands: list[Cards], unseen: Cards, rng: Rng) -> tuple[list[Cards], Cards]:
    """Fill up the hands at random; the cards that are left over are the pile."""
    for seat, player in enumerate(view.players):
        while len(hands[seat]) < player.cards:
            card = unseen[draw(rng, len(unseen))]
            hands[seat], unseen = added(hands[seat], card), removed(unseen, card)
    return hands, unseen


# A figure in transit got there legally, so there is a way on, or a rival to challenge. Without a challenge
# its player's hand must hold enough cards to move on with. Such hands are not listed: the number of cards of each value
# is chosen step by step, weighted by the number of hands that each choice leaves.


class _Lot(NamedTuple):
    """Unseen cards of one or more values."""

    cards: Cards
    enough: int | None
    """The least number of them with which the hand can move on; None if no number is enough."""


class _Choice(NamedTuple):
    """A number of cards of the value in front, and the other cards to choose from."""

    repeated: int
    enough: bool
    """These alone let the figure move on."""
    lots: tuple[_Lot, ...]

    def hands(self, cards: int) -> int:
        """Return the number of ways to choose cards from the lots so that the figure can move on."""
        every = comb(sum([len(lot.cards) for lot in self.lots]), cards)
        return every if self.enough else every - _too_few(self.lots, cards)[0][cards]


def _cards_to_move_on(view: View, unseen: Cards, rng: Rng) -> Cards:
    """Choose the unknown part of the mover's hand if it must let a figure move on; nothing if it need not."""
    unknown, phase = _unknown(view, view.active), view.phase
    if not unknown or not isinstance(phase, Transit):
        return ()
    asked, step = own_position(view), phase.step
    if duel.rivals(asked, step) and duel.reveal_refusal(view.drawable) is None:
        return ()
    ahead = LookAhead(asked)
    if _can_move_on(ahead, step, ()):  # by what is known of the hand
        return ()
    front = ahead.now.front
    by_value = {value: tuple(cards) for value, cards in groupby(unseen, attrgetter("value"))}
    repeated = () if front is None else by_value.pop(front, ())
    choices = _choices(ahead, step, repeated, by_value, unknown)
    weights = [
        comb(len(repeated), choice.repeated) * choice.hands(unknown - choice.repeated)
        for choice in choices
    ]
    if not any(weights):
        raise ValueError(
            "no position agrees with this view: the player in transit cannot move on (A-43)"
        )
    choice = choices[_chosen(weights, rng)]
    taken = _some_of(repeated, choice.repeated, rng)
    for lot, count in _counts(choice, unknown - choice.repeated, rng):
        taken += _some_of(lot.cards, count, rng)
    return multiset(taken)


def _choices(
    ahead: LookAhead, step: Step, repeated: Cards, others: dict[int, Cards], unknown: int
) -> list[_Choice]:
    """List the numbers of cards of the value in front, each with what else it takes to move on.

    With a front card, the figure moves on by cards of its value and by one card for the movement tile. Without one,
    since the tile has been used, it moves on by cards of any one value.
    """
    front = ahead.now.front
    if front is None:
        lots = []
        for value, cards in others.items():
            numbers = range(1, min(unknown, len(cards)) + 1)
            enough = (number for number in numbers if _can_move_on(ahead, step, (value,) * number))
            lots.append(_Lot(cards, next(enough, None)))
        return [_Choice(0, False, tuple(lots))]
    choices = []
    for number in range(min(unknown, len(repeated)) + 1):
        fronts = (front,) * number
        useful: list[Card] = []
        useless: list[Card] = []
        for value, cards in others.items():
            (useful if _can_move_on(ahead, step, (*fronts, value)) else useless).extend(cards)
        lots = [_Lot(tuple(useful), 1), _Lot(tuple(useless), None)]
        choices.append(_Choice(number, _can_move_on(ahead, step, fronts), tuple(lots)))
    return choices


def _can_move_on(ahead: LookAhead, step: Step, values: tuple[int, ...]) -> bool:
    """Return True if cards of these values and the known ones let the mover move on."""
    asked = ahead.state
    known = [card.value for card in asked.players[asked.active].known]
    return ahead.can_move_on(step, ahead.now._replace(held=Counter([*known, *values])))


def _too_few(lots: Sequence[_Lot], most: int) -> list[list[int]]:
    """Count, for each lot with those after it, the sets of 0 to `most` cards with too few of every lot."""
    table = [[1] + [0] * most]
    for lot in reversed(lots):
        after, size = table[-1], len(lot.cards)
        limit = size if lot.enough is None else min(size, lot.enough - 1)
        table.append(
            [
                sum([comb(size, few) * after[cards - few] for few in range(min(cards, limit) + 1)])
                for cards in range(most + 1)
            ]
        )
    return table[::-1]


def _counts(choice: _Choice, cards: int, rng: Rng) -> Iterator[tuple[_Lot, int]]:
    """Choose the number of cards of each lot, so that every hand that can move on is equally likely."""
    enough, lots = choice.enough, choice.lots
    too_few = _too_few(lots, cards)
    rest = sum([len(lot.cards) for lot in lots])
    for place, lot in enumerate(lots):
        rest -= len(lot.cards)
        weights = []
        for count in range(min(cards, len(lot.cards)) + 1):
            done = enough or (lot.enough is not None and count >= lot.enough)
            left = cards - count
            after = comb(rest, left) - (0 if done else too_few[place + 1][left])
            weights.append(comb(len(lot.cards), count) * after)
        count = _chosen(weights, rng)
        enough = enough or (lot.enough is not None and count >= lot.enough)
        cards -= count
        yield lot, count


def _chosen(weights: Sequence[int], rng: Rng) -> int:
    """Choose an index with a probability proportional to its weight."""
    return bisect_right(list(accumulate(weights)), draw(rng, sum(weights)))


def _some_of(cards: Cards, number: int, rng: Rng) -> Cards:
    """Choose some of the cards, each set of them equally likely."""
    taken: Cards = ()
    for _ in range(number):
        place = draw(rng, len(cards))
        taken += (cards[place],)
        cards = cards[:place] + cards[place + 1 :]
    return taken


# ------------------------------------------------------------
# Odds of a duel, exactly.

Rounds: TypeAlias = tuple[int, int]
"""Rounds won by the attacker and by the defender."""


@frozen
class DuelOdds:
    """The scores that a duel can end with, and their probabilities."""

    attacker: Seat
    defender: Seat
    scores: tuple[tuple[Rounds, Fraction], ...]
    """Each score that the duel can end with, and its probability."""

    @property
    def attacker_wins(self) -> Fraction:
        """Probability that the attacker wins."""
        return sum((chance for (mine, theirs), chance in self.scores if mine > theirs), Fraction())

    @property
    def defender_wins(self) -> Fraction:
        """Probability that the defender wins."""
        return sum((chance for (mine, theirs), chance in self.scores if mine < theirs), Fraction())


def duel_odds(view: State | View | Game, rival: Seat, *, seat: Viewer = "all") -> DuelOdds:
    """Return the odds of a duel with a rival, given all that a view shows.

    While a duel is under way it is about that one: `rival` is the player who was challenged, and the rounds fought
    so far count. Otherwise the seat of the view challenges `rival`, with the piles as they are now: it may do so
    whether or not a figure is in the right place, so it answers "what if" too.

    All that the view shows is used: the unseen cards, the known cards of other hands, the size of the pile, the
    discards, the master tiles of both. A view has no memory: which cards were in the discards when they last became the
    pile is not part of it. One thing is not weighed, as `toledo_rules.determinize` does: another player whose figure is
    in transit where nobody can be challenged has a card to move on with (A-43).

    Raises `toledo_rules.errors.RefusedError` if there can be no such duel.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> odds = duel_odds(view(new_game(2, Random(1)), 0), rival=1)
    >>> odds.attacker_wins, odds.attacker_wins + odds.defender_wins
    (Fraction(41820, 79079), Fraction(1, 1))
    """
    view = view_of(view, seat)
    attacker, rounds = _duel(view, rival)
    if not view.pile and not view.discards:
        raise RefusedError(Refusal.of(Code.NOTHING_TO_REVEAL))
    mine, theirs = view.players[attacker].tiles, view.players[rival].tiles
    discards = _Cards.of(view.discards, mine, theirs)
    pile = _Pile(view.pile, _Cards.of(unseen_cards(view), mine, theirs), discards)
    scores = _endings(pile, rounds, view.edition.rounds_to_win)
    return DuelOdds(attacker, rival, tuple(sorted(scores.items(), reverse=True)))


def _duel(view: View, rival: Seat) -> tuple[Seat, Rounds]:
    """Return the attacker, and the rounds won so far."""
    check_seat(rival, len(view.players))
    if isinstance(view.phase, Duel):
        if rival != view.phase.rival:
            raise RefusedError(Refusal.of(Code.CHANCE_IS_NEXT))  # another duel is under way
        return view.active, (view.phase.attacker_wins, view.phase.defender_wins)
    if view.seat is None:
        raise ValueError("a spectator challenges nobody; ask with the view of a player")
    if rival == view.seat:
        raise RefusedError(Refusal.of(Code.OWN_FIGURE))
    return view.seat, (0, 0)


class _Cards(NamedTuple):
    """Numbers of cards by the player who wins a round with them."""

    for_attacker: int
    for_defender: int

    @classmethod
    def of(cls, cards: Cards, attacker: tuple[Tile, ...], defender: tuple[Tile, ...]) -> _Cards:
        wins = sum(attacker_wins_round(card, attacker, defender) for card in cards)
        return cls(wins, len(cards) - wins)

    def plus(self, attacker: int, defender: int) -> _Cards:
        return _Cards(self.for_attacker + attacker, self.for_defender + defender)


class _Pile(NamedTuple):
    """Cards that can be turned up."""

    size: int
    unseen: _Cards
    """Among these are the cards of the pile, and any of them may be."""
    discards: _Cards

    def turned_up(self, won: bool) -> _Pile:
        """Return the pile after a card that won the round for the attacker, or else for the defender."""
        gone = self.unseen.plus(-won, won - 1)
        return _Pile(self.size - 1, gone, self.discards.plus(won, 1 - won))

    def reshuffled(self) -> _Pile:
        """Return the pile to turn up a card from: if it is used up, the discards (TAK-02)."""
        return self if self.size else _Pile(sum(self.discards), self.discards, _Cards(0, 0))


def _endings(pile: _Pile, rounds: Rounds, enough: int) -> dict[Rounds, Fraction]:
    """Return the scores that a duel can end with, and their probabilities.

    It goes round by round. Orders of the same cards lead to the same pile and are counted together, so the work grows
    with a power of the rounds, not exponentially.
    """
    ended: dict[Rounds, Fraction] = {}
    going_on = {(rounds, pile): Fraction(1)}
    while going_on:
        after: dict[tuple[Rounds, _Pile], Fraction] = {}
        for (score, left), chance in going_on.items():
            if enough in score:  # DUE-09
                ended[score] = ended.get(score, Fraction()) + chance
                continue
            drawn = left.reshuffled()
            for won, count in zip((True, False), drawn.unseen, strict=True):
                if count:
                    key = (score[0] + won, score[1] + (not won)), drawn.turned_up(won)
                    likely = chance * Fraction(count, sum(drawn.unseen))
                    after[key] = after.get(key, Fraction()) + likely
        going_on = after
    return ended


# ------------------------------------------------------------
# Following a game by its events: the next view from this one, without a position.


def follow(view: State | View | Game, events: Iterable[Event], *, seat: Viewer = "all") -> View:
    """Return the view after some events, as its seat sees them (`toledo_rules.Transition.seen_by`).

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> from toledo_rules.events import MetalTaken
    >>> start = view(new_game(2, Random(1)), 0)
    >>> after = follow(start, [MetalTaken(0)])
    >>> after.metal - start.metal, after.players[0].metal
    (-1, 1)

    Raises `EventMisfitError` if they are not the events that came next.
    """
    table = _ViewDraft(view_of(view, seat))
    for event in told_events(events):
        try:
            table.follow(event)
        except (ValueError, IndexError) as error:
            raise EventMisfitError(event, str(error)) from None
    return table.freeze()


_PARTS = {event: arguments(event) for event in EVENT_TYPES}
"""The parts of each kind of event that its verb takes."""

_copy_view = copier(View, "ground", "free")
_copy_player = copier(PlayerView)


class _PlayerViewDraft(Open, PlayerView):  # type: ignore[misc]  # a draft may
    """A mutable draft of a `PlayerView`."""

    __slots__ = ()

    if TYPE_CHECKING:  # these change here
        cards: int
        known: Cards

    def __init__(self, player: PlayerView) -> None:
        _copy_player(self, player)


class _Echo(EventLog):
    """Keeps the last event that a verb reported, to be compared with the one that is followed."""

    __slots__ = ("said",)

    said: Event | None

    def add(self, event: Event) -> None:
        self.said = event


class _ViewDraft(Verbs, View):  # type: ignore[misc]  # a draft may
    """A mutable draft of a `View`: a table whose other hands, and whose pile, are numbers."""

    __slots__ = ()

    if TYPE_CHECKING:
        players: list[_PlayerViewDraft]  # type: ignore[assignment]  # until it is done
        discards: Cards
        hand: Cards
        pile: int
        log: _Echo

    def __init__(self, view: View) -> None:
        _copy_view(self, view)
        self.players = [_PlayerViewDraft(player) for player in view.players]
        self.log = _Echo()

    def freeze(self) -> View:
        """Turn the draft into a view, in place."""
        for player in self.players:
            player.__class__ = PlayerView  # type: ignore[assignment]  # the layout is the same
        self.players = tuple(self.players)  # type: ignore[assignment]  # a list no more
        self.free = bytes(self.free)
        self.log = None  # type: ignore[assignment]
        self.__class__ = View  # type: ignore[assignment]  # the layout is the same
        return self  # so it is a View now

    def follow(self, event: Event) -> None:
        """Apply an event. The verb must report exactly the same event."""
        if type(event) is CardDrawn and event.card is not HIDDEN and event.seat != self.seat:
            raise ValueError("another seat sees this card")
        self.log.said = None
        VERBS[type(event)](self, *[getattr(event, part) for part in _PARTS[type(event)]])
        said = self.log.said
        if said != event:
            raise ValueError(
                "nothing happens here" if said is None else f"here it would be {said!r}"
            )

    @property
    def me(self) -> _PlayerViewDraft:
        """The active player, to change."""
        return self.players[self.active]

    def player_at(self, seat: Seat) -> _PlayerViewDraft:
        """Return a player to change."""
        return self.players[seat]

    def turn_up(self, _card: Card | Hidden) -> None:
        """Take a card off the pile."""
        self.pile -= 1

    def turn_over(self) -> None:
        """Make the discards the pile."""
        self.pile, self.discards = len(self.discards), ()

    def gain(self, seat: Seat, card: Card | Hidden) -> None:
        """Add a card to a hand; `HIDDEN` if the viewer does not see it."""
        self.players[seat].cards += 1
        if seat == self.seat:
            if card is HIDDEN:
                raise ValueError("its player sees this card")
            self.hand = added(self.hand, card)

    def lose(self, seat: Seat, card: Card) -> None:
        """Take a card out of a hand."""
        self.players[seat].cards -= 1
        if seat == self.seat:
            self.hand = removed(self.hand, card)

    def show(self, seat: Seat, cards: Cards) -> None:
        """Let everybody know a hand."""
        player = self.players[seat]
        if len(cards) != player.cards:
            raise ValueError(f"seat {seat} has another number of cards")
        player.known = cards
