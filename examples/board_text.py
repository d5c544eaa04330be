"""The board as text: a winding road, what stands on it, and what lies in front of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import wrap

from ink import BOLD, COLOURS, DIM, PLAIN, Ink, Sheet, Style
from toledo_rules import Seat, State, score
from toledo_rules.edition import CATHEDRAL, Step

WIDTH = 99
CELL, TALL = 11, 4  # of a space
LEFT = 2 * CELL - 1  # room to the left of the upper rows


def board_lines(state: State, ink: Ink) -> list[str]:
    """The whole table as lines of text, less than a hundred characters wide."""
    return [*road_lines(state, ink), "", *player_lines(state, ink)]


def style_of(state: State, seat: Seat) -> Style:
    """The colour of a player, for a terminal."""
    return COLOURS.get(state.edition.colours[seat], BOLD)


def name_of(state: State, seat: Seat) -> str:
    """A player is called by his colour."""
    return state.edition.colours[seat].capitalize()


def listed(values: Iterable[object], nothing: str = "-") -> str:
    """Values with spaces between them."""
    return " ".join(map(str, values)) or nothing


def road_lines(state: State, ink: Ink) -> list[str]:
    """The road: the lowest row at the bottom, each row against the direction of the one below it."""
    road = state.edition.road
    steps = [step for step, space in enumerate(road) if space.kind not in ("cathedral", "entrance")]
    rows = [list(row) for _, row in groupby(steps, key=lambda step: road[step].row)]
    sheet = Sheet(WIDTH, 3 + TALL * len(rows))
    draw_alcazar(sheet, state)
    right = 1 + len(rows[0])  # the column after the lowest row, which begins beside the cathedral
    column = 1
    for number, row in enumerate(rows):
        y = 3 + TALL * (len(rows) - 1 - number)
        onward = -1 if number % 2 else 1
        for step in row:
            draw_space(sheet, state, step, column * CELL, y)
            column += onward
        column -= onward
        if number + 1 < len(rows):  # the road turns upwards
            sheet.write(column * CELL + CELL // 2, y, "▲", BOLD)
    draw_cathedral(sheet, state, 3 + TALL * (len(rows) - 1))
    draw_entrances(sheet, state, right * CELL)
    draw_stocks(sheet, state)
    sheet.write(right * CELL + 1, 4 + TALL * (len(rows) - 1), f"pile   {len(state.pile):>3}")
    sheet.write(right * CELL + 1, 5 + TALL * (len(rows) - 1), f"discard {len(state.discards):>2}")
    return sheet.lines(ink)


def draw_alcazar(sheet: Sheet, state: State) -> None:
    """The Alcazar: for each figure in it the sword under it, or a dot."""
    sheet.box(0, 0, WIDTH, 3, BOLD)
    sheet.write(2, 0, " Alcazar ", BOLD)
    x = 2
    for seat, player in enumerate(state.players):
        swords = [str(sword.value) for sword in reversed(player.delivered)]
        swords += ["·"] * (player.inside - len(swords))
        text = f"{name_of(state, seat)}: {listed(swords, 'nobody')}"
        sheet.write(x, 1, text, style_of(state, seat))
        x += max(len(text) + 2, (WIDTH - 4) // len(state.players))


def draw_space(sheet: Sheet, state: State, step: Step, x: int, y: int) -> None:
    """A space: its step above, its price below, what is to be had there, and its circles."""
    space, shop = state.edition.road[step], state.shops[step]
    style = DIM if shop is None and space.kind == "site" else PLAIN
    sheet.box(x, y, CELL, TALL, style)
    sheet.write(x + 1, y, f" {step} ", style)
    sheet.write(x + CELL - 4, y + TALL - 1, f" {space.price} ", style)
    if shop is not None:
        text = f"{name_of(state, shop.owner)[0]} {shop.kind}"
        sheet.write(x + 1, y + 1, text, style_of(state, shop.owner))
    elif space.kind != "site":
        sheet.write(x + 1, y + 1, space.kind.upper().center(CELL - 2), BOLD)
    standing = state.standing(step)
    for circle in range(state.circles(step)):
        at = x + 2 + 4 * circle
        sheet.write(at, y + 2, "( )", DIM)
        if circle < len(standing):
            seat = standing[circle]
            sheet.write(at + 1, y + 2, name_of(state, seat)[0], style_of(state, seat))


def draw_cathedral(sheet: Sheet, state: State, y: int) -> None:
    """The cathedral, and how many figures each player has there."""
    sheet.box(0, y, CELL, TALL, BOLD)
    sheet.write(1, y, "Cathedral", BOLD)
    for seat in range(len(state.players)):
        figures = state.players[seat].figures.count(CATHEDRAL)
        text = f"{name_of(state, seat)[0]}{figures}"
        sheet.write(2 + 4 * (seat % 2), y + 1 + seat // 2, text, style_of(state, seat))


def draw_entrances(sheet: Sheet, state: State, x: int) -> None:
    """The entrances: whoever stops there is in the Alcazar at once, so nobody stands there."""
    entrances = [step for step, space in enumerate(state.edition.road) if space.kind == "entrance"]
    sheet.box(x, 3, CELL, TALL, BOLD)
    sheet.write(x + CELL // 2, 3, "▲", BOLD)
    sheet.write(x + 1, 4, "entrances".center(CELL - 2))
    sheet.write(x + 1, 5, listed(entrances).center(CELL - 2))


def draw_stocks(sheet: Sheet, state: State) -> None:
    """What lies on the board to be had, in the corner that the road leaves free."""
    sheet.write(0, 3, "On the board", BOLD)
    tiles = (f"{tile}\u00a0{copies}" for tile, copies in sorted(Counter(state.tiles).items()))
    lines = [
        f"metal {state.metal}   gems {state.gems}",
        *wrap(
            f"swords {listed(sword.value for sword in state.swords)}", LEFT, subsequent_indent="  "
        ),
        f"paintings {listed(state.paintings)}",
        *wrap(listed(tiles), LEFT),  # a tile and its number stay on one line
    ]
    for y, line in enumerate(lines, start=4):
        sheet.write(0, y, line.replace("\u00a0", " "))


COLUMNS = (
    ("cards", 7),
    ("metal", 7),
    ("gems", 6),
    ("unbuilt", 9),
    ("swords", 15),
    ("paintings", 12),
    ("master tiles", 29),
)


def player_lines(state: State, ink: Ink) -> list[str]:
    """What each player has in front of him, and how many points that is now."""
    heading = " " * 9 + "".join(name.ljust(width) for name, width in COLUMNS) + "fame"
    lines = [ink.paint(DIM, heading)]
    for seat, player in enumerate(state.players):
        cells: Sequence[object] = (
            len(player.hand),
            player.metal,
            player.gems,
            len(player.shops),
            listed(sword.value for sword in reversed(player.swords)),
            listed(reversed(player.paintings)),
            listed(player.tiles),
        )
        row = "".join(
            str(cell).ljust(width) for cell, (_, width) in zip(cells, COLUMNS, strict=True)
        )
        name = ink.paint(style_of(state, seat), name_of(state, seat).ljust(9))
        lines.append(f"{name}{row}{score(state, seat).total:>4}")
    return lines
