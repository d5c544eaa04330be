"""The board as text, for a terminal of 80 columns.

The road winds from the cathedral, at the bottom, up to the Alcazar. Each box is a space: above stand its step and the
letter of the player who owns its shop, below the least card that pays for its use; ``( )`` is a free circle, ``(B)`` a
circle with a figure of Blue, ``+R`` a figure of Red that found no free circle. Under the road stand what lies on the
board, what each player has, and what is to be decided. Cards are in the notation of `toledo_rules.notation`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap

from toledo_rules.cards import Cards
from toledo_rules.describe import Language, describe
from toledo_rules.edition import CATHEDRAL, Step, Sword
from toledo_rules.render.ink import BOLD, DIM, PLAIN, Ink, Piece, Sheet, clipped, flow
from toledo_rules.render.shown import Shown
from toledo_rules.scoring import score
from toledo_rules.state import Duel, Seat, State, Transit
from toledo_rules.views import View

WIDTH = 80
CELL, TALL = 10, 4  # of a space
COLUMNS = WIDTH // CELL
LEFT = 2  # columns that the upper rows leave free: there lies the supply
COMPACT_FROM = 3  # circles: so many do not fit as "( )"


def text(position: State | View, *, colour: bool = False, language: Language = "en") -> str:
    """The board and everything beside it, at most 80 characters wide, without a line end at its end.

    Everything that is in the position is shown: all hands of a `State`, the own hand of a `View`. Show people a
    `toledo_rules.view` of what they may see.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> for line in text(view(new_game(2, Random(1)), 0)).splitlines()[-7:]:
    ...     print(line)
    ▶ R Red    Cards  5   Metal  0   Gems  0   Fame  0
        Hand 1td 2bd 2bd 3ta 6bd
        Shops: fencing 1 2, gems 1 2, metal 1 2, smith 1 2
      B Blue   Cards  5   Metal  0   Gems  0   Fame  0
        Shops: fencing 1 2, gems 1 2, metal 1 2, smith 1 2
    <BLANKLINE>
    It is Red's turn: take cards, place a shop, or move or return a figure.

    Args:
        position: what to show.
        colour: whether to paint it with ANSI codes.
        language: one of `toledo_rules.describe.LANGUAGES`.
    """
    shown = Shown.of(position, language)
    lines: list[list[Piece]] = [
        *_board(shown),
        *_stock(shown),
        [],
        *(line for seat in shown.seats for line in _player(shown, seat)),
        *_turn(shown),
        [],
        *([(line, BOLD)] for line in wrap(describe(position, language=language), WIDTH)),
    ]
    ink = Ink(colourful=colour)
    return "\n".join(map(ink.line, lines))


# The road.


def _board(shown: Shown) -> Iterator[list[Piece]]:
    rows = _rows(shown.state)
    sheet = Sheet(WIDTH, TALL * len(rows))
    column = COLUMNS - 1
    for number, row in enumerate(rows):
        y = TALL * (len(rows) - 1 - number)
        leftwards = number % 2 == 1
        columns = range(COLUMNS - 1, 0, -1) if leftwards else range(COLUMNS - len(row), COLUMNS)
        for step, column in zip(row, columns, strict=False):
            _space(sheet, shown, step, column * CELL, y)
        if number + 1 < len(rows):  # the road turns upwards
            sheet.write(column * CELL + CELL // 2, y, "▲", BOLD)
    _cathedral(sheet, shown, TALL * (len(rows) - 1))
    if _supply_fits(shown, rows):
        sheet.write(0, 0, clipped(shown.label("supply"), LEFT * CELL - 1), BOLD)
        for y, line in enumerate(_supply_lines(shown), start=1):
            sheet.write(0, y, line)
    yield from _alcazar(shown, column * CELL)
    yield from sheet.lines()


def _rows(state: State) -> list[list[Step]]:
    """The spaces line by line, from the lowest: a line for each row, more for one that is too long."""
    road = state.edition.road
    steps = [step for step, space in enumerate(road) if space.kind not in ("cathedral", "entrance")]
    rows: list[list[Step]] = []
    for _, row in groupby(steps, key=lambda step: road[step].row):
        rest = list(row)
        while rest:
            room = COLUMNS - LEFT if rows else COLUMNS - 1
            rows.append(rest[:room])
            rest = rest[room:]
    return rows


def _space(sheet: Sheet, shown: Shown, step: Step, x: int, y: int) -> None:
    """A space: above its step and its owner, inside what is there and who, below its price."""
    state = shown.state
    space, shop = state.edition.road[step], state.shops[step]
    unowned = DIM if space.kind == "site" else BOLD
    style = unowned if shop is None else shown.style(shop.owner)
    sheet.box(x, y, CELL, TALL, style)
    sheet.write(x + 1, y, f" {step} ", style)
    sheet.write(x + CELL - 5, y + TALL - 1, clipped(f" ≥{space.price} ", 4), style)
    if shop is not None:
        sheet.write(x + CELL - 4, y, f" {shown.marks[shop.owner]} ", style)
        sheet.write(x + 1, y + 1, clipped(shown.kind(shop.kind), CELL - 2), style)
    elif space.kind != "site":
        sheet.write(x + 1, y + 1, clipped(shown.kind(space.kind), CELL - 2), style)
    place = x + 1
    for piece in _circles(shown, step):
        sheet.write(place, y + 2, *piece)
        place += len(piece[0])


def _circles(shown: Shown, step: Step) -> Iterator[Piece]:
    """The circles of a space, the figures in them, and one that is over the space."""
    state = shown.state
    standing, circles = state.standing(step), state.circles(step)
    over = isinstance(state.phase, (Transit, Duel)) and state.phase.step == step
    if circles < COMPACT_FROM:
        for circle in range(circles):
            yield "(", DIM
            if circle < len(standing):
                seat = standing[circle]
                yield shown.marks[seat], shown.style(seat)
            else:
                yield " ", DIM
            yield ")", DIM
    else:  # as many figures as there is room to show, then how many circles
        for seat in standing[:3]:
            yield shown.marks[seat], shown.style(seat)
        yield f"/{circles}", DIM
    if over:
        yield f"+{shown.marks[state.active]}", shown.style(state.active)


def _cathedral(sheet: Sheet, shown: Shown, y: int) -> None:
    """The cathedral, and how many figures each player has there."""
    sheet.write(0, y, clipped(shown.label("cathedral"), CELL), BOLD)
    abreast = max(2, (len(shown.seats) + 1) // 2)
    for seat in shown.seats:
        figures = shown.state.players[seat].figures.count(CATHEDRAL)
        x = seat % abreast * (CELL // abreast)
        sheet.write(x, y + 1 + seat // abreast, f"{shown.marks[seat]}{figures}", shown.style(seat))
    sheet.write(0, y + TALL - 1, "────────▶", BOLD)


def _alcazar(shown: Shown, end: int) -> Iterator[list[Piece]]:
    """The Alcazar: for each figure in it the sword under it, or a dot; below, where the road comes in."""
    inside = flow(
        ([(_inside(shown, seat), shown.style(seat))] for seat in shown.seats), WIDTH - 4, gap=4
    )
    road = shown.state.edition.road
    entrances = [step for step, space in enumerate(road) if space.kind == "entrance"]
    sheet = Sheet(WIDTH, 2 + len(inside))
    sheet.box(0, 0, WIDTH, 2 + len(inside), BOLD)
    sheet.write(2, 0, f" {shown.label('alcazar')} ", BOLD)
    for y, line in enumerate(inside, start=1):
        x = 2
        for piece in line:
            sheet.write(x, y, *piece)
            x += len(piece[0])
    gate = clipped(f" ▲ {_listed(entrances)} ", CELL)
    sheet.write(min(end, WIDTH - 1 - len(gate)), 1 + len(inside), gate, BOLD)
    yield from sheet.lines()


def _inside(shown: Shown, seat: Seat) -> str:
    """A player's figures in the Alcazar."""
    player = shown.state.players[seat]
    swords = [str(sword.value) for sword in reversed(player.delivered)]
    swords += ["·"] * (player.inside - len(swords))
    return f"{shown.marks[seat]} {shown.player(seat)}: {_listed(swords) or '-'}"


# What lies on the board.


def _supply(shown: Shown) -> list[str]:
    state = shown.state
    return [
        f"{shown.label('metal')} {state.metal}",
        f"{shown.label('gems')} {state.gems}",
        f"{shown.label('pile')} {len(state.pile)}",
        f"{shown.label('discards')} {len(state.discards)}",
    ]


def _supply_lines(shown: Shown) -> list[str]:
    return [line for entry in _supply(shown) for line in wrap(entry, LEFT * CELL - 1)]


def _supply_fits(shown: Shown, rows: list[list[Step]]) -> bool:
    """Whether the upper rows leave room for the supply."""
    return len(_supply_lines(shown)) < TALL * (len(rows) - 1)


def _stock(shown: Shown) -> Iterator[list[Piece]]:
    """What else can be had: swords with what they cost, paintings, master tiles."""
    state = shown.state
    if not _supply_fits(shown, _rows(state)):
        yield from flow(([(entry, PLAIN)] for entry in _supply(shown)), WIDTH)
    kinds = (f"{_sword(sword)}{_times(many)}" for sword, many in Counter(state.swords).items())
    title = f"{shown.label('swords')} ({shown.word('metal')}+{shown.word('gems')})"
    yield from flow([[(title, BOLD)], *([(kind, PLAIN)] for kind in kinds)], WIDTH)
    tiles = [f"{shown.tile(tile)}{_times(many)}" for tile, many in Counter(state.tiles).items()]
    paintings = [(f"{shown.label('paintings')} ", BOLD), (_listed(state.paintings) or "-", PLAIN)]
    yield from flow(
        [paintings, [(f"{shown.label('tiles')} ", BOLD), (", ".join(tiles) or "-", PLAIN)]], WIDTH
    )


def _sword(sword: Sword) -> str:
    return f"{sword.value} ({sword.metal}+{sword.gems})"


def _times(many: int) -> str:
    return f" x{many}" if many > 1 else ""


def _listed(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


# What the players have.


def _player(shown: Shown, seat: Seat) -> Iterator[list[Piece]]:
    """What lies in front of a player, and how much fame that is now."""
    player = shown.state.players[seat]
    active = seat == shown.state.active and not shown.state.over
    widest = max(len(shown.player(other)) for other in shown.seats)
    numbers = (
        (shown.label("cards"), len(player.hand)),
        (shown.label("metal"), player.metal),
        (shown.label("gems"), player.gems),
        (shown.label("fame"), score(shown.state, seat).total),
    )
    who = f"{shown.marks[seat]} {shown.player(seat):<{widest}}"
    counts = ([(f"{label} {number:>2}", PLAIN)] for label, number in numbers)
    yield from flow([[("▶ " if active else "  ", BOLD), (who, shown.style(seat))], *counts], WIDTH)
    if (hand := shown.hands[seat]) is not None:
        yield from _cards(shown, "hand", hand)
    elif player.known:
        yield from _cards(shown, "known", player.known)
    yield from flow(_belongings(shown, seat), WIDTH, indent=4)


def _belongings(shown: Shown, seat: Seat) -> Iterator[list[Piece]]:
    """What a player has besides numbers; only what there is."""
    player = shown.state.players[seat]
    if player.swords:
        yield [(f"{shown.label('swords')} {_listed(s.value for s in player.swords)}", PLAIN)]
    if player.paintings:
        yield [(f"{shown.label('paintings')} {_listed(player.paintings)}", PLAIN)]
    if player.tiles:
        yield [(f"{shown.label('tiles')} {_listed(map(shown.tile, player.tiles))}", PLAIN)]
    if player.shops:
        kinds = [
            f"{shown.kind(kind)} {_listed(tile.circles for tile in tiles)}"
            for kind, tiles in groupby(player.shops, key=lambda tile: tile.kind)
        ]
        yield [(f"{shown.label('shops')}: {', '.join(kinds)}", DIM)]


def _cards(shown: Shown, label: str, cards: Cards) -> Iterator[list[Piece]]:
    """Cards; a big hand takes several lines."""
    title = f"    {shown.label(label)}"
    lines = flow((shown.card(card) for card in cards), WIDTH, gap=1, indent=len(title) + 1)
    for number, (_, *rest) in enumerate(lines):
        yield [(title if number == 0 else " " * len(title), BOLD), (" ", PLAIN), *rest]


def _turn(shown: Shown) -> Iterator[list[Piece]]:
    """What the turn so far leaves to be known: the first card, the movement tile; and whether it is the last."""
    state = shown.state
    items: list[list[Piece]] = []
    if state.front is not None:
        items.append([(f"{shown.label('first_card')} ", PLAIN), *shown.card(state.front)])
    if state.tile_value is not None:
        items.append([(shown.label("tile_value", value=state.tile_value), PLAIN)])
    if state.trigger is not None:
        last_round = f"{shown.label('last_round')} ({shown.player(state.trigger)})"
        items.append([(last_round, shown.style(state.trigger))])
    if items:
        yield []
        yield from flow(items, WIDTH)
