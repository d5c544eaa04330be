"""Playing the games of a plan, each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from time import monotonic

from toledo_rules.actions import TakeCards
from toledo_rules.bots import make_bot, play_on
from toledo_rules.chance import Rng
from toledo_rules.edition import MOVEMENT
from toledo_rules.errors import ToledoError
from toledo_rules.events import DuelEnded, Event, ShopPlaced, TileTaken, TurnEnded
from toledo_rules.scoring import ranking
from toledo_rules.simulate.plan import Dice, Plan
from toledo_rules.simulate.results import Game, Result
from toledo_rules.state import State


class GameError(ToledoError, RuntimeError):
    """A game could not be played to its end, for instance because a bot chose something illegal."""


def play(plan: Plan, game: int) -> Game:
    """One game of a plan. It depends on the plan and its number only.

    >>> plan = Plan(bots=("greedy", "random"), games=600, seed=7)
    >>> game = play(plan, 42)
    >>> [(result.game, result.seat, result.bot) for result in game], game == play(plan, 42)
    ([(42, 0, 'greedy'), (42, 1, 'random')], True)
    """
    dice = Dice(plan.seed, game)
    bots = plan.lineup(game)
    try:
        return play_from(plan.begin(game, dice), bots, dice, game=game, most=plan.most)
    except Exception as error:
        notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
        raise GameError(f"game {game} of {plan}: {error!r}{notes}") from error


def play_from(state: State, bots: Sequence[str], rng: Rng, *, game: int, most: int) -> Game:
    """A game from a position on, stopped after so many decisions. `game` is the number for its results."""
    counts = [Counts() for _ in bots]
    players = [make_bot(spec) for spec in bots]
    for ply in islice(play_on(state, players, rng), most):
        counts[ply.seat].decisions += 1
        counts[ply.seat].takes += isinstance(ply.action, TakeCards)
        for event in ply.what.events:
            count(counts, event)
        state = ply.what.state
    return results(state, bots, counts, game)


class Counts:
    """What a player has done so far."""

    def __init__(self) -> None:
        self.decisions = self.turns = self.takes = self.placed = 0
        self.duels = self.duels_won = self.tiles = 0


def count(counts: Sequence[Counts], event: Event) -> None:
    """Note something that happened."""
    match event:
        case TurnEnded(seat):
            counts[seat].turns += 1
        case ShopPlaced(seat):
            counts[seat].placed += 1
        case TileTaken(seat):
            counts[seat].tiles += 1
        case DuelEnded(winner, loser):
            counts[winner].duels += 1
            counts[winner].duels_won += 1
            counts[loser].duels += 1
        case _:
            pass


def results(state: State, bots: Sequence[str], counts: Sequence[Counts], game: int) -> Game:
    """The rows of a game that has come to this position."""
    standings = sorted(ranking(state), key=lambda standing: standing.seat)
    winners = sum(standing.place == 1 for standing in standings)
    rows: list[Result] = []
    for seat, (player, done, standing) in enumerate(
        zip(state.players, counts, standings, strict=True)
    ):
        rows.append(
            Result(
                game=game,
                seat=seat,
                bot=bots[seat],
                finished=state.over,
                won=1 / winners if state.over and standing.place == 1 else 0.0,
                place=standing.place,
                points=standing.points,
                turns=done.turns,
                decisions=done.decisions,
                takes=done.takes,
                placed=done.placed,
                duels=done.duels,
                duels_won=done.duels_won,
                tiles=done.tiles,
                movement=MOVEMENT in player.tiles,
                inside=player.inside,
                delivered=tuple(sword.value for sword in player.delivered),
                kept=tuple(sword.value for sword in player.swords),
                paintings=player.paintings,
                gems=player.gems,
                cards=standing.cards,
            )
        )
    return tuple(rows)


def play_some(plan: Plan, games: Sequence[int], seconds: float, _run: str = "") -> list[Game]:
    """The task of a worker: the first of these games, as many as fit into the time, and one at least.

    So a task takes long enough to be worth sending and short enough to show progress, however slow the bots are. The
    name of the run tells it from those of other runs: Dask takes equal tasks for one, even if that was cancelled.
    """
    until = monotonic() + seconds
    played: list[Game] = []
    for game in games:
        played.append(play(plan, game))
        if monotonic() >= until:
            break
    return played
