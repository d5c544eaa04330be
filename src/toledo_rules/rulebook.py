"""The rulebook at run time: the numbered rules, the worked examples, the reasons for refusals, and a text for players.

The numbered rules and the examples come from the specification (`spec/rules/`, `spec/examples.toml`); `rules.json` and
`examples.json` are generated from it.

The text for players is in our own words and in several languages, a Markdown file for each: `texts/de.md`, for
example. A paragraph begins with a line that holds the numbers of the rules it carries, and of the rulings whose
decision it states. In a translation that line ends with a digest of the English paragraph it was made from, so that a
test can name what has to be translated again:

    [MOV-01 = 1f0c2a9d]
    Leg eine Geldkarte aus der Hand offen vor dich.

English is the source; every other text has the same chapters, paragraphs, numbers and pictures in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self, TypeAlias, TypeVar

from attrs import frozen

from toledo_rules._json import WORD, Keys, Line, Pattern, Signed
from toledo_rules._values import brief
from toledo_rules.edition import Card, ShopTile, Sword
from toledo_rules.errors import HandbookError, listed

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = [
    "EXAMPLES",
    "RULES",
    "Booklet",
    "Chapter",
    "Code",
    "Example",
    "ExampleId",
    "Paragraph",
    "Parameter",
    "Refusal",
    "Rule",
    "RuleId",
    "booklet_languages",
    "carrying",
    "read",
]

# ------------------------------------------------------------
# The numbered rules and the worked examples at run time, and the reasons why something is refused.

T = TypeVar("T")

RuleId: TypeAlias = Annotated[
    str, Pattern("^[A-Z]{1,3}-[0-9]{2,3}$", "the number of a rule, such as MOV-05")
]
"""The number of a rule (``"MOV-05"``) or of a ruling (``"A-43"``)."""


@frozen
class Rule:
    """A rule or a ruling of the specification.

    >>> RULES["MOV-05"].title
    'A free circle must be taken'
    """

    id: RuleId
    title: str
    text: str
    status: str
    """"rule", "ruling", "data" or "hint"."""
    question: str = ""
    """The question that a ruling answers."""
    reason: str = ""
    """The argument for that answer."""
    merged_into: RuleId = ""
    """The rule that says it now; this number only points there."""


ExampleId: TypeAlias = str
"""The number of a worked example (``"EX-11d"``)."""


@frozen
class Example:
    """A worked example: a position that fits it, the moves made in it, and an action that is refused then.

    The first ones are those of the rulebooks.

    >>> from toledo_rules import Game
    >>> example = EXAMPLES["EX-1"]
    >>> print(f"{example.title}: {example.line}")
    A duel lost in three rounds: 3va@1, vs green = 1va 2bd 3nd
    >>> game = Game(position=example.position)
    >>> game.play(example.line).state.players[0].figures
    (0, 0, 0, 0, 2)
    >>> EXAMPLES["EX-11d"].refused
    '3va@0'
    """

    id: ExampleId
    title: str
    rules: tuple[RuleId, ...]
    """The rules and rulings that it shows."""
    given: tuple[str, ...]
    """The situation, in sentences."""
    when: tuple[str, ...]
    """The players' actions."""
    then: tuple[str, ...]
    """The result."""
    position: str
    """One position that fits, in notation: `toledo_rules.parse_position` makes a `State` of it."""
    line: str = ""
    """The moves, in notation, with the cards that chance turns up; empty if nothing is played."""
    refused: str = ""
    """An action that is not legal after the moves, in notation; empty if there is none."""


class _Shipped(Mapping[str, T]):
    """Entries of a file by their number, read when first asked for: most programs never ask."""

    def __init__(self, load: Callable[[], dict[str, T]]) -> None:
        self._load = load

    def __getitem__(self, number: str) -> T:
        return self._load()[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load())

    def __len__(self) -> int:
        return len(self._load())


def _package() -> Traversable:
    """The folder with the files that come with the package."""
    # For the few who ask: with `json` it takes longer to import than the engine.
    from importlib.resources import files  # noqa: PLC0415

    return files("toledo_rules")


def _entries(file: str) -> dict[str, dict[str, Any]]:
    import json  # noqa: PLC0415

    entries: dict[str, dict[str, Any]] = json.loads(_read(file))
    return entries


def _read(file: str) -> str:
    return _package().joinpath(file).read_text(encoding="utf-8")


@cache
def _rules() -> dict[RuleId, Rule]:
    return {number: Rule(id=number, **entry) for number, entry in _entries("rules.json").items()}


@cache
def _examples() -> dict[ExampleId, Example]:
    return {
        number: Example(
            id=number,
            title=entry["title"],
            rules=tuple(entry["rules"]),
            given=tuple(entry["given"]),
            when=tuple(entry["when"]),
            then=tuple(entry["then"]),
            position=entry["position"],
            line=entry.get("line", ""),
            refused=entry.get("refused", ""),
        )
        for number, entry in _entries("examples.json").items()
    }


RULES: Mapping[RuleId, Rule] = _Shipped(_rules)
"""Every rule and every ruling, by its number."""

EXAMPLES: Mapping[ExampleId, Example] = _Shipped(_examples)
"""Every worked example, by its number."""


CodeGroup: TypeAlias = Literal["illegal", "refused", "undo", "reason"]


class Code(StrEnum):
    """A reason why something is refused: an action, the wish to act at all, to take something back, or to use a thing.

    >>> Code.VALUE_NOT_REPEATED.rule, Code("game_over") is Code.GAME_OVER, Code.REVEALED.key
    ('MOV-08', True, 'undo.revealed')
    """

    rule: RuleId
    """The rule that is broken. Where the position tells more, a `Refusal` names a more precise one."""
    group: CodeGroup
    """An action that is not legal, a request at the wrong time, something that cannot be taken back, or a thing on the
    table that cannot be used, whatever the action."""

    def __new__(cls, code: str, rule: RuleId, group: CodeGroup = "illegal") -> Self:
        """Return a code with the rule it stands for."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.rule = rule
        member.group = group
        return member

    @property
    def key(self) -> str:
        """The key of its sentence in the catalogues."""
        return f"{self.group}.{self}"

    # Any action

    GAME_OVER = "game_over", "END-03"
    """The game has ended."""
    CHANCE_IS_NEXT = "chance_is_next", "A-136"
    """A card is about to be drawn or turned up, and no player acts before that."""
    NOT_AT_TURN_START = "not_at_turn_start", "A-20"
    """The four actions exclude each other, and the turn has begun with another one."""
    NO_SUCH_STEP = "no_such_step", "A-30"
    """The road has no such step."""

    # Taking cards

    NOTHING_TO_DRAW = "nothing_to_draw", "A-27"
    """The draw pile and the discard pile are both empty."""

    # Placing a shop

    SHOP_NOT_IN_TRAY = "shop_not_in_tray", "SHP-01"
    """The player has no such shop tile left."""
    NOT_A_SITE = "not_a_site", "A-30"
    """Shops are placed on sites only; taverns and the artist stay as they are (SHP-02)."""
    SITE_TAKEN = "site_taken", "SHP-01"
    """There is a shop on this site already."""

    # Returning a figure

    NO_FIGURE_TO_RETURN = "no_figure_to_return", "RET-01"
    """The player has no figure on this step."""
    ALREADY_AT_CATHEDRAL = "already_at_cathedral", "A-109"
    """A figure at the cathedral cannot be returned to it."""

    # Playing a card

    CARD_NOT_IN_HAND = "card_not_in_hand", "MOV-01"
    """The card to be played is not in hand."""
    NO_FIGURE_THERE = "no_figure_there", "MOV-02"
    """The player has no figure on the step to move from."""
    OTHER_FIGURE_IN_TRANSIT = "other_figure_in_transit", "A-53"
    """A figure on a full space, without a circle, has to be moved on before any other."""
    VALUE_NOT_REPEATED = "value_not_repeated", "MOV-08"
    """A further card must have the value of the first one."""
    NO_MOVEMENT_TILE = "no_movement_tile", "TIL-01"
    """The player has no movement tile to play an extra card with."""
    MOVEMENT_TILE_SPENT = "movement_tile_spent", "A-84"
    """The movement tile was used in this turn already."""
    TILE_NOT_NEEDED = "tile_not_needed", "A-80"
    """A card with the value of the first one needs no movement tile."""
    SAME_VALUE_AS_TILE_CARD = "same_value_as_tile_card", "A-83"
    """The first card must differ in value from the card of the movement tile."""
    BEYOND_THE_ALCAZAR = "beyond_the_alcazar", "A-37"
    """The card leads beyond the last entrance."""
    NO_SHOP_THERE = "no_shop_there", "MOV-04"
    """The card leads to a site without a shop."""
    NO_WAY_ON = "no_way_on", "OCC-04"
    """The space is full of the player's own figures, and no card leads on."""
    NO_DUEL_AND_NO_WAY_ON = "no_duel_and_no_way_on", "A-28"
    """The space is full, no card could be turned up in a duel, and no card leads on."""

    # Challenging

    NOT_IN_TRANSIT = "not_in_transit", "OCC-05"
    """Duels are fought on a full space only."""
    OWN_FIGURE = "own_figure", "OCC-02"
    """Players cannot challenge themselves."""
    RIVAL_NOT_THERE = "rival_not_there", "OCC-01"
    """The rival has no figure on the full space."""
    NOTHING_TO_REVEAL = "nothing_to_reveal", "A-28"
    """There is no card that could be turned up."""

    # Using a space

    NOT_JUST_ARRIVED = "not_just_arrived", "A-54"
    """A space is used at the arrival on a free circle, or not at all."""
    OWN_SHOP_IS_FREE = "own_shop_is_free", "USE-03"
    """Nothing is paid in one's own shop."""
    FEE_MISSING = "fee_missing", "USE-04"
    """The use has to be paid for with a card."""
    FEE_NOT_IN_HAND = "fee_not_in_hand", "A-59"
    """The card to pay with is not in hand."""
    FEE_TOO_LOW = "fee_too_low", "USE-05"
    """The card to pay with is worth less than the price."""
    NOTHING_TO_CHOOSE = "nothing_to_choose", "A-70"
    """The space gives what it gives, without a choice."""
    NOTHING_TO_GIVE_BACK = "nothing_to_give_back", "FEN-07"
    """Tiles are given back at a fencing master only."""
    NO_METAL_LEFT = "no_metal_left", "A-63"
    """The supply of metal is used up."""
    NO_GEMS_LEFT = "no_gems_left", "A-64"
    """The supply of gems is used up."""
    NO_PAINTING_LEFT = "no_painting_left", "A-66"
    """All paintings are taken."""
    NO_SWORD_CHOSEN = "no_sword_chosen", "SMI-01"
    """A smith forges one sword, which has to be named."""
    SWORD_NOT_ON_BOARD = "sword_not_on_board", "SMI-01"
    """There is no such sword on the board."""
    TOO_LITTLE_METAL = "too_little_metal", "SMI-02"
    """The player has less metal than the sword takes."""
    TOO_FEW_GEMS = "too_few_gems", "SMI-02"
    """The player has fewer gems than the sword takes."""
    NO_TILE_CHOSEN = "no_tile_chosen", "FEN-01"
    """A fencing master gives one master tile, which has to be named."""
    TILE_ALREADY_HELD = "tile_already_held", "FEN-05"
    """Nobody holds two master tiles of a kind."""
    TILE_NOT_ON_BOARD = "tile_not_on_board", "A-151"
    """There is no such master tile on the board."""
    TILE_LIMIT_REACHED = "tile_limit_reached", "FEN-06"
    """The player holds as many master tiles as allowed, so one has to go back."""
    BELOW_TILE_LIMIT = "below_tile_limit", "A-75"
    """A master tile goes back only when the player holds as many as allowed."""
    TILE_NOT_HELD = "tile_not_held", "FEN-06"
    """The player does not hold the master tile to be given back."""

    # Delivering a sword

    NOT_JUST_ENTERED = "not_just_entered", "A-106"
    """A sword is put under a figure when it goes into the Alcazar, or never."""
    SWORD_NOT_IN_FRONT = "sword_not_in_front", "ALC-02"
    """The player has no such sword."""

    # Ending the turn, passing

    NO_CARD_PLAYED = "no_card_played", "TRN-04"
    """An action is compulsory, and none has been carried out."""
    FIGURE_IN_TRANSIT = "figure_in_transit", "A-41"
    """A figure on a full space, without a circle, has to move on or fight before the turn can end."""
    SECOND_CARD_DUE = "second_card_due", "A-82"
    """A tile card has opened the turn, and a second card can be played: it must, where A-82 is read so."""
    SOMETHING_ELSE_IS_POSSIBLE = "something_else_is_possible", "A-19"
    """A player who can do something else cannot pass."""

    # Draws of chance

    CARD_NOT_IN_PILE = "card_not_in_pile", "TAK-01"
    """There is no such card in the pile."""
    NOT_A_CHANCE_STEP = "not_a_chance_step", "A-136"
    """No card is about to be drawn or turned up."""

    # Requests to a `toledo_rules.Game`

    NOT_ON_TURN = "not_on_turn", "TRN-02", "refused"
    """Another player is on turn."""
    STALE = "stale", "A-136", "refused"
    """The request names a version of the game that is no longer the present one."""

    # Taking back and playing again

    NOTHING_PLAYED = "nothing_played", "A-132", "undo"
    """Nothing was played yet."""
    REVEALED = "revealed", "A-132", "undo"
    """A card was drawn, turned up or paid."""
    TURN_TAKEN = "turn_taken", "A-132", "undo"
    """Another player has acted since."""
    NOT_YOURS = "not_yours", "A-132", "undo"
    """It was another player's action."""
    NOTHING_UNDONE = "nothing_undone", "A-132", "undo"
    """Nothing was undone, or something else was played since."""

    # Pointing at something on the table

    BELONGS_TO_ANOTHER = "belongs_to_another", "A-129", "reason"
    """It belongs to another player."""
    OUT_OF_REACH = "out_of_reach", "MOV-02", "reason"
    """No card in hand takes a figure to this space."""
    ALCAZAR_OUT_OF_REACH = "alcazar_out_of_reach", "ALC-01", "reason"
    """No card in hand takes a figure into the Alcazar."""
    NO_WAY_BACK = "no_way_back", "RET-01", "reason"
    """No figure can be returned to the cathedral."""
    NO_CARD = "no_card", "MOV-01", "reason"
    """There is no card in hand to move a figure with."""
    NO_FIGURE = "no_figure", "ALC-05", "reason"
    """All the player's own figures are in the Alcazar."""
    NO_SHOP = "no_shop", "SHP-01", "reason"
    """All the player's own shops are on the board."""
    NO_SITE = "no_site", "A-31", "reason"
    """There is no site left for a shop."""
    NO_SWORD = "no_sword", "ALC-02", "reason"
    """The player has no sword to deliver."""
    INSIDE = "inside", "ALC-05", "reason"
    """A figure in the Alcazar stays there."""
    FIGURES = "figures", "MOV-02", "reason"
    """Figures are chosen on the board."""
    DISCARDED = "discarded", "TAK-02", "reason"
    """The discard pile becomes the draw pile when that is used up."""
    IN_FRONT = "in_front", "MOV-12", "reason"
    """The first card stays in front of its player until the turn ends."""
    METAL = "metal", "MET-01", "reason"
    """Metal comes from metal dealers."""
    GEMS = "gems", "GEM-01", "reason"
    """Gems come from gem dealers."""
    SWORD = "sword", "SMI-01", "reason"
    """Swords come from smiths."""
    TILE = "tile", "FEN-01", "reason"
    """Master tiles come from fencing masters."""
    PAINTING = "painting", "ART-01", "reason"
    """Paintings come from the artist, from the top of the stack."""
    MATERIAL = "material", "SMI-02", "reason"
    """Metal and gems are used at a smith."""
    MOVEMENT_TILE = "movement_tile", "TIL-01", "reason"
    """The movement tile is used with a card."""
    DUEL_TILE = "duel_tile", "FEN-02", "reason"
    """A duel tile works by itself."""
    OWN_PAINTING = "own_painting", "SCO-03", "reason"
    """A painting counts at the end."""
    DELIVERED = "delivered", "SCO-01", "reason"
    """A delivered sword counts at the end."""
    FAME = "fame", "A-158", "reason"
    """Points are counted automatically."""
    HAND = "hand", "A-128", "reason"
    """Cards are chosen one by one."""
    KNOWN = "known", "A-130", "reason"
    """A known card is chosen in the hand."""
    AREA = "area", "TRN-03", "reason"
    """The things in an area are chosen, not the area."""


ILLEGAL: tuple[Code, ...] = tuple(code for code in Code if code.group == "illegal")
"""The reasons why an action is not legal."""


Parameter: TypeAlias = Signed | Line | Card | Sword | ShopTile | None
"""Anything that a `Refusal` can name: a number, a word, or a component."""


@frozen
class Refusal:
    """The reason why something cannot be done, the rule behind it, and what a sentence about it needs.

    >>> why = Refusal(Code.VALUE_NOT_REPEATED, "MOV-08", (("played", 4), ("required", 3)))
    >>> why.rule, why["played"], why["required"]
    ('MOV-08', 4, 3)
    """

    code: Code
    rule: RuleId
    parameters: Annotated[tuple[tuple[str, Parameter], ...], Keys(WORD)] = ()

    @classmethod
    def of(cls, code: Code, **parameters: Parameter) -> Self:
        """Return the refusal for a reason, with the rule that it stands for."""
        return cls(code, code.rule, tuple(parameters.items()))

    def __getitem__(self, name: str) -> Parameter:
        return dict(self.parameters)[name]

    def __str__(self) -> str:
        details = ", ".join(f"{name} {value}" for name, value in self.parameters)
        return f"{self.code}{f' ({details})' if details else ''}: see {self.rule}"


def illegal(code: Code, rule: RuleId, **parameters: Parameter) -> Refusal:
    """Return a refusal with named parameters, by another rule than that of its code."""
    return Refusal(code, rule, tuple(parameters.items()))


# ------------------------------------------------------------
# A rulebook for the table, in our own words and in several languages.

SOURCE: Final = "en"
"""The language that the others are translated from."""

_HEAD = re.compile(r"\[(?P<numbers>[A-Z0-9 -]*?) ?(?:= ?(?P<digest>[0-9a-f]{8}))?\]")
_PICTURE = re.compile(r"!\[(?P<name>[a-z-]+)\]")


@frozen
class Paragraph:
    """A paragraph of a text, or a picture between paragraphs."""

    numbers: tuple[str, ...]
    """The rules and rulings that it carries, by number."""
    text: str
    """The paragraph as Markdown with emphasis and lists only; empty for a picture."""
    picture: str | None = None
    """Name of the picture that stands here, the same in all languages."""
    source: str | None = None
    """Digest of the English paragraph that it was translated from; None in English."""

    @property
    def digest(self) -> str:
        """A digest of the text, by which a translation names what it was made from."""
        from hashlib import sha256  # noqa: PLC0415  # not for those who only play

        return sha256(self.text.encode()).hexdigest()[:8]


@frozen
class Chapter:
    """A heading and the paragraphs under it."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@frozen
class Booklet:
    """A text for players in one language: the rules, or another of the same form."""

    name: str
    language: str
    title: str
    opening: Paragraph
    """What kind of text this is, above the first chapter."""
    chapters: tuple[Chapter, ...]

    @classmethod
    def parse(cls, text: str, name: str, language: str) -> Self:
        """Read a booklet from Markdown: a title, an opening, chapters."""
        title, _, rest = text.removeprefix("# ").partition("\n")
        opening, *chapters = re.split(r"^## ", rest, flags=re.MULTILINE)
        return cls(name, language, title, _paragraphs(opening)[0], tuple(map(_chapter, chapters)))

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """All paragraphs in order, the opening first."""
        return (
            self.opening,
            *(paragraph for chapter in self.chapters for paragraph in chapter.paragraphs),
        )


@cache
def booklet_languages() -> tuple[str, ...]:
    """Return the codes of the languages of the handbook, English first."""
    names = (entry.name.split(".") for entry in _package().joinpath("texts").iterdir())
    found = {parts[0] for parts in names if parts[1:] == ["md"]}
    return (SOURCE, *sorted(found - {SOURCE}))


@cache
def read(language: str = SOURCE) -> Booklet:
    """Return the complete rules for players in a language.

    Raises:
        HandbookError: The handbook does not speak the language.

    """
    if language not in booklet_languages():
        raise HandbookError(
            f"the handbook does not speak {brief(language)}; expected {listed(booklet_languages())}"
        )
    return Booklet.parse(_read(f"texts/{language}.md"), "rules", language)


def carrying(number: str, language: str = SOURCE) -> Paragraph:
    """Return the paragraph of the rules that carries the rule with this number.

    Raises:
        HandbookError: No paragraph carries it, as is the case with most rulings.

    """
    for paragraph in read(language).paragraphs:
        if number in paragraph.numbers:
            return paragraph
    raise HandbookError(f"no paragraph of the handbook carries {brief(number)}")


def _chapter(written: str) -> Chapter:
    """Read a chapter, which begins with its title."""
    title, _, rest = written.partition("\n")
    return Chapter(title.strip(), _paragraphs(rest))


def _paragraphs(written: str) -> tuple[Paragraph, ...]:
    """Read paragraphs. A list after a paragraph belongs to it."""
    blocks: list[str] = []
    for block in filter(None, (block.strip() for block in written.split("\n\n"))):
        if block.startswith("- "):
            blocks[-1] += "\n\n" + block
        else:
            blocks.append(block)
    return tuple(_paragraph(block) for block in blocks)


def _paragraph(block: str) -> Paragraph:
    """Read a paragraph with its line of numbers, or a picture."""
    if picture := _PICTURE.fullmatch(block):
        return Paragraph((), "", picture["name"])
    line, _, rest = block.partition("\n")
    if head := _HEAD.fullmatch(line):
        return Paragraph(tuple(head["numbers"].split()), rest, None, head["digest"])
    return Paragraph((), block)
