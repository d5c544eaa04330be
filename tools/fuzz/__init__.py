"""Coverage-guided fuzzing: ``python -m tools.fuzz`` where atheris is installed.

Bytes go to everything that reads, and from there to the rules: what was read must be written and read again as the
same, and the positions that come of it are compared with the specification. `targets` says what is tried and what must
hold, `corpus` keeps the inputs that reached something new, and `results.json` says how much was done.
"""
