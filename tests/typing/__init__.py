"""Types as users see them: `python -m tests.typing` runs mypy and pyright on programs that use the installed package.

`right.py` has no mistake, and says with `assert_type` what the types are. `wrong.txt` is a program, too, but with a
mistake on each line that ends with ``# error``; a checker has to find all of them and nothing else.
"""
