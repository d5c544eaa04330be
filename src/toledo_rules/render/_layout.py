"""The geometry of pictures: the place of everything, which depends on the edition and the layout and on nothing else.

A position fills places and empties them, but it never moves one. The road climbs from the cathedral to the Alcazar in
lines that run to and fro, in every layout the same; between two lines there is a stair at the edge of the board. Sizes
are in units; at its natural width a picture has one unit per pixel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Literal, NamedTuple, TypeAlias, TypedDict, get_args

from attrs import evolve, field, frozen

from toledo_rules import _pieces
from toledo_rules._multiset import distinct
from toledo_rules._pieces import forecourt, fought, house, niche, over, plaque, pocket
from toledo_rules._scoring import score
from toledo_rules._values import brief, complete
from toledo_rules.edition import CATHEDRAL, Card, Cards, Edition, Seat, Step
from toledo_rules.editions import edition_of
from toledo_rules.errors import PictureError
from toledo_rules.events import Event, RoundFought, told_events
from toledo_rules.state import Duel, PlayerView, State, Transit, View, view

# ------------------------------------------------------------
# The geometry of pictures: the place of everything, which depends on the edition and the layout and on nothing else.

PageLayout: TypeAlias = Literal["wide", "tablet", "phone"]
"""The layouts: for wide pages (1048 units), for tablets (760 units) or for phones (390 units)."""

LAYOUTS: tuple[PageLayout, ...] = get_args(PageLayout)


def rounded(number: float) -> float:
    """Return a coordinate with at most one decimal, for pictures and for programs that draw their own."""
    tenths = round(number * 10)
    return tenths / 10 if tenths % 10 else tenths // 10


class Box(NamedTuple):
    """A rectangle: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> float:
        """The middle from left to right."""
        return self.x + self.width / 2

    @property
    def centre(self) -> float:
        """The middle from top to bottom."""
        return self.y + self.height / 2

    def grown(self, by: float) -> Box:
        """Return the box with a margin around it; a negative margin makes it smaller."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def at_least(self, size: float) -> Box:
        """Return the box, enlarged around its centre to at least this size in both directions."""
        wide, high = max(self.width, size), max(self.height, size)
        return Box(self.middle - wide / 2, self.centre - high / 2, wide, high)


class Label(NamedTuple):
    """A point, a font size, and where the text is: centred on the point (c), to its right (l) or to its left (e)."""

    x: float
    y: float
    size: float
    at: Literal["c", "l", "e"] = "c"


Size: TypeAlias = tuple[float, float]
"""A width and a height."""


@frozen
class Measures:
    """The sizes of a layout."""

    width: float
    """The natural width of the picture."""
    frame: float
    """The border around the board."""
    left: float
    """Width of the cathedral's area to the left of the road; 0 if it lies below."""
    forecourt: float
    """Width of the places of figures that stand before the cathedral."""
    church: float
    """Minimum height of the cathedral if it stands to the left of the road, else its width."""
    pitch: float
    """Maximum distance from one space to the next."""
    gap: float
    """Gap between two spaces, and between two things in the supply."""
    building: float
    """Height of the part of a space where a shop stands."""
    road: float
    """Height of the part of a space where figures stand."""
    wall: float
    """Height of the wall below the road."""
    stair: float
    """Width of a stair."""
    figure: Size
    """Size of a figure on the road."""
    waiting: Size
    """Size of a figure before the cathedral or in the Alcazar."""
    alcazar: float
    """Maximum width of the Alcazar."""
    tower: float
    """Maximum width of a tower of the Alcazar."""
    roof: float
    """Height of the roofs of the Alcazar."""
    niche: Size
    """Size of a niche of the Alcazar, which has room for a figure and the value of a sword."""
    sky: float
    """Minimum height of the part above the road."""
    card: Size
    """Size of a card in hand."""
    stamp: Size
    """Size of a card on the table."""
    pile: Size
    """Size of a pile of cards with its number."""
    sword: Size
    """Size of the place of a sword in the supply."""
    tile: Size
    """Size of the place of a master tile in the supply."""
    painting: Size
    """Size of the place of a painting in the supply."""
    stock: Size
    """Size of the place of metal or gems in the supply."""
    prompt: float
    """Height of the sentence above the hand."""
    beside: bool
    """True if the cards of the turn lie beside the sentence, not above it."""
    abreast: int
    """Number of players' areas side by side."""
    pad: float
    """Padding of panels."""
    space: float
    """Gap between panels."""


_WIDE = Measures(
    width=1048,
    frame=12,
    left=252,
    forecourt=244,
    church=120,
    pitch=118,
    gap=7,
    building=74,
    road=40,
    wall=16,
    stair=40,
    figure=(30, 36.4),
    waiting=(23, 28),
    alcazar=640,
    tower=116,
    roof=50,
    niche=(32, 47),
    sky=150,
    card=(76, 114),
    stamp=(44, 62),
    pile=(50, 90),
    sword=(50, 90),
    tile=(46, 90),
    painting=(58, 46),
    stock=(82, 42),
    prompt=62,
    beside=True,
    abreast=2,
    pad=10,
    space=8,
)

MEASURES: Mapping[PageLayout, Measures] = complete(
    {
        "wide": _WIDE,
        "tablet": evolve(
            _WIDE,
            width=760,
            frame=10,
            left=0,
            church=128,
            pitch=104,
            building=72,
            stair=28,
            alcazar=480,
            card=(72, 108),
            pile=(48, 90),
            sword=(45, 90),
            tile=(42, 90),
            painting=(50, 46),
            stock=(84, 42),
            pad=8,
        ),
        "phone": evolve(
            _WIDE,
            width=390,
            frame=3,
            left=0,
            church=56,
            pitch=60,
            gap=2,
            building=44,
            road=31,
            wall=9,
            stair=18,
            figure=(23.6, 28.6),
            waiting=(22.3, 27),
            alcazar=384,
            tower=94,
            roof=24,
            niche=(26, 40),
            sky=0,
            card=(56, 84),
            stamp=(36, 52),
            pile=(44, 80),
            sword=(45, 80),
            tile=(45, 80),
            painting=(45, 80),
            stock=(78, 29),
            prompt=54,
            beside=False,
            abreast=1,
            pad=6,
            space=6,
        ),
    },
    LAYOUTS,
    "MEASURES",
)


def check_layout(layout: PageLayout) -> None:
    """Raise ValueError for an unknown layout."""
    if layout not in LAYOUTS:
        raise PictureError(f"unknown layout {brief(layout)}: choose one of {', '.join(LAYOUTS)}")


EXTRA = "extra"
"""The place of the card for which the movement tile was used."""
PROMPT = "prompt"
"""The place of the sentence about the pending decision."""


class Places(TypedDict):
    """The places of a picture as JSON."""

    layout: PageLayout
    width: float
    """The width of the picture, in units."""
    height: float
    """The height of the picture with all players of the edition."""
    zones: dict[str, list[float]]
    """The parts of the picture that can be shown by themselves: x, y, width, height."""
    places: dict[str, list[float]]
    """The box of each place: x, y, width, height. A symbol put there fills it."""
    labels: dict[str, list[float | str]]
    """The text of a place that has a number or a name: x, the middle of its height, its font size, and the side of that
    point: c for around it, l for its right, e for its left."""


@frozen(eq=False)
class Geometry:
    """The places of everything in the pictures of an edition and a layout."""

    layout: PageLayout
    size: Measures
    lines: tuple[tuple[Step, ...], ...]
    """The steps after the cathedral in lines, from the bottom. Every other line runs to the left."""
    terraces: tuple[Box, ...]
    """The ground of each line: buildings, road and wall."""
    stairs: tuple[Box, ...]
    """The stair from each line to the next."""
    towers: tuple[Box, ...]
    """The tower of each player in the Alcazar, without its roof."""
    church: Box
    """The building of the cathedral."""
    circles: int
    """The largest number of circles on a space."""
    zones: Mapping[str, Box]
    places: Mapping[str, Box]
    labels: Mapping[str, Label]
    """The number or name that belongs to a place."""
    mats: tuple[Box, ...]
    """The area of each player."""

    def height(self, players: int) -> float:
        """Return the height of a picture with this many players."""
        return max(mat.bottom for mat in self.mats[:players]) + self.size.space

    def __getitem__(self, place: str) -> Box:
        """Return the box of a place."""
        return self.places[place]

    def rightward(self, line: int) -> bool:
        """Return True for a line that runs to the right."""
        return line % 2 == 0


_KNOWN_CARDS = 140
"""The minimum room for those cards of a player that everybody knows."""

_MOST_COLUMNS = 7
"""The maximum number of spaces side by side. A longer row of the road is broken into lines of equal length."""


def lines_of(edition: Edition) -> tuple[tuple[Step, ...], ...]:
    """Return the steps after the cathedral in lines, from the bottom. The entrances belong to the last one.

    >>> from toledo_rules import KOSMOS_2008
    >>> [(line[0], line[-1]) for line in lines_of(KOSMOS_2008)]
    [(1, 7), (8, 13), (14, 21)]
    """
    rows: list[list[Step]] = []
    for step, space in list(enumerate(edition.road))[1:]:
        before = edition.road[step - 1]
        begins = space.row != before.row and space.kind != "entrance"
        if not rows or (begins and before.kind != "cathedral"):
            rows.append([])
        rows[-1].append(step)
    return tuple(line for row in rows for line in _broken(edition, row))


def _broken(edition: Edition, row: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
    """Yield the lines of a row; their lengths differ by at most one space."""
    columns = _columns(edition, row)
    start = 0
    for lines_left in range(ceil(columns / _MOST_COLUMNS), 0, -1):
        length = ceil((len(row) - start) / lines_left)
        yield tuple(row[start : start + length])
        start += length


def _columns(edition: Edition, line: Sequence[Step]) -> int:
    """Return the number of columns of a line: two entrances share one."""
    entrances = sum(edition.road[step].kind == "entrance" for step in line)
    return len(line) - entrances + ceil(entrances / 2)


def flow(
    sizes: Sequence[Size], x: float, y: float, width: float, gap: float
) -> tuple[list[Box], float]:
    """Return boxes laid out like words, in as many lines as they need, and their lower edge."""
    boxes: list[Box] = []
    left, top, high = x, y, 0.0
    for wide, tall in sizes:
        if left > x and left + wide > x + width + 0.01:
            left, top, high = x, top + high + gap, 0.0
        boxes.append(Box(left, top, wide, tall))
        left, high = left + wide + gap, max(high, tall)
    return boxes, top + high


def spread(number: int, size: float, room: float, gap: float) -> float:
    """Return the distance between things side by side: smaller if there is not enough room."""
    return min(size + gap, (room - size) / max(number - 1, 1))


@lru_cache(maxsize=64)
def geometry(edition: Edition, layout: PageLayout) -> Geometry:
    """Return the geometry of the pictures of an edition."""
    return _Draughtsman(edition, layout).drawn()


def places(edition: Edition | str, layout: PageLayout = "wide") -> Places:
    """Return the places of a picture as JSON: a box for each, as x, y, width and height.

    Names are those of `toledo_rules._pieces` (``space:8``, ``circle:8:1``, ``supply:sword:12``, ``player:0:gems``), and
    also ``house:8`` for the shop on a space, ``transit:8`` for a figure without a circle on a full space,
    ``cathedral:0:4`` and ``alcazar:0:4`` for the figures of seat 0 before the cathedral and in the Alcazar,
    ``plaque:0:4`` for the sword under such a figure, ``front`` and ``extra`` for the cards of the turn, ``pocket:3``
    for the cards of a value in the reader's own hand, ``duel:0`` for the card of a fencing round.

    >>> from toledo_rules import KOSMOS_2008
    >>> found = places(KOSMOS_2008, "phone")
    >>> found["width"], found["places"]["circle:8:1"][2:]
    (390, [23.6, 28.6])
    """
    check_layout(layout)
    drawn = geometry(edition_of(edition), layout)

    def all_of(boxes: Mapping[str, Box]) -> dict[str, list[float]]:
        return {name: [*map(rounded, box)] for name, box in boxes.items()}

    return Places(
        layout=layout,
        width=drawn.size.width,
        height=rounded(drawn.height(len(drawn.mats))),
        zones=all_of(drawn.zones),
        places=all_of(drawn.places),
        labels={
            name: [rounded(label.x), rounded(label.y), label.size, label.at]
            for name, label in drawn.labels.items()
        },
    )


def ways(edition: Edition, layout: PageLayout) -> list[list[tuple[float, float]]]:
    """Return the points on a figure's way to each step from the one before: along the wall, and up the stairs."""
    drawn = geometry(edition, layout)
    wall = drawn.size.wall / 2
    row = {step: number for number, line in enumerate(drawn.lines) for step in line}

    def at(step: Step) -> tuple[float, float]:
        box = drawn[_pieces.space_part(step)]
        return box.middle, box.bottom + wall

    church, (x, y) = drawn[_pieces.space_part(CATHEDRAL)], at(CATHEDRAL + 1)
    door = min(max(x, church.x), church.right), min(max(y, church.y), church.bottom)
    found: list[list[tuple[float, float]]] = [[], [door, (x, y)]]
    for step in range(CATHEDRAL + 2, len(edition.road)):
        before, here = at(step - 1), at(step)
        up = [drawn.stairs[row[step - 1]].middle] if row[step] != row[step - 1] else []
        found.append([before, *[(x, y) for x in up for y in (before[1], here[1])], here])
    return found


class _Draughtsman:
    """Lays out a picture from its top to its bottom."""

    def __init__(self, edition: Edition, layout: PageLayout) -> None:
        self.edition = edition
        self.layout = layout
        self.size = MEASURES[layout]
        self.lines = lines_of(edition)
        self.seats = range(edition.most_players)
        circles = [space.circles for space in edition.road] + [s.circles for s in edition.shops]
        self.circles = max(*circles, 1)
        self.places: dict[str, Box] = {}

    def drawn(self) -> Geometry:
        """Return everything."""
        size = self.size
        inner = Box(size.frame, size.frame, size.width - 2 * size.frame, 0)
        top, towers = self.alcazar(inner)
        terraces, stairs, church, bottom = self.hill(inner, top)
        board = Box(0, 0, size.width, bottom)
        end = self.supply(inner, bottom) + size.frame
        dock, below = self.dock(end + size.space)
        mats = self.mats(below + size.space)
        zones = {
            "board": board,
            "supply": Box(0, bottom, size.width, end - bottom),
            "hand": dock,
            **{_pieces.player_part(seat): mat for seat, mat in enumerate(mats)},
        }
        return Geometry(
            layout=self.layout,
            size=size,
            lines=self.lines,
            terraces=terraces,
            stairs=stairs,
            towers=towers,
            church=church,
            circles=self.circles,
            zones=zones,
            places=self.places,
            labels=dict(self.labels()),
            mats=mats,
        )

    # Above the road.

    def alcazar(self, inner: Box) -> tuple[float, tuple[Box, ...]]:
        """Place the Alcazar at the top right; return the y coordinate at which the road may begin, and the towers."""
        size, figures, seats = self.size, self.edition.figures, len(self.seats)
        niche_width, niche_height = size.niche
        wide, gap = size.niche[0] + 4, 8 if size.beside else 3
        abreast = min(seats, max(1, int((size.alcazar + gap) // (wide + gap))))
        width = min(size.tower, (size.alcazar + gap) / abreast - gap)
        columns = max(1, int(width // (niche_width + 1)))
        columns = min(columns, max(1, ceil(figures / ceil(figures / columns))))
        rows = ceil(figures / columns)
        tall = rows * (niche_height + 2) + 6
        left = inner.right - 2 - abreast * (width + gap) + gap
        towers = []
        for seat in self.seats:
            tower = Box(
                left + seat % abreast * (width + gap),
                inner.y + size.roof + seat // abreast * (tall + size.roof),
                width,
                tall,
            )
            towers.append(tower)
            apart = width / columns
            for number in range(figures):
                here = min(columns, figures - number // columns * columns)
                start = tower.middle - here * apart / 2
                x = start + (number % columns + 0.5) * apart
                foot = tower.y + 5 + (number // columns + 1) * (niche_height + 2)
                wide, high = size.waiting
                plate = 14.0 if size.beside else 13.0
                self.places[niche(seat, number)] = Box(
                    x - wide / 2, foot - plate - high + 1, wide, high
                )
                self.places[plaque(seat, number)] = Box(x - 12, foot - plate, 24, plate)
        bottom = max(tower.bottom for tower in towers)
        self.places[_pieces.ALCAZAR] = Box(left, inner.y, inner.right - left, bottom - inner.y)
        return max(bottom, inner.y + size.sky), tuple(towers)

    # The hill: the road with its spaces, and the cathedral.

    def hill(self, inner: Box, top: float) -> tuple[tuple[Box, ...], tuple[Box, ...], Box, float]:
        """Place the terraces and the cathedral; return terraces, stairs, the church and the lower edge."""
        size = self.size
        each = size.building + size.road + size.wall
        left = inner.x + size.left
        bottom = top + each * len(self.lines)
        if size.left:
            bottom = max(bottom, top + self.cathedral_height())
        terraces = tuple(
            Box(left, bottom - (number + 1) * each, inner.right - left, each)
            for number in range(len(self.lines))
        )
        stairs = self.spaces(terraces)
        if size.left:
            church = self.cathedral(Box(inner.x, top, size.left, bottom - top))
            return terraces, stairs, church, bottom
        below = Box(inner.x, bottom, inner.width, self.below_height())
        church = self.cathedral(below)
        return terraces, stairs, church, below.bottom

    def spaces(self, terraces: Sequence[Box]) -> tuple[Box, ...]:
        """Place the spaces of all lines and their circles; return the stairs."""
        size, ground = self.size, terraces[0]
        most = max(_columns(self.edition, line) for line in self.lines)
        full = [_columns(self.edition, line) == most for line in self.lines[:-1]]
        margins = (
            size.stair + 4 if any(full[1::2]) else 3,
            size.stair + 4 if any(full[0::2]) else 3,
        )
        room = ground.width - sum(margins)
        pitch = min(size.pitch, room / most)
        stairs = []
        for number, (line, terrace) in enumerate(zip(self.lines, terraces, strict=True)):
            rightward = number % 2 == 0
            start = terrace.x + margins[0] if rightward else terrace.right - margins[1]
            self.line(line, terrace, start, pitch if rightward else -pitch)
            if number + 1 < len(self.lines):
                x = terrace.right - size.stair - 2 if rightward else terrace.x + 2
                upper = terraces[number + 1]
                high = upper.y + size.building + size.road
                stairs.append(Box(x, high, size.stair, terrace.y + size.building - high + 3))
        return tuple(stairs)

    def line(self, line: Sequence[Step], terrace: Box, start: float, pitch: float) -> None:
        """Place the spaces of a line, from its start in the direction of the pitch."""
        size = self.size
        apart, width = abs(pitch), abs(pitch) - size.gap
        gates = [step for step in line if self.edition.road[step].kind == "entrance"]
        for place, step in enumerate(line):
            if step in gates:
                # Two doors share a column, and the room at the end of the line.
                begin = (len(line) - len(gates)) * apart + size.gap / 2
                most = terrace.right - start if pitch > 0 else start - terrace.x
                wide = min(apart * 0.7, (most - begin - 2) / len(gates)) - 2
                along = begin + gates.index(step) * (wide + 2)
            else:
                wide, along = width, place * apart + size.gap / 2
            x = start + along if pitch > 0 else start - along - wide
            self.space(step, Box(x, terrace.y, wide, size.building + size.road))

    def space(self, step: Step, box: Box) -> None:
        """Place a space: its house, the figure in transit over it, and its circles."""
        size = self.size
        self.places[_pieces.space_part(step)] = box
        self.places[house(step)] = Box(box.x, box.y, box.width, size.building)
        wide, high = size.figure
        self.places[over(step)] = Box(
            box.middle - wide * 0.56, box.y + size.building - high * 0.94, wide * 1.12, high * 1.12
        )
        if self.edition.road[step].kind == "entrance":
            return
        rows, scale = self.rows(box.width)
        each = ceil(self.circles / rows)
        wide, high, band = wide * scale, high * scale, size.road / rows
        across = min(wide + 4, box.width / each)
        for number in range(self.circles):
            x = box.middle + (number % each - (each - 1) / 2) * across
            y = box.y + size.building + number // each * band + (band - high) / 2
            self.places[_pieces.circle_part(step, number)] = Box(x - wide / 2, y, wide, high)

    def rows(self, width: float) -> tuple[int, float]:
        """Return the number of rows of circles on a space, and the scale of its figures: as large as possible."""
        wide, high = self.size.figure
        scales = {
            rows: min(
                1, width / ceil(self.circles / rows) / (wide + 0.6), self.size.road / rows / high
            )
            for rows in range(1, self.circles + 1)
        }
        return max(scales.items(), key=lambda item: (item[1], -item[0]))

    def groups(self, width: float) -> tuple[list[Box], float]:
        """Return the places of all figures before the cathedral from 0, 0 on, and their height."""
        wide, high = self.size.waiting
        apart = max(wide + 1, 24.0)
        figures = self.edition.figures
        each = min(figures, int(width // apart))
        size = (each * apart, ceil(figures / each) * (high + 4))
        boxes, bottom = flow([size] * len(self.seats), 0, 0, width, 2)
        return [
            Box(
                box.x + number % each * apart + (apart - wide) / 2,
                box.y + number // each * (high + 4),
                wide,
                high,
            )
            for box in boxes
            for number in range(figures)
        ], bottom

    def cathedral_height(self) -> float:
        """Return the least height of the cathedral at the left of the road."""
        size = self.size
        return (
            self.gallery(Box(0, 0, size.left, 0))
            + size.church
            + self.groups(size.forecourt)[1]
            + size.wall
            + 18
        )

    def below_height(self) -> float:
        """Return the height of the cathedral below the road, and of what lies beside it."""
        size = self.size
        _, bottom = self.beside(0, 0)
        return max(self.groups(size.forecourt)[1] + 10, bottom + 10, size.church * 0.8)

    def cathedral(self, box: Box) -> Box:
        """Place the figures before the cathedral; return its building."""
        size = self.size
        boxes, tall = self.groups(size.forecourt)
        if size.left:
            left, top = box.x + (size.left - size.forecourt) / 2, box.bottom - size.wall - tall
            shift = 6
            gallery = self.gallery(box)
            high = min(1.6 * size.church, top - 18 - box.y - gallery)
            church = Box(box.x + 8, top - 18 - high, box.width - 16, high)
            whole = Box(box.x, church.y, box.width, box.bottom - church.y)
        else:
            left, top = box.x + size.church + 2, box.y + (box.height - tall) / 2
            shift = 0
            church = Box(box.x + 2, box.y + 4, size.church - 4, box.height - 8)
            self.beside(left + size.forecourt + 4, box.y + 5)
            whole = Box(box.x, box.y, size.church + size.forecourt + 4, box.height)
        self.places[_pieces.space_part(CATHEDRAL)] = whole
        seated = ((seat, number) for seat in self.seats for number in range(self.edition.figures))
        for (seat, number), slot in zip(seated, boxes, strict=True):
            self.places[forecourt(seat, number)] = slot._replace(
                x=left + slot.x, y=top + slot.y - shift
            )
        return church

    def gallery(self, box: Box) -> float:
        """Place the paintings on the wall above the cathedral; return the height of the wall."""
        values = distinct(self.edition.paintings)
        wide, high = self.size.painting
        if not values:
            return 0
        each = min(len(values), int((box.width - 10) // (wide + 10)))
        left = box.middle - (each * (wide + 10) - 10) / 2
        for number, value in enumerate(values):
            self.places[_pieces.painting_part(None, value)] = Box(
                left + number % each * (wide + 10),
                box.y + 26 + number // each * (high + 6),
                wide,
                high,
            )
        return 28 + ceil(len(values) / each) * (high + 6)

    def beside(self, x: float, y: float) -> tuple[list[Box], float]:
        """Place what lies beside the cathedral if it is below the road: all of it on a tablet, material on a phone."""
        size = self.size
        room = size.width - size.frame - x - 2 if x else size.width
        stocks = Box(x, y, size.stock[0], 2 * size.stock[1] + 4)
        self.stocks(stocks)
        if not size.beside:
            return [stocks], stocks.bottom
        piles = Box(stocks.right + 6, y, 2 * size.pile[0] + 6, size.pile[1])
        self.piles(piles)
        values = distinct(self.edition.paintings)
        frames, bottom = flow(
            [size.painting] * len(values), piles.right + 6, y, room - (piles.right + 6 - x), 4
        )
        for value, frame in zip(values, frames, strict=True):
            self.places[_pieces.painting_part(None, value)] = frame
        return [stocks, piles, *frames], max(stocks.bottom, piles.bottom, bottom)

    def stocks(self, box: Box) -> None:
        """Place metal and gems, one below the other."""
        wide, high = self.size.stock
        self.places[_pieces.SUPPLY_METAL] = Box(box.x, box.y, wide, high)
        self.places[_pieces.SUPPLY_GEMS] = Box(box.x, box.bottom - high, wide, high)

    def piles(self, box: Box) -> None:
        """Place the draw pile and the discard pile side by side."""
        wide, high = self.size.pile
        self.places[_pieces.PILE] = Box(box.x, box.y, wide, high)
        self.places[_pieces.DISCARDS] = Box(box.right - wide, box.y, wide, high)

    # The supply.

    def supply(self, inner: Box, top: float) -> float:
        """Place the supply; return the lower edge."""
        size, edition = self.size, self.edition
        things: list[tuple[str, Size]] = []
        if size.left:
            things.append(("piles", (2 * size.pile[0] + 6, size.pile[1])))
        elif not size.beside:
            things.append(("piles", (2 * size.pile[0] + 4, size.pile[1])))
            things += [
                (_pieces.painting_part(None, value), size.painting)
                for value in distinct(edition.paintings)
            ]
        things += [
            (_pieces.sword_part(None, sword, edition), size.sword)
            for sword in distinct(edition.swords)
        ]
        things += [
            (_pieces.tile_part(None, tile, edition), size.tile) for tile in distinct(edition.tiles)
        ]
        if size.left:
            things.append(("stocks", (size.stock[0], 2 * size.stock[1] + 6)))
        gap = 4.0 if size.left else 3.0 if size.beside else 2.0
        boxes, bottom = flow(
            [thing for _, thing in things], inner.x + 6, top + 8, inner.width - 12, gap
        )
        self.justify(things, boxes, inner)
        return bottom + 8

    def justify(self, things: Sequence[tuple[str, Size]], boxes: Sequence[Box], inner: Box) -> None:
        """Place the things of the supply in the middle of their lines."""
        for (name, _), box in zip(things, boxes, strict=True):
            line = [other for other in boxes if other.y == box.y]
            shift = (inner.x + inner.right - line[0].x - line[-1].right) / 2
            moved = box._replace(x=box.x + shift)
            if name == "piles":
                self.piles(moved)
            elif name == "stocks":
                self.stocks(moved)
            else:
                self.places[name] = moved

    # The hand, and the turn.

    def dock(self, top: float) -> tuple[Box, float]:
        """Place the sentence, the cards of turn and duel, and the hand; return the panel and its lower edge."""
        size = self.size
        left, width = size.space, size.width - 2 * size.space
        rounds = 2 * self.edition.rounds_to_win - 1
        wide, high = size.stamp
        strip = min(width - 2 * size.pad, 2 * (wide + 4) + 64 + rounds * (wide + 4) + 12)
        across = left + width - size.pad - strip
        y = top + size.pad + 13
        self.places[_pieces.FRONT] = Box(across, y, wide, high)
        self.places[EXTRA] = Box(across + wide + 4, y, wide, high)
        duel = across + 2 * (wide + 4) + 12
        room = strip - 2 * (wide + 4) - 12
        self.places["duel:attacker"] = Box(duel, y + high / 2 - 14, 28, 28)
        self.places["duel:defender"] = Box(duel + room - 28, y + high / 2 - 14, 28, 28)
        apart = spread(rounds, wide, room - 64, 4)
        for number in range(rounds):
            self.places[fought(number)] = Box(duel + 32 + number * apart, y, wide, high)
        if size.beside:
            prompt = Box(left + size.pad, top + size.pad, across - left - 3 * size.pad, high + 13)
            y += high + 10
        else:
            prompt = Box(left + size.pad, y + high + 6, width - 2 * size.pad, size.prompt)
            y = prompt.bottom + 6
        self.places[PROMPT] = prompt
        values = sorted({card.value for card in self.edition.cards})
        bottom = self.pockets(values, Box(left + size.pad, y, width - 2 * size.pad, 0))
        return Box(left, top, width, bottom + size.pad - top), bottom + size.pad

    def pockets(self, values: Sequence[int], room: Box) -> float:
        """Place the pockets of the hand, one for each value; return the lower edge."""
        size = self.size
        wide, high = size.card
        rows = ceil(len(values) * (wide + 5) / (room.width + 5))
        each = ceil(len(values) / rows)
        width = min((room.width - (each - 1) * 4) / each, 3 * wide)
        for number, value in enumerate(values):
            self.places[pocket(value)] = Box(
                room.x + number % each * (width + 4),
                room.y + number // each * (high + 24),
                width,
                high + 20,
            )
        return room.y + rows * (high + 24) - 4

    # The players' areas.

    def mats(self, top: float) -> tuple[Box, ...]:
        """Place the area of each player, with a place for each kind of thing."""
        size = self.size
        abreast = min(size.abreast, len(self.seats))
        width = (size.width - (size.abreast + 1) * size.space) / size.abreast
        height = self.mat(0, Box(0, 0, width, 0))
        boxes = []
        for seat in self.seats:
            across, down = seat % abreast, seat // abreast
            box = Box(
                size.space + across * (width + size.space),
                top + down * (height + size.space),
                width,
                height,
            )
            self.mat(seat, box)
            self.places[_pieces.player_part(seat)] = box
            boxes.append(box)
        return tuple(boxes)

    def mat(self, seat: Seat, box: Box) -> float:
        """Place everything in the area of a player; return its height."""
        size, edition = self.size, self.edition
        left, width = box.x + size.pad, box.width - 2 * size.pad
        self.places[_pieces.count_part(seat, "fame")] = Box(box.right - 74, box.y + 4, 66, 24)
        y = box.y + 38
        counts = tuple(count for count in _pieces.COUNTS if count != "fame")
        for number, count in enumerate(counts):
            apart = width / len(counts)
            self.places[_pieces.count_part(seat, count)] = Box(
                left + number * apart, y, min(apart, 72) - 4, 26
            )
        self.places[_pieces.hand_part(seat)] = self.places[_pieces.count_part(seat, "cards")]
        things: list[tuple[str, Size]] = [
            *((_pieces.shop_part(seat, s, edition), (25, 36)) for s in distinct(edition.shops)),
            *(
                (_pieces.tile_part(seat, tile, edition), (30, 36))
                for tile in distinct(edition.tiles)
            ),
            *(
                (_pieces.sword_part(seat, sword, edition), (29, 36))
                for sword in distinct(edition.swords)
            ),
            *(
                (_pieces.painting_part(seat, value), (30, 36))
                for value in distinct(edition.paintings)
            ),
        ]
        boxes, bottom = flow([thing for _, thing in things], left, y + 34, width, 2.5)
        for (name, _), place in zip(things, boxes, strict=True):
            self.places[name] = place
        end = boxes[-1].right + 10 if boxes else left
        if left + width - end >= _KNOWN_CARDS:
            known = Box(end, bottom - 31, left + width - end, 26)
        else:
            known = Box(left, bottom + 6, width, 26)
            bottom = known.bottom
        self.places[f"known:{seat}"] = known
        return bottom + size.pad - box.y

    # Numbers and names.

    def labels(self) -> Iterator[tuple[str, Label]]:
        """Yield the places of all numbers and names."""
        small = not self.size.beside
        for place, box in self.places.items():
            kind, _, rest = place.partition(":")
            if kind in (_pieces.PILE, _pieces.DISCARDS):
                yield place, Label(box.middle, box.bottom - 10, 14)
            elif kind == "plaque":
                yield place, Label(box.middle, box.centre, 13)
            elif kind == EXTRA:
                yield place, Label(box.middle, box.bottom - box.height * 0.27, 18)
            elif kind == "supply":
                yield place, _supply_label(rest.partition(":")[0], box, small)
            elif kind == "player":
                yield place, _player_label(rest.split(":"), box)


def _supply_label(kind: str, box: Box, small: bool) -> Label:
    """Return the place of a number in the supply."""
    if kind == "sword":
        return Label(box.right - 16, box.y + 34, 13)
    if kind == "tile" or (kind == "painting" and small):
        return Label(box.middle, box.bottom - 13, 14)
    if kind == "painting":
        return Label(box.right, box.centre, 13, "e")
    return Label(box.right - 9, box.centre, 16 if small else 19, "e")


def _player_label(kind: Sequence[str], box: Box) -> Label:
    """Return the place of a name or a number in a player's area."""
    if len(kind) == 1:
        return Label(box.x + 38, box.y + 16, 16, "l")
    if kind[1:] == ["fame"]:
        return Label(box.right - 8, box.centre, 17, "e")
    if kind[1] in _pieces.COUNTS:
        return Label(box.x + 28, box.centre, 15, "l")
    return Label(box.right - 2, box.bottom - 7.5, 12, "e")


# ------------------------------------------------------------
# The contents of a picture: the hands that it shows, and the marks on it.

# Hands.


@frozen(eq=False)
class VisibleTable:
    """A position as shown in a picture: everything on the table, and the visible hands."""

    public: View
    """The table. Its hand is the one shown large."""
    hands: tuple[Cards | None, ...]
    """The visible hands by seat; None for a hidden one."""

    @classmethod
    def of(cls, shown: State | View) -> VisibleTable:
        """Return the table as shown to a viewer."""
        if isinstance(shown, State):
            hands = tuple(player.hand for player in shown.players)
            return cls(view(shown, shown.active), hands)
        seats = range(len(shown.players))
        return cls(shown, tuple(shown.hand if seat == shown.seat else None for seat in seats))

    @property
    def edition(self) -> Edition:
        """The edition of the game."""
        return self.public.edition

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.public.players))

    @property
    def on_turn(self) -> Seat | None:
        """The player on turn, while the game goes on."""
        return None if self.public.over else self.public.active

    def player(self, seat: Seat) -> PlayerView:
        """Return a player's public possessions."""
        return self.public.players[seat]

    def fame(self, seat: Seat) -> int:
        """Return the points of a player so far (A-158)."""
        return score(self.public, seat).total

    def in_transit(self, step: Step) -> Seat | None:
        """Return the owner of the figure in transit over a step (OCC-01)."""
        phase = self.public.phase
        over = isinstance(phase, (Transit, Duel)) and phase.step == step
        return self.public.active if over else None


# Highlights.


def _steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    return distinct(tuple(sorted(steps)))


def _cards(cards: Iterable[Card]) -> Cards:
    return distinct(tuple(sorted(cards)))


def _rounds(rounds: Iterable[RoundFought]) -> tuple[RoundFought, ...]:
    return tuple(rounds)


@frozen
class Highlights:
    """Marks on a picture, each kind with its own colour and line style.

    >>> from toledo_rules.render import Highlights
    >>> Highlights(origin=3, targets={9, 5})
    Highlights(origin=3, targets=(5, 9), last=(), cards=(), duel=())
    """

    origin: Step | None = None
    """The step of the figure that is about to move: a dashed outline."""
    targets: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps to which it, or a shop, can go: a solid outline. Any iterable of steps will do."""
    last: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps of the last move: a dotted outline."""
    cards: Cards = field(default=(), converter=_cards)
    """Kinds of cards in the hand: a solid outline."""
    duel: tuple[RoundFought, ...] = field(default=(), converter=_rounds)
    """The rounds of the last duel, in order: shown with the cards that were turned up, and the winners."""

    @classmethod
    def after(cls, events: Iterable[Event]) -> Highlights:
        """Return the marks of the last move, from its events (see `toledo_rules.Transition.seen_by`).

        >>> from random import Random
        >>> from toledo_rules import PlaceShop, ShopTile, new_game, transition
        >>> from toledo_rules.render import Highlights
        >>> start = new_game(2, Random(1))
        >>> placed = transition(start, PlaceShop(ShopTile("gem", 2), 7), Random(1))
        >>> Highlights.after(placed.seen_by(None)).last
        (7,)
        """
        last: list[Step] = []
        duel: list[RoundFought] = []
        for event in told_events(events):
            last += _marked_steps(event)
            if isinstance(event, RoundFought):
                duel.append(event)
        return cls(last=tuple(last), duel=tuple(duel))


def _marked_steps(event: Event) -> list[Step]:
    """Return the steps that an event marks as the last move: all steps that it mentions."""
    return [getattr(event, name) for name in ("origin", "step") if hasattr(event, name)]


NOTHING = Highlights()
"""No marks."""
