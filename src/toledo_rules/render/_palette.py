"""Colours: palettes for light, dark, print and forced colours, and the style sheet that applies them.

Every colour has a name. A picture sets a variable for each name on its root, and shapes refer to the variables, so
pictures of different themes share a page and even their symbols. Before each variable stands the plain colour, for
programs that do not support variables.

Nothing depends on colour alone. Each player has a shape, a letter and a hatching, each duel colour a letter and a
hatching, after the custom of engravers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from re import compile as pattern
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from toledo_rules._values import complete
from toledo_rules.edition import NEUTRAL, DuelColour, Edition, Seat

Theme: TypeAlias = Literal["light", "dark", "auto", "print"]
"""The themes of a picture: light, dark, as the reader's system prefers, or black on white."""
THEMES: tuple[Theme, ...] = get_args(Theme)

SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,P052,'Book Antiqua',Georgia,'DejaVu Serif',serif"

DARK_INK = "#1d1710"
LIGHT_INK = "#ffffff"

Hatching: TypeAlias = Literal[
    "upright", "level", "falling", "dots", "rising", "waves", "lattice", "bricks", "none"
]


@frozen
class Paint:
    """The colours of a player or of a duel colour: background, and letters and lines that can be read on it."""

    fill: str
    ink: str
    lines: str
    hatching: Hatching


_PLAYERS: Mapping[str, Paint] = {
    "red": Paint("#bb3b1e", LIGHT_INK, "#8f2811", "upright"),
    "blue": Paint("#1c5fae", LIGHT_INK, "#134680", "level"),
    "green": Paint("#49b98e", DARK_INK, "#2a8a66", "falling"),
    "yellow": Paint("#f5c93a", DARK_INK, "#c79512", "dots"),
}
_OTHER_PLAYERS = (
    Paint("#d68fb4", DARK_INK, "#a9547f", "lattice"),
    Paint("#6cc0ee", DARK_INK, "#2d86b8", "waves"),
    Paint("#5c4b8a", LIGHT_INK, "#423465", "rising"),
    Paint("#e8a33d", DARK_INK, "#b4731a", "bricks"),
)
_DUELS: Mapping[DuelColour, Paint] = {
    "violet": Paint("#6a3a9c", LIGHT_INK, "#8a5fbb", "rising"),
    "turquoise": Paint("#2aaea7", DARK_INK, "#17837d", "waves"),
    "brown": Paint("#8a5524", LIGHT_INK, "#a97643", "lattice"),
    NEUTRAL: Paint("#ece4d2", DARK_INK, "#d8ccb0", "none"),
}
_OTHER_DUELS = (
    Paint("#e8a33d", DARK_INK, "#b4731a", "bricks"),
    Paint("#1c5fae", LIGHT_INK, "#134680", "level"),
    Paint("#d68fb4", DARK_INK, "#a9547f", "dots"),
    Paint("#4c6b1f", LIGHT_INK, "#36500f", "falling"),
)


def player_paint(edition: Edition, seat: Seat) -> Paint:
    """Return the colours of a player, by the name of the player's colour if it is a known one."""
    return _PLAYERS.get(edition.colours[seat], _OTHER_PLAYERS[seat % len(_OTHER_PLAYERS)])


def duel_paint(edition: Edition, colour: DuelColour) -> Paint:
    """Return the background of a card or a duel tile."""
    if colour in _DUELS:
        return _DUELS[colour]
    return _OTHER_DUELS[edition.duel_colours.index(colour) % len(_OTHER_DUELS)]


Palette: TypeAlias = Mapping[str, str]
"""Colours by name."""

_Tone: TypeAlias = Literal["ink", "grey", "pale", "paper"]
"""A colour for black and white."""

_COLOURS: tuple[tuple[str, str, str, _Tone], ...] = (
    # Pages, panels, letters, states.
    ("page", "#e9dfca", "#121118", "paper"),
    ("panel", "#fcf8ee", "#211f2a", "paper"),
    ("panel2", "#f2e8d3", "#2c2937", "paper"),
    ("ink", "#22190f", "#f5eddd", "ink"),
    ("muted", "#5a4b37", "#c8bca7", "grey"),
    ("line", "#97805a", "#746a7d", "grey"),
    ("face", "#fffaf0", "#2b2733", "paper"),
    ("lot", "#f8eed6", "#352d38", "paper"),
    ("accent", "#a3005c", "#ff8ac4", "ink"),
    ("onaccent", "#fcf8ee", "#211f2a", "paper"),
    ("shadow", "#3a2a12", "#000000", "ink"),
    ("piece", "#1d1710", "#f5eddd", "ink"),
    # Scenery.
    ("sky0", "#6fa8c9", "#0b1130", "paper"),
    ("sky1", "#bcd8dc", "#27305f", "paper"),
    ("sky2", "#f8e4b6", "#7a4f66", "paper"),
    ("sun", "#fff3c9", "#f3ead0", "paper"),
    ("cloud", "#ffffff", "#3d477a", "paper"),
    ("star", "#bcd8dc", "#f3ead0", "paper"),
    ("far0", "#b9c4ae", "#2a2c52", "paper"),
    ("far1", "#cdbd8c", "#33284a", "paper"),
    ("hill0", "#dcc08a", "#3a3044", "paper"),
    ("hill1", "#c49c66", "#2a2334", "paper"),
    ("town", "#e6cfa0", "#463a4c", "paper"),
    ("towns", "#c9a877", "#332a3b", "pale"),
    ("roof", "#b9623f", "#5c3436", "pale"),
    ("roofd", "#9a4c2e", "#462628", "grey"),
    ("tree", "#6f8148", "#3f4a3a", "pale"),
    ("treed", "#4f6136", "#323c31", "pale"),
    ("win", "#7a5a3a", "#ffc95e", "grey"),
    ("rose", "#5b6672", "#ffc95e", "grey"),
    ("az0", "#f7f2e4", "#2a2838", "paper"),
    ("az1", "#1f4f8f", "#5d86c9", "grey"),
    ("az2", "#d9a92f", "#c79a3a", "paper"),
    # The road.
    ("g0", "#efdfb9", "#40363e", "paper"),
    ("g1", "#ecd6b6", "#3b323f", "paper"),
    ("g2", "#e9ddc6", "#383243", "paper"),
    ("joint", "#ddc69b", "#4b4049", "pale"),
    ("road", "#faf2df", "#5d5054", "paper"),
    ("edge", "#b8986a", "#221b24", "grey"),
    ("cobble", "#e9dbb9", "#6a5c5f", "pale"),
    ("wall", "#b8683f", "#5a3331", "paper"),
    ("wallj", "#98502c", "#442523", "grey"),
    ("arch", "#f3e3c0", "#8d6c55", "pale"),
    ("stone0", "#f6ead0", "#5a5064", "paper"),
    ("stone1", "#dcc79c", "#443b50", "paper"),
    ("stoned", "#a88a5c", "#2e2738", "grey"),
    ("slate", "#5b6672", "#39435c", "pale"),
    ("slated", "#434c56", "#2b3349", "pale"),
    ("niche", "#d3b684", "#241e2e", "pale"),
    ("door", "#efe2c6", "#393240", "paper"),
    ("timber", "#55402f", "#8b6a4b", "ink"),
    ("rack", "#55402f", "#3a2c26", "paper"),
    ("plank", "#463325", "#2d211c", "pale"),
    # Things.
    ("steel", "#6f8394", "#a9bccb", "grey"),
    ("gold", "#d9a92f", "#e6bd4e", "paper"),
    ("gem", "#b01f63", "#f06aa5", "grey"),
    ("gemh", "#e77fae", "#ffc0da", "pale"),
    ("iron", "#3a3f46", "#cfd4da", "ink"),
    ("jug", "#55402f", "#a5805d", "ink"),
    ("wood", "#8a5a2c", "#c89660", "ink"),
    ("copper", "#c98a54", "#c98a54", "paper"),
    ("copperd", "#8a5426", "#8a5426", "pale"),
    ("silver", "#d3d8de", "#d3d8de", "paper"),
    ("silverd", "#7d8894", "#7d8894", "pale"),
    ("coin", "#f4c64f", "#f4c64f", "paper"),
    ("coind", "#a87a10", "#a87a10", "pale"),
    ("coinink", "#1d1710", "#1d1710", "ink"),
    ("canvas", "#bcd8dc", "#3d477a", "paper"),
)
"""The value of each colour, by name, in light, dark, and black and white."""

_PRINTED: Mapping[_Tone, str] = complete(
    {"ink": "#000000", "grey": "#555555", "pale": "#cccccc", "paper": "#ffffff"},
    get_args(_Tone),
    "_PRINTED",
)
_FORCED: Mapping[_Tone, str] = complete(
    {"ink": "CanvasText", "grey": "CanvasText", "pale": "Canvas", "paper": "Canvas"},
    get_args(_Tone),
    "_FORCED",
)

LIGHT: Palette = {name: day for name, day, _, _ in _COLOURS}
DARK: Palette = {name: night for name, _, night, _ in _COLOURS}
PRINT: Palette = {name: _PRINTED[tone] for name, _, _, tone in _COLOURS}
FORCED: Palette = {name: _FORCED[tone] for name, _, _, tone in _COLOURS} | {
    "accent": "Highlight",
    "onaccent": "HighlightText",
}
"""The system colours for readers who force their own."""


def _paints(edition: Edition) -> dict[str, Paint]:
    """Return the colours of an edition, with the names of their variables without the first letter."""
    duels = (*edition.duel_colours, NEUTRAL)
    return {
        **{f"p{seat}": player_paint(edition, seat) for seat in range(len(edition.colours))},
        **{f"d{number}": duel_paint(edition, colour) for number, colour in enumerate(duels)},
    }


def duel_name(edition: Edition, colour: DuelColour) -> str:
    """Return the name of a duel colour in the style sheet."""
    return f"d{(*edition.duel_colours, NEUTRAL).index(colour)}"


def _named(edition: Edition, ink: str = "", paper: str = "") -> Palette:
    """Return the colours of players and duels by name; in black and white if these are given."""
    named = {}
    for name, paint in _paints(edition).items():
        named[name] = paper or paint.fill
        named[f"i{name}"] = ink or paint.ink
        named[f"h{name}"] = ink or paint.lines
    return named


@cache
def _palettes(edition: Edition) -> Mapping[str, Palette]:
    return {
        "light": {**LIGHT, **_named(edition)},
        "dark": {**DARK, **_named(edition)},
        "print": {**PRINT, **_named(edition, "#000000", "#ffffff")},
        "forced": {**FORCED, **_named(edition, "CanvasText", "Canvas")},
    }


def palette(edition: Edition, theme: Theme) -> Palette:
    """Return all colours of a theme by name."""
    return _palettes(edition)["light" if theme == "auto" else theme]


_CLASSES = pattern(r"tl-([fsg])-(\w+)")
_PROPERTY = {"f": "fill", "s": "stroke", "g": "stop-color"}

_SHAPES: Mapping[str, str] = {
    "t": f"font-family:{SANS}",
    "b": f"font-family:{SANS};font-weight:700",
    "n": f"font-family:{SERIF};font-weight:700",
    "c": "text-anchor:middle",
    "e": "text-anchor:end",
    "o": "fill:none",
    "hit": "fill:transparent",
    "shade": "opacity:.2",
    "pale": "opacity:.5",
    "gone": "opacity:.4",
    "soft": "opacity:.35",
    "ghost": "opacity:.5",
    "tint": "opacity:.1",
    "join": "stroke-linejoin:round;stroke-linecap:round",
    "dash": "stroke-dasharray:5 4",
    "dots": "stroke-dasharray:.1 6;stroke-linecap:round",
}
"""The declarations that all themes share, by class."""


def variables(edition: Edition) -> dict[str, dict[str, str]]:
    """Return the variables of each theme, and those for forced colours."""
    return {
        theme: {f"--tl-{name}": colour for name, colour in colours.items()}
        for theme, colours in _palettes(edition).items()
    }


def sheet(drawn: str) -> str:
    """Return the style sheet for a drawing, without its variables."""
    coloured = [
        f".tl-{kind}-{name}{{{_PROPERTY[kind]}:var(--tl-{name})}}"
        for kind, name in sorted(set(_CLASSES.findall(drawn)))
    ]
    return "".join((*coloured, *(f".tl-{name}{{{rule}}}" for name, rule in _SHAPES.items())))


def _variables(root: str, colours: Palette, used: set[str]) -> str:
    told = ";".join(f"--tl-{name}:{colours[name]}" for name in sorted(used))
    return f".{root}{{{told}}}"


def style(edition: Edition, theme: Theme, root: str, drawn: str) -> str:
    """Return the style sheet for a drawing with all its variables on a class of the root.

    >>> from toledo_rules import KOSMOS_2008
    >>> sheet = style(KOSMOS_2008, "auto", "tl-x", '<rect class="tl-f-page"/>')
    >>> "prefers-color-scheme:dark" in sheet, "--tl-sky0" in sheet
    (True, False)
    """
    found = sorted(set(_CLASSES.findall(drawn)))
    used = {name for _, name in found}
    every = _palettes(edition)
    plain = palette(edition, theme)
    rules = [
        f".{root}{{max-width:100%;height:auto;forced-color-adjust:none}}",
        _variables(root, plain, used),
    ]
    if theme == "auto":
        dark = _variables(root, every["dark"], used)
        rules.append(f"@media (prefers-color-scheme:dark){{{dark}}}")
    rules.append(f"@media (forced-colors:active){{{_variables(root, every['forced'], used)}}}")
    rules += [
        f".tl-{kind}-{name}{{{_PROPERTY[kind]}:{plain[name]};{_PROPERTY[kind]}:var(--tl-{name})}}"
        for kind, name in found
    ]
    rules += [f".tl-{name}{{{rule}}}" for name, rule in _SHAPES.items() if f"tl-{name}" in drawn]
    return "".join(rules)
