"""Errors: a mistake is shown where it is."""

from __future__ import annotations

from toledo_rules.errors import pointer


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
