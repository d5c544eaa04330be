"""From timings to the figures of the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

from benchmarks import report, toledo
from benchmarks.measure import Estimate, Timing, Timings, bytes_each, ratio, resampled, typical
from benchmarks.report import Goal, Row

CATAN, CATAN_COPYING = "catanatron", "catanatron, a copy per ply"
CHESS, CHESS_COPYING = "python-chess", "python-chess, a copy per ply"

PEERS: dict[str, Goal | None] = {
    CATAN: report.CATAN,
    CATAN_COPYING: report.CATAN_COPYING,
    CHESS: None,
    CHESS_COPYING: report.CHESS_COPYING,
}


def per_ply(timings: Sequence[Timing]) -> list[float]:
    """Microseconds for a ply, in each block."""
    return [timing.per_ply for timing in timings]


def exact(value: float) -> Estimate:
    """A figure that was counted, not sampled."""
    return Estimate(value, value, value)


def play_rows(timings: Sequence[Timing], goal: Goal | None = None) -> list[Row]:
    """How fast games are played, and what they are like."""
    plies = sum(timing.tally.plies for timing in timings)
    actions = sum(timing.tally.actions for timing in timings)
    games = sum(timing.tally.games for timing in timings)
    return [
        Row("microseconds per ply", typical(per_ply(timings)), goal),
        Row("plies per second", typical([1e6 / timing.per_ply for timing in timings])),
        Row("legal actions per ply", exact(actions / plies)),
        Row("plies per game", exact(plies / games)),
    ]


def function_rows(functions: Timings) -> list[Row]:
    """Microseconds for a call, without the loop around it."""
    loop = median(per_ply(functions["nothing"]))
    return [
        Row(
            f"microseconds per {name}",
            typical([micros - loop for micros in per_ply(functions[name])]),
        )
        for name in ("legal_actions", "apply", "explain")
    ]


def cost_rows(functions: Timings) -> list[Row]:
    """What hashing and checking cost, by what a ply takes with and without them."""
    loop = median(per_ply(functions["nothing"]))
    net = {name: [micros - loop for micros in per_ply(t)] for name, t in functions.items()}
    size = len(net["apply"])

    def medians(places: Sequence[int]) -> Callable[[str], float]:
        return lambda name: median([net[name][place] for place in places])

    def hashing(places: Sequence[int]) -> float:
        cost = medians(places)
        return cost("apply and hash") / cost("apply") - 1

    def checking(places: Sequence[int]) -> float:
        cost = medians(places)
        ply = cost("legal_actions") + cost("apply")
        return ply / (ply - cost("explain"))

    return [
        Row("hash of a new position / apply", resampled(size, hashing), report.HASH),
        Row("a ply with the check in apply / without", resampled(size, checking), report.CHECKS),
    ]


def peer_rows(games: Timings) -> Iterator[Row]:
    """A peer's cost divided by ours, of those that took part."""
    ours = games["random"]
    for peer, goal in PEERS.items():
        if peer in games:
            yield Row(peer, ratio(per_ply(games[peer]), per_ply(ours)), goal)
    if CHESS in games:
        theirs = [timing.per_action for timing in games[CHESS]]
        mine = [timing.per_action for timing in ours]
        yield Row("python-chess, by legal action", ratio(theirs, mine), report.CHESS_ACTIONS)


def memory_rows(ours: int, theirs: int, catan: Iterator[object] | None) -> Iterator[Row]:
    """Bytes for a stored position; of the peer too if it is there."""
    small = bytes_each(toledo.positions(), ours)
    yield Row(f"bytes per position, of {ours:,} stored", exact(small))
    if catan is not None:
        large = bytes_each(catan, theirs)
        yield Row(f"bytes per copy of catanatron, of {theirs:,}", exact(large))
        yield Row("catanatron's bytes / ours", exact(large / small), report.MEMORY)


def import_rows(rounds: int) -> Iterator[Row]:
    """The import, without the start of the interpreter."""
    ours: list[float] = []
    attrs: list[float] = []
    for _ in range(rounds):
        ours.append(toledo.import_seconds("toledo_rules") * 1e3)
        attrs.append(toledo.import_seconds("attrs") * 1e3)
    yield Row("import toledo_rules, milliseconds", typical(ours))
    yield Row("import toledo_rules / import attrs", ratio(ours, attrs), report.IMPORT)


def process_row(games: int, rounds: int) -> Row:
    """What a second process brings."""
    serial, parallel = toledo.second_process(games, rounds)
    return Row("games in one process / in two, clock", ratio(serial, parallel), report.PROCESSES)
