"""Measure the accuracy of the analysis of games: ``python -m lab.studies.mistakes``.

python -m lab.studies.mistakes           analyse the corpus, let the judge look at every mistake, and print both rates
python -m lab.studies.mistakes --write   write the corpus, `corpus.jsonl`: it was fixed before the analysis was measured

The corpus has games of strong bots, games of weak ones, and seeded blunders: turns by chance in the strong games that
cost at least 20 % of the chance to win, as the judge says, and the last turns of ``lab.studies.nonsense`` of which
search knows that an action cannot win any more where another one wins for sure. The judge is not the analysis (see
`judge`): endings are searched to the end, everything else is played on by another player. The writing of the committed
file was stopped in the middle of the game: it has no blunder from the first third.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

from lab.studies.mistakes.judge import Judge
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
STRONG, WEAK = ("searcher:level=5",), ("searcher:level=2", "greedy")
STRONG_GAMES, WEAK_GAMES = {2: 6, 3: 2, 4: 1}, {2: 2, 3: 1, 4: 1}
STAGES, LAST_TURN = ("early", "middle", "late"), "last turn"
"""Thirds of a game, and what has a corpus of its own."""
PARTS = ("blunders", "strong", "weak")
WANTED = 16
"""Blunders of each stage."""
LEAST_LOSS = 0.2
LINES, SCREENING = 4, 20
"""Turns by chance that are tried in a position, and the games after each of them that show the worst one."""
MOST_ATTEMPTS = {"late": 40, "middle": 40, "early": 20}
"""Positions that are tried for each stage."""
WEAK_STEP = 3
"""Every so many-th mistake in games of weak bots is judged: there are many."""

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


def write() -> int:
    """Write the corpus."""
    lines: list[dict[str, Any]] = []
    for kind, bots, games in (("strong", STRONG, STRONG_GAMES), ("weak", WEAK, WEAK_GAMES)):
        for players, number in games.items():
            for one in range(number):
                record = played(bots[one % len(bots)], players, f"{kind} {players} {one}")
                lines.append({"kind": kind, "record": format_record(record)})
    strong = [read_record(one["record"]).complete() for one in lines if one["kind"] == "strong"]
    with FILE.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
        for line in seeded(strong, Judge()):
            lines.append(line)
            print(json.dumps(line), file=file, flush=True)
    print(dict(Counter(line.get("stage", line["kind"]) for line in lines)))
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


def name(kinds: Sequence[str], tries: int, seed: int) -> None:
    """Print how many of the mistakes that are named in games are wrong."""
    judge, whole = Judge(), Counter[str]()
    for kind in kinds:
        games = [read_record(line["record"]).complete() for line in corpus(kind)]
        for number, game in enumerate(games, start=1):
            began = time.process_time()
            decisions = analyse_game(game, tries=tries, seed=seed)
            print(
                f"{kind} game {number}, {game.players} players: {len(decisions.mistakes)} mistakes in "
                f"{len(decisions.decisions)} decisions, {time.process_time() - began:.0f} CPU s",
                flush=True,
            )
            plies = list(replay(game))
            for one in decisions.mistakes[:: 1 if kind == "strong" else WEAK_STEP]:
                state = plies[one.number - 1].before
                found_out = judge.verdict(state, one.best.actions, one.played.actions, one.number)
                whole[found_out.word] += 1
                whole["not better"] += found_out.gain <= 0
                print(
                    f"  {found_out.word}: turn {one.turn}, said {one.loss:.2f}: {found_out}",
                    flush=True,
                )
    number = whole["right"] + whole["wrong"] + whole["open"]
    print(f"named mistakes that are wrong: {share(whole['wrong'], number)}")
    print(f"named mistakes that are not confirmed: {share(number - whole['right'], number)}")
    print(f"named mistakes whose better line is not better: {share(whole['not better'], number)}")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Measure how true the analysis of games is.")
    parser.add_argument("parts", nargs="*", help=f"of the corpus: {', '.join(PARTS)} (all)")
    parser.add_argument("--write", action="store_true", help="write the corpus")
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.write:
        return write()
    parts = options.parts or PARTS
    if PARTS[0] in parts:
        find(options.tries, options.seed)
    if kinds := [kind for kind in PARTS[1:] if kind in parts]:
        name(kinds, options.tries, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
