"""An engine with three mistakes, to show what a report looks like.

    python spec/conformance/runner.py small -- python spec/conformance/faulty/engine.py

It is the library, except that every kind of card is as likely as any other, drawn cards are shown to everybody, and a
sword that was not delivered counts half rounded up. `report.txt` is what the runner says of it.
"""

from __future__ import annotations

import json
import sys
from typing import Any, TypeAlias

from toledo_rules._cli._conformance import Engine

Json: TypeAlias = Any


def spoiled(question: Json, answer: Json) -> Json:
    """Return an answer of the library with the three mistakes."""
    match answer:
        case {"type": "hello"}:
            return {**answer, "program": "a faulty engine"}
        case {"moves": list(moves)}:
            uniform = [{**m, **({"weight": 1} if "weight" in m else {})} for m in moves]
            return {**answer, "moves": uniform}
        case {"told": dict(told), "position": {"active": _}}:
            drawer = _drawer(told)
            return answer if drawer is None else {**answer, "told": dict.fromkeys(told, drawer)}
        case {"points": list(points)}:
            swords = [player["swords"] for player in question["position"]["players"]]
            counted = [_rounded_up(*pair) for pair in zip(points, swords, strict=True)]
            return {**answer, "points": counted}
        case _:
            return answer


def _drawer(told: dict[str, Json]) -> Json | None:
    """What the player is told who draws a card; None if nobody does."""
    for heard in told.values():
        if any(e["type"] == "card_drawn" and e["card"] for e in heard):
            return heard
    return None


def _rounded_up(points: Json, swords: Json) -> Json:
    more = sum(sword["value"] % 2 for sword in swords)
    return {**points, "in_front": points["in_front"] + more, "total": points["total"] + more}


def main() -> None:
    """Answer every line of standard input."""
    engine = Engine()
    for line in sys.stdin:
        question, answer = json.loads(line), engine.answer(line)
        sys.stdout.write(json.dumps(spoiled(question, answer)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
