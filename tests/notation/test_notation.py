"""Notation: cards, actions and draws as short lines, and errors that point at the place."""

import doctest
import re
from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import toledo_rules.notation
from tests.damage import check_notation, mutate
from tests.strategies import EDITIONS, journeys
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    NEUTRAL,
    PASS,
    TAKE_CARDS,
    Action,
    Card,
    Challenge,
    Deliver,
    Draw,
    Edition,
    Move,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    ShopTile,
    Sword,
    UseSpace,
    universe,
)
from toledo_rules._multiset import distinct, multiset
from toledo_rules.editions import edition_to_toml
from toledo_rules.errors import NotationError
from toledo_rules.notation import (
    format_action,
    format_card,
    format_cards,
    format_line,
    format_move,
    format_seat,
    format_shop,
    format_sword,
    format_tile,
    format_turn,
    parse_action,
    parse_card,
    parse_cards,
    parse_line,
    parse_move,
    parse_seat,
    parse_shop,
    parse_sword,
    parse_tile,
    parse_turn,
)
from toledo_rules.testing import Journey

DOCS = Path(__file__).parent.parent.parent / "docs" / "reference" / "notation.md"


def recoloured(name: str, duel_colours: Sequence[str], colours: Sequence[str]) -> Edition:
    """An edition whose duel colours and players' colours have other names."""
    new = dict(zip(KOSMOS_2008.duel_colours, duel_colours, strict=True))
    edition = evolve(
        KOSMOS_2008,
        name=name,
        duel_colours=tuple(duel_colours),
        colours=tuple(colours),
        cards=multiset(
            Card(c.value, new.get(c.colour, NEUTRAL), c.stance) for c in KOSMOS_2008.cards
        ),
        tiles=multiset(new.get(tile, MOVEMENT) for tile in KOSMOS_2008.tiles),
        swords=multiset(
            (*KOSMOS_2008.swords[:-3], Sword(8, 3, 1), Sword(8, 1, 3), Sword(21, 1, 0))
        ),
    )
    edition_to_toml(edition)  # it is one that a file can describe
    return edition


# Every letter is taken twice, a name begins with a digit, another has a dash, players are called like numbers and
# actions.
CROWDED = recoloured("crowded", ("navy", "mauve-a", "2nd-d"), ("take", "1", "2nd", "vs"))
# One name is the beginning of another, also when a stance follows.
NESTED = recoloured("nested", ("v", "va", "vad"), ("a", "ab", "abc", "10"))
ALL = (*EDITIONS, CROWDED, NESTED)


def names(edition: Edition) -> str:
    return edition.name


@pytest.mark.search
@pytest.mark.parametrize("edition", ALL, ids=names)
def test_every_action_of_every_edition_can_be_written_and_read(edition: Edition) -> None:
    texts = {format_action(action, edition): action for action in universe(edition).actions}
    assert len(texts) == len(universe(edition).actions)
    for text, action in texts.items():
        assert parse_action(text, edition) == action
        assert parse_action(text.upper(), edition) == action
        assert parse_move(f"  {format_move(action, edition)}\t", edition) == action


@pytest.mark.parametrize("edition", ALL, ids=names)
def test_everything_in_the_box_can_be_written_and_read(edition: Edition) -> None:
    for card in distinct(edition.cards):
        assert parse_card(format_card(card, edition), edition) == card
        assert parse_move(format_move(Draw(card), edition), edition) == Draw(card)
    assert parse_cards(format_cards(edition.cards, edition), edition) == edition.cards
    for sword in edition.swords:
        assert parse_sword(format_sword(sword, edition), edition) == sword
    for shop in edition.shops:
        assert parse_shop(format_shop(shop, edition), edition) == shop
    for tile in (*edition.duel_colours, MOVEMENT):
        assert parse_tile(format_tile(tile, edition), edition) == tile
    for seat in range(edition.most_players):
        assert parse_seat(format_seat(seat, edition), edition) == seat
        assert parse_seat(str(seat), edition) == seat


def va(value: int) -> Card:
    return Card(value, "violet", "attacker")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("4va@0", PlayCard(va(4), 0)),
        ("+4va@12", PlayCard(va(4), 12, with_tile=True)),
        ("take", TAKE_CARDS),
        ("place m2@4", PlaceShop(ShopTile("metal", 2), 4)),
        ("place f1@21", PlaceShop(ShopTile("fencing", 1), 21)),
        ("return 7", ReturnFigure(7)),
        ("vs green", Challenge(2)),
        ("use", UseSpace()),
        ("use 4va", UseSpace(va(4))),
        ("use +12", UseSpace(take=Sword(12, 3, 3))),
        ("use 4va +12", UseSpace(va(4), Sword(12, 3, 3))),
        ("use +v", UseSpace(take="violet")),
        ("use 4va +m -t", UseSpace(va(4), "movement", "turquoise")),
        ("use -b", UseSpace(give_back="brown")),
        ("deliver 2", Deliver(Sword(2, 1, 0))),
        ("end", END_TURN),
        ("pass", PASS),
    ],
)
def test_the_forms(text: str, action: Action) -> None:
    assert format_action(action, KOSMOS_2008) == text
    assert parse_action(text, KOSMOS_2008) == action


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (" + 4VA @ 012 ", "+4va@12"),
        ("4viola@0", "4va@0"),
        ("4violeta@0", "4va@0"),
        ("4.v.a@0", "4va@0"),
        ("4.Violet.A@0", "4va@0"),
        ("t", "take"),
        ("pl m2@4", "place m2@4"),
        ("place metal 2@4", "place m2@4"),
        ("r@7", "return 7"),
        ("vs 2", "vs green"),
        ("v g", "vs green"),
        ("u4va+12", "use 4va +12"),
        ("use 4va + .violet - .brown", "use 4va +v -b"),
        ("use +mov", "use +m"),
        ("d 12 ( 3 + 3 )", "deliver 12"),
        ("e", "end"),
        ("pa", "pass"),
    ],
)
def test_other_ways_to_write_it(text: str, plain: str) -> None:
    assert format_action(parse_action(text, KOSMOS_2008), KOSMOS_2008) == plain


def test_draws_follow_an_action() -> None:
    action, draws = parse_line("vs blue = 1va 2bd  6ta", KOSMOS_2008)
    assert action == Challenge(1)
    assert draws == tuple(Draw(parse_card(card, KOSMOS_2008)) for card in ("1va", "2bd", "6ta"))
    assert format_line(action, draws, KOSMOS_2008) == "vs blue = 1va 2bd 6ta"
    assert parse_line("take", KOSMOS_2008) == (TAKE_CARDS, ())
    assert parse_move("= 1va", KOSMOS_2008) == Draw(va(1))


def test_names_that_need_care() -> None:
    """One letter only where it is clear; dots where a name begins with a digit; numbers for players named by digits."""
    navy, second = Card(4, "navy", "attacker"), Card(4, "2nd-d", "defender")
    assert [format_card(card, CROWDED) for card in (navy, second)] == ["4.navy.a", "4.2nd-d.d"]
    assert [format_card(Card(4, c, "attacker"), NESTED) for c in ("v", "vad")] == [
        "4.v.a",
        "4.vad.a",
    ]
    assert parse_card("4vaa", NESTED) == Card(4, "va", "attacker")
    assert parse_card("4va", NESTED) == Card(4, "v", "attacker")
    assert parse_card("4na", NESTED) == Card(4, NEUTRAL, "attacker")
    assert format_tile("2nd-d", CROWDED) == ".2nd-d"
    assert format_tile(MOVEMENT, CROWDED) == "movement"
    assert [format_seat(seat, CROWDED) for seat in range(4)] == ["take", "1", "2nd", "vs"]
    assert [format_seat(seat, NESTED) for seat in range(4)] == ["a", "ab", "abc", "3"]
    assert parse_seat("1", CROWDED) == 1
    assert [format_sword(s, CROWDED) for s in distinct(CROWDED.swords) if s.value in (8, 21)] == [
        "8(1+3)",
        "8(2+2)",
        "8(3+1)",
        "21",
    ]


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a card or an action: take, place, return, vs, use, deliver, end or pass"),
        ("  ", 3, "a card or an action: take, place, return, vs, use, deliver, end or pass"),
        ("p", 1, "a card or an action: place or pass"),
        (
            "fight blue",
            1,
            "a card or an action: take, place, return, vs, use, deliver, end or pass",
        ),
        ("take 2", 6, "the end"),
        ("4", 2, "a colour: violet, brown, turquoise or neutral"),
        ("4a@0", 2, "a colour: violet, brown, turquoise or neutral"),
        ("4.pink.a@0", 3, "a colour: violet, brown, turquoise or neutral"),
        ("4v", 3, "the stance, a for attacker or d for defender"),
        ("4v@0", 3, "the stance, a for attacker or d for defender"),
        ("4vx@0", 3, "the stance, a for attacker or d for defender"),
        ("4.violet@0", 9, "a dot and the stance, a or d"),
        ("4.violet.", 10, "the stance, a for attacker or d for defender"),
        ("4.violet.ad@0", 10, "the stance, a for attacker or d for defender"),
        ("9va@0", 1, "a card of kosmos-2008, which has no 9 with a violet attacker"),
        ("4va", 4, "@ and the step of the figure"),
        ("4va@", 5, "a step from 0 to 21"),
        ("4va@22", 5, "a step from 0 to 21"),
        ("+@3", 2, "a card, such as 4va"),
        ("place", 6, "a kind of shop: metal, gem, smith or fencing"),
        ("place x1@4", 7, "a kind of shop: metal, gem, smith or fencing"),
        ("place m@4", 8, "the circles of the shop"),
        ("place m3@4", 7, "a shop of kosmos-2008"),
        ("place m2 4", 10, "@ and the step of the site"),
        ("return", 7, "a step from 0 to 21"),
        ("vs", 3, "a player: red, blue, green or yellow"),
        ("vs pink", 4, "a player: red, blue, green or yellow"),
        ("vs 4", 4, "a seat from 0 to 3"),
        ("use 4va violet", 9, "the end"),
        ("use +", 6, "a master tile: violet, brown, turquoise or movement"),
        ("use +9", 6, "a sword of kosmos-2008"),
        ("use +12(3", 10, "+ and the gems of the sword"),
        ("use +12(3+", 11, "the gems of the sword"),
        ("use +12(3+3", 12, "a closing bracket"),
        ("use +12(3+4)", 6, "a sword of kosmos-2008"),
        ("use -12", 6, "a master tile: violet, brown, turquoise or movement"),
        ("deliver violet", 9, "a sword, such as 12"),
        ("deliver 12()", 12, "the metal of the sword"),
        (f"4va@{'9' * 5000}", 5, "a step from 0 to 21"),
    ],
)
def test_errors_point_at_the_place(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as failure:
        parse_action(text, KOSMOS_2008)
    error = failure.value
    assert (error.text, error.column, error.expected) == (text, column, expected)
    assert str(error).startswith(f"column {column}: expected {expected}\n")
    assert str(copy(error)) == str(error)


def test_the_cost_is_asked_for_where_it_matters() -> None:
    with pytest.raises(NotationError) as failure:
        parse_sword("8", CROWDED)
    assert (failure.value.column, failure.value.expected) == (
        2,
        "the cost of the sword, such as (1+3)",
    )
    both = evolve(CROWDED, swords=(Sword(8, 1, 3), Sword(8, 3, 1), Sword(21, 1, 0)))
    with pytest.raises(NotationError, match="the cost of the sword"):
        parse_sword("8", both)
    assert parse_sword("8(3+1)", both) == Sword(8, 3, 1)
    assert parse_sword("21", both) == Sword(21, 1, 0)


@pytest.mark.parametrize(
    ("parse", "text", "column", "expected"),
    [
        (parse_line, "take 3va", 6, "the end, or = and cards"),
        (parse_line, "take =", 7, "a card, such as 4va"),
        (parse_line, "take = 3va, end", 11, "the end, or = and cards"),
        (parse_turn, "4va@0, ", 8, "a card or an action: take, place, return, vs, use, deliver, end or pass"),
        (parse_turn, "4va@0 end", 7, "a comma, or the end"),
        (parse_move, "= ", 3, "a card, such as 4va"),
        (parse_move, "=1va 2va", 6, "the end"),
        (parse_card, "1va 2va", 5, "the end"),
        (parse_cards, "1va, 2va", 4, "a card, such as 4va"),
        (parse_shop, "m2@", 3, "the end"),
        (parse_tile, "violet brown", 8, "the end"),
        (parse_seat, "red:", 4, "the end"),
    ],
)  # fmt: skip
def test_errors_of_the_other_forms(
    parse: Callable[[str, Edition], object], text: str, column: int, expected: str
) -> None:
    with pytest.raises(NotationError) as failure:
        parse(text, KOSMOS_2008)
    assert (failure.value.column, failure.value.expected) == (column, expected)


@pytest.mark.parametrize(
    "action",
    [
        PlayCard(Card(7, "violet", "attacker"), 0),
        PlayCard(va(4), 22),
        PlayCard(va(4), -1),
        PlaceShop(ShopTile("metal", 3), 4),
        ReturnFigure(99),
        Challenge(4),
        UseSpace(take=Sword(12, 1, 1)),
        UseSpace(take="pink"),
        UseSpace(give_back="neutral"),
        Deliver(Sword(1, 1, 1)),
    ],
)
def test_what_is_not_in_the_box_cannot_be_written(action: Action) -> None:
    with pytest.raises(ValueError, match="is not in edition 'kosmos-2008'"):
        format_action(action, KOSMOS_2008)


def test_only_actions_can_be_written() -> None:
    not_an_action: Any = "take"
    with pytest.raises(TypeError, match="found 'take', expected an action"):
        format_action(not_an_action, KOSMOS_2008)


def lines_of(journey: Journey) -> list[tuple[Action, tuple[Draw, ...]]]:
    """The actions of a game, each with its draws."""
    lines: list[tuple[Action, tuple[Draw, ...]]] = []
    for ply in journey:
        move: Move = ply.move
        if isinstance(move, Draw):
            action, draws = lines[-1]
            lines[-1] = (action, (*draws, move))
        else:
            lines.append((move, ()))
    return lines


@pytest.mark.search
@settings(max_examples=25)
@given(journeys(), st.data())
def test_every_turn_of_a_game_can_be_written_and_read(
    journey: Journey, data: st.DataObject
) -> None:
    edition, lines = journey[0].before.edition, lines_of(journey)
    start = data.draw(st.integers(0, len(lines) - 1))
    some = tuple(lines[start : start + 12])
    assert parse_turn(format_turn(some, edition), edition) == some
    for action, draws in some:
        assert parse_line(format_line(action, draws, edition), edition) == (action, draws)


@pytest.mark.search
@pytest.mark.parametrize("edition", [KOSMOS_2008, CROWDED], ids=names)
def test_damaged_lines_are_refused_cleanly(edition: Edition) -> None:
    rng = Random(1492)
    actions = universe(edition).actions
    cards = distinct(edition.cards)
    verdicts: Counter[str] = Counter()
    for _ in range(2000):
        draws = [Draw(rng.choice(cards)) for _ in range(rng.randrange(4))]
        text = format_turn([(rng.choice(actions), draws), (rng.choice(actions), ())], edition)
        verdicts[check_notation(mutate(text, rng), edition)] += 1
    assert verdicts["refused"] > 1000
    assert verdicts["read"] > 100  # capitals, blanks, another step


@pytest.mark.search
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    check_notation(text, KOSMOS_2008)


def test_the_documentation_is_right() -> None:
    """The page runs, and shows the grammar of the module."""
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, run = doctest.testfile(str(DOCS), module_relative=False, optionflags=flags)
    assert (failed, run > 15) == (0, True)
    page = DOCS.read_text(encoding="utf-8")
    grammars = re.findall(r"```ebnf\n(.*?)```", page, re.DOTALL)
    assert len(grammars) == 2
    assert toledo_rules.notation.__doc__ is not None
    module = re.sub(r"(?m)^    ", "", toledo_rules.notation.__doc__)
    assert all(grammar in module for grammar in grammars)
