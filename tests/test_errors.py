"""Errors: a mistake is shown where it is."""

from __future__ import annotations

from random import Random

import pytest

from toledo_rules import END_TURN, Code, Game, Problem, Refusal, ToledoError, errors, new_game
from toledo_rules.describe import LANGUAGES, describe, message, render
from toledo_rules.errors import pointer
from toledo_rules.events import MetalTaken


def test_a_long_text_is_cut_around_the_column() -> None:
    assert pointer("a" * 500, 1) == f"    {'a' * 75}\n    ^"
    assert pointer("a" * 500, 51) == f"    {'a' * 75}\n    {' ' * 49}^"


def test_the_caret_stays_under_its_column() -> None:
    for text in ("a" * 10, "a" * 60, "a" * 500, "a\tb\x00\n" * 30):
        for column in (1, len(text) // 2, len(text) + 1):
            shown, caret = pointer(text, column).split("\n")
            assert len(shown) <= 80
            assert caret.lstrip(" ") == "^"
            assert shown.isprintable()
            if text[column - 1 : column].isalpha():
                assert shown[len(caret) - 1] == text[column - 1]


# Any error is a sentence

STATE = new_game(2, Random(1))
WHY = Refusal.of(Code.GAME_OVER)
PROBLEM = Problem("line 1", "chess", "a game")
ERRORS: dict[type[ToledoError], ToledoError] = {
    errors.BotError: errors.BotError("there is no bot 'x'"),
    errors.CodecError: errors.CodecError([PROBLEM]),
    errors.EditionError: errors.EditionError("mine.toml", [PROBLEM]),
    errors.EventMisfitError: errors.EventMisfitError(MetalTaken(0), "nothing happens here"),
    errors.HandbookError: errors.HandbookError("there is no text 'x'"),
    errors.IllegalActionError: errors.IllegalActionError(END_TURN, WHY),
    errors.LanguageError: errors.LanguageError("unknown language 'xx'"),
    errors.ListenerError: errors.ListenerError((KeyError("x"),)),
    errors.NotationError: errors.NotationError("chess", 1, "an action"),
    errors.PictureError: errors.PictureError("unknown theme 'x'"),
    errors.RecordError: errors.RecordError((PROBLEM,)),
    errors.RefusedError: errors.RefusedError(WHY),
    errors.ReplayError: errors.ReplayError(1, STATE, WHY, "it does not fit"),
    errors.StorageError: errors.StorageError.busy("game.toledo"),
    errors.TableError: errors.TableError("not a valid position"),
    ToledoError: ToledoError("anything else"),
}


def test_every_error_is_here() -> None:
    classes = {getattr(errors, name) for name in errors.__all__}
    assert {one for one in classes if isinstance(one, type) and issubclass(one, Exception)} == {
        *ERRORS
    }


@pytest.mark.parametrize("error", ERRORS.values(), ids=lambda error: type(error).__name__)
def test_any_error_becomes_a_sentence_by_one_call(error: ToledoError) -> None:
    for language in LANGUAGES:
        said = describe(error, language=language)
        assert said
        assert said == render(message(error), language) == describe(error, STATE, language=language)
    for seat in (0, None):
        assert describe(error, Game(2, seed=1), seat=seat)


def test_what_a_player_can_cause_is_in_their_language() -> None:
    said = {
        language: describe(ERRORS[errors.IllegalActionError], language=language)
        for language in LANGUAGES
    }
    assert len({*said.values()}) == len(LANGUAGES)
    assert describe(ERRORS[errors.RefusedError], language="de") == said["de"]
