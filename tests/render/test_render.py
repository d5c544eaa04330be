"""Pictures: self-contained, equal for equal positions, without secrets, for every edition and language."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from gzip import compress
from itertools import combinations
from math import dist
from random import Random
from typing import get_args

import pytest
from attrs import evolve

from tests.render.pictures_read import (
    SVG,
    ids,
    journey,
    layouts,
    parsed,
    part,
    parts_in,
    symbols,
    texts,
    tooltip,
)
from tests.table import busy, changed
from toledo_rules import KOSMOS_2008, Edition, View, determinize, new_game, shipped_edition, view
from toledo_rules._multiset import added, removed
from toledo_rules.describe import LANGUAGES, Language, describe, heading
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.errors import PictureError
from toledo_rules.notation import format_card
from toledo_rules.render import (
    Highlights,
    PageLayout,
    Picture,
    Theme,
    _art,
    board,
    seat_figures,
    svg,
    text,
)
from toledo_rules.render._art import TIMES, cut, text_width, wrapped
from toledo_rules.render._palette import (
    DARK,
    DARK_INK,
    LIGHT,
    LIGHT_INK,
    PRINT,
    Paint,
    duel_paint,
    player_paint,
)
from toledo_rules.state import OVER, Shop, Transit
from toledo_rules.testing import BLUE, GREEN, MOMENTS, RED, YELLOW, Table, cards, lay_out

THEMES: tuple[Theme, ...] = get_args(Theme)

languages = pytest.mark.parametrize("language", LANGUAGES)

Draw = Callable[..., str]


# What kind of thing a picture is.


def test_a_picture_is_a_text_that_a_notebook_shows() -> None:
    picture = svg(busy())
    assert isinstance(picture, Picture)
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture


@layouts
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_is_self_contained_and_has_a_title(layout: PageLayout, theme: Theme) -> None:
    state = busy()
    picture = svg(state, layout=layout, theme=theme)
    root = parsed(picture)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == describe(state)
    assert picture.count("://") == 1, "the name of the format is the only address"
    assert all(found.startswith("#tl") for found in re.findall(r"url\(([^)]*)\)", picture))
    for element in root.iter():
        assert all(name.startswith("tl") for name in element.attrib.get("class", "").split())


@layouts
def test_every_symbol_and_pattern_that_is_used_is_there_once(layout: PageLayout) -> None:
    for drawn in (svg(busy(), layout=layout), board(KOSMOS_2008, layout)):
        used = {*re.findall(r'href="#([^"]*)"', drawn), *re.findall(r"url\(#([^)]*)\)", drawn)}
        there = [e.attrib["id"] for e in parsed(drawn).iter() if "id" in e.attrib]
        assert used <= set(there)
        assert len(there) == len(set(there))


@pytest.mark.parametrize("theme", THEMES)
def test_every_class_that_is_used_has_a_rule(theme: Theme) -> None:
    state = Table(2).figures(BLUE, 5, 5).figures(RED, transit=5).hand(RED, "5va").moving("5vd")
    everything = Highlights(origin=0, targets=[3], last=[4], cards=cards("5va"))
    root = parsed(svg(state.lay(Transit(5)), highlights=everything, theme=theme))
    used = {name for e in root.iter() for name in e.attrib.get("class", "").split()}
    marks = {"tl-target", "tl-origin", "tl-last"}
    (style,) = root.iter(f"{SVG}style")
    assert all(f".{name}{{" in (style.text or "") for name in used - marks)


def test_colours_are_variables_so_that_themes_and_editions_share_a_page() -> None:
    """Rules for shapes are equal in all pictures; what differs is set on a class that no other picture has."""
    shapes: dict[str, set[str]] = {}
    roots = set()
    for theme in ("light", "dark", "print"):
        drawn = svg(busy(), theme=theme)
        roots.add(parsed(drawn).attrib["class"])
        for name, rule in re.findall(r"\.(tl-[fsg]-\w+)\{([^}]*)\}", drawn):
            shapes.setdefault(name, set()).add(rule.split(";")[-1])
    assert len(roots) == 3
    assert all(len(rules) == 1 for rules in shapes.values())


def test_printers_without_colour_get_no_colours() -> None:
    assert all(value[1:3] == value[3:5] == value[5:7] for value in PRINT.values())
    assert not re.findall(r"#(?!([0-9a-f]{2})\1\1\b)[0-9a-f]{6}\b", svg(busy(), theme="print"))


def test_systems_that_insist_on_colours_get_them() -> None:
    sheet = svg(busy()).split("@media (forced-colors:active)")[1].split("}}")[0]
    assert set(re.findall(r"--tl-\w+:([^;}]*)", sheet)) <= {
        "Canvas",
        "CanvasText",
        "Highlight",
        "HighlightText",
    }


def test_a_theme_and_a_layout_must_exist() -> None:
    with pytest.raises(
        ValueError, match="unknown theme 'pink': choose one of light, dark, auto, print"
    ):
        svg(busy(), theme="pink")  # type: ignore[arg-type] # that is the mistake
    with pytest.raises(
        ValueError, match="unknown layout 'square': choose one of wide, tablet, phone"
    ):
        svg(busy(), layout="square")  # type: ignore[arg-type] # that is the mistake
    with pytest.raises(ValueError, match="unknown extent 'hall': choose one of table, board"):
        svg(busy(), extent="hall")  # type: ignore[arg-type] # that is the mistake
    with pytest.raises(ValueError, match="unknown language 'la': choose one of en, de"):
        svg(busy(), language="la")


@layouts
def test_equal_positions_give_equal_pictures(layout: PageLayout) -> None:
    for ply in journey(3)[::40]:
        again = evolve(ply.before, players=tuple(evolve(p) for p in ply.before.players))
        assert svg(ply.before, layout=layout) == svg(again, layout=layout)


def test_a_picture_is_small() -> None:
    pictures = [svg(ply.before).encode() for ply in journey(4)[::60]]
    assert max(map(len, pictures)) < 140_000
    assert max(len(compress(picture)) for picture in pictures) < 20_000


# Secrets (A-128, A-131).


@pytest.mark.parametrize("draw", [svg, text])
@pytest.mark.parametrize("seat", [RED, GREEN, None])
def test_a_position_can_be_shown_as_one_seat_sees_it(draw: Draw, seat: int | None) -> None:
    for ply in journey(3)[::60]:
        seen = view(ply.before, seat)
        assert draw(ply.before, seat=seat) == draw(seen) == draw(seen, seat=seat)


@pytest.mark.parametrize("draw", [svg, text])
def test_without_a_seat_every_hand_of_a_position_is_shown(draw: Draw) -> None:
    state = busy()
    for seat, player in enumerate(state.players):
        hidden = [c for c in player.hand if c not in player.known]
        shown, seen = draw(state), draw(state, seat=seat)
        others = draw(state, seat=(seat + 1) % 3)
        for name in (format_card(c, KOSMOS_2008) for c in hidden):
            assert name in shown
            assert name in seen
            assert shown.count(name) > others.count(name)


@pytest.mark.parametrize("draw", [svg, text])
def test_a_view_cannot_show_what_somebody_else_sees(draw: Draw) -> None:
    with pytest.raises(ValueError, match="is what seat 0 sees, not what a spectator sees"):
        draw(view(busy(), RED), seat=None)
    with pytest.raises(ValueError, match="what a spectator sees, not what seat 1 sees: pass the"):
        draw(view(busy(), None), seat=BLUE)
    with pytest.raises(ValueError, match="seat"):
        draw(busy(), seat=7)


def test_a_hand_is_in_the_area_of_its_player_or_large_but_not_both() -> None:
    state = busy()
    root = parsed(svg(state))
    large = part(root, f"hand:{state.active}")
    for seat, player in enumerate(state.players):
        names = {f"hand:{seat}:{format_card(c, KOSMOS_2008)}" for c in player.hand}
        assert set(ids(root, f"hand:{seat}:")) == names
        inside = {e.attrib["id"] for e in large.iter() if "id" in e.attrib}
        assert (inside & names == names) == (seat == state.active)


@pytest.mark.search
@layouts
@languages
def test_what_a_seat_cannot_see_does_not_change_its_picture(
    layout: PageLayout, language: Language
) -> None:
    rng = Random(7)
    for ply in journey(3)[5::200]:
        for seat in (RED, None):
            seen = view(ply.before, seat)
            other = determinize(seen, rng)
            pictures = [
                svg(view(state, seat), layout=layout, language=language)
                for state in (ply.before, other)
            ]
            assert pictures[0] == pictures[1]


def test_a_hidden_card_that_changes_hands_with_the_pile_leaves_no_trace() -> None:
    state = busy()
    hidden, other = state.players[GREEN].hand[0], state.pile[0]
    assert hidden != other
    swapped = changed(state, GREEN, hand=added(removed(state.players[GREEN].hand, hidden), other))
    swapped = evolve(swapped, pile=added(removed(state.pile, other), hidden))
    assert swapped != state
    assert svg(view(state, RED)) == svg(view(swapped, RED))
    assert svg(view(state, GREEN)) != svg(view(swapped, GREEN))


def test_the_hand_of_the_viewer_is_shown_and_no_other() -> None:
    state = busy()
    root = parsed(svg(view(state, BLUE)))
    hand = {f"hand:{BLUE}:{format_card(c, KOSMOS_2008)}" for c in state.players[BLUE].hand}
    assert {name for name in ids(root, "hand:") if name.count(":") == 2} == hand
    for seat, player in enumerate(state.players):
        known = {f"player:{seat}:known:{format_card(c, KOSMOS_2008)}" for c in player.known}
        assert set(ids(root, f"player:{seat}:known:")) == known


def test_a_spectator_sees_no_hand() -> None:
    assert ids(parsed(svg(view(busy(), None))), "hand:") == []
    assert "hand:0" in ids(parsed(svg(view(busy(), RED))), "hand:")


def test_cards_of_one_kind_are_shown_once_with_their_number() -> None:
    state = Table().hand(RED, "4bd 4bd 2va").lay()
    root = parsed(svg(state))
    assert symbols(part(root, "hand:0")).count("card-4bd") == 1
    assert texts(part(root, "hand:0:4bd")) == [f"{TIMES}2"]


def test_more_known_cards_than_fit_are_counted() -> None:
    every = " ".join(sorted({format_card(c, KOSMOS_2008) for c in KOSMOS_2008.cards}))
    root = parsed(svg(Table().hand(BLUE, every, known=every).lay(), layout="phone"))
    shown = ids(root, "hand:1:")
    assert 0 < len(shown) < len(every.split())
    assert f"+{len(every.split()) - len(shown)}" in texts(root)


# Every edition, every moment, every language.


@pytest.mark.search
@pytest.mark.parametrize("name", SHIPPED_EDITIONS[1:])
@layouts
def test_every_edition_can_be_shown(name: str, layout: PageLayout) -> None:
    edition = shipped_edition(name)
    for moment in MOMENTS:
        state = lay_out(edition, edition.least_players, Random(1), moment)
        root = parsed(svg(state, layout=layout))
        steps = [
            name for name in parts_in(root) if name == "cathedral" or name.startswith("space:")
        ]
        assert len(steps) == len(edition.road)
        prices = [name for name in symbols(root) if name.startswith("price-")]
        assert sorted(prices) == sorted(f"price-{s.price}" for s in edition.road if s.price)


@pytest.mark.search
@languages
@layouts
def test_every_moment_can_be_shown(language: Language, layout: PageLayout) -> None:
    for number, moment in enumerate(MOMENTS):
        players = 2 + number % 3
        state = lay_out(KOSMOS_2008, players, Random(number), moment)
        picture = svg(state, layout=layout, language=language)
        root = parsed(picture)
        assert root[0].text == describe(state, language=language)
        assert len([name for name in symbols(root) if name.startswith("mat-")]) == players
        assert f'lang="{language}"' in picture


@languages
def test_the_words_are_of_one_language(language: Language) -> None:
    root = parsed(svg(busy(), language=language))
    assert tooltip(root, "hand:0") == heading("hand", language)
    assert tooltip(root, "alcazar") == heading("alcazar", language)
    assert root.attrib["lang"] == language


def test_the_end_of_a_game_can_be_shown() -> None:
    state = journey(4)[-1].what.state
    assert state.phase == OVER
    assert parsed(svg(state))[0].text == "The game is over."


def strange() -> Edition:
    """Colours that nobody has heard of, and more players than shapes."""
    pink = "pink"
    renamed = {"violet": pink}
    return evolve(
        KOSMOS_2008,
        name="strange",
        colours=("dark-red", "dark-blue", "grey", "white", "black", "pink", "ochre"),
        most_players=7,
        duel_colours=(pink, "brown", "turquoise"),
        cards=tuple(
            sorted(
                type(c)(c.value, renamed.get(c.colour, c.colour), c.stance)
                for c in KOSMOS_2008.cards
            )
        ),
        tiles=tuple(sorted(renamed.get(tile, tile) for tile in KOSMOS_2008.tiles)),
    )


@layouts
def test_an_edition_with_colours_of_its_own_can_be_shown(layout: PageLayout) -> None:
    edition = strange()
    state = new_game(7, Random(1), edition=edition)
    root = parsed(svg(state, layout=layout))
    assert len([name for name in symbols(root) if name.startswith("mat-")]) == 7
    letters = {
        t for e in root.iter(f"{SVG}symbol") if "-figure-" in e.attrib["id"] for t in texts(e)
    }
    assert letters == set("DAGWBPO"), "dark-red and dark-blue cannot both be D"
    assert "supply:tile:p" in parts_in(root)


# Sizes and colours.


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG has it."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def paints() -> list[Paint]:
    edition = strange()
    duels = (*KOSMOS_2008.duel_colours, "neutral")
    return [
        *(player_paint(KOSMOS_2008, seat) for seat in (RED, BLUE, GREEN, YELLOW)),
        *(player_paint(edition, seat) for seat in range(7)),
        *(duel_paint(KOSMOS_2008, colour) for colour in duels),
        duel_paint(edition, "pink"),
    ]


def test_letters_on_colours_can_be_read() -> None:
    """WCAG AA asks for 4.5."""
    assert contrast(DARK_INK, LIGHT_INK) > 15
    for paint in paints():
        assert contrast(paint.fill, paint.ink) >= 4.5, paint


@pytest.mark.parametrize("palette", [LIGHT, DARK, PRINT])
def test_letters_can_be_read_on_everything_that_they_are_written_on(
    palette: dict[str, str],
) -> None:
    for ground in ("panel", "panel2", "face", "page"):
        assert contrast(palette["ink"], palette[ground]) >= 4.5
    assert contrast(palette["muted"], palette["panel"]) >= 4.5
    assert contrast(palette["accent"], palette["face"]) >= 4.5
    for metal in ("copper", "silver", "coin"):
        assert contrast(palette["coinink"], palette[metal]) >= 4.5


def test_text_is_cut_and_broken_where_it_must_be() -> None:
    assert cut("Toledo", 10, 1000) == "Toledo"
    assert cut("Toledo", 10, 1) == "…"
    assert text_width("MW", 10) > text_width("ab", 10) > text_width("il", 10)
    assert wrapped("one two three", 10, 1000, 3) == ["one two three"]
    assert wrapped("one two three", 10, 25, 3) == ["one", "two", "thr…"]
    assert wrapped("one two three", 10, 40, 1) == ["one t…"]


@pytest.mark.parametrize("shape", [cut, partial(wrapped, most=2)], ids=["cut", "wrapped"])
@pytest.mark.parametrize("text", ["Maximilian" * 10_000, "Max " * 25_000, "l" * 100_000])
def test_a_text_of_any_length_costs_little(
    text: str, shape: Callable[[str, float, float], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of 100,000 letters took minutes: each letter less was measured anew."""
    measured = 0

    def counting(letter: str, em: Callable[[str], float] = _art._em) -> float:  # noqa: SLF001
        nonlocal measured
        measured += 1
        return em(letter)

    monkeypatch.setattr(_art, "_em", counting)
    found = shape(text, 10, 117.5)
    assert str(found).count("…") == 1
    assert measured < 2_000


def test_a_view_need_not_come_from_a_position() -> None:
    seen = view(busy(), RED)
    assert isinstance(seen, View)
    assert svg(seen) == svg(evolve(seen))


# After Machado, Oliveira and Fernandes (2009): how linear red, green and blue look to people who lack one kind of cone.
VISION = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def lab(rgb: list[float]) -> tuple[float, float, float]:
    """In CIELAB, where a distance is about how different two colours look."""
    white = (0.9505, 1.0, 1.089)
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    x, y, z = (
        max(sum(a * b for a, b in zip(line, rgb, strict=True)) / w, 0) ** (1 / 3)
        for line, w in zip(to_xyz, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", VISION)
def test_players_colours_differ_for_people_with_any_colour_vision(vision: str) -> None:
    seen = [
        lab([sum(a * b for a, b in zip(line, rgb, strict=True)) for line in VISION[vision]])
        for rgb in (linear(player_paint(KOSMOS_2008, seat).fill) for seat in range(4))
    ]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) > 20


def test_a_shop_with_more_circles_than_any_of_the_edition_is_refused() -> None:
    """By `evolve` anybody can make one; a picture with a thousand million circles would never be finished."""
    state = Table(2).shop(4, RED, "metal", 1).lay()
    shops = [shop and Shop(shop.owner, shop.kind, 10**9) for shop in state.shops]
    impossible = evolve(state, shops=tuple(shops))
    with pytest.raises(PictureError, match="the shop on space 4 has 1000000000 circles"):
        svg(impossible)
    with pytest.raises(PictureError, match="none of the edition more than 2"):
        seat_figures(impossible)
    assert "/10000000" in text(impossible)
