"""Transcripts of games: every answer of the library at every position, as text that can be compared.

A transcript shows, for each ply: the phase, the legal actions in their order, the action that was
chosen, what chance drew and how likely that was, the events, what changed in the position and in
each view, and the points. A number in brackets stands for the whole of a position or view. Every
`WHOLE_EVERY` plies all of it is written out, with the reasons why every other action of the
edition is not legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from tests.golden.shorthand import Facts, changes, digest, facts, listed, phrase, short, told, whole
from tests.players import Dice, Strategy, progress_player, random_player
from toledo_rules import (
    Action,
    Seat,
    State,
    Transition,
    chance_outcomes,
    determinize,
    explain,
    invariants,
    legal_actions,
    new_game,
    outcome,
    score,
    step,
    transition,
    universe,
    view,
)

WHOLE_EVERY = 50


@frozen
class Game:
    """A game to write down."""

    seed: int
    strategies: tuple[Strategy, ...]
    """How each seat plays."""
    plies: int = 1000
    """Where to stop, if the game goes on that long."""


GAMES = {  # seeds for which much happens: duels, exchanges at the fencing master, reshuffles
    "two_players.txt": Game(221, (progress_player, random_player)),
    "three_players.txt": Game(54, (progress_player, random_player, progress_player)),
    "four_players.txt": Game(
        57, (random_player, progress_player, random_player, progress_player), plies=170
    ),
}


def transcript(game: Game) -> Iterator[str]:
    """A game, line by line."""
    dice = Dice(game.seed)
    seats = range(len(game.strategies))
    state = new_game(len(seats), dice)
    yield f"seed {game.seed}"
    yield from (f"seat {seat}: {game.strategies[seat].__name__}" for seat in seats)
    yield from position(state, 0)
    for ply in range(1, game.plies + 1):
        legal = legal_actions(state)
        action = game.strategies[state.active](state, legal, dice)
        what = transition(state, action, dice)
        yield from ("", f"ply {ply}: seat {state.active}, {state.phase}")
        yield from indented(f"legal ({len(legal)})", listed(legal))
        yield f"  chosen: {' '.join(phrase(action)).strip()}"
        yield from indented("chance", chance(state, action, what))
        yield f"  can be taken back: {'no' if what.reveals else 'yes'}"
        yield from indented("events", (told(event, seats) for event in what.events))
        yield from indented("changes", difference(state, what.state))
        assert list(invariants(what.state)) == []
        state = what.state
        if ply % WHOLE_EVERY == 0:
            yield from position(state, ply)
        if state.over:
            break
    yield from position(state, ply)
    yield from result(state)


def chance(state: State, action: Action, what: Transition) -> Iterator[str]:
    """What chance drew, how likely it was and of how many kinds of cards. The steps lead to the same position."""
    state = step(state, action).state
    for draw in what.draws:
        outcomes = dict(chance_outcomes(state))
        yield f"{short(draw.card)}, {outcomes[draw]} of {len(outcomes)} kinds"
        state = step(state, draw).state
    assert state == what.state


def difference(before: State, after: State) -> Iterator[str]:
    """What changed in the position; then in each view what has not been said yet."""
    said: set[str] = set()
    for name, was, now in zip(NAMES, appearances(before), appearances(after), strict=False):
        fresh = [line for line in changes(was, now) if line not in said]
        said.update(fresh)
        yield f"{name} [{digest(now)}] {'; '.join(fresh)}".rstrip()
    points = " ".join(str(score(after, seat).total) for seat in range(len(after.players)))
    yield f"points {points}"


NAMES = ("position", "spectator", "seat 0", "seat 1", "seat 2", "seat 3")


def appearances(state: State) -> list[Facts]:
    """The position, and what everybody sees of it: the spectator first, then the seats."""
    viewers: tuple[Seat | None, ...] = (None, *range(len(state.players)))
    return [facts(state), *(facts(view(state, viewer)) for viewer in viewers)]


def position(state: State, ply: int) -> Iterator[str]:
    """All of a position: itself, every view of it, a guess from every view, and why other actions are not legal."""
    yield from ("", f"position after ply {ply}")
    itself, spectator, *seats = appearances(state)
    yield from indented(f"position [{digest(itself)}]", whole(itself))
    yield from indented(f"spectator [{digest(spectator)}]", whole(spectator))
    for seat, seen in enumerate(seats):
        own = {name: value for name, value in seen.items() if value != spectator[name]}
        yield from indented(f"seat {seat} [{digest(seen)}], as the spectator, but", whole(own))
    for seat in range(len(state.players)):
        guess = determinize(view(state, seat), Dice(ply))
        yield f"  a guess of seat {seat} [{digest(facts(guess))}]"
    yield from indented("illegal", reasons(state))


def reasons(state: State) -> Iterator[str]:
    """How many actions of the edition are not legal, by reason and rule."""
    refusals = (explain(state, action) for action in universe(state.edition).actions)
    counted = Counter(f"{refusal.code} {refusal.rule}" for refusal in refusals if refusal)
    yield from (f"{reason}: {number}" for reason, number in sorted(counted.items()))


def result(state: State) -> Iterator[str]:
    """The score sheets, and the ranking if the game is over."""
    yield from ("", "score sheets")
    for seat in range(len(state.players)):
        sheet = score(state, seat)
        lines = (f"{line.rule} {line.kind} {line.value}: {line.points}" for line in sheet.lines)
        yield from indented(f"seat {seat}: {sheet.total}", lines)
    if final := outcome(state):
        yield f"winners {sorted(final.winners)}"
        yield from indented("ranking", map(str, final.ranking))


def indented(heading: str, lines: Iterator[str]) -> Iterator[str]:
    """A heading with lines under it; nothing if there are none."""
    for number, line in enumerate(lines):
        if number == 0:
            yield f"  {heading}"
        yield f"    {line}"
