"""Setting up a game (SET)."""

from __future__ import annotations

from collections.abc import Sequence

from toledo_rules._multiset import added, multiset
from toledo_rules._values import check_whole
from toledo_rules.chance import Rng, draw
from toledo_rules.edition import CATHEDRAL, Cards, Edition, Seat
from toledo_rules.editions import KOSMOS_2008, edition_of, edition_problems
from toledo_rules.errors import EditionError
from toledo_rules.state import Player, State, check_seat


def new_game(
    players: int, rng: Rng, edition: Edition | str = KOSMOS_2008, *, first: Seat = 0
) -> State:
    """The position at the start of a game, with hands dealt by chance. `first` starts (TRN-01, A-15).

    >>> from random import Random
    >>> state = new_game(3, Random(7))
    >>> [len(player.hand) for player in state.players], len(state.pile)
    ([5, 5, 5], 69)

    Raises `EditionError` for an edition whose parts do not fit together, and `ValueError` for a number of players or a
    first seat that the edition does not have.
    """
    edition = edition_of(edition)
    check_edition(edition)
    check_players(edition, players, first)
    pile = edition.cards
    hands: list[Cards] = [()] * players
    while (seat := next_hand(edition, hands)) is not None:
        place = draw(rng, len(pile))  # SET-05
        hands[seat] = added(hands[seat], pile[place])
        pile = pile[:place] + pile[place + 1 :]
    return deal(edition, tuple(hands), pile, first)


def next_hand(edition: Edition, hands: Sequence[Cards]) -> Seat | None:
    """The seat that is dealt the next card, to these hands: a whole hand for one seat after the other (SET-06, A-18).

    None if all have their cards.
    """
    waiting = (seat for seat, hand in enumerate(hands) if len(hand) < edition.hand)
    return next(waiting, None)


def deal(edition: Edition, hands: tuple[Cards, ...], pile: Cards, first: Seat) -> State:
    """The position at the start of a game with these hands. Nothing depends on the number of players (SET-10)."""
    figures = (CATHEDRAL,) * edition.figures  # SET-03
    return State(
        edition=edition,
        players=tuple(
            Player(hand=hand, figures=figures, shops=edition.shops)
            for hand in hands  # SET-04
        ),
        active=first,
        pile=multiset(pile),  # SET-07
        shops=(None,) * len(edition.road),
        metal=edition.metal,  # SET-09
        gems=edition.gems,
        swords=edition.swords,  # SET-08
        tiles=edition.tiles,
        paintings=edition.paintings,  # SET-02
    )


def check_edition(edition: Edition) -> None:
    """Refuse an edition that no game can be played with."""
    if problems := edition_problems(edition):
        raise EditionError(edition.name, problems)


def check_players(edition: Edition, players: int, first: Seat) -> None:
    """Refuse an impossible number of players or starting seat (CMP-01)."""
    least, most = edition.least_players, edition.most_players
    check_whole("players", players)
    if not least <= players <= most:
        raise ValueError(f"{edition.name} is for {least} to {most} players, not {players} (CMP-01)")
    check_seat(first, players)
