"""One example of everything that can be said, for the tests of the words and for people who proofread them.

    python -m tests.describe.describe_cases

writes `describe_sample.txt`: each message in all languages, as each reader gets it.
"""

from __future__ import annotations

from pathlib import Path

from attrs import evolve, frozen

from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    PASS,
    TAKE_CARDS,
    Card,
    Challenge,
    Code,
    Deliver,
    Draw,
    Outcome,
    PlaceShop,
    PlayCard,
    Refusal,
    ReturnFigure,
    ScoreLine,
    ScoreSheet,
    ShopTile,
    Standing,
    State,
    UseSpace,
    View,
    events,
    shipped_edition,
    view,
)
from toledo_rules.describe import (
    LANGUAGES,
    Context,
    Describable,
    Message,
    MessageValue,
    Term,
    Where,
    message,
    render,
    told,
)
from toledo_rules.edition import SHOP_KINDS
from toledo_rules.errors import CodecError, NotationError, PictureError, Problem
from toledo_rules.rulebook import Parameter, illegal
from toledo_rules.state import ENTERED, MOVING, OVER, Arrived, Drawing, Duel, Phase, Transit
from toledo_rules.testing import BLUE, GREEN, RED, YELLOW, Table, card, sword

ABOUT_PLAYERS = ("pending.", "event.", "refused.", "score.", "outcome.")
"""What is said to everybody about players. Actions and refusals are said to the player on turn."""

SAMPLE = Path(__file__).with_name("describe_sample.txt")

FOUR = card("4va")
ONE = card("1nd")
PINK = Card(4, "pink", "defender")


def board() -> State:
    """One shop of each kind: Red's metal dealer on 1, Blue's others; the tavern is on 5, the artist on 10."""
    table = Table(players=4)
    table.shop(1, RED, "metal", 2).shop(2, BLUE, "gem", 1).shop(3, BLUE, "smith", 2)
    return table.shop(4, BLUE, "fencing", 1).lay()


BOARD = board()


def at(phase: Phase) -> State:
    """The board at another moment."""
    return evolve(BOARD, phase=phase)


@frozen
class Case:
    """Something to be said."""

    thing: Describable | State | View | Message
    context: Context = BOARD
    names: tuple[str, ...] = ()

    def message(self) -> Message:
        """What is said."""
        if isinstance(self.thing, Message):
            return self.thing
        if isinstance(self.thing, State | View):
            return message(self.thing, names=self.names)
        return message(self.thing, self.context, names=self.names)


ACTIONS = (
    Case(TAKE_CARDS),
    Case(PlaceShop(ShopTile("metal", 1), 6)),
    Case(PlaceShop(ShopTile("gem", 2), 7)),
    Case(PlaceShop(ShopTile("smith", 2), 8)),
    Case(PlaceShop(ShopTile("fencing", 1), 9)),
    Case(ReturnFigure(3)),
    Case(ReturnFigure(10)),
    Case(ReturnFigure(20)),
    Case(ReturnFigure(0)),
    Case(PlayCard(FOUR, 0)),
    Case(PlayCard(card("2bd"), 2)),
    Case(PlayCard(card("3ta"), 1), KOSMOS_2008),
    Case(PlayCard(ONE, 19, with_tile=True)),
    Case(PlayCard(PINK, 1)),
    Case(Challenge(BLUE)),
    Case(Challenge(GREEN), names=("Ana", "Bruno", "Inés")),
    Case(Challenge(7)),
    Case(UseSpace(), at(Arrived(1))),
    Case(UseSpace(FOUR), at(Arrived(2))),
    Case(UseSpace(FOUR, take=sword(2)), at(Arrived(3))),
    Case(UseSpace(FOUR, take=sword(12)), at(Arrived(3))),
    Case(UseSpace(FOUR, take="violet"), at(Arrived(4))),
    Case(UseSpace(FOUR, take=MOVEMENT), at(Arrived(4))),
    Case(UseSpace(FOUR, take="brown", give_back="turquoise"), at(Arrived(4))),
    Case(UseSpace(FOUR, take="pink"), at(Arrived(4))),
    Case(UseSpace(FOUR), at(Arrived(5))),
    Case(UseSpace(FOUR), at(Arrived(10))),
    Case(UseSpace(), at(Arrived(3))),
    Case(UseSpace(FOUR), KOSMOS_2008),
    Case(Deliver(sword(7))),
    Case(END_TURN),
    Case(PASS),
    Case(Draw(FOUR)),
)

READ_OTHERWISE = (Case(events.Passed(RED), shipped_edition("kosmos-2008 a160=voluntary")),)

POSITIONS = (
    Case(BOARD),
    Case(evolve(BOARD, trigger=BLUE)),
    Case(at(MOVING)),
    Case(at(Arrived(3))),
    Case(view(at(Arrived(5)), BLUE)),
    Case(at(ENTERED)),
    Case(at(Transit(4))),
    Case(at(Drawing(1, "tavern"))),
    Case(at(Drawing(2, "take"))),
    Case(at(Duel(4, BLUE, 1, 0))),
    Case(at(OVER)),
)

EVENTS = tuple(
    Case(event)
    for event in (
        events.DrawingBegan(RED, 2, "take"),
        events.DrawingBegan(RED, 3, "tavern"),
        events.DrawingBegan(RED, 1, "take"),
        events.CardDrawn(RED, FOUR),
        events.CardDrawn(RED, events.HIDDEN),
        events.PileReshuffled(1),
        events.PileReshuffled(40),
        events.ShopPlaced(RED, ShopTile("smith", 2), 13),
        events.FigureReturned(RED, 12),
        events.FigureReturned(RED, 0),
        events.CardPlayed(RED, FOUR, to_front=True, with_tile=False),
        events.CardPlayed(RED, FOUR, to_front=False, with_tile=False),
        events.CardPlayed(RED, FOUR, to_front=False, with_tile=True),
        events.FigureMoved(RED, 0, 4),
        events.FigureMoved(YELLOW, 15, 20),
        events.CircleTaken(RED, 4),
        events.SpaceFull(RED, 3),
        events.AlcazarEntered(RED, 20),
        events.DuelBegan(RED, BLUE, 3),
        events.RoundFought(FOUR, RED, 1, 0),
        events.DuelEnded(RED, BLUE, 3),
        events.FigureSentBack(BLUE, 3),
        events.FeePaid(RED, BLUE, FOUR),
        events.FeePaid(RED, None, FOUR),
        events.MetalTaken(RED),
        events.GemTaken(RED),
        events.SwordForged(RED, sword(2)),
        events.SwordForged(RED, sword(4)),
        events.SwordForged(RED, sword(8)),
        events.TileGivenBack(RED, "violet"),
        events.TileTaken(RED, "brown"),
        events.TileTaken(RED, MOVEMENT),
        events.PaintingTaken(RED, 1),
        events.PaintingTaken(RED, 3),
        events.SwordDelivered(RED, sword(15)),
        events.Passed(RED),
        events.FrontCardDiscarded(RED, FOUR),
        events.TurnEnded(RED),
        events.LastRoundBegan(RED),
        events.TurnBegan(GREEN),
        events.HandShown(RED, ()),
        events.HandShown(RED, (FOUR,)),
        events.HandShown(RED, (FOUR, FOUR, Card(6, "neutral", "attacker"))),
        events.GameEnded(),
    )
)


def no(code: Code, **parameters: Parameter) -> Refusal:
    """A reason; which rule it comes from is not said."""
    return illegal(code, "-", **parameters)


REASONS = tuple(
    Case(why)
    for why in (
        no(Code.GAME_OVER),
        no(Code.CHANCE_IS_NEXT),
        no(Code.NOT_AT_TURN_START),
        no(Code.NO_SUCH_STEP, step=30, last=21),
        no(Code.NOTHING_TO_DRAW),
        no(Code.SHOP_NOT_IN_TRAY, shop=ShopTile("smith", 2)),
        no(Code.NOT_A_SITE, step=5, space="tavern"),
        no(Code.NOT_A_SITE, step=0, space="cathedral"),
        no(Code.NOT_A_SITE, step=21, space="entrance"),
        no(Code.SITE_TAKEN, step=3, owner=BLUE),
        no(Code.SITE_TAKEN, step=1, owner=RED),
        no(Code.NO_FIGURE_TO_RETURN, step=8),
        no(Code.ALREADY_AT_CATHEDRAL),
        no(Code.CARD_NOT_IN_HAND, card=FOUR),
        no(Code.NO_FIGURE_THERE, origin=8),
        no(Code.OTHER_FIGURE_IN_TRANSIT, origin=0, transit=3),
        no(Code.VALUE_NOT_REPEATED, played=4, required=3),
        no(Code.NO_MOVEMENT_TILE),
        no(Code.MOVEMENT_TILE_SPENT, used_for=5),
        no(Code.SECOND_CARD_DUE, used_for=4),
        no(Code.TILE_NOT_NEEDED, played=3),
        no(Code.SAME_VALUE_AS_TILE_CARD, played=5),
        no(Code.BEYOND_THE_ALCAZAR, step=23, last=21),
        no(Code.NO_SHOP_THERE, step=8),
        no(Code.NO_WAY_ON, step=1),
        no(Code.NO_DUEL_AND_NO_WAY_ON, step=3),
        no(Code.NOT_IN_TRANSIT),
        no(Code.OWN_FIGURE),
        no(Code.RIVAL_NOT_THERE, rival=GREEN, step=3),
        no(Code.NOTHING_TO_REVEAL),
        no(Code.NOT_JUST_ARRIVED),
        no(Code.OWN_SHOP_IS_FREE, card=FOUR),
        no(Code.FEE_MISSING, required=3),
        no(Code.FEE_NOT_IN_HAND, card=FOUR),
        no(Code.FEE_TOO_LOW, paid=2, required=3),
        no(Code.NOTHING_TO_CHOOSE, space="metal"),
        no(Code.NOTHING_TO_CHOOSE, space="gem"),
        no(Code.NOTHING_TO_CHOOSE, space="tavern"),
        no(Code.NOTHING_TO_GIVE_BACK, space="smith"),
        no(Code.NOTHING_TO_GIVE_BACK, space="artist"),
        no(Code.NO_METAL_LEFT),
        no(Code.NO_GEMS_LEFT),
        no(Code.NO_PAINTING_LEFT),
        no(Code.NO_SWORD_CHOSEN, take="violet"),
        no(Code.SWORD_NOT_ON_BOARD, sword=sword(7)),
        no(Code.TOO_LITTLE_METAL, has=0, required=1),
        no(Code.TOO_LITTLE_METAL, has=1, required=3),
        no(Code.TOO_FEW_GEMS, has=0, required=1),
        no(Code.TOO_FEW_GEMS, has=1, required=3),
        no(Code.NO_TILE_CHOSEN, take=None),
        no(Code.TILE_ALREADY_HELD, tile="turquoise"),
        no(Code.TILE_NOT_ON_BOARD, tile="violet"),
        no(Code.TILE_LIMIT_REACHED, held=1, limit=1),
        no(Code.TILE_LIMIT_REACHED, held=3, limit=3),
        no(Code.BELOW_TILE_LIMIT, held=0, limit=3),
        no(Code.BELOW_TILE_LIMIT, held=1, limit=3),
        no(Code.BELOW_TILE_LIMIT, held=2, limit=3),
        no(Code.TILE_NOT_HELD, tile=MOVEMENT),
        no(Code.NOT_JUST_ENTERED),
        no(Code.SWORD_NOT_IN_FRONT, sword=sword(12)),
        no(Code.NO_CARD_PLAYED),
        no(Code.FIGURE_IN_TRANSIT, step=3),
        no(Code.SOMETHING_ELSE_IS_POSSIBLE, actions=1),
        no(Code.SOMETHING_ELSE_IS_POSSIBLE, actions=5),
        no(Code.CARD_NOT_IN_PILE, card=FOUR),
        no(Code.NOT_A_CHANCE_STEP),
    )
)

LINES = (
    ScoreLine("SCO-01", "delivered_sword", 12, 12),
    ScoreLine("SCO-02", "sword_in_front", 7, 3),
    ScoreLine("SCO-02", "swords_in_front", 12, 6),
    ScoreLine("SCO-03", "painting", 3, 3),
    ScoreLine("SCO-04", "gems", 3, 1),
    ScoreLine("SCO-05", "movement_tile", 1, -2),
)


def outcome(*standings: Standing) -> Outcome:
    """An outcome with this ranking."""
    winners = frozenset(standing.seat for standing in standings if standing.place == 1)
    return Outcome(winners, standings, ())


RESULTS = tuple(
    Case(result)
    for result in (
        *LINES,
        ScoreLine("SCO-04", "gems", 1, 0),
        ScoreSheet(RED, LINES, 17),
        ScoreSheet(RED, LINES[3:4], 1),
        ScoreSheet(RED, LINES[4:], -2),
        ScoreSheet(RED, (), 0),
        Standing(1, RED, 17, 3, 11),
        Standing(2, BLUE, 1, 1, 4),
        Standing(3, GREEN, 0, 0, 0),
        outcome(Standing(1, RED, 17, 3, 11), Standing(2, BLUE, 12, 5, 20)),
        outcome(Standing(1, RED, 1, 1, 4), Standing(2, BLUE, 0, 5, 20)),
        outcome(Standing(1, RED, 17, 5, 11), Standing(2, BLUE, 17, 3, 20)),
        outcome(
            Standing(1, RED, 17, 5, 20), Standing(2, BLUE, 17, 5, 11), Standing(3, GREEN, 17, 4, 9)
        ),
        outcome(
            Standing(1, RED, 17, 5, 20), Standing(1, BLUE, 17, 5, 20), Standing(3, GREEN, 9, 1, 1)
        ),
        outcome(*(Standing(1, seat, 0, 5, 20) for seat in (RED, BLUE, GREEN))),
    )
)

ELSEWHERE = (Case(events.TurnBegan(RED), evolve(KOSMOS_2008, colours=("crimson", "blue"))),)
"""In an edition with colours that no language has a word for."""

NAMED_BY = {Code.BELONGS_TO_ANOTHER: {"seat": BLUE}, Code.OUT_OF_REACH: {"step": 4}}
"""What the reasons name that name anything."""

TAKING_BACK = (
    *(Case(Refusal.of(code)) for code in Code if code.group == "undo"),
    *(Case(Refusal.of(code, **NAMED_BY.get(code, {}))) for code in Code if code.group == "reason"),
    Case(Refusal.of(Code.STALE, expected=3, version=4)),
    Case(Refusal.of(Code.NOT_ON_TURN, seat=BLUE, active=RED)),
    Case(CodecError([Problem("$.id", "true", "a whole number")])),
    Case(PictureError("There is no theme called sepia.")),
    Case(NotationError("take 3", 6, "nothing more")),
    Case(NotationError("place m2@", 10, "a step from 0 to 21")),
)


def label(name: str, /, **parameters: MessageValue) -> Case:
    """What something is called on a board."""
    return Case(Message(f"label.{name}", tuple(parameters.items())))


NAMES = tuple(
    label(name)
    for name in (
        *("alcazar", "supply", "metal", "gems", "swords", "paintings", "tiles", "pile", "discards"),
        *("hand", "shops", "figures", "cards", "known", "duel", "first_card", "last_round"),
        *("movement", "fame", "delivered_swords", "other_swords", "gem_pairs", "movement_tile"),
        *("use", "move", "place", "otherwise"),
    )
)

LABELS = (
    label("pair", name="Ana", value="3"),
    label("tile_value", value=4),
    label("price", price=3),
    label("circles", circles=1),
    label("circles", circles=2),
    label("sword", sword=sword(2)),
    label("sword", sword=sword(4)),
    label("sword", sword=sword(12)),
    label("painting", value=1),
    label("painting", value=3),
)

TO_TAVERN = ("target", Where(5, "tavern"))

HAPPENED: tuple[list[events.Event], ...] = (
    [events.CardDrawn(BLUE, events.HIDDEN)],
    [events.CardDrawn(BLUE, events.HIDDEN)] * 3,
    [events.CardDrawn(BLUE, FOUR), events.CardDrawn(BLUE, ONE)],
    [
        events.CardPlayed(BLUE, FOUR, to_front=True, with_tile=False),
        events.FigureMoved(BLUE, 0, 4),
        events.SpaceFull(BLUE, 4),
    ],
    [
        events.CardPlayed(BLUE, FOUR, to_front=False, with_tile=True),
        events.FigureMoved(BLUE, 17, 21),
        events.AlcazarEntered(BLUE, 21),
    ],
    [
        events.DuelBegan(RED, BLUE, 3),
        events.RoundFought(FOUR, RED, 1, 0),
        events.RoundFought(ONE, BLUE, 1, 1),
        events.RoundFought(card("2bd"), BLUE, 1, 2),
        events.DuelEnded(BLUE, RED, 3),
        events.FigureSentBack(RED, 3),
    ],
    [events.FeePaid(BLUE, RED, FOUR), events.MetalTaken(BLUE)],
)
"""Events that are told together."""

SUMMARIES = (
    Case(Message("action.place_shop_somewhere", (("shop", ShopTile("gem", 1)),))),
    *(
        Case(Message(f"action.{key}", (("value", 4), ("origin", Where(0, "cathedral")), TO_TAVERN)))
        for key in ("play_value", "play_value_with_tile")
    ),
    *(
        Case(said)
        for happened in HAPPENED
        for said in told(happened, BOARD, names=("Ana", "Élodie"))
    ),
)
"""What is said of several actions or events at once."""

KINDS = tuple(Term("kind", kind) for kind in (*SHOP_KINDS, "tavern", "artist"))
"""Kinds of spaces and shops that have a name of at most eight letters."""

COLOURS = tuple(
    Term("colour", name) for name in ("violet", "brown", "turquoise", "neutral", "pink")
)
"""Named by themselves, never in a sentence."""

CASES: tuple[Case, ...] = (
    *ACTIONS, *POSITIONS, *EVENTS, *READ_OTHERWISE, *REASONS, *RESULTS, *ELSEWHERE, *TAKING_BACK, *NAMES, *LABELS,
    *SUMMARIES,
)  # fmt: skip


def deeds(said: Message) -> tuple[Message, ...]:
    """Return the messages in a sentence about several deeds; else the message itself."""
    found = dict(said.parameters).get("deeds", (said,))
    assert isinstance(found, tuple)
    return tuple(deed for deed in found if isinstance(deed, Message))


def sample() -> str:
    """The text of the sample: for each key its examples, each in all languages."""
    by_key: dict[str, list[Message]] = {}
    for case in CASES:
        said = case.message()
        by_key.setdefault(deeds(said)[0].key, []).append(said)
    return "\n".join(
        f"{key}\n\n" + "\n".join(map(_sampled, examples)) for key, examples in by_key.items()
    )


def _sampled(said: Message) -> str:
    """Return a message in all languages, as each reader gets it."""
    readers = (None, RED, BLUE) if said.key.startswith(ABOUT_PLAYERS) else (None,)
    versions = dict.fromkeys(
        tuple(render(said, language, reader=reader) for language in LANGUAGES) for reader in readers
    )
    return "\n".join(
        "".join(
            f"    {language}  {text}\n" for language, text in zip(LANGUAGES, version, strict=True)
        )
        for version in versions
    )


if __name__ == "__main__":
    SAMPLE.write_text(sample(), encoding="utf-8")
