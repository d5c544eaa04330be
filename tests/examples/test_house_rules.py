"""House rules: a number of a rule is a datum of the edition, so another number is an edition and not a patch."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest
from attrs import evolve

from toledo_rules import (
    KOSMOS_2008,
    Challenge,
    Draw,
    Edition,
    ScoreLine,
    State,
    duel_odds,
    invariants,
    legal_actions,
    parse_edition,
    score,
    step,
    view,
)
from toledo_rules.bots import PlannerBot
from toledo_rules.codec import dump, dumps, load, loads
from toledo_rules.editions import edition_digest, edition_to_toml
from toledo_rules.errors import CodecError
from toledo_rules.events import DuelEnded
from toledo_rules.render import svg
from toledo_rules.state import MOVING, Arrived, Duel, Transit
from toledo_rules.testing import BLUE, RED, Table, card, play, sword

BEST_OF_FIVE = evolve(KOSMOS_2008, name="best-of-five", rounds_to_win=3)
HOARDERS = evolve(KOSMOS_2008, name="hoarders", gems_per_point=3, sword_divisor=4)


def over_blue(edition: Edition = BEST_OF_FIVE) -> Table:
    """Red is in transit on the full space 4, with Blue on it."""
    table = Table(edition=edition).shop(4, BLUE, "gem").figures(BLUE, 4).figures(RED, transit=4)
    table.phase, table.front = Transit(4), card("4na")
    return table


def fought(*rounds: str) -> State:
    """The duel of Red and Blue, best of five, after these cards."""
    return play(over_blue().lay(), Challenge(BLUE), *rounds)


# Duels


@pytest.mark.parametrize(
    ("shown", "won"),
    [
        ("1na 2na 3na", True),
        ("1nd 2nd 3nd", False),
        ("1na 2nd 3na 4nd 5na", True),
        ("1nd 2nd 3na 6na 5nd", False),
    ],
)
def test_three_won_rounds_decide_a_duel(*, shown: str, won: bool) -> None:
    """DUE-03, DUE-09, DUE-10 with another number: at once, and at two all the fifth card decides."""
    state = fought()
    for turned, word in enumerate(shown.split()):
        assert isinstance(state.phase, Duel)
        assert state.phase.attacker_wins + state.phase.defender_wins == turned
        assert [*invariants(state)] == [], "I-31: the duel is still open"
        assert loads(dumps(state), State) == state
        state = play(state, word)
    assert state.phase == (Arrived(4) if won else MOVING)
    assert state.standing(4) == ((RED,) if won else (BLUE,))


def test_the_odds_of_a_longer_duel() -> None:
    """By hand: of the four cards three show the attacker, who wins; the other one comes last or before."""
    table = over_blue().rest_to(RED).pile("1va 2va 3ba 4bd")
    odds = duel_odds(view(table.lay(), RED), BLUE)
    assert odds.scores == (((3, 1), Fraction(3, 4)), ((3, 0), Fraction(1, 4)))
    level = evolve(table.lay(), phase=Duel(4, BLUE, 2, 2))
    odds = duel_odds(view(level, RED), BLUE)
    assert (odds.attacker_wins, odds.defender_wins) == (Fraction(3, 4), Fraction(1, 4))


def test_the_odds_agree_with_the_engine() -> None:
    """Every order of the unseen cards, also after the pile has run out (A-24)."""

    def attacker_wins(state: State) -> Fraction:
        total = Fraction()
        for drawn in {*state.pile}:
            what = step(state, Draw(drawn))
            likely = Fraction(state.pile.count(drawn), len(state.pile))
            if any(isinstance(event, DuelEnded) for event in what.events):
                total += likely * (what.state.phase == Arrived(4))
            else:
                total += likely * attacker_wins(what.state)
        return total

    for pile in ("1va 2bd 3bd", "1va 2va 3bd", "1va 2bd 3ba 4bd"):
        state = over_blue().rest_to(RED).pile(pile).lay()
        exact = attacker_wins(step(state, Challenge(BLUE)).state)
        assert duel_odds(view(state, RED), BLUE).attacker_wins == exact


def test_the_planner_weighs_a_longer_duel() -> None:
    """It fights one that it is sure to win, for a shop that it can use."""
    table = over_blue().hand(RED, "4nd").pile("1va 2va 3va").discards("")
    state = table.rest_to(BLUE).lay()
    assert PlannerBot().choose(view(state, RED), Random(1)) == Challenge(BLUE)


def test_the_picture_shows_a_duel_that_would_be_over_by_the_usual_rules() -> None:
    assert "2 to 1 so far" in svg(fought("1na 2na 3nd"))


def test_too_many_won_rounds_are_refused() -> None:
    """What is possible in one edition is not in another."""
    state = fought("1na 2na")
    usual = evolve(state, edition=KOSMOS_2008)
    assert [broken.number for broken in invariants(usual)] == ["I-31"]
    with pytest.raises(CodecError, match=r"phase.attacker_wins: found 2 rounds won .*I-31"):
        load(dump(usual), State)


# Fame


def test_another_number_of_gems_makes_a_point() -> None:
    """SCO-04 with another number: 20 gems make 6 points, and two are lost."""
    state = Table(edition=HOARDERS).material(RED, gems=20).lay()
    assert score(state, RED).lines == (ScoreLine("SCO-04", "gems", 20, 6),)


def test_another_part_of_a_sword_counts() -> None:
    """SCO-02, A-120 with another number: a quarter of each sword, rounded down."""
    state = Table(edition=HOARDERS).swords(RED, sword(7), sword(8)).lay()
    assert [line.points for line in score(state, RED).lines] == [1, 2]


# The file


def test_house_rules_can_be_written_down() -> None:
    for mine in (BEST_OF_FIVE, HOARDERS):
        assert parse_edition(edition_to_toml(mine)) == mine
        assert edition_digest(mine) != edition_digest(evolve(KOSMOS_2008, name=mine.name))
        assert loads(dumps(mine), Edition) == mine


def test_files_and_documents_from_before_these_numbers_were_data() -> None:
    """They lack the keys, and mean what the rules say."""
    text = edition_to_toml(KOSMOS_2008)
    document = dump(KOSMOS_2008)
    assert isinstance(document, dict)
    for key in ("rounds_to_win", "gems_per_point", "sword_divisor"):
        text = re.sub(f"\n{key} = .*", "", text)
        del document[key]
    old = parse_edition(text)
    assert old == load(document, Edition) == KOSMOS_2008
    assert edition_to_toml(old) == text, "what a file leaves out is not written into it"
    assert len(old.provenance) == len(KOSMOS_2008.provenance) - 3


def test_the_numbers_of_the_rules_are_known_to_be_those_of_the_rulebook() -> None:
    levels = {datum.key: (datum.value, datum.level) for datum in KOSMOS_2008.provenance}
    for key in ("rounds_to_win", "gems_per_point", "sword_divisor"):
        assert levels[f"counts.{key}"] == ("2", "rulebook")


def test_a_number_of_a_rule_is_at_least_one() -> None:
    text = edition_to_toml(KOSMOS_2008)
    with pytest.raises(ValueError, match=r"counts\.gems_per_point\.is: found 0, expected a whole"):
        parse_edition(text.replace("gems_per_point = { is = 2", "gems_per_point = { is = 0"))


def test_legal_actions_do_not_depend_on_the_house_rules() -> None:
    """The numbers decide how duels and games end, not what a player may do."""
    state = over_blue().lay()
    assert legal_actions(state) == legal_actions(evolve(state, edition=KOSMOS_2008))
