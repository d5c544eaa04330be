"""The compiled specification as an engine that answers the questions of the conformance suite.

python spec/conformance/runner.py small -- python -m spec.compiler.engine
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias

from spec.compiler.build import compiled
from spec.conformance import terms
from spec.tools.versions import current

Json: TypeAlias = Any
Term: TypeAlias = Any

PROTOCOL = 1
ITEMS = ("delivered", "in_front", "paintings", "gems", "movement_tile")


class Engine:
    """Answers by the generated functions, or by others of the same names."""

    def __init__(
        self,
        program: str = "compiled specification",
        game: Callable[[Iterable[Term]], Any] | None = None,
    ) -> None:
        self._program, self._begun = program, game or compiled().game
        self._game = cache(
            lambda box, players: self._begun(terms.edition(json.loads(box), players))
        )
        self._boxes: dict[str, Json] = {}
        self._last: tuple[Json, Any, Any] = (None, None, None)

    def answer(self, message: Json) -> Json:
        """The answer to a message."""
        match message["type"]:
            case "hello":
                number = current().number
                known = {"program": self._program, "version": number, "specification": number}
                return {"type": "hello", "protocol": PROTOCOL, **known}
            case "edition":
                self._boxes[message["edition"]["reference"]["digest"]] = message["edition"]
                return {"type": "ok"}
            case _:
                ask = getattr(self, f"_{message['ask']}", None)
                head = {"id": message["id"]}
                if ask is None:
                    return {"type": "failure", **head, "code": "unsupported", "message": ""}
                return {"type": "answer", **head, **ask(message)}

    def _box(self, edition: Json) -> Json:
        """An edition that was sent before, or that a position has in full; an answer names it as the question does."""
        if "digest" in edition:
            return self._boxes[edition["digest"]]
        return {"reference": edition, **edition}

    def _position(self, message: Json) -> tuple[Any, Any]:
        """The game and the position; a runner asks several questions about each."""
        position = message["position"]
        if self._last[0] != position:
            box = self._box(position["edition"])
            game = self._game(json.dumps(box), len(position["players"]))
            self._last = position, game, game.position(terms.position(position))
        return self._last[1:]

    def _legal(self, message: Json) -> Json:
        game, position = self._position(message)
        weights = dict(game.weights(position))
        moves = [{"move": terms.move_json(act), "act": act} for _, act in game.legal(position)]
        for move in moves:
            act = move.pop("act")
            if act in weights:
                move["weight"] = weights[act]
        return {"moves": moves}

    def _after(self, message: Json) -> Json:
        game, position = self._position(message)
        before = message["position"]
        players = len(before["players"])
        act = terms.move(message["move"], before["active"])
        who = "chance" if act[0] == "draw" else before["active"]
        move = game.move(position, who, act)
        after = game.after(move).fluents()
        return {
            "position": terms.state_json(after, self._box(before["edition"]), players),
            "told": dict(_told(game.told(move), players)),
            "reveals": game.reveals(move),
        }

    def _explain(self, message: Json) -> Json:
        game, position = self._position(message)
        seat = message.get("seat", message["position"]["active"])
        act = terms.move(message["move"], seat)
        return {"refusals": refusals(game, position, "chance" if act[0] == "draw" else seat, act)}

    def _views(self, message: Json) -> Json:
        game, position = self._position(message)
        box, players = (
            self._box(message["position"]["edition"]),
            len(message["position"]["players"]),
        )
        return {
            "views": [
                terms.view_json(seen(game, position, seat), box, players, seat)
                for seat in (None, *range(players))
            ]
        }

    def _scores(self, message: Json) -> Json:
        game, position = self._position(message)
        seats = range(len(message["position"]["players"]))
        points: list[dict[str, int]] = [dict.fromkeys(ITEMS, 0) for _ in seats]
        for seat, item, number in game.points(position):
            points[seat][item] = number
        for seat in seats:
            points[seat]["total"] = game.goal(position, seat)
        places = [game.rank(position, seat) for seat in seats]
        return {"points": points, "places": places, "winners": sorted(game.winners(position))}

    def _before_play(self, message: Json) -> Any:
        facts = terms.edition(self._box(message["edition"]), message["players"])
        named = [] if message.get("first") is None else [("named", message["first"])]
        return self._begun([*facts, *named, *terms.dealt(message["hands"])])

    def _deal(self, message: Json) -> Json:
        dealt = self._before_play(message).deal()
        cards = [{"card": terms.card_json(card), "weight": n} for _, card, n in dealt]
        return {"seat": dealt[0][0] if dealt else None, "cards": cards}

    def _setup(self, message: Json) -> Json:
        first = self._before_play(message).first()
        box = self._box(message["edition"])
        return {"position": terms.state_json(first, box, message["players"])}


def seen(game: Any, position: Any, seat: int | None) -> Iterator[Term]:
    """What somebody sees."""
    watcher = "spectator" if seat is None else seat
    yield from (("at", *row) for row in game.sees_at(position, watcher))
    yield from (("size", *row) for row in game.sees_size(position, watcher))
    for kind in ("active", "phase", "trigger", "tile_card"):
        value = getattr(game, f"sees_{kind}")(position, watcher)
        if value is not None:
            yield (kind, value)


def refusals(game: Any, position: Any, who: Term, act: Term) -> list[Json]:
    """Everything that speaks against a move, in the order in which it is told."""
    reasons = sorted(game.reasons(game.move(position, who, act)), key=lambda row: row[0])
    return [terms.refusal_json(law, reason) for _, law, reason in reasons]


def _told(rows: list[Term], players: int) -> Iterator[tuple[str, list[Json]]]:
    for watcher in ("spectator", *range(players)):
        heard: dict[int, list[Term]] = {}
        for who, number, event in rows:
            if who == watcher:
                heard.setdefault(number, []).append(event)
        yield str(watcher), [terms.event_json(heard[number]) for number in sorted(heard)]


def answer_lines(engine: Engine) -> None:
    """Answer every line of standard input."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(engine.answer(json.loads(line)), separators=(",", ":")) + "\n")
        sys.stdout.flush()


def main() -> None:
    """The command."""
    answer_lines(Engine())


if __name__ == "__main__":
    main()
