"""Environments for programs that learn: PettingZoo, Gymnasium and OpenSpiel.

Each environment is a module of its own and needs an extra of its own, such as ``pip install toledo-rules[pettingzoo]``:

- `toledo_rules.adapters.pettingzoo`: all seats, one at a time;
- `toledo_rules.adapters.gymnasium`: one seat, against bots;
- `toledo_rules.adapters.openspiel`: a registered game with explicit chance.

They share `numbering` (actions as integers), `observation` (what a seat sees, as an array) and `payoffs` (what a game
is worth). Nothing here is imported with `toledo_rules` itself.
"""
