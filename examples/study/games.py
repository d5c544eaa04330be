"""The games that the study looks at. They are kept in files, so that a study can be interrupted."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from pathlib import Path

from attrs import evolve, field, frozen
from attrs.validators import in_

from toledo_rules import KOSMOS_2008, MOVEMENT, Rng, Seat, State
from toledo_rules.codec import Json
from toledo_rules.multiset import added, removed
from toledo_rules.simulate import Plan, ProgressBar, Result, simulate

SEED = 2008
BOT = "greedy"
TABLES = tuple(range(KOSMOS_2008.least_players, KOSMOS_2008.most_players + 1))
"""Numbers of players."""
GIFT_TABLE = 3
"""The number of players when somebody is given something."""

GIFTS = ("movement tile", "duel tile", "two cards")


@frozen(kw_only=True)
class GiftPlan(Plan):
    """Games in which one player begins with something that the others do not have, everything else being equal."""

    gift: str = field(validator=in_(GIFTS))

    def lucky(self, game: int) -> Seat:
        """Who is given it: each seat in turn."""
        return game % len(self.bots)

    def begin(self, game: int, chance: Rng) -> State:
        """The usual beginning, and then the gift."""
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
        """The gift belongs to them."""
        return {**super().settings(), "gift": self.gift}


def plans(games: int) -> dict[str, Plan]:
    """What is played, by name."""
    usual: dict[str, Plan] = {
        f"{players} players": Plan(bots=(BOT,) * players, games=games, seed=SEED)
        for players in TABLES
    }
    gifts = {
        gift: GiftPlan(bots=(BOT,) * GIFT_TABLE, games=games, seed=SEED, gift=gift)
        for gift in GIFTS
    }
    return usual | gifts


def play_all(
    games: int, folder: Path, executor: Executor | None
) -> Mapping[str, tuple[Result, ...]]:
    """The results of all games, by the name of their plan."""
    folder.mkdir(parents=True, exist_ok=True)
    results: dict[str, tuple[Result, ...]] = {}
    for name, plan in plans(games).items():
        print(f"{plan.games:,} games: {name}")
        path = folder / f"{name.replace(' ', '-')}.jsonl"
        results[name] = simulate(plan, executor=executor, path=path, progress=ProgressBar())
    return results
