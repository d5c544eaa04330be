"""Pictures of positions as SVG: the board and the supply, the turn and the hand, the players' areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from attrs import frozen

from toledo_rules import _pieces
from toledo_rules._multiset import distinct
from toledo_rules._pieces import (
    COUNTS,
    Count,
    PartId,
    Seating,
    forecourt,
    fought,
    house,
    niche,
    over,
    plaque,
    pocket,
    seating_at,
)
from toledo_rules._scoring import score
from toledo_rules._values import brief, check_type, complete
from toledo_rules.describe import Labels, Language, describe, labels
from toledo_rules.describe import position as in_prose
from toledo_rules.edition import CATHEDRAL, Card, Cards, Edition, Seat, Step, Sword, Tile
from toledo_rules.editions import edition_of
from toledo_rules.errors import PictureError
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.render._art import (
    TIMES,
    Symbols,
    cut,
    ground,
    hit,
    num,
    path,
    plain,
    rect,
    signs,
    symbols_of,
    wrapped,
    write,
)
from toledo_rules.render._layout import (
    EXTRA,
    NOTHING,
    PROMPT,
    Box,
    Geometry,
    Highlights,
    PageLayout,
    VisibleTable,
    check_layout,
    places,
    rounded,
    spread,
    ways,
)
from toledo_rules.render._palette import THEMES, Theme, duel_name, sheet, style, variables
from toledo_rules.state import (
    Duel,
    Player,
    PlayerView,
    State,
    Transit,
    View,
    Viewer,
    names_at,
    position_of,
    shown_to,
)

if TYPE_CHECKING:
    from toledo_rules._game import Game

# ------------------------------------------------------------
# Tooltips: the name of every part of a picture.

_COUNTS: Mapping[Count, str] = complete(
    {
        "cards": "cards",
        "fame": "fame",
        "metal": "metal",
        "gems": "gems",
        "figures": "figures",
        "inside": "alcazar",
    },
    COUNTS,
    "_COUNTS",
)
"""The label of each number in a player's area."""


class Tooltips:
    """The names of the parts of a position."""

    def __init__(self, view: View, labels: Labels) -> None:
        self.view = view
        self.labels = labels
        self.names = {
            **{
                _pieces.space_part(step): labels.space(view, step)
                for step in range(len(view.edition.road))
            },
            _pieces.ALCAZAR: labels.heading("alcazar"),
            **self._common(),
        }
        for seat in range(len(view.players)):
            self.names |= self._area(seat)
        self.counted = {
            **{
                _pieces.count_part(
                    seat, what
                ): f"{labels.players[seat]}, {labels.label(_COUNTS[what])}"
                for seat in range(len(view.players))
                for what in COUNTS
            },
            _pieces.SUPPLY_METAL: labels.heading("metal"),
            _pieces.SUPPLY_GEMS: labels.heading("gems"),
            _pieces.PILE: labels.heading("pile"),
            _pieces.DISCARDS: self._discards(),
        }

    def title(self, part: PartId, number: str = "") -> str:
        """Return the name of a part, with its number; a figure has the name of its player."""
        if part in self.counted:
            return f"{self.counted[part]}: {number}"
        if part in self.names:
            return self.names[part]
        return self.labels.players[int(part.split(":")[1])]

    def _common(self) -> dict[PartId, str]:
        """Return the names of the supply, and of the cards of the turn."""
        view, labels, edition = self.view, self.labels, self.view.edition
        names = {
            _pieces.sword_part(None, s, edition): labels.sword(s) for s in distinct(edition.swords)
        }
        names |= {
            _pieces.tile_part(None, t, edition): labels.tile(t) for t in distinct(edition.tiles)
        }
        names |= {
            _pieces.painting_part(None, v): labels.painting(v) for v in distinct(edition.paintings)
        }
        if view.front is not None:
            names[_pieces.FRONT] = f"{labels.heading('first_card')}: {labels.card(view.front)}"
        if view.tile_value is not None:
            names[EXTRA] = labels.heading("tile_value", value=view.tile_value)
        return names

    def _area(self, seat: int) -> dict[PartId, str]:
        """Return the names of a player's possessions."""
        labels, edition = self.labels, self.view.edition
        player = self.view.players[seat]
        return {
            **{_pieces.shop_part(seat, shop, edition): labels.shop(shop) for shop in player.shops},
            **{_pieces.tile_part(seat, tile, edition): labels.tile(tile) for tile in player.tiles},
            **{
                _pieces.painting_part(seat, value): labels.painting(value)
                for value in player.paintings
            },
            **{
                _pieces.sword_part(seat, sword, edition): labels.sword(sword)
                for sword in player.swords
            },
            **{
                _pieces.delivered_part(seat, sword, edition): labels.sword(sword)
                for sword in player.delivered
            },
        }

    def _discards(self) -> str:
        """Return the name of the discard pile, and the cards in it."""
        letters = self.labels.duel_letters
        seen = Counter(f"{card.value}{letters[card.colour]}" for card in self.view.discards)
        listed = " ".join(
            name if number == 1 else f"{name}{TIMES}{number}" for name, number in seen.items()
        )
        label = self.labels.heading("discards")
        return f"{label} ({listed})" if listed else label


# ------------------------------------------------------------
# The scene: which symbol lies in which place. It is all that a page needs to draw a position.

FIGURES = "figure:"
"""The prefix of the ids of figures, which are drawn above everything else."""


@frozen
class Item:
    """A symbol in its place."""

    id: PartId
    """The part of the table that it shows, as in `toledo_rules._pieces`."""
    symbol: str
    """The name of the symbol, as in `board`; empty if there is only a text."""
    place: PartId
    """The place, as in `places`."""
    text: str = ""
    """Its number, if it has one."""
    gone: bool = False
    """True if it is absent: its place is shown pale."""


def scene(position: State | View | Game, seating: Seating | None = None) -> tuple[Item, ...]:
    """Return everything on the table but for the cards in hand: a symbol and a place for each part.

    The order is that of drawing. Equal positions and seatings give equal scenes, and hidden cards never affect them, so
    that a server can draw a scene once for all viewers.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> found = {item.id: item for item in scene(new_game(2, Random(1)))}
    >>> found["space:5"].symbol, found["pile"].text, found["figure:1:4"].place
    ('tavern', '74', 'cathedral:1:4')
    """
    seated = seating_at(position, seating)
    position = position_of(position)
    _pieces.check_circles(position)
    return (
        *_spaces(position),
        *_supply(position),
        *(item for seat in range(len(position.players)) for item in _mat(position, seat)),
        *_alcazar(position, seated),
        *_figures(position, seated),
    )


def _spaces(position: State | View) -> Iterator[Item]:
    for step, space in enumerate(position.edition.road):
        if step == CATHEDRAL:
            continue
        shop = position.shops[step]
        if shop is not None:
            symbol, ring = f"house-{shop.owner}-{shop.kind}", f"ring-{shop.owner}"
        else:
            symbol, ring = "gate" if space.kind == "entrance" else space.kind, "ring"
        yield Item(_pieces.space_part(step), symbol, house(step))
        for number in range(position.circles(step)):
            circle = _pieces.circle_part(step, number)
            yield Item(circle, ring, circle)


def _many(number: int) -> str:
    return f"{TIMES}{number}"


def _supply(position: State | View) -> tuple[Item, ...]:
    pile = position.pile if isinstance(position.pile, int) else len(position.pile)
    return _supply_items(
        position.edition,
        (pile, len(position.discards), position.metal, position.gems),
        (position.front, position.tile_value),
        (position.swords, position.tiles, position.paintings),
    )


# A move changes little on the table, so unchanged items are reused.
@lru_cache(maxsize=256)
def _supply_items(
    edition: Edition,
    counts: tuple[int, int, int, int],
    turn: tuple[Card | None, int | None],
    things: tuple[tuple[Sword, ...], tuple[Tile, ...], tuple[int, ...]],
) -> tuple[Item, ...]:
    (pile, discards, metal, gems), (front, tile_value) = counts, turn
    swords, tiles, paintings = things
    found = [
        Item(place, symbol if number else "empty", place, str(number))
        for place, symbol, number in (
            (_pieces.PILE, "pile", pile),
            (_pieces.DISCARDS, "discards", discards),
        )
    ]
    if front is not None:
        found.append(Item(_pieces.FRONT, f"stamp-{format_card(front, edition)}", _pieces.FRONT))
    if tile_value is not None:
        found.append(Item(EXTRA, "extra", EXTRA, str(tile_value)))
    found.append(Item(_pieces.SUPPLY_METAL, "metal", _pieces.SUPPLY_METAL, str(metal)))
    found.append(Item(_pieces.SUPPLY_GEMS, "gems", _pieces.SUPPLY_GEMS, str(gems)))
    for sword in distinct(edition.swords):
        place, symbol = (
            _pieces.sword_part(None, sword, edition),
            f"sword-{format_sword(sword, edition)}",
        )
        found.append(_pile(place, symbol, swords.count(sword)))
    for tile in distinct(edition.tiles):
        place, symbol = _pieces.tile_part(None, tile, edition), f"tile-{format_tile(tile, edition)}"
        found.append(_pile(place, symbol, tiles.count(tile)))
    for value in distinct(edition.paintings):
        place = _pieces.painting_part(None, value)
        found.append(_pile(place, f"painting-{value}", paintings.count(value)))
    return tuple(found)


def _pile(place: PartId, symbol: str, number: int) -> Item:
    return Item(place, symbol, place, _many(number), not number)


def _mat(position: State | View, seat: Seat) -> tuple[Item, ...]:
    cards = position.players[seat].cards if isinstance(position, View) else _hand(position, seat)
    fame = score(position, seat).total
    return _mat_items(position.edition, seat, position.players[seat], cards, fame)


@lru_cache(maxsize=256)
def _mat_items(
    edition: Edition, seat: Seat, player: Player | PlayerView, cards: int, points: int
) -> tuple[Item, ...]:
    fame = _pieces.count_part(seat, "fame")
    found = [
        Item(_pieces.player_part(seat), f"mat-{seat}", _pieces.player_part(seat)),
        Item(fame, "", fame, str(points)),
    ]
    counts: tuple[tuple[Count, str, int], ...] = (
        ("cards", "cards", cards),
        ("metal", "metal", player.metal),
        ("gems", "gem", player.gems),
        ("figures", "figures", len(player.figures)),
        ("inside", "inside", player.inside),
    )
    for what, symbol, number in counts:
        place = _pieces.count_part(seat, what)
        found.append(Item(place, f"count-{symbol}", place, str(number)))
    things = (
        *(
            (
                _pieces.shop_part(seat, shop, edition),
                f"shop-{seat}-{format_shop(shop, edition)}",
                player.shops.count(shop),
            )
            for shop in distinct(player.shops)
        ),
        *(
            (
                _pieces.tile_part(seat, tile, edition),
                f"own-tile-{format_tile(tile, edition)}",
                player.tiles.count(tile),
            )
            for tile in distinct(edition.tiles)
            if tile in player.tiles
        ),
        *(
            (
                _pieces.painting_part(seat, value),
                f"own-painting-{value}",
                player.paintings.count(value),
            )
            for value in distinct(edition.paintings)
            if value in player.paintings
        ),
        *(
            (
                _pieces.sword_part(seat, sword, edition),
                f"own-sword-{format_sword(sword, edition)}",
                player.swords.count(sword),
            )
            for sword in distinct(player.swords)
        ),
    )
    found += (
        Item(place, symbol, place, _many(number) if number > 1 else "")
        for place, symbol, number in things
    )
    return tuple(found)


def _hand(position: State, seat: Seat) -> int:
    return len(position.players[seat].hand)


def _alcazar(position: State | View, seated: Seating) -> Iterator[Item]:
    for seat, swords in enumerate(seated.niches):
        shown: Counter[PartId] = Counter()
        for number, sword in enumerate(swords):
            place = plaque(seat, number)
            if sword is None:
                yield Item(place, "plaque", place, "\N{EN DASH}")
                continue
            part = _pieces.delivered_part(seat, sword, position.edition)
            shown[part] += 1
            # Equal swords are one part: the first of them carries its id.
            yield Item(part if shown[part] == 1 else place, "plaque", place, str(sword.value))


def figure_places(position: State | View, seated: Seating, seat: Seat) -> tuple[PartId, ...]:
    """Return the places of a player's figures, by their numbers (see `parts.figure_steps`)."""
    places: list[PartId] = []
    taken: Counter[Step] = Counter()
    inside = 0
    phase = position.phase
    pending = phase.step if isinstance(phase, (Transit, Duel)) and seat == position.active else None
    standing = len(position.players[seat].figures)
    for number, step in enumerate(_pieces.figure_steps(position, seat)):
        if step is None:
            places.append(niche(seat, inside))
            inside += 1
        elif number >= standing and step == pending:
            places.append(over(step))
        elif step == CATHEDRAL:
            places.append(forecourt(seat, taken[step]))
            taken[step] += 1
        else:
            own = [circle for circle, owner in enumerate(seated.circles[step]) if owner == seat]
            places.append(_pieces.circle_part(step, own[taken[step]]))
            taken[step] += 1
    return tuple(places)


def _figures(position: State | View, seated: Seating) -> Iterator[Item]:
    for seat in range(len(position.players)):
        for number, place in enumerate(figure_places(position, seated, seat)):
            yield Item(_pieces.figure_part(seat, number), f"figure-{seat}", place)


# ------------------------------------------------------------
# Pictures of positions as SVG: the board and the supply, the turn and the hand, the players' areas.

TARGET = 25.0
"""The minimum size of a click target, so that it has 24 pixels at every size at which a layout is used."""

Extent: TypeAlias = Literal["table", "board"]
"""The whole table, or only the board with the supply."""
EXTENTS: tuple[Extent, ...] = get_args(Extent)


class Picture(str):
    """The text of an SVG file. A notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    position: State | View | Game,
    *,
    seat: Viewer = "all",
    seating: Seating | None = None,
    highlights: Highlights = NOTHING,
    theme: Theme = "auto",
    layout: PageLayout = "wide",
    extent: Extent = "table",
    language: Language = "en",
    names: Sequence[str] = (),
) -> Picture:
    """Return a picture of a position: the board, the supply, the players' areas and the visible hands.

    A picture shows what the position contains: every hand of a `State`, that of the player on turn large and the others
    in the players' areas; of a `View` only the hand of its seat. Pass `seat` to draw a `State` as one player sees it,
    or None as a spectator does. Equal positions give equal pictures. From one picture to the next nothing moves but the
    pieces: every place depends only on the edition and the layout (see `places`).

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> state = new_game(2, Random(1))
    >>> picture = svg(state, seat=0, layout="phone", language="de")
    >>> picture[:27], "Rot ist an der Reihe" in picture
    ('<svg xmlns="http://www.w3.o', True)
    >>> svg(state, seat=1) == svg(view(state, 1))
    True

    Everything that can be pointed at has the id of `toledo_rules._pieces`: ``space:8``, ``circle:8:1``, ``figure:0:4``,
    ``hand:0:4va``, ``supply:sword:12``. In a browser, ``event.target.closest("[id]")`` finds it. The whole of a space
    can be clicked.

    Args:
        position: the position, or what one seat sees of it.
        seat: the player whose hand is shown; None for no hand, "all" for every hand in the position. A game must be
            shown to somebody.
        seating: the circles that figures stand on (see `toledo_rules._pieces`); in the order of seats if not given.
        highlights: marks on the board and the hand.
        theme: light, dark, as the reader's system prefers, or black on white for printers.
        layout: wide (1048 units), tablet (760 units) or phone (390 units).
        extent: the whole table, or only the board with the supply.
        language: the language of all texts and tooltips.
        names: the players' names by seat. A player without one goes by the colour. A game knows its own.

    Raises:
        ValueError: the theme, layout, extent, language or seat is unknown, the view is another seat's, or a shop has
            more circles than any of the edition.
    """
    check_layout(layout)
    _check_theme(theme)
    check_type("highlights", highlights, Highlights)
    if extent not in EXTENTS:
        raise PictureError(f"unknown extent {brief(extent)}: choose one of {', '.join(EXTENTS)}")
    shown, names = shown_to(position, seat), names_at(position, names)
    table = VisibleTable.of(shown)
    sentence = describe(shown, language=language, names=names)
    drawing = _Drawing(
        table=table,
        seating=seating_at(position, seating),
        highlights=highlights,
        symbols=symbols_of(table.edition, layout, language),
        labels=labels(table.edition, language, names),
        language=language,
        whole=extent == "table",
    )
    body = ground(table.edition, layout, language) + drawing.everything(sentence)
    geometry = drawing.geometry
    whole = geometry.height(len(table.public.players))
    height = ceil(whole if extent == "table" else geometry.zones["supply"].bottom)
    return _document(
        drawing.symbols,
        theme,
        body,
        height,
        language,
        words=(sentence, in_prose(shown, language=language, names=names)),
        page=extent == "table",
    )


def _check_theme(theme: Theme) -> None:
    if theme not in THEMES:
        raise PictureError(f"unknown theme {brief(theme)}: choose one of {', '.join(THEMES)}")


def _document(
    symbols: Symbols,
    theme: Theme,
    body: str,
    height: float,
    language: Language,
    *,
    words: tuple[str, str],
    page: bool,
) -> Picture:
    """Return a complete SVG document."""
    width, (title, told) = num(symbols.geometry.size.width), words
    defined = symbols.definitions(body)
    root = f"{symbols.scope}-{theme}"
    if page:
        body = f'<rect width="{width}" height="{num(height)}" class="tl-f-page"/>{body}'
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {num(height)}" width="{width}"'
        f' height="{num(height)}" class="{root}" role="img" lang="{language}">'
        f"<title>{plain(title)}</title><desc>{plain(told)}</desc>"
        f"<style>{style(symbols.edition, theme, root, defined + body)}</style>"
        f"<defs>{defined}</defs>{body}</svg>\n"
    )


def board(
    edition: Edition | str,
    layout: PageLayout = "wide",
    *,
    theme: Theme = "auto",
    language: Language = "en",
) -> Picture:
    """Return the board without pieces, with all symbols defined: a page draws on it by `scene`.

    It has two empty layers, the groups with the ids ``things`` and ``figures``. For each item of a scene a page adds a
    ``use`` of the symbol ``#tl-<name>`` with the box of its place, and a ``text`` with the label of its place; items
    whose id begins with ``figure:`` go to the upper layer.

    >>> from toledo_rules import KOSMOS_2008
    >>> empty = board(KOSMOS_2008, "phone")
    >>> '<symbol id="tl-figure-0"' in empty, '<g id="figures"' in empty
    (True, True)
    """
    check_layout(layout)
    _check_theme(theme)
    edition = edition_of(edition)
    symbols = symbols_of(edition, layout, language, "tl")
    defined, body = symbols.everything(), _board(edition, layout, language, marked=False)
    width, height = num(symbols.geometry.size.width), num(symbols.geometry.zones["supply"].bottom)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" class="tl-{theme}" lang="{language}">'
        f"<style>{style(edition, theme, f'tl-{theme}', defined + body)}</style>"
        f"<defs>{defined}</defs>{body}</svg>\n"
    )


def drawing(
    edition: Edition | str, layout: PageLayout = "wide", *, language: Language = "en"
) -> dict[str, object]:
    """Return everything that a page needs to draw tables of an edition by itself, as JSON.

    - ``svg``: the board, as of `board`, without a style sheet; its root has the class ``tl-root``. The banner on the
      tower of a seat is a group such as ``banner:0``, for a page to hide where nobody sits.
    - ``style``: the style sheet, in which colours are variables.
    - ``palette``: the variables by theme, ``light``, ``dark``, ``print`` and ``forced``.
    - ``symbols``: the width and height of each symbol.
    - ``places``: the places, as of `places`.
    - ``ways``: for each step the points, x and y, along which a figure gets there from the step before. A longer way is
      made of the ways of all steps after the first.

    >>> found = drawing("kosmos-2008", "phone")
    >>> found["palette"]["dark"]["--tl-ink"], found["symbols"]["figure-0"], len(found["ways"])
    ('#f5eddd', [28, 34], 22)
    """
    check_layout(layout)
    edition = edition_of(edition)
    symbols = symbols_of(edition, layout, language, "tl")
    defined, body = symbols.everything(), _board(edition, layout, language, marked=True)
    view_box = (
        f"0 0 {num(symbols.geometry.size.width)} {num(symbols.geometry.zones['supply'].bottom)}"
    )
    return {
        "svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" class="tl-root"'
        f' lang="{language}"><defs>{defined}</defs>{body}</svg>',
        "style": sheet(defined + body),
        "palette": variables(edition),
        "symbols": symbols.sizes(),
        "places": places(edition, layout),
        "ways": [[[rounded(x), rounded(y)] for x, y in way] for way in ways(edition, layout)],
    }


def _board(edition: Edition, layout: PageLayout, language: Language, *, marked: bool) -> str:
    return (
        ground(edition, layout, language, "tl", marked=marked)
        + '<g id="things"></g>'
        + signs(edition, layout, language, "tl")
        + '<g id="figures"></g>'
    )


@frozen(eq=False)
class _Drawing:
    """The pieces of one position."""

    table: VisibleTable
    seating: Seating
    highlights: Highlights
    symbols: Symbols
    labels: Labels
    language: Language
    whole: bool

    @property
    def geometry(self) -> Geometry:
        return self.symbols.geometry

    def everything(self, sentence: str) -> str:
        """Return all layers above the ground."""
        view = self.table.public
        edition, layout, language = view.edition, self.geometry.layout, self.language
        items = scene(view, self.seating)
        if not self.whole:
            bottom = self.geometry.zones["supply"].bottom
            items = tuple(item for item in items if self.geometry[item.place].y < bottom)
        tips = Tooltips(view, self.labels)
        things = [item for item in items if not item.id.startswith(FIGURES)]
        figures = [item for item in items if item.id.startswith(FIGURES)]
        return (
            self.cathedral(tips)
            + (self.dock(sentence) if self.whole else "")
            + self.things(things, tips)
            + signs(edition, layout, language)
            + self.marks()
            + "".join(self.item(item, tips) for item in figures)
            + (self.mats() if self.whole else "")
        )

    # Things in their places.

    def part(self, name: str, title: str, inner: str) -> str:
        """Return a part of the table with its id and its tooltip."""
        return f'<g id="{plain(name)}"><title>{plain(title)}</title>{inner}</g>'

    def cathedral(self, tips: Tooltips) -> str:
        """Return the cathedral as a part that can be clicked."""
        name = _pieces.space_part(CATHEDRAL)
        alcazar = hit(self.geometry[_pieces.ALCAZAR])
        church = hit(self.geometry[name])
        return self.part(name, tips.title(name), church) + self.part(
            _pieces.ALCAZAR, tips.title(_pieces.ALCAZAR), alcazar
        )

    def things(self, items: Sequence[Item], tips: Tooltips) -> str:
        """Return everything but the figures; circles are inside their spaces."""
        drawn = ""
        for item in items:
            if item.id.startswith("circle:"):
                box = self.geometry[item.place]
                circle = hit(box.at_least(TARGET)) + self.symbols.put(item.symbol, box)
                drawn = f'{drawn[: -len("</g>")]}<g id="{item.id}">{circle}</g></g>'
            else:
                drawn += self.item(item, tips)
        return drawn

    def item(self, item: Item, tips: Tooltips) -> str:
        """Return a symbol in its place, with its number."""
        geometry = self.geometry
        box = geometry[item.place]
        inner = ""
        if item.id.startswith("space:"):
            # The whole of a space can be clicked: its house and the road in front of it.
            inner += hit(geometry[item.id])
        else:
            inner += hit(box.at_least(TARGET))
        if item.symbol:
            inner += self.symbols.put(item.symbol, box, ' class="tl-gone"' if item.gone else "")
        if item.text:
            label = geometry.labels[item.place]
            inner += write(item.text, label.x, label.y, label.size, "b", at=label.at)
        return self.part(item.id, tips.title(item.id, item.text), inner)

    # The turn and the hand.

    def dock(self, sentence: str) -> str:
        """Return the pending decision, the cards of the turn and of a duel, and the hand that is shown large."""
        geometry, size = self.geometry, self.geometry.size
        prompt = geometry[PROMPT]
        high = 17 if size.beside else 14
        lines = wrapped(
            sentence, high, prompt.width, int(prompt.height // (high * 1.25)), bold=True
        )
        drawn = rect(geometry.zones["hand"], "panel", "line", 1, corner=10)
        drawn += "".join(
            write(line, prompt.x, prompt.y + high * (0.7 + number * 1.25), high, "n", at="l")
            for number, line in enumerate(lines)
        )
        for place, heading in ((_pieces.FRONT, "first_card"), ("duel:attacker", "duel")):
            text = cut(self.labels.heading(heading), 12, 2 * geometry.size.stamp[0] + 16)
            x, y = geometry[place].x, geometry[_pieces.FRONT].y - 8
            drawn += write(text, x, y, 12, fill="muted", at="l")
        drawn += self.slot(geometry[_pieces.FRONT]) + self.slot(geometry[EXTRA])
        return drawn + self.duel() + self.pockets()

    def slot(self, box: Box) -> str:
        """Return an empty place."""
        inner = rect(box.grown(-1), "", "line", 1, corner=4)
        return f'<g stroke-dasharray="2.500 2.500">{inner}</g>'

    def duel(self) -> str:
        """Return a duel: the rivals with the rounds they have won, and the cards that were turned up."""
        geometry, phase = self.geometry, self.table.public.phase
        rounds = self.highlights.duel
        drawn = ""
        if isinstance(phase, Duel):
            for place, seat, won in (
                ("duel:attacker", self.table.public.active, phase.attacker_wins),
                ("duel:defender", phase.rival, phase.defender_wins),
            ):
                box = geometry[place]
                drawn += self.symbols.put(f"sign-{seat}", box.grown(-2))
                drawn += write(str(won), box.middle, box.bottom + 10, 15, "b")
        most = 2 * self.table.edition.rounds_to_win - 1
        for number in range(most):
            box = geometry[fought(number)]
            drawn += self.slot(box)
            if number < len(rounds):
                card = format_card(rounds[number].card, self.table.edition)
                sign = Box(box.right - 15, box.y - 10, 20, 20)
                drawn += self.symbols.put(f"stamp-{card}", box)
                drawn += self.symbols.put(f"sign-{rounds[number].winner}", sign)
        return drawn

    def pockets(self) -> str:
        """Return the pockets of the hand, one for each value, with the cards in them."""
        edition, view = self.table.edition, self.table.public
        drawn = ""
        hand = view.hand if view.seat is not None else ()
        for value in sorted({card.value for card in edition.cards}):
            box = self.geometry[pocket(value)]
            drawn += rect(box, "panel2", "line", 1, corner=8)
            cards = [card for card in distinct(hand) if card.value == value]
            drawn += self.fan(cards, hand, box) if cards else self.no_card(value, box)
        if view.seat is None:
            return drawn
        return self.part(_pieces.hand_part(view.seat), self.labels.heading("hand"), drawn)

    def no_card(self, value: int, box: Box) -> str:
        """Return an empty pocket."""
        width, height = self.geometry.size.card
        place = Box(box.middle - width / 2, box.y + 8, width, height)
        return self.slot(place.grown(-3)) + write(
            str(value), place.middle, place.centre, 26, "n", fill="line"
        )

    def fan(self, cards: Sequence[Card], hand: Cards, box: Box) -> str:
        """Return the cards of a pocket, as large as possible while each can be seen and clicked."""
        view, size = self.table.public, self.geometry.size
        assert view.seat is not None
        width, height = size.card
        apart = spread(len(cards), width, box.width - 8, 4)
        if len(cards) == 1 or apart >= TARGET:
            left = box.middle - (apart * (len(cards) - 1) + width) / 2
            places = [Box(left + n * apart, box.y + 8, width, height) for n in range(len(cards))]
        else:
            apart = 0
            grid = self.grid(*size.stamp, box)
            places = (grid if len(grid) >= len(cards) else self.grid(28, 26, box))[: len(cards)]
        drawn = ""
        for card, place in zip(cards, places, strict=False):
            inner = self.in_hand(card, place, hand.count(card), apart)
            if card in self.highlights.cards:
                inner += rect(place.grown(1), "", "accent", 3.5, corner=place.width * 0.11)
            name = _pieces.card_part(view.seat, card, self.table.edition)
            drawn += self.part(name, self.labels.card(card), inner)
        return drawn

    def grid(self, width: float, height: float, box: Box) -> list[Box]:
        """Return as many boxes of a size as fit into a pocket."""
        across, down = int((box.width + 1) // width), int((box.height + 1) // height)
        left, top = box.middle - across * width / 2, box.centre - down * height / 2
        return [
            Box(left + x * width, top + y * height, width, height)
            for y in range(down)
            for x in range(across)
        ]

    def in_hand(self, card: Card, place: Box, many: int, apart: float) -> str:
        """Return a card in hand in its place: as a card, a stamp or a chip, with the number of equal ones."""
        size, name = self.geometry.size, format_card(card, self.table.edition)
        number = f"{TIMES}{many}" if many > 1 else ""
        if place.height == size.card[1]:
            drawn = self.symbols.put(f"card-{name}", place)
            badge = Box(place.x + (apart or place.width) - 28, place.bottom - 7, 26, 17)
        elif place.height == size.stamp[1]:
            drawn = self.symbols.put(f"stamp-{name}", place)
            badge = Box(place.right - 21, place.y, 21, 15)
        else:
            return self.chip(card, place.grown(-0.5), number)
        if number:
            drawn += rect(badge, "face", "ink", 1, corner=7)
            drawn += write(number, badge.middle, badge.centre, 12, "b")
        return drawn

    # The players' areas.

    def mats(self) -> str:
        """Return the names of the players, the sign of the turn, and the cards that are known."""
        drawn = ""
        for seat in self.table.seats:
            mat = self.geometry.mats[seat]
            label = self.geometry.labels[_pieces.player_part(seat)]
            room = mat.width - 142
            name = cut(self.labels.players[seat], label.size, room, bold=True)
            drawn += write(name, label.x, label.y, label.size, "n", at="l")
            if seat == self.table.on_turn:
                drawn += rect(mat.grown(1), "", "ink", 3, corner=11)
                drawn += path(f"M{num(mat.right - 102)} {num(mat.y + 9)}l11 7l-11 7z", "ink")
            drawn += self.cards(seat)
        return drawn

    def cards(self, seat: Seat) -> str:
        """Return the cards of a player that are visible, unless the hand is shown large: all, or the known ones."""
        hand, part = self.table.hands[seat], _pieces.card_part
        if hand is None or seat == self.table.public.seat:
            hand, part = self.table.player(seat).known, _pieces.known_part
        edition, box = self.table.edition, self.geometry[f"known:{seat}"]
        kinds = distinct(hand)
        room = int((box.width + 2) // 30)
        shown = kinds if len(kinds) <= room else kinds[: room - 1]
        drawn = ""
        for number, card in enumerate(shown):
            many = hand.count(card)
            chip = self.chip(
                card, Box(box.x + number * 30, box.y, 28, 26), f"{TIMES}{many}" if many > 1 else ""
            )
            drawn += self.part(part(seat, card, edition), self.labels.card(card), chip)
        if len(shown) < len(kinds):
            x = box.x + len(shown) * 30
            drawn += write(f"+{len(kinds) - len(shown)}", x, box.centre, 13, "b", at="l")
        return drawn

    def chip(self, card: Card, box: Box, number: str) -> str:
        """Return a card for a list: its value and letter, the highlighted side, and the number of equal ones."""
        colour = duel_name(self.table.edition, card.colour)
        ink = f"i{colour}"
        text = f"{card.value}{self.labels.duel_letters[card.colour]}"
        x = box.middle - (13 if number else 5)
        drawn = rect(box, colour, "ink", 1, corner=3)
        drawn += write(text, box.middle, box.y + 7.5, 12, "b", fill=ink)
        drawn += self.symbols.put(
            f"i-{card.stance}", Box(x, box.bottom - 11, 9.5, 9.5), f' class="tl-f-{ink}"'
        )
        if number:
            drawn += write(number, box.middle - 3, box.bottom - 6.5, 12, "b", fill=ink, at="l")
        return drawn

    # Marks.

    def marks(self) -> str:
        """Return the marks on the board: where a figure starts, where it can go, and the last move."""
        marked = self.highlights
        drawn = "".join(self.outline(step, "last") for step in marked.last)
        if marked.origin is not None:
            drawn += self.outline(marked.origin, "origin")
        drawn += "".join(self.outline(step, "target") for step in marked.targets)
        return f'<g pointer-events="none">{drawn}</g>' if drawn else ""

    def outline(self, step: Step, kind: str) -> str:
        """Return an outline around a space; for the cathedral, around its building."""
        geometry = self.geometry
        place = geometry.church if step == CATHEDRAL else geometry[_pieces.space_part(step)]
        margin = 3.0 if geometry.size.beside else 1.0
        box = place.grown(margin)
        halo = rect(box, "", "face", 6 if geometry.size.beside else 5, corner=8)
        if kind == "target":
            tint = rect(box, "accent", corner=8).replace("/>", ' opacity=".1"/>')
            return f'<g class="tl-target">{tint}{halo}{rect(box, "", "accent", 3, corner=8)}</g>'
        if kind == "origin":
            line = rect(box, "", "accent", 3, corner=8)
            return f'<g class="tl-origin">{halo}<g stroke-dasharray="9 5">{line}</g></g>'
        line = rect(box, "", "ink", 2.4, corner=8)
        return f'<g class="tl-last"><g class="tl-dots">{line}</g></g>'
