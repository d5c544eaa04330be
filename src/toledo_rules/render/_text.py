"""Positions and scores as text, for a terminal of 80 columns.

The road winds from the cathedral, at the bottom, up to the Alcazar. Each box is a space: at its top are its step and
the letter of the player who owns its shop, at its bottom the least card that pays for its use; ``( )`` is a free
circle, ``(B)`` a circle with a figure of Blue, ``+R`` a figure of Red that found no free circle. Below the road are the
supply, everything that the players have, and the pending decision. Cards are in the notation of
`toledo_rules.notation`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from toledo_rules._pieces import shops_in_order, tiles_in_order
from toledo_rules._scoring import SCORE_RULES, ScoreKind, score
from toledo_rules._values import complete
from toledo_rules.describe import Labels, Language, describe, labels
from toledo_rules.edition import CATHEDRAL, Card, Cards, Edition, Seat, Step, Sword
from toledo_rules.editions import edition_of
from toledo_rules.notation import format_card
from toledo_rules.render._layout import VisibleTable
from toledo_rules.state import State, View, Viewer, check_seat, names_at, position_of, shown_to

if TYPE_CHECKING:
    from toledo_rules._game import Game

WIDTH = 80
CELL, TALL = 10, 4  # of a space
COLUMNS = WIDTH // CELL
LEFT = 2  # columns to the right of the upper rows, free for the supply
COMPACT_FROM = 3  # circles: this many do not fit as "( )"


def text(
    position: State | View | Game,
    *,
    seat: Viewer = "all",
    colour: bool = False,
    language: Language = "en",
    names: Sequence[str] = (),
    reader: Seat | None = None,
) -> str:
    """Return the board and everything around it, at most 80 characters wide, without a final newline.

    It shows what the position contains: every hand of a `State`, of a `View` only the hand of its seat. Pass `seat` to
    show a `State` as one player sees it, or None as a spectator does.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> for line in text(new_game(2, Random(1)), seat=0).splitlines()[-7:]:
    ...     print(line)
    ▶ R Red    Cards  5   Metal  0   Gems  0   Fame  0
        Hand 1td 2bd 2bd 3ta 6bd
        Shops: metal 1 2, gems 1 2, smith 1 2, fencing 1 2
      B Blue   Cards  5   Metal  0   Gems  0   Fame  0
        Shops: metal 1 2, gems 1 2, smith 1 2, fencing 1 2
    <BLANKLINE>
    It is Red's turn: take cards, place a shop, move figures or return one.

    Args:
        position: the position, or what one seat sees of it.
        seat: the player whose hand is shown; None for no hand, "all" for every hand in the position. A game must be
            shown to somebody.
        colour: paint it with ANSI codes.
        language: one of `toledo_rules.describe.LANGUAGES`.
        names: the players' names by seat. A player without one goes by the colour. A game knows its own.
        reader: the player who reads it and is addressed as "you".

    Raises:
        ValueError: the language or seat is unknown, or the view is another seat's.
    """
    seen, names = shown_to(position, seat), names_at(position, names)
    table = VisibleTable.of(seen)
    shown = _TextTable(table, labels(table.edition, language, names))
    decision = describe(seen, language=language, names=names, reader=reader)
    lines: list[list[Piece]] = [
        *_board(shown),
        *_stock(shown),
        [],
        *(line for seat in table.seats for line in _player(shown, seat)),
        *_turn(shown),
        [],
        *([(line, BOLD)] for line in wrap(decision, WIDTH)),
    ]
    return "\n".join(map(Painter(colourful=colour).line, lines))


@frozen(eq=False)
class _TextTable:
    """A table with its words, and with the letters and colours of a terminal."""

    table: VisibleTable
    labels: Labels

    def letter(self, seat: Seat) -> str:
        return self.labels.player_letters[seat]

    def style(self, seat: Seat) -> Style:
        return player_style(self.table.edition, seat)

    def card(self, card: Card) -> list[Piece]:
        return [(format_card(card, self.table.edition), COLOURS.get(card.colour, PLAIN))]


# The road.


def _board(shown: _TextTable) -> Iterator[list[Piece]]:
    rows = _rows(shown.table.edition)
    grid = CharacterGrid(WIDTH, TALL * len(rows))
    column = COLUMNS - 1
    for number, row in enumerate(rows):
        y = TALL * (len(rows) - 1 - number)
        leftwards = number % 2 == 1
        columns = range(COLUMNS - 1, 0, -1) if leftwards else range(COLUMNS - len(row), COLUMNS)
        for step, column in zip(row, columns, strict=False):
            _space(grid, shown, step, column * CELL, y)
        if number + 1 < len(rows):  # the road turns upwards
            grid.write(column * CELL + CELL // 2, y, "▲", BOLD)
    _cathedral(grid, shown, TALL * (len(rows) - 1))
    if _supply_fits(shown, rows):
        grid.write(0, 0, clipped(shown.labels.heading("supply"), LEFT * CELL - 1), BOLD)
        for y, line in enumerate(_supply_lines(shown), start=1):
            grid.write(0, y, line)
    yield from _alcazar(shown, column * CELL)
    yield from grid.lines()


def _rows(edition: Edition) -> list[list[Step]]:
    """Return the spaces line by line, from the lowest: one line for each row, or more if it is long."""
    road = edition.road
    steps = [step for step, space in enumerate(road) if space.kind not in ("cathedral", "entrance")]
    rows: list[list[Step]] = []
    for _, row in groupby(steps, key=lambda step: road[step].row):
        rest = list(row)
        while rest:
            room = COLUMNS - LEFT if rows else COLUMNS - 1
            rows.append(rest[:room])
            rest = rest[room:]
    return rows


def _space(grid: CharacterGrid, shown: _TextTable, step: Step, x: int, y: int) -> None:
    """Write a space: its step and owner at the top, its kind and figures inside, its price at the bottom."""
    table = shown.table
    owner, kind = table.public.owner(step), table.public.kind(step)
    unowned = DIM if kind == "site" else BOLD
    style = unowned if owner is None else shown.style(owner)
    grid.box(x, y, CELL, TALL, style)
    grid.write(x + 1, y, f" {step} ", style)
    price = clipped(f" ≥{table.edition.road[step].price} ", 4)
    grid.write(x + CELL - 5, y + TALL - 1, price, style)
    if owner is not None:
        grid.write(x + CELL - 4, y, f" {shown.letter(owner)} ", style)
    if kind != "site":
        grid.write(x + 1, y + 1, clipped(shown.labels.short_kind(kind), CELL - 2), style)
    grid.write_pieces(x + 1, y + 2, _circles(shown, step))


def _circles(shown: _TextTable, step: Step) -> Iterator[Piece]:
    """Yield the circles of a space with their figures, and the figure that found none."""
    standing, circles = shown.table.public.standing(step), shown.table.public.circles(step)
    if circles < COMPACT_FROM:
        for circle in range(circles):
            yield "(", DIM
            if circle < len(standing):
                seat = standing[circle]
                yield shown.letter(seat), shown.style(seat)
            else:
                yield " ", DIM
            yield ")", DIM
    else:  # as many figures as fit, then the number of circles
        for seat in standing[:3]:
            yield shown.letter(seat), shown.style(seat)
        yield f"/{circles}", DIM
    over = shown.table.in_transit(step)
    if over is not None:
        yield f"+{shown.letter(over)}", shown.style(over)


def _cathedral(grid: CharacterGrid, shown: _TextTable, y: int) -> None:
    """Write the cathedral, with the number of each player's figures there."""
    name = clipped(shown.labels.kind("cathedral"), CELL)
    touching = len(name) == CELL and y > 0  # then it goes up beside the row above
    grid.write(0, y - touching, name, BOLD)
    seats = shown.table.seats
    abreast = max(2, (len(seats) + 1) // 2)
    for seat in seats:
        figures = shown.table.player(seat).figures.count(CATHEDRAL)
        x = seat % abreast * (CELL // abreast)
        grid.write(x, y + 1 + seat // abreast, f"{shown.letter(seat)}{figures}", shown.style(seat))
    grid.write(0, y + TALL - 1, "────────▶", BOLD)


def _alcazar(shown: _TextTable, end: int) -> Iterator[list[Piece]]:
    """Yield the Alcazar: a sword or a dot for each figure in it, and at its bottom the end of the road."""
    inside = wrapped(
        ([(_inside(shown, seat), shown.style(seat))] for seat in shown.table.seats),
        WIDTH - 4,
        gap=4,
    )
    road = shown.table.edition.road
    entrances = [step for step, space in enumerate(road) if space.kind == "entrance"]
    grid = CharacterGrid(WIDTH, 2 + len(inside))
    grid.box(0, 0, WIDTH, 2 + len(inside), BOLD)
    grid.write(2, 0, f" {shown.labels.heading('alcazar')} ", BOLD)
    for y, line in enumerate(inside, start=1):
        grid.write_pieces(2, y, line)
    gate = clipped(f" ▲ {_listed(entrances)} ", CELL)
    grid.write(min(end, WIDTH - 1 - len(gate)), 1 + len(inside), gate, BOLD)
    yield from grid.lines()


def _inside(shown: _TextTable, seat: Seat) -> str:
    """Return a player's figures in the Alcazar."""
    player = shown.table.player(seat)
    swords = [str(sword.value) for sword in reversed(player.delivered)]
    swords += ["·"] * (player.inside - len(swords))
    who = f"{shown.letter(seat)} {shown.labels.players[seat]}"
    return shown.labels.label("pair", name=who, value=_listed(swords) or "-")


# The supply.


def _supply(shown: _TextTable) -> list[str]:
    position, heading, short = shown.table.public, shown.labels.heading, shown.labels.short_kind
    return [
        f"{heading('metal')} {position.metal}",
        f"{short('gem').capitalize()} {position.gems}",  # as on the road: there is little room
        f"{heading('pile')} {position.pile}",
        f"{heading('discards')} {len(position.discards)}",
    ]


def _supply_lines(shown: _TextTable) -> list[str]:
    return [line for entry in _supply(shown) for line in wrap(entry, LEFT * CELL - 1)]


def _supply_fits(shown: _TextTable, rows: list[list[Step]]) -> bool:
    """Return True if the upper rows leave room for the supply, and for the name of the cathedral below it."""
    return len(_supply_lines(shown)) < TALL * (len(rows) - 1) - 1


def _stock(shown: _TextTable) -> Iterator[list[Piece]]:
    """Yield the other things on the board: swords with their cost, paintings, master tiles."""
    position, words = shown.table.public, shown.labels
    if not _supply_fits(shown, _rows(position.edition)):
        yield from wrapped(([(entry, PLAIN)] for entry in _supply(shown)), WIDTH)
    kinds = (f"{_sword(sword)}{_times(many)}" for sword, many in Counter(position.swords).items())
    title = f"{words.heading('swords')} ({words.label('metal')}+{words.label('gems')})"
    yield from wrapped([[(title, BOLD)], *([(kind, PLAIN)] for kind in kinds)], WIDTH)
    ordered = Counter(tiles_in_order(position.tiles, position.edition))
    tiles = ", ".join(f"{words.short_tile(tile)}{_times(many)}" for tile, many in ordered.items())
    yield from wrapped(
        [
            [(f"{words.heading('paintings')} ", BOLD), (_listed(position.paintings) or "-", PLAIN)],
            [(f"{words.heading('tiles')} ", BOLD), (tiles or "-", PLAIN)],
        ],
        WIDTH,
    )


def _sword(sword: Sword) -> str:
    return f"{sword.value} ({sword.metal}+{sword.gems})"


def _times(many: int) -> str:
    return f" x{many}" if many > 1 else ""


def _listed(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


# The players.


def _player(shown: _TextTable, seat: Seat) -> Iterator[list[Piece]]:
    """Yield everything in front of a player, and their fame so far."""
    table, heading = shown.table, shown.labels.heading
    player, names = table.player(seat), shown.labels.players
    widest = max(len(names[other]) for other in table.seats)
    numbers = (
        (heading("cards"), player.cards),
        (heading("metal"), player.metal),
        (heading("gems"), player.gems),
        (heading("fame"), table.fame(seat)),
    )
    turn = "▶ " if seat == table.on_turn else "  "
    who = f"{shown.letter(seat)} {names[seat]:<{widest}}"
    counted = shown.labels.number
    counts = ([(f"{label} {counted(number):>2}", PLAIN)] for label, number in numbers)
    yield from wrapped([[(turn, BOLD), (who, shown.style(seat))], *counts], WIDTH)
    hand = table.hands[seat]
    if hand is not None:
        yield from _cards(shown, "hand", hand)
    elif player.known:
        yield from _cards(shown, "known", player.known)
    yield from wrapped(_belongings(shown, seat), WIDTH, indent=4)


def _belongings(shown: _TextTable, seat: Seat) -> Iterator[list[Piece]]:
    """Yield a player's possessions, kind by kind, without those that the player lacks."""
    player, words = shown.table.player(seat), shown.labels
    if player.swords:
        yield [(f"{words.heading('swords')} {_listed(s.value for s in player.swords)}", PLAIN)]
    if player.paintings:
        yield [(f"{words.heading('paintings')} {_listed(player.paintings)}", PLAIN)]
    if player.tiles:
        tiles = tiles_in_order(player.tiles, shown.table.edition)
        yield [(f"{words.heading('tiles')} {_listed(map(words.short_tile, tiles))}", PLAIN)]
    if player.shops:
        kinds = [
            f"{words.short_kind(kind)} {_listed(tile.circles for tile in tiles)}"
            for kind, tiles in groupby(shops_in_order(player.shops), key=lambda tile: tile.kind)
        ]
        yield [(words.pair("shops", ", ".join(kinds)), DIM)]


def _cards(shown: _TextTable, label: str, cards: Cards) -> Iterator[list[Piece]]:
    """Yield cards, on several lines if there are many."""
    title = f"    {shown.labels.heading(label)}"
    lines = wrapped((shown.card(card) for card in cards), WIDTH, gap=1, indent=len(title) + 1)
    for number, (_, *rest) in enumerate(lines):
        yield [(title if number == 0 else " " * len(title), BOLD), (" ", PLAIN), *rest]


def _turn(shown: _TextTable) -> Iterator[list[Piece]]:
    """Yield the state of this turn: the first card, the movement tile, the last round."""
    position, words = shown.table.public, shown.labels
    items: list[list[Piece]] = []
    if position.front is not None:
        items.append([(f"{words.heading('first_card')} ", PLAIN), *shown.card(position.front)])
    if position.tile_value is not None:
        items.append([(words.heading("tile_value", value=position.tile_value), PLAIN)])
    if position.trigger is not None:
        last_round = f"{words.heading('last_round')} ({words.players[position.trigger]})"
        items.append([(last_round, shown.style(position.trigger))])
    if items:
        yield []
        yield from wrapped(items, WIDTH)


# The score.

ITEMS: Mapping[ScoreKind, str] = complete(
    {
        "delivered_sword": "delivered_swords",
        "sword_in_front": "other_swords",
        "swords_in_front": "other_swords",
        "painting": "paintings",
        "gems": "gem_pairs",
        "movement_tile": "movement_tile",
    },
    SCORE_RULES,
    "ITEMS",
)
"""The lines of the table: the label of each kind of points. Kinds with the same label share a line."""

COLUMN = 10


def score_table(
    position: State | View | Game,
    *,
    colour: bool = False,
    language: Language = "en",
    names: Sequence[str] = (),
) -> str:
    """Return everybody's current fame, line by line with the number of the rule, at most 80 characters wide.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> print(score_table(new_game(2, Random(1)), language="nl"))
                                                Rood     Blauw
      SCO-01  Zwaarden in Alcazar                  -         -
      SCO-02  Helft van de andere zwaarden         -         -
      SCO-03  Schilderijen                         -         -
      SCO-04  1 punt per twee edelstenen           -         -
      SCO-05  Bewegingskaartje                     -         -
              Roem                                 0         0

    Args:
        position: the position, or what one seat sees of it: fame is public.
        colour: paint it with ANSI codes.
        language: one of `toledo_rules.describe.LANGUAGES`.
        names: the players' names by seat. A player without one goes by the colour. A game knows its own.
    """
    known = position_of(position)
    words = labels(known.edition, language, names_at(position, names))
    return "\n".join(map(Painter(colourful=colour).line, _score_lines(known, words)))


def _score_lines(position: State | View, words: Labels) -> Iterator[list[Piece]]:
    seats = range(len(position.players))
    sheets = [score(position, seat) for seat in seats]
    widest = max(len(words.heading(label)) for label in ITEMS.values())
    names = [
        (
            clipped(words.players[seat], COLUMN - 1).rjust(COLUMN),
            player_style(position.edition, seat),
        )
        for seat in seats
    ]
    yield [(" " * (10 + widest), PLAIN), *names]
    for label in dict.fromkeys(ITEMS.values()):
        kinds = [kind for kind, its in ITEMS.items() if its == label]
        cells: list[Piece] = []
        for sheet in sheets:
            points = [line.points for line in sheet.lines if line.kind in kinds]
            shown = words.number(sum(points)) if points else "-"
            cells.append((shown.rjust(COLUMN), PLAIN))
        rule = SCORE_RULES[kinds[0]]
        yield [("  ", PLAIN), (rule, DIM), (f"  {words.heading(label):<{widest}}", PLAIN), *cells]
    totals = [(words.number(sheet.total).rjust(COLUMN), BOLD) for sheet in sheets]
    yield [(" " * 10, PLAIN), (f"{words.heading('fame'):<{widest}}", BOLD), *totals]


# Painted text.

Style: TypeAlias = str
"""An ANSI code such as ``"1"``, or nothing for plain text."""

PLAIN: Style = ""
BOLD: Style = "1"
DIM: Style = "2"
COLOURS: dict[str, Style] = {
    "red": "31",
    "blue": "94",
    "green": "32",
    "yellow": "33",
    "violet": "35",
    "brown": "38;5;137",
    "turquoise": "36",
}
"""The styles for the colours of players and duels in the shipped edition."""


def player_style(edition: Edition | str, seat: Seat) -> Style:
    """Return the style of a player: the colour, or bold for one that has no code."""
    colours = edition_of(edition).colours
    check_seat(seat, len(colours))
    return COLOURS.get(colours[seat], BOLD)


Piece: TypeAlias = tuple[str, Style]
"""A text in one style."""


@frozen
class Painter:
    """A painter that adds ANSI codes to text, or leaves it as it is.

    >>> Painter(colourful=True).paint(("12", BOLD)) == chr(27) + "[1m12" + chr(27) + "[0m"
    True
    >>> Painter(colourful=False).line([("12", BOLD), (" points", PLAIN)])
    '12 points'
    """

    colourful: bool

    def paint(self, piece: Piece) -> str:
        """Return a piece in its style."""
        text, style = piece
        return f"\x1b[{style}m{text}\x1b[0m" if self.colourful and style and text.strip() else text

    def line(self, pieces: Iterable[Piece]) -> str:
        """Return a line of pieces, without blanks at its end."""
        return "".join(map(self.paint, pieces)).rstrip()


def clipped(text: str, width: int) -> str:
    """Return a text, shortened with an ellipsis if necessary.

    >>> clipped("turquoise", 20), clipped("turquoise", 5)
    ('turquoise', 'turq…')
    """
    return text if len(text) <= width else f"{text[: width - 1]}…"


def wrapped(
    items: Iterable[Sequence[Piece]], width: int, *, gap: int = 3, indent: int = 0
) -> list[list[Piece]]:
    """Return items side by side, on as many lines as it takes. No item is broken over two lines.

    >>> wrapped([[("one", PLAIN)], [("two", BOLD)]], 4, indent=1)
    [[(' ', ''), ('one', '')], [(' ', ''), ('two', '1')]]
    """
    lines: list[list[Piece]] = []
    used = width
    for item in items:
        size = sum(len(text) for text, _ in item)
        if lines and used + gap + size <= width:
            lines[-1] += [(" " * gap, PLAIN), *item]
            used += gap + size
        else:
            room = width - indent
            whole = item if size <= room else [(clipped("".join(t for t, _ in item), room), PLAIN)]
            lines.append([(" " * indent, PLAIN), *whole])
            used = indent + min(size, room)
    return lines


class CharacterGrid:
    """A rectangle of characters that can be written to anywhere."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", PLAIN)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text from a place to the right."""
        self._cells[y][x : x + len(text)] = [(letter, style) for letter in text]

    def write_pieces(self, x: int, y: int, pieces: Iterable[Piece]) -> None:
        """Write pieces one after another."""
        for text, style in pieces:
            self.write(x, y, text, style)
            x += len(text)

    def box(self, x: int, y: int, width: int, height: int, style: Style = PLAIN) -> None:
        """Draw a frame."""
        self.write(x, y, f"╭{'─' * (width - 2)}╮", style)
        self.write(x, y + height - 1, f"╰{'─' * (width - 2)}╯", style)
        for line in range(y + 1, y + height - 1):
            self.write(x, line, "│", style)
            self.write(x + width - 1, line, "│", style)

    def lines(self) -> list[list[Piece]]:
        """Return the lines of the grid, as pieces."""
        return [
            [
                ("".join(letter for letter, _ in run), style)
                for style, run in groupby(line, key=lambda cell: cell[1])
            ]
            for line in self._cells
        ]
