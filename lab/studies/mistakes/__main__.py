"""Measure the accuracy of the analysis of games: ``python -m lab.studies.mistakes``.

python -m lab.studies.mistakes                analyse the corpus, let the judge look at every mistake, print both rates
python -m lab.studies.mistakes --write games  write this part of the corpus, `corpus.jsonl`, anew

The corpus was fixed before the analysis was measured. It has games of bots that make mistakes, and seeded blunders:
turns by chance in strong games that cost at least 20 % of the chance of winning, as the judge says, and the last turns
of ``lab.studies.nonsense`` of which search knows that an action cannot win any more where another one wins for sure.
The judge is not the analysis (see `judge`): endings are searched to the end, everything else is played on by another
player. The writing of the blunders was stopped in the middle of the game: there is none from the first third. Of the
games the last third is analysed: to play on from there takes a ninth of the time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

from lab.studies.mistakes.judge import Judge, Verdict, program
from lab.studies.nonsense.__main__ import FILE as NONSENSE
from toledo_lab._statistics import wilson
from toledo_lab.analysis import TRIES, analyse_game
from toledo_rules import Game, State, legal_actions, new_game, step
from toledo_rules.actions import Action
from toledo_rules.bots import bot_streams, play_on
from toledo_rules.chance import Stream
from toledo_rules.notation import format_action, format_position
from toledo_rules.record import Ply, Record, format_record, read_record, replay
from toledo_rules.state import TurnStart

FILE = Path(__file__).with_name("corpus.jsonl")
STRONG, STRONG_GAMES = "searcher:level=5", {2: 6, 3: 2, 4: 1}
"""In these games blunders are seeded."""
FAULTY, FAULTY_GAMES = ("searcher:level=2", "searcher:level=3"), {2: 30, 3: 6, 4: 2}
"""In these mistakes are named: games of bots that search for their turn, and blur what they find."""
STAGES, LAST_TURN = ("early", "middle", "late"), "last turn"
"""Thirds of a game, and what has a corpus of its own."""
PARTS = ("blunders", "games")
WANTED = 16
"""Blunders of each stage."""
LEAST_LOSS = 0.2
LINES, SCREENING = 4, 20
"""Turns by chance that are tried in a position, and the games after each of them that show the worst one."""
MOST_ATTEMPTS = {"late": 40, "middle": 40, "early": 20}
"""Positions that are tried for each stage."""

Line: TypeAlias = tuple[Action, ...]


def played(bot: str, players: int, seed: str) -> Record:
    """Play a game between equals."""
    chance = Stream(seed)
    start = new_game(players, chance)
    plies = play_on(start, [bot] * players, chance, bot_streams(seed, players))
    return Record(start, entries=tuple([ply.entry for ply in plies]))


def first_line(plies: Sequence[Ply]) -> Line:
    """Return what was played from the start of a turn to its end, or to the first draw."""
    actions: list[Action] = []
    for ply in plies:
        actions.append(ply.action)
        if ply.transition.draws or isinstance(ply.after.phase, TurnStart) or ply.after.over:
            break
    return tuple(actions)


def line_by_chance(state: State, luck: Stream) -> Line:
    """Return a turn by chance, each kind of action as likely as any other, up to its end or to the first draw."""
    me, actions = state.active, list[Action]()
    while True:
        legal = legal_actions(state)
        kinds = sorted({type(action).__name__ for action in legal})
        kind = kinds[luck.randrange(len(kinds))]
        some = [action for action in legal if type(action).__name__ == kind]
        actions.append(some[luck.randrange(len(some))])
        state = step(state, actions[-1]).state
        if state.chance or state.over or state.active != me:
            return tuple(actions)


def written(state: State, line: Sequence[Action]) -> list[str]:
    """Return the notation of a line."""
    return [format_action(action, state.edition) for action in line]


def seeded(games: Sequence[Record], judge: Judge) -> Iterator[dict[str, Any]]:
    """Yield blunders of each stage: of some turns by chance the one that looks worst, if it is as bad as that."""
    luck = Stream("seeded blunders")
    replays = [list(replay(game)) for game in games]
    for stage, attempts in MOST_ATTEMPTS.items():
        place, found = STAGES.index(stage), 0
        for _ in range(attempts):
            plies = replays[luck.randrange(len(replays))]
            starts = [
                number
                for number, ply in enumerate(plies)
                if isinstance(ply.before.phase, TurnStart)
            ]
            third = len(starts) / len(STAGES)
            number = starts[int((place + luck.randrange(1000) / 1000) * third)]
            state, better = plies[number].before, first_line(plies[number:])
            lines = [line_by_chance(state, luck) for _ in range(LINES)]
            shares = judge.shares(state, [better, *lines], luck.randrange(1 << 31), SCREENING)
            worst = min(range(LINES), key=lambda one: fmean(shares[1 + one]))
            if fmean(shares[0]) - fmean(shares[1 + worst]) < LEAST_LOSS:
                continue
            verdict = judge.verdict(state, better, lines[worst], luck.randrange(1 << 31))
            if verdict.gain < LEAST_LOSS:
                continue
            found += 1
            print(stage, found, verdict, file=sys.stderr)
            yield {
                "kind": "blunder",
                "stage": stage,
                "position": format_position(state),
                "played": written(state, lines[worst]),
                "better": written(state, better),
                "loss": [round(one, 3) for one in (verdict.gain, verdict.low, verdict.high)],
                "games": verdict.games,
            }
            if found == WANTED:
                break


def faulty() -> Iterator[dict[str, Any]]:
    """Yield games of bots that make mistakes."""
    for players, number in FAULTY_GAMES.items():
        for one in range(number):
            bot = FAULTY[one % 2]
            record = played(bot, players, f"faulty again {players} {one}")
            yield {"kind": "game", "bot": bot, "record": format_record(record)}


def write(part: str) -> int:
    """Write a part of the corpus anew."""
    if part == "games":
        kept, new = corpus("blunder"), faulty()
    else:
        games = [
            played(STRONG, players, f"strong {players} {one}")
            for players, number in STRONG_GAMES.items()
            for one in range(number)
        ]
        kept, new = corpus("game"), seeded(games, Judge())
    with FILE.open("w", encoding="utf-8") as file:
        for line in (*kept, *new):
            print(json.dumps(line), file=file, flush=True)
    return 0


def last_turns() -> list[dict[str, Any]]:
    """Return the blunders that search to the end has proved."""
    known = [json.loads(line) for line in NONSENSE.read_text("utf-8").splitlines()]
    return [
        {"stage": LAST_TURN, "position": one["position"], "played": one["bad"][:1], "loss": [1.0]}
        for one in known
        if one["kind"] == "win"
    ]


def blunder(line: dict[str, Any]) -> Record:
    """Return a game that begins with a seeded blunder, and ends with it."""
    game = Game(position=line["position"], seed=1)
    for action in line["played"]:
        game.play(action)
    return game.record()


def share(found: int, of: int) -> str:
    """Return a share in words, with its 95 % interval (Wilson)."""
    one = wilson(found, of)
    return f"{found} of {of}, {100 * one.value:.0f} % ({100 * one.low:.0f} to {100 * one.high:.0f})"


def find(tries: int, seed: int) -> None:
    """Print how many of the blunders are found."""
    began, found = time.process_time(), Counter[str]()
    blunders = [*last_turns(), *corpus("blunder")]
    for line in blunders:
        named = analyse_game(blunder(line), tries=tries, seed=seed).mistakes
        found[line["stage"]] += bool(named)
        if not named:
            print("missed:", line["stage"], line["loss"], line["played"])
    for stage in (*STAGES, LAST_TURN):
        number = sum(line["stage"] == stage for line in blunders)
        print(f"blunders found, {stage}: {share(found[stage], number)}")
    print(f"blunders found: {share(found.total(), len(blunders))}")
    print(f"CPU of these analyses: {time.process_time() - began:.0f} s", flush=True)


def corpus(kind: str) -> list[dict[str, Any]]:
    """Return the lines of a kind."""
    lines = map(json.loads, FILE.read_text("utf-8").splitlines())
    return [line for line in lines if line["kind"] == kind]


def ending(game: Record) -> Record:
    """Return the last third of a game, by turns."""
    plies = list(replay(game))
    starts = [place for place, ply in enumerate(plies) if isinstance(ply.before.phase, TurnStart)]
    first = starts[len(starts) * (len(STAGES) - 1) // len(STAGES)]
    return Record(plies[first].before, entries=tuple([ply.entry for ply in plies[first:]]))


def named(line: dict[str, Any], tries: int, seed: int) -> tuple[str, list[Verdict]]:
    """Analyse a game, and let the judge look at every mistake; return what there is to print, and the verdicts."""
    began, game = time.process_time(), ending(read_record(line["record"]).complete())
    found, judge = analyse_game(game, tries=tries, seed=seed), Judge()
    spent = time.process_time() - began
    said = [
        f"{game.players} players, {line['bot']}: {len(found.mistakes)} mistakes, {spent:.0f} CPU s"
    ]
    plies, verdicts = list(replay(game)), list[Verdict]()
    for one in found.mistakes:
        state = plies[one.number - 1].before
        verdict = judge.verdict(state, one.best.actions, one.played.actions, one.number)
        verdicts.append(verdict)
        said.append(f"  {verdict.word}: turn {one.turn}, said {one.loss:.2f}: {verdict}")
    return "\n".join(said), verdicts


def name(tries: int, seed: int, processes: int) -> None:
    """Print how many of the mistakes that are named in games are wrong."""
    judged, games = list[Verdict](), corpus("game")
    program()
    with ProcessPoolExecutor(processes) as pool:
        for said, verdicts in pool.map(named, games, repeat(tries), repeat(seed)):
            print(said, flush=True)
            judged += verdicts
    for what, number in (
        ("are wrong", sum(one.word == "wrong" for one in judged)),
        ("are not confirmed", sum(one.word != "right" for one in judged)),
        ("have no better line", sum(one.gain <= 0 for one in judged)),
    ):
        print(f"named mistakes that {what}: {share(number, len(judged))}")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Measure how true the analysis of games is.")
    parser.add_argument("parts", nargs="*", help=f"of the corpus: {', '.join(PARTS)} (all)")
    parser.add_argument("--write", choices=PARTS, help="write a part of the corpus anew")
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1, help="games that are judged at a time")
    options = parser.parse_args()
    if options.write:
        return write(options.write)
    parts = options.parts or PARTS
    if "blunders" in parts:
        find(options.tries, options.seed)
    if "games" in parts:
        name(options.tries, options.seed, options.processes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
