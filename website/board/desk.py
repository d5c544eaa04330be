"""The desk behind the board: it holds a game, and answers the questions of the page, as JSON.

It runs in the reader's browser, in Pyodide, and anywhere else:

>>> desk = Desk()
>>> desk.answer('{"ask": "open", "text": "toledo1 red / red 3va, @4, g2@4 / blue 1bd"}')
'{"players":2,"edition":"kosmos-2008","misfit":null}'
>>> json.loads(desk.answer('{"ask": "play", "line": "end"}'))["refused"]["rule"]
'TRN-04'

Whatever the library refuses is part of an answer: a text that cannot be read has a `problem`, a move that is not legal
is `refused` by a rule. There is no other game state than here, and no rule anywhere else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from attrs import Factory, define, frozen

from toledo_rules import (
    KOSMOS_2008,
    Action,
    Draw,
    Edition,
    Move,
    PlaceShop,
    Refusal,
    State,
    Stream,
    ToledoError,
    chance_outcomes,
    determinize,
    explain,
    legal_actions,
    new_game,
    outcome,
    parse_edition,
    score,
    shipped_edition,
    step,
    transition,
    view,
)
from toledo_rules.choices import Choices, Offer, Reason, choices, why_not
from toledo_rules.describe import (
    Describable,
    Language,
    Message,
    best_language,
    describe,
    player_name,
    render,
    tell,
)
from toledo_rules.describe import position as in_prose
from toledo_rules.edition import Seat
from toledo_rules.errors import IllegalActionError, NotationError
from toledo_rules.events import SecretEvent, SecretEvents
from toledo_rules.notation import (
    format_action,
    format_position,
    format_turn,
    parse_position,
    parse_turn,
)
from toledo_rules.record import Entry, Record, format_record, read_record, replay_entry
from toledo_rules.render import (
    Highlights,
    PageLayout,
    PartId,
    Seating,
    Theme,
    places,
    seat_figures,
    svg,
)
from toledo_rules.state import Duel, View

if TYPE_CHECKING:
    from toledo_lab.analysis import Line

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | None"
Question: TypeAlias = Mapping[str, Json]
Answer: TypeAlias = dict[str, Json]
Eyes: TypeAlias = Literal["open", "turn"] | Seat
"""Whose hands are shown: everybody's, that of the player on turn, or that of a seat."""

MOST_PLANS: Final = 3
"""Plans of a bot that are shown."""
MOST_LINES: Final = 20
"""Lines of an analysis that are compared."""
TRIES: Final = 2
"""Games that are played on after each of them."""
EVEN: Final = 1
"""Difference in the chance to win, in percent, that is too small to mean anything."""
ANALYSIS: Final = "analysis"
"""Adviser that is no bot: `toledo_lab.analysis`."""


class DeskError(ToledoError, ValueError):
    """A question that has no answer here."""


@frozen
class Moment:
    """A position of the game, and what led to it."""

    state: State
    seating: Seating
    actor: Seat | None = None
    """The player who acted; None at the start."""
    entry: Entry | None = None
    """The action with its draws; None at the start, and for cards that were drawn there."""
    events: SecretEvents = Factory(SecretEvents)


@define
class Desk:
    """A game that goes forward and back, and everything that can be asked about it."""

    moments: list[Moment] = Factory(list)
    at: int = 0
    """The moment that is shown."""
    names: tuple[str, ...] = ()
    editions: dict[str, Edition] = Factory(dict)
    """Editions that the reader has brought along, by name."""
    chance: Stream = Factory(lambda: Stream(0))
    told: dict[tuple[int, Language, Eyes], Json] = Factory(dict)
    """Lines of the log that were made already."""

    def answer(self, text: str) -> str:
        """Answer a question, both in JSON."""
        question: Question = json.loads(text)
        try:
            found = _ANSWERS[str(question["ask"])](self, question)
        except NotationError as error:
            found = {"problem": str(error)}
            if (language := _language(question)) != "en":  # what was expected is said in English
                said = describe(error, KOSMOS_2008, language=language)
                found = {"problem": said, "english": str(error)}
        except (ToledoError, ValueError) as error:
            found = {"problem": str(error)}
        if question["ask"] == "open" and "problem" in found:
            found["unread"] = _kind_of_text(_text(question))
        return json.dumps(found, separators=(",", ":"), ensure_ascii=False)

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self.moments[self.at].state

    @property
    def entries(self) -> tuple[Entry, ...] | None:
        """What was played so far; None if it began with cards that nobody chose."""
        return self._played(self.at)

    def _played(self, until: int) -> tuple[Entry, ...] | None:
        found = tuple(one.entry for one in self.moments[1 : until + 1] if one.entry)
        return found if len(found) == until and not self.moments[0].state.chance else None

    def _record(self, entries: tuple[Entry, ...] | None) -> str:
        if entries is None:
            return ""
        return format_record(Record(self.moments[0].state, entries=entries, names=self.names))

    # Beginning

    def new(self, question: Question) -> Answer:
        """Begin a new game: `edition`, `players` and `seed`."""
        edition = self.edition(str(question.get("edition") or KOSMOS_2008.name))
        seed = question.get("seed")
        if not isinstance(seed, int | str):
            raise DeskError(f"found {seed!r}, expected a number or a text as the seed of the cards")
        players = question.get("players")
        if not isinstance(players, int):
            raise DeskError(f"found {players!r}, expected the number of players")
        source = Stream(seed)
        return self.begin(new_game(players, source, edition=edition), source)

    def open(self, question: Question) -> Answer:
        """Open a `text`: a position in notation or JSON, a record, or the file of an edition."""
        text = _text(question)
        match _kind_of_text(text):
            case "record":
                return self.open_record(text)
            case "json" | "broken_json":
                return self.open_document(text)
            case "position":
                return self.open_position(text, str(question.get("edition") or KOSMOS_2008.name))
            case "edition":
                return self.open_edition(text)
            case "nothing":
                raise DeskError(
                    f"found {text[:30]!r}, expected a position (toledo1 ...), a record "
                    "(toledo-record 1 ...), a position in JSON ({...), or the file of an edition"
                )

    def open_edition(self, text: str) -> Answer:
        """Begin a game of an edition that the reader brings along."""
        edition = parse_edition(text, where="the text")
        self.editions[edition.name] = edition
        source = Stream(0)
        start = new_game(edition.least_players, source, edition=edition)
        return self.begin(start, source) | {"brought": on_offer(edition)}

    def open_position(self, text: str, edition: str) -> Answer:
        """Open a position; one that names no edition is of the edition that is asked for."""
        if "[" not in text and edition != KOSMOS_2008.name:
            text = f"{text[:7]} [{edition}] {text[7:]}"
        brought = (one for one in self.editions.values() if f"[{one.name}" in text)
        return self.begin(parse_position(text, next(brought, None)))

    def open_record(self, text: str) -> Answer:
        """Open a record as far as it fits the rules."""
        reading = read_record(text, editions=self.editions.values())
        if reading.record is None:
            raise DeskError("\n".join(map(str, reading.problems)))
        record = reading.record
        misfit = str(reading.problem) if reading.problem else None
        answer = self.begin(record.start, names=record.names)
        for number, entry in enumerate(record.entries, start=1):
            try:
                self.add(entry.action, entry.draws)
            except IllegalActionError as error:
                misfit = f"entry {number}: {error}"
                break
        self.at = len(self.moments) - 1
        return answer | {"misfit": misfit}

    def open_document(self, text: str) -> Answer:
        """Open a position or a record in JSON."""
        from toledo_rules import codec  # noqa: PLC0415  # a part of the library that few boards need

        found = codec.loads(text)
        if isinstance(found, Record):
            return self.open_record(format_record(found))
        if not isinstance(found, State):
            kind = type(found).__name__
            raise DeskError(
                f"found a {kind} in JSON, expected a position with all hands, or a record"
            )
        return self.begin(parse_position(format_position(found), found.edition))

    def begin(
        self, start: State, source: Stream | None = None, names: tuple[str, ...] = ()
    ) -> Answer:
        """Begin at a position."""
        self.moments = [Moment(start, seat_figures(start))]
        self.at, self.names = 0, names
        self.chance = source or Stream(format_position(start))
        self.told.clear()
        return {
            "players": len(start.players),
            "edition": start.edition.name,
            "misfit": None,
        }

    def edition(self, name: str) -> Edition:
        """Return an edition that the reader has brought along, or one that comes with the library."""
        return self.editions.get(name) or shipped_edition(name)

    # Going on, and back

    def play(self, question: Question) -> Answer:
        """Play a `move` by its number, or a `line` of notation."""
        state = self.state
        number = question.get("move")
        if isinstance(number, int):
            lines: Sequence[tuple[Action, Sequence[Draw]]] = ((legal_actions(state)[number], ()),)
        else:
            lines = parse_turn(str(question.get("line") or ""), state.edition)
        moments, at = [*self.moments], self.at
        try:
            for action, draws in lines:
                self.add(action, draws)
        except IllegalActionError as error:
            why = self.refusal(error.refusal, _language(question))
            self.moments, self.at = moments, at
            return {"refused": why}
        return {"played": len(lines)}

    def add(self, action: Action, draws: Sequence[Draw]) -> None:
        """Play an action after the moment that is shown, and forget what came after it before."""
        state = self.state
        if why := explain(state, action):
            raise IllegalActionError(action, why)
        result = (
            replay_entry(state, Entry(action, tuple(draws)))
            if draws
            else transition(state, action, self.chance)
        )
        entry = Entry(action, result.draws)
        seating = seat_figures(result.state, self.moments[self.at].seating)
        self._append(Moment(result.state, seating, state.active, entry, result.events))

    def draw(self, _question: Question) -> Answer:
        """Let chance go on, in a position in which it is next."""
        state, events = self.state, list[SecretEvent]()
        while state.chance:
            card = state.pile[self.chance.randrange(len(state.pile))]
            result = step(state, Draw(card))
            state, events = result.state, [*events, *result.events]
        seating = seat_figures(state, self.moments[self.at].seating)
        self._append(Moment(state, seating, self.state.active, None, SecretEvents(events)))
        return {"played": 1}

    def _append(self, moment: Moment) -> None:
        del self.moments[self.at + 1 :]
        self.moments.append(moment)
        self.at += 1
        for key in [key for key in self.told if key[0] >= self.at]:
            del self.told[key]

    def go(self, question: Question) -> Answer:
        """Go to a moment of the game, `to`: 0 is its start."""
        to = question.get("to")
        if not isinstance(to, int):
            raise DeskError(f"found {to!r}, expected the number of a moment")
        self.at = max(0, min(to, len(self.moments) - 1))
        return {"at": self.at}

    # The table

    def table(self, question: Question) -> Answer:
        """Return everything to be shown, as `eyes` see it, in a `language`, by a `theme`, for a `layout`."""
        state, language, eyes = self.state, _language(question), _eyes(question)
        seen = view(state, _seat(eyes, state))
        reader = eyes if isinstance(eyes, int) else None
        found = choices(seen, names=self.names)

        def say(message: Message) -> str:
            return render(message, language, reader=reader)

        labels = {part.id: say(part.label) for part in found.parts}
        ended = outcome(state)
        answer: Answer = {
            "at": self.at,
            "length": len(self.moments) - 1,
            "recorded": bool(self.entries),
            "edition": state.edition.name,
            "names": [self.name(seat, language) for seat in range(len(state.players))],
            "active": None if state.over else state.active,
            "chance": state.chance,
            "prompt": say(found.prompt),
            "parts": {**labels},
            "kinds": {part.id: part.kind for part in found.parts},
            "moves": [self.move(offer, say, language) for offer in found.moves],
            "menu": _menu(found, say, labels),
            "reasons": _reasons(found, say),
            "log": list(self.log(language, eyes)),
            "scores": [self.sheet(seat, language) for seat in range(len(state.players))],
            "result": None if ended is None else self.described(ended, language),
        }
        return answer | self.pictures(question, language, eyes)

    def pictures(self, question: Question, language: Language, eyes: Eyes) -> Answer:
        """Return the board; if there is room for two pictures, also what lies beside it, and where its parts begin."""
        state, edition = self.state, self.state.edition
        theme: Theme = "dark" if question.get("theme") == "dark" else "light"
        moment = self.moments[self.at]

        def draw(layout: PageLayout, *, whole: bool) -> str:
            return svg(
                state,
                seat="all" if eyes == "open" else _seat(eyes, state),
                seating=moment.seating,
                highlights=Highlights.after(moment.events.seen_by(None)),
                theme=theme,
                layout=layout,
                extent="table" if whole else "board",
                language=language,
                names=self.names,
            )

        if question.get("layout") != "wide":
            return {"board": draw("phone", whole=True), "beside": None, "zones": []}
        zones = places(edition, "phone")["zones"]
        top, middle = (round(zones[zone][1] + zones[zone][3]) for zone in ("supply", "hand"))
        return {
            "board": draw("tablet", whole=False),
            "beside": draw("phone", whole=True),
            "zones": [top, middle],
        }

    def move(self, offer: Offer, say: Callable[[Message], str], language: Language) -> Json:
        """Return a move: its sentence, its parts, the odds of its duels, the points that it brings."""
        return {
            "text": say(offer.message),
            "notation": format_action(offer.action, self.state.edition),
            "parts": list(offer.parts),
            "points": offer.points,
            "odds": [
                [self.name(duel.rival, language), _percent(duel.wins)] for duel in offer.duels
            ],
        }

    def log(self, language: Language, eyes: Eyes) -> Iterator[Json]:
        """Yield what has happened, as somebody sees it."""
        for number, moment in enumerate(self.moments[1:], start=1):
            key = (number, language, eyes)
            if key not in self.told:
                self.told[key] = self.entry(moment, language, eyes)
            yield self.told[key]

    def entry(self, moment: Moment, language: Language, eyes: Eyes) -> Json:
        """Return a line of the log."""
        happened = moment.events
        events = happened.seen_by(eyes) if isinstance(eyes, int) else happened.with_secrets()
        lines = tell(events, moment.state, language=language, names=self.names)
        entry, edition = moment.entry, moment.state.edition
        notation = "" if entry is None else format_turn([(entry.action, entry.draws)], edition)
        hidden = entry is not None and entry.draws and isinstance(eyes, int)
        if entry is not None and hidden:
            notation = format_action(entry.action, edition)
        return {"seat": moment.actor, "text": " ".join(lines), "notation": notation}

    def sheet(self, seat: Seat, language: Language) -> Json:
        """Return the points of a player, if the game ended now."""
        found = score(self.state, seat)
        lines: list[Json] = [
            [line.rule, self.described(line, language), line.points] for line in found.lines
        ]
        return {"total": found.total, "lines": lines}

    def described(self, thing: Describable, language: Language) -> str:
        """Return a sentence about something."""
        return describe(thing, self.state, language=language, names=self.names)

    def name(self, seat: Seat, language: Language) -> str:
        """Return the name of a player, or the colour."""
        return player_name(seat, self.state, language=language, names=self.names)

    def refusal(self, why: Refusal, language: Language) -> Json:
        """Return a refusal as a sentence with its rule."""
        said = describe(why, self.state, language=language, names=self.names)
        return {"rule": why.rule, "text": said}

    # Questions about a position

    def why(self, question: Question) -> Answer:
        """Return the reasons why the parts that were `picked` do not go together; none if nobody can say.

        A part alone has the reason of the table. If that is about a move of a figure, each of the player's other cards
        and figures may be refused for another one: then all are given.
        """
        picked, language = question.get("picked"), _language(question)
        assert isinstance(picked, list)
        seen = view(self.state, _seat(_eyes(question), self.state))
        if len(picked) == 1:
            reasons = self.against(seen, str(picked[0]))
        else:
            reason = why_not(seen, *map(str, picked), names=self.names)
            reasons = [] if reason is None else [reason]
        return {
            "reasons": [[one.rule, render(one.message, language)] for one in dict.fromkeys(reasons)]
        }

    def against(self, seen: View, part: PartId) -> list[Reason]:
        """Return all reasons against a part: the closest one, and those of the other ways to move with it."""
        found = choices(seen, names=self.names)
        closest = found.reasons.get(part)
        if closest is None:
            return []
        if seen.seat != seen.active:
            return [closest]
        cards, figures = (
            [one.id for one in found.parts if one.id.startswith(f"{place}:{seen.active}:")]
            for place in ("hand", "figure")
        )
        pairs = product(*([part] if part in ones else ones for ones in (cards, figures)))
        picks = [dict.fromkeys((part, *pair)) for pair in pairs]
        others = [why_not(seen, *picked, names=self.names) for picked in picks]
        moving = [reason for reason in others if reason is not None]
        return [closest, *moving] if closest in moving else [closest]

    def words(self, question: Question) -> Answer:
        """Return the table in prose, for those who cannot see it."""
        state, eyes = self.state, _eyes(question)
        table: State | View = state if eyes == "open" else view(state, _seat(eyes, state))
        language = _language(question)
        return {"words": in_prose(table, language=language, names=self.names)}

    def odds(self, question: Question) -> Answer:
        """Return the odds of the duel under way, or of those that a move of the player on turn may lead to."""
        from toledo_rules import duel_odds  # noqa: PLC0415  # when somebody asks
        from toledo_rules.errors import RefusedError  # noqa: PLC0415  # when somebody asks

        state, language = self.state, _language(question)
        seen, rivals = view(state, state.active), list[Json]()
        offers = choices(seen, names=self.names).moves
        possible = {duel.rival for offer in offers for duel in offer.duels}
        if isinstance(state.phase, Duel):
            possible.add(state.phase.rival)
        for rival in sorted(possible):
            try:
                found = duel_odds(seen, rival)
            except RefusedError:
                continue
            rivals.append(
                {
                    "name": self.name(rival, language),
                    "wins": _percent(found.attacker_wins),
                    "exact": str(found.attacker_wins),
                    "scores": [[*rounds, _percent(share)] for rounds, share in found.scores],
                }
            )
        return {"attacker": self.name(state.active, language), "rivals": rivals}

    def position(self, _question: Question) -> Answer:
        """Return the position in notation, checked, and the record of the game, also of what was taken back."""
        record = self._record(self._played(len(self.moments) - 1))
        return {"position": format_position(self.state), "record": record}

    def share(self, question: Question) -> Answer:
        """Return the game as texts to be copied: JSON, record, and the position as the `seat` knows it.

        In that one the cards that the player does not see are dealt at random, by nothing but what the player sees.
        """
        from toledo_rules import codec  # noqa: PLC0415  # when somebody asks

        seen = view(self.state, _seat(_eyes(question), self.state))
        return {
            "json": codec.dumps(self.state),
            "record": self._record(self.entries),
            "seat": seen.seat,
            "known": format_position(determinize(seen, Stream("link"))),
        }

    def advice(self, question: Question) -> Answer:
        """Return what a `bot` would do here: a plan, or its best ones with the chance to win as it sees it."""
        from toledo_lab.bots import SEARCHER, SearchBot  # noqa: PLC0415  # when somebody asks
        from toledo_rules.bots import make_bot, register_bot  # noqa: PLC0415  # when somebody asks

        one = SEARCHER  # nothing is installed in a browser, so nothing is offered
        register_bot(one.name, one.factory, title=one.title, level=one.level, replace=True)

        state, language = self.state, _language(question)
        if state.over or state.chance:
            raise DeskError(self.described_now(language))
        seen, luck, wanted = view(state, state.active), Stream("advice"), str(question.get("bot"))
        if wanted == ANALYSIS:
            return self.analysis(seen, language)
        bot = make_bot(wanted)
        if not isinstance(bot, SearchBot):
            return {"plans": [self.plan((bot.choose(seen, luck),), None, language)]}
        chosen = bot.plan(seen, luck)
        ranked = bot.rank(seen, Stream("advice"))
        best = sorted(ranked, key=lambda plan: plan.actions != chosen)[:MOST_PLANS]
        return {"plans": [self.plan(plan.actions, plan.chance, language) for plan in best]}

    def analysis(self, seen: View, language: Language) -> Answer:
        """Return the best lines with chance and points, and the outlook of all players."""
        from toledo_lab.analysis import analyse  # noqa: PLC0415  # when somebody asks

        found = analyse(seen, lines=MOST_LINES, tries=TRIES, names=self.names)
        best = _percent(found.lines[0].chance)
        even = [line for line in found.lines if best - _percent(line.chance) <= EVEN]
        shown: Sequence[Line] = found.lines
        if len(even) > MOST_PLANS:  # one of each kind says more than three of the same
            shown = [*reversed({_sort(line.actions[0]): line for line in reversed(even)}.values())]
        plans: list[Json] = [
            {**self.plan(line.actions, line.chance, language), "points": round(line.points or 0)}
            for line in shown[:MOST_PLANS]
        ]
        chances = zip(found.outlook.chances, found.points, strict=True)
        outlook: list[Json] = [
            [self.name(seat, language), _percent(chance), round(points)]
            for seat, (chance, points) in enumerate(chances)
        ]
        return {"plans": plans, "outlook": outlook, "even": len(even)}

    def described_now(self, language: Language) -> str:
        """Return the decision that is pending."""
        return describe(self.state, language=language, names=self.names)

    def plan(self, actions: Sequence[Action], chance: float | None, language: Language) -> Answer:
        """Return a plan in sentences, up to where chance decides; its first action by its number."""
        state, said = self.state, list[str]()
        for action in actions:
            if state.chance or action not in legal_actions(state):
                break
            said.append(describe(action, state, language=language, names=self.names))
            state = step(state, action).state
        return {
            "move": legal_actions(self.state).index(actions[0]),
            "text": " ".join(said),
            "notation": ", ".join(format_action(one, self.state.edition) for one in actions),
            "chance": None if chance is None else _percent(chance),
        }

    # The logic

    def logic(self, _question: Question) -> Answer:
        """Return edition and position for the logic program, as the schema has them."""
        from toledo_rules import codec  # noqa: PLC0415  # when somebody asks

        return {"edition": codec.dump(self.state.edition), "position": codec.dump(self.state)}

    def verdict(self, question: Question) -> Answer:
        """Compare the `moves` that the logic derives with those of the library."""
        from toledo_rules.codec import load  # noqa: PLC0415  # when somebody asks

        state, language = self.state, _language(question)
        listed = question.get("moves")
        assert isinstance(listed, list)
        derived = {load(one["move"], Move) for one in listed if isinstance(one, dict)}
        ours: set[Move] = {draw for draw, _ in chance_outcomes(state)}
        ours.update(legal_actions(state))

        def sentences(moves: set[Move]) -> Json:
            said = [describe(move, state, language=language, names=self.names) for move in moves]
            return [*sorted(said)]

        return {
            "number": len(ours),
            "only_logic": sentences(derived - ours),
            "only_library": sentences(ours - derived),
        }


_ANSWERS: Final[Mapping[str, Callable[[Desk, Question], Answer]]] = {
    "new": Desk.new,
    "open": Desk.open,
    "play": Desk.play,
    "draw": Desk.draw,
    "go": Desk.go,
    "table": Desk.table,
    "why": Desk.why,
    "words": Desk.words,
    "odds": Desk.odds,
    "position": Desk.position,
    "share": Desk.share,
    "advice": Desk.advice,
    "logic": Desk.logic,
    "verdict": Desk.verdict,
}
"""Everything that can be asked, by name."""


def on_offer(edition: Edition) -> Json:
    """Return an edition as a reader chooses it: its name, the numbers of players, its size, its title."""
    return [
        edition.name,
        edition.least_players,
        edition.most_players,
        len(edition.road) - 1,
        len(edition.cards),
        edition.title,
    ]


def _sort(action: Action) -> object:
    """Return what makes turns of one kind: what they begin with, and the kind of a shop that is placed."""
    return type(action), action.shop.kind if isinstance(action, PlaceShop) else None


def _text(question: Question) -> str:
    return str(question.get("text") or "").strip().removeprefix("\ufeff")


def _kind_of_text(
    text: str,
) -> Literal["record", "json", "broken_json", "position", "edition", "nothing"]:
    """Return what a text looks like, so that the reader gets to know what could not be read."""
    if text.startswith("toledo-record"):
        return "record"
    if text.startswith("{"):
        try:
            json.loads(text)
        except ValueError:
            return "broken_json"
        return "json"
    if text[:7].lower() == "toledo1":
        return "position"
    return "edition" if "[" in text and "=" in text else "nothing"


def _language(question: Question) -> Language:
    return best_language(str(question.get("language"))) or "en"


def _percent(share: Fraction | float) -> int:
    return round(100 * share)


def _eyes(question: Question) -> Eyes:
    eyes = question.get("eyes")
    if isinstance(eyes, int):
        return eyes
    return "turn" if eyes == "turn" else "open"


def _seat(eyes: Eyes, state: State) -> Seat:
    """Return the seat whose choices are shown."""
    return min(eyes, len(state.players) - 1) if isinstance(eyes, int) else state.active


def _menu(found: Choices, say: Callable[[Message], str], labels: Mapping[PartId, str]) -> Json:
    """Return the moves as people choose from a list: by topic, then what, then the way."""
    return [
        {
            "topic": say(Message(f"label.{entry.topic}")),
            "text": say(entry.message),
            "options": [
                [option.move, "" if option.part is None else labels[option.part]]
                for option in entry.options
            ],
        }
        for entry in found.menu
    ]


def _reasons(found: Choices, say: Callable[[Message], str]) -> Json:
    """Return the reasons, each once, with the parts that have it."""
    parts: dict[Reason, list[Json]] = {}
    for part, reason in found.reasons.items():
        parts.setdefault(reason, []).append(part)
    return [[reason.rule, say(reason.message), ids] for reason, ids in parts.items()]
