"""The games that the study looks at. They are kept in files, so that a study can be interrupted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

from attrs import evolve, field, frozen
from attrs.validators import in_

from toledo_lab.simulate import (
    Plan,
    ProgressBar,
    Result,
    check_settings,
    read_results,
    stream_games,
)
from toledo_lab.tournament import Tournament
from toledo_rules import KOSMOS_2008, MOVEMENT, Rng, Seat, State
from toledo_rules._multiset import added, removed
from toledo_rules.codec import Json

SEED = 2008
TABLES = tuple(range(KOSMOS_2008.least_players, KOSMOS_2008.most_players + 1))
"""Numbers of players."""
GIFT_TABLE = 3
"""The number of players when somebody is given something."""
GIFTS = ("movement tile", "duel tile", "two cards")
METRICS = ("lead", "decisions", "spaces", "duels")


@frozen
class Rung:
    """A bot of the ladder, and the number of its games: fewer, the longer they take."""

    bot: str
    usual: int
    """Games at each table."""
    gifts: int
    """Games with each gift."""
    deals: int
    """Deals against the rung below, each played by both sides."""


LADDER = (
    Rung("greedy", usual=1000, gifts=100, deals=0),
    Rung("searcher:level=4", usual=1000, gifts=100, deals=100),
)
"""From weak to strong. In every game of a rung all seats are taken by its bot."""


@frozen(kw_only=True)
class GiftPlan(Plan):
    """Games in which one player begins with something that the others do not have, everything else being equal."""

    gift: str = field(validator=in_(GIFTS))

    def lucky(self, game: int) -> Seat:
        """Return the seat that is given it: each in turn."""
        return game % len(self.bots)

    def begin(self, game: int, chance: Rng) -> State:
        """Return the usual beginning, with the gift."""
        state = super().begin(game, chance)
        seat = self.lucky(game)
        player = state.players[seat]
        pile, tiles = state.pile, state.tiles
        if self.gift == "two cards":
            for _ in range(2):
                card = pile[chance.randrange(len(pile))]
                player, pile = evolve(player, hand=added(player.hand, card)), removed(pile, card)
        else:
            tile = MOVEMENT if self.gift == "movement tile" else self.edition.duel_colours[0]
            player, tiles = evolve(player, tiles=(tile,)), removed(tiles, tile)
        players = (*state.players[:seat], player, *state.players[seat + 1 :])
        return evolve(state, players=players, pile=pile, tiles=tiles)

    def settings(self) -> dict[str, Json]:
        """Return the usual settings, and the gift."""
        return {**super().settings(), "gift": self.gift}


@frozen
class Games:
    """All games of a rung."""

    rung: Rung
    usual: Mapping[int, tuple[Result, ...]]
    """Without gifts, by the number of players."""
    gifts: Mapping[str, tuple[Result, ...]]
    below: tuple[Result, ...]
    """Against the rung below, with two players."""


def usual_plan(rung: Rung, players: int, most: int) -> Plan:
    """Return the plan of games without gifts."""
    games = min(rung.usual, most)
    return Plan(bots=(rung.bot,) * players, games=games, seed=SEED, metrics=METRICS)


def gift_plan(rung: Rung, gift: str, most: int) -> GiftPlan:
    """Return the plan of games with a gift. Their deals are those of the games without."""
    games = min(rung.gifts, most)
    return GiftPlan(bots=(rung.bot,) * GIFT_TABLE, games=games, seed=SEED, gift=gift)


def below_plan(rung: Rung, most: int) -> Tournament | None:
    """Return the match against the rung below; None for the lowest."""
    place = LADDER.index(rung)
    if place == 0:
        return None
    pair = (rung.bot, LADDER[place - 1].bot)
    return Tournament(bots=pair, deals=min(rung.deals, most), seed=SEED)


def plans(rung: Rung, most: int) -> Iterator[tuple[str, Plan]]:
    """Yield everything that a rung plays, with the names of the files."""
    bot = rung.bot.replace(":", "-")
    for players in TABLES:
        yield f"{bot}-{players}", usual_plan(rung, players, most)
    if rung.gifts:
        for gift in GIFTS:
            yield f"{bot}-{gift.replace(' ', '-')}", gift_plan(rung, gift, most)
    match = below_plan(rung, most)
    if match is not None:
        yield f"{bot}-below", match


def play_ladder(ladder: Sequence[Rung], most: int, folder: Path, executor: Executor | None) -> None:
    """Play all games that are not in the folder yet, at most this number of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    for rung in ladder:
        for name, plan in plans(rung, most):
            print(f"{plan.games:,} games: {name}")
            path = folder / f"{name}.jsonl"
            for _ in stream_games(plan, executor=executor, path=path, progress=ProgressBar()):
                pass


def finished_games(ladder: Sequence[Rung], most: int, folder: Path) -> list[Games]:
    """Return the games in the folder, for each rung; at most this number of each kind."""
    found: list[Games] = []
    for rung in ladder:
        every = iter([_kept(plan, folder / f"{name}.jsonl") for name, plan in plans(rung, most)])
        found.append(
            Games(
                rung,
                usual={players: next(every) for players in TABLES},
                gifts={gift: next(every) for gift in GIFTS} if rung.gifts else {},
                below=next(every, ()),
            )
        )
    return found


def _kept(plan: Plan, path: Path) -> tuple[Result, ...]:
    """Return the results of a plan that are in a file."""
    file = read_results(path)
    check_settings(path, file.settings, plan.settings())
    return tuple(row for row in file.results if plan.holds(row.game))
