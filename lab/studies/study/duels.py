"""Duel odds by the tiles held: counted exactly, and sampled by letting the engine fight."""

from __future__ import annotations

from attrs import evolve, frozen

from toledo_lab.simulate import Estimate, wilson
from toledo_rules import KOSMOS_2008, Rng, State, Stream, apply, duel_odds, new_game, view
from toledo_rules.actions import Challenge
from toledo_rules.edition import CATHEDRAL
from toledo_rules.state import Arrived, Transit

CHALLENGER, DEFENDER = 0, 1


@frozen
class Odds:
    """The share of duels that the challenger wins, by the colours that only one of both has."""

    challenger_alone: int
    defender_alone: int
    exact: float
    sampled: Estimate

    @property
    def lead(self) -> int:
        """The colours that the challenger has alone, less those of the defender: with these cards they decide."""
        return self.challenger_alone - self.defender_alone


def cases() -> list[tuple[int, int]]:
    """Return the colours that one has alone, and the other. A colour that both have is as good as none (FEN-02)."""
    colours = len(KOSMOS_2008.duel_colours)
    return [(mine, theirs) for theirs in range(colours + 1) for mine in range(colours + 1 - theirs)]


def face_to_face(mine: int, theirs: int) -> State:
    """Return a position before a challenge at a tavern full of the defender's figures, with all cards in the pile."""
    edition = KOSMOS_2008
    state = new_game(2, Stream(0))
    tavern = next(step for step, space in enumerate(edition.road) if space.kind == "tavern")
    room = edition.road[tavern].circles
    at_home = (CATHEDRAL,) * (edition.figures - room)
    colours = edition.duel_colours
    challenger, defender = state.players
    players = (
        evolve(
            challenger, hand=(), figures=challenger.figures[1:], tiles=tuple(sorted(colours[:mine]))
        ),
        evolve(
            defender,
            hand=(),
            figures=(*at_home, *(tavern,) * room),
            tiles=tuple(sorted(colours[mine : mine + theirs])),
        ),
    )
    return evolve(state, players=players, pile=edition.cards, phase=Transit(tavern))


def fought(state: State, rng: Rng) -> bool:
    """Return True if the challenger wins a duel: then they have taken the circle (DUE-13)."""
    return isinstance(apply(state, Challenge(DEFENDER), rng).phase, Arrived)


def all_odds(duels: int, seed: int) -> list[Odds]:
    """Return the odds in all cases."""
    odds: list[Odds] = []
    for number, (mine, theirs) in enumerate(cases()):
        state, chance = face_to_face(mine, theirs), Stream(seed, game=number)
        exact = duel_odds(view(state, CHALLENGER), DEFENDER).attacker_wins
        won = sum(fought(state, chance) for _ in range(duels))
        odds.append(Odds(mine, theirs, float(exact), wilson(won, duels)))
    return odds
