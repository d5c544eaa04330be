"""Score sheets, standings and outcomes as messages."""

from __future__ import annotations

from toledo_rules.describe.messages import Message
from toledo_rules.describe.scene import Scene
from toledo_rules.scoring import Outcome, ScoreLine, ScoreSheet, Standing


def of_line(line: ScoreLine, scene: Scene) -> Message:
    """One line of a score sheet."""
    return Message(f"score.{line.kind}", scene.values_of(line))


def of_sheet(sheet: ScoreSheet, scene: Scene) -> Message:
    """What a player scores, and for what."""
    seat = ("seat", scene.who(sheet.seat))
    if not sheet.lines:
        return Message("score.nothing", (seat,))
    lines = tuple(of_line(line, scene) for line in sheet.lines)
    return Message("score.sheet", (seat, ("total", sheet.total), ("lines", lines)))


def of_standing(standing: Standing, scene: Scene) -> Message:
    """A player's place in the ranking."""
    return Message(
        "outcome.standing",
        (
            ("place", standing.place),
            ("seat", scene.who(standing.seat)),
            ("points", standing.points),
            ("cards", standing.cards),
            ("card_sum", standing.card_sum),
        ),
    )


def of_outcome(outcome: Outcome, scene: Scene) -> Message:
    """Who won, and what decided it (TIE-01 to TIE-04)."""
    first, *others = outcome.ranking
    points = ("points", first.points)
    if len(outcome.winners) > 1:
        winners = tuple(scene.who(seat) for seat in sorted(outcome.winners))
        return Message("outcome.shared", (("winners", winners), points))
    seat = ("seat", scene.who(first.seat))
    tied = [other for other in others if other.points == first.points]
    if not tied:
        return Message("outcome.won", (seat, points))
    closest = [other for other in tied if other.cards == first.cards]
    if not closest:
        rivals = tuple(scene.who(other.seat) for other in tied)
        cards = ("cards", first.cards)
        return Message("outcome.won_by_cards", (seat, points, ("rivals", rivals), cards))
    rivals = tuple(scene.who(other.seat) for other in closest)
    card_sum = ("card_sum", first.card_sum)
    return Message("outcome.won_by_card_sum", (seat, points, ("rivals", rivals), card_sum))
