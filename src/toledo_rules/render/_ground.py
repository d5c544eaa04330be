"""The ground of a picture: Toledo on its hill, drawn once for an edition and a layout.

The cathedral stands at the lower left, the Alcazar at the upper right, and one paved road climbs between them over
terraces that are held by brick walls. Nothing here depends on a position, and scenery keeps out of the way of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from toledo_rules import parts
from toledo_rules.describe import Language
from toledo_rules.edition import CATHEDRAL, Edition, Step
from toledo_rules.render._geometry import Box, PageLayout
from toledo_rules.render._pen import disc, horseshoe, num, path, rect, star, write
from toledo_rules.render._symbols import Symbols, symbols_of
from toledo_rules.seating import house

_STARS = (
    (30, 20),
    (84, 58),
    (150, 24),
    (214, 70),
    (262, 30),
    (330, 52),
    (392, 22),
    (455, 66),
    (505, 26),
)


_LEAST_SKY = 120
"""Room beside the Alcazar below which the sky is empty."""


def _between(start: float, end: float, step: float) -> Iterator[float]:
    while start < end:
        yield start
        start += step


@lru_cache(maxsize=64)
def ground(edition: Edition, layout: PageLayout, language: Language, scope: str = "") -> str:
    """Return everything that lies under the pieces."""
    return _Painter(symbols_of(edition, layout, language, scope)).everything()


@lru_cache(maxsize=64)
def signs(edition: Edition, layout: PageLayout, language: Language, scope: str = "") -> str:
    """Return the numbers and prices of the spaces, which are above the houses and below the figures."""
    painter = _Painter(symbols_of(edition, layout, language, scope))
    steps = range(CATHEDRAL + 1, len(edition.road))
    drawn = "".join(painter.sign(step) for step in steps)
    return f'<g pointer-events="none">{drawn}</g>'


class _Painter:
    """Paints the ground."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.edition = symbols.edition
        self.geometry = symbols.geometry
        self.size = symbols.geometry.size
        self.small = not self.size.beside
        size, zones = self.size, self.geometry.zones
        board, supply = zones["board"], zones["supply"]
        self.frame = Box(0, 0, size.width, supply.bottom)
        self.inner = self.frame.grown(-size.frame)
        self.top = self.geometry.terraces[-1].y
        self.bottom = board.bottom

    def everything(self) -> str:
        """Return the whole ground."""
        return (
            self.border()
            + self.sky()
            + self.alcazar()
            + self.hill()
            + self.terraces()
            + self.stairs()
            + self.arrows()
            + self.cathedral()
            + self.rack()
        )

    def border(self) -> str:
        """Return a border of tiles."""
        fill = "az1" if self.small else self.symbols.url("azulejo")
        return rect(self.frame, fill, corner=4 if self.small else 9) + rect(
            self.inner.grown(1.2), "ink", corner=3
        )

    # Above the road.

    def sky(self) -> str:
        """Return the sky with its sun, or its moon and stars, far hills and trees."""
        inner, top = self.inner, self.top
        drawn = rect(
            Box(inner.x, inner.y, inner.width, top - inner.y + 64), self.symbols.url("sky")
        )
        room = self.geometry[parts.ALCAZAR].x - inner.x
        if room < _LEAST_SKY:
            return drawn
        x = inner.x + room * 0.72
        y = inner.y + 62
        drawn += disc(x, y, 42, "sun").replace("/>", ' opacity=".3"/>') + disc(x, y, 25, "sun")
        stars = "".join(
            f"M{num(inner.x + across)} {num(inner.y + down)}h.01"
            for across, down in _STARS
            if across < room
        )
        drawn += path(stars, "", "star", 2.2, ' stroke-linecap="round"')
        for across, down, size in ((0.2, 52, 1.0), (0.52, 34, 0.7)):
            drawn += path(
                f"M{num(inner.x + room * across)} {num(inner.y + down + 20)}"
                f"q{num(6 * size)}-{num(16 * size)} {num(26 * size)}-{num(12 * size)}"
                f"q{num(10 * size)}-{num(18 * size)} {num(32 * size)}-{num(8 * size)}"
                f"q{num(20 * size)}-{num(6 * size)} {num(26 * size)} {num(20 * size)}z",
                "cloud",
                more=' opacity=".6"',
            )
        left, right = inner.x, inner.right
        third = (right - left) / 3
        drawn += path(
            f"M{num(left)} {num(top - 46)}q{num(third * 0.5)}-34 {num(third)}-6"
            f"t{num(third)} 0t{num(third)}-6V{num(top + 30)}H{num(left)}z",
            "far0",
        )
        drawn += path(
            f"M{num(left)} {num(top - 18)}q{num(third * 0.5)}-26 {num(third)}-4"
            f"t{num(third)}-2t{num(third)} 0V{num(top + 30)}H{num(left)}z",
            "far1",
        )
        for share, height in ((0.42, 26), (0.46, 20), (0.86, 28)):
            drawn += self.cypress(left + room * share, top + 1, height)
        for share, radius in ((0.3, 8), (0.36, 9), (0.54, 8), (0.6, 7)):
            drawn += self.olive(left + room * share, top, radius)
        for share, width, height in ((0.68, 24, 20), (0.76, 28, 26), (0.93, 22, 18)):
            drawn += self.cottage(Box(left + room * share, top - height, width, height + 2))
        return drawn

    def cottage(self, box: Box) -> str:
        """Return a small house of the town."""
        x, y, width, height = box
        windows = "".join(
            horseshoe(Box(x + 4 + number * 10, y + height * 0.32, 4.5, 7.5))
            for number in range(int(width // 11))
        )
        return (
            rect(box, "town")
            + rect(Box(x + width * 0.62, y, width * 0.38, height), "towns")
            + path(
                f"M{num(x - 2)} {num(y + 0.5)}l{num(width * 0.3)}-8h{num(width * 0.5)}l{num(width * 0.2 + 4)} 8z",
                "roof",
            )
            + path(windows, "win")
        )

    def cypress(self, x: float, y: float, height: float) -> str:
        """Return a tall tree."""
        h = num(height * 0.2)
        return path(
            f"M{num(x)} {num(y)}q-{h}-{num(height * 0.35)} 0-{num(height)}q{h} {num(height * 0.65)} 0 {num(height)}z",
            "treed",
        )

    def olive(self, x: float, y: float, radius: float) -> str:
        """Return a round tree."""
        return path(f"M{num(x)} {num(y)}v-{num(radius)}", "", "timber", 1.6) + path(
            f"M{num(x - radius)} {num(y - radius)}a{num(radius)} {num(radius * 0.85)} 0 1 1 {num(2 * radius)} 0z",
            "tree",
        )

    def alcazar(self) -> str:
        """Return a tower for each player, with a banner and a niche for each figure."""
        geometry, small = self.geometry, self.small
        whole = geometry[parts.ALCAZAR]
        first, last = geometry.towers[0], geometry.towers[-1]
        drawn = rect(
            Box(whole.x + 4, first.y + 14, last.right - whole.x - 8, whole.bottom - first.y - 12),
            "stoned",
        )
        for seat, tower in enumerate(geometry.towers):
            drawn += self.tower(tower)
            banner = Box(
                tower.middle - (13 if small else 19),
                tower.y - (19 if small else 30),
                26 if small else 38,
                20 if small else 32,
            )
            drawn += path(
                f"M{num(banner.x)} {num(banner.y)}h{num(banner.width)}v{num(banner.height)}"
                f"l-{num(banner.width / 2)}-5l-{num(banner.width / 2)} 5z",
                self.symbols.url(f"p{seat}"),
                "ink",
            )
            side = 13.0 if small else 19.5
            y = banner.y + banner.height * 0.43
            drawn += disc(banner.middle, y, side * 0.66, "face", "ink")
            drawn += self.symbols.put(
                f"plain-{seat}" if small else f"sign-{seat}",
                Box(banner.middle - side / 2, y - side / 2, side, side),
            )
        wide, high = self.size.niche
        for place, box in geometry.places.items():
            if place.startswith("alcazar:"):
                arch = Box(
                    box.middle - wide * 0.44, box.bottom - high * 0.68, wide * 0.88, high * 0.68
                )
                drawn += path(horseshoe(arch), "niche", "stoned", 1)
        return drawn

    def tower(self, tower: Box) -> str:
        """Return a tower with its roof."""
        roof = self.size.roof
        merlon = 5.0 if self.small else 8.0
        number = max(2, int(tower.width // (2 * merlon)))
        apart = (tower.width - merlon) / (number - 1)
        merlons = "".join(
            f"M{num(tower.x + place * apart)} {num(tower.y + 1)}v-{num(merlon)}h{num(merlon)}v{num(merlon)}z"
            for place in range(number)
        )
        peak = tower.y - roof + (3 if self.small else 9)
        eaves = tower.width * 0.1
        return (
            path(f"M{num(tower.middle)} {num(peak)}v-{num(peak - tower.y + roof)}", "", "ink", 1.6)
            + path(
                f"M{num(tower.x + eaves)} {num(tower.y)}L{num(tower.middle)} {num(peak)}"
                f"L{num(tower.right - eaves)} {num(tower.y)}z",
                "slate",
            )
            + path(
                f"M{num(tower.middle)} {num(peak)}L{num(tower.right - eaves)} {num(tower.y)}H{num(tower.middle)}z",
                "slated",
            )
            + path(merlons, "stone0", "stoned", 0.8)
            + rect(tower._replace(height=tower.height + 1), self.symbols.url("stone"), "stoned")
            + path(f"M{num(tower.x)} {num(tower.y + 3)}h{num(tower.width)}", "", "stoned")
        )

    # The road.

    def hill(self) -> str:
        """Return the hill under everything."""
        inner, top = self.inner, self.top
        lift = self.size.left and 60
        return path(
            f"M{num(inner.x)} {num(top + lift)}Q{num(inner.x + inner.width * 0.12)} {num(top - 4)} "
            f"{num(inner.x + inner.width * 0.3)} {num(top - 2)}H{num(inner.right)}V{num(self.bottom)}H{num(inner.x)}z",
            self.symbols.url("hill"),
        )

    def terraces(self) -> str:
        """Return the terraces: ground, road and wall of each line."""
        size = self.size
        drawn = ""
        for number, terrace in enumerate(self.geometry.terraces):
            x, y, width, _ = terrace
            road = y + size.building
            wall = road + size.road
            drawn += rect(Box(x, y - 1, width, size.building + 2), f"g{number % 3}")
            courses = "".join(
                f"M{num(x)} {num(down)}h{num(width)}" for down in _between(y + 8, road - 4, 14)
            )
            drawn += path(courses, "", "joint", more=' opacity=".55"')
            drawn += rect(Box(x, road, width, size.road), self.symbols.url("cobbles"))
            drawn += path(
                f"M{num(x)} {num(road + 0.7)}h{num(width)}M{num(x)} {num(wall - 0.7)}h{num(width)}",
                "",
                "edge",
                1.5,
            )
            drawn += self.wall(Box(x, wall, width, size.wall))
        return drawn

    def wall(self, box: Box) -> str:
        """Return a wall of brick with blind arches; patterns begin at its upper left corner."""
        scale = box.height / 16
        return (
            f'<g transform="translate({num(box.x)} {num(box.y)}) scale({scale:.3g})">'
            + rect(Box(0, 0, box.width / scale, 16), self.symbols.url("wall"))
            + path(f"M0 .5h{num(box.width / scale)}", "", "ink", more=' opacity=".5"')
            + "</g>"
        )

    def stairs(self) -> str:
        """Return the stairs from line to line."""
        drawn = ""
        each = 5 if self.small else 7
        for stair in self.geometry.stairs:
            x, y, width, _ = stair
            treads = "".join(
                f"M{num(x + 1)} {num(down)}h{num(width - 2)}"
                for down in _between(y + each, stair.bottom, each)
            )
            size = 4 if self.small else 6
            chevrons = "".join(
                f"M{num(stair.middle - size)} {num(stair.centre + shift)}l{size}-{size}l{size} {size}"
                for shift in (-size * 1.2, size * 0.6)
            )
            drawn += (
                rect(stair, "stone1", "stoned", 1.5)
                + path(treads, "", "stoned", more=' opacity=".8"')
                + path(
                    f"M{num(x)} {num(y)}v{num(stair.height)}M{num(stair.right)} {num(y)}v{num(stair.height)}",
                    "",
                    "stoned",
                    3,
                )
                + path(
                    chevrons, "", "muted", 2.2, ' stroke-linecap="round" stroke-linejoin="round"'
                )
            )
        return drawn

    def arrows(self) -> str:
        """Return small arrows on the road between two spaces."""
        geometry, size = self.geometry, self.size
        tip = 3 if self.small else 4.5
        data = ""
        for number, line in enumerate(geometry.lines):
            way = 1 if geometry.rightward(number) else -1
            for step in line[:-1]:
                box = geometry[parts.space(step)]
                edge = box.right if way > 0 else box.x
                x = edge + way * size.gap / 2
                y = box.y + size.building + size.road / 2
                data += f"M{num(x - way * tip / 2)} {num(y - tip)}l{num(way * tip)} {tip}l{num(-way * tip)} {tip}"
        return path(data, "", "muted", 1.7, ' stroke-linecap="round" stroke-linejoin="round"')

    def sign(self, step: Step) -> str:
        """Return the number of a space, and its price."""
        box, small = self.geometry[house(step)], self.small
        number = str(step)
        if self.edition.road[step].kind == "entrance":
            y = box.bottom + self.size.road / 2
            width = 20.0 if small else 26.0
            plate = Box(box.middle - width / 2, y - 9, width, 18)
            return rect(plate, "face", "ink", 1.1, corner=4) + write(
                number, plate.middle, y, 13, "b"
            )
        width = (14.0 if len(number) == 1 else 18.5) if small else 23.0
        high = 14.0 if small else 18.0
        plate = Box(box.x + 1, box.y, width, high)
        drawn = rect(plate, "face", "ink", 1, corner=3)
        drawn += write(number, plate.middle, plate.centre, 12 if small else 13.5, "b")
        price = self.edition.road[step].price
        side = 17.0 if small else 21.0
        coin = Box(box.right - side, box.y - 0.5, side, side)
        return drawn + (self.symbols.put(f"price-{price}", coin) if price else "")

    # The cathedral.

    def cathedral(self) -> str:
        """Return the cathedral and the place before it."""
        size, geometry = self.size, self.geometry
        whole, church = geometry[parts.space(CATHEDRAL)], geometry.church
        slots = [box for place, box in geometry.places.items() if place.startswith("cathedral:")]
        drawn = ""
        if size.left:
            court = Box(whole.x, church.bottom - 2, size.left, whole.bottom - church.bottom + 2)
            drawn += self.gallery(whole)
            drawn += self.cottage(Box(whole.x + 6, church.y + 14, 24, 20))
            drawn += self.cypress(whole.right - 8, church.bottom, 44)
            drawn += self.cypress(whole.right - 20, church.bottom, 30)
            drawn += rect(court, "g0") + self.wall(
                Box(whole.x, whole.bottom - size.wall, size.left, size.wall)
            )
        else:
            band = Box(self.inner.x, whole.y, self.inner.width, whole.height)
            court = Box(church.right, whole.y, self.inner.right - church.right, whole.height)
            drawn += rect(band, self.symbols.url("hill")) + rect(court.grown(-2), "g0", corner=4)
        drawn += self.church(church)
        for slot in slots:
            drawn += (
                f'<ellipse cx="{num(slot.middle)}" cy="{num(slot.bottom - 2)}" rx="9" ry="3"'
                ' class="tl-f-joint"/>'
            )
        return drawn

    def gallery(self, whole: Box) -> str:
        """Return the wall on which the paintings hang."""
        frames = [
            box
            for place, box in self.geometry.places.items()
            if place.startswith("supply:painting:")
        ]
        if not frames:
            return ""
        y = frames[0].y - 12
        height = frames[-1].bottom - y + 8
        return (
            rect(Box(whole.x + 4, y, whole.width - 8, height), "town", "towns")
            + f'<g transform="translate({num(whole.x)} {num(y - 13)})">'
            + path(
                f"M0 14L8 0H{num(whole.width - 8)}L{num(whole.width)} 14z", self.symbols.url("roof")
            )
            + "</g>"
        )

    def church(self, box: Box) -> str:
        """Return the cathedral: a tower with a spire, a front with a rose window, a dome."""
        x, width, height = box.x, box.width, box.height
        across, down = width / 220, height / 150

        def at(left: float, up: float) -> str:
            return f"{num(x + left * across)} {num(box.bottom - up * down)}"

        def arch(left: float, up: float, wide: float, high: float) -> str:
            return horseshoe(
                Box(x + left * across, box.bottom - up * down, wide * across, high * down)
            )

        windows = "".join(
            arch(left, up, 8, 16) for left, up in ((23, 92), (39, 92), (23, 62), (39, 62))
        )
        windows += "".join(arch(left, 66, 8, 17) for left in (142, 161, 180, 199))
        doors = "".join(arch(left, 40, 16, 40) for left in (70, 88, 106))
        middle, rose = x + 96 * across, box.bottom - 68 * down
        radius = 17 * min(across, down * 1.3)
        return (
            path(f"M{at(120, 0)}L{at(120, 84)}L{at(216, 84)}L{at(216, 0)}z", "stone1", "stoned")
            + path(
                f"M{at(138, 88)}a{num(30 * across)} {num(36 * down)} 0 0 1 {num(60 * across)} 0z",
                "slate",
            )
            + path(f"M{at(168, 118)}L{at(168, 138)}M{at(163, 132)}L{at(173, 132)}", "", "ink", 1.6)
            + path(
                f"M{at(132, 84)}L{at(132, 92)}L{at(204, 92)}L{at(204, 84)}z",
                "stone0",
                "stoned",
                0.8,
            )
            + path(
                f"M{at(62, 0)}L{at(62, 80)}L{at(96, 110)}L{at(130, 80)}L{at(130, 0)}z",
                "stone0",
                "stoned",
            )
            + path(
                f"M{at(12, 0)}L{at(12, 100)}L{at(58, 100)}L{at(58, 0)}z",
                self.symbols.url("stone"),
                "stoned",
            )
            + path(f"M{at(17, 100)}L{at(17, 112)}L{at(53, 112)}L{at(53, 100)}z", "stone0", "stoned")
            + path(f"M{at(20, 112)}L{at(35, 152)}L{at(50, 112)}z", "slate")
            + path(f"M{at(35, 152)}L{at(50, 112)}L{at(35, 112)}z", "slated")
            + path(f"M{at(24, 122)}L{at(46, 122)}M{at(27, 131)}L{at(43, 131)}", "", "gold", 1.6)
            + path(f"M{at(35, 150)}L{at(35, 161)}M{at(31, 157)}L{at(39, 157)}", "", "ink", 1.5)
            + path(windows, "win")
            + disc(middle, rose, radius, "stoned")
            + disc(middle, rose, radius * 0.85, "rose")
            + path(star(middle, rose, radius * 0.7), "", "stone0", 1.4)
            + path(doors, "timber", "stoned")
            + path(
                f"M{at(12, 72)}L{at(58, 72)}M{at(12, 42)}L{at(58, 42)}M{at(130, 36)}L{at(216, 36)}",
                "",
                "stoned",
            )
        )

    def rack(self) -> str:
        """Return the timber on which the supply lies."""
        supply = self.geometry.zones["supply"]
        box = Box(self.inner.x, supply.y, self.inner.width, self.inner.bottom - supply.y)
        planks = "".join(
            f"M{num(box.x)} {num(down)}h{num(box.width)}"
            for down in _between(box.y, box.bottom, 36)
        )
        return rect(box, "rack") + path(planks, "", "plank", 2)
