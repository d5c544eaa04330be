"""Well-formed changes of an edition, each as small as it can be: two places swapped, a copy moved, a cost changed.

The numbers of things that are known stay as they are: 16 sites, 2 taverns, 84 cards, 19 swords. So most changes touch
two data, and count for the questions about both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve, frozen

from toledo_rules import KOSMOS_2008
from toledo_rules._multiset import multiset
from toledo_rules.edition import CATHEDRAL, NEUTRAL, STANCES, Card, Edition, Space, Step, Sword
from toledo_rules.editions import edition_differences, edition_to_toml, parse_edition

BASE = KOSMOS_2008
NEW_COLOUR = "green"


@frozen
class Change:
    """Another edition that could be in the box."""

    title: str
    edition: Edition
    questions: tuple[str, ...]
    """The questions of the form "What is on your board?" whose answers it changes."""


def changes() -> tuple[Change, ...]:
    """Return all changes of the default edition, in a fixed order."""
    found = [
        *_places(),
        *_rows(),
        *_entrances(),
        *_copies(),
        *_costs(),
        *_values(),
        *_pictures(),
        *_tiles(),
        *_colour(),
    ]
    return tuple(
        Change(title, evolve(edition, name=f"change-{number}", title=title), questions)
        for number, (title, edition, questions) in enumerate(found, start=1)
    )


def check_change(change: Change) -> None:
    """Refuse a change that is no well-formed edition, or concerns other questions than it says.

    The questions are those about the data in which the files of both editions differ. Two things differ in more than
    they mean: all that has a colour has another key if the colour is called otherwise, and entrances are counted too.
    """
    read = parse_edition(edition_to_toml(change.edition))
    assert read == change.edition
    keys = [one.key for one in edition_differences(BASE, read) if one.ours and not one.same]
    differ = {
        key.rpartition(".")[0] if key.startswith("swords.") else key
        for key in keys
        if not key.startswith("counts.")
    }
    colours = {key for key in differ if key.startswith("masters.colours.")}
    said = set(change.questions)
    if len(read.road) < len(BASE.road):
        said -= {f"board.road.{step}" for step in range(len(read.road))}
    assert said == (colours or differ), (change.title, said, differ)


def question_words(question: str) -> str:
    """Return what a question is about, with what is assumed.

    >>> question_words("board.road.12"), question_words("swords.6")
    ('space 12: tavern in the middle row', 'sword 7: 3 metal, 1 gem, copies 2')
    """
    values = {datum.key: datum.value for datum in BASE.provenance}
    match question.split("."):
        case ["board", "road", step]:
            return f"space {step}: {values[question]}"
        case ["swords", _]:
            value, cost, copies = (
                values[f"{question}.{part}"] for part in ("value", "cost", "copies")
            )
            return f"sword {value}: {cost}, copies {copies}"
        case ["cards", "pictures", colour, stance]:
            return f"cards with the {colour} picture, {stance} highlighted"
        case ["masters", "tiles", colour]:
            return f"{colour} duel tiles: {values[question]}"
        case _:
            return f"name of the third duel colour: {values[question]}"


Changed = tuple[str, Edition, tuple[str, ...]]
"""A title, an edition and its questions."""

# The road


def _steps(kind: str) -> list[Step]:
    return [step for step, space in enumerate(BASE.road) if space.kind == kind]


def _spaces(*steps: Step) -> tuple[str, ...]:
    return tuple(f"board.road.{step}" for step in steps)


def _with_road(spaces: dict[Step, Space]) -> Edition:
    road = tuple(spaces.get(step, space) for step, space in enumerate(BASE.road))
    return evolve(BASE, road=road)


def _swapped(one: Step, other: Step) -> Changed:
    """Two spaces change places. The rows stay where they are, and a tavern or an artist takes its price along."""
    prices = {space.row: space.price for space in BASE.road if space.kind == "site"}

    def moved(source: Step, to: Step) -> Space:
        space, row = BASE.road[source], BASE.road[to].row
        price = prices[row] if space.kind == "site" else space.price
        return evolve(space, row=row, price=price)

    title = f"{BASE.road[one].kind} {one} and {BASE.road[other].kind} {other} swapped"
    edition = _with_road({one: moved(other, one), other: moved(one, other)})
    return title, edition, _spaces(one, other)


def _places() -> Iterator[Changed]:
    """Yield swaps of every site with the nearest tavern and with the artist, and of these with each other."""
    taverns, artists = _steps("tavern"), _steps("artist")
    for site in _steps("site"):
        yield _swapped(site, min(taverns, key=lambda tavern: abs(tavern - site)))
        for artist in artists:
            yield _swapped(site, artist)
    for artist in artists:
        for tavern in taverns:
            yield _swapped(artist, tavern)


def _rows() -> Iterator[Changed]:
    """Yield rows that begin a space sooner or later, as far as sites lie there."""
    for step, (space, following) in enumerate(pairwise(BASE.road)):
        if step > CATHEDRAL and space.row != following.row and following.row:
            for place, other in ((step, following), (step + 1, space)):
                moved = evolve(BASE.road[place], row=other.row, price=other.price)
                title = f"site {place} in the {other.row} row"
                yield title, _with_road({place: moved}), _spaces(place)


def _entrances() -> Iterator[Changed]:
    """Yield the road whose entrances lie side by side, so that both are the same step."""
    edition = evolve(BASE, road=BASE.road[:-1])
    yield "one entrance step in place of two", edition, _spaces(*_steps("entrance"))


# The swords


def _kinds() -> list[Sword]:
    return sorted(set(BASE.swords))


def _swords(*swords: Sword) -> tuple[str, ...]:
    kinds = _kinds()
    return tuple(f"swords.{1 + kinds.index(sword)}" for sword in swords)


def _with_sword(old: Sword, new: Sword, copies: int | None = None) -> Edition:
    """Return the edition in which copies of a sword are another one; all of them if no number is given."""
    swords = [*BASE.swords]
    for _ in range(swords.count(old) if copies is None else copies):
        swords[swords.index(old)] = new
    return evolve(BASE, swords=multiset(swords))


def _copies() -> Iterator[Changed]:
    """Yield a copy moved from each kind of sword to the next one up, and to the next one down."""
    for lower, upper in pairwise(_kinds()):
        for old, new in ((lower, upper), (upper, lower)):
            title = f"one sword {old.value} less, one sword {new.value} more"
            yield title, _with_sword(old, new, 1), _swords(old, new)


def _costs() -> Iterator[Changed]:
    """Yield a metal more, a metal less, and a gem in place of a metal, for swords whose cost is assumed."""
    assumed = {datum.key for datum in BASE.provenance if datum.level == "assumed"}
    for number, sword in enumerate(_kinds(), start=1):
        if f"swords.{number}.cost" not in assumed:
            continue
        for words, metal, gems in (
            ("one metal more", 1, 0),
            ("one metal less", -1, 0),
            ("a gem in place of a metal", -1, 1),
        ):
            cost = Sword(sword.value, sword.metal + metal, sword.gems + gems)
            yield f"sword {sword.value}: {words}", _with_sword(sword, cost), _swords(sword)


def _values() -> Iterator[Changed]:
    """Yield a sword worth one point more or less where its value is assumed and no other sword has that value."""
    assumed = {datum.key for datum in BASE.provenance if datum.level == "assumed"}
    values = {sword.value for sword in BASE.swords}
    for number, sword in enumerate(_kinds(), start=1):
        for value in (sword.value - 1, sword.value + 1):
            if f"swords.{number}.value" in assumed and value not in values:
                other = Sword(value, sword.metal, sword.gems)
                title = f"sword {sword.value} is worth {value}"
                yield title, _with_sword(sword, other), _swords(sword)


# Cards and tiles


def _pictures() -> Iterator[Changed]:
    """Yield one card of each value moved from each picture to the next one."""
    colours = (*BASE.duel_colours, NEUTRAL)
    pictures = [(colour, stance) for colour in colours for stance in STANCES]
    for (colour, stance), (other, against) in pairwise([*pictures, pictures[0]]):
        cards = [*BASE.cards]
        for value in sorted({card.value for card in cards}):
            cards[cards.index(Card(value, colour, stance))] = Card(value, other, against)
        title = f"a {colour} {stance} of each value is a {other} {against}"
        questions = (f"cards.pictures.{colour}.{stance}", f"cards.pictures.{other}.{against}")
        yield title, evolve(BASE, cards=multiset(cards)), questions


def _tiles() -> Iterator[Changed]:
    """Yield one duel tile moved from each colour to the next one."""
    colours = BASE.duel_colours
    for colour, other in pairwise([*colours, colours[0]]):
        tiles = [*BASE.tiles]
        tiles[tiles.index(colour)] = other
        questions = (f"masters.tiles.{colour}", f"masters.tiles.{other}")
        yield f"a {colour} duel tile is {other}", evolve(BASE, tiles=multiset(tiles)), questions


def _colour() -> Iterator[Changed]:
    """Yield another name for a colour: nothing in the game can depend on it, so this is the control of the method."""
    assumed = {datum.key for datum in BASE.provenance if datum.level == "assumed"}
    for old in BASE.duel_colours:
        if f"masters.colours.{old}" in assumed:
            names = {old: NEW_COLOUR}
            yield (
                f"{old} is called {NEW_COLOUR}",
                evolve(
                    BASE,
                    duel_colours=tuple(names.get(one, one) for one in BASE.duel_colours),
                    tiles=multiset(names.get(one, one) for one in BASE.tiles),
                    cards=multiset(
                        Card(card.value, names.get(card.colour, card.colour), card.stance)
                        for card in BASE.cards
                    ),
                ),
                (f"masters.colours.{old}",),
            )
