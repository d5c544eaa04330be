"""Mutation testing: ``python -m tools.mutants --write``, or ``python -m tools.mutants``.

One operator or number of the package is changed, and the tests that run through that line have to fail. A change that
no test notices is a survivor. It needs a reason in `survivors.toml` (mostly: it changes nothing that could be seen), or
the command fails.

`sites` finds what can be changed. `server` is a plugin of pytest: it runs the tests once to learn which of them cover
which line, then forks for each mutant, swaps the code of one function, and runs the tests that cover it until one
fails. What survives that, and what is only executed at import, is tried again by `fresh`, in a process that imports the
changed module. `results.json` is the dated result.
"""
