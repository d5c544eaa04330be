"""The rules, one module for each topic; `registry` is the table of all kinds of action. It is internal.

Every module has the same parts in the same order. First its conditions: a *source* is a collection to choose from, a
*predicate* gives the reason against something as a code (see `toledo_rules._conditions`). Then `reasons`, which
asks them about one action, at its moment, and `options`, which lists the actions that none of them refuses. Last
`carry_out`: pay, change and tell by the verbs of the draft, hand on.

The order of the reasons is the same for all actions, and the first is what a player is told: what no other choice can
mend; what the action is done with; which figure, site or rival; the value of the card; what it aims at; what goes back.
`spec/vocabulary.md` states it.

No condition is said twice. `tests/property/test_one_authority.py` replaces each in turn by one that refuses everything,
and both `legal_actions` and `explain` must notice.
"""
