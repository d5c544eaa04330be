"""Live boards: a picture of a scene that readers can click, with the engine's verdict on every part.

The engine is asked when the site is built (`toledo_rules.choices`), so a board works from a folder and without a
server. assets/live.js shows what is written here and knows no rule. There are three sorts of files, all of them
scripts, because a page in a folder may load nothing else, and packed (`website.model.packing`):

    live/<scene>.js               a scene: its positions, what can be pointed at, what follows, why not
    live/words-<language>.js      all sentences of all scenes in a language; scenes name them by number
    live/board-<layout>.js        the empty board with all symbols, and the places on it

A scene has its first position, and those that its own moves lead to. Each of them has all its moves. What a move other
than the scene's own leads to is shown as well, but from there one goes on in `board.html`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from attrs import Factory, frozen

from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    Action,
    Draw,
    Move,
    PlaceShop,
    PlayCard,
    Refusal,
    State,
    explain,
    format_position,
    step,
    view,
)
from toledo_rules import _pieces as ids
from toledo_rules._multiset import distinct
from toledo_rules.choices import Choices, MenuEntry, Offer, Reason, choices
from toledo_rules.describe import Message, message, render, told
from toledo_rules.edition import CATHEDRAL, Seat, ShopTile, Step
from toledo_rules.events import Event, SecretEvents
from toledo_rules.notation import format_action, format_card
from toledo_rules.render import Highlights, PageLayout, PartId, board, places, scene
from toledo_rules.state import TurnStart
from toledo_rules.testing import card
from website.model.languages import LANGUAGE_NAMES
from website.model.packing import packed
from website.model.pages import Pages
from website.positions import Scene

LAYOUTS: tuple[PageLayout, ...] = ("tablet", "phone")
"""The layouts for the column of a page, and for phones."""

STYLE = "assets/live-board.css"

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | float | None"

_ROOT_RULE = re.compile(r"\.tl-dark\{[^}]*\}")


@cache
def words_of_pages() -> Mapping[str, Mapping[str, str]]:
    """Return the words around scenes and on live boards, by language."""
    text = (Path(__file__).parent / "live.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def words_of_choosing(language: str) -> dict[str, str]:
    """Return the words for the next step of a choice and for its refusal, which all boards share."""
    shared = ("next", "many_reasons")
    words = words_of_pages()[language]
    return {key: text for key, text in words.items() if key in shared or key.startswith("a_")}


class LiveBoards:
    """Gathers scenes, and writes what their boards need."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._words: dict[Message, int] = {}

    def add(self, name: str, scene: Scene) -> None:
        """Add the board of a scene."""
        moments = list(_moments(scene))
        data = {
            "edition": scene.before.edition.name,
            "seats": len(scene.before.players),
            "states": [
                self._state(moment.state, moments[at + 1 : at + 2], at)
                for at, moment in enumerate(moments)
            ],
        }
        self._put(name.lower(), data)

    def finish(self) -> None:
        """Add the sentences of all boards, the boards themselves and their colours."""
        for language, shown in words_of_pages().items():
            said = [render(one, language) for one in self._words]
            self._put(f"words-{language}", {"page": shown, "said": said})
        for layout in LAYOUTS:
            self._put(f"board-{layout}", _empty_board(layout))
        self._pages.add(STYLE, _style())

    def _put(self, name: str, data: object) -> None:
        self._pages.add(f"live/{name}.js", f'ToledoLive.put("{name}","{packed(data)}");\n')

    def _word(self, said: Message) -> int:
        return self._words.setdefault(said, len(self._words))

    def _state(self, state: State, following: Sequence["Moment"], at: int) -> Json:
        """A position: what is on the table, what can be done, and the reasons for the rest."""
        seat = state.active
        found = choices(view(state, seat))
        number = {part.id: place for place, part in enumerate(found.parts)}
        table = _Table(state)
        own = following[0] if following else None
        refused = list(_refused(state, found))
        moves = []
        for offer in found.moves:
            if own and offer.action == own.action:
                # A move of the scene itself, with the cards that come up there.
                changed = _difference(table.items, _items(own.state))
                move = self._move(offer, own.state, own.events.seen_by(seat), seat, number)
                moves.append(move | {"items": changed, "own": 1, "to": at + 1})
            else:
                what = step(state, offer.action)
                move = self._move(offer, what.state, what.seen_by(seat), seat, number)
                line = format_action(offer.action, state.edition)
                changed = table.changed(offer.action, what.state)
                moves.append(move | {"items": changed, "line": line})
        return {
            "position": format_position(state),
            "prompt": self._word(found.prompt),
            "seat": seat,
            "items": [[id, *item] for id, item in table.items.items()],
            "hand": _hand(state, seat),
            "known": _known(state),
            "parts": [[part.id, self._word(part.label), part.kind] for part in found.parts],
            "moves": moves,
            "menu": [self._entry(entry, found) for entry in found.menu],
            "reasons": {
                str(number[part]): [
                    [self._word(why.message), why.rule, *map(self._word, action)]
                    for why, action in _against(part, closest, refused, state).items()
                ]
                for part, closest in found.reasons.items()
            },
            "refused": [
                [
                    [number[part] for part in parts if part in number],
                    self._word(message(why, state)),
                    why.rule,
                    self._word(message(action, state)),
                ]
                for action, parts, why in refused
            ],
        }

    def _entry(self, entry: MenuEntry, found: Choices) -> Json:
        labels = {part.id: part.label for part in found.parts}
        return [
            self._word(entry.message),
            [
                [
                    option.move,
                    None if option.part is None else self._word(labels[option.part]),
                ]
                for option in entry.options
            ],
        ]

    def _move(
        self,
        offer: Offer,
        after: State,
        events: tuple[Event, ...],
        seat: Seat,
        number: Mapping[PartId, int],
    ) -> dict[str, Json]:
        """A move in words: itself, what happens, and what is to be decided then."""
        seen = view(after, seat)
        made: dict[str, Json] = {
            "parts": [number[part] for part in offer.parts if part in number],
            "says": self._word(offer.message),
            "told": [self._word(one) for one in told(events, seen)],
            "then": self._word(message(seen)),
            "hand": _hand(after, seat),
        }
        if last := Highlights.after(events).last:
            made["last"] = [ids.space_part(at) for at in last]
        return made


@frozen
class Moment:
    """A decision of a scene."""

    state: State
    action: Action | None = None
    """The action that led to it."""
    events: SecretEvents = Factory(SecretEvents)
    """What happened on the way."""


Items = dict[PartId, list[Json]]
"""What lies on the table: symbol, place, number, and whether it is gone."""


class _Table:
    """What lies on the table in a position, and what moves change of it."""

    def __init__(self, state: State) -> None:
        self.items = _items(state)
        self._placed: dict[ShopTile, tuple[Step, list[Json]]] = {}

    def changed(self, action: Action, after: State) -> list[Json]:
        """What is different after an action.

        A shop looks the same on every site, and there are a hundred ways to place one: it is looked at on one of them.
        """
        if not isinstance(action, PlaceShop):
            return _difference(self.items, _items(after))
        if action.shop not in self._placed:
            self._placed[action.shop] = (action.step, _difference(self.items, _items(after)))
        first, changed = self._placed[action.shop]
        return [_elsewhere(one, first, action.step) for one in changed]


def _elsewhere(item: Json, first: Step, step: Step) -> Json:
    """What lies on a site, on another site."""
    assert isinstance(item, list)
    here = {
        f"space:{first}": f"space:{step}",
        f"house:{first}": f"house:{step}",
        **{f"circle:{first}:{one}": f"circle:{step}:{one}" for one in range(_MOST_CIRCLES)},
    }
    return [here.get(part, part) if isinstance(part, str) else part for part in item]


_MOST_CIRCLES = max(shop.circles for shop in KOSMOS_2008.shops)


def _moments(scene: Scene) -> Iterator[Moment]:
    """The decisions of a scene: its first position, and the one after each of its actions."""
    pending = Moment(scene.before)
    for move in _moves(scene):
        what = step(pending.state, move)
        if isinstance(move, Draw):
            pending = Moment(
                what.state, pending.action, SecretEvents((*pending.events, *what.events))
            )
        else:
            yield pending
            pending = Moment(what.state, move, what.events)
    yield pending


def _moves(scene: Scene) -> Iterator[Move]:
    for move in scene.moves:
        if isinstance(move, str):
            yield from (Draw(card(word)) for word in move.split())
        else:
            yield move


def _items(state: State) -> Items:
    """Everything on the table but for the cards in hand; a place that is named like its part is left out."""
    found: Items = {}
    for item in scene(state):
        more: list[Json] = [item.symbol, "" if item.place == item.id else item.place]
        if item.text or item.gone:
            more.append(item.text)
        if item.gone:
            more.append(1)
        found[item.id] = more
    return found


def _difference(before: Items, after: Items) -> list[Json]:
    """What is new on the table, or elsewhere, and the parts that are no longer there."""
    return [
        *([id, *item] for id, item in after.items() if before.get(id) != item),
        *([id] for id in before if id not in after),
    ]


def _hand(state: State, seat: Seat) -> list[Json]:
    """The cards of a hand, each kind with its number."""
    hand = state.players[seat].hand
    return [[format_card(kind, state.edition), hand.count(kind)] for kind in distinct(hand)]


def _known(state: State) -> list[Json]:
    """For each player the cards that everybody knows to be in their hand."""
    return [
        [format_card(kind, state.edition) for kind in distinct(player.known)]
        for player in state.players
    ]


def _refused(state: State, found: Choices) -> Iterator[tuple[Action, tuple[PartId, ...], Refusal]]:
    """Two things that go by themselves and not together: a card with a figure, a shop with a space."""
    legal = {move.action for move in found.moves}
    for action, parts in chain(_cards_with_figures(state), _shops_with_spaces(state)):
        if action not in legal and (why := explain(state, action)) is not None:
            yield action, parts, why


def _against(
    part: PartId,
    closest: Reason,
    refused: Iterable[tuple[Action, tuple[PartId, ...], Refusal]],
    state: State,
) -> dict[Reason, tuple[Message, ...]]:
    """All reasons against a part: the closest one, and if that is about a pair of things, those of the other pairs.

    Where there are several, each has an action that it refuses.
    """
    others: dict[Reason, tuple[Message, ...]] = {}
    for action, parts, why in refused:
        if part in (*parts, ids.deed_part(type(action))):
            reason = Reason(why.rule, message(why, state), why)
            others.setdefault(reason, (message(action, state),))
    if closest not in others or len(others) == 1:
        return {closest: ()}
    return {closest: others[closest]} | others


def _cards_with_figures(state: State) -> Iterator[tuple[Action, tuple[PartId, ...]]]:
    seat, edition = state.active, state.edition
    steps = ids.figure_steps(state, seat)
    tiles = (False, True) if MOVEMENT in state.player.tiles else (False,)
    for with_tile in tiles:
        for kind in distinct(state.player.hand):
            for origin in sorted({at for at in steps if at is not None}):
                target = min(origin + kind.value, edition.last_step)
                yield (
                    PlayCard(kind, origin, with_tile=with_tile),
                    (
                        ids.card_part(seat, kind, edition),
                        *(
                            ids.figure_part(seat, one)
                            for one, at in enumerate(steps)
                            if at == origin
                        ),
                        *((ids.tile_part(seat, MOVEMENT, edition),) if with_tile else ()),
                        *_place(state, origin),
                        *_place(state, target),
                    ),
                )


def _shops_with_spaces(state: State) -> Iterator[tuple[Action, tuple[PartId, ...]]]:
    if not isinstance(state.phase, TurnStart):
        return
    for shop in distinct(state.player.shops):
        for at in range(CATHEDRAL, len(state.edition.road)):
            parts = (ids.shop_part(state.active, shop, state.edition), *_place(state, at))
            yield PlaceShop(shop, at), parts


def _place(state: State, at: int) -> Iterator[PartId]:
    yield ids.space_part(at)
    for number in range(state.circles(at)):
        yield ids.circle_part(at, number)


# The board


def _empty_board(layout: PageLayout) -> Json:
    """The board without pieces: the symbols, what lies under the pieces, what lies above them, and all places."""
    picture = board(KOSMOS_2008, layout, theme="light")
    defined, _, body = picture.partition("<defs>")[2].partition("</defs>")
    ground, _, rest = body.partition('<g id="things"></g>')
    signs = rest.partition('<g id="figures"></g>')[0]
    where = places(KOSMOS_2008, layout)
    return {
        "symbols": defined,
        "ground": ground,
        "signs": signs,
        "width": where["width"],
        "zones": dict(where["zones"]),
        "places": dict(where["places"]),
        "labels": dict(where["labels"]),
    }


def _style() -> str:
    """The colours of boards on a page: those of its scheme, light or dark."""
    sheets: dict[str, None] = {}
    for layout in LAYOUTS:
        light = board(KOSMOS_2008, layout, theme="light").partition("<style>")[2]
        sheets[light.partition("</style>")[0].replace(".tl-light", ".tl-live")] = None
        dark = board(KOSMOS_2008, layout, theme="dark").partition("<style>")[2]
        forced = dark.index("@media")
        for rule in _ROOT_RULE.findall(dark[:forced]):
            within = '[data-md-color-scheme="slate"] .tl-live'
            sheets[rule.replace(".tl-dark", within)] = None
    return "\n".join(sheets) + "\n"


assert tuple(words_of_pages()) == tuple(LANGUAGE_NAMES)
