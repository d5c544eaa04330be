"""Write the corpus: ``python -m lab.studies.nonsense``.

Games between greedy bots are looked through for turns of these kinds. In the first four, hidden cards and luck cannot
change the verdict: a good turn reaches its aim whatever is drawn, a bad one misses it even with the best draws.

win       the last turn of the game: a good first action still wins for sure, a bad one cannot win any more
points    the last turn of a game that is lost or won anyway: a good first action brings the most points for sure, a
          bad one brings fewer with any luck
end       a turn that can bring about the last round, two players: so it wins, whatever the rival holds (12 hands)
go on     the same, but however it is done, the rival wins in nearly all hands that they may hold
alive     a turn before the last round, two players: to send a far figure home loses a third of the games of greedy bots
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lab.studies.nonsense.endings import LastTurn, TooLongError, different, rival_wins
from toledo_rules import (
    State,
    apply,
    determinize,
    legal_actions,
    new_game,
    outcome,
    step,
    view,
)
from toledo_rules.actions import Action, ReturnFigure
from toledo_rules.bots import make_bot
from toledo_rules.chance import Stream
from toledo_rules.notation import format_action, format_position
from toledo_rules.state import TurnStart

FILE = Path(__file__).parents[2] / "tests" / "bots" / "nonsense.jsonl"
WANTED = {"win": 40, "points": 20, "end": 2, "go on": 4, "alive": 8}
HANDS = 12
"""Hands of the rival that are tried."""
PLAYOUTS = 40


def verdict(state: State, *, points: bool) -> tuple[list[Action], list[Action]] | None:
    """Return the good and the bad first actions of a last turn; nothing if there are none of a kind."""
    turn = LastTurn(state, points=points)
    worths = {action: turn.after(state, action) for action in legal_actions(state)}
    best = max(sure for sure, _ in worths.values())
    good = [action for action, (sure, _) in worths.items() if sure == best]
    bad = [action for action, (_, hoped) in worths.items() if hoped < best]
    return (good, bad) if bad and (points or best == 2) else None


def ends(state: State, limit: int = 200) -> Iterator[tuple[Action, State]]:
    """Yield ends of turns without luck that bring about the last round, each with its first action."""
    me, seen = state.active, set[State]()
    waiting = [(action, state, action) for action in different(state)]
    while waiting and len(seen) < limit:
        first, before, action = waiting.pop()
        after = step(before, action).state
        if after.active != me or after.over:
            if after.trigger == me:
                yield first, after
        elif not after.chance and after not in seen:
            seen.add(after)
            waiting += [(first, after, more) for more in different(after)]


def won(state: State, seat: int, playouts: int, luck: Stream) -> int:
    """Return the number of games that a player wins if greedy bots play on."""
    bot, wins = make_bot("greedy"), 0
    for _ in range(playouts):
        now = determinize(view(state, seat), luck)
        while not now.over:
            now = apply(now, bot.choose(view(now, now.active), luck), luck)
        result = outcome(now)
        assert result is not None
        wins += seat in result.winners
    return wins


def on_ending(state: State, luck: Stream) -> str | None:
    """Return `end` or `go on`, if it is known whether the last round should be brought about."""
    me, plays = state.active, dict[Action, list[bool | None]]()
    for hand in range(HANDS):
        sampled = determinize(view(state, me), luck)
        found: dict[Action, list[bool | None]] = {}
        for first, after in ends(sampled):
            found.setdefault(first, []).append(rival_wins(after))
        if not found:
            return None
        for first, results in found.items():
            # of the ends with this first action the best one
            best = False if False in results else None if None in results else True
            plays.setdefault(first, []).append(best)
        if hand == 3 and all(len(set(results)) > 1 for results in plays.values()):
            return None
    if any(set(results) == {False} and len(results) == HANDS for results in plays.values()):
        return "end"
    lost = all(results.count(True) >= 0.95 * len(results) for results in plays.values())
    return "go on" if lost and won(state, me, PLAYOUTS, luck) >= PLAYOUTS // 4 else None


def gives_away(state: State, action: Action, luck: Stream) -> bool:
    """Ask whether an action loses most of the chance of winning that taking cards, or any other action, keeps."""
    me = state.active
    after = won(step(state, action).state, me, PLAYOUTS, luck)
    before = won(state, me, PLAYOUTS, luck)
    return before >= PLAYOUTS * 0.4 and after <= before - PLAYOUTS * 0.3


def positions(seed: int) -> Iterator[State]:
    """Yield the starts of turns of a game between bots."""
    players, luck = 2 + seed % 3, Stream(f"nonsense {seed}")
    table = [make_bot("greedy") for _ in range(players)]
    state = new_game(players, luck)
    while not state.over:
        if isinstance(state.phase, TurnStart):
            yield state
        state = apply(state, table[state.active].choose(view(state, state.active), luck), luck)


def found_in(
    state: State, luck: Stream, wanted: Counter[str]
) -> Iterator[tuple[str, list[Action], list[Action]]]:
    """Yield what a position is good for."""
    players = len(state.players)
    if state.trigger is not None and (state.active + 1) % players == state.trigger:
        found = verdict(state, points=False)
        if found is not None and wanted["win"]:
            yield "win", *found
        elif found is None and wanted["points"]:
            turn = LastTurn(state, points=False)
            _, hoped = turn.worth(state)
            found = verdict(state, points=True)
            if found is not None and (hoped == 0 or _cannot_lose(state)):
                yield "points", *found
    elif players == 2 and state.trigger is None and max(p.inside for p in state.players) >= 1:
        if (wanted["end"] or wanted["go on"]) and state.players[state.active].inside == 2:
            kind = on_ending(state, luck)
            if kind is not None and wanted[kind]:
                yield kind, [], []
        if wanted["alive"]:
            bad: list[Action] = [
                action
                for action in legal_actions(state)
                if isinstance(action, ReturnFigure)
                and action.step >= 14
                and gives_away(state, action, luck)
            ]
            if bad:
                yield "alive", [], bad


def _cannot_lose(state: State) -> bool:
    """Ask whether every turn wins."""
    turn = LastTurn(state, points=False)
    return all(turn.after(state, one)[0] == 2 for one in legal_actions(state))


def main() -> int:
    """The command."""
    wanted, lines, seed = Counter(WANTED), [], 0
    while wanted.total() and seed < 2_000:
        luck = Stream(f"verdicts {seed}")
        for state in positions(seed):
            try:
                some = list(found_in(state, luck, wanted))
            except TooLongError:
                continue
            for kind, good, bad in some:
                wanted[kind] -= 1
                wanted += Counter()
                lines.append(
                    {
                        "kind": kind,
                        "position": format_position(state),
                        "good": [format_action(action, state.edition) for action in good],
                        "bad": [format_action(action, state.edition) for action in bad],
                    }
                )
        seed += 1
        if seed % 10 == 0:
            print(seed, dict(wanted), file=sys.stderr)
    FILE.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    print(f"{len(lines)} positions from {seed} games; missing: {dict(wanted) or 'nothing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
