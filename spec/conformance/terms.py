"""Positions, moves and events: from JSON to terms of the logic, and back.

The JSON is that of `src/toledo_rules/data/toledo.schema.json`, the terms are those of `spec/vocabulary.md`. This file
names things and counts them; it knows no rule, and needs nothing but Python and `registry.json`.
`clients/typescript/src/rules/terms.ts` does the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from json import loads
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = Any
Term: TypeAlias = Any
"""A number, a name, or a tuple of a name and arguments: ``("hand", 0)`` is ``hand(0)``."""

NUMBERS = {
    "hand_size": "hand",
    "cards_taken": "cards_taken",
    "tavern_cards": "tavern_cards",
    "tile_limit": "tile_limit",
    "last_round_at": "last_round_at",
    "movement_penalty": "movement_penalty",
    "rounds_to_win": "rounds_to_win",
    "gems_per_point": "gems_per_point",
    "sword_divisor": "sword_divisor",
}
"""The numbers of an edition: their words in the logic, and their keys in JSON."""

_REGISTRY: Json = loads((Path(__file__).parent / "registry.json").read_bytes())
EVENTS: dict[str, tuple[str, ...]] = {
    event["name"]: tuple(event["parts"]) for event in _REGISTRY["events"]
}
"""The events, with the keys of their parts in the order of their terms."""
REASONS: dict[str, tuple[str, ...]] = {
    code["name"]: tuple(code["parts"]) for code in _REGISTRY["codes"]
}
"""The reasons why not, with the keys of their parts in the order of their terms."""


# Terms as text


def written(term: Term) -> str:
    """Return a term as a logic program has it.

    >>> written(("at", ("hand", 0), ("card", 4, "violet", "attacker"), 1))
    'at(hand(0),card(4,violet,attacker),1)'
    """
    if isinstance(term, tuple):
        name, *arguments = term
        return f"{name}({','.join(map(written, arguments))})" if arguments else name
    return str(term)


_TOKEN = re.compile(r"\s*(-?\d+|[a-z_]\w*|[(),])")


def parsed(text: str) -> Term:
    """Return the term that a text is.

    >>> parsed("drawing(2,take)"), parsed("-3"), parsed("pile")
    (('drawing', 2, 'take'), -3, 'pile')
    """
    tokens = _TOKEN.findall(text)
    place = 0

    def term() -> Term:
        nonlocal place
        word = tokens[place]
        place += 1
        if word.lstrip("-").isdigit():
            return int(word)
        if place == len(tokens) or tokens[place] != "(":
            return word
        arguments = []
        while tokens[place] != ")":
            place += 1
            arguments.append(term())
        place += 1
        return (word, *arguments)

    return term()


# From JSON to terms


def _name(text: str) -> str:
    if not re.fullmatch(r"[a-z_]\w*", text, re.ASCII):
        raise ValueError(f"{text!r} cannot be a name in the logic: expected a lower-case word")
    return text


def card(json: Json) -> Term:
    """A money card."""
    return ("card", json["value"], _name(json["colour"]), json["stance"])


def sword(json: Json) -> Term:
    """A sword."""
    return ("sword", json["value"], json["metal"], json["gems"])


def edition(json: Json, players: int) -> list[Term]:
    """The components, and the number of players."""
    found: list[Term] = [("players", players), ("copies", "figure", json["figures"])]
    pieces: list[Term] = [*map(card, json["cards"]), *map(sword, json["swords"])]
    pieces += [("master", _name(tile)) for tile in json["tiles"]]
    pieces += ["metal"] * json["metal"] + ["gem"] * json["gems"]
    pieces += [("shop", tile["kind"], tile["circles"]) for tile in json["shops"]]
    found += [("copies", piece, number) for piece, number in Counter(pieces).items()]
    for height, value in enumerate(reversed(json["paintings"]), start=1):
        found.append(("painting", height, value))
    for step, space in enumerate(json["road"]):
        if step:
            found.append(("space", step, space["kind"]))
            found += [(key, step, space[key]) for key in ("price", "circles") if space[key]]
    found += [(word, json[key]) for word, key in NUMBERS.items()]
    found += [("reading", ruling, choice) for ruling, choice in json.get("readings", {}).items()]
    return found


COUNTED = ("figures", "metal", "gems", "least_players", "most_players")
"""The numbers of an edition that only the question of its form needs."""


def box(json: Json) -> list[Term]:
    """Everything in an edition, whether it can be played or not."""
    found = edition(json, json["most_players"])
    found += [("number", name, json[name]) for name in COUNTED]
    found += [("colour", place, name) for place, name in enumerate(json["colours"])]
    found += [("duel_colour", place, name) for place, name in enumerate(json["duel_colours"])]
    for step, space in enumerate(json["road"]):
        found.append(("printed", step, space["kind"]))
        found += [("row", step, space["row"])] if space["row"] else []
    start = json["road"][0]
    found += [(key, 0, start[key]) for key in ("price", "circles") if start[key]]
    return found


def phase(json: Json) -> Term:
    """What is pending."""
    match json["type"]:
        case "turn_start":
            return "start"
        case "arrived" | "transit" as name:
            return (name, json["step"])
        case "drawing":
            return ("drawing", json["left"], json["source"])
        case "duel":
            keys = ("step", "rival", "attacker_wins", "defender_wins")
            return ("duel", *[json[key] for key in keys])
        case name:
            return name


def position(json: Json) -> list[Term]:
    """Everything that holds in a position."""
    return [*_open(json), *_hidden(json)]


def _at(place: Term, pieces: Iterable[Term]) -> Iterator[Term]:
    for piece, number in Counter(pieces).items():
        yield ("at", place, piece, number)


def _stuff(json: Json) -> list[Term]:
    return ["metal"] * json["metal"] + ["gem"] * json["gems"]


def _open(json: Json) -> Iterator[Term]:
    for seat, player in enumerate(json["players"]):
        area, alcazar, figure = ("area", seat), ("alcazar", seat), ("figure", seat)
        for step, number in Counter(player["figures"]).items():
            yield ("at", step, figure, number)
        yield from _at(alcazar, [figure] * player["inside"])
        yield from _at(alcazar, map(sword, player["delivered"]))
        yield from _at(area, [("shop", seat, t["kind"], t["circles"]) for t in player["shops"]])
        yield from _at(area, _stuff(player))
        yield from _at(area, map(sword, player["swords"]))
        yield from _at(area, [("master", _name(tile)) for tile in player["tiles"]])
        yield from _at(area, [("painting", value) for value in player["paintings"]])
        yield from _at(("known", seat), map(card, player["known"]))
    for step, shop in enumerate(json["shops"]):
        if shop is not None:
            yield ("at", step, ("shop", shop["owner"], shop["kind"], shop["circles"]), 1)
    if json["phase"]["type"] in ("transit", "duel"):
        yield ("at", "transit", ("figure", json["active"]), 1)
    if json["front"] is not None:
        yield ("at", "front", card(json["front"]), 1)
    yield from _at("discards", map(card, json["discards"]))
    yield from _at("supply", _stuff(json))
    yield from _at("board", map(sword, json["swords"]))
    yield from _at("board", [("master", _name(tile)) for tile in json["tiles"]])
    for height, value in enumerate(reversed(json["paintings"]), start=1):
        yield ("at", ("stack", height), ("painting", value), 1)
    yield ("active", json["active"])
    yield ("phase", phase(json["phase"]))
    if json["trigger"] is not None:
        yield ("trigger", json["trigger"])
    if json["tile_value"] is not None:
        yield ("tile_card", json["tile_value"])


def _hidden(json: Json) -> Iterator[Term]:
    yield from _at("pile", map(card, json["pile"]))
    for seat, player in enumerate(json["players"]):
        yield from _at(("hand", seat), map(card, player["hand"]))


def move(json: Json, active: int) -> Term:
    """A player's action, or chance's draw."""
    match json["type"]:
        case "place_shop":
            shop = json["shop"]
            return ("place_shop", ("shop", active, shop["kind"], shop["circles"]), json["step"])
        case "return_figure":
            return ("return_figure", json["step"])
        case "play_card":
            way = "tile" if json["with_tile"] else "plain"
            return ("play_card", card(json["card"]), json["origin"], way)
        case "challenge":
            return ("challenge", json["rival"])
        case "use_space":
            pay, take, back = json["pay"], json["take"], json["give_back"]
            taken = "none" if take is None else ("master", take)
            return (
                "use_space",
                "none" if pay is None else card(pay),
                sword(take) if isinstance(take, dict) else taken,
                "none" if back is None else ("master", back),
            )
        case "deliver":
            return ("deliver", sword(json["sword"]))
        case "draw":
            return ("draw", card(json["card"]))
        case name:
            return name


def dealt(hands: Iterable[list[Json]]) -> list[Term]:
    """The cards that have been dealt to each seat."""
    return [
        ("dealt", seat, *counted)
        for seat, hand in enumerate(hands)
        for counted in Counter(map(card, hand)).items()
    ]


# From terms to JSON


def card_json(term: Term) -> Json:
    """A money card."""
    return dict(zip(("value", "colour", "stance"), term[1:], strict=True))


def sword_json(term: Term) -> Json:
    """A sword."""
    return dict(zip(("value", "metal", "gems"), term[1:], strict=True))


def phase_json(term: Term) -> Json:
    """What is pending."""
    name, *arguments = term if isinstance(term, tuple) else (term,)
    match name:
        case "start":
            return {"type": "turn_start"}
        case "arrived" | "transit":
            return {"type": name, "step": arguments[0]}
        case "drawing":
            return {"type": name, "left": arguments[0], "source": arguments[1]}
        case "duel":
            keys = ("step", "rival", "attacker_wins", "defender_wins")
            return {"type": name, **dict(zip(keys, arguments, strict=True))}
        case _:
            return {"type": name}


def move_json(term: Term) -> Json:
    """A player's action, or chance's draw."""
    name, *arguments = term if isinstance(term, tuple) else (term,)
    match name:
        case "place_shop":
            (_, _, kind, circles), step = arguments
            return {"type": name, "shop": {"kind": kind, "circles": circles}, "step": step}
        case "return_figure":
            return {"type": name, "step": arguments[0]}
        case "play_card":
            played, origin, way = arguments
            parts = {"card": card_json(played), "origin": origin, "with_tile": way == "tile"}
            return {"type": name, **parts}
        case "challenge":
            return {"type": name, "rival": arguments[0]}
        case "use_space":
            pay, take, back = arguments
            return {
                "type": name,
                "pay": None if pay == "none" else card_json(pay),
                "take": None if take == "none" else _goods_json(take),
                "give_back": None if back == "none" else back[1],
            }
        case "deliver":
            return {"type": name, "sword": sword_json(arguments[0])}
        case "draw":
            return {"type": name, "card": card_json(arguments[0])}
        case _:
            return {"type": name}


def _goods_json(term: Term) -> Json:
    return sword_json(term) if term[0] == "sword" else term[1]


def event_json(terms: Iterable[Term]) -> Json:
    """An event; a hand that is shown is a term for each kind of card in it."""
    several = sorted(terms)
    first = several[0]
    name, *arguments = first if isinstance(first, tuple) else (first,)
    if name == "hand_shown":
        cards = [card_json(c) for _, _, c, number in several for _ in range(number)]
        return {"type": name, "seat": arguments[0], "cards": cards}
    parts = dict(zip(EVENTS[name], arguments, strict=True))
    return {"type": name, **{key: _part_json(key, part) for key, part in parts.items()}}


def _part_json(key: str, term: Term) -> Json:
    match key, term:
        case "to_front", _:
            return term == "front"
        case "with_tile", _:
            return term == "tile"
        case "tile", _:
            return term[1]
        case "owner", "none":
            return None
        case "card", "unseen":
            return None
        case _, ("card", *_):
            return card_json(term)
        case _, ("sword", *_):
            return sword_json(term)
        case _, ("shop", _, kind, circles):
            return {"kind": kind, "circles": circles}
        case _:
            return term


def refusal_json(law: str, reason: Term) -> Json:
    """The reason why a move is not legal, with its rule: ``mov08`` is MOV-08."""
    name, *arguments = reason if isinstance(reason, tuple) else (reason,)
    group = law.rstrip("0123456789")
    parts = dict(zip(REASONS[name], arguments, strict=True))
    return {
        "code": name,
        "rule": f"{group.upper()}-{law.removeprefix(group)}",
        "parameters": {key: _parameter_json(part) for key, part in parts.items()},
    }


def _parameter_json(term: Term) -> Json:
    match term:
        case "none":
            return None
        case ("master", kind):
            return kind
        case _:
            return _part_json("", term)


class _Places:
    """The pieces of a position by their places."""

    def __init__(self, fluents: Iterable[Term]) -> None:
        self.at: dict[Term, list[tuple[Term, int]]] = {}
        self.facts: dict[str, Term] = {}
        for fluent in fluents:
            if fluent[0] == "at":
                self.at.setdefault(fluent[1], []).append((fluent[2], fluent[3]))
            elif fluent[0] == "size":
                self.facts[written(fluent[1])] = fluent[2]
            else:
                self.facts[fluent[0]] = fluent[1]

    def some(self, place: Term, kind: str) -> list[Term]:
        """The pieces of a kind at a place, in order, as often as they are there."""
        found = [
            (piece, number)
            for piece, number in self.at.get(place, [])
            if (piece[0] if isinstance(piece, tuple) else piece) == kind
        ]
        return [piece for piece, number in sorted(found) for _ in range(number)]

    def cards(self, place: Term) -> list[Json]:
        """The cards at a place."""
        return [card_json(c) for c in self.some(place, "card")]

    def swords(self, place: Term) -> list[Json]:
        """The swords at a place."""
        return [sword_json(s) for s in self.some(place, "sword")]

    def tiles(self, place: Term) -> list[str]:
        """The master tiles at a place."""
        return [tile[1] for tile in self.some(place, "master")]


def state_json(fluents: Iterable[Term], box: Json, players: int) -> Json:
    """A position. `box` is the JSON of the edition."""
    places = _Places(fluents)
    table = _table_json(places, box)
    sides = [
        {**_player_json(places, seat, box), "hand": places.cards(("hand", seat))}
        for seat in range(players)
    ]
    return {**table, "players": sides, "pile": places.cards("pile")}


def view_json(fluents: Iterable[Term], box: Json, players: int, seat: int | None) -> Json:
    """A position as somebody sees it."""
    places = _Places(fluents)
    sides = [
        {**_player_json(places, side, box), "cards": places.facts[f"hand({side})"]}
        for side in range(players)
    ]
    return {
        **_table_json(places, box),
        "seat": seat,
        "hand": [] if seat is None else places.cards(("hand", seat)),
        "players": sides,
        "pile": places.facts["pile"],
    }


def _table_json(places: _Places, box: Json) -> Json:
    front, steps = places.cards("front"), range(len(box["road"]))
    heights = [
        len(places.some(("stack", h), "painting")) for h in range(1, len(box["paintings"]) + 1)
    ]
    stack = [places.some(("stack", h), "painting")[0][1] for h in range(sum(heights), 0, -1)]
    return {
        "edition": box["reference"],
        "active": places.facts["active"],
        "phase": phase_json(places.facts["phase"]),
        "front": front[0] if front else None,
        "tile_value": places.facts.get("tile_card"),
        "trigger": places.facts.get("trigger"),
        "discards": places.cards("discards"),
        "shops": [_shop_json(places.some(step, "shop")) for step in steps],
        "metal": len(places.some("supply", "metal")),
        "gems": len(places.some("supply", "gem")),
        "swords": places.swords("board"),
        "tiles": places.tiles("board"),
        "paintings": stack,
    }


def _shop_json(shops: list[Term]) -> Json:
    return None if not shops else dict(zip(("owner", "kind", "circles"), shops[0][1:], strict=True))


def _player_json(places: _Places, seat: int, box: Json) -> Json:
    area, alcazar, figure = ("area", seat), ("alcazar", seat), ("figure", seat)
    figures = [
        step
        for step in range(len(box["road"]))
        for piece, number in places.at.get(step, [])
        for _ in range(number)
        if piece == figure
    ]
    tiles = places.some(area, "shop")
    return {
        "known": places.cards(("known", seat)),
        "figures": figures,
        "inside": len(places.some(alcazar, "figure")),
        "delivered": places.swords(alcazar),
        "shops": [{"kind": kind, "circles": circles} for _, _, kind, circles in tiles],
        "metal": len(places.some(area, "metal")),
        "gems": len(places.some(area, "gem")),
        "swords": places.swords(area),
        "tiles": places.tiles(area),
        "paintings": [painting[1] for painting in places.some(area, "painting")],
    }


# What a move changes


def changes(before: Json, after: Json, path: str = "") -> dict[str, Json]:
    """The parts of a position that differ: a JSON Pointer (RFC 6901) for each, with its new value.

    Only the position and its players are looked into; anything else is replaced as a whole.
    """
    found: dict[str, Json] = {}
    for key, old in before.items():
        if key == "players":
            for seat, player in enumerate(old):
                found |= changes(player, after[key][seat], f"{path}/{key}/{seat}")
        elif old != after[key]:
            found[f"{path}/{key}"] = after[key]
    return found


def changed(before: Json, found: dict[str, Json]) -> Json:
    """The position after these changes."""
    after = {**before, "players": [dict(player) for player in before["players"]]}
    for pointer, value in found.items():
        *way, last = pointer.split("/")[1:]
        part = after
        for key in way:
            part = part[int(key)] if isinstance(part, list) else part[key]
        part[last] = value
    return after
