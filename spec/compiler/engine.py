"""The compiled specification as an engine that answers the questions of the conformance suite.

    python spec/conformance/runner.py small -- python -m spec.compiler.engine

Everything that is not a rule (hashes, the stream, the printer) is the code of `spec/conformance/implementing.md`. Texts
are not read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from spec.compiler.build import compiled
from spec.conformance import terms
from spec.conformance.page import page
from spec.tools.versions import current

Json: TypeAlias = Any
Term: TypeAlias = Any

PROTOCOL = 1
ASKS = (
    *("legal", "after", "explain", "views", "scores", "deal", "setup", "sure", "perft", "stream"),
    *("game", "notation", "well_formed", "digest"),
)
"""The questions of the suite that it answers."""
EDITIONS = Path(terms.__file__).parent / "editions.json"
ITEMS = ("delivered", "in_front", "paintings", "gems", "movement_tile")


class RefusedError(Exception):
    """A move, a text or a record is impossible."""


@cache
def shipped() -> frozenset[str]:
    """The digests of the editions that come with the library: notation has their names alone."""
    boxes = json.loads(EDITIONS.read_text("utf-8")).values()
    return frozenset(box["reference"]["digest"] for box in boxes)


class Engine:
    """Answers by the generated functions, or by others of the same names."""

    def __init__(
        self,
        program: str = "compiled specification",
        game: Callable[[Iterable[Term]], Any] | None = None,
        asks: Iterable[str] = ASKS,
    ) -> None:
        self._asks = [*asks]
        self._program, self._begun = program, game or compiled().game
        self._rules = cache(
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
                return {"type": "hello", "protocol": PROTOCOL, **known, "asks": self._asks}
            case "edition":
                self._boxes[message["edition"]["reference"]["digest"]] = message["edition"]
                return {"type": "ok"}
            case _:
                head, asked = {"id": message["id"]}, message["ask"]
                if asked not in self._asks:
                    return {"type": "failure", **head, "code": "unsupported", "message": asked}
                try:
                    return {"type": "answer", **head, **getattr(self, f"_{asked}")(message)}
                except RefusedError as error:
                    return {"type": "failure", **head, "code": "refused", "message": str(error)}

    def _box(self, edition: Json) -> Json:
        """An edition that was sent before, or that a position has in full; an answer names it as the question does."""
        if "digest" in edition:
            return self._boxes[edition["digest"]]
        return {"reference": edition, **page()["DEFAULTS"], **edition}

    def _position(self, message: Json) -> tuple[Any, Any]:
        """The game and the position; a runner asks several questions about each."""
        position = message["position"]
        if self._last[0] != position:
            box = self._box(position["edition"])
            game = self._rules(json.dumps(box), len(position["players"]))
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
        if (who, act) not in game.legal(position):
            raise RefusedError("the move is not legal")
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

    def _sure(self, message: Json) -> Json:
        game, position = self._position(message)
        found = {}
        for watcher in ("spectator", *range(len(message["position"]["players"]))):
            hands: dict[str, dict[Term, int]] = {}
            for seat, card, number in game.sure(position, watcher):
                hand = hands.setdefault(str(seat), {})
                hand[card] = max(number, hand.get(card, 0))
            found[str(watcher)] = {
                seat: [terms.card_json(card) for card in sorted(hand) for _ in range(hand[card])]
                for seat, hand in hands.items()
            }
        return {"sure": found}

    def _perft(self, message: Json) -> Json:
        game, position = self._position(message)
        return {"lines": lines_of_play(game, position, message["depth"])}

    def _stream(self, message: Json) -> Json:
        seed, game, first = message["seed"], message["game"], message["index"]
        stops = enumerate(message["stops"], first)
        return {"numbers": [page()["drawn"](seed, n, stop, game) for n, stop in stops]}

    def positions(self, message: Json) -> Iterator[Json]:
        """The positions of a game by a seed, from the deal on."""
        box, players, seed = self._box(message["edition"]), message["players"], message["seed"]
        rules, numbers = self._rules(json.dumps(box), players), count()

        def drawn(cards: Iterable[tuple[Json, int]]) -> Json:
            pile = [card for card, number in cards for _ in range(number)]
            return page()["chosen"](pile, seed, next(numbers))

        hands: list[list[Json]] = [[] for _ in range(players)]
        while (dealt := self._deal({**message, "hands": hands}))["seat"] is not None:
            coming = [(one["card"], one["weight"]) for one in dealt["cards"]]
            hands[dealt["seat"]].append(drawn(coming))
        first = self._setup({**message, "first": None, "hands": hands})["position"]
        yield first
        holds = [*terms.position(first)]
        for choice in message["choices"]:
            position = rules.position(holds)
            legal = {plain_move(act): (who, act) for who, act in rules.legal(position)}
            if not 0 <= choice < len(legal):
                raise RefusedError(f"choice {choice}: there are {len(legal)} legal moves")
            who, act = legal[sorted(legal)[choice]]
            while act is not None:
                holds = [*rules.after(rules.move(position, who, act)).fluents()]
                position = rules.position(holds)
                coming = [(terms.card_json(one[1]), n) for one, n in rules.weights(position)]
                who, act = "chance", ("draw", terms.card(drawn(coming))) if coming else None
            yield terms.state_json(holds, box, players)

    def _game(self, message: Json) -> Json:
        return {"hashes": [*map(page()["position_hash"], self.positions(message))]}

    def _notation(self, message: Json) -> Json:
        edition = message["edition"] if "move" in message else message["position"]["edition"]
        box = self._box(edition)
        printer = page()["Printer"](box, shipped=page()["digest"](box) in shipped())
        if "move" in message:
            return {"move": printer.move(message["move"])}
        return {"position": printer.position(message["position"])}

    def _well_formed(self, message: Json) -> Json:
        return {
            "well_formed": not self._begun(terms.box(self._box(message["edition"]))).ill_formed()
        }

    def _digest(self, message: Json) -> Json:
        return {"digest": page()["digest"](self._box(message["edition"]))}

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


@cache
def plain_move(act: Term) -> str:
    """The canonical text of a move, by which the moves of a game are numbered."""
    return str(page()["plain"](terms.move_json(act)))


def lines_of_play(game: Any, position: Any, depth: int) -> int:
    """Return the number of lines of this many moves, including draws of chance."""
    legal = game.legal(position)
    if depth == 1:
        return len(legal)
    return sum(
        lines_of_play(
            game, game.position(game.after(game.move(position, *one)).fluents()), depth - 1
        )
        for one in legal
    )


def seen(game: Any, position: Any, seat: int | None) -> Iterator[Term]:
    """Return what somebody sees."""
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
